-- A deal is edited at random (seeded) 2,000 times: sections, claims, documents, passages, metrics, insights and agents'
-- notes are inserted, changed and deleted, and it is finalized in between. Each time every rule of memo_verify holds, each section's ledger
-- is balanced, the agents' bodies come back byte for byte, and a second finalize changes nothing.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
SELECT memo_init() \g /dev/null
INSERT INTO memocite.deal(deal_id, name) VALUES (4600, 'Random');

CREATE TEMP TABLE fragment(n serial, text text);
INSERT INTO fragment(text) VALUES
    ('In-place NOI was $4.2 million.'), ('Occupancy stood at 94.2% at year end.'), ('The cap rate is 5.1%, e.g. in the U.S. market.'),
    ('[SRC:1]'), ('[SRC:2]'), ('[SRC: 3]'), ('[SRC:4][SRC:5]'), ('[SRC:1, 2]'), ('[src:6]'), ('[SRC:1-3]'), ('[SRC:99]'),
    ('[SRC:2][SRC:2]'), ('[SRC:1][SRC:2][SRC:3][SRC:4][SRC:5]'), ('[SRC:12, p. 4]'), ('\[SRC:2\]'), ('\[SRC:1, SRC:99\]'), ('\[SOURCE-A\]'), ('\[CoStar\]'), ('\[SRC:98; 99\]'), ('[SOURCE-A]'),
    ('[SOURCE-A, SOURCE-B]'), ('[CoStar]'), ('[Excel]'), ('[PDF]'), ('[TABLE-3]'), ('[CITATION NEEDED]'), ('[DOC-7]'),
    ('[SRC:1, SOURCE-A]'), ('[SOURCE-a, p. 4; SRC:2]'), ('[SOURCE A]'), ('\[SRC:1]'), ('[SRC:1/2]'), ('[SRC:2+99]'), ('[SRC:3,]'), ('[SRC–4]'), ('[DOC:om]'), ('[^ a ]'), ('[PDF](a.pdf)'), ('[CoStar][one]'),
    ('[CANONICAL: NOI 4.2'), ('[CANONICAL: [SRC:99] 4.2]'), ('[CANONICAL: NOI 4.2]'), ('[VERIFIED: corrected from 4.1 per source data]'), ('[sic]'), ('[2024 rent roll]'), ('[x]'),
    ('**bold [SRC:2]**'), ('*Rent grew 3% [SRC:1].*'), ('price [SRC:3], which'), ('cap[SRC:2]rate'), ('$4.[SRC:1]2M'),
    ('(see [SRC:4])'), ('[the memorandum [SRC:1]](https://example.com/om)'), ('https://example.com/a [SRC:2]'),
    ('`code [SRC:1]`'), ('``two ` ticks``'), ('<b>bold</b>'), ('&amp; more'), ('a | b'), ('出租率为94.2%[SRC:1]。'), ('naïve “quotes” [SRC:2]”'),
    (E'\n\n'), (E'\n\n'), (E'\n\n'), (E'\n'), (E'\n\n## Market [SRC:1]\n\n'), (E'\n\n# Top\n\n'), (E'\n\n### Deep\n\n'),
    (E'\n\nTitle\n=====\n\n'), (E'\n\n- item one [SRC:1]\n- item two [SRC:2]\n\n'), (E'\n\n1. first [SRC:3]\n2. second\n\n'),
    (E'\n\n> quoted [SRC:1]\n> more\n\n'), (E'\n\n```\ncode [SRC:1]\n```\n\n'), (E'\n\n~~~\nopen fence [SRC:2]\n'),
    (E'\n\n    indented [SRC:1]\n\n'), (E'\n\n| Metric | Value |\n| --- | ---: |\n| NOI [SRC:1] | $4.2M [SRC:2] |\n| Rent | 3% |\n\n'),
    (E'\n\n[^a]: Rent Roll, p. 7\n\n'), ('[^a]'), (E'\n\n[^note]: The agent says so.\n\n'), ('[^note]'), ('[^nowhere]'),
    (E'\n\n[1]: https://example.com/one\n\n'), ('[one][1]'), (E'\n\n[SRC:8]: Offering Memorandum, p. 2\n\n'), ('[SRC:8]'),
    (E'\n\n## Sources\n\n- [1] Offering Memorandum\n'), (E'\n\n---\n\n'), (E'\n\n[CHART:irr]\n\n'), ('No. 4 vs. p. 12'), (E'\\'), ('***'),
    ('The levered IRR is 18.5%.'), ('The levered IRR is 17.2% [SRC:1].'), ('DSCR of 1.25x'), ('| DSCR | 1.2x |'),
    (E'\n\n| Metric | Value |\n| --- | ---: |\n| NOI | 4,199¹ |\n| Rent | 3%² |\n\n¹ Rent Roll, p. 3\n\n² our view\n\n'),
    (E'\n\n| Area | 900 m² |\n| --- | --- |\n| NOI² | (3)³ |\n\n'),
    ('([SRC:1])'), ('([SRC:2], [SRC:99])'), ('([SRC:99]; [SRC:98])'), ('（[SRC:1]）。'), ('（[SRC:99]、[SRC:98]）'), ('“[SRC:99]”'), ('「[SRC:2]」'),
    (E'\n\n([SRC:1]) '), (E'\n([SRC:2]). '), (E'\n[SRC:3], '), (E'\n\n**[SRC:1]**: '), (E'\n\n**[SRC:2]:** '), (E'\n\n[SRC:1], [SRC:2] '),
    (E'\n\n[SRC:1] and [SRC:2] '), (E'\n- [SRC:99], [SRC:1]; [SRC:3] '), (E'\n- ([CITATION NEEDED]) [SRC:1] debt\n- [SRC:2] - '), (E'\n> ([SRC:4]): '),
    (E'\n\n[SRC:1] (**[SRC:2], '), (E'\n\n| a | b |\n|---|---|\n| [SRC:1] / [SRC:99] | ([SRC:2]), p. 4 |\n| ([SRC:1]) | [SRC:98] and [SRC:3] |\n'),
    ('[CANONICAL: noi]:'), (E'\n\n[DOC-7]:\n[^a].\n\n'), ('.'), (','), (': '), (')'), (' – '), (' and '), (E'\n\n  [SRC:1]\n\n'), (E'\n>\n> [SRC:2]\n>\n'),
    (E'\\([SRC:99])'), (E'\\ [SRC:1]'), ('[one][1]([SRC:1])'), ('[one] [SRC:2]'), ('*'), ('_'), ('~'), ('`'), ('<'), ('**[SRC:1]**[SRC:99]'), ('‏שלום [SRC:1]'), (E'\n* * *\n'), (E'\n+ [SRC:2]\n'), ('<!-- [SRC:1] -->'),
    (E'\n<div>\n[SRC:1]\n</div>\n\n'), (E'\t[SRC:1]\t'), (E'\u00A0[SRC:99]'), (E'\r\n'), ('[SRC:1]:'), ('![x [SRC:1]](y)'), ('$4.2M[SRC:1]-$5M[SRC:2]');

