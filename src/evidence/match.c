/*
 * match.c
 *		What a text supports: evidence for citations, never a guess.
 *
 * Which sentence does a claim stand behind?  The section's sentences are
 * indexed once (index.c).  For the claim "In-place NOI was $4.2 million" the words
 * {place, noi} and the number 4200000 are looked up, and of the sentences with all
 * its numbers and enough of its words the best one is taken, when no other does as
 * well.
 *
 * The other way, the same sentences are looked up among texts that may support
 * them: claims without a place, passages.
 */
#include "evidence/evidence_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"

#define LONGEST_CONTRADICTION	16384	/* bytes of a text that is read for one */

/* --------------------------------------------------------------- sentences */

Slice
without_markers(const Prose *prose, Line extent)
{
	const Marker *markers = prose->markers.items;
	StringInfoData text;
	int			i;

	initStringInfo(&text);
	LOWER_BOUND(i, prose->markers.count, m, markers[m].start < extent.start);
	for (; i < prose->markers.count && markers[i].start < extent.end; i++)
	{
		if (markers[i].start < extent.start)
			continue;			/* in the link that is a mark itself: [[SRC:1]](https://...) */
		appendBinaryStringInfo(&text, prose->text + extent.start, markers[i].start - extent.start);
		extent.start = Min(markers[i].start + markers[i].len, extent.end);
	}
	appendBinaryStringInfo(&text, prose->text + extent.start, extent.end - extent.start);
	return (Slice) {text.data, text.len};
}

/* The sentence as it compares. */
static Slice
sentence_text(const Prose *prose, const Sentence *sentence)
{
	Slice		shown = without_markers(prose, (Line) {sentence->start, sentence->end});
	StringInfoData out;

	initStringInfo(&out);
	append_folded(&out, shown.data, shown.len);
	pfree((char *) shown.data);
	return (Slice) {repalloc(out.data, out.len + 1), out.len};
}

/* The sentences of a block that readers will see. */
static void
add_sentences(Evidence *evidence, Section *section, int index)
{
	TextBlock  *block = &section->prose->blocks.items[index];
	const Sentence *sentences;

	if (!block_takes_notes(block))
		return;
	sentences = prose_sentences(section->prose, block);
	for (int i = 0; i < block->nsentences; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (sentence_is_shown(section, block, &sentences[i]))
			*VEC_PUSH(&evidence->sentences) = (EvidenceSentence) {
				.block = index, .number = i, .place = sentences[i],
				.text = sentence_text(section->prose, &sentences[i])
			};
	}
}

Evidence *
section_evidence(Section *section)
{
	if (section->evidence == NULL)
	{
		section->evidence = palloc0(sizeof(Evidence));
		for (int i = 0; i < section->prose->blocks.count; i++)
		{
			CHECK_FOR_INTERRUPTS();
			if (!section->prose->blocks.items[i].is_listed)
				add_sentences(section->evidence, section, i);
		}
	}
	return section->evidence;
}

/* Its sentences by word and number. */
static TokenIndex *
token_index_of(Evidence *evidence)
{
	if (evidence->index == NULL)
	{
		evidence->index = token_index_create();
		for (int i = 0; i < evidence->sentences.count; i++)
			token_index_add(evidence->index, evidence->sentences.items[i].text);
	}
	return evidence->index;
}

/* Sentences are in the order of their places. */
EvidenceSentence *
evidence_at(Section *section, int block, int pos)
{
	Evidence   *evidence = section_evidence(section);
	EvidenceSentence *sentences = evidence->sentences.items;
	int number = prose_sentence_at(section->prose, &section->prose->blocks.items[block], pos);
	int			low;

	LOWER_BOUND(low, evidence->sentences.count, i,
				sentences[i].block < block ||
					(sentences[i].block == block && sentences[i].number < number));
	if (low == evidence->sentences.count || sentences[low].block != block ||
		sentences[low].number != number)
		return NULL;
	return &sentences[low];
}

/* Most sentences share too little with a claim to be read for what they say. */
static const Contrast *
contrast_of(EvidenceSentence *sentence)
{
	if (sentence->contrast == NULL)
		sentence->contrast = contrast_read(sentence->text);
	return sentence->contrast;
}

/* ---------------------------------------------------- what a text supports */

#define WORDS_FOR_NUMBER	4	/* that stand in for a shared number */

/* Content words that a sentence must have of a claim's. */
static int
words_needed(const Lookup *claim)
{
	int			share = SHARE_OF_WORDS(claim->words);

	if (claim->numbers == 0)
		share = Max(share, WORDS_FOR_NUMBER);
	return Min(share, claim->words);	/* the whole of it may stand there */
}

/* What a claim's look-up found. */
typedef struct Found
{
	EvidenceSentence *literal;
	int			nliteral;
	EvidenceSentence *best;
	int			words;			/* that best shares */
	bool		is_tie;
} Found;

/* Counts a sentence that supports the claim; then only a better one matters,
 * or as good a one as the best, unless that is known. */
