-- Stages 2.7 to 2.9: analysts' notes, model warnings, source conflicts and
-- assumption lineage become notes of their own.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name) VALUES (5201, 'Insights');
INSERT INTO memocite.document(deal_id, doc_id, title, source_type, ingested_on) VALUES
	(5201, 'om', 'Offering *Memorandum*', 'pdf', '2026-05-01'), (5201, 't12', 'T-12', 'excel', '2026-06-01'), (5201, 'cs', 'Submarket Report', 'costar', '2026-06-15');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5201, 'a', 1, E'NOI of $4.2M [SRC:1] supports the price. Rents rose by 2.5% in May.\n\nThe levered IRR of 18.5% and the equity multiple clear the hurdle [SRC:2].\n\n## Debt yield\n\nThe lender asks for `debt yield` of 7.5%.'),
	(5201, 'b', 2, E'Exit cap rates widen to 5.25%. Rents rose by 2.5% in May.\n\n| Metric | Value |\n|---|---|\n| DSCR | 1.45x [SRC:1] |\n\n```\nLTV 65%\n```');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 5201, s, n, 'om', n FROM unnest(ARRAY['a', 'b']) AS s, generate_series(1, 5) AS n;
-- one insight (as JSON members of the row), and what came of it
CREATE FUNCTION pg_temp.finalize(policy jsonb DEFAULT '{}') RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.deal SET policy = '{"keep_revisions": 1, "rescue": false}' || finalize.policy WHERE deal_id = 5201;
	PERFORM memo_finalize(5201, DATE '2026-06-30');
	RETURN QUERY SELECT s.line FROM memocite.revision_section r, regexp_split_to_table(r.body, E'\n') AS s(line)
		WHERE deal_id = 5201 AND s.line ~ ANY (SELECT format('\[\^%s\]', number) FROM memocite.footnote WHERE deal_id = 5201 AND kind NOT IN ('source', 'agent', 'rescue')) ORDER BY r.section_key;
	RETURN QUERY SELECT format('    [%s] %s', number, definition) FROM memocite.footnote WHERE deal_id = 5201 AND kind NOT IN ('source', 'agent', 'rescue') ORDER BY number;
	RETURN QUERY SELECT format('    %s %s %s %s %s', origin, fate, how, coalesce(round(score::numeric, 2)::text, '-'), stage) FROM memocite.citation WHERE deal_id = 5201 AND origin <> 'marker' ORDER BY citation_no;
	RETURN QUERY SELECT format('    event %s %s %s %s', stage, code, subject, detail) FROM memocite.event WHERE deal_id = 5201 AND code LIKE 'insight%' ORDER BY event_no;
	RETURN QUERY SELECT '    BROKEN ' || rule || coalesce(': ' || detail, '') FROM memo_verify(5201) WHERE NOT ok;
