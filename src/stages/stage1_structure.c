/*
 * stage1_structure.c
 *		Stages 1 and 1.5: what agents wrote about sources (notes/) becomes evidence, and bodies
 *		are made fit to stand in one memo.
 *
 * What a section leaves open is closed, a heading that only repeats the section's
 * title leaves, as does one under which nothing stays, H1 and H2 go below the section's own
 * level, and link labels that would reach across sections are renamed.  Each is a recorded
 * edit.  Markers in a title leave it.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "notes/notes.h"
#include "placement/placement.h"

#define SECTION_LEVEL 2			/* "## title" */

/* The lines of a fence that the body stood in leave, text before them stays apart; what the body's
 * end leaves open is closed; and what would become a marker, or is one to some renderers, is
 * escaped. */
static void
mend_body(Memo *memo, Section *section)
{
	const Prose *prose = section->prose;
	const TextBlock *last =
		prose->blocks.count == 0 ? NULL : &prose->blocks.items[prose->blocks.count - 1];

	for (int i = 0; i < (int) lengthof(prose->wrapping); i++)
	{
		Line		line = prose->wrapping[i];

		if (line.end == 0)
			continue;
		if (line.start == 0 && line.end < prose->len && prose->text[line.end] == '\n')
			line.end++;
		section_edit(memo, section, line.start, line.end - line.start, "");
	}
	if (prose->wrapping[0].end > 0)
		memo_event(memo, EVENT_fence_peeled, section->index, (Slice) {NULL, 0}, NULL);
	if (last != NULL && last->is_open)
	{
		section_edit(memo, section, prose->len, 0,
					 psprintf("%s%s\n", prose->text[prose->len - 1] == '\n' ? "" : "\n",
							  last->closer));
		memo_event(memo, EVENT_open_block_closed, section->index, slice_of(last->closer), NULL);
	}
	for (int i = 0; i < prose->escapes.count; i++)
	{
		int			pos = prose->escapes.items[i];
		bool		closes = prose->text[pos] == ']';

		section_edit(memo, section, pos, closes, closes ? "&#93;" : "\\");
	}
}

/* ---------------------------------------------------------------- headings */

/* Underlined headings are H1 or H2 only: they become "### Title". */
static void
shift_setext(Memo *memo, Section *section, const TextBlock *block, int shift)
{
	const Line *lines = &section->prose->lines.items[block->first_line];

	section_edit(memo, section, lines[0].start, 0, block->level + shift >= 4 ? "#### " : "### ");
	for (int i = 1; i < block->nlines; i++)
		section_edit(memo, section, lines[i - 1].end,
					 (i + 1 < block->nlines ? lines[i].start : lines[i].end) - lines[i - 1].end,
					 i + 1 < block->nlines ? " " : "");
}

/* Does a marker always leave the text where it stands? */
static bool
marker_leaves(const Marker *marker)
{
	return marker_cites(marker) || (!marker->is_escaped && (marker->kind == MARKER_CANONICAL ||
															marker->kind == MARKER_CHART_ANCHOR));
}

/* What a line says beside markers that leave. */
static char *
text_beside_markers(const Prose *prose, const TextBlock *block, Line line)
{
	StringInfoData text;
	int			pos = line.start;

	initStringInfo(&text);
	for (int i = 0; i < block->nmarkers; i++)
	{
		const Marker *marker = &prose->markers.items[block->first_marker + i];

		if (marker->start < pos || marker->start + marker->len > line.end || !marker_leaves(marker))
			continue;
		appendBinaryStringInfo(&text, prose->text + pos, marker->start - pos);
		pos = marker->start + marker->len;
	}
	appendBinaryStringInfo(&text, prose->text + pos, Max(0, line.end - pos));
	return text.data;
}

/* Is a block no text of the memo: a definition, a source line, markers alone? */
static bool
block_is_unseen(const Prose *prose, const TextBlock *block)
{
	char	   *text;
	bool		is_empty;

	if (block->note_def >= 0 || block->kind == BLOCK_SOURCE_LINE || block->kind == BLOCK_LINK_DEF ||
		block->kind == BLOCK_CHART_ANCHOR)
		return true;
	if (block->kind != BLOCK_PARAGRAPH || block->nmarkers == 0)
		return false;
	text = text_beside_markers(prose, block, (Line) {.start = block->start, .end = block->end});
	is_empty = text[strspn(text, " \t\r\n")] == '\0';
	pfree(text);
	return is_empty;
}

