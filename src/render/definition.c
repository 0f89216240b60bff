/*
 * definition.c
 *		The definitions of the notes (chapter 4, stage 5), written from the final notes:
 *
 *		[Rent Roll](https://x.example/rr.pdf#page=12), p. 12. "NOI was $4.2 million" "94.2% leased"
 *
 *		[Rent Roll](https://x.example/rr.pdf#page=12), p. 12. "NOI was $4.2 million"
 * once, at most policy quotes_per_note.  Each stands in double quotes, with a blank before
 * it, and " (not checked)" behind it where it could not be checked and others could.
 */
#include "render/render_internal.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"

/* Bytes of the code span at text, 0 when the back-ticks there open none;
 * unclosed has a bit for each length of run that no later run has. */
static int
code_span_length(const char *text, uint64 *unclosed)
{
	int			run = (int) strspn(text, "`");

	if (run == 0 || run > 63 || (*unclosed & (UINT64CONST(1) << run)))
		return 0;
	for (const char *c = text + run; (c = strchr(c, '`')) != NULL;)
	{
		int			closing = (int) strspn(c, "`");

		c += closing;
		if (closing == run)
			return (int) (c - text);
	}
	*unclosed |= UINT64CONST(1) << run;
	return 0;
}

/* Bytes of the autolink at text, "<https://x.org>", 0 when none is there that every
 * reader takes for one. */
static int
autolink_length(const char *text)
{
	static const char *const schemes[] = {"<https://", "<http://", "<mailto:"};

	for (int i = 0; i < (int) lengthof(schemes); i++)
	{
		int			len = (int) strlen(schemes[i]);
		int			rest;

		if (strncmp(text, schemes[i], len) != 0)
			continue;
		rest = (int) strcspn(text + len, " <>|`[]\\");
		return rest > 0 && text[len + rest] == '>' ? len + rest + 1 : 0;
	}
	return 0;
}

/* A definition is one line.  Agents' Markdown stays, but what would open HTML,
 * a table (kramdown) or another note in it is escaped, and what is a marker, as one that a cut
 * made, is kept from being one. */
static void
append_agent_text(StringInfo out, const char *text)
{
	int			len = (int) strlen(text);
	Marker		marker;

	const char *code_end = text;	/* of a code span, back-ticks alone or an autolink */
	uint64		unclosed = 0;
	bool		is_escaped = false;

	for (const char *c = text; *c; c++)
	{
		if (*c == '`' && c >= code_end)
			code_end = c + Max(code_span_length(c, &unclosed), (int) strspn(c, "`"));
		if (*c == '<' && c >= code_end && !is_escaped)
			code_end = c + autolink_length(c);
		if (strchr("<|", *c) != NULL && c >= code_end)
		{
			if (is_escaped)		/* "\&lt;" would be no character reference */
				out->data[--out->len] = '\0';
			appendStringInfoString(out, *c == '<' ? "&lt;" : "&#124;");
		}
		else if (*c == '[' && c[1] == '^' && !is_escaped)
			appendStringInfoString(out, "\\[");
		else if (strchr("[\xE3\xEF", *c) != NULL && c >= code_end && !is_escaped &&
				 marker_match(text, len, (int) (c - text), false, &marker) &&
				 marker_kind_leaves(marker.kind))
		{
			appendBinaryStringInfo(out, c, char_length(*c));
			appendStringInfoString(out, INERT);
			c += char_length(*c) - 1;
		}
		else
			appendStringInfoChar(out, *c);
		is_escaped = *c == '\\' && !is_escaped;
	}
}

static void
append_place(StringInfo out, const Identity *identity)
{
	if (identity->locator != NULL)
	{
		appendStringInfoString(out, ", ");
		append_escaped(out, identity->locator, (int) strlen(identity->locator));
	}
	else if (identity->page > 0)
	{
		appendStringInfoString(out, ", p. ");
		append_int(out, identity->page);
	}
}

