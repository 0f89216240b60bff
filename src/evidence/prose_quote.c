/*
 * prose_quote.c
 *		Words in quotation marks, in sentences that cite a source: are they in it?
 *
 * 'The seller states "rents are guaranteed for ten years" [SRC:1].' quotes six words.
 *   1. They are looked for as the quote of a claim is, by policy quote_level, in the passages
 *      that the citations of the sentence rest on, then in all that is stored of their
 *      documents.  Of 'rents are ... for ten years' both parts are.
 *   2. Found: the ledger has "verified" and the passage.  Not found, though the citation
 *      names its passage: "not_found", a WARNING.  A page alone may say more than what is
 *      stored of it: "not_seen".
 * Fewer than five words are a term, and words that all have capitals a title.
 */
#include "evidence/evidence_internal.h"

#define LEAST_WORDS		5
#define MOST_CITATIONS	64		/* of a sentence whose sources are looked into */
#define WORD_CHARS		2		/* of a script without blanks count as a word */
#define LONGEST_EDITED	40		/* bytes of a bracket that the one who quotes put in */

/* What is looked for, and where. */
typedef struct Quoting
{
	Memo	   *memo;
	QuoteLevel	level;
	Quotations *quotations;
				VEC(Sought) parts;	/* of quotations, in their order */
} Quoting;

const char *const quotation_verdict_names[] = {
	[QUOTATION_VERIFIED] = "verified",[QUOTATION_NOT_SEEN] = "not_seen",
	[QUOTATION_NOT_FOUND] = "not_found",
};

/* ------------------------------------------------------------------- reading */

/* Has a text five words, and one of them no capital, as a title has? */
static bool
is_quotation(Slice text)
{
	TokenReader tokens = {text.data, text.len, 0};
	Token		token;
	int			words = 0;
	bool		is_title = true;

	while (token_next(&tokens, &token))
	{
		int			len = token.end - token.start;
		bool		is_ascii = is_letter(text.data[token.start]);

		if (token.kind == TOKEN_SIGN)
			continue;
		words += token.kind == TOKEN_NUMBER || is_ascii ? 1 :
			Max(1, utf8_length(text.data + token.start, len) / WORD_CHARS);
		if (token.kind == TOKEN_WORD && token_is_content(text.data, &token))
			is_title &= is_ascii && isupper((unsigned char) text.data[token.start]);
	}
	return words >= LEAST_WORDS && !is_title;
}

/* Does no word stand between two places?  In 'so on..." [SRC:1].' the stop is behind. */
static bool
is_right_behind(const Prose *prose, int from, int to)
{
	Slice		between = without_markers(prose, (Line) {from, Max(from, to)});
	TokenReader tokens = {between.data, between.len, 0};
	Token		token;
	bool		has_word = false;

	while (!has_word && token_next(&tokens, &token))
		has_word = token.kind != TOKEN_SIGN;
	pfree((char *) between.data);
	return !has_word;
}

/* The first piece of a quotation that its source need not have, NULL = none: "...", "[sic]", the
 * "[r]" of "[r]ents". */
static const char *
find_gap(const char *text, int *width)
{
	const char *dots = strstr(text, "...");
	const char *open = strchr(text, '[');
	const char *close =
		open == NULL ? NULL : memchr(open, ']', strnlen(open, LONGEST_EDITED));

	if (close != NULL && (dots == NULL || open < dots))
	{
		*width = (int) (close - open) + 1;
		return open;
	}
	if (dots != NULL && dots > text && dots[-1] == '(' && dots[3] == ')')
	{
		*width = 5;
		return dots - 1;
	}
	*width = 3;
	return dots;
}

/* Adds a part of a quotation, unless it has no word. */
static void
add_part(Quoting *quoting, Slice text)
{
	if (quoting->level >= QUOTE_TYPOGRAPHY)
		text = trimmed_quote(text);
	if (text.len > 0)
		*VEC_PUSH(&quoting->parts) = (Sought) {text, .of = quoting->quotations->count - 1};
}

/* Adds what a quotation is looked for by: what stands between its ellipses and brackets; all of
 * it where that is nothing. */
