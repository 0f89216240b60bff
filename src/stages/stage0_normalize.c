/*
 * stage0_normalize.c
 *		Stages 0a-strip to 0.5: one syntax, one id space, one place a marker.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "placement/placement.h"
#include "sources/sources.h"

/* Stage 0a-strip: [CANONICAL: ...] is defensive and never reaches a reader. */
void
stage0_strip_canonical(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		Prose	   *prose = memo->sections[i].prose;
		int			count = 0;

		for (int j = 0; j < prose->markers.count; j++)
		{
			Marker	   *marker = &prose->markers.items[j];

			if (marker->kind != MARKER_CANONICAL)
				continue;
			marker->leaves = true;
			count++;
		}
		if (count > 0)
			memo_event(memo, EVENT_canonical_stripped, i, (Slice){NULL, 0}, "{\"markers\":%d}",
					   count);
	}
}

/*
 * Stage 0a: a section whose least id lies within what came before is shifted
 * behind it: ids 1, 2 and then 1, 10 become 1, 2 and 3, 12.  Ids of reserved
 * ranges are nobody else's and stay.
 */
void
stage0_offset_sections(Memo *memo)
{
	int64		offset = 0;

	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		Citation   *citations = memo->citations.items + section->citations.first;
		int64		least = 0;
		int64		most = 0;
		int64		delta = 0;

		for (int pass = 0; pass < 2; pass++)
		{
			for (int j = 0; j < section->citations.count; j++)
			{
				int64		id = citations[j].src_id;
				bool		is_reserved = id < 0 ||
					(memo->ranges.count > 0 && id_is_reserved(memo, id));

				if (pass == 1)
					citations[j].provisional_id = id < 0 ? -1 : is_reserved ? id : id + delta;
				if (is_reserved)
					continue;
				least = least == 0 ? id : Min(least, id);
				most = Max(most, id);
			}
			if (pass == 0 && least > 0 && least <= offset)
				delta = offset - least + 1;
		}
		if (least > 0)
			offset = Max(offset, most + delta);
	}
}

/* Stage 0b: only a section without any citation can need its words counted. */
void
stage0_rescue_uncited(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];

		CHECK_FOR_INTERRUPTS();
		section->work->needs_rescue = section->citations.count == 0 &&
			section_words(section) > 50;
	}
}

/* ------------------------------------------------------------ 0c and 0d: tags */

static bool
is_type(const char *type, Slice tag)
{
	return type != NULL && (int) strlen(type) == tag.len &&
		pg_strncasecmp(type, tag.data, tag.len) == 0;
}

/* The claim of the section with that source type, when all such agree. */
static Claim *
claim_of_type(Memo *memo, const Section *section, Slice type)
{
	Claim	   *found = NULL;

	for (int i = 0; i < section->claims.count; i++)
	{
		Claim	   *claim = &memo->claims[section->claims.first + i];

		if (!is_type(claim->source_type, type) && !is_type(claim->identity.doc->source_type, type))
			continue;
		if (found != NULL && !identity_equal(&found->identity, &claim->identity))
			return NULL;
		if (found == NULL)
			found = claim;
	}
	return found;
}

/* What a legacy tag stands for in one section: looked up once for each tag. */
typedef struct LegacySource
{
	bool		is_known;
	Claim	   *claim;
	Document   *doc;
} LegacySource;

