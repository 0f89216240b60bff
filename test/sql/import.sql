-- memo_import_markdown (chapter 4): a merged memo becomes sections again. A memo
-- of our own is bound to its sources again: imported into a new deal that has
-- only the documents and finalized, it is the same memo.
SELECT memo_init() \g /dev/null
SET client_min_messages = error;	-- ids without a source are many here, and not what it is about
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
\set SHOW_CONTEXT never
-- splits by H2 (fence-aware); text before the first H2 is section preamble
INSERT INTO memocite.deal(deal_id, name) VALUES (5110, 'Foreign');
SELECT * FROM memo_import_markdown(5110, $$# A memo

Words before it all.

## Executive Summary

NOI rose[^1], see [the roll][roll] and [^noi].

```
## no heading
```

Setext too
----------

> ## in a quote

Rents fell.[^1]

## Sources & Uses ##

Uses[^noi].

[^noi]: Own note.

##

Untitled.

## Sources & uses

Rents [again][Roll][^ 1][^2].

## Risk[^1] of *it*

Repairs.

## References

[^1]: Rent Roll, p. 3.
    Second line [^deep].

[^deep]: Deep [roll].

[^2]: Two.

[roll]: https://example.com/roll "The roll"

## Empty
$$);
SELECT section_key, position, replace(body, E'\n', '\n') FROM memocite.section WHERE deal_id = 5110 ORDER BY position;
-- a title finds its section, trimmed and in any case; else the place decides; else a new key
SELECT section_key, title FROM memo_import_markdown(5110, E'## executive  summary\n\nA.\n\n##  EXECUTIVE SUMMARY \n\nB.\n\n## Setext TOO\n\nC.\n\n## New\n\nD.\n\n## Risk of *it*\n\nE.');
SELECT section_key, title, position, body FROM memocite.section WHERE deal_id = 5110 AND body ~ '^[A-E]\.$' ORDER BY position;
-- the case of any script; and of a definition's label
INSERT INTO memocite.deal(deal_id, name) VALUES (5130, 'Titles');
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES (5130, 'a', 'Überblick', 1, 'A.'), (5130, 'b', 'Риски', 2, 'B.'), (5130, 'c', 'Cash  flow', 3, 'C.');
SELECT section_key, title, refs FROM memo_import_markdown(5130, E'## CASH FLOW\n\nC.\n\n## РИСКИ\n\nB [^ä].\n\n## ÜBERBLICK\n\nA.\n\n[^Ä]: Sponsor call.');
SELECT body FROM memocite.section WHERE deal_id = 5130 AND section_key = 'b';
-- the document's title alone is no section; a text of nothing is an error
SELECT * FROM memo_import_markdown(5110, E'# Title\n\n## S\n\nText.');
SELECT * FROM memo_import_markdown(5110, '');
SELECT * FROM memo_import_markdown(5110, E' \n\n');
SELECT * FROM memo_import_markdown(5110, E'# Title only\n');
-- keys stay apart
INSERT INTO memocite.deal(deal_id, name) VALUES (5111, 'Keys');
SELECT section_key, title FROM memo_import_markdown(5111, E'## A!\n\n## A?\n\n## a\n\n## A_2\n\n## ***\n\n## 价格 $4.2M\n\n## ' || repeat('long ', 40));
SELECT section_key, position FROM memocite.section WHERE deal_id = 5111 ORDER BY position;
-- reading order is the text's: known keys keep their usual positions where they can
INSERT INTO memocite.deal(deal_id, name) VALUES (5112, 'Order');
SELECT section_key FROM memo_import_markdown(5112, E'## Executive Summary\n\n## Risk\n\n## Market\n\n## Anything\n\n## Exit\n');
SELECT section_key, position FROM memocite.section WHERE deal_id = 5112 ORDER BY position;

