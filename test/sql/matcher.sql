-- What counts as the same number and the same word (chapter 3): evidence has all numbers of the sentence, to the sign,
-- the currency and the unit, and words that name something (Q3, B9) are as exact as numbers.
\pset format unaligned
\pset tuples_only on
SET client_min_messages=warning;
SELECT memo_init() \g /dev/null
CREATE FUNCTION pg_temp.supports(sentence text, claim text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE r text;
BEGIN
	DELETE FROM memocite.deal WHERE deal_id = 4801;
	INSERT INTO memocite.deal(deal_id, name) VALUES (4801, 'Matcher');
	INSERT INTO memocite.document(deal_id, doc_id) VALUES (4801, 'd');
	INSERT INTO memocite.section(deal_id, section_key, body) VALUES (4801, 's', sentence);
	INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, claim_text) VALUES (4801, 's', 1, 'd', claim);
	PERFORM memo_finalize(4801, DATE '2026-06-30');
	SELECT coalesce(o.reason, o.outcome || ' ' || coalesce(c.matched, '')) INTO r FROM memocite.claim_outcome o LEFT JOIN memocite.citation c ON c.deal_id = o.deal_id AND c.origin='claim' WHERE o.deal_id = 4801;
	RETURN r;
END $$;
SELECT a || ' <- ' || b || ' : ' || pg_temp.supports(a, b) FROM (VALUES
 ('Gross asset value was €5.2M at year end.','Gross asset value was €4.2M at year end'),
 ('Gross asset value was €4.2M at the year end.','Gross asset value was 4.2 million euros at year end'),
 ('Gross asset value was €4.2M at the year end.','Gross asset value was EUR 4.2M at year end'),
 ('Gross asset value was EUR4.2M at the year end.','Gross asset value was €4,200,000 at year end'),
 ('Gross asset value was $4.2M at the year end.','Gross asset value was 4.2M euros at year end'),
 ('Gross asset value was $4.2M at the year end.','Gross asset value was USD 4.2 million at year end'),
 ('Vacancy of the submarket is 5%–9% this year.','Vacancy of the submarket is 5%–7% this year'),
 ('Vacancy of the submarket is 5%–7% this year.','Vacancy in this submarket is 5%-7% this year'),
 ('Rent growth in the submarket was -4.2% last year.','Rent growth in the submarket was 4.2% last year'),
 ('Rent growth in the submarket was −4.2% last year.','Rent growth in the submarket was -4.2% last year'),
 ('Absorption of units in Q3 2024 was strong.','Absorption of units in Q2 2024 was strong'),
 ('Spreads widened by 25 bps over the quarter.','Spreads widened by 25 percent over the quarter'),
 ('Spreads widened by 25 bps over the quarter.','Spreads widened 25 basis points over the quarter'),
 ('The portfolio has $42 million of net debt outstanding.','The portfolio has 4,2 million of net debt outstanding'),
 ('Building A1 was sold to the tenant association.','Building B9 was sold to the tenant association'),
 ('Coverage of the loan is ≥2.25x after closing.','Coverage of the loan is ≥1.25x after closing'),
 ('The lease is 12×30 months for the anchor tenant.','The lease is 12×55 months for the anchor tenant'),
 ('Occupancy in 2019–2024 averaged above the market.','Occupancy in 2019–2031 averaged above the market'),
 ('市场空置率为9.6%今年下降。','市场空置率为9.6%')) AS v(a,b);
-- what a sentence denies is no evidence of it, nor the reverse; a number in words that stand there is
SELECT a || ' <- ' || b || ' : ' || pg_temp.supports(a, b) FROM (VALUES
 ('No environmental issues were found at the site.','Environmental issues were found at the site'),
 ('Rents did not exceed $1,745 per unit in May.','Rents exceed $1,745 per unit in May'),
 ('Rents didn’t exceed $1,745 per unit in May.','Rents exceed $1,745 per unit in May'),
 ('Environmental issues were found at the site.','No environmental issues were found at the site'),
 ('No environmental issues were found at the site.','No environmental issues at the site were found'),
 ('NOI of $4.2M does not include the sale of the garage.','NOI of $4.2M')) AS v(a,b);
-- nor is what says the opposite; of two opposites, a number has the nearer one
SELECT a || ' <- ' || b || ' : ' || pg_temp.supports(a, b) FROM (VALUES
 ('Market rents fell by 4.1% in 2025.','Market rents rose by 4.1% in 2025'),
 ('Market rents grew by 4.1% in 2025.','Market rents increased by 4.1% in 2025'),
 ('Market rents rose by 4.1% in 2025 while vacancy fell.','Market rents in 2025 fell by 4.1%'),
 ('Market rents rose by 4.1% in 2025 while vacancy fell.','Market rents in 2025 rose by 4.1%'),
 ('The levered IRR is 14.2% at exit, the unlevered IRR 8.7%.','Unlevered IRR of 14.2% at exit'),
 ('The levered IRR is 14.2% at exit, the unlevered IRR 8.7%.','Levered IRR of 14.2% at exit'),
 ('The multiple is 1.9x (levered), 1.5x (unlevered) at exit.','The unlevered multiple is 1.9x at exit'),
 ('The multiple is 1.9x (levered), 1.5x (unlevered) at exit.','The unlevered multiple is 1.5x at exit'),
 ('Levered and unlevered IRR are 14.2% and 8.7%, respectively.','Unlevered IRR of 8.7%, levered IRR'),
 ('The levered/unlevered IRR is 14.2%/8.7% in the base case.','The levered IRR is 14.2% in the base case'),
 ('Occupancy fell to 93.1% in 2024 before rising to 95% by May.','Occupancy fell to 93.1% in 2024'),
 ('Occupancy fell to 93.1% in 2024 before rising to 95% by May.','Occupancy rising to 93.1% by May'),
 ('The maximum loan-to-value of the facility is 65%.','The minimum loan-to-value of the facility is 65%'),
 ('The unlevered IRR of the base case is 11.2%.','The levered IRR of the base case is 11.2%'),
 ('Rents stand 8% below the market average.','Rents stand 8% above the market average'),
 ('The vacancy rate of the submarket is 5.4%.','The occupancy rate of the submarket is 5.4%'),
 ('The senior loan of $42 million matures in 2031.','The mezzanine loan of $42 million matures in 2031'),
 ('Net rental income reached $4.2M in 2025.','Gross rental income reached $4.2M in 2025'),
 ('Going-in leverage is positive at 5.1% over 4.8%.','Going-in leverage is negative at 5.1% over 4.8%'),
 ('Coverage improved to 1.31x on the trailing numbers.','Coverage deteriorated to 1.31x on the trailing numbers'),
 ('Rents of $1,745 include the parking fees.','Rents of $1,745 exclude the parking fees'),
 ('The sponsor has an unsecured line of $42 million.','The sponsor has a secured line of $42 million'),
 ('Reserves of $1.2M are insufficient for the roofs.','Reserves of $1.2M are sufficient for the roofs'),
 ('Net operating income (NOI) was $4.2M in 2025.','NOI was $4.2M in 2025')) AS v(a,b);
DELETE FROM memocite.deal WHERE deal_id = 4801;
