/*
 * ledger_columns.c
 *		A finished Memo -> the array columns of revision_detail.
 *
 * Arrays of a group are parallel: element i of each is row i of its view.  A
 * column without any value is NULL as a whole, and what most rows say is NULL
 * in each of them: the views put it back.
 */
#include "store/store.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "charts/charts.h"
#include "render/render.h"

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"

typedef enum ElementType
{
	TEXT,
	JSON,
	INT2,
	INT4,
	INT8,
	FLOAT4,
	UUID,
	DATE,
	BOOL
} ElementType;

static const Oid element_oids[] = {
	[TEXT] = TEXTOID,[JSON] = JSONOID,[INT2] = INT2OID,[INT4] = INT4OID,[INT8] = INT8OID,
	[FLOAT4] = FLOAT4OID,[UUID] = UUIDOID,[DATE] = DATEOID,[BOOL] = BOOLOID,
};

static const ElementType column_types[] = {
#define DETAIL(name, type) type,
#include "store/detaillist.def"
#undef DETAIL
};

static const char *const column_names[] = {
#define DETAIL(name, type) #name,
#include "store/detaillist.def"
#undef DETAIL
};

#define MAX_COLUMN_BYTES	(256 * 1024 * 1024) /* a row of the table has less than 1 GB */

/*
 * A column while it is filled, once it has a value: an array with a bitmap of
 * nulls as construct_md_array would make it, to which rows are added in order.
 * No Datum is made of a value: a memo has thousands of them.
 */
typedef struct Column
{
	StringInfoData array;		/* no room before the first value */
	int			nvalues;
	const char *text;			/* the last one: section keys, stages, reasons repeat */
	int			size;			/* of it in the array */
} Column;

/* Where the bitmap is in an array of one dimension. */
#define BITMAP	(sizeof(ArrayType) + 2 * sizeof(int))

typedef struct Columns
{
	Column		columns[NDETAILS];
	int			rows;			/* of the group that is being filled */
} Columns;

Datum
text_datum(const char *text)
{
	return PointerGetDatum(cstring_to_text(text));
}

Datum
text_array_datum(Datum *items, int count)
{
	return PointerGetDatum(construct_array(items, count, TEXTOID, -1, false, TYPALIGN_INT));
}

static void
open_column(Columns *columns, DetailColumn column)
{
	StringInfo	out = &columns->columns[column].array;
	int			header = (int) ARR_OVERHEAD_WITHNULLS(1, ArrayGetNItems(1, &columns->rows));
	ArrayType  *array;

	initStringInfo(out);
	enlargeStringInfo(out, header);
	memset(out->data, 0, header);
	out->len = header;
	array = (ArrayType *) out->data;
	array->ndim = 1;
	array->dataoffset = header;
	array->elemtype = element_oids[column_types[column]];
	ARR_DIMS(array)[0] = columns->rows;
	ARR_LBOUND(array)[0] = 1;
}

static Datum
close_column(Column *column)
{
	ArrayType  *array = (ArrayType *) column->array.data;
	int			len = column->array.len;

	if (column->nvalues == ARR_DIMS(array)[0])
	{
		/* no nulls, no bitmap: the header moves up to the elements */
		int			unused = array->dataoffset - (int) ARR_OVERHEAD_NONULLS(1);

		array->dataoffset = 0;
		array = memmove((char *) array + unused, array, ARR_OVERHEAD_NONULLS(1));
		len -= unused;
	}
	SET_VARSIZE(array, len);
	return PointerGetDatum(array);
}

static void
close_columns(Columns *columns, DetailColumn first, DetailColumn last, Datum *values, char *nulls)
{
	for (int i = first; i <= (int) last; i++)
	{
		CHECK_FOR_INTERRUPTS();
		nulls[i] = columns->columns[i].nvalues > 0 ? ' ' : 'n';
		if (columns->columns[i].nvalues > 0)
			values[i] = close_column(&columns->columns[i]);
	}
}

/* Kept apart, so that a value for which there is room needs no stack frame. */
static pg_noinline char *add_with_room(Columns *columns, DetailColumn column, int row, int size);

