/*
 * unit.c
 *		What the programs of test/unit share: results in the words of TAP, and memos in
 *		two lines each.
 */
#include "unit.h"

static int	nresults = 0;
static int	nfailed = 0;

/* ----------------------------------------------------------------- results */

/* A text on one line, with what ends a name in TAP replaced. */
static void
print_line(const char *text, bool is_name)
{
	for (const char *c = text; *c != '\0'; c++)
		if (*c == '\n')
			fputs(is_name ? " " : "\\n", stdout);
		else
			putchar(is_name && *c == '#' ? '*' : *c);
}

static void
result(const char *name, const char *got, const char *expected, bool is_pending)
{
	bool		same = got == NULL || expected == NULL ? got == expected : strcmp(got, expected) == 0;
	bool		fails = same == is_pending;

	printf("%sok %d - ", same && !fails ? "" : "not ", ++nresults);
	print_line(name, true);
	puts(!is_pending ? "" : same ? " (it passes: remove .pending)" : " # TODO pending");
	nfailed += fails;
	if (same || (is_pending && getenv("PENDING") == NULL))
		return;
	fputs("#      got: ", stdout);
	print_line(got == NULL ? "NULL" : got, false);
	fputs("\n# expected: ", stdout);
	print_line(expected == NULL ? "NULL" : expected, false);
	putchar('\n');
}

void
is(const char *name, const char *got, const char *expected)
{
	result(name, got, expected, false);
}

void
ok(const char *name, bool condition)
{
	is(name, condition ? "true" : "false", "true");
}

char *
text_of(StringInfo text)
{
	return text->data;
}

Memo *
unit_deal(const char *text)
{
	return input_memo(text, strlen(text));
}

Memo *
unit_finished(const char *text)
{
	Memo	   *memo = unit_deal(text);

	engine_run(memo);
	return memo;
}

const char *
unit_body(const char *text)
{
	return unit_finished(text)->sections[0].rendered.text.data;
}

/* ------------------------------------------------------- a memo in two lines */

static void
append_piece(StringInfo out, const char *piece)
{
	appendStringInfo(out, "%s%s", out->len > 0 ? " | " : "", piece);
}

/* "[SRC:9] removed unresolved @4.2", "[SRC:1, 2] 2/2 -> 3", "claim -> 1" */
static char *
shown_citation(const Memo *memo, const Citation *citation)
{
	const Marker *marker = citation_marker(memo, citation);
	const char *who = marker == NULL ? citation->origin :
		pnstrdup(memo->sections[citation->section].body.data + marker->start, marker->len);
	const char *part = citation->part == 0 ? "" : psprintf(" %d/%d", citation->part, citation->parts);
	const char *how = citation->how == NULL ? "" : psprintf(" %s", citation->how);

	return citation->is_removed ? psprintf("%s%s removed%s @%s", who, part, how, citation->stage) :
		psprintf("%s%s -> %d%s", who, part, citation->note->number, how);
}

/* "claim 3 unplaced not_found" */
static char *
shown_claim(const Claim *claim)
{
	return psprintf("claim %d %s%s%s", (int) claim->src_id, claim->outcome,
					claim->reason == NULL ? "" : " ", claim->reason == NULL ? "" : claim->reason);
}

/* Appends a body; how many empty lines it has is nobody's rule. */
static void
append_body(StringInfo out, const char *body)
{
	int			begins = out->len;

	for (; *body != '\0'; body++)
	{
		int			len = out->len - begins;

		if (*body != '\n' || len == 1 || (len > 1 && strcmp(out->data + out->len - 2, "\n\n") != 0))
			appendStringInfoChar(out, *body);
	}
	while (out->len > begins && strchr(" \n", out->data[out->len - 1]) != NULL)
		out->data[--out->len] = '\0';
}

const char *
shown_text(const Memo *memo)
{
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < memo->nsections; i++)
	{
		appendStringInfoString(&out, i > 0 ? " // " : "");
		append_body(&out, memo->sections[i].rendered.text.data);
	}
	return out.data;
}

const char *
shown_rest(const Memo *memo)
{
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < memo->numbered.count; i++)
		append_piece(&out, psprintf("%d = %s", i + 1, memo->numbered.items[i]->definition));
	for (int i = 0; i < memo->citations.count; i++)
		append_piece(&out, shown_citation(memo, &memo->citations.items[i]));
	for (int i = 0; i < memo->nclaims; i++)
		if (memo->claims[i].outcome != NULL && strcmp(memo->claims[i].outcome, "placed_by_marker") != 0)
			append_piece(&out, shown_claim(&memo->claims[i]));
	for (int i = 0; i < memo->nsections; i++)
		if (memo->sections[i].rendered.grade.letter != 0)
			append_piece(&out, psprintf("grade %c", memo->sections[i].rendered.grade.letter));
	for (EventCode code = 0; code < NEVENTS; code++)
	{
		int			count = 0;

		for (int i = 0; i < memo->events.count; i++)
			count += memo->events.items[i].code == code;
		if (count > 0 && code != EVENT_noop && code != EVENT_section_headers_skipped)
			append_piece(&out, count == 1 ? event_name(code) : psprintf("%s x%d", event_name(code), count));
	}
	return out.data;
}

Memo *
finished_behind(const char *deal, const char *body)
{
	return unit_finished(body[0] == '@' ? body : psprintf("%s%s", deal, body));
}

void
memo_cases(const char *deal, const MemoCase *cases, int count)
{
	for (int i = 0; i < count; i++)
	{
		const MemoCase *row = &cases[i];
		Memo	   *memo = finished_behind(deal, row->body);
		StringInfoData ignored;

		initStringInfo(&ignored);
		check_memo(memo, &ignored); /* aborts, where a rule of memo_verify does not hold */
		result(row->rule, psprintf("%s\n%s", shown_text(memo), shown_rest(memo)),
			   psprintf("%s\n%s", row->text, row->rest), row->pending);
	}
}

int
main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	unit_tests();
	printf("1..%d\n", nresults);
	return nfailed != 0;
}
