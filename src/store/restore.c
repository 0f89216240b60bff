/*
 * restore.c
 *		The agents' sections of a revision -> the deal's sections, as they were.
 */
#include "store/store_internal.h"
#include "render/render.h"
#include "import/import.h"

#include "catalog/pg_type.h"

bool
store_has_changed(int64 deal_id)
{
	return query_deal(&stmt_find_changed, deal_id) > 0;
}

/* Adds the deal's other sections, which go. */
static int
delete_others(int64 deal_id, const StoredMemo *memo, RestoredSection **sections)
{
	Datum	   *keys = palloc(sizeof(Datum) * (memo->nsections + 1));
	int			count;

	for (int i = 0; i < memo->nsections; i++)
		keys[i] = text_datum(memo->sections[i].section_key);
	count = RUN(stmt_delete_others, Int64GetDatum(deal_id),
				text_array_datum(keys, memo->nsections));
	*sections = palloc0(sizeof(RestoredSection) * (memo->nsections + count + 1));
	for (int i = 0; i < count; i++)
		(*sections)[memo->nsections + i] =
			(RestoredSection) {.section_key = text_column(i, 1), .action = "deleted"};
	return count;
}

RestoredSection *
store_restore(int64 deal_id, int revision, int *count)
{
	StoredMemo *memo = store_load_revision(deal_id, revision, READ_EDITS);
	ImportedSection *bodies = palloc0(sizeof(ImportedSection) * (memo->nsections + 1));
	const ImportedSection **written = palloc(sizeof(ImportedSection *) * (memo->nsections + 1));
	RestoredSection *sections;

	*count = memo->nsections + delete_others(deal_id, memo, &sections);
	for (int i = 0; i < memo->nsections; i++)
	{
		const StoredSection *stored = &memo->sections[i];
		char	   *body = stored_agent_body(stored);

		initStringInfo(&bodies[i].body);
		appendStringInfoString(&bodies[i].body, body);
		bodies[i].section_key = stored->section_key;
		bodies[i].title = stored->title;
		bodies[i].is_stored = stored->position != INT_MIN;
		bodies[i].position = stored->position;
		written[i] = &bodies[i];
		sections[i].section_key = stored->section_key;
		sections[i].action = stored->agent_body != NULL &&
			strcmp(stored->agent_body, body) == 0 &&
			(stored->agent_title == NULL || strcmp(stored->agent_title, stored->title) == 0)
			? "unchanged" : "restored";
	}
	store_write_sections(deal_id, written, memo->nsections);
	for (int i = 0; i < memo->nsections; i++)
	{
		bool		is_null = true;
		Datum		ids;

		(void) RUN(stmt_find_unknown_ids, Int64GetDatum(deal_id),
				   text_datum(sections[i].section_key));
		ids = column(0, 1, &is_null);
		sections[i].unknown_ids = is_null ? 0 : ids;
	}
	return sections;
}