static void
add_parts(Quoting *quoting, Slice text)
{
	int			nparts = quoting->parts.count;
	int			width = 0;
	Fold		folded;
	const char *gap;

	fold_text(text, quoting->level, &folded);
	for (const char *rest = folded.text.data; rest != NULL;
		 rest = gap == NULL ? NULL : gap + width)
	{
		gap = quoting->level >= QUOTE_TYPOGRAPHY ? find_gap(rest, &width) : NULL;
		add_part(quoting, (Slice) {rest, gap == NULL ? (int) strlen(rest) : (int) (gap - rest)});
	}
	if (quoting->parts.count == nparts)
		add_part(quoting, (Slice) {folded.text.data, folded.text.len});
}

/* The quotations of a stretch of a block whose sentences cite something. */
static void
read_stretch(Quoting *quoting, Section *section, TextBlock *block, Line stretch,
			 Citation **citations, int ncitations)
{
	Prose	   *prose = section->prose;
	QuotationReader reader = {.text = {prose->text, stretch.end},.pos = stretch.start};
	Line		inside;

	while (quotation_next(&reader, &inside))
	{
		int			first = prose_sentence_at(prose, block, inside.start);
		int			last = prose_sentence_at(prose, block, inside.end);
		Sentence   *sentences = prose_sentences(prose, block);
		Quotation	found = {.section = section->index,.extent = inside};
		Slice		text;

		CHECK_FOR_INTERRUPTS();
		if (first < 0 || last < first)
			continue;
		LOWER_BOUND(found.first, ncitations, i, citations[i]->anchor <= sentences[first].start);
		for (found.end = found.first;
			 found.end < Min(ncitations, found.first + MOST_CITATIONS); found.end++)
			if (citations[found.end]->anchor > block->end ||
				(prose_sentence_at(prose, block, citations[found.end]->anchor) > last &&
				 !is_right_behind(prose, inside.end, citations[found.end]->anchor)))
				break;
		if (found.first >= found.end)
			continue;
		text = without_markers(prose, inside);
		if (!is_quotation(text))
			continue;
		found.citations = citations;
		*VEC_PUSH(quoting->quotations) = found;
		add_parts(quoting, text);
	}
}

static void
read_section(Quoting *quoting, Section *section)
{
	int			count;
	Citation  **citations = evidence_citations(quoting->memo, section, &count);
	Prose	   *prose = section->prose;

	for (int i = 0; i < prose->blocks.count && count > 0; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];
		Sentence   *sentences;

		if (!block_takes_notes(block))
			continue;
		if (block->kind == BLOCK_PARAGRAPH)
		{
			read_stretch(quoting, section, block, (Line) {block->start, block->end}, citations,
						 count);
			continue;
		}
		sentences = prose_sentences(prose, block);
		for (int j = 0; j < block->nsentences; j++)
			read_stretch(quoting, section, block, (Line) {sentences[j].start, sentences[j].end},
						 citations, count);
	}
}

/* ------------------------------------------------------------------ searching */

/* A passage that the sentence of a quotation rests on is its own, one of their documents is
 * elsewhere. */
static SoughtPlace
place_of_part(void *argument, const Sought *sought, const Passage *passage)
{
	const Quoting *quoting = argument;
	const Quotation *quotation = &quoting->quotations->items[sought->of];
	SoughtPlace	place = PLACE_NONE;

	for (int i = quotation->first; i < quotation->end && place != PLACE_OWN; i++)
		if (quotation->citations[i]->identity.doc == passage->identity.doc)
			place = rests_on(quoting->memo, quotation->citations[i], passage) ? PLACE_OWN
				: PLACE_ELSEWHERE;
	return place;
}

/* Looks for the parts in what is loaded of the documents of those that are not found. */
static void
search_lost(Quoting *quoting, bool loads)
{
	bool	   *is_wanted = palloc0(quoting->memo->ndocuments + 1);

	for (int i = 0; i < quoting->parts.count; i++)
	{
		const Sought *part = &quoting->parts.items[i];
		const Quotation *quotation = &quoting->quotations->items[part->of];

		for (int j = quotation->first; j < quotation->end && part->passage == NULL; j++)
			if (quotation->citations[j]->identity.doc != NULL)
				is_wanted[quotation->citations[j]->identity.doc->index] = true;
	}
	if (loads)
		need_passages(quoting->memo, is_wanted);
	if (memchr(is_wanted, true, quoting->memo->ndocuments) != NULL)
		search_passages(quoting->memo, quoting->parts.items, quoting->parts.count, is_wanted,
						place_of_part, quoting);
	pfree(is_wanted);
}

