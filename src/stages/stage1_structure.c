/*
 * stage1_structure.c
 *		Part of stage 1: bodies are made fit to stand in one memo.
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
#include "placement/placement.h"

#include "common/hashfn.h"

#define SECTION_LEVEL 2			/* "## title" */

/* ------------------------------------------------------------------- fences */

/* The lines of a fence that the body stood in leave; text before them stays apart. */
static void
peel_fence(Memo *memo, Section *section)
{
	const Prose *prose = section->prose;

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
}

/* ------------------------------------------------------------- open blocks */

static void
close_open_block(Memo *memo, Section *section)
{
	Prose	   *prose = section->prose;
	TextBlock *block =
		prose->blocks.count == 0 ? NULL : &prose->blocks.items[prose->blocks.count - 1];
	bool		ends_line = prose->len > 0 && prose->text[prose->len - 1] == '\n';

	if (block == NULL || !block->is_open)
		return;
	section_edit(memo, section, prose->len, 0,
				 psprintf("%s%s\n", ends_line ? "" : "\n", block->closer));
	memo_event(memo, EVENT_open_block_closed, section->index, slice_of(block->closer), NULL);
}

/* ---------------------------------------------------------------- headings */

/* "# Title" becomes "### Title": only the added number signs are an edit. */
static void
shift_atx(Memo *memo, Section *section, const TextBlock *block, int shift)
{
	static const char signs[] = "######";
	int			added = Min(6, block->level + shift) - block->level;
	int			start = section->prose->lines.items[block->first_line].start;

	if (added > 0)
		section_edit(memo, section, start, 0, signs + strlen(signs) - added);
}

/* Underlined headings are H1 or H2 only: they become "### Title". */
static void
shift_setext(Memo *memo, Section *section, const TextBlock *block, int shift)
{
	const Line *lines = &section->prose->lines.items[block->first_line];
	int			text_lines = block->nlines - 1;

	section_edit(memo, section, lines[0].start, 0,
				 block->level + shift >= 4 ? "#### " : "### ");
	for (int i = 1; i < text_lines; i++)
		section_edit(memo, section, lines[i - 1].end, lines[i].start - lines[i - 1].end, " ");
	section_edit(memo, section, lines[text_lines - 1].end,
				 lines[text_lines].end - lines[text_lines - 1].end, "");
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
	char	   *text;
	char	   *start;
	char	   *end;
	bool		is_same;

	if (block->kind != BLOCK_HEADING || block->depth > 0 || block->nlines > 1 + block->is_setext)
		return false;
	text = start = text_beside_markers(section->prose, block, heading_text(section->prose, block));
	end = text + strlen(text);
	while (is_mark(*start))
		start++;
	while (end > start && (is_mark(end[-1]) || is_blank(end[-1]) || end[-1] == ':'))
		*--end = '\0';
	is_same = strcmp(folded_copy(start), folded_copy(section->title)) == 0;
	pfree(text);
	return is_same;
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
	if (read.clusters.count == 0)
		return;
	initStringInfo(&text);
	for (int i = 0; i < read.clusters.count; i++)
	{
		const Cluster *cluster = &read.clusters.items[i];

		appendBinaryStringInfo(&text, title.data + pos, Max(0, cluster->start - pos));
		pos = cluster->end;
	}
	appendBinaryStringInfo(&text, title.data + pos, title.len - pos);
	memo_event(memo, EVENT_title_marker_removed, section->index, title, "{\"clusters\":%d}",
			   read.clusters.count);
	section->title = slice_trim(slice_of(text.data)).len > 0
		? slice_copy(slice_trim(slice_of(text.data))) : title_from_key(section->section_key);
}

static void
shift_headings(Memo *memo, Section *section)
{
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
		else
			shift_atx(memo, section, block, shift);
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
	uint32		hash;
	Slice		dest;			/* of its first definition */
	int			marked_by;		/* section index + 1 that was last seen to define it */
	int			section;		/* the same while labels are renamed */
	int			uses;			/* sections that define it so far */
	const char *renamed;		/* what that section calls it now, NULL = unchanged */
	bool		is_foreign;		/* stands in brackets in a section without it */
} LabelEntry;

typedef struct LabelTable
{
	LabelEntry *entries;
	uint32		mask;
} LabelTable;

