/*
 * verify.c
 *		The independent re-reader of a finished memo.
 *
 * It shares the reader of Markdown with the code that wrote the memo (for the agent's
 * body with its markers), and nothing else: what a marker is that was left behind is
 * written down a second time, and the rest is arithmetic on the stored rows.  So an
 * error in stages or renderer cannot hide itself.
 *
 * What the renderer generates from rows (definitions, tables of sources) memo_replay
 * proves; here they must be clean, in order, and of the documents that the ledger says.
 *
 * All is linear in text and rows.  Nothing here throws but for want of memory
 * or a cancel: what is wrong is a rule that is not ok.
 */
#include "audit/audit_internal.h"
#include "markers/markers.h"

static void check_contiguous(Audit *audit, Fault *fault);
static void check_definitions(Audit *audit, Fault *fault);
static void check_markers(Audit *audit, Fault *fault);
static void check_places(SectionReading *section, Fault *fault);
static void check_definition_text(Audit *audit, Fault *fault);
static void check_ledger(Audit *audit, Fault *fault);
static void check_offsets(Audit *audit, Fault *fault);

typedef struct AuditRule
{
	const char *name;
	void		(*check) (Audit *audit, Fault *fault);
	void		(*check_section) (SectionReading *section, Fault *fault);	/* or this for each */
} AuditRule;

static const AuditRule audit_rules[] = {
	{"references_contiguous", check_contiguous, NULL},
	{"definitions_match", check_definitions, NULL},
	{"no_open_markers", check_markers, NULL},
	{"reference_places", NULL, check_places},
	{"definitions_clean", check_definition_text, NULL},
	{"edits_restore", NULL, check_edits},
	{"opaque_untouched", NULL, check_opaque},
	{"structure_kept", NULL, check_structure},
	{"ledger_balanced", check_ledger, NULL},
	{"offsets_point", check_offsets, NULL},
	{"stored_hash", NULL, check_hash},
};

/* Finds the section of each citation.  Rows are in reading order, then placed ones: the
 * search starts where the last one was. */
static void
find_sections(StoredMemo *memo)
{
	int			section = 0;

	for (int i = 0; i < memo->ncitations; i++)
	{
		const char *key =
			memo->citations[i].section_key == NULL ? "" : memo->citations[i].section_key;
		int			tries = 0;

		for (; tries < memo->nsections && strcmp(memo->sections[section].section_key, key) != 0;
			 tries++)
			section = (section + 1) % memo->nsections;
		memo->citations[i].section = tries < memo->nsections ? section : -1;
	}
}

void
verify_stored(StoredMemo *input, VerifyRule **rules, int *nrules)
{
	Audit		audit = {.input = input};
	MemoView finished = view_of_store(input);
	StringInfoData markdown;

	initStringInfo(&markdown);
	markdown_write(&finished, &markdown);
	find_sections(input);
	audit.sections = palloc0(Max(input->nsections, 1) * sizeof(SectionReading));
	for (int i = 0; i < input->nsections; i++)
	{
		read_section(&audit.sections[i], &input->sections[i]);
		audit.nreferences += audit.sections[i].final->references.count;
	}
	audit.memo = read_text((Slice) {markdown.data, markdown.len}, false);
	*nrules = lengthof(audit_rules);
	*rules = palloc0(*nrules * sizeof(VerifyRule));
	for (int i = 0; i < *nrules; i++)
	{
		VerifyRule *rule = &(*rules)[i];
		Fault		fault = {0};

		if (audit_rules[i].check != NULL)
			audit_rules[i].check(&audit, &fault);
		for (int j = 0; audit_rules[i].check_section != NULL && j < input->nsections; j++)
			audit_rules[i].check_section(&audit.sections[j], &fault);
		rule->rule = audit_rules[i].name;
		rule->ok = fault.count == 0;
		if (fault.count > 0)
			rule->detail = psprintf("%s (%d in all)", fault.first, fault.count);
	}
}

