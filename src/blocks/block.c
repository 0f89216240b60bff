/*
 * block.c
 *		Blocks: pieces of passages with a box on the page.  What a prompt shows
 *		of them, and what a citation of one says.
 *
 * Block ids are the deal's, never a document's: an answer that only says
 * BLOCK_CITE_ID_7 is not ambiguous.  Page and box come from the block, never
 * from a guess over text.  A prompt shows
 *
 *	[SOURCE_ID: 1]
 *	<BLOCK id="BLOCK_CITE_ID_7">
 *	Content: Market Value: 2,300,000
 *	</BLOCK>
 *
 * with a blank line, three dashes and a blank line between passages.
 */
#include "blocks/blocks_internal.h"
#include "evidence/evidence.h"

#include <math.h>

#define MOST_AREA	0.9			/* a box of nearly all of the page shows nothing */

/* ---------------------------------------------------------------------- boxes */

char *
box_problem(const Box *box)
{
	if (isnan(box->left) && isnan(box->top) && isnan(box->width) && isnan(box->height))
		return box->is_unread ? pstrdup("metadata.bbox has no number as left, top, width or height")
							  : NULL;
	if (isnan(box->left) || isnan(box->top) || isnan(box->width) || isnan(box->height))
		return pstrdup("a side is missing or no number");
	if (!(box->left >= 0 && box->left <= 1))
		return psprintf("left is %g, not from 0 to 1", box->left);
	if (!(box->top >= 0 && box->top <= 1))
		return psprintf("top is %g, not from 0 to 1", box->top);
	if (!(box->width > 0 && box->width <= 1))
		return psprintf("width is %g, not above 0 to 1", box->width);
	if (!(box->height > 0 && box->height <= 1))
		return psprintf("height is %g, not above 0 to 1", box->height);
	if (box->width * box->height > MOST_AREA)
		return psprintf("area is %g of the page, over %g", box->width * box->height, MOST_AREA);
	return NULL;
}

/* Four digits are a tenth of a point; what would be 0 then has its own. */
static void
append_fraction(StringInfo out, const char *name, double value)
{
	char	   *text = psprintf("%.4f", value);
	int			len = (int) strlen(text);

	if (value != 0 && strtod(text, NULL) == 0)
		text = psprintf("%.4g", value);
	else
	{
		while (text[len - 1] == '0' && text[len - 2] != '.')
			len--;
		text[len] = '\0';
	}
	appendStringInfo(out, "\"%s\": %s, ", name, text);
	pfree(text);
}

/* "page": ..., "bbox": ..., and what is wrong with the box. */
static void
append_place(StringInfo out, const SourceBlock *block)
{
	char	   *problem = box_problem(&block->box);
	char	   *page = block->page > 0 ? psprintf("%d", block->page) : pstrdup("null");

	appendStringInfo(out, "\"page\": %s, \"bbox\": ", page);
	if (problem != NULL || isnan(block->box.left))
		appendStringInfoString(out, "null");
	else
	{
		appendStringInfoChar(out, '{');
		append_fraction(out, "left", block->box.left);
		append_fraction(out, "top", block->box.top);
		append_fraction(out, "width", block->box.width);
		append_fraction(out, "height", block->box.height);
		appendStringInfo(out, "\"page\": %s}", page);
	}
	if (problem != NULL)
	{
		appendStringInfoString(out, ", \"box_problem\": ");
		append_json_string(out, problem, (int) strlen(problem));
	}
	pfree(page);
}

/* "name": a string or null, and a comma. */
static void
append_member(StringInfo out, const char *name, Slice value)
{
	appendStringInfo(out, "\"%s\": ", name);
	if (value.data == NULL)
		appendStringInfoString(out, "null");
	else
		append_json_string(out, value.data, value.len);
	appendStringInfoString(out, ", ");
}

/* --------------------------------------------------------------------- prompts */

/* Is there anything to show of a block? */
static bool
has_text(const SourceBlock *block)
{
	return block->block_id >= 0 && json_trim(block->content).len > 0;
}

/* Of one passage after the other: its blocks with text, else the one that stands for it. */
SourceBlock **
blocks_to_show(SourceBlock *blocks, int count, int *nshown, SourceBlock ***need, int *nneed)
{
	SourceBlock **shown = palloc_array_huge(count + 1, sizeof(SourceBlock *));

	*need = palloc_array_huge(count + 1, sizeof(SourceBlock *));
	*nshown = *nneed = 0;
	for (int first = 0, next; first < count; first = next)
	{
		SourceBlock *own = NULL;
		int			before = *nshown;

		CHECK_FOR_INTERRUPTS();
		for (next = first;
			 next < count && strcmp(blocks[next].passage_id, blocks[first].passage_id) == 0; next++)
		{
			if (block_is_passage(&blocks[next]))
				own = &blocks[next];
			else if (has_text(&blocks[next]))
				shown[(*nshown)++] = &blocks[next];
		}
		if (*nshown > before || json_trim(blocks[first].passage_content).len == 0)
			continue;
		if (own != NULL)
			shown[(*nshown)++] = own;
		else
			(*need)[(*nneed)++] = &blocks[first];
	}
	return shown;
}

/* A passage must not look like the end of its block, or like another one. */
static void
append_content(StringInfo out, Slice content)
{
	for (int i = 0; i < content.len; i++)
	{
		int			rest = content.len - i;
		const char *at = content.data + i;

		if (*at == '<' && ((rest >= 6 && pg_strncasecmp(at, "<BLOCK", 6) == 0) ||
						   (rest >= 7 && pg_strncasecmp(at, "</BLOCK", 7) == 0)))
			appendStringInfoString(out, "&lt;");
		else
			appendStringInfoCharMacro(out, *at);
	}
}

