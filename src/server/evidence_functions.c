/*
 * evidence_functions.c
 *		SQL-callable functions on evidence: quotes, diversity.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "evidence/evidence.h"
#include "markers/markers.h"
#include "store/store.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/hsearch.h"
#include "utils/uuid.h"

PG_FUNCTION_INFO_V1(memo_quote_match);
PG_FUNCTION_INFO_V1(memo_validate_claims);
PG_FUNCTION_INFO_V1(memo_check_quotes);
PG_FUNCTION_INFO_V1(memo_figures);
PG_FUNCTION_INFO_V1(memo_diversify);

static QuoteLevel
level_argument(Slice name)
{
	int			level = quote_level_of(name);

	if (level < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("level is \"%.*s\"", name.len, name.data),
				 errdetail("It is \"exact\", \"space\", \"case\", \"typography\" or \"linewrap\".")));
	return level;
}

/* matched, level, start, length, cuts_number */
static void
match_columns(const QuoteMatch *match, Datum *values, bool *nulls)
{
	memset(nulls, !match->is_found, 5);
	nulls[0] = false;
	values[0] = BoolGetDatum(match->is_found);
	values[1] = match->is_found ? text_datum(quote_level_name(match->level)) : 0;
	values[2] = Int32GetDatum(match->start);
	values[3] = Int32GetDatum(match->length);
	values[4] = BoolGetDatum(match->cuts_number);
}

Datum
memo_quote_match(PG_FUNCTION_ARGS)
{
	Slice		quote = checked_size(text_slice(PG_GETARG_TEXT_PP(0)), "quote");
	PassageText passage = {.text = checked_size(text_slice(PG_GETARG_TEXT_PP(1)), "passage")};
	QuoteLevel	level = level_argument(text_slice(PG_GETARG_TEXT_PP(2)));
	Datum		values[5];
	bool		nulls[5];
	QuoteMatch	match;

	check_encoding();
	match = quote_match(&passage, quote, level);
	match_columns(&match, values, nulls);
	PG_RETURN_DATUM(row_datum(fcinfo, values, nulls));
}

/* ------------------------------------------------------------ claims as JSON */

typedef struct ClaimCheck
{
	Jsonb	   *passages;
	Policy		policy;
	QuoteLevel	level;
	HTAB	   *folded;			/* PassageEntry by the address of its text */
} ClaimCheck;

typedef struct PassageEntry
{
	const char *key;
	PassageText passage;
} PassageEntry;

/* What was found out about one claim. */
typedef struct ClaimVerdict
{
	Slice		passage_id;		/* data NULL = none */
	const char *error;
	QuoteMatch	match;
} ClaimVerdict;

static void
apply_settings(Policy *policy, Jsonb *settings)
{
	JsonbIterator *it;
	JsonbIteratorToken token;
	JsonbValue	key;
	JsonbValue	value;

	policy_init(policy);
	check_container(settings, true, "policy", "Pass {\"quote_level\": ...} or memo_policy(deal_id).");
	it = JsonbIteratorInit(&settings->root);
	while ((token = JsonbIteratorNext(&it, &key, true)) != WJB_DONE)
	{
		char	   *problem;
		Slice		text;

		if (token != WJB_KEY)
			continue;
		(void) JsonbIteratorNext(&it, &value, true);
		text = jsonb_text(&value);
		problem = policy_set(policy, slice_copy(jsonb_text(&key)), jsonb_type(&value),
							 text.data == NULL ? "null" : slice_copy(text));
		if (problem != NULL)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("%s", problem)));
	}
}

/* The folded passage with an id, made when first asked for; NULL = none. */
static PassageText *
find_passage(ClaimCheck *check, Slice passage_id)
{
	JsonbValue	value;
	PassageEntry *entry;
	bool		is_known;

	if (!jsonb_member(&check->passages->root, passage_id, &value))
		return NULL;
	entry = hash_search(check->folded, &value.val.string.val, HASH_ENTER, &is_known);
	if (!is_known)
		entry->passage = (PassageText) {.text = {value.val.string.val, value.val.string.len}};
	return &entry->passage;
}

