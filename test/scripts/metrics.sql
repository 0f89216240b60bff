-- metrics.sql: how well the numbers of the model are read and judged, over the scored corpus of test/metrics (its README
-- says what the files are), and what reading them costs. Prints a table, and fails where a figure is below its floor.
-- Run by `make metrics` from the top of the checkout; METRICS_DIR is another corpus, METRICS_DETAILS=yes lists each miss.
\set ON_ERROR_STOP on
\set QUIET on
SET client_min_messages = error;
DROP DATABASE IF EXISTS memocite_metrics;
CREATE DATABASE memocite_metrics;
\c memocite_metrics
SET client_min_messages = error;
CREATE EXTENSION memocite;
SELECT memo_init() \g /dev/null
\getenv details METRICS_DETAILS
\if :{?details}
\else
	\set details no
\endif
\set sentences `cat "${METRICS_DIR:-test/metrics}/sentences.jsonl"`
\set memos `cat "${METRICS_DIR:-test/metrics}/memos.jsonl"`
\set rows `cat "${METRICS_DIR:-test/metrics}/rows.jsonl"`

-- A line that is an object is the head of those below it. Each model is a deal, and so is each section of a memo.
CREATE FUNCTION pg_temp.lines(content text) RETURNS TABLE(n bigint, head jsonb, line jsonb) LANGUAGE sql AS $$
	SELECT n, (max(ARRAY[n::text, text]) FILTER (WHERE text LIKE '{%') OVER (PARTITION BY part ORDER BY n))[2]::jsonb, text::jsonb
	FROM (SELECT n, text, count(*) FILTER (WHERE text LIKE '{%') OVER (ORDER BY n) AS part
		FROM regexp_split_to_table(rtrim(content, E'\n'), E'\n') WITH ORDINALITY AS t(text, n)) AS t
$$;
CREATE PROCEDURE pg_temp.add_deal(deal bigint, head jsonb) LANGUAGE sql AS $$
	INSERT INTO memocite.deal(deal_id, name) VALUES (deal, head ->> 'name');
	INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (deal, 'd', 'Source');
	INSERT INTO memocite.metric(deal_id, metric, variant, value, unit)
	SELECT deal, m ->> 0, m ->> 1, (m ->> 2)::numeric, CASE WHEN m ->> 0 IN ('dscr', 'equity_multiple') THEN 'multiple' ELSE 'percent' END
	FROM jsonb_array_elements(head -> 'metrics') AS m;
$$;
CREATE TEMP TABLE detail(what text, place text, text text);

-- Sentences: precision and recall of point claims. "elliptical_optional" may be found or not; a sentence without
-- claims must have no finding at all.
CREATE TEMP TABLE sentence AS SELECT n, line ->> 0 AS text, line - 0 AS claims FROM pg_temp.lines(:'sentences') WHERE jsonb_typeof(line) = 'array';
INSERT INTO memocite.deal(deal_id, name) VALUES (1, 'Sentences');
CREATE TEMP TABLE marked AS
	SELECT n, c ->> 0 AS metric, c ->> 1 AS role, (c ->> 2)::numeric AS value, row_number() OVER (PARTITION BY n, c) AS nth
	FROM sentence, jsonb_array_elements(claims) AS c;
CREATE TEMP TABLE point AS
	SELECT coalesce(f.n, m.n) AS n, coalesce(f.metric, m.metric) AS metric, coalesce(f.value, m.value) AS value,
		CASE WHEN f.n IS NULL THEN 'missed' WHEN m.n IS NOT NULL THEN 'found'
			WHEN EXISTS (SELECT FROM marked o WHERE (o.n, o.metric, o.value, o.role) = (f.n, f.metric, f.value, 'elliptical_optional')) THEN 'optional'
			ELSE 'false' END AS result
	FROM (SELECT n, metric, found AS value, row_number() OVER (PARTITION BY n, metric, found ORDER BY start) AS nth
		FROM sentence, memo_check_prose(1, text) WHERE role = 'point') AS f
	FULL JOIN (SELECT * FROM marked WHERE role = 'point') AS m USING (n, metric, value, nth);
