/*
 * note_text.c
 *		Part of stage 1: the text of a definition or legend on one line.
 *
 * The markers that leave are left out, with what would stay of them: of
 *
 *		[^a]: ([SRC:2]) The [seller][1] excludes
 *			storm income.
 *
 * "The [seller][1] excludes storm income." stays.  It will stand among the memo's
 * footnotes, behind all sections: where another one defines [1], too, its link
 * has the label that this section's [1] has got, "[seller][1-s2]".
 *
 * What a definition's markers cite is kept, and what they say of its page.
 */
#include "notes/notes_internal.h"

#define DEEPEST_DEFINITION	8	/* "See [^1]." of "See [^2]." of ... */
#define MOST_NESTED	16			/* citations of such that a reference repeats */
#define MAX_NAMED			20	/* documents of one definition */
#define MOST_MARKER_WORDS	4	/* beside the markers of one that is only markers */

/* Text of a definition or legend: bytes of the body and the markers in them. */
typedef struct NoteText
{
	const Section *section;
	int			from;
	int			to;
	int			first_marker;
	int			nmarkers;
	int			words;			/* of what is left, counted by flat_text() */
} NoteText;

const char *
keeps_apart(const Prose *prose, int pos)
{
	int			run = 0;

	while (pos + run < prose->len && strchr("-= \t", prose->text[pos + run]) != NULL)
		run++;
	return run > 0 && (pos + run == prose->len || prose->text[pos + run] == '\n') ? "\n" : "";
}

/*
 * A marker was left out and pos is behind it, next the marker after it: drops what
 * joins the two, the blanks before closing punctuation, parentheses around nothing, and
 * what parted the marker from the text that begins there: "[SRC:1], see tab 3",
 * "([SRC:1] and [SRC:2]) The seller".
 */
static int
close_gap(const char *body, int pos, int to, const Marker *next, StringInfo out)
{
	bool		opens = out->len > 0 && out->data[out->len - 1] == '(';

	if (pos < to && body[pos] == ')' && opens)
	{
		out->data[--out->len] = '\0';
		opens = false;
		pos++;
	}
	if (next != NULL && next->leaves && next->start >= pos &&
		joins_markers((Slice){body + pos, next->start - pos}, " \t\r\n,;"))
		return next->start;
	if (out->len == 0 || opens)
	{
		int			end = pos;

		while (end < to &&
			   (strchr(" \t\r\n.,;:-", body[end]) != NULL || dash_at(body + end, to - end)))
			end += char_length(body[end]);
		return end == to || strchr(" \t\r\n", body[end - 1]) != NULL ? end
																	 : pos; /* "-3%" is a number */
	}
	if (pos < to && strchr(".,;:!?)", body[pos]) != NULL)
		while (out->len > 0 && out->data[out->len - 1] == ' ')
			out->data[--out->len] = '\0';
	return pos;
}

/* The first use of a link label that ends behind pos. */
static const LinkUse *
use_behind(const Prose *prose, int pos)
{
	int			low;

	LOWER_BOUND(low, prose->link_uses.count, i, prose->link_uses.items[i].end <= pos);
	return prose->link_uses.items + low;
}

static void
append_flat(StringInfo out, char c, NoteText *text, bool *in_word)
{
	bool		is_solid = isalnum((unsigned char) c) || (unsigned char) c >= 0x80;

	if (c == '\n' || c == '\t' || c == '\r')
		c = ' ';
	if (c == ' ' && (out->len == 0 || out->data[out->len - 1] == ' '))
		return;
	if (c == ' ')
		*in_word = false;
	text->words += is_solid && !*in_word;
	*in_word |= is_solid;
	appendStringInfoChar(out, c);
}

/* The text, but that no bracket which the cuts made a marker, "[SRC:3[SRC:1]]", is one. */
static char *
copy_inert(Slice text)
{
	StringInfoData out;
	Marker		born;
	int			done = 0;

	initStringInfo(&out);
	for (int pos = 0; pos < text.len; pos++)
		if (text.data[pos] == '[' && (pos == 0 || text.data[pos - 1] != '\\') &&
			marker_match(text.data, text.len, pos, false, &born) &&
			(marker_cites(&born) || born.kind == MARKER_UNRECOGNIZED ||
			 born.kind == MARKER_CANONICAL))
		{
			appendBinaryStringInfo(&out, text.data + done, pos + 1 - done);
			appendStringInfoString(&out, INERT);
			done = pos + 1;
		}
	appendBinaryStringInfo(&out, text.data + done, text.len - done);
	return out.data;
}

