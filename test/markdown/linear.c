/*
 * linear.c
 *		Inputs that are slow to read in other parsers, or were in ours, at 2 to 16 MB: time
 *		for each doubling, memory for each byte, and how long a cancel would have to wait.
 *
 *	linear [MB] [name]	in the words of TAP
 *
 * A case is "head", "unit" as often as fits, "middle", "tail" as often, "foot", "rest" as often;
 * a '#' in the first two is the number of the repetition.  Each is read in a process of its own.
 */
#include "unit.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "markdown/markdown.h"

#define MOST_GROWTH		2.3		/* of time, for a doubling */
#define MOST_PAUSE		0.050	/* s without a check for a cancel */
#define MOST_MEMORY		60		/* bytes a byte */
#define TRIES			3		/* another process may have had the processor */

typedef struct Case
{
	const char *name;
	const char *head;
	const char *unit;
	const char *middle;
	const char *tail;
	const char *foot;
	const char *rest;			/* as often as the unit; NULL = nothing */
} Case;

static const Case cases[] = {
	/* emphasis */
	{"nested strong emphasis", "", "*a **a ", "b", " a** a*", ""},
	{"closers without openers", "", "a_ ", "", "", ""},
	{"openers without closers", "", "_a ", "", "", ""},
	{"mismatched", "", "*a_ ", "", "", ""},
	{"multiples of three", "a**b", "c* ", "", "", ""},
	{"long run of stars", "", "*", "a", "*", ""},
	{"alternating runs", "", "*_", "", "", ""},
	{"stars and letters", "", "*a", "", "", ""},
	{"three and one", "", "***a* ", "", "", ""},
	{"strong in strong", "", "**x **", "", "", ""},
	{"tildes of two and one", "", "~~a~ ", "", "", ""},
	{"tildes", "", "~a ", "", "", ""},
	{"pairs of tildes", "", "~~a~~", "", "", ""},
	{"wide characters", "", "\xE3\x80\x82*\xE2\x82\xAC*", "", "", ""},
	/* brackets */
	{"link closers", "", "a]", "", "", ""},
	{"link openers", "", "[a", "", "", ""},
	{"openers and emphasis", "", "[ a_", "", "", ""},
	{"brackets and parentheses", "", "[ (](", "", "", ""},
	{"nested brackets", "", "[", "a", "]", ""},
	{"nested images", "", "![", "a", "](b)", ""},
	{"images in vain", "", "![[]()", "", "", ""},
	{"unclosed links", "", "[a](b", "", "", ""},
	{"unclosed destinations", "", "[a](<b", "", "", ""},
	{"unclosed titles", "", "[a](b \"", "", "", ""},
	{"titles of parentheses", "", "[a](b (", "", "", ""},
	{"escaped brackets", "", "\\[\\]", "", "", ""},
	{"links", "", "[a](b)", "", "", ""},
	{"links with titles", "", "[*a*](b \"c &amp; d\") ", "", "", ""},
	{"nested parentheses", "[a](", "(", "b", ")", ")"},
	{"footnote labels", "", "[^#]", "", "", ""},
	{"footnotes defined", "", "[^#]: a\n", "", "", ""},
	{"unclosed footnotes", "", "[^", "", "", ""},
	/* definitions */
	{"definition used often", "[a]: b\n\n", "[a] ", "", "", ""},
	{"long definition used often", "[a]: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb 'cccccccccccccccc'\n\n",
	"[a]", "", "", ""},
	{"many definitions", "", "[#]: b\n", "", "", ""},
	{"many definitions, many uses", "", "[#]: b\n", "\n", "[#] ", ""},
	{"one label", "", "[a]: b\n", "", "", ""},
	{"undefined", "", "[#][a]", "", "", ""},
	{"definition without end", "[a]: b '", "c\n", "", "", ""},
	/* code */
	{"back-ticks", "", "`a``b", "", "", ""},
	{"growing back-ticks", "", "a`", "", "", ""},
	{"code", "", "`a` ", "", "", ""},
	{"one long code", "`", "a\n", "", "", "`"},
	{"fences", "", "```\na\n", "", "", ""},
	{"indented code", "", "    a\n", "", "", ""},
	/* HTML, entities, URLs */
	{"comments in vain", "", "a <!-- ", "", "", ""},
	{"declarations in vain", "", "a <!A <? <![CDATA[ ", "", "", ""},
	{"tags in vain", "", "<a b=\"c ", "", "", ""},
	{"tags", "", "a<b>", "", "", ""},
	{"HTML blocks", "", "<p>\n\n", "", "", ""},
	{"angles", "", "<", "", "", ""},
	{"entities", "", "&amp;", "", "", ""},
	{"entities in vain", "", "&am", "", "", ""},
	{"long entities in vain", "", "&CounterClockwiseContourIntegra", "", "", ""},
	{"bare URLs", "", "http://a.b/c ", "", "", ""},
	{"one bare URL", "http://a.b/", "c", "", "", ""},
	{"a URL of punctuation", "http://a.b/c", ".", "", "", ""},
	{"a URL of references", "http://a.b/c", "&amp;", "", "", ""},
	{"URLs in vain", "", "http://_._", "", "", ""},
	{"addresses", "", "a@b.c", "", "", ""},
	{"addresses in vain", "", "a@", "", "", ""},
	{"an address without end", "", "a.", "@b", "", ""},
	{"www in vain", "", "www.", "", "", ""},
	{"autolinks in vain", "", "<http:", "", "", ""},
	/* blocks */
	{"nested quotes", "", "> ", "a", "", ""},
	{"quotes", "", "> a\n", "", "", ""},
	{"quotes in quotes", "", "> > > > > > > > > > > > a\n", "", "", ""},
	{"lists in lists", "", "- ", "a", "", ""},
	{"items", "", "- a\n", "", "", ""},
	{"loose items", "", "1. a\n\n", "", "", ""},
	{"empty items", "", "-\n", "", "", ""},
	{"items and quotes", "", "* > 1. ", "a", "", ""},
	{"headings", "", "# a\n", "", "", ""},
	{"empty headings", "", "#\n", "", "", ""},
	{"setext", "", "a\n=\n", "", "", ""},
	{"rules", "", "***\n", "", "", ""},
	{"paragraphs", "", "a\n\n", "", "", ""},
	{"soft breaks", "", "a\n", "", "", ""},
	{"hard breaks", "", "a\\\n", "", "", ""},
	{"blank lines", "", "\n", "", "", ""},
	{"blanks", "a", " ", "b", "", ""},
	{"tabs", "", "\ta", "", "", ""},
	{"returns", "", "a\r", "", "", ""},
	{"one word", "", "a", "", "", ""},
	/* tables */
	{"a long table", "|a|b|\n|-|-|\n", "|a|b|\n", "", "", ""},
	{"a wide table", "", "|a", "|\n", "|-", "|\n"},
	{"a wide row", "|a|b|\n|-|-|\n", "|a", "", "", ""},
	{"short rows of a wide table", "|a|b|c|d|e|f|g|h\n|-|-|-|-|-|-|-|-\n", "a\n", "", "", ""},
	{"short rows of a table as wide", "", "|a", "|\n", "|-", "|\n", "a\n"},
	{"tables", "", "a|b\n-|-\n\n", "", "", ""},
	{"tables in vain", "", "a|b\n-|-|-\n", "", "", ""},
	{"escaped bars", "|a|\n|-|\n|", "\\|", "", "", "|"},
	{"aaa bbb", "", "aaa\rbbb\n-\v\n", "", "", ""},
};

