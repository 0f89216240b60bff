-- Quotations in prose (chapter 5): words in quotation marks against what their citations rest on.
SELECT memo_init() \g /dev/null
\pset null '-'
INSERT INTO memocite.deal(deal_id, name) VALUES (5960, 'Quotations');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5960, 'om', 'Offering Memorandum'), (5960, 'rr', 'Rent Roll');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES
	(5960, 'p1', 'om', 1, E'The property is **fully leased** to one under-\nwriting agency until 2030.'), (5960, 'p2', 'om', 2, 'Rents are guaranteed by the parent for ten years.'),
	(5960, 'p3', 'rr', 1, 'Unit 7 is vacant.');
-- found in what the sentence rests on, over two lines, without an ellipsis, in parts, in another passage of the document; in another document: not found
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5960, 'a', 1, E'It is "fully leased to one underwriting agency..." [SRC:1]. The seller says “rents are guaranteed [...] for ten\nyears” [SRC:1]. It says "unit 7 is vacant. Rents are" [SRC:1].'
		|| E'\n\nHere „rents are guaranteed for twenty years“ [SRC:1], and « rents are guaranteed for twenty years » [SRC:2]. It is "fully leased" [SRC:1], as "The Offering Memorandum Of Six Words" [SRC:1] says.'
		|| E'\n\nNobody says "rents are guaranteed for thirty years" here. One says "rents are guaranteed for thirty years" [SRC:3].'),
	(5960, 'b', 2, E'| Who | What |\n| --- | --- |\n| "The seller | "rents are guaranteed by the parent" [SRC:1] |');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id)
SELECT 5960, s, c.* FROM unnest('{a,b}'::text[]) AS s, (VALUES (1, 'om', 1, 'p1'), (2, 'om', 2, NULL), (3, 'rr', 9, NULL)) AS c;
UPDATE memocite.deal SET policy = '{"hold_on": ["quotations"]}' WHERE deal_id = 5960;
SELECT memo_finalize(5960, DATE '2026-06-30') -> 'held_by' AS held_by;
SELECT section_key, src_id, passage_id, matched, level, start, length, error, origin FROM memo_check_quotes(5960);
SELECT section_key, citation_no, quotation, quotation_passage FROM memocite.citation WHERE deal_id = 5960 ORDER BY citation_no;
SELECT severity, code, section_key, subject, detail FROM memocite.event WHERE deal_id = 5960 AND code LIKE 'quotation%' ORDER BY event_no;
SELECT reason, text, hint FROM memo_holds(5960);
-- the page marks the reference
SELECT regexp_matches(memo_html(5960), '<abbr class="unfound" title="([^"]*)"', 'g');
SELECT bool_and(ok), memo_replay(5960, 1) FROM memo_verify(5960);
-- what the one who quotes put into brackets is not looked for, but where it is all of it
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5960, 'c', 3, 'It says “[R]ents are guaranteed [sic] by the parent [of all tenants] for ten years” [SRC:1]. It says “[Rents] are never guaranteed by the parent” [SRC:1]. It says “[rents are paid by the state]” [SRC:1].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id) VALUES (5960, 'c', 1, 'om', 2, 'p2');
SELECT memo_finalize(5960, DATE '2026-06-30') -> 'held_by' AS held_by;
SELECT matched, error FROM memo_check_quotes(5960) WHERE section_key = 'c';
DELETE FROM memocite.section WHERE deal_id = 5960 AND section_key = 'c';
-- linear: 20,000 quotations, and marks that nothing closes
UPDATE memocite.section SET body = (SELECT string_agg(format('It says "rents are guaranteed for %s years" [SRC:1]. ', i), '') FROM generate_series(1, 20000) AS i) || repeat('« ', 100000) WHERE deal_id = 5960 AND section_key = 'a';
SET statement_timeout = '30s';
SELECT (memo_finalize(5960, DATE '2026-06-30') -> 'held_by' ->> 'quotations')::int;
DELETE FROM memocite.deal WHERE deal_id = 5960;
