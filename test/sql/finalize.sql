-- memo_finalize (chapter 4): the call, its sections argument, revisions.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name) VALUES (3001, 'Finalize');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (3001, 'om', 'Offering Memorandum');
-- status no_sections only when there are really none: nothing is written
SELECT memo_finalize(3001, DATE '2026-06-30');
SELECT memo_finalize(3001, DATE '2026-06-30', '[]');
SELECT count(*) FROM memocite.revision WHERE deal_id = 3001;

-- sections is upserted into the table first: the table is the record
SELECT memo_finalize(3001, DATE '2026-06-30', '[{"section_key": "market", "title": "Market", "body": "Rents rose [SRC:1].", "score": 0.8, "agent": "market", "position": 2}, {"section_key": "risk", "body": "Risks.", "position": 1, "id_scope": "local", "structured": {"dscr": 1.25}}]') ->> 'status';
SELECT section_key, title, body, position, agent, score, structured, id_scope, word_count FROM memocite.section WHERE deal_id = 3001 ORDER BY position;
-- what the argument leaves out stays: titles and positions are kept, other sections, too
SELECT memo_finalize(3001, DATE '2026-06-30', '[{"section_key": "market", "body": "Rents rose by 3% [SRC:1].", "score": 0.9}]') ->> 'revision';
SELECT section_key, title, body, position, score FROM memocite.section WHERE deal_id = 3001 ORDER BY position;
UPDATE memocite.section SET position = 2 WHERE deal_id = 3001 AND section_key = 'market';
-- an empty array falls back to the table
SELECT memo_finalize(3001, DATE '2026-06-30', '[]') ->> 'status';

-- all scores 0 or missing and the stored text at least 1.2 x longer: the stored section stays
UPDATE memocite.section SET body = repeat('1234567890', 12) WHERE deal_id = 3001 AND section_key = 'market';
SELECT memo_finalize(3001, DATE '2026-06-30', jsonb_build_array(jsonb_build_object('section_key', 'market', 'body', repeat('a', 100), 'score', 0))) ->> 'revision' AS revision;
SELECT left(body, 10), length(body) FROM memocite.section WHERE deal_id = 3001 AND section_key = 'market';
SELECT code, severity, subject FROM memocite.event WHERE deal_id = 3001 AND revision = 3 AND code = 'stored_section_kept';
-- 101 characters against 120, a score, or another section's score: it is replaced
SELECT memo_finalize(3001, DATE '2026-06-30', jsonb_build_array(jsonb_build_object('section_key', 'market', 'body', repeat('b', 101)))) ->> 'revision' AS revision;
SELECT left(body, 10), length(body) FROM memocite.section WHERE deal_id = 3001 AND section_key = 'market';
SELECT memo_finalize(3001, DATE '2026-06-30', '[{"section_key": "market", "body": "Rents rose [SRC:1]."}, {"section_key": "risk", "body": "Risks, again.", "score": 0.1}]') ->> 'revision' AS revision;
SELECT section_key, body FROM memocite.section WHERE deal_id = 3001 ORDER BY section_key;

UPDATE memocite.section SET position = 1 WHERE deal_id = 3001 AND section_key = 'market';
UPDATE memocite.section SET position = 2 WHERE deal_id = 3001 AND section_key = 'risk';
-- scores: the agents', unless all are 0.0 while there is text: then by content, event
UPDATE memocite.section SET score = 0, body = CASE section_key WHEN 'market' THEN 'Rents rose.' ELSE 'Risks, once more.' END WHERE deal_id = 3001;
SELECT s ->> 'section_key', s -> 'score' FROM jsonb_array_elements(memo_finalize(3001, DATE '2026-06-30', dry_run => true) -> 'sections') AS s;
SELECT memo_finalize(3001, DATE '2026-06-30') ->> 'revision' AS revision;
SELECT stage, code, detail FROM memocite.event WHERE deal_id = 3001 AND revision = 6 AND code = 'scores_recomputed';
-- 0.4*min(words/500,1) + 0.4*min(citations per 250 words,1) + 0.2*(has paragraphs)
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (3001, 'market', 1, 'om', 12);
UPDATE memocite.section SET body = repeat('word ', 249) || 'word [SRC:1].' WHERE deal_id = 3001 AND section_key = 'market';
UPDATE memocite.section SET body = repeat('- word', 1) || E'\n\n```\ncode\n```' WHERE deal_id = 3001 AND section_key = 'risk';
SELECT s ->> 'section_key', s -> 'score' FROM jsonb_array_elements(memo_finalize(3001, DATE '2026-06-30', dry_run => true) -> 'sections') AS s;
UPDATE memocite.section SET score = 0.5, body = 'Rents rose [SRC:1].' WHERE deal_id = 3001 AND section_key = 'market';
UPDATE memocite.section SET body = 'Risks.' WHERE deal_id = 3001 AND section_key = 'risk';
SELECT s ->> 'section_key', s -> 'score' FROM jsonb_array_elements(memo_finalize(3001, DATE '2026-06-30', dry_run => true) -> 'sections') AS s;

