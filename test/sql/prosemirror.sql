-- memo_prosemirror (chapter 9): a finished memo as a ProseMirror document, with
-- the node names of Tiptap's StarterKit, tables and tiptap-footnotes 3. That the
-- documents are valid in the schemas of these packages, test/prosemirror says.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (5301, E'Maple  "Court"\n<b>&amp; *x*', '{"rescue": false, "keep_revisions": 3, "cluster_cap": 1000}');
INSERT INTO memocite.document(deal_id, doc_id, title, source_type, ingested_on) VALUES (5301, 'om', 'Offering "Memo" *x* [1] <b> & &amp; \', 'pdf', '2026-05-04'), (5301, 'rr', 'Rent Roll', 'excel', NULL);
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES (5301, 'market', E'Market | *x* <i> "q"\n2 & &amp;', 1, 'Rents **rose [SRC:1].** Vacancy [SRC:2]. Again [SRC:1].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, locator) VALUES (5301, 'market', 1, 'om', 12, NULL), (5301, 'market', 2, 'rr', NULL, 'Summary!B6');
SELECT memo_finalize(5301, DATE '2026-06-30') ->> 'status';
-- the whole document: name, sections, what memo_markdown says of the sources, footnotes last; each node on a line
SELECT jsonb_path_query(memo_prosemirror(5301), '$.content[*]');
-- a shared note has one footnote; all its references have its number and its key
SELECT r #>> '{attrs,referenceNumber}' AS number, r #>> '{attrs,data-id}' = f.note_key AS same_key FROM jsonb_path_query(memo_prosemirror(5301), 'strict $.**?(@.type == "footnoteReference")') WITH ORDINALITY AS t(r, ord)
JOIN memocite.footnote f ON f.deal_id = 5301 AND f.number = (r #>> '{attrs,referenceNumber}')::int ORDER BY ord;

-- what one section becomes, a block a line; note keys as K, drawings as <svg>
CREATE FUNCTION pg_temp.blocks(body text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	doc jsonb;
BEGIN
	UPDATE memocite.section s SET body = blocks.body WHERE deal_id = 5301 AND section_key = 'market';
	PERFORM memo_finalize(5301, DATE '2026-06-30');
	doc := memo_prosemirror(5301) -> 'content';
	RETURN QUERY SELECT regexp_replace(regexp_replace(node::text, '"data-id": "[0-9a-f]+"', '"data-id": "K"', 'g'), '<svg .*</svg>', '<svg>') FROM jsonb_array_elements(doc) WITH ORDINALITY AS n(node, at)
	WHERE at > 2 AND at < (SELECT min(t.at) FROM jsonb_array_elements(doc) WITH ORDINALITY AS t(node, at) WHERE t.at > 2 AND t.node #>> '{attrs,level}' = '2') ORDER BY at;
END $$;

-- marks: bold, italic, strike, in each other in the order of the schema; neighbours that are marked the same are one text
SELECT pg_temp.blocks(E'**b** *i* ~~s~~ ***bi*** **b *bi* b**');
SELECT pg_temp.blocks('**a****b** *c*&amp;*d* one&#32;text &lt;here\* `a``b`');
-- code excludes all other marks in Tiptap, and a link keeps its destination
SELECT pg_temp.blocks('**a `b` c** [`d` *e*](https://x.y/z) <https://a.b/c?d=e&f>');
-- links: http, https and mailto; a title; two with one destination are one text, of two not
SELECT pg_temp.blocks('[a](http://x.y "t\"t") [b](MAILTO:a@b.c) www.x.y a@b.c [c](https://x.y/1)[d](https://x.y/1)[e](https://x.y/2)');
SELECT pg_temp.blocks('[a](javascript:alert(1)) [b](JaVaScRiPt&#58;alert(1)) [c](java&Tab;script:x) [d](/etc) [e](#f) [g](data:text/html,x) [h](vbscript:x) [i]( javascript:x) [j](<http://a b>) [k](http://a&#10;b) [l](httpx://a) [m](ftp://a)');
-- bare URLs and addresses, each in its cell
SELECT pg_temp.blocks(E'|a|b|\n|-|-|\n|https://y.z/q|x [SRC:1]|\n|a@b.c|http://a.b?x=1&amp;y=2.|');
-- an image is its alt text, HTML is text, a comment nothing, <br> a line break
SELECT pg_temp.blocks(E'![an *alt* text](https://x.y/z.png) ![](x.png) <script>alert("1")</script> <!-- c --> a<br>b\\\nc  \nd\ne');
SELECT pg_temp.blocks(E'<div onclick="x">\n**no**\n</div>\n\n<!-- a\n\nb -->\n\n&lt;b&gt;');
-- headings keep their level, below the section's own
SELECT pg_temp.blocks(E'# One\n\n### Three *i*\n\n###### Six\n\n####\n\nSet\next\n===');
-- lists: an item begins with a paragraph, may be empty, and ordered ones have a start; a task is an item with its box
SELECT pg_temp.blocks(E'- a\n- **b**\n\n  c\n-\n- - d\n- # e\n- ```\n  f\n  ```\n- > g');
SELECT pg_temp.blocks(E'7. a\n8. b\n   - c\n\n1) d\n\n- [ ] e\n- [x] f');
-- quotes, rules, code with its language and without
SELECT pg_temp.blocks(E'> a\n>\n> - b\n\n>\n\n***\n\n```sql x\nSELECT "1"\n\n\tx;\n```\n\n    y [SRC:1]\n\n```\n```');
-- tables: paragraphs in cells, also in empty ones, and their alignment
SELECT pg_temp.blocks(E'| a | *b* [SRC:1] | c | d |\n| :-- | --: | :-: | --- |\n| `x` \\| y | | <br> |\n| 1 [SRC:2] | 2 | 3 | 4 | 5 |');
-- a bar ends a cell also in code, a backslash before it is not shown
SELECT pg_temp.blocks(E'|a|b|\n|-|-|\n| [SRC:1] x `|` | y |\n| `c\\|d` [SRC:2] | e\\|f |');
-- also those that end a paragraph, or have one dash a column, in lists and quotes, but not in code
SELECT pg_temp.blocks(E'Payouts:\n| a | b |\n|-|-:|\n| 1 | 2 |\n\n> Quoted:\n> | a |\n> |:-|\n> | 1 |\n\n- Item\n  | a |\n  | :- |\n\n```\nx\n| a |\n|-|\n```');
-- what begins another block ends a table, other lines are rows
SELECT pg_temp.blocks(E'| a |\n|---|\n| 1 |\n### Head\n\n> | a |\n> |---|\n> ```\n> x\n> ```\n\n| a |\n|---|\n<div>\n\n| a |\n|---|\ntext\n- b');
-- references in lists, quotes and bold text, none in a heading; what only looks like one is text
SELECT pg_temp.blocks(E'### Head [SRC:1]\n\n- a [SRC:1]\n\n> **b [SRC:2] c** `[^1]` \\[^1] [^9] [^x]\n\n[a [SRC:1] b](https://x.y)');
-- an agent's footnote
SELECT pg_temp.blocks(E'Rents rose.[^a]\n\n[^a]: # Our *own* count | of <b> [x](javascript:y) `z`');
SELECT jsonb_path_query(memo_prosemirror(5301), '$.content[*]?(@.type == "footnotes").content[*].content');

-- an agent's footnote finds the definitions of its links
SELECT pg_temp.blocks(E'See [near].[^a]\n\n[Near]: https://x.y "T"\n[far  away]: https://x.y/far\n[other]: https://x.y/other\n[no]: javascript:x\n\n[^a]: Our [own][Far Away] count of [near], [near] again, [no], [none] and \\[other\\].');
SELECT jsonb_path_query(memo_prosemirror(5301), '$.content[*]?(@.type == "footnotes").content[*].content');

-- charts, where the memo has them: id, the whole config, and what says the chart in words
INSERT INTO memocite.chart(deal_id, chart_id, section_key, after_paragraph, config) VALUES (5301, 'noi', 'market', 1, '{"type": "bar", "title": "A \"t\" \\ </div> \u00e9 \ud83d\ude00", "series": [{"data": [{"x": "2026", "y": 4200000.50}, {"x": "2027", "y": -1e-7}]}], "insightCaption": " NOI grows by 4.5%. ", "decisionQuestion": "Where does growth come from?", "extra": [null, true, {"a": []}]}');
SELECT pg_temp.blocks(E'Before.\n\nAfter.');
SELECT node #> '{attrs,config}' = config AS same, node #>> '{attrs,svg}' = memo_chart_svg(config) AS is_drawn FROM jsonb_path_query(memo_prosemirror(5301), '$.content[*]?(@.type == "chart")') AS node, memocite.chart WHERE deal_id = 5301;
DELETE FROM memocite.chart WHERE deal_id = 5301;
-- a node that an agent wrote is a chart when one could draw it, else text
SELECT pg_temp.blocks(format(E'<div data-type="chart" data-chart-id="x&quot;y" data-config="%s"></div>', replace(config, '"', '&quot;'))) FROM (VALUES
	(1, '{"type": "pie", "series": [{"data": [{"x": "a\ud83d\ude00\n", "y": 1e2}]}], "insightCaption": "Long enough.", "decisionQuestion": "Why?"}'), (2, '{"type": "pie"}'), (3, '{"type": '), (4, '[1]'), (6, '{"a": "\u0000"}'), (7, '{"a": "\ud800"}'), (8, '{"a": 1e999999}'), (9, '{"a": 01}'), (10, '')) AS v(n, config) ORDER BY n;
SELECT count(*) FROM pg_temp.blocks(format(E'<div data-type="chart" data-chart-id="x" data-config="%s"></div>', repeat('[', 100000)));

-- hostile text stays text
SELECT pg_temp.blocks(E'\u0301 &#0; &#xD800; &#1114112; &nosuch; &NotEqualTilde; &#x1F600; \\u0000 \\" "q" \\\\ \x01\x02\x7f \u0301 \u200f\u202e\u0301');
SELECT pg_temp.blocks('&#8203;'), pg_temp.blocks('&#32;'), pg_temp.blocks('![]()'), pg_temp.blocks('<!-- only -->'), pg_temp.blocks('[](https://x.y)');
-- quotes and lists in each other: the hundred outermost are nodes, all text stays
CREATE FUNCTION pg_temp.depth(body text) RETURNS TABLE(blockquotes bigint, lists bigint, items bigint, texts bigint) LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.section s SET body = depth.body WHERE deal_id = 5301 AND section_key = 'market';
	PERFORM memo_finalize(5301, DATE '2026-06-30');
	RETURN QUERY SELECT count(*) FILTER (WHERE t = '"blockquote"'), count(*) FILTER (WHERE t IN ('"bulletList"', '"orderedList"')), count(*) FILTER (WHERE t = '"listItem"'), count(*) FILTER (WHERE t = '"text"')
	FROM regexp_matches((jsonb_path_query_array(memo_prosemirror(5301), '$.content[2 to last]'))::text, '"type": ("[A-Za-z]+")', 'g') AS m(m), LATERAL (SELECT m[1]) AS x(t);
END $$;
SELECT n, d.* FROM generate_series(99, 101) AS n, pg_temp.depth(repeat('> ', n) || 'a') AS d ORDER BY n;
SELECT d.* FROM pg_temp.depth(repeat('> ', 5000) || E'a\n\nb') AS d;
SELECT d.* FROM pg_temp.depth((SELECT string_agg(repeat('  ', n) || '- a', E'\n' ORDER BY n) FROM generate_series(0, 199) AS n) || E'\n\nb') AS d;
SELECT d.* FROM pg_temp.depth(repeat('> - 1. ', 2000) || 'a') AS d;
SELECT d.* FROM pg_temp.depth(repeat('*a **b ', 2000)) AS d;

-- nothing grows faster than the text: a destination is not repeated without end
SELECT what, octet_length(memo_prosemirror(5301)::text) < 40 * octet_length(body) + 2000000 AS in_bounds FROM (VALUES
	(1, 'pieces of a link', '[' || repeat('*a*b', 5000) || '](https://x.y/' || repeat('z', 20000) || ')'), (2, 'uses of a definition', repeat('[a] ', 5000) || E'\n\n[a]: https://x.y/' || repeat('z', 20000))) AS v(n, what, body),
	LATERAL (SELECT count(*) FROM pg_temp.blocks(body)) AS b ORDER BY n;
-- a small stack of the server is enough
SET max_stack_depth = '400kB';
SELECT d.* FROM pg_temp.depth(repeat('> - ', 100) || 'a') AS d;
RESET max_stack_depth;

-- revisions
SELECT pg_temp.blocks('Newest.');
SELECT (SELECT max(revision) FROM memocite.revision WHERE deal_id = 5301) AS latest \gset
SELECT memo_prosemirror(5301, :latest) = memo_prosemirror(5301) AS latest, memo_prosemirror(5301, :latest - 1) = memo_prosemirror(5301) AS one_before;
-- nothing but a name; without notes there are no footnotes, and an empty name is an empty heading
INSERT INTO memocite.deal(deal_id, name) VALUES (5302, '');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5302, 'market', '');
SELECT memo_finalize(5302, DATE '2026-06-30') ->> 'status';
SELECT memo_prosemirror(5302);
-- bad calls
\set SHOW_CONTEXT never
SELECT memo_prosemirror(NULL);
SELECT memo_prosemirror(5301, 0);
SELECT memo_prosemirror(5301, 999);
SELECT memo_prosemirror(5399);
-- what jsonb cannot hold, and a cancel
UPDATE memocite.section SET body = '[' || repeat('*a*b', 20) || '](https://x.y/' || repeat('z', 16700000) || ')' WHERE deal_id = 5302;
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5302, 'risk', repeat('word ', 60000));
SELECT memo_finalize(5302, DATE '2026-06-30') ->> 'status';
SELECT memo_prosemirror(5302);
UPDATE memocite.section SET body = E'| a | b |\n|---|---|\n' || repeat(E'| 1 | 2 |\n', 200000) WHERE deal_id = 5302;
SELECT memo_finalize(5302, DATE '2026-06-30') ->> 'status';
SET statement_timeout = '100ms';
SELECT memo_prosemirror(5302);
RESET statement_timeout;
DELETE FROM memocite.deal WHERE deal_id IN (5301, 5302);
