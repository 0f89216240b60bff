/*
 * shortage.c
 *		What supports the sentences of a section that lacks citations, and the
 *		citing of the best: for stage2_uncited.c and stage2_budget.c.
 *
 * A section of 1,600 words should have 6 live citations and has 4.  Each
 * sentence that cites nothing yet is looked up among the section's claims that
 * no marker placed, and then among the passages of its documents: "Occupancy
 * was 94.2% at year end" is supported by a passage with 94.2% and most of its
 * words.  Of what supports a sentence the best counts; two equally good sources
 * are no evidence for either.  The two best supported sentences are then cited.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"
#include "evidence/evidence.h"
#include "placement/placement.h"

/* What may support sentences; the texts of one kind by number. */
typedef struct Offer
{
	const Identity *identity;
	Claim	   *claim;			/* one of these is set */
	const Passage *passage;
} Offer;

typedef struct Offers
{
				VEC(Offer) items;
	TokenIndex *texts;
} Offers;

/* ---------------------------------------------------------- what is missing */

/* Sentences that a reference stands in need no other. */
static void
close_cited(Memo *memo, Shortage *shortage)
{
	Section    *section = shortage->section;
	int			count;
	Citation  **references = section_references(memo, section, &count);

	for (int i = 0; i < count; i++)
	{
		TextBlock  *block = section_block_at(section, references[i]->anchor);
		EvidenceSentence *sentence =
			block == NULL ? NULL
						  : evidence_at(section, (int) (block - section->prose->blocks.items),
										references[i]->anchor);

		if (sentence != NULL)
			shortage->supports[sentence - shortage->sentences].is_closed = true;
		if (references[i]->identity.doc != NULL)
			shortage->cites[references[i]->identity.doc->index] = true;
	}
	pfree(references);
}

void
open_shortage(Memo *memo, Shortage *shortage)
{
	Section    *section = shortage->section;

	shortage->sentences = section_evidence(section)->sentences.items;
	shortage->nsupports = section_evidence(section)->sentences.count;
	shortage->supports = palloc_array_huge(shortage->nsupports + 1, sizeof(Support));
	memset(shortage->supports, 0, sizeof(Support) * shortage->nsupports);
	shortage->cites = palloc0(memo->ndocuments + 1);
	for (int i = 0; i < section->nclaims; i++)
		shortage->cites[memo->claims[section->first_claim + i].identity.doc->index] = true;
	close_cited(memo, shortage);
}

/* ---------------------------------------------------------------- evidence */

static void
add_offer(Offers *offers, Offer offer, Slice text)
{
	StringInfoData folded;

	if (offers->texts == NULL)
		offers->texts = token_index_create();
	*VEC_PUSH(&offers->items) = offer;
	initStringInfo(&folded);
	append_folded(&folded, text.data, text.len);
	token_index_add(offers->texts, (Slice) {folded.data, folded.len});
	pfree(folded.data);
}

/* Takes an offer for a sentence when it is the best so far; of several texts
 * of one source, the first. */
static void
take_offer(Support *best, const Offer *offer, float score)
{
	bool		is_first = (best->claim != NULL && offer->claim < best->claim) ||
		(best->passage != NULL && offer->passage < best->passage);

	if (score < best->score)
		return;
	if (score > best->score)
	{
		best->is_tie = false;
		is_first = true;
	}
	else
		best->is_tie |= !identity_equal(best->identity, offer->identity);
	if (!is_first)
		return;
	best->score = score;
	best->identity = offer->identity;
	best->claim = offer->claim;
	best->passage = offer->passage;
}

/* The best of the offers for one sentence; passages of other documents than
 * the section's are none. */
