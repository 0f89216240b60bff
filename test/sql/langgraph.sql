-- A LangGraph store (chapter 2): the tables of its Python and its JavaScript library, a trigger, what was there before.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\set SHOW_CONTEXT never
-- as langgraph-checkpoint-postgres makes them
CREATE TABLE store(prefix text NOT NULL, key text NOT NULL, value jsonb NOT NULL, created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now(),
	expires_at timestamptz, ttl_minutes int, PRIMARY KEY (prefix, key));
CREATE TABLE store_js(namespace_path text NOT NULL, key text NOT NULL, value jsonb NOT NULL, created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now(),
	expires_at timestamptz, PRIMARY KEY (namespace_path, key));
INSERT INTO memocite.deal(deal_id, name, external_id) VALUES (6200, 'Store', 'ext-6200'), (6201, 'Twice', 'twin'), (6202, 'Twice', 'twin');
PREPARE put(text, text, jsonb) AS INSERT INTO store AS s (prefix, key, value) VALUES ($1, $2, $3)
	ON CONFLICT (prefix, key) DO UPDATE SET value = EXCLUDED.value, updated_at = now();
PREPARE show AS SELECT s.section_key, s.title, s.body, (SELECT string_agg(concat_ws(' ', c.src_id, c.doc_id, c.page, c.quote), ', ' ORDER BY c.src_id, c.doc_id)
	FROM memocite.claim c WHERE c.deal_id = s.deal_id AND c.section_key = s.section_key) FROM memocite.section s WHERE s.deal_id = 6200 ORDER BY 1;
PREPARE queued AS SELECT count(*) AS queued FROM memocite.queue WHERE deal_id = 6200;

SELECT memo_attach_store('store');
-- a put is a section with its claims; documents that are unknown are made
EXECUTE put('memo.6200.sections', 'financial', '{"content": "NOI rose [SRC:1].", "title": "Financial", "score": 0.8, "structured": {"dscr": 1.3},
	"claim_citations": [{"n": 1, "doc_id": "om", "title": "Offering Memorandum", "path": "om.pdf", "page": 4, "quote": "NOI rose"}, {"src_id": 2, "doc_id": "om", "page": "x"}]}');
EXECUTE show;
SELECT doc_id, title, path FROM memocite.document WHERE deal_id = 6200;
EXECUTE queued;
-- an equal put enqueues nothing; one that changes the claims changes those only
DELETE FROM memocite.queue WHERE deal_id = 6200;
CREATE TEMP TABLE before AS SELECT claim_id, src_id, xmin::text AS written FROM memocite.claim WHERE deal_id = 6200;
SELECT value FROM store WHERE key = 'financial' \gset
EXECUTE put('memo.6200.sections', 'financial', :'value');
EXECUTE queued;
SELECT jsonb_set(value, '{claim_citations,1,page}', '9') AS value FROM store WHERE key = 'financial' \gset
EXECUTE put('memo.6200.sections', 'financial', :'value');
EXECUTE show;
SELECT c.src_id, c.claim_id = b.claim_id, c.xmin::text = b.written FROM memocite.claim c JOIN before b USING (src_id) WHERE c.deal_id = 6200 ORDER BY 1;
EXECUTE queued;
-- claims go with the array, stay without one; a delete leaves the section
EXECUTE put('memo.6200.sections', 'financial', '{"content": "NOI fell [SRC:1].", "claim_citations": [{"n": 1, "doc_id": "om", "page": 5}]}');
EXECUTE show;
EXECUTE put('memo.6200.sections', 'financial', '{"content": "NOI fell again [SRC:1]."}');
DELETE FROM store WHERE key = 'financial';
EXECUTE show;
-- the external_id names the deal, too; other namespaces are not looked at
EXECUTE put('memo.ext-6200.sections', 'exit', '{"content": "Sold [SRC:1]."}');
EXECUTE put('memo.6200.sections.drafts', 'draft', '{"content": "x"}');
EXECUTE put('memo.6200', 'x', '{"content": "x"}');
EXECUTE put('users.6200.sections', 'x', '{"content": "x"}');
EXECUTE show;
-- what cannot be taken is said, and never fails the agent's put
EXECUTE put('memo.6299.sections', 'a', '{"content": "x"}');
EXECUTE put('memo.twin.sections', 'a', '{"content": "x"}');
EXECUTE put('memo.6200.sections', 'a', '{"text": "x"}');
EXECUTE put('memo.6200.sections', 'b', '[1]');
EXECUTE put('memo.6200.sections', 'c', '{"content": "x [SRC:1]", "claim_citations": [3, {"n": 1}, {"n": 2, "doc_id": "om"}]}');
EXECUTE put('memo.6200.sections', 'd', '{"content": "x [SRC:1]", "claim_citations": {"n": 1}}');
EXECUTE show;
SELECT prefix, key FROM store ORDER BY 1, 2;
-- members of claims: whole numbers with a point and citations of memo_cite_answer are known, a sentence that quotes nothing is no quote, what is no text is none
SELECT ord, src_id, page, passage_id, block_id, quote, locator, confidence, title FROM memo_claim_rows('[{"src_id": 3.0, "doc_id": "om", "page": 4.0, "quote": ["a"], "locator": {"sheet": "b"}, "block_id": 7}, {"src_id": 3.5, "doc_id": "om", "page": "4.0", "quote": "a"},
	{"citation_number": 1, "block_id": "BLOCK_CITE_ID_7", "doc_id": "om", "title": "Memorandum", "passage_id": "p", "cited_text": "It has \"a b\".", "quote": {"text": "a b", "matched": false}, "confidence": 0.9, "page": 4, "bbox": {"left": 0.1}},
	{"citation_number": 2, "block_id": "x7", "doc_id": "om", "cited_text": "It has c.", "quote": {"text": "It has c", "matched": true}}, {"citation_number": 3, "doc_id": "om", "cited_text": "It is c.", "quote": {"text": "It is c.", "matched": false}}, {"n": 4, "cited_text": "d", "quote": null}]');
