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

#define METADATA	"groundingMetadata|grounding_metadata."
#define CHOSEN		"groundingChunkIndices|grounding_chunk_indices"

#define GEMINI(place) { \
	.provider = "gemini", .blocks = place, .parts = "content.parts[]", .text = "text", \
	.spans = METADATA "groundingSupports|grounding_supports[]", .unit = IN_BYTES, \
	.part = "segment.partIndex|part_index", .start = "segment.startIndex|start_index", \
	.end = "segment.endIndex|end_index", .chosen = CHOSEN, \
	.sources = METADATA "groundingChunks|grounding_chunks", \
	.source = "web|retrievedContext|retrieved_context|maps", .address = "uri", .title = "title", \
	.claim = "segment.text", .known = "segment|confidenceScores|confidence_scores|uri|title|" \
	"domain|text|" CHOSEN \
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
	GEMINI("candidates[]"),
	LANGCHAIN("content_blocks|content[]"),
	LANGCHAIN("[]"),
	{NULL}
};
