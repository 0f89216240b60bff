/*
 * correct.c
 *		The safety net: rewritable violations become the canonical value, before anything
 *		else is done with the text.
 *
 *		the IRR is **12.0%** [SRC:1].
 *		the IRR is **18.5%** [VERIFIED: corrected from 12.0% per source data][^1].
 *
 * The number is rewritten as the prose wrote it (unit, thousands, at least its decimals).  A
 * correction is two edits of the section: the number, and the note behind it;
 * where it changes how the number is spoken, the article before it: "an 18.5%".
 */
#include "metrics/metrics_internal.h"
#include "charts/charts.h"
#include "markers/markers.h"

/* "an 8%", "an 18.5%", "a 12%": does the number begin with a vowel's sound? */
static bool
wants_an(const char *number)
{
	int			whole = (int) strspn(number, "0123456789");

	return number[0] == '8' || (whole == 2 && (strncmp(number, "11", 2) == 0 ||
		strncmp(number, "18", 2) == 0));
}

/* Puts the article that stands before the number right: "a 12%", "an 18.5%". */
static void
replace_article(const Prose *prose, const MetricFinding *finding, Correction *correction)
{
	const char *text = prose->text;
	int			gap = finding->number.digits;
	int			start;

	correction->start = gap;
	correction->end = finding->number.digits_end;
	correction->replacement = correction->number;
	while (gap > 0 && strchr("*_", text[gap - 1]) != NULL)
		gap--;
	start = gap > 0 && text[gap - 1] == ' ' ? --gap : 0;
	start -= start > 1 && (text[start - 1] | 32) == 'n' ? 2 : 1;
	if (start < 0 || (text[start] | 32) != 'a' || (start > 0 &&
		is_word_byte((unsigned char) text[start - 1])) ||
		wants_an(correction->number) == (gap - start == 2))
		return;
	correction->replacement = psprintf("%c%s%.*s%s", text[start], wants_an(correction->number) ?
		"n" : "",
									   correction->start - gap, text + gap, correction->number);
	correction->start = start;
}

int
finding_note_place(const Prose *prose, const MetricFinding *finding)
{
	int			pos = finding->end;
	int			low;

	LOWER_BOUND(low, prose->zones.count, i, prose->zones.items[i].start <= finding->start);
	for (int i = low - 1; i >= 0 && i > low - 20; i--)
	{
		const Zone *label = &prose->zones.items[i];

		if (label->kind != ZONE_LINK_LABEL || label->end < pos)
			continue;
		for (int j = low; j < prose->zones.count && j < low + 20; j++)
			if (prose->zones.items[j].kind == ZONE_LINK_DEST &&
				prose->zones.items[j].start >= label->end &&
				prose->zones.items[j].start <= label->end + 2)
				pos = prose->zones.items[j].end;
		break;
	}
	while (pos < prose->len && strchr("*_~", prose->text[pos]) != NULL)
		pos++;
	return pos;
}

/* Behind the note's bracket one of these would make a link of it. */
static bool
needs_blank(const Prose *prose, int pos)
{
	int			next;

	if (pos >= prose->len || strchr("([:", prose->text[pos]) == NULL)
		return false;
	next = marker_from(prose, pos);
	return next == prose->markers.count || prose->markers.items[next].start != pos ||
		!prose->markers.items[next].leaves;
}

void
metric_correction(const Prose *prose, const MetricFinding *finding, Correction *correction)
{
	static const char known[] = " [VERIFIED: corrected from ";

	correction->number = decimal_text(written_value(finding));
	if (finding->number.has_thousands)
		correction->number = with_thousands(correction->number);
	replace_article(prose, finding, correction);
	correction->old = finding_text(prose, finding);
	correction->note_at = finding_note_place(prose, finding);
	correction->note = psprintf("%s%s per source data]%s", known, correction->old,
								needs_blank(prose, correction->note_at) ? " " : "");
	/* corrected before, to a value that has changed: the first old value stays */
	if (prose->len - correction->note_at >= (int) sizeof(known) - 1 &&
		strncmp(prose->text + correction->note_at, known, sizeof(known) - 1) == 0)
		correction->note = "";
}

/* {"found": "12.0%", to be gone on with */
static StringInfoData
found_detail(const char *found)
{
	StringInfoData detail;

	initStringInfo(&detail);
	appendStringInfoString(&detail, "{\"found\":");
	append_json_string(&detail, found, (int) strlen(found));
	return detail;
}

