/*
 * scan.c
 *		Bodies -> citations: each evidence marker becomes a row of the ledger.
 *
 * A near miss that is repaired may be several citations ("[SRC:1, 2]"); what
 * cannot be one stays text, with an event.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "sources/sources.h"


/* A citation of a marker, which leaves. */
static Citation *
add_citation(Memo *memo, Section *section, int index)
{
	Marker	   *marker = &section->prose->markers.items[index];
	const char *origin = marker->kind == MARKER_SUPERSCRIPT ? "superscript" : "marker";
	Citation   *citation = citation_create(memo, section->index, origin);

	citation->marker = index;
	marker->leaves = true;
	citation->src_id = marker->id;
	section->citations.count++;
	return citation;
}

static void
report_repaired(Memo *memo, const Section *section, const Marker *marker, int ids)
{
	memo_event(memo, EVENT_marker_repaired, section->index,
			   (Slice) {section->body.data + marker->start, marker->len}, "{\"ids\":%d}", ids);
}

/* One citation for each id and tag; the tags are looked up in 0d. */
static void
add_named(Memo *memo, Section *section, int index, const MarkerIds *ids)
{
	for (int i = 0; i < ids->count; i++)
	{
		Citation   *citation = add_citation(memo, section, index);

		citation->src_id = ids->ids[i];
		citation->tag = ids->tags[i];
		citation->identity.page = ids->pages[i];	/* a hint until resolved */
		citation->place = ids->hints[i];
		citation->part = ids->count > 1 ? i + 1 : 0;
		citation->parts = ids->count > 1 ? ids->count : 0;
	}
}

/* One citation for each number: of the list's item, else of the section's claim; or that of a
 * link. */
static void
add_numbered(Memo *memo, Section *section, int index)
{
	Marker	   *marker = &section->prose->markers.items[index];
	int			count = section_count_numbers(section, marker);
	MarkedSource marked = section_link(section, marker);

	if (marked.identity.doc != NULL)
	{
		Citation   *citation = add_citation(memo, section, index);

		citation_set_source(citation, &marked.identity, NULL);
		citation->passage_id = marked.passage_id;
		citation->block_id = marked.block_id;
		citation->anchor = marked.anchor;
		marker->leaves = marked.anchor < 0;
	}
	for (int i = 0; i < count; i++)
	{
		Citation   *citation = add_citation(memo, section, index);
		int			number = section_number(section, marker, i, &citation->item);

		citation->src_id = citation->item > 0 ? -1 : number;
		citation->part = count > 1 ? i + 1 : 0;
		citation->parts = count > 1 ? count : 0;
	}
}

static void
scan_variant(Memo *memo, Section *section, int index)
{
	Marker	   *marker = &section->prose->markers.items[index];
	MarkerIds	ids;

	if (!memo->policy.repair_markers || !marker_ids(marker, &ids) ||
		(ids.has_joint && !section_expand_ranges(memo, section, &ids)))
	{
		marker->kind = MARKER_UNRECOGNIZED;
		marker->id = -1;
		add_citation(memo, section, index);
		return;
	}
	add_named(memo, section, index, &ids);
	report_repaired(memo, section, marker, ids.count);
}

/* "[SOURCE A]", without the hyphen, where A is the tag of exactly one document. */
static bool
scan_spaced_tag(Memo *memo, Section *section, int index)
{
	Marker	   *marker = &section->prose->markers.items[index];
	Slice		value = marker->value;
	char	   *hyphened = psprintf("[%.*s]", value.len, value.data);
	Marker		meant;
	MarkerIds	ids;
	bool		is_ambiguous;

	if (!memo->policy.repair_markers || value.len < 8 || memcmp(value.data, "SOURCE ", 7) != 0)
		return false;
	hyphened[7] = '-';
	if (!marker_match(hyphened, value.len + 2, 0, false, &meant) ||
		meant.kind != MARKER_SOURCE_TAG || !marker_ids(&meant, &ids))
		return false;
	for (int i = 0; i < ids.count; i++)
		if (name_tagged(memo, ids.tags[i], &is_ambiguous) == NULL || is_ambiguous)
			return false;
	marker->kind = MARKER_SOURCE_TAG;
	add_named(memo, section, index, &ids);
	report_repaired(memo, section, marker, ids.count);
	return true;
}

/* Is an upper-case bracket a marker: does its token name a tag or document? */
static bool
names_source(Memo *memo, Slice token)
{
	bool		is_ambiguous;

	while (token.len > 0 && isupper((unsigned char) token.data[0]))
		token.data++, token.len--;
	if (token.len == 0 || strchr(":-#", token.data[0]) == NULL)
		return false;
	token.data++, token.len--;
	while (token.len > 0 && token.data[0] == ' ')
		token.data++, token.len--;
	return token.len > 0 && token.len <= 40 && memchr(token.data, ' ', token.len) == NULL &&
		(name_exact(memo, token, &is_ambiguous) != NULL || is_ambiguous);
}

