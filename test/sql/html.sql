-- memo_html (chapter 9): the finished memo as one self-contained page.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name) VALUES (9701, 'Maple Court');
INSERT INTO memocite.document(deal_id, doc_id, title, source_type, ingested_on) VALUES
	(9701, 'om', 'Offering Memorandum', 'pdf', '2026-05-04'), (9701, 'rr', 'Rent Roll', 'excel', '2025-05-11');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (9701, 'p1', 'om', 12, 'The in-place net operating income is $4.2 million.');
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES
	(9701, 'financial', NULL, 1, E'NOI of **$4.2M** [SRC:1] rose.\n\n## Rents\n\nRents are low [SRC:2][SRC:1].'),
	(9701, 'risk', 'Risk & return', 2, E'| Item | Value |\n|:--|--:|\n| Repairs | $186,500 [SRC:1] |\n\n[CHART:noi]\n\nSponsor call.[^a] See `[SRC:1]`.\n\n[^a]: Sponsor, 3 May.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, quote, passage_id, confidence) VALUES
	(9701, 'financial', 1, 'om', 12, 'in-place net operating income', 'p1', 0.9), (9701, 'financial', 2, 'rr', NULL, NULL, NULL, 0.3), (9701, 'risk', 1, 'om', 5, NULL, NULL, NULL);
INSERT INTO memocite.chart(deal_id, chart_id, section_key, confidence, config) VALUES (9701, 'noi', 'risk', 0.9,
	'{"type": "bar", "title": "NOI", "unit": "usd", "series": [{"name": "Underwritten", "data": [{"x": "2026", "y": 4200000}, {"x": "2027", "y": 4390000.5}]}],
	"insightCaption": "NOI grows by 4.5% in the first year.", "decisionQuestion": "Where does growth come from?"}');
SELECT memo_finalize(9701, DATE '2026-06-30') ->> 'status';
-- references and notes are linked both ways, ids begin with the memo's; the style sheet is left out here
SELECT regexp_replace(memo_html(9701), '<style>.*</style>', '<style>...</style>');
-- the page is UTF-8, refers to nothing outside, and is the same each time
SELECT memo_html(9701) = memo_html(9701, 1, 'svg', 'reader', false) AS same, memo_html(9701) ~ '(src|href)="(https?:)?//|<link|<script|@import|url\(' AS refers_outside;
-- audience => 'author': grades, decision coverage, waterfall, what was removed; the reader's page has none of these
SELECT substring(memo_html(9701, audience => 'author') FROM '<h2 id="memo-9701-s1">.*?</p>'), E'\n' || substring(memo_html(9701, audience => 'author') FROM '<section class="part sourcing">.*?</section>\n<section class="part notes"');
SELECT memo_html(9701) ~ 'Grade|Waterfall|committee|sourcing">How' AS shows_how_it_was_made;
-- fragment => true: an article whose style holds in it alone
SELECT f ~ '^<article class="memocite" lang="en">\n<style>\n.*</style>\n<header>\n<h1>.*</article>\n$' AS is_article, f ~ '<(html|head|body|main|nav|meta)\M' AS is_page,
	(SELECT count(*) FROM regexp_split_to_table(substring(f FROM '<style>\n(.*)</style>'), '\n|\}') AS rule WHERE rule ~ '\{' AND rule !~ '^@media' AND rule !~ '^\.memocite[ ,{]') AS rules_beyond,
	regexp_replace(f, '^.*</style>\n', '') = regexp_replace(replace(regexp_replace(regexp_replace(memo_html(9701), '^.*<header>', '<header>'), '<nav.*</nav>\n', ''), '<main', '<div'), '</main>.*', E'</div>\n</article>\n') AS has_all
FROM memo_html(9701, fragment => true) AS f;
SELECT substring(memo_html(9701, fragment => true) FROM '\.memocite a\{[^\n]*'), substring(memo_html(9701, fragment => true) FROM '\.memocite\{\ncolor-scheme');
-- charts => 'table': the data alone
SELECT substring(memo_html(9701, charts => 'table') FROM '</figcaption>.*?</figure>') ~ '<svg|<details' AS is_drawn;

-- the HTML of one section's body
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (9702, 'Text', '{"keep_revisions": 1, "rescue": false}');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (9702, 'om', 'Offering');
INSERT INTO memocite.section(deal_id, section_key) VALUES (9702, 'a');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, confidence) VALUES (9702, 'a', 1, 'om', 1, NULL), (9702, 'a', 2, 'om', 2, 0.2);
CREATE FUNCTION pg_temp.shown(body text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.section SET body = shown.body WHERE deal_id = 9702;
	PERFORM memo_finalize(9702, DATE '2026-06-30');
	RETURN regexp_replace(replace(substring(memo_html(9702) FROM '<h2 id="memo-9702-s1">A</h2>\n(?:<p class="facts">[^\n]*\n)?(.*?)</section>\n<section class="part sourcing">'),
		' role="doc-noteref" data-note="', ' data-note="'), 'data-note="[^"]*"', '...', 'g');
END $$;
-- the rules that what was just shown breaks: a statement of its own, which sees it
CREATE FUNCTION pg_temp.broken() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	RETURN (SELECT coalesce(string_agg(rule, ', '), 'none') FROM memo_verify(9702) WHERE NOT ok);
END $$;
-- Markdown: inline, lists, quotes, code, breaks
SELECT pg_temp.shown(E'*a* **b** ~~c~~ `d & <e>` "f" \\*g\\* &copy; &nbsp;h\\\ni  \nj\nk');
SELECT pg_temp.shown(E'- a\n- b\n  1. c\n\n7. d\n\n   e\n\n> f\n\n***\n\n    g  \n\t<h>\n\n```sql " onload=\nSELECT 1;\n```');
-- headings never jump a level; one without text is none
SELECT pg_temp.shown(E'# One\n\n###### Six\n\n#### Four\n\n### \n\n##### <!-- x -->\n\nSetext\n===');
-- tables: a header has a scope, an empty one is no header
SELECT pg_temp.shown(E'| a | |\n|:-:|--:|\n| b [SRC:1] | c \\| d |');
-- what is a table to GitHub is one: short delimiters, text right before and behind; a delimiter row of another width makes none
SELECT pg_temp.shown(E'Rents:\n|a|b|\n|:-|-:|\n|c [SRC:1]|d|\n# More\n\n> - a|b\n>   -|-\n>   c|d');
SELECT pg_temp.shown(E'| a | b | c |\n|---|---|\n| d | e | f [SRC:1] |');
-- a bar ends a cell also in code, links and HTML; with a backslash before it, which is not shown, it is text
SELECT pg_temp.shown(E'|a|b|\n|-|-|\n| [SRC:1] x `|` | y |\n| `a\\|b` c\\|d | ``e\\\\|f`` \\\\| g [SRC:1] |\n| [h | i](https://x.y) |\n| <b | c> <https://x.y | > [SRC:2] |\n| ` [SRC:1] | [j](https://x.y "`") |');
-- an empty cell has its place, also without a blank
SELECT pg_temp.shown(E'||a||\n|-|-|-|\n||b [SRC:1]|c|\n|d\\|||e|');
-- adjacent references, a weak one, one behind a link, and text that only looks like one
SELECT pg_temp.shown(E'Both [SRC:1][SRC:2], [a link [SRC:1]](https://example.com/) and [^1\\] \\[^1] `[^1]` ![\\[^1]](x).');
-- a figure that was corrected
SELECT pg_temp.shown('The IRR is 18.5% [VERIFIED: corrected from 17.9% per source data] and \[VERIFIED: corrected from 1 per source data].');
-- links go to http, https and mailto only; without text there is none
SELECT pg_temp.shown(E'[a](https://example.com/?b=1&c="2" ''t "u"'') <http://example.com> <mailto:a@example.com> www.example.com [d](HTTPS://example.com) [](https://example.com/)');
SELECT pg_temp.shown(E'[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](&#106;avascript:alert(1)) [d](data:text/html,x) [e](//example.com) [f](/g) [h](#i) [j](vbscript:k) [l](< javascript:m>) <javascript:n>');
-- bare URLs and addresses are links as on GitHub; they end at a cell's bar, a blank, "<", with the punctuation before left out
SELECT pg_temp.shown(E'|a|b|\n|-|-|\n|https://y.z/q|x [SRC:1]|\n|www.x.com|z|\n\nSee http://a.b/?x=1&y=2 (https://a.b/(c)?x=1&amp;y=2), https://a.b/c&amp;).');
SELECT pg_temp.shown(E'**https://a.b/c*d*** _https://a.b/_x_/y_ "https://a.b" https://a_b.c https\\://a.b xhttps://a.b www. WWW.a.b ftp://a.b/c https:// a@b.c <www.x.y>\nwww.a.b<br>x-y_z@a-b.co. mailto:a@b.c');
SELECT pg_temp.shown(E'[https://a.b/_c_](https://x.y/_z_&amp;_) `https://a.b` <a href="https://a.b"> ![https://a.b](c) <https://x.y/|> https://a.b/x[^1] https://a.b/c)&nbsp;d https://a.b/c\u3000d https://a.b\u00a0c');
-- in linear time
SELECT length(pg_temp.shown(repeat('https://a.b/c ', 50000)));
-- an image is its text, but for pixels that are in the memo
SELECT pg_temp.shown(E'![a *b*](https://example.com/c.png) ![d "e"](data:image/png;base64,iVBORw0KGgo=) ![f](data:image/svg+xml;base64,PHN2Zy8+) ![g](data:image/png;base64,x"y)');
-- HTML is text, but for breaks and comments; a reference in it is none
SELECT pg_temp.shown(E'a <b onclick="x">c</b><br>d<BR />e <!-- [SRC:1] --> f &lt;g&gt; &notanentity; <i title="[^1]">h</i>\n\n<div>\n<script>alert(1)</script>\n</div>\n\n<!-- all\n\nof it -->\n\n<!-- b --> i');
-- control characters, what is no character, and what turns the direction of text
SELECT encode(convert_to(pg_temp.shown(E'a\x01b\x7f' || U&'c\0085d\FFFEe\FDD0f\+01FFFFg\202Eh\202Di\200Dj' || '&#1;&#0;&#xD800;'), 'UTF8'), 'escape');
-- the space of no width that stands for a marker that left is nothing
SELECT pg_temp.shown(E'a | b\n--|--\n[SRC:9] | c');
SELECT body FROM memocite.revision_section WHERE deal_id = 9702;

-- chart nodes that agents write: shown when memo_finalize would let their config in, nothing else is drawn
CREATE FUNCTION pg_temp.forged(config text) RETURNS text LANGUAGE sql AS $$
	SELECT coalesce(string_agg(l, ' ' ORDER BY n), '') FROM regexp_split_to_table(regexp_replace(regexp_replace(pg_temp.shown('<div data-type="chart" data-chart-id="x" data-config="'
		|| replace(replace(config, '&', '&amp;'), '"', '&quot;') || '"></div>'), '<svg.*?</svg>', ' ', 'g'), '<[^>]*>', ' ', 'g'), '\s+') WITH ORDINALITY AS t(l, n) WHERE l <> '' $$;
SELECT n, pg_temp.forged(replace(config, '@', '"insightCaption": "A caption.", "decisionQuestion": "Which?"')) FROM (VALUES
	(1, '{"type": "bar", "series": [{"data": [{"x": "a", "y": 1}]}], @}'),
	(2, '{"type":"bar","series":[{"data":[{"x":"\u00e9\ud83d\ude00\n\"\/\\","y":-12345.60e0}]}],"unit":"x",@}'),
	(3, '{"type": "bar", "series": [{"data": [{"x": "a", "y": 1}]}], @} x'), (4, '{"type": "bar", "series": [{"data": [{"x": "a", "y": 01}]}], @}'),
	(5, '{"type": "bar", "series": [{"data": [{"x": "a", "y": 1e999}]}], @}'), (6, '{"type": "bar", "series": [{"data": [{"x": "\u0000", "y": 1}]}], @}'),
	(7, '{"type": "bar", "series": [{"data": [{"x": "\ud800", "y": 1}]}], @}'), (8, '{"type": "bar", "series": [{"data": [{"x": "a" "y": 1}]}], @}'),
	(9, '{"type": "bar", "series": [{"data": [{"x": "a", "y": nul}]}], @}'), (10, ''), (11, '[]'), (12, repeat('[', 40)), (13, repeat('[', 40) || repeat(']', 40)),
	(14, '{"type": "pie", "series": [{"data": [{"x": "a", "y": true}]}], @}')) AS v(n, config) ORDER BY n;

-- every chart type as a table: cells in their order
\getenv srcdir PG_ABS_SRCDIR
CREATE TEMP TABLE line(n serial, config jsonb);
\set file :srcdir '/realdata/chart_types.jsonl'
COPY line(config) FROM :'file' CSV QUOTE E'\x01' DELIMITER E'\x02';
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (9703, 'Charts', '{"max_charts": 100, "family_cap": 100}');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (9703, 'market', 'Charts.');
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config) SELECT 9703, format('%s_%s', lpad(n::text, 2, '0'), config ->> 'type'), 'market',
	jsonb_set(config, '{decisionQuestion}', to_jsonb(format('Question %s?', n))) FROM line;
