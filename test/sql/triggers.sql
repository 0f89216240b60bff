-- Triggers and the queue (chapter 10), and memo_work.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
DELETE FROM memocite.queue;
CREATE VIEW pg_temp.queued AS SELECT deal_id, count(*), string_agg(state, ',') AS state, max(attempts) AS attempts FROM memocite.queue GROUP BY deal_id ORDER BY deal_id;

-- on section, before: position, word_count, body_sha256, updated_at are filled; the body is not touched
INSERT INTO memocite.deal(deal_id, name) VALUES (3401, 'Triggers');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3401, 'risk', 'Three words [SRC:1] here') RETURNING position, word_count, body_sha256 = sha256('Three words [SRC:1] here'), updated_at = now(), body;
UPDATE memocite.section SET body = 'Two words' WHERE deal_id = 3401 RETURNING position, word_count, body_sha256 = sha256('Two words'), updated_at = now();
-- what a caller writes there does not count
UPDATE memocite.section SET word_count = 99, body_sha256 = '\x00', updated_at = '2020-01-01', position = NULL WHERE deal_id = 3401 RETURNING position, word_count, body_sha256 = sha256('Two words'), updated_at = now();

-- after: the deal is in the queue - one write per deal and transaction, however many rows
SELECT * FROM pg_temp.queued;
DELETE FROM memocite.queue;
BEGIN;
INSERT INTO memocite.section(deal_id, section_key, body) SELECT 3401, 's' || n, 'x' FROM generate_series(1, 100) AS n;
INSERT INTO memocite.document(deal_id, doc_id) VALUES (3401, 'om');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) SELECT 3401, 's' || n, 1, 'om' FROM generate_series(1, 100) AS n;
UPDATE memocite.section SET body = 'y' WHERE deal_id = 3401;
COMMIT;
SELECT * FROM pg_temp.queued;
-- another transaction is another request, for the same deal
UPDATE memocite.section SET body = 'z' WHERE deal_id = 3401 AND section_key = 's1';
SELECT * FROM pg_temp.queued;
SELECT deal_id, stale, queue_state FROM memocite.status WHERE deal_id = 3401;
-- only when the row changed: an equal put of a store is an UPDATE, too
DELETE FROM memocite.queue;
UPDATE memocite.section SET body = body, title = title WHERE deal_id = 3401;
UPDATE memocite.document SET title = title WHERE deal_id = 3401;
UPDATE memocite.claim SET src_id = src_id WHERE deal_id = 3401;
UPDATE memocite.deal SET name = name WHERE deal_id = 3401;
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3401, 's1', 'z') ON CONFLICT (deal_id, section_key) DO UPDATE SET body = EXCLUDED.body;
SELECT * FROM pg_temp.queued;
-- claims, metrics, charts, insights, documents and the deal do the same; inserts, updates and deletes
CREATE FUNCTION pg_temp.enqueues(statement text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM memocite.queue;
	BEGIN
		EXECUTE statement;
		IF EXISTS (SELECT FROM memocite.queue WHERE deal_id = 3401) THEN RAISE EXCEPTION USING ERRCODE = 'MC001'; END IF;
		RAISE EXCEPTION USING ERRCODE = 'MC000';
	EXCEPTION WHEN SQLSTATE 'MC001' THEN RETURN true; WHEN SQLSTATE 'MC000' THEN RETURN false;
	END;
END $$;
SELECT s, pg_temp.enqueues(s) FROM unnest(ARRAY[
	$$INSERT INTO memocite.document(deal_id, doc_id) VALUES (3401, 'rr')$$, $$UPDATE memocite.document SET title = 'OM' WHERE deal_id = 3401$$,
	$$UPDATE memocite.claim SET page = 4 WHERE deal_id = 3401$$, $$DELETE FROM memocite.claim WHERE deal_id = 3401$$, $$DELETE FROM memocite.section WHERE deal_id = 3401 AND section_key = 's9'$$,
	$$INSERT INTO memocite.metric(deal_id, metric, value, unit) VALUES (3401, 'irr', 18.5, 'percent')$$, $$INSERT INTO memocite.insight(deal_id, kind, message) VALUES (3401, 'ic_note', 'x')$$,
	$$INSERT INTO memocite.chart(deal_id, chart_id, section_key, config) VALUES (3401, 'c', 's1', '{}')$$, $$UPDATE memocite.deal SET policy = '{"rescue": false}' WHERE deal_id = 3401$$,
	$$UPDATE memocite.deal SET metadata = '{"a": 1}' WHERE deal_id = 3401$$, $$UPDATE memocite.deal SET external_id = 'e' WHERE deal_id = 3401$$]) WITH ORDINALITY AS t(s, n) ORDER BY n;
-- a savepoint that rolls back takes its request along, a later change enqueues again
BEGIN;
DELETE FROM memocite.queue;
SAVEPOINT one;
UPDATE memocite.section SET body = 'in savepoint' WHERE deal_id = 3401 AND section_key = 's1';
SELECT * FROM pg_temp.queued;
ROLLBACK TO one;
SELECT * FROM pg_temp.queued;
UPDATE memocite.section SET body = 'after savepoint' WHERE deal_id = 3401 AND section_key = 's1';
SELECT * FROM pg_temp.queued;
COMMIT;
SELECT * FROM pg_temp.queued;
BEGIN;
DELETE FROM memocite.queue;
SAVEPOINT one;
UPDATE memocite.section SET body = 'released' WHERE deal_id = 3401 AND section_key = 's1';
RELEASE one;
SAVEPOINT two;
UPDATE memocite.section SET body = 'again' WHERE deal_id = 3401 AND section_key = 's2';
ROLLBACK TO two;
COMMIT;
SELECT * FROM pg_temp.queued;
-- not under session_replication_role = replica: a restore starts no work
DELETE FROM memocite.queue;
SET session_replication_role = replica;
UPDATE memocite.section SET body = 'replicated' WHERE deal_id = 3401 AND section_key = 's1';
RESET session_replication_role;
SELECT * FROM pg_temp.queued;
-- TRUNCATE of an input table enqueues the deals that had rows in it
INSERT INTO memocite.metric(deal_id, metric, value, unit) VALUES (3401, 'irr', 18.5, 'percent');
INSERT INTO memocite.insight(deal_id, kind, message) VALUES (3401, 'ic_note', 'x');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (3401, 'p', 'om', 'x');
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config) VALUES (3401, 'c', 's1', '{}');
INSERT INTO memocite.block(deal_id, block_id, passage_id, content) VALUES (3401, 1, 'p', 'x');
SET client_min_messages = warning;
SELECT t, pg_temp.enqueues('TRUNCATE memocite.' || t) FROM unnest(ARRAY['metric', 'insight', 'chart', 'claim', 'block CASCADE', 'passage CASCADE', 'document CASCADE', 'section CASCADE',
	'synthesis', 'revision CASCADE', 'deal CASCADE']) WITH ORDINALITY AS u(t, n) ORDER BY n;
