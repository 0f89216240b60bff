/*
 * appendix.c
 *		Sources consulted and data source notes: what the memo says about its
 *		sources, as rows made of the final notes.
 *
 * Three references to two notes on pages 3 and 12 of one document are the row
 *
 *		| Rent Roll | Excel | 3, 12 | 1, 4 | 3 | 2026-05-01 |
 */
#include "render/render.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "placement/placement.h"

/* --------------------------------------------------------------- escaping */

/* May c be syntax, or a blank?  Most of a text is neither. */
static inline bool
may_be_syntax(unsigned char c)
{
	switch (c)
	{
		case '\\': case '`': case '*': case '[': case ']': case '~': case '_': case '<': case '|':
		case '&': case '#': case '>': case '+': case '-': case '=': case '.': case ')': case 0x7F:
			return true;
		default:
			return c <= ' ';
	}
}

/*
 * Text from outside (titles, file names, quotes) as Markdown that says just
 * this text, on one line.  '<', '&' and '|' become entities, which every
 * renderer reads the same; other syntax gets a backslash.
 */
void
append_escaped(StringInfo out, const char *text, int len)
{
	bool		at_start = true;

	for (int i = 0; i < len; i++)
	{
		int			from = i;
		char		c;

		while (i < len && !may_be_syntax((unsigned char) text[i]))
			i++;
		appendBinaryStringInfo(out, text + from, i - from);
		at_start &= i == from;
		if (i == len)
			break;
		c = text[i];
		if ((unsigned char) c <= ' ' || c == 0x7F)
		{
			if (!at_start && out->data[out->len - 1] != ' ')
				appendStringInfoChar(out, ' ');
			continue;
		}
		if (c == '<')
			appendStringInfoString(out, "&lt;");
		else if (c == '|')
			appendStringInfoString(out, "&#124;");
		else if (c == '&' && i + 1 < len &&
				 (isalpha((unsigned char) text[i + 1]) || text[i + 1] == '#'))
			appendStringInfoString(out, "&amp;");
		else
		{
			/* some are syntax where they stand alone: at the start, in "12. ", not amid a_word */
			if (strchr("#>+-=", c) != NULL ? at_start
				: strchr(".)", c) != NULL ? i > 0 && i < 10 &&
				(i + 1 == len || text[i + 1] == ' ') &&
				(int) strspn(text, "0123456789") == i
				: c == '_' ? i == 0 || i + 1 == len || !is_word_byte(text[i - 1]) ||
				!is_word_byte(text[i + 1]) : c != '&')
				appendStringInfoChar(out, '\\');
			appendStringInfoChar(out, c);
		}
		at_start = false;
	}
}

/* ---------------------------------------------------------- documents' names */

/* An address as a link's destination, with what would end or break one encoded. */
static void
append_destination(StringInfo out, const char *url)
{
	for (const char *c = url; *c != '\0'; c++)
		if ((unsigned char) *c <= ' ' || strchr("<>()[]|`\\\"^\x7F", *c) != NULL)
			appendStringInfo(out, "%%%02X", (unsigned char) *c);
		else
			appendStringInfoChar(out, *c);
}

/* Does an address open in a viewer that goes to "#page=12"? */
static bool
has_pages(const Document *doc, const char *url)
{
	int			len = (int) strcspn(url, "?#");

	return url[strcspn(url, "#")] == '\0' &&
		   (strcmp(doc->source_type, "pdf") == 0 ||
			(len > 4 && pg_strncasecmp(url + len - 4, ".pdf", 4) == 0));
}

void
append_document(StringInfo out, const Document *doc, int page)
{
	const char *name = document_name(doc);
	const char *url = document_url(doc);

	if (url != NULL)
		appendStringInfoString(out, *name == '^' ? "[\\" : "[");
	append_escaped(out, name, (int) strlen(name));
	if (url == NULL)
		return;
	appendStringInfoString(out, "](");
	append_destination(out, url);
	if (page > 0 && has_pages(doc, url))
		appendStringInfo(out, "#page=%d", page);
	appendStringInfoChar(out, ')');
}

/* ------------------------------------------------------- sources consulted */

/* A document with the pages (0 = none) and numbers of its notes. */
typedef struct SourceRow
{
	const Document *doc;
				VEC(int) pages;
				VEC(int) notes;
} SourceRow;

