-- Each stage is idempotent: the same input again is the same memo, and a change
-- of another section keeps what the stages did.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name, metadata) VALUES (4001, 'Idempotent', '{"primary_doc_id": "om"}');
INSERT INTO memocite.document(deal_id, doc_id, title, tag, source_type, src_id, ingested_on) VALUES
	(4001, 'om', 'Offering Memorandum', 'A', 'pdf', NULL, '2026-05-01'), (4001, 'rr', 'Rent Roll', 'B', 'excel', NULL, '2026-05-02'), (4001, 'co', 'CoStar Report', NULL, 'costar', 900, NULL);
INSERT INTO memocite.section(deal_id, section_key, position, id_scope, body) VALUES
	(4001, 's0a_strip', 1, NULL, 'IRR of 18.5% [CANONICAL: irr=18.5] stands.'),
	(4001, 's0a', 2, NULL, 'One [SRC:1]. Two [SRC:2].'),
	(4001, 's0b', 3, NULL, repeat('Prose of which nobody says whence it comes. ', 8)),
	(4001, 's0c', 4, NULL, 'Vacancy fell [CoStar]. Rent rose [Excel].'),
	(4001, 's0d', 5, NULL, 'Offer [SOURCE-A]. Roll [SOURCE-B, SOURCE-A].'),
	(4001, 's0e', 6, NULL, 'One, another [SRC:1]. Two [SRC:2].'),
	(4001, 's05', 7, NULL, E'### Heading [SRC:1]\n\n[SRC:2] Start of text. Of 4.[SRC:1]2M.'),
	(4001, 's1', 8, NULL, E'# Title\n\nNote[^a] and roll[^b].\n\n[^a]: A call with the sponsor in May.\n[^b]: Rent Roll, p. 3\n\n```\nopen'),
	(4001, 's2', 9, NULL, 'Average rent is $1,745 a month in place. Vacancy fell.'),
	(4001, 's23', 10, NULL, 'Twice [SRC:1] one [SRC:3].'),
	(4001, 's4', 11, 'global', 'Report [SRC:900].'),
	(4001, 's42', 12, NULL, 'Nowhere [SRC:77] and [^zz]. Offer [SRC:1].'),
	(4001, 's44', 13, NULL, 'Named [DOC-rr]. Not [REF:12].'),
	(4001, 's6', 14, NULL, 'Same [SRC:1][SRC:3][SRC:2].'),
	(4001, 's62', 15, NULL, 'Crowd [SRC:1][SRC:2][SRC:4][SRC:5][SRC:6].'),
	(4001, 'z', 99, NULL, 'Last words.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, confidence, claim_text)
SELECT 4001, s, n, CASE WHEN n % 2 = 1 THEN 'om' ELSE 'rr' END, CASE n WHEN 3 THEN 1 ELSE n END, n / 10.0, NULL FROM unnest(ARRAY['s0a', 's05', 's23', 's42', 's6', 's62']) AS s, generate_series(1, 6) AS n;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, claim_text) VALUES (4001, 's0e', 1, 'om', 41, NULL), (4001, 's0e', 2, 'rr', 42, NULL), (4001, 's2', 1, 'rr', 51, 'average rent of $1,745 in place');
SELECT memo_finalize(4001, DATE '2026-06-30') ->> 'status';
SELECT section_key, replace(CASE WHEN length(body) > 100 THEN '...' || right(body, 60) ELSE body END, E'\n', '\n') FROM memocite.revision_section WHERE deal_id = 4001 ORDER BY section_key COLLATE "C";
-- again
SELECT r -> 'unchanged', r -> 'revision' FROM memo_finalize(4001, DATE '2026-06-30') AS r;
-- the same in a dry run, which always runs all stages
SELECT split_part(r ->> 'body', '<!-- memocite', 1) = split_part(memo_markdown(4001), '<!-- memocite', 1) AS same_text FROM memo_finalize(4001, DATE '2026-06-30', dry_run => true) AS r;
-- another section changes: the others are not even written again, their ledger is the same
UPDATE memocite.section SET body = 'Last words, changed [SRC:1].' WHERE deal_id = 4001 AND section_key = 'z';
SELECT r -> 'unchanged', r -> 'revision' FROM memo_finalize(4001, DATE '2026-06-30') AS r;
SELECT section_key FROM memocite.revision_section WHERE deal_id = 4001 AND revision = 2;
SELECT count(*) AS ledger_differences FROM (
	SELECT section_key, origin, marker, marker_offset, src_id, doc_id, page, fate, how, stage, note_number, final_offset, count(*) FILTER (WHERE revision = 1) AS a, count(*) FILTER (WHERE revision = 2) AS b
	FROM memocite.citation WHERE deal_id = 4001 AND section_key <> 'z' GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) AS d WHERE a <> b;
-- a section before them changes: their text is the same but for the numbers
UPDATE memocite.section SET body = 'First words [SOURCE-B].' WHERE deal_id = 4001 AND section_key = 's0a_strip';
SELECT r -> 'revision' FROM memo_finalize(4001, DATE '2026-06-30') AS r;
SELECT count(*) AS sections, count(*) FILTER (WHERE regexp_replace(a.body, '\[\^\d+\]', '[^n]', 'g') = regexp_replace(b.body, '\[\^\d+\]', '[^n]', 'g')) AS same_but_numbers
FROM memocite.revision_section a JOIN memocite.revision_section b USING (deal_id, section_key) WHERE deal_id = 4001 AND a.revision = 1 AND b.revision = 3 AND section_key NOT IN ('s0a_strip', 'z');
-- taken back, it is the first memo again
UPDATE memocite.section SET body = 'IRR of 18.5% [CANONICAL: irr=18.5] stands.' WHERE deal_id = 4001 AND section_key = 's0a_strip';
UPDATE memocite.section SET body = 'Last words.' WHERE deal_id = 4001 AND section_key = 'z';
SELECT r -> 'revision' FROM memo_finalize(4001, DATE '2026-06-30') AS r;
SELECT split_part(memo_markdown(4001, 4), '<!-- memocite', 1) = split_part(memo_markdown(4001, 1), '<!-- memocite', 1) AS same_memo;
SELECT r, count(*) FILTER (WHERE ok) || ' of ' || count(*) FROM generate_series(1, 4) AS r, memo_verify(4001, r) GROUP BY r ORDER BY r;
DELETE FROM memocite.deal WHERE deal_id = 4001;
