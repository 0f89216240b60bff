-- Charts (chapter 6): which candidates of a section are chosen, where they stand, what became of each, decision coverage.
SET client_min_messages = error;
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
CREATE FUNCTION pg_temp.config(type text, question text) RETURNS jsonb LANGUAGE sql AS
$$ SELECT jsonb_build_object('type', type, 'series', '[{"data": [{"x": "a", "y": 1}]}]'::jsonb, 'insightCaption', 'A caption that says enough.', 'decisionQuestion', question) $$;
-- a finished section, charts as {id}
CREATE FUNCTION pg_temp.shown(deal bigint) RETURNS TABLE (section_key text, body text) LANGUAGE sql AS
$$ SELECT s.section_key, regexp_replace(s.body, '<div data-type="chart" data-chart-id="([^"]*)"[^>]*></div>', '{\1}', 'g') FROM memocite.revision_section s
	WHERE s.deal_id = deal AND s.revision = (SELECT max(revision) FROM memocite.revision_section m WHERE m.deal_id = deal AND m.section_key = s.section_key) ORDER BY s.section_key COLLATE "C" $$;
INSERT INTO memocite.deal(deal_id, name) VALUES (5301, 'Selection'), (5302, 'Places'), (5303, 'Hostile'), (5304, 'Rows');

-- valid candidates by confidence, then chart_id; NULL counts the config's confidence, else 0.5
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (5301, 'order', 1, 'Text.'), (5301, 'gates', 2, 'Text.'), (5301, 'protected', 3, 'Text.'), (5301, 'dense', 4, '');
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config, confidence) VALUES
	(5301, 'o1', 'order', pg_temp.config('bar', 'question 1'), 0.2), (5301, 'o2', 'order', pg_temp.config('line', 'question 2'), 0.9), (5301, 'o3', 'order', pg_temp.config('pie', 'question 3'), NULL),
	(5301, 'o4', 'order', pg_temp.config('area', 'question 4') || '{"confidence": 0.7}', NULL), (5301, 'o5', 'order', pg_temp.config('donut', 'question 5'), 0.5), (5301, 'o6', 'order', '{}', 1), (5301, 'o7', 'order', pg_temp.config('bar', ' x '), 1);
SELECT * FROM memo_select_charts(5301, 'order', 10);
-- max_charts: the policy's, or the argument
SELECT * FROM memo_select_charts(5301, 'order');
SELECT chart_id, decision, reason FROM memo_select_charts(5301, 'order', 0);
-- a later candidate with the same question, whatever its case and blanks, is dropped; then the family cap (2); family NULL = the type
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config, confidence, family) VALUES
	(5301, 'g1', 'gates', pg_temp.config('bar', 'Is the price right?'), 0.9, NULL), (5301, 'g2', 'gates', pg_temp.config('pie', E' is  the\u00a0PRICE\nright? '), 0.8, NULL),
	(5301, 'g3', 'gates', pg_temp.config('line', 'À QUI LA FAUTE ?'), 0.7, 'trend'), (5301, 'g4', 'gates', pg_temp.config('bar', 'à qui la faute?'), 0.6, NULL),
	(5301, 'g5', 'gates', pg_temp.config('area', 'question 5'), 0.5, 'bar'), (5301, 'g6', 'gates', pg_temp.config('bar', 'question 6'), 0.4, ''), (5301, 'g7', 'gates', pg_temp.config('bar', 'question 7'), 0.3, 'trend');
SELECT * FROM memo_select_charts(5301, 'gates', 10);
-- a chart whose id answers a critical question is never dropped by these three, and takes no slot
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config, confidence) VALUES
	(5301, 'dscr_by_year', 'protected', pg_temp.config('bar', 'same question'), 0.1), (5301, 'p1', 'protected', pg_temp.config('bar', 'Same question'), 0.9), (5301, 'irr_1', 'protected', pg_temp.config('bar', 'same question'), 0.95),
	(5301, 'p2', 'protected', pg_temp.config('bar', 'question 2'), 0.8), (5301, 'p3', 'protected', pg_temp.config('bar', 'question 3'), 0.7), (5301, 'p4', 'protected', pg_temp.config('line', 'question 4'), 0.6),
	(5301, 'capital_stack', 'protected', pg_temp.config('capital_stack', 'question 5'), 0), (5301, 'ltv_bad', 'protected', pg_temp.config('bar', 'why'), 1);
