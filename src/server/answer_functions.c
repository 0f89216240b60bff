/*
 * answer_functions.c
 *		memo_read_answer(): what memo_import_citations writes of a model's answer.
 */
#include "server/server_internal.h"
#include "answers/answers.h"

#include "utils/builtins.h"

#define MAX_ANSWER_DEPTH	64

PG_FUNCTION_INFO_V1(memo_read_answer);

static void
write_text(JsonSink *sink, const char *key, Slice text)
{
	if (text.len == 0)
		return;
	sink_key(sink, key);
	sink_string(sink, text);
}

/* A source as memo_claim_rows reads claims. */
static void
write_source(JsonSink *sink, const ModelSource *source)
{
	sink_object(sink);
	sink_member_int(sink, "src_id", source->src_id);
	write_text(sink, "url", source->address);
	write_text(sink, "doc_id", source->file);
	write_text(sink, "title", source->title);
	if (source->page > 0)
		sink_member_int(sink, "page", source->page);
	write_text(sink, "quote", source->quote);
	write_text(sink, "claim_text", source->claim);
	sink_end_object(sink);
}

static void
write_problems(JsonSink *sink, const char *key, const Problems *problems)
{
	sink_key(sink, key);
	sink_array(sink);
	for (int i = 0; i < problems->count; i++)
	{
		sink_object(sink);
		sink_member_text(sink, "path", problems->items[i].path);
		sink_member_text(sink, "problem", problems->items[i].problem);
		sink_end_object(sink);
	}
	sink_end_array(sink);
}

static char *
list_unread(const ModelAnswer *answer)
{
	StringInfoData names;

	initStringInfo(&names);
	for (int i = 0; i < answer->unread.count; i++)
		appendStringInfo(&names, "%s%s", i > 0 ? ", " : "", answer->unread.items[i]);
	return names.data;
}

Datum
memo_read_answer(PG_FUNCTION_ARGS)
{
	char	   *provider = text_to_cstring(PG_GETARG_TEXT_PP(1));
	char	   *problem = NULL;
	Json	   *response =
		jsonb_read(PG_GETARG_DATUM(0), MAX_SECTION_BYTES, MAX_ANSWER_DEPTH, &problem);
	ModelAnswer *answer;
	JsonSink   *sink;

	check_encoding();
	check_word(provider, answer_providers(), "provider");
	if (response == NULL)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("response %s", problem)));
	answer = answer_read(response, provider);
	if (answer->provider == NULL)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("response has no text where answers of %s have it",
							   strcmp(provider, "auto") == 0 ? "models" : provider),
						errdetail("It is the answer as the API returned it, or its list of content "
								  "blocks."),
						errhint("A text without citations of an API is for memo_put_section.")));
	if (answer->wrong.count > 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("response cannot be read: %s %s", answer->wrong.items[0].path,
							   answer->wrong.items[0].problem),
						errdetail("Read as an answer of %s; problems in all: %d.", answer->provider,
								  answer->wrong.count)));
	if (answer->unread.count > 0)
		ereport(WARNING, (errmsg("members of citations that are not read: %s",
								 list_unread(answer))));
	sink = jsonb_sink(CurrentMemoryContext);
	sink_object(sink);
	sink_member_text(sink, "provider", answer->provider);
	write_text(sink, "body", (Slice) {answer->body.data, answer->body.len});
	sink_member_int(sink, "citations", answer->ncitations);
	sink_key(sink, "claims");
	sink_array(sink);
	for (int i = 0; i < answer->sources.count; i++)
		write_source(sink, &answer->sources.items[i]);
	sink_end_array(sink);
	write_problems(sink, "unresolved", &answer->unresolved);
	sink_end_object(sink);
	return jsonb_sink_datum(sink);
}
