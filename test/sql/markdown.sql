-- memo_markdown (chapter 9): the finished memo as Markdown.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name) VALUES (3201, 'Maple | Court [Phase `1`] <b> ^ *x* _y_');
INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type, ingested_on) VALUES
	(3201, 'd1', 'Offering [^1] | ] "Memo`random`um" <script>alert(1)</script>', NULL, 'pdf', '2026-05-04'),
	(3201, 'd2', NULL, 'deals/rent_roll_2026-05.xlsx', 'excel', '2026-05-11'), (3201, 'd3', '', NULL, 'costar', NULL), (3201, 'd4', 'Web *page* [x](javascript:alert(1))', NULL, 'web', NULL),
	(3201, 'd5', E'Two\nlines\tof title', NULL, 'excel', '2026-05-20'), (3201, 'd6', 'Not cited', NULL, 'other', NULL);
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (3201, 'p1', 'd1', 12, E'net | income [^2] of `4.2` <b> million\n\n# and ] more'), (3201, 'p2', 'd1', 3, 'something else');
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES
	(3201, 'executive_summary', NULL, 1, E'\n\nNOI rose [SRC:1]. Rent [SRC:2]. NOI again [SRC:1]. Vacancy [SRC:3].\n\n\n'),
	(3201, 'risk', 'Risk # | [^1] `x` <i>', 2, E'Page three [SRC:1], roll [SRC:2] and titles [SRC:4][SRC:5].'),
	(3201, 'exit', 'Exit', 3, '');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, quote, passage_id, locator) VALUES
	(3201, 'executive_summary', 1, 'd1', 12, E'net | income [^2] of `4.2` <b> million\n\n# and ] more', 'p1', NULL), (3201, 'executive_summary', 2, 'd2', NULL, NULL, NULL, 'Summary!B6'),
	(3201, 'executive_summary', 3, 'd3', NULL, 'unverified quote', NULL, NULL), (3201, 'risk', 1, 'd1', 3, 'not in the passage', 'p2', NULL), (3201, 'risk', 2, 'd2', NULL, NULL, NULL, 'Summary!B7'),
	(3201, 'risk', 4, 'd5', 4, NULL, NULL, NULL), (3201, 'risk', 5, 'd4', NULL, NULL, NULL, NULL);
SELECT memo_finalize(3201, DATE '2026-06-30') ->> 'status';
-- titles, names and quotes are escaped; only a verified quote is printed; nothing unused, nothing twice
SELECT memo_markdown(3201);
SELECT rule, detail FROM memo_verify(3201) WHERE NOT ok;
-- definitions in the text and definitions in footnote are the same
SELECT count(*) FILTER (WHERE strpos(m, E'\n[^' || number || ']: ' || definition || E'\n\n') > 0) = count(*) AS same FROM memocite.footnote, memo_markdown(3201) AS m WHERE deal_id = 3201;
-- the comment maps numbers to stable note keys
SELECT substring(m FROM '<!-- memocite (.*) -->\n$')::jsonb - 'hash' FROM memo_markdown(3201) AS m;
-- layout clustered: definitions under bold document sub-headings, clusters by first note
SELECT substring(memo_markdown(3201, layout => 'clustered') FROM '## Footnotes.*');
-- labels unique: each reference has a label of its own with its own definition
SELECT substring(m FROM '## Executive Summary\n\n[^\n]*'), E'\n' || substring(m FROM '## Footnotes.*') FROM memo_markdown(3201, labels => 'unique') AS m;
SELECT count(*) AS references, count(DISTINCT label) AS labels FROM (SELECT (regexp_matches(memo_markdown(3201, labels => 'unique'), '\[\^([0-9-]+)\][^:]', 'g'))[1] AS label) AS l;
-- a note key survives renumbering
CREATE TEMP TABLE before AS SELECT note_key, doc_id, page, locator FROM memocite.footnote WHERE deal_id = 3201;
UPDATE memocite.section SET position = 0 WHERE deal_id = 3201 AND section_key = 'risk';
SELECT memo_finalize(3201, DATE '2026-06-30') ->> 'revision';
SELECT number, doc_id, page, locator, note_key = (SELECT note_key FROM before b WHERE b.doc_id = f.doc_id AND b.page IS NOT DISTINCT FROM f.page AND b.locator IS NOT DISTINCT FROM f.locator) AS same_key
FROM memocite.footnote f WHERE deal_id = 3201 AND revision = 2 ORDER BY number;
-- revision 1 reads as before, also when the deal, a title or a document has another name
UPDATE memocite.deal SET name = 'Renamed' WHERE deal_id = 3201;
UPDATE memocite.document SET title = 'Renamed' WHERE deal_id = 3201;
UPDATE memocite.section SET title = 'Renamed' WHERE deal_id = 3201;
SELECT strpos(memo_markdown(3201, 1), 'Renamed') + strpos(memo_markdown(3201, 1, 'clustered'), 'Renamed') AS renamed_at;
SELECT strpos(memo_markdown(3201, 1), '## Executive Summary') < strpos(memo_markdown(3201, 1), '## Risk') AS as_before;

-- without documents: no tail sections; without notes: no footnotes
INSERT INTO memocite.deal(deal_id, name) VALUES (3202, 'Bare');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3202, 'market', 'Rents rose.');
SELECT memo_finalize(3202, DATE '2026-06-30') ->> 'status';
SELECT memo_markdown(3202);
-- documents, but none cited
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (3202, 'om', 'Offering'), (3202, 'rr', 'Rent Roll');
SELECT memo_finalize(3202, DATE '2026-06-30') ->> 'status';
SELECT memo_markdown(3202);
-- a definition with a quote stands in one paragraph: a list, a fence or a heading in a title cannot break out
UPDATE memocite.document SET title = E'# Title\n- list\n```\ncode' WHERE deal_id = 3202 AND doc_id = 'om';
UPDATE memocite.section SET body = 'Rents rose [SRC:1].' WHERE deal_id = 3202;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, locator) VALUES (3202, 'market', 1, 'om', E'Sheet|1!A1 [^9]\n# x');
SELECT memo_finalize(3202, DATE '2026-06-30') ->> 'status';
SELECT substring(memo_markdown(3202) FROM '## Sources.*');
SELECT rule, detail FROM memo_verify(3202) WHERE NOT ok;
DELETE FROM memocite.deal WHERE deal_id IN (3201, 3202);
