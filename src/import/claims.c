/*
 * claims.c
 *		References to our notes -> markers and claims.
 *
 * References to one note with one confidence and quote share a claim in each section: a
 * claim that the deal has already, else a new one.  Note 3 gets id 3 (above all ids that
 * deal and text use), so sections agree on ids and nothing collides; another confidence
 * or quote of it gets an id behind those of the notes.
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "render/render.h"

/* Order by source, then confidence: two claims that are 0 apart may answer one reference. */
static int
compare_stored(const Identity *x, int x_confidence, const Identity *y, int y_confidence)
{
	const char *a = x->locator == NULL ? "" : x->locator;
	const char *b = y->locator == NULL ? "" : y->locator;

	if (x->doc != y->doc)
		return x->doc < y->doc ? -1 : 1;
	if (x->page != y->page)
		return x->page < y->page ? -1 : 1;
	if (strcmp(a, b) != 0)
		return strcmp(a, b);
	return x_confidence < y_confidence ? -1 : x_confidence > y_confidence;
}

static int
compare_stored_claims(const void *a, const void *b)
{
	const Claim *x = *(const Claim *const *) a;
	const Claim *y = *(const Claim *const *) b;
	int			order = compare_stored(&x->identity, x->confidence, &y->identity, y->confidence);

	if (order == 0)
		order = x->src_id < y->src_id ? -1 : x->src_id > y->src_id;
	return order != 0 ? order : x < y ? -1 : x > y;
}

/* Claims of the section that a part replaces, those whose id means one source. */
static void
sort_stored_claims(Import *import, int part)
{
	const Memo *deal = import->deal;
	const Section *section;

	if (import->stored_of == part + 1)
		return;
	import->stored_of = part + 1;
	import->nstored = 0;
	if (import->stored == NULL)
		import->stored = palloc_array_huge(deal->nclaims + 1, sizeof(Claim *));
	if (import->parts.items[part].stored < 0)
		return;
	section = &deal->sections[import->parts.items[part].stored];
	for (int i = 0, next; i < section->nclaims; i = next)
	{
		const Claim *claim = &deal->claims[section->first_claim + i];

		for (next = i + 1; next < section->nclaims && claim[next - i].src_id == claim->src_id;
			 next++)
			;
		/* one without a place might join a page */
		if (next == i + 1 && claim->src_id > 0 &&
			(claim->is_whole || claim->identity.page > 0 || claim->identity.locator != NULL))
			import->stored[import->nstored++] = claim;
	}
	qsort(import->stored, import->nstored, sizeof(Claim *), compare_stored_claims);
}

/* Has the claim the quote that a definition shows, or none to show? */
static bool
claim_has_quote(const Claim *claim, Slice quote)
{
	StringInfoData escaped;
	bool		same;

	if (quote.len == 0)
		return !claim->quote_verified && !claim->quote_unchecked;
	if (!claim->quote_verified && !claim->quote_unchecked)
		return false;
	initStringInfo(&escaped);
	append_escaped(&escaped, claim->quote, (int) strlen(claim->quote));
	same = slice_equal((Slice) {escaped.data, escaped.len}, quote);
	pfree(escaped.data);
	return same;
}

/* is_any: whichever quote it has. */
static const Claim *
find_stored_claim(Import *import, int part, const Identity *identity, int confidence, Slice quote,
				  bool is_any)
{
	int			low;

	sort_stored_claims(import, part);
	LOWER_BOUND(low, import->nstored, i,
				compare_stored(&import->stored[i]->identity, import->stored[i]->confidence,
							   identity, confidence) < 0);
	for (; low < import->nstored; low++)
	{
		const Claim *claim = import->stored[low];

		if (compare_stored(&claim->identity, claim->confidence, identity, confidence) != 0)
			return NULL;
		if (is_any || claim_has_quote(claim, quote))
			return claim;
	}
	return NULL;
}

/* Claims of the deal whose quotes stand in their passages. */
static void
sort_quoted_claims(Import *import)
{
	const Memo *deal = import->deal;

	if (import->quoted != NULL)
		return;
	import->quoted = palloc_array_huge(deal->nclaims + 1, sizeof(Claim *));
	for (int i = 0; i < deal->nclaims; i++)
		if (claim_quotes(&deal->claims[i]) && deal->claims[i].quote_verified)
			import->quoted[import->nquoted++] = &deal->claims[i];
	qsort(import->quoted, import->nquoted, sizeof(Claim *), compare_stored_claims);
}

