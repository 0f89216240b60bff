/*
 * sql.c
 *		The rows of an input as SQL that makes the same deal on a server: print_rows();
 *		print_sql() also finishes its memo and verifies it.
 */
#include "fuzz.h"

/* Where a row's fields go: % is the next one, as a literal or NULL; @ is the deal. */
static const struct
{
	const char *table;
	const char *sql;
}			statements[] = {
	{"document", "INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type, tag, src_id, ingested_on, url)"
	" VALUES (@, %, %, %, %, %, %, %, %);\n"},
	{"passage", "INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, src_id, content) VALUES (@, %, %, %, %, %);\n"},
	{"section", "INSERT INTO memocite.section(deal_id, section_key, title, position, id_scope, score, body)"
	" VALUES (@, %, %, %, %, %, %);\n"},
	{"claim", "INSERT INTO memocite.claim(deal_id, src_id, doc_id, page, locator, confidence, quote, claim_text,"
	" passage_id, section_key) VALUES (@, %, %, %, %, %::numeric / 1000, %, %, %, %);\n"},
	{"chart", "INSERT INTO memocite.chart(deal_id, chart_id, after_paragraph, config, section_key) VALUES (@, %, %, %, %);\n"},
	{"range", "INSERT INTO memocite.src_range(deal_id, first_id, last_id, agent) VALUES (@, %, %, 'fuzz');\n"},
	{"insight", "INSERT INTO memocite.insight(deal_id, kind, section_key, anchor, metric, message) VALUES (@, %, %, %, %, %);\n"},
	{"metric", "INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (@, %, %, %, %);\n"},
};

static void
print_literal(const char *text)
{
	if (text == NULL)
	{
		fputs("NULL", stdout);
		return;
	}
	fputs("E'", stdout);
	for (const unsigned char *c = (const unsigned char *) text; *c != '\0'; c++)
	{
		if (*c < ' ' || *c >= 0x7F || *c == '\'' || *c == '\\')
			printf("\\x%02X", *c);
		else
			putchar(*c);
	}
	putchar('\'');
}

static void
print_row(const InputRow *row, const char *sql, int deal_id)
{
	int			field = 0;

	for (; *sql != '\0'; sql++)
	{
		if (*sql == '%')
			print_literal(row->fields[field++]);
		else if (*sql == '@')
			printf("%d", deal_id);
		else
			putchar(*sql);
	}
}

/* The deal's row, with its policy. */
static void
print_deal(int deal_id)
{
	const InputRow *deal = NULL;

	for (int i = 0; i < input_rows.rows.count; i++)
		if (strcmp(input_rows.rows.items[i].table, "deal") == 0)
			deal = &input_rows.rows.items[i];
	printf("INSERT INTO memocite.deal(deal_id, name, metadata) VALUES (%d, ", deal_id);
	print_literal(deal == NULL ? "Maple Court" : deal->fields[0]);
	fputs(", jsonb_strip_nulls(jsonb_build_object('primary_doc_id', ", stdout);
	print_literal(deal == NULL ? NULL : deal->fields[1]);
	fputs("::text)));\n", stdout);
	for (int i = 0; i < input_rows.rows.count; i++)
	{
		const InputRow *row = &input_rows.rows.items[i];

		if (strcmp(row->table, "policy") != 0)
			continue;
		fputs("UPDATE memocite.deal SET policy = policy || jsonb_build_object(", stdout);
		print_literal(row->fields[0]);
		fputs("::text, ", stdout);
		print_literal(row->fields[1]);
		printf("::%s) WHERE deal_id = %d;\n", strcmp(row->fields[2], "boolean") == 0 ? "boolean"
			   : strcmp(row->fields[2], "number") == 0 ? "int" : "text", deal_id);
	}
}

void
print_rows(int deal_id)
{
	print_deal(deal_id);
	for (int i = 0; i < input_rows.rows.count; i++)
		for (int j = 0; j < (int) lengthof(statements); j++)
			if (strcmp(input_rows.rows.items[i].table, statements[j].table) == 0)
				print_row(&input_rows.rows.items[i], statements[j].sql, deal_id);
}

void
print_sql(void)
{
	print_rows(1);
	fputs("SELECT jsonb_pretty(memo_finalize(1, '" AS_OF "'));\n"
		  "SELECT * FROM memo_verify(1);\n"
		  "SELECT memo_markdown(1);\n"
		  "SELECT memo_replay(1);\n", stdout);
}
