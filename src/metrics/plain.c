/*
 * plain.c
 *		Which violations may be rewritten: those of a stretch of plain words.
 *
 * A stretch is the text from a heading to the next.  Each word of it, of the headings above it
 * and of the title is a plain one, of a metric's name or of the deal's; each number is a
 * metric's; and the metric has no other number there:
 *
 *		The IRR is 12%. The DSCR is 1.35x.			rewritten
 *		The IRR is 12%. That is after fees.			not: "that" is no plain word
 *		We like it. The IRR is 12%.					not: nor is "like"
 *
 * A false rewrite corrupts a memo, a false retry costs a sentence: so this is strict.
 */
#include "metrics/metrics_internal.h"
#include "markers/markers.h"

#define MOST_KEY		3		/* bytes of a section's key */
#define MOST_LEVEL		7		/* above that of any heading */

/* "projected levered IRR": does a metric's name follow, behind variants at most? */
static bool
is_before_name(const Reading *reading, int index)
{
	while (is_word(reading, ++index, CLASS_variant))
		;
	return item_is(reading, index, ITEM_NAME);
}

static bool
item_is_plain(const Reading *reading, int index, bool is_behind_number)
{
	const Item *item = &reading->items[index];

	switch (item->kind)
	{
		case ITEM_SIGN:
			return item_is_sign(reading, index, is_behind_number ? ".,;" : ".,;:=");
		case ITEM_NUMBER:
			return item->name >= 0 ? item->role == ROLE_POINT : item->is_change;
		case ITEM_NAME:
			return !item->is_weak;
		default:
			return item_has(reading, index, TAG(CLASS_plain) | TAG(CLASS_deal)) ||
				(item_has(reading, index, TAG(CLASS_variant) | TAG(CLASS_plain_adjective)) &&
				 is_before_name(reading, index));
	}
}

/* Of several metrics without a word between one may be the other's condition: "Exit cap rate
 * 6%, IRR 16.9%". */
static bool
is_linked(const Reading *reading)
{
	for (int i = 0; i < reading->count; i++)
		if ((is_word(reading, i, CLASS_link) || is_word(reading, i, CLASS_and)) &&
			!item_has(reading, i, TAG(CLASS_variant)))
			return true;
	return reading->names < 2;
}

bool
is_plain(const Reading *reading)
{
	bool		is_behind_number = false;

	for (int i = 0; i < reading->count; i++)
	{
		if (!item_is_plain(reading, i, is_behind_number))
			return false;
		is_behind_number |= reading->items[i].kind == ITEM_NUMBER;
	}
	return is_linked(reading);
}

/* A title in plain words, or one that says nothing: "S1", "Section 1". */
bool
is_plain_title(const Reading *reading)
{
	if (is_word(reading, 0, CLASS_key))
		return reading->count == 1 || (reading->count == 2 && item_is(reading, 1, ITEM_NUMBER));
	return is_plain(reading) ||
		(reading->count == 1 && reading->items[0].end - reading->items[0].start <= MOST_KEY);
}

static bool
sentence_is_plain(MetricCheck *check, int start, int end)
{
	Reading    *reading = check->scratch;

	if (read_named(reading, check, check->blanked, start, end, check->around) < end)
		return false;			/* too long to be looked at as one */
	find_links(reading);
	return is_plain(reading);
}

/* Is there raw HTML in the block, which may strike or quote, or an agent's note, which may say
 * whose a number is? */
static bool
has_aside(const Prose *prose, const TextBlock *block)
{
	for (int i = zone_after(prose, block->start - 1); i < prose->zones.count &&
		prose->zones.items[i].start < block->end; i++)
		if (prose->zones.items[i].kind == ZONE_HTML)
			return true;
	for (int i = marker_from(prose, block->start); i < prose->markers.count &&
		prose->markers.items[i].start < block->end; i++)
		if (prose->markers.items[i].kind == MARKER_NOTE_REF ||
			prose->markers.items[i].kind == MARKER_NUMERIC)
			return true;
	return false;
}

static bool
block_is_plain(MetricCheck *check, int index)
{
	TextBlock  *block = &check->prose->blocks.items[index];
	Sentence   *sentences;

	if (block->kind == BLOCK_RULE || block->kind == BLOCK_CHART_ANCHOR)
		return true;
	if ((block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_HEADING) || block->in_quote ||
		has_aside(check->prose, block))
		return false;
	sentences = prose_sentences(check->prose, block);
	for (int i = 0; i < block->nsentences; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!sentence_is_plain(check, sentences[i].start, sentences[i].end))
			return false;
		sentences = check->prose->sentences.items + block->first_sentence;
	}
	return true;
}

bool
leads_in(const char *text, const TextBlock *block)
{
	int			end = block->end;

	while (end > block->start && (is_space(text[end - 1]) || text[end - 1] == '\x01'))
		end--;
	return end > block->start && text[end - 1] == ':';
}

#define MOST_FINDINGS	100		/* of a stretch in which a number is rewritten */

/* Leaves of the candidates [from, to) of a stretch of blocks those that may be rewritten. */
static void
keep_of_stretch(MetricCheck *check, int block, int end, int from, int to, bool is_plain_above)
{
	MetricFinding *findings = check->findings.items;
	bool		any = false;

	for (int i = from; i < to; i++)
		any |= findings[i].is_rewritable;
	if (!any)
		return;
	is_plain_above &= to - from <= MOST_FINDINGS;
	for (; block < end && is_plain_above; block++)
		is_plain_above = block_is_plain(check, block);
	for (int i = from; i < to; i++)
	{
		findings[i].is_rewritable &= is_plain_above;
		for (int j = from; j < to && is_plain_above; j++)
			findings[i].is_rewritable &= j == i || findings[j].kind != findings[i].kind;
	}
}

void
keep_unplain(MetricCheck *check)
{
	const TextBlock *blocks = check->prose->blocks.items;
	int			unplain = check->around->is_title_plain ? MOST_LEVEL : 0;
	int			end;
	int			to = 0;

	for (int block = 0; block < check->prose->blocks.count; block = end)
	{
		int			from = to;

		if (blocks[block].kind == BLOCK_HEADING && blocks[block].level <= unplain)
			unplain = block_is_plain(check, block) &&
				!(block > 0 && leads_in(check->blanked, &blocks[block - 1])) ?
				MOST_LEVEL : blocks[block].level;
		for (end = block + 1; end < check->prose->blocks.count &&
			blocks[end].kind != BLOCK_HEADING;)
			end++;
		while (to < check->findings.count && check->findings.items[to].block < end)
			to++;
		keep_of_stretch(check, block, end, from, to, unplain == MOST_LEVEL);
	}
}