SELECT memo_finalize(9703, DATE '2026-06-30') #>> '{charts,inserted}';
SELECT E'\n' || f[1] || E'\n' || regexp_replace(regexp_replace(regexp_replace(f[2], '<svg.*?</svg>', '', 'g'), '</t[hd]><t[hd][^>]*>', ' | ', 'g'), '(</?t(head|body)>\n|<[^>]*>)', '', 'g')
FROM regexp_matches(memo_html(9703), '<figure class="chart".*?<p class="title">([^\n]*)</p>\n.*?<tr>(.*?)</tbody>', 'g') WITH ORDINALITY AS m(f, n) ORDER BY n;
-- a heatmap most of whose cells are empty is a list
SELECT pg_temp.forged('{"type": "heatmap", "insightCaption": "A caption.", "decisionQuestion": "Which?", "series": [{"data": [' ||
	(SELECT string_agg(format('{"x": "x%s", "y": "y%s", "value": %s}', n, n, n), ', ' ORDER BY n) FROM generate_series(1, 15) AS n) || ']}]}');

-- a tornado of a series a side has its base across both; the cells of a heatmap say their unit
SELECT pg_temp.forged(config) FROM unnest(ARRAY[
	'{"type": "tornado", "unit": "bps", "base": 18.5, "insightCaption": "A caption.", "decisionQuestion": "Which?", "series": [{"name": "Down", "data": [{"x": "Rent", "y": -50}]}, {"name": "Up", "data": [{"x": "Rent", "y": 40}]}]}',
	'{"type": "heatmap", "unit": "bps", "insightCaption": "A caption.", "decisionQuestion": "Which?", "series": [{"data": [{"x": "2026", "y": "Exit", "value": 25}, {"x": "2027", "y": "Exit", "value": 50}]}]}']) WITH ORDINALITY AS c(config, n) ORDER BY n;