static void
note_sentence(Lookup *lookup, Found *found, EvidenceSentence *sentence, int words)
{
	found->is_tie = found->best != NULL && words == found->words;
	if (!found->is_tie)
		found->best = sentence;
	found->words = words;
	lookup_raise(lookup, words + (found->is_tie && words < lookup->words));
}

/* Two sentences that say the same settle it: no further one is looked at. */
static void
find_sentences(Evidence *evidence, Lookup *lookup, Slice folded, Found *found)
{
	Contrast   *contrast = contrast_read(folded);
	int			index;

	while (found->nliteral < 2 && (index = lookup_next(lookup)) >= 0)
	{
		EvidenceSentence *sentence = &evidence->sentences.items[index];
		int			words = lookup_words(lookup, index);
		bool is_literal =
			words == lookup->words && strstr(sentence->text.data, folded.data) != NULL;

		if (words < 0 || contrasts_differ(contrast, contrast_of(sentence)) ||
			(contrast->denies != sentence->contrast->denies &&
			 !(is_literal && lookup->numbers > 0)))
			continue;
		if (is_literal)
		{
			found->literal = sentence;
			found->nliteral++;
		}
		if (lookup->numbers > 0 || words >= WORDS_FOR_NUMBER)
			note_sentence(lookup, found, sentence, words);
	}
	pfree(contrast);
}

/* A claim's text as it is looked for: folded, without a full stop. */
static Slice
fold_claim(const char *text)
{
	char	   *folded = folded_copy(text);
	int			len = (int) strlen(folded);

	while (len > 0 && strchr(" .", folded[len - 1]) != NULL)
		folded[--len] = '\0';
	return (Slice) {folded, len};
}

/* Literal once is the answer; twice, or two that are as good as each other, none. */
EvidenceMatch
evidence_find(Section *section, const char *text)
{
	Evidence   *evidence = section_evidence(section);
	Slice		folded = fold_claim(text);
	Lookup		lookup;
	Found		found = {0};

	lookup_read(&lookup, token_index_of(evidence), folded);
	lookup_start(&lookup, words_needed(&lookup));
	find_sentences(evidence, &lookup, folded, &found);
	pfree((char *) folded.data);	/* thousands of texts may be looked up */
	if (lookup.is_cut || found.nliteral > 1 || (found.nliteral == 0 && found.is_tie))
		return (EvidenceMatch) {NULL, -1, "ambiguous"};
	if (found.nliteral == 1)
		return (EvidenceMatch) {found.literal, 1.0f, NULL};
	if (found.best == NULL)
		return (EvidenceMatch) {NULL, -1, "not_found"};
	return (EvidenceMatch){found.best,
						   lookup.words == 0 ? 1.0f : (float) found.words / lookup.words, NULL};
}

/* ---------------------------------------------------------- contradictions */

/* How many of a sentence's words and numbers a clause has; keys have the last clause that
 * had each. */
static int
count_shared(KeyMap *keys, int clause, Slice folded)
{
	TokenReader tokens = {folded.data, folded.len, 0};
	EvidenceToken token;
	int			count = 0;

	while (next_token(&tokens, &token))
	{
		KeyMapEntry *entry = keymap_find(keys, token.key);

		if (entry->number == 0 || entry->number == clause)
			continue;
		entry->number = clause;
		count++;
	}
	return count;
}

/* Where the sentence of a folded text that starts at pos ends. */
static int
sentence_end(Slice text, int pos)
{
	while (pos < text.len && !(strchr(".;?!", text.data[pos]) != NULL &&
							   (pos + 1 == text.len || text.data[pos + 1] == ' ')))
		pos++;
	return pos;
}

/* "No mold was found in 2024. Rents rose.": of these the first shares the words of "Mold
 * was found", and is compared with it. */
bool
evidence_contradicts(EvidenceSentence *sentence, Slice text)
{
	TokenReader tokens = {sentence->text.data, sentence->text.len, 0};
	EvidenceToken token;
	KeyMap		keys = {NULL, 0, 0};
	StringInfoData folded;
	bool		contradicts = false;
	int			clause = 1;
	int			most = 0;

	if (text.len > LONGEST_CONTRADICTION)
		return false;
	while (next_token(&tokens, &token))
		*keymap_at(&keys, token.key) = clause;
	initStringInfo(&folded);
	append_folded(&folded, text.data, text.len);
	for (int start = 0, end; start < folded.len && keys.entries != NULL; start = end + 1)
	{
		Slice		said;
		int			shared;

		end = sentence_end((Slice) {folded.data, folded.len}, start);
		said = (Slice) {folded.data + start, end - start};
		shared = count_shared(&keys, ++clause, said);
		if (shared > most)
		{
			const Contrast *own = contrast_of(sentence);
			const Contrast *other = contrast_read(said);

			most = shared;
			contradicts = own->denies != other->denies || contrasts_differ(own, other);
		}
	}
	keymap_free(&keys);
	pfree(folded.data);
	return contradicts;
}
