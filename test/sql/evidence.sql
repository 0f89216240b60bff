-- Behind a note (chapter 7): what a viewer needs to show the page when a number is
-- clicked, and a note's life on one screen.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\set SHOW_CONTEXT never
SET client_min_messages = error;
INSERT INTO memocite.deal(deal_id, name) VALUES (5240, 'Evidence');
INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type, ingested_on) VALUES (5240, 'om', 'Offering Memorandum', 'https://example.com/om.pdf', 'pdf', '2026-05-01'), (5240, 'rr', 'Rent Roll', 'rr.xlsx', 'excel', NULL), (5240, 'x', 'Not cited', NULL, 'pdf', NULL);
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5240, 'p1', 'om', 3, 'Net income: the in-place NOI is $4.2 million a year.'), (5240, 'p2', 'om', 4, 'Occupancy is 94%.'), (5240, 'p3', 'x', 4, 'Not cited.');
INSERT INTO memocite.block(deal_id, block_id, passage_id, content, page, box_left, box_top, box_width, box_height) VALUES
	(5240, 7, 'p1', 'the in-place NOI is $4.2 million', 3, 0.1, 0.25, 0.5, 0.03), (5240, 8, 'p2', 'Occupancy is 94%.', 4, 0.1, 0.2, 1.5, 0.1);
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES
	(5240, 'a', 'Income', 1, E'NOI is $4.2M [SRC:1] and rose.\n\nIt was $3.9M before [SRC:1]. Vacancy fell to 5% [SRC:2]. Rents grew [SRC:3].'),
	(5240, 'b', 'Risk', 2, E'Again NOI of $4.2M [SRC:1], [SRC:1].');
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page, passage_id, block_id, quote, claim_text, confidence) VALUES
	(5240, '52400000-0000-4000-8000-000000000001', 'a', 1, 'om', 3, 'p1', 7, 'in-place NOI is $4.2 million', 'NOI is $4.2 million', 0.9),
	(5240, '52400000-0000-4000-8000-000000000002', 'a', 2, 'om', 4, 'p2', 8, 'Vacancy is 5%', NULL, 0.8),
	(5240, '52400000-0000-4000-8000-000000000003', 'a', 3, 'rr', NULL, NULL, NULL, NULL, NULL, NULL),
	(5240, '52400000-0000-4000-8000-000000000004', 'b', 1, 'om', 3, 'p1', 7, NULL, NULL, NULL),
	(5240, '52400000-0000-4000-8000-000000000005', 'b', NULL, 'om', 3, NULL, NULL, NULL, 'Nothing like it stands there', NULL);
SELECT memo_finalize(5240, DATE '2026-06-30') -> 'notes';
SELECT replace(body, E'\n', '\n') FROM memocite.revision_section WHERE deal_id = 5240 ORDER BY section_key;
-- a note by its key, with its references; a box that is not valid is none
SELECT jsonb_pretty(memo_evidence(5240) #> ARRAY['notes', (SELECT note_key FROM memocite.footnote WHERE deal_id = 5240 AND number = 1)]);
SELECT jsonb_pretty(memo_evidence(5240) - 'notes');
SELECT r ->> 'passage_id', r ->> 'box', r ->> 'quote_level', r ->> 'quote_start', r -> 'figures' FROM jsonb_path_query(memo_evidence(5240), '$.notes.*.references[*]') AS r WHERE r ->> 'block_id' = '8';
-- the quote stands where it says, and each figure
SELECT DISTINCT substr(e #>> ARRAY['passages', r ->> 'passage_id', 'text'], (r ->> 'quote_start')::int + 1, (r ->> 'quote_length')::int) FROM memo_evidence(5240) AS e, jsonb_path_query(e, '$.notes.*.references[*]') AS r WHERE r ->> 'quote_start' IS NOT NULL;
SELECT count(*), bool_and(substr(s.body, (f ->> 'start')::int + 1, (f ->> 'length')::int) = f ->> 'figure') FROM memo_evidence(5240) AS e, jsonb_path_query(e, '$.notes.*.references[*]') AS r, jsonb_array_elements(r -> 'figures') AS f, memocite.revision_section s WHERE s.deal_id = 5240 AND s.section_key = r ->> 'section_key';
-- its keys are the data-ids of the document, and the data-keys of the page, which has page, passage and box of each note
SELECT count(*), bool_and(memo_evidence(5240) -> 'notes' ? (f #>> '{attrs,data-id}')) FROM jsonb_path_query(memo_prosemirror(5240), '$.content[*] ? (@.type == "footnotes").content[*]') AS f;
SELECT m[1] FROM regexp_matches(memo_html(5240), '<li id="[^"]*-n\d+"( value[^>]*)>', 'g') AS m;
-- a note's life, to be read
SELECT memo_trace_text(5240, 1);
SELECT memo_trace_text(5240, 3);
SELECT memo_sentence('NOI rose. It was $4.2M in No. 4.[^1] Rents fell.', place) FROM unnest(ARRAY[0, 9, 33, 40, 999, -1]) AS place;
SELECT memo_sentence('', 0) IS NULL, memo_sentence(E'```\nx\n```', 4) IS NULL;
-- errors: no such note, revision, deal
SELECT memo_trace_text(5240, 99);
SELECT memo_evidence(5240, 99);
SELECT memo_evidence(-1);
DELETE FROM memocite.deal WHERE deal_id = 5240;
