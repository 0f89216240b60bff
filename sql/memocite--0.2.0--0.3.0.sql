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
	/* ---- status uncited */
	UPDATE memocite.revision SET reasons = ARRAY[status] WHERE status <> 'final';
	IF to_regclass('memocite.status') IS NOT NULL THEN
		PERFORM @extschema@.memo_store_status();
	END IF;
	/* a new store has no views yet */
	IF to_regclass('memocite.metrics') IS NOT NULL THEN
		PERFORM @extschema@.memo_store_metrics();
	END IF;
END
$$;
COMMENT ON FUNCTION memo_store_3() IS
'Part of memo_init: from version 2 of the store to version 3, where a status tells of memos without citations.';
REVOKE EXECUTE ON FUNCTION memo_store_3() FROM PUBLIC;

/* ------------------------------------- status uncited, and where it is seen */

CREATE OR REPLACE FUNCTION memo_store_status() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = to_regclass('memocite.revision') AND a.attname = 'reasons') THEN
		RETURN;					/* a store on its way from version 1 or 2: memo_store_3() calls again */
	END IF;
	CREATE OR REPLACE VIEW memocite.status WITH (security_invoker = true) AS
		SELECT d.deal_id, d.name, r.revision, r.status, r.as_of, r.created_at AS finalized_at,
			q.requests IS NOT NULL AS stale,
			CASE WHEN q.failed THEN 'failed' WHEN q.taken THEN 'working' WHEN q.requests IS NOT NULL THEN 'waiting' ELSE 'idle' END
				AS queue_state,
			q.enqueued_at, q.attempts, q.next_attempt_at, q.last_error, r.reasons, r.notice
		FROM memocite.deal d
		LEFT JOIN LATERAL (
			SELECT r.revision, r.status, r.as_of, r.created_at, r.reasons, r.report ->> 'notice' AS notice FROM memocite.revision r
			WHERE r.deal_id = d.deal_id ORDER BY r.revision DESC LIMIT 1) r ON true
		LEFT JOIN LATERAL (
			SELECT count(*) AS requests, bool_or(state = 'failed') AS failed, bool_or(taken_at IS NOT NULL) AS taken,
				min(enqueued_at) AS enqueued_at, max(attempts) AS attempts, max(next_attempt_at) AS next_attempt_at,
				max(last_error) AS last_error
			FROM memocite.queue q WHERE q.deal_id = d.deal_id HAVING count(*) > 0) q ON true;
	COMMENT ON COLUMN memocite.status.status IS 'Of the latest memo: final, uncited or flawed; see memocite.revision.';
	COMMENT ON COLUMN memocite.status.queue_state IS 'idle, waiting, working or failed.';
	COMMENT ON COLUMN memocite.status.reasons IS 'Every status that holds, but final.';
	COMMENT ON COLUMN memocite.status.notice IS 'What the report and the page say of citations without a source; NULL: too few to say so (policy warn_lost_percent).';
END
$$;