/* What the caller of a prompt gets to know of one of its blocks. */
static void
append_row(StringInfo table, const SourceBlock *block, int source)
{
	appendStringInfo(table,
					 "%s{\"block_id\": \"" BLOCK_ID_PREFIX INT64_FORMAT "\", \"source_id\": %d, ",
					 table->len > 1 ? ", " : "", block->block_id, source);
	append_member(table, "passage_id", slice_of(block->passage_id));
	append_member(table, "doc_id", slice_of(block->doc_id));
	append_member(table, "title", slice_of(block->title));
	append_member(table, "kind", slice_of(block->kind));
	append_place(table, block);
	appendStringInfoChar(table, '}');
}

void
format_blocks(SourceBlock **blocks, int count, StringInfo text, StringInfo table)
{
	int			source = 0;

	appendStringInfoChar(table, '[');
	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i == 0 || strcmp(blocks[i]->passage_id, blocks[i - 1]->passage_id) != 0)
		{
			appendStringInfoString(text, source++ > 0 ? "\n\n---\n\n" : "");
			appendStringInfo(text, "[SOURCE_ID: %d]", source);
		}
		appendStringInfo(text, "\n<BLOCK id=\"" BLOCK_ID_PREFIX INT64_FORMAT "\">\nContent: ",
						 blocks[i]->block_id);
		append_content(text, json_trim(blocks[i]->content));
		appendStringInfoString(text, "\n</BLOCK>");
		append_row(table, blocks[i], source);
	}
	appendStringInfoChar(table, ']');
}

/* ------------------------------------------------------------------- citations */

/* 'It says "NOI rose" [1]' vouches for what is quoted, "NOI rose". */
Slice
quotation_at(Slice text, int start, int pos, int end)
{
	QuotationReader reader = {.text = text};
	Slice		found = text;
	Line		inside;

	while (quotation_next(&reader, &inside))
	{
		Slice		quotation = {text.data + inside.start, inside.end - inside.start};

		if (inside.start > end || (inside.start >= pos && found.data != text.data))
			break;
		if ((inside.start >= start || inside.end > pos) && json_trim(quotation).len > 0)
			found = quotation;
	}
	return found;
}

void
citation_check(BlockCitation *citation, PassageText *content, QuoteLevel level)
{
	Slice		quote = json_trim(citation->quote);

	citation->match = quote_match(content, quote, level);
	citation->quote = quote;
}

/* "quote": what was checked, and where the passage has it. */
static void
append_quote_check(StringInfo out, const BlockCitation *citation)
{
	const QuoteMatch *match = &citation->match;

	if (citation->quote.len == 0)
	{
		appendStringInfoString(out, "\"quote\": null, ");
		return;
	}
	appendStringInfoString(out, "\"quote\": {");
	append_member(out, "text", citation->quote);
	appendStringInfo(out, "\"matched\": %s", match->is_found ? "true" : "false");
	if (match->is_found)
		appendStringInfo(out,
						 ", \"level\": \"%s\", \"start\": %d, \"length\": %d, \"cuts_number\": %s",
						 quote_level_name(match->level), match->start, match->length,
						 match->cuts_number ? "true" : "false");
	appendStringInfoString(out, "}, ");
}

/* Of the citations of an answer: the figures that it cites the block for. */
static void
append_figures(StringInfo out, const BlockCitation *citation)
{
	if (citation->said.data == NULL)
		return;
	appendStringInfoString(out, "\"figures\": [");
	for (int i = 0; i < citation->figures.count; i++)
	{
		const Figure *figure = &citation->figures.items[i];

		appendStringInfoString(out, i > 0 ? ", {" : "{");
		append_member(out, "figure", (Slice) {citation->said.data + figure->start,
					  figure->end - figure->start});
		append_member(out, "nearest", figure->nearest);
		appendStringInfo(out, "\"verdict\": \"%s\"}", figure_verdict_names[figure->verdict]);
	}
	appendStringInfoString(out, "], \"figures_block\": ");
	if (citation->other != NULL)
		appendStringInfo(out, "\"" BLOCK_ID_PREFIX INT64_FORMAT "\", ", citation->other->block_id);
	else
		appendStringInfoString(out, "null, ");
}

void
append_block_citation(const BlockCitation *citation, StringInfo out)
{
	const SourceBlock *block = citation->block;

	appendStringInfo(
		out, "{\"citation_number\": %d, \"block_id\": \"" BLOCK_ID_PREFIX INT64_FORMAT "\", ",
		citation->number, block->block_id);
	append_member(out, "doc_id", slice_of(block->doc_id));
	append_member(out, "title", slice_of(block->title));
	append_member(out, "passage_id", slice_of(block->passage_id));
	append_member(out, "cited_text", citation->cited_text);
	append_quote_check(out, citation);
	append_figures(out, citation);
	if (citation->position >= 0)
		appendStringInfo(out, "\"position\": %d, \"end_position\": %d, ", citation->position,
						 citation->end_position);
	if (block->confidence >= 0)
		appendStringInfo(out, "\"confidence\": %d.%03d, ", block->confidence / 1000,
						 block->confidence % 1000);
	else
		appendStringInfoString(out, "\"confidence\": null, ");
	appendStringInfoString(out, "\"method\": \"block-id-lookup\", ");
	append_place(out, block);
	appendStringInfoChar(out, '}');
}
