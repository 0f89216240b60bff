/*
 * unedited.c
 *		Parts that say what the base's sections say: they are the agents' texts again.
 *
 * Both are compared in their plain form (plain.c), in which a reference is the key of its note
 * and a chart its id:
 *
 *		NOI is __up__.[^4]†		(the text, where 4 is the rent roll)
 *		NOI is **up**.[^1]†		(the base, where 1 is that)
 */
#include "import/import_internal.h"
#include "charts/charts.h"

/* What no text has; blank lines around it make it a block. */
#define TOKEN_OPEN		"\x0E"
#define TOKEN_CLOSE		"\x0F"

/* The keys of the notes that a marker of the text, or of the base (part -1), refers to. */
static void
append_keys(Import *import, int part, const Marker *marker, StringInfo out)
{
	Slice		rest = marker->value;
	NoteMention reference;

	if (part < 0)
	{
		int64		number = whole_number(marker->value, import->base->memo->nnotes);

		appendStringInfo(out, TOKEN_OPEN "%s" TOKEN_CLOSE,
						 number > 0 ? import->base->notes[number - 1].key : "");
		return;
	}
	while (next_reference(import, part, &rest, &reference))
	{
		int			number = reference.number > 0 ? reference.number
			: reference.definition == NULL || reference.definition->is_agents
			? labelled_number(import, reference.label) : 0;

		if (number > 0)
			appendStringInfo(out, TOKEN_OPEN "%s" TOKEN_CLOSE, import->base->notes[number - 1].key);
		else
			appendStringInfo(out, TOKEN_OPEN "?%.*s" TOKEN_CLOSE, reference.label.len,
							 reference.label.data);
	}
}

/* A run of a text with the keys of its notes and the ids of its charts, without definitions. */
static Slice
keyed_text(Import *import, const Prose *prose, int start, int end, int part)
{
	StringInfoData out;
	int			pos = start;
	int			i;

	initStringInfo(&out);
	LOWER_BOUND(i, prose->blocks.count, j, prose->blocks.items[j].start < start);
	while (i < prose->blocks.count && prose->blocks.items[i].start < end)
	{
		const TextBlock *block = &prose->blocks.items[i];
		Slice		id;
		int			count = chart_blocks(import, prose, i, &id);

		CHECK_FOR_INTERRUPTS();
		if (count > 0 || block->note_def >= 0 || block == import->comment_block)
		{
			appendBinaryStringInfo(&out, prose->text + pos, Max(0, block->start - pos));
			if (count > 0)
				appendStringInfo(&out, "\n\n" TOKEN_OPEN "%.*s" TOKEN_CLOSE "\n\n", id.len,
								 id.data);
			i += Max(count, 1);
			pos = Max(pos, prose->blocks.items[i - 1].end);
			continue;
		}
		for (int j = 0; j < block->nmarkers; j++)
		{
			const Marker *marker = &prose->markers.items[block->first_marker + j];

			if (marker->kind != MARKER_NOTE_REF || marker->start < pos)
				continue;
			appendBinaryStringInfo(&out, prose->text + pos, marker->start - pos);
			append_keys(import, part, marker, &out);
			pos = marker_end(prose, marker);
		}
		i++;
	}
	if (pos < end)
		appendBinaryStringInfo(&out, prose->text + pos, end - pos);
	return (Slice) {out.data, out.len};
}

/* Has the heading markers, which stand in the body then? */
static bool
has_marked_heading(const Import *import, const Part *part)
{
	const TextBlock *block = &import->prose->blocks.items[Max(0, part->heading)];

	for (int i = 0; part->heading >= 0 && i < block->nmarkers; i++)
		if (is_evidence(&import->prose->markers.items[block->first_marker + i]))
			return true;
	return false;
}

/* Tools drop HTML, so a text may lack what the base has; not the other way. */
static bool
says_the_same(Slice text, Slice base)
{
	Slice		form = plain_form(text, true);

	return slice_equal(form, plain_form(base, true)) ||
		(slice_equal(form, plain_form(text, false)) && slice_equal(form, plain_form(base, false)));
}

void
find_unedited(Import *import)
{
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];
		MemoryContext scratch;
		MemoryContext before;
		Prose	   *base;

		CHECK_FOR_INTERRUPTS();
		if (part->is_dropped || part->base == NULL || has_marked_heading(import, part))
			continue;
		scratch =
			AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
		before = MemoryContextSwitchTo(scratch);
		base = prose_parse(part->base->body, (int) strlen(part->base->body), &finished_extension);
		part->is_unedited =
			says_the_same(keyed_text(import, import->prose, part->start, part->end, i),
						  keyed_text(import, base, 0, base->len, -1));
		MemoryContextSwitchTo(before);
		MemoryContextDelete(scratch);
	}
}