/* ------------------------------------------------------------------ verdicts */

/* The citation that a quotation is of: the first behind it that is live, else the last. */
static Citation *
own_citation(const Quotation *quotation)
{
	Citation   *own = NULL;

	for (int i = quotation->first; i < quotation->end; i++)
		if (!quotation->citations[i]->is_removed &&
			(own == NULL || own->anchor < quotation->extent.end))
			own = quotation->citations[i];
	return own;
}

/* QUOTATION_NOT_FOUND where all references at the place of its own name their passage. */
static QuotationVerdict
lost_verdict(const Memo *memo, const Quotation *quotation)
{
	for (int i = quotation->first; i < quotation->end; i++)
	{
		const Citation *citation = quotation->citations[i];

		if (citation->anchor == quotation->citation->anchor && !names_passage(memo, citation))
			return QUOTATION_NOT_SEEN;
	}
	return QUOTATION_NOT_FOUND;
}

/* Keeps the quotations that something can be said of: a text is stored of their source. */
static void
settle(Quoting *quoting)
{
	Quotations *quotations = quoting->quotations;
	int			kept = 0;
	int			part = 0;

	for (int i = 0; i < quotations->count; i++)
	{
		Quotation	quotation = quotations->items[i];
		bool		is_found = true;

		for (; part < quoting->parts.count && quoting->parts.items[part].of == i; part++)
		{
			is_found &= quoting->parts.items[part].passage != NULL;
			if (quotation.passage == NULL)
				quotation.passage = quoting->parts.items[part].passage;
		}
		quotation.citation = own_citation(&quotation);
		if (quotation.citation == NULL || quotation.citation->identity.doc == NULL ||
			!quotation.citation->identity.doc->has_passages)
			continue;
		if (!is_found)
			quotation.passage = NULL;
		quotation.verdict = is_found ? QUOTATION_VERIFIED : lost_verdict(quoting->memo, &quotation);
		quotations->items[kept++] = quotation;
	}
	quotations->count = kept;
}

void
quotations_read(Memo *memo, Quotations *quotations)
{
	Quoting		quoting = {.memo = memo,.quotations = quotations,
	.level = quote_level_of(slice_of(memo->policy.quote_level))};

	for (int i = 0; i < memo->nsections && memo->has_passages; i++)
		read_section(&quoting, &memo->sections[i]);
	if (quoting.parts.count == 0)
		return;
	load_cited_passages(memo);
	search_lost(&quoting, false);
	search_lost(&quoting, true);
	settle(&quoting);
}

void
check_quotations(Memo *memo)
{
	Quotations	quotations = {NULL, 0, 0};

	quotations_read(memo, &quotations);
	for (int i = 0; i < quotations.count; i++)
	{
		const Quotation *quotation = &quotations.items[i];
		Citation   *citation = quotation->citation;
		Slice		shown = shown_part((Slice) {
			memo->sections[quotation->section].body.data + quotation->extent.start,
			quotation->extent.end - quotation->extent.start});
		StringInfoData json;

		if (citation->quoted.verdict == NULL || quotation->verdict != QUOTATION_VERIFIED)
			citation->quoted = (QuotationFound) {
				quotation_verdict_names[quotation->verdict],
				quotation->passage == NULL ? NULL : quotation->passage->passage_id};
		if (quotation->verdict == QUOTATION_VERIFIED)
			continue;
		initStringInfo(&json);
		append_json_string(&json, shown.data, shown.len);
		memo_event(memo, quotation->verdict == QUOTATION_NOT_FOUND ? EVENT_quotation_not_found
				   : EVENT_quotation_not_seen, quotation->section,
				   slice_of(citation->identity.doc->doc_id),
				   "{\"citation_no\":%d,\"note\":%d,\"quotation\":%s}",
				   (int) (citation - memo->citations.items) + 1, citation->note->number,
				   json.data);
		pfree(json.data);
	}
}
