/*
 * input.c
 *		The tables of a deal, column by column: what is selected, which member of the Memo
 *		it becomes, and that it is in the memo's hash.
 *
 * Of a claim ("3f2a...", "debt", 3, ...) the second column is looked up among the sections,
 * the third is its id.  The hash has all rows in one canonical form, so that the same rows
 * have the same hash after any dump and restore: a text ends with a NUL, a NULL is a byte 1
 * and a NUL, a number is eight bytes.
 *
 * A new column needs its line here, its column, with its comment, in memo_store_tables()
 * (sql/; then `make docs`), its field in the struct, test/fuzz/input.c and sql.c, and a test
 * in test/sql.  A claim's also needs its place in stmt_import_claims, tests in
 * test/sql/claims.sql, and for agents that write JSON memo_claim_row, memo_read_claims,
 * memo_warn_of_members and memo_put_claims (all in sql/); the ledger shows it by a line of
 * detaillist.def.
 */
#include "store/store_internal.h"
#include "memo/memo.h"
#include "charts/charts.h"

#include <math.h>

#include "access/detoast.h"
#include "catalog/pg_type.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/uuid.h"

#define MAX_SCORE		1e6		/* beyond it, and NaN: not scored */

typedef enum ColumnKind
{
	COLUMN_TEXT,
	COLUMN_SOLID,				/* NULL for a text of blanks alone, too */
	COLUMN_JSON,
	COLUMN_DATE,
	COLUMN_ID,					/* -1 = NULL */
	COLUMN_COUNT,				/* likewise */
	COLUMN_PAGE,
	COLUMN_THOUSANDTHS,			/* of a number from 0 to 1 */
	COLUMN_FLOAT,
	COLUMN_SCOPE,
	COLUMN_HEADLINE,			/* NULL = as its key, the row's first column, says */
	COLUMN_UUID,
	COLUMN_INSIGHT,				/* its kind */
	COLUMN_SECTION,				/* the index of a key, -1 = the caller cannot see it */
	COLUMN_DOCUMENT,			/* NULL = the caller cannot see it */
	HASHED_BOOL,				/* no column: in the hash alone */
	HASHED_SHA256,
	COLUMN_DAY,					/* from here on: not in the hash */
	COLUMN_POSITION,			/* is in the order of the sections */
	COLUMN_SCORE,
	COLUMN_SLICE,				/* has a hash of its own */
	COLUMN_CONFIG				/* likewise */
} ColumnKind;

typedef struct InputColumn
{
	const char *name;			/* or expression; NULL = there is none */
	ColumnKind	kind;
	int			member;			/* of the row's struct */
} InputColumn;

/* A row that is read. */
typedef struct RowReader
{
	Memo	   *memo;
	KeyIndex   *sections;		/* NULL = not made yet */
	int			row;
} RowReader;

struct InputTable
{
	const char *rest;			/* of its statement, from FROM on */
	const InputColumn *columns;
	int			ncolumns;
	int			size;			/* of what a row becomes */
	int			rows;			/* members of the Memo: its array, and how many that has */
	int			count;
	bool		(*finish) (RowReader *in, void *row);	/* false: the row is left out */
	Statement	statement;
};

/* ----------------------------------------------------------------- columns */

/* Of the claim all, as the table has them: its rows need not be put together again. */
static const InputColumn claim_columns[] = {
	{"claim_id", COLUMN_UUID, offsetof(Claim, claim_id)},
	{"section_key", COLUMN_SECTION, offsetof(Claim, section)},
	{"src_id", COLUMN_ID, offsetof(Claim, src_id)},
	{"claim_text", COLUMN_TEXT, offsetof(Claim, text)},
	{"doc_id", COLUMN_DOCUMENT, offsetof(Claim, identity.doc)},
	{"page", COLUMN_PAGE, offsetof(Claim, identity.page)},
	{"passage_id", COLUMN_TEXT, offsetof(Claim, passage_id)},
	{"block_id", COLUMN_ID, offsetof(Claim, block_id)},
	{"quote", COLUMN_TEXT, offsetof(Claim, quote)},
	{"locator", COLUMN_TEXT, offsetof(Claim, locator)},
	{"confidence", COLUMN_THOUSANDTHS, offsetof(Claim, confidence)},
	{"source_type", COLUMN_TEXT, offsetof(Claim, source_type)},
	{NULL, HASHED_BOOL, offsetof(Claim, is_whole)},
};

