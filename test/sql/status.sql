-- The status tells the truth (chapter 4): one status, the first that holds, and reasons has all but final.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name) VALUES (4301, 'Status'), (4302, 'Nothing to cite'), (4303, 'Lost');
CREATE FUNCTION pg_temp.status_of(deal bigint, body text) RETURNS text LANGUAGE plpgsql SET client_min_messages = error AS $$
BEGIN
	INSERT INTO memocite.section(deal_id, section_key, body) VALUES (deal, 'a', body) ON CONFLICT (deal_id, section_key) DO UPDATE SET body = EXCLUDED.body;
	PERFORM memo_finalize(deal, DATE '2026-06-30');
	RETURN (SELECT concat_ws(' ', r.status, r.reasons, r.report -> 'status', r.report -> 'reasons', s.status, s.reasons)
		FROM memocite.revision r JOIN memocite.status s USING (deal_id, revision) WHERE r.deal_id = deal);
END $$;

-- uncited: no reference is left, though the deal has documents, claims or markers
SELECT pg_temp.status_of(4302, 'Rents rose by 3%.');
SELECT pg_temp.status_of(4302, 'Rents rose by 3% [SRC:1].');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (4301, 'om', 'Offering Memorandum');
SELECT pg_temp.status_of(4301, 'Rents rose by 3%.');
-- a rescue note is no citation
SELECT pg_temp.status_of(4301, 'Rents rose by 3% [SRC:1].');
SELECT how, note_number FROM memocite.citation WHERE deal_id = 4301 AND fate = 'kept' AND revision = (SELECT max(revision) FROM memocite.revision WHERE deal_id = 4301);
-- any other reference makes it final
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (4301, 'a', 1, 'om', 4);
SELECT pg_temp.status_of(4301, 'Rents rose by 3% [SRC:1]. ');
-- a memo that is replayed has the same status
SELECT memo_replay(4301), memo_replay(4302);

-- when more than policy warn_lost_percent of the marker citations lost their source, the call raises one WARNING with the counts
-- and the query to see them, and report and page head say so
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (4303, 'om', 'Offering Memorandum');
INSERT INTO memocite.section(deal_id, section_key, title, body)
SELECT 4303, 'a', 'A', string_agg(format('Rent of unit %s is stable [SRC:%s].', n, n), E'\n\n' ORDER BY n) FROM generate_series(1, 76) AS n;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 4303, 'a', n, 'om', n FROM generate_series(1, 4) AS n;
SELECT r ->> 'status', r -> 'reasons', r ->> 'notice', r -> 'citations' FROM memo_finalize(4303, DATE '2026-06-30') AS r;
SELECT count(*) FROM memocite.citation WHERE fate = 'removed' AND deal_id = 4303 AND revision = 1;
SELECT status, notice FROM memocite.status WHERE deal_id = 4303;
SELECT memo_report(4303) ->> 'notice';
SELECT substring(memo_html(4303) FROM '<p class="warning">[^<]*</p>'), memo_markdown(4303) ~ 'had no source';
-- once: not where nothing changed, not by memo_replay
SELECT r -> 'unchanged' FROM memo_finalize(4303, DATE '2026-06-30') AS r;
SELECT memo_replay(4303);
-- nor in a dry run's or memo_retry's hint is a revision that is not kept
SELECT r ->> 'notice' FROM memo_finalize(4303, DATE '2026-06-30', '[{"section_key": "a", "body": "A [SRC:9]. B [SRC:1]."}]', dry_run => true) AS r;
SELECT memo_snapshot(4303);
SELECT r #>> '{report,notice}', r ->> 'revision', r ->> 'markdown' = memo_markdown(4303) FROM memo_retry(4303) AS r;
-- duplicates, merged and capped ones are no loss; a tenth is not more than a tenth
UPDATE memocite.section SET body = repeat('Rents rose [SRC:1][SRC:1][SRC:1]. ', 3) || 'It is old [SRC:99].' WHERE deal_id = 4303;
SELECT r ->> 'notice', r -> 'citations' FROM memo_finalize(4303, DATE '2026-06-30') AS r;
UPDATE memocite.deal SET policy = '{"warn_lost_percent": 9}' WHERE deal_id = 4303;
SELECT r ->> 'notice' FROM memo_finalize(4303, DATE '2026-06-30') AS r;
-- without definition, without prose, of no single document: lost, too
UPDATE memocite.section SET body = E'It is old.[^7] Rents rose [SOURCE-Q].\n\n# Heading [SRC:1]' WHERE deal_id = 4303;
SELECT r ->> 'notice' FROM memo_finalize(4303, DATE '2026-06-30') AS r;
-- the page of a memo that cites nothing says so
UPDATE memocite.section SET body = 'It is old.' WHERE deal_id = 4303;
SELECT r ->> 'status' FROM memo_finalize(4303, DATE '2026-06-30') AS r;
SELECT substring(memo_html(4303) FROM '<p class="warning">[^<]*</p>');

