/*
 * ledger_columns.c
 *		A finished Memo -> the array columns of revision_detail.
 *
 * What each column holds is detaillist.def's to say.  Arrays of a group are
 * parallel: element i of each is row i of its view.  A column without any value
 * is NULL as a whole:
 *
 *		two citations, the second removed:
 *		cit_section {debt,debt}  cit_removed {NULL,true}  cit_note {1,NULL}  cit_matched NULL
 */
#include "store/store_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "charts/charts.h"
#include "render/render.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/uuid.h"

static const struct
{
	const char *name;
	Oid			type;
}			details[] = {
#define DETAIL(name, type, value) {#name, type##OID},
#include "store/detaillist.def"
#undef DETAIL
};

#define MAX_COLUMN_BYTES	(256 * 1024 * 1024) /* a row of the table has less than 1 GB */
#define NONE				PG_INT64_MIN

/* A column while it is filled, once it has a value. */
typedef struct Column
{
	Datum	   *values;
	bool	   *nulls;
	int			rows;
	int64		bytes;			/* of its texts */
	const char *text;			/* the last one: section keys, stages, reasons repeat */
	Datum		datum;			/* of it */
} Column;

typedef struct Columns
{
	Column		columns[NDETAILS];
	int			rows;			/* of the group that is being filled */
} Columns;

/* ------------------------------------------------------------------ values */

/* Sets the value of a row; the first one makes the column, all others of it NULL. */
static void
put(Columns *columns, DetailColumn column, int row, Datum value)
{
	Column	   *to = &columns->columns[column];

	if (to->values == NULL)
	{
		to->rows = columns->rows;
		to->values = palloc_array_huge(to->rows, sizeof(Datum));
		to->nulls = palloc_array_huge(to->rows, sizeof(bool));
		memset(to->nulls, true, to->rows);
	}
	to->values[row] = value;
	to->nulls[row] = false;
}

/* A text that repeats, by its address, is made a Datum once. */
static void
put_TEXT(Columns *columns, DetailColumn column, int row, const char *text)
{
	Column	   *to = &columns->columns[column];

	if (text == NULL)
		return;
	if (text != to->text)
		to->datum = text_datum(text);
	to->text = text;
	to->bytes += INTALIGN(VARSIZE(DatumGetPointer(to->datum)));
	if (to->bytes > MAX_COLUMN_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("column \"%s\" of the memo's ledger is too large", details[column].name),
				 errdetail("It would have more than %d bytes.", MAX_COLUMN_BYTES),
				 errhint("A claim's quote and locator are stored with each reference that the "
						 "claim has.")));
	put(columns, column, row, to->datum);
}

#define put_JSON put_TEXT

#define PUT_NUMBER(type, number_datum) \
	static inline void \
	put_##type(Columns *columns, DetailColumn column, int row, int64 number) \
	{ \
		if (number != NONE) \
			put(columns, column, row, number_datum(number)); \
	}

PUT_NUMBER(INT2, Int16GetDatum)
PUT_NUMBER(INT4, Int32GetDatum)
PUT_NUMBER(INT8, Int64GetDatum)
PUT_NUMBER(DATE, Int32GetDatum)
PUT_NUMBER(BOOL, BoolGetDatum)

/* A score below 0 is none. */
static void
put_FLOAT4(Columns *columns, DetailColumn column, int row, float number)
{
	if (number >= 0)
		put(columns, column, row, Float4GetDatum(number));
}

static void
put_UUID(Columns *columns, DetailColumn column, int row, const void *uuid)
{
	put(columns, column, row, PointerGetDatum(uuid));
}

/* A count or id; one below least is none. */
static inline int64
from(int64 least, int64 number)
{
	return number < least ? NONE : number;
}

/* The usual text is the view's to say: most rows need no value. */
static inline const char *
unusual(const char *text, const char *usual)
{
	return text == NULL || text == usual || strcmp(text, usual) == 0 ? NULL : text;
}

/* --------------------------------------------------------------- citations */

static const char *
citation_locator(const Citation *citation)
{
	return citation->identity.locator == NULL && citation->claim != NULL ? citation->claim->locator
		: citation->identity.locator;
}

/* Does the note show another page than was claimed, the one that has the quote? */
static bool
is_elsewhere(const Citation *citation)
{
	const Claim *claim = citation->claim;

	return claim != NULL && claim->found.claimed_page > 0 && citation->how == NULL &&
		citation->identity.page == claim->identity.page;
}

static int
cited_page(const Citation *citation)
{
	return is_elsewhere(citation) ? citation->claim->found.claimed_page : citation->identity.page;
}

/* NONE where the reference shows no quote. */
static int64
citation_is_verified(const Citation *citation)
{
	return citation->claim == NULL || citation->is_removed ||
		citation_quote(citation).text.data == NULL
		? NONE : citation->claim->quote_verified;
}

/* What was merged is said by how; a plain kept row says nothing. */
static const char *
citation_how(const Citation *citation)
{
	if (citation->how != NULL || citation->is_removed)
		return citation->how;
	if (is_elsewhere(citation))
		return "quote_elsewhere";
	if (citation->claim != NULL && citation->claim->note != NULL &&
		citation->claim->note != citation->note)
		return "merged_into";
	return NULL;
}

/* The text of a marker that its id does not tell. */
static const char *
odd_marker(const Memo *memo, const Citation *citation)
{
	const Marker *marker = citation_marker(memo, citation);
	Slice		written;
	char		canonical[32];
	int			len;

	if (marker == NULL)
		return citation->written.len == 0 ? NULL : slice_copy(citation->written);
	written = (Slice) {memo->sections[citation->section].body.data + marker->start, marker->len};
	len = snprintf(canonical, sizeof canonical, "[SRC:" INT64_FORMAT "]", citation->src_id);
	return citation->src_id >= 0 && slice_equal(written, (Slice) {canonical, len})
		? NULL : slice_copy(written);
}

