/*
 * figures.c
 *		Every figure of a cited sentence against its evidence.
 *
 * "NOI is $4.2M [1], on 312 units [2][3]." has two clusters of references.
 *   1. $4.2M is of the part up to [1], and counted for [1]; 312 units is of the part
 *      between the clusters, and counted for [2] or [3], whichever has it.
 *   2. Each is looked for in the evidence of all three: the passages that they cite.
 *   3. What none has is missing, when at least one has a text; what is nearest is said
 *      where the evidence has another number of its kind beside the same word.
 * What is behind the last reference of a sentence, and a sentence without one, is not judged.
 */
#include "evidence/evidence_internal.h"

#define MOST_TEXTS		256		/* evidence of a sentence that one figure is looked for in */
#define MOST_EMPHASIS	4		/* bytes between a number and the note that it was corrected */
#define MOST_SHOWN		8		/* figures that an event names */

const char *const figure_verdict_names[] = {
	[FIGURE_SUPPORTED] = "supported",[FIGURE_COARSER] = "coarser",
	[FIGURE_NOT_SEEN] = "not_seen",[FIGURE_MISSING] = "missing",[FIGURE_NO_TEXT] = "no_text",
};

/* A text while its figures are read. */
typedef struct Reading
{
	const FigureReference *references;
	MentionReader reader;		/* of the text's copy */
	Mentions	mentions;		/* of the part that is read */
	Figures    *figures;
	int			first;			/* of the sentence's references, */
	int			end;			/* and behind its last */
} Reading;

/* ------------------------------------------------------------------ verdicts */

/* Looks for a figure in the texts of one reference; what is near counts until it is found. */
static void
look_in(const FigureReference *reference, Figure *figure, int *texts)
{
	for (int i = 0; i < reference->nsources && figure->verdict != FIGURE_SUPPORTED; i++, (*texts)++)
	{
		figure->verdict = Min(figure->verdict, source_verdict(reference->sources[i],
															  &figure->mention));
		source_nearest(reference->sources[i], figure);
	}
}

/* The verdict on a figure of the part that ends with references [from, to): first they
 * are asked, then the others of the sentence. */
static void
judge(Reading *reading, const Mention *mention, int from, int to)
{
	Figure	   *figure = VEC_PUSH(reading->figures);
	int			texts = 0;
	bool		is_part = false;

	CHECK_FOR_INTERRUPTS();
	*figure = (Figure) {
		.start = mention->number.start,.end = mention->number.end,.mention = *mention,
		.reference = from,.verdict = FIGURE_NO_TEXT,
	};
	for (int i = from; i < to && texts < MOST_TEXTS && figure->verdict != FIGURE_SUPPORTED; i++)
	{
		const FigureReference *reference = &reading->references[i];
		FigureVerdict before = figure->verdict;

		look_in(reference, figure, &texts);
		is_part |= reference->nsources > 0 && reference->is_part;
		if (figure->verdict < before)
			figure->reference = i;
	}
	if (figure->verdict == FIGURE_NO_TEXT)
		return;					/* whatever its neighbours have */
	for (int i = reading->first; i < reading->end && texts < MOST_TEXTS &&
		 figure->verdict != FIGURE_SUPPORTED; i++)
		if (i < from || i >= to)
			look_in(&reading->references[i], figure, &texts);
	if (figure->verdict < FIGURE_NOT_SEEN)
		figure->nearest = (Slice) {NULL, 0};
	else if (texts >= MOST_TEXTS)
		figure->verdict = FIGURE_NO_TEXT;	/* more than is looked into */
	else if (is_part && !figure->is_contradicted)
		figure->verdict = FIGURE_NOT_SEEN;
}

/* ------------------------------------------------------------------- reading */

/* What stands in a copy of the text for what is no prose; none of these is a token. */
#define MARKER_BYTE		'\x02'
#define CORRECTED_BYTE	'\x03'	/* the note that a number was corrected */
#define ZONE_BYTE		'\x04'

