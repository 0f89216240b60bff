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

static int
compare_places(int x_section, const Identity *x, int y_section, const Identity *y)
{
	if (x_section != y_section)
		return x_section < y_section ? -1 : 1;
	if (x->doc != y->doc)
		return x->doc < y->doc ? -1 : 1;
	if (x->page != y->page)
		return x->page < y->page ? -1 : 1;
	return strcmp(x->locator == NULL ? "" : x->locator, y->locator == NULL ? "" : y->locator);
}

static int
compare_claims(const void *a, const void *b)
{
	const Claim *x = *(const Claim *const *) a;
	const Claim *y = *(const Claim *const *) b;
	int			order = compare_places(x->section, &x->identity, y->section, &y->identity);

	if (order == 0)
		order = x->src_id < y->src_id ? -1 : x->src_id > y->src_id;
	return order;
}

static uint64
passage_key(const Identity *identity, uint64 quote)
{
	return identity_hash(identity) * 31 + quote;
}

/* Claims whose id means one source in their section; one without a place might join a page. */
static void
sort_claims(Import *import)
{
	const Memo *deal = import->deal;

	import->stored = palloc_array_huge(deal->nclaims + 1, sizeof(Claim *));
	for (int i = 0, next; i < deal->nclaims; i = next)
	{
		const Claim *claim = &deal->claims[i];

		CHECK_FOR_INTERRUPTS();
		for (next = i + 1; next < deal->nclaims && deal->claims[next].section == claim->section &&
						   deal->claims[next].src_id == claim->src_id;
			 next++)
			;
		if (next == i + 1 && claim->src_id > 0 &&
			(claim->is_whole || claim->identity.page > 0 || claim->identity.locator != NULL))
			import->stored[import->nstored++] = claim;
		for (int j = i; j < next; j++)
			if (claim_quotes(&deal->claims[j]) && deal->claims[j].quote_verified)
				*keymap_at(&import->quoted,
						   passage_key(&deal->claims[j].identity,
									   quote_key(slice_of(deal->claims[j].quote)))) = j + 1;
	}
	qsort(import->stored, import->nstored, sizeof(Claim *), compare_claims);
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
	int			section = import->parts.items[part].stored;
	const Claim *found = NULL;
	int			at;

	LOWER_BOUND(at, import->nstored, i,
				compare_places(import->stored[i]->section, &import->stored[i]->identity, section,
							   &note->identity) < 0);
	for (; at < import->nstored &&
		   compare_places(import->stored[at]->section, &import->stored[at]->identity, section,
						  &note->identity) == 0;
		 at++)
	{
		const Claim *claim = import->stored[at];

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
						passage_key(&note->identity, note->quotes[quote - 1].key));
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

	sort_claims(import);
	/* a new claim must not answer a marker that somebody else wrote */
	import->last_id = greatest_id(import->prose);
	for (int i = 0; i < deal->nclaims; i++)
		if (deal->claims[i].src_id <= INT_MAX)	/* what no marker can say is in nobody's way */
			import->last_id = Max(import->last_id, deal->claims[i].src_id);
	for (int i = 0; i < deal->nranges; i++)
		import->last_id = Max(import->last_id, deal->ranges[i].last_id);
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
