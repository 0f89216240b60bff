\pset footer off
CREATE VIEW bench.median AS
    SELECT what, percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS ms, min(ms) AS least, max(bytes) AS bytes,
        count(*) AS runs
    FROM bench.result GROUP BY what;
CREATE FUNCTION bench.ms(of text) RETURNS float8 LANGUAGE sql RETURN (SELECT ms FROM bench.median WHERE what = of);
CREATE FUNCTION bench.per_byte(of text) RETURNS float8 LANGUAGE sql
RETURN (SELECT ms / bytes FROM bench.median WHERE what = of);
CREATE FUNCTION bench.least(of text) RETURNS float8 LANGUAGE sql
RETURN (SELECT least FROM bench.median WHERE what = of);

\echo
\echo 'Medians'
SELECT what, runs, round(ms::numeric, 1) AS ms, round((bytes / 1e6)::numeric, 2) AS mb,
    round((1e5 * ms / bytes)::numeric, 3) AS "ms per 100 kB"
FROM bench.median WHERE what NOT LIKE '%half' AND what NOT IN ('warm-up', 'first run') ORDER BY what;

\echo 'Ratios'
WITH ratio(name, value, target, most) AS (
    VALUES
        ('finalize / floor', bench.ms('finalize') / bench.ms('floor'), 1.6, true),
        ('Python, a callback a stage / finalize', bench.ms('callback') / bench.ms('finalize'), 8, false),
        ('Python, a list of tokens / finalize', bench.ms('token') / bench.ms('finalize'), 3.5, false),
        ('a byte in a memo of 50 MB / of 1 MB', bench.per_byte('50 MB') / bench.per_byte('1 MB'), 1.3, true),
        ('bulk insert, triggers / none', bench.least('insert, ENABLE, generated') / bench.least('insert, DISABLE, generated'), 1.5, true),
        ('  deals with metrics / without', bench.least('insert, metrics, generated') / bench.least('insert, ENABLE, generated'), 2, true),
        ('bulk insert of real documents, triggers / none', bench.least('insert, ENABLE, real') / bench.least('insert, DISABLE, real'), 1.5, true),
        ('  deals with metrics / without, of real documents', bench.least('insert, metrics, real') / bench.least('insert, ENABLE, real'), 1.15, true),
        ('bulk insert of the sample deal, triggers / none', bench.least('insert, ENABLE, sample') / bench.least('insert, DISABLE, sample'), 1.5, true),
        ('  deals with metrics / without, of the sample', bench.least('insert, metrics, sample') / bench.least('insert, ENABLE, sample'), 1.25, true)
    UNION ALL
    SELECT format('deals with %s / plain', f.feature), bench.ms('deals: ' || f.feature) / bench.ms('deals: plain'), f.most, true
    FROM (VALUES ('metrics', 1.8), ('insights', 2.1), ('claim texts', 1.4), ('quotes', 2.8), ('charts', 1.5), ('everything', 5)) AS f(feature, most)
    UNION ALL
    SELECT format('%s / finalize, %s deals', f.call, d.feature), bench.ms(f.call || ', ' || d.feature) / bench.ms('deals: ' || d.feature), d.most, true
    FROM (VALUES ('memo_markdown', 0.5, 0.4), ('memo_html', 1.2, 1), ('memo_prosemirror', 1.2, 0.8), ('memo_verify', 2.5, 0.9),
            ('memo_diff', 2, 0.9), ('memo_evidence', 6, 2.5), ('memo_import_markdown', 2.2, 0.9), ('memo_import_prosemirror', 2.2, 0.9)) AS f(call, plain, everything),
        LATERAL (VALUES ('plain', plain), ('everything', everything)) AS d(feature, most)
    UNION ALL
    -- 1 is linear, 10 quadratic
    SELECT format('%s: a byte at 10 MB / at 1 MB', f), bench.per_byte(f || ', 10 MB') / bench.per_byte(f || ', 1 MB'), 2, true
    FROM unnest('{finalize,memo_markdown,memo_html,memo_prosemirror,memo_verify,memo_diff,memo_evidence,memo_import_markdown,memo_import_prosemirror}'::text[]) AS f
    UNION ALL
    SELECT format('%s: a byte at 1 MB / at 0.1 MB', f), bench.per_byte(f || ', 1 MB') / bench.per_byte(f || ', 0.1 MB'), 2, true
    FROM unnest('{memo_markdown,memo_html,memo_prosemirror,memo_verify,memo_diff,memo_evidence,memo_import_markdown,memo_import_prosemirror}'::text[]) AS f
    UNION ALL
    VALUES ('finalize at revision 25 / at revision 2', bench.ms('finalize again, revision 25') / bench.ms('finalize again, revision 2'), 1.3, true),
        ('a scrape of memocite.metrics / finalize', bench.ms('scrape') / bench.ms('finalize'), 0.05, true),
        ('1,000 deals, one worker / two', bench.ms('1 worker, 1,000 deals') / bench.ms('2 workers, 1,000 deals'), 1.5, false),
        ('storage of everything / plain', bench.ms('storage of the memos of everything, kB') / bench.ms('storage of the memos of plain, kB'), 4, true)
    UNION ALL
    -- 2 is linear, 4 quadratic
    (SELECT name || ', full / half', bench.least(name) / bench.least(name || ', half'), 3, true
    FROM bench.hostile WHERE NOT half ORDER BY deal_id)
)
SELECT name, round(value::numeric, 2) AS ratio, CASE WHEN most THEN '<= ' ELSE '>= ' END || target AS target,
    CASE WHEN target IS NULL THEN '' WHEN value IS NULL THEN 'not run' WHEN (value <= target) = most THEN 'ok' ELSE 'missed' END AS result
FROM ratio;
