-- What sets the scene for a number (chapter 5): the section's title, headings, the lead-in of a list, earlier sentences, and
-- modifiers that stand apart. A number is corrected only where all of them leave it this deal's headline.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
INSERT INTO memocite.deal(deal_id, name) VALUES (5610, 'Maple Court Apartments');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES
	(5610, 'irr', '', 18.5, 'percent'), (5610, 'irr', 'levered', 18.5, 'percent'), (5610, 'irr', 'unlevered', 9.0, 'percent'), (5610, 'irr', 'net', 14.0, 'percent'),
	(5610, 'dscr', '', 1.35, 'multiple'), (5610, 'ltv', '', 65, 'percent'), (5610, 'cap_rate', '', 5.1, 'percent'), (5610, 'cap_rate', 'exit', 5.75, 'percent'),
	(5610, 'debt_yield', '', 9.1, 'percent'), (5610, 'equity_multiple', '', 2.1, 'multiple');
CREATE FUNCTION pg_temp.findings(body text) RETURNS text LANGUAGE sql AS $$
	SELECT coalesce(string_agg(concat(metric, nullif('/' || variant, '/'), ' ', found, ' ' || nullif(role, 'point'), ' ' || context, ' ' || CASE WHEN rewritable THEN 'rewritable' ELSE verdict END), '; ' ORDER BY start), 'nothing')
	FROM memo_check_prose(5610, body)
$$;

-- Neutral surroundings: corrected
CREATE TEMP TABLE own(n int GENERATED ALWAYS AS IDENTITY, text text);
INSERT INTO own(text) VALUES
(E'## Executive Summary\n\nMaple Court is a 312-unit garden community in Austin. The levered IRR is 12.0%.'),
(E'## Executive Summary\n\nWe recommend approval. The investment generates a levered IRR of 12.0% and an equity multiple of 1.5x. Downside risks are limited.'),
(E'# Maple Court\n\n## Returns\n\n- IRR: 12%'),
(E'## Financing terms\n\n- LTV: 70%\n- DSCR: 1.20x'), (E'Key metrics:\n\n- IRR: 12%\n- LTV: 70%'), (E'## Exit\n\nThe IRR is 12%.'), (E'## Capital structure\n\nLTV: 70%'),
(E'## Market\n\nThe IRR is 12%.'), ('The property was built in 1998 and is 95% leased. The DSCR is 1.10x.'), ('The apartment community is located near Six Forks Road, Raleigh. LTV is 70%.'),
(E'## Investment Highlights\n\nThe property benefits from strong rent growth and limited new supply. The IRR is 12%.'),
(E'## Summary\n\nThe community was completed in 2006 and offers 240 apartments with a pool and a fitness center. The DSCR is 1.10x.'),
('The purchase price is $82.0 million. The cap rate is 6.5%.'), ('The loan of $53 million carries a fixed rate of 5.45%. LTV is 70%.'),
('We like this deal. The IRR is 12%.'),
('The business plan is simple: renovate 228 units over 30 months. The IRR is 12%.'), ('Returns are attractive. The equity multiple is 1.5x.'),
(E'## Financials\n\nNOI is $4.2 million. The debt yield is 8.0%.'), (E'Key returns:\n\n- Levered IRR: 12%\n- Equity multiple: 1.5x'),
(E'**Returns**\n\nThe IRR is 12%.'), ('The IRR is 12%. Downside risks are limited.'), ('The IRR is 12%. In the downside case, it falls to 9%.'), ('The LTV is 70%. The DSCR covenant is 1.20x.'), ('The IRR is 12%. This investment is attractive.'),
('The IRR is 12%. It is attractive.'), ('The property is 95% leased. The IRR is 12%.'), ('The LTV is 70%; the loan is fixed.'), (E'## 1. Overview\n\nThe IRR is 12%.'), (E'## Conclusion\n\nIn sum, the deal works. The IRR is 12%.'),
('We completed our due diligence. The IRR is 12%.'), ('All 312 units are leased. The IRR is 12%.'), ('In sum, the deal works. The IRR is 12%.'), ('Built in 1998, Maple Court offers ample parking. The IRR is 12%.'),
('With a 12% IRR, we recommend approval.'), ('Therefore, the IRR is 12%.'), ('The DSCR is 1.20x, comfortably above the 1.10x covenant.'), ('The IRR is 12%, which exceeds our hurdle.'), ('The IRR of 12% exceeds the 10% hurdle.'),
(E'- **Leverage:** 70% LTV'), (E'**Recommendation: Approve**\n\n- **IRR:** 12%'), ('Investors are active. Our IRR is 12%.'), ('Investors are active. At Maple Court, the IRR is 12%.'),
('NOI rose by 4%. The IRR is 12%.'), (E'- **Property:** Maple Court\n- **IRR:** 12%'), (E'- **Scenario:** Base\n- **IRR:** 12%'), (E'- **Lender:** Bank OZK\n- **LTV:** 70%'),
('The plan renovates 180 units over 24 months. We project an IRR of 12%.'), (E'## Scenario Analysis\n\n### Base Case\n\nThe IRR is 12%.'), ('The term is five years. The LTV is 70%.'), ('The interest rate is 5.85%. The LTV is 70%.'),
('The IRR is 12%. The LTV is 65%. Both compare favorably with the market.'), ('The DSCR is 1.20x. The lender''s covenant is 1.10x.'), (E'## Bottom Line\n\nThe IRR is 12%.'), (E'## I. Returns\n\nThe IRR is 12%.'), ('Demand is strong. The IRR is 12%.'), ('Rents are $1,745. The IRR is 12%.'), (E'## Base case\n\nThe sale returns $64.9 million to equity. The IRR is 12%.'),
('Investors are active. The deal''s IRR is 12%.'), ('Demand is strong. We underwrite an IRR of 12%.'), ('The DSCR is 1.35x. The LTV is 70%.'), ('The loan amount is $53 million. The LTV is 70%.'), (E'*Upside.* The IRR is 22%.\n\n*Base.* The IRR is 12%.'),
(E'| Metric | Value |\n|---|---|\n| IRR | 12.0% |\n\nThe IRR is 12.0%.'), (E'- Base: the IRR is 12%.\n- Upside: the IRR is 22%.'), ('The asset sits on 21 acres near downtown Raleigh. The going-in cap rate is 6.5%. The IRR is 12%.'),
('Sources and uses balance. The LTV is 70%.'),
('Base case returns are attractive. The IRR is 12%.'), ('Our own base case assumes 3% rent growth. The IRR is 12%.'), (E'## Returns (base case)\n\nThe IRR is 12%.'), ('This is our base case. The IRR is 12%.'), ('The IRR is 12% under our base case.'), ('Our IRR is 12%, well above the 10% hurdle.'),
('The IRR is 12%, reflecting strong rent growth.'), ('Our IRR is 12%, supported by strong rent growth.'), ('Our DSCR is 1.10x, so the loan is safe.'),
('The loan is fully funded at closing. The LTV is 70%.'), ('The DSCR is 1.10x. This is unlevered.'), ('Our IRR is 12%. It is attractive.'), ('Our DSCR is 1.10x. Rents in the model are modest.'),
('We hold Maple Court in Austin. The property''s cap rate is 5.6%.'), ('We like Maple Court. The IRR is 12%.'), ('We recommend Maple Court to the Investment Committee. The IRR is 12%.'), ('We own the land. The IRR is 12%.'),
('The cap rate is 5.6%. The sale closes in May.'), ('The cap rate is 5.6%. The property was renovated in 2019.'), ('The property''s cap rate is 5.6%. It is located in Austin.'), ('Our IRR is 12%. This reflects a five-year hold.'),
('Our IRR is 12%. It reflects strong rent growth.'), ('Our IRR is 12%. *Base case.*'), ('Our DSCR is 1.10x. This provides a cushion.'),
('The cap rate is 5½%.'), (E'The DSCR is 1.20x. The lender''s covenant is 1.10x.\n\nThis is the lender''s base case. The DSCR is 1.20x.'),
('Our returns are net of fees. Our DSCR is 1.10x.'), ('Returns are driven by NOI growth. Our IRR is 12%.'),
('Maple Court Apartments offers a levered IRR of 12%.'), ('The deal is in Austin. The IRR is 12%.'), (E'### Base case\n\nThe IRR is 12%.'),
('Our base case assumes 3% rent growth. The levered IRR is 12%.'), ('The purchase price is $82 million. The cap rate is 6.5%.'), ('The property has a 6.5% cap rate. Comparable sales traded between 5.2% and 5.6%.'), ('The cap rate is 6.5%. The market averages 5.5%.'), ('In a recession, the IRR falls to 9%. In the base case, we expect an IRR of 12%.');
SELECT n, text, pg_temp.findings(text) FROM own WHERE pg_temp.findings(text) !~ 'rewritable' ORDER BY n;
-- the base case as an attribute of a metric is ours, too: a headline
SELECT pg_temp.findings(E'Opinions of the IC follow.\n\nThe deal pays for its risk: a 12.0% base-case IRR and a 70% LTV.');

