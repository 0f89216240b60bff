-- Charts (chapter 6): is a ChartConfig valid, the memo's node of it, its JSON Schema.
SET client_min_messages = warning;
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set VERBOSITY terse
-- a config with the members that matter, the others as given
CREATE FUNCTION pg_temp.chart(config jsonb) RETURNS jsonb LANGUAGE sql AS
$$ SELECT '{"type": "bar", "series": [{"name": "NOI", "data": [{"x": "2026", "y": 4.2}, {"x": "2027", "y": 4.4}]}],
	"insightCaption": "NOI grows by 5% a year.", "decisionQuestion": "Where does growth come from?", "suggested_id": "noi_growth"}'::jsonb || config $$;
CREATE FUNCTION pg_temp.problems(config jsonb) RETURNS SETOF record LANGUAGE sql AS $$ SELECT * FROM memo_chart_problems(pg_temp.chart(config)) $$;
CREATE FUNCTION pg_temp.points(type text, points jsonb) RETURNS jsonb LANGUAGE sql AS
$$ SELECT jsonb_build_object('type', type, 'series', jsonb_build_array(jsonb_build_object('data', points))) $$;

-- none when valid
SELECT count(*) FROM memo_chart_problems(pg_temp.chart('{}'));
-- all 19 types, each with its shape of points
SELECT type, count(p.gate) FROM (VALUES
	('bar', '[{"x": "a", "y": 1}]'::jsonb), ('horizontal_bar', '[{"x": 2026, "y": -1}]'), ('line', '[{"x": 1, "y": 1}]'), ('pie', '[{"x": "a", "y": 1}]'),
	('donut', '[{"x": "a", "y": 0}, {"x": "b", "y": 3}]'), ('stacked_bar', '[{"x": "a", "y": 1}]'), ('horizontal_stacked_bar', '[{"x": "a", "y": 1}]'),
	('scatter', '[{"x": 1, "y": 1, "label": "a"}]'), ('area', '[{"x": "a", "y": 1}]'), ('stacked_area', '[{"x": "a", "y": 1}]'),
	('waterfall', '[{"x": "a", "y": 1}, {"x": "b", "y": -1}, {"x": "c", "y": 0, "total": true}]'), ('heatmap', '[{"x": "a", "y": "b", "value": 1}]'),
	('bubble', '[{"x": 1, "y": 1, "size": 0}]'), ('gantt', '[{"x": "a", "start": "2028-02-29", "end": "2028-02-29"}]'), ('gantt', '[{"x": "a", "start": 1, "end": 2}]'),
	('tornado', '[{"x": "a", "low": 1, "high": 2}]'), ('tornado', '[{"x": "a", "y": -1, "low": null}]'), ('comparison', '[{"x": "a", "y": 1}]'),
	('outcome_distribution', '[{"x": "P95", "y": 3}, {"x": "P50", "y": 2}, {"x": "P5", "y": 1}]'), ('capital_stack', '[{"x": "a", "y": 1}]')) AS t(type, points)
LEFT JOIN LATERAL memo_chart_problems(pg_temp.chart(pg_temp.points(type, points))) p ON true GROUP BY type, points ORDER BY type, points;
SELECT count(*) FROM pg_temp.problems('{"type": "combo", "series": [{"kind": "bar", "data": [{"x": "a", "y": 1}]}, {"kind": "line", "axis": "right", "data": [{"x": "a", "y": 1}, {"x": "b", "y": 2}]}]}') AS (gate text, path text, problem text);

