/*
 * trailer.c
 *		The comment that ends a memo: what its references are bound to.
 *
 * A memo that was printed, edited and taken in again (import.c) must cite the
 * same sources.  So its last line says, in JSON,
 *
 *		{"v":1,
 *		 "notes":{"1":"6a3b40f89b2694e5", ...},		number -> note key
 *		 "tail":3,									sections behind the agents'
 *		 "weak":500,								confidence below which a mark stands
 *		 "docs":["om", ...],
 *		 "kinds":{"4":"agent", ...},				of notes that are no sources
 *		 "sources":[[0,12,900,"1f0c22ab"], ...]}
 *
 * A source is its document in docs, page or locator (a list when it has both),
 * confidence (a list when its references differ), the hash of its quote (a list of them,
 * "?1f0c22ab" one that was not checked) and, of several references, for each which of
 * them it has (0 = none, -1 = one that is not printed); what is at the end and null is
 * left out.
 */
#include "render/render_internal.h"
#include "memo/memo.h"

/* ----------------------------------------------------------------- quotes */

/* A quote may contain what ends one, so there may be several ends. */
bool
quote_take(Slice *quotes, int nth, Slice *quote, bool *is_marked)
{
	if (quotes->len < 4 || memcmp(quotes->data, " \"", 2) != 0)
		return false;
	for (int i = 3; i < quotes->len; i++)
	{
		Slice		rest = {quotes->data + i + 1, quotes->len - i - 1};

		if (quotes->data[i] != '"')
			continue;
		*is_marked = slice_take(&rest, UNCHECKED_MARK);
		if ((rest.len > 0 && (rest.len < 2 || memcmp(rest.data, " \"", 2) != 0)) || nth-- > 0)
			continue;
		*quote = (Slice) {quotes->data + 2, i - 2};
		*quotes = rest;
		return true;
	}
	return false;
}

void
quote_hash(Slice quote, char hash[9])
{
	uint8		digest[32];

	sha256(quote.data, quote.len, digest);
	snprintf(hash, 9, "%02x%02x%02x%02x", digest[0], digest[1], digest[2], digest[3]);
}

/* ---------------------------------------------------------------- the JSON */

/* A JSON string that cannot end the comment. */
static void
append_comment_string(StringInfo out, const char *text)
{
	StringInfoData json;

	initStringInfo(&json);
	append_json_string(&json, text, (int) strlen(text));
	for (const char *c = json.data; *c != '\0'; c++)
		if (strchr("<>-", *c) != NULL)
			appendStringInfo(out, "\\u%04x", *c);
		else
			appendStringInfoCharMacro(out, *c);
	pfree(json.data);
}

/* Appends "docs", documents in the order of their first note; returns each note's place in
 * it, which is nothing of a note without one. */
static int *
append_docs(StringInfo out, const MemoView *memo)
{
	VEC(Slice)	ids = {NULL, 0, 0};
	int		   *numbers = palloc_array_huge(memo->nnotes + 1, sizeof(int));
	int		   *classes;
	int			count = 0;
	int			at = 0;

	for (int i = 0; i < memo->nnotes; i++)
		if (memo->notes[i].doc_id != NULL)
			*VEC_PUSH(&ids) = slice_of(memo->notes[i].doc_id);
	classes = slice_classes(ids.items, ids.count, &count);
	appendStringInfoString(out, ",\"docs\":[");
	count = 0;
	for (int i = 0; i < memo->nnotes; i++)
	{
		if (memo->notes[i].doc_id == NULL)
			continue;
		numbers[i] = classes[at++];
		if (numbers[i] < count)
			continue;
		appendStringInfoString(out, count++ > 0 ? "," : "");
		append_comment_string(out, memo->notes[i].doc_id);
	}
	appendStringInfoChar(out, ']');
	pfree(classes);
	return numbers;
}

/* One for all references, or a list; -1 is null. */
static void
append_confidences(StringInfo out, const NoteRow *note)
{
	int			count = note->nconfidences;
	bool		is_same = true;

	for (int i = 1; i < count; i++)
		is_same &= note->confidences[i] == note->confidences[0];
	for (int i = 0; i < (is_same ? 1 : count); i++)
	{
		appendStringInfoString(out, is_same ? "" : i == 0 ? "[" : ",");
		if (count > 0 && note->confidences[i] >= 0)
			append_int(out, note->confidences[i]);
		else
			appendStringInfoString(out, "null");
	}
	appendStringInfoString(out, is_same ? "" : "]");
}

/* The page, the locator, or both as a list. */
static void
append_place(StringInfo out, const NoteRow *note)
{
	bool		has_both = note->page > 0 && note->locator != NULL;

	appendStringInfoString(out, has_both ? "[" : "");
	if (note->page > 0)
		append_int(out, note->page);
	appendStringInfoString(out, has_both ? "," : "");
	if (note->locator != NULL)
		append_comment_string(out, note->locator);
	else if (note->page == 0)
		appendStringInfoString(out, "null");
	appendStringInfoString(out, has_both ? "]" : "");
}

