-- Every figure against its evidence (chapter 5): memo_figures, memo_check_figures, the ledger, events, pages and answers.
SELECT memo_init() \g /dev/null
\pset null '-'
-- the same kind, scales applied, equal within half a unit of the coarser last place
SELECT v.text, f.figure, f.start, f.length, f.verdict, f.nearest FROM (VALUES
	(1, 'NOI is $4.2M.', 'NOI of $3.9M.'), (2, 'NOI is $4.2M.', 'Net income: $4,200,000'), (3, 'NOI is $4.2M.', '4.2 million euros; $4.2 billion; 4.2 %'),
	(4, 'NOI is $4.2M.', 'about $4 million'), (5, 'A yield of 150 bps, or 1.5%', 'one and a half percent: 1.50 percent'), (6, 'DSCR 1.25x', '1.25 times'),
	(7, '312 units in 2024', 'a 312-unit complex, FY2024'), (8, '5 years', '5 months'), (9, 'é 13-15% grew to $4-5 million', 'é from 13% to 15%, $4.0M to $5.0M'),
	(10, 'three loans, 3 leases', 'three leases'), (11, 'a loss of -3.2%', 'lost 3.2%'), (12, 'A 14.2% levered IRR', 'The levered IRR is 12.1%'),
	(13, 'NOI rose to $4.2M', 'Debt rose to $9M'), (15, '13 buildings, 21 acres, 41 units', 'Thirteen buildings on twenty-one acres, forty units'), (14, 'Income of $6.75 million on $312', 'Income 6,751,300, 312 units')) AS v(n, text, evidence), memo_figures(v.text, NULL, ARRAY[v.evidence]) AS f ORDER BY v.n, f.start;
-- names with digits, list numbers, ordinals and the dates of what is cited are no figures
SELECT v.text, f.figure FROM unnest(ARRAY['GPT-3 and Class A-1 in Section 3.2', 'Phase 2 of the 3rd plan, p. 12, Table 4', '(1) rents, (2) taxes', '1. Rents rose.', 'Smith et al. (2023) and others (Lee, 2021; Ng, 2019)',
	'On 12/31/2024, 8/10 voted for T-12']) AS v(text), memo_figures(v.text, NULL, ARRAY['']) AS f;
-- no evidence, no text; nothing to read, nothing to say
SELECT * FROM memo_figures('NOI is $4.2M.', NULL, ARRAY[NULL::text]);
SELECT * FROM memo_figures('NOI is $4.2M.', NULL, '{}');
SELECT * FROM memo_figures(NULL, NULL, '{a}');
SELECT memo_figures('NOI [^1].', '{4,5}', '{a}');
SELECT memo_figures('NOI [^1].', '{5,4}', '{a,b}');

INSERT INTO memocite.deal(deal_id, name) VALUES (5900, 'Figures'), (5901, 'No text');
INSERT INTO memocite.document(deal_id, doc_id, title) SELECT d, doc, doc FROM unnest('{5900,5901}'::int[]) AS d, unnest('{om,rr}'::text[]) AS doc;
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES
	(5900, 'p1', 'om', 1, 'In-place NOI of $3.9M on 312 units.'), (5900, 'p2', 'om', 2, 'Occupancy was 94.5% in June 2025.'), (5900, 'p3', 'rr', 1, 'Rents average $1,450 a month.'),
	(5900, 'p4', 'om', 2, 'Vacancy is 5.5%.');
