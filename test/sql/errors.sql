-- Every error message of the extension once: bad calls, with what is wrong,
-- the numbers and a hint.
\set SHOW_CONTEXT never
SELECT memo_init() \g /dev/null
-- without the store each function says how to make it
SET client_min_messages = warning;
BEGIN;
DROP SCHEMA memocite CASCADE;
SAVEPOINT s;
SELECT memo_finalize(1, DATE '2026-06-30');
ROLLBACK TO s;
SELECT memo_markdown(1);
ROLLBACK TO s;
SELECT * FROM memo_verify(1);
ROLLBACK TO s;
SELECT memo_policy(1);
ROLLBACK TO s;
SELECT * FROM memo_collisions(1);
ROLLBACK TO s;
SELECT memo_report(1);
ROLLBACK TO s;
SELECT memo_work();
ROLLBACK TO s;
SELECT memo_deal_id('x');
ROLLBACK TO s;
SELECT * FROM memo_reserve_src_ids(1, 'x', 1);
ROLLBACK;
SELECT memo_init() \g /dev/null

-- a store of another version
INSERT INTO memocite.deal(deal_id, name) VALUES (3501, 'Errors');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3501, 'market', 'Rents rose.');
BEGIN;
CREATE FUNCTION regress_provide(request jsonb) RETURNS jsonb LANGUAGE sql AS 'SELECT request';
SAVEPOINT s;
INSERT INTO memocite.store_version(version, extension_version) VALUES (99, '9.9.9');
SELECT memo_finalize(3501, DATE '2026-06-30');
ROLLBACK TO s;
-- every function names it before it reads a table, readers, too; listed are those that need no store
UPDATE memocite.store_version SET version = 2, extension_version = '1.1';
ALTER TABLE memocite.deal RENAME COLUMN deal_id TO deal;
ALTER TABLE memocite.section RENAME COLUMN body TO text;
CREATE FUNCTION pg_temp.said(call text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE call;
	RETURN 'nothing';
EXCEPTION WHEN OTHERS THEN
	RETURN SQLERRM;
END
$$;
CREATE TEMP TABLE called AS
SELECT c.name, s.said FROM (
	SELECT p.proname AS name, format(CASE p.prokind WHEN 'p' THEN 'CALL %I(%s)' ELSE 'SELECT * FROM %I(%s)' END, p.proname, (
		SELECT string_agg(format('%L::%s', coalesce(n.value, CASE t.typcategory WHEN 'A' THEN '{}' ELSE '1' END),
			replace(format_type(t.oid, NULL), 'anyarray', 'text[]')), ', ' ORDER BY a.ord)
		FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY AS a(type, ord) JOIN pg_type t ON t.oid = a.type
		LEFT JOIN (VALUES ('text', NULL, 'x'), ('text', 'layout', 'plain'), ('text', 'labels', 'shared'), ('text', 'charts', 'table'), ('text', 'audience', 'reader'),
			('text', 'level', 'reader'), ('jsonb', NULL, '[]'), ('jsonb', 'policy', '{}'), ('json', NULL, '{"sections": {"a": "b"}}'), ('date', NULL, '2026-06-30'),
			('uuid', NULL, '00000000-0000-0000-0000-000000000001'), ('regclass', NULL, 'pg_class'), ('regrole', NULL, 'pg_monitor'),
			('regproc', NULL, 'regress_provide')) AS n(type, name, value)
			ON n.type = t.typname AND n.name IS NOT DISTINCT FROM (SELECT k.name FROM (VALUES (p.proargnames[a.ord])) AS k(name)
				WHERE k.name IN ('layout', 'labels', 'charts', 'audience', 'level', 'policy')))) AS call
	FROM pg_proc p JOIN pg_extension e ON e.extnamespace = p.pronamespace AND e.extname = 'memocite'
	WHERE p.proname LIKE 'memo\_%' AND p.proname !~ '^memo_(worker_|chart_|uninstall)') AS c,
	pg_temp.said(c.call) AS s(said);
SELECT count(*) > 50 AS refuse FROM called WHERE said = 'the store has version 2, this library needs 1';
SELECT name, said FROM called WHERE said <> 'the store has version 2, this library needs 1' ORDER BY name COLLATE "C";
UPDATE memocite.section SET title = 'Market';
ROLLBACK TO s;
-- memo_doctor says it, and looks no further
UPDATE memocite.store_version SET version = 2, extension_version = '1.1';
SELECT "check", detail, hint FROM memo_doctor() WHERE "check" IN ('store', 'metrics', 'context', 'attached stores', 'queue');
DELETE FROM memocite.store_version;
SELECT memo_policy(3501);
ROLLBACK;
-- a schema memocite that belongs to another role
BEGIN;
CREATE ROLE regress_memocite_other;
GRANT CREATE ON DATABASE :"DBNAME" TO regress_memocite_other;
GRANT EXECUTE ON FUNCTION memo_init(), memocite_internal.memo_lock_extension() TO regress_memocite_other;
ALTER SCHEMA memocite OWNER TO regress_memocite_other;
CREATE ROLE regress_memocite_caller;
GRANT EXECUTE ON FUNCTION memo_init(), memocite_internal.memo_lock_extension() TO regress_memocite_caller;
SET ROLE regress_memocite_caller;
SELECT memo_init();
ROLLBACK;

-- a deal that does not exist, or NULL
SELECT memo_finalize(3599, DATE '2026-06-30');
SELECT memo_finalize(NULL, DATE '2026-06-30');
SELECT memo_finalize(3599, DATE '2026-06-30', dry_run => true);
SELECT memo_markdown(3599);
SELECT memo_markdown(NULL);
SELECT * FROM memo_verify(3599);
SELECT * FROM memo_verify(NULL);
SELECT memo_report(3599);
SELECT memo_report(NULL);
SELECT memo_policy(3599);
SELECT memo_policy(NULL);
-- a day
SELECT memo_finalize(3501, NULL);
SELECT memo_finalize(3501, DATE 'infinity');
-- sections
SELECT memo_finalize(3501, DATE '2026-06-30', '{"section_key": "a"}');
SELECT memo_finalize(3501, DATE '2026-06-30', '"text"');
SELECT memo_finalize(3501, DATE '2026-06-30', '[{"section_key": "a", "body": ""}, 7]');
SELECT memo_finalize(3501, DATE '2026-06-30', '[{"body": "x"}]');
SELECT memo_finalize(3501, DATE '2026-06-30', '[{"section_key": "", "body": "x"}]');
SELECT memo_finalize(3501, DATE '2026-06-30', '[{"section_key": "a"}]');
SELECT memo_finalize(3501, DATE '2026-06-30', '[{"section_key": "a", "body": null}]');
SELECT memo_finalize(3501, DATE '2026-06-30', '[{"section_key": "a", "body": {"text": "x"}}]');
SELECT memo_finalize(3501, DATE '2026-06-30', '[{"section_key": "a", "body": "x", "score": "high"}]');
SELECT memo_finalize(3501, DATE '2026-06-30', '[{"section_key": "a", "body": "x", "position": "first"}]');
SELECT memo_finalize(3501, DATE '2026-06-30', '[{"section_key": "a", "body": "x", "position": 1.5}]');
SELECT memo_finalize(3501, DATE '2026-06-30', '[{"section_key": "a", "body": "x", "position": 99999999999}]');
SELECT memo_finalize(3501, DATE '2026-06-30', '[{"section_key": "a", "body": "x", "id_scope": "deal"}]');
SELECT memo_finalize(3501, DATE '2026-06-30', '[{"section_key": "a", "body": "x"}, {"section_key": "a", "body": "y"}]');
-- nothing of a refused call stays
SELECT section_key, body FROM memocite.section WHERE deal_id = 3501;
-- revisions and layouts
SELECT memo_markdown(3501);
SELECT * FROM memo_verify(3501);
SELECT memo_report(3501);
SELECT memo_finalize(3501, DATE '2026-06-30') ->> 'status' AS status;
SELECT memo_markdown(3501, 0);
SELECT memo_markdown(3501, 2);
SELECT memo_markdown(3501, -1);
SELECT * FROM memo_verify(3501, 7);
SELECT memo_report(3501, 7);
SELECT memo_markdown(3501, layout => 'fancy');
SELECT memo_markdown(3501, layout => NULL);
SELECT memo_markdown(3501, labels => 'none');
-- NULL where none may be: 22004, and nothing is done
CREATE FUNCTION pg_temp.answer_to(call text) RETURNS text LANGUAGE plpgsql AS
	$$ BEGIN EXECUTE 'SELECT FROM ' || call; RETURN 'no error'; EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE || ' ' || SQLERRM; END $$;
SELECT call, pg_temp.answer_to(call) FROM unnest(ARRAY['memo_deal_id(NULL)', 'memo_policy(NULL)', 'memo_collisions(NULL)', 'memo_resolve_collisions(NULL)', 'memo_check_quotes(NULL)', 'memo_check_boxes(NULL)', 'memo_retries(NULL)', 'memo_requeue(NULL)',
	'memo_reserve_src_ids(NULL, ''x'', 1)', 'memo_reserve_src_ids(3501, NULL, 5)', 'memo_reserve_src_ids(3501, ''x'', NULL)', 'memo_validate_claims(NULL, ''{}'')', 'memo_validate_claims(''[]'', NULL)', 'memo_validate_claims(''[]'', ''{}'', NULL)',
	'memo_diversify(''[]'', NULL)', 'memo_diversify(''[]'', 2, NULL)', 'memo_diversify_rows(''{}''::int[], NULL)', 'memo_cite_answer(NULL, ''x'')', 'memo_cite_answer(3501, NULL)', 'memo_renumber_superscripts(NULL, ''[]'')', 'memo_renumber_superscripts(''x'', NULL)',
	'memo_check_structured(NULL, ''{}'')', 'memo_check_prose(NULL, ''x'')', 'memo_correct_prose(NULL, ''x'')', 'memo_attach_store(NULL)', 'memo_attach_store(''pg_class'', NULL)', 'memo_attach_store(''pg_class'', body_path => NULL)', 'memo_attach_store(''pg_class'', claims_path => NULL)',
	'memo_detach_store(NULL)', 'memo_ingest_store(NULL)', 'memo_grant(NULL, ''none'')', 'memo_grant(''pg_monitor'', NULL)']) WITH ORDINALITY AS c(call, n) ORDER BY n;
-- a text that is not there says nothing, and has no other form
SELECT memo_normalize(NULL) IS NULL AS normalize, (SELECT count(*) FROM memo_markers(NULL)) AS markers, memo_correct_prose(3501, NULL) IS NULL AS corrected, (SELECT count(*) FROM memo_check_prose(3501, NULL)) AS prose,
	(SELECT count(*) FROM memo_check_structured(3501, NULL)) AS structured, (SELECT count(*) FROM memo_diversify(NULL)) AS passages, (SELECT matched FROM memo_quote_match('x', NULL)) IS NULL AS quote;
-- trigger functions are for triggers
SELECT memocite_internal.memo_enqueue();
SELECT memocite_internal.memo_check_policy();
SELECT memocite_internal.memo_fill_section();
-- sizes: a section of at most 16 MB
SELECT memo_markers(repeat('x', 16 * 1024 * 1024 + 1));
SELECT memo_normalize(repeat('x', 16 * 1024 * 1024 + 1));
SELECT length(memo_normalize(repeat('x', 16 * 1024 * 1024))) AS at_the_limit;
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3501, 'large', repeat('x', 16 * 1024 * 1024 + 1));
SELECT memo_finalize(3501, DATE '2026-06-30', jsonb_build_array(jsonb_build_object('section_key', 'large', 'body', repeat('x', 16 * 1024 * 1024 + 1))));

