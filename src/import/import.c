/*
 * import.c
 *		A merged memo in Markdown -> sections with bodies and claims.
 *
 * Straight down: the text gets the shape that was meant (shape.c), is read as a whole and
 * cut at its H2 headings; its definitions are bound to the notes of the base, which is the
 * revision that its comment names, else the deal's latest.  Then
 *
 *		a part that says what the base's section says	is the agent's text of it again
 *		any other										is the text, whose references are
 *														markers with claims as the ledger has
 *
 * What cannot be bound is a footnote of the editor's, as it was written, and is reported.
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "render/render.h"

/* The last comment of ours, also in a raw block of pandoc's Markdown; its JSON goes to *json. */
static const TextBlock *
find_comment(const Prose *prose, Slice *json)
{
	for (int i = prose->blocks.count - 1; i >= 0; i--)
	{
		const TextBlock *block = &prose->blocks.items[i];
		const Line *lines = &prose->lines.items[block->first_line];
		bool		is_raw = block->is_fenced && block->nlines > 1 &&
			memmem(prose->text + lines[0].start, lines[0].end - lines[0].start, "{=html}", 7);
		const char *end;
		Slice text = slice_trim((Slice){prose->text + (is_raw ? lines[1].start : block->start),
										block->end - (is_raw ? lines[1].start : block->start)});

		if ((block->kind != BLOCK_HTML && !is_raw) || block->depth > 0 ||
			!slice_take(&text, COMMENT_OPEN))
			continue;
		end = memmem(text.data, text.len, "-->", 3);
		*json = (Slice) {text.data, end == NULL ? text.len : (int) (end - text.data)};
		return block;
	}
	return NULL;
}

/* Takes the fence off that stands around all of a text, even when it has others inside. */
static Slice
without_markdown_fence(Slice text)
{
	Slice		inside = slice_trim(text);
	const char *end;

	if (inside.len < 6 || memcmp(inside.data + inside.len - 4, "\n```", 4) != 0 ||
		!(slice_take(&inside, "```markdown\n") || slice_take(&inside, "```md\n")))
		return text;
	end = inside.data + inside.len - 3;
	return (Slice) {inside.data, (int) (end - inside.data)};
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
	text = without_markdown_fence(text);
	import->deal = deal;
	for (int i = deal->ndocuments - 1; i >= 0; i--)
		*keymap_at(&import->document_names,
				   slice_hash(slice_trim(slice_of(document_name(&deal->documents[i]))), 0)) = i + 1;
	for (int i = deal->nsections - 1; i >= 0; i--)
		*keymap_at(&import->titles, title_key(deal->sections[i].title)) = i + 1;
	import->context =
		AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
	before = MemoryContextSwitchTo(import->context);
	import->prose = prose_parse(text.data, text.len, &marker_extension);
	if (import->prose->wrapping[0].end > 0)
		import->prose = prose_parse(without_fence(import->prose), text.len, &marker_extension);
	import->comment_block = find_comment(import->prose, &import->comment);
	MemoryContextSwitchTo(before);
	return import;
}

/* Reads the text again as it was meant; what was read of it before goes. */
static void
shape(Import *import)
{
	MemoryContext first = import->context;
	MemoryContext before;
	int			len;
	char	   *shaped;

	import->context = AllocSetContextCreate(CurrentMemoryContext, "memocite text",
											ALLOCSET_DEFAULT_SIZES);
	before = MemoryContextSwitchTo(import->context);
	shaped = pstrdup(shape_text(import, import->prose, &len));
	import->prose = prose_parse(shaped, len, &marker_extension);
	import->comment_block = find_comment(import->prose, &import->comment);
	MemoryContextSwitchTo(before);
	MemoryContextDelete(first);
}

int
import_revision(const Import *import, const char **hash)
{
	const Json *comment = import->comment.data == NULL ? NULL : json_parse(import->comment, 4);
	const Json *deal = json_member(comment, "deal");
	const Json *revision = json_member(comment, "revision");

	*hash = slice_copy(json_text(comment, "hash"));
	if (deal == NULL || revision == NULL || deal->kind != J_NUMBER || revision->kind != J_NUMBER ||
		whole_number(revision->text, INT_MAX) <= 0 ||
		strtoll(slice_copy(deal->text), NULL, 10) != import->deal->deal_id)
		return 0;
	return (int) whole_number(revision->text, INT_MAX);
}

const ImportResult *
import_run(Import *import, const ImportBase *base, bool makes_documents)
{
	import->base = base;
	import->makes_documents = makes_documents;
	name_charts(import);
	shape(import);
	split_parts(import);
	collect_definitions(import);
	bind_definitions(import);
	drop_tail(import);
	match_titles(import);
	assign_rows(import);
	find_unedited(import);
	open_claims(import);
	distribute_definitions(import);
	if (!import->is_ours)
		report_spread(import);
	write_bodies(import);
	name_sections(import);
	MemoryContextDelete(import->context);
	import->prose = NULL;
	measure_bodies(import);
	if (import->is_ours && import->nbound == 0 && import->nunbound > 0)
		import->result.refusal =
			psprintf("%d references, and none of them could be bound to a note", import->nunbound);
	return &import->result;
}
