-- The grammar of markers (chapter 3): what memo_markers sees in a body.
\pset format unaligned
\pset tuples_only on
CREATE FUNCTION pg_temp.scan(body text) RETURNS text LANGUAGE sql AS $$
	SELECT replace(body, E'\n', '\n') || '  ->  ' || coalesce(string_agg(
		kind || '(' || value || ')' || coalesce('=' || id, '') || ' at ' || start || '+' || length, ', ' ORDER BY ord), 'nothing')
	FROM memo_markers(body)
$$;

-- src: upper case; blanks (NBSP too) only after the colon; ASCII digits, 1..2147483647
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'[SRC:12]', '[SRC: 12]', E'[SRC:\u00a012]', E'[SRC:\t12]', '[SRC:  12]', '[SRC:007]',
	'[SRC:1]', '[SRC:2147483647]', '[SRC:0000000000000002147483647]']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- src_variant: near misses, repaired into src
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'[SRC:1, 2]', '[SRC:1, SRC:2]', '[SRC:1; SRC:2]', '[SRC:1 and 2]', '[SRC:12, p. 4]', '[SRC:1-3]',
	'[SRC 3]', '[SRC-3]', '[SRC#3]', '[SRC :3]', '[SRC:3 ]', '[ SRC:3]', '[src:3]', '[Src:3]',
	'【SRC:3】', '［SRC：３］', '[SRC:1,2,3]', '[SRC:1 & 2]', '[SRC:12-3]', '[SRC:1–3]', '[SRC:4, pp. 12-14]', '[SRC-10][SRC-12]',
	'[SRC:2-2]', '[SRC:1/2]', '[SRC:1+2]', '[SRC:1,]', '[SRC:1 , ]', '[SRC–1]', '[SRC–1, SRC–2]', '[SRC:1/SRC:2]', '[SRC:1, SOURCE-A]', '[SOURCE-A, SRC:1]', '[SRC:1, p. 2; SOURCE-A, p. 4]',
	'[SRC:1-3, 5]', '[SRC:1、2]', '[SRC:1，2；3]', '【SRC:1和SRC:2】', '【SRC:3†L10-L14】', '【SRC:3†source】', '[SRC:1 SRC:2]', '[SRC:1 | SRC:2]', '[SRC:3，第12页]', '[SRC:3, S. 12]', '【SRC:3 the memo】']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- each id of a list with its page or place; a range in words
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'[SRC:1, p. 4; SRC:2, p. 5]', '[SRC:1, SRC:2, p. 7]', '[SRC:1, p. 4 and SRC:2]', '[SRC:1, p. 4, Table 2; 2]', '[SRC:1, 2, and 3]',
	'[SRC:1, Table 2]', '[SRC:1, Exhibit A]', '[SRC:1, Cell Inputs!B7]', '[SRC:1 (p. 4)]', '[SRC:1: p. 4]', '[SRC:1, §4]', '[SRC:2, pages 3–4]',
	'[SRC:1 to 3]', '[SRC:1 through 3]', '[src:1; src:2 (§ 4.2)]', '[SRC:1, Section 5.3(b)(ii); 2]', '[SRC:1 (Section 5.3(b)), SRC:2]',
	'[SRC:1, Scenarios!$D$14:F14]', '[SRC:1, ''2026 Unit Mix''!C4; SRC:2]', '[SRC:1 at 4]', '[SRC:1, at p. 4; 2]', '[SRC:1, 2!A4]', '【SRC:1, p. 4; SRC:2】']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- source_tag, table_tag, legacy_tag, canonical, verified, chart_anchor
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'[SOURCE-A]', '[SOURCE-12b]', '[SOURCE-A, SOURCE-B]', '[SOURCE-a]', '[SOURCE-A, p. 4]', '[SOURCE-A, Table 2; SOURCE-B]', '[SOURCE-A, p. 0]', '[SOURCE-A & B]', '[SOURCE A]', '[TABLE-3]', '[CoStar]', '[Excel]', '[PDF]',
	'[CANONICAL: irr=18.5]', '[CANONICAL:]', '[VERIFIED: corrected from 5.1% per source data]',
	'[CHART:irr_waterfall]']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- note_ref and note_def: [^label]; [^label]: ... at the start of a line
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'Rent[^1] rose[^Rent-Roll].', '[^1]: Rent roll.', 'see [^1]: rent roll',
	E'Text[^1].\n\n[^1]: Note with [SRC:4].']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- labels are trimmed; labels over 999 characters are none
