/*
 * jsonb_write.c
 *		A sink that makes jsonb as the server stores it, without a tree of its values.
 *
 * pushJsonbValue() keeps 32 bytes and more for each value and makes the jsonb in one step
 * that no cancel ends: 830 bytes for each byte of a list of items.  Here values go to a
 * buffer as they come, and a container is finished when it closes: of {"type": "doc"} the
 * buffer has "doc", which moves up to let its head in:
 *
 *		count and kind | entry of each key, of each value | "type" | "doc"
 *
 * An entry is the kind and the length of its value, or the end of it every 32nd time.
 * Containers and numbers begin at multiples of four bytes; the bytes skipped count as theirs.
 */
#include "store/store_internal.h"

#include "utils/jsonb.h"

#define LARGEST_JSONB	JENTRY_OFFLENMASK	/* bytes of what an array holds */
#define MOVE_BYTES		(1 << 20)			/* between two checks for a cancel */

/* A value of an open container. */
typedef struct Part
{
	int			key;			/* of an object: in keys */
	int			key_len;
	int			start;			/* in data */
	int			len;
	JEntry		kind;			/* JENTRY_ISNUMERIC and so on */
} Part;

typedef struct Container
{
	JsonKind	kind;
	int			start;			/* in data */
	int			first;			/* of its parts */
	Part		key;			/* of an object: of the value that comes next */
} Container;

typedef struct JsonbSink
{
	JsonSink	sink;			/* first: what it is seen as */
	StringInfoData data;		/* begins with room for the length of all */
	StringInfoData keys;		/* of the open objects */
				VEC(Part) parts;
				VEC(Container) open;
} JsonbSink;

static void
check_size(const JsonbSink *jsonb, int64 more)
{
	if (jsonb->data.len + more > LARGEST_JSONB)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("the document does not fit into jsonb"),
				 errdetail("It has more than %d bytes.", LARGEST_JSONB)));
}

static void
append_bytes(JsonbSink *jsonb, const char *bytes, int len)
{
	check_size(jsonb, len);
	appendBinaryStringInfo(&jsonb->data, bytes, len);
}

static void
align_data(JsonbSink *jsonb)
{
	append_bytes(jsonb, "\0\0\0", INTALIGN(jsonb->data.len) - jsonb->data.len);
}

/* Notes a value that stands from start on to the end of data. */
static void
part_add(JsonbSink *jsonb, int start, JEntry kind)
{
	Part		part = {0};

	if (jsonb->open.count == 0)
		return;					/* the root */
	part = jsonb->open.items[jsonb->open.count - 1].key;
	part.start = start;
	part.len = jsonb->data.len - start;
	part.kind = kind;
	*VEC_PUSH(&jsonb->parts) = part;
}

/* ------------------------------------------------------------- containers */

/* memmove() to a higher address, in pieces from the end. */
static void
move_up(char *to, const char *from, int len)
{
	while (len > 0 && to != from)
	{
		int			piece = Min(len, MOVE_BYTES);

		CHECK_FOR_INTERRUPTS();
		len -= piece;
		memmove(to + len, from + len, piece);
	}
}

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

/* An object's parts in the order of their keys; returns how many are left. */
static int
sort_parts(const JsonbSink *jsonb, Part *parts, int count)
{
	int			kept = 0;

	sorted_keys = jsonb->keys.data;
	qsort(parts, count, sizeof(Part), compare_parts);
	for (int i = 0; i < count; i++)
	{
		const Part *last = &parts[Max(kept - 1, 0)];

		if (kept == 0 || last->key_len != parts[i].key_len ||
			memcmp(sorted_keys + last->key, sorted_keys + parts[i].key, last->key_len) != 0)
			parts[kept++] = parts[i];
	}
	return kept;
}

/* One entry of a container: its index, its end among all values, and its length. */
static void
write_entry(char *head, int index, JEntry kind, int end, int len)
{
	bool		has_end = index % JB_OFFSET_STRIDE == 0;
	JEntry		entry = kind | (has_end ? JENTRY_HAS_OFF | (JEntry) end : (JEntry) len);

	memcpy(head + sizeof(uint32) + index * sizeof(JEntry), &entry, sizeof(entry));
}

static bool
is_aligned(const Part *part)
{
	return part->kind == JENTRY_ISCONTAINER || part->kind == JENTRY_ISNUMERIC;
}

/* Where each part comes to stand behind a head of so many bytes; returns the end of all. */
static int
place_parts(const Part *parts, int count, int start, int *places)
{
	for (int i = 0; i < count; i++)
	{
		places[i] = is_aligned(&parts[i]) ? (int) INTALIGN(start) : start;
		start = places[i] + parts[i].len;
	}
	return start;
}

/* Moves the values of a container to their places, which are behind where they stand unless
 * they change their order. */
static void
move_parts(JsonbSink *jsonb, const Part *parts, int count, const int *places, int from, int end)
{
	char	   *data;
	char	   *copy = NULL;
	int			old_end = jsonb->data.len;
	bool		is_sorted = true;

	for (int i = 0; i < count; i++)
		is_sorted = is_sorted && parts[i].start >= parts[Max(i - 1, 0)].start &&
			places[i] >= parts[i].start;
	enlargeStringInfo(&jsonb->data, Max(end - old_end, 0));
	data = jsonb->data.data;
	if (!is_sorted)
	{
		copy = palloc_array_huge(old_end - from + 1, 1);
		memcpy(copy, data + from, old_end - from);
	}
	for (int i = count - 1; i >= 0; i--)
	{
		if (is_sorted)
			move_up(data + places[i], data + parts[i].start, parts[i].len);
		else
			memcpy(data + places[i], copy + parts[i].start - from, parts[i].len);
	}
	if (copy != NULL)
		pfree(copy);
	jsonb->data.len = end;
	data[end] = '\0';
}

