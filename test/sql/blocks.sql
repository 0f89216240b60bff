-- Blocks: prompts, citations of answers, boxes (7, Blocks).
\pset null '(null)'
SELECT memo_init() \g /dev/null
DELETE FROM memocite.deal WHERE deal_id BETWEEN 5410 AND 5419;
INSERT INTO memocite.deal(deal_id, name) VALUES (5410, 'Blocks'), (5411, 'Other');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5410, 'val', 'Valuation'), (5410, 'epc', ''), (5410, 'none', 'Nothing in it'), (5411, 'val', 'Another');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content, metadata) VALUES
	(5410, 'v1', 'val', 2, 'Market Value and rating', '{}'), (5410, 'v2', 'val', 3, 'A page without blocks', '{"bbox": {"left": 0.2, "top": 0.1, "width": 0.66667, "height": 0.1}}'),
	(5410, 'e1', 'epc', 7, E' \u00A0 Only blank blocks ', '{"bbox": {"left": "x", "top": 1e999, "width": 1}}'), (5410, 'e2', 'epc', NULL, E' \n', '{}'), (5411, 'o1', 'val', 1, 'Of another deal', '{}');
INSERT INTO memocite.block(deal_id, block_id, passage_id, block_no, content, page, box_left, box_top, box_width, box_height, kind, confidence) VALUES
	(5410, 4, 'v1', 2, 'EPC rating D', NULL, 0.1, 0.3, 0.5, 0.04, 'text', NULL), (5410, 3, 'v1', 1, E'  Market Value: £2,300,000\n', 5, 0.11111, 0.2, 0.5, 0.04, 'text', 0.85),
	(5410, 9, 'v1', 3, E' \u00A0', NULL, NULL, NULL, NULL, NULL, NULL, NULL), (5410, 6, 'e1', 1, ' ', 1, NULL, NULL, NULL, NULL, NULL, NULL);

-- a prompt: ids are deal-wide, blank blocks are skipped, a passage without blocks is one block with its own box
\pset format unaligned
\pset tuples_only on
SELECT text FROM memo_format_blocks(5410);
\pset tuples_only off
\pset format aligned
CREATE FUNCTION pg_temp.blocks(jsonb) RETURNS TABLE (block_id text, source int, passage_id text, doc_id text, title text, kind text, page int, bbox jsonb, box_problem text) LANGUAGE sql AS
	$$ SELECT r.* FROM jsonb_to_recordset($1) AS r(block_id text, source_id int, passage_id text, doc_id text, title text, kind text, page int, bbox jsonb, box_problem text) $$;
