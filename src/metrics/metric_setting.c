/*
 * metric_setting.c
 *		What stands around a sentence: does it leave its numbers this deal's?
 *
 * The section's title, the headings above, the lead-in of its list and the items
 * that it is nested in, the sentences before it in its paragraph; what stands
 * beside it is metric_near.c's:
 *
 *		**Downside case**						a heading without its marks
 *		### Base case							ends the way up
 *		In the downside case: (list)			a lead-in
 *		An early exit is good. The IRR is 21%.	nobody can tell whose
 *
 * Titles, headings, lead-ins and items are read once by metric_scene.c, when a
 * number asks for them.
 */
#include "metrics/metrics_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"

/* --------------------------------------------------------------- what precedes */

/* "<h3>Downside case</h3>", "<summary>...": the level of a heading in HTML, and
 * where its words stand; 0 when the block is none. */
static int
html_heading(const MetricCheck *check, const TextBlock *block, int *start, int *end)
{
	const char *text = check->prose->text;

	if (block->kind != BLOCK_HTML)
		return 0;
	for (int i = block->start; i + 3 < block->end; i++)
	{
		bool		is_heading = text[i] == '<' && (text[i + 1] | 32) == 'h' && text[i + 2] >= '1' && text[i + 2] <= '6';

		if (!is_heading && (block->end - i < 9 || pg_strncasecmp(text + i, "<summary", 8) != 0))
			continue;
		for (*start = i; *start < block->end && text[*start] != '>'; ++*start)
			;
		*start = Min(*start + 1, block->end);
		for (*end = *start; *end < block->end && text[*end] != '<'; ++*end)
			;
		return is_heading ? text[i + 2] - '0' : MAX_HEADING;
	}
	return 0;
}

bool
is_base_case(const Reading *reading, int index)
{
	return token_is(reading, index, "base") && token_is(reading, index + 1, "case");
}

/* "Our own base case assumes", "at the base case", "under base case assumptions", "This is our
 * base case", "an 18.0% base-case IRR": does the sentence speak in the base case that it names
 * at index?  Not "below the base case", "the seller's base case", "It is not in our base case". */
bool
is_own_base_case(const Reading *reading, int index)
{
	WORD_LIST(whose, "the", "our", "own", "this", "underwriting", "underwritten");
	WORD_LIST(articles, "a", "an");
	WORD_LIST(places, "in", "at");
	WORD_LIST(scopes, "under", "on", "for", "of");
	WORD_LIST(verbs, "is", "are", "reflect", "reflects", "show", "shows", "present", "presents", "represents", "use", "uses", "assume", "assumes");
	int			opener = index - 1;
	const Token *before;

	if (token_at(reading, index + 2)->inside >= 0 && token_at(reading, opener)->kind == TOKEN_NUMBER)
	{
		opener--;				/* the value of the metric behind */
		opener -= token_is_any(reading, opener, &articles);
	}
	while (token_is_any(reading, opener, &whose))
		opener--;
	if (opener < 0)
		return true;
	before = token_at(reading, opener);
	/* "rents grow 3% (base case: 4%)" */
	if (before->kind == TOKEN_OPEN)
		return token_at(reading, index + 2)->kind == TOKEN_CLOSE;
	if (before->kind == TOKEN_COMMA || before->kind == TOKEN_COLON || before->kind == TOKEN_DASH || before->kind == TOKEN_SEMICOLON)
		return true;
	if (token_is_any(reading, opener, &places) || token_is_any(reading, opener, &verbs))
		return !is_denial(reading, opener - 1);
	if (!token_is_any(reading, opener, &scopes))
		return false;
	/* "an IRR of 12% under the base case", not "rents are 10% under the base case" */
	opener -= 1 + (token_at(reading, opener - 1)->kind == TOKEN_PERCENT);
	before = token_at(reading, opener);
	return opener < 0 || is_linked(reading, opener) || before->inside >= 0 || before->kind == TOKEN_COMMA || before->kind == TOKEN_COLON;
}

/* "In the base case", "Our base case assumes 3% growth", "*Base.*" */
bool
says_base_case(const Reading *reading)
{
	if (reading->tokens.count == 1 && token_is(reading, 0, "base"))
		return true;
	for (int i = 0; i + 1 < reading->tokens.count; i++)
		if (is_base_case(reading, i) && is_own_base_case(reading, i))
			return true;
	return false;
}

