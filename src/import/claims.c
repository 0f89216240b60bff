/*
 * claims.c
 *		References to notes of ours -> markers and claims.
 *
 * References to one note with one confidence and quote share a claim in each section: a
 * claim that the deal has already, else a new one.  Note 3 gets id 3 (above all ids that
 * deal and text use), so sections agree on ids and nothing collides; another confidence
 * or quote of it gets an id behind those of the notes.
 *
 * Which quote the nth reference has is in the comment's list.  Where an editor took
 * references out or in, it is the nth quote of the definition.
 */
#include "import/import_internal.h"
#include "markers/markers.h"

/* Which of its note's quotes a reference has, from 1; 0 = none. */
#define QUOTE_OTHER	(-1)		/* one that the note does not print: it has room for a few */
#define QUOTE_ANY	(-2)

/* ------------------------------------------------------------ stored claims */

/* Are two claims of one section and id? */
static bool
is_same_id(const Claim *claim, const Claim *other)
{
	return other != NULL && other->section == claim->section && other->src_id == claim->src_id;
}

/* A place in a section; or with a quote in any. */
static uint64
place_key(const Identity *identity, uint64 more)
{
	return identity_hash(identity) * 31 + more;
}

/* Chains the claims of a place by id, those whose id means one source in their section;
 * one without a place might join a page. */
static void
chain_claims(Import *import)
{
	const Memo *deal = import->deal;
	KeyMap	   *quoted = &import->quoted;

	import->next_cited = palloc_array_huge(deal->nclaims + 1, sizeof(int));
	for (int i = deal->nclaims - 1; i >= 0; i--)
	{
		const Claim *claim = &deal->claims[i];
		bool		is_alone =
			!is_same_id(claim, i > 0 ? claim - 1 : NULL) &&
			!is_same_id(claim, i + 1 < deal->nclaims ? claim + 1 : NULL);

		CHECK_FOR_INTERRUPTS();
		if (is_alone && claim->src_id > 0 &&
			(claim->is_whole || claim->identity.page > 0 || claim->identity.locator != NULL))
		{
			int		   *first = keymap_at(&import->cited,
										  place_key(&claim->identity, claim->section));

			import->next_cited[i] = *first;
			*first = i + 1;
		}
		if (claim_quotes(claim) && claim->quote_verified)
			*keymap_at(quoted, place_key(&claim->identity, quote_key(slice_of(claim->quote)))) =
				i + 1;
	}
}

/* Which of a note's quotes a claim shows. */
static int
quote_of_claim(const BoundNote *note, const Claim *claim)
{
	uint64		key;

	if (!claim_quotes(claim) || (!claim->quote_verified && !claim->quote_unchecked))
		return 0;
	key = quote_key(slice_of(claim->quote));
	for (int i = 0; i < note->nquotes; i++)
		if (note->quotes[i].text.data != NULL && note->quotes[i].key == key)
			return i + 1;
	return QUOTE_OTHER;
}

/* The claim of the section that a part replaces; with another quote only where there is
 * just one: no quote is better than another's. */
static const Claim *
find_claim(Import *import, int part, int number, int confidence, int quote)
{
	const BoundNote *note = &import->bound[number - 1];
	const Claim *found = NULL;
	int			at = keymap_get(&import->cited, place_key(&note->identity,
														  import->parts.items[part].stored));

	for (; at > 0; at = import->next_cited[at - 1])
	{
		const Claim *claim = &import->deal->claims[at - 1];

		if (claim->confidence != confidence && number <= import->binding->nlisted)
			continue;
		if (quote != QUOTE_ANY && quote_of_claim(note, claim) != quote)
			continue;
		if (quote != QUOTE_OTHER)
			return claim;
		if (found != NULL)
			return NULL;
		found = claim;
	}
	return found;
}

/* -------------------------------------------------------------- new claims */

/* A new claim of a note's source; its quote's passage comes with it where it was checked. */
static void
add_claim(Import *import, int part, int number, const Variant *variant, int quote)
{
	const BoundNote *note = &import->bound[number - 1];
	const NoteBinding *binding = &import->binding->notes[number - 1];
	ImportedClaim *claim = VEC_PUSH(&import->claims);
	int			quoted;

	claim->part = part;
	claim->src_id = variant->src_id;
	claim->doc_id = note->identity.doc->doc_id;
	claim->page = note->identity.page;
	/* a note without page or locator stays one, whatever its sentence cites */
	claim->locator =
		note->identity.page == 0 && note->identity.locator == NULL ? "" : note->identity.locator;
	claim->confidence = variant->confidence;
	if (quote <= 0 || note->quotes[quote - 1].text.data == NULL)
		return;
	claim->quote = slice_copy(note->quotes[quote - 1].text);
	quoted = keymap_get(&import->quoted,
						place_key(&note->identity, note->quotes[quote - 1].key));
	if (quoted > 0)
		claim->passage_id = import->deal->claims[quoted - 1].passage_id;
	else if (note->quotes[quote - 1].is_checked)	/* else no passage must come to verify it */
		claim->passage_id =
			psprintf(IMPORTED_PASSAGE "%s:%s", binding->key, binding->hashes[quote - 1]);
}

/* Which quote the next reference to a note has. */
static int
next_quote(const BoundNote *note, const NoteBinding *binding)
{
	if (!note->is_moved && note->nquotes > 0 && note->total == binding->nquote_numbers)
		return binding->quote_numbers[note->nrefs - 1];
	return Min(note->nrefs, note->nquotes);
}

int64
source_id(Import *import, int part, int number, int confidence)
{
	BoundNote  *note = &import->bound[number - 1];
	int			quote = next_quote(note, &import->binding->notes[number - 1]);
	Variant    *variant = NULL;
	const Claim *stored;

	for (int i = 0; i < note->variants.count && variant == NULL; i++)
		if (note->variants.items[i].confidence == confidence &&
			note->variants.items[i].quote == quote)
			variant = &note->variants.items[i];
	if (variant == NULL)
	{
		variant = VEC_PUSH(&note->variants);
		variant->confidence = confidence;
		variant->quote = quote;
	}
	if (variant->part == part + 1)
		return variant->part_src_id;
	variant->part = part + 1;
	stored = find_claim(import, part, number, confidence, quote);
	if (stored == NULL && note->is_moved)
		stored = find_claim(import, part, number, confidence, QUOTE_ANY);
	if (stored != NULL)
		return variant->part_src_id = stored->src_id;
	if (variant->src_id == 0)
		variant->src_id = import->last_id +
			(note->variants.count == 1 ? number : import->binding->nnotes + ++import->nvariants);
	add_claim(import, part, number, variant, quote);
	return variant->part_src_id = variant->src_id;
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
	/* a new claim must not answer a marker that somebody else wrote */
	import->last_id = greatest_id(import->prose);
	for (int i = 0; i < deal->nclaims; i++)
		if (deal->claims[i].src_id <= INT_MAX)	/* what no marker can say is in nobody's way */
			import->last_id = Max(import->last_id, deal->claims[i].src_id);
	for (int i = 0; i < deal->ranges.count; i++)
		import->last_id = Max(import->last_id, deal->ranges.items[i].last_id);
	for (int i = 0; i < deal->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		import->last_id = Max(import->last_id, greatest_id(prose_parse(deal->sections[i].body.data,
																	   deal->sections[i].body.len,
																	   &marker_extension)));
	}
	if (import->last_id > INT_MAX - import->binding->nnotes - import->prose->markers.count)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("deal " INT64_FORMAT " has no ids left", deal->deal_id)));
}
