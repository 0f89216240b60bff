-- The sources of a chart's config are citations of its section (chapter 6): numbered, merged and listed like all others, in a
-- paragraph below the chart.
SET client_min_messages = error;
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
CREATE FUNCTION pg_temp.config(question text, sources jsonb) RETURNS jsonb LANGUAGE sql AS
$$ SELECT jsonb_build_object('type', 'bar', 'series', '[{"data": [{"x": "a", "y": 1}]}]'::jsonb, 'insightCaption', 'A caption that says enough.', 'decisionQuestion', question, 'sources', sources) $$;
-- a memo, charts as {id}
CREATE FUNCTION pg_temp.shown(markdown text) RETURNS text LANGUAGE sql AS
$$ SELECT regexp_replace(markdown, '<div data-type="chart" data-chart-id="([^"]*)"[^>]*></div>', '{\1}', 'g') $$;

INSERT INTO memocite.deal(deal_id, name) VALUES (5320, 'Chart sources');
INSERT INTO memocite.document(deal_id, doc_id, title, source_type, tag) VALUES
	(5320, 'om', 'Offering Memorandum', 'pdf', NULL), (5320, 'rr', 'Rent Roll', 'excel', NULL), (5320, 't12', 'Trailing Twelve', 'excel', 'T12'), (5320, 'app', 'Appraisal', 'pdf', NULL);
-- id 1 is another source in each section; 7 is cited by a chart alone; the chart stands before [SRC:3]
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5320, 'financial', 1, E'NOI was $4.2M [SRC:1]. Rents rose [SRC:2].\n\n[CHART:noi]\n\nCosts fell by 3% [SRC:3].'),
	(5320, 'exit', 2, E'We sell in year five [SRC:1].\n\n[SRC:8]: Appraisal, p. 12');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, confidence) VALUES
	(5320, 'financial', 1, 'om', 4, 0.9), (5320, 'financial', 2, 'rr', 2, 0.9), (5320, 'financial', 3, 'rr', 3, 0.9), (5320, 'financial', 7, 't12', 5, 0.3), (5320, 'exit', 1, 'rr', 2, 0.9);
INSERT INTO memocite.chart(deal_id, section_key, chart_id, after_paragraph, family, config) VALUES
	-- an id, a document, a tag, a title, what nothing defines, and an id twice
	(5320, 'financial', 'noi', NULL, NULL, pg_temp.config('growth', '[1, "rr", "7", 99, "nope", 1, "T12", "Appraisal, p. 9"]')),
	-- several at one place, one without; an id of a source line; a dropped one cites nothing
	(5320, 'exit', 'exit_a', 1, NULL, pg_temp.config('exit when', '[1]')), (5320, 'exit', 'exit_b', 1, NULL, pg_temp.config('why there', '[]')), (5320, 'exit', 'exit_c', 1, 'sale', pg_temp.config('when else', '[8, "om"]')),
	(5320, 'exit', 'z', 1, NULL, pg_temp.config('when else', '["app"]'));
SELECT r -> 'status', r -> 'citations' FROM memo_finalize(5320, DATE '2026-06-30') r;
SELECT pg_temp.shown(memo_markdown(5320));
SELECT section_key, marker, src_id, doc_id, page, fate, how, note_number, substr(s.body, final_offset + 1, 4) FROM memocite.citation c
	LEFT JOIN memocite.revision_section s USING (deal_id, revision, section_key) WHERE deal_id = 5320 AND origin = 'chart' ORDER BY citation_no;
SELECT src_id, outcome FROM memocite.claim_outcome WHERE deal_id = 5320 AND src_id = 7;
SELECT rule, detail FROM memo_verify(5320) WHERE NOT ok;
SELECT memo_replay(5320);
SELECT regexp_replace(memo_trace_text(5320, 4), 'claim  .*', '...');
-- on the page, and as blocks of an editor
SELECT substring(memo_html(5320) FROM '<p>Source:.*?</p>') ~ 'Source:<sup', jsonb_path_query_first(memo_prosemirror(5320), '$.** ? (@.type == "paragraph" && @.content[0].text == "Source:")') IS NOT NULL;
-- import drops the paragraph, but not one that an analyst went on with: the bodies come back
CREATE TEMP TABLE memo AS SELECT memo_markdown(5320) AS markdown;
SELECT section_key, refs, unbound FROM memo, memo_import_markdown(5320, markdown);
SELECT section_key, body FROM memocite.section WHERE deal_id = 5320 ORDER BY position;
SELECT section_key FROM memo, memo_import_markdown(5320, replace(markdown, 'Source:[^1]', 'Source: our model, and [^1]'));
SELECT body FROM memocite.section WHERE deal_id = 5320 AND section_key = 'financial';
DELETE FROM memocite.deal WHERE deal_id = 5320;
