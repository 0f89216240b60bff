/*
 * shortage.c
 *		What supports the sentences of a section that lacks citations, and the
 *		citing of the best.
 *
 * A section of 1,600 words should have 6 live citations and has 4.  Each
 * sentence that cites nothing yet is looked up among the section's claims that
 * no marker placed, and then among the passages of its documents: "Occupancy
 * was 94.2% at year end" is supported by a passage with 94.2% and most of its
 * words.  Of what supports a sentence the best counts; two equally good sources
 * are no evidence for either.  The two best supported sentences are then cited.
 *
 * To a section without any citation a passage of the deal is support, too, that alone has a
 * number of the sentence, and has all of them.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"
#include "evidence/evidence.h"
#include "placement/placement.h"

/* What may support sentences. */
typedef struct Offer
{
	const Identity *identity;
	Claim	   *claim;			/* one of these is set */
	const Passage *passage;
} Offer;

/* Offers of one kind, in the order of their texts in the index. */
typedef struct Offers
{
				VEC(Offer) items;
	TokenIndex *texts;
} Offers;

/* The best evidence found for a sentence. */
typedef struct Support
{
	float		score;			/* 0 = none */
	Offer		offer;
	int			index;			/* of the offer: of several texts of one source the first counts */
	bool		is_tie;			/* another identity is as good */
	bool		is_closed;		/* the sentence cites something, or is no prose */
} Support;

/* ---------------------------------------------------------- what is missing */

/* Makes room for what supports the section's sentences; those that have a reference need no
 * other. */
static void
open_shortage(Memo *memo, Shortage *shortage)
{
	Section    *section = shortage->section;
	int			count;
	Citation  **references = section_references(memo, section, &count);

	shortage->sentences = section_evidence(section)->sentences.items;
	shortage->nsupports = section_evidence(section)->sentences.count;
	shortage->supports = palloc_array_huge(shortage->nsupports + 1, sizeof(Support));
	memset(shortage->supports, 0, sizeof(Support) * shortage->nsupports);
	shortage->cites = palloc0(memo->ndocuments + 1);
	for (int i = 0; i < section->claims.count; i++)
		shortage->cites[memo->claims[section->claims.first + i].identity.doc->index] = true;
	for (int i = 0; i < count; i++)
	{
		TextBlock  *block = section_block_at(section, references[i]->anchor);
		EvidenceSentence *sentence = block == NULL ? NULL
			: evidence_at(section, (int) (block - section->prose->blocks.items),
						  references[i]->anchor);

		if (sentence != NULL)
			shortage->supports[sentence - shortage->sentences].is_closed = true;
		if (references[i]->identity.doc != NULL)
			shortage->cites[references[i]->identity.doc->index] = true;
	}
	pfree(references);
}

static const TextBlock *
block_of(const Shortage *shortage, int sentence)
{
	return &shortage->section->prose->blocks.items[shortage->sentences[sentence].block];
}

static bool
is_unplaced(const Claim *claim)
{
	return claim->outcome != NULL && strcmp(claim->outcome, "unplaced") == 0;
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

/* Takes an offer for a sentence when it is the best so far. */
static void
take_offer(Support *best, const Offers *offers, int index, float score)
{
	const Offer *offer = &offers->items.items[index];

	if (score < best->score)
		return;
	if (score > best->score)
		best->is_tie = false;
	else
	{
		best->is_tie |= !identity_equal(best->offer.identity, offer->identity);
		if (index > best->index)
			return;
	}
	best->score = score;
	best->offer = *offer;
	best->index = index;
}

/* The best of the offers for one sentence; passages of other documents than
 * the section's are none. */
static void
find_support(const Shortage *shortage, const Offers *offers, int sentence)
{
	Support    *best = &shortage->supports[sentence];
	Lookup		lookup;
	int			text;

	if (block_of(shortage, sentence)->kind != BLOCK_PARAGRAPH ||
		!lookup_support(&lookup, offers->texts, shortage->sentences[sentence].text))
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
		take_offer(best, offers, text, (float) words / lookup.words);
		lookup_raise(&lookup, words + best->is_tie);
	}
	if (lookup.is_cut)
		best->score = 0;		/* nobody knows whether it is the best */
}