/* Between the references of a cluster. */
#define SEPARATORS		" \t\n,;.\"'*_)\x02\x03\x04"

static bool
is_no_prose(ZoneKind kind)
{
	return kind == ZONE_CODE_SPAN || kind == ZONE_LINK_DEST || kind == ZONE_IMAGE ||
		kind == ZONE_AUTOLINK || kind == ZONE_HTML;
}

/* The text with markers, zones and what is skipped blotted out; to be freed. */
static char *
prose_alone(const Prose *prose, const Line *skipped, int nskipped)
{
	char	   *text = pnstrdup(prose->text, prose->len);

	for (int i = 0; i < prose->zones.count; i++)
		if (is_no_prose(prose->zones.items[i].kind))
			memset(text + prose->zones.items[i].start, ZONE_BYTE,
				   prose->zones.items[i].end - prose->zones.items[i].start);
	for (int i = 0; i < nskipped; i++)
		memset(text + skipped[i].start, ZONE_BYTE, skipped[i].end - skipped[i].start);
	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];

		memset(text + marker->start, marker->kind == MARKER_VERIFIED ? CORRECTED_BYTE : MARKER_BYTE,
			   marker->len);
	}
	return text;
}

/* Does a marker part a number from digits that go on: "4.[SRC:1]2M"? */
static bool
is_cut(const char *text, const Number *number)
{
	const char *end = text + number->end;
	const char *start = text + number->start;

	end += (*end == '.' || *end == ',') && end[1] == MARKER_BYTE;
	if (*end == MARKER_BYTE && is_digit(end[strspn(end, "\x02")]))
		return true;
	if (start == text || start[-1] != MARKER_BYTE)
		return false;
	while (start > text && start[-1] == MARKER_BYTE)
		start--;
	if (start > text + 1 && (start[-1] == '.' || start[-1] == ','))
		start--;
	return start > text && is_digit(start[-1]);
}

/* The figures in [start, end), which ends with references [from, to). */
static void
read_part(Reading *reading, int start, int end, int from, int to)
{
	const char *text = reading->reader.text;

	reading->mentions.count = 0;
	reading->reader.out = &reading->mentions;
	reading->reader.pending = 0;
	mentions_read(&reading->reader, start, end);
	for (int i = 0; i < reading->mentions.count; i++)
	{
		const Mention *mention = &reading->mentions.items[i];

		if (!mention->is_name && !is_cut(text, &mention->number) &&
			memchr(text + mention->number.end, CORRECTED_BYTE,
				   strnlen(text + mention->number.end, MOST_EMPHASIS + 1)) == NULL)
			judge(reading, mention, from, to);
	}
}

/* Do only markers, blanks and separators stand between two references? */
static bool
is_cluster(const char *text, int start, int end)
{
	while (start < end && strchr(SEPARATORS, text[start]) != NULL)
		start++;
	return start >= end;
}

/* The parts of a sentence, each up to the end of its cluster. */
static void
read_sentence(Reading *reading, int start)
{
	const FigureReference *references = reading->references;
	const char *text = reading->reader.text;

	reading->reader = (MentionReader) {.text = text, .len = reading->reader.len};
	for (int from = reading->first, to; from < reading->end; from = to)
	{
		for (to = from + 1; to < reading->end &&
			 is_cluster(text, references[to - 1].pos, references[to].pos);)
			to++;
		read_part(reading, start, references[from].pos, from, to);
		start = references[to - 1].pos;
	}
}

