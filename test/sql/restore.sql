-- memo_restore (chapter 4): the agents' sections of a revision are the deal's again; memo_revisions lists them
SELECT memo_init() \g /dev/null
SET client_min_messages = error;
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name) VALUES (5300, 'Restore');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5300, 'om', 'Offering Memorandum'), (5300, 'rr', 'Rent Roll');
INSERT INTO memocite.metric(deal_id, metric, value, unit) VALUES (5300, 'irr', 18.5, 'percent');
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES
	(5300, 'a', NULL, 1, E'The levered IRR is 12.0% [SRC:1] – é [SRC:1]; so [^n].\n\n[^n]: Sponsor call.\n\n## Sources\n\n1. Offering Memorandum, p. 4\n'),
	(5300, 'b', 'Risk', 2, 'Repairs are due [SOURCE-X].'), (5300, 'c', 'Exit', 3, 'Same.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (5300, 'a', 1, 'om', 4);
SELECT memo_finalize(5300, DATE '2026-06-30') -> 'revision';
SELECT body FROM memocite.revision_section WHERE deal_id = 5300 AND section_key = 'a';
CREATE TEMPORARY TABLE before AS SELECT section_key, body FROM memocite.section WHERE deal_id = 5300;
-- an edited text, a new section, another title and order
UPDATE memocite.section SET body = 'Rewritten.', title = 'New title', position = 9 WHERE deal_id = 5300 AND section_key = 'a';
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (5300, 'd', 4, 'Added.');
-- what is replaced is a revision first
SELECT * FROM memo_restore(5300, 1);
SELECT revision, status, sections, notes, citations FROM memo_revisions(5300);
SELECT section_key, title, position, s.body = before.body FROM memocite.section s JOIN before USING (section_key) WHERE deal_id = 5300 ORDER BY position;
SELECT memo_finalize(5300, DATE '2026-06-30') -> 'revision';
SELECT split_part(memo_markdown(5300, 1), '<!--', 1) = split_part(memo_markdown(5300, 3), '<!--', 1) AS same_memo;
-- and forward again; ids that no claim explains any more are told
DELETE FROM memocite.claim WHERE deal_id = 5300;
SELECT * FROM memo_restore(5300, 2);
SELECT section_key, title, position, body FROM memocite.section WHERE deal_id = 5300 ORDER BY position;
SELECT * FROM memo_restore(5300, 3);
-- nothing to do makes no revision
SELECT memo_finalize(5300, DATE '2026-06-30') -> 'revision';
SELECT * FROM memo_restore(5300, 4);
SELECT count(*) FROM memo_revisions(5300);
SELECT * FROM memo_restore(5300, 99);
SELECT * FROM memo_restore(5300, NULL);
SELECT * FROM memo_restore(5399, 1);
SELECT * FROM memo_revisions(5399);
DELETE FROM memocite.deal WHERE deal_id = 5300;
