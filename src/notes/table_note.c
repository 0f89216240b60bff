/*
 * table_note.c
 *		Table notes, what a section says of the raised digits in its tables; and stage 1.5.
 *
 *		| Net operating income | 4,199¹ | 6.7%² |
 *
 *		¹ T-12 Operating Statement, p. 2
 *		² Rent Roll
 *
 * A table note is a line directly under the table that begins with a raised digit and has no
 * other.  A line below goes on with it that is indented, behind a comma, or begins with a small
 * letter, digit or parenthesis.  Other text ends the notes of the table.
 *
 * A note leaves when something in its table refers to it and nothing that stays text shows its
 * digit.  What is not read stays, and event superscript_undefined tells of it.  A claim with the
 * digit's number counts only where the section says nothing of raised digits itself: it has none
 * but in its tables, and no line that begins with "(1)", "Note" or "Source".
 */
#include "notes/notes_internal.h"

/* ------------------------------------------------------------------- reading */

/* The byte after a raised digit, "¹" or "<sup>1", and its number; pos when there is none. */
static int
raised_end(const char *text, int end, int pos, int64 *id)
{
	int			at = pos + 5;

	if (end - pos <= 5 || pg_strncasecmp(text + pos, "<sup>", 5) != 0)
		return marker_superscript_end(text, end, pos, id);
	for (*id = 0; at < end && at < pos + 14 && is_digit(text[at]); at++)
		*id = *id * 10 + (text[at] - '0');
	return at > pos + 5 ? at : pos;
}

/* "⁻", as of "10⁻¹" and "¹⁻³" */
static bool
starts_with_minus(const char *text, int end, int pos)
{
	return end - pos >= 3 && memcmp(text + pos, "\xE2\x81\xBB", 3) == 0;
}

/* The byte after the next raised digit from pos on that is no unit or power; -1 = none. */
static int
next_raised(const char *text, int end, int pos, int64 *id)
{
	for (; pos < end; pos++)
	{
		unsigned char c = (unsigned char) text[pos];
		int			after;

		if ((c != 0xC2 && c != 0xE2 && c != '<') ||
			(after = raised_end(text, end, pos, id)) == pos)
			continue;
		if (!superscript_is_unit(text, 0, pos, *id) && !superscript_is_power(text, pos) &&
			(pos < 3 || !starts_with_minus(text, end, pos - 3)))
			return after;
		pos = after - 1;
	}
	return -1;
}

/* Reads "¹ Rent Roll" or "**¹** Rent Roll"; false when a text is no note. */
static bool
read_note(const char *text, Line line, TableNote *note)
{
	int			pos = line.start;
	int			marks;
	int			after;
	int64		other;

	while (pos < line.end && strchr("*_", text[pos]) != NULL)
		pos++;
	marks = pos - line.start;
	after = marker_superscript_end(text, line.end, pos, &note->id);
	if (after == pos || starts_with_minus(text, line.end, after) ||
		next_raised(text, line.end, after, &other) > 0)
		return false;
	for (; after < line.end; after++)
		if (marks > 0 && strchr("*_", text[after]) != NULL)
			marks--;
		else if (strchr(".:) \t", text[after]) == NULL)
			break;
	for (; marks > 0 && line.end > after && strchr("*_", text[line.end - 1]) != NULL; marks--)
		line.end--;
	note->content = after;
	note->content_end = line.end;
	return after < line.end;
}

/* A line with all that stands before and behind it. */
static Line
whole_line(const Prose *prose, const Line *line)
{
	Line		whole = *line;

	while (whole.start > 0 && prose->text[whole.start - 1] != '\n')
		whole.start--;
	while (whole.end < prose->len && prose->text[whole.end - 1] != '\n')
		whole.end++;
	return whole;
}

static bool
add_note(Section *section, int table, int block, int line_no, Line text)
{
	const Prose *prose = section->prose;
	Line		whole = whole_line(prose, &prose->lines.items[line_no]);
	TableNote	note = {.table = table, .block = block, .start = whole.start, .end = whole.end};

	if (!read_note(prose->text, text, &note))
		return false;
	*VEC_PUSH(&section->notes->table_notes) = note;
	return true;
}

