/*
 * claim.c
 *		The claim that an id means in a section.
 *
 * Mostly one claim has the id.  When several do, the marker's page decides,
 * then what it stands behind, its sentence, then the lowest page.  A section may
 * have thousands of both, so what such claims say is gathered once: for the claims
 * "NOI grew 4%" (p. 3), "Rents rose" (p. 5) and "Rents rose" (p. 6) of id 7 that is
 *
 *		by_page		3, 5, 6
 *		sentences	block 2, sentence 0: p. 3; block 4, sentence 1: no one source
 *		texts		{noi, grew, 4%}, {rents, rose}, {rents, rose}
 *		lowest		p. 3
 *
 * A text stands behind one sentence only.  Of the row "| NOI | +4% [SRC:7] |" it
 * is asked the other way: which of the texts says all that?  So is, before the whole
 * sentence, the part of it that the marker stands behind.
 */
#include "sources/sources.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "evidence/evidence.h"

#define MOST_COMPARED	64		/* texts that may be as good as the best, of a marker */
#define LONGEST_SAID	4096	/* bytes of such a text or sentence, and of a row before a marker:
								 * thousands of markers may stand in a longer one */

/* A sentence that the text of a claim stands behind. */
typedef struct ClaimSentence
{
	int			block;
	int			sentence;
	Claim	   *claim;			/* the last of those with that text */
	bool		is_ambiguous;	/* they name different sources */
} ClaimSentence;

/* All claims of a section with one id, when there are several. */
typedef struct ClaimGroup
{
	Claim	   *claims;
	int			count;
	Claim	   *lowest;			/* page */
	bool		agrees;			/* all name one source */
	Claim	  **by_page;		/* those with a page, NULL = not sorted yet */
	int			npages;
				VEC(ClaimSentence) sentences;	/* by place */
	bool		has_sentences;	/* they were looked for */
	TokenIndex *texts;			/* of the claims, NULL = not made yet */
	Contrast   *contrasts;		/* of each of them */
} ClaimGroup;

static ClaimGroup *
make_group(Claim *claims, int count)
{
	ClaimGroup *group = palloc0(sizeof(ClaimGroup));

	group->claims = group->lowest = claims;
	group->count = count;
	group->agrees = true;
	for (int i = 1; i < count; i++)
	{
		group->agrees &= identity_equal(&claims[0].identity, &claims[i].identity);
		if (claims[i].identity.page > 0 &&
			(group->lowest->identity.page == 0 || claims[i].identity.page < group->lowest->identity.page))
			group->lowest = &claims[i];
	}
	return group;
}

/* ---------------------------------------------------------------- the page */

static int
compare_pages(const void *a, const void *b)
{
	const Claim *x = *(Claim *const *) a;
	const Claim *y = *(Claim *const *) b;

	if (x->identity.page != y->identity.page)
		return x->identity.page < y->identity.page ? -1 : 1;
	return x < y ? -1 : x > y;
}

static void
sort_pages(ClaimGroup *group)
{
	group->by_page = palloc_array_huge(group->count, sizeof(Claim *));
	for (int i = 0; i < group->count; i++)
		if (group->claims[i].identity.page > 0)
			group->by_page[group->npages++] = &group->claims[i];
	qsort(group->by_page, group->npages, sizeof(Claim *), compare_pages);
}

/* The first claim on that page, NULL when none. */
static Claim *
claim_by_page(ClaimGroup *group, int page)
{
	int			low;

	if (group->by_page == NULL)
		sort_pages(group);
	LOWER_BOUND(low, group->npages, i, group->by_page[i]->identity.page < page);
	return low < group->npages && group->by_page[low]->identity.page == page ? group->by_page[low] : NULL;
}

/* ------------------------------------------------------------ the sentence */

static int
compare_places(const ClaimSentence *x, const ClaimSentence *y)
{
	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return x->sentence < y->sentence ? -1 : x->sentence > y->sentence;
}

static int
compare_sentences(const void *a, const void *b)
{
	const ClaimSentence *x = a;
	const ClaimSentence *y = b;
	int			order = compare_places(x, y);

	return order != 0 ? order : x->claim < y->claim ? -1 : x->claim > y->claim;
}

/* One entry a sentence. */
static void
merge_sentences(ClaimGroup *group)
{
	ClaimSentence *items = group->sentences.items;
	int			count = 0;

	for (int i = 0; i < group->sentences.count; i++)
	{
		ClaimSentence *last = count == 0 ? NULL : &items[count - 1];

		if (last == NULL || compare_places(last, &items[i]) != 0)
		{
			items[count++] = items[i];
			continue;
		}
		last->is_ambiguous |= !identity_equal(&last->claim->identity, &items[i].claim->identity);
		last->claim = items[i].claim;
	}
	group->sentences.count = count;
}

