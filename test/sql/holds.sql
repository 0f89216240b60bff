-- What holds a memo (chapter 4): status held, memo_holds, memo_approve, memo_release_gate, policy hold_on.
SELECT memo_init() \g /dev/null
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name) VALUES (6400, 'Held');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (6400, 'om', 'OM'), (6400, 'rr', 'Rent Roll');
INSERT INTO memocite.metric VALUES (6400, 'irr', '', 18.5, 'percent');
SELECT unknown_ids FROM memo_put_section(6400, 'summary', 'Rents rose [SRC:1]. The roof is new [SRC:7].', '[{"src_id": 1, "doc_id": "om", "page": 3}]');
-- lost citations above warn_lost_percent hold; one WARNING says what holds it
SELECT r ->> 'status' AS status, r -> 'reasons' AS reasons, r -> 'held_by' AS held_by, r ->> 'notice' AS notice FROM memo_finalize(6400, '2026-06-30') AS r;
SELECT * FROM memo_holds(6400);
SELECT status, reasons, released FROM memocite.status WHERE deal_id = 6400;
SELECT memo_html(6400) LIKE '%<p class="warning">Held: 1 of 2 citations had no source.</p>%' AS page_says_so;
SELECT memo_verify.rule FROM memo_verify(6400) WHERE NOT ok;
SELECT memo_replay(6400);
-- the gate: an error that says what holds it, until it is released
SELECT memo_release_gate(6400);
SELECT memo_approve(6400, 1, NULL);
SELECT memo_approve(6400, 9, 'x');
SELECT regexp_replace(memo_approve(6400, 1, 'The roof is seen to.', 'Anna'), '\d{4}-\d\d-\d\d', 'DAY');
SELECT approver, approved_by = session_user, note, cardinality(findings) FROM memocite.approval WHERE deal_id = 6400;
SELECT regexp_replace(memo_release_gate(6400, 1), '\d{4}-\d\d-\d\d', 'DAY');
SELECT status, released ~ '^released by Anna on' AS released FROM memocite.status WHERE deal_id = 6400;
SELECT memo_html(6400) ~ '<p class="warning">Released by Anna on \d{4}-\d\d-\d\d.</p>' AS page_says_so;
\set VERBOSITY terse
SELECT memo_approve(6400, 1, 'again');
\set VERBOSITY default
-- a later revision with the same findings, or fewer, is released by the same approval; one with another finding is not
UPDATE memocite.document SET title = 'Offering Memorandum' WHERE deal_id = 6400 AND doc_id = 'om';
SELECT memo_finalize(6400, '2026-06-30') ->> 'status' AS status;
SELECT memo_release_gate(6400) ~ '^released by Anna' AS released;
SELECT unknown_ids FROM memo_put_section(6400, 'risk', 'Mould [SRC:9].', '[]');
SELECT memo_finalize(6400, '2026-06-30') ->> 'status' AS status;
SELECT memo_release_gate(6400);
SELECT memo_release_gate(6400, 2) ~ '^released by Anna' AS released;
-- a final one needs no release
SELECT memo_put_section(6400, 'summary', 'Rents rose [SRC:1].'), memo_put_section(6400, 'risk', 'Mould [SRC:1].', '[{"src_id": 1, "doc_id": "rr"}]') \g /dev/null
SELECT memo_finalize(6400, '2026-06-30') ->> 'status' AS status;
SELECT count(*) FROM memo_holds(6400);
SELECT memo_release_gate(6400);
SELECT memo_approve(6400, 4, 'x');

-- hold_on: which reasons hold; [] is none
UPDATE memocite.deal SET policy = '{"hold_on": []}' WHERE deal_id = 6400;
SELECT memo_put_section(6400, 'risk', 'Mould [SRC:8].') \g /dev/null
SELECT memo_finalize(6400, '2026-06-30') ->> 'status' AS status;
UPDATE memocite.deal SET policy = '{"hold_on": ["lost_citations", "uncited_sections"]}' WHERE deal_id = 6400;
SELECT memo_policy(6400) -> 'hold_on' AS hold_on;
SELECT memo_finalize(6400, '2026-06-30') -> 'held_by' AS held_by;
UPDATE memocite.deal SET policy = '{"hold_on": ["lost_citation"]}' WHERE deal_id = 6400;
UPDATE memocite.deal SET policy = '{"hold_on": "lost_citations"}' WHERE deal_id = 6400;
UPDATE memocite.deal SET policy = '{"hold_on": [1]}' WHERE deal_id = 6400;

