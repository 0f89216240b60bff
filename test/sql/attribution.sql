-- A wrong source is worse than none: what is no evidence, and what names no document.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
SELECT memo_init() \g /dev/null
CREATE FUNCTION pg_temp.deal(policy jsonb DEFAULT '{}') RETURNS void LANGUAGE sql AS $$
	DELETE FROM memocite.deal WHERE deal_id = 5950;
	INSERT INTO memocite.deal(deal_id, name, policy) VALUES (5950, 'Harborview Flats', '{"rescue": false}' || policy);
	INSERT INTO memocite.document(deal_id, doc_id, title, path) VALUES (5950, 'om', 'Offering Memorandum', 'Deals/Westgate/om.pdf'), (5950, 'rr', 'Rent Roll', NULL),
		(5950, 'rr25', 'Rent Roll 2025', NULL), (5950, 'pca', 'PCA', NULL), (5950, 'ts', 'Loan Term Sheet', NULL), (5950, 'su', 'Sources and Uses', NULL);
$$;
CREATE FUNCTION pg_temp.shown() RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN NEXT memo_finalize(5950, DATE '2026-06-30') ->> 'status';
	RETURN QUERY SELECT section_key || ': ' || right(body, 150) FROM memocite.revision_section WHERE deal_id = 5950 ORDER BY section_key COLLATE "C";
	RETURN QUERY SELECT number || ': ' || definition FROM memocite.footnote WHERE deal_id = 5950 ORDER BY number;
	RETURN QUERY SELECT concat_ws(' ', code, section_key, subject, detail) FROM memocite.event WHERE deal_id = 5950 AND severity <> 'INFO' ORDER BY event_no;
	RETURN QUERY SELECT 'not ok: ' || rule FROM memo_verify(5950) WHERE NOT ok;
END $$;
-- footnotes that name a document of the deal beside one that is none, or another document of the same name
SELECT pg_temp.deal();
INSERT INTO memocite.section(deal_id, section_key, body)
SELECT 5950, 'a', string_agg(format('S%s[^%s].', n, n), ' ' ORDER BY n) || E'\n' || string_agg(format(E'\n[^%s]: %s', n, text), '' ORDER BY n)
FROM unnest(ARRAY['Zoning Letter, p. 7; Rent Roll', 'Rent Roll and survey, p. 7', 'Offering Memorandum; Title commitment, p. 2', 'PCA, p. 4 and Rent Roll',
	'Rent Roll (2025), p. 2', '2025 Rent Roll', 'Harbor Glen Offering Memorandum, p. 9', 'Mezzanine Loan Term Sheet, p. 3', '2021 Offering Memorandum, p. 4']) WITH ORDINALITY AS t(text, n);
SELECT pg_temp.shown();
-- and that do name theirs
SELECT pg_temp.deal();
INSERT INTO memocite.section(deal_id, section_key, body)
SELECT 5950, 'a', string_agg(format('S%s[^%s].', n, n), ' ' ORDER BY n) || E'\n' || string_agg(format(E'\n[^%s]: %s', n, text), '' ORDER BY n)
FROM unnest(ARRAY['Rent Roll, tab 2; accessed 3 June 2026', 'See the Offering Memorandum, pages 9 and 14', 'Sources and Uses, p. 3', 'Sources & Uses, p. 4', 'Harborview Offering Memorandum, p. 10', 'Seller''s Rent Roll, p. 5',
	'Rent Roll; Offering Memorandum, p. 11', 'Rent Roll 2025, p. 2', 'https://x.org/a and Rent Roll, p. 6',
	'Westgate Offering Memorandum, p. 12']) WITH ORDINALITY AS t(text, n);
SELECT pg_temp.shown();
-- a quote of one document is none of another, and is told of when it is of another page
SELECT pg_temp.deal();
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5950, 'p12', 'om', 12, 'Net operating income was $4.2 million in the year.'), (5950, 'p30', 'om', 30, 'Taxes were $610,000 in 2025.');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5950, 'a', 'NOI is $4.2M [SRC:1]. It is $4.2M [SRC:2]. NOI is as given [SRC:3] and taxes were $610,000 [SRC:4].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id, quote) VALUES (5950, 'a', 1, 'rr', NULL, 'p12', 'Net operating income was $4.2 million'),
	(5950, 'a', 2, 'om', 4, 'p12', 'Net operating income was $4.2 million'), (5950, 'a', 3, 'om', 12, NULL, NULL), (5950, 'a', 4, 'om', NULL, 'p30', 'Taxes were $610,000 in 2025');