static const InputColumn section_columns[] = {
	{"section_key", COLUMN_TEXT, offsetof(Section, section_key)},
	{"title", COLUMN_TEXT, offsetof(Section, title)},
	{"position", COLUMN_POSITION, offsetof(Section, position)},
	{"body", COLUMN_SLICE, offsetof(Section, body)},
	{"id_scope", COLUMN_SCOPE, offsetof(Section, is_global)},
	{"score::numeric", COLUMN_SCORE, offsetof(Section, score)},
	{"(SELECT k.headline FROM memocite.section_kind k WHERE k.section_key = section.section_key)",
	COLUMN_HEADLINE, offsetof(Section, is_headline)},
	{NULL, HASHED_SHA256, offsetof(Section, body_sha256)},
};

static const InputColumn document_columns[] = {
	{"doc_id", COLUMN_TEXT, offsetof(Document, doc_id)},
	{"title", COLUMN_TEXT, offsetof(Document, title)},
	{"path", COLUMN_TEXT, offsetof(Document, path)},
	{"url", COLUMN_SOLID, offsetof(Document, url)},
	{"source_type", COLUMN_TEXT, offsetof(Document, source_type)},
	{"tag", COLUMN_TEXT, offsetof(Document, tag)},
	{"ingested_on", COLUMN_DATE, offsetof(Document, ingested_on)},
	{"ingested_on", COLUMN_DAY, offsetof(Document, ingested_day)},
	{"src_id", COLUMN_ID, offsetof(Document, src_id)},
	{NULL, HASHED_BOOL, offsetof(Document, is_stale)},	/* at the memo's date, which is not */
};

/* Not in the hash: the deal's row has one of all passages. */
static const InputColumn passage_columns[] = {
	{"passage_id", COLUMN_TEXT, offsetof(Passage, passage_id)},
	{"src_id", COLUMN_ID, offsetof(Passage, src_id)},
	{"doc_id", COLUMN_DOCUMENT, offsetof(Passage, identity.doc)},
	{"page", COLUMN_PAGE, offsetof(Passage, identity.page)},
	{"content", COLUMN_SLICE, offsetof(Passage, content)},
};

static const InputColumn range_columns[] = {
	{"first_id", COLUMN_ID, offsetof(SrcRange, first_id)},
	{"last_id", COLUMN_ID, offsetof(SrcRange, last_id)},
};

static const InputColumn insight_columns[] = {
	{"kind", COLUMN_INSIGHT, offsetof(Insight, kind)},
	{"section_key", COLUMN_SOLID, offsetof(Insight, section_key)},
	{"anchor", COLUMN_SOLID, offsetof(Insight, anchor)},
	{"metric", COLUMN_SOLID, offsetof(Insight, metric)},
	{"influence::float8", COLUMN_FLOAT, offsetof(Insight, influence)},
	{"message", COLUMN_SOLID, offsetof(Insight, message)},
	{"detail", COLUMN_JSON, offsetof(Insight, detail)},
};

/* A confidence that float8 may not hold is infinite: above any that is allowed. */
static const InputColumn chart_columns[] = {
	{"chart_id", COLUMN_TEXT, offsetof(Chart, chart_id)},
	{"section_key", COLUMN_SECTION, offsetof(Chart, section)},
	{"CASE WHEN confidence BETWEEN -1000000 AND 1000000 THEN confidence::float8"
	" WHEN confidence IS NOT NULL THEN 'Infinity' END", COLUMN_FLOAT, offsetof(Chart, confidence)},
	{"family", COLUMN_TEXT, offsetof(Chart, family)},
	{"after_paragraph", COLUMN_COUNT, offsetof(Chart, after_paragraph)},
	{"config", COLUMN_CONFIG, 0},
	{NULL, HASHED_SHA256, offsetof(Chart, sha256)},
};

/* ----------------------------------------------------------------- reading */

static int
section_at(RowReader *in, const char *section_key)
{
	if (in->sections == NULL)
		in->sections = index_sections(in->memo);
	return key_at(in->sections, section_key);
}

