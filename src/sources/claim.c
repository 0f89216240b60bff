/*
 * claim.c
 *		The claim that an id means in a section.
 *
 * Mostly one claim has the id.  When several do, the marker's page decides,
 * then what it stands behind, its sentence, then the lowest page.  A section may
 * have thousands of both, so what such claims say is gathered once: for the claims
 * "NOI grew 4%" (p. 3), "Rents rose" (p. 5) and "Rents rose" (p. 6) of id 7 that is
 *
 *		pages		3: the first, 5: the second, 6: the third
 *		sentences	2 (NOI grew 4%.): the first; 9 (Rents rose.): no one source
 *		texts		{noi, grew, 4%}, {rents, rose}, {rents, rose}
 *		lowest		p. 3
 *
 * A text stands behind one sentence only.  Of the row "| NOI | +4% [SRC:7] |" it
 * is asked the other way: which of the texts says all that?  So is, before the whole
 * sentence, the part of it that the marker stands behind.
 */
#include "sources/sources.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "evidence/evidence.h"

#define MOST_COMPARED	64		/* texts that may be as good as the best, of a marker */
#define LONGEST_SAID	4096	/* bytes of such a text or sentence, and of a row before a marker:
								 * thousands of markers may stand in a longer one */

/* All claims of a section with one id, when there are several. */
typedef struct ClaimGroup
{
	Claim	   *claims;
	int			count;
	Claim	   *lowest;			/* page */
	bool		agrees;			/* all name one source */
	KeyMap		pages;			/* the first claim of a page, + 1 */
	KeyMap		sentences;		/* the last claim of an indexed sentence, + 1; SEVERAL */
	bool		has_sentences;	/* they were looked for */
	TokenIndex *texts;			/* of the claims, NULL = not made yet */
	Contrast  **contrasts;		/* of each of them */
} ClaimGroup;

#define SEVERAL		(-1)		/* the texts of different sources */

/* Claims are in order of document and page, so that the first is the first of its page. */
static ClaimGroup *
make_group(Claim *claims, int count)
{
	ClaimGroup *group = palloc0(sizeof(ClaimGroup));

	group->claims = group->lowest = claims;
	group->count = count;
	group->agrees = true;
	for (int i = 0; i < count; i++)
	{
		int			page = claims[i].identity.page;
		int		   *first = page > 0 ? keymap_at(&group->pages, page) : NULL;

		group->agrees &= identity_equal(&claims[0].identity, &claims[i].identity);
		if (page > 0 && (group->lowest->identity.page == 0 || page < group->lowest->identity.page))
			group->lowest = &claims[i];
		if (page > 0 && *first == 0)
			*first = i + 1;
	}
	return group;
}

/* ------------------------------------------------------------ the sentence */

/* The sentence that each claim's text stands behind. */
static void
find_sentences(const Memo *memo, Section *section, ClaimGroup *group)
{
	group->has_sentences = true;
	for (int i = 0; i < group->count; i++)
	{
		const Claim *claim = &group->claims[i];
		EvidenceMatch match;
		int		   *number;

		CHECK_FOR_INTERRUPTS();
		if (claim->text == NULL ||
			(match = evidence_find(section, &memo->policy, claim->text)).sentence == NULL)
			continue;
		number = keymap_at(&group->sentences, match.sentence - section->evidence->sentences.items);
		if (*number > 0 && !identity_equal(&group->claims[*number - 1].identity, &claim->identity))
			*number = SEVERAL;
		else if (*number != SEVERAL)
			*number = i + 1;
	}
}

/* The claim whose text the marker's sentence has, NULL when no text is there
 * or several that name different sources. */
static Claim *
claim_by_sentence(const Memo *memo, Section *section, const Marker *marker, ClaimGroup *group)
{
	const EvidenceSentence *sentence = evidence_at(section, marker->block, marker->start);
	int			number = 0;

	if (!group->has_sentences)
		find_sentences(memo, section, group);
	if (sentence != NULL)
		number = keymap_get(&group->sentences, sentence - section->evidence->sentences.items);
	return number > 0 ? &group->claims[number - 1] : NULL;
}

/* --------------------------------------------------------------- the texts */

/* The line of a table's block that a byte is on. */
static const Line *
table_row(const Prose *prose, const TextBlock *block, int pos)
{
	const Line *lines = &prose->lines.items[block->first_line];
	int			low;

	LOWER_BOUND(low, block->nlines - 1, i, lines[i + 1].start <= pos);
	return &lines[low];
}

/* The texts of all claims; those that say nothing, or too much, as empty ones. */
static void
index_texts(ClaimGroup *group)
{
	group->texts = token_index_create();
	group->contrasts = palloc_array_huge(group->count, sizeof(Contrast *));
	for (int i = 0; i < group->count; i++)
	{
		const char *text = group->claims[i].text;
		Slice folded =
			slice_of(folded_copy(text == NULL || strlen(text) > LONGEST_SAID ? "" : text));

		CHECK_FOR_INTERRUPTS();
		token_index_add(group->texts, folded);
		group->contrasts[i] = contrast_read(folded);
	}
}

