-- Vega-Lite specs (chapter 6): one for each type of chart. The realdata tests render them; here is what they say.
SET client_min_messages = warning;
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
-- a config of a type with these points, or with several series
CREATE FUNCTION pg_temp.chart(type text, points jsonb, more jsonb DEFAULT '{}') RETURNS jsonb LANGUAGE sql AS
$$ SELECT jsonb_build_object('type', type, 'series', jsonb_build_array(jsonb_build_object('data', points)),
	'insightCaption', 'NOI grows by 5% a year.', 'decisionQuestion', 'Where does growth come from?') || more $$;
CREATE FUNCTION pg_temp.two(type text, a jsonb, b jsonb, more jsonb DEFAULT '{}') RETURNS jsonb LANGUAGE sql AS
$$ SELECT pg_temp.chart(type, '[]', jsonb_build_object('series', jsonb_build_array(
	jsonb_build_object('name', 'A', 'data', a), jsonb_build_object('name', 'B', 'data', b))) || more) $$;
-- the members that differ between types: marks, encodings, size; the expression that writes a number is left out
CREATE FUNCTION pg_temp.drawn(config jsonb) RETURNS jsonb LANGUAGE sql AS
$$ SELECT regexp_replace((memo_chart_vega(config) - '{$schema,background,padding,config,title,description,data}'::text[])::text,
	'"\(datum\.(\w+) < 0 [^"]*"', '"\1 as text"', 'g')::jsonb $$;