/* Stage 0c: [CoStar], [Excel], [PDF]; what stays open is stage 4.4's. */
void
stage0_convert_legacy_tags(Memo *memo)
{
	static const char *const tags[] = {"CoStar", "Excel", "PDF"};
	Document   *only[lengthof(tags)] = {NULL};	/* document of that type, of several any */
	int			ndocuments[lengthof(tags)] = {0};

	for (int i = 0; i < memo->ndocuments * (int) lengthof(tags); i++)
	{
		Document   *doc = &memo->documents[i / lengthof(tags)];

		if (!is_type(doc->source_type, slice_of(tags[i % lengthof(tags)])))
			continue;
		only[i % lengthof(tags)] = doc;
		ndocuments[i % lengthof(tags)]++;
	}
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		LegacySource sources[lengthof(tags)] = {{0}};

		CHECK_FOR_INTERRUPTS();
		for (int j = 0; j < section->citations.count; j++)
		{
			Citation   *citation = &memo->citations.items[section->citations.first + j];
			Marker	   *marker = citation_marker(memo, citation);
			LegacySource *source = sources;

			if (marker->kind != MARKER_LEGACY_TAG)
				continue;
			while (!slice_equal(slice_of(tags[source - sources]), marker->value))
				source++;
			if (!source->is_known)
			{
				source->is_known = true;
				source->claim = claim_of_type(memo, section, marker->value);
				source->doc = ndocuments[source - sources] == 1 ? only[source - sources] : NULL;
				if (source->claim == NULL && ndocuments[source - sources] > 1)
					memo_event(memo, EVENT_ambiguous_tag, i, marker->value, NULL);
			}
			if (source->claim != NULL)
				citation_set_source(citation, &source->claim->identity, source->claim);
			else if (source->doc != NULL)
				citation_set_source(citation, &(Identity) {source->doc, 0, NULL}, NULL);
		}
	}
}

/* Stage 0d: [SOURCE-X] is the document with that tag, [SOURCE-X, p. 4] a page of it. */
void
stage0_convert_source_tags(Memo *memo)
{
	for (int i = 0; i < memo->citations.count; i++)
	{
		Citation   *citation = &memo->citations.items[i];
		int			named = citation->identity.page;
		Document   *doc;
		bool		is_ambiguous;

		CHECK_FOR_INTERRUPTS();
		if (citation->tag.len == 0)
			continue;
		doc = name_tagged(memo, citation->tag, &is_ambiguous);
		if (doc == NULL && is_ambiguous)
			memo_event(memo, EVENT_ambiguous_tag, citation->section, citation->tag, NULL);
		if (doc == NULL)
			continue;
		citation_set_source(citation, &(Identity) {doc, 0, NULL}, NULL);
		citation_settle_place(memo, citation, named);
	}
}

/* ---------------------------------------------------------- 0e: collisions */

/* One use of an id; the uses of one (id, section) are one host. */
typedef struct IdUse
{
	int64		id;
	int			section;
	int			citation;
} IdUse;

#define ST_SORT sort_uses
#define ST_ELEMENT_TYPE IdUse
#define ST_COMPARE(a, b) \
	((a)->id != (b)->id ? ((a)->id < (b)->id ? -1 : 1) : (a)->citation - (b)->citation)
#define ST_SCOPE static
#define ST_DEFINE
#include "lib/sort_template.h"

/* By id, then by place. */
static IdUse *
collect_uses(Memo *memo, int *count)
{
	IdUse	   *uses = palloc_array_huge(memo->citations.count + 1, sizeof(IdUse));

	*count = 0;
	for (int i = 0; i < memo->citations.count; i++)
	{
		Citation   *citation = &memo->citations.items[i];

		if (citation->src_id < 0)
			continue;
		citation->global_id = citation->src_id;
		uses[(*count)++] = (IdUse) {citation->src_id, citation->section, i};
	}
	sort_uses(uses, *count);
	return uses;
}

/* Ids that nobody has: above all others, and when the last that a marker can say (INT_MAX) is
 * given, the free ones from below. */
typedef struct FreshIds
{
	int64		highest;		/* used, reserved or given */
	int64		low;			/* given from below */
	int			next_range;		/* that does not begin below it */
	KeyMap		used;			/* by citations and claims; empty = not needed yet */
} FreshIds;

static int64
fresh_id(const Memo *memo, FreshIds *fresh)
{
	if (fresh->highest < INT_MAX)
		return ++fresh->highest;
	for (int i = 0; i < memo->citations.count && fresh->low == 0; i++)
		ids_add(&fresh->used, memo->citations.items[i].src_id);
	for (int i = 0; i < memo->nclaims && fresh->low == 0; i++)
		ids_add(&fresh->used, memo->claims[i].src_id);
	do
	{
		fresh->low++;
		while (fresh->next_range < memo->ranges.count &&
			   memo->ranges.items[fresh->next_range].first_id <= fresh->low)
			fresh->low = Max(fresh->low, memo->ranges.items[fresh->next_range++].last_id + 1);
	} while (ids_have(&fresh->used, fresh->low));
	return fresh->low;
}

