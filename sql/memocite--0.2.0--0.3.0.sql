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

/* ------------------------------------- what is written and read by nobody */

CREATE OR REPLACE FUNCTION memo_retry(deal_id bigint, version int DEFAULT NULL, as_of date DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	deal bigint := memo_retry.deal_id;
	asked int := memo_retry.version;
	kept memocite.synthesis;
	payload json;
	scratch bigint;
	result jsonb;
	problem text;
	detail text;
	rel text;
	latest memocite.synthesis;
BEGIN
	PERFORM @extschema@.memo_check_store();
	SELECT s.* INTO kept FROM memocite.synthesis s
	WHERE s.deal_id = deal AND CASE WHEN asked IS NULL THEN s.decision = 'complete' ELSE s.version = asked END
	ORDER BY s.version DESC LIMIT 1;
	IF NOT FOUND THEN
		SELECT s.* INTO latest FROM memocite.synthesis s WHERE asked IS NULL AND s.deal_id = deal ORDER BY s.version DESC LIMIT 1;
		IF FOUND THEN
			RAISE EXCEPTION 'deal % has no complete synthesis', deal
				USING ERRCODE = 'object_not_in_prerequisite_state',
					DETAIL = CASE WHEN latest.missing <> '{}' THEN format('The latest, %s, misses: %s.', latest.version, array_to_string(latest.missing, ', '))
						ELSE format('No report can be made of the latest, %s: %s.', latest.version,
							coalesce(@extschema@.memo_synthesis_problem(latest.payload), 'it is incomplete')) END,
					HINT = CASE WHEN latest.missing <> '{}' THEN 'Run the agents of these sections again and save a new version.'
						ELSE 'Save a version that is a report''s.' END;
		END IF;
		RAISE EXCEPTION 'deal % has no %', deal, coalesce('synthesis of version ' || asked, 'complete synthesis')
			USING ERRCODE = 'no_data_found', HINT = 'memo_save_synthesis or memo_snapshot saves one.';
	END IF;
	IF kept.missing <> '{}' THEN
		RAISE EXCEPTION 'synthesis % of deal % is incomplete', kept.version, deal
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = 'Missing: ' || array_to_string(kept.missing, ', ') || '.',
				HINT = 'Run the agents of these sections again and save a new version.';
	END IF;
	payload := @extschema@.memo_load_synthesis(deal, kept.version);
	problem := @extschema@.memo_synthesis_problem(payload);
	IF problem IS NOT NULL OR kept.decision <> 'complete' THEN
		RAISE EXCEPTION 'no report can be made of synthesis % of deal %', kept.version, deal
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = coalesce(problem || '.', 'It is incomplete.'),
				HINT = 'Save a version that is a report''s; memo_retry(deal_id) takes the latest complete one.';
	END IF;
	IF memo_retry.as_of IS NULL THEN
		memo_retry.as_of := coalesce(kept.as_of, (SELECT r.as_of FROM memocite.revision r
			WHERE r.deal_id = deal AND r.created_at >= kept.created_at ORDER BY r.revision LIMIT 1), (kept.created_at AT TIME ZONE 'UTC')::date);
		UPDATE memocite.synthesis s SET as_of = memo_retry.as_of
		WHERE s.deal_id = deal AND s.version = kept.version AND s.as_of IS NULL;
	END IF;
	/* The same code on the same rows: they are written as a deal of their own, finalized, and all of it is rolled back. */
	SELECT least(min(d.deal_id), 0) - 1 INTO scratch FROM memocite.deal d;
	BEGIN
		PERFORM @extschema@.memo_restore_synthesis(payload, kept.basis, scratch);
		result := @extschema@.memo_finalize(scratch, memo_retry.as_of, NULL::jsonb, false);
		result := jsonb_build_object('markdown', @extschema@.memo_markdown(scratch, NULL::int, 'plain'::text, 'shared'::text),
			'revision', (SELECT max(r.revision) FROM memocite.revision r, memocite.revision m
				WHERE r.deal_id = deal AND m.deal_id = scratch AND r.input_sha256 = m.input_sha256 AND r.as_of = m.as_of),
			'sections', (SELECT jsonb_agg(jsonb_build_object('section_key', s.section_key, 'body', s.body) ORDER BY m.ord)
				FROM memocite.revision r, json_array_elements(r.manifest) WITH ORDINALITY AS m(row, ord), memocite.revision_section s
				WHERE r.deal_id = scratch AND s.deal_id = scratch AND s.section_key = m.row ->> 'section_key'),
			'report', result - '{deal_id,revision,unchanged,timings_ms}'::text[]);
		RAISE EXCEPTION USING ERRCODE = 'MC001', MESSAGE = 'memo_retry takes back what it wrote';
	EXCEPTION
		WHEN SQLSTATE 'MC001' THEN
			NULL;
		WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded THEN
			/* what a table refuses; nobody knows the deal of its own */
			GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, rel = TABLE_NAME;
			problem := CASE WHEN SQLSTATE IN ('23503', '23505') THEN format('%s: %s', rel, regexp_replace(detail, '\(deal_id, ([^)]*)\)=\(-?[0-9]+, ', '(\1)=('))
				ELSE replace(SQLERRM, 'deal ' || scratch, 'deal ' || deal) || '.' END;
			RAISE EXCEPTION 'no report can be made of synthesis % of deal %', kept.version, deal
				USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = problem;
	END;
	RETURN jsonb_build_object('deal_id', deal, 'synthesis_version', kept.version, 'as_of', memo_retry.as_of) || result;
END
$$;
