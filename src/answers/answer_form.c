/*
 * answer_form.c
 *		The forms in which models' APIs return citations, one row each.
 *
 * A row is the documented form: Messages of Anthropic, Responses and Chat Completions of
 * OpenAI, generateContent of Gemini (in JSON's and in Python's spelling), content blocks of
 * LangChain 1.x.  A form that is another provider's with other names is a row here, and
 * no code.
 */
#include "answers/answers_internal.h"

#define ANTHROPIC(place) { \
	.provider = "anthropic", .blocks = place, .text = "text", .spans = "citations[]", \
	.address = "url|source", .file = "file_id", .title = "title|document_title", \
	.page = "start_page_number", .quote = "cited_text", \
	.known = "type|cited_text|url|source|file_id|title|document_title|document_index|" \
	"search_result_index|start_page_number|end_page_number|start_char_index|end_char_index|" \
	"start_block_index|end_block_index|encrypted_index" \
}

#define OPENAI(place, member) { \
	.provider = "openai", .blocks = place, .text = member, .spans = "annotations[]", \
	.types = "url_citation|file_citation|container_file_citation", .inner = "url_citation", \
	.start = "start_index", .end = "end_index|index", .unit = IN_CHARACTERS, .address = "url", \
	.file = "file_id", .title = "title|filename", .known = "type|url_citation|start_index|" \
	"end_index|index|url|title|file_id|filename|container_id" \
}

#define GEMINI(place, data, supports_at, indexes, chunks, retrieved, of_part, from, to) { \
	.provider = "gemini", .blocks = place, .parts = "content.parts[]", .text = "text", \
	.spans = data "." supports_at "[]", .part = "segment." of_part, .start = "segment." from, \
	.end = "segment." to, .unit = IN_BYTES, .chosen = indexes, \
	.sources = data "." chunks, .source = "web|" retrieved "|maps", .address = "uri", \
	.title = "title", .claim = "segment.text", .known = "segment|confidenceScores|" \
	"confidence_scores|" indexes \
}

#define LANGCHAIN(place) { \
	.provider = "langchain", .blocks = place, .text = "text", .spans = "annotations[]", \
	.types = "citation", .start = "start_index", .end = "end_index", .unit = IN_CHARACTERS, \
	.address = "url", .title = "title", .quote = "cited_text", .known = "type|id|url|title|" \
	"start_index|end_index|cited_text|extras|index" \
}

const AnswerForm answer_forms[] = {
	ANTHROPIC("content[]"),
	ANTHROPIC("[]"),
	OPENAI("output[].content[]", "text"),
	OPENAI("choices[].message", "content"),
	GEMINI("candidates[]", "groundingMetadata", "groundingSupports", "groundingChunkIndices",
		   "groundingChunks", "retrievedContext", "partIndex", "startIndex", "endIndex"),
	GEMINI("candidates[]", "grounding_metadata", "grounding_supports", "grounding_chunk_indices",
		   "grounding_chunks", "retrieved_context", "part_index", "start_index", "end_index"),
	LANGCHAIN("content_blocks[]"),
	LANGCHAIN("content[]"),
	LANGCHAIN("[]"),
	{NULL}
};