-- Surroundings that set another case, party, asset, time or source: found, and left alone
CREATE TEMP TABLE aside(n int GENERATED ALWAYS AS IDENTITY, text text);
INSERT INTO aside(text) VALUES
-- behind a sentence whose subject is not the deal, its property, loan or price
('With a 70% LTV, the IRR is 12%.'), ('With a 12% IRR, we would decline.'), ('The IRR is 12%, which exceeds the hurdle if rents grow.'), ('An early exit is attractive. The IRR is 21.0%.'), (E'An early exit is attractive.\n\nThe IRR is 21.0%.'), (E'**Downside**\n\n**Returns**\n\nThe IRR is 12%.'), ('The estimate is aggressive: 22% IRR.'), ('Demand is strong. The cap rate is 4.9%.'), ('Rents fell by 4%. The IRR is 12%.'), ('Investors are active in Austin. The cap rate is 4.9%.'), ('Multifamily is the largest property type in Austin. The cap rate is 4.9%.'), ('The solar program costs $2 million. The IRR is 19.1%.'),
('The model has been updated. The IRR is 17.6%.'), ('Renovation is worthwhile. The IRR is 31%.'), ('The abatement runs for ten years. The IRR is 20.2%. It is not in our base case.'), ('The total loan includes holdbacks. The LTV is 71%.'),
('The contract price is $62 million. The cap rate is 4.9%.'), ('The tenant roster is diverse. The IRR is 12%.'), ('The property next door is similar. The cap rate is 4.8%.'), ('The deal team was in Dallas. The IRR is 22%.'),
('The second property is in Dallas. The LTV is 55%.'), (E'The second property is in Dallas.\n\nThe LTV is 55%.'), ('The building was completed in 2016 with a construction loan. The LTV is 60%.'), ('The commercial units are leased to three tenants. The cap rate is 6.4%.'),
-- a list's item that says whose its siblings are, a paragraph's first sentence, what ends a run of metrics
(E'- **Lender:** Bank OZK (not selected)\n- **LTV:** 50%'), (E'- **Property:** Elm Court\n- **Cap rate:** 4.9%'), (E'- **Scenario:** Recession\n- **IRR:** 9.4%'), (E'- **Hold period:** 7 years\n- **IRR:** 14.1%'), (E'- **LTV:** 50%\n- **Status:** declined'),
(E'Our downside case has flat rents. Taxes rise as well.\n\nThe IRR is 9.8%.'), (E'Wells Fargo offered a smaller loan. It is non-recourse.\n\nThe LTV is 60%.'), (E'In the downside case, the IRR is 9.4%.\n\nThe DSCR is 1.11x.'),
('The IRR is 21.5%. The equity multiple is 2.40x. These are the broker''s numbers.'), ('The DSCR is 1.20x. The LTV is 75%. These covenants are tested quarterly.'), (E'- IRR: 9.8%\n- Equity multiple: 1.47x\n\nResults shown are for the downside case.'),
(E'The IRR is 21.5%. The equity multiple is 2.4x.\n\n*Source: Offering Memorandum, p. 14.*'), (E'- Price: $64 million\n- Cap rate: 4.9%\n\nThis was our first offer.'),
('We increased the exit cap rate by 50 bps. The IRR is 15.2%.'), ('We also own Elm Court. We project a 13% IRR.'), ('Insurance may double. The property generates a DSCR of 1.24x.'), ('With taxes reassessed, NOI is $3.0 million. The DSCR is 1.26x.'),
('Raise the price to $64 million and the IRR is 14.6%. The cap rate is 4.9%.'), ('Interest rates increased by 100 bps. The DSCR is 1.21x.'), (E'| Downside assumptions | Value |\n|---|---|\n| Rent growth | 0% |\n\nThe IRR is 9.8%.'),
(E'> The Linden has 280 units.\n\nThe cap rate is 4.9%.'), ('The deal was a success. The IRR is 24%.'),
-- a number that a table, a list or another sentence gives in another case
(E'| Scenario | IRR |\n|---|---|\n| Base | 18.5% |\n| Downside | 12.0% |\n\nThe IRR is 12.0%.'), (E'| Case | Value |\n|---|---|\n| Base | 18.5% |\n| Downside | 12.0% |\n\nThe IRR is 12.0%.'),
(E'| Exit cap | IRR |\n|---|---|\n| 5.50% | 19.8% |\n| 6.00% | 16.1% |\n\nThe IRR is 16.1%.'), (E'| Year | DSCR |\n|---|---|\n| 1 | 1.15x |\n| 2 | 1.35x |\n\nThe DSCR is 1.15x.'), (E'The IRR is 12.0%.\n\n| Case | IRR |\n|---|---|\n| Base | 18.5% |\n| Low | 12.0% |'),
(E'- In the downside case rents fall.\n\nThe IRR is 12.0%.'), (E'- Downside: IRR of 12.0%\n\nWe are prepared for that.\n\nThe IRR is 12.0%.'), (E'## Loan\n\nThe covenant is a DSCR of 1.20x.\n\n## Returns\n\nThe DSCR is 1.20x.'), (E'- Day one: DSCR is 1.15x\n- Year two: DSCR is 1.35x'),
('The retail space is leased to a grocery store. The cap rate is 6.4%.'), ('The hospital campus includes a medical office building. The cap rate is 6.3%.'),
(E'## Risks and mitigants\n\nThe principal risk is lease-up. The levered IRR is 12.0%.'), ('Vacancy is the principal risk. The DSCR is 1.10x.'), ('Insurance costs are a risk. The DSCR is 1.21x.'),
('At the asking price of $66 million the deal is thin. The cap rate is 5.0%.'), ('Our first offer is $58 million. The cap rate is 5.8%.'), ('The list price is $66 million. The cap rate is 5.0%.'), ('We recommend a price of $60 million. The IRR is 19.9%.'),
('Demand is strong. The IRR is 18.5%. Demand is weak. The IRR is 11.0%.'), ('The plan is fully executed. The IRR is 18.5%. The plan is partly executed. The IRR is 13.0%.'),
('The levered IRR is 22.0%. This is the sponsor''s projection.'), ('The levered IRR is 22.0%. The sponsor expects it.'), ('The levered IRR is 22.0%. The source is the sponsor''s model.'), ('The levered IRR is 22.0%. (Sponsor model)'), ('The levered IRR is 22% (sponsor).'),
(E'**Sponsor''s projections**\n\n- Levered IRR: 22.0%'), ('The sponsor presented its plan. The levered IRR is 22%.'), ('The levered IRR is 22%. Acme Capital provided this figure.'), ('- IRR: 22.0% (18.5% net)'), ('The deal returns a levered IRR of 22.0% gross and 18.5% net.'),
('The levered IRR is 22% gross.'), ('The levered IRR is 22% (gross) and 18.5% (net).'), ('- Levered IRR (net of fees): 15.9%'), ('The levered IRR is 22% (LP).'), ('The deal is attractive. The levered IRR for investors is 16.4%.'),
('The levered IRR is 22.0%. Our underwriting is lower.'), ('The levered IRR is 22.0%. Fees are not deducted.'), ('The levered IRR is 22.0%. It includes the earn-out.'), ('The levered IRR is 22.0%. Rents must grow 5% for that.'), ('The levered IRR is 14.0%; with the renovation it is 18.5%.'),
('The levered IRR is 14.0%. The renovation adds 450 bps.'), ('The deal has a 22.0% IRR while we have 18.5%.'), ('At a purchase price of $95 million the deal does not work. The levered IRR is 13.3%.'),
(E'The broker\'s email follows.\n\nThe property is well located.\n\nThe IRR is 12.0%.'), (E'We next describe the downside case.\n\nThe property is well located.\n\nThe IRR is 12.0%.'),
(E'"The property is well located.\n\nThe IRR is 12.0%.\n\nWe recommend approval."'), ('‹The IRR is 12.0%.›'), ('``The IRR is 12.0%.'''''), (E'IRR: 12.0% *\n\n* Downside case.'), (E'IRR: 12.0%#\n\n# Downside case.'),
('The IRR is 12.0%. Thus the sponsor.'), ('The IRR is 12.0%. Sponsor''s numbers, not ours.'), ('The IRR is 12.0%. Without renovation, that is.'), ('The IRR is 12.0%. Too low to be believed.'), ('The IRR is 12.0%. Was that so? Last year, yes.'),
(E'The IRR is 12.0%.\n\nThe figures above are those of the seller.'), (E'The IRR is 12.0%.\n\n---\n\nThese numbers come from the seller.'), ('Rates are up. The DSCR is 1.10x.'), ('The major tenant is out. The DSCR is 0.95x.'),
('LTV of 60% is conservative.'), ('Are we underwriting a 12.0% IRR'), ('IRR: [12.0%]'), ('IRR: {12.0%}'), ('- [ ] IRR: 12.0%'), ('IRR -1.5%'), (E'## Position\n\n- LTV: 55%'), (E'## Appendix\n\n- LTV: 55%'),
('Additional debt is available. The LTV is 75%.'), ('The city provides additional financing. The LTV is 80%.'), (E'## Construction loan\n\n- LTV: 55%'), (E'## Credit committee\n\n- LTV: 60%'), ('The annualized DSCR is 1.52x.'),
('The offering memorandum presents a projection. The projection shows an IRR of 22%.'), ('The offering memorandum includes a pro forma. The cap rate is 5.8%.'),
('The manager provides a model. The model shows a 22% IRR.'), ('The valuation report was prepared in March. The LTV is 58%.'), ('The letter of interest describes the loan. The LTV is 58%.'),
(E'## Management projections\n\n- IRR: 22%'), ('The nearby property is a 200-unit community. The cap rate is 4.9%.'),
('Our partner owns a shopping center near Tampa. The cap rate is 6.9%.'), ('The manager invested in a warehouse in Reno. The IRR is 24%.'),
('The team has executed this strategy in Dallas. The IRR is 22%.'), ('The retail portion is leased to a coffee shop. The cap rate is 6.9%.'), ('The hotel is a separate business. The DSCR is 1.10x.'),
('A new 300-unit community was completed nearby. The LTV is 55%.'), ('Half the building is vacant. The DSCR is 0.95x.'),
('The tenant closed its doors. The DSCR is 0.9x.'), ('Only half of the units are renovated. The IRR is 14%.'), (E'## Investment parameters\n\nThe LTV is 70%.'),
(E'## Loan program parameters\n\nThe LTV is 70%.'), (E'## Closing condition\n\nThe LTV is 70%.'), (E'## Neighborhood snapshot\n\nThe cap rate is 4.8%.'),
(E'## Pricing trends\n\nThe cap rate is 4.8%.'), (E'## Supply and demand\n\nThe cap rate is 4.8%.'), (E'## Our team\n\nThe IRR is 22%.'),
('The following are market benchmarks. LTV is 60%.'), ('Assume that the market softens. The IRR is 12%.'), ('Rents fall 10%. The IRR is 12%.'), ('Consider a 50 bps rise in rates. The DSCR is 1.05x.'),
('A 10% NOI decline was tested. The DSCR is 1.05x.'), ('Consider Elm Court. The equity multiple is 2.4x.'), ('Blackstone bought Oak Park. The cap rate is 4.9%.'),
('Here is what the lender wants. The DSCR is 1.25x.'), ('Our criteria are simple. The IRR is 15%. The LTV is 60%.'), (E'The term sheet asks for the following:\n\n- DSCR: 1.25x\n- Debt yield: 8%'),
(E'Here is what the lender wants.\n\n- DSCR: 1.25x'), (E'- Elm Court\n  - IRR: 22%'), (E'## Investment criteria\n\n- IRR: 15%\n- Equity multiple: 1.8x'), (E'## Fund guidelines\n\n- LTV: 65.5%'),
(E'## Track record\n\nThe IRR is 22%.'), (E'## Sponsor experience\n\n- IRR: 22%'), (E'## Mezzanine loan\n\nLTV: 80%'), (E'## Takeout financing\n\n- LTV: 55%'), (E'## Preferred equity\n\nThe IRR is 12%.'),
(E'## Fund-level returns\n\nThe IRR is 11%.'), (E'## Retail component\n\nThe cap rate is 6.5%.'), (E'## Phase 1\n\nThe IRR is 12%.'), (E'## Option B\n\nThe LTV is 75%.'), (E'## Elm Court (2019)\n\nThe IRR is 22%.'),
(E'## Downside case\n\n### Returns\n\nThe IRR is 12%.'), (E'## Hold for ten years\n\nThe IRR is 11%.'), (E'## Market\n\nThe cap rate is 4.9%.'), (E'## Refinancing\n\nLTV: 55%'), (E'## Year 3\n\nDSCR: 1.5x'),
('Occupancy stands at 95%. The debt yield is 8.0%.'), ('NOI grew 4% last year. The DSCR is 1.10x.'), ('Picture a recession. The DSCR is 1.05x.'), ('Let us look at a higher rate. The DSCR is 1.05x.'), ('The neighbor sold in May. The cap rate is 4.9%.'),
('KKR owns the tower next door. The LTV is 50%.'), ('Our last deal was smaller. The IRR is 22%.'), ('A second buyer is interested. The IRR is 12%.'),
('Suppose we sell early. The IRR is 12%.'), ('Leverage is then increased. The LTV is 75%.'), ('With mezzanine debt added, leverage rises. The LTV is 80%.'),
('The plan without renovation is weaker. The IRR is 11%.'), ('Three years later the loan matures. The LTV is 52%.'),
('In 2019 the asset was refinanced. The LTV is 58%.'), ('The appraiser takes another view. The cap rate is 5.5%.'),
('According to CBRE, pricing is firm. The cap rate is 5.5%.'), ('The guidance of the fund is strict. The LTV is 60%.'), ('Banks are cautious. The LTV is 55%.'),
('Insurers lend at low leverage. The LTV is 50%.'), (E'## Upside\n\nThe IRR is 22%.'), (E'## Bear\n\nThe IRR is 5%.'), (E'## Recession\n\nThe DSCR is 1.0x.'),
(E'## Case 2\n\nThe IRR is 12%.'), (E'## Low case\n\nThe IRR is 12%.'), (E'## What if we sell early?\n\nThe IRR is 12%.'),
(E'## Break-even analysis\n\nThe DSCR is 1.0x.'), (E'## Lender view\n\nThe DSCR is 1.2x.'), (E'## Appraisal\n\nThe cap rate is 5.5%.'),
(E'## Seller''s pro forma\n\nThe cap rate is 5.5%.'), (E'## Rejected bids\n\nThe IRR is 12%.'), (E'## Prior owner\n\nThe LTV is 70%.'),
(E'## History\n\nThe LTV is 70%.'), (E'## 2019\n\nThe LTV is 70%.'), (E'## Portfolio\n\nThe LTV is 60%.'), (E'## Riverside\n\nThe IRR is 12%.'),
(E'## Hurdles\n\nThe IRR is 8%.'), (E'## Limits\n\nLTV: 70%'), (E'## Tests\n\nDSCR: 1.2x'), (E'## Policy\n\nLTV: 70%'), (E'## Proposal B\n\nLTV: 70%'),
(E'## Tower 2\n\nThe cap rate is 6%.'), (E'## Glossary\n\nDSCR: 1.2x'), (E'## Example\n\nDSCR: 1.2x'), (E'Lender A:\n\n- LTV: 60%\n- DSCR: 1.3x'),
(E'Quote from Fannie:\n\n- LTV: 60%'), (E'Year 5:\n\n- DSCR: 1.8x'), (E'If we wait:\n\n- IRR: 12%'), (E'At exit:\n\n- LTV: 40%'), (E'Peers:\n\n- LTV: 40%'),
(E'After renovation:\n\n- Cap rate: 6.4%'), (E'- Case A\n  - IRR: 12%\n- Case B\n  - IRR: 14%'), ('- Elm Court: IRR 22%'), (E'1. Oak Park\n\n   The IRR is 22%.'),
(E'**Oak Park**\nIRR: 22%'), ('*Downside* – IRR: 9.5%'), ('He said ‘the IRR is 12%’.'), ('He wrote: „Die IRR is 12%.“'), ('<q>The IRR is 12%.</q>'), ('<s>IRR: 12%</s>'),
(E'> IRR: 12%\n> LTV: 70%'), ('The IRR is 12% or 14%.'), ('The IRR is 12% (14% before fees).'), ('The IRR is 12%-ish.'), ('IRR: 12%?'), ('IRR: 12% (TBD)'),
('The IRR is 12% pre-tax.'), ('The after-tax IRR is 10%.'), ('IRR after tax: 10%'), ('Leveraged at 75%, the IRR is 22%.'), ('IRR excluding fees: 15%'),
('IRR before promote: 17%'), ('The gross-to-net IRR is 12%.'), ('The IRR is 12%, on the unlevered plan.'), ('The cap rate is 6.2% stabilized.'),
('Stabilized, the cap rate is 6.2%.'), ('The trended cap rate is 6.2%.'), ('The DSCR is 1.9x during the IO period.'), ('The IO-period DSCR is 1.9x.'),
('The blended LTV is 72%.'), ('The loan-to-cost and LTV are 75% and 70%.'),
-- what stands behind speaks of the number: the next sentence or statement, a note
('The DSCR is 1.20x. That is the covenant.'), ('The IRR is 12%. This assumes a 20% fall in rents.'), ('The cap rate is 4.8%. This is the market average.'), ('The IRR is 22%. These are the seller''s figures.'),
('The IRR is 22%. The seller says so.'), ('The IRR is 22%. We disagree.'), ('The IRR is 22%. Nobody believes it.'), ('The IRR is 22%. Source: broker.'), ('The LTV is 52%. The existing loan matures in 2026.'), ('The IRR is 12%; downside.'), (E'The IRR is 12%.\n\n*Downside case; see appendix.*'),
(E'The IRR is 12%\\*.\n\n\\* Downside case'), (E'- LTV: 70%\n- DSCR: 1.2x\n\nThese are the lender''s limits.'), (E'The IRR is 12%.\n\nThis assumes a 20% fall in rents.'), ('The IRR is 12%... 14%.'),
-- a number of what metrics hang on, another time, in a sentence without a metric
('Vacancy is 20% here. The DSCR is 1.0x.'), ('Interest rates are 8.5%. The DSCR is 1.02x.'), ('Rents are 10% below budget. The IRR is 11%.'), ('Rents collapse. The IRR is 4%.'), ('The plan has two phases. The DSCR is 1.05x.'),
('We sell in year seven. The IRR is 13%.'), ('The hold is ten years. The IRR is 13%.'), ('Rents are flat for three years. The IRR is 11%.'), ('The first year is short. The DSCR is 1.05x.'), ('Month one is slow. The DSCR is 1.05x.'),
('Before debt, returns are modest. The IRR is 8.8%.'), ('All cash returns are modest. The IRR is 8.8%.'), ('Returns at the property level are modest. The IRR is 8.8%.'),
-- titles, headings and the like that are not made of ordinary words
(E'## Year one\n\nThe DSCR is 1.05x.'), (E'**2024**\n\nThe DSCR is 1.05x.'), (E'## Long Hold\n\nThe IRR is 12.5%.'), (E'## All cash\n\nThe IRR is 8.8%.'), (E'## After Tax\n\nThe IRR is 10%.'), (E'## Investor Returns\n\nThe IRR is 14.5%.'), (E'## Appraisal\n\nThe cap rate is 5.5%.'),
(E'## Offering memorandum\n\nThe IRR is 22%.'), (E'## Loan two\n\nThe LTV is 75%.'), (E'## Loan A\n\n- LTV: 50%\n- DSCR: 1.80x'), (E'- Property A\n  - Cap rate: 4.8%'),
-- a paragraph in emphasis is a heading; one that ends with another case tells of the next
(E'**Downside case**\n\nRents and occupancy are low.\n\nThe IRR is 9.5%.'), (E'Next, we ran a downside case in which rents fall by 10%.\n\nThe IRR is 9.0% and the DSCR is 1.05x.'), (E'Three comparables follow.\n\nElm Court is a 200-unit community.\n\nThe cap rate is 4.9%.'),
-- the base case is only spoken of, or another party's
('Rents are 10% below the base case. The IRR is 12%.'), ('This compares with an 18.5% base-case IRR. The IRR is 12%.'), ('NOI misses the base case by 10%. We expect an IRR of 12%.'), ('Relative to our base case, NOI is 10% lower. Our IRR is 12%.'),
('We haircut base case rents by 10%. The deal offers an IRR of 12%.'), ('Unlike the base case, this assumes no sale. The IRR is 12%.'), ('This deviates from our base case. The DSCR is 1.10x.'), ('Rents are 10% under the base case. The DSCR is 1.10x.'),
('The sponsor''s base case follows. The IRR is 22%.'), ('This is the lender''s base case. The DSCR is 1.20x.'), ('Their base case assumes 4% rent growth. The IRR is 22%.'), ('This was our base case. The IRR is 22%.'), ('This is not our base case. Our IRR is 22%.'),
('Rents grow by 2% (base case: 3%). The IRR is 12%.'), (E'## Sensitivity\n\n### Departures from base case\n\nThe IRR is 12%.'), (E'## Downside vs. base case\n\nOur IRR is 12%.'),
-- the number is held against what we underwrite, or against the canonical value
('The IRR is 12%, below our base case.'), ('The IRR is 12%, which is 230 bps below plan.'), ('The IRR is 12%, short of underwriting.'), ('The IRR of 12% is below our underwriting.'), ('The IRR is 12%, exceeding the base case.'),
('Our DSCR is 1.10x, slightly under the model.'), ('Our DSCR is 1.10x, lower than expected.'), ('Our IRR is 12%, below our 18.5% base case.'), ('The IRR is 12%, below the 18.5% target.'),
-- what stands apart behind it is an attribute, not a remark
('The IRR is 12%, untrended.'), ('Our IRR is 12%, post-renovation.'), ('The DSCR is 1.10x, annualized.'), ('The IRR is 22%, market-wide.'), ('We expect an IRR of 12%, ten-year.'), ('The LTV is 70%, superseded.'), ('The cap rate is 4.6%, tax-adjusted.'),
-- another time, run or deal, by how the sentence is built
('By then, the property is fully leased. The DSCR is 1.20x.'), ('At that point, the property is 95% leased. The deal offers an IRR of 12%.'), ('Afterwards, the loan amortizes. Our DSCR is 1.20x.'), ('NOI is expected to reach $5.8 million. The DSCR is 1.60x.'),
('The property is 100% leased in this run. The IRR is 22%.'), ('We underwrite no growth in this case. The deal offers an IRR of 12%.'),
('The purchase price is increased to $92 million. The property''s cap rate is 4.6%.'), ('The loan is then extended. The deal offers an IRR of 12%.'), ('The loan is not refinanced. Our IRR is 12%.'), ('We recommend the smaller loan. The property''s LTV is 55%.'), ('We propose a lower bid. Our IRR is 22%.'),
-- the next sentence says which it is, where it is from, or that it is not what we underwrite
('The IRR is 12%. This is unlevered.'), ('Our IRR is 12%. This is unlevered.'), ('Our IRR is 12%. That is after fees.'), ('The cap rate is 4.6%. This is a trailing figure.'), ('The DSCR is 1.10x. The figure is from May.'), ('The LTV is 70%. The number needs to be checked.'),
('Our IRR is 12%. It falls short of our underwriting.'), ('We underwrite an IRR of 12%. It misses the base case.'), ('Our IRR is 12%. The base case is 230 bps higher.'), ('Our DSCR is 1.10x. However, the base case is better.'),
('The IRR is 12%. The difference from the model is due to fees.'), ('Our IRR is 12%. The gap to our model is explained by fees.'), ('The IRR is 12%. The model says otherwise.'),
-- a sentence says what all returns are, even ours
('Our returns are net of fees. Our IRR is 12%.'), ('Returns are presented gross of fees. The deal offers an IRR of 22%.'), ('Returns are net of promote. Maple Court offers an IRR of 12% and an equity multiple of 1.5x.'),
('Returns are shown after fees and promote. We expect an IRR of 12%.'), ('All figures are before taxes. We underwrite an IRR of 22%.'), (E'All returns in this section are net of fees.\n\nOur IRR is 12%.'),
-- whose return, which debt
('For the property, the IRR is 9.1%.'), ('The IRR of the property is 9.1%.'), ('The IRR to investors is 14.2%.'), ('The total return is a 12% IRR.'), ('In total, the LTV is 80%.'),
('The total LTV is 80%.'), ('The overall financing has an LTV of 80%.'), ('The loan yields an IRR of 12%.'), ('Investor IRR: 13.0%'), ('Property IRR: 10.0%'), ('Property-level IRR: 10.0%'), ('Asset-level IRR: 10.0%'),
-- several values, tolerances, shares
('The IRR is 14% +/- 1%.'), ('LTV is 60% and 70%.'), ('IRR: 16% / 12% / 9%'), ('DSCR is 1.2x, 1.3x, 1.4x.'), ('IRR is 12% of total return.'), (E'1. DSCR 1.2x\n2. DSCR 1.3x\n3. DSCR 1.4x'), ('IRR 12%; 14%; 16%'), ('(a) IRR is 12%; (b) IRR is 20%'),
-- not the memo's own word
('~~The IRR is 12%.~~ The IRR is 18.5%.'), ('"The IRR is 12.0%."'), (U&'\201CThe IRR is 12.0%.\201D'), (U&'\2018The IRR is 12.0%.\2019'), ('''The IRR is 12.0%.'''), (U&'\00ABThe IRR is 12.0%.\00BB'), ('> The IRR is 12.0%.'),
('<code>IRR: 12%</code>'), ('<del>IRR: 12%</del>'), (E'<blockquote>\n\nThe IRR is 12%.\n\n</blockquote>'), (E'---\nirr: 12%\n---\n\nText.'), ('"We expect growth. The IRR is 12%."'),
-- about as much as the canonical value
('The IRR is roughly 18%.'), ('The IRR is circa 18%.'), ('IRR ~18%'), ('The LTV is about 64%.'),
-- another asset by its name, a deal that is done, a remark on another time, source or measure
('We own Lake Terrace. The IRR is 12%.'), ('We are co-investors in Meridian Place. The property''s cap rate is 5.6%.'), ('We have toured Elm Court and Oak Ridge. The property''s cap rate is 5.6%.'), ('The fund owns a 45% share of Elm Court. The property''s cap rate is 5.6%.'),
('We expect Elm Court to sell soon. The property''s cap rate is 5.6%.'), ('The property is Harbor Flats. The property''s LTV is 55%.'), ('The cap rate is 5.6%. The buyer was a REIT.'), ('The property''s cap rate is 5.6%. The sale closed in May.'), ('The LTV is 60%. The loan was repaid in full.'),
('The cap rate is 5.6%. The price per unit was $190,000.'), ('The cap rate is 5.6%. The property is next door.'), ('Our IRR is 12%. This reflects a ten-year hold.'), ('Our IRR is 12%. That number is from the OM.'), ('Our IRR is 12%. It is based on the offering memorandum.'),
('Our IRR is 12%. This reflects in-place income.'), ('Our IRR is 12%. *Downside case.*'), ('Our IRR is 12%. Net of fees.'), ('Our DSCR is 1.10x. Trailing twelve months.'), ('Our IRR is 12%. The figure includes the tax abatement.'), ('Our IRR is 12%. However, that excludes the earn-out.'),
('Our LTV is 60%. That is loan to cost.'), ('Our cap rate is 5.6%. It is no longer current.'), ('The cap rate is 5.6%. That property is in Dallas.'), ('Our cap rate is 5.6%. It applies to the retail space.'), ('Our IRR is 12%. This is only the retail portion.'),
-- the value of a cousin
('The IRR is 14.0%.'), ('The cap rate is 5.75%.');
SELECT n, text, pg_temp.findings(text) FROM aside WHERE pg_temp.findings(text) ~ 'rewritable' OR memo_correct_prose(5610, text) <> text ORDER BY n;

-- A modifier that stands apart gives the variant: its value is right
CREATE TEMP TABLE apart(n int GENERATED ALWAYS AS IDENTITY, text text);
INSERT INTO apart(text) VALUES
('On an unlevered basis, the IRR is 9.0%.'), ('Unlevered, the IRR is 9.0%.'), ('The IRR, unlevered, is 9.0%.'), ('The IRR is 9.0%, unlevered.'), ('The unlevered return is a 9.0% IRR.'), ('Unlevered returns: 9.0% IRR'),
('IRR (unlevered, pre-tax): 9.0%'), ('On a net basis, the IRR is 14.0%.'), (E'### Unlevered returns\n\n- IRR: 9.0%'), (E'### Exit assumptions\n\n- Cap rate: 5.75%'), ('IRR (unlevered): 9.0%'), ('IRR - unlevered: 9.0%'),
('The unlevered IRR is 9.0% and levered is 18.5%.'), ('Levered IRR 18.5%, unlevered 9.0%'), ('The levered IRR is 18.5%, and unlevered is 9%.'), ('The IRR is 18.5% and unlevered is 9.0%.'), ('Levered IRR: 18.5%; unlevered: 9.0%');
SELECT n, text, pg_temp.findings(text) FROM apart WHERE pg_temp.findings(text) ~ 'rewritable' OR memo_correct_prose(5610, text) <> text ORDER BY n;
-- of two, the wrong one only
SELECT text, memo_correct_prose(5610, text) FROM (VALUES ('Levered IRR 17%, unlevered 9.0%'), ('The levered IRR is 17% and the unlevered is 9.0%.'), ('The unlevered IRR is 8% and levered is 18.5%.')) AS t(text);

-- Titles of sections, or their keys: the trigger and memo_finalize
INSERT INTO memocite.section(deal_id, section_key, title, body)
SELECT 5610, 'k' || n, title, 'The IRR is 12.0%. The LTV is 70%.' FROM unnest(ARRAY['Executive Summary', 'Financial', 'Financial Analysis', 'Returns', 'Exit', 'Capital Structure',
	'Financing', 'Property overview', 'Risk', 'Risks & Mitigants', 'Recommendation', 'Investment thesis', 'Maple Court Apartments', '3. Returns', 'Sources and Uses', 'Business Plan', 'Operations', 'Debt', 'Base Case', 'Risk Assessment', 'Cash Flow', 'Capital Stack', 'Key Takeaways', NULL, '']) WITH ORDINALITY AS t(title, n);
SELECT title FROM memocite.section WHERE deal_id = 5610 AND parse_quality <> 'partial';
INSERT INTO memocite.section(deal_id, section_key, title, body)
SELECT 5610, 'o' || n, title, E'The IRR is 12.0%.\n\n- The LTV is 70%.' FROM unnest(ARRAY['Downside case', 'Covenants', 'Comparables', 'Sensitivity', 'Stress test', 'Sponsor track record', 'Mezzanine', 'Oak Park',
	'Elm Court (2019)', 'Prior deals', 'Alternatives', 'Target returns', 'Peer benchmarks', 'Takeout', 'Year 3', 'Waterfall', 'GP promote', 'Both', 'Years 1-3', 'Current loan']) WITH ORDINALITY AS t(title, n);
INSERT INTO memocite.section(deal_id, section_key, body) SELECT 5610, key, 'The IRR is 12.0%. The LTV is 70%.'
FROM unnest(ARRAY['downside_case', 'covenants', 'comparables', 'sensitivity', 'stress_test', 'track_record', 'mezzanine', 'elm_court',
	'refi', 'history', 'neighbors', 'conversion', 'recap', 'cases', 'tax', 'all_cash', 'hold_period', 'year_one', 'vacancy_risk']) AS key;
-- of a title that only may be another case's, the writer is asked
SELECT section_key, title FROM memocite.section WHERE deal_id = 5610 AND section_key !~ '^k\d' AND parse_quality <> 'full';
SELECT section_key, f.metric, f.found, f.context, f.verdict FROM memocite.section s, memo_check_prose(5610, s.body) f WHERE s.deal_id = 5610 AND s.section_key = 'o1';
UPDATE memocite.section SET title = 'Returns' WHERE deal_id = 5610 AND section_key = 'o1' RETURNING parse_quality;
UPDATE memocite.section SET title = 'Downside case' WHERE deal_id = 5610 AND section_key = 'o1' RETURNING parse_quality;
UPDATE memocite.section SET section_key = 'returns1' WHERE deal_id = 5610 AND section_key = 'all_cash' RETURNING parse_quality;
UPDATE memocite.section SET section_key = 'all_cash' WHERE deal_id = 5610 AND section_key = 'returns1' RETURNING parse_quality;
SET client_min_messages = error;
SELECT memo_finalize(5610, DATE '2026-06-30') ->> 'status';
SELECT count(*), count(*) FILTER (WHERE section_key ~ '^k\d') FROM memocite.event WHERE deal_id = 5610 AND code = 'metric_corrected';
-- a violation that is not corrected is told of, none is silent; another case's number is none
SELECT section_key, subject, detail FROM memocite.event WHERE deal_id = 5610 AND code = 'metric_violation' ORDER BY section_key COLLATE "C", subject COLLATE "C" LIMIT 4;
SELECT count(*) FROM memocite.event WHERE deal_id = 5610 AND code = 'metric_violation' AND section_key IN ('downside_case', 'covenants', 'stress_test');
-- of tables: a row that names a metric and has one number, unless headers, headings or title tell another case
INSERT INTO memocite.section(deal_id, section_key, title, body) VALUES
	(5610, 't1', 'Returns', E'| Metric | Value | Source |\n|---|---|---|\n| **Levered IRR** | 12.0% | Argus model |\n| LTV | 65% | |\n| DSCR | 1.10x | min. 1.20x |\n| Refinance at 50% LTV | none | |'),
	(5610, 't2', 'Returns', E'| | Base | Downside |\n|---|---|---|\n| LTV | 70% | 75% |'),
	(5610, 't3', 'Returns', E'| Metric | Downside |\n|---|---|\n| Levered IRR | 9.0% |'),
	(5610, 't4', 'Returns', E'| Property | LTV |\n|---|---|\n| Elm Court | 70% |'),
	(5610, 't5', 'Returns', E'| Metric | Elm Court |\n|---|---|\n| LTV | 70% |'),
	(5610, 't6', 'Comparables', E'| Metric | Value |\n|---|---|\n| LTV | 70% |'),
	(5610, 't7', 'Returns', E'In the downside case:\n\n| Metric | Value |\n|---|---|\n| LTV | 70% |'),
	(5610, 't8', 'Returns', E'### Base case\n\n| Metric | Base case |\n|---|---|\n| LTV at closing | 70% |\n| Elm Court IRR | 12.0% |');
SELECT s.section_key, f.metric, f.found, f.role, f.context, f.verdict, f.rewritable FROM memocite.section s, memo_check_prose(5610, s.body) AS f WHERE s.deal_id = 5610 AND s.section_key ~ '^t\d' ORDER BY s.section_key COLLATE "C", f.start;
SELECT memo_finalize(5610, DATE '2026-06-30') ->> 'status';
SELECT section_key, subject, detail FROM memocite.event WHERE deal_id = 5610 AND revision = 2 AND code IN ('metric_violation', 'metric_corrected') AND section_key ~ '^t\d'
ORDER BY section_key COLLATE "C", event_no;
-- The trigger marks the same texts as memo_check_prose, under any title
INSERT INTO memocite.deal(deal_id, name) VALUES (5611, 'Maple Court Apartments');
INSERT INTO memocite.metric SELECT 5611, metric, variant, value, unit FROM memocite.metric WHERE deal_id = 5610;
INSERT INTO memocite.section(deal_id, section_key, title, body)
SELECT 5611, 'k' || nth, (ARRAY[NULL, 'Returns', 'Downside case', 'Risk', 'Exit', 'Elm Court', 'Market', 'Maple Court'])[1 + nth % 8], text
FROM (SELECT row_number() OVER (ORDER BY text COLLATE "C") AS nth, text FROM (SELECT text FROM own UNION SELECT text FROM aside UNION SELECT text FROM apart UNION
	SELECT o.text || joint || a.text FROM own o, aside a, unnest(ARRAY[' ', E'\n\n']) AS joint WHERE (o.n * 7 + a.n + length(joint)) % 29 = 0) AS t) AS u;
SELECT count(*) > 200 AS many, count(*) FILTER (WHERE parse_quality = 'partial') > 20 AS marked,
	count(*) FILTER (WHERE (parse_quality = 'partial') <> EXISTS (SELECT FROM memo_check_prose(5611, body) WHERE verdict = 'violation')) AS differ
FROM memocite.section WHERE deal_id = 5611;
DELETE FROM memocite.deal WHERE deal_id IN (5610, 5611);
