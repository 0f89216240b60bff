-- Ids across sections: stage 0a (provisional ids), stage 0e (collisions), and
-- memo_collisions / memo_resolve_collisions.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
-- Case n of a vector file as a deal: its sections from an array of bodies.
CREATE FUNCTION pg_temp.deal(bodies text[], claims jsonb DEFAULT '{}') RETURNS void LANGUAGE sql AS $$
	DELETE FROM memocite.deal WHERE deal_id = 2901;
	INSERT INTO memocite.deal(deal_id, name, policy) VALUES (2901, 'Collisions', '{"keep_revisions": 1}');
	INSERT INTO memocite.section(deal_id, section_key, position, body) SELECT 2901, chr(64 + n::int), n, b FROM unnest(bodies) WITH ORDINALITY AS t(b, n);
	INSERT INTO memocite.document(deal_id, doc_id) SELECT DISTINCT 2901, c ->> 'doc_id' FROM jsonb_each(claims) AS s(k, v), jsonb_array_elements(v) AS c;
	INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 2901, k, (c ->> 'src_id')::bigint, c ->> 'doc_id', (c ->> 'page')::int FROM jsonb_each(claims) AS s(k, v), jsonb_array_elements(v) AS c;
$$;
-- Sections of a Markdown text: its H2 parts, and what stands before the first.
CREATE FUNCTION pg_temp.parts(markdown text) RETURNS text[] LANGUAGE sql AS $$
	SELECT array_agg(part ORDER BY n) FROM regexp_split_to_table(E'\n' || markdown, E'\n(?=## )') WITH ORDINALITY AS t(part, n) WHERE btrim(part, E'\n') <> ''
$$;

-- 0a: the running offset per section in reading order (vector stage_0a); ids of reserved ranges are excluded
SELECT pg_temp.deal(ARRAY['a [SRC:1] b [SRC:2]', 'c [SRC:1] d [SRC:10]', 'none', 'e [SRC:30]', 'f [SRC:30]']);
SELECT memo_finalize(2901, DATE '2026-06-30') ->> 'status';
SELECT section_key, string_agg(src_id || '->' || provisional_id, ' ' ORDER BY citation_no) FROM memocite.citation WHERE deal_id = 2901 GROUP BY section_key ORDER BY section_key;
INSERT INTO memocite.src_range(deal_id, first_id, last_id, agent) VALUES (2901, 30, 39, 'risk');
SELECT memo_finalize(2901, DATE '2026-06-30') ->> 'status';
SELECT section_key, string_agg(src_id || '->' || provisional_id, ' ' ORDER BY citation_no) FROM memocite.citation WHERE deal_id = 2901 GROUP BY section_key ORDER BY section_key;

