-- Quotes of claims: memo_validate_claims, memo_check_quotes, and the check of memo_finalize (7, Quotes).
\pset null '(null)'
SELECT memo_init() \g /dev/null
DELETE FROM memocite.deal WHERE deal_id BETWEEN 5400 AND 5409;

-- one row a claim, in their order; a quote is found at level case unless told
SELECT * FROM memo_validate_claims('[
	{"claim_text": "t", "citation": {"file_id": "f", "passage_id": "p1", "quote": "Net operating INCOME of $4.2M"}},
	{"claim_text": "t", "citation": {"file_id": "f", "passage_id": "p9", "quote": "Net operating income of $4.2M"}},
	{"claim_text": "t", "citation": {"file_id": "f", "passage_id": "p1", "quote": "Net operating income of $4.3M was what the offering memorandum said in its second chapter, p. 12"}},
	{"claim_text": "t", "citation": {"file_id": "f", "passage_id": 2, "quote": "occupancy of 12.0% in 2024"}}]',
	'{"p1": "In 2024 the  net operating income of $4.2M rose.", "2": "an occupancy of 12.0% in 20241"}');
-- a quote has 20 to 300 characters, and the policy may say otherwise
SELECT ord, valid, error FROM memo_validate_claims(jsonb_build_array(
	jsonb_build_object('citation', jsonb_build_object('passage_id', 'p', 'quote', repeat('a', 19))), jsonb_build_object('citation', jsonb_build_object('passage_id', 'p', 'quote', repeat('a', 20))),
	jsonb_build_object('citation', jsonb_build_object('passage_id', 'p', 'quote', repeat('a', 300))), jsonb_build_object('citation', jsonb_build_object('passage_id', 'p', 'quote', repeat('a', 301))),
	jsonb_build_object('citation', jsonb_build_object('passage_id', 'p', 'quote', 'aaa' || repeat(' ', 30) || 'a'))), jsonb_build_object('p', repeat('a', 400)));
SELECT ord, valid, level, error FROM memo_validate_claims('[{"citation": {"passage_id": "p", "quote": "“a”"}}, {"citation": {"passage_id": "p", "quote": "aaaa"}}, {"citation": {"passage_id": "p", "quote": " "}}]', '{"p": "\"a\" aaaa"}', '{"quote_least": 0, "quote_most": 3, "quote_level": "typography"}');
-- a claim without what it needs is invalid, and the others are checked
SELECT ord, valid, passage_id, error FROM memo_validate_claims('[1, null, [], {}, {"citation": "p"}, {"citation": {}}, {"citation": {"passage_id": null}}, {"citation": {"passage_id": []}}, {"citation": {"passage_id": "p"}}, {"citation": {"passage_id": "p", "quote": 5}}, {"citation": {"passage_id": "p", "quote": "the passage is as long as it takes"}}]', '{"p": "Well, the passage is as long as it takes."}');
SELECT count(*) FROM memo_validate_claims('[]', '{}');
SELECT count(*) FROM memo_validate_claims(NULL, '{}');
SELECT memo_validate_claims('{}', '{}');
SELECT memo_validate_claims('[]', '[]');
SELECT memo_validate_claims('[]', '{"p": 1}');
SELECT memo_validate_claims('[]', jsonb_build_object('p', repeat('a', 16777217)));
SELECT memo_validate_claims('[]', '{}', '{"quote_level": "loose"}');
SELECT memo_validate_claims('[]', '{}', '{"quote_least": "1"}');

-- rows of memocite.claim with a quote and a passage
INSERT INTO memocite.deal(deal_id, name) VALUES (5400, 'Quotes');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5400, 'om', 'Offering Memorandum');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5400, 'p1', 'om', 12, E'In-place  NOI of $4.2 million;\nthe “cap rate” is 5.1%.'), (5400, 'p2', 'om', 13, 'Rents rose 112.0% in a year.');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5400, 'financial', 'NOI is $4.2M [SRC:1]. The cap rate is low [SRC:2]. Rents rose 12% [SRC:3]. Costs fell [SRC:4]. Taxes rose [SRC:5]. It is sunny [SRC:6].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id, quote, confidence) VALUES
	(5400, 'financial', 1, 'om', 12, 'p1', 'in-place noi of $4.2 million', 0.9), (5400, 'financial', 2, 'om', 14, 'p1', 'The "cap rate" is 5.1%', 0.9),
	(5400, 'financial', 3, 'om', 13, 'p2', '12.0%', 0.9), (5400, 'financial', 4, 'om', 15, 'p2', 'Costs fell', NULL),
	(5400, 'financial', 5, 'om', 16, NULL, 'Taxes rose', 0.9), (5400, 'financial', 6, 'om', 17, 'p2', ' ', 0.9);
