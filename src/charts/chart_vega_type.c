/*
 * chart_vega_type.c
 *		Marks and encodings of each type of chart, as Vega-Lite.
 *
 * One mark of the type's own kind stands for each point; lines, rules and
 * written values come in layers of their own.
 */
#include "charts/charts_internal.h"

#define SIZE		",'width':600,'height':320"
#define ROOMY		"'padding':30"	/* pixels around what lies at the edge */
#define TEXT_MARK	"{'type':'text','fontSize':11,'color':'#333333'"

/* ------------------------------------------------------------------- bars */

/* Bars side by side; comparison writes its values over them. */
static void
append_bars(StringInfo out, const Drawing *drawing)
{
	bool		is_horizontal = drawing->type == CHART_horizontal_bar;
	bool		is_grouped = drawing->series->count > 1;

	if (is_horizontal)
		vega_write(out, drawing, ",'width':520,'height':{'step':%d}", is_grouped ? 14 : 28);
	else
		vega_write(out, drawing, SIZE);
	if (drawing->type == CHART_comparison)
		vega_write(out, drawing,
				   "@written datum.y@,'layer':[{'mark':'bar'},{'mark':" TEXT_MARK ",'dy':-7},"
				   "'encoding':{'text':{'field':'written'},'color':{'value':'#333333'}}}]");
	else
		vega_write(out, drawing, ",'mark':'bar'");
	vega_write(out, drawing, ",'encoding':{@labels %s x xLabel@,@amounts %s y@%s@color@}",
			   is_horizontal ? "y" : "x", is_horizontal ? "x" : "y",
			   !is_grouped ? "" : is_horizontal ? ",'yOffset':{'field':'series','sort':null}"
			   : ",'xOffset':{'field':'series','sort':null}");
}

static void
append_stacked_bars(StringInfo out, const Drawing *drawing)
{
	bool		is_horizontal = drawing->type == CHART_horizontal_stacked_bar;

	vega_write(
		out, drawing,
		"%s,'mark':'bar','encoding':{@labels %s x xLabel@,@amounts %s y ,'stack':'zero'@@color@"
		",'order':{'field':'s','type':'quantitative'}}",
		is_horizontal ? ",'width':520,'height':{'step':28}" : SIZE, is_horizontal ? "y" : "x",
		is_horizontal ? "x" : "y");
}

/* Each step hangs where the one before ended, with its value over it. */
static void
append_waterfall(StringInfo out, const Drawing *drawing)
{
	vega_write(out, drawing,
			   SIZE "@written datum.y@,'encoding':{@labels x x xLabel@},'layer':["
					"{'mark':'bar','encoding':{@amounts y start@,'y2':{'field':'end'},"
					"'color':{'field':'kind','type':'nominal','title':null,"
					"'scale':{'domain':['Increase','Decrease','Total'],'range':['#548235','#a61c3c'"
					",'#1f4e79']}}}},"
					"{'mark':" TEXT_MARK
					",'dy':-7},'encoding':{@amounts y top@,'text':{'field':'written'}}}]");
}

/* The widest bar on top, around a rule at the base. */
static void
append_tornado(StringInfo out, const Drawing *drawing)
{
	const Json *base = json_member(drawing->config, "base");
	bool		has_base = base != NULL && base->kind == J_NUMBER;

	vega_write(out, drawing,
			   ",'width':520,'height':{'step':32},'layer':[{'mark':{'type':'bar'%s},'encoding':{"
			   "'y':{'field':'x','type':'nominal','title':null,'axis':{'labelLimit':320},"
			   "'sort':{'field':'spread','op':'max','order':'descending'}},"
			   "@amounts x start ,'scale':{'zero':false}@,'x2':{'field':'end'}@color@}},"
			   "{'data':{'values':[{'base':",
			   drawing->series->count > 1 ? ",'opacity':0.85" : "");
	if (has_base)
		json_append(out, base);
	else
		appendStringInfoChar(out, '0');
	/* without a base, bars from low to high have none to show */
	vega_write(out, drawing,
			   "}]},'mark':{'type':'rule','strokeWidth':1.5,'color':'#333333'%s},"
			   "'encoding':{'x':{'field':'base','type':'quantitative'}}}]",
			   has_base ? "" : ",'opacity':0.6");
}

