/*
 * anchor.c
 *		What lets a number diverge from the canonical value.
 *
 * In its sentence, or right behind its stop, stands a [SOURCE-X] or [TABLE-N], or a [SRC:n]
 * whose claim's passage has that very number - or whose quote has, where the quote was found
 * in its passage or there is no passage to look into: a fabricated quote anchors nothing.
 * With policy prose_anchors "tags" the evidence does not count.
 */
#include "metrics/metrics_internal.h"
#include "evidence/evidence.h"
#include "markers/markers.h"

#define MAX_EVIDENCE		64	/* claims looked at for one id, */
#define MAX_CLAIMS			512 /* and for all markers of a sentence */
#define MAX_EVIDENCE_BYTES	(64 * 1024 * 1024)	/* read for the numbers of a text */

/* ------------------------------------------------------------------ evidence */

/* "12 to 14%": a number that is the low one of a range has the unit of the high one. */
static void
set_range_unit(const TokenReader *reader, Number *number)
{
	TokenReader ahead = *reader;
	Token		joint;
	Token		high;
	static uint64 to = 0;

	if (to == 0)
		to = word_key("to", 2);
	if (token_next(&ahead, &joint) &&
		(joint.kind == TOKEN_SIGN ? joint.sign == '-' : joint.kind == TOKEN_WORD &&
		joint.key == to) &&
		token_next(&ahead, &high) && high.kind == TOKEN_NUMBER)
		number->unit = high.number.unit;
}

/*
 * Has a text that very number?  Percents and basis points are one; a number without a unit
 * counts where it has decimals, or a metric of its unit says so before a table's cell:
 * "| IRR | 12 |" has a 12.
 */
static bool
text_has_number(Slice text, Decimal number, const MetricKind *kind)
{
	TokenReader reader = {text.data, text.len, 0};
	Token		token;
	int			bar = -1;		/* the last border of a cell */
	int			named = -1;		/* the line has the metric's label up to here */
	uint64		label = word_key(kind->label, (int) strcspn(kind->label, " "));

	number.digits = llabs(number.digits);
	while (token_next(&reader, &token))
	{
		Decimal		value = token.number.value;

		if (token.kind == TOKEN_SIGN)
		{
			bar = token.sign == '|' || token.sign == ',' || token.sign == ':' ? token.end : bar;
			if (token.sign == '\n')
				named = -1;
		}
		if (token.kind == TOKEN_WORD && token.key == label)
			named = token.end;
		if (token.kind != TOKEN_NUMBER)
			continue;
		value.digits = llabs(value.digits);
		if (token.number.unit == NUMBER_NONE)
			set_range_unit(&reader, &token.number);
		if (token.number.unit == NUMBER_BPS && kind->number_unit == NUMBER_PERCENT)
			value = decimal_shift(value, -2);
		else if (token.number.unit == NUMBER_NONE)
		{
			if (value.scale == 0 && !(named >= 0 && bar >= named))
				continue;
		}
		else if (token.number.unit != kind->number_unit && !(kind->number_unit == NUMBER_NONE &&
			token.number.unit == NUMBER_COUNT))
			continue;
		if (token.number.unit == NUMBER_CURRENCY && token.number.currency != kind->currency)
			continue;
		if (decimal_compare(value, number) == 0)
			return true;
	}
	return false;
}

/* What the passage of a claim says; empty where it has none. */
static Slice
claim_passage(const Memo *memo, const Claim *claim)
{
	const Passage *passage =
		claim->passage_id == NULL ? NULL : memo_passage(memo, claim->passage_id);

	return passage == NULL ? (Slice) {"", 0} : passage->content;
}

bool
claim_has_number(const Memo *memo, const Claim *claim, Decimal number, const MetricKind *kind)
{
	return (claim_quotes(claim) && text_has_number(slice_of(claim->quote), number, kind)) ||
		text_has_number(claim_passage(memo, claim), number, kind);
}

