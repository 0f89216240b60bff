/*
 * check.c
 *		What must hold of every finished memo.  Nothing of render.c is used: the
 *		edit scripts are applied here a second time.
 */
#include "fuzz.h"

#include "audit/audit.h"

void
broken(const char *property, const char *detail,...)
{
	va_list		args;

	fprintf(stderr, "property broken: %s: ", property);
	va_start(args, detail);
	vfprintf(stderr, detail, args);
	va_end(args);
	fputc('\n', stderr);
	fflush(stderr);
	abort();
}

/* --------------------------------------------------------------- edit scripts */

/* Appends the rendered text with each change undone; offsets are characters. */
static void
undo_changes(const Section *section, StringInfo body)
{
	const char *at = section->rendered.text.data;
	const char *end = at + section->rendered.text.len;
	int			chars = 0;

	for (int i = 0; i < section->rendered.changes.count; i++)
	{
		const Change *change = &section->rendered.changes.items[i];
		const char *from = at;

		while (at < end && chars < change->offset)
		{
			at++;
			while (at < end && (*at & 0xC0) == 0x80)
				at++;
			chars++;
		}
		appendBinaryStringInfo(body, from, (int) (at - from));
		if (chars != change->offset || end - at < change->inserted.len ||
			memcmp(at, change->inserted.data, change->inserted.len) != 0)
			broken("edits_apply", "section \"%s\": change %d at %d does not find \"%.*s\"", section->section_key, i,
				   change->offset, change->inserted.len, change->inserted.data);
		appendBinaryStringInfo(body, change->removed.data, change->removed.len);
		for (int j = 0; j < change->inserted.len; j++)
			chars += (change->inserted.data[j] & 0xC0) != 0x80;
		at += change->inserted.len;
	}
	appendBinaryStringInfo(body, at, (int) (end - at));
}

static void
check_edits(const Section *section)
{
	StringInfoData body;

	initStringInfo(&body);
	undo_changes(section, &body);
	if (!slice_equal((Slice) {body.data, body.len}, section->body))
		broken("edits_restore", "section \"%s\" is not given back:\n%s", section->section_key, body.data);
}

/* Is there nothing in a body that a stage may change without a claim or metric?  What
 * would read as a footnote in the memo is escaped. */
static bool
is_plain(const Section *section)
{
	const Prose *prose = section->prose;

	if (prose->markers.count > 0 || prose->note_defs.count > 0 || prose->link_defs.count > 0 ||
		prose->escapes.count > 0 || section->rendered.grade.references > 0 || section->corrections.count > 0 || section->charts.count > 0)
		return false;
	for (int i = 0; i < prose->blocks.count; i++)
		if (prose->blocks.items[i].kind == BLOCK_HEADING || prose->blocks.items[i].is_open ||
			prose->blocks.items[i].is_listed)
			return false;
	return true;
}

static void
check_section(const Section *section)
{
	if (!utf8_is_valid(section->rendered.text.data, section->rendered.text.len))
		broken("valid_utf8", "section \"%s\"", section->section_key);
	check_edits(section);
	if (is_plain(section) && section->rendered.changes.count > 0)
		broken("plain_unchanged", "section \"%s\": stage %s changed a body without a marker at %d: \"%.*s\" to \"%.*s\"",
			   section->section_key, section->rendered.changes.items[0].stage, section->rendered.changes.items[0].offset,
			   section->rendered.changes.items[0].removed.len, section->rendered.changes.items[0].removed.data,
			   section->rendered.changes.items[0].inserted.len, section->rendered.changes.items[0].inserted.data);
}

/* ------------------------------------------- the memo as it would be stored */

static StoredSection
stored_section(Section *section)
{
	StoredSection stored = {
		.section_key = section->section_key,
		.title = section->title,
		.body = slice_copy((Slice) {section->rendered.text.data, section->rendered.text.len}),
		.changes = section->rendered.changes.items,
		.nchanges = section->rendered.changes.count,
		.agent_body = slice_copy(section->body),
	};

	memcpy(stored.body_sha256, section->rendered.sha256, 32);
	memcpy(stored.agent_sha256, section->body_sha256, 32);
	return stored;
}