SELECT section_key, src_id, passage_id, matched, level, start, length, cuts_number, error FROM memo_check_quotes(5400);
-- the level that matched is stored; a quote that is not found is an event, and caps the confidence at 0.4, NULL too
SELECT memo_finalize(5400, DATE '2026-06-30') ->> 'status' AS status;
SELECT src_id, quote, quote_level, confidence FROM memocite.citation WHERE deal_id = 5400 ORDER BY citation_no;
SELECT src_id, outcome, quote_level FROM memocite.claim_outcome WHERE deal_id = 5400 ORDER BY src_id;
SELECT stage, severity, code, section_key, subject, detail FROM memocite.event WHERE deal_id = 5400 AND code LIKE 'quote%' ORDER BY event_no;
-- only a verified quote is shown, and none that cuts a number; what is below 0.5 is marked
SELECT body FROM memocite.revision_section WHERE deal_id = 5400;
SELECT number, definition FROM memocite.footnote WHERE deal_id = 5400 ORDER BY number;
SELECT bool_and(ok) FROM memo_verify(5400);
SELECT memo_replay(5400, 1);
-- another level
UPDATE memocite.deal SET policy = '{"quote_level": "case"}' WHERE deal_id = 5400;
SELECT memo_finalize(5400, DATE '2026-06-30') ->> 'status' AS status;
SELECT src_id, quote_level, confidence FROM memocite.citation WHERE deal_id = 5400 AND revision = 2 ORDER BY citation_no;
SELECT src_id, level FROM memo_check_quotes(5400);
-- a passage that changes is checked again
UPDATE memocite.passage SET content = 'Costs fell by a fifth.' WHERE deal_id = 5400 AND passage_id = 'p2';
SELECT memo_finalize(5400, DATE '2026-06-30') ->> 'unchanged' AS unchanged;
SELECT src_id, quote_level, confidence FROM memocite.citation WHERE deal_id = 5400 AND revision = 3 ORDER BY citation_no;
SELECT memo_finalize(5400, DATE '2026-06-30') ->> 'unchanged' AS unchanged;
SELECT * FROM memo_check_quotes(5499);

-- without passage_id a quote is looked for in the passages of its document and page: the citation's passage is that one, of several the
-- one where the quote cuts no number. Else in those of that document: one of 20 characters that stands on just one other page is verified,
-- and the note shows that page. A passage of another document is none.
INSERT INTO memocite.deal(deal_id, name) VALUES (5401, 'Quotes without a passage');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5401, 'om', 'Offering Memorandum'), (5401, 'rr', 'Rent Roll');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES
	(5401, 'a', 'om', 11, 'The NOI of $4.2 million rose by 112.0%. The roof leaks.'), (5401, 'b', 'om', 12, 'In-place NOI of  $4.2 million; it rose by 12.0%.'),
	(5401, 'c', 'om', NULL, '2025年物业净运营收入为420万美元，增长3%。'), (5401, 'd', 'rr', 3, 'Unit 7 is vacant.');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5401, 'financial', 'One [SRC:1]. Two [SRC:2]. Three [SRC:3]. Four [SRC:4]. Five [SRC:5]. Six [SRC:6]. Seven [SRC:7]. Eight [SRC:8]. Nine [SRC:9].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, quote) VALUES
	(5401, 'financial', 1, 'om', 12, 'noi of $4.2 million'), (5401, 'financial', 2, 'om', 13, 'The roof leaks'), (5401, 'financial', 8, 'om', 13, 'rose by 112.0%. The roof leaks.'), (5401, 'financial', 9, 'om', 13, 'NOI of $4.2 million'),
	(5401, 'financial', 3, 'om', 11, '12.0%'), (5401, 'financial', 4, 'om', NULL, '净运营收入为420万美元'),
	(5401, 'financial', 5, 'om', 12, 'Unit 7 is vacant'), (5401, 'financial', 6, 'om', 11, 'million rose by'), (5401, 'financial', 7, 'rr', NULL, 'it rose by');
SELECT src_id, passage_id, matched, level, start, cuts_number, error FROM memo_check_quotes(5401) ORDER BY src_id;
SELECT memo_finalize(5401, DATE '2026-06-30') ->> 'status' AS status;
SELECT src_id, page, passage_id, quote_level FROM memocite.citation WHERE deal_id = 5401 ORDER BY citation_no;
SELECT code, subject, detail FROM memocite.event WHERE deal_id = 5401 AND code LIKE 'quote%' ORDER BY event_no;
SELECT number, definition FROM memocite.footnote WHERE deal_id = 5401 ORDER BY number;
SELECT bool_and(ok), memo_replay(5401, 1) FROM memo_verify(5401);
-- each quote is found by one search, however many there are and however alike
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, quote) SELECT 5401, 'financial', 100 + n, 'om', left(repeat('a', 400), n) || CASE n % 2 WHEN 0 THEN 'b' ELSE '' END FROM generate_series(1, 400) AS n;
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (5401, 'long', 'om', repeat('a', 400000));
SET statement_timeout = '20s';
SELECT matched, count(*) FROM memo_check_quotes(5401) WHERE src_id > 100 GROUP BY matched ORDER BY matched;
RESET statement_timeout;

-- a passage that cannot be read or is too large verifies nothing
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (5400, 'p3', 'om', repeat('a', 16777217));
UPDATE memocite.claim SET passage_id = 'p3', quote = 'aaaaaaaa' WHERE deal_id = 5400 AND src_id = 4;
SELECT memo_finalize(5400, DATE '2026-06-30') \g /dev/null
SELECT detail ->> 'reason' AS reason FROM memocite.event WHERE deal_id = 5400 AND revision = 4 AND code = 'quote_unverified' ORDER BY event_no;
DELETE FROM memocite.deal WHERE deal_id IN (5400, 5401);
