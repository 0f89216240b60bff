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
-- policy rescue; a section of at most 50 words
UPDATE memocite.deal SET policy = '{"keep_revisions": 1, "rescue": false}' WHERE deal_id = 3901;
SELECT pg_temp.rescue(repeat(:'words', 6));
UPDATE memocite.deal SET policy = '{"keep_revisions": 1}' WHERE deal_id = 3901;
SELECT pg_temp.rescue(repeat(:'words', 5));
-- a note of its own: the document's source notes are not it
UPDATE memocite.deal SET policy = '{"keep_revisions": 1}' WHERE deal_id = 3901;
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (3901, 'b', 2, repeat(:'words', 6)), (3901, 'c', 3, repeat(:'words', 6));
UPDATE memocite.section SET body = 'Rents rose [SRC:1].' WHERE deal_id = 3901 AND section_key = 'a';
SELECT memo_finalize(3901, DATE '2026-06-30') -> 'warnings';
SELECT number, kind, definition, refs FROM memocite.footnote WHERE deal_id = 3901 ORDER BY number;
SELECT memo_finalize(3901, DATE '2026-06-30') -> 'unchanged';
DELETE FROM memocite.deal WHERE deal_id = 3901;

-- A section without any citation gets evidence first, and only then the general source.
INSERT INTO memocite.deal(deal_id, name, metadata, policy) VALUES (3902, 'Evidence first', '{"primary_doc_id": "om"}', '{"keep_revisions": 1}');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (3902, 'om', 'Offering Memorandum'), (3902, 'pca', 'Condition Report'), (3902, 'rr', 'Rent Roll');
INSERT INTO memocite.section(deal_id, section_key) VALUES (3902, 'a');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES
	(3902, 'p1', 'rr', 2, 'As of May the 212 apartments were 94.2% leased. Market rents are $1,800.'), (3902, 'p2', 'om', 3, 'The property was built in 1985 by a local builder and has 212 units.'),
	(3902, 'p3', 'om', 7, 'Over the year rents grew 4.7%; market rents are $1,800.'), (3902, 'p4', 'om', 8, 'The seller will keep the eastern parcel until all permits for it are in place.');
-- The finished section, and its citations with passage and score.
CREATE FUNCTION pg_temp.evidence(body text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.section SET body = evidence.body WHERE deal_id = 3902;
	PERFORM memo_finalize(3902, DATE '2026-06-30');
	RETURN QUERY SELECT replace(s.body, E'\n', '\n') FROM memocite.revision_section s WHERE s.deal_id = 3902;
	RETURN QUERY SELECT '    ' || concat_ws(' ', origin, marker, doc_id, page, passage_id, round(score::numeric, 2), matched, fate, how, stage) FROM memocite.citation WHERE deal_id = 3902 ORDER BY citation_no;
	RETURN QUERY SELECT '    event ' || concat_ws(' ', code, subject, NULLIF(detail, '{}')) FROM memocite.event WHERE deal_id = 3902 AND stage IN ('0b', '4.4') AND code LIKE 'rescue%' ORDER BY event_no;
	RETURN QUERY SELECT '    BROKEN ' || rule || coalesce(': ' || detail, '') FROM memo_verify(3902) WHERE NOT ok;
	RETURN QUERY SELECT '    NOT REPLAYED' FROM memocite.revision WHERE deal_id = 3902 AND NOT memo_replay(3902, revision);
END $$;
-- over the deal's passages where a sentence shares a number with exactly one passage, of whatever length the section is
SELECT pg_temp.evidence('The units were 94.2% leased. The sponsor is new.');
-- two passages have it: none is evidence; nor is a year, nor a number that is all that they share
SELECT pg_temp.evidence('Market rents are $1,800. The property dates from 1985. A committee of 212 met.');
-- nor a passage that has another number, nor words alone
SELECT pg_temp.evidence('We note that the seller will keep the eastern parcel until all permits for it are in place, which we would refuse.');
SELECT pg_temp.evidence('The property was built in 1985 by a local builder and has 240 units.');
-- what the passage denies is none
SELECT pg_temp.evidence('Rents did not grow 4.7% over the year.');
-- over its own claims, before the primary document
INSERT INTO memocite.claim(deal_id, section_key, src_id, claim_text, doc_id, page, quote) VALUES (3902, 'a', 1, 'Roofing work is due', 'pca', 5, 'The membrane needs full replacement before winter.');
SELECT pg_temp.evidence('The roof is old. The membrane needs full. Replacement before winter was advised.');
SELECT pg_temp.evidence('The roof is old. The membrane needs full replacement, we hear.');
SELECT outcome, sentence, score FROM memocite.claim_outcome WHERE deal_id = 3902;
-- at most policy rescue_evidence references a section
SELECT pg_temp.evidence('The units were 94.2% leased. Rents grew 4.7% over the year. The roof is old. The membrane needs full replacement. The seller will keep the eastern parcel until all permits for it are there.');
UPDATE memocite.deal SET policy = '{"keep_revisions": 1, "rescue_evidence": 1}' WHERE deal_id = 3902;
SELECT pg_temp.evidence('The units were 94.2% leased. Rents grew 4.7% over the year. The roof is old. The membrane needs full replacement.');
-- none: the rescue, to the one document that all its own claims name
UPDATE memocite.deal SET policy = '{"keep_revisions": 1, "rescue_evidence": 0}' WHERE deal_id = 3902;
SELECT pg_temp.evidence(repeat('The units were 94.2% leased. ', 11));
-- else to the primary document
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (3902, 'a', 2, 'rr', 1);
SELECT right(pg_temp.evidence(repeat('The units were 94.2% leased. ', 11)), 60);
UPDATE memocite.deal SET policy = '{"keep_revisions": 1}' WHERE deal_id = 3902;
DELETE FROM memocite.claim WHERE deal_id = 3902;
-- also a section whose every citation was removed: evidence, else the rescue
SELECT pg_temp.evidence('Rents grew [SRC:77] by 4.7% over the year.');
SELECT pg_temp.evidence('Costs grew [SRC:77] by 9.9% over the year.');
-- never in a table, list of sources or heading; none: no rescue
SELECT pg_temp.evidence(E'| a | b |\n|---|---|\n| c | d [SRC:9] |');
-- a memo that is taken in again by a new deal is rescued by its primary document; another general source stays a footnote
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (3902, 'a', 2, 'rr', 1);
SELECT pg_temp.evidence('Costs grew [SRC:77] by 9.9% over the year.');
INSERT INTO memocite.deal(deal_id, name, metadata) SELECT 3903, name, metadata FROM memocite.deal WHERE deal_id = 3902;
INSERT INTO memocite.document SELECT (jsonb_populate_record(d, '{"deal_id": 3903}')).* FROM memocite.document d WHERE d.deal_id = 3902;
SELECT section_key, unbound FROM memo_import_markdown(3903, memo_markdown(3902));
SELECT memo_finalize(3903, DATE '2026-06-30') \g /dev/null
SELECT split_part(memo_markdown(3903), '<!-- memocite', 1) = split_part(memo_markdown(3902), '<!-- memocite', 1);
DELETE FROM memocite.deal WHERE deal_id BETWEEN 3901 AND 3903;
