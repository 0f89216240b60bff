-- Where a marker ends up (chapter 3, stage 0.5), as memo_finalize renders it.
SELECT memo_init() \g /dev/null
SET client_min_messages = error;	-- ids without a source are many here, and not what it is about
\pset format unaligned
\pset tuples_only on
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (2401, 'Placement', '{"keep_revisions": 1, "rescue": false, "cluster_cap": 9}');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (2401, 'om', 'Offering Memorandum');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2401, 'market', '');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 2401, 'market', n, 'om', n FROM generate_series(1, 20) AS n;
-- What the section's body became, its references, and the rules of memo_verify it breaks.
CREATE FUNCTION pg_temp.place(body text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	UPDATE memocite.section SET body = place.body WHERE deal_id = 2401;
	PERFORM memo_finalize(2401, DATE '2026-06-30');
	SELECT s.body INTO result FROM memocite.revision_section s WHERE s.deal_id = 2401;
	SELECT result || coalesce('   BROKEN: ' || string_agg(rule || ' ' || coalesce(detail, ''), '; ' ORDER BY rule), '') INTO result FROM memo_verify(2401) WHERE NOT ok;
	SELECT result || coalesce('   removed: ' || string_agg(marker || ' ' || how, ', ' ORDER BY citation_no), '') INTO result
	FROM memocite.citation WHERE deal_id = 2401 AND fate = 'removed';
	RETURN replace(replace(body || CASE result WHEN body THEN '  =' ELSE '  ->  ' || result END, E'\n', '\n'), E'\r', '\r');
END $$;

-- No blank before a reference (Chicago); before closing punctuation: after the run of . , ; : ! ?
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	'basis [SRC:12].', 'NOI of $4.2M [SRC:12] supports', 'NOI of $4.2M[SRC:12] supports', 'one [SRC:1], two [SRC:2]; three [SRC:3]: four [SRC:4]! five [SRC:5]?',
	'really [SRC:1]?!', 'text [SRC:1]![chart](x.png) more', 'ellipsis [SRC:1]... and', 'end [SRC:1]', 'end  [SRC:1]  ', E'nbsp\u00a0[SRC:1] here', 'three   blanks   [SRC:1]   here',
	'after. [SRC:1] Next', 'after.[SRC:1] Next', 'comma, [SRC:1] next']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- closing quotes and brackets and their CJK forms
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	'he said "so [SRC:1]" then', 'he said “so [SRC:1].” Then', '(in part [SRC:1]) it', '(all [SRC:1].) Then', '[note [SRC:1]] x', '{x [SRC:1]} y', 'l’avis «oui [SRC:1]» dit', '‘so [SRC:1]’ it',
	'收入增长[SRC:1]。支出', '收入[SRC:1]，支出[SRC:2]；利润[SRC:3]：高', '（收入[SRC:1]）增长', '「收入[SRC:1]」增长', '《报告[SRC:1]》说', '收入[SRC:1]！支出[SRC:2]？', '收入[SRC:1]、支出']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- the run stops at the next marker, | or emphasis mark
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	'a [SRC:1].[SRC:2] b', '**bold [SRC:1].** b', '*it [SRC:1]*. b', '**bold [SRC:1]**. b', '_it [SRC:1]_, b', '**bold** [SRC:1]. b', '~~gone [SRC:1]~~. b', '`code` [SRC:1]. b']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- emphasis around markers alone leaves with them
SELECT pg_temp.place(body) FROM unnest(ARRAY['*[SRC:2]* text. More.', '**[SRC:2] bold** text. More.', 'text **[SRC:2]**. More.', 'text _[SRC:2]_ more.', 'text **[SRC:1][SRC:2]**']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- inside a word or number of a script that puts blanks between words: after it; CJK: stays
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	'of 4.[SRC:1]2M rose', 'the cap[SRC:2]rate is', 'at 5[SRC:3].1% now', '1,[SRC:4]745 units', 'for $[SRC:5]82.0M it', 'Größe[SRC:6]nklasse ist', 'Sponsor[SRC:7]''s view', 'доход[SRC:8]ность растёт',
	'净收[SRC:9]入增长', '売[SRC:10]上高', '매[SRC:11]출 증가', '12[SRC:14]%', '82.0[SRC:15]M', '1.45[SRC:16]x coverage']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- inside a longer link label: after the link
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	'see [the roll [SRC:1] here](https://example.com) now', 'see [the roll [SRC:1]](https://example.com). Now', 'see [the [SRC:1] roll][r] now', '[SRC:1](https://example.com) is a marker', 'x [SRC:1](dest). y', 'text[SRC:1][SRC:2] y']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- start of a paragraph, list item or soft-wrapped line: to the end of the sentence before on that paragraph, else of its first sentence
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	'[SRC:1] The loan is sized. It is fixed.', E'One.\n\n[SRC:1] The loan is sized. It is fixed.', E'- [SRC:1] first item. More.\n- second', E'1. [SRC:1] first', E'One sentence.\n[SRC:1] Another one.', E'One long\n[SRC:1] sentence here. Next.', E'One.\n[SRC:1]\nTwo.', E'One.\n[SRC:1]\n[SRC:2]\nTwo.', E'One.\n[SRC:99]\n[SRC:2]', E'Text\n[SRC:99]\n[SRC:2]',
	E'> [SRC:1] quoted. More.', E'[SRC:1][SRC:2] Both. Next.', '[SRC:1]The loan. Next.', E'One.\n[SRC:1]\n\nTwo.', E'- [ ] [SRC:1] task. More.']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- a marker that is the subject: behind a sentence's end, followed by a blank and a lower-case Latin word, or by 's, it cites the sentence that it begins
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	'Rents rose 3%. [SRC:2] shows vacancy of 5.4%.', E'Rents rose 3%.\n[SRC:2] shows vacancy of 5.4%. More.', E'Rents rose 3%. [SRC:2]\nshows 5%. More.', 'Rents rose. [SRC:2]''s survey shows 5%. Next.', 'Rents rose. [SRC:2]’s survey shows 5%.', '- Rents rose. [SRC:2] says 5%.',
	'Rents rose. [SRC:1][SRC:2] show 5%. More.', 'Rents rose. [SRC:1, 2] show 5%.', 'Rents rose [SRC:1]. [SRC:2] shows 5% [SRC:3].', 'Rents rose.[SRC:1] [SRC:2] shows 5%.', 'Really? \[SRC:2\] says no. Yes!', 'One. [SRC:1] shows a. [SRC:2] shows b', 'Rents rose. [SRC:99] shows 5% [SRC:2].',
	'Die Miete stieg. [SRC:2] übertrifft das. So.', 'Rents rose. [SRC:1] and costs fell.']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- not "and" or "or" before another marker, glued to the stop, behind an abbreviation, nor in a table's cell, other scripts or a paragraph's first sentence
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	'Rents rose. [SRC:1] and [SRC:2] show 5%.', 'Rents rose. [SRC:1] or [SRC:2].', 'Rents rose.[SRC:1] shows 5%.', 'See Acme Inc. [SRC:2] shows 5%.', 'Rents rose. [SRC:1] Costs fell.', 'Rents rose. ([SRC:2]) shows 5%.', '收入增长。 [SRC:2] 支出增长。', 'Доход вырос. [SRC:2] показывает рост.',
	'[SRC:2] shows 5%. More.', E'| a | b |\n|---|---|\n| Rents rose. [SRC:2] shows 5%. | c |']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- so of two claims with one id it has the one whose text its own sentence says
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, claim_text) VALUES (2401, 'market', 21, 'om', 21, 'Rents rose 3% in the year'), (2401, 'market', 21, 'om', 22, 'Vacancy of 5.4% in the market');
SELECT pg_temp.place('Rents rose 3% in the year. [SRC:21] shows vacancy of 5.4% in the market.');
SELECT definition FROM memocite.footnote WHERE deal_id = 2401;
-- a line "[SRC:n]: text" is no part of a sentence before it
SELECT pg_temp.place(body) FROM unnest(ARRAY[E'[SRC:3]: Roof replaced 2019, warranty to 2039\n[SRC:4]: NOI up 3% on renewals\n[SRC:5]: Tenant Acme vacating June 2027.', E'Rents rose\n[SRC:4]: 95.5% occupancy\nin May']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- a colon or dash makes markers the label of what follows; so are those of the lines below one that is cited in front
SELECT pg_temp.place(body) FROM unnest(ARRAY[E'Key evidence.\n[SRC:1]: Rents rose.\n[SRC:2]: Costs fell.', E'**[SRC:1]:** Rents rose.\n**[SRC:2]:** Costs fell.', E'Text.\n[SRC:1] – Rents rose.', E'[SRC:1] Rents rose.\n[SRC:2] Costs fell.\n[SRC:3] Taxes rose.',
	E'[SRC:1] Rents rose. Costs\n[SRC:2] fell. Taxes rose.\n[SRC:3] More.', E'Rents rose.\n[SRC:1] Costs fell.\n[SRC:2] Taxes rose.', E'Rents rose.\n[SRC:1]:']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- brackets, separators and punctuation that only belong to markers at a line's start leave with them; the references keep their order
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	'([SRC:1]) Rents rose.', '([SRC:1, 2]) Rents rose.', '> ([SRC:1]) Rents rose.', E'([SRC:1])\nRents rose.', E'Text.\n- ([CITATION NEEDED]) [SRC:1] debt', '- [SRC:1] ([SRC:2]) debt', '[SRC:1], ([SRC:2] says) debt',
	'[SRC:1], [SRC:2] Rents rose.', '[SRC:1]; [SRC:2] Rents rose.', '[SRC:1] and [SRC:2] both show that rents rose.', '[SRC:1], [SRC:99], and [SRC:2] say so.', '[SRC:1] and this shows it.', '- [SRC:99], [SRC:1] x', '**[SRC:1], [SRC:2]** x.', '**[SRC:1], [SRC:2] Rents** rose.',
	'- [SRC:1]: rents rose', '- [SRC:2] - vacancy fell', E'Market\n\n**[SRC:1]**: Rents rose.', '**[SRC:1]:** Rents rose.', '## [SRC:1]: Market', '[SRC:1].5% rose', '[SRC:1]![a](b.png) c', '[SRC:1]：租金上涨。', '[SRC:1]、[SRC:2]租金上涨。', '（[SRC:1]）租金上涨。',
	'([SRC:1] Rents rose) again.', '"[SRC:1] rents" rose', E'[SRC:1].\n\nText.', '[SRC:1]. [TABLE-3]']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- where a line goes on with a sentence, the punctuation is the sentence's, and the line's break leaves in its place
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	E'Rents rose over the last year\n([SRC:2]). Next\n[SRC:1], while.', E'> Rents rose\n> ([SRC:1]). Next.', E'Rents rose\n[SRC:1] - so far.', E'One.\n[SRC:1], two.', E'Rents rose  \n[SRC:1], so.', E'2025\n[SRC:1]. So.', E'Rents rose [SRC:1]\n[SRC:2]. So.']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- in a cell: markers alone stay, text carries them
SELECT pg_temp.place(E'| a | b |\n|---|---|\n' || body) FROM unnest(ARRAY[
	'| [SRC:1] / [SRC:2] | [SRC:1], p. 4 |', '| ([SRC:1]) | ([SRC:1]) x |', '| [SRC:99] / [SRC:1] | [SRC:1] and [SRC:99] |', E'[SRC:1]\n([SRC:2]).']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- a bracket that stays is no link's label
SELECT pg_temp.place(body) FROM unnest(ARRAY['[sic]([SRC:1]) x', '[sic]([SRC:99], [SRC:1])', '[SRC:2][TABLE-3]:', '[SRC:1], [x]:  .', E'[DOC-om]:\n[^1].', '[CANONICAL: noi]: `NOI`', '> [CANONICAL: x=1]: `code`']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- a paragraph of markers in a quote or item leaves nothing, unless it is all there is, or would change what follows
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	E'- Text.\n\n  [SRC:1]\n\n- Two.', E'> a [SRC:1]\n>\n> [SRC:2]', E'> [SRC:1]\n>\n> b', E'x\n\n> [SRC:1]', E'- a\n  - b\n\n  [SRC:1]\n\n      code', E'Text\n- [SRC:99]\n  [SRC:98]']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- heading: to the end of the first sentence of the next non-heading block (table: its first body cell); none: removed, no_prose
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	E'### Unit mix [SRC:1]\n\nThe mix leans. It suits.', E'### A [SRC:1]\n\n#### B [SRC:2]\n\nText here. More.', E'Text.\n\n### Last [SRC:1]', E'### T [SRC:1]\n\n| a | b |\n|---|---|\n| c | d |', E'Unit mix [SRC:1]\n---\n\nThe mix leans. More.',
	E'### A [SRC:1]\n\n- item one. More.\n- two', E'### A [SRC:1]\n\n```\ncode\n```\n\nText. More.', E'### A [SRC:1] ###\n\nText. More.', E'### [SRC:1] A\n\nText. More.', E'Text. More.\n\n### A [SRC:1]\n\n### Sources\n\n- a list']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- a paragraph of markers goes to what is before it, but not past a heading while something stands below that
