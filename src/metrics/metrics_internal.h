/*
 * metrics_internal.h
 *		What the files of the metric engine share.
 *
 *	metric_words.c	the catalogue and the classes of words
 *	read.c			a sentence as items: words, numbers, signs and names of metrics
 *	names.c			names of metrics with their variants
 *	find.c			which number is which metric's
 *	context.c		roles and contexts, a number as a finding
 *	table.c			tables
 *	check.c			a body's blocks, one after another
 *	judge.c			canonical values, verdicts
 *	anchor.c		what lets a number diverge
 *	correct.c		corrections, retry.c words for the model, metric_label.c names
 */
#ifndef METRICS_INTERNAL_H
#define METRICS_INTERNAL_H

#include "metrics/metrics.h"
#include "language/language.h"

/* The classes of words/metrics.txt; those of names first, then contexts in their order. */
typedef enum WordClass
{
	CLASS_metric, CLASS_weak, CLASS_weak_said, CLASS_veto, CLASS_variant,
	CLASS_cue_threshold, CLASS_cue_scenario, CLASS_cue_comparison, CLASS_cue_market,
	CLASS_cue_historical, CLASS_near_threshold, CLASS_near_scenario, CLASS_near_comparison,
	CLASS_near_market, CLASS_near_historical, CLASS_foreign, CLASS_delta, CLASS_change,
	CLASS_link, CLASS_own, CLASS_plain, CLASS_filler, CLASS_split, CLASS_bound,
	CLASS_versus, CLASS_approximate, CLASS_target, CLASS_party, CLASS_skip, CLASS_and,
	CLASS_to, CLASS_from, CLASS_between, CLASS_article, CLASS_block, CLASS_says,
	CLASS_front, CLASS_aside, CLASS_no_cue, CLASS_near_year, CLASS_side,
	CLASS_deal,					/* of the deal's name; no list */
	NCLASSES
} WordClass;

#define TAG(class) (UINT64CONST(1) << (class))

#define JOINTS			(TAG(CLASS_and) | TAG(CLASS_to) | TAG(CLASS_from) | TAG(CLASS_versus))

#define NCONTEXT_CUES	5
#define CUES			(UINT64CONST(1023) << CLASS_cue_threshold)

typedef enum ItemKind
{
	ITEM_WORD,
	ITEM_NUMBER,
	ITEM_SIGN,
	ITEM_NAME					/* of a metric */
} ItemKind;

/* A piece of a sentence. */
typedef struct Item
{
	ItemKind	kind;
	int			start;			/* bytes of the body */
	int			end;
	uint64		key;
	uint64		stem;			/* of a word without its last s, 0 = it has none */
	uint64		tags;			/* of a word: its classes */
	uint32		sign;
	const char *variant;		/* of a word of that class; of a name, "" = none */
	const MetricKind *metric;	/* of a name */
	bool		is_weak;		/* a name that counts only with the right unit */
	bool		is_change;		/* a number that is no level */
	bool		is_taken;		/* a name that has its number */
	bool		is_plural;		/* "cap rates" */
	int			order;			/* items before that are no signs */
	short		name_len;		/* of a word: items of the name that begins here, 0 = none */
	short		name_kind;
	/* of a number that is a metric's */
	int			name;			/* -1 = none */
	MetricRole	role;
	Number		number;			/* of a number; the last member: words and signs have none */
} Item;

/* A sentence, heading, cell or part of one. */
typedef struct Reading
{
	MetricCheck *check;
	const char *text;			/* of the body, with what is no prose blanked */
	Item	   *items;
	int			count;
	int			room;			/* of items */
	int			names;
	int			numbers;
} Reading;

#define MOST_DEAL_WORDS	16
#define NO_LEVEL		7		/* more than that of any heading */

/* What lasts from block to block. */
typedef struct Around
{
	MetricContext title;		/* what the section's title tells */
	MetricContext heading;		/* the last heading */
	MetricContext lead;			/* a line that ends with a colon, in front of a list or table */
	int			stretch;		/* first finding behind the last heading */
	bool		is_stretch_plain;	/* all words since then are plain ones, */
	int			unplain;		/* and of the headings above; else one's level, 0 = the title */
	Item		label;			/* a line that was a metric's name alone */
	bool		has_label;
	uint64		deal[MOST_DEAL_WORDS];	/* keys of the words of the deal's name */
	int			ndeal;
} Around;

/* --------------------------------------------------- metric_words.c */

#define MOST_WORDS		6		/* of a phrase */
#define SLOTS			4096	/* of phrases by their first word */

typedef struct MetricPhrase
{
	uint64		keys[MOST_WORDS];
	uint8		nkeys;
	uint8		class;
	uint64		tags;			/* of the class, and of others whose phrase it is */
	short		kind;			/* of a name or veto, -1 = none */
	short		next;			/* of its slot */
	const char *text;
	const char *value;
} MetricPhrase;

struct MetricCatalog
{
	MetricKind *kinds;
	int			nkinds;
	MetricPhrase *phrases;
	int			nphrases;
	short		slots[SLOTS];
	WordStarts	starts;			/* of names */
};

