/*
 * evidence_functions.c
 *		SQL-callable functions on evidence: quotes, figures.
 *
 * memo_validate_claims takes claims and passages as JSON, memo_check_quotes those of
 * a deal: {"claim_text": "...", "citation": {"passage_id": "p1", "quote": "5.2%"}} with
 * {"p1": "Cap rate 5.2%"} is (1,t,p1,exact,9,NULL,f).
 */
#include "server/server_internal.h"
#include "engine/engine.h"
#include "memo/memo.h"
#include "evidence/evidence.h"

#include "utils/hsearch.h"
#include "utils/uuid.h"

PG_FUNCTION_INFO_V1(memo_quote_match);
PG_FUNCTION_INFO_V1(memo_validate_claims);
PG_FUNCTION_INFO_V1(memo_check_quotes);
PG_FUNCTION_INFO_V1(memo_figures);

/* --------------------------------------------------- what is wrong with a quote */

static char *
passage_missing_error(Slice passage_id)
{
	return psprintf("Passage %.*s not found", passage_id.len, passage_id.data);
}

/* where: "passage", or what else has that id. */
static char *
quote_missing_error(const char *where, Slice id, Slice quote)
{
	Slice		shown = shown_part(quote);

	return psprintf("Quote not found in %s %.*s: %.*s...", where, id.len, id.data, shown.len,
					shown.data);
}

static char *
quote_length_error(Slice passage_id, int length, const Policy *policy)
{
	if (length == 0)
		return psprintf("Quote of passage %.*s is empty", passage_id.len, passage_id.data);
	if (length < policy->quote_least || length > policy->quote_most)
		return psprintf("Quote of passage %.*s has %d characters, not at %s %d", passage_id.len,
						passage_id.data, length, length < policy->quote_least ? "least" : "most",
						length < policy->quote_least ? policy->quote_least : policy->quote_most);
	return NULL;
}

static void
put_match(Rows *rows, const QuoteMatch *match)
{
	put_bool(rows, match->is_found);
	put_text(rows, match->is_found ? quote_level_name(match->level) : NULL);
	put_int(rows, match->is_found ? match->start : -1, 0);
	put_int(rows, match->is_found ? match->length : -1, 0);
	put_optional(rows, match->is_found, BoolGetDatum(match->cuts_number));
}

