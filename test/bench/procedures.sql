-- bench.finalize and bench.floor: what is measured, and what it cannot be faster than. Both take deals and end a
-- transaction after each. bench.floor reads the columns that memo_finalize reads and writes as much as it writes: the
-- agents' text and the rows of an earlier run (schema saved), into tables with the same columns and constraints
-- (schema floor). || '' and the like make it decompress, copy and compress each value; as it is, INSERT .. SELECT
-- only hands the compressed one on.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
CREATE SCHEMA bench;
CREATE SCHEMA floor;
CREATE SCHEMA saved;
CREATE TABLE bench.result(what text, run int, bytes bigint, ms float8);

CREATE PROCEDURE bench.note(what text, run int, deals bigint[], started timestamptz) LANGUAGE sql AS $$
    INSERT INTO bench.result
    SELECT what, run, (SELECT sum(octet_length(body)) FROM memocite.section WHERE deal_id = ANY (deals)),
        1000 * extract(epoch FROM ended - started)
    FROM (SELECT clock_timestamp() AS ended) AS now
$$;

CREATE PROCEDURE bench.finalize(what text, run int, deals bigint[]) LANGUAGE plpgsql AS $$
DECLARE
    deal bigint;
    started timestamptz := clock_timestamp();
BEGIN
    FOREACH deal IN ARRAY deals LOOP
        PERFORM memo_finalize(deal, DATE '2025-06-30');
        COMMIT;
    END LOOP;
    CALL bench.note(what, run, deals, started);
END $$;

-- Without earlier revisions, the next run writes everything.
CREATE PROCEDURE bench.forget() LANGUAGE sql AS $$
    TRUNCATE memocite.revision, memocite.revision_section, memocite.revision_detail,
        floor.revision, floor.revision_section, floor.revision_detail;
$$;

-- What a SELECT list copies a row of a store's table with, to the byte.
CREATE FUNCTION bench.rebuilt(rel regclass) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(CASE
            WHEN attname = 'body' THEN 's.body || '''''
            WHEN atttypid IN ('text'::regtype, 'json'::regtype) THEN format('r.%I::text || ''''', attname)
            WHEN atttypid = 'jsonb'::regtype THEN format('r.%I || ''{}''', attname)
            WHEN atttypid = 'json[]'::regtype THEN format('r.%I::text[] || ''{}''', attname)
            WHEN attndims > 0 THEN format('r.%I || ''{}''', attname)
            ELSE format('r.%I', attname) END, ', ' ORDER BY attnum)
    FROM pg_attribute WHERE attrelid = rel AND attnum > 0 AND NOT attisdropped
$$;

-- Tables floor.*: those of the store, but json is text, for the floor need not parse it.
DO $$
DECLARE
    col record;
BEGIN
    CREATE TABLE floor.revision (LIKE memocite.revision INCLUDING ALL,
        FOREIGN KEY (deal_id) REFERENCES memocite.deal ON DELETE CASCADE);
    CREATE TABLE floor.revision_section (LIKE memocite.revision_section INCLUDING ALL,
        FOREIGN KEY (deal_id) REFERENCES memocite.deal ON DELETE CASCADE);
    CREATE TABLE floor.revision_detail (LIKE memocite.revision_detail INCLUDING ALL,
        FOREIGN KEY (deal_id, revision) REFERENCES floor.revision ON DELETE CASCADE);
    ALTER TABLE floor.revision SET (toast_tuple_target = 8160);
    ALTER TABLE floor.revision_section SET (toast_tuple_target = 8160);
    ALTER TABLE floor.revision_detail SET (toast_tuple_target = 8160);
    FOR col IN SELECT attrelid::regclass AS rel, attname, replace(format_type(atttypid, NULL), 'json', 'text') AS type
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r'
        WHERE relnamespace = 'floor'::regnamespace AND atttypid IN ('json'::regtype, 'json[]'::regtype)
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I TYPE %s', col.rel, col.attname, col.type);
    END LOOP;
    CREATE TABLE saved.revision (LIKE memocite.revision INCLUDING ALL);
    CREATE TABLE saved.revision_section (LIKE memocite.revision_section INCLUDING ALL);
    CREATE TABLE saved.revision_detail (LIKE memocite.revision_detail INCLUDING ALL);
END $$;

