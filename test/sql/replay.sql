-- memo_replay (chapter 4): a revision made again with its policy and date is
-- byte-equal to what was stored. memo_pin keeps a revision from pruning.
SELECT memo_init() \g /dev/null
SET client_min_messages = error;	-- ids without a source are many here, and not what it is about
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name, metadata, policy) VALUES (5101, 'Replay', '{"primary_doc_id": "om"}', '{"keep_revisions": 2, "cluster_cap": 1}');
INSERT INTO memocite.document(deal_id, doc_id, title, ingested_on) VALUES (5101, 'om', 'Offering Memorandum', '2025-03-01'), (5101, 'rr', 'Rent Roll', NULL);
INSERT INTO memocite.section(deal_id, section_key, position, score, body) VALUES
	(5101, 'a', 1, 0, E'NOI of $4.2M [SRC:1][SRC:2] rose [^n] and [SRC:9] fell.\n\n[^n]: Sponsor call, 3 May.'),
	(5101, 'b', 2, 0, repeat('No source at all. ', 20));
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page, confidence) VALUES
	(5101, '51010000-0000-4000-8000-000000000001', 'a', 1, 'om', 3, 0.4),
	(5101, '51010000-0000-4000-8000-000000000002', 'a', 2, 'rr', NULL, 0.3);

SELECT memo_replay(5101);
SELECT r -> 'revision', r ->> 'status' FROM memo_finalize(5101, DATE '2026-06-30') AS r;
SELECT memo_replay(5101), memo_replay(5101, 1);
-- agents' scores are no inputs
UPDATE memocite.section SET score = 0.7 WHERE deal_id = 5101 AND section_key = 'a';
SELECT memo_replay(5101);
-- nor what they are below the thousandths that the report shows
BEGIN;
UPDATE memocite.section SET score = 0.0004, body = body || ' Rents rose.' WHERE deal_id = 5101;
SELECT memo_finalize(5101, DATE '2026-06-30') #> '{sections,1,score}';
SELECT memo_replay(5101);
UPDATE memocite.section SET score = CASE section_key WHEN 'a' THEN -0.0004 ELSE 0.0126 END, body = body || ' Costs fell.' WHERE deal_id = 5101;
SELECT memo_finalize(5101, DATE '2026-06-30') #> '{sections,1,score}';
SELECT memo_replay(5101);
ROLLBACK;
-- it writes nothing
SELECT count(*) FROM memocite.revision WHERE deal_id = 5101;
-- it takes the stored policy and date, not those of today
UPDATE memocite.deal SET policy = '{"keep_revisions": 2, "cluster_cap": 3, "rescue": false}' WHERE deal_id = 5101;
SELECT memo_replay(5101);
SELECT r -> 'revision', r #> '{citations,kept}' FROM memo_finalize(5101, DATE '2025-04-01') AS r;
SELECT memo_replay(5101, 1), memo_replay(5101, 2);
-- sections of the call that were not taken are told again
SELECT r -> 'revision', r -> 'warnings' FROM memo_finalize(5101, DATE '2025-04-01', '[{"section_key": "b", "body": "Short."}, {"section_key": "c", "body": "New [SRC:1]."}]') AS r;
SELECT memo_replay(5101);

-- every stored byte counts: bodies, edit scripts, notes, ledger, events, checkpoints, tail, report
BEGIN;
UPDATE memocite.revision_section SET body = body || ' ' WHERE deal_id = 5101 AND section_key = 'a' AND revision = 2;
SELECT memo_replay(5101);
ROLLBACK;
BEGIN;
UPDATE memocite.revision_section SET edits = '[]' WHERE deal_id = 5101 AND section_key = 'a' AND revision = 2;
SELECT memo_replay(5101);
ROLLBACK;
BEGIN;
UPDATE memocite.revision_detail SET note_definition[1] = 'Other.' WHERE deal_id = 5101 AND revision = 3;
SELECT memo_replay(5101);
ROLLBACK;
BEGIN;
UPDATE memocite.revision_detail SET check_open[2] = 7 WHERE deal_id = 5101 AND revision = 3;
SELECT memo_replay(5101);
ROLLBACK;
BEGIN;
UPDATE memocite.revision_detail SET tail_text[1] = tail_text[1] || ' ' WHERE deal_id = 5101 AND revision = 3;
SELECT memo_replay(5101);
ROLLBACK;
BEGIN;
UPDATE memocite.revision SET report = jsonb_set(report, '{notes}', '99') WHERE deal_id = 5101 AND revision = 3;
SELECT memo_replay(5101);
ROLLBACK;
BEGIN;
UPDATE memocite.revision SET report = jsonb_set(report, '{timings_ms}', '{"load": 99}') WHERE deal_id = 5101 AND revision = 3;
SELECT memo_replay(5101) AS timings_do_not_count;
ROLLBACK;
BEGIN;
UPDATE memocite.revision SET status = 'flawed' WHERE deal_id = 5101 AND revision = 3;
SELECT memo_replay(5101);
ROLLBACK;
SELECT memo_replay(5101);

-- other inputs are other memos
UPDATE memocite.claim SET page = 4 WHERE deal_id = 5101 AND src_id = 1;
SELECT memo_replay(5101);
SELECT memo_replay(5101, 9);
SELECT memo_replay(5101, 0);
SELECT memo_replay(NULL);
SELECT memo_replay(5199);

-- memo_pin: a pinned revision is never pruned and does not count
SELECT memo_pin(5101, 2), memo_pin(5101, 2);
SELECT memo_finalize(5101, DATE '2025-04-01') -> 'revision';
UPDATE memocite.claim SET page = 5 WHERE deal_id = 5101 AND src_id = 1;
SELECT memo_finalize(5101, DATE '2025-04-01') -> 'revision';
SELECT revision, pinned FROM memocite.revision WHERE deal_id = 5101 ORDER BY revision;
SELECT memo_pin(5101, 2, false), memo_pin(5101, 2, false);
UPDATE memocite.claim SET page = 6 WHERE deal_id = 5101 AND src_id = 1;
SELECT memo_finalize(5101, DATE '2025-04-01') -> 'revision';
SELECT revision, pinned FROM memocite.revision WHERE deal_id = 5101 ORDER BY revision;
SELECT memo_pin(5101, 1);
SELECT memo_pin(5101, NULL);
DELETE FROM memocite.deal WHERE deal_id = 5101;