SELECT pg_temp.scan(body) FROM unnest(ARRAY['Rent[^ 1] rose[^1 ].', E'A[^\t1\u00a0] b[^\n1].', '[^ 1 ]: Rent roll.', 'A[^ 1, ^2 ].', 'A[^1 2].']) WITH ORDINALITY AS t(body, n) ORDER BY n;
SELECT letter, n, kind, start, length FROM (VALUES ('x', 999), ('x', 1000), ('中', 999)) AS t(letter, n) LEFT JOIN LATERAL memo_markers('A[^ ' || repeat(letter, n) || '] b') ON true;

-- canonical: an unclosed one, or one with a bracket or line end in it, is text, and markers in it are read
SELECT pg_temp.scan(body) FROM unnest(ARRAY['[CANONICAL: a [SRC:1] b]', '[CANONICAL: a [SRC:1] b', E'[CANONICAL: a\nb] c', '[CANONICAL: [CANONICAL: a]', E'| [CANONICAL: a | b] |\n|---|---|']) WITH ORDINALITY AS t(body, n) ORDER BY n;
SELECT kind, length FROM memo_markers('[CANONICAL: ' || repeat('a ', 5000) || ']');

-- source_line: [SRC:n]: text at the start of a line, not a link definition
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'[SRC:3]: Rent Roll, p. 4', 'see [SRC:3]: Rent Roll', E'Text [SRC:3].\n\n[SRC:3]: https://example.com']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- superscript in a table cell: after a digit, %, x, ) or a word of 3+ letters at the cell's end
SELECT pg_temp.scan(E'| a | b |\n|---|---|\n| ' || cell || ' | c |') FROM unnest(ARRAY[
	'6,751¹', '5.1%²', '1.45x³', '(120)⁴', 'Total¹²', 'Revenue¹']) WITH ORDINALITY AS t(cell, n) ORDER BY n;
-- never a unit, never in the middle of words, never outside a table
SELECT pg_temp.scan(E'| a | b |\n|---|---|\n| ' || cell || ' | c |') FROM unnest(ARRAY[
	'742 ft²', '100 m²', '3 km²', 'CO₂', '10 ft³', 'of¹ rent', 'rent¹ roll', '5 mi²', '9 cm³', '742 sq ft²', '3 yd²']) WITH ORDINALITY AS t(cell, n) ORDER BY n;
SELECT pg_temp.scan('Revenue of 6,751¹ rose.');

