/*
 * trigger_row.c
 *		The row on which a trigger works: columns by name, as text, as they were before.
 */
#include "server/server_internal.h"

#include "access/htup_details.h"
#include "commands/trigger.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/rel.h"

TriggerRow
trigger_row(FunctionCallInfo fcinfo, const char *name)
{
	TriggerRow	row = {.trigger = (TriggerData *) fcinfo->context};

	if (!CALLED_AS_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("%s is a trigger function", name)));
	row.row = TRIGGER_FIRED_BY_UPDATE(row.trigger->tg_event) ? row.trigger->tg_newtuple
		: row.trigger->tg_trigtuple;
	row.desc = row.trigger->tg_relation->rd_att;
	return row;
}

int
row_column(const TriggerRow *row, const char *name)
{
	for (int i = 0; i < row->desc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(row->desc, i);

		if (!attribute->attisdropped && strcmp(NameStr(attribute->attname), name) == 0)
			return attribute->attnum;
	}
	store_close(store_open());	/* a store of another version says which it is */
	elog(ERROR, "table \"%s\" has no column \"%s\"",
		 RelationGetRelationName(row->trigger->tg_relation), name);
}

Datum
row_value(const TriggerRow *row, const char *name, bool *is_null)
{
	return heap_getattr(row->row, row_column(row, name), row->desc, is_null);
}

char *
row_text(const TriggerRow *row, const char *name)
{
	bool		is_null;
	Datum		value = row_value(row, name, &is_null);
	char	   *found = is_null ? NULL : TextDatumGetCString(value);

	return found == NULL || found[strspn(found, " \t\r\n")] == '\0' ? NULL : found;
}

Datum
old_value(const TriggerRow *row, const char *name, bool *is_null)
{
	return heap_getattr(row->trigger->tg_trigtuple, row_column(row, name), row->desc, is_null);
}

bool
row_number_changed(const TriggerRow *row, int number)
{
	Form_pg_attribute attribute = TupleDescAttr(row->desc, number - 1);
	bool		was_null;
	bool		is_null;
	Datum		before = heap_getattr(row->trigger->tg_trigtuple, number, row->desc, &was_null);
	Datum		now = heap_getattr(row->row, number, row->desc, &is_null);

	return was_null != is_null ||
		(!is_null && !datum_image_eq(before, now, attribute->attbyval, attribute->attlen));
}

bool
row_changed(const TriggerRow *row, int count, const char *const *names)
{
	bool		has_changed = !TRIGGER_FIRED_BY_UPDATE(row->trigger->tg_event);

	for (int i = 0; i < count && !has_changed; i++)
		has_changed = row_number_changed(row, row_column(row, names[i]));
	return has_changed;
}

HeapTuple
row_with(const TriggerRow *row, int count, const char *const *names, Datum *values, bool *nulls)
{
	int		   *numbers = palloc(sizeof(int) * count);
	bool	   *none = palloc0(sizeof(bool) * count);

	for (int i = 0; i < count; i++)
		numbers[i] = row_column(row, names[i]);
	return heap_modify_tuple_by_cols(row->row, row->desc, count, numbers, values,
									 nulls == NULL ? none : nulls);
}