/* The entry of a label, or the free one where it would be. */
static LabelEntry *
label_entry(const LabelTable *table, const char *label)
{
	uint32		hash = hash_bytes((const unsigned char *) label, (int) strlen(label));
	uint32		slot = hash & table->mask;

	while (table->entries[slot].label != NULL &&
		   (table->entries[slot].hash != hash || strcmp(table->entries[slot].label, label) != 0))
		slot = (slot + 1) & table->mask;
	table->entries[slot].hash = hash;
	return &table->entries[slot];
}

/* Remembers which labels a section defines itself. */
static void
mark_own_labels(const Section *section, LabelTable *table)
{
	for (int i = 0; i < section->prose->link_defs.count; i++)
		label_entry(table, label_fold(section->prose->link_defs.items[i].label))->marked_by =
			section->index + 1;
}

/* Plain "[1]" in a section would become a link when another defines "[1]:". */
static void
find_foreign_labels(Memo *memo, LabelTable *table)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		const char *text = section->body.data;
		const char *end = text + section->body.len;

		CHECK_FOR_INTERRUPTS();
		mark_own_labels(section, table);
		for (const char *open = text; (open = memchr(open, '[', end - open)) != NULL; open++)
		{
			const char *close = open + 1;
			LabelEntry *entry;

			while (close < end && close - open < 256 && *close != ']' && *close != '[')
				close++;
			if (close >= end || *close != ']' ||
				(close + 1 < end &&
				 (close[1] == ':' || (close[1] == '(' && (open == text || open[-1] != ']')))))
				continue;			/* "[x][1](y)" is a use of the label where there is a [1] */
			entry = label_entry(table, label_fold((Slice) {open + 1, (int) (close - open) - 1}));
			if (entry->label != NULL && entry->marked_by != i + 1)
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
rename_labels_of(Memo *memo, Section *section, LabelTable *table)
{
	Prose	   *prose = section->prose;

	for (int i = 0; i < prose->link_defs.count; i++)
	{
		LinkDef    *def = &prose->link_defs.items[i];
		LabelEntry *entry = label_entry(table, label_fold(def->label));

		if (entry->label != NULL && entry->label[0] != '\0')
			rename_definition(memo, section, entry, def);
	}
	for (int i = 0; i < prose->link_uses.count; i++)
	{
		LinkUse    *use = &prose->link_uses.items[i];
		LabelEntry *entry = label_entry(table, label_fold(use->label));

		if (entry->label != NULL && entry->section == section->index + 1 && entry->renamed != NULL)
			rename_use(memo, section, use, entry->renamed);
	}
}

void
rename_link_labels(Memo *memo)
{
	LabelTable	table = {NULL, 63};
	int			count = 0;

	for (int i = 0; i < memo->nsections; i++)
		count += memo->sections[i].prose->link_defs.count;
	if (count == 0 || memo->nsections < 2)
		return;
	while (table.mask < (uint32) count * 2)
		table.mask = table.mask * 2 + 1;
	table.entries = palloc0(sizeof(LabelEntry) * ((Size) table.mask + 1));
	for (int i = 0; i < memo->nsections; i++)
		for (int j = 0; j < memo->sections[i].prose->link_defs.count; j++)
		{
			char	   *label = label_fold(memo->sections[i].prose->link_defs.items[j].label);

			label_entry(&table, label)->label = label;
		}
	find_foreign_labels(memo, &table);
	for (int i = 0; i < memo->nsections; i++)
		rename_labels_of(memo, &memo->sections[i], &table);
}

/* What would become a marker, or is one to some renderers. */
static void
escape_brackets(Memo *memo, Section *section)
{
	const Prose *prose = section->prose;

	for (int i = 0; i < prose->escapes.count; i++)
	{
		int			pos = prose->escapes.items[i];
		bool		closes = prose->text[pos] == ']';

		section_edit(memo, section, pos, closes, closes ? "&#93;" : "\\");
	}
}

void
structure_sections(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		clean_title(memo, &memo->sections[i]);
		peel_fence(memo, &memo->sections[i]);
		close_open_block(memo, &memo->sections[i]);
		drop_leftovers(memo, &memo->sections[i]);
		escape_brackets(memo, &memo->sections[i]);
		shift_headings(memo, &memo->sections[i]);
	}
}
