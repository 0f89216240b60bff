/*
 * stage2_inject.c
 *		Stages 2 and 2.3: markers and claims become references to notes.
 *
 * Stage 2 gives every marker its source by (section, id as written) and looks
 * for the sentence of claims that no marker places.  Stage 2.3 then makes one
 * note of all that have the same identity (document, page, locator); each
 * reference keeps its own claim, quote and passage.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"
#include "evidence/evidence.h"
#include "placement/placement.h"
#include "sources/sources.h"

/* ------------------------------------------------------------- 2: markers */

/* [SRC:n] by the claim of its section, else by the section's source line. */
static void
resolve_src(Memo *memo, Citation *citation)
{
	Section    *section = &memo->sections[citation->section];
	bool		is_ambiguous;
	Claim	   *claim = claim_for_id(memo, section, citation->src_id, citation, &is_ambiguous);
	int			named = citation->identity.page;
	const Candidate *said = candidate_for(memo, citation);

	if (claim != NULL && (said == NULL || !said->is_addressed))
	{
		citation_set_source(citation, &claim->identity, claim);
		citation_settle_place(memo, citation, named);
		if (is_ambiguous)
			memo_event(memo, EVENT_ambiguous_source, citation->section,
					   slice_of(claim->identity.doc->doc_id), "{\"src_id\":" INT64_FORMAT "}",
					   citation->src_id);
	}
	else if (said != NULL)
	{
		citation_set_source(citation, &said->identity, NULL);
		citation_settle_place(memo, citation, named);
		citation->how = "source_line";
	}
}

/* The note of a resolved citation: its claim's, made at the first use. */
static void
attach_note(Memo *memo, Citation *citation)
{
	Claim	   *claim = citation->claim;

	if (claim != NULL && identity_equal(&claim->identity, &citation->identity))
	{
		if (claim->note == NULL)
			claim->note = note_create(memo, NOTE_SOURCE, &citation->identity);
		citation->note = claim->note;
	}
	else
		citation->note = note_create(memo, NOTE_SOURCE, &citation->identity);
	citation->stage = memo->stage;
}

static void
inject_markers(Memo *memo)
{
	for (int i = 0; i < memo->citations.count; i++)
	{
		Citation   *citation = &memo->citations.items[i];

		CHECK_FOR_INTERRUPTS();
		if (citation->is_removed || citation->note != NULL)
			continue;
		if (!citation->is_resolved && citation->src_id >= 0)
			resolve_src(memo, citation);
		if (citation->is_resolved)
			attach_note(memo, citation);
		if (citation->claim != NULL && citation->is_resolved && citation->chart == 0)
			citation->claim->outcome = "placed_by_marker";
	}
}

/* -------------------------------------------------------------- 2: claims */

/* Other claims of a placed id say the same source: their marker stands. */
static void
place_siblings(Memo *memo, Section *section)
{
	Claim	   *claims = memo->claims + section->claims.first;

	for (int from = 0, to; from < section->claims.count; from = to)
	{
		Claim	   *placed = NULL;

		for (to = from; to < section->claims.count && claims[to].src_id == claims[from].src_id;
			 to++)
			if (claims[to].outcome != NULL)
				placed = &claims[to];
		for (int i = from; i < to && placed != NULL && claims[from].src_id >= 0; i++)
		{
			if (claims[i].outcome != NULL)
				continue;
			if (identity_equal(&claims[i].identity, &placed->identity))
				claims[i].outcome = "placed_by_marker";
			else
			{
				claims[i].outcome = "unplaced";
				claims[i].reason = "ambiguous_source";
			}
		}
	}
}

/* References of the section by place, as they were before claims are added. */
typedef struct Placed
{
	Citation  **references;
	int			count;
} Placed;

/* Does a reference in the sentence cite the identity, or a place on its page? */
static bool
sentence_cites(const Placed *placed, const Sentence *sentence, const Identity *identity)
{
	int			low;

	LOWER_BOUND(low, placed->count, i, placed->references[i]->anchor < sentence->start);
	for (; low < placed->count && placed->references[low]->anchor <= sentence->end; low++)
	{
		const Identity *cited = &placed->references[low]->identity;

		if (placed->references[low]->is_resolved &&
			(identity_equal(cited, identity) ||
			 (identity->page > 0 && identity->locator == NULL && cited->page == identity->page &&
			  cited->doc == identity->doc)))
			return true;
	}
	return false;
}

typedef struct Injection
{
	Claim	   *claim;
	int			anchor;
} Injection;

/* What places a claim without a marker: its text, else its verified quote; NULL = nothing. */
static const char *
claim_says(const Claim *claim)
{
	if (claim->text != NULL && claim->text[0] != '\0')
		return claim->text;
	return claim->quote_verified ? claim->quote : NULL;
}

/* The one sentence that the claim's text supports becomes the claim's; NULL when
 * there is none, and the claim says why. */
static const Sentence *
find_sentence(Section *section, Claim *claim)
{
	const char *said = claim_says(claim);
	EvidenceMatch match = {.reason = "not_cited"};
	const Sentence *sentence;

	if (said != NULL)
		match = evidence_find(section, said);
	if (match.reason != NULL)
	{
		claim->outcome = "unplaced";
		claim->reason = match.reason;
		return NULL;
	}
	sentence = &match.sentence->place;
	claim->sentence =
		(Slice){section->body.data + sentence->start, sentence->end - sentence->start};
	claim->score = match.score;
	return sentence;
}

