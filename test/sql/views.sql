-- Views over the newest memos (chapter 2): stale_source, blast_radius, coverage,
-- and the metrics of chapter 10.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (5103, 'Fresh', '{}'), (5104, 'Stale', '{"stale_days": 10}'), (5105, 'Not yet', '{}');
INSERT INTO memocite.document(deal_id, doc_id, title, ingested_on)
SELECT d.deal_id, o.doc_id, o.title, o.ingested_on FROM memocite.deal d,
	(VALUES ('om', 'Offering Memorandum', CURRENT_DATE - 20), ('rr', NULL, NULL), ('old', 'Not cited', CURRENT_DATE - 1000), ('inf', 'No day', 'infinity')) AS o(doc_id, title, ingested_on)
WHERE d.deal_id BETWEEN 5103 AND 5104;
INSERT INTO memocite.section(deal_id, section_key, body)
SELECT deal_id, k, 'NOI rose [SRC:1]. Rents fell [SRC:2]. Both [SRC:1] did [SRC:3].' FROM memocite.deal, (VALUES ('risk'), ('exit')) AS s(k) WHERE deal_id BETWEEN 5103 AND 5104;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, locator)
SELECT deal_id, section_key, c.* FROM memocite.section, (VALUES (1, 'om', 3, NULL), (2, 'rr', NULL, 'B2'), (3, 'inf', NULL, NULL)) AS c WHERE deal_id BETWEEN 5103 AND 5104;
SELECT memo_finalize(deal_id, CURRENT_DATE - 15) ->> 'status' FROM memocite.deal WHERE deal_id BETWEEN 5103 AND 5104 ORDER BY deal_id;
-- freshness is looked at again today: the memo could not know it yet
SELECT deal_id, name, revision, doc_id, document, age_days, stale_days, stale_in_memo, notes, refs FROM memocite.stale_source WHERE deal_id BETWEEN 5103 AND 5105 ORDER BY deal_id, doc_id;
-- a memo keeps what its sources were, and of no other document
SELECT source_doc_id, source_title FROM memocite.revision_detail WHERE deal_id = 5104;
UPDATE memocite.document SET ingested_on = CURRENT_DATE WHERE deal_id = 5104 AND doc_id = 'om';
SELECT count(*) FROM memocite.stale_source WHERE deal_id = 5104;
-- who rests on a page
SELECT deal_id, section_key, doc_id, document, page, locator, notes, refs FROM memocite.blast_radius WHERE doc_id IN ('om', 'rr') AND deal_id BETWEEN 5103 AND 5105 ORDER BY deal_id, section_key, doc_id;
-- only the newest revision counts
UPDATE memocite.section SET body = 'NOI rose [SRC:1].' WHERE deal_id = 5103 AND section_key = 'exit';
SELECT memo_finalize(5103, CURRENT_DATE) -> 'revision';
SELECT section_key, doc_id, revision, refs FROM memocite.blast_radius WHERE deal_id = 5103 ORDER BY section_key, doc_id;
-- the scorecard: nothing is covered while no chart is in a memo
SELECT revision, count(*), count(*) FILTER (WHERE covered) AS covered FROM memocite.coverage WHERE deal_id = 5103 GROUP BY revision ORDER BY revision;
BEGIN;
INSERT INTO memocite.decision_question VALUES ('exit', 'How do we get out?', true, '{exit*}');
UPDATE memocite.revision_detail SET chart_id = '{exit_irr,exit_bar}', chart_decision = '{inserted,dropped}',
	chart_questions = array['["exit"]', '["exit", "own"]']::json[] WHERE deal_id = 5103 AND revision = 2;
SELECT question_key, question, critical, covered, chart_ids FROM memocite.coverage WHERE deal_id = 5103 AND revision = 2 AND question_key = 'exit';
ROLLBACK;

-- metrics: one flat view, readable by pg_monitor and by nobody else
SELECT name FROM memocite.metrics GROUP BY name ORDER BY name COLLATE "C";
SELECT count(*) = count(DISTINCT (name, labels)) AS told_apart, bool_and(value >= 0) FROM memocite.metrics;
SELECT (SELECT value FROM memocite.metrics WHERE name = 'memocite_deals' AND labels = '{"status": "none"}') >= 1,
	(SELECT sum(value) FROM memocite.metrics WHERE name = 'memocite_revisions') = (SELECT count(*) FROM memocite.revision),
	(SELECT sum(value) FROM memocite.metrics WHERE name = 'memocite_citations' AND labels ->> 'fate' = 'kept')
		= (SELECT count(*) FROM memocite.latest_revision JOIN memocite.citation USING (deal_id, revision) WHERE fate = 'kept'),
	(SELECT sum(value) FROM memocite.metrics WHERE name = 'memocite_citations' AND labels ->> 'fate' = 'removed')
		IS NOT DISTINCT FROM (SELECT nullif(count(*), 0) FROM memocite.latest_revision JOIN memocite.citation USING (deal_id, revision) WHERE fate = 'removed');
CREATE ROLE regress_memocite_exporter;
SELECT has_table_privilege('regress_memocite_exporter', 'memocite.metrics', 'SELECT');
GRANT pg_monitor TO regress_memocite_exporter;
SET ROLE regress_memocite_exporter;
SELECT count(*) > 10 FROM memocite.metrics;
SELECT count(*) FROM memocite.section;
RESET ROLE;
DROP ROLE regress_memocite_exporter;
DELETE FROM memocite.deal WHERE deal_id BETWEEN 5103 AND 5105;