-- dry_run: nothing is written, the argument is undone, the report has the body
SELECT r - 'body' - 'timings_ms' - 'sections', r ->> 'body' FROM memo_finalize(3001, DATE '2026-06-30', '[{"section_key": "market", "body": "Dry [SRC:1] run.", "score": 1, "position": 1}, {"section_key": "exit", "body": "New section.", "position": 9}]', true) AS r;
SELECT section_key, body FROM memocite.section WHERE deal_id = 3001 ORDER BY section_key;
SELECT max(revision) FROM memocite.revision WHERE deal_id = 3001;
-- what is not read of a section is told of
SELECT memo_finalize(3001, DATE '2026-06-30', '[{"section_key": "market", "body": "Dry [SRC:1] run.", "claim": [{"src_id": 1}], "postion": 3}, {"section_key": "exit", "body": "x", "postion": 4}]', dry_run => true) ->> 'status';
-- one that fails leaves the session as it was: outside of a transaction, caught, and inside of one
SELECT memo_finalize(3001, DATE '2026-06-30', '[{"body": "no key"}]', dry_run => true);
SELECT pg_current_xact_id_if_assigned() IS NULL AS no_transaction_is_open;
DO $$BEGIN PERFORM memo_finalize(3001, DATE '2026-06-30', '[{"body": "no key"}]', dry_run => true); EXCEPTION WHEN others THEN RAISE NOTICE 'caught: %', SQLERRM; END$$;
SELECT pg_current_xact_id_if_assigned() IS NULL AS no_transaction_is_open;
BEGIN;
SAVEPOINT s;
SELECT memo_finalize(3001, DATE '2026-06-30', '[{"section_key": "a", "body": "x"}, {"section_key": "a", "body": "y"}]', dry_run => true);
ROLLBACK TO s;
SELECT memo_finalize(3001, DATE '2026-06-30', dry_run => true) ->> 'status';
COMMIT;

-- the report: counts with their denominators, ledger balance, warnings, timings
SELECT jsonb_pretty(memo_finalize(3001, DATE '2026-06-30') - 'timings_ms');
SELECT memo_report(3001) - 'timings_ms' = memo_finalize(3001, DATE '2026-06-30') - 'timings_ms' - 'unchanged' || '{"unchanged": false}' AS same_report;
SELECT jsonb_object_keys(memo_report(3001) -> 'timings_ms') ORDER BY 1;
-- unchanged = same inputs: nothing is written, the existing revision is returned
SELECT r -> 'revision', r -> 'unchanged' FROM memo_finalize(3001, DATE '2026-06-30') AS r;
UPDATE memocite.section SET updated_at = '2020-01-01', score = 0.7, agent = 'x' WHERE deal_id = 3001;
SELECT r -> 'revision', r -> 'unchanged' FROM memo_finalize(3001, DATE '2026-06-30') AS r;
-- another day, nothing stale: the same memo; as_of is the day that was asked for, revision_as_of the revision's own where they differ
SELECT r -> 'revision', r -> 'unchanged' FROM memo_finalize(3001, DATE '2026-07-01') AS r;
SELECT r ->> 'as_of', r ->> 'revision_as_of' FROM memo_finalize(3001, DATE '2026-07-01') AS r;
SELECT r ->> 'as_of', r ? 'revision_as_of' FROM memo_finalize(3001, DATE '2026-06-30') AS r;
SELECT as_of, report ->> 'as_of' FROM memocite.revision WHERE deal_id = 3001 ORDER BY revision DESC LIMIT 1;
-- a changed document, claim, title, name or policy is another input
UPDATE memocite.document SET title = 'The Offering' WHERE deal_id = 3001;
SELECT r -> 'revision', r -> 'unchanged' FROM memo_finalize(3001, DATE '2026-06-30') AS r;
UPDATE memocite.claim SET page = 13 WHERE deal_id = 3001;
SELECT r -> 'revision', r -> 'unchanged' FROM memo_finalize(3001, DATE '2026-06-30') AS r;
UPDATE memocite.deal SET name = 'Finalized' WHERE deal_id = 3001;
SELECT r -> 'revision', r -> 'unchanged' FROM memo_finalize(3001, DATE '2026-06-30') AS r;

