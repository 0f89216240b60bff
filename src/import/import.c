/*
 * import.c
 *		A merged memo in Markdown -> sections with bodies and claims.
 *
 * The text is read once, as a whole, and cut at its H2 headings.  Footnote and
 * link definitions go to each section that uses them, for sections are scopes.
 *
 * A memo of our own ends with a comment that says what each note cites (comment.c).
 * Then the title line, the tail sections, weak marks and chart nodes are dropped, and
 * the references are bound again: for
 *
 *		NOI of $4.2M[^1] rose.[^2]
 *
 * with note 1 = (om, p. 12) and note 2 = an agent's own, the body is
 *
 *		NOI of $4.2M[SRC:1] rose.[^2]
 *
 *		[^2]: Sponsor call, 3 May.
 *
 * with the claim 1 = (om, p. 12).  What cannot be bound is a footnote of the editor's, as
 * it was written, and is reported.
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "render/render.h"

/* The last comment of ours, if it stands as one; its JSON goes to *json, to the
 * end of the text when the comment was cut off. */
static const TextBlock *
find_comment(const Prose *prose, Slice *json)
{
	for (int i = prose->blocks.count - 1; i >= 0; i--)
	{
		const TextBlock *block = &prose->blocks.items[i];
		Slice text = slice_trim((Slice){prose->text + block->start, block->end - block->start});
		bool		is_closed = text.len >= 3 && memcmp(text.data + text.len - 3, "-->", 3) == 0;

		if (block->kind != BLOCK_HTML || block->depth > 0 || !(is_closed || block->is_open) ||
			!slice_take(&text, COMMENT_OPEN))
			continue;
		*json = (Slice) {text.data, text.len - (is_closed ? 3 : 0)};
		return block;
	}
	return NULL;
}

/*
 * An error for a memo of ours that is not in GFM any more: where pandoc writes its
 * own Markdown, the comment stands in a raw block, and titles ("## Risk {#risk}")
 * and tables are others, too.
 */
static void
refuse_raw_comment(const Prose *prose)
{
	for (int i = prose->blocks.count - 1; i >= 0; i--)
	{
		const TextBlock *block = &prose->blocks.items[i];
		const Line *lines = &prose->lines.items[block->first_line];
		Slice		text;

		if (!block->is_fenced || block->nlines < 2)
			continue;
		text = (Slice) {prose->text + lines[1].start, lines[1].end - lines[1].start};
		if (!slice_take(&text, COMMENT_OPEN) ||
			memmem(prose->text + lines[0].start, lines[0].end - lines[0].start, "{=html}", 7) ==
				NULL)
			continue;
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("the memocite comment of the text is in a raw block"),
						errdetail("The text is not in GitHub's Markdown but in that of pandoc, "
								  "whose titles and tables are others."),
						errhint("Write it with pandoc -f gfm -t gfm, or take the comment out to "
								"import the text like any other.")));
	}
}

/* The text with blanks for the lines of the fence that all of it stands in. */
static const char *
without_fence(const Prose *prose)
{
	char	   *text = slice_copy((Slice) {prose->text, prose->len});

	for (int i = 0; i < (int) lengthof(prose->wrapping); i++)
		memset(text + prose->wrapping[i].start, ' ',
			   prose->wrapping[i].end - prose->wrapping[i].start);
	return text;
}

Import *
import_open(const Memo *deal, Slice text)
{
	Import	   *import = palloc0(sizeof(Import));
	MemoryContext before;

	(void) slice_take(&text, "\xEF\xBB\xBF");	/* an editor's byte order mark */
	import->deal = deal;
	import->context =
		AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
	before = MemoryContextSwitchTo(import->context);
	import->prose = prose_parse(text.data, text.len, &marker_extension);
	if (import->prose->wrapping[0].end > 0)
		import->prose = prose_parse(without_fence(import->prose), text.len, &marker_extension);
	MemoryContextSwitchTo(before);
	import->comment_block = find_comment(import->prose, &import->comment);
	if (import->comment_block == NULL)
		refuse_raw_comment(import->prose);
	return import;
}

/* What came out, in the order of the text. */
int
import_sections(const Import *import, const ImportedSection ***sections)
{
	int			count = 0;

	*sections = palloc(sizeof(ImportedSection *) * (import->parts.count + 1));
	for (int i = 0; i < import->parts.count; i++)
		if (!import->parts.items[i].is_dropped)
			(*sections)[count++] = &import->parts.items[i].section;
	return count;
}

const ImportedClaim *
import_claims(const Import *import, int *count)
{
	*count = import->claims.count;
	return import->claims.items;
}

const ImportedDocument *
import_documents(const Import *import, int *count)
{
	*count = import->documents.count;
	return import->documents.items;
}

const char *
import_primary(const Import *import)
{
	return import->primary_doc_id;
}

void
import_run(Import *import, ImportBinding *binding, bool makes_documents)
{
	import->binding = binding;
	import->makes_documents = makes_documents;
	import->is_ours = import->comment_block != NULL;
	split_parts(import);
	collect_definitions(import);
	bind_definitions(import);
	if (import->is_ours)
		drop_tail(import);
	match_titles(import);
	open_claims(import);
	count_references(import);
	distribute_definitions(import);
	if (!import->is_ours)
		report_spread(import);
	write_bodies(import);
	name_sections(import);
	MemoryContextDelete(import->context);
	import->prose = NULL;
	measure_bodies(import);
}