-- our own output: everything that a memo can have
INSERT INTO memocite.deal(deal_id, name, metadata) VALUES (5113, 'Own *output*', '{"primary_doc_id": "rr"}');
INSERT INTO memocite.document(deal_id, doc_id, title, tag, source_type, ingested_on) VALUES
	(5113, 'om', 'Offering "Memorandum", p. 9', 'A', 'pdf', '2026-06-01'), (5113, 'rr', 'Rent | Roll [^1]', 'B', 'excel', '2025-01-01'),
	(5113, 'x-->y', NULL, NULL, 'web', NULL), (5113, 'never', 'Never cited', NULL, 'other', NULL);
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, content) VALUES (5113, 'p', 'om', E'He said "NOI  is\n`4` & <5>|" & so'), (5113, 'q', 'x-->y', 'quoted');
INSERT INTO memocite.section(deal_id, section_key, title, position, body) VALUES
	(5113, 'a', 'Summary & <Risk> | 1. [x]', 1, E'# Head [SRC:1]\n\nNOI of $4.2M [SRC:1][SRC:2] rose. Weak [SRC:3]† one, strong [SRC:4]† one; both [SRC:3] [SRC:4]. A tag [SOURCE-B], https://example.com/a [SRC:1]; see [x](y) ([SRC:2]).\n\n| a | b |\n|---|---|\n| cell [SRC:5] | `[SRC:1]` |\n\n- [SRC:1]\n- item [SRC:9] &amp; \\[x\\] [^n]\n\n> quote [^n][^d]\n\n[^n]: Call & <b>, \\[^x], 3 May.\n[^d]: Rent | Roll [^1], p. 4.\n\n[l]: /a\n\n[l] and [1]'),
	(5113, 'b', 'Footnotes', 2, E'Own footnotes section [SRC:1].\n\n[1]: /b\n\n[1]\n\n<!-- open'),
	(5113, 'c', 'Data Source Notes', 3, 'Short and uncited [SRC:404].'),
	(5113, 'd', '  ', 4, repeat('Nothing is cited here at all. ', 15)),
	(5113, 'e', 'Empty', 5, ''),
	(5113, 'f', 'Sources Consulted', 6, E'Last [SRC:1].\n\n- - -\n\nSetext [SRC:2]\n---');
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page, locator, confidence, quote, passage_id) VALUES
	(5113, '51130000-0000-4000-8000-000000000001', 'a', 1, 'om', 12, NULL, 0.9, E'NOI  is\n`4` & <5>|', 'p'),
	(5113, '51130000-0000-4000-8000-000000000002', 'a', 2, 'rr', NULL, 'S|1!A1 [^9]', NULL, NULL, NULL),
	(5113, '51130000-0000-4000-8000-000000000003', 'a', 3, 'om', 13, NULL, 0.2, NULL, NULL),
	(5113, '51130000-0000-4000-8000-000000000004', 'a', 4, 'om', 13, NULL, 0.8, NULL, NULL),
	(5113, '51130000-0000-4000-8000-000000000005', 'a', 5, 'x-->y', 0, NULL, 0.1, 'not there', 'q'),
	(5113, '51130000-0000-4000-8000-000000000006', 'b', 1, 'x-->y', NULL, '--><b>', NULL, 'quoted', 'q'),
	(5113, '51130000-0000-4000-8000-000000000007', 'f', 1, 'om', 12, NULL, 0.3, NULL, NULL),
	(5113, '51130000-0000-4000-8000-000000000008', 'f', 2, 'om', 12, NULL, NULL, NULL, NULL);
SELECT memo_finalize(5113, DATE '2026-06-30') ->> 'status';
SELECT memo_markdown(5113);
CREATE FUNCTION pg_temp.copy_deal(old bigint, new bigint) RETURNS void LANGUAGE sql AS $$
	INSERT INTO memocite.deal(deal_id, name) SELECT new, name FROM memocite.deal WHERE deal_id = old;
	INSERT INTO memocite.document(deal_id, doc_id, title, tag, source_type, ingested_on) SELECT new, doc_id, title, tag, source_type, ingested_on FROM memocite.document WHERE deal_id = old;