/* Was the claim's quote found in its passage, else in one of its document, or is there none to
 * look into?  Not where the passage is still to be read. */
static bool
quote_stands(Memo *memo, Claim *claim)
{
	const Document *doc = claim->identity.doc;
	PassageText passage = {.text = {NULL, 0}};
	QuoteMatch	match = {.is_found = false};

	if (claim->quote_level != NULL)
		return claim->quote_verified;
	if (claim->passage_id == NULL && doc != NULL && !doc->is_fetched)
		locate_quotes(memo);
	if (claim->passage_id == NULL)
		return doc == NULL || !doc->has_passages;
	if (memo_passage(memo, claim->passage_id) == NULL)
		return false;
	passage.text = claim_passage(memo, claim);
	if (passage.text.len <= MAX_SECTION_BYTES)
		match = quote_match(&passage, slice_of(claim->quote),
			quote_level_of(slice_of(memo->policy.quote_level)));
	passage_free(&passage);
	claim->quote_level = match.is_found ? quote_level_name(match.level) : "unmatched";
	claim->quote_verified = match.is_found && !match.cuts_number;
	return claim->quote_verified;
}

static bool
any_has_number(MetricCheck *check, const Anchors *anchors, const MetricFinding *finding)
{
	for (int i = 0; i < anchors->claims.count && check->evidence_bytes < MAX_EVIDENCE_BYTES; i++)
	{
		Claim	   *claim = anchors->claims.items[i];
		Slice		passage = claim_passage(check->memo, claim);
		Slice		quote = claim_quotes(claim) ? slice_of(claim->quote) : (Slice) {"", 0};

		CHECK_FOR_INTERRUPTS();
		check->evidence_bytes += passage.len + quote.len;
		if (text_has_number(passage, finding->found, finding->kind) ||
			(text_has_number(quote, finding->found, finding->kind) &&
				quote_stands(check->memo, claim)))
			return true;
	}
	return false;
}

void
load_claim_passages(Memo *memo, Claim **claims, int count)
{
	for (int i = 0; i < count; i++)
		if (claims[i]->passage_id != NULL)
			want_passage(memo, claims[i]->passage_id);
	load_wanted(memo);
}

/* -------------------------------------------------------------------- claims */

/* The claims that an id means in the section; of the deal, where there is no
 * section or the id is deal-wide. */
static void
collect_claims(const MetricCheck *check, int64 id, Anchors *anchors)
{
	Memo	   *memo = check->memo;
	const Section *section = check->section;
	int			low;
	Claim	  **claims;

	if (section != NULL)
	{
		int			at = section_claim_position(memo, section, id);
		int			first = at;

		for (; at < section->claims.count &&
			 memo->claims[section->claims.first + at].src_id == id &&
			 at - first < MAX_EVIDENCE; at++)
			*VEC_PUSH(&anchors->claims) = &memo->claims[section->claims.first + at];
		if (at > first || !id_is_deal_wide(memo, section, id))
			return;
	}
	claims = claims_by_src_id(memo);
	LOWER_BOUND(low, memo->nclaims, i, claims[i]->src_id < id);
	for (int i = low; i < memo->nclaims && claims[i]->src_id == id && i < low + MAX_EVIDENCE; i++)
		*VEC_PUSH(&anchors->claims) = claims[i];
	if (low < memo->nclaims && claims[low]->src_id == id)
		return;
	/* a passage may carry the id itself */
	low = passage_position(memo, id);
	for (int i = low; i < memo->npassages && memo->passages[i].src_id == id &&
		i < low + MAX_EVIDENCE; i++)
	{
		Claim	   *carried = palloc0(sizeof(Claim));

		carried->src_id = id;
		carried->passage_id = memo->passages[i].passage_id;
		*VEC_PUSH(&anchors->claims) = carried;
	}
}

