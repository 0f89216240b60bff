/*
 * answers_internal.h
 *		The table of forms: what answer_form.c says and answer.c reads by.
 */
#ifndef ANSWERS_INTERNAL_H
#define ANSWERS_INTERNAL_H

#include "answers/answers.h"

typedef enum OffsetUnit
{
	IN_CHARACTERS,
	IN_UTF16,
	IN_BYTES
} OffsetUnit;

/*
 * Where things stand in an answer.  Places are names joined by dots; "[]" is each element of a
 * list, "a|b" the first of two members that is there; NULL = the form has no such thing.
 */
typedef struct AnswerForm
{
	const char *provider;
	const char *blocks;			/* from the root: what has a text and its spans */
	const char *parts;			/* of a block: the pieces of its text; NULL = it is one */
	const char *text;			/* of a block or piece */
	const char *spans;			/* of a block */
	const char *types;			/* of spans that are citations; NULL = all */
	const char *inner;			/* of a span: where all below is, when it is there */
	const char *part;			/* index of its piece; missing = 0 */
	const char *start;			/* offsets; missing = the text's start and end */
	const char *end;
	OffsetUnit	unit;
	const char *chosen;			/* list of indexes into sources; NULL = the span is the source */
	const char *sources;		/* of a block: a list */
	const char *source;			/* of an element of sources: where the next three are */
	const char *address;
	const char *file;
	const char *title;
	const char *page;
	const char *quote;			/* of a span */
	const char *claim;
	const char *known;			/* members of spans that are read, or say nothing of sources */
} AnswerForm;

/* The forms; the last one has no provider. */
extern const AnswerForm answer_forms[];

#endif							/* ANSWERS_INTERNAL_H */
