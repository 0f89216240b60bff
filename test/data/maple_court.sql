-- The sample deal: "Maple Court Apartments", deal 1.
--
-- Seven agents wrote a section each; every one of them counts its sources from
-- 1, so the same id means different sources in different sections. The people,
-- places and figures are invented. Meant for as_of DATE '2026-06-30':
--   CREATE EXTENSION memocite; SELECT memo_init();
--   \i test/data/maple_court.sql
--   SELECT memo_finalize(1, DATE '2026-06-30');
--
-- What to look for: executive_summary has a [CANONICAL: ...], a marker that
-- starts a paragraph, a cluster of five and a note [^1]; financial another [^1],
-- superscripts in a table, [SOURCE-B] and the near miss [SRC:1, 2]; risk writes
-- "[SRC: 2]" in hard-wrapped lines and cites an id that no claim has (11);
-- comparables has markers in table cells; market uses [CoStar] and ends in a
-- list of sources of its own; property has a marker in a heading and one in a
-- code fence; exit has an H2 heading. What analysts and the model add is at the
-- end: notes of each of the four kinds, and one lineage of too little influence
-- to be shown. Ids 5 of executive_summary and risk are
-- one source, so are 1 of executive_summary and 4 of financial. Of the charts one
-- has a null among its points, one asks what another answers better, and one
-- (capital_stack) does too but answers a critical question.

INSERT INTO memocite.deal(deal_id, name, external_id, metadata) VALUES
    (1, 'Maple Court Apartments', '7d0c6f52-51c4-4f4e-9a55-0c1b3c1f8e01',
     '{"primary_doc_id": "om", "asset_class": "multifamily", "market": "Raleigh, NC"}');
DO $$ BEGIN PERFORM setval('memocite.deal_id_seq', 1); END $$;

-- documents; 180 days before 2026-06-30 is 2026-01-01
INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type, tag, ingested_on) VALUES
    (1, 'om', 'Offering Memorandum', 'deals/maple_court/offering_memorandum.pdf', 'pdf', 'A', '2026-05-04'),
    (1, 'rent_roll', 'Rent Roll, May 2026', 'deals/maple_court/rent_roll_2026-05.xlsx', 'excel', 'B', '2026-05-11'),
    (1, 't12', 'T-12 Operating Statement', 'deals/maple_court/t12_2026-04.xlsx', 'excel', 'C', '2026-05-11'),
    (1, 'appraisal', 'Appraisal Report', 'deals/maple_court/appraisal_2026-04-09.pdf', 'pdf', 'D', '2026-04-20'),
    (1, 'costar', 'CoStar Submarket Report: North Hills', 'deals/maple_court/costar_north_hills_2026q2.pdf', 'costar', 'E', '2026-06-02'),
    (1, 'esa', 'Phase I Environmental Site Assessment', 'deals/maple_court/phase_1_esa.pdf', 'pdf', 'F', '2025-11-14'),
    (1, 'term_sheet', 'Loan Term Sheet', 'deals/maple_court/senior_loan_term_sheet.pdf', 'pdf', 'G', '2026-06-18'),
    (1, 'argus_model', 'Argus Model', 'deals/maple_court/argus_maple_court_v7.xlsx', 'excel', 'H', '2026-06-22'),
    (1, 'pca', 'Property Condition Assessment', 'deals/maple_court/pca_final.pdf', 'pdf', 'I', '2025-12-09'),
    (1, 'sales_comps', 'Sales Comparables', 'deals/maple_court/sales_comparables.pdf', 'pdf', 'J', '2026-05-19'),
    (1, 'tax_notice', 'County Revaluation Notice', 'deals/maple_court/revaluation_notice.pdf', 'pdf', 'K', NULL),
    (1, 'sponsor', 'Sponsor Track Record', 'deals/maple_court/sponsor_track_record.docx', 'user', 'L', '2026-05-28'),
    (1, 'bls_release', 'Metropolitan Area Employment, April 2026', 'https://example.com/releases/metro-employment-2026-04', 'web', NULL, '2026-06-10'),
    (1, 'zoning', 'Zoning Verification Letter', 'deals/maple_court/zoning_letter.pdf', 'other', NULL, '2026-05-21');

INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content, score) VALUES
    (1, 'om-4', 'om', 4, $p$Maple Court Apartments is a 312-unit garden-style community completed in 1998 on 21.4 acres in the North Hills corridor of Raleigh, North Carolina. Thirteen three-story buildings surround two courtyards. The property is offered free and clear of existing financing.$p$, 0.93),
    (1, 'om-12', 'om', 12, $p$For the trailing twelve months ended April 2026 the property produced in-place net operating income of $4.2 million, after a management fee of 2.75% of effective gross income. Storm recovery income of $38,000 is excluded.$p$, 0.96),
    (1, 'om-18', 'om', 18, $p$Ownership has renovated 84 of 312 units since 2022. Renovated units achieved an average premium of $215 per month over classic floor plans, and no renovated unit has been vacant for more than 34 days.$p$, 0.88),
    (1, 'om-27', 'om', 27, $p$The remaining 228 interiors can be completed over 30 months at an average budget of $14,200 per unit. Exterior lighting, the fitness center and the dog park account for a further $1.36 million.$p$, 0.81),
    (1, 'rr-summary', 'rent_roll', NULL, $p$Summary. Units 312. Occupied units 298; physical occupancy 95.5%. Average in-place rent $1,745; average market rent $1,857; loss to lease 6.0%. Concessions outstanding on 11 leases.$p$, 0.91),
    (1, 'rr-expiry', 'rent_roll', NULL, $p$Expirations. Leases expiring within twelve months: 241 of 298. Month-to-month: 17. No calendar month holds more than 31 expirations.$p$, 0.77),
    (1, 't12-summary', 't12', NULL, $p$Trailing twelve months ended April 2026. Effective gross income 6,751,300. Total operating expenses 2,552,700. Net operating income 4,198,600.$p$, 0.95),
    (1, 't12-baddebt', 't12', NULL, $p$Bad debt fell from 2.4% of gross potential rent in the first half of 2025 to 1.1% in the four months ended April 2026. Legal fees for evictions were booked under administrative expense.$p$, 0.79),
    (1, 'appraisal-6', 'appraisal', 6, $p$In our opinion the market value of the fee simple interest, as is, as of April 9, 2026, is $83,100,000. The exposure time is estimated at three to six months.$p$, 0.94),
    (1, 'appraisal-33', 'appraisal', 33, $p$The five rent comparables average $1,872 per month unadjusted. After adjustment for age, finish and location we conclude a market rent of $1,860 for the average classic unit.$p$, 0.74),
    (1, 'appraisal-41', 'appraisal', 41, $p$The adjusted sales range from $251,000 to $279,000 per unit. Giving most weight to the two transactions within three miles, we reconcile to $266,000 per unit.$p$, 0.9),
    (1, 'appraisal-47', 'appraisal', 47, $p$A terminal capitalization rate of 5.25% is applied, a premium of 15 basis points over the going-in rate, which is consistent with investor surveys for assets of this vintage.$p$, 0.83),
    (1, 'costar-3', 'costar', 3, $p$Submarket vacancy stood at 7.8% in the second quarter of 2026, down from a cycle peak of 9.6% in the third quarter of 2024.$p$, 0.92),
    (1, 'costar-8', 'costar', 8, $p$Units under construction total 2,140, equal to 4.4% of inventory, the lowest share since 2016. No project of more than 200 units has broken ground in the past three quarters.$p$, 0.9),
    (1, 'costar-11', 'costar', 11, $p$Effective rents rose 1.9% over the year, led by 3-star product at 2.6%. Concessions average 3.1 weeks on new leases.$p$, 0.86),
    (1, 'esa-9', 'esa', 9, $p$A former dry cleaner operated 240 feet up-gradient of the site until 2003. The state issued a No Further Action letter in 2009. The assessment has revealed no recognized environmental conditions other than this controlled one.$p$, 0.71),
    (1, 'ts-2', 'term_sheet', 2, $p$Loan amount: $53,300,000, not to exceed 65.0% of the purchase price. Rate: 5.45%, fixed for the term. Interest only for 60 months; thereafter 30-year amortization.$p$, 0.97),
    (1, 'ts-3', 'term_sheet', 3, $p$Borrower shall maintain a debt service coverage ratio of at least 1.25x, tested quarterly on trailing-three-month net operating income. A breach for two consecutive quarters starts a full cash sweep.$p$, 0.89),
    (1, 'ts-5', 'term_sheet', 5, $p$Prepayment is subject to yield maintenance through month 54; the loan is open at par in the six months before maturity.$p$, 0.75),
    (1, 'argus-summary', 'argus_model', NULL, $p$Returns summary. Levered IRR 18.5%. Unlevered IRR 10.4%. Equity multiple 2.2x. Total equity 34,700,000. Hold 60 months.$p$, 0.98),
    (1, 'argus-exit', 'argus_model', NULL, $p$Reversion. Forward NOI 6,300,000. Terminal cap rate 5.25%. Gross sale price 120,000,000. Costs of sale 1.5%.$p$, 0.95),
    (1, 'argus-sens', 'argus_model', NULL, $p$Sensitivity. Terminal cap rate plus 50 basis points: levered IRR 15.0%, equity multiple 1.9x. Renovation premium 150 instead of 215: levered IRR 16.3%.$p$, 0.87),
    (1, 'pca-5', 'pca', 5, $p$Immediate repairs of $186,500 are recommended, of which $112,000 concerns stair stringers at Buildings 3, 7 and 11. The remainder is drainage and accessible parking.$p$, 0.84),
    (1, 'pca-14', 'pca', 14, $p$Inflated replacement reserves average $312 per unit per year over the twelve-year evaluation term. Roof replacement is expected in years seven through nine.$p$, 0.78),
    (1, 'pca-22', 'pca', 22, $p$Domestic water piping is CPVC with copper stub-outs. No polybutylene was observed. Individual split systems average eleven years of age; 96 condensing units were replaced in 2021.$p$, 0.72),
    (1, 'comps-2', 'sales_comps', 2, $p$Alder Pointe, Raleigh. 288 units, built 1999. Closed February 2026 at $74.9 million, or $260,100 per unit. Reported cap rate 5.0%.$p$, 0.85),
    (1, 'comps-3', 'sales_comps', 3, $p$The Linden at Six Forks, Raleigh. 340 units, built 2001. Closed November 2025 at $92.1 million, or $270,900 per unit. Reported cap rate 5.2%.$p$, 0.85),
    (1, 'comps-4', 'sales_comps', 4, $p$Harbor Glen, Cary. 264 units, built 1997. Closed September 2025 at $66.5 million, or $251,900 per unit. Reported cap rate 5.3%.$p$, 0.8),
    (1, 'comps-5', 'sales_comps', 5, $p$Westbrook Commons, Durham. 300 units, built 1996. Closed June 2025 at $76.2 million, or $254,000 per unit. Reported cap rate 5.4%. Buyer assumed the existing loan.$p$, 0.76),
    (1, 'tax-1', 'tax_notice', 1, $p$Total assessed value $61,870,000. The next county-wide reappraisal takes effect on January 1, 2027.$p$, 0.82),
    (1, 'sponsor-7', 'sponsor', 7, $p$Since 2014 the sponsor has sold eleven value-add communities in the Carolinas. The average hold was 4.6 years. Two of the eleven missed their original business plan.$p$, 0.7),
    (1, 'bls-1', 'bls_release', NULL, $p$Total nonfarm employment in Raleigh-Cary rose 2.3% over the year to April 2026, against 1.0% for the nation.$p$, 0.88);

-- what the model says: the memo's headline figures
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES
    (1, 'irr', 'levered', 18.5, 'percent'),
    (1, 'irr', 'unlevered', 10.4, 'percent'),
    (1, 'equity_multiple', '', 2.2, 'multiple'),
    (1, 'dscr', '', 1.45, 'multiple'),
    (1, 'ltv', '', 65.0, 'percent'),
    (1, 'cap_rate', 'going_in', 5.1, 'percent'),
    (1, 'cap_rate', 'exit', 5.25, 'percent'),
    (1, 'debt_yield', '', 7.9, 'percent');