END $$;
CREATE FUNCTION pg_temp.add(variadic insights jsonb[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM memocite.insight WHERE deal_id = 5201;
	INSERT INTO memocite.insight(deal_id, kind, section_key, anchor, metric, influence, message, detail)
	SELECT 5201, r.kind, r.section_key, r.anchor, r.metric, r.influence, r.message, coalesce(r.detail, '{}') FROM unnest(insights) AS i, jsonb_populate_record(NULL::memocite.insight, i) AS r;
	RETURN QUERY SELECT * FROM pg_temp.finalize();
END $$;

-- without rows every stage records noop and changes nothing
SELECT pg_temp.finalize();
SELECT stage, code, detail FROM memocite.event WHERE deal_id = 5201 AND stage LIKE '2._%' AND code = 'noop' ORDER BY event_no;
-- so does a stage that has no rows of its kind
SELECT pg_temp.add('{"kind": "ic_note", "message": "Ask the broker.", "anchor": "NOI of $4.2M"}');
SELECT stage, code, detail FROM memocite.event WHERE deal_id = 5201 AND stage LIKE '2._%' AND code = 'noop' ORDER BY event_no;

-- the anchor uses the claims' matcher: literal, else the unique best sentence
SELECT pg_temp.add('{"kind": "ic_note", "message": "Ask the broker", "anchor": "an NOI of $4.2 million supports this price", "detail": {"author": "J. Doe", "date": "2026-06-12T09:30:00Z"}}');
-- section_key NULL: the first section that has it for certain; here it would be ambiguous between two
SELECT pg_temp.add('{"kind": "ic_note", "message": "Ours.", "anchor": "Rents rose by 2.5% in May"}');
SELECT pg_temp.add('{"kind": "ic_note", "message": "Ours.", "anchor": "Rents rose by 2.5% in May", "section_key": "b"}');
-- not found: an event
SELECT pg_temp.add('{"kind": "ic_note", "message": "Ours.", "anchor": "NOI of $4.3M supports"}');
SELECT pg_temp.add('{"kind": "ic_note", "message": "Ours.", "anchor": "NOI of $4.2M supports", "section_key": "b"}');
SELECT pg_temp.add('{"kind": "ic_note", "message": "Ours.", "section_key": "zz"}', '{"kind": "ic_note", "message": "Neither place nor section."}');
-- no anchor: the metric's label in the section; not in a heading or a code block; a plural is the same word
SELECT pg_temp.add('{"kind": "model_warning", "metric": "exit_cap_rate", "message": "Hard-coded exit cap rate.", "detail": {"severity": "high", "cell": "Exit!C4"}}');
SELECT pg_temp.add('{"kind": "model_warning", "metric": "debt_yield", "message": "In a code span it is still the sentence''s."}', '{"kind": "model_warning", "metric": "ltv", "message": "Only in a fence."}');
SELECT pg_temp.add('{"kind": "model_warning", "metric": "dscr", "message": "In a table: at the cell", "detail": {"severity": "low", "location": "sheet Debt"}}');
-- "levered IRR" is the IRR, too, but not the unlevered one, nor an exit cap rate the cap rate
SELECT pg_temp.add('{"kind": "model_warning", "metric": "unlevered_irr", "message": "No."}', '{"kind": "model_warning", "metric": "irr", "message": "Plain."}', '{"kind": "model_warning", "metric": "cap_rate", "message": "No."}', '{"kind": "model_warning", "metric": "levered_irr", "message": "Levered."}');
-- where the deal has a value for each they are two
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (5201, 'irr', '', 14.0, 'percent'), (5201, 'irr', 'levered', 18.5, 'percent');
SELECT pg_temp.add('{"kind": "model_warning", "metric": "irr", "message": "No."}', '{"kind": "model_warning", "metric": "levered_irr", "message": "Levered."}');
DELETE FROM memocite.metric WHERE deal_id = 5201;
-- "cap rate" is the going-in one, and a plain name comes before one that says it all
UPDATE memocite.section SET body = 'The going-in cap rate is 5.1%. A cap rate of 5.1% is fair.' WHERE deal_id = 5201 AND section_key = 'b' RETURNING '';
SELECT pg_temp.add('{"kind": "model_warning", "metric": "cap_rate", "message": "Plain."}', '{"kind": "model_warning", "metric": "going_in_cap_rate", "message": "Going-in."}');
UPDATE memocite.section SET body = 'A cap rate of 5.1% is fair.' WHERE deal_id = 5201 AND section_key = 'b' RETURNING '';
SELECT pg_temp.add('{"kind": "model_warning", "metric": "going_in_cap_rate", "message": "Going-in."}', '{"kind": "model_warning", "metric": "exit_cap_rate", "message": "No."}');
-- a metric that nobody knows is called by its key
SELECT pg_temp.add('{"kind": "model_warning", "metric": "rents_rose", "message": "Yes."}');
-- neither: the section's end
SELECT pg_temp.add('{"kind": "ic_note", "section_key": "a", "message": "About all of it"}');

-- the end is never a cell that is not shown, nor a line of markers alone
UPDATE memocite.section SET body = E'Prose.\n\n| a |\n|---|\n| x | hidden |\n[SRC:1]' WHERE deal_id = 5201 AND section_key = 'b';
SELECT pg_temp.add('{"kind": "ic_note", "section_key": "b", "message": "At x"}');
UPDATE memocite.section SET body = E'Exit cap rates widen to 5.25%. Rents rose by 2.5% in May.\n\n| Metric | Value |\n|---|---|\n| DSCR | 1.45x [SRC:1] |\n\n```\nLTV 65%\n```' WHERE deal_id = 5201 AND section_key = 'b';

-- definitions are escaped: nothing of them is Markdown, HTML or a reference
SELECT pg_temp.add(jsonb_build_object('kind', 'ic_note', 'section_key', 'a', 'message', E'See [^1], *this*\n\n# <b>and</b> | `that` [SRC:1]', 'detail', '{"author": "]: [x](y)"}'::jsonb));
-- the same text at the same place: one note; at two places: one note, two references
SELECT pg_temp.add('{"kind": "ic_note", "section_key": "a", "message": "Twice."}', '{"kind": "ic_note", "section_key": "a", "message": "Twice."}');
SELECT pg_temp.add('{"kind": "ic_note", "section_key": "a", "message": "Twice."}', '{"kind": "ic_note", "section_key": "b", "message": "Twice."}');
-- the kind is part of it
SELECT pg_temp.add('{"kind": "ic_note", "section_key": "a", "message": "Twice."}', '{"kind": "model_warning", "section_key": "a", "message": "Twice."}');

-- 2.85: the values, the winner by precedence user 100 > excel 90 > costar 70 > pdf 50 > other
SELECT pg_temp.add('{"kind": "source_conflict", "anchor": "NOI of $4.2M", "metric": "noi", "detail": {"values": [
	{"value": 3900000, "unit": "usd", "source_type": "pdf", "doc_id": "om"}, {"value": "about 4 million", "source_type": "web"}, {"value": 4200000.5, "unit": "usd", "source_type": "costar"},
	{"value": 4199000, "unit": "usd", "doc_id": "t12"}, {"value": -4.2, "unit": "percent", "source_type": "user", "ingested_on": "2026-01-02"}]}}');