SELECT * FROM memo_select_charts(5301, 'protected', 2);
-- density as a tie-breaker: of equally confident charts the next is the one whose 500 words have fewer charts
UPDATE memocite.section SET body = (SELECT string_agg(repeat('word ', 300), E'\n\n') FROM generate_series(1, 4)) WHERE deal_id = 5301 AND section_key = 'dense';
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config, confidence, after_paragraph, family) VALUES
	(5301, 'd1', 'dense', pg_temp.config('bar', 'question 1'), 0.5, 1, 'a'), (5301, 'd2', 'dense', pg_temp.config('bar', 'question 2'), 0.5, 1, 'b'), (5301, 'd3', 'dense', pg_temp.config('bar', 'question 3'), 0.5, 3, 'c'),
	(5301, 'd4', 'dense', pg_temp.config('bar', 'question 4'), 0.6, 1, 'd'), (5301, 'd5', 'dense', pg_temp.config('bar', 'question 5'), 0.4, 4, 'e');
SELECT * FROM memo_select_charts(5301, 'dense', 3);
-- policy
UPDATE memocite.deal SET policy = '{"max_charts": 1, "family_cap": 1}' WHERE deal_id = 5301;
SELECT chart_id, decision, reason FROM memo_select_charts(5301, 'gates');
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 5301;
-- what cannot be asked
SELECT * FROM memo_select_charts(5301, 'nowhere');
SELECT * FROM memo_select_charts(5301, 'order', -1);
SELECT * FROM memo_select_charts(NULL, 'order');

-- every drop is a row of chart_decision, an event of severity ERROR, and one WARNING a finalize names up to ten of them with their gates and counts the rest
SET client_min_messages = warning;
SELECT r ->> 'status', r -> 'charts', r -> 'coverage', r -> 'warnings' FROM memo_finalize(5301, DATE '2026-06-30') r;
SET client_min_messages = error;
SELECT chart_id, decision, gate, reason, section_key, position, questions FROM memocite.chart_decision WHERE deal_id = 5301 ORDER BY section_key, chart_id;
SELECT count(*), count(*) = (SELECT count(*) FROM memocite.chart_decision WHERE deal_id = 5301 AND decision = 'dropped') FROM memocite.event WHERE deal_id = 5301 AND code = 'chart_dropped';
SELECT stage, severity, section_key, subject, detail FROM memocite.event WHERE deal_id = 5301 AND code = 'chart_dropped' ORDER BY event_no LIMIT 3;
SELECT bool_and(ok) FROM memo_verify(5301);
-- unchanged inputs are unchanged; a chart's config, place and confidence are inputs, so are the questions
SELECT memo_finalize(5301, DATE '2026-06-30') -> 'unchanged';
UPDATE memocite.chart SET confidence = 0.21 WHERE deal_id = 5301 AND chart_id = 'o1';
SELECT memo_finalize(5301, DATE '2026-06-30') -> 'revision';
UPDATE memocite.chart SET config = config || '{"title": "T"}' WHERE deal_id = 5301 AND chart_id = 'o1';
SELECT memo_finalize(5301, DATE '2026-06-30') -> 'revision';

-- the ten questions, and which of them the charts in the memo answer
SELECT * FROM memo_decision_questions();
SELECT question_key, critical, covered, chart_ids FROM memo_decision_coverage(5301);
-- rows override the built-in questions and follow them
INSERT INTO memocite.decision_question(question_key, question, critical, chart_ids) VALUES ('exit', 'Who buys it from us?', true, '{o2, o9*, NULL}'), ('esg', 'Is it green?', false, '{g*}');
SELECT question_key, question, critical, chart_ids FROM memo_decision_questions() WITH ORDINALITY WHERE ordinality >= 10;
SELECT r -> 'revision', r -> 'coverage' FROM memo_finalize(5301, DATE '2026-06-30') r;
SELECT question_key, covered, chart_ids FROM memo_decision_coverage(5301) WHERE question_key IN ('exit', 'esg');
SELECT chart_id, decision, reason FROM memo_select_charts(5301, 'order', 0) WHERE decision = 'inserted';
DELETE FROM memocite.decision_question;
-- the view has every revision; an older one can be asked for
SELECT revision, count(*), count(*) FILTER (WHERE covered) FROM memocite.coverage WHERE deal_id = 5301 GROUP BY revision ORDER BY revision;
SELECT count(*) FROM memo_decision_coverage(5301, 1) WHERE covered;
SELECT * FROM memo_decision_coverage(5302);

