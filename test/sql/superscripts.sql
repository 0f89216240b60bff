-- Stage 1.5: superscripts in table cells become the sources that their section
-- defines: by a line under the table, or a claim with that id as written.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
INSERT INTO memocite.deal(deal_id, name) VALUES (5204, 'Superscripts');
INSERT INTO memocite.document(deal_id, doc_id, title, source_type) VALUES (5204,'t12','T-12 Operating Statement','excel'),(5204,'rr','Rent Roll','excel'),(5204,'pca','Condition Report','pdf');
INSERT INTO memocite.section(deal_id, section_key, position) VALUES (5204,'a',1);
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (5204,'a',4,'pca',7),(5204,'a',2,'rr',9);
CREATE FUNCTION pg_temp.run(a text, policy jsonb DEFAULT '{}') RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.deal SET policy = '{"keep_revisions": 1, "rescue": false}' || run.policy WHERE deal_id = 5204;
	UPDATE memocite.section SET body = a WHERE deal_id = 5204;
	PERFORM memo_finalize(5204, DATE '2026-06-30');
	RETURN QUERY SELECT replace(body, E'\n', '\n') FROM memocite.revision_section WHERE deal_id = 5204;
	RETURN QUERY SELECT '    [' || number || '] ' || kind || ': ' || definition FROM memocite.footnote WHERE deal_id = 5204 ORDER BY number;
	RETURN QUERY SELECT '    ' || origin || ' ' || coalesce(marker, '') || ' ' || coalesce(src_id::text, '-') || ' ' || fate || coalesce(' ' || how, '') || ' in ' || stage FROM memocite.citation WHERE deal_id = 5204 ORDER BY citation_no;
	RETURN QUERY SELECT '    event ' || code || ' ' || coalesce(subject, '') || ' ' || detail FROM memocite.event WHERE deal_id = 5204 AND code NOT IN ('noop', 'section_headers_skipped') ORDER BY event_no;
	RETURN QUERY SELECT '    BROKEN ' || rule || coalesce(': ' || detail, '') FROM memo_verify(5204) WHERE NOT ok;
END $$;

