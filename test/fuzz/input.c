/*
 * input.c
 *		A text -> a Memo, as load.c and load_*.c make one of a deal's rows.
 *
 * A line that begins with @ and a table's name is a row; its fields are parted
 * by | and one that is empty is NULL ('' is an empty text).  What follows a
 * section's line, up to the next row, is its body; its claims come behind it:
 *
 *		@policy rescue false
 *		@document om|Offering Memorandum|om.pdf|pdf|A|12|2026-01-31
 *		@passage p1|om|3||NOI of 4.2 million
 *		@section risk|Risk Factors|700|local|
 *		Rents rose 4% [SRC:1].
 *		@claim 1|om|3|p. 3, Table 2|875|the quote|Rents rose 4%|p1
 *		@chart noi|2|{"type": "bar", ...}
 *
 * A text that begins otherwise is the body of one section of a deal that has
 * three documents and six claims.  What a database would refuse, as a second
 * document with an id, is left out, or made something that it takes.
 */
#include "fuzz.h"

#include <math.h>


#define FIELDS		9
#define MOST_ROWS	64			/* of each table */

static const char preset[] =
"@document om|Offering Memorandum|deal/om.pdf|pdf|A||2026-05-01\n"
"@document rr|Rent Roll|rr.xlsx|excel|B|77|2025-01-01\n"
"@document costar|CoStar Market Report||costar|CoStar||\n"
"@section risk||||\n";
static const char preset_claims[] =
"\n@claim 1|om|3||900|NOI of 4.2 million|NOI was 4.2 million in 2025.\n"
"@claim 2|om|4|p. 4, Table 2|400||Rents rose 4% a year\n"
"@claim 3|rr||Summary!C14|||\n"
"@claim 4|rr|||||\n"
"@claim 12|costar|7|||Vacancy is 6.1%|\n"
"@claim 12|om|8||||Vacancy fell to 6.1%\n";

InputRows	input_rows;

static Passage *passages;		/* of the deal, by id */
static int	npassages;

/* ------------------------------------------------------------------- bytes */

