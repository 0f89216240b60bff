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
