/*
 * answer_write.c
 *		What answer.c has found -> the answer as readers get it, and its citations.
 *
 * Each kept marker becomes [n]; its citation has the sentence, the quote that the block
 * shares with it, pages and boxes.  What names no block of the deal is reported.
 */
#include "blocks/blocks_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "evidence/evidence.h"

#define CITED_BYTES_BEFORE	800 /* of a sentence that a citation shows, before */
#define CITED_BYTES_AFTER	200 /* and after its marker */
#define QUOTED_SENTENCES	4	/* that a quotation which ends before it may have more */

typedef struct Writer
{
	const Answer *answer;
	const SourceBlock *blocks;
	int			nblocks;
	PassageText *contents;		/* of the blocks, folded once */
	FigureSource **sources;		/* their numbers, read once */
	const SourceBlock *others;	/* of the blocks' documents */
	FigureSource **other_sources;
	int			nothers;
	bool		misses_figure;
	QuoteLevel	level;
	Prose	   *prose;			/* the answer's sentences */
	int			block;			/* of the prose, where the last marker was */
	int			pos;			/* bytes of the answer written so far */
	int			counted;		/* bytes whose characters are counted */
	int			chars;
	int			number;			/* given last */
	StringInfo	out;
	StringInfo	citations;
	StringInfo	unresolved;
} Writer;

/* The block with an id, NULL = the deal has none. */
static const SourceBlock *
find_block(const Writer *w, int64 block_id)
{
	int			low;

	LOWER_BOUND(low, w->nblocks, i, w->blocks[i].block_id < block_id);
	return low < w->nblocks && w->blocks[low].block_id == block_id ? &w->blocks[low] : NULL;
}

/* Do the bytes [start, end) close a quotation that they do not open? */
static bool
closes_quotation(Slice text, int start, int end)
{
	int			straight = 0;
	int			open = 0;
	int			unopened = 0;

	for (int i = start; i < end; i++)
	{
		straight += text.data[i] == '"';
		if (end - i < 3 || memcmp(text.data + i, "\xE2\x80", 2) != 0)
			continue;
		if (text.data[i + 2] == '\x9C')
			open++;
		else if (text.data[i + 2] == '\x9D')
		{
			unopened += open == 0;
			open -= open > 0;
		}
	}
	return straight % 2 == 1 || unopened > 0;
}

/* The sentence around a marker, or its line where there is none, and of a long
 * one what is near. */
static void
sentence_around(Writer *w, const AnswerMarker *marker, int *start, int *end)
{
	Slice		text = w->answer->text;
	TextBlock  *block = NULL;
	int			sentence = -1;

	while (w->block + 1 < w->prose->blocks.count &&
		   w->prose->blocks.items[w->block + 1].start <= marker->start)
		w->block++;
	if (w->prose->blocks.count > 0)
		block = &w->prose->blocks.items[w->block];
	if (block != NULL)
		sentence = prose_sentence_at(w->prose, block, marker->start);
	*start = *end = marker->start;
	if (sentence >= 0)
	{
		const Sentence *sentences = prose_sentences(w->prose, block);
		int			first = sentence;

		while (first > 0 && sentence - first < QUOTED_SENTENCES &&
			   sentences[first].start < marker->start &&
			   marker->start - sentences[first].start < CITED_BYTES_BEFORE &&
			   closes_quotation(text, sentences[first].start, marker->start))
			first--;
		*start = Min(sentences[first].start, marker->start);
		*end = Max(sentences[sentence].end, marker->end);
	}
	*start = Max(*start, marker->start - CITED_BYTES_BEFORE);
	*end = Min(*end, marker->end + CITED_BYTES_AFTER);
	while (*start > 0 && ((unsigned char) text.data[*start] & 0xC0) == 0x80)
		(*start)++;
	while (*end < text.len && ((unsigned char) text.data[*end] & 0xC0) == 0x80)
		(*end)++;
}

/* What an answer says at a marker, without markers; both are the caller's. */
typedef struct Said
{
	Slice		text;
	Slice		quote;			/* of it, what the marker vouches for */
	Slice		part;			/* of it, what stands between the markers */
} Said;

/* A copy with runs of white space as one blank. */
static Slice
single_spaced(Slice text)
{
	Fold		folded;

	fold_text(text, QUOTE_SPACE, &folded);
	return (Slice) {folded.text.data, folded.text.len};
}

