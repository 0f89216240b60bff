/*
 * answer.c
 *		A model's answer -> a body with markers, and what they stand for.
 *
 * The blocks of the form that fits are read in order.  Their texts are the body, and each span
 * leaves a mark at the byte of its end.  Then the marks are written into the body:
 *
 *		"NOI was $4.2M. Rents", a span that ends at byte 14  ->  "NOI was $4.2M. [SRC:1] Rents"
 *
 * Offsets are counted in the unit of the form, unless what the span repeats of the text (its
 * segment, or a link that it prints) stands where another unit says, or it would end amid a word.
 */
#include "answers/answers_internal.h"

typedef struct Mark
{
	int			at;				/* byte of the text */
	int			cut;			/* a printed link from here on leaves; else at */
	int			order;
	int64		src_id;
} Mark;

/* A run of text that offsets are of. */
typedef struct Piece
{
	int			start;			/* byte of the text */
	Slice		text;
} Piece;

typedef struct Reader
{
	const AnswerForm *form;
	ModelAnswer *answer;
	StringInfoData text;		/* all pieces */
	VEC(Mark) marks;
	KeyMap		known;			/* source by its hash: index + 1 */
	KeyMap		told;			/* names of unread members */
	const Json *block;			/* that is being read, with its pieces */
	VEC(Piece) pieces;
} Reader;

typedef void (*Visitor) (Reader *reader, const Path *path, const Json *value);

/* --------------------------------------------------------------------- places */

/* The member that a step names, "a|b"; *key is the name that is there. */
static const Json *
member_of(const Json *value, const char *step, int len, const char **key)
{
	for (int from = 0, to; from < len; from = to + 1)
	{
		const Json *found;

		to = from + (int) strcspn(step + from, "|");
		to = Min(to, len);
		*key = pnstrdup(step + from, to - from);
		if ((found = json_optional(value, *key)) != NULL)
			return found;
	}
	return NULL;
}

/* Visits what stands at a place below a value, each element of its lists. */
static void
visit(Reader *reader, const Path *path, const Json *value, const char *place, Visitor visitor)
{
	int			len = (int) strcspn(place, ".");
	bool		is_list = len >= 2 && place[len - 1] == ']';
	const char *rest = place[len] == '.' ? place + len + 1 : NULL;
	const char *key = "";
	Path		here = *path;
	int			index = 0;

	if (len > 2 * is_list)
	{
		value = member_of(value, place, len - 2 * is_list, &key);
		here = PATH_MEMBER(path, key);
	}
	if (value == NULL || (is_list && value->kind != J_ARRAY))
		return;
	if (!is_list && rest == NULL)
		visitor(reader, &here, value);
	else if (!is_list)
		visit(reader, &here, value, rest, visitor);
	for (const Json *element = is_list ? value->first : NULL; element != NULL;
		 element = element->next)
	{
		Path		each = PATH_ELEMENT(&here, index++);

		CHECK_FOR_INTERRUPTS();
		if (rest == NULL)
			visitor(reader, &each, element);
		else
			visit(reader, &each, element, rest, visitor);
	}
}

/* What stands at a place without lists; NULL when nothing does, or the form has no such place. */
static const Json *
value_at(const Json *value, const char *place)
{
	const char *key;

	for (int len; place != NULL && value != NULL; place = place[len] == '.' ? place + len + 1 : "")
	{
		if (*place == '\0')
			return value;
		len = (int) strcspn(place, ".");
		value = member_of(value, place, len, &key);
	}
	return NULL;
}

static Slice
text_at(const Json *value, const char *place)
{
	const Json *text = value_at(value, place);

	return text != NULL && text->kind == J_STRING ? json_trim(text->text) : (Slice) {"", 0};
}

/* -------------------------------------------------------------------- offsets */