-- tildes strike as GFM has it: "about" and ranges do not, nor what a destination has
SELECT pg_temp.shown(E'Vacancy (~5%) fell; rents (~3%) rose [SRC:1]. Yields are ~5%–~6%. The ~~old~~ and ~first~ price, a ~~b~ c~ d, a ~b ~~c~~ d~ e, esc \\~a~ b\n\n~~two\nlines~~ and ~~two\n\nparas~~ [a](https://h/~u?a=1&b=2&amp;c=~d) and https://x.y/~z and ~5% to 6~.\n\n- about ~5%\n- and 6~ so\n- ~~no~~');
-- four columns before a fence or a tag that goes on with a paragraph: text, also behind a quote; within an item it can be a fence
SELECT body, pg_temp.shown(body), pg_temp.broken() FROM unnest(ARRAY[E'The formula is:\n    ```\n    a = b\n    ```\n\nRents rose [SRC:1].',
	E'Text:\n    ~~~\n\nRents rose [SRC:1].', E'**Step**\n\t``` x\n\t```\n\nRents rose [SRC:1].', E'Text:\n    <!-- x\n\nRents rose [SRC:1].', E'Text <b>:  \n    <pre>\n\nRents rose [SRC:1].',
	E'> quote\n    ```\n    x\n    ```\n\nRents rose [SRC:1].', E'- item\n    ```\n    x [SRC:1]\n    ```\n- item\n      ```\n      x ``` rose [SRC:1].',
	E'Text:\n    ~~~\n\n| a | b |\n|---|---|\n| x | 3 [SRC:1] |']) WITH ORDINALITY AS b(body, n) ORDER BY n;
