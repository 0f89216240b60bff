/*
 * stage4_audit.c
 *		Stages 3 to 4.4: what is left without a source finds one or goes.
 *
 * A wrong source is worse than none: an id that nothing defines is removed
 * with that reason, and "the only document" is never a guess for it.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "placement/placement.h"

/* Stage 3: section headers are structure, not claims. */
void
stage3_section_headers(Memo *memo)
{
	memo_event(memo, EVENT_section_headers_skipped, -1, (Slice) {NULL, 0}, NULL);
}

/* ---------------------------------------------------------- 4: deal-wide ids */

/* What has an id, sorted when it is first asked for. */
typedef struct Carriers
{
	Memo	   *memo;
	int8 *agree; /* do all claims of one id, by the first, name one source? 0 = not looked yet */
	Document  **documents;		/* by src_id */
} Carriers;

/* The first claim of the whole deal with this id, when all of them name one source. */
static Claim *
claim_by_global_id(Carriers *carriers, int64 id)
{
	int			count = carriers->memo->nclaims;
	Claim	  **claims = claims_by_src_id(carriers->memo);
	int			low;

	if (carriers->agree == NULL)
		carriers->agree = palloc0(count + 1);
	LOWER_BOUND(low, count, i, claims[i]->src_id < id);
	if (low == count || claims[low]->src_id != id)
		return NULL;
	if (carriers->agree[low] == 0)
	{
		carriers->agree[low] = 1;
		for (int i = low + 1; i < count && claims[i]->src_id == id; i++)
			if (!identity_equal(&claims[i]->identity, &claims[low]->identity))
				carriers->agree[low] = -1;
	}
	return carriers->agree[low] > 0 ? claims[low] : NULL;
}

static int
compare_documents(const void *a, const void *b)
{
	int64		x = (*(Document *const *) a)->src_id;
	int64		y = (*(Document *const *) b)->src_id;

	return x < y ? -1 : x > y;
}

/* The one document that carries an id, NULL when none or several do. */
static Document *
document_by_src_id(Carriers *carriers, int64 id)
{
	int			count = carriers->memo->ndocuments;
	Document  **documents = carriers->documents;
	int			low;

	if (documents == NULL)
	{
		documents = carriers->documents = palloc_array_huge(count + 1, sizeof(Document *));
		for (int i = 0; i < count; i++)
			documents[i] = &carriers->memo->documents[i];
		qsort(documents, count, sizeof(Document *), compare_documents);
	}
	LOWER_BOUND(low, count, i, documents[i]->src_id < id);
	if (low == count || documents[low]->src_id != id ||
		(low + 1 < count && documents[low + 1]->src_id == id))
		return NULL;
	return documents[low];
}

/* The passage that carries an id, else the document; NULL when none or several. */
static bool
carrier_of_id(Carriers *carriers, int64 id, Citation *citation)
{
	Memo	   *memo = carriers->memo;
	Passage    *passage = NULL;
	Document   *doc;

	for (int i = passage_position(memo, id); i < memo->npassages && memo->passages[i].src_id == id;
		 i++)
	{
		if (passage != NULL && !identity_equal(&passage->identity, &memo->passages[i].identity))
			return false;
		passage = &memo->passages[i];
	}
	if (passage != NULL)
	{
		citation_set_source(citation, &passage->identity, NULL);
		citation->passage_id = passage->passage_id;
		return true;
	}
	doc = document_by_src_id(carriers, id);
	if (doc != NULL)
		citation_set_source(citation, &(Identity) {doc, 0, NULL}, NULL);
	return doc != NULL;
}

/* Stage 4: src_fallback. */
void
stage4_src_fallback(Memo *memo)
{
	Carriers	carriers = {.memo = memo};

	for (int i = 0; i < memo->citations.count; i++)
	{
		Citation   *citation = &memo->citations.items[i];
		int			named = citation->identity.page;
		Claim	   *claim;

		CHECK_FOR_INTERRUPTS();
		if (!citation_is_open(citation) || citation->src_id < 0 ||
			!id_is_deal_wide(memo, &memo->sections[citation->section], citation->src_id))
			continue;
		claim = claim_by_global_id(&carriers, citation->src_id);
		if (claim != NULL)
			citation_set_source(citation, &claim->identity, claim);
		else if (!carrier_of_id(&carriers, citation->src_id, citation))
			continue;
		citation_settle_place(memo, citation, named);
		citation->how = "deal_wide_id";
		citation->stage = memo->stage;
		citation->note = note_for(memo, NOTE_SOURCE, &citation->identity);
	}
}