static void
scan_bracket(Memo *memo, Section *section, int index)
{
	const Prose *prose = section->prose;
	Marker	   *marker = &prose->markers.items[index];
	bool		is_tag = scan_spaced_tag(memo, section, index);
	int			tail;

	if (!is_tag && !names_source(memo, marker->value))
	{
		memo_event(memo, slice_equal(marker->value, slice_of("CANONICAL:"))
				   ? EVENT_canonical_unclosed : EVENT_unrecognized_bracket, section->index,
				   (Slice) {section->body.data + marker->start, marker->len}, NULL);
		return;
	}
	if (!is_tag)
	{
		marker->kind = MARKER_UNRECOGNIZED;
		add_citation(memo, section, index);
	}
	/* "[DOC:om](url)": as of other markers the destination goes along */
	tail = syntax_link_tail(prose->text, prose->blocks.items[marker->block].end,
							marker->start + marker->len);
	if (tail > 0)
		marker->len = tail - marker->start;
}

/* Has the deal a document or claim of type PDF?  Where not, "[PDF]" is a word. */
static bool
knows_pdf(const Memo *memo)
{
	for (int i = 0; i < memo->ndocuments; i++)
		if (pg_strcasecmp(memo->documents[i].source_type, "pdf") == 0)
			return true;
	for (int i = 0; i < memo->nclaims; i++)
		if (memo->claims[i].source_type != NULL &&
			pg_strcasecmp(memo->claims[i].source_type, "pdf") == 0)
			return true;
	return false;
}

/* *undefined counts superscripts that nothing defines: they stay text. */
static void
scan_marker(Memo *memo, Section *section, int index, bool knows_pdf, int *undefined)
{
	Marker	   *marker = &section->prose->markers.items[index];
	Slice		text = {section->body.data + marker->start, marker->len};
	int			ncitations = memo->citations.count;
	MarkerIds	ids;

	if (marker->is_escaped && !memo->policy.unescape_markers)
		return;
	switch (marker->kind)
	{
		case MARKER_SRC:
		case MARKER_UNRECOGNIZED:
			add_citation(memo, section, index);
			break;
		case MARKER_SRC_VARIANT:
			scan_variant(memo, section, index);
			break;
		case MARKER_SOURCE_LINE:
			if (!isdigit((unsigned char) marker->value.data[0]))
				report_repaired(memo, section, marker, 1);
			break;
		case MARKER_SOURCE_TAG:
			if (marker_ids(marker, &ids))
				add_named(memo, section, index, &ids);
			break;
		case MARKER_LEGACY_TAG:
			if (knows_pdf || !slice_equal(marker->value, slice_of("PDF")))
				add_citation(memo, section, index);
			else
				memo_event(memo, EVENT_plain_word_bracket, section->index, text,
						   NULL)->stage = "4.4";
			break;
		case MARKER_NUMERIC:
			add_numbered(memo, section, index);
			break;
		case MARKER_NOTE_REF:
			add_citation(memo, section, index)->item = section_item_of(section, marker);
			break;
		case MARKER_SUPERSCRIPT:
			if (superscript_is_defined(memo, section, marker))
				add_citation(memo, section, index);
			else
				(*undefined)++;
			break;
		case MARKER_BRACKET:
			scan_bracket(memo, section, index);
			break;
		case MARKER_CHART_ANCHOR:
			marker->leaves = true;
			break;
		default:
			break;
	}
	if (marker->is_escaped && memo->citations.count > ncitations)
		memo_event(memo, EVENT_marker_unescaped, section->index, text, NULL);
}

void
scan_sections(Memo *memo)
{
	bool		has_pdf = knows_pdf(memo);

	memo->work = palloc0(sizeof(StageWork));
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		int			undefined = 0;

		CHECK_FOR_INTERRUPTS();
		section->words = -1;
		section->work = palloc0(sizeof(SectionWork));
		section->notes = palloc0(sizeof(SectionNotes));
		section_settle_sources(memo, section);
		section->citations.first = memo->citations.count;
		for (int j = 0; j < section->prose->markers.count; j++)
		{
			CHECK_FOR_INTERRUPTS();
			if (memo->citations.count >= MAX_MARKERS)
			{
				memo_event(memo, EVENT_too_many_markers, i, (Slice) {NULL, 0},
						   "{\"limit\":%d}", MAX_MARKERS);
				memo->outcome.is_flawed = true;
				break;
			}
			scan_marker(memo, section, j, has_pdf, &undefined);
		}
		if (undefined > 0)
			memo_event(memo, EVENT_superscript_undefined, i, (Slice) {NULL, 0},
					   "{\"superscripts\":%d}", undefined)->stage = "1.5";
		table_notes_settle(section);
		report_unread_citations(memo, section);
	}
}
