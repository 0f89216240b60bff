/*
 * input_hash.c
 *		All that a memo is made of -> one hash, in one canonical form: the same rows
 *		have the same hash after any dump and restore.
 *
 * A text ends with a NUL, a NULL is a byte 1 and a NUL, a number is eight bytes.
 * What is not in it can change without a new revision: a new member of a row
 * needs its line here (test/scripts/lint_lists.pl looks after documents).
 */
#include "store/store_internal.h"
#include "memo/memo.h"

#include <math.h>

#include "libpq/pqformat.h"

void
hash_text(StringInfo input, const char *text)
{
	if (text == NULL)
		appendStringInfoCharMacro(input, 1);
	else
		appendBinaryStringInfo(input, text, (int) strlen(text));
	appendStringInfoCharMacro(input, '\0');
}

static void
hash_texts(StringInfo input, const char *const *texts, int count)
{
	for (int i = 0; i < count; i++)
		hash_text(input, texts[i]);
}

#define HASH_TEXTS(input, ...) \
	hash_texts(input, (const char *const[]){__VA_ARGS__}, \
			   lengthof(((const char *const[]){__VA_ARGS__})))

static void
hash_bytes(StringInfo input, const uint8 *bytes, int len)
{
	appendBinaryStringInfo(input, (const char *) bytes, len);
}

static void
hash_int(StringInfo input, int64 number)
{
	pq_sendint64(input, (uint64) number);
}

static void
hash_section(StringInfo input, const Section *section)
{
	HASH_TEXTS(input, section->section_key, section->title);
	hash_int(input, section->is_global);
	hash_bytes(input, section->body_sha256, 32);
}

/* A document counts with whether it is stale, not with the memo's date. */
static void
hash_document(StringInfo input, const Document *doc)
{
	HASH_TEXTS(input, doc->doc_id, doc->title, doc->path, doc->source_type, doc->tag,
			   doc->ingested_on);
	hash_int(input, doc->is_stale);
	hash_int(input, doc->src_id);
}

/* Numbers that are small share eight bytes. */
static void
hash_claim(StringInfo input, const Claim *claim)
{
	hash_bytes(input, claim->claim_id, sizeof(claim->claim_id));
	hash_int(input, (int64) claim->section << 32 | claim->identity.doc->index);
	hash_int(input, claim->src_id);
	hash_int(input,
			 (int64) claim->identity.page << 32 | (claim->confidence + 1) << 1 | claim->is_whole);
	hash_int(input, claim->block_id);
	HASH_TEXTS(input, claim->text, claim->passage_id, claim->quote, claim->locator,
			   claim->source_type);
}

static void
hash_insight(StringInfo input, const Insight *insight)
{
	uint64		influence;

	memcpy(&influence, &insight->influence, sizeof(influence));
	hash_int(input, insight->kind);
	hash_int(input, (int64) influence);
	HASH_TEXTS(input, insight->section_key, insight->anchor, insight->metric, insight->message,
			   insight->detail);
}

static void
hash_chart(StringInfo input, const Chart *chart)
{
	hash_text(input, chart->chart_id);
	hash_int(input, (int64) chart->section << 32 | (uint32) chart->after_paragraph);
	HASH_TEXTS(input, isnan(chart->confidence) ? NULL : psprintf("%.17g", chart->confidence),
			   chart->family);
	hash_bytes(input, chart->sha256, 32);
}

static void
hash_question(StringInfo input, const DecisionQuestion *question)
{
	HASH_TEXTS(input, question->key, question->question);
	hash_int(input, question->is_critical);
	for (int i = 0; i < question->chart_ids.count; i++)
		hash_text(input, slice_copy(question->chart_ids.items[i]));
}

void
hash_input(Memo *memo)
{
	StringInfoData input;

	initStringInfo(&input);
	hash_text(&input, MEMOCITE_VERSION);
	policy_json(&memo->policy, &input);
	HASH_TEXTS(&input, memo->name, memo->primary_doc_id);
	if (memo->metric_input.data != NULL)
		appendBinaryStringInfo(&input, memo->metric_input.data, memo->metric_input.len);
	for (int i = 0; i < memo->nsections; i++)
		hash_section(&input, &memo->sections[i]);
	for (int i = 0; i < memo->ndocuments; i++)
		hash_document(&input, &memo->documents[i]);
	for (int i = 0; i < memo->nclaims; i++)
		hash_claim(&input, &memo->claims[i]);
	if (memo->has_passages)
		hash_bytes(&input, memo->passages_sha256, 32);
	for (int i = 0; i < memo->nranges; i++)
	{
		hash_int(&input, memo->ranges[i].first_id);
		hash_int(&input, memo->ranges[i].last_id);
	}
	for (int i = 0; i < memo->ninsights; i++)
		hash_insight(&input, &memo->insights[i]);
	for (int i = 0; i < memo->ncharts; i++)
		hash_chart(&input, &memo->charts[i]);
	for (int i = 0; i < memo->nquestions && memo->has_own_questions; i++)
		hash_question(&input, &memo->questions[i]);
	sha256(input.data, input.len, memo->input_sha256);
	pfree(input.data);
}
