/*
 * reader_link.c
 *		Link definitions that footnotes use.
 *
 * An agent's footnote leaves the section that defines its links: Markdown finds
 * the "[apo]: https://..." of "[BIP 118][apo]" all the same, for it reads the
 * memo as one text.  A footnote that is read alone gets it put behind it.
 */
#include "output/output_internal.h"
#include "markdown/markdown.h"
#include "render/render.h"

struct ReaderLinks
{
	Prose		all;			/* only its link_defs, of all sections */
	const LinkDef **sorted;		/* the same by label */
	int		   *used;			/* by index into link_defs: number of the last line */
	int			nlines;
};

ReaderLinks *
reader_links(const MemoView *memo)
{
	ReaderLinks *links = palloc0(sizeof(ReaderLinks));

	for (int i = 0; i < memo->nsections; i++)
	{
		Slice		body = memo->sections[i].body;
		Prose	   *prose;

		CHECK_FOR_INTERRUPTS();
		if (body.len == 0 || memmem(body.data, body.len, "]:", 2) == NULL)
			continue;
		prose = prose_parse(body.data, body.len, &finished_extension);
		for (int j = 0; j < prose->link_defs.count; j++)
			*VEC_PUSH(&links->all.link_defs) = prose->link_defs.items[j];
	}
	links->sorted = link_defs_sorted(&links->all);
	links->used = palloc_array_huge(links->all.link_defs.count + 1, sizeof(int));
	memset(links->used, 0, sizeof(int) * ((Size) links->all.link_defs.count + 1));
	return links;
}

void
reader_append_links(StringInfo out, ReaderLinks *links, Slice line)
{
	int			open = -1;		/* behind the last bracket that may begin a label */

	if (links->sorted == NULL)
		return;
	links->nlines++;
	for (int i = 0; i < line.len; i++)
	{
		const LinkDef *def;

		if (line.data[i] == '\\')
			i++;
		else if (line.data[i] == '[')
			open = i + 1;
		else if (line.data[i] == ']' && open >= 0)
		{
			Slice		label = {line.data + open, i - open};

			CHECK_FOR_INTERRUPTS();
			def = label.len > MAX_LABEL ? NULL
				: link_def_find(links->sorted, links->all.link_defs.count, &label);
			open = -1;
			if (def == NULL || links->used[def - links->all.link_defs.items] == links->nlines)
				continue;			/* it is behind the line already */
			links->used[def - links->all.link_defs.items] = links->nlines;
			appendStringInfoString(out, "\n\n[");
			appendBinaryStringInfo(out, def->label.data, def->label.len);
			appendStringInfoString(out, "]: ");
			appendBinaryStringInfo(out, def->dest.data, def->dest.len);
		}
	}
}
