/*
 * stage1_superscripts.c
 *		Stage 1.5: superscripts in table cells become the sources that their
 *		section defines.
 *
 * A line under the table says what its superscript is:
 *
 *		| Net operating income | 4,199¹ |
 *
 *		¹ T-12 Operating Statement, p. 2
 *
 * Where there is none, a claim with that id does.  What nothing defines stays
 * text, as units and powers do.  Citations are in reading order, so this is
 * decided while the body is scanned (superscript_is_defined); stage 1.5 then
 * gives them their source, as stage 1 does with agents' own footnotes.
 */
#include "memocite.h"

/* ------------------------------------------------------------------- lines */

/* Bytes of emphasis at pos, as in "*¹ Rent Roll*". */
static int
skip_marks(const char *text, int pos, int end)
{
	while (pos < end && strchr("*_", text[pos]) != NULL)
		pos++;
	return pos;
}

/* Does the line begin with a superscript and go on with a text? */
static bool
read_line(const char *text, const Line *line, SuperscriptSource *source)
{
	int			marks = skip_marks(text, line->start, line->end);
	int			pos = marker_superscript_end(text, line->end, marks, &source->id);
	int			end = line->end;

	if (pos == marks)
		return false;
	while (pos < end && strchr(".:) \t", text[pos]) != NULL)
		pos++;
	for (int width = marks - line->start; width > 0 && end > pos && strchr("*_", text[end - 1]) != NULL; width--)
		end--;
	source->content = pos;
	source->content_end = end;
	return pos < end;
}

/* The bytes that leave with a line: of a body's own lines all, in a quote or
 * list its content only. */
static void
set_extent(const Prose *prose, const TextBlock *block, const Line *first, const Line *last, SuperscriptSource *source)
{
	source->start = first->start;
	source->end = last->end;
	if (block->depth > 0)
		return;
	while (source->start > 0 && prose->text[source->start - 1] != '\n')
		source->start--;
	while (source->end < prose->len && prose->text[source->end - 1] != '\n')
		source->end++;
}

static void
add_source(Section *section, int table, const TextBlock *block, int line, const SuperscriptSource *read)
{
	const Line *lines = section->prose->lines.items;
	SuperscriptSource *source = VEC_PUSH(&section->superscripts);

	*source = *read;
	source->table = table;
	source->block = (int) (block - section->prose->blocks.items);
	source->reference = source->first_citation = source->last_citation = -1;
	set_extent(section->prose, block, &lines[line], &lines[line], source);
}

/* Is the line behind a block blank?  Only then the block can go without what
 * follows taking its place. */
static bool
ends_at_blank_line(const Prose *prose, const TextBlock *block)
{
	int			pos = block->end;

	while (pos < prose->len && strchr(" \t\r>", prose->text[pos]) != NULL)
		pos++;
	return pos >= prose->len || prose->text[pos] == '\n';
}

/* Is the line indented so far that it would be code, were it not for the lines
 * before it? */
static bool
is_indented(const Prose *prose, const Line *line)
{
	int			width = 0;

	while (width < 4 && width < line->start && strchr(" \t", prose->text[line->start - 1 - width]) != NULL)
		width++;
	return width == 4 || (width > 0 && prose->text[line->start - 1] == '\t');
}

/* Lines of a paragraph under a table; one without a superscript goes on with
 * the source before.  False when the paragraph has no sources. */
static bool
read_paragraph(Section *section, int table, const TextBlock *block)
{
	const Prose *prose = section->prose;
	SuperscriptSource read = {0};

	if (block->kind != BLOCK_PARAGRAPH || block->note_def >= 0 || block->nlines == 0 || block->starts_item ||
		block->depth != prose->blocks.items[table].depth || !ends_at_blank_line(prose, block) ||
		!read_line(prose->text, &prose->lines.items[block->first_line], &read))
		return false;
	for (int i = block->first_line; i < block->first_line + block->nlines; i++)
	{
		const Line *line = &prose->lines.items[i];
		SuperscriptSource *last;

		if (!(i > block->first_line && is_indented(prose, line)) && read_line(prose->text, line, &read))
		{
			add_source(section, table, block, i, &read);
			continue;
		}
		last = &section->superscripts.items[section->superscripts.count - 1];
		last->content_end = line->end;
		set_extent(prose, block, &(Line) {last->start, last->start}, line, last);
	}
	return true;
}

/* A source that follows the table without a blank line is a row to Markdown:
 * the last rows, without a cell border. */
static void
read_rows(Section *section, int table)
{
	const Prose *prose = section->prose;
	const TextBlock *block = &prose->blocks.items[table];
	int			first = block->first_line + block->nlines;
	SuperscriptSource read = {0};

	while (first > block->first_line + 2 && ends_at_blank_line(prose, block))
	{
		const Line *line = &prose->lines.items[first - 1];

		if (memchr(prose->text + line->start, '|', line->end - line->start) != NULL ||
			!read_line(prose->text, line, &read))
			break;
		first--;
	}
	for (int i = first; i < block->first_line + block->nlines; i++)
		if (read_line(prose->text, &prose->lines.items[i], &read))
			add_source(section, table, block, i, &read);
}