-- a section whose text is unchanged is not written again: the manifest points to the row that has it
INSERT INTO memocite.deal(deal_id, name) VALUES (3002, 'Manifest');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (3002, 'a', 1, 'One.'), (3002, 'b', 2, 'Two.'), (3002, 'c', 3, 'Three.');
SELECT memo_finalize(3002, DATE '2026-06-30') -> 'revision';
UPDATE memocite.section SET body = 'Two, changed.' WHERE deal_id = 3002 AND section_key = 'b';
SELECT memo_finalize(3002, DATE '2026-06-30') -> 'revision';
UPDATE memocite.section SET title = 'First' WHERE deal_id = 3002 AND section_key = 'a';
DELETE FROM memocite.section WHERE deal_id = 3002 AND section_key = 'c';
SELECT memo_finalize(3002, DATE '2026-06-30') -> 'revision';
SELECT r.revision, string_agg(m.section_key || ' "' || m.title || '" ' || m.revision, ', ' ORDER BY ord) FROM memocite.revision r,
	ROWS FROM (json_to_recordset(r.manifest) AS (section_key text, title text, revision int)) WITH ORDINALITY AS m(section_key, title, revision, ord)
WHERE deal_id = 3002 GROUP BY r.revision ORDER BY 1;
SELECT revision, section_key, body FROM memocite.revision_section WHERE deal_id = 3002 ORDER BY 1, 2;
-- old revisions read as they were
SELECT memo_markdown(3002, 1) LIKE '%Two.%Three.%', memo_markdown(3002) LIKE '%First%Two, changed.%';

-- policy keep_revisions prunes older ones that are not pinned, and texts that no manifest points to
UPDATE memocite.revision SET pinned = true WHERE deal_id = 3002 AND revision = 1;
UPDATE memocite.deal SET policy = '{"keep_revisions": 2}' WHERE deal_id = 3002;
SELECT memo_finalize(3002, DATE '2026-06-30') -> 'revision';
UPDATE memocite.section SET body = 'Two, changed again.' WHERE deal_id = 3002 AND section_key = 'b';
SELECT memo_finalize(3002, DATE '2026-06-30') -> 'revision';
SELECT string_agg(revision::text, ' ' ORDER BY revision) FROM memocite.revision WHERE deal_id = 3002;
SELECT revision, section_key, body FROM memocite.revision_section WHERE deal_id = 3002 ORDER BY 1, 2;
SELECT count(*) FILTER (WHERE ok) = count(*) AS all_ok FROM unnest(ARRAY[1, 4, 5]) AS r, memo_verify(3002, r);

-- with a deleted revision go its details and the texts that no other revision has; the others stay whole, and the next is written
CREATE VIEW pg_temp.stored AS SELECT (SELECT string_agg(revision::text, ' ' ORDER BY revision) FROM memocite.revision WHERE deal_id = 3002) AS revisions,
	(SELECT string_agg(revision || section_key, ' ' ORDER BY revision, section_key) FROM memocite.revision_section WHERE deal_id = 3002) AS sections,
	(SELECT string_agg(revision::text, ' ' ORDER BY revision) FROM memocite.revision_detail WHERE deal_id = 3002) AS details;
CREATE FUNCTION pg_temp.all_ok() RETURNS boolean LANGUAGE sql AS 'SELECT bool_and(v.ok) FROM memocite.revision r, memo_verify(r.deal_id, r.revision) v WHERE r.deal_id = 3002';
DELETE FROM memocite.revision WHERE deal_id = 3002 AND revision = 1;
SELECT *, pg_temp.all_ok() FROM pg_temp.stored;
DELETE FROM memocite.revision WHERE deal_id = 3002 AND revision = 5;
SELECT *, pg_temp.all_ok() FROM pg_temp.stored;
SELECT memo_finalize(3002, DATE '2026-06-30') -> 'revision';
SELECT *, pg_temp.all_ok(), memo_markdown(3002) LIKE '%First%Two, changed again.%' FROM pg_temp.stored;
DELETE FROM memocite.revision WHERE deal_id = 3002;
SELECT * FROM pg_temp.stored;
SELECT memo_finalize(3002, DATE '2026-06-30') -> 'revision';
SELECT *, pg_temp.all_ok() FROM pg_temp.stored;
-- the same by TRUNCATE
BEGIN;
TRUNCATE memocite.revision, memocite.revision_detail;
SELECT * FROM pg_temp.stored;
SELECT memo_finalize(3002, DATE '2026-06-30') -> 'revision';
SELECT *, pg_temp.all_ok() FROM pg_temp.stored;
TRUNCATE memocite.revision, memocite.revision_section, memocite.revision_detail;
SELECT * FROM pg_temp.stored;
ROLLBACK;
SELECT *, pg_temp.all_ok() FROM pg_temp.stored;

DELETE FROM memocite.deal WHERE deal_id IN (3001, 3002);
