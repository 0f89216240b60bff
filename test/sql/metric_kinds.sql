-- Rows of memocite.metric_kind: any other figure is found, checked, retried, corrected and compared between sections like the six.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
SELECT memo_init() \g /dev/null
INSERT INTO memocite.metric_kind(metric, label, unit, spellings, short_spellings, not_near) VALUES
	('noi', 'NOI', 'usd', '{net operating income}', '{}', '{growth,margin}'),
	('price', 'Purchase Price', 'usd', '{acquisition price}', '{price}', '{}'),
	('occupancy', 'Occupancy', 'percent', '{occupancy rate}', '{occupied}', '{physical}'),
	('rent', 'Rent', 'eur', '{monthly rent}', '{}', '{}'),
	('units', 'Unit Count', 'number', '{number of units}', '{}', '{}');
INSERT INTO memocite.deal(deal_id, name) VALUES (5900, 'Maple Court');
INSERT INTO memocite.metric(deal_id, metric, value, unit) VALUES (5900, 'noi', 4200000, 'usd'), (5900, 'price', 64000000, 'usd'),
	(5900, 'occupancy', 94.5, 'percent'), (5900, 'rent', 1850, 'eur'), (5900, 'units', 212, 'number'), (5900, 'irr', 18.5, 'percent');
CREATE FUNCTION pg_temp.found(body text) RETURNS text LANGUAGE sql AS $$
	SELECT string_agg(format('%s %s %s %s%s', metric, found, unit, verdict, CASE WHEN rewritable THEN ' rewritable' ELSE '' END), '; ' ORDER BY start)
	FROM memo_check_prose(5900, body) $$;
-- amounts with scales, at the digits that they show; a currency is not another
SELECT body, pg_temp.found(body) FROM unnest(ARRAY[
	'NOI is $4.2M.', 'NOI is $4.2 million.', 'NOI of $4,200,000', 'NOI is $4,187,300.', 'NOI is $3.9M.', 'NOI is EUR 3.9M.', 'NOI grows 3.9%.',
	'The net operating income is $3.9 million.', 'NOI growth of $0.2M', 'The purchase price is $62 million.', 'The price is $62 million.', 'The price is right.',
	'Occupancy is 91%.', 'The property is 91% occupied.', 'Physical occupancy is 91%.', 'The monthly rent is €1,750.', 'The number of units is 210.', 'Our IRR is 18.5%.']) AS body;
-- an amount before its name, by its currency's code, beside what it is per unit; a limit before the name; a pro forma amount is a cousin
SELECT body, pg_temp.found(body) FROM unnest(ARRAY['It earns $3.9 million of NOI annually.', 'NOI totaled $3,850,000.', 'The purchase price of US$62 million equates to $292,000 per unit.',
	'We stop above a price of $70 million.', 'We stop below a levered IRR of 15%.', 'Pro forma NOI of $5.1 million reflects the works.', 'It delivers an IRR of 22% to investors.']) AS body;
-- corrected in the form that the prose used
SELECT memo_correct_prose(5900, body) FROM unnest(ARRAY['NOI is $3.9M.', 'NOI is $3.9 million.', 'NOI is $3,900,000.', 'The IRR is 12%.', 'We expect an IRR of 8%.', 'The number of units is 210.']) AS body;
-- not where the form cannot hold the value, nor an amount of another period, part or unit
SELECT memo_correct_prose(5900, body) FROM unnest(ARRAY['NOI is $3.9 billion.', 'NOI is $350,000 per month.', 'The NOI over the five year hold is $22 million.', 'The NOI is $1.05 million.',
	'The monthly rent is €22,200 a year.', 'NOI covers debt service of $3.1 million 1.35 times.', 'The number of units is 210 months.']) AS body;
-- a hundred times an amount is a slip of scale
SELECT memo_correct_prose(5900, body), pg_temp.found(body) FROM unnest(ARRAY['NOI is $420 million.', 'NOI is $42,000.']) AS body;
-- what the writer is told: found, expected, and the way out
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (5900, 'summary', 'NOI is $3.9M.'), (5900, 'risk', 'NOI is $4.4M.');
SELECT section_key, parse_quality, retry_reason FROM memocite.section WHERE deal_id = 5900 ORDER BY 1;
-- compared between sections
INSERT INTO memocite.deal(deal_id, name) VALUES (5901, 'Oak Court');
INSERT INTO memocite.section(deal_id, section_key, body, position) VALUES (5901, 'summary', 'NOI is $3.9M.', 1), (5901, 'returns', 'NOI is $4.4M.', 2);
SELECT memo_finalize(5901, DATE '2026-01-01') \g /dev/null
SELECT code, section_key, subject, detail FROM memocite.event WHERE deal_id = 5901 AND code LIKE 'metric%';
-- what differs and is no violation is told of all the same: a cousin, a number that a weak cue gives to another time or case
INSERT INTO memocite.deal(deal_id, name) VALUES (5902, 'Elm Court');
INSERT INTO memocite.metric(deal_id, metric, variant, value, unit) VALUES (5902, 'noi', '', 4200000, 'usd'), (5902, 'cap_rate', 'going_in', 5.4, 'percent'), (5902, 'cap_rate', 'exit', 5.9, 'percent'),
	(5902, 'irr', '', -5, 'percent');
