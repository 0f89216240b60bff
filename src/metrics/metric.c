/*
 * metric.c
 *		Canonical values, decimals, and the check of a body.
 *
 * metric_check() goes over a body's sentences once.  Only those that name a
 * metric are read as tokens (metric_token.c); there metrics and numbers are
 * found and linked (metric_link.c) and it is told what kind of assertion each
 * is (metric_context.c).  For example, with IRR 18.5 as the canonical value,
 *
 *		The levered IRR is 12.0%, falling to 9% in the downside case.
 *
 * has the findings 12.0 (point, headline: a violation) and 9 (point, scenario:
 * for review, never corrected).  Tables are read cell by cell (metric_table.c).
 */
#include "metrics/metrics_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"

/* --------------------------------------------------------- canonical values */

/* A row of memocite.metric; what names no metric of the catalogue is left out. */
void
metric_add(Memo *memo, const char *name, const char *variant, const char *value, const char *unit)
{
	const char *own = "";
	const MetricKind *kind = metric_kind_find(memo, name, &own);
	CanonicalMetric *metric;

	if (kind == NULL)
		return;
	metric = palloc0(sizeof(CanonicalMetric));
	metric->kind = kind;
	metric->variant = variant[0] != '\0' ? variant : own;
	metric->text = value;
	metric->number = memo->metrics.count;
	metric->has_value = value != NULL && (unit == NULL || strcmp(unit, kind->unit) == 0) &&
		decimal_parse(value, &metric->value);
	*VEC_PUSH(&memo->metrics) = metric;
}

bool
metric_has_variant(const Memo *memo, const MetricKind *kind, const char *variant)
{
	for (int i = 0; i < memo->metrics.count; i++)
		if (memo->metrics.items[i]->kind == kind && strcmp(memo->metrics.items[i]->variant, variant) == 0)
			return true;
	return false;
}

bool
metric_equals(const CanonicalMetric *canonical, Decimal number)
{
	return decimal_compare(decimal_round(canonical->value, number.scale), number) == 0;
}

/* The variant that a metric is of when nothing is said, as deals are told of; "the
 * project DSCR" is no other than the DSCR, for only returns are a party's, too. */
bool
goes_without_saying(const MetricKind *kind, const char *variant)
{
	if (is_return(kind))
		return strcmp(variant, "levered") == 0;
	return strcmp(variant, "project") == 0 || strcmp(variant, "going_in") == 0 || (strcmp(variant, "year_1") == 0 && strcmp(kind->key, "cap_rate") != 0);
}

/* The value of the variant; an unmodified one is '' or the only one there is, a
 * levered IRR without a value of its own is ''. */
const CanonicalMetric *
metric_canonical(const Memo *memo, const MetricKind *kind, const char *variant)
{
	const CanonicalMetric *only = NULL;
	const CanonicalMetric *plain = NULL;
	int			count = 0;

	for (int i = 0; i < memo->metrics.count; i++)
	{
		const CanonicalMetric *metric = memo->metrics.items[i];

		if (metric->kind != kind)
			continue;
		if (strcmp(metric->variant, variant) == 0)
			return metric->has_value ? metric : NULL;
		if (metric->variant[0] == '\0')
			plain = metric;
		only = metric;
		count++;
	}
	if (goes_without_saying(kind, variant))
		return plain != NULL && plain->has_value ? plain : NULL;
	return variant[0] == '\0' && count == 1 && only->has_value ? only : NULL;
}

/* ------------------------------------------------------------------ findings */

#define X(id, name) name,
static const char *const role_names[] = {METRIC_ROLES(X)};
static const char *const context_names[] = {METRIC_CONTEXTS(X)};
static const char *const verdict_names[] = {METRIC_VERDICTS(X)};
#undef X

const char *
metric_role_name(MetricRole role)
{
	return role_names[role];
}

const char *
metric_context_name(MetricContext context)
{
	return context_names[context];
}

const char *
metric_verdict_name(MetricVerdict verdict)
{
	return verdict_names[verdict];
}

/* "levered IRR", "going-in Cap Rate" */
char *
metric_name(const MetricFinding *finding)
{
	char	   *variant = pstrdup(finding->variant);

	for (char *c = variant; *c; c++)
		if (*c == '_')
			*c = c - variant == 5 && strcmp(variant, "going_in") == 0 ? '-' : ' ';
	return psprintf("%s%s%s", variant, variant[0] != '\0' ? " " : "", finding->kind->label);
}

void
reading_init(Reading *reading, MetricCheck *check, const TextBlock *block, int start, int end)
{
	memset(reading, 0, sizeof(*reading));
	reading->catalog = catalog_of(check->memo);
	reading->prose = check->prose;
	reading->block = block;
	reading->start = start;
	reading->end = end;
	reading->check = check;
}

/* A heading or line that is a metric's name alone: its value is what follows. */
typedef struct Label
{
	const MetricKind *kind;
	const char *variant;
	bool		is_plain;
} Label;

/* Does another number follow in the next item of the list, so that the label names
 * several? */
static bool
has_next_value(MetricCheck *check, const TextBlock *block)
{
	const TextBlock *next = block + 1;
	Reading		reading;

	if (block->depth == 0 || next >= check->prose->blocks.items + check->prose->blocks.count || next->depth == 0)
		return false;
	reading_init(&reading, check, next, next->start, next->end);
	reading_tokens(&reading);
	return token_at(&reading, 0)->kind == TOKEN_NUMBER;
}

