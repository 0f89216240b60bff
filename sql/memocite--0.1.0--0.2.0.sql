\echo Use "ALTER EXTENSION memocite UPDATE TO '0.2.0'" to load this file. \quit

/* Operations: the worker's steps, its functions, what tells of them.  It also
 * completes a new installation: 0.1.0 is the script before this one. */

/* ------------------------------------------------------------- the store */

CREATE OR REPLACE FUNCTION memo_store_newest() RETURNS int
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS 'SELECT 2';

CREATE OR REPLACE FUNCTION memo_store_status() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
	CREATE OR REPLACE VIEW memocite.status WITH (security_invoker = true) AS
		SELECT d.deal_id, d.name, r.revision, r.status, r.as_of, r.created_at AS finalized_at,
			q.requests IS NOT NULL AS stale,
			CASE WHEN q.failed THEN 'failed' WHEN q.taken THEN 'working' WHEN q.requests IS NOT NULL THEN 'waiting' ELSE 'idle' END
				AS queue_state,
			q.enqueued_at, q.attempts, q.next_attempt_at, q.last_error
		FROM memocite.deal d
		LEFT JOIN LATERAL (
			SELECT r.revision, r.status, r.as_of, r.created_at FROM memocite.revision r
			WHERE r.deal_id = d.deal_id ORDER BY r.revision DESC LIMIT 1) r ON true
		LEFT JOIN LATERAL (
			SELECT count(*) AS requests, bool_or(state = 'failed') AS failed, bool_or(taken_at IS NOT NULL) AS taken,
				min(enqueued_at) AS enqueued_at, max(attempts) AS attempts, max(next_attempt_at) AS next_attempt_at,
				max(last_error) AS last_error
			FROM memocite.queue q WHERE q.deal_id = d.deal_id HAVING count(*) > 0) q ON true;
	COMMENT ON COLUMN memocite.status.queue_state IS 'idle, waiting, working or failed.';
END
$$;