static ClaimVerdict
check_claim(ClaimCheck *check, JsonbValue *claim)
{
	ClaimVerdict verdict = {.passage_id = {NULL, 0}};
	JsonbValue	citation;
	JsonbValue	value;
	PassageText *passage;
	Slice		quote = {"", 0};

	if (!jsonb_is_object(claim) || !jsonb_member(claim->val.binary.data, slice_of("citation"), &citation) ||
		!jsonb_is_object(&citation))
	{
		verdict.error = jsonb_is_object(claim) ? "Claim has no citation" : "Claim is no object";
		return verdict;
	}
	if (jsonb_member(citation.val.binary.data, slice_of("passage_id"), &value))
		verdict.passage_id = jsonb_text(&value);
	if (verdict.passage_id.data == NULL)
	{
		verdict.error = "Citation has no passage_id";
		return verdict;
	}
	if (jsonb_member(citation.val.binary.data, slice_of("quote"), &value) && value.type == jbvString)
		quote = jsonb_text(&value);
	passage = find_passage(check, verdict.passage_id);
	if (passage == NULL)
		verdict.error = passage_missing_error(verdict.passage_id);
	else
		verdict.error = quote_length_error(verdict.passage_id, quote_length(quote), &check->policy);
	if (verdict.error != NULL)
		return verdict;
	verdict.match = quote_match(passage, quote, check->level);
	if (!verdict.match.is_found)
		verdict.error = quote_missing_error(verdict.passage_id, quote);
	return verdict;
}

static void
put_verdict(ReturnSetInfo *result, int ord, const ClaimVerdict *verdict)
{
	Datum		values[7];
	bool		nulls[7] = {false};

	values[0] = Int32GetDatum(ord);
	values[1] = BoolGetDatum(verdict->error == NULL);
	nulls[2] = verdict->passage_id.data == NULL;
	values[2] = nulls[2] ? 0 : slice_text(verdict->passage_id);
	nulls[3] = nulls[4] = nulls[6] = verdict->error != NULL;
	values[3] = nulls[3] ? 0 : text_datum(quote_level_name(verdict->match.level));
	values[4] = Int32GetDatum(verdict->match.start);
	nulls[5] = verdict->error == NULL;
	values[5] = nulls[5] ? 0 : text_datum(verdict->error);
	values[6] = BoolGetDatum(verdict->match.cuts_number);
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

/* The passages of a call are texts, and not too large to fold. */
static void
check_passages(Jsonb *passages)
{
	JsonbIterator *it;
	JsonbIteratorToken token;
	JsonbValue	key;
	JsonbValue	value;

	check_container(passages, true, "passages", "Pass {\"passage id\": \"text\", ...}.");
	it = JsonbIteratorInit(&passages->root);
	while ((token = JsonbIteratorNext(&it, &key, true)) != WJB_DONE)
	{
		if (token != WJB_KEY)
			continue;
		(void) JsonbIteratorNext(&it, &value, true);
		if (value.type != jbvString)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("passage \"%s\" is no text", slice_copy(jsonb_text(&key))),
					 errdetail("It is a JSON %s.", jsonb_type(&value))));
		checked_size(jsonb_text(&value), "passage");
	}
}