-- a number from 0 to n - 1; the sequence is always the same
CREATE TEMP TABLE seed AS SELECT 20260630::bigint AS state;
CREATE FUNCTION pg_temp.dice(n int) RETURNS int LANGUAGE sql AS $$
    UPDATE seed SET state = (state * 1103515245 + 12345) % 2147483648 RETURNING (state / 65536 % n)::int
$$;
CREATE FUNCTION pg_temp.body() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    texts text[] := ARRAY(SELECT f.text FROM fragment f ORDER BY f.n);
    body text := '';
BEGIN
    FOR i IN 0 .. pg_temp.dice(24) LOOP
        body := body || texts[1 + pg_temp.dice(cardinality(texts))] || CASE pg_temp.dice(4) WHEN 0 THEN '' ELSE ' ' END;
    END LOOP;
    RETURN body;
END $$;
CREATE FUNCTION pg_temp.document() RETURNS text LANGUAGE sql AS $$
    SELECT doc_id FROM memocite.document WHERE deal_id = 4600 ORDER BY doc_id COLLATE "C"
    OFFSET pg_temp.dice(greatest((SELECT count(*)::int FROM memocite.document WHERE deal_id = 4600), 1)) LIMIT 1
$$;

-- One edit. Keys are from small ranges, so that they meet.
CREATE PROCEDURE pg_temp.edit(kind int, step int) LANGUAGE plpgsql AS $$
DECLARE
    key text := 's' || pg_temp.dice(5);
    doc text := 'd' || pg_temp.dice(6);
    nth int := pg_temp.dice(4);
    pick int;
