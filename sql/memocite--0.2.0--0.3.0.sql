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
	/* ---- quotes of references */
	ALTER TABLE memocite.revision_detail ADD COLUMN cit_quote_verified boolean[];
	COMMENT ON COLUMN memocite.revision_detail.cit_quote_verified IS 'Rows of citation: does a kept reference show its quote? true: it was found in a passage; false: not checked, as no passage of its document is stored; NULL: no.';
	/* a new store has no views yet */
	IF to_regclass('memocite.metrics') IS NOT NULL THEN
		PERFORM @extschema@.memo_store_metrics();
	END IF;
END
$$;
COMMENT ON FUNCTION memo_store_3() IS
'Part of memo_init: from version 2 of the store to version 3, where a status tells of memos without citations.';
REVOKE EXECUTE ON FUNCTION memo_store_3() FROM PUBLIC;

/* ------------------------------------------------------- quotes of claims */

COMMENT ON FUNCTION memo_check_quotes(bigint) IS
'Checks the quotes of the deal''s claims, as memo_finalize does, by policy quote_level: one row a claim in reading order. A claim that names no passage is checked where passages of its document are stored: passage_id is the one of its page, else of the document, that has the quote. start and length are characters of the passage, from 0; error says why a quote is not verified.';
