/*
 * reference.c
 *		Does a text only refer to sources, and to which places in them?
 *
 * A reference is a name, then places, dates, a version, a quotation, the document's other
 * names or an address, in commas or parentheses, and nothing else:
 *
 *		See the Appraisal (May 2026), p. 40, Table 5.	page 40, "p. 40, Table 5", dated
 *		Table 5 on p. 40 of the Appraisal				the same, undated
 *		Rent Roll, p. 3; Appraisal and Lease, § 3.2		three of them
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
	const NameIndex *names;
	Slice		text;			/* plain, on one line */
	Slice		folded;			/* the same, byte by byte, in lower case */
	int			pos;
	Reference  *out;			/* being read */
	SourcePlace		place;
	Slice		name;			/* of its document, folded, */
	Slice		shared;			/* or that several have; len 0 = none */
	bool		is_apart;		/* something sets off what comes */
	bool		ends;			/* what sets it off may set off the next reference, too */
} Reader;

/* ------------------------------------------------------------------- bytes */

static bool
at_end(const Reader *reader)
{
	return reader->pos >= reader->text.len;
}

static char
here(const Reader *reader)
{
	return at_end(reader) ? '\0' : reader->text.data[reader->pos];
}

static void
skip(Reader *reader, const char *some)
{
	while (!at_end(reader) && strchr(some, here(reader)) != NULL)
		reader->pos++;
}

/* What the word here is for, 0 = nothing; *len its bytes. */
static int
kinds_here(const Reader *reader, int *len)
{
	*len = word_length(reader->text, reader->pos);
	return word_kinds(reader->text, reader->pos, *len);
}

/* ------------------------------------------------------------------- parts */

static bool
read_place(Reader *reader)
{
	int			end = place_read(reader->text, reader->pos, &reader->place);

	if (end == reader->pos)
		return false;
	reader->pos = end;
	return true;
}

/* "May", "3", "2026", "06-30-26", "3rd", "Q2", "FY2025", and "dated", "as of": the byte after
 * one word of a date; pos when none is here.  *counts: it says when. */
static int
date_word_end(Reader *reader, bool *counts)
{
	const char *text = reader->folded.data;
	int			pos = reader->pos;
	int			len;
	int			kinds = kinds_here(reader, &len);
	int			digits;

	if (kinds & (WORD_MONTH | WORD_DATE))
	{
		*counts |= (kinds & WORD_MONTH) != 0;
		return pos + len + (pos + len < reader->text.len && text[pos + len] == '.');
	}
	if ((len == 1 && text[pos] == 'q') || (len == 2 && memcmp(text + pos, "fy", 2) == 0) ||
		(len == 1 && text[pos] == 't' && text[pos + 1] == '-'))
		pos += len + (text[pos] == 't');	/* "T-12" */
	digits = pos;
	while (pos < reader->text.len && (is_digit(text[pos]) ||
									  (pos > digits && strchr("-/.", text[pos]) != NULL &&
									   pos + 1 < reader->text.len && is_digit(text[pos + 1]))))
		pos++;
	if (pos == digits || (digits == reader->pos && pos - digits == 3) || pos - digits > 10)
		return reader->pos;
	*counts |= pos - digits >= 4 || digits > reader->pos;
	if (pos + 2 <= reader->text.len &&
		(memcmp(text + pos, "st", 2) == 0 || memcmp(text + pos, "nd", 2) == 0 ||
		 memcmp(text + pos, "rd", 2) == 0 || memcmp(text + pos, "th", 2) == 0))
		pos += 2;
	return pos < reader->text.len && is_word_byte(text[pos]) ? reader->pos : pos;
}

/* A date; that of another edition is none of this document's. */
static bool
read_date(Reader *reader)
{
	int			start = reader->pos;
	int			end;
	int			len;
	bool		counts = false;

	if (!reader->is_apart && (kinds_here(reader, &len) & WORD_DATE) == 0)
		return false;			/* "Rent Roll 2025" is another one */
	while ((end = date_word_end(reader, &counts)) > reader->pos)
	{
		Slice		year = {reader->folded.data + reader->pos, end - reader->pos};

		if (year.len == 4 && name_has_edition(reader->names, reader->name, year,
											  reader->out->identity.doc))
			counts = false;
		reader->pos = end;
		if (here(reader) == ' ')
			reader->pos++;
	}
	if (!counts)
		reader->pos = start;
	else if (reader->text.data[reader->pos - 1] == ' ')
		reader->pos--;
	reader->out->is_dated |= counts;
	return counts;
}

