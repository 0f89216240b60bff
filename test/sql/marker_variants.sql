-- Spellings of markers seen in the wild (test/data/marker_variants.json), traps
-- included. Near misses of the contract are repaired, what looks like a marker
-- of ours and names no source is removed and reported, everything else is text.
SELECT memo_init() \g /dev/null
SET client_min_messages = error;	-- ids without a source are many here, and not what it is about
\getenv abs_srcdir PG_ABS_SRCDIR
\set variants `cat "$PG_ABS_SRCDIR/data/marker_variants.json"`
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (2151, 'Variants', '{"rescue": false, "keep_revisions": 1}');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (2151, 'om', 'Offering Memorandum');
INSERT INTO memocite.section(deal_id, section_key) VALUES (2151, 'a');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 2151, 'a', n, 'om', n FROM generate_series(1, 20) AS n;
CREATE FUNCTION pg_temp.fate(example text, OUT memo text, OUT verdict text) LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.section SET body = 'Fact ' || example || ' here.' WHERE deal_id = 2151;
	PERFORM memo_finalize(2151, DATE '2026-06-30');
	SELECT body INTO memo FROM memocite.revision_section WHERE deal_id = 2151;
	SELECT string_agg(DISTINCT CASE WHEN fate = 'kept' THEN 'cited' ELSE how END, ', ') INTO verdict FROM memocite.citation WHERE deal_id = 2151;
	verdict := concat_ws('; ', verdict, (SELECT string_agg(DISTINCT code, ', ') FROM memocite.event WHERE deal_id = 2151 AND code IN ('marker_repaired', 'unrecognized_bracket', 'plain_word_bracket')),
		CASE WHEN memo = 'Fact ' || example || ' here.' THEN 'text unchanged' END, (SELECT 'BROKEN ' || string_agg(rule, ', ') FROM memo_verify(2151) WHERE NOT ok));
END $$;
SELECT v ->> 'example' AS example, memo, verdict FROM jsonb_array_elements(:'variants'::jsonb) WITH ORDINALITY AS t(v, n), pg_temp.fate(v ->> 'example') ORDER BY n;
-- lists with pages and places are citations of each id; what can be read in two ways goes, and the ledger says so
SELECT example, memo, verdict FROM unnest(ARRAY['[SRC:1, p. 1; SRC:2, p. 2]', '[SRC:1, Table 2]', '[SRC:1, SRC:2, p. 7]', '[SRC:1 (p. 4)]', '[SRC:1: p. 4]', '[SRC:1, §4]',
	'[SRC:1 to 3]', '[SRC:19 through 21]', '[SRC:1 2]', '[SRC:1/2]', '[SRC:1+2]', '[SRC:2/1]', '[SRC:3/19]', '[SRC:1/20/2024]', '[SRC:19/21]', '[SRC:2-2]', '[SRC:21-21]', '[SRC:1,]', '[SRC–1]', '\[SRC:1]', '[SRC:1, SOURCE-Z]', '[SRC:1-3, 5]', '[SRC:1、3]', '【SRC:3†L10-L14】', '[SRC:1 SRC:2]', '[SRC:1, p. 4, 5]', '[SRC:1 the memo](x)', '[SRC: the memo]']) WITH ORDINALITY AS t(example, n), pg_temp.fate(example) ORDER BY n;
-- the colon may be missing, or an underscore; in lower case that is a word, or a link's label
SELECT example, memo, verdict FROM unnest(ARRAY['[SRC1]', '[SRC_2]', '[SRC1, SRC2]', '[SRC1][SRC_2]', '[SRC1; SRC:2, p. 2]', '[SRC12A]', '[src1]', '[SRC_]', '[SRC99]']) WITH ORDINALITY AS t(example, n), pg_temp.fate(example) ORDER BY n;
-- characters without width, as pasted text has them, are blanks
SELECT n, memo, verdict FROM unnest(ARRAY[E'[SRC:\u200b7]', E'[SRC:\u200b 7]', E'[\ufeffSRC:7\u200b]', E'[SRC\u2060: 1,\u200d 2]', E'【SRC:7\u200b】', E'[SRC:\u200bx]', E'[SRC:\u00ad7]']) WITH ORDINALITY AS t(example, n), pg_temp.fate(example) ORDER BY n;
-- a page chooses among claims of its id
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 2151, 'a', id, 'om', 30 + id FROM generate_series(1, 2) AS id;
SELECT pg_temp.fate('[SRC:1, p. 31; SRC:2, p. 2]');
SELECT src_id, part, parts, page, fate FROM memocite.citation WHERE deal_id = 2151 ORDER BY citation_no;
DELETE FROM memocite.deal WHERE deal_id = 2151;
