-- memo_import_prosemirror (chapter 9): the document of an editor, back; data-ids bind the notes
SELECT memo_init() \g /dev/null
SET client_min_messages = error;
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name) VALUES (5400, 'Editor');
INSERT INTO memocite.document(deal_id, doc_id, title, tag) VALUES (5400, 'om', 'Offering Memorandum', NULL), (5400, 'rr', 'Rent Roll', 'B');
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES
	(5400, 'a', 'Returns', 1, E'NOI **rose *fast*** [SRC:1], see [the *roll*](https://example.com/a(b) "t") and `a|b` ~~gone~~\\\nnext [SRC:2].\n\n### Sub *head*\n\n1. one\n2. two [SRC:1]\n   - inner\n\n     para\n\n> quote [SOURCE-B]\n\n```sql\nSELECT 1;\n\n  x\n```\n\n---\n\n| a | b \\| c |\n|---|--:|\n| 1 [SRC:1] | **x** |\n\n2024\\. was * a [^n] year_of_it.\n\n[^n]: Sponsor *call*.'),
	(5400, 'b', 'Risk', 2, 'Repairs are due [SRC:1].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (5400, 'a', 1, 'om', 4), (5400, 'a', 2, 'rr', 3), (5400, 'b', 1, 'rr', 7);
SELECT memo_finalize(5400, DATE '2026-06-30') -> 'revision';
-- unedited it is the agents' texts again
CREATE TEMPORARY TABLE written AS SELECT section_key, body FROM memocite.section WHERE deal_id = 5400;
SELECT section_key, title, words, refs, unbound FROM memo_import_prosemirror(5400, memo_prosemirror(5400));
SELECT section_key, s.body = w.body AS same FROM memocite.section s JOIN written w USING (section_key) WHERE deal_id = 5400 ORDER BY 1;
-- edited, references are the markers that they were
CREATE FUNCTION pg_temp.edited(VARIADIC edits text[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
	doc text := memo_prosemirror(5400, 1)::text;
BEGIN
	FOR i IN 1 .. cardinality(edits) / 2 LOOP
		doc := replace(doc, edits[2 * i - 1], edits[2 * i]);
	END LOOP;
	RETURN doc;
END $$;
SELECT section_key, refs, unbound FROM memo_import_prosemirror(5400, pg_temp.edited('NOI ', 'The NOI '));
SELECT body FROM memocite.section WHERE deal_id = 5400 AND section_key = 'a';
SELECT memo_finalize(5400, DATE '2026-06-30') -> 'revision';
SELECT kind, from_text, to_text FROM memo_diff(5400);
-- a note more, one that has no footnote, and a section more
SELECT section_key, refs, unbound FROM memo_import_prosemirror(5400, pg_temp.edited('"text": "Repairs are due."', '"text": "Repairs are due now."}, {"type": "footnoteReference", "attrs": {"data-id": "9 new", "referenceNumber": "9"}}, {"type": "footnoteReference", "attrs": {"data-id": "nowhere"}}, {"type": "text", "text": "So."',
	'{"type": "footnotes", "content": [', '{"type": "heading", "attrs": {"level": 2}, "content": [{"type": "text", "text": "Added"}]}, {"type": "paragraph", "content": [{"type": "text", "text": "# 1. New"}]}, {"type": "footnotes", "content": [{"type": "footnote", "attrs": {"data-id": "9 new"}, "content": [{"type": "paragraph", "content": [{"type": "text", "text": "By hand."}]}]}, '));
SELECT section_key, body FROM memocite.section WHERE deal_id = 5400 AND section_key <> 'a' ORDER BY position;
SELECT section_key FROM memo_import_prosemirror(5400, memo_prosemirror(5400, 1), dry_run => true);
SELECT * FROM memo_import_prosemirror(5400, '[]');
SELECT * FROM memo_import_prosemirror(5400, '{"type": "paragraph"}');
SELECT * FROM memo_import_prosemirror(5400, NULL);
DELETE FROM memocite.deal WHERE deal_id = 5400;
