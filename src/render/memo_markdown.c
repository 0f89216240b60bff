/*
 * memo_markdown.c
 *		The parts of a finished memo -> its Markdown (chapter 9).
 *
 * Works on rendered sections and definitions, whether they come from a Memo
 * that was just made or from a stored revision.
 */
#include "render/render_internal.h"
#include "charts/charts.h"
#include "drawing/drawing.h"
#include "markdown/markdown.h"

Slice
trim_lines(Slice body)
{
	while (body.len > 0 && (body.data[body.len - 1] == '\n' || body.data[body.len - 1] == '\r'))
		body.len--;
	for (;;)
	{
		int			blank = 0;

		while (blank < body.len && strchr(" \t\r", body.data[blank]) != NULL)
			blank++;
		if (blank >= body.len || body.data[blank] != '\n')
			return body;
		body.data += blank + 1;
		body.len -= blank + 1;
	}
}

/* A body in which the second reference to note 1 is [^1-2], the third [^1-3]. */
static void
append_unique(StringInfo out, Slice body, int *uses, int nnotes)
{
	Prose	   *prose = prose_parse(body.data, body.len, &finished_extension);
	int			pos = 0;

	for (int i = 0; i < prose->markers.count; i++)
	{
		Marker	   *marker = &prose->markers.items[i];
		int			number = marker->kind != MARKER_NOTE_REF ? 0
			: (int) whole_number(marker->value, nnotes);	/* no other label is ours */

		CHECK_FOR_INTERRUPTS();
		if (number <= 0 || ++uses[number - 1] == 1)
			continue;
		appendBinaryStringInfo(out, body.data + pos, marker->start - pos);
		appendStringInfo(out, "[^%d-%d]", number, uses[number - 1]);
		pos = marker->start + marker->len;
	}
	appendBinaryStringInfo(out, body.data + pos, body.len - pos);
}

/* "**NOI.** It grows by 4.5%." and the data below it. */
static void
append_chart_table(StringInfo out, const Json *config)
{
	const ChartTable *table = chart_table(config);
	Slice		caption = json_text(config, "insightCaption");
	Slice		title = chart_title(config);

	appendStringInfoString(out, "**");
	append_escaped(out, title.data, title.len);
	appendStringInfoString(out, "**");
	if (caption.data != title.data)
	{
		appendStringInfoString(out, "\\\n");
		append_escaped(out, caption.data, caption.len);
	}
	appendStringInfoString(out, "\n\n");
	for (int i = 0; i < table->cells.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		appendStringInfoString(out, i % table->ncolumns == 0 ? "| " : " ");
		append_escaped(out, table->cells.items[i].text.data, table->cells.items[i].text.len);
		appendStringInfoString(out, " |");
		if ((i + 1) % table->ncolumns == 0)
			appendStringInfoChar(out, '\n');
		for (int j = 0; j < table->ncolumns && i + 1 == table->ncolumns; j++)
			appendStringInfo(out, "%s %s |%s", j == 0 ? "|" : "",
							 table->cells.items[j].is_number ? "---:" : "---",
							 j + 1 == table->ncolumns ? "\n" : "");
	}
}

/* A body with the tables of its charts' data in place of their nodes. */
static Slice
body_with_tables(Slice body)
{
	Prose	   *prose = prose_parse(body.data, body.len, &finished_extension);
	StringInfoData out;
	int			pos = 0;

	initStringInfo(&out);
	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];
		Slice text = slice_trim((Slice) {body.data + block->start, block->end - block->start});
		Slice		id;
		Slice		node;
		const Json *config;

		CHECK_FOR_INTERRUPTS();
		if (block->kind != BLOCK_HTML || block->depth > 0 || !chart_read_node(text, &id, &node) ||
			(config = chart_valid_config(node)) == NULL)
			continue;
		appendBinaryStringInfo(&out, body.data + pos, block->start - pos);
		if (!block->after_blank && out.len > 0) /* a title would go on with the paragraph */
			appendStringInfoChar(&out, '\n');
		append_chart_table(&out, config);
		pos = block->end;
	}
	appendBinaryStringInfo(&out, body.data + pos, body.len - pos);
	return (Slice) {out.data, out.len};
}

