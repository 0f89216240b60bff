-- "[1]" of a section that lists at its end what 1 is.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
INSERT INTO memocite.deal(deal_id, name) VALUES (5231, 'Numeric');
INSERT INTO memocite.document(deal_id, doc_id, title, source_type) VALUES (5231,'rr','Rent Roll','excel'),(5231,'ap','Appraisal','pdf');
INSERT INTO memocite.section(deal_id, section_key, position) VALUES (5231,'a',1);
CREATE FUNCTION pg_temp.run(a text, policy jsonb DEFAULT '{}') RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.deal SET policy = '{"keep_revisions": 1, "rescue": false}' || run.policy WHERE deal_id = 5231;
	UPDATE memocite.section SET body = a WHERE deal_id = 5231;
	PERFORM memo_finalize(5231, DATE '2026-06-30');
	RETURN QUERY SELECT replace(body, E'\n', '\n') FROM memocite.revision_section WHERE deal_id = 5231;
	RETURN QUERY SELECT '    [' || number || '] ' || kind || ': ' || definition FROM memocite.footnote WHERE deal_id = 5231 ORDER BY number;
	RETURN QUERY SELECT '    ' || origin || ' ' || coalesce(marker, '') || ' ' || coalesce(src_id::text, '-') || ' ' || fate || coalesce(' ' || how, '') || ' in ' || stage FROM memocite.citation WHERE deal_id = 5231 ORDER BY citation_no;
	RETURN QUERY SELECT '    event ' || code || ' ' || coalesce(subject, '') || ' ' || detail FROM memocite.event WHERE deal_id = 5231 AND code NOT IN ('noop', 'section_headers_skipped') ORDER BY event_no;
	RETURN QUERY SELECT '    BROKEN ' || rule || coalesce(': ' || detail, '') FROM memo_verify(5231) WHERE NOT ok;
END $$;
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

-- an entry that names a document, and one that does not; the list leaves
SELECT pg_temp.run(E'Rents rose [2]. Vacancy fell to 5%[1].\n\n## Sources\n\n[1] Rent Roll, p. 4\n[2] CBRE Outlook 2026: https://example.com/outlook');
-- several in one bracket, and adjacent ones; entries as a numbered list
SELECT pg_temp.run(E'Rents rose [1, 2]. Vacancy fell [2][1].\n\n**References**\n\n1. Rent Roll, p. 4\n2. Appraisal');
-- in a table and a heading, as in any other place
SELECT pg_temp.run(E'### Rents [1]\n\nRents rose.\n\n| a | b |\n|---|---|\n| NOI [2] | 4,199 |\n\n### 7. Sources\n\n1. Rent Roll, p. 4\n2. Appraisal');
-- a plain title will do over such entries; the same in Chinese
SELECT pg_temp.run(E'Rents rose [1].\n\nSources:\n[1] Rent Roll, p. 4');
SELECT pg_temp.run(E'租金上涨[1]。\n\n参考文献：\n[1] Rent Roll');
-- a number without an entry is told of, and so is a range; then the list stays, for it is the key
SELECT pg_temp.run(E'Rents rose [1]. Vacancy fell [3]. Both held [1-2].\n\n## Sources\n\n1. Rent Roll, p. 4\n2. Appraisal');
-- code, links, definitions of links, escapes, what opens a line: text
SELECT pg_temp.run(E'See `a[1]`, [1](https://example.com), \\[1] and, as in [Lo 2002][1], [2].\n\n[1] is no entry.\n\n## Sources\n\n1. Rent Roll, p. 4\n2. Appraisal');
SELECT pg_temp.run(E'Rents rose [1].\n\n[1]: https://example.com\n\n## Sources\n\n- [1] Rent Roll\n- [2] Appraisal');
-- a section with footnotes of its own; no list; policy read_numeric
SELECT pg_temp.run(E'Rents rose [1] and fell [^a].\n\n[^a]: Appraisal\n\n## Sources\n\n1. Rent Roll');
SELECT pg_temp.run(E'Rents rose [1].');
SELECT pg_temp.run(E'Rents rose [1].\n\n## Sources\n\n1. Rent Roll', '{"read_numeric": false}');
-- what the scanner says
SELECT ord, kind, value, id, start, length, zone FROM memo_markers(E'Rents rose [1, 2].\n\n## Sources\n\n1. Rent Roll\n2. Appraisal');
-- a block's marker is a citation of its passage, where the deal has that block
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5231, 'ap-7', 'ap', 7, 'NOI of $4.2M');
INSERT INTO memocite.block(deal_id, block_id, passage_id, block_no, content) VALUES (5231, 3, 'ap-7', 1, 'NOI of $4.2M');
SELECT pg_temp.run(E'NOI rose [ID: 1](BLOCK_CITE_ID_3). Costs fell [ID: ap](BLOCK_CITE_ID_9). So [x](BLOCK_CITE_ID_3).');
SELECT marker, passage_id, block_id, page FROM memocite.citation WHERE deal_id = 5231;
