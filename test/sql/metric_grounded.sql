-- Sentences that say by their subject, or by what they stand on, that their numbers are this deal's (ground_of() in
-- metric_subject.c), and what statements may end with (metric_tail.c). Only texts that are not as expected are shown.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
INSERT INTO memocite.deal(deal_id, name) VALUES (5650, 'Harborview Crossing');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES
	(5650, 'irr', 'levered', 18.5, 'percent'), (5650, 'dscr', '', 1.35, 'multiple'), (5650, 'ltv', '', 65, 'percent'),
	(5650, 'cap_rate', 'going_in', 5.4, 'percent'), (5650, 'cap_rate', 'exit', 5.9, 'percent'),
	(5650, 'debt_yield', '', 9.8, 'percent'), (5650, 'equity_multiple', '', 2.1, 'multiple');
CREATE FUNCTION pg_temp.violations(body text) RETURNS text LANGUAGE sql AS $$
	SELECT coalesce(string_agg(metric || ' ' || found, ', ' ORDER BY start), '') FROM memo_check_prose(5650, body) WHERE rewritable
$$;
CREATE TEMP TABLE wrong(n int GENERATED ALWAYS AS IDENTITY, text text, expected text);
-- each has a wrong number that is rewritten
INSERT INTO wrong(text, expected) VALUES
('Harborview Crossing''s levered IRR of 16.2% reflects a five-year hold.', 'irr 16.2'),
('The investment''s 13.6% projected IRR and 1.92x equity multiple compare favorably with alternatives available to the Fund.', 'irr 13.6, equity_multiple 1.92'),
('Our base case produces a levered IRR of 14.8% and a 1.92x equity multiple.', 'irr 14.8, equity_multiple 1.92'),
('We calculate a debt yield of 12.1%.', 'debt_yield 12.1'),
('We expect the investment to generate a levered IRR of 14.8%, supported by contractual rents.', 'irr 14.8'),
('We assume a sale in Year 5 at an exit cap rate of 5.5%.', 'cap_rate 5.5'),
('We underwrite disposition in month 60 at a 5.5% exit cap.', 'cap_rate 5.5'),
('The purchase price of $58.4 million represents a going-in capitalization rate of 5.1% on Year 1 NOI.', 'cap_rate 5.1'),
('The price equates to a 5.1% going-in cap rate.', 'cap_rate 5.1'),
('At the contract price the Year 1 NOI represents a going-in cap rate of 5.1%.', 'cap_rate 5.1'),
('At the purchase price of $58.4 million, the going-in cap rate is 5.1%.', 'cap_rate 5.1'),
('At closing, the loan will have a debt yield of 10.1% and a DSCR of 1.51x.', 'debt_yield 10.1, dscr 1.51'),
('The LTV at closing is 70%.', 'ltv 70'),
('On Year 1 NOI of $5.40 million, the DSCR is 1.20x.', 'dscr 1.20'),
('The transaction is structured with 72% LTV senior debt.', 'ltv 72'),
('The underwritten levered IRR for Harborview Crossing is 17.1%, below the average of its realized investments.', 'irr 17.1'),
('The levered IRR is 16.4%, which exceeds the fund''s target of 15%.', 'irr 16.4'),
('In the base case the investment generates a 13.9% levered IRR, which compares with the fund''s target of 13%.', 'irr 13.9'),
('LTV of 63% and DSCR of 1.29x leave room under the covenants of 70% and 1.20x.', 'ltv 63, dscr 1.29'),
('The DSCR of 1.29x clears the 1.20x covenant.', 'dscr 1.29'),
('The debt yield of 8.4% exceeds the 8.0% market threshold.', 'debt_yield 8.4'),
('The going-in cap rate of 5.1% is in line with the market.', 'cap_rate 5.1'),
('The going-in cap rate of 6.1% compares with a market average of 5.2%.', 'cap_rate 6.1'),
('- **DSCR:** 1.26x (minimum 1.20x)', 'dscr 1.26'),
('Our base case assumes a 5.2% exit cap rate.', 'cap_rate 5.2'),
('Our base case calls for a levered IRR of 14.8%.', 'irr 14.8'),
('Our 6.1% going-in cap rate is attractive relative to recent trades.', 'cap_rate 6.1'),
('We underwrite to a DSCR of 1.22x.', 'dscr 1.22'),
('We anticipate a levered IRR of approximately 14.8%.', 'irr 14.8'),
('We are acquiring Harborview Crossing at a 6.1% going-in cap rate.', 'cap_rate 6.1'),
('We are buying the property at a going-in cap rate of 6.1%.', 'cap_rate 6.1'),
('The acquisition is expected to yield a levered IRR of 14.8%.', 'irr 14.8'),
('Our LTV of 72% is below the lender''s 75% maximum.', 'ltv 72'),
('All told, we expect a levered IRR of 14.8%.', 'irr 14.8'),
-- behind a sentence of another, which has its own numbers
('The lender requires a minimum DSCR of 1.25x. We underwrite a DSCR of 1.52x.', 'dscr 1.52'),
('The appraised cap rate is 5.25%. Our purchase price reflects a going-in cap rate of 5.6%.', 'cap_rate 5.6'),
('Stonegate''s DSCR of 1.06x illustrates the danger of thin coverage. By contrast, our DSCR is 1.50x.', 'dscr 1.50'),
('The transaction meets the fund''s minimum return thresholds: a levered IRR of 15.0% and an equity multiple of 1.8x. The underwritten levered IRR is 17.5%.', 'irr 17.5'),
('If the property is sold in 2028, the levered IRR is 19.9%. Our base case is a five-year hold. The levered IRR is 17.7%.', 'irr 17.7'),
('Year 1 NOI is underwritten at $3.15 million, a 6% increase over trailing-12 NOI of $2.97 million. The purchase price of $58.4 million implies a going-in cap rate of 5.1%.', 'cap_rate 5.1'),
('Truist will provide a $37.96 million first mortgage loan. The LTV is 66%.', 'ltv 66'),
('Effective gross income is projected at $5.62 million in Year 1. Operating expenses total $2.47 million. The debt yield is 8.3%.', 'debt_yield 8.3'),
('The exit is modeled at the end of Year 5. The exit cap rate is 6.2%. It is applied to Year 6 NOI of $6.6 million.', 'cap_rate 6.2'),
('The senior loan represents an LTV of 68%. It is structured as a mortgage.', 'ltv 68'),
-- below titles
(E'**Leverage risk.** The LTV of 68% is moderate.', 'ltv 68'),
(E'**What is the IRR?** The levered IRR is 17.3%.', 'irr 17.3'),
(E'### Comparable 1: The Linden\n\nThe going-in cap rate is 5.1%.\n\n### Subject\n\nThe going-in cap rate is 5.8%.', 'cap_rate 5.8'),
(E'## Sensitivity\n\nThe base-case IRR is 14.3%.', 'irr 14.3'),
(E'## Comparables\n\nOur going-in cap rate is 5.1%.', 'cap_rate 5.1'),
(E'**Recommendation:** Approve, subject to the conditions in the final section\n\n### Key Metrics\n\n- **LTV:** 70%', 'ltv 70');
SELECT text, expected, pg_temp.violations(text) AS found FROM wrong WHERE pg_temp.violations(text) <> expected ORDER BY n;
SELECT count(*) FROM wrong;
-- a first year's is held against the plain value, for review: it may be a year of lease-up
SELECT text, metric, variant, verdict FROM unnest(ARRAY['DSCR (Year 1): 1.20x', 'DSCR (Year 1): 1.35x', 'IRR (Year 1): 12.0%']) AS text, memo_check_prose(5650, text) ORDER BY text;
-- none of these is rewritten
CREATE TEMP TABLE other(n int GENERATED ALWAYS AS IDENTITY, text text);
INSERT INTO other(text) VALUES
('We project a 12% IRR without the renovation.'), ('We project a 12% IRR before fees.'), ('We project a 12% IRR if rents fall.'), ('We project a 12% IRR in a downside case.'),
('Our DSCR would be 1.10x.'), ('Our DSCR covenant is 1.20x.'), ('Our minimum DSCR is 1.20x.'), ('Our model of March has a 12.0% IRR.'), ('Our IRR, according to the seller, is 22%.'),
('The deal''s IRR is 22% in the offering memorandum.'), ('The deal''s LTV is 75% including the mezzanine loan.'), ('The loan''s DSCR is 1.10x after the interest-only period.'),
('The loan has a 70% LTV on a stabilized basis.'), ('The property traded at a 4.9% cap rate.'), ('The property was financed at 75% LTV.'), ('The investment needs a 15% IRR.'),
('We underwrite 70% LTV and 1.25x DSCR on all loans.'), ('We recommend a loan with a DSCR of 1.25x.'), ('We recommend an LTV of at most 70%.'), ('We would accept a 12% IRR.'),
('Harborview Crossing''s prior owner had an LTV of 80%.'), ('Harborview Crossing''s sponsor projects a 22% IRR.'), ('Harborview Crossing had an LTV of 80% in 2019.'),
('Harborview Crossing competes with Elm Court, which trades at a 4.9% cap rate.'), ('The transaction would have an LTV of 75% with the mezzanine loan.'),
('We assume a sale in Year 7 at an exit cap rate of 6.2%.'), ('We assume a 5.5% exit cap rate in Year 10.'), ('Our downside case has a 9% IRR.'), ('Our second loan has a 70% LTV.'),
('At the asking price of $66 million, the going-in cap rate is 5.0%.'), ('At a price of $66 million, our going-in cap rate is 5.0%.'), ('On Year 3 NOI, the DSCR is 1.60x.'),
('On the appraised value our LTV is 61%.'), ('At maturity, our LTV is 50%.'), ('We tested our DSCR at 1.10x.'), ('Our loans have an LTV of 60%.'), ('Our fund''s IRR is 14%.'),
('The property''s DSCR falls to 1.10x.'), ('The deal returns 12% IRR at 60% leverage.'), ('Assume that rents fall. Our DSCR is 1.10x.'), ('Consider an early sale. The deal has a 21% IRR.'),
(E'## Downside case\n\nOur DSCR is 1.10x.'), (E'## Sponsor case\n\nWe project a 22% levered IRR.'), (E'In the downside case:\n\n- Our DSCR is 1.10x'),
('Our DSCR is 1.10x. This assumes a recession.'), ('Our levered IRR is 22%. We disagree with it.'), ('Our levered IRR is 22% (seller''s numbers).'), ('Our levered IRR is "22%".'),
('The DSCR of 1.29x clears the covenant after the renovation.'), ('The IRR of 12% leaves room assuming a sale.'), ('- **DSCR:** 1.26x (downside 1.20x)'), ('- **IRR:** 16% (18.5% base)'),
('The city provides a loan of $4 million. The LTV is 80%.'), ('A lender will provide a mezzanine loan. The LTV is 80%.'), ('The exit is modeled at the end of Year 9. The exit cap rate is 6.2%.'),
('The lender requires a DSCR of 1.25x. The LTV is 70%.'), ('Elm Court was sold in June. The property''s cap rate is 5.1%.');
INSERT INTO other(text) VALUES ('The LTV is 70%. The downside is severe.');
-- what stands behind a number dates it, supposes a case or names it otherwise
INSERT INTO other(text) VALUES
('Our LTV is 70%, our debt yield is 8.6%, our DSCR is 1.20x, each as of last year.'), ('Our LTV is 70%, our DSCR is 1.20x, both unchanged from last year.'), ('Our LTV is 70%, our DSCR is 1.20x, in Q3 2022.'),
('The IRR is 14.2% (equity multiple 1.7x), last year.'), ('The LTV is 70% (DSCR of 1.20x, as of last year).'), ('Our LTV is 70%, our DSCR is 1.20x, e.g. on flat rents.'), ('The LTV is 70%; the DSCR is 1.20x, as of last year.'),
('The LTV is 70%, but the DSCR is 1.20x, as of last year.'), ('The levered IRR is 14.2%, the equity multiple is 1.7x, reflecting last year.'), ('The LTV is 70% - the DSCR is 1.20x, as of last year.'),
('The going-in cap rate is 6.1%, which is the market average.'), ('The IRR is 14.2%, which is what competitors earn.'), ('The LTV is 70%, which is the industry norm.'), ('The DSCR is 1.20x, which is typical of peers.'),
('The IRR is 14.2%, and the equity multiple is 1.7x, which is the peer average.'), ('The DSCR is 1.20x, which is the covenant.'), ('Our DSCR is 1.20x, which is where the loan agreement traps cash.'), ('The LTV is 70%, which is the maximum.'),
('The IRR is 14.2%, which equals the hurdle.'), ('Our IRR is 14.2%, which is our target.'), ('The IRR is 14.2%, which the committee demands.'), ('The DSCR is 1.20x, which assumes rents fall 10%.'), ('The LTV is 70%, the limit.');
-- what a short name means perhaps is told, and not rewritten
INSERT INTO other(text) VALUES
(E'## Rent coverage\n\nDebt service is $4.1 million. Coverage is 3.0x.'), ('Debt service is $4.1 million. The loan is covered 1.54x.'), ('LTV and debt/EBITDA are both used. Leverage is 42%.'), (E'LTC is 72%. LTV is 60%.\n\nLeverage is 72%.'),
('The acquisition yield is 7.4% to investors.'), ('The loan has an entry yield of 11%.'), (E'The equity multiple is attractive.\n\nWe underwrite a 12x multiple.'), (E'The equity multiple is attractive.\n\n## Exit\n\nThe underwritten multiple is 8.0x.'),
('The NOI is 0.12x of invested equity.'), ('The deal is financed at 1.9x on equity.'), ('The exit cap is 1%.'), ('The IRR is strong and the deal has a 9x multiple.');
SELECT text, pg_temp.violations(text) AS found FROM other WHERE pg_temp.violations(text) <> '' ORDER BY n;
SELECT count(*) FROM other;
-- a sentence with many years is read once
SET statement_timeout = '5s';
SELECT count(*) FROM memo_check_prose(5650, repeat('Year 1 ', 40000) || 'is here. The DSCR is 1.20x.');
RESET statement_timeout;
-- the trigger, which reads on only where a violation is possible, marks the same
INSERT INTO memocite.section(deal_id, section_key, title, body) SELECT 5650, 'w' || n, 'Returns', text FROM wrong UNION ALL SELECT 5650, 'o' || n, 'Returns', text FROM other;
SELECT count(*) FILTER (WHERE parse_quality = 'partial') AS marked,
	string_agg(section_key, ', ' ORDER BY section_key COLLATE "C") FILTER (WHERE (parse_quality = 'partial') <> EXISTS (SELECT FROM memo_check_prose(5650, body) WHERE verdict = 'violation')) AS differ
FROM memocite.section WHERE deal_id = 5650;
DELETE FROM memocite.deal WHERE deal_id = 5650;