INSERT INTO point SELECT n, metric, found, 'in a sentence without' FROM sentence, memo_check_prose(1, text) WHERE claims = '[]';
INSERT INTO detail SELECT result, 'sentence ' || n || ', ' || metric || ' ' || value, text
FROM point JOIN sentence USING (n) WHERE result NOT IN ('found', 'optional');

-- Memos: {W irr 17.8%} is a headline that contradicts the model, {C irr 18.5%} one that does not, {L irr 9.4%} another
-- case's, party's or time's, a limit, a comparison or a range. Told of: an event of memo_finalize names it.
CREATE TEMP TABLE memo AS
	SELECT 1000 + n AS deal_id, head, line ->> 0 AS key, line ->> 1 AS raw, line -> 2 AS claims,
		regexp_replace(line ->> 1, '\{[WCL] \w+ ([^}]*)\}', '\1', 'g') AS body
	FROM pg_temp.lines(:'memos') WHERE jsonb_typeof(line) = 'array';
DO $$ DECLARE m record; BEGIN FOR m IN SELECT * FROM memo LOOP
	CALL pg_temp.add_deal(m.deal_id, m.head);
	INSERT INTO memocite.section(deal_id, section_key, body) VALUES (m.deal_id, m.key, '');
	INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, quote)
	SELECT m.deal_id, m.key, (c ->> 0)::int, 'd', c ->> 1 FROM jsonb_array_elements(m.claims) AS c;
	UPDATE memocite.section SET body = m.body WHERE deal_id = m.deal_id;
END LOOP; END $$;
CREATE TEMP TABLE mark AS
	SELECT m.deal_id, m.head ->> 'model' AS model, m.key, k, part[1] AS kind, part[2] AS metric, part[3] AS text,
		length(regexp_replace(left(m.raw, regexp_instr(m.raw, '\{[WCL] \w+ [^}]*\}', 1, k) - 1), '\{[WCL] \w+ ([^}]*)\}', '\1', 'g')) AS start
	FROM memo m, generate_series(1, regexp_count(m.raw, '\{[WCL] \w+ [^}]*\}')) AS k,
		regexp_match(regexp_substr(m.raw, '\{[WCL] \w+ [^}]*\}', 1, k), '\{([WCL]) (\w+) ([^}]*)\}') AS part;
CREATE TEMP TABLE finding AS SELECT m.deal_id, f.* FROM memo m, memo_check_prose(m.deal_id, m.body) AS f;
SELECT count(memo_finalize(deal_id, DATE '2026-06-30')) FROM memo \g /dev/null
CREATE TEMP TABLE told AS
	SELECT deal_id, code, (detail ->> 'offset')::int AS start FROM memocite.event WHERE code IN ('metric_violation', 'metric_corrected');
CREATE TEMP TABLE judged AS
	SELECT k.*, f.role, f.context, coalesce(f.verdict, 'not found') AS verdict, t.code IS NOT NULL AS told,
		coalesce(t.code = 'metric_corrected', false) OR coalesce(f.rewritable, false) AS rewritten
	FROM mark k LEFT JOIN LATERAL (SELECT * FROM finding f WHERE f.deal_id = k.deal_id AND f.start < k.start + length(k.text)
		AND k.start < f.start + f.length ORDER BY f.start LIMIT 1) AS f ON true
	LEFT JOIN LATERAL (SELECT * FROM told t WHERE t.deal_id = k.deal_id AND t.start = f.start ORDER BY code LIMIT 1) AS t ON true;
INSERT INTO detail
SELECT CASE WHEN kind = 'W' THEN 'wrong, and not told of' WHEN rewritten THEN 'rewritten, and right or another''s' ELSE 'another''s, and told of' END,
	concat_ws(' ', model, key, metric, text || ':', verdict, role, context), substr(m.body, greatest(1, start - 150), 200)
FROM judged j JOIN memo m USING (deal_id, key) WHERE (kind = 'W') <> told OR (rewritten AND kind <> 'W');
INSERT INTO detail SELECT 'corrected twice', m.key, c FROM memo m, memo_correct_prose(m.deal_id, m.body) AS c WHERE memo_correct_prose(m.deal_id, c) <> c;
INSERT INTO detail SELECT 'asked, and not partial, or the reverse', m.key, m.body FROM memo m JOIN memocite.section s USING (deal_id)
WHERE (s.parse_quality = 'partial') <> EXISTS (SELECT FROM finding f WHERE f.deal_id = m.deal_id AND f.verdict = 'violation');

