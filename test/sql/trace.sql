-- memo_trace (chapter 4): a note's life. Markers and claims behind it, ids
-- before and after, stages, quote, page, block, document.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name, metadata) VALUES (5102, 'Trace', '{"primary_doc_id": "om"}');
INSERT INTO memocite.document(deal_id, doc_id, title, tag, source_type) VALUES (5102, 'om', 'Offering Memorandum', 'A', 'pdf'), (5102, 'rr', 'Rent Roll', 'B', 'excel');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5102, 'p', 'om', 3, 'the in-place NOI is high');
INSERT INTO memocite.block(deal_id, block_id, passage_id, content) VALUES (5102, 77, 'p', 'NOI');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5102, 'a', 1, E'NOI of $4.2M [SRC:1][SRC:1][SRC:2] rose, [SRC:3][SRC:4][SRC:5][SRC:6]. Vacancy fell 3% last year. Say [^n][^n] so.\n\n[^n]: Sponsor call, 3 May.'),
	(5102, 'b', 2, 'Rents in the city rose [SRC:1], see [SOURCE-B].'),
	(5102, 'c', 3, repeat('No source at all. ', 20));
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, claim_text, doc_id, page, passage_id, block_id, quote, locator, confidence) VALUES
	(5102, '51020000-0000-4000-8000-000000000001', 'a', 1, 'NOI rose', 'om', 3, 'p', 77, 'in-place NOI', NULL, 0.9),
	(5102, '51020000-0000-4000-8000-000000000002', 'a', 2, NULL, 'om', 3, NULL, NULL, NULL, NULL, 0.8),
	(5102, '51020000-0000-4000-8000-000000000003', 'a', 3, NULL, 'rr', 1, NULL, NULL, NULL, NULL, 0.7),
	(5102, '51020000-0000-4000-8000-000000000004', 'a', 4, NULL, 'rr', 2, NULL, NULL, NULL, NULL, 0.6),
	(5102, '51020000-0000-4000-8000-000000000005', 'a', 5, NULL, 'om', 3, NULL, NULL, NULL, NULL, 0.1),
	(5102, '51020000-0000-4000-8000-000000000006', 'a', 6, NULL, 'rr', 4, NULL, NULL, NULL, NULL, 0.5),
	(5102, '51020000-0000-4000-8000-000000000007', 'a', NULL, 'Vacancy fell 3% last year', 'om', 3, NULL, NULL, NULL, NULL, 0.7),
	(5102, '51020000-0000-4000-8000-000000000008', 'a', NULL, 'NOI of $4.2M rose', 'om', 3, NULL, NULL, NULL, NULL, NULL),
	(5102, '51020000-0000-4000-8000-000000000009', 'a', NULL, 'Nothing like it stands there', 'om', 3, NULL, NULL, NULL, NULL, NULL),
	(5102, '51020000-0000-4000-8000-000000000010', 'b', 1, NULL, 'rr', NULL, NULL, NULL, NULL, 'Summary!C14', 0.7);
SELECT memo_finalize(5102, DATE '2026-06-30') ->> 'status';
SELECT number, kind, doc_id, page, locator, refs FROM memocite.footnote WHERE deal_id = 5102 ORDER BY number;
\pset tuples_only off
\pset expanded on
-- the note, its references, what was merged and capped into it, and claims without a row
SELECT * FROM memo_trace(5102, 1);
\pset expanded off
\pset tuples_only on
-- every row of the ledger that found a source is behind one note or was removed with it
SELECT count(*), count(DISTINCT t.citation_no) FROM memocite.footnote f, memo_trace(f.deal_id, f.number, f.revision) t WHERE f.deal_id = 5102 AND t.citation_no IS NOT NULL;
SELECT count(*) FROM memocite.citation WHERE deal_id = 5102;
-- ids of two sections: as written, provisional, global
SELECT item, section_key, marker, src_id, provisional_id, global_id, doc_id, locator, how, stage FROM memo_trace(5102, 6);
-- an agent's own note, with the repeat that was dropped; a tag; a rescue
SELECT item, section_key, marker, fate, how, stage, detail FROM memo_trace(5102, 5, 1);
SELECT item, section_key, marker, doc_id, fate, how, stage FROM memo_trace(5102, 7);
SELECT item, origin, section_key, marker, doc_id, fate, how, stage FROM memo_trace(5102, 8);
SELECT * FROM memo_trace(5102, 99);
SELECT * FROM memo_trace(5102, NULL);
SELECT * FROM memo_trace(5102, 1, 7);
DELETE FROM memocite.deal WHERE deal_id = 5102;
