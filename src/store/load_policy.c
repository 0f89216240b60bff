/*
 * load_policy.c
 *		The policy in force, and the version of the store.
 */
#include "store/store_internal.h"
#include "memo/memo.h"

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"

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
check_version(int64 version)
{
	if (version != STORE_VERSION)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the store has version " INT64_FORMAT ", this library needs %d", version, STORE_VERSION),
				 version < STORE_VERSION ? errhint("ALTER EXTENSION memocite UPDATE; SELECT memo_init() migrates it.")
				 : errhint("Install a newer library: an older one does not know this store.")));
}

void
store_check_version(void)
{
	statement_query(&stmt_load_version, NULL);
	check_version(int_column(0, 1, 0));
}

void
apply_policies(Memo *memo, Datum policies, bool is_null, Datum own, bool own_is_null)
{
	if (!is_null)
	{
		Datum	   *items;
		int			count;

		deconstruct_array(DatumGetArrayTypeP(policies), JSONBOID, -1, false, TYPALIGN_INT, &items, NULL, &count);
		for (int i = 0; i < count; i++)
			store_apply_policy(&memo->policy, items[i]);
	}
	if (!own_is_null && VARSIZE_ANY_EXHDR(DatumGetPointer(own)) > 4)	/* not "{}" */
		store_apply_policy(&memo->policy, own);
}

void
store_load_policy(int64 deal_id, Policy *policy)
{
	Memo	   *memo = memo_create(deal_id);
	Datum		key = Int64GetDatum(deal_id);
	bool		is_null;
	Datum		own;
	Datum		policies;

	if (statement_query(&stmt_load_policy, &key) == 0)
		no_deal(deal_id);
	check_version(int_column(0, 3, 0));
	own = column(0, 1, &is_null);
	policies = column(0, 2, &is_null);
	apply_policies(memo, policies, is_null, own, false);
	*policy = memo->policy;
}
