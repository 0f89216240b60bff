/*
 * verify.c
 *		The independent re-reader of a finished memo.
 *
 * It shares nothing with the code that wrote the memo: it reads the stored
 * text with md4c (markdown.c) and with plain byte scanning, the grammar of
 * markers is written down a second time, and the rest is arithmetic on the
 * stored rows.  So an error in scanner, stages or renderer cannot hide itself.
 *
 * A text is read once into one byte of knowledge per byte: what md4c takes it
 * for.  For
 *		NOI of `x`[^1] rose
 * that is TTTTTTTscsTTTTTTTTT (Text, code, syntax).  A reference, or a marker
 * that was left behind, is then a bracket in T; an opaque zone a run of c.
 * Each rendered body is also taken back to the agent's through its edit
 * script, and the result is read the same way: every byte that both have must
 * mean the same in both.
 *
 * All is linear in text and rows.  Nothing here throws but for want of memory
 * or a cancel: what is wrong is a rule that is not ok.
 */
#include "memocite.h"

#include "common/cryptohash.h"

#include "markdown.h"
#include "verify.h"

typedef enum ByteClass
{
	BYTE_SYNTAX,				/* in no text event */
	BYTE_TEXT,
	BYTE_OPAQUE,				/* alt text of an image, autolink */
	BYTE_CODE,
	BYTE_HTML
} ByteClass;

#define BYTE_CLASS		0x07
#define BYTE_HEADING	0x08
#define BYTE_REFERENCE	0x10	/* a reference starts here... */
#define BYTE_TAKEN		0x20	/* ...and a ledger row points at it */

#define INDEX_STEP		64		/* characters between entries of the index */
#define MAX_MARKER		300		/* bytes between brackets; nothing longer is a marker */

/* Code and HTML, from the first to the last byte. */
typedef struct OpaqueZone
{
	int			start;
	int			end;
	ByteClass	class;
} OpaqueZone;

/* [^n]; also the label of a definition. */
typedef struct Reference
{
	int			start;
	int			end;
	int			number;
} Reference;

typedef struct Reading
{
	Slice		text;
	uint8	   *bytes;			/* ByteClass and flags of each byte */
	int			nchars;
	int		   *index;			/* byte of every INDEX_STEPth character */
				VEC(OpaqueZone) zones;
				VEC(Reference) references;
				VEC(Reference) definitions;
} Reading;

/* A section, and its edit script in bytes. */
typedef struct SectionReading
{
	const VerifySection *row;
	Reading    *final;
	Reading    *agent;			/* NULL when the edits do not apply */
	const char *problem;		/* why not */
	int		   *final_at;		/* byte of each edit in both bodies */
	int		   *agent_at;
} SectionReading;

typedef struct Audit
{
	const VerifyInput *input;
	SectionReading *sections;
	Reading    *memo;
	int			nreferences;	/* in all sections */
} Audit;

typedef struct Fault
{
	int			count;
	char	   *first;
} Fault;

#define FAULT(fault, ...) \
	do { \
		if ((fault)->count++ == 0) \
			(fault)->first = psprintf(__VA_ARGS__); \
	} while (0)

/* Arguments for "section \"%.*s\"". */
#define KEY(section)	(section)->row->key.len, (section)->row->key.data

static Reading *read_text(Slice text);
static void read_section(SectionReading *section, const VerifySection *row);

static void check_contiguous(Audit *audit, Fault *fault);
static void check_definitions(Audit *audit, Fault *fault);
static void check_markers(Audit *audit, Fault *fault);
static void check_places(Audit *audit, Fault *fault);
static void check_definition_text(Audit *audit, Fault *fault);
static void check_edits(Audit *audit, Fault *fault);
static void check_opaque(Audit *audit, Fault *fault);
static void check_ledger(Audit *audit, Fault *fault);
static void check_offsets(Audit *audit, Fault *fault);
static void check_hash(Audit *audit, Fault *fault);

typedef struct AuditRule
{
	const char *name;
	void		(*check) (Audit *audit, Fault *fault);
} AuditRule;

static const AuditRule audit_rules[] = {
	{"references_contiguous", check_contiguous},
	{"definitions_match", check_definitions},
	{"no_open_markers", check_markers},
	{"reference_places", check_places},
	{"definitions_clean", check_definition_text},
	{"edits_restore", check_edits},
	{"opaque_untouched", check_opaque},
	{"ledger_balanced", check_ledger},
	{"offsets_point", check_offsets},
	{"stored_hash", check_hash},
};