SELECT pg_temp.shown();
SELECT src_id, error FROM memo_check_quotes(5950) ORDER BY src_id;
-- a claim that gives neither page nor locator has the page of its block, else of its passage; a block names its passage
SELECT pg_temp.deal();
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5950, 'p21', 'om', 21, 'The hold is five years and rents rose 4%.'), (5950, 'n', 'rr', NULL, 'x'), (5950, 'zero', 'ts', 0, 'Cap rate 5%.');
INSERT INTO memocite.block(deal_id, block_id, passage_id, block_no, kind, content, page) VALUES (5950, 1, 'p21', 1, 'paragraph', 'The hold is five years', 22), (5950, 2, 'n', 1, NULL, 'x', 7),
	(5950, 3, 'zero', 1, 'paragraph', 'Cap', NULL), (5950, 4, 'p21', 2, 'passage', 'stale', 9);
INSERT INTO memocite.section(deal_id, section_key, body) SELECT 5950, 'a', string_agg(format('S%s [SRC:%s].', n, n), ' ' ORDER BY n) FROM generate_series(1, 11) AS n;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id, block_id, quote, locator) VALUES (5950, 'a', 1, 'om', NULL, 'p21', NULL, NULL, NULL), (5950, 'a', 2, 'om', NULL, NULL, 1, 'The hold is five years', NULL),
	(5950, 'a', 3, 'om', NULL, 'p21', NULL, NULL, 'Exhibit A'), (5950, 'a', 4, 'om', NULL, 'p21', NULL, NULL, ''), (5950, 'a', 5, 'rr', NULL, NULL, 2, NULL, NULL), (5950, 'a', 6, 'rr', NULL, 'n', NULL, NULL, NULL),
	(5950, 'a', 7, 'ts', NULL, 'zero', 3, 'Cap rate 6%.', NULL), (5950, 'a', 8, 'pca', NULL, 'p21', NULL, NULL, NULL), (5950, 'a', 9, 'om', 21, NULL, NULL, NULL, NULL), (5950, 'a', 10, 'om', NULL, 'p21', 2, NULL, NULL),
	(5950, 'a', 11, 'om', NULL, NULL, 4, NULL, NULL);
INSERT INTO memocite.claim(deal_id, section_key, src_id, claim_text, doc_id, passage_id) VALUES (5950, 'a', 12, 'The walls are brick.', 'om', 'p21');
SELECT pg_temp.shown();
SELECT src_id, doc_id, page, passage_id, block_id, how, quote_level FROM memocite.citation WHERE deal_id = 5950 ORDER BY citation_no;
SELECT item, citation_no, src_id, page, passage_id, block_id, how, fate FROM memo_trace(5950, 1);
SELECT memo_replay(5950);
UPDATE memocite.block SET content = 'The hold' WHERE deal_id = 5950;
SELECT count(*) AS queued FROM memocite.queue WHERE deal_id = 5950;
UPDATE memocite.block SET page = 23 WHERE deal_id = 5950 AND block_id = 1;
SELECT count(*) AS queued FROM memocite.queue WHERE deal_id = 5950;
SELECT memo_finalize(5950, DATE '2026-06-30') ->> 'revision';
SELECT number || ': ' || definition FROM memocite.footnote WHERE deal_id = 5950 AND revision = 2 AND number = 2;
-- what denies a sentence does not support it
SELECT pg_temp.deal();
INSERT INTO memocite.section(deal_id, section_key, body) SELECT 5950, key, repeat('The committee asked about leasing and budgets. ', 80) || E'\n\n' || sentence || ' An end [SRC:7].'
FROM (VALUES ('a', 'Mold was found in the inspected units of the north building wing.'), ('b', 'No asbestos was found in the inspected units of the south building wing.')) AS t(key, sentence);
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 5950, key, 7, 'om', 2 FROM unnest('{a,b}'::text[]) AS key;
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5950, 'q', 'om', 31, 'Units were seen in May. No mold was found in the inspected units of the north building wing. Roofs are new.'),
	(5950, 'r', 'om', 32, 'Roofs are not new. No asbestos was found in the inspected units of the south building wing.');
