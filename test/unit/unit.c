/*
 * unit.c
 *		What the programs of test/unit share: results in the words of TAP.
 */
#include "unit.h"

static int	nresults = 0;
static int	nfailed = 0;

void
is(const char *name, const char *got, const char *expected)
{
	bool		same = got == NULL || expected == NULL ? got == expected : strcmp(got, expected) == 0;

	printf("%sok %d - ", same ? "" : "not ", ++nresults);
	for (const char *c = name; *c != '\0'; c++)
		putchar(*c == '\n' ? ' ' : *c == '#' ? '*' : *c);	/* which end a name in TAP */
	putchar('\n');
	if (!same)
		printf("#      got: %s\n# expected: %s\n", got == NULL ? "NULL" : got, expected == NULL ? "NULL" : expected);
	nfailed += !same;
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
	return unit_finished(text)->sections[0].rendered.data;
}

int
main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	unit_tests();
	printf("1..%d\n", nresults);
	return nfailed != 0;
}