/* Layers from the bottom up; the legend of one column in their order. */
static void
append_capital_stack(StringInfo out, const Drawing *drawing)
{
	const Json *data = json_member(drawing->series->first, "data");
	const Json **layers = palloc(sizeof(Json *) * (data->count + 1));
	int			count = 0;
	StringInfoData names;

	initStringInfo(&names);
	for (const Json *layer = data->first; layer != NULL; layer = layer->next)
		layers[count++] = layer;
	while (count-- > 0)			/* the top of the stack first */
	{
		const Json *x = json_member(layers[count], "x");

		if (x->kind == J_STRING)
			vega_label(&names, x->text);
		else
			json_append(&names, x);
		appendStringInfoString(&names, count > 0 ? "," : "");
	}
	pfree(layers);
	vega_write(
		out, drawing,
		",'width':{'step':170},'height':360@written datum.y@,'encoding':{"
		"'x':{'field':'series','type':'nominal','sort':null,'title':null,"
		"'axis':{'labelAngle':0,'labelLimit':160}},'order':{'field':'n','type':'quantitative'},"
		"@amounts y y "
		",'stack':'zero'@},'layer':[{'mark':'bar','encoding':{'color':{'field':'x','type':'nominal'"
		","
		"'sort':null,'title':null,'legend':{'orient':'right','columns':1");
	if (drawing->series->count == 1)
		appendStringInfo(out, ",\"values\":[%s]", names.data);
	vega_write(
		out, drawing,
		"}}}},{'mark':{'type':'text','fontSize':12,'color':'white'},'encoding':{'y':{'field':'y',"
		"'type':'quantitative','stack':'zero','bandPosition':0.5},'detail':{'field':'x'},"
		"'text':{'field':'written'}}}]");
}

/* -------------------------------------------------------- lines and areas */

static void
append_line(StringInfo out, const Drawing *drawing)
{
	vega_write(out, drawing,
			   SIZE ",'mark':{'type':'line','point':true},'encoding':{@run 'nice':false@,"
					"@amounts y y "
					",'scale':{'zero':false}@@color@,'order':{'field':'n','type':'quantitative'}}");
}

/* Areas over each other are more transparent than stacked ones. */
static void
append_area(StringInfo out, const Drawing *drawing)
{
	bool		is_stacked = drawing->type == CHART_stacked_area;

	vega_write(out, drawing,
			   SIZE ",'mark':{'type':'area','point':true,'line':true,'opacity':%s},'encoding':{"
					"@run 'nice':false@,@amounts y y ,'stack':%s@@color@%s}",
			   is_stacked ? "0.75" : "0.35", is_stacked ? "'zero'" : "null",
			   is_stacked ? ",'order':{'field':'s','type':'quantitative'}" : "");
}

static bool
is_bar_series(const Json *series)
{
	return json_member(series, "kind")->text.data[0] == 'b';
}

static int
count_bar_series(const Drawing *drawing)
{
	int			count = 0;

	for (const Json *series = drawing->series->first; series != NULL; series = series->next)
		count += is_bar_series(series);
	return count;
}

/* "xOffset":{...}: bars of several series stand side by side.  The first layer of
 * bars says for all in which order, as the layers share the scale. */
static void
append_bar_offset(StringInfo out, const Drawing *drawing, int index)
{
	int			next = 0;
	bool		any = false;

	appendStringInfoString(out, "\"xOffset\":{\"field\":\"s\",\"type\":\"nominal\"");
	for (const Json *series = drawing->series->first; series != NULL; series = series->next, next++)
	{
		if (!is_bar_series(series))
			continue;
		if (!any && next != index)
			break;
		appendStringInfo(out, "%s%d", any ? "," : ",\"scale\":{\"domain\":[", next);
		any = true;
	}
	appendStringInfoString(out, any ? "]}}," : "},");
}

