/*
 * json.h
 *		A JSON value as a tree, and its text.
 *
 * Charts are read from jsonb once and then worked on as trees; json.c is the
 * only file that knows how jsonb is stored.
 */
#ifndef JSON_H
#define JSON_H

#include "memocite.h"

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

/*
 * Reads a jsonb Datum, toasted or not.  NULL when it is larger than max_bytes
 * or nested deeper than max_depth; *problem then says so in words.
 */
extern Json *json_read(Datum jsonb, int max_bytes, int max_depth, char **problem);

/* A text member of an object that was too deep or too large to be read, for
 * naming it; {NULL, 0} when there is none or it is larger than max_bytes. */
extern Slice json_peek(Datum jsonb, const char *key, int max_bytes);

/*
 * A jsonb that is built value by value (json_build.c).  Texts are borrowed until
 * it is done; the caller keeps objects, keys and values in order.
 */
typedef struct JsonBuild
{
	struct JsonbParseState *state;
	struct JsonbValue *root;	/* when all is closed */
	int64		bytes;			/* so far, at least */
} JsonBuild;

extern void build_object(JsonBuild *build);
extern void build_end_object(JsonBuild *build);
extern void build_array(JsonBuild *build);
extern void build_end_array(JsonBuild *build);
extern void build_key(JsonBuild *build, const char *key);
extern void build_string(JsonBuild *build, Slice text);
extern void build_int(JsonBuild *build, int64 number);
extern void build_json(JsonBuild *build, const Json *value);

/* A key and its value; a number is rounded to three decimals. */
extern void build_member_int(JsonBuild *build, const char *key, int64 number);
extern void build_member_thousandths(JsonBuild *build, const char *key, double number);
extern void build_member_text(JsonBuild *build, const char *key, const char *text);
extern void build_member_bool(JsonBuild *build, const char *key, bool truth);
extern void build_member_null(JsonBuild *build, const char *key);

/* The finished jsonb, made in a loop that can be cancelled (json_datum.c). */
extern Datum build_datum(const JsonBuild *build);

/* json_parse.c: reads a text; NULL when it is no JSON, jsonb would not take it,
 * or it is nested deeper. */
extern Json *json_parse(Slice text, int max_depth);

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

#endif							/* JSON_H */
