/*
 * metric_correct.c
 *		What becomes of violations: words for the model that wrote them, and the
 *		correction before anything else is done with the text.
 *
 *		the IRR is **12.0%** [SRC:1].
 *		the IRR is **18.5%** [VERIFIED: corrected from 12.0% per source data][^1].
 *
 * The number is rewritten as the prose wrote it (unit, thousands, at least its decimals).  A
 * correction is two edits of the section: the number, and the note behind it;
 * where it changes how the number is spoken, the article before it: "an 18.5%".
 */
#include "metrics/metrics_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"

/* ---------------------------------------------------------------- corrections */

#define MOST_DECIMALS	2			/* that a value needs, if the prose shows no more */

/* With as many decimals as the prose shows or as the value needs, whichever is more:
 * a rounded value must not stand as "VERIFIED". */
Decimal
corrected_value(const MetricFinding *finding)
{
	Decimal		value = finding->canonical->value;
	Decimal		needed = value;

	while (needed.scale > 0 && needed.digits % 10 == 0)
		needed = (Decimal) {needed.digits / 10, needed.scale - 1};
	needed.scale = Min(needed.scale, MOST_DECIMALS);
	/* words show none */
	return decimal_round(value, finding->is_spelled ? needed.scale : Max(finding->found.scale, needed.scale));
}

/* The digits of a value as the prose would write them. */
static char *
formatted_value(const Prose *prose, const MetricFinding *finding)
{
	Decimal		value = corrected_value(finding);
	char	   *plain;
	int			whole;
	StringInfoData out;

	if (finding->is_bps)
		value.scale -= 2;
	plain = decimal_text(value);
	if (plain[0] == '-' && strncmp(prose->text + finding->start, "\xE2\x88\x92", 3) == 0)
		plain = psprintf("\xE2\x88\x92%s", plain + 1);
	if (!finding->has_thousands)
		return plain;
	initStringInfo(&out);
	whole = (int) strcspn(plain, ".");
	for (int i = 0; plain[i] != '\0'; i++)
	{
		if (i > 0 && i < whole && (whole - i) % 3 == 0 && isdigit((unsigned char) plain[i - 1]))
			appendStringInfoChar(&out, ',');
		appendStringInfoChar(&out, plain[i]);
	}
	return out.data;
}

/* The old value as written, on one line and without markup or markers. */
static char *
old_value(const Prose *prose, const MetricFinding *finding)
{
	StringInfoData out;
	int			next = marker_from(prose, finding->start);

	initStringInfo(&out);
	for (int pos = finding->start; pos < finding->end; pos++)
	{
		char		c = prose->text[pos];

		while (c == '[' && next < prose->markers.count && prose->markers.items[next].start < pos)
			next++;
		if (c == '[' && next < prose->markers.count && prose->markers.items[next].start == pos)
			pos += prose->markers.items[next].len - 1;
		else if (c == '\n' || c == '\r' || c == '\t' || c == ' ' || c == '>')
		{
			if (out.len > 0 && out.data[out.len - 1] != ' ')
				appendStringInfoChar(&out, ' ');
		}
		else if (strchr("*_~\\[]", c) == NULL)
			appendStringInfoChar(&out, c);
	}
	return out.data;
}

/* "an 8%", "an 18.5%", "a 12%": does the number begin with a vowel's sound? */
static bool
wants_an(const char *number)
{
	int			whole = (int) strspn(number, "0123456789");

	return number[0] == '8' || (whole == 2 && (strncmp(number, "11", 2) == 0 || strncmp(number, "18", 2) == 0));
}

/* Puts the article that stands before the number right: "a 12%", "an 18.5%". */
static void
replace_article(const Prose *prose, const MetricFinding *finding, Correction *correction)
{
	const char *text = prose->text;
	int			gap = finding->start;
	int			start;

	while (gap > 0 && strchr("*_", text[gap - 1]) != NULL)
		gap--;
	start = gap > 0 && text[gap - 1] == ' ' ? --gap : 0;
	start -= start > 1 && (text[start - 1] | 32) == 'n' ? 2 : 1;
	correction->start = finding->start;
	correction->replacement = correction->number;
	if (start < 0 || (text[start] | 32) != 'a' || (start > 0 && (isalnum((unsigned char) text[start - 1]) || (unsigned char) text[start - 1] >= 0x80)) ||
		wants_an(correction->number) == (gap - start == 2))
		return;
	correction->start = start;
	correction->replacement = psprintf("%c%s%.*s%s", text[start], wants_an(correction->number) ? "n" : "",
									   finding->start - gap, text + gap, correction->number);
}

