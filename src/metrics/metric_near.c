/*
 * metric_near.c
 *		What the texts beside a sentence say of its numbers.
 *
 *		We also ran a downside case. Rents are flat.	of the next paragraph
 *		The IRR is 12%. The DSCR is 1.1x. These are the broker's numbers.
 *		The IRR is 12%.  (paragraph) *Downside case*	a note
 *
 * What has a metric and its number tells of itself, and not of what is beside it.
 */
#include "metrics/metrics_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"

/* ------------------------------------------------------------------ before it */

/* What a text says before its first comma: a scenario? */
static MetricContext
opened_case(const Reading *reading)
{
	int			comma = 0;

	while (comma < reading->tokens.count && token_at(reading, comma)->kind != TOKEN_COMMA)
		comma++;
	return words_context(reading, 0, comma - 1) == CONTEXT_SCENARIO ? CONTEXT_SCENARIO : CONTEXT_HEADLINE;
}

/* The context that a sentence of a paragraph gives the next one. */
static MetricContext
context_onward(const Reading *reading)
{
	/* "In the downside case, the IRR is 9%." opens a case all the same */
	if (tells_of_itself(reading))
		return token_is(reading, 0, "in") || token_is(reading, 0, "under") ? opened_case(reading) : CONTEXT_HEADLINE;
	return presents_other(reading) || names_any_other(reading) ? CONTEXT_COMPARISON : neighbour_context(reading);
}

/* A scene whose context is known, and no headline, is another one. */
static void
set_other(Scene *scene)
{
	scene->is_other = scene->context != CONTEXT_HEADLINE;
	scene->cue = context_cue(scene->context);
}

/* What a paragraph or list says of the next paragraph: its first sentence, which
 * tells what it is about, and its last one; of all that follow: the last. */
static Scene
read_before(MetricCheck *check, Setting *setting, TextBlock *block)
{
	Sentence   *sentences = prose_sentences(check->prose, block);
	Scene		scene = {.context = CONTEXT_HEADLINE};
	Reading		reading;
	const char *basis;
	int			first;

	setting->before_lead = LEAD_DEAL;
	first = block->nsentences > 1 && is_run_in_title(check, sentences[0].start, sentences[0].end) ? 1 : 0;
	for (int i = first; i < block->nsentences; i += Max(1, block->nsentences - 1 - first))
	{
		reading_init(&reading, check, block, sentences[i].start, i + 1 < block->nsentences ? sentences[i].end : block->end);
		reading_tokens(&reading);
		reading_mentions(&reading);
		if (i == first && block->depth == 0)
			setting->before_lead = lead_of(&reading);
		if (check->prose->text[block->start] == '>')
			setting->before_lead = LEAD_ASTRAY; /* a quotation */
		scene.context = scene.context == CONTEXT_HEADLINE ? context_onward(&reading) : scene.context;
		basis = basis_variant(&reading);
		setting->announced.basis = basis != NULL ? basis : setting->announced.basis;
	}
	set_other(&scene);
	if (block->nsentences > 0 && context_onward(&reading) != CONTEXT_HEADLINE && announces(&reading))
		scene_add(&setting->announced, &scene);
	return scene;
}

/* "| Downside assumptions | Value |" */
static Scene
read_table_before(MetricCheck *check, Setting *setting, const TextBlock *block)
{
	const Line *header = &check->prose->lines.items[block->first_line];
	Scene		scene = {.context = CONTEXT_HEADLINE};
	Reading		reading;

	setting->before_lead = LEAD_DEAL;
	reading_init(&reading, check, block, header->start, header->end);
	reading_tokens(&reading);
	reading_mentions(&reading);
	scene.context = neighbour_context(&reading);
	/* columns of cases have the base case, too */
	if (scene.context == CONTEXT_SCENARIO && says_base_case(&reading))
		scene.context = CONTEXT_HEADLINE;
	set_other(&scene);
	return scene;
}

