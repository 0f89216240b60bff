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

/* A metric of the catalogue: built in, or a row of memocite.metric_kind. */
typedef struct MetricKind
{
	const char *key;			/* "irr" */
	const char *field;			/* in a structured output; NULL = not one of the six */
	const char *label;			/* what readers see: "IRR" */
	const char *unit;			/* "percent", "multiple", "number" or a currency: "usd" */
	NumberUnit	number_unit;	/* of the unit, NUMBER_OTHER = it is not read */
	int			currency;
	int			least;			/* range in a structured output */
	int			most;
} MetricKind;

typedef struct MetricCatalog MetricCatalog;

/* A number of a section that was corrected before the stages. */
typedef struct MetricCorrection
{
	Line		sentence;
	Number		old;
	const struct MetricKind *kind;
} MetricCorrection;

/* A canonical value; has_value is false for NULL and what is no finite number. */
typedef struct CanonicalMetric
{
	const MetricKind *kind;
	const char *variant;		/* "" = the unmodified one */
	bool		has_value;
	Decimal		value;
	const char *text;			/* as stored */
} CanonicalMetric;

#define METRIC_ROLES(X) \
	X(ROLE_POINT, "point") X(ROLE_RANGE_LOW, "range_low") X(ROLE_RANGE_HIGH, "range_high") \
	X(ROLE_BOUND, "bound") X(ROLE_PRIOR, "prior")
#define METRIC_CONTEXTS(X) \
	X(CONTEXT_HEADLINE, "headline") X(CONTEXT_SCENARIO, "scenario") \
	X(CONTEXT_COMPARISON, "comparison") X(CONTEXT_MARKET, "market") \
	X(CONTEXT_THRESHOLD, "threshold") X(CONTEXT_HISTORICAL, "historical")
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
	const char *variant;		/* "" = unmodified */
	MetricRole	role;
	Number		number;			/* as written; its offsets are of the body */
	Decimal found; /* percent points, a multiple, an amount; as written when a fraction */
	int			place;			/* power of ten of the last digit shown */
	const char *unit;			/* the kind's, or "fraction" */
	const CanonicalMetric *canonical;	/* NULL = none */
	int			start;			/* bytes of the body: the number with currency, scale, unit */
	int			end;
	Line		sentence;		/* in a table the row */
	int			block;			/* of the body */
	bool		in_table;
	bool		is_row_value;	/* "| Levered IRR | 16.4% |": its row's only number */
	bool		is_approximate; /* "about 18%" */
	bool		is_bracketed;	/* or behind a dash: it may be meant to be negative */
	bool		is_target;		/* "target IRR of 15%" */
	bool		is_doubtful;	/* a weak cue tells the context */
	bool		is_told;		/* diverges, and is told of by an event */
	bool		is_scale_slip;	/* a hundred times the canonical value, or a hundredth */
	bool		is_sure;		/* of a stretch of plain words (plain.c) */
	bool		is_correctable; /* it can be written as the canonical value */
	bool		is_rewritable;	/* a violation of a plain sentence */
	bool		anchored;
	MetricContext context;
	MetricVerdict verdict;
} MetricFinding;

/* The findings of one body, in the order of the text. */
typedef struct MetricCheck
{
	Memo	   *memo;			/* catalogue, canonical values, policy, claims */
	const Section *section;		/* its title, and whose claims count; NULL = all of the deal */
	Prose	   *prose;
	bool		compares_only;	/* no canonical value: prose is read to compare sections */
	bool	   *said;			/* kinds that the body has the first word of a name of */
	const char *blanked;		/* the body without what is no prose */
	struct Around *around;		/* what its title and the deal's name say */
	struct Reading *scratch;	/* room for a sentence, which checks may share; NULL at first */
				VEC(int) named;		/* bytes where a name may begin, ascending */
				VEC(MetricFinding) findings;
} MetricCheck;

/* --------------------------------------------------- metric_words.c */

/* The metric that a label, key, field or spelling means ("Levered IRR:",
 * "levered_irr", "IRR"), NULL when none; *variant is its modifiers', "" = none.
 * variant may be NULL. */
extern const MetricKind *metric_kind_find(const Memo *memo, const char *name, const char **variant);

/* A row of memocite.metric_kind: spellings are lines; so are the short ones, that count only
 * with the right unit, and the words beside which a spelling is none (NULL = none). */
