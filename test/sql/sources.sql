-- How a marker finds its source (chapter 4): always by (section, id as written).
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name) VALUES (2601, 'Sources');
INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type, tag, src_id) VALUES
	(2601, 'om', 'Offering Memorandum', 'deals/offering.pdf', 'pdf', 'A', NULL), (2601, 'rr', 'Rent Roll', 'deals/roll.xlsx', 'excel', 'B', NULL),
	(2601, 't12', 'T-12', NULL, 'excel', 'C', 900), (2601, 'co', 'CoStar Report', NULL, 'costar', 'D', NULL),
	(2601, 'x1', 'Twin one', NULL, 'other', 'T', NULL), (2601, 'x2', 'Twin two', NULL, 'other', 'T', NULL);
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, src_id, content) VALUES (2601, 'om-30', 'om', 30, 800, 'Reserves are $312 per unit.'), (2601, 'om-31', 'om', 31, 801, 'a'), (2601, 'om-32', 'om', 32, 801, 'b');
INSERT INTO memocite.section(deal_id, section_key, position) VALUES (2601, 'a', 1), (2601, 'b', 2);
-- What became of the markers of section a: text, source, note; then what stands in the section.
CREATE FUNCTION pg_temp.cite(body text, policy jsonb DEFAULT '{}') RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.deal SET policy = '{"keep_revisions": 1, "rescue": false}' || cite.policy WHERE deal_id = 2601;
	UPDATE memocite.section SET body = cite.body WHERE deal_id = 2601 AND section_key = 'a';
	PERFORM memo_finalize(2601, DATE '2026-06-30');
	RETURN QUERY SELECT replace(s.body, E'\n', '\n') FROM memocite.revision_section s WHERE s.deal_id = 2601 AND s.section_key = 'a';
	RETURN QUERY SELECT '    ' || concat_ws(' ', marker, 'part ' || part || ' of ' || parts, 'id ' || src_id, '->', doc_id, 'p. ' || page, locator, 'passage ' || passage_id, fate, how, 'in ' || stage, 'note ' || note_number)
		FROM memocite.citation WHERE deal_id = 2601 AND section_key = 'a' ORDER BY citation_no;
	RETURN QUERY SELECT '    event ' || e.stage || ' ' || e.code || coalesce(' ' || e.subject, '') || coalesce(' ' || e.detail::text, '') FROM memocite.event e
		WHERE e.deal_id = 2601 AND e.section_key = 'a' AND e.code NOT IN ('noop', 'invalid_page') ORDER BY e.event_no;
	RETURN QUERY SELECT '    BROKEN ' || rule || coalesce(': ' || detail, '') FROM memo_verify(2601) WHERE NOT ok;
END $$;

-- the claim of that section with that id; never another section's
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page, locator, claim_text) VALUES
	(2601, '26010000-0000-4000-8000-000000000001', 'a', 1, 'om', 12, NULL, NULL),
	(2601, '26010000-0000-4000-8000-000000000002', 'b', 2, 'om', 13, NULL, NULL),
	(2601, '26010000-0000-4000-8000-000000000003', 'a', 3, 'rr', NULL, 'Summary!B6', NULL),
	(2601, '26010000-0000-4000-8000-000000000004', 'a', 4, 'rr', NULL, 'Summary!B6', NULL),
	(2601, '26010000-0000-4000-8000-000000000005', 'a', 5, 'rr', NULL, 'Summary!B7', NULL),
	(2601, '26010000-0000-4000-8000-000000000006', 'a', 6, 'om', 12, 'ignored', NULL);
SELECT pg_temp.cite('NOI rose [SRC:1]. Rent fell [SRC:2].');
-- no claim: unresolved and removed; "the only document" is never a guess
SELECT pg_temp.cite('NOI rose [SRC:77].');
-- identity = (document, page, locator); the locator counts only where the page is NULL
SELECT pg_temp.cite('One [SRC:3]. Two [SRC:4]. Three [SRC:5]. Four [SRC:1]. Five [SRC:6].');
-- page < 1 is an event and NULL
SET memocite.restoring = on;	-- a page below 0 is refused now
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page) VALUES
	(2601, '26010000-0000-4000-8000-000000000007', 'a', 7, 'om', 0), (2601, '26010000-0000-4000-8000-000000000008', 'a', 8, 'om', -3);