/* Does a heading say the section's title, "# Risk Factors", which the memo prints
 * above the body? */
static bool
repeats_title(const Section *section, const TextBlock *block)
{
	char	   *start;
	char	   *end;

	if (block->kind != BLOCK_HEADING || block->depth > 0 || block->nlines > 1 + block->is_setext)
		return false;
	start = text_beside_markers(section->prose, block, heading_text(section->prose, block));
	end = start + strlen(start);
	while (is_mark(*start))
		start++;
	while (end > start && (is_mark(end[-1]) || is_blank(end[-1]) || end[-1] == ':'))
		*--end = '\0';
	return strcmp(folded_copy(start), folded_copy(section->title)) == 0;
}

/* The first block from one on that readers see as text, nblocks = none. */
static int
first_seen(const Prose *prose, int from, int nblocks)
{
	while (from < nblocks && (prose->blocks.items[from].leaves ||
							  block_is_unseen(prose, &prose->blocks.items[from])))
		from++;
	return from;
}

/* Takes a heading out, with the empty lines behind it; the first of several is told of. */
static void
drop_title(Memo *memo, Section *section, const TextBlock *block, bool is_first)
{
	const Prose *prose = section->prose;
	Line		heading = prose->lines.items[block->first_line];
	int			start = heading.start;
	int			end = prose->lines.items[block->first_line + block->nlines - 1].end;

	while (start > 0 && is_blank(prose->text[start - 1]))
		start--;				/* else they would indent what follows */
	for (int pos = end; pos < prose->len && strchr(" \t\r\n", prose->text[pos]) != NULL; pos++)
		if (prose->text[pos] == '\n' ||
			(prose->text[pos] == '\r' && (pos + 1 == prose->len || prose->text[pos + 1] != '\n')))
			end = pos + 1;
	section_edit(memo, section, start, end - start, "");
	if (is_first)
		memo_event(memo, EVENT_title_dropped, section->index,
				   (Slice) {prose->text + heading.start, heading.end - heading.start}, NULL);
}

/* Takes out the headings at the top that repeat the title, where other text follows:
 * all of them, as the memo may come back as a body.  Returns the block behind them. */
static int
drop_titles(Memo *memo, Section *section, int nblocks)
{
	const Prose *prose = section->prose;
	int			first = first_seen(prose, 0, nblocks);
	bool		is_first = true;

	while (first < nblocks && repeats_title(section, &prose->blocks.items[first]))
	{
		int			next = first_seen(prose, first + 1, nblocks);

		if (next == nblocks)
			break;
		drop_title(memo, section, &prose->blocks.items[first], is_first);
		is_first = false;
		first = next;
	}
	return first;
}

/* ------------------------------------------------------------ what is left */

/* Does the block leave the text, or only carry markers that do? */
static bool
block_leaves(const Section *section, int index)
{
	const TextBlock *block = &section->prose->blocks.items[index];

	return block->leaves ||
		(block->kind != BLOCK_CHART_ANCHOR && block_is_unseen(section->prose, block));
}

/*
 * "### Notes" or "**Sources**" over nothing, or nothing but definitions, and "---" that nothing
 * follows any more, leave; not where they are all that a section has.
 */
static void
drop_leftovers(Memo *memo, Section *section)
{
	const TextBlock *blocks = section->prose->blocks.items;
	const TextBlock *next = NULL;	/* the block that stays behind this one, */
	bool		has_left = false;	/* and some between left */
	bool		has_text = false;

	for (int i = 0; i < section->prose->blocks.count && !has_text; i++)
		has_text = blocks[i].kind != BLOCK_HEADING && blocks[i].kind != BLOCK_RULE &&
			!block_leaves(section, i);
	for (int i = section->prose->blocks.count - 1; i >= 0 && has_text; i--)
	{
		const TextBlock *block = &blocks[i];
		Line		line = section->prose->lines.items[block->first_line];

		if (block_leaves(section, i))
			has_left = true;
		else if (block->depth == 0 &&
				 (block->kind == BLOCK_RULE ? has_left && next == NULL
				  : block_titles_sources(section->prose, block) &&
				  (next == NULL || (next->kind == BLOCK_HEADING &&
									(next->level <= block->level || block->level == 0)))))
		{
			section_edit(memo, section, block->start, block->end - block->start,
						 keeps_apart(section->prose, block->end));
			memo_event(memo, EVENT_leftover_dropped, section->index,
					   (Slice) {section->prose->text + line.start, line.end - line.start}, NULL);
		}
		else
		{
			next = block;
			has_left = false;
		}
	}
}