static void
find_sentences(Memo *memo, Section *section, ClaimGroup *group)
{
	group->has_sentences = true;
	if (section->evidence == NULL)
		section->evidence = evidence_index(section);
	for (int i = 0; i < group->count; i++)
	{
		EvidenceMatch match;

		CHECK_FOR_INTERRUPTS();
		if (group->claims[i].text == NULL)
			continue;
		match = evidence_find(section->evidence, memo, group->claims[i].text);
		if (match.reason == NULL)
			*VEC_PUSH(&group->sentences) = (ClaimSentence) {match.block, match.sentence, &group->claims[i], false};
	}
	if (group->sentences.count == 0)
		return;
	qsort(group->sentences.items, group->sentences.count, sizeof(ClaimSentence), compare_sentences);
	merge_sentences(group);
}

/* The claim whose text the marker's sentence has, NULL when no text is there
 * or several that name different sources. */
static Claim *
claim_by_sentence(Memo *memo, Section *section, const Citation *citation, ClaimGroup *group)
{
	const Marker *marker = citation_marker(memo, citation);
	ClaimSentence wanted = {0};
	int			low;

	if (marker == NULL)
		return NULL;
	if (!group->has_sentences)
		find_sentences(memo, section, group);
	wanted.block = marker->block;
	wanted.sentence = prose_sentence_at(section->prose, &section->prose->blocks.items[marker->block], marker->start);
	LOWER_BOUND(low, group->sentences.count, i,
				compare_places(&group->sentences.items[i], &wanted) < 0);
	if (low == group->sentences.count || compare_places(&group->sentences.items[low], &wanted) != 0 ||
		group->sentences.items[low].is_ambiguous)
		return NULL;
	return group->sentences.items[low].claim;
}

/* --------------------------------------------------------------- the texts */

static const Line *
table_row(const Prose *prose, const TextBlock *block, int pos)
{
	const Line *lines = &prose->lines.items[block->first_line];
	int			low = 0;
	int			high = block->nlines - 1;

	while (low < high)
	{
		int			middle = (low + high + 1) / 2;

		if (lines[middle].start <= pos)
			low = middle;
		else
			high = middle - 1;
	}
	return &lines[low];
}

static void
index_texts(ClaimGroup *group)
{
	group->texts = token_index_create();
	group->contrasts = palloc_array_huge(group->count, sizeof(Contrast));
	for (int i = 0; i < group->count; i++)
	{
		const char *text = group->claims[i].text;
		StringInfoData folded;

		CHECK_FOR_INTERRUPTS();
		if (text == NULL || strlen(text) > LONGEST_SAID)
			text = "";
		initStringInfo(&folded);
		append_folded(&folded, text, (int) strlen(text));
		token_index_add(group->texts, folded.data, folded.len);
		group->contrasts[i] = contrast_read(folded.data, folded.len);
	}
}

/* What stands at a marker: its sentence, and in a table what the row is about.
 * Returns which sentence that is, -1 when none is shown there or it is too long. */
static int
append_said(StringInfo out, const Section *section, const Marker *marker)
{
	Prose	   *prose = section->prose;
	TextBlock  *block = &prose->blocks.items[marker->block];
	const Line *row = marker->cell > 0 ? table_row(prose, block, marker->start) : NULL;
	int			sentence = prose_sentence_at(prose, block, marker->start);
	int			about = -1;
	Line		cell;

	sentence = sentence < 0 ? -1 : evidence_locate(section->evidence, marker->block, sentence);
	if (sentence < 0 || evidence_text(section->evidence, sentence).len > LONGEST_SAID ||
		(row != NULL && marker->start - row->start > LONGEST_SAID))
		return -1;
	if (row != NULL && prose_table_cell(prose, row, 0, &cell))
		about = evidence_locate(section->evidence, marker->block, prose_sentence_at(prose, block, cell.start));
	if (about >= 0)
		appendStringInfo(out, "%.*s ", evidence_text(section->evidence, about).len, evidence_text(section->evidence, about).data);
	appendBinaryStringInfo(out, evidence_text(section->evidence, sentence).data, evidence_text(section->evidence, sentence).len);
	return sentence;
}

/* The claim of the one source whose text has all numbers and enough words of what
 * was said, the most of all; NULL when there is none. */
static Claim *
best_claim(const Memo *memo, const Section *section, ClaimGroup *group, const TokenSet *said, int sentence)
{
	Lookup		lookup;
	Claim	   *best = NULL;
	bool		is_tie = false;
	int			most = 0;
	int			patience = MOST_COMPARED;
	int			text;

	lookup_start(&lookup, group->texts, said, (said->words * memo->policy.match_overlap_percent + 99) / 100);
	while (patience > 0 && (text = lookup_next(&lookup)) >= 0)
	{
		Claim	   *claim = &group->claims[text];
		int			words = lookup_words(&lookup, text);

		if (words < most + is_tie)
			continue;
		patience--;
		if (evidence_differs(section->evidence, sentence, &group->contrasts[text]))
			continue;
		is_tie = words == most && best != NULL && !identity_equal(&best->identity, &claim->identity);
		best = claim;
		most = words;
		lookup_raise(&lookup, most + is_tie);
	}
	return is_tie || lookup.is_cut || patience == 0 ? NULL : best;
}

