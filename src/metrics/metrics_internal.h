/*
 * metric_internal.h
 *		What the files of the metric check share: metric_catalog.c, metric.c
 *		(values, decimals, the check), metric_word.c (the words known), metric_token.c and metric_number.c (a
 *		sentence as tokens),
 *		metric_mention.c (the metrics named and the numbers), metric_link.c, metric_limit.c, metric_target.c, metric_gap.c, metric_onward.c
 *		(which belong together), metric_context.c (what kind of assertion it is),
 *		metric_plain.c (what is asserted plainly), metric_tail.c (what it may end with), metric_note.c (notes on numbers), metric_manner.c (what only looks so), metric_departure.c and metric_clause.c (what is not),
 *		metric_scene.c (whether a text is neutral), metric_other.c (what is another case's by its construction), metric_setting.c (what stands around a sentence), metric_foreign.c (quotations), metric_table.c (tables), metric_judge.c (anchors and verdicts), metric_evidence.c (what a claim says),
 *		metric_correct.c (corrections).
 */
#ifndef METRIC_INTERNAL_H
#define METRIC_INTERNAL_H

#include "metrics/metrics.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "language/language.h"

/* Until this folder reads the tokens of language/. */
#define Token OldToken
#define TokenKind OldTokenKind
#define TOKEN_WORD OLD_TOKEN_WORD
#define TOKEN_NUMBER OLD_TOKEN_NUMBER
#define number_read old_number_read
#define NumberUnit OldNumberUnit
#define NUMBER_PERCENT OLD_NUMBER_PERCENT
#define NUMBER_POINTS OLD_NUMBER_POINTS
#define NUMBER_BPS OLD_NUMBER_BPS
#define NUMBER_MULTIPLE OLD_NUMBER_MULTIPLE
#define NUMBER_OTHER OLD_NUMBER_OTHER

/* Classes of words, see metricwords.h. */
#define WORD_CLASSES(X) \
	X(W_BE) X(W_VERB) X(W_MOVE) X(W_OF) X(W_AT) X(W_TO) X(W_FROM) X(W_BY) X(W_PREP) X(W_AND) \
	X(W_FILL) X(W_STOP) X(W_OTHER) X(W_DELTA) X(W_SCORE) X(W_BOUND) X(W_RANGE) X(W_UNIT) \
	X(W_CONTRAST) X(W_IF) X(W_MODAL) X(W_BASE) X(W_SCENARIO) X(W_COMPARE) X(W_MARKET) X(W_LIMIT) X(W_PAST)

enum
{
#define X(name) name##_BIT,
	WORD_CLASSES(X)
#undef X
};
enum
{
#define X(name) name = 1 << name##_BIT,
	WORD_CLASSES(X)
#undef X
};

/* Lists that a word may be in: those of metricplain.h and metricscene.h, and
 * first words of the modifiers of metriclist.h. */
enum
{
	LIST_PLAIN = 1,
	LIST_SCENE = 2,
	LIST_TITLE = 4,
	LIST_MODIFIER = 8
};

/* Hashes of a word in any case, and of all but its last byte, which may be a
 * plural's. */
typedef struct WordHash
{
	uint32		whole;
	uint32		stem;
} WordHash;

static inline uint32
fold_hash(uint32 hash)
{
	return hash ^ (hash >> 15);
}

static inline WordHash
word_hashes(const char *word, int len)
{
	uint32		hash = 2166136261u;
	uint32		stem = hash;

	for (int i = 0; i < len; i++)
	{
		unsigned char c = (unsigned char) word[i];

		stem = hash;
		hash = (hash ^ (c >= 'A' && c <= 'Z' ? c | 32 : c)) * 16777619u;
	}
	return (WordHash) {fold_hash(hash), fold_hash(stem)};
}

static inline uint32
word_hash(const char *word, int len)
{
	return word_hashes(word, len).whole;
}

/* All that is known of a word (metric_word.c); small, for there are many. */
typedef struct Word
{
	const char *text;			/* NULL = nothing is known */
	uint32		hash;
	int			classes;
	short		departure_rank; /* the first of a text counts, 0 = no departure */
	uint8		departure;		/* a MetricContext */
	uint8		len;
	uint8		lists;
	int8		number;			/* of a number in words, 0 to 90; -1 = none */
} Word;

