-- Quotes in notes (4, stage 5; 9): the definition has every distinct verified quote of its kept references in reading order, at most three.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
CREATE FUNCTION pg_temp.add(deal bigint) RETURNS void LANGUAGE sql AS $$
	INSERT INTO memocite.deal(deal_id, name) VALUES (deal, 'Quotes in notes');
	INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (deal, 'om', 'Offering Memorandum'), (deal, 'rr', 'Rent Roll');
$$;
SELECT pg_temp.add(5501);
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES
	(5501, 'p12', 'om', 12, 'In-place NOI of $4.2 million. The "cap rate" "going in" is 5.1%. Rents rose by 112.0%. Taxes fell. The roof is *new*. Parking is ample.');
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES
	(5501, 'a', 'A', 1, 'NOI is high [SRC:1]. Rents rose [SRC:2]. The cap rate is low [SRC:3]. NOI is so high [SRC:4].'), (5501, 'b', 'B', 2, 'Taxes fell [SRC:1]. So did costs [SRC:2]. The roof holds [SRC:3]. Cars park [SRC:4].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id, quote) VALUES
	(5501, 'a', 1, 'om', 12, 'p12', 'In-place NOI of $4.2 million'), (5501, 'a', 2, 'om', 12, 'p12', '12.0%'), (5501, 'a', 3, 'om', 12, NULL, 'The "cap rate" "going in" is 5.1%'), (5501, 'a', 4, 'om', 12, 'p12', 'In-place NOI of $4.2 million'),
	(5501, 'b', 1, 'om', 12, 'p12', 'Taxes fell in May'), (5501, 'b', 2, 'om', 12, NULL, NULL), (5501, 'b', 3, 'om', 12, 'p12', 'The roof is *new*'), (5501, 'b', 4, 'om', 12, 'p12', 'Parking is ample');
SELECT memo_finalize(5501, DATE '2026-06-30') ->> 'status';
SELECT number, definition FROM memocite.footnote WHERE deal_id = 5501;
SELECT * FROM memo_verify(5501) WHERE NOT ok;
SELECT memo_replay(5501, 1);
-- how many is a policy's to say
UPDATE memocite.deal SET policy = '{"quotes_per_note": 1}' WHERE deal_id = 5501;
SELECT memo_finalize(5501, DATE '2026-06-30', dry_run => true) ->> 'body' ~ 'p\. 12\. "In-place NOI of \$4\.2 million"\n';
UPDATE memocite.deal SET policy = '{"quotes_per_note": 9}' WHERE deal_id = 5501;
SELECT substring(memo_finalize(5501, DATE '2026-06-30', dry_run => true) ->> 'body' FROM 'Footnotes\n\n([^\n]*)');
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 5501;

-- memo_html: the preview of a reference shows its own quote, in the list each back-link is followed by the quote of its place, and the
-- badge only by what is verified; also one that the definition has no room for
SELECT regexp_matches(memo_html(5501), 'id="memo-5501-(r1-\d)"[^>]* data-note="([^"]*)"', 'g');
SELECT regexp_replace(substring(memo_html(5501) FROM '<li id="memo-5501-n1".*?</li>'), '<a href="#memo-5501-(r1-\d)".*?</a>', E'\n\\1', 'g');
-- with a label of its own each reference has its own quote
SELECT line FROM regexp_split_to_table(memo_markdown(5501, NULL, 'plain', 'unique'), E'\n') AS line WHERE line LIKE '[^%';

-- a memo that is taken in again, also by labels of its own, gets no new claim; a quote that was changed makes its definition the editor's, and that is told
SELECT count(*) AS claims FROM memocite.claim WHERE deal_id = 5501;
SELECT section_key, unbound FROM memo_import_markdown(5501, memo_markdown(5501)) ORDER BY 1;
SELECT section_key, unbound FROM memo_import_markdown(5501, memo_markdown(5501, NULL, 'plain', 'unique')) ORDER BY 1;
SELECT count(*) AS claims FROM memocite.claim WHERE deal_id = 5501;
SELECT section_key, unbound FROM memo_import_markdown(5501, replace(memo_markdown(5501), 'going in', 'going out'), dry_run => true) ORDER BY 1;
-- an edited sentence keeps its quote
SELECT section_key, unbound FROM memo_import_markdown(5501, regexp_replace(memo_markdown(5501), '(NOI|rate) is ', '\1 was ', 'g')) ORDER BY 1;
SELECT section_key, body FROM memocite.section WHERE deal_id = 5501 ORDER BY 1;
SELECT memo_restore(5501, 1) \g /dev/null
SELECT memo_finalize(5501, DATE '2026-06-30') -> 'revision';

-- Where no passage is stored for its document a quote is printed, too, with "(not checked)" behind it;
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES (5501, 'c', 'C', 3, 'Unit 7 is vacant [SRC:1]. Unit 8 is let [SRC:2].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, quote) VALUES (5501, 'c', 1, 'rr', 3, 'Unit 7: vacant'), (5501, 'c', 2, 'rr', 3, 'Unit 8: let');
SELECT memo_finalize(5501, DATE '2026-06-30') ->> 'status';
SELECT definition FROM memocite.footnote WHERE deal_id = 5501 AND doc_id = 'rr' AND revision = (SELECT max(revision) FROM memocite.revision WHERE deal_id = 5501);
SELECT count(*) FROM memocite.event WHERE deal_id = 5501 AND code = 'quote_unverified' AND subject = 'rr';
SELECT * FROM memo_verify(5501) WHERE NOT ok;
SELECT regexp_matches(memo_html(5501), 'id="memo-5501-(r2-\d)"[^>]* data-note="([^"]*)"', 'g');
SELECT regexp_replace(substring(memo_html(5501) FROM '<li id="memo-5501-n2".*?</li>'), '<a href="#memo-5501-(r2-\d)".*?</a>', E'\n\\1', 'g');
SELECT memo_prosemirror(5501)::text ~ 'Unit 8: let\\" \(not checked\)';
-- in another deal it is a citation of its document like any other, without quotes, and makes no passage
SELECT pg_temp.add(5505);
SELECT section_key, unbound FROM memo_import_markdown(5505, memo_markdown(5501)) ORDER BY 1;
SELECT memo_finalize(5505, DATE '2026-06-30') ->> 'status';
SELECT number, kind, doc_id, page, definition FROM memocite.footnote WHERE deal_id = 5505 ORDER BY number;
SELECT count(*) FROM memocite.passage WHERE deal_id = 5505 AND passage_id LIKE '%import%';

-- where no quote of the memo could be checked, Data Source Notes say so once
DELETE FROM memocite.section WHERE deal_id = 5501 AND section_key <> 'c';
SELECT memo_finalize(5501, DATE '2026-06-30') ->> 'status';
SELECT substring(memo_markdown(5501) FROM '## Data Source Notes.*');
SELECT * FROM memo_verify(5501) WHERE NOT ok;
SELECT memo_html(5501) ~ 'badge (un)?checked|badge verified';
-- and a quote that is looked for and not found is never printed
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5501, 'rr3', 'rr', 3, 'Unit 8: let since May.');
SELECT memo_finalize(5501, DATE '2026-06-30') -> 'revision' AS latest \gset
SELECT definition FROM memocite.footnote WHERE deal_id = 5501 AND revision = :latest;
SELECT code, subject FROM memocite.event WHERE deal_id = 5501 AND revision = :latest AND code LIKE 'quote%';
SELECT memo_replay(5501), bool_and(ok) FROM memo_verify(5501);
DELETE FROM memocite.deal WHERE deal_id BETWEEN 5501 AND 5508;
-- a reference whose quote its note does not print keeps its own claim
INSERT INTO memocite.deal(deal_id, name) VALUES (4691, 'Four quotes');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (4691, 'om', 'Offering Memorandum');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (4691, 'p', 'om', 1, 'The alpha is first. The beta is second. The gamma is third. The delta is fourth.');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (4691, 'a', 'One [SRC:1]. Two [SRC:2]. Three [SRC:3]. Four [SRC:4]. Fine.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, quote) VALUES (4691, 'a', 1, 'om', 1, 'The alpha is first'), (4691, 'a', 2, 'om', 1, 'The beta is second'),
	(4691, 'a', 3, 'om', 1, 'The gamma is third'), (4691, 'a', 4, 'om', 1, 'The delta is fourth');
SELECT memo_finalize(4691, DATE '2026-06-30') ->> 'status';
SELECT refs, unbound FROM memo_import_markdown(4691, replace(memo_markdown(4691), 'Fine.', 'All fine.'));
SELECT body FROM memocite.section WHERE deal_id = 4691;
DELETE FROM memocite.deal WHERE deal_id = 4691;
