/*
 * marker_place.c
 *		The place in its source that a marker names: "[SRC:1, p. 4]", "[SRC:2, Summary!D14]".
 *
 * Where claim or source line say no place, the reference is to the marker's; that
 * theirs is another one is told of.
 */
#include "memocite.h"

/* Is the page among "pp. 4-6", as one of the numbers or between them? */
static bool
place_has_page(Slice place, int page)
{
	int64		least = PG_INT64_MAX;
	int64		most = 0;

	for (int pos = 0; pos < place.len; pos++)
	{
		int64		number = 0;

		while (pos < place.len && isdigit((unsigned char) place.data[pos]) && number < INT_MAX)
			number = 10 * number + place.data[pos++] - '0';
		if (number > 0)
		{
			least = Min(least, number);
			most = Max(most, number);
		}
		if (number == page)
			return true;
	}
	return least < page && page < most &&
		(memchr(place.data, '-', place.len) != NULL || memmem(place.data, place.len, "\xE2\x80\x93", 3) != NULL);
}

/* A place that is no page, on one line and without quotation marks; NULL for none, and for
 * what tools write behind a dagger. */
static char *
place_locator(Slice place)
{
	const char *dagger = place.len == 0 ? NULL : memmem(place.data, place.len, "\xE2\x80\xA0", 3);
	int			len = dagger == NULL ? place.len : (int) (dagger - place.data);
	StringInfoData locator;

	initStringInfo(&locator);
	for (int i = 0; i < len; i++)
		if (place.data[i] == '"')
			continue;
		else if (!isspace((unsigned char) place.data[i]))
			appendStringInfoChar(&locator, place.data[i]);
		else if (i > 0 && !isspace((unsigned char) place.data[i - 1]))
			appendStringInfoChar(&locator, ' ');
	while (locator.len > 0 && strchr(" ,:;", locator.data[locator.len - 1]) != NULL)
		locator.data[--locator.len] = '\0';
	return locator.len > 0 ? locator.data : NULL;
}

/* Does a marker name another page, or where the source has none, another place? */
static bool
names_other_place(const Identity *identity, int named, Slice place)
{
	const char *locator;
	const char *own;

	if (named != 0)
		return named != identity->page && (identity->page == 0 || !place_has_page(place, identity->page));
	locator = identity->page == 0 ? place_locator(place) : NULL;
	if (locator == NULL)
		return false;
	locator = folded_copy(locator);
	own = folded_copy(identity->locator);
	if (strchr(locator, ' ') != NULL)
		locator = strchr(locator, ' ') + 1; /* "Section 5.3" is "§ 5.3", "tab Summary" has "Summary!C14" */
	return strstr(own, locator) == NULL && strstr(locator, own) == NULL;
}

void
citation_settle_place(Memo *memo, Citation *citation, int named)
{
	const Section *section = &memo->sections[citation->section];
	const Marker *marker = citation_marker(memo, citation);
	int			page = citation->identity.page;

	if (page == 0 && citation->identity.locator == NULL)
	{
		citation->identity.page = named;
		if (named == 0)
			citation->identity.locator = place_locator(citation->place);
	}
	else if (marker != NULL && names_other_place(&citation->identity, named, citation->place))
		memo_event(memo, EVENT_marker_other_page, citation->section, (Slice) {section->body.data + marker->start, marker->len},
				   page == 0 ? "{\"page\":null}" : "{\"page\":%d}", page);
}
