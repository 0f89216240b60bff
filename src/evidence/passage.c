/*
 * passage.c
 *		Is a quote in its passage?  The one check for claims that come as JSON,
 *		for the rows of memocite.claim, and for quotes in answers.
 *
 * A quote and its passage are folded (fold.c) at one level after the other, the
 * strictest first, and the quote is searched as bytes: UTF-8 needs no more.
 * In "NOI of $14.2M, $4.2M in place" the quote "4.2M" is found where it cuts no number,
 * from character 16 on.  Only so many places are tried that a passage of a megabyte of
 * one letter costs no more than prose.
 */
#include "evidence/evidence_internal.h"
#include "memo/memo.h"

/* Characters of a quote that an error message shows. */
#define SHOWN_CHARS		80

/* -------------------------------------------------------------------- search */

static bool
is_point(char c)
{
	return c == '.' || c == ',';
}

/* Does a number go on from the byte before pos to the one at it?  In "1,250.5"
 * it does everywhere. */
bool
is_inside_number(const StringInfoData *text, int pos)
{
	char		around[4];		/* the bytes from pos - 2 on; those outside are blanks */

	for (int i = 0; i < (int) lengthof(around); i++)
		around[i] = pos + i >= 2 && pos + i - 2 < text->len ? text->data[pos + i - 2] : ' ';
	if (is_digit(around[1]))
		return is_digit(around[2]) || (is_point(around[2]) && is_digit(around[3]));
	return is_point(around[1]) && is_digit(around[2]) && (is_digit(around[0]) || around[0] == ' ');
}

/*
 * Have quote and passage the same hyphens in their words?  "Long-term" is not
 * "longterm"; but at the end of a line a hyphen may be the word's own or not.
 */
static bool
agree_in_hyphens(const Fold *passage, const Fold *quote, int start, int64 *patience)
{
	const FoldHyphen *p = passage->hyphens.items;
	const FoldHyphen *q = quote->hyphens.items;
	const FoldHyphen *p_end = p + passage->hyphens.count;
	const FoldHyphen *q_end = q + quote->hyphens.count;
	int			low;

	LOWER_BOUND(low, passage->hyphens.count, i, p[i].at <= start);
	for (p += low; *patience > 0; (*patience)--)
	{
		int			at_p = p < p_end && p->at < start + quote->text.len ? p->at - start : INT_MAX;
		int			at_q = q < q_end ? q->at : INT_MAX;

		if (at_p == at_q && at_p == INT_MAX)
			return true;
		if (at_p != at_q && !(at_p < at_q ? p : q)->is_wrap)
			return false;
		p += at_p <= at_q;
		q += at_q <= at_p;
	}
	return false;
}

/* Where the folded quote is in the folded passage, -1 = nowhere: the first place where it cuts
 * no number, else the first. */
static int
search_quote(const Fold *passage, const Fold *quote, bool *cuts_number)
{
	const StringInfoData *text = &passage->text;
	int			len = quote->text.len;
	const char *found = text->data;
	int			first = -1;
	/* in prose few places are tried in vain; this bounds what is no prose */
	int64		patience = 16 * ((int64) text->len + len + 64);

	*cuts_number = false;
	for (; len > 0 && patience > 0 &&
		 (found = memmem(found, text->data + text->len - found, quote->text.data, len)) != NULL;
		 found++)
	{
		int			at = (int) (found - text->data);
		bool		cuts = is_inside_number(text, at) || is_inside_number(text, at + len);

		CHECK_FOR_INTERRUPTS();
		patience -= len;
		if ((first >= 0 && cuts) || !agree_in_hyphens(passage, quote, at, &patience))
			continue;
		first = at;
		*cuts_number = cuts;
		if (!cuts)
			break;
	}
	return first;
}

/* Looks for the quote at one level. */
static bool
match_at(PassageText *passage, Slice quote, QuoteLevel level, QuoteMatch *match)
{
	Fold		folded;
	bool		cuts_number;
	int			found;

	fold_quote(quote, level, &folded);
	if (!passage->is_folded[level])
		fold_text(passage->text, level, &passage->folds[level]);
	passage->is_folded[level] = true;
	found = search_quote(&passage->folds[level], &folded, &cuts_number);
	if (found >= 0)
	{
		*match = (QuoteMatch) {.is_found = true,.level = level,.cuts_number = cuts_number};
		fold_locate(passage->text, level, found, found + folded.text.len, &match->start,
					&match->length);
	}
	fold_free(&folded);
	return found >= 0;
}

QuoteMatch
quote_match(PassageText *passage, Slice quote, QuoteLevel most)
{
	QuoteMatch	match = {false};

	for (QuoteLevel level = QUOTE_EXACT; level <= most && !quote_is_empty(quote); level++)
		if (match_at(passage, quote, level, &match))
			break;
	return match;
}

void
passage_free(PassageText *passage)
{
	for (int i = 0; i < NQUOTE_LEVELS; i++)
	{
		if (passage->is_folded[i])
			fold_free(&passage->folds[i]);
		passage->is_folded[i] = false;
	}
}

bool
quote_is_empty(Slice quote)
{
	int			width;

	while (quote.len > 0 &&
		   is_unicode_blank(utf8_decode(quote.data, quote.len, 0, &width)))
		quote = (Slice) {quote.data + width, quote.len - width};
	return quote.len == 0;
}

int
quote_length(Slice quote)
{
	Fold		folded;
	int			length;

	fold_text(quote, QUOTE_SPACE, &folded);
	length = utf8_length(folded.text.data, folded.text.len);
	fold_free(&folded);
	return length;
}

Slice
shown_part(Slice text)
{
	int			shown = 0;

	for (int chars = 0; shown < text.len; shown++)
		if (((unsigned char) text.data[shown] & 0xC0) != 0x80 && chars++ == SHOWN_CHARS)
			break;
	return (Slice) {text.data, shown};
}
