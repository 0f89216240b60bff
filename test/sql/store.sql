-- The store (chapter 2): plain tables in schema memocite, made by memo_init().
\set SHOW_CONTEXT never
SELECT memo_init();
-- idempotent
SELECT memo_init();
SELECT version, extension_version FROM memocite.store_version ORDER BY version;

-- DROP EXTENSION .. CASCADE leaves tables and rows, but takes the triggers and what rests on a function; memo_init() puts back what is missing, and no more.
CREATE VIEW pg_temp.store_object AS
	SELECT 'view' AS kind, c.relname::text AS name, pg_get_viewdef(c.oid) AS definition, pg_get_userbyid(c.relowner) AS owner, c.relacl::text AS acl, c.xmin::text AS xid,
		obj_description(c.oid, 'pg_class') || (SELECT string_agg(col_description(c.oid, a.attnum), '|' ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0) AS comments
	FROM pg_class c WHERE c.relnamespace = 'memocite'::regnamespace AND c.relkind = 'v'
	UNION ALL
	SELECT 'trigger', t.tgrelid::regclass || '.' || t.tgname, pg_get_triggerdef(t.oid), NULL, NULL, t.xmin::text, NULL
	FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = 'memocite'::regnamespace AND NOT t.tgisinternal
	UNION ALL
	SELECT 'relation', c.relname, c.relkind::text, pg_get_userbyid(c.relowner), c.relacl::text, NULL,
		obj_description(c.oid, 'pg_class') || (SELECT string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || coalesce(col_description(c.oid, a.attnum), ''), '|' ORDER BY a.attnum)
			FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0)
	FROM pg_class c WHERE c.relnamespace = 'memocite'::regnamespace AND c.relkind <> 'v'
	UNION ALL
	SELECT 'policy', polname::text, polrelid::regclass::text, NULL, NULL, xmin::text, NULL FROM pg_policy;
BEGIN;
SET LOCAL client_min_messages = warning;
INSERT INTO memocite.deal(deal_id, name) VALUES (2204, 'Kept');
ALTER TABLE memocite.section ADD COLUMN reviewer text;
CREATE INDEX section_reviewer ON memocite.section (reviewer);
CREATE POLICY mine ON memocite.section USING (true);
COMMENT ON TABLE memocite.deal IS 'Our own words.';
GRANT SELECT ON memocite.coverage, memocite.waterfall TO pg_monitor;	-- goes with a view that is made again
CREATE TEMP TABLE before AS SELECT * FROM pg_temp.store_object;
SELECT memo_init();
SELECT count(*) AS changed FROM (TABLE before EXCEPT SELECT * FROM pg_temp.store_object) AS d;
INSERT INTO memocite.deal(deal_id, name) VALUES (2205, 'Changed meanwhile');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2205, 'market', 'Rents rose.');
SELECT memo_finalize(2205, '2026-06-30') -> 'revision' AS revision, memo_init();
SELECT deal_id, queue_state FROM memocite.status WHERE deal_id IN (2204, 2205) ORDER BY 1;
DROP EXTENSION memocite CASCADE;
UPDATE memocite.section SET body = 'Rents fell.' WHERE deal_id = 2205;
SELECT kind, count(*) FROM pg_temp.store_object WHERE kind IN ('view', 'trigger') GROUP BY kind ORDER BY kind;
CREATE EXTENSION memocite;
DROP VIEW memocite.waterfall;
SELECT memo_init();
-- what changed between the two is enqueued by the latter: all deals with sections, for nobody knows which
SELECT deal_id, queue_state FROM memocite.status WHERE deal_id IN (2204, 2205) ORDER BY 1;
SELECT kind, count(*) FROM pg_temp.store_object WHERE kind IN ('view', 'trigger') GROUP BY kind ORDER BY kind;
SELECT kind, name FROM (SELECT kind, name, definition, owner, acl, comments FROM before EXCEPT SELECT kind, name, definition, owner, acl, comments FROM pg_temp.store_object) AS d ORDER BY kind, name COLLATE "C";
SELECT kind, name FROM (SELECT kind, name, definition, owner, acl, comments FROM pg_temp.store_object EXCEPT SELECT kind, name, definition, owner, acl, comments FROM before) AS d ORDER BY kind, name COLLATE "C";
UPDATE memocite.deal SET name = 'Kept, and queued' WHERE deal_id = 2204;
SELECT name, queue_state FROM memocite.status WHERE deal_id = 2204;
ROLLBACK;
SELECT memo_init();

