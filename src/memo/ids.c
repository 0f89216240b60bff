/*
 * ids.c
 *		Whose an id is: of its section, or of the whole deal; and where in the
 *		deal's rows it begins.
 */
#include "memo/memo.h"
#include "markers/markers.h"

int
section_claim_position(const Memo *memo, const Section *section, int64 id)
{
	const Claim *claims = memo->claims + section->first_claim;
	int			low = 0;
	int			high = section->nclaims;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (claims[middle].src_id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool
scope_is_global(const Memo *memo, const char *id_scope)
{
	return strcmp(id_scope != NULL ? id_scope : memo->policy.src_id_scope, "global") == 0;
}

bool
id_is_deal_wide(const Memo *memo, const Section *section, int64 id)
{
	return section->is_global || id_is_reserved(memo, id);
}

int
passage_position(const Memo *memo, int64 id)
{
	int			low = 0;
	int			high = memo->npassages;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (memo->passages[middle].src_id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool
id_is_reserved(const Memo *memo, int64 id)
{
	int			low = 0;
	int			high = memo->nranges;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (memo->ranges[middle].last_id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < memo->nranges && memo->ranges[low].first_id <= id;
}

void
claim_read_locator(Claim *claim)
{
	if (claim->locator != NULL && claim->locator[0] == '\0')
	{
		claim->is_whole = true;
		claim->locator = NULL;
	}
	claim->identity.locator = claim->identity.page <= 0 || claim->locator == NULL ? claim->locator
		: locator_of_page(claim->identity.page, claim->locator);
}