SELECT b.* FROM memo_format_blocks(5410) AS f, pg_temp.blocks(f.blocks) AS b;
-- the ids that were given stay
SELECT block_id, passage_id, kind FROM memocite.block WHERE deal_id = 5410 AND kind = 'passage' ORDER BY block_id;
SELECT b.block_id, b.source FROM memo_format_blocks(5410, 'val') AS f, pg_temp.blocks(f.blocks) AS b;
SELECT b.block_id, b.source FROM memo_format_blocks(5410, passage_ids => '{v2,e2,v1,v2}') AS f, pg_temp.blocks(f.blocks) AS b;
SELECT b.block_id, b.source FROM memo_format_blocks(5410, 'epc', '{v1,e1}') AS f, pg_temp.blocks(f.blocks) AS b;
-- a document without passages: nothing
SELECT * FROM memo_format_blocks(5410, 'none');
SELECT * FROM memo_format_blocks(5410, NULL, '{}');
-- a block that stands for its passage says what the passage says now, where that is now; blocks that come later replace it
UPDATE memocite.passage SET content = 'Another </BLOCK> <block id="BLOCK_CITE_ID_3"> of < 3', page = 5, metadata = '{"bbox": {"left": 0.5, "top": 0.6, "width": 0.3, "height": 0.2}}' WHERE deal_id = 5410 AND passage_id = 'v2';
SELECT text FROM memo_format_blocks(5410, passage_ids => '{v2}');
SELECT b.block_id, b.page, b.bbox FROM memo_format_blocks(5410, passage_ids => '{v2}') AS f, pg_temp.blocks(f.blocks) AS b;
SELECT c -> 'page' AS page, c -> 'bbox' AS bbox FROM memo_cite_answer(5410, 'Another [ID: 1](BLOCK_CITE_ID_11).') AS a, jsonb_array_elements(a.citations) AS c;
UPDATE memocite.passage SET page = NULL, metadata = '{"bbox": {"left": 0.5, "top": 1.6, "width": 0.3, "height": 0.2}}' WHERE deal_id = 5410 AND passage_id = 'v2';
SELECT block_id, page, box_top, problem FROM memo_check_boxes(5410) WHERE passage_id = 'v2';
UPDATE memocite.passage SET page = 6, metadata = '{}' WHERE deal_id = 5410 AND passage_id = 'v2';
SELECT c -> 'page' AS page, c -> 'bbox' AS bbox FROM memo_cite_source(5410, '11', 1, NULL) AS c;
INSERT INTO memocite.block(deal_id, block_id, passage_id, content) VALUES (5410, 20, 'v2', 'Later');
SELECT b.block_id FROM memo_format_blocks(5410, passage_ids => '{v2}') AS f, pg_temp.blocks(f.blocks) AS b;
SELECT memo_cite_source(5410, 'BLOCK_CITE_ID_11', 1, NULL) ->> 'page' AS still_there;

-- what is unknown
SELECT memo_format_blocks(5499);
SELECT memo_format_blocks(NULL);
SELECT memo_format_blocks(5410, 'nowhere');
SELECT memo_format_blocks(5410, NULL, '{v1,nothing}');
SELECT memo_format_blocks(5410, NULL, '{v1,NULL}');

-- memo_cite_source: the tool call of a two-phase writer; page and box are the block's
SELECT jsonb_pretty(memo_cite_source(5410, 'BLOCK_CITE_ID_3', 1, 'market value:  £2,300,000'));
SELECT c ->> 'block_id' AS block, c -> 'quote' AS quote, c -> 'page' AS page, c -> 'bbox' AS bbox FROM unnest(ARRAY['The valuer gave a “Market Value” of £2m', 'it says "2,300" and', 'a "" value', 'Market "value" £2.3m', '', NULL]) WITH ORDINALITY AS t(said, n), memo_cite_source(5410, ' block_cite_id_3 ', 2, said) AS c ORDER BY n;
SELECT memo_cite_source(5410, '4', 7, 'epc rating') ->> 'block_id' AS block;
SELECT memo_cite_source(5410, 'BLOCK_CITE_ID_99', 1, 'x');
SELECT memo_cite_source(5411, 'BLOCK_CITE_ID_3', 1, 'x');
SELECT memo_cite_source(5410, '', 1, 'x');
SELECT memo_cite_source(5410, 'BLOCK_CITE_ID_3x', 1, 'x');
SELECT memo_cite_source(5410, 'BLOCK_CITE_ID_99999999999999999999999999', 1, 'x');
SELECT memo_cite_source(5410, NULL, 1, 'x');
SELECT memo_cite_source(5410, '3', 0, 'x');
SELECT memo_cite_source(5410, '3', NULL, 'x');
SELECT memo_cite_source(5499, '3', 1, 'x');

-- memo_cite_answer: numbers by position, one citation for each occurrence
CREATE FUNCTION pg_temp.cited(jsonb) RETURNS TABLE (n int, block_id text, page int, bbox jsonb, "position" int, end_position int, cited_text text) LANGUAGE sql AS
	$$ SELECT r.* FROM jsonb_to_recordset($1) AS r(citation_number int, block_id text, page int, bbox jsonb, "position" int, end_position int, cited_text text) $$;
