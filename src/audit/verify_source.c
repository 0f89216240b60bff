/*
 * verify_source.c
 *		Does a definition say what its row and those of its references say?
 *
 * Who follows a number to its note goes on to a page: [^3] with the definition
 *
 *		Rent Roll, p. 12 (ingested 2024-05-01; older than 90 days). Low confidence. "NOI was $4.2 million"
 *
 * is right when note 3 is page 12 of the document that was called Rent Roll and was
 * stale then, each reference [^3] of the ledger is of that document and page, none of
 * them is certain, and that quote is the one that they show.
 */
#include "audit/audit_internal.h"


static bool
is_blank_or_control(char c)
{
	return (unsigned char) c <= ' ' || c == 0x7F;
}

/* Takes the character that Markdown says at the front. */
static char
take_char(Slice *markdown)
{
	static const struct
	{
		const char *entity;
		char		c;
	}			entities[] = {{"&lt;", '<'}, {"&amp;", '&'}, {"&#124;", '|'}};
	char		c;

	for (int i = 0; i < (int) lengthof(entities); i++)
		if (slice_take(markdown, entities[i].entity))
			return entities[i].c;
	if (markdown->len > 1 && *markdown->data == '\\' && ispunct((unsigned char) markdown->data[1]))
	{
		markdown->data++;
		markdown->len--;
	}
	c = *markdown->data++;
	markdown->len--;
	return c;
}

/* Takes a text as it was given off the front of Markdown that says it on one line:
 * blanks and control characters are one blank, none at the start. */
bool
take_text(Slice *markdown, Slice text)
{
	int			pos = 0;

	while (pos < text.len && is_blank_or_control(text.data[pos]))
		pos++;
	while (pos < text.len)
	{
		char		expected = text.data[pos++];

		if (is_blank_or_control(expected))
		{
			expected = ' ';
			while (pos < text.len && is_blank_or_control(text.data[pos]))
				pos++;
		}
		if (markdown->len == 0 || take_char(markdown) != expected)
			return false;
	}
	return true;
}

/* Takes digits, at most so many; false when there are too few. */
bool
take_digits(Slice *text, int least, int most)
{
	int			len = 0;

	while (len < most && len < text->len && is_digit(text->data[len]))
		len++;
	text->data += len;
	text->len -= len;
	return len >= least;
}

/* Takes the age of a stale document; false when it is missing, wrong or not to be there. */
static bool
take_age(Slice *text, const StoredNote *note)
{
	if (!slice_take(text, " (ingested "))
		return note->stale_since == NULL;
	return note->stale_since != NULL && take_text(text, slice_of(note->stale_since)) && slice_take(text, "; older than ") &&
		take_digits(text, 1, 10) && slice_take(text, " days)");
}

#define LONGEST_PAGE	24			/* bytes of "p. 12" */

/* What readers see of a place: the locator where there is no page or it says that, too,
 * "p. 12, Table 5", "pp. 12–14"; else the page, written to room; data NULL = nothing. */
static Slice
place_shown(int page, Slice locator, char *room)
{
	Slice		behind = locator;
	int			len = snprintf(room, LONGEST_PAGE, "p. %d", page);

	if (page <= 0)
		return locator;
	if (locator.data != NULL && ((slice_take(&behind, room) && slice_take(&behind, ", ")) ||
								 (slice_take(&behind, "p") && slice_take(&behind, room) && slice_take(&behind, "\xE2\x80\x93"))))
		return locator;
	return (Slice) {room, len};
}

/* Takes the place and what ends it; false when the definition says another place or age
 * than its row. */
static bool
take_place(Slice *text, const StoredNote *note)
{
	char		room[LONGEST_PAGE];
	Slice		place = place_shown(note->page, slice_of(note->locator), room);

	if (place.data != NULL && (!slice_take(text, ", ") || !take_text(text, place)))
		return false;
	if (!take_age(text, note))
		return false;
	/* a name may bring its full stop */
	return slice_take(text, ".") || (text->data > note->definition && text->data[-1] == '.');
}

