-- Pathological input stays linear, cancellable and sane (chapter 3).
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
SET statement_timeout = '60s';
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (3601, 'Pathological', '{"keep_revisions": 1, "rescue": false}');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (3601, 'om', 'Offering');
INSERT INTO memocite.section(deal_id, section_key) VALUES (3601, 'a');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (3601, 'a', 1, 'om', 1);
CREATE FUNCTION pg_temp.strain(body text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	report jsonb;
	result text;
BEGIN
	UPDATE memocite.section SET body = strain.body WHERE deal_id = 3601;
	report := memo_finalize(3601, DATE '2026-06-30');
	PERFORM memo_prosemirror(3601);
	SELECT s.body INTO result FROM memocite.revision_section s WHERE s.deal_id = 3601;
	RETURN concat_ws(' ', report ->> 'status', length(body) || ' characters,', (SELECT count(*) FROM memo_markers(body)) || ' markers,', (report #>> '{citations,kept}') || ' kept,',
		(report #>> '{citations,removed}') || ' removed,', CASE WHEN result = body THEN 'unchanged' ELSE 'now ' || length(result) END,
		coalesce((SELECT 'BROKEN ' || string_agg(rule, ', ' ORDER BY rule) FROM memo_verify(3601) WHERE NOT ok), 'verified'),
		(SELECT 'HTML HAS ' || count(*) || ' REFERENCES' FROM regexp_matches(memo_html(3601), 'role="doc-noteref"', 'g') HAVING count(*) <> (report #>> '{citations,kept}')::int));
END $$;
SELECT what, pg_temp.strain(body) FROM (VALUES
	(1, 'brackets', repeat('[', 100000)), (2, 'closing brackets', repeat(']', 100000)), (3, 'nested brackets', repeat('[', 50000) || repeat(']', 50000)), (4, 'open markers', repeat('[SRC:', 20000)),
	(5, 'back-ticks', repeat('`', 100000)), (6, 'runs of back-ticks', (SELECT string_agg(repeat('`', n), ' ' ORDER BY n) FROM generate_series(1, 400) AS n)), (7, 'bars', repeat('|', 100000)), (8, 'a line', repeat('word ', 20000)),
	(9, 'blanks', repeat(' ', 100000) || '[SRC:1]'), (10, 'blanks in a marker', '[SRC:' || repeat(' ', 100000) || '1]'), (11, 'digits', '[SRC:' || repeat('1', 100000) || ']'), (12, 'newlines', repeat(E'\n', 100000) || 'a [SRC:1]'),
	(13, 'asterisks', repeat('*', 100000)), (14, 'asterisks and letters', repeat('*a **b ', 15000)), (15, 'underscores', repeat('_a', 50000)), (16, 'quotes', repeat('> ', 5000) || 'a [SRC:1]'), (17, 'nested lists', (SELECT string_agg(repeat('  ', n) || '- a', E'\n' ORDER BY n) FROM generate_series(0, 200) AS n)),
	(18, 'open comments', repeat('<!-- ', 20000)), (19, 'open tags', repeat('<a ', 30000)), (20, 'entities', repeat('&', 100000)), (21, 'backslashes', repeat('\', 100000)), (22, 'escapes', repeat('\[SRC:', 20000)),
	(23, 'links', repeat('[a](', 25000)), (24, 'images', repeat('![', 50000)), (25, 'reference labels', repeat('[^', 50000)), (26, 'definitions', (SELECT string_agg('[^' || n || ']: note', E'\n' ORDER BY n) FROM generate_series(1, 5000) AS n)),
	(27, 'link definitions', (SELECT string_agg('[' || n || ']: /u', E'\n' ORDER BY n) FROM generate_series(1, 5000) AS n)), (28, 'titles', repeat(E'# a\n', 20000)), (29, 'fences', repeat(E'```\n', 20001)), (30, 'a table', E'|a|\n|-|\n' || repeat(E'|x [SRC:1]|\n', 3000)),
	(31, 'markers', repeat('a [SRC:1] ', 10000)), (32, 'a cluster', 'a ' || repeat('[SRC:1]', 5000)), (33, 'unresolved', 'a ' || repeat('[SRC:2]', 5000)), (34, 'a group', '[SRC:' || repeat('1, ', 300) || '1] a'), (35, 'CJK brackets', repeat('【', 30000)),
	(36, 'combining', 'e' || repeat(U&'\0301', 20000) || ' [SRC:1]'), (37, 'carriage returns', repeat(E'a [SRC:1]\r', 2000)), (38, 'control', repeat(E'\x01', 1000) || ' a [SRC:1]'), (39, 'setext', repeat(E'b\n===\n', 5000)), (40, 'abbreviations', repeat('U.S. e.g. No. 4 ', 6000) || '[SRC:1]'),
	(42, 'open canonical', repeat('[CANONICAL: ', 9000)), (43, 'nested canonical', repeat('[CANONICAL: ', 9000) || '[SRC:1]' || repeat(']', 9000)), (44, 'a long canonical', '[CANONICAL: ' || repeat('a ', 50000) || '] [SRC:1]'), (45, 'padded labels', repeat('[^ ' || repeat(' ', 300), 300) || ']'),
	(41, 'squares', E'|a|\n|-|\n|' || repeat('a²', 100000) || '|'),
	(42, 'a source line that goes on', E'[SRC:1]: Rent Roll,\n' || repeat(E'Page,\n', 20000)), (43, 'definitions of definitions', repeat('a[^0]. ', 2000) || E'\n\n' || (SELECT string_agg(format('[^%s]: See [^%s][^%1$s][^%2$s].', i, i + 1), E'\n' ORDER BY i) FROM generate_series(0, 20) AS i) || E'\n[^21]: note'),
	(44, 'markers and blanks', repeat('[SRC:1]', 100000) || repeat(' ', 1000000) || 'a')) AS v(n, what, body) ORDER BY n;

-- one sentence that says the same word over and over, around a metric
SELECT word, count(*) FROM (VALUES ('the '), ('our '), ('we recommend '), ('base case ')) AS v(word), memo_check_prose(3601, repeat(word, 100000) || '$5 million. The IRR is 12%, and ' || repeat(word, 100000)) GROUP BY word ORDER BY word;

-- thousands of claims of one id, each with a sentence of its own (each marker cites its page), and of ids without a marker (each is placed in its sentence, or not at all where the words are those of all sentences)
CREATE FUNCTION pg_temp.crowd(n int, sentence text, claim text, id text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	report jsonb;
BEGIN
	DELETE FROM memocite.claim WHERE deal_id = 3601;
	UPDATE memocite.section SET body = (SELECT string_agg(replace(replace(sentence, '%', i::text), '#', translate(i::text, '0123456789', 'bcdfghjklm')), ' ' ORDER BY i) FROM generate_series(1, n) AS i) WHERE deal_id = 3601;
	INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, claim_text)
	SELECT 3601, 'a', replace(id, '%', i::text)::int, 'om', i, replace(replace(claim, '%', i::text), '#', translate(i::text, '0123456789', 'bcdfghjklm')) FROM generate_series(1, n) AS i;
	report := memo_finalize(3601, DATE '2026-06-30');
	RETURN concat_ws(' ', report ->> 'status', (report #>> '{citations,kept}') || ' kept,', (SELECT count(*) FROM memocite.footnote WHERE deal_id = 3601) || ' notes,',
		(SELECT count(*) FROM memocite.event WHERE deal_id = 3601 AND code = 'ambiguous_source') || ' ambiguous sources,',
		(SELECT string_agg(concat_ws(' ', count, outcome, reason), ', ' ORDER BY outcome) FROM (SELECT count(*), outcome, reason FROM memocite.claim_outcome WHERE deal_id = 3601 GROUP BY outcome, reason) AS o),
		coalesce((SELECT 'BROKEN ' || string_agg(rule, ', ' ORDER BY rule) FROM memo_verify(3601) WHERE NOT ok), 'verified'));
END $$;
SELECT pg_temp.crowd(4000, 'The income number % is growing fast [SRC:1].', 'Income number % is growing fast', '1');
SELECT pg_temp.crowd(16000, 'The income number % is growing fast [SRC:1]', 'Income number % is growing fast', '1');
SELECT pg_temp.crowd(4000, 'The income number % is growing fast.', 'Income number % is growing fast', '%');
SELECT pg_temp.crowd(4000, 'The steady income #qu is growing fast.', 'Fast growing steady income #qu', '%');
SELECT pg_temp.crowd(4000, 'The steady income #qu is growing fast.', 'Fast growing steady income #zz', '%');
-- hundreds of sections that lack citations, hundreds of passages with their words, of which one has the number, too
INSERT INTO memocite.section(deal_id, section_key, position, body) SELECT 3601, 's' || n, n, repeat('The income number ' || n || ' is growing fast. ', 80) FROM generate_series(1, 400) AS n;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 3601, 's' || n, 1, 'om', 1 FROM generate_series(1, 400) AS n;
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) SELECT 3601, 'p' || n, 'om', n, 'The income number is growing fast in a long plenty of ' || n + 399 FROM generate_series(1, 400) AS n;
SELECT memo_finalize(3601, DATE '2026-06-30') ->> 'status';
SELECT section_key, origin, passage_id, score, fate, count(*) FROM memocite.citation WHERE deal_id = 3601 GROUP BY section_key, origin, passage_id, score, fate;
DELETE FROM memocite.section WHERE deal_id = 3601 AND section_key <> 'a';
DELETE FROM memocite.passage WHERE deal_id = 3601;
DELETE FROM memocite.claim WHERE deal_id = 3601;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (3601, 'a', 1, 'om', 1);

-- two definitions that refer to each other, one that refers to itself
SELECT pg_temp.strain(E'a[^1] b[^3]\n\n[^1]: see the other note here[^2]\n[^2]: see the other note here[^1]\n[^3]: a note of the agent on itself[^3]');
SELECT replace(body, E'\n', '\n') FROM memocite.revision_section WHERE deal_id = 3601;
SELECT number, definition FROM memocite.footnote WHERE deal_id = 3601 ORDER BY number;
-- many sections, one id
INSERT INTO memocite.section(deal_id, section_key, position, body) SELECT 3601, 's' || n, n, 'Text ' || n || ' [SRC:1].' FROM generate_series(1, 500) AS n;
SELECT r ->> 'status', r #> '{citations,total}', r #> '{citations,removed_by_reason}' FROM memo_finalize(3601, DATE '2026-06-30') AS r;
SELECT count(*) FILTER (WHERE ok) = count(*) AS verified FROM memo_verify(3601);
-- statement_timeout works at any point and leaves nothing behind
DELETE FROM memocite.section WHERE deal_id = 3601 AND section_key <> 'a';
UPDATE memocite.section SET body = repeat('[SRC:1] word ', 1000000) WHERE deal_id = 3601;
\set SHOW_CONTEXT never
SET statement_timeout = '50ms';
SELECT memo_finalize(3601, DATE '2026-06-30') ->> 'status';
SET statement_timeout = 0;
SELECT max(revision) = (SELECT max(revision) FROM memocite.revision_detail WHERE deal_id = 3601) AS nothing_half FROM memocite.revision WHERE deal_id = 3601;
-- 1,000,000 markers a deal; the rest are text, and the memo is flawed
UPDATE memocite.section SET body = repeat('a [SRC:9] ', 1000003) WHERE deal_id = 3601;
SELECT r ->> 'status', r -> 'warnings', r #> '{citations,total}' FROM memo_finalize(3601, DATE '2026-06-30', dry_run => true) AS r;
DELETE FROM memocite.deal WHERE deal_id = 3601;