$$;
CREATE FUNCTION pg_temp.text_of(deal bigint, revision int DEFAULT NULL) RETURNS text LANGUAGE sql AS $$ SELECT regexp_replace(memo_markdown(deal, revision), '<!-- memocite [^\n]*\n$', '') $$;
-- taken in by the deal it came from it is the same memo: the agents' texts are what they were
CREATE TEMPORARY TABLE written AS SELECT section_key, title, body FROM memocite.section WHERE deal_id = 5113;
SELECT section_key, title, words, refs, unbound FROM memo_import_markdown(5113, memo_markdown(5113));
SELECT count(*) FROM memo_import_markdown(5113, memo_markdown(5113, layout => 'clustered', labels => 'unique'));
SELECT count(*) FROM memo_import_markdown(5113, pg_temp.text_of(5113));
SELECT section_key FROM memocite.section s JOIN written w USING (section_key) WHERE deal_id = 5113 AND s.body <> w.body;
SELECT count(*) FROM memocite.claim WHERE deal_id = 5113;
SELECT memo_finalize(5113, DATE '2026-06-30') -> 'revision';
-- a dry run writes nothing
SELECT section_key, refs, unbound FROM memo_import_markdown(5113, replace(memo_markdown(5113), 'NOI of', 'The NOI of'), dry_run => true) LIMIT 1;
SELECT count(*) FROM memocite.section s JOIN written w USING (section_key) WHERE deal_id = 5113 AND s.body <> w.body;
-- edited, each reference is the marker that it was, with its confidence and quote: the memo is the same but for the edit
SELECT section_key, refs, unbound FROM memo_import_markdown(5113, replace(replace(memo_markdown(5113), 'NOI of', 'The NOI of'), 'Last', 'At last'));
SELECT section_key, body FROM memocite.section WHERE deal_id = 5113 AND section_key IN ('a', 'f') ORDER BY position;
SELECT memo_finalize(5113, DATE '2026-06-30') -> 'revision';
SELECT regexp_split_to_table(pg_temp.text_of(5113), '\n') AS line EXCEPT SELECT regexp_split_to_table(replace(replace(pg_temp.text_of(5113, 1), 'NOI of', 'The NOI of'), 'Last', 'At last'), '\n') AS line;
SELECT number, kind, doc_id, page, locator, confidence, stale, definition, refs FROM memocite.footnote WHERE deal_id = 5113 AND revision = 1
EXCEPT SELECT number, kind, doc_id, page, locator, confidence, stale, definition, refs FROM memocite.footnote WHERE deal_id = 5113 AND revision = 2;
-- by hand: what is new is text like any other, and takes no claim of ours; what is in no section is told of
SELECT section_key, refs, unbound FROM memo_import_markdown(5113, replace(replace(memo_markdown(5113, 1),
	'NOI of $4.2M', 'NOI [SRC:1] of [^hand] $4.3M[^1]'), '## Footnotes' || E'\n\n[^1]', E'## Added\n\nNew text.[^2]\n\n## Footnotes\n\n[^hand]: By hand.\n\n[^1]') || E'\nBehind the end.');
