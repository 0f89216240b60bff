-- Stage 2 (inject_claims): claims become references at the sentence they support.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (2701, 'Claims', '{"keep_revisions": 1, "rescue": false, "rescue_evidence": 0}');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (2701, 'om', 'Offering Memorandum'), (2701, 'rr', 'Rent Roll');
INSERT INTO memocite.section(deal_id, section_key) VALUES (2701, 'a');
-- One claim of page 12 with that text in a section with that body: the finished body and the claim's outcome.
CREATE FUNCTION pg_temp.claim(claim_text text, body text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM memocite.claim WHERE deal_id = 2701;
	UPDATE memocite.section SET body = claim.body WHERE deal_id = 2701;
	INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page, claim_text) VALUES
		(2701, '27010000-0000-4000-8000-000000000001', 'a', 1, 'om', 12, claim.claim_text),
		(2701, '27010000-0000-4000-8000-000000000002', 'a', 2, 'om', 12, NULL), (2701, '27010000-0000-4000-8000-000000000003', 'a', 3, 'rr', 5, NULL);
	PERFORM memo_finalize(2701, DATE '2026-06-30');
	RETURN QUERY SELECT replace(s.body, E'\n', '\n') FROM memocite.revision_section s WHERE s.deal_id = 2701;
	RETURN QUERY SELECT '    ' || concat_ws(' ', outcome, reason, '"' || replace(sentence, E'\n', '\n') || '"', 'score ' || round(score::numeric, 2))
		FROM memocite.claim_outcome WHERE deal_id = 2701 AND src_id = 1;
	RETURN QUERY SELECT '    BROKEN ' || rule || coalesce(': ' || detail, '') FROM memo_verify(2701) WHERE NOT ok;
END $$;

-- a claim whose id has a live marker in its section is placed by that marker
SELECT pg_temp.claim('NOI is $4.2 million', 'Rents rose [SRC:1]. NOI is $4.2 million.');
-- the folded text stands in exactly one sentence of its section
SELECT pg_temp.claim('in-place noi of $4.2M', 'Rents rose. The in-place NOI of $4.2M supports it. Vacancy fell.');
SELECT pg_temp.claim('The In-Place NOI', E'Rents rose. The\nin-place  NOI of $4.2M supports it.');
-- else the unique best sentence with all its numbers and >= 60 % of its content words (sharing a number or 4 content words)
SELECT pg_temp.claim('average rent of $1,745 trails market rent of $1,857', 'Rents rose in May. The average in-place rent of $1,745 trails the market rent of $1,857 today. Vacancy fell.');
SELECT pg_temp.claim('sponsor sold eleven communities before', 'The sponsor has sold eleven garden communities before. Vacancy fell.');
-- a number is missing, too few words, too little in common
SELECT pg_temp.claim('average rent of $1,746 trails market rent', 'The average in-place rent of $1,745 trails the market rent today.');
SELECT pg_temp.claim('rent trails market', 'The rent of the units trails what the market pays.');
SELECT pg_temp.claim('sponsor sold eleven communities before breakfast yesterday morning gladly', 'The sponsor has sold eleven garden communities before.');
SELECT pg_temp.claim('sponsor sold 11 assets', 'Nothing of the kind. At all.');
-- ties are ambiguous
SELECT pg_temp.claim('vacancy of 7.8% in the submarket', 'The submarket has a vacancy of 7.8% now. The submarket had a vacancy of 7.8% then.');
-- a sentence that already cites the identity: already_cited
SELECT pg_temp.claim('vacancy of 7.8% in the submarket', 'The submarket has a vacancy of 7.8% [SRC:2]. Rents rose.');
SELECT pg_temp.claim('vacancy of 7.8% in the submarket', 'The submarket has a vacancy of 7.8% [SRC:3]. Rents rose.');
-- a claim without text only says what its marker means
SELECT pg_temp.claim(NULL, 'Rents rose.');
SELECT pg_temp.claim('', 'Rents rose.');

