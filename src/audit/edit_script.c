/*
 * edit_script.c
 *		The edit script gives the agent's body; code, HTML, headings and lists are untouched.
 *
 * "NOI[^1] rose." with the edit (3, "", "[^1]") and (7, " [SRC:1]", "") is taken back to
 * "NOI [SRC:1] rose.", whose hash is stored.  Both bodies are read: a byte that both have
 * is code, HTML or neither in both, and an edit takes whole zones of code or HTML, or none.  Each
 * run of bytes that both have stands in blocks of one kind, depth and level, and in as many as
 * before: of "NOI rose\n[SRC:9] ---" only the text "NOI rose" may be left, or a paragraph that goes
 * on with "---", a heading that it was not.
 */
#include "audit/audit_internal.h"

static void
append_bytes(StringInfo out, Slice text)
{
	if (text.len > 0)
		appendBinaryStringInfo(out, text.data, text.len);
}

static Slice
slice_between(Slice text, int start, int end)
{
	return (Slice) {text.data + start, end - start};
}

/* Why edit i cannot be where it says, else NULL; start is the end of the one before. */
static const char *
edit_problem(const SectionReading *section, int i, int start)
{
	const Change *change = &section->row->changes[i];
	int			at = section->final_at[i];
	Slice		rest = section->final->text;

	if (at < 0)
		return psprintf("edit %d is at character %d, outside of the body", i + 1, change->offset);
	if (at < start)
		return psprintf("edit %d at character %d overlaps the one before", i + 1, change->offset);
	rest = slice_between(rest, at, rest.len);
	if (rest.len < change->inserted.len ||
		(change->inserted.len > 0 &&
		 memcmp(rest.data, change->inserted.data, change->inserted.len) != 0))
		return psprintf("edit %d at character %d inserted text that is not there", i + 1,
						change->offset);
	return NULL;
}

/* Applies the edits backwards: each inserted text gives way to the removed one. */
void
read_section(SectionReading *section, const StoredSection *row)
{
	Slice		body = slice_of(row->body);
	StringInfoData out;
	int			pos = 0;

	section->row = row;
	section->final = read_text(body, false);
	section->final_at = palloc(Max(row->nchanges, 1) * sizeof(int));
	section->agent_at = palloc(Max(row->nchanges, 1) * sizeof(int));
	initStringInfo(&out);
	for (int i = 0; i < row->nchanges; i++)
	{
		CHECK_FOR_INTERRUPTS();
		section->final_at[i] = byte_of_char(section->final, row->changes[i].offset);
		section->problem = edit_problem(section, i, pos);
		if (section->problem)
			return;
		append_bytes(&out, slice_between(body, pos, section->final_at[i]));
		section->agent_at[i] = out.len;
		append_bytes(&out, row->changes[i].removed);
		pos = section->final_at[i] + row->changes[i].inserted.len;
	}
	append_bytes(&out, slice_between(body, pos, body.len));
	section->agent = read_text((Slice) {out.data, out.len}, true);
	for (int i = 0; i < row->nchanges; i++)
		for (int j = 0; j < row->changes[i].removed.len; j++)
			section->agent->bytes[section->agent_at[i] + j] |= BYTE_TAKEN;
}

static bool
sha256_is(Slice text, const uint8 *expected)
{
	uint8		digest[PG_SHA256_DIGEST_LENGTH];

	sha256(text.data, text.len, digest);
	return memcmp(digest, expected, sizeof(digest)) == 0;
}

/* The body is the one that was finalized. */
void
check_hash(SectionReading *section, Fault *fault)
{
	if (!sha256_is(section->final->text, section->row->body_sha256))
		FAULT(fault, "section \"%.*s\": the body does not have the stored hash", KEY(section));
}

