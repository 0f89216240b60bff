-- Way A: the application writes to memocite. Run this in the application's database, which loads no C:
--
--   psql -v host=memo.internal -v port=5432 -v dbname=deals -v user=sidecar -v password=... -v role=app -f application.sql
--
-- host, port, dbname: the memocite server. user, password: a role there that memo_grant(.., 'writer') was called for.
-- role: the application's role in this database.
CREATE EXTENSION IF NOT EXISTS postgres_fdw;
CREATE EXTENSION IF NOT EXISTS dblink;

CREATE SERVER memocite FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'host', port :'port', dbname :'dbname');
CREATE USER MAPPING FOR :"role" SERVER memocite OPTIONS (user :'user', password :'password');
GRANT USAGE ON FOREIGN SERVER memocite TO :"role";
CREATE SCHEMA memo;
GRANT USAGE ON SCHEMA memo TO :"role";

-- Only the columns that the application writes: an INSERT sends all that a foreign table has, and NULL for those it does not
-- name. What is left out gets the default that it has where memocite is; what is here has its default once more.
CREATE FOREIGN TABLE memo.deal (deal_id bigint NOT NULL, external_id text, name text NOT NULL, metadata jsonb NOT NULL DEFAULT '{}')
SERVER memocite OPTIONS (schema_name 'memocite');
CREATE FOREIGN TABLE memo.document (deal_id bigint NOT NULL, doc_id text NOT NULL, title text, url text,
	source_type text NOT NULL DEFAULT 'other', ingested_on date)
SERVER memocite OPTIONS (schema_name 'memocite');
CREATE FOREIGN TABLE memo.passage (deal_id bigint NOT NULL, passage_id text NOT NULL, doc_id text NOT NULL, page int, content text NOT NULL)
SERVER memocite OPTIONS (schema_name 'memocite');
-- Read only: whether there is a memo, and whether changes wait.
CREATE FOREIGN TABLE memo.status (deal_id bigint, revision int, status text, stale boolean, queue_state text, last_error text)
SERVER memocite OPTIONS (schema_name 'memocite', updatable 'false');
GRANT SELECT, INSERT, UPDATE, DELETE ON memo.deal, memo.document, memo.passage TO :"role";
GRANT SELECT ON memo.status TO :"role";

-- A section goes by dblink, for INSERT .. ON CONFLICT DO UPDATE is refused on foreign tables. It commits there at once.
-- One connection a session is kept: to make one costs more than the call. After a restart of memocite's server
-- dblink_disconnect('memocite') has the next call make a new one.
CREATE FUNCTION memo.connection() RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	IF dblink_get_connections() @> '{memocite}' IS NOT TRUE THEN
		PERFORM dblink_connect('memocite', 'memocite');
	END IF;
	RETURN 'memocite';
END
$$;

CREATE FUNCTION memo.put_section(deal_id bigint, section_key text, body text, claims jsonb DEFAULT NULL,
	OUT parse_quality text, OUT retry_reason text, OUT markers int, OUT unknown_ids bigint[])
LANGUAGE sql VOLATILE AS $$
	SELECT * FROM dblink(memo.connection(), format('SELECT * FROM memo_put_section(%L, %L, %L, %L, make_documents => true)', $1, $2, $3, $4))
		AS t(parse_quality text, retry_reason text, markers int, unknown_ids bigint[])
$$;

CREATE FUNCTION memo.markdown(deal_id bigint) RETURNS text
LANGUAGE sql VOLATILE AS $$ SELECT * FROM dblink(memo.connection(), format('SELECT memo_markdown(%L)', $1)) AS t(markdown text) $$;

CREATE FUNCTION memo.holds(deal_id bigint, OUT reason text, OUT section_key text, OUT text text, OUT hint text) RETURNS SETOF record
LANGUAGE sql VOLATILE AS $$
	SELECT * FROM dblink(memo.connection(), format('SELECT reason, section_key, text, hint FROM memo_holds(%L)', $1))
		AS t(reason text, section_key text, text text, hint text)
$$;