/* The paragraphs and lists before, up to the heading, may tell of this one. */
void
add_before(MetricCheck *check, Setting *setting, Ground ground, Scene *scene)
{
	Announcement *before = &setting->before;

	if (before->block == NULL)
		return;
	if (setting->unread == NULL)
		setting->unread = check->prose->blocks.items;
	for (TextBlock *block = setting->unread; block <= before->block; block++)
	{
		CHECK_FOR_INTERRUPTS();
		if (block->kind == BLOCK_PARAGRAPH && block->note_def < 0)
			before->scene = read_before(check, setting, block);
		else if (block->kind == BLOCK_TABLE)
			before->scene = read_table_before(check, setting, block);
	}
	setting->unread = before->block + 1;
	if (ground < GROUND_OURS)
		scene_add(scene, &before->scene);
	scene_add(scene, &setting->announced);
}

/* "- **Scenario:** Recession", "- Property: Elm Court", "- Status: declined": does the
 * item say that its list is another case's? */
static bool
scopes_list(Reading *reading)
{
	WORD_LIST(cases, "scenario", "case", "option", "version", "source");
	WORD_LIST(assets, "property", "asset", "name", "deal");
	WORD_LIST(denials, "not", "declined", "rejected", "superseded", "withdrawn", "expired", "asking", "draft");
	WORD_LIST(own, "base", "model", "underwriting", "current", "this", "our");
	int			colon = 0;
	bool		is_own = false;

	reading_tokens(reading);
	reading_mentions(reading);
	while (colon < 4 && token_at(reading, colon)->kind == TOKEN_WORD)
		colon++;
	for (int i = colon; i < reading->tokens.count; i++)
	{
		is_own |= deal_name_at(reading, i) > 0 || token_is_any(reading, i, &own);
		if (reading->mentions.count == 0 && token_is_any(reading, i, &denials))
			return true;
	}
	if (token_at(reading, colon)->kind != TOKEN_COLON || is_own)
		return false;
	if (token_is(reading, 0, "hold") || token_is(reading, 1, "period"))
		return token_at(reading, colon + 1)->kind == TOKEN_NUMBER && token_at(reading, colon + 1)->value.digits != 5 && token_at(reading, colon + 1)->value.digits != 60;
	return token_is_any(reading, colon - 1, &cases) || (token_is_any(reading, colon - 1, &assets) && is_capitalised(reading, colon + 1));
}

/* The items of a list tell of each other. */
void
add_list(MetricCheck *check, const TextBlock *block, Setting *setting, Scene *scene)
{
	const Prose *prose = check->prose;
	const TextBlock *first = block;

	if (setting->list_passage != check->passage)
	{
		setting->list_passage = check->passage;
		setting->list_is_other = false;
		while (first > prose->blocks.items && first[-1].depth > 0)
			first--;
		for (; first < prose->blocks.items + prose->blocks.count && first->depth > 0 && !setting->list_is_other; first++)
		{
			Reading		reading;

			CHECK_FOR_INTERRUPTS();
			reading_init(&reading, check, first, first->start, first->end);
			setting->list_is_other = first->kind == BLOCK_PARAGRAPH && scopes_list(&reading);
		}
	}
	if (setting->list_is_other)
		scene_add(scene, &(Scene) {.is_other = true, .cue = CUE_CASE, .context = CONTEXT_HEADLINE});
}

/* ------------------------------------------------------------------ behind it */

#define LONG_NOTE		12			/* tokens */
#define SHORT_REMARK	3			/* tokens: "We disagree.", "Nobody believes it." */

/* "It is applied to Year 6 NOI of $6.6 million.": an exit cap rate is */
static bool
is_applied(const Reading *reading)
{
	return token_is(reading, 0, "it") && token_is(reading, 1, "is") && token_is(reading, 2, "applied") && token_is(reading, 3, "to");
}

