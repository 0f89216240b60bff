/*
 * json_datum.c
 *		A tree of jsonb values -> jsonb, as JsonbValueToJsonb() makes it.
 *
 * The server's own function has no point at which it can be cancelled: for two
 * megabytes of tables it takes more than a second.  What it writes is the format
 * on disk, which does not change: a header, an entry for each key and value (its
 * length, every 32nd time its offset), then the keys and values themselves, with
 * numbers and containers aligned to four bytes.
 */
#include "store/store.h"

#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"

static JEntry write_value(StringInfo out, const JsonbValue *value);

/* Makes room for bytes and returns where they are. */
static int
reserve(StringInfo out, int len)
{
	int			start = out->len;

	enlargeStringInfo(out, len);
	memset(out->data + start, 0, len);
	out->len += len;
	return start;
}

/* Zeroes up to a multiple of four; returns how many. */
static int
align(StringInfo out)
{
	int			padding = INTALIGN(out->len) - out->len;

	(void) reserve(out, padding);
	return padding;
}

static JEntry
write_scalar(StringInfo out, const JsonbValue *value)
{
	int			padding;

	switch (value->type)
	{
		case jbvString:
			appendBinaryStringInfo(out, value->val.string.val, value->val.string.len);
			return value->val.string.len;
		case jbvNumeric:
			padding = align(out);
			appendBinaryStringInfo(out, (const char *) value->val.numeric, VARSIZE_ANY(value->val.numeric));
			return JENTRY_ISNUMERIC | (padding + VARSIZE_ANY(value->val.numeric));
		case jbvBool:
			return value->val.boolean ? JENTRY_ISBOOL_TRUE : JENTRY_ISBOOL_FALSE;
		default:
			return JENTRY_ISNULL;
	}
}

/* The nth entry of a container that starts at out->data[entries]. */
static void
set_entry(StringInfo out, int entries, int n, JEntry entry, int64 *total)
{
	*total += JBE_OFFLENFLD(entry);
	if (*total > JENTRY_OFFLENMASK)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("the document does not fit into jsonb"),
				 errdetail("It has more than %d bytes.", JENTRY_OFFLENMASK)));
	if (n % JB_OFFSET_STRIDE == 0)
		entry = (entry & JENTRY_TYPEMASK) | (JEntry) *total | JENTRY_HAS_OFF;
	memcpy(out->data + entries + (Size) n * sizeof(JEntry), &entry, sizeof(JEntry));
}

static JEntry
write_container(StringInfo out, const JsonbValue *value)
{
	bool		is_array = value->type == jbvArray;
	int			count = is_array ? value->val.array.nElems : value->val.object.nPairs;
	uint32		header = count | (is_array ? JB_FARRAY : JB_FOBJECT);
	int			start = out->len;
	int64		total = 0;
	int			entries;

	(void) align(out);
	appendBinaryStringInfo(out, (const char *) &header, sizeof(header));
	entries = reserve(out, (is_array ? 1 : 2) * count * (int) sizeof(JEntry));
	for (int i = 0; i < count && is_array; i++)
		set_entry(out, entries, i, write_value(out, &value->val.array.elems[i]), &total);
	for (int i = 0; i < count && !is_array; i++)
		set_entry(out, entries, i, write_scalar(out, &value->val.object.pairs[i].key), &total);
	for (int i = 0; i < count && !is_array; i++)
		set_entry(out, entries, count + i, write_value(out, &value->val.object.pairs[i].value), &total);
	return JENTRY_ISCONTAINER | (out->len - start);
}

static JEntry
write_value(StringInfo out, const JsonbValue *value)
{
	CHECK_FOR_INTERRUPTS();
	check_stack_depth();
	return value->type == jbvArray || value->type == jbvObject ? write_container(out, value) : write_scalar(out, value);
}

Datum
build_datum(const JsonBuild *build)
{
	StringInfoData out;

	initStringInfo(&out);
	enlargeStringInfo(&out, (int) Min(build->bytes + build->bytes / 4, JENTRY_OFFLENMASK));	/* grown, it would be copied */
	(void) reserve(&out, VARHDRSZ);
	(void) write_value(&out, build->root);
	SET_VARSIZE(out.data, out.len);
	return JsonbPGetDatum((Jsonb *) out.data);
}

Datum
jsonb_datum(const char *text)
{
	return DirectFunctionCall1(jsonb_in, CStringGetDatum(text));
}
