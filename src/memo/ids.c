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
	const Claim *claims = memo->claims + section->claims.first;
	int			low;

	LOWER_BOUND(low, section->claims.count, i, claims[i].src_id < id);
	return low;
}

Claim *
section_claim(const Memo *memo, const Section *section, int64 id)
{
	int			at = section_claim_position(memo, section, id);
	Claim	   *claim = &memo->claims[section->claims.first + at];

	return at < section->claims.count && claim->src_id == id ? claim : NULL;
}

/* Does each id of a range, or both of "1/4", have a claim, and are they not too many? */
static bool
is_range_of_claims(const Memo *memo, const Section *section, int64 from, int64 to, bool is_filled)
{
	if (to < from || to - from >= RANGE_WIDTH)
		return false;
	for (int64 id = from; id <= to; id += is_filled ? 1 : Max(to - from, 1))
		if (section_claim(memo, section, id) == NULL)
			return false;
	return true;
}

bool
section_expand_ranges(const Memo *memo, const Section *section, MarkerIds *ids)
{
	MarkerIds	written = *ids;
	int64		room = written.count;

	for (int i = 0; i < written.count; i++)
	{
		if (written.joints[i] == 0)
			continue;
		if (!is_range_of_claims(memo, section, written.ids[i - 1], written.ids[i],
								written.joints[i] == '-'))
			return false;
		room += written.ids[i] - written.ids[i - 1];
	}
	marker_ids_init(ids, (int) room);
	for (int i = 0; i < written.count; i++)
	{
		int64		id = written.joints[i] == '-' ? written.ids[i - 1] + 1 : written.ids[i];

		if (written.joints[i] != 0 && written.ids[i] == written.ids[i - 1])
			continue;			/* 2-2 */
		ids->tags[ids->count] = written.tags[i];
		ids->pages[ids->count] = written.pages[i];
		ids->hints[ids->count] = written.hints[i];
		while (id <= written.ids[i])
			ids->ids[ids->count++] = id++;
	}
	return true;
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
	int			low;

	LOWER_BOUND(low, memo->npassages, i, memo->passages[i].src_id < id);
	return low;
}

bool
id_is_reserved(const Memo *memo, int64 id)
{
	int			low;

	LOWER_BOUND(low, memo->ranges.count, i, memo->ranges.items[i].last_id < id);
	return low < memo->ranges.count && memo->ranges.items[low].first_id <= id;
}

static int
compare_by_src_id(const void *a, const void *b)
{
	const Claim *x = *(Claim *const *) a;
	const Claim *y = *(Claim *const *) b;

	if (x->src_id != y->src_id)
		return x->src_id < y->src_id ? -1 : 1;
	return x < y ? -1 : x > y;
}

Claim **
claims_by_src_id(Memo *memo)
{
	if (memo->by_src_id == NULL)
	{
		memo->by_src_id = palloc_array_huge(memo->nclaims + 1, sizeof(Claim *));
		for (int i = 0; i < memo->nclaims; i++)
			memo->by_src_id[i] = &memo->claims[i];
		qsort(memo->by_src_id, memo->nclaims, sizeof(Claim *), compare_by_src_id);
	}
	return memo->by_src_id;
}