/* The claims of what a near miss means: "[SRC:1, 2]", "[SRC:1-3]".  Of a range as
 * wide as the repair takes those count that there are. */
static void
collect_variant_claims(const MetricCheck *check, const Marker *marker, Anchors *anchors)
{
	MarkerIds	ids;

	if (!marker_ids(marker, &ids))
		return;
	for (int i = 0; i < ids.count; i++)
		if (ids.joints[i] != 0 &&
			(ids.ids[i] < ids.ids[i - 1] ||
			 ids.ids[i] - ids.ids[i - 1] >= RANGE_WIDTH))
			return;
	for (int i = 0; i < ids.count; i++)
		for (int64 id = ids.joints[i] == '-' ? ids.ids[i - 1] + 1 : ids.ids[i]; id <= ids.ids[i] &&
			anchors->claims.count <= MAX_CLAIMS; id++)
			collect_claims(check, id, anchors);
}

/* ------------------------------------------------------------------- markers */

int
marker_from(const Prose *prose, int start)
{
	int			low;

	LOWER_BOUND(low, prose->markers.count, i, prose->markers.items[i].start < start);
	return low;
}

/* Is there nothing but blanks, closing marks and one line end in [from, to)? */
static bool
only_closers(const char *text, int from, int to)
{
	int			lines = 0;

	for (; from < to && strchr(" \t*_~.,;)\"'\r\n", text[from]) != NULL; from++)
		lines += text[from] == '\n';
	return from >= to && lines < 2;
}

/* Does a marker anchor by itself?  Adds the claims behind it to the list, if not. */
static bool
read_marker(const MetricCheck *check, const Marker *marker, Anchors *anchors)
{
	bool		reads_evidence = strcmp(check->memo->policy.prose_anchors, "evidence") == 0;

	switch (marker->kind)
	{
		case MARKER_SOURCE_TAG:
		case MARKER_TABLE_TAG:
			return true;
		case MARKER_SRC:
		case MARKER_SRC_VARIANT:
			if (marker_names_tag(marker))
				return true;
			if (!reads_evidence || anchors->claims.count > MAX_CLAIMS)
				return false;
			if (marker->kind == MARKER_SRC)
				collect_claims(check, marker->id, anchors);
			else
				collect_variant_claims(check, marker, anchors);
			return false;
		default:
			return false;
	}
}

/* Looks at the markers of a finding's sentence, those behind its stop too. */
static bool
read_markers(const MetricCheck *check, const MetricFinding *finding, Anchors *anchors)
{
	const Prose *prose = check->prose;
	int			end = finding->sentence.end;

	for (int i = marker_from(prose, finding->sentence.start); i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];

		if (marker->start >= end && !only_closers(prose->text, end, marker->start))
			break;
		end = Max(end, marker->start + marker->len);
		if (read_marker(check, marker, anchors))
			return true;
	}
	return false;
}

void
judge_anchor(MetricCheck *check, MetricFinding *finding, Anchors *anchors, bool is_told)
{
	if (anchors->sentence != finding->sentence.start)
	{
		anchors->sentence = finding->sentence.start;
		anchors->claims.count = 0;
		anchors->is_anchored = read_markers(check, finding, anchors);
	}
	finding->anchored = anchors->is_anchored || any_has_number(check, anchors, finding);
	if (!finding->anchored && anchors->claims.count > 0 && is_told)
	{
		load_claim_passages(check->memo, anchors->claims.items, anchors->claims.count);
		finding->anchored = any_has_number(check, anchors, finding);
	}
	if (finding->anchored && finding->verdict == VERDICT_VIOLATION)
		finding->verdict = VERDICT_OK;
	if (finding->verdict == VERDICT_VIOLATION && anchors->claims.count > 0 &&
		check->evidence_bytes >= MAX_EVIDENCE_BYTES)
		finding->verdict = VERDICT_REVIEW;	/* there may be evidence that was not read */
}
