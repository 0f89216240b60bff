-- What looks like a citation and is read by nobody is told of (chapter 4): one event a form and section, with count, distinct labels and the first.
SET client_min_messages = warning;
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name) VALUES (4401, 'Unread');
INSERT INTO memocite.document(deal_id, doc_id, title, path, tag) VALUES (4401, 'om', 'Offering Memorandum', 'docs/om-2024.pdf', 'A'), (4401, 'rr', 'Rent Roll', NULL, NULL);
CREATE FUNCTION pg_temp.unread(body text) RETURNS TABLE (form text, detail jsonb) LANGUAGE plpgsql SET client_min_messages = error AS $$
BEGIN
	DELETE FROM memocite.section WHERE deal_id = 4401;
	INSERT INTO memocite.section(deal_id, section_key, body) VALUES (4401, 'a', unread.body);
	PERFORM memo_finalize(4401, DATE '2026-06-30');
	RETURN QUERY SELECT e.subject, e.detail FROM memocite.event e WHERE e.deal_id = 4401 AND e.code = 'unread_citation'
		AND e.revision = (SELECT max(revision) FROM memocite.revision WHERE deal_id = 4401) ORDER BY e.event_no;
END $$;

-- the forms, in the order of their list
SELECT * FROM pg_temp.unread(E'Rents rose [1]. Vacancy fell [2][3], as [1] says. (SRC:3) shows it (src: 4, p. 2). Debt [source:1] [Sources: 1, 2] costs [citation:1].\n\n'
	'NOI grew [Source: CoStar, p. 12]. Cap rates fell.【4:0†source】【12†L3-L9】 Leases [@om, p. 4] [@Rent Roll] [@docs/om-2024.pdf] [@A].\n\n'
	'See <cite>Offering Memorandum</cite> and <CITE class="x">om-2024.pdf</CITE>. A note [^1\n] and [^\n2] and [^a\nb].\n\n<div>\nRents [SRC:1] rose [^9] [x].\n</div>\n');
SELECT severity, stage, section_key, count(*) FROM memocite.event WHERE deal_id = 4401 AND code = 'unread_citation' GROUP BY 1, 2, 3;
SELECT memo_replay(4401), bool_and(ok) FROM memo_verify(4401);
-- they stay as they are
SELECT s.body FROM memocite.revision_section s WHERE deal_id = 4401;
-- none in opaque zones: code, links, images, addresses, comments, tags
SELECT * FROM pg_temp.unread(E'Use `a [1]` and [2](https://x.com), [3][ref], ![4](y.png), [5], <https://x.com/[6]>, <a href="[7]">, \\[8\\], <!-- [9] (SRC:1) -->, [[10]](https://x.com).\n\n'
	'    [11] in code\n\n```\n[12] (SRC:2) 【4:0†source】\n```\n\n<!-- [SRC:13] -->\n\n<pre>\n[SRC:14]\n</pre>\n\n<div>\n[15] <!-- [SRC:16] -->\n</div>\n\n[ref]: https://x.com\n[5]: https://x.com/5\n');
-- what is none: behind a letter or digit, before ( [ or :, with more than three digits, words
SELECT * FROM pg_temp.unread(E'The array a[1] and 3[2] of [3]: [4](x [5][a] are none, nor [2024], [2024 rent roll], [10-K], [sic], [x], [ ], [1a], [-1], [source], [citation needed], (source), (SRC), [Source:], [^a b].\n\n- [ ] to do\n- [x] done\n');
-- [@x] and <cite> only where x or the content names a document of the deal
SELECT * FROM pg_temp.unread('Write to [@bob], [@acme, p. 2]. He wrote <cite>War and Peace</cite>.');
-- markers are read, or told of otherwise
SELECT * FROM pg_temp.unread('Rents rose [SRC:1] [SRC 2] 【SRC:3】 [SOURCE-A] [DOC:4] [SOURCE: CoStar] ([SRC:1]).');
-- a list of sources at the end has entries, no citations
SELECT * FROM pg_temp.unread(E'Rents rose [1].\n\n## References\n\n[1] Rent Roll\n[2] Offering Memorandum\n');
-- ten labels are listed, all are counted; every text is text: tables, headings, lists, other scripts
SELECT * FROM pg_temp.unread((SELECT string_agg(format('Unit %s is let [%s].', n, n), ' ') FROM generate_series(1, 150) AS n) || E'\n\n### Heading [7]\n\n| a | b |\n|---|---|\n| x [151] | y |\n\n- item [152]\n\n租金上涨[153]。');
-- linear
SELECT form, detail -> 'count', detail -> 'distinct' FROM pg_temp.unread(repeat('[1][2] [@ <cite> [^1', 100000));
DELETE FROM memocite.deal WHERE deal_id = 4401;
