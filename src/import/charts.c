/*
 * charts.c
 *		Charts in an imported text, whatever it shows of them.
 *
 *		<div data-type="chart" ...>			the node
 *		**NOI by year** It grows.			title and caption of a chart of the deal,
 *		| Year | NOI |						with its data, its drawing or its sources below
 *		Source:[^7]							goes with either
 */
#include "import/import_internal.h"
#include "charts/charts.h"

/* "Source:[^7],[^8]", and nothing else? */
static bool
is_chart_source(const Prose *prose, int index)
{
	const TextBlock *block = &prose->blocks.items[index];
	Slice		text = slice_trim((Slice) {prose->text + block->start, block->end - block->start});

	if (index >= prose->blocks.count || block->kind != BLOCK_PARAGRAPH || block->depth > 0 ||
		!(slice_take(&text, CHART_SOURCE) || slice_take(&text, CHART_NOTE)))
		return false;
	for (int i = 0; i < block->nmarkers; i++)
	{
		const Marker *marker = &prose->markers.items[block->first_marker + i];

		while (text.data < prose->text + marker->start && (slice_take(&text, ",") ||
			slice_take(&text, " ") || slice_take(&text, WEAK_MARK)))
			;
		if (marker->kind != MARKER_NOTE_REF || text.data != prose->text + marker->start)
			return false;
		text = (Slice) {text.data + marker->len, text.len - marker->len};
	}
	(void) slice_take(&text, WEAK_MARK);
	return block->nmarkers > 0 && text.len == 0;
}

static uint64
caption_key(Slice text)
{
	if (slice_take(&text, "Figure "))
		while (text.len > 0 && strchr("0123456789.: ", text.data[0]) != NULL)
			text = (Slice) {text.data + 1, text.len - 1};
	return slice_hash(plain_text(text), 1);
}

/* Charts by title, caption and both. */
void
name_charts(Import *import)
{
	const Memo *deal = import->deal;

	for (int i = 0; i < deal->ncharts; i++)
	{
		const Json *config = deal->charts[i].config;
		Slice		title = config == NULL ? (Slice) {NULL, 0} : chart_title(config);
		Slice		caption = config == NULL ? title : json_text(config, "insightCaption");

		*keymap_at(&import->charts, slice_hash(slice_of(deal->charts[i].chart_id), 0)) = i + 1;
		if (title.len > 0)
			*keymap_at(&import->charts, caption_key(title)) = i + 1;
		if (caption.len == 0)
			continue;
		*keymap_at(&import->charts, caption_key(caption)) = i + 1;
		*keymap_at(&import->charts,
				   caption_key(slice_of(psprintf("%.*s %.*s", title.len, title.data, caption.len,
												 caption.data)))) = i + 1;
	}
}

/* Does a block show what a chart does: a table, a drawing? */
static bool
is_drawing(const Prose *prose, int index)
{
	const TextBlock *block = &prose->blocks.items[index];
	Slice		text = slice_trim((Slice) {prose->text + block->start, block->end - block->start});

	return index < prose->blocks.count &&
		(block->kind == BLOCK_TABLE || block->kind == BLOCK_HTML ||
		 (block->kind == BLOCK_PARAGRAPH && slice_take(&text, "![")));
}

int
chart_blocks(Import *import, const Prose *prose, int index, Slice *id)
{
	const TextBlock *block = &prose->blocks.items[index];
	Slice		text = slice_trim((Slice) {prose->text + block->start, block->end - block->start});
	Slice		config;
	int			next = index;
	int			chart = 0;

	*id = (Slice) {"", 0};
	if (block->depth > 0 || block->note_def >= 0)
		return 0;
	if (block->kind == BLOCK_HTML && slice_take(&(Slice) {text.data, text.len}, CHART_NODE))
	{
		(void) chart_read_node(text, id, &config);
		return 1 + is_chart_source(prose, index + 1);
	}
	if (is_drawing(prose, next) && block->kind != BLOCK_TABLE)
		next++;					/* above its caption */
	for (; import->charts.count > 0 && next < prose->blocks.count &&
		 prose->blocks.items[next].kind == BLOCK_PARAGRAPH; next++)
	{
		const TextBlock *caption = &prose->blocks.items[next];
		Slice		said = slice_trim((Slice) {prose->text + caption->start,
											   caption->end - caption->start});
		int			found = keymap_get(&import->charts, caption_key(said));

		if (found == 0 || (chart != 0 && found != chart))
			break;
		chart = found;
	}
	if (chart == 0)
		return 0;
	*id = slice_of(import->deal->charts[chart - 1].chart_id);
	if (!is_drawing(prose, next) && !is_chart_source(prose, next) && !is_drawing(prose, index))
		return 0;
	while (is_drawing(prose, next))
		next++;
	return next - index + is_chart_source(prose, next);
}