void
verify_memo(const VerifyInput *input, VerifyRule **rules, int *nrules)
{
	Audit		audit = {.input = input};

	audit.sections = palloc0(Max(input->nsections, 1) * sizeof(SectionReading));
	for (int i = 0; i < input->nsections; i++)
	{
		read_section(&audit.sections[i], &input->sections[i]);
		audit.nreferences += audit.sections[i].final->references.count;
	}
	audit.memo = read_text(input->markdown);

	*nrules = lengthof(audit_rules);
	*rules = palloc0(*nrules * sizeof(VerifyRule));
	for (int i = 0; i < *nrules; i++)
	{
		VerifyRule *rule = &(*rules)[i];
		Fault		fault = {0};

		audit_rules[i].check(&audit, &fault);
		rule->rule = audit_rules[i].name;
		rule->ok = fault.count == 0;
		if (fault.count > 0)
			rule->detail = psprintf("%s (%d in all)", fault.first, fault.count);
	}
}

/* ---------------------------------------------------------- reading a text */

static bool
slice_says(Slice slice, const char *text)
{
	return slice.len == (int) strlen(text) && memcmp(slice.data, text, slice.len) == 0;
}

static bool
same_bytes(Slice a, Slice b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static ByteClass
class_at(const Reading *reading, int pos)
{
	return reading->bytes[pos] & BYTE_CLASS;
}

/* What the bytes are to md4c, while its events go by. */
typedef struct Classifier
{
	int			images;			/* open images */
	bool		is_autolink;
	bool		is_heading;
	bool		is_html_block;
	bool		joins;			/* the next code or HTML belongs to the last zone */
} Classifier;

static ByteClass
text_class(const Classifier *state, MarkdownText type)
{
	if (state->images > 0 || state->is_autolink)
		return BYTE_OPAQUE;
	if (type == MARKDOWN_CODE)
		return BYTE_CODE;
	if (type == MARKDOWN_HTML)
		return BYTE_HTML;
	return BYTE_TEXT;
}

static void
classify_text(Reading *reading, Classifier *state, const MarkdownEvent *event)
{
	ByteClass	class = text_class(state, event->type);
	bool		is_zone = class == BYTE_CODE || class == BYTE_HTML;
	OpaqueZone *zone;

	if (event->start < 0 || event->len == 0)
		return;					/* md4c's own line ends in code and HTML */
	memset(reading->bytes + event->start,
		   class | (state->is_heading ? BYTE_HEADING : 0), event->len);
	/* Neighbouring inline tags are zones of their own. */
	if (class == BYTE_HTML && !state->is_html_block && event->data[0] == '<')
		state->joins = false;
	if (is_zone && state->joins)
		reading->zones.items[reading->zones.count - 1].end = event->start + event->len;
	else if (is_zone)
	{
		zone = VEC_PUSH(&reading->zones);
		zone->start = event->start;
		zone->end = event->start + event->len;
		zone->class = class;
	}
	state->joins = is_zone;
}

static void
classify(Reading *reading, const Markdown *markdown)
{
	Classifier	state = {0};

	for (int i = 0; i < markdown->events.count; i++)
	{
		const MarkdownEvent *event = &markdown->events.items[i];
		bool		is_enter = event->kind == MARKDOWN_ENTER_BLOCK ||
			event->kind == MARKDOWN_ENTER_SPAN;

		CHECK_FOR_INTERRUPTS();
		if (event->kind == MARKDOWN_TEXT)
		{
			classify_text(reading, &state, event);
			continue;
		}
		state.joins = false;
		if (event->kind == MARKDOWN_ENTER_SPAN || event->kind == MARKDOWN_LEAVE_SPAN)
		{
			if (event->type == MARKDOWN_IMAGE)
				state.images += is_enter ? 1 : -1;
			else if (event->type == MARKDOWN_LINK)
				state.is_autolink = is_enter && event->is_autolink;
		}
		else if (event->type == MARKDOWN_HEADING)
			state.is_heading = is_enter;
		else if (event->type == MARKDOWN_HTML_BLOCK)
			state.is_html_block = is_enter;
	}
}

/*
 * Are there only blanks before pos on its line - and, with containers, quote
 * marks and list markers?  Those are syntax to md4c; "in 2020. [^1]" is not.
 */
static bool
at_line_start(const Reading *reading, int pos, bool containers)
{
	const char *text = reading->text.data;

	for (;;)
	{
		int			before = pos;

		while (pos > 0 && is_blank(text[pos - 1]))
			pos--;
		if (pos == 0 || text[pos - 1] == '\n' || text[pos - 1] == '\r')
			return containers || before - pos <= 3;
		if (!containers || class_at(reading, pos - 1) != BYTE_SYNTAX)
			return false;
		if (text[pos - 1] == '>')
			pos--;
		else if (pos < before && strchr("-*+", text[pos - 1]))
			pos--;
		else if (pos < before && strchr(".)", text[pos - 1]) &&
				 pos > 1 && is_digit(text[pos - 2]))
		{
			pos--;
			while (pos > 0 && is_digit(text[pos - 1]) &&
				   class_at(reading, pos - 1) == BYTE_SYNTAX)
				pos--;
		}
		else
			return false;
	}
}

/*
 * Can a bracket at pos open a reference or a marker?  Not in an opaque zone,
 * not escaped, not in a link destination.  The bracket of a link label is
 * syntax before text; a definition can be syntax altogether.
 */
static bool
is_prose_bracket(const Reading *reading, int pos)
{
	ByteClass	class = class_at(reading, pos);

	if (class != BYTE_TEXT && class != BYTE_SYNTAX)
		return false;
	if (pos > 0 && reading->text.data[pos - 1] == '\\' &&
		class_at(reading, pos - 1) == BYTE_SYNTAX)
		return false;
	if (class == BYTE_TEXT)
		return true;
	return (pos + 1 < reading->text.len && class_at(reading, pos + 1) == BYTE_TEXT) ||
		at_line_start(reading, pos, true);
}

/* Reads "[^n]" at text[pos]: n and the byte after it, or false. */
static bool
read_label(Slice text, int pos, int *number, int *end)
{
	int			i = pos + 2;

	if (i >= text.len || text.data[pos] != '[' || text.data[pos + 1] != '^' ||
		text.data[i] == '0')
		return false;
	*number = 0;
	for (; i < text.len && i < pos + 11 && is_digit(text.data[i]); i++)
		*number = *number * 10 + (text.data[i] - '0');
	*end = i + 1;
	return i > pos + 2 && i < text.len && text.data[i] == ']';
}

static int
line_end(Slice text, int pos)
{
	const char *newline = memchr(text.data + pos, '\n', text.len - pos);

	return newline ? (int) (newline - text.data) : text.len;
}

static void
find_references(Reading *reading)
{
	Slice		text = reading->text;

	for (int pos = 0; pos < text.len; pos++)
	{
		const char *bracket = memchr(text.data + pos, '[', text.len - pos);
		Reference	found;
		bool		is_definition;

		CHECK_FOR_INTERRUPTS();
		if (bracket == NULL)
			break;
		pos = bracket - text.data;
		found.start = pos;
		if (!read_label(text, pos, &found.number, &found.end) ||
			!is_prose_bracket(reading, pos))
			continue;
		is_definition = found.end < text.len && text.data[found.end] == ':' &&
			at_line_start(reading, pos, false);
		if (is_definition)
		{
			*VEC_PUSH(&reading->definitions) = found;
			pos = line_end(text, pos) - 1;	/* what is in it, another rule says */
			continue;
		}
		*VEC_PUSH(&reading->references) = found;
		reading->bytes[pos] |= BYTE_REFERENCE;
		pos = found.end - 1;
	}
}

static bool
is_char_start(char c)
{
	return ((unsigned char) c & 0xC0) != 0x80;
}

static void
index_chars(Reading *reading)
{
	Slice		text = reading->text;

	reading->index = palloc((Size) (text.len / INDEX_STEP + 1) * sizeof(int));
	reading->index[0] = 0;
	for (int pos = 0; pos < text.len; pos++)
	{
		if (!is_char_start(text.data[pos]))
			continue;
		if (reading->nchars % INDEX_STEP == 0)
			reading->index[reading->nchars / INDEX_STEP] = pos;
		reading->nchars++;
	}
}

/* Byte of the character at offset (nchars: the end), -1 when there is none. */
static int
byte_of_char(const Reading *reading, int offset)
{
	int			pos;

	if (offset < 0 || offset > reading->nchars)
		return -1;
	if (offset == reading->nchars)
		return reading->text.len;
	pos = reading->index[offset / INDEX_STEP];
	for (int i = offset % INDEX_STEP; i > 0; i--)
	{
		pos++;
		while (!is_char_start(reading->text.data[pos]))
			pos++;
	}
	return pos;
}

/* view: the text as Markdown sees it, of the same length. */
static Reading *
read_text_as(Slice text, const char *view)
{
	Reading    *reading = palloc0(sizeof(Reading));
	Markdown   *markdown = markdown_parse(view, text.len, MARKDOWN_FOOTNOTES);

	reading->text = text;
	reading->bytes = palloc0((Size) text.len + 1);
	classify(reading, markdown);
	markdown_free(markdown);
	find_references(reading);
	index_chars(reading);
	return reading;
}

static Reading *
read_text(Slice text)
{
	return read_text_as(text, text.data);
}

/* appendBinaryStringInfo, also for the NULL of an empty slice. */
static void
append_bytes(StringInfo out, const char *bytes, int len)
{
	if (len > 0)
		appendBinaryStringInfo(out, bytes, len);
}

/* Why edit i cannot be where it says, else NULL; start is the end of the one before. */
static const char *
edit_problem(const SectionReading *section, int i, int start)
{
	const VerifyEdits *edits = &section->row->edits;
	Slice		body = section->row->body;
	Slice		inserted = edits->inserted[i];
	int			at = section->final_at[i];

	if (at < 0)
		return psprintf("edit %d is at character %d, outside of the body",
						i + 1, edits->offset[i]);
	if (at < start)
		return psprintf("edit %d at character %d overlaps the one before",
						i + 1, edits->offset[i]);
	if (inserted.len > body.len - at ||
		(inserted.len > 0 && memcmp(body.data + at, inserted.data, inserted.len) != 0))
		return psprintf("edit %d at character %d inserted text that is not there",
						i + 1, edits->offset[i]);
	return NULL;
}

/*
 * Does a removed text leave no trace in the zones of what is around it?  Whole
 * lines (a definition, which plain Markdown knows nothing of, or a source list),
 * and markers behind a fence, which plain Markdown would not close there.
 */
static bool
is_apart(const StringInfo before, Slice removed)
{
	int			pos = before->len;
	int			run = 0;

	if (removed.len == 0)
		return false;
	while (pos > 0 && strchr("`~", before->data[pos - 1]) != NULL)
		pos--, run++;
	while (pos > 0 && is_blank(before->data[pos - 1]))
		pos--;
	if (pos > 0 && before->data[pos - 1] != '\n')
		return false;
	if (run >= 3)
		return memchr(removed.data, '\n', removed.len) == NULL;
	return removed.data[removed.len - 1] == '\n';
}

/* Blanks of the same shape as a text. */
static void
append_blanked(StringInfo out, Slice text)
{
	for (int i = 0; i < text.len; i++)
		appendStringInfoCharMacro(out, text.data[i] == '\n' ? '\n' : ' ');
}

/*
 * Applies the edit script backwards.  In ascending order that is one pass: the
 * text between two edits is copied, each inserted text gives way to the
 * removed one.
 */
static void
restore_agent(SectionReading *section)
{
	const VerifyEdits *edits = &section->row->edits;
	Slice		body = section->row->body;
	StringInfoData out;
	StringInfoData view;
	int			pos = 0;

	initStringInfo(&view);
	section->final_at = palloc(Max(edits->count, 1) * sizeof(int));
	section->agent_at = palloc(Max(edits->count, 1) * sizeof(int));
	initStringInfo(&out);
	for (int i = 0; i < edits->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		section->final_at[i] = byte_of_char(section->final, edits->offset[i]);
		section->problem = edit_problem(section, i, pos);
		if (section->problem)
			return;
		append_bytes(&out, body.data + pos, section->final_at[i] - pos);
		append_bytes(&view, body.data + pos, section->final_at[i] - pos);
		section->agent_at[i] = out.len;
		if (is_apart(&out, edits->removed[i]))
			append_blanked(&view, edits->removed[i]);
		else
			append_bytes(&view, edits->removed[i].data, edits->removed[i].len);
		append_bytes(&out, edits->removed[i].data, edits->removed[i].len);
		pos = section->final_at[i] + edits->inserted[i].len;
	}
	append_bytes(&out, body.data + pos, body.len - pos);
	append_bytes(&view, body.data + pos, body.len - pos);
	section->agent = read_text_as((Slice) {out.data, out.len}, view.data);
}

static void
read_section(SectionReading *section, const VerifySection *row)
{
	section->row = row;
	section->final = read_text(row->body);
	restore_agent(section);
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

static void
check_definition_text(Audit *audit, Fault *fault)
{
	Reading    *memo = audit->memo;

	for (int n = 1; n <= audit->input->nnotes; n++)
	{
		Slice		text = audit->input->notes[n - 1].definition;

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

		CHECK_FOR_INTERRUPTS();
		if (has_open_footnote(memo->text.data + definition->end,
							  end - definition->end))
			FAULT(fault, "the memo's definition of [^%d] has a reference in it",
				  definition->number);
	}
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
	else if (at_line_start(final, reference->start, true))
		FAULT(fault, "section \"%.*s\": [^%d] is at the start of a line",
			  KEY(section), reference->number);
	else if (end < text.len && strchr("([:", text.data[end]) &&
			 !(final->bytes[end] & BYTE_REFERENCE))
		FAULT(fault, "section \"%.*s\": [^%d] is directly before \"%c\"",
			  KEY(section), reference->number, text.data[end]);
}

static void
check_places(Audit *audit, Fault *fault)
{
	for (int i = 0; i < audit->input->nsections; i++)
	{
		SectionReading *section = &audit->sections[i];

		for (int j = 0; j < section->final->references.count; j++)
		{
			CHECK_FOR_INTERRUPTS();
			check_place(section, &section->final->references.items[j], fault);
		}
	}
}

/* ------------------------------------------------- markers left behind */

static const char *
skip_blanks(const char *p)
{
	while (*p == ' ')
		p++;
	return p;
}

static const char *
skip_digits(const char *p)
{
	while (is_digit(*p))
		p++;
	return p;
}

/* Byte after "src" in any case and its separators; NULL when it is not there. */
static const char *
skip_src(const char *p)
{
	const char *after;

	if (pg_strncasecmp(p, "src", 3) != 0)
		return NULL;
	after = skip_blanks(p + 3);
	if (*after != '\0' && strchr(":-#", *after))
		after = skip_blanks(after + 1);
	return after > p + 3 ? after : NULL;
}

/* Byte after ", p. 4-5"; p when it is not there. */
static const char *
skip_page(const char *p)
{
	const char *at = skip_blanks(p);

	at = skip_blanks(*at == ',' ? at + 1 : at);
	if (*at != 'p')
		return p;
	if (strncmp(at, "page", 4) == 0)
		at += 4;
	else
		at += at[1] == 'p' || at[1] == 'g' ? 2 : 1;
	at = skip_blanks(*at == '.' ? at + 1 : at);
	if (!is_digit(*at))
		return p;
	p = skip_digits(at);
	at = skip_blanks(p);
	if (*at == '-' && is_digit(*skip_blanks(at + 1)))
		return skip_digits(skip_blanks(at + 1));
	return p;
}

/* The rest of "SRC:1" after its number: ", p. 4", ", 2", "; SRC:2", " and 3". */
static bool
is_src_tail(const char *p)
{
	p = skip_page(p);
	while (*(p = skip_blanks(p)) != '\0')
	{
		const char *after_src;

		if (strchr(",;-&", *p))
			p++;
		else if (strncmp(p, "and ", 4) == 0)
			p += 4;
		else
			return false;
		p = skip_blanks(p);
		after_src = skip_src(p);
		p = after_src ? after_src : p;
		if (!is_digit(*p))
			return false;
		p = skip_digits(p);
	}
	return true;
}

/* src and src_variant: what stands between the brackets. */
static bool
is_src(const char *inner)
{
	const char *number = skip_src(skip_blanks(inner));

	return number && is_digit(*number) && is_src_tail(skip_digits(number));
}

/* One token of at most 40 bytes? */
static bool
is_token(const char *p)
{
	int			len = strcspn(p, " ");

	return len >= 1 && len <= 40 && p[len] == '\0';
}

/* unrecognized: SRC:abc, DOC-7a, REF#12. */
static bool
is_unrecognized(const char *inner)
{
	static const char *const words[] = {
		"SRC", "SOURCE", "REF", "CITE", "CITATION", "DOC", "CHUNK", "EVIDENCE"
	};
	int			len = strcspn(inner, ":-#");
	const char *token = inner[len] ? skip_blanks(inner + len + 1) : "";

	if (strcmp(inner, "CITATION NEEDED") == 0)
		return true;
	if (!is_token(token))
		return false;
	if (strncmp(inner, "SRC:", 4) == 0)
		return true;
	for (int i = 0; i < (int) lengthof(words); i++)
	{
		if (len == (int) strlen(words[i]) && strncmp(inner, words[i], len) == 0)
			return strpbrk(token, "0123456789") != NULL;
	}
	return false;
}

/* source_tag: SOURCE-A, or a list of them. */
static bool
is_source_tag(const char *p)
{
	for (;;)
	{
		int			len;

		if (strncmp(p, "SOURCE-", 7) != 0)
			return false;
		p += 7;
		len = strspn(p, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
		p = skip_blanks(p + len);
		if (len == 0 || *p != ',')
			return len > 0 && *p == '\0';
		p = skip_blanks(p + 1);
	}
}

/*
 * Copies what is between brackets with full-width digits and colon as ASCII
 * ones, blanks and line breaks as ' ', en dash as '-'.
 */
static void
fold_inner(const char *from, int len, char *to)
{
	const unsigned char *p = (const unsigned char *) from;

	for (int i = 0; i < len; i++)
	{
		int			left = len - i;

		if (left > 2 && p[i] == 0xEF && p[i + 1] == 0xBC &&
			p[i + 2] >= 0x90 && p[i + 2] <= 0x9A)
		{
			*to++ = '0' + (p[i + 2] - 0x90);
			i += 2;
		}
		else if (left > 1 && p[i] == 0xC2 && p[i + 1] == 0xA0)
		{
			*to++ = ' ';
			i += 1;
		}
		else if (left > 2 && p[i] == 0xE2 && p[i + 1] == 0x80 && p[i + 2] == 0x93)
		{
			*to++ = '-';
			i += 2;
		}
		else
			*to++ = p[i] == '\t' || p[i] == '\n' || p[i] == '\r' ? ' ' : p[i];
	}
	*to = '\0';
}

/* Bytes of an opening (or closing) bracket at pos; 0 = none. */
static int
bracket_len(Slice text, int pos, bool closing)
{
	const char *left = text.data + pos;
	int			rest = text.len - pos;

	if (*left == (closing ? ']' : '['))
		return 1;
	if (rest >= 3 && (memcmp(left, closing ? "\xE3\x80\x91" : "\xE3\x80\x90", 3) == 0 ||
					  memcmp(left, closing ? "\xEF\xBC\xBD" : "\xEF\xBC\xBB", 3) == 0))
		return 3;
	return 0;
}

/* Does this, between brackets, make an evidence marker? */
static bool
is_evidence(const char *inner)
{
	if (inner[0] == '^')
		return inner[1] != '\0' && strchr(inner, ' ') == NULL;
	return is_src(inner) || is_source_tag(inner) || is_unrecognized(inner) ||
		strcmp(inner, "CoStar") == 0 || strcmp(inner, "Excel") == 0 ||
		strncmp(inner, "CANONICAL:", 10) == 0;
}

/* Length of the evidence marker at text[pos], 0 when there is none. */
static int
open_marker_len(const Reading *reading, int pos)
{
	Slice		text = reading->text;
	int			open = bracket_len(text, pos, false);
	int			start = pos + open;
	int			end = start;
	int			close = 0;
	bool		nests = text.len - pos > 11 && memcmp(text.data + pos, "[CANONICAL:", 11) == 0;
	char		inner[MAX_MARKER + 1];

	/* Nothing in the grammar but CANONICAL has a bracket inside. */
	while (end < text.len && end < start + MAX_MARKER &&
		   class_at(reading, end) <= BYTE_TEXT && (nests || text.data[end] != '[') &&
		   (close = bracket_len(text, end, true)) == 0)
		end++;
	if (close == 0)
		return 0;
	fold_inner(text.data + start, end - start, inner);
	if (open > 1 ? is_src(inner) : is_evidence(inner))
		return end + close - pos;
	return 0;
}

/* Counts the markers of a text; *first is the place of the first one. */
static int
count_markers(const Reading *reading, Slice *first)
{
	Slice		text = reading->text;
	int			count = 0;

	for (int pos = 0; pos < text.len; pos++)
	{
		int			number;
		int			end;
		int			len;

		if (text.data[pos] != '[' && (unsigned char) text.data[pos] < 0xE3)
			continue;
		CHECK_FOR_INTERRUPTS();
		if (bracket_len(text, pos, false) == 0 || !is_prose_bracket(reading, pos) ||
			read_label(text, pos, &number, &end))
			continue;
		len = open_marker_len(reading, pos);
		if (len > 0 && count++ == 0)
			*first = (Slice) {text.data + pos, len};
	}
	return count;
}

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
			FAULT(fault, "section \"%.*s\" still has %.*s", KEY(section),
				  first.len, first.data);
		found += count;
		fault->count += Max(count - 1, 0);
	}
	in_memo = count_markers(audit->memo, &first);
	if (in_memo > found)
		FAULT(fault, "the memo outside of its sections still has %d markers",
			  in_memo - found);
}

/* -------------------------------------------------- edits, opaque zones */

static bool
sha256_is(Slice text, const uint8 *expected)
{
	uint8		digest[PG_SHA256_DIGEST_LENGTH];
	pg_cryptohash_ctx *context = pg_cryptohash_create(PG_SHA256);
	bool		done;

	done = context && pg_cryptohash_init(context) >= 0 &&
		pg_cryptohash_update(context, (const uint8 *) text.data, text.len) >= 0 &&
		pg_cryptohash_final(context, digest, sizeof(digest)) >= 0;
	pg_cryptohash_free(context);
	return done && memcmp(digest, expected, sizeof(digest)) == 0;
}

static void
check_hash(Audit *audit, Fault *fault)
{
	for (int i = 0; i < audit->input->nsections; i++)
	{
		SectionReading *section = &audit->sections[i];

		CHECK_FOR_INTERRUPTS();
		if (!sha256_is(section->row->body, section->row->body_sha256))
			FAULT(fault, "section \"%.*s\": the body does not have the stored hash",
				  KEY(section));
	}
}

static void
check_edits(Audit *audit, Fault *fault)
{
	for (int i = 0; i < audit->input->nsections; i++)
	{
		SectionReading *section = &audit->sections[i];
		const VerifySection *row = section->row;

		CHECK_FOR_INTERRUPTS();
		if (section->problem)
			FAULT(fault, "section \"%.*s\": %s", KEY(section), section->problem);
		else if (!sha256_is(section->agent->text, row->agent_sha256))
			FAULT(fault, "section \"%.*s\": the edits do not give a body with the "
				  "agent's hash", KEY(section));
		else if (row->agent_body.data &&
				 !same_bytes(section->agent->text, row->agent_body))
			FAULT(fault, "section \"%.*s\": the edits do not give the agent's body",
				  KEY(section));
	}
}

static ByteClass
opaque_class(uint8 byte)
{
	ByteClass	class = byte & BYTE_CLASS;

	return class == BYTE_CODE || class == BYTE_HTML ? class : BYTE_SYNTAX;
}

/* A run of bytes that both bodies have: each must be in the same kind of zone. */
static void
compare_run(SectionReading *section, int final_pos, int agent_pos, int len, Fault *fault)
{
	const uint8 *final = section->final->bytes + final_pos;
	const uint8 *agent = section->agent->bytes + agent_pos;
	const char *text = section->final->text.data + final_pos;

	for (int i = 0; i < len; i++)
	{
		ByteClass	was = opaque_class(agent[i]);

		if (was == opaque_class(final[i]) || is_blank(text[i]) || text[i] == '\n')
			continue;
		FAULT(fault, "section \"%.*s\": byte %d was %s and is %s", KEY(section),
			  final_pos + i,
			  was == BYTE_CODE ? "code" : was == BYTE_HTML ? "HTML" : "text",
			  opaque_class(final[i]) == BYTE_CODE ? "code" :
			  opaque_class(final[i]) == BYTE_HTML ? "HTML" : "text");
		return;
	}
}

static void
compare_runs(SectionReading *section, Fault *fault)
{
	const VerifyEdits *edits = &section->row->edits;
	int			final_pos = 0;
	int			agent_pos = 0;

	for (int i = 0; i < edits->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		compare_run(section, final_pos, agent_pos,
					section->final_at[i] - final_pos, fault);
		final_pos = section->final_at[i] + edits->inserted[i].len;
		agent_pos = section->agent_at[i] + edits->removed[i].len;
	}
	compare_run(section, final_pos, agent_pos,
				section->final->text.len - final_pos, fault);
}

/* Zones first .. first + count of a reading. */
typedef struct ZoneRun
{
	const Reading *reading;
	int			first;
	int			count;
} ZoneRun;

static Slice
zone_text(const ZoneRun *run, int i)
{
	const OpaqueZone *zone = &run->reading->zones.items[run->first + i];

	return (Slice) {run->reading->text.data + zone->start, zone->end - zone->start};
}

/*
 * An edit may take whole zones away (a removed source block), bring HTML (a
 * chart, the end of an open comment) or carry zones along unchanged.
 */
static bool
is_fair_exchange(const ZoneRun *removed, const ZoneRun *inserted)
{
	if (removed->count == 0)
	{
		for (int i = 0; i < inserted->count; i++)
		{
			if (inserted->reading->zones.items[inserted->first + i].class == BYTE_CODE)
				return false;
		}
		return true;
	}
	if (inserted->count != 0 && inserted->count != removed->count)
		return false;
	for (int i = 0; i < inserted->count; i++)
	{
		if (!same_bytes(zone_text(removed, i), zone_text(inserted, i)))
			return false;
	}
	return true;
}

/*
 * Moves run on to the zones within [start, end).  False when a zone is only
 * partly in it, or start = end is inside of one.
 */
static bool
zones_within(ZoneRun *run, int start, int end)
{
	const OpaqueZone *zones = run->reading->zones.items;
	int			nzones = run->reading->zones.count;
	int			i = run->first + run->count;
	bool		is_whole = true;

	while (i < nzones && zones[i].end <= start)
		i++;
	run->first = i;
	for (; i < nzones && zones[i].start < end; i++)
	{
		if (zones[i].start < start || zones[i].end > end)
			is_whole = false;
	}
	run->count = i - run->first;
	if (start == end && run->count > 0)
	{
		run->count = 0;
		return false;
	}
	return is_whole;
}

static void
check_edited_zones(SectionReading *section, Fault *fault)
{
	const VerifyEdits *edits = &section->row->edits;
	ZoneRun		removed = {section->agent, 0, 0};
	ZoneRun		inserted = {section->final, 0, 0};

	for (int i = 0; i < edits->count; i++)
	{
		int			agent_at = section->agent_at[i];
		int			final_at = section->final_at[i];
		bool		is_whole;

		CHECK_FOR_INTERRUPTS();
		is_whole = zones_within(&removed, agent_at, agent_at + edits->removed[i].len);
		/* What inserted text does to its neighbours, compare_runs sees. */
		if (!zones_within(&inserted, final_at, final_at + edits->inserted[i].len))
			inserted.count = 0;
		if (!is_whole)
			FAULT(fault, "section \"%.*s\": edit %d at character %d changes code or HTML",
				  KEY(section), i + 1, edits->offset[i]);
		else if (!is_fair_exchange(&removed, &inserted))
			FAULT(fault, "section \"%.*s\": edit %d at character %d replaces code or HTML",
				  KEY(section), i + 1, edits->offset[i]);
	}
}

static void
check_opaque(Audit *audit, Fault *fault)
{
	for (int i = 0; i < audit->input->nsections; i++)
	{
		SectionReading *section = &audit->sections[i];

		if (section->agent == NULL)
			continue;			/* edits_restore says why */
		check_edited_zones(section, fault);
		compare_runs(section, fault);
	}
}

/* --------------------------------------------------------------- ledger */

static bool
is_kept(const VerifyCitation *citation)
{
	return slice_says(citation->fate, "kept");
}

static bool
has_section(const Audit *audit, const VerifyCitation *citation)
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
		const VerifyCitation *citation = &audit->input->citations[i];

		CHECK_FOR_INTERRUPTS();
		if (is_kept(citation) && has_section(audit, citation))
			kept[citation->section]++;
		else if (is_kept(citation))
			FAULT(fault, "citation %d is kept in no section", i + 1);
		else if (!slice_says(citation->fate, "removed"))
			FAULT(fault, "citation %d is neither kept nor removed", i + 1);
		else if (citation->how.len == 0)
			FAULT(fault, "citation %d is removed for no reason", i + 1);
	}
	return kept;
}

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
points_at_reference(Reading *final, const VerifyCitation *citation)
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

