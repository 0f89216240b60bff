/*
 * jsonb_write.c
 *		A sink that makes jsonb as the server stores it, without a tree of its values.
 *
 * The server's own writer keeps 32 bytes and more for each value and makes the jsonb in one
 * step that no cancel ends: a document of 4 MB took 3 GB.  Here each open container has its
 * values as bytes, and goes into those of the one around it when it closes; of
 * {"type": "doc"} that is
 *
 *		count and kind | entry of each key, of each value | "type" | "doc"
 *
 * An entry is the kind and the length of its value, or the end of it every 32nd time.
 * Containers and numbers begin at multiples of four bytes; the bytes skipped count as theirs.
 */
#include "store/store_internal.h"

#include "utils/jsonb.h"

#define LARGEST_JSONB	JENTRY_OFFLENMASK	/* bytes of what an array holds */

#define KEPT_BYTES		(1 << 20)	/* a level that had more gives them back */
#define COPIED_BYTES	(1 << 18)	/* between two looks for a cancel */

/* A value of an open container: bytes of its keys and values. */
typedef struct Part
{
	int			key;
	int			key_len;
	int			start;
	int			len;
	JEntry		kind;			/* JENTRY_ISNUMERIC and so on */
} Part;

typedef struct Container
{
	StringInfoData keys;		/* of an object */
	StringInfoData values;
				VEC(Part) parts;
	Part		next;			/* of an object: has the key of the value that comes next */
} Container;

typedef struct JsonbSink
{
	JsonSink	sink;			/* first: what it is seen as */
				VEC(Container) levels;	/* the first one's only value is the whole */
	int			depth;			/* of the innermost open one; deeper ones are used again */
} JsonbSink;

static Container *
innermost(JsonbSink *jsonb)
{
	return &jsonb->levels.items[jsonb->depth];
}

static void
append_bytes(StringInfo out, const char *bytes, int len)
{
	if ((int64) out->len + len > LARGEST_JSONB)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("the document does not fit into jsonb"),
				 errdetail("It has more than %d bytes.", LARGEST_JSONB)));
	for (; len > COPIED_BYTES; bytes += COPIED_BYTES, len -= COPIED_BYTES)
	{
		CHECK_FOR_INTERRUPTS();
		appendBinaryStringInfo(out, bytes, COPIED_BYTES);
	}
	CHECK_FOR_INTERRUPTS();
	appendBinaryStringInfo(out, bytes, len);
}

static void
align(StringInfo out)
{
	append_bytes(out, "\0\0\0", INTALIGN(out->len) - out->len);
}

/* Notes the value that stands from start on to the end of the values. */
static void
part_add(Container *container, int start, JEntry kind)
{
	container->next.start = start;
	container->next.len = container->values.len - start;
	container->next.kind = kind;
	*VEC_PUSH(&container->parts) = container->next;
}

/* ------------------------------------------------------------- containers */

static const char *sorted_keys; /* what compare_parts() looks into */

/* As jsonb has them: by length, then by bytes; of equal ones the last comes first. */
static int
compare_parts(const void *a, const void *b)
{
	const Part *left = a;
	const Part *right = b;
	int			order;

	if (left->key_len != right->key_len)
		return left->key_len < right->key_len ? -1 : 1;
	order = memcmp(sorted_keys + left->key, sorted_keys + right->key, left->key_len);
	return order != 0 ? order : left->key > right->key ? -1 : 1;
}

/* The parts of an object in the order of their keys, each key once. */
static void
sort_parts(Container *object)
{
	Part	   *parts = object->parts.items;
	const char *keys = object->keys.data;
	int			kept = 0;

	sorted_keys = keys;
	qsort(parts, object->parts.count, sizeof(Part), compare_parts);
	for (int i = 0; i < object->parts.count; i++)
		if (kept == 0 || parts[kept - 1].key_len != parts[i].key_len ||
			memcmp(keys + parts[kept - 1].key, keys + parts[i].key, parts[i].key_len) != 0)
			parts[kept++] = parts[i];
	object->parts.count = kept;
}

/* The entry of what was appended last, from one byte on; all before it begins at first. */
static void
set_entry(StringInfo out, int head, int index, JEntry kind, int first, int start)
{
	bool		has_end = index % JB_OFFSET_STRIDE == 0;
	JEntry		entry = kind | (has_end ? JENTRY_HAS_OFF | (JEntry) (out->len - first)
								: (JEntry) (out->len - start));

	memcpy(out->data + head + index * sizeof(JEntry), &entry, sizeof(entry));
}