/* The text on one line without those of the markers that leave, with the new labels of these
 * uses. */
static char *
flat_text(NoteText *text, const LinkUse *use, const LinkUse *last_use)
{
	const Prose *prose = text->section->prose;
	const char *body = text->section->body.data;
	const Marker *marker = prose->markers.items + text->first_marker;
	const Marker *last = marker + text->nmarkers;
	StringInfoData out;
	char	   *copy;
	bool		in_word = false;
	bool		is_cut = false;

	initStringInfo(&out);
	text->words = 0;
	for (int pos = text->from; pos < text->to;)
	{
		while (use < last_use && (use->renamed == NULL || use->renamed_at < pos))
			use++;
		if (use < last_use && use->renamed_at == pos)
		{
			appendStringInfoString(&out, use->renamed);
			pos += use++->renamed_len;
			continue;
		}
		while (marker < last && marker->start < pos)
			marker++;
		if (marker < last && marker->start == pos && marker->leaves)
		{
			pos = close_gap(body, marker->start + marker->len, text->to,
							marker + 1 < last ? marker + 1 : NULL, &out);
			is_cut = true;
		}
		else
			append_flat(&out, body[pos++], text, &in_word);
	}
	if (use < last_use && use->renamed != NULL && use->renamed_at == text->to)
		appendStringInfoString(&out, use->renamed);
	while (out.len > 0 && out.data[out.len - 1] == ' ')
		out.data[--out.len] = '\0';
	copy = is_cut ? copy_inert((Slice) {out.data, out.len}) : pnstrdup(out.data, out.len);
	pfree(out.data);				/* a text has thousands of definitions at times */
	return copy;
}

void
citations_of_markers(const Memo *memo, const Section *section, int first_marker, int nmarkers,
					 int *first, int *last)
{
	const Citation *own = memo->citations.items + section->citations.first;
	int			low;

	LOWER_BOUND(low, section->citations.count, i, own[i].marker < first_marker);
	*first = section->citations.first + low;
	while (low < section->citations.count && own[low].marker < first_marker + nmarkers)
		low++;
	*last = section->citations.first + low - 1;
	if (*last < *first || nmarkers == 0)
		*first = *last = -1;
}

/* The only marker of such a definition is at the page beside it, "[SOURCE-A], p. 12", where it
 * says none.  Does the text say more than that? */
static bool
take_marker_page(Memo *memo, const char *text, int first_citation, int last_citation)
{
	Citation   *citation = &memo->citations.items[first_citation];
	Slice		said = slice_of(text);
	SourcePlace place = places_of(said);
	bool		takes = first_citation == last_citation && citation->claim == NULL &&
						citation->identity.page == 0 && citation->identity.locator == NULL;
	bool		says_more = place.pieces.len > 0 || (place.page > 0 && !takes);

	if (takes)
		citation->identity.page = place.page;
	for (int pos = 0, len; pos < said.len; pos += Max(len, 1))
	{
		len = word_length(said, pos);
		says_more |= len > 0 && word_kinds(said, pos, len) == 0;
	}
	return says_more;
}

/* --------------------------------------------------------------- definitions */

static void
name_documents(DefinitionWork *work, Definition *definition)
{
	Reference	found[MAX_NAMED];
	Slice		last;

	definition->nreferred = reference_list(memo_names(work->memo), slice_of(definition->text),
											found, MAX_NAMED);
	if (definition->said_id == 0 &&
		(definition->is_listed || address_ends(slice_of(definition->text), &last)))
	{
		Identity	addressed = name_in_addresses(work->memo, slice_of(definition->text));

		if (addressed.doc != NULL &&
			(definition->nreferred != 1 || found[0].identity.doc != addressed.doc))
			definition->nreferred = 1, found[0] = (Reference) {.identity = addressed};
	}
	definition->referred = memcpy(palloc(sizeof(found[0]) * (definition->nreferred + 1)), found,
								  sizeof(found[0]) * definition->nreferred);
}