-- Rows: "wrong" ones have headlines that contradict the model, and say which; the numbers of "right" ones are the model's, of
-- "other" ones another case's, party's or time's; "stay" ones are written to be taken for the headline: the writer may be
-- asked of them. None of the last three is rewritten.
CREATE TEMP TABLE passage AS
	SELECT n, (head ->> 'model') AS model, head ->> 'kind' AS kind, coalesce(line ->> 0, line #>> '{}') AS text, line ->> 1 AS numbers,
		100 + dense_rank() OVER (ORDER BY head ->> 'model') AS deal_id, head
	FROM pg_temp.lines(:'rows') WHERE jsonb_typeof(line) <> 'object';
DO $$ DECLARE p record; BEGIN FOR p IN SELECT DISTINCT ON (deal_id) * FROM passage LOOP CALL pg_temp.add_deal(p.deal_id, p.head); END LOOP; END $$;
CREATE TEMP TABLE found AS SELECT p.n, p.kind, f.* FROM passage p, memo_check_prose(p.deal_id, p.text) AS f;
CREATE TEMP TABLE wrong AS
	SELECT p.n, p.text, part[1] AS metric, part[2]::numeric AS value,
		coalesce((SELECT bool_or(f.verdict = 'violation' OR f.rewritable) FROM found f WHERE f.n = p.n AND f.metric = part[1] AND f.found = part[2]::numeric), false) AS told,
		coalesce((SELECT bool_or(f.rewritable) FROM found f WHERE f.n = p.n AND f.metric = part[1] AND f.found = part[2]::numeric), false) AS rewritten
	FROM passage p, regexp_split_to_table(p.numbers, ', ') AS number, string_to_array(number, ' ') AS part WHERE p.kind = 'wrong';
CREATE TEMP TABLE row AS
	SELECT p.*, c <> text AS rewritten, memo_correct_prose(deal_id, c) <> c AS twice, EXISTS (SELECT FROM found f WHERE f.n = p.n AND f.verdict = 'violation') AS told
	FROM passage p, memo_correct_prose(deal_id, text) AS c;
INSERT INTO detail SELECT 'wrong, and not told of', format('row %s, %s %s', n, metric, value), text FROM wrong WHERE NOT told;
INSERT INTO detail SELECT CASE WHEN twice THEN 'corrected twice' WHEN rewritten THEN 'rewritten, and right or another''s' ELSE 'another''s, and told of' END,
	format('row %s, %s', n, kind), text FROM row WHERE twice OR kind <> 'wrong' AND rewritten OR kind IN ('right', 'other') AND told;
INSERT INTO detail SELECT 'rewritten, and right or another''s', format('row %s, %s %s', n, f.metric, f.found), w.text FROM found f JOIN passage w USING (n)
WHERE f.kind = 'wrong' AND f.rewritable AND NOT EXISTS (SELECT FROM wrong x WHERE x.n = f.n AND x.metric = f.metric AND x.value = f.found);

-- Figures: 200 of the numbers of memos and of real passages, each with one digit, its unit or its scale changed, are looked
-- for in the paragraph that they are of.
\set quotes `cat test/data/quotes/passages.jsonl`
CREATE TEMP TABLE paragraph AS
	SELECT row_number() OVER (ORDER BY text COLLATE "C") AS n, text FROM (
		SELECT DISTINCT text FROM memo, regexp_split_to_table(body, '\n\n') AS text
		UNION SELECT line::jsonb ->> 'text' FROM regexp_split_to_table(rtrim(:'quotes', E'\n'), E'\n') AS line) AS t;
CREATE TEMP TABLE own AS SELECT p.n, f.figure, f.start, f.length, f.verdict, p.text FROM paragraph p, memo_figures(p.text, NULL, ARRAY[p.text]) AS f;
CREATE TEMP TABLE planted AS
	SELECT o.*, c.kind, c.changed, row_number() OVER (PARTITION BY c.kind ORDER BY md5(o.text || o.start)) AS nth,
		(SELECT f.verdict FROM memo_figures(overlay(o.text PLACING c.changed FROM o.start + 1 FOR o.length), NULL, ARRAY[o.text]) AS f
			WHERE f.start = o.start) AS found
	FROM own o,
		/* a digit somewhere in the figure, else its first */
		LATERAL (SELECT regexp_instr(o.figure, '\d') AS first) AS d,
		LATERAL (SELECT d.first + o.start % length(substring(o.figure FROM '[0-9.,]+')) AS at) AS x,
		LATERAL (SELECT CASE WHEN substr(o.figure, x.at, 1) ~ '\d' THEN x.at ELSE d.first END AS at) AS y,
		LATERAL (VALUES
			('digit', overlay(o.figure PLACING ((substr(o.figure, y.at, 1)::int % 9) + 1)::text FROM y.at FOR 1)),
			('unit', CASE WHEN o.figure ~ '%$' THEN regexp_replace(o.figure, '\s*%$', 'x') WHEN o.figure ~ 'x$' THEN regexp_replace(o.figure, 'x$', '%')
				WHEN o.figure ~ '^\$' THEN regexp_replace(o.figure, '^\$', '€') WHEN o.figure ~ 'bps$' THEN regexp_replace(o.figure, '\s*bps$', 'x') END),
			('scale', CASE WHEN o.figure ~ 'million$' THEN replace(o.figure, 'million', 'billion')
				WHEN o.figure ~ 'billion$' THEN replace(o.figure, 'billion', 'million') WHEN o.figure ~ '\dM$' THEN replace(o.figure, 'M', 'B')
				WHEN o.figure ~ '\dB$' THEN replace(o.figure, 'B', 'M') WHEN o.figure ~ '\d[kK]$' THEN regexp_replace(o.figure, '[kK]$', 'M') END))
			AS c(kind, changed)
	WHERE c.changed <> o.figure AND o.figure ~ '\d';
DELETE FROM planted WHERE nth > CASE kind WHEN 'digit' THEN 100 ELSE 50 END;
INSERT INTO detail SELECT 'planted, and not missing', format('%s: %s for %s', kind, changed, figure), substr(text, greatest(1, start - 100), 200)
FROM planted WHERE found IS DISTINCT FROM 'missing';

-- Costs: a body that is one sentence full of metrics, as it is read and as it is written, and a memo with the
-- metrics, claims and passages of a deal, and without its metrics. The least of some runs.
CREATE TEMP TABLE cost(what text, ms float8);
CREATE PROCEDURE pg_temp.measure(name text, command text, runs int) LANGUAGE plpgsql AS $$
DECLARE t timestamptz;
BEGIN
	FOR i IN 1 .. runs LOOP
		t := clock_timestamp();
		EXECUTE command;
		INSERT INTO cost VALUES (name, extract(epoch FROM clock_timestamp() - t) * 1000);
	END LOOP;
END $$;
CREATE TEMP TABLE long AS SELECT mb, repeat('the levered IRR of 14.2% and a 1.10x DSCR at 70% LTV ', mb * 1024 * 1024 / 53) AS body FROM unnest('{1,2,4}'::int[]) AS mb;
SELECT format('CALL pg_temp.measure(%L, %L, 3)', mb || ' MB, one sentence', format('SELECT count(*) FROM long, memo_check_prose(%s, body) WHERE mb = %s', 101, mb)) FROM long ORDER BY mb \gexec
INSERT INTO memocite.deal(deal_id, name) VALUES (91, 'Maple Court'), (92, 'Maple Court'), (93, 'Maple Court');
INSERT INTO memocite.document(deal_id, doc_id, title) SELECT d, 'd', 'Source' FROM unnest('{91,92,93}'::int[]) AS d;
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) SELECT d, metric, variant, value, unit
FROM unnest('{92,93}'::int[]) AS d, memocite.metric WHERE deal_id = (SELECT min(deal_id) FROM memo WHERE head ->> 'model' = 'harborview');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) SELECT d, 'irr', 'unlevered', 9.1, 'percent' FROM unnest('{92,93}'::int[]) AS d;
-- with a claim and a passage for every second sentence
CREATE TEMP TABLE piece AS
	SELECT row_number() OVER (ORDER BY deal_id, k) AS id, 's' || deal_id AS key, s.text, s.k
	FROM memo, regexp_split_to_table(body, '(?<=[.])\s+') WITH ORDINALITY AS s(text, k) WHERE body !~ '^\||\n\|';
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) SELECT d, id, 'd', id, text FROM piece, unnest('{91,92}'::int[]) AS d WHERE id % 2 = 0;
INSERT INTO memocite.section(deal_id, section_key, title, body)
SELECT d, key, 'Returns', string_agg(text || CASE WHEN id % 2 = 0 THEN format(' [SRC:%s]', id) ELSE '' END, ' ' ORDER BY k)
FROM piece, unnest('{91,92}'::int[]) AS d GROUP BY d, key;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id, quote) SELECT d, key, id, 'd', id, id, text
FROM piece, unnest('{91,92}'::int[]) AS d WHERE id % 2 = 0;
-- in turns: both meet the same machine
SELECT format('CALL pg_temp.measure(%L, %L, 1)', what, format('SELECT memo_finalize(%s, DATE ''2026-06-30'', dry_run => true)', d))
FROM generate_series(1, 40) AS run, (VALUES (91, 'finalize, no metrics'), (92, 'finalize, 8 metrics')) AS deal(d, what) ORDER BY run, d \gexec
-- a statement that is cancelled, early and late: the most that it goes on
CREATE PROCEDURE pg_temp.write_long(ms float8) LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO memocite.section(deal_id, section_key, body) SELECT 93, 'a' || ms, body FROM long WHERE mb = 4;
EXCEPTION WHEN query_canceled THEN
	INSERT INTO cost VALUES ('cancelled', extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000 - ms);