void
figures_read(Prose *prose, const FigureReference *references, int nreferences,
			 const Line *skipped, int nskipped, Figures *figures)
{
	char	   *text = prose_alone(prose, skipped, nskipped);
	Reading		reading = {.references = references, .figures = figures,
	.reader = {.text = text, .len = prose->len}};
	int			block = 0;

	while (reading.end < nreferences && prose->blocks.count > 0)
	{
		int			pos = references[reading.end].pos;
		TextBlock  *at;
		int			sentence;
		Sentence   *sentences;
		int			end;

		CHECK_FOR_INTERRUPTS();
		while (block + 1 < prose->blocks.count && prose->blocks.items[block + 1].start <= pos)
			block++;
		reading.first = reading.end++;
		at = &prose->blocks.items[block];
		sentence = prose_sentence_at(prose, at, pos);
		if (sentence < 0)
			continue;
		sentences = prose_sentences(prose, at);
		end = sentence + 1 < at->nsentences ? sentences[sentence + 1].start : at->end + 1;
		while (reading.end < nreferences && references[reading.end].pos < end)
			reading.end++;
		read_sentence(&reading, sentences[sentence].start);
	}
	if (reading.mentions.items != NULL)
		pfree(reading.mentions.items);
	pfree(text);
}

void
figures_read_text(Slice text, const FigureReference *references, int nreferences, Figures *figures)
{
	Reading		reading = {.references = references, .figures = figures, .end = nreferences};

	reading.reader = (MentionReader) {.text = text.data, .len = text.len, .out = &reading.mentions};
	mentions_read(&reading.reader, 0, text.len);
	for (int i = 0; i < reading.mentions.count && nreferences > 0; i++)
		if (!reading.mentions.items[i].is_name)
			judge(&reading, &reading.mentions.items[i], 0, nreferences);
}

bool
figure_is_in(const Mention *figure, const FigureSource *source)
{
	return source_verdict(source, figure) == FIGURE_SUPPORTED;
}

/* -------------------------------------------------------------------- a memo */

static FigureReference
cited_evidence(Memo *memo, const Citation *citation)
{
	int			count;
	Passage   **passages = cited_passages(memo, citation, &count);
	FigureReference reference = {.pos = citation->anchor,.is_part = !names_passage(memo, citation)};

	reference.sources = palloc_array_huge(count + 1, sizeof(FigureSource *));
	for (int i = 0; i < count; i++)
	{
		const FigureSource *source = passage_figures(memo, passages[i]);

		if (source != NULL)
			reference.sources[reference.nsources++] = source;
	}
	pfree(passages);
	return reference;
}

/* What corrections replaced is said by the model, not by the sources. */
static Line *
replaced_extents(const Section *section, int *count)
{
	Line	   *extents = palloc(sizeof(Line) * (section->edits.count + 1));

	*count = 0;
	for (int i = 0; i < section->edits.count; i++)
	{
		const Edit *edit = &section->edits.items[i];

		if (edit->removed > 0)
			extents[(*count)++] = (Line) {edit->start, edit->start + edit->removed};
	}
	return extents;
}

/* Appends "missing":[...], the figures of one verdict; returns how many. */
static int
append_figures(StringInfo out, const Section *section, const Figure *figures, int count,
			   FigureVerdict verdict)
{
	int			shown = 0;

	for (int i = 0; i < count && shown < MOST_SHOWN; i++)
	{
		const Figure *figure = &figures[i];

		if (figure->verdict != verdict)
			continue;
		if (shown++ == 0)
			appendStringInfo(out, ",\"%s\":[", figure_verdict_names[verdict]);
		appendStringInfoString(out, shown > 1 ? ",{\"figure\":" : "{\"figure\":");
		append_json_string(out, section->body.data + figure->start, figure->end - figure->start);
		appendStringInfoString(out, ",\"nearest\":");
		if (figure->nearest.len > 0)
			append_json_string(out, figure->nearest.data, figure->nearest.len);
		else
			appendStringInfoString(out, "null");
		appendStringInfoChar(out, '}');
	}
	if (shown > 0)
		appendStringInfoChar(out, ']');
	return shown;
}

/* One event for the figures of a citation that its evidence has not, or has less exactly:
 * a WARNING where it has another number in their place. */