/* Applied backwards, the edits give what the agent wrote. */
void
check_edits(SectionReading *section, Fault *fault)
{
	if (section->problem)
		FAULT(fault, "section \"%.*s\": %s", KEY(section), section->problem);
	else if (!sha256_is(section->agent->text, section->row->agent_sha256))
		FAULT(fault, "section \"%.*s\": the edits do not give a body with the agent's hash",
			  KEY(section));
}

/* The bytes that both bodies have before edit i, behind the last one at the end: where they begin
 * in each, and how many they are. */
static int
common_run(const SectionReading *section, int i, int *final_pos, int *agent_pos)
{
	const Change *before = i == 0 ? NULL : &section->row->changes[i - 1];

	*final_pos = before == NULL ? 0 : section->final_at[i - 1] + before->inserted.len;
	*agent_pos = before == NULL ? 0 : section->agent_at[i - 1] + before->removed.len;
	return (i < section->row->nchanges ? section->final_at[i] : section->final->text.len) -
		*final_pos;
}

/* ------------------------------------------------------------- code and HTML */

static bool
is_opaque(const Reading *reading, int pos)
{
	return class_at(reading, pos) >= BYTE_CODE;
}

static const char *
zone_name(ByteClass class)
{
	return class == BYTE_CODE ? "code" : class == BYTE_HTML ? "HTML" : "text";
}

/* A run of bytes that both bodies have: each must be in the same kind of zone. */
static void
compare_zones(SectionReading *section, int final_pos, int agent_pos, int len, Fault *fault)
{
	for (int i = 0; i < len; i++)
	{
		ByteClass	is = class_at(section->final, final_pos + i);
		ByteClass	was = class_at(section->agent, agent_pos + i);

		if (is == was || (is < BYTE_CODE && was < BYTE_CODE) ||
			is_space(section->final->text.data[final_pos + i]))
			continue;
		FAULT(fault, "section \"%.*s\": byte %d was %s and is %s", KEY(section), final_pos + i,
			  zone_name(was), zone_name(is));
		return;
	}
}

/* Does a zone of code or HTML go on at a byte that it does not begin at? */
static bool
cuts_zone(const Reading *reading, int pos)
{
	return is_opaque(reading, pos) && !(reading->bytes[pos] & BYTE_LABEL);
}

/* The bytes of code and HTML in a run, blanks aside. */
static Slice
opaque_bytes(const Reading *reading, int start, int len, bool *has_code)
{
	char	   *bytes = palloc(len + 1);
	int			count = 0;

	for (int pos = start; pos < start + len; pos++)
		if (is_opaque(reading, pos) && !is_space(reading->text.data[pos]))
		{
			bytes[count++] = reading->text.data[pos];
			*has_code |= class_at(reading, pos) == BYTE_CODE;
		}
	return (Slice) {bytes, count};
}

/*
 * An edit may take whole zones away (a removed source block), bring HTML (a
 * chart, the end of an open comment) or carry zones along unchanged.
 */
static bool
is_fair_exchange(const SectionReading *section, int edit)
{
	const Change *change = &section->row->changes[edit];
	bool		had_code = false;
	bool		has_code = false;
	Slice		was = opaque_bytes(section->agent, section->agent_at[edit], change->removed.len,
								   &had_code);
	Slice		is = opaque_bytes(section->final, section->final_at[edit], change->inserted.len,
								  &has_code);

	return is.len == 0 || (was.len == 0 ? !has_code : slice_equal(was, is));
}

/* What is code or HTML was that before, byte for byte. */
void
check_opaque(SectionReading *section, Fault *fault)
{
	const StoredSection *row = section->row;

	for (int i = 0; section->agent != NULL && i <= row->nchanges; i++)	/* else edits_restore */
	{
		int			at = i < row->nchanges ? section->agent_at[i] : 0;
		int			final_pos;
		int			agent_pos;
		int			len = common_run(section, i, &final_pos, &agent_pos);

		CHECK_FOR_INTERRUPTS();
		if (i < row->nchanges && (cuts_zone(section->agent, at) ||
								  cuts_zone(section->agent, at + row->changes[i].removed.len)))
			FAULT(fault, "section \"%.*s\": edit %d at character %d changes code or HTML",
				  KEY(section), i + 1, row->changes[i].offset);
		else if (i < row->nchanges && !is_fair_exchange(section, i))
			FAULT(fault, "section \"%.*s\": edit %d at character %d replaces code or HTML",
				  KEY(section), i + 1, row->changes[i].offset);
		compare_zones(section, final_pos, agent_pos, len, fault);
	}
}