-- numbers are compared normalised
SELECT n, claim, replace(string_agg(line, ' ' ORDER BY line), '    ', '') FROM (VALUES
	(1, 'in-place income of $4.2 million', 'The in-place income of $4.2M is strong.'),
	(2, 'in-place income of $4,200,000', 'The in-place income of $4.2M is strong.'),
	(4, 'coverage of 1.25x is required', 'The coverage of 1.25 times is required.'),
	(5, 'vacancy of 7.8 percent now', 'The vacancy of 7.8% now.'),
	(6, 'growth of 5% assumed here', 'The growth of 5.0% assumed here.'),
	(7, 'budget of $14.2k per unit', 'The budget of $14,200 per unit.'),
	(8, 'price of $1.2 billion paid', 'The price of $1,200M paid.'),
	(10, 'income of $4.2 million strong', 'The income of $4.2 thousand is strong.'),
	(12, 'loss of (1,250) dollars booked', 'The loss of 1,250 dollars booked.')) AS v(n, claim, body), LATERAL (SELECT l AS line FROM pg_temp.claim(claim, body) AS l WHERE l LIKE '    %' LIMIT 1) AS o
GROUP BY n, claim ORDER BY n;

-- where the reference stands: at the sentence's end; never in a heading, code or a list of sources that leaves the text; in a table at the cell's end
SELECT pg_temp.claim('The unit mix leans to 156 two-bedroom units', E'### The unit mix leans to 156 two-bedroom units\n\nRents rose.');
SELECT pg_temp.claim('The unit mix leans to 156 units', E'```\nThe unit mix leans to 156 units\n```\n\nRents rose.');
SELECT pg_temp.claim('Offering Memorandum of May 2026', E'Rents rose.\n\n**Sources**\n\n- Offering Memorandum of May 2026');
SELECT pg_temp.claim('Two bedrooms 156 units', E'| Type | Units |\n|---|---|\n| Two bedrooms, 156 units | 5 |\n| One bedroom | 108 |');
SELECT pg_temp.claim('list item of 156 units', E'- a list item of 156 units.\n- another one');
SELECT pg_temp.claim('市场租金为1,857美元', '平均租金较低。市场租金为1,857美元。空置率下降。');

-- other claims of a placed id: same source, or ambiguous
DELETE FROM memocite.claim WHERE deal_id = 2701;
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page, claim_text) VALUES
	(2701, '27010000-0000-4000-8000-000000000001', 'a', 1, 'om', 12, 'Rents rose by 3% in May'), (2701, '27010000-0000-4000-8000-000000000002', 'a', 1, 'om', 12, 'nothing like it'),
	(2701, '27010000-0000-4000-8000-000000000003', 'a', 1, 'om', 13, 'nor this'),
	(2701, '27010000-0000-4000-8000-000000000004', 'a', 2, 'om', 14, 'Vacancy fell to 5% in June'), (2701, '27010000-0000-4000-8000-000000000005', 'a', 2, 'rr', NULL, 'Vacancy fell to 5% in June');
UPDATE memocite.section SET body = 'Rents rose by 3% in May [SRC:1]. Vacancy fell to 5% in June.' WHERE deal_id = 2701;
SELECT memo_finalize(2701, DATE '2026-06-30') #> '{claims}';
SELECT body FROM memocite.revision_section WHERE deal_id = 2701;
SELECT claim_id, src_id, outcome, reason, sentence FROM memocite.claim_outcome WHERE deal_id = 2701 ORDER BY claim_id;
SELECT citation_no, origin, marker, marker_offset, src_id, doc_id, page, fate, stage, round(score::numeric, 2), note_number FROM memocite.citation WHERE deal_id = 2701 ORDER BY 1;

-- idempotent; and touching another section keeps the result
SELECT memo_finalize(2701, DATE '2026-06-30') -> 'unchanged';
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2701, 'b', 'Another section.');
SELECT memo_finalize(2701, DATE '2026-06-30') -> 'unchanged';
SELECT body FROM memocite.revision_section WHERE deal_id = 2701 AND section_key = 'a';
DELETE FROM memocite.deal WHERE deal_id = 2701;

-- a claim without claim_text is placed by its verified quote; one that is not verified says nothing
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (2702, 'Quotes place', '{"rescue_evidence": 0, "rescue": false}');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (2702, 'om', 'Offering Memorandum');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (2702, 'p1', 'om', 12, 'In-place NOI was $4.2 million in 2025, and rents rose.');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2702, 'a', 'In-place NOI was $4.2 million. The roof leaks badly in winter.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, quote) VALUES (2702, 'a', 1, 'om', 12, 'In-place NOI was $4.2 million'), (2702, 'a', 2, 'om', 12, 'The roof leaks badly in winter');
SELECT memo_finalize(2702, DATE '2026-06-30') -> 'status';
SELECT body FROM memocite.revision_section WHERE deal_id = 2702;
SELECT src_id, outcome, reason, sentence FROM memocite.claim_outcome WHERE deal_id = 2702 ORDER BY src_id;
DELETE FROM memocite.deal WHERE deal_id = 2702;
