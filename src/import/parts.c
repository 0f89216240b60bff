/*
 * parts.c
 *		The text of a memo -> parts, each of which becomes a section.
 *
 * It is cut at its H2 headings; what stands before the first is the preamble, but a title that
 * stands there alone is dropped.  A title means the section of the deal that has it (trimmed, in
 * any case), the nth the nth; else the free section at the same place; else a new one with a key
 * made from the title: "Sources & Uses" becomes sources_uses, the second of two such
 * sources_uses_2.
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"

#define MAX_KEY			63
#define SHOWN_BYTES		80		/* of a text that is told of */

static bool
is_section_heading(const TextBlock *block)
{
	return block->kind == BLOCK_HEADING && block->level == 2 && block->depth == 0 &&
		   block->note_def < 0;
}

bool
is_evidence(const Marker *marker)
{
	return marker->kind == MARKER_SRC || marker->kind == MARKER_SRC_VARIANT ||
		   marker->kind == MARKER_SOURCE_TAG || marker->kind == MARKER_LEGACY_TAG ||
		   marker->kind == MARKER_NOTE_REF || marker->kind == MARKER_UNRECOGNIZED;
}

char *
heading_title(const Prose *prose, const TextBlock *block)
{
	Line		line = heading_text(prose, block);
	char	   *title = slice_copy((Slice) {prose->text + line.start, line.end - line.start});
	char	   *label = strstr(title, " {#");

	for (char *c = title; *c != '\0'; c++)
		*c = is_space(*c) ? ' ' : *c;
	if (label != NULL && label[strlen(label) - 1] == '}')	/* pandoc's own Markdown */
		*label = '\0';
	return markdown_unescape(slice_trim(slice_of(title)));
}

/* The document's own title, where nothing but it stands before the first H2. */
static bool
is_title_alone(const Import *import, int nblocks)
{
	for (int i = 0; i < nblocks; i++)
	{
		const TextBlock *block = &import->prose->blocks.items[i];

		if (block->kind != BLOCK_HEADING || block->level != 1 || block->nmarkers > 0)
			return false;
	}
	return true;
}

/* Begins a part at byte start, its text at byte text; the one before ends there. */
static Part *
add_part(Import *import, int heading, int start, int text)
{
	Part	   *part = VEC_PUSH(&import->parts);

	if (import->parts.count > 1)
		part[-1].end = start;
	part->heading = heading;
	part->begin = start;
	part->start = text;
	part->end = import->prose->len;
	part->stored = -1;
	initStringInfo(&part->section.body);
	return part;
}

void
split_parts(Import *import)
{
	const Prose *prose = import->prose;
	int			first = 0;

	while (first < prose->blocks.count && !is_section_heading(&prose->blocks.items[first]))
		first++;
	if (first > 0)
	{
		Part	   *part = add_part(import, -1, 0, 0);

		part->section.title = "Preamble";
		part->is_dropped = is_title_alone(import, first);
	}
	for (int i = first; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		if (is_section_heading(block))
			add_part(import, i, block->start, block->end)->section.title =
				heading_title(prose, block);
	}
}

void
tell_part(Import *import, int part, const char *problem)
{
	*VEC_PUSH(&import->parts.items[part].section.unbound) = problem;
}

void
tell_left_out(Import *import, Slice text)
{
	int			len;

	text = slice_trim(text);
	len = utf8_clip(text, SHOWN_BYTES);
	for (int i = 0; i < len; i++)
		if (text.data[i] == '\n')
			len = i;
	*VEC_PUSH(&import->left_out) = psprintf("\"%.*s%s\" is in no section; it is left out", len,
											text.data, len < text.len ? "..." : "");
}

int
part_at(const Import *import, int pos)
{
	int			low;

	LOWER_BOUND(low, import->parts.count, i, import->parts.items[i].end <= pos);
	return low < import->parts.count && !import->parts.items[low].is_dropped &&
		import->parts.items[low].begin <= pos ? low : -1;
}

