-- The memos of gen_memos.py (directory :data) as deals: 1 to 100 ordinary ones, 101 of 1 MB, 103 of 0.1 MB;
-- 102 is 50 copies of 101 in one, 104 is 10.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
CREATE EXTENSION memocite;
SELECT memo_init() \g /dev/null
CREATE TABLE memo_out(deal_id int PRIMARY KEY, body text COMPRESSION lz4);
CREATE TABLE footnote_out(deal_id int, n int, gid int, doc_id int, page int, score float8, ingestion_date date,
    refs int, stale bool, definition text, PRIMARY KEY (deal_id, n));
\ir memos.sql
INSERT INTO memocite.deal(deal_id, name) VALUES (102, 'Deal 102'), (104, 'Deal 104');

-- (deal, how many copies of 101 it is)
CREATE TEMP VIEW copies AS SELECT deal_id, copy FROM (VALUES (102, 50), (104, 10)) AS d(deal_id, n), generate_series(1, n) AS copy;
INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type, tag, ingested_on)
SELECT c.deal_id, copy || '-' || doc_id, title, path, CASE copy WHEN 1 THEN source_type ELSE 'other' END,
    CASE copy WHEN 1 THEN tag END, ingested_on
FROM memocite.document d, copies c WHERE d.deal_id = 101;
INSERT INTO memocite.section(deal_id, section_key, title, position, body)
SELECT c.deal_id, section_key || '-' || copy, title, position + 1000 * copy, body
FROM memocite.section s, copies c WHERE s.deal_id = 101;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, confidence)
SELECT c.deal_id, section_key || '-' || copy, src_id, copy || '-' || doc_id, page, confidence
FROM memocite.claim m, copies c WHERE m.deal_id = 101;
-- the peers get the ordinary deals only
DELETE FROM section WHERE deal_id > 100;
TRUNCATE memocite.queue;
VACUUM ANALYZE;
CHECKPOINT;
