/*
 * reference.c
 *		Does a text only refer to sources, and to which places in them?
 *
 * A reference is the name of a document, or its address behind one; then a page, a piece or a
 * cell, a date, a quotation, another name or the address of the document, each set off by commas,
 * colons, dashes or parentheses; and nothing else.  Semicolons and "and" part references:
 *
 *		See the Appraisal (May 2026), p. 40, Table 5.	page 40, "p. 40, Table 5", dated
 *		Rent Roll, p. 3; Appraisal						two of them
 *		Rent Roll, two tenants behind on rent			none: it says something
 *
 * One that is read must not lose what it says, or credit a source that does not say it: so
 * what has any other word is none.  The forms are a table in docs/explanation/markers.md.
 */
#include "sources/sources.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"

#define LONGEST_REFERENCE	4096	/* bytes */

typedef struct Reader
{
	NameIndex *names;
	Slice		text;			/* plain, on one line */
	Slice		folded;			/* the same, byte by byte, in lower case */
	int			pos;
	Reference  *out;			/* being read */
	SourcePlace place;
	Slice		name;			/* of its document, folded */
	bool		is_apart;		/* something sets off what comes, */
	bool		ends;			/* and that may be the next reference */
} Reader;

static char
here(const Reader *reader)
{
	return reader->pos < reader->text.len ? reader->text.data[reader->pos] : '\0';
}

/* ------------------------------------------------------------------- parts */

static bool
read_place(Reader *reader)
{
	int			end = place_read(reader->text, reader->pos, &reader->place);
	bool		any = end > reader->pos;

	reader->pos = end;
	return any;
}

/* "May", "3", "2026", "06-30-26", "3rd", "Q2", and "dated", "as of": the byte after one word of a
 * date; pos when none is here.  *counts: it says when. */
static int
date_word_end(const Reader *reader, bool *counts)
{
	const char *text = reader->folded.data;
	int			len = word_length(reader->text, reader->pos);
	int			kinds = word_kinds(reader->text, reader->pos, len);
	int			pos = reader->pos;
	int			digits;

	if (kinds & (WORD_MONTH | WORD_DATE))
	{
		*counts |= (kinds & WORD_MONTH) != 0;
		return pos + len + (pos + len < reader->text.len && text[pos + len] == '.');
	}
	pos += len == 1 && text[pos] == 'q';
	digits = pos;
	while (pos < reader->text.len &&
		   (is_digit(text[pos]) ||
			(pos > digits && strchr("-/.", text[pos]) != NULL && pos + 1 < reader->text.len &&
			 is_digit(text[pos + 1]))))
		pos++;
	if (pos == digits || pos - digits == 3 || pos - digits > 10)
		return reader->pos;
	*counts |= pos - digits >= 4 || digits > reader->pos;
	len = word_length(reader->text, pos);
	if (len == 2 && slice_among((Slice) {text + pos, 2}, "st|nd|rd|th"))
		pos += 2;
	return word_begins(text, reader->text.len, pos) ? reader->pos : pos;
}

/* A date; that of another edition is none of this document's. */
static bool
read_date(Reader *reader)
{
	int			start = reader->pos;
	int			end;
	bool		counts = false;

	if (!reader->is_apart &&
		(word_kinds(reader->text, start, word_length(reader->text, start)) & WORD_DATE) == 0)
		return false;			/* "Rent Roll 2025" is another one */
	while ((end = date_word_end(reader, &counts)) > reader->pos)
	{
		Slice		year = {reader->folded.data + reader->pos, end - reader->pos};

		if (year.len == 4 && name_has_edition(reader->names, reader->name, year,
											  reader->out->identity.doc))
			counts = false;
		reader->pos = past_blanks(reader->text.data, reader->text.len, end);
	}
	if (!counts)
		reader->pos = start;
	reader->out->is_dated |= counts;
	return counts;
}

/* "rent_roll.xlsx": another name of the document. */
static bool
read_alias(Reader *reader)
{
	Document   *doc;
	int			len = name_at(reader->names, reader->folded, reader->pos, &doc);

	if (len == 0 || doc == NULL || doc != reader->out->identity.doc)
		return false;
	reader->pos += len;
	return true;
}

static bool
read_address(Reader *reader)
{
	int			pos = reader->pos;
	Slice		address;

	if (!address_next(reader->text, &pos, &address) ||
		address.data != reader->text.data + reader->pos)
		return false;
	reader->pos = pos;
	reader->out->is_quoted = true;
	return true;
}

static bool
read_quotation(Reader *reader)
{
	int			end = quotation_end(reader->text, reader->pos);
	bool		any = end > reader->pos;

	reader->out->is_quoted |= end > reader->pos + 2;
	reader->pos = end;
	return any;
}

/* ---------------------------------------------------------------- a reference */

/* "See also the seller's", and the name; false when none is there. */
static bool
read_name(Reader *reader)
{
	for (;;)
	{
		Document   *doc;
		int			len;

		while (here(reader) != '\0' && strchr(" \"'(:,.", here(reader)) != NULL)
			reader->pos++;
		len = name_at(reader->names, reader->folded, reader->pos, &doc);
		reader->name = (Slice) {reader->folded.data + reader->pos, len};
		reader->out->identity.doc = doc;
		if (len == 0)
			len = word_length(reader->text, reader->pos);
		if (reader->name.len == 0 && (word_kinds(reader->text, reader->pos, len) & WORD_LEAD) == 0)
			return false;
		reader->pos += len;
		if (reader->name.len > 0)
			return doc != NULL;
	}
}

