/*
 * normalize.c
 *		Markers of a body in their canonical form: memo_normalize() and
 *		memo_resolve_collisions().
 */
#include "stages/stages.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "notes/notes.h"

/* What is made of a body's markers. */
typedef struct Rewrite
{
	const Memo *memo;			/* NULL: the canonical form, ids stay */
	const Section *section;
	const IdMap *map;
	int			nmap;
} Rewrite;

int64
id_mapped(const IdMap *map, int nmap, int64 id)
{
	int			low;

	LOWER_BOUND(low, nmap, i, map[i].from < id);
	return low < nmap && map[low].from == id ? map[low].to : id;
}

static int64
new_id(const Rewrite *rewrite, int64 id)
{
	return id_mapped(rewrite->map, rewrite->nmap, id);
}

/* A new id keeps what the marker says of the place in its source, and so does a tag. */
static void
append_ids(StringInfo out, const Rewrite *rewrite, const MarkerIds *ids)
{
	for (int i = 0; i < ids->count; i++)
	{
		if (ids->tags[i].len > 0)
			appendStringInfo(out, "[SOURCE-%.*s", ids->tags[i].len, ids->tags[i].data);
		else
			appendStringInfo(out, "[SRC:" INT64_FORMAT, new_id(rewrite, ids->ids[i]));
		if ((rewrite->memo != NULL || ids->tags[i].len > 0) && ids->hints[i].len > 0)
			appendStringInfo(out, ", %.*s", ids->hints[i].len, ids->hints[i].data);
		appendStringInfoChar(out, ']');
	}
}

/*
 * Reads the ids that a marker is rewritten to; false when it stays as written:
 * a range that nothing tells from "source 12, chunk 3", and what says more than
 * its ids when none of them changes.
 */
static bool
read_ids(const Rewrite *rewrite, const Marker *marker, MarkerIds *ids)
{
	const Memo *memo = rewrite->memo;
	bool		is_changed = false;
	bool		says_more;

	if (marker->kind != MARKER_SRC && marker->kind != MARKER_SRC_VARIANT &&
		marker->kind != MARKER_SOURCE_LINE)
		return false;
	if (memo != NULL && marker->is_escaped && !memo->policy.unescape_markers)
		return false;
	if (!marker_ids(marker, ids))
		return false;
	says_more = ids->has_joint;
	if (ids->has_joint && (memo == NULL || !section_expand_ranges(memo, rewrite->section, ids)))
		return false;
	for (int i = 0; i < ids->count; i++)
	{
		is_changed |= new_id(rewrite, ids->ids[i]) != ids->ids[i];
		says_more |= ids->hints[i].len > 0;
	}
	return memo == NULL || is_changed || !says_more;
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

/* "[1, 2]" whose numbers are claims' ids: becomes "[SRC:7][SRC:8]", for a section says them in one
 * way.  False when a list says what they are, or it is a link. */
static bool
append_numbers(StringInfo out, const Rewrite *rewrite, const Marker *marker)
{
	int			count = section_count_numbers(rewrite->section, marker);
	int			item;

	for (int i = 0; i < count; i++)
	{
		int			number = section_number(rewrite->section, marker, i, &item);

		if (item > 0)
			return false;
		appendStringInfo(out, "[SRC:" INT64_FORMAT "]", new_id(rewrite, number));
	}
	return count > 0;
}

/* Appends what a marker becomes; false when it stays. */
static bool
append_marker(StringInfo out, const Rewrite *rewrite, const Prose *prose, const Marker *marker)
{
	const char *text = prose->text + marker->start;
	const char *open;
	MarkerIds	ids;

	if (marker->kind == MARKER_CANONICAL)
		return rewrite->memo == NULL;
	if (marker->kind == MARKER_NUMERIC && rewrite->memo != NULL)
		return append_numbers(out, rewrite, marker);
	if (marker->kind == MARKER_SUPERSCRIPT)
	{
		if (!marker->leaves || marker->source != 0 || new_id(rewrite, marker->id) == marker->id)
			return false;
		append_superscript(out, new_id(rewrite, marker->id));
		return true;
	}
	if (rewrite->memo == NULL &&
		(marker->kind == MARKER_NOTE_REF || marker->kind == MARKER_NOTE_DEF) &&
		text[0] == '[' && text[marker->len - 1] == ']')
	{
		appendStringInfo(out, "[^%.*s]", marker->value.len, marker->value.data);
		return true;			/* what is neither is of a group */
	}
	if (rewrite->memo == NULL && marker->is_escaped &&
		(marker->kind == MARKER_SOURCE_TAG || marker->kind == MARKER_LEGACY_TAG))
	{
		appendStringInfo(out, "[%.*s]", marker->value.len, marker->value.data);
		return true;
	}
	if (!read_ids(rewrite, marker, &ids))
		return false;
	append_ids(out, rewrite, &ids);
	open = memchr(text, ']', marker->len);
	if (open != NULL && text[marker->len - 1] == ')')	/* "[SRC:12](dest)": that stays behind it */
		open = memchr(open, '(', marker->len - (open - text));
	else
		open = NULL;
	if (open != NULL)
		appendBinaryStringInfo(out, open, marker->len - (int) (open - text));
	return true;
}

void
markers_rewrite(const Memo *memo, const Section *section, const Prose *prose, const IdMap *map,
				int nmap, StringInfo out)
{
	Rewrite		rewrite = {memo, section, map, nmap};
	StringInfoData form;
	int			pos = 0;

	initStringInfo(&form);
	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];

		CHECK_FOR_INTERRUPTS();
		resetStringInfo(&form);
		if (!append_marker(&form, &rewrite, prose, marker))
			continue;
		appendBinaryStringInfo(out, prose->text + pos, marker->start - pos);
		if (marker->kind == MARKER_CANONICAL && out->len > 0 && out->data[out->len - 1] == ' ')
			out->data[--out->len] = '\0';
		appendBinaryStringInfo(out, form.data, form.len);
		pos = marker->start + marker->len;
	}
	appendBinaryStringInfo(out, prose->text + pos, prose->len - pos);
	pfree(form.data);
}