static int
compare_sources(const void *a, const void *b)
{
	const SuperscriptSource *x = a;
	const SuperscriptSource *y = b;

	if (x->table != y->table)
		return x->table - y->table;
	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->start - y->start;
}

/* All sources under the section's tables, by table and id. */
static void
read_sources(Section *section)
{
	const Prose *prose = section->prose;

	section->has_superscripts = true;
	for (int i = 0; i < prose->blocks.count && i < section->source_block; i++)
	{
		if (prose->blocks.items[i].kind != BLOCK_TABLE)
			continue;
		CHECK_FOR_INTERRUPTS();
		read_rows(section, i);
		for (int j = i + 1; j < prose->blocks.count && j < section->source_block &&
			 read_paragraph(section, i, &prose->blocks.items[j]); j++)
			;
	}
	if (section->superscripts.count > 1)
		qsort(section->superscripts.items, section->superscripts.count, sizeof(SuperscriptSource), compare_sources);
}

/* Index of the first source of that id under the table, -1 when it has none. */
static int
find_source(const Section *section, int table, int64 id)
{
	SuperscriptSource wanted = {.table = table, .id = id, .start = -1};
	int			low = 0;
	int			high = section->superscripts.count;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (compare_sources(&section->superscripts.items[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < section->superscripts.count && section->superscripts.items[low].table == table &&
		section->superscripts.items[low].id == id ? low : -1;
}

/* --------------------------------------------------------------- while scanned */

/* "10³" is a power, unless the table says otherwise. */
static bool
is_power(const Section *section, const Marker *marker)
{
	const char *text = section->body.data;
	int			pos = marker->start;

	return pos >= 2 && text[pos - 1] == '0' && text[pos - 2] == '1' &&
		(pos == 2 || (!isdigit((unsigned char) text[pos - 3]) && strchr(".,", text[pos - 3]) == NULL));
}

bool
superscript_is_defined(const Memo *memo, Section *section, Marker *marker)
{
	const TextBlock *block = &section->prose->blocks.items[marker->block];
	int			source;
	int			claim;

	if (block->note_def >= 0 || marker->block >= section->source_block)
		return false;
	if (!section->has_superscripts)
		read_sources(section);
	source = find_source(section, marker->block, marker->id);
	if (source >= 0)
	{
		section->superscripts.items[source].is_used = true;
		marker->source = source + 1;
		marker->id = -1;		/* the table's own number, no source id */
		return true;
	}
	claim = section_claim_position(memo, section, marker->id);
	return claim < section->nclaims && memo->claims[section->first_claim + claim].src_id == marker->id &&
		!is_power(section, marker);
}

static int
compare_starts(const void *a, const void *b)
{
	return ((const Line *) a)->start - ((const Line *) b)->start;
}

void
superscripts_settle(Section *section)
{
	Prose	   *prose = section->prose;

	for (int i = 0; i < section->superscripts.count; i++)
	{
		const SuperscriptSource *source = &section->superscripts.items[i];

		if (source->is_used)
			*VEC_PUSH(&prose->leaving) = (Line) {source->start, source->end};
	}
	if (prose->leaving.count > 1)
		qsort(prose->leaving.items, prose->leaving.count, sizeof(Line), compare_starts);
}

/* ------------------------------------------------------------- 1.5: sources */

typedef struct Superscripts
{
	Memo	   *memo;
	Section    *section;
	NameIndex  *names;
} Superscripts;

/* The source's markers and text. */
static void
read_source(Superscripts *work, SuperscriptSource *source)
{
	const Prose *prose = work->section->prose;
	const TextBlock *block = &prose->blocks.items[source->block];
	int			first = block->first_marker;
	int			count = 0;
	int			words;
	int			page;
	Document   *doc;

	while (first < block->first_marker + block->nmarkers && prose->markers.items[first].start < source->content)
		first++;
	while (first + count < block->first_marker + block->nmarkers &&
		   prose->markers.items[first + count].start < source->content_end)
		count++;
	citations_of_markers(work->memo, work->section, first, count,
						 &source->first_citation, &source->last_citation);
	source->text = text_without_markers(work->section, source->content, source->content_end, first, count, &words);
	if (work->names == NULL)
		work->names = name_index(work->memo);
	doc = name_find(work->names, slice_of(source->text), &page);
	source->identity = (Identity) {doc, page, NULL};
	source->is_markers = doc == NULL && source->first_citation >= 0 && words <= 4;
}

static void
cite_note(Superscripts *work, Citation *citation, SuperscriptSource *source)
{
	if (strcmp(work->memo->policy.agent_notes, "strip") == 0 || source->text[0] == '\0')
	{
		citation_remove(work->memo, citation, "agent_note_stripped");
		return;
	}
	if (source->note == NULL)
		source->note = note_create_agent(work->memo, work->section->index, source->text);
	citation->is_resolved = true;
	citation->note = source->note;
	citation->stage = work->memo->stage;
}

/* Markers inside a source go where it is first referred to; a source that is
 * only markers is replaced by them, everywhere. */
static void
cite_markers(Superscripts *work, int index, const SuperscriptSource *source)
{
	Memo	   *memo = work->memo;

	citation_remove(memo, &memo->citations.items[index], "replaced_by_definition");
	if (index != source->reference)
		repeat_citations(memo, work->section->index, "superscript", source->first_citation,
						 source->last_citation, memo->citations.items[index].anchor);
}

static void
resolve_superscript(Superscripts *work, int index)
{
	Memo	   *memo = work->memo;
	Citation   *citation = &memo->citations.items[index];
	Marker	   *marker = citation_marker(memo, citation);
	SuperscriptSource *source;
	bool		is_ambiguous;

	if (marker->source == 0)
	{
		Claim	   *claim = claim_for_id(memo, work->section, citation->src_id, citation, &is_ambiguous);

		if (claim != NULL)
			citation_set_source(citation, &claim->identity, claim);
		if (claim != NULL && is_ambiguous)
			memo_event(memo, EVENT_ambiguous_source, citation->section, slice_of(claim->identity.doc->doc_id),
					   "{\"src_id\":" INT64_FORMAT "}", citation->src_id);
		return;
	}
	source = &work->section->superscripts.items[marker->source - 1];
	if (source->reference < 0)
	{
		source->reference = index;
		source->anchor = citation->anchor;
		read_source(work, source);
	}
	if (source->identity.doc != NULL)
	{
		/* a claim with the same number may be about another page: the line decides */
		citation_set_source(citation, &source->identity, NULL);
		citation->how = "source_line";
	}
	else if (source->is_markers)
		cite_markers(work, index, source);
	else
		cite_note(work, citation, source);
}

/* ----------------------------------------------------------- 1.5: the text */

static int
compare_places(const void *a, const void *b)
{
	return (*(SuperscriptSource *const *) a)->start - (*(SuperscriptSource *const *) b)->start;
}

/* What would stand in a line that leaves goes where its superscript stands. */
static void
move_citation(Citation *citation, SuperscriptSource **leaving, int count)
{
	int			low = 0;
	int			high = count;

	while (low < high)			/* the first line that ends at or behind the anchor */
	{
		int			middle = (low + high) / 2;

		if (leaving[middle]->end < citation->anchor)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < count && leaving[low]->start <= citation->anchor && !citation->is_removed)
		citation->anchor = leaving[low]->anchor;
}

/* The lines of sources that are referred to leave the text. */
static void
remove_sources(Superscripts *work)
{
	Memo	   *memo = work->memo;
	Section    *section = work->section;
	SuperscriptSource **leaving = palloc(sizeof(SuperscriptSource *) * (section->superscripts.count + 1));
	int			count = 0;

	for (int i = 0; i < section->superscripts.count; i++)
	{
		SuperscriptSource *source = &section->superscripts.items[i];

		if (source->reference < 0)
			continue;
		leaving[count++] = source;
		for (int j = source->first_citation; j >= 0 && j <= source->last_citation; j++)
			memo->citations.items[j].anchor = source->anchor;
		section_edit(memo, section, source->start, source->end - source->start, "", true);
		if (source->identity.doc == NULL && !source->is_markers)
			memo_event(memo, source->note != NULL ? EVENT_agent_note_kept : EVENT_agent_note_stripped,
					   section->index, slice_of(source->text), NULL);
	}
	qsort(leaving, count, sizeof(SuperscriptSource *), compare_places);
	for (int i = 0; i < section->ncitations && count > 0; i++)
		move_citation(&memo->citations.items[section->first_citation + i], leaving, count);
	for (int i = 0; i < section->placed.count && count > 0; i++)
		move_citation(&memo->citations.items[section->placed.items[i]], leaving, count);
	pfree(leaving);
}

/* Stage 1.5: table_superscripts. */
void
stage1_table_superscripts(Memo *memo)
{
	Superscripts work = {.memo = memo};

	for (int i = 0; i < memo->nsections; i++)
	{
		int			first = memo->sections[i].first_citation;
		int			last = first + memo->sections[i].ncitations;

		work.section = &memo->sections[i];
		for (int j = first; j < last && work.section->has_superscripts; j++)
		{
			const Citation *citation = &memo->citations.items[j];

			CHECK_FOR_INTERRUPTS();
			if (!citation->is_removed && citation_marker(memo, citation)->kind == MARKER_SUPERSCRIPT)
				resolve_superscript(&work, j);
		}
		if (work.section->superscripts.count > 0)
			remove_sources(&work);
	}
}
