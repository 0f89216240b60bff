/*
 * save_import.c
 *		An import's comment -> what it binds, and its sections, claims and
 *		passages -> the tables.
 *
 * The comment is the last line of a memo: {"v": 1, "docs": ["om"], "notes": {"1": "812..."},
 * "sources": [[0, 12, 900]]} says that note 1 has key 812..., document "om", page 12 and
 * confidence 0.9.
 */
#include "store/store_internal.h"
#include "render/render.h"
#include "import/import.h"

#include "catalog/pg_type.h"

/* ---------------------------------------------------------------- reading */

/* One confidence for all references of the note, or one for each. */
static void
read_confidences(NoteBinding *note, int row)
{
	note->confidences = ints_column(row, 7, -1, &note->nconfidences);
	if (note->nconfidences > 0)
		return;
	note->confidences[0] = int_column(row, 6, -1);
	note->nconfidences = 1;
}

/* The numbers of a comment of ours are 1..N. */
static void
damaged_comment(const char *what)
{
	ereport(
		ERROR,
		(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
		 errmsg("the memocite comment of the text is damaged"), errdetail("%s", what),
		 errhint(
			 "Restore its last line, or take the comment out to import the text like any other.")));
}

/* The rows of both queries; an error of the JSON is one of the comment. */
static void
query_comment(Slice json, ImportBinding *binding)
{
	Datum		values[] = {slice_text(json)};
	MemoryContext context = CurrentMemoryContext;
	volatile bool is_ours = false;

	PG_TRY();
	{
		statement_query(&stmt_read_comment, values);
		is_ours = int_column(0, 1, 0) == 1;
		binding->tail = int_column(0, 2, 0);
		binding->weak = int_column(0, 3, 0);
		binding->nlisted = is_ours ? statement_query(&stmt_read_binding, values) : 0;
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

/* The notes of the comment, by number. */
static void
read_listed(ImportBinding *binding, NoteBinding *notes)
{
	for (int i = 0; i < binding->nlisted; i++)
	{
		NoteBinding *note = &notes[i];

		if (int_column(i, 1, 0) != i + 1)
			damaged_comment(psprintf("Its note %d is missing.", i + 1));
		note->key = text_column(i, 2);
		note->kind = text_column(i, 3);
		note->doc_id = text_column(i, 4);
		note->page = int_column(i, 5, 0);
		read_confidences(note, i);
		note->hashes = texts_column(i, 8, &note->nhashes);
		note->quote_numbers = ints_column(i, 10, -1, &note->nquote_numbers);
		note->locator = text_column(i, 9);
		if (note->key == NULL)
			damaged_comment(psprintf("Its note %d has no key.", i + 1));
	}
}

ImportBinding *
store_read_binding(int64 deal_id, Slice json)
{
	ImportBinding *binding = palloc0(sizeof(ImportBinding));
	NoteBinding *listed = NULL;
	int			nstored;

	if (json.data != NULL)
	{
		query_comment(json, binding);
		listed = zeroed_array(binding->nlisted + 1, sizeof(NoteBinding));
		read_listed(binding, listed);
	}
	nstored = QUERY(stmt_read_defined, Int64GetDatum(deal_id));
	binding->nnotes = binding->nlisted + nstored;
	binding->notes = zeroed_array(binding->nnotes + 1, sizeof(NoteBinding));
	if (listed != NULL)
		memcpy(binding->notes, listed, sizeof(NoteBinding) * binding->nlisted);
	for (int i = 0; i < nstored; i++)
	{
		NoteBinding *note = &binding->notes[binding->nlisted + i];

		note->definition = text_column(i, 1);
		note->kind = text_column(i, 2);
		note->doc_id = text_column(i, 3);
		note->page = int_column(i, 4, 0);
		note->locator = text_column(i, 5);
		note->confidences = palloc(sizeof(int));
		note->confidences[0] = -1;
		note->nconfidences = 1;
	}
	return binding;
}

/* ---------------------------------------------------------------- writing */

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

/* In batches, as save_sections. */
static void
write_sections(int64 deal_id, const ImportedSection **sections, int count)
{
	static const Oid types[] = {TEXTOID, TEXTOID, TEXTOID, INT4OID};
	int		   *positions = make_positions(sections, count);

	for (int next = 0; next < count;)
	{
		Datum	   *columns[lengthof(types)];
		Datum		values[1 + lengthof(types)] = {Int64GetDatum(deal_id)};
		int64		bytes = 0;
		int			rows = 0;

		for (int i = 0; i < (int) lengthof(types); i++)
			columns[i] = palloc(sizeof(Datum) * (count - next));
		for (; next < count && bytes < BATCH_BYTES; next++, rows++)
		{
			const ImportedSection *section = sections[next];

			bytes += section->body.len;
			columns[0][rows] = text_datum(section->section_key);
			columns[1][rows] = text_datum(section->title);
			columns[2][rows] = slice_text((Slice) {section->body.data, section->body.len});
			columns[3][rows] = Int32GetDatum(positions[next]);
		}
		for (int i = 0; i < (int) lengthof(types); i++)
			values[1 + i] = array_datum(columns[i], NULL, rows, types[i]);
		statement_run(&stmt_import_sections, values, NULL);
	}
}

/* Claims, and before them the passages that hold their quotes. */
static void
write_claims(int64 deal_id, const ImportedClaim *claims, int count)
{
	static const Oid types[] = {TEXTOID, INT4OID, TEXTOID, INT4OID, TEXTOID, INT4OID, TEXTOID,
		TEXTOID};
	static const int least[] = {0, 1, 0, 1, 0, 0, 0, 0};	/* a number below it is NULL */
	Datum		arrays[1 + lengthof(types)] = {Int64GetDatum(deal_id)};
	Datum	   *values = palloc_array_huge(count + 1, sizeof(Datum));
	bool	   *nulls = palloc_array_huge(count + 1, sizeof(bool));

	if (count == 0)
		return;
	for (int i = 0; i < (int) lengthof(types); i++)
	{
		for (int row = 0; row < count; row++)
		{
			const ImportedClaim *claim = &claims[row];
			const char *texts[] = {claim->section_key, NULL, claim->doc_id, NULL, claim->locator,
				NULL, claim->quote, claim->passage_id};
			int			numbers[] = {0, (int) claim->src_id, 0, claim->page, 0, claim->confidence,
				0, 0};

			nulls[row] = types[i] == TEXTOID ? texts[i] == NULL : numbers[i] < least[i];
			if (!nulls[row])
				values[row] = types[i] == TEXTOID ? text_datum(texts[i])
					: Int32GetDatum(numbers[i]);
		}
		arrays[1 + i] = array_datum(values, nulls, count, types[i]);
	}
	statement_run(&stmt_import_passages, arrays, NULL);
	statement_run(&stmt_import_claims, arrays, NULL);
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
		RUN(stmt_set_primary, Int64GetDatum(deal_id), text_datum(import_primary(import)));
}