/* Behind the number, its closing emphasis and the link whose label it is in. */
static int
note_place(const Prose *prose, const MetricFinding *finding)
{
	int			pos = finding->end;
	int			low = 0;
	int			high = prose->zones.count;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (prose->zones.items[middle].start <= finding->start)
			low = middle + 1;
		else
			high = middle;
	}
	for (int i = low - 1; i >= 0 && i > low - 20; i--)
	{
		const Zone *label = &prose->zones.items[i];

		if (label->kind != ZONE_LINK_LABEL || label->end < pos)
			continue;
		for (int j = low; j < prose->zones.count && j < low + 20; j++)
			if (prose->zones.items[j].kind == ZONE_LINK_DEST && prose->zones.items[j].start >= label->end &&
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
	return next == prose->markers.count || prose->markers.items[next].start != pos || !prose->markers.items[next].leaves;
}

void
metric_correction(const Prose *prose, const MetricFinding *finding, Correction *correction)
{
	static const char known[] = " [VERIFIED: corrected from ";

	correction->number = formatted_value(prose, finding);
	replace_article(prose, finding, correction);
	correction->old = old_value(prose, finding);
	correction->note_at = note_place(prose, finding);
	correction->note = psprintf("%s%s per source data]%s", known, correction->old,
								needs_blank(prose, correction->note_at) ? " " : "");
	/* corrected before, to a value that has changed: the first old value stays */
	if (prose->len - correction->note_at >= (int) sizeof(known) - 1 && strncmp(prose->text + correction->note_at, known, sizeof(known) - 1) == 0)
		correction->note = "";
}

/* The new value with the unit as written: "18.5%". */
static char *
new_value(const Prose *prose, const MetricFinding *finding, const Correction *correction)
{
	MetricFinding unit = *finding;
	const char *text;

	unit.start = finding->number_end;
	text = old_value(prose, &unit);
	return psprintf("%s%s", correction->number, text);
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

static void
record_correction(Memo *memo, Section *section, const MetricFinding *finding, const Correction *correction, int offset)
{
	MetricCorrection *entry = VEC_PUSH(&section->corrections);
	StringInfoData detail;

	entry->name = metric_name(finding);
	entry->old_text = correction->old;
	entry->new_text = new_value(section->prose, finding, correction);
	entry->sentence = finding->sentence;
	entry->old = finding->found;
	entry->kind = finding->kind;
	entry->unit = finding->unit;
	detail = found_detail(entry->old_text);
	appendStringInfoString(&detail, ",\"corrected\":");
	append_json_string(&detail, entry->new_text, (int) strlen(entry->new_text));
	appendStringInfo(&detail, ",\"offset\":%d}", offset);
	memo_event(memo, EVENT_metric_corrected, section->index, slice_of(entry->name), "%s", detail.data);
	pfree(detail.data);
}

static void
correct_finding(Memo *memo, Section *section, const MetricFinding *finding, int offset)
{
	Correction	correction;

	metric_correction(section->prose, finding, &correction);
	section_edit(memo, section, correction.start, finding->number_end - correction.start, correction.replacement);
	if (correction.note[0] != '\0')
	{
		section_edit(memo, section, correction.note_at, 0, correction.note);
		section->edits.items[section->edits.count - 1].comes_first = true;
	}
	record_correction(memo, section, finding, &correction, offset);
}

/* Tells of a number that stays as it is. */
static void
report_kept(Memo *memo, const Section *section, const MetricFinding *finding, EventCode code, int offset)
{
	StringInfoData detail = found_detail(old_value(section->prose, finding));

	appendStringInfo(&detail, ",\"canonical\":%s,\"offset\":%d}", finding->canonical->text, offset);
	memo_event(memo, code, section->index, slice_of(metric_name(finding)), "%s", detail.data);
	pfree(detail.data);
}

static void
settle_finding(Memo *memo, Section *section, const MetricFinding *finding, int offset)
{
	if (finding->is_rewritable && memo->policy.correct_metrics)
		correct_finding(memo, section, finding, offset);
	else if (finding->verdict == VERDICT_VIOLATION)
		report_kept(memo, section, finding, EVENT_metric_violation, offset);
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
		bool		is_slip = finding->is_scale_slip && finding->verdict == VERDICT_REVIEW && finding->context == CONTEXT_HEADLINE;

		if (finding->anchored || !(metric_diverges(finding) || is_slip))
			continue;
		chars += utf8_length(section->body.data + pos, finding->start - pos);
		pos = finding->start;
		settle_finding(memo, section, finding, chars);
	}
}

void
correct_metrics(Memo *memo)
{
	/* nothing to correct, and comparing sections costs as much as all else */
	if (memo->metrics.count == 0 && strcmp(memo->policy.coherence, "all") != 0)
		return;
	memo->stage = "metrics";
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];

		CHECK_FOR_INTERRUPTS();
		section->metrics = palloc0(sizeof(MetricCheck));
		*section->metrics = (MetricCheck) {.memo = memo, .section = section, .prose = section->prose, .end_block = section->source_block};
		metric_check(section->metrics);
		settle_section(memo, section);
	}
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
		while (first < section->corrections.count && section->corrections.items[first].sentence.end < citation->anchor)
			first++;
		for (int j = first; j < section->corrections.count && j < first + MAX_OF_SENTENCE && !citation->is_removed; j++)
		{
			const MetricCorrection *entry = &section->corrections.items[j];
			Claim		carried = {.passage_id = unconstify(char *, citation->passage_id)};	/* a passage that has the id itself */
			Claim	   *claim = citation->claim == NULL ? &carried : citation->claim;

			if ((citation->claim == NULL && citation->passage_id == NULL) || citation->anchor <= entry->sentence.start)
				break;
			load_claim_passages(memo, &claim, 1);
			if (claim_has_number(claim, entry->old, entry->kind, entry->unit))
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

/* --------------------------------------------------------- words for the model */

#define MAX_REASONS		20		/* more would not help a model */
#define QUOTED_BYTES	200		/* of a sentence */
#define MOST_ASKED		65536	/* bytes of an earlier reason that are read */

Slice
finding_sentence(const Prose *prose, const MetricFinding *finding, int most)
{
	int			start = finding->sentence.start;
	int			end = finding->sentence.end;
	const char *text = prose->text;

	if (end - start > most)
	{
		start = Max(start, finding->start - most / 2);
		end = Max(Min(end, start + most), finding->end);
		while (start < finding->start && ((unsigned char) text[start] & 0xC0) == 0x80)
			start++;
		while (end > finding->end && ((unsigned char) text[end] & 0xC0) == 0x80)
			end--;
	}
	return (Slice) {text + start, end - start};
}

/* "IRR is 12.0%", which an item of metric_reasons begins with. */
static char *
violation_name(const Prose *prose, const MetricFinding *finding)
{
	return psprintf("%s is %s", metric_name(finding), old_value(prose, finding));
}

#define AT				" at character "
#define KEPT			", asked once and repeated"
#define SEPARATOR		"; "

/* Is the value of an item of a reason, whose text ends there, that of the finding? */
static bool
is_same_value(const char *value, const char *end, const Prose *prose, const MetricFinding *finding)
{
	const char *now = old_value(prose, finding);
	Decimal		asked;

	if ((int) strlen(now) == end - value && strncmp(now, value, end - value) == 0)
		return true;
	return !finding->is_bps && decimal_parse(value, &asked) && decimal_compare(asked, finding->found) == 0;
}

/* Has a reason an item of the finding's metric and value; if so wanted, only one that
 * says that it was asked before? */
static bool
reason_names(const char *reason, const Prose *prose, const MetricFinding *finding, bool only_kept)
{
	const char *name = psprintf("%s is ", metric_name(finding));

	for (const char *hit = reason == NULL ? NULL : strstr(reason, name); hit != NULL; hit = strstr(hit + 1, name))
	{
		const char *value = hit + strlen(name);
		const char *end = strstr(value, AT);
		const char *behind;

		if (end == NULL)
			return false;
		behind = end + strlen(AT);
		behind += strspn(behind, "0123456789");
		if ((hit == reason || strncmp(hit - strlen(SEPARATOR), SEPARATOR, strlen(SEPARATOR)) == 0) &&
			(!only_kept || strncmp(behind, KEPT, strlen(KEPT)) == 0) && is_same_value(value, end, prose, finding))
			return true;
	}
	return false;
}

static void
append_reason(const MetricCheck *check, const MetricFinding *finding, bool is_kept, StringInfo out)
{
	Slice		sentence = finding_sentence(check->prose, finding, QUOTED_BYTES);

	appendStringInfo(out, "%s%s" AT "%d", out->len > 0 ? SEPARATOR : "", violation_name(check->prose, finding),
					 utf8_length(check->prose->text, finding->start));
	if (is_kept)
	{
		appendStringInfoString(out, KEPT);
		return;
	}
	appendStringInfo(out, ", but must be %s%s, or say which case it belongs to, or cite it: \"", finding->canonical->text,
					 unit_is(finding->kind->unit, "percent") ? "%" : "x");
	appendBinaryStringInfo(out, sentence.data, sentence.len);
	appendStringInfoChar(out, '"');
}

void
metric_reasons(const MetricCheck *check, const char *asked, bool only_kept, StringInfo out, StringInfo kept)
{
	int			count = 0;
	int			nkept = 0;

	asked = asked == NULL ? NULL : pnstrdup(asked, strnlen(asked, MOST_ASKED));
	for (int i = 0; i < check->findings.count; i++)
	{
		const MetricFinding *finding = &check->findings.items[i];

		CHECK_FOR_INTERRUPTS();
		if (finding->verdict != VERDICT_VIOLATION)
			continue;
		if (reason_names(asked, check->prose, finding, only_kept))
		{
			if (!reason_names(kept->data, check->prose, finding, true) && ++nkept <= MAX_REASONS)
				append_reason(check, finding, true, kept);
		}
		else if (++count <= MAX_REASONS)
			append_reason(check, finding, false, out);
	}
	if (count > MAX_REASONS)
		appendStringInfo(out, SEPARATOR "and %d more of the kind", count - MAX_REASONS);
}