/* Where the value of a row goes; size counts what pads it to its alignment. */
static char *
add_value(Columns *columns, DetailColumn column, int row, int size)
{
	Column	   *to = &columns->columns[column];
	char	   *value = to->array.data + to->array.len;

	Assert(row < columns->rows);
	if (to->array.maxlen - to->array.len <= size)
		return add_with_room(columns, column, row, size);
	to->array.data[BITMAP + (row >> 3)] |= 1 << (row & 7);
	to->array.len += size;
	to->nvalues++;
	return value;
}

static char *
add_with_room(Columns *columns, DetailColumn column, int row, int size)
{
	if (columns->columns[column].nvalues == 0)
		open_column(columns, column);
	if (columns->columns[column].array.len + (int64) size > MAX_COLUMN_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("column \"%s\" of the memo's ledger is too large", column_names[column]),
				 errdetail("It would have more than %d bytes.", MAX_COLUMN_BYTES),
				 errhint("A claim's quote and locator are stored with each reference that the claim has.")));
	enlargeStringInfo(&columns->columns[column].array, size);
	return add_value(columns, column, row, size);
}

static inline void
set(Columns *columns, DetailColumn column, int row, const void *value, int size)
{
	memcpy(add_value(columns, column, row, size), value, size);
}

static void
set_slice(Columns *columns, DetailColumn column, int row, Slice text)
{
	int			size = INTALIGN(VARHDRSZ + text.len);
	char	   *value = add_value(columns, column, row, size);

	memset(value + size - sizeof(int32), 0, sizeof(int32)); /* what pads it */
	SET_VARSIZE(value, VARHDRSZ + text.len);
	memcpy(VARDATA(value), text.data, text.len);
	columns->columns[column].text = text.data;
	columns->columns[column].size = size;
}

static void
set_text(Columns *columns, DetailColumn column, int row, const char *text)
{
	Column	   *to = &columns->columns[column];

	if (text != NULL && text == to->text)
	{
		char	   *value = add_value(columns, column, row, to->size);

		memcpy(value, value - to->size, to->size);
	}
	else if (text != NULL)
		set_slice(columns, column, row, slice_of(text));
}

#define LONGEST_SENTENCE	2000	/* bytes: what a model writes without a full stop is a sentence, too */

/* A sentence of the agent's body, which has it whole. */
static void
set_sentence(Columns *columns, DetailColumn column, int row, Slice sentence)
{
	int			len = LONGEST_SENTENCE;

	if (sentence.len <= len)
		return set_slice(columns, column, row, sentence);
	while (((unsigned char) sentence.data[len] & 0xC0) == 0x80)
		len--;
	set_text(columns, column, row, psprintf("%.*s\xE2\x80\xA6", len, sentence.data));
}

/* The usual text is NULL, and the view's to say: most rows need no value. */
static inline void
set_other(Columns *columns, DetailColumn column, int row, const char *text, const char *usual)
{
	if (text != NULL && text != usual && strcmp(text, usual) != 0)
		set_text(columns, column, row, text);
}

/* A count or id; one below least is NULL. */
static inline void
set_int(Columns *columns, DetailColumn column, int row, int64 value, int64 least)
{
	if (value < least)
		return;
	if (column_types[column] == INT8)
		set(columns, column, row, &value, sizeof(int64));
	else if (column_types[column] == INT2)
		set(columns, column, row, &(int16) {(int16) value}, sizeof(int16));
	else
		set(columns, column, row, &(int32) {(int32) value}, sizeof(int32));
}

static inline void
set_float(Columns *columns, DetailColumn column, int row, float4 value)
{
	set(columns, column, row, &value, sizeof(value));
}

static inline void
set_bool(Columns *columns, DetailColumn column, int row, bool value)
{
	set(columns, column, row, &value, sizeof(value));
}

/* ------------------------------------------------------------------ groups */

static Slice
document_id(const Document *doc)
{
	return (Slice) {doc->doc_id, doc->doc_id_len};
}

