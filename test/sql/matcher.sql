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
DELETE FROM memocite.deal WHERE deal_id = 4801;
