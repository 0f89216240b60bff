\echo Use "ALTER EXTENSION memocite UPDATE TO '0.3.0'" to load this file. \quit

/* Version 3 of the store, and what changed in functions since 0.2.0. */

/* ------------------------------------------------------------- the store */

CREATE OR REPLACE FUNCTION memo_store_newest() RETURNS int
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS 'SELECT 3';

CREATE FUNCTION memo_store_3() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
	ALTER TABLE memocite.revision
		DROP CONSTRAINT revision_status_check,
		ADD CONSTRAINT revision_status_check CHECK (status IN ('final', 'held', 'uncited', 'flawed')),
		ADD COLUMN reasons text[] NOT NULL DEFAULT '{}';
	COMMENT ON COLUMN memocite.revision.status IS 'The first that holds: flawed (a repair was not possible), uncited (no reference but rescue notes is left, though the deal has documents, claims or markers), final.';
	COMMENT ON COLUMN memocite.revision.reasons IS 'Every status that held, but final.';
	/* what deleted revisions left: the next one of their number could not be written */
	DELETE FROM memocite.revision_section s
	WHERE NOT EXISTS (
		SELECT FROM memocite.revision r, json_to_recordset(r.manifest) AS m(section_key text, revision int)
		WHERE r.deal_id = s.deal_id AND m.section_key = s.section_key AND m.revision = s.revision);
	/* a new store has no views yet */
	IF to_regclass('memocite.metrics') IS NOT NULL THEN
		PERFORM @extschema@.memo_store_metrics();
	END IF;
END
$$;
COMMENT ON FUNCTION memo_store_3() IS
'Part of memo_init: from version 2 of the store to version 3, where a status tells of memos without citations.';
REVOKE EXECUTE ON FUNCTION memo_store_3() FROM PUBLIC;

/* ------------------------------------------ revisions, triggers, the queue */

CREATE FUNCTION memo_drop_sections() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
AS $$
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		DELETE FROM memocite.revision_section;
		RETURN NULL;
	END IF;
	/* no finalize may take over a text that is being deleted; of a deal that is deleted itself all goes */
	PERFORM FROM memocite.deal d WHERE d.deal_id = OLD.deal_id FOR NO KEY UPDATE;
	IF FOUND THEN
		DELETE FROM memocite.revision_section s
		USING json_to_recordset(OLD.manifest) AS o(section_key text, revision int)
		WHERE s.deal_id = OLD.deal_id AND s.section_key = o.section_key AND s.revision = o.revision
			AND NOT EXISTS (
				SELECT FROM memocite.revision r, json_to_recordset(r.manifest) AS m(section_key text, revision int)
				WHERE r.deal_id = OLD.deal_id AND m.section_key = s.section_key AND m.revision = s.revision);
	END IF;
	RETURN NULL;