/*
 * Decides the hosts of one id (uses[0..n), by section): all of one identity
 * keep it; else the first keeps it, others of its identity share it, and each
 * further identity gets the next fresh id.  Returns whether it was a collision.
 */
static bool
decide_hosts(Memo *memo, const IdUse *uses, int n, FreshIds *fresh)
{
	int			first = memo->work->collisions.count;
	bool		is_collision = false;
	KeyMap		by_identity = {NULL, 0, 0};	/* index + 1 of its first host */

	for (int i = 0; i < n; i++)
	{
		int			index = memo->work->collisions.count;
		Collision  *host;
		int		   *same = NULL;
		Claim	   *claim;
		bool		is_ambiguous;

		if (i > 0 && uses[i].section == uses[i - 1].section)
			continue;
		claim = claim_for_id(memo, &memo->sections[uses[i].section], uses[i].id, NULL,
							 &is_ambiguous);
		host = VEC_PUSH(&memo->work->collisions);
		*host = (Collision) {.src_id = uses[i].id, .section = uses[i].section,
			.decision = "kept", .new_id = uses[i].id};
		if (claim != NULL && !is_ambiguous)
			host->identity = claim->identity;
		if (host->identity.doc != NULL)
			same = keymap_at(&by_identity, identity_hash(&host->identity));
		if (index > first)
		{
			if (same != NULL && *same > 0)
				host->new_id = memo->work->collisions.items[*same - 1].new_id;
			else if (same != NULL ||
					 !id_is_deal_wide(memo, &memo->sections[host->section], host->src_id))
				host->new_id = fresh_id(memo, fresh);
			host->decision = host->new_id == host->src_id ? "shared" : "remapped";
			is_collision |= host->new_id != host->src_id;
		}
		if (same != NULL && *same == 0)
			*same = index + 1;
	}
	for (int i = 0, host = first; i < n; i++)
	{
		while (memo->work->collisions.items[host].section != uses[i].section)
			host++;
		memo->citations.items[uses[i].citation].global_id =
			memo->work->collisions.items[host].new_id;
	}
	keymap_free(&by_identity);
	return is_collision;
}

/* "1, 2, 7": the first ids that an event is about. */
static void
list_id(StringInfo list, int *count, int64 id)
{
	if (*count < 20)
		appendStringInfo(list, "%s" INT64_FORMAT, *count > 0 ? ", " : "", id);
	else if (*count == 20)
		appendStringInfoString(list, ", ...");
	(*count)++;
}

/* Stage 0e: candidates ascending by id, hosts by position. */
void
stage0_normalize_global_ids(Memo *memo)
{
	int			count;
	IdUse	   *uses = collect_uses(memo, &count);
	FreshIds	fresh = {.highest = count > 0 ? uses[count - 1].id : 0};
	StringInfoData collided;
	StringInfoData reused;
	int			collisions = 0;
	int			reuses = 0;

	for (int i = 0; i < memo->nclaims; i++)
		if (memo->claims[i].src_id <= INT_MAX)	/* what no marker can say is in nobody's way */
			fresh.highest = Max(fresh.highest, memo->claims[i].src_id);
	for (int i = 0; i < memo->ranges.count; i++)
		fresh.highest = Max(fresh.highest, memo->ranges.items[i].last_id);
	initStringInfo(&collided);
	initStringInfo(&reused);
	for (int from = 0, to; from < count; from = to)
	{
		CHECK_FOR_INTERRUPTS();
		for (to = from + 1; to < count && uses[to].id == uses[from].id; to++)
			;
		if (uses[to - 1].section == uses[from].section)
			continue;
		if (decide_hosts(memo, uses + from, to - from, &fresh))
			list_id(&collided, &collisions, uses[from].id);
		else
			list_id(&reused, &reuses, uses[from].id);
	}
	pfree(uses);
	keymap_free(&fresh.used);
	if (collisions > 0)
		memo_event(memo, EVENT_id_collision, -1, (Slice){collided.data, collided.len},
				   "{\"ids\":%d}", collisions);
	if (reuses > 0)
		memo_event(memo, EVENT_id_reuse, -1, (Slice){reused.data, reused.len}, "{\"ids\":%d}",
				   reuses);
}

/* Stage 0.5: see place.c. */
void
stage0_sanitize_positions(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
		place_markers(memo, &memo->sections[i]);
}