/* In thousandths, NaN = not scored. */
static double
read_score(Datum value, bool is_null)
{
	double score =
		is_null ? NAN : DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, value));

	/* as the report shows it: a replay has no other */
	return fabs(score) <= MAX_SCORE ? rint(score * 1000) / 1000 : NAN;
}

/* -1 = none: "0.875" is 875.  To read its text takes a quarter of what a multiplication of
 * numeric does. */
static int
read_thousandths(Datum value, bool is_null)
{
	char	   *text;
	int			thousandths = 0;
	int			unit = 1000;

	if (is_null)
		return -1;
	text = DatumGetCString(DirectFunctionCall1(numeric_out, value));
	for (const char *c = text; *c != '\0'; c++)
		if (*c != '.')
		{
			thousandths += (*c - '0') * unit;
			unit /= 10;
		}
	pfree(text);
	return thousandths;
}

/* Whatever a config holds, reading it is no error: chart_check() tells of it (gate schema),
 * and the chart is dropped. */
static void
read_config(Chart *chart, Datum config)
{
	Size		size = toast_raw_datum_size(config) - VARHDRSZ;

	if (size <= MAX_CHART_BYTES)
	{
		config = PointerGetDatum(PG_DETOAST_DATUM(config));
		sha256(VARDATA(DatumGetPointer(config)), (int) size, chart->sha256);
	}
	else
		sha256((const char *) &size, sizeof(size), chart->sha256);	/* all that its drop says */
	chart->config = jsonb_read(config, MAX_CHART_BYTES, MAX_CHART_DEPTH, &chart->unread);
}

/* A column of the row, by number, into a member of that kind. */
static void
read_column(RowReader *in, int number, ColumnKind kind, void *member)
{
	int			row = in->row;
	bool		is_null;
	Datum		value = column(row, number, &is_null);
	int32		day;
	char	   *text;

#define TO(type) *(type *) member
	switch (kind)
	{
		case COLUMN_TEXT: TO(char *) = text_column(row, number); break;
		case COLUMN_SOLID:
			text = text_column(row, number);
			TO(char *) = text == NULL || text[strspn(text, " \t\r\n")] == '\0' ? NULL : text;
			break;
		case COLUMN_JSON: TO(char *) = json_column(row, number); break;
		case COLUMN_DATE: TO(char *) = day_column(row, number, &day); break;
		case COLUMN_DAY: TO(int32) = day_column(row, number, &day) == NULL ? 0 : day; break;
		case COLUMN_ID: TO(int64) = id_column(row, number, -1); break;
		case COLUMN_COUNT: TO(int) = int_column(row, number, -1); break;
		case COLUMN_POSITION: TO(int) = int_column(row, number, UNPLACED); break;
		case COLUMN_PAGE: TO(int) = page_column(row, number); break;
		case COLUMN_THOUSANDTHS: TO(int) = read_thousandths(value, is_null); break;
		case COLUMN_FLOAT: TO(double) = float_column(row, number); break;
		case COLUMN_SCORE: TO(double) = read_score(value, is_null); break;
		case COLUMN_SCOPE: TO(bool) = scope_is_global(in->memo, text_column(row, number)); break;
		case COLUMN_HEADLINE:
			TO(bool) = is_null ? key_is_headline(text_column(row, 2)) : DatumGetBool(value);
			break;
		case COLUMN_UUID: TO(pg_uuid_t) = *DatumGetUUIDP(value); break;
		case COLUMN_INSIGHT: TO(InsightKind) = insight_kind(text_column(row, number)); break;
		case COLUMN_SECTION: TO(int) = section_at(in, text_column(row, number)); break;
		case COLUMN_DOCUMENT:
			TO(Document *) = memo_document(in->memo, datum_slice(value).data,
										   datum_slice(value).len);
			break;
		case COLUMN_SLICE: TO(Slice) = datum_slice(value); break;
		case COLUMN_CONFIG: read_config(member, value); break;
		case HASHED_BOOL:
		case HASHED_SHA256:
			break;
	}
}