/*
 * The text around a marker.  In 'It says "a" [1] and "b" [2]' each of the markers
 * vouches for what stands between it and the one before, and the last one also for
 * what follows.
 */
static Said
said_at(Writer *w, int index)
{
	const AnswerMarker *markers = w->answer->markers.items;
	const char *text = w->answer->text.data;
	int			start;
	int			end;
	int			first = index;
	int			own = 0;		/* where in the text its part begins */
	int			at = 0;			/* where the marker was */
	bool		is_last = true;
	StringInfoData said;
	Said		result;

	sentence_around(w, &markers[index], &start, &end);
	while (first > 0 && markers[first - 1].end > start)
		first--;
	initStringInfo(&said);
	for (int i = first; i < w->answer->markers.count && markers[i].start < end; i++)
	{
		Slice		before = {text + start, Max(markers[i].start - start, 0)};

		if (i == first || !joins_markers(before, " \t\n,;()"))
		{
			if (i <= index)
				own = said.len;
			is_last &= i <= index;
			appendBinaryStringInfo(&said, before.data, before.len);
			strip_end(&said);
		}
		if (i == index)
			at = said.len;
		start = markers[i].end;
	}
	appendBinaryStringInfo(&said, text + start, Max(end - start, 0));
	result.part = single_spaced((Slice) {said.data + own, at - own});
	result.text = single_spaced((Slice) {said.data, said.len});
	result.quote =
		single_spaced(quotation_at((Slice){said.data, said.len}, own, at, is_last ? said.len : at));
	pfree(said.data);
	return result;
}

/* Characters of the answer before a byte; it never goes back. */
static int
characters_to(Writer *w, int pos)
{
	w->chars += utf8_length(w->answer->text.data + w->counted, pos - w->counted);
	w->counted = pos;
	return w->chars;
}

static const FigureSource *
source_of(FigureSource **source, const SourceBlock *block)
{
	if (*source == NULL)
		*source = figure_source(block->content);
	return *source;
}

/* Has a block all figures that another has not? */
static bool
has_missing(const Figures *figures, const FigureSource *source)
{
	for (int i = 0; i < figures->count; i++)
		if (figures->items[i].verdict == FIGURE_MISSING &&
			!figure_is_in(&figures->items[i].mention, source))
			return false;
	return true;
}

/* Looks the figures of a citation up in its block, and what it has not in the others
 * of its document. */
static void
check_block_figures(Writer *w, BlockCitation *citation)
{
	int			index = (int) (citation->block - w->blocks);
	const FigureSource *source = source_of(&w->sources[index], citation->block);
	FigureReference reference = {.sources = &source, .nsources = 1};
	bool		is_missing = false;

	figures_read_text(citation->said, &reference, 1, &citation->figures);
	for (int i = 0; i < citation->figures.count; i++)
		is_missing |= citation->figures.items[i].verdict == FIGURE_MISSING;
	w->misses_figure |= is_missing;
	for (int i = 0; i < w->nothers && is_missing && citation->other == NULL; i++)
	{
		const SourceBlock *other = &w->others[i];

		CHECK_FOR_INTERRUPTS();
		if (other->block_id != citation->block->block_id &&
			strcmp(other->doc_id, citation->block->doc_id) == 0 &&
			has_missing(&citation->figures, source_of(&w->other_sources[i], other)))
			citation->other = other;
	}
}

/* Gives a marker's block the next number, in the text and in the list. */
static void
write_citation(Writer *w, int marker, const SourceBlock *block, const Said *said, int position)
{
	const AnswerMarker *at = &w->answer->markers.items[marker];
	BlockCitation citation = {
		.number = ++w->number,
		.block = block,
		.cited_text = said->text.len > 0 ? said->text : (Slice){NULL, 0},
		.quote = said->quote,
		.said = said->part,
		.position = position,
		.end_position =
			position + utf8_length(w->answer->text.data + at->start, at->end - at->start),
	};

	citation_check(&citation, &w->contents[block - w->blocks], w->level);
	check_block_figures(w, &citation);
	appendStringInfo(w->out, "[%d]", w->number);
	if (w->citations->len > 1)
		appendStringInfoString(w->citations, ", ");
	append_block_citation(&citation, w->citations);
	if (citation.figures.items != NULL)
		pfree(citation.figures.items);
}

