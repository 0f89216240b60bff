/*
 * list.c
 *		Finds the lists of sources that an agent wrote, and their items.
 *
 * A heading or bold line that says exactly Sources, References, ... (words/list_titles.txt) and
 * then, to the next heading or the end, only list items, definitions, numbered or URL lines:
 *
 *		### Income
 *		NOI rose [1].
 *		**Sources**
 *		[1] Rent Roll, p. 4
 *		### Condition					where the part of a second list begins
 *
 * A plain line "Sources:" will do where each line says its id or number, as this one does, and the
 * title may be numbered, "7. Sources".  "Sources and Uses" is no title, and a paragraph of prose
 * below makes it none.  Of several titles in a row the first counts.  Sources of money ("- Senior
 * loan: $53.3M") are none either.
 */
#include "notes/notes_internal.h"

static const char *const list_titles[] = {
#include "notes/list_titles.inc"
};

/* ------------------------------------------------------------------ titles */

#define LONGEST_TITLE	100		/* bytes of a line of words/list_titles.txt, and more */

/* "Sources", "**References:**", "7. Sources": exactly one of the titles, marks aside. */
static bool
is_title(Slice text, bool needs_bold)
{
	char		title[LONGEST_TITLE + 1];
	StringInfoData folded = {title, 0, sizeof(title), 0};
	int			marks = 0;
	int			digits = 0;

	while (text.len > 0 && strchr("#*_ \t", text.data[0]) != NULL)
		marks += strchr("*_", text.data[0]) != NULL, text.data++, text.len--;
	while (digits < text.len && is_digit(text.data[digits]))
		digits++;
	if (digits > 0 && text.len - digits > 2 && memcmp(text.data + digits, ". ", 2) == 0)
		text.data += digits + 2, text.len -= digits + 2;
	while (text.len > 0 && strchr("#*_ \t:", text.data[text.len - 1]) != NULL)
		text.len--;
	if (text.len > 3 && memcmp(text.data + text.len - 3, "：", 3) == 0)
		text.len -= 3;
	if ((needs_bold && marks <= 1) || text.len > LONGEST_TITLE)
		return false;
	append_folded(&folded, text.data, text.len);
	return slice_in((Slice) {folded.data, folded.len}, list_titles, lengthof(list_titles));
}

static Slice
text_of_line(const Prose *prose, Line line)
{
	return (Slice) {prose->text + line.start, line.end - line.start};
}

static Slice
line_text(const Prose *prose, const TextBlock *block, int line_no)
{
	return text_of_line(prose, prose->lines.items[block->first_line + line_no]);
}

/* ----------------------------------------------------------------- entries */

/* "SRC:2" without brackets: position of its digits; pos when there is none. */
static int
bare_id(Slice text, int pos)
{
	int			digits;

	if (text.len - pos < 5 || strncmp(text.data + pos, "SRC", 3) != 0 ||
		strchr(":-# ", text.data[pos + 3]) == NULL)
		return pos;
	digits = past_blanks(text.data, text.len, pos + 4);
	return digits < text.len && is_digit(text.data[digits]) ? digits : pos;
}

/* "1. ...", "(1) ...", "[1] ...", "**[1]** ...", "- ...", "https://...", "[SRC:1] ..." */
static bool
begins_entry(Slice text)
{
	Slice		rest = text;
	int			from;
	int			pos;

	if (bare_id(text, 0) > 0 || slice_take(&rest, "http://") || slice_take(&rest, "https:/") ||
		slice_take(&rest, "<http") || slice_take(&rest, "[") || slice_take(&rest, "**["))
		return true;
	if (text.len > 1 && strchr("-*+", text.data[0]) != NULL && is_line_blank(text.data[1]))
		return true;			/* "**Next steps**" is none */
	pos = from = text.len > 0 && text.data[0] == '(';
	while (pos < text.len && is_digit(text.data[pos]))
		pos++;
	return pos > from && pos < text.len && strchr(".):", text.data[pos]) != NULL;
}

/* Are the lines of a block from one on entries, or go on with one, "Rent Roll,\nMay 2026"? */
static bool
lines_are_entries(const Prose *prose, const TextBlock *block, int from)
{
	for (int i = from; i < block->nlines; i++)
	{
		Slice		text = line_text(prose, block, i);
		Slice		before = i == from ? (Slice) {"", 1} : line_text(prose, block, i - 1);

		if (text.len > 0 && !begins_entry(text) && before.data[before.len - 1] != ',')
			return false;
	}
	return true;
}

