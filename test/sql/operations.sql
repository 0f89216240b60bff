-- Operations (chapter 10): due deals, requeueing, finalizing all, rights, memo_doctor. The worker itself: test/t/002_worker.pl.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
DELETE FROM memocite.deal;
DELETE FROM memocite.queue;

-- memo_due: who waits, and how long: a change until nobody has changed the deal for debounce seconds
INSERT INTO memocite.deal(deal_id, name) SELECT d, 'Deal ' || d FROM generate_series(5101, 5105) AS d;
INSERT INTO memocite.section(deal_id, section_key, body) SELECT d, 'market', 'Rents rose [SRC:1].' FROM generate_series(5101, 5105) AS d;
SELECT deal_id, due_in FROM memo_due();
SELECT * FROM memo_due(NULL);
SELECT * FROM memo_due('NaN');
SELECT * FROM memo_due(-1);
SELECT * FROM memo_due(0, -1);
SELECT deal_id, round(due_in) FROM memo_due(100, 2);
-- at the latest 30 times debounce after the first change; an attempt that failed waits for its back-off
UPDATE memocite.queue SET enqueued_at = now() - interval '25 s' WHERE deal_id = 5101;
INSERT INTO memocite.queue(deal_id, enqueued_xid, enqueued_at) VALUES (5101, 0, now() - interval '59 s'), (5102, 0, now() - interval '2 min');
UPDATE memocite.queue SET attempts = 2, next_attempt_at = now() + interval '64 s' WHERE deal_id = 5103;
SELECT deal_id, round(due_in) FROM memo_due(2, 3);
-- parked deals are far away, failed ones and those without their expected sections are not there
UPDATE memocite.queue SET next_attempt_at = 'infinity' WHERE deal_id = 5103;
UPDATE memocite.queue SET next_attempt_at = '-infinity', state = 'failed' WHERE deal_id = 5104;
UPDATE memocite.deal SET metadata = '{"expected_sections": ["market", "risk"]}' WHERE deal_id = 5105;
SELECT deal_id, round(due_in) FROM memo_due();
SELECT deal_id, memo_is_complete(deal_id) FROM memocite.deal ORDER BY 1;
-- one key needs no array
BEGIN;
UPDATE memocite.deal SET metadata = '{"expected_sections": "risk"}' WHERE deal_id = 5101;
UPDATE memocite.deal SET metadata = '{"expected_sections": "market"}' WHERE deal_id = 5102;
SELECT deal_id, memo_is_complete(deal_id) FROM memocite.deal WHERE deal_id IN (5101, 5102) ORDER BY 1;
ROLLBACK;
SELECT memo_is_complete(5199);

-- memo_take: one attempt more, with its back-off; nobody takes what is not due; five attempts that end without a word are enough
SELECT array_length(memocite_internal.memo_take(5102), 1), memocite_internal.memo_take(5102), memocite_internal.memo_take(5103), memocite_internal.memo_take(5104), memocite_internal.memo_take(5199);
SELECT DISTINCT attempts, next_attempt_at - now() < interval '2 s', taken_at IS NOT NULL, state FROM memocite.queue WHERE deal_id = 5102;
SELECT queue_state FROM memocite.status WHERE deal_id = 5102;
UPDATE memocite.queue SET attempts = 5, next_attempt_at = now() WHERE deal_id = 5102;
SELECT memocite_internal.memo_take(5102);
SELECT DISTINCT attempts, taken_at, state, last_error FROM memocite.queue WHERE deal_id = 5102;

-- memo_requeue puts a deal back, with five attempts again; one that was not in the queue, too
SELECT memo_requeue(5102), memo_requeue(5104);
SELECT DISTINCT deal_id, attempts, state, last_error FROM memocite.queue WHERE deal_id IN (5102, 5104) ORDER BY 1;
SELECT memo_work(), memo_requeue(5102);
SELECT deal_id, queue_state FROM memocite.status ORDER BY deal_id;
SELECT memo_requeue(5199);

