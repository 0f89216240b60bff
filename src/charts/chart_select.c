/*
 * chart_select.c
 *		Which candidate charts of a section go into the memo, and which of the
 *		investment committee's questions they answer.
 *
 * Valid candidates are taken by confidence.  Of equally confident ones the next
 * is the one whose place has fewer charts so far in its stretch of the text
 * (STRETCH_WORDS), then chart_id decides.  Each passes three gates: its
 * question was not answered by one before, its family has room, the section
 * has room.  A chart that answers a critical question passes all and takes no
 * room.
 */
#include "charts/charts_internal.h"
#include "memo/memo.h"

#include <math.h>

#include "mb/pg_wchar.h"

typedef struct BuiltInQuestion
{
	const char *key;
	const char *question;
	bool		is_critical;
	const char *chart_ids;		/* separated by blanks */
} BuiltInQuestion;

static const BuiltInQuestion built_in[] = {
	{"returns", "What returns does the base case produce?", true,
	"returns* irr* equity_multiple* cash_on_cash*"},
	{"debt_safety", "Can the property carry its debt?", true,
	"debt_safety* dscr* ltv* debt_yield* debt_service* covenant*"},
	{"capital_stack", "Who funds the deal, and in which order are they paid?", true,
	"capital_stack* sources_uses* sources_and_uses*"},
	{"downside_protection", "How much can we lose, and what protects us?", true,
	"downside* breakeven* break_even* stress* outcome_distribution*"},
	{"noi_growth", "Where does growth of net operating income come from?", false,
	"noi* revenue_growth* rent_growth* opex*"},
	{"sensitivity", "Which assumptions move the returns most?", false,
	"sensitivity* tornado*"},
	{"entry_basis", "Do we buy at the right price?", false,
	"entry_basis* price_per* basis* cap_rate* replacement_cost*"},
	{"market_support", "Does the market support rents and occupancy?", false,
	"market* rent_comp* supply* demand* absorption* vacancy* occupancy*"},
	{"tenancy_rollover", "Who pays the rent, and when do leases end?", false,
	"tenancy* rollover* lease_* rent_roll* tenant*"},
	{"exit", "How and at what price do we get out?", false,
	"exit* sale_comp* hold_* reversion*"},
};

int
questions_built_in(DecisionQuestion **questions)
{
	*questions = palloc0(sizeof(DecisionQuestion) * lengthof(built_in));
	for (int i = 0; i < (int) lengthof(built_in); i++)
	{
		DecisionQuestion *question = &(*questions)[i];

		question->key = built_in[i].key;
		question->question = built_in[i].question;
		question->is_critical = built_in[i].is_critical;
		for (const char *word = built_in[i].chart_ids; *word != '\0';
			 word += strcspn(word, " "), word += *word == ' ')
			*VEC_PUSH(&question->chart_ids) = (Slice) {word, (int) strcspn(word, " ")};
	}
	return lengthof(built_in);
}

bool
question_has_chart(const DecisionQuestion *question, const Chart *chart)
{
	Slice		id = slice_of(chart->chart_id);

	for (int i = 0; i < question->chart_ids.count; i++)
	{
		Slice		pattern = question->chart_ids.items[i];	/* an id, or what ends in '*' */

		if (pattern.len > 0 && pattern.data[pattern.len - 1] == '*'
			? id.len >= pattern.len - 1 && memcmp(pattern.data, id.data, pattern.len - 1) == 0
			: slice_equal(pattern, id))
			return true;
	}
	return false;
}

/* --------------------------------------------------------------- questions */

/* --------------------------------------------------------------- selection */

/* The most confident first; the same by id. */
static int
compare_candidates(const void *a, const void *b)
{
	const Chart *x = *(Chart *const *) a;
	const Chart *y = *(Chart *const *) b;

	if (x->rank_confidence != y->rank_confidence)
		return x->rank_confidence > y->rank_confidence ? -1 : 1;
	return strcmp(x->chart_id, y->chart_id);
}

static void
drop(Chart *chart, const char *gate, char *reason)
{
	chart->is_dropped = true;
	chart->gate = gate;
	chart->reason = reason;
}

static const char *
chart_family(const Chart *chart)
{
	return chart->family != NULL && chart->family[0] != '\0'
			   ? chart->family
			   : chart_type(chart->config)->name;
}

/* The chosen charts so far: what the gates ask about. */
typedef struct Chosen
{
	Chart	  **charts;
	int			count;
	int			slots;			/* taken: protected charts take none */
	int		   *stretches;		/* charts in each stretch of the text */
} Chosen;

/* The gates, in their order. */
static void
judge(const Memo *memo, const Chosen *chosen, Chart *chart, int max_charts)
{
	const char *family = chart_family(chart);
	const Chart *same = NULL;	/* the first that answers its question */
	int			relatives = 0;

	if (chart->is_protected)
		return;
	for (int i = chosen->count - 1; i >= 0; i--)
	{
		const Chart *other = chosen->charts[i];

		if (strcmp(other->question, chart->question) == 0)
			same = other;
		relatives += !other->is_protected && strcmp(chart_family(other), family) == 0;
	}
	if (same != NULL)
		drop(chart, "duplicate_question",
			 psprintf("chart \"%s\" answers the same question", same->chart_id));
	else if (relatives >= memo->policy.family_cap)
		drop(chart, "family_cap",
			 psprintf("the section has %d charts of family \"%s\"", memo->policy.family_cap,
					  family));
	else if (chosen->slots >= max_charts)
		drop(chart, "max_charts", psprintf("the section has %d charts", max_charts));
}

