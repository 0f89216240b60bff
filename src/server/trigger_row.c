/*
 * trigger_row.c
 *		The row on which a trigger works: columns by name, as text, as they were before, and
 *		what they may hold.
 *
 * A document whose source_type is 'PDF' is refused before its table's CHECK would name a
 * constraint: document.source_type is "PDF", "It is user, excel, costar, pdf, web or other."
 */
#include "server/server_internal.h"

#include "access/htup_details.h"
#include "commands/trigger.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

PG_FUNCTION_INFO_V1(memo_check_row);

bool		is_restoring = false;

/* ------------------------------------------------- what columns may hold */

#define FROM_1	"123456789"
#define DIGITS	"0" FROM_1

typedef struct ColumnRule
{
	const char *table;
	const char *column;
	const char *first;			/* how it begins, "" = with anything; NULL = it is a word */
	double		most;			/* 0 = any */
	const char *allowed;		/* the words "a|b", or how "It is ..." ends */
} ColumnRule;

static const ColumnRule rules[] = {
	{"block", "confidence", DIGITS, 1, "from 0 to 1: 90 % is 0.9"},
	{"claim", "confidence", DIGITS, 1, "from 0 to 1: 90 % is 0.9"},
	/* 0 is what counters from 0 write: it counts as none, with an event */
	{"claim", "page", DIGITS, 0, "a page from 1, or NULL"},
	{"claim", "src_id", DIGITS, 0, "the number in the marker, from 0"},
	{"deal", "metadata", "{", 0, "a JSON object, such as {}"},
	{"deal", "policy", "{", 0, "a JSON object, such as {\"stale_days\": 90}"},
	{"document", "doc_id", "", 0, "the name of the document in its deal"},
	{"document", "source_type", NULL, 0, "user|excel|costar|pdf|web|other"},
	{"document", "src_id", FROM_1, 0, "a number from 1, or NULL"},
	{"document", "url", "hH", 0, "an address with http:// or https://; a file has a path"},
	{"insight", "influence", DIGITS, 1, "from 0 to 1: 90 % is 0.9"},
	{"insight", "kind", NULL, 0, "ic_note|model_warning|source_conflict|lineage"},
	{"passage", "page", DIGITS, 0, "a page from 1, or NULL"},
	{"passage", "src_id", FROM_1, 0, "a number from 1, or NULL"},
	{"policy", "settings", "{", 0, "a JSON object, such as {\"stale_days\": 90}"},
	{"section", "id_scope", NULL, 0, "local|global"},
	{"section", "parse_quality", NULL, 0, "full|partial"},
	{"section", "section_key", "", 0, "the name of the section in its deal"},
};

/* A column's value as text, NULL when NULL. */
static char *
shown_value(const TriggerRow *row, const char *name)
{
	int			number = row_column(row, name);
	bool		is_null;
	Datum		value = heap_getattr(row->row, number, row->desc, &is_null);
	Oid			output;
	bool		is_varlena;

	getTypeOutputInfo(TupleDescAttr(row->desc, number - 1)->atttypid, &output, &is_varlena);
	return is_null ? NULL : OidOutputFunctionCall(output, value);
}

static bool
is_allowed(const ColumnRule *rule, const char *value)
{
	if (rule->first == NULL)
		return policy_has(rule->allowed, value);
	return *value != '\0' && (*rule->first == '\0' || strchr(rule->first, *value) != NULL) &&
		(rule->most == 0 || strtod(value, NULL) <= rule->most);
}

/* Is a table this one, or a shard of it: "claim", "claim_102046"? */
static bool
is_table(const char *name, const char *table)
{
	const char *rest = name + strlen(table);

	return strncmp(name, table, rest - name) == 0 &&
		(*rest == '\0' || (rest[0] == '_' && rest[1] >= '0' && rest[1] <= '9'));
}

/* Behind these are the tables' own CHECKs, also where no trigger fires.  Old rows of a dump
 * are let in as they were. */
static void
check_columns(const TriggerRow *row)
{
	const char *table = RelationGetRelationName(row->trigger->tg_relation);

	for (int i = 0; i < (int) lengthof(rules) && !is_restoring; i++)
	{
		const ColumnRule *rule = &rules[i];
		char	   *value = is_table(table, rule->table) ? shown_value(row, rule->column) : NULL;

		if (value != NULL && !is_allowed(rule, value))
			ereport(ERROR, (errcode(ERRCODE_CHECK_VIOLATION),
							errmsg("%s.%s is \"%s\"", rule->table, rule->column, value),
							errdetail("It is %s.", words_sentence(rule->allowed))));
	}
}

Datum
memo_check_row(PG_FUNCTION_ARGS)
{
	return PointerGetDatum(trigger_row(fcinfo, "memo_check_row").row);
}

/* --------------------------------------------------------------- columns */

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
	if (TRIGGER_FIRED_BEFORE(row.trigger->tg_event) && TRIGGER_FIRED_FOR_ROW(row.trigger->tg_event))
		check_columns(&row);
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
