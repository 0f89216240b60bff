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
#define CHECK_FOR_INTERRUPTS() ((void) 0)
typedef uintptr_t Datum;
/* Nobody is there to catch an error: it ends the process. */
#define ERROR "error"
#define InterruptPending false
#define QueryCancelPending false
#define ProcDiePending false
#define INTERRUPTS_CAN_BE_PROCESSED() true
/* Nor does anything outlive it: memory is not given back. */
typedef void *MemoryContext;
#define TopMemoryContext NULL
#define CurrentMemoryContext NULL
#define AllocSetContextCreate(parent, name, ...) NULL
static inline MemoryContext
MemoryContextSwitchTo(MemoryContext context)
{
	return context;
}
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

#define MEMOCITE_VERSION	"0.3.0"
#define MAX_SECTION_BYTES	(16 * 1024 * 1024)
#define STORE_VERSION		3		/* layout of the tables that memo_init() makes */
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

/* ----------------------------------------------------------- slice.c */

/* Room for one more element of size bytes, the new one zeroed (memo.c). */
extern void *vec_grow(void *items, int count, int *room, Size size);

#define VEC_PUSH(vec) \
	((vec)->items = vec_grow((vec)->items, (vec)->count, &(vec)->room, \
							 sizeof(*(vec)->items)), \
	 &(vec)->items[(vec)->count++])
/* An array that may pass a gigabyte, not zeroed (memo.c). */
extern void *palloc_array_huge(Size count, Size size);

typedef struct Regex Regex;

/* ----------------------------------------------------------- regex.c */

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
/*
 * The first of count things of a text, which are in its order, that is not before a byte.
 * Who asks goes through the text: *near is what was found last, and looked at first.
 */
static inline int
first_from(const void *things, int count, int pos, bool (*is_before) (const void *things, int index, int pos), int *near)
{
	int			low = *near;
	int			high = count;

	if (low > 0 && !is_before(things, low - 1, pos))
		low = 0;
	for (int steps = 0; steps < 4 && low < high && is_before(things, low, pos); steps++)
		low++;
	while (low < high && is_before(things, low, pos))
	{
		int			middle = low + (high - low) / 2;

		if (is_before(things, middle, pos))
			low = middle + 1;
		else
			high = middle;
	}
	return *near = low;
}

/* ------------------------------------------------------------ utf8.c */

/* Characters in a run of valid UTF-8 bytes. */
extern int	utf8_length(const char *text, int len);

/* digits / 10^scale; what a canonical value has beyond nine decimals is cut. */
typedef struct Decimal
{
	int64		digits;
	int			scale;
} Decimal;

/* ----------------------------------------------------------- slice.c */

extern Slice slice_of(const char *text);
extern bool slice_equal(Slice a, Slice b);
/* By bytes, below 0 when a comes first. */
extern int	slice_compare(Slice a, Slice b);

/* Numbers texts from 0 as they first come, the same ones alike: "b", "a", "b" -> 0, 1, 0.  The
 * array is the caller's. */
extern int *slice_classes(const Slice *keys, int count, int *nclasses);

/* Takes a fixed text off the front; false when it is not there. */
extern bool slice_take(Slice *slice, const char *expected);

/* Is it one of the texts of a list that is sorted by bytes? */
extern bool slice_in(Slice slice, const char *const *sorted, int count);

/* Without blanks and line ends at its ends. */
extern Slice slice_trim(Slice slice);

extern char *slice_copy(Slice slice);

/* A day of the calendar as "2026-06-30", nothing else? */
extern bool is_iso_day(Slice text);

/* Lower case ASCII, runs of blanks as one: how literal matches compare. */
extern void append_folded(StringInfo out, const char *text, int len);

/* The same of a whole text, as a copy. */
extern char *folded_copy(const char *text);

/* A letter or digit, or a byte of a character beyond ASCII. */
static inline bool
is_word_byte(unsigned char c)
{
	return isalnum(c) || c >= 0x80;
}

static inline bool
is_line_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* ------------------------------------------------------------ utf8.c */

/* The character at text[pos]; *width is its bytes. */
extern uint32 utf8_decode(const char *text, int len, int pos, int *width);

/* The same where all of the character is known to be there. */
extern uint32 utf8_char(const char *text, int pos);

/* A letter or digit of any script, no punctuation, currency or operator? */
extern bool is_word_letter(uint32 c);

/* Bytes of a character by its first one. */
static inline int
char_length(char c)
{
	unsigned char b = c;

	return b < 0x80 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
}

/* Start of the character that ends at pos. */
extern int	char_before(const char *text, int pos);

/* The simple lower case of a code point by Unicode, whatever the locale. */
extern uint32 lower_of(uint32 code);

/* Is there a letter or digit of any script at pos? */
extern bool word_begins(const char *text, int len, int pos);

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

static inline KeyMapEntry *
keymap_find(const KeyMap *map, uint64 key)
{
	uint32		slot = (uint32) ((key * UINT64CONST(0x9E3779B97F4A7C15)) >> 32) & map->mask;

	while (map->entries[slot].number != 0 && map->entries[slot].key != key)
		slot = (slot + 1) & map->mask;
	return &map->entries[slot];
}

/* The number of a key, 0 = none. */
static inline int
keymap_get(const KeyMap *map, uint64 key)
{
	return map->entries == NULL ? 0 : keymap_find(map, key)->number;
}

