/*
 * check.c
 *		A body's findings, and their verdicts.
 *
 * The blocks are gone through once.  Those that name a metric and have a number are read
 * sentence by sentence (read.c, find.c, context.c); headings and lines that lead in tell
 * of what is below them.  For example, with IRR 18.5 as the canonical value,
 *
 *		The levered IRR is 12.0%, falling to 9% in the downside case.
 *
 * has the findings 12.0 (point, headline: a violation) and 9 (point, scenario: for review,
 * never corrected).
 */
#include "metrics/metrics_internal.h"
#include "markers/markers.h"

/* --------------------------------------------------------------- plain words */

/*
 * Which violations may be rewritten: those of a stretch of plain words.
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

/* Is every word a plain one? */
static bool
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
static bool
is_plain_title(const Reading *reading)
{
	Reading		words = *reading;

	words.count -= reading->count > 1 && item_is(reading, reading->count - 1, ITEM_NUMBER);
	return is_plain(&words) ||
		(reading->count == 1 && reading->items[0].end - reading->items[0].start <= MOST_KEY);
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

#define MOST_FINDINGS	100		/* of a stretch in which a number is rewritten */

/* Sets is_sure of the findings of a stretch of plain words, and begins the next. */
static void
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

/* ----------------------------------------------------------------- sentences */

static bool
is_scorecard(const Reading *reading)
{
	for (int i = 0; i < reading->count; i++)
		if (item_has(reading, i, TAG(CLASS_veto)) && reading->items[i].metric == NULL)
			return true;
	return false;
}

/* "our base case IRR is 18% and the DSCR 1.35x": a headline right behind one of another
 * context is of that, too. */
static void
spread_context(const Reading *reading, int before, MetricFinding *last, int index,
	MetricFinding *finding)
{
	if (last == NULL || finding->context != CONTEXT_HEADLINE ||
		last->context == CONTEXT_HEADLINE || last->role == ROLE_PRIOR)
		return;
	for (int i = before + 1; i < index; i++)
		if (reading->items[i].kind != ITEM_NAME && !item_is_sign(reading, i, ",/+") &&
			!item_has(reading, i,
					  TAG(CLASS_and) | TAG(CLASS_variant) | TAG(CLASS_article) | TAG(CLASS_link)))
			return;
	finding->context = last->context;
}

static void
add_findings(const Reading *reading, const Around *around, Line sentence, int block)
{
	int			before = -1;

	for (int i = 0; i < reading->count; i++)
	{
		const Item *item = &reading->items[i];
		MetricFinding *finding;

		if (item->kind != ITEM_NUMBER || item->name < 0)
			continue;
		finding = add_finding(reading, i, around, sentence, block);
		spread_context(reading, before, before < 0 ? NULL : finding - 1, i, finding);
		before = i;
	}
}

/* Puts the metric that the line before named alone in front of a number. */
static void
take_label(Reading *reading, Around *around)
{
	int			first = 0;

	while (first < reading->count && reading->items[first].kind == ITEM_SIGN)
		first++;
	if (around->has_label && item_is(reading, first, ITEM_NUMBER))
	{
		prepend_item(reading, &around->label);
		reading->names++;
	}
	around->has_label = false;
}

/* Is the line a metric's name alone? */
static void
set_label(const Reading *reading, Around *around)
{
	if (reading->names != 1 || reading->numbers > 0)
		return;
	for (int i = 0; i < reading->count; i++)
	{
		if (reading->items[i].kind == ITEM_NAME)
			around->label = reading->items[i];
		else if (!item_has(reading, i, TAG(CLASS_variant)) && reading->items[i].kind != ITEM_SIGN)
			return;
	}
	around->has_label = true;
}

static void
check_sentence(MetricCheck *check, const char *text, Line sentence, int block, Around *around)
{
	Reading    *reading = check->scratch;
	bool		is_first = true;
	bool		is_all_plain = false;

	for (int pos = sentence.start; pos < sentence.end; is_first = false)
	{
		CHECK_FOR_INTERRUPTS();
		pos = read_named(reading, check, text, pos, sentence.end, around);
		if (reading->count == 0)
			break;
		if (is_first)
			take_label(reading, around);
		if (reading->names > 0 && reading->numbers > 0)
			find_links(reading);
		if (reading->names > 0 && reading->numbers > 0 && !is_scorecard(reading))
			add_findings(reading, around, sentence, block);
		if (is_first && pos >= sentence.end)
		{
			set_label(reading, around);
			if (reading->names == 0)
				find_ranges(reading);	/* which numbers are changes */
			is_all_plain = is_plain(reading);
		}
	}
	around->is_stretch_plain &= is_all_plain;
}

/* -------------------------------------------------------------------- blocks */

#define MOST_HEADING	30		/* bytes of a line that is one, without bold */

/* Does the block end with a colon: does it lead in what follows? */
static bool
leads_in(const char *text, const TextBlock *block)
{
	int			end = block->end;

	while (end > block->start && (is_space(text[end - 1]) || text[end - 1] == '\x01'))
		end--;
	return end > block->start && text[end - 1] == ':';
}

static bool
has_digit(const char *text, int start, int end)
{
	for (int i = start; i < end; i++)
		if (is_digit(text[i]))
			return true;
	return false;
}

/* "**Downside case**", "Downside": a line that is a heading. */
static bool
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

/* Reads a heading, title or line that leads in. */
static MetricContext
read_told(MetricCheck *check, const char *text, int start, int end, Around *around)
{
	Reading    *reading = check->scratch;
	MetricContext context;

	(void) read_named(reading, check, text, start, end, around);
	context = context_told(reading);
	set_label(reading, around);
	return context;
}

static void
check_paragraph(MetricCheck *check, const char *text, int index, Around *around)
{
	TextBlock  *block = &check->prose->blocks.items[index];
	Sentence   *sentences = prose_sentences(check->prose, block);

	around->is_stretch_plain =
		around->is_stretch_plain && !block->in_quote && !has_aside(check->prose, block);
	for (int i = 0; i < block->nsentences; i++)
		if (around->has_label || around->is_stretch_plain ||
			names_metric(check, sentences[i].start, sentences[i].end))
			check_sentence(check, text, (Line) {sentences[i].start, sentences[i].end}, index,
						   around);
}

static void
check_block(MetricCheck *check, const char *text, int index, Around *around)
{
	TextBlock  *block = &check->prose->blocks.items[index];
	bool		names = names_metric(check, block->start, block->end);

	if (block->kind == BLOCK_HEADING || is_bold_heading(check, block))
	{
		if (block->kind == BLOCK_HEADING)
			end_stretch(check, around);
		around->has_label = false;
		around->lead = CONTEXT_HEADLINE;
		around->heading = read_told(check, text, block->start, block->end, around);
		if (block->kind == BLOCK_HEADING)
			around->is_stretch_plain = !check->compares_only &&
				!(index > 0 && leads_in(text, &block[-1]));
		around->is_stretch_plain &= names || is_plain(check->scratch);
		if (names)
			check_paragraph(check, text, index, around);
		if (block->kind == BLOCK_HEADING && block->level <= around->unplain)
			around->unplain = around->is_stretch_plain ? NO_LEVEL : block->level;
		return;
	}
	if (block->kind == BLOCK_TABLE)
	{
		around->has_label = around->is_stretch_plain = false;
		if (names && !check->compares_only)
			check_table(check, text, index, around);
		around->lead = CONTEXT_HEADLINE;
		return;
	}
	if (block->depth == 0)
		around->lead = CONTEXT_HEADLINE;
	if (around->has_label || names || around->is_stretch_plain)
		check_paragraph(check, text, index, around);
	if (leads_in(text, block) && !has_digit(text, block->start, block->end))
		around->lead = read_told(check, text, block->start, block->end, around);
}

/* The words of the deal's name, as keys. */
static void
read_deal(MetricCheck *check, Around *around)
{
	const char *name = check->memo->name == NULL ? "" : check->memo->name;
	Reading    *reading = check->scratch;

	(void) read_items(reading, check, name, 0, (int) strlen(name));
	tag_items(reading);
	for (int i = 0; i < reading->count && around->ndeal < MOST_DEAL_WORDS; i++)
		if (reading->items[i].kind == ITEM_WORD &&
			!item_has(reading, i, TAG(CLASS_article) | TAG(CLASS_link) | TAG(CLASS_and)))
			around->deal[around->ndeal++] = reading->items[i].key;
}

void
metric_check(MetricCheck *check)
{
	Prose	   *prose = check->prose;
	const char *title = check->section == NULL ? NULL : check->section->title;
	Around	   *around;

	if (!survey_names(check))
		return;
	if (check->scratch == NULL)
		check->scratch = palloc0(sizeof(Reading));
	check->around = around = palloc0(sizeof(Around));
	check->blanked = blanked_text(prose);
	read_deal(check, around);
	around->is_stretch_plain = !check->compares_only;
	around->unplain = NO_LEVEL;
	if (title != NULL)
	{
		around->title = read_told(check, title, 0, (int) strlen(title), around);
		around->unplain = is_plain_title(check->scratch) ? NO_LEVEL : 0;
	}
	around->has_label = false;
	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		if ((block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_HEADING ||
			 block->kind == BLOCK_TABLE) && block->note_def < 0 && !block->is_listed)
			check_block(check, check->blanked, i, around);
		else
		{
			around->has_label = false;
			around->is_stretch_plain &= block->kind == BLOCK_RULE ||
				block->kind == BLOCK_CHART_ANCHOR;
		}
	}
	end_stretch(check, around);
	judge_findings(check);
}