-- Every object has a comment: tables, views, columns, functions, the schema.
SELECT c.relname FROM pg_class c
WHERE c.relnamespace = 'memocite'::regnamespace AND c.relkind IN ('r', 'v', 'S') AND obj_description(c.oid, 'pg_class') IS NULL
ORDER BY c.relname COLLATE "C";
SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = 'memocite'::regnamespace AND c.relkind IN ('r', 'v') AND col_description(c.oid, a.attnum) IS NULL
ORDER BY c.relname COLLATE "C", a.attnum LIMIT 10;
SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'
	JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'memocite'
WHERE obj_description(p.oid, 'pg_proc') IS NULL ORDER BY p.oid::regprocedure::text COLLATE "C";
SELECT obj_description('memocite'::regnamespace, 'pg_namespace');

-- What users call is in the schema of the extension, helpers are in memocite_internal: those of triggers, and parts of other functions.
SELECT p.oid::regprocedure AS misplaced FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'
	JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'memocite'
WHERE (p.prorettype = 'trigger'::regtype OR obj_description(p.oid, 'pg_proc') LIKE 'Part of %')
	IS DISTINCT FROM (p.pronamespace = 'memocite_internal'::regnamespace)
ORDER BY p.oid::regprocedure::text COLLATE "C";

-- The tables are not members of the extension.
SELECT count(*) AS members FROM pg_depend d JOIN pg_class c ON c.oid = d.objid AND d.classid = 'pg_class'::regclass
WHERE d.deptype = 'e' AND c.relnamespace = 'memocite'::regnamespace;

-- Every deal table starts with deal_id bigint; every primary key, unique
-- constraint and foreign key between them contains it first.
SELECT c.relname AS table_without_deal_id FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = 1
WHERE c.relnamespace = 'memocite'::regnamespace AND c.relkind = 'r' AND (a.attname <> 'deal_id' OR a.atttypid <> 'bigint'::regtype)
	AND c.relname NOT IN ('store_version', 'policy', 'section_kind', 'decision_question', 'metric_kind', 'route_pattern')
ORDER BY c.relname COLLATE "C";
SELECT conrelid::regclass, conname FROM pg_constraint
WHERE connamespace = 'memocite'::regnamespace AND contype IN ('p', 'u', 'f') AND conrelid::regclass::text COLLATE "C" NOT IN
	('memocite.store_version', 'memocite.policy', 'memocite.section_kind', 'memocite.decision_question', 'memocite.metric_kind', 'memocite.route_pattern')
	AND conkey[1] <> 1 ORDER BY 1, 2;
-- No sequence but the one for deal_id; row triggers only, but for TRUNCATE.
SELECT relname FROM pg_class WHERE relnamespace = 'memocite'::regnamespace AND relkind = 'S';
SELECT count(*) AS statement_triggers FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE c.relnamespace = 'memocite'::regnamespace AND NOT t.tgisinternal AND t.tgtype & 1 = 0 AND t.tgtype & 32 = 0;
-- Nothing is seeded in user tables.
SELECT (SELECT count(*) FROM memocite.policy) + (SELECT count(*) FROM memocite.section_kind) + (SELECT count(*) FROM memocite.decision_question)
	+ (SELECT count(*) FROM memocite.metric_kind) + (SELECT count(*) FROM memocite.route_pattern) AS catalogue_rows;

-- deal_id is supplied, or the next of one plain sequence.
INSERT INTO memocite.deal(deal_id, name, external_id) VALUES (2201, 'One', 'store-1'), (2202, 'Two', 'store-2'), (2203, 'Three', 'store-2');
INSERT INTO memocite.deal(name) VALUES ('Counted') RETURNING deal_id = currval('memocite.deal_id_seq') AS from_sequence;
DELETE FROM memocite.deal WHERE name = 'Counted';