extern const Word unknown_word;
extern const Word *word_find(const char *text, int len, uint32 hash);	/* never NULL */

typedef enum TokenKind
{
	TOKEN_WORD,
	TOKEN_NUMBER,
	TOKEN_PERCENT,				/* a sign that stands apart from its number */
	TOKEN_COMMA,
	TOKEN_SEMICOLON,			/* and bullets within a line */
	TOKEN_COLON,				/* and an equals sign */
	TOKEN_DASH,
	TOKEN_ARROW,
	TOKEN_SLASH,
	TOKEN_OPEN,
	TOKEN_CLOSE,
	TOKEN_BOUND,				/* < > and the like */
	TOKEN_CURRENCY,
	TOKEN_STOP					/* ! ? code: nothing is linked across it */
} TokenKind;

typedef enum NumberUnit
{
	NUMBER_BARE,
	NUMBER_PERCENT,
	NUMBER_MULTIPLE,
	NUMBER_BPS,
	NUMBER_POINTS,				/* percentage points: a delta */
	NUMBER_OTHER				/* money, years, ordinals, scores */
} NumberUnit;

typedef struct Token
{
	TokenKind	kind;
	char		initial;		/* of a word, in lower case; else 0 */
	int			start;			/* bytes of the body; of a number without its unit */
	int			end;
	int			unit_end;		/* number: after its unit, else end */
	int			words;			/* classes */
	const Word *word;			/* never NULL */
	WordHash	hash;			/* of a word */
	bool		is_joined;		/* a hyphen ties it to the token before */
	bool		is_upper;		/* a word in upper case */
	bool		follows_blank;

	NumberUnit	unit;
	Decimal		value;
	bool		is_spelled;
	bool		is_signed;		/* + or - */
	bool		has_thousands;
	bool		has_plus;		/* "85%+" */
	bool		has_note;		/* raised digits stand behind it */
	int			mention;		/* index of the mention that begins here, -1 = none */
	int			inside;			/* index of the mention it is part of, -1 = none */
	bool		is_claimed;		/* a modifier that belongs to a mention or number */
	int			group;			/* number: index of its group, -1 = none */
	int			clause;
} Token;

/* A metric named in a sentence: tokens [first, last]. */
typedef struct Mention
{
	const MetricKind *kind;
	const char *variant;
	const char *more_variant;	/* "IRR (levered / unlevered)": the second, NULL = none */
	int			from;			/* with the modifiers before it */
	int			first;
	int			last;			/* with a modifier in parentheses behind it */
	int			next;			/* of a list "levered and unlevered IRR": the same tokens, -1 = none */
	int			used;			/* numbers linked to it */
	bool		follows_number; /* one of them stands before it */
	bool		is_delta;		/* "cap rate expansion", "IRR spread": numbers are changes */
	bool		is_limit;		/* "DSCR covenant", "target IRR" */
	bool		is_ruled_out;	/* an incidence-rate ratio, LTV:CAC, a scorecard's weight */
	bool		is_strict;		/* counts only with a number of its unit */
	bool		is_guess;		/* named perhaps: never rewritten */
	NumberUnit	bare_unit;		/* of a number without a unit: "LTV (%)" */
} Mention;

typedef enum GroupShape
{
	GROUP_SINGLE,
	GROUP_RANGE,
	GROUP_RANGE_LOW,			/* of a range whose ends stand apart, "from 6% (core) to 9%" */
	GROUP_RANGE_HIGH,
	GROUP_MOVEMENT
} GroupShape;

/* One number, or the two of a range or movement: tokens of the numbers. */
typedef struct Group
{
	GroupShape	shape;
	int			first;
	int			last;			/* equal to first when single */
	NumberUnit	unit;
	int			mention;		/* what it belongs to, -1 = nothing */
	const char *variant;		/* behind the number: "18.5% levered"; NULL = none */
	bool		has_own_variant;	/* it is not the mention's */
	bool		is_bound;
	bool		is_prior;		/* "up from 61.9%" */
	bool		is_elliptical;	/* a variant of the metric of the number before: "levered is 18.5%" */
	bool		is_torn;		/* it could be the metric's before it or behind it */
	bool		is_foreign;		/* quoted or struck through */
	bool		is_target;		/* a target IRR, if of nothing worse */
	MetricContext context;		/* that the link itself tells, else headline */
} Group;