SELECT section_key, src_id, doc_id, page, locator, quote, passage_id, confidence FROM memocite.claim WHERE deal_id = 5113 AND src_id > 100 ORDER BY section_key COLLATE "C", src_id;
SELECT memo_finalize(5113, DATE '2026-06-30') ->> 'status';
SELECT section_key, marker, fate, how FROM memocite.citation WHERE deal_id = 5113 AND revision = 3 AND (fate = 'removed' OR marker = '[^hand]') ORDER BY citation_no;
-- in another deal, as in another database, sources and pages come, quotes and confidences not
SELECT pg_temp.copy_deal(5113, 5114) \g /dev/null
SELECT section_key, title, words, refs, unbound FROM memo_import_markdown(5114, memo_markdown(5113, 1));
SELECT body FROM memocite.section WHERE deal_id = 5114 AND position = 800;
SELECT memo_finalize(5114, DATE '2026-06-30') ->> 'status';
SELECT count(*) FILTER (WHERE ok) || ' of ' || count(*) FROM memo_verify(5114);
SELECT number, kind, doc_id, page, refs FROM memocite.footnote WHERE deal_id = 5113 AND revision = 1
EXCEPT SELECT number, kind, doc_id, page, refs FROM memocite.footnote WHERE deal_id = 5114;
-- a text from which nothing is bound is refused, unless it is to be
INSERT INTO memocite.deal(deal_id, name) VALUES (5115, 'Refused');
SELECT * FROM memo_import_markdown(5115, E'# Refused\n\n## A\n\nNOI.[^1]\n\n## Data Source Notes\n\n- PDF: 1 document, 1 reference.\n');
SELECT section_key, unbound FROM memo_import_markdown(5115, E'# Refused\n\n## A\n\nNOI.[^1]\n\n## Data Source Notes\n\n- PDF: 1 document, 1 reference.\n', force => true);
-- confidences stay with their sentences, where they are moved, and one is taken out
INSERT INTO memocite.deal(deal_id, name) VALUES (5704, 'Marks');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5704, 'app', 'Appraisal');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (5704, 'a', 1, 'The LTV is fine today [SRC:1].'), (5704, 'b', 2, 'The value is $121.5 million [SRC:1].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, confidence) VALUES (5704, 'a', 1, 'app', 5, 0.4), (5704, 'b', 1, 'app', 5, 0.9);
SELECT memo_finalize(5704, DATE '2026-06-30') ->> 'status';
CREATE FUNCTION pg_temp.marks(markdown text) RETURNS SETOF text BEGIN ATOMIC
	SELECT count(*) FROM memo_import_markdown(5704, markdown);
	SELECT memo_finalize(5704, DATE '2026-06-30');
	SELECT substring(memo_markdown(5704), '\n## .*?(?=\n## S)');
END;
SELECT pg_temp.marks(replace(replace(memo_markdown(5704, 1), E'The LTV is fine today.[^1]†', 'New.'), 'The value', E'The LTV is fine today.[^1]† The value'));
SELECT pg_temp.marks(replace(memo_markdown(5704, 1), 'million.[^1]', 'million.[^1] So says the bank.[^1]'));
-- notes that an editor renumbered are what their definitions say, whatever number the revision has for them
INSERT INTO memocite.deal(deal_id, name) VALUES (5119, 'Renumbered');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5119, 'om', 'Offering Memorandum'), (5119, 'rr', 'Rent Roll'), (5119, 'ap', 'Appraisal Report');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5119, 'p', 'ap', 8, 'The value as is was $62 million.');
INSERT INTO memocite.section(deal_id, section_key, title, body) VALUES (5119, 'a', 'A', E'Occupancy is 95.5% [SRC:1]. Rent is $1,745 [SRC:2]. It is worth $62 million [SRC:3]. The sponsor says so[^s].\n\n[^s]: Sponsor call.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id, quote) VALUES (5119, 'a', 1, 'rr', NULL, NULL, NULL), (5119, 'a', 2, 'rr', 3, NULL, NULL), (5119, 'a', 3, 'ap', 8, 'p', 'The value as is was $62 million.');
SELECT memo_finalize(5119, DATE '2026-06-30') ->> 'status';
SELECT memo_pin(5119, 1);
CREATE FUNCTION pg_temp.taken(markdown text, back int DEFAULT 1) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY SELECT 'unbound: ' || unnest(unbound) FROM memo_import_markdown(5119, markdown);
	RETURN QUERY SELECT 'agent: ' || body FROM memocite.section WHERE deal_id = 5119;
	PERFORM memo_finalize(5119, DATE '2026-06-30');
	RETURN QUERY SELECT body FROM memocite.revision_section s WHERE deal_id = 5119 AND section_key = 'a' AND revision = (SELECT max(revision) FROM memocite.revision_section WHERE deal_id = 5119);
	RETURN QUERY SELECT number || ': ' || definition FROM memocite.footnote WHERE deal_id = 5119 AND revision = (SELECT max(revision) FROM memocite.footnote WHERE deal_id = 5119) ORDER BY number;
	PERFORM memo_restore(5119, back);
END $$;
-- one inserted before the others
SELECT pg_temp.taken(replace(replace(replace(replace(replace(memo_markdown(5119, 1), '[^4]', '[^5]'), '[^3]', '[^4]'), '[^2]', '[^3]'), '[^1]', '[^2]'), E'## A\n\n', E'## A\n\nNew.[^1] ') || E'\n[^1]: The editor.\n') AS t;
-- two that changed places, another page, a page that was none, a remark
SELECT pg_temp.taken(replace(replace(replace(memo_markdown(5119, 1), '[^2]', '[^x]'), '[^3]', '[^2]'), '[^x]', '[^3]')) AS t;
SELECT pg_temp.taken(replace(replace(memo_markdown(5119, 1), 'Rent Roll, p. 3.', 'Rent Roll, p. 30.'), 'Rent Roll.', 'Rent Roll, p. 7.')) AS t;
SELECT pg_temp.taken(replace(memo_markdown(5119, 1), 'Rent Roll.', 'Rent Roll. But the appraiser disagrees.')) AS t;
-- a document that has another title by now is known by what a stored revision said of it
UPDATE memocite.document SET title = 'Rental list' WHERE deal_id = 5119 AND doc_id = 'rr';
SELECT pg_temp.taken(memo_markdown(5119, 1)) AS t;
-- definitions that an editor broke into lines are the same, and so are labels that it made up
UPDATE memocite.document SET title = 'Rent Roll' WHERE deal_id = 5119 AND doc_id = 'rr';
INSERT INTO memocite.insight(deal_id, kind, section_key, anchor, message) VALUES (5119, 'ic_note', 'a', 'Rent is $1,745', E'The broker\n confirmed *it*.');
SELECT memo_finalize(5119, DATE '2026-06-30') -> 'revision' AS insight \gset
SELECT memo_pin(5119, :insight);
SELECT pg_temp.taken(replace(replace(memo_markdown(5119, :insight), 'Report, p. 8. "The value', E'Report, p. 8.\n    "The   \n\tvalue'), 'Roll, p. 3', E'Roll,\n    p. 3')) AS t;
SELECT pg_temp.taken(regexp_replace(memo_markdown(5119, :insight), '\[\^(\d)\]', '[^fn-\1]', 'g')) AS t;
SELECT pg_temp.taken(regexp_replace(replace(memo_markdown(5119, :insight), ' (agent''s note, ', E'\n    (agent''s\n    note, '), '\[\^(\d)\]', '[^fn-\1]', 'g')) AS t;
-- so are definitions as cmark-gfm and pandoc write them: on a line of their own, with backslashes that say nothing
SELECT pg_temp.taken(regexp_replace(replace(memo_markdown(5119, :insight), '"The value as is was $62 million."', '\"The value as is was \$62 million.\"'), '(\n\[\^\d\]:) ', E'\\1\n    ', 'g')) AS t;
-- so is each of a note that a tool made two of, for its references: one claim has the quote, as the note has
SELECT pg_temp.taken(replace(memo_markdown(5119, :insight), 'so.[^5]', 'so.[^5] Again.[^6]') || E'\n[^6]: Appraisal Report, p. 8. "The value as is\n    was $62 million."\n') AS t;
-- but a second definition of a source in other words is the editor's, and so is a label that has two
SELECT pg_temp.taken(replace(memo_markdown(5119, :insight), E'## A\n\n', E'## A\n\nNew.[^x] ') || E'\n[^x]: Appraisal Report, p. 8.\n') AS t;
SELECT pg_temp.taken(replace(memo_markdown(5119, :insight), '[^4]', '[^x]') || E'\n[^x]: The editor.\n') AS t;
-- what analysts add is the deal's, wherever it stands now; a footnote that got its number stays, and so does one that was made of it
SELECT pg_temp.taken(replace(replace(replace(replace(memo_markdown(5119, :insight), '[^5]', '[^6]'), '[^4]', '[^5]'), '[^3]', '[^4]'), 'Rent is', 'New.[^3] Rent is') || E'\n[^3]: The editor.\n') AS t;
-- an analyst's note in other words is the edited note
SELECT pg_temp.taken(replace(memo_markdown(5119, :insight), 'The broker confirmed', 'Nobody but the broker confirmed')) AS t;
SELECT message FROM memocite.insight WHERE deal_id = 5119;
UPDATE memocite.insight SET message = E'The broker\n confirmed *it*.' WHERE deal_id = 5119;
-- without the comment definitions are the deal's notes that say just this; title and tail leave as well
SELECT pg_temp.taken(regexp_replace(memo_markdown(5119, :insight), '<!-- memocite .*', '')) AS t;
-- a missing definition is what the comment says of its label, unless labels are others by now
SELECT pg_temp.taken(regexp_replace(memo_markdown(5119, :insight), E'\\[\\^2\\]: .*?\n', '')) AS t;
SELECT pg_temp.taken(replace(regexp_replace(memo_markdown(5119, :insight), E'\\[\\^2\\]: .*?\n', ''), '[^1]', '[^9]')) AS t;
-- a footnote of two paragraphs keeps both, in each section that uses it; one that none uses is told of
SELECT pg_temp.taken(replace(memo_markdown(5119, :insight), 'so.[^5]', 'so.[^5] Again.[^x]') || E'\n[^x]: One.\n\n    Two.\n\n[^y]: Unused.\n') AS t;
-- a chart comes back where it stood, from the deal's own data; one that the deal does not have is left out and told of
INSERT INTO memocite.deal(deal_id, name) VALUES (5118, 'Chart');
SELECT section_key, title, words, unbound FROM memo_import_markdown(5118, E'# T\n\n## A\n\nOne.\n\n<div data-type="chart" data-chart-id="x" data-config="{&quot;a&quot;: 1}"></div>\n\nTwo.\n\n## B\n\n<div data-type="chart"></div>\n\n<!-- memocite {"v":1,"notes":{}} -->\n');
SELECT section_key, replace(body, E'\n', '\n') FROM memocite.section WHERE deal_id = 5118 ORDER BY position;
INSERT INTO memocite.chart(deal_id, chart_id, section_key, config) VALUES (5118, 'x', 'a', '{}');
SELECT section_key, unbound FROM memo_import_markdown(5118, E'# T\n\n## A\n\nOne.\n\n<div data-type="chart" data-chart-id="x" data-config="{&quot;a&quot;: 1}"></div>\n\nTwo.\n\n<!-- memocite {"v":1,"notes":{}} -->\n');
SELECT replace(body, E'\n', '\n') FROM memocite.section WHERE deal_id = 5118 AND section_key = 'a';
DELETE FROM memocite.chart WHERE deal_id = 5118;

-- a byte order mark before the title is no text
SELECT section_key, title, words FROM memo_import_markdown(5118, E'\uFEFF# Memo\n\n## Risk\n\nNone.\n\n<!-- memocite {"v":1,"notes":{}} -->');
-- a comment that is damaged, cut off or of another deal is none
SELECT section_key, body FROM memo_import_markdown(5118, E'## A\n\nx\n\n<!-- memocite {"v":1,"deal":5118,"revision":7 -->') JOIN memocite.section USING (section_key) WHERE deal_id = 5118;
SELECT section_key, refs, unbound FROM memo_import_markdown(5118, E'## A\n\nx[^1].\n\n<!-- memocite {"v":1,"deal":5119,"revi', dry_run => true);
-- one that stands in code is text
SELECT section_key, title FROM memo_import_markdown(5118, E'## A\n\n```\n<!-- memocite {"v":1,"notes -->\n```');
-- but a raw block of pandoc's own Markdown is no code
SELECT section_key, title FROM memo_import_markdown(5118, E'## A {#a}\n\nx\n\n```{=html}\n<!-- memocite {"v":1,"notes":{}} -->\n```\n\n[^1]: y\n');
SELECT * FROM memo_import_markdown(5199, 'x');
SELECT * FROM memo_import_markdown(NULL, 'x');
SELECT * FROM memo_import_markdown(5118, NULL);
SELECT * FROM memo_import_markdown(5118, repeat('x', 16777217));
-- several source lists that models wrote at a section's end leave at once, so that nothing is left for the next time
INSERT INTO memocite.deal(deal_id, name) VALUES (5701, 'Lists'), (5702, 'Lists');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5701, 'om', 'Offering Memorandum'), (5702, 'om', 'Offering Memorandum');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5701, 'a', 1, E'Rent rose [SRC:1].\n\n- a list\n\n## Sources\n\n- [SRC:1] Offering Memorandum\n\n---\n\n**References**\n1. Offering Memorandum\n\n### Citations\n\n- Offering Memorandum, p. 3'),
	(5701, 'b', 2, E'Rent rose [SRC:1].\n\n## Sources\n\n## References\n\n- Offering Memorandum'),
	(5701, 'c', 3, E'Rent rose [SRC:1].\n\n## Sources\n\n- Offering Memorandum\n\nProse.\n\n## References\n\n- Offering Memorandum');