-- a headline that contradicts the model holds in a section that speaks for the deal
UPDATE memocite.deal SET policy = '{"correct_metrics": "never", "enforce_metrics": "off", "hold_on": ["violations"]}' WHERE deal_id = 6400;
SELECT memo_put_section(6400, 'summary', 'Rents rose [SRC:1]. The IRR is 17.9%.'), memo_put_section(6400, 'risk', 'The IRR is 16.9%.', '[]') \g /dev/null
SELECT memo_finalize(6400, '2026-06-30') -> 'held_by' AS held_by;
SELECT reason, section_key, place, text FROM memo_holds(6400);
-- section_kind.headline says which sections do; NULL leaves it to the six keys built in
BEGIN;
INSERT INTO memocite.section_kind(section_key, position, headline) VALUES ('risk', 700, true), ('summary', 100, false);
SELECT memo_finalize(6400, '2026-06-30') ->> 'unchanged' AS unchanged;
SELECT reason, section_key, place, text FROM memo_holds(6400);
UPDATE memocite.section_kind SET headline = NULL;
SELECT memo_finalize(6400, '2026-06-30') -> 'held_by' AS held_by;
SELECT section_key FROM memo_holds(6400);
ROLLBACK;
UPDATE memocite.deal SET policy = policy || '{"hold_on": ["violations_anywhere"]}' WHERE deal_id = 6400;
SELECT memo_finalize(6400, '2026-06-30') -> 'held_by' AS held_by;

-- level approver: reads, releases, and no more
CREATE ROLE regress_memocite_approver;
SELECT memo_grant('regress_memocite_approver', 'approver');
SET ROLE regress_memocite_approver;
SELECT detail FROM memo_doctor() WHERE "check" = 'privileges';
SELECT memo_finalize(6400);
SELECT memo_approve(6400, (SELECT max(revision) FROM memocite.revision WHERE deal_id = 6400), 'seen') ~ '^released by postgres' AS released;
DELETE FROM memocite.approval;
RESET ROLE;
SELECT memo_grant('regress_memocite_approver', 'none');
DROP ROLE regress_memocite_approver;
-- a section that the deal expects is one (chapter 4): 20 words or a reference
BEGIN;
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 6400;
SELECT memo_put_section(6400, 'summary', 'Rents rose [SRC:1].'), memo_put_section(6400, 'risk', 'See above.', '[]') \g /dev/null
SELECT memo_finalize(6400, '2026-06-30') ->> 'status' AS status;
UPDATE memocite.deal SET metadata = '{"expected_sections": ["summary", "risk"]}' WHERE deal_id = 6400;
SELECT memo_finalize(6400, '2026-06-30') -> 'held_by' AS held_by;
SELECT reason, section_key, text FROM memo_holds(6400);
ROLLBACK;
-- level writer: previews, and makes none
CREATE ROLE regress_memocite_previewer;
SELECT memo_grant('regress_memocite_previewer', 'writer');
SET ROLE regress_memocite_previewer;
SELECT r ->> 'status' AS status, r -> 'held_by' AS held_by FROM memo_finalize(6400, '2026-06-30', '[{"section_key": "risk", "body": "The IRR is 15.9%."}]', true) AS r;
\set VERBOSITY terse
SELECT memo_finalize(6400, '2026-06-30', '[{"section_key": "risk", "body": "The IRR is 15.9%."}]');
\set VERBOSITY default
RESET ROLE;
SELECT memo_grant('regress_memocite_previewer', 'none');
DROP ROLE regress_memocite_previewer;
SELECT detail ~ '^none|^1' FROM memo_doctor() WHERE "check" = 'held memos';
DELETE FROM memocite.deal WHERE deal_id = 6400;
