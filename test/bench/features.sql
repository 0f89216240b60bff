-- What users have beside text: the first 20 deals again, once for each feature, and with all of them. Each feature is
-- told by its deal ids: 20 from 20001 on are plain, from 20101 on have the next feature, and so on (bench.feature).
\set ON_ERROR_STOP on
SET client_min_messages = warning;
CREATE TABLE bench.feature(name text PRIMARY KEY, first bigint);
INSERT INTO bench.feature
SELECT name, 19901 + 100 * nth
FROM unnest('{plain,metrics,insights,claim texts,quotes,charts,everything}'::text[]) WITH ORDINALITY AS f(name, nth);

CREATE FUNCTION bench.deals_of(feature text) RETURNS bigint[] LANGUAGE sql AS $$
    SELECT array_agg(n) FROM bench.feature f, generate_series(f.first, f.first + 19) AS n WHERE f.name = feature
$$;

-- (feature's deal, deal that it is a copy of)
CREATE VIEW bench.copy AS
    SELECT f.name, f.first + n - 1 AS deal_id, n AS source FROM bench.feature f, generate_series(1, 20) AS n;

ALTER TABLE memocite.section DISABLE TRIGGER USER;
INSERT INTO memocite.deal(deal_id, name) SELECT deal_id, 'Deal ' || source FROM bench.copy;
INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type, tag, ingested_on)
SELECT c.deal_id, d.doc_id, d.title, d.path, d.source_type, d.tag, d.ingested_on
FROM bench.copy c JOIN memocite.document d ON d.deal_id = c.source;
INSERT INTO memocite.section(deal_id, section_key, title, position, body)
SELECT c.deal_id, s.section_key, s.title, s.position, s.body FROM bench.copy c JOIN memocite.section s ON s.deal_id = c.source;
ALTER TABLE memocite.section ENABLE TRIGGER USER;

-- a passage for each chunk that a citation names
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content)
SELECT DISTINCT ON (c.deal_id, t.chunk_id) c.deal_id, t.chunk_id::text, t.doc_id::text, t.page, t.chunk_text
FROM bench.copy c JOIN public.citation t ON t.deal_id = c.source WHERE c.name IN ('quotes', 'everything')
ORDER BY c.deal_id, t.chunk_id;
-- claim_text is the sentence before the marker
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, confidence, claim_text, passage_id, quote)
SELECT c.deal_id, s.key, t.n, t.doc_id::text, t.page, t.score,
    CASE WHEN c.name IN ('claim texts', 'everything') THEN substring(s.body FROM format('([A-Z][^.\[\n]{20,200})\[SRC:%s\]', t.n)) END,
    CASE WHEN c.name IN ('quotes', 'everything') THEN t.chunk_id::text END,
    CASE WHEN c.name IN ('quotes', 'everything') THEN nullif(btrim(substring(t.chunk_text, 21, 90)), '') END
FROM bench.copy c JOIN public.citation t ON t.deal_id = c.source JOIN public.section s ON (s.deal_id, s.ord) = (t.deal_id, t.ord)
ORDER BY c.deal_id, t.ord, t.n;
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit)
SELECT c.deal_id, m.metric, m.variant, m.value, m.unit
FROM bench.copy c, memocite.metric m WHERE m.deal_id = 99999 AND c.name IN ('metrics', 'everything');
INSERT INTO memocite.insight(deal_id, kind, section_key, metric, influence, message, detail)
SELECT c.deal_id, i.kind, s.section_key, i.metric, i.influence, i.message, i.detail
FROM bench.copy c JOIN memocite.section s USING (deal_id), memocite.insight i WHERE i.deal_id = 99999 AND c.name IN ('insights', 'everything');
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config, confidence, after_paragraph)
SELECT c.deal_id, format('chart_%s_%s', s.position, n), s.section_key, jsonb_build_object('type', CASE n WHEN 1 THEN 'bar' WHEN 2 THEN 'line' ELSE 'area' END,
        'title', 'Chart ' || n, 'series', jsonb_build_array(jsonb_build_object('name', 'Net operating income',
            'data', (SELECT jsonb_agg(jsonb_build_object('x', 2026 + y, 'y', 4200000 + 90000 * y)) FROM generate_series(0, 9) AS y))),
        'insightCaption', 'Income grows by two percent a year.', 'decisionQuestion', format('Where does income go in %s, %s?', s.section_key, n)), 0.9, n
FROM bench.copy c JOIN memocite.section s USING (deal_id), generate_series(1, 3) AS n WHERE c.name IN ('charts', 'everything');
TRUNCATE memocite.queue;
VACUUM ANALYZE;

-- One result for each output function over these deals' newest memos, which have a revision before; and for taking them in
-- again, as deals of their own with the same documents.
CREATE PROCEDURE bench.outputs(label text, run int, deals bigint[]) LANGUAGE plpgsql AS $$
DECLARE
    call text;
    times int := CASE WHEN label = '0.1 MB' THEN 10 ELSE 1 END;
    started timestamptz;
    memos text[];
    edited jsonb[];
