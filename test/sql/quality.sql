-- Freshness, grades and weak references: stages 4.9, 4.95 and 6.4.
\pset format unaligned
\pset tuples_only on
SELECT memo_init() IS NOT NULL;
INSERT INTO memocite.deal(deal_id, name) VALUES (4301, 'Quality');
INSERT INTO memocite.document(deal_id, doc_id, title, source_type, ingested_on) VALUES
	(4301, 'old', 'Old Appraisal', 'pdf', DATE '2025-12-01'), (4301, 'edge', 'Edge Report', 'pdf', DATE '2026-01-01'),
	(4301, 'new', 'New Rent Roll', 'excel', DATE '2026-06-01'), (4301, 'undated', 'Undated Notice', 'pdf', NULL);
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(4301, 'a', 1, 'Value rose [SRC:1]. Rent rose [SRC:2]. Taxes fell [SRC:3]. Yield is flat [SRC:4].');
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page, confidence) VALUES
	(4301, '00000000-0000-0000-0000-000000004301', 'a', 1, 'old', 3, 0.9), (4301, '00000000-0000-0000-0000-000000004302', 'a', 2, 'edge', 1, 0.5),
	(4301, '00000000-0000-0000-0000-000000004303', 'a', 3, 'new', NULL, 0.499), (4301, '00000000-0000-0000-0000-000000004304', 'a', 4, 'undated', 2, NULL);
-- a source ingested more than 180 days before as_of: the definition says so, with the date, never an age; 180 days are not stale
SELECT memo_finalize(4301, DATE '2026-06-30') ->> 'status';
SELECT number, definition, stale, confidence FROM memocite.footnote WHERE deal_id = 4301 ORDER BY number;
SELECT stage, code, section_key, subject, detail FROM memocite.event WHERE deal_id = 4301 AND code IN ('stale_source', 'low_confidence') ORDER BY event_no;
-- a reference whose own citation has a confidence below 0.5 gets a dagger; 0.5 and NULL do not; the legend explains it
SELECT body FROM memocite.revision_section WHERE deal_id = 4301 ORDER BY section_key;
SELECT line FROM unnest(string_to_array(memo_markdown(4301), E'\n')) WITH ORDINALITY AS l(line, n) WHERE line LIKE '- %' ORDER BY n;
SELECT count(*) FILTER (WHERE ok), count(*) FROM memo_verify(4301);
-- the same set of stale documents is the same memo; another set is a new revision
SELECT memo_finalize(4301, DATE '2026-06-29') ->> 'unchanged', memo_finalize(4301, DATE '2026-07-01') ->> 'revision';
SELECT number, definition, stale FROM memocite.footnote WHERE deal_id = 4301 AND revision = 2 AND stale ORDER BY number;
-- only when all references of a note are weak does its definition say so
UPDATE memocite.section SET body = 'Taxes fell [SRC:3]. They fell again [SRC:5].' WHERE deal_id = 4301;
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, confidence) VALUES (4301, '00000000-0000-0000-0000-000000004305', 'a', 5, 'new', 0.8);
SELECT memo_finalize(4301, DATE '2026-06-30') ->> 'status';
SELECT s.body, f.definition FROM memocite.revision_section s JOIN memocite.footnote f USING (deal_id, revision) WHERE deal_id = 4301 AND revision = 3;
-- policy
UPDATE memocite.deal SET policy = '{"stale_days": 10, "low_confidence_percent": 90}' WHERE deal_id = 4301;
SELECT memo_finalize(4301, DATE '2026-06-30') ->> 'status';
SELECT s.body, f.definition FROM memocite.revision_section s JOIN memocite.footnote f USING (deal_id, revision) WHERE deal_id = 4301 AND revision = 4;
-- grades: live source citations per 250 words: A from 1, B from 0.6, C from 0.25; under 50 words none; uncited or rescued D
INSERT INTO memocite.deal(deal_id, name, metadata) VALUES (4302, 'Grades', '{"primary_doc_id": "d"}');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (4302, 'd', 'Document');
INSERT INTO memocite.section(deal_id, section_key, position, body)
	SELECT 4302, key, ord, repeat('word ', words - marks) || repeat('word [SRC:1]. ', marks) || extra
	FROM (VALUES (1, 'a250', 250, 1, ''), (2, 'b251', 251, 1, ''), (3, 'b416', 416, 1, ''), (4, 'c417', 417, 1, ''), (5, 'c1000', 1000, 1, ''),
		(6, 'd1001', 1001, 1, ''), (7, 'none49', 49, 1, ''), (8, 'rescued', 60, 0, 'The end.'), (9, 'tenth', 250, 9, '[SRC:9]'), (10, 'ninth', 250, 8, '[SRC:9]'))
		AS v(ord, key, words, marks, extra);
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 4302, section_key, 1, 'd', 1 FROM memocite.section WHERE deal_id = 4302;
SELECT memo_finalize(4302, DATE '2026-06-30') ->> 'status';
SELECT section_key, words, citations, round(density::numeric, 3) AS density, round(stripped_share::numeric, 3) AS stripped, grade, budget, budget_met
FROM memocite.grade WHERE deal_id = 4302 ORDER BY (SELECT position FROM memocite.section s WHERE s.deal_id = 4302 AND s.section_key = grade.section_key);
SELECT count(*) FILTER (WHERE ok), count(*) FROM memo_verify(4302);
-- days before Christ and behind the year 9999 are written as PostgreSQL writes them, and ordered as days; one that is not finite is none
DELETE FROM memocite.section WHERE deal_id = 4301;
UPDATE memocite.document SET ingested_on = CASE doc_id WHEN 'old' THEN DATE '0044-03-15 BC' WHEN 'edge' THEN '0100-01-01 BC' WHEN 'new' THEN DATE '12345-01-01' WHEN 'undated' THEN '2026-01-01' END WHERE deal_id = 4301;
UPDATE memocite.document SET source_type = 'excel' WHERE deal_id = 4301 AND doc_id = 'undated';
INSERT INTO memocite.document(deal_id, doc_id, title, source_type, ingested_on) VALUES (4301, 'never', 'Draft', 'pdf', 'infinity');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (4301, 'a', 'Value rose [SRC:1]. Rent rose [SRC:2]. Taxes fell [SRC:3]. Yield is flat [SRC:4]. It ends [SRC:5].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) SELECT 4301, 'a', o.ord, o.doc_id FROM (VALUES (1, 'old'), (2, 'edge'), (3, 'new'), (4, 'undated'), (5, 'never')) AS o(ord, doc_id);
SELECT memo_finalize(4301, DATE '2026-06-30') ->> 'status';
SELECT line FROM unnest(string_to_array(memo_markdown(4301), E'\n')) WITH ORDINALITY AS l(line, n) WHERE line ~ '^- |^\[\^|Edge' ORDER BY n;
SELECT count(*) FILTER (WHERE ok), count(*) FROM memo_verify(4301);
DELETE FROM memocite.deal WHERE deal_id IN (4301, 4302);
