-- Security (chapter 10): privileges, row security, a hostile search_path.
SELECT memo_init() \g /dev/null
\set SHOW_CONTEXT never
-- nothing that writes is executable by PUBLIC; SECURITY INVOKER everywhere
CREATE VIEW pg_temp.member AS SELECT p.* FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
	JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'memocite';
SELECT proname AS writes_for_public FROM pg_temp.member
WHERE provolatile = 'v' AND prorettype <> 'trigger'::regtype AND has_function_privilege('public', oid, 'EXECUTE') ORDER BY 1;
SELECT proname AS definer FROM pg_temp.member WHERE prosecdef ORDER BY 1;
-- what writes is volatile and parallel unsafe, nothing else is
SELECT proname, provolatile, proparallel FROM pg_temp.member WHERE (provolatile = 'v') <> (proparallel = 'u') ORDER BY 1;

-- the grants of the caller apply
INSERT INTO memocite.deal(deal_id, name) VALUES (3801, 'Secret'), (3802, 'Mine');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3801, 'market', 'Rents rose [SRC:1].'), (3802, 'market', 'Rents fell [SRC:1].');
SELECT memo_finalize(deal_id, DATE '2026-06-30') ->> 'status' AS status FROM memocite.deal WHERE deal_id IN (3801, 3802) ORDER BY deal_id;
CREATE ROLE regress_memocite_analyst;
SET ROLE regress_memocite_analyst;
SELECT memo_init();
SELECT memo_finalize(3802, DATE '2026-06-30');
SELECT memo_normalize('[SRC: 1]') AS needs_no_store;
RESET ROLE;
GRANT USAGE ON SCHEMA memocite TO regress_memocite_analyst;
GRANT SELECT ON ALL TABLES IN SCHEMA memocite TO regress_memocite_analyst;
SET ROLE regress_memocite_analyst;
SELECT memo_markdown(3802) <> '' AS may_read;
SELECT memo_finalize(3802, DATE '2026-06-30');
UPDATE memocite.section SET body = 'x' WHERE deal_id = 3802;
RESET ROLE;
-- with what an agent's role needs
GRANT EXECUTE ON FUNCTION memo_finalize(bigint, date, jsonb, boolean), memo_work(int) TO regress_memocite_analyst;
GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA memocite TO regress_memocite_analyst;
-- row security: another's deal does not exist
ALTER TABLE memocite.revision ENABLE ROW LEVEL SECURITY;
CREATE POLICY regress_mine ON memocite.revision TO regress_memocite_analyst USING (deal_id = 3802);
ALTER TABLE memocite.deal ENABLE ROW LEVEL SECURITY;
ALTER TABLE memocite.section ENABLE ROW LEVEL SECURITY;
CREATE POLICY regress_mine ON memocite.deal TO regress_memocite_analyst USING (deal_id = 3802);
CREATE POLICY regress_mine ON memocite.section TO regress_memocite_analyst USING (deal_id = 3802);
SET ROLE regress_memocite_analyst;
UPDATE memocite.section SET body = 'Rents fell again.' WHERE deal_id IN (3801, 3802) RETURNING deal_id;
SELECT r ->> 'status' AS status, r -> 'revision' AS revision FROM memo_finalize(3802, DATE '2026-06-30') AS r;
SELECT memo_finalize(3801, DATE '2026-06-30');
SELECT memo_markdown(3801);
SELECT memo_report(3801);
SELECT * FROM memo_verify(3801);
SELECT * FROM memo_collisions(3801);
SELECT memo_policy(3801);
RESET ROLE;
DROP POLICY regress_mine ON memocite.revision;
DROP POLICY regress_mine ON memocite.deal;
DROP POLICY regress_mine ON memocite.section;
ALTER TABLE memocite.revision DISABLE ROW LEVEL SECURITY;
ALTER TABLE memocite.deal DISABLE ROW LEVEL SECURITY;
ALTER TABLE memocite.section DISABLE ROW LEVEL SECURITY;
DROP OWNED BY regress_memocite_analyst;
DROP ROLE regress_memocite_analyst;

