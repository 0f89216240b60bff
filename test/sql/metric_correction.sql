-- The safety net of memo_finalize (chapter 5): corrections before the stages, contradicting citations, and stage 4.6.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name) VALUES (5030, 'Safety net');
INSERT INTO memocite.metric VALUES (5030, 'irr', '', 18.5, 'percent'), (5030, 'dscr', '', 1.35, 'multiple');
INSERT INTO memocite.document(deal_id, doc_id, title, tag) VALUES (5030, 'om', 'Offering Memorandum', 'A');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5030, 'summary', 1, E'# Returns\n\nThe IRR is **12.0%** [SRC:1]. A 1.10x[SRC:2] DSCR is expected [SRC:2].'),
	(5030, 'risk', 2, E'The sponsor shows an IRR of 12.0% [SOURCE-A]. In the downside case the IRR is 9% [SRC:1].\n\nOur model:\n\n- An IRR of 14%.\n- `IRR of 14%`.'),
	(5030, 'returns', 3, 'The IRR is 18.5% [SRC:1].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, quote) VALUES
	(5030, 'summary', 1, 'om', 1, 'the internal rate of return is shown'), (5030, 'summary', 2, 'om', 2, NULL),
	(5030, 'risk', 1, 'om', 3, NULL), (5030, 'returns', 1, 'om', 1, NULL);
-- a WARNING for each, an event of severity ERROR, and never an aborted transaction
SELECT memo_finalize(5030, DATE '2026-06-30') ->> 'status';
SELECT split_part(memo_markdown(5030), '## Sources', 1);
SELECT stage, severity, code, section_key, subject, detail FROM memocite.event WHERE deal_id = 5030 AND code LIKE 'metric%' ORDER BY event_no;
SELECT rule, detail FROM memo_verify(5030) WHERE NOT ok;
-- the edit script gives the agent's text back: a correction is two edits of it
SELECT e ->> 0, e ->> 1, e ->> 2 FROM memocite.revision_section, json_array_elements(edits) WITH ORDINALITY AS t(e, n) WHERE deal_id = 5030 AND section_key = 'summary' AND e ->> 3 = 'metrics' ORDER BY n;
-- nothing changed: nothing is written, nothing is warned of
SELECT memo_finalize(5030, DATE '2026-06-30') -> 'unchanged';
-- metrics, their catalogue and the evidence are inputs
UPDATE memocite.metric SET value = 12 WHERE deal_id = 5030 AND metric = 'irr';
SELECT memo_finalize(5030, DATE '2026-06-30') ->> 'revision';
UPDATE memocite.metric SET value = 18.5 WHERE deal_id = 5030 AND metric = 'irr';
INSERT INTO memocite.metric_kind VALUES ('irr', 'Yield to Investors', 'percent', '{}');
SELECT memo_finalize(5030, DATE '2026-06-30') ->> 'revision';
DELETE FROM memocite.metric_kind;
-- policy correct_metrics: off, the prose stays as the agent wrote it
UPDATE memocite.deal SET policy = '{"correct_metrics": false}' WHERE deal_id = 5030;
SELECT memo_finalize(5030, DATE '2026-06-30') ->> 'revision';
SELECT split_part(memo_markdown(5030), '## Risk', 1);
-- then the sections disagree: stage 4.6 says so, once a metric and section
SELECT severity, code, section_key, subject, detail FROM memocite.event WHERE deal_id = 5030 AND revision = 4 AND code LIKE 'metric%' ORDER BY event_no;
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 5030;

-- A citation on a corrected number stays unless its quote or passage has the old number. Such a claim is placed by its
-- text, which is matched with the agent's sentence before the correction
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5030, 'p', 'om', 8, 'An early model had 14.0% as its internal rate of return.');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5030, 'exit', 4, 'Our model gives an IRR of 12.0% [SRC:5]. The plan projects an IRR of 14.0% [SRC:6].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, claim_text, quote, passage_id) VALUES
	(5030, 'exit', 5, 'om', 5, NULL, 'investors', NULL), (5030, 'exit', 6, 'om', 6, NULL, 'the plan', NULL),
	(5030, 'exit', NULL, 'om', 7, 'model gives investors an IRR of 12.0%', 'IRR 12.0% in the exit model', NULL),
	(5030, 'exit', NULL, 'om', 8, 'The plan projects an IRR of 14.0%', NULL, 'p');