-- at the [CHART:id] anchor, else behind block after_paragraph (paragraphs, lists, tables count), else at the end
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5302, 'a', 1, E'First.\n\n[CHART:anchored]\n\n- one\n- two\n\n  more of two\n\n## Heading\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```\ncode\n```\n\nLast.'),
	(5302, 'b', 2, E'Tight\n[CHART:tight]\ntext.\nNext [CHART:tight] mid [CHART:nowhere], line.\n\n[CHART:dropped]\n\n[CHART:anchored]\n\n> [CHART:quoted]\n> said\n\n[CHART:tight]\n'),
	(5302, 'c', 3, E'One.\n- list\n> quote\n# Heading\nTwo.\n\n## Sources\n\n- Offering Memorandum\n'),
	(5302, 'd', 4, ''), (5302, 'e', 5, E'Open\n\n```\ncode');
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config, after_paragraph) SELECT 5302, id, key, pg_temp.config('bar', 'question ' || id), after_paragraph
FROM (VALUES ('anchored', 'a', 9), ('a0', 'a', 0), ('a1', 'a', 1), ('a2', 'a', 2), ('a3', 'a', 3), ('a4', 'a', 4), ('a5', 'a', 5), ('a_end', 'a', NULL), ('a_neg', 'a', -3),
	('tight', 'b', NULL), ('quoted', 'b', NULL), ('c1', 'c', 1), ('c2', 'c', 2), ('c3', 'c', 3), ('c4', 'c', 4), ('c_end', 'c', NULL), ('d', 'd', 1), ('e', 'e', NULL)) AS v(id, key, after_paragraph);
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config) VALUES (5302, 'dropped', 'b', '{}');
UPDATE memocite.deal SET policy = '{"max_charts": 20, "family_cap": 20}' WHERE deal_id = 5302;
SELECT memo_finalize(5302, DATE '2026-06-30') -> 'charts';
SELECT * FROM pg_temp.shown(5302);
-- the scanner sees anchors anywhere in prose, none in code
SELECT kind, value, zone, paragraph FROM memo_markers(E'See [CHART:a] and `[CHART:b]`.\n\n[CHART:c]\n\n    [CHART:d]');
-- an anchor in mid-line, of a dropped or unknown chart, or repeated leaves the text, with an event
SELECT section_key, subject, detail ->> 'reason' FROM memocite.event WHERE deal_id = 5302 AND code = 'chart_anchor_removed' ORDER BY event_no;
SELECT chart_id, position FROM memocite.chart_decision WHERE deal_id = 5302 AND section_key = 'a' ORDER BY position;
-- the edit script has them, stage charts, and gives the agents' text back
SELECT count(*) FROM memocite.revision_section s, json_array_elements(s.edits) e WHERE s.deal_id = 5302 AND e ->> 3 = 'charts';
SELECT rule, detail FROM memo_verify(5302) WHERE NOT ok;
-- anchors leave without any chart, too
DELETE FROM memocite.chart WHERE deal_id = 5302;
SELECT r -> 'charts', r -> 'warnings' FROM memo_finalize(5302, DATE '2026-06-30') r;
SELECT body FROM pg_temp.shown(5302) WHERE section_key = 'b';
SELECT bool_and(ok) FROM memo_verify(5302);

-- hostile configs and ids: nothing in them becomes a reference, a marker or a tag
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5303, 'om', 'Offering Memorandum');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5303, 'risk', E'Repairs cost $186,500 [SRC:1].\n\nMore.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) VALUES (5303, 'risk', 1, 'om');
INSERT INTO memocite.chart(deal_id, chart_id, section_key, after_paragraph, config) VALUES (5303, 'x"></div>^1-->`', 'risk', 1,
	pg_temp.config('bar', 'Why [SRC:1] [^1]?') || '{"title": "</div>--> `code` [^1]: x\n\n# H\n\n```\n<script>alert(1)</script>", "xLabel": "[SRC:1] [CHART:x] 【SRC:1】 <!--", "insightCaption": "[^9] \"quoted\" ''and'' &amp; <b>"}');
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config) VALUES (5303, 'deep', 'risk', (repeat('[', 6000) || repeat(']', 6000))::jsonb), (5303, 'large', 'risk', jsonb_build_object('type', repeat('x', 2000000))),
	(5303, 'bomb', 'risk', pg_temp.config('bar', 'question') || '{"series": [{"data": [{"x": 1e131000, "y": 1e-16000}]}]}'), (5303, E'x"></div>\n\n[^2]', 'risk', '{}'), (5303, 'scalar', 'risk', '"text"'), (5303, 'null', 'risk', 'null');