static int
compare_ints(const void *a, const void *b)
{
	return *(const int *) a - *(const int *) b;
}

/* "1, 4": each number above 0 once, in order. */
static void
append_numbers(StringInfo out, int *numbers, int count)
{
	const char *separator = "";

	qsort(numbers, count, sizeof(int), compare_ints);
	for (int i = 0; i < count; i++)
		if (numbers[i] > 0 && (i == 0 || numbers[i] != numbers[i - 1]))
		{
			appendStringInfoString(out, separator);
			append_int(out, numbers[i]);
			separator = ", ";
		}
}

void
render_sources_consulted(Memo *memo)
{
	VEC(SourceRow) rows = {NULL, 0, 0};	/* in the order of their first note */
	int		   *numbers = palloc0(sizeof(int) * (memo->ndocuments + 1));	/* of rows, from 1 */
	StringInfoData table;
	StringInfo	out = &table;

	for (int i = 0; i < memo->numbered.count; i++)
	{
		const Note *note = memo->numbered.items[i];
		int		   *number;

		if (note->identity.doc == NULL)
			continue;
		number = &numbers[note->identity.doc->index];
		if (*number == 0)
		{
			VEC_PUSH(&rows)->doc = note->identity.doc;
			*number = rows.count;
		}
		*VEC_PUSH(&rows.items[*number - 1].pages) = note->identity.page;
		*VEC_PUSH(&rows.items[*number - 1].notes) = note->number;
	}
	if (rows.count == 0)
		return;
	initStringInfo(out);
	appendStringInfoString(out, "| Document | Type | Pages | Notes | References | Ingested |\n"
						   "| --- | --- | --- | --- | ---: | --- |\n");
	for (int i = 0; i < rows.count; i++)
	{
		const SourceRow *row = &rows.items[i];

		appendStringInfoString(out, "| ");
		append_document(out, row->doc, 0);
		appendStringInfo(out, " | %s | ",
						 source_type_labels[source_type_of(row->doc->source_type)]);
		append_numbers(out, row->pages.items, row->pages.count);
		appendStringInfoString(out, " | ");
		append_numbers(out, row->notes.items, row->notes.count);
		appendStringInfo(out, " | %d | %s |\n", row->doc->nrefs,
						 row->doc->ingested_on == NULL ? "" : row->doc->ingested_on);
	}
	*VEC_PUSH(&memo->tail) = (TailPart) {"Sources Consulted", table.data};
}

/* ------------------------------------------------------- data source notes */

/* Cited documents of one source type, their references and dates. */
typedef struct DataNote
{
	int			documents;
	int			references;
	int			stale;
	int			undated;
	const Document *oldest;		/* NULL = no date is known */
	const Document *newest;
} DataNote;

/* How many documents of each type are cited, and how many of any are not. */
static void
append_data_notes(const Memo *memo, StringInfo out)
{
	DataNote	notes[NSOURCE_TYPES] = {0};
	int			uncited = 0;

	for (int i = 0; i < memo->ndocuments; i++)
	{
		const Document *doc = &memo->documents[i];
		DataNote   *note = &notes[source_type_of(doc->source_type)];

		uncited += doc->nrefs == 0;
		if (doc->nrefs == 0)
			continue;
		note->documents++;
		note->references += doc->nrefs;
		note->stale += doc->is_stale;
		note->undated += doc->ingested_on == NULL;
		if (doc->ingested_on == NULL)
			continue;
		if (note->oldest == NULL || doc->ingested_day < note->oldest->ingested_day)
			note->oldest = doc;
		if (note->newest == NULL || doc->ingested_day > note->newest->ingested_day)
			note->newest = doc;
	}
	for (int i = 0; i < NSOURCE_TYPES; i++)
	{
		const DataNote *note = &notes[i];

		if (note->documents == 0)
			continue;
		appendStringInfo(out, "- %s: %d document%s, %d reference%s", source_type_labels[i],
						 note->documents, note->documents == 1 ? "" : "s",
						 note->references, note->references == 1 ? "" : "s");
		if (note->oldest != NULL)
			appendStringInfo(out, "; ingested %s", note->oldest->ingested_on);
		if (note->oldest != NULL && note->oldest->ingested_day < note->newest->ingested_day)
			appendStringInfo(out, " to %s", note->newest->ingested_on);
		if (note->oldest != NULL && note->undated > 0)	/* it is not the date of all */
			appendStringInfo(out, "; %d of unknown date", note->undated);
		if (note->stale > 0)
			appendStringInfo(out, "; %d older than %d days", note->stale, memo->policy.stale_days);
		appendStringInfoString(out, ".\n");
	}
	if (uncited > 0)
		appendStringInfo(out, "- %d of %d document%s not cited.\n", uncited, memo->ndocuments,
						 memo->ndocuments == 1 ? "" : "s");
}

