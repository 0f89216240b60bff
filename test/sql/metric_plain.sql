-- What may be rewritten (chapter 5): a plain assertion of this deal's headline, and nothing else. Each sentence diverges from
-- every canonical value it speaks of; only sentences that do not behave as their part says are shown.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
INSERT INTO memocite.deal(deal_id, name) VALUES (5600, 'Plain');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES
	(5600, 'irr', 'levered', 18.5, 'percent'), (5600, 'irr', 'unlevered', 11.2, 'percent'), (5600, 'dscr', '', 1.35, 'multiple'),
	(5600, 'ltv', '', 65, 'percent'), (5600, 'cap_rate', 'going_in', 5.1, 'percent'), (5600, 'cap_rate', 'exit', 5.6, 'percent'),
	(5600, 'debt_yield', '', 9.8, 'percent'), (5600, 'equity_multiple', '', 2.1, 'multiple');
CREATE FUNCTION pg_temp.findings(body text) RETURNS text LANGUAGE sql AS $$
	SELECT coalesce(string_agg(concat(metric, nullif('/' || variant, '/'), ' ', found, ' ' || nullif(role, 'point'), ' ' || context,
			CASE WHEN rewritable THEN ' !' END), '; ' ORDER BY start), 'nothing')
	FROM memo_check_prose(5600, body)
$$;
CREATE TEMP TABLE sentence(n int GENERATED ALWAYS AS IDENTITY, text text, expected text);

-- Plain assertions: corrected
CREATE TEMP TABLE plain(n int GENERATED ALWAYS AS IDENTITY, text text);
INSERT INTO plain(text) VALUES
('The levered IRR is 14.2%.'), ('The levered IRR is 14.2 percent.'), ('A 14.2% levered IRR.'), ('Levered IRR of 14.2%.'),
('Levered IRR: 14.2%'), ('Levered IRR = 14.2%'), ('Levered IRR 14.2%'), ('- **Levered IRR:** 14.2%'), ('The **levered IRR** of **14.2%** is attractive.'),
('The unlevered IRR is 9.0%.'), ('We underwrite a DSCR of 1.20x.'), ('We project a levered IRR of 14.2%.'), ('We expect a levered IRR of approximately 14.2%.'),
('Returns: levered IRR 14.2%'), ('Returns: levered IRR 14.2%, equity multiple 1.6x.'), ('The model returns a levered IRR of 14.2%.'),
('The base case produces a levered IRR of 14.2%.'), ('The deal delivers a levered IRR of 14.2%.'), ('The investment generates a 14.2% levered IRR.'),
('The acquisition yields a levered IRR of 14.2% and a 1.6x equity multiple.'), ('The project provides a 1.6x equity multiple.'),
('The transaction offers a levered IRR of 14.2% to investors.'), ('The property achieves a debt yield of 8.0%.'),
('In the base case, the levered IRR is 14.2%.'), ('In our base case the DSCR is 1.20x.'), ('Base case levered IRR: 14.2%'),
('The underwritten DSCR is 1.20x.'), ('The projected levered IRR is 14.2%.'), ('The levered IRR is projected to be 14.2%.'),
('The deal pencils to a levered IRR of 14.2%.'), ('The levered IRR comes in at 14.2%.'),
('The DSCR stands at 1.20x.'), ('The debt yield sits at a healthy 10.4%.'), ('The LTV is 70%.'), ('The loan has an LTV of 70%.'),
('At closing the LTV is 70%.'), ('The loan represents a loan-to-value (LTV) ratio of 70.0%.'), ('A 70% LTV and a 1.20x DSCR.'),
('LTV 70%, DSCR 1.20x, levered IRR 14.2%'), ('The going-in cap rate is 5.4%.'), ('The exit cap rate is 6.25%.'),
('The going-in cap rate is 5.4% and the exit cap rate is 6.25%.'), ('The terminal capitalization rate is 625 basis points.'),
('Going-in and exit cap rates of 5.4% and 6.25%, respectively.'), ('The equity multiple is forecast at 2.4x.'), ('The debt service coverage ratio is 1.20 times.'),
('NOI covers debt service 1.20x.'), ('The levered IRR and equity multiple are 14.2% and 1.6x, respectively.'), ('The model shows a levered IRR of 14.2% [SRC:1].'),
('The levered IRR is fourteen percent.'), (E'### Levered IRR\n\n14.2%'), ('Our levered IRR is 14.2%.'),
('Levered IRR of c. 12%'), ('The levered IRR is ca. 12%.'), ('Equity investors receive 1.6x their money.'),
('The five-year levered IRR is 14.2%.'), ('The levered IRR is 14.2% over a 5-year hold.'), ('We project a levered IRR of 14.2% over five years.'), ('The investment offers a levered IRR of 14.2% over a five-year hold.'),
('The levered IRR is 14.2% over a 60-month hold period.'), ('We assume an exit cap rate of 6.25%.'), ('Day-one DSCR is 1.20x.'), ('The senior loan has a DSCR of 1.20x.'), ('The $45.5 million loan carries a 70% LTV and a 1.20x DSCR.'),
('The acquisition is underwritten to a 14.2% levered IRR.'), ('The underwriting model indicates a levered IRR of 14.2%.'), ('The projected returns include a 14.2% levered IRR.'), ('This is a compelling opportunity with a 14.2% levered IRR.'),
('The levered IRR of 14.2% is driven by rent growth.'), ('The financial model calculates a levered IRR of 14.2%.'), ('The acquisition is financed at 70% LTV.'), ('Leverage is moderate, with an LTV of 70%.'), ('Our underwriting is conservative; the LTV is 70%.'), ('The levered IRR is now 16.2%.'),
('The levered IRR is some 14%.'), ('The DSCR is 1.22x (NOI / debt service).'), ('Based on our underwriting, the levered IRR is 14.2%.'), ('An attractive 22% levered IRR.'),
('The levered IRR is 14.2%, while the market averages an IRR of 12%.'), ('Base: 14.2% levered IRR; downside: 9% levered IRR.');
SELECT n, text, pg_temp.findings(text) FROM plain WHERE pg_temp.findings(text) !~ '!' ORDER BY n;