-- also when it came in without triggers
SET session_replication_role = replica;
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3501, 'large', repeat('x', 16 * 1024 * 1024 + 1));
RESET session_replication_role;
SELECT memo_finalize(3501, DATE '2026-06-30');
DELETE FROM memocite.section WHERE deal_id = 3501 AND section_key = 'large';
-- a quote is stored with each reference: what would not fit into a row; a sentence of which a claim's outcome shows the beginning
INSERT INTO memocite.deal(deal_id, name) VALUES (3502, 'Long quotes');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (3502, 'om', 'Offering Memorandum');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3502, 'a', repeat(E'Rents rose [SRC:1].\n\n', 700)), (3502, 'b', repeat('naïve rents rose and ', 200) || 'taxes fell in the year 2025.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, quote, claim_text) VALUES (3502, 'a', 1, 'om', 1, repeat('a quote ', 50000), NULL), (3502, 'b', 1, 'om', 2, NULL, 'taxes fell in the year 2025');
SELECT memo_finalize(3502, DATE '2026-06-30');
UPDATE memocite.claim SET quote = 'a quote of a few words' WHERE deal_id = 3502 AND section_key = 'a';
SELECT memo_finalize(3502, DATE '2026-06-30') ->> 'status';
SELECT section_key, outcome, octet_length(sentence), right(sentence, 12) FROM memocite.claim_outcome WHERE deal_id = 3502 ORDER BY section_key;
DELETE FROM memocite.deal WHERE deal_id = 3502;
-- a body that is NULL: the table's words
\set VERBOSITY terse
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3501, 'none', NULL);
DELETE FROM memocite.deal WHERE deal_id = 3501;