SELECT pg_temp.shown();
-- nor does what speaks of another tenant, building or phase
SELECT pg_temp.deal();
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5950, 'a', 'Tenant B occupies 312,000 square feet. Tenant C occupies 288,000 square feet. Building 2 was sold in 2021 for $14.2 million. Phase II opens in 2027.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, claim_text) VALUES (5950, 'a', 1, 'om', 1, 'Tenant A occupies 312,000 square feet'), (5950, 'a', 2, 'om', 2, 'Tenant C occupies 288,000 square feet'),
	(5950, 'a', 3, 'om', 3, 'Building 3 was sold in 2021 for $14.2 million'), (5950, 'a', 4, 'om', 4, 'A tenant occupies 312,000 square feet'),
	(5950, 'a', 5, 'om', 5, 'Phase I opens in 2027'), (5950, 'a', 6, 'om', 6, 'Phase III opens in 2027');
SELECT pg_temp.shown();
SELECT src_id, outcome, reason FROM memocite.claim_outcome WHERE deal_id = 5950 ORDER BY src_id;
-- the reference of a cluster that stays is as sure as the surest of its source
SELECT pg_temp.deal();
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5950, 'a', 'NOI is $4.2M [SRC:1][SRC:2][SRC:3][SRC:4][SRC:5]. One [SRC:1][SRC:2].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, confidence) VALUES (5950, 'a', 1, 'om', 12, 0.3), (5950, 'a', 2, 'om', 12, 0.95), (5950, 'a', 3, 'rr', NULL, 0.6), (5950, 'a', 4, 'ts', 1, 0.6), (5950, 'a', 5, 'ts', 2, 0.6);
SELECT pg_temp.shown();
SELECT citation_no, marker, fate, how, confidence FROM memocite.citation WHERE deal_id = 5950 ORDER BY citation_no;
-- a section whose ids are its own has them also where those of the deal are shared
SELECT pg_temp.deal('{"src_id_scope": "global"}');
INSERT INTO memocite.section(deal_id, section_key, position, id_scope, body) VALUES (5950, 'fin', 1, NULL, 'NOI is $4.2M [SRC:1].'), (5950, 'risk', 2, 'local', 'Soil is clean [SRC:1].'), (5950, 'tax', 3, NULL, 'Taxes are due [SRC:1].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (5950, 'fin', 1, 'om', 12);
SELECT pg_temp.shown();
SELECT section_key, marker, fate, how FROM memocite.citation WHERE deal_id = 5950 ORDER BY citation_no;
-- words behind a name can make it another document's, as can a file's name
SELECT pg_temp.deal();
UPDATE memocite.document SET path = 'rolls/rr_march.xlsx' WHERE deal_id = 5950 AND doc_id = 'rr';
INSERT INTO memocite.section(deal_id, section_key, body)
SELECT 5950, 'a', string_agg(format('S%s[^%s].', n, n), ' ' ORDER BY n) || E'\n' || string_agg(format(E'\n[^%s]: %s', n, text), '' ORDER BY n)
FROM unnest(ARRAY['Rent Roll (rr_june.xlsx), p. 3', 'rr_june.xlsx (Rent Roll)', 'Rent Roll (prior owner)', 'Rent Roll for Oak Street', 'Offering Memorandum Addendum', 'Loan Term Sheet (First Amendment)', 'Loan Term Sheet / Fee Letter',
	'Rent Roll (rr_march.xlsx), p. 3', 'Rent Roll as of May 2026, p. 4', 'Rent Roll (May 2026), p. 5', 'Offering Memorandum (p. 12)', 'Offering Memorandum, financial summary, p. 13', 'Rent Roll for Harborview Flats, p. 6']) WITH ORDINALITY AS t(text, n);
SELECT pg_temp.shown();
-- nor is a footnote a citation that begins with another source, or says something of its document; a page in a quotation is none
SELECT pg_temp.deal();
INSERT INTO memocite.section(deal_id, section_key, body)
SELECT 5950, 'a', string_agg(format('S%s[^%s].', n, n), ' ' ORDER BY n) || E'\n' || string_agg(format(E'\n[^%s]: %s', n, text), '' ORDER BY n)
FROM unnest(ARRAY['Zoning Letter, p. 7. Rent Roll.', 'Zoning Letter, p. 7, Rent Roll', 'Phase I ESA (EBI), p. 8, Rent Roll', 'City of Austin permit file, p. 9, Offering Memorandum', 'Sponsor call, May 2026. Rent Roll, p. 10.', 'Call with Jane Doe (Rent Roll), May 2026',
	'Offering Memorandum, p. 12, overstated by $300,000', 'Rent Roll. Tenant Acme vacates in 2027.', 'Rent Roll: 14 units vacant, 3 evictions pending.', 'Rent Roll, p. 3, excl. 12 down units', 'Rent Roll, p. 3, normalized for one-time proceeds',
	'Offering Memorandum, "NOI per p. 3 of appendix", p. 22', 'p. 23 of the Offering Memorandum', 'See pages 24-25 of Rent Roll', 'CBRE, Offering Memorandum, p. 26', 'Exhibit B (Rent Roll), p. 27', 'Rent Roll, executed copy, p. 28', 'Rent Roll dated May 2026, p. 29']) WITH ORDINALITY AS t(text, n);
SELECT pg_temp.shown();
-- a short name is one where nothing but its place stands behind it
SELECT pg_temp.deal();
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5950, 'psa', 'PSA'), (5950, 't', 'T12');
INSERT INTO memocite.section(deal_id, section_key, body)
SELECT 5950, 'a', string_agg(format('S%s[^%s].', n, n), ' ' ORDER BY n) || E'\n' || string_agg(format(E'\n[^%s]: %s', n, text), '' ORDER BY n)
FROM unnest(ARRAY['PSA, p. 12', 'T12 p. 3', 'T12 (May 2026), p. 4', 'om, p. 5', 'PSA is signed', 'T12 NOI, p. 6', 'T12; PSA', 'Rent Roll (rr), p. 7']) WITH ORDINALITY AS t(text, n);
SELECT pg_temp.shown();
-- a text that says too much for a reference names none
SELECT pg_temp.deal();
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5950, 'a', E'A[^a]. B[^b].\n\n[^a]: ' || repeat('p. 3, ', 600) || E'Rent Roll, p. 4\n[^b]: ' || repeat('p. 3, ', 2000) || 'Rent Roll, p. 4');
SELECT memo_finalize(5950, DATE '2026-06-30') ->> 'status';
SELECT number, kind, doc_id, page, length(definition) FROM memocite.footnote WHERE deal_id = 5950 ORDER BY number;
-- a marker's page that is not its claim's is told of, where the claim has none it counts
SELECT pg_temp.deal();
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5950, 'a', 'A [SRC:1, p. 40]. B [SRC:2, p. 7]. C [SRC:2, pp. 4-9]. D [SRC:2, p. 5, 6]. E [SRC:1, p. 3; SRC:2, p. 9-12]. F [SRC:2, p. 6].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (5950, 'a', 1, 'om', NULL), (5950, 'a', 2, 'rr', 6);
SELECT pg_temp.shown();
-- so it is of a source line, and of an id of the whole deal; an id is no page, and a claim with a place other than a page has none
SELECT pg_temp.deal();
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5950, 'a', E'A [SRC:1, p. 40]. B [SRC:1]. C [SRC:2, p. 9]. D [SRC:2, pp. 5–8]. E [SRC:6, p. 9]. F [SRC:7, p. 6; SRC:6, p. 7].\n\n[SRC:1]: Offering Memorandum\n[SRC:2]: Rent Roll, p. 7');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, locator) VALUES (5950, 'a', 6, 'rr', 6, NULL), (5950, 'a', 7, 'rr', NULL, 'Summary');
SELECT pg_temp.shown();
SELECT pg_temp.deal('{"src_id_scope": "global"}');
UPDATE memocite.document SET src_id = 50 WHERE deal_id = 5950 AND doc_id = 'pca';
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5950, 'a', 'A.'), (5950, 'b', 'A [SRC:6, p. 4]. B [SRC:7, p. 4]. C [SRC:50, p. 3]. D [SRC:50].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (5950, 'a', 6, 'rr', 6), (5950, 'a', 7, 'om', NULL);
SELECT pg_temp.shown();
-- a place that is no page counts where the source has none, too; two places are two sources
SELECT pg_temp.deal();
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5950, 'a', E'A [SRC:1, Section 5.3(b)]. B [SRC:1, p. 9; SRC:1, p. 12]. C [SRC:1, § 2.3; SRC:1, § 14]. D [SRC:1, Table 4†L2]. E [SRC:1†L2-L9]. F [SRC:2, Table 3]. G [SRC:7, Returns!B2]. H [SRC:7, Summary!C14]. I [SRC:7, tab summary]. J [SRC:1, p. 9][SRC:1, p. 9]. K [SRC:2, p. 6; SRC:2, p. 8]. L [SRC:9, row\n18]. M [SRC:9, tab "Unit Mix"; SRC:9, sheet Units, row 4]. N [SRC:1, ¶ 3; SRC:1 - p. 4; SRC:1 | Clause 7.2]. O [SRC:1 – Art. 5].\n\n[SRC:9]: Rent Roll');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, locator) VALUES (5950, 'a', 1, 'om', NULL, NULL), (5950, 'a', 2, 'rr', 6, NULL), (5950, 'a', 7, 'rr', NULL, 'Summary!C14');
SELECT pg_temp.shown();
-- documents of one title are told apart: by their files, where each has another, else by their ids
SELECT pg_temp.deal();
INSERT INTO memocite.document(deal_id, doc_id, title, path) VALUES (5950, 'l1', 'Lease', 'leases/2023/lease.pdf'), (5950, 'l2', 'Lease', 'leases/2024/lease.pdf'), (5950, 't1', 'T-12', 'fin/t12_2024.xlsx'),
	(5950, 't2', 'T-12', 'fin/t12_2025.xlsx'), (5950, 'lease', NULL, NULL);
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5950, 'a', E'A [SRC:1]. B [SRC:2]. C [SRC:3]. D [SRC:4]. E [SRC:5]. F[^f]. G[^g].\n\n[^f]: T-12 (t12_2025.xlsx), p. 2\n[^g]: T-12, p. 2');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (5950, 'a', 1, 'l1', 1), (5950, 'a', 2, 'l2', 1), (5950, 'a', 3, 't1', 2), (5950, 'a', 4, 't2', 2), (5950, 'a', 5, 'lease', NULL);
SELECT pg_temp.shown();
SELECT substring(memo_markdown(5950, layout => 'clustered') from '\[\^1\]: .*');
DO $$
DECLARE
	memo text := memo_markdown(5950);
BEGIN
	PERFORM pg_temp.deal();
	INSERT INTO memocite.document(deal_id, doc_id, title, path) VALUES (5950, 'l1', 'Lease', 'leases/2023/lease.pdf'), (5950, 'l2', 'Lease', 'leases/2024/lease.pdf'), (5950, 't1', 'T-12', 'fin/t12_2024.xlsx'),
		(5950, 't2', 'T-12', 'fin/t12_2025.xlsx'), (5950, 'lease', NULL, NULL);
	PERFORM memo_import_markdown(5950, memo);
	PERFORM memo_finalize(5950, DATE '2026-06-30');
	/* the id of the last document is a word of the other names */
	IF split_part(memo_markdown(5950), '[^5]: ', 1) NOT LIKE '%' || split_part(substring(memo FROM '## Footnotes.*'), '[^5]: ', 1) THEN RAISE 'no fixpoint: %', memo_markdown(5950); END IF;
END $$;
DELETE FROM memocite.deal WHERE deal_id = 5950;
