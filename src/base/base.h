/*
 * base.h
 *		Slices, growing arrays, characters, patterns, JSON: what every folder builds on.
 *
 * Example: VEC_PUSH(&lines) gives the address of a new, zeroed element of a growing
 * array; slice_of("Rent Roll") borrows the nine bytes of a C string.
 *
 * Owns: nothing; all memory is palloc'ed in the caller's context and never freed singly.
 * Never knows: Markdown, markers, memos, tables.  The only place that asks whether a
 * server is there (FRONTEND: the engine in test/fuzz and unit tests).
 *
 * Offsets are bytes and counts ints unless a comment says characters.
 */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#ifdef FRONTEND					/* the engine without a server: test/fuzz */
#include "postgres_fe.h"
#ifndef CHECK_FOR_INTERRUPTS
#define CHECK_FOR_INTERRUPTS() ((void) 0)
#endif
typedef uintptr_t Datum;
/* Nobody is there to catch an error: it ends the process. */
#define ERROR "error"
#define InterruptPending false
#define QueryCancelPending false
#define ProcDiePending false
#define INTERRUPTS_CAN_BE_PROCESSED() true
/* Nor does anything outlive it: memory is not given back. */
typedef void *MemoryContext;
static inline MemoryContext
MemoryContextSwitchTo(MemoryContext context)
{
	return context;
}
#define TopMemoryContext NULL
#define CurrentMemoryContext NULL
#define AllocSetContextCreate(parent, name, ...) NULL
#define MemoryContextDelete(context) ((void) (context))
#define MemoryContextAllocHuge(context, size) palloc(size)
#define repalloc_huge(memory, size) repalloc(memory, size)
#define process_alloc(size) malloc(size)
#define process_free(memory) free(memory)
#define PG_TRY() {
#define PG_FINALLY() } {
#define PG_END_TRY() }
#define elog(level, ...) (fprintf(stderr, "%s: ", level), fprintf(stderr, __VA_ARGS__), abort())
#define ereport(level, ...) (fprintf(stderr, "%s in %s()\n", level, __func__), abort())
#else
#include "postgres.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/memutils.h"
/* Memory that lives as long as the process; NULL when there is none. */
#define process_alloc(size) MemoryContextAllocExtended(TopMemoryContext, size, MCXT_ALLOC_NO_OOM)
#define process_free(memory) pfree(memory)
#if PG_VERSION_NUM >= 160000
#include "varatt.h"				/* part of postgres.h before */
#endif
#endif
#include "lib/stringinfo.h"

#include <limits.h>

#define MEMOCITE_VERSION	"1.0"
#define MAX_SECTION_BYTES	(16 * 1024 * 1024)
#define STORE_VERSION		1		/* layout of the tables that memo_init() makes */

/* A borrowed run of bytes: never NUL-terminated, never owned. */
typedef struct Slice
{
	const char *data;
	int			len;
} Slice;

/*
 * Sets low to the first of count indexes i, in order, for which is_before does not hold;
 * to count when it holds for all.  is_before is an expression in i, asked log2(count) times.
 */
#define LOWER_BOUND(low, count, i, is_before) \
	do { \
		int			high_ = (count); \
		(low) = 0; \
		while ((low) < high_) \
		{ \
			int			i = (low) + (high_ - (low)) / 2; \
			if (is_before) \
				(low) = i + 1; \
			else \
				high_ = i; \
		} \
	} while (0)

/* A growing array: VEC_PUSH returns the address of a new zeroed element. */
#define VEC(type) struct { type *items; int count; int room; }
#define VEC_PUSH(vec) \
	((vec)->items = vec_grow((vec)->items, (vec)->count, &(vec)->room, \
							 sizeof(*(vec)->items)), \
	 &(vec)->items[(vec)->count++])

/* ----------------------------------------------------------- slice.c */
/* Room for one more element of size bytes, the new one zeroed; what VEC_PUSH does. */
extern void *vec_grow(void *items, int count, int *room, Size size);
/* An array that may pass a gigabyte, not zeroed. */
extern void *palloc_array_huge(Size count, Size size);

/* A C string without its end, {NULL, 0} of NULL; and a copy of a slice as one. */
extern Slice slice_of(const char *text);
extern char *slice_copy(Slice slice);

/* By bytes, below 0 when a comes first. */
extern bool slice_equal(Slice a, Slice b);
extern int	slice_compare(Slice a, Slice b);
extern uint64 slice_hash(Slice text, uint64 seed);

/* Numbers texts from 0 as they first come, the same ones alike: "b", "a", "b" -> 0, 1, 0.  The
 * array is the caller's. */
extern int *slice_classes(const Slice *keys, int count, int *nclasses);

/* Takes a fixed text off the front; false when it is not there. */
extern bool slice_take(Slice *slice, const char *expected);
/* Is it one of a list sorted by bytes; of words, "percent|%"; of such words in any case? */
extern bool slice_in(Slice slice, const char *const *sorted, int count);
extern bool slice_among(Slice slice, const char *words);
extern bool slice_is_word(Slice slice, const char *words);
/* Without blanks and line ends (is_space) at its ends. */
extern Slice slice_trim(Slice slice);
/* A day of the calendar as "2026-06-30", nothing else? */
extern bool is_iso_day(Slice text);

/* Lower case ASCII, runs of blanks as one: how literal matches compare.  The same of a whole
 * text, as a copy. */