/* Reads a text behind a sentence; only what points back counts, where asked. */
static void
read_after(MetricCheck *check, const TextBlock *block, int start, int end, bool only_pointing, Ground ground, Scene *scene)
{
	WORD_LIST(until, "until");
	Reading		reading;
	Scene		whole;
	bool		is_own;
	bool		is_other;
	bool		ends_block = end >= block->end || only_closers(check->prose->text, end, block->end);
	bool		has_number = false;

	reading_init(&reading, check, block, start, end);
	reading_tokens(&reading);
	reading_mentions(&reading);
	is_own = tells_of_itself(&reading);
	if (praises(&reading) || is_applied(&reading))
		return;
	is_other = is_number_alone(&reading) || is_remark(&reading) || tells_departure(&reading) || (ends_block && is_case_note(&reading));
	for (int i = 0; i < reading.tokens.count; i++)
		has_number |= token_at(&reading, i)->kind == TOKEN_NUMBER;
	if (is_other || points_back(&reading) || (!only_pointing && reading.tokens.count <= SHORT_REMARK && !is_own && !has_number))
	{
		/* a paragraph that is a note says where the numbers are from */
		is_other |= (opens_note(&reading) && start == block->start) || tells_difference(&reading) || tells_basis(&reading);
		reading_init(&reading, check, block, start, end);
		scene_read(&reading, false, false, &whole);
		/* "The loan has an LTV of 65%. It is structured as a mortgage." */
		if (ground >= GROUND_DEAL && whole.cue == CUE_NONE && !takes_back(&reading))
			whole.is_other = false;
		is_other |= tells_of_offer(&reading);
		for (int i = 0; i < whole.nvariants; i++)
			is_other |= is_party_variant(whole.variants[i]);
		/* "This is unlevered.": of a return only */
		scene_add(scene, &(Scene) {.context = CONTEXT_HEADLINE, .basis = whole.basis, .nvariants = whole.nvariants, .variants = {whole.variants[0], whole.variants[1], whole.variants[2], whole.variants[3]}});
		scene->is_other |= whole.is_other || is_other;
		scene->cue = Max(scene->cue, is_other ? CUE_CASE : whole.is_other ? whole.cue : CUE_NONE);
		scene->context = scene->context == CONTEXT_HEADLINE ? whole.context : scene->context;
		return;
	}
	if ((only_pointing && !takes_back(&reading)) || ((is_own || tells_of_yardstick(&reading)) && !takes_back(&reading)))
		return;
	whole = (Scene) {.context = is_own ? CONTEXT_HEADLINE : neighbour_context(&reading)};
	if (whole.context == CONTEXT_MARKET)
		whole.context = CONTEXT_HEADLINE;	/* "Market conditions are good." */
	if (whole.context == CONTEXT_HEADLINE && (takes_back(&reading) || speaks_of_other(&reading) || tells_difference(&reading) || tells_past_deal(&reading)))
		whole.context = CONTEXT_COMPARISON;
	/* a long one tells of something else */
	if (reading.tokens.count > LONG_NOTE && !takes_back(&reading) && !speaks_of_other(&reading) && !tells_difference(&reading) && !tells_past_deal(&reading))
		whole.context = CONTEXT_HEADLINE;
	/* "Prepayment is subject to yield maintenance.": of something else */
	if (whole.context == CONTEXT_THRESHOLD && says_any(&reading, &until) && !takes_back(&reading))
		whole.context = CONTEXT_HEADLINE;
	set_other(&whole);
	scene_add(scene, &whole);
}

#define MOST_VALUES	16			/* of a sentence that are compared with the next one's */

/* "The IRR is 12.0%. In fact it is 18.5%.": does the next sentence give the
 * canonical value of a number that differs from it? */
static bool
is_set_right(MetricCheck *check, const Reading *reading, const Sentence *next)
{
	Reading		other;

	reading_init(&other, check, reading->block, next->start, next->end);
	reading_tokens(&other);
	reading_mentions(&other);
	reading_groups(&other);
	reading_link(&other);
	for (int i = 0; i < Min(reading->groups.count, MOST_VALUES) * other.groups.count; i++)
	{
		const Group *ours = &reading->groups.items[i / other.groups.count];
		const Group *theirs = &other.groups.items[i % other.groups.count];
		Decimal		value = token_at(&other, theirs->first)->value;
		const MetricKind *kind;
		const CanonicalMetric *canonical;

		CHECK_FOR_INTERRUPTS();
		if (ours->mention < 0 || theirs->unit != ours->unit)
			continue;
		kind = reading->mentions.items[ours->mention].kind;
		if (theirs->mention >= 0 && other.mentions.items[theirs->mention].kind != kind)
			continue;
		canonical = metric_canonical(check->memo, kind, group_variant(reading, ours));
		if (canonical != NULL && metric_equals(canonical, value) &&
			decimal_compare(token_at(reading, ours->first)->value, value) != 0)
			return true;
	}
	return false;
}

#define RUN_IN_TITLE	60			/* bytes */

/* "**Leverage risk.** The LTV is": a title within its paragraph? */
bool
is_run_in_title(const MetricCheck *check, int start, int end)
{
	return end - start <= RUN_IN_TITLE && is_emphasised(check->prose->text, start, end);
}