-- what Vega-Lite computes with: a row for each point
CREATE FUNCTION pg_temp.rows(config jsonb) RETURNS SETOF jsonb LANGUAGE sql AS
$$ SELECT jsonb_array_elements(memo_chart_vega(config) #> '{data,values}') $$;

-- bars: labels keep their order, amounts start at zero; several series stand side by side, or on each other; a comparison writes its values
SELECT pg_temp.drawn(pg_temp.chart('bar', '[{"x": "a", "y": 1}]'));
SELECT pg_temp.drawn(pg_temp.two('horizontal_bar', '[{"x": "a", "y": 1}]', '[{"x": "a", "y": 2}]', '{"xLabel": "Year", "yLabel": "NOI"}'));
SELECT pg_temp.drawn(pg_temp.two('stacked_bar', '[{"x": "a", "y": 1}]', '[{"x": "a", "y": 2}]'));
SELECT pg_temp.drawn(pg_temp.two('horizontal_stacked_bar', '[{"x": "a", "y": 1}]', '[{"x": "a", "y": 2}]'));
SELECT pg_temp.drawn(pg_temp.chart('comparison', '[{"x": "a", "y": 1}]'));
-- lines and areas: numbers are an axis, years without a thousands separator; text is a label
SELECT pg_temp.drawn(pg_temp.chart('line', '[{"x": 2026, "y": 1}, {"x": 2027, "y": 2}]', '{"xLabel": "Year"}'));
SELECT pg_temp.drawn(pg_temp.chart('line', '[{"x": 0.5, "y": 1}, {"x": 12000, "y": 2}]')) #> '{encoding,x}';
SELECT pg_temp.drawn(pg_temp.chart('area', '[{"x": "2026", "y": 1}, {"x": "2027", "y": 2}]'));
SELECT pg_temp.drawn(pg_temp.two('stacked_area', '[{"x": 1, "y": 1}]', '[{"x": 1, "y": 2}]'));
-- slices: the share is written unless it is under 3%; a donut has a hole
SELECT pg_temp.drawn(pg_temp.chart('pie', '[{"x": "a", "y": 1}]'));
SELECT pg_temp.drawn(pg_temp.chart('donut', '[{"x": "a", "y": 1}]')) #> '{layer,0,mark,innerRadius}';
SELECT pg_temp.rows(pg_temp.chart('pie', '[{"x": "a", "y": 98}, {"x": "b", "y": 2}]'));
-- points: a bubble has a size; labels only where there are any
SELECT pg_temp.drawn(pg_temp.chart('scatter', '[{"x": 1, "y": 1}]'));
SELECT pg_temp.drawn(pg_temp.chart('bubble', '[{"x": 1, "y": 1, "size": 2, "label": "a"}, {"x": 2, "y": 1, "size": 0}]')) -> 'layer';
-- a step of a waterfall starts where the last one ended, a total at zero
SELECT pg_temp.drawn(pg_temp.chart('waterfall', '[{"x": "a", "y": 5}]')) -> 'layer';
SELECT pg_temp.rows(pg_temp.chart('waterfall', '[{"x": "a", "y": 5}, {"x": "b", "y": -2}, {"x": "c", "y": 3, "total": true}]'));
-- cells are white on dark above the middle of the values
SELECT pg_temp.drawn(pg_temp.chart('heatmap', '[{"x": "a", "y": "b", "value": 2}, {"x": "a", "y": "c", "value": 4}]'));
-- a combo has a layer for each series, an axis for each side
SELECT pg_temp.drawn(pg_temp.chart('combo', '[]', '{"series": [{"name": "A", "kind": "bar", "data": [{"x": "a", "y": 1}]}, {"name": "B", "kind": "line", "axis": "right", "data": [{"x": "a", "y": 9}]}]}'));
SELECT jsonb_path_query(pg_temp.drawn(pg_temp.chart('combo', '[]', '{"series": [{"kind": "area", "data": [{"x": "a", "y": 1}]}]}')), '$.layer[*].layer[*].mark');
-- spans of days, or of numbers
SELECT pg_temp.drawn(pg_temp.chart('gantt', '[{"x": "a", "start": "2026-01-01", "end": "2026-02-01"}]', '{"xLabel": "Month"}'));
SELECT pg_temp.drawn(pg_temp.chart('gantt', '[{"x": "a", "start": 1, "end": 2}]')) #> '{encoding,x}';
SELECT pg_temp.rows(pg_temp.chart('gantt', '[{"x": "a", "start": 1, "end": 2}]'));
-- the widest bar of a tornado is on top; the base is a rule; without low and high a bar goes from zero to y
SELECT pg_temp.drawn(pg_temp.chart('tornado', '[{"x": "a", "low": 1, "high": 3}]', '{"base": 2}'));
SELECT pg_temp.drawn(pg_temp.two('tornado', '[{"x": "a", "y": -1}]', '[{"x": "a", "y": 2}]')) #> '{layer,1}';
SELECT pg_temp.rows(pg_temp.two('tornado', '[{"x": "a", "low": 1, "high": 3}]', '[{"x": "b", "y": -2}]'));
-- percentiles on a line from the least to the greatest
SELECT pg_temp.drawn(pg_temp.chart('outcome_distribution', '[{"x": "P5", "y": 1}, {"x": "P50", "y": 2}]'));
-- layers from the bottom up, the legend from the top down; several stacks share theirs
SELECT pg_temp.drawn(pg_temp.chart('capital_stack', '[{"x": "Senior", "y": 60}, {"x": "Equity", "y": 40}]'));
SELECT pg_temp.drawn(pg_temp.two('capital_stack', '[{"x": "Senior", "y": 60}]', '[{"x": "Senior", "y": 70}]')) #> '{layer,0,encoding,color,legend}';

-- units: percent and multiples are written behind the number, money before it, any other stands at the axis unless the label says it
SELECT unit, v #> '{encoding,y,axis,labelExpr}', v #> '{encoding,y,title}' FROM unnest('{percent,x,USD,€,gbp,units,bps}'::text[]) WITH ORDINALITY AS u(unit, n),
	LATERAL memo_chart_vega(pg_temp.chart('bar', '[{"x": "a", "y": 1}]', jsonb_build_object('unit', unit, 'yLabel', CASE unit WHEN 'bps' THEN 'Spread' WHEN 'units' THEN 'Units' END))) AS v ORDER BY n;
SELECT pg_temp.drawn(pg_temp.chart('bar', '[{"x": "a", "y": 1}]', '{"unit": "bps"}')) #> '{encoding,y,title}';
-- crowded labels are slanted; long captions are broken at a blank
SELECT jsonb_path_query(pg_temp.drawn(pg_temp.chart('bar', jsonb_agg(jsonb_build_object('x', 'a long label ' || n, 'y', n)))), '$.encoding.x.axis') FROM generate_series(1, 31) AS n;
SELECT memo_chart_vega(pg_temp.chart('bar', '[{"x": "a", "y": 1}]', jsonb_build_object('title', 'NOI', 'insightCaption', repeat('Income grows. ', 9)))) -> 'title';
-- members that no type asks for go nowhere, nor do null ones
SELECT pg_temp.rows(pg_temp.chart('bar', '[{"x": "a", "y": 1, "note": "b", "size": null}]'));
