/*
 * shape.c
 *		The text of a memo as an editor or a model gave it back -> as it was meant.
 *
 *		```markdown				the fence around all of it goes
 *		Here is the memo:		lines before the title, too, and are told of
 *		# Maple Court
 *		# Risk					sections at another level: all headings move
 *		rose.\[^1\] or ¹ or [[1]](#ftnt1)		"rose.[^1]"
 *		# Footnotes
 *		1. Rent Roll, p. 3. [↩](#fnref-1)		"[^1]: Rent Roll, p. 3."
 *
 * The last two are read only of a memo of ours (its comment or a chapter behind its sections
 * says so) that has no "[^n]" in its text.
 */
#include "import/import_internal.h"
#include "charts/charts.h"
#include "markdown/markdown.h"

/* A reference that a tool wrote in its own way; group 1 is its number.  Bare digits are none. */
static const char reference_pattern[] =
	"(?=[<\\[\\\\^【])(?:<sup[^<>]*>)?(?:<a [^<>]*>)?(?:\\\\?[\\[【]){0,2}\\\\?\\^?"
	"([0-9]{1,4})\\^?(?:\\\\?[\\]】]){0,2}(?:\\(#[^()\\s]*\\)\\]?)?(?:</a>)?(?:</sup>)?";

/* What stands behind a definition and leads back to its reference. */
static const char backlink_pattern[] =
	"[ \\xA0]*(?:\\[\\\\?(?:\xE2\x86\xA9|\xE2\x86\x91|\\^)[^\\[\\]]*\\]\\(#[^()\\s]*\\)"
	"|<a [^<>]*>\xE2\x86\xA9(?:[^<>]|</?sup[^<>]*>)*</a>|\xE2\x86\xA9(?:\xEF\xB8\x8E)?)";

/* Closes each bracket that it opens, once each, and is none of a link to elsewhere? */
static bool
is_balanced(Slice found, char behind)
{
	int			open = 0;
	int			close = 0;

	for (int i = 0; i < found.len; i++)
	{
		open += found.data[i] == '[' || found.data[i] == '\x90';	/* of a wide one */
		close += found.data[i] == ']' || found.data[i] == '\x91';
	}
	return open == close && behind != '(' && !(open == 0 && found.data[0] == '\\') &&
		(found.data[0] != '<' || found.data[found.len - 1] == '>') &&
		(found.data[0] != '^' || found.data[found.len - 1] == '^');
}

/* The number of a reference at pos in another spelling, and the byte after it; 0 = none. */
static int
other_reference(Slice text, int pos, int *end)
{
	static Regex *regex = NULL;
	const char *mark;
	int			group[4];
	int64		id;

	if ((uint8) text.data[pos] >= 0x80 && text.data[pos] != '\xE3')
	{
		*end = marker_superscript_end(text.data, text.len, pos, &id);
		if (*end == pos || superscript_is_power(text.data, pos) ||
			((pos == 0 || text.data[pos - 1] != 'M') &&
			 superscript_is_unit(text.data, 0, pos, id)))
			return 0;
		return (int) id;
	}
	if (strchr("[\\<^\xE3", text.data[pos]) == NULL || strncmp(text.data + pos, "[^", 2) == 0)
		return 0;
	if (regex == NULL)
		regex = regex_compile(reference_pattern);
	*end = regex_match_at(regex, text.data, Min(text.len, pos + 400), pos, &mark, group, 2);
	if (*end < 0 || !is_balanced((Slice) {text.data + pos, *end - pos},
								 *end < text.len ? text.data[*end] : '\0'))
		return 0;
	return atoi(text.data + group[2]);
}

/* -------------------------------------------------------------- what it is */

/* The level at which the sections' headings stand, and whether the text is a memo of ours. */
static int
section_level(Import *import, const Prose *prose)
{
	int			votes[7] = {0}; /* known titles */
	int			tails[7] = {0}; /* and chapters of ours, */
	int			level = 2;
	bool		is_seen[NTAIL] = {false};	/* the last of each counts */
	bool		has_table = false;
	bool		is_named = false;
	bool		has_top = false;	/* which below a title are an agent's where they are deep */

	for (int i = prose->blocks.count - 1; i >= 0; i--)
	{
		const TextBlock *block = &prose->blocks.items[i];
		char	   *title;

		has_table |= is_sources_table(import, prose, block);
		if (block->kind != BLOCK_HEADING || block->depth > 0)
			continue;
		title = heading_title(prose, block);
		has_top |= block->level == 1;
		is_named |= title_key(title) == title_key(import->deal->name);
		for (int j = 0; j < NTAIL; j++)
			if (!is_seen[j] && (pg_strcasecmp(title, tail_names[j]) == 0 ||
								(j == 0 && has_table)))
			{
				is_seen[j] = import->is_ours = true;
				tails[block->level] += 2;
			}
		votes[block->level] += keymap_get(&import->titles, title_key(title)) > 0;
	}
	import->is_ours |= is_named && votes[1] + votes[2] + votes[3] > 0;
	for (int i = 1; i <= (has_top ? 2 : 6); i++)
		votes[i] += tails[i];
	for (int i = 1; i <= 6; i++)
		if (votes[i] > votes[level])
			level = i;
	return level;
}

