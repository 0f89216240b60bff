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

static void
append_text(StringInfo out, const char *text)
{
	appendStringInfoString(out, text);
}

/* Ends a sentence that may have its stop already. */
static void
end_sentence(StringInfo out)
{
	while (out->len > 0 && isspace((unsigned char) out->data[out->len - 1]))
		out->data[--out->len] = '\0';
	if (out->len > 0 && strchr(".!?", out->data[out->len - 1]) == NULL)
		appendStringInfoChar(out, '.');
}

/* "Analyst note (J. Doe, 2026-05-01): ": a kind and what is known of it. */
static void
append_head(StringInfo out, const char *kind, const char *first, const char *second)
{
	append_text(out, kind);
	if (first != NULL || second != NULL)
		appendStringInfo(out, " (%s%s%s)", first == NULL ? "" : first,
						 first != NULL && second != NULL ? ", " : "", second == NULL ? "" : second);
	append_text(out, ": ");
}

/* What the memo calls the insight's metric; NULL when it has none. */
static const char *
insight_metric_name(const Memo *memo, const Insight *insight)
{
	return insight->metric != NULL ? metric_label(memo, insight->metric) : insight->label;
}

/* The message, if any, as the last sentence. */
static void
append_message(StringInfo out, const Insight *insight)
{
	if (insight->message == NULL)
		return;
	if (out->len > 0 && out->data[out->len - 1] != ' ')
		appendStringInfoChar(out, ' ');
	append_text(out, insight->message);
	end_sentence(out);
}

/* ----------------------------------------------------------------- values */

/* 4200000 -> 4,200,000; a fraction stays as it is. */
static void
append_grouped(StringInfo out, const char *number)
{
	int			digits = (int) strcspn(number + (number[0] == '-'), ".eE");

	if (number[0] == '-')
		appendStringInfoChar(out, *number++);
	for (int i = 0; i < digits; i++)
	{
		if (i > 0 && (digits - i) % 3 == 0)
			appendStringInfoChar(out, ',');
		appendStringInfoChar(out, number[i]);
	}
	append_text(out, number + digits);
}

/* A number with its unit; a text says its own. */
static void
append_value(StringInfo out, const char *value, bool is_number, const char *unit)
{
	const char *kind = unit == NULL ? "" : unit;

	if (!is_number)
		append_text(out, value);
	else if (pg_strcasecmp(kind, "percent") == 0)
		appendStringInfo(out, "%s%%", value);
	else if (pg_strcasecmp(kind, "multiple") == 0)
		appendStringInfo(out, "%sx", value);
	else if (pg_strcasecmp(kind, "usd") == 0)
	{
		append_text(out, value[0] == '-' ? "-$" : "$");
		append_grouped(out, value + (value[0] == '-'));
	}
	else
	{
		append_grouped(out, value);
		appendStringInfo(out, "%s%s", kind[0] == '\0' ? "" : " ", kind);
	}
}

static const struct
{
	const char *source_type;
	const char *label;
	int			precedence;		/* where sources conflict */
}			source_types[] = {
	{"user", "User", 100},
	{"excel", "Excel", 90},
	{"costar", "CoStar", 70},
	{"pdf", "PDF", 50},
	{"web", "Web", 0},
	{"other", "Other", 0},
};