/* For the list of the page. */
static Contradiction
contradiction(int section, const MetricFinding *finding, const char *written, bool is_corrected)
{
	return (Contradiction) {section, metric_name(finding), written,
		metric_value_text(finding->kind, is_corrected ? corrected_value(finding) :
						  finding->canonical->value),
		is_corrected ? NULL : canonical_sentence(finding->canonical)};
}

static void
record_correction(Memo *memo, Section *section, const MetricFinding *finding,
	const Correction *correction, int offset)
{
	Contradiction entry = contradiction(section->index, finding, correction->old, true);
	StringInfoData detail = found_detail(correction->old);

	*VEC_PUSH(&section->corrections) = (MetricCorrection) {finding->sentence, finding->number,
		finding->kind};
	*VEC_PUSH(&memo->contradictions) = entry;
	appendStringInfoString(&detail, ",\"corrected\":");
	append_json_string(&detail, entry.canonical, (int) strlen(entry.canonical));
	appendStringInfo(&detail, ",\"offset\":%d}", offset);
	memo_event(memo, EVENT_metric_corrected, section->index, slice_of(entry.name), "%s",
		detail.data);
	pfree(detail.data);
}

static void
correct_finding(Memo *memo, Section *section, const MetricFinding *finding, int offset)
{
	Correction	correction;

	metric_correction(section->prose, finding, &correction);
	section_edit(memo, section, correction.start, correction.end - correction.start,
		correction.replacement);
	if (correction.note[0] != '\0')
	{
		section_edit(memo, section, correction.note_at, 0, correction.note);
		section->edits.items[section->edits.count - 1].comes_first = true;
	}
	record_correction(memo, section, finding, &correction, offset);
}

/* Tells of a number that stays as it is. */
static void
report_kept(Memo *memo, const Section *section, const MetricFinding *finding, EventCode code,
	int offset)
{
	StringInfoData detail = found_detail(finding_text(section->prose, finding));

	if (finding->canonical != NULL)
		appendStringInfo(&detail, ",\"canonical\":%s", finding->canonical->text);
	if (code == EVENT_metric_violation && section_is_of_others(section))
		appendStringInfoString(&detail, ",\"listed\":true");
	appendStringInfo(&detail, ",\"offset\":%d}", offset);
	memo_event(memo, code, section->index, slice_of(metric_name(finding)), "%s", detail.data);
	pfree(detail.data);
}

static void
settle_finding(Memo *memo, Section *section, const MetricFinding *finding, int offset)
{
	if (metric_is_corrected(memo, finding))
		correct_finding(memo, section, finding, offset);
	else if (finding->verdict == VERDICT_VIOLATION)
	{
		report_kept(memo, section, finding, EVENT_metric_violation, offset);
		*VEC_PUSH(&memo->contradictions) = contradiction(section->index, finding,
			finding_text(section->prose, finding), false);
	}
	else if (finding->is_scale_slip)
		report_kept(memo, section, finding, EVENT_metric_scale, offset);
	else
		report_kept(memo, section, finding, EVENT_metric_review, offset);
}

static void
settle_section(Memo *memo, Section *section)
{
	int			pos = 0;
	int			chars = 0;

	for (int i = 0; i < section->metrics->findings.count; i++)
	{
		const MetricFinding *finding = &section->metrics->findings.items[i];

		if (!finding->is_told)
			continue;
		chars += utf8_length(section->body.data + pos, finding->start - pos);
		pos = finding->start;
		settle_finding(memo, section, finding, chars);
	}
}

/* -------------------------------------------------------------------- charts */

/* Reads a text of a chart like prose of its section; a violation is an event that names the
 * chart, and may drop it (policy chart_metrics). */
static void
check_chart_text(Memo *memo, Chart *chart, const char *member)
{
	Slice		text = chart->config == NULL ? (Slice) {NULL, 0} : json_text(chart->config, member);
	MetricCheck check = {.memo = memo, .section = &memo->sections[chart->section]};
	bool		drops_all = strcmp(memo->policy.chart_metrics, "drop") == 0;

	if (text.len == 0)
		return;
	check.prose = prose_parse(text.data, text.len, &marker_extension);
	metric_check(&check);
	for (int i = 0; i < check.findings.count; i++)
	{
		const MetricFinding *finding = &check.findings.items[i];
		StringInfoData detail;

		if (finding->verdict != VERDICT_VIOLATION)
			continue;
		detail = found_detail(finding_text(check.prose, finding));
		appendStringInfo(&detail, ",\"canonical\":%s,\"chart\":", finding->canonical->text);
		append_json_string(&detail, chart->chart_id, (int) strlen(chart->chart_id));
		appendStringInfo(&detail, ",\"member\":\"%s\"}", member);
		memo_event(memo, EVENT_metric_violation, chart->section, slice_of(metric_name(finding)),
			"%s", detail.data);
		chart->conflict = palloc(sizeof(Contradiction));
		*chart->conflict = contradiction(chart->section, finding,
										 finding_text(check.prose, finding), false);
		if (!chart->is_dropped && (drops_all || finding->is_rewritable))
		{
			chart->is_dropped = true;
			chart->gate = "metrics";
			chart->reason = psprintf("%s says %s is %s, but it is %s", member, metric_name(finding),
									 finding_text(check.prose, finding),
										metric_value_text(finding->kind,
										finding->canonical->value));
		}
	}
}