static void
find_support(const Memo *memo, const Shortage *shortage, const Offers *offers, int index)
{
	Support    *best = &shortage->supports[index];
	const EvidenceSentence *sentence = &shortage->sentences[index];
	Lookup		lookup;
	int			text;

	if (shortage->section->prose->blocks.items[sentence->block].kind != BLOCK_PARAGRAPH ||
		!lookup_support(&lookup, offers->texts, sentence->text, &memo->policy))
		return;
	while ((text = lookup_next(&lookup)) >= 0)
	{
		const Offer *offer = &offers->items.items[text];
		int			words;

		if (offer->passage != NULL && !shortage->cites[offer->identity->doc->index])
			continue;
		words = lookup_words(&lookup, text);
		if (words < 0)
			continue;
		take_offer(best, offer, (float) words / lookup.words);
		lookup_raise(&lookup, words + best->is_tie);
	}
	if (lookup.is_cut)
		best->score = 0;		/* nobody knows whether it is the best */
}

static void
find_supports(const Memo *memo, Shortage *shortage, const Offers *offers)
{
	for (int i = 0; i < shortage->nsupports && offers->texts != NULL; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!shortage->supports[i].is_closed)
			find_support(memo, shortage, offers, i);
	}
}

static int
compare_ids(const void *a, const void *b)
{
	return strcmp(((const Passage *) a)->passage_id, ((const Passage *) b)->passage_id);
}

/* All that a claim says: its text, its quote, and the passage it is from, each a
 * sentence of its own. */
static void
append_claim_text(const Memo *memo, const Claim *claim, StringInfo out)
{
	Passage		wanted = {.passage_id = claim->passage_id};
	Passage    *passage = claim->passage_id == NULL || memo->ncontents == 0 ? NULL
		: bsearch(&wanted, memo->contents, memo->ncontents, sizeof(Passage), compare_ids);

	resetStringInfo(out);
	if (claim->text != NULL)
		appendStringInfoString(out, claim->text);
	if (claim->quote != NULL)
		appendStringInfo(out, ".\n%s", claim->quote);
	if (passage != NULL)
	{
		appendStringInfoString(out, ".\n");
		appendBinaryStringInfo(out, passage->content.data, passage->content.len);
	}
}

void
offer_claims(Budgets *budgets, Shortage *shortage)
{
	Offers		offers = {{NULL, 0, 0}, NULL};
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < shortage->section->nclaims; i++)
	{
		Claim	   *claim = &budgets->memo->claims[shortage->section->first_claim + i];

		CHECK_FOR_INTERRUPTS();
		if (claim->outcome == NULL || strcmp(claim->outcome, "unplaced") != 0)
			continue;
		append_claim_text(budgets->memo, claim, &text);
		add_offer(&offers, (Offer){.claim = claim, .identity = &claim->identity},
				  (Slice){text.data, text.len});
	}
	pfree(text.data);
	find_supports(budgets->memo, shortage, &offers);
}

/* The documents that sections which lack citations rest on. */
static void
want_documents(Budgets *budgets)
{
	int			ndocuments = budgets->memo->ndocuments;

	budgets->wanted = palloc0(ndocuments + 1);
	for (int i = 0; i < budgets->count; i++)
	{
		const Shortage *shortage = &budgets->items[i];

		for (int j = 0; j < ndocuments && shortage->missing > 0 && shortage->cites != NULL; j++)
			budgets->wanted[j] |= shortage->cites[j];
	}
}

void
offer_passages(Budgets *budgets)
{
	Offers		offers = {{NULL, 0, 0}, NULL};

	want_documents(budgets);
	for (int i = 0; i < budgets->memo->ncontents; i++)
	{
		const Passage *passage = &budgets->memo->contents[i];

		CHECK_FOR_INTERRUPTS();
		if (budgets->wanted[passage->identity.doc->index])
			add_offer(&offers, (Offer){.passage = passage, .identity = &passage->identity},
					  passage->content);
	}
	for (int i = 0; i < budgets->count; i++)
		if (budgets->items[i].missing > 0 && budgets->items[i].cites != NULL)
			find_supports(budgets->memo, &budgets->items[i], &offers);
}

/* --------------------------------------------------------------- placement */

static int
compare_supports(const void *a, const void *b)
{
	const Support *x = *(Support *const *) a;
	const Support *y = *(Support *const *) b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	return x < y ? -1 : x > y;	/* reading order */
}