#define MAX_SCENE_VARIANTS	4
#define MAX_HEADING			6
#define MAX_SCENE_DEPTH		8	/* of nested items whose words count */

/* What makes a text another scene. */
typedef enum Cue
{
	CUE_NONE,					/* nothing does, or it is only unknown */
	CUE_OWN,					/* a limit or market's figure, with its number: it tells of itself */
	CUE_OTHER,					/* it compares, or speaks of limits or the market */
	CUE_CASE					/* it supposes, or tells of another time or asset */
} Cue;

/* What the text before a sentence says that its numbers are. */
typedef struct Scene
{
	bool		is_other;		/* not this deal's headline, or not for sure; */
	Cue			cue;			/* what says so */
	bool		is_limit;		/* a title or lead-in says that it lists limits */
	bool		is_target;		/* the threshold that it is is the deal's target */
	bool		is_market;		/* titled by the market: but for returns likewise */
	bool		is_comps;		/* titled by comparables, if by anything of another's */
	MetricContext context;		/* what then, headline when that is not known */
	const char *basis;			/* "All returns are net of fees.": what even "our IRR" then is; NULL = not said */
	int			nvariants;		/* modifiers without a metric: "Unlevered returns" */
	const char *variants[MAX_SCENE_VARIANTS];
} Scene;

/* A block whose words tell of the numbers to come, read when one asks. */
typedef struct Announcement
{
	TextBlock  *block;			/* NULL = none */
	bool		is_closed;		/* a full sentence, which tells of a list at most */
	bool		is_colon;		/* it ends with a colon */
	bool		is_title;
	bool		has_list;		/* the one that it tells of has begun */
	bool		is_read;
	bool		is_base;		/* "Base case" */
	Scene		scene;
} Announcement;

/* What a sentence leaves the next one, by its subject. */
typedef enum Lead
{
	LEAD_DEAL,					/* this deal's */
	LEAD_FACT,					/* this deal's, but for cap rates, which a market has, too */
	LEAD_ASTRAY					/* nobody can tell whose */
} Lead;

/* How surely a sentence is this deal's by its own words. */
typedef enum Ground
{
	GROUND_NONE,				/* "The IRR is": of whatever the one before it tells of */
	GROUND_DEAL,				/* "The property", "The projected IRR": but for what is compared */
	GROUND_OURS,				/* "We expect", "Our IRR", the deal's name: but for a case supposed */
	GROUND_FIRM					/* "We underwrite": of nothing else */
} Ground;

typedef struct Setting
{
	Announcement headings[MAX_HEADING + 2]; /* by level, then paragraphs that are like one */
	Announcement lead_in;		/* "In the downside case:", of the list that follows */
	Announcement before;		/* the paragraph before */
	Lead		before_lead;	/* of the first sentence of the paragraph before */
	TextBlock  *unread;			/* the first paragraph since the heading that add_before() has still to read */
	Scene		announced;		/* what those before announce for all that follows */
	bool		in_quotation;	/* one that a paragraph before opened goes on */
	Announcement after;			/* the paragraph behind that was read last */
	int			list_passage;	/* the list whose items have been read, */
	bool		list_is_other;	/* and one says that it is another case's */
	int			list_end;		/* first block behind a list that was passed */
	Announcement items[MAX_SCENE_DEPTH];	/* of the list that the block is nested in */
	bool		title_is_read;
	Scene		title;			/* of the section */
	Scene		sentences;		/* what those before it in its block set, of which nread have been read; */
	Scene		last;			/* and the last of them, which may be only unknown */
	int			nread;
	Lead		lead;			/* of the last of them */
	bool		is_base;		/* one of them speaks of the base case */
	bool		is_titled;		/* one of them is a title within the paragraph */
	int			run_end;		/* the first sentence behind that has no metric and number itself */
	Scene		run;			/* what it says of those before it */
} Setting;

/* Quotation marks and the like, passed in the order of the text. */
typedef struct Marks
{
	const TextBlock *block;
	int			pos;
	int			doubles;
	bool		is_low;			/* a low mark opened */
	bool		singles;
	bool		straight;
	bool		straight_single;
	bool		strikes;
	int			tags;			/* HTML, in the whole body */
	int			tag_pos;
} Marks;