INSERT INTO memocite.section(deal_id, section_key, title, position, agent, score, structured, body) VALUES
(1, 'executive_summary', 'Executive Summary', 10, 'synthesis', 0.91,
 '{"target_irr_pct": 18.5, "dscr": 1.45, "ltv_pct": 65.0, "cap_rate_pct": 5.1, "debt_yield_pct": 7.9, "equity_multiple": 2.2}',
$body$The investment team recommends that the committee approve the acquisition of Maple Court Apartments, a 312-unit garden community in the North Hills corridor of Raleigh [SRC:6], for $82.0 million, or about $262,800 per unit. The property's in-place NOI of $4.2M [SRC:1] supports a going-in cap rate of 5.1% on the purchase price. The appraiser concluded an as-is market value of $83.1 million [SRC:4], so the basis sits modestly below third-party value before a dollar of the renovation budget is spent.

### Why this asset, why now

Three things make the opportunity unusual for the submarket. First, the seller has already tested the business plan: 84 interiors were renovated since 2022, and the premium that those units achieved can be read in the rent roll rather than in a broker's projection. Second, supply is rolling over. Units under construction have fallen to 4.4% of inventory, the lowest share since 2016 [SRC:5], which matters because renovated units at Maple Court compete directly with lease-ups along Six Forks Road. Third, there is a mark-to-market that needs no capital at all: the average in-place rent of $1,745 trails the market rent of $1,857 by about 6.0%.

[SRC:3] The senior loan is sized at $53.3 million, an LTV of 65.0%, and carries a fixed rate of 5.45% with five years of interest-only payments. On in-place income that is a DSCR of 1.45x and a debt yield of 7.9%, before any renovated unit is counted. The structure leaves the business plan the full hold period to work, and the first test of the amortizing payment falls after the planned exit.

### Returns

- The base case produces a levered IRR of 18.5% [CANONICAL: irr=18.5] and a 2.2x equity multiple over a 60-month hold [SRC:2].
- Total equity is $34.7 million[^1], all of it funded at closing, so that the renovation program does not depend on future capital calls.
- With the terminal cap rate 50 basis points wider, the levered IRR would fall to 15.0% and the multiple to 1.9x [SRC:7]; principal is not at risk in any case that the team considers plausible.
- Roughly a seventh of total distributions comes from operations; the remainder depends on the sale, which is why the exit chapter deserves the committee's attention.

The valuation rests on evidence that agrees from five directions: operating history, appraisal, model, financing terms and supply [SRC:1] [SRC:4][SRC:2] [SRC:3][SRC:5].

### Principal concerns

The engineer identified immediate repairs of $186,500 [SRC:8], chiefly stair stringers at three buildings, and the seller has not yet agreed to a credit. Real estate taxes will be reset by the county-wide reappraisal, and the underwriting carries an increase that may still prove light. Finally, 228 interiors must be turned without losing occupancy, a pace that the sponsor has reached before but never in a single community of this size.

None of these concerns is a reason to decline. Each has a price, and the prices are in the model. We recommend approval at up to $82.0 million, subject to a repair credit of not less than $150,000, an updated environmental letter, and a rate lock on the terms quoted.

[^1]: Purchase price, a $4.6 million capital plan and $1.4 million of closing costs, less loan proceeds.
$body$),
(1, 'financial', 'Financial Analysis', 20, 'financial', 0.88,
 '{"target_irr_pct": 18.5, "dscr": 1.45, "ltv_pct": 65.0, "debt_yield_pct": 7.9, "equity_multiple": 2.2}',
$body$### Historical operations

Maple Court collected effective gross income of $6.75 million in the trailing twelve months and spent $2.55 million to run the property, leaving net operating income of $4.2 million [SRC:1][SRC:4]. The operating margin of 62% is typical for a garden community of this age with individually metered water, and it has been stable: the quarterly figure has stayed between 61% and 63% since the current manager took over. The statement was reconciled to bank deposits for the last six months without an unexplained difference[^1].

Collections have improved. Bad debt fell from 2.4% of gross potential rent in the first half of 2025 to 1.1% in the four months ended April 2026 [SRC:6]. We underwrite 1.5%, because the recent months benefit from a round of evictions that will not repeat every year. Physical occupancy is 95.5% [SOURCE-B], and no calendar month holds more than 31 lease expirations, so the renovation schedule can follow natural turnover.

| Thousands of dollars | Trailing 12 months | Year 1 | Year 5 |
|---|---:|---:|---:|
| Effective gross income | 6,751¹ | 7,020 | 9,200 |
| Operating expenses | 2,553 | 2,630 | 2,980 |
| Net operating income | 4,199¹ | 4,390 | 6,220 |
| Interest on the senior loan | 2,905² | 2,905 | 2,905 |
| DSCR | 1.45x | 1.51x | 2.14x |

¹ T-12 Operating Statement, year ended April 2026
² Loan Term Sheet, p. 2

### Revenue

Rent growth of 2.5% in the first year and 3.0% thereafter is applied to classic units. The renovation program is layered on top: 228 interiors at an average budget of $14,200 per unit [SRC:8], each earning the premium that the 84 completed units already earn. At $215 per month the program adds about $588,000 of annual rent when complete, a return on cost of 18% on interiors alone. Loss to lease burns off over the first eighteen months as leases turn; management reads the rent roll and the operating statement the same way we do [SRC:1, 2].

Other income is held flat per unit for two years. The seller's pro forma adds a technology package at $45 per month; we give it no credit, because fewer than a third of residents in the sponsor's other communities accept it.

### Expenses

Payroll, repairs and turnover grow at 3.0%. Insurance was re-quoted in May and came in 4% below the expiring premium. Taxes are the line that moves. The current assessed value is $61.87 million [SRC:7], about 75% of the purchase price, and the next reappraisal takes effect on January 1, 2027. We assume that the new assessment reaches 92% of the price and that the county lowers its rate by a tenth, as it has after each of the last three reappraisals. Every further five points of assessment costs about $36,000 of NOI a year.

### Financing and returns

The senior loan has a DSCR of 1.38x [SOURCE-G]; the lender deducts reserves that the model carries above the line. The quoted loan of $53.3 million is interest-only for the full hold at 5.45% [SRC:5]. An LTV of 65.0% and a debt yield of 7.9% are inside the lender's limits. The model returns a levered IRR of 18.5% and an equity multiple of 2.2x on $34.7 million of equity [SRC:3], and an unlevered IRR of 10.4%. Reserves of $312 per unit are deducted above the line in those figures, which is more conservative than the lender's own underwriting.

Three assumptions carry the result: the exit cap rate, the renovation premium and the pace of turns. The first is discussed in the exit chapter. Were the premium to settle at $150 instead of $215, the levered IRR would be 16.3% in the sensitivity case.

[^1]: T-12 Operating Statement, deposits tab.
$body$),
(1, 'risk', 'Risk Assessment', 30, 'risk', 0.84, NULL,
$body$The team scored nineteen risks. Seven are material to price or structure and are
discussed here; the remainder are listed in the closing checklist. Scores combine
likelihood and cost over the hold, net of what the purchase agreement already provides.

**Environmental.** A former dry cleaner operated 240 feet up-gradient of the site until
2003, and the state closed the file in 2009 [SRC: 1]. Soil gas was not sampled at the
time. The consultant considers vapor intrusion unlikely given the depth of groundwater,
but the report predates our offer and the lender will ask for a reliance letter.
[SRC: 1] We have asked for an update, at a cost of $6,500, as a condition of closing.

**Physical condition.** Immediate repairs of $186,500 were recommended, of which $112,000
concerns stair stringers at Buildings 3, 7 and 11 [SRC: 2]. The stringers are a life-safety
item: the work should start before closing and should not wait for the credit to be
negotiated. Longer-dated needs are modest. Inflated replacement reserves average $312 per
unit per year over the evaluation term [SRC: 6], and roofs fall due only in years seven
through nine, after the planned exit.

**Covenant.** The loan requires debt service coverage of at least 1.25x, tested quarterly
on trailing-three-month income [SRC: 3]. Coverage starts at 1.45x, so NOI may fall by about
14% before a breach, and a breach must persist for two consecutive quarters before the
sweep begins. Turning too many units in one quarter is the most likely way to get there:
forty units down for six weeks would cost a point and a half of annual occupancy and
about $97,000 of quarterly income. The asset plan therefore limits units offline to 24 at
any time.

**Supply.** The pipeline is thinning. Units under construction total 2,140, equal to 4.4%
of inventory [SRC: 5]. The risk lies in the next fifteen months, when two lease-ups within
a mile must fill about 520 units between them and will use concessions to do it. Our
first-year growth assumption of 2.5% is above what the submarket delivered over the last
year, and we would not resist a committee request to lower it.

**Taxes.** The next county-wide reappraisal takes effect on January 1, 2027 [SRC: 4].
A sale six months before that date gives the assessor the best comparable in the
submarket. The underwriting reserves for 92% of the purchase price; at 100% the first-year
NOI would be about $58,000 lower.

**Execution.** The sponsor has sold eleven value-add communities in the Carolinas since
2014, and two of the eleven missed their original business plan [SRC: 7]. Both misses were
in communities of more than 300 units, which is the size of this one. References from the
lender in those two transactions were good, and the sponsor kept both out of default.

**Insurance.** Named-storm deductibles rose from 2% to 3% at the last renewal [SRC: 11].
A single event that damages a tenth of the roofs would cost the ownership roughly $540,000
before recoveries.

### What would change our mind

Two findings would turn the recommendation: sampling that shows a complete vapor pathway,
or a lender requirement to amortize from the first month. Neither is expected. The
remaining risks move the IRR by less than 120 basis points each, and no two of them are
strongly correlated [SRC: 3][SRC: 5] [SRC: 2].
$body$),
(1, 'comparables', 'Comparable Transactions', 40, 'comparables', 0.86, NULL,
$body$Four sales of garden communities built between 1996 and 2001 closed in the Triangle over the past year. All four were marketed broadly, all four are of similar finish, and together they bracket the subject on price, size and age. The table reports each as recorded; adjustments follow.

| Property | Units | Built | Closed | Price | Per unit | Cap rate |
|---|---:|---:|---|---:|---:|---:|
| Alder Pointe | 288 | 1999 | February 2026 | $74.9M [SRC:1] | $260,100 | 5.0% |
| The Linden at Six Forks | 340 | 2001 | November 2025 | $92.1M [SRC:2] | $270,900 | 5.2% |
| Harbor Glen | 264 | 1997 | September 2025 | $66.5M [SRC:3] | $251,900 | 5.3% |
| Westbrook Commons | 300 | 1996 | June 2025 | $76.2M [SRC:4] | $254,000 | 5.4% |
| Maple Court (subject) | 312 | 1998 | pending | $82.0M | $262,800 | 5.1% |

### Location

Alder Pointe and The Linden at Six Forks lie within three miles of the subject and share its school assignments. Harbor Glen is in Cary, where household incomes are higher but the employment base is narrower; Westbrook Commons is in Durham and trades at a discount that has averaged 4% over the last five years. The two near sales deserve most of the weight, and the appraiser reached the same view: giving most weight to the two transactions within three miles, the report reconciles to $266,000 per unit [SRC:5].

### Condition and financing

None of the four had a renovation program under way at the time of sale. Alder Pointe was sold with original interiors, so its price is the cleanest indication of what an unrenovated unit is worth. The Linden was repositioned in 2019 and its rents show it. The buyer of Westbrook Commons assumed the existing loan [SRC:4], which carried a rate well below the market at the time; the implied cash-equivalent price is about 3% lower than recorded. We made that adjustment before comparing.

### Reading the evidence

After adjustment the sales run from $251,000 to $279,000 per unit [SRC:5]. At $262,800 the subject is priced 1% below the appraiser's reconciled figure and 1% above Alder Pointe, its closest sibling. The reported cap rates of the group run from 5.0% to 5.4%, and the two near sales average 5.1%, the same as our going-in yield. Put differently, the price contains no payment for the renovation upside: a buyer who did nothing would have paid a market price [SRC:1] [SRC:2][SRC:3][SRC:4], [SRC:5].

Two caveats. The sales closed while the ten-year Treasury moved within a band of sixty basis points, and the group is too small to separate that movement from differences in quality. And the broker who marketed the subject also marketed Alder Pointe and supplied the figures for it [SRC:1]; we confirmed the recorded price with the register of deeds but could not confirm the reported cap rate independently. The reported cap rate of Harbor Glen, too, comes from a single source.

Rent comparables are treated in the market chapter. On value, the conclusion is that the price is fair rather than cheap, and that the margin of safety must come from the operating plan.
$body$),
(1, 'market', 'Market Overview', 50, 'market', 0.8, NULL,
$body$Raleigh has added jobs faster than the nation in each of the last six years. Total nonfarm employment in Raleigh-Cary rose 2.3% over the year to April 2026, against 1.0% for the nation [SRC:1]. The gains were broad: life sciences, software and state government each contributed, and no single employer accounts for more than 4% of the total. Household formation has followed, although at a slower pace than during the migration years of 2021 and 2022.

### Submarket fundamentals

North Hills absorbed more units than it delivered in each of the last five quarters. Submarket vacancy stood at 7.8% in the second quarter of 2026, down from a cycle peak of 9.6% [CoStar]. That is still above the ten-year average of 6.4%, and the difference is almost entirely in communities that opened since 2023. Stabilized communities of the subject's class report vacancy close to 5%, consistent with the 95.5% occupancy of the property itself.

Rents have turned. Effective rents rose 1.9% over the year, led by 3-star product at 2.6% [CoStar]. Concessions average a little more than three weeks on new leases, half of what they were at the peak, and are concentrated in the lease-ups. The pattern is the usual one after a supply wave: the older stock, which cannot offer two months free, recovers first because it never lost its residents.

### Competitive position

The subject competes with eleven communities within two miles. The appraiser's five rent comparables average $1,872 per month unadjusted, and the report concludes a market rent of $1,860 for the average classic unit [SRC:2]. The rent roll's own market column is within three dollars of that figure. Renovated units rent for an average premium of $215 per month [SRC:3], and none of them has been vacant for more than 34 days. The premium leaves a gap of about $190 to the newest communities, which is where we would expect demand for a well-kept garden unit to meet resistance.

### Supply

The pipeline is the better half of the story. Construction loans remain scarce, and the cost of a new garden unit in this corridor, about $318,000, exceeds the price of existing ones by a fifth. No project of more than 200 units has broken ground in the past three quarters [CoStar]. Deliveries should fall below 800 units a year from 2027, against demand that has averaged 1,450. We expect vacancy to reach 6.5% by the end of 2027 and effective rent growth to run ahead of the 3.0% that the underwriting carries, but we do not rely on it.

### Affordability

The median renter household within three miles earns about $84,000. At the in-place rent, a resident of Maple Court spends a quarter of that income on housing; after renovation, 28%. Both shares are below the third at which turnover usually rises. Home ownership offers no relief: the monthly cost of a median house in the corridor is 1.7 times the renovated rent, the widest gap since records began.

**Sources**

- Metropolitan Area Employment, April 2026
- CoStar Submarket Report: North Hills, second quarter 2026
- Appraisal Report, p. 33
- Offering Memorandum, p. 18
$body$),
(1, 'property', 'Property Description', 60, 'property', 0.83, NULL,
$body$Maple Court was completed in 1998 on 21.4 acres [SRC:1]. Thirteen three-story buildings surround two courtyards, and a clubhouse of 6,200 square feet faces the entrance on Six Forks Road. Parking is on the surface at 1.8 spaces per unit. The site has two means of access, a signalized intersection to the south and a right-in, right-out drive to the north, and lies outside the hundred-year flood plain.

### Unit mix [SRC:2]

The mix leans toward two-bedroom units, which suits a corridor where roommates and young families outnumber singles.

| Type | Units | Area | In-place rent |
|---|---:|---:|---:|
| One bedroom | 108 | 742 ft² | $1,512 |
| Two bedrooms | 156 | 1,018 ft² | $1,806 |
| Three bedrooms | 48 | 1,264 ft² | $2,070 |
| Total | 312 | 960 ft² | $1,745 |

Areas are from the architect's drawings and were spot-checked in nine units. The average in-place rent of $1,745 agrees with the rent roll, in which 298 units are occupied [SRC:2]. The extract that the property manager's system delivers looks like this; the bracketed code in the last column is the system's own:

```
unit;type;area;rent;status;code
0301-A;2BR;1018;1795;occupied;[SRC:2]
0301-B;2BR;1018;1840;occupied;[SRC:1]
0302-A;1BR;742;1498;notice;[EXCEL-7]
```

### Building systems

The buildings are wood frame on slab with brick and fiber-cement siding. Domestic water piping is CPVC with copper stub-outs, and no polybutylene was observed [SRC:3]. Heating and cooling come from individual split systems with an average age of eleven years; 96 condensing units were replaced in 2021, and the capital plan replaces a further 120. Roofs are architectural shingle from two campaigns and have between seven and nine years left. Electrical service is 125 amperes per unit with copper branch wiring. Water is submetered, and residents pay for it.

The stair stringers are the exception to a good report. At three buildings the steel has corroded where it meets the slab, and the engineer asks for replacement now rather than later [SRC:4]. We walked two of the three with the engineer in May. The treads are sound; the connection is not, and temporary shoring is already in place at Building 7.

### Renovation program

[SRC:5] Ownership has renovated 84 of 312 units since 2022, with quartz counters, vinyl plank flooring, new appliances and lighting. The specification is restrained and rents well. We toured twelve renovated and twenty classic units: the classic interiors are clean and largely original, so that nothing already paid for would be torn out again. The remaining interiors can be completed over 30 months, eight a month, within natural turnover.

### Amenities and title

The pool and clubhouse were refreshed in 2023. The fitness center was not and is the most frequent complaint in resident surveys, hence its place in the exterior budget of $1.36 million. Current zoning permits the use as built, and the city has confirmed that the property could be rebuilt to its present density after a casualty. The survey shows one encroachment, a neighbor's fence along the eastern line, which the title company will insure over.
$body$),
(1, 'exit', 'Exit Strategy', 70, 'exit', 0.79, NULL,
$body$The business plan ends in a sale after 60 months, when the renovation program has been complete for two and a half years and the income has seasoned. A refinancing is the alternative if the market for sales is thin at that time; a hold to loan maturity is the last resort.

## Base case

The levered IRR is 17.9%.

## Sale

The model capitalizes forward net operating income of $6.3 million at a terminal cap rate of 5.25%, for a gross sale price of $120.0 million, or about $384,600 per unit [SRC:1]. Costs of sale are taken at 1.5%. After repayment of the loan the sale returns $64.9 million to equity, 85% of all distributions. The terminal rate is 15 basis points above the going-in rate and is the rate that the appraiser uses [SRC:2].

Is $384,600 per unit credible? It is 46% above today's price and implies growth of 7.9% a year, of which renovation accounts for about a third, the burn-off of loss to lease for a tenth, and market growth for the rest. A new unit in the corridor cannot be built for less than $318,000 today; at 3% inflation that figure reaches $369,000 in five years. We regard the exit price as demanding but within reach, and note that the adjusted sales of today range up to $279,000 per unit [SRC:5] for unrenovated communities.

## Sensitivity

Each 25 basis points on the terminal rate is worth about $5.5 million of price. With the terminal cap rate 50 basis points wider, the levered IRR would fall to 15.0% and the multiple to 1.9x [SRC:3]. At a terminal rate of 6.25% the equity would still come back, with a profit of more than $20 million. A delay of twelve months costs 140 basis points of IRR but adds to the multiple, because the debt stays interest-only for only 60 months and amortization then begins.

[CHART:sensitivity_exit_cap]

## Buyers

The likely buyer is a regional owner with a core-plus mandate, the group that bought The Linden at Six Forks, where the sale drew fourteen offers, and Alder Pointe. Institutional advisers returned to the Triangle in the past year. At a price above $100 million the pool of local private buyers shrinks; that is the main reason why the base case assumes a wider rate at exit than at entry even though the property will be better than it is today.

## Timing and debt

Prepayment is subject to yield maintenance through month 54, after which the loan is open at par [SRC:4]. A sale in month 60 therefore carries no prepayment cost, while a sale in month 48 would cost about $1.3 million at today's forward curve. The loan may be assumed once, for a fee of 1.0%, which could help a buyer if rates are higher at the time [SRC:4]!

If a sale is unattractive, stabilized income of $6.22 million would support a refinancing of about $64 million at a 1.35x coverage test and a 6.0% rate: enough to repay the senior loan and return almost a third of the equity. The committee should read this as protection of the downside rather than as a plan (see the covenant discussion in the risk chapter)[SRC:3].
$body$);