/* Does anything but markers stand behind a marker, up to end? */
static bool
says_more(const Prose *prose, const Marker *marker, int end)
{
	const Marker *last = prose->markers.items + prose->markers.count;
	int			pos = marker->start + marker->len;

	for (marker++; pos < end; pos++)
	{
		if (marker < last && marker->start == pos)
		{
			pos += marker->len - 1;
			marker++;
		}
		else if (is_word_byte(prose->text[pos]))
			return true;
	}
	return false;
}

/* The part of its sentence that a marker stands behind, from the marker before it
 * on: "and rents rose" of "NOI fell [SRC:1] and rents rose [SRC:2][SRC:1]"; empty
 * when that is the whole sentence. */
static Slice
clause_before(const Section *section, const Marker *marker, const Sentence *sentence)
{
	const Prose *prose = section->prose;
	const Marker *first = &prose->markers.items[prose->blocks.items[marker->block].first_marker];
	int			start = sentence->start;
	int			end = marker->start;

	for (const Marker *before = marker - 1; before >= first && before->start >= start; before--)
	{
		int			behind = before->start + before->len;

		if (marker->start - behind > LONGEST_SAID || !joins_markers((Slice) {prose->text + behind, end - behind}, " ,;"))
		{
			start = behind;
			break;
		}
		end = before->start;
	}
	if (end <= start || end - start > LONGEST_SAID ||
		(start == sentence->start && !says_more(prose, marker, Min(sentence->end, marker->start + LONGEST_SAID))))
		return (Slice) {NULL, 0};
	return (Slice) {prose->text + start, end - start};
}

/* What a marker stands behind in its sentence, as append_said() has that; but part of a
 * cell says too little without the row's first one. */
static int
append_clause(StringInfo out, const Section *section, const Marker *marker)
{
	TextBlock  *block = &section->prose->blocks.items[marker->block];
	int			number = marker->cell >= 0 ? -1 : prose_sentence_at(section->prose, block, marker->start);
	Slice		clause;

	if (number < 0)
		return -1;
	clause = clause_before(section, marker, &prose_sentences(section->prose, block)[number]);
	append_folded(out, clause.data, clause.len);
	return evidence_locate(section->evidence, marker->block, number);
}

/* The claim whose text says what stands at a marker, which append() gives. */
static Claim *
claim_by_text(const Memo *memo, Section *section, const Citation *citation, ClaimGroup *group,
			  int (*append) (StringInfo out, const Section *section, const Marker *marker))
{
	const Marker *marker = citation_marker(memo, citation);
	Claim	   *found = NULL;
	int			sentence;
	TokenSet	said;
	StringInfoData folded;

	if (marker == NULL)
		return NULL;
	if (section->evidence == NULL)
		section->evidence = evidence_index(section);
	if (group->texts == NULL)
		index_texts(group);
	initStringInfo(&folded);
	sentence = append(&folded, section, marker);
	said = token_set(folded.data, folded.len);
	if (sentence >= 0 && said.words > 0 && (said.numbers > 0 || said.words >= memo->policy.budget_match_words))
		found = best_claim(memo, section, group, &said, sentence);
	token_set_free(&said);
	pfree(folded.data);
	return found;
}

Claim *
claim_for_id(Memo *memo, Section *section, int64 id, const Citation *citation, bool *is_ambiguous)
{
	Claim	   *claims = memo->claims + section->first_claim;
	int			low = section_claim_position(memo, section, id);
	int			end = low + 1;
	ClaimGroup *group;
	Claim	   *found = NULL;

	*is_ambiguous = false;
	if (low == section->nclaims || claims[low].src_id != id)
		return NULL;
	if (end == section->nclaims || claims[end].src_id != id)
		return &claims[low];
	if (claims[low].group == NULL)
	{
		while (end < section->nclaims && claims[end].src_id == id)
			end++;
		claims[low].group = make_group(&claims[low], end - low);
	}
	group = claims[low].group;
	if (citation != NULL && citation->identity.page > 0)
		found = claim_by_page(group, citation->identity.page);
	if (citation != NULL && found == NULL && !group->agrees)
		found = claim_by_text(memo, section, citation, group, append_clause);
	if (citation != NULL && found == NULL)
		found = claim_by_sentence(memo, section, citation, group);
	if (citation != NULL && found == NULL && !group->agrees)
		found = claim_by_text(memo, section, citation, group, append_said);
	if (found != NULL)
		return found;
	*is_ambiguous = !group->agrees;
	return group->lowest;
}

/* ------------------------------------------------------- ids of the deal */