/* A section's title has no sentence that a marker could cite: it leaves. */
static void
clean_title(Memo *memo, Section *section)
{
	Slice		title = slice_of(section->title);
	Section		read = {.body = title};
	StringInfoData text;
	int			pos = 0;

	if (memchr(title.data, '[', title.len) == NULL)
		return;
	read.prose = prose_parse(title.data, title.len, &marker_extension);
	for (int i = 0; i < read.prose->markers.count; i++)
		read.prose->markers.items[i].leaves = marker_leaves(&read.prose->markers.items[i]) &&
			read.prose->markers.items[i].kind != MARKER_LEGACY_TAG;
	clusters_find(&read);
	if (read.places.clusters.count == 0)
		return;
	initStringInfo(&text);
	for (int i = 0; i < read.places.clusters.count; i++)
	{
		const Cluster *cluster = &read.places.clusters.items[i];

		appendBinaryStringInfo(&text, title.data + pos, Max(0, cluster->start - pos));
		pos = cluster->end;
	}
	appendBinaryStringInfo(&text, title.data + pos, title.len - pos);
	memo_event(memo, EVENT_title_marker_removed, section->index, title, "{\"clusters\":%d}",
			   read.places.clusters.count);
	section->title = slice_trim(slice_of(text.data)).len > 0
		? slice_copy(slice_trim(slice_of(text.data))) : title_from_key(section->section_key);
}

static void
shift_headings(Memo *memo, Section *section)
{
	static const char signs[] = "######";
	Prose	   *prose = section->prose;
	int			highest = 7;
	int			nblocks = prose->blocks.count;
	int			first = drop_titles(memo, section, nblocks);
	int			count = 0;
	int			shift;

	for (int i = first; i < nblocks; i++)
		if (prose->blocks.items[i].kind == BLOCK_HEADING && prose->blocks.items[i].note_def < 0 &&
			!prose->blocks.items[i].leaves)
			highest = Min(highest, prose->blocks.items[i].level);
	shift = SECTION_LEVEL + 1 - highest;
	if (shift <= 0)
		return;
	for (int i = first; i < nblocks; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];

		if (block->kind != BLOCK_HEADING || block->note_def >= 0 || block->leaves)
			continue;
		if (block->is_setext)
			shift_setext(memo, section, block, shift);
		else if (block->level < 6)	/* "# Title": only the added number signs are an edit */
			section_edit(memo, section, prose->lines.items[block->first_line].start, 0,
						 signs + Max(block->level, 6 - shift));
		count++;
	}
	memo_event(memo, EVENT_heading_shifted, section->index, (Slice) {NULL, 0},
			   "{\"levels\":%d,\"headings\":%d}", shift, count);
}

/* ------------------------------------------------------------- link labels */

/* A label as it compares. */
typedef struct LabelEntry
{
	char	   *label;
	Slice		dest;			/* of its first definition */
	int			marked_by;		/* section index + 1 that was last seen to define it */
	int			section;		/* the same while labels are renamed */
	int			uses;			/* sections that define it so far */
	const char *renamed;		/* what that section calls it now, NULL = unchanged */
	bool		is_foreign;		/* stands in brackets in a section without it */
} LabelEntry;

typedef struct Labels
{
	VEC(LabelEntry) items;
	KeyMap		numbers;		/* of items, by their label's hash */
} Labels;

/* The entry of a label that is defined, else NULL. */
static LabelEntry *
label_entry(const Labels *labels, Slice label)
{
	int			number = keymap_get(&labels->numbers, slice_hash(slice_of(label_fold(label)), 0));

	return number > 0 ? &labels->items.items[number - 1] : NULL;
}

/* Plain "[1]" in a section would become a link when another defines "[1]:". */
static void
find_foreign_labels(Memo *memo, const Labels *labels)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		const char *text = section->body.data;
		const char *end = text + section->body.len;
		LabelEntry *entry;

		CHECK_FOR_INTERRUPTS();
		for (int j = 0; j < section->prose->link_defs.count; j++)
			if ((entry = label_entry(labels, section->prose->link_defs.items[j].label)) != NULL)
				entry->marked_by = i + 1;
		for (const char *open = text; (open = memchr(open, '[', end - open)) != NULL; open++)
		{
			const char *close = open + 1;

			while (close < end && close - open < 256 && *close != ']' && *close != '[')
				close++;
			if (close >= end || *close != ']' ||
				(close + 1 < end &&
				 (close[1] == ':' || (close[1] == '(' && (open == text || open[-1] != ']')))))
				continue;			/* "[x][1](y)" is a use of the label where there is a [1] */
			entry = label_entry(labels, (Slice) {open + 1, (int) (close - open) - 1});
			if (entry != NULL && entry->marked_by != i + 1)
				entry->is_foreign = true;
		}
	}
}

