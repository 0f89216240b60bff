/*
 * save_import.c
 *		An import's comment -> what it binds, and its sections, claims and
 *		passages -> the tables.
 */
#include "store/store_internal.h"
#include "render/render.h"
#include "import/import.h"

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"

#define BATCH_BYTES	(64 * 1024 * 1024)

/* ---------------------------------------------------------------- reading */

static void
read_confidences(NoteBinding *note, int row)
{
	bool		is_null;
	Datum		list = column(row, 7, &is_null);
	Datum	   *values;
	bool	   *nulls;

	if (is_null)
	{
		note->confidences = palloc(sizeof(int));
		note->confidences[0] = (int) int_column(row, 6, -1);
		note->nconfidences = 1;
		return;
	}
	deconstruct_array(DatumGetArrayTypeP(list), INT4OID, 4, true, TYPALIGN_INT, &values, &nulls, &note->nconfidences);
	note->confidences = palloc(sizeof(int) * (note->nconfidences + 1));
	for (int i = 0; i < note->nconfidences; i++)
		note->confidences[i] = nulls[i] ? -1 : DatumGetInt32(values[i]);
}

static void
read_quotes(NoteBinding *note, int row)
{
	bool		is_null;
	Datum		list = column(row, 8, &is_null);
	Datum	   *values;

	if (!is_null)
	{
		deconstruct_array(DatumGetArrayTypeP(list), TEXTOID, -1, false, TYPALIGN_INT, &values, NULL, &note->nhashes);
		note->hashes = palloc(sizeof(char *) * (note->nhashes + 1));
		for (int i = 0; i < note->nhashes; i++)
			note->hashes[i] = TextDatumGetCString(values[i]);
	}
	list = column(row, 10, &is_null);
	if (is_null)
		return;
	deconstruct_array(DatumGetArrayTypeP(list), INT4OID, 4, true, TYPALIGN_INT, &values, NULL, &note->nquote_numbers);
	note->quote_numbers = palloc(sizeof(int) * (note->nquote_numbers + 1));
	for (int i = 0; i < note->nquote_numbers; i++)
		note->quote_numbers[i] = DatumGetInt32(values[i]);
}

/* The numbers of a comment of ours are 1..N. */
static void
damaged_comment(const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("the memocite comment of the text is damaged"),
			 errdetail("%s", what),
			 errhint("Restore its last line, or take the comment out to import the text like any other.")));
}

/* The rows of both queries; an error of the JSON is one of the comment. */
static void
query_comment(Slice json, ImportBinding *binding)
{
	Datum		values[] = {PointerGetDatum(cstring_to_text_with_len(json.data, json.len))};
	MemoryContext context = CurrentMemoryContext;
	volatile bool is_ours = false;

	PG_TRY();
	{
		statement_query(&stmt_read_comment, values);
		is_ours = int_column(0, 1, 0) == 1;
		binding->tail = (int) int_column(0, 2, 0);
		binding->weak = (int) int_column(0, 3, 0);
		binding->nnotes = is_ours ? statement_query(&stmt_read_binding, values) : 0;
	}
	PG_CATCH();
	{
		ErrorData  *error;

		if (ERRCODE_TO_CATEGORY(geterrcode()) != ERRCODE_DATA_EXCEPTION)
			PG_RE_THROW();
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		damaged_comment(psprintf("Its JSON cannot be read: %s.", error->message));
	}
	PG_END_TRY();
	if (!is_ours)
		damaged_comment("It has no version 1.");
}

ImportBinding *
store_read_binding(Slice json)
{
	ImportBinding *binding = palloc0(sizeof(ImportBinding));

	query_comment(json, binding);
	binding->notes = palloc_array_huge(binding->nnotes + 1, sizeof(NoteBinding));
	memset(binding->notes, 0, sizeof(NoteBinding) * (binding->nnotes + 1));
	for (int i = 0; i < binding->nnotes; i++)
	{
		NoteBinding *note = &binding->notes[i];

		if (int_column(i, 1, 0) != i + 1)
			damaged_comment(psprintf("Its note %d is missing.", i + 1));
		note->key = text_column(i, 2);
		note->kind = text_column(i, 3);
		note->doc_id = text_column(i, 4);
		note->page = (int) int_column(i, 5, 0);
		read_confidences(note, i);
		read_quotes(note, i);
		note->locator = text_column(i, 9);
		if (note->key == NULL)
			damaged_comment(psprintf("Its note %d has no key.", i + 1));
	}
	return binding;
}

/* ---------------------------------------------------------------- writing */

static Datum
array_datum(Datum *values, bool *nulls, int count, Oid type, int len, bool by_value, char align)
{
	int			low = 1;

	return PointerGetDatum(construct_md_array(values, nulls, 1, &count, &low, type, len, by_value, align));
}

