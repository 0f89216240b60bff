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

/* Takes the fence off that stands around all of a text: of Markdown even when it has others
 * inside. */
static Slice
without_fence(Slice text)
{
	Slice		inside = slice_trim(text);
	const char *last = inside.data + inside.len - 4;

	if (inside.len < 6 || memcmp(last, "\n```", 4) != 0 ||
		!(slice_take(&inside, "```markdown\n") || slice_take(&inside, "```md\n") ||
		  (slice_take(&inside, "```\n") && memmem(inside.data, inside.len, "\n```", 4) == last)))
		return text;
	return (Slice) {inside.data, (int) (last + 1 - inside.data)};
}

/* Reads a text, what was read of the one before goes. */
static void
read_text(Import *import, Slice text)
{
	MemoryContext last = import->context;
	MemoryContext before;

	import->context =
		AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
	before = MemoryContextSwitchTo(import->context);
	import->prose = prose_parse(text.data, text.len, &marker_extension);
	import->comment_block = find_comment(import->prose, &import->comment);
	MemoryContextSwitchTo(before);
	if (last != NULL)
		MemoryContextDelete(last);
}

Import *
import_open(const Memo *deal, Slice text)
{
	Import	   *import = palloc0(sizeof(Import));

	(void) slice_take(&text, "\xEF\xBB\xBF");	/* an editor's byte order mark */
	import->deal = deal;
	for (int i = deal->ndocuments - 1; i >= 0; i--)
		*keymap_at(&import->document_names,
				   slice_hash(slice_trim(slice_of(document_name(&deal->documents[i]))), 0)) = i + 1;
	for (int i = deal->nsections - 1; i >= 0; i--)
		*keymap_at(&import->titles, title_key(deal->sections[i].title)) = i + 1;
	read_text(import, without_fence(text));
	return import;
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
	read_text(import, shape_text(import, import->prose));
	split_parts(import);
	collect_definitions(import);
	bind_definitions(import);
	drop_tail(import);
	match_titles(import);
	assign_rows(import);
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
