-- Stages 2.3, 6, 6.2 and 6.6: one note per identity, no repeats, no crowds, 1..N.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name) VALUES (2801, 'Clusters');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (2801, 'om', 'Offering Memorandum');
INSERT INTO memocite.section(deal_id, section_key, position) VALUES (2801, 'a', 1), (2801, 'b', 2);
-- ids 1 to 9 are pages 1 to 9; confidence as given; 11 and 12 are page 1 again
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, confidence)
SELECT 2801, s, n, 'om', CASE WHEN n > 10 THEN 1 ELSE n END, (ARRAY[0.9, 0.2, NULL, 0.6, 0.5, 0.5, 0.8, NULL, 0.1, NULL, 0.3, 0.95])[n]
FROM generate_series(1, 12) AS n, unnest(ARRAY['a', 'b']) AS s WHERE n <> 10;
CREATE FUNCTION pg_temp.crowd(a text, b text DEFAULT '', policy jsonb DEFAULT '{}') RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.deal SET policy = '{"keep_revisions": 1, "rescue": false}' || crowd.policy WHERE deal_id = 2801;
	UPDATE memocite.section SET body = CASE section_key WHEN 'a' THEN crowd.a ELSE crowd.b END WHERE deal_id = 2801;
	PERFORM memo_finalize(2801, DATE '2026-06-30');
	RETURN QUERY SELECT replace(body, E'\n', '\n') FROM memocite.revision_section WHERE deal_id = 2801 AND (section_key = 'a' OR crowd.b <> '') ORDER BY section_key;
	RETURN QUERY SELECT '    ' || number || coalesce(' p. ' || page, ' ' || kind) || ' refs ' || refs || coalesce(' confidence ' || confidence, '') FROM memocite.footnote WHERE deal_id = 2801 ORDER BY number;
	RETURN QUERY SELECT '    removed ' || section_key || ' ' || marker || ' ' || how || ' in ' || stage FROM memocite.citation WHERE deal_id = 2801 AND fate = 'removed' ORDER BY citation_no;
	RETURN QUERY SELECT '    BROKEN ' || rule || coalesce(': ' || detail, '') FROM memo_verify(2801) WHERE NOT ok;
END $$;

-- one note per identity, in all sections; 1..N by first appearance in reading order
SELECT pg_temp.crowd('Seven [SRC:7]. One [SRC:1]. Seven [SRC:7]. Again [SRC:11].', 'One [SRC:12]. Two [SRC:2].');
-- the same note twice in one cluster: the first stays
SELECT pg_temp.crowd('A [SRC:1][SRC:2][SRC:11] b.');
SELECT pg_temp.crowd('A [SRC:1], [SRC:11] b.');
-- a sentence may cite one source for two figures
SELECT pg_temp.crowd('NOI of $4.2M [SRC:1] and rent of $1,745 [SRC:1]. Next [SRC:1].');
-- policy dedup_scope sentence
SELECT pg_temp.crowd('NOI of $4.2M [SRC:1] and rent of $1,745 [SRC:1]. Next [SRC:1].', '', '{"dedup_scope": "sentence"}');
-- a table cell
SELECT pg_temp.crowd(E'| a | b |\n|---|---|\n| x [SRC:1] and y [SRC:11] | z [SRC:1] |');

-- at most three adjacent source references (only blanks, commas between): the most confident stay in their order
SELECT pg_temp.crowd('A [SRC:1][SRC:2][SRC:4][SRC:7] b.');
SELECT pg_temp.crowd('A [SRC:2][SRC:9][SRC:1][SRC:4][SRC:7] b.');
SELECT pg_temp.crowd('A [SRC:1], [SRC:4], [SRC:7], [SRC:2] b.');
SELECT pg_temp.crowd(E'A [SRC:1] [SRC:2]\n[SRC:4] [SRC:7] b.');
-- NULL counts 0.5, ties leftmost
SELECT pg_temp.crowd('A [SRC:3][SRC:5][SRC:6][SRC:8] b.');
SELECT pg_temp.crowd('A [SRC:9][SRC:8][SRC:2][SRC:6][SRC:3] b.');
-- words between end a cluster; three stay as they are
SELECT pg_temp.crowd('A [SRC:1][SRC:2] and [SRC:4][SRC:7] b [SRC:5][SRC:6][SRC:9].');
SELECT pg_temp.crowd('A [SRC:1]. [SRC:2] [SRC:4] (so) [SRC:7] b.');
-- each reference's own confidence counts, not its note's
SELECT pg_temp.crowd('A [SRC:11][SRC:4][SRC:7][SRC:5] b. C [SRC:12].');
-- policy cluster_cap
SELECT pg_temp.crowd('A [SRC:1][SRC:2][SRC:4][SRC:7] b.', '', '{"cluster_cap": 1}');
SELECT pg_temp.crowd('A [SRC:1][SRC:2][SRC:4][SRC:7] b.', '', '{"cluster_cap": 4}');
-- dedup comes first: a repeat does not use up a place
SELECT pg_temp.crowd('A [SRC:1][SRC:11][SRC:2][SRC:4] b.');
-- an agent's own note is no source reference
SELECT pg_temp.crowd(E'A [SRC:1][SRC:2][SRC:4][^n] b.\n\n[^n]: The sponsor said so on the phone in May.');
-- capped everywhere: a note without a reference is gone, numbers have no gap
SELECT pg_temp.crowd('A [SRC:1][SRC:4][SRC:7][SRC:2] b. C [SRC:5].');
-- nothing to do: a section without markers stays as it is
SELECT pg_temp.crowd('No markers, no change.');
-- idempotent; touching another section keeps the text and its numbers
SELECT pg_temp.crowd('A [SRC:1][SRC:2][SRC:4][SRC:7] b.', 'C.');
SELECT memo_finalize(2801, DATE '2026-06-30') -> 'unchanged';
SELECT pg_temp.crowd('A [SRC:1][SRC:2][SRC:4][SRC:7] b.', 'C is changed [SRC:9].');
DELETE FROM memocite.deal WHERE deal_id = 2801;
