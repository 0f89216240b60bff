-- Structure (chapter 3): sentences, paragraphs and words of financial prose.
\pset format unaligned
\pset tuples_only on
-- The text with | where a sentence ends. A marker tells its sentence, so the
-- function puts one behind each word and looks for where the ordinal changes.
CREATE FUNCTION pg_temp.split(body text) RETURNS text LANGUAGE sql AS $$
	WITH words AS (
		SELECT word, n, string_agg(word || '[SRC:1]', ' ') OVER () AS marked
		FROM regexp_split_to_table(body, ' ') WITH ORDINALITY AS w(word, n)),
	told AS (SELECT w.word, w.n, m.sentence, lead(m.sentence) OVER (ORDER BY w.n) AS next
		FROM words w LEFT JOIN memo_markers(w.marked) m ON m.ord = w.n)
	SELECT string_agg(word || CASE WHEN next <> sentence THEN ' |' ELSE '' END, ' ' ORDER BY n) FROM told
$$;

-- sentence ends survive financial prose
SELECT pg_temp.split(body) FROM unnest(ARRAY[
	'NOI of $4.2M rose. Rents fell.',
	'DSCR is 1.25x at 5.1% today. It holds.',
	'See No. 4 in the list. It matters.',
	'Harbor Inc. sold it. They left.',
	'In the U.S. market rents rose. Vacancy fell.',
	'Costs, e.g. taxes, rise. Others do not.',
	'Rents vs. costs are up. So is NOI.',
	'It is approx. 5.1% of cost. That is low.',
	'See Sec. 3 for terms. They are strict.',
	'The report (p. 12) says so. We agree.',
	'J. P. Morgan lent it. They hold it.',
	'Dr. Smith of St. Louis came. He left.',
	'It grew... and then fell. Then it rose.',
	'Is it cheap? Yes! It is.',
	'Why?! Nobody knows.',
	'He said "it is done." Then he left.',
	'It closed (at par.) Then it opened.',
	'It ended Dec. 31 of 2025. A new year began.',
	'The Ltd. and the Corp. merged. Fine.',
	'Rent is $1,745. Units are 312.',
	'See Fig. 2 and Table 3. Both agree.',
	'i.e. the sponsor pays. The lender does not.',
	'It sold for $82.0M. 312 units traded.',
	'Yield: 5.1%; spread: 1.2%. Done.']) WITH ORDINALITY AS t(body, n) ORDER BY n;

-- CJK 。！？ end a sentence, no blank needed
SELECT ord, sentence FROM memo_markers('收入增长[SRC:1]。支出下降[SRC:2]！利润如何[SRC:3]？很好[SRC:4]。') ORDER BY ord;

-- a marker after the full stop, also after a blank, belongs to the sentence before
SELECT body, string_agg(sentence::text, ',' ORDER BY ord) FROM unnest(ARRAY[
	'One. [SRC:1] Two [SRC:2].', 'One.[SRC:1] Two.', 'One. [SRC:1][SRC:2] Two.', 'One." [SRC:1] Two.', 'One [SRC:1]. Two.', '一。[SRC:1]二。']) WITH ORDINALITY AS t(body, n), memo_markers(body)
GROUP BY n, body ORDER BY n;

-- a soft line break is a blank; paragraphs, list items, quotes, table cells are told apart
SELECT replace(body, E'\n', '\n'), string_agg(paragraph || '.' || sentence || ' ' || zone, ', ' ORDER BY ord) FROM unnest(ARRAY[
	E'one\nsentence [SRC:1]. Two\n[SRC:2] here.', E'a [SRC:1]\n\nb [SRC:2]', E'- a [SRC:1]\n- b [SRC:2]\n  c [SRC:3]', E'1. a [SRC:1]\n2. b [SRC:2]',
	E'> a [SRC:1]\n> b [SRC:2]\n\nc [SRC:3]', E'Title [SRC:1]\n=====\n\na [SRC:2]', E'# Title [SRC:1]\na [SRC:2]',
	E'a [SRC:1]\n---\nb [SRC:2]', E'a [SRC:1]\n***\nb [SRC:2]', E'| a [SRC:1] | b. c [SRC:2] |\n|---|---|\n| d [SRC:3] | e [SRC:4] |',
	E'a | b [SRC:1]\nc | d [SRC:2]', E'a [SRC:1]\\\nb [SRC:2]', E'a [SRC:1]  \nb [SRC:2]']) WITH ORDINALITY AS t(body, n), memo_markers(body)
GROUP BY n, body ORDER BY n;

-- words: runs of non-blank after markers, code, tables, link destinations, headings and removed source blocks are left out
SELECT memo_init() \g /dev/null
INSERT INTO memocite.deal(deal_id, name) VALUES (2001, 'Words');
CREATE FUNCTION pg_temp.words(text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE result int;
BEGIN
	INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2001, md5($1), $1) RETURNING word_count INTO result;
	RETURN result;
END $$;
SELECT replace(body, E'\n', '\n'), pg_temp.words(body) FROM unnest(ARRAY[
	'', 'three small words', E'a\tb\nc\n\nd', 'NOI of $4.2M [SRC:12] rose.', 'Rents rose [SRC:1].', 'glued[SRC:1]word', 'two [SRC:1] [SRC: 2] [SRC:1, 2]', 'a [SOURCE-A] b [CoStar] c [^1] d',
	E'# A heading of words\n\ntext', E'Setext heading\n===\n\ntext', 'some `code here` words', E'before\n\n```\ncode in a fence\n```\n\nafter', E'x\n\n    indented code\n\ny',
	E'text\n\n| a | b |\n|---|---|\n| c | d |\n\nmore', 'see [the rent roll](https://example.com/a "title") now', '- one\n- two three', '> quoted words here', '净收入 增长 5%',
	E'Two words\n\n## Sources\n\n- Offering Memorandum\n- Rent Roll', E'Two words\n\n**Sources**\n\n1. Offering Memorandum', E'Two words\n\n## Sources and Uses\n\n- Equity of ten',
	E'a\u00a0b', 'a — b', '**bold** _it_', '<!-- not words -->', '[CANONICAL: x y z] one', '\[SRC:1\] one']) WITH ORDINALITY AS t(body, n) ORDER BY n;
DELETE FROM memocite.deal WHERE deal_id = 2001;