/* Does a line below a note go on with it? */
static bool
goes_on(const Prose *prose, const Line *line)
{
	char		first = prose->text[line->start];
	const char *before = prose->text + line->start;

	return prose->text[line[-1].end - 1] == ',' || is_digit(first) || first == '(' ||
		   (first >= 'a' && first <= 'z') ||
		   before[-1] == '\t' || (before[-1] == ' ' && before[-2] == ' ');
}

/* Is the line behind a block blank?  Only then can it go and nothing take its place. */
static bool
ends_at_blank_line(const Prose *prose, const TextBlock *block)
{
	int			pos = block->end;

	while (pos < prose->len && strchr(" \t\r>", prose->text[pos]) != NULL)
		pos++;
	return pos >= prose->len || prose->text[pos] == '\n';
}

/* Can lines of a block under a table leave, and nothing else change? */
static bool
can_leave(const Prose *prose, int table, const TextBlock *block)
{
	return block->kind == BLOCK_PARAGRAPH && block->note_def < 0 && block->nlines > 0 &&
		   !block->starts_item && block->depth == prose->blocks.items[table].depth &&
		   ends_at_blank_line(prose, block);
}

/* The notes of a block; false when the table has none in it or behind it. */
static bool
read_block(Section *section, int table, int index)
{
	const Prose *prose = section->prose;
	const TextBlock *block = &prose->blocks.items[index];
	int			before = section->notes->table_notes.count;

	if (!can_leave(prose, table, block))
		return false;
	for (int i = block->first_line; i < block->first_line + block->nlines; i++)
	{
		const Line *line = &prose->lines.items[i];
		bool		any = section->notes->table_notes.count > before;

		if (any && goes_on(prose, line))
		{
			TableNote  *last =
				&section->notes->table_notes.items[section->notes->table_notes.count - 1];

			last->content_end = line->end;
			last->end = whole_line(prose, line).end;
		}
		else if (!add_note(section, table, index, i, *line))
		{
			/* what stays must stay a paragraph */
			if (any && strchr("<|[=-+#>~`", prose->text[line->start]) != NULL)
				section->notes->table_notes.count = before;
			return false;
		}
	}
	return true;
}

/* The last lines of a table that are notes, and no rows to their writer. */
static void
read_rows(Section *section, int table)
{
	const Prose *prose = section->prose;
	const TextBlock *block = &prose->blocks.items[table];

	for (int i = block->first_line + block->nlines - 1; i > block->first_line + 1; i--)
	{
		const Line *row = &prose->lines.items[i];

		if (memchr(prose->text + row->start, '|', row->end - row->start) != NULL ||
			!ends_at_blank_line(prose, block) || !add_note(section, table, table, i, *row))
			return;
	}
}

/* Does a line list numbers in a way that is not read: "(1) Our estimate", "Notes:"? */
static bool
lists_numbers(const Prose *prose, const Line *line)
{
	static const char *const titles[] = {
		"note", "footnote", "source", "legend", "key", "reference",
	};
	const char *text = prose->text + line->start;
	int			len = line->end - line->start;
	int			pos = 0;

	while (pos < len && strchr("*_([\\^${# ", text[pos]) != NULL)
		pos++;
	if (pos > 0 && pos < len && is_digit(text[pos]))
		return true;
	for (int i = 0; i < (int) lengthof(titles); i++)
		if (len - pos > (int) strlen(titles[i]) &&
			pg_strncasecmp(text + pos, titles[i], strlen(titles[i])) == 0)
			return true;
	return false;
}

/* ----------------------------------------------------------------------- all */

static int
compare_notes(const void *a, const void *b)
{
	const TableNote *x = a;
	const TableNote *y = b;

	if (x->table != y->table)
		return x->table - y->table;
	return x->id != y->id ? (x->id < y->id ? -1 : 1) : x->start - y->start;
}