-- a tie: the newer, then doc_id; a date of its own counts, else the document's
SELECT pg_temp.add('{"kind": "source_conflict", "anchor": "NOI of $4.2M", "detail": {"values": [
	{"value": 1, "unit": "multiple", "source_type": "pdf", "doc_id": "x2"}, {"value": 2, "unit": "multiple", "source_type": "pdf", "doc_id": "om"},
	{"value": 3, "unit": "units", "source_type": "pdf", "doc_id": "x1"}, {"value": 4444, "source_type": "pdf", "doc_id": "om", "ingested_on": "2026-05-02"}]}, "message": "See the committee''s list"}');
SELECT pg_temp.add('{"kind": "source_conflict", "section_key": "b", "metric": "dscr", "detail": {"values": [{"value": 1.45, "unit": "multiple", "source_type": "excel"}, {"value": 1.38, "unit": "multiple", "source_type": "other"}]}}') LIMIT 1;
-- values that are all the same are no conflict; units in any case
SELECT pg_temp.add('{"kind": "source_conflict", "section_key": "b", "metric": "noi", "detail": {"values": [{"value": 4200000, "unit": "usd", "source_type": "excel"}, {"value": 4200000.0, "unit": "USD", "source_type": "pdf"}]}}');
SELECT pg_temp.add('{"kind": "source_conflict", "section_key": "b", "detail": {"values": [{"value": "ten", "source_type": "excel"}, {"value": "ten", "source_type": "pdf"}]}}');
SELECT pg_temp.add('{"kind": "source_conflict", "anchor": "NOI of $4.2M", "metric": "noi", "detail": {"values": [{"value": 4200000, "unit": "USD", "source_type": "excel"}, {"value": 5, "unit": "Percent", "source_type": "pdf"}, {"value": 5, "unit": "MULTIPLE", "source_type": "pdf"}, {"value": 5, "source_type": "pdf"}]}}');

