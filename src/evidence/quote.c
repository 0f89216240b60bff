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

/* A claim's quote while it is looked for in all passages of its document. */
typedef struct Wanted
{
	Claim	   *claim;
	int			len;			/* folded */
	const Passage *here;		/* of its page, or any where it names none; NULL = none yet */
	bool		cuts_number;	/* here */
	const Passage *there;		/* of another page, */
	bool		is_several;		/* or of several */
} Wanted;

/* What take_place() is told of beside a place. */
typedef struct Locating
{
	PassageSearch search;
	Wanted	   *wanted;
} Locating;

/* Takes the first passage of the claim's page, of these one where the quote cuts no number;
 * and the first of another page, where it cuts none. */
static bool
take_place(void *argument, int pattern, int end)
{
	Locating   *locating = argument;
	Wanted	   *wanted = &locating->wanted[pattern];
	const Identity *identity = &wanted->claim->identity;
	const Passage *passage = locating->search.passage;
	bool cuts = is_inside_number(locating->search.text, end - wanted->len) ||
				is_inside_number(locating->search.text, end);

	if (identity->doc != passage->identity.doc)
		return true;
	if (identity->page <= 0 || identity->page == passage->identity.page)
	{
		if (wanted->here == NULL || (wanted->cuts_number && !cuts))
		{
			wanted->here = passage;
			wanted->cuts_number = cuts;
		}
	}
	else if (!cuts)
	{
		wanted->is_several |= wanted->there != NULL &&
			wanted->there->identity.page != passage->identity.page;
		if (wanted->there == NULL)
			wanted->there = passage;
	}
	return !cuts;
}

void
search_passages(Memo *memo, PassageSearch *at, const Slice *quotes, int count,
				const bool *is_wanted, SearchFound found)
{
	TextSearch *search = search_create(quotes, count);
	QuoteLevel	level = quote_level_of(slice_of(memo->policy.quote_level));

	for (int i = 0; i < memo->contents.count; i++)
	{
		const Passage *passage = &memo->contents.items[i];
		Fold		folded;

		CHECK_FOR_INTERRUPTS();
		if (!is_wanted[passage->identity.doc->index] || passage->content.len > MAX_SECTION_BYTES)
			continue;
		fold_text(passage->content, level, &folded);
		at->passage = passage;
		at->text = &folded.text;
		search_run(search, (Slice) {folded.text.data, folded.text.len}, found, at);
		fold_free(&folded);
	}
}

/* The claim's passage is the one that has its quote: of its page, else of the only other page
 * that has it, which its note shows from now on. */
static void
settle_place(const Wanted *wanted)
{
	Claim	   *claim = wanted->claim;
	bool		is_there = wanted->there != NULL && !wanted->is_several &&
		quote_length(slice_of(claim->quote)) >= LEAST_ELSEWHERE;
	const Passage *passage = wanted->here != NULL ? wanted->here : is_there ? wanted->there : NULL;

	if (passage == NULL)
		return;
	claim->found.is_located |= claim->passage_id == NULL;
	claim->found.is_elsewhere = claim->passage_id != NULL || passage != wanted->here;
	claim->passage_id = passage->passage_id;
	if (passage != wanted->here && passage->identity.page > 0)
	{
		claim->found.claimed_page = claim->identity.page;
		claim->identity.page = passage->identity.page;
		claim->identity.locator = NULL;
	}
}

