-- Seventy errors of somebody who meets memocite today.  Each message has the value, what is allowed,
-- and what to do where that is not plain.  Three are the server's own words, which we cannot change: 1, 64, 68.
\set SHOW_CONTEXT never
-- ---- the first minute
BEGIN;
SET LOCAL client_min_messages = error;
DROP SCHEMA IF EXISTS memocite CASCADE;
DROP EXTENSION memocite CASCADE;
RESET client_min_messages;
-- CREATE EXTENSION says that there are no tables yet; the server alone answers 1
CREATE EXTENSION memocite;
SAVEPOINT s;
INSERT INTO memocite.deal (name, external_id) VALUES ('Maple Court', 'maple');	-- 1
ROLLBACK TO s;
SELECT memo_finalize(1);	-- 2
ROLLBACK;
SELECT memo_init() \g /dev/null
INSERT INTO memocite.deal (deal_id, name, external_id) VALUES (4901, 'Maple Court', 'maple');

-- ---- deals
SELECT memo_finalize('maple');	-- 3
SELECT memo_finalize(memo_deal_id('mapel'));	-- 4
SELECT memo_finalize(4902);	-- 5
SELECT memo_finalize('4902');	-- 6: a driver may pass numbers as text
UPDATE memocite.deal SET policy = '[]' WHERE deal_id = 4901;	-- 7
UPDATE memocite.deal SET policy = '{"stale_day": 90}' WHERE deal_id = 4901;	-- 8
UPDATE memocite.deal SET policy = '{"stale_days": "90"}' WHERE deal_id = 4901;	-- 9
UPDATE memocite.deal SET policy = '{"quote_level": "fuzzy"}' WHERE deal_id = 4901;	-- 10
UPDATE memocite.deal SET policy = '{"hold_on": "violations"}' WHERE deal_id = 4901;	-- 11
UPDATE memocite.deal SET metadata = '"om"' WHERE deal_id = 4901;	-- 12

-- ---- documents and passages
INSERT INTO memocite.document (deal_id, doc_id, source_type) VALUES (4901, 'om', 'PDF');	-- 13
INSERT INTO memocite.document (deal_id, doc_id, url) VALUES (4901, 'om', 'www.example.com/om.pdf');	-- 14
INSERT INTO memocite.document (deal_id, doc_id, src_id) VALUES (4901, 'om', 0);	-- 15
INSERT INTO memocite.document (deal_id, doc_id) VALUES (4901, '');	-- 16
INSERT INTO memocite.document (deal_id, doc_id, title) VALUES (4901, 'om', 'Offering Memorandum');
INSERT INTO memocite.document (deal_id, doc_id, title) VALUES (4901, 'om', 'Offering Memorandum');	-- 17
INSERT INTO memocite.passage (deal_id, passage_id, doc_id, content) VALUES (4901, 'p', 'rent-roll', 'x');	-- 18
INSERT INTO memocite.passage (deal_id, passage_id, doc_id, page, content) VALUES (4901, 'p', 'om', -4, 'x');	-- 19

-- ---- sections
INSERT INTO memocite.section (deal_id, section_key, body) VALUES (4902, 'risk', 'x');	-- 20
INSERT INTO memocite.section (deal_id, section_key, body, id_scope) VALUES (4901, 'risk', 'x', 'globl');	-- 21
INSERT INTO memocite.section (deal_id, section_key, body, parse_quality) VALUES (4901, 'risk', 'x', 'good');	-- 22
INSERT INTO memocite.section (deal_id, section_key, body) VALUES (4901, '', 'x');	-- 23
INSERT INTO memocite.section (deal_id, section_key, body) VALUES (4901, 'risk', 'NOI of $4.2M [SRC:1] supports the price.');
INSERT INTO memocite.section (deal_id, section_key, body) VALUES (4901, 'risk', 'NOI of $4.2M [SRC:1] supports the price.');	-- 24
SELECT memo_put_section(4901, 'risk', NULL);	-- 25
SELECT memo_put_section(4901, 'risk', 'x', id_scope => 'deal');	-- 26

