/*
 * source.c
 *		References to notes of sources -> markers and claims.
 *
 * A reference that an agent's marker was is that marker again, where its section still means
 * the same by it; else it takes the id of a claim of its section for this place, else that of a
 * new claim, which has page, confidence and quote from the row of the ledger.  New ids are above
 * all that deal and text use, so that no new claim answers somebody else's marker.
 */
#include "import/import_internal.h"
#include "markers/markers.h"

/* Are two claims of one section and id? */
static bool
is_same_id(const Claim *claim, const Claim *other)
{
	return other != NULL && other->section == claim->section && other->src_id == claim->src_id;
}

static uint64
place_key(const Identity *identity, uint64 section)
{
	return identity_hash(identity) * 31 + section;
}

/* Chains the claims of a place by id, those whose id means one source in their section. */
static void
chain_claims(Import *import)
{
	const Memo *deal = import->deal;

	import->next_cited = palloc_array_huge(deal->nclaims + 1, sizeof(int));
	for (int i = deal->nclaims - 1; i >= 0; i--)
	{
		const Claim *claim = &deal->claims[i];
		int		   *first;

		CHECK_FOR_INTERRUPTS();
		if (claim->src_id <= 0 || is_same_id(claim, i > 0 ? claim - 1 : NULL) ||
			is_same_id(claim, i + 1 < deal->nclaims ? claim + 1 : NULL))
			continue;
		first = keymap_at(&import->cited, place_key(&claim->identity, claim->section));
		import->next_cited[i] = *first;
		*first = i + 1;
	}
}

static bool
is_text(const char *a, const char *b)
{
	return strcmp(a != NULL ? a : "", b != NULL ? b : "") == 0;
}

/* The id of a claim of the section for a place; with what the row says, where there is one. */
static int64
claimed_id(const Import *import, int section, const Identity *identity, const StoredCitation *row)
{
	int			at = section < 0 ? 0 : keymap_get(&import->cited, place_key(identity, section));

	for (; at > 0; at = import->next_cited[at - 1])
	{
		const Claim *claim = &import->deal->claims[at - 1];

		if ((claim->is_whole || identity->page > 0 || identity->locator != NULL) &&
			(row == NULL || (claim->confidence == row->confidence &&
							 (row->quote == NULL || is_text(claim->quote, row->quote)))))
			return claim->src_id;
	}
	return 0;
}

/* The agent's marker that the row was, where its section means the same by it; NULL = it was
 * none, or does not. */
static const char *
written_marker(const Import *import, int section, const Identity *identity,
			   const StoredCitation *row)
{
	const Memo *deal = import->deal;
	Claim	   *claim;

	if (row == NULL || section < 0 || strcmp(row->origin, "marker") != 0 ||
		strcmp(row->section_key, deal->sections[section].section_key) != 0)
		return NULL;
	if (row->src_id > 0)
	{
		claim = section_claim(deal, &deal->sections[section], row->src_id);
		return claim != NULL && identity_equal(&claim->identity, identity) &&
			claim->confidence == row->confidence &&
			!is_same_id(claim, claim + 1 < deal->claims + deal->nclaims ? claim + 1 : NULL)
			? psprintf("[SRC:" INT64_FORMAT "]", row->src_id) : NULL;
	}
	if (strncmp(row->marker, "[SOURCE-", 8) != 0 || strpbrk(row->marker, ",;") != NULL ||
		identity->page > 0 || identity->locator != NULL)
		return NULL;
	for (int i = 0; i < deal->ndocuments; i++)
		if (deal->documents[i].tag != NULL && &deal->documents[i] != identity->doc &&
			is_text(deal->documents[i].tag, identity->doc->tag))
			return NULL;
	return row->marker;
}

/* The id of a new claim of a part; those that say the same share one. */
static int64
new_id(Import *import, int part, const Identity *identity, const StoredCitation *row)
{
	uint64		key = place_key(identity, part) * 31 + (row == NULL ? 0
		: slice_hash(slice_of(row->quote), (uint64) row->confidence + 2));
	int		   *given = keymap_at(&import->given, key);
	ImportedClaim *claim;

	if (*given > 0)
		return import->result.claims.items[*given - 1].src_id;
	claim = VEC_PUSH(&import->result.claims);
	*given = import->result.claims.count;
	claim->part = part;
	claim->src_id = import->last_id + import->result.claims.count;
	claim->doc_id = identity->doc->doc_id;
	claim->page = identity->page;
	/* a note without page or locator stays one, whatever its sentence cites */
	claim->locator = identity->page == 0 && identity->locator == NULL ? "" : identity->locator;
	claim->confidence = row == NULL ? -1 : row->confidence;
	claim->quote = row == NULL ? NULL : row->quote;
	claim->passage_id = row == NULL ? NULL : row->passage_id;
	return claim->src_id;
}

const char *
source_marker(Import *import, int part, const NoteMention *reference)
{
	const StoredNote *note = &import->base->notes[reference->number - 1];
	const StoredCitation *row =
		reference->row < 0 ? NULL : &import->base->memo->citations[reference->row];
	int			section = import->parts.items[part].stored;
	Identity	identity = {.page = note->page};
	const char *written;
	int64		id;

	if (note->doc_id != NULL)
		identity.doc = memo_document(import->deal, note->doc_id, (int) strlen(note->doc_id));
	if (identity.doc == NULL)
		return NULL;
	if (locator_counts(note->page, note->locator))
		identity.locator = note->locator;
	written = written_marker(import, section, &identity, row);
	if (written != NULL)
		return written;
	id = claimed_id(import, section, &identity, row);
	if (id == 0)
		id = new_id(import, part, &identity, row);
	return psprintf("[SRC:" INT64_FORMAT "]", id);
}

/* The greatest id that a text uses. */
static int64
greatest_id(const Prose *prose)
{
	int64		greatest = 0;

	for (int i = 0; i < prose->markers.count; i++)
	{
		MarkerIds	ids;

		greatest = Max(greatest, prose->markers.items[i].id);
		if (prose->markers.items[i].kind == MARKER_SRC_VARIANT &&
			marker_ids(&prose->markers.items[i], &ids))
			for (int j = 0; j < ids.count; j++)
				greatest = Max(greatest, ids.ids[j]);
	}
	return greatest;
}

void
open_claims(Import *import)
{
	const Memo *deal = import->deal;

	chain_claims(import);
	import->last_id = greatest_id(import->prose);
	for (int i = 0; i < deal->nclaims; i++)
		if (deal->claims[i].src_id <= INT_MAX)	/* what no marker can say is in nobody's way */
			import->last_id = Max(import->last_id, deal->claims[i].src_id);
	for (int i = 0; i < deal->ranges.count; i++)
		import->last_id = Max(import->last_id, deal->ranges.items[i].last_id);
	for (int i = 0; i < deal->nsections; i++)
	{
		MemoryContext scratch =
			AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
		MemoryContext before = MemoryContextSwitchTo(scratch);
		Slice		body = deal->sections[i].body;

		CHECK_FOR_INTERRUPTS();
		import->last_id = Max(import->last_id,
							  greatest_id(prose_parse(body.data, body.len, &marker_extension)));
		MemoryContextSwitchTo(before);
		MemoryContextDelete(scratch);
	}
	if (import->last_id > INT_MAX - import->prose->markers.count)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("deal " INT64_FORMAT " has no ids left", deal->deal_id)));
}