-- a line that names one document; one that names none is an agent's note; a claim with that id; units and what nothing defines stay text
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n| EGI | 6.7%² |\n| Area | 742 ft² and 3 m² |\n| Repairs⁴ | 5x³ |\n\n¹ T-12 Operating Statement, p. 2\n² Management estimate, unaudited\n\nEnd [SRC:4].');
-- a paragraph of a superscript and its line is no table: nothing is removed
SELECT pg_temp.run(E'NOI of 4,199¹ rose.\n\n¹ T-12 Operating Statement');
-- nothing is defined; "10⁴" is a power even where a claim has the id 4
SELECT pg_temp.run(E'| a |\n|---|\n| 10⁴ |\n| 110⁴ |\n| 8⁷ |\n| CO₂ |');
-- lines that follow the table without a blank line; a line that nothing refers to stays; emphasis around a line
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n*¹ T-12 Operating Statement*\n³ not used\n\nEnd.');
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n| EGI | 12² |\n\n**¹** Rent Roll, p. 3, as of May,\nsecond line of it.\n³ not used\n\n²) Condition Report\n\nEnd.');
-- each table has its own lines; the same source in two cells is one note
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n| EGI | 4,299¹ |\n\n¹ Rent Roll\n\nBetween.\n\n| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ Condition Report, p. 4');
-- markers in a line go to its superscript; a line of markers alone is replaced by them, in each cell
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ Rent Roll, p. 3 [SRC:4]\n\nEnd.');
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n| EGI | 4,299¹ |\n\n¹ See [SRC:4]\n\nEnd.');
-- with the page beside the only one
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n| EGI | 4,299¹ |\n\n¹ [SRC:5], p. 12\n\nEnd.\n\n[SRC:5]: Rent Roll');
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ By phone [^n] in the second week of May.\n\n[^n]: Rent Roll, p. 8');
-- next to a marker; in a cell that the header has no column for
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ [SRC:4] | out² |\n\n¹ Rent Roll, p. 1');
-- policy agent_notes strip
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ Said by phone', '{"agent_notes": "strip"}');
-- in a quote, in a list
SELECT pg_temp.run(E'> | a | b |\n> |---|---|\n> | NOI | 4,199¹ |\n>\n> ¹ Rent Roll\n\nEnd.');
SELECT pg_temp.run(E'- | a | b |\n  |---|---|\n  | NOI | 4,199¹ |\n\n  ¹ Rent Roll\n- next');
-- a claim's text is not looked for in a line that leaves; a marker never moves into one
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, claim_text) VALUES (5204, 'a', 9, 'pca', 3, 'repairs of $186,500 in the roll');
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ Rent Roll, line of repairs of $186,500 in the roll\n\n# Last [SRC:4]');
SELECT outcome, reason FROM memocite.claim_outcome WHERE deal_id = 5204 AND claim_id = (SELECT claim_id FROM memocite.claim WHERE deal_id = 5204 AND src_id = 9);
-- a line whose leaving would change what follows is none: a block right behind it; a list item goes whole; an indented line goes with the one before
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ Rent Roll\n| a | b |\n|---|---|\n| x | y |');
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n- ¹ Rent Roll\n- more');
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n| EGI | 8³ |\n\n¹ Rent Roll\n    ³ in May\n\nEnd.');
-- a line that has a mark of its own, or a title, does not go on with the source before
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ Rent Roll,\nMay 2026\n\\* Unlevered');
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ Rent Roll\nNote: figures in thousands of dollars');
-- behind its source a superscript is listed, too, but no unit: the claim says something else
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199⁹ |\n\n*Source: Rent Roll⁹, May 2026.*');
-- a cell that the header has no column for is not shown: nothing is looked for in it
SELECT pg_temp.run(E'| a |\n|---|\n| x | repairs of $186,500 in the roll |');
-- the line is nowhere a setext heading's text
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ Rent Roll\n---\nx');
-- idempotent
SELECT pg_temp.run(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ Rent Roll') LIMIT 1;
SELECT memo_finalize(5204, DATE '2026-06-30') -> 'unchanged';
-- collisions that are written back take the superscripts of a claim's id along
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (5204, 'b', 2, E'Rent [SRC:4].\n\n| a |\n|---|\n| 5%⁴ |\n| 6% |');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (5204, 'b', 4, 'rr', 1);
UPDATE memocite.section SET body = 'Repairs [SRC:4].' WHERE deal_id = 5204 AND section_key = 'a';
SELECT section_key, src_id, decision, new_id FROM memo_resolve_collisions(5204);
SELECT replace(body, E'\n', '\n') FROM memocite.section WHERE deal_id = 5204 AND section_key = 'b';
SELECT count(*) FROM memo_finalize(5204, DATE '2026-06-30');
SELECT replace(body, E'\n', '\n') FROM memocite.revision_section WHERE deal_id = 5204 AND section_key = 'b' ORDER BY revision DESC LIMIT 1;
-- a superscript of the ledger that is still in the text is no good memo
UPDATE memocite.revision_detail SET cit_origin[1] = 'superscript', cit_marker[1] = 'R', cit_marker_offset[1] = 0 WHERE deal_id = 5204;
SELECT rule, detail FROM memo_verify(5204) WHERE NOT ok;
-- 2,000 superscripts and lines: each table its own
UPDATE memocite.section SET body = (SELECT string_agg(format(E'| a |\n|---|\n| %s%%¹ |\n| %s%%² |\n\n¹ Rent Roll, p. %s\n² Note %s of the sponsor on it\n', n, n, n, n), E'\n') FROM generate_series(1, 1000) AS n) WHERE deal_id = 5204 AND section_key = 'b';
SELECT r -> 'references', r -> 'notes' FROM memo_finalize(5204, DATE '2026-06-30') AS r;
SELECT bool_and(ok) FROM memo_verify(5204);
-- a table's own notes never give way to the claim 1 (a claim with the same number is about something else)
INSERT INTO memocite.deal(deal_id, name) VALUES (5700, 'Legends');
INSERT INTO memocite.document(deal_id, doc_id, title, source_type) VALUES (5700,'om','Offering Memorandum','pdf'),(5700,'rr','Rent Roll','excel');
INSERT INTO memocite.section(deal_id, section_key, position) VALUES (5700,'a',1);
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (5700,'a',1,'om',11),(5700,'a',2,'om',12);
CREATE FUNCTION pg_temp.legend(a text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.deal SET policy = '{"keep_revisions": 1, "rescue": false}' WHERE deal_id = 5700;
	UPDATE memocite.section SET body = a WHERE deal_id = 5700;
	PERFORM memo_finalize(5700, DATE '2026-06-30');
	RETURN QUERY SELECT replace(body, E'\n', '\n') FROM memocite.revision_section WHERE deal_id = 5700;
	RETURN QUERY SELECT '    [' || number || '] ' || kind || ': ' || definition FROM memocite.footnote WHERE deal_id = 5700 ORDER BY number;
	RETURN QUERY SELECT '    event ' || code || ' ' || coalesce(subject, '') || ' ' || detail FROM memocite.event WHERE deal_id = 5700 AND code NOT IN ('noop', 'section_headers_skipped') ORDER BY event_no;
	RETURN QUERY SELECT '    BROKEN ' || rule || coalesce(': ' || detail, '') FROM memo_verify(5700) WHERE NOT ok;
END $$;
-- directly under the table: a line, an item, a quote, a row of one cell
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n' || note) FROM (VALUES
	(1, E'\n- ¹ Rent Roll, p. 3\n- more'),
	(2, E'\n> ¹ Rent Roll\n\nEnd.'),
	(3, E'¹ Rent Roll, p. 3\n\nEnd.'),
	(4, E'| ¹ Rent Roll, p. 3 | |\n\nEnd.'),
	(5, E'\n**¹.** Rent Roll, p. 3'),
	(6, E'\n*¹ Rent Roll, p. 3*')) AS l(n, note) ORDER BY n;
-- what is said of a superscript in any other way is not read, and keeps the claim from it: both stay
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n' || note) FROM (VALUES
	(1, E'\nNote: figures in $000s.\n\n¹ Rent Roll, p. 3'),
	(2, E'\n*Sources:* ¹ Rent Roll; ² Offering Memorandum'),
	(3, E'\n¹ Rent Roll, p. 3; ² Offering Memorandum, p. 9'),
	(4, E'\n¹,² Rent Roll'),
	(5, E'\n¹⁻³ Rent Roll'),
	(6, E'\n<sup>1</sup> Rent Roll'),
	(7, E'\n1. ¹ Rent Roll, p. 3'),
	(8, E'\nSee ¹ Rent Roll, p. 3'),
	(9, E'| ¹ Rent Roll, p. 3 | 5 |'),
	(10, E'\n<p>¹ Rent Roll</p>'),
	(11, E'\n| a |\n|---|\n| x |\n\n¹ Rent Roll'),
	(12, E'\n**Sources**\n\n- ¹ Rent Roll'),
	(13, E'\n(1) Management estimate; (2) Broker opinion'),
	(14, E'\n### Footnotes\n\n1. Management estimate'),
	(15, E'\nCompiled by us.\n\nNote 1: Management estimate'),
	(16, E'\n- **[1]** Management estimate'),
	(17, E'\n$^1$ Management estimate')) AS l(n, note) ORDER BY n;
