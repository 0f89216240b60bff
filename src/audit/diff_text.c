/*
 * diff_text.c
 *		What changed in the text of a section of two memos: its sentences, old and new.
 *
 *		NOI rose to $4.2M. Roofs are fine.			(from)
 *		NOI rose to $4.3M. Roofs are fine.			(to)
 *
 * gives "NOI rose to [-$4.2M.-]" and "NOI rose to {+$4.3M.+}".  Sentences that both texts have
 * pair up, the nth of the same words with the nth; of the others those behind the same pair are
 * editions of each other, in order, and what is left over was added or removed.
 */
#include "audit/audit_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"

#define MOST_CELLS	1000000		/* of the table that compares words; more are not compared */

DiffRow *
diff_add_row(Diff *diff, const char *kind, const char *section_key, const char *detail)
{
	DiffRow    *row = VEC_PUSH(&diff->rows);

	row->kind = kind;
	row->section_key = section_key;
	row->detail = detail;
	return row;
}

const char *
diff_change(const char *from, const char *to)
{
	return psprintf("%s -> %s", from, to);
}

/* ----------------------------------------------------------------- reading */

Slice
diff_plain(const Prose *prose, int start, int end, int *next)
{
	StringInfoData out;

	initStringInfo(&out);
	for (int pos = start; pos < end;)
	{
		const Marker *marker;

		while (*next < prose->markers.count && prose->markers.items[*next].start < pos)
			(*next)++;
		marker = *next < prose->markers.count ? &prose->markers.items[*next] : NULL;
		if (marker != NULL && marker->start == pos && marker->kind == MARKER_NOTE_REF)
		{
			pos += marker->len;
			if (end - pos >= 3 && memcmp(prose->text + pos, WEAK_MARK, 3) == 0)
				pos += 3;
			continue;
		}
		if (strchr(" \t\r\n", prose->text[pos]) == NULL)
			appendStringInfoChar(&out, prose->text[pos]);
		else if (out.len > 0 && out.data[out.len - 1] != ' ')
			appendStringInfoChar(&out, ' ');
		pos++;
	}
	while (out.len > 0 && out.data[out.len - 1] == ' ')
		out.len--;
	return (Slice) {out.data, out.len};
}

static void
add_line(const Prose *prose, int start, int end, int *next, TextLines *lines)
{
	Slice		text = diff_plain(prose, start, end, next);

	if (text.len > 0)
		*VEC_PUSH(lines) = (TextLine) {text, start, slice_hash(text, 0), 0, -1};
}

/* Sentences, cells, headings and blocks of code; what is HTML is no text. */
TextLines
lines_read(Prose *prose)
{
	TextLines	lines = {NULL, 0, 0};
	KeyMap		seen = {NULL, 0, 0};
	int			next = 0;

	for (int i = 0; i < prose->blocks.count; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];
		const Sentence *sentences = NULL;

		CHECK_FOR_INTERRUPTS();
		if (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_TABLE)
			sentences = prose_sentences(prose, block);
		for (int j = 0; sentences != NULL && j < block->nsentences; j++)
			add_line(prose, sentences[j].start, sentences[j].end, &next, &lines);
		if (sentences == NULL && block->kind != BLOCK_HTML)
			add_line(prose, block->start, block->end, &next, &lines);
	}
	for (int i = 0; i < lines.count; i++)
		lines.items[i].nth = (*keymap_at(&seen, lines.items[i].hash))++;
	keymap_free(&seen);
	return lines;
}

void
lines_pair(TextLines *from, TextLines *to)
{
	KeyMap		places = {NULL, 0, 0};

	for (int i = 0; i < from->count; i++)
		*keymap_at(&places, from->items[i].hash + (uint64) from->items[i].nth) = i + 1;
	for (int i = 0; i < to->count; i++)
	{
		int			at = keymap_get(&places, to->items[i].hash + (uint64) to->items[i].nth);

		if (at == 0)
			continue;
		to->items[i].partner = at - 1;
		from->items[at - 1].partner = i;
	}
	keymap_free(&places);
}

