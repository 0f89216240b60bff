-- Stages 2.5 and 6.8: sections of more than 500 words have a budget of max(2, words / 250) live citations. What is
-- missing comes from evidence only: the section's unplaced claims, then passages of its documents.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
SELECT memo_init() \g /dev/null

-- 44 sentences of 12 words that nothing supports
CREATE FUNCTION pg_temp.filler() RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(format('Remark %s of this chapter repeats what everyone in the room knew.', n), ' ' ORDER BY n)
    FROM generate_series(1, 44) AS n
$$;
CREATE FUNCTION pg_temp.add(deal bigint, text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO memocite.deal(deal_id, name) VALUES (deal, 'Budget ' || deal);
    INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (deal, 'om', 'Offering Memorandum'),
        (deal, 'rr', 'Rent Roll'), (deal, 'far', 'Far Away Study');
    INSERT INTO memocite.section(deal_id, section_key, title, position, body)
    VALUES (deal, 'property', 'Property', 1, $2);
$$;
CREATE VIEW pg_temp.placed AS
    SELECT deal_id, revision, section_key, origin, doc_id, page, passage_id, score, matched, stage, note_number
    FROM memocite.citation WHERE origin IN ('budget', 'reinject') AND fate = 'kept';

-- A claim that no marker places and whose text matches no sentence has a quote that does: the sentence is cited.
-- A passage of a document that the section cites supports another. The ledger has the score and the numbers.
SELECT pg_temp.add(4501, pg_temp.filler() || '

Occupancy at the property stood at 94.2% at year end. The roof was replaced in 2019 by a licensed contractor with a
long warranty. Parking is ample.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, quote)
VALUES (4501, 'property', 1, 'om', 12, 'The property occupancy stood at 94.2% on December 31, the year end.');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content)
VALUES (4501, 'p1', 'om', 30, 'In 2019 a licensed contractor replaced the roof; the warranty is long, 20 years.');
SELECT memo_finalize(4501, DATE '2026-06-30') -> 'status';
SELECT origin, doc_id, page, passage_id, score, matched, stage, note_number FROM pg_temp.placed WHERE deal_id = 4501 ORDER BY note_number;
SELECT substring(memo_markdown(4501) FROM 'Occupancy at.*ample\.');
SELECT src_id, outcome, reason, sentence, score FROM memocite.claim_outcome WHERE deal_id = 4501;
SELECT words, citations, budget, budget_met FROM memocite.grade WHERE deal_id = 4501;
SELECT * FROM memo_verify(4501) WHERE NOT ok;
-- idempotent; a changed passage is a changed input
SELECT memo_finalize(4501, DATE '2026-06-30') -> 'status';
UPDATE memocite.passage SET content = replace(content, '2019', '2018') WHERE deal_id = 4501;
SELECT memo_finalize(4501, DATE '2026-06-30') -> 'status';
-- and without all of the sentence's numbers it is no evidence: the budget stays unmet
SELECT count(*) FROM pg_temp.placed WHERE deal_id = 4501 AND revision = 2;
SELECT section_key, stage, severity, detail FROM memocite.event WHERE deal_id = 4501 AND revision = 2 AND code = 'budget_unmet';

-- Two identities that support a sentence equally well are no evidence for either.
SELECT pg_temp.add(4502, pg_temp.filler() || ' Occupancy at the property stood at 94.2% at year end.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, quote)
VALUES (4502, 'property', 1, 'om', 12, 'Occupancy of the property stood at 94.2% at year end.'),
    (4502, 'property', 2, 'rr', NULL, 'Occupancy of the property stood at 94.2% at year end.');
SELECT memo_finalize(4502, DATE '2026-06-30') -> 'status';
SELECT count(*) FROM pg_temp.placed WHERE deal_id = 4502;
-- Of one identity they are.
UPDATE memocite.claim SET doc_id = 'om', page = 12 WHERE deal_id = 4502;
SELECT memo_finalize(4502, DATE '2026-06-30') -> 'status';
SELECT origin, doc_id, page, score FROM pg_temp.placed WHERE deal_id = 4502;
SELECT src_id, outcome, reason FROM memocite.claim_outcome WHERE deal_id = 4502 AND revision = 2 ORDER BY src_id;

-- A document that the section does not rest on gives it no evidence, nor does a passage support a cited sentence,
-- a table cell or a heading; a sentence that says too little is none either.
SELECT pg_temp.add(4503, '### The roof was replaced in 2019 by a licensed contractor

' || pg_temp.filler() || '

The roof was replaced in 2019 by a licensed contractor with a long warranty [SRC:1]. It was replaced.

| Work | Year |
| --- | --- |
| The roof was replaced by a licensed contractor with warranty | 2019 |');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (4503, 'property', 1, 'om', 3);
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content)
VALUES (4503, 'p1', 'om', 30, 'The roof was replaced in 2019 by a licensed contractor with a long warranty.'),
    (4503, 'p2', 'far', 1, (SELECT pg_temp.filler()));
SELECT memo_finalize(4503, DATE '2026-06-30') -> 'status';
SELECT count(*) FROM pg_temp.placed WHERE deal_id = 4503;
-- A claim of the section on that document is enough; the best supported come first, in reading order.
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) VALUES (4503, 'property', 2, 'far');
SELECT memo_finalize(4503, DATE '2026-06-30') -> 'status';
SELECT origin, doc_id, page, passage_id, score, matched FROM pg_temp.placed WHERE deal_id = 4503 AND revision = 2;

