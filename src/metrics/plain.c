/*
 * plain.c
 *		Which violations may be rewritten: those that plain words assert.
 *
 * Asked of violations alone, block by block.  Every word of the paragraph up to the number's
 * sentence is plain, and so are title and headings; the paragraph before is, or asserts
 * another figure; and what follows does not take the number back:
 *
 *		The IRR is 12%. The DSCR is 1.35x.			rewritten
 *		The IRR is 12%. That is after fees.			not: "that" is about it
 *		We like it. The IRR is 12%.					not: who knows what is meant
 *
 * A false rewrite corrupts a memo, a false retry costs a sentence: so this is strict.
 */
#include "metrics/metrics_internal.h"

/* Is a plain sentence's word one that may only stand there once? */
static bool
is_risky_preposition(const Reading *reading, int index, int names, int first)
{
	return item_has(reading, index, TAG(CLASS_plain_once)) && (names > 1 || index == first);
}

/* Do only variants and words that fill stand before the name of a metric? */
static bool
is_before_name(const Reading *reading, int index)
{
	int			i = index + 1;

	while (item_has(reading, i, TAG(CLASS_variant) | TAG(CLASS_filler)) &&
		!item_has(reading, i, TAG(CLASS_article)))
		i++;
	return item_is(reading, i, ITEM_NAME);
}

/* "S1", "B": a section's key, which says nothing. */
static bool
is_key(const Reading *reading, const Item *item)
{
	return item->end - item->start < 3 || is_digit(reading->text[item->end - 1]);
}

/* Of several metrics and numbers without a word between one may be the other's condition:
 * "Exit cap rate 6%, IRR 16.9%". */
static bool
is_linked(const Reading *reading)
{
	if (reading->names < 2 || reading->numbers == 0)
		return true;
	for (int i = 0; i < reading->count; i++)
		if (item_has(reading, i, TAG(CLASS_link) | TAG(CLASS_and)) &&
			!item_has(reading, i, TAG(CLASS_variant)))
			return true;
	return false;
}

bool
is_plain(const Reading *reading, bool is_title)
{
	int			first = 0;
	bool		has_number = false;

	while (first < reading->count && reading->items[first].kind != ITEM_WORD)
		first++;
	if ((first == 0 && item_has(reading, 0, TAG(CLASS_says))) || item_is_sign(reading, 0, "(") ||
		!is_linked(reading))
		return false;			/* "Are we at a 12% IRR", "(IRR = 12%)" */
	for (int i = 0; i < reading->count; i++)
	{
		const Item *item = &reading->items[i];

		switch (item->kind)
		{
			case ITEM_SIGN:
				if (has_number && reading->names > 1 && item_is_sign(reading, i, ":="))
					return false;	/* "70% LTV: 1.20x DSCR" */
				if (!item_is_sign(reading, i, ".,:;=!|-~()") && item->sign != 0x2248)
					return false;
				break;
			case ITEM_NUMBER:
				has_number = true;
				if (item_is_sign(reading, i - 1, "-(") && !item_is(reading, i - 2, ITEM_NAME))
					return false;	/* a minus, or an accountant's */
				if (is_title && item->number.unit == NUMBER_NONE)
					break;		/* "Section 1" */
				if (item->name >= 0 && item_has(reading, i - 1, TAG(CLASS_to)))
					return false;	/* "carries the debt yield to 12%" */
				if ((item->number.sign != 0 && item_is(reading, i - 1, ITEM_NAME)) ||
					(item->number.unit != NUMBER_PERCENT && item->number.unit != NUMBER_MULTIPLE &&
					 item->number.unit != NUMBER_BPS && item->number.unit != NUMBER_CURRENCY &&
					 item->name < 0))
					return false;	/* years and counts may be another case's */
				break;
			case ITEM_NAME:
				if (item->is_weak)
					return false;
				break;
			case ITEM_WORD:
				if (item_has(reading, i, TAG(CLASS_deal)) || (is_title && is_key(reading, item)))
					break;
				if (is_risky_preposition(reading, i, reading->names, first))
					return false;
				if (item_has(reading, i, TAG(CLASS_plain_adjective)) &&
					!item_has(reading, i + 1, TAG(CLASS_article)) &&
						!item_is(reading, i + 1, ITEM_NUMBER))
					break;
				if (item_has(reading, i, TAG(CLASS_variant)) &&
					!item_has(reading, i, TAG(CLASS_plain)) && !is_before_name(reading, i))
					return false;
				if (!item_has(reading, i,
					TAG(CLASS_plain) | TAG(CLASS_variant) | TAG(CLASS_plain_once)))
					return false;
				break;
		}
	}
	return true;
}

/* ------------------------------------------------------------- what is beside */

bool
has_digit(const char *text, int start, int end)
{
	for (int i = start; i < end; i++)
		if (is_digit(text[i]))
			return true;
	return false;
}

