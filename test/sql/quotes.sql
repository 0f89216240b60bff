-- Quotes: is a quote in its passage, and how literally (7, Quotes).
\pset null '(null)'
-- each level forgives what those before it do; the strictest that matches is reported
SELECT l.level AS at_most, m.* FROM unnest('{exact,space,case,typography,linewrap}'::text[]) WITH ORDINALITY AS l(level, n), memo_quote_match('Net operating income', 'The Net operating income rose.', l.level) AS m ORDER BY n;
SELECT l.level AS at_most, m.* FROM unnest('{exact,space,case,typography,linewrap}'::text[]) WITH ORDINALITY AS l(level, n), memo_quote_match(E'Net  operating\tincome ', E'The Net\n operating income rose.', l.level) AS m ORDER BY n;
SELECT l.level AS at_most, m.* FROM unnest('{exact,space,case,typography,linewrap}'::text[]) WITH ORDINALITY AS l(level, n), memo_quote_match('net operating income', E'The Net\n operating INCOME rose.', l.level) AS m ORDER BY n;
SELECT l.level AS at_most, m.* FROM unnest('{exact,space,case,typography,linewrap}'::text[]) WITH ORDINALITY AS l(level, n), memo_quote_match('"buyer''s" costs - net', 'The “buyer’s” costs – net of tax.', l.level) AS m ORDER BY n;
SELECT l.level AS at_most, m.* FROM unnest('{exact,space,case,typography,linewrap}'::text[]) WITH ORDINALITY AS l(level, n), memo_quote_match('our underwriting assumes', E'In short: our under-\n  writing assumes growth.', l.level) AS m ORDER BY n;

-- offsets and lengths are characters of the passage as it is given, not of what is compared
\pset format unaligned
SELECT p.passage, m.*, substr(p.passage, m.start + 1, m.length) AS found
FROM (VALUES (1, 'ab cd', 'é  ab  	cd e'), (2, 'office', 'Our oﬃce is here'), (3, 'fice', 'Our oﬃce is here'), (4, 'İstanbul', 'In istanbul'),
	(5, 'cafe price', 'Cafe' || U&'\0301' || ' or cafe' || U&'\200B' || ' price'), (6, U&'caf\00E9', U&'A cafe\0301 here'), (7, 'writing', E'under\u00AD\nwriting'),
	(8, 'end', 'the end')) AS p(n, quote, passage), memo_quote_match(p.quote, p.passage, 'linewrap') AS m ORDER BY n;
\pset format aligned

-- white space is Unicode's: U+00A0, U+2009, U+3000 count; U+200B has no width and goes at level typography
SELECT ascii(c) AS code, (memo_quote_match('a b', 'a' || c || 'b', 'linewrap')).level AS as_blank, (memo_quote_match('ab', 'a' || c || 'b', 'linewrap')).level AS as_nothing
FROM unnest(ARRAY[U&'\0009', U&'\000B', U&'\0085', U&'\00A0', U&'\1680', U&'\2009', U&'\2028', U&'\202F', U&'\205F', U&'\3000', U&'\001F', U&'\00AD', U&'\200B', U&'\200D', U&'\2060', U&'\FEFF']) WITH ORDINALITY AS u(c, n) ORDER BY n;

