/*
 * quote.c
 *		The quotes of a deal's claims: are they in their passages?
 *
 * Part of memo_finalize, before the stages, and of memo_check_quotes.  Claims
 * are checked passage by passage, so that each is folded once, and events come
 * in the order of the claims.  A deal without quotes reads no passage.
 */
#include "passage.h"

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

/* Claims ordered by passage meet passages ordered by id. */
static void
check_in_passages(QuoteCheck **order, int count, const Passage *passages, int npassages, QuoteLevel level)
{
	PassageText text = {.text = {NULL, 0}};
	int			at = 0;

	for (int i = 0; i < count; i++)
	{
		const char *wanted = order[i]->claim->passage_id;

		CHECK_FOR_INTERRUPTS();
		while (at < npassages && strcmp(passages[at].passage_id, wanted) < 0)
		{
			passage_free(&text);
			at++;
		}
		if (at < npassages && strcmp(passages[at].passage_id, wanted) == 0)
		{
			text.text = passages[at].content;
			check_quote(order[i], &passages[at], &text, level);
		}
		else
			check_quote(order[i], NULL, NULL, level);
	}
	passage_free(&text);
}

QuoteCheck *
quote_checks(Memo *memo, int *count)
{
	QuoteCheck *checks = palloc_array_huge(memo->nquoted + 1, sizeof(QuoteCheck));
	QuoteCheck **order = palloc_array_huge(memo->nquoted + 1, sizeof(QuoteCheck *));
	Claim	  **claims = palloc_array_huge(memo->nquoted + 1, sizeof(Claim *));
	Passage    *passages = NULL;
	int			npassages = 0;

	*count = 0;
	for (int i = 0; i < memo->nclaims; i++)
	{
		Claim	   *claim = &memo->claims[i];

		if (!claim_quotes_passage(claim) || quote_length(slice_of(claim->quote)) == 0)
			continue;
		checks[*count] = (QuoteCheck) {.claim = claim};
		claims[*count] = claim;
		order[*count] = &checks[*count];
		(*count)++;
	}
	if (*count > 0 && memo->fetch_quoted != NULL)
		memo->fetch_quoted(memo, claims, *count, &passages, &npassages);
	qsort(order, *count, sizeof(QuoteCheck *), compare_checks);
	check_in_passages(order, *count, passages, npassages,
					  quote_level_of(slice_of(memo->policy.quote_level)));
	pfree(claims);
	pfree(order);
	return checks;
}

/* A claim whose quote was not found is worth less than it says. */
static void
cap_confidence(const Memo *memo, Claim *claim)
{
	int			most = memo->policy.unverified_confidence_percent * 10;

	if (claim->confidence < 0 || claim->confidence > most)
		claim->confidence = most;
}

static void
record_check(Memo *memo, const QuoteCheck *check)
{
	Claim	   *claim = check->claim;
	StringInfoData quote;
	Slice		shown = shown_part(slice_of(claim->quote));

	claim->quote_verified = check->match.is_found && !check->match.cuts_number;
	claim->quote_level = check->match.is_found ? quote_level_name(check->match.level) : "unmatched";
	if (check->match.is_found && claim->block_id < 0 &&	/* a block may be on a further page of its passage */
		claim->passage_page > 0 && claim->identity.page > 0 && claim->passage_page != claim->identity.page)
		memo_event(memo, EVENT_quote_other_page, claim->section, slice_of(claim->passage_id),
				   "{\"src_id\":%s,\"page\":%d,\"found_on\":%d}",
				   claim->src_id < 0 ? "null" : psprintf(INT64_FORMAT, claim->src_id), claim->identity.page, claim->passage_page);
	if (check->match.is_found && !check->match.cuts_number)
		return;
	initStringInfo(&quote);
	append_json_string(&quote, shown.data, shown.len);
	if (check->match.is_found)
		memo_event(memo, EVENT_quote_cuts_number, claim->section, slice_of(claim->passage_id),
				   "{\"src_id\":%s,\"quote\":%s,\"start\":%d}",
				   claim->src_id < 0 ? "null" : psprintf(INT64_FORMAT, claim->src_id), quote.data, check->match.start);
	else
	{
		memo_event(memo, EVENT_quote_unverified, claim->section, slice_of(claim->passage_id),
				   "{\"src_id\":%s,\"quote\":%s,\"reason\":\"%s\"}",
				   claim->src_id < 0 ? "null" : psprintf(INT64_FORMAT, claim->src_id), quote.data, check->reason);
		cap_confidence(memo, claim);
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
