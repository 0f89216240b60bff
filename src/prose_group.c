/*
 * prose_group.c
 *		Part of the inline pass: several references to footnotes in one bracket.
 *
 * "[^1, ^2]" and "[^1, 2]" are a marker for each label, "[^1" and ", ^2]", one behind
 * the other: what follows need not know of groups.  "[^1,2]" and "[^a;^b]" may be labels themselves: they are so, too, where
 * these are not defined and the parts are numbers or defined.
 */
#include "memocite.h"

#include "prose_internal.h"

static int
compare_labels(const void *a, const void *b)
{
	return label_compare(a, b);
}

/* Does the body define a footnote label? */
static bool
note_is_defined(Prose *prose, const Slice *label)
{
	int			count = prose->note_defs.count;

	if (prose->note_labels == NULL)
	{
		prose->note_labels = palloc(sizeof(Slice) * (count + 1));
		for (int i = 0; i < count; i++)
			prose->note_labels[i] = prose->note_defs.items[i].label;
		qsort(prose->note_labels, count, sizeof(Slice), compare_labels);
	}
	return bsearch(label, prose->note_labels, count, sizeof(Slice), compare_labels) != NULL;
}

static bool
is_group(Prose *prose, const Marker *marker)
{
	Slice		rest = marker->value;
	Slice		label;
	int			count = 0;
	bool		is_sure = marker_has_blank(marker);

	if (marker->kind != MARKER_NOTE_REF ||
		(memchr(rest.data, ',', rest.len) == NULL && memchr(rest.data, ';', rest.len) == NULL))
		return false;
	for (; marker_next_label(&rest, &label); count++)
		if (!is_sure && (int) strspn(label.data, "0123456789") < label.len && !note_is_defined(prose, &label))
			return false;
	return count <= MAX_LABELS && (is_sure || (count > 1 && !note_is_defined(prose, &marker->value)));
}

int
label_group(Prose *prose, const char *text, const Marker *marker, Marker *parts)
{
	Slice		rest = marker->value;
	int			count = 0;

	parts[0] = *marker;
	if (!is_group(prose, marker))
		return 1;
	for (Slice label; count < MAX_LABELS && marker_next_label(&rest, &label); count++)
	{
		int			start = marker->start;

		if (count > 0)
		{
			const Slice *before = &parts[count - 1].value;

			start = (int) (before->data + before->len - text);
			parts[count - 1].len = start - parts[count - 1].start;
		}
		parts[count] = *marker;
		parts[count].value = label;
		parts[count].start = start;
		parts[count].len = marker->start + marker->len - start;
	}
	return Max(count, 1);
}