-- each figure is of the part of its sentence up to its own cluster, and looked for in the evidence of all of them; what is
-- behind the last reference, and a sentence without one, is not judged
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5900, 'summary', 1, E'NOI is $4.2M [SRC:1], on 312 units [SRC:1]. Occupancy was 94.5% [SRC:2] and will be 97%. Nothing of 5%.\n\n- Rents of $1,450 and 312 units [SRC:3][SRC:1].\n- Vacancy of 5.5%, or 94.5% [SRC:2][SRC:4].'),
	(5900, 'table', 2, E'| Item | Value |\n| --- | --- |\n| NOI | $3.9M [SRC:1] |\n| Units | 313 [SRC:1] |\n| Rent | $1,450 |'),
	(5900, 'other', 3, 'Costs are $7M [SRC:5], by `12%` of [13%](https://example.com/14) [SRC:1].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id, quote)
SELECT 5900, s, c.* FROM unnest('{summary,table,other}'::text[]) AS s, (VALUES (1, 'om', 1, 'p1', 'NOI of $3.9M'), (2, 'om', 2, 'p2', NULL), (3, 'rr', 1, 'p3', NULL), (4, 'om', 2, 'p4', NULL), (5, 'rr', 2, NULL, NULL)) AS c;
SELECT memo_finalize(5900, DATE '2026-06-30') -> 'warnings';
SELECT section_key, citation_no, figure, start, length, verdict, nearest FROM memo_check_figures(5900);
-- the ledger counts the same for each citation, the grades for each section
SELECT citation_no, section_key, fate, how, note_number, passage_id, figures, figures_supported FROM memocite.citation WHERE deal_id = 5900 ORDER BY citation_no;
SELECT section_key, figures, figures_supported FROM memocite.grade WHERE deal_id = 5900;
-- INFO, a WARNING where the evidence has another number of the kind beside the same word
SELECT stage, severity, section_key, subject, detail FROM memocite.event WHERE deal_id = 5900 AND code = 'figure_unsupported' ORDER BY event_no;
SELECT rule, detail FROM memo_verify(5900) WHERE NOT ok;
SELECT memo_replay(5900, 1);
-- a quote is verified, and the page says beside it that a figure is not
SELECT (regexp_matches(memo_html(5900), '<q>NOI of [^<]*</q> <span class="badge [a-z ]+">[^<]*</span>(?: <span class="badge [a-z ]+">[^<]*</span>)?', 'g'))[1];
SELECT count(*) FROM regexp_matches(memo_html(5900), '<abbr class="unfound" title="figure not in the cited passage: .*?">', 'g');
-- computed from the passages of today: the ledger stays
UPDATE memocite.passage SET content = replace(content, '$3.9M', '$4.2M') WHERE deal_id = 5900 AND passage_id = 'p1';
SELECT figure, verdict FROM memo_check_figures(5900, 1) WHERE verdict = 'missing';
SELECT sum(figures), sum(figures_supported) FROM memocite.citation WHERE deal_id = 5900 AND revision = 1;
-- a corrected number is the model's, not the sources'
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (5900, 'irr', '', 18.5, 'percent');
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES (5900, 'returns', 'Returns', 4, 'The IRR is 12.0% [SRC:1].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id) VALUES (5900, 'returns', 1, 'om', 1, 'p1');
SET client_min_messages = error;
SELECT memo_finalize(5900, DATE '2026-06-30') ->> 'revision';
RESET client_min_messages;
SELECT section_key, body FROM memocite.revision_section WHERE deal_id = 5900 AND section_key = 'returns';
SELECT section_key, figure, verdict FROM memo_check_figures(5900) WHERE section_key = 'returns';
SELECT figures FROM memocite.grade WHERE deal_id = 5900 AND revision = 2 AND section_key = 'returns';
-- without a text there is no verdict, no count and no mark
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5901, 'summary', 'NOI is $4.2M [SRC:1].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (5901, 'summary', 1, 'om', 1);
SELECT memo_finalize(5901, DATE '2026-06-30') -> 'warnings';
SELECT figure, verdict FROM memo_check_figures(5901);
SELECT figures, figures_supported FROM memocite.citation WHERE deal_id = 5901;
SELECT memo_check_figures(5901, 7);
SELECT memo_check_figures(5999);

-- by page: what is stored of it; more than policy evidence_mb is not read, which one event reports
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5901, 'a', 'om', 1, 'NOI of $3.9M on 312 units'), (5901, 'b', 'om', 1, 'Rent is $1,450.');
UPDATE memocite.section SET body = 'NOI is $4.2M [SRC:1]. Rent is $1,450 on 312 units, or 5% [SRC:1]. It is 4.[SRC:1]2M [SRC:1].' WHERE deal_id = 5901;
SELECT memo_finalize(5901, DATE '2026-06-30') -> 'warnings';
SELECT figure, verdict, nearest FROM memo_check_figures(5901);
SELECT figures, figures_supported FROM memocite.citation WHERE deal_id = 5901 AND revision = 2;
SELECT detail FROM memocite.event WHERE deal_id = 5901 AND revision = 2 AND code = 'figure_unsupported' ORDER BY event_no;
UPDATE memocite.passage SET content = content || repeat(' and so on', 110000) WHERE deal_id = 5901;
UPDATE memocite.deal SET policy = '{"evidence_mb": 1}' WHERE deal_id = 5901;
SELECT memo_finalize(5901, DATE '2026-06-30') -> 'warnings';
SELECT severity, subject, detail FROM memocite.event WHERE deal_id = 5901 AND revision = 3 AND code = 'evidence_cut';
-- answers: of a block, and which other block of its document has what is missing (the lowest id)
INSERT INTO memocite.block(deal_id, block_id, passage_id, block_no, content) VALUES
	(5900, 7, 'p1', 1, 'In-place NOI of $3.9M'), (5900, 8, 'p1', 2, 'on 312 units'), (5900, 9, 'p1', 3, '312 units'), (5900, 10, 'p3', 1, 'NOI of $4.2M');
SELECT c ->> 'citation_number' AS n, c -> 'figures' AS figures, c ->> 'figures_block' AS other
FROM memo_cite_answer(5900, 'NOI is $4.2M [ID: 1](BLOCK_CITE_ID_7) on 312 units [ID: 1](BLOCK_CITE_ID_7) and is $3.9M [ID: 1](BLOCK_CITE_ID_7).') AS a, jsonb_array_elements(a.citations) AS c;
-- claims of a model: an error to prompt with again; on the second answer events, no failure
SELECT memo_ask(5900, 'What is the NOI?', (SELECT jsonb_agg(jsonb_build_object('file_path', 'f' || n, 'text', 'In-place NOI of $3.9M on 312 units, says file ' || n)) FROM generate_series(1, 5) AS n)) AS request \gset
\set answer '{"claims": [{"claim_text": "NOI is $4.2M on 312 units", "citation": {"file_id": "f1", "passage_id": "0", "quote": "In-place NOI of $3.9M on 312 units"}}]}'
SELECT a ->> 'state' AS state, a -> 'errors' AS errors, a -> 'events' AS events FROM memo_answer(:'request', :'answer'::jsonb) AS a;
SELECT a ->> 'state' AS state, a -> 'partial' AS partial, a -> 'errors' AS errors, a -> 'events' AS events FROM memo_answer(:'request', :'answer'::jsonb) AS a;
SELECT state, partial, errors, events FROM memocite.request WHERE request_id = :'request';

-- linear: a sentence of half a megabyte with as many figures as its passage has; one with 20,000 references
CREATE TEMP TABLE long AS SELECT string_agg(format('NOI of $%s.%sM [^1] ', i, i % 10), '' ORDER BY i) AS body FROM generate_series(1, 20000) AS i;
SELECT count(*), count(*) FILTER (WHERE f.verdict = 'supported') AS supported FROM long, memo_figures(body, ARRAY[length(body) - 1], ARRAY[body]) AS f;
SELECT count(*), count(*) FILTER (WHERE f.verdict = 'supported') AS supported FROM long,
	LATERAL (SELECT length(body) / 20000 AS step OFFSET 0) AS l,
	LATERAL (SELECT array_agg(i * step ORDER BY i) AS places, array_agg(CASE WHEN i % 2 = 0 THEN 'NOI of $' || i || 'M' END ORDER BY i) AS texts FROM generate_series(1, 20000) AS i OFFSET 0) AS r,
	memo_figures(body, r.places, r.texts) AS f;
DELETE FROM memocite.deal WHERE deal_id IN (5900, 5901);