-- ---- claims
INSERT INTO memocite.claim (deal_id, section_key, src_id, doc_id, confidence) VALUES (4901, 'risk', 1, 'om', 90);	-- 27
INSERT INTO memocite.claim (deal_id, section_key, src_id, doc_id, page) VALUES (4901, 'risk', 1, 'om', -4);	-- 28
INSERT INTO memocite.claim (deal_id, section_key, src_id, doc_id) VALUES (4901, 'risk', -1, 'om');	-- 29
INSERT INTO memocite.claim (deal_id, section_key, src_id, doc_id) VALUES (4901, 'risk', 1, 'rent-roll');	-- 30
INSERT INTO memocite.claim (deal_id, section_key, src_id, doc_id) VALUES (4901, 'market', 1, 'om');	-- 31
SELECT memo_put_section(4901, 'risk', 'x', '{"src_id": 1, "doc_id": "om"}');	-- 32
SELECT memo_put_section(4901, 'risk', 'x', '[{"src_id": 1, "doc_id": "rent-roll"}]');	-- 33
SELECT memo_put_section(4901, 'risk', 'x', '[{"src_id": 1}]');	-- 34
SELECT unknown_ids FROM memo_put_section(4901, 'risk', 'NOI of $4.2M [SRC:1].', '[{"source": 1, "doc_id": "om"}]');	-- 35
SELECT unknown_ids FROM memo_put_section(4901, 'risk', 'NOI of $4.2M [SRC:1].', '[{"src_id": "one", "doc_id": "om"}]');	-- 36
SELECT unknown_ids FROM memo_put_section(4901, 'risk', 'NOI of $4.2M [SRC:1].', '[{"src_id": 1, "doc_id": "om", "page": -4}]');	-- 37
SELECT unknown_ids FROM memo_put_section(4901, 'risk', 'NOI of $4.2M [SRC:1].', '[{"src_id": 1, "doc_id": "om", "page": 4, "confidence": 90}]');	-- 38

-- ---- metrics, insights, charts
INSERT INTO memocite.metric (deal_id, metric, value) VALUES (4901, 'irr', 0.185);	-- 39
INSERT INTO memocite.metric (deal_id, metric, value) VALUES (4901, 'irr', 1850);	-- 40
INSERT INTO memocite.metric (deal_id, metric, value, unit) VALUES (4901, 'irr', 18.5, '%');	-- 41
INSERT INTO memocite.metric_kind (metric, label, unit) VALUES ('noi', 'NOI', 'dollars');	-- 42
SELECT metric, verdict, problem FROM memo_check_structured(4901, '{"irr": "18", "target_irr_pct": "18", "dscr": -1}');	-- 43
INSERT INTO memocite.insight (deal_id, kind, message) VALUES (4901, 'note', 'x');	-- 44
INSERT INTO memocite.insight (deal_id, kind) VALUES (4901, 'ic_note');	-- 45
INSERT INTO memocite.insight (deal_id, kind, message, influence) VALUES (4901, 'ic_note', 'x', 40);	-- 46
SELECT gate, path, problem FROM memo_chart_problems('{"type": "pie3d", "series": []}') WHERE path = '/type';	-- 47

-- ---- reading a memo
SELECT memo_markdown(4901);	-- 48
SELECT memo_finalize(4901, sections => '{"risk": "x"}');	-- 49
UPDATE memocite.deal SET metadata = '{"primary_doc_id": "offering"}' WHERE deal_id = 4901;
SELECT r -> 'status' AS status, r -> 'warnings' AS warnings FROM memo_finalize(4901, '2026-06-30') AS r;	-- 50: the id is no document's
SELECT memo_markdown(4901, 5);	-- 51
SELECT memo_markdown(4901, layout => 'html');	-- 52
SELECT memo_html(4901, audience => 'writer');	-- 53
SELECT memo_trace(4901, 99);	-- 54
SELECT memo_diff(4901);	-- 55
SELECT memo_approve(4901, 1, '');	-- 56
UPDATE memocite.section SET body = 'Rents rose [SRC:1].' WHERE deal_id = 4901;
INSERT INTO memocite.section (deal_id, section_key, body) VALUES (4901, 'market', 'Rents rose.');
SELECT memo_replay(4901);	-- 57
DELETE FROM memocite.document WHERE deal_id = 4901;	-- 58
SELECT memo_replay(4901);	-- 59
SELECT memo_import_markdown(4901, '');	-- 60
SELECT memo_import_prosemirror(4901, '{"text": "x"}');	-- 61
SELECT memo_import_citations(4901, 'risk', '{"text": "x"}');	-- 62
SELECT memo_import_citations(4901, 'risk', '[]', 'mistral');	-- 63

-- ---- rights: what psql shows, with its context
CREATE ROLE "regress_memocite New";
SELECT memo_grant('regress_memocite New', 'reader');	-- 64: a name with capitals is quoted twice
SELECT memo_grant('"regress_memocite New"', 'read');	-- 65
\set SHOW_CONTEXT errors
SET ROLE "regress_memocite New";
SELECT memo_markdown(4901);	-- 66: and none of our statements
SELECT * FROM memo_holds(4901);	-- 67
SELECT memo_finalize(4901);	-- 68: what PUBLIC may not execute the server refuses, in its words
RESET ROLE;
SELECT memo_grant('"regress_memocite New"', 'writer');
SET ROLE "regress_memocite New";
SELECT memo_finalize(4901);	-- 69
RESET ROLE;
\set SHOW_CONTEXT never
BEGIN;
CALL memo_finalize_all();	-- 70
ROLLBACK;
DROP OWNED BY "regress_memocite New";
DROP ROLE "regress_memocite New";
DELETE FROM memocite.deal WHERE deal_id = 4901;