/* ------------------------------------------------------------------- words */

typedef VEC(Slice) Words;

static Words
words_of(Slice text)
{
	Words		words = {NULL, 0, 0};

	for (int i = 0, start = 0; i <= text.len; i++)
		if (i == text.len || text.data[i] == ' ')
		{
			if (i > start)
				*VEC_PUSH(&words) = (Slice) {text.data + start, i - start};
			start = i + 1;
		}
	return words;
}

/* Which words of both are in their longest common sequence. */
static void
mark_common(const Words *from, const Words *to, bool *old, bool *new)
{
	int			width = to->count + 1;
	int		   *longest;

	if ((int64) (from->count + 1) * width > MOST_CELLS)
		return;
	longest = palloc0(sizeof(int) * (Size) (from->count + 1) * width);
	for (int i = from->count - 1; i >= 0; i--)
		for (int j = to->count - 1; j >= 0; j--)
			longest[i * width + j] = slice_equal(from->items[i], to->items[j])
				? longest[(i + 1) * width + j + 1] + 1
				: Max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
	for (int i = 0, j = 0; i < from->count && j < to->count;)
		if (slice_equal(from->items[i], to->items[j]))
			old[i++] = new[j++] = true;
		else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1])
			i++;
		else
			j++;
	pfree(longest);
}

/* The words, with runs of those that the other has not between two marks. */
static const char *
marked_words(const Words *words, const bool *is_common, const char *open, const char *close)
{
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < words->count; i++)
	{
		appendStringInfoString(&out, i > 0 ? " " : "");
		if (!is_common[i] && (i == 0 || is_common[i - 1]))
			appendStringInfoString(&out, open);
		appendBinaryStringInfo(&out, words->items[i].data, words->items[i].len);
		if (!is_common[i] && (i + 1 == words->count || is_common[i + 1]))
			appendStringInfoString(&out, close);
	}
	return out.data;
}

/* -------------------------------------------------------------------- rows */

static void
add_row(Diff *diff, const char *section_key, const TextLine *from, const TextLine *to)
{
	Words		old = words_of(from == NULL ? (Slice) {"", 0} : from->text);
	Words		new = words_of(to == NULL ? (Slice) {"", 0} : to->text);
	bool	   *is_old = palloc0(old.count + 1);
	bool	   *is_new = palloc0(new.count + 1);
	DiffRow    *row = diff_add_row(diff, from == NULL ? "text_added" : to == NULL ? "text_removed"
								   : "text_changed", section_key, NULL);

	mark_common(&old, &new, is_old, is_new);
	if (from != NULL)
		row->from_text = marked_words(&old, is_old, "[-", "-]");
	if (to != NULL)
		row->to_text = marked_words(&new, is_new, "{+", "+}");
}

/* The lines from i on that have no partner: how many. */
static int
run_length(const TextLines *lines, int i)
{
	int			start = i;

	while (i < lines->count && lines->items[i].partner < 0)
		i++;
	return i - start;
}

void
lines_compare(Diff *diff, const char *section_key, const TextLines *from, const TextLines *to)
{
	for (int i = -1; i < to->count; i++)
	{
		int			partner = i < 0 ? -1 : to->items[i].partner;
		int			nnew = run_length(to, i + 1);
		int			nold = i >= 0 && partner < 0 ? 0 : run_length(from, partner + 1);

		CHECK_FOR_INTERRUPTS();
		if (i >= 0 && partner < 0)
			continue;			/* in the run behind a pair, which has it */
		for (int j = 0; j < Max(nold, nnew); j++)
			add_row(diff, section_key, j < nold ? &from->items[partner + 1 + j] : NULL,
					j < nnew ? &to->items[i + 1 + j] : NULL);
	}
}