/* The passage from which a claim of any section has the quote of the same source, NULL = none. */
static char *
find_quoted_passage(Import *import, const Identity *identity, Slice quote)
{
	int			low;

	sort_quoted_claims(import);
	LOWER_BOUND(low, import->nquoted, i,
				compare_stored(&import->quoted[i]->identity, 0, identity, 0) < 0);
	for (; low < import->nquoted &&
		   compare_stored(&import->quoted[low]->identity, 0, identity, 0) == 0;
		 low++)
		if (claim_has_quote(import->quoted[low], quote))
			return import->quoted[low]->passage_id;
	return NULL;
}

/* A new claim of a note's source; its quote's passage comes with it where it was checked. */
static void
add_claim(Import *import, int part, int number, const Variant *variant, const BoundQuote *quote)
{
	const BoundNote *note = &import->bound[number - 1];
	const NoteBinding *binding = &import->binding->notes[number - 1];
	ImportedClaim *claim = VEC_PUSH(&import->claims);

	claim->part = part;
	claim->src_id = variant->src_id;
	claim->doc_id = note->identity.doc->doc_id;
	claim->page = note->identity.page;
	/* a note without page or locator stays one, whatever its sentence cites */
	claim->locator =
		note->identity.page == 0 && note->identity.locator == NULL ? "" : note->identity.locator;
	claim->confidence = variant->confidence;
	if (quote->text.len == 0)
		return;
	claim->quote = markdown_unescape(quote->text);
	if (!quote->is_checked)
		return;					/* no passage must come to verify it */
	claim->passage_id = find_quoted_passage(import, &note->identity, quote->text);
	if (claim->passage_id == NULL)
		claim->passage_id =
			psprintf(IMPORTED_PASSAGE "%s:%s", binding->key, binding->hashes[variant->quote - 1]);
}

/* The stored claim of a note's source whose quote the note does not print; NULL when there
 * is none, or several are: no quote is better than another's. */
static const Claim *
find_unprinted_claim(Import *import, int part, const BoundNote *note, int confidence)
{
	const Claim *found = NULL;
	int			nprinted = import->binding->notes[note - import->bound].nhashes;
	int			low;

	sort_stored_claims(import, part);
	LOWER_BOUND(low, import->nstored, i,
				compare_stored(&import->stored[i]->identity, import->stored[i]->confidence,
							   &note->identity, confidence) < 0);
	for (; low < import->nstored; low++)
	{
		const Claim *claim = import->stored[low];
		bool		is_printed = claim_has_quote(claim, (Slice) {NULL, 0});

		if (compare_stored(&claim->identity, claim->confidence, &note->identity, confidence) != 0)
			break;
		for (int i = 0; i < nprinted && !is_printed; i++)
			is_printed =
				note->quotes[i].text.data != NULL && claim_has_quote(claim, note->quotes[i].text);
		if (is_printed)
			continue;
		if (found != NULL)
			return NULL;
		found = claim;
	}
	return found;
}

/* A quote of a reference that its note does not print: a note prints a few only. */
#define QUOTE_NOT_PRINTED	(-2)

/* Which quote the next reference to a note has, from 1; 0 = none, -1 = any, or
 * QUOTE_NOT_PRINTED.  The comment says it, where the references are its; else the first one brings
 * the first quote, and so on, for the definition has them all, and nobody knows of the others. */
static int
next_quote(const BoundNote *note, const NoteBinding *binding)
{
	int			nth = note->nrefs - 1;
	int			number = nth < binding->nhashes ? nth + 1 : -1;

	if (binding->nquote_numbers > 0 && note->total == binding->nquote_numbers)
	{
		number = binding->quote_numbers[nth];
		if (number < 0)
			return QUOTE_NOT_PRINTED;
	}
	if (number > binding->nhashes || note->quotes == NULL)
		return 0;
	return number > 0 && note->quotes[number - 1].text.data == NULL ? 0 : number;
}

