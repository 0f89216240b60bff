-- memo_diff (chapter 4): what changed between two revisions. Notes are told apart
-- by note_key, references by their sentence, else by their note.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name) VALUES (5120, 'Diff');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5120, 'om', 'Offering Memorandum'), (5120, 'rr', 'Rent Roll'), (5120, 'ap', 'Appraisal');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5120, 'a', 1, 'NOI rose [SRC:1]. Rents fell [SRC:2][SRC:3]. Rents fell [SRC:2]. Taxes are due [SRC:1].'),
	(5120, 'b', 2, E'Value is up [SRC:1].\n\n| a | b |\n|---|---|\n| one [SRC:1] | two [SRC:2] |\n\nSay so [^n].\n\n[^n]: Call.'),
	(5120, 'c', 3, 'Gone soon [SRC:1].');
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page) VALUES
	(5120, '51200000-0000-4000-8000-000000000001', 'a', 1, 'om', 1), (5120, '51200000-0000-4000-8000-000000000002', 'a', 2, 'rr', 1), (5120, '51200000-0000-4000-8000-000000000003', 'a', 3, 'rr', 2),
	(5120, '51200000-0000-4000-8000-000000000004', 'b', 1, 'ap', 1), (5120, '51200000-0000-4000-8000-000000000005', 'b', 2, 'om', 1), (5120, '51200000-0000-4000-8000-000000000006', 'c', 1, 'ap', 9);
SELECT memo_finalize(5120, DATE '2026-06-30') -> 'revision';
SELECT * FROM memo_diff(5120);
SELECT count(*) FROM memo_diff(5120, 1, 1);

-- a source is swapped: the same marker and sentence, another document; another page of it is a changed place
UPDATE memocite.claim SET doc_id = 'ap' WHERE claim_id = '51200000-0000-4000-8000-000000000001' AND deal_id = 5120;
UPDATE memocite.claim SET page = 7 WHERE claim_id = '51200000-0000-4000-8000-000000000003' AND deal_id = 5120;
SELECT memo_finalize(5120, DATE '2026-06-30') -> 'revision';
SELECT * FROM memo_diff(5120);

-- references come and go; with a reworded sentence they stay
UPDATE memocite.section SET body = 'Taxes are due [SRC:1]. Rents fell sharply [SRC:2][SRC:3]. Rents fell [SRC:2]. NOI rose. Debt is new [SRC:1].' WHERE deal_id = 5120 AND section_key = 'a';
SELECT memo_finalize(5120, DATE '2026-06-30') -> 'revision';
SELECT * FROM memo_diff(5120);
-- the same backwards
SELECT * FROM memo_diff(5120, 3, 2);

-- sections: added, removed, renamed, changed; a rewritten sentence whose marker names another document
DELETE FROM memocite.section WHERE deal_id = 5120 AND section_key = 'c';
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (5120, '0', 0, 'First of all [^x].' || E'\n\n[^x]: New note.');
UPDATE memocite.section SET title = 'Bee', body = replace(body, 'Value is up', 'Its value is really up') WHERE deal_id = 5120 AND section_key = 'b';
UPDATE memocite.claim SET doc_id = 'rr', page = 33 WHERE claim_id = '51200000-0000-4000-8000-000000000004' AND deal_id = 5120;
SELECT memo_finalize(5120, DATE '2026-06-30') -> 'revision';
SELECT * FROM memo_diff(5120, 3, 4);

-- only a definition changes
UPDATE memocite.document SET title = 'Rent Roll, May' WHERE deal_id = 5120 AND doc_id = 'rr';
SELECT memo_finalize(5120, DATE '2026-06-30') -> 'revision';
SELECT * FROM memo_diff(5120);
-- the sum of the differences is the difference of the sums
SELECT count(*) FILTER (WHERE kind = 'note_added') - count(*) FILTER (WHERE kind = 'note_removed')
	= (SELECT count(*) FILTER (WHERE revision = 5) - count(*) FILTER (WHERE revision = 1) FROM memocite.footnote WHERE deal_id = 5120),
	count(*) FILTER (WHERE kind = 'reference_added') - count(*) FILTER (WHERE kind = 'reference_removed')
	= (SELECT count(*) FILTER (WHERE revision = 5) - count(*) FILTER (WHERE revision = 1) FROM memocite.citation WHERE deal_id = 5120 AND fate = 'kept')
FROM memo_diff(5120, 1, 5);
SELECT * FROM memo_diff(5120, 1, 99);
SELECT * FROM memo_diff(5120, 0, 1);
SELECT * FROM memo_diff(NULL);
SELECT * FROM memo_diff(5199);
DELETE FROM memocite.deal WHERE deal_id = 5120;
-- the text: sentences old and new with the words that differ marked, one that moved is none; status and metrics
INSERT INTO memocite.deal(deal_id, name) VALUES (5121, 'Text');
INSERT INTO memocite.metric(deal_id, metric, value, unit) VALUES (5121, 'irr', 18.5, 'percent');
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES (5121, 'a', 'A', 1, E'NOI rose to $4.2M in May. Roofs are fine. Rents fell. Rents fell.\n\n| a | b |\n|---|---|\n| one | two |\n\n### Head\n\n`code` stays.');
SELECT memo_finalize(5121, DATE '2026-06-30') -> 'revision';
UPDATE memocite.section SET body = E'Roofs are fine. NOI rose to **$4.3M** in June, they say. Rents fell. New here.\n\n| a | b |\n|---|---|\n| one | three |\n\n### Head line\n\n`code` stays.' WHERE deal_id = 5121;
UPDATE memocite.metric SET value = 17 WHERE deal_id = 5121;
SELECT memo_finalize(5121, DATE '2026-06-30') -> 'revision';
SELECT kind, section_key, detail, from_text, to_text FROM memo_diff(5121);
DELETE FROM memocite.deal WHERE deal_id = 5121;