/* "### Subject", "The Subject Property", behind those of comparables */
static bool
is_subject_title(const Reading *reading)
{
	int			noun = skip_articles(reading, 0);
	int			end = reading->tokens.count;

	return token_is(reading, noun, "subject") && (noun + 1 == end || (noun + 2 == end && (token_is(reading, noun + 1, "property") || token_is(reading, noun + 1, "asset"))));
}

/* "The transaction offers:", "Truist will provide a loan on these terms:", "Three
 * factors support this.": does what is before a list, and is only unknown, leave it
 * this deal's?  Not "Elm Court:". */
static bool
leaves_list(MetricCheck *check, const Announcement *announcement, const Reading *reading)
{
	if (announcement->is_closed)
		return true;
	if (!announcement->is_colon)
		return false;
	(void) prose_sentences(check->prose, announcement->block);
	return announcement->block->nsentences > 1 || ground_of(reading) >= GROUND_DEAL || provides_loan(reading);
}

static void
add_announced(MetricCheck *check, Announcement *announcement, Scene *scene)
{
	TextBlock  *block = announcement->block;
	Reading		reading;

	if (block == NULL)
		return;
	if (!announcement->is_read)
	{
		int			start = block->start;
		int			end = block->end;

		html_heading(check, block, &start, &end);
		if (announcement->is_closed)	/* its last sentence tells of the list */
		{
			Sentence   *sentences = prose_sentences(check->prose, block);

			if (block->nsentences > 0)
				start = sentences[block->nsentences - 1].start;
		}
		reading_init(&reading, check, block, start, end);
		scene_read(&reading, block->kind == BLOCK_HEADING || announcement->is_title, false, &announcement->scene);
		/* "Both groups finance at below 50% LTV." tells of no list */
		if (announcement->is_closed && reading.mentions.count > 0 && tells_of_itself(&reading))
			announcement->scene = (Scene) {.context = CONTEXT_HEADLINE};
		if (announcement->scene.cue == CUE_NONE && leaves_list(check, announcement, &reading))
			announcement->scene = (Scene) {.context = CONTEXT_HEADLINE};
		announcement->is_base = says_base_case(&reading) || is_subject_title(&reading);
	}
	announcement->is_read = true;
	announcement->scene.is_limit = announcement->scene.context == CONTEXT_THRESHOLD;
	scene_add(scene, &announcement->scene);
}

/* "downside1", "executiveSummary": words and numbers of a key, set apart. */
static char *
part_key(const char *key)
{
	StringInfoData parts;

	initStringInfo(&parts);
	for (const char *c = key; *c != '\0'; c++)
	{
		if (c > key && ((isalpha((unsigned char) c[-1]) && isdigit((unsigned char) *c)) || (islower((unsigned char) c[-1]) && isupper((unsigned char) *c))))
			appendStringInfoChar(&parts, ' ');
		appendStringInfoChar(&parts, *c);
	}
	return parts.data;
}

/* The section's title, else made of its key. */
static const Scene *
title_scene(MetricCheck *check, Setting *setting)
{
	const char *title = check->section == NULL ? NULL : check->section->title;
	char	   *made = check->section == NULL ? NULL : title_from_key(check->section->section_key);
	bool		is_key = made != NULL && (title == NULL || strcmp(title, made) == 0);
	Prose	   *prose;

	if (setting->title_is_read)
		return &setting->title;
	setting->title_is_read = true;
	if (is_key)
		title = part_key(made);
	if (title == NULL)
		return &setting->title;
	prose = prose_parse(title, (int) strlen(title), &marker_extension);
	for (int i = 0; i < prose->blocks.count; i++)
	{
		Reading		reading;
		Scene		scene;

		reading_init(&reading, check, &prose->blocks.items[i], prose->blocks.items[i].start, prose->blocks.items[i].end);
		reading.prose = prose;
		scene_read(&reading, true, is_key, &scene);
		scene.is_limit = scene.context == CONTEXT_THRESHOLD;
		scene_add(&setting->title, &scene);
	}
	return &setting->title;
}

/* What the base case assumes leaves what follows it this deal's, unless another
 * party or time is told of. */