/* --------------------------------------------------------- 4.2 and 4.4: strip */

/* What an open citation is removed as. */
typedef enum OpenKind
{
	OPEN_ID, OPEN_NOTE_REF, OPEN_TAG, OPEN_OTHER
} OpenKind;

static OpenKind
open_kind(const Memo *memo, const Citation *citation)
{
	const Marker *marker = citation_marker(memo, citation);

	if (citation->src_id >= 0)
		return OPEN_ID;
	if (marker != NULL && (marker->kind == MARKER_NOTE_REF || marker->kind == MARKER_NUMERIC))
		return OPEN_NOTE_REF;
	return citation->tag.len > 0 || (marker != NULL && marker->kind == MARKER_LEGACY_TAG)
		? OPEN_TAG : OPEN_OTHER;
}

static void
strip_open(Memo *memo, OpenKind kind, const char *how)
{
	int		   *removed = palloc0(sizeof(int) * (memo->nsections + 1));

	for (int i = 0; i < memo->citations.count; i++)
	{
		Citation   *citation = &memo->citations.items[i];

		if (!citation_is_open(citation) || open_kind(memo, citation) != kind)
			continue;
		citation_remove(memo, citation, how);
		removed[citation->section]++;
	}
	for (int i = 0; i < memo->nsections; i++)
		citations_removed(memo, i, how, removed[i]);
	pfree(removed);
}

/* An id that a document or passage carries means nothing where ids are the section's
 * own: whoever gave it to the document must learn that, once a section. */
static void
tell_carried_ids(Memo *memo)
{
	Carriers	carriers = {.memo = memo};

	for (int i = 0; i < memo->nsections; i++)
	{
		const Section *section = &memo->sections[i];
		const Citation *first = NULL;
		const Document *doc = NULL;
		int			count = 0;

		for (int j = 0; j < section->citations.count; j++)
		{
			const Citation *citation = &memo->citations.items[section->citations.first + j];
			Citation	trial = {0};

			CHECK_FOR_INTERRUPTS();
			if (!citation_is_open(citation) || citation->src_id < 0 ||
				id_is_deal_wide(memo, section, citation->src_id) ||
				!carrier_of_id(&carriers, citation->src_id, &trial))
				continue;
			if (count++ == 0)
			{
				first = citation;
				doc = trial.identity.doc;
			}
		}
		if (count > 0)
			memo_event(memo, EVENT_src_id_local, i, slice_of(doc->doc_id),
					   "{\"markers\":%d,\"first\":" INT64_FORMAT "}", count, first->src_id);
	}
}

/* Stage 4.2: strip_orphans. */
void
stage4_strip_orphans(Memo *memo)
{
	tell_carried_ids(memo);
	strip_open(memo, OPEN_ID, "unresolved");
	strip_open(memo, OPEN_NOTE_REF, "no_definition");
}

/* "SRC:abc", "DOC-12", "SOURCE-B": what stands behind the prefix. */
static Slice
marker_token(const Marker *marker, Slice tag)
{
	Slice		token = marker->value;

	if (tag.len > 0)
		return tag;
	if (marker->kind == MARKER_LEGACY_TAG)
		return token;
	while (token.len > 0 && strchr(":-#", token.data[0]) == NULL)
		token.data++, token.len--;
	while (token.len > 0 && strchr(":-# \t\n", token.data[0]) != NULL)
		token.data++, token.len--;
	return token;
}

/* The marker of a citation that has no source yet, NULL = it has one, or no marker. */
static const Marker *
open_marker(Memo *memo, const Citation *citation)
{
	return citation_is_open(citation) ? citation_marker(memo, citation) : NULL;
}