RESET memocite.restoring;
SELECT pg_temp.cite('One [SRC:7]. Two [SRC:8].');
SELECT stage, code, section_key, subject, detail FROM memocite.event WHERE deal_id = 2601 AND code = 'invalid_page' ORDER BY event_no;

-- several claims of different identity: the one whose claim_text matches the marker's sentence
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page, claim_text) VALUES
	(2601, '26010000-0000-4000-8000-000000000011', 'a', 11, 'om', 21, 'Occupancy is 95.5% at the property today'),
	(2601, '26010000-0000-4000-8000-000000000012', 'a', 11, 'om', 20, 'Average rent is $1,745 a month in place');
SELECT pg_temp.cite('Occupancy is 95.5% at the property today [SRC:11]. Average rent is $1,745 a month in place [SRC:11].');
-- a text stands behind one sentence; in others, and in the rows of a table, the lowest page, told of
SELECT pg_temp.cite(E'Occupancy is 95.5% at the property today [SRC:11].\n\n| Metric | Value |\n| --- | --- |\n| Average rent | $1,745 [SRC:11] |\n| Occupancy | 95.5% [SRC:11] |\n\n- Occupancy: 95.5% [SRC:11]\n- Rent: $1,745 [SRC:11]\n- No rent of $1,745 [SRC:11]\n- Value: 95.5% of $1,745 [SRC:11]');
-- all markers of a sentence with that id have its claim
SELECT pg_temp.cite('Occupancy is 95.5% at the property today [SRC:11], and average rent is $1,745 [SRC:11].');
SELECT pg_temp.cite('Occupancy is 95.5% at the property today [SRC:11], and **average rent** is $1,745 a month in place [SRC:1] [SRC:11]; see also [SRC:11].');
-- a cell is a sentence of its own
SELECT pg_temp.cite(E'| Metric | Value |\n| --- | --- |\n| Asking rent | average $1,745 [SRC:11], $1,800 for renovated units |');
-- else the lowest page, event ambiguous_source
SELECT pg_temp.cite('Nothing that either claim says [SRC:11].');
-- the page of "[SRC:11, p. 21]" tells them apart, too
SELECT pg_temp.cite('Nothing that either claim says [SRC:11, p. 21].');

-- groups and ranges: each id is a row, "part 2 of 3"
SELECT pg_temp.cite('Both [SRC:1, 3]. Three [SRC:3-5].');
-- a range is expanded only when ascending, at most 20 wide, and every id has a claim in that section
SELECT pg_temp.cite('Gap [SRC:8-11]. Down [SRC:5-3]. Chunk [SRC:12-3]. Same [SRC:3-3].');
SELECT pg_temp.cite('Mixed [SRC:1, 3-5]. Two [SRC:3-4, 1]. Gap [SRC:1, 8-11]. Chain [SRC:3-4-5].', '{"cluster_cap": 9}');
-- so are / and +, which list their ids; a comma too many; a group with tags becomes adjacent citations in the order written
SELECT pg_temp.cite('Both [SRC:1/3] or [SRC:3+5]. Down [SRC:5/3]. Gap [SRC:1/2]. Wide [SRC:1/900]. Comma [SRC:1,]. Dash [SRC–3].');
SELECT pg_temp.cite('Mixed [SRC:3, SOURCE-A, p. 4]. Other way [SOURCE-a; SRC:5, p. 2]. Unknown [SRC:1, SOURCE-Z].');
SELECT pg_temp.cite('Mixed [SRC:3, SOURCE-A].', '{"repair_markers": false}');
-- escaped at the opening bracket alone, as remark does
SELECT pg_temp.cite('Escaped \[SRC:1] and \[SRC:1, 3] and \[SOURCE-A, p. 4] markers.');
SELECT pg_temp.cite('Escaped \[SRC:1] marker.', '{"unescape_markers": false}');
-- and what would become one once its markers left is escaped at both
SELECT pg_temp.cite('Text [SRC:[SRC:77]1] here.');
-- a bar ends a table's cell and what is open in it
SELECT pg_temp.cite(E'| a | b |\n|---|---|\n| One [SRC:1 \\| SRC:3] | [SRC:1|SRC:3] |');
-- a range of more than 20 ids is none
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 2601, 'a', n, 'om', 12 FROM generate_series(201, 221) AS n;
SELECT pg_temp.cite('Wide [SRC:201-221], narrow [SRC:202-204].');
DELETE FROM memocite.claim WHERE deal_id = 2601 AND src_id > 200;
-- repair off: unrecognized
SELECT pg_temp.cite('Near [SRC:1, 3]. Miss [src:1].', '{"repair_markers": false}');
SELECT pg_temp.cite('Escaped \[SRC:1\] marker.');
SELECT pg_temp.cite('Escaped \[SRC:1\] marker.', '{"unescape_markers": false}');
SELECT pg_temp.cite('Escaped \[SRC:1, SRC:2\], \[SOURCE-A\], \[CoStar\] markers.', '{"unescape_markers": false}');
SELECT pg_temp.cite('Escaped \[SRC:1, SRC:2\], \[SOURCE-A\], \[CoStar\] markers, \[PDF\], \[SRC:0\].');