Datum
memo_validate_claims(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	Jsonb	   *claims;
	ClaimCheck	check = {0};
	HASHCTL		control = {.keysize = sizeof(char *), .entrysize = sizeof(PassageEntry), .hcxt = CurrentMemoryContext};
	JsonbIterator *it;
	JsonbIteratorToken token;
	JsonbValue	claim;
	int			ord = 0;

	check_encoding();
	check_argument(fcinfo, 0, "claims");
	check_argument(fcinfo, 1, "passages");
	check_argument(fcinfo, 2, "policy");
	claims = PG_GETARG_JSONB_P(0);
	check.passages = PG_GETARG_JSONB_P(1);
	InitMaterializedSRF(fcinfo, 0);
	check_container(claims, false, "claims", "Pass [{\"claim_text\": ..., \"citation\": {\"passage_id\": ..., \"quote\": ...}}, ...].");
	check_passages(check.passages);
	apply_settings(&check.policy, PG_GETARG_JSONB_P(2));
	check.level = quote_level_of(slice_of(check.policy.quote_level));
	check.folded = hash_create("memocite passages", 64, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	it = JsonbIteratorInit(&claims->root);
	while ((token = JsonbIteratorNext(&it, &claim, true)) != WJB_DONE)
	{
		ClaimVerdict verdict;

		CHECK_FOR_INTERRUPTS();
		if (token != WJB_ELEM)
			continue;
		verdict = check_claim(&check, &claim);
		put_verdict(result, ++ord, &verdict);
	}
	return (Datum) 0;
}

/* ------------------------------------------------------------ claims as rows */

static void
put_check(ReturnSetInfo *result, const Memo *memo, const QuoteCheck *check)
{
	const Claim *claim = check->claim;
	Slice		passage_id = slice_of(claim->passage_id);
	Datum		values[10];
	bool		nulls[10] = {false};

	values[0] = text_datum(memo->sections[claim->section].section_key);
	nulls[1] = claim->src_id < 0;
	values[1] = Int64GetDatum(claim->src_id);
	values[2] = UUIDPGetDatum((pg_uuid_t *) claim->claim_id);
	nulls[3] = claim->passage_id == NULL;
	values[3] = nulls[3] ? 0 : slice_text(passage_id);
	match_columns(&check->match, values + 4, nulls + 4);
	nulls[9] = check->reason == NULL;
	if (check->reason == NULL)
		values[9] = 0;
	else if (strcmp(check->reason, "no_passage") == 0)
		values[9] = text_datum(passage_missing_error(passage_id));
	else if (strcmp(check->reason, "other_document") == 0)
		values[9] = text_datum(psprintf("Passage %s is of another document than the claim", claim->passage_id));
	else if (claim->passage_id == NULL)
		values[9] = text_datum(document_quote_missing_error(slice_of(claim->identity.doc->doc_id), slice_of(claim->quote)));
	else
		values[9] = text_datum(quote_missing_error(passage_id, slice_of(claim->quote)));
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

Datum
memo_check_quotes(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	int			level;
	Memo	   *memo;
	QuoteCheck *checks;
	int			count;

	check_encoding();
	check_argument(fcinfo, 0, "deal_id");
	InitMaterializedSRF(fcinfo, 0);
	level = store_open();
	memo = store_load(PG_GETARG_INT64(0), 0);
	checks = quote_checks(memo, &count);
	for (int i = 0; i < count; i++)
		put_check(result, memo, &checks[i]);
	store_close(level);
	return (Datum) 0;
}

/* ------------------------------------------------------------------- figures */

/* The evidence of each reference, one source for each text that repeats. */
static FigureReference *
figure_references(FunctionCallInfo fcinfo, Slice body, int *count)
{
	Datum	   *texts;
	Datum	   *places = NULL;
	bool	   *nulls;
	bool	   *place_nulls = NULL;
	int			nplaces = 0;
	int			at = 0;			/* bytes and characters of the body so far */
	int			characters = 0;
	FigureReference *references;

	deconstruct_array(PG_GETARG_ARRAYTYPE_P(2), TEXTOID, -1, false, TYPALIGN_INT,
					  &texts, &nulls, count);
	if (!PG_ARGISNULL(1))
		deconstruct_array(PG_GETARG_ARRAYTYPE_P(1), INT4OID, 4, true, TYPALIGN_INT,
						  &places, &place_nulls, &nplaces);
	if (places != NULL && nplaces != *count)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("places and evidence differ in length"),
				 errdetail("They have %d and %d elements.", nplaces, *count)));
	references = palloc_array_huge(*count + 1, sizeof(FigureReference));
	for (int i = 0; i < *count; i++)
	{
		references[i] = (FigureReference) {body.len, NULL};
		if (!nulls[i])
			references[i].source = figure_source(checked_size(text_slice(DatumGetTextPP(texts[i])),
															  "evidence"));
		if (places == NULL)
			continue;
		if (place_nulls[i] || DatumGetInt32(places[i]) < characters)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("places are not in the order of the text"),
					 errdetail("Element %d is before the one before it, or NULL.", i + 1)));
		for (; at < body.len && characters < DatumGetInt32(places[i]); characters++)
			at += pg_utf_mblen((const unsigned char *) body.data + at);
		references[i].pos = at;
	}
	return references;
}

static void
put_figure(ReturnSetInfo *result, Slice body, const Figure *figure, int start)
{
	Datum		values[6];
	bool		nulls[6] = {false};

	values[0] = Int32GetDatum(figure->reference + 1);
	values[1] = slice_text((Slice) {body.data + figure->start, figure->end - figure->start});
	values[2] = Int32GetDatum(start);
	values[3] = Int32GetDatum(utf8_length(body.data + figure->start, figure->end - figure->start));
	values[4] = text_datum(figure_verdict_name(figure->verdict));
	nulls[5] = figure->nearest.len == 0;
	values[5] = nulls[5] ? 0 : slice_text(figure->nearest);
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

Datum
memo_figures(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	Slice		body;
	FigureReference *references;
	int			count;
	Figures		figures = {NULL, 0, 0};
	int			at = 0;
	int			characters = 0;

	check_encoding();
	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0) || PG_ARGISNULL(2))
		return (Datum) 0;
	body = body_argument(fcinfo, 0);
	references = figure_references(fcinfo, body, &count);
	if (PG_ARGISNULL(1))
		figures_read_text(body, references, count, &figures);
	else
		figures_read(prose_parse(body.data, body.len, &marker_extension), references, count,
					 NULL, 0, &figures);
	for (int i = 0; i < figures.count; i++)
	{
		characters += utf8_length(body.data + at, figures.items[i].start - at);
		at = figures.items[i].start;
		put_figure(result, body, &figures.items[i], characters);
	}
	return (Datum) 0;
}