static StoredNote
stored_note(const Note *note)
{
	const Document *doc = note->identity.doc;
	StoredNote	stored = {
		.key = note_key_text(note->key),
		.kind = (char *) note_kind_name(note),
		.definition = note->definition,
		.refs = note->nrefs,
		.confidence = note->confidence,
	};

	if (doc == NULL)
		return stored;
	stored.doc_id = doc->doc_id;
	stored.page = Max(note->identity.page, 0);
	stored.locator = (char *) note->identity.locator;
	if (doc->nrefs == 0)
		return stored;			/* not among the revision's sources */
	stored.doc_name = (char *) document_name(doc);
	return stored;
}

static StoredCitation
stored_citation(const Memo *memo, const Citation *citation)
{
	const Section *section = &memo->sections[citation->section];
	const Marker *marker = citation_marker(memo, citation);
	const Claim *claim = citation->claim;
	StoredCitation stored = {
		.section_key = section->section_key,
		.origin = (char *) (citation->origin != NULL ? citation->origin : "marker"),
		.fate = citation->is_removed ? "removed" : "kept",
		.how = (char *) citation->how,
		.marker_offset = citation->marker_offset,
		.note_number = citation->is_removed ? 0 : citation->note->number,
		.final_offset = citation->is_removed ? -1 : citation->final_offset,
		.confidence = citation->confidence,
	};

	if (marker != NULL)
		stored.marker = slice_copy((Slice) {section->body.data + marker->start, marker->len});
	if (citation->how == NULL && !citation->is_removed && claim != NULL && claim->note != NULL && claim->note != citation->note)
		stored.how = "merged_into";
	if (citation->is_resolved && citation->identity.doc != NULL)
	{
		stored.doc_id = citation->identity.doc->doc_id;
		stored.page = Max(citation->identity.page, 0);
	}
	return stored;
}

/* A kept citation, to be put in reading order. */
typedef struct Place
{
	const Citation *citation;
} Place;

static int
compare_places(const void *a, const void *b)
{
	const Citation *x = ((const Place *) a)->citation;
	const Citation *y = ((const Place *) b)->citation;

	return x->section != y->section ? x->section - y->section : x->final_offset - y->final_offset;
}

/* The confidence and quote of each reference. */
static void
store_references(const Memo *memo, StoredMemo *stored)
{
	Place	   *places = palloc(sizeof(Place) * (memo->citations.count + 1));
	int		   *seen = palloc0(sizeof(int) * (stored->nnotes + 1));
	int			count = 0;

	for (int i = 0; i < memo->citations.count; i++)
		if (!memo->citations.items[i].is_removed)
			places[count++].citation = &memo->citations.items[i];
	qsort(places, count, sizeof(Place), compare_places);
	for (int i = 0; i < count; i++)
	{
		int			number = places[i].citation->note->number;
		StoredNote *note = &stored->notes[number - 1];

		if (number < 1 || number > stored->nnotes)
			continue;
		if (note->confidences == NULL)
		{
			note->confidences = palloc0(sizeof(int) * Max(note->refs, 1));
			note->shown = palloc0(sizeof(ShownQuote) * Max(note->refs, 1));
		}
		if (seen[number] >= note->refs)
			continue;
		note->shown[seen[number]] = citation_quote(places[i].citation);
		note->confidences[seen[number]++] = places[i].citation->confidence;
	}
}

StoredMemo *
stored_memo(Memo *memo)
{
	StoredMemo *stored = palloc0(sizeof(StoredMemo));

	stored->deal_id = memo->deal_id;
	stored->revision = 1;
	stored->name = memo->name;
	stored->tail = memo->tail.items;
	stored->ntail = memo->tail.count;
	stored->quotes_per_note = memo->policy.quotes_per_note;
	stored->weak = memo->policy.low_confidence_percent * 10;
	stored->nsections = memo->nsections;
	stored->sections = palloc0(sizeof(StoredSection) * (memo->nsections + 1));
	for (int i = 0; i < memo->nsections; i++)
		stored->sections[i] = stored_section(&memo->sections[i]);
	stored->nnotes = memo->numbered.count;
	stored->notes = palloc0(sizeof(StoredNote) * (memo->numbered.count + 1));
	for (int i = 0; i < memo->numbered.count; i++)
		stored->notes[i] = stored_note(memo->numbered.items[i]);
	store_references(memo, stored);
	stored->ncitations = memo->citations.count;
	stored->citations = palloc0(sizeof(StoredCitation) * (memo->citations.count + 1));
	for (int i = 0; i < memo->citations.count; i++)
		stored->citations[i] = stored_citation(memo, &memo->citations.items[i]);
	return stored;
}