bool
leads_in(const char *text, const TextBlock *block)
{
	int			end = block->end;

	while (end > block->start && (is_space(text[end - 1]) || text[end - 1] == '\x01'))
		end--;
	return end > block->start && text[end - 1] == ':';
}

#define MOST_BEHIND		10		/* blocks behind, of a list */
#define MOST_LINES		50		/* of the paragraph before */
#define MOST_HEADING	30		/* bytes of a line that is one, without bold */

bool
is_bold_heading(const MetricCheck *check, const TextBlock *block)
{
	const Prose *prose = check->prose;
	int			start = block->start;
	int			end = block->end;

	while (start < end && is_space(prose->text[start]))
		start++;
	while (end > start && (is_space(prose->text[end - 1]) || prose->text[end - 1] == ':'))
		end--;
	if (block->nlines != 1 || block->depth > 0 || has_digit(prose->text, start, end))
		return false;
	return (end - start > 4 && strncmp(prose->text + start, "**", 2) == 0 &&
		strncmp(prose->text + end - 2, "**", 2) == 0) ||
		(end > start && end - start < MOST_HEADING &&
			strchr(".:!?", prose->text[end - 1]) == NULL &&
			!names_metric(check, start, end));
}

/* Does a sentence say something of the one before: by what it begins with, or by a number
 * that is of no metric or other quantity? */
static bool
takes_back(const Reading *reading)
{
	for (int i = 0; i < reading->count && reading->items[i].order < 6; i++)
		if (item_has(reading, i, TAG(CLASS_back)) && (reading->names == 0 ||
			reading->items[i].order < 2))
			return true;
	for (int i = 0; i < reading->count && reading->names == 0; i++)
		if (reading->items[i].kind == ITEM_NUMBER && !is_others(reading, i) &&
			!is_change(reading, i) &&
			(reading->items[i].number.unit == NUMBER_PERCENT ||
				reading->items[i].number.unit == NUMBER_MULTIPLE))
			return true;
	return false;
}

/* Does a sentence assert another figure: "Occupancy is 95%.", "It has 100 units."?  A
 * metric's name with a number does; if only_metrics, nothing else. */
static bool
asserts_other(const Reading *reading, bool only_metrics)
{
	bool		has_cue = false;
	bool		asserts = false;

	for (int i = 0; i < reading->count; i++)
	{
		const Item *item = &reading->items[i];

		if (item->kind == ITEM_NUMBER && item->name >= 0)
			return true;
		has_cue |= item_has(reading, i, CUES);
		asserts |= item->kind == ITEM_NUMBER && (item->number.unit == NUMBER_COUNT ||
			item->number.unit == NUMBER_CURRENCY || (item->number.unit == NUMBER_PERCENT &&
				is_others(reading, i)));
	}
	return asserts && !has_cue && !only_metrics;
}

/* Reads a sentence, false when it is too long to be looked at as one. */
static bool
read_sentence(MetricCheck *check, Line sentence)
{
	int			end = read_named(check->scratch, check, check->blanked, sentence.start,
		sentence.end, check->around);

	if (check->scratch->names > 0 && check->scratch->numbers > 0)
		find_links(check->scratch);
	return end >= sentence.end;
}

static bool
is_heading(const MetricCheck *check, const TextBlock *block)
{
	return block->kind == BLOCK_HEADING || is_bold_heading(check, block);
}

/* Is what stands before a block plain, or another figure?  A heading ends it. */
static bool
is_plain_before(MetricCheck *check, int index)
{
	TextBlock  *block = index == 0 ? NULL : &check->prose->blocks.items[index - 1];
	Sentence   *sentences;

	if (block == NULL || is_heading(check, block) || block->kind == BLOCK_RULE ||
		block->kind == BLOCK_CHART_ANCHOR)
		return true;
	if (block->kind != BLOCK_PARAGRAPH || block->in_quote || block->nlines > MOST_LINES)
		return false;
	sentences = prose_sentences(check->prose, block);
	for (int i = 0; i < block->nsentences; i++)
	{
		bool		is_cued = false;

		if (!read_sentence(check, (Line) {sentences[i].start, sentences[i].end}))
			return false;
		for (int j = 0; j < check->scratch->count; j++)
			is_cued |= item_has(check->scratch, j, CUES);
		if (!is_plain(check->scratch, false) && (is_cued || !asserts_other(check->scratch, true)))
			return false;
	}
	return true;
}

/* The headings in force, as far as blocks were looked at. */
typedef struct Headings
{
	int			next;			/* block */
	int			unplain;		/* level of the one that is not plain, 0 = all are */
	bool		is_below;		/* the block before heads or leads in, and is not plain */
} Headings;

#define LEVEL_BOLD		7
#define LEVEL_LEAD		8