static bool
assumes_base_case(const Reading *reading)
{
	WORD_LIST(assuming, "assume", "assumes", "assuming", "assumed", "underwrites", "uses", "includes", "reflects", "case");

	for (int i = 0; i < reading->tokens.count; i++)
		if (has_words(token_at(reading, i), W_COMPARE | W_MARKET | W_LIMIT | W_PAST | W_IF) ||
			(has_words(token_at(reading, i), W_SCENARIO) && !token_is_any(reading, i, &assuming)))
			return false;
	return says_base_case(reading);
}

/* Sentences of the block before the nth: each is read once.  "Our base case is a
 * five-year hold." ends what those before it have set. */
static void
read_sentences(MetricCheck *check, const TextBlock *block, Setting *setting, int nth)
{
	for (; setting->nread < nth; setting->nread++)
	{
		const Sentence *sentence = &check->prose->sentences.items[block->first_sentence + setting->nread];
		Reading		reading;
		Scene		scene;
		bool		is_title;
		bool		is_own;

		CHECK_FOR_INTERRUPTS();
		reading_init(&reading, check, block, sentence->start, sentence->end);
		is_title = is_run_in_title(check, sentence->start, sentence->end);
		scene_read(&reading, is_title, false, &scene);
		if (is_title && scene.is_other)
			scene.cue = CUE_CASE;
		setting->is_base |= says_base_case(&reading);
		setting->is_titled |= is_title;
		if (assumes_base_case(&reading))
		{
			setting->sentences = (Scene) {.context = CONTEXT_HEADLINE};
			setting->last = (Scene) {.context = CONTEXT_HEADLINE};
			setting->lead = LEAD_DEAL;
		}
		else if (presents_deal(&reading) || provides_loan(&reading) || plans_exit(&reading) || is_title)
		{
			setting->last = (Scene) {.context = CONTEXT_HEADLINE};
			setting->lead = LEAD_DEAL;
			if (is_title)
				scene_add(&setting->sentences, &scene);
		}
		else
		{
			if (scene.cue > CUE_NONE || scene.nvariants > 0 || scene.basis != NULL)
				scene_add(&setting->sentences, &scene);
			/* "It is 92% leased.", "The LTV is 65%." are of what the one before them is, and
			 * what tells of itself leaves the next one as it was */
			is_own = scene.cue == CUE_OWN || (scene.cue == CUE_OTHER && reading.mentions.count > 0 && tells_of_itself(&reading));
			if (!is_follower(&reading) && !is_own)
			{
				setting->last = scene;
				setting->lead = lead_of(&reading);
			}
			else if (scene.is_other && !is_own)
				setting->last = scene;
		}
	}
}

/* From the innermost out; true when one is "Base case", which takes no more. */
static bool
add_headings(MetricCheck *check, Setting *setting, Scene *scene)
{
	for (int i = lengthof(setting->headings) - 1; i >= 0; i--)
	{
		Announcement *heading = &setting->headings[i];

		add_announced(check, heading, scene);
		if (heading->block != NULL && heading->is_base && !heading->scene.is_other)
			return true;
	}
	return false;
}

/* May the sentence have this deal's numbers behind others? */
static bool
is_led_on(MetricCheck *check, const Reading *reading, Setting *setting, Lead lead, Ground ground)
{
	Scene		unused = {.context = CONTEXT_HEADLINE};
	bool		has_cap_rate = false;

	for (int i = 0; i < reading->mentions.count; i++)
		has_cap_rate |= strcmp(reading->mentions.items[i].kind->key, "cap_rate") == 0 && reading->mentions.items[i].variant[0] == '\0';
	if (lead == LEAD_DEAL || (lead == LEAD_FACT && !has_cap_rate) || ground >= GROUND_DEAL)
		return true;
	return add_headings(check, setting, &unused);
}

/* ---------------------------------------------------------------- the setting */

/* What the title, the headings and the lead-in say that a table's numbers are. */
void
table_scene(MetricCheck *check, Setting *setting, Scene *scene)
{
	*scene = (Scene) {.context = CONTEXT_HEADLINE};
	add_announced(check, &setting->lead_in, scene);
	if (!add_headings(check, setting, scene))
		scene_add(scene, title_scene(check, setting));
}