/* Appends a container that is closed, at a multiple of four bytes. */
static void
append_container(StringInfo out, const Container *from, JsonKind kind)
{
	int			count = from->parts.count;
	int			nkeys = kind == J_OBJECT ? count : 0;
	uint32		header = count | (kind == J_OBJECT ? JB_FOBJECT : JB_FARRAY);
	static const JEntry no_entry = 0;
	int			head;
	int			first;

	append_bytes(out, (const char *) &header, sizeof(header));
	head = out->len;
	for (int i = 0; i < nkeys + count; i++)
		append_bytes(out, (const char *) &no_entry, sizeof(JEntry));
	first = out->len;
	for (int i = 0; i < nkeys; i++)
	{
		append_bytes(out, from->keys.data + from->parts.items[i].key, from->parts.items[i].key_len);
		set_entry(out, head, i, JENTRY_ISSTRING, first, out->len - from->parts.items[i].key_len);
	}
	for (int i = 0; i < count; i++)
	{
		const Part *part = &from->parts.items[i];
		int			start = out->len;

		if (part->kind == JENTRY_ISCONTAINER || part->kind == JENTRY_ISNUMERIC)
			align(out);
		append_bytes(out, from->values.data + part->start, part->len);
		set_entry(out, head, nkeys + i, part->kind, first, start);
	}
}

static void
jsonb_begin(JsonSink *sink, JsonKind kind pg_attribute_unused())
{
	JsonbSink  *jsonb = (JsonbSink *) sink;
	Container  *container;

	if (++jsonb->depth == jsonb->levels.count)
	{
		container = VEC_PUSH(&jsonb->levels);
		initStringInfo(&container->keys);
		initStringInfo(&container->values);
	}
	container = innermost(jsonb);
	resetStringInfo(&container->keys);
	resetStringInfo(&container->values);
	container->parts.count = 0;
	container->next = (Part) {0};
}

static void
jsonb_end(JsonSink *sink, JsonKind kind)
{
	JsonbSink  *jsonb = (JsonbSink *) sink;
	Container  *closed = innermost(jsonb);
	Container  *around = closed - 1;
	int			start;

	CHECK_FOR_INTERRUPTS();
	jsonb->depth--;
	if (kind == J_OBJECT)
		sort_parts(closed);
	align(&around->values);
	start = around->values.len;
	append_container(&around->values, closed, kind);
	part_add(around, start, JENTRY_ISCONTAINER);
	if (closed->values.maxlen > KEPT_BYTES)
	{
		pfree(closed->values.data);
		initStringInfo(&closed->values);
	}
}

/* ---------------------------------------------------------------- scalars */

static void
jsonb_key(JsonSink *sink, Slice key)
{
	Container  *object = innermost((JsonbSink *) sink);

	object->next.key = object->keys.len;
	object->next.key_len = key.len;
	appendBinaryStringInfo(&object->keys, key.data, key.len);
}

/* In an array an element, in an object the value of the last key. */
static void
jsonb_scalar(JsonSink *sink, const Json *json)
{
	Container  *container = innermost((JsonbSink *) sink);
	StringInfo	out = &container->values;
	JEntry		kind = JENTRY_ISNULL;
	int			start;
	Datum		number;

	if (json->kind == J_NUMBER)
		align(out);
	start = out->len;
	if (json->kind == J_STRING)
	{
		kind = JENTRY_ISSTRING;
		append_bytes(out, json->text.data, json->text.len);
	}
	else if (json->kind == J_NUMBER)
	{
		kind = JENTRY_ISNUMERIC;
		number = json_numeric(json->text);
		append_bytes(out, DatumGetPointer(number), VARSIZE_ANY(DatumGetPointer(number)));
		pfree(DatumGetPointer(number));
	}
	else if (json->kind == J_BOOL)
		kind = json->truth ? JENTRY_ISBOOL_TRUE : JENTRY_ISBOOL_FALSE;
	part_add(container, start, kind);
}

JsonSink *
jsonb_sink(MemoryContext result)
{
	JsonbSink  *jsonb = palloc0(sizeof(JsonbSink));
	Container  *whole = VEC_PUSH(&jsonb->levels);
	MemoryContext before = MemoryContextSwitchTo(result);

	jsonb->sink = (JsonSink) {jsonb_begin, jsonb_end, jsonb_key, jsonb_scalar};
	initStringInfo(&whole->values);
	append_bytes(&whole->values, "\0\0\0", VARHDRSZ);	/* of the length of all */
	MemoryContextSwitchTo(before);
	return &jsonb->sink;
}

Datum
jsonb_sink_datum(JsonSink *sink)
{
	StringInfo	whole = &((JsonbSink *) sink)->levels.items[0].values;

	SET_VARSIZE(whole->data, whole->len);
	return PointerGetDatum(whole->data);
}