/* Looks at the headings and leads before a block. */
static void
read_headings(MetricCheck *check, Headings *headings, int index)
{
	for (; headings->next < index; headings->next++)
	{
		const TextBlock *block = &check->prose->blocks.items[headings->next];
		bool		heads = is_heading(check, block) || block->kind == BLOCK_HTML;
		int			level = block->kind == BLOCK_HEADING ? block->level : heads ? LEVEL_BOLD :
			LEVEL_LEAD;
		bool		is_below = headings->is_below;	/* "Downside case:", "## Returns" */
		bool		leads = !heads && block->kind == BLOCK_PARAGRAPH &&
			leads_in(check->blanked, block);

		CHECK_FOR_INTERRUPTS();
		if (headings->unplain >= level && (heads || block->depth == 0))
			headings->unplain = 0;
		if (!heads && !leads)
		{
			headings->is_below = false;
			continue;
		}
		if (headings->unplain == 0 &&
			(is_below || block->kind == BLOCK_HTML ||
			 !read_sentence(check, (Line) {block->start, block->end}) ||
				!is_plain(check->scratch, false)))
			headings->unplain = level;
		headings->is_below = headings->unplain > 0;
	}
}

/* Is there raw HTML in the block?  It may be a quotation, or struck. */
static bool
has_html(const Prose *prose, const TextBlock *block)
{
	for (int i = zone_after(prose, block->start - 1); i < prose->zones.count &&
		prose->zones.items[i].start < block->end; i++)
		if (prose->zones.items[i].kind == ZONE_HTML)
			return true;
	return false;
}

/* ------------------------------------------------------------------ candidates */

/* Takes back what the findings [from, to) might be rewritten. */
static void
keep(MetricCheck *check, int from, int to)
{
	for (int i = from; i < to; i++)
		check->findings.items[i].is_rewritable = false;
}

/* Looks at the findings [from, to) of one block. */
static void
keep_unplain_of_block(MetricCheck *check, int from, int to, bool is_plain_around)
{
	int			index = check->findings.items[from].block;
	TextBlock  *block = &check->prose->blocks.items[index];
	Sentence   *sentences = prose_sentences(check->prose, block);
	int			last = from;	/* findings of the sentence before, and at hand */
	int			at = from;
	bool		is_plain_here = is_plain_around;

	for (int i = 0; i < block->nsentences; i++)
	{
		bool		is_whole = read_sentence(check, (Line) {sentences[i].start, sentences[i].end});
		int			start = at;

		CHECK_FOR_INTERRUPTS();
		if (i > 0 && takes_back(check->scratch))
			keep(check, from, at);
		else if (i > 0 && !is_plain(check->scratch, false) && !asserts_other(check->scratch, false))
			keep(check, last, at);
		is_plain_here &= is_whole && is_plain(check->scratch, false);
		while (at < to && check->findings.items[at].start < sentences[i].end)
			at++;
		if (!is_plain_here)
			keep(check, start, at);
		last = start;
		sentences = check->prose->sentences.items + block->first_sentence;
	}
	for (int next = index + 1; next < check->prose->blocks.count &&
		next <= index + MOST_BEHIND; next++)
	{
		block = &check->prose->blocks.items[next];
		if (block->kind == BLOCK_RULE)
			continue;
		if (block->kind != BLOCK_PARAGRAPH || is_heading(check, block) || block->note_def >= 0)
			return;
		sentences = prose_sentences(check->prose, block);
		if (block->nsentences == 0 ||
			!read_sentence(check, (Line) {sentences[0].start, sentences[0].end}))
			return;
		if (takes_back(check->scratch))
			keep(check, from, to);
		else if (!is_plain(check->scratch, false) && !asserts_other(check->scratch, false))
			keep(check, last, to);
		if (block->depth == 0)	/* a list goes on */
			return;
	}
}

/* Leaves those candidates of [from, to) whose own sentence is plain: is there one?  Most are
 * told apart so, without a look at what stands around. */
static bool
keep_sentences(MetricCheck *check, int from, int to)
{
	int			sentence = -1;
	bool		is_plain_here = false;
	bool		any = false;

	for (int i = from; i < to; i++)
	{
		MetricFinding *finding = &check->findings.items[i];

		if (!finding->is_rewritable)
			continue;
		if (finding->sentence.start != sentence)
			is_plain_here =
				read_sentence(check, finding->sentence) && is_plain(check->scratch, false);
		sentence = finding->sentence.start;
		finding->is_rewritable = is_plain_here;
		any |= is_plain_here;
	}
	return any;
}

void
keep_unplain(MetricCheck *check)
{
	Headings	headings = {0};
	int			to;

	for (int from = 0; from < check->findings.count; from = to)
	{
		int			index = check->findings.items[from].block;
		const TextBlock *block = &check->prose->blocks.items[index];

		for (to = from; to < check->findings.count && check->findings.items[to].block == index;)
			to++;
		if (!check->around->is_title_plain || !keep_sentences(check, from, to))
		{
			keep(check, from, to);
			continue;
		}
		read_headings(check, &headings, index);
		if (headings.unplain > 0 || block->in_quote ||
			has_html(check->prose, block) ||
			(block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_HEADING) ||
			!is_plain_before(check, index))
			keep(check, from, to);
		else
			keep_unplain_of_block(check, from, to, true);
	}
}
