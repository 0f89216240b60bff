-- memo_verify (chapter 4, Audit): an independent re-reading of the stored text.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name) VALUES (3301, 'Verify');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (3301, 'om', 'Offering'), (3301, 'rr', 'Rent Roll');
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES
	(3301, 'a', 'A', 1, E'## Head\n\nNOI [SRC:1] rose [SRC:2]. 净收入[SRC:1]。 `code [SRC:1]` ends.'), (3301, 'b', 'B', 2, E'Rent [SRC:2] fell [SRC:9].\n\n```\n[SRC:2]\n```');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 3301, k, n, CASE n WHEN 1 THEN 'om' ELSE 'rr' END, 5 FROM unnest(ARRAY['a', 'b']) AS k, generate_series(1, 2) AS n;
SELECT memo_finalize(3301, DATE '2026-06-30') ->> 'status';
SELECT section_key, replace(body, E'\n', '\n') FROM memocite.revision_section WHERE deal_id = 3301 ORDER BY 1;
-- one row a rule; all ok on every memo of status final
SELECT rule, ok, detail FROM memo_verify(3301);
SELECT memo_replay(3301);

-- Damage of a stored row, the rules that report it, and back again. Text that is generated from rows, replay proves.
CREATE FUNCTION pg_temp.damage(what text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'UPDATE memocite.' || what;
	RETURN QUERY SELECT rule || ': ' || detail FROM memo_verify(3301) WHERE NOT ok;
	IF NOT FOUND THEN RETURN NEXT CASE WHEN memo_replay(3301) THEN 'NOT SEEN' ELSE 'memo_replay: made again it has other bytes' END; END IF;
	RAISE EXCEPTION USING ERRCODE = 'MC000';
EXCEPTION WHEN SQLSTATE 'MC000' THEN
	RETURN;
END $$;
-- a body, with its hash made to agree unless the hash is what is damaged
CREATE FUNCTION pg_temp.body(from_text text, to_text text) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT pg_temp.damage(format('revision_section SET body = replace(body, %L, %L), body_sha256 = sha256(convert_to(replace(body, %L, %L), ''UTF8'')) WHERE deal_id = 3301', from_text, to_text, from_text, to_text))
$$;
-- references contiguous and in reading order
SELECT pg_temp.body('[^1] rose.[^2]', '[^2] rose.[^1]');
SELECT pg_temp.body('rose.[^2]', 'rose.[^3]');
-- each exactly one definition, none unused or twice
SELECT pg_temp.damage($$revision_detail SET note_key = note_key[1:1], note_definition = note_definition[1:1], note_doc_id = note_doc_id[1:1], note_page = note_page[1:1], note_confidence = note_confidence[1:1], note_stale = note_stale[1:1], note_section = note_section[1:1], note_refs = note_refs[1:1] WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_key = array_append(note_key, 1), note_definition = array_append(note_definition, 'Unused.'), note_refs = array_append(note_refs, 0), note_doc_id = array_append(note_doc_id, 'om') WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_refs = ARRAY[1, 1] WHERE deal_id = 3301$$);
-- no evidence marker outside opaque zones
SELECT pg_temp.body('rose.[^2]', 'rose.[^2] [SRC:4]');
SELECT pg_temp.body('Rent[^2]', 'Rent[^2] [SOURCE-B]');
SELECT pg_temp.body('Rent[^2]', 'Rent[^2] [src:1, 2]');
SELECT pg_temp.body('Rent[^2]', 'Rent[^2] [SRC:1 the memo, Table 2]');
SELECT pg_temp.body('Rent[^2]', 'Rent[^2] [SRC: the memo of 2024]');
-- whatever way it is written
\getenv abs_srcdir PG_ABS_SRCDIR
\set variants `cat "$PG_ABS_SRCDIR/data/marker_variants.json"`
SELECT example, split_part(seen, ';', 1) FROM (SELECT v ->> 'example' AS example, n FROM jsonb_array_elements(:'variants'::jsonb) WITH ORDINALITY AS t(v, n)
	UNION ALL SELECT e, 1000 + n FROM unnest(ARRAY['[SOURCE-A, p. 4]', '[SOURCE-A, SRC:1]', '[SRC-1, SOURCE-A]', '[SRC-1/2]', '[SRC-1+2]', '[SRC-1,]', '[SRC–1]', '[^ 1]', '[CANONICAL: x]', '[SRC:1, p. 1; SRC:2, p. 2]', '[SRC:1, pp. 3-4]', '[SRC:1, page 3]', '[SRC:1, pg 3]', '[SRC:1, pages 3–4]', '[SRC:1, Table 2]', '[SRC:1 (p. 4)]', '[SRC:1: p. 4]', '[SRC:1, §4]', '[SRC:1 to 3]', '[SRC1]', '[SRC_2]', '[SRC1, SRC2]', E'[SRC\u2060: 1]', '［SRC：１］', '[SRC: 1]']) WITH ORDINALITY AS t(e, n)) AS x,
	LATERAL (SELECT string_agg(d, '; ') AS seen FROM pg_temp.body('Rent[^2]', 'Rent[^2] ' || example) AS d) AS s
WHERE EXISTS (SELECT FROM memo_markers('Rent ' || example) WHERE zone = 'prose' AND kind IN ('src', 'src_variant', 'source_tag', 'legacy_tag', 'unrecognized', 'note_ref', 'canonical')) ORDER BY n;
-- no reference in a heading, before ( [ :, or, but as a subject, at a line's start
SELECT pg_temp.body('### Head', '### Head[^1]');
SELECT pg_temp.body('[^1] rose', '[^1](x) rose');
SELECT pg_temp.body('[^1] rose', '[^1][x] rose');
SELECT pg_temp.body('[^1] rose', '[^1]: rose');
SELECT pg_temp.body('NOI[^1] rose', E'NOI\n[^1] Rose');
-- a reference never touches a bare URL, which goes on to a blank, "<" or a cell's bar
SELECT place, coalesce(string_agg(d, '; '), 'none') FROM (VALUES (1, 'https://a.b/c[^1]'), (2, '**www.a.b**[^1]'), (3, 'x|https://a.b|[l](c)[^1]'), (4, 'https://a.b/`c`[^1]'), (5, E'\n\n|a|b|\n|-|-|\n|[l](c)|https://a.b[^1]|\n\n'),
	(6, 'https://a.b [^1]'), (7, '[l](https://a.b)[^1]'), (8, '[https://a.b](c)[^1]'), (9, '<https://a.b>[^1]'), (10, '`https://a.b`[^1]'), (11, E'\n\n|a|b|\n|-|-|\n|https://a.b|c[^1]|\n\n')) AS v(n, place),
	LATERAL pg_temp.body('NOI[^1]', place) AS d WHERE d ~ '^reference_places|SEEN' OR d !~ '^(edits|offsets|opaque|ledger)' GROUP BY n, place ORDER BY n;
-- no [^ in a definition
SELECT pg_temp.damage($$revision_detail SET note_definition[1] = 'Offering [^2], p. 5.' WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[1] = E'Offering\n\n# p. 5.' WHERE deal_id = 3301$$);
-- the edit script backwards gives the agent's body
SELECT pg_temp.body('NOI', 'NOJ');
SELECT pg_temp.damage($$revision_section SET edits = '[]' WHERE deal_id = 3301 AND section_key = 'a'$$);
SELECT pg_temp.damage($$revision_section SET edits = '[[9999, "", "x", "1"]]' WHERE deal_id = 3301 AND section_key = 'a'$$);
SELECT pg_temp.damage($$revision_section SET edits = (SELECT json_agg(CASE WHEN n = 3 THEN json_build_array((e ->> 0)::int + 1, e -> 1, e -> 2, e -> 3) ELSE e END ORDER BY n) FROM json_array_elements(edits) WITH ORDINALITY AS t(e, n)) WHERE deal_id = 3301 AND section_key = 'a'$$);
SELECT pg_temp.damage($$revision_section SET agent_sha256 = sha256('x') WHERE deal_id = 3301 AND section_key = 'b'$$);
-- opaque zones are untouched
SELECT pg_temp.body('`code [SRC:1]`', '`code [SRC:2]`');
SELECT pg_temp.body(E'```\n[SRC:2]\n```', E'~~~\n[SRC:2]\n~~~');
SELECT pg_temp.damage($$revision_section SET body = replace(body, '[SRC:2]', '[SRC:8]'), body_sha256 = sha256(convert_to(replace(body, '[SRC:2]', '[SRC:8]'), 'UTF8')), edits = (left(edits::text, -1) || ',[20,"[SRC:2]","[SRC:8]","1"]]')::json WHERE deal_id = 3301 AND section_key = 'b'$$);
-- ledger balanced; kept offsets point at their reference
SELECT pg_temp.damage($$revision_detail SET cit_removed[1] = true WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET cit_removed[5] = NULL WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET cit_offset[2] = cit_offset[2] + 1 WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET cit_note[2] = 1 WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET cit_section[5] = 'a' WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET cit_marker_offset[1] = 0 WHERE deal_id = 3301$$);
-- the stored hash
SELECT pg_temp.damage($$revision_section SET body_sha256 = sha256('x') WHERE deal_id = 3301 AND section_key = 'b'$$);

-- agents go on writing: an older memo is verified with the hash of what it was made from
UPDATE memocite.section SET body = 'Something else.' WHERE deal_id = 3301 AND section_key = 'a';
DELETE FROM memocite.section WHERE deal_id = 3301 AND section_key = 'b';
SELECT count(*) FILTER (WHERE ok) || ' of ' || count(*) FROM memo_verify(3301);
DELETE FROM memocite.deal WHERE deal_id = 3301;

-- definitions say their sources: names with syntax in them, a locator, an age, low confidence, a verified quote, an agent's note, a general source
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (3301, 'Verify', '{"stale_days": 90}');
INSERT INTO memocite.document(deal_id, doc_id, title, ingested_on) VALUES (3301, 'om', '1. *Offering* | A_B [x] <i> & Co.', NULL), (3301, 'rr', E'Rent\t \nRoll', '2024-01-01'), (3301, 'x', E' \n', NULL);
UPDATE memocite.deal SET metadata = '{"primary_doc_id": "om"}' WHERE deal_id = 3301;
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (3301, 'p', 'rr', 3, 'Base rent is "$1,450" per unit & month.');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (3301, 'a', 1, E'One [SRC:1]. Two [SRC:2]. Three [SRC:3] and more[^x].\n\n[^x]: Our view.'), (3301, 'b', 2, repeat('Nothing is cited in this sentence. ', 60));
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, locator, passage_id, quote, confidence) VALUES (3301, 'a', 1, 'om', NULL, NULL, NULL, NULL, 0.9), (3301, 'a', 2, 'rr', 3, NULL, 'p', 'Base rent is "$1,450" per unit & month', NULL),
	(3301, 'a', 3, 'x', NULL, 'Summary!C14', NULL, NULL, 0.3);
SELECT memo_finalize(3301, DATE '2026-06-30') ->> 'status';
SELECT number, kind, doc_id, definition FROM memocite.footnote WHERE deal_id = 3301 ORDER BY number;
SELECT rule, detail FROM memo_verify(3301) WHERE NOT ok;
SELECT memo_replay(3301);
SELECT pg_temp.damage($$revision_detail SET note_definition = note_definition[2:2] || note_definition[1:1] || note_definition[3:] WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[2] = replace(note_definition[2], 'p. 3', 'p. 33') WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[1] = left(note_definition[1], -1) || ', p. 3.' WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[3] = replace(note_definition[3], 'C14', 'C15') WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[2] = replace(note_definition[2], '1,450', '1,540') WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[3] = note_definition[3] || ' "More."' WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[3] = note_definition[3] || ' See also x.' WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[4] = 'Our view.' WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[4] = note_definition[4] || ' Confirmed by the Rent Roll.' WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[5] = replace(note_definition[5], ' General source for this section; no passage was cited.', '') WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_kind[5] = NULL WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[2] = replace(note_definition[2], 'older than 90 days', 'and verified') WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[2] = replace(note_definition[2], '2024-01-01', '2024-11-01') WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[2] = replace(note_definition[2], ' (ingested 2024-01-01; older than 90 days)', '') WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_stale[2] = false WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[3] = replace(note_definition[3], ' Low confidence.', '') WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[1] = note_definition[1] || ' Low confidence.' WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_definition[4] = note_definition[4] || ' Low confidence.' WHERE deal_id = 3301$$);
SELECT pg_temp.body('†', '');
SELECT pg_temp.damage($$revision_detail SET cit_confidence[3] = 900 WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_doc_id[1] = 'rr' WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET note_doc_id[1] = 'gone', cit_doc_id[1] = 'gone' WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET cit_page[2] = 4 WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET cit_quote[2] = 'Another' WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET source_title = array_replace(source_title, '1. *Offering* | A_B [x] <i> & Co.', 'Appraisal') WHERE deal_id = 3301$$);
-- what is said of all sources is what the rows of notes and sources say
SELECT t.title || E'\n' || t.text FROM memocite.revision_detail, unnest(tail_title, tail_text) AS t(title, text) WHERE deal_id = 3301;
SELECT pg_temp.damage($$revision_detail SET tail_title = NULL, tail_text = NULL WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET tail_title = tail_title[2:], tail_text = tail_text[2:] WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET tail_title[1] = 'Sources' WHERE deal_id = 3301$$);
SELECT part, from_text, pg_temp.damage(format('revision_detail SET tail_text[%1$s] = regexp_replace(tail_text[%1$s], %2$L, %3$L) WHERE deal_id = 3301', part, from_text, to_text)) FROM (VALUES
	(1, 'Rent Roll [|] Other', 'Rent Roll | PDF'), (1, '[|] 3 [|]', '| 4 |'), (1, '[|] 1, 5 [|]', '| 1 |'), (1, '[|] 2 [|]  [|]', '| 3 |  |'), (1, '2024-01-01 [|]', '2024-01-02 |'),
	(2, '3 documents, 4', '3 documents, 5'), (2, 'ingested 2024', 'ingested 2023'), (2, '1 older', '2 older'), (2, 'below 0.50', 'below 0.40'), (2, '$', '- Rates are estimates.')) AS t(part, from_text, to_text);
SELECT pg_temp.damage($$revision_detail SET note_kind[4] = 'ic_note' WHERE deal_id = 3301$$);
SELECT pg_temp.damage($$revision_detail SET source_type = array_replace(source_type, 'other', 'pdf') WHERE deal_id = 3301$$);
DELETE FROM memocite.deal WHERE deal_id = 3301;