/* One series of a combo: a layer that shows only its rows. */
static void
append_combo_layer(StringInfo out, const Drawing *drawing, const Json *series, int index,
				   bool is_right, bool has_bars)
{
	char		kind = json_member(series, "kind")->text.data[0];
	Slice		name = json_text(series, "name");

	vega_write(out, drawing,
			   "{'transform':[{'filter':'datum.s === %d'}],'mark':{'type':%s},'encoding':{", index,
			   kind == 'b'	 ? "'bar'"
			   : kind == 'l' ? "'line','point':true"
							 : "'area','point':true,'opacity':0.35");
	if (has_bars && is_bar_series(series))
		append_bar_offset(out, drawing, index);
	vega_write(out, drawing, "'y':{'field':'y','type':'quantitative','stack':null,'title':");
	if (is_right)
	{
		append_json_string(out, name.data == NULL ? "" : name.data, name.len);
		vega_write(out, drawing, ",'axis':{'orient':'right','grid':false}}}}");
		return;
	}
	vega_write(out, drawing, "null,'axis':{'orient':'left','labelExpr':'");
	vega_number(out, drawing, "datum.value");
	appendStringInfoString(out, "\"}}}}");
}

/* The series of one axis; returns whether there is any. */
static bool
append_combo_side(StringInfo out, const Drawing *drawing, bool is_right, bool has_side_before)
{
	bool		has_bars = count_bar_series(drawing) > 1;
	int			index = 0;
	bool		any = false;

	for (const Json *series = drawing->series->first; series != NULL;
		 series = series->next, index++)
	{
		const Json *axis = json_member(series, "axis");

		if ((axis != NULL && axis->kind == J_STRING && axis->text.data[0] == 'r') != is_right)
			continue;
		appendStringInfoString(out, any ? "," : has_side_before ? ",{\"layer\":[" : "{\"layer\":[");
		append_combo_layer(out, drawing, series, index, is_right, has_bars);
		any = true;
	}
	if (any)
		appendStringInfoString(out, "]}");
	return any;
}

/* A layer a series, grouped by axis; two axes have scales of their own. */
static void
append_combo(StringInfo out, const Drawing *drawing)
{
	bool		has_left;

	vega_write(out, drawing, SIZE ",'encoding':{@labels x x xLabel@,"
			   "'color':{'field':'series','type':'nominal','sort':null,'title':null}},'layer':[");
	has_left = append_combo_side(out, drawing, false, false);
	if (append_combo_side(out, drawing, true, has_left) && has_left)
		vega_write(out, drawing, "],'resolve':{'scale':{'y':'independent'}}");
	else
		appendStringInfoChar(out, ']');
}

/* ------------------------------------------------------------------ others */

static void
append_pie(StringInfo out, const Drawing *drawing)
{
	vega_write(
		out, drawing,
		",'width':420,'height':320,'encoding':{'theta':{'field':'y','type':'quantitative','stack':"
		"true},"
		"'order':{'field':'n','type':'quantitative'}},"
		"'layer':[{'mark':{'type':'arc','outerRadius':130,'innerRadius':%d,'stroke':'white'},"
		"'encoding':{'color':{'field':'x','type':'nominal','sort':null,'title':null,"
		"'legend':{'orient':'right','columns':1}}}},"
		"{'mark':{'type':'text','radius':146,'fontSize':12,'color':'#333333'},"
		"'encoding':{'text':{'field':'share'}}}]",
		drawing->type == CHART_donut ? 75 : 0);
}

/* Dots, with labels where some point has one. */
static void
append_scatter(StringInfo out, const Drawing *drawing)
{
	bool		has_size = drawing->type == CHART_bubble;

	vega_write(out, drawing,
			   SIZE ",'encoding':{@run " ROOMY "@,@amounts y y ,'scale':{'zero':false," ROOMY "}@},"
					"'layer':[{'mark':{'type':'circle','opacity':0.7%s},'encoding':{'detail':{'"
					"field':'n'}@color@%s}}",
			   has_size ? "" : ",'size':70",
			   has_size ? ",'size':{'field':'size','type':'quantitative','title':null,"
						  "'scale':{'range':[0,1600]},'legend':{'orient':'right','columns':1}}"
						: "");
	if (drawing->has_labels)
		vega_write(out, drawing,
				   ",{'transform':[{'filter':'isString(datum.label)'}],"
				   "'mark':" TEXT_MARK ",'dy':%d},'encoding':{'text':{'field':'label'}}}",
				   has_size ? -28 : -12);
	appendStringInfoChar(out, ']');
}