-- Numbers that are not the metric's: no finding has them
INSERT INTO sentence(text, expected) VALUES
('Rent growth of 3% supports a levered IRR of 18.5%.', 'irr/levered 18.5 headline'),
('Rent growth of 3% drives a levered IRR of 18.5%.', 'irr/levered 18.5 headline'),
('Rent growth of 3% yields a levered IRR of 18.5%.', 'irr/levered 18.5 headline'),
('Rent growth of 3% supports levered IRR of 18.5%.', 'irr/levered 18.5 headline'),
('Rent growth of 3% supports levered IRR.', 'nothing'),
('Rent growth of 3% supports a levered IRR of 14.2%.', 'irr/levered 14.2 headline'),
('NOI growth of 4% produces an LTV of 65%.', 'ltv 65 headline'),
('An interest rate of 6.5% gives a debt yield of 9.8%.', 'debt_yield 9.8 headline'),
('Annual escalations of 2.5% underpin a levered IRR of 18.5%.', 'irr/levered 18.5 headline'),
('Annual escalations of 2.5% underpin the levered IRR.', 'nothing'),
('Yield on cost of 7% supports a levered IRR of 18.5%.', 'irr/levered 18.5 headline'),
('Yield on cost of 7% and a levered IRR of 18.5%.', 'irr/levered 18.5 headline'),
('The pref is 8% until a levered IRR of 12% is reached.', 'irr/levered 12 bound threshold');
SELECT n, text, 'expected: ' || expected AS expected, 'found: ' || pg_temp.findings(text) AS found
FROM sentence WHERE pg_temp.findings(text) <> expected ORDER BY n;

-- Thresholds, scenarios, other times, deals and parties: found, never corrected
CREATE TEMP TABLE other(n int GENERATED ALWAYS AS IDENTITY, context text, text text);
INSERT INTO other(context, text)
SELECT 'threshold', unnest(ARRAY['A cash sweep triggers at a DSCR of 1.10x.', 'Default occurs at a DSCR of 1.00x.', 'Lockbox at 1.10x DSCR.',
	'The extension test is a 1.30x DSCR and 9% debt yield.', 'Guaranty burns off at a 9% debt yield.', 'Recourse burns off at 1.40x DSCR.',
	'The earn-out is released at a debt yield of 8%.', 'Every lender wants debt yield of 8%.', 'A debt yield of 8% is needed.',
	'Banks want a DSCR of 1.20x.', 'Freddie Mac sizes to a DSCR of 1.25x.', 'We would need a levered IRR of 20% to proceed.',
	'The deal must return a levered IRR of 20%.', 'A DSCR of 1.20x is acceptable.', 'The investment targets a DSCR of 1.20x.'])