/* Reads the section's table notes, by table and id. */
static void
table_notes_read(Section *section)
{
	const Prose *prose = section->prose;
	int			table = -1;		/* whose notes may go on */

	section->notes->reads_table_notes = true;
	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		if (block->kind == BLOCK_TABLE)
			read_rows(section, table = i);
		else if (table >= 0 && (block->is_listed || !read_block(section, table, i)))
			table = -1;
	}
	if (section->notes->table_notes.count > 1)
		qsort(section->notes->table_notes.items, section->notes->table_notes.count,
			  sizeof(TableNote), compare_notes);
}

/* The note of a table for a raised digit, NULL when there is none. */
static TableNote *
table_note_find(const Section *section, int table, int64 id)
{
	TableNote  *notes = section->notes->table_notes.items;
	TableNote	wanted = {.table = table, .id = id, .start = -1};
	int			low;

	LOWER_BOUND(low, section->notes->table_notes.count, i, compare_notes(&notes[i], &wanted) < 0);
	return low < section->notes->table_notes.count && notes[low].table == table &&
		   notes[low].id == id ? &notes[low] : NULL;
}

/* The number of the next raised digit behind *pos that is no unit, and the marker that it is, NULL
 * when it is none, of a table; false when there is no other.  *marker: 0 at first. */
static bool
raised_after(const Prose *prose, int *pos, int *marker, int64 *id, const Marker **is)
{
	const Marker *all = prose->markers.items;

	*pos = next_raised(prose->text, prose->len, *pos, id);
	while (*marker < prose->markers.count &&
		   (all[*marker].kind != MARKER_SUPERSCRIPT ||
			all[*marker].start + all[*marker].len < *pos))
		(*marker)++;
	*is = *marker < prose->markers.count && all[*marker].start < *pos ? &all[*marker] : NULL;
	return *pos > 0;
}

/* Is a raised digit of the text none that refers to something in a table? */
static bool
has_raised_text(const Prose *prose)
{
	const Marker *is;
	int			marker = 0;
	int64		id;

	for (int pos = 0; raised_after(prose, &pos, &marker, &id, &is);)
		if (is == NULL)
			return true;
	return false;
}

/* May the section say of a table's raised digits what is not read, "(1) Our estimate"? */
static bool
section_has_other_notes(Section *section)
{
	const Prose *prose = section->prose;
	bool		any = false;

	for (int i = 0; i < prose->blocks.count && !any && section->notes->other_notes == 0; i++)
		for (int j = 0; j < prose->blocks.items[i].nlines && !any; j++)
			any = prose->blocks.items[i].kind != BLOCK_TABLE &&
				  lists_numbers(prose, &prose->lines.items[prose->blocks.items[i].first_line + j]);
	if (section->notes->other_notes == 0)
		section->notes->other_notes = any || has_raised_text(prose) ? 1 : -1;
	return section->notes->other_notes > 0;
}

bool
superscript_is_defined(const Memo *memo, Section *section, Marker *marker)
{
	const TextBlock *block = &section->prose->blocks.items[marker->block];
	TableNote  *note;
	int			claim;

	if (block->note_def >= 0 || block->is_listed)
		return false;
	if (!section->notes->reads_table_notes)
		table_notes_read(section);
	note = table_note_find(section, marker->block, marker->id);
	if (note != NULL)
	{
		note->is_used = true;
		marker->source = 1 + (int) (note - section->notes->table_notes.items);
		marker->id = -1;		/* the table's own number, no source id */
		return true;
	}
	claim = section_claim_position(memo, section, marker->id);
	return claim < section->claims.count &&
		   memo->claims[section->claims.first + claim].src_id == marker->id &&
		   !superscript_is_power(section->body.data, marker->start) &&
		   !section_has_other_notes(section);
}