/* ------------------------------------------------------------- the whole memo */

static void
check_rules(StoredMemo *stored)
{
	VerifyRule *rules;
	int			nrules;

	verify_stored(stored, &rules, &nrules);
	for (int i = 0; i < nrules; i++)
		if (!rules[i].ok)
			broken(rules[i].rule, "memo_verify says: %s", rules[i].detail);
}

/* The Markdown of the memo, which a stored one has, too. */
static StringInfoData
memo_markdown(Memo *memo, const StoredMemo *stored)
{
	MemoView made = view_of_memo(memo);
	MemoView read = view_of_store(stored);
	StringInfoData markdown;
	StringInfoData again;

	made.revision = read.revision;	/* which the comment names */
	initStringInfo(&markdown);
	initStringInfo(&again);
	markdown_write(&made, &markdown);
	markdown_write(&read, &again);
	if (!slice_equal((Slice) {markdown.data, markdown.len}, (Slice) {again.data, again.len}))
		broken("stored_as_made", "what is stored gives\n%s\nand what was made\n%s", again.data, markdown.data);
	if (!utf8_is_valid(markdown.data, markdown.len))
		broken("valid_utf8", "the memo");
	return markdown;
}

/* All that a memo says: a second run must say the same. */
static void
show_memo(const Memo *memo, const StoredMemo *stored, StringInfo shown)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		const Section *section = &memo->sections[i];

		changes_json(section, shown);
		appendStringInfo(shown, "\n%c %d %d %d\n", section->rendered.grade.letter == 0 ? '-' : section->rendered.grade.letter,
						 section->rendered.grade.words, section->rendered.grade.citations, section->rendered.grade.references);
	}
	for (int i = 0; i < stored->ncitations; i++)
	{
		const StoredCitation *citation = &stored->citations[i];

		appendStringInfo(shown, "%s %s %s %s %d %d %d %s %d %d %s\n", citation->origin, citation->fate,
						 citation->how == NULL ? "-" : citation->how, citation->marker == NULL ? "-" : citation->marker,
						 citation->marker_offset, citation->note_number, citation->final_offset,
						 citation->doc_id == NULL ? "-" : citation->doc_id, citation->page,
						 citation->confidence,
						 memo->citations.items[i].matched == NULL ? "-" : memo->citations.items[i].matched);
	}
	for (int i = 0; i < memo->nclaims; i++)
		appendStringInfo(shown, "%s %s %.3f\n", memo->claims[i].outcome == NULL ? "-" : memo->claims[i].outcome,
						 memo->claims[i].reason == NULL ? "-" : memo->claims[i].reason, memo->claims[i].score);
	for (int i = 0; i < memo->events.count; i++)
		appendStringInfo(shown, "%s %s %d %s %s\n", memo->events.items[i].stage, event_name(memo->events.items[i].code),
						 memo->events.items[i].section,
						 memo->events.items[i].subject == NULL ? "-" : memo->events.items[i].subject,
						 memo->events.items[i].detail == NULL ? "-" : memo->events.items[i].detail);
}

void
check_memo(Memo *memo, StringInfo shown)
{
	StoredMemo *stored;
	StringInfoData markdown;

	for (int i = 0; i < memo->nsections; i++)
		check_section(&memo->sections[i]);
	for (int i = 0; i < memo->citations.count; i++)
		if (!memo->citations.items[i].is_removed && memo->citations.items[i].note == NULL)
			broken("ledger_closed", "citation %d is neither kept nor removed", i);
	stored = stored_memo(memo);
	check_rules(stored);
	markdown = memo_markdown(memo, stored);
	appendBinaryStringInfo(shown, markdown.data, markdown.len);
	show_memo(memo, stored, shown);
	if (!utf8_is_valid(shown->data, shown->len))
		broken("valid_utf8", "events, citations or changes");
	if (memo->outcome.is_flawed)
		broken("no_flaw", "memo_finalize would say flawed");
}
