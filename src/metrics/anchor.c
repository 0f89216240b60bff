/*
 * anchor.c
 *		What lets a number diverge from the canonical value.
 *
 * In its sentence, or right behind its stop, stands a [SOURCE-X] or [TABLE-N], or a [SRC:n]
 * whose claim's passage has the number, as figures are looked for - or whose quote has, where
 * there is no passage to look into: a fabricated quote anchors nothing.
 * With policy prose_anchors "tags" the evidence does not count.
 */
#include "metrics/metrics_internal.h"
#include "evidence/evidence.h"
#include "markers/markers.h"

#define MAX_EVIDENCE		64	/* claims looked at for one id, */
#define MAX_CLAIMS			512 /* and for all markers of a sentence */

/* ------------------------------------------------------------------ evidence */

/* A number of a metric as it is looked for: with the metric's unit and name. */
static Mention
mention_of(const Number *number, const MetricKind *kind)
{
	Mention		mention = {.number = *number};

	mention.before = (Slice) {kind->label, (int) strcspn(kind->label, " ")};
	mention.number.value.digits = llabs(number->value.digits);
	if (number->unit == NUMBER_NONE || number->unit == NUMBER_COUNT)
	{
		mention.number.unit = kind->number_unit;
		mention.number.currency = kind->currency;
	}
	return mention;
}

static bool
passage_has(Memo *memo, const Claim *claim, const Mention *mention)
{
	Passage    *passage = claim->passage_id == NULL ? NULL : memo_passage(memo, claim->passage_id);
	const FigureSource *source = passage == NULL ? NULL : passage_figures(memo, passage);

	return source != NULL && figure_is_in(mention, source);
}

static bool
quote_has(Claim *claim, const Mention *mention)
{
	if (!claim_quotes(claim))
		return false;
	if (claim->figures == NULL)
		claim->figures = figure_source(slice_of(claim->quote));
	return figure_is_in(mention, claim->figures);
}

bool
claim_has_number(Memo *memo, Claim *claim, const Number *number, const MetricKind *kind)
{
	Mention		mention = mention_of(number, kind);

	return quote_has(claim, &mention) || passage_has(memo, claim, &mention);
}

/* A quote counts where there is no passage to look into; the passage of one that names none is
 * that of its document which has the quote. */
static bool
claim_anchors(Memo *memo, Claim *claim, const Mention *mention)
{
	const Document *doc = claim->identity.doc;

	if (passage_has(memo, claim, mention))
		return true;
	if (claim->passage_id != NULL || !quote_has(claim, mention))
		return false;
	if (doc != NULL && !doc->is_fetched)
		locate_quotes(memo);
	return claim->passage_id != NULL ? passage_has(memo, claim, mention)
		: doc == NULL || !doc->has_passages;
}

static bool
any_has_number(MetricCheck *check, const Anchors *anchors, const MetricFinding *finding)
{
	Mention		mention = mention_of(&finding->number, finding->kind);

	for (int i = 0; i < anchors->claims.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (claim_anchors(check->memo, anchors->claims.items[i], &mention))
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
		check->memo->contents.is_cut)
		finding->verdict = VERDICT_REVIEW;	/* there may be evidence that was not read */
}