static bool
is_entry_block(const Prose *prose, const TextBlock *block)
{
	if (block->note_def >= 0 || block->kind == BLOCK_LINK_DEF || block->kind == BLOCK_SOURCE_LINE ||
		block->kind == BLOCK_RULE)
		return true;
	return block->kind == BLOCK_PARAGRAPH &&
		   (block->depth > 0 || lines_are_entries(prose, block, 0));
}

/* The number of an entry "[1] Rent Roll", "- **[^1]:** Rent Roll", "1. Rent Roll" or "SRC:1: Rent
 * Roll" and where its text begins; -1 when it has none. */
static int
entry_number(Slice text, int pos, int *content)
{
	int			digits;
	int			number = 0;
	bool		has_bracket;
	bool		is_bare;

	if (text.len - pos > 1 && strchr("-*+", text.data[pos]) != NULL &&
		is_line_blank(text.data[pos + 1]))
		pos = past_blanks(text.data, text.len, pos + 2);
	while (pos < text.len && strchr("*_\\", text.data[pos]) != NULL)
		pos++;
	if (pos + 1 < text.len && text.data[pos] == '(' && is_digit(text.data[pos + 1]))
		pos++;
	has_bracket = pos < text.len && text.data[pos] == '[';
	digits = has_bracket ? pos + 1 : bare_id(text, pos);
	is_bare = !has_bracket && digits > pos;
	if (has_bracket && digits < text.len && text.data[digits] == '^')
		digits++;
	for (pos = digits; pos < text.len && pos - digits < 4 && is_digit(text.data[pos]); pos++)
		number = number * 10 + (text.data[pos] - '0');
	if (has_bracket && pos < text.len && text.data[pos] == '\\')
		pos++;
	if (pos == digits || pos >= text.len ||
		strchr(has_bracket ? "]" : is_bare ? " \t:*_.)" : ".)", text.data[pos]) == NULL)
		return -1;
	pos++;
	while (pos < text.len && (has_bracket || is_bare) && strchr("*_:", text.data[pos]) != NULL)
		pos++;
	*content = past_blanks(text.data, text.len, pos);
	return number;
}

/* The same of the entry that begins at a line of a block. */
static int
line_number(const Prose *prose, const TextBlock *block, int line_no, int *content)
{
	const Line *line = &prose->lines.items[block->first_line + line_no];
	Slice		text = {prose->text, line->end};
	int			start = line->start;
	int			number;

	while (line_no == 0 && block->starts_item && start > 0 &&
		   strchr("\n\r", prose->text[start - 1]) == NULL)
		start--;				/* the item's own mark */
	start = past_blanks(prose->text, line->end, start);
	number = entry_number(text, start, content);
	return number < 0 && start < line->start ? entry_number(text, line->start, content) : number;
}

/* Does a line say the id of a source, "- **[SRC:1]** Rent Roll", or a number? */
static bool
says_id(const Prose *prose, const TextBlock *block, int line_no)
{
	Slice		text = line_text(prose, block, line_no);
	int			pos = 0;
	int			unused;

	while (pos < text.len && strchr("-*+_\\[ \t", text.data[pos]) != NULL)
		pos++;
	return bare_id(text, pos) > pos || line_number(prose, block, line_no, &unused) >= 0;
}

/* Does a line state an amount of money, and nothing that only a source has: an id, an address or a
 * page? */
static bool
states_amount(const Prose *prose, const TextBlock *block, int line_no)
{
	Slice		text = line_text(prose, block, line_no);
	bool		has_amount = false;

	for (int pos = 0; pos + 1 < text.len; pos++)
	{
		has_amount |= (text.data[pos] == '$' && is_digit(text.data[pos + 1])) ||
					  (text.len - pos > 3 && strncmp(text.data + pos, "€", 3) == 0 &&
					   is_digit(text.data[pos + 3]));
		if (text.data[pos] == 'p' && (pos == 0 || text.data[pos - 1] == ' ') &&
			page_at(text, pos) > 0)
			return false;
	}
	return has_amount && text.data[0] != '[' && bare_id(text, 0) == 0 &&
		   memmem(text.data, text.len, "://", 3) == NULL;
}

/* For how many of the lines behind a title, to the end of the list, does a test hold?  *lines: of
 * how many. */
static int
count_lines(const Prose *prose, int title, int end,
			bool (*test) (const Prose *, const TextBlock *, int), int *lines)
{
	int			count = 0;

	*lines = 0;
	for (int i = title; i < end; i++)
		for (int j = i == title ? 1 : 0; j < prose->blocks.items[i].nlines; j++)
			if (line_text(prose, &prose->blocks.items[i], j).len > 0)
			{
				(*lines)++;
				count += test(prose, &prose->blocks.items[i], j);
			}
	return count;
}