/* Reports what names no block of the deal, or names one outside of a marker. */
static void
write_unresolved(Writer *w, Slice marker, Slice name, int position, const char *reason)
{
	if (w->unresolved->len > 1)
		appendStringInfoString(w->unresolved, ", ");
	appendStringInfoString(w->unresolved, "{\"marker\": ");
	append_json_string(w->unresolved, marker.data, marker.len);
	appendStringInfoString(w->unresolved, ", \"block_id\": ");
	if (name.len > 0)
		append_json_string(w->unresolved, name.data, name.len);
	else
		appendStringInfoString(w->unresolved, "null");
	appendStringInfo(w->unresolved, ", \"position\": %d, \"reason\": \"%s\"}", position, reason);
}

/* The text before byte end as it is; names of blocks in it are told of. */
static void
write_text(Writer *w, int end)
{
	Slice		text = w->answer->text;
	Slice		rest = {text.data + w->pos, end - w->pos};

	appendBinaryStringInfo(w->out, rest.data, rest.len);
	while (rest.len > 0)
	{
		AnswerCite	cite;
		int			start = (int) (rest.data - text.data);

		if ((*rest.data | 0x20) == 'b' && (start == 0 || !is_alnum(rest.data[-1])) &&
			take_block_name(&rest, &cite))
			write_unresolved(w, cite.name, cite.name, characters_to(w, start), "not_read");
		else
			rest = (Slice) {rest.data + 1, rest.len - 1};
	}
	w->pos = end;
}

/* The numbers of a marker's blocks stand for it; without one the blanks before it go, too. */
static void
write_marker(Writer *w, int index)
{
	Slice		text = w->answer->text;
	const AnswerMarker *marker = &w->answer->markers.items[index];
	int			before = w->number;
	int			position;
	Said		said = {.text = {NULL, 0}};

	write_text(w, marker->start);
	position = characters_to(w, marker->start);
	w->pos = marker->end;
	for (int i = marker->first_cite; i < marker->first_cite + marker->ncites; i++)
	{
		const AnswerCite *cite = &w->answer->cites.items[i];
		const SourceBlock *block = find_block(w, cite->block_id);

		CHECK_FOR_INTERRUPTS();
		if (block == NULL)
		{
			write_unresolved(w, (Slice) {text.data + marker->start, marker->end - marker->start},
							 cite->name, position,
							 cite->name.len > 0 ? "unknown_block" : "no_block");
			continue;
		}
		if (said.text.data == NULL)
			said = said_at(w, index);
		write_citation(w, index, block, &said, position);
	}
	if (w->number > before)
	{
		pfree((char *) said.text.data);
		pfree((char *) said.quote.data);
		pfree((char *) said.part.data);
		/* "[1](see p. 3)" would be a link */
		if (w->pos < text.len && text.data[w->pos] == '(')
			appendStringInfoChar(w->out, ' ');
		return;
	}
	strip_end(w->out);
	if (w->out->len == 0 || w->out->data[w->out->len - 1] == '\n')
		w->pos = past_blanks(text.data, text.len, w->pos);
}

bool
answer_write(const Answer *answer, const SourceBlock *blocks, int nblocks,
			 const SourceBlock *others, int nothers, const Policy *policy,
			 StringInfo out, StringInfo citations, StringInfo unresolved)
{
	Writer		w = {
		.answer = answer,
		.blocks = blocks,
		.nblocks = nblocks,
		.contents = palloc_array_huge(nblocks + 1, sizeof(PassageText)),
		.sources = palloc_array_huge(nblocks + 1, sizeof(FigureSource *)),
		.others = others,
		.other_sources = palloc_array_huge(nothers + 1, sizeof(FigureSource *)),
		.nothers = nothers,
		.level = quote_level_of(slice_of(policy->quote_level)),
		.out = out,
		.citations = citations,
		.unresolved = unresolved,
	};

	for (int i = 0; i < nblocks; i++)
	{
		w.contents[i] = (PassageText) {.text = blocks[i].content};
		w.sources[i] = NULL;
	}
	for (int i = 0; i < nothers; i++)
		w.other_sources[i] = NULL;
	if (nblocks > 0)
		w.prose = prose_parse(answer->text.data, answer->text.len, &marker_extension);
	appendStringInfoChar(citations, '[');
	appendStringInfoChar(unresolved, '[');
	for (int i = 0; i < answer->markers.count; i++)
		write_marker(&w, i);
	write_text(&w, answer->text.len);
	appendStringInfoChar(citations, ']');
	appendStringInfoChar(unresolved, ']');
	return w.misses_figure;
}