END
$$;
COMMENT ON FUNCTION memo_drop_sections() IS
'Trigger: with a revision go the texts that no other revision has.';

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
		('queue', 'memo_dequeued', 'AFTER DELETE', 'memo_dequeued()'),
		('revision', 'memo_drop_sections', 'AFTER DELETE', 'memo_drop_sections()'),
		('revision', 'memo_truncate', 'AFTER TRUNCATE', 'memo_drop_sections()'),
		('queue', 'memo_truncate', 'AFTER TRUNCATE', 'memo_dequeued()'),
		('document', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('passage', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('section', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('claim', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('metric', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('insight', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('chart', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('block', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()')
$$;

CREATE OR REPLACE FUNCTION memo_store_triggers() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	was_away CONSTANT boolean := NOT EXISTS (
		SELECT FROM pg_trigger g WHERE g.tgrelid = to_regclass('memocite.section') AND g.tgname = 'memo_enqueue');
	col record;
BEGIN
	/* ---- triggers: fill what is derived, and put the deal in the queue when a row really changed */
	FOR col IN
		SELECT t.rel, t.name, t.event, t.call, CASE WHEN t.event LIKE '%TRUNCATE' THEN 'STATEMENT' ELSE 'ROW' END AS level
		FROM @extschema@.memo_store_trigger_list() AS t
		WHERE NOT EXISTS (
			SELECT FROM pg_trigger g WHERE g.tgrelid = to_regclass('memocite.' || t.rel) AND g.tgname = t.name)
	LOOP
		EXECUTE format('CREATE TRIGGER %I %s ON memocite.%I FOR EACH %s EXECUTE FUNCTION @extschema@.%s',
			col.name, col.event, col.rel, col.level, col.call);
	END LOOP;
	/* what changed while there were none, nobody knows; a deal that did not costs a worker but a look */
	IF was_away THEN
		PERFORM @extschema@.memo_enqueue_deal(s.deal_id) FROM (SELECT DISTINCT deal_id FROM memocite.section) AS s;
	END IF;
END
$$;
COMMENT ON FUNCTION memo_store_triggers() IS
'Part of memo_init: makes the triggers that are missing. Where DROP EXTENSION .. CASCADE took them, all deals with sections are put in the queue.';

CREATE OR REPLACE FUNCTION memo_take(deal_id bigint) RETURNS bigint[]
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	requests bigint[];
	tries int;
BEGIN
	/* the deal first, its requests then, as whoever deletes it; one that somebody is at is not waited for */
	PERFORM FROM memocite.deal d WHERE d.deal_id = memo_take.deal_id FOR NO KEY UPDATE SKIP LOCKED;
	IF NOT FOUND THEN
		RETURN NULL;
	END IF;
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
/* -------------------------------------------------------------- source ids */

CREATE FUNCTION memo_used_src_ids(deal_id bigint) RETURNS SETOF bigint
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
AS $$
	SELECT u.id FROM (
		SELECT c.src_id FROM memocite.claim c WHERE c.deal_id = memo_used_src_ids.deal_id
		UNION ALL SELECT p.src_id FROM memocite.passage p WHERE p.deal_id = memo_used_src_ids.deal_id
		UNION ALL SELECT d.src_id FROM memocite.document d WHERE d.deal_id = memo_used_src_ids.deal_id
		UNION ALL
		SELECT CASE WHEN n ~ '^[0-9]{1,10}$' THEN n::bigint END		/* [SRC:2-5] has two */
		FROM memocite.section s, @extschema@.memo_markers(@extschema@.memo_normalize(s.body)) m, regexp_split_to_table(m.value, '[^0-9]+') AS n
		WHERE s.deal_id = memo_used_src_ids.deal_id AND m.kind IN ('src', 'src_variant', 'source_line')) AS u(id)
	WHERE u.id BETWEEN 1 AND 2147483647		/* what no marker can say is in nobody's way */
$$;
COMMENT ON FUNCTION memo_used_src_ids(bigint) IS
'Part of memo_reserve_src_ids: the source ids that a deal has, in claims, passages, documents and markers, with repetitions.';

CREATE FUNCTION memo_src_id_room(deal_id bigint, OUT first_id bigint, OUT n bigint)
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
AS $$
	WITH used(first, last) AS (
		VALUES (0::bigint, 0::bigint), (2147483648, 2147483648)
		UNION ALL SELECT r.first_id, r.last_id FROM memocite.src_range r WHERE r.deal_id = memo_src_id_room.deal_id
		UNION ALL SELECT u.id, u.id FROM @extschema@.memo_used_src_ids(memo_src_id_room.deal_id) AS u(id))
	SELECT g.after + 1, g.before - g.after - 1
	FROM (SELECT max(u.last) OVER w AS after, lead(u.first) OVER w AS before FROM used u WINDOW w AS (ORDER BY u.first, u.last)) AS g
	WHERE g.before IS NOT NULL
	ORDER BY 2 DESC, 1 LIMIT 1
$$;
COMMENT ON FUNCTION memo_src_id_room(bigint) IS
'Part of memo_reserve_src_ids: the widest room between the source ids that a deal has and those that were reserved: its first id, and how many there are.';

CREATE OR REPLACE FUNCTION memo_reserve_src_ids(deal_id bigint, agent text, n int, OUT first_id bigint, OUT last_id bigint)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
	deal CONSTANT bigint := memo_reserve_src_ids.deal_id;
	room record;
BEGIN
	IF memo_reserve_src_ids.deal_id IS NULL OR memo_reserve_src_ids.agent IS NULL OR memo_reserve_src_ids.n IS NULL THEN
		RAISE EXCEPTION '% is null', CASE WHEN memo_reserve_src_ids.deal_id IS NULL THEN 'deal_id' WHEN memo_reserve_src_ids.agent IS NULL THEN 'agent' ELSE 'n' END
			USING ERRCODE = 'null_value_not_allowed';
	END IF;
	PERFORM @extschema@.memo_check_store();
	IF memo_reserve_src_ids.n < 1 OR memo_reserve_src_ids.n > 1000000 THEN
		RAISE EXCEPTION 'cannot reserve % ids', memo_reserve_src_ids.n
			USING ERRCODE = 'invalid_parameter_value', DETAIL = 'n is from 1 to 1000000.';
	END IF;
	IF NOT EXISTS (SELECT FROM memocite.deal d WHERE d.deal_id = deal) THEN
		RAISE EXCEPTION 'deal % does not exist', deal USING ERRCODE = 'no_data_found';
	END IF;
	/* above all ids that the deal has */
	INSERT INTO memocite.allocator(deal_id, next_src_id)
	SELECT deal, 1 + coalesce((SELECT max(u.id) FROM @extschema@.memo_used_src_ids(deal) AS u(id)), 0)
	WHERE NOT EXISTS (SELECT FROM memocite.allocator a WHERE a.deal_id = deal AND a.next_src_id IS NOT NULL)
	ON CONFLICT (deal_id) DO UPDATE SET next_src_id = EXCLUDED.next_src_id WHERE allocator.next_src_id IS NULL;
	UPDATE memocite.allocator a SET next_src_id = a.next_src_id + memo_reserve_src_ids.n
	WHERE a.deal_id = deal
	RETURNING a.next_src_id - memo_reserve_src_ids.n, a.next_src_id - 1 INTO first_id, last_id;
	IF NOT FOUND THEN			/* deleted by somebody else meanwhile, and its row with it */
		RAISE EXCEPTION 'deal % does not exist', deal USING ERRCODE = 'no_data_found';
	END IF;
	/* beyond the last id, or somebody has written one of these meanwhile: the widest room between all */
	IF last_id > 2147483647
		OR EXISTS (SELECT FROM memocite.claim c WHERE c.deal_id = deal AND c.src_id BETWEEN memo_reserve_src_ids.first_id AND memo_reserve_src_ids.last_id)
		OR EXISTS (SELECT FROM memocite.passage p WHERE p.deal_id = deal AND p.src_id BETWEEN memo_reserve_src_ids.first_id AND memo_reserve_src_ids.last_id)
		OR EXISTS (SELECT FROM memocite.document d WHERE d.deal_id = deal AND d.src_id BETWEEN memo_reserve_src_ids.first_id AND memo_reserve_src_ids.last_id)
		OR memo_reserve_src_ids.first_id <= (SELECT r.last_id FROM memocite.src_range r
			WHERE r.deal_id = deal AND r.first_id <= memo_reserve_src_ids.last_id ORDER BY r.first_id DESC LIMIT 1)
	THEN
		SELECT r.first_id, r.n INTO room FROM @extschema@.memo_src_id_room(deal) AS r;
		IF room.n IS NULL OR room.n < memo_reserve_src_ids.n THEN
			RAISE EXCEPTION 'deal % has no room for % ids', deal, memo_reserve_src_ids.n
				USING ERRCODE = 'sequence_generator_limit_exceeded',
					DETAIL = format('Ids end at 2147483647; of those that are neither reserved nor in use, %s at most follow each other.', coalesce(room.n, 0));
		END IF;
		first_id := room.first_id;
		last_id := room.first_id + memo_reserve_src_ids.n - 1;
		UPDATE memocite.allocator a SET next_src_id = memo_reserve_src_ids.last_id + 1 WHERE a.deal_id = deal;
	END IF;
	INSERT INTO memocite.src_range(deal_id, first_id, last_id, agent)
	VALUES (deal, memo_reserve_src_ids.first_id, memo_reserve_src_ids.last_id, memo_reserve_src_ids.agent);
END
$$;
COMMENT ON FUNCTION memo_reserve_src_ids(bigint, text, int) IS
'Hands an agent n source ids (1 to 1000000) that no other agent of the deal gets, and that the deal does not have. Never reused.';

/* ----------------------------------------------------------- what is wrong */

CREATE OR REPLACE FUNCTION memo_doctor_queue(OUT "check" text, OUT ok boolean, OUT detail text, OUT hint text) RETURNS SETOF record
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
			'SELECT memo_worker_start() starts one; memocite.databases names the databases of the preloaded launcher.'
		WHEN worker.problem LIKE 'no worker can start%' THEN
			'Raise max_worker_processes and restart the server, or end what takes the places: see backend_type in pg_stat_activity. SELECT memo_work() works without a worker.' END;
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

COMMENT ON FUNCTION memo_worker_status() IS
'The worker of this database: whether the library is preloaded, pid of the launcher that serves it (NULL = none), worker processes now (an idle one leaves), whether it was stopped, its last look into the queue; since the server started: deals finalized and attempts that failed; what was wrong with the last look, or kept a worker from starting.';