-- 0e: every case of the vector file; texts and claims are what memo_resolve_collisions writes back
\getenv abs_srcdir PG_ABS_SRCDIR
\set vectors `cat "$PG_ABS_SRCDIR/data/vectors/stage_0e.jsonl"`
CREATE TEMP TABLE vector AS SELECT n, v::jsonb AS v FROM regexp_split_to_table(:'vectors', E'\n') WITH ORDINALITY AS t(v, n) WHERE v <> '';
CREATE FUNCTION pg_temp.check(v jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	texts text;
	claims jsonb;
	decisions jsonb;
BEGIN
	PERFORM pg_temp.deal(pg_temp.parts(v ->> 'text'), v -> 'claim_citations');
	SELECT coalesce(jsonb_agg(jsonb_build_array(src_id, decision) ORDER BY src_id), '[]') INTO decisions
	FROM (SELECT src_id, CASE WHEN bool_or(decision = 'remapped') THEN 'remapped' ELSE 'shared' END AS decision FROM memo_resolve_collisions(2901) GROUP BY src_id) AS d;
	SELECT string_agg(rtrim(btrim(body, E'\n')), E'\n' ORDER BY position) INTO texts FROM memocite.section WHERE deal_id = 2901;
	SELECT coalesce(jsonb_object_agg(section_key, list), '{}') INTO claims FROM (SELECT section_key, jsonb_agg(jsonb_build_object('src_id', src_id, 'doc_id', doc_id, 'page', page) ORDER BY src_id) AS list
		FROM memocite.claim WHERE deal_id = 2901 GROUP BY section_key) AS c;
	RETURN concat_ws(' | ', v ->> 'case', CASE WHEN texts = rtrim(v ->> 'out', E'\n') THEN 'text ok' ELSE 'TEXT ' || texts END,
		CASE WHEN claims = v -> 'claim_citations_out' THEN 'claims ok' ELSE 'CLAIMS ' || claims::text END, CASE WHEN decisions = v -> 'decisions' THEN 'decisions ok' ELSE 'DECISIONS ' || decisions::text END,
		CASE WHEN NOT EXISTS (SELECT FROM memo_resolve_collisions(2901) WHERE decision = 'remapped') THEN 'idempotent' END);
END $$;
SELECT pg_temp.check(v) FROM vector ORDER BY n;

-- every host of one identity: legitimate reuse, one global id
SELECT pg_temp.deal(ARRAY['a [SRC:1]', 'b [SRC:1]'], '{"A": [{"src_id": 1, "doc_id": "d", "page": 1}], "B": [{"src_id": 1, "doc_id": "d", "page": 1}]}');
SELECT * FROM memo_collisions(2901);
SELECT memo_finalize(2901, DATE '2026-06-30') ->> 'status';
SELECT stage, code, detail FROM memocite.event WHERE deal_id = 2901 AND stage = '0e';
-- else the first host in reading order keeps it, hosts of one identity share, others get fresh ids above all ids in text, claims and reserved ranges
SELECT pg_temp.deal(ARRAY['a [SRC:1] [SRC:2]', 'b [SRC:1] [SRC:2]', 'c [SRC:1]', 'd [SRC:1] [SRC:2]'],
	'{"A": [{"src_id": 1, "doc_id": "d", "page": 1}, {"src_id": 2, "doc_id": "x", "page": null}, {"src_id": 40, "doc_id": "x", "page": 9}], "B": [{"src_id": 1, "doc_id": "e", "page": 2}], "C": [{"src_id": 1, "doc_id": "d", "page": 1}], "D": [{"src_id": 1, "doc_id": "e", "page": 2}, {"src_id": 2, "doc_id": "x", "page": null}]}');
INSERT INTO memocite.src_range(deal_id, first_id, last_id, agent) VALUES (2901, 50, 59, 'risk');
SELECT * FROM memo_collisions(2901);
-- the same decisions are the ledger's global ids; the text's numbers do not depend on them
SELECT memo_finalize(2901, DATE '2026-06-30') ->> 'status';
SELECT section_key, src_id, global_id, doc_id, fate, note_number FROM memocite.citation WHERE deal_id = 2901 ORDER BY citation_no;
SELECT stage, code, detail FROM memocite.event WHERE deal_id = 2901 AND stage = '0e' ORDER BY event_no;
-- ids in a reserved range mean one source in all sections: no collision
INSERT INTO memocite.src_range(deal_id, first_id, last_id, agent) VALUES (2901, 2, 2, 'market');
SELECT src_id, section_key, decision, new_id FROM memo_collisions(2901) WHERE src_id = 2;
-- memo_collisions only shows; memo_resolve_collisions writes back; all spellings of an id, nothing in opaque zones
SELECT pg_temp.deal(ARRAY['a [SRC:1].', E'b [SRC: 1], [SRC:1, 2], [src:1], \\[SRC:1\\], `[SRC:1]` [SRC:10] [SRC:1](x).\n\n[SRC:1]: a source line\n'], '{"B": [{"src_id": 1, "doc_id": "d", "page": 1}]}');
SELECT src_id, section_key, decision, new_id FROM memo_collisions(2901);
SELECT section_key, body FROM memocite.section WHERE deal_id = 2901 ORDER BY position;
SELECT src_id, section_key, decision, new_id FROM memo_resolve_collisions(2901);
SELECT section_key, replace(body, E'\n', '\n') FROM memocite.section WHERE deal_id = 2901 ORDER BY position;
SELECT section_key, src_id FROM memocite.claim WHERE deal_id = 2901;
-- ranges, lists and repaired variants: each part still leads to its source, and what a marker says of the place in it stays
SELECT pg_temp.deal(ARRAY['A [SRC:1].', 'Rents rose [SRC:1-2]. B [SRC:1, 2]. C [SRC: 1]. D [SRC:1, p. 4]. E [SRC:2, p. 5; SRC:1 (Table 2)](x). F [SRC:2 (p. 9)]. G [SRC:2-3]. H [SRC:1 2]. I [SRC:2 and src:1].', 'J [SRC:2–3] [SRC:4-5].'],
	'{"A": [{"src_id": 1, "doc_id": "om", "page": 1}], "B": [{"src_id": 1, "doc_id": "app", "page": 1}, {"src_id": 2, "doc_id": "c", "page": 2}], "C": [{"src_id": 2, "doc_id": "c", "page": 2}, {"src_id": 3, "doc_id": "c", "page": 3}, {"src_id": 4, "doc_id": "c", "page": 4}, {"src_id": 5, "doc_id": "c", "page": 5}]}');
SELECT memo_finalize(2901, DATE '2026-06-30') ->> 'status';
CREATE TEMP TABLE before AS SELECT section_key, marker_offset, doc_id, page, fate, how FROM memocite.citation WHERE deal_id = 2901;
CREATE TEMP TABLE memo_before AS SELECT section_key, body FROM memocite.revision_section WHERE deal_id = 2901;
SELECT section_key, body FROM memo_before ORDER BY section_key;
SELECT src_id, section_key, decision, new_id FROM memo_resolve_collisions(2901);
SELECT section_key, body FROM memocite.section WHERE deal_id = 2901 ORDER BY position;
SELECT memo_finalize(2901, DATE '2026-06-30') ->> 'status';
SELECT (SELECT jsonb_agg(jsonb_build_array(section_key, doc_id, page, fate, how) ORDER BY section_key, doc_id, page, fate, how) FROM before) =
	(SELECT jsonb_agg(jsonb_build_array(section_key, doc_id, page, fate, how) ORDER BY section_key, doc_id, page, fate, how) FROM memocite.citation WHERE deal_id = 2901) AS same_sources,
	(SELECT count(*) FROM memo_before b JOIN memocite.revision_section s USING (section_key, body) WHERE s.deal_id = 2901) AS same_sections;
SELECT count(*) FROM memo_resolve_collisions(2901) WHERE decision = 'remapped';
-- other near misses, too: / and +, tags, a comma, a dash, an escape
SELECT pg_temp.deal(ARRAY['A [SRC:1] [SRC:2].', 'B [SRC:1/2]. C [SRC:1+2]. D [SRC:2-2]. E [SRC:1, SOURCE-A, p. 4; SRC:2, p. 5]. F \[SRC:1]. G [SRC–1, p. 3]. H [SRC:1,]. I [SOURCE-A, p. 4]. J [SRC:2/1]. K [SOURCE-A; SRC:2](x).'],
	'{"A": [{"src_id": 1, "doc_id": "om", "page": 1}, {"src_id": 2, "doc_id": "om", "page": 2}], "B": [{"src_id": 1, "doc_id": "app", "page": 1}, {"src_id": 2, "doc_id": "c", "page": 2}]}');
UPDATE memocite.document SET tag = 'A' WHERE deal_id = 2901 AND doc_id = 'om';
SELECT memo_finalize(2901, DATE '2026-06-30') ->> 'status';
SELECT section_key, body FROM memocite.revision_section WHERE deal_id = 2901 ORDER BY section_key;
SELECT src_id, section_key, decision, new_id FROM memo_resolve_collisions(2901);
SELECT section_key, body FROM memocite.section WHERE deal_id = 2901 ORDER BY position;
SELECT memo_finalize(2901, DATE '2026-06-30') ->> 'status';
SELECT section_key, body FROM memocite.revision_section WHERE deal_id = 2901 AND revision = 2 ORDER BY section_key;
-- fresh ids are ids that a marker can say: where somebody has the last one, the free ones from below
SELECT pg_temp.deal(ARRAY['A [SRC:1] [SRC:2] [SRC:5].', 'B [SRC:1] [SRC:2] [SRC:2147483647]. C [SRC:5].'], '{"A": [{"src_id": 1, "doc_id": "om", "page": 1}, {"src_id": 2, "doc_id": "om", "page": 2}, {"src_id": 5, "doc_id": "om", "page": 5}, {"src_id": 1718000000000, "doc_id": "om", "page": 9}],
	"B": [{"src_id": 1, "doc_id": "app", "page": 1}, {"src_id": 2, "doc_id": "app", "page": 2}, {"src_id": 5, "doc_id": "app", "page": 5}, {"src_id": 2147483647, "doc_id": "app", "page": 7}]}');
INSERT INTO memocite.src_range(deal_id, first_id, last_id, agent) VALUES (2901, 6, 8, 'risk'), (2901, 9, 9, 'exit');
SELECT src_id, section_key, decision, new_id FROM memo_resolve_collisions(2901);
SELECT section_key, body FROM memocite.section WHERE deal_id = 2901 ORDER BY position;
SELECT memo_finalize(2901, DATE '2026-06-30') ->> 'status';
SELECT section_key, src_id, doc_id, page, fate FROM memocite.citation WHERE deal_id = 2901 ORDER BY citation_no;
DELETE FROM memocite.src_range WHERE deal_id = 2901;
-- without repair a variant is no marker, and stays
SELECT pg_temp.deal(ARRAY['A [SRC:1].', 'B [SRC:1]. C [SRC:1, p. 4].'], '{"A": [{"src_id": 1, "doc_id": "om", "page": 1}], "B": [{"src_id": 1, "doc_id": "app", "page": 1}]}');
UPDATE memocite.deal SET policy = '{"repair_markers": false}' WHERE deal_id = 2901;
SELECT src_id, section_key, decision, new_id FROM memo_resolve_collisions(2901);
SELECT section_key, body FROM memocite.section WHERE deal_id = 2901 ORDER BY position;
-- nothing to do
SELECT count(*) FROM memo_resolve_collisions(2901);
DELETE FROM memocite.deal WHERE deal_id = 2901;
SELECT * FROM memo_collisions(2901);
SELECT * FROM memo_resolve_collisions(2901);