/* Has its text a reference as we write it? */
static bool
has_references(const Prose *prose)
{
	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];

		if (marker->kind == MARKER_NOTE_REF && !marker->is_escaped &&
			prose->blocks.items[marker->block].note_def < 0 &&
			whole_number(marker->value, INT_MAX) > 0)
			return true;
	}
	return false;
}

/* ------------------------------------------------------------------ writing */

typedef struct Shape
{
	Import	   *import;
	const Prose *prose;
	StringInfoData out;
	int			pos;			/* bytes that are written */
	bool	   *is_defined;		/* notes that the text's end defines, by number; */
	bool		has_defined;	/* some are */
	int			nknown;			/* and notes that the base has */
} Shape;

#define MOST_NUMBER	10000
#define MOST_BEFORE	3			/* paragraphs of a model before the memo's title */

static void
replace(Shape *shape, int start, int end, const char *text)
{
	if (start < shape->pos)
		return;
	appendBinaryStringInfo(&shape->out, shape->prose->text + shape->pos, start - shape->pos);
	appendStringInfoString(&shape->out, text);
	shape->pos = end;
}

/* A heading with another number of "#", one that is underlined with them; markers of a section's
 * go before its text. */
static void
write_heading(Shape *shape, const TextBlock *block, int by)
{
	const Prose *prose = shape->prose;
	int			level = Max(1, Min(6, block->level + by));
	Line		line = heading_text(prose, block);
	StringInfoData markers;

	if (block->depth > 0 || block->note_def >= 0)
		return;
	initStringInfo(&markers);
	if (by != 0)
		replace(shape, block->start, line.start, psprintf("%.*s ", level, "######"));
	for (int i = 0; level == 2 && i < block->nmarkers; i++)
	{
		const Marker *marker = &prose->markers.items[block->first_marker + i];

		if (!is_evidence(marker) || marker->start >= line.end)
			continue;
		replace(shape, marker->start, marker->start + marker->len, "");
		appendBinaryStringInfo(&markers, prose->text + marker->start, marker->len);
	}
	if (by != 0 && block->is_setext)
		replace(shape, line.end, block->end, "\n");
	if (markers.len > 0)
		replace(shape, block->end, block->end, psprintf("\n%s\n%s", markers.data,
				block->end < prose->len && prose->text[block->end] != '\n' ? "\n" : ""));
}

/* The first block of the memo's last chapter, where its notes stand. */
static int
first_of_notes(const Prose *prose)
{
	int			first = prose->blocks.count;

	while (first > 0 && prose->blocks.items[first - 1].kind != BLOCK_HEADING)
		first--;
	return first;
}

/* What a block begins with: the tag that is all its item has before it, "1. <div id="fn-1">". */
static const TextBlock *
item_of(const Prose *prose, const TextBlock *block)
{
	return block - (block > prose->blocks.items && block->depth > 0 &&
					block[-1].kind == BLOCK_HTML && block[-1].starts_item);
}

/* The number that a paragraph or item of the notes begins with, and the byte behind it. */
static int
definition_number(const Prose *prose, const TextBlock *block, int *end)
{
	const TextBlock *item = item_of(prose, block);
	Slice		text = {prose->text, block->end};
	int			number;

	if (block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_LINK_DEF)
		return 0;
	*end = prose->lines.items[block->first_line].start;
	if (item->starts_item && is_digit(text.data[item->start]))
		number = atoi(text.data + item->start);
	else
		number = *end < block->end ? other_reference(text, *end, end) : 0;
	*end += number > 0 && *end < block->end && text.data[*end] == ':';
	return number < MOST_NUMBER ? number : 0;
}