-- deal-wide ids: policy src_id_scope global: the one identity that all claims of the deal give it
SELECT pg_temp.cite('Rent [SRC:2].', '{"src_id_scope": "global"}');
-- else the passage or document that carries that src_id; two identities are none
SELECT pg_temp.cite('Passage [SRC:800]. Document [SRC:900]. Twice [SRC:801]. None [SRC:802].', '{"src_id_scope": "global"}');
-- the section says so
UPDATE memocite.section SET id_scope = 'global' WHERE deal_id = 2601 AND section_key = 'a';
SELECT pg_temp.cite('Rent [SRC:2]. Passage [SRC:800].');
UPDATE memocite.section SET id_scope = NULL WHERE deal_id = 2601 AND section_key = 'a';
-- it lies in a reserved range
INSERT INTO memocite.src_range(deal_id, first_id, last_id, agent) VALUES (2601, 800, 800, 'retriever'), (2601, 2, 2, 'retriever');
SELECT pg_temp.cite('Rent [SRC:2]. Passage [SRC:800]. Document [SRC:900].');
DELETE FROM memocite.src_range WHERE deal_id = 2601;
-- all claims of the deal do not agree: unresolved
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page) VALUES (2601, '26010000-0000-4000-8000-000000000021', 'b', 2, 'om', 14);
SELECT pg_temp.cite('Rent [SRC:2].', '{"src_id_scope": "global"}');

-- [SOURCE-X] -> the document with that tag; two documents with one tag: ambiguous; an unknown tag: removed
SELECT pg_temp.cite('One [SOURCE-A]. Two [SOURCE-A, SOURCE-B]. Twins [SOURCE-T]. None [SOURCE-Z].');
-- a place behind it is the citation's place
SELECT pg_temp.cite('One [SOURCE-A, p. 4]. Two [SOURCE-B, Summary!B6, SOURCE-A, p. 5]. Page [SOURCE-A, p. 0].');
-- in any case, and without hyphen, only where the tag is that of exactly one document
SELECT pg_temp.cite('One [SOURCE-a]. Two [SOURCE b] [SOURCE A, p. 4](x). Twins [SOURCE-t], [SOURCE T]. None [SOURCE Z], [SOURCE DOCUMENTS].');
SELECT pg_temp.cite('One [SOURCE A].', '{"repair_markers": false}');
INSERT INTO memocite.document(deal_id, doc_id, title, tag) VALUES (2601, 'a2', 'Small a', 'a'), (2601, 'B', 'Tagless', NULL);
SELECT pg_temp.cite('One [SOURCE-A]. Two [SOURCE-a]. None [SOURCE A]. Tag, no doc_id [SOURCE-B].');
DELETE FROM memocite.document WHERE deal_id = 2601 AND doc_id IN ('a2', 'B');
-- legacy tags: the claim of that section with that source type, else the deal's only document of that type
SELECT pg_temp.cite('Vacancy [CoStar]. Rent [Excel]. Offer [PDF].');
-- as the label of a link that CommonMark sees it is a link and stays; [CoStar][SRC:1] is two markers
SELECT pg_temp.cite('See [PDF](https://example.com/om.pdf), [Excel](<a b.xlsx> "t") and [CoStar [SRC:77]](x).');
SELECT pg_temp.cite(E'See [CoStar][co], [Excel][] and [PDF]. Vacancy [CoStar] or [CoStar][SRC:1].\n\n[co]: https://example.com/c\n[excel]: a.xlsx\n[PDF]: <om.pdf> "Memorandum"');
SELECT pg_temp.cite(E'| See | [PDF](om.pdf) |\n|---|---|\n| ![Excel](a.png) | [see [CoStar] there](x) |\n\nAnd [PDF][no]. [Excel] (a.xlsx) too.');
-- one that another section defines makes no link here
UPDATE memocite.section SET body = E'The [PDF] is attached.\n\n[PDF]: om.pdf' WHERE deal_id = 2601 AND section_key = 'b';
SELECT pg_temp.cite('Offer [PDF]. Vacancy [CoStar].');
SELECT body FROM memocite.revision_section WHERE deal_id = 2601 AND section_key = 'b';
UPDATE memocite.section SET body = '' WHERE deal_id = 2601 AND section_key = 'b';
-- [PDF] as a plain word (no document or claim of that type) stays, event
UPDATE memocite.document SET source_type = 'other' WHERE deal_id = 2601 AND doc_id = 'om';
SELECT pg_temp.cite('The report [PDF] is attached.');
UPDATE memocite.document SET source_type = 'pdf' WHERE deal_id = 2601 AND doc_id = 'om';
-- a page-less citation in a sentence that cites a page of the same document joins that note
SELECT pg_temp.cite('NOI rose [SRC:1] and rent fell [SOURCE-A]. Later [SOURCE-A].');

