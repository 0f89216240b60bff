/*
 * prose_group.c
 *		Part of the inline pass: several references to footnotes in one bracket.
 *
 * "[^1, ^2]" and "[^1, 2]" are a marker for each label, "[^1" and ", ^2]", one behind
 * the other: what follows need not know of groups.  So are "[^1,2]" and "[^a;^b]", which
 * may be labels themselves, where these are not defined and the parts are numbers or
 * defined.
 */
#include "markdown/markdown_internal.h"


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

bool
label_is_group(Prose *prose, const Marker *marker)
{
	Slice		rest = marker->value;
	Slice		label;
	int			count = 0;
	bool		is_sure = prose->extension->has_blank(marker);

	if (memchr(rest.data, ',', rest.len) == NULL && memchr(rest.data, ';', rest.len) == NULL)
		return false;
	for (; prose->extension->next_label(&rest, &label); count++)
		if (!is_sure && (int) strspn(label.data, "0123456789") < label.len && !note_is_defined(prose, &label))
			return false;
	return count > 0 && count <= MAX_LABELS && (is_sure || (count > 1 && !note_is_defined(prose, &marker->value)));
}

int
label_group(const Prose *prose, const char *text, const Marker *marker, Marker *parts)
{
	Slice		rest = marker->value;
	Slice		label;
	int			count = 0;

	for (; count < MAX_LABELS && prose->extension->next_label(&rest, &label); count++)
	{
		Marker	   *part = &parts[count];

		*part = *marker;
		part->value = label;
		if (count > 0)			/* it begins where the label before ends */
		{
			part->start = (int) (part[-1].value.data + part[-1].value.len - text);
			part->len = marker->start + marker->len - part->start;
			part[-1].len = part->start - part[-1].start;
		}
	}
	return count;
}