-- indented code directly behind HTML, behind what a quote's end closes and behind an empty item
SELECT body, pg_temp.shown(body), pg_temp.broken() FROM unnest(ARRAY[E'Rents rose [SRC:1].\n\n<!-- c -->\n \t[SRC:1]\t x\n    ```',
	E'Rents rose [SRC:1].\n\n> ```\n    x [SRC:1]', E'a\n\n *\n\n    code [SRC:1]\n\nRents rose [SRC:1].']) WITH ORDINALITY AS b(body, n) ORDER BY n;
-- code, a paragraph, then a fence or HTML directly behind a table end it
SELECT body, left(pg_temp.shown(body), 0) || pg_temp.broken() AS broken FROM unnest(ARRAY[E'| a | b |\n|---|---|\n| x | y |\n    z\nw\n<div>\n[SRC:1]\n</div>\n\nRents rose [SRC:1].',
	E'| a | b |\n|---|---|\n| x | y |\n\tz\nw\n```\n[SRC:1]\n```\nRents rose [SRC:1].', E'Rents rose.\n\n| a | b |\n|---|---|\n| x | y |\n\tz\n([SRC:1]).  \n<caption>\n[SRC:1]']) WITH ORDINALITY AS b(body, n) ORDER BY n;

-- a deal without notes, charts and documents; a section without text; a flawed memo says so
INSERT INTO memocite.deal(deal_id, name) VALUES (9704, E' \n');
INSERT INTO memocite.section(deal_id, section_key, title, body) VALUES (9704, 'market', ' ', '');
SELECT memo_finalize(9704, DATE '2026-06-30') ->> 'status';
SELECT regexp_replace(memo_html(9704), '<style>.*</style>', '<style>...</style>');
SELECT left(memo_markdown(9704), 17) AS markdown, memo_prosemirror(9704) #>> '{content,0,content,0,text}' AS prosemirror;
UPDATE memocite.revision SET status = 'flawed' WHERE deal_id = 9704;
SELECT substring(memo_html(9704) FROM '<p class="warning">.*?</p>');

