-- Canonical metrics: the check when a section is written, and memo_retries (chapter 5).
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name) VALUES (5020, 'Trigger'), (5021, 'Without metrics');
INSERT INTO memocite.metric VALUES (5020, 'irr', '', 18.5, 'percent'), (5020, 'dscr', '', 1.35, 'multiple');
PREPARE quality AS SELECT section_key, parse_quality, retry_reason FROM memocite.section WHERE deal_id = 5020 ORDER BY 1;

-- flag, the default: a violation or a retry sets parse_quality and says what, where and what is expected; the row is stored all the same
INSERT INTO memocite.section(deal_id, section_key, body, structured) VALUES
	(5020, 'a_good', 'The IRR is 18.5%.', '{"target_irr_pct": 18.5}'),
	(5020, 'b_prose', 'We like it. The levered IRR is fine, the IRR is 12.0%.', NULL),
	(5020, 'c_structured', 'Fine.', '{"dscr": 2.0, "target_irr_pct": 18}'),
	(5020, 'd_both', 'A DSCR of 1.10x.', '{"dscr": 1.10}'),
	(5020, 'e_review', 'In the downside case the IRR is 9%.', '{"dscr": null, "noi": 3}');
EXECUTE quality;
-- a good text takes it back; an update of the title looks again: it tells what the numbers are of
UPDATE memocite.section SET body = 'The IRR is 18.5%.' WHERE deal_id = 5020 AND section_key = 'b_prose';
-- so is an output without a usable number: no number, out of range, no object; null and unknown fields say nothing
UPDATE memocite.section SET structured = '{"dscr": "x", "ltv_pct": 1e9, "noi": 4, "target_irr_pct": null}' WHERE deal_id = 5020 AND section_key = 'c_structured' RETURNING parse_quality, retry_reason;
UPDATE memocite.section SET structured = '[1]' WHERE deal_id = 5020 AND section_key = 'c_structured' RETURNING parse_quality, retry_reason;
UPDATE memocite.section SET structured = '{"target_irr_pct": null}' WHERE deal_id = 5020 AND section_key = 'c_structured' RETURNING parse_quality, retry_reason;
UPDATE memocite.section SET structured = '{"dscr": 1.35}' WHERE deal_id = 5020 AND section_key = 'c_structured';
UPDATE memocite.section SET title = 'Returns' WHERE deal_id = 5020 AND section_key = 'd_both';
EXECUTE quality;
-- a reason of the caller's own is kept, before ours
UPDATE memocite.section SET parse_quality = 'partial', retry_reason = 'no table found' WHERE deal_id = 5020 AND section_key = 'a_good';
UPDATE memocite.section SET body = 'The IRR is 11%.' WHERE deal_id = 5020 AND section_key = 'a_good';
SELECT parse_quality, retry_reason FROM memocite.section WHERE deal_id = 5020 AND section_key = 'a_good';
UPDATE memocite.section SET body = 'The IRR is 18.5%.' WHERE deal_id = 5020 AND section_key = 'a_good';
SELECT parse_quality, retry_reason FROM memocite.section WHERE deal_id = 5020 AND section_key = 'a_good';
UPDATE memocite.section SET parse_quality = 'full', retry_reason = NULL WHERE deal_id = 5020 AND section_key = 'a_good';
-- many are one long sentence: the quotation is cut, and no more than 20 are told
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5020, 'f_long', repeat('— ', 300) || 'the IRR is 12.0% ' || repeat('— ', 300));
SELECT length(retry_reason) < 400 FROM memocite.section WHERE deal_id = 5020 AND section_key = 'f_long';
UPDATE memocite.section SET body = repeat('The IRR is 13.0%. ', 25) WHERE deal_id = 5020 AND section_key = 'f_long';
SELECT right(retry_reason, 40) FROM memocite.section WHERE deal_id = 5020 AND section_key = 'f_long';
DELETE FROM memocite.section WHERE deal_id = 5020 AND section_key = 'f_long';

-- evidence that was written before the body counts at once
INSERT INTO memocite.document(deal_id, doc_id) VALUES (5020, 'om'), (5020, 'model');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (5020, 'p', 'om', 'IRR of 12.0%');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, quote, passage_id) VALUES (5020, 'b_prose', 1, 'om', 'IRR of 11.0%', 'p');
UPDATE memocite.section SET body = 'The IRR is 12.0% [SRC:1], or an IRR of 11.0% [SRC:1].' WHERE deal_id = 5020 AND section_key = 'b_prose' RETURNING parse_quality;
UPDATE memocite.section SET body = 'The IRR is 13.0% [SRC:1].' WHERE deal_id = 5020 AND section_key = 'b_prose' RETURNING parse_quality;

