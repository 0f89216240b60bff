/*
 * memo.c
 *		The Memo as such: its events, and its sections as stages change them.
 *
 * A Memo is loaded once (store/load.c), its bodies are scanned once (scan_sections),
 * and from then on stages change citations, notes and edits; the text itself
 * is never touched before render.c writes it.
 */
#include "memo/memo.h"
#include "markdown/markdown.h"
#include "language/language.h"

#include <limits.h>

static const struct
{
	const char *name;
	const char *severity;
}			event_list[] = {
#define EVENT(code, severity, meaning) {#code, #severity},
#include "memo/eventlist.def"
#undef EVENT
};

char *
title_from_key(const char *key)
{
	char	   *title = pstrdup(key);
	bool		starts_word = true;

	for (char *c = title; *c; c++)
	{
		if (*c == '_')
			*c = ' ';
		else if (starts_word)
			*c = (char) pg_ascii_toupper((unsigned char) *c);
		starts_word = *c == ' ';
	}
	return title;
}

const char *
event_name(EventCode code)
{
	return event_list[code].name;
}

const char *
event_severity(const Event *event)
{
	return event->warns ? "WARNING" : event_list[event->code].severity;
}

Event *
memo_event(Memo *memo, EventCode code, int section, Slice subject, const char *detail,...)
{
	Event	   *event = VEC_PUSH(&memo->events);

	event->code = code;
	event->stage = memo->stage;
	event->section = section;
	event->subject = subject.data == NULL ? NULL : slice_copy(subject);
	if (detail != NULL)
	{
		StringInfoData text;
		int			needed;

		initStringInfo(&text);
		do
		{
			va_list		args;

			va_start(args, detail);
			needed = appendStringInfoVA(&text, detail, args);
			va_end(args);
			if (needed > 0)
				enlargeStringInfo(&text, needed);
		} while (needed > 0);
		event->detail = text.data;
	}
	return event;
}

Memo *
memo_create(int64 deal_id)
{
	Memo	   *memo = palloc0(sizeof(Memo));

	memo->deal_id = deal_id;
	memo->stage = "load";
	policy_init(&memo->policy);
	return memo;
}

static int
compare_anchors(const void *a, const void *b)
{
	const Citation *x = *(Citation *const *) a;
	const Citation *y = *(Citation *const *) b;

	if (x->anchor != y->anchor)
		return x->anchor < y->anchor ? -1 : 1;
	if (x->chart != y->chart)
		return x->chart < y->chart ? -1 : 1;	/* a chart stands behind the text */
	if ((x->note->kind == NOTE_INSIGHT) != (y->note->kind == NOTE_INSIGHT))
		return x->note->kind == NOTE_INSIGHT ? 1 : -1;	/* behind the sources */
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return x < y ? -1 : x > y;	/* one array, in reading order */
}

/* As they are written. */
static int
compare_stands(const void *a, const void *b)
{
	const Citation *x = *(Citation *const *) a;
	const Citation *y = *(Citation *const *) b;

	return x->stands != y->stands ? (x->stands < y->stands ? -1 : 1) : compare_anchors(a, b);
}

static Citation **
live_references(const Memo *memo, const Section *section, bool with_charts, int *count)
{
	int			room = section->citations.count + section->placed.count;
	Citation  **list = palloc(sizeof(Citation *) * (room + 1));
	Citation   *first = memo->citations.items + section->citations.first;
	bool		in_order = true;

	*count = 0;
	for (int i = 0; i < section->citations.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (citation_is_live(&first[i]))
			list[(*count)++] = &first[i];
	}
	for (int i = 0; i < section->placed.count; i++)
	{
		Citation   *citation = &memo->citations.items[section->placed.items[i]];

		if (citation_is_live(citation) && (with_charts || citation->chart == 0))
			list[(*count)++] = citation;
	}
	for (int i = 1; i < *count && in_order; i++)
		in_order =
			list[i - 1]->anchor < list[i]->anchor || compare_anchors(&list[i - 1], &list[i]) < 0;
	if (!in_order)
		qsort(list, *count, sizeof(Citation *), compare_anchors);
	return list;
}

Citation **
section_references(const Memo *memo, const Section *section, int *count)
{
	return live_references(memo, section, false, count);
}

Citation **
section_written_references(const Memo *memo, const Section *section, bool with_charts, int *count)
{
	Citation  **list = live_references(memo, section, with_charts, count);

	for (int i = 1; i < *count; i++)
		if (list[i - 1]->stands > list[i]->stands)
		{
			qsort(list, *count, sizeof(Citation *), compare_stands);
			break;
		}
	return list;
}

Citation **
section_all_references(const Memo *memo, const Section *section, int *count)
{
	return live_references(memo, section, true, count);
}

TextBlock *
section_block_at(const Section *section, int pos)
{
	int			low;

	LOWER_BOUND(low, section->prose->blocks.count, i, section->prose->blocks.items[i].end <= pos);
	/* an anchor at the very end of the last line belongs to its block */
	if (low > 0 && (low == section->prose->blocks.count ||
					section->prose->blocks.items[low].start > pos))
		low--;
	return low < section->prose->blocks.count ? &section->prose->blocks.items[low] : NULL;
}

void
section_edit(Memo *memo, Section *section, int start, int removed,
			 const char *inserted)
{
	Edit	   *edit = VEC_PUSH(&section->edits);

	edit->start = start;
	edit->removed = removed;
	edit->inserted = inserted;
	edit->stage = memo->stage;
	edit->order = 0;
	edit->nth = section->edits.count;
}

int
section_words(Section *section)
{
	const Prose *prose = section->prose;

	if (section->words >= 0)
		return section->words;
	section->words = prose_words(prose);
	for (int i = 0; i < prose->blocks.count; i++)
		if (prose->blocks.items[i].is_listed)
			section->words += prose_block_words(prose, &prose->blocks.items[i]);
	return section->words;
}

/* A note of ours is no evidence: it cites nothing; what a chart cites is the chart's. */
static bool
is_evidence(const Citation *citation)
{
	return !citation->is_removed && citation->chart == 0 &&
		   (citation->note == NULL || citation->note->kind != NOTE_INSIGHT);
}

bool
section_is_cited(const Memo *memo, const Section *section)
{
	for (int i = 0; i < section->citations.count; i++)
		if (is_evidence(&memo->citations.items[section->citations.first + i]))
			return true;
	for (int i = 0; i < section->placed.count; i++)
		if (is_evidence(&memo->citations.items[section->placed.items[i]]))
			return true;
	return false;
}