/* Titles, captions and questions of the candidates, before any is chosen. */
static void
check_chart_texts(Memo *memo)
{
	static const char *const members[] = {"title", "insightCaption", "decisionQuestion"};

	if (strcmp(memo->policy.chart_metrics, "off") == 0)
		return;
	for (int i = 0; i < memo->ncharts; i++)
		for (int j = 0; j < (int) lengthof(members); j++)
		{
			CHECK_FOR_INTERRUPTS();
			check_chart_text(memo, &memo->charts[i], members[j]);
		}
}

/* Does the section name a metric that another one names, too? */
static bool
shares_metric(const Memo *memo, const Section *section, const int *sections)
{
	for (int kind = 0; metric_kind_at(memo, kind) != NULL; kind++)
		if (section->metrics->said[kind] && sections[kind] > 1)
			return true;
	return false;
}

/* Without a canonical metric sections can only contradict each other: how many name a kind. */
static int *
count_sections(Memo *memo)
{
	VEC(int) sections = {NULL, 0, 0};

	for (int kind = 0; metric_kind_at(memo, kind) != NULL; kind++)
		*VEC_PUSH(&sections) = 0;
	for (int i = 0; i < memo->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		memo->sections[i].metrics->compares_only = true;
		(void) survey_names(memo->sections[i].metrics);
		for (int kind = 0; kind < sections.count; kind++)
			sections.items[kind] += memo->sections[i].metrics->said[kind];
	}
	return sections.items;
}

void
correct_metrics(Memo *memo)
{
	struct Reading *scratch = NULL;
	const int  *sections = NULL;

	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];

		section->metrics = palloc0(sizeof(MetricCheck));
		*section->metrics = (MetricCheck){.memo = memo,
										  .section = section,
										  .prose = section->prose};
	}
	if (memo->metrics.count == 0)
		sections = count_sections(memo);
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];

		CHECK_FOR_INTERRUPTS();
		if (sections != NULL && !shares_metric(memo, section, sections))
			continue;
		section->metrics->scratch = scratch;
		metric_check(section->metrics);
		scratch = section->metrics->scratch;
		settle_section(memo, section);
	}
	if (memo->metrics.count > 0)
		check_chart_texts(memo);
}

/* ------------------------------------------------------ citations of old values */

#define MAX_OF_SENTENCE	64		/* corrections of one sentence that are looked at */

static void
remove_contradicting(Memo *memo, Section *section)
{
	int			count;
	int			first = 0;
	int			removed = 0;
	Citation  **references = section_references(memo, section, &count);

	for (int i = 0; i < count; i++)
	{
		Citation   *citation = references[i];

		/* both are in the order of the text */
		while (first < section->corrections.count &&
			section->corrections.items[first].sentence.end < citation->anchor)
			first++;
		for (int j = first; j < section->corrections.count && j < first + MAX_OF_SENTENCE &&
			!citation->is_removed; j++)
		{
			const MetricCorrection *entry = &section->corrections.items[j];
			Claim		carried = {.passage_id = unconstify(char *,
				citation->passage_id)};	/* a passage that has the id itself */
			Claim	   *claim = citation->claim == NULL ? &carried : citation->claim;

			if ((citation->claim == NULL && citation->passage_id == NULL) ||
				citation->anchor <= entry->sentence.start)
				break;
			load_claim_passages(memo, &claim, 1);
			if (claim_has_number(memo, claim, &entry->old, entry->kind))
			{
				citation_remove(memo, citation, "contradicts_correction");
				removed++;
			}
		}
	}
	citations_removed(memo, section->index, "contradicts_correction", removed);
	pfree(references);
}

void
remove_contradicting_citations(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (memo->sections[i].corrections.count > 0)
			remove_contradicting(memo, &memo->sections[i]);
	}
}