/* Writes the new label behind a use that shows its label, else in its place. */
static void
rename_use(Memo *memo, Section *section, LinkUse *use, const char *label)
{
	const char *text = section->body.data;

	use->renamed = use->is_shortcut ? psprintf("[%s]", label) : label;
	use->renamed_at = use->end;
	if (!use->is_shortcut && text[use->end - 2] == '[')	/* [x][] */
		use->renamed_at = use->end - 1;
	else if (!use->is_shortcut)
	{
		use->renamed_at = (int) (use->label.data - text);
		use->renamed_len = use->label.len;
	}
	section_edit(memo, section, use->renamed_at, use->renamed_len, use->renamed);
	section->edits.items[section->edits.count - 1].comes_first = use->is_shortcut;
}

/* Decides on a section's definition of a label; the first one counts, those that
 * repeat its label are renamed along. */
static void
rename_definition(Memo *memo, Section *section, LabelEntry *entry, const LinkDef *def)
{
	bool		is_repeated = entry->section == section->index + 1;

	if (!is_repeated)
	{
		entry->section = section->index + 1;
		entry->renamed = NULL;
		if (entry->uses++ == 0)
			entry->dest = def->dest;
		if ((entry->uses == 1 || slice_equal(entry->dest, def->dest)) && !entry->is_foreign)
			return;
		entry->renamed = psprintf("%s-s%d", entry->label, section->index + 1);
		memo_event(memo, EVENT_label_renamed, section->index, def->label, NULL);
	}
	if (entry->renamed != NULL)
		section_edit(memo, section, (int) (def->label.data - section->body.data), def->label.len,
					 entry->renamed);
}

static void
rename_labels_of(Memo *memo, Section *section, const Labels *labels)
{
	Prose	   *prose = section->prose;

	for (int i = 0; i < prose->link_defs.count; i++)
	{
		LinkDef    *def = &prose->link_defs.items[i];
		LabelEntry *entry = label_entry(labels, def->label);

		if (entry != NULL)
			rename_definition(memo, section, entry, def);
	}
	for (int i = 0; i < prose->link_uses.count; i++)
	{
		LinkUse    *use = &prose->link_uses.items[i];
		LabelEntry *entry = label_entry(labels, use->label);

		if (entry != NULL && entry->section == section->index + 1 && entry->renamed != NULL)
			rename_use(memo, section, use, entry->renamed);
	}
}

/* Makes link labels unique where sections define one differently. */
static void
rename_link_labels(Memo *memo)
{
	Labels		labels = {{NULL, 0, 0}, {NULL, 0, 0}};

	for (int i = 0; i < memo->nsections && memo->nsections > 1; i++)
		for (int j = 0; j < memo->sections[i].prose->link_defs.count; j++)
		{
			char	   *label = label_fold(memo->sections[i].prose->link_defs.items[j].label);
			int		   *number = keymap_at(&labels.numbers, slice_hash(slice_of(label), 0));

			if (*number > 0 || label[0] == '\0')
				continue;
			VEC_PUSH(&labels.items)->label = label;
			*number = labels.items.count;
		}
	if (labels.items.count == 0)
		return;
	find_foreign_labels(memo, &labels);
	for (int i = 0; i < memo->nsections; i++)
		rename_labels_of(memo, &memo->sections[i], &labels);
}

/* Stage 1: aggregate. */
void
stage1_aggregate(Memo *memo)
{
	rename_link_labels(memo);	/* texts of notes use them */
	for (int i = 0; i < memo->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		section_take_notes(memo, &memo->sections[i]);
	}
	cite_chart_sources(memo);
	for (int i = 0; i < memo->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		clean_title(memo, &memo->sections[i]);
		mend_body(memo, &memo->sections[i]);
		drop_leftovers(memo, &memo->sections[i]);
		shift_headings(memo, &memo->sections[i]);
	}
}

/* Stage 1.5: table_superscripts. */
void
stage1_table_superscripts(Memo *memo)
{
	superscripts_resolve(memo);
}