-- Live are the citations that dedup and cap will leave: of five in one cluster three, of two equal ones one.
SELECT pg_temp.add(4504, pg_temp.filler() || ' Remark 45 is no remark [SRC:1][SRC:1]. Occupancy at the property stood at 94.2% at year end.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, quote)
SELECT 4504, 'property', n, 'om', n, CASE n WHEN 2 THEN 'Occupancy of the property stood at 94.2% at year end.' END
FROM generate_series(1, 2) AS n;
SELECT memo_finalize(4504, DATE '2026-06-30') -> 'status';
SELECT origin, src_id, page, score FROM memocite.citation WHERE deal_id = 4504 ORDER BY citation_no;
-- Met: nothing is added.
UPDATE memocite.section SET body = body || ' Another one [SRC:2].' WHERE deal_id = 4504;
SELECT memo_finalize(4504, DATE '2026-06-30') -> 'status';
SELECT origin, src_id, fate FROM memocite.citation WHERE deal_id = 4504 AND revision = 2 ORDER BY citation_no;
-- Below 500 words there is no budget; the policy says what is long. (Without policy rescue_evidence, which an uncited section has before: rescue.sql.)
UPDATE memocite.deal SET policy = '{"rescue_evidence": 0}' WHERE deal_id = 4504;
UPDATE memocite.section SET body = 'Occupancy at the property stood at 94.2% at year end.' WHERE deal_id = 4504;
DELETE FROM memocite.claim WHERE deal_id = 4504 AND src_id = 1;
SELECT memo_finalize(4504, DATE '2026-06-30') -> 'status';
SELECT origin FROM memocite.citation WHERE deal_id = 4504 AND revision = 3 ORDER BY citation_no;
UPDATE memocite.deal SET policy = '{"budget_words": 5, "budget_least": 1, "rescue": false, "rescue_evidence": 0, "hold_on": []}' WHERE deal_id = 4504;
SELECT memo_finalize(4504, DATE '2026-06-30') -> 'status';
SELECT origin, score FROM memocite.citation WHERE deal_id = 4504 AND revision = 4 ORDER BY citation_no;

-- A claim with its passage says all that the passage says; a claim stands once.
SELECT pg_temp.add(4505, pg_temp.filler() || ' The gym was rebuilt in 2021 for $1.2 million by the seller. '
    || 'The pool was rebuilt in 2022 for $0.8 million by the seller.');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content)
VALUES (4505, 'p1', 'om', 30, 'The seller rebuilt the gym in 2021 for $1.2 million and the pool in 2022 for $800,000.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id, claim_text, confidence)
VALUES (4505, 'property', 7, 'om', 30, 'p1', 'The seller invests in amenities.', 0.4);
SELECT memo_finalize(4505, DATE '2026-06-30') -> 'status';
SELECT origin, src_id, page, passage_id, score, matched, confidence, stage FROM memocite.citation WHERE deal_id = 4505 ORDER BY note_number, final_offset;
SELECT regexp_replace(memo_markdown(4505), '^.*(The gym.*?)\n.*$', '\1');

-- No claims, no passages: the event says what is missing, nothing else happens.
SELECT pg_temp.add(4506, pg_temp.filler());
SELECT memo_finalize(4506, DATE '2026-06-30') -> 'warnings';
SELECT detail FROM memocite.event WHERE deal_id = 4506 AND code = 'budget_unmet';
DELETE FROM memocite.deal WHERE deal_id BETWEEN 4501 AND 4506;