-- gate schema: missing or unknown type
SELECT * FROM memo_chart_problems(pg_temp.chart('{}') - 'type');
SELECT * FROM pg_temp.problems('{"type": null}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"type": "barr"}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"type": 7}') AS (gate text, path text, problem text);
-- series missing, empty, not a list; a series without points; malformed points
SELECT * FROM memo_chart_problems(pg_temp.chart('{}') - 'series');
SELECT * FROM pg_temp.problems('{"series": []}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"series": {"data": []}}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"series": [{"data": []}, {"name": 3, "data": {}}, {}, 7]}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"series": [{"data": [[1, 2], 3, {"y": 1}, {"x": "a"}, {"x": " ", "y": "12%"}, {"x": true, "y": {}}, {"x": "a", "y": 1, "label": 1, "total": 1}]}]}') AS (gate text, path text, problem text);
-- NaN, infinity and null values
SELECT * FROM pg_temp.problems('{"series": [{"data": [{"x": "a", "y": null}, {"x": null, "y": 1}, {"x": "a", "y": "NaN"}, {"x": "NaN", "y": " -Infinity "}, {"x": "a", "y": 1e400}]}], "confidence": "nan"}') AS (gate text, path text, problem text);
-- a number that no double holds is one anywhere
SELECT * FROM pg_temp.problems('{"a/b~c": [1, -1e131000]}') AS (gate text, path text, problem text);
-- scatter and bubble need numbers, bubble a size
SELECT * FROM pg_temp.problems(pg_temp.points('scatter', '[{"x": "2026", "y": 1}]')) AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems(pg_temp.points('bubble', '[{"x": "a", "y": 1}, {"x": 1, "y": 1, "size": -1}]')) AS (gate text, path text, problem text);
-- gantt start and end, heatmap a value, combo a kind, tornado low and high or y, no negative slices
SELECT * FROM pg_temp.problems(pg_temp.points('gantt', '[{"x": "a", "start": "2026-02-29"}, {"x": "b", "start": "2026-03-02", "end": "2026-03-01"}, {"x": "c", "start": 1, "end": 2}]')) AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems(pg_temp.points('heatmap', '[{"x": "a", "y": "b"}]')) AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"type": "combo", "series": [{"data": [{"x": "a", "y": 1}]}, {"kind": "pie", "axis": "top", "data": [{"x": "a", "y": 1}]}]}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems(pg_temp.points('tornado', '[{"x": "a"}, {"x": "a", "low": 2, "high": 1}, {"x": "a", "low": 2}]')) AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems(pg_temp.points('capital_stack', '[{"x": "a", "y": -1}]')) AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems(pg_temp.points('pie', '[{"x": "a", "y": 0}]')) AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems(pg_temp.points('outcome_distribution', '[{"x": "P5", "y": 3}, {"x": "P50", "y": 2}]')) AS (gate text, path text, problem text);
-- unequal lengths where the type needs them, one series where it draws one
SELECT * FROM pg_temp.problems('{"type": "stacked_bar", "series": [{"data": [{"x": "a", "y": 1}, {"x": "b", "y": 1}]}, {"data": [{"x": "a", "y": 1}]}]}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"type": "line", "series": [{"data": [{"x": "a", "y": 1}, {"x": "b", "y": 1}]}, {"data": [{"x": "a", "y": 1}]}]}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"type": "donut", "series": [{"data": [{"x": "a", "y": 1}]}, {"data": [{"x": "a", "y": 1}]}]}') AS (gate text, path text, problem text);
-- 32 levels are not too deep, 33 are; 1 MB is not too large, 2 MB are
SELECT count(*) FROM memo_chart_problems(pg_temp.chart(jsonb_build_object('extra', (repeat('[', 31) || repeat(']', 31))::jsonb)));
SELECT * FROM memo_chart_problems(pg_temp.chart(jsonb_build_object('extra', (repeat('[', 32) || repeat(']', 32))::jsonb)));
SELECT count(*) FROM memo_chart_problems(pg_temp.chart(jsonb_build_object('extra', repeat('x', 1000000))));
SELECT gate, path, regexp_replace(problem, '\d{7}', '<n>') FROM memo_chart_problems(pg_temp.chart(jsonb_build_object('extra', repeat('x', 2000000))));
SELECT * FROM memo_chart_problems('[1]');
SELECT * FROM memo_chart_problems('"bar"');
SELECT * FROM memo_chart_problems(NULL);
-- other members have types, null is as if left out
SELECT * FROM pg_temp.problems('{"title": null, "confidence": null, "sources": null, "unit": null}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"title": 1, "xLabel": [], "confidence": 1.5, "base": "x", "sources": [1, "om", null, {}]}') AS (gate text, path text, problem text);
-- an id that no anchor can name
SELECT * FROM pg_temp.problems('{"suggested_id": ""}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"suggested_id": "irr bridge"}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems(jsonb_build_object('suggested_id', U&'irr\00A0bridge')) AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"suggested_id": null}') AS (gate text, path text, problem text);

-- gate usefulness: insightCaption under 10 characters or decisionQuestion under 5, trimmed, characters not bytes; both are required
SELECT * FROM memo_chart_problems(pg_temp.chart('{}') - 'insightCaption' - 'decisionQuestion');
SELECT * FROM pg_temp.problems('{"insightCaption": "  NOI grows  ", "decisionQuestion": "Why?"}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"insightCaption": "NOI grows.", "decisionQuestion": "Why??"}') AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems(jsonb_build_object('insightCaption', U&'\00A0\3000ÄÖÜäöüßéè\FEFF', 'decisionQuestion', '为什么？')) AS (gate text, path text, problem text);
SELECT * FROM pg_temp.problems('{"insightCaption": null, "decisionQuestion": 12345}') AS (gate text, path text, problem text);

-- a label twice in a series, or two series of one name: one would be drawn over the other, or as their sum
SELECT k, p.* FROM unnest(ARRAY['bar', 'pie', 'waterfall', 'tornado', 'stacked_area', 'outcome_distribution', 'line', 'area']) WITH ORDINALITY AS t(k, n),
	memo_chart_problems(pg_temp.chart(pg_temp.points(k, '[{"x": "a", "y": 3}, {"x": 1, "y": 4}, {"x": "a", "y": 4}, {"x": "1", "y": 4}, {"x": 1.0, "y": 5}]'))) AS p ORDER BY n;