void
table_notes_settle(Section *section)
{
	Prose	   *prose = section->prose;
	TableNote  *notes = section->notes->table_notes.items;
	int			count = section->notes->table_notes.count;
	KeyMap		shown = {NULL, 0, 0};
	KeyMap		own = {NULL, 0, 0};
	const Marker *is;
	int			marker = 0;
	int64		id;

	if (count == 0)
		return;
	/* how often each number is raised in what stays, the digits that notes begin with among them */
	for (int pos = 0; raised_after(prose, &pos, &marker, &id, &is);)
		if (is == NULL || !is->leaves)
			++*keymap_at(&shown, (uint64) id);
	for (int i = 0; i < count; i++)
		++*keymap_at(&own, (uint64) notes[i].id);
	for (int i = 0; i < count; i++)
	{
		notes[i].leaves = notes[i].is_used && keymap_get(&shown, (uint64) notes[i].id) <=
			keymap_get(&own, (uint64) notes[i].id);
		if (notes[i].leaves)
			*VEC_PUSH(&prose->leaving) = (Line) {notes[i].start, notes[i].end};
	}
	lines_sort(prose->leaving.items, prose->leaving.count);
	keymap_free(&shown);
	keymap_free(&own);
}

/* -------------------------------------------------------------- 1.5: the text */

typedef struct Moved
{
	const TableNote *note;
	int			anchor;
} Moved;

static int
compare_moved(const void *a, const void *b)
{
	return ((const Moved *) a)->note->start - ((const Moved *) b)->note->start;
}

static void
move_citation(Citation *citation, const Moved *leaving, int count)
{
	int			low;

	LOWER_BOUND(low, count, i, leaving[i].note->end < citation->anchor);
	if (low < count && leaving[low].note->start <= citation->anchor && !citation->is_removed)
		citation->anchor = leaving[low].anchor;
}

/* The lines of table notes that leave leave, and what would stand in one goes to its first
 * reference. */
static void
cut_table_notes(Memo *memo, Section *section, const int *anchors)
{
	const TableNote *notes = section->notes->table_notes.items;
	Moved	   *leaving = palloc(sizeof(Moved) * (section->notes->table_notes.count + 1));
	int			count = 0;

	for (int i = 0; i < section->notes->table_notes.count; i++)
		if (anchors[i] >= 0 && notes[i].leaves)
		{
			leaving[count++] = (Moved) {&notes[i], anchors[i]};
			section_edit(memo, section, notes[i].start, notes[i].end - notes[i].start, "");
		}
	qsort(leaving, count, sizeof(Moved), compare_moved);
	for (int i = 0; i < section->citations.count && count > 0; i++)
		move_citation(&memo->citations.items[section->citations.first + i], leaving, count);
	for (int i = 0; i < section->placed.count && count > 0; i++)
		move_citation(&memo->citations.items[section->placed.items[i]], leaving, count);
	pfree(leaving);
}

/* A superscript that no table note defines is the section's claim with that id. */
static void
resolve_by_claim(Memo *memo, Section *section, Citation *citation)
{
	bool		is_ambiguous;
	Claim	   *claim = claim_for_id(memo, section, citation->src_id, citation, &is_ambiguous);

	if (claim != NULL)
		citation_set_source(citation, &claim->identity, claim);
	if (claim != NULL && is_ambiguous)
		memo_event(memo, EVENT_ambiguous_source, citation->section,
				   slice_of(claim->identity.doc->doc_id), "{\"src_id\":" INT64_FORMAT "}",
				   citation->src_id);
}

void
superscripts_resolve(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];

		for (int j = 0; j < section->citations.count && section->notes->reads_table_notes; j++)
		{
			Citation   *citation = &memo->citations.items[section->citations.first + j];
			const Marker *marker = citation_marker(memo, citation);

			CHECK_FOR_INTERRUPTS();
			if (!citation->is_removed && marker->kind == MARKER_SUPERSCRIPT && marker->source == 0)
				resolve_by_claim(memo, section, citation);
		}
		if (section->notes->table_notes.count > 0)
		{
			int		   *anchors = palloc(sizeof(int) * section->notes->table_notes.count);

			take_table_notes(memo, section, anchors);
			cut_table_notes(memo, section, anchors);
			pfree(anchors);
		}
	}
}
