/*
 * answer.c
 *		Block citations in an answer: markers become [1], [2], ... by position.
 *
 *	value is 2,300,000 [ID: 1](BLOCK_CITE_ID_7).		the model's answer
 *	value is 2,300,000 [1].								what readers get
 *
 * and one citation for each occurrence: nothing is merged, for each number is
 * a place to show.  A marker without a block that the deal has is taken out,
 * with the blanks before it, and reported; it leaves no gap in the numbers.
 * Read as markers are
 *
 *	[ID: X](BLOCK_CITE_ID_7)	X is anything; blanks may stand between all parts,
 *	[ID: X] BLOCK_CITE_ID_7		and more than one block in the parentheses, each
 *	[SOURCE_ID: X](...)			as code or as the address of a link: `BLOCK_CITE_ID_7`
 *	[1](BLOCK_CITE_ID_7)		a number or label as models write them, which is not
 *	[[1]](...)  [Source 1](...)	the one that readers get; other text stays before its number
 *	[BLOCK_CITE_ID_7]  (BLOCK_CITE_ID_7)  [ID: BLOCK_CITE_ID_7]
 *	[ID: X]						names no block: taken out
 */
#include "blocks/blocks_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "evidence/evidence.h"

#define MOST_SOURCE_BYTES	64	/* of X in [ID: X] */
#define MOST_LABEL_DIGITS	3	/* of 1 in [1](...): more may be a value of the text */
#define CITED_BYTES_BEFORE	800 /* of a sentence that a citation shows, before */
#define CITED_BYTES_AFTER	200 /* and after its marker */
#define QUOTED_SENTENCES	4	/* that a quotation which ends before it may have more */

/* -------------------------------------------------------------------- scanning */

/* Behind all of these bytes from pos on. */
static int
skip_any(Slice text, int pos, const char *bytes)
{
	while (pos < text.len && strchr(bytes, text.data[pos]) != NULL)
		pos++;
	return pos;
}

static int
skip_blanks(Slice text, int pos)
{
	return skip_any(text, pos, " \t");
}

static bool
is_at(Slice text, int pos, char c)
{
	return pos < text.len && text.data[pos] == c;
}

/* End of a block's name at pos, -1 when there is none; a name that no block can
 * have gives id -1. */
static int
read_block_name(Slice text, int pos, int64 *id)
{
	const int	prefix = sizeof(BLOCK_ID_PREFIX) - 1;
	int			end = pos + prefix;
	int64		value = 0;

	if (end >= text.len || pg_strncasecmp(text.data + pos, BLOCK_ID_PREFIX, prefix) != 0)
		return -1;
	for (; end < text.len && text.data[end] >= '0' && text.data[end] <= '9'; end++)
		value = value < 0 || end - pos - prefix >= 18 ? -1 : value * 10 + text.data[end] - '0';
	*id = end == pos + prefix ? -1 : value;
	while (end < text.len && (is_word_byte(text.data[end]) || text.data[end] == '_'))
	{
		*id = -1;
		end++;
	}
	return end;
}

/* The marker that is being read cites a block, whose name is [start, end). */
static void
add_cite(Answer *answer, int64 block_id, int start, int end)
{
	AnswerCite *cite = VEC_PUSH(&answer->cites);

	cite->marker = answer->markers.count;
	cite->block_id = block_id;
	cite->name = (Slice) {answer->text.data + start, end - start};
}

/* What stands between two names: a comma, a semicolon, "and", or nothing. */
static int
skip_separator(Slice text, int pos)
{
	if (is_at(text, pos, ',') || is_at(text, pos, ';') || is_at(text, pos, '&'))
		pos = skip_blanks(text, pos + 1);
	if (pos + 4 <= text.len && pg_strncasecmp(text.data + pos, "and ", 4) == 0)
		pos += 4;
	return pos;
}

/* Names of blocks from pos to the closing bracket, each with what makes it code,
 * strong or an address; returns the byte after it, -1 when that is not all. */