-- unrecognized: the words SRC SOURCE REF CITE CITATION DOC CHUNK EVIDENCE + `:` `-` or `#` + one token
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'[SRC:abc]', '[SRC:0]', '[SRC:99999999999]', '[SRC:2147483648]', '[SRC:]', '[SRC]', '[CITATION NEEDED]',
	'[REF:12]', '[CITE-7]', '[CITATION#9]', '[DOC-12b]', '[CHUNK:12:PAGE:4]', '[EVIDENCE:e1]', '[SOURCE:om12]',
	'[REF: 12]', '[REF:abc]', '[DOC-review]',
	'[REF:12345678901234567890123456789012345678901234567890]']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- what begins like the contract and closes on its line, but can be read in two ways or none
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'[SRC:1/2, p. 4]', '[SRC:1, SOURCE-A - 3]', '[SRC:1 2]', '[SRC:1, p. 4, 5]', '[SRC:1, Table B-2 and 3]', '[SRC:1-3, p. 2]', '[SRC:1, SRC:2, p. 0]', '[SRC:1,]', '[SRC: 1 of the memo]',
	E'[SRC:1 and\nthe rest]', '[SRC:1 and ' || repeat('so on ', 40) || ']']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- other upper-case brackets of these words stay, with an event (kind bracket)
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'[SOURCE DOCUMENTS]', '[DOC review pending]', '[SRC: the memo]', '[SRC: page 1]', '[REF]', '[EVIDENCE]']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- never markers
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'[sic]', '[2024 rent roll]', '[10-K]', '[x]', '- [ ] open', '- [x] done', '[text](url)', '[a][b]', '[^]', '[^ ]', '\[',
	'[]', '[[]]', '[', ']', '[SRC', 'SRC:12', '(SRC:12)', '{SRC:12}', '[1]', '[1][2]', '[1..100]', '[[6,2,2]]',
	'[costar]', '[EXCEL]', '[pdf]', '[Table-3]', '[Source A]', '[source-12]', '[DOCUMENT-12]', '[REFERENCE 3]', '[SRCE:1]',
	'[SRC:٣]', '[SRC:Ⅳ]', '[SRC:²]']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- an escaped src marker, as editors write it, is one; \[ elsewhere stays an escape
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'\[SRC:12\]', '\[SRC: 12\]', '\[SRC:12]', '\\[SRC:12]', '\[SRC:0\]', '\[^1\]', '\[SOURCE-A\]', '\[src:1\]', '\[SRC:2, SRC:5\]', '\[SRC:4; 5, p. 3\]', '\[CoStar\]', '\[SRC:4\], \[SRC:5]', '\[SOURCE-A, SOURCE-B\](x)', '\[DOC:x1\]', '\[SRC:2, 5]', '\[SOURCE-A, p. 4]', '\[SOURCE-A, SRC:1\]']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- a marker beats link syntax
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'[SRC:1][SRC:2]', '[SRC:12](dest)', '[SRC:12](https://example.com/a_(b))', '[see [SRC:3] there](dest)', '[text][SRC:1]',
	'![SRC:1](image.png)', '[SRC:12] (aside)']) WITH ORDINALITY AS t(body, n) ORDER BY n;
-- but a legacy tag that is the label of a link is no marker
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'[PDF](om.pdf)', '[PDF] (om.pdf)', '[PDF](om pdf)', '[CoStar][SRC:2]', '[CoStar][c]', E'[CoStar][c]\n\n[c]: x', E'[Excel][] [Excel]\n\n[excel]: x', E'[CoStar][SRC:2] [CoStar][^1]\n\n[CoStar]: x']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- a marker may be glued to a letter, a CJK character or another marker; offsets are characters from 0
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'cap[SRC:2]rate', '收入增长[SRC:1]。支出[SRC:2]', 'caf' || E'\u00e9' || '[SRC:4]', '🏢🏢[SRC:5]🏢', 'a[SRC:1][SRC:2][SRC:3]b',
	E'e\u0301[SRC:6]']) WITH ORDINALITY AS t(body, n) ORDER BY n;
SELECT substr(body, start + 1, length) FROM (VALUES (E'净收入 🏢 [SRC:7] and “quoted”[SRC: 8]')) AS t(body), memo_markers(body) ORDER BY ord;

-- zones: a marker in an opaque zone is text
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	E'```c\n[SRC:1]\n```', E'~~~c\n[SRC:1]\n~~~', E'```c\n[SRC:1]', E'    [SRC:1]', E'text\n    [SRC:1]', '`[SRC:1]`', '`` ` [SRC:1] ``', '`[SRC:1]',
	'[a](x[SRC:1]y)', '[a](x "t [SRC:1]")', '![a [SRC:1] b](x)', '<https://example.com/[SRC:1]>', '<!-- [SRC:1] -->', E'<!-- [SRC:1]\n\n[SRC:2]',
	E'<div>\n[SRC:1]\n</div>\n\n[SRC:2]', '<b>[SRC:1]</b>', '<a title="[SRC:1]">x</a>', E'<pre>\n[SRC:1]\n\n[SRC:2]\n</pre>', '<script>[SRC:1]</script>',
	E'> ```\n> [SRC:1]\n> ```\n> [SRC:2]', E'- a\n\n      [SRC:1]\n\n  [SRC:2]', E'[x]: /url "[SRC:1]"\n\n[x]']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- every kind of HTML, of link destination and of autolink; what is malformed opens no zone