UNION ALL
SELECT 'scenario', unnest(ARRAY['At an exit cap rate of 6.0%, the levered IRR is 15.1%.', 'Levered IRR is 22% at a 4.75% exit cap.',
	'With rates at 7%, DSCR of 1.10x results.', 'Were the tenant to leave, DSCR is 0.9x.', 'Without the rent step, DSCR is 1.10x.',
	'Absent leasing, debt yield is 6%.', 'Excluding the tax abatement, debt yield is 6%.', 'To reach a DSCR of 1.00x, NOI must fall 26%.',
	'There is a 20% chance the levered IRR is 10%.', 'The P10 levered IRR is 9%.', 'Even at a DSCR of 1.10x the loan is safe.',
	'With 75% leverage the levered IRR is 24%.', 'With a 10-year hold, the levered IRR is 16%.', 'The levered IRR is 16% with a 10-year hold.',
	'In year 1, DSCR is 1.02x.', 'Year 1: DSCR 1.10x. Year 2: DSCR 1.20x.', 'At maturity, LTV is 52%.', 'By 2031 LTV is 48%.',
	'Equity multiple of 1.0x is reached in year 4.', 'Under the revised plan, LTV is 52%.', 'Assuming no growth, LTV is 72%.',
	'The levered IRR is 22% but only if rents grow.'])
UNION ALL
SELECT 'historical', unnest(ARRAY['The levered IRR was 21% in the March memo.', 'The DSCR was 1.10x.', 'LTV has been 70%.'])
UNION ALL
SELECT 'comparison', unnest(ARRAY['The sponsor''s track record shows a levered IRR of 24%.',
	'The sponsor has realized a 24% levered IRR across 12 exits.', 'The Series A fund returned a 2.6x equity multiple.',
	'The existing loan has an LTV of 55%.', 'The refinance loan has an LTV of 55%.', 'The bridge loan has an LTV of 55%.',
	'Building B''s DSCR is 1.10x.', 'Phase II has a DSCR of 1.2x.', 'The lender''s underwriting shows a DSCR of 1.22x.',
	'The bank calculates a DSCR of 1.2x.', 'Fannie Mae''s quote came at 1.25x DSCR and 70% LTV.',
	'Per the appraisal, the going-in cap rate is 5.4%.', 'A buyer at a 4.8% going-in cap rate would pay $50M.']);