/* What a definition says besides its source. */
typedef struct Said
{
	Slice		quotes;			/* as Markdown, from the blank before the first; len 0 = none */
	bool		has_source;		/* it begins with it, and was read further */
	Slice	   *taken;			/* those that were found there */
	int			ntaken;
	bool		is_weak;
	int			nrefs;			/* of the ledger */
	int			nweak;
} Said;

static void
check_source_note(const StoredNote *note, int number, Said *said, Fault *fault)
{
	Slice		text = slice_of(note->definition);

	if (note->doc_name == NULL)
		FAULT(fault, "the document \"%.*s\" of note %d is none of the revision's", slice_of(note->doc_id).len, note->doc_id, number);
	else if (!take_text(&text, slice_of(note->doc_name)))
		FAULT(fault, "the definition of [^%d] does not begin with \"%.*s\"", number, slice_of(note->doc_name).len, note->doc_name);
	else if (!take_place(&text, note))
		FAULT(fault, "the definition of [^%d] does not say the place or age that its row has", number);
	else
	{
		said->has_source = true;
		said->is_weak = slice_take(&text, " Low confidence.");
		if (slice_take(&text, " General source for this section; no passage was cited.") != slice_says(slice_of(note->kind), "rescue"))
			FAULT(fault, "the definition of [^%d] is that of a general source, and its row is not, or the reverse", number);
		if (text.len > 1 && memcmp(text.data, " \"", 2) == 0)
			said->quotes = text;
		else if (text.len > 0)
			FAULT(fault, "the definition of [^%d] goes on behind its source: %.*s", number, text.len, text.data);
	}
}

/* Takes a text off the end. */
static bool
drop_end(Slice *text, const char *end)
{
	int			len = (int) strlen(end);

	if (text->len < len || memcmp(text->data + text->len - len, end, len) != 0)
		return false;
	text->len -= len;
	return true;
}

/* An agent's note says that it is one. */
static void
check_agent_note(const StoredNote *note, int number, Said *said, Fault *fault)
{
	Slice		text = slice_of(note->definition);

	said->is_weak = drop_end(&text, " Low confidence.");
	if (!drop_end(&text, " (agent's note, unverified)"))
		FAULT(fault, "the definition of [^%d] does not say that it is an agent's", number);
}

/* The place is the same, or the page that of a neighbour. */
static bool
is_of_source(const StoredCitation *citation, const StoredNote *note)
{
	char		cited[LONGEST_PAGE];
	char		shown[LONGEST_PAGE];

	if (!same_bytes(slice_of(citation->doc_id), slice_of(note->doc_id)))
		return false;
	if (citation->page == 0 && slice_says(slice_of(citation->how), "joined_page"))
		return true;
	return citation->page == note->page &&
		same_bytes(place_shown(citation->page, slice_of(citation->locator), cited), place_shown(note->page, slice_of(note->locator), shown));
}

/* Kept references of notes, in reading order. */
static int
compare_kept(const void *a, const void *b)
{
	const StoredCitation *x = *(const StoredCitation *const *) a;
	const StoredCitation *y = *(const StoredCitation *const *) b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return x->final_offset < y->final_offset ? -1 : x->final_offset > y->final_offset;
}

static bool
is_kept(const StoredCitation *citation, int nnotes)
{
	return slice_says(slice_of(citation->fate), "kept") && citation->note_number >= 1 && citation->note_number <= nnotes;
}

