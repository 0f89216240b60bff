/*
 * metrics.h
 *		Canonical metrics: what prose says of IRR, DSCR, LTV and the like, judged and corrected.
 *
 * Example: "The IRR is 12%." where the model says 18.5 is a violation, and rewritable.
 *
 * Owns: the catalogue of metrics, with rows of the deal's over those built in.
 * Never knows: stages, pages.
 */
#ifndef METRICS_METRICS_H
#define METRICS_METRICS_H

#include "base/base.h"
#include "markdown/markdown.h"
#include "memo/memo.h"

/* A metric of the catalogue: metriclist.h, overridden by memocite.metric_kind. */
typedef struct MetricKind
{
	const char *key;			/* "irr" */
	const char *field;			/* in a structured output; NULL = not one of the six */
	const char *label;			/* what readers see: "IRR" */
	const char *unit;			/* "percent", "multiple", "usd" */
	int			least;			/* range in a structured output */
	int			most;
} MetricKind;

typedef struct MetricCatalog MetricCatalog;

/* A canonical value; has_value is false for NULL and what is no finite number. */
typedef struct CanonicalMetric
{
	const MetricKind *kind;
	const char *variant;		/* "" = the unmodified one */
	bool		has_value;
	Decimal		value;
	const char *text;			/* as stored */
	int			number;			/* among the deal's, from 0 */
} CanonicalMetric;

#define METRIC_ROLES(X) \
	X(ROLE_POINT, "point") X(ROLE_RANGE_LOW, "range_low") X(ROLE_RANGE_HIGH, "range_high") \
	X(ROLE_BOUND, "bound") X(ROLE_PRIOR, "prior")
#define METRIC_CONTEXTS(X) \
	X(CONTEXT_HEADLINE, "headline") X(CONTEXT_SCENARIO, "scenario") X(CONTEXT_COMPARISON, "comparison") \
	X(CONTEXT_MARKET, "market") X(CONTEXT_THRESHOLD, "threshold") X(CONTEXT_HISTORICAL, "historical")
#define METRIC_VERDICTS(X) \
	X(VERDICT_OK, "ok") X(VERDICT_VIOLATION, "violation") X(VERDICT_REVIEW, "review") \
	X(VERDICT_NO_CANONICAL, "no_canonical")
#define X(id, name) id,
typedef enum MetricRole
{
	METRIC_ROLES(X)
} MetricRole;
typedef enum MetricContext
{
	METRIC_CONTEXTS(X)
} MetricContext;
typedef enum MetricVerdict
{
	METRIC_VERDICTS(X)
} MetricVerdict;
#undef X
/* One number that the prose says of a metric. */
typedef struct MetricFinding
{
	const MetricKind *kind;
	const char *variant;
	MetricRole	role;
	Decimal		found;			/* percent points or a multiple; as written when a fraction */
	const char *unit;			/* "percent", "multiple", "fraction" */
	const CanonicalMetric *canonical;	/* NULL = none */
	int			start;			/* bytes of the body: the number with its unit */
	int			end;
	int			number_end;		/* of the number alone */
	Line		sentence;		/* in a table the row */
	bool		in_table;
	bool		is_row_value;	/* "| Levered IRR | 16.4% |": its row's only number, of the first cell's metric */
	bool		in_list;
	int			passage;		/* of its list or paragraph, counted */
	bool		may_be_negative;	/* "(5.0%)" */
	bool		is_approximate; /* "about 18%" */
	bool		is_plain;		/* asserted in so plain words that it may be corrected */
	bool		is_target;		/* "target IRR of 15%": the headline, unless the text around gives that, too */
	bool		is_scale_slip;	/* a hundred times the canonical value, or a hundredth */
	bool		is_rewritable;	/* a violation that is corrected */
	bool		anchored;
	bool		is_bps;			/* written in basis points */
	bool		is_spelled;		/* in words */
	bool		has_thousands;
	MetricContext context;
	MetricVerdict verdict;
} MetricFinding;

/* What the body as a whole may say. */
typedef enum BodyWord
{
	SAYS_EQUITY_MULTIPLE,
	SAYS_INCIDENCE,				/* of incidence-rate ratios */
	SAYS_DSCR,
	SAYS_DEBT_SERVICE,
	SAYS_LTV,
	SAYS_LOAN_TO_VALUE,
	SAYS_LOAN_TO_COST,
	NBODYWORDS
} BodyWord;