extern const MetricCatalog *catalog_of(const Memo *memo);

static inline bool
is_name_class(int class)
{
	return class == CLASS_metric || class == CLASS_weak || class == CLASS_weak_said;
}

/* Sets the tags and variants of words, and where names begin. */
extern void tag_items(Reading *reading);

/* Has the body a word that begins a name of the kind, or for an equity multiple "IRR"? */
extern bool body_says(const MetricCheck *check, int kind);

/* Looks once where the body may name a metric: does it?  What does not is not read further. */
extern bool survey_names(MetricCheck *check);

/* May a metric be named there? */
extern bool names_metric(const MetricCheck *check, int start, int end);

/* ---------------------------------------------------------- names.c */

/* The same with tags, and names as items of their own. */
extern int	read_named(Reading *reading, MetricCheck *check, const char *text, int start, int end,
					   const Around *around);

/* ----------------------------------------------------------- read.c */

/* The body with blanks for code, comments, images, destinations, markers and struck text. */
extern char *blanked_text(const Prose *prose);
/* Puts an item in front. */
extern void prepend_item(Reading *reading, const Item *item);

/* The items of [start, end), at most MOST_ITEMS; returns the byte behind them.  The reading is
 * zeroed, or one that was read before, whose room is used again. */
extern int	read_items(Reading *reading, MetricCheck *check, const char *text, int start, int end);

#define MOST_ITEMS		2000

static inline bool
item_has(const Reading *reading, int index, uint64 tags)
{
	return index >= 0 && index < reading->count && (reading->items[index].tags & tags) != 0;
}

static inline bool
any_has(const Reading *reading, uint64 tags)
{
	for (int i = 0; i < reading->count; i++)
		if (item_has(reading, i, tags))
			return true;
	return false;
}

static inline bool
item_is_sign(const Reading *reading, int index, const char *signs)
{
	const Item *item = index < 0 || index >= reading->count ? NULL : &reading->items[index];

	return item != NULL && item->kind == ITEM_SIGN && item->sign < 0x80 &&
		strchr(signs, (int) item->sign) != NULL;
}

static inline bool
item_is(const Reading *reading, int index, ItemKind kind)
{
	return index >= 0 && index < reading->count && reading->items[index].kind == kind;
}

/* ----------------------------------------------------------- find.c */

static inline bool
is_word(const Reading *reading, int index, WordClass class)
{
	return item_is(reading, index, ITEM_WORD) && item_has(reading, index, TAG(class));
}

/* May a number be given to a name? */
static inline bool
is_free(const Reading *reading, int index)
{
	const Item *item = &reading->items[index];

	return item->kind == ITEM_NUMBER && item->name < 0 && !item->is_change;
}

/* Gives a number to a name, and the other end of its range, too. */
extern void take(Reading *reading, int index, int name, const char *variant);

/* Links numbers with the names of metrics: item.name, item.role. */
extern void find_ranges(Reading *reading);
extern void find_links(Reading *reading);
/* Does a number suit a metric; side is how near it stands: 0 = unit only. */
extern bool unit_fits(const Reading *reading, int number, const Item *name, int side);
extern bool is_others(const Reading *reading, int index);

/* -------------------------------------------------------- context.c */

/* What a heading, title or label tells of what is below it; headline = nothing. */
extern MetricContext context_told(const Reading *reading);

/* ---------------------------------------------------------- table.c */

extern void check_table(MetricCheck *check, const char *text, int block, Around *around);

/* ---------------------------------------------------------- judge.c */

/* The canonical value in what the prose counts, millions or basis points, with as many decimals
 * as it shows or as the value needs: a rounded value must not stand as "VERIFIED". */
extern Decimal written_value(const MetricFinding *finding);

/* Is an IRR levered, a cap rate that at closing, where nothing says else? */
extern bool goes_without_saying(const MetricKind *kind, const char *variant);

/* Adds a finding for a number of the reading that is a metric's. */
extern MetricFinding *add_finding(const Reading *reading, int index, const Around *around,
	Line sentence, int block);

/* ---------------------------------------------------------- retry.c */

/* "4200000.5" as "4,200,000.5". */
extern char *with_thousands(const char *digits);

/* --------------------------------------------------------- anchor.c */

/* Sets finding->anchored, and takes back what is.  Passages are read for what would be told. */
typedef struct Anchors
{
	int			sentence;		/* its start, -1 = none read yet */
	bool		is_anchored;
				VEC(Claim *) claims;
} Anchors;

extern void judge_anchor(MetricCheck *check, MetricFinding *finding, Anchors *anchors,
	bool is_told);
extern void load_claim_passages(Memo *memo, Claim **claims, int count);
/* Has the claim's quote or passage the number, as figures are looked for? */
extern bool claim_has_number(Memo *memo, Claim *claim, const Number *number,
							 const MetricKind *kind);
extern int	marker_from(const Prose *prose, int start);

#endif							/* METRICS_INTERNAL_H */