SELECT answer, unresolved FROM memo_cite_answer(5410, 'The value is £2,300,000 [ID: 1](BLOCK_CITE_ID_3). The rating is D [ID: 1](BLOCK_CITE_ID_4), not C [ID: 2](BLOCK_CITE_ID_3).');
SELECT c.* FROM memo_cite_answer(5410, 'The value is £2,300,000 [ID: 1](BLOCK_CITE_ID_3). The rating is D [ID: 1](BLOCK_CITE_ID_4), not C [ID: 2](BLOCK_CITE_ID_3).') AS a, pg_temp.cited(a.citations) AS c;
-- two forms; what names a block in another way stays, and is told of
SELECT t.given, a.answer, (SELECT string_agg(c.block_id, ' ') FROM pg_temp.cited(a.citations) AS c) AS blocks
FROM unnest(ARRAY['A [ID:1]  ( BLOCK_CITE_ID_3 ) end', 'A [ID: 1] BLOCK_CITE_ID_3.', 'A [ID: 1]BLOCK_CITE_ID_3, b', 'A [id : x y](block_cite_id_3)', 'A [BLOCK_CITE_ID_3] b', 'A (BLOCK_CITE_ID_3) b', 'A [ID: BLOCK_CITE_ID_3] b',
	'A [ID: 1](BLOCK_CITE_ID_3, BLOCK_CITE_ID_4; BLOCK_CITE_ID_3)', 'A [ID: 1](BLOCK_CITE_ID_3)(see p. 3)', 'BLOCK_CITE_ID_3 alone', 'A [ID: ](BLOCK_CITE_ID_3)', 'A [IDEA: 1] b', '[1] and [ID:', '[ID: 1',
	'A [SOURCE_ID: 1](BLOCK_CITE_ID_3)', 'A [ID: 1](`BLOCK_CITE_ID_3`), [ID: 1](#BLOCK_CITE_ID_3), [ID: 1](<BLOCK_CITE_ID_3>)', 'A [ID: 1](BLOCK_CITE_ID_3 and BLOCK_CITE_ID_4, and BLOCK_CITE_ID_3 & BLOCK_CITE_ID_4)', 'A 【ID: 1】（BLOCK_CITE_ID_3） b【BLOCK_CITE_ID_4】']) WITH ORDINALITY AS t(given, n), memo_cite_answer(5410, given) AS a ORDER BY n;
-- what names a block outside of a marker stays, and is told of
SELECT a.answer, u.* FROM memo_cite_answer(5410, 'As BLOCK_CITE_ID_3 says (see BLOCK_CITE_ID_4) [ID: 1](BLOCK_CITE_ID_3); block_cite_id_x') AS a,
	jsonb_to_recordset(a.unresolved) AS u(marker text, block_id text, position int, reason text);
-- unknown blocks and markers without one: taken out, reported, no gap
SELECT a.answer, u.* FROM memo_cite_answer(5410, E'One [ID: 1](BLOCK_CITE_ID_99) two [ID: 1](BLOCK_CITE_ID_4). [ID: 2] Three [ID: 7](BLOCK_CITE_ID_5x, BLOCK_CITE_ID_3).\n[ID: 9](BLOCK_CITE_ID_0) Four [ID: 1](BLOCK_CITE_ID_99999999999999999999).') AS a,
	jsonb_to_recordset(a.unresolved) AS u(marker text, block_id text, position int, reason text);