-- whatever is truncated, the next change enqueues again, and nothing of a deal is left
BEGIN;
TRUNCATE memocite.claim;
TRUNCATE memocite.queue;
UPDATE memocite.section SET body = 'after the queue' WHERE deal_id = 3401 AND section_key = 's1';
SELECT * FROM pg_temp.queued;
TRUNCATE memocite.deal CASCADE;
CREATE FUNCTION pg_temp.has_rows(name text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE has_rows boolean;
BEGIN
	EXECUTE format('SELECT EXISTS (SELECT FROM memocite.%I)', name) INTO has_rows;
	RETURN has_rows;
END
$$;
SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'memocite'::regnamespace AND c.relkind = 'r' AND c.relname <> 'store_version' AND pg_temp.has_rows(c.relname);
INSERT INTO memocite.deal(deal_id, name) VALUES (3401, 'Again');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3401, 'risk', 'x');
SELECT * FROM pg_temp.queued;
ROLLBACK;
RESET client_min_messages;
DELETE FROM memocite.metric WHERE deal_id = 3401;
DELETE FROM memocite.insight WHERE deal_id = 3401;
DELETE FROM memocite.chart WHERE deal_id = 3401;
DELETE FROM memocite.queue;
-- a row that moves to another deal concerns both
INSERT INTO memocite.deal(deal_id, name) VALUES (3402, 'Other');
UPDATE memocite.section SET deal_id = 3402 WHERE deal_id = 3401 AND section_key = 'risk';
SELECT * FROM pg_temp.queued;

