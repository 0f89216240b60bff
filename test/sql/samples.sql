-- The sample deal, Maple Court: seven agents' sections to one cited memo.
SELECT memo_init() \g /dev/null
\getenv abs_srcdir PG_ABS_SRCDIR
DELETE FROM memocite.deal WHERE deal_id = 1;
\set sample :abs_srcdir '/data/maple_court.sql'
\set ECHO none
\o /dev/null
\i :sample
\o
\set ECHO all
SELECT r ->> 'status' AS status, r ->> 'ledger_balanced' AS balanced, r ->> 'references' AS references, r ->> 'notes' AS notes, r -> 'documents' AS documents, r -> 'claims' AS claims
FROM memo_finalize(1, DATE '2026-06-30') AS r;
SELECT * FROM memo_verify(1);
SELECT checkpoint, markers_open, citations_live, notes, insight_notes FROM memocite.waterfall WHERE deal_id = 1 ORDER BY seq;
SELECT s ->> 'section_key' AS section, s -> 'citations' AS citations, s -> 'kept' AS kept, s -> 'removed' AS removed FROM memo_report(1), jsonb_array_elements(memo_report -> 'sections') AS s;
SELECT section_key, origin, marker, src_id, how, stage FROM memocite.citation WHERE deal_id = 1 AND fate = 'removed' AND stage <> '4.4' ORDER BY citation_no;
SELECT section_key, src_id, outcome, reason, sentence FROM memocite.claim_outcome WHERE deal_id = 1 AND outcome <> 'placed_by_marker' ORDER BY claim_id;
SELECT number, kind, doc_id, page, locator, refs FROM memocite.footnote WHERE deal_id = 1 ORDER BY number;
SELECT stage, code, section_key, subject FROM memocite.event WHERE deal_id = 1 AND severity <> 'INFO' ORDER BY event_no;
-- each reference whose quote was found in its source has that quote in its note, and on the page at its own place
SELECT count(*) AS found, count(*) FILTER (WHERE strpos(f.definition, '"' || c.quote || '"') > 0) AS in_definition,
	(SELECT count(*) FROM regexp_matches(memo_html(1), 'role="doc-noteref" data-note="[^"]*&quot;[^"]*"', 'g')) AS on_page
FROM memocite.citation c JOIN memocite.footnote f ON f.deal_id = 1 AND f.number = c.note_number WHERE c.deal_id = 1 AND c.fate = 'kept' AND c.quote_level <> 'unmatched';

-- what its comment says to look for
\pset format unaligned
\pset tuples_only on
CREATE FUNCTION pg_temp.line(section text, pattern text) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT line FROM memocite.revision_section, regexp_split_to_table(body, E'\n') AS line WHERE deal_id = 1 AND section_key = section AND line ~ pattern
$$;
-- a [CANONICAL: ...] is stripped
SELECT pg_temp.line('executive_summary', 'levered IRR of 18.5%');
-- a marker that starts a paragraph goes to the end of its first sentence
SELECT left(line, 160) FROM pg_temp.line('executive_summary', '^The senior loan') AS line;
-- a cluster of five: three stay
SELECT pg_temp.line('executive_summary', 'five directions');
-- an agent's note
SELECT pg_temp.line('executive_summary', 'Total equity is');
-- hard-wrapped lines
SELECT pg_temp.line('risk', 'reliance letter|We have asked');
-- table cells
SELECT pg_temp.line('comparables', '^\| (Alder|Maple)');
-- [CoStar] and the agent's list of sources at the end
SELECT pg_temp.line('market', '9.6%');
SELECT right(body, 60) FROM memocite.revision_section WHERE deal_id = 1 AND section_key = 'market';
-- a marker in a heading goes to the first sentence below it; one in a code fence is text; ft² is a unit
SELECT pg_temp.line('property', 'Unit mix|^The mix|301-A|742 ft');
-- superscripts in a table, and the lines under it that say what they are
SELECT pg_temp.line('financial', '^\| (Effective|Net op|Interest)|^[¹²]');
-- what analysts and the model add
SELECT number, kind, first_section, definition FROM memocite.footnote WHERE deal_id = 1 AND kind NOT IN ('source', 'agent') ORDER BY number;
-- H2 headings go below the section's own level
SELECT pg_temp.line('exit', '^#');

-- charts: a null among the points, a question that another answers better; a critical one stays, though its question is answered
SELECT chart_id, decision, gate, reason, position FROM memocite.chart_decision WHERE deal_id = 1 ORDER BY chart_id;

-- no marker of an evidence kind is left
SELECT count(*) FROM memo_markers(memo_markdown(1)) WHERE kind NOT IN ('note_ref', 'note_def', 'superscript', 'verified');

-- the same input gives the same memo
SELECT memo_finalize(1, DATE '2026-06-30') -> 'unchanged';
-- other claim ids and another order of writing: byte for byte the same memo
INSERT INTO memocite.deal(deal_id, name, metadata) SELECT 3701, name, metadata FROM memocite.deal WHERE deal_id = 1;
INSERT INTO memocite.document SELECT (d).* FROM (SELECT jsonb_populate_record(d, '{"deal_id": 3701}') AS d FROM memocite.document d WHERE deal_id = 1 ORDER BY doc_id DESC) AS t;
INSERT INTO memocite.passage SELECT (d).* FROM (SELECT jsonb_populate_record(d, '{"deal_id": 3701}') AS d FROM memocite.passage d WHERE deal_id = 1 ORDER BY passage_id DESC) AS t;
INSERT INTO memocite.metric SELECT (d).* FROM (SELECT jsonb_populate_record(d, '{"deal_id": 3701}') AS d FROM memocite.metric d WHERE deal_id = 1 ORDER BY metric DESC, variant) AS t;
INSERT INTO memocite.section SELECT (d).* FROM (SELECT jsonb_populate_record(d, '{"deal_id": 3701}') AS d FROM memocite.section d WHERE deal_id = 1 ORDER BY section_key DESC) AS t;
INSERT INTO memocite.claim SELECT (d).* FROM (SELECT jsonb_populate_record(d, jsonb_build_object('deal_id', 3701, 'claim_id', md5(claim_id::text)::uuid)) AS d FROM memocite.claim d WHERE deal_id = 1 ORDER BY md5(claim_id::text)) AS t;
INSERT INTO memocite.insight SELECT (d).* FROM (SELECT jsonb_populate_record(d, jsonb_build_object('deal_id', 3701, 'insight_id', md5(insight_id::text)::uuid)) AS d FROM memocite.insight d WHERE deal_id = 1 ORDER BY md5(insight_id::text)) AS t;
INSERT INTO memocite.chart SELECT (c).* FROM (SELECT jsonb_populate_record(c, '{"deal_id": 3701}') AS c FROM memocite.chart c WHERE deal_id = 1 ORDER BY chart_id DESC) AS t;
SELECT memo_finalize(3701, DATE '2026-06-30') ->> 'status';
SELECT split_part(memo_markdown(3701), '<!-- memocite', 1) = split_part(memo_markdown(1), '<!-- memocite', 1) AS same_memo;
DELETE FROM memocite.deal WHERE deal_id IN (1, 3701);
