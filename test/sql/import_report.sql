-- A report of somebody else (chapter 4, memo_import_markdown): its list serves all sections, its entries become documents.
SELECT memo_init() \g /dev/null
\set SHOW_CONTEXT never
\pset format unaligned
\pset tuples_only
SET client_min_messages = error;
INSERT INTO memocite.deal(deal_id, name) SELECT n, 'Report ' || n FROM generate_series(6600, 6609) AS n;
CREATE FUNCTION pg_temp.report(deal bigint, markdown text, make_documents boolean DEFAULT true) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY SELECT format('%s, %s references', i.section_key, i.refs) || coalesce(': ' || nullif(array_to_string(i.unbound, '; '), ''), '')
		FROM memo_import_markdown(deal, markdown, make_documents => report.make_documents) AS i;
	RETURN QUERY SELECT format('%s = %s | %s', d.doc_id, d.title, d.url) FROM memocite.document d WHERE d.deal_id = deal ORDER BY d.doc_id COLLATE "C";
	RETURN QUERY SELECT format('-- %s: %s', s.section_key, s.body) FROM memocite.section s WHERE s.deal_id = deal ORDER BY s.position;
	PERFORM memo_finalize(deal, DATE '2026-06-30');
	RETURN QUERY SELECT format('>> %s: %s', s.section_key, s.body) FROM memocite.revision_section s WHERE s.deal_id = deal
		AND s.revision = (SELECT max(r.revision) FROM memocite.revision r WHERE r.deal_id = deal) ORDER BY s.section_key COLLATE "C";
	RETURN QUERY SELECT format('[^%s]: %s', f.number, f.definition) FROM memocite.footnote f WHERE f.deal_id = deal ORDER BY f.number;
END $$;

-- the list at the end serves all sections: each gets the entries that it uses
SELECT pg_temp.report(6600, E'# Fish\n\nIt sells [1].\n\n## Market\n\nPrices rose [1][3].\n\n## Stalls\n\nThey close early [2, 3] and late [1-2].\n\n## Sources\n\n[1] Full guide (2024): https://x.example/guide/  \n[2] [Wholesale market](https://www.y.example/a_(b)?utm_source=c)\n[3] https://z.example - The auction | News\n[4] Never cited: http://x.example/four\n[5] Smith, J. (2020). A book. Harbour Press.\n');
-- without make_documents they are the agent's notes; what no section uses stays where it stands
SELECT pg_temp.report(6601, E'## Market\n\nPrices rose [1].\n\n## Stalls\n\nThey close [2].\n\n## Sources\n\n1. Full guide: https://x.example/guide\n2. Smith, J. (2020). A book.\n3. Never cited\n', false);
-- a document of the deal that has the address is the source; the same address twice is one document and one note
INSERT INTO memocite.document(deal_id, doc_id, title, url) VALUES (6602, 'guide', 'The guide', 'https://x.example/guide');
SELECT pg_temp.report(6602, E'## Market\n\nPrices rose [1]. They fell [2]. Then they rose [3].\n\n## Stalls\n\nAll closed [3].\n\n### References\n\n[1] http://www.x.example/guide/#prices\n\n[2] A: https://q.example/p\n\n[3] B: https://q.example/p/\n');
-- parts that count from 1 each have their own lists; one that governs no other section stays in its own
SELECT pg_temp.report(6603, E'## Market\n\nPrices rose [1].\n\n### Sources\n\n[1] https://a.example\n\n## Stalls\n\nThey close [1].\n\n### Sources\n\n[1] https://b.example\n');
-- other spellings of the numbers: from 0, ranges, tags, links to the list, footnotes without a definition; a title in another language
SELECT pg_temp.report(6604, E'## 市场\n\n价格上涨 [0]。第二句【1】。第三句 <qwen:cite id="id_2">the evidence (R < 0.4) that the model saw</qwen:cite>。\n\n## Stalls\n\nRents [0-2] rose.[^2] They fell [[1]](#sources).\n\n参考文献：\n[0]. https://a.example\n\n[1]. https://b.example\n\n[2]. https://c.example/x.pdf#page=3\n');
-- footnotes that end with an address are documents, too; those of other texts stay the agent's
SELECT pg_temp.report(6605, E'## Market\n\nPrices rose.[^1] They fell.[^a]\n\n## Stalls\n\nAll closed.[^1]\n\n[^1]: The guide, https://x.example/guide\n[^a]: As https://x.example says, they did.\n');
-- a title is what an entry says beside its address, its date of access and its signs
SELECT pg_temp.report(6608, E'## Market\n\nPrices rose [1][2][3][4].\n\n## Stalls\n\nAll closed.\n\n#### **Works cited**\n\n1. Survey \\- Agency, accessed May 1, 2026, [https://a.example/x](https://a.example/x)  \n2. Smith, J. *A paper*. Retrieved from https://b.example/y\n3. Guide — https://c.example\n4. https://d.example/\n');
-- a mark that cannot be read, "[1]:", keeps the marks and the list of its own section, and is reported
SELECT pg_temp.report(6606, E'## Market\n\nFish [1]: prices rose [1].\n\n## Stalls\n\nThey close [2].\n\n## Sources\n\n[1] https://a.example\n[2] https://b.example\n');
SELECT e.section_key, e.code, e.subject FROM memocite.event e WHERE e.deal_id = 6606 AND e.severity = 'WARNING' AND e.code <> 'rescue_impossible' ORDER BY event_no;
-- a memo of ours is none: its own comment says what its notes are
SELECT count(*) FROM memo_import_markdown(6607, (SELECT memo_markdown(6600)), make_documents => true);