-- What each agent's ids stand for. Where claim_text is given, the claim may be
-- placed at the sentence it supports even when the agent wrote no marker for it.
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page, passage_id, locator, confidence, quote, claim_text) VALUES
    (1, '0a000000-0000-4000-8000-000000000001', 'executive_summary', 1, 'om', 12, 'om-12', NULL, 0.93, 'in-place net operating income of $4.2 million', NULL),
    (1, '0a000000-0000-4000-8000-000000000002', 'executive_summary', 2, 'argus_model', NULL, 'argus-summary', 'Summary!C14', 0.97, 'Levered IRR 18.5%.', NULL),
    (1, '0a000000-0000-4000-8000-000000000003', 'executive_summary', 3, 'term_sheet', 2, 'ts-2', NULL, 0.95, 'Loan amount: $53,300,000, not to exceed 65.0% of the purchase price.', NULL),
    (1, '0a000000-0000-4000-8000-000000000004', 'executive_summary', 4, 'appraisal', 6, 'appraisal-6', NULL, 0.94, 'the market value of the fee simple interest, as is, as of April 9, 2026, is $83,100,000', NULL),
    (1, '0a000000-0000-4000-8000-000000000005', 'executive_summary', 5, 'costar', 8, 'costar-8', NULL, 0.9, 'equal to 4.4% of inventory, the lowest share since 2016', NULL),
    (1, '0a000000-0000-4000-8000-000000000006', 'executive_summary', 6, 'om', 4, 'om-4', NULL, 0.88, 'a 312-unit garden-style community completed in 1998', NULL),
    (1, '0a000000-0000-4000-8000-000000000007', 'executive_summary', 7, 'argus_model', NULL, 'argus-sens', 'Sensitivity!D9', 0.86, 'Terminal cap rate plus 50 basis points: levered IRR 15.0%, equity multiple 1.9x.', NULL),
    (1, '0a000000-0000-4000-8000-000000000008', 'executive_summary', 8, 'pca', 5, 'pca-5', NULL, 0.84, 'Immediate repairs of $186,500 are recommended', NULL),
    (1, '0a000000-0000-4000-8000-000000000009', 'executive_summary', 9, 'rent_roll', NULL, 'rr-summary', 'Summary!B6', 0.9, 'Average in-place rent $1,745; average market rent $1,857; loss to lease 6.0%.', 'the average in-place rent of $1,745 trails the market rent of $1,857 by about 6.0%'),

    (1, '0b000000-0000-4000-8000-000000000001', 'financial', 1, 't12', NULL, 't12-summary', 'T12!F48', 0.96, 'Net operating income 4,198,600.', NULL),
    (1, '0b000000-0000-4000-8000-000000000002', 'financial', 2, 'rent_roll', NULL, 'rr-summary', 'Summary!B6', 0.88, 'loss to lease 6.0%', NULL),
    (1, '0b000000-0000-4000-8000-000000000003', 'financial', 3, 'argus_model', NULL, 'argus-summary', 'Summary!C14', 0.97, 'Total equity 34,700,000.', NULL),
    (1, '0b000000-0000-4000-8000-000000000004', 'financial', 4, 'om', 12, 'om-12', NULL, 0.9, 'For the trailing twelve months ended April 2026', NULL),
    (1, '0b000000-0000-4000-8000-000000000005', 'financial', 5, 'term_sheet', 2, 'ts-2', NULL, 0.95, 'Rate: 5.45%, fixed for the term.', NULL),
    (1, '0b000000-0000-4000-8000-000000000006', 'financial', 6, 't12', NULL, 't12-baddebt', 'T12!F31', 0.82, 'Bad debt fell from 2.4% of gross potential rent in the first half of 2025 to 1.1% in the four months ended April 2026.', NULL),
    (1, '0b000000-0000-4000-8000-000000000007', 'financial', 7, 'tax_notice', 1, 'tax-1', NULL, 0.8, 'Total assessed value $61,870,000.', NULL),
    (1, '0b000000-0000-4000-8000-000000000008', 'financial', 8, 'om', 27, 'om-27', NULL, 0.7, 'The remaining 228 interiors can be completed over 30 months at an average budget of $14,200 per unit.', NULL),
    (1, '0b000000-0000-4000-8000-000000000009', 'financial', 9, 'argus_model', NULL, 'argus-sens', 'Sensitivity!D12', 0.78, 'Renovation premium 150 instead of 215: levered IRR 16.3%.', 'Were the premium to settle at $150 instead of $215, the levered IRR would be 16.3%'),
    (1, '0b000000-0000-4000-8000-00000000000a', 'financial', 10, 'rent_roll', NULL, 'rr-expiry', 'Expirations!A3', 0.75, 'No calendar month holds more than 31 expirations.', 'no calendar month holds more than 31 lease expirations'),

    (1, '0c000000-0000-4000-8000-000000000001', 'risk', 1, 'esa', 9, 'esa-9', NULL, 0.72, 'A former dry cleaner operated 240 feet up-gradient of the site until 2003.', NULL),
    (1, '0c000000-0000-4000-8000-000000000002', 'risk', 2, 'pca', 5, 'pca-5', NULL, 0.85, 'of which $112,000 concerns stair stringers at Buildings 3, 7 and 11', NULL),
    (1, '0c000000-0000-4000-8000-000000000003', 'risk', 3, 'term_sheet', 3, 'ts-3', NULL, 0.91, 'a debt service coverage ratio of at least 1.25x, tested quarterly', NULL),
    (1, '0c000000-0000-4000-8000-000000000004', 'risk', 4, 'tax_notice', 1, 'tax-1', NULL, 0.83, 'The next county-wide reappraisal takes effect on January 1, 2027.', NULL),
    (1, '0c000000-0000-4000-8000-000000000005', 'risk', 5, 'costar', 8, 'costar-8', NULL, 0.9, 'Units under construction total 2,140', NULL),
    (1, '0c000000-0000-4000-8000-000000000006', 'risk', 6, 'pca', 14, 'pca-14', NULL, 0.76, 'Inflated replacement reserves average $312 per unit per year', NULL),
    (1, '0c000000-0000-4000-8000-000000000007', 'risk', 7, 'sponsor', 7, 'sponsor-7', NULL, 0.42, 'Two of the eleven missed their original business plan.', NULL),

    (1, '0d000000-0000-4000-8000-000000000001', 'comparables', 1, 'sales_comps', 2, 'comps-2', NULL, 0.74, 'Closed February 2026 at $74.9 million', NULL),
    (1, '0d000000-0000-4000-8000-000000000002', 'comparables', 2, 'sales_comps', 3, 'comps-3', NULL, 0.86, 'Closed November 2025 at $92.1 million', NULL),
    (1, '0d000000-0000-4000-8000-000000000003', 'comparables', 3, 'sales_comps', 4, 'comps-4', NULL, 0.45, 'Closed September 2025 at $66.5 million', NULL),
    (1, '0d000000-0000-4000-8000-000000000004', 'comparables', 4, 'sales_comps', 5, 'comps-5', NULL, 0.7, 'Buyer assumed the existing loan.', NULL),
    (1, '0d000000-0000-4000-8000-000000000005', 'comparables', 5, 'appraisal', 41, 'appraisal-41', NULL, 0.92, 'we reconcile to $266,000 per unit', NULL),

    (1, '0e000000-0000-4000-8000-000000000001', 'market', 1, 'bls_release', NULL, 'bls-1', NULL, 0.89, 'Total nonfarm employment in Raleigh-Cary rose 2.3% over the year to April 2026', NULL),
    (1, '0e000000-0000-4000-8000-000000000002', 'market', 2, 'appraisal', 33, 'appraisal-33', NULL, 0.81, 'The five rent comparables average $1,872 per month unadjusted.', NULL),
    (1, '0e000000-0000-4000-8000-000000000003', 'market', 3, 'om', 18, 'om-18', NULL, 0.77, 'an average premium of $215 per month', NULL),

    (1, '0f000000-0000-4000-8000-000000000001', 'property', 1, 'om', 4, 'om-4', NULL, 0.9, 'completed in 1998 on 21.4 acres', NULL),
    (1, '0f000000-0000-4000-8000-000000000002', 'property', 2, 'rent_roll', NULL, 'rr-summary', 'Summary!B6', 0.92, 'Occupied units 298; physical occupancy 95.5%.', NULL),
    (1, '0f000000-0000-4000-8000-000000000003', 'property', 3, 'pca', 22, 'pca-22', NULL, 0.8, 'Domestic water piping is CPVC with copper stub-outs. No polybutylene was observed.', NULL),
    (1, '0f000000-0000-4000-8000-000000000004', 'property', 4, 'pca', 5, 'pca-5', NULL, 0.85, 'stair stringers at Buildings 3, 7 and 11', NULL),
    (1, '0f000000-0000-4000-8000-000000000005', 'property', 5, 'om', 18, 'om-18', NULL, 0.87, 'Ownership has renovated 84 of 312 units since 2022.', NULL),

    (1, '10000000-0000-4000-8000-000000000001', 'exit', 1, 'argus_model', NULL, 'argus-exit', 'Exit!B7', 0.95, 'Gross sale price 120,000,000.', NULL),
    (1, '10000000-0000-4000-8000-000000000002', 'exit', 2, 'appraisal', 47, 'appraisal-47', NULL, 0.83, 'A terminal capitalization rate of 5.25% is applied', NULL),
    (1, '10000000-0000-4000-8000-000000000003', 'exit', 3, 'argus_model', NULL, 'argus-sens', 'Sensitivity!D9', 0.86, 'levered IRR 15.0%, equity multiple 1.9x', NULL),
    (1, '10000000-0000-4000-8000-000000000004', 'exit', 4, 'term_sheet', 5, 'ts-5', NULL, 0.78, 'Prepayment is subject to yield maintenance through month 54', NULL),
    (1, '10000000-0000-4000-8000-000000000005', 'exit', 5, 'appraisal', 41, 'appraisal-41', NULL, 0.92, 'The adjusted sales range from $251,000 to $279,000 per unit.', NULL),
    (1, '10000000-0000-4000-8000-000000000006', 'exit', 6, 'sales_comps', 3, 'comps-3', NULL, 0.6, 'The Linden at Six Forks, Raleigh.', 'The Linden at Six Forks, where the auction drew fourteen offers');