/* Where the evidence comes from: document, page, passage, quote. */
static void
fill_source(const Memo *memo, Columns *columns, int row, const Citation *citation)
{
	const Claim *claim = citation->claim;

	if (citation->is_resolved && citation->identity.doc != NULL)
	{
		set_slice(columns, DETAIL_cit_doc_id, row, document_id(citation->identity.doc));
		set_int(columns, DETAIL_cit_page, row, citation->identity.page, 1);
		set_text(columns, DETAIL_cit_locator, row,
				 citation->identity.locator == NULL && claim != NULL ? claim->locator : citation->identity.locator);
	}
	set_text(columns, DETAIL_cit_passage_id, row, citation->passage_id);
	set_int(columns, DETAIL_cit_block_id, row, citation->block_id, 0);
	set_int(columns, DETAIL_cit_confidence, row, citation->confidence, 0);
	if (claim != NULL)
	{
		set_int(columns, DETAIL_cit_claim, row, claim - memo->claims + 1, 1);
		set_text(columns, DETAIL_cit_quote, row, claim->quote);
		if (!citation->is_removed && citation_quote(citation).text.data != NULL)
			set_bool(columns, DETAIL_cit_quote_verified, row, claim->quote_verified);
	}
	if (citation->score >= 0)
		set_float(columns, DETAIL_cit_score, row, citation->score);
	set_text(columns, DETAIL_cit_matched, row, citation->matched);
	if (citation->figures > 0)
	{
		set_int(columns, DETAIL_cit_figures, row, citation->figures, 0);
		set_int(columns, DETAIL_cit_figures_supported, row, citation->figures_supported, 0);
	}
}

/* What was merged is said by how; a plain kept row says nothing. */
static const char *
citation_how(const Citation *citation)
{
	if (citation->how != NULL || citation->is_removed)
		return citation->how;
	if (citation->claim != NULL && citation->claim->note != NULL &&
		citation->claim->note != citation->note)
		return "merged_into";
	return NULL;
}

/* Is the marker written as [SRC:id], to the byte? */
static bool
is_canonical(const Marker *marker, int64 id)
{
	int			len = (int) strlen("[SRC:]") + 1;

	for (int64 rest = id; rest > 9; rest /= 10)
		len++;
	return marker->kind == MARKER_SRC && !marker->is_escaped && marker->len == len;
}

static void
fill_citations(const Memo *memo, Columns *columns)
{
	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];
		const Section *section = &memo->sections[citation->section];
		const Marker *marker = citation_marker(memo, citation);

		CHECK_FOR_INTERRUPTS();
		set_text(columns, DETAIL_cit_section, i, section->section_key);
		set_other(columns, DETAIL_cit_origin, i, citation->origin, "marker");
		if (marker != NULL && !is_canonical(marker, citation->src_id))
			set_slice(columns, DETAIL_cit_marker, i,
				(Slice) {section->body.data + marker->start, marker->len});
		set_int(columns, DETAIL_cit_marker_offset, i, citation->marker_offset, 0);
		set_int(columns, DETAIL_cit_part, i, citation->part, 1);
		set_int(columns, DETAIL_cit_parts, i, citation->parts, 1);
		set_int(columns, DETAIL_cit_src_id, i, citation->src_id, 0);
		if (citation->src_id >= 0 && citation->marker >= 0)
			set_int(columns, DETAIL_cit_provisional_id, i, citation->provisional_id, 1);
		if (citation->global_id != citation->src_id)
			set_int(columns, DETAIL_cit_global_id, i, citation->global_id, -1);
		fill_source(memo, columns, i, citation);
		if (citation->is_removed)
			set_bool(columns, DETAIL_cit_removed, i, true);
		set_text(columns, DETAIL_cit_how, i, citation_how(citation));
		set_text(columns, DETAIL_cit_stage, i, citation->stage);
		if (!citation->is_removed)
		{
			set_int(columns, DETAIL_cit_note, i, citation->note->number, 1);
			set_int(columns, DETAIL_cit_offset, i, citation->final_offset, 0);
		}
	}
}

/* Why none of a claim's references stayed, by claim: "duplicate", "capped"; NULL =
 * one did, or it had none. */
static const char **
lost_claims(const Memo *memo)
{
	const char **lost = palloc0(sizeof(char *) * (memo->nclaims + 1));

	for (int i = 0; i < memo->citations.count; i++)
		if (memo->citations.items[i].claim != NULL && memo->citations.items[i].is_removed)
			lost[memo->citations.items[i].claim - memo->claims] = citation_how(&memo->citations.items[i]);
	for (int i = 0; i < memo->citations.count; i++)
		if (memo->citations.items[i].claim != NULL && !memo->citations.items[i].is_removed)
			lost[memo->citations.items[i].claim - memo->claims] = NULL;
	return lost;
}

