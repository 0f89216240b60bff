/*
 * retry.c
 *		Words for the model that wrote a violation: what was found, what is expected, and
 *		the way out; each asked once.
 *
 *		levered IRR is 12.0% at character 20, but must be 18.5%, or say which case it
 *		belongs to, or cite it: "The levered IRR is 12.0%."
 */
#include "metrics/metrics_internal.h"

#define MAX_REASONS		20		/* more would not help a model */
#define QUOTED_BYTES	200		/* of a sentence */
#define MOST_ASKED		65536	/* bytes of an earlier reason that are read */

char *
finding_text(const Prose *prose, const MetricFinding *finding)
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

char *
with_thousands(const char *digits)
{
	int			whole = (int) strcspn(digits, ".");
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; digits[i] != '\0'; i++)
	{
		if (i > 0 && i < whole && (whole - i) % 3 == 0 && is_digit(digits[i - 1]))
			appendStringInfoChar(&out, ',');
		appendStringInfoChar(&out, digits[i]);
	}
	return out.data;
}

char *
metric_value_text(const MetricKind *kind, Decimal value)
{
	static const char *const symbols[] = {"$", "\xE2\x82\xAC", "\xC2\xA3", "\xC2\xA5"};
	char	   *plain;
	StringInfoData out;

	while (value.scale > 0 && value.digits % 10 == 0)
		value = (Decimal) {value.digits / 10, value.scale - 1};
	plain = decimal_text(value);
	if (kind->number_unit == NUMBER_PERCENT || kind->number_unit == NUMBER_MULTIPLE)
		return psprintf("%s%s", plain, kind->number_unit == NUMBER_PERCENT ? "%" : "x");
	initStringInfo(&out);
	if (kind->number_unit == NUMBER_CURRENCY && kind->currency < (int) lengthof(symbols))
		appendStringInfoString(&out, symbols[kind->currency]);
	appendStringInfoString(&out, with_thousands(plain));
	if (kind->number_unit == NUMBER_CURRENCY && kind->currency >= (int) lengthof(symbols))
		appendStringInfo(&out, " %s", kind->unit);
	return out.data;
}

char *
canonical_sentence(const CanonicalMetric *canonical)
{
	return psprintf("This deal's model: %s %s.", canonical_name(canonical),
					metric_value_text(canonical->kind, canonical->value));
}

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

#define AT				" at character "
#define KEPT			", asked once and repeated"
#define SEPARATOR		"; "

/* Is the value of an item of a reason, whose text ends there, that of the finding? */
static bool
is_same_value(const char *value, const char *end, const Prose *prose, const MetricFinding *finding)
{
	const char *now = finding_text(prose, finding);
	Decimal		asked;

	if ((int) strlen(now) == end - value && strncmp(now, value, end - value) == 0)
		return true;
	return finding->number.unit != NUMBER_BPS && decimal_parse(value, &asked) &&
		decimal_compare(asked, finding->found) == 0;
}

/* Has a reason an item of the finding's metric and value; if so wanted, only one that
 * says that it was asked before? */
static bool
reason_names(const char *reason, const Prose *prose, const MetricFinding *finding, bool only_kept)
{
	const char *name = psprintf("%s is ", metric_name(finding));

	for (const char *hit = reason == NULL ? NULL : strstr(reason,
		name); hit != NULL; hit = strstr(hit + 1, name))
	{
		const char *value = hit + strlen(name);
		const char *end = strstr(value, AT);
		const char *behind;

		if (end == NULL)
			return false;
		behind = end + strlen(AT);
		behind += strspn(behind, "0123456789");
		if ((hit == reason ||
			strncmp(hit - strlen(SEPARATOR), SEPARATOR, strlen(SEPARATOR)) == 0) &&
			(!only_kept || strncmp(behind, KEPT, strlen(KEPT)) == 0) &&
				is_same_value(value, end, prose, finding))
			return true;
	}
	return false;
}

static void
append_reason(const MetricCheck *check, const MetricFinding *finding, bool is_kept, StringInfo out)
{
	Slice		sentence = finding_sentence(check->prose, finding, QUOTED_BYTES);

	appendStringInfo(out, "%s%s is %s" AT "%d", out->len > 0 ? SEPARATOR : "",
					 metric_name(finding), finding_text(check->prose, finding),
					 utf8_length(check->prose->text, finding->start));
	if (is_kept)
	{
		appendStringInfoString(out, KEPT);
		return;
	}
	appendStringInfo(out, ", but must be %s, or say which case it belongs to, or cite it: \"",
					 metric_value_text(finding->kind, finding->canonical->value));
	appendBinaryStringInfo(out, sentence.data, sentence.len);
	appendStringInfoChar(out, '"');
}

void
metric_reasons(const MetricCheck *check, const char *asked, bool only_kept, StringInfo out,
	StringInfo kept)
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