INSERT INTO other(context, text) VALUES
	-- a letter is a name; what was expected once; any deal's; a wish; a quality that tells a case; another hold
	('other', 'Property A has a going-in cap rate of 4.8%.'), ('other', 'Loan A has an LTV of 50% and a DSCR of 1.80x.'), ('other', 'Model A shows a DSCR of 1.20x; model B shows 1.35x.'), ('other', 'The model projected a 12% levered IRR.'),
	('other', 'We expected a 12% levered IRR.'), ('other', 'Investors expected a levered IRR of 20%.'), ('other', '60% LTV is conservative.'), ('other', 'DSCRs of 1.10x are tight.'), ('other', 'A solid investment produces a 15% levered IRR.'),
	('threshold', '- Achieve a 20% levered IRR'), ('threshold', '- Have an LTV of 60%'), ('other', 'The weak plan delivers a DSCR of 1.05x.'), ('other', 'Conservative: levered IRR 12%'), ('other', 'The conservative LTV is 55%.'),
	('other', 'A conservative model shows a DSCR of 1.15x.'), ('other', 'The ten-year levered IRR is 12%.'), ('other', 'The levered IRR is 12% over a ten-year hold.'), ('other', 'The one-year DSCR is 1.10x.'),
	('other', 'DSCR is expected to reach 1.60x.'), ('other', 'LTV is forecast to reach 50%.'),
	('other', 'LTV falls from 70% to 60%.'), ('other', 'The levered IRR is projected to reach 14.2%.'), ('other', '$\text{DSCR} = 1.20$'), ('other', 'Set $DSCR = 1.20$ here.'), ('other', '\(DSCR = 1.20\)'),
	('scenario', E'### Downside case\n\n- Levered IRR: 9.0%\n- DSCR: 1.10x'), ('scenario', E'Downside case\n\n- DSCR: 1.10x'), ('scenario', E'In the stress case:\n\n- DSCR: 1.10x'),
	('scenario', 'In the downside case rents fall by a tenth. The DSCR is 1.10x.'), ('comparison', 'Alder Pointe is the best comparable. The going-in cap rate is 5.4%.'),
	('threshold', E'**Covenants:**\n\n- DSCR: 1.10x'), ('scenario', E'## Year 1\n\nDSCR: 1.10x'),
	('other', 'A good deal has a levered IRR of 20%.'), ('other', 'A DSCR of 1.50x is healthy.'), ('other', 'The weak case levered IRR is 9%.'),
	('other', 'Investors expect a levered IRR of 20%.'), ('other', 'The LTV is now 55%.'), ('other', 'The exit loan has an LTV of 55%.'),
	('other', 'Rates rise to 8%. The DSCR is thus 1.10x.'), ('other', 'The offer is a 5.4% going-in cap rate.'), ('other', 'High: 22% levered IRR; low: 9% levered IRR.'),
	('other', 'Downside: levered IRR 9%; DSCR 1.10x.'), ('other', 'Their levered IRR is 20%.'),
	('other', 'Is the levered IRR 22%?'), ('other', 'Riverside Tower has an LTV of 55%.'), ('other', 'Its DSCR is 1.10x.');
SELECT n, context, text, pg_temp.findings(text) FROM other
WHERE pg_temp.findings(text) ~ '!' OR memo_correct_prose(5600, text) <> text OR (context <> 'other' AND pg_temp.findings(text) = 'nothing') ORDER BY n;
SELECT n, context, text, pg_temp.findings(text) FROM other
WHERE context <> 'other' AND pg_temp.findings(text) !~ context ORDER BY n;
-- "the project's" says whose; only returns may be another project's
SELECT text, pg_temp.findings(text), memo_correct_prose(5600, text)
FROM (VALUES ('The project''s DSCR is 1.10x.'), ('The project LTV is 72%.'), ('The project’s equity multiple is 2.2x.'), ('The project equity multiple is 2.2x.')) AS t(text);
-- very many modifiers are no stack of calls
SELECT count(*) FROM memo_check_prose(5600, repeat('levered unlevered net gross ', 50000) || 'IRR is 14%');
SELECT (SELECT count(*) FROM plain) || ' plain, ' || (SELECT count(*) FROM sentence) + (SELECT count(*) FROM other) || ' others';
-- The trigger reads on only where a violation is possible: it marks the same texts as memo_check_prose
CREATE TEMP TABLE piece AS
	SELECT row_number() OVER (ORDER BY text COLLATE "C") AS n, text
	FROM (SELECT text FROM plain UNION SELECT text FROM other UNION SELECT text FROM sentence UNION VALUES ('Rents rose by 3%'), ('| IRR | 14% |'), ('it is said')) AS p;
INSERT INTO memocite.deal(deal_id, name) VALUES (5601, 'Plain, as written');
INSERT INTO memocite.metric SELECT 5601, metric, variant, value, unit FROM memocite.metric WHERE deal_id = 5600;
INSERT INTO memocite.section(deal_id, section_key, body)
SELECT 5601, format('k%s_%s', row_number() OVER () / 1000, row_number() OVER () % 1000), a.text || joint || b.text
FROM piece AS a, piece AS b, unnest(ARRAY[' ', '; ', E'\n', E'\n\n', ', ', ' while ', ' (', ' `x` ', ' but [SRC:1] ', '** ']) AS joint
WHERE (a.n * 31 + b.n * 7 + ascii(reverse(joint)) + length(joint)) % 23 = 0;
SELECT count(*) > 1000 AS many, count(*) FILTER (WHERE parse_quality = 'partial') > 100 AS marked,
	count(*) FILTER (WHERE (parse_quality = 'partial') <> EXISTS (SELECT FROM memo_check_prose(5600, body) WHERE verdict = 'violation')) AS differ
