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