SELECT memo_finalize(5030, DATE '2026-06-30') ->> 'status';
SELECT origin, page, fate, how, stage FROM memocite.citation WHERE deal_id = 5030 AND section_key = 'exit' AND revision = (SELECT max(revision) FROM memocite.revision WHERE deal_id = 5030) ORDER BY citation_no;
SELECT stage, subject, detail FROM memocite.event WHERE deal_id = 5030 AND section_key = 'exit' AND code = 'citation_removed';
SELECT substring(memo_markdown(5030) FROM '## Exit\s+([^\n]*)');
SELECT rule, detail FROM memo_verify(5030) WHERE NOT ok;
-- dry_run warns, too
SELECT memo_finalize(5030, DATE '2026-06-30', '[{"section_key": "summary", "body": "The IRR is 1%."}]', dry_run => true) ->> 'status';

-- Stage 4.6 without a canonical value: sections that agree in one value, scenarios and anchored numbers are no conflict
DELETE FROM memocite.section WHERE deal_id = 5030;
DELETE FROM memocite.metric WHERE deal_id = 5030 AND metric = 'irr';
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5030, 'a', 1, 'The IRR is 15.2%. The LTV is 65%.'), (5030, 'b', 2, 'The IRR is 15%. In the downside case the LTV is 80%.'),
	(5030, 'c', 3, 'The IRR is 13%, the levered IRR 17%. The LTV is 70% [SOURCE-A].'), (5030, 'd', 4, 'An IRR of 12%; and the IRR is 15.2%. The LTV is 66%.');
SELECT memo_finalize(5030, DATE '2026-06-30') ->> 'status';
SELECT code, section_key, subject, detail FROM memocite.event WHERE deal_id = 5030 AND revision = (SELECT max(revision) FROM memocite.revision WHERE deal_id = 5030) AND stage = '4.6' ORDER BY event_no;
-- without any metric the stage has nothing to do
DELETE FROM memocite.metric WHERE deal_id = 5030;
SELECT memo_finalize(5030, DATE '2026-06-30') ->> 'status';
SELECT code, detail FROM memocite.event WHERE deal_id = 5030 AND revision = (SELECT max(revision) FROM memocite.revision WHERE deal_id = 5030) AND stage = '4.6';
DELETE FROM memocite.deal WHERE deal_id = 5030;