/* Which of the note's quotes a reference has, from 1; 0 = none, -1 = another one. */
static int
quote_number(const NoteRow *note, int nth)
{
	if (nth >= note->nshown || note->shown[nth].text.data == NULL)
		return 0;
	for (int i = 0; i < note->nquotes; i++)
		if (slice_equal(note->quotes[i]->text, note->shown[nth].text))
			return i + 1;
	return -1;
}

/* One as such, or a list; all of a note were checked, or none. */
static void
append_hashes(StringInfo out, const NoteRow *note)
{
	bool		is_unchecked = false;
	StringInfoData quote;
	char		hash[9];

	for (int i = 0; i < note->nshown; i++)
		is_unchecked |= note->shown[i].text.data != NULL && !note->shown[i].is_verified;
	initStringInfo(&quote);
	for (int i = 0; i < note->nquotes; i++)
	{
		resetStringInfo(&quote);
		append_escaped(&quote, note->quotes[i]->text.data, note->quotes[i]->text.len);
		quote_hash((Slice) {quote.data, quote.len}, hash);
		appendStringInfo(out, "%s\"%s%s\"",
						 i > 0				 ? ","
						 : note->nquotes > 1 ? "["
											 : "",
						 is_unchecked ? "?" : "", hash);
	}
	if (note->nquotes > 1)
		appendStringInfoChar(out, ']');
	pfree(quote.data);
}

static void
append_quote_numbers(StringInfo out, const NoteRow *note)
{
	for (int i = 0; i < note->nshown && note->nshown > 1; i++)
		appendStringInfo(out, "%s%d%s", i == 0 ? ",[" : ",", quote_number(note, i),
						 i == note->nshown - 1 ? "]" : "");
}

static void
append_note_source(StringInfo out, const NoteRow *note, int doc)
{
	bool		has_confidence = false;

	if (note->doc_id == NULL)
	{
		appendStringInfoString(out, "null");
		return;
	}
	for (int i = 0; i < note->nconfidences; i++)
		has_confidence |= note->confidences[i] >= 0;
	appendStringInfoChar(out, '[');
	append_int(out, doc);
	if (note->page > 0 || note->locator != NULL || has_confidence || note->nquotes > 0)
	{
		appendStringInfoChar(out, ',');
		append_place(out, note);
	}
	if (has_confidence || note->nquotes > 0)
	{
		appendStringInfoChar(out, ',');
		append_confidences(out, note);
	}
	if (note->nquotes > 0)
	{
		appendStringInfoChar(out, ',');
		append_hashes(out, note);
		append_quote_numbers(out, note);
	}
	appendStringInfoChar(out, ']');
}

static void
append_kinds(StringInfo out, const MemoView *memo)
{
	int			count = 0;

	for (int i = 0; i < memo->nnotes; i++)
		if (strcmp(memo->notes[i].kind, "source") != 0)
			appendStringInfo(out, "%s\"%d\":\"%s\"", count++ == 0 ? ",\"kinds\":{" : ",", i + 1,
							 memo->notes[i].kind);
	if (count > 0)
		appendStringInfoChar(out, '}');
}

bool
note_is_weak(const MemoView *memo, const NoteRow *note)
{
	for (int i = 0; i < note->nconfidences; i++)
		if (note->confidences[i] >= 0 && note->confidences[i] < memo->weak)
			return true;
	return false;
}

void
trailer_write(const MemoView *memo, StringInfo out)
{
	bool		has_weak = false;

	appendStringInfoString(out, COMMENT_OPEN "{\"v\":1,\"notes\":{");
	for (int i = 0; i < memo->nnotes; i++)
	{
		appendStringInfo(out, "%s\"%d\":\"%.*s\"", i == 0 ? "" : ",", i + 1,
						 memo->notes[i].key.len, memo->notes[i].key.data);
		has_weak |= note_is_weak(memo, &memo->notes[i]);
	}
	appendStringInfo(out, "},\"tail\":%d", memo->ntail + (memo->nnotes > 0));
	if (has_weak)
		appendStringInfo(out, ",\"weak\":%d", memo->weak);
	if (memo->nnotes > 0)
	{
		int		   *docs = append_docs(out, memo);

		append_kinds(out, memo);
		appendStringInfoString(out, ",\"sources\":[");
		for (int i = 0; i < memo->nnotes; i++)
		{
			CHECK_FOR_INTERRUPTS();
			if (i > 0)
				appendStringInfoChar(out, ',');
			append_note_source(out, &memo->notes[i], docs[i]);
		}
		appendStringInfoChar(out, ']');
	}
	appendStringInfoString(out, "} -->\n");
}