#define DETAIL(name, type, value) put_##type(columns, DETAIL_##name, i, value);

/* A group's rows, which i counts. */
#define ROWS(count) for (int i = ((void) (columns->rows = (count)), 0); i < columns->rows; i++)

static void
fill_citations(const Memo *memo, Columns *columns)
{
	ROWS(memo->citations.count)
	{
		const Citation *citation = &memo->citations.items[i];
		const Section *section = &memo->sections[citation->section];
		const Claim *claim = citation->claim;
		const Document *doc = citation->is_resolved ? citation->identity.doc : NULL;
		bool		is_moved = citation->global_id != citation->src_id;
		bool		is_marked = citation->src_id >= 0 && citation->marker >= 0;

		CHECK_FOR_INTERRUPTS();
#define DETAIL_GROUP	1
#include "store/detaillist.def"
	}
}

/* ------------------------------------------------------------------ claims */

#define LONGEST_SENTENCE \
	2000 /* bytes: what a model writes without a full stop is a sentence, too */

/* The beginning of the sentence, which the agent's body has whole. */
static const char *
claim_sentence(const Claim *claim)
{
	int			len = LONGEST_SENTENCE;

	if (claim->sentence.data == NULL || claim->sentence.len <= len)
		return claim->sentence.data == NULL ? NULL : slice_copy(claim->sentence);
	while (((unsigned char) claim->sentence.data[len] & 0xC0) == 0x80)
		len--;
	return psprintf("%.*s\xE2\x80\xA6", len, claim->sentence.data);
}

/* Why none of a claim's references stayed, by claim: "duplicate", "capped"; NULL =
 * one did, or it had none. */
static const char **
lost_claims(const Memo *memo)
{
	const char **lost = palloc0(sizeof(char *) * (memo->nclaims + 1));

	for (int i = 0; i < memo->citations.count; i++)
		if (memo->citations.items[i].claim != NULL && memo->citations.items[i].is_removed)
			lost[memo->citations.items[i].claim - memo->claims] =
				citation_how(&memo->citations.items[i]);
	for (int i = 0; i < memo->citations.count; i++)
		if (memo->citations.items[i].claim != NULL && !memo->citations.items[i].is_removed)
			lost[memo->citations.items[i].claim - memo->claims] = NULL;
	return lost;
}

static void
fill_claims(const Memo *memo, Columns *columns)
{
	const char **lost = lost_claims(memo);

	ROWS(memo->nclaims)
	{
		const Claim *claim = &memo->claims[i];

		CHECK_FOR_INTERRUPTS();
#define DETAIL_GROUP	2
#include "store/detaillist.def"
	}
}

/* ------------------------------------------------------------ the other groups */

static void
fill_notes(const Memo *memo, Columns *columns)
{
	ROWS(memo->numbered.count)
	{
		const Note *note = memo->numbered.items[i];
		const Document *doc = note->identity.doc;

		CHECK_FOR_INTERRUPTS();
#define DETAIL_GROUP	3
#include "store/detaillist.def"
	}
	columns->rows = 0;
	for (int at = 0; at < memo->ndocuments; at++)
		columns->rows += memo->documents[at].nrefs > 0;
	for (int at = 0, i = 0; at < memo->ndocuments; at++)
	{
		const Document *doc = &memo->documents[at];

		if (doc->nrefs == 0)
			continue;
#define DETAIL_GROUP	4
#include "store/detaillist.def"
		i++;
	}
	ROWS(memo->events.count)
	{
		const Event *event = &memo->events.items[i];

		CHECK_FOR_INTERRUPTS();
#define DETAIL_GROUP	5
#include "store/detaillist.def"
	}
}

const char *
grade_letter(const Grade *grade)
{
	static const char *const letters[] = {"A", "B", "C", "D"};

	return grade->letter == 0 ? NULL : letters[grade->letter - 'A'];
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
fill_sections(const Memo *memo, Columns *columns)
{
	ROWS(memo->checkpoints.count)
	{
		const Checkpoint *check = &memo->checkpoints.items[i];

#define DETAIL_GROUP	6
#include "store/detaillist.def"
	}
	ROWS(memo->nsections)
	{
		const Grade *grade = &memo->sections[i].rendered.grade;

#define DETAIL_GROUP	7
#include "store/detaillist.def"
	}
	ROWS(memo->ncharts)
	{
		const Chart *chart = &memo->charts[i];

#define DETAIL_GROUP	8
#include "store/detaillist.def"
	}
	ROWS(memo->tail.count)
	{
		const TailPart *part = &memo->tail.items[i];

#define DETAIL_GROUP	9
#include "store/detaillist.def"
	}
}

void
detail_columns(const Memo *memo, Datum *values, char *nulls)
{
	Columns    *columns = palloc0(sizeof(Columns));

	fill_citations(memo, columns);
	fill_claims(memo, columns);
	fill_notes(memo, columns);
	fill_sections(memo, columns);
	for (int i = 0; i < NDETAILS; i++)
	{
		Column	   *from = &columns->columns[i];

		CHECK_FOR_INTERRUPTS();
		nulls[i] = from->values == NULL ? 'n' : ' ';
		if (from->values != NULL)
			values[i] = array_datum(from->values, from->nulls, from->rows, details[i].type);
	}
}