/* The byte of a text that an offset is, -1 = beyond it, or inside a character. */
static int
byte_at(Slice text, int64 offset, OffsetUnit unit)
{
	int			pos = 0;
	int64		count = 0;

	if (unit == IN_BYTES)
		return offset <= text.len &&
			(offset == text.len || ((uint8) text.data[offset] & 0xC0) != 0x80) ? (int) offset : -1;
	while (pos < text.len && count < offset)
	{
		int			width = char_length(text.data[pos]);

		count += unit == IN_UTF16 && width == 4 ? 2 : 1;
		pos += width;
	}
	return count == offset ? pos : -1;
}

/* Is a stretch a link that the model printed for its source: "([site](https://...))"? */
static bool
is_printed_link(Slice stretch)
{
	Slice		text = json_trim(stretch);
	int			depth = 0;

	for (int i = 0; i < text.len; i++)
		depth += text.data[i] == '(' ? 1 : text.data[i] == ')' ? -1 : 0;
	if (text.len > 2 && text.data[0] == '(' && text.data[text.len - 1] == ')')
		text = (Slice) {text.data + 1, text.len - 2};
	return depth == 0 && text.len > 5 && text.data[0] == '[' && text.data[text.len - 1] == ')' &&
		memmem(text.data, text.len, "](http", 6) != NULL;
}

/* How well a stretch stands where the span says: 2 = it is what the span repeats, or a printed
 * link, 0 = it ends amid a word. */
static int
fit_of_stretch(Slice text, int from, int to, Slice repeated)
{
	Slice		stretch = {text.data + from, to - from};

	if (repeated.len > 0 ? slice_equal(json_trim(stretch), repeated) : is_printed_link(stretch))
		return 2;
	return to == 0 || to == text.len || !is_alnum(text.data[to - 1]) || !is_alnum(text.data[to]);
}

/* Start and end of a span as bytes of its piece; false, and told, when there is no such place. */
static bool
find_stretch(Reader *reader, const Path *path, const Json *span, Slice text, int *from, int *to)
{
	const Json *start = value_at(span, reader->form->start);
	const Json *end = value_at(span, reader->form->end);
	Slice		repeated = text_at(span, reader->form->claim);
	int64		first = start == NULL ? 0 : whole_number(start->text, PG_INT32_MAX);
	int64		last = end == NULL ? 0 : whole_number(end->text, PG_INT32_MAX);
	int			best = -1;

	/* the form's own unit first; another one must fit better, and where that is no place be sure */
	for (int i = -1; i <= IN_BYTES && first >= 0 && last >= 0; i++)
	{
		OffsetUnit	unit = i < 0 ? reader->form->unit : (OffsetUnit) i;
		int			f = byte_at(text, first, unit);
		int			t = end == NULL ? text.len : byte_at(text, last, unit);
		int			fit = f < 0 || t < f ? -1 : fit_of_stretch(text, f, t, repeated);

		if (i >= 0 && fit <= (best < 0 ? 1 : best))
			continue;
		best = fit;
		*from = f;
		*to = t;
	}
	if (best >= 0)
		return true;
	shape_tell(&reader->answer->wrong, path,
			   psprintf("has a span from %d to %d, which its text of %d characters has not",
						(int) first, (int) last, utf8_length(text.data, text.len)));
	return false;
}

/* ---------------------------------------------------------------------- spans */