static void
find_supports(Shortage *shortage, const Offers *offers)
{
	for (int i = 0; i < shortage->nsupports && offers->texts != NULL; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!shortage->supports[i].is_closed)
			find_support(shortage, offers, i);
	}
}

/* All that an offer says: of a claim its text, its quote, and the passage it is from, each
 * a sentence of its own.  A claim's is written to room. */
static Slice
offer_text(const Memo *memo, const Offer *offer, StringInfo room)
{
	const Claim *claim = offer->claim;
	const Passage *passage;

	if (claim == NULL)
		return offer->passage->content;
	resetStringInfo(room);
	if (claim->text != NULL)
		appendStringInfoString(room, claim->text);
	if (claim->quote != NULL)
		appendStringInfo(room, ".\n%s", claim->quote);
	if (claim->passage_id != NULL &&
		(passage = memo_passage(memo, claim->passage_id)) != NULL)
	{
		appendStringInfoString(room, ".\n");
		appendBinaryStringInfo(room, passage->content.data, passage->content.len);
	}
	return (Slice) {room->data, room->len};
}

/* Looks for sentences that a claim without a place supports. */
static void
offer_claims(Memo *memo, Shortage *shortage)
{
	Offers		offers = {{NULL, 0, 0}, NULL};
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < shortage->section->claims.count; i++)
	{
		Claim	   *claim = &memo->claims[shortage->section->claims.first + i];
		Offer		offer = {.claim = claim, .identity = &claim->identity};

		CHECK_FOR_INTERRUPTS();
		if (is_unplaced(claim))
			add_offer(&offers, offer, offer_text(memo, &offer, &text));
	}
	pfree(text.data);
	find_supports(shortage, &offers);
}

/* The same for passages, each read once for all sections that rest on its document. */
static void
offer_passages(Budgets *budgets)
{
	Memo	   *memo = budgets->memo;
	Offers		offers = {{NULL, 0, 0}, NULL};
	bool	   *wanted = palloc0(memo->ndocuments + 1);

	for (int i = 0; i < budgets->count; i++)
		for (int j = 0; j < memo->ndocuments && budgets->items[i].missing > 0 &&
			 budgets->items[i].cites != NULL; j++)
			wanted[j] |= budgets->items[i].cites[j];
	for (int i = 0; i < memo->contents.count; i++)
	{
		const Passage *passage = &memo->contents.items[i];

		CHECK_FOR_INTERRUPTS();
		if (wanted[passage->identity.doc->index])
			add_offer(&offers, (Offer) {.passage = passage, .identity = &passage->identity},
					  passage->content);
	}
	for (int i = 0; i < budgets->count; i++)
		if (budgets->items[i].missing > 0)
			find_supports(&budgets->items[i], &offers);
	pfree(wanted);
}

/* Does a sentence have a number that is no year? */
static bool
has_number(Slice folded)
{
	TokenReader tokens = {folded.data, folded.len, 0};
	EvidenceToken token;

	while (next_token(&tokens, &token))
		if (token.is_number && !token.is_year)
			return true;
	return false;
}

/* Those of all documents. */
static void
add_all_passages(Memo *memo, Offers *offers)
{
	offers->texts = token_index_create();
	need_passages(memo, NULL);
	for (int i = 0; i < memo->contents.count; i++)
	{
		const Passage *passage = &memo->contents.items[i];

		CHECK_FOR_INTERRUPTS();
		add_offer(offers, (Offer) {.passage = passage, .identity = &passage->identity},
				  passage->content);
	}
}