SELECT a.answer, a.citations FROM memo_cite_answer(5411, 'Only [ID: 1](BLOCK_CITE_ID_3) of another deal.') AS a;
-- the sentence is what is cited, and its quotation is checked
SELECT c ->> 'cited_text' AS cited, c -> 'quote' AS quote FROM memo_cite_answer(5410, E'Before. As "an EPC. Rating D. Or so" has it [ID: 1](BLOCK_CITE_ID_3). It says "market\n value: £2,300,000" [ID: 1](BLOCK_CITE_ID_3) there. After [ID: 1](BLOCK_CITE_ID_4).\n\n- EPC rating D.[ID: 1](BLOCK_CITE_ID_4)\n\n[ID: 1](BLOCK_CITE_ID_4)') AS a, jsonb_array_elements(a.citations) AS c;
-- of several quotations a marker vouches for the one around it, else the last one behind the marker before, else one that follows
SELECT t.answer, string_agg(format('%s %s', c -> 'quote' ->> 'text', c -> 'quote' -> 'matched'), ' | ' ORDER BY c -> 'citation_number') AS quotes
FROM (VALUES (1, 'It has "EPC rating D" [ID: 1](BLOCK_CITE_ID_4) and "market value" [ID: 1](BLOCK_CITE_ID_3).'), (2, 'It has "market value: £9" [ID: 1](BLOCK_CITE_ID_3), not "market value" [ID: 1](BLOCK_CITE_ID_3).'),
	(3, 'It has “EPC rating” [ID: 1](BLOCK_CITE_ID_4), [ID: 1](BLOCK_CITE_ID_3) and [ID: 1](BLOCK_CITE_ID_4).'), (4, 'It has "EPC" [ID: 1](BLOCK_CITE_ID_4), and rates [ID: 1](BLOCK_CITE_ID_3).'), (5, 'As it says [ID: 1](BLOCK_CITE_ID_4): "EPC rating D."'),
	(6, 'It rates [ID: 1](BLOCK_CITE_ID_4), and says "market value" [ID: 1](BLOCK_CITE_ID_3).'), (7, 'The 6" pipe "has a rating [ID: 1](BLOCK_CITE_ID_4) of D" in "EPC".'), (8, '“EPC rating [ID: 1](BLOCK_CITE_ID_4) D” it says, and “market value” [ID: 1](BLOCK_CITE_ID_3)'),
	(9, 'Es sagt „EPC rating“ [ID: 1](BLOCK_CITE_ID_4) und „market value“ [ID: 1](BLOCK_CITE_ID_3); «rating» [ID: 1](BLOCK_CITE_ID_4), 「rating」[ID: 1](BLOCK_CITE_ID_4)')) AS t(n, answer),
	memo_cite_answer(5410, t.answer) AS a, jsonb_array_elements(a.citations) AS c GROUP BY n, t.answer ORDER BY n;
-- a comma or period before the closing mark may be the answer's own; markers that are joined leave no comma
SELECT c ->> 'cited_text' AS cited, c -> 'quote' AS quote FROM memo_cite_answer(5410, 'With a "market value," as it has [ID: 1](BLOCK_CITE_ID_3), [ID: 1](BLOCK_CITE_ID_3). EPC rating [ID: 1](BLOCK_CITE_ID_4). "EPC rating C." [ID: 1](BLOCK_CITE_ID_4)') AS a, jsonb_array_elements(a.citations) AS c;
SELECT * FROM memo_cite_answer(5410, 'No cites');
SELECT * FROM memo_cite_answer(5410, '');
SELECT * FROM memo_cite_answer(5410, NULL);
SELECT * FROM memo_cite_answer(5499, 'x');
SELECT * FROM memo_cite_answer(5410, repeat('a', 16777217));