-- memo_retries computes: metrics and claims written after the sections count
SELECT * FROM memo_retries(5020);
UPDATE memocite.metric SET value = 13 WHERE deal_id = 5020 AND metric = 'irr';
SELECT section_key FROM memo_retries(5020);
UPDATE memocite.metric SET value = 18.5 WHERE deal_id = 5020 AND metric = 'irr';
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, quote) VALUES (5020, 'b_prose', 1, 'model', 'IRR of 13.0%');
SELECT section_key FROM memo_retries(5020);
UPDATE memocite.section SET parse_quality = 'partial' WHERE deal_id = 5020 AND section_key = 'e_review';
SELECT * FROM memo_retries(5020) WHERE section_key = 'e_review';

-- reject: the insert fails with the same text as error detail
UPDATE memocite.deal SET policy = '{"enforce_metrics": "reject"}' WHERE deal_id = 5020;
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5020, 'g', 'The IRR is 12.0%.');
UPDATE memocite.section SET structured = '{"target_irr_pct": 1}' WHERE deal_id = 5020 AND section_key = 'a_good';
-- any row of a statement; the policy that the first one read holds for all
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5020, 'g', 'The IRR is 18.5%.'), (5020, 'h', 'The IRR is 12.0%.');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5020, 'g', 'The IRR is 18.5%.') RETURNING parse_quality;
-- off: nothing is looked at, and only what callers say is listed
UPDATE memocite.deal SET policy = '{"enforce_metrics": "off"}' WHERE deal_id = 5020;
UPDATE memocite.section SET body = 'The IRR is 12.0%.' WHERE deal_id = 5020 AND section_key = 'g' RETURNING parse_quality;
SELECT * FROM memo_retries(5020);
UPDATE memocite.deal SET policy = '{"enforce_metrics": "maybe"}' WHERE deal_id = 5020;
-- a deal without metrics: no prose diverges, but a structured output may be invalid
INSERT INTO memocite.section(deal_id, section_key, body, structured) VALUES (5021, 'a', 'The IRR is 12.0%.', NULL), (5021, 'x', '', '{"dscr": "x"}'), (5021, 'y', '', '[1]'), (5021, 'z', '', '{"dscr": 1.2}') RETURNING section_key, parse_quality, retry_reason;
SELECT * FROM memo_retries(5021);
UPDATE memocite.deal SET policy = '{"enforce_metrics": "reject"}' WHERE deal_id = 5021;
UPDATE memocite.section SET structured = '{"target_irr_pct": "x"}' WHERE deal_id = 5021 AND section_key = 'z';
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 5021;
UPDATE memocite.section SET structured = NULL WHERE deal_id = 5021 AND parse_quality = 'partial' RETURNING section_key, parse_quality, retry_reason;
SELECT count(*) FROM memo_retries(5021);
SELECT * FROM memo_retries(5099);
-- one transaction, several statements and a savepoint: the metrics are those of each moment
BEGIN;
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 5020;
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5021, 'b', 'The IRR is 12.0%.') RETURNING parse_quality;
SAVEPOINT one;
INSERT INTO memocite.metric VALUES (5021, 'irr', '', 18.5, 'percent');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5021, 'c', 'The IRR is 12.0%.'), (5020, 'c', 'The IRR is 12.0%.') RETURNING parse_quality;
ROLLBACK TO one;
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5021, 'c', 'The IRR is 12.0%.') RETURNING parse_quality;
ROLLBACK;
DEALLOCATE quality;
DELETE FROM memocite.deal WHERE deal_id IN (5020, 5021);

-- a source that a sentence cites often is read once for each number
INSERT INTO memocite.deal(deal_id, name) VALUES (5699, 'Often cited');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (5699, 'irr', 'levered', 18.5, 'percent');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5699, 'om', 'Offering');
INSERT INTO memocite.section(deal_id, section_key) VALUES (5699, 'returns');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, quote) SELECT 5699, 'returns', 1, 'om', n || repeat(' irr of 13% and', 1000) FROM generate_series(1, 10) AS n;
SET statement_timeout = '20s';
UPDATE memocite.section SET body = repeat('IRR is 12% [SRC:1], ', 2000) WHERE deal_id = 5699;
SELECT count(*), count(*) FILTER (WHERE anchored) AS anchored FROM memo_check_prose(5699, repeat('IRR is 12% [SRC:1], ', 2000));
RESET statement_timeout;
DELETE FROM memocite.deal WHERE deal_id = 5699;

-- A violation sets parse_quality and says what, where, expected and the way out, whatever the sentence around it; only where
-- every word is plain it is rewritable. Asked once: what the row's last reason named and the new text repeats with the same
-- value is not asked again; another value is, and so is what was right in between
INSERT INTO memocite.deal(deal_id, name) VALUES (5022, 'Asked once');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (5022, 'irr', '', 18.5, 'percent'), (5022, 'ltv', '', 65, 'percent');
CREATE FUNCTION pg_temp.write(text) RETURNS SETOF text LANGUAGE sql AS $$
	INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5022, 'a', $1) ON CONFLICT (deal_id, section_key) DO UPDATE SET body = EXCLUDED.body
	RETURNING concat_ws(' | ', parse_quality, retry_reason)