static void
take_label(Reading *reading, Label *label)
{
	Mention    *mention;
	Group	   *group;

	if (label->kind != NULL && reading->groups.count > 0 && reading->groups.items[0].mention < 0 &&
		reading->groups.items[0].first == 0)
	{
		mention = VEC_PUSH(&reading->mentions);
		*mention = (Mention) {.kind = label->kind, .variant = label->variant, .first = -1, .last = -1, .next = -1};
		group = &reading->groups.items[0];
		if (unit_fits(mention, reading, group) && group->last + 1 == reading->tokens.count)
			group->mention = reading->mentions.count - 1;
		reading->is_set_aside |= !label->is_plain || has_next_value(reading->check, reading->block);
	}
	label->kind = NULL;
	if (reading->is_list_end)
	{
		mention = &reading->mentions.items[reading->mentions.count - 1];
		*label = (Label) {mention->kind, mention->variant, reading_is_plain(reading)};
	}
}

/* What lasts from sentence to sentence of a body. */
typedef struct Progress
{
	Label		label;
	Setting		setting;
	Marks		marks;
} Progress;

static void
check_sentence(MetricCheck *check, const TextBlock *block, int nth, Progress *progress)
{
	/* the array may move while other blocks are split, but not here */
	const Sentence sentence = check->prose->sentences.items[block->first_sentence + nth];
	Reading		reading;

	reading_init(&reading, check, block, sentence.start, sentence.end);
	reading_tokens(&reading);
	reading_mentions(&reading);
	reading_groups(&reading);
	reading_link(&reading);
	take_label(&reading, &progress->label);
	if (reading.groups.count > 0)
		setting_scene(check, &reading, &progress->setting, nth);
	for (int i = 0; i < reading.groups.count; i++)
		reading.groups.items[i].is_foreign = is_foreign_at(check->prose, block, &progress->marks, reading.tokens.items[reading.groups.items[i].first].start);
	reading_findings(check, &reading, sentence.start, sentence.end);
	note_right(check, &reading);
}

static void
check_block(MetricCheck *check, TextBlock *block, Progress *progress)
{
	Sentence   *sentences;

	if (progress->label.kind == NULL && !spelling_in(check, block->start, block->end))
		return;
	if (block->kind == BLOCK_TABLE)
	{
		progress->label.kind = NULL;
		check_table(check, block, &progress->setting);
		return;
	}
	sentences = prose_sentences(check->prose, block);
	progress->setting.sentences = (Scene) {.context = CONTEXT_HEADLINE};
	progress->setting.last = (Scene) {.context = CONTEXT_HEADLINE};
	progress->setting.nread = 0;
	progress->setting.lead = LEAD_DEAL;
	progress->setting.is_base = false;
	progress->setting.is_titled = false;
	progress->setting.run_end = 0;
	for (int i = 0; i < block->nsentences; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (progress->label.kind != NULL || spelling_in(check, sentences[i].start, sentences[i].end))
			check_sentence(check, block, i, progress);
		sentences = check->prose->sentences.items + block->first_sentence;
	}
}

/* Does the body say the words, of which byte number rare is a rare one? */
static bool
body_says(const Prose *prose, const char *words, int rare)
{
	int			len = (int) strlen(words);

	for (int upper = 0; upper < 2; upper++)
	{
		int			letter = upper ? pg_toupper((unsigned char) words[rare]) : words[rare];
		const char *end = prose->text + prose->len;
		const char *hit = prose->text;

		for (; hit < end && (hit = memchr(hit, letter, end - hit)) != NULL; hit++)
			if (hit - prose->text >= rare && end - hit >= len - rare && (hit[1 - rare] | 32) == words[1] &&
				pg_strncasecmp(hit - rare, words, len) == 0)
				return true;
	}
	return false;
}

bool
check_says(MetricCheck *check, BodyWord word)
{
	static const struct
	{
		const char *words;
		int			rare;
	}			phrases[] = {{"equity multiple", 1}, {"incidence", 4}, {"dscr", 2}, {"debt service", 1}, {"ltv", 2}, {"loan-to-value", 8}, {"loan-to-cost", 8}};

	if (check->says[word] == 0)
		check->says[word] = body_says(check->prose, phrases[word].words, phrases[word].rare) ? 1 : -1;
	return check->says[word] > 0;
}

static void
check_blocks(MetricCheck *check)
{
	Progress	progress = {.label = {NULL, NULL, false}};
	int			start = front_matter_end(check->prose);
	bool		in_list = false;

	check->next_spelling = -1;
	check->passage = 0;
	check->right_passage = 0;
	for (int i = 0; i < check->prose->blocks.count && i < check->end_block; i++)
	{
		TextBlock  *block = &check->prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		if (block->start < start)
			continue;
		check->passage += !(in_list && block->depth > 0);
		in_list = block->depth > 0;
		if ((block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_HEADING || block->kind == BLOCK_TABLE) &&
			block->note_def < 0)
			check_block(check, block, &progress);
		else
			progress.label.kind = NULL;
		setting_note(check, block, &progress.setting);
	}
	judge_findings(check);
}

bool
metric_has_violation(const MetricCheck *check)
{
	for (int i = 0; i < check->findings.count; i++)
		if (check->findings.items[i].verdict == VERDICT_VIOLATION)
			return true;
	return false;
}

bool
metric_has_rewritable(const MetricCheck *check)
{
	for (int i = 0; i < check->findings.count; i++)
		if (check->findings.items[i].is_rewritable)
			return true;
	return false;
}

void
metric_check(MetricCheck *check)
{
	check->next_spelling = -1;
	if (!spelling_in(check, 0, check->prose->len))
		return;
	check_blocks(check);
}