typedef struct Reading
{
	const MetricCatalog *catalog;
	const Prose *prose;
	const TextBlock *block;
	int			start;			/* of the sentence or cell */
	int			end;
	bool		in_table;
	int			has_interval;	/* a confidence interval: 1 yes, -1 no, 0 not looked yet */
	MetricCheck *check;			/* NULL for a name alone */
				VEC(Token) tokens;
				VEC(Mention) mentions;
				VEC(Group) groups;
	int			nclauses;
	bool	   *plain;			/* of each group, by its sentence alone; NULL = not looked yet */
	bool		is_set_aside;	/* its metric is named in words that are not plain */
	Scene		scene;			/* what stands before it */
	bool		is_list_end;	/* a mention and nothing behind it: the value may follow */
} Reading;

/* metric_token.c: the sentence's tokens and number groups' numbers. */
extern void reading_tokens(Reading *reading);

/* metric_number.c: reads the number that a token starts with, and what is glued
 * to it, from a text up to end; false when its digits are no value. */
extern bool number_read(Token *token, const char *text, int end);
extern int	read_fraction(Decimal *value, const char *text, int start, int end);

/* Makes one token of a number and the words of its unit, to *to; returns the
 * index of the next token. */
extern int	merge_number(const Reading *reading, int index, Token *to);
extern int	number_word(const Reading *reading, int index);	/* 0 to 90, -1 = none */

extern const Token no_token;

/* A token beyond the ends is a stop, so that callers need not look. */
static inline const Token *
token_at(const Reading *reading, int index)
{
	return index < 0 || index >= reading->tokens.count ? &no_token : &reading->tokens.items[index];
}

static inline bool
has_words(const Token *token, int classes)
{
	return token->kind == TOKEN_WORD && (token->words & classes) != 0;
}

/* metric_spelling.c: "a 5.25 cap" */
extern bool names_part(const Reading *reading, int index);	/* "section": its number is none of a metric */
extern bool is_bare_cap(const Token *number);

/* metric_mention.c: mentions and groups. */
extern void reading_mentions(Reading *reading);
extern void reading_groups(Reading *reading);
extern int	skip_fill(const Reading *reading, int index);
extern bool word_before(const Reading *reading, int index, int distance, int classes);

/* metric_limit.c: is a number a limit by what stands around it and its metric? */
extern bool is_limit_there(const Reading *reading, const Group *group, const Mention *to);
extern bool is_year(const Token *number);	/* by its digits */
extern bool is_breaching(const Reading *reading, int index);	/* "breaches" */
extern bool is_exceeding(const Reading *reading, int index);	/* "exceeds" */

/* metric_target.c: target IRRs among the groups of a reading, before and after their
 * contexts are known, and among the findings. */
extern bool says_target(const Reading *reading);	/* of the whole text: "Target returns" */
extern void find_targets(Reading *reading, MetricContext *contexts, MetricContext *nearest);
extern void keep_targets(Reading *reading, MetricContext *contexts, bool *plain);
extern void judge_targets(MetricCheck *check);

/* metric_link.c: which group belongs to which mention. */
extern void reading_link(Reading *reading);
extern bool unit_fits(const Mention *mention, const Reading *reading, const Group *group);

typedef enum Strength
{
	LINK_NONE,
	LINK_WEAK,					/* side by side: "IRR 14.2%", "IRR at 14.2%" */
	LINK_VERB,					/* "IRR for the project is 14.2%" */
	LINK_FIRM					/* "IRR of 14.2%", "IRR: 14.2%", "14.2% IRR" */
} Strength;

typedef struct Link
{
	Strength	strength;
	bool		is_bound;
	bool		moves;			/* "falls to" */
	const char *variant;		/* a modifier that stands between; NULL = none */
} Link;

#define ANY_LINK	(W_BE | W_VERB | W_MOVE | W_OF | W_AT | W_TO | W_FROM | W_BY | W_PREP | W_AND | W_STOP | W_OTHER | W_DELTA | W_SCORE)

extern void set_link(Reading *reading, Group *group, int mention, const Link *link, bool is_bound);
extern bool number_is_other(const Reading *reading, const Group *group, const Link *link, bool *is_bound);
extern void claim_modifiers(Reading *reading, int from, int to);

/* metric_gap.c: a metric and a number behind it. */
extern bool sign_follows(const Reading *reading, int pos, char sign);	/* between blanks */
extern Link link_behind(const Reading *reading, const Mention *mention, const Group *group);
extern bool gap_links_lists(const Reading *reading, const Mention *last, int to, bool *is_bound);
extern int	skip_parenthesis(const Reading *reading, int index);
extern bool is_delta_at(const Reading *reading, int index);