$$;
SELECT pg_temp.write('Rents rise by 4%, hence an IRR of 12.0%.');
SELECT retry_reason FROM memo_retries(5022);
SELECT verdict, rewritable FROM memo_check_prose(5022, 'Rents rise by 4%, hence an IRR of 12.0%.');
-- the same text, or the same value in another, is an answer
SELECT pg_temp.write('Rents rise by 4%, hence an IRR of 12.0%.');
SELECT count(*) FROM memo_retries(5022);
SELECT pg_temp.write('Rents rise by 4%. They hence support an IRR of 12 percent.');
-- what is new is asked, without the other
SELECT pg_temp.write('Rents rise by 4%, hence an IRR of 12% at an LTV of 70%, as ever.');
SELECT retry_reason FROM memo_retries(5022);
SELECT pg_temp.write('Rents rise by 4%, hence an IRR of 12%. An LTV of 70%, as ever.');
-- the event of memo_finalize tells of each
SELECT memo_finalize(5022, DATE '2026-06-30') ->> 'status';
SELECT severity, code, section_key, subject, detail FROM memocite.event WHERE deal_id = 5022 AND code LIKE 'metric%' ORDER BY event_no;
SELECT pg_temp.write('Rents rise by 4%, hence an IRR of 13%.');
SELECT pg_temp.write('Rents rise by 4%, hence an IRR of 18.5%.');
SELECT pg_temp.write('Rents rise by 4%, hence an IRR of 13%.');
-- a title is no new text
UPDATE memocite.section SET title = 'Returns' WHERE deal_id = 5022 RETURNING parse_quality;
-- a reason of the caller's own stays before it
UPDATE memocite.section SET parse_quality = 'partial', retry_reason = E'no table found\n' || retry_reason WHERE deal_id = 5022;
SELECT pg_temp.write('Rents rise by 4%, hence an IRR of 13%, as said.');
-- with enforce_metrics reject only a rewritable violation is refused, also one that was asked
UPDATE memocite.deal SET policy = '{"enforce_metrics": "reject"}' WHERE deal_id = 5022;
UPDATE memocite.section SET parse_quality = 'full', retry_reason = NULL WHERE deal_id = 5022;
SELECT pg_temp.write('Rents rise by 4%, hence an IRR of 12.0%.');
SELECT pg_temp.write('The IRR is 12.0%.');
-- not rewritable is what only may be this deal's, but is asked: "about" a number, a cousin's value, one of a list, a table's row
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 5022;
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (5022, 'irr', 'unlevered', 9, 'percent');
SELECT quote_literal(body), string_agg(concat_ws(' ', verdict, CASE WHEN rewritable THEN 'rewritable' END), '; ' ORDER BY start) FROM (VALUES
	(1, 'The IRR is 12%.'), (2, 'The IRR is about 17.9%.'), (3, 'The IRR is 9%.'), (4, E'- IRR: 12%\n- IRR: 14%'), (5, E'| Metric | Value |\n|---|---|\n| IRR | 12% |'),
	(6, E'| Metric | Base | Other |\n|---|---|---|\n| IRR | 12% | 14% |'), (7, 'The IRR is 12-14%.'), (8, 'An IRR of at least 12%.'), (9, 'In the downside case the IRR is 12%.')) AS t(n, body), memo_check_prose(5022, body) GROUP BY n, body ORDER BY n;
DELETE FROM memocite.deal WHERE deal_id = 5022;

-- Scale guard: a number that is 100 times the canonical value or a hundredth of it, at the decimals shown, is for review,
-- with an event, and never a violation
INSERT INTO memocite.deal(deal_id, name) VALUES (5023, 'Scale');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (5023, 'irr', '', 18.5, 'percent'), (5023, 'irr', 'levered', 0.185, 'percent'), (5023, 'dscr', '', 1.35, 'multiple');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES
	(5023, 'a', E'The levered IRR is 18.5%. The DSCR is 135x.\n\nThe levered IRR is 19%.\n\n| Metric | Value |\n|---|---|\n| IRR | 0.2% |\n| DSCR | 0x |') RETURNING parse_quality, retry_reason;
SELECT f.metric, f.variant, f.found, f.canonical, f.verdict, f.rewritable FROM memocite.section s, memo_check_prose(5023, s.body) AS f WHERE s.deal_id = 5023 ORDER BY f.start;
SELECT memo_finalize(5023, DATE '2026-06-30') ->> 'status';
SELECT severity, code, section_key, subject, detail FROM memocite.event WHERE deal_id = 5023 AND code LIKE 'metric%' ORDER BY event_no;
DELETE FROM memocite.deal WHERE deal_id = 5023;
