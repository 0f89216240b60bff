/*
 * answers.h
 *		The citations that models' APIs return beside their text, read into markers.
 *
 * Example: of {"content": [{"type": "text", "text": "NOI was $4.2M.", "citations": [{"type":
 * "page_location", "document_title": "OM", "start_page_number": 12, "cited_text": "..."}]}]}
 * comes the body "NOI was $4.2M. [SRC:1]", and source 1: OM, page 12, with its quote.
 *
 * Owns: the table of the forms of answers (answer_form.c).
 * Never knows: tables, sections, which documents there are.
 */
#ifndef ANSWERS_ANSWERS_H
#define ANSWERS_ANSWERS_H

#include "base/base.h"

/* What a span cites; the same source with the same page and texts is there once. */
typedef struct ModelSource
{
	int64		src_id;
	Slice		address;		/* len 0 = none, as of those below */
	Slice		file;			/* the vendor's id of a file */
	Slice		title;
	Slice		quote;			/* of the source, as the API returned it */
	Slice		claim;			/* the model's own words */
	int			page;			/* 0 = none */
} ModelSource;

typedef struct ModelAnswer
{
	const char *provider;		/* NULL: no form fits */
	StringInfoData body;		/* with a marker at each span's end */
	VEC(ModelSource) sources;
	int			ncitations;		/* markers */
	VEC(char *) unread;			/* members of citations that no form names */
	Problems	unresolved;		/* citations that name no source */
	Problems	wrong;			/* what does not fit: nothing of the answer is to be taken */
} ModelAnswer;

/* Reads an answer by the forms of a provider, "auto" = by that which fits. */
extern ModelAnswer *answer_read(const Json *response, const char *provider);

/* The providers whose answers are read: "anthropic|openai|...|auto". */
extern const char *answer_providers(void);

#endif							/* ANSWERS_ANSWERS_H */
