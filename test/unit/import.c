/*
 * import.c
 *		A memo's Markdown -> bodies and claims.
 */
#include "unit.h"

#include "import/import.h"

static const char *
imported(const char *text, ImportBinding *binding, const ImportedClaim **claims, int *nclaims)
{
	Memo	   *deal = unit_deal("@document om|Offering Memorandum|||||\n@document rr|Rent Roll|||||\n");
	Import	   *import = import_open(deal, slice_of(text));
	const ImportedSection **sections;

	import_run(import, binding, false);
	*claims = import_claims(import, nclaims);
	return import_sections(import, &sections) > 0 ? sections[0]->body.data : NULL;
}

void
unit_tests(void)
{
	const ImportedClaim *claims;
	int			nclaims;
	Document	om = {.doc_id = "om", .doc_id_len = 2};
	Identity	identity = {&om, 3, NULL};
	NoteBinding note = {.key = note_key_text(source_note_key(NOTE_SOURCE, &identity)), .kind = "source", .doc_id = "om", .page = 3,
		.confidences = (int[]) {900}, .nconfidences = 1};
	ImportBinding ours = {.notes = &note, .nnotes = 1, .nlisted = 1, .weak = 500};
	ImportBinding none = {.notes = NULL};

	/* the example of import.h */
	is("a note of ours",
	   imported("# Maple Court\n\n## Risk\n\nrose.[^1]\n\n[^1]: Offering Memorandum, p. 3.\n", &ours, &claims, &nclaims),
	   "rose.[SRC:1]");
	is("and its claim", nclaims == 0 ? "none" : psprintf("%d: %d %s %d", nclaims, (int) claims->src_id, claims->doc_id, claims->page), "1: 1 om 3");
	is("without a comment", imported("# Maple Court\n\n## Risk\n\nrose.[^1]\n\n[^1]: Rent Roll.\n", &none, &claims, &nclaims),
	   "rose.[^1]\n\n[^1]: Rent Roll.");
	ok("footnotes stay", nclaims == 0);
	is("by its text, whatever its label",
	   imported("## Risk\n\nrose.[^x]\n\n[^x]: Offering Memorandum, p. 3.\n", &ours, &claims, &nclaims), "rose.[SRC:1]");
	is("another page is the editor's",
	   imported("## Risk\n\nrose.[^1]\n\n[^1]: Offering Memorandum, p. 4.\n\n    More.\n", &ours, &claims, &nclaims),
	   "rose.[^1]\n\n[^1]: Offering Memorandum, p. 4.\n\n    More.");
	ok("and cites nothing of ours", nclaims == 0);
	is("without a reference", imported("## Risk\n\nNOI rose.\n", &none, &claims, &nclaims), "NOI rose.");
	ok("no claim", nclaims == 0);
}