/* ------------------------------------------------------------------ blocks */

/* A place in the blocks of a text, which only goes on. */
typedef struct Walk
{
	const Reading *reading;
	int			next;			/* block that does not end before the place */
} Walk;

/* The block whose text has a byte, NULL when it is of no text. */
static const BlockReading *
block_at(Walk *walk, int pos)
{
	const BlockReading *blocks = walk->reading->blocks.items;

	while (walk->next < walk->reading->blocks.count && blocks[walk->next].end <= pos)
		walk->next++;
	return walk->next < walk->reading->blocks.count && blocks[walk->next].start <= pos
		? &blocks[walk->next] : NULL;
}

/* What was compared of a section. */
typedef struct Comparison
{
	SectionReading *section;
	Walk		final;
	Walk		agent;
	const BlockReading *last_final; /* of the byte before, NULL = none yet */
	const BlockReading *last_agent;
	int			shift;			/* levels that headings went down, -1 = not met yet */
} Comparison;

/* All headings of a section go down as far, but not below the sixth level. */
static bool
same_level(Comparison *comparison, int was, int is)
{
	if (comparison->shift < 0 && is < 6)
		comparison->shift = is - was;
	return is == 6 ? comparison->shift < 0 || was + comparison->shift >= 6
		: comparison->shift >= 0 && is - was == comparison->shift;
}

/* Does a byte stand in a block like the agent's, and in another than the byte before it if the
 * agent's did? */
static bool
is_kept(Comparison *comparison, const BlockReading *was, const BlockReading *is)
{
	bool		is_same = was->type == is->type && was->depth == is->depth &&
		(was->level == 0 || same_level(comparison, was->level, is->level)) &&
		!(is == comparison->last_final && was != comparison->last_agent);

	comparison->last_final = is;
	comparison->last_agent = was;
	return is_same;
}

/* A run of bytes that both bodies have. */
static bool
compare_blocks(Comparison *comparison, int final_pos, int agent_pos, int len, Fault *fault)
{
	const Reading *final = comparison->final.reading;

	for (int i = 0; i < len; i++)
	{
		const BlockReading *is;
		const BlockReading *was;

		if (is_space(final->text.data[final_pos + i]) ||
			class_at(final, final_pos + i) == BYTE_SYNTAX ||
			class_at(comparison->agent.reading, agent_pos + i) == BYTE_SYNTAX)
			continue;
		is = block_at(&comparison->final, final_pos + i);
		was = block_at(&comparison->agent, agent_pos + i);
		if (is == NULL || was == NULL || is_kept(comparison, was, is))
			continue;
		FAULT(fault, "section \"%.*s\": what was another block is now the line \"%.*s\"",
			  KEY(comparison->section),
			  line_end(final->text, final_pos + i) - (final_pos + i),
			  final->text.data + final_pos + i);
		return false;
	}
	return true;
}

void
check_structure(SectionReading *section, Fault *fault)
{
	Comparison	comparison = {.section = section, .final = {section->final, 0},
		.agent = {section->agent, 0}, .shift = -1};
	int			final_pos;
	int			agent_pos;

	for (int i = 0; section->agent != NULL && i <= section->row->nchanges; i++)
	{
		int			len = common_run(section, i, &final_pos, &agent_pos);

		CHECK_FOR_INTERRUPTS();
		if (!compare_blocks(&comparison, final_pos, agent_pos, len, fault))
			return;
	}
}
