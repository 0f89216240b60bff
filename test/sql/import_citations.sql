-- memo_import_citations (chapter 7): an answer with the citations that a model's API returned becomes a section. Which forms are
-- read, test/unit/answers.c says.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
SET client_min_messages = warning;
INSERT INTO memocite.deal(deal_id, name) VALUES (9801, 'Maple Court');
INSERT INTO memocite.document(deal_id, doc_id, title, path) VALUES (9801, 'om', 'Offering Memorandum', 'files/om.pdf'), (9801, 'rents', 'Rents', 'https://example.com/austin-rents/');
\getenv srcdir PG_ABS_SRCDIR
\set directory :srcdir '/../examples/citations'
CREATE TEMP TABLE answer(provider text, response jsonb);
\set file :directory '/anthropic.json'
\set answer `cat :'file'`
INSERT INTO answer VALUES ('anthropic', :'answer');
\set file :directory '/openai.json'
\set answer `cat :'file'`
INSERT INTO answer VALUES ('openai', :'answer');
\set file :directory '/gemini.json'
\set answer `cat :'file'`
INSERT INTO answer VALUES ('gemini', :'answer');
\set file :directory '/langchain.json'
\set answer `cat :'file'`
INSERT INTO answer VALUES ('langchain', :'answer');

-- the provider is known by the shape of its answer
SELECT provider, i.* FROM answer, memo_import_citations(9801, provider, response) AS i ORDER BY provider COLLATE "C";
-- the text has a marker at each span's end; a printed link leaves for it
SELECT section_key, body FROM memocite.section WHERE deal_id = 9801 ORDER BY section_key COLLATE "C";
-- claims have page and quote; Gemini's segment is the model's words, no quote
SELECT section_key, src_id, doc_id, page, quote, claim_text FROM memocite.claim WHERE deal_id = 9801 ORDER BY section_key COLLATE "C", src_id;
-- documents are found by address, file id or title, else made
SELECT doc_id, title, path, source_type FROM memocite.document WHERE deal_id = 9801 ORDER BY doc_id COLLATE "C";
-- each citation is kept
SELECT r -> 'status', r #> '{citations,kept}', r #> '{citations,removed}' FROM memo_finalize(9801, DATE '2026-06-30') AS r;
SELECT rule, detail FROM memo_verify(9801) WHERE NOT ok;
-- the same answer again is the same section; another one replaces it with its claims
SELECT memo_import_citations(9801, 'openai', response) FROM answer WHERE provider = 'openai';
SELECT memo_finalize(9801, DATE '2026-06-30') -> 'unchanged';
SELECT memo_import_citations(9801, 'openai', '[{"type": "text", "text": "No source.", "citations": null}]');
SELECT body, (SELECT count(*) FROM memocite.claim c WHERE c.deal_id = 9801 AND c.section_key = 'openai') FROM memocite.section WHERE deal_id = 9801 AND section_key = 'openai';
-- two documents of one title: the source names neither, and is a document of its own
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (9801, 'lease1', 'Lease'), (9801, 'lease2', 'Lease');
SELECT memo_import_citations(9801, 'lease', '[{"type": "text", "text": "Ten years.", "citations": [{"type": "char_location", "document_title": "Lease"}]}]');
SELECT doc_id FROM memocite.claim WHERE deal_id = 9801 AND section_key = 'lease';
-- what names no source, and members that nobody reads, are told of
SELECT unresolved FROM memo_import_citations(9801, 'told', '[{"type": "text", "text": "Up.", "annotations": [{"type": "citation", "footnote": 3}]}]');
-- what does not fit is an error with its path, and nothing is written
\set VERBOSITY default
SELECT memo_import_citations(9801, 'wrong', '[{"type": "text", "text": "Up.", "annotations": [{"type": "citation", "url": "https://a.x", "start_index": 0, "end_index": 9}]}]');
SELECT memo_import_citations(9801, 'wrong', '{"answer": "Up."}', 'openai');
SELECT memo_import_citations(9801, 'wrong', '[]', 'cohere');
SELECT memo_import_citations(9801, 'wrong', NULL);
SELECT memo_import_citations(9802, 'wrong', '[]');
SELECT count(*) FROM memocite.section WHERE deal_id = 9801 AND section_key = 'wrong';
-- memo_claim_rows knows title and page of a single citation, too
SELECT title, page, quote FROM memo_claim_rows('[{"cited_text": "in-place NOI", "document_title": "Offering Memorandum", "start_page_number": 12}]');
DELETE FROM memocite.deal WHERE deal_id = 9801;

-- a quote that the deal's own passages have is verified; another one is shown as the API returned it, and never verified
INSERT INTO memocite.deal(deal_id, name) VALUES (9802, 'Oak Street');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (9802, 'om', 'Offering Memorandum');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (9802, 'om-3', 'om', 3, 'In-place NOI is $4.2 million, and the asking price is $82 million.');
SELECT citations FROM memo_import_citations(9802, 'noi', '[{"type": "text", "text": "NOI is $4.2M.", "citations": [{"type": "page_location", "document_title": "Offering Memorandum", "start_page_number": 3, "cited_text": "In-place NOI is $4.2 million"}]},
	{"type": "text", "text": " Rents rose.", "citations": [{"type": "web_search_result_location", "url": "https://a.example", "title": "Rents", "cited_text": "Rents rose by 3 percent."}]},
	{"type": "text", "text": " The price is $80M.", "citations": [{"type": "page_location", "document_title": "Offering Memorandum", "start_page_number": 3, "cited_text": "the asking price is $80 million"}]}]');
SELECT passage_id ~ '^model_api:' AS is_returned, doc_id, page, content, metadata FROM memocite.passage WHERE deal_id = 9802 ORDER BY doc_id, content;
SELECT memo_finalize(9802, DATE '2026-06-30') ->> 'status';
SELECT definition FROM memocite.footnote WHERE deal_id = 9802 ORDER BY number;
SELECT src_id, passage_id ~ '^model_api:' AS is_returned, quote_level FROM memocite.citation WHERE deal_id = 9802 ORDER BY citation_no;
SELECT code, subject FROM memocite.event WHERE deal_id = 9802 AND code LIKE 'quote%';
SELECT memo_html(9802) ~ 'class="badge unchecked">as returned by the model', memo_html(9802) ~ 'quote verified';
SELECT memo_markdown(9802, labels => 'unique') ~ 'percent." \(as returned by the model''s API\)';
SELECT rule, detail FROM memo_verify(9802) WHERE NOT ok;
-- with the answer its passages are replaced
SELECT citations FROM memo_import_citations(9802, 'noi', '[{"type": "text", "text": "NOI is up."}]');
SELECT passage_id FROM memocite.passage WHERE deal_id = 9802;
DELETE FROM memocite.deal WHERE deal_id = 9802;