extern void metric_catalog_add(Memo *memo, const char *key, const char *label, const char *unit,
							   const char *spellings, const char *short_spellings,
								const char *not_near);

extern const MetricKind *metric_kind_at(const Memo *memo, int index);	/* NULL = past the last */

/* A unit of the catalogue: false when it is not read. */
extern bool metric_unit(const char *unit, NumberUnit *number_unit, int *currency);

/* A row of memocite.metric; what names no metric of the catalogue is left out. */
extern void metric_add(Memo *memo, const char *name, const char *variant, const char *value,
	const char *unit);

/* ----------------------------------------------------------- judge.c */

/* The value of the variant; an unmodified one is '' or the only one there is, a levered
 * IRR without a value of its own is ''. */
extern const CanonicalMetric *metric_canonical(const Memo *memo, const MetricKind *kind,
	const char *variant);

/* Finds what a body says of metrics.  Linear in the text.  judge_findings says
 * the verdicts again, when more claims are known. */
extern void metric_check(MetricCheck *check);
extern void judge_findings(MetricCheck *check);

/* Is a violation rewritten at finalize (policy correct_metrics)?  Else it gets a note. */
extern bool metric_is_corrected(const Memo *memo, const MetricFinding *finding);

/* Is the section about other deals, whose numbers get no note? */
extern bool section_is_of_others(const Section *section);

/* What a finding is corrected to. */
extern Decimal corrected_value(const MetricFinding *finding);

extern bool metric_has_violation(const MetricCheck *check, bool only_rewritable);

extern const char *const metric_role_names[];
extern const char *const metric_context_names[];
extern const char *const metric_verdict_names[];

/* "levered IRR"; of a finding, and of a canonical value. */
extern char *metric_name(const MetricFinding *finding);
extern char *canonical_name(const CanonicalMetric *canonical);

/* A value as prose writes one of the unit: "18.5%", "1.35x", "$4,200,000". */
extern char *metric_value_text(const MetricKind *kind, Decimal value);

/* --------------------------------------------------------- correct.c */

/* What a violation is corrected to: what replaces the bytes from start to the
 * number's end, and the note on the old value with the place where it goes. */
typedef struct Correction
{
	char	   *number;			/* digits alone */
	int			start;
	int			end;			/* of the digits */
	char	   *replacement;	/* the digits, with the article before them that suits them */
	const char *note;			/* empty where one stands already */
	char	   *old;			/* as written, with its unit */
	int			note_at;
} Correction;


extern void metric_correction(const Prose *prose, const MetricFinding *finding,
	Correction *correction);
/* Behind the number, its closing emphasis and the link whose label it is in. */
extern int	finding_note_place(const Prose *prose, const MetricFinding *finding);

/* Corrects the violations of all sections, as edits (chapter 4, step 2). */
extern void correct_metrics(Memo *memo);

/* Removes citations of corrected numbers that rest on the old one. */
extern void remove_contradicting_citations(Memo *memo);

/* ----------------------------------------------------------- retry.c */

/* The finding's sentence, or at most so many bytes of it around the number. */
extern Slice finding_sentence(const Prose *prose, const MetricFinding *finding, int most);

/* "...must be 18.5%": words for the model that wrote the section; appends nothing
 * when there is no violation.  What an earlier reason asked of the same metric and
 * value is not asked again but goes to kept; if only_kept, what it says it had kept. */
extern void metric_reasons(const MetricCheck *check, const char *asked, bool only_kept,
	StringInfo out, StringInfo kept);

/* The number as written, on one line and without markup or markers. */
extern char *finding_text(const Prose *prose, const MetricFinding *finding);

/* ---------------------------------------------------- metric_label.c */

/* Is it a metric of the catalogue, or one that notes speak of? */
extern bool metric_is_known(const Memo *memo, const char *metric);

/* What readers see for a metric's key; never NULL. */
extern const char *metric_label(const Memo *memo, const char *metric);

/* What readers call a canonical metric: "Levered IRR". */
extern char *canonical_label(const CanonicalMetric *canonical);

/* "This deal's model: levered IRR 18.5%." */
extern char *canonical_sentence(const CanonicalMetric *canonical);

/* How prose names a metric: its label first; ends with NULL. */
extern const char *const *metric_spellings(const Memo *memo, const char *metric);

/* All names of all metrics and variants, as owners of their words. */
extern const struct PhraseIndex *metric_cousins(const Memo *memo);

#endif							/* METRICS_METRICS_H */
