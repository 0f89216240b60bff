/*
 * stage2_uncited.c
 *		Sections without any citation get evidence before they get a general source.
 *
 * Of whatever length, such a section gets up to policy rescue_evidence citations: where
 * a quote of its claims stands in it word for word, where a claim supports a sentence as
 * in stage 2.5, and where a sentence shares a number or a run of words with one passage of
 * the deal alone (distinct.c).  Stage 2.5 does so for sections that have no citation then,
 * stage 4.4 for those that have lost their last one.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "evidence/evidence.h"

static void
find_uncited(Budgets *budgets)
{
	Memo	   *memo = budgets->memo;

	budgets->items = palloc0(sizeof(Shortage) * (memo->nsections + 1));
	for (int i = 0; i < memo->nsections && memo->policy.rescue_evidence > 0; i++)
	{
		Section    *section = &memo->sections[i];

		CHECK_FOR_INTERRUPTS();
		if (section->work->is_searched || section_is_cited(memo, section))
			continue;
		section->work->is_searched = true;
		if (has_evidence(memo, section) || memo->has_passages)
			budgets->items[budgets->count++] =
				(Shortage){.section = section, .missing = memo->policy.rescue_evidence};
	}
}

static void
need_all_passages(Memo *memo)
{
	bool	   *all = palloc(memo->ndocuments + 1);

	memset(all, true, memo->ndocuments + 1);
	need_passages(memo, all);
	pfree(all);
}

/* The text of a section's sentences, folded as its claims' quotes, and where each ends in it. */
typedef struct QuotedText
{
	Shortage   *shortage;
	StringInfoData text;
	int		   *ends;
	Claim	  **claims;			/* by pattern */
	Slice	   *quotes;
} QuotedText;

static void
fold_sentences(QuotedText *quoted, QuoteLevel level)
{
	int			count = quoted->shortage->nsupports;

	initStringInfo(&quoted->text);
	quoted->ends = palloc_array_huge(count + 1, sizeof(int));
	for (int i = 0; i < count; i++)
	{
		Fold		folded;

		CHECK_FOR_INTERRUPTS();
		fold_text(quoted->shortage->sentences[i].text, level, &folded);
		if (i > 0)
			appendStringInfoChar(&quoted->text, ' ');
		appendBinaryStringInfo(&quoted->text, folded.text.data, folded.text.len);
		quoted->ends[i] = quoted->text.len;
		fold_free(&folded);
	}
}

/* Does a word or number go on over a byte? */
static bool
is_amid_word(const StringInfoData *text, int pos)
{
	return is_inside_number(text, pos) ||
		   (pos > 0 && pos < text->len && isalnum((unsigned char) text->data[pos - 1]) &&
			isalnum((unsigned char) text->data[pos]));
}

/* Its claim supports the sentence in which a quote ends, unless another one does. */
static bool
take_quote(void *argument, int pattern, int end)
{
	QuotedText *quoted = argument;
	Support    *support;
	int			low;

	if (is_amid_word(&quoted->text, end - quoted->quotes[pattern].len) ||
		is_amid_word(&quoted->text, end))
		return false;
	LOWER_BOUND(low, quoted->shortage->nsupports - 1, i, quoted->ends[i] < end);
	support = &quoted->shortage->supports[low];
	if (support->claim != NULL || support->is_closed)
		return true;
	support->claim = quoted->claims[pattern];
	support->identity = &support->claim->identity;
	support->score = 1;
	support->is_quoted = true;
	return true;
}