/* What stands at a marker: its sentence, and in a table what the row is about.
 * Returns that sentence, NULL when none is shown there or it is too long. */
static EvidenceSentence *
append_said(StringInfo out, Section *section, const Marker *marker)
{
	const TextBlock *block = &section->prose->blocks.items[marker->block];
	const Line *row = marker->cell > 0 ? table_row(section->prose, block, marker->start) : NULL;
	EvidenceSentence *sentence = evidence_at(section, marker->block, marker->start);
	const EvidenceSentence *about = NULL;
	Line		cell;

	if (sentence == NULL || sentence->text.len > LONGEST_SAID ||
		(row != NULL && marker->start - row->start > LONGEST_SAID))
		return NULL;
	if (row != NULL && prose_table_cell(section->prose, row, 0, &cell))
		about = evidence_at(section, marker->block, cell.start);
	if (about != NULL)
		appendStringInfo(out, "%s ", about->text.data);
	appendStringInfoString(out, sentence->text.data);
	return sentence;
}

/* The claim of the one source whose text has all numbers and enough words of what
 * was said, the most of all; NULL when there is none. */
static Claim *
best_claim(ClaimGroup *group, Lookup *lookup, EvidenceSentence *sentence)
{
	Claim	   *best = NULL;
	bool		is_tie = false;
	int			most = 0;
	int			patience = MOST_COMPARED;
	int			text;

	while (patience > 0 && (text = lookup_next(lookup)) >= 0)
	{
		Claim	   *claim = &group->claims[text];
		int			words = lookup_words(lookup, text);

		if (words < most + is_tie)
			continue;
		patience--;
		if (evidence_differs(sentence, group->contrasts[text]))
			continue;
		is_tie =
			words == most && best != NULL && !identity_equal(&best->identity, &claim->identity);
		best = claim;
		most = words;
		lookup_raise(lookup, most + is_tie);
	}
	return is_tie || lookup->is_cut || patience == 0 ? NULL : best;
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

		if (marker->start - behind > LONGEST_SAID ||
			!joins_markers((Slice){prose->text + behind, end - behind}, " ,;"))
		{
			start = behind;
			break;
		}
		end = before->start;
	}
	if (end <= start || end - start > LONGEST_SAID ||
		(start == sentence->start &&
		 !says_more(prose, marker, Min(sentence->end, marker->start + LONGEST_SAID))))
		return (Slice) {NULL, 0};
	return (Slice) {prose->text + start, end - start};
}

/* What a marker stands behind in its sentence, as append_said() has that; but part of a
 * cell says too little without the row's first one. */
static EvidenceSentence *
append_clause(StringInfo out, Section *section, const Marker *marker)
{
	EvidenceSentence *sentence =
		marker->cell >= 0 ? NULL : evidence_at(section, marker->block, marker->start);
	Slice		clause;

	if (sentence == NULL)
		return NULL;
	clause = clause_before(section, marker, &sentence->place);
	append_folded(out, clause.data, clause.len);
	return sentence;
}

/* The claim whose text says what stands at a marker, which append() gives. */
static Claim *
claim_by_text(const Memo *memo, Section *section, const Marker *marker, ClaimGroup *group,
			  EvidenceSentence *(*append) (StringInfo out, Section *section, const Marker *marker))
{
	Claim	   *found = NULL;
	EvidenceSentence *sentence;
	StringInfoData said;
	Lookup		lookup;

	if (group->texts == NULL)
		index_texts(group);
	initStringInfo(&said);
	sentence = append(&said, section, marker);
	if (sentence != NULL &&
		lookup_support(&lookup, group->texts, (Slice){said.data, said.len}, &memo->policy))
		found = best_claim(group, &lookup, sentence);
	pfree(said.data);
	return found;
}

/* The claim that the marker's page, or what it stands behind, tells from the others with
 * its id; NULL when that is none, or several. */
static Claim *
claim_of_marker(const Memo *memo, Section *section, const Citation *citation, ClaimGroup *group)
{
	const Marker *marker = citation_marker(memo, citation);
	int			page = citation->identity.page;
	int			first = page > 0 ? keymap_get(&group->pages, page) : 0;
	Claim	   *found = first > 0 ? &group->claims[first - 1] : NULL;

	if (found != NULL || marker == NULL)
		return found;
	if (!group->agrees)
		found = claim_by_text(memo, section, marker, group, append_clause);
	if (found == NULL)
		found = claim_by_sentence(memo, section, marker, group);
	if (found == NULL && !group->agrees)
		found = claim_by_text(memo, section, marker, group, append_said);
	return found;
}

Claim *
claim_for_id(Memo *memo, Section *section, int64 id, const Citation *citation, bool *is_ambiguous)
{
	Claim	   *claims = memo->claims + section->first_claim;
	int			low = section_claim_position(memo, section, id);
	int			end = low + 1;
	ClaimGroup *group;
	Claim	   *found;

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
	found = citation == NULL ? NULL : claim_of_marker(memo, section, citation, group);
	if (found != NULL)
		return found;
	*is_ambiguous = !group->agrees;
	return group->lowest;
}
