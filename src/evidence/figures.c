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
	Prose	   *prose;
	const FigureReference *references;
	int			nreferences;
	const Line *skipped;
	int			nskipped;
	MentionReader reader;
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

static bool
is_no_prose(ZoneKind kind)
{
	return kind == ZONE_CODE_SPAN || kind == ZONE_LINK_DEST || kind == ZONE_IMAGE ||
		kind == ZONE_AUTOLINK || kind == ZONE_HTML;
}

/* The next bytes from pos on that are no prose: a marker, a zone or what is skipped;
 * false: there are none before the end. */
static bool
next_gap(const Reading *reading, int pos, int end, Line *gap)
{
	const Prose *prose = reading->prose;
	const Marker *markers = prose->markers.items;
	int			marker;
	int			zone;
	int			skipped;

	*gap = (Line) {end, end};
	LOWER_BOUND(marker, prose->markers.count, i, markers[i].start + markers[i].len <= pos);
	if (marker < prose->markers.count && markers[marker].start < gap->start)
		*gap = (Line) {markers[marker].start, markers[marker].start + markers[marker].len};
	LOWER_BOUND(zone, prose->zones.count, i, prose->zones.items[i].start < pos);
	for (; zone < prose->zones.count && prose->zones.items[zone].start < gap->start; zone++)
		if (is_no_prose(prose->zones.items[zone].kind))
			*gap = (Line) {prose->zones.items[zone].start, prose->zones.items[zone].end};
	LOWER_BOUND(skipped, reading->nskipped, i, reading->skipped[i].end <= pos);
	if (skipped < reading->nskipped && reading->skipped[skipped].start < gap->start)
		*gap = reading->skipped[skipped];
	return gap->start < end;
}

/* Is what follows a number the note that it was corrected? */
static bool
is_corrected(const Reading *reading, const Mention *mention)
{
	const Marker *markers = reading->prose->markers.items;
	int			count = reading->prose->markers.count;
	int			next;

	LOWER_BOUND(next, count, i, markers[i].start < mention->number.end);
	return next < count && markers[next].kind == MARKER_VERIFIED &&
		markers[next].start - mention->number.end <= MOST_EMPHASIS;
}

/* Does a marker part it from digits that go on: "4.[SRC:1]2M"? */
static bool
is_cut(const Reading *reading, const Number *number)
{
	const char *text = reading->prose->text;
	const Marker *markers = reading->prose->markers.items;
	int			count = reading->prose->markers.count;
	int			next;
	int			end;

	LOWER_BOUND(next, count, i, markers[i].start < number->end);
	end = next < count ? markers[next].start + markers[next].len : reading->prose->len;
	if (end < reading->prose->len && is_digit(text[end]) &&
		(markers[next].start == number->end || (markers[next].start == number->end + 1 &&
		 strchr(".,", text[number->end]) != NULL)))
		return true;
	end = next > 0 ? markers[next - 1].start : 0;
	return end > 1 && end + markers[next - 1].len == number->start &&
		(is_digit(text[end - 1]) ||
		 (strchr(".,", text[end - 1]) != NULL && is_digit(text[end - 2])));
}

/* The figures in [start, end), which ends with references [from, to). */
static void
read_part(Reading *reading, int start, int end, int from, int to)
{
	Line		gap;

	reading->mentions.count = 0;
	reading->reader.out = &reading->mentions;
	reading->reader.pending = 0;
	while (next_gap(reading, start, end, &gap))
	{
		mentions_read(&reading->reader, start, Max(start, gap.start));
		start = Max(gap.end, start + 1);
	}
	mentions_read(&reading->reader, start, Max(start, end));
	for (int i = 0; i < reading->mentions.count; i++)
	{
		const Mention *mention = &reading->mentions.items[i];

		if (!mention->is_name && !is_corrected(reading, mention) &&
			!is_cut(reading, &mention->number))
			judge(reading, mention, from, to);
	}
}

/* Do only markers, blanks and separators stand between two references? */
static bool
is_cluster(const Reading *reading, int start, int end)
{
	Line		gap;

	for (;;)
	{
		bool		goes_on = next_gap(reading, start, end, &gap);

		for (; start < Min(gap.start, end); start++)
			if (strchr(" \t\n,;.\"'*_)", reading->prose->text[start]) == NULL)
				return false;
		if (!goes_on)
			return true;
		start = Max(gap.end, start + 1);
	}
}

/* The parts of a sentence, each up to the end of its cluster. */
static void
read_sentence(Reading *reading, int start)
{
	const FigureReference *references = reading->references;

	reading->reader = (MentionReader) {.text = reading->prose->text, .len = reading->prose->len};
	for (int from = reading->first; from < reading->end;)
	{
		int			to = from + 1;

		while (to < reading->end && is_cluster(reading, references[to - 1].pos, references[to].pos))
			to++;
		read_part(reading, start, references[from].pos, from, to);
		start = references[to - 1].pos;
		from = to;
	}
}

void
figures_read(Prose *prose, const FigureReference *references, int nreferences,
			 const Line *skipped, int nskipped, Figures *figures)
{
	Reading		reading = {.prose = prose, .references = references, .nreferences = nreferences,
	.skipped = skipped, .nskipped = nskipped, .figures = figures};
	int			block = 0;

	while (reading.end < nreferences)
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
		if (prose->blocks.count == 0)
			continue;
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
}

void
figures_read_text(Slice text, const FigureReference *references, int nreferences, Figures *figures)
{
	Reading		reading = {.references = references, .nreferences = nreferences, .figures = figures,
	.end = nreferences};

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

static int
compare_extents(const void *a, const void *b)
{
	return ((const Line *) a)->start - ((const Line *) b)->start;
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
	qsort(extents, *count, sizeof(Line), compare_extents);
	return extents;
}

/* Appends "missing":[...], the figures of one verdict. */
static void
append_figures(StringInfo out, const Section *section, const Figures *figures, int first,
			   int count, FigureVerdict verdict)
{
	int			shown = 0;

	for (int i = first; i < first + count; i++)
	{
		const Figure *figure = &figures->items[i];

		if (figure->verdict != verdict || shown == MOST_SHOWN)
			continue;
		if (shown++ == 0)
			appendStringInfo(out, ",\"%s\":[", figure_verdict_names[verdict]);
		appendStringInfo(out, "%s{\"figure\":", shown > 1 ? "," : "");
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
}

/* One event for the figures of a citation that its evidence has not, or has less exactly:
 * a WARNING where it has another number in their place. */
static void
report_figures(Memo *memo, const Section *section, const Citation *citation,
			   const Figures *figures, int first, int count)
{
	StringInfoData lists;
	bool		is_missing = false;
	bool		is_contradicted = false;
	Event	   *event;

	initStringInfo(&lists);
	for (int i = first; i < first + count; i++)
	{
		is_missing |= figures->items[i].verdict == FIGURE_MISSING;
		is_contradicted |= figures->items[i].verdict == FIGURE_MISSING &&
			figures->items[i].nearest.len > 0;
	}
	append_figures(&lists, section, figures, first, count, FIGURE_MISSING);
	append_figures(&lists, section, figures, first, count, FIGURE_NOT_SEEN);
	append_figures(&lists, section, figures, first, count, FIGURE_COARSER);
	if (lists.len > 0)
	{
		event = memo_event(memo, EVENT_figure_unsupported, section->index,
						   slice_of(citation->identity.doc != NULL ?
									citation->identity.doc->doc_id : ""),
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
		report_figures(memo, section, citation, figures, first, end - first);
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