-- no block gets the id of a deleted one: what an old prompt showed is unknown then, and not another document
INSERT INTO memocite.deal(deal_id, name) VALUES (5412, 'Ingested again');
INSERT INTO memocite.document(deal_id, doc_id) VALUES (5412, 'old'), (5412, 'new');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (5412, 'a', 'old', 'One'), (5412, 'b', 'old', 'Two');
SELECT b.block_id FROM memo_format_blocks(5412) AS f, pg_temp.blocks(f.blocks) AS b;
DELETE FROM memocite.passage WHERE deal_id = 5412;
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (5412, 'a', 'new', 'One'), (5412, 'c', 'new', 'Three');
SELECT b.block_id FROM memo_format_blocks(5412) AS f, pg_temp.blocks(f.blocks) AS b;
SELECT * FROM memo_cite_answer(5412, 'One [ID: 1](BLOCK_CITE_ID_1).');
-- nor one that had an id of its own; and no row is written for a deal that is deleted
INSERT INTO memocite.block(deal_id, block_id, passage_id, content) VALUES (5412, -7, 'a', 'x'), (5412, 20, 'a', 'x'), (5412, 30, 'c', 'y');
UPDATE memocite.block SET block_id = 25 WHERE deal_id = 5412 AND block_id = 30;
DELETE FROM memocite.block WHERE deal_id = 5412;
SELECT b.block_id FROM memo_format_blocks(5412) AS f, pg_temp.blocks(f.blocks) AS b;
-- source ids are counted beside them
SELECT * FROM memo_reserve_src_ids(5412, 'writer', 5);
SELECT * FROM memo_reserve_src_ids(5412, 'writer', 5);
SELECT next_src_id, next_block_id FROM memocite.allocator WHERE deal_id = 5412;
DELETE FROM memocite.deal WHERE deal_id = 5412;
SELECT count(*) FROM memocite.allocator WHERE deal_id = 5412;

-- superscripts: by order of appearance
SELECT t.answer, r.answer AS renumbered, (SELECT jsonb_agg(c ->> 'was') FROM jsonb_array_elements(r.citations) AS c) AS citations, (SELECT jsonb_agg(c -> 'citation_number') FROM jsonb_array_elements(r.citations) AS c) AS numbers, r.unresolved
FROM (VALUES (1, 'A³ then B¹ then C².', '{1,2,3}'::int[]), (2, 'A² B² C¹', '{1,2}'), (3, 'X¹²', '{1,2,12}'), (4, 'X²¹ Y³', '{1,2,3}'), (5, 'X¹⁰ Y¹', '{1,10}'), (6, 'A² only', '{1,2,3}'), (7, '', '{1}'), (8, 'A⁵ B¹', '{1}'), (9, 'A¹⁵', '{1}'),
	(10, 'A⁰', '{0}'), (11, 'A⁰¹', '{1}'), (12, '1,200 ft² and 3 m³, see² and ³', '{2,3}'), (13, 'A² B²', '{2,2,1}'), (14, 'X₁ ª º', '{1}'), (15, 'A¹²³⁴⁵⁶⁷⁸⁹⁰¹²³⁴⁵', '{7}')) AS t(n, answer, numbers),
	memo_renumber_superscripts(t.answer, (SELECT jsonb_agg(jsonb_build_object('citation_number', u, 'was', u || chr(96 + o::int)) ORDER BY o) FROM unnest(t.numbers) WITH ORDINALITY AS n(u, o))) AS r ORDER BY n;
SELECT * FROM memo_renumber_superscripts('A¹', '[]');
SELECT memo_renumber_superscripts('A¹', '{}');
SELECT memo_renumber_superscripts('A¹', '[1]');
SELECT memo_renumber_superscripts('A¹', '[{"citation_number": 1}, {"citation_number": "2"}]');
SELECT memo_renumber_superscripts('A¹', '[{"citation_number": 1.5}]');
SELECT memo_renumber_superscripts('A¹', '[{"citation_number": -1}]');

-- a box is valid when left, top in [0,1], width, height in (0,1], area <= 0.9; others are stored, served as NULL and reported
INSERT INTO memocite.block(deal_id, block_id, passage_id, content, box_left, box_top, box_width, box_height) VALUES
	(5410, 30, 'v1', 'x', 0, 0, 1, 0.9), (5410, 31, 'v1', 'x', 1, 1, 0.00001, 1), (5410, 32, 'v1', 'x', 0, 0, 0, 0), (5410, 33, 'v1', 'x', -0.1, 0, 0.5, 0.5), (5410, 34, 'v1', 'x', 0, 1.01, 0.5, 0.5),
	(5410, 35, 'v1', 'x', 0, 0, 1, 1), (5410, 36, 'v1', 'x', 0, 0, 1.5, 0.1), (5410, 37, 'v1', 'x', 0, 0, 0.5, 'NaN'), (5410, 38, 'v1', 'x', 0, 0, 'Infinity', 0.5), (5410, 39, 'v1', 'x', 0.1, NULL, NULL, NULL);