static int
compare_stretches(const void *a, const void *b)
{
	const Chart *x = *(Chart *const *) a;
	const Chart *y = *(Chart *const *) b;

	if (x->stretch != y->stretch)
		return x->stretch < y->stretch ? -1 : 1;
	return strcmp(x->chart_id, y->chart_id);
}

/* Judges equally confident charts: always the first of the stretch that has
 * the fewest charts so far. */
static void
judge_equals(const Memo *memo, Chosen *chosen, Chart **charts, int count, int rank, int max_charts)
{
	int		   *heads = palloc(sizeof(int) * (count + 1));
	int			nheads = 0;

	qsort(charts, count, sizeof(Chart *), compare_stretches);
	for (int i = 0; i < count; i++)
		if (i == 0 || charts[i]->stretch != charts[i - 1]->stretch)
			heads[nheads++] = i;
	for (int n = 0; n < count; n++)
	{
		int			best = -1;
		Chart	   *chart;

		CHECK_FOR_INTERRUPTS();
		for (int i = 0; i < nheads; i++)
		{
			const Chart *head = charts[heads[i]];
			int order = best < 0 ? -1
								 : chosen->stretches[head->stretch] -
									   chosen->stretches[charts[heads[best]]->stretch];

			if (order < 0 ||
				(order == 0 && strcmp(head->chart_id, charts[heads[best]]->chart_id) < 0))
				best = i;
		}
		chart = charts[heads[best]];
		if (++heads[best] == count || charts[heads[best]]->stretch != chart->stretch)
			heads[best] = heads[--nheads];
		chart->rank = rank + n;
		judge(memo, chosen, chart, max_charts);
		if (chart->is_dropped)
			continue;
		chosen->charts[chosen->count++] = chart;
		chosen->stretches[chart->stretch]++;
		chosen->slots += !chart->is_protected;
	}
	pfree(heads);
}

/* Gates schema and usefulness. */
static void
check_chart(Chart *chart)
{
	Problems problems = {0};
	const char *problem = chart_id_problem(slice_of(chart->chart_id));

	if (chart->is_dropped)		/* its texts contradict a metric */
		return;
	if (problem != NULL || isinf(chart->confidence))
	{
		drop(chart, "schema", problem != NULL ? psprintf("chart_id %s", problem)
			 : pstrdup("confidence is no number from -1000000 to 1000000"));
		return;
	}
	chart_check(chart->config, chart->unread, &problems);
	if (problems.count == 0)
		return;
	drop(chart, problems.items[0].gate,
		 psprintf("%s%s%s", problems.items[0].path, problems.items[0].path[0] == '\0' ? "" : " ",
				  problems.items[0].problem));
	if (problems.count > 1)
		chart->reason = psprintf("%s (%d problems in all)", chart->reason, problems.count);
}

/* The section's valid candidates, by confidence and id; returns how many. */
static int
valid_charts(Memo *memo, Section *section, Chart **valid)
{
	int			count = 0;

	for (int i = 0; i < section->charts.count; i++)
	{
		Chart	   *chart = &memo->charts[section->charts.first + i];
		const Json *own;
		StringInfoData folded;
		Slice		text;

		check_chart(chart);
		if (chart->is_dropped)
			continue;
		own = json_member(chart->config, "confidence");
		chart->rank_confidence = !isnan(chart->confidence) ? chart->confidence
			: own != NULL && own->kind == J_NUMBER ? own->number : 0.5;
		text = json_text(chart->config, "decisionQuestion");
		initStringInfo(&folded);	/* as it compares: lower case, without blanks */
		for (int j = 0, width; j < text.len; j += width)
		{
			uint32		c = utf8_decode(text.data, text.len, j, &width);
			unsigned char lower[5] = "";

			if (!is_unicode_blank(c))
				appendStringInfoString(&folded, (char *) unicode_to_utf8(lower_of(c), lower));
		}
		chart->question = folded.data;
		for (int j = 0; j < memo->nquestions && !chart->is_protected; j++)
			chart->is_protected = memo->questions[j].is_critical &&
				question_has_chart(&memo->questions[j], chart);
		valid[count++] = chart;
	}
	qsort(valid, count, sizeof(Chart *), compare_candidates);
	return count;
}

void
charts_select(Memo *memo, Section *section, int max_charts)
{
	Chart	  **valid = palloc(sizeof(Chart *) * (section->charts.count + 1));
	int			count = valid_charts(memo, section, valid);
	int			nstretches = charts_locate(memo, section, valid, count);
	Chosen		chosen = {
		.charts = palloc(sizeof(Chart *) * (count + 1)),
		.stretches = palloc0(sizeof(int) * (nstretches + 1)),
	};

	for (int from = 0, to; from < count; from = to)
	{
		for (to = from + 1;
			 to < count && valid[to]->rank_confidence == valid[from]->rank_confidence; to++)
			;
		judge_equals(memo, &chosen, valid + from, to - from, from + 1, max_charts);
	}
}
