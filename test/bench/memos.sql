-- The memos of gen_memos.py (directory :data) as deals, the same on each server. The staging tables are those that
-- the peers read.
\set ON_ERROR_STOP on
CREATE TABLE section(deal_id int, ord int, key text, title text, body text COMPRESSION lz4, PRIMARY KEY (deal_id, ord));
CREATE TABLE citation(deal_id int, ord int, n int, doc_id int, page int, chunk_id int, chunk_text text, score float8,
    ingestion_date date, PRIMARY KEY (deal_id, ord, n));
CREATE TABLE document(deal_id int, doc_id int, title text, path text, PRIMARY KEY (deal_id, doc_id));
\set file :data '/sections.tsv'
COPY section FROM :'file';
\set file :data '/citations.tsv'
COPY citation FROM :'file';
\set file :data '/documents.tsv'
COPY document FROM :'file';
ANALYZE section, citation, document;
INSERT INTO memocite.deal(deal_id, name) SELECT DISTINCT deal_id, 'Deal ' || deal_id FROM document;
-- one document of each type that the legacy tags name
INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type, tag, ingested_on)
SELECT d.deal_id, d.doc_id::text, d.title, d.path,
    CASE d.doc_id WHEN 1 THEN 'costar' WHEN 2 THEN 'excel' WHEN 3 THEN 'pdf' ELSE 'other' END, d.doc_id::text,
    (SELECT max(c.ingestion_date) FROM citation c WHERE c.deal_id = d.deal_id AND c.doc_id = d.doc_id)
FROM document d;
INSERT INTO memocite.section(deal_id, section_key, title, position, body) SELECT deal_id, key, title, ord, body FROM section;
-- claim_id is a random one by default
INSERT INTO memocite.claim(claim_id, deal_id, section_key, src_id, doc_id, page, confidence)
SELECT md5(format('%s %s %s', c.deal_id, c.ord, c.n))::uuid, c.deal_id, s.key, c.n, c.doc_id::text, c.page, c.score
FROM citation c JOIN section s USING (deal_id, ord) ORDER BY c.deal_id, c.ord, c.n;
