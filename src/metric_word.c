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
#include "metric_internal.h"

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
#include "metricwords.h"
#undef WORD
#define PLAIN(word) {word, SOURCE_LIST, LIST_PLAIN},
#define DEPARTURE(word, context) {word, SOURCE_DEPARTURE, context},
#include "metricplain.h"
#undef DEPARTURE
#undef PLAIN
#define SCENE(word) {word, SOURCE_LIST, LIST_SCENE},
#define TITLE(word) {word, SOURCE_LIST, LIST_TITLE},
#include "metricscene.h"
#undef TITLE
#undef SCENE
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

static Word table[WORD_SLOTS];	/* a slot without text is free */
static bool table_is_ready = false;

/* The slot that has the word, or the free one where it belongs. */
static inline Word *
slot_of(const char *text, int len, uint32 hash)
{
	uint32		slot = hash % WORD_SLOTS;

	while (table[slot].text != NULL &&
		   (table[slot].hash != hash || table[slot].len != len || pg_strncasecmp(table[slot].text, text, len) != 0))
		slot = (slot + 1) % WORD_SLOTS;
	return &table[slot];
}

static void
prepare_table(void)
{
	for (int i = 0; i < (int) lengthof(rows); i++)
	{
		int			len = (int) strlen(rows[i].word);
		uint32		hash = word_hash(rows[i].word, len);
		Word	   *word = slot_of(rows[i].word, len, hash);

		if (word->text == NULL)
			*word = (Word) {.text = rows[i].word, .len = len, .hash = hash, .number = -1};
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
					word->departure_rank = i + 1;
					word->departure = (MetricContext) rows[i].value;
				}
				break;
			case SOURCE_NUMBER:
				word->number = rows[i].value;
				break;
		}
	}
	table_is_ready = true;
}

const Word *
word_find(const char *text, int len, uint32 hash)
{
	const Word *word;

	if (!table_is_ready)
		prepare_table();
	word = slot_of(text, len, hash);
	return word->text == NULL ? &unknown_word : word;
}
