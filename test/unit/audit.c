/*
 * audit.c
 *		A stored memo, whole or broken -> the rules that it breaks.
 */
#include "unit.h"

#include "audit/audit.h"

/* The rules that do not hold, in their order. */
static const char *
broken_rules(StoredMemo *memo)
{
	VerifyRule *rules;
	int			nrules;
	StringInfoData out;

	initStringInfo(&out);
	verify_stored(memo, &rules, &nrules);
	for (int i = 0; i < nrules; i++)
		if (!rules[i].ok)
			appendStringInfo(&out, "%s%s", out.len > 0 ? " " : "", rules[i].rule);
	return text_of(&out);
}

static StoredMemo *
stored(const char *body)
{
	return stored_memo(unit_finished(body));
}

static bool
says(StoredMemo *memo, const char *rule)
{
	return strstr(broken_rules(memo), rule) != NULL;
}

void
unit_tests(void)
{
	StoredMemo *memo = stored("NOI rose [SRC:1]. Rents fell [SRC:3].");
	StoredMemo *other = stored("NOI rose [SRC:1].");
	DiffRow    *rows;

	is("a memo as it was made", broken_rules(memo), "");
	/* the example of audit.h */
	memo->sections[0].body = pstrdup("NOI rose.[^1] Rents fell.");
	ok("a note that no reference leads to breaks definitions_match", says(memo, "definitions_match"));
	memo->sections[0].body = pstrdup("NOI rose.[^2] Rents fell.[^1]");
	ok("numbers that do not rise break references_contiguous", says(memo, "references_contiguous"));
	memo->sections[0].body = pstrdup("NOI fell.[^1] Rents fell.[^2]");
	ok("another text breaks edits_restore", says(memo, "edits_restore"));
	ok("two memos without a change", memo_differences(other, stored("NOI rose [SRC:1]."), &rows) == 0);
	ok("a note that went is a row", memo_differences(stored("NOI rose [SRC:1]. Rents fell [SRC:3]."), other, &rows) > 0);

	/* headings, blocks and list levels are the agent's: what an edit would make of them */
	static const struct
	{
		const char *body;
		int			at;
		const char *inserted;
		const char *line;
	}			changed[] = {
		{"NOI rose.\n\nRents fell.", 11, "# ", "# Rents fell."},
		{"NOI rose.\n\nRents fell.", 11, "- ", "- Rents fell."},
		{"NOI rose.\n\nRents fell.", 11, "> ", "> Rents fell."},
		{"NOI rose.\n\nRents fell.", 11, "    ", "    Rents fell."},
		{"- NOI rose.\n- Rents fell.", 12, "  ", "  - Rents fell."},
		{"### NOI rose.\n\n#### Rents\n\nThey fell.", 15, "#", "##### Rents"},
		{"NOI rose.\n\nRents fell.", 22, "\n---", "Rents fell."},
		{"| NOI |\n|---|\n| 5 |", 8, "x ", "| NOI |"},
	};

	for (int i = 0; i < (int) lengthof(changed); i++)
	{
		Memo	   *finished = unit_finished(changed[i].body);
		const char *name = psprintf("\"%s\" is no line of the agent's", changed[i].line);

		section_edit(finished, &finished->sections[0], changed[i].at, 0, changed[i].inserted);
		render_sections(finished);
		ok(psprintf("%s: flawed", name), finished->outcome.is_flawed);
		is(psprintf("%s: the line is named", name),
		   finished->events.items[finished->events.count - 1].subject, changed[i].line);
		ok(psprintf("%s: memo_verify", name), says(stored_memo(finished), "structure_kept"));
	}

	/* verify reads markers on its own */
	static const char *const left[] = {"[SRC:1]", "[SRC:1, SRC:2]", "[SOURCE-A]", "[^9]"};

	for (int i = 0; i < (int) lengthof(left); i++)
	{
		memo = stored("NOI rose [SRC:1].");
		memo->sections[0].body = psprintf("NOI rose.[^1] %s", left[i]);
		ok(psprintf("%s that was left behind", left[i]), broken_rules(memo)[0] != '\0');
	}
}