/* metric_onward.c: numbers that go on from others, and formulas. */
extern bool link_onward(Reading *reading, Group *group);
extern void link_formulas(Reading *reading);

/* metric_context.c: contexts of the linked groups, by clause. */
extern void reading_contexts(Reading *reading, MetricContext *contexts, MetricContext *nearest);
extern bool begins_comparison(const Reading *reading, int index);
extern MetricContext words_context(const Reading *reading, int first, int last);

/* metric_plain.c */
extern void reading_plain(Reading *reading, bool *plain, MetricContext *contexts, const MetricContext *nearest);
extern bool reading_may_be_plain(Reading *reading);	/* whatever stands around it */
extern bool reading_is_plain(const Reading *reading);
extern bool may_be_negative(const Reading *reading, int index);
extern bool is_plain_word(const Reading *reading, int index);
extern bool departs_from_ours(const Reading *reading, int index);	/* behind index */
extern bool is_linked(const Reading *reading, int index);
extern bool links_value(const Reading *reading, int index);
extern int	skip_articles(const Reading *reading, int index);

/* metric_phrase.c: the last token of a phrase of a plain statement, -1 = none. */
extern int	hold_end(const Reading *reading, int index);
extern bool is_five_years(const Reading *reading, int index);
extern int	own_amount_end(const Reading *reading, int index);
extern int	saying_end(const Reading *reading, int index);
extern int	main_clause(const Reading *reading);	/* where it begins behind "With a 17% IRR," */
extern int	phrase_end(const Reading *reading, int index);

/* metric_note.c: a note of the agent's on a sentence, or marked behind its number. */
extern bool sentence_has_note(const Reading *reading);
extern bool number_has_mark(const Reading *reading, const Token *number);

/* metric_manner.c: plain words that are no plain assertion. */
extern bool is_quality(const Reading *reading, int index);
extern bool tells_case(const Reading *reading, int index);
extern bool is_others_view(const Reading *reading, int index);
extern bool is_past_view(const Reading *reading, int index);
extern bool is_generic(const Reading *reading);
extern bool is_goal(const Reading *reading);
extern bool is_question(const Reading *reading);
extern bool is_party_variant(const char *variant);
extern const char *join_variants(const char *first, const char *more);
extern bool is_left_open(const Reading *reading);

/* metric_tail.c: may a statement end so behind its numbers? */
extern bool is_turn(const Reading *reading, int index);
extern bool ends_comparing(const Reading *reading, int index, int to);
extern bool is_harmless_tail(const Reading *reading, int index, int to);
extern bool is_grounded_tail(const Reading *reading, int index, int to);

/* metric_beside.c: what else the sentence of a group has */
extern bool is_plural(const Reading *reading, const Group *group);
extern bool is_of_party(const Reading *reading, const Group *group);
extern bool is_one_of_several(const Reading *reading, const bool *plain, int index);
extern bool is_beside_party(const Reading *reading, int index);
extern bool is_beside_canonical(const Reading *reading, int index);
extern bool pairs_case(const Reading *reading);
extern bool is_said_right(const Reading *reading, const Group *group);
extern void note_right(MetricCheck *check, Reading *reading);

/* metric_neighbour.c: of a text beside a sentence, with its tokens and mentions */
extern MetricContext neighbour_context(const Reading *reading);
extern bool tells_of_itself(const Reading *reading);
extern bool praises(const Reading *reading);
extern bool tells_of_offer(const Reading *reading);
extern bool tells_of_yardstick(const Reading *reading);
extern bool presents_other(const Reading *reading);
extern bool announces(const Reading *reading);
extern bool opens_note(const Reading *reading);
extern bool points_back(const Reading *reading);
extern bool takes_back(const Reading *reading);
extern bool speaks_of_other(const Reading *reading);
extern bool names_any_other(const Reading *reading);
extern bool is_number_alone(const Reading *reading);
extern bool is_denial(const Reading *reading, int index);
extern bool tells_departure(const Reading *reading);
extern bool tells_difference(const Reading *reading);
extern bool tells_basis(const Reading *reading);
extern bool tells_past_deal(const Reading *reading);
extern bool is_case_note(const Reading *reading);
extern bool is_remark(const Reading *reading);

