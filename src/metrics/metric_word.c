/*
 * metric_word.c
 *		The words that the metric check knows, in one table: what each does
 *		around a metric and its number (metricwords.h), whether a plain statement
 *		(metricplain.h), a neutral sentence or title (metricscene.h) may have it,
 *		what it departs to, and its value as a number.
 *
 * A token is looked up once, by the hash of its word; from then on a question
 * about it is a look at its entry.
 */
#include "metrics/metrics_internal.h"

typedef enum WordSource
{
	SOURCE_CLASSES,
	SOURCE_LIST,
	SOURCE_DEPARTURE,
	SOURCE_NUMBER
} WordSource;

/* A row of one of the lists; value is what the list says of the word. */
typedef struct WordRow
{
	const char *word;
	WordSource	source;
	int			value;
} WordRow;

static const WordRow rows[] = {
#define WORD(word, classes) {word, SOURCE_CLASSES, classes},
#include "metrics/metricwords.inc"
#undef WORD
#define PLAIN(word) {word, SOURCE_LIST, LIST_PLAIN},
#define DEPARTURE(word, context) {word, SOURCE_DEPARTURE, context},
#include "metrics/metricplain.inc"
#undef DEPARTURE
#undef PLAIN
#define SCENE(word) {word, SOURCE_LIST, LIST_SCENE},
#define TITLE(word) {word, SOURCE_LIST, LIST_TITLE},
#include "metrics/metricscene.inc"
#undef TITLE
#undef SCENE
#define METRIC_MODIFIER(words, variant) {words, SOURCE_LIST, LIST_MODIFIER},
#include "metrics/metriclist.def"
#undef METRIC_MODIFIER
	{"zero", SOURCE_NUMBER, 0}, {"one", SOURCE_NUMBER, 1}, {"two", SOURCE_NUMBER, 2}, {"three", SOURCE_NUMBER, 3},
	{"four", SOURCE_NUMBER, 4}, {"five", SOURCE_NUMBER, 5}, {"six", SOURCE_NUMBER, 6}, {"seven", SOURCE_NUMBER, 7},
	{"eight", SOURCE_NUMBER, 8}, {"nine", SOURCE_NUMBER, 9}, {"ten", SOURCE_NUMBER, 10}, {"eleven", SOURCE_NUMBER, 11},
	{"twelve", SOURCE_NUMBER, 12}, {"thirteen", SOURCE_NUMBER, 13}, {"fourteen", SOURCE_NUMBER, 14},
	{"fifteen", SOURCE_NUMBER, 15}, {"sixteen", SOURCE_NUMBER, 16}, {"seventeen", SOURCE_NUMBER, 17},
	{"eighteen", SOURCE_NUMBER, 18}, {"nineteen", SOURCE_NUMBER, 19}, {"twenty", SOURCE_NUMBER, 20},
	{"thirty", SOURCE_NUMBER, 30}, {"forty", SOURCE_NUMBER, 40}, {"fifty", SOURCE_NUMBER, 50}, {"sixty", SOURCE_NUMBER, 60},
	{"seventy", SOURCE_NUMBER, 70}, {"eighty", SOURCE_NUMBER, 80}, {"ninety", SOURCE_NUMBER, 90},
};

#define WORD_SLOTS	8192		/* a power of two, well above the number of words */

StaticAssertDecl(lengthof(rows) < WORD_SLOTS / 2, "too many words for the table");

const Word	unknown_word = {.number = -1};

static Word words[lengthof(rows)];	/* those of several lists once */
static int	nwords = 0;
static short slots[WORD_SLOTS];	/* index into words, plus 1; 0 = free */

/* The slot that has the word, or the free one where it belongs. */
static inline short *
slot_of(const char *text, int len, uint32 hash)
{
	uint32		slot = hash % WORD_SLOTS;

	for (; slots[slot] != 0; slot = (slot + 1) % WORD_SLOTS)
	{
		const Word *word = &words[slots[slot] - 1];

		if (word->hash == hash && word->len == len && pg_strncasecmp(word->text, text, len) == 0)
			break;
	}
	return &slots[slot];
}

/* The entry of a row's first word, made when it is not there yet. */
static Word *
word_add(const char *text)
{
	int			len = (int) strcspn(text, " ");
	uint32		hash = word_hash(text, len);
	short	   *slot = slot_of(text, len, hash);

	if (*slot == 0)
	{
		words[nwords++] = (Word) {.text = text, .len = len, .hash = hash, .number = -1};
		*slot = (short) nwords;
	}
	return &words[*slot - 1];
}

static void
prepare_table(void)
{
	for (int i = 0; i < (int) lengthof(rows); i++)
	{
		Word	   *word = word_add(rows[i].word);

		switch (rows[i].source)
		{
			case SOURCE_CLASSES:
				word->classes = word->classes == 0 ? rows[i].value : word->classes;
				break;
			case SOURCE_LIST:
				word->lists |= rows[i].value;
				break;
			case SOURCE_DEPARTURE:
				if (word->departure_rank == 0)
				{
					word->departure_rank = (short) (i + 1);
					word->departure = (uint8) rows[i].value;
				}
				break;
			case SOURCE_NUMBER:
				word->number = (int8) rows[i].value;
				break;
		}
	}
}

const Word *
word_find(const char *text, int len, uint32 hash)
{
	short		found;

	if (nwords == 0)
		prepare_table();
	found = *slot_of(text, len, hash);
	return found == 0 ? &unknown_word : &words[found - 1];
}

void
word_list_prepare(WordList *list)
{
	for (const char *const *word = list->words; *word != NULL; word++)
		list->initials |= UINT32_C(1) << ((*word)[0] & 31);
}

bool
says_any(const Reading *reading, WordList *list)
{
	for (int i = 0; i < reading->tokens.count; i++)
		if (token_is_any(reading, i, list))
			return true;
	return false;
}

/* Is it one of the words, of which none has more than 11 letters? */
static bool
is_one_of(const char *word, int len, const char *const *list, int count)
{
	for (int i = 0; i < count; i++)
		if ((word[0] | 32) == list[i][0] && pg_strncasecmp(word, list[i], len) == 0 && list[i][len] == '\0')
			return true;
	return false;
}

bool
turns_to_compare(const char *word, int len)
{
	static const char *const words[] = {"line", "meet", "leave", "clear", "meets", "leaves", "clears", "compare", "satisfy", "compares", "satisfies"};

	return len >= 4 && len <= 9 && strchr("lmcs", word[0] | 32) != NULL && is_one_of(word, len, words, lengthof(words));
}

bool
says_of_number(const char *word, int len)
{
	static const char *const words[] = {"looks", "gives", "offers", "allows", "limits", "leaves", "appears", "supports", "provides", "reflects", "protects", "represents", "compensates"};

	return len >= 5 && len <= 11 && (word[len - 1] | 32) == 's' && is_one_of(word, len, words, lengthof(words));
}
