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


static Citation *
add_citation(Memo *memo, Section *section, int marker, const char *origin)
{
	Citation   *citation = citation_create(memo, section->index, origin);

	citation->marker = marker;
	section->prose->markers.items[marker].leaves = true;
	citation->src_id = section->prose->markers.items[marker].id;
	section->ncitations++;
	return citation;
}

static Citation *
add_marker_citation(Memo *memo, Section *section, int marker)
{
	return add_citation(memo, section, marker, "marker");
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
		Citation   *citation = add_marker_citation(memo, section, index);

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
	int			stays;
	const char *passage_id;
	Identity	linked = section_link(section, marker, &stays, &passage_id);

	if (linked.doc != NULL)
	{
		Citation   *citation = add_marker_citation(memo, section, index);

		citation_set_source(citation, &linked, NULL);
		citation->passage_id = passage_id;
		citation->anchor = stays;
		marker->leaves = stays < 0;
	}

	for (int i = 0; i < count; i++)
	{
		Citation   *citation = add_marker_citation(memo, section, index);
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
		add_marker_citation(memo, section, index);
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

/* "[DOC:om](url)": as of other markers the destination goes along. */
static void
take_destination(const Prose *prose, Marker *marker)
{
	int tail = syntax_link_tail(prose->text, prose->blocks.items[marker->block].end,
								marker->start + marker->len);

	if (tail > 0)
		marker->len = tail - marker->start;
}

/* An upper-case bracket is a marker when its token names a tag or document. */
static void
scan_bracket(Memo *memo, Section *section, int index)
{
	Marker	   *marker = &section->prose->markers.items[index];
	Slice		token = marker->value;
	bool		is_ambiguous;

	if (scan_spaced_tag(memo, section, index))
	{
		take_destination(section->prose, marker);
		return;
	}
	while (token.len > 0 && isupper((unsigned char) token.data[0]))
		token.data++, token.len--;
	if (token.len > 0 && strchr(":-#", token.data[0]) != NULL)
	{
		token.data++, token.len--;
		while (token.len > 0 && token.data[0] == ' ')
			token.data++, token.len--;
		if (token.len > 0 && token.len <= 40 && memchr(token.data, ' ', token.len) == NULL &&
			(name_exact(memo, token, &is_ambiguous) != NULL || is_ambiguous))
		{
			marker->kind = MARKER_UNRECOGNIZED;
			take_destination(section->prose, marker);
			add_marker_citation(memo, section, index);
			return;
		}
	}
	memo_event(memo,
			   slice_equal(marker->value, slice_of("CANONICAL:")) ? EVENT_canonical_unclosed
																  : EVENT_unrecognized_bracket,
			   section->index, (Slice){section->body.data + marker->start, marker->len}, NULL);
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

static void
scan_legacy_tag(Memo *memo, Section *section, int index, bool knows_pdf)
{
	const Marker *marker = &section->prose->markers.items[index];

	if (knows_pdf || !slice_equal(marker->value, slice_of("PDF")))
	{
		add_marker_citation(memo, section, index);
		return;
	}
	memo_event(memo, EVENT_plain_word_bracket, section->index,
			   (Slice) {section->body.data + marker->start, marker->len}, NULL)->stage = "4.4";
}

/* A superscript that nothing defines stays text; *undefined counts those. */
static void
scan_superscript(Memo *memo, Section *section, int index, int *undefined)
{
	if (superscript_is_defined(memo, section, &section->prose->markers.items[index]))
		add_citation(memo, section, index, "superscript");
	else
		(*undefined)++;
}

static void
scan_marker(Memo *memo, Section *section, int index, bool knows_pdf)
{
	Marker	   *marker = &section->prose->markers.items[index];
	int			ncitations = memo->citations.count;
	MarkerIds	ids;

	if (marker->is_escaped && !memo->policy.unescape_markers)
		return;
	switch (marker->kind)
	{
		case MARKER_SRC:
			add_marker_citation(memo, section, index);
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
			scan_legacy_tag(memo, section, index, knows_pdf);
			break;
		case MARKER_NUMERIC:
			add_numbered(memo, section, index);
			break;
		case MARKER_NOTE_REF:
			add_marker_citation(memo, section, index)->item = section_item_of(section, marker);
			break;
		case MARKER_UNRECOGNIZED:
			add_marker_citation(memo, section, index);
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
		memo_event(memo, EVENT_marker_unescaped, section->index,
				   (Slice) {section->body.data + marker->start, marker->len}, NULL);
}

void
scan_sections(Memo *memo)
{
	bool		has_pdf = knows_pdf(memo);

	memo->stage = "pre_pipeline";
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		int			undefined;

		CHECK_FOR_INTERRUPTS();
		section->words = -1;
		section->work = palloc0(sizeof(SectionWork));
		section->notes = palloc0(sizeof(SectionNotes));
		section_settle_sources(memo, section);
		section->first_citation = memo->citations.count;
		undefined = 0;
		for (int j = 0; j < section->prose->markers.count; j++)
		{
			CHECK_FOR_INTERRUPTS();
			if (memo->citations.count >= MAX_MARKERS)
			{
				memo_event(memo, EVENT_too_many_markers, i, (Slice) {NULL, 0},
						   "{\"limit\":%d}", MAX_MARKERS);
				memo->is_flawed = true;
				break;
			}
			if (section->prose->markers.items[j].kind == MARKER_SUPERSCRIPT)
				scan_superscript(memo, section, j, &undefined);
			else
				scan_marker(memo, section, j, has_pdf);
		}
		if (undefined > 0)
			memo_event(memo, EVENT_superscript_undefined, i, (Slice) {NULL, 0},
					   "{\"superscripts\":%d}", undefined)->stage = "1.5";
		table_notes_settle(section);
		report_unread_citations(memo, section);
	}
}