/* Is the text in emphasis from end to end, as a heading without its marks? */
bool
is_emphasised(const char *text, int start, int end)
{
	char		mark;

	while (end > start && isspace((unsigned char) text[end - 1]))
		end--;
	mark = text[start];
	if (end - start < 3 || (mark != '*' && mark != '_') || text[end - 1] != mark)
		return false;
	while (start < end && text[start] == mark)
		start++;
	while (end > start && text[end - 1] == mark)
		end--;
	return memchr(text + start, mark, end - start) == NULL;
}

/* The paragraph behind the block, or behind its list, NULL when none follows. */
static TextBlock *
paragraph_after(const MetricCheck *check, const TextBlock *block, Setting *setting)
{
	const Prose *prose = check->prose;
	int			next = (int) (block - prose->blocks.items) + 1;

	if (block->depth > 0)
	{
		if (setting->list_end > next)
			next = setting->list_end;
		while (next < prose->blocks.count && prose->blocks.items[next].depth > 0)
			next++;
		setting->list_end = next;	/* a long list is passed once */
	}
	if (next < prose->blocks.count && prose->blocks.items[next].kind == BLOCK_RULE)
		next++;
	if (next >= prose->blocks.count || next >= check->end_block || prose->blocks.items[next].kind != BLOCK_PARAGRAPH ||
		prose->blocks.items[next].depth > 0 || prose->blocks.items[next].note_def >= 0)
		return NULL;
	return &prose->blocks.items[next];
}

/* Finds the first sentence behind the nth that has no metric and number itself: it
 * may speak of all of those before it, "These are the broker's numbers." */
static void
find_run_end(MetricCheck *check, const TextBlock *block, Setting *setting, int nth)
{
	const Sentence *sentences = &check->prose->sentences.items[block->first_sentence];
	Reading		reading;

	if (setting->run_end > nth)
		return;
	for (setting->run_end = nth + 1; setting->run_end < block->nsentences; setting->run_end++)
	{
		CHECK_FOR_INTERRUPTS();
		reading_init(&reading, check, block, sentences[setting->run_end].start, sentences[setting->run_end].end);
		reading_tokens(&reading);
		reading_mentions(&reading);
		if (!tells_of_itself(&reading) || points_back(&reading))
			break;
	}
	setting->run = (Scene) {.context = CONTEXT_HEADLINE};
	if (setting->run_end < block->nsentences)
		read_after(check, block, sentences[setting->run_end].start, sentences[setting->run_end].end, false, GROUND_NONE, &setting->run);
}

/* What follows the nth sentence of the block: the next one, the one that its run of
 * metrics ends with, else the paragraph behind, which is a note when it is
 * emphasised or begins with an asterisk or in parentheses. */
void
add_after(MetricCheck *check, const Reading *reading, Setting *setting, int nth, Ground ground, Scene *scene)
{
	const TextBlock *block = reading->block;
	const char *text = check->prose->text;
	const Sentence *next;
	TextBlock  *after;
	bool		is_note;

	if (nth + 1 < block->nsentences)
	{
		next = &check->prose->sentences.items[block->first_sentence + nth + 1];
		read_after(check, block, next->start, next->end, ground >= GROUND_OURS, ground, scene);
		if (is_set_right(check, reading, next))
			scene_add(scene, &(Scene) {.is_other = true, .cue = CUE_CASE, .context = CONTEXT_HEADLINE});
		find_run_end(check, block, setting, nth);
		if (ground < GROUND_OURS)
			scene_add(scene, &setting->run);
		if (setting->run_end < block->nsentences && block->depth == 0)
			return;
	}
	after = paragraph_after(check, block, setting);
	if (after == NULL)
		return;
	if (setting->after.block != after)
	{
		next = prose_sentences(check->prose, after);
		if (after->nsentences == 0)
			return;
		is_note = is_emphasised(text, after->start, after->end) || text[after->start] == '(' || strncmp(text + after->start, "\\*", 2) == 0;
		setting->after = (Announcement) {.block = after};
		read_after(check, after, next->start, is_note ? after->end : next->end, !is_note, GROUND_NONE, &setting->after.scene);
	}
	scene_add(scene, &setting->after.scene);
}