static void
write_head(JsonbSink *jsonb, const Container *container, const Part *parts, int count,
		   const int *places)
{
	char	   *head = jsonb->data.data + container->start;
	bool		is_object = container->kind == J_OBJECT;
	uint32		header = count | (is_object ? JB_FOBJECT : JB_FARRAY);
	int			keys_start = sizeof(uint32) + count * (is_object ? 2 : 1) * sizeof(JEntry);
	int			end = 0;

	memcpy(head, &header, sizeof(header));
	for (int i = 0; i < count && is_object; i++)
	{
		memcpy(head + keys_start + end, jsonb->keys.data + parts[i].key, parts[i].key_len);
		end += parts[i].key_len;
		write_entry(head, i, JENTRY_ISSTRING, end, parts[i].key_len);
	}
	for (int i = 0; i < count; i++)
	{
		int			before = container->start + keys_start + end;

		memset(jsonb->data.data + before, 0, places[i] - before);
		end = places[i] + parts[i].len - container->start - keys_start;
		write_entry(head, i + (is_object ? count : 0), parts[i].kind, end,
					places[i] + parts[i].len - before);
	}
}

static void
jsonb_end(JsonSink *sink, JsonKind kind pg_attribute_unused())
{
	JsonbSink  *jsonb = (JsonbSink *) sink;
	Container	container = jsonb->open.items[--jsonb->open.count];
	Part	   *parts = jsonb->parts.items + container.first;
	int			count = jsonb->parts.count - container.first;
	bool		is_object = container.kind == J_OBJECT;
	int64		head = sizeof(uint32) + (int64) count * (is_object ? 2 : 1) * sizeof(JEntry);
	int		   *places;
	int			end;

	CHECK_FOR_INTERRUPTS();
	check_size(jsonb, head + (is_object ? jsonb->keys.len : 0) + (int64) count * 3);
	if (is_object && count > 0)
	{
		jsonb->keys.len = parts[0].key;		/* the keys themselves stay until the next one */
		count = sort_parts(jsonb, parts, count);
		head = sizeof(uint32) + count * 2 * sizeof(JEntry);
		for (int i = 0; i < count; i++)
			head += parts[i].key_len;
	}
	places = palloc_array_huge(count + 1, sizeof(int));
	end = place_parts(parts, count, container.start + (int) head, places);
	move_parts(jsonb, parts, count, places, container.start, end);
	write_head(jsonb, &container, parts, count, places);
	pfree(places);
	jsonb->parts.count = container.first;
	part_add(jsonb, container.start, JENTRY_ISCONTAINER);
}

static void
jsonb_begin(JsonSink *sink, JsonKind kind)
{
	JsonbSink  *jsonb = (JsonbSink *) sink;
	Container  *container;

	align_data(jsonb);
	container = VEC_PUSH(&jsonb->open);
	container->kind = kind;
	container->start = jsonb->data.len;
	container->first = jsonb->parts.count;
}

/* ---------------------------------------------------------------- scalars */

static void
jsonb_key(JsonSink *sink, Slice key)
{
	JsonbSink  *jsonb = (JsonbSink *) sink;
	Container  *container = &jsonb->open.items[jsonb->open.count - 1];

	container->key = (Part) {.key = jsonb->keys.len, .key_len = key.len};
	appendBinaryStringInfo(&jsonb->keys, key.data, key.len);
}

/* In an array an element, in an object the value of the last key. */
static void
jsonb_scalar(JsonSink *sink, const Json *json)
{
	JsonbSink  *jsonb = (JsonbSink *) sink;
	JEntry		kind = JENTRY_ISNULL;
	int			start;
	Datum		number;

	if (json->kind == J_NUMBER)
		align_data(jsonb);
	start = jsonb->data.len;
	if (json->kind == J_STRING)
	{
		kind = JENTRY_ISSTRING;
		append_bytes(jsonb, json->text.data, json->text.len);
	}
	else if (json->kind == J_NUMBER)
	{
		kind = JENTRY_ISNUMERIC;
		number = json_numeric(json->text);
		append_bytes(jsonb, DatumGetPointer(number), VARSIZE_ANY(DatumGetPointer(number)));
		pfree(DatumGetPointer(number));
	}
	else if (json->kind == J_BOOL)
		kind = json->truth ? JENTRY_ISBOOL_TRUE : JENTRY_ISBOOL_FALSE;
	part_add(jsonb, start, kind);
}

JsonSink *
jsonb_sink(void)
{
	JsonbSink  *jsonb = palloc0(sizeof(JsonbSink));

	jsonb->sink = (JsonSink) {jsonb_begin, jsonb_end, jsonb_key, jsonb_scalar};
	initStringInfo(&jsonb->data);
	initStringInfo(&jsonb->keys);
	appendBinaryStringInfo(&jsonb->data, "\0\0\0", VARHDRSZ);
	return &jsonb->sink;
}

Datum
jsonb_sink_datum(JsonSink *sink)
{
	JsonbSink  *jsonb = (JsonbSink *) sink;

	SET_VARSIZE(jsonb->data.data, jsonb->data.len);
	return PointerGetDatum(jsonb->data.data);
}
