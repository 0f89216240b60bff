/*
 * rollup.c
 *		Sources consulted and data source notes: what the memo says about its
 *		sources, written from the final notes.
 */
#include "render/render.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"
#include "placement/placement.h"

#include <limits.h>

/* --------------------------------------------------------------- escaping */

static bool
is_plain(char c)
{
	return isalnum((unsigned char) c) || (unsigned char) c >= 0x80;
}

/* May c be syntax, or a blank?  Most of a text is neither. */
static inline bool
may_be_syntax(unsigned char c)
{
	switch (c)
	{
		case '\\': case '`': case '*': case '[': case ']': case '~': case '_': case '<': case '|': case '&':
		case '#': case '>': case '+': case '-': case '=': case '.': case ')': case 0x7F:
			return true;
		default:
			return c <= ' ';
	}
}

/* Is text[i] syntax of Markdown, where it stands? */
static bool
is_syntax(const char *text, int len, int i, bool at_start)
{
	char		before = i > 0 ? text[i - 1] : ' ';
	char		after = i + 1 < len ? text[i + 1] : ' ';

	switch (text[i])
	{
		case '_':
			return !(is_plain(before) && is_plain(after));
		case '#': case '>': case '+': case '-': case '=':
			return at_start;
		case '.': case ')':
			return i > 0 && i < 10 && after == ' ' && (int) strspn(text, "0123456789") == i;
		case '&':
			return false;
		default:
			return true;
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
		else if (c == '&' && i + 1 < len && (isalpha((unsigned char) text[i + 1]) || text[i + 1] == '#'))
			appendStringInfoString(out, "&amp;");
		else
		{
			if (is_syntax(text, len, i, at_start))
				appendStringInfoChar(out, '\\');
			appendStringInfoChar(out, c);
		}
		at_start = false;
	}
}

/* --------------------------------------------------------------- clusters */

static int
compare_clusters(const void *a, const void *b)
{
	const Note *x = *(Note *const *) a;
	const Note *y = *(Note *const *) b;

	if (x->cluster != y->cluster)
		return x->cluster < y->cluster ? -1 : 1;
	return x->number - y->number;
}

/* Documents in the order of their first note; notes without one are last. */
void
render_clusters(Memo *memo)
{
	int		   *clusters = palloc0(sizeof(int) * (memo->ndocuments + 1));
	int			count = 0;

	memo->clustered = palloc_array_huge(memo->nnumbered + 1, sizeof(Note *));
	for (int i = 0; i < memo->nnumbered; i++)
	{
		Note	   *note = memo->numbered[i];

		memo->clustered[i] = note;
		note->cluster = INT_MAX;
		if (note->identity.doc == NULL)
			continue;
		if (clusters[note->identity.doc->index] == 0)
			clusters[note->identity.doc->index] = ++count;
		note->cluster = clusters[note->identity.doc->index];
	}
	qsort(memo->clustered, memo->nnumbered, sizeof(Note *), compare_clusters);
	pfree(clusters);
}

/* Notes of one document: clustered[from, to); to = from at the end. */
static int
cluster_end(const Memo *memo, int from)
{
	int			to = from;

	while (to < memo->nnumbered && memo->clustered[to]->identity.doc != NULL &&
		   memo->clustered[to]->cluster == memo->clustered[from]->cluster)
		to++;
	return to;
}

/* ------------------------------------------------------------ the tables */

static const char *
type_label(const char *source_type)
{
	static const char *const labels[][2] = {
		{"user", "User"}, {"excel", "Excel"}, {"costar", "CoStar"}, {"pdf", "PDF"}, {"web", "Web"},
	};

	for (int i = 0; i < (int) lengthof(labels); i++)
		if (strcmp(labels[i][0], source_type) == 0)
			return labels[i][1];
	return "Other";
}

static int
compare_ints(const void *a, const void *b)
{
	return *(const int *) a < *(const int *) b ? -1 : *(const int *) a > *(const int *) b;
}

static void
append_numbers(StringInfo out, int *numbers, int count)
{
	int			printed = 0;

	qsort(numbers, count, sizeof(int), compare_ints);
	for (int i = 0; i < count; i++)
		if (numbers[i] > 0 && (i == 0 || numbers[i] != numbers[i - 1]))
		{
			if (printed++ > 0)
				appendStringInfoString(out, ", ");
			append_int(out, numbers[i]);
		}
}

static void
append_source_row(Memo *memo, int from, int to)
{
	StringInfo	out = &memo->tail;
	Document   *doc = memo->clustered[from]->identity.doc;
	int		   *numbers = palloc(sizeof(int) * (to - from));

	appendStringInfoString(out, "| ");
	append_escaped(out, document_name(doc), (int) strlen(document_name(doc)));
	appendStringInfo(out, " | %s | ", type_label(doc->source_type));
	for (int i = from; i < to; i++)
		numbers[i - from] = memo->clustered[i]->identity.page;
	append_numbers(out, numbers, to - from);
	appendStringInfoString(out, " | ");
	for (int i = from; i < to; i++)
		numbers[i - from] = memo->clustered[i]->number;
	append_numbers(out, numbers, to - from);
	appendStringInfo(out, " | %d | %s |\n", doc->nrefs, doc->ingested_on == NULL ? "" : doc->ingested_on);
	pfree(numbers);
}