-- 2.9: which assumptions drive a metric and how deep its formula chain is
SELECT pg_temp.add('{"kind": "lineage", "metric": "levered_irr", "detail": {"label": "Equity IRR:", "cell": "S!B24", "depth": 27, "n_assumptions": 34, "assumptions": [
	{"label": "Occupancy:", "value": 0.7, "influence": 0.6}, {"cell": "Inputs!B8", "label": "Rooms", "value": 300, "influence": 0.9147}, {"cell": "Inputs!B9", "influence": 0.2}]}}');
-- influence >= 0.5: the row's own, else the greatest of its assumptions
SELECT pg_temp.add('{"kind": "lineage", "metric": "levered_irr", "influence": 0.5, "message": "At the limit", "detail": {"depth": 3}}');
SELECT pg_temp.add('{"kind": "lineage", "metric": "levered_irr", "influence": 0.499, "detail": {"assumptions": [{"cell": "A1", "influence": 0.9}]}}', '{"kind": "lineage", "metric": "dscr", "message": "Unknown influence"}');
SELECT pg_temp.finalize('{"lineage_influence_percent": 49}');
-- with nothing but a metric
SELECT pg_temp.add('{"kind": "lineage", "metric": "dscr", "influence": 1}');
-- one a paragraph, the most influential; ties by metric, message
SELECT pg_temp.add('{"kind": "lineage", "metric": "levered_irr", "influence": 0.7, "detail": {"depth": 1}}', '{"kind": "lineage", "metric": "equity_multiple", "influence": 0.8, "detail": {"depth": 2}}',
	'{"kind": "lineage", "metric": "dscr", "influence": 0.6, "message": "Second"}', '{"kind": "lineage", "metric": "dscr", "influence": 0.6, "message": "First"}');
-- another paragraph of the section that names the metric will do
UPDATE memocite.section SET body = body || E'\n\nThe levered IRR falls to 15.0%.' WHERE deal_id = 5201 AND section_key = 'a';
SELECT pg_temp.finalize();
-- at most eight a section; nine paragraphs
UPDATE memocite.section SET body = (SELECT string_agg(format('Paragraph %s names the LTV.', n), E'\n\n') FROM generate_series(1, 9) AS n) WHERE deal_id = 5201 AND section_key = 'b';
SELECT count(*) FILTER (WHERE line ~ '^Para'), count(*) FILTER (WHERE line ~ 'section_full') FROM pg_temp.add(variadic (SELECT array_agg(jsonb_build_object('kind', 'lineage', 'metric', 'ltv', 'influence', 0.9 - n * 0.01, 'message', n || '.')) FROM generate_series(1, 9) AS n)) AS line;

-- insights stand behind the sources, do not fill up a cluster and count for no grade or budget
UPDATE memocite.section SET body = 'Rents rose by 2.5% in May [SRC:1][SRC:2], [SRC:3].' || repeat(' Word after word goes by and nothing is cited here at all.', 60) WHERE deal_id = 5201 AND section_key = 'a';
UPDATE memocite.section SET body = repeat('Word after word goes by and nothing is cited here at all. ', 9) WHERE deal_id = 5201 AND section_key = 'b';
SELECT left(line, 120) FROM pg_temp.add('{"kind": "ic_note", "section_key": "a", "anchor": "Rents rose by 2.5% in May", "message": "One"}', '{"kind": "ic_note", "section_key": "a", "anchor": "Rents rose by 2.5% in May", "message": "Two"}', '{"kind": "ic_note", "section_key": "b", "message": "Three"}') AS line;
SELECT left(line, 120) FROM pg_temp.finalize('{"cluster_cap": 2}') AS line;
UPDATE memocite.section SET body = replace(body, 'in May [SRC:1][SRC:2], [SRC:3].', 'in May. , [SRC:1]') WHERE deal_id = 5201 AND section_key = 'a';
SELECT left(line, 120) FROM pg_temp.finalize() AS line LIMIT 1;
UPDATE memocite.section SET body = replace(body, 'in May. , [SRC:1]', 'in May [SRC:1][SRC:2], [SRC:3].') WHERE deal_id = 5201 AND section_key = 'a';
SELECT count(*) FROM pg_temp.finalize('{"cluster_cap": 2}');
SELECT section_key, citations, round(density::numeric, 2), grade, budget, budget_met FROM memocite.grade WHERE deal_id = 5201 ORDER BY section_key;
-- a section with nothing but an insight is still uncited: it is rescued
SELECT count(*) FROM pg_temp.finalize('{"rescue": true}');
SELECT section_key, code, detail FROM memocite.event WHERE deal_id = 5201 AND code LIKE 'rescue%' ORDER BY event_no;
-- the waterfall counts them, the report's ledger balances
SELECT checkpoint, citations_live, notes, insight_notes FROM memocite.waterfall WHERE deal_id = 5201 ORDER BY seq;
SELECT r ->> 'status', r ->> 'ledger_balanced', r -> 'references' FROM memo_report(5201) AS r;
-- the legend says what they are; in layout clustered they have a heading of their own
SELECT line FROM regexp_split_to_table(memo_markdown(5201, NULL, 'clustered', 'unique'), E'\n') WITH ORDINALITY AS l(line, n) WHERE line ~ '^(\*\*|- \d+ note|\[\^\d+\]: A)' ORDER BY n;