static double last_check;
static double longest_pause;

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec * 1e-9;
}

/* In the engine's place of CHECK_FOR_INTERRUPTS(). */
extern void check_for_interrupts(void);

void
check_for_interrupts(void)
{
	double		time = now();

	longest_pause = Max(longest_pause, time - last_check);
	last_check = time;
}

static void
append_numbered(StringInfo out, const char *unit, int number)
{
	for (; *unit != '\0'; unit++)
	{
		if (*unit == '#')
			appendStringInfo(out, "%d", number);
		else
			appendStringInfoCharMacro(out, *unit);
	}
}

static StringInfo
text_of_case(const Case *one, int size)
{
	StringInfo	out = makeStringInfo();
	StringInfo	tail = makeStringInfo();
	int			count = 0;

	appendStringInfoString(out, one->head);
	for (; out->len + tail->len < size; count++)
	{
		append_numbered(out, one->unit, count);
		append_numbered(tail, one->tail, count);
	}
	appendStringInfoString(out, one->middle);
	appendBinaryStringInfo(out, tail->data, tail->len);
	appendStringInfoString(out, one->foot);
	for (int i = 0; i < count && one->rest != NULL; i++)
		appendStringInfoString(out, one->rest);
	pfree(tail->data);
	return out;
}

typedef struct Result
{
	double		time;			/* s of a processor */
	double		pause;			/* the longest between two checks */
	double		memory;			/* bytes for each byte of text */
} Result;