/* The id with which a part cites a note with a confidence and a quote. */
static int64
source_id(Import *import, int part, int number, int confidence)
{
	BoundNote  *note = &import->bound[number - 1];
	int			nth = next_quote(note, &import->binding->notes[number - 1]);
	BoundQuote	quote = nth > 0 ? note->quotes[nth - 1] : (BoundQuote) {{NULL, 0}, false};
	Variant    *variant = NULL;
	const Claim *stored;

	for (int i = 0; i < note->variants.count && variant == NULL; i++)
		if (note->variants.items[i].confidence == confidence &&
			(note->variants.items[i].quote == nth ||
			 (nth == -1 && note->variants.items[i].part == part + 1)))
			variant = &note->variants.items[i];
	if (variant == NULL)
	{
		variant = VEC_PUSH(&note->variants);
		variant->confidence = confidence;
		variant->quote = nth;
	}
	if (variant->part == part + 1)
		return variant->part_src_id;
	variant->part = part + 1;
	stored = nth == QUOTE_NOT_PRINTED ? find_unprinted_claim(import, part, note, confidence)
		: find_stored_claim(import, part, &note->identity, confidence, quote.text, nth < 0);
	if (stored != NULL)
		return variant->part_src_id = stored->src_id;
	if (variant->src_id == 0)
		variant->src_id = import->last_id +
			(note->variants.count == 1 ? number : import->binding->nnotes + ++import->nvariants);
	add_claim(import, part, number, variant, &quote);
	return variant->part_src_id = variant->src_id;
}

/*
 * The confidence of a note's nth reference.  Where an editor took references
 * out or in, or moved them, the list says nothing of the nth one, but whether a
 * mark stands behind it does.
 */
static int
reference_confidence(const Import *import, int number, int nth, bool has_mark)
{
	const NoteBinding *binding = &import->binding->notes[number - 1];

	if (binding->nconfidences == 1)
		return binding->confidences[0];
	if (!import->bound[number - 1].is_moved)
		return nth < binding->nconfidences ? binding->confidences[nth] : -1;
	for (int i = 0; i < binding->nconfidences; i++)
		if (is_weak_confidence(import, binding->confidences[i]) == has_mark)
			return binding->confidences[i];
	return -1;
}

/* Tells a part once what is wrong with a note that it refers to. */
static void
report_problem(Import *import, int part, int number)
{
	BoundNote  *note = &import->bound[number - 1];
	Slice		label = import->binding->notes[number - 1].label;

	if (note->problem == NULL || note->reported_in == part + 1)
		return;
	note->reported_in = part + 1;
	*VEC_PUSH(&import->parts.items[part].section.unbound) =
		label.len > 0 ? psprintf("note %.*s: %s", label.len, label.data, note->problem)
					  : psprintf("note %d: %s", number, note->problem);
}

/* A section gets the general source that all its claims name, else the primary one:
 * one without claims gets a claim that names it. */
static void
claim_rescue(Import *import, int part, int number)
{
	BoundNote  *note = &import->bound[number - 1];
	int			stored = import->parts.items[part].stored;
	const Section *section = stored < 0 ? NULL : &import->deal->sections[stored];
	int			nclaims = section == NULL ? 0 : section->nclaims;
	const char *primary = primary_document(import);
	bool is_primary = primary != NULL && note->identity.doc != NULL &&
					  strcmp(primary, note->identity.doc->doc_id) == 0;
	int			named = 0;
	ImportedClaim *claim;

	if (note->identity.doc == NULL)
		return;
	for (int i = 0; i < nclaims; i++)
		named += import->deal->claims[section->first_claim + i].identity.doc == note->identity.doc;
	if (nclaims > 0 && named < nclaims && !is_primary)
		note->problem =
			psprintf("\"%s\" is not the deal's primary document", note->identity.doc->doc_id);
	if (nclaims > 0 || is_primary)
		return;
	claim = VEC_PUSH(&import->claims);
	claim->part = part;
	claim->doc_id = note->identity.doc->doc_id;
	claim->confidence = -1;
}

const char *
bind_reference(Import *import, int part, int number, bool has_mark, bool *is_weak)
{
	BoundNote  *note = &import->bound[number - 1];
	const NoteBinding *binding = &import->binding->notes[number - 1];
	int			confidence = reference_confidence(import, number, note->nrefs++, has_mark);

	*is_weak = is_weak_confidence(import, confidence);
	if (strcmp(binding->kind, "rescue") == 0)
		claim_rescue(import, part, number);
	report_problem(import, part, number);
	if (strcmp(binding->kind, "agent") == 0)
	{
		if (note->noted_in != part + 1 && (note->problem == NULL || binding->is_editors))
			*VEC_PUSH(&import->parts.items[part].agent_notes) = number;
		note->noted_in = part + 1;
		return psprintf("[^%d]", number);
	}
	if (strcmp(binding->kind, "rescue") == 0)
		return "[CITATION NEEDED]";
	if (strcmp(binding->kind, "source") != 0)
		return "";
	if (note->identity.doc == NULL)
		return psprintf("[SRC:" INT64_FORMAT "]", import->last_id + number);
	return psprintf("[SRC:" INT64_FORMAT "]", source_id(import, part, number, confidence));
}
