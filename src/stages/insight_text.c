/*
 * insight_text.c
 *		What the note of an insight says, as plain text; render escapes it.
 *
 *		Source conflict on NOI: User $4,200,000 (wins), CoStar $3,900,000
 *		(Market Report, ingested 2026-01-15).
 */
#include "stages/stages_internal.h"
#include "memo/memo.h"
#include "evidence/evidence.h"
#include "metrics/metrics.h"

#include <math.h>

/* Ends a sentence that may have its stop already. */
static void
end_sentence(StringInfo out)
{
	while (out->len > 0 && isspace((unsigned char) out->data[out->len - 1]))
		out->data[--out->len] = '\0';
	if (out->len > 0 && strchr(".!?", out->data[out->len - 1]) == NULL)
		appendStringInfoChar(out, '.');
}

/* " (wins; Rent Roll, ingested 2026-01-15)": what is known of a thing; nothing when nothing is. */
static void
append_known(StringInfo out, const char *first, const char *second, const char *third)
{
	const char *const parts[] = {first, second, third};
	const char *separator = " (";

	for (int i = 0; i < (int) lengthof(parts); i++)
		if (parts[i] != NULL)
		{
			appendStringInfo(out, "%s%s", separator, parts[i]);
			separator = i == 0 ? "; " : ", ";
		}
	if (separator[1] != '(')
		appendStringInfoChar(out, ')');
}

/* ----------------------------------------------------------------- values */

/* 4200000 -> 4,200,000; a fraction stays as it is. */
static void
append_number(StringInfo out, const char *number)
{
	int			digits;

	if (number[0] == '-')
		appendStringInfoChar(out, *number++);
	digits = (int) strcspn(number, ".eE");
	append_grouped(out, number, digits);
	appendStringInfoString(out, number + digits);
}

/* A number with its unit; a text says its own. */
static void
append_value(StringInfo out, const char *value, bool is_number, const char *unit)
{
	const char *kind = unit == NULL ? "" : unit;

	if (!is_number)
		appendStringInfoString(out, value);
	else if (pg_strcasecmp(kind, "percent") == 0)
		appendStringInfo(out, "%s%%", value);
	else if (pg_strcasecmp(kind, "multiple") == 0)
		appendStringInfo(out, "%sx", value);
	else if (pg_strcasecmp(kind, "usd") == 0)
	{
		appendStringInfoString(out, value[0] == '-' ? "-$" : "$");
		append_number(out, value + (value[0] == '-'));
	}
	else
	{
		append_number(out, value);
		appendStringInfo(out, "%s%s", kind[0] == '\0' ? "" : " ", kind);
	}
}

/* By precedence; of equals the newer one, then by doc_id. */
static int
compare_values(const void *a, const void *b)
{
	const ConflictValue *x = a;
	const ConflictValue *y = b;
	int			order;

	if (x->precedence != y->precedence)
		return x->precedence > y->precedence ? -1 : 1;
	order = strcmp(y->ingested_on == NULL ? "" : y->ingested_on,
				   x->ingested_on == NULL ? "" : x->ingested_on);
	if (order == 0)
		order = strcmp(x->doc_id == NULL ? "" : x->doc_id, y->doc_id == NULL ? "" : y->doc_id);
	return order != 0 ? order : x->index - y->index;
}

/* What a value does not say of its document, the document does; they are sorted. */
static void
complete_values(const Memo *memo, const Insight *insight)
{
	static const int precedences[NSOURCE_TYPES] = {100, 90, 70, 50, 0, 0};

	for (int i = 0; i < insight->nvalues; i++)
	{
		ConflictValue *value = &insight->values[i];
		const Document *doc = value->doc_id == NULL ? NULL
			: memo_document(memo, value->doc_id, (int) strlen(value->doc_id));

		if (doc != NULL && value->source_type == NULL)
			value->source_type = doc->source_type;
		if (doc != NULL && value->ingested_on == NULL)
			value->ingested_on = doc->ingested_on;
		value->precedence = precedences[source_type_of(value->source_type)];
	}
	qsort(insight->values, insight->nvalues, sizeof(ConflictValue), compare_values);
}

bool
insight_is_settled(const Insight *insight)
{
	for (int i = 1; i < insight->nvalues; i++)
	{
		const ConflictValue *a = &insight->values[0];
		const ConflictValue *b = &insight->values[i];

		if (a->is_number != b->is_number ||
			(a->is_number ? strtod(a->value, NULL) != strtod(b->value, NULL) ||
			 pg_strcasecmp(a->unit == NULL ? "" : a->unit, b->unit == NULL ? "" : b->unit) != 0
			 : strcmp(a->value, b->value) != 0))
			return false;
	}
	return insight->nvalues > 0;
}

static void
append_conflict(StringInfo out, const Memo *memo, const Insight *insight)
{
	complete_values(memo, insight);
	for (int i = 0; i < insight->nvalues; i++)
	{
		const ConflictValue *value = &insight->values[i];
		const Document *doc = value->doc_id == NULL ? NULL
			: memo_document(memo, value->doc_id, (int) strlen(value->doc_id));

		appendStringInfo(out, "%s%s ", i == 0 ? "" : ", ",
						 source_type_labels[source_type_of(value->source_type)]);
		append_value(out, value->value, value->is_number, value->unit);
		append_known(out, i == 0 ? "wins" : NULL,
					 doc != NULL ? document_name(doc) : value->doc_id, value->ingested_on == NULL
					 ? NULL : psprintf("ingested %s", value->ingested_on));
	}
	end_sentence(out);
}