static bool
points_at_marker(const Reading *agent, const VerifyCitation *citation)
{
	int			pos = byte_of_char(agent, citation->marker_offset);

	return pos >= 0 && citation->marker.len > 0 &&
		citation->marker.len <= agent->text.len - pos &&
		memcmp(agent->text.data + pos, citation->marker.data, citation->marker.len) == 0;
}

static void
check_offsets(Audit *audit, Fault *fault)
{
	for (int i = 0; i < audit->input->ncitations; i++)
	{
		const VerifyCitation *citation = &audit->input->citations[i];
		SectionReading *section;

		CHECK_FOR_INTERRUPTS();
		if (!has_section(audit, citation))
			continue;
		section = &audit->sections[citation->section];
		if (is_kept(citation) && !points_at_reference(section->final, citation))
			FAULT(fault, "citation %d: section \"%.*s\" has no [^%d] of its own at "
				  "character %d", i + 1, KEY(section), citation->note_number,
				  citation->final_offset);
		if (citation->marker_offset >= 0 && section->agent &&
			!points_at_marker(section->agent, citation))
			FAULT(fault, "citation %d: the agent's body of section \"%.*s\" has no "
				  "%.*s at character %d", i + 1, KEY(section), citation->marker.len,
				  citation->marker.data ? citation->marker.data : "",
				  citation->marker_offset);
	}
}