/* ------------------------------------------------------------------- lists */

static bool
is_heading(const TextBlock *block)
{
	return block->kind == BLOCK_HEADING && block->note_def < 0 && block->depth == 0;
}

/* May a block be the title, or begin with one? */
static bool
is_candidate(const Prose *prose, const TextBlock *block)
{
	if (block->note_def >= 0 || block->depth > 0 || block->nlines == 0)
		return false;
	if (block->kind == BLOCK_HEADING)
		return is_title(line_text(prose, block, 0), false);
	return block->kind == BLOCK_PARAGRAPH && lines_are_entries(prose, block, 1) &&
		   is_title(line_text(prose, block, 0), false);
}

/* Does a block say its title in bold, or is it a heading? */
static bool
is_marked_title(const Prose *prose, const TextBlock *block)
{
	return block->kind == BLOCK_HEADING || is_title(line_text(prose, block, 0), true);
}

/* How many lines of blocks from a title on are entries. */
static int
count_entries(const Prose *prose, int first, int end)
{
	int			lines = 0;

	for (int i = first; i < end; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		if (block->note_def < 0 &&
			(block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_SOURCE_LINE))
			lines += block->nlines - is_candidate(prose, block);
	}
	return lines;
}

/* Finds the list that begins at a block, or behind others of its kind: sets both ends.  Returns
 * false when there is none up to *end. */
static bool
find_list(const Prose *prose, int *first, int *end)
{
	const TextBlock *blocks = prose->blocks.items;
	int			marked = -1;	/* the first of these titles */
	int			lines;

	*end = *first + 1;
	if (!is_candidate(prose, &blocks[*first]))
		return false;
	for (*end = *first; *end < prose->blocks.count; (*end)++)
	{
		bool		is_title = is_candidate(prose, &blocks[*end]);

		if (!is_title && !is_entry_block(prose, &blocks[*end]))
			break;
		if (is_title && marked < 0 && is_marked_title(prose, &blocks[*end]))
			marked = *end;
	}
	if (*end < prose->blocks.count && !is_heading(&blocks[*end]))
		return false;
	if (marked != *first &&
		(count_lines(prose, *first, *end, says_id, &lines) < lines || lines == 0))
		*first = marked;
	while (*end < prose->blocks.count && blocks[*end - 1].kind == BLOCK_RULE)
		(*end)--;				/* it parts the list from what follows */
	return *first >= 0 && count_entries(prose, *first, *end) > 0;
}

bool
block_opens_sources(const Prose *prose, const TextBlock *block)
{
	Slice		text = block->nlines == 0 ? (Slice) {"", 0} : line_text(prose, block, 0);
	const char *colon = memchr(text.data, ':', text.len);

	return (block->kind == BLOCK_HEADING || colon != NULL || is_title(text, true)) &&
		   is_title(colon == NULL ? text : (Slice) {text.data, (int) (colon - text.data)}, false);
}

bool
block_titles_sources(const Prose *prose, const TextBlock *block)
{
	return is_candidate(prose, block) && is_marked_title(prose, block) &&
		   (block->kind == BLOCK_HEADING || block->nlines == 1);
}

/* ------------------------------------------------------------------- items */

/* The id of the one marker "[SRC:2]" of an item without a number, -1 = none. */
static int
marker_number(const Prose *prose, Line text)
{
	int			number = -1;

	for (int i = first_marker_from(prose, text.start);
		 i < prose->markers.count && prose->markers.items[i].start < text.end; i++)
	{
		const Marker *marker = &prose->markers.items[i];

		if (number >= 0 || marker->kind != MARKER_SRC || marker->id > 999)
			return -1;
		number = (int) marker->id;
	}
	return number;
}

/* Parts what an item says by its markers, "Rent Roll [SRC:1]; Deed [SRC:2]": each has what stands
 * before it, or behind it where nothing stands before the first. */
static void
split_item(SourceLists *lists, const Prose *prose)
{
	SourceItem	all = lists->items.items[lists->items.count - 1];
	const Marker *before = NULL;
	bool		is_behind = false;

	for (int i = first_marker_from(prose, all.written.start);
		 i < prose->markers.count && prose->markers.items[i].start < all.written.end; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		SourceItem *item = &lists->items.items[lists->items.count - 1];

		if (marker->kind != MARKER_SRC && marker->kind != MARKER_SRC_VARIANT)
			continue;
		if (before == NULL)
			is_behind = marker->start == all.written.start;
		else
		{
			int			cut = is_behind ? marker->start : before->start + before->len;

			item->written.end = cut;
			item = VEC_PUSH(&lists->items);
			*item = all;
			item->number = -1;
			item->written.start = cut;
		}
		before = marker;
	}
}

