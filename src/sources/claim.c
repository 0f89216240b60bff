/*
 * claim.c
 *		The claim that an id means in a section.
 *
 * Mostly one claim has the id.  When several do, the marker's page decides, then its
 * sentence, then the lowest page.  A section may have thousands of both, so what such
 * claims say is gathered once: for the claims "NOI grew 4%" (p. 3), "Rents rose" (p. 5) and
 * "Rents rose" (p. 6) of id 7 that is
 *
 *		pages		3: the first, 5: the second, 6: the third
 *		sentences	2 (NOI grew 4%.): the first; 9 (Rents rose.): no one source
 *		lowest		p. 3
 *
 * A text stands behind one sentence only.
 */
#include "sources/sources.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "evidence/evidence.h"

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
find_sentences(Section *section, ClaimGroup *group)
{
	group->has_sentences = true;
	for (int i = 0; i < group->count; i++)
	{
		const Claim *claim = &group->claims[i];
		EvidenceMatch match;
		int		   *number;

		CHECK_FOR_INTERRUPTS();
		if (claim->text == NULL ||
			(match = evidence_find(section, claim->text)).sentence == NULL)
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
claim_by_sentence(Section *section, const Marker *marker, ClaimGroup *group)
{
	const EvidenceSentence *sentence = evidence_at(section, marker->block, marker->start);
	int			number = 0;

	if (!group->has_sentences)
		find_sentences(section, group);
	if (sentence != NULL)
		number = keymap_get(&group->sentences, sentence - section->evidence->sentences.items);
	return number > 0 ? &group->claims[number - 1] : NULL;
}

/* The claim that the marker's page, or its sentence, tells from the others with its id; NULL
 * when that is none, or several. */
static Claim *
claim_of_marker(const Memo *memo, Section *section, const Citation *citation, ClaimGroup *group)
{
	const Marker *marker = citation_marker(memo, citation);
	int			page = citation->identity.page;
	int			first = page > 0 ? keymap_get(&group->pages, page) : 0;
	Claim	   *found = first > 0 ? &group->claims[first - 1] : NULL;

	return found != NULL || marker == NULL ? found
		: claim_by_sentence(section, marker, group);
}

Claim *
claim_for_id(Memo *memo, Section *section, int64 id, const Citation *citation, bool *is_ambiguous)
{
	Claim	   *claims = memo->claims + section->claims.first;
	int			low = section_claim_position(memo, section, id);
	int			end = low + 1;
	ClaimGroup *group;
	Claim	   *found;

	*is_ambiguous = false;
	if (low == section->claims.count || claims[low].src_id != id)
		return NULL;
	if (end == section->claims.count || claims[end].src_id != id)
		return &claims[low];
	if (claims[low].group == NULL)
	{
		while (end < section->claims.count && claims[end].src_id == id)
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