/* A mark for one source of a span that covers bytes of a piece. */
static void
add_mark(Reader *reader, const Path *path, const Json *span, const Json *source, const Piece *piece,
		 int from, int to)
{
	const AnswerForm *form = reader->form;
	const Json *page = value_at(span, form->page);
	ModelSource read = {
		.address = text_at(source, form->address), .file = text_at(source, form->file),
		.title = text_at(source, form->title), .quote = text_at(span, form->quote),
		.claim = text_at(span, form->claim),
		.page = page == NULL ? 0 : (int) Max(0, whole_number(page->text, 999999999)),
	};
	const Slice parts[] = {read.address, read.file, read.title, read.quote, read.claim};
	uint64		key = read.page;
	int		   *index;
	int			at = piece->start + to;
	bool		is_named = read.address.len + read.file.len + read.title.len > 0;

	while (at > 0 && strchr(" \t\r\n|", reader->text.data[at - 1]) != NULL)
		at--;					/* a row's last bar is behind its last cell */
	if (!is_named || at == 0)
	{
		shape_tell(&reader->answer->unresolved, path,
				   is_named ? "has no text before it" : "names no source");
		return;
	}
	for (int i = 0; i < (int) lengthof(parts); i++)
		key = slice_hash(parts[i], key + i);
	index = keymap_at(&reader->known, key);
	if (*index == 0)
	{
		*VEC_PUSH(&reader->answer->sources) = read;
		*index = reader->answer->sources.count;
	}
	from = is_printed_link((Slice) {piece->text.data + from, to - from}) ? piece->start + from : at;
	*VEC_PUSH(&reader->marks) = (Mark) {at, from, reader->marks.count, *index};
}

static void
tell_unread(Reader *reader, const Json *value)
{
	for (const Json *member = value->first; member != NULL; member = member->next)
		if (member->kind != J_NULL && !slice_among(member->key, reader->form->known) &&
			(*keymap_at(&reader->told, slice_hash(member->key, 0)))++ == 0)
			*VEC_PUSH(&reader->answer->unread) = slice_copy(member->key);
}

/* The element of the block's sources that an index chooses. */
static const Json *
chosen_source(const Reader *reader, const Json *index)
{
	const Json *list = value_at(reader->block, reader->form->sources);
	const Json *source = list == NULL || list->kind != J_ARRAY ? NULL : list->first;
	int64		number = index->kind == J_NUMBER ? whole_number(index->text, PG_INT32_MAX) : -1;

	for (int64 i = 0; i < number && source != NULL; i++)
		source = source->next;
	return number < 0 || source == NULL ? NULL : value_at(source, reader->form->source);
}

static void
read_span(Reader *reader, const Path *path, const Json *span)
{
	const AnswerForm *form = reader->form;
	const Json *part = value_at(span, form->part);
	const Json *inner = value_at(span, form->inner);
	const Json *chosen = value_at(span, form->chosen);
	int64		number = part == NULL ? 0 : whole_number(part->text, PG_INT32_MAX);
	int			from = 0;
	int			to = 0;

	if (!shape_is(&reader->answer->wrong, path, span, J_OBJECT))
		return;
	if (form->types != NULL && !slice_among(json_text(span, "type"), form->types))
	{
		shape_tell(&reader->answer->unresolved, path, "is of a type that cites no source");
		return;
	}
	tell_unread(reader, span);
	if (inner != NULL && inner->kind == J_OBJECT)
		tell_unread(reader, span = inner);
	if (number < 0 || number >= reader->pieces.count)
	{
		shape_tell(&reader->answer->wrong, path, "is of a part that the text has not");
		return;
	}
	if (!find_stretch(reader, path, span, reader->pieces.items[number].text, &from, &to))
		return;
	if (form->chosen == NULL)
		add_mark(reader, path, span, span, &reader->pieces.items[number], from, to);
	for (const Json *index = chosen == NULL ? NULL : chosen->first; index != NULL;
		 index = index->next)
	{
		const Json *source = chosen_source(reader, index);

		if (source == NULL)
			shape_tell(&reader->answer->wrong, path,
					   psprintf("names source %.*s, which is not there", index->text.len,
								index->text.data));
		else
		{
			add_mark(reader, path, span, source, &reader->pieces.items[number], from, to);
			tell_unread(reader, source);
		}
	}
}

/* --------------------------------------------------------------------- blocks */

