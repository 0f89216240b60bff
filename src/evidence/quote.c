/*
 * quote.c
 *		The quotes of a deal's claims: are they in their passages?
 *
 * Part of memo_finalize, before the stages, and of memo_check_quotes.  Quotes of
 * claims that name no passage are looked for first, in all of their documents at
 * once: where one stands is the claim's passage from then on.  Then claims
 * are checked passage by passage, so that each is folded once, and events come
 * in the order of the claims.  A deal without quotes reads no passage.
 */
#include "evidence/evidence_internal.h"
#include "memo/memo.h"

#define LEAST_ELSEWHERE	20		/* characters of a quote that says where it is from */

/* ------------------------------------------------- where a quote is found */

/* The first passage of a claim's page is its own, and any where it names none. */
static SoughtPlace
place_of_claim(void *argument, const Sought *sought, const Passage *passage)
{
	const Identity *identity = &((Claim **) argument)[sought->of]->identity;

	if (identity->doc != passage->identity.doc)
		return PLACE_NONE;
	return identity->page <= 0 || identity->page == passage->identity.page ? PLACE_OWN
		: PLACE_ELSEWHERE;
}

/* The claim's passage is the one that has its quote: of its page, else of the only other page
 * that has it, which its note shows from now on. */
static void
settle_place(Claim *claim, const Sought *sought)
{
	bool		is_elsewhere = sought->place == PLACE_ELSEWHERE;

	if (sought->passage == NULL ||
		(is_elsewhere && (sought->is_several ||
						  quote_length(slice_of(claim->quote)) < LEAST_ELSEWHERE)))
		return;
	claim->found.is_located |= claim->passage_id == NULL;
	claim->found.is_elsewhere = claim->passage_id != NULL || is_elsewhere;
	claim->passage_id = sought->passage->passage_id;
	if (is_elsewhere && sought->passage->identity.page > 0)
	{
		claim->found.claimed_page = claim->identity.page;
		claim->identity.page = sought->passage->identity.page;
		claim->identity.locator = NULL;
	}
}

/* Looks for the quotes of claims in all that is stored of their documents. */
static void
locate_claims(Memo *memo, Claim **claims, int count)
{
	QuoteLevel	level = quote_level_of(slice_of(memo->policy.quote_level));
	bool	   *is_wanted = palloc0(memo->ndocuments + 1);
	Sought	   *sought = palloc_array_huge(count + 1, sizeof(Sought));
	int			nsought = 0;

	for (int i = 0; i < count; i++)
		is_wanted[claims[i]->identity.doc->index] = true;
	need_passages(memo, is_wanted);
	for (int i = 0; i < count; i++)
	{
		Fold		folded;

		if (!claims[i]->identity.doc->has_passages)
			continue;
		fold_quote(slice_of(claims[i]->quote), level, &folded);
		sought[nsought++] = (Sought) {.text = {folded.text.data, folded.text.len},
			.of = i, .takes_cut = true};
	}
	if (nsought > 0)
		search_passages(memo, sought, nsought, is_wanted, place_of_claim, claims);
	for (int i = 0; i < nsought; i++)
		settle_place(claims[sought[i].of], &sought[i]);
	pfree(sought);
	pfree(is_wanted);
}

void
locate_quotes(Memo *memo)
{
	Claim	  **claims = palloc_array_huge(memo->nquoted + 1, sizeof(Claim *));
	int			count = 0;

	for (int i = 0; i < memo->nclaims && memo->has_passages; i++)
		if (claim_quotes(&memo->claims[i]) && memo->claims[i].passage_id == NULL)
			claims[count++] = &memo->claims[i];
	if (count > 0)
		locate_claims(memo, claims, count);
	pfree(claims);
}

/* -------------------------------------------------------------------- checks */

/* By passage, and of one passage as the claims are. */
static int
compare_checks(const void *a, const void *b)
{
	const QuoteCheck *x = *(QuoteCheck *const *) a;
	const QuoteCheck *y = *(QuoteCheck *const *) b;
	int			order = strcmp(x->claim->passage_id, y->claim->passage_id);

	return order != 0 ? order : x < y ? -1 : x > y;
}

/* Looks for a quote in its passage; one of blanks is none, and not checked. */
static void
check_quote(QuoteCheck *check, const Passage *source, PassageText *passage, QuoteLevel level)
{
	if (source == NULL)
		check->reason = "no_passage";
	else if (source->identity.doc != NULL && source->identity.doc != check->claim->identity.doc)
		check->reason = "other_document";	/* what a document says is no quote of another */
	else if (passage->text.len > MAX_SECTION_BYTES)
		check->reason = "too_large";
	else
	{
		check->match = quote_match(passage, slice_of(check->claim->quote), level);
		check->reason = check->match.is_found ? NULL : "not_found";
		if (check->match.is_found)
			check->claim->passage_page = Max(source->identity.page, 0);
	}
}

/* Checks the claims that name a passage, or that are found elsewhere than they said; passage by
 * passage, so that each is folded once. */