-- canonical metrics stand on top, as they were when the memo was made; a corrected figure has a mark for readers, its old value for the author
INSERT INTO memocite.deal(deal_id, name) VALUES (9710, 'Metrics');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (9710, 'irr', 'levered', 18.5, 'percent'), (9710, 'equity_multiple', '', 2.2, 'multiple'), (9710, 'dscr', '', NULL, 'multiple');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (9710, 'om', 'Offering');
INSERT INTO memocite.section(deal_id, section_key, title, body) VALUES (9710, 'returns', 'Returns', E'The levered IRR is 12.0%.\n\n# Rents\n\nRents rose [SRC:1]. Rents fell [SRC:7].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) VALUES (9710, 'returns', 1, 'om');
SELECT memo_finalize(9710, DATE '2026-06-30') ->> 'status';
DELETE FROM memocite.metric WHERE deal_id = 9710;
SELECT substring(memo_html(9710) FROM '<dl class="metrics">.*?</dl>'), E'\n' || substring(memo_html(9710) FROM '<p>The levered IRR.*?</p>'), E'\n' || substring(memo_html(9710) FROM '[^\n]*stands after[^\n]*');
SELECT substring(memo_html(9710, audience => 'author') FROM '<p>The levered IRR.*?</p>'), E'\n' || substring(memo_html(9710, audience => 'author') FROM '[^\n]*stands after[^\n]*'),
	E'\n' || substring(memo_html(9710, audience => 'author') FROM '<p class="title">Removed citations.*?</figure>');

-- errors
SELECT memo_html(9701, charts => 'png');
SELECT memo_html(9701, charts => NULL);
SELECT memo_html(9701, audience => 'maker');
SELECT memo_html(9701, 9);
SELECT memo_html(9701, 0);
SELECT memo_html(9709);
SELECT memo_html(NULL);
INSERT INTO memocite.deal(deal_id, name) VALUES (9705, 'Not finalized');
SELECT memo_html(9705);
DELETE FROM memocite.deal WHERE deal_id BETWEEN 9701 AND 9705;