/* ------------------------------------------- references and definitions */

/* 1..N by first appearance, in the sections and in the memo made of them. */
static void
check_contiguous(Audit *audit, Fault *fault)
{
	Reading    *memo = audit->memo;
	int			last = 0;
	int			nth = 0;

	for (int i = 0; i < audit->input->nsections; i++)
	{
		SectionReading *section = &audit->sections[i];

		for (int j = 0; j < section->final->references.count; j++, nth++)
		{
			int			number = section->final->references.items[j].number;

			CHECK_FOR_INTERRUPTS();
			if (number > last + 1)
				FAULT(fault, "section \"%.*s\": [^%d] where [^%d] is the next new note",
					  KEY(section), number, last + 1);
			last = Max(last, number);
			if (nth < memo->references.count &&
				memo->references.items[nth].number != number)
				FAULT(fault, "section \"%.*s\": [^%d] is [^%d] in the memo",
					  KEY(section), number, memo->references.items[nth].number);
		}
	}
	if (memo->references.count != audit->nreferences)
		FAULT(fault, "the sections have %d references, the memo has %d",
			  audit->nreferences, memo->references.count);
}

/* References to each note, numbers beyond the last note in [0]. */
static int *
count_references(const Audit *audit)
{
	int			nnotes = audit->input->nnotes;
	int		   *counts = palloc0((Size) (nnotes + 1) * sizeof(int));

	for (int i = 0; i < audit->input->nsections; i++)
	{
		const Reading *final = audit->sections[i].final;

		for (int j = 0; j < final->references.count; j++)
		{
			int			number = final->references.items[j].number;

			counts[number <= nnotes ? number : 0]++;
		}
	}
	return counts;
}

/* The memo's definitions: 1..N in order, after the last reference. */
static void
check_memo_definitions(Audit *audit, Fault *fault)
{
	Reading    *memo = audit->memo;
	int			nnotes = audit->input->nnotes;
	int			last_reference = memo->references.count == 0 ? -1 :
		memo->references.items[memo->references.count - 1].start;

	for (int i = 0; i < memo->definitions.count; i++)
	{
		Reference  *definition = &memo->definitions.items[i];

		CHECK_FOR_INTERRUPTS();
		if (definition->number != i + 1)
			FAULT(fault, "the memo defines [^%d] where the definition of [^%d] is due",
				  definition->number, i + 1);
		else if (definition->start < last_reference)
			FAULT(fault, "the memo defines [^%d] before its last reference",
				  definition->number);
	}
	if (memo->definitions.count != nnotes)
		FAULT(fault, "the memo has %d definitions, the revision %d notes",
			  memo->definitions.count, nnotes);
}

/* Every note has a reference, every reference a note, and no section a definition. */
static void
check_definitions(Audit *audit, Fault *fault)
{
	int		   *counts = count_references(audit);

	for (int n = 1; n <= audit->input->nnotes; n++)
	{
		if (counts[n] == 0)
			FAULT(fault, "note %d has no reference", n);
	}
	for (int i = 0; i < audit->input->nsections; i++)
	{
		SectionReading *section = &audit->sections[i];

		if (section->final->definitions.count > 0)
			FAULT(fault, "section \"%.*s\" has a definition of [^%d]", KEY(section),
				  section->final->definitions.items[0].number);
		for (int j = 0; counts[0] > 0 && j < section->final->references.count; j++)
		{
			int			number = section->final->references.items[j].number;

			if (number > audit->input->nnotes)
				FAULT(fault, "section \"%.*s\": [^%d] has no definition",
					  KEY(section), number);
		}
	}
	check_memo_definitions(audit, fault);
}

/* Is there a footnote's opening that nothing escapes? */
static bool
has_open_footnote(const char *text, int len)
{
	for (int i = 0; i + 1 < len; i++)
	{
		if (text[i] == '\\')
			i++;
		else if (text[i] == '[' && text[i + 1] == '^')
			return true;
	}
	return false;
}