static void
check_in_passages(Memo *memo, QuoteCheck *checks, int count, bool are_moved)
{
	QuoteLevel	level = quote_level_of(slice_of(memo->policy.quote_level));
	QuoteCheck **order = palloc_array_huge(count + 1, sizeof(QuoteCheck *));
	int			nordered = 0;
	PassageText text = {.text = {NULL, 0}};
	const Passage *passage = NULL;

	for (int i = 0; i < count; i++)
		if (checks[i].reason != NULL && checks[i].claim->passage_id != NULL &&
			(!are_moved || checks[i].claim->found.is_elsewhere))
			order[nordered++] = &checks[i];
	qsort(order, nordered, sizeof(QuoteCheck *), compare_checks);
	for (int i = 0; i < nordered; i++)
	{
		const char *wanted = order[i]->claim->passage_id;

		CHECK_FOR_INTERRUPTS();
		if (passage == NULL || strcmp(passage->passage_id, wanted) != 0)
		{
			passage_free(&text);
			passage = memo_passage(memo, wanted);
			text.text = passage == NULL ? (Slice) {NULL, 0} : passage->content;
		}
		check_quote(order[i], passage, &text, level);
	}
	passage_free(&text);
	pfree(order);
}

/* Quotes that the passages of their claims have not are looked for in all of the document. */
static void
check_elsewhere(Memo *memo, QuoteCheck *checks, int count)
{
	Claim	  **claims = palloc_array_huge(count + 1, sizeof(Claim *));
	int			nlost = 0;

	for (int i = 0; i < count; i++)
		if (checks[i].reason != NULL && checks[i].claim->passage_id != NULL &&
			!checks[i].claim->found.is_located && checks[i].claim->identity.doc != NULL)
			claims[nlost++] = checks[i].claim;
	if (nlost > 0)
	{
		locate_claims(memo, claims, nlost);
		check_in_passages(memo, checks, count, true);
	}
	pfree(claims);
}

/* All that claims name is fetched with what their quotes are looked for in. */
static void
want_claimed(Memo *memo)
{
	for (int i = 0; i < memo->nclaims; i++)
	{
		const Claim *claim = &memo->claims[i];

		if (claim->passage_id != NULL)
			want_passage(memo, claim->passage_id);
		else if (!claim_quotes(claim))
			want_page(memo, &claim->identity);
	}
}

QuoteCheck *
quote_checks(Memo *memo, int *count)
{
	QuoteCheck *checks = palloc_array_huge(memo->nquoted + 1, sizeof(QuoteCheck));

	*count = 0;
	want_claimed(memo);
	locate_quotes(memo);
	load_wanted(memo);
	for (int i = 0; i < memo->nclaims; i++)
	{
		Claim	   *claim = &memo->claims[i];

		if (!claim_quotes(claim) || quote_is_empty(slice_of(claim->quote)))
			continue;
		claim->quote_unchecked = claim->passage_id == NULL &&
			(claim->returned_id != NULL || !claim->identity.doc->has_passages);
		if (claim->quote_unchecked)
			claim->passage_id = (char *) claim->returned_id;
		if (claim->quote_unchecked)
			continue;
		checks[(*count)++] = (QuoteCheck) {.claim = claim, .reason = "not_found"};
	}
	check_in_passages(memo, checks, *count, false);
	check_elsewhere(memo, checks, *count);
	return checks;
}

/* A claim whose quote was not found is worth less than it says. */
static void
cap_confidence(Claim *claim)
{
	if (claim->confidence < 0 || claim->confidence > 400)
		claim->confidence = 400;
}

/* What a check says becomes the claim's, and an event where the quote is not as it should be. */
static void
record_check(Memo *memo, const QuoteCheck *check)
{
	Claim	   *claim = check->claim;
	const QuoteMatch *match = &check->match;
	Slice passage =
		slice_of(claim->passage_id != NULL ? claim->passage_id : claim->identity.doc->doc_id);
	Slice		shown = shown_part(slice_of(claim->quote));
	char	   *id = claim->src_id < 0 ? "null" : psprintf(INT64_FORMAT, claim->src_id);
	int			page = claim->found.is_elsewhere && claim->found.claimed_page > 0
		? claim->found.claimed_page : claim->identity.page;
	bool		is_other;
	StringInfoData quote;

	claim->quote_verified = match->is_found && !match->cuts_number;
	claim->quote_level = match->is_found ? quote_level_name(match->level) : "unmatched";
	/* a block may be on a further page of its passage */
	is_other = claim->found.is_elsewhere ||
		(claim->block_id < 0 && claim->passage_page > 0 && page > 0 && claim->passage_page != page);
	if (match->is_found && is_other)
		memo_event(memo, claim->found.is_elsewhere ? EVENT_quote_elsewhere : EVENT_quote_other_page,
				   claim->section, passage, "{\"src_id\":%s,\"page\":%d,\"found_on\":%d}", id,
				   page, claim->passage_page);
	if (claim->quote_verified)
		return;
	initStringInfo(&quote);
	append_json_string(&quote, shown.data, shown.len);
	if (match->is_found)
		memo_event(memo, EVENT_quote_cuts_number, claim->section, passage,
				   "{\"src_id\":%s,\"quote\":%s,\"start\":%d}", id, quote.data, match->start);
	else
	{
		memo_event(memo, EVENT_quote_unverified, claim->section, passage,
				   "{\"src_id\":%s,\"quote\":%s,\"reason\":\"%s\"}", id, quote.data, check->reason);
		cap_confidence(claim);
	}
}

void
verify_quotes(Memo *memo)
{
	int			count;
	QuoteCheck *checks = quote_checks(memo, &count);

	for (int i = 0; i < count; i++)
		record_check(memo, &checks[i]);
	pfree(checks);
}
