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

/* digits / 10^scale, scale from 0 to 9; at most 18 digits. */
typedef struct Decimal
{
	int64		digits;
	int			scale;
} Decimal;

typedef enum NumberUnit
{
	NUMBER_NONE,					/* "14.2", "4,200" */
	NUMBER_PERCENT,
	NUMBER_POINTS,				/* "2 percentage points", "3 ppt" */
	NUMBER_BPS,					/* value in basis points */
	NUMBER_MULTIPLE,				/* "1.35x", "1.35 times", "1.35:1" */
	NUMBER_CURRENCY,
	NUMBER_COUNT,					/* "12 units", "10-year", "24h" */
	NUMBER_YEAR,					/* 1900 to 2099, with nothing that says else */
	NUMBER_OTHER					/* no value: "3rd", "8/10", "12/31/2024", "1.2.3", 19 digits */
} NumberUnit;

/* A number as a text writes it; offsets are bytes of the text. */
typedef struct Number
{
	Decimal		value;			/* scaled and signed: "-$4.2M" is -4200000 */
	NumberUnit	unit;
	int			currency;		/* of NUMBER_CURRENCY: 0 dollars, 1 euros ... (words/numbers.txt) */
	int			place;			/* power of ten of its last digit: "14.2%" -1, "$4.2M" 5 */
	int			power;			/* of ten of its scale word: k 3, million 6, none 0 */
	char		sign;			/* as written: '+', '-'; 0 = none */
	int			start;			/* of the sign or currency, else of the digits */
	int			digits;			/* the digits alone, from here ... */
	int			digits_end;
	int			scale_end;		/* behind the scale */
	int			end;			/* behind scale and unit, before what is counted */
	Slice		counted;		/* of NUMBER_COUNT: the word */
	bool		has_thousands;
	bool		has_plus;		/* "1.25x+" */
	bool		is_spelled;		/* "fourteen percent" */
} Number;

/* --------------------------------------------------------- number.c */

/*
 * Reads the number that begins at pos, with sign, currency, scale and unit; false when
 * none does.  len is where the text ends.  Words are a number only with a unit or scale
 * behind them.  Linear: what is read is at most some ten words beyond the digits.
 */
extern bool number_read(const char *text, int len, int pos, Number *number);

/* -------------------------------------------------------- decimal.c */

/* Do two numbers say the same: of one kind (basis points are percents), and equal within
 * half a unit of the coarser last place? */
extern bool number_agrees(const Number *a, const Number *b);

/* "-12.50" -> the value; false for what is none, or has more than nine digits before the
 * point and no room (NaN, Infinity); decimals beyond nine are cut. */
extern bool decimal_parse(const char *text, Decimal *value);

/* "-12.50"; with its scale's decimals. */
extern char *decimal_text(Decimal value);

/* Halves away from zero, as numeric rounds; a scale below 0 rounds to tens, hundreds ... */
extern Decimal decimal_round(Decimal value, int scale);
extern int	decimal_compare(Decimal a, Decimal b);
/* value * 10^power; exact: decimals grow as they must. */
extern Decimal decimal_shift(Decimal value, int power);

/* ----------------------------------------------------------- slice.c */

extern Slice slice_of(const char *text);
extern bool slice_equal(Slice a, Slice b);
/* By bytes, below 0 when a comes first. */
extern int	slice_compare(Slice a, Slice b);

/* Takes a fixed text off the front; false when it is not there. */
extern bool slice_take(Slice *slice, const char *expected);

/* Is it one of the texts of a list that is sorted by bytes? */
extern bool slice_in(Slice slice, const char *const *sorted, int count);

extern char *slice_copy(Slice slice);

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

/* ---------------------------------------------------------- render.c */

extern void sha256(const char *data, Size len, uint8 *digest);
/* ----------------------------------------------------------- slice.c */

extern void append_int(StringInfo out, int number);
/* ------------------------------------------------------- json_text.c */

extern void append_json_string(StringInfo out, const char *text, int len);
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

/* A value; strings and keys borrow from the jsonb it was read from. */
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
 * Reads a jsonb Datum, toasted or not.  NULL when it is larger than max_bytes
 * or nested deeper than max_depth; *problem then says so in words.
 */
extern Json *json_read(Datum jsonb, int max_bytes, int max_depth, char **problem);

/* A text member of an object that was too deep or too large to be read, for
 * naming it; {NULL, 0} when there is none or it is larger than max_bytes. */
extern Slice json_peek(Datum jsonb, const char *key, int max_bytes);

/*
 * Where a JSON value is written, part by part: who writes objects, keys and values in
 * order need not know what becomes of them.  Texts are borrowed until it is done.
 */
typedef struct JsonSink
{
	void		(*object) (struct JsonSink *sink);
	void		(*end_object) (struct JsonSink *sink);
	void		(*array) (struct JsonSink *sink);
	void		(*end_array) (struct JsonSink *sink);
	void		(*key) (struct JsonSink *sink, const char *key);
	void		(*string) (struct JsonSink *sink, Slice text);
	void		(*integer) (struct JsonSink *sink, int64 number);
	void		(*value) (struct JsonSink *sink, const Json *value);
} JsonSink;

/* ------------------------------------------------------ json_parse.c */

/* json_parse.c: reads a text; NULL when it is no JSON, jsonb would not take it,
 * or it is nested deeper. */
extern Json *json_parse(Slice text, int max_depth);

/* ------------------------------------------------------------ json.c */

/* The member of an object, NULL when there is none or value is no object. */
extern const Json *json_member(const Json *value, const char *key);

/* The same when it is a string with more than blanks, else {NULL, 0}. */
extern Slice json_text(const Json *value, const char *key);

/* Appends a value as JSON without blanks; the same value gives the same bytes. */
extern void json_append(StringInfo out, const Json *value);

/* Without the blanks of Unicode around it. */
extern Slice json_trim(Slice text);

/* Length of the blank of Unicode at a byte, 0 when there is none. */
extern int	json_blank(Slice text, int pos);

/* ------------------------------------------------------------ utf8.c */

/* Unicode White_Space: U+00A0 is, U+200B is not. */
extern bool is_unicode_blank(uint32 code);

#endif							/* BASE_BASE_H */