static void
fill_claims(const Memo *memo, Columns *columns)
{
	const char **lost = lost_claims(memo);

	for (int i = 0; i < memo->nclaims; i++)
	{
		const Claim *claim = &memo->claims[i];

		CHECK_FOR_INTERRUPTS();
		set_text(columns, DETAIL_claim_section, i, memo->sections[claim->section].section_key);
		set_int(columns, DETAIL_claim_src_id, i, claim->src_id, 0);
		set(columns, DETAIL_claim_id, i, claim->claim_id, sizeof(claim->claim_id));
		set_other(columns, DETAIL_claim_outcome, i, claim->outcome, "placed_by_marker");
		set_text(columns, DETAIL_claim_reason, i, claim->reason != NULL ? claim->reason : lost[i]);
		if (claim->sentence.data != NULL)
			set_sentence(columns, DETAIL_claim_sentence, i, claim->sentence);
		if (claim->score >= 0)
			set_float(columns, DETAIL_claim_score, i, claim->score);
		set_text(columns, DETAIL_claim_quote_level, i, claim->quote_level);
	}
}

static void
fill_notes(const Memo *memo, Columns *columns)
{
	for (int i = 0; i < memo->nnumbered; i++)
	{
		const Note *note = memo->numbered[i];

		CHECK_FOR_INTERRUPTS();
		set(columns, DETAIL_note_key, i, &note->key, sizeof(note->key));
		set_other(columns, DETAIL_note_kind, i, note_kind_name(note), "source");
		if (note->identity.doc != NULL)
		{
			set_slice(columns, DETAIL_note_doc_id, i, document_id(note->identity.doc));
			set_int(columns, DETAIL_note_page, i, note->identity.page, 1);
			set_text(columns, DETAIL_note_locator, i, note->identity.locator);
		}
		set_text(columns, DETAIL_note_definition, i, note->definition);
		set_int(columns, DETAIL_note_confidence, i, note->confidence, 0);
		if (note->identity.doc != NULL && note->identity.doc->ingested_on != NULL)
			set_bool(columns, DETAIL_note_stale, i, note->identity.doc->is_stale);
		set_text(columns, DETAIL_note_section, i, memo->sections[note->first_section].section_key);
		set_int(columns, DETAIL_note_refs, i, note->nrefs, 0);
	}
}

static int
count_sources(const Memo *memo)
{
	int			count = 0;

	for (int i = 0; i < memo->ndocuments; i++)
		count += memo->documents[i].nrefs > 0;
	return count;
}

/* Cited documents as they were when the memo was made. */
static void
fill_sources(const Memo *memo, Columns *columns)
{
	int			row = 0;

	for (int i = 0; i < memo->ndocuments; i++)
	{
		const Document *doc = &memo->documents[i];

		if (doc->nrefs == 0)
			continue;
		set_text(columns, DETAIL_source_doc_id, row, doc->doc_id);
		set_text(columns, DETAIL_source_title, row, document_name(doc));
		set_text(columns, DETAIL_source_type, row, doc->source_type);
		if (doc->ingested_on != NULL)
			set(columns, DETAIL_source_ingested, row, &doc->ingested_day, sizeof(doc->ingested_day));
		row++;
	}
}

static void
fill_events(const Memo *memo, Columns *columns)
{
	for (int i = 0; i < memo->events.count; i++)
	{
		const Event *event = &memo->events.items[i];

		CHECK_FOR_INTERRUPTS();
		set_text(columns, DETAIL_event_stage, i, event->stage);
		set_text(columns, DETAIL_event_severity, i, event_severity(event));
		set_text(columns, DETAIL_event_code, i, event_name(event->code));
		if (event->section >= 0)
			set_text(columns, DETAIL_event_section, i, memo->sections[event->section].section_key);
		set_text(columns, DETAIL_event_subject, i, event->subject);
		set_text(columns, DETAIL_event_detail, i, event->detail == NULL ? "{}" : event->detail);
	}
}

