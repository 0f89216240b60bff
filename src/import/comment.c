/*
 * comment.c
 *		The comment at the end of a memo of ours -> what its notes are.
 *
 * trailer.c says what it has, and writes one value where all of a list are the same:
 *
 *		{"v":1, "notes":{"1":"6a3b40f89b2694e5"}, "docs":["om"], "sources":[[0,12,900]]}
 *
 * is note 1 of document om, page 12, whose references all have confidence 0.9.
 */
#include "import/import_internal.h"

#include <math.h>

#define MOST_DEPTH	8

static void
damaged_comment(const char *what pg_attribute_unused())
{
	ereport(
		ERROR,
		(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
		 errmsg("the memocite comment of the text is damaged"), errdetail("%s", what),
		 errhint(
			 "Restore its last line, or take the comment out to import the text like any other.")));
}

/* A whole number; otherwise when there is none. */
static int
number_of(const Json *value, int otherwise)
{
	if (value == NULL || value->kind != J_NUMBER)
		return otherwise;
	if (!(fabs(value->number) <= INT_MAX))
		damaged_comment(psprintf("Its JSON has a number that is too large: %.*s.",
								 Min(value->text.len, 40), value->text.data));
	return (int) value->number;
}

/* The first of a list, or the one value that stands for it. */
static const Json *
list_of(const Json *value, int *count)
{
	*count = value == NULL ? 0 : value->kind == J_ARRAY ? value->count : 1;
	return *count > 0 && value->kind == J_ARRAY ? value->first : value;
}

static int *
read_numbers(const Json *value, int *count)
{
	const Json *item = list_of(value, count);
	int		   *numbers = palloc(sizeof(int) * (*count + 1));

	numbers[0] = -1;
	for (int i = 0; i < *count; i++, item = item->next)
		numbers[i] = number_of(item, -1);
	return numbers;
}

/* Document, page or locator or both, confidences, hashes of quotes, numbers of quotes. */
static void
read_source(NoteBinding *note, const Json *source, char **docs, int ndocs)
{
	const Json *parts[5] = {NULL};
	const Json *item = source->kind == J_ARRAY ? source->first : NULL;
	int			doc;
	int			count;

	for (int i = 0; i < (int) lengthof(parts) && item != NULL; i++, item = item->next)
		parts[i] = item;
	doc = number_of(parts[0], -1);
	note->doc_id = doc >= 0 && doc < ndocs ? docs[doc] : NULL;
	item = list_of(parts[1], &count);
	for (int i = 0; i < count; i++, item = item->next)
		if (item->kind == J_STRING)
			note->locator = slice_copy(item->text);
		else
			note->page = number_of(item, 0);
	note->confidences = read_numbers(parts[2], &note->nconfidences);
	item = list_of(parts[3], &count);
	note->hashes = palloc(sizeof(char *) * (count + 1));
	for (int i = 0; i < count; i++, item = item->next)
		if (item->kind == J_STRING)
			note->hashes[note->nhashes++] = slice_copy(item->text);
	if (parts[4] != NULL && parts[4]->kind == J_ARRAY)
		note->quote_numbers = read_numbers(parts[4], &note->nquote_numbers);
}

/* Members "1", "2", ... of an object as texts, by number - 1. */
static char **
read_numbered(const Json *object, int count)
{
	char	  **texts = palloc_array_huge(count + 1, sizeof(char *));
	const Json *member = object != NULL && object->kind == J_OBJECT ? object->first : NULL;

	memset(texts, 0, sizeof(char *) * (count + 1));
	for (; member != NULL; member = member->next)
	{
		int			number = member->key.len > 9 ? 0 : atoi(slice_copy(member->key));

		if (number > 0 && number <= count && member->kind == J_STRING)
			texts[number - 1] = slice_copy(member->text);
	}
	return texts;
}

static char **
read_docs(const Json *docs, int *count)
{
	const Json *item = list_of(docs, count);
	char	  **ids = palloc(sizeof(char *) * (*count + 1));

	for (int i = 0; i < *count; i++, item = item->next)
		ids[i] = item->kind == J_STRING ? slice_copy(item->text) : NULL;
	return ids;
}

static void
read_notes(ImportBinding *binding, const Json *comment)
{
	const Json *source = json_member(comment, "sources");
	char	  **keys = read_numbered(json_member(comment, "notes"), binding->nlisted);
	char	  **kinds = read_numbered(json_member(comment, "kinds"), binding->nlisted);
	int			ndocs;
	char	  **docs = read_docs(json_member(comment, "docs"), &ndocs);

	source = source != NULL && source->kind == J_ARRAY ? source->first : NULL;
	for (int i = 0; i < binding->nlisted; i++)
	{
		NoteBinding *note = &binding->notes[i];

		CHECK_FOR_INTERRUPTS();
		if (keys[i] == NULL)
			damaged_comment(psprintf("Its note %d is missing.", i + 1));
		note->key = keys[i];
		note->kind = kinds[i] == NULL ? "source" : kinds[i];
		if (source != NULL)
			read_source(note, source, docs, ndocs);
		source = source == NULL ? NULL : source->next;
		if (note->nconfidences > 0)
			continue;
		note->confidences = read_numbers(NULL, &note->nconfidences);
		note->nconfidences = 1;
	}
}

ImportBinding *
import_binding(const Import *import, int nstored)
{
	ImportBinding *binding = palloc0(sizeof(ImportBinding));
	Json	   *comment = NULL;

	if (import->comment.data != NULL)
	{
		const Json *notes;

		comment = json_parse(import->comment, MOST_DEPTH);
		if (comment == NULL)
			damaged_comment("Its JSON cannot be read.");
		notes = json_member(comment, "notes");
		if (number_of(json_member(comment, "v"), 0) != 1 || notes == NULL ||
			notes->kind != J_OBJECT)
			damaged_comment("It has no version 1.");
		binding->nlisted = notes->count;
		binding->tail = number_of(json_member(comment, "tail"), 0);
		binding->weak = number_of(json_member(comment, "weak"), 0);
	}
	binding->nnotes = binding->nlisted + nstored;
	binding->notes = palloc_array_huge(binding->nnotes + 1, sizeof(NoteBinding));
	memset(binding->notes, 0, sizeof(NoteBinding) * (binding->nnotes + 1));
	read_notes(binding, comment);
	return binding;
}
