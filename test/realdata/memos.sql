-- Which numbers of marked memos are corrected (files: test/data/metric_memos, read into the table by memos.sh).
-- {W irr 17.8%} is a headline that contradicts the model, {C irr 18.5%} one that does not, {L irr 9.4%} another case's,
-- party's or time's, a limit, a comparison or a range: it must never be rewritten.
-- Asked about: a violation that is left as it is, for which memo_finalize has an event metric_violation.
\set ON_ERROR_STOP on
\set QUIET on
SET client_min_messages = error;
CREATE EXTENSION IF NOT EXISTS memocite;
SELECT memo_init() \g /dev/null
CREATE TEMP TABLE line(file text, n int, text text);
\copy line FROM pstdin WITH (FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02', FORCE_NOT_NULL (text))
CREATE TEMP TABLE deal AS
    SELECT row_number() OVER (ORDER BY file) AS deal_id, file, substr(text, 7) AS name FROM line WHERE text LIKE '@deal %';
INSERT INTO memocite.deal(deal_id, name) SELECT deal_id, name FROM deal;
INSERT INTO memocite.document(deal_id, doc_id, title) SELECT deal_id, 'd', 'Source' FROM deal;
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit)
    SELECT deal_id, part[2], CASE part[3] WHEN '-' THEN '' ELSE part[3] END, part[4]::numeric, part[5]
    FROM line JOIN deal USING (file), string_to_array(text, ' ') AS part WHERE text LIKE '@metric %';
-- a section is what follows "=== key", up to the next one; each has a deal of its own
CREATE TEMP TABLE part AS SELECT *, count(*) FILTER (WHERE text LIKE '=== %') OVER (PARTITION BY file ORDER BY n) AS nth FROM line;
CREATE TEMP TABLE memo AS
    SELECT 100 * d.deal_id + p.nth AS deal_id, d.deal_id AS model, max(substr(p.text, 5)) FILTER (WHERE p.text LIKE '=== %') AS key,
        btrim(string_agg(p.text, E'\n' ORDER BY p.n) FILTER (WHERE p.text !~ '^(===|@claim) '), E'\n') AS raw
    FROM part p JOIN deal d USING (file) WHERE p.nth > 0 GROUP BY d.deal_id, p.nth;
ALTER TABLE memo ADD body text;
UPDATE memo SET body = regexp_replace(raw, '\{[WCL] \w+ ([^}]*)\}', '\1', 'g');
INSERT INTO memocite.deal(deal_id, name) SELECT m.deal_id, d.name FROM memo m JOIN deal d ON d.deal_id = m.model;
INSERT INTO memocite.document(deal_id, doc_id, title) SELECT deal_id, 'd', 'Source' FROM memo;
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit)
    SELECT m.deal_id, c.metric, c.variant, c.value, c.unit FROM memo m JOIN memocite.metric c ON c.deal_id = m.model;
INSERT INTO memocite.section(deal_id, section_key, body) SELECT deal_id, key, '' FROM memo;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, quote)
    SELECT m.deal_id, m.key, q[1]::int, 'd', q[2]
    FROM part p JOIN deal d USING (file) JOIN memo m ON m.deal_id = 100 * d.deal_id + p.nth, regexp_match(p.text, '^@claim (\d+) \| (.*)$') AS q
    WHERE p.text LIKE '@claim %';
UPDATE memocite.section s SET body = m.body FROM memo m WHERE s.deal_id = m.deal_id;
CREATE TEMP TABLE mark AS
    SELECT m.deal_id, m.model, k, part[1] AS kind, part[2] AS metric, part[3] AS text,
        length(regexp_replace(left(m.raw, regexp_instr(m.raw, '\{[WCL] \w+ [^}]*\}', 1, k) - 1), '\{[WCL] \w+ ([^}]*)\}', '\1', 'g')) AS start
    FROM memo m, generate_series(1, regexp_count(m.raw, '\{[WCL] \w+ [^}]*\}')) AS k,
        regexp_match(regexp_substr(m.raw, '\{[WCL] \w+ [^}]*\}', 1, k), '\{([WCL]) (\w+) ([^}]*)\}') AS part;
CREATE TEMP TABLE finding AS SELECT m.deal_id, f.* FROM memo m, memo_check_prose(m.deal_id, m.body) AS f;
SELECT count(memo_finalize(deal_id, DATE '2026-06-30')) FROM memo \g /dev/null
CREATE TEMP TABLE told AS
    SELECT deal_id, (detail ->> 'offset')::int AS start FROM memocite.event WHERE code = 'metric_violation';