SELECT r ->> 'status', r -> 'charts', r -> 'references' FROM memo_finalize(5303, DATE '2026-06-30') r;
SELECT chart_id, gate, regexp_replace(reason, '\d{7}', '<n>') FROM memocite.chart_decision WHERE deal_id = 5303 ORDER BY chart_id COLLATE "C";
SELECT body FROM memocite.revision_section WHERE deal_id = 5303;
SELECT rule, detail FROM memo_verify(5303) WHERE NOT ok;
SELECT kind, value FROM memo_markers((SELECT body FROM memocite.revision_section WHERE deal_id = 5303));
-- labels of their own leave charts alone
SELECT memo_markdown(5303, labels => 'unique') LIKE '%' || (SELECT substring(body FROM '<div .*</div>') FROM memocite.revision_section WHERE deal_id = 5303) || '%';

-- an id that no anchor can name, a confidence that is no number: the row and its reason
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5304, 'rows', E'Text.\n\n[CHART:a b]');
INSERT INTO memocite.chart(deal_id, chart_id, section_key, confidence, config)
SELECT 5304, id, 'rows', confidence, pg_temp.config('bar', 'question ' || n)
FROM (VALUES (1, '', 0.9), (2, ' ', 0.9), (3, 'a b', 0.9), (8, 'a]b', 0.9), (9, '[^1]', 0.9), (4, 'infinite', 'Infinity'), (5, 'minus', '-Infinity'), (6, 'irr_nan', 'NaN'), (7, 'fine', NULL)) AS chart(n, id, confidence);
SELECT quote_literal(chart_id), rank, decision, reason FROM memo_select_charts(5304, 'rows');
SELECT r -> 'charts' FROM memo_finalize(5304, DATE '2026-06-30') r;
SELECT quote_literal(chart_id), decision, gate, reason FROM memocite.chart_decision WHERE deal_id = 5304 ORDER BY chart_id COLLATE "C";
SELECT code, quote_nullable(subject), detail FROM memocite.event WHERE deal_id = 5304 AND stage = 'charts' ORDER BY event_no;
SELECT body FROM pg_temp.shown(5304);

-- what would tell readers something false, or nothing: shares that are no shares, columns of nothing, a caption of no width
SELECT t.n, p.* FROM (VALUES
	(1, 'pie', '[{"data": [{"x": "a", "y": 80}, {"x": "b", "y": 50}]}]', '{"unit": "percent"}'), (2, 'donut', '[{"data": [{"x": "a", "y": 0.8}, {"x": "b", "y": 0.2}]}]', '{"unit": "%"}'),
	(3, 'pie', '[{"data": [{"x": "a", "y": 66.7}, {"x": "b", "y": 34.3}]}]', '{"unit": "Percent"}'), (4, 'pie', '[{"data": [{"x": "a", "y": 80}, {"x": "b", "y": 50}]}]', '{"unit": "usd"}'), (5, 'bar', '[{"data": [{"x": "a", "y": 80}, {"x": "b", "y": 50}]}]', '{"unit": "percent"}'),
	(6, 'capital_stack', '[{"data": [{"x": "a", "y": 0}, {"x": "b", "y": 0}]}, {"name": "b", "data": [{"x": "a", "y": 0}]}]', '{}'), (7, 'capital_stack', '[{"data": [{"x": "a", "y": 0}]}, {"name": "b", "data": [{"x": "a", "y": 1}]}]', '{}'),
	(8, 'bar', '[{"data": [{"x": "a", "y": 1}]}]', jsonb_build_object('insightCaption', repeat(U&'\200B', 12), 'decisionQuestion', U&'\00A0\2060Why\200B\00AD ')::text),
	(9, 'bar', '[{"data": [{"x": "a", "y": 1}]}]', '{"suggested_id": "a]b"}'), (10, 'bar', '[{"data": [{"x": "a", "y": 1}]}]', '{"suggested_id": "[a"}')) AS t(n, type, series, more),
	memo_chart_problems(pg_temp.config(t.type, 'question') || jsonb_build_object('series', t.series::jsonb) || t.more::jsonb) AS p ORDER BY t.n;
SELECT memo_chart_svg(pg_temp.config('pie', 'question') || '{"unit": "percent", "series": [{"data": [{"x": "a", "y": 80}, {"x": "b", "y": 50}]}]}') IS NULL;
-- the published schema says the same of ids and captions
SELECT s #>> '{properties,suggested_id,pattern}', s #>> '{properties,insightCaption,pattern}',
	'a]b' ~ (s #>> '{properties,suggested_id,pattern}'), 'ab' ~ (s #>> '{properties,suggested_id,pattern}'),
	repeat(U&'\200B', 12) ~ (s #>> '{properties,insightCaption,pattern}'), 'A caption that says.' ~ (s #>> '{properties,insightCaption,pattern}') FROM memo_chart_schema() s;

DELETE FROM memocite.deal WHERE deal_id BETWEEN 5301 AND 5304;
