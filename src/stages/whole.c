/*
 * whole.c
 *		What must hold of any text (chapter 4): a section's claims are used, and it is a section.
 *
 * "I'm sorry, but I cannot access the sources." has a title and stands among sections
 * like any other; with two claims, none of which it uses, it is both
 *
 *		uncited_claims		{"claims":2}
 *		section_collapsed	begins as an excuse
 *
 * Nothing is parsed again: this asks the claims' outcomes, the references and the blocks.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "notes/notes.h"

#define LIST_WORDS		40		/* of a section whose own list is no reference */
#define SHORT_WORDS		20		/* below: none, if it has claims or is expected, and no reference */
#define EXCUSE_WORDS	60		/* an excuse has fewer */
#define SHRUNK			5		/* times fewer words than an earlier revision's: it is a piece */
#define LONGEST_EXCUSE	64		/* bytes of a line of words/excuses.txt, and more */
#define MOST_JSON_DEPTH	512

typedef enum ExcuseClass
{
	CLASS_excuse,
	CLASS_fault
} ExcuseClass;

static const struct
{
	ExcuseClass class;
	const char *text;
	int			value;
} excuses[] = {
#include "stages/excuses.inc"
};

/* Does a mark of the section's own, "[^1]: Rent Roll, p. 3", cite a page of one of its claims?  The
 * general source of a rescue is none. */
static bool
cites_page_of_claim(const Memo *memo, const Section *section)
{
	int			count;
	Citation  **references = section_references(memo, section, &count);

	for (int i = 0; i < count; i++)
		for (int j = 0; references[i]->note->kind == NOTE_SOURCE && j < section->claims.count; j++)
		{
			const Identity *cited = &references[i]->identity;
			const Identity *claimed = &memo->claims[section->claims.first + j].identity;

			if (cited->doc == claimed->doc && cited->page == claimed->page)
				return true;
		}
	return false;
}

/* A section's claims are used, and its own list, or an event says that they are not. */
static void
check_claims(Memo *memo, Section *section, int references)
{
	const Claim *claims = memo->claims + section->claims.first;
	int			entries = section->notes == NULL ? 0 : section_count_items(section);
	int			unplaced = 0;

	while (unplaced < section->claims.count && claims[unplaced].outcome != NULL &&
		   strcmp(claims[unplaced].outcome, "unplaced") == 0)
		unplaced++;
	if (unplaced > 0 && unplaced == section->claims.count && !cites_page_of_claim(memo, section))
		memo_event(memo, EVENT_uncited_claims, section->index, (Slice) {NULL, 0},
				   "{\"claims\":%d}", section->claims.count);
	else if (entries > 0 && references == 0 && section_words(section) >= LIST_WORDS)
		memo_event(memo, EVENT_uncited_claims, section->index, (Slice) {NULL, 0},
				   "{\"entries\":%d}", entries);
}

/* ------------------------------------------------------- a section is one */

/* "openai.RateLimitError: ...": a word that a program calls an error by, and a colon. */
static bool
begins_as_exception(const char *begin)
{
	const char *colon = begin + strcspn(begin, ": \r\n");

	return *colon == ':' && ((colon - begin > 5 && memcmp(colon - 5, "error", 5) == 0) ||
							 (colon - begin > 9 && memcmp(colon - 9, "exception", 9) == 0));
}

/* Does the text begin as one of words/excuses.txt, whatever markup is before it? */
static bool
begins_as_excuse(Slice body)
{
	char		begin[LONGEST_EXCUSE];
	int			len = 0;
	int			pos = 0;

	while (pos < body.len && strchr(" \t\r\n#*_>`\"[", body.data[pos]) != NULL)
		pos++;
	for (; pos < body.len && len < LONGEST_EXCUSE - 1; pos++)
		if (strncmp(body.data + pos, "\xE2\x80\x99", Min(3, body.len - pos)) == 0)
		{
			begin[len++] = '\'';
			pos += 2;
		}
		else if (body.data[pos] != ',')
			begin[len++] = (char) pg_ascii_tolower((unsigned char) body.data[pos]);
	begin[len] = '\0';
	if (begins_as_exception(begin))
		return true;
	for (int i = 0; i < (int) lengthof(excuses); i++)
	{
		int			excuse = (int) strlen(excuses[i].text);
		char		next = begin[Min(excuse, len)];

		if (strncmp(begin, excuses[i].text, excuse) != 0)
			continue;
		if (excuses[i].class == CLASS_excuse ? !isalnum((unsigned char) next)
			: next == '\0' || strchr(":([{]\r\n", next) != NULL ||
			(next == ' ' && isdigit((unsigned char) begin[excuse + 1])))
			return true;
	}
	return false;
}

/* Does the text end in a marker that more text would close, "rose [SRC:1"? */
static bool
ends_in_marker(Slice body)
{
	const char *open = memrchr(body.data, '[', body.len);
	int			len = open == NULL ? 0 : (int) (body.data + body.len - open);
	char	   *closed;
	Marker		marker;

	if (open == NULL || len > 40 || memchr(open, ']', len) != NULL)
		return false;
	closed = psprintf("%.*s]", len, open);
	if (marker_match(closed, len + 1, 0, false, &marker) && marker_kind_leaves(marker.kind))
		return true;
	closed = psprintf("%.*s1]", len, open);
	return marker_match(closed, len + 2, 0, false, &marker) && marker_kind_leaves(marker.kind);
}

