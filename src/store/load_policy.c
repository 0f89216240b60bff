/*
 * load_policy.c
 *		The policy in force.
 *
 * The settings of all deals are applied first, by name, then the deal's own:
 * {"keep_revisions": 5} of policy "a", {"keep_revisions": 9} of "b": 9.
 */
#include "store/store_internal.h"
#include "memo/memo.h"

void
store_apply_policy(Policy *policy, Datum settings)
{
	int			count = query_in_place(&stmt_policy_pairs, &settings);

	for (int i = 0; i < count; i++)
	{
		char	   *value = text_column(i, 3);
		char	   *problem = policy_set(policy, text_column(i, 1), text_column(i, 2),
										 value == NULL ? "null" : value);

		if (problem != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("%s", problem),
					 errhint("SELECT memo_policy(deal_id) shows the keys and values in force.")));
	}
}

void
apply_policy_columns(Policy *policy, int all, int own)
{
	bool	   *nulls;
	int			count = 0;
	Datum	   *settings = all == 0 ? NULL : elements_column(0, all, &nulls, &count);
	bool		is_null = true;
	Datum		last = own == 0 ? 0 : column(0, own, &is_null);

	for (int i = 0; i < count; i++)
		store_apply_policy(policy, settings[i]);
	if (!is_null && VARSIZE_ANY_EXHDR(DatumGetPointer(last)) > 4)	/* not "{}" */
		store_apply_policy(policy, last);
}

void
store_load_policy(int64 deal_id, Policy *policy)
{
	if (query_deal(&stmt_load_policy, deal_id) == 0)
		no_deal(deal_id);
	policy_init(policy);
	apply_policy_columns(policy, 2, 1);
}