/* Takes the quote of a reference, unless it was taken or there is no room for more. */
static bool
take_quote(Said *said, const StoredCitation *citation, bool has_marks, int most)
{
	for (int i = 0; i < said->ntaken; i++)
		if (same_bytes(said->taken[i], slice_of(citation->quote)))
			return true;
	if (said->ntaken >= most)
		return true;
	if (said->taken == NULL)
		said->taken = palloc(sizeof(Slice) * most);
	said->taken[said->ntaken++] = slice_of(citation->quote);
	return slice_take(&said->quotes, " \"") && take_text(&said->quotes, slice_of(citation->quote)) && slice_take(&said->quotes, "\"") &&
		slice_take(&said->quotes, " (not checked)") == (has_marks && citation->is_unchecked);
}

/* The quotes of each definition are those of its references.  A revision before 0.3.0,
 * whose rows do not say what is shown, has that of one. */
static void
check_quotes(const StoredMemo *input, Said *said, Fault *fault)
{
	const StoredCitation **kept = palloc_array_huge(input->ncitations + 1, sizeof(StoredCitation *));
	int			count = 0;
	bool		has_marks = false;

	for (int i = 0; i < input->ncitations; i++)
	{
		if (!is_kept(&input->citations[i], input->nnotes))
			continue;
		kept[count++] = &input->citations[i];
		has_marks |= input->citations[i].shows_quote && !input->citations[i].is_unchecked;
	}
	qsort(kept, count, sizeof(StoredCitation *), compare_kept);
	for (int i = 0; i < count; i++)
	{
		Said	   *of_note = &said[kept[i]->note_number - 1];
		Slice		rest = of_note->quotes;

		CHECK_FOR_INTERRUPTS();
		if (!of_note->has_source)
			continue;
		if (kept[i]->shows_quote && !take_quote(of_note, kept[i], has_marks, Max(input->quotes_per_note, 1)))
		{
			FAULT(fault, "the definition of [^%d] does not have the quotes of its references", kept[i]->note_number);
			of_note->has_source = false;
			of_note->quotes.len = 0;
		}
		else if (!kept[i]->shows_quote && of_note->ntaken == 0 && kept[i]->quote != NULL &&
				 slice_take(&rest, " \"") && take_text(&rest, slice_of(kept[i]->quote)) && slice_says(rest, "\""))
			of_note->quotes.len = 0;
	}
	for (int i = 0; i < input->nnotes; i++)
		if (said[i].quotes.len > 0)
			FAULT(fault, "no reference to note %d has the quote of its definition", i + 1);
}

void
check_sources(Audit *audit, Fault *fault)
{
	int			nnotes = audit->input->nnotes;
	Said	   *said = palloc0((Size) (nnotes + 1) * sizeof(Said));

	for (int i = 0; i < nnotes; i++)
	{
		const StoredNote *note = &audit->input->notes[i];

		CHECK_FOR_INTERRUPTS();
		if (note->doc_id != NULL)
			check_source_note(note, i + 1, &said[i], fault);
		else if (slice_says(slice_of(note->kind), "agent"))
			check_agent_note(note, i + 1, &said[i], fault);
	}
	for (int i = 0; i < audit->input->ncitations; i++)
	{
		const StoredCitation *citation = &audit->input->citations[i];
		int			number = citation->note_number;
		Said	   *of_note;

		CHECK_FOR_INTERRUPTS();
		if (!is_kept(citation, nnotes))
			continue;
		of_note = &said[number - 1];
		if (!is_of_source(citation, &audit->input->notes[number - 1]))
			FAULT(fault, "citation %d is of another source than its note %d", i + 1, number);
		of_note->nrefs++;
		of_note->nweak += citation->confidence >= 0 && citation->confidence < audit->input->weak;
	}
	check_quotes(audit->input, said, fault);
	for (int i = 0; i < nnotes; i++)
	{
		if (!slice_says(slice_of(audit->input->notes[i].kind), "insight") &&
			said[i].is_weak != (said[i].nrefs > 0 && said[i].nweak == said[i].nrefs))
			FAULT(fault, "the definition of [^%d] says low confidence, and its references do not, or the reverse", i + 1);
	}
}
