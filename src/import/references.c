/*
 * references.c
 *		Markers that refer to notes -> what stands for them in a section's body.
 *
 *		[^1] of a source			[SRC:1], with a claim (claims.c)
 *		[^2] a general source		[CITATION NEEDED]: finalize looks for one again
 *		[^3] an analyst's note		nothing: finalize adds it again
 *		[^4] an agent's note,
 *		[^x] the editor's own		as it is; its definition goes with it
 *
 * Which confidence the nth reference to a note has is in the comment's list.  Where an
 * editor took references out or in, a weak mark tells what is weak.
 */
#include "import/import_internal.h"
#include "markers/markers.h"

/* A label of a marker. */
typedef struct Reference
{
	Slice		label;
	Definition *definition;		/* NULL = it has none */
	int			number;			/* the note that it is, 0 = none of the memo's */
} Reference;

/* Takes the next label off a marker.  Without a definition it is the comment's note. */
static bool
next_reference(const Import *import, int part, Slice *rest, Reference *reference)
{
	int			use;

	if (!marker_next_label(rest, &reference->label))
		return false;
	reference->label = slice_trim(reference->label);
	reference->definition = definition_of(import, part, "^", reference->label);
	reference->number = reference->definition != NULL ? reference->definition->number
		: import->is_renumbered ? 0 : labelled_number(import, reference->label, &use);
	if (reference->definition == NULL && reference->number > 0 &&
		import->bound[reference->number - 1].identity.doc == NULL)
		reference->number = 0;
	return true;
}

/* Tells a part, once of each note. */
static void
tell(Import *import, int part, int *told_in, Slice label, const char *problem)
{
	if (*told_in != part + 1)
		*VEC_PUSH(&import->parts.items[part].section.unbound) =
			psprintf("note %.*s: %s", label.len, label.data, problem);
	*told_in = part + 1;
}

/* What of a reference could not be bound, and why. */
static void
tell_unbound(Import *import, int part, const Reference *reference)
{
	Definition *definition = reference->definition;
	int			use;
	int			number = labelled_number(import, reference->label, &use);
	const NoteBinding *listed = number == 0 ? NULL : &import->binding->notes[number - 1];
	BoundNote  *bound = number == 0 ? NULL : &import->bound[number - 1];
	bool		is_agents = number > 0 && strcmp(listed->kind, "agent") == 0;

	if (definition == NULL && number > 0)
		tell(import, part, &bound->told_in, reference->label, "its definition is missing");
	if (number > 0 && reference->number == number && bound->has_changed)
		tell(import, part, &bound->told_in, reference->label,
			 "its quote was changed and is left out");
	if (definition == NULL || reference->number > 0 || !import->is_ours || is_agents)
		return;
	(void) definition_text(import, definition, &is_agents);
	if (!is_agents)
		tell(import, part, &definition->told_in, reference->label,
			 number > 0 && listed->doc_id != NULL && bound->identity.doc == NULL
				 ? psprintf("document \"%s\" is not in the deal; it is a footnote of its own",
							listed->doc_id)
				 : "no note of the memo says this; it is a footnote of its own");
}

/* A section gets the general source that all its claims name, else the primary one: one
 * without claims gets a claim that names it, a deal that does not say its primary one that. */
static void
claim_rescue(Import *import, int part, int number, Slice label)
{
	const Memo *deal = import->deal;
	BoundNote  *note = &import->bound[number - 1];
	const Section *section = import->parts.items[part].stored < 0
								 ? NULL : &deal->sections[import->parts.items[part].stored];
	const char *doc_id = note->identity.doc->doc_id;
	const char *primary = deal->primary_doc_id != NULL ? deal->primary_doc_id
		: deal->ndocuments == 1 ? deal->documents[0].doc_id : import->primary_doc_id;
	int			named = 0;

	if (primary == NULL)
		primary = import->primary_doc_id = doc_id;
	for (int i = 0; section != NULL && i < section->claims.count; i++)
		named += deal->claims[section->claims.first + i].identity.doc == note->identity.doc;
	if (strcmp(primary, doc_id) == 0)
		return;
	if (section == NULL || section->claims.count == 0)
	{
		ImportedClaim *claim = VEC_PUSH(&import->claims);

		claim->part = part;
		claim->doc_id = doc_id;
		claim->confidence = -1;
	}
	else if (named < section->claims.count)
		tell(import, part, &note->told_in, label,
			 psprintf("\"%s\" is not the deal's primary document", doc_id));
}