SELECT p.* FROM memo_chart_problems(pg_temp.chart(pg_temp.points('heatmap', '[{"x": "a", "y": "b", "value": 1}, {"x": "a", "y": "c", "value": 1}, {"x": "a", "y": "b", "value": 2}]'))) AS p;
SELECT p.* FROM memo_chart_problems(pg_temp.chart('{"type": "line", "series": [{"name": "A", "data": [{"x": 1, "y": 1}]}, {"data": [{"x": 1, "y": 1}]}, {"data": [{"x": 1, "y": 1}]}, {"name": "A", "data": [{"x": 1, "y": 1}]}]}')) AS p;

-- the memo's node: config and id in attributes, escaped
SELECT memo_chart_html(pg_temp.chart('{"sources": [3, "om"]}'));
-- quotes, tags, comment ends, back-ticks, references and markers in a config are text of the attribute in every reader
SELECT memo_chart_html(pg_temp.chart('{"suggested_id": "a\"></div><script>`", "title": "</div> --> `x` [^1] [SRC:1] \\ '' & \n\n# <b>"}') - 'series' || '{"series": [{"data": [{"x": "a", "y": 1.50}]}]}');
SELECT count(*) FROM memo_markers(memo_chart_html(pg_temp.chart('{"title": "[SRC:1] [^1] [CHART:x]", "xLabel": "【SRC:3】", "insightCaption": "`[SRC:2] and more`"}')));
-- fails closed: the empty string and a warning that names suggested_id and the reason
\set VERBOSITY default
SELECT '<' || memo_chart_html('{"type": "bar", "suggested_id": "irr_waterfall"}') || '>';
SELECT '<' || memo_chart_html(NULL) || '>';
\set VERBOSITY terse
SELECT '<' || memo_chart_html(pg_temp.chart(jsonb_build_object('extra', (repeat('[', 6000) || repeat(']', 6000))::jsonb))) || '>';
-- never an aborted transaction
BEGIN;
SELECT memo_chart_html('[]') = '';
SELECT 1;
COMMIT;
-- numbers as they were written; what stands for thousands of digits is shortened
SELECT substring(memo_chart_html(pg_temp.chart('{"series": [{"data": [{"x": 1.10, "y": 1e299}]}]}')) FROM 'x&quot;:.{30}');

-- JSON Schema: draft 2020-12, a shape for each type
SELECT s ->> '$schema', jsonb_array_length(s #> '{properties,type,enum}'), s #> '{$defs,waterfall}', s #> '{$defs,circle,required}' FROM memo_chart_schema() s;
-- no type there that memo_chart_problems does not know, or that has no shape
SELECT type FROM memo_chart_schema() s, jsonb_array_elements_text(s #> '{properties,type,enum}') AS t(type)
WHERE s #> ARRAY['$defs', type] IS NULL OR EXISTS (SELECT FROM memo_chart_problems(jsonb_build_object('type', type)) AS p WHERE p.path = '/type');

-- what cannot be drawn gives NULL and a warning; a useless chart can still be drawn
SELECT memo_chart_svg('{"type": "bar"}') IS NULL;
SELECT memo_chart_svg(pg_temp.chart('{}') - 'insightCaption') IS NULL;
-- what would hide another: one label as number and text, a name that a series without one gets, a cell or driver of another
-- series, one percentile written twice; what is no percentile; a total that the steps do not come to
SELECT t.type, p.path, p.problem FROM (VALUES
	('bar', '[{"data": [{"x": 2026, "y": 3}, {"x": "2026", "y": 3}]}]'),
	('bar', '[{"name": "Series 2", "data": [{"x": "a", "y": 3}]}, {"data": [{"x": "a", "y": 3}]}]'),
	('heatmap', '[{"data": [{"x": "a", "y": "b", "value": 3}]}, {"data": [{"x": "a", "y": "b", "value": 4}]}]'),
	('tornado', '[{"data": [{"x": "a", "low": 1, "high": 3}]}, {"name": "b", "data": [{"x": "a", "low": 2, "high": 5}]}]'),
	('tornado', '[{"data": [{"x": "a", "y": -1}]}, {"name": "b", "data": [{"x": "a", "y": 2}]}]'),
	('outcome_distribution', '[{"data": [{"x": "P5", "y": 1}, {"x": "Base", "y": 2}]}]'),
	('outcome_distribution', '[{"data": [{"x": "P5", "y": 1}, {"x": "p05", "y": 1}]}]'),
	('waterfall', '[{"data": [{"x": "a", "y": 100}, {"x": "b", "y": 50}, {"x": "c", "y": 900, "total": true}]}]'),
	('waterfall', '[{"data": [{"x": "a", "y": 100, "total": true}, {"x": "b", "y": 50.4}, {"x": "c", "y": 150, "total": true}]}]')) AS t(type, series),
	memo_chart_problems(pg_temp.chart(jsonb_build_object('type', t.type, 'series', t.series::jsonb))) AS p;