-- memo_finalize takes the deal out of the queue; a deal whose hash is that of its revision costs only the look
SELECT memo_finalize(3402, DATE '2026-06-30') ->> 'revision';
SELECT * FROM pg_temp.queued;
UPDATE memocite.section SET score = 0.5 WHERE deal_id = 3402;
SELECT * FROM pg_temp.queued;
SELECT memo_finalize(3402, DATE '2026-06-30') ->> 'unchanged';
SELECT * FROM pg_temp.queued;
-- in one transaction: what came before the finalize is done, what comes after it is not
BEGIN;
UPDATE memocite.section SET body = 'Before.' WHERE deal_id = 3402;
SELECT memo_finalize(3402, DATE '2026-06-30') ->> 'revision';
UPDATE memocite.section SET body = 'After.' WHERE deal_id = 3402;
COMMIT;
SELECT * FROM pg_temp.queued WHERE deal_id = 3402;

-- memo_work does the worker's work in the caller's session: at most max_deals, how many it took
INSERT INTO memocite.deal(deal_id, name) VALUES (3403, 'Three'), (3404, 'Fails'), (3405, 'Waits for its sections');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3403, 'market', 'Rents rose.'), (3404, 'market', 'Rents rose.'), (3405, 'market', 'Rents rose.');
-- only a deal whose expected sections are there
UPDATE memocite.deal SET metadata = '{"expected_sections": ["market", "risk"]}' WHERE deal_id = 3405;
-- a failing deal keeps its error, and never blocks others
ALTER TABLE memocite.deal DISABLE TRIGGER memo_check;
UPDATE memocite.deal SET policy = '{"cluster_cap": 0}' WHERE deal_id = 3404;
ALTER TABLE memocite.deal ENABLE TRIGGER memo_check;
SELECT memo_work(0);
SELECT memo_work(1);
SELECT memo_work();
SELECT * FROM pg_temp.queued;
SELECT deal_id, revision, status, stale, queue_state, attempts, last_error FROM memocite.status WHERE deal_id BETWEEN 3401 AND 3405 ORDER BY 1;
-- retried with back-off (1 s ... 1 h); after 5 attempts state failed
UPDATE memocite.queue SET next_attempt_at = now() + interval '1 hour' WHERE deal_id = 3404;
SELECT memo_work();
CREATE FUNCTION pg_temp.attempt() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.queue SET next_attempt_at = '-infinity';
	PERFORM memo_work();
	RETURN (SELECT string_agg(DISTINCT format('%s attempts, next in %s, %s', attempts, next_attempt_at - now(), state), '; ') FROM memocite.queue WHERE deal_id = 3404);
END $$;
SELECT pg_temp.attempt();
SELECT pg_temp.attempt();
SELECT pg_temp.attempt();
SELECT pg_temp.attempt();
SELECT deal_id, state, attempts, last_error FROM memocite.queue WHERE deal_id = 3404 ORDER BY enqueued_xid;
SELECT deal_id, queue_state FROM memocite.status WHERE deal_id = 3404;
UPDATE memocite.queue SET next_attempt_at = '-infinity';
SELECT memo_work();
-- the missing section arrives
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3405, 'risk', 'Risks.');
SELECT memo_work();
SELECT memo_work(-1);
-- delete of the deal
DELETE FROM memocite.deal WHERE deal_id BETWEEN 3401 AND 3405;
SELECT count(*) FROM memocite.queue;
