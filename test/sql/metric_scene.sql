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
	SELECT coalesce(string_agg(concat(metric, nullif('/' || variant, '/'), ' ', found, ' ' || nullif(role, 'point'), ' ' || context, ' ' || verdict), '; ' ORDER BY start), 'nothing')
	FROM memo_check_prose(5610, body)
$$;

-- Neutral surroundings: corrected
CREATE TEMP TABLE own(n int GENERATED ALWAYS AS IDENTITY, text text);
INSERT INTO own(text) VALUES
(E'## Executive Summary\n\nMaple Court is a 312-unit garden community in Austin. The levered IRR is 12.0%.'),
(E'## Executive Summary\n\nWe recommend approval. The investment generates a levered IRR of 12.0% and an equity multiple of 1.5x. Downside risks are limited.'),
(E'## Risks and mitigants\n\nThe principal risk is lease-up. The levered IRR is 12.0%.'), (E'# Maple Court\n\n## Returns\n\n- IRR: 12%'),
(E'## Financing terms\n\n- LTV: 70%\n- DSCR: 1.20x'), (E'Key metrics:\n\n- IRR: 12%\n- LTV: 70%'), (E'## Exit\n\nThe IRR is 12%.'), (E'## Capital structure\n\nLTV: 70%'),
(E'## Market\n\nThe IRR is 12%.'), ('The property was built in 1998 and is 95% leased. The DSCR is 1.10x.'), ('The apartment community is located near Six Forks Road, Raleigh. LTV is 70%.'),
('Maple Court Apartments offers a levered IRR of 12%.'), ('The deal is in Austin. The IRR is 12%.'), (E'### Base case\n\nThe IRR is 12%.');
SELECT n, text, pg_temp.findings(text) FROM own WHERE pg_temp.findings(text) !~ 'violation' ORDER BY n;

-- Surroundings that set another case, party, asset, time or source: found, and left alone
CREATE TEMP TABLE aside(n int GENERATED ALWAYS AS IDENTITY, text text);
INSERT INTO aside(text) VALUES
('The following are market benchmarks. LTV is 60%.'), ('Assume that the market softens. The IRR is 12%.'), ('Rents fall 10%. The IRR is 12%.'), ('Consider a 50 bps rise in rates. The DSCR is 1.05x.'),
('A 10% NOI decline was tested. The DSCR is 1.05x.'), ('Consider Elm Court. The equity multiple is 2.4x.'), ('Blackstone bought Oak Park. The cap rate is 4.9%.'),
('Here is what the lender wants. The DSCR is 1.25x.'), ('Our criteria are simple. The IRR is 15%. The LTV is 60%.'), (E'The term sheet asks for the following:\n\n- DSCR: 1.25x\n- Debt yield: 8%'),
(E'Here is what the lender wants.\n\n- DSCR: 1.25x'), (E'- Elm Court\n  - IRR: 22%'), (E'## Investment criteria\n\n- IRR: 15%\n- Equity multiple: 1.8x'), (E'## Fund guidelines\n\n- LTV: 65.5%'),
(E'## Track record\n\nThe IRR is 22%.'), (E'## Sponsor experience\n\n- IRR: 22%'), (E'## Mezzanine loan\n\nLTV: 80%'), (E'## Takeout financing\n\n- LTV: 55%'), (E'## Preferred equity\n\nThe IRR is 12%.'),
(E'## Fund-level returns\n\nThe IRR is 11%.'), (E'## Retail component\n\nThe cap rate is 6.5%.'), (E'## Phase 1\n\nThe IRR is 12%.'), (E'## Option B\n\nThe LTV is 75%.'), (E'## Elm Court (2019)\n\nThe IRR is 22%.'),
(E'## Downside case\n\n### Returns\n\nThe IRR is 12%.'), (E'## Hold for ten years\n\nThe IRR is 11%.'), (E'## Market\n\nThe cap rate is 4.9%.'), (E'## Refinancing\n\nLTV: 55%'), (E'## Year 3\n\nDSCR: 1.5x'),
-- whose return, which debt
('The total LTV is 80%.'), ('The overall financing has an LTV of 80%.'), ('The loan yields an IRR of 12%.'), ('Investor IRR: 13.0%'), ('Property IRR: 10.0%'), ('Property-level IRR: 10.0%'), ('Asset-level IRR: 10.0%'),
-- several values, tolerances, shares
('The IRR is 14% +/- 1%.'), ('LTV is 60% and 70%.'), ('IRR: 16% / 12% / 9%'), ('DSCR is 1.2x, 1.3x, 1.4x.'), ('IRR is 12% of total return.'), (E'1. DSCR 1.2x\n2. DSCR 1.3x\n3. DSCR 1.4x'), ('IRR 12%; 14%; 16%'), ('(a) IRR is 12%; (b) IRR is 20%'),
-- not the memo's own word
('~~The IRR is 12%.~~ The IRR is 18.5%.'), ('"The IRR is 12.0%."'), (U&'\201CThe IRR is 12.0%.\201D'), (U&'\2018The IRR is 12.0%.\2019'), ('''The IRR is 12.0%.'''), (U&'\00ABThe IRR is 12.0%.\00BB'), ('> The IRR is 12.0%.'),
('<code>IRR: 12%</code>'), ('<del>IRR: 12%</del>'), (E'<blockquote>\n\nThe IRR is 12%.\n\n</blockquote>'), (E'---\nirr: 12%\n---\n\nText.'), ('"We expect growth. The IRR is 12%."'),
-- about as much as the canonical value
('The IRR is roughly 18%.'), ('The IRR is circa 18%.'), ('IRR ~18%'), ('The LTV is about 64%.'),
-- the value of a cousin
('The IRR is 14.0%.'), ('The cap rate is 5.75%.');
SELECT n, text, pg_temp.findings(text) FROM aside WHERE pg_temp.findings(text) ~ 'violation' OR memo_correct_prose(5610, text) <> text ORDER BY n;