/* "1. Rent Roll, p. 3. [back]" -> "[^1]: Rent Roll, p. 3." */
static void
write_definition(Shape *shape, const TextBlock *block, int number, int from)
{
	static Regex *regex = NULL;
	const char *text = shape->prose->text;
	const char *mark;
	int			group[2];

	if (regex == NULL)
		regex = regex_compile(backlink_pattern);
	while (from + 1 < block->end && (is_blank(text[from]) ||
									 memcmp(text + from, "\xC2\xA0", 2) == 0))
		from += char_length(text[from]);
	replace(shape, item_of(shape->prose, block)->start, from, psprintf("\n[^%d]: ", number));
	for (int at = from; at < block->end; at++)
	{
		int			end = strchr(" \xC2\xE2[<", text[at]) == NULL ? -1
			: regex_match_at(regex, text, block->end, at, &mark, group, 1);

		if (end > 0)
			replace(shape, at, end, "");
		at = end > 0 ? end - 1 : at;
	}
}

/* References of a block in the spellings of tools, to notes that the text's end defines or,
 * where it defines none or the comment says whose the numbers are, that the base has.  What a
 * tool escaped because nothing defines it is one, too. */
static void
write_references(Shape *shape, const TextBlock *block, bool are_read)
{
	Slice		text = {shape->prose->text, block->end};

	for (int pos = block->start; pos < block->end;)
	{
		int			end = pos;
		int			number = other_reference(text, pos, &end);

		CHECK_FOR_INTERRUPTS();
		if (number > 0 && number < MOST_NUMBER &&
			prose_zone_at(shape->prose, block, pos) != ZONE_CODE_SPAN &&
			((are_read && (shape->is_defined[number] || number <= shape->nknown)) ||
			 (text.data[pos] == '\\' && memchr(text.data + pos, '^', end - pos) != NULL &&
			  !shape->is_defined[number])))
			replace(shape, pos, end, psprintf("[^%d]", number));
		pos = number > 0 ? end : pos + char_length(text.data[pos]);
	}
}

/* Lines before the title: "Here is the edited memo:". */
static void
drop_lines_before(Shape *shape, int level)
{
	const TextBlock *blocks = shape->prose->blocks.items;
	int			count = 0;

	while (count < shape->prose->blocks.count && blocks[count].kind == BLOCK_PARAGRAPH &&
		   blocks[count].nmarkers == 0 && count <= MOST_BEFORE)
		count++;
	if (!shape->import->is_ours || count == 0 || count > MOST_BEFORE ||
		count == shape->prose->blocks.count || blocks[count].kind != BLOCK_HEADING ||
		blocks[count].level != level - 1)
		return;
	for (int i = 0; i < count; i++)
		tell_left_out(shape->import, (Slice) {shape->prose->text + blocks[i].start,
					  blocks[i].end - blocks[i].start});
	replace(shape, blocks[0].start, blocks[count - 1].end, "");
}

Slice
shape_text(Import *import, const Prose *prose)
{
	Shape		shape = {.import = import, .prose = prose};
	int			by;
	int			notes = first_of_notes(prose);
	bool		is_read;		/* references in other spellings */
	int			end;

	import->is_ours |= import->comment.data != NULL;
	by = 2 - section_level(import, prose);
	is_read = import->is_ours && !has_references(prose);
	initStringInfo(&shape.out);
	shape.is_defined = palloc0(MOST_NUMBER);
	for (int i = 0; i < prose->note_defs.count; i++)
		shape.is_defined[Max(0, whole_number(prose->note_defs.items[i].label, MOST_NUMBER - 1))] =
			true;
	for (int i = notes; i < prose->blocks.count && is_read; i++)
	{
		int			number = definition_number(prose, &prose->blocks.items[i], &end);

		shape.is_defined[number] = number > 0;
		shape.has_defined |= number > 0;
	}
	if (import->base->memo != NULL && (!shape.has_defined || import->comment.data != NULL))
		shape.nknown = import->base->memo->nnotes;
	drop_lines_before(&shape, 2 - by);
	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];
		int			number = is_read && i >= notes ? definition_number(prose, block, &end) : 0;

		if (block->kind == BLOCK_HEADING)
			write_heading(&shape, block, by);
		if (block->kind == BLOCK_HTML && shape.has_defined && i >= notes &&
			strncmp(prose->text + block->start, CHART_NODE, strlen(CHART_NODE)) != 0 &&
			block != import->comment_block &&
			!(i + 1 < prose->blocks.count && item_of(prose, block + 1) == block))
			replace(&shape, block->start, block->end, "");	/* "</div>" */
		if (number > 0)
			write_definition(&shape, block, number, end);
		else if (import->is_ours && block->note_def < 0 &&
				 (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_TABLE))
			write_references(&shape, block, is_read);
	}
	replace(&shape, prose->len, prose->len, "");
	return (Slice) {shape.out.data, shape.out.len};
}