static long
peak_kilobytes(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static void
drop_event(void *data pg_attribute_unused(), const MarkdownEvent *event pg_attribute_unused())
{
}

static Result
measure_here(const Case *one, int size)
{
	StringInfo	text = text_of_case(one, size);
	long		before = peak_kilobytes();
	clock_t		start = clock();
	Result		result;

	last_check = now();
	longest_pause = 0;
	markdown_walk((Slice) {text->data, text->len}, MARKDOWN_AUTOLINKS | MARKDOWN_FOOTNOTES,
				  drop_event, NULL);
	check_for_interrupts();
	result.time = (double) (clock() - start) / CLOCKS_PER_SEC;
	result.pause = longest_pause;
	result.memory = (peak_kilobytes() - before) * 1024.0 / text->len;
	return result;
}

static Result
measure(const Case *one, int size)
{
	int			ends[2];
	Result		result = {0};
	pid_t		child;

	fflush(stdout);
	if (pipe(ends) != 0 || (child = fork()) < 0)
		abort();
	if (child == 0)
	{
		result = measure_here(one, size);
		_exit(write(ends[1], &result, sizeof(result)) != sizeof(result));
	}
	close(ends[1]);
	if (read(ends[0], &result, sizeof(result)) != sizeof(result))
		result.time = result.pause = 1e9;	/* it crashed */
	close(ends[0]);
	waitpid(child, NULL, 0);
	return result;
}

static bool
try_case(const Case *one, int megabytes, double *growth, Result *result)
{
	double		before = 0;

	*growth = 0;
	for (int size = Max(1, megabytes / 8); size <= megabytes; size *= 2)
	{
		*result = measure(one, size << 20);
		if (before > 0.02)
			*growth = Max(*growth, result->time / before);
		before = result->time;
		if (before > 30)
			return false;
	}
	return *growth <= MOST_GROWTH && result->pause <= MOST_PAUSE && result->memory <= MOST_MEMORY;
}

int
main(int argc, char **argv)
{
	int			megabytes = argc > 1 ? atoi(argv[1]) : 16;
	int			nfailed = 0;

	for (int i = 0; i < (int) lengthof(cases); i++)
	{
		double		growth;
		Result		result = {0};
		bool		passes = false;

		if (argc > 2 && strcmp(argv[2], cases[i].name) != 0)
			continue;
		for (int try = 0; try < TRIES && !passes; try++)
			passes = try_case(&cases[i], megabytes, &growth, &result);
		printf("%sok - %s: x %.2f for a doubling, %.0f ns and %.0f bytes a byte, %.0f ms without a check\n",
			   passes ? "" : "not ", cases[i].name, growth, result.time * 1e9 / (megabytes << 20),
			   result.memory, result.pause * 1e3);
		nfailed += !passes;
	}
	return nfailed != 0;
}
