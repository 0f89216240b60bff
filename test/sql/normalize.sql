-- memo_normalize (chapter 3): canonical spacing, repaired and unescaped
-- variants, canonical markers stripped; nothing else.
\pset format unaligned
\pset tuples_only on
CREATE FUNCTION pg_temp.normal(body text) RETURNS text LANGUAGE sql AS $$
	SELECT replace(replace(body || CASE memo_normalize(body) WHEN body THEN '  =' ELSE '  ->  ' || memo_normalize(body) END, E'\n', '\n'), E'\r', '\r')
$$;

-- canonical spacing
SELECT pg_temp.normal(body) FROM unnest(ARRAY[
	'[SRC:12]', '[SRC: 12]', E'[SRC:\u00a012]', E'[SRC:\t12]', 'NOI [SRC: 1] and [SRC:  2].', '[SRC:007]', '[SRC: 3]: a source line']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- a group becomes adjacent citations in the order written
SELECT pg_temp.normal(body) FROM unnest(ARRAY[
	'[SRC:1, 2]', '[SRC:2, SRC:1]', '[SRC:1; SRC:2]', '[SRC:1 and 2]', '[SRC:3,1,2]', '[SRC 3]', '[SRC-3]', '[SRC#3]',
	'[SRC :3]', '[SRC:3 ]', '[ SRC:3]', '[src:3]', '[Src:3]', '【SRC:3】', '［SRC：３］']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- repaired as memo_finalize does: each id a marker
SELECT pg_temp.normal(body) FROM unnest(ARRAY['[SRC:12, p. 4]', '[SRC:1, p. 4; SRC:2, p. 5]', '[SRC:1, Table 2]', '[SRC:1 (p. 4)]', '[SRC:1 (p. 4)](dest)', '[SRC:1, 2](dest)']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- a range needs the section's claims, and what is unrecognized no one can tell: both stay as written
SELECT pg_temp.normal(body) FROM unnest(ARRAY['[SRC:1-3]', '[SRC:12-3]', '[SRC:1 to 3]', '[SRC:1 2]', '[SRC:1, p. 4, 5]']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- a group with tags; a trailing comma, an en dash
SELECT pg_temp.normal(body) FROM unnest(ARRAY['[SRC:1, SOURCE-A]', '[SOURCE-A, p. 4; SRC: 2]', '[SOURCE-A, p. 4]', '[SRC:1,]', '[SRC–1]', '[SRC:1/2]', '[SRC:1+2]', '[SRC:2-2]', '[SRC:1, SOURCE-A](dest)']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- unescaped: exactly an escaped marker
SELECT pg_temp.normal(body) FROM unnest(ARRAY['basis \[SRC: 12].', '\[SOURCE-A, p. 4]', '\[SRC:12\]', 'basis \[SRC: 12\].', '\[sic\]', '\[SRC:0\]', '\\[SRC: 1]', 'a \[SRC: 2, src:5\]\[SOURCE-A\], \[CoStar\]']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- canonical markers stripped, with one blank before them
SELECT pg_temp.normal(body) FROM unnest(ARRAY[
	'IRR of 18.5% [CANONICAL: irr=18.5] over', 'IRR of 18.5%[CANONICAL: irr=18.5].', '[CANONICAL: x] starts', 'two  [CANONICAL: x] blanks',
	'[CANONICAL: a][CANONICAL: b]', '`[CANONICAL: code]`']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- labels of footnotes trimmed
SELECT pg_temp.normal(body) FROM unnest(ARRAY['a [^ 1 ] b [^1]', E'a[^ x].\n\n[^ X ]: text', 'a [^1, ^2 ]']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- nothing else: tags, notes, unrecognized, links, opaque zones, blanks, line ends, no final newline
SELECT pg_temp.normal(body) FROM unnest(ARRAY[
	'', ' ', E'\n', E'a  b\t c \n\n\n', E'a\r\nb [SRC:1]\r\n', '[SOURCE-A] [TABLE-1] [CoStar] [^1]', '[VERIFIED: corrected from 5.1% per source data]',
	'[SRC:abc] [SRC:0] [REF:1]', '`[SRC: 1]`', E'```c\n[SRC: 1, 2]\n```', '<!-- [SRC: 1] -->', '[a](b[SRC: 1]c)', '[SRC: 12](dest)',
	'净收入[SRC: 3]。', '[[SRC: 3]]', '**[SRC: 3]**', '# Heading [SRC: 3]', '| a [SRC: 3] |']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- idempotent
SELECT count(*) AS bodies, count(*) FILTER (WHERE memo_normalize(once) <> once) AS changed_by_a_second_pass
FROM (SELECT memo_normalize(body) AS once FROM unnest(ARRAY[
	'[SRC: 1, 2] a', '\[SRC:12\]', '［SRC：３］', 'x [CANONICAL: y] z', '[CANONICAL: [SRC: 1]', '[SRC:[SRC: 1]]', '[ [SRC: 1] ]',
	'\\\[SRC: 1\]', '`a` [SRC: 1', '[SRC [CANONICAL: q]:3]', '[SRC:1[CANONICAL: q]]']) AS t(body)) AS passes;
