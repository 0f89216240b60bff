/*
 * audit_functions.c
 *		SQL-callable functions that prove a finished memo or take one in again:
 *		memo_replay, memo_diff, memo_import_markdown.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "evidence/evidence.h"
#include "render/render.h"
#include "audit/audit.h"
#include "import/import.h"
#include "store/store.h"

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/snapmgr.h"

PG_FUNCTION_INFO_V1(memo_verify);
PG_FUNCTION_INFO_V1(memo_replay);
PG_FUNCTION_INFO_V1(memo_diff);
PG_FUNCTION_INFO_V1(memo_import_markdown);

Datum
memo_verify(PG_FUNCTION_ARGS)
{
	int			level;
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	VerifyRule *rules;
	int			count;

	check_encoding();
	InitMaterializedSRF(fcinfo, 0);
	level = store_open();
	verify_stored(store_load_revision(PG_GETARG_INT64(0), revision_argument(fcinfo), READ_EDITS), &rules, &count);
	for (int i = 0; i < count; i++)
	{
		Datum		values[3];
		bool		nulls[3] = {false};

		values[0] = CStringGetTextDatum(rules[i].rule);
		values[1] = BoolGetDatum(rules[i].ok);
		nulls[2] = rules[i].detail == NULL;
		values[2] = nulls[2] ? 0 : CStringGetTextDatum(rules[i].detail);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	store_close(level);
	return (Datum) 0;
}

Datum
memo_replay(PG_FUNCTION_ARGS)
{
	int			level;
	int			revision = revision_argument(fcinfo);
	bool		is_equal;

	check_encoding();
	level = store_open();
	is_equal = store_replay(PG_GETARG_INT64(0), revision);
	store_close(level);
	PG_RETURN_BOOL(is_equal);
}

/* ------------------------------------------------------------------ diff */

static void
set_text(Datum *values, bool *nulls, int number, const char *text)
{
	nulls[number] = text == NULL;
	values[number] = text == NULL ? 0 : text_datum(text);
}

static void
return_differences(FunctionCallInfo fcinfo, const DiffRow *rows, int count)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;

	for (int i = 0; i < count; i++)
	{
		Datum		values[6];
		bool		nulls[6] = {false};

		CHECK_FOR_INTERRUPTS();
		set_text(values, nulls, 0, rows[i].kind);
		set_text(values, nulls, 1, rows[i].note_key);
		values[2] = Int32GetDatum(rows[i].from_number);
		nulls[2] = rows[i].from_number == 0;
		values[3] = Int32GetDatum(rows[i].to_number);
		nulls[3] = rows[i].to_number == 0;
		set_text(values, nulls, 4, rows[i].section_key);
		set_text(values, nulls, 5, rows[i].detail);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
}

static int
diff_revision(FunctionCallInfo fcinfo, int number)
{
	if (PG_ARGISNULL(number))
		return 0;
	if (PG_GETARG_INT32(number) < 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("revision is %d", PG_GETARG_INT32(number)),
						errdetail("Revisions count from 1; NULL is the latest, or the one before.")));
	return PG_GETARG_INT32(number);
}

Datum
memo_diff(PG_FUNCTION_ARGS)
{
	int			level;
	int			from_revision = diff_revision(fcinfo, 1);
	int			to_revision = diff_revision(fcinfo, 2);
	StoredMemo *from;
	StoredMemo *to;
	DiffRow    *rows;
	int			count;

	check_encoding();
	check_argument(fcinfo, 0, "deal_id");
	InitMaterializedSRF(fcinfo, 0);
	level = store_open();
	to = store_load_revision(PG_GETARG_INT64(0), to_revision, READ_LEDGER);
	if (from_revision == 0)
		from_revision = store_revision_before(PG_GETARG_INT64(0), to->revision);
	from = store_load_revision(PG_GETARG_INT64(0), from_revision, READ_LEDGER);
	count = memo_differences(from, to, &rows);
	return_differences(fcinfo, rows, count);
	store_close(level);
	return (Datum) 0;
}

/* ---------------------------------------------------------------- import */

static Datum
unbound_datum(const ImportedSection *section)
{
	Datum	   *items = palloc(sizeof(Datum) * (section->unbound.count + 1));

	for (int i = 0; i < section->unbound.count; i++)
		items[i] = text_datum(section->unbound.items[i]);
	return text_array_datum(items, section->unbound.count);
}

static void
return_import(FunctionCallInfo fcinfo, const Import *import)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	const ImportedSection **sections;
	int			count = import_sections(import, &sections);

	for (int i = 0; i < count; i++)
	{
		Datum		values[5] = {text_datum(sections[i]->section_key), text_datum(sections[i]->title),
			Int32GetDatum(sections[i]->words), Int32GetDatum(sections[i]->refs), unbound_datum(sections[i])};
		bool		nulls[5] = {false};

		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
}

Datum
memo_import_markdown(PG_FUNCTION_ARGS)
{
	int			level;
	text	   *markdown = PG_ARGISNULL(1) ? NULL : PG_GETARG_TEXT_PP(1);
	int64		deal_id = PG_ARGISNULL(0) ? 0 : PG_GETARG_INT64(0);
	Memo	   *memo;
	Import	   *import;
	Slice		comment;

	check_encoding();
	if (PG_ARGISNULL(0) || markdown == NULL)
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("%s is null", PG_ARGISNULL(0) ? "deal_id" : "markdown")));
	InitMaterializedSRF(fcinfo, 0);
	level = store_open();
	store_lock(deal_id);
	PushActiveSnapshot(GetTransactionSnapshot());
	memo = store_load(deal_id, 0);
	if (memo->nquoted > 0)
		verify_quotes(memo);
	import = import_open(memo, (Slice) {VARDATA_ANY(markdown), (int) VARSIZE_ANY_EXHDR(markdown)});
	comment = import_comment(import);
	import_run(import, comment.data == NULL ? NULL : store_read_binding(comment));
	PopActiveSnapshot();
	store_write_import(import, deal_id);
	return_import(fcinfo, import);
	store_close(level);
	return (Datum) 0;
}
