-- Signs that may be a minus, values that a sentence tells apart, and evidence that is the deal's: passages and claims of
-- reserved or global ids anchor a number in every section, for the trigger as for the check.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (5701, 'Loss', '{}'), (5702, 'Gain', '{}'), (5703, 'Passages', '{"src_id_scope": "global"}'), (5704, 'Reserved', '{}'), (5705, 'Reject', '{"enforce_metrics": "reject"}');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit)
	SELECT deal_id, 'irr', '', CASE deal_id WHEN 5701 THEN -5 ELSE 18.5 END, 'percent' FROM memocite.deal WHERE deal_id BETWEEN 5701 AND 5705;
-- a dash, hyphen or parentheses may be a minus: such a number equals under either sign, and is never rewritten
SELECT text, string_agg(concat_ws(' ', deal_id, found, CASE WHEN rewritable THEN 'rewritable' ELSE verdict END), '; ' ORDER BY deal_id)
FROM unnest(ARRAY['The IRR is –5.0%.', 'The IRR is (5.0%).', 'An IRR of - 5.0%.', 'The IRR is -**5.0%**.', 'The IRR is \-5.0%.', 'The IRR is ‑5.0%.', 'The IRR is -5.0%.', 'Levered IRR – 5.0%', 'The IRR (5.0%) is low.']) WITH ORDINALITY AS t(text, n),
	unnest(ARRAY[5701, 5702]) AS deal_id, memo_check_prose(deal_id, text) GROUP BY n, text ORDER BY n;
-- another number of the sentence is the canonical one
SELECT memo_correct_prose(5702, text) FROM unnest(ARRAY['The IRR is 12.0% and the levered IRR is 18.5%.', 'The levered IRR is 18.5% and the IRR is 12.0%.', 'The IRR is 12.0% (18.5% levered).', 'The IRR is 12.0%.']) WITH ORDINALITY AS t(text, n) ORDER BY n;
-- a tag in a group is evidence as one alone
SELECT text, found, anchored, verdict FROM unnest(ARRAY['The IRR is 12.0% [SRC:99, SOURCE-A].', 'The IRR is 12.0% [SOURCE-A, p. 4].', 'The IRR is 12.0% [SRC:98/99].']) WITH ORDINALITY AS t(text, n), memo_check_prose(5702, text) ORDER BY n;
-- a passage that has the id itself
INSERT INTO memocite.document(deal_id, doc_id, title) SELECT deal_id, 'om', 'Offering Memorandum' FROM generate_series(5703, 5705) AS deal_id;
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content, src_id) VALUES (5703, 'p', 'om', 9, 'The IRR is 12.0%.', 5), (5703, 'q', 'om', 10, 'The IRR is 13.0%.', 6);
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5703, 'a', 'The IRR is 12.0% [SRC:5].'), (5703, 'b', 'The IRR is 12.0% [SRC:6].') RETURNING section_key, parse_quality;
SELECT found, anchored, verdict FROM memo_check_prose(5703, 'The IRR is 12.0% [SRC:5].');
SELECT memo_finalize(5703, DATE '2026-01-01') \g /dev/null
SELECT section_key, body FROM memocite.revision_section WHERE deal_id = 5703 ORDER BY section_key;
SELECT rule FROM memo_verify(5703) WHERE NOT ok;
-- and one whose number the correction takes from it: only tags anchor, the citation goes
UPDATE memocite.deal SET policy = '{"src_id_scope": "global", "prose_anchors": "tags"}' WHERE deal_id = 5703;
SELECT memo_finalize(5703, DATE '2026-01-01') \g /dev/null
SELECT section_key, body FROM memocite.revision_section WHERE deal_id = 5703 AND revision = 2 ORDER BY section_key;
-- claims of another section, by reserved ids
SELECT memo_reserve_src_ids(5704, 'researcher', 20);
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5704, 'a', ''), (5704, 'b', '');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, quote) VALUES (5704, 'a', 1, 'om', 'an IRR of 12.0%'), (5704, 'a', 21, 'om', 'an IRR of 12.0%');
UPDATE memocite.section SET body = 'The IRR is 12.0% [SRC: 1].' WHERE deal_id = 5704 AND section_key = 'b' RETURNING parse_quality;
SELECT section_key FROM memo_retries(5704);
UPDATE memocite.section SET body = 'The IRR is 12.0% [SRC:21].' WHERE deal_id = 5704 AND section_key = 'b' RETURNING parse_quality;
SELECT section_key FROM memo_retries(5704);
-- fractions, on either side
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, quote) VALUES (5704, 'a', 22, 'om', 'an IRR of 12 1/2%'), (5704, 'a', 23, 'om', 'an IRR of 12.5%');
SELECT body, found, anchored FROM unnest(ARRAY['The IRR is 12.5% [SRC:22].', 'The IRR is 12½% [SRC:22].', 'The IRR is 12 1/2% [SRC:23].', 'The IRR is 12 1/4% [SRC:23].']) AS body, memo_check_prose(5704, body);
-- an upsert, which fires as an insert first, and a finalize with bodies
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5705, 'a', '');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, quote) VALUES (5705, 'a', 1, 'om', 'an IRR of 12.0%');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5705, 'a', 'The IRR is 12.0% [SRC:1].') ON CONFLICT (deal_id, section_key) DO UPDATE SET body = EXCLUDED.body RETURNING parse_quality;
SELECT memo_finalize(5705, DATE '2026-01-01', '[{"section_key": "a", "body": "The IRR is 12.0% [SRC:1]. Good."}]') IS NOT NULL;
UPDATE memocite.section SET body = 'The IRR is 12.0% [SRC:2].' WHERE deal_id = 5705;
-- JSON's null is no structured output
UPDATE memocite.section SET body = '', structured = 'null' WHERE deal_id = 5705 RETURNING parse_quality;
DELETE FROM memocite.deal WHERE deal_id BETWEEN 5701 AND 5705;
-- Evidence is the passage; a quote only where it was found in its passage or there is no passage to look into: a
-- fabricated quote anchors nothing, nor one that cuts a number of its passage. memo_check_prose, the trigger,
-- memo_retries and memo_finalize agree
INSERT INTO memocite.deal(deal_id, name) VALUES (5706, 'Quotes');
INSERT INTO memocite.metric VALUES (5706, 'irr', '', 18.5, 'percent');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5706, 'om', 'Offering Memorandum');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (5706, 'p', 'om', 'The plan shows an IRR of 12.0% and a yield of 7%.'), (5706, 'q', 'om', 'The plan has no return. Vacancy is 112.0%.');
INSERT INTO memocite.section(deal_id, section_key, body) SELECT 5706, 's' || n, '' FROM generate_series(1, 7) AS n;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, passage_id, quote) VALUES
	(5706, 's1', 1, 'om', 'q', '12.0%'), (5706, 's2', 1, 'om', 'q', 'the IRR was 12.0%'), (5706, 's3', 1, 'om', 'p', 'shows an irr of 12.0%'),
	(5706, 's4', 1, 'om', 'p', 'an IRR of 12.0% is likely'), (5706, 's5', 1, 'om', 'p', NULL), (5706, 's6', 1, 'om', NULL, 'an IRR of 12.0%'), (5706, 's7', 1, 'om', NULL, 'an IRR of 12.0% is certain');
