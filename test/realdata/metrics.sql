-- Precision and recall of memo_check_prose over sentences whose metrics people marked (file: the variable "sentences").
-- What counts are point claims: "elliptical_optional" may be found or not, a finding of another role is no point, and a
-- sentence marked negative must have no finding at all.
\set ON_ERROR_STOP on
\set QUIET on
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS memocite;
SELECT memo_init() \g /dev/null
CREATE TEMP TABLE line(sentence jsonb);
\set copy '\\copy line FROM ' :'sentences' ' WITH (FORMAT csv, QUOTE E''\\x01'', DELIMITER E''\\x02'')'
:copy
BEGIN;
INSERT INTO memocite.deal(deal_id, name) VALUES (0, 'sentences');
CREATE TEMP VIEW marked AS
    SELECT sentence ->> 'id' AS id, regexp_replace(claim ->> 'metric', '(?<!equity)_pct$', '') AS metric,
        claim ->> 'role' AS role, (claim ->> 'value')::numeric AS value,
        row_number() OVER (PARTITION BY sentence ->> 'id', claim ->> 'metric', claim ->> 'role', claim ->> 'value') AS nth
    FROM line, jsonb_array_elements(sentence -> 'claims') AS claim;
CREATE TEMP TABLE finding AS
    SELECT line.sentence ->> 'id' AS id, f.metric, f.role, f.found AS value, f.context,
        row_number() OVER (PARTITION BY line.sentence ->> 'id', f.metric, f.role, f.found ORDER BY f.start) AS nth
    FROM line, memo_check_prose(0, line.sentence ->> 'text') AS f;
CREATE TEMP TABLE judged AS
    SELECT coalesce(f.id, m.id) AS id, coalesce(f.metric, m.metric) AS metric, coalesce(f.value, m.value) AS value,
        CASE WHEN m.id IS NOT NULL AND f.id IS NOT NULL THEN 'found'
            WHEN f.id IS NULL THEN 'missed'
            WHEN EXISTS (SELECT FROM marked o WHERE o.id = f.id AND o.metric = f.metric AND o.value = f.value
                AND o.role = 'elliptical_optional') THEN 'optional'
            ELSE 'false' END AS result
    FROM (SELECT * FROM finding WHERE role = 'point') AS f
    FULL JOIN (SELECT * FROM marked WHERE role = 'point') AS m USING (id, metric, value, nth);
INSERT INTO judged SELECT id, metric, value, 'negative' FROM finding
    WHERE EXISTS (SELECT FROM line WHERE sentence ->> 'id' = id AND (sentence -> 'negative')::boolean);

\pset footer off
SELECT coalesce(metric, 'all') AS metric, count(*) FILTER (WHERE result IN ('found', 'missed')) AS points,
    count(*) FILTER (WHERE result = 'found') AS found, count(*) FILTER (WHERE result = 'missed') AS missed,
    count(*) FILTER (WHERE result = 'false') AS false, count(*) FILTER (WHERE result = 'negative') AS "in negatives",
    round(count(*) FILTER (WHERE result = 'found')::numeric
        / nullif(count(*) FILTER (WHERE result IN ('found', 'false')), 0), 3) AS precision,
    round(count(*) FILTER (WHERE result = 'found')::numeric
        / nullif(count(*) FILTER (WHERE result IN ('found', 'missed')), 0), 3) AS recall
FROM judged GROUP BY ROLLUP (metric) ORDER BY metric NULLS LAST;
\pset tuples_only on
\pset format unaligned
\pset fieldsep '  '
SELECT j.result, j.id, j.metric, j.value, l.sentence ->> 'text'
FROM judged j JOIN line l ON l.sentence ->> 'id' = j.id
WHERE j.result NOT IN ('found', 'optional') ORDER BY j.result, j.id, j.value;
SELECT CASE WHEN count(*) FILTER (WHERE result = 'found') >= 0.97 * count(*) FILTER (WHERE result IN ('found', 'false'))
    THEN 'ok' ELSE 'not ok' END || ' - precision of point claims is at least 0.97' FROM judged;
SELECT CASE WHEN count(*) FILTER (WHERE result = 'found') >= 0.92 * count(*) FILTER (WHERE result IN ('found', 'missed'))
    THEN 'ok' ELSE 'not ok' END || ' - recall of point claims is at least 0.92' FROM judged;
SELECT CASE WHEN count(*) FILTER (WHERE result = 'negative') = 0 THEN 'ok' ELSE 'not ok' END
    || ' - nothing is found in negative sentences' FROM judged;
ROLLBACK;