static void
report_figures(Memo *memo, const Section *section, const Citation *citation,
			   const Figure *figures, int count)
{
	StringInfoData lists;
	bool		is_missing;
	bool		is_contradicted = false;
	Event	   *event;

	initStringInfo(&lists);
	is_missing = append_figures(&lists, section, figures, count, FIGURE_MISSING) > 0;
	append_figures(&lists, section, figures, count, FIGURE_NOT_SEEN);
	append_figures(&lists, section, figures, count, FIGURE_COARSER);
	for (int i = 0; i < count; i++)
		is_contradicted |= figures[i].verdict == FIGURE_MISSING && figures[i].nearest.len > 0;
	if (lists.len > 0)
	{
		const Document *doc = citation->identity.doc;

		event = memo_event(memo, EVENT_figure_unsupported, section->index,
						   slice_of(doc != NULL ? doc->doc_id : ""),
						   "{\"citation_no\":%d,\"note\":%d%s}",
						   (int) (citation - memo->citations.items) + 1, citation->note->number,
						   lists.data);
		event->warns = is_contradicted;
		event->holds = is_missing;
	}
	pfree(lists.data);
}

static int
compare_figures(const void *a, const void *b)
{
	const Figure *x = a;
	const Figure *y = b;

	return x->reference != y->reference ? x->reference - y->reference : x->start - y->start;
}

/* What a repetition supports counts for the nearest reference that stayed. */
static void
count_for_live(Citation **citations, int count, Figures *figures)
{
	for (int i = 0; i < figures->count; i++)
	{
		int			own = figures->items[i].reference;
		int			at = own;
		int			before = own;

		while (at < count && citations[at]->is_removed)
			at++;
		while (before >= 0 && citations[before]->is_removed)
			before--;
		if (before >= 0 && (at == count || citations[at]->anchor != citations[own]->anchor))
			at = before;
		figures->items[i].reference = at;
	}
}

/* Counts what was found for each citation of a section. */
static void
count_figures(Memo *memo, Section *section, Citation **citations, int count, Figures *figures)
{
	count_for_live(citations, count, figures);
	if (figures->count > 0)
		qsort(figures->items, figures->count, sizeof(Figure), compare_figures);
	for (int first = 0, end; first < figures->count; first = end)
	{
		int			reference = figures->items[first].reference;
		Citation   *citation = citations[reference];

		for (end = first; end < figures->count && figures->items[end].reference == reference; end++)
		{
			FigureVerdict verdict = figures->items[end].verdict;

			citation->figures += verdict <= FIGURE_COARSER || verdict == FIGURE_MISSING;
			citation->figures_supported += verdict <= FIGURE_COARSER;
		}
		section->rendered.grade.figures += citation->figures;
		section->rendered.grade.figures_supported += citation->figures_supported;
		report_figures(memo, section, citation, &figures->items[first], end - first);
	}
}

static void
check_section(Memo *memo, Section *section)
{
	int			count;
	int			nreplaced;
	Citation  **citations = evidence_citations(memo, section, &count);
	FigureReference *references = palloc_array_huge(count + 1, sizeof(FigureReference));
	bool		has_text = false;
	Figures		figures = {NULL, 0, 0};

	for (int i = 0; i < count; i++)
	{
		references[i] = cited_evidence(memo, citations[i]);
		has_text |= references[i].nsources > 0;
	}
	if (has_text)
	{
		Line	   *replaced = replaced_extents(section, &nreplaced);

		figures_read(section->prose, references, count, replaced, nreplaced, &figures);
		count_figures(memo, section, citations, count, &figures);
		pfree(replaced);
	}
	if (figures.items != NULL)
		pfree(figures.items);
	pfree(references);
	pfree(citations);
}

void
check_figures(Memo *memo)
{
	if (!memo->has_passages)
		return;
	load_cited_passages(memo);
	for (int i = 0; i < memo->nsections && memo->contents.count > 0; i++)
		check_section(memo, &memo->sections[i]);
}