END $$;
SELECT format('SET statement_timeout = %s', ms), format('CALL pg_temp.write_long(%s)', ms) FROM unnest('{30,60,100,150,250,400,700,1200}'::int[]) AS ms \gexec
RESET statement_timeout;
CREATE FUNCTION pg_temp.least_ms(name text) RETURNS numeric LANGUAGE sql AS 'SELECT greatest(min(ms), 0)::numeric FROM cost WHERE what = name';

\if :details
	\pset tuples_only on
	\pset format unaligned
	SELECT what || ' | ' || place || ' | ' || replace(text, E'\n', '\n') FROM detail ORDER BY what, place;
	\pset tuples_only off
	\pset format aligned
\endif
-- floor: at least (>=) or at most (<=); none: for information
CREATE TEMP TABLE score(n serial, measure text, data text, part numeric, whole numeric, floor text);
INSERT INTO score(measure, data, part, whole, floor) VALUES
	('precision of points', 'sentences', (SELECT count(*) FROM point WHERE result = 'found'), (SELECT count(*) FROM point WHERE result IN ('found', 'false')), '>= 0.97'),
	('recall of points', 'sentences', (SELECT count(*) FROM point WHERE result = 'found'), (SELECT count(*) FROM point WHERE result IN ('found', 'missed')), '>= 0.90'),
	('found where there is none', 'sentences', (SELECT count(*) FROM point WHERE result LIKE 'in %'), (SELECT count(*) FROM sentence WHERE claims = '[]'), '<= 0'),
	('numbers found', 'memos', (SELECT count(*) FROM judged WHERE verdict <> 'not found'), (SELECT count(*) FROM judged), NULL),
	('wrong headlines told of or fixed', 'memos', (SELECT count(*) FROM judged WHERE kind = 'W' AND (told OR rewritten)), (SELECT count(*) FROM judged WHERE kind = 'W'), '>= 0.85'),
	('wrong headlines told of or fixed', 'rows', (SELECT count(*) FROM wrong WHERE told), (SELECT count(*) FROM wrong), '>= 0.95'),
	('wrong headlines fixed', 'memos', (SELECT count(*) FROM judged WHERE kind = 'W' AND rewritten), (SELECT count(*) FROM judged WHERE kind = 'W'), NULL),
	('wrong headlines fixed', 'rows', (SELECT count(*) FROM wrong WHERE rewritten), (SELECT count(*) FROM wrong), NULL),
	('told of, without correction, note or listing', 'memos', (SELECT count(*) FROM memocite.event e WHERE code = 'metric_violation' AND detail -> 'listed' IS NULL
		AND NOT EXISTS (SELECT FROM memocite.footnote f WHERE f.deal_id = e.deal_id AND f.kind = 'conflict')), (SELECT count(*) FROM told), '<= 0'),
	('sections with a right number noted', 'memos', (SELECT count(DISTINCT deal_id) FROM judged WHERE kind = 'C' AND told), (SELECT count(*) FROM memo), '<= 0.12'),
	('of these, in a summary or the like', 'memos', (SELECT count(DISTINCT deal_id) FROM judged WHERE kind = 'C' AND told
		AND key IN ('executive_summary', 'summary', 'recommendation', 'conclusion', 'investment_thesis', 'highlights')), (SELECT count(*) FROM memo), '<= 0.02'),
	('other numbers called violation', 'memos', (SELECT count(*) FROM judged WHERE kind <> 'W' AND told), (SELECT count(*) FROM judged WHERE kind <> 'W'), '<= 0.08'),
	('other passages with a violation', 'rows', (SELECT count(*) FROM row WHERE kind IN ('right', 'other') AND told), (SELECT count(*) FROM row WHERE kind IN ('right', 'other')), '<= 0.10'),
	('hostile passages with a violation', 'rows', (SELECT count(*) FROM row WHERE kind = 'stay' AND told), (SELECT count(*) FROM row WHERE kind = 'stay'), NULL),
	('right or other numbers rewritten', 'memos', (SELECT count(*) FROM judged WHERE kind <> 'W' AND rewritten), (SELECT count(*) FROM judged WHERE kind <> 'W'), '<= 0'),
	('right or other passages rewritten', 'rows', (SELECT count(*) FROM detail WHERE what LIKE 'rewritten%' AND place LIKE 'row %'), (SELECT count(*) FROM row WHERE kind <> 'wrong'), '<= 0'),
	('corrected a second time', 'memos, rows', (SELECT count(*) FROM detail WHERE what = 'corrected twice'), NULL, '<= 0'),
	('partial other than by a violation', 'memos', (SELECT count(*) FROM detail WHERE what LIKE 'asked, and%'), NULL, '<= 0'),
	('figures in their own text', 'figures', (SELECT count(*) FROM own WHERE verdict = 'supported'), (SELECT count(*) FROM own), '>= 0.99'),
	('planted errors missing', 'figures', (SELECT count(*) FROM planted WHERE found = 'missing'), (SELECT count(*) FROM planted), '>= 0.95'),
	('4 MB, one sentence / 1 MB', 'ms', pg_temp.least_ms('4 MB, one sentence'), pg_temp.least_ms('1 MB, one sentence'), '<= 5'),
	('finalize, 8 metrics / none', 'ms', pg_temp.least_ms('finalize, 8 metrics'), pg_temp.least_ms('finalize, no metrics'), '<= 1.5'),
	('4 MB written, cancelled after a delay of', 'ms', (SELECT greatest(max(ms), 0) FROM cost WHERE what = 'cancelled'), NULL, '<= 50');
CREATE TEMP VIEW result AS
	SELECT n, measure, data, part, whole, floor, coalesce(part / nullif(whole, 0), part) AS figure FROM score;
CREATE TEMP VIEW verdict AS
	SELECT *, CASE left(floor, 2) WHEN '>=' THEN figure >= substr(floor, 4)::numeric WHEN '<=' THEN figure <= substr(floor, 4)::numeric ELSE true END AS ok FROM result;
\pset footer off
\pset border 2
\pset linestyle old-ascii
\pset null ''
SELECT measure, data, CASE WHEN whole IS NULL THEN round(part, 1)::text ELSE format('%s of %s', round(part), round(whole)) END AS count,
	round(figure, 3) AS figure, floor, CASE WHEN floor IS NULL THEN '' WHEN ok THEN 'ok' ELSE 'not ok' END AS verdict FROM verdict ORDER BY n;
DO $$ BEGIN
	IF EXISTS (SELECT FROM verdict WHERE NOT ok) THEN
		RAISE '%', (SELECT string_agg(format('%s, %s: %s, floor %s', measure, data, round(figure, 3), floor), E'\n' ORDER BY n) FROM verdict WHERE NOT ok);
	END IF;
END $$;
