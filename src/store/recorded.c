/*
 * recorded.c
 *		A revision as it was recorded, beside one that was made again.
 *
 * Laid side by side are sections with their edit scripts, every array of revision_detail
 * and the report but for its timings.  Nothing is written.
 */
#include "store/store_internal.h"
#include "memo/memo.h"
#include "render/render.h"

/* Is a column byte for byte that text? */
static bool
is_same(int row, int number, const char *text, int len)
{
	return slice_equal(slice_column(row, number), (Slice) {text, len});
}

Recorded
store_recorded(int64 deal_id, int revision)
{
	Recorded	recorded = {0};
	bool		is_null;

	if (query_revision(&stmt_read_recorded, deal_id, revision) == 0)
		no_revision(deal_id, revision);
	recorded.revision = int_column(0, 1, 0);
	(void) day_column(0, 2, &recorded.as_of);
	hash_column(0, 3, recorded.input_sha256);
	recorded.status = text_column(0, 4);
	recorded.version = text_column(0, 5);
	policy_init(&recorded.policy);
	store_apply_policy(&recorded.policy, column(0, 6, &is_null));
	return recorded;
}

char *
store_differences(int64 deal_id, int revision)
{
	(void) query_revision(&stmt_find_differences, deal_id, revision);
	return text_column(0, 1);
}

void
store_restore_call(Memo *memo, int revision)
{
	bool		is_recomputed = false;
	KeyIndex   *sections = index_sections(memo);
	int			count = query_revision(&stmt_read_call_events, memo->deal_id, revision);

	for (int i = 0; i < count; i++)
	{
		const char *code = text_column(i, 1);

		if (strcmp(code, "scores_recomputed") == 0)
			is_recomputed = true;
		else if (strcmp(code, "section_collapsed") == 0)
			memo->sections[key_at(sections, text_column(i, 2))].earlier_words = int_column(i, 5, 0);
		else
			tell_shorter_section(memo, &(ShorterSection) {text_column(i, 2), int_column(i, 3, 0),
				int_column(i, 4, 0), strcmp(code, "stored_section_kept") == 0});
	}
	count = query_revision(&stmt_read_scores, memo->deal_id, revision);
	for (int i = 0; i < memo->nsections && i < count; i++)
		memo->sections[i].score = is_recomputed ? 0 : float_column(i, 1);
}

/* -------------------------------------------------------------- comparison */

/* Bodies, edit scripts and hashes, in the order of the manifest. */
static bool
has_same_sections(const Memo *memo, int revision)
{
	bool		is_equal = query_revision(&stmt_read_written_sections, memo->deal_id,
										  revision) == memo->nsections;

	for (int i = 0; i < memo->nsections && is_equal; i++)
	{
		const Section *section = &memo->sections[i];
		StringInfoData edits;

		CHECK_FOR_INTERRUPTS();
		initStringInfo(&edits);
		changes_json(section, &edits);
		is_equal = is_same(i, 1, section->section_key, (int) strlen(section->section_key)) &&
			is_same(i, 2, section->title, (int) strlen(section->title)) &&
			is_same(i, 3, section->rendered.text.data, section->rendered.text.len) &&
			is_same(i, 4, edits.data, edits.len) &&
			is_same(i, 5, (const char *) section->rendered.sha256, 32) &&
			is_same(i, 6, (const char *) section->body_sha256, 32);
		pfree(edits.data);
	}
	return is_equal;
}

/* Every array of the ledger. */
static bool
has_same_detail(const Memo *memo, int revision)
{
	Datum		values[NDETAILS];
	char		nulls[NDETAILS];

	detail_columns(memo, values, nulls);
	if (query_revision(&stmt_read_detail, memo->deal_id, revision) != 1)
		return false;
	for (int i = 0; i < NDETAILS; i++)
	{
		bool		is_null;
		Datum		stored = column(0, i + 2, &is_null);

		if (is_null != (nulls[i] == 'n') ||
			(!is_null && !slice_equal(datum_slice(values[i]), datum_slice(stored))))
			return false;
	}
	return true;
}

bool
store_is_recorded(const Memo *memo, int revision, Datum report)
{
	return has_same_sections(memo, revision) && has_same_detail(memo, revision) &&
		QUERY(stmt_compare_report, Int64GetDatum(memo->deal_id), Int32GetDatum(revision),
			  report) == 1 &&
		bool_column(0, 1);
}
