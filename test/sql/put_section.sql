-- memo_put_section: a section with its evidence in one call (chapter 2), and claims in memo_finalize's sections.
SELECT memo_init() \g /dev/null
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name) VALUES (6300, 'Put');
INSERT INTO memocite.document(deal_id, doc_id, title, path) VALUES (6300, 'om', 'Offering Memorandum', 'https://www.x.example/om.pdf?utm_source=a'), (6300, 'rr', 'Rent Roll', 'files/rr.xlsx'),
	(6300, 't1', 'Twin', NULL), (6300, 't2', 'twin', NULL);
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (6300, 'om-12', 'om', 12, 'The property generated in-place NOI of $4.2 million.');
INSERT INTO memocite.block(deal_id, block_id, passage_id, content) VALUES (6300, 7, 'om-12', 'NOI of $4.2 million');
CREATE VIEW pg_temp.claims AS SELECT section_key, src_id, doc_id, page, passage_id, block_id, quote FROM memocite.claim WHERE deal_id = 6300 ORDER BY 1, 2;

-- it upserts the section and says which ids in the text nothing explains
SELECT * FROM memo_put_section(6300, 'financial', 'NOI of $4.2M [SRC:1] supports the price [SRC:2-4, 9].', '[{"src_id": 1, "doc_id": "om", "page": 12, "quote": "in-place NOI of $4.2 million"}]');
SELECT * FROM pg_temp.claims;
-- a document is named by doc_id, url, path or title; a claim that names none is of its passage's
SELECT unknown_ids FROM memo_put_section(6300, 'financial', 'NOI [SRC:1][SRC:2][SRC:3][SRC:4][SRC:5][SRC:6]', '[{"src_id": 1, "doc_id": "om"}, {"src_id": 2, "url": "http://x.example/om.pdf#page=12"},
	{"src_id": 3, "path": "files/rr.xlsx"}, {"src_id": 4, "title": " rent roll"}, {"src_id": 5, "passage_id": "om-12"}, {"src_id": 6, "block_id": "BLOCK_CITE_ID_7"}]');
SELECT * FROM pg_temp.claims;
-- one that the deal has not, or twice, or that is not named is an error, and nothing is written
SELECT * FROM memo_put_section(6300, 'financial', 'x', '[{"src_id": 1, "doc_id": "om"}, {"src_id": 2, "doc_id": "om9", "title": "Offering Memorandum"}]');
SELECT * FROM memo_put_section(6300, 'financial', 'x', '[{"src_id": 1, "title": "TWIN"}]');
SELECT * FROM memo_put_section(6300, 'financial', 'x', '[{"src_id": 1}]');
SELECT * FROM memo_put_section(6300, 'financial', 'x', '{"src_id": 1}');
SELECT count(*), max(body) FROM memocite.section JOIN memocite.claim USING (deal_id, section_key) WHERE deal_id = 6300;
-- or is made
SELECT unknown_ids FROM memo_put_section(6300, 'market', 'Rents rose [SRC:1]. Supply fell [SRC:2].', '[{"src_id": 1, "url": "https://y.example/a", "title": "Rents"}, {"src_id": 2, "title": "Supply"}]', make_documents => true);
SELECT doc_id, title, path, url FROM memocite.document WHERE deal_id = 6300 AND title IN ('Rents', 'Supply') ORDER BY 1;
-- an address is one document, however it is spelled
SELECT unknown_ids FROM memo_put_section(6300, 'market', 'A [SRC:1]. B [SRC:2].', '[{"src_id": 1, "url": "https://z.example/a"}, {"src_id": 2, "url": "http://www.Z.example/a/#b", "title": "Z"}]', make_documents => true);
SELECT doc_id, title, url, source_type FROM memocite.document WHERE deal_id = 6300 AND lower(url) LIKE '%z.example%';
-- NULL leaves the claims, [] deletes them; so it is with other arguments
SELECT unknown_ids FROM memo_put_section(6300, 'market', 'Rents rose by 3% [SRC:1].', title => 'The market', "position" => 7, agent => 'a', score => 0.5);
SELECT unknown_ids FROM memo_put_section(6300, 'market', 'Rents rose by 4% [SRC:1].', '[]');
SELECT title, position, agent, score, body FROM memocite.section WHERE deal_id = 6300 AND section_key = 'market';
SELECT count(*) FROM pg_temp.claims WHERE section_key = 'market';
-- members that nobody reads, and passages that are not there, are told of
SELECT unknown_ids FROM memo_put_section(6300, 'market', 'Rents rose [SRC:1].', '[{"src_id": 1, "doc_id": "om", "passage_id": "om-99", "pagge": 3, "weight": 1}]');
SELECT doc_id FROM memo_claim_rows('[{"doc_id": "om", "sources": []}]');
SELECT doc_id FROM memo_claim_rows('[{"claim_text": "x", "citation": {"file_id": "om", "quote": "y", "line": 3}}]');
SELECT doc_id FROM memo_claim_rows('{"doc_id": "om"}');
-- ids that are deal-wide are known by any claim, passage or document; an id that a line of the text explains is known
SELECT unknown_ids FROM memo_put_section(6300, 'risk', E'Roof [SRC:1]. Boiler [SRC:8].\n\n[SRC:8]: Rent Roll, p. 3', id_scope => 'global');
SELECT unknown_ids FROM memo_put_section(6300, 'risk', 'Roof [SRC:1]. Boiler [SRC:8].', id_scope => 'local');
-- the check against the canonical metrics knows the claims
INSERT INTO memocite.metric VALUES (6300, 'irr', '', 18.5, 'percent');
SELECT parse_quality, retry_reason FROM memo_put_section(6300, 'returns', 'The IRR is 17.9% [SRC:1].', '[{"src_id": 1, "doc_id": "rr"}]');
SELECT parse_quality FROM memo_put_section(6300, 'returns', 'The IRR is 18.5% [SRC:1].', '[{"src_id": 1, "doc_id": "rr"}]');
-- arguments
SELECT memo_put_section(6399, 'a', 'b');
SELECT memo_put_section(6300, NULL, 'b');
SELECT memo_put_section(6300, 'a', NULL);

-- claims of memo_finalize's sections are read the same way
SELECT memo_finalize(6300, '2026-06-30', '[{"section_key": "exit", "body": "The exit is sure [SRC:1]. NOI rises [SRC:2].", "claims": [{"src_id": 1, "title": "Rent Roll", "page": 2}, {"src_id": 2, "doc_id": "om", "page": 12}]}]') -> 'status';
SELECT src_id, doc_id, page, fate FROM memocite.citation WHERE deal_id = 6300 AND section_key = 'exit' ORDER BY 1;
SELECT memo_finalize(6300, '2026-06-30', '[{"section_key": "exit", "body": "The exit is sure [SRC:1]. NOI rises [SRC:2].", "claims": [{"src_id": 1, "title": "Nowhere"}]}]') -> 'status';
SELECT memo_finalize(6300, '2026-06-30', '[{"section_key": "exit", "body": "The exit is sure [SRC:1]. NOI rises [SRC:2].", "claims": []}]', dry_run => true) #> '{citations,removed_by_reason}';
SELECT count(*) FROM pg_temp.claims WHERE section_key = 'exit';
DELETE FROM memocite.deal WHERE deal_id = 6300;