static bool
has_weak_mark(const Import *import, int end)
{
	return slice_take(&(Slice){import->prose->text + end, import->prose->len - end}, WEAK_MARK);
}

static bool
is_weak(const Import *import, int confidence)
{
	return confidence >= 0 && confidence < import->binding->weak;
}

/* The confidence of a note's next reference. */
static int
next_confidence(const Import *import, int number, bool has_mark)
{
	const NoteBinding *binding = &import->binding->notes[number - 1];
	const BoundNote *note = &import->bound[number - 1];

	if (binding->nconfidences == 1)
		return binding->confidences[0];
	if (!note->is_moved)
		return binding->confidences[note->nrefs - 1];
	for (int i = 0; i < binding->nconfidences; i++)
		if (is_weak(import, binding->confidences[i]) == has_mark)
			return binding->confidences[i];
	return -1;
}

const char *
bind_marker(Import *import, int part, const Marker *marker, int *end)
{
	Slice		rest = marker->value;
	StringInfoData out;
	Reference	reference;
	bool		has_mark = has_weak_mark(import, marker->start + marker->len);
	bool		takes_mark = false;
	bool		is_bound = false;

	initStringInfo(&out);
	while (next_reference(import, part, &rest, &reference))
	{
		int			number = reference.number;
		const char *kind = number == 0 ? "" : import->binding->notes[number - 1].kind;
		int			confidence;

		tell_unbound(import, part, &reference);
		is_bound |= number > 0;
		if (number == 0)
		{
			appendStringInfo(&out, "[^%.*s]", reference.label.len, reference.label.data);
			continue;
		}
		import->bound[number - 1].nrefs++;
		confidence = next_confidence(import, number, has_mark);
		takes_mark |= is_weak(import, confidence) || number > import->binding->nlisted;
		if (strcmp(kind, "source") == 0)
			appendStringInfo(&out, "[SRC:" INT64_FORMAT "]",
							 source_id(import, part, number, confidence));
		else if (strcmp(kind, "agent") == 0)
			appendStringInfo(&out, "[^%d]", number);
		else if (strcmp(kind, "rescue") == 0)
		{
			claim_rescue(import, part, number, reference.label);
			appendStringInfoString(&out, "[CITATION NEEDED]");
		}
		else
			tell(import, part, &import->bound[number - 1].told_in, reference.label,
				 psprintf("a note of kind %s is made from the deal's own data", kind));
	}
	*end = marker->start + marker->len + (has_mark && takes_mark ? (int) strlen(WEAK_MARK) : 0);
	return is_bound ? out.data : NULL;
}

/* Are the references to each note those of the comment?  A weak one has its mark; a mark
 * behind a strong one tells nothing, for it may be an agent's own. */
void
count_references(Import *import)
{
	const Prose *prose = import->prose;

	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		int			part = part_at(import, marker->start);
		Slice		rest = marker->value;
		Reference	reference;

		CHECK_FOR_INTERRUPTS();
		if (marker->kind != MARKER_NOTE_REF || part < 0 ||
			prose->blocks.items[marker->block].note_def >= 0)
			continue;
		while (next_reference(import, part, &rest, &reference))
			if (reference.number > 0)
			{
				const NoteBinding *binding = &import->binding->notes[reference.number - 1];
				BoundNote  *note = &import->bound[reference.number - 1];

				if (note->total < binding->nconfidences && binding->nconfidences > 1)
					note->is_moved |= is_weak(import, binding->confidences[note->total]) &&
						!has_weak_mark(import, marker->start + marker->len);
				note->total++;
			}
	}
	for (int i = 0; i < import->binding->nnotes; i++)
	{
		const NoteBinding *binding = &import->binding->notes[i];
		BoundNote  *note = &import->bound[i];

		note->is_moved |= i >= import->binding->nlisted ||
			(binding->nconfidences > 1 && note->total != binding->nconfidences) ||
			(binding->nhashes > 0 &&
			 (note->nquotes == 0 || note->total != Max(1, binding->nquote_numbers)));
	}
}