-- 4.4: what names exactly one source by tag, doc_id or path becomes it, the rest is removed
SELECT pg_temp.cite('One [DOC-om]. Two [REF:B]. Three [DOC:deals/roll.xlsx]. Twins [REF:T]. None [REF:12]. No id [SRC:abc]. [CITATION NEEDED] here. [SOURCE DOCUMENTS] stay. [DOC review pending] too.');
-- or the file name of one path
SELECT pg_temp.cite('One [DOC:offering.pdf]. Two [REF-roll.xlsx](x). Whole [DOC:deals/roll.xlsx]. Case [DOC:Offering.pdf]. Part [DOC:offering].');
UPDATE memocite.document SET path = 'old/roll.xlsx' WHERE deal_id = 2601 AND doc_id = 't12';
UPDATE memocite.document SET path = 'offering.pdf' WHERE deal_id = 2601 AND doc_id = 'co';
SELECT pg_temp.cite('Two paths [DOC:roll.xlsx]. A path itself [DOC:offering.pdf].');
UPDATE memocite.document SET path = 'C:\deals\roll-2026.xlsx' WHERE deal_id = 2601 AND doc_id = 't12';
SELECT pg_temp.cite('Of Windows [DOC:roll-2026.xlsx].');
UPDATE memocite.document SET path = NULL WHERE deal_id = 2601 AND doc_id IN ('t12', 'co');
-- a CANONICAL that is not closed on its line, or has a bracket in it, is text, with an event, and swallows neither prose nor citations
SELECT pg_temp.cite(E'IRR of 18.5% [CANONICAL: irr=18.5 over five years. NOI rose [SRC:1]. Rent [see [SRC:3]] fell.\n\nMore [SRC:3].');
SELECT pg_temp.cite(E'A [CANONICAL: irr [SRC:1] 18.5]. B [CANONICAL: irr\n18.5]. C [CANONICAL: irr [SRC:77] 18.5].\nD [CANONICAL: ' || repeat('long ', 30) || '[SRC:77] 18.5]. E [CANONICAL: ' || repeat('long ', 300) || '].');
-- TABLE, VERIFIED and CANONICAL are no citations; the first two stay
SELECT pg_temp.cite(E'See [TABLE-1], 5.1% [VERIFIED: corrected from 5.3% per source data] now [CANONICAL: cap=5.1].');
-- VERIFIED is explained where it stays in the text, not where it leaves with a list of sources
SELECT memo_markdown(2601) ~ 'stands after a figure' AS explained;
SELECT pg_temp.cite(E'NOI rose [SRC:1].\n\n## Sources\n\n- [1] Offering Memorandum, 5.1% [VERIFIED: corrected from 5.3% per source data]');
SELECT memo_markdown(2601) ~ 'stands after a figure' AS explained, bool_and(ok) FROM memo_verify(2601);
-- the rules leave a section alone that has no marker
SELECT pg_temp.cite('No marker here, [sic] and [1] stay.');
-- in local scope a src_id of a document or passage names nothing; an unresolved id that has it is told of, once a section
SELECT pg_temp.cite('T-12 says so [SRC:900]. Reserves [SRC:800], again [SRC:900], none [SRC:777].');
SELECT pg_temp.cite('T-12 says so [SRC:900].', '{"src_id_scope": "global"}');
DELETE FROM memocite.deal WHERE deal_id = 2601;
