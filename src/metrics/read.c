/*
 * read.c
 *		A sentence as items: words, numbers, signs.
 *
 * What is no prose is blanked first, in a copy of the body with the same offsets:
 *
 *		the **IRR** is `x` 18.5&nbsp;% [SRC:1]
 *		the   IRR   is     18.5     %
 *
 * so that tokens go on across marks and markers.  A sentence is read in pieces of at most
 * MOST_ITEMS, which bounds what any rule looks at.
 */
#include "metrics/metrics_internal.h"
#include "markers/markers.h"

#define BLANKED		'\x01'

static void
blank(char *text, int start, int end)
{
	for (int i = start; i < end; i++)
		if (text[i] != '\n' && text[i] != '|')
			text[i] = BLANKED;
}

/* Character references: what they mean, then blanks. */
static void
resolve_entities(char *text, int len)
{
	for (char *at = text; (at = memchr(at, '&', text + len - at)) != NULL; at++)
	{
		StringInfoData out;
		int			width;

		initStringInfo(&out);
		width = entity_append(&out, (Slice) {at, (int) (text + len - at)});
		if (width == 0 || out.len > width)
			continue;
		memcpy(at, out.data, out.len);
		memset(at + out.len, ' ', width - out.len);
	}
}

/* An asterisk between blanks, or an escaped one, may lead to a note. */
static bool
is_emphasis(const char *text, int len, int pos)
{
	bool		is_before = pos > 0 && !is_space(text[pos - 1]);

	return (is_before && text[pos - 1] != '\\') || (!is_before && pos + 1 < len &&
		!is_space(text[pos + 1]));
}

/* "~~14.2%~~", which is struck, and the marks of emphasis. */
static void
blank_marks(char *text, int len)
{
	int			open = -1;

	for (int i = 0; (i += (int) strcspn(text + i, "\n#*_~")) < len; i++)
	{
		if (text[i] == '\n' && i + 1 < len && text[i + 1] == '\n')
			open = -1;
		if (text[i] == '#' && (i == 0 || text[i - 1] == '\n' || text[i - 1] == BLANKED))
			text[i] = BLANKED;
		if (text[i] == '*' && is_emphasis(text, len, i))
			text[i] = BLANKED;
		if (text[i] == '_' && (i == 0 || !is_word_byte(text[i - 1]) || i + 1 == len ||
			!is_word_byte(text[i + 1])))
			text[i] = BLANKED;
		if (text[i] != '~' || i + 1 >= len || text[i + 1] != '~')
			continue;
		if (open >= 0)
		{
			blank(text, open, i + 2);
			open = -1;
		}
		else
			open = i;
		i++;
	}
}

char *
blanked_text(const Prose *prose)
{
	char	   *text = palloc_array_huge(prose->len + 1, 1);

	memcpy(text, prose->text, prose->len);
	text[prose->len] = '\0';
	for (int i = 0; i < prose->zones.count; i++)
	{
		const Zone *zone = &prose->zones.items[i];

		if (zone->kind == ZONE_CODE_SPAN || zone->kind == ZONE_LINK_DEST ||
			zone->kind == ZONE_IMAGE ||
			zone->kind == ZONE_AUTOLINK || zone->kind == ZONE_HTML)
			blank(text, zone->start, zone->end);
		else if (zone->kind == ZONE_LINK_LABEL)
		{
			blank(text, Max(zone->start - 1, 0), zone->start + (text[zone->start] == '['));
			blank(text, zone->end - (text[zone->end - 1] == ']'),
				zone->end + (text[zone->end] == ']'));
		}
	}
	for (int i = 0; i < prose->markers.count; i++)
		if (prose->markers.items[i].kind != MARKER_BRACKET &&
			prose->markers.items[i].kind != MARKER_UNRECOGNIZED)
			blank(text, prose->markers.items[i].start,
				prose->markers.items[i].start + prose->markers.items[i].len);
	CHECK_FOR_INTERRUPTS();
	blank_marks(text, prose->len);
	resolve_entities(text, prose->len);
	return text;
}

/* Room for one more item, which is not cleared. */
static Item *
add_item(Reading *reading)
{
	if (reading->count == reading->room)
	{
		reading->room = reading->room == 0 ? 32 : reading->room * 2;
		reading->items = reading->items == NULL ? palloc(sizeof(Item) * reading->room) :
			repalloc(reading->items, sizeof(Item) * reading->room);
	}
	return &reading->items[reading->count++];
}

void
prepend_item(Reading *reading, const Item *item)
{
	(void) add_item(reading);
	memmove(reading->items + 1, reading->items, sizeof(Item) * (reading->count - 1));
	reading->items[0] = *item;
}

int
read_items(Reading *reading, MetricCheck *check, const char *text, int start, int end)
{
	TokenReader reader = {text, end, start};
	Token		token;

	/* the room of the reading before is used again */
	*reading =
		(Reading){.check = check, .text = text, .items = reading->items, .room = reading->room};
	while (reading->count < MOST_ITEMS && token_next(&reader, &token))
	{
		Item	   *item;

		if (token.kind == TOKEN_SIGN && (token.sign == '\\' || token.sign == '_' ||
			token.sign == '\n'))
			continue;
		item = add_item(reading);
		memset(item, 0, offsetof(Item, number));
		item->kind = token.kind == TOKEN_WORD ? ITEM_WORD :
			token.kind == TOKEN_NUMBER ? ITEM_NUMBER : ITEM_SIGN;
		item->start = token.start;
		item->end = token.end;
		item->sign = token.sign;
		item->name = -1;
		item->key = token.kind == TOKEN_SIGN ? 0 : token.key;
		if (token.kind == TOKEN_WORD)
			item->stem = token_stem(text, &token);
		else if (token.kind == TOKEN_NUMBER)
		{
			item->number = token.number;
			if (token.is_tied && token.number.unit == NUMBER_NONE)
				item->number.unit = NUMBER_OTHER;
		}
	}
	return reader.pos;
}