/* Claims without a marker: cited in the sentences that they support, once all are
 * found, as a new citation may move those that placed points to. */
static void
inject_claims_of(Memo *memo, Section *section)
{
	VEC(Injection) injections = {NULL, 0, 0};
	Placed		placed = {NULL, 0};

	for (int i = 0; i < section->claims.count; i++)
	{
		Claim	   *claim = &memo->claims[section->claims.first + i];
		const Sentence *sentence;

		CHECK_FOR_INTERRUPTS();
		if (claim->outcome != NULL || (sentence = find_sentence(section, claim)) == NULL)
			continue;
		if (placed.references == NULL)
			placed.references = section_references(memo, section, &placed.count);
		claim->outcome =
			sentence_cites(&placed, sentence, &claim->identity) ? "already_cited" : "injected";
		if (strcmp(claim->outcome, "injected") == 0)
			*VEC_PUSH(&injections) = (Injection) {claim, sentence_anchor(section, sentence)};
	}
	for (int i = 0; i < injections.count; i++)
	{
		Claim	   *claim = injections.items[i].claim;
		Citation   *citation =
			citation_add(memo, section->index, "claim", injections.items[i].anchor);

		CHECK_FOR_INTERRUPTS();
		citation->src_id = claim->src_id;
		citation->score = claim->score;
		citation->matched = numbers_in(slice_of(claim_says(claim)));
		citation_set_source(citation, &claim->identity, claim);
		attach_note(memo, citation);
	}
}

/* Stage 2: inject_claims. */
void
stage2_inject_claims(Memo *memo)
{
	inject_markers(memo);
	for (int i = 0; i < memo->nsections; i++)
	{
		place_siblings(memo, &memo->sections[i]);
		inject_claims_of(memo, &memo->sections[i]);
	}
	settle_chart_claims(memo);
}

/* -------------------------------------------------------------- 2.3: notes */

/* So many references on each side may say which page a page-less citation means. */
#define MAX_NEIGHBOURS	64

/* The neighbours of a reference in [start, end] that cite a page of its document:
 * the last one seen, NULL = none; *is_ambiguous when they cite several pages. */
static Citation *
page_beside(Citation **references, int count, int i, int start, int end, bool *is_ambiguous)
{
	const Document *doc = references[i]->identity.doc;
	Citation   *page = NULL;

	*is_ambiguous = false;
	for (int step = -1; step <= 1; step += 2)
		for (int j = i + step; j >= 0 && j < count && abs(j - i) <= MAX_NEIGHBOURS &&
			 references[j]->anchor >= start && references[j]->anchor <= end; j += step)
		{
			const Identity *other = &references[j]->identity;

			if (other->doc != doc || other->page == 0)
				continue;
			*is_ambiguous |= page != NULL && page->identity.page != other->page;
			page = references[j];
		}
	return page;
}

/* The same in the sentence of a reference; a block is only split into sentences when
 * it cites such a page at all. */
static Citation *
page_in_sentence(Section *section, Citation **references, int count, int i)
{
	int			anchor = references[i]->anchor;
	TextBlock  *block = section_block_at(section, anchor);
	const Sentence *sentence;
	Citation   *page;
	bool		is_ambiguous;
	int			index;

	if (block == NULL ||
		page_beside(references, count, i, block->start, block->end, &is_ambiguous) == NULL ||
		(index = prose_sentence_at(section->prose, block, anchor)) < 0)
		return NULL;
	sentence = &section->prose->sentences.items[block->first_sentence + index];
	page = page_beside(references, count, i, sentence->start, sentence->end, &is_ambiguous);
	return is_ambiguous ? NULL : page;
}

/* A page-less citation in a sentence that cites one page of the same document
 * means that page, unless its quote is from another one. */
static void
join_pages(Memo *memo, Section *section, const bool *has_pages)
{
	int			count;
	Citation  **references = section_references(memo, section, &count);

	for (int i = 0; i < count; i++)
	{
		const Identity *identity = &references[i]->identity;
		const Claim *claim = references[i]->claim;
		Citation   *page;

		CHECK_FOR_INTERRUPTS();
		if (identity->doc == NULL || identity->page != 0 || identity->locator != NULL ||
			!has_pages[identity->doc->index] || (claim != NULL && claim->is_whole))
			continue;
		page = page_in_sentence(section, references, count, i);
		if (page == NULL || (claim != NULL && claim->passage_page > 0 &&
							 claim->passage_page != page->identity.page))
			continue;
		references[i]->note = note_resolve(page->note);
		references[i]->how = "joined_page";
	}
	pfree(references);
}

/* Stage 2.3: the first note of an identity in reading order stands for all. */
void
stage2_consolidate_sources(Memo *memo)
{
	bool	   *has_pages = palloc0(memo->ndocuments + 1);

	for (int i = 0; i < memo->notes.count; i++)
	{
		Note	   *note = memo->notes.items[i];
		Note	   *first;

		if (note->kind != NOTE_SOURCE)
			continue;
		first = note_enter(memo, note);
		if (first != note)
			note->merged_into = first;
		if (note->identity.page > 0)
			has_pages[note->identity.doc->index] = true;
	}
	for (int i = 0; i < memo->nsections; i++)
		join_pages(memo, &memo->sections[i], has_pages);
	for (int i = 0; i < memo->citations.count; i++)
		if (memo->citations.items[i].note != NULL)
			memo->citations.items[i].note = note_resolve(memo->citations.items[i].note);
}
