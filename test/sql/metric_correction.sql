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
-- policy correct_metrics never: the prose stays as the agent wrote it, with a note
UPDATE memocite.deal SET policy = '{"correct_metrics": "never"}' WHERE deal_id = 5030;
SELECT memo_finalize(5030, DATE '2026-06-30') ->> 'revision';
SELECT split_part(memo_markdown(5030), '## Risk', 1);
-- then the sections disagree: stage 4.6 says so, once a metric and section
SELECT severity, code, section_key, subject, detail FROM memocite.event WHERE deal_id = 5030 AND revision = 4 AND code LIKE 'metric%' ORDER BY event_no;
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 5030;

-- A citation on a corrected number stays unless its quote or passage has the old number. Such a claim is placed by its
-- text, which is matched with the agent's sentence before the correction
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5030, 'p', 'om', 8, 'An early model had 14.0% as its internal rate of return.');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5030, 'model', 4, E'Our model gives an IRR of 12.0% [SRC:5].\n\n# Results\n\nOur model shows an IRR of 14.0% [SRC:6].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, claim_text, quote, passage_id) VALUES
	(5030, 'model', 5, 'om', 5, NULL, 'investors', NULL), (5030, 'model', 6, 'om', 6, NULL, 'the model', NULL),
	(5030, 'model', NULL, 'om', 7, 'model gives investors an IRR of 12.0%', 'IRR 12.0% in the exit model', NULL),
	(5030, 'model', NULL, 'om', 8, 'Our model shows an IRR of 14.0%', NULL, 'p');
SELECT memo_finalize(5030, DATE '2026-06-30') ->> 'status';
SELECT origin, page, fate, how, stage FROM memocite.citation WHERE deal_id = 5030 AND section_key = 'model' AND revision = (SELECT max(revision) FROM memocite.revision WHERE deal_id = 5030) ORDER BY citation_no;
SELECT stage, subject, detail FROM memocite.event WHERE deal_id = 5030 AND section_key = 'model' AND code = 'citation_removed';
SELECT line FROM regexp_split_to_table(memo_markdown(5030), '\n') AS line WHERE line LIKE 'Our model %';
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

-- Evidence has the number with its unit, in a range too, in basis points, or in a cell behind the metric's name; not
-- another unit, nor a bare number
INSERT INTO memocite.deal(deal_id, name) VALUES (5031, 'Evidence');
INSERT INTO memocite.metric VALUES (5031, 'irr', '', 18.5, 'percent');
INSERT INTO memocite.document(deal_id, doc_id) VALUES (5031, 'om');
CREATE TEMP TABLE evidence(n, quote) AS VALUES (1, 'IRR of 12 %'), (2, '12-14% IRR'), (3, '1,200 basis points'), (4, '| IRR | 12 |'), (5, 'twelve percent'),
	(6, '12.0x'), (7, '$12.0 million'), (8, '12 years'), (9, '112.0%'), (10, 'unit 12');
INSERT INTO memocite.section(deal_id, section_key, body) SELECT 5031, 's' || n, '' FROM evidence;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, quote) SELECT 5031, 's' || n, 1, 'om', quote FROM evidence;
UPDATE memocite.section SET body = 'The IRR is 12.0% [SRC:1].' WHERE deal_id = 5031;
SELECT quote, s.parse_quality FROM evidence JOIN memocite.section s ON deal_id = 5031 AND section_key = 's' || n ORDER BY n;
-- computed anew, the same
SELECT count(*) FROM memo_retries(5031);
DELETE FROM memocite.deal WHERE deal_id = 5031;

-- An agent's footnote on a number may say what it is of: such a number is not rewritten
INSERT INTO memocite.deal(deal_id, name) VALUES (5032, 'Notes');
INSERT INTO memocite.metric VALUES (5032, 'irr', '', 18.5, 'percent');
SELECT verdict, rewritable FROM memo_check_prose(5032, E'The IRR is 12.0%.[^1]\n\n[^1]: In the downside case.');
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
