-- memo_load_context(deal_id, context): a model-intelligence context as one JSON;
-- and the shape of insight.detail, checked when a row is written.
SELECT memo_init() \g /dev/null
\set VERBOSITY terse
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name) VALUES (5202, 'Context'), (5203, 'Other');

-- each key is optional, and replaces the insights of its kind
SELECT memo_load_context(5202, '{}');
SELECT memo_load_context(5202, '{"ic_notes": [{"message": "One", "section_key": "risk", "author": "J. Doe", "mood": "calm"}, {"message": "Two", "anchor": "NOI"}],
	"red_flags": [{"message": "Hard-coded", "severity": "high", "cell": "A1", "metric": "irr"}]}');
-- a key with a typo is told of: to who loads it, and by memo_doctor until a context without one comes
SELECT memo_load_context(5202, '{"ic_notes": [{"message": "Three"}], "red_flags": null, "source_conflicts": [], "vintage": 2026}');
SELECT memo_load_context(5203, '{"ic_note": [{"message": "Lost"}], "metric_linage": []}');
SELECT level, detail, hint FROM memo_doctor() WHERE "check" = 'context';
SELECT memo_load_context(5203, '{"ic_notes": []}'), memo_load_context(5202, '{}');
SELECT level, detail, hint FROM memo_doctor() WHERE "check" = 'context';
SELECT kind, section_key, anchor, metric, influence, message, detail FROM memocite.insight WHERE deal_id = 5202 ORDER BY kind, message;
-- metric_lineage: an array, or an object by metric; both spellings of names; influence_proxy is the influence
SELECT memo_load_context(5202, '{"ic_notes": [], "red_flags": [], "metric_lineage": [{"metric_tag": "irr", "metric_label": "IRR:", "depth": 3, "assumptions": [{"cell": "B8", "value": 300, "influence_proxy": 0.9}, {"label": "Rent", "influence": 0.5, "influence_proxy": 0.1}]}]}');
SELECT metric, detail FROM memocite.insight WHERE deal_id = 5202;
SELECT memo_load_context(5202, '{"metric_lineage": {"dscr": {"influence": 0.75, "message": "x"}, "ltv": {"metric": "loan_to_value", "assumptions": []}}}');
SELECT metric, influence, message, detail FROM memocite.insight WHERE deal_id = 5202 ORDER BY metric;
-- 30 lineages of real workbooks
\getenv abs_srcdir PG_ABS_SRCDIR
\set file :abs_srcdir '/data/metric_lineage.jsonl'
CREATE TEMP TABLE lines(line text);
COPY lines FROM :'file' (FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02');
SELECT memo_load_context(5202, jsonb_build_object('metric_lineage', (SELECT jsonb_agg(line::jsonb) FROM lines)));
SELECT count(*), count(DISTINCT metric) AS metrics, sum(jsonb_array_length(detail -> 'assumptions')) AS assumptions,
	bool_and((SELECT bool_and(a ? 'influence' AND NOT a ? 'influence_proxy') FROM jsonb_array_elements(detail -> 'assumptions') AS a)) AS renamed FROM memocite.insight WHERE deal_id = 5202;
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5202, 'financial', E'The levered IRR is 18.5%.\n\nThe exit cap rate is 5.25%.\n\nThe MOIC is 2.2x.\n\nDSCR is 1.45x.\n\nCash-on-cash return is 8%.');
SELECT memo_finalize(5202, DATE '2026-06-30') ->> 'status';
SELECT number, definition FROM memocite.footnote WHERE deal_id = 5202 ORDER BY number;
SELECT detail ->> 'reason' AS reason, count(*) FROM memocite.event WHERE deal_id = 5202 AND code LIKE 'insight%' GROUP BY 1 ORDER BY 1;
SELECT bool_and(ok) FROM memo_verify(5202);
-- other deals are not touched; the deal is put in the queue
SELECT memo_load_context(5203, '{"ic_notes": [{"message": "Theirs"}]}');
SELECT count(*) FROM memocite.queue WHERE deal_id = 5203;