BEGIN
    IF kind < 5 THEN
        INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (4600, key, pg_temp.dice(3), pg_temp.body())
        ON CONFLICT (deal_id, section_key) DO UPDATE SET body = excluded.body;
    ELSIF kind = 5 THEN
        UPDATE memocite.section SET body = body || ' ' || pg_temp.body() WHERE deal_id = 4600 AND section_key = key AND length(body) < 3000;
    ELSIF kind = 6 THEN
        DELETE FROM memocite.section WHERE deal_id = 4600 AND section_key = key AND nth = 0;
    ELSIF kind = 7 THEN
        INSERT INTO memocite.document(deal_id, doc_id, title, source_type, tag, path, ingested_on)
        VALUES (4600, doc, (ARRAY['Rent Roll', 'Offering Memorandum', 'A [odd] | title_', 'Market `Study`'])[1 + nth],
            (ARRAY['costar', 'excel', 'pdf', 'other'])[1 + pg_temp.dice(4)], (ARRAY['A', 'B', NULL])[1 + pg_temp.dice(3)],
            CASE nth WHEN 0 THEN 'files/' || doc || '.pdf' END, DATE '2025-01-01' + 100 * nth)
        ON CONFLICT (deal_id, doc_id) DO UPDATE SET title = excluded.title, tag = excluded.tag, ingested_on = excluded.ingested_on;
    ELSIF kind = 8 THEN
        DELETE FROM memocite.document WHERE deal_id = 4600 AND doc_id = doc AND nth = 0;
    ELSIF kind < 12 AND EXISTS (SELECT FROM memocite.section WHERE deal_id = 4600 AND section_key = key)
        AND pg_temp.document() IS NOT NULL THEN
        INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page, claim_text, quote, confidence)
        VALUES (4600, md5('claim' || step)::uuid, key, 1 + pg_temp.dice(8), pg_temp.document(), nullif(nth, 0),
            (ARRAY['In-place NOI was $4.2 million.', 'Occupancy was 94.2% at year end', NULL])[1 + pg_temp.dice(3)],
            CASE nth WHEN 1 THEN 'NOI was $4.2 million' END, (ARRAY[0.3, 0.9, NULL])[1 + pg_temp.dice(3)]);
    ELSIF kind = 12 THEN
        pick := pg_temp.dice(20);   -- within the statement it is the plan that says whether it is thrown without claims
        DELETE FROM memocite.claim WHERE deal_id = 4600 AND claim_id = (
            SELECT claim_id FROM memocite.claim WHERE deal_id = 4600 ORDER BY claim_id OFFSET pick LIMIT 1);
    ELSIF kind = 13 AND pg_temp.document() IS NOT NULL THEN
        INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, src_id, content)
        VALUES (4600, 'p' || nth, pg_temp.document(), nth + 1, CASE nth WHEN 0 THEN 7 END, 'In-place NOI was $4.2 million in 2025.')
        ON CONFLICT (deal_id, passage_id) DO UPDATE SET content = memocite.passage.content || ' More.';
    ELSIF kind = 15 THEN
        INSERT INTO memocite.metric(deal_id, metric, variant, value, unit)
        VALUES (4600, (ARRAY['irr', 'dscr'])[1 + nth % 2], (ARRAY['levered', ''])[1 + nth % 2], 18.5 + nth, (ARRAY['percent', 'multiple'])[1 + nth % 2])
        ON CONFLICT (deal_id, metric, variant) DO UPDATE SET value = excluded.value;
        IF pg_temp.dice(3) = 0 THEN
            DELETE FROM memocite.metric WHERE deal_id = 4600 AND metric = (ARRAY['irr', 'dscr'])[1 + nth / 2];
        END IF;
    ELSIF kind = 16 THEN
        INSERT INTO memocite.insight(deal_id, insight_id, kind, section_key, anchor, metric, influence, message, detail)
        VALUES (4600, md5('insight' || step)::uuid, (ARRAY['ic_note', 'model_warning'])[1 + nth % 2], (ARRAY[key, NULL])[1 + pg_temp.dice(2)],
            (ARRAY['In-place NOI was $4.2 million.', NULL])[1 + pg_temp.dice(2)], (ARRAY['irr', NULL])[1 + pg_temp.dice(2)],
            NULL, 'Look at [^1] | <b>this</b> `' || nth, '{}');
        DELETE FROM memocite.insight WHERE deal_id = 4600 AND insight_id = md5('insight' || (step - 60))::uuid;
    ELSIF kind = 14 THEN
        UPDATE memocite.deal SET policy = (ARRAY['{}', '{"src_id_scope": "global"}', '{"agent_notes": "strip", "cluster_cap": 1}',
            '{"dedup_scope": "sentence", "budget_words": 20}'])[1 + nth]::jsonb WHERE deal_id = 4600;
    END IF;