-- a change leaves a request, whatever else the transaction did to the deal or to its request
BEGIN;
DELETE FROM memocite.deal WHERE deal_id = 5105;
INSERT INTO memocite.deal(deal_id, name) VALUES (5105, 'Replaced');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5105, 'market', 'New.');
COMMIT;
BEGIN;
INSERT INTO memocite.deal(deal_id, name) VALUES (5106, 'Made');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5106, 'market', 'One.');
DELETE FROM memocite.deal WHERE deal_id = 5106;
INSERT INTO memocite.deal(deal_id, name) VALUES (5106, 'Made again');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5106, 'market', 'Two.');
COMMIT;
BEGIN;
INSERT INTO memocite.deal(deal_id, name) VALUES (5107, 'Worked on');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5107, 'market', 'One.');
SELECT memo_work();
UPDATE memocite.section SET body = 'Two.' WHERE deal_id = 5107;
COMMIT;
BEGIN;
UPDATE memocite.section SET body = 'Three.' WHERE deal_id = 5107;
DELETE FROM memocite.queue WHERE deal_id = 5107;
SELECT memo_requeue(5107);
COMMIT;
SELECT deal_id, count(*) FROM memocite.queue WHERE deal_id BETWEEN 5105 AND 5107 GROUP BY deal_id ORDER BY deal_id;
-- a deal without sections waits for them; a deleted one leaves nothing
INSERT INTO memocite.deal(deal_id, name) VALUES (5108, 'Begun');
INSERT INTO memocite.document(deal_id, doc_id) VALUES (5108, 'om');
SELECT memo_work(), memo_work();
SELECT deal_id, revision, queue_state, attempts FROM memocite.status WHERE deal_id BETWEEN 5105 AND 5108 ORDER BY deal_id;
SELECT deal_id FROM memo_due();
DELETE FROM memocite.deal WHERE deal_id BETWEEN 5105 AND 5108;
SELECT count(*) FROM memocite.queue WHERE deal_id BETWEEN 5105 AND 5108;
-- the debounce counts from the change, not from the start of its transaction
BEGIN;
SELECT pg_sleep(0.2) \g /dev/null
UPDATE memocite.section SET body = 'Late [SRC:1].' WHERE deal_id = 5101;
SELECT enqueued_at > now() + interval '0.1 s' FROM memocite.queue WHERE deal_id = 5101;
SELECT memo_work();
COMMIT;

-- memo_finalize_all commits deal by deal: those that changed, or all; one that fails is told of and harms no other
\unset SHOW_CONTEXT
\set VERBOSITY terse
CALL memo_finalize_all();
UPDATE memocite.section SET body = 'Rents fell [SRC:1].' WHERE deal_id = 5101;
CALL memo_finalize_all();
CALL memo_finalize_all();
ALTER TABLE memocite.deal DISABLE TRIGGER memo_check;
UPDATE memocite.deal SET policy = '{"cluster_cap": 0}' WHERE deal_id = 5102;
ALTER TABLE memocite.deal ENABLE TRIGGER memo_check;
CALL memo_finalize_all(false);
SELECT deal_id, revision, queue_state, attempts FROM memocite.status ORDER BY deal_id;
-- a NOTICE comes twenty times at most
INSERT INTO memocite.deal(deal_id, name) SELECT d, 'Deal ' || d FROM generate_series(5200, 5249) AS d;
INSERT INTO memocite.section(deal_id, section_key, body) SELECT d, 'market', 'Rents rose.' FROM generate_series(5200, 5249) AS d;
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 5102;
CALL memo_finalize_all();
\set VERBOSITY default
\set SHOW_CONTEXT never
BEGIN;
CALL memo_finalize_all(false);
ROLLBACK;
CREATE FUNCTION pg_temp.finalize_all() RETURNS void LANGUAGE plpgsql AS 'BEGIN CALL memo_finalize_all(); END';
SELECT pg_temp.finalize_all();
-- memo_progress: nothing is running, and a broken off run is forgotten
SELECT count(*) FROM memo_progress();
SELECT memocite_internal.memo_set_progress(10, 0, 0, NULL), memocite_internal.memo_set_progress(10, 4, 1, 5101);
SELECT command, deals_total, deals_done, deals_failed, deal_id, pid = pg_backend_pid(), started_at <= clock_timestamp() FROM memo_progress();
SELECT 1 / 0;
SELECT count(*) FROM memo_progress();