static int
read_names(Answer *answer, int pos, char closing)
{
	Slice		text = answer->text;
	int			before = answer->cites.count;

	for (;;)
	{
		int64		id;
		int			start = skip_any(text, pos, " \t`*<#");
		int			end = read_block_name(text, start, &id);

		if (end < 0)
			break;
		add_cite(answer, id, start, end);
		pos = skip_any(text, end, " \t`*>");
		if (is_at(text, pos, closing))
			return pos + 1;
		pos = skip_separator(text, pos);
	}
	answer->cites.count = before;
	return -1;
}

/* "[ID: X" from its bracket: where X begins, -1 when it is something else. */
static int
read_source(Slice text, int pos)
{
	pos = skip_blanks(text, pos + 1);
	if (pos + 7 <= text.len && pg_strncasecmp(text.data + pos, "SOURCE_", 7) == 0)
		pos += 7;				/* as the prompt writes it */
	if (pos + 2 > text.len || pg_strncasecmp(text.data + pos, "ID", 2) != 0)
		return -1;
	pos = skip_blanks(text, pos + 2);
	return is_at(text, pos, ':') ? skip_blanks(text, pos + 1) : -1;
}

/* The end of "[1]", "[^1]", "[Source 1]" or "[[1]]" at its bracket, -1 when it is
 * something else. */
static int
read_block_label(Slice text, int pos)
{
	static const char *const words[] = {"source", "reference", "ref",  "citation",
										"cite",	  "block",	   "note", "id"};
	int			brackets = is_at(text, pos + 1, '[') ? 2 : 1;
	int			word = skip_any(text, pos + brackets, " \t^#");
	int			end = word;
	int			digits;

	for (int i = 0; i < (int) lengthof(words) && end == word; i++)
	{
		int			len = (int) strlen(words[i]);

		if (word + len <= text.len && pg_strncasecmp(text.data + word, words[i], len) == 0)
			end = word + len;
	}
	digits = skip_any(text, end, " \t.:#");
	pos = skip_any(text, digits, "0123456789");
	if (pos - digits > MOST_LABEL_DIGITS || (pos == digits && end == word))
		return -1;
	pos = skip_blanks(text, pos);
	for (; brackets > 0; brackets--)
		if (!is_at(text, pos++, ']'))
			return -1;
	return pos;
}

/* Names in brackets behind what ends before byte pos; -1 when there are none. */
static int
read_linked(Answer *answer, int pos)
{
	int			next = skip_blanks(answer->text, pos);

	return is_at(answer->text, next, '(') ? read_names(answer, next + 1, ')') : -1;
}

/* The end of a marker at a bracket, -1 when there is none; adds what it cites. */
static int
read_marker(Answer *answer, int pos)
{
	Slice		text = answer->text;
	int			source;
	int			end;
	int			next;
	int			named;
	int64		id;

	if (text.data[pos] == '(')
		return read_names(answer, pos + 1, ')');
	if ((end = read_names(answer, pos + 1, ']')) >= 0)
		return end;
	if ((source = read_source(text, pos)) < 0)
		return (end = read_block_label(text, pos)) < 0 ? -1 : read_linked(answer, end);
	if ((end = read_names(answer, source, ']')) >= 0)
		return end;
	for (end = source; end < text.len && text.data[end] != ']'; end++)
		if (text.data[end] == '\n' || text.data[end] == '[' || end - source >= MOST_SOURCE_BYTES)
			return -1;
	if (end == text.len)
		return -1;
	if ((named = read_linked(answer, end + 1)) >= 0)
		return named;
	next = skip_blanks(text, end + 1);
	if ((named = read_block_name(text, next, &id)) >= 0)
	{
		add_cite(answer, id, next, named);
		return named;
	}
	if (end == source)
		return -1;
	add_cite(answer, -1, end, end);
	return end + 1;
}