-- A claim on a document of another deal, or on none, is impossible; the same for its section, passage and block.
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (2201, 'om', 'Offering Memorandum'), (2202, 'rr', 'Rent Roll');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (2202, 'rr-1', 'rr', 1, 'Units 312.');
INSERT INTO memocite.block(deal_id, block_id, passage_id, content) VALUES (2202, 42, 'rr-1', 'Units 312.');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2201, 'market', 'Rents rose.'), (2202, 'risk', 'Risks.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) VALUES (2201, 'market', 1, 'rr');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) VALUES (2201, 'risk', 1, 'om');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, passage_id) VALUES (2201, 'market', 1, 'om', 'rr-1');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, block_id) VALUES (2201, 'market', 1, 'om', 42);
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2299, 'market', 'No deal.');
-- checks
\set VERBOSITY terse
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, confidence) VALUES (2201, 'market', 1, 'om', 1.001);
INSERT INTO memocite.section(deal_id, section_key, body, id_scope) VALUES (2201, 'exit', '', 'deal');
INSERT INTO memocite.document(deal_id, doc_id, source_type) VALUES (2201, 'x', 'word');
\set VERBOSITY default

-- section.position defaults from section_kind: what sums up first, unknown keys before exit, the appendix last
INSERT INTO memocite.section(deal_id, section_key) SELECT 2202, k FROM unnest(ARRAY['executive_summary', 'transaction_overview', 'property', 'market',
	'comparables', 'tenancy', 'financial', 'debt', 'sponsor', 'environmental', 'exit', 'appendix', 'conclusion', 'returns', 'investment_thesis', 'recommendation', 'introduction', 'summary', 'Summary']) AS k;
SELECT section_key, position FROM memocite.section WHERE deal_id = 2202 ORDER BY position, section_key COLLATE "C";
BEGIN;
INSERT INTO memocite.section_kind(section_key, position) VALUES ('appendix', 950), ('exit', 15);
INSERT INTO memocite.section(deal_id, section_key, position) VALUES (2201, 'appendix', NULL), (2201, 'exit', NULL), (2201, 'debt', 7)
RETURNING section_key, position;
ROLLBACK;
-- a section without a title, or with one of blanks, has that of its section_kind, else one made of its key; one with a title keeps it
BEGIN;
INSERT INTO memocite.section_kind(section_key, title, position) VALUES ('risk', 'Risks and Mitigants', 700), ('exit', 'Way Out', 900), ('debt', '', 550), ('tenancy', NULL, 450);
DELETE FROM memocite.section WHERE deal_id = 2202;
INSERT INTO memocite.section(deal_id, section_key, title, body) VALUES (2202, 'risk', NULL, 'Few.'), (2202, 'exit', 'Exit Strategy', 'Late.'), (2202, 'debt', '', 'Little.'), (2202, 'tenancy', E' \t', 'Long.'), (2202, 'sponsor', NULL, 'Known.'), (2202, 'exit_fees', ' ', 'None.');
SELECT memo_finalize(2202, '2026-06-30') ->> 'status' AS status;
SELECT line FROM regexp_split_to_table(memo_markdown(2202), E'\n') WITH ORDINALITY AS l(line, n) WHERE line LIKE '## %' ORDER BY n;
-- the check of metrics at writing knows it, too: below a title of no ordinary words a number is for review
INSERT INTO memocite.metric VALUES (2202, 'irr', '', 18.5, 'percent');
INSERT INTO memocite.section_kind(section_key, title, position) VALUES ('market', 'Seller''s Appraisal', 300);
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2202, 'market', 'The IRR is 12.0%.'), (2202, 'property', 'The IRR is 12.0%.') RETURNING section_key, parse_quality;
SELECT section_key FROM memo_retries(2202);
ROLLBACK;

-- memo_deal_id(external_id) finds the deal and refuses an ambiguous or unknown one
SELECT memo_deal_id('store-1');
SELECT memo_deal_id('store-2');
SELECT memo_deal_id('store-3');