-- views show what the tables do: row security holds in all of them (metrics counts everything)
INSERT INTO memocite.deal(deal_id, name) VALUES (3804, 'Seen'), (3805, 'Secret');
INSERT INTO memocite.document(deal_id, doc_id, title, ingested_on) SELECT d, 'om', 'Offering of ' || d, '2020-01-01' FROM generate_series(3804, 3805) AS d;
INSERT INTO memocite.section(deal_id, section_key, body) SELECT d, 'market', 'Rents rose [SRC:1]. So did [SRC:2] costs.' FROM generate_series(3804, 3805) AS d;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT d, 'market', 1, 'om', 2 FROM generate_series(3804, 3805) AS d;
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config) SELECT d, 'c', 'market', '{}' FROM generate_series(3804, 3805) AS d;
SELECT memo_finalize(d, '2026-06-30') ->> 'status' FROM generate_series(3804, 3805) AS d;
CREATE ROLE regress_memocite_tenant;
SELECT memo_grant('regress_memocite_tenant', 'operator');
DO $$
DECLARE
	rel regclass;
BEGIN
	FOR rel IN SELECT attrelid FROM pg_attribute JOIN pg_class c ON c.oid = attrelid AND c.relkind = 'r'
		WHERE c.relnamespace = 'memocite'::regnamespace AND attname = 'deal_id' LOOP
		EXECUTE format('CREATE POLICY tenant ON %s USING (deal_id <> 3805)', rel);
		EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', rel);
	END LOOP;
END $$;
CREATE FUNCTION pg_temp.seen(OUT view name, OUT deals bigint[]) RETURNS SETOF record LANGUAGE plpgsql AS $$
BEGIN
	FOR view IN SELECT a.attrelid::regclass::text FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid AND c.relkind = 'v'
		WHERE c.relnamespace = 'memocite'::regnamespace AND attname = 'deal_id' ORDER BY c.relname COLLATE "C" LOOP
		EXECUTE format('SELECT array_agg(DISTINCT deal_id ORDER BY deal_id) FROM %s WHERE deal_id IN (3804, 3805)', view) INTO deals;
		RETURN NEXT;
	END LOOP;
END $$;
SELECT * FROM pg_temp.seen();
SET ROLE regress_memocite_tenant;
SELECT * FROM pg_temp.seen();
SELECT memo_markdown(3805);
RESET ROLE;
-- whom a policy hides the sections from makes no memo, and leaves the request to others
UPDATE memocite.section SET body = 'Rents fell [SRC:1].' WHERE deal_id = 3805;
UPDATE memocite.claim SET page = 3 WHERE deal_id = 3804;
DROP POLICY tenant ON memocite.queue;
DROP POLICY tenant ON memocite.deal;
CREATE POLICY all_of_it ON memocite.queue USING (true);
CREATE POLICY all_of_it ON memocite.deal USING (true);
SET ROLE regress_memocite_tenant;
SELECT deal_id FROM memo_due();
SELECT memocite_internal.memo_finish(3805, memocite_internal.memo_take(3805)), memo_work();
RESET ROLE;
SELECT deal_id, revision, queue_state, attempts FROM memocite.status WHERE deal_id IN (3804, 3805) ORDER BY deal_id;
DO $$
DECLARE
	rel regclass;
	policy name;
BEGIN
	FOR rel, policy IN SELECT polrelid, polname FROM pg_policy LOOP
		EXECUTE format('DROP POLICY %I ON %s', policy, rel);
		EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', rel);
	END LOOP;
END $$;
DROP OWNED BY regress_memocite_tenant;
DROP ROLE regress_memocite_tenant;
DELETE FROM memocite.deal WHERE deal_id IN (3804, 3805);