SELECT format($floor$
CREATE PROCEDURE bench.floor(what text, run int, deals bigint[]) LANGUAGE plpgsql AS $body$
DECLARE
    deal bigint;
    started timestamptz := clock_timestamp();
BEGIN
    FOREACH deal IN ARRAY deals LOOP
        PERFORM d.name, d.metadata, d.policy FROM memocite.deal d WHERE d.deal_id = deal FOR NO KEY UPDATE;
        PERFORM max(doc_id), max(title), max(path), max(source_type), max(tag), max(ingested_on), max(src_id)
        FROM memocite.document d WHERE d.deal_id = deal;
        PERFORM count(claim_id), max(section_key), max(src_id), max(claim_text), max(doc_id), max(page),
            max(passage_id), max(quote), max(locator), max(confidence)
        FROM memocite.claim c WHERE c.deal_id = deal;
        INSERT INTO floor.revision SELECT %s FROM saved.revision r WHERE r.deal_id = deal;
        INSERT INTO floor.revision_section SELECT %s
        FROM saved.revision_section r JOIN memocite.section s USING (deal_id, section_key) WHERE r.deal_id = deal;
        INSERT INTO floor.revision_detail SELECT %s FROM saved.revision_detail r WHERE r.deal_id = deal;
        COMMIT;
    END LOOP;
    CALL bench.note(what, run, deals, started);
END $body$ $floor$, bench.rebuilt('memocite.revision'), bench.rebuilt('memocite.revision_section'),
    bench.rebuilt('memocite.revision_detail')) \gexec

-- Keeps the revisions that are there, for bench.floor.
CREATE PROCEDURE bench.save() LANGUAGE sql AS $$
    INSERT INTO saved.revision SELECT * FROM memocite.revision;
    INSERT INTO saved.revision_section SELECT * FROM memocite.revision_section;
    INSERT INTO saved.revision_detail SELECT * FROM memocite.revision_detail;
$$;

-- Sections to insert in bulk: generated ones, where a sentence in three names a metric; those of the sample deal; and
-- (run.sh) those of the documents of test/data: reports by language models, a credit opinion.
CREATE TABLE bench.bulk AS
    SELECT 'generated' AS kind, row_number() OVER (ORDER BY deal_id, ord) AS nth, title, body, NULL::jsonb AS structured FROM section
    UNION ALL
    SELECT 'sample', row_number() OVER (ORDER BY position), title, body, structured FROM memocite.section WHERE deal_id = 99999;
CREATE TABLE bench.document(content jsonb);
CREATE PROCEDURE bench.add_documents() LANGUAGE sql AS $$
    INSERT INTO bench.bulk
    SELECT 'real', row_number() OVER (ORDER BY content ->> 'doc_id', nth), s ->> 'heading', s ->> 'body'
    FROM bench.document, jsonb_array_elements(content -> 'sections') WITH ORDINALITY AS a(s, nth)
$$;

CREATE PROCEDURE bench.bulk_insert(what text, run int, of_kind text, with_metrics boolean DEFAULT false) LANGUAGE plpgsql AS $$
DECLARE
    deals bigint[] := ARRAY(SELECT n FROM generate_series(100001, 101000) AS n);
    started timestamptz;
BEGIN
    INSERT INTO memocite.deal(deal_id, name) SELECT deal, 'bulk' FROM unnest(deals) AS deal;
    -- so that the deals of all measurements have a row that refers to them, and a request
    INSERT INTO memocite.document(deal_id, doc_id, title) SELECT deal, 'costar', 'CoStar' FROM unnest(deals) AS deal;
    INSERT INTO memocite.metric(deal_id, metric, variant, value, unit)
    SELECT deal, metric, variant, CASE of_kind WHEN 'generated' THEN 1.35 ELSE value END, unit
    FROM unnest(deals) AS deal, memocite.metric AS m WHERE m.deal_id = 99999 AND with_metrics;
    COMMIT;
    started := clock_timestamp();
    INSERT INTO memocite.section(deal_id, section_key, title, position, structured, body)
    SELECT 100001 + n / 10, 's' || n % 10, title, 1 + n % 10, structured, body || ''
    FROM (SELECT row_number() OVER () - 1 AS n, title, structured, body FROM generate_series(1, 1500), bench.bulk WHERE kind = of_kind) AS s
    WHERE n < 10000;
    COMMIT;
    CALL bench.note(what, run, deals, started);
END $$;

CREATE PROCEDURE bench.bulk_delete() LANGUAGE sql AS $$ DELETE FROM memocite.deal WHERE deal_id > 100000 $$;
