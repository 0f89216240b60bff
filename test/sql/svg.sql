-- memo_chart_svg (chapter 6): a config as one inline SVG.
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
CREATE FUNCTION pg_temp.chart(type text, data jsonb, more jsonb DEFAULT '{}') RETURNS jsonb LANGUAGE sql AS
$$ SELECT jsonb_build_object('type', type, 'title', 'T', 'series', jsonb_build_array(jsonb_build_object('name', 'A', 'data', data)),
	'insightCaption', 'It says enough.', 'decisionQuestion', 'Which?') || more $$;
-- without its style sheet
CREATE FUNCTION pg_temp.drawn(config jsonb, width int DEFAULT 640) RETURNS text LANGUAGE sql AS
$$ SELECT regexp_replace(memo_chart_svg(config, width), '<style>.*</style>\n', '') $$;
-- all texts that are written, in their order
CREATE FUNCTION pg_temp.texts(config jsonb, width int DEFAULT 640) RETURNS text LANGUAGE sql AS
$$ SELECT string_agg(m[1], ' · ' ORDER BY n) FROM regexp_matches(pg_temp.drawn(config, width), '<text[^>]*>([^<]*)</text>', 'g') WITH ORDINALITY AS t(m, n) $$;

-- role, name and description; what is drawn has classes, and each mark says its point
SELECT pg_temp.drawn(pg_temp.chart('bar', '[{"x": "2026", "y": 4.2}, {"x": "2027", "y": -1}]', '{"unit": "percent", "yLabel": "Growth", "xLabel": "Year"}'));
-- the style sheet is in it; no script, no id, nothing from outside
SELECT svg ~ '^<svg [^>]*role="img"[^>]*>\n<style>[^<]*prefers-color-scheme:dark[^<]*</style>\n<desc>' AS has_style, svg ~ 'script|url\(|href| id=| on[a-z]+=' AS needs_more
FROM memo_chart_svg(pg_temp.chart('bar', '[{"x": "a", "y": 1}]')) AS svg;
-- what XML gives a meaning is escaped
SELECT pg_temp.drawn(pg_temp.chart('pie', '[{"x": "<b> & \"c\"", "y": 1}]', '{"title": "<i> & \"t\""}'));

-- every type of the catalogue: its marks, and the same bytes each time
\getenv srcdir PG_ABS_SRCDIR
CREATE TEMP TABLE line(n serial, config jsonb);
\set file :srcdir '/realdata/chart_types.jsonl'
COPY line(config) FROM :'file' CSV QUOTE E'\x01' DELIMITER E'\x02';
SELECT config ->> 'type', (SELECT string_agg(format('%s %s', count, tag), ', ' ORDER BY tag) FROM (SELECT m[1] AS tag, count(*) FROM regexp_matches(svg, '<(rect|path|circle|text)\M', 'g') AS m GROUP BY 1) AS marks),
	svg = memo_chart_svg(config) AS same, svg ~ '\m(nan|inf)\M' AS has_no_number