-- what a worker would run with its owner's rights, and is somebody else's
BEGIN;
SET LOCAL client_min_messages = warning;
CREATE ROLE regress_memocite_stranger;
CREATE SCHEMA strange;
GRANT ALL ON SCHEMA strange TO regress_memocite_stranger;
SELECT memocite_internal.memo_strangers();
SET LOCAL ROLE regress_memocite_stranger;
CREATE FUNCTION strange.is_odd(bigint, int) RETURNS boolean LANGUAGE sql AS 'SELECT true';
CREATE FUNCTION strange.is_odd(bigint) RETURNS boolean LANGUAGE sql AS 'SELECT true';
CREATE OPERATOR strange.=== (leftarg = bigint, rightarg = int, function = strange.is_odd);
CREATE DOMAIN strange.odd AS bigint CHECK (strange.is_odd(VALUE));
CREATE TYPE strange.pair AS (a strange.odd);
CREATE VIEW strange.one AS SELECT 1 AS n;
RESET ROLE;
GRANT USAGE ON SCHEMA memocite TO regress_memocite_stranger;
CREATE FUNCTION pg_temp.stranger(what text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	found text;
BEGIN
	BEGIN
		EXECUTE what;
		found := memocite_internal.memo_strangers();
		RAISE EXCEPTION USING ERRCODE = 'MC000';
	EXCEPTION WHEN SQLSTATE 'MC000' THEN
		RETURN found;
	END;
END $$;
SELECT pg_temp.stranger(what) FROM (VALUES
	('CREATE TRIGGER odd BEFORE UPDATE ON memocite.queue FOR EACH ROW WHEN (NEW.deal_id OPERATOR(strange.===) 1) EXECUTE FUNCTION suppress_redundant_updates_trigger()'),
	('CREATE TRIGGER odd BEFORE UPDATE ON memocite.queue FOR EACH ROW WHEN (NEW.deal_id::strange.odd > 0) EXECUTE FUNCTION suppress_redundant_updates_trigger()'),
	('CREATE TRIGGER odd BEFORE UPDATE ON memocite.queue FOR EACH ROW WHEN (strange.is_odd(NEW.deal_id)) EXECUTE FUNCTION suppress_redundant_updates_trigger()'),
	('CREATE TRIGGER odd BEFORE UPDATE ON memocite.queue FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()'),
	('GRANT TRIGGER ON memocite.queue TO regress_memocite_stranger'),
	('GRANT TRIGGER ON memocite.queue TO regress_memocite_stranger; CREATE TRIGGER odd BEFORE UPDATE ON memocite.queue FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()'),
	('GRANT TRIGGER ON memocite.section TO PUBLIC; CREATE OR REPLACE TRIGGER memo_fill BEFORE UPDATE ON memocite.section FOR EACH ROW WHEN (true) EXECUTE FUNCTION memocite_internal.memo_fill_section()'),
	('ALTER TABLE memocite.section ADD COLUMN pair strange.pair'),
	('CREATE DOMAIN strange.mine AS bigint; ALTER DOMAIN strange.mine ADD CHECK (strange.is_odd(VALUE)); ALTER TABLE memocite.section ADD COLUMN mine strange.mine'),
	('ALTER TABLE memocite.section ADD CHECK (deal_id OPERATOR(strange.===) 1)'),
	('ALTER TABLE memocite.section ALTER title SET DEFAULT strange.is_odd(1)'),
	('CREATE INDEX odd ON memocite.revision (strange.is_odd(deal_id)) WHERE false'),
	('CREATE POLICY odd ON memocite.section USING (EXISTS (SELECT FROM strange.one))'),
	('CREATE RULE odd AS ON UPDATE TO memocite.queue DO ALSO SELECT strange.is_odd(1)'),
	('CREATE FUNCTION strange.mine() RETURNS boolean BEGIN ATOMIC SELECT strange.is_odd(1); END; CREATE POLICY odd ON memocite.section USING (strange.mine())'),
	('ALTER TABLE memocite.chart OWNER TO regress_memocite_stranger'),
	('CREATE TABLE strange.child(deal_id bigint REFERENCES memocite.deal); ALTER TABLE strange.child OWNER TO regress_memocite_stranger')) AS v(what);
ROLLBACK;

-- a schema memocite that somebody else made is not filled, not even by a superuser: its owner could drop it with everything
BEGIN;
SET LOCAL client_min_messages = warning;
DROP SCHEMA memocite CASCADE;
CREATE ROLE regress_memocite_squatter;
CREATE ROLE regress_memocite_owner;
GRANT CREATE ON DATABASE :"DBNAME" TO regress_memocite_squatter, regress_memocite_owner;
SELECT memo_grant('regress_memocite_owner', 'operator');
SET LOCAL ROLE regress_memocite_squatter;
CREATE SCHEMA memocite;
RESET ROLE;
SAVEPOINT squatted;
SELECT memo_init();
ROLLBACK TO squatted;
-- nor is a store in it, whoever owns the tables
CREATE TABLE memocite.store_version(version int);
SELECT memo_init();
ROLLBACK TO squatted;
-- nor by a role that has the squatter's rights
GRANT regress_memocite_squatter TO regress_memocite_owner;
SET LOCAL ROLE regress_memocite_owner;
SELECT memo_init();
ROLLBACK TO squatted;
-- nor does memo_doctor run what the squatter made in it
CREATE FUNCTION public.regress_grab() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'as %', current_user; END $$;
CREATE VIEW memocite.store_version AS SELECT public.regress_grab() AS version;
CREATE VIEW memocite.queue AS SELECT public.regress_grab() AS deal_id;
SELECT "check", level, detail FROM memo_doctor() WHERE "check" IN ('store', 'queue', 'triggers');
ROLLBACK TO squatted;
-- a store that its owner made is known to its members, who put back what is missing as the owner's; a superuser runs no triggers of its owner's
DROP SCHEMA memocite;
CREATE ROLE regress_memocite_member IN ROLE regress_memocite_owner;
SELECT memo_grant('regress_memocite_member', 'operator'), memo_grant('regress_memocite_squatter', 'operator');
SET LOCAL ROLE regress_memocite_owner;
SELECT memo_init();
SELECT memo_init();
RESET ROLE;
SAVEPOINT made;
SELECT memo_init();
ROLLBACK TO made;
SELECT memo_work();
ROLLBACK TO made;
SELECT memocite_internal.memo_deals_to_finalize(true);
ROLLBACK TO made;
DROP VIEW memocite.coverage;
SET LOCAL ROLE regress_memocite_member;
SELECT memo_init();
DROP VIEW memocite.waterfall;
SELECT memo_init();
RESET ROLE;
SELECT relowner::regrole, count(*) FROM pg_class WHERE relnamespace = 'memocite'::regnamespace AND relkind = 'v' GROUP BY relowner;
SET LOCAL ROLE regress_memocite_squatter;
SELECT memo_init();
ROLLBACK;
SELECT memo_init();

-- a hostile search_path changes nothing: every operator and function of
-- pg_catalog shadowed by one that raises an error. A session of its own, so
-- that no plan is there yet.
BEGIN;
CREATE SCHEMA evil;
CREATE FUNCTION pg_temp.shadow(what text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE what; EXCEPTION WHEN OTHERS THEN NULL; END $$;
DO $$
BEGIN
	PERFORM pg_temp.shadow(format('CREATE FUNCTION evil.%I(%s) RETURNS %s%s LANGUAGE plpgsql AS %L', proname, pg_get_function_identity_arguments(oid), CASE WHEN proretset THEN 'SETOF ' END,
		format_type(prorettype, NULL), format('BEGIN RAISE EXCEPTION %L; END', 'evil ' || replace(proname, '%', '%%'))))
	FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND proargmodes IS NULL AND NOT 'internal'::regtype = ANY (proargtypes);
	PERFORM pg_temp.shadow(format('CREATE FUNCTION evil.op_%s(%s) RETURNS %s LANGUAGE plpgsql AS %L; CREATE OPERATOR evil.%s (%s RIGHTARG = %s, FUNCTION = evil.op_%1$s)', oid,
		concat_ws(', ', NULLIF(oprleft, 0)::regtype, oprright::regtype), oprresult::regtype, format('BEGIN RAISE EXCEPTION %L; END', 'evil operator ' || replace(oprname, '%', '%%')),
		oprname, 'LEFTARG = ' || NULLIF(oprleft, 0)::regtype || ',', oprright::regtype))
	FROM pg_operator WHERE oprnamespace = 'pg_catalog'::regnamespace AND oprright <> 0;
END $$;
SELECT (SELECT count(*) > 1000 FROM pg_proc WHERE pronamespace = 'evil'::regnamespace) AS functions, (SELECT count(*) > 500 FROM pg_operator WHERE oprnamespace = 'evil'::regnamespace) AS operators;
GRANT USAGE ON SCHEMA evil TO public;
COMMIT;
\c -
SET search_path = evil, pg_catalog, public;
\set VERBOSITY terse
\set SHOW_CONTEXT never
SELECT lower('X');
SELECT 1 = 1;
INSERT INTO memocite.deal(deal_id, name, external_id, policy) VALUES (3803, 'Evil', 'evil-1', '{"cluster_cap": 2, "src_id_scope": "global"}');
INSERT INTO memocite.document(deal_id, doc_id, title, tag, src_id) VALUES (3803, 'om', 'Offering', 'A', 7);
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3803, 'market', 'Rents rose [SRC:1] and [SOURCE-A] fell [SRC:7].'), (3803, 'risk', 'Risks [SRC:1].');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (3803, 'p', 'om', 'Rents rose in May.');
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, passage_id, quote, claim_text) VALUES (3803, '38030000-0000-4000-8000-000000000001', 'market', 1, 'om', 'p', 'Rents rose', 'Rents rose');
UPDATE memocite.section SET title = 'Title';
SELECT memo_deal_id('evil-1') \gset
SELECT memo_policy(3803) \g /dev/null
SELECT memo_reserve_src_ids(3803, 'market', 3);
SELECT memo_collisions(3803);
SELECT memo_resolve_collisions(3803);
SELECT memo_finalize(3803, '2026-06-30', '[{"section_key": "exit", "body": "A sale [SRC: 1]."}]', true) \g /dev/null
SELECT memo_finalize(3803, '2026-06-30', '[{"section_key": "exit", "body": "A sale [SRC: 1]."}]') \g /dev/null
SELECT memo_markdown(3803) \g /dev/null
SELECT memo_report(3803) \g /dev/null
SELECT memo_verify(3803) \g /dev/null
SELECT memo_replay(3803);
SELECT count(*) FROM memo_trace(3803, 1);
SELECT count(*) FROM memo_diff(3803, 1, 1);
SELECT memo_pin(3803, 1), memo_pin(3803, 1, false);
SELECT section_key, refs, unbound FROM memo_import_markdown(3803, memo_markdown(3803));
SELECT value FROM memocite.metrics WHERE name OPERATOR(pg_catalog.=) 'memocite_flawed_memos';
SELECT count(*) FROM memocite.blast_radius WHERE deal_id OPERATOR(pg_catalog.=) 3803;
SELECT count(*) FROM memocite.stale_source WHERE deal_id OPERATOR(pg_catalog.=) 3803;
SELECT memo_markers('[SRC:1]');
SELECT memo_work();
SELECT memo_save_synthesis(3803, '{"sections": {"market": {"body": "Rents rose [SRC:1].", "claims": [{"n": 1, "doc_id": "om", "page": 2}]}}}', '{market}');
SELECT memo_load_synthesis(3803) \g /dev/null
SELECT memo_retry(3803, as_of => '2026-06-30') \g /dev/null
SELECT memo_snapshot(3803);
SELECT memo_retry(3803) \g /dev/null
SELECT memo_route(3803, 'Please, regenerate the report.');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (3803, 'd1', 'One'), (3803, 'd2', 'Two');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (3803, 'p1', 'd1', 'Rents rose by 1 percent.'), (3803, 'p2', 'd1', 'Rents rose by 2 percent.'),
	(3803, 'p3', 'd2', 'Rents rose by 3 percent.'), (3803, 'p4', 'd2', 'Rents rose by 4 percent.');
