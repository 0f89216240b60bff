/*
 * json_write.c
 *		JSON, part by part, into a sink; the sink that writes text.
 *
 * sink_object(), sink_member_int(.., "page", 4), sink_end_object() write {"page":4}.
 */
#include "base/base.h"

/* ------------------------------------------------------------------ values */

void
sink_value(JsonSink *sink, const Json *value)
{
	CHECK_FOR_INTERRUPTS();
	if (value->kind != J_ARRAY && value->kind != J_OBJECT)
	{
		sink->scalar(sink, value);
		return;
	}
	sink->begin(sink, value->kind);
	for (const Json *child = value->first; child != NULL; child = child->next)
	{
		if (value->kind == J_OBJECT)
			sink->key(sink, child->key);
		sink_value(sink, child);
	}
	sink->end(sink, value->kind);
}

void
sink_string(JsonSink *sink, Slice text)
{
	sink->scalar(sink, &(Json) {.kind = J_STRING, .text = text});
}

void
sink_int(JsonSink *sink, int64 number)
{
	char		text[24];
	int			len = snprintf(text, sizeof(text), INT64_FORMAT, number);

	sink->scalar(sink, &(Json) {.kind = J_NUMBER, .text = {text, len}});
}

void
sink_member_int(JsonSink *sink, const char *key, int64 number)
{
	sink_key(sink, key);
	sink_int(sink, number);
}

void
sink_member_text(JsonSink *sink, const char *key, const char *text)
{
	sink_key(sink, key);
	sink_string(sink, slice_of(text));
}

void
sink_member_thousandths(JsonSink *sink, const char *key, double number)
{
	sink_key(sink, key);
	sink->scalar(sink, &(Json) {.kind = J_NUMBER, .text = slice_of(psprintf("%.3f", number))});
}

void
sink_member_bool(JsonSink *sink, const char *key, bool truth)
{
	sink_key(sink, key);
	sink->scalar(sink, &(Json) {.kind = J_BOOL, .truth = truth});
}

/* -------------------------------------------------------------------- text */

/* There always is room for what is left: edits are thousands of short strings that
 * have nothing special, copied as they are looked at. */
void
append_json_string(StringInfo out, const char *text, int len)
{
	char	   *to;

	enlargeStringInfo(out, len + 2);
	to = out->data + out->len;
	*to++ = '"';
	for (int i = 0; i < len; i++)
	{
		unsigned char c = text[i];

		if (c >= ' ' && c != '"' && c != '\\')
		{
			*to++ = (char) c;
			continue;
		}
		out->len = (int) (to - out->data);
		if (c < ' ')
			appendStringInfo(out, "\\u%04x", c);
		else
			appendStringInfo(out, "\\%c", c);
		enlargeStringInfo(out, len - i);
		to = out->data + out->len;
	}
	*to++ = '"';
	*to = '\0';
	out->len = (int) (to - out->data);
}

typedef struct TextSink
{
	JsonSink	sink;			/* first: what it is seen as */
	StringInfo	out;
	bool		is_next;		/* something is before, in the same array or object */
} TextSink;

static TextSink *
next_in(JsonSink *sink, bool is_next)
{
	TextSink   *text = (TextSink *) sink;

	if (text->is_next)
		appendStringInfoChar(text->out, ',');
	text->is_next = is_next;
	return text;
}

static void
text_begin(JsonSink *sink, JsonKind kind)
{
	appendStringInfoChar(next_in(sink, false)->out, kind == J_ARRAY ? '[' : '{');
}

static void
text_end(JsonSink *sink, JsonKind kind)
{
	appendStringInfoChar(((TextSink *) sink)->out, kind == J_ARRAY ? ']' : '}');
	((TextSink *) sink)->is_next = true;
}

static void
text_key(JsonSink *sink, Slice key)
{
	StringInfo	out = next_in(sink, false)->out;

	append_json_string(out, key.data, key.len);
	appendStringInfoChar(out, ':');
}

static void
text_scalar(JsonSink *sink, const Json *value)
{
	StringInfo	out = next_in(sink, true)->out;

	if (value->kind == J_STRING)
		append_json_string(out, value->text.data, value->text.len);
	else if (value->kind == J_NUMBER)
		appendBinaryStringInfo(out, value->text.data, value->text.len);
	else
		appendStringInfoString(out, value->kind == J_NULL ? "null"
									: value->truth		  ? "true"
														  : "false");
}

JsonSink *
json_text_sink(StringInfo out)
{
	TextSink   *text = palloc(sizeof(TextSink));

	*text = (TextSink) {{text_begin, text_end, text_key, text_scalar}, out, false};
	return &text->sink;
}

void
json_append(StringInfo out, const Json *value)
{
	JsonSink   *sink = json_text_sink(out);

	sink_value(sink, value);
	pfree(sink);
}

char *
json_quoted(Slice text)
{
	StringInfoData out;

	initStringInfo(&out);
	append_json_string(&out, text.data, text.len);
	return out.data;
}
