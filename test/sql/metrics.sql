-- Canonical metrics (chapter 5): the structured slot, the check of prose and its correction.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name) VALUES (5010, 'Metrics'), (5011, 'No metrics');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES
	(5010, 'irr', '', 18.5, 'percent'), (5010, 'dscr', '', 1.25, 'multiple'), (5010, 'ltv', '', 0, 'percent'),
	(5010, 'cap_rate', 'going_in', 5.4, 'percent'), (5010, 'debt_yield', '', NULL, 'percent');

-- The schema: draft 2020-12, six optional fields with types and ranges, nothing else
SELECT memo_metric_schema() ->> '$schema', memo_metric_schema() -> 'additionalProperties', memo_metric_schema() ? 'required';
SELECT key, value ->> 'type', value ->> 'minimum', value ->> 'maximum', value ->> 'description' FROM jsonb_each(memo_metric_schema() -> 'properties') ORDER BY key COLLATE "C";
-- with a deal, the descriptions name its canonical values
SELECT memo_metric_schema(5010) #>> '{properties,target_irr_pct,description}';
-- for a provider: only what that one takes. Strict OpenAI wants every property required, Anthropic no numerical limits
SELECT provider, s ? '$schema', s -> 'required', s #> '{properties,dscr}' ? 'minimum' FROM unnest(ARRAY['anthropic', 'openai', 'gemini']) WITH ORDINALITY AS p(provider, n), memo_metric_schema(NULL, provider) AS s ORDER BY n;
SELECT memo_metric_schema(NULL, 'other');
SELECT memo_metric_schema(5099);

-- The structured output: delta = |s - c| / |c|, retry above 0.20, and exactly 0.20 passes
SELECT * FROM memo_check_structured(5010, '{"target_irr_pct": 18.5, "dscr": 1.5}');
SELECT * FROM memo_check_structured(5010, '{"dscr": 1.00}');
SELECT * FROM memo_check_structured(5010, '{"dscr": 1.5000000000000000000001}');
SELECT * FROM memo_check_structured(5010, '{"target_irr_pct": 0.185}');
-- not comparable: NULL on either side, canonical 0; an only variant stands for the unmodified metric
SELECT * FROM memo_check_structured(5010, '{"target_irr_pct": null, "ltv_pct": 65, "debt_yield_pct": 9, "equity_multiple": 2, "cap_rate_pct": 5.4}');
-- invalid: no number, out of range, unknown field
SELECT * FROM memo_check_structured(5010, '{"target_irr_pct": "18.5%", "dscr": -1, "ltv_pct": 1e9, "cap_rate_pct": true, "noi": 4, "DSCR": 1.2}');
SELECT * FROM memo_check_structured(5010, '[1]');
SELECT * FROM memo_check_structured(5010, '{}');
SELECT count(*) FROM memo_check_structured(5010, NULL);
SELECT * FROM memo_check_structured(5099, '{}');

-- The prose: percent points and multiples, offsets in characters from 0
SELECT metric, variant, role, found, unit, canonical, start, length, sentence, anchored, context, verdict FROM memo_check_prose(5010, 'All 312 units – as built – are leased. The IRR is 12.0 percent, the cap rate 5.4%.');
-- rows also without a canonical value: then nothing diverges
SELECT metric, found, canonical, verdict FROM memo_check_prose(5011, 'The IRR is 12.0%.');
SELECT metric, found, canonical, verdict FROM memo_check_prose(5010, 'The debt yield is 9.9% and the equity multiple 2.2x.');
SELECT count(*) FROM memo_check_prose(5010, '');
SELECT count(*) FROM memo_check_prose(5010, NULL);
SELECT count(*) FROM memo_check_prose(5099, 'x');