SELECT * FROM memo_check_boxes(5410);
SELECT b.block_id, b.bbox, b.box_problem FROM memo_format_blocks(5410, passage_ids => '{v1}') AS f, pg_temp.blocks(f.blocks) AS b;
SELECT memo_cite_source(5410, '32', 1, NULL);
SELECT * FROM memo_check_boxes(5499);
-- a passage's box of another shape is told of, not guessed at; nulls are no box
INSERT INTO memocite.deal(deal_id, name) VALUES (5413, 'Shapes');
INSERT INTO memocite.document(deal_id, doc_id) VALUES (5413, 'd');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content, metadata)
SELECT 5413, 'p' || n, 'd', 'x', jsonb_build_object('bbox', box) FROM unnest('{"[0.1, 0.2, 0.3, 0.4]","{\"x\": 0.1, \"y\": 0.2, \"w\": 0.3, \"h\": 0.4}","{\"left\": \"0.1\", \"top\": \"0.2\"}","\"0.1 0.2 0.3 0.4\"",[],"null","{}","{\"left\": null, \"top\": null}","{\"left\": 0.1, \"x\": 1}"}'::jsonb[]) WITH ORDINALITY AS b(box, n)
UNION ALL SELECT 5413, 'p10', 'd', 'x', '[1]';
SELECT b.passage_id, b.bbox, b.box_problem FROM memo_format_blocks(5413) AS f, pg_temp.blocks(f.blocks) AS b;
SELECT passage_id, box_left, problem FROM memo_check_boxes(5413);
SELECT memo_cite_source(5413, '1', 1, NULL) -> 'box_problem' AS box_problem;
DELETE FROM memocite.deal WHERE deal_id = 5413;

-- linear, whatever the answer
SET statement_timeout = '60s';
SELECT s.what, length(a.answer), jsonb_array_length(a.citations) AS citations, jsonb_array_length(a.unresolved) AS unresolved
FROM (VALUES (1, '[ID:', repeat('[ID:', 300000)), (2, '[ID: 1]', repeat('[ID: 1]', 100000)), (3, '(', repeat('(', 1000000)), (4, '[ blanks', repeat('[' || repeat(' ', 1000), 1000)), (5, '[ID: 1] blanks', repeat('[ID: 1]' || repeat(' ', 1000), 1000)),
	(6, 'one long sentence', repeat('word [ID: 1](BLOCK_CITE_ID_3) ', 20000)), (7, 'one list', '[ID: 1](' || repeat('BLOCK_CITE_ID_3,', 20000) || 'BLOCK_CITE_ID_4)'), (8, 'a list that goes wrong', repeat('(BLOCK_CITE_ID_3', 50000)),
	(9, 'quotes', repeat('" a. [ID: 1](BLOCK_CITE_ID_3)', 20000))) AS s(n, what, answer), memo_cite_answer(5410, s.answer) AS a ORDER BY n;
SELECT s.what, length(r.answer), jsonb_array_length(r.unresolved) AS unresolved
FROM (VALUES (1, 'a run', repeat('¹', 200000)), (2, 'runs', repeat('¹² ', 200000)), (3, 'units', repeat('m²', 200000))) AS s(n, what, answer), memo_renumber_superscripts(s.answer, '[{"citation_number": 2}]') AS r ORDER BY n;
RESET statement_timeout;
DELETE FROM memocite.deal WHERE deal_id IN (5410, 5411);
