/*
 * agent_body.c
 *		What an agent wrote, of a stored section: its edit script applied backwards.
 *
 * "NOI[^1] rose." with the edit (3, "", "[^1]") and (7, " [SRC:1]", "") is taken back to
 * "NOI [SRC:1] rose.".
 */
#include "render/render.h"

char *
stored_agent_body(const StoredSection *section)
{
	Slice		body = slice_of(section->body);
	StringInfoData out;
	int			pos = 0;		/* bytes of the body that are written, */
	int			at = 0;			/* and characters before byte next */
	int			next = 0;

	initStringInfo(&out);
	for (int i = 0; i < section->nchanges; i++)
	{
		const Change *change = &section->changes[i];

		CHECK_FOR_INTERRUPTS();
		for (; at < change->offset && next < body.len; at++)
			next += char_length(body.data[next]);
		if (next > pos)
			appendBinaryStringInfo(&out, body.data + pos, next - pos);
		if (change->removed.len > 0)
			appendBinaryStringInfo(&out, change->removed.data, change->removed.len);
		pos = next + change->inserted.len;
	}
	if (pos < body.len)
		appendBinaryStringInfo(&out, body.data + pos, body.len - pos);
	return out.data;
}