-- memo_grant: what each level may do
CREATE ROLE regress_memocite_role;
CREATE FUNCTION pg_temp.may(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	SET LOCAL ROLE regress_memocite_role;
	BEGIN
		EXECUTE statement;
		RAISE EXCEPTION USING ERRCODE = 'MC000';
	EXCEPTION WHEN SQLSTATE 'MC000' THEN RETURN 'yes'; WHEN insufficient_privilege THEN RETURN '-'; WHEN OTHERS THEN RETURN SQLERRM;
	END;
END $$;
CREATE TABLE pg_temp.attempt AS SELECT * FROM (VALUES
	('read a memo', 'SELECT memo_markdown(5101)'),
	('read the ledger', 'SELECT count(*) FROM memocite.citation'),
	('verify', 'SELECT count(*) FROM memo_verify(5101)'),
	('metrics', 'SELECT count(*) FROM memocite.metrics'),
	('doctor', 'SELECT count(*) FROM memo_doctor()'),
	('write a section', $$INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5101, 'exit', 'x')$$),
	('delete a deal', 'DELETE FROM memocite.deal WHERE deal_id = 5101'),
	('make a deal', $$INSERT INTO memocite.deal(name) VALUES ('y')$$),
	('write a metric', $$INSERT INTO memocite.metric VALUES (5101, 'irr', '', 18.5, 'percent')$$),
	('reserve ids', $$SELECT memo_reserve_src_ids(5101, 'agent', 5)$$),
	('ask a model', $$SELECT memo_ask(5101, 'What?', '[{"key": "a", "file": "f", "text": "It is so, and it has been so for a long time."}]')$$),
	('import', $$SELECT memo_import_markdown(5101, '# A')$$),
	('save a synthesis', $$SELECT memo_snapshot(5101)$$),
	('preview', 'SELECT memo_finalize(5101, dry_run => true)'),
	('finalize', $$SELECT memo_finalize(5101, sections => '[{"section_key": "exit", "body": "y"}]')$$),
	('work', 'SELECT memo_work()'),
	('requeue', 'SELECT memo_requeue(5101)'),
	('start a worker', 'SELECT memo_worker_wake()'),
	('write a policy', $$INSERT INTO memocite.policy VALUES ('x', '{}')$$),
	('change a memo', $$UPDATE memocite.revision SET status = 'final'$$),
	('change the ledger', 'DELETE FROM memocite.revision_detail'),
	('empty the queue', 'DELETE FROM memocite.queue'),
	('init', 'SELECT memo_init()'),
	('own trigger', 'CREATE TRIGGER x AFTER INSERT ON memocite.section EXECUTE FUNCTION suppress_redundant_updates_trigger()'),
	('truncate', 'TRUNCATE memocite.queue'),
	('grant', $$SELECT memo_grant('regress_memocite_role', 'operator')$$)) AS v(what, statement);
CREATE TABLE pg_temp.rights(level text, what text, may text);
SELECT memo_grant('regress_memocite_role', 'reader');
INSERT INTO pg_temp.rights SELECT 'reader', what, pg_temp.may(statement) FROM pg_temp.attempt;
SELECT memo_grant('regress_memocite_role', 'operator');
INSERT INTO pg_temp.rights SELECT 'operator', what, pg_temp.may(statement) FROM pg_temp.attempt;
SELECT memo_grant('regress_memocite_role', 'writer');
INSERT INTO pg_temp.rights SELECT 'writer', what, pg_temp.may(statement) FROM pg_temp.attempt;
SELECT memo_grant('regress_memocite_role', 'none');
INSERT INTO pg_temp.rights SELECT 'none', what, pg_temp.may(statement) FROM pg_temp.attempt;
\pset tuples_only off
SELECT what, max(may) FILTER (WHERE level = 'none') AS none, max(may) FILTER (WHERE level = 'reader') AS reader,
	max(may) FILTER (WHERE level = 'writer') AS writer, max(may) FILTER (WHERE level = 'operator') AS operator