-- typography: curly quotes, dashes, minus, ellipsis, ligatures; superscripts are not digits
SELECT ascii(c) AS code, p.plain, (memo_quote_match('x' || p.plain || 'y', 'X' || c || 'Y', 'typography')).level
FROM (VALUES (1, '''', U&'\2018'), (2, '''', U&'\2019'), (3, '''', U&'\201A'), (4, '"', U&'\201C'), (5, '"', U&'\201D'), (6, '"', U&'\201E'), (7, '-', U&'\2010'),
	(8, '-', U&'\2011'), (9, '-', U&'\2012'), (10, '-', U&'\2013'), (11, '-', U&'\2014'), (12, '-', U&'\2212'), (13, '...', U&'\2026'), (14, 'ff', U&'\FB00'),
	(15, 'fi', U&'\FB01'), (16, 'fl', U&'\FB02'), (17, 'ffi', U&'\FB03'), (18, 'ffl', U&'\FB04'), (19, 'st', U&'\FB06'), (20, '2', U&'\00B2'), (21, '1', U&'\2071'),
	(22, '12', U&'\00BD'), (23, '"', U&'\00AB')) AS p(n, plain, c) ORDER BY n;
-- canonically equivalent forms: a letter with its mark, marks in another order, Hangul, the Angstrom and Kelvin signs
SELECT n, (memo_quote_match(a, b, 'case')).level AS case_level, (memo_quote_match(a, b, 'typography')).level, (memo_quote_match(b, a, 'typography')).level AS reverse
FROM (VALUES (1, U&'r\00E9sum\00E9', U&'re\0301sume\0301'), (2, U&'a\0323\0302', U&'a\0302\0323'), (3, U&'\D55C\AD6D', U&'\1112\1161\11AB\1100\116E\11A8'),
	(4, U&'\00E5', U&'\212B'), (5, 'k', U&'\212A'), (6, U&'\0958', U&'\0915\093C'), (7, U&'\1E69', U&'s\0307\0323')) AS t(n, a, b) ORDER BY n;

-- lower case is the simple mapping of Unicode, whatever the locale; it takes no two letters for one, but the sigma at a word's end is a sigma
SELECT a, b, (memo_quote_match(a, b)).level, (memo_quote_match(b, a)).level AS reverse
FROM (VALUES (1, 'ÄÖÜ', 'äöü'), (2, 'ΣΟΦΟΣ', 'σοφος'), (3, 'ПРИВЕТ', 'привет'), (4, 'straße', 'STRASSE'), (5, 'STRAẞE', 'straße'), (6, 'İstanbul', 'istanbul'), (7, 'İstanbul', U&'i\0307stanbul'),
	(8, 'ıI', 'ii'), (9, 'ǅ', 'ǆ'), (10, 'Ⅷ', 'ⅷ'), (11, 'ᏸᏸ', 'ᏰᏰ'), (12, '𐐀', '𐐨')) AS t(n, a, b) ORDER BY n;

-- a hyphen at the end of a line may be the word's own or not; another hyphen is never lost
SELECT quote, (memo_quote_match(quote, E'Long-\nterm under-  \r\n  writing of re-sign-\nings in FY2023-\n24', 'linewrap')).level
FROM unnest(ARRAY['long-term underwriting', 'longterm underwriting', 'underwriting of re-signings', 'underwriting of resignings', 'in FY2023-24', 'in FY202324', 'term under- writing']) WITH ORDINALITY AS q(quote, n) ORDER BY n;
SELECT (memo_quote_match('a long-term hold', E'a long\u2011term hold', 'linewrap')).level AS u2011, (memo_quote_match('underwriting', E'under\u00AD\nwriting', 'linewrap')).level AS soft, (memo_quote_match('underwriting', E'under \u2014\nwriting', 'linewrap')).matched AS dash;

-- a match inside a longer number is flagged, when there is no other
SELECT quote, passage, m.start, m.cuts_number
FROM (VALUES (1, '12.0%', 'up 112.0% on'), (2, '12.0%', 'up 112.0%, not 12.0%'), (3, '12', 'from 12.5 to'), (4, '12', 'from 12. The'), (5, '250', 'of 1,250 units'), (6, '250 units', 'of 1,250 units'),
	(7, 'of 1,250', 'of 1,250,000'), (8, 'of 1,250', 'of 1,250, or'), (9, '.5', '4.5'), (10, '4.5', '4.5x'), (11, 'units 7', 'units 7')) AS t(n, quote, passage), memo_quote_match(quote, passage) AS m ORDER BY n;

-- a quote of blanks is empty, and in no passage; NULL gives NULL
SELECT q, m.* FROM unnest(ARRAY['', ' ', U&'\00A0\3000', E'\n']) WITH ORDINALITY AS u(q, n), memo_quote_match(q, 'a b ') AS m ORDER BY n;
SELECT m.* FROM memo_quote_match('a', '') AS m;
SELECT m.* FROM memo_quote_match(U&'\200B', U&'a\200B', 'linewrap') AS m;
SELECT m.* FROM memo_quote_match('a', NULL) AS m;
SELECT memo_quote_match('a', 'a', 'loose');
SELECT memo_quote_match('a', repeat('a', 16777217));
SELECT memo_quote_match(repeat('a', 16777217), 'a');

-- linear, whatever the text: one letter, one word, marks, hyphens
SET statement_timeout = '60s';
SELECT m.* FROM memo_quote_match(repeat('a', 500000) || 'b', repeat('a', 1000000), 'linewrap') AS m;
SELECT m.* FROM memo_quote_match(repeat('ab ', 300000) || 'b', repeat('ab ', 500000) || 'b', 'linewrap') AS m;
SELECT m.* FROM memo_quote_match('b' || repeat(U&'\0301\0323', 100000), repeat('a' || repeat(U&'\0301\0323', 500), 500), 'linewrap') AS m;
SELECT m.* FROM memo_quote_match(repeat('a-', 100000) || 'ab', repeat('a-', 300000) || 'c', 'linewrap') AS m;
SELECT m.* FROM memo_quote_match(repeat('a-', 100000) || 'aa', repeat(E'a-\n', 300000) || 'c', 'linewrap') AS m;
SELECT m.* FROM memo_quote_match('1' || repeat('1', 100000), repeat('1', 1000000), 'linewrap') AS m;
SELECT m.* FROM memo_quote_match('z', repeat(E'- \n', 1000000), 'linewrap') AS m;
RESET statement_timeout;