/* Stage 4.4, first part: what names exactly one document, or a passage, becomes it. */
static void
recover_named(Memo *memo)
{
	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];
		const Marker *marker = open_marker(memo, citation);

		if (marker != NULL)
			want_passage(memo, slice_copy(marker_token(marker, citation->tag)));
	}
	load_wanted(memo);
	for (int i = 0; i < memo->citations.count; i++)
	{
		Citation   *citation = &memo->citations.items[i];
		const Marker *marker = open_marker(memo, citation);
		Slice		token;
		Identity	named = {NULL, 0, NULL};
		const Passage *passage = NULL;
		bool		is_ambiguous;
		int			page;

		CHECK_FOR_INTERRUPTS();
		if (marker == NULL)
			continue;
		token = marker_token(marker, citation->tag);
		named.doc = name_exact(memo, token, &is_ambiguous);
		if (named.doc == NULL && !is_ambiguous)
			passage = memo_passage(memo, slice_copy(token));
		if (passage != NULL)
			named = passage->identity;
		if (named.doc == NULL)
			continue;
		page = citation->identity.page;
		citation_set_source(citation, &named, NULL);
		citation->passage_id = passage == NULL ? NULL : passage->passage_id;
		citation_settle_place(memo, citation, page);
		citation->how = "named";
		citation->stage = memo->stage;
		citation->note = note_for(memo, NOTE_SOURCE, &citation->identity);
	}
}

/* Cites the document of its claims, else the deal's primary or only one. */
static void
rescue_section(Memo *memo, Section *section)
{
	Document   *doc = section->claims.count == 0 ? NULL
		: memo->claims[section->claims.first].identity.doc;	/* the one that all its claims name */
	int			anchor = place_at_end(section, false);
	Citation   *citation;

	for (int i = 1; i < section->claims.count && doc != NULL; i++)
		if (memo->claims[section->claims.first + i].identity.doc != doc)
			doc = NULL;
	if (doc == NULL && memo->primary_doc_id != NULL)
		doc = memo_document(memo, memo->primary_doc_id, (int) strlen(memo->primary_doc_id));
	else if (doc == NULL && memo->ndocuments == 1)
		doc = &memo->documents[0];
	if (doc == NULL || anchor < 0)
	{
		memo_event(memo, EVENT_rescue_impossible, section->index, (Slice) {NULL, 0},
				   "{\"reason\":\"%s\"}", doc == NULL ? "no_primary_document" : "no_prose");
		return;
	}
	citation = citation_add(memo, section->index, "rescue", anchor);
	citation_set_source(citation, &(Identity) {doc, 0, NULL}, NULL);
	citation->how = "rescue";
	citation->note = note_for(memo, NOTE_RESCUE, &citation->identity);
	memo_event(memo, EVENT_rescue_added, section->index, slice_of(doc->doc_id), NULL);
}

/* Stage 4.4: strip_unrecognized, then the rescue of what is left uncited. */
void
stage4_strip_unrecognized(Memo *memo)
{
	recover_named(memo);
	strip_open(memo, OPEN_TAG, "no_single_document");
	strip_open(memo, OPEN_OTHER, "unrecognized");
	cite_uncited(memo);
	if (memo->primary_doc_id != NULL &&
		memo_document(memo, memo->primary_doc_id, (int) strlen(memo->primary_doc_id)) == NULL)
		memo_event(memo, EVENT_primary_unknown, -1, slice_of(memo->primary_doc_id), NULL);
	if (!memo->policy.rescue)
		return;
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];

		CHECK_FOR_INTERRUPTS();
		if ((section->work->needs_rescue || section->citations.count > 0) &&
			!section_is_cited(memo, section))
			rescue_section(memo, section);
	}
}

/* Stage 4.9: says which cited sources are old.  Whether a document is stale is
 * known since it was loaded, for it decides if a memo is unchanged; definitions
 * print dates, never ages.  Without a date nothing is known and nothing said. */
void
stage4_freshness(Memo *memo)
{
	bool	   *is_cited = palloc0(memo->ndocuments + 1);

	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];

		if (citation_is_live(citation) && citation->note->identity.doc != NULL)
			is_cited[citation->note->identity.doc->index] = true;
	}
	for (int i = 0; i < memo->ndocuments; i++)
		if (is_cited[i] && memo->documents[i].is_stale)
			memo_event(memo, EVENT_stale_source, -1, slice_of(memo->documents[i].doc_id),
					   "{\"ingested_on\":\"%s\",\"days\":%d}", memo->documents[i].ingested_on,
					   memo->policy.stale_days);
	pfree(is_cited);
}