-- Evidence is read with favour: the number with its unit however spaced, behind a range or in the cell's label; a word
-- that is no unit says nothing. Another unit, a bare 12 and the number of a page or day are no evidence
INSERT INTO memocite.deal(deal_id, name) VALUES (5031, 'Evidence');
INSERT INTO memocite.metric VALUES (5031, 'irr', '', 18.5, 'percent'), (5031, 'dscr', '', 1.35, 'multiple');
INSERT INTO memocite.document(deal_id, doc_id) VALUES (5031, 'om');
CREATE TEMP TABLE evidence(n int GENERATED ALWAYS AS IDENTITY, body text, quote text, counts boolean);
INSERT INTO evidence(body, quote, counts) VALUES
	('The IRR is 12.0% [SRC:1].', E'12.0\u00a0%', true), ('The IRR is 12.0% [SRC:1].', E'12.0\u202f%', true),
	('The IRR is 12.0% [SRC:1].', E'12.0\uff05', true), ('The IRR is 12.0% [SRC:1].', '12,0 %', true), ('The IRR is 12.0% [SRC:1].', '12 per cent', true),
	('The IRR is 12.0% [SRC:1].', '12-percent', true), ('The IRR is 12.0% [SRC:1].', '12 to 14%', true), ('The IRR is 12.0% [SRC:1].', '12-14%', true),
	('The IRR is 12.0% [SRC:1].', E'12\u201314 %', true), ('The IRR is 12.0% [SRC:1].', '1,200 basis points', true),
	('The IRR is 12.0% [SRC:1].', '1200bps', true), ('The IRR is 12.0% [SRC:1].', 'IRR (%): 12', true), ('The IRR is 12.0% [SRC:1].', '| IRR | 12 |', true),
	('The IRR is 12.0% [SRC:1].', E'| Metric | % |\n|---|---|\n| Return | 12 |', true),
	('The IRR is 12.0% [SRC:1].', E'| Deal | IRR |\n|---|---|\n| Maple | 12 |', true), ('The IRR is 12.0% [SRC:1].', E'IRR 12.0\nEquity multiple 1.8', true),
	('The IRR is 12.0% [SRC:1].', E'an IRR of 12\npercent', true), ('The IRR is 12.0% [SRC:1].', '12.0 per annum', true),
	('The IRR is 12.0% [SRC:1].', '12.0 $4.5M', true), ('The DSCR is 1.20x [SRC:1].', '1.20 in year one', true),
	('The DSCR is 1.20x [SRC:1].', '1.20 on NOI', true), ('The DSCR is 1.20x [SRC:1].', '1.20 is required', true),
	('The DSCR is 1.20x [SRC:1].', '1.20 x', true), ('The DSCR is 1.20x [SRC:1].', E'1.20\u00d7', true),
	('The DSCR is 1.20x [SRC:1].', E'1.20\u00a0x', true), ('The DSCR is 1.20x [SRC:1].', '1.20 to 1', true), ('The DSCR is 1.20x [SRC:1].', '1.20:1', true),
	('The DSCR is 1.20x [SRC:1].', '1.20-1.35x', true), ('The DSCR is 1.20x [SRC:1].', '1.20 - 312 units', true),
	('The DSCR is 1.20x [SRC:1].', E'DSCR 1.20\nLTV 70.0%', true), ('The DSCR is 1.20x [SRC:1].', E'DSCR 1.20\n% of NOI', true),
	('The IRR is 12.0% [SRC:1].', '12', false), ('The IRR is 12.0% [SRC:1].', 'IRR 12', false), ('The IRR is 12.0% [SRC:1].', '12.0 million', false),
	('The IRR is 12.0% [SRC:1].', '12.0M', false), ('The IRR is 12.0% [SRC:1].', '12 years', false), ('The IRR is 12.0% [SRC:1].', '12-year', false),
	('The IRR is 12.0% [SRC:1].', '12 units', false), ('The IRR is 12.0% [SRC:1].', '12.0 to 14.0 million', false),
	('The IRR is 12.0% [SRC:1].', '12.0 points', false), ('The IRR is 12.0% [SRC:1].', '12.0 per unit', false),
	('The IRR is 12.0% [SRC:1].', '12.0x', false), ('The IRR is 12.0% [SRC:1].', '12.0 x 14', false), ('The IRR is 12.0% [SRC:1].', '112.0%', false),
	('The IRR is 12.0% [SRC:1].', '12.05%', false), ('The IRR is 12.0% [SRC:1].', '12,05 %', false), ('The IRR is 12.0% [SRC:1].', '12,000 %', false),
	('The IRR is 12.0% [SRC:1].', '1,200 units', false), ('The IRR is 12.0% [SRC:1].', 'page 12', false), ('The IRR is 12.0% [SRC:1].', 'page 12.0', false),
	('The IRR is 12.0% [SRC:1].', '12 June 2026', false), ('The IRR is 12.0% [SRC:1].', '12.05.2026', false), ('The IRR is 12.0% [SRC:1].', '12.0.1', false),
	('The IRR is 12.0% [SRC:1].', '$12.0', false), ('The IRR is 12.0% [SRC:1].', '| Units | 12 |', false), ('The IRR is 12.0% [SRC:1].', '12.0/14', false),
	('The DSCR is 1.20x [SRC:1].', '1.20%', false), ('The DSCR is 1.20x [SRC:1].', '1.20 million', false),
	('The DSCR is 1.20x [SRC:1].', 'from 1.20 to 1.40%', false), ('The DSCR is 1.20x [SRC:1].', E'1.20\u202f%', false);
-- of a range the claims count that there are, as far as the repair goes
INSERT INTO evidence(body, quote, counts) VALUES
	('The IRR is 12.0% [SRC:1-3].', 'an IRR of 12.0%', true), ('The IRR is 12.0% [SRC:1-30].', 'an IRR of 12.0%', false), ('The IRR is 12.0% [SRC:2-3].', 'an IRR of 12.0%', false),
-- a line end may stand before the marker, a blank line not
	(E'The IRR is 12.0%.\n[SRC:1] It has 312 units.', 'an IRR of 12.0%', true), (E'The IRR is 12.0%.\r\n[SRC:1] It has 312 units.', 'an IRR of 12.0%', true),
	(E'The IRR is 12.0%.\n\n[SRC:1] It has 312 units.', 'an IRR of 12.0%', false), (E'The IRR is 12.0%. It is.\n[SRC:1] It has 312 units.', 'an IRR of 12.0%', false);
INSERT INTO memocite.section(deal_id, section_key, body) SELECT 5031, 's' || n, '' FROM evidence;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, quote) SELECT 5031, 's' || n, 1, 'om', quote FROM evidence;
UPDATE memocite.section SET body = evidence.body FROM evidence WHERE deal_id = 5031 AND section_key = 's' || n;
SELECT counts, count(*), count(*) FILTER (WHERE (parse_quality IS DISTINCT FROM 'partial') <> counts) AS wrong FROM evidence JOIN memocite.section ON deal_id = 5031 AND section_key = 's' || n GROUP BY counts ORDER BY counts;
SELECT evidence.body, quote FROM evidence JOIN memocite.section s ON deal_id = 5031 AND section_key = 's' || n WHERE (parse_quality IS DISTINCT FROM 'partial') <> counts ORDER BY n;
-- computed anew, the same
SELECT count(*) FROM memo_retries(5031);
DELETE FROM memocite.deal WHERE deal_id = 5031;