/* With a label of its own a reference has its own quote alone. */
static void
append_definition(StringInfo out, const MemoView *memo, int number, int uses)
{
	const NoteRow *note = &memo->notes[number - 1];
	bool		has_own = memo->has_unique_labels && note->shown != NULL;
	Slice		text = has_own ? note->source : note->definition;

	for (int use = 1; use <= Max(uses, 1); use++)
	{
		if (use == 1)
			appendStringInfo(out, "[^%d]: ", number);
		else
			appendStringInfo(out, "[^%d-%d]: ", number, use);
		appendBinaryStringInfo(out, text.data, text.len);
		if (has_own && use <= note->nshown && note->shown[use - 1].text.data != NULL)
			append_quote(out, &note->shown[use - 1], memo->marks_unchecked);
		appendStringInfoString(out, "\n\n");
	}
}

/* What stands above definitions in layout clustered: documents, in the order of their first notes,
 * then notes of ours, then the agents' own. */
static const char *const cluster_titles[] = {NULL, "Analysts and model", "Agents' notes"};

typedef struct ClusterEntry
{
	int			rank;			/* 0 = of a document, else of a title */
	int			cluster;
	int			number;
} ClusterEntry;

static int
compare_clusters(const void *a, const void *b)
{
	const ClusterEntry *x = a;
	const ClusterEntry *y = b;

	return x->rank != y->rank ? x->rank - y->rank
		: x->cluster != y->cluster ? x->cluster - y->cluster : x->number - y->number;
}

/* Definitions by cluster. */
static void
append_clusters(StringInfo out, const MemoView *memo, const int *uses)
{
	ClusterEntry *entries = palloc_array_huge(memo->nnotes + 1, sizeof(ClusterEntry));
	Slice	   *names = palloc_array_huge(memo->nnotes + 1, sizeof(Slice));
	int			count;
	int		   *clusters;

	for (int i = 0; i < memo->nnotes; i++)
		names[i] = memo->notes[i].cluster.data == NULL ? (Slice) {"", 0} : memo->notes[i].cluster;
	clusters = slice_classes(names, memo->nnotes, &count);
	for (int i = 0; i < memo->nnotes; i++)
		entries[i] = (ClusterEntry) {memo->notes[i].cluster.data != NULL ? 0
			: strcmp(memo->notes[i].kind, "agent") == 0 ? 2 : 1, clusters[i], i + 1};
	qsort(entries, memo->nnotes, sizeof(ClusterEntry), compare_clusters);
	for (int i = 0; i < memo->nnotes; i++)
	{
		const ClusterEntry *entry = &entries[i];

		if (i == 0 || entry->rank != entry[-1].rank || entry->cluster != entry[-1].cluster)
		{
			Slice		title = entry->rank == 0 ? names[entry->number - 1]
				: slice_of(cluster_titles[entry->rank]);

			appendStringInfoString(out, "**");
			append_escaped(out, title.data, title.len);
			appendStringInfoString(out, "**\n\n");
		}
		append_definition(out, memo, entry->number, uses[entry->number - 1]);
	}
	pfree(names);
	pfree(clusters);
	pfree(entries);
}

void
markdown_write(const MemoView *memo, StringInfo out)
{
	int		   *uses = palloc0(sizeof(int) * ((Size) memo->nnotes + 1));

	appendStringInfoString(out, "# ");
	append_escaped(out, memo->title, (int) strlen(memo->title));
	appendStringInfoString(out, "\n\n");
	for (int i = 0; i < memo->nsections; i++)
	{
		const SectionView *section = &memo->sections[i];
		Slice		body = trim_lines(section->body);

		CHECK_FOR_INTERRUPTS();
		appendStringInfoString(out, "## ");
		append_escaped(out, section->title.data, section->title.len);
		appendStringInfoString(out, "\n\n");
		if (memo->has_chart_tables)
			body = trim_lines(body_with_tables(body));
		if (memo->has_unique_labels)
			append_unique(out, body, uses, memo->nnotes);
		else
			appendBinaryStringInfo(out, body.data, body.len);
		appendStringInfoString(out, body.len == 0 ? "" : "\n\n");
	}
	for (int i = 0; i < memo->ntail; i++)
		appendStringInfo(out, "## %s\n\n%s\n", memo->tail[i].title, memo->tail[i].text);
	if (memo->nnotes > 0)
		appendStringInfoString(out, "## Footnotes\n\n");
	if (memo->is_clustered)
		append_clusters(out, memo, uses);
	for (int i = 0; i < memo->nnotes && !memo->is_clustered; i++)
		append_definition(out, memo, i + 1, uses[i]);
	trailer_write(memo, out);
}