-- the same rows again: unchanged, whatever their random ids are; the note keys stay
SELECT memo_finalize(5201, DATE '2026-06-30') -> 'unchanged';
CREATE TEMP TABLE keys AS SELECT note_key FROM memocite.footnote WHERE deal_id = 5201;
UPDATE memocite.insight SET insight_id = gen_random_uuid() WHERE deal_id = 5201;
SELECT memo_finalize(5201, DATE '2026-06-30') -> 'unchanged';
UPDATE memocite.section SET body = 'A first sentence [SRC:5]. ' || body WHERE deal_id = 5201 AND section_key = 'a';
SELECT count(*) FROM pg_temp.finalize('{"rescue": true}');
SELECT count(*) AS known, (SELECT count(*) FROM keys) AS before FROM memocite.footnote f JOIN keys USING (note_key) WHERE deal_id = 5201;
-- a change of one is a new memo
UPDATE memocite.insight SET detail = '{"author": "M. Okafor"}' WHERE deal_id = 5201 AND message = 'One';
SELECT memo_finalize(5201, DATE '2026-06-30') -> 'unchanged';
SELECT definition FROM memocite.footnote WHERE deal_id = 5201 AND definition LIKE '%One.';

-- 5,000 insights on one deal: all placed, and the work grows as their number does
DELETE FROM memocite.insight WHERE deal_id = 5201;
UPDATE memocite.section SET body = (SELECT string_agg(format('Item%s of %s grew.', n, section_key), ' ') FROM generate_series(1, 2500) AS n) WHERE deal_id = 5201;
CREATE FUNCTION pg_temp.pipeline_ms(count int) RETURNS float8 LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM memocite.insight WHERE deal_id = 5201;
	INSERT INTO memocite.insight(deal_id, kind, section_key, anchor, metric, message)
	SELECT 5201, (ARRAY['ic_note', 'model_warning'])[n % 2 + 1], (ARRAY['a', 'b'])[n % 2 + 1], CASE WHEN n % 4 < 2 THEN format('Item%s of', n % 2500 + 1) END, 'item' || n % 2500 + 1, 'Note ' || n FROM generate_series(1, count) AS n;
	RETURN (memo_finalize(5201, DATE '2026-06-30') -> 'timings_ms' ->> 'pipeline')::float8;
END $$;
SELECT pg_temp.pipeline_ms(500) \g /dev/null
SELECT pg_temp.pipeline_ms(1000) AS few, pg_temp.pipeline_ms(5000) AS many \gset
SELECT :many < 25 * (:few + 20) AS linear;
SELECT count(*) FROM memocite.citation WHERE deal_id = 5201 AND origin <> 'marker' AND fate = 'kept';
SELECT bool_and(ok) FROM memo_verify(5201);
DELETE FROM memocite.deal WHERE deal_id = 5201;