SELECT pg_temp.place(body) FROM unnest(ARRAY[E'NOI.\n\n[SRC:1]\n\nMore.', E'NOI.\n\n## Debt\n\n[SRC:1]\n\nLTV is 62%. DSCR.', E'| a |\n|---|\n| b |\n\n## Debt [SRC:2]\n> [SRC:1]\n\n- LTV\n- DSCR', E'NOI.\n\n## Debt\n[SRC:1]\n\n[SRC:2]\n\n| a |\n|---|\n| b |', E'NOI.\n\n## Debt\n\n[SRC:1]\n\n## Exit\n\nText.', E'NOI.\n\n## Evidence\n\n[SRC:1]', E'## Debt\n\n[SRC:1]\n\nText.']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- a section of markers alone: the same
SELECT pg_temp.place(body) FROM unnest(ARRAY['[SRC:1]', '[SRC:1][SRC:2]', E'[SRC:1]\n\n[SRC:2]', '**[SRC:1]**', E'### A [SRC:1]\n\n[SRC:2]', E'[SRC:1]\n\n```\ncode\n```', E'Text. More.\n\n[SRC:1]\n\nNext. Last.', E'[SRC:1]\n\n**Sources**\n\n- a list', E'[SRC:1]\n\nText. More.']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- that a reference finds no place is told of
SELECT pg_temp.place(E'Text.\n\n### Last [SRC:1, 2]');
SELECT stage, code, subject, detail FROM memocite.event WHERE deal_id = 2401 AND code = 'citation_removed';

-- the box of a task is no text: a reference behind it would make it some
SELECT pg_temp.place(body) FROM unnest(ARRAY[E'- a\n- [x] [SRC:99]\n- [ ] [SRC:1]', E'- [x] [SRC:1] a', E'- [x] [SRC:1]']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- identical neighbours: one stays
SELECT pg_temp.place(body) FROM unnest(ARRAY['a [SRC:1][SRC:1] b', 'a [SRC:1] [SRC:1]. b', 'a [SRC:1][SRC:2][SRC:1] b', 'a [SRC:1]. [SRC:1] B', 'a [SRC:1] b [SRC:1] c']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- a removed marker takes the blanks before it along when a blank, punctuation or the line's end follows, else one blank after it
SELECT pg_temp.place(body) FROM unnest(ARRAY['a [SRC:99] b', 'a [SRC:99]. b', 'a  [SRC:99]', E'a [SRC:99]\nb', '[SRC:99] b', '[SRC:99]b', 'a [SRC:99]b', 'a[SRC:99] b', 'a[SRC:99]b', '净收入 [SRC:99]。增长', E'a\n[SRC:99]\nb', '- [SRC:99] b', E'| [SRC:99] a | b |\n|---|---|\n| c [SRC:99] | d |']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- tables: a reference stays in its cell
SELECT pg_temp.place(body) FROM unnest(ARRAY[
	E'| a [SRC:1] | b |\n|---|---|\n| [SRC:2] c | d [SRC:3]. |', E'| a | b |\n|---|---|\n| c [SRC:1][SRC:1] | d [SRC:1] |', E'a | b\n--|--\nc [SRC:1] | d [SRC:2]']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- a cell that the table has no column for is not shown: its reference goes to the row's last shown cell
SELECT pg_temp.place(body) FROM unnest(ARRAY[E'| a | b |\n|---|---|\n| x | y | z [SRC:1] |', E'| a | b |\n|---|---|\n| x | y [SRC:1] |']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- behind a marker that opens parentheses a comma or semicolon closes no clause
SELECT pg_temp.place(body) FROM unnest(ARRAY['Rents ([SRC:1]; see also [SRC:2]) rose', 'Rents ( [SRC:1], p. 4) rose', '租金（[SRC:1]；另见[SRC:2]）上涨', 'Rents ([SRC:1]: NOI) rose', '([SRC:1]; see [SRC:2]) rose', 'Die „Miete“ [SRC:1], die stieg']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- render guard: a reference never stands directly before (, [ or :, nor at the start of a line
SELECT pg_temp.place(body) FROM unnest(ARRAY['a [SRC:1](b) c', 'a [SRC:1] (b) c', 'a[SRC:1] (b)', 'a [SRC:1][b](c) d', 'a [SRC:1] [b](c) d', 'a [SRC:1]: b', 'a [SRC:1] : b', '[SRC:1] : b', '[SRC:1](x)', 'a\ [SRC:1] b', '净收入[SRC:1](b)']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- a cleared line start must not become a list, heading or fence
SELECT pg_temp.place(body) FROM unnest(ARRAY['[SRC:1] - not a list', '[SRC:1] # no heading', '[SRC:1] 1. no list', E'[SRC:1] ```\nx', '[SRC:1] > no quote', E'Text\n[SRC:1] ---\nmore']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- where what ended a list leaves, a paragraph of nothing stays, or indented code behind it would be the last item's text
SELECT pg_temp.place(body) FROM unnest(ARRAY[E'- a\n\n[SRC:99]\n\n    code [SRC:1]\n', E'- a\n\n[^n]: The agent says so.\n\n[SRC:99]\n[SRC:98]\n\n    code [SRC:1]\n', E'- a\n\n[SRC:99]\n\nText', E'- a\n\ntext\n\n    code']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- emphasis marks between markers belong to one of them only: no marker is left
SELECT pg_temp.place(body) FROM unnest(ARRAY['**while income **[SRC:1]**[SRC:2] [SRC:1]** rose', 'a *[SRC:1]*[SRC:2]* b', 'a [[SRC:1]][SRC:2]] b']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- a guard against new syntax is not needed where a reference comes
SELECT pg_temp.place(body) FROM unnest(ARRAY['*[SRC:1] ', '`a`[SRC:1]`b`', '`a`[SRC:99]`b`', 'https://example.com/a [SRC:1]word']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- a blank stays behind a bare URL, which GitHub reads on to a blank, "<" or a cell's bar, over links, code and emphasis
SELECT pg_temp.place(body) FROM unnest(ARRAY['https://a.b/c[SRC:1]', 'https://a.b/c. [SRC:1] D', '**https://a.b**[SRC:1]', '(www.a.b [SRC:1])', 'a->https://a.b[SRC:1]', 'https://a.b/[c](d)[SRC:1]', 'https://a.b/`c`[SRC:1]', 'https://a.b/<br>c[SRC:1]',
	E'|x|https://a.b/c[SRC:1]|\n|-|-|\n|[l](https://a.b/c)|https://a.b/c[SRC:1]|', E'|x|y|\n|-|-|\n|<https://a.b>|https://a.b[SRC:1]|\n|*it*|www.a.b[SRC:1]|\n|https://a.b|c[SRC:1]|\n|https://a.b\\|c[SRC:1]|d[SRC:2]|', 'x|https://a.b|c[SRC:1]']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- also one that a cut makes
SELECT pg_temp.place(body) FROM unnest(ARRAY['ww[SRC:99]w.a.b/c[SRC:1]', 'see www[SRC:99][SRC:98].a.b[SRC:1]', 'ww[SRC:99]x.a.b[SRC:1]', 'http:[SRC:99]//a.b[SRC:1]']) WITH ORDINALITY AS t(body, n) ORDER BY n;
SELECT right(pg_temp.place('https://a.b/' || repeat('c', 3000) || '[SRC:1]'), 12);
-- none is needed behind a link, an autolink or code
SELECT pg_temp.place(body) FROM unnest(ARRAY['[a](https://a.b/c)[SRC:1]', '[https://a.b](https://a.b)[SRC:1]', '<https://a.b>[SRC:1]', '`https://a.b`[SRC:1]', '![www.a.b](https://a.b)[SRC:1]']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- a bar ends a cell also in code, as on GitHub; a backslash before it keeps it in
SELECT pg_temp.place(E'|a|b|c|\n|-|-|-|\n' || body) FROM unnest(ARRAY['| [SRC:1] x `|` | y |', '| `a|b` [SRC:1] | c [SRC:2] |', '| `a\|b`[SRC:1] | [SRC:2] c |', '| [a | b](c) [SRC:1] |', '| <a | b> [SRC:1] | <https://a|b> [SRC:2] |', '| a \\| b [SRC:1] |']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- an empty cell is one to memo_verify, too
SELECT pg_temp.place(E'|a|\n|-|\n|| `c` [SRC:1]<br>|');
-- where the delimiters are fewer than the header's cells there is no table
SELECT pg_temp.place(E'|a|b|\n|-|\n|c|d [SRC:1]|');

-- words and tags that only say that a source follows leave with their markers; not at a line's or cell's start, nor with other words
SELECT pg_temp.place(body) FROM unnest(ARRAY['NOI is $4.2M (Source: [SRC:1]). Rent is up (see [SRC:2]).', 'Rents rose (**Sources:** [SRC:1], [SRC:2]; [SRC:3]) here.', 'Rents rose (see also [SRC:99]) and (_cf._ [SRC:1]).',
	'Rents<sup>[SRC:1]</sup> rose <SUP>[SRC:2],[SRC:3]</SUP>. Vacancy <sup>[SRC:99]</sup> fell.', E'| metric | value |\n|---|---|\n| rent (Source: [SRC:1]) | (see [SRC:2]) |\n| rent<sup>[SRC:1]</sup> | <sup>[SRC:2]</sup> |',
	'(Source: [SRC:1]) NOI rose.', 'Rents rose (see [SRC:1] for more).', 'Rents rose (Source: [SRC:1], p. 4).', 'The tree (oversee [SRC:1]) fell.', 'Rents \(see [SRC:1]) rose.', '[10-K](see [SRC:1]) x', '[SRC:1]: (see [SRC:2]) x',
	E'- (see [SRC:1])\n- <sup>[SRC:2]</sup>', 'Rents rose <sup>[SRC:1] x</sup>.']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- without a marker in it no tag and no link definition comes to be
SELECT pg_temp.place(body) FROM unnest(ARRAY['Rents <d[SRC:99]iv> rose.', 'Rents </d[SRC:99]iv> rose.', 'Rents <b[SRC:1]r> rose.', 'Rents < b[SRC:99]r> rose.', '[[SRC:99]x]: rents rose [SRC:1].', '[x[SRC:99]]: rents rose.', '[x [SRC:1]]: rents rose.']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- a body without a marker comes out byte for byte
SELECT pg_temp.place(body) FROM unnest(ARRAY['', ' ', E'a  b\n\n\n\nc\t', E'\r\n a \r\n', '[sic] [x] [1] \[ *a* `b`', E'```c\n[SRC:1]\n```\n\n`[SRC:2]` <!-- [SRC:3] -->']) WITH ORDINALITY AS t(body, n) ORDER BY n;
DELETE FROM memocite.deal WHERE deal_id = 2401;
