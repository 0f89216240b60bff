-- Plans are kept for a session, and tables grow in it: no statement of ours reads a table of the store from end to end.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
DELETE FROM memocite.deal;
DELETE FROM memocite.queue;
INSERT INTO memocite.deal(deal_id, name, external_id) SELECT d, 'Deal ' || d, 'P-' || d FROM generate_series(9001, 9030) AS d;
VACUUM (FULL, ANALYZE) memocite.deal, memocite.section, memocite.document, memocite.claim, memocite.metric, memocite.queue,
	memocite.allocator, memocite.src_range, memocite.revision, memocite.revision_section, memocite.revision_detail;

-- a session whose plans are made now
\c
\pset format unaligned
\pset tuples_only on
CREATE PROCEDURE pg_temp.write(first int, last int) LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO memocite.section(deal_id, section_key, body)
	SELECT d, 'market', 'Rents rose by 4 percent in the submarket [SRC:1].' FROM generate_series(first, last) AS d;
	INSERT INTO memocite.document(deal_id, doc_id, title) SELECT d, 'costar', 'CoStar' FROM generate_series(first, last) AS d;
	INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id) SELECT d, 'market', 1, 'costar' FROM generate_series(first, last) AS d;
END $$;
CREATE PROCEDURE pg_temp.work(first int, last int) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM memo_reserve_src_ids(memo_deal_id('P-' || d), 'market', 10) FROM generate_series(first, last) AS d;
	PERFORM memo_work();
END $$;
CALL pg_temp.write(9001, 9010);
CALL pg_temp.work(9001, 9010);
INSERT INTO memocite.deal(deal_id, name, external_id) SELECT d, 'Deal ' || d, 'P-' || d FROM generate_series(9101, 9400) AS d;
CALL pg_temp.write(9101, 9400);
-- the small catalogues are read whole, once a memo
CREATE TEMP TABLE before AS SELECT relname, seq_scan FROM pg_stat_xact_user_tables WHERE false;
BEGIN;
INSERT INTO before SELECT relname, seq_scan FROM pg_stat_xact_user_tables WHERE schemaname = 'memocite';
CALL pg_temp.work(9101, 9400);
SELECT now.relname, now.seq_scan - before.seq_scan AS scans FROM pg_stat_xact_user_tables AS now JOIN before USING (relname)
WHERE now.schemaname = 'memocite' AND now.seq_scan > before.seq_scan ORDER BY now.relname COLLATE "C";
COMMIT;
SELECT count(*), min(report ->> 'status'), max(report ->> 'status') FROM memocite.revision WHERE deal_id > 9000;
DELETE FROM memocite.deal WHERE deal_id > 9000;