/* One line each, with no reference in it, and the same in the memo. */
static void
check_definition_text(Audit *audit, Fault *fault)
{
	Reading    *memo = audit->memo;

	for (int n = 1; n <= audit->input->nnotes; n++)
	{
		Slice		text = slice_of(audit->input->notes[n - 1].definition);

		CHECK_FOR_INTERRUPTS();
		if (text.len == 0)
			FAULT(fault, "the definition of [^%d] is empty", n);
		else if (memchr(text.data, '\n', text.len) || memchr(text.data, '\r', text.len))
			FAULT(fault, "the definition of [^%d] has a line break", n);
		else if (has_open_footnote(text.data, text.len))
			FAULT(fault, "the definition of [^%d] has a reference in it", n);
	}
	for (int i = 0; i < memo->definitions.count; i++)
	{
		Reference  *definition = &memo->definitions.items[i];
		int			end = line_end(memo->text, definition->end);
		Slice		text = {memo->text.data + definition->end, end - definition->end};

		CHECK_FOR_INTERRUPTS();
		if (i < audit->input->nnotes &&
			!(slice_take(&text, ": ") &&
			  slice_equal(text, slice_of(audit->input->notes[i].definition))))
			FAULT(fault, "the memo's definition of [^%d] is not the one of its note",
				  definition->number);
		if (has_open_footnote(memo->text.data + definition->end,
							  end - definition->end))
			FAULT(fault, "the memo's definition of [^%d] has a reference in it",
				  definition->number);
	}
}

/* Is a reference at a line's start the subject of what follows, as in "[^1] shows" and "[^1]'s"?
 * It may be one of several. */
static bool
is_subject(const Reading *reading, int pos)
{
	Slice		rest = {reading->text.data + pos, reading->text.len - pos};
	bool		has_blank = false;
	int			number;
	int			end;

	while (rest.len > 0)
	{
		bool		is_label = read_label(rest, 0, &number, &end);
		bool		is_blank_byte = is_blank(rest.data[0]) || (rest.data[0] & 0x80);

		if (!is_label && !is_blank_byte && strchr(",;&-", rest.data[0]) == NULL)
			break;
		has_blank |= is_blank_byte;
		rest = (Slice) {rest.data + (is_label ? end : 1), rest.len - (is_label ? end : 1)};
	}
	return slice_take(&rest, "'s") ||
		(has_blank && rest.len > 0 && rest.data[0] >= 'a' && rest.data[0] <= 'z');
}

/*
 * Before '(', '[' or ':' a reference would become a link or a definition; but
 * references may follow each other.
 */
static void
check_place(SectionReading *section, const Reference *reference, Fault *fault)
{
	Reading    *final = section->final;
	Slice		text = final->text;
	int			end = reference->end;

	if (final->bytes[reference->start] & BYTE_HEADING)
		FAULT(fault, "section \"%.*s\": [^%d] is in a heading",
			  KEY(section), reference->number);
	else if (at_line_start(final, reference->start, true) && !is_subject(final, reference->start))
		FAULT(fault, "section \"%.*s\": [^%d] is at the start of a line",
			  KEY(section), reference->number);
	else if (end < text.len && strchr("([:", text.data[end]) &&
			 !(final->bytes[end] & BYTE_REFERENCE))
		FAULT(fault, "section \"%.*s\": [^%d] is directly before \"%c\"",
			  KEY(section), reference->number, text.data[end]);
}

/* Does a bare URL begin at a byte of text?  As renderers do it, it goes on to the next
 * blank, '<' or cell of the table, whatever stands between. */