-- the model-intelligence context
DO $do$ BEGIN PERFORM memo_load_context(1, $json${
    "ic_notes": [
        {"message": "The committee asked on 9 June that the repair credit be written into the contract, not into a side letter.",
         "anchor": "We recommend approval at up to $82.0 million, subject to a repair credit of not less than $150,000",
         "author": "M. Okafor", "date": "2026-06-12"},
        {"message": "Visit two of the five rent comparables before closing.", "section_key": "market", "author": "L. Brandt"}],
    "red_flags": [
        {"message": "The terminal cap rate is typed in and not linked to the sheet of sales.", "severity": "high",
         "cell": "Exit!B5", "section_key": "exit", "metric": "exit_cap_rate"}],
    "source_conflicts": [
        {"section_key": "financial", "anchor": "leaving net operating income of $4.2 million", "metric": "noi", "values": [
            {"value": 4390000, "unit": "usd", "source_type": "pdf", "doc_id": "om"},
            {"value": 4199000, "unit": "usd", "source_type": "excel", "doc_id": "t12"}]}],
    "metric_lineage": [
        {"metric": "levered_irr", "label": "Levered IRR", "cell": "Summary!C14", "depth": 14, "n_assumptions": 41, "assumptions": [
            {"label": "Terminal cap rate", "cell": "Exit!B5", "value": "5.25%", "influence": 0.81},
            {"label": "Renovation premium", "cell": "Renovation!C8", "value": "$215", "influence": 0.64},
            {"label": "Turns per month", "cell": "Renovation!C11", "value": 9, "influence": 0.33}]},
        {"metric": "equity_multiple", "section_key": "financial", "cell": "Summary!C15", "depth": 15, "n_assumptions": 41, "assumptions": [
            {"label": "Terminal cap rate", "cell": "Exit!B5", "value": "5.25%", "influence": 0.77}]},
        {"metric": "dscr", "cell": "Debt!D20", "depth": 6, "assumptions": [
            {"label": "Interest rate", "cell": "Debt!C4", "value": "5.45%", "influence": 0.42}]}]
}$json$); END $do$;

