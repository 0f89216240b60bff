/*
 * report.c
 *		A report of somebody else: its list of sources serves all of its sections, and its
 *		entries become documents.
 *
 *		## Market
 *		Rents rose [1].
 *		## Sources
 *		[1] Survey: https://x.example/survey
 *		[2] https://y.example
 *
 * The section of the market gets a list of its own with the first entry, and both are documents
 * where make_documents is set.  An entry that no section uses and that is no document stays where
 * it stands.
 */
#include "import/import_internal.h"
#include "notes/notes.h"
#include "sources/sources.h"

#define LONGEST_TITLE	300		/* bytes of a document's */

/* ---------------------------------------------------------------- documents */

/* "[Survey](https://x.example)", "Survey (2026), accessed May 1: https://..." and "https://... -
 * Survey": what stands before the address, else behind it; "" when nothing does. */
static char *
entry_title(Slice text, Slice address)
{
	static const char *const tails[] = {", accessed ", " Retrieved from", " Available at"};
	Slice		plain = plain_text(text);
	const char *at = memmem(plain.data, plain.len, address.data, address.len);
	Slice		title = plain;

	for (int behind = 0; behind < 2 && (behind == 0 || title.len == 0); behind++)
	{
		if (at != NULL)
			title = behind ? slice_of(at + address.len)
				: (Slice) {plain.data, (int) (at - plain.data)};
		while (title.len > 0 && strchr(" )]>.:;,*_-", *title.data) != NULL)
			title = (Slice) {title.data + 1, title.len - 1};
		while (title.len > 0 && (strchr(" ([<:;,*_-", title.data[title.len - 1]) != NULL ||
				(title.len > 2 && memcmp(title.data + title.len - 3, "—", 3) == 0)))
			title.len -= title.data[title.len - 1] & 0x80 ? 3 : 1;
	}
	for (int i = 0; i < (int) lengthof(tails); i++)
	{
		const char *tail = memmem(title.data, title.len, tails[i], strlen(tails[i]));

		title.len = tail == NULL ? title.len : (int) (tail - title.data);
	}
	title.len = utf8_clip(title, LONGEST_TITLE);
	return slice_copy(title);
}

/* Makes the document of an address in a text, unless the deal has it. */
static void
make_document(Import *import, KeyMap *made, Slice text, Slice address)
{
	Slice		place = address_without_page(address);
	int		   *is_made = keymap_at(made, slice_hash(address_normal(address), 0));
	const char *url;

	if (*is_made != 0 || name_addressed((Memo *) import->deal, address) != NULL)
		return;
	*is_made = 1;
	url = psprintf("%s%.*s", strchr("hH", *place.data) != NULL ? "" : "https://", place.len,
				   place.data);
	*VEC_PUSH(&import->result.documents) =
		(ImportedDocument) {url, entry_title(text, address), url};
}

/* Documents of the entries of lists, and of the footnotes that end with an address; says which
 * entries are one. */
static bool *
make_documents(Import *import, const ReportSources *report)
{
	const Prose *prose = import->prose;
	bool	   *is_document = palloc0(report->entries.count + 1);
	KeyMap		made = {NULL, 0, 0};
	Slice		address;

	if (!import->makes_documents)
		return is_document;
	for (int i = 0; i < report->entries.count; i++)
	{
		Slice		text = report->entries.items[i].text;
		int			pos = 0;

		CHECK_FOR_INTERRUPTS();
		is_document[i] = address_next(text, &pos, &address);
		if (is_document[i])
			make_document(import, &made, text, address);
	}
	for (int i = 0; i < prose->note_defs.count; i++)
	{
		const NoteDef *def = &prose->note_defs.items[i];
		Slice		text = {prose->text + def->content, Max(0, def->end - def->content)};

		if (address_ends(text, &address))
			make_document(import, &made, text, address);
	}
	keymap_free(&made);
	return is_document;
}

/* ------------------------------------------------------------------- entries */

static int
compare_uses(const void *a, const void *b)
{
	const EntryUse *x = a;
	const EntryUse *y = b;

	return x->pos != y->pos ? x->pos - y->pos : x->entry - y->entry;
}

/* Gives a part an entry of a list that stands elsewhere. */
static void
add_entry(Import *import, Part *part, const ReportSources *report, int entry)
{
	const ReportEntry *added = &report->entries.items[entry];
	Slice		title = report->lists.items[added->list].title;
	Slice		lines = {import->prose->text + added->start, added->end - added->start};

	if (part->sources.data == NULL)
		initStringInfo(&part->sources);
	if (part->last_list != added->list + 1)
		appendStringInfo(&part->sources, "\n\n%.*s\n", title.len, title.data);
	part->last_list = added->list + 1;
	appendStringInfo(&part->sources, "\n%.*s", slice_trim(lines).len, slice_trim(lines).data);
	count_copied(import, lines.len);
}

/* Takes the entries out of a list that left it for other parts, or are documents.  One whose title
 * is the heading of its section says it in the section's text then. */
static void
cut_list(Import *import, const ReportSources *report, const ReportList *list, const bool *leaves)
{
	const ReportEntry *entries = report->entries.items + list->first_entry;
	Part	   *home = &import->parts.items[part_at(import, list->start)];
	int			nleaving = 0;

	for (int i = 0; i < list->nentries; i++)
		nleaving += leaves[list->first_entry + i];
	if (nleaving == list->nentries)
		*VEC_PUSH(&import->cuts) = (Line) {Max(list->start, home->start), list->end};
	else if (list->start == home->begin)
		appendStringInfo(&home->section.body, "%.*s\n\n", list->title.len, list->title.data);
	for (int i = 0; i < list->nentries && nleaving < list->nentries; i++)
		if (leaves[list->first_entry + i])
			*VEC_PUSH(&import->cuts) = (Line) {entries[i].start, entries[i].end};
}

void
report_spread(Import *import)
{
	ReportSources report = report_sources(import->prose->text, import->prose->len);
	bool	   *leaves = make_documents(import, &report);
	bool	   *is_home = palloc0(report.entries.count + 1);
	EntryUse   *uses = report.uses.items;
	int			nuses = 0;

	for (int i = 0; i < report.uses.count; i++)
		if ((uses[i].pos = part_at(import, uses[i].pos)) >= 0)
			uses[nuses++] = uses[i];
	if (nuses > 0)
		qsort(uses, nuses, sizeof(EntryUse), compare_uses);
	for (int i = 0; i < nuses; i++)
	{
		int			part = uses[i].pos;
		int			entry = uses[i].entry;

		CHECK_FOR_INTERRUPTS();
		if (i > 0 && compare_uses(&uses[i - 1], &uses[i]) == 0)
			continue;
		if (part == part_at(import, report.entries.items[entry].start))
			is_home[entry] = true;
		else
		{
			leaves[entry] = true;
			add_entry(import, &import->parts.items[part], &report, entry);
		}
	}
	for (int i = 0; i < report.entries.count; i++)
		leaves[i] &= !is_home[i];
	for (int i = 0; i < report.lists.count; i++)
		if (part_at(import, report.lists.items[i].start) >= 0)
			cut_list(import, &report, &report.lists.items[i], leaves);
}