static bool
starts_url(const Reading *reading, int pos)
{
	Slice		rest = {reading->text.data + pos, reading->text.len - pos};

	return (reading->bytes[pos] & (BYTE_CLASS | BYTE_LABEL)) == BYTE_TEXT &&
		(slice_take(&rest, "://") || slice_take(&rest, "www.")) && rest.len > 0 &&
		(is_letter(rest.data[0]) || is_digit(rest.data[0]) || (rest.data[0] & 0x80));
}

/* No reference where it would be read as something else, or as the end of a URL. */
static void
check_places(SectionReading *section, Fault *fault)
{
	const Reading *final = section->final;
	bool		in_url = false;
	int			pos = 0;

	for (int i = 0; i < final->references.count; i++)
	{
		const Reference *reference = &final->references.items[i];

		CHECK_FOR_INTERRUPTS();
		check_place(section, reference, fault);
		for (; pos < reference->start; pos++)
		{
			if (is_space(final->text.data[pos]) || final->text.data[pos] == '<' ||
				(final->bytes[pos] & BYTE_BAR))
				in_url = false;
			else if (starts_url(final, pos))
				in_url = true;
		}
		if (in_url)
			FAULT(fault, "section \"%.*s\": [^%d] touches a bare URL", KEY(section),
				  reference->number);
	}
}

/* No evidence marker is left, in the sections and in the memo made of them. */
static void
check_markers(Audit *audit, Fault *fault)
{
	Slice		first = {0};
	int			found = 0;
	int			in_memo;

	for (int i = 0; i < audit->input->nsections; i++)
	{
		SectionReading *section = &audit->sections[i];
		int			count = count_markers(section->final, &first);

		if (count > 0)
			FAULT(fault, "section \"%.*s\" still has %.*s", KEY(section), first.len, first.data);
		found += count;
		fault->count += Max(count - 1, 0);
	}
	in_memo = count_markers(audit->memo, &first);
	if (in_memo > found)
		FAULT(fault, "the memo outside of its sections still has %d markers", in_memo - found);
}

/* --------------------------------------------------------------- ledger */

static bool
is_kept(const StoredCitation *citation)
{
	return citation->fate != NULL && strcmp(citation->fate, "kept") == 0;
}

/* A kept row is of its note's document and page; without a page it may have joined one, and
 * the note may show the page that has its quote. */
static bool
is_of_source(const Audit *audit, const StoredCitation *citation)
{
	const StoredNote *note = &audit->input->notes[citation->note_number - 1];

	return slice_equal(slice_of(citation->doc_id), slice_of(note->doc_id)) &&
		(citation->page == note->page || citation->page == 0 ||
		 (citation->how != NULL && strcmp(citation->how, "quote_elsewhere") == 0));
}

static bool
has_section(const Audit *audit, const StoredCitation *citation)
{
	return citation->section >= 0 && citation->section < audit->input->nsections;
}

/* Every row kept or removed for a reason; returns the kept rows per section. */
static int *
check_rows(Audit *audit, Fault *fault)
{
	int		   *kept = palloc0(Max(audit->input->nsections, 1) * sizeof(int));

	for (int i = 0; i < audit->input->ncitations; i++)
	{
		const StoredCitation *citation = &audit->input->citations[i];

		CHECK_FOR_INTERRUPTS();
		if (is_kept(citation) && has_section(audit, citation))
		{
			kept[citation->section]++;
			if (citation->note_number >= 1 && citation->note_number <= audit->input->nnotes &&
				!is_of_source(audit, citation))
				FAULT(fault, "citation %d is of another source than its note %d", i + 1,
					  citation->note_number);
		}
		else if (is_kept(citation))
			FAULT(fault, "citation %d is kept in no section", i + 1);
		else if (citation->fate == NULL || strcmp(citation->fate, "removed") != 0)
			FAULT(fault, "citation %d is neither kept nor removed", i + 1);
		else if (slice_of(citation->how).len == 0)
			FAULT(fault, "citation %d is removed for no reason", i + 1);
	}
	return kept;
}

