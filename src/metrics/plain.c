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
				(item_has(reading, index, TAG(CLASS_variant)) &&
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
	Reading		words = *reading;

	words.count -= reading->count > 1 && item_is(reading, reading->count - 1, ITEM_NUMBER);
	return is_plain(&words) ||
		(reading->count == 1 && reading->items[0].end - reading->items[0].start <= MOST_KEY);
}

/* Is there raw HTML in the block, which may strike or quote, or an agent's note, which may say
 * whose a number is? */
bool
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

#define MOST_FINDINGS	100		/* of a stretch in which a number is rewritten */

void
end_stretch(MetricCheck *check, Around *around)
{
	MetricFinding *findings = check->findings.items;
	int			from = around->stretch;
	int			to = check->findings.count;

	around->stretch = to;
	if (!around->is_stretch_plain || around->unplain < NO_LEVEL || to - from > MOST_FINDINGS)
		return;
	for (int i = from; i < to; i++)
	{
		findings[i].is_sure = true;
		for (int j = from; j < to; j++)
			findings[i].is_sure &= j == i || findings[j].kind != findings[i].kind;
	}
}