/* The section's text behind its first headings, without the fence that it may be in. */
static Slice
text_of(const Section *section, const TextBlock *block, bool is_last)
{
	Slice		text = {section->body.data + block->start, section->body.len - block->start};
	const char *line_end = memchr(text.data, '\n', text.len);

	if (is_last && block->kind == BLOCK_CODE && block->is_fenced && line_end != NULL)
	{
		text.len -= (int) (line_end - text.data);
		text.data = line_end;
		text = slice_trim(text);
		while (text.len > 0 && strchr("`~", text.data[text.len - 1]) != NULL)
			text.len--;
	}
	return slice_trim(text);
}

/* Does the deal's metadata expect the section: "risk", ["risk", "exit"]? */
static bool
is_expected(const Memo *memo, const Section *section)
{
	const char *keys = memo->expected_sections;

	return keys != NULL && (strcmp(keys, section->section_key) == 0 ||
							strstr(keys, psprintf("\"%s\"", section->section_key)) != NULL);
}

/* Why the section is none; NULL = it is one. */
static const char *
collapsed_how(const Memo *memo, Section *section, int references)
{
	Slice		body;
	const Prose *prose = section->prose;
	const TextBlock *last;
	int			first = 0;

	while (first < prose->blocks.count && (prose->blocks.items[first].kind == BLOCK_HEADING ||
										   prose->blocks.items[first].kind == BLOCK_RULE))
		first++;
	if (first == prose->blocks.count)
		return section->charts.count > 0 ? NULL : "empty";
	last = &prose->blocks.items[prose->blocks.count - 1];
	body = text_of(section, &prose->blocks.items[first], first == prose->blocks.count - 1);
	if (body.len > 1 && strchr("{[", body.data[0]) != NULL &&
		json_parse(body, MOST_JSON_DEPTH) != NULL)
		return "JSON";
	if (section_words(section) < EXCUSE_WORDS && begins_as_excuse(body))
		return "begins as an excuse";
	if (section_words(section) < SHORT_WORDS && references == 0 &&
		(section->claims.count > 0 || is_expected(memo, section)))
		return "short, without a reference";
	if (section->earlier_words >= EXCUSE_WORDS &&
		section_words(section) * SHRUNK <= section->earlier_words)
		return "a fifth of an earlier revision";
	if (ends_in_marker(body))
		return "cut off in a marker";
	if (last->kind == BLOCK_CODE && last->is_fenced && last->is_open)
		return "cut off in a fence";
	if (last->kind == BLOCK_TABLE && last->nlines > 2 &&
		section_shown_end(section, last,
						  &prose->lines.items[last->first_line + last->nlines - 1]) < 0)
		return "cut off in a table row";
	return NULL;
}

/* Does the last paragraph end as no sentence does, in a letter or a comma? */
static bool
ends_amid_sentence(const Section *section)
{
	const Prose *prose = section->prose;
	const TextBlock *last = &prose->blocks.items[prose->blocks.count - 1];
	int			end = last->end;

	if (last->kind != BLOCK_PARAGRAPH || last->depth > 0 || last->note_def >= 0)
		return false;
	for (int i = last->first_marker + last->nmarkers - 1; i >= last->first_marker; i--)
	{
		end = before_blanks(prose->text, last->start, end);
		if (prose->markers.items[i].start + prose->markers.items[i].len != end)
			break;
		end = prose->markers.items[i].start;
	}
	end = before_blanks(prose->text, last->start, end);
	return end > last->start &&
		(isalpha((unsigned char) prose->text[end - 1]) || prose->text[end - 1] == ',');
}

void
check_sections(Memo *memo)
{
	int		   *references = palloc0(sizeof(int) * (memo->nsections + 1));

	for (int i = 0; i < memo->citations.count; i++)	/* but the general one of a rescue */
	{
		const Citation *citation = &memo->citations.items[i];

		references[citation->section] += citation_is_live(citation) &&
			citation->note->kind != NOTE_RESCUE && citation->note->kind != NOTE_INSIGHT;
	}
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		const char *how = collapsed_how(memo, section, references[i]);

		CHECK_FOR_INTERRUPTS();
		check_claims(memo, section, references[i]);
		if (how != NULL)
			memo_event(memo, EVENT_section_collapsed, i, slice_of(how), "{\"words\":%d%s}",
					   section_words(section), section->earlier_words < EXCUSE_WORDS ? ""
					   : psprintf(",\"earlier\":%d", section->earlier_words));
		else if (section->prose->blocks.count > 0 && section_words(section) >= SHORT_WORDS &&
				 ends_amid_sentence(section))
			memo_event(memo, EVENT_section_unfinished, i, (Slice) {NULL, 0}, NULL);
	}
	pfree(references);
}