/* Length of the character at a byte, 0 when it is none. */
static int
utf8_at(const unsigned char *text, Size len)
{
	static const struct
	{
		unsigned char first;
		unsigned char last;
		unsigned char second_from;
		unsigned char second_to;
		int			len;
	}			forms[] = {
		{0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
		{0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
		{0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
	};

	if (text[0] < 0x80)
		return text[0] != '\0';
	for (int i = 0; i < (int) lengthof(forms); i++)
	{
		if (text[0] < forms[i].first || text[0] > forms[i].last)
			continue;
		if (len < (Size) forms[i].len || text[1] < forms[i].second_from || text[1] > forms[i].second_to)
			return 0;
		for (int j = 2; j < forms[i].len; j++)
			if ((text[j] & 0xC0) != 0x80)
				return 0;
		return forms[i].len;
	}
	return 0;
}

bool
utf8_is_valid(const char *text, int len)
{
	for (int i = 0, width; i < len; i += width)
		if ((width = utf8_at((const unsigned char *) text + i, len - i)) == 0)
			return false;
	return true;
}

/* With ? where a database would have refused the byte. */
static char *
clean_copy(const char *data, Size size)
{
	char	   *copy = palloc(size + 1);

	memcpy(copy, data, size);
	copy[size] = '\0';
	for (Size i = 0, width; i < size; i += Max(width, 1))
		if ((width = utf8_at((const unsigned char *) copy + i, size - i)) == 0)
			copy[i] = '?';
	return copy;
}

/* ------------------------------------------------------------------ fields */

/* A row of up to FIELDS fields; the last one has the rest of the line. */
static InputRow *
row_read(const char *table, const char *line, int len, int nfields)
{
	InputRow   *row = VEC_PUSH(&input_rows.rows);

	row->table = table;
	for (int i = 0; i < nfields && len >= 0; i++)
	{
		const char *bar = i + 1 < nfields && len > 0 ? memchr(line, '|', len) : NULL;
		int			width = bar == NULL ? len : (int) (bar - line);

		if (width == 2 && memcmp(line, "''", 2) == 0)
			row->fields[i] = pstrdup("");
		else if (width > 0)
			row->fields[i] = pnstrdup(line, width);
		line += width + 1;
		len -= width + 1;
	}
	return row;
}

static void
row_refuse(void)
{
	input_rows.rows.count--;
}

/* A whole number of a field, which is written back; NULL is what is none. */
static int64
field_int(InputRow *row, int field, int64 least, int64 most, int64 none)
{
	int64		number;
	char	   *end;

	if (row->fields[field] == NULL)
		return none;
	errno = 0;
	number = strtoll(row->fields[field], &end, 10);
	if (end == row->fields[field] || errno != 0 || number < least || number > most)
	{
		row->fields[field] = NULL;
		return none;
	}
	row->fields[field] = psprintf("%lld", (long long) number);
	return number;
}

/* One of several words, the last when it is another. */
static char *
field_word(InputRow *row, int field, const char *const *words, int count)
{
	for (int i = 0; i < count && words[i] != NULL && row->fields[field] != NULL; i++)
		if (strcmp(row->fields[field], words[i]) == 0)
			return row->fields[field];
	return row->fields[field] = words[count - 1] == NULL ? NULL : pstrdup(words[count - 1]);
}

/* Days from 2000-01-01, as a DateADT has them, of a day that the calendar has. */
static bool
day_read(const char *text, int32 *day)
{
	static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int			year;
	int			month;
	int			mday;
	int			after;

	if (text == NULL || strlen(text) != 10 || strspn(text, "0123456789-") != 10 ||
		sscanf(text, "%4d-%2d-%2d%n", &year, &month, &mday, &after) != 3 || after != 10 ||
		year < 1900 || year > 2100 || month < 1 || month > 12 || mday < 1 || mday > lengths[month - 1])
		return false;
	/* years from March on, so that a leap day is the last one */
	year -= month <= 2;
	*day = year * 365 + year / 4 - year / 100 + year / 400 + (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + mday - 1 - 730425;
	return true;
}

/* ---------------------------------------------------------------- the rows */

static void
take_deal(Memo *memo, InputRow *row)
{
	memo->name = row->fields[0] == NULL ? pstrdup("Maple Court") : row->fields[0];
	row->fields[0] = memo->name;
	memo->primary_doc_id = row->fields[1];
}

/* "@policy key value": a value that the policy does not take changes nothing. */
static void
take_policy(Memo *memo, InputRow *row)
{
	const char *value = row->fields[1];
	const char *type = "string";

	if (row->fields[0] == NULL || value == NULL)
		return row_refuse();
	if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
		type = "boolean";
	else if (*value >= '0' && *value <= '9' && strlen(value) < 9 && strspn(value, "0123456789") == strlen(value) &&
			 (*value != '0' || value[1] == '\0'))
		type = "number";
	row->fields[2] = pstrdup(type);
	if (policy_set(&memo->policy, row->fields[0], type, value) != NULL)
		row_refuse();
}

static void
take_document(Memo *memo, InputRow *row)
{
	static const char *const types[] = {"user", "excel", "costar", "pdf", "web", "other"};
	Document   *doc = &memo->documents[memo->ndocuments];

	if (row->fields[0] == NULL || row->fields[0][0] == '\0' || memo->ndocuments == MOST_ROWS)
		return row_refuse();
	for (int i = 0; i < memo->ndocuments; i++)
		if (strcmp(memo->documents[i].doc_id, row->fields[0]) == 0)
			return row_refuse();
	if (row->fields[4] != NULL && row->fields[4][0] == '\0')
		row->fields[4] = NULL;
	if (!day_read(row->fields[6], &doc->ingested_day))
		row->fields[6] = NULL;
	doc->doc_id = row->fields[0];
	doc->doc_id_len = (int) strlen(doc->doc_id);
	doc->title = row->fields[1];
	doc->path = row->fields[2];
	doc->url = row->fields[7];
	doc->source_type = field_word(row, 3, types, lengthof(types));
	doc->tag = row->fields[4];
	doc->src_id = field_int(row, 5, 1, PG_INT64_MAX, -1);
	doc->ingested_on = row->fields[6];
	memo->ndocuments++;
}

static void
take_section(Memo *memo, InputRow *row, Slice body)
{
	static const char *const scopes[] = {"local", "global", NULL};
	Section    *section = &memo->sections[memo->nsections];

	if (row->fields[0] == NULL || row->fields[0][0] == '\0' || memo->nsections == MOST_ROWS)
		return row_refuse();
	for (int i = 0; i < memo->nsections; i++)
		if (strcmp(memo->sections[i].section_key, row->fields[0]) == 0)
			return row_refuse();
	section->section_key = row->fields[0];
	section->title = name_shows(row->fields[1]) ? row->fields[1] : title_from_key(section->section_key);
	section->position = (int) field_int(row, 2, -1000000, 1000000, 1000);
	row->fields[2] = psprintf("%d", section->position);
	section->is_global = scope_is_global(memo, field_word(row, 3, scopes, lengthof(scopes)));
	section->is_headline = key_is_headline(section->section_key);
	section->score = (double) field_int(row, 4, 0, 100, PG_INT64_MIN);
	if (row->fields[4] == NULL)
		section->score = NAN;
	row->fields[5] = pnstrdup(body.data, body.len);
	section->body.data = memcpy(palloc(body.len), body.data, body.len);	/* of exact size */
	section->body.len = body.len;
	sha256(section->body.data, section->body.len, section->body_sha256);
	memo->nsections++;
}

static void
take_range(Memo *memo, InputRow *row)
{
	int			count = memo->ranges.count;
	SrcRange	range = {field_int(row, 0, 1, PG_INT64_MAX, 0),
	field_int(row, 1, 1, PG_INT64_MAX, 0)};

	if (range.first_id == 0 || range.last_id < range.first_id || count == MOST_ROWS ||
		(count > 0 && range.first_id <= memo->ranges.items[count - 1].last_id))
		return row_refuse();
	*VEC_PUSH(&memo->ranges) = range;
}

static void
take_insight(Memo *memo, InputRow *row)
{
	static const char *const kinds[] = {"model_warning", "ic_note"};
	Insight    *insight = &memo->insights[memo->ninsights];

	if (memo->ninsights == MOST_ROWS)
		return row_refuse();
	insight->kind = strcmp(field_word(row, 0, kinds, lengthof(kinds)), "ic_note") == 0 ? INSIGHT_IC_NOTE : INSIGHT_MODEL_WARNING;
	for (int i = 1; i <= 4; i++)
		if (row->fields[i] != NULL && row->fields[i][strspn(row->fields[i], " \t\r\n")] == '\0')
			row->fields[i] = NULL;
	insight->section_key = row->fields[1];
	insight->anchor = row->fields[2];
	insight->metric = row->fields[3];
	insight->message = row->fields[4];
	insight->influence = NAN;
	insight->detail = pstrdup("{}");
	insight->depth = -1;
	insight->section = -1;
	memo->ninsights++;
}

/* ------------------------------------------- rows that name rows before them */

static void
take_passage(Memo *memo, InputRow *row)
{
	Document   *doc = row->fields[1] == NULL ? NULL : memo_document(memo, row->fields[1], (int) strlen(row->fields[1]));
	Passage    *passage = &passages[npassages];

	if (row->fields[0] == NULL || doc == NULL || npassages == MOST_ROWS)
		return row_refuse();
	for (int i = 0; i < npassages; i++)
		if (strcmp(passages[i].passage_id, row->fields[0]) == 0)
			return row_refuse();
	passage->passage_id = row->fields[0];
	passage->identity.doc = doc;
	passage->identity.page = (int) field_int(row, 2, INT_MIN + 1, INT_MAX, 0);
	if (row->fields[2] != NULL && passage->identity.page == 0)
		passage->identity.page = INT_MIN;
	passage->src_id = field_int(row, 3, 1, PG_INT64_MAX, -1);
	if (row->fields[4] == NULL)
		row->fields[4] = pstrdup("");
	passage->content = slice_of(row->fields[4]);
	npassages++;
}

static Passage *
passage_find(const char *passage_id)
{
	for (int i = 0; i < npassages && passage_id != NULL; i++)
		if (strcmp(passages[i].passage_id, passage_id) == 0)
			return &passages[i];
	return NULL;
}

/* A claim on no document is one on the first, so that changed input stays of use. */
static void
take_claim(Memo *memo, InputRow *row, int section)
{
	Claim	   *claim = &memo->claims[memo->nclaims];
	Passage    *passage = passage_find(row->fields[7]);

	if (memo->ndocuments == 0 || memo->nclaims == MOST_ROWS)
		return row_refuse();
	claim->claim_id[15] = (unsigned char) memo->nclaims;
	claim->section = section;
	claim->src_id = field_int(row, 0, 0, PG_INT64_MAX, -1);
	if (row->fields[1] != NULL)
		claim->identity.doc = memo_document(memo, row->fields[1], (int) strlen(row->fields[1]));
	if (claim->identity.doc == NULL)
		claim->identity.doc = &memo->documents[0];
	row->fields[1] = claim->identity.doc->doc_id;
	claim->identity.page = (int) field_int(row, 2, INT_MIN + 1, INT_MAX, 0);
	if (row->fields[2] != NULL && claim->identity.page == 0)
		claim->identity.page = INT_MIN;
	claim->locator = row->fields[3];
	claim_read_locator(claim);
	claim->confidence = (int) field_int(row, 4, 0, 1000, -1);
	claim->quote = row->fields[5];
	claim->text = row->fields[6];
	row->fields[7] = passage == NULL ? NULL : passage->passage_id;
	row->fields[8] = memo->sections[section].section_key;
	claim->passage_id = row->fields[7];
	claim->block_id = -1;
	claim->score = -1;
	if (passage != NULL && passage->identity.doc == claim->identity.doc &&
		claim->identity.page == 0 && claim->locator == NULL && !claim->is_whole)
		claim->identity.page = Max(passage->identity.page, 0);
	memo->nclaims++;
}

static void
take_chart(Memo *memo, InputRow *row, int section)
{
	Chart	   *chart = &memo->charts[memo->ncharts];

	if (row->fields[0] == NULL || row->fields[0][0] == '\0' || row->fields[2] == NULL || memo->ncharts == MOST_ROWS)
		return row_refuse();
	for (int i = 0; i < memo->ncharts; i++)
		if (strcmp(memo->charts[i].chart_id, row->fields[0]) == 0)
			return row_refuse();
	chart->config = json_parse(slice_of(row->fields[2]), MAX_CHART_DEPTH);
	if (chart->config == NULL)
		return row_refuse();
	chart->chart_id = row->fields[0];
	chart->section = section;
	chart->after_paragraph = (int) field_int(row, 1, 0, INT_MAX, -1);
	chart->confidence = NAN;
	chart->anchor = -1;
	row->fields[3] = memo->sections[section].section_key;
	memo->ncharts++;
}

/* ------------------------------------------------------------------- order */

static int
compare_passages(const void *a, const void *b)
{
	return strcmp(((const Passage *) a)->passage_id, ((const Passage *) b)->passage_id);
}

static int
compare_src_ids(const void *a, const void *b)
{
	const Passage *x = a;
	const Passage *y = b;

	return x->src_id != y->src_id ? (x->src_id < y->src_id ? -1 : 1) : strcmp(x->passage_id, y->passage_id);
}

static int
compare_charts(const void *a, const void *b)
{
	const Chart *x = a;
	const Chart *y = b;

	return x->section != y->section ? x->section - y->section : strcmp(x->chart_id, y->chart_id);
}

static int
compare_metrics(const void *a, const void *b)
{
	const InputRow *x = *(InputRow *const *) a;
	const InputRow *y = *(InputRow *const *) b;
	int			order = strcmp(x->fields[0], y->fields[0]);

	return order != 0 ? order : strcmp(x->fields[1], y->fields[1]);
}

/* ------------------------------------------------------- what stages ask for */

static bool
is_wanted(const PassageWants *wants, const Passage *passage)
{
	const Identity *identity = &passage->identity;

	for (int i = 0; i < wants->ids.count; i++)
		if (strcmp(wants->ids.items[i], passage->passage_id) == 0)
			return true;
	for (int i = 0; i < wants->documents.count; i++)
		if (wants->documents.items[i] == identity->doc)
			return true;
	for (int i = 0; i < wants->pages.count; i++)
		if (wants->pages.items[i].doc == identity->doc && wants->pages.items[i].page == Max(identity->page, 0))
			return true;
	return false;
}

static void
fetch_passages(Memo *memo pg_attribute_unused(), const PassageWants *wants, Passage **found, int *nfound)
{
	*found = palloc(sizeof(Passage) * (npassages + 1));
	*nfound = 0;
	for (int i = 0; i < npassages; i++)
		if (is_wanted(wants, &passages[i]))
			(*found)[(*nfound)++] = passages[i];
}

/* ---------------------------------------------------------------- the memo */

static void
finish_documents(Memo *memo)
{
	for (int i = 0; i < memo->ndocuments; i++)
		memo->documents[i].is_stale = memo->documents[i].ingested_on != NULL &&
			(int64) memo->as_of_day - memo->documents[i].ingested_day > memo->policy.stale_days;
	order_documents(memo);
}

static void
finish_passages(Memo *memo)
{
	qsort(passages, npassages, sizeof(Passage), compare_passages);
	memo->has_passages = npassages > 0;
	memo->passages = palloc(sizeof(Passage) * (npassages + 1));
	for (int i = 0; i < npassages; i++)
		if (passages[i].src_id > 0)
			memo->passages[memo->npassages++] = passages[i];
	qsort(memo->passages, memo->npassages, sizeof(Passage), compare_src_ids);
	for (int i = 0; i < memo->npassages; i++)
	{
		check_page(memo, &memo->passages[i].identity, -1);
		memo->passages[i].content = (Slice) {NULL, 0};
	}
	memo->fetch_passages = fetch_passages;
}

static void
finish_insights(Memo *memo)
{
	for (int i = 0; i < memo->ninsights; i++)
		for (int j = 0; j < memo->nsections; j++)
			if (memo->insights[i].section_key != NULL && strcmp(memo->insights[i].section_key, memo->sections[j].section_key) == 0)
				memo->insights[i].section = j;
	order_insights(memo);
}

static void
finish_charts(Memo *memo)
{
	qsort(memo->charts, memo->ncharts, sizeof(Chart), compare_charts);
	for (int i = 0; i < memo->ncharts; i++)
		if (memo->sections[memo->charts[i].section].charts.count++ == 0)
			memo->sections[memo->charts[i].section].charts.first = i;
}

/* A value as numeric prints it, which a metric's unit goes with. */
static bool
metric_is_valid(InputRow *row)
{
	static const char *const units[] = {"percent", "multiple", "usd", NULL};
	const char *value = row->fields[2];
	int			whole;
	int			decimals;

	field_word(row, 3, units, lengthof(units));
	if (row->fields[1] == NULL)
		row->fields[1] = pstrdup("");
	if (row->fields[0] == NULL || value == NULL)
		return false;
	whole = (int) strspn(value, "0123456789");
	decimals = value[whole] == '.' ? (int) strspn(value + whole + 1, "0123456789") + 1 : 0;
	return whole > 0 && whole < 12 && (whole == 1 || value[0] != '0') && decimals != 1 && decimals < 12 &&
		value[whole + decimals] == '\0';
}

static void
finish_metrics(Memo *memo)
{
	InputRow   *rows[MOST_ROWS];
	int			count = 0;

	for (int i = 0; i < input_rows.rows.count; i++)
	{
		InputRow   *row = &input_rows.rows.items[i];
		bool		is_new = true;

		if (strcmp(row->table, "metric") != 0)
			continue;
		is_new = count < MOST_ROWS && metric_is_valid(row);
		for (int j = 0; j < count && is_new; j++)
			is_new = compare_metrics(&rows[j], &row) != 0;
		if (is_new)
			rows[count++] = row;
		else
			row->table = "";
	}
	qsort(rows, count, sizeof(InputRow *), compare_metrics);
	for (int i = 0; i < count; i++)
		metric_add(memo, rows[i]->fields[0], rows[i]->fields[1], rows[i]->fields[2], rows[i]->fields[3]);
}

/* ------------------------------------------------------------------ reading */

/* Tables in the order in which they are taken: a row may name one before it. */
static const struct
{
	const char *name;
	int			nfields;
	void		(*take) (Memo *memo, InputRow *row);
	void		(*finish) (Memo *memo);
}			tables[] = {
	{"deal", 2, take_deal, NULL},
	{"policy", 2, take_policy, NULL},
	{"document", 8, take_document, finish_documents},
	{"passage", 5, take_passage, finish_passages},
	{"section", 5, NULL, order_sections},
	{"claim", 8, NULL, order_claims},
	{"chart", 3, NULL, finish_charts},
	{"range", 2, take_range, NULL},
	{"insight", 5, take_insight, finish_insights},
	{"metric", 4, NULL, finish_metrics},
};

/* A line of the input that is a row. */
typedef struct InputLine
{
	int			table;
	Slice		fields;
	const char *start;
	const char *end;			/* with its line end */
	const char *section;		/* key of the section before it */
	int			section_len;
} InputLine;

static bool
line_read(const char *start, const char *end, InputLine *line)
{
	const char *stop = memchr(start, '\n', end - start);
	int			len = (int) ((stop == NULL ? end : stop) - start);

	for (int i = 0; i < (int) lengthof(tables); i++)
	{
		int			width = (int) strlen(tables[i].name);

		if (len > width + 1 && start[0] == '@' && memcmp(start + 1, tables[i].name, width) == 0 && start[width + 1] == ' ')
		{
			*line = (InputLine) {i, {start + width + 2, len - width - 2}, start, stop == NULL ? end : stop + 1, NULL, 0};
			return true;
		}
	}
	return false;
}

typedef struct InputLines
{
				VEC(InputLine) lines;
} InputLines;

static InputLines
lines_read(const char *text, const char *end)
{
	InputLines	result = {{NULL, 0, 0}};

	for (const char *at = text; at < end;)
	{
		const char *stop = memchr(at, '\n', end - at);
		InputLine	line;

		if (line_read(at, end, &line))
			*VEC_PUSH(&result.lines) = line;
		at = stop == NULL ? end : stop + 1;
	}
	return result;
}

/* What follows a section's line, without the line end before the next row. */
static Slice
body_of(const InputLines *input, int index, const char *end)
{
	const char *start = input->lines.items[index].end;
	const char *stop = index + 1 < input->lines.count ? input->lines.items[index + 1].start : end;

	if (stop > start && stop < end)
		stop--;
	return (Slice) {start, (int) (stop - start)};
}

/* The section that the last section line before a claim began; -1 = none. */
static int
section_before(const Memo *memo, const InputLines *input, int index)
{
	while (--index >= 0)
	{
		Slice		key = input->lines.items[index].fields;
		const char *bar;

		if (strcmp(tables[input->lines.items[index].table].name, "section") != 0)
			continue;
		bar = memchr(key.data, '|', key.len);
		if (bar != NULL)
			key.len = (int) (bar - key.data);
		for (int i = 0; i < memo->nsections; i++)
			if (slice_equal(slice_of(memo->sections[i].section_key), key))
				return i;
		return -1;
	}
	return -1;
}

static void
take_line(Memo *memo, const InputLines *input, int index, const char *end)
{
	const InputLine *line = &input->lines.items[index];
	const char *name = tables[line->table].name;
	bool		is_section = strcmp(name, "section") == 0;
	bool		is_claim = strcmp(name, "claim") == 0;
	bool		is_of_section = is_claim || strcmp(name, "chart") == 0;
	int			section = is_of_section ? section_before(memo, input, index) : 0;
	Slice		fields = line->fields;
	const char *blank;
	InputRow   *row;

	if (section < 0)
		return;
	row = row_read(name, fields.data, fields.len, tables[line->table].nfields);
	if (strcmp(name, "policy") == 0 && (blank = memchr(fields.data, ' ', fields.len)) != NULL)
	{
		row->fields[0] = pnstrdup(fields.data, blank - fields.data);
		row->fields[1] = pnstrdup(blank + 1, fields.data + fields.len - blank - 1);
	}
	if (is_section)
		take_section(memo, row, body_of(input, index, end));
	else if (is_claim)
		take_claim(memo, row, section);
	else if (is_of_section)
		take_chart(memo, row, section);
	else if (tables[line->table].take != NULL)
		tables[line->table].take(memo, row);
}

static Memo *
memo_with_room(void)
{
	Memo	   *memo = memo_create(1);

	memo->name = pstrdup("Maple Court");
	strlcpy(memo->as_of, AS_OF, sizeof(memo->as_of));
	(void) day_read(AS_OF, &memo->as_of_day);
	memo->documents = palloc0(sizeof(Document) * (MOST_ROWS + 1));
	memo->sections = palloc0(sizeof(Section) * (MOST_ROWS + 1));
	memo->claims = palloc0(sizeof(Claim) * (MOST_ROWS + 1));
	memo->charts = palloc0(sizeof(Chart) * (MOST_ROWS + 1));
	memo->insights = palloc0(sizeof(Insight) * (MOST_ROWS + 1));
	passages = palloc0(sizeof(Passage) * (MOST_ROWS + 1));
	npassages = 0;
	return memo;
}

Memo *
input_memo(const char *data, Size size)
{
	Memo	   *memo = memo_with_room();
	char	   *text = clean_copy(data, size);
	InputLines	input;
	const char *end;

	if (size == 0 || text[0] != '@')
		text = psprintf("%s%s%s", preset, text, preset_claims);
	end = text + strlen(text);
	memset(&input_rows, 0, sizeof(input_rows));
	input = lines_read(text, end);
	for (int i = 0; i < (int) lengthof(tables); i++)
	{
		for (int j = 0; j < input.lines.count; j++)
			if (input.lines.items[j].table == i)
				take_line(memo, &input, j, end);
		if (tables[i].finish != NULL)
			tables[i].finish(memo);
	}
	memo->nquestions = questions_built_in(&memo->questions);
	return memo;
}