FROM memocite.section WHERE deal_id = 5601;
DELETE FROM memocite.deal WHERE deal_id IN (5600, 5601);

-- "Target IRR" of this deal is the headline, and never rewritable: unless the same paragraph or table also gives the IRR's
-- canonical value, then it is a threshold
INSERT INTO memocite.deal(deal_id, name) VALUES (5602, 'Targets');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (5602, 'irr', '', 18.5, 'percent'), (5602, 'dscr', '', 1.35, 'multiple'), (5602, 'ltv', '', 65, 'percent');
CREATE FUNCTION pg_temp.verdicts(body text) RETURNS text LANGUAGE sql AS $$
	SELECT string_agg(concat_ws(' ', metric, found, role, context, verdict, CASE WHEN rewritable THEN 'rewritable' END), '; ' ORDER BY start) FROM memo_check_prose(5602, body)
$$;
SELECT quote_literal(body), pg_temp.verdicts(body) FROM (VALUES
	(1, 'The target IRR is 14.2%.'), (2, 'Target IRR: 14.2%'), (3, 'We target a 14.2% IRR.'), (4, 'The deal targets a levered IRR of 14.2% over five years.'),
	(5, 'Our IRR target is 14.2%.'), (6, 'A 14.2% target IRR.'), (7, 'We are targeting an IRR of 14.2%.'), (8, '- **Target IRR:** 14.2%'), (9, E'### Target IRR\n\n14.2%'), (16, E'**Target IRR**\n\n14.2%'),
	(10, E'## Target returns\n\nThe levered IRR is 14.2%. The LTV is 70%.'), (11, E'| Metric | Value |\n|---|---|\n| Target IRR | 14.2% |'), (12, E'| Metric | Target |\n|---|---|\n| IRR | 14.2% |\n| DSCR | 1.20x |'),
	(13, E'## Target returns\n\n| Metric | Value |\n|---|---|\n| IRR | 14.2% |\n| LTV | 70% |'), (14, 'The target IRR is 18.5%.'), (15, 'The target IRR is 14.2% [SOURCE-A].')) AS t(n, body) ORDER BY n;
SELECT quote_literal(body), pg_temp.verdicts(body) FROM (VALUES
	(1, 'The target IRR is 15.0%. We underwrite an IRR of 18.5%.'), (2, 'The IRR of 18.5% exceeds our target IRR of 15.0%.'), (3, E'| Metric | Value |\n|---|---|\n| IRR | 18.5% |\n| Target IRR | 15.0% |')) AS t(n, body) ORDER BY n;
-- the target, minimum or hurdle of a lender, fund, investor or market, and the target of any other metric, is a threshold
SELECT quote_literal(body), pg_temp.verdicts(body) FROM (VALUES
	(1, 'The lender''s target IRR is 12%.'), (2, 'The fund targets an IRR of 12%.'), (3, 'Our investors target a 15% IRR.'), (4, 'The market target IRR is 15%.'), (5, 'The minimum target IRR is 12%.'),
	(6, 'The hurdle IRR is 8%.'), (7, 'The target DSCR is 1.20x.'), (8, 'We target an LTV of 70%.'), (9, 'Target IRR: 15%+'), (10, E'| Metric | Fund target |\n|---|---|\n| IRR | 12% |'),
	(11, E'## Lender targets\n\nThe IRR is 12%.'), (12, 'In the downside case the target IRR is 9%.'), (13, E'## Downside case\n\nTarget IRR: 9%')) AS t(n, body) ORDER BY n;
-- the target IRR of the sentence before makes no threshold of another metric; the lender's does, and so does a heading
SELECT quote_literal(body), pg_temp.verdicts(body) FROM (VALUES
	(1, 'We target an 18.5% IRR. The DSCR is 1.10x.'), (2, 'Target IRR: 18.5%. LTV: 70%.'), (3, 'The lender targets a 9% IRR. The DSCR is 1.10x.'), (4, E'## Target returns\n\nThe LTV is 70%.')) AS t(n, body) ORDER BY n;
DELETE FROM memocite.deal WHERE deal_id = 5602;