/* "draft", "amended and restated", "Version 2". */
static bool
read_version(Reader *reader)
{
	int			start = reader->pos;
	int			len;
	int			kinds;

	if (!reader->is_apart)
		return false;
	while ((kinds = kinds_here(reader, &len)) &
		   (WORD_VERSION | (reader->pos > start ? WORD_JOINT : 0)))
	{
		reader->pos += len;
		skip(reader, " ");
	}
	if (reader->pos == start)
		return false;
	while (is_digit(here(reader)))
		reader->pos++;
	reader->out->is_dated = true;
	return true;
}

/* "rent_roll.xlsx", "ID: rr", "Maple Court": another name of the document, or the deal's. */
static bool
read_alias(Reader *reader)
{
	Reference  *out = reader->out;
	int			start = reader->pos;
	int			len;
	Document   *doc;

	if (!reader->is_apart)
		return false;
	while (kinds_here(reader, &len) & WORD_LABEL)
	{
		reader->pos += len;
		skip(reader, " .:_");
	}
	len = name_at(reader->names, reader->folded, reader->pos, &doc);
	if (len > 0 && doc != NULL && out->identity.doc == NULL &&
		name_is_title(doc, reader->shared))
		out->identity.doc = doc;	/* "Lease (2024.pdf)" of two leases */
	if (len > 0 && (doc == out->identity.doc || (doc == NULL && out->identity.doc != NULL &&
			slice_equal((Slice) {reader->folded.data + reader->pos, len}, reader->name))))
	{
		reader->pos += len;
		return true;
	}
	len = len > 0 ? 0 : name_of_deal_at(reader->names, reader->folded, reader->pos);
	reader->pos = len > 0 ? reader->pos + len : start;
	return len > 0;
}

static bool
read_address(Reader *reader)
{
	int			end = reader->pos;

	while (end < reader->text.len && reader->text.data[end] != ' ' && reader->text.data[end] != ')')
		end++;
	if (memmem(reader->text.data + reader->pos, end - reader->pos, "://", 3) == NULL)
		return false;
	reader->pos = end;
	while (strchr(",;.", reader->text.data[reader->pos - 1]) != NULL)
		reader->pos--;
	reader->out->is_quoted = true;
	return true;
}

static bool
read_quotation(Reader *reader)
{
	int			end = quotation_end(reader->text, reader->pos);
	Slice		quoted = {reader->text.data, end - 1};
	SourcePlace place = {0};

	if (end == reader->pos)
		return false;
	if (place_read(quoted, reader->pos + 1, &place) == quoted.len)	/* "Summary!C14" */
		(void) place_read(quoted, reader->pos + 1, &reader->place);
	else
		reader->out->is_quoted |= end > reader->pos + 2;
	reader->pos = end;
	return true;
}

/* ---------------------------------------------------------------- a reference */

/* "See also the seller's", "Table 5 on p. 40 of the", and the name; false when none is there. */
static bool
read_name(Reader *reader)
{
	for (;;)
	{
		Document   *doc;
		int			len;
		int			kinds;

		skip(reader, " \"'(:,.");
		len = name_at(reader->names, reader->folded, reader->pos, &doc);
		if (len > 0)
		{
			reader->name = (Slice) {reader->folded.data + reader->pos, len};
			reader->out->identity.doc = doc;
			if (doc == NULL)
				reader->shared = reader->name;
			reader->pos += len;
			return true;
		}
		if (reader->pos < reader->text.len && read_place(reader))
			continue;
		kinds = kinds_here(reader, &len);
		if (kinds & (WORD_LEAD | WORD_JOINT | WORD_VERSION | WORD_LABEL))
			reader->out->is_dated |=
				(kinds & (WORD_LEAD | WORD_JOINT)) == 0 && (kinds & WORD_VERSION);
		else if ((len = name_of_deal_at(reader->names, reader->folded, reader->pos)) == 0)
			return false;
		reader->pos += len;
	}
}

/* Steps over what sets off a part from the next; false when nothing does, and joint words may
 * lead to a place alone. */
static void
read_separators(Reader *reader)
{
	reader->is_apart = reader->ends = false;
	for (;; reader->pos++)
	{
		int			len;

		skip(reader, " ");
		if (at_end(reader))
			return;
		if (strchr(",;:.()?", here(reader)) != NULL ||
			(here(reader) == '\'' && reader->text.data[reader->pos - 1] != ' '))
			reader->ends |= here(reader) == ';';
		else if (here(reader) == '"' && quotation_end(reader->text, reader->pos) == reader->pos)
			;					/* behind a name in quotation marks */
		else if (strchr("-&/", here(reader)) != NULL && reader->pos > 0 &&
				 (reader->text.data[reader->pos - 1] == ' ' || here(reader) == '-'))
			reader->ends |= here(reader) != '-';
		else if (strncmp(reader->text.data + reader->pos, "\xE2\x80\x93", 3) == 0 ||
				 strncmp(reader->text.data + reader->pos, "\xE2\x80\x94", 3) == 0)
			reader->pos += 2;
		else if (kinds_here(reader, &len) & WORD_JOINT && len == 3 &&
				 memcmp(reader->folded.data + reader->pos, "and", 3) == 0)
		{
			reader->ends = true;
			reader->pos += 2;
		}
		else
			return;
		reader->is_apart = true;
	}
}