SELECT memo_finalize(5701, DATE '2026-06-30') ->> 'status';
SELECT section_key, replace(body, E'\n', '\n') FROM memocite.revision_section WHERE deal_id = 5701 ORDER BY section_key;
SELECT count(*) FROM memo_import_markdown(5702, memo_markdown(5701));
SELECT memo_finalize(5702, DATE '2026-06-30') ->> 'status';
SELECT pg_temp.text_of(5702) = pg_temp.text_of(5701) AS fixpoint;
-- the quote of a note that another section cites first now comes with the passage that the deal has it from
INSERT INTO memocite.deal(deal_id, name) VALUES (5703, 'Moved');
INSERT INTO memocite.document(deal_id, doc_id, title, source_type) VALUES (5703, 'om', 'Offering Memorandum', 'pdf');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (5703, 'om-12', 'om', 12, 'The in-place NOI of $4.2M rose by 3%.');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (5703, 'a', 1, 'Summary.'), (5703, 'b', 2, 'NOI is $4.2M [SRC:1].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id, quote) VALUES (5703, 'b', 1, 'om', 12, 'om-12', 'in-place NOI of $4.2M');
SELECT memo_finalize(5703, DATE '2026-06-30') ->> 'status';
SELECT section_key, refs, unbound FROM memo_import_markdown(5703, replace(memo_markdown(5703), 'Summary.', 'Summary: NOI is up.[^1]'));
SELECT section_key, doc_id, page, passage_id, quote FROM memocite.claim WHERE deal_id = 5703 ORDER BY section_key;
SELECT passage_id FROM memocite.passage WHERE deal_id = 5703;
SELECT memo_finalize(5703, DATE '2026-06-30') ->> 'status';
SELECT section_key, passage_id, quote, fate FROM memocite.citation WHERE deal_id = 5703 AND revision = 2 ORDER BY citation_no;
SELECT definition FROM memocite.footnote WHERE deal_id = 5703 AND revision = 2;
DELETE FROM memocite.deal WHERE deal_id BETWEEN 5110 AND 5120 OR deal_id BETWEEN 5701 AND 5705;