-- Anchors. A [SRC:n] is one when the claim's quote or passage has that very number: evidence, not syntax
INSERT INTO memocite.document(deal_id, doc_id) VALUES (5010, 'om'), (5010, 'model');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (5010, 'p1', 'om', 'The sponsor projects an internal rate of return of 12.0 percent.');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5010, 'risk', 'The IRR is 12.0% [SRC:1].'), (5010, 'exit', 'The IRR is 12.0% [SRC:2].'), (5010, 'debt', 'The IRR is 12.0% [SRC:3].'), (5010, 'market', 'The IRR is 12.0% [SRC:4].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, passage_id, quote) VALUES
	(5010, 'risk', 1, 'model', NULL, 'an IRR of 12.00% was shown'), (5010, 'exit', 2, 'om', 'p1', NULL),
	(5010, 'debt', 3, 'om', NULL, 'vacancy of 112.0%, 12.05% and 12 units'), (5010, 'market', 5, 'om', NULL, '12.0%');
SELECT section_key, anchored, verdict FROM memocite.section s, memo_check_prose(5010, s.body) f WHERE s.deal_id = 5010 ORDER BY 1;
-- an unmodified IRR beside two variants is compared with neither; what another owner paid, and a bound, are no headline
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (5011, 'irr', 'levered', 18.5, 'percent'), (5011, 'irr', 'unlevered', 10.4, 'percent'), (5011, 'cap_rate', '', 5.1, 'percent');
SELECT body, context, role, canonical, verdict FROM unnest(ARRAY['Our IRR is 14%.', 'Our levered IRR is 14%.', 'The prior owner bought at a 6% cap rate.', 'The cap rate is north of 6%.']) AS body, memo_check_prose(5011, body);
DELETE FROM memocite.metric WHERE deal_id = 5011;
-- Policy prose_anchors: evidence, too, or tags alone
CREATE FUNCTION pg_temp.verdicts(anchors text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.deal SET policy = jsonb_build_object('prose_anchors', anchors) WHERE deal_id = 5010;
	RETURN (SELECT string_agg(verdict, ', ' ORDER BY n) FROM unnest(ARRAY['The IRR is 12.0% [SRC:1].', 'The IRR is 12.0% [SRC:4].', '[SOURCE-A] has an IRR of 12.0%.', 'The IRR is 12.0%.[^n]']) WITH ORDINALITY AS t(body, n), memo_check_prose(5010, body));
END $$;
SELECT policy, pg_temp.verdicts(policy) FROM unnest(ARRAY['evidence', 'tags']) WITH ORDINALITY AS p(policy, n) ORDER BY n;
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 5010;

-- The catalogue: rows of metric_kind give labels and spellings, or add metrics
INSERT INTO memocite.metric_kind VALUES ('irr', 'Rate of Return', 'percent', '{Projected Yield}'), ('coc', 'Cash-on-Cash', 'percent', '{cash on cash return,CoC}');
INSERT INTO memocite.metric VALUES (5010, 'coc', '', 8, 'percent');
SELECT metric, found, canonical, verdict FROM memo_check_prose(5010, 'The projected yield is 18.5%, the cash-on-cash return 7.0%.');
SELECT memo_metric_schema() #>> '{properties,target_irr_pct,description}';
DELETE FROM memocite.metric_kind;
-- A metric may be named by its label, field or spelling; NULL is no value
INSERT INTO memocite.metric VALUES (5011, 'Levered IRR', '', 15, 'percent'), (5011, 'ltv_pct', '', 65, 'percent'), (5011, 'dscr', '', NULL, 'multiple'), (5011, 'nonsense', '', 1, NULL);
SELECT metric, variant, found, canonical, verdict FROM memo_check_prose(5011, 'The levered IRR is 15%, LTV 70%, DSCR 1.2x and the equity multiple 2x.');
-- A value that could only switch the check off, or put nonsense into prose, is refused
INSERT INTO memocite.metric VALUES (5011, 'irr', '', 'NaN', 'percent');
INSERT INTO memocite.metric VALUES (5011, 'irr', '', 'Infinity', 'percent');
INSERT INTO memocite.metric VALUES (5011, 'noi', '', '-Infinity', 'usd');
INSERT INTO memocite.metric VALUES (5011, 'cap_rate', '', 5.1, 'multiple');
INSERT INTO memocite.metric VALUES (5011, 'irr', '', 1e300, 'percent');
INSERT INTO memocite.metric VALUES (5011, 'debt_yield', '', -9, 'percent');
INSERT INTO memocite.metric VALUES (5011, 'exit cap rate', '', 101, NULL);
INSERT INTO memocite.metric VALUES (5011, 'irr', '', -100, 'percent'), (5011, 'cap_rate', '', 100, NULL), (5011, 'noi', '', 4200000, 'usd');
UPDATE memocite.metric SET value = 101 WHERE deal_id = 5011 AND metric = 'cap_rate';
INSERT INTO memocite.metric VALUES (5011, 'dscr', 'unknown yet', NULL, 'percent'), (5011, 'irr', 'most', 1000, 'percent');
-- A percent of the four built-in percent kinds with 0 < abs(value) < 1 and variant '' is refused on writing: spreadsheets
-- store fractions, and a wrong canonical value rewrites right prose
INSERT INTO memocite.deal(deal_id, name) VALUES (5014, 'Fractions');
INSERT INTO memocite.metric VALUES (5014, 'irr', '', 0.185, 'percent');
INSERT INTO memocite.metric VALUES (5014, 'LTV', '', 0.6500, NULL);
INSERT INTO memocite.metric VALUES (5014, 'cap_rate_pct', '', 0.051, 'percent');
INSERT INTO memocite.metric VALUES (5014, 'Debt Yield', '', 0.98, 'percent');
INSERT INTO memocite.metric VALUES (5014, 'irr', '', -0.05, 'percent');
-- not of a cousin, a multiple, 0 and 1
INSERT INTO memocite.metric VALUES (5014, 'irr', '', 0, 'percent'), (5014, 'irr', 'levered', 0.185, 'percent'), (5014, 'ltv', '', 1, 'percent'), (5014, 'dscr', '', 0.9, 'multiple'), (5014, 'noi', '', 0.5, 'usd');
UPDATE memocite.metric SET value = 0.5 WHERE deal_id = 5014 AND metric = 'ltv';
UPDATE memocite.metric SET variant = '' WHERE deal_id = 5014 AND variant = 'levered';
-- names fold case: IRR is irr, one row for one value; other names stay
INSERT INTO memocite.metric VALUES (5014, 'IRR', '', 18.5, 'percent') ON CONFLICT (deal_id, metric, variant) DO UPDATE SET value = EXCLUDED.value;
INSERT INTO memocite.metric VALUES (5014, 'Cap_Rate', '', NULL, NULL), (5014, 'Exit Cap Rate', '', 5.75, NULL);
SELECT metric, variant, value FROM memocite.metric WHERE deal_id = 5014 ORDER BY metric COLLATE "C", variant;
-- rows of before there was the check are left alone, as is what is written as it was stored
SET memocite.restoring = on;
UPDATE memocite.metric SET value = 0.185 WHERE deal_id = 5014 AND metric = 'irr' AND variant = '';
RESET memocite.restoring;
UPDATE memocite.metric SET value = value WHERE deal_id = 5014 AND metric = 'irr' AND variant = '';
DELETE FROM memocite.deal WHERE deal_id = 5014;
-- a unit of metric_kind that nobody reads is an error when the row is written
INSERT INTO memocite.metric_kind VALUES ('noi', 'NOI', 'dollars', '{}');
INSERT INTO memocite.metric_kind VALUES ('noi', 'NOI', 'Percent', '{}');
INSERT INTO memocite.metric_kind VALUES ('occupancy', 'Occupancy', 'percent', '{}');
UPDATE memocite.metric_kind SET unit = 'fraction' WHERE metric = 'occupancy';
DELETE FROM memocite.metric_kind;

-- The correction keeps the format: decimals, unit, thousands; the old value verbatim, behind closing emphasis, before a reference
CREATE FUNCTION pg_temp.correct(body text) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT c FROM memo_correct_prose(5010, body) AS c
	UNION ALL SELECT 'NOT IDEMPOTENT: ' || memo_correct_prose(5010, c) FROM memo_correct_prose(5010, body) AS c WHERE memo_correct_prose(5010, c) <> c
$$;
SELECT pg_temp.correct(body) FROM (VALUES
	(1, 'The IRR is 12.0%.'), (2, 'an IRR of 12.0 percent'), (3, 'an IRR of **12.0%** [SRC:9], here'), (4, 'an IRR of **12.0**% here'),
	(5, '12% IRR'), (6, '12.00% IRR (base case)'), (7, 'IRR: 12.0%(the base case)'), (8, 'a DSCR of 1.10 times'), (9, 'DSCR: 1.1:1'),
	(10, 'a 1.10x DSCR and a 12.0% IRR'), (11, 'an IRR of −3.2%'), (12, 'IRR of 1,200.0%'), (13, 'an IRR of twelve percent'),
	(14, 'a going-in cap rate of 600 bps'), (15, '[IRR of 12.0%](https://example.com) here'), (16, E'The IRR of\n12.0\npercent'),
	(17, 'The IRR is 12.0%[SRC:9][SRC:8] here'), (18, 'IRR of 12.0%: here'), (19, '# IRR of 12.0%')) AS t(n, body) ORDER BY n;
-- never touched: equal values, scenarios, comparisons, covenants, anchored numbers, ranges, tables, code
SELECT body FROM (VALUES
	(1, 'The IRR is 18.5%, or 19%, or 18.50 percent.'), (2, 'In the downside case the IRR is 9%.'), (3, 'Peers show an IRR of 14%.'),
	(4, 'a DSCR covenant of 1.10x'), (5, 'The IRR is 12.0% [SOURCE-A].'), (6, 'an IRR of 12-14%'), (7, E'| IRR |\n|---|\n| 12.0% |'),
	(8, '`IRR = 12.0%`'), (9, 'The debt yield is 7.0%.'), (10, 'IRR of 0.12'), (11, 'The IRR fell from 18.5% to 12.0%.'),
	(12, 'The IRR is 18.5%, compared with 12.0% at the last refinancing.'), (13, 'IRR weight: 12.0%')) AS t(n, body)
WHERE memo_correct_prose(5010, body) <> body ORDER BY n;
-- the article suits the number; a multiple keeps the decimals that tell it; a note that stands there already is enough
SELECT memo_correct_prose(5010, body) FROM (VALUES (1, 'A 12.0% IRR.'), (2, 'The IRR is an **11%**.'), (3, 'The DSCR is 2x.'),
	(4, 'The IRR is 14.0% [VERIFIED: corrected from 12.0% per source data].')) AS t(n, body) ORDER BY n;
-- with as many decimals as it showed or as the canonical value needs (at most two), whichever is more: never a rounded value
-- under a seal; and correcting twice changes nothing
INSERT INTO memocite.deal(deal_id, name) VALUES (5013, 'Decimals');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES
	(5013, 'irr', '', 18.50, 'percent'), (5013, 'dscr', '', 1.35, 'multiple'), (5013, 'ltv', '', 65, 'percent'), (5013, 'cap_rate', '', 5.375, 'percent');
SELECT c, memo_correct_prose(5013, c) = c FROM (VALUES (1, 'The IRR is 12%.'), (2, 'A 12% IRR.'), (3, 'The IRR is 12.000%.'), (4, 'The DSCR is 1.2x.'), (5, 'The LTV is 70.0%.'),
	(6, 'The LTV is 70%.'), (7, 'The cap rate is 6%.'), (8, 'The cap rate is 600 bps.'), (9, 'The IRR is twelve percent.')) AS t(n, body), memo_correct_prose(5013, body) AS c ORDER BY n;
-- equal stays equal, at the decimals shown
SELECT memo_correct_prose(5013, 'The cap rate is 5.4%.');
DELETE FROM memocite.deal WHERE deal_id = 5013;
-- an unmodified number is not rewritten to the only value there is when that is a cousin's
INSERT INTO memocite.deal(deal_id, name) VALUES (5012, 'Exit only');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (5012, 'cap_rate', 'exit', 5.75, 'percent');
SELECT metric, found, canonical, verdict FROM memo_check_prose(5012, 'The acquisition has a cap rate of 5.1%.');
SELECT memo_correct_prose(5010, NULL) IS NULL, memo_correct_prose(5010, '') = '', memo_correct_prose(5011, 'The exit cap rate is 12.0%.');
-- what goes without saying is held against the plain value when it has none of its own
SELECT variant, found, canonical, verdict FROM memo_check_prose(5011, 'The going-in cap rate is 12.0%. The exit cap rate is 13.0%.') ORDER BY start;
-- but for a loan's ratio at closing, for review only
SELECT variant, found, canonical, verdict FROM memo_check_prose(5011, 'The going-in LTV is 60%.');
DELETE FROM memocite.deal WHERE deal_id IN (5010, 5011, 5012);
