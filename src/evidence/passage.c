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

/* Bytes between two looks for a cancel request. */
#define CHECK_BYTES		0xFFFF

/* Characters of a quote that an error message shows. */
#define SHOWN_CHARS		80

typedef struct Search
{
	const Fold *passage;
	const Fold *quote;
	int64		patience;		/* bytes of places and hyphens that may still be tried */
} Search;

/* -------------------------------------------------------------------- search */

static bool
is_digit_at(const StringInfoData *text, int pos)
{
	return pos >= 0 && pos < text->len && text->data[pos] >= '0' && text->data[pos] <= '9';
}

static bool
is_point_at(const StringInfoData *text, int pos)
{
	return pos >= 0 && pos < text->len && (text->data[pos] == '.' || text->data[pos] == ',');
}

/* Does a number go on from the byte before pos to the one at it?  In "1,250.5"
 * it does everywhere. */
bool
is_inside_number(const StringInfoData *text, int pos)
{
	if (is_digit_at(text, pos - 1))
		return is_digit_at(text, pos) || (is_point_at(text, pos) && is_digit_at(text, pos + 1));
	return is_point_at(text, pos - 1) && is_digit_at(text, pos) &&
		(is_digit_at(text, pos - 2) || pos == 1 || text->data[pos - 2] == ' ');
}

/* The first hyphen of a fold behind a byte. */
static int
first_hyphen(const Fold *fold, int after)
{
	int			low;

	LOWER_BOUND(low, fold->hyphens.count, i, fold->hyphens.items[i].at <= after);
	return low;
}

/*
 * Have quote and passage the same hyphens in their words?  "Long-term" is not
 * "longterm"; but at the end of a line a hyphen may be the word's own or not.
 */
static bool
agree_in_hyphens(Search *search, int start)
{
	int			p = first_hyphen(search->passage, start);
	int			q = 0;

	for (;;)
	{
		const FoldHyphen *in_passage = NULL;
		const FoldHyphen *in_quote = NULL;

		if (p < search->passage->hyphens.count &&
			search->passage->hyphens.items[p].at < start + search->quote->text.len)
			in_passage = &search->passage->hyphens.items[p];
		if (q < search->quote->hyphens.count)
			in_quote = &search->quote->hyphens.items[q];
		if (in_passage == NULL && in_quote == NULL)
			return true;
		if (search->patience-- <= 0)
			return false;
		if (in_passage != NULL && in_quote != NULL && in_passage->at - start == in_quote->at)
		{
			p++;
			q++;
		}
		else if (in_quote == NULL || (in_passage != NULL && in_passage->at - start < in_quote->at))
		{
			if (!in_passage->is_wrap)
				return false;
			p++;
		}
		else
		{
			if (!in_quote->is_wrap)
				return false;
			q++;
		}
	}
}

/* The first place of a folded quote from a byte of a folded passage on, -1 = nowhere. */
static int
next_place(const StringInfoData *text, const StringInfoData *quote, int from)
{
	for (; from <= text->len - quote->len; from += CHECK_BYTES)
	{
		int			most = Min(text->len - from, CHECK_BYTES - 1 + quote->len);
		const char *found = memmem(text->data + from, most, quote->data, quote->len);

		CHECK_FOR_INTERRUPTS();
		if (found != NULL)
			return (int) (found - text->data);
	}
	return -1;
}

/*
 * Where the folded quote is in the folded passage, -1 = nowhere: the first
 * place where it cuts no number, else the first.
 */
static int
search_quote(Search *search, bool *cuts_number)
{
	const StringInfoData *text = &search->passage->text;
	const StringInfoData *quote = &search->quote->text;
	int			first = -1;

	*cuts_number = false;
	for (int at = 0; search->patience > 0 && (at = next_place(text, quote, at)) >= 0; at++)
	{
		bool		cuts = is_inside_number(text, at) || is_inside_number(text, at + quote->len);

		search->patience -= quote->len;
		if ((first >= 0 && cuts) || !agree_in_hyphens(search, at))
			continue;
		first = at;
		*cuts_number = cuts;
		if (!cuts)
			break;
	}
	return first;
}

QuoteMatch
quote_match(PassageText *passage, Slice quote, QuoteLevel most)
{
	QuoteMatch	match = {false};

	if (quote_length(quote) == 0)
		return match;
	for (QuoteLevel level = QUOTE_EXACT; level <= most && !match.is_found; level++)
	{
		Fold		folded;
		Search		search = {.quote = &folded};
		int			found = -1;

		fold_text(quote, level, &folded);
		if (level >= QUOTE_TYPOGRAPHY)
			fold_trim(&folded);
		if (!passage->is_folded[level])
			fold_text(passage->text, level, &passage->folds[level]);
		passage->is_folded[level] = true;
		search.passage = &passage->folds[level];
		/* in prose few places are tried in vain; this bounds what is no prose */
		search.patience = 16 * ((int64) passage->text.len + quote.len + 64);
		if (folded.text.len > 0 && folded.text.len <= search.passage->text.len)
			found = search_quote(&search, &match.cuts_number);
		if (found >= 0)
		{
			match.is_found = true;
			match.level = level;
			fold_locate(passage->text, level, found, found + folded.text.len, &match.start,
						&match.length);
		}
		fold_free(&folded);
	}
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
