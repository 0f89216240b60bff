/*
 * verify_structure.c
 *		Headings, blocks and list levels of a finished text are the agent's.
 *
 * Of "NOI rose\n[SRC:9] ---" only the text "NOI rose" may be left, or a paragraph that goes on
 * with "---": a heading it was not.  Both bodies are read as blocks, and each run of bytes that
 * both have must stand in blocks of one kind, depth and level, and in as many as before.
 */
#include "audit/audit_internal.h"

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
compare_run(Comparison *comparison, int final_pos, int agent_pos, int len, Fault *fault)
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
		if (!compare_run(&comparison, final_pos, agent_pos, len, fault))
			return;
	}
}