/* Steps over what sets off a part from the next. */
static void
read_separators(Reader *reader)
{
	reader->is_apart = reader->ends = false;
	for (;; reader->pos++)
	{
		Slice		rest;
		char		c;

		reader->pos = past_blanks(reader->text.data, reader->text.len, reader->pos);
		rest = (Slice) {reader->folded.data + reader->pos, reader->folded.len - reader->pos};
		c = here(reader);
		if (c == '\0')
			return;
		if (c == ';' || (rest.len > 3 && memcmp(rest.data, "and ", 4) == 0))
		{
			reader->ends = true;
			reader->pos += c == ';' ? 0 : 2;
		}
		else if (rest.len > 2 && (strncmp(rest.data, "\xE2\x80\x93", 3) == 0 ||
								  strncmp(rest.data, "\xE2\x80\x94", 3) == 0))
			reader->pos += 2;
		else if (strchr(",:.()-", c) == NULL &&
				 (c != '"' || quotation_end(reader->text, reader->pos) > reader->pos) &&
				 (c != '\'' || rest.data[-1] == ' '))
			return;				/* nor behind a name in quotation marks */
		reader->is_apart = true;
	}
}

/* Reads one reference; false when the text here is none, or goes on as none does. */
static bool
read_reference(Reader *reader)
{
	*reader->out = (Reference) {0};
	reader->place = (SourcePlace) {0};
	if (!read_name(reader))
		return false;
	for (;;)
	{
		read_separators(reader);
		if (here(reader) == '\0')
			break;
		if (read_place(reader) || read_date(reader) || read_address(reader) ||
			read_quotation(reader) || (reader->is_apart && read_alias(reader)))
			continue;
		if (!reader->ends)
			return false;
		break;
	}
	reader->out->identity.page = reader->place.page;
	reader->out->identity.locator = place_locator(&reader->place);
	return true;
}

int
reference_list(NameIndex *names, Slice text, Reference *out, int most)
{
	char	   *unescaped = markdown_unescape(slice_trim(text));
	char	   *plain = name_plain(slice_of(unescaped));
	Reader		reader = {.names = names, .text = slice_trim(slice_of(plain))};
	char	   *folded;
	int			count = 0;

	folded = slice_copy(reader.text);
	for (int i = 0; i < reader.text.len; i++)
		folded[i] = (char) pg_ascii_tolower((unsigned char) folded[i]);
	reader.folded = (Slice) {folded, reader.text.len};
	if (reader.text.len > LONGEST_REFERENCE)
		return 0;
	while (count >= 0 && here(&reader) != '\0')
	{
		reader.out = &out[count];
		count = count < most && read_reference(&reader) ? count + 1 : -1;
	}
	pfree(folded);
	pfree(plain);
	pfree(unescaped);
	return Max(count, 0);
}

bool
name_find(NameIndex *names, Slice text, Identity *identity)
{
	Reference	one;
	bool		is_one = reference_list(names, text, &one, 1) == 1;

	*identity = is_one ? one.identity : (Identity) {NULL, 0, NULL};
	return is_one;
}

/* ------------------------------------------------------------------- denials */

static const char *const denials[] = {
#include "sources/denials.inc"
};

bool
text_denies_source(const char *text)
{
	char	   *folded = folded_copy(text);
	Slice		rest = slice_of(folded);
	bool		is_denied = false;

	for (int pos = 0, len; pos < rest.len && !is_denied; pos += Max(len, 1))
	{
		len = word_length(rest, pos);
		is_denied = len > 0 && slice_in((Slice) {folded + pos, len}, denials, lengthof(denials)) &&
			!(len == 2 && folded[pos + 2] == '.');	/* "No. 4" is a number */
	}
	pfree(folded);
	return is_denied;
}

/* -------------------------------------------------------- a marker's own place */

void
identity_take_place(Identity *identity, int named, Slice place)
{
	SourcePlace		said = places_of(place);

	if (said.page == 0)
		said.page = named;
	identity->page = said.page;
	identity->locator = place_locator(&said);
}

void
citation_settle_place(Memo *memo, Citation *citation, int named)
{
	const Marker *marker = citation_marker(memo, citation);
	Identity   *identity = &citation->identity;
	SourcePlace said;
	int			page;
	const char *which;
	Slice		written;

	if (identity->page == 0 && identity->locator == NULL)
	{
		identity_take_place(identity, named, citation->place);
		return;
	}
	if (marker == NULL || (named == 0 && citation->place.len == 0))
		return;
	said = places_of(citation->place);
	if (said.page == 0)
		said.page = named;
	page = identity->page > 0 ? identity->page
		: places_of(slice_of(identity->locator)).page;
	written = (Slice) {memo->sections[citation->section].body.data + marker->start, marker->len};
	if (said.page > 0 && said.page != page && (page < said.page || page > said.last_page))
		memo_event(memo, EVENT_marker_other_page, citation->section, written,
				   identity->page == 0 ? "{\"page\":null}" : "{\"page\":%d}", identity->page);
	else if (said.pieces.len > 0)
	{
		which = strchr(said.pieces.data, ' ');	/* "Section 5.3" is "§ 5.3" */
		if (identity->locator == NULL ||
			strcasestr(identity->locator, which == NULL ? said.pieces.data : which + 1) == NULL)
			memo_event(memo, EVENT_reference_shortened, citation->section, written, NULL);
	}
}