SELECT memo_ask(3803, 'Did rents rise?') AS request_id \gset
SELECT memo_request(:'request_id') \g /dev/null
SELECT memo_answer(:'request_id', '{}') \g /dev/null
SELECT memo_answer(:'request_id', '{"claims": [{"claim_text": "So.", "citation": {"file_id": "d1", "passage_id": "1", "quote": "Rents rose by 1 percent."}}]}'::jsonb) \g /dev/null
SELECT memo_answer_text(:'request_id');
SELECT memo_ask(3803, 'Did rents fall?') AS request_id \gset
SELECT memo_give_up(:'request_id', 'no model');
CREATE FUNCTION public.regress_provider(request jsonb) RETURNS jsonb LANGUAGE sql AS 'SELECT NULL::jsonb';
CALL memo_ask_with('public.regress_provider', 3803, 'Did rents stay?') \g /dev/null
CREATE TABLE public.regress_store(prefix text, key text, value jsonb, PRIMARY KEY (prefix, key));
SELECT memo_attach_store('public.regress_store');
INSERT INTO public.regress_store VALUES ('memo.3803.sections', 'exit', '{"content": "Sold [SRC:1].", "claim_citations": [{"n": 1, "doc_id": "d1"}]}');
UPDATE public.regress_store SET value = value;
SELECT memo_ingest_store(3803);
SELECT memo_detach_store('public.regress_store');
SELECT state, reason, attempts FROM memocite.request WHERE deal_id OPERATOR(pg_catalog.=) 3803 ORDER BY asked_at USING OPERATOR(pg_catalog.<);
SELECT memo_html(3803), memo_prosemirror(3803) \g /dev/null
SELECT memo_requeue(3803), memo_requeue(3803);
SELECT deal_id, memo_is_complete(deal_id) FROM memo_due(0, 1);
SELECT memo_work();
CALL memo_finalize_all(false);
SELECT memo_progress(), memo_worker_wake(), memo_worker_stop();
SELECT "check", level FROM memo_doctor();
CREATE ROLE regress_memocite_reader;
SELECT memo_grant('regress_memocite_reader', 'writer'), memo_grant('regress_memocite_reader', 'none');
DROP ROLE regress_memocite_reader;
SELECT memo_init();
RESET search_path;
DROP TABLE regress_store;
DROP FUNCTION regress_provider;
SELECT count(*) FILTER (WHERE ok) || ' of ' || count(*) AS verified FROM memo_verify(3803);
DELETE FROM memocite.deal WHERE deal_id BETWEEN 3801 AND 3803;
SET client_min_messages = warning;
DROP SCHEMA evil CASCADE;
