/*
 * trailer.c
 *		The comment that ends a memo: which stored memo it is.
 *
 *		<!-- memocite {"v":1,"deal":42,"revision":3,"hash":"6a3b40f89b2694e5"} -->
 *
 * The ledger of that revision says what each note and reference is, so that a memo that was
 * edited and comes back (import.c) cites the same sources.  The hash is that of the sections
 * and definitions: another database may have another deal 42.
 */
#include "render/render_internal.h"

void
memo_hash(const MemoView *memo, char hash[17])
{
	StringInfoData text;
	uint8		digest[32];

	initStringInfo(&text);
	for (int i = 0; i < memo->nsections; i++)
	{
		appendBinaryStringInfo(&text, memo->sections[i].body.data, memo->sections[i].body.len);
		appendStringInfoChar(&text, '\0');
	}
	for (int i = 0; i < memo->nnotes; i++)
	{
		appendBinaryStringInfo(&text, memo->notes[i].definition.data,
							   memo->notes[i].definition.len);
		appendStringInfoChar(&text, '\0');
	}
	sha256(text.data, text.len, digest);
	for (int i = 0; i < 8; i++)
		snprintf(hash + 2 * i, 3, "%02x", digest[i]);
	pfree(text.data);
}

void
trailer_write(const MemoView *memo, StringInfo out)
{
	char		hash[17];

	memo_hash(memo, hash);
	appendStringInfo(out, COMMENT_OPEN "{\"v\":1,\"deal\":" INT64_FORMAT, memo->deal_id);
	if (memo->revision > 0)
		appendStringInfo(out, ",\"revision\":%d", memo->revision);
	appendStringInfo(out, ",\"hash\":\"%s\"} -->\n", hash);
}