END $$;

-- What does not hold after a finalize.
CREATE FUNCTION pg_temp.broken(rev int) RETURNS TABLE (what text) LANGUAGE sql AS $$
    SELECT rule || ': ' || detail FROM memo_verify(4600, rev) WHERE NOT ok
    UNION ALL
    SELECT 'ledger of ' || s.section_key FROM memocite.revision r,
        json_to_recordset(r.manifest) AS m(section_key text, revision int)
        JOIN memocite.revision_section s ON s.deal_id = 4600 AND s.section_key = m.section_key AND s.revision = m.revision
        LEFT JOIN (SELECT section_key, count(*) FILTER (WHERE fate = 'kept') AS kept FROM memocite.citation
            WHERE deal_id = 4600 AND revision = rev GROUP BY section_key) c ON c.section_key = s.section_key
    WHERE r.deal_id = 4600 AND r.revision = rev AND coalesce(c.kept, 0) <> (
        SELECT count(*) FROM memo_markers(s.body) k WHERE k.kind = 'note_ref'
            AND k.zone NOT IN ('code_span', 'code_block', 'html', 'html_block', 'link_destination', 'image', 'autolink'))
$$;

CREATE TEMP TABLE outcome(step int, what text);
DO $$
DECLARE
    report jsonb;
BEGIN
    FOR step IN 1 .. 2000 LOOP
        CALL pg_temp.edit(pg_temp.dice(17), step);
        report := memo_finalize(4600, DATE '2026-06-30');
        IF report ->> 'status' <> 'no_sections' THEN
            INSERT INTO outcome SELECT step, 'status ' || (report ->> 'status') WHERE report ->> 'status' = 'flawed';
            INSERT INTO outcome SELECT step, what FROM pg_temp.broken((report ->> 'revision')::int) AS what;
            INSERT INTO outcome SELECT step, 'not stable'
            WHERE step % 10 = 0 AND NOT coalesce((memo_finalize(4600, DATE '2026-06-30') ->> 'unchanged')::boolean, false);
        END IF;
    END LOOP;
END $$;
SELECT step, what FROM outcome ORDER BY step, what LIMIT 20;
SELECT count(*) AS broken FROM outcome;
-- and it did something, the same each time
SELECT state FROM seed;
SELECT max(revision) > 1500 AS revisions, count(*) AS kept_revisions FROM memocite.revision WHERE deal_id = 4600;
DELETE FROM memocite.deal WHERE deal_id = 4600;
