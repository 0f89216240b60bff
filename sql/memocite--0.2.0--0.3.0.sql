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
	PERFORM @extschema@.memo_store_3_metrics();
	/* a new store has no views yet */
	IF to_regclass('memocite.metrics') IS NOT NULL THEN
		PERFORM @extschema@.memo_store_metrics();
	END IF;
END
$$;
COMMENT ON FUNCTION memo_store_3() IS
'Part of memo_init: from version 2 of the store to version 3, where a status tells of memos without citations.';
REVOKE EXECUTE ON FUNCTION memo_store_3() FROM PUBLIC;

/* ------------------------------------------- what prose says of the metrics */

DROP FUNCTION memo_check_prose(bigint, text);
CREATE FUNCTION memo_check_prose(deal_id bigint, body text, OUT metric text, OUT variant text, OUT role text,
	OUT found numeric, OUT unit text, OUT canonical numeric, OUT start int, OUT length int, OUT sentence text,
	OUT anchored boolean, OUT context text, OUT verdict text, OUT rewritable boolean)
RETURNS SETOF record
LANGUAGE c STABLE PARALLEL SAFE ROWS 10
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_check_prose(bigint, text) IS
'What a body says of the metrics: one row a number, offsets and lengths in characters from 0. verdict: ok, violation (a headline, in prose or as a table row''s one number, that contradicts the canonical value without evidence), review, no_canonical. rewritable: a violation so plainly said that memo_finalize corrects it.';
COMMENT ON FUNCTION memo_correct_prose(bigint, text) IS
'The body with its rewritable violations rewritten to the canonical values, each with a note on the old one, as memo_finalize does it.';
COMMENT ON FUNCTION memo_retries(bigint) IS
'Sections to be written again and why: computed from bodies, structured outputs, metrics and claims as they are now, and what callers marked as partial. A violation that was asked once and that the section repeats is not among it.';
COMMENT ON FUNCTION memo_fill_section() IS
'Trigger: fills position, word_count, body_sha256 and updated_at of a section, checks it against the canonical metrics (parse_quality, retry_reason), asking for each violation once; never touches the body.';

/* --------------------------------------------------- canonical metrics */

COMMENT ON FUNCTION memo_check_metric() IS
'Trigger: refuses a canonical value that is not finite or, of a built-in metric, in another unit, out of range or, if a plain percent, a fraction; writes the key of a built-in metric in lower case.';

CREATE FUNCTION memo_check_metric_kind() RETURNS trigger
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_check_metric_kind() IS
'Trigger: refuses a unit whose numbers are not read.';

CREATE OR REPLACE FUNCTION memo_store_trigger_list(OUT rel text, OUT name text, OUT event text, OUT call text) RETURNS SETOF record
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
	VALUES
		('deal', 'memo_check', 'BEFORE INSERT OR UPDATE OF policy', 'memo_check_policy(''policy'')'),
		('policy', 'memo_check', 'BEFORE INSERT OR UPDATE', 'memo_check_policy(''settings'')'),
		('insight', 'memo_check', 'BEFORE INSERT OR UPDATE', 'memo_check_insight()'),
		('metric', 'memo_check', 'BEFORE INSERT OR UPDATE', 'memo_check_metric()'),
		('metric_kind', 'memo_check', 'BEFORE INSERT OR UPDATE', 'memo_check_metric_kind()'),
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

/* A saved synthesis has rows as they were, which may be older than a check. */
ALTER FUNCTION memo_restore_synthesis(json, jsonb, bigint) SET memocite.restoring = on;

CREATE FUNCTION memo_store_3_metrics() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
SET memocite.restoring = on
AS $$
DECLARE
	built_in CONSTANT text[] := '{irr,dscr,ltv,cap_rate,debt_yield,equity_multiple}';
BEGIN
	COMMENT ON COLUMN memocite.section.retry_reason IS 'What, where, expected: words to feed back to the model. Of a full section: what was asked once, and it repeats.';
	COMMENT ON COLUMN memocite.metric.metric IS 'irr, dscr, ltv, cap_rate, debt_yield, equity_multiple, in any case, or one of metric_kind.';
	COMMENT ON COLUMN memocite.metric.value IS 'In percent points, as a multiple, or in US dollars; of the six metrics in the range of memo_metric_schema(), a plain percent of them not between 0 and 1. NULL: not known.';
	COMMENT ON COLUMN memocite.metric_kind.unit IS 'percent or multiple.';
	/* IRR is irr: of two rows the one that was read stays */
	DELETE FROM memocite.metric m USING memocite.metric o
	WHERE o.deal_id = m.deal_id AND o.variant = m.variant AND lower(o.metric) = lower(m.metric) AND o.metric COLLATE "C" < m.metric COLLATE "C"
		AND lower(m.metric) = ANY (built_in);
	UPDATE memocite.metric m SET metric = lower(m.metric) WHERE lower(m.metric) = ANY (built_in) AND m.metric <> lower(m.metric);
END
$$;
COMMENT ON FUNCTION memo_store_3_metrics() IS
'Part of memo_store_3: canonical metrics, whose built-in keys are in lower case.';
REVOKE EXECUTE ON FUNCTION memo_store_3_metrics() FROM PUBLIC;