CREATE TEMP TABLE judged AS
    SELECT k.*, CASE WHEN f.rewritable THEN 'rewritten' ELSE coalesce(f.verdict, 'not found') END AS verdict,
        EXISTS (SELECT FROM told t WHERE t.deal_id = k.deal_id AND t.start = f.start) AS told
    FROM mark k LEFT JOIN LATERAL (SELECT * FROM finding f WHERE f.deal_id = k.deal_id AND f.start < k.start + length(k.text)
        AND k.start < f.start + f.length ORDER BY f.start LIMIT 1) AS f ON true;
\pset footer off
SELECT d.name, count(*) FILTER (WHERE kind = 'W') AS "wrong headlines", count(*) FILTER (WHERE kind = 'W' AND verdict = 'rewritten') AS corrected,
    count(*) FILTER (WHERE kind = 'W' AND told) AS "asked about", count(*) FILTER (WHERE kind = 'W' AND verdict = 'not found') AS "not found",
    count(*) FILTER (WHERE kind IN ('L', 'C')) AS "other numbers", count(*) FILTER (WHERE kind IN ('L', 'C') AND told) AS "asked about, too",
    count(*) FILTER (WHERE kind IN ('L', 'C') AND verdict = 'rewritten') AS rewritten
FROM judged j JOIN deal d ON d.deal_id = j.model GROUP BY d.name ORDER BY d.name;
\pset tuples_only on
\pset format unaligned
SELECT 'rewritten ' || d.name || ': ' || j.metric || ' ' || j.text FROM judged j JOIN deal d ON d.deal_id = j.model
WHERE kind IN ('L', 'C') AND verdict = 'rewritten' ORDER BY j.deal_id, k;
SELECT CASE WHEN count(*) > 500 THEN '' ELSE 'not ' END || 'ok - the memos have marked numbers' FROM judged;
SELECT CASE WHEN count(*) = 0 THEN '' ELSE 'not ' END || 'ok - no number of another case is rewritten'
FROM judged WHERE kind IN ('L', 'C') AND verdict = 'rewritten';
SELECT CASE WHEN count(*) >= 60 THEN '' ELSE 'not ' END || 'ok - at least 60 wrong headlines are' FROM judged WHERE kind = 'W' AND verdict = 'rewritten';
SELECT CASE WHEN 100 * count(*) FILTER (WHERE verdict = 'rewritten' OR told) >= 45 * count(*) THEN '' ELSE 'not ' END || 'ok - almost half of them are, or are asked about'
FROM judged WHERE kind = 'W';
SELECT CASE WHEN 100 * count(*) FILTER (WHERE told) <= 4 * count(*) THEN '' ELSE 'not ' END || 'ok - of other numbers at most one in 25 is'
FROM judged WHERE kind <> 'W';
SELECT CASE WHEN count(*) = 0 THEN '' ELSE 'not ' END || 'ok - a section is partial where it has a violation, and only there'
FROM memo m JOIN memocite.section s USING (deal_id)
WHERE (s.parse_quality = 'partial') <> EXISTS (SELECT FROM finding f WHERE f.deal_id = m.deal_id AND f.verdict = 'violation');
SELECT CASE WHEN count(*) = 0 THEN '' ELSE 'not ' END || 'ok - correcting twice changes nothing'
FROM memo m, memo_correct_prose(m.deal_id, m.body) AS c WHERE memo_correct_prose(m.deal_id, c) <> c;
-- test/data/metric_other.txt: passages of other cases, one a line, written to be taken for the headline
CREATE TEMP TABLE other(n int GENERATED ALWAYS AS IDENTITY, text text);
\copy other(text) FROM PROGRAM 'cat "$MEMOCITE_OTHER"'
INSERT INTO memocite.deal(deal_id, name) VALUES (99999, 'Maple Court Apartments');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES
    (99999, 'irr', 'levered', 18.5, 'percent'), (99999, 'dscr', '', 1.35, 'multiple'), (99999, 'ltv', '', 65, 'percent'),
    (99999, 'cap_rate', 'going_in', 5.4, 'percent'), (99999, 'cap_rate', 'exit', 5.9, 'percent'),
    (99999, 'debt_yield', '', 9.8, 'percent'), (99999, 'equity_multiple', '', 2.1, 'multiple');
CREATE TEMP TABLE rewritten AS SELECT o.n, o.text FROM other o WHERE EXISTS (SELECT FROM memo_check_prose(99999, o.text) WHERE rewritable);
SELECT 'rewritten ' || text FROM rewritten ORDER BY n;
SELECT CASE WHEN count(*) > 600 THEN '' ELSE 'not ' END || 'ok - there are passages of other cases' FROM other;
SELECT CASE WHEN count(*) = 0 THEN '' ELSE 'not ' END || 'ok - none of them is rewritten' FROM rewritten;