/* metric_departure.c: what is not plain, by the words of its text. */
extern bool is_departure(const Reading *reading, int index);
extern bool sets_scene(const Reading *reading, int index);
extern bool names_other(const Reading *reading, int index);
extern bool is_letter_name(const Reading *reading, int index);
extern int	period_end(const Reading *reading, int index);
extern int	first_limit(const Reading *reading);
extern bool opens_with_condition(const Reading *reading);
extern bool announces_limit(const Reading *reading, int index);
extern MetricContext departure_between(const Reading *reading, int from, int to);
extern MetricContext departure_context(const Reading *reading, int count);

/* metric_clause.c: the same by the clause of a number. */
extern MetricContext named_context(const Reading *reading, int index);
extern bool speaks_for_us(const Reading *reading, const Group *group);
extern MetricContext number_departure(const Reading *reading, const Group *group);

/* metric_scene.c, metric_other.c: whether a text is neutral. */
extern bool tells_other_case(const Reading *reading);
extern void scene_read(Reading *reading, bool is_title, bool is_key, Scene *scene);
extern Cue	context_cue(MetricContext context);
extern void scene_add(Scene *to, const Scene *from);
extern const char *basis_variant(const Reading *reading);
extern bool tells_past_year(const Reading *reading);
extern bool is_scene_word(const Reading *reading, int index);
extern bool is_capitalised(const Reading *reading, int index);
extern int	deal_name_at(const Reading *reading, int index);
extern int	names_at(const Reading *reading, int index);
extern const char *stray_modifier(const Reading *reading, int index, int *last);
extern bool variant_concerns(const Memo *memo, const MetricKind *kind, const char *variant);

/* metric_subject.c: is a sentence about the deal, by its subject? */
extern bool is_about_deal(const Reading *reading);
extern bool begins_with_deal(const Reading *reading, int index);
extern Ground ground_of(const Reading *reading);
extern bool presents_deal(const Reading *reading);
extern bool provides_loan(const Reading *reading);
extern bool plans_exit(const Reading *reading);
extern bool is_follower(Reading *reading);
extern Lead lead_of(Reading *reading);

/* metric_near.c: what the texts beside a sentence say of its numbers. */
extern void add_before(MetricCheck *check, Setting *setting, Ground ground, Scene *scene);
extern void add_list(MetricCheck *check, const TextBlock *block, Setting *setting, Scene *scene);
extern void add_after(MetricCheck *check, const Reading *reading, Setting *setting, int nth, Ground ground, Scene *scene);
extern bool is_run_in_title(const MetricCheck *check, int start, int end);
extern bool is_emphasised(const char *text, int start, int end);

/* metric_setting.c: what stands around a sentence. */
extern bool is_base_case(const Reading *reading, int index);
extern bool is_own_base_case(const Reading *reading, int index);	/* of that at index */
extern bool says_base_case(const Reading *reading);
extern void setting_scene(MetricCheck *check, Reading *reading, Setting *setting, int nth);
extern void setting_note(MetricCheck *check, TextBlock *block, Setting *setting);
extern void table_scene(MetricCheck *check, Setting *setting, Scene *scene);

/* metric_foreign.c: text that is not the memo's own word. */
extern bool is_foreign_at(const Prose *prose, const TextBlock *block, Marks *marks, int to);
extern int	front_matter_end(const Prose *prose);

/* metric_table.c */
extern void check_table(MetricCheck *check, TextBlock *block, Setting *setting);

/* metric_catalog.c */
extern const MetricCatalog *catalog_of(const Memo *memo);

typedef struct Spelling
{
	const char *words;			/* "debt service coverage" */
	int			len;
	int			first_len;		/* bytes of its first word */
	int			kind;			/* index into catalog->kinds */
	int			rule;
	int			next;			/* with the same first word, -1 = last */
} Spelling;

typedef enum SpellingRule
{
	ANYWHERE,
	UPPER,
	SAID,
	MODIFIED,
	WITH_IRR,
	COVER,
	TIMES,
	LEVER
} SpellingRule;

#define SPELLING_SLOTS	512
#define BEGIN_WIDTH		12		/* bits of such a hash */