-- candidate charts
INSERT INTO memocite.chart(deal_id, chart_id, section_key, confidence, after_paragraph, config) VALUES
    (1, 'capital_stack', 'executive_summary', 0.30, NULL, '{"type": "capital_stack", "title": "Sources of $88.0 million", "unit": "usd", "yLabel": "Amount", "series": [{"name": "At closing", "data": [{"x": "Senior loan", "y": 53300000}, {"x": "Equity", "y": 34700000}]}], "insightCaption": "Senior debt funds 61% of the uses; all equity is paid in at closing.", "decisionQuestion": "Who funds the deal?", "sources": [3]}'),
    (1, 'funding_split', 'executive_summary', 0.70, 2, '{"type": "donut", "title": "Debt and equity", "unit": "usd", "series": [{"data": [{"x": "Debt", "y": 53300000}, {"x": "Equity", "y": 34700000}]}], "insightCaption": "Three fifths of the uses are debt.", "decisionQuestion": "Who funds the deal?"}'),
    (1, 'noi_bridge', 'financial', 0.90, 1, '{"type": "comparison", "title": "In-place and stabilized NOI", "unit": "usd", "series": [{"data": [{"x": "In place", "y": 4198600}, {"x": "Stabilized", "y": 6220000}]}], "insightCaption": "Renovation and loss to lease lift NOI by almost half.", "decisionQuestion": "Where does growth of NOI come from?", "sources": ["t12", "argus_model"]}'),
    (1, 'sensitivity_exit_cap', 'exit', 0.85, NULL, '{"type": "tornado", "title": "Levered IRR when the exit cap rate moves", "unit": "percent", "yLabel": "Levered IRR", "base": 18.5, "series": [{"data": [{"x": "Exit cap rate + 50 bp", "low": 15.0, "high": 18.5}]}], "insightCaption": "Fifty basis points on the exit cap rate cost 3.5 points of IRR.", "decisionQuestion": "Which assumptions move the returns most?", "sources": ["argus_model"]}'),
    (1, 'price_per_unit', 'comparables', 0.80, 2, '{"type": "horizontal_bar", "title": "Price per unit of near sales", "unit": "usd", "series": [{"data": [{"x": "Maple Court", "y": 262800}, {"x": "The Linden at Six Forks", "y": 270900}, {"x": "Alder Pointe", "y": 260100}]}], "insightCaption": "The price lies between the two sales within three miles.", "decisionQuestion": "Do we buy at the right price?", "sources": ["sales_comps"]}'),
    (1, 'price_range', 'comparables', 0.60, 3, '{"type": "bar", "title": "Adjusted prices", "unit": "usd", "series": [{"data": [{"x": "Low", "y": 251000}, {"x": "High", "y": 279000}]}], "insightCaption": "Adjusted sales span $28,000 per unit.", "decisionQuestion": "do we buy  at the right price?"}'),
    (1, 'submarket_vacancy', 'market', 0.75, 2, '{"type": "line", "title": "Submarket vacancy", "unit": "percent", "series": [{"data": [{"x": "2026 Q2", "y": 7.8}, {"x": "2027 Q4", "y": null}]}], "insightCaption": "Vacancy falls.", "decisionQuestion": "Does the market support occupancy?"}');