UPDATE memocite.section SET body = format('The IRR is 12.0%% [SRC:1]. NOI rose by %s%%.', right(section_key, 1)) WHERE deal_id = 5706 RETURNING section_key, parse_quality;
SELECT s.section_key, f.anchored, f.verdict, r.section_key IS NOT NULL AS retry FROM memocite.section s CROSS JOIN memo_check_prose(5706, s.body) AS f LEFT JOIN memo_retries(5706) AS r USING (section_key) WHERE s.deal_id = 5706 ORDER BY 1;
SELECT memo_finalize(5706, DATE '2026-01-01') ->> 'status';
SELECT section_key FROM memocite.event WHERE deal_id = 5706 AND code = 'metric_corrected' ORDER BY 1;
-- a range that its passage has is told of by no event
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (5706, 'r', 'om', 'Similar plans show an IRR of 11.0% to 14.0%.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, passage_id) VALUES (5706, 's1', 3, 'om', 'r');
UPDATE memocite.section SET body = 'Our IRR is 11.0% to 14.0% [SRC:3].' WHERE deal_id = 5706 AND section_key = 's1' RETURNING parse_quality;
SELECT role, anchored, verdict FROM memocite.section s, memo_check_prose(5706, s.body) WHERE s.deal_id = 5706 AND s.section_key = 's1';
SELECT memo_finalize(5706, DATE '2026-01-01') ->> 'status';
SELECT code, section_key FROM memocite.event WHERE deal_id = 5706 AND revision = 2 AND section_key = 's1' AND code LIKE 'metric%';
DELETE FROM memocite.deal WHERE deal_id = 5706;