/* "Table 5 on p. 40", "p. 40; see Table 5": a place behind a joint word. */
static bool
read_joint_place(Reader *reader)
{
	int			start = reader->pos;
	int			len;

	while (kinds_here(reader, &len) & (WORD_JOINT | (reader->is_apart ? WORD_LEAD : 0)))
	{
		reader->pos += len;
		skip(reader, " ");
	}
	if (reader->pos > start && read_place(reader))
		return true;
	reader->pos = start;
	return false;
}

/* Reads one reference; false when the text here is none, or goes on as none does. */
static bool
read_reference(Reader *reader)
{
	*reader->out = (Reference) {0};
	reader->place = (SourcePlace) {0};
	reader->shared = reader->name = (Slice) {"", 0};
	if (!read_name(reader))
		return false;
	for (;;)
	{
		int			before = reader->pos;

		read_separators(reader);
		if (at_end(reader))
			break;
		if (before > 0 && reader->pos == before && is_word_byte(here(reader)) &&
			is_word_byte(reader->text.data[before - 1]))
			return false;		/* "Rent Rolls" */
		if (read_place(reader) || read_joint_place(reader) || read_quotation(reader) ||
			read_alias(reader) || read_date(reader) || read_version(reader) || read_address(reader))
			continue;
		if (!reader->ends)
			return false;
		break;
	}
	reader->out->is_quoted |= reader->place.is_cut;
	reader->out->identity.page = reader->place.page;
	reader->out->identity.locator = place_locator(&reader->place);
	return reader->out->identity.doc != NULL;
}

int
reference_list(const NameIndex *names, Slice text, Reference *out, int most)
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
	while (count >= 0 && !at_end(&reader))
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
name_find(const NameIndex *names, Slice text, Identity *identity)
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

/* Both name a piece, of another kind: "Table 5" and "§ 5"? */
static bool
differ_in_kind(const char *a, const char *b)
{
	Slice		one = {a, word_length(slice_of(a), 0)};
	Slice		other = {b, word_length(slice_of(b), 0)};

	if (strncmp(a, "\xC2\xA7", 2) == 0)
		one = slice_of("section");
	if (strncmp(b, "\xC2\xA7", 2) == 0)
		other = slice_of("section");
	return (word_kinds(one, 0, one.len) & WORD_PIECE) != 0 &&
		(word_kinds(other, 0, other.len) & WORD_PIECE) != 0 &&
		strncmp(one.data, other.data, 3) != 0;
}

/* Does a place say another page than a source, or where that has none, another piece?  *more:
 * a piece that the source does not say. */
static bool
is_other_place(const Identity *identity, const SourcePlace *said, bool *more)
{
	const char *own = identity->locator == NULL ? "" : folded_copy(identity->locator);
	const char *pieces = said->pieces.data == NULL ? "" : folded_copy(said->pieces.data);
	SourcePlace		its = places_of(slice_of(own));
	int			page = identity->page > 0 ? identity->page : its.page;

	const char *which = strchr(pieces, ' ') == NULL ? pieces : strchr(pieces, ' ') + 1;
	const char *its_pieces = its.pieces.data == NULL ? "" : its.pieces.data;

	/* "Section 5.3" is "§ 5.3" */
	*more = strstr(own, which) == NULL;
	if (said->page != 0)
		return said->page != page && (page < said->page || page > said->last_page);
	return identity->page == 0 &&
		   (differ_in_kind(pieces, own) ||
			(*more &&
			 (its_pieces[0] == '\0' ? strstr(pieces, own) : strstr(pieces, its_pieces)) == NULL));
}

void
citation_settle_place(Memo *memo, Citation *citation, int named)
{
	const Marker *marker = citation_marker(memo, citation);
	Identity   *identity = &citation->identity;
	SourcePlace		said;
	Slice		written;
	bool		more;

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
	written = (Slice) {memo->sections[citation->section].body.data + marker->start, marker->len};
	if (is_other_place(identity, &said, &more))
		memo_event(memo, EVENT_marker_other_page, citation->section, written,
				   identity->page == 0 ? "{\"page\":null}" : "{\"page\":%d}", identity->page);
	else if (more)
		memo_event(memo, EVENT_reference_shortened, citation->section, written, NULL);
}