-- other numbers below it are points of the memo: the claims count
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n| EGI | 8%² |\n\n1. Rents grew on 742 m².\n2. Costs fell.');
-- several superscripts of one cell, and emphasis around what they are of
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| NOI | (3)¹,² |\n| EGI | 5x¹ ³ |\n| Rent¹,² | **4,199**¹ |\n| **Area¹** | **4,199²** |\n\n¹ Rent Roll');
-- exponents of units in words
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| Price per meter² | 12 |\n| 5 miles² | 3 yards³ |\n| Item² | 4 |');
-- a sentence below a legend is prose; a line that goes on is the legend's; a legend that says more than a source is a note
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| x | 12.5¹ |\n\n¹ Rent Roll\nWe recommend approval at $82.0M.');
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| x | 12.5¹ |\n\n¹ Rent Roll, adjusted for three\nmodel units and for a flood.');
-- behind magnitudes, short words, marks and a blank; exponents stay
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n| a | **$4.2M¹** |\n| b | $4.2M ¹ |\n| c | €3m¹ |\n| d | 9,000 sf¹ |\n| e | n/a¹ |\n| f | Unit A¹ |\n\n¹ Rent Roll, p. 3');
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| NOI | 4,199² |\n| a | $5m² |\n| b | 900 m² |\n| c | 12m² |\n\n² Rent Roll, p. 3');
-- a line stays while something shows its superscript that does not become a reference
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n| a | `4.2`¹ |\n\n¹ Rent Roll, p. 3');
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ Rent Roll, p. 3\n\nRents¹ grew.');
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ [SRC:1]\n\nRents¹ grew.');
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n| a | 5<sup>1</sup> |\n\n¹ Rent Roll, p. 3');
SELECT pg_temp.legend(E'| a | b |\n|---|---|\n| NOI | 4,199¹ |\n\n¹ Contradicted by [SRC:1]');
DELETE FROM memocite.deal WHERE deal_id = 5700;
DELETE FROM memocite.deal WHERE deal_id = 5204;