-- memo_reserve_src_ids hands an agent a range that nobody else gets
SELECT * FROM memo_reserve_src_ids(2201, 'market', 10);
SELECT * FROM memo_reserve_src_ids(2201, 'risk', 5);
BEGIN;
SELECT * FROM memo_reserve_src_ids(2201, 'exit', 1);
ROLLBACK;
SELECT * FROM memo_reserve_src_ids(2201, 'exit', 1);
SELECT first_id, last_id, agent FROM memocite.src_range WHERE deal_id = 2201 ORDER BY first_id;
-- the first range lies above every id that the deal has
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) VALUES (2202, 'risk', 30, 'rr');
UPDATE memocite.passage SET src_id = 44 WHERE deal_id = 2202;
UPDATE memocite.document SET src_id = 37 WHERE deal_id = 2202;
SELECT * FROM memo_reserve_src_ids(2202, 'market', 2);
-- that its markers have, too, repaired ones and ranges; what no marker can say is in nobody's way
INSERT INTO memocite.deal(deal_id, name) VALUES (2204, 'Markers'), (2205, 'Great ids');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2204, 'risk', 'One [SRC:3, 7]. Two 【SRC: 2】 \[SRC:5\] [SRC:4, p. 60] [SRC:1718000000000].'), (2205, 'risk', 'Ids [SRC:2-9], [SRC:1-17180000000].');
INSERT INTO memocite.document(deal_id, doc_id, src_id) VALUES (2204, 'om', 9223372036854775807), (2205, 'om', 1718000000000);
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) VALUES (2205, 'risk', 1718000000000, 'om');
SELECT * FROM memo_reserve_src_ids(2204, 'market', 2);
SELECT * FROM memo_reserve_src_ids(2205, 'market', 2);
SELECT section_key, refs FROM memo_import_markdown(2205, E'## Exit\n\nWe sell.[^1]\n\n[^1]: om, p. 3.\n\n<!-- memocite {"v":1,"notes":{"1":"0000000000000000"},"tail":0,"docs":["om"],"sources":[[0,3]]} -->');
-- ids end at 2147483647: one that somebody has there ends nothing, the next come from the widest room between those in use
INSERT INTO memocite.deal(deal_id, name) VALUES (2206, 'The last id');
INSERT INTO memocite.document(deal_id, doc_id) VALUES (2206, 'om');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2206, 'risk', 'Ids [SRC:7], [SRC:2147483647].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) VALUES (2206, 'risk', 2147483647, 'om');
SELECT * FROM memo_reserve_src_ids(2206, 'market', 5);
SELECT * FROM memo_reserve_src_ids(2206, 'exit', 1000000);
-- what somebody wrote meanwhile is not handed out
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) VALUES (2206, 'risk', 1000015, 'om');
SELECT * FROM memo_reserve_src_ids(2206, 'market', 2);
SELECT * FROM memo_reserve_src_ids(2206, 'exit', 3);
UPDATE memocite.document SET src_id = 1000022 WHERE deal_id = 2206;
SELECT * FROM memo_reserve_src_ids(2206, 'debt', 9);
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, src_id, content) VALUES (2206, 'p', 'om', 1000040, 'x');
SELECT * FROM memo_reserve_src_ids(2206, 'debt', 9);
INSERT INTO memocite.src_range(deal_id, first_id, last_id, agent) VALUES (2206, 1000059, 2000000000, 'restored');
SELECT * FROM memo_reserve_src_ids(2206, 'debt', 9);
SELECT first_id, last_id, agent FROM memocite.src_range WHERE deal_id = 2206 ORDER BY first_id;
-- the counter at its end
UPDATE memocite.allocator SET next_src_id = 2147483646 WHERE deal_id = 2202;
SELECT * FROM memo_reserve_src_ids(2202, 'market', 2);
SELECT * FROM memo_reserve_src_ids(2202, 'market', 1);
INSERT INTO memocite.src_range(deal_id, first_id, last_id, agent) VALUES (2202, 48, 2147483644, 'restored');
SELECT * FROM memo_reserve_src_ids(2202, 'market', 44);
SELECT * FROM memo_reserve_src_ids(2202, 'market', 29);
SELECT * FROM memo_reserve_src_ids(2202, 'market', 30);
SELECT * FROM memo_reserve_src_ids(2202, 'market', 0);
SELECT * FROM memo_reserve_src_ids(2202, 'market', 1000001);
SELECT * FROM memo_reserve_src_ids(2299, 'market', 1);

-- ON DELETE CASCADE: a deal goes with all its rows
DELETE FROM memocite.deal WHERE deal_id BETWEEN 2201 AND 2206;
SELECT count(*) FROM memocite.src_range WHERE deal_id IN (2201, 2202);
SELECT count(*) FROM memocite.queue WHERE deal_id IN (2201, 2202);