FROM line, LATERAL memo_chart_svg(config) AS svg ORDER BY n;
-- ticks are 1, 2 or 5 times a power of ten, in the chart's unit
SELECT pg_temp.texts(pg_temp.chart('line', '[{"x": 1, "y": 12345678}, {"x": 2, "y": 23456789}]', '{"unit": "usd"}'));
SELECT pg_temp.texts(pg_temp.chart('line', '[{"x": 2025, "y": 1.21}, {"x": 2029, "y": 1.42}]', '{"unit": "multiple"}'));
SELECT pg_temp.texts(pg_temp.chart('bar', '[{"x": "a", "y": -0.02}, {"x": "b", "y": 0.01}]'));
-- one point, no points apart, and points without any size
SELECT pg_temp.texts(pg_temp.chart('line', '[{"x": 2026, "y": 5}]'));
SELECT pg_temp.texts(pg_temp.chart('scatter', '[{"x": 1, "y": 0}, {"x": 1, "y": 0}]'));
SELECT pg_temp.texts(pg_temp.chart('bar', '[{"x": "a", "y": 0}]'));
SELECT pg_temp.texts(pg_temp.chart('donut', '[{"x": "a", "y": 0}]'));
-- of a hundred labels as many are written as there is room for; long ones are cut
SELECT count(*) FROM regexp_matches(pg_temp.drawn(pg_temp.chart('bar', (SELECT jsonb_agg(jsonb_build_object('x', 'Month ' || n, 'y', n)) FROM generate_series(1, 100) AS n))), '>Month', 'g');
SELECT pg_temp.texts(pg_temp.chart('horizontal_bar', jsonb_build_array(jsonb_build_object('x', repeat('A long name ', 9), 'y', 1))));
-- days: the first of months, quarters or years
SELECT pg_temp.texts(pg_temp.chart('gantt', '[{"x": "a", "start": "2026-01-15", "end": "2026-05-01"}]'));
SELECT pg_temp.texts(pg_temp.chart('gantt', '[{"x": "a", "start": "2024-02-29", "end": "2036-05-01"}]'));
-- the least and the greatest numbers
SELECT pg_temp.texts(pg_temp.chart('bar', '[{"x": "a", "y": 1e300}, {"x": "b", "y": -1e300}]'));
SELECT pg_temp.texts(pg_temp.chart('line', '[{"x": 1, "y": 1e-300}, {"x": 2, "y": 2e-300}]'));

-- width: pixels that it is laid out for
SELECT (regexp_match(memo_chart_svg(pg_temp.chart('bar', '[{"x": "a", "y": 1}]'), w), 'viewBox="([^"]*)"'))[1] FROM unnest(ARRAY[200, NULL, 4000]) AS w;
SELECT memo_chart_svg(pg_temp.chart('bar', '[{"x": "a", "y": 1}]'), 199);
SELECT memo_chart_svg(pg_temp.chart('bar', '[{"x": "a", "y": 1}]'), 4001);
-- what cannot be drawn is NULL, with a warning; a missing caption keeps nothing from being drawn
SELECT memo_chart_svg('{"type": "bar", "series": []}') IS NULL;
SELECT memo_chart_svg(NULL) IS NULL;
SELECT memo_chart_svg('{"type": "bar", "series": [{"data": [{"x": "a", "y": 1}]}]}') IS NULL;

-- memo_markdown(charts => 'table'): caption and data where a node would show nothing; what is no chart stays
SET client_min_messages = warning;
SELECT memo_init() \g /dev/null
INSERT INTO memocite.deal(deal_id, name) VALUES (9801, 'Tables');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (9801, 'om', 'Offering');
INSERT INTO memocite.section(deal_id, section_key, title, body) VALUES (9801, 'risk', 'Risk', E'Rents rose [SRC:1].\n\n[CHART:noi]\n\n[CHART:heat]\n\n<div data-type="chart" data-chart-id="x" data-config="{}"></div>\n\nThe end.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) VALUES (9801, 'risk', 1, 'om');
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config) VALUES
	(9801, 'noi', 'risk', '{"type": "bar", "title": "NOI | [^1] *x*", "unit": "usd", "series": [{"name": "A | B", "data": [{"x": "2026", "y": 4200000}, {"x": "2027\n<b>", "y": -1.5}]}], "insightCaption": "It grows by 4.5%.", "decisionQuestion": "Which?"}'),
	(9801, 'heat', 'risk', '{"type": "heatmap", "unit": "bps", "series": [{"data": [{"x": "a", "y": "b", "value": 2}, {"x": "c", "y": "d", "value": 4}]}], "insightCaption": "A heatmap.", "decisionQuestion": "Where?"}');
SELECT memo_finalize(9801, DATE '2026-06-30') ->> 'status';
SELECT substring(memo_markdown(9801, charts => 'table') FROM '## Risk.*?## Sources');
SELECT memo_markdown(9801, charts => 'node') = memo_markdown(9801) AS is_usual;
SELECT memo_markdown(9801, charts => 'svg');