-- the claims that memo_validate_claims checks
SELECT ord, src_id, page FROM memo_claim_rows('[{"src_id": "SRC:4", "page": "p. 4"}, {"source_id": "[src: 5]", "page": "pp. 4-6"}, {"src_id": "SRC-6", "page": " Pages 7 – 9"}, {"src_id": "SRC:7, 8", "page": "p. iv"}, {"src_id": "x4", "page": "4 of 9"}]') ORDER BY ord;
SELECT ord, src_id, claim_text, doc_id, page, passage_id, quote FROM memo_claim_rows('[{"claim_text": "NOI rose.", "citation": {"file_id": "om", "passage_id": "p1", "quote": "NOI rose by"}}, {"src_id": 2, "doc_id": "rr", "citation": {"file_id": "om", "page": 3}}, {"src_id": 3, "doc_id": "rr", "citation": "Rent Roll"}]');
-- what is there already
INSERT INTO memocite.deal(deal_id, name) VALUES (6299, 'Late');
SELECT memo_ingest_store(6299);
SELECT section_key, body FROM memocite.section WHERE deal_id = 6299;
DELETE FROM memocite.queue;
SELECT memo_ingest_store(6299);
SELECT count(*) FROM memocite.queue;

-- a namespace by external_id is not the deal's whose number it looks like; paths in any script
INSERT INTO memocite.deal(deal_id, name, external_id) VALUES (6298, 'By id', '6297'), (6297, 'By number', NULL);
SELECT memo_attach_store('store', 'memo.{deal}.secciónes', 'données.text');
EXECUTE put('memo.6297.secciónes', 'exit', '{"données": {"text": "of deal 6298"}}');
DELETE FROM memocite.section WHERE deal_id = 6298;
SELECT memo_ingest_store(6297), memo_ingest_store(6298);
SELECT deal_id, body FROM memocite.section WHERE deal_id IN (6297, 6298);
DELETE FROM memocite.deal WHERE deal_id IN (6297, 6298);
SELECT memo_attach_store('store');
-- claims that stand elsewhere than at claims_path are told of to who writes them; they and items of no deal are in memo_doctor
EXECUTE put('memo.6200.sections', 'f', '{"content": "x [SRC:1]", "citations": [{"n": 1, "doc_id": "om"}]}');
EXECUTE put('memo.6200.sections', 'g', '{"content": "x [SRC:1]", "citations": [], "claim_citations": null}');
EXECUTE put('memo.nobody.sections', 'a', '{"content": "x", "citations": [1]}');
SELECT level, detail, hint FROM memo_doctor() WHERE "check" = 'attached stores';
SELECT memo_ingest_store(6200);
SELECT memo_attach_store('store', claims_path => 'citations');
SELECT memo_ingest_store(6200);
SELECT src_id, doc_id FROM memocite.claim WHERE deal_id = 6200 AND section_key = 'f';
SELECT memo_attach_store('store');
DELETE FROM store WHERE prefix IN ('memo.nobody.sections', 'memo.twin.sections') OR key IN ('f', 'g');
DELETE FROM memocite.section WHERE deal_id = 6200 AND section_key IN ('f', 'g');
SELECT level, detail, hint FROM memo_doctor() WHERE "check" = 'attached stores';
-- a table whose owner may not write sections is not read: that could run what this role made
CREATE ROLE regress_stranger;
ALTER TABLE store OWNER TO regress_stranger;
SELECT level, detail FROM memo_doctor() WHERE "check" = 'attached stores';
ALTER TABLE store OWNER TO CURRENT_USER;
DROP ROLE regress_stranger;
-- a passage that is not there is said
EXECUTE put('memo.6200.sections', 'e', '{"content": "x [SRC:1]", "claim_citations": [{"n": 1, "doc_id": "om", "passage_id": "p99", "quote": "x"}]}');