Datum
memo_quote_match(PG_FUNCTION_ARGS)
{
	Slice		quote = sized_argument(fcinfo, 0, "quote");
	PassageText passage = {.text = sized_argument(fcinfo, 1, "passage")};
	Slice		name = sized_argument(fcinfo, 2, "level");
	int			level = quote_level_of(name);
	Rows		row = {0};
	QuoteMatch	match;

	check_encoding();
	check_word(slice_copy(name), "exact|space|case|typography|linewrap", "level");
	match = quote_match(&passage, quote, level);
	put_match(&row, &match);
	PG_RETURN_DATUM(row_datum(fcinfo, &row));
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

/* A policy of no deal: the presets with the settings of the call. */
static void
apply_settings(Policy *policy, Jsonb *settings)
{
	JsonbIterator *at = NULL;
	JsonbValue	key;
	JsonbValue	value;

	policy_init(policy);
	policy->quote_level = "case";	/* the requirement's own check */
	check_container(settings, true, "policy",
					"Pass {\"quote_level\": ...} or memo_policy(deal_id).");
	while (next_member(&at, &settings->root, &key, &value))
	{
		Slice		text = jsonb_text(&value);
		char	   *shown = value.type == jbvBinary
			? JsonbToCString(NULL, value.val.binary.data, value.val.binary.len)
			: text.data == NULL ? "null" : slice_copy(text);
		char	   *problem =
			policy_set(policy, slice_copy(jsonb_text(&key)), jsonb_type(&value), shown);

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

/* Looks for the quote of one claim in the passage that it names; the first thing wrong is its
 * error. */
static ClaimVerdict
check_claim(ClaimCheck *check, JsonbValue *claim)
{
	ClaimVerdict verdict = {.passage_id = {NULL, 0}};
	JsonbValue	citation;
	JsonbValue	value;
	PassageText *passage;
	Slice		quote = {"", 0};

	if (!jsonb_is_object(claim) ||
		!jsonb_member(claim->val.binary.data, slice_of("citation"), &citation) ||
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
	if (jsonb_member(citation.val.binary.data, slice_of("quote"), &value) &&
		value.type == jbvString)
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
		verdict.error = quote_missing_error("passage", verdict.passage_id, quote);
	return verdict;
}

/* The passages of a call are texts, and not too large to fold. */
static void
check_passages(Jsonb *passages)
{
	JsonbIterator *at = NULL;
	JsonbValue	key;
	JsonbValue	value;

	check_container(passages, true, "passages", "Pass {\"passage id\": \"text\", ...}.");
	while (next_member(&at, &passages->root, &key, &value))
	{
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
	HASHCTL control = {
		.keysize = sizeof(char *), .entrysize = sizeof(PassageEntry), .hcxt = CurrentMemoryContext};
	ClaimCheck	check = {0};
	JsonbIterator *at = NULL;
	JsonbValue	claim;
	Jsonb	   *claims;
	Rows		rows;
	int			ord = 0;

	check_encoding();
	check_argument(fcinfo, 0, "claims");
	check_argument(fcinfo, 1, "passages");
	check_argument(fcinfo, 2, "policy");
	claims = PG_GETARG_JSONB_P(0);
	check.passages = PG_GETARG_JSONB_P(1);
	rows = open_rows(fcinfo);
	check_container(
		claims, false, "claims",
		"Pass [{\"claim_text\": ..., \"citation\": {\"passage_id\": ..., \"quote\": ...}}, ...].");
	check_passages(check.passages);
	apply_settings(&check.policy, PG_GETARG_JSONB_P(2));
	check.level = quote_level_of(slice_of(check.policy.quote_level));
	check.folded =
		hash_create("memocite passages", 64, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	while (next_element(&at, claims, &claim))
	{
		ClaimVerdict verdict = check_claim(&check, &claim);

		put_int(&rows, ++ord, 1);
		put_bool(&rows, verdict.error == NULL);
		put_slice(&rows, verdict.passage_id);
		/* level and place are of a quote that was found */
		put_text(&rows, verdict.error == NULL ? quote_level_name(verdict.match.level) : NULL);
		put_int(&rows, verdict.error == NULL ? verdict.match.start : -1, 0);
		put_text(&rows, verdict.error);
		put_optional(&rows, verdict.error == NULL, BoolGetDatum(verdict.match.cuts_number));
		end_row(&rows);
	}
	return (Datum) 0;
}

/* ------------------------------------------------------------ claims as rows */

/* What is wrong, in words for the user; NULL when nothing is. */
static const char *
check_words(const QuoteCheck *check)
{
	const Claim *claim = check->claim;

	if (check->reason == NULL)
		return NULL;
	if (strcmp(check->reason, "no_passage") == 0)
		return passage_missing_error(slice_of(claim->passage_id));
	if (strcmp(check->reason, "other_document") == 0)
		return psprintf("Passage %s is of another document than the claim", claim->passage_id);
	if (claim->passage_id == NULL)
		return quote_missing_error("the passages of document",
								   slice_of(claim->identity.doc->doc_id), slice_of(claim->quote));
	return quote_missing_error("passage", slice_of(claim->passage_id), slice_of(claim->quote));
}

static const char *
quotation_words(const Quotation *quotation, Slice text)
{
	const char *doc_id = quotation->citation->identity.doc->doc_id;

	if (quotation->verdict == QUOTATION_VERIFIED)
		return NULL;
	return quote_missing_error(quotation->verdict == QUOTATION_NOT_FOUND ? "document"
							   : "what is stored of document", slice_of(doc_id), text);
}

/* The words in quotation marks of a deal's text, as memo_finalize looks them up. */
static void
put_quotations(Rows *rows, int64 deal_id)
{
	Memo	   *memo = store_load(deal_id, 0);
	Quotations	quotations = {NULL, 0, 0};

	engine_run(memo);
	quotations_read(memo, &quotations);
	for (int i = 0; i < quotations.count; i++)
	{
		const Quotation *quotation = &quotations.items[i];
		const Section *section = &memo->sections[quotation->section];
		const Citation *citation = quotation->citation;
		Slice		text = {section->body.data + quotation->extent.start,
			quotation->extent.end - quotation->extent.start};
		PassageText passage = {.text = {NULL, 0}};
		QuoteMatch	match = {false};

		if (quotation->passage != NULL)
		{
			passage.text = quotation->passage->content;
			match = quote_match(&passage, text,
								quote_level_of(slice_of(memo->policy.quote_level)));
			passage_free(&passage);
		}
		put_text(rows, section->section_key);
		put_id(rows, citation->src_id, 0);
		put_optional(rows, citation->claim != NULL, citation->claim == NULL ? 0
					 : UUIDPGetDatum((pg_uuid_t *) citation->claim->claim_id));
		put_text(rows, quotation->passage == NULL ? NULL : quotation->passage->passage_id);
		match.is_found |= quotation->verdict == QUOTATION_VERIFIED;	/* at least in parts */
		put_match(rows, &match);
		put_text(rows, quotation_words(quotation, text));
		put_text(rows, "prose");
		end_row(rows);
	}
}

Datum
memo_check_quotes(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	Rows		rows = open_store_rows(fcinfo);
	Memo	   *memo;
	QuoteCheck *checks;
	int			count;

	memo = store_load(deal_id, 0);
	checks = quote_checks(memo, &count);
	for (int i = 0; i < count; i++)
	{
		const Claim *claim = checks[i].claim;

		put_text(&rows, memo->sections[claim->section].section_key);
		put_id(&rows, claim->src_id, 0);
		put_datum(&rows, UUIDPGetDatum((pg_uuid_t *) claim->claim_id));
		put_text(&rows, claim->passage_id);
		put_match(&rows, &checks[i].match);
		put_text(&rows, check_words(&checks[i]));
		put_text(&rows, "claim");
		end_row(&rows);
	}
	if (memo->has_passages && memo->nsections > 0)
		put_quotations(&rows, deal_id);
	return close_rows(&rows);
}

/* ------------------------------------------------------------------- figures */

/* Sources by their texts. */
typedef struct KnownSources
{
	KeyMap		numbers;		/* 1 + index, by hash */
				VEC(Slice) texts;
				VEC(const FigureSource *) items;
} KnownSources;

/* One source for each text that repeats. */
static const FigureSource *
source_of(KnownSources *known, Slice text)
{
	int		   *number = keymap_at(&known->numbers, slice_hash(text, 0));

	if (*number > 0 && slice_equal(known->texts.items[*number - 1], text))
		return known->items.items[*number - 1];
	*VEC_PUSH(&known->texts) = text;
	*VEC_PUSH(&known->items) = figure_source(text);
	*number = known->items.count;
	return known->items.items[*number - 1];
}

/* The evidence of each reference. */
static FigureReference *
figure_references(FunctionCallInfo fcinfo, Slice body, int *count)
{
	Datum	   *texts;
	Datum	   *places = NULL;
	bool	   *nulls;
	bool	   *place_nulls = NULL;
	Datum	   *is_part = NULL;
	bool	   *part_nulls = NULL;
	KnownSources known = {0};
	int			nplaces = 0;
	int			nparts = 0;
	int			at = 0;			/* bytes and characters of the body so far */
	int			characters = 0;
	FigureReference *references;
	const FigureSource **sources;

	deconstruct_array(PG_GETARG_ARRAYTYPE_P(2), TEXTOID, -1, false, TYPALIGN_INT,
					  &texts, &nulls, count);
	if (!PG_ARGISNULL(1))
		deconstruct_array(PG_GETARG_ARRAYTYPE_P(1), INT4OID, 4, true, TYPALIGN_INT,
						  &places, &place_nulls, &nplaces);
	if (!PG_ARGISNULL(3))
		deconstruct_array(PG_GETARG_ARRAYTYPE_P(3), BOOLOID, 1, true, TYPALIGN_CHAR,
						  &is_part, &part_nulls, &nparts);
	if ((is_part != NULL && nparts != *count) || (places != NULL && nplaces != *count))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s and evidence differ in length",
						is_part != NULL && nparts != *count ? "parts" : "places"),
				 errdetail("They have %d and %d elements.",
						   is_part != NULL && nparts != *count ? nparts : nplaces, *count)));
	references = palloc_array_huge(*count + 1, sizeof(FigureReference));
	sources = palloc_array_huge(*count + 1, sizeof(FigureSource *));
	for (int i = 0; i < *count; i++)
	{
		references[i] = (FigureReference) {.pos = body.len,.sources = &sources[i],
			.nsources = !nulls[i],.is_part = is_part != NULL && !part_nulls[i] &&
			DatumGetBool(is_part[i])};
		if (!nulls[i])
			sources[i] = source_of(&known, checked_size(datum_slice(texts[i]), "evidence"));
		if (places == NULL)
			continue;
		if (place_nulls[i] || DatumGetInt32(places[i]) < characters)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("places are not in the order of the text"),
					 errdetail("Element %d is before the one before it, or NULL.", i + 1)));
		for (; at < body.len && characters < DatumGetInt32(places[i]); characters++)
			at += char_length(body.data[at]);
		references[i].pos = at;
	}
	return references;
}

static void
put_figure(Rows *rows, Slice body, const Figure *figure, int start)
{
	Slice		text = {body.data + figure->start, figure->end - figure->start};

	put_int(rows, figure->reference + 1, 0);
	put_slice(rows, text);
	put_int(rows, start, 0);
	put_int(rows, utf8_length(text.data, text.len), 0);
	put_text(rows, figure_verdict_names[figure->verdict]);
	put_slice(rows, figure->nearest.len > 0 ? figure->nearest : (Slice) {NULL, 0});
	end_row(rows);
}

Datum
memo_figures(PG_FUNCTION_ARGS)
{
	Rows		rows = open_rows(fcinfo);
	Slice		body;
	FigureReference *references;
	int			count;
	Figures		figures = {NULL, 0, 0};
	int			at = 0;
	int			characters = 0;

	check_encoding();
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
		put_figure(&rows, body, &figures.items[i], characters);
	}
	return (Datum) 0;
}