/* What the headings and the title set.  "Our cap rate is" may stand below "Comparable
 * sales", "The base-case IRR is" below "Sensitivity". */
static void
add_title(MetricCheck *check, Setting *setting, Ground ground, bool is_base, Scene *scene)
{
	Scene		titles = {.context = CONTEXT_HEADLINE};

	if (!add_headings(check, setting, &titles))
		scene_add(&titles, title_scene(check, setting));
	if (is_base ? titles.cue == CUE_OTHER : ground < GROUND_OURS || !titles.is_comps)
		scene_add(scene, &titles);
}

void
setting_scene(MetricCheck *check, Reading *reading, Setting *setting, int nth)
{
	static const int cues[] = {[GROUND_NONE] = CUE_OWN, [GROUND_DEAL] = CUE_OTHER, [GROUND_OURS] = CUE_CASE, [GROUND_FIRM] = CUE_CASE + 1};
	const TextBlock *block = reading->block;
	Scene	   *scene = &reading->scene;
	Ground		ground = ground_of(reading);
	bool		is_base = says_base_case(reading);

	*scene = (Scene) {.context = CONTEXT_HEADLINE, .is_other = setting->in_quotation, .cue = setting->in_quotation ? CUE_CASE : CUE_NONE};
	/* "In the base case" begins anew */
	if (!is_base)
	{
		read_sentences(check, block, setting, nth);
		if ((int) setting->sentences.cue >= cues[ground])
			scene_add(scene, &setting->sentences);
		scene->basis = setting->sentences.basis;
		if (ground == GROUND_NONE || (ground < GROUND_FIRM && setting->lead == LEAD_ASTRAY))
			scene_add(scene, &setting->last);
		scene->is_other |= !is_led_on(check, reading, setting, setting->lead, ground);
	}
	for (int i = Min(block->depth, MAX_SCENE_DEPTH); i > 0; i--)
		if (i < block->depth || !block->starts_item)
			add_announced(check, &setting->items[i - 1], scene);
	if (!setting->lead_in.is_closed || block->depth > 0)
		add_announced(check, &setting->lead_in, scene);
	add_title(check, setting, ground, is_base, scene);
	if (block->depth == 0 && block->kind == BLOCK_PARAGRAPH && !is_base && !setting->is_base && !setting->is_titled)
	{
		add_before(check, setting, ground, scene);
		scene->is_other |= !is_led_on(check, reading, setting, setting->before_lead, ground);
	}
	if (block->depth > 0)
		add_list(check, block, setting, scene);
	if (!scene->is_other)
		add_after(check, reading, setting, nth, ground, scene);
}

static void
note_heading(Setting *setting, TextBlock *block, int level, bool is_title)
{
	setting->headings[level] = (Announcement) {.block = block, .is_title = is_title};
	for (int i = level + 1; i < (int) lengthof(setting->headings); i++)
		setting->headings[i] = (Announcement) {.block = NULL};
	/* "Downside case:", and a heading right behind it */
	if (setting->lead_in.block != block - 1 || !setting->lead_in.is_colon)
		setting->lead_in = (Announcement) {.block = NULL};
	setting->before = (Announcement) {.block = NULL};
	setting->before_lead = LEAD_DEAL;
	setting->unread = block + 1;
	setting->announced = (Scene) {.context = CONTEXT_HEADLINE};
	setting->in_quotation = false;
}

#define SHORT_LINE	60			/* bytes of a line without a stop that is a heading */
#define VALUE_LINE	160			/* of one that has a value */

/* Bytes of [start, end) that notes of corrections take: what is a heading must not
 * hang on whether it has been corrected. */
static int
noted_bytes(const char *text, int start, int end)
{
	int			bytes = 0;

	for (int i = start; i < end; i++)
	{
		int			from = i;

		if (text[i] != '[' || end - i < 10 || strncmp(text + i, "[VERIFIED:", 10) != 0)
			continue;
		while (i + 1 < end && text[i] != ']')
			i++;
		bytes += i + 1 - from + (from > start && text[from - 1] == ' ');
	}
	return bytes;
}

/* "IRR: 12.0%", "IRR", "12.0%": a metric with its number, or one of them alone.
 * Such a line is no heading, and what stands above it is above the next one, too. */