-- a text that is a list of a model's content blocks is read with its citations
EXECUTE put('memo.6200.sections', 'blocks', '{"content": [{"type": "text", "text": "Rents rose 3%", "annotations": [{"type": "citation", "url": "https://a.example", "title": "Rents", "cited_text": "Rents rose by 3 percent."}]}, {"type": "text", "text": "."}]}');
SELECT body FROM memocite.section WHERE deal_id = 6200 AND section_key = 'blocks';
SELECT src_id, doc_id, quote, passage_id ~ '^model_api:' FROM memocite.claim WHERE deal_id = 6200 AND section_key = 'blocks';
EXECUTE put('memo.6200.sections', 'blocks2', '{"content": [{"type": "text", "text": "Up.", "annotations": [{"type": "citation", "url": "https://a.example", "start_index": 0, "end_index": 9}]}]}');
EXECUTE put('memo.6200.sections', 'blocks2', '{"content": [{"type": "image"}]}');

-- JavaScript's: namespaces joined by ":"; another template, other paths
SELECT memo_attach_store('store_js', 'deals.{deal}', 'out.text', 'out.sources');
INSERT INTO store_js(namespace_path, key, value) VALUES ('deals:6200', 'market', '{"out": {"text": "Rents rose [SRC:7].", "sources": [{"id": 7, "file_id": "rr", "page_number": 3}]}}');
SELECT section_key, body FROM memocite.section WHERE deal_id = 6200 AND section_key = 'market';
SELECT memo_finalize(6200, '2026-06-30') ->> 'status';
SELECT count(*) FILTER (WHERE NOT ok) FROM memo_verify(6200);
SELECT section_key, body FROM memocite.revision_section WHERE deal_id = 6200 ORDER BY 1;
-- detached: later puts are not taken, what was written stays
SELECT memo_detach_store('store'), memo_detach_store('store_js'), memo_detach_store('store');
EXECUTE put('memo.6200.sections', 'late', '{"content": "x"}');
SELECT count(*) FROM memocite.section WHERE deal_id = 6200 AND section_key = 'late';
SELECT memo_ingest_store(6200);
SELECT memo_attach_store('memocite.deal');
SELECT memo_attach_store('store', 'sections');
SELECT memo_attach_store('store', 'a.{deal}b.c');
SELECT memo_ingest_store(6298);
SELECT level, detail, hint FROM memo_doctor() WHERE "check" = 'attached stores';
DROP TABLE store, store_js;
DELETE FROM memocite.deal WHERE deal_id IN (6200, 6201, 6202, 6299);