FROM pg_temp.rights JOIN pg_temp.attempt USING (what) GROUP BY what ORDER BY min(array_position(ARRAY(SELECT a.what FROM pg_temp.attempt a), what));
\pset tuples_only on
SELECT memo_grant('regress_memocite_role', 'admin');
SELECT count(*) FROM pg_class WHERE relnamespace = 'memocite'::regnamespace AND relacl::text LIKE '%regress_memocite_role%';
SET ROLE regress_memocite_role;
SELECT * FROM memo_doctor() WHERE "check" IN ('privileges', 'store');
RESET ROLE;
DROP ROLE regress_memocite_role;

-- memo_doctor: the first thing to run when something is off
SELECT "check", level, CASE WHEN "check" NOT IN ('library', 'privileges', 'store', 'owner', 'queue') THEN detail END, hint FROM memo_doctor();
SELECT detail = format('library %s, SQL %s', (memo_library()).version, extversion) FROM memo_doctor(), pg_extension WHERE "check" = 'library' AND extname = 'memocite';
-- what is off: a trigger, an unknown metric, an old change, a failed deal, a newer store, no store
BEGIN;
INSERT INTO memocite.metric_kind VALUES ('yoc', 'YOC', 'percent', '{yield on cost}');
INSERT INTO memocite.metric VALUES (5101, 'irrr', '', 18.5, 'percent'), (5101, 'Levered IRR', '', 18.5, 'percent'), (5101, 'noi', '', 4200000, 'usd'), (5101, 'yield on cost', '', 7, 'percent');
INSERT INTO memocite.metric SELECT 5102, 'x' || n, '', n, NULL FROM generate_series(10, 20) AS n;
ALTER TABLE memocite.section DISABLE TRIGGER memo_enqueue;
DROP TRIGGER memo_check ON memocite.policy;
UPDATE memocite.section SET body = 'Off.' WHERE deal_id = 5102;
SELECT memo_requeue(5101) \g /dev/null
UPDATE memocite.queue SET enqueued_at = now() - interval '1 day', attempts = 5, state = 'failed', last_error = 'out of luck' WHERE deal_id = 5101;
INSERT INTO memocite.queue(deal_id, enqueued_xid, enqueued_at) VALUES (5103, 1, now() - interval '1 hour');
SELECT "check", level, regexp_replace(regexp_replace(detail, 'owned by .*', 'owned by'), 'for \d+ s', 'for N s'), hint FROM memo_doctor() WHERE level <> 'ok' AND "check" NOT IN ('preload', 'worker');
INSERT INTO memocite.store_version VALUES (99, 'x');
SELECT "check", level, regexp_replace(regexp_replace(detail, 'owned by .*', 'owned by'), 'for \d+ s', 'for N s'), hint FROM memo_doctor() WHERE level <> 'ok' AND "check" NOT IN ('preload', 'worker');
SET LOCAL client_min_messages = warning;
DROP SCHEMA memocite CASCADE;
SELECT "check", level, detail, hint FROM memo_doctor() WHERE level NOT IN ('ok', 'info') AND "check" <> 'privileges';
ROLLBACK;

-- the worker is not there: the functions say so
SELECT memo_worker_wake(), memo_worker_stop();
SELECT preloaded, launcher, workers, stopped, looked_at, finalized, failed, problem FROM memo_worker_status();
-- settings are held to their ranges
ALTER SYSTEM SET memocite.workers = 9;
\set VERBOSITY sqlstate
ALTER SYSTEM SET memocite.debounce = '2 h';
\set VERBOSITY default
ALTER SYSTEM SET memocite.databases = 'a,,b';
SET memocite.idle_timeout = 1;
SET memocite.unknown = 1;
DELETE FROM memocite.deal;