static bool
is_value_line(MetricCheck *check, const TextBlock *block, int end)
{
	Reading		reading;
	bool		has_more = false;

	if (block->nlines != 1 || end - block->start > VALUE_LINE + noted_bytes(check->prose->text, block->start, end) || strchr(".!?:", check->prose->text[end - 1]) != NULL)
		return false;
	reading_init(&reading, check, block, block->start, block->end);
	reading_tokens(&reading);
	reading_mentions(&reading);
	for (int i = 0; i < reading.tokens.count; i++)
		has_more |= reading.tokens.items[i].kind == TOKEN_STOP || (reading.tokens.items[i].kind == TOKEN_WORD && reading.tokens.items[i].inside < 0);
	if (!has_more && (reading.mentions.count > 0 || (token_at(&reading, 0)->kind == TOKEN_NUMBER && !is_year(token_at(&reading, 0)))))
		return true;
	reading_groups(&reading);
	reading_link(&reading);
	return reading_may_be_plain(&reading);
}

/* A paragraph may be a heading without its marks, or end with a colon, which
 * tells of all that follows up to the end of its list. */
static void
note_paragraph(MetricCheck *check, TextBlock *block, Setting *setting)
{
	const char *text = check->prose->text;
	int			end = block->end;
	bool		is_closed;

	while (end > block->start && strchr(" \t\r\n*_", text[end - 1]) != NULL)
		end--;
	if (end == block->start)
		return;
	is_closed = strchr(".!?]", text[end - 1]) != NULL;
	if (is_value_line(check, block, end))
		return;
	if (is_emphasised(text, block->start, block->end) ||
		(!is_closed && text[end - 1] != ':' && block->nlines == 1 && end - block->start - noted_bytes(text, block->start, end) <= SHORT_LINE))
	{
		/* one right behind another is below it */
		note_heading(setting, block, MAX_HEADING + (setting->headings[MAX_HEADING].block == block - 1), !is_closed);
		return;
	}
	if (!is_closed || setting->lead_in.block == NULL || setting->lead_in.is_closed || setting->lead_in.has_list)
		setting->lead_in = (Announcement) {.block = block, .is_closed = is_closed, .is_colon = text[end - 1] == ':'};
	setting->before = (Announcement) {.block = block};
}

/* A quotation that the paragraph begins, and does not end, goes on in the next. */
static void
note_quotation(const Prose *prose, const TextBlock *block, Setting *setting)
{
	const char *text = prose->text;
	int			end = block->end;
	int			open = 0;
	int			count = 0;

	while (end > block->start && isspace((unsigned char) text[end - 1]))
		end--;
	for (const char *c = text + block->start; (c = memchr(c, '"', text + end - c)) != NULL; c++)
		count++;
	for (const char *c = text + block->start; (c = memchr(c, '\xE2', text + end - c)) != NULL && text + end - c > 2; c++)
		open += strncmp(c, "\xE2\x80\x9C", 3) == 0 ? 1 : strncmp(c, "\xE2\x80\x9D", 3) == 0 ? -1 : 0;
	if (count % 2 == 1 || open > 0)
		setting->in_quotation = text[block->start] == '"' || open > 0;
	else if (open < 0 || (count > 0 && text[end - 1] == '"'))
		setting->in_quotation = false;
}

/* Does the block stand before a list or part whose numbers it tells of? */
void
setting_note(MetricCheck *check, TextBlock *block, Setting *setting)
{
	int			start;
	int			end;
	int			level = block->kind == BLOCK_HEADING ? Max(1, Min(block->level, MAX_HEADING)) : html_heading(check, block, &start, &end);

	if (level > 0)
		note_heading(setting, block, level - 1, true);
	if (block->kind == BLOCK_PARAGRAPH && block->depth == 0)
	{
		note_quotation(check->prose, block, setting);
		note_paragraph(check, block, setting);
	}
	else if (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_TABLE)
		setting->before = (Announcement) {.block = block};
	setting->lead_in.has_list |= block->depth > 0;
	for (int i = block->depth; i < MAX_SCENE_DEPTH; i++)
		setting->items[i] = (Announcement) {.block = NULL};
	if (block->kind == BLOCK_PARAGRAPH && block->depth > 0 && block->depth <= MAX_SCENE_DEPTH)
		setting->items[block->depth - 1] = (Announcement) {.block = block};
}