/* Claims whose quote stands in the section word for word. */
static void
offer_quotes(Budgets *budgets, Shortage *shortage)
{
	Section    *section = shortage->section;
	QuoteLevel	level = quote_level_of(slice_of(budgets->memo->policy.quote_level));
	QuotedText	quoted = {.shortage = shortage};
	int			count = 0;

	quoted.claims = palloc_array_huge(section->nclaims + 1, sizeof(Claim *));
	quoted.quotes = palloc_array_huge(section->nclaims + 1, sizeof(Slice));
	for (int i = 0; i < section->nclaims; i++)
	{
		Claim	   *claim = &budgets->memo->claims[section->first_claim + i];
		EvidenceToken token;
		Fold		folded;

		CHECK_FOR_INTERRUPTS();
		if (!claim_quotes(claim) || claim->outcome == NULL ||
			strcmp(claim->outcome, "unplaced") != 0)
			continue;
		fold_text(slice_of(claim->quote), level, &folded);
		while (folded.text.len > 0 && strchr(" .", folded.text.data[folded.text.len - 1]) != NULL)
			folded.text.data[--folded.text.len] = '\0';
		if (next_token(&(TokenReader) {folded.text.data, folded.text.len, 0}, &token))
		{
			quoted.claims[count] = claim;
			quoted.quotes[count++] = (Slice) {folded.text.data, folded.text.len};
		}
	}
	if (count > 0 && shortage->nsupports > 0)
	{
		fold_sentences(&quoted, level);
		search_run(search_create(quoted.quotes, count), (Slice){quoted.text.data, quoted.text.len},
				   take_quote, &quoted);
	}
}

/* Passages of the deal but those that only hold the quote of an import. */
static int
own_passages(const Memo *memo, Passage *passages)
{
	int			count = 0;

	for (int i = 0; i < memo->ncontents; i++)
		if (strncmp(memo->contents[i].passage_id, IMPORTED_PASSAGE, strlen(IMPORTED_PASSAGE)) != 0)
			passages[count++] = memo->contents[i];
	return count;
}

/* A sentence of the index of what is to be looked up in passages. */
typedef struct Asked
{
	Shortage   *shortage;
	int			index;
} Asked;

/* Passages that alone share a number or a run of words with a sentence. */
static void
offer_distinct_passages(Budgets *budgets)
{
	Memo	   *memo = budgets->memo;
	DistinctIndex *index = distinct_create();
	VEC(Asked) asked = {NULL, 0, 0};
	bool		is_distinctive = false;
	Passage    *passages;

	for (int i = 0; i < budgets->count; i++)
		for (int j = 0; j < budgets->items[i].nsupports && budgets->items[i].missing > 0; j++)
		{
			Shortage   *shortage = &budgets->items[i];
			const EvidenceSentence *sentence = &shortage->sentences[j];

			CHECK_FOR_INTERRUPTS();
			if (shortage->supports[j].is_closed ||
				shortage->section->prose->blocks.items[sentence->block].kind != BLOCK_PARAGRAPH)
				continue;
			*VEC_PUSH(&asked) = (Asked) {shortage, j};
			is_distinctive = distinct_add_sentence(index, sentence->text);
		}
	if (!is_distinctive)
		return;
	need_all_passages(memo);
	passages = palloc_array_huge(memo->ncontents + 1, sizeof(Passage));
	distinct_read(index, passages, own_passages(memo, passages));
	for (int i = 0; i < asked.count; i++)
	{
		Support    *support = &asked.items[i].shortage->supports[asked.items[i].index];
		int			passage = distinct_passage(index, i, &support->score);

		if (passage < 0)
			continue;
		support->is_distinct = true;
		support->passage = &passages[passage];
		support->identity = &support->passage->identity;
	}
}

void
cite_uncited(Memo *memo)
{
	Budgets		budgets = {.memo = memo, .origin = "budget"};

	find_uncited(&budgets);
	if (budgets.count > 0)
		need_cited_passages(memo);
	for (int i = 0; i < budgets.count; i++)
	{
		Shortage   *shortage = &budgets.items[i];

		open_shortage(memo, shortage);
		offer_quotes(&budgets, shortage);
		place_best(&budgets, shortage);
		if (shortage->missing == 0)
			continue;
		offer_claims(&budgets, shortage);
		place_best(&budgets, shortage);
	}
	if (is_short(&budgets) && memo->has_passages)
	{
		offer_distinct_passages(&budgets);
		for (int i = 0; i < budgets.count; i++)
			place_best(&budgets, &budgets.items[i]);
	}
}