/* Kept rows and references are as many, in each section and of each note. */
static void
check_ledger(Audit *audit, Fault *fault)
{
	int		   *kept = check_rows(audit, fault);
	int		   *counts = count_references(audit);

	for (int i = 0; i < audit->input->nsections; i++)
	{
		SectionReading *section = &audit->sections[i];

		if (kept[i] != section->final->references.count)
			FAULT(fault, "section \"%.*s\": %d citations are kept, %d references are "
				  "in the text", KEY(section), kept[i],
				  section->final->references.count);
	}
	for (int n = 1; n <= audit->input->nnotes; n++)
	{
		if (audit->input->notes[n - 1].refs != counts[n])
			FAULT(fault, "note %d says %d references, %d are in the text", n,
				  audit->input->notes[n - 1].refs, counts[n]);
	}
}

/* A kept row points at a reference of its own that has its number. */
static bool
points_at_reference(Reading *final, const StoredCitation *citation)
{
	int			pos = byte_of_char(final, citation->final_offset);
	int			number;
	int			end;

	if (pos < 0 || pos >= final->text.len ||
		(final->bytes[pos] & (BYTE_REFERENCE | BYTE_TAKEN)) != BYTE_REFERENCE)
		return false;
	final->bytes[pos] |= BYTE_TAKEN;
	return read_label(final->text, pos, &number, &end) &&
		number == citation->note_number;
}

/* Does a reference of low confidence have its mark? */
static bool
has_its_mark(const Audit *audit, const SectionReading *section, const StoredCitation *citation)
{
	static const char mark[] = "\xE2\x80\xA0";
	Slice		rest = section->final->text;
	int			pos = byte_of_char(section->final, citation->final_offset);
	int			number;
	int			end;

	if (citation->confidence < 0 || citation->confidence >= audit->input->weak ||
		pos < 0 || !read_label(rest, pos, &number, &end))
		return true;
	rest = (Slice) {rest.data + end, rest.len - end};
	return slice_take(&rest, mark);
}

/* A superscript that has a row must have left the text, too: no grammar tells it from
 * an exponent. */
static bool
points_at_marker(const Reading *agent, const StoredCitation *citation)
{
	int			pos = byte_of_char(agent, citation->marker_offset);
	Slice		rest = {agent->text.data + Max(pos, 0), agent->text.len - Max(pos, 0)};

	return pos >= 0 && citation->marker != NULL && citation->marker[0] != '\0' &&
		slice_take(&rest, citation->marker) &&
		((agent->bytes[pos] & BYTE_TAKEN) || strcmp(citation->origin, "superscript") != 0);
}

/* A row's offsets lead to its reference, and to its marker in the agent's body. */
static void
check_offsets(Audit *audit, Fault *fault)
{
	for (int i = 0; i < audit->input->ncitations; i++)
	{
		const StoredCitation *citation = &audit->input->citations[i];
		SectionReading *section;

		CHECK_FOR_INTERRUPTS();
		if (!has_section(audit, citation))
			continue;
		section = &audit->sections[citation->section];
		if (is_kept(citation) && !points_at_reference(section->final, citation))
			FAULT(fault, "citation %d: section \"%.*s\" has no [^%d] of its own at "
				  "character %d", i + 1, KEY(section), citation->note_number,
				  citation->final_offset);
		else if (is_kept(citation) && !has_its_mark(audit, section, citation))
			FAULT(fault,
				  "citation %d: section \"%.*s\" does not mark [^%d] at character %d as weak",
				  i + 1, KEY(section), citation->note_number, citation->final_offset);
		if (citation->marker_offset >= 0 && section->agent &&
			!points_at_marker(section->agent, citation))
			FAULT(fault, "citation %d: the agent's body of section \"%.*s\" has no "
				  "%.*s at character %d", i + 1, KEY(section), slice_of(citation->marker).len,
				  citation->marker ? citation->marker : "", citation->marker_offset);
	}
}