CREATE OR REPLACE FUNCTION memo_store_metrics() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
	/* read with the rights of the store's owner, hence from tables: other views would ask for pg_monitor's */
	CREATE OR REPLACE VIEW memocite.metrics AS
		WITH latest AS (
			SELECT r.deal_id, r.revision, r.status, r.created_at, r.report, r.policy FROM memocite.deal d
			CROSS JOIN LATERAL (
				SELECT r.* FROM memocite.revision r WHERE r.deal_id = d.deal_id ORDER BY r.revision DESC LIMIT 1) r)
		SELECT 'memocite_revisions' AS name, jsonb_build_object('pinned', r.pinned) AS labels, count(*)::float8 AS value
		FROM memocite.revision r GROUP BY r.pinned
		UNION ALL
		SELECT 'memocite_deals', jsonb_build_object('status', coalesce(r.status, 'none')), count(*)
		FROM memocite.deal d LEFT JOIN latest r USING (deal_id) GROUP BY r.status
		UNION ALL
		SELECT 'memocite_flawed_memos', '{}', count(*) FROM latest r WHERE r.status = 'flawed'
		UNION ALL
		SELECT 'memocite_last_finalize_timestamp_seconds', '{}', extract(epoch FROM max(r.created_at))
		FROM memocite.revision r HAVING count(*) > 0
		UNION ALL
		SELECT 'memocite_queue_deals', jsonb_build_object('state', s.state), count(DISTINCT q.deal_id)
		FROM (VALUES ('waiting'), ('failed')) AS s(state) LEFT JOIN memocite.queue q USING (state) GROUP BY s.state
		UNION ALL
		SELECT 'memocite_queue_oldest_seconds', '{}',
			coalesce(extract(epoch FROM clock_timestamp() - min(q.enqueued_at)), 0)
		FROM memocite.queue q
		WHERE q.state = 'waiting' AND EXISTS (SELECT FROM memocite.section s WHERE s.deal_id = q.deal_id)
		UNION ALL
		SELECT 'memocite_events', jsonb_build_object('code', e.code, 'severity', e.severity), count(*)
		FROM latest r JOIN memocite.revision_detail t USING (deal_id, revision), unnest(t.event_code, t.event_severity) AS e(code, severity)
		GROUP BY e.code, e.severity
		UNION ALL
		SELECT 'memocite_citations', '{"fate": "kept"}', coalesce(sum((r.report #>> '{citations,kept}')::bigint), 0)
		FROM latest r
		UNION ALL
		SELECT 'memocite_citations', jsonb_build_object('fate', 'removed', 'how', h.how), sum(h.removed::bigint)
		FROM latest r, jsonb_each_text(r.report #> '{citations,removed_by_reason}') AS h(how, removed)
		GROUP BY h.how
		UNION ALL
		SELECT 'memocite_notes', jsonb_build_object('kind', coalesce(f.kind, 'source')), count(*)
		FROM latest r JOIN memocite.revision_detail t USING (deal_id, revision), unnest(t.note_key, t.note_kind) AS f(note_key, kind)
		GROUP BY f.kind
		UNION ALL
		SELECT 'memocite_sections', jsonb_build_object('grade', coalesce(g.grade, 'none')), count(*)
		FROM latest r JOIN memocite.revision_detail t USING (deal_id, revision), unnest(t.grade_section, t.grade_letter) AS g(section_key, grade)
		GROUP BY g.grade
		UNION ALL
		SELECT 'memocite_stale_sources', '{}', count(*)
		FROM (SELECT DISTINCT r.deal_id, n.doc_id, (r.policy ->> 'stale_days')::int AS stale_days
			FROM latest r JOIN memocite.revision_detail t USING (deal_id, revision), unnest(t.note_doc_id) AS n(doc_id)) c
		JOIN memocite.document o USING (deal_id, doc_id)
		WHERE CASE WHEN isfinite(o.ingested_on) THEN CURRENT_DATE - o.ingested_on > c.stale_days END
		UNION ALL
		SELECT m.name, '{}', m.value
		FROM @extschema@.memo_worker_status() w, LATERAL (VALUES
			('memocite_worker_up', (w.launcher IS NOT NULL AND NOT w.stopped)::int::float8),
			('memocite_worker_processes', w.workers),
			('memocite_worker_last_look_timestamp_seconds', extract(epoch FROM w.looked_at)),
			('memocite_worker_finalized', w.finalized),
			('memocite_worker_failed_attempts', w.failed)) AS m(name, value)
		WHERE m.value IS NOT NULL;
	GRANT USAGE ON SCHEMA memocite TO pg_monitor;
	GRANT SELECT ON memocite.metrics TO pg_monitor;
END
$$;

CREATE FUNCTION memo_store_2() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
	ALTER TABLE memocite.queue ADD COLUMN taken_at timestamptz;
	COMMENT ON COLUMN memocite.queue.taken_at IS 'Since when an attempt runs; NULL = none does.';
	/* the debounce counts from the change, not from the start of its transaction */
	ALTER TABLE memocite.queue ALTER enqueued_at SET DEFAULT clock_timestamp();
	COMMENT ON COLUMN memocite.claim.locator IS 'Sheet!cell, URL fragment; counts only where the page is NULL or it says that, too: p. 40, Table 5. Empty: the document as such, never a page that its sentence cites.';
	/* ids of blocks are never given again: a row may be there before any source id is reserved */
	ALTER TABLE memocite.allocator ADD COLUMN next_block_id bigint CHECK (next_block_id > 0), ALTER next_src_id DROP NOT NULL;
	COMMENT ON COLUMN memocite.allocator.next_block_id IS 'Above all ids that deleted blocks had; NULL: none was deleted yet.';
	/* complete was also what no report could be made of; what is damaged stays for memo_load_synthesis() to tell of */
	UPDATE memocite.synthesis s SET decision = 'incomplete'
	WHERE s.decision = 'complete' AND s.sha256 = sha256(convert_to(s.payload::text, 'UTF8'))
		AND @extschema@.memo_synthesis_problem(s.payload) IS NOT NULL;
	/* a row that fits a page is stored and read as a whole, as the arrays of revision_detail are */
	ALTER TABLE memocite.section SET (toast_tuple_target = 8160);
	ALTER TABLE memocite.revision SET (toast_tuple_target = 8160);
	ALTER TABLE memocite.revision_section SET (toast_tuple_target = 8160);
	/* a new store has no views yet */
	IF to_regclass('memocite.status') IS NOT NULL THEN
		PERFORM @extschema@.memo_store_status();
	END IF;
	IF to_regclass('memocite.metrics') IS NOT NULL THEN
		PERFORM @extschema@.memo_store_metrics();
	END IF;
END
$$;
COMMENT ON FUNCTION memo_store_2() IS
'Part of memo_init: from version 1 of the store to version 2, which knows what the worker is at, and the ids that deleted blocks had.';
REVOKE EXECUTE ON FUNCTION memo_store_2() FROM PUBLIC;

CREATE FUNCTION memo_keep_block_id() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
AS $$
BEGIN
	IF EXISTS (SELECT FROM memocite.allocator a WHERE a.deal_id = OLD.deal_id AND a.next_block_id > OLD.block_id) THEN
		RETURN NULL;
	END IF;
	/* past all ids that the deal still has, too: one write for all that a new ingestion deletes.
	   A deal that is deleted itself needs none. */
	INSERT INTO memocite.allocator AS a (deal_id, next_block_id)
	SELECT d.deal_id, 1 + least(9223372036854775806, greatest(0, OLD.block_id, (SELECT max(b.block_id) FROM memocite.block b WHERE b.deal_id = OLD.deal_id)))
	FROM memocite.deal d WHERE d.deal_id = OLD.deal_id
	ON CONFLICT (deal_id) DO UPDATE SET next_block_id = greatest(a.next_block_id, EXCLUDED.next_block_id);
	RETURN NULL;
END
$$;
COMMENT ON FUNCTION memo_keep_block_id() IS
'Trigger: no later block gets the id of one that is deleted, or renumbered.';

CREATE OR REPLACE FUNCTION memo_store_trigger_list(OUT rel text, OUT name text, OUT event text, OUT call text) RETURNS SETOF record
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
	VALUES
		('deal', 'memo_check', 'BEFORE INSERT OR UPDATE OF policy', 'memo_check_policy(''policy'')'),
		('policy', 'memo_check', 'BEFORE INSERT OR UPDATE', 'memo_check_policy(''settings'')'),
		('insight', 'memo_check', 'BEFORE INSERT OR UPDATE', 'memo_check_insight()'),
		('metric', 'memo_check', 'BEFORE INSERT OR UPDATE', 'memo_check_metric()'),
		('section', 'memo_fill', 'BEFORE INSERT OR UPDATE', 'memo_fill_section()'),
		('passage', 'memo_fill', 'BEFORE INSERT OR UPDATE', 'memo_fill_passage()'),
		('deal', 'memo_enqueue', 'AFTER UPDATE OF name, metadata, policy', 'memo_enqueue()'),
		('document', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('passage', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('section', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('claim', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('metric', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('insight', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('chart', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('block', 'memo_enqueue', 'AFTER UPDATE OF passage_id, page', 'memo_enqueue()'),
		('block', 'memo_keep_id', 'AFTER DELETE OR UPDATE OF deal_id, block_id', 'memo_keep_block_id()'),
		('queue', 'memo_dequeued', 'AFTER DELETE', 'memo_dequeued()')
$$;

CREATE FUNCTION memo_library(OUT version text, OUT store_version int, OUT jit boolean)
LANGUAGE c STABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'memo_library';
COMMENT ON FUNCTION memo_library() IS
'The loaded library: its version, the version of the store that it needs, whether it compiles its patterns to machine code.';

/* ------------------------------------------------------------ the worker */

CREATE FUNCTION memo_worker_start() RETURNS int
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME', 'memo_worker_start';
COMMENT ON FUNCTION memo_worker_start() IS
'Lets a background worker finalize the queued deals of this database, until memo_worker_stop() or, unless the library is preloaded, the next restart of the server; returns the pid of its launcher.';
REVOKE EXECUTE ON FUNCTION memo_worker_start() FROM PUBLIC;

CREATE FUNCTION memo_worker_stop() RETURNS boolean
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME', 'memo_worker_stop';
COMMENT ON FUNCTION memo_worker_stop() IS
'Ends the worker of this database, in the middle of a deal if need be, and waits for that; returns whether there was one. The deal stays in the queue.';
REVOKE EXECUTE ON FUNCTION memo_worker_stop() FROM PUBLIC;

CREATE FUNCTION memo_worker_restart() RETURNS int
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME', 'memo_worker_restart';
COMMENT ON FUNCTION memo_worker_restart() IS 'memo_worker_stop(), then memo_worker_start().';
REVOKE EXECUTE ON FUNCTION memo_worker_restart() FROM PUBLIC;

CREATE FUNCTION memo_worker_wake() RETURNS boolean
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME', 'memo_worker_wake';
COMMENT ON FUNCTION memo_worker_wake() IS
'Lets the worker of this database look into the queue now; returns whether there is one. Commits that put a deal in the queue do it by themselves.';
REVOKE EXECUTE ON FUNCTION memo_worker_wake() FROM PUBLIC;

CREATE FUNCTION memo_worker_status(OUT preloaded boolean, OUT launcher int, OUT workers int, OUT stopped boolean,
	OUT looked_at timestamptz, OUT finalized bigint, OUT failed bigint, OUT problem text)
LANGUAGE c STABLE PARALLEL RESTRICTED
AS 'MODULE_PATHNAME', 'memo_worker_status';
COMMENT ON FUNCTION memo_worker_status() IS
'The worker of this database: whether the library is preloaded, pid of the launcher that serves it (NULL = none), worker processes now (an idle one leaves), whether it was stopped, its last look into the queue; since the server started: deals finalized and attempts that failed; what was wrong with the last look.';

CREATE FUNCTION memo_progress(OUT pid int, OUT command text, OUT deals_total bigint, OUT deals_done bigint,
	OUT deals_failed bigint, OUT deal_id bigint, OUT started_at timestamptz) RETURNS SETOF record
LANGUAGE c STABLE PARALLEL RESTRICTED ROWS 4
AS 'MODULE_PATHNAME', 'memo_progress';
COMMENT ON FUNCTION memo_progress() IS
'Running memo_finalize_all() and workers of this database, one row each: deals to do (NULL for a worker), done, failed, the one at work. Of other roles'' runs only pid and command, except for members of pg_read_all_stats.';

CREATE FUNCTION memo_set_progress(total bigint, done bigint, failed bigint, deal_id bigint) RETURNS void
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME', 'memo_set_progress';
COMMENT ON FUNCTION memo_set_progress(bigint, bigint, bigint, bigint) IS
'Part of memo_finalize_all: what memo_progress() shows of this session; no deal and none done starts a run, a NULL total ends it.';
REVOKE EXECUTE ON FUNCTION memo_set_progress(bigint, bigint, bigint, bigint) FROM PUBLIC;

CREATE FUNCTION memo_enqueue_deal(deal_id bigint) RETURNS void
LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
AS 'MODULE_PATHNAME', 'memo_enqueue_deal';
COMMENT ON FUNCTION memo_enqueue_deal(bigint) IS
'Part of memo_requeue: puts the deal in the queue, as a change of its rows does, and wakes the worker at commit.';
REVOKE EXECUTE ON FUNCTION memo_enqueue_deal(bigint) FROM PUBLIC;

/* ------------------------------------------------------------- the queue */

CREATE FUNCTION memo_is_complete(deal_id bigint) RETURNS boolean
LANGUAGE sql STABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
	SELECT EXISTS (SELECT FROM memocite.section s WHERE s.deal_id = d.deal_id)
		AND NOT EXISTS (
			SELECT FROM jsonb_array_elements_text(
				CASE jsonb_typeof(d.metadata -> 'expected_sections') WHEN 'array' THEN d.metadata -> 'expected_sections'
					WHEN 'string' THEN jsonb_build_array(d.metadata -> 'expected_sections') END) AS expected(key)
			WHERE expected.key IS NOT NULL
				AND NOT EXISTS (SELECT FROM memocite.section s WHERE s.deal_id = d.deal_id AND s.section_key = expected.key))
	FROM memocite.deal d WHERE d.deal_id = memo_is_complete.deal_id
$$;
COMMENT ON FUNCTION memo_is_complete(bigint) IS
'Does the deal have sections, and all those that its metadata expects (expected_sections: an array of keys, or one key)? NULL for an unknown deal.';

CREATE FUNCTION memo_check_queue() RETURNS void
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	stored int;
BEGIN
	PERFORM @extschema@.memo_check_store();
	SELECT max(version) INTO stored FROM memocite.store_version;
	IF stored < 2 THEN
		RAISE EXCEPTION 'the store has version %, its queue is worked on from version 2 on', stored
			USING ERRCODE = 'object_not_in_prerequisite_state', HINT = 'SELECT memo_init() migrates it.';
	END IF;
END
$$;
COMMENT ON FUNCTION memo_check_queue() IS 'An error with a hint when memo_init() has not migrated the store since an upgrade; returns nothing.';

CREATE FUNCTION memo_due(debounce float8 DEFAULT 0, most int DEFAULT NULL, OUT deal_id bigint, OUT due_in float8) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	at CONSTANT timestamptz := clock_timestamp();	/* this transaction may have changed deals since it began */
BEGIN
	IF debounce IS NULL OR debounce NOT BETWEEN 0 AND 3600 THEN
		RAISE EXCEPTION 'debounce is %', coalesce(debounce::text, 'null')
			USING ERRCODE = CASE WHEN debounce IS NULL THEN 'null_value_not_allowed' ELSE 'invalid_parameter_value' END,
				DETAIL = 'It is a time in seconds, from 0 to 3600.';
	ELSIF most < 0 THEN
		RAISE EXCEPTION 'most is %', most
			USING ERRCODE = 'invalid_parameter_value', DETAIL = 'It is a count of deals, or NULL for all.';
	END IF;
	PERFORM @extschema@.memo_check_queue();
	RETURN QUERY
	SELECT q.deal_id, extract(epoch FROM least(greatest(q.due_at, at), at + interval '1 day') - at)::float8
	FROM (
		SELECT q.deal_id, greatest(max(q.next_attempt_at),
			least(max(q.enqueued_at) FILTER (WHERE q.attempts = 0) + make_interval(secs => debounce),
				min(q.enqueued_at) FILTER (WHERE q.attempts = 0) + make_interval(secs => 30 * debounce))) AS due_at
		FROM memocite.queue q
		GROUP BY q.deal_id
		HAVING bool_and(q.state = 'waiting')) q
	JOIN memocite.deal d ON d.deal_id = q.deal_id
	WHERE CASE WHEN d.metadata ? 'expected_sections' THEN @extschema@.memo_is_complete(q.deal_id)
		ELSE EXISTS (SELECT FROM memocite.section s WHERE s.deal_id = q.deal_id) END
	ORDER BY q.due_at, q.deal_id
	LIMIT most;
END
$$;
COMMENT ON FUNCTION memo_due(float8, int) IS
'Deals that wait to be finalized, with the seconds until they are due (0 = now), the most urgent first. A changed deal is due when nobody has changed it for debounce seconds, at the latest after 30 times that; a failed attempt waits for its back-off; a deal without any section, or without those that it expects, is left out.';

CREATE FUNCTION memo_take(deal_id bigint) RETURNS bigint[]
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	requests bigint[];
	tries int;
BEGIN
	SELECT array_agg(l.enqueued_xid), max(l.attempts) INTO requests, tries
	FROM (SELECT q.enqueued_xid, q.attempts, q.state, q.next_attempt_at FROM memocite.queue q
		WHERE q.deal_id = memo_take.deal_id ORDER BY q.enqueued_xid FOR UPDATE SKIP LOCKED) l
	HAVING bool_and(l.state = 'waiting') AND max(l.next_attempt_at) <= now();
	IF requests IS NULL THEN
		RETURN NULL;
	END IF;
	UPDATE memocite.queue q
	SET attempts = least(tries, 4) + 1, taken_at = CASE WHEN tries < 5 THEN clock_timestamp() END,
		state = CASE WHEN tries < 5 THEN 'waiting' ELSE 'failed' END,
		last_error = CASE WHEN tries < 5 THEN q.last_error ELSE coalesce(q.last_error, 'the server or the worker ended during the attempt') END,
		next_attempt_at = now() + least(interval '1 hour', interval '1 second' * 8 ^ tries)
	WHERE q.deal_id = memo_take.deal_id AND q.enqueued_xid = ANY (requests);
	RETURN CASE WHEN tries < 5 THEN requests END;
END
$$;
COMMENT ON FUNCTION memo_take(bigint) IS
'Part of the worker: one attempt more at a deal; returns its requests, for memo_finish() or memo_fail(). NULL when it is not due, somebody else has it, or its fifth attempt ended without a word.';
REVOKE EXECUTE ON FUNCTION memo_take(bigint) FROM PUBLIC;

CREATE FUNCTION memo_finish(deal_id bigint, requests bigint[]) RETURNS void
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	report jsonb;
BEGIN
	/* the deal first, its requests then: as whoever changes the deal has them */
	PERFORM FROM memocite.deal d WHERE d.deal_id = memo_finish.deal_id FOR NO KEY UPDATE;
	PERFORM q.enqueued_xid FROM memocite.queue q
	WHERE q.deal_id = memo_finish.deal_id AND q.enqueued_xid = ANY (requests) ORDER BY q.enqueued_xid FOR UPDATE;
	IF NOT FOUND THEN			/* somebody has finalized or deleted it meanwhile */
		RETURN;
	END IF;
	report := @extschema@.memo_finalize(deal_id, current_date, NULL::jsonb, false);
	IF report ->> 'status' = 'no_sections' THEN		/* none that this role sees: a memo is still to be made */
		UPDATE memocite.queue q SET attempts = 0, taken_at = NULL
		WHERE q.deal_id = memo_finish.deal_id AND q.enqueued_xid = ANY (requests);
	ELSE
		DELETE FROM memocite.queue q WHERE q.deal_id = memo_finish.deal_id AND q.enqueued_xid = ANY (requests);
	END IF;
END
$$;
COMMENT ON FUNCTION memo_finish(bigint, bigint[]) IS 'Part of the worker: finalizes a deal that memo_take() took, and takes these requests out of the queue, unless it finds no sections.';
REVOKE EXECUTE ON FUNCTION memo_finish(bigint, bigint[]) FROM PUBLIC;

CREATE FUNCTION memo_fail(deal_id bigint, requests bigint[], problem text) RETURNS void
LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
	UPDATE memocite.queue q
	SET last_error = left(problem, 2000), taken_at = NULL, state = CASE WHEN q.attempts >= 5 THEN 'failed' ELSE 'waiting' END,
		next_attempt_at = now() + least(interval '1 hour', interval '1 second' * 8 ^ (q.attempts - 1))
	WHERE q.deal_id = memo_fail.deal_id AND q.enqueued_xid = ANY (requests)
$$;
COMMENT ON FUNCTION memo_fail(bigint, bigint[], text) IS
'Part of the worker: writes down why an attempt failed. The next comes 1, 8, 64, 512 seconds later; the fifth is the last.';
REVOKE EXECUTE ON FUNCTION memo_fail(bigint, bigint[], text) FROM PUBLIC;

/* called for deal after deal in one session, where plpgsql keeps plans: none that
 * was made for small tables may read grown ones from end to end */
ALTER FUNCTION memo_deal_id(text) SET enable_seqscan = off;
ALTER FUNCTION memo_reserve_src_ids(bigint, text, int) SET enable_seqscan = off;
ALTER FUNCTION memo_from_store() SET enable_seqscan = off;

CREATE OR REPLACE FUNCTION memo_work(max_deals int DEFAULT NULL) RETURNS int
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
AS $$
DECLARE
	candidate bigint;
	requests bigint[];
	done int := 0;
BEGIN
	IF max_deals < 0 THEN
		RAISE EXCEPTION 'max_deals is %', max_deals
			USING ERRCODE = 'invalid_parameter_value', DETAIL = 'It is a count of deals, or NULL for all.';
	END IF;
	PERFORM @extschema@.memo_check_owner();
	FOR candidate IN SELECT d.deal_id FROM @extschema@.memo_due(0::float8, NULL::int) AS d WHERE d.due_in <= 0 LOOP
		EXIT WHEN done >= max_deals;
		requests := @extschema@.memo_take(candidate);
		CONTINUE WHEN requests IS NULL;
		BEGIN
			PERFORM @extschema@.memo_finish(candidate, requests);
		EXCEPTION WHEN OTHERS THEN
			PERFORM @extschema@.memo_fail(candidate, requests, SQLERRM);
		END;
		done := done + 1;
	END LOOP;
	RETURN done;
END
$$;

CREATE FUNCTION memo_requeue(deal_id bigint) RETURNS boolean
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	was_queued boolean;
BEGIN
	IF memo_requeue.deal_id IS NULL THEN
		RAISE EXCEPTION 'deal_id is null' USING ERRCODE = 'null_value_not_allowed';
	END IF;
	PERFORM @extschema@.memo_check_queue();
	IF NOT EXISTS (SELECT FROM memocite.deal d WHERE d.deal_id = memo_requeue.deal_id) THEN
		RAISE EXCEPTION 'deal % does not exist', deal_id USING ERRCODE = 'no_data_found';
	END IF;
	UPDATE memocite.queue q
	SET state = 'waiting', attempts = 0, next_attempt_at = now(), taken_at = NULL, last_error = NULL
	WHERE q.deal_id = memo_requeue.deal_id;
	was_queued := FOUND;
	PERFORM @extschema@.memo_enqueue_deal(deal_id);
	RETURN was_queued;
END
$$;
COMMENT ON FUNCTION memo_requeue(bigint) IS
'Puts a deal back in the queue, with five attempts again; returns whether it was in it.';
REVOKE EXECUTE ON FUNCTION memo_requeue(bigint) FROM PUBLIC;

/* ------------------------------------------------------- finalize them all */

CREATE FUNCTION memo_deals_to_finalize(only_stale boolean) RETURNS bigint[]
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
	PERFORM @extschema@.memo_check_owner();
	PERFORM @extschema@.memo_check_store();
	RETURN ARRAY(
		SELECT d.deal_id FROM memocite.deal d
		WHERE (NOT only_stale OR EXISTS (SELECT FROM memocite.queue q WHERE q.deal_id = d.deal_id)
				OR NOT EXISTS (SELECT FROM memocite.revision r WHERE r.deal_id = d.deal_id))
			AND @extschema@.memo_is_complete(d.deal_id)
		ORDER BY d.deal_id);
END
$$;
COMMENT ON FUNCTION memo_deals_to_finalize(boolean) IS
'Part of memo_finalize_all: deals that have sections, and all those they expect; with only_stale, those that changed since their last memo or have none.';

CREATE FUNCTION memo_finalize_next(deals bigint[], at int, failed int) RETURNS int
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
	PERFORM @extschema@.memo_set_progress(cardinality(deals)::bigint, (at - 1)::bigint, failed::bigint, deals[at]);
	BEGIN
		PERFORM @extschema@.memo_finalize(deals[at], current_date, NULL::jsonb, false);
	EXCEPTION WHEN OTHERS THEN
		failed := failed + 1;
		RAISE WARNING 'deal %: %', deals[at], SQLERRM USING ERRCODE = SQLSTATE;
	END;
	IF at = cardinality(deals) OR at * 20 / cardinality(deals) > (at - 1) * 20 / cardinality(deals) THEN
		RAISE NOTICE '% of % deals, % failed', at, cardinality(deals), failed;
	END IF;
	RETURN failed;
END
$$;
COMMENT ON FUNCTION memo_finalize_next(bigint[], int, int) IS
'Part of memo_finalize_all: finalizes one of the deals; returns how many have failed so far.';
REVOKE EXECUTE ON FUNCTION memo_finalize_next(bigint[], int, int) FROM PUBLIC;

/* no SET search_path: it would forbid COMMIT; hence no operators and qualified names only */
CREATE PROCEDURE memo_finalize_all(only_stale boolean DEFAULT true)
LANGUAGE plpgsql
AS $$
DECLARE
	deals bigint[];
	failed int := 0;
BEGIN
	deals := @extschema@.memo_deals_to_finalize(only_stale);
	/* both fail where they must, before anything began */
	PERFORM @extschema@.memo_set_progress(pg_catalog.cardinality(deals)::pg_catalog.int8, 0::pg_catalog.int8, 0::pg_catalog.int8, NULL::pg_catalog.int8);
	COMMIT;
	FOR i IN 1 .. pg_catalog.cardinality(deals) LOOP
		failed := @extschema@.memo_finalize_next(deals, i, failed);
		COMMIT;
	END LOOP;
	PERFORM @extschema@.memo_set_progress(NULL::pg_catalog.int8, NULL::pg_catalog.int8, NULL::pg_catalog.int8, NULL::pg_catalog.int8);
END
$$;
COMMENT ON PROCEDURE memo_finalize_all(boolean) IS
'Finalizes all deals that changed since their last memo, or with false all deals, and commits each; memo_progress() shows how far it is, a NOTICE comes twenty times at most. A deal that fails is a WARNING and stays as it is. CALL it outside a transaction block.';
REVOKE EXECUTE ON PROCEDURE memo_finalize_all(boolean) FROM PUBLIC;

CREATE FUNCTION memo_release() RETURNS void
LANGUAGE sql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
	SELECT @extschema@.memo_check_queue();
	UPDATE memocite.queue q SET taken_at = NULL
	FROM (SELECT l.deal_id, l.enqueued_xid FROM memocite.queue l WHERE l.taken_at IS NOT NULL FOR UPDATE SKIP LOCKED) AS l
	WHERE q.deal_id = l.deal_id AND q.enqueued_xid = l.enqueued_xid
$$;
COMMENT ON FUNCTION memo_release() IS 'Part of the worker: deals whose attempt ended with its worker are not at work any more.';
REVOKE EXECUTE ON FUNCTION memo_release() FROM PUBLIC;

/* ------------------------------------------------------------- the rights */

CREATE FUNCTION memo_reached_tables() RETURNS SETOF oid
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
	WITH RECURSIVE reached(oid) AS (
		SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'memocite' AND c.relkind IN ('r', 'p')
		UNION
		SELECT o.conrelid FROM pg_constraint o JOIN reached r ON o.confrelid = r.oid WHERE o.contype = 'f')
	SELECT oid FROM reached
$$;
COMMENT ON FUNCTION memo_reached_tables() IS 'Part of the worker: the tables of the store, and those that refer to them, at whatever remove.';

CREATE FUNCTION memo_strangers() RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
SET jit = off /* to compile the plan, which looks dear, takes a hundred times as long as to run it */
AS $$
	WITH RECURSIVE owner AS (
		SELECT c.relowner AS oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'memocite' AND c.relname = 'queue'),
	stranger AS (
		SELECT r.oid, r.rolname FROM pg_roles r, owner WHERE NOT r.rolsuper AND NOT pg_has_role(r.oid, owner.oid, 'USAGE')),
	reached AS (
		SELECT c.oid, c.relacl FROM pg_class c WHERE c.oid IN (SELECT @extschema@.memo_reached_tables())),
	/* these tables with their triggers, rules, policies, defaults, constraints and indexes, and what these use, at whatever remove */
	used(classid, objid, by_class, by_id) AS (
		SELECT 'pg_class'::regclass::oid, r.oid, 'pg_class'::regclass::oid, r.oid FROM reached r
		UNION
		SELECT t.classid, t.objid, t.classid, t.objid
		FROM pg_depend t JOIN reached r ON t.refclassid = 'pg_class'::regclass AND t.refobjid = r.oid
		WHERE t.classid IN ('pg_trigger'::regclass, 'pg_policy'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass)
			OR t.classid = 'pg_rewrite'::regclass AND EXISTS (SELECT FROM pg_rewrite w WHERE w.oid = t.objid AND w.ev_class = r.oid)
		UNION
		SELECT n.classid, n.objid, u.by_class, u.by_id
		FROM used u CROSS JOIN LATERAL (
			SELECT d.refclassid, d.refobjid FROM pg_depend d
			WHERE d.classid = u.classid AND d.objid = u.objid
				AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass, 'pg_class'::regclass,
					'pg_opclass'::regclass, 'pg_opfamily'::regclass)
				AND NOT (d.refclassid = 'pg_class'::regclass AND d.refobjid IN (SELECT r.oid FROM reached r))
			UNION ALL			/* a domain's conditions, a composite's columns, a view's query */
			SELECT 'pg_constraint'::regclass::oid, c.oid FROM pg_constraint c WHERE u.classid = 'pg_type'::regclass AND c.contypid = u.objid
			UNION ALL
			SELECT 'pg_class'::regclass::oid, t.typrelid FROM pg_type t
			WHERE u.classid = 'pg_type'::regclass AND t.oid = u.objid AND t.typrelid <> 0
			UNION ALL
			SELECT 'pg_rewrite'::regclass::oid, w.oid FROM pg_rewrite w WHERE u.classid = 'pg_class'::regclass AND w.ev_class = u.objid) AS n(classid, objid)),
	found(what) AS (
		SELECT format('the schema belongs to role %I', s.rolname)
		FROM pg_namespace n JOIN stranger s ON s.oid = n.nspowner WHERE n.nspname = 'memocite'
		UNION ALL
		SELECT format('%s belongs to role %I', pg_describe_object('pg_class'::regclass, c.oid, 0), s.rolname)
		FROM pg_class c JOIN stranger s ON s.oid = c.relowner
		WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'memocite') OR c.oid IN (SELECT r.oid FROM reached r)
		UNION ALL
		SELECT format('%s uses %s of role %I', pg_describe_object(u.by_class, u.by_id, 0), pg_describe_object(u.classid, u.objid, 0), s.rolname)
		FROM used u
		JOIN stranger s ON s.oid = CASE u.classid
			WHEN 'pg_proc'::regclass THEN (SELECT p.proowner FROM pg_proc p WHERE p.oid = u.objid)
			WHEN 'pg_operator'::regclass THEN (SELECT o.oprowner FROM pg_operator o WHERE o.oid = u.objid)
			WHEN 'pg_type'::regclass THEN (SELECT t.typowner FROM pg_type t WHERE t.oid = u.objid)
			WHEN 'pg_class'::regclass THEN (SELECT c.relowner FROM pg_class c WHERE c.oid = u.objid)
			WHEN 'pg_opclass'::regclass THEN (SELECT o.opcowner FROM pg_opclass o WHERE o.oid = u.objid)
			WHEN 'pg_opfamily'::regclass THEN (SELECT o.opfowner FROM pg_opfamily o WHERE o.oid = u.objid) END
		WHERE (u.classid, u.objid) <> (u.by_class, u.by_id)
		UNION ALL
		/* a trigger has no owner: it may be whose who may make one, and act by its arguments alone */
		SELECT format('%s may be of role %s, which may put triggers on this table',
			pg_describe_object('pg_trigger'::regclass, g.oid, 0), coalesce(quote_ident(s.rolname), 'PUBLIC'))
		FROM reached r
		JOIN pg_trigger g ON g.tgrelid = r.oid AND NOT g.tgisinternal
		CROSS JOIN LATERAL aclexplode(r.relacl) AS a
		LEFT JOIN stranger s ON s.oid = a.grantee
		WHERE a.privilege_type = 'TRIGGER' AND (a.grantee = 0 OR s.oid IS NOT NULL)
			AND (g.tgqual IS NOT NULL OR NOT EXISTS (
				SELECT FROM pg_depend d JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid AND e.extname = 'memocite'
				WHERE d.classid = 'pg_proc'::regclass AND d.objid = g.tgfoid AND d.deptype = 'e')))
	SELECT min(what COLLATE "C") FROM found
$$;
COMMENT ON FUNCTION memo_strangers() IS
'What a finalize would run with the rights of the store''s owner although it belongs to a role that has not these rights, NULL when nothing: the schema, a relation in it, a table that refers to it, a function, operator or type that a trigger, rule, policy, default, constraint or index of these uses, or a trigger of nobody knows whom. Workers refuse to work there.';

CREATE FUNCTION memo_writer_functions() RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
	SELECT ARRAY['memo_reserve_src_ids', 'memo_load_context', 'memo_format_blocks', 'memo_import_markdown', 'memo_resolve_collisions',
		'memo_put_request', 'memo_ask', 'memo_ask_with', 'memo_answer', 'memo_give_up', 'memo_synthesis_problem', 'memo_save_synthesis', 'memo_snapshot',
		'memo_take_item', 'memo_ingest_store']
$$;
COMMENT ON FUNCTION memo_writer_functions() IS 'Part of memo_grant: names of the functions that a writer may call beside those that only read.';

CREATE FUNCTION memo_grant(role regrole, level text) RETURNS text
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	inputs CONSTANT text[] := ARRAY['document', 'passage', 'block', 'section', 'claim', 'metric', 'insight', 'chart', 'synthesis', 'request'];
	has_store CONSTANT boolean := to_regclass('memocite.store_version') IS NOT NULL;
	item record;
BEGIN
	IF role IS NULL OR level IS NULL THEN
		RAISE EXCEPTION '% is null', CASE WHEN role IS NULL THEN 'role' ELSE 'level' END
			USING ERRCODE = 'null_value_not_allowed';
	END IF;
	IF level NOT IN ('reader', 'writer', 'operator', 'none') THEN
		RAISE EXCEPTION 'level is "%"', level
			USING ERRCODE = 'invalid_parameter_value', HINT = 'It is one of reader, writer, operator, none.';
	END IF;
	/* GRANT by somebody else would only warn, once for each object */
	IF NOT (SELECT bool_and(pg_has_role(current_user, o.owner, 'USAGE')) FROM (
			SELECT extowner FROM pg_extension WHERE extname = 'memocite'
			UNION ALL SELECT relowner FROM pg_class WHERE oid = to_regclass('memocite.store_version')) AS o(owner)) THEN
		RAISE EXCEPTION 'only the owner of the extension and of the store gives rights' USING ERRCODE = 'insufficient_privilege';
	END IF;
	FOR item IN
		SELECT p.oid::regprocedure AS name, CASE p.prokind WHEN 'p' THEN 'PROCEDURE' ELSE 'FUNCTION' END AS kind,
			level = 'operator' OR level = 'writer' AND p.proname = ANY (@extschema@.memo_writer_functions()) AS is_granted
		FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
			JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid AND e.extname = 'memocite'
		ORDER BY p.oid
	LOOP
		EXECUTE format('REVOKE EXECUTE ON %s %s FROM %s', item.kind, item.name, role);
		IF item.is_granted THEN
			EXECUTE format('GRANT EXECUTE ON %s %s TO %s', item.kind, item.name, role);
		END IF;
	END LOOP;
	FOR item IN
		SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
		WHERE e.extname = 'memocite' AND level <> 'none' AND NOT has_schema_privilege(role, n.oid, 'USAGE')
	LOOP
		EXECUTE format('GRANT USAGE ON SCHEMA %I TO %s', item.nspname, role);
	END LOOP;
	IF NOT has_store THEN
		RETURN format('%s: functions only, there is no store yet', level);
	END IF;
	FOR item IN
		SELECT format('memocite.%I', c.relname) AS name, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind,
			CASE
				WHEN level = 'none' OR c.relkind = 'S' AND level = 'reader' THEN NULL
				WHEN c.relkind = 'S' THEN 'USAGE, SELECT'
				WHEN level = 'operator' AND c.relkind = 'r' OR level = 'writer' AND c.relname = ANY (inputs) THEN 'SELECT, INSERT, UPDATE, DELETE'
				WHEN level = 'writer' AND c.relname IN ('deal', 'allocator', 'src_range') THEN 'SELECT, INSERT, UPDATE'
				WHEN level = 'writer' AND c.relname = 'queue' THEN 'SELECT, INSERT (deal_id, enqueued_xid)'
				ELSE 'SELECT'
			END AS rights
		FROM pg_class c
		WHERE c.relnamespace = 'memocite'::regnamespace AND c.relkind IN ('r', 'v', 'S')
			AND c.relowner <> role		/* an owner has all rights */
		ORDER BY c.relname COLLATE "C"
	LOOP
		EXECUTE format('REVOKE ALL ON %s %s FROM %s', item.kind, item.name, role);
		IF item.rights IS NOT NULL THEN
			EXECUTE format('GRANT %s ON %s %s TO %s', item.rights, item.kind, item.name, role);
		END IF;
	END LOOP;
	IF NOT EXISTS (SELECT FROM pg_namespace n WHERE n.nspname = 'memocite' AND n.nspowner = role) THEN
		EXECUTE format(CASE level WHEN 'none' THEN 'REVOKE USAGE ON SCHEMA memocite FROM %s' ELSE 'GRANT USAGE ON SCHEMA memocite TO %s' END, role);
	END IF;
	RETURN level;
END
$$;
COMMENT ON FUNCTION memo_grant(regrole, text) IS
'Gives a role the rights of a level, and takes those above it: reader (reads deals, evidence and memos), writer (writes what memos are made of: sections, claims, documents..., reserves ids, asks models), operator (all of it: finalizes, works the queue, starts workers, keeps the catalogues, makes the store), none. To be called by a superuser, or by the owner of both extension and store; once more after an upgrade.';
REVOKE EXECUTE ON FUNCTION memo_grant(regrole, text) FROM PUBLIC;

/* ----------------------------------------------------------- what is wrong */

CREATE FUNCTION memo_readable(name text) RETURNS regclass
LANGUAGE sql STABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
	SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
	WHERE n.nspname = 'memocite' AND c.relname = name AND c.relkind IN ('r', 'p')	/* a view would run its maker's code */
		AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
$$;
COMMENT ON FUNCTION memo_readable(text) IS 'Part of memo_doctor: a table of the store, NULL when it does not exist or this role may not read it.';

CREATE FUNCTION memo_doctor_store(OUT "check" text, OUT ok boolean, OUT detail text, OUT hint text) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	needs CONSTANT int := (SELECT l.store_version FROM @extschema@.memo_library() AS l);
	owner name;
	owner_oid oid;
	is_super boolean;
	kind "char";
	stored int;
	missing text[];
	stranger text;
BEGIN
	SELECT r.rolname, r.oid, r.rolsuper, c.relkind INTO owner, owner_oid, is_super, kind
	FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_roles r ON r.oid = c.relowner
	WHERE n.nspname = 'memocite' AND c.relname = 'store_version';
	"check" := 'store';
	ok := @extschema@.memo_readable('store_version') IS NOT NULL;
	IF NOT ok THEN
		detail := CASE WHEN owner IS NULL THEN 'there is none in this database'
			WHEN kind <> 'r' THEN 'memocite.store_version is no table'
			ELSE 'this role may not read it' END;
		hint := CASE WHEN owner IS NULL THEN 'SELECT memo_init() makes it.'
			WHEN kind <> 'r' THEN format('Somebody else made this schema, perhaps: ask role %I.', owner)
			ELSE format('SELECT memo_grant(%L, ''reader'') by its owner lets it.', quote_ident(current_user)) END;
		RETURN NEXT;
		RETURN;
	END IF;
	SELECT max(version) INTO stored FROM memocite.store_version;
	ok := coalesce(stored = needs, false);
	detail := format('version %s, owned by %I', stored, owner);
	hint := CASE WHEN stored IS NULL THEN 'Table store_version is empty: restore it.'
		WHEN stored < needs THEN format('The library needs version %s: ALTER EXTENSION memocite UPDATE;%s SELECT memo_init();', needs,
			CASE WHEN NOT is_super THEN format(' SELECT memo_grant(%L, ''operator''); SET ROLE %I;', quote_ident(owner), owner) END)
		WHEN stored > needs THEN format('The library knows up to version %s: install a newer one and restart the sessions.', needs) END;
	RETURN NEXT;

	"check" := 'triggers';
	missing := ARRAY(SELECT t.rel || '.' || t.name FROM @extschema@.memo_store_trigger_list() AS t
		WHERE NOT EXISTS (SELECT FROM pg_trigger g
			WHERE g.tgrelid = to_regclass('memocite.' || t.rel) AND g.tgname = t.name AND g.tgenabled IN ('O', 'A'))
		ORDER BY 1);
	ok := missing = '{}';
	detail := CASE WHEN ok THEN 'all enabled' ELSE 'missing or disabled: ' || array_to_string(missing, ', ') END;
	hint := CASE WHEN NOT ok THEN 'SELECT memo_init() makes missing ones; ALTER TABLE .. ENABLE TRIGGER enables.' END;
	RETURN NEXT;

	"check" := 'owner';
	stranger := @extschema@.memo_strangers();
	ok := stranger IS NULL AND (is_super OR has_function_privilege(owner_oid, '@extschema@.memo_finalize(bigint, date, jsonb, boolean)', 'EXECUTE')
		AND has_function_privilege(owner_oid, '@extschema@.memo_take(bigint)', 'EXECUTE'));
	detail := CASE WHEN stranger IS NOT NULL THEN format('no worker works as %I: %s', owner, stranger)
		WHEN NOT ok THEN format('%I may not finalize, and so may no worker', owner)
		ELSE format('workers run as %I', owner) END;
	hint := CASE WHEN stranger IS NOT NULL THEN 'It would run with the owner''s rights. Drop it, or give it to the owner of the store.'
		WHEN NOT ok THEN format('SELECT memo_grant(%L, ''operator'') by a superuser lets it.', quote_ident(owner)) END;
	RETURN NEXT;
END
$$;
COMMENT ON FUNCTION memo_doctor_store() IS 'Part of memo_doctor: the checks of the store.';

CREATE FUNCTION memo_unknown_metrics() RETURNS text[]
LANGUAGE c STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME', 'memo_unknown_metrics';
COMMENT ON FUNCTION memo_unknown_metrics() IS
'Part of memo_doctor: names in memocite.metric that are neither built in nor those of metric_kind.';

CREATE FUNCTION memo_doctor_metrics(OUT "check" text, OUT ok boolean, OUT detail text, OUT hint text) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	unknown text[];
BEGIN
	IF EXISTS (SELECT FROM unnest('{store_version,metric,metric_kind,policy}'::text[]) AS name WHERE @extschema@.memo_readable(name) IS NULL) THEN
		RETURN;					/* no store, or none of this role's */
	END IF;
	unknown := @extschema@.memo_unknown_metrics();
	"check" := 'metrics';
	ok := unknown = '{}';
	detail := CASE WHEN ok THEN 'all names are known' ELSE 'unknown: ' || array_to_string(unknown[:10], ', ')
		|| CASE WHEN cardinality(unknown) > 10 THEN format(' and %s more', cardinality(unknown) - 10) ELSE '' END END;
	hint := CASE WHEN NOT ok THEN 'Nothing is checked against such rows of memocite.metric: correct the name, or add it to memocite.metric_kind.' END;
	RETURN NEXT;
END
$$;
COMMENT ON FUNCTION memo_doctor_metrics() IS 'Part of memo_doctor: the names of canonical metrics.';

CREATE FUNCTION memo_doctor_queue(OUT "check" text, OUT ok boolean, OUT detail text, OUT hint text) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	worker record;
	waiting record;
	failed record;
	is_served boolean;
BEGIN
	SELECT * INTO worker FROM @extschema@.memo_worker_status();
	is_served := worker.launcher IS NOT NULL AND NOT worker.stopped;
	"check" := 'preload';
	ok := worker.preloaded;
	detail := CASE WHEN ok THEN 'workers come back after a restart of the server' ELSE 'the library is not in shared_preload_libraries' END;
	hint := CASE WHEN NOT ok THEN 'Without it memo_worker_start() lasts until the next restart; memo_work() works without any worker.' END;
	RETURN NEXT;

	"check" := 'worker';
	ok := is_served AND worker.problem IS NULL;
	detail := CASE WHEN worker.stopped THEN 'stopped by memo_worker_stop()'
		WHEN NOT is_served THEN 'none for this database'
		WHEN worker.problem IS NOT NULL THEN worker.problem
		ELSE format('launcher %s, %s processes, last look %s', worker.launcher, worker.workers,
			coalesce(format('%s s ago', ceil(extract(epoch FROM clock_timestamp() - worker.looked_at))), 'never')) END;
	hint := CASE WHEN NOT is_served THEN
		'SELECT memo_worker_start() starts one; memocite.databases names the databases of the preloaded launcher.' END;
	RETURN NEXT;

	IF @extschema@.memo_readable('store_version') IS NULL THEN
		RETURN;					/* memo_doctor_store says it */
	ELSIF EXISTS (SELECT FROM unnest('{queue,deal,section}'::text[]) AS name WHERE @extschema@.memo_readable(name) IS NULL) THEN
		"check" := 'queue';
		ok := false;
		detail := 'table queue, deal or section is missing, or this role may not read it';
		hint := 'They are tables of the store: restore them.';
		RETURN NEXT;
		RETURN;
	END IF;
	SELECT count(*) AS deals, count(*) FILTER (WHERE NOT q.is_complete) AS incomplete,
		coalesce(ceil(extract(epoch FROM clock_timestamp() - min(q.enqueued_at) FILTER (WHERE q.is_complete))), 0) AS age
	INTO waiting FROM (
		SELECT q.deal_id, min(q.enqueued_at) AS enqueued_at, @extschema@.memo_is_complete(q.deal_id) AS is_complete
		FROM memocite.queue q WHERE q.state = 'waiting' GROUP BY q.deal_id) q;
	"check" := 'queue';
	ok := waiting.age < 900;
	detail := CASE WHEN waiting.deals = 0 THEN 'empty'
		ELSE format('%s deals wait, the oldest for %s s; %s for their sections', waiting.deals - waiting.incomplete, waiting.age, waiting.incomplete) END;
	hint := CASE WHEN NOT ok THEN 'A deal waits for its back-off or for a worker: see memocite.status. SELECT memo_work() works now.' END;
	RETURN NEXT;

	SELECT q.deal_id, q.state, q.attempts, q.last_error INTO failed
	FROM memocite.queue q WHERE q.last_error IS NOT NULL ORDER BY q.state, q.next_attempt_at DESC, q.deal_id LIMIT 1;
	"check" := 'last error';
	ok := failed IS NULL;
	detail := CASE WHEN ok THEN 'none' ELSE format('deal %s, %s after %s attempts: %s', failed.deal_id, failed.state, failed.attempts, failed.last_error) END;
	hint := CASE WHEN NOT ok THEN format('Mend the cause, then SELECT memo_requeue(%s).', failed.deal_id) END;
	RETURN NEXT;
END
$$;
COMMENT ON FUNCTION memo_doctor_queue() IS 'Part of memo_doctor: the checks of queue and worker.';

CREATE FUNCTION memo_doctor_role() RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
	SELECT CASE
		WHEN @extschema@.memo_readable('section') IS NULL THEN 'none'
		WHEN has_function_privilege('@extschema@.memo_finalize(bigint, date, jsonb, boolean)', 'EXECUTE')
			AND has_table_privilege('memocite.revision', 'INSERT') THEN 'operator'
		WHEN has_table_privilege('memocite.section', 'INSERT') AND has_any_column_privilege('memocite.queue', 'INSERT') THEN 'writer'
		ELSE 'reader' END
$$;
COMMENT ON FUNCTION memo_doctor_role() IS 'Part of memo_doctor: the level (see memo_grant) whose rights this role has at least.';

CREATE FUNCTION memo_doctor(OUT "check" text, OUT ok boolean, OUT detail text, OUT hint text) RETURNS SETOF record
LANGUAGE sql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp
AS $$
	SELECT 'library', l.version = e.extversion, format('library %s, SQL %s', l.version, e.extversion),
		CASE WHEN l.version <> e.extversion
			THEN 'ALTER EXTENSION memocite UPDATE brings the SQL to a newer library; sessions from before its installation keep the older one.' END
	FROM @extschema@.memo_library() AS l, pg_extension AS e WHERE e.extname = 'memocite'
	UNION ALL
	SELECT 'encoding', getdatabaseencoding() = 'UTF8', getdatabaseencoding()::text,
		CASE WHEN getdatabaseencoding() <> 'UTF8' THEN 'CREATE DATABASE .. ENCODING ''UTF8'' TEMPLATE template0' END
	UNION ALL
	SELECT 'jit', l.jit, CASE WHEN l.jit THEN 'patterns are machine code' ELSE 'patterns are interpreted' END,
		CASE WHEN NOT l.jit THEN 'All works, slower: this pcre2 was built without JIT, or the system forbids it.' END
	FROM @extschema@.memo_library() AS l
	UNION ALL
	SELECT 'privileges', @extschema@.memo_doctor_role() <> 'none', format('%I: %s', current_user, @extschema@.memo_doctor_role()),
		CASE @extschema@.memo_doctor_role() WHEN 'none' THEN 'memo_grant() gives a role the rights of a level.' END
	UNION ALL
	SELECT * FROM @extschema@.memo_doctor_store()
	UNION ALL
	SELECT * FROM @extschema@.memo_doctor_metrics()
	UNION ALL
	SELECT * FROM @extschema@.memo_doctor_queue()
$$;
COMMENT ON FUNCTION memo_doctor() IS
'What is in order and what is not, with a hint what to do: library, encoding, jit, privileges of the calling role, store, triggers, owner, metrics, preload, worker, queue, last error. The first thing to run when something is off.';
