-- Stages 0b and 4.4: a section that nothing cites gets one general source.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (3901, 'Rescue', '{"keep_revisions": 1}');
INSERT INTO memocite.section(deal_id, section_key, position) VALUES (3901, 'a', 1);
-- The end of the finished section, its notes and ledger, and the events of 0b and 4.4.
CREATE FUNCTION pg_temp.rescue(body text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.section SET body = rescue.body WHERE deal_id = 3901;
	PERFORM memo_finalize(3901, DATE '2026-06-30');
	RETURN QUERY SELECT CASE WHEN s.body = rescue.body THEN 'unchanged' ELSE '...' || replace(right(s.body, 50), E'\n', '\n') END FROM memocite.revision_section s WHERE s.deal_id = 3901;
	RETURN QUERY SELECT '    ' || number || ' ' || kind || ': ' || definition FROM memocite.footnote WHERE deal_id = 3901 ORDER BY number;
	RETURN QUERY SELECT '    ' || concat_ws(' ', origin, marker, doc_id, fate, how, stage) FROM memocite.citation WHERE deal_id = 3901 ORDER BY citation_no;
	RETURN QUERY SELECT '    event ' || concat_ws(' ', stage, severity, code, subject, NULLIF(detail, '{}')) FROM memocite.event WHERE deal_id = 3901 AND stage IN ('0b', '4.4') ORDER BY event_no;
	RETURN QUERY SELECT '    BROKEN ' || rule || coalesce(': ' || detail, '') FROM memo_verify(3901) WHERE NOT ok;
END $$;
\set words 'one two three four five six seven eight nine ten. '

-- no document: event rescue_impossible
SELECT pg_temp.rescue(repeat(:'words', 6));
-- the deal's only document: one reference at the end of its last prose sentence, kind rescue
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (3901, 'om', 'Offering Memorandum');
SELECT pg_temp.rescue(repeat(:'words', 6));
-- sections of more than 50 words: 51 are, 50 are not
SELECT pg_temp.rescue(repeat(:'words', 5));
SELECT pg_temp.rescue(repeat(:'words', 5) || 'End.');
-- headings, code, tables and markers are no words
SELECT pg_temp.rescue(E'### A heading\n\n' || repeat(:'words', 5) || E'\n\n```\nmany words in a fence of code\n```\n\n| a | b |\n|---|---|\n| c | d |');
-- two documents and none of them primary: impossible
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (3901, 'rr', 'Rent Roll');
SELECT pg_temp.rescue(repeat(:'words', 6));
-- metadata primary_doc_id
UPDATE memocite.deal SET metadata = '{"primary_doc_id": "rr"}' WHERE deal_id = 3901;
SELECT pg_temp.rescue(repeat(:'words', 6));
UPDATE memocite.deal SET metadata = '{"primary_doc_id": "none"}' WHERE deal_id = 3901;
SELECT pg_temp.rescue(repeat(:'words', 6));
UPDATE memocite.deal SET metadata = '{"primary_doc_id": "om"}' WHERE deal_id = 3901;
-- where it stands: the last prose sentence, not a heading, code, table of markers or source block
SELECT pg_temp.rescue(repeat(:'words', 6) || E'\n\n### A last heading\n\n```\ncode\n```\n');
SELECT pg_temp.rescue(repeat(:'words', 6) || E'\n\n- a list item\n- another');
SELECT pg_temp.rescue(repeat(:'words', 6) || E'\n\n**Sources**\n\n- Offering Memorandum');
-- nor a list of sources that stays as text
SELECT pg_temp.rescue(repeat(:'words', 6) || E'\n\n**Sources**\n\n- First National Bank');
SELECT pg_temp.rescue(E'**Sources**\n\n- First National Bank\n- ' || repeat(:'words', 6));
SELECT pg_temp.rescue(repeat(:'words', 6) || E'\n\n| a | b |\n|---|---|\n| c | d |');
-- a section whose every citation was removed, however short
SELECT pg_temp.rescue('Rents rose [SRC:9].');
SELECT pg_temp.rescue('Rents rose [CITATION NEEDED].');
-- of markers alone: no prose, impossible
SELECT pg_temp.rescue('[SRC:9]');
-- a section with any citation of an evidence kind is none: a marker, an agent's note
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (3901, 'a', 1, 'om', 12);
SELECT pg_temp.rescue(repeat(:'words', 6) || 'Rents rose [SRC:1].');
SELECT pg_temp.rescue(repeat(:'words', 6) || E'Rents rose[^1].\n\n[^1]: The sponsor said so on a call in May.');
-- a claim that is injected cites it, too
UPDATE memocite.claim SET claim_text = 'Rents rose by 3% in May' WHERE deal_id = 3901;
SELECT pg_temp.rescue(repeat(:'words', 6) || 'Rents rose by 3% in May.');
-- policy rescue, rescue_words
UPDATE memocite.deal SET policy = '{"keep_revisions": 1, "rescue": false}' WHERE deal_id = 3901;
SELECT pg_temp.rescue(repeat(:'words', 6));
UPDATE memocite.deal SET policy = '{"keep_revisions": 1, "rescue_words": 60}' WHERE deal_id = 3901;
SELECT pg_temp.rescue(repeat(:'words', 6));
-- a note of its own: the document's source notes are not it
UPDATE memocite.deal SET policy = '{"keep_revisions": 1}' WHERE deal_id = 3901;
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (3901, 'b', 2, repeat(:'words', 6)), (3901, 'c', 3, repeat(:'words', 6));
UPDATE memocite.section SET body = 'Rents rose [SRC:1].' WHERE deal_id = 3901 AND section_key = 'a';
SELECT memo_finalize(3901, DATE '2026-06-30') -> 'warnings';
SELECT number, kind, definition, refs FROM memocite.footnote WHERE deal_id = 3901 ORDER BY number;
SELECT memo_finalize(3901, DATE '2026-06-30') -> 'unchanged';
DELETE FROM memocite.deal WHERE deal_id = 3901;
