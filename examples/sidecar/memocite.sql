-- Way B: memocite fetches from the application. Run this on the memocite server, as superuser:
--
--   psql -d deals -v host=db.cloud -v port=5432 -v dbname=app -v user=memo -v password=... -v role=memo_owner -f memocite.sql
--
-- host, port, dbname: the application's server. user, password: a role there that may read its tables and write report.memo.
-- role: who calls pull() and publish() here: the store's owner, or one that memo_grant(.., 'operator') was called for.
-- The tables stay where they are. Here they are, as an example:
--
--   report (id bigint PRIMARY KEY, title text NOT NULL, memo text)
--   draft (report_id bigint, key text, body text, claims jsonb, PRIMARY KEY (report_id, key))
CREATE EXTENSION IF NOT EXISTS postgres_fdw;
CREATE SERVER application FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'host', port :'port', dbname :'dbname');
CREATE USER MAPPING FOR :"role" SERVER application OPTIONS (user :'user', password :'password');
GRANT USAGE ON FOREIGN SERVER application TO :"role";
CREATE SCHEMA application AUTHORIZATION :"role";
SET ROLE :"role";
IMPORT FOREIGN SCHEMA public LIMIT TO (report, draft) FROM SERVER application INTO application;

-- No trigger tells of a change there: cron, or the application itself by dblink, calls this. What is equal enqueues nothing.
CREATE FUNCTION application.pull(OUT deals bigint, OUT sections bigint)
LANGUAGE sql VOLATILE AS $$
	INSERT INTO memocite.deal AS d (deal_id, name) SELECT r.id, r.title FROM application.report r
	ON CONFLICT (deal_id) DO UPDATE SET name = EXCLUDED.name WHERE d.name <> EXCLUDED.name;
	DELETE FROM memocite.section s WHERE s.deal_id IN (SELECT r.id FROM application.report r)
		AND (s.deal_id, s.section_key) NOT IN (SELECT t.report_id, t.key FROM application.draft t);
	SELECT count(DISTINCT t.report_id), count(p.markers)
	FROM application.draft t CROSS JOIN LATERAL memo_put_section(t.report_id, t.key, t.body, t.claims, make_documents => true) AS p
$$;

-- And this brings finished memos back; returns how many are new.
CREATE FUNCTION application.publish() RETURNS bigint
LANGUAGE sql VOLATILE AS $$
	WITH memo AS MATERIALIZED (
		SELECT l.deal_id, memo_markdown(l.deal_id, l.revision) AS markdown FROM memocite.latest_revision l),
	written AS (
		UPDATE application.report r SET memo = m.markdown FROM memo m
		WHERE r.id = m.deal_id AND r.memo IS DISTINCT FROM m.markdown RETURNING r.id)
	SELECT count(*) FROM written
$$;
RESET ROLE;
