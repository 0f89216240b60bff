-- 400 deals whose section is put together from pieces of Markdown that open, close or break things, the same ones in every run.
SET client_min_messages = error;
CREATE EXTENSION memocite;
SELECT memo_init() \g /dev/null
INSERT INTO memocite.deal(deal_id, name, policy) SELECT n, CASE WHEN n % 50 = 0 THEN '' ELSE 'Hostile ' || n END, '{"rescue": false, "cluster_cap": 1000}' FROM generate_series(1, 400) AS n;
INSERT INTO memocite.document(deal_id, doc_id, title) SELECT n, 'om', E'*Memo* <b> [^1] "x"\\' FROM generate_series(1, 400) AS n;
CREATE TEMP TABLE piece AS SELECT row_number() OVER () - 1 AS n, text FROM unnest(ARRAY[
    'word [SRC:1]', '**', '*', '__', '_', '~~', '`', '``', '```', E'\n```\n', E'\n~~~ js "x"\n', '[SRC:2].', '[SRC:3]', '[^a]', E'\n\n[^a]: A note of **ours** [l] `c` <b>.\n\n',
    '[l]', '[t](https://x.y/z)', '[t](https://x.y/"q"\)', '](https://x.y)', '[', ']', '![alt *b*](https://x.y/i.png)', '![', '(', ')', '<https://x.y/[SRC:1]>', '<a@b.c>', 'www.x.y/z', 'javascript:alert(1)',
    '[j](javascript:alert(1))', E'\n[l]: https://x.y/l "t"\n', '<b>', '</b>', '<br>', '<!-- c -->', '<!--', '-->', E'\n<div>\n', E'\n</div>\n', E'\n<script>\n', E'\n</script>\n', '<?x', E'\n\n<div data-type="chart" data-chart-id="x" data-config="{}"></div>\n\n',
    '&amp;', '&#0;', '&#x1F600;', '&nbsp;', '&#8203;', '&', '\', '\\', '\*', E'\u0301', E'\u200d', U&'\+01F600', E'\x01', E'\t', E'\r\n', '"', '{}',
    E'\n- ', E'\n  - ', E'\n    - ', E'\n1. ', E'\n7) ', E'\n> ', E'\n> > ', E'\n- > - ', E'\n# ', E'\n###### ', E'\n===\n', E'\n---\n', E'\n***\n', E'\n    code', E'  \n', E'\\\n', E'\n- [x] ',
    E'\n| a | b |\n|---|:-:|\n| c | ', E'\n|-|-|\n', ' | ', E'|\n', E'\n\n', E'\n\n', E'\n', E'\n', ' ', ' ', 'a', 'b c', 'Rents rose.']) AS text;
INSERT INTO memocite.section(deal_id, section_key, body)
SELECT deal_id, 'market', string_agg(text, '' ORDER BY at)
FROM generate_series(1, 400) AS deal_id, generate_series(1, 40) AS at,
    LATERAL (SELECT ('x' || substr(md5(deal_id || ' ' || at), 1, 6))::bit(24)::int % (SELECT count(*) FROM piece) AS n) AS chosen JOIN piece USING (n)
GROUP BY deal_id;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT d, 'market', n, 'om', n % 2 + 1 FROM generate_series(1, 400) AS d, generate_series(1, 3) AS n;
SELECT count(memo_finalize(deal_id, DATE '2026-06-30')) FROM memocite.deal \g /dev/null
