/*
 * charts.h
 *		ChartConfigs: valid or not, which ones a memo gets, and their node.
 *
 * Example: {"type": "bar", "series": []} has the problem gate schema, path /series.
 *
 * Owns: the list of chart types and their rules (charttypelist.def).
 * Never knows: notes, pages.
 */
#ifndef CHARTS_CHARTS_H
#define CHARTS_CHARTS_H

#include "base/base.h"
#include "memo/memo.h"

/* A candidate chart, and what became of it. */
#define STRETCH_WORDS	500 /* equally confident charts: the one in the emptier stretch first */

typedef struct Chart
{
	char	   *chart_id;
	int			section;
	struct Json *config;		/* NULL: not read, unread says why */
	char	   *unread;
	double		confidence;		/* NaN = none */
	char	   *family;
	int			after_paragraph;	/* -1 = none */
	uint8		sha256[32];		/* of the config as stored */

	/* made by charts_select */
	double		rank_confidence;
	char	   *question;		/* folded, to compare */
	bool		is_protected;	/* answers a critical question */
	int			rank;			/* among the valid ones of its section; 0 = none */
	int			at;				/* byte of the body where it would stand */
	int			anchor;			/* index of its [CHART:id] line's marker, -1 = none */
	int			stretch;		/* which STRETCH_WORDS of the section */
	bool		is_dropped;
	const char *gate;
	char	   *reason;
	int			position;		/* among the section's inserted ones, 0 = none */
	char	   *node;			/* what was inserted */
				VEC(int) cited;		/* memo->citations of its sources, and of its conflict */
	Contradiction *conflict;	/* of its title, caption or question; NULL = none */
} Chart;

/* What an investment committee asks; charts whose ids match answer it. */
typedef struct DecisionQuestion
{
	const char *key;
	const char *question;
	bool		is_critical;
				VEC(Slice) chart_ids;	/* ids, or patterns that end in '*' */
} DecisionQuestion;

/* ---------------------------------------------------- chart_select.c */

/* The built-in questions, in their order; returns how many. */
extern int	questions_built_in(DecisionQuestion **questions);

extern bool question_has_chart(const DecisionQuestion *question, const Chart *chart);
/* Decides about each candidate of a section: is_dropped with gate and reason,
 * rank, at.  Bodies are scanned. */
extern void charts_select(Memo *memo, Section *section, int max_charts);

#define CHART_SOURCE	"Source:"	/* what the references below a chart begin with, */
#define CHART_NOTE		"Note:"		/* and where it has no source */
#define CHARTS	"charts"		/* the label of what follows the stages */
/* ----------------------------------------------------- chart_place.c */

/* Before the stages: which charts the memo has.  Bodies are scanned. */
extern void choose_charts(Memo *memo);

/* Before numbers are given, when all else has left the text: where each chart stands, and the
 * references of its sources with it. */
extern void settle_charts(Memo *memo);

/* After the stages: the edits that insert charts. */
extern void place_charts(Memo *memo);

/* After rendering: a chart that is not in the text was not inserted. */
extern void check_charts(Memo *memo);

/* Does an inserted chart answer the question? */
extern bool question_is_covered(const Memo *memo, const DecisionQuestion *question);

#define MAX_CHART_BYTES		(1024 * 1024)
#define MAX_CHART_DEPTH		32

/* ----------------------------------------------------------- chart.c */

/* All that is wrong with a config, of gate "schema" or "usefulness"; NULL config: unread says
 * why it was not read. */
extern void chart_check(const Json *config, const char *unread, Problems *problems);

#define CHART_NODE		"<div data-type=\"chart\""	/* how a node begins */
/* ------------------------------------------------------ chart_node.c */

/* Appends the memo's node of a valid chart; a line without blanks around it. */
extern void chart_append_node(StringInfo out, Slice chart_id, const Json *config);

/* Takes a node apart into id and config (JSON text, of whatever it says); false
 * when the text is no such node. */
extern bool chart_read_node(Slice node, Slice *chart_id, Slice *config);

/* The config of a node, NULL when memo_finalize would not let it in; as text it may be longer
 * than it is as jsonb. */
extern const Json *chart_valid_config(Slice text);

/* Its title, else its caption. */
extern Slice chart_title(const Json *config);

/* The id of a config that stands alone: suggested_id, else its type. */
extern Slice chart_suggested_id(const Json *config);

#endif							/* CHARTS_CHARTS_H */