/* Markers in order; what is none is text. */
Answer *
answer_scan(Slice text)
{
	Answer	   *answer = palloc0(sizeof(Answer));

	answer->text = text;
	for (int pos = 0; pos < text.len;)
	{
		int			first = answer->cites.count;
		int			end = -1;

		if ((pos & 0xFFF) == 0)
			CHECK_FOR_INTERRUPTS();
		if (text.data[pos] == '[' || text.data[pos] == '(')
			end = read_marker(answer, pos);
		if (end < 0)
		{
			pos++;
			continue;
		}
		*VEC_PUSH(&answer->markers) = (AnswerMarker) {pos, end, first, answer->cites.count - first};
		pos = end;
	}
	return answer;
}

int64
block_id_of(Slice name)
{
	int64		id = 0;

	name = json_trim(name);
	if (read_block_name(name, 0, &id) == name.len)
		return id;
	if (name.len == 0 || name.len > 18)
		return -1;
	for (int i = 0; i < name.len; i++)
	{
		if (name.data[i] < '0' || name.data[i] > '9')
			return -1;
		id = id * 10 + name.data[i] - '0';
	}
	return id;
}

/* --------------------------------------------------------------------- writing */

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
	Slice		part;			/* of it, what stands before the marker and behind the one before */
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
			!figure_is_in(&figures->items[i], source))
			return false;
	return true;
}

/* Looks the figures of a citation up in its block, and what it has not in the others
 * of its document. */
static void
check_block_figures(Writer *w, BlockCitation *citation)
{
	int			index = (int) (citation->block - w->blocks);
	FigureReference reference = {0, source_of(&w->sources[index], citation->block)};
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

/* Reports what a marker names that is no block of the deal. */
static void
write_unresolved(Writer *w, const AnswerMarker *marker, const AnswerCite *cite, int position)
{
	if (w->unresolved->len > 1)
		appendStringInfoString(w->unresolved, ", ");
	appendStringInfoString(w->unresolved, "{\"marker\": ");
	append_json_string(w->unresolved, w->answer->text.data + marker->start,
					   marker->end - marker->start);
	appendStringInfoString(w->unresolved, ", \"block_id\": ");
	if (cite->name.len > 0)
		append_json_string(w->unresolved, cite->name.data, cite->name.len);
	else
		appendStringInfoString(w->unresolved, "null");
	appendStringInfo(w->unresolved, ", \"position\": %d, \"reason\": \"%s\"}", position,
					 cite->name.len > 0 ? "unknown_block" : "no_block");
}

/* The numbers of a marker's blocks stand for it; without one the blanks before it go, too. */
static void
write_marker(Writer *w, int index)
{
	Slice		text = w->answer->text;
	const AnswerMarker *marker = &w->answer->markers.items[index];
	int			position = characters_to(w, marker->start);
	int			before = w->number;
	Said		said = {.text = {NULL, 0}};

	appendBinaryStringInfo(w->out, text.data + w->pos, marker->start - w->pos);
	w->pos = marker->end;
	for (int i = marker->first_cite; i < marker->first_cite + marker->ncites; i++)
	{
		const AnswerCite *cite = &w->answer->cites.items[i];
		const SourceBlock *block = find_block(w, cite->block_id);

		CHECK_FOR_INTERRUPTS();
		if (block == NULL)
		{
			write_unresolved(w, marker, cite, position);
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
		if (is_at(text, w->pos, '('))
			appendStringInfoChar(w->out, ' ');
		return;
	}
	strip_end(w->out);
	if (w->out->len == 0 || w->out->data[w->out->len - 1] == '\n')
		w->pos = skip_blanks(text, w->pos);
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
	appendBinaryStringInfo(out, answer->text.data + w.pos, answer->text.len - w.pos);
	appendStringInfoChar(citations, ']');
	appendStringInfoChar(unresolved, ']');
	return w.misses_figure;
}