INSERT INTO memocite.section(deal_id, section_key, body, position) VALUES (5902, 'a', 'Our in-place NOI is $3.9M.', 1), (5902, 'b', 'The cap rate is 5.9%.', 2), (5902, 'c', 'The cap rate is 5.1%.', 3),
	(5902, 'd', 'NOI rises from $3.5M to $3.9M.', 4), (5902, 'e', 'The IRR is 5%.', 5), (5902, 'f', 'The IRR is (5.0)%.', 6), (5902, 'g', 'NOI was $3.9M.', 7);
SELECT memo_finalize(5902, DATE '2026-01-01') \g /dev/null
SELECT code, section_key, subject, detail FROM memocite.event WHERE deal_id = 5902 AND code LIKE 'metric%' AND code <> 'metric_incoherent';
-- a unit that is not read is an error when the row is written
INSERT INTO memocite.metric_kind(metric, label, unit) VALUES ('x', 'X', 'furlongs');
INSERT INTO memocite.metric(deal_id, metric, value, unit) VALUES (5900, 'x', 1, 'furlongs');
-- a table's row, its label and its header
SELECT pg_temp.found(E'| Metric | Value |\n|---|---|\n| NOI | $3.9M |\n| IRR | 14% |\n| Occupancy (%) | 91 |');
SELECT pg_temp.found(E'| Case | IRR |\n|---|---|\n| Base | 14% |\n| Downside | 9% |');
-- scale guard: a hundred times the value, or a hundredth, is never a violation
SELECT body, pg_temp.found(body) FROM unnest(ARRAY['The IRR is 0.2%.', 'The IRR is 1,850%.', 'The IRR is 0.185.']) AS body;
-- "target IRR" is the headline, unless the paragraph gives the IRR, too; others' targets are thresholds
SELECT body, pg_temp.found(body), (SELECT string_agg(context, ', ') FROM memo_check_prose(5900, body)) FROM unnest(ARRAY['The target IRR is 15%.', 'We target a 15% IRR.',
	'The target IRR is 15%. The IRR is 18.5%.', 'The lender''s target IRR is 15%.', 'Investors require a minimum IRR of 15%.']) AS body;
-- a chart's title, caption and question are read, too
INSERT INTO memocite.chart(deal_id, section_key, chart_id, config) VALUES
	(5900, 'summary', 'c1', '{"type": "bar", "title": "The IRR is 12%", "insightCaption": "Returns hold up over the whole period of the plan.", "decisionQuestion": "What does the plan return?", "xLabel": "Year", "yLabel": "IRR", "unit": "percent", "series": [{"name": "IRR", "data": [{"x": "2026", "y": 12}, {"x": "2027", "y": 14}, {"x": "2028", "y": 15}]}]}');
SELECT memo_finalize(5900, DATE '2026-01-01') \g /dev/null
SELECT severity, code, subject, detail - 'reason' FROM memocite.event WHERE deal_id = 5900 AND (detail ? 'chart' OR code = 'chart_dropped') ORDER BY 2;
-- a name with a number in it
INSERT INTO memocite.metric_kind(metric, label, unit) VALUES ('phase_2_rent', 'Phase 2 Rent', 'usd');
INSERT INTO memocite.metric VALUES (5900, 'phase_2_rent', '', 2100, 'usd');
SELECT found, canonical, verdict FROM memo_check_prose(5900, 'Our phase 2 rent is $1,900.');
-- a metric of no kind is told of
INSERT INTO memocite.metric VALUES (5900, 'npv', '', 12, 'usd');
SELECT memo_finalize(5900, DATE '2026-01-01') \g /dev/null
SELECT severity, stage, code, subject FROM memocite.event WHERE deal_id = 5900 AND revision = 2 AND code = 'metric_unread';
DELETE FROM memocite.metric_kind;