SELECT pg_temp.scan(body) FROM unnest(ARRAY[
	'[a](<x [SRC:1]>) [SRC:2]', '[a](<x\> [SRC:1]>) [SRC:2]', '[a](<x[SRC:1]', '[a](<x<y> [SRC:1])', '[a](x\) [SRC:1]', '[a](x ''t [SRC:1]'') [SRC:2]', '[a](x (t [SRC:1])) [SRC:2]', '[a](x (t [SRC:1]',
	'a <?php [SRC:1] ?> [SRC:2]', 'a <?php [SRC:1]', 'a <!DOCTYPE [SRC:1]> [SRC:2]', 'a <!DOCTYPE [SRC:1]', 'a <![CDATA[ [SRC:1] ]]> [SRC:2]', 'a <![CDATA[ [SRC:1]', 'a <!-- [SRC:1] --> [SRC:2]', 'a <!1 [SRC:1]>',
	'a <b c=[SRC:1]> [SRC:2]', 'a <b c= [SRC:1]> [SRC:2]', 'a <b c=''[SRC:1]''/> [SRC:2]', 'a <b c="[SRC:1]', 'a </b [SRC:1]>', 'a <b / [SRC:1]>',
	E'<?php\n\n[SRC:1] ?>\n[SRC:2]', E'<!DOCTYPE\n\n[SRC:1]>\n[SRC:2]', E'<![CDATA[\n\n[SRC:1]\n]]>\n[SRC:2]', E'<!1\n\n[SRC:1]>\n[SRC:2]',
	'<a.b@c-d.example> [SRC:1]', '<a@b`> [SRC:1] `', '<a@-b.c`> [SRC:1] `', '<a@b..c`> [SRC:1] `', '<a@b-.c`> [SRC:1] `', '<x:[SRC:1]> [SRC:2]', '<xy:[SRC:1]> [SRC:2]', '<xy:[SRC:1] >']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- the sentence of a marker: an abbreviation that announces a number ends none, nor does an ellipsis before a small letter of any script
SELECT body || '  ->  ' || sentence FROM unnest(ARRAY[
	'See Sec. 4 [SRC:1].', 'See Sec. #4 [SRC:1].', 'See Sec. IV [SRC:1].', 'See Sec. B [SRC:1].', 'See the Sec. I agree [SRC:1].', 'See the Sec. Bonds fell [SRC:1].',
	'It rose... slowly [SRC:1].', 'It rose. Slowly [SRC:1].', 'Es stieg… übrigens [SRC:1].', 'Es stieg… Übrigens [SRC:1].', 'Он вырос… если [SRC:1].', 'Он вырос… рано [SRC:1].', 'Он вырос… Если [SRC:1].',
	'Αυξήθηκε… αλλά [SRC:1].', 'Αυξήθηκε… όμως [SRC:1].', 'Αυξήθηκε… Όμως [SRC:1].', '净收入上升。租金下降[SRC:1]。']) WITH ORDINALITY AS t(body, n),
	LATERAL memo_markers(body) ORDER BY n;

-- zone, paragraph and sentence of each marker
\pset tuples_only off
\pset format aligned
SELECT ord, kind, id, start, zone, paragraph, sentence FROM memo_markers(
$$## Heading [SRC:1]

First sentence [SRC:2]. Second one, of 5.1% [SRC:3]. [SRC:4] Third.

- item [SRC:5]

> quote [SRC:6]

| a | b |
|---|---|
| x [SRC:7] | y [SRC:8] |

[see [SRC:9] here](dest)
$$) ORDER BY ord;