static int
find_source_type(const char *source_type)
{
	for (int i = 0; i < (int) lengthof(source_types) && source_type != NULL; i++)
		if (pg_strcasecmp(source_types[i].source_type, source_type) == 0)
			return i;
	return lengthof(source_types) - 1;
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

/* What a value does not say of its document, the document does. */
static void
complete_values(const Memo *memo, const Insight *insight)
{
	for (int i = 0; i < insight->nvalues; i++)
	{
		ConflictValue *value = &insight->values[i];
		const Document *doc = value->doc_id == NULL ? NULL
			: memo_document(memo, value->doc_id, (int) strlen(value->doc_id));

		if (doc != NULL && value->source_type == NULL)
			value->source_type = doc->source_type;
		if (doc != NULL && value->ingested_on == NULL)
			value->ingested_on = doc->ingested_on;
		value->precedence = source_types[find_source_type(value->source_type)].precedence;
	}
	qsort(insight->values, insight->nvalues, sizeof(ConflictValue), compare_values);
}

static bool
same_unit(const ConflictValue *a, const ConflictValue *b)
{
	return pg_strcasecmp(a->unit == NULL ? "" : a->unit, b->unit == NULL ? "" : b->unit) == 0;
}

bool
insight_is_settled(const Insight *insight)
{
	for (int i = 1; i < insight->nvalues; i++)
	{
		const ConflictValue *a = &insight->values[0];
		const ConflictValue *b = &insight->values[i];

		if (a->is_number != b->is_number ||
			(a->is_number ? !same_unit(a, b) || strtod(a->value, NULL) != strtod(b->value, NULL)
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
		const char *where = doc != NULL ? document_name(doc) : value->doc_id;
		const char *mark = i == 0 ? "wins" : NULL;

		appendStringInfo(out, "%s%s ", i == 0 ? "" : ", ",
						 source_types[find_source_type(value->source_type)].label);
		append_value(out, value->value, value->is_number, value->unit);
		if (mark == NULL && where == NULL && value->ingested_on == NULL)
			continue;
		append_text(out, " (");
		if (mark != NULL)
			append_text(out, mark);
		if (where != NULL)
			appendStringInfo(out, "%s%s", mark == NULL ? "" : "; ", where);
		if (value->ingested_on != NULL)
			appendStringInfo(out, "%singested %s",
							 where != NULL	? ", "
							 : mark != NULL ? "; "
											: "",
							 value->ingested_on);
		appendStringInfoChar(out, ')');
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

/* "Number of Rooms 300 (Inputs!B8, influence 0.91)" */
static void
append_assumption(StringInfo out, const Assumption *assumption)
{
	append_text(out, assumption->label != NULL	? assumption->label
					 : assumption->cell != NULL ? assumption->cell
												: "?");
	if (assumption->value != NULL)
		appendStringInfo(out, " %s", assumption->value);
	if ((assumption->label == NULL || assumption->cell == NULL) && isnan(assumption->influence))
		return;
	append_text(out, " (");
	if (assumption->label != NULL && assumption->cell != NULL)
		append_text(out, assumption->cell);
	if (!isnan(assumption->influence))
		appendStringInfo(out, "%sinfluence %.2f",
						 assumption->label != NULL && assumption->cell != NULL ? ", " : "",
						 assumption->influence);
	appendStringInfoChar(out, ')');
}

#define LINEAGE_ASSUMPTIONS		3	/* named at most */

/* The assumptions that qualify, the rest as a count. */
static void
append_assumptions(StringInfo out, const Memo *memo, const Insight *insight)
{
	int			named = 0;
	int			rest;

	qsort(insight->assumptions, insight->nassumptions, sizeof(Assumption), compare_assumptions);
	while (named < insight->nassumptions && named < LINEAGE_ASSUMPTIONS &&
		   (named == 0 ||
			insight->assumptions[named].influence * 100 >= memo->policy.lineage_influence_percent))
		named++;
	rest = Max(insight->total, insight->nassumptions) - named;
	for (int i = 0; i < named; i++)
	{
		append_text(out, i == 0 ? " is driven by " : i + 1 < named || rest > 0 ? ", " : " and ");
		append_assumption(out, &insight->assumptions[i]);
	}
	if (rest > 0)
		appendStringInfo(out, " and %d other assumption%s", rest, rest == 1 ? "" : "s");
}

static void
append_lineage(StringInfo out, const Memo *memo, const Insight *insight)
{
	const char *name = insight_metric_name(memo, insight);
	bool		has_structure = insight->nassumptions > 0 || insight->depth >= 0;

	if (name == NULL || (!has_structure && insight->message != NULL))
		return;
	append_text(out, name);
	if (insight->label != NULL && !phrase_equal(insight->label, name))
		appendStringInfo(out, " (\"%s\" in the model)", insight->label);
	if (insight->nassumptions > 0)
		append_assumptions(out, memo, insight);
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

/* One line, as a definition is: then the note's key can be told from it. */
static void
join_lines(StringInfo out)
{
	int			len = 0;

	for (int i = 0; i < out->len; i++)
	{
		unsigned char c = out->data[i];

		if (c > ' ' && c != 0x7F)
			out->data[len++] = c;
		else if (len > 0 && out->data[len - 1] != ' ')
			out->data[len++] = ' ';
	}
	out->data[out->len = len] = '\0';
}

char *
insight_text(const Memo *memo, const Insight *insight)
{
	StringInfoData out;

	initStringInfo(&out);
	switch (insight->kind)
	{
		case INSIGHT_IC_NOTE:
			append_head(&out, "Analyst note", insight->author, insight->date);
			break;
		case INSIGHT_MODEL_WARNING:
			append_head(&out, "Model warning", insight->severity, insight->cell);
			break;
		case INSIGHT_SOURCE_CONFLICT:
			append_text(&out, "Source conflict");
			if (insight_metric_name(memo, insight) != NULL)
				appendStringInfo(&out, " on %s", insight_metric_name(memo, insight));
			append_text(&out, ": ");
			append_conflict(&out, memo, insight);
			break;
		default:
			append_text(&out, "Assumption lineage: ");
			append_lineage(&out, memo, insight);
			break;
	}
	append_message(&out, insight);
	join_lines(&out);
	return out.data;
}