/* The findings of one body, in the order of the text. */
typedef struct MetricCheck
{
	Memo	   *memo;			/* catalogue, canonical values, policy, claims */
	const Section *section;		/* whose claims count as evidence; NULL = all of the deal */
	Prose	   *prose;
	int			passage;		/* lists and paragraphs counted so far */
	int			next_spelling;	/* byte where the next metric may be named */
	int			end_block;		/* blocks from here on are a source list */
	int8		says[NBODYWORDS]; /* the body does: 1 yes, -1 no, 0 not looked yet */
	int			right_passage;	/* passage that gave the canonical value */
	uint64		right_metrics;	/* of these metrics: a bit for the number of each */
	Size		evidence_bytes; /* of quotes and passages that have been read */
	int			note_marks;		/* marks that lines begin with (metric_note.c), 0 = not looked yet */
				VEC(MetricFinding) findings;
} MetricCheck;

/* -------------------------------------------------- metric_catalog.c */

/* The metric that a label, key, field or spelling means ("Levered IRR:",
 * "levered_irr", "IRR"), NULL when none; *variant is its modifiers', "" = none.
 * variant may be NULL. */
extern const MetricKind *metric_kind_find(const Memo *memo, const char *name, const char **variant);

extern void metric_catalog_add(Memo *memo, const char *key, const char *label, const char *unit,
							   const char *spellings);
/* ---------------------------------------------------------- metric.c */

extern void metric_add(Memo *memo, const char *name, const char *variant, const char *value, const char *unit);
extern const CanonicalMetric *metric_canonical(const Memo *memo, const MetricKind *kind, const char *variant);
extern bool metric_has_variant(const Memo *memo, const MetricKind *kind, const char *variant);
/* Is the number the canonical value, rounded to the decimals that it shows? */
extern bool metric_equals(const CanonicalMetric *canonical, Decimal number);

/* -------------------------------------------------- metric_catalog.c */

extern const MetricKind *metric_kind_at(const Memo *memo, int index);	/* NULL = past the last */
/* ---------------------------------------------------------- metric.c */

/* Finds what a body says of metrics.  Linear in the text.  judge_findings says
 * the verdicts again, when more claims are known. */
extern void metric_check(MetricCheck *check);

/* ---------------------------------------------------- metric_judge.c */

extern void judge_findings(MetricCheck *check);
/* ---------------------------------------------------------- metric.c */

extern bool metric_has_violation(const MetricCheck *check);
extern bool metric_has_rewritable(const MetricCheck *check);
/* ---------------------------------------------------- metric_judge.c */

/* Is it a headline that diverges, a violation or for review? */
extern bool metric_diverges(const MetricFinding *finding);

/* ---------------------------------------------------------- metric.c */

extern const char *metric_role_name(MetricRole role);
extern const char *metric_context_name(MetricContext context);
extern const char *metric_verdict_name(MetricVerdict verdict);
extern char *metric_name(const MetricFinding *finding);	/* "levered IRR" */
/* What a violation is corrected to: what replaces the bytes from start to the
 * number's end, and the note on the old value with the place where it goes. */
typedef struct Correction
{
	char	   *number;
	int			start;
	char	   *replacement;	/* the number, with the article before it that suits it */
	const char *note;			/* empty where one stands already */
	char	   *old;			/* as written, with its unit */
	int			note_at;
} Correction;

/* -------------------------------------------------- metric_correct.c */

extern Decimal corrected_value(const MetricFinding *finding);
extern void metric_correction(const Prose *prose, const MetricFinding *finding, Correction *correction);
/* Corrects the violations of all sections, as edits (chapter 4, step 2). */
extern void correct_metrics(Memo *memo);

/* Removes citations of corrected numbers that rest on the old one. */
extern void remove_contradicting_citations(Memo *memo);

/* The finding's sentence, or at most so many bytes of it around the number. */
extern Slice finding_sentence(const Prose *prose, const MetricFinding *finding, int most);

/* "...must be 18.5%": words for the model that wrote the section; appends nothing
 * when there is no violation.  What an earlier reason asked of the same metric and
 * value is not asked again but goes to kept; if only_kept, what it says it had kept. */
extern void metric_reasons(const MetricCheck *check, const char *asked, bool only_kept, StringInfo out, StringInfo kept);

/* ---------------------------------------------------- metric_label.c */

/* Is it a metric of the catalogue, or one that notes speak of? */
extern bool metric_is_known(const Memo *memo, const char *metric);

/* What readers see for a metric's key; never NULL. */
extern const char *metric_label(const Memo *memo, const char *metric);

/* How prose names a metric: its label first; ends with NULL. */
extern const char *const *metric_spellings(const Memo *memo, const char *metric);

/* All names of all metrics and variants; ends with NULL. */
extern const char *const *metric_cousins(const Memo *memo);

#endif							/* METRICS_METRICS_H */