struct MetricCatalog
{
	MetricKind *kinds;
	int			nkinds;
	Spelling   *spellings;
	int			nspellings;
	short		slots[SPELLING_SLOTS];	/* first spelling by hash of its first word */
	uint32		begins[(1 << BEGIN_WIDTH) / 32];	/* a bit for each hash of the four letters that begin a spelling */
};

/* Does a spelling name its metric where it stands (metric_spelling.c)? */
typedef enum Naming
{
	NAMES_NOTHING,
	NAMES_PERHAPS,
	NAMES_METRIC
} Naming;

extern Naming spelling_names(const Reading *reading, const Spelling *spelling, int first, int last);

/* Longest spelling at token index; -1 when none; *last is its last token. */
extern int	spelling_at(const Reading *reading, int index, int *last);
extern bool spelling_in(MetricCheck *check, int start, int end);
extern const char *modifier_at(const Reading *reading, int index, int *last);
extern const char *modifier_before(const Reading *reading, int index, int *first);
extern void reading_findings(MetricCheck *check, Reading *reading, int sentence_start, int sentence_end);
extern bool check_says(MetricCheck *check, BodyWord word);
extern void reading_init(Reading *reading, MetricCheck *check, const TextBlock *block, int start, int end);

/* metric_evidence.c: has the claim's quote or passage that very number? */
extern bool claim_has_number(const Claim *claim, Decimal number, const MetricKind *kind, const char *unit);

/* The same, for what may be evidence: a quote that its passage does not have is none. */
extern bool claim_anchors_number(const Memo *memo, Claim *claim, Decimal number, const MetricKind *kind, const char *unit);

/* metric_case.c: numbers that the body gives a metric in another case. */
extern void keep_cases(MetricCheck *check);

/* metric_judge.c */
extern int	marker_from(const Prose *prose, int start);
extern bool only_closers(const char *text, int from, int to);
extern void load_claim_passages(Memo *memo, Claim **claims, int count);

/* "is in line with the market", "leaves room under the covenant": what follows such a
 * word only compares (metric_word.c). */
extern bool turns_to_compare(const char *word, int len);

/* "a cap rate of 6.9% looks fair": may it follow a number that has been said? */
extern bool says_of_number(const char *word, int len);

/* Is the token this word, which is in lower case?  Inline: most words differ at
 * the first letter, and the length of a literal is known. */
static inline bool
token_is(const Reading *reading, int index, const char *word)
{
	const Token *token = token_at(reading, index);

	return token->initial == word[0] && token->end - token->start == (int) strlen(word) &&
		pg_strncasecmp(word, reading->prose->text + token->start, token->end - token->start) == 0;
}

/* Words to ask for, in lower case.  Most tokens are none of them by their first
 * letter. */
typedef struct WordList
{
	const char *const *words;	/* the last is NULL */
	uint32		initials;		/* a bit for each first letter, 0 = not looked yet */
} WordList;

#define WORD_LIST(name, ...) \
	static const char *const name##_words[] = {__VA_ARGS__, NULL}; \
	static WordList name = {name##_words, 0}

extern void word_list_prepare(WordList *list);	/* metric_word.c */

/* Is it one of the words? */
static inline bool
token_is_any(const Reading *reading, int index, WordList *list)
{
	char		initial = token_at(reading, index)->initial;

	if (initial == 0)
		return false;
	if (list->initials == 0)
		word_list_prepare(list);
	if ((list->initials >> (initial & 31) & 1) == 0)
		return false;
	for (const char *const *word = list->words; *word != NULL; word++)
		if (token_is(reading, index, *word))
			return true;
	return false;
}

/* Has the text one of the words? */
extern bool says_any(const Reading *reading, WordList *list);	/* metric_word.c */

/* What the group's numbers are: the metric's own variant, or one that stands
 * with the number. */
static inline const char *
group_variant(const Reading *reading, const Group *group)
{
	const Mention *mention = &reading->mentions.items[group->mention];

	return group->variant != NULL && (mention->variant[0] == '\0' || group->has_own_variant) ? group->variant : mention->variant;
}

extern bool goes_without_saying(const MetricKind *kind, const char *variant);	/* metric.c */

static inline bool
is_return(const MetricKind *kind)
{
	return strcmp(kind->key, "irr") == 0 || strcmp(kind->key, "equity_multiple") == 0;
}

static inline bool
unit_is(const char *unit, const char *name)
{
	return strcmp(unit, name) == 0;
}

#endif							/* METRIC_INTERNAL_H */