-- A note on a number may say what it is of: such a number is for review, never rewritten against its own note. A note of
-- markers alone is a source; an asterisk that closes emphasis, or that no line begins with, is no note
INSERT INTO memocite.deal(deal_id, name) VALUES (5032, 'Notes');
INSERT INTO memocite.metric VALUES (5032, 'irr', '', 18.5, 'percent'), (5032, 'dscr', '', 1.35, 'multiple');
SELECT rewritable, quote_literal(body) FROM (VALUES
	(1, E'The IRR is 12.0%.[^1]\n\n[^1]: In the downside case.'), (2, E'The IRR is 12.0%[^1].\n\n[^1]: In the downside case.'), (3, E'The IRR is 12.0%. [^a]\n\n[^A]: Unlevered.'),
	(4, E'The IRR is 12.0%.\n[^1]\n\n[^1]: Unlevered.'), (5, E'The IRR is 12.0% [^1] and the DSCR is 1.20x.\n\n[^1]: Downside.'),
	(6, E'The IRR is 12.0%*\n\n* Downside case.'), (7, E'The IRR is 12.0%.*\n\n*Downside case.'), (8, E'The IRR is 12.0%**\n\n** Downside case.'), (9, E'The IRR is **12.0%***.\n\n* Downside case.'),
	(10, E'The IRR is 12.0%†\n\n† Downside case.'), (11, E'The IRR is 12.0%.‡\n\n‡ Downside case.'), (12, E'The IRR is **12.0%**§.\n\n§ Downside case.'),
	(13, E'The IRR is 12.0%\\*.\n\n\\* Assumes a sale in year three.'), (14, E'- The DSCR is 1.20x\\*\n- More\n\n\\* Downside.'),
	(21, E'The IRR is 12.0%[^1].'), (22, E'The IRR is 12.0%[^1].\n\n[^1]: [SRC:1]'), (23, E'The IRR is 12.0%[^1].\n\n[^1]: Source: https://example.com/a, p. 4.'), (24, E'The IRR is 12.0%. It is fine.[^1]\n\n[^1]: Downside.'),
	(25, E'The IRR is 12.0%*.'), (26, E'The IRR is **12.0%**.\n\n* Item one.'), (27, E'* The IRR is **12.0%**.\n* Item two.'), (28, E'**We like it. The IRR is 12.0%.**\n\n* Item.'),
	(29, E'***The IRR is 12.0%***\n\n* Item.'), (30, E'The IRR is 12.0% [SRC:1].\n\n* Item.')) v(n, body),
	LATERAL (SELECT string_agg(rewritable::text, ', ') AS rewritable FROM memo_check_prose(5032, body)) c ORDER BY n;
DELETE FROM memocite.deal WHERE deal_id = 5032;

-- Numbers that equal the canonical value are never rewritten, whatever the layout: each way of saying, each separator,
-- each order of three metrics
INSERT INTO memocite.deal(deal_id, name) VALUES (5031, 'Layouts');
INSERT INTO memocite.metric VALUES (5031, 'irr', '', 18.5, 'percent'), (5031, 'dscr', '', 1.35, 'multiple'), (5031, 'ltv', '', 65, 'percent'),
	(5031, 'debt_yield', '', 9.1, 'percent'), (5031, 'cap_rate', '', 5.1, 'percent');
WITH said(name, value) AS (VALUES ('LTV', '65%'), ('Debt yield', '9.1%'), ('IRR', '18.5%'), ('DSCR', '1.35x'), ('Cap rate', '5.10%')),
	form(pattern) AS (VALUES ('M is V'), ('M V'), ('M: V'), ('**M** V'), ('**M**: V'), ('M of V'), ('M at V'), ('M (V)'), (E'M\tV'), ('V M')),
	separator(mark) AS (VALUES (E'\n'), (E'  \n'), ('<br>'), (E'\t'), ('  '), (' '), (', '), ('; '), (' | '), (E'\n- '), (E'  \n  '), (E'\n\n')),
	layout AS (
		SELECT head || string_agg(replace(replace(pattern, 'V', said.value), 'M', said.name), mark ORDER BY n) AS body
		FROM form, separator, (VALUES (''), ('- ')) AS h(head), said AS a, said AS b, said AS c,
			LATERAL (VALUES (1, a.name, a.value), (2, b.name, b.value), (3, c.name, c.value)) AS said(n, name, value)
		WHERE a.name <> b.name AND b.name <> c.name AND a.name <> c.name
		GROUP BY pattern, mark, head, a.name, b.name, c.name)