-- a scored but empty or much shorter body of the argument replaces the stored one with an event that names the section and both lengths
INSERT INTO memocite.deal(deal_id, name) VALUES (4304, 'Shorter');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (4304, 'a', repeat('Rents rose. ', 10)), (4304, 'b', repeat('Rents fell. ', 10)), (4304, 'c', 'Old.'), (4304, 'd', '');
SELECT r -> 'warnings' FROM memo_finalize(4304, DATE '2026-06-30', '[{"section_key": "a", "body": "", "score": 0.9}, {"section_key": "b", "body": "Rents fell.", "score": 0.8},
	{"section_key": "c", "body": "New", "score": 0.9}, {"section_key": "d", "body": "", "score": 0.1}, {"section_key": "e", "body": "", "score": 0.1}]') AS r;
SELECT severity, code, section_key, subject, detail FROM memocite.event WHERE deal_id = 4304 AND code LIKE 'stored%' ORDER BY event_no;
SELECT section_key, body FROM memocite.section WHERE deal_id = 4304 ORDER BY 1;
SELECT memo_replay(4304);
-- without a score the stored text stays, as before
SELECT r -> 'warnings' FROM memo_finalize(4304, DATE '2026-06-30', '[{"section_key": "b", "body": ""}, {"section_key": "c", "body": "Newer"}]') AS r;
SELECT subject, code FROM memocite.event WHERE deal_id = 4304 AND revision = 2 AND code LIKE 'stored%';
SELECT memo_replay(4304);

-- a section with a fifth of the words that an earlier revision had is a piece of one, in each revision until it is one again
INSERT INTO memocite.deal(deal_id, name) VALUES (4305, 'Piece');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (4305, 'a', repeat('Rents rose again. ', 40)), (4305, 'b', 'Old.');
SELECT r ->> 'status' FROM memo_finalize(4305, DATE '2026-06-30') AS r;
UPDATE memocite.section SET body = repeat('Rents rose again. ', 8) WHERE deal_id = 4305 AND section_key = 'a';
SELECT r ->> 'status', r -> 'reasons' FROM memo_finalize(4305, DATE '2026-06-30') AS r;
UPDATE memocite.section SET body = 'New.' WHERE deal_id = 4305 AND section_key = 'b';
SELECT r ->> 'status' FROM memo_finalize(4305, DATE '2026-06-30') AS r;
SELECT revision, section_key, subject, detail FROM memocite.event WHERE deal_id = 4305 AND code = 'section_collapsed' ORDER BY revision;
DELETE FROM memocite.revision WHERE deal_id = 4305 AND revision = 1;
SELECT memo_replay(4305);
UPDATE memocite.section SET body = repeat('Rents rose again. ', 9) WHERE deal_id = 4305 AND section_key = 'a';
SELECT r ->> 'status' FROM memo_finalize(4305, DATE '2026-06-30') AS r;