static void
read_piece(Reader *reader, const Path *path pg_attribute_unused(), const Json *piece)
{
	const Json *text = value_at(piece, reader->form->text);
	bool		is_text = text != NULL && text->kind == J_STRING;

	*VEC_PUSH(&reader->pieces) =
		(Piece) {reader->text.len, is_text ? text->text : (Slice) {"", 0}};
	if (is_text)
		appendBinaryStringInfo(&reader->text, text->text.data, text->text.len);
}

static void
read_block(Reader *reader, const Path *path, const Json *block)
{
	reader->block = block;
	reader->pieces.count = 0;
	if (reader->form->parts == NULL)
		read_piece(reader, path, block);
	else
		visit(reader, path, block, reader->form->parts, read_piece);
	visit(reader, path, block, reader->form->spans, read_span);
}

/* ----------------------------------------------------------------------- body */

static int
compare_marks(const void *a, const void *b)
{
	const Mark *x = a;
	const Mark *y = b;

	return x->at != y->at ? (x->at < y->at ? -1 : 1) : x->order - y->order;
}

/* The greatest id that the text has itself. */
static int64
greatest_id(const char *text)
{
	int64		most = 0;

	for (const char *at = text; (at = strcasestr(at, "SRC:")) != NULL; at += 4)
		most = Max(most, Min(strtoll(at + 4, NULL, 10), PG_INT32_MAX));
	return most;
}

/* The text with its marks as markers; a printed link leaves with the blanks before it. */
static void
write_body(Reader *reader)
{
	ModelAnswer *answer = reader->answer;
	int64		base = greatest_id(reader->text.data);
	int			copied = 0;

	if (reader->marks.count > 0)
		qsort(reader->marks.items, reader->marks.count, sizeof(Mark), compare_marks);
	for (int i = 0; i < reader->marks.count; i++)
	{
		const Mark *mark = &reader->marks.items[i];

		if (mark->cut >= copied)
			appendBinaryStringInfo(&answer->body, reader->text.data + copied, mark->cut - copied);
		strip_end(&answer->body);
		appendStringInfo(&answer->body, " [SRC:" INT64_FORMAT "]", mark->src_id + base);
		copied = Max(copied, mark->at);
	}
	appendBinaryStringInfo(&answer->body, reader->text.data + copied, reader->text.len - copied);
	for (int i = 0; i < answer->sources.count; i++)
		answer->sources.items[i].src_id = base + i + 1;
	answer->ncitations = reader->marks.count;
}

/* How much of an answer a form reads: one that finds spans fits better than one that only finds
 * the text. */
static int
fit_of(const ModelAnswer *answer)
{
	return answer->provider == NULL ? 0
		: 1 + answer->ncitations + answer->wrong.count + answer->unresolved.count;
}

ModelAnswer *
answer_read(const Json *response, const char *provider)
{
	bool		is_any = strcmp(provider, "auto") == 0;
	ModelAnswer *best = palloc0(sizeof(ModelAnswer));

	for (const AnswerForm *form = answer_forms; form->provider != NULL; form++)
	{
		Reader		reader = {.form = form, .answer = palloc0(sizeof(ModelAnswer))};

		if (!is_any && strcmp(form->provider, provider) != 0)
			continue;
		initStringInfo(&reader.text);
		initStringInfo(&reader.answer->body);
		visit(&reader, &path_root, response, form->blocks, read_block);
		reader.answer->provider = reader.text.len > 0 ? form->provider : NULL;
		write_body(&reader);
		keymap_free(&reader.known);
		keymap_free(&reader.told);
		if (fit_of(reader.answer) > fit_of(best))
			best = reader.answer;
	}
	return best;
}

const char *
answer_providers(void)
{
	StringInfoData names;

	initStringInfo(&names);
	for (const AnswerForm *form = answer_forms; form->provider != NULL; form++)
		if (form == answer_forms || strcmp(form->provider, form[-1].provider) != 0)
			appendStringInfo(&names, "%s|", form->provider);
	appendStringInfoString(&names, "auto");
	return names.data;
}