extern void append_folded(StringInfo out, const char *text, int len);
extern char *folded_copy(const char *text);
extern Slice slice_one_line(Slice text);	/* a copy, runs of blanks as one, none at its ends */
extern void append_int(StringInfo out, int number);
/* Digits with thousands apart: "4,200,000". */
extern void append_grouped(StringInfo out, const char *digits, int count);
/* Takes spaces and tabs off the end of what was written. */
extern void strip_end(StringInfo out);
/* Past the blanks of a line from pos on, and back to where those that end at pos begin. */
extern int	past_blanks(const char *text, int end, int pos);
extern int	before_blanks(const char *text, int start, int pos);
/* Past the ASCII digits from pos on, which whole_number() reads. */
extern int	past_digits(const char *text, int end, int pos);

/* ------------------------------------------------------------ utf8.c */
/* Classes of bytes: each is in one of them, or none. */
enum
{
	CHAR_LETTER = 1, CHAR_DIGIT = 2, CHAR_BLANK = 4, CHAR_RETURN = 8, CHAR_BREAK = 16,
	CHAR_MARK = 32, CHAR_PUNCTUATION = 64, CHAR_WIDE = 128
};
extern const uint8 char_classes[256];
#define is_of(c, classes) ((char_classes[(unsigned char) (c)] & (classes)) != 0)
#define is_letter(c) is_of(c, CHAR_LETTER)	/* ASCII, as is_digit */
#define is_digit(c) is_of(c, CHAR_DIGIT)
#define ascii_lower(c) ((char) (is_letter(c) ? (c) | 32 : (c)))
#define is_alnum(c) is_of(c, CHAR_LETTER | CHAR_DIGIT)
#define is_word_byte(c) is_of(c, CHAR_LETTER | CHAR_DIGIT | CHAR_WIDE)	/* or beyond ASCII */
#define is_blank(c) is_of(c, CHAR_BLANK)	/* space, tab */
#define is_line_blank(c) is_of(c, CHAR_BLANK | CHAR_RETURN)
#define is_space(c) is_of(c, CHAR_BLANK | CHAR_RETURN | CHAR_BREAK)
#define is_mark(c) is_of(c, CHAR_MARK)	/* of emphasis or strikethrough: * _ ~ */
#define is_punctuation(c) is_of(c, CHAR_PUNCTUATION)	/* may end a clause: . , ; : ! ? */

/* What all of a text is asked is asked eight bytes at a time; c in each of them
 * is c * EACH_BYTE. */
#define EACH_BYTE	UINT64CONST(0x0101010101010101)
#define are_ascii(bytes) (((bytes) & (0x80 * EACH_BYTE)) == 0)

static inline uint64
eight_bytes(const char *text)
{
	uint64		bytes;

	memcpy(&bytes, text, sizeof(bytes));
	return bytes;
}

/* Bytes of a character by its first one. */
static inline int
char_length(char c)
{
	return (uint8) c < 0x80 ? 1 : (uint8) c < 0xE0 ? 2 : (uint8) c < 0xF0 ? 3 : 4;
}

/* Start of the character that ends at pos; how many bytes, at most so many, are whole ones. */
extern int	char_before(const char *text, int pos);
extern int	utf8_clip(Slice text, int most);
/* Characters in a run of valid UTF-8 bytes. */
extern int	utf8_length(const char *text, int len);

/* The character at text[pos] and its bytes; utf8_char() where all of it is known to be there. */
extern uint32 utf8_decode(const char *text, int len, int pos, int *width);
extern uint32 utf8_char(const char *text, int pos);

/* A letter or digit of any script, no sign; does one begin at pos, or end there? */
extern bool is_word_letter(uint32 c);
extern bool word_begins(const char *text, int len, int pos);
extern bool word_ends(const char *text, int pos);
/* Unicode White_Space: U+00A0 is, U+200B is not. */
extern bool is_unicode_blank(uint32 code);
/* The simple lower case of a code point by Unicode, whatever the locale. */
extern uint32 lower_of(uint32 code);

/* ----------------------------------------------------------- regex.c */
typedef struct Regex Regex;
/* Compiles pattern once for the process (UTF, UCP, JIT); fixed patterns only. */
extern Regex *regex_compile(const char *pattern);

/*
 * Matches at text[pos] and nowhere else, seeing no byte at or after end.
 * Returns the end of the match or -1; *mark is the (*MARK:x) passed, group[2*i]
 * and group[2*i+1] the offsets of group i, -1 when unset.
 */
extern int	regex_match_at(Regex *regex, const char *text, int end, int pos,
						   const char **mark, int *group, int ngroups);
extern bool regex_has_jit(void);

/* ---------------------------------------------------------- keymap.c */
/* Numbers by key, where the key is a hash or a number itself; all zero = empty. */
typedef struct KeyMapEntry
{
	uint64		key;
	int			number;			/* 0 = free */
} KeyMapEntry;

typedef struct KeyMap
{
	KeyMapEntry *entries;		/* open addressing, grown at half load */
	uint32		mask;
	uint32		count;
} KeyMap;

/* The number of a key, 0 = none; and its entry, free when there is none. */
extern int	keymap_get(const KeyMap *map, uint64 key);
extern KeyMapEntry *keymap_find(const KeyMap *map, uint64 key);
/* Where the number of a key is, 0 = none: to be set, before the next one is asked for. */
extern int *keymap_at(KeyMap *map, uint64 key);
extern void keymap_free(KeyMap *map);
extern uint64 keymap_nth(KeyMap *met, uint64 key);	/* of the nth time it is met; 0 of 0 */

/* ---------------------------------------------------------- sha256.c */
extern void sha256(const char *data, Size len, uint8 *digest);	/* 32 bytes */

#include "base/number.h"
#include "base/json.h"

#endif							/* BASE_BASE_H */