/* ----------------------------------------------------------------- diversity */

/* A member that is text, or a number as text; empty or missing: len 0. */
static Slice
member_text(JsonbContainer *object, const char *name)
{
	JsonbValue	value;
	Slice		text = {"", 0};

	if (jsonb_member(object, slice_of(name), &value) && (value.type == jbvString || value.type == jbvNumeric))
		text = jsonb_text(&value);
	return text;
}

static Slice
course_of(JsonbContainer *passage)
{
	Slice		course = member_text(passage, "course");
	JsonbValue	metadata;

	if (course.len == 0)
		course = member_text(passage, "category");
	if (course.len > 0 || !jsonb_member(passage, slice_of("metadata"), &metadata) || !jsonb_is_object(&metadata))
		return course;
	course = member_text(metadata.val.binary.data, "course");
	return course.len > 0 ? course : member_text(metadata.val.binary.data, "category");
}

/* Reads the passages of a call; *items has each as it was given. */
static int
read_passages(Jsonb *passages, DiversityItem **items, JsonbValue **values)
{
	int			count = 0;
	int			room = JB_ROOT_COUNT(passages) + 1;
	JsonbIterator *it;
	JsonbIteratorToken token;
	JsonbValue	value;

	check_container(passages, false, "passages", "Pass [{\"file_path\": ..., \"title\": ..., \"course\": ...}, ...].");
	*items = palloc_array_huge(room, sizeof(DiversityItem));
	*values = palloc_array_huge(room, sizeof(JsonbValue));
	it = JsonbIteratorInit(&passages->root);
	while ((token = JsonbIteratorNext(&it, &value, true)) != WJB_DONE)
	{
		DiversityItem *item = &(*items)[count];

		CHECK_FOR_INTERRUPTS();
		if (token != WJB_ELEM)
			continue;
		if (!jsonb_is_object(&value))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("passage %d is no object", count + 1),
					 errdetail("It is a JSON %s.", jsonb_type(&value))));
		item->file = member_text(value.val.binary.data, "file_path");
		if (item->file.len == 0)
			item->file = member_text(value.val.binary.data, "title");
		item->course = course_of(value.val.binary.data);
		(*values)[count++] = value;
	}
	return count;
}

static void
check_count(int count, const char *name)
{
	if (count < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s is %d", name, count),
				 errdetail("It is a count, from 0.")));
}

Datum
memo_diversify(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	DiversityItem *items;
	JsonbValue *passages;
	int			count;
	int		   *chosen;

	check_argument(fcinfo, 1, "max_per_file");
	check_argument(fcinfo, 2, "max_results");
	InitMaterializedSRF(fcinfo, 0);
	check_count(PG_GETARG_INT32(1), "max_per_file");
	check_count(PG_GETARG_INT32(2), "max_results");
	if (PG_ARGISNULL(0))		/* the aggregate of no rows */
		return (Datum) 0;
	count = read_passages(PG_GETARG_JSONB_P(0), &items, &passages);
	chosen = palloc_array_huge(count + 1, sizeof(int));
	count = diversify(items, count, PG_GETARG_INT32(1), PG_GETARG_INT32(2), chosen);
	for (int i = 0; i < count; i++)
	{
		const DiversityItem *item = &items[chosen[i]];
		Datum		values[5];
		bool		nulls[5] = {false};

		CHECK_FOR_INTERRUPTS();
		values[0] = Int32GetDatum(i + 1);
		values[1] = Int32GetDatum(chosen[i] + 1);
		nulls[2] = item->file.len == 0;
		values[2] = slice_text(item->file);
		nulls[3] = item->course.len == 0;
		values[3] = slice_text(item->course);
		values[4] = JsonbPGetDatum(JsonbValueToJsonb(&passages[chosen[i]]));
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	return (Datum) 0;
}
