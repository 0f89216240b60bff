/*
 * normalize.c
 *		Markers of a body in their canonical form: memo_normalize() and
 *		memo_resolve_collisions().
 */
#include "memocite.h"

/* The new id of a marker's id; map NULL = unchanged. */
static int64
mapped_id(const IdMap *map, int nmap, int64 id)
{
	int			low = 0;
	int			high = nmap;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (map[middle].from < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < nmap && map[low].from == id ? map[low].to : id;
}

static void
append_ids(StringInfo out, const MarkerIds *ids, const IdMap *map, int nmap)
{
	for (int i = 0; i < ids->count; i++)
		appendStringInfo(out, "[SRC:" INT64_FORMAT "]", mapped_id(map, nmap, ids->ids[i]));
}

/* A range needs claims to be expanded, and what has a page would lose it. */
static bool
has_canonical_form(const Marker *marker, MarkerIds *ids)
{
	if (marker->kind != MARKER_SRC && marker->kind != MARKER_SRC_VARIANT &&
		marker->kind != MARKER_SOURCE_LINE)
		return false;
	return marker_ids(marker, ids) && !ids->is_range && ids->locator.len == 0;
}

/* "[SRC:12](dest)": the destination stays behind the marker. */
static void
append_destination(StringInfo out, const char *text, int len)
{
	const char *open = memchr(text, '(', len);

	if (open != NULL)
		appendBinaryStringInfo(out, open, len - (int) (open - text));
}

/* "¹²": the number 12. */
static void
append_superscript(StringInfo out, int64 id)
{
	static const char *const digits[] = {
		"\xE2\x81\xB0", "\xC2\xB9", "\xC2\xB2", "\xC2\xB3", "\xE2\x81\xB4",
		"\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9",
	};
	char		number[32];

	snprintf(number, sizeof(number), INT64_FORMAT, id);
	for (const char *c = number; *c; c++)
		appendStringInfoString(out, digits[*c - '0']);
}

void
normalize_body(const Prose *prose, const IdMap *map, int nmap, bool strip_canonical, StringInfo out)
{
	int			pos = 0;

	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		MarkerIds	ids;

		CHECK_FOR_INTERRUPTS();
		if (marker->kind == MARKER_CANONICAL && strip_canonical)
		{
			appendBinaryStringInfo(out, prose->text + pos, marker->start - pos);
			if (out->len > 0 && out->data[out->len - 1] == ' ')
				out->data[--out->len] = '\0';
			pos = marker->start + marker->len;
		}
		else if (marker->kind == MARKER_SUPERSCRIPT && marker->leaves && marker->source == 0 &&
				 mapped_id(map, nmap, marker->id) != marker->id)
		{
			appendBinaryStringInfo(out, prose->text + pos, marker->start - pos);
			append_superscript(out, mapped_id(map, nmap, marker->id));
			pos = marker->start + marker->len;
		}
		else if (has_canonical_form(marker, &ids))
		{
			const char *end = prose->text + marker->start + marker->len;

			appendBinaryStringInfo(out, prose->text + pos, marker->start - pos);
			append_ids(out, &ids, map, nmap);
			pos = marker->start + marker->len;
			if (end[-1] == ')') /* the link destination that goes with it */
				append_destination(out, prose->text + marker->start, marker->len);
		}
	}
	appendBinaryStringInfo(out, prose->text + pos, prose->len - pos);
}