BEGIN
    FOREACH call IN ARRAY '{memo_markdown,memo_html,memo_prosemirror,memo_verify,memo_diff,memo_evidence}'::text[] LOOP
        EXECUTE format('SELECT count(r) FROM unnest($1) AS deal, %I(deal) AS r', call) USING deals[1:1];
        started := clock_timestamp();
        FOR n IN 1 .. times LOOP
            EXECUTE format('SELECT count(octet_length(r::text)) FROM unnest($1) AS deal, %I(deal) AS r', call) USING deals;
        END LOOP;
        CALL bench.note(call || ', ' || label, run, deals, started);
    END LOOP;
    UPDATE bench.result r SET ms = ms / times WHERE r.run = outputs.run AND r.what LIKE 'memo_%, ' || label;
    memos := ARRAY(SELECT memo_markdown(deal) FROM unnest(deals) AS deal);
    edited := ARRAY(SELECT memo_prosemirror(deal) FROM unnest(deals) AS deal);
    FOREACH call IN ARRAY '{memo_import_markdown,memo_import_prosemirror}'::text[] LOOP
        INSERT INTO memocite.deal(deal_id, name) SELECT 200000 + deal, 'taken in' FROM unnest(deals) AS deal;
        INSERT INTO memocite.document(deal_id, doc_id, title, path) SELECT 200000 + deal_id, doc_id, title, path FROM memocite.document WHERE deal_id = ANY (deals);
        COMMIT;
        started := clock_timestamp();
        IF call = 'memo_import_markdown' THEN
            PERFORM count(*) FROM unnest(deals, memos) AS d(deal, memo), memo_import_markdown(200000 + deal, memo);
        ELSE
            PERFORM count(*) FROM unnest(deals, edited) AS d(deal, memo), memo_import_prosemirror(200000 + deal, memo);
        END IF;
        COMMIT;
        CALL bench.note(call || ', ' || label, run, deals, started);
        DELETE FROM memocite.deal WHERE deal_id > 200000;
    END LOOP;
END $$;

-- A deal that has revisions already: a claim changes, whatever an earlier run made of it, and it is finalized again.
CREATE PROCEDURE bench.again(what text, run int, deals bigint[], times int) LANGUAGE plpgsql AS $$
DECLARE
    deal bigint;
    started timestamptz;
BEGIN
    FOR n IN 1 .. times LOOP
        UPDATE memocite.claim c SET confidence = 0.8 + mod(100 * coalesce(c.confidence, 0) + 1, 19) / 100 WHERE c.deal_id = ANY (deals) AND c.src_id = 1;
        COMMIT;
        started := clock_timestamp();
        FOREACH deal IN ARRAY deals LOOP
            PERFORM memo_finalize(deal, DATE '2025-06-30');
            COMMIT;
        END LOOP;
    END LOOP;
    CALL bench.note(what, run, deals, started);
END $$;

-- 1,000 small deals for one worker and two: until the queue is empty.
INSERT INTO memocite.deal(deal_id, name) SELECT n, 'small' FROM generate_series(30001, 31000) AS n;
INSERT INTO memocite.document(deal_id, doc_id, title) SELECT n, 'om', 'Offering Memorandum' FROM generate_series(30001, 31000) AS n;
INSERT INTO memocite.section(deal_id, section_key, body)
SELECT n, s.section_key, s.body FROM generate_series(30001, 31000) AS n, LATERAL (SELECT * FROM memocite.section WHERE deal_id = 1 ORDER BY position LIMIT 2) AS s;
TRUNCATE memocite.queue;
CREATE PROCEDURE bench.worker(what text, run int) LANGUAGE plpgsql AS $$
DECLARE
    deals bigint[] := ARRAY(SELECT n FROM generate_series(30001, 31000) AS n);
    started timestamptz;
BEGIN
    DELETE FROM memocite.revision WHERE deal_id BETWEEN 30001 AND 31000;
    DELETE FROM memocite.revision_section WHERE deal_id BETWEEN 30001 AND 31000;
    INSERT INTO memocite.queue(deal_id, enqueued_xid) SELECT n, pg_current_xact_id()::text::bigint FROM generate_series(30001, 31000) AS n ON CONFLICT DO NOTHING;
    COMMIT;
    started := clock_timestamp();
    PERFORM memo_worker_wake();
    LOOP
        EXIT WHEN NOT EXISTS (SELECT FROM memocite.queue WHERE deal_id BETWEEN 30001 AND 31000) OR clock_timestamp() > started + interval '60 s';
        PERFORM pg_sleep(0.01);
        COMMIT;
    END LOOP;
    CALL bench.note(what, run, deals, started);
END $$;

-- What an exporter reads each minute, of all these deals, in a session that it keeps: the first look of a session
-- is mostly its plan.
CREATE PROCEDURE bench.scrape(run int) LANGUAGE plpgsql AS $$
DECLARE
    started timestamptz;
BEGIN
    PERFORM count(*) FROM memocite.metrics;
    started := clock_timestamp();
    PERFORM count(*) FROM memocite.metrics;
    CALL bench.note('scrape', run, NULL, started);
END $$;