-- an error names the path of what is wrong, and nothing is written
SELECT memo_load_context(5202, '{"ic_notes": [{"message": "New"}], "metric_lineage": [{"metric": "irr"}, {"metric": "irr"}, {"metric": "irr"}, {"metric": "irr", "assumptions": [{"cell": "A1", "influence": "0.9"}]}]}');
SELECT kind, count(*) FROM memocite.insight WHERE deal_id = 5202 GROUP BY kind;
CREATE FUNCTION pg_temp.problems() RETURNS TABLE(problem text) LANGUAGE sql AS $$
	SELECT coalesce(memo_context_problem(c), 'good') FROM unnest(ARRAY[
		'[]', '"x"', '1',
		'{"ic_notes": {}}', '{"ic_notes": "x"}', '{"metric_lineage": 7}', '{"red_flags": ["x"]}', '{"red_flags": [[]]}',
		'{"ic_notes": [{}]}', '{"ic_notes": [{"message": " "}]}', '{"ic_notes": [{"message": 7}]}', '{"ic_notes": [{"message": "x", "author": []}]}',
		'{"ic_notes": [{"message": "x", "date": "yesterday"}]}', '{"ic_notes": [{"message": "x", "date": "2026-02-30"}]}', '{"ic_notes": [{"message": "x", "date": 20260101}]}',
		'{"ic_notes": [{"message": "x"}, {"message": "x", "anchor": {"text": "x"}}]}',
		'{"red_flags": [{"message": "x", "severity": "HIGH"}]}',
		'{"source_conflicts": [{"metric": "noi"}]}', '{"source_conflicts": [{"values": 3}]}', '{"source_conflicts": [{"values": [{"value": 1, "source_type": "pdf"}]}]}',
		'{"source_conflicts": [{"values": [{"value": 1, "source_type": "pdf"}, 2]}]}', '{"source_conflicts": [{"values": [{"value": 1, "doc_id": "om"}, {"source_type": "pdf"}]}]}',
		'{"source_conflicts": [{"values": [{"value": [], "doc_id": "om"}, {"value": 1, "source_type": "pdf"}]}]}', '{"source_conflicts": [{"values": [{"value": 1}, {"value": 2}]}]}',
		'{"source_conflicts": [{"values": [{"value": 1, "source_type": "fax"}, {"value": 2}]}]}',
		'{"metric_lineage": [{"label": "IRR"}]}', '{"metric_lineage": {"irr": 3}}', '{"metric_lineage": {"irr": {"depth": -1}}}', '{"metric_lineage": {"irr": {"depth": 1.5}}}',
		'{"metric_lineage": {"irr": {"depth": 1e300}}}', '{"metric_lineage": {"irr": {"influence": 1.01}}}', '{"metric_lineage": {"irr": {"assumptions": {}}}}',
		'{"metric_lineage": {"irr": {"assumptions": [{"value": 1}]}}}', '{"metric_lineage": {"irr": {"assumptions": [{"label": "x", "influence_proxy": -0.1}]}}}',
		'{"metric_lineage": {"": {"depth": 1, "label": "IRR"}}}', '{"metric_lineage": null, "ic_notes": null}']::jsonb[]) WITH ORDINALITY AS t(c, n) ORDER BY n
$$;
SELECT * FROM pg_temp.problems();
SELECT memo_load_context(5204, '{}');
SELECT memo_load_context(NULL, '{}');
SELECT memo_load_context(5202, NULL);

-- a row of memocite.insight is checked the same way, on insert and update
INSERT INTO memocite.insight(deal_id, kind, message, detail) VALUES (5203, 'model_warning', 'x', '{"severity": "fatal"}');
INSERT INTO memocite.insight(deal_id, kind, message, detail) VALUES (5203, 'ic_note', 'x', '[]');
INSERT INTO memocite.insight(deal_id, kind) VALUES (5203, 'ic_note');
INSERT INTO memocite.insight(deal_id, kind, metric) VALUES (5203, 'source_conflict', 'noi');
INSERT INTO memocite.insight(deal_id, kind) VALUES (5203, 'lineage');
INSERT INTO memocite.insight(deal_id, kind, metric, influence) VALUES (5203, 'lineage', 'irr', 1.5);
UPDATE memocite.insight SET detail = '{"date": "12 May"}' WHERE deal_id = 5203;
INSERT INTO memocite.insight(deal_id, kind, detail) VALUES (5203, 'lineage', '{"label": "IRR", "depth": 3, "anything": {"else": [1]}}');
-- rows that got past the trigger do no harm
SET session_replication_role = replica;
INSERT INTO memocite.insight(deal_id, kind, section_key, metric, influence, detail) SELECT 5202, kind, 'financial', metric, 1, detail
FROM unnest(ARRAY['ic_note', 'model_warning', 'source_conflict', 'lineage']) AS kind, unnest(ARRAY['ltv', NULL]) AS metric,
	unnest(ARRAY['[]', '3', '{"values": [1, {"value": []}, [], {"doc_id": "x", "ingested_on": "5"}], "assumptions": [null, {}, 3, {"label": "x", "influence": "y"}], "depth": -7, "date": "1", "label": ""}']::jsonb[]) AS detail;
RESET session_replication_role;
SELECT memo_finalize(5202, DATE '2026-06-30') ->> 'status';
SELECT bool_and(ok) FROM memo_verify(5202);
-- a trigger function is for triggers; what writes is nobody's by default
SELECT memocite_internal.memo_check_insight();
SELECT has_function_privilege('public', 'memo_load_context(bigint, jsonb)', 'EXECUTE');
DELETE FROM memocite.deal WHERE deal_id IN (5202, 5203);
