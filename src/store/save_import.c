/*
 * save_import.c
 *		The revision that an import is compared with; its sections, claims and insights -> the
 *		tables.
 */
#include "store/store_internal.h"
#include "render/render.h"
#include "import/import.h"

#include "catalog/pg_type.h"

ImportBase
store_read_base(int64 deal_id, const Import *import)
{
	ImportBase	base = {NULL};
	const char *wanted;
	int			revision = import_revision(import, &wanted);
	int			nown = 0;
	int			nstored;

	if (!store_has_revision(deal_id, 0))
		return base;
	if (revision > 0 && store_has_revision(deal_id, revision))
	{
		StoredMemo *memo = store_load_revision(deal_id, revision, READ_EDITS);
		MemoView	view = view_of_store(memo);
		char		hash[17];

		memo_hash(&view, hash);
		base.is_named = strcmp(hash, wanted) == 0;
		base.memo = base.is_named ? memo : NULL;
	}
	if (base.memo == NULL)
		base.memo = store_load_revision(deal_id, 0, READ_EDITS);
	nown = base.memo->nnotes;
	nstored = QUERY(stmt_read_defined, Int64GetDatum(deal_id));
	base.nnotes = nown + nstored;
	base.notes = zeroed_array(base.nnotes + 1, sizeof(StoredNote));
	memcpy(base.notes, base.memo->notes, sizeof(StoredNote) * nown);
	for (int i = 0; i < nstored; i++)
	{
		StoredNote *note = &base.notes[nown + i];

		note->definition = text_column(i, 1);
		note->kind = text_column(i, 2);
		note->doc_id = text_column(i, 3);
		note->page = int_column(i, 4, 0);
		note->locator = text_column(i, 5);
	}
	return base;
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
void
store_write_sections(int64 deal_id, const ImportedSection **sections, int count)
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
	statement_run(&stmt_import_claims, arrays, NULL);
}

static void
write_documents(int64 deal_id, const ImportedDocument *documents, int count)
{
	Datum		arrays[4] = {Int64GetDatum(deal_id)};
	Datum	   *texts = palloc_array_huge(count + 1, sizeof(Datum));

	for (int i = 0; i < 3; i++)
	{
		for (int row = 0; row < count; row++)
			texts[row] = text_datum(i == 0 ? documents[row].doc_id
									: i == 1 ? documents[row].title : documents[row].url);
		arrays[1 + i] = text_array_datum(texts, count);
	}
	if (count > 0)
		statement_run(&stmt_import_documents, arrays, NULL);
}

void
store_write_import(const ImportResult *result, int64 deal_id)
{
	store_write_sections(deal_id, result->sections.items, result->sections.count);
	write_documents(deal_id, result->documents.items, result->documents.count);
	write_claims(deal_id, result->claims.items, result->claims.count);
	for (int i = 0; i < result->insights.count; i++)
	{
		const EditedInsight *insight = &result->insights.items[i];

		RUN(stmt_update_insight, Int64GetDatum(deal_id), text_datum(insight->kind),
			text_datum(insight->old_message), text_datum(insight->message));
	}
	if (result->primary_doc_id != NULL)
		RUN(stmt_set_primary, Int64GetDatum(deal_id), text_datum(result->primary_doc_id));
}