SELECT count(*), count(*) FILTER (WHERE memo_correct_prose(5031, body) <> body) AS rewritten FROM layout;
SELECT memo_correct_prose(5031, E'LTV is 70%\nDebt yield is 8.1%\nIRR is 14.5%');
SELECT memo_correct_prose(5031, 'LTV 70% Debt yield 8.1% IRR 14.5%');
-- Left for review: only what is rewritten is shown
SELECT body FROM (VALUES
	-- either metric may be meant
	('The IRR at 65% LTV is 12.0%.'),
	-- the ends of a range
	('IRR (low): 12.0%'), ('The LTV (high) is 75%.'), ('IRR 12.0% (low)'), ('DSCR is 1.05x (low).'), ('IRR 22.0% high'),
	-- a case and what comes of it
	('Exit cap rate 6.00%: IRR 16.9%'), ('- Exit cap rate 6.00%, IRR 16.9%'), ('6.00% exit cap rate: 16.9% IRR'), ('70% LTV: 1.20x DSCR'), ('70% LTV = 1.20x DSCR'),
	-- the next sentence gives the right value, or takes back
	('The IRR is 12.0%. In fact it is 18.5%.'), ('The IRR is 12.0%. We underwrite 18.5%.'), ('The IRR is 12.0%. The base case IRR is 18.5%.'), ('The DSCR is 1.05x. Base case: 1.35x.'),
	('The LTV is 80%. Without the mezzanine loan it is 65%.'), ('The IRR is 12.0%. We do not believe that.'), ('The IRR is 12.0%. We don''t share this view.'), ('The IRR is 12.0%. We disagree with the DSCR of 1.35x, too.'),
	-- a note behind
	(E'The IRR is 12.0%.\n\nNote: downside case.'), (E'The IRR is 12.0%.\n\n*Source: Sponsor model, unaudited.*'), (E'The IRR is 12.0%.\n\n(All figures above are per the sponsor.)'),
	(E'The IRR is 12.0%.\n\nThe above is the sponsor''s case.'), (E'The IRR is 12.0%.\n\nThe foregoing is unaudited.'),
	(E'The IRR is 12.0%.\n\nNote that this is the downside case.'),
	-- of all the debt; of which income
	('The total transaction LTV is 80%.'), ('LTV (total): 80%'), ('Total: 80% LTV'), ('Overall the loan is 80% LTV.'), (E'- NOI debt yield: 10.2%\n- NCF debt yield: 9.1%'),
	-- a label of several values; headings
	(E'IRR:\n\n- 12.0%\n- 18.5%\n- 22.0%'), (E'Downside\n\nIRR\n\n12.0%\n\nDSCR\n\n1.05x'), (E'<h3>Downside case</h3>\n\nThe IRR is 12.0%.'), (E'Downside case:\n\n## Returns\n\nThe IRR is 12.0%.')) AS t(body)
WHERE memo_correct_prose(5031, body) <> body;
-- Rewritten: only what is not, or not at once, is shown. A line that has a metric with its number is no heading
SELECT body, memo_correct_prose(5031, body) FROM (VALUES
	(E'IRR: 12.0%\n\nDSCR: 1.10x\n\nLTV: 70%', 3), (E'**IRR: 12.0%**\n\n**DSCR: 1.10x**', 2), (E'IRR\n\n12.0%\n\nDSCR\n\n1.10x', 2), (E'## Returns\n\nIRR: 12.0%\n\nDSCR: 1.10x', 2), ('- LTV 75%, DSCR 1.05x', 2),
	(E'The IRR is 12.0%.\n\nSources and uses are shown below.', 1), ('The IRR is 12.0%. We believe the location is strong.', 1), (E'Unlevered IRR: 9.0%\n\nDSCR: 1.10x', 1),
	('The LTV of 75% is high.', 1), ('Overall, the LTV is 75%.', 1), ('The IRR is 12.0%. The DSCR is 1.35x.', 1), (E'<h3>Returns</h3>\n\nThe IRR is 12.0%.', 1), (E'IRR:\n\n- 12.0%', 1)) AS t(body, n)
WHERE (length(memo_correct_prose(5031, body)) - length(replace(memo_correct_prose(5031, body), '[VERIFIED', ''))) / 9 <> n OR memo_correct_prose(5031, memo_correct_prose(5031, body)) <> memo_correct_prose(5031, body);
DELETE FROM memocite.deal WHERE deal_id = 5031;
