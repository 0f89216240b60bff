/*
 * marker_place.c
 *		The place in its source that a marker names: "[SRC:1, p. 4]", "[SRC:2, Summary!D14]".
 *
 * Where claim or source line say no place, the reference is to the marker's; that
 * theirs is another one is told of.
 */
#include "memo/memo.h"
#include "markdown/markdown.h"
#include "markers/markers.h"

/* Is the page among "pp. 4-6", as one of the numbers or between them? */
static bool
place_has_page(Slice place, int page)
{
	int64		least = PG_INT64_MAX;
	int64		most = 0;
	bool		has_dash = false;
	int			pos = 0;

	while (pos < place.len && !isdigit((unsigned char) place.data[pos]))
		pos++;
	while (pos < place.len && !isalpha((unsigned char) place.data[pos]))	/* "p. 4, Table 6" */
	{
		int64		number = 0;

		while (pos < place.len && isdigit((unsigned char) place.data[pos]) && number < INT_MAX)
			number = 10 * number + place.data[pos++] - '0';
		if (number == page)
			return true;
		if (number > 0)
		{
			least = Min(least, number);
			most = Max(most, number);
			continue;
		}
		has_dash |= place.data[pos] == '-' || (place.len - pos > 2 && memcmp(place.data + pos, "\xE2\x80\x93", 3) == 0);
		pos++;
	}
	return has_dash && least < page && page < most;
}

/* A place on one line and without quotation marks; NULL for none, and for what tools
 * write behind a dagger. */
static char *
place_text(Slice place)
{
	const char *dagger = place.len == 0 ? NULL : memmem(place.data, place.len, "\xE2\x80\xA0", 3);
	int			len = dagger == NULL ? place.len : (int) (dagger - place.data);
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < len; i++)
		if (place.data[i] == '"')
			continue;
		else if (!isspace((unsigned char) place.data[i]))
			appendStringInfoChar(&text, place.data[i]);
		else if (i > 0 && !isspace((unsigned char) place.data[i - 1]))
			appendStringInfoChar(&text, ' ');
	while (text.len > 0 && strchr(" ,:;(", text.data[text.len - 1]) != NULL)
		text.data[--text.len] = '\0';
	return text.len > 0 ? text.data : NULL;
}

/* The locator of a place that says a page, before or behind the rest: "p. 4, Table 7",
 * "Table 7 (p. 4)"; NULL when it says no more. */
static char *
locator_with_page(char *text, int page)
{
	char	   *locator = locator_of_page(page, text);
	char	   *folded = folded_copy(text);
	int			pos = 1;

	while (locator == NULL && folded[pos - 1] != '\0' && folded[pos] != '\0' &&
		   (is_word_byte(folded[pos - 1]) || page_said_at(folded + pos) != page))
		pos++;
	if (locator == NULL && strlen(folded) == strlen(text) && folded[pos] != '\0')
		locator = locator_beside_page(page, 0, place_text((Slice) {text, pos}));
	pfree(folded);
	return locator;
}

void
identity_take_place(Identity *identity, int named, Slice place)
{
	char	   *text = place_text(place);

	identity->page = named;
	identity->locator = named == 0 || text == NULL ? text : locator_with_page(text, named);
}

/* Both name a piece, of another kind: "Table 5" and "§ 5"? */
static bool
differ_in_kind(const char *a, const char *b)
{
	const char *kind = strncmp(a, "\xC2\xA7", 2) == 0 ? "sec" : a;
	const char *other = strncmp(b, "\xC2\xA7", 2) == 0 ? "sec" : b;

	return locator_names_piece(a) && locator_names_piece(b) && strncmp(kind, other, 3) != 0;
}

/* Does a marker name another page, or where the source has none, another place? */
static bool
names_other_place(const Identity *identity, int named, Slice place)
{
	const char *own = identity->locator == NULL ? NULL : folded_copy(identity->locator);
	const char *locator;

	if (named != 0 && identity->page == 0)
		return page_at(own) != named;
	if (named != 0)
		return named != identity->page && !place_has_page(place, identity->page);
	locator = identity->page == 0 ? place_text(place) : NULL;
	if (locator == NULL)
		return false;
	locator = folded_copy(locator);
	if (differ_in_kind(locator, own))
		return true;
	if (strchr(locator, ' ') != NULL)
		locator = strchr(locator, ' ') + 1; /* "Section 5.3" is "§ 5.3", "tab Summary" has "Summary!C14" */
	return strstr(own, locator) == NULL && strstr(locator, own) == NULL;
}

/* Does a marker say more of the place than is printed? */
static bool
says_more(const Identity *identity, int named, Slice place)
{
	Identity	said = {NULL, 0, NULL};
	const char *more;

	identity_take_place(&said, named, place);
	if (said.locator == NULL)
		return false;
	more = folded_copy(said.locator);
	if (named != 0)
		more += strcspn(more, ",");	/* the page, which the other rule is for */
	else if (identity->locator != NULL && strchr(more, ' ') != NULL)
		more = strchr(more, ' ') + 1;
	return more[0] != '\0' && (identity->locator == NULL || strstr(folded_copy(identity->locator), more) == NULL);
}

void
citation_settle_place(Memo *memo, Citation *citation, int named)
{
	const Section *section = &memo->sections[citation->section];
	const Marker *marker = citation_marker(memo, citation);
	Identity   *identity = &citation->identity;
	Slice		written;

	if (identity->page == 0 && identity->locator == NULL)
	{
		identity_take_place(identity, named, citation->place);
		return;
	}
	if (marker == NULL || (named == 0 && citation->place.len == 0))
		return;
	written = (Slice) {section->body.data + marker->start, marker->len};
	if (names_other_place(identity, named, citation->place))
		memo_event(memo, EVENT_marker_other_page, citation->section, written,
				   identity->page == 0 ? "{\"page\":null}" : "{\"page\":%d}", identity->page);
	else if (says_more(identity, named, citation->place))
		memo_event(memo, EVENT_reference_shortened, citation->section, written, NULL);
}