/* Looks for a passage of any document that alone has a number of a sentence. */
static void
offer_all_passages(Budgets *budgets)
{
	Offers		offers = {{NULL, 0, 0}, NULL};

	for (int i = 0; i < budgets->count; i++)
		for (int j = 0; j < budgets->items[i].nsupports && budgets->items[i].missing > 0; j++)
		{
			Shortage   *shortage = &budgets->items[i];
			Slice		folded = shortage->sentences[j].text;
			Lookup		lookup;
			int			text;
			int			words;

			CHECK_FOR_INTERRUPTS();
			if (shortage->supports[j].is_closed ||
				block_of(shortage, j)->kind != BLOCK_PARAGRAPH || !has_number(folded))
				continue;
			if (offers.texts == NULL)
				add_all_passages(budgets->memo, &offers);
			text = lookup_alone(&lookup, offers.texts, folded);
			if (text >= 0 && (words = lookup_words(&lookup, text)) > 0)
				take_offer(&shortage->supports[j], &offers, text, (float) words / lookup.words);
		}
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
	Claim	   *claim = support->offer.claim;
	int			index = (int) (support - shortage->supports);
	const EvidenceSentence *sentence = &shortage->sentences[index];
	Slice text = {section->body.data + sentence->place.start,
				  sentence->place.end - sentence->place.start};
	Slice		said = block_of(shortage, index)->nmarkers == 0 ? text : sentence->text;
	Citation   *citation = citation_add(memo, section->index, budgets->origin,
										sentence_anchor(section, &sentence->place));

	citation->score = support->score;
	citation->matched = numbers_in(said);
	if (claim != NULL)
	{
		citation->src_id = citation->global_id = claim->src_id;
		claim->outcome = "injected";
		claim->reason = NULL;
		claim->sentence = text;
		claim->score = support->score;
	}
	citation_set_source(citation, support->offer.identity, claim);
	if (support->offer.passage != NULL)
		citation->passage_id = support->offer.passage->passage_id;
	citation->note = note_for(memo, NOTE_SOURCE, support->offer.identity);
	support->is_closed = true;
	budgets->placed++;
}

/* Cites the best supported sentences of a section; a claim stands once.  "No mold was
 * found" has all words of "Mold was found", and is no evidence. */
static void
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
		const Offer *offer = &order[i]->offer;

		CHECK_FOR_INTERRUPTS();
		if ((offer->claim != NULL && !is_unplaced(offer->claim)) ||
			evidence_contradicts(&shortage->sentences[order[i] - shortage->supports],
								 offer_text(budgets->memo, offer, &text)))
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

void
fill_shortages(Budgets *budgets, bool are_uncited)
{
	Memo	   *memo = budgets->memo;
	bool		is_short = false;
	bool	   *is_named;		/* documents that claims and citations name */

	if (budgets->count == 0)
		return;
	is_named = palloc0(memo->ndocuments + 1);
	for (int i = 0; i < memo->nclaims; i++)
		is_named[memo->claims[i].identity.doc->index] = true;
	for (int i = 0; i < memo->citations.count; i++)
		if (memo->citations.items[i].identity.doc != NULL)
			is_named[memo->citations.items[i].identity.doc->index] = true;
	need_passages(memo, is_named);
	pfree(is_named);
	for (int i = 0; i < budgets->count; i++)
	{
		Shortage   *shortage = &budgets->items[i];
		bool		has_evidence = memo->contents.count > 0 || (are_uncited && memo->has_passages);

		for (int j = 0; j < shortage->section->claims.count && !has_evidence; j++)
		{
			const Claim *claim = &memo->claims[shortage->section->claims.first + j];

			has_evidence = is_unplaced(claim) &&
				(claim->text != NULL || claim->quote != NULL || claim->passage_id != NULL);
		}
		if (!has_evidence)
			continue;			/* its sentences need not be indexed */
		open_shortage(memo, shortage);
		offer_claims(memo, shortage);
		place_best(budgets, shortage);
		is_short |= shortage->missing > 0;
	}
	if (!is_short || !memo->has_passages)
		return;
	if (are_uncited)
		offer_all_passages(budgets);
	else
		offer_passages(budgets);
	for (int i = 0; i < budgets->count; i++)
		place_best(budgets, &budgets->items[i]);
}
