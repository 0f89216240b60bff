/*
 * answers.c
 *		An answer as a model's API returns it -> its body with markers, and its sources.
 */
#include "unit.h"
#include "answers/answers.h"

#define ANTHROPIC_TEXT(text, citations) "{\"type\":\"text\",\"text\":\"" text "\",\"citations\":[" citations "]}"
#define OPENAI_TEXT(text, annotations) "{\"output\":[{\"type\":\"web_search_call\"},{\"type\":\"message\",\"content\":[" \
	"{\"type\":\"output_text\",\"text\":\"" text "\",\"annotations\":[" annotations "]}]}]}"
#define GEMINI_TEXT(parts, supports) "{\"candidates\":[{\"content\":{\"parts\":[" parts "]},\"groundingMetadata\":{" \
	"\"groundingChunks\":[{\"web\":{\"uri\":\"https://a.x/\",\"title\":\"a.x\"}},{\"retrievedContext\":{\"uri\":\"gs://b\",\"title\":\"B\"}}]," \
	"\"groundingSupports\":[" supports "]}}]}"
#define LANGCHAIN_TEXT(text, annotations) "{\"content_blocks\":[{\"type\":\"text\",\"text\":\"" text "\",\"annotations\":[" annotations "]}]}"
#define URL(start, end) "{\"type\":\"url_citation\",\"start_index\":" #start ",\"end_index\":" #end ",\"url\":\"https://a.x/\",\"title\":\"A\"}"
#define CITATION(start, end) "{\"type\":\"citation\",\"start_index\":" #start ",\"end_index\":" #end ",\"url\":\"https://a.x/\",\"cited_text\":\"q\"}"
#define SUPPORT(segment, chunks) "{\"segment\":{" segment "},\"groundingChunkIndices\":[" chunks "]}"

static const char *const cases[][2] = {
	/* the example of answers.h; a citation is at the end of its block, before blanks and line ends */
	{"{\"content\":[" ANTHROPIC_TEXT("NOI was $4.2M.", "{\"type\":\"page_location\",\"document_title\":\"OM\",\"start_page_number\":12,\"cited_text\":\"q\"}") "]}",
	"anthropic: NOI was $4.2M. [SRC:1] | 1 OM p12 \"q\""},
	{"[" ANTHROPIC_TEXT("A.\\n\\n", "{\"type\":\"char_location\",\"document_title\":\"OM\",\"document_index\":0}") "," ANTHROPIC_TEXT("B", "") "]",
	"anthropic: A. [SRC:1]\n\nB | 1 OM"},
	/* the same source twice is one, another quote of it another */
	{"[" ANTHROPIC_TEXT("A.", "{\"type\":\"search_result_location\",\"source\":\"https://a.x\",\"title\":\"T\",\"cited_text\":\"q\"}") ","
	ANTHROPIC_TEXT(" B.", "{\"type\":\"web_search_result_location\",\"url\":\"https://a.x\",\"title\":\"T\",\"cited_text\":\"q\"},"
				   "{\"type\":\"web_search_result_location\",\"url\":\"https://a.x\",\"title\":\"T\",\"cited_text\":\"r\"}") "]",
	"anthropic: A. [SRC:1] B. [SRC:1] [SRC:2] | 1 https://a.x T \"q\" | 2 https://a.x T \"r\""},
	/* ids begin above those of the text */
	{"[" ANTHROPIC_TEXT("Old [SRC:7].", "{\"document_title\":\"OM\"}") "]", "anthropic: Old [SRC:7]. [SRC:8] | 8 OM"},

	/* offsets are characters; a printed link leaves for the marker */
	{OPENAI_TEXT("\xF0\x9F\x98\x80 \xE7\xA7\x9F rose. More.", URL(0, 9)), "openai: \xF0\x9F\x98\x80 \xE7\xA7\x9F rose. [SRC:1] More. | 1 https://a.x/ A"},
	{OPENAI_TEXT("Rents rose. ([a.x](https://a.x/)) More.", URL(12, 33)), "openai: Rents rose. [SRC:1] More. | 1 https://a.x/ A"},
	/* a client counted in UTF-16: the link tells */
	{OPENAI_TEXT("\xF0\x9F\x98\x80 Up ([a.x](https://a.x/)) more.", URL(6, 27)), "openai: \xF0\x9F\x98\x80 Up [SRC:1] more. | 1 https://a.x/ A"},
	{OPENAI_TEXT("Rose.", "{\"type\":\"file_citation\",\"index\":4,\"file_id\":\"file-1\",\"filename\":\"om.pdf\"}"), "openai: Rose [SRC:1]. | 1 #file-1 om.pdf"},
	{"{\"choices\":[{\"message\":{\"content\":\"Rose.\",\"annotations\":[{\"type\":\"url_citation\",\"url_citation\":{\"start_index\":0,\"end_index\":5,\"url\":\"https://a.x/\"}}]}}]}",
	"openai: Rose. [SRC:1] | 1 https://a.x/"},

	/* offsets are bytes, of a part; a start that is left out is 0; a span may have several sources */
	{GEMINI_TEXT("{\"text\":\"\xE7\xA7\x9F rose.\"},{\"text\":\" Flat.\"}",
				 SUPPORT("\"endIndex\":9,\"text\":\"\xE7\xA7\x9F rose.\"", "0,1") "," SUPPORT("\"partIndex\":1,\"startIndex\":1,\"endIndex\":6,\"text\":\"Flat.\"", "1")),
	"gemini: \xE7\xA7\x9F rose. [SRC:1] [SRC:2] Flat. [SRC:3] | 1 https://a.x/ a.x says \xE7\xA7\x9F rose. | 2 gs://b B says \xE7\xA7\x9F rose. | 3 gs://b B says Flat."},
	{"{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Up.\"}]},\"grounding_metadata\":{\"grounding_chunks\":[{\"web\":{\"uri\":\"https://a.x/\"}}],"
	"\"grounding_supports\":[{\"segment\":{\"end_index\":3},\"grounding_chunk_indices\":[0]}]}}]}", "gemini: Up. [SRC:1] | 1 https://a.x/"},

	{LANGCHAIN_TEXT("\xF0\x9F\x98\x80 Up. More.", CITATION(0, 5)), "langchain: \xF0\x9F\x98\x80 Up. [SRC:1] More. | 1 https://a.x/ \"q\""},
	{LANGCHAIN_TEXT("Up.", "{\"type\":\"citation\",\"title\":\"T\"}"), "langchain: Up. [SRC:1] | 1 T"},
	/* a client of JavaScript counts in UTF-16: an end amid a word is none where another unit's is not */
	{LANGCHAIN_TEXT("\xE7\xA7\x9F\xF0\x9F\x98\x80\xF0\x9F\x98\x80 NOI rose more", CITATION(0, 14)), "langchain: \xE7\xA7\x9F\xF0\x9F\x98\x80\xF0\x9F\x98\x80 NOI rose [SRC:1] more | 1 https://a.x/ \"q\""},
	/* a row's last bar is behind its last cell */
	{LANGCHAIN_TEXT("| a |\\n| - |\\n| 5 |", CITATION(0, 17)), "langchain: | a |\n| - |\n| 5 [SRC:1] | | 1 https://a.x/ \"q\""},

	/* what does not fit says where; what names no source, and members that nobody reads, are told of */
	{OPENAI_TEXT("Up.", URL(0, 9)), "wrong: /output/1/content/0/annotations/0 has a span from 0 to 9, which its text of 3 characters has not"},
	{GEMINI_TEXT("{\"text\":\"\xE7\xA7\x9F up.\"}", SUPPORT("\"endIndex\":1", "0")), "wrong: /candidates/0/groundingMetadata/groundingSupports/0 has a span from 0 to 1, which its text of 5 characters has not"},
	{GEMINI_TEXT("{\"text\":\"Up.\"}", SUPPORT("\"endIndex\":3", "7")), "wrong: /candidates/0/groundingMetadata/groundingSupports/0 names source 7, which is not there"},
	{GEMINI_TEXT("{\"text\":\"Up.\"}", SUPPORT("\"partIndex\":2,\"endIndex\":3", "0")), "wrong: /candidates/0/groundingMetadata/groundingSupports/0 is of a part that the text has not"},
	{LANGCHAIN_TEXT("Up.", "{\"type\":\"citation\",\"footnote\":3},{\"type\":\"non_standard_annotation\"}"),
	"langchain: Up. | unread footnote | /content_blocks/0/annotations/0 names no source | /content_blocks/0/annotations/1 is of a type that cites no source"},
	{GEMINI_TEXT("{\"text\":\"\xF0\x9F\x98\x80\xE7\xA7\x9F up. More.\"}", SUPPORT("\"startIndex\":8,\"endIndex\":11", "0")), "gemini: \xF0\x9F\x98\x80\xE7\xA7\x9F up. [SRC:1] More. | 1 https://a.x/ a.x"},
	{GEMINI_TEXT("{\"text\":\"Up.\"}", "{\"segment\":{\"endIndex\":3},\"groundingChunkIndices\":[0],\"rank\":1}"), "gemini: Up. [SRC:1] | 1 https://a.x/ a.x | unread rank"},
	{"{\"answer\":\"Up.\"}", "none"},
};