/* A body that came past the trigger may be too large: an error. */
static bool
finish_section(RowReader *in pg_attribute_unused(), void *row)
{
	Section    *section = row;

	sha256(section->body.data, section->body.len, section->body_sha256);
	if (section->body.len > MAX_SECTION_BYTES)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("section \"%s\" is too large", section->section_key),
						errdetail("It has %d bytes; the limit is %d.", section->body.len,
								  MAX_SECTION_BYTES)));
	return true;
}

/* Stale is a document at the memo's date, by the policy. */
static bool
finish_document(RowReader *in, void *row)
{
	Document   *doc = row;

	doc->doc_id_len = (int) strlen(doc->doc_id);
	doc->is_stale = doc->ingested_on != NULL &&
		(int64) in->memo->as_of_day - doc->ingested_day > in->memo->policy.stale_days;
	return true;
}

static bool
finish_claim(RowReader *in pg_attribute_unused(), void *row)
{
	Claim	   *claim = row;

	claim_read_locator(claim);
	claim_read_passage(claim);
	claim->score = -1;
	return claim->section >= 0 && claim->identity.doc != NULL;
}

static bool
finish_passage(RowReader *in pg_attribute_unused(), void *row)
{
	return ((Passage *) row)->identity.doc != NULL;
}

/* An insight of a section that is not there is one of none. */
static bool
finish_insight(RowReader *in, void *row)
{
	Insight    *insight = row;

	insight_read_detail(insight);
	insight->section = section_at(in, insight->section_key);
	return true;
}

static bool
finish_chart(RowReader *in pg_attribute_unused(), void *row)
{
	((Chart *) row)->anchor = -1;
	return ((Chart *) row)->section >= 0;
}

/* ------------------------------------------------------------------ tables */

#define TABLE(name, columns, ncolumns, type, rows, count, finish, rest) \
	InputTable name = {" FROM memocite." rest, columns, ncolumns, sizeof(type), \
		offsetof(Memo, rows), offsetof(Memo, count), finish, {.nargs = 1, .types = {INT8OID}}};

TABLE(section_input, section_columns, lengthof(section_columns), Section, sections, nsections,
	  finish_section, "section WHERE deal_id = $1")
TABLE(document_input, document_columns, lengthof(document_columns), Document, documents,
	  ndocuments, finish_document, "document WHERE deal_id = $1")
TABLE(claim_input, claim_columns, lengthof(claim_columns), Claim, claims, nclaims,
	  finish_claim, "claim WHERE deal_id = $1")
TABLE(range_input, range_columns, lengthof(range_columns), SrcRange, ranges.items,
	  ranges.count, NULL, "src_range WHERE deal_id = $1 ORDER BY first_id")
TABLE(insight_input, insight_columns, lengthof(insight_columns), Insight, insights, ninsights,
	  finish_insight, "insight WHERE deal_id = $1")
TABLE(chart_input, chart_columns, lengthof(chart_columns), Chart, charts, ncharts,
	  finish_chart, "chart WHERE deal_id = $1 ORDER BY section_key COLLATE \"C\"")
/* those that markers can name, without what they say */
TABLE(passage_input, passage_columns, lengthof(passage_columns) - 1, Passage, passages,
	  npassages, finish_passage, "passage WHERE deal_id = $1 AND src_id IS NOT NULL"
	  " ORDER BY src_id, passage_id COLLATE \"C\"")

/* What the last statement gave, with the columns of a table behind the deal's. */
static void *
read_rows(Memo *memo, const InputTable *table, int ncolumns, int nrows, int *count)
{
	RowReader	in = {.memo = memo};
	char	   *rows = zeroed_array(nrows + 1, table->size);

	*count = 0;
	for (; in.row < nrows; in.row++)
	{
		char	   *row = rows + (Size) table->size * *count;

		CHECK_FOR_INTERRUPTS();
		for (int i = 0; i < ncolumns; i++)
			if (table->columns[i].name != NULL)
				read_column(&in, i + 2, table->columns[i].kind, row + table->columns[i].member);
		if (table->finish == NULL || table->finish(&in, row))
			(*count)++;
		else
			memset(row, 0, table->size);
	}
	return rows;
}