/* ---------------------------------------------------------------- lineage */

/* Most influential first; of equals in the order of the model. */
static int
compare_assumptions(const void *a, const void *b)
{
	const Assumption *x = a;
	const Assumption *y = b;
	double		ix = isnan(x->influence) ? -1 : x->influence;
	double		iy = isnan(y->influence) ? -1 : y->influence;

	if (ix != iy)
		return ix > iy ? -1 : 1;
	return x->index - y->index;
}

#define LINEAGE_ASSUMPTIONS		3	/* named at most */

/* The most influential assumptions, the rest as a count. */
static void
append_assumptions(StringInfo out, const Insight *insight)
{
	int			named = Min(insight->nassumptions, LINEAGE_ASSUMPTIONS);
	int			rest = Max(insight->total, insight->nassumptions) - named;

	qsort(insight->assumptions, insight->nassumptions, sizeof(Assumption), compare_assumptions);
	for (int i = 0; i < named; i++)
	{
		const Assumption *assumption = &insight->assumptions[i];
		const char *cell = assumption->label == NULL ? NULL : assumption->cell;

		/* "Number of Rooms 300 (Inputs!B8, influence 0.91)" */
		appendStringInfo(out, "%s%s%s%s",
						 i == 0 ? " is driven by " : i + 1 < named || rest > 0 ? ", " : " and ",
						 assumption->label != NULL ? assumption->label
						 : assumption->cell != NULL ? assumption->cell : "?",
						 assumption->value == NULL ? "" : " ",
						 assumption->value == NULL ? "" : assumption->value);
		append_known(out, NULL, cell, isnan(assumption->influence) ? NULL
					 : psprintf("influence %.2f", assumption->influence));
	}
	if (rest > 0)
		appendStringInfo(out, " and %d other assumption%s", rest, rest == 1 ? "" : "s");
}

/* What the memo calls the insight's metric; NULL when it has none. */
static const char *
insight_metric_name(const Memo *memo, const Insight *insight)
{
	return insight->metric != NULL ? metric_label(memo, insight->metric) : insight->label;
}

static void
append_lineage(StringInfo out, const Memo *memo, const Insight *insight)
{
	const char *name = insight_metric_name(memo, insight);
	bool		has_structure = insight->nassumptions > 0 || insight->depth >= 0;

	if (name == NULL || (!has_structure && insight->message != NULL))
		return;
	appendStringInfoString(out, name);
	if (insight->label != NULL && !phrase_equal(insight->label, name))
		appendStringInfo(out, " (\"%s\" in the model)", insight->label);
	if (insight->nassumptions > 0)
		append_assumptions(out, insight);
	if (insight->depth >= 0)
		appendStringInfo(out, "%s formula chain %d deep", insight->nassumptions > 0 ? ";" : ":",
						 insight->depth);
	if (!has_structure)
		appendStringInfo(out, " rests on assumptions of influence %.2f", insight->influence);
	else if (insight->cell != NULL)
		appendStringInfo(out, " to %s", insight->cell);
	end_sentence(out);
}

/* -------------------------------------------------------------------- all */

/* How the note of each kind begins. */
static const char *const heads[NINSIGHT_KINDS] = {
	[INSIGHT_IC_NOTE] = "Analyst note",
	[INSIGHT_MODEL_WARNING] = "Model warning",
	[INSIGHT_SOURCE_CONFLICT] = "Source conflict",
	[INSIGHT_LINEAGE] = "Assumption lineage",
};

char *
insight_text(const Memo *memo, const Insight *insight)
{
	StringInfoData out;
	int			len = 0;

	initStringInfo(&out);
	appendStringInfoString(&out, heads[insight->kind]);
	if (insight->kind == INSIGHT_IC_NOTE)
		append_known(&out, NULL, insight->author, insight->date);
	else if (insight->kind == INSIGHT_MODEL_WARNING)
		append_known(&out, NULL, insight->severity, insight->cell);
	else if (insight->kind == INSIGHT_SOURCE_CONFLICT &&
			 insight_metric_name(memo, insight) != NULL)
		appendStringInfo(&out, " on %s", insight_metric_name(memo, insight));
	appendStringInfoString(&out, ": ");
	if (insight->kind == INSIGHT_SOURCE_CONFLICT)
		append_conflict(&out, memo, insight);
	else if (insight->kind == INSIGHT_LINEAGE)
		append_lineage(&out, memo, insight);
	if (insight->message != NULL)	/* as the last sentence */
	{
		appendStringInfo(&out, "%s%s", out.data[out.len - 1] == ' ' ? "" : " ", insight->message);
		end_sentence(&out);
	}
	/* one line, as a definition is: then the note's key can be told from it */
	for (int i = 0; i < out.len; i++)
	{
		unsigned char c = out.data[i];

		if (c > ' ' && c != 0x7F)
			out.data[len++] = c;
		else if (len > 0 && out.data[len - 1] != ' ')
			out.data[len++] = ' ';
	}
	out.data[out.len = len] = '\0';
	return out.data;
}
