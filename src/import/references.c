/*
 * references.c
 *		Markers that refer to notes -> what stands for them in a section's body.
 *
 *		[^1] of a source			[SRC:1], with its claim (source.c), or a tag as it was written
 *		[^2] a general source		[CITATION NEEDED]: finalize looks for one again
 *		[^3] an analyst's note		nothing: finalize adds it again
 *		[^4] an agent's note,
 *		[^x] the editor's own		as it is; its definition goes with it
 */
#include "import/import_internal.h"
#include "markers/markers.h"

#define AGAIN	"[CITATION NEEDED]"

int
marker_end(const Prose *prose, const Marker *marker)
{
	int			end = marker->start + marker->len;

	return slice_take(&(Slice){prose->text + end, prose->len - end}, WEAK_MARK)
		? end + (int) strlen(WEAK_MARK) : end;
}

static void
tell_reference(Import *import, int part, const NoteMention *reference, const char *problem)
{
	tell_part(import, part, psprintf("note %.*s: %s", reference->label.len, reference->label.data,
									 problem));
}

const char *
requoted_text(Slice label)
{
	return psprintf("note %.*s: its quote was changed and is left out", label.len, label.data);
}

/* A footnote that no note of ours says: it has its definition, or is told of. */
static void
keep_reference(Import *import, int part, const NoteMention *reference, StringInfo out)
{
	Definition *definition = reference->definition;
	Slice		label = definition == NULL ? reference->label : definition->note->label;

	appendStringInfo(out, "[^%.*s]", label.len, label.data);
	if (definition == NULL)
	{
		import->nunbound++;
		tell_reference(import, part, reference, "it has no definition");
		return;
	}
	import->nbound++;
	if (definition->is_agents || definition->told_in == part + 1 ||
		labelled_number(import, reference->label) == 0)
		return;
	definition->told_in = part + 1;
	tell_reference(import, part, reference,
				   "no note of the memo says this; it is a footnote of its own");
}

/* An agent's note whose definition the text lacks comes with what the base says. */
static void
make_agent_note(Import *import, int part, const NoteMention *reference, StringInfo out)
{
	Part	   *home = &import->parts.items[part];
	bool		is_made = false;

	appendStringInfo(out, "[^%d]", reference->number);
	for (int i = 0; i < home->made.count; i++)
		is_made |= home->made.items[i] == reference->number;
	if (!is_made)
		*VEC_PUSH(&home->made) = reference->number;
}

static void
bind_reference(Import *import, int part, const NoteMention *reference, StringInfo out)
{
	const StoredNote *note = &import->base->notes[reference->number - 1];
	const char *marker;

	if (strcmp(note->kind, "agent") == 0)
		make_agent_note(import, part, reference, out);
	else if (strcmp(note->kind, "rescue") == 0)
		appendStringInfoString(out, AGAIN);
	else if (strcmp(note->kind, "source") == 0)
	{
		marker = source_marker(import, part, reference);
		if (marker == NULL)
		{
			tell_reference(import, part, reference,
						   psprintf("document \"%s\" is not in the deal", note->doc_id));
			keep_reference(import, part, reference, out);
			return;
		}
		appendStringInfoString(out, marker);
		if (reference->definition != NULL && reference->definition->is_requoted &&
			reference->definition->told_in != part + 1)
		{
			reference->definition->told_in = part + 1;
			tell_part(import, part, requoted_text(reference->label));
		}
	}
	import->nbound++;
}

const char *
bind_marker(Import *import, int part, const Marker *marker, int *end)
{
	Slice		rest = marker->value;
	StringInfoData out;
	NoteMention reference;
	bool		is_bound = false;
	bool		is_weak = false;

	initStringInfo(&out);
	*end = marker->start + marker->len;
	while (next_reference(import, part, &rest, &reference))
	{
		const Definition *definition = reference.definition;
		const StoredCitation *row = reference.row < 0 ? NULL
			: &import->base->memo->citations[reference.row];

		is_weak |= row == NULL ||
			(row->confidence >= 0 && row->confidence < import->base->memo->weak);
		is_bound |= reference.number > 0 ||
			(definition != NULL && (import->is_ours || definition->is_general));
		if (definition != NULL && definition->is_general)
		{
			appendStringInfoString(&out, AGAIN);
			import->nbound++;
		}
		else if (reference.number == 0)
			keep_reference(import, part, &reference, &out);
		else
			bind_reference(import, part, &reference, &out);
	}
	if (!is_bound)
		return NULL;
	if (is_weak)
		*end = marker_end(import->prose, marker);
	return out.data;
}