/* -------------------------------------------------------------------- keys */

uint64
title_key(const char *title)
{
	return slice_hash(slice_of(label_fold(slice_of(title))), 0);
}

/* The section of the base that a part is an edition of. */
static const StoredSection *
base_of(const Import *import, const Part *part)
{
	const StoredMemo *base = import->base->memo;

	for (int i = 0; base != NULL && part->stored >= 0 && i < base->nsections; i++)
		if (strcmp(base->sections[i].section_key,
				   import->deal->sections[part->stored].section_key) == 0)
			return &base->sections[i];
	return NULL;
}

void
match_titles(Import *import)
{
	const Memo *deal = import->deal;
	KeyMap		titles = {NULL, 0, 0};
	KeyMap		met[2] = {{NULL, 0, 0}, {NULL, 0, 0}};	/* in the deal, in the text */
	bool	   *is_taken = palloc0(deal->nsections + 1);
	int			place = 0;

	for (int i = 0; i < deal->nsections; i++)
		*keymap_at(&titles, keymap_nth(&met[0], title_key(deal->sections[i].title))) = i + 1;
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];

		if (part->is_dropped)
			continue;
		part->stored =
			keymap_get(&titles, keymap_nth(&met[1], title_key(part->section.title))) - 1;
		is_taken[Max(part->stored, 0)] |= part->stored >= 0;
	}
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];

		CHECK_FOR_INTERRUPTS();
		if (!part->is_dropped && part->heading >= 0)
		{
			if (place < deal->nsections &&
				strcmp(deal->sections[place].section_key, "preamble") == 0)
				place++;
			if (part->stored < 0 && place < deal->nsections && !is_taken[place])
				part->stored = place;
			place++;
		}
		part->base = base_of(import, part);
	}
}

/* "Sources & Uses" -> "sources_uses"; "" when nothing of it can be in a key. */
static char *
key_from_title(const char *title)
{
	char	   *key = palloc(strlen(title) + 1);
	int			len = 0;

	for (; *title; title++)
		if (is_word_byte(*title))
			key[len++] = (char) pg_ascii_tolower((unsigned char) *title);
		else if (len > 0 && key[len - 1] != '_')
			key[len++] = '_';
	len = utf8_clip((Slice) {key, len}, MAX_KEY);
	while (len > 0 && key[len - 1] == '_')
		len--;
	key[len] = '\0';
	return key;
}

/* A key that no section has; the map says how many asked for one like it. */
static const char *
new_key(KeyMap *keys, const char *title, int place)
{
	const char *base = key_from_title(title);
	const char *key;

	if (base[0] == '\0')
		base = psprintf("section_%d", place);
	for (key = base; keymap_get(keys, slice_hash(slice_of(key), 0)) > 0;)
		key = psprintf("%s_%d", base, ++*keymap_at(keys, slice_hash(slice_of(base), 0)));
	*keymap_at(keys, slice_hash(slice_of(key), 0)) = 1;
	return key;
}

void
name_sections(Import *import)
{
	const Memo *deal = import->deal;
	KeyMap		keys = {NULL, 0, 0};

	for (int i = 0; i < deal->nsections; i++)
		*keymap_at(&keys, slice_hash(slice_of(deal->sections[i].section_key), 0)) = 1;
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];
		ImportedSection *section = &part->section;

		if (part->is_dropped)
			continue;
		if (part->stored >= 0)
		{
			section->section_key = deal->sections[part->stored].section_key;
			section->position = deal->sections[part->stored].position;
			section->is_stored = true;
		}
		else
			section->section_key = new_key(&keys, section->title, i + 1);
		if (section->title[0] == '\0' && import->is_ours)
			section->title = " ";	/* a heading without words stays one */
		*VEC_PUSH(&import->result.sections) = section;
	}
	for (int i = 0; i < import->result.claims.count; i++)
		import->result.claims.items[i].section_key =
			import->parts.items[import->result.claims.items[i].part].section.section_key;
}
