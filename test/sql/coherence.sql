-- Stages 4.6 and 4.7: one metric with different headline values in two sections gets a note at the later one.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
SELECT memo_init() \g /dev/null
INSERT INTO memocite.deal(deal_id, name) VALUES (4701, 'Coherence');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (4701, 'om', 'Offering Memorandum');
CREATE FUNCTION pg_temp.sections(VARIADIC bodies text[]) RETURNS text LANGUAGE sql AS $$
    DELETE FROM memocite.section WHERE deal_id = 4701;
    INSERT INTO memocite.section(deal_id, section_key, title, position, body)
    SELECT 4701, 's' || n, 'Section ' || n, n, body FROM unnest(bodies) WITH ORDINALITY AS b(body, n);
    INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, confidence)
    SELECT 4701, 's' || n, 1, 'om', 1, 0.9 FROM generate_series(1, cardinality(bodies)) AS n;
    SELECT memo_finalize(4701, DATE '2026-06-30') ->> 'status';
$$;
CREATE VIEW pg_temp.result AS
    SELECT s.section_key || ': ' || s.body AS line, 0 AS kind, s.section_key AS key FROM memocite.revision_section s
    WHERE s.deal_id = 4701 AND s.revision = (SELECT max(revision) FROM memocite.revision WHERE deal_id = 4701)
    UNION ALL
    SELECT f.number || ' ' || f.kind || ': ' || f.definition, 1, to_char(f.number, '000') FROM memocite.footnote f
    WHERE f.deal_id = 4701 AND f.revision = (SELECT max(revision) FROM memocite.revision WHERE deal_id = 4701)
    UNION ALL
    SELECT 'event ' || e.section_key || ' ' || e.subject || ' ' || e.detail, 2, to_char(e.event_no, '000') FROM memocite.event e
    WHERE e.deal_id = 4701 AND e.code = 'metric_incoherent' AND e.revision = (SELECT max(revision) FROM memocite.revision WHERE deal_id = 4701)
    UNION ALL
    SELECT 'not ok ' || rule || ' ' || detail, 3, rule FROM memo_verify(4701) WHERE NOT ok;

-- without metrics of the deal there is nothing to compare: both stages say so
SELECT pg_temp.sections('The levered IRR is 18.5% [SRC:1].', 'The levered IRR is 17.2% [SRC:1].');
SELECT line FROM pg_temp.result ORDER BY kind, key;
SELECT stage, code, detail FROM memocite.event WHERE deal_id = 4701 AND revision = 1 AND stage IN ('4.6', '4.7') ORDER BY event_no;
-- a metric without a canonical value of its own: the later section gets a note behind its sources, naming the other
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (4701, 'dscr', '', 1.25, 'multiple');
SELECT pg_temp.sections('The levered IRR is 18.5% [SRC:1]. DSCR is 1.25x.', 'The levered IRR is 17.2% [SRC:1]. DSCR is 1.25x.', 'The levered IRR is 17.2%.');
SELECT line FROM pg_temp.result ORDER BY kind, key;
SELECT origin, fate, stage FROM memocite.citation WHERE deal_id = 4701 AND revision = 2 ORDER BY citation_no;
SELECT checkpoint, insight_notes FROM memocite.checkpoint WHERE deal_id = 4701 AND revision = 2 AND checkpoint IN ('after_stage_2.9_lineage', 'final') ORDER BY seq;
-- idempotent
SELECT memo_finalize(4701, DATE '2026-06-30') ->> 'unchanged';

-- what is corrected to the canonical value is coherent; rounding is no difference
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (4701, 'irr', 'levered', 18.5, 'percent');
SELECT pg_temp.sections('The levered IRR is 18.5%.', 'The levered IRR is 17.2%.', 'The levered IRR is 18.5 percent.');
SELECT line FROM pg_temp.result ORDER BY kind, key;
DELETE FROM memocite.metric WHERE deal_id = 4701 AND metric = 'irr';
SELECT pg_temp.sections('The levered IRR is 18.46%.', 'The levered IRR is 18.5%.');
SELECT line FROM pg_temp.result ORDER BY kind, key;

-- another variant, a scenario, a range, a table cell or an anchored number is no contradiction
SELECT pg_temp.sections('The levered IRR is 18.5%.', 'The unlevered IRR is 9.1%.', 'In the downside case the levered IRR falls to 12%.',
    'The levered IRR is 15-17%.', E'| Metric | Value |\n| --- | --- |\n| Levered IRR | 14.0% |', 'The levered IRR is 14.0% [SOURCE-A].');
SELECT line FROM pg_temp.result ORDER BY kind, key;
-- each section is compared with all before it, and the note names the nearest that says something else
SELECT pg_temp.sections('The levered IRR is 18.5%.', 'The levered IRR is 18.5%.', 'The levered IRR is 18.5%.', 'The levered IRR is 17.2%.', 'The levered IRR is 18.5%.');
SELECT line FROM pg_temp.result ORDER BY kind, key;
SELECT pg_temp.sections('The levered IRR is 18.5%. The levered IRR is 17.2%.', 'The levered IRR is 18.5%.', 'The levered IRR is 17.2%.', 'The levered IRR is 18.5%. The levered IRR is 17.2%.');
SELECT line FROM pg_temp.result ORDER BY kind, key;
-- basis points are quoted as such
SELECT pg_temp.sections('The exit cap rate is 510 bps.', 'The exit cap rate is 5.25%.', 'The exit cap rate is 5.1%.', 'The exit cap rate is 525.5 basis points.');
SELECT line FROM pg_temp.result ORDER BY kind, key;
-- more different values than are remembered
SELECT pg_temp.sections(VARIADIC ARRAY(SELECT format('The levered IRR is 18.5%%. The levered IRR is %s.%s%%.', 20 + n / 10, n % 10) FROM generate_series(1, 100) AS n) || ARRAY['The levered IRR is 18.5%.', 'The levered IRR is 25.0%.']);
SELECT line FROM pg_temp.result WHERE kind = 2 ORDER BY kind, key;
-- without metrics the sections are compared all the same, but get no note; without numbers that differ nothing happens
DELETE FROM memocite.metric WHERE deal_id = 4701;
SELECT pg_temp.sections('The levered IRR is 18.5% [SRC:1].', 'The levered IRR is 17.2% [SRC:1].', 'DSCR is 1.25x [SRC:1].');
SELECT line FROM pg_temp.result ORDER BY kind, key;
SELECT pg_temp.sections('The levered IRR is 18.5% [SRC:1].', 'The levered IRR is 18.5% [SRC:1].');
SELECT line FROM pg_temp.result ORDER BY kind, key;
DELETE FROM memocite.deal WHERE deal_id = 4701;