/* Dark cells have white figures: above the middle of the values. */
static void
append_heatmap(StringInfo out, const Drawing *drawing)
{
	vega_write(
		out, drawing,
		",'width':600,'height':{'step':34}@written datum.value@,'encoding':{@labels x x xLabel@,"
		"@labels y y yLabel@},'layer':[{'mark':{'type':'rect','stroke':'white'},'encoding':{"
		"'color':{'field':'value','type':'quantitative','title':null,"
		"'scale':{'scheme':'blues','zero':false},'legend':null}}},"
		"{'mark':{'type':'text','fontSize':12},'encoding':{'text':{'field':'written'},"
		"'color':{'condition':{'test':'datum.value > %.15g','value':'white'},'value':'#222222'}}}]",
		drawing->least / 2 + drawing->most / 2);
}

static void
append_gantt(StringInfo out, const Drawing *drawing)
{
	const Json *point = json_member(drawing->series->first, "data")->first;
	bool		has_days = json_member(point, "start")->kind == J_STRING;

	vega_write(
		out, drawing,
		",'width':520,'height':{'step':30},'mark':{'type':'bar','cornerRadius':2},'encoding':{"
		"@labels y x yLabel@,'x':{'field':'start','type':%s@title "
		"xLabel@},'x2':{'field':'end'}@color@}",
		has_days ? "'temporal','scale':{'type':'utc'}" : "'quantitative','scale':{'zero':false}");
}

/* A band from the least to the most, with a dot at each percentile. */
static void
append_outcomes(StringInfo out, const Drawing *drawing)
{
	vega_write(out, drawing,
			   ",'width':560,'height':{'step':80}@written datum.y@,'encoding':{"
			   "'y':{'field':'series','type':'nominal','sort':null,'title':null,'axis':%s},"
			   "@amounts x y ,'scale':{'zero':false,'padding':30}@},'layer':["
			   "{'mark':{'type':'rule','strokeWidth':8,'color':'#bdd7ee'},'encoding':{"
			   "'x':{'aggregate':'min','field':'y','type':'quantitative'},'x2':{'aggregate':'max','"
			   "field':'y'}}},"
			   "{'mark':{'type':'circle','size':140,'opacity':1,'color':'#1f4e79'}},"
			   "{'mark':" TEXT_MARK
			   ",'dy':-16,'fontWeight':'bold'},'encoding':{'text':{'field':'x'}}},"
			   "{'mark':" TEXT_MARK ",'dy':18},'encoding':{'text':{'field':'written'}}}]",
			   drawing->series->count > 1 ? "{'labelLimit':160}" : "null");
}

/* What draws a type, which may be several's: a new type without one does not compile. */
void
vega_marks(StringInfo out, const Drawing *drawing)
{
	switch (drawing->type)
	{
		case CHART_bar:
		case CHART_horizontal_bar:
		case CHART_comparison:
			return append_bars(out, drawing);
		case CHART_line:
			return append_line(out, drawing);
		case CHART_pie:
		case CHART_donut:
			return append_pie(out, drawing);
		case CHART_stacked_bar:
		case CHART_horizontal_stacked_bar:
			return append_stacked_bars(out, drawing);
		case CHART_scatter:
		case CHART_bubble:
			return append_scatter(out, drawing);
		case CHART_area:
		case CHART_stacked_area:
			return append_area(out, drawing);
		case CHART_waterfall:
			return append_waterfall(out, drawing);
		case CHART_heatmap:
			return append_heatmap(out, drawing);
		case CHART_combo:
			return append_combo(out, drawing);
		case CHART_gantt:
			return append_gantt(out, drawing);
		case CHART_tornado:
			return append_tornado(out, drawing);
		case CHART_outcome_distribution:
			return append_outcomes(out, drawing);
		case CHART_capital_stack:
			return append_capital_stack(out, drawing);
		case NCHART_TYPES:
			return;
	}
}