-- A modifier that stands apart gives the variant: its value is right
CREATE TEMP TABLE apart(n int GENERATED ALWAYS AS IDENTITY, text text);
INSERT INTO apart(text) VALUES
('On an unlevered basis, the IRR is 9.0%.'), ('Unlevered, the IRR is 9.0%.'), ('The IRR, unlevered, is 9.0%.'), ('The IRR is 9.0%, unlevered.'), ('The unlevered return is a 9.0% IRR.'), ('Unlevered returns: 9.0% IRR'),
('IRR (unlevered, pre-tax): 9.0%'), ('On a net basis, the IRR is 14.0%.'), (E'### Unlevered returns\n\n- IRR: 9.0%'), (E'### Exit assumptions\n\n- Cap rate: 5.75%'), ('IRR (unlevered): 9.0%'), ('IRR - unlevered: 9.0%'),
('The unlevered IRR is 9.0% and levered is 18.5%.'), ('Levered IRR 18.5%, unlevered 9.0%'), ('The levered IRR is 18.5%, and unlevered is 9%.'), ('The IRR is 18.5% and unlevered is 9.0%.'), ('Levered IRR: 18.5%; unlevered: 9.0%');
SELECT n, text, pg_temp.findings(text) FROM apart WHERE pg_temp.findings(text) ~ 'violation' OR memo_correct_prose(5610, text) <> text ORDER BY n;
-- of two, the wrong one only
SELECT text, memo_correct_prose(5610, text) FROM (VALUES ('Levered IRR 17%, unlevered 9.0%'), ('The levered IRR is 17% and the unlevered is 9.0%.'), ('The unlevered IRR is 8% and levered is 18.5%.')) AS t(text);

-- Titles of sections, or their keys: the trigger and memo_finalize
INSERT INTO memocite.section(deal_id, section_key, title, body)
SELECT 5610, 'k' || n, title, 'The IRR is 12.0%. The LTV is 70%.' FROM unnest(ARRAY['Executive Summary', 'Financial', 'Financial Analysis', 'Returns', 'Exit', 'Capital Structure',
	'Financing', 'Property overview', 'Risk', 'Risks & Mitigants', 'Recommendation', 'Investment thesis', 'Maple Court Apartments', '3. Returns', 'Sources and Uses', 'Business Plan', 'Operations', 'Debt', 'Base Case', NULL, '']) WITH ORDINALITY AS t(title, n);
SELECT title FROM memocite.section WHERE deal_id = 5610 AND parse_quality <> 'partial';
INSERT INTO memocite.section(deal_id, section_key, title, body)
SELECT 5610, 'o' || n, title, E'The IRR is 12.0%.\n\n- The LTV is 70%.' FROM unnest(ARRAY['Downside case', 'Covenants', 'Comparables', 'Sensitivity', 'Stress test', 'Sponsor track record', 'Mezzanine', 'Oak Park',
	'Elm Court (2019)', 'Prior deals', 'Alternatives', 'Target returns', 'Peer benchmarks', 'Takeout', 'Year 3', 'Waterfall', 'GP promote']) WITH ORDINALITY AS t(title, n);
INSERT INTO memocite.section(deal_id, section_key, body) SELECT 5610, key, 'The IRR is 12.0%. The LTV is 70%.'
FROM unnest(ARRAY['downside_case', 'covenants', 'comparables', 'sensitivity', 'stress_test', 'track_record', 'mezzanine', 'elm_court']) AS key;
SELECT section_key, title FROM memocite.section WHERE deal_id = 5610 AND section_key !~ '^k\d' AND parse_quality <> 'full';
SELECT section_key, f.metric, f.found, f.context, f.verdict FROM memocite.section s, memo_check_prose(5610, s.body) f WHERE s.deal_id = 5610 AND s.section_key = 'o1';
UPDATE memocite.section SET title = 'Returns' WHERE deal_id = 5610 AND section_key = 'o1' RETURNING parse_quality;
UPDATE memocite.section SET title = 'Downside case' WHERE deal_id = 5610 AND section_key = 'o1' RETURNING parse_quality;
SET client_min_messages = error;
SELECT memo_finalize(5610, DATE '2026-06-30') ->> 'status';
SELECT count(*), count(*) FILTER (WHERE section_key ~ '^k\d') FROM memocite.event WHERE deal_id = 5610 AND code = 'metric_corrected';
DELETE FROM memocite.deal WHERE deal_id = 5610;