static const char *
read_answer(const char *text)
{
	const ModelAnswer *answer = answer_read(json_parse(slice_of(text), 32), "auto");
	StringInfoData out;

	initStringInfo(&out);
	if (answer->provider == NULL)
		return "none";
	if (answer->wrong.count > 0)
		return psprintf("wrong: %s %s", answer->wrong.items[0].path, answer->wrong.items[0].problem);
	appendStringInfo(&out, "%s: %s", answer->provider, answer->body.data);
	for (int i = 0; i < answer->sources.count; i++)
	{
		const ModelSource *source = &answer->sources.items[i];

		appendStringInfo(&out, " | %d", (int) source->src_id);
		if (source->address.len > 0)
			appendStringInfo(&out, " %.*s", source->address.len, source->address.data);
		if (source->file.len > 0)
			appendStringInfo(&out, " #%.*s", source->file.len, source->file.data);
		if (source->title.len > 0)
			appendStringInfo(&out, " %.*s", source->title.len, source->title.data);
		if (source->page > 0)
			appendStringInfo(&out, " p%d", source->page);
		if (source->quote.len > 0)
			appendStringInfo(&out, " \"%.*s\"", source->quote.len, source->quote.data);
		if (source->claim.len > 0)
			appendStringInfo(&out, " says %.*s", source->claim.len, source->claim.data);
	}
	for (int i = 0; i < answer->unread.count; i++)
		appendStringInfo(&out, " | unread %s", answer->unread.items[i]);
	for (int i = 0; i < answer->unresolved.count; i++)
		appendStringInfo(&out, " | %s %s", answer->unresolved.items[i].path, answer->unresolved.items[i].problem);
	return text_of(&out);
}

void
unit_tests(void)
{
	for (int i = 0; i < (int) lengthof(cases); i++)
		is(cases[i][1], read_answer(cases[i][0]), cases[i][1]);
	ok("providers are those of the table", strcmp(answer_providers(), "anthropic|openai|gemini|langchain|auto") == 0);
}