void
append_source_name(StringInfo out, const Identity *identity)
{
	const char *name = document_name(identity->doc);

	append_escaped(out, name, (int) strlen(name));
	append_place(out, identity);
}

/* ------------------------------------------------------------------ quotes */

static ShownQuote
claim_quote(const Claim *claim)
{
	return (ShownQuote) {
		.text = slice_of(claim->quote), .is_verified = claim->quote_verified,
		.is_returned = claim->quote_unchecked && claim->returned_id != NULL,
	};
}

ShownQuote
citation_quote(const Citation *citation)
{
	const Claim *claim = citation->claim;
	ShownQuote	shown = {.is_verified = false};

	if (claim != NULL && (claim->quote_verified || claim->quote_unchecked))
		shown = claim_quote(claim);
	shown.misses_figure = citation->figures_supported < citation->figures ||
		(citation->quoted.verdict != NULL && strcmp(citation->quoted.verdict, "not_found") == 0);
	return shown;
}

void
append_quote(StringInfo out, const ShownQuote *quote, bool marks_unchecked)
{
	appendStringInfoString(out, " \"");
	append_escaped(out, quote->text.data, quote->text.len);
	appendStringInfoChar(out, '"');
	if (quote->is_returned)
		appendStringInfoString(out, RETURNED_MARK);
	else if (marks_unchecked && !quote->is_verified)
		appendStringInfoString(out, UNCHECKED_MARK);
}

static void
collect_quotes(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		int			count;
		Citation  **references = section_all_references(memo, &memo->sections[i], &count);

		for (int j = 0; j < count; j++)
		{
			ShownQuote	shown = citation_quote(references[j]);
			Note	   *note = references[j]->note;
			int			same = 0;	/* the same words are one quote */

			if (shown.text.data == NULL)
				continue;
			memo->has_verified_quotes |= shown.is_verified;
			memo->has_unchecked_quotes |= !shown.is_verified && !shown.is_returned;
			while (same < note->nquoted &&
				   strcmp(note->quoted[same]->quote, references[j]->claim->quote) != 0)
				same++;
			if (same < note->nquoted || note->nquoted == memo->policy.quotes_per_note)
				continue;
			if (note->quoted == NULL)
				note->quoted = palloc(sizeof(Claim *) * memo->policy.quotes_per_note);
			note->quoted[note->nquoted++] = references[j]->claim;
		}
		pfree(references);
	}
}

/* ------------------------------------------------------------- definitions */

/* out is scratch space; the note gets a copy of its own size. */
static void
define_note(const Memo *memo, Note *note, StringInfo out)
{
	resetStringInfo(out);
	if (note->kind == NOTE_AGENT)
	{
		append_agent_text(out, note->agent_text);
		appendStringInfoString(out, " (agent's note, unverified)");
	}
	else if (note->kind == NOTE_INSIGHT)
		append_escaped(out, note->text, (int) strlen(note->text));
	else
	{
		append_document(out, note->identity.doc, note->identity.page);
		append_place(out, &note->identity);
		if (note->identity.doc->is_stale)
			appendStringInfo(out, " (ingested %s; older than %d days)",
							 note->identity.doc->ingested_on, memo->policy.stale_days);
		if (out->len == 0 || out->data[out->len - 1] != '.')
			appendStringInfoChar(out, '.');
	}
	if (note->nweak > 0 && note->nweak == note->nrefs)
		appendStringInfoString(out, " Low confidence.");
	if (note->kind == NOTE_RESCUE)
		appendStringInfoString(out, " General source for this section; no passage was cited.");
	for (int i = 0; i < note->nquoted; i++)
	{
		ShownQuote	quote = claim_quote(note->quoted[i]);

		append_quote(out, &quote, memo->has_verified_quotes);
	}
	note->definition = pnstrdup(out->data, out->len);
}

void
render_definitions(Memo *memo)
{
	StringInfoData scratch;

	initStringInfo(&scratch);
	collect_quotes(memo);
	for (int i = 0; i < memo->numbered.count; i++)
		define_note(memo, memo->numbered.items[i], &scratch);
}