static Datum
text_array(Datum *values, bool *nulls, int count)
{
	return array_datum(values, nulls, count, TEXTOID, -1, false, TYPALIGN_INT);
}

static Datum
int_array(Datum *values, bool *nulls, int count)
{
	return array_datum(values, nulls, count, INT4OID, 4, true, TYPALIGN_INT);
}

/*
 * The order of the text is the memo's: a section keeps its position, or gets
 * that of its key, where that is behind the section before, else the next.
 */
static int *
make_positions(const ImportedSection **sections, int count)
{
	int		   *positions = palloc(sizeof(int) * (count + 1));
	int64		last = PG_INT32_MIN;

	for (int i = 0; i < count; i++)
	{
		int64		position = sections[i]->is_stored ? sections[i]->position
			: store_section_position(sections[i]->section_key);

		last = position > last ? position : last + 1;
		positions[i] = (int) Min(last, PG_INT32_MAX);
	}
	for (int i = 0; i < count && last > PG_INT32_MAX; i++)
		positions[i] = i + 1;
	return positions;
}

static void
write_sections(int64 deal_id, const ImportedSection **sections, int count)
{
	int		   *positions = make_positions(sections, count);

	for (int next = 0; next < count;)
	{
		Datum	   *columns[4];
		Datum		values[5] = {Int64GetDatum(deal_id)};
		int64		bytes = 0;
		int			rows = 0;

		for (int i = 0; i < 4; i++)
			columns[i] = palloc(sizeof(Datum) * (count - next));
		for (; next < count && bytes < BATCH_BYTES; next++, rows++)
		{
			const ImportedSection *section = sections[next];

			bytes += section->body.len;
			columns[0][rows] = text_datum(section->section_key);
			columns[1][rows] = text_datum(section->title);
			columns[2][rows] = PointerGetDatum(cstring_to_text_with_len(section->body.data, section->body.len));
			columns[3][rows] = Int32GetDatum(positions[next]);
		}
		values[1] = text_array(columns[0], NULL, rows);
		values[2] = text_array(columns[1], NULL, rows);
		values[3] = text_array(columns[2], NULL, rows);
		values[4] = int_array(columns[3], NULL, rows);
		statement_run(&stmt_import_sections, values, NULL);
	}
}

typedef struct ClaimColumns
{
	Datum	   *values[8];
	bool	   *nulls[8];
} ClaimColumns;

static void
set_text(ClaimColumns *columns, int number, int row, const char *text)
{
	columns->nulls[number][row] = text == NULL;
	columns->values[number][row] = text == NULL ? 0 : text_datum(text);
}

static void
set_int(ClaimColumns *columns, int number, int row, int value, int least)
{
	columns->nulls[number][row] = value < least;
	columns->values[number][row] = Int32GetDatum(value);
}

/* Claims, and before them the passages that hold their quotes. */
static void
write_claims(int64 deal_id, const ImportedClaim *claims, int count)
{
	ClaimColumns columns;
	Datum		values[9] = {Int64GetDatum(deal_id)};

	if (count == 0)
		return;
	for (int i = 0; i < 8; i++)
	{
		columns.values[i] = palloc_array_huge(count, sizeof(Datum));
		columns.nulls[i] = palloc_array_huge(count, sizeof(bool));
	}
	for (int i = 0; i < count; i++)
	{
		set_text(&columns, 0, i, claims[i].section_key);
		set_int(&columns, 1, i, (int) claims[i].src_id, 1);
		set_text(&columns, 2, i, claims[i].doc_id);
		set_int(&columns, 3, i, claims[i].page, 1);
		set_text(&columns, 4, i, claims[i].locator);
		set_int(&columns, 5, i, claims[i].confidence, 0);
		set_text(&columns, 6, i, claims[i].quote);
		set_text(&columns, 7, i, claims[i].passage_id);
	}
	for (int i = 0; i < 8; i++)
		values[i + 1] = i == 1 || i == 3 || i == 5 ? int_array(columns.values[i], columns.nulls[i], count)
			: text_array(columns.values[i], columns.nulls[i], count);
	statement_run(&stmt_import_passages, values, NULL);
	statement_run(&stmt_import_claims, values, NULL);
}

void
store_write_import(const Import *import, int64 deal_id)
{
	const ImportedSection **sections;
	int			count = import_sections(import, &sections);
	int			nclaims;
	const ImportedClaim *claims = import_claims(import, &nclaims);

	write_sections(deal_id, sections, count);
	write_claims(deal_id, claims, nclaims);
	if (import_primary(import) != NULL)
	{
		Datum		values[] = {Int64GetDatum(deal_id), text_datum(import_primary(import))};

		statement_run(&stmt_set_primary, values, NULL);
	}
}