/* Which notes cite no source but say something of their own, and of what kind. */
static void
append_insight_notes(const Memo *memo, StringInfo out)
{
	VEC(int)	notes = {NULL, 0, 0};

	for (int i = 0; i < memo->numbered.count; i++)
		if (memo->numbered.items[i]->kind == NOTE_INSIGHT)
			*VEC_PUSH(&notes) = memo->numbered.items[i]->number;
	if (notes.count == 0)
		return;
	appendStringInfo(out,
					 "- %d note%s not cite a document but say%s what analysts and the model add"
					 " (analyst notes, model warnings, source conflicts, assumption lineage, "
					 "inconsistent metrics, figures that contradict the model): ",
					 notes.count, notes.count == 1 ? " does" : "s do", notes.count == 1 ? "s" : "");
	append_numbers(out, notes.items, notes.count);
	appendStringInfoString(out, ".\n");
}

#define MOST_LISTED	100		/* contradictions of a page */

/* Paper has no hover: what was corrected, and what contradicts the model and stays. */
static void
append_contradictions(const Memo *memo, StringInfo out)
{
	for (int i = 0; i < memo->contradictions.count && i < MOST_LISTED; i++)
	{
		const Contradiction *entry = &memo->contradictions.items[i];
		const char *title = memo->sections[entry->section].title;

		appendStringInfoString(out, "- ");
		append_escaped(out, title, (int) strlen(title));
		appendStringInfoString(out, ": ");
		append_escaped(out, entry->name, (int) strlen(entry->name));
		appendStringInfo(out, entry->note == NULL ? " was corrected from %s to %s.\n" :
						 " %s contradicts this deal's model, which has %s.\n", entry->written,
						 entry->canonical);
	}
	if (memo->contradictions.count > MOST_LISTED)
		appendStringInfo(out, "- %d more figures contradict this deal's model.\n",
						 memo->contradictions.count - MOST_LISTED);
}

/* Ours, or agents' own in text that stays. */
static bool
has_verified_marks(const Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		const Section *section = &memo->sections[i];
		const Prose *prose = section->prose;

		if (section->corrections.count > 0)
			return true;
		for (int j = 0; j < prose->markers.count; j++)
		{
			const Marker *marker = &prose->markers.items[j];

			if (marker->kind == MARKER_VERIFIED && !is_definition_part(section, marker) &&
				!prose_leaves(prose, marker->start))
				return true;
		}
	}
	return false;
}

void
render_data_source_notes(Memo *memo)
{
	StringInfoData list;
	StringInfo	out = &list;
	int			weak = 0;

	initStringInfo(out);
	for (int i = 0; i < memo->numbered.count; i++)
		weak += memo->numbered.items[i]->nweak;
	if (memo->ndocuments > 0)
		append_data_notes(memo, out);
	append_insight_notes(memo, out);
	append_contradictions(memo, out);
	if (out->len == 0)
		return;
	if (memo->has_unchecked_quotes && !memo->has_verified_quotes)
		appendStringInfoString(out, "- The quotes in the notes were not checked:"
							   " no passage of their documents is stored.\n");
	if (weak > 0)
		appendStringInfo(out,
						 "- " WEAK_MARK " marks a reference whose own citation has a confidence"
						 " below 0.%02d.\n",
						 memo->policy.low_confidence_percent);
	if (has_verified_marks(memo))
		appendStringInfoString(
			out, "- " CORRECTION_SHOWN " stands after a figure that"
				 " was corrected to its canonical value.\n");
	*VEC_PUSH(&memo->tail) = (TailPart) {"Data Source Notes", list.data};
}