void
load_table(Memo *memo, InputTable *table)
{
	int			nrows;

	if (table->statement.sql == NULL)
	{
		StringInfoData sql;

		initStringInfo(&sql);
		appendStringInfoString(&sql, "SELECT deal_id");
		for (int i = 0; i < table->ncolumns && table->columns[i].name != NULL; i++)
			appendStringInfo(&sql, ", %s", table->columns[i].name);
		appendStringInfoString(&sql, table->rest);
		table->statement.sql = MemoryContextStrdup(TopMemoryContext, sql.data);
	}
	nrows = query_deal(&table->statement, memo->deal_id);
	*(void **) ((char *) memo + table->rows) =
		read_rows(memo, table, table->ncolumns, nrows, (int *) ((char *) memo + table->count));
}

/* ------------------------------------------------------- passages, when asked for */

/* What wanted passages say: a callback of a Memo. */
void
fetch_passages(Memo *memo, const PassageWants *wants, Passage **passages, int *npassages)
{
	Datum	   *ids = palloc_array_huge(wants->ids.count + 1, sizeof(Datum));
	Datum	   *documents = palloc_array_huge(wants->documents.count + 1, sizeof(Datum));
	Datum	   *paged = palloc_array_huge(wants->pages.count + 1, sizeof(Datum));
	int64	   *pages = palloc_array_huge(wants->pages.count + 1, sizeof(int64));
	int			nrows;

	for (int i = 0; i < wants->ids.count; i++)
		ids[i] = text_datum(wants->ids.items[i]);
	for (int i = 0; i < wants->documents.count; i++)
		documents[i] = text_datum(wants->documents.items[i]->doc_id);
	for (int i = 0; i < wants->pages.count; i++)
	{
		paged[i] = text_datum(wants->pages.items[i].doc->doc_id);
		pages[i] = wants->pages.items[i].page;
	}
	nrows = query_in_place(&stmt_load_contents, (Datum []) {
		Int64GetDatum(memo->deal_id), text_array_datum(ids, wants->ids.count),
		text_array_datum(documents, wants->documents.count),
		text_array_datum(paged, wants->pages.count), int8_array_datum(pages, wants->pages.count),
	});
	*passages = read_rows(memo, &passage_input, lengthof(passage_columns), nrows, npassages);
}

/* ---------------------------------------------------------------- the hash */

void
hash_text(StringInfo input, const char *text)
{
	if (text == NULL)
		appendStringInfoCharMacro(input, 1);
	else
		appendBinaryStringInfo(input, text, (int) strlen(text));
	appendStringInfoCharMacro(input, '\0');
}

static void
hash_member(StringInfo input, ColumnKind kind, const void *member)
{
#define FROM(type) *(const type *) member
	switch (kind)
	{
		case COLUMN_TEXT:
		case COLUMN_SOLID:
		case COLUMN_JSON:
		case COLUMN_DATE: hash_text(input, FROM(char *const)); break;
		case COLUMN_ID:
		case COLUMN_FLOAT: pq_sendint64(input, FROM(uint64)); break;
		case COLUMN_COUNT:
		case COLUMN_PAGE:
		case COLUMN_THOUSANDTHS:
		case COLUMN_SECTION: pq_sendint64(input, (uint64) (int64) FROM(int)); break;
		case COLUMN_INSIGHT: pq_sendint64(input, FROM(InsightKind)); break;
		case COLUMN_SCOPE:
		case COLUMN_HEADLINE:
		case HASHED_BOOL: pq_sendint64(input, FROM(bool)); break;
		case COLUMN_DOCUMENT: pq_sendint64(input, (FROM(Document *const))->index); break;
		case COLUMN_UUID: appendBinaryStringInfo(input, member, sizeof(pg_uuid_t)); break;
		case HASHED_SHA256: appendBinaryStringInfo(input, member, 32); break;
		default: break;
	}
}

void
hash_table(const Memo *memo, const InputTable *table, StringInfo input)
{
	const char *row = *(char *const *) ((const char *) memo + table->rows);
	int			count = *(const int *) ((const char *) memo + table->count);

	for (int i = 0; i < count; i++, row += table->size)
		for (int j = 0; j < table->ncolumns; j++)
			hash_member(input, table->columns[j].kind, row + table->columns[j].member);
}