static void
add_items(SourceLists *lists, const Prose *prose, int list, int index)
{
	const TextBlock *block = &prose->blocks.items[index];
	const Line *lines = &prose->lines.items[block->first_line];
	int			line = block->kind == BLOCK_PARAGRAPH && is_candidate(prose, block) ? 1 : 0;
	int			unused;

	if (block->note_def >= 0 ||
		(block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_SOURCE_LINE))
		return;
	for (int next = line + 1; line < block->nlines; line = next++)
	{
		SourceItem *item = VEC_PUSH(&lists->items);
		int			from = lines[line].start;

		while (next < block->nlines && line_number(prose, block, next, &unused) < 0 &&
			   prose->text[lines[next].start] != '[' &&
			   (block->depth > 0 || !begins_entry(line_text(prose, block, next))))
			next++;
		item->list = list;
		item->block = index;
		item->number = line_number(prose, block, line, &from);
		item->written = (Line) {from, lines[next - 1].end};
		if (item->number < 0)
			item->number = marker_number(prose, item->written);
		item->first_line = block->first_line + line;
		item->nlines = next - line;
		item->begins_block = line == 0;
		split_item(lists, prose);
	}
}

/* The first item of a list with each number; what stands there twice says two things. */
static void
number_items(SourceLists *lists, SourceList *list, const Prose *prose)
{
	for (int i = list->first_item; i < lists->items.count; i++)
	{
		SourceItem *item = &lists->items.items[i];
		SourceItem *other;
		int		   *first;

		if (item->number < 0)
			continue;
		first = keymap_at(&list->numbers, (uint64) item->number);
		if (*first == 0)
			*first = i + 1;
		else if (*first > 0)
		{
			other = &lists->items.items[*first - 1];
			if (!slice_equal(text_of_line(prose, item->written),
							 text_of_line(prose, other->written)))
				*first = -1;
		}
	}
}

void
source_lists_find(Prose *prose, SourceLists *lists)
{
	int			part = 0;

	for (int first = 0, end; first < prose->blocks.count; first = end)
	{
		SourceList *list;
		int			lines;

		CHECK_FOR_INTERRUPTS();
		if (!find_list(prose, &first, &end))
			continue;
		if (count_lines(prose, first, end, states_amount, &lines) * 2 >= lines && lines > 0)
		{
			lists->money = line_text(prose, &prose->blocks.items[first], 0);
			continue;
		}
		list = VEC_PUSH(&lists->lists);
		*list = (SourceList) {.part = part, .first = first, .end = end,
							  .first_item = lists->items.count};
		part = end;
		for (int i = first; i < end; i++)
		{
			prose->blocks.items[i].is_listed = true;
			add_items(lists, prose, lists->lists.count - 1, i);
		}
		list->nitems = lists->items.count - list->first_item;
		number_items(lists, list, prose);
	}
}

SourceList *
source_list_governing(const SourceLists *lists, int block)
{
	SourceList *all = lists->lists.items;
	int			low;

	LOWER_BOUND(low, lists->lists.count, i, all[i].first <= block);
	return low < lists->lists.count && block >= all[low].part ? &all[low] : NULL;
}

SourceItem *
source_item_numbered(const SourceLists *lists, const SourceList *list, int64 number)
{
	int			at = list == NULL ? 0 : keymap_get(&list->numbers, (uint64) number);

	return at > 0 ? &lists->items.items[at - 1] : NULL;
}

SourceItem *
source_item_labelled(const Section *section, const Marker *marker, Slice label)
{
	const SourceLists *lists = section->notes->lists;
	int			number = 0;

	label = slice_trim(label);
	for (int i = 0; i < label.len; i++)
		if (!is_digit(label.data[i]) || label.len > 4)
			return NULL;
		else
			number = number * 10 + (label.data[i] - '0');
	if (label.len == 0 || lists->lists.count == 0 || prose_defines_note(section->prose, &label))
		return NULL;
	return source_item_numbered(lists, source_list_governing(lists, marker->block), number);
}

Line
source_item_lines(const Prose *prose, const SourceItem *item)
{
	const TextBlock *block = &prose->blocks.items[item->block];
	const Line *lines = &prose->lines.items[item->first_line];
	int			start = lines[0].start;
	int			end = lines[item->nlines - 1].end;

	while (start > block->start && prose->text[start - 1] != '\n')
		start--;
	while (end < block->end && prose->text[end - 1] != '\n')
		end++;
	return (Line) {start, end};
}