static void
place_support(Budgets *budgets, Shortage *shortage, Support *support)
{
	Memo	   *memo = budgets->memo;
	Section    *section = shortage->section;
	const EvidenceSentence *sentence = &shortage->sentences[support - shortage->supports];
	const TextBlock *block = &section->prose->blocks.items[sentence->block];
	Slice text = {section->body.data + sentence->place.start,
				  sentence->place.end - sentence->place.start};
	Slice		said = block->nmarkers == 0 ? text : sentence->text;
	Citation   *citation = citation_add(memo, section->index, budgets->origin,
										sentence_anchor(section, &sentence->place));

	citation->score = support->score;
	citation->matched = support->is_distinct ? distinct_numbers(said) : numbers_in(said);
	if (support->claim != NULL)
	{
		citation->src_id = citation->global_id = support->claim->src_id;
		support->claim->outcome = "injected";
		support->claim->reason = NULL;
		support->claim->sentence = text;
		support->claim->score = support->score;
	}
	citation_set_source(citation, support->identity, support->claim);
	if (support->passage != NULL)
		citation->passage_id = support->passage->passage_id;
	citation->note = note_for(memo, NOTE_SOURCE, support->identity);
	support->is_closed = true;
	budgets->placed++;
}

/* "No mold was found" has all words of "Mold was found", and is no evidence. */
static bool
is_contradicted(const Memo *memo, const Shortage *shortage, const Support *support, StringInfo text)
{
	Slice		said = {NULL, 0};

	if (support->passage != NULL)
		said = support->passage->content;
	else if (support->claim != NULL)
	{
		append_claim_text(memo, support->claim, text);
		said = (Slice) {text->data, text->len};
	}
	return evidence_contradicts(&shortage->sentences[support - shortage->supports], said);
}

void
place_best(Budgets *budgets, Shortage *shortage)
{
	Support   **order = palloc_array_huge(shortage->nsupports + 1, sizeof(Support *));
	int			count = 0;
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < shortage->nsupports; i++)
		if (shortage->supports[i].score > 0 && !shortage->supports[i].is_tie &&
			!shortage->supports[i].is_closed)
			order[count++] = &shortage->supports[i];
	qsort(order, count, sizeof(Support *), compare_supports);
	for (int i = 0; i < count && shortage->missing > 0; i++)
	{
		Claim	   *claim = order[i]->claim;

		CHECK_FOR_INTERRUPTS();
		if ((claim != NULL && strcmp(claim->outcome, "unplaced") != 0) ||
			(!order[i]->is_quoted && is_contradicted(budgets->memo, shortage, order[i], &text)))
			continue;
		place_support(budgets, shortage, order[i]);
		shortage->missing--;
	}
	pfree(order);
	pfree(text.data);
	for (int i = 0; i < shortage->nsupports; i++)
		if (!shortage->supports[i].is_closed)
			shortage->supports[i].score = 0;
}

bool
has_evidence(const Memo *memo, const Section *section)
{
	for (int i = 0; i < section->nclaims; i++)
	{
		const Claim *claim = &memo->claims[section->first_claim + i];

		if (claim->outcome != NULL && strcmp(claim->outcome, "unplaced") == 0 &&
			(claim->text != NULL || claim->quote != NULL || claim->passage_id != NULL))
			return true;
	}
	return memo->ncontents > 0;
}

bool
is_short(const Budgets *budgets)
{
	for (int i = 0; i < budgets->count; i++)
		if (budgets->items[i].missing > 0)
			return true;
	return false;
}

void
need_cited_passages(Memo *memo)
{
	bool	   *is_named = palloc0(memo->ndocuments + 1);

	for (int i = 0; i < memo->nclaims; i++)
		is_named[memo->claims[i].identity.doc->index] = true;
	for (int i = 0; i < memo->citations.count; i++)
		if (memo->citations.items[i].identity.doc != NULL)
			is_named[memo->citations.items[i].identity.doc->index] = true;
	need_passages(memo, is_named);
	pfree(is_named);
}