void
render_sources_consulted(Memo *memo)
{
	if (memo->nnumbered == 0 || memo->clustered[0]->identity.doc == NULL)
		return;
	appendStringInfoString(&memo->tail, "## Sources Consulted\n\n"
						   "| Document | Type | Pages | Notes | References | Ingested |\n"
						   "| --- | --- | --- | --- | ---: | --- |\n");
	for (int from = 0, to; (to = cluster_end(memo, from)) > from; from = to)
		append_source_row(memo, from, to);
	appendStringInfoChar(&memo->tail, '\n');
}

/* Documents, references and dates of one source type. */
typedef struct TypeSummary
{
	int			documents;
	int			references;
	int			stale;
	int			undated;
	const Document *oldest;		/* NULL = no date is known */
	const Document *newest;
} TypeSummary;

static TypeSummary
summarize_type(const Memo *memo, const char *label, int *uncited)
{
	TypeSummary sum = {0};

	for (int i = 0; i < memo->ndocuments; i++)
	{
		const Document *doc = &memo->documents[i];

		if (strcmp(type_label(doc->source_type), label) != 0)
			continue;
		*uncited += doc->nrefs == 0;
		if (doc->nrefs == 0)
			continue;
		sum.documents++;
		sum.references += doc->nrefs;
		sum.stale += doc->is_stale;
		sum.undated += doc->ingested_on == NULL;
		if (doc->ingested_on == NULL)
			continue;
		if (sum.oldest == NULL || doc->ingested_day < sum.oldest->ingested_day)
			sum.oldest = doc;
		if (sum.newest == NULL || doc->ingested_day > sum.newest->ingested_day)
			sum.newest = doc;
	}
	return sum;
}

static void
append_type(StringInfo out, const char *label, const TypeSummary *sum, int stale_days)
{
	appendStringInfo(out, "- %s: %d document%s, %d reference%s", label,
					 sum->documents, sum->documents == 1 ? "" : "s",
					 sum->references, sum->references == 1 ? "" : "s");
	if (sum->oldest != NULL)
		appendStringInfo(out, "; ingested %s", sum->oldest->ingested_on);
	if (sum->oldest != NULL && sum->oldest->ingested_day < sum->newest->ingested_day)
		appendStringInfo(out, " to %s", sum->newest->ingested_on);
	if (sum->oldest != NULL && sum->undated > 0)	/* it is not the date of all */
		appendStringInfo(out, "; %d of unknown date", sum->undated);
	if (sum->stale > 0)
		appendStringInfo(out, "; %d older than %d days", sum->stale, stale_days);
	appendStringInfoString(out, ".\n");
}

static bool
has_weak_marks(const Memo *memo)
{
	for (int i = 0; i < memo->nnumbered; i++)
		if (memo->numbered[i]->nweak > 0)
			return true;
	return false;
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

			if (marker->kind == MARKER_VERIFIED && !is_definition_part(section, marker) && !prose_leaves(prose, marker->start))
				return true;
		}
	}
	return false;
}

/* Which notes cite no source but say something of their own, and of what kind. */
static void
append_insight_legend(const Memo *memo, StringInfo out)
{
	int			count = 0;

	for (int i = 0; i < memo->nnumbered; i++)
		count += memo->numbered[i]->kind == NOTE_INSIGHT;
	if (count == 0)
		return;
	appendStringInfo(out, "- %d note%s not cite a document but say%s what analysts and the model add"
					 " (analyst notes, model warnings, source conflicts, assumption lineage, inconsistent metrics): ",
					 count, count == 1 ? " does" : "s do", count == 1 ? "s" : "");
	for (int i = 0, printed = 0; i < memo->nnumbered; i++)
		if (memo->numbered[i]->kind == NOTE_INSIGHT)
		{
			if (printed++ > 0)
				appendStringInfoString(out, ", ");
			append_int(out, memo->numbered[i]->number);
		}
	appendStringInfoString(out, ".\n");
}

/* How many documents of each type are cited, and how many of any are not. */
static void
append_documents(const Memo *memo, StringInfo out)
{
	static const char *const labels[] = {"User", "Excel", "CoStar", "PDF", "Web", "Other"};
	int			uncited = 0;

	for (int i = 0; i < (int) lengthof(labels); i++)
	{
		TypeSummary sum = summarize_type(memo, labels[i], &uncited);

		if (sum.documents > 0)
			append_type(out, labels[i], &sum, memo->policy.stale_days);
	}
	appendStringInfo(out, "- %d of %d document%s not cited.\n", uncited, memo->ndocuments,
					 memo->ndocuments == 1 ? "" : "s");
}

void
render_data_source_notes(Memo *memo)
{
	StringInfo	out = &memo->tail;
	int			heading = out->len;
	int			start;

	appendStringInfoString(out, "## Data Source Notes\n\n");
	start = out->len;
	if (memo->ndocuments > 0)
		append_documents(memo, out);
	append_insight_legend(memo, out);
	if (out->len == start)
	{
		out->data[out->len = heading] = '\0';
		return;
	}
	if (memo->has_unchecked_quotes && !memo->has_verified_quotes)
		appendStringInfoString(out, "- The quotes in the notes were not checked: no passage of their documents is stored.\n");
	if (has_weak_marks(memo))
		appendStringInfo(out, "- " WEAK_MARK " marks a reference whose own citation has a confidence below 0.%02d.\n",
						 memo->policy.low_confidence_percent);
	if (has_verified_marks(memo))
		appendStringInfoString(out, "- \\[VERIFIED: corrected from N per source data\\] stands after a figure that"
							   " was corrected to its canonical value.\n");
	appendStringInfoChar(out, '\n');
}