static void
fill_checkpoints(const Memo *memo, Columns *columns)
{
	for (int i = 0; i < memo->ncheckpoints; i++)
	{
		const Checkpoint *checkpoint = &memo->checkpoints[i];

		set_text(columns, DETAIL_check_name, i, checkpoint->name);
		set_text(columns, DETAIL_check_stage, i, checkpoint->stage);
		set_int(columns, DETAIL_check_open, i, checkpoint->open, 0);
		set_int(columns, DETAIL_check_live, i, checkpoint->live, 0);
		set_int(columns, DETAIL_check_notes, i, checkpoint->notes, 0);
		set_int(columns, DETAIL_check_insights, i, checkpoint->insights, 0);
	}
}

static void
fill_grades(const Memo *memo, Columns *columns)
{
	static const char *const letters[] = {"A", "B", "C", "D"};

	for (int i = 0; i < memo->nsections; i++)
	{
		const Grade *grade = &memo->sections[i].grade;

		set_text(columns, DETAIL_grade_section, i, memo->sections[i].section_key);
		set_int(columns, DETAIL_grade_words, i, grade->words, 0);
		set_int(columns, DETAIL_grade_citations, i, grade->citations, 0);
		set_float(columns, DETAIL_grade_density, i, grade->density);
		set_float(columns, DETAIL_grade_stripped, i, grade->stripped);
		if (grade->letter != 0)
			set_text(columns, DETAIL_grade_letter, i, letters[grade->letter - 'A']);
		if (grade->budget > 0)
		{
			set_int(columns, DETAIL_grade_budget, i, grade->budget, 0);
			set_bool(columns, DETAIL_grade_budget_met, i, grade->citations >= grade->budget);
		}
		if (grade->figures > 0)
		{
			set_int(columns, DETAIL_grade_figures, i, grade->figures, 0);
			set_int(columns, DETAIL_grade_figures_supported, i, grade->figures_supported, 0);
		}
	}
}

/* ["returns", "exit"]: the keys of the questions that a chart answers. */
static char *
questions_json(const Memo *memo, const Chart *chart)
{
	StringInfoData out;

	initStringInfo(&out);
	appendStringInfoChar(&out, '[');
	for (int i = 0; i < memo->nquestions; i++)
	{
		if (!question_has_chart(&memo->questions[i], chart))
			continue;
		if (out.len > 1)
			appendStringInfoChar(&out, ',');
		append_json_string(&out, memo->questions[i].key, (int) strlen(memo->questions[i].key));
	}
	appendStringInfoChar(&out, ']');
	return out.data;
}

static void
fill_charts(const Memo *memo, Columns *columns)
{
	for (int i = 0; i < memo->ncharts; i++)
	{
		const Chart *chart = &memo->charts[i];

		set_text(columns, DETAIL_chart_id, i, chart->chart_id);
		set_text(columns, DETAIL_chart_decision, i, chart->is_dropped ? "dropped" : "inserted");
		set_text(columns, DETAIL_chart_gate, i, chart->gate);
		set_text(columns, DETAIL_chart_reason, i, chart->reason);
		set_text(columns, DETAIL_chart_section, i, memo->sections[chart->section].section_key);
		set_int(columns, DETAIL_chart_position, i, chart->position, 1);
		set_text(columns, DETAIL_chart_questions, i, questions_json(memo, chart));
	}
}

void
detail_columns(const Memo *memo, Datum *values, char *nulls)
{
	Columns    *columns = palloc0(sizeof(Columns));

#define CLOSE(first, last) \
	close_columns(columns, DETAIL_##first, DETAIL_##last, values, nulls)
	columns->rows = memo->citations.count;
	fill_citations(memo, columns);
	CLOSE(cit_section, cit_figures_supported);
	columns->rows = memo->nclaims;
	fill_claims(memo, columns);
	CLOSE(claim_section, claim_quote_level);
	columns->rows = memo->nnumbered;
	fill_notes(memo, columns);
	CLOSE(note_key, note_refs);
	columns->rows = count_sources(memo);
	fill_sources(memo, columns);
	CLOSE(source_doc_id, source_ingested);
	columns->rows = memo->events.count;
	fill_events(memo, columns);
	CLOSE(event_stage, event_detail);
	columns->rows = memo->ncheckpoints;
	fill_checkpoints(memo, columns);
	CLOSE(check_name, check_insights);
	columns->rows = memo->nsections;
	fill_grades(memo, columns);
	CLOSE(grade_section, grade_figures_supported);
	columns->rows = memo->ncharts;
	fill_charts(memo, columns);
	CLOSE(chart_id, chart_questions);
#undef CLOSE
}