/* The first address that a text gives a document which has none: its note is a link there. */
static void
take_address(Document *doc, Slice text)
{
	Slice		address;
	int			pos = 0;

	while (document_url(doc) == NULL && address_next(text, &pos, &address))
		if (strchr("hH", *address.data) != NULL)
			doc->url = slice_copy(address_without_page(address));
}

void
report_shortened(Memo *memo, const Section *section, Slice text, const Reference *references,
			   int count)
{
	if (count == 1)
		take_address(references[0].identity.doc, text);
	for (int i = 0; i < count; i++)
		if (references[i].is_dated || references[i].is_quoted)
		{
			memo_event(memo, EVENT_reference_shortened, section->index, text, NULL);
			return;
		}
}

void
definition_read(DefinitionWork *work, Definition *definition)
{
	Section    *section = work->section;
	int			first = first_marker_from(section->prose, definition->content);
	int			count = first_marker_from(section->prose, definition->end) - first;
	NoteText	text = {section, definition->content, definition->end, first, count, 0};
	Slice		said = slice_trim((Slice) {section->body.data + definition->content,
										   definition->end - definition->content});

	citations_of_markers(work->memo, section, first, count,
						 &definition->first_citation, &definition->last_citation);
	definition->text = flat_text(&text, NULL, NULL);
	if ((definition->said_id == 0 || definition->is_listed) &&
		memmem(said.data, said.len, "\n\n", 2) == NULL)
		name_documents(work, definition);
	/* of markers and a few words it is nothing but these, which take its place */
	definition->kind = definition->nreferred > 0 ? DEFINITION_DOCUMENT
		: definition->first_citation >= 0 && text.words <= MOST_MARKER_WORDS &&
		!text_denies_source(definition->text) ? DEFINITION_MARKERS : DEFINITION_NOTE;
	if (definition->kind == DEFINITION_NOTE)
		definition->text = flat_text(&text, use_behind(section->prose, text.from),
									 use_behind(section->prose, text.to));
	if (definition->kind == DEFINITION_MARKERS)
		definition->says_more = take_marker_page(work->memo, definition->text,
												 definition->first_citation,
												 definition->last_citation);
}

/* ------------------------------------------------------------- repeated markers */

void
put_in_place(const Memo *memo, Citation *citation, int place)
{
	citation->anchor = memo->citations.items[place].anchor;
	citation->order = memo->citations.items[place].order;
}

Citation *
add_in_place(Memo *memo, const char *origin, int place)
{
	Citation   *citation = citation_add(memo, memo->citations.items[place].section, origin, -1);

	put_in_place(memo, citation, place);
	return citation;
}

/* Adds what citation i says once more, or what its own definition says instead;
 * *room bounds definitions that double what they repeat. */
static void
repeat_citation(Memo *memo, const char *origin, int i, int place, int depth, int *room)
{
	Citation	inner = memo->citations.items[i];
	Citation   *copy;

	if (inner.is_removed && inner.last_inner >= inner.first_inner && depth > 0 &&
		inner.last_inner - inner.first_inner < *room)
	{
		*room -= inner.last_inner - inner.first_inner + 1;
		for (int j = inner.first_inner; j <= inner.last_inner; j++)
			repeat_citation(memo, origin, j, place, depth - 1, room);
		return;
	}
	copy = add_in_place(memo, origin, place);
	copy->src_id = inner.src_id;
	copy->global_id = inner.global_id;
	copy->identity.page =
		inner.identity.page; /* that the marker names, if it is not resolved yet */
	copy->place = inner.place;
	if (inner.note != NULL)
	{
		copy->is_resolved = true;
		copy->note = inner.note;
		copy->stage = memo->stage;
	}
	else if (inner.is_resolved)
		citation_set_source(copy, &inner.identity, inner.claim);
	else if (inner.is_removed)
		citation_remove(memo, copy, inner.how);
	else if (inner.src_id < 0)
		citation_remove(memo, copy, "unresolved");
}

void
repeat_citations(Memo *memo, const char *origin, int first, int last, int place)
{
	int			room = MOST_NESTED;

	for (int i = first; i <= last; i++)
		repeat_citation(memo, origin, i, place, DEEPEST_DEFINITION, &room);
}
