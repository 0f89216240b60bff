-- The memos of gen_memos.py (directory :data) as deals: 1 to 100 ordinary ones, 101 of 1 MB, 103 of 0.1 MB;
-- 102 is 50 copies of 101 in one, 104 is 10. The staging tables are those that the peers read.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
CREATE EXTENSION memocite;
SELECT memo_init() \g /dev/null
CREATE TABLE section(deal_id int, ord int, key text, title text, body text COMPRESSION lz4, PRIMARY KEY (deal_id, ord));
CREATE TABLE citation(deal_id int, ord int, n int, doc_id int, page int, chunk_id int, chunk_text text, score float8,
    ingestion_date date, PRIMARY KEY (deal_id, ord, n));
CREATE TABLE document(deal_id int, doc_id int, title text, path text, PRIMARY KEY (deal_id, doc_id));
CREATE TABLE memo_out(deal_id int PRIMARY KEY, body text COMPRESSION lz4);
CREATE TABLE footnote_out(deal_id int, n int, gid int, doc_id int, page int, score float8, ingestion_date date,
    refs int, stale bool, definition text, PRIMARY KEY (deal_id, n));
\set file :data '/sections.tsv'
COPY section FROM :'file';
\set file :data '/citations.tsv'
COPY citation FROM :'file';
\set file :data '/documents.tsv'
COPY document FROM :'file';
ANALYZE;

INSERT INTO memocite.deal(deal_id, name)
SELECT deal_id, 'Deal ' || deal_id FROM generate_series(1, 104) AS deal_id;
-- one document of each type that the legacy tags name
INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type, tag, ingested_on)
SELECT d.deal_id, d.doc_id::text, d.title, d.path,
    CASE d.doc_id WHEN 1 THEN 'costar' WHEN 2 THEN 'excel' WHEN 3 THEN 'pdf' ELSE 'other' END, d.doc_id::text,
    (SELECT max(c.ingestion_date) FROM citation c WHERE c.deal_id = d.deal_id AND c.doc_id = d.doc_id)
FROM document d;
INSERT INTO memocite.section(deal_id, section_key, title, position, body)
SELECT deal_id, key, title, ord, body FROM section;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, confidence)
SELECT c.deal_id, s.key, c.n, c.doc_id::text, c.page, c.score
FROM citation c JOIN section s USING (deal_id, ord) ORDER BY c.deal_id, c.ord, c.n;

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