/* Where the number of a key is, 0 = none: to be set, before the next one is asked for. */
extern int *keymap_at(KeyMap *map, uint64 key);

extern void keymap_free(KeyMap *map);

/* ---------------------------------------------------------- render.c */

extern void sha256(const char *data, Size len, uint8 *digest);
/* ----------------------------------------------------------- slice.c */

extern void append_int(StringInfo out, int number);
static inline bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* A blank or a line end. */
static inline bool
is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool
is_letter(char c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z';
}

static inline bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool
is_alnum(char c)
{
	return is_letter(c) || is_digit(c);
}

/* Of emphasis or strikethrough in Markdown. */
static inline bool
is_mark(char c)
{
	return c == '*' || c == '_' || c == '~';
}

/* What may end a clause. */
static inline bool
is_punctuation(char c)
{
	return c == '.' || c == ',' || c == ';' || c == ':' || c == '!' || c == '?';
}

/* What all of a text is asked is asked eight bytes at a time; c in each of them
 * is c * EACH_BYTE. */
#define EACH_BYTE	UINT64CONST(0x0101010101010101)

static inline uint64
eight_bytes(const char *text)
{
	uint64		bytes;

	memcpy(&bytes, text, sizeof(bytes));
	return bytes;
}

static inline bool
are_ascii(uint64 bytes)
{
	return (bytes & (0x80 * EACH_BYTE)) == 0;
}

typedef enum JsonKind
{
	J_NULL,
	J_BOOL,
	J_NUMBER,
	J_STRING,
	J_ARRAY,
	J_OBJECT
} JsonKind;

/* A value; strings and keys borrow from what it was read from. */
typedef struct Json
{
	JsonKind	kind;
	bool		truth;
	bool		is_finite;		/* a number that a double can hold */
	double		number;
	Slice		text;			/* of a string; of a number as it is written */
	Slice		key;			/* of an object's member */
	int			count;			/* elements or members */
	struct Json *first;
	struct Json *next;
} Json;

/* ------------------------------------------------------------ json.c */

/*
 * Reads a text by jansson; numbers keep their digits, and tell by is_finite whether a double
 * holds them.  NULL when it is no JSON, jsonb would not take it (half a character, \u0000), an
 * object has a key twice, or it is nested deeper than max_depth.  Texts borrow from text.
 */
extern Json *json_parse(Slice text, int max_depth);

/* Makes a value the number that a text is. */
extern void json_set_number(Json *value, Slice text);

/* The member of an object; NULL when there is none, or value is no object or NULL. */
extern const Json *json_member(const Json *value, const char *key);

/* The same, NULL for JSON's null, too. */
extern const Json *json_optional(const Json *value, const char *key);

/* The member without blanks around it when it is a string with more than those, else {NULL, 0}. */
extern Slice json_text(const Json *value, const char *key);

/* Bytes of the blank at pos, 0 = there is none: the white space of ECMAScript, which JSON
 * Schema's \s means, is that of Unicode with U+FEFF and without U+0085. */
extern int	json_blank(Slice text, int pos);

/* Without such blanks around it. */
extern Slice json_trim(Slice text);

/* ------------------------------------------------------ json_write.c */

/*
 * Where JSON is written, part by part: who writes objects, keys and values in order need
 * not know what becomes of them, text (here) or jsonb (store/jsonb.c).  Texts are borrowed
 * until it is done.
 */
typedef struct JsonSink
{
	void		(*begin) (struct JsonSink *sink, JsonKind kind);	/* an array or object */
	void		(*end) (struct JsonSink *sink, JsonKind kind);
	void		(*key) (struct JsonSink *sink, Slice key);
	void		(*scalar) (struct JsonSink *sink, const Json *value);
} JsonSink;

#define sink_object(sink) (sink)->begin(sink, J_OBJECT)
#define sink_end_object(sink) (sink)->end(sink, J_OBJECT)
#define sink_array(sink) (sink)->begin(sink, J_ARRAY)
#define sink_end_array(sink) (sink)->end(sink, J_ARRAY)
#define sink_key(sink, name) (sink)->key(sink, slice_of(name))

/* A value with all that it has. */
extern void sink_value(JsonSink *sink, const Json *value);
extern void sink_string(JsonSink *sink, Slice text);
extern void sink_int(JsonSink *sink, int64 number);

/* A key and its value; thousandths round it to three decimals. */
extern void sink_member_int(JsonSink *sink, const char *key, int64 number);
extern void sink_member_text(JsonSink *sink, const char *key, const char *text);
extern void sink_member_thousandths(JsonSink *sink, const char *key, double number);
extern void sink_member_bool(JsonSink *sink, const char *key, bool truth);

/* A sink that appends text without blanks to out; the same value gives the same bytes. */
extern JsonSink *json_text_sink(StringInfo out);

/* A value as such a text. */
extern void json_append(StringInfo out, const Json *value);

/* A string in quotation marks. */
extern void append_json_string(StringInfo out, const char *text, int len);

/* ------------------------------------------------------------ utf8.c */

/* Unicode White_Space: U+00A0 is, U+200B is not. */
extern bool is_unicode_blank(uint32 code);

#endif							/* BASE_BASE_H */