/* Looks for the quotes of claims in all that is stored of their documents. */
static void
locate_claims(Memo *memo, Claim **claims, int count)
{
	QuoteLevel	level = quote_level_of(slice_of(memo->policy.quote_level));
	bool	   *is_wanted = palloc0(memo->ndocuments + 1);
	Locating	locating = {.wanted = palloc_array_huge(count + 1, sizeof(Wanted))};
	Slice	   *quotes = palloc_array_huge(count + 1, sizeof(Slice));
	int			nquotes = 0;

	for (int i = 0; i < count; i++)
		is_wanted[claims[i]->identity.doc->index] = true;
	need_passages(memo, is_wanted);
	for (int i = 0; i < count; i++)
	{
		Fold		folded;

		if (!claims[i]->identity.doc->has_passages)
			continue;
		fold_text(slice_of(claims[i]->quote), level, &folded);
		if (level >= QUOTE_TYPOGRAPHY)
			fold_trim(&folded);
		quotes[nquotes] = (Slice) {folded.text.data, folded.text.len};
		locating.wanted[nquotes++] = (Wanted) {.claim = claims[i], .len = folded.text.len};
	}
	if (nquotes > 0)
		search_passages(memo, &locating.search, quotes, nquotes, is_wanted, take_place);
	for (int i = 0; i < nquotes; i++)
		settle_place(&locating.wanted[i]);
	pfree(locating.wanted);
	pfree(quotes);
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

/* Of claims ordered by passage: each is folded once. */
static void
check_in_passages(Memo *memo, QuoteCheck **order, int count, QuoteLevel level)
{
	PassageText text = {.text = {NULL, 0}};
	const Passage *passage = NULL;

	for (int i = 0; i < count; i++)
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
}

/* Quotes that the passages of their claims have not are looked for in all of the document. */
static void
check_elsewhere(Memo *memo, QuoteCheck **order, int count, QuoteLevel level)
{
	Claim	  **claims = palloc_array_huge(count + 1, sizeof(Claim *));
	QuoteCheck **moved = palloc_array_huge(count + 1, sizeof(QuoteCheck *));
	int			nlost = 0;
	int			nmoved = 0;

	for (int i = 0; i < count; i++)
		if (order[i]->reason != NULL && !order[i]->claim->found.is_located &&
			order[i]->claim->identity.doc != NULL)
			claims[nlost++] = order[i]->claim;
	if (nlost > 0)
		locate_claims(memo, claims, nlost);
	for (int i = 0; i < count; i++)
		if (order[i]->reason != NULL && order[i]->claim->found.is_elsewhere)
			moved[nmoved++] = order[i];
	qsort(moved, nmoved, sizeof(QuoteCheck *), compare_checks);
	check_in_passages(memo, moved, nmoved, level);
	pfree(claims);
	pfree(moved);
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

/* checks are in the order of the claims; order has those that name a passage, by passage. */
QuoteCheck *
quote_checks(Memo *memo, int *count)
{
	QuoteCheck *checks = palloc_array_huge(memo->nquoted + 1, sizeof(QuoteCheck));
	QuoteCheck **order = palloc_array_huge(memo->nquoted + 1, sizeof(QuoteCheck *));
	int			nnamed = 0;
	QuoteLevel	level = quote_level_of(slice_of(memo->policy.quote_level));

	*count = 0;
	want_claimed(memo);
	locate_quotes(memo);
	load_wanted(memo);
	for (int i = 0; i < memo->nclaims; i++)
	{
		Claim	   *claim = &memo->claims[i];

		if (!claim_quotes(claim) || quote_length(slice_of(claim->quote)) == 0)
			continue;
		claim->quote_unchecked = claim->passage_id == NULL &&
			(claim->returned_id != NULL || !claim->identity.doc->has_passages);
		if (claim->quote_unchecked)
			claim->passage_id = (char *) claim->returned_id;
		if (claim->quote_unchecked)
			continue;
		checks[*count] = (QuoteCheck) {.claim = claim, .reason = "not_found"};
		if (claim->passage_id != NULL)
			order[nnamed++] = &checks[*count];
		(*count)++;
	}
	qsort(order, nnamed, sizeof(QuoteCheck *), compare_checks);
	check_in_passages(memo, order, nnamed, level);
	check_elsewhere(memo, order, nnamed, level);
	pfree(order);
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
	StringInfoData quote;

	claim->quote_verified = match->is_found && !match->cuts_number;
	claim->quote_level = match->is_found ? quote_level_name(match->level) : "unmatched";
	if (claim->found.is_elsewhere && match->is_found)
		memo_event(memo, EVENT_quote_elsewhere, claim->section, passage,
				   "{\"src_id\":%s,\"page\":%d,\"found_on\":%d}", id,
				   claim->found.claimed_page > 0 ? claim->found.claimed_page : claim->identity.page,
				   claim->passage_page);
	else if (match->is_found &&
		claim->block_id < 0 && /* a block may be on a further page of its passage */
		claim->passage_page > 0 && claim->identity.page > 0 &&
		claim->passage_page != claim->identity.page)
		memo_event(memo, EVENT_quote_other_page, claim->section, passage,
				   "{\"src_id\":%s,\"page\":%d,\"found_on\":%d}", id, claim->identity.page,
				   claim->passage_page);
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
