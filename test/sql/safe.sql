-- A removed or moved marker never changes what the text around it is to
-- Markdown. Every memo but flawed ones is all ok to memo_verify: the cases below
-- were found by random bodies, each must leave no row.
SELECT memo_init() \g /dev/null
SET client_min_messages = error;	-- ids without a source are many here, and not what it is about
\pset format unaligned
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name, policy, metadata) VALUES (4101, 'Safe', '{"keep_revisions": 1}', '{"primary_doc_id": "om"}');
INSERT INTO memocite.document(deal_id, doc_id, title, tag, source_type) VALUES (4101, 'om', 'Offering Memorandum', 'A', 'costar');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (4101, 'before', 0, 'Before it [SRC:1].'), (4101, 'a', 1, ''), (4101, 'behind', 2, 'After [SRC:1] it.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, claim_text) VALUES (4101, 'a', 1, 'om', 1, NULL), (4101, 'a', 2, 'om', 2, NULL), (4101, 'a', 5, 'om', 5, 'Rents rose.'), (4101, 'behind', 1, 'om', 9, NULL);
CREATE FUNCTION pg_temp.unsafe(body text, OUT finished text, OUT broken text) RETURNS SETOF record LANGUAGE plpgsql AS $$
DECLARE
	status text;
BEGIN
	UPDATE memocite.section s SET body = unsafe.body WHERE deal_id = 4101 AND section_key = 'a';
	status := memo_finalize(4101, DATE '2026-06-30') ->> 'status';
	SELECT replace(s.body, E'\n', '\n') INTO finished FROM memocite.revision_section s WHERE deal_id = 4101 AND section_key = 'a';
	SELECT string_agg(rule || ': ' || detail, '; ') INTO broken FROM memo_verify(4101) WHERE NOT ok;
	IF status = 'flawed' OR broken IS NOT NULL OR memo_normalize(memo_normalize(body)) <> memo_normalize(body) THEN
		RETURN NEXT;
	END IF;
END $$;

-- what is left at a line's start begins no block: setext underline, HTML, indented code, list
SELECT replace(body, E'\n', '\n') AS body, u.* FROM unnest(ARRAY[E'Evidence:\n- [SRC:2]\n- [SRC:2]\n\nMore text.', E'Text [SRC:1]\n[SRC:9]--', E'Text [SRC:1]\n[SRC:9]=', E'e [SRC:2]\n-[CANONICAL: x]',
	'[SRC:9] <!-- c --> text [SRC:1].', '[SRC:9] <div> text [SRC:1].', E'[SRC:2] <b>\ntext [SRC:1]', '- [SRC:1] <!-- c --> text', '> [SRC:1] <!-- c --> text', '[SRC:9]     five blanks. Text [SRC:1].', E'<b>[CITATION NEEDED]\ntext [SRC:1]', '[REF:1] # a', '[REF:1] > a', '[REF:1] 1) a', '[REF:1] + a',
	E'Text [SRC:1]\n[SRC:9] ***\nmore', E'[SRC:9] ~~~\nx [SRC:1]']) WITH ORDINALITY AS t(body, n), pg_temp.unsafe(body) AS u ORDER BY n;
-- emphasis, code spans, tags
SELECT replace(body, E'\n', '\n') AS body, u.* FROM unnest(ARRAY['*[SRC:2]*`', '*[SRC:2]* text', '**[SRC:1]** **[SRC:2]** text', '`]`[SRC:9]`]`', 'x `a`[SRC:9]`b` y', 'x <b[SRC:9]> y', 'a [SRC:1]* b *[SRC:2] c', '_[SRC:1]a_ b', '~~[SRC:1]~~ text', '`[SRC:1] b', 'a\\[SRC:1] b', 'a![SRC:1] b', '[[SRC:1]]', E'[SRC:1]`\n* ~~[SRC:1] ~r', E'a [SRC:1]\n\n# [SRC:2]*\n    [SRC:1]', 'k [SRC:1]![[SRC:1]]()'])
	WITH ORDINALITY AS t(body, n), pg_temp.unsafe(body) AS u ORDER BY n;
-- blocks that leave the text carry nothing
SELECT replace(body, E'\n', '\n') AS body, u.* FROM unnest(ARRAY[E'**Sources**\n\n- [CoStar] a', E'**Sources\n[SRC:1]', E'[SRC:1]\n\n**Sources**\n\n- a', E'## References\n\n- [[SRC:1]] <b>', E'Rents rose.\n\n**Sources**\n\n- Rents rose.', E'[^b]\n\n**Sources**\n\n- b\n\n[^b]: [SRC:1]', E'[SRC:1]\n\n[SRC:3]: text\n',
	E'### H [SRC:1]\n\n[^a]: note of many words of the agent', E'[^a] [SRC:1]\n\n[^a]: [^a]', E'[1]: [SRC:1]\n\n[1]', E'e [SRC:2]\n\n[1]:( [SRC:2])', E'a [SRC:1]\n\n[1]: [SRC 2]', E'a [SRC:1]\n\n[1]: [CITATION NEEDED]', E'[SRC:1] a\n[SRC:3]: Rent Roll\n---\nb']) WITH ORDINALITY AS t(body, n), pg_temp.unsafe(body) AS u ORDER BY n;
-- tables
SELECT replace(body, E'\n', '\n') AS body, u.* FROM unnest(ARRAY[E'a | b\n--|--\n[SRC:2] | x', E'a | b\n--|--\n[SRC:1]', E'[SRC:1] | b\n--|--\nc | d', E'| [SRC:1] |\n|---|\n| [SRC:2] |', E'a [SRC:1]\n| b | c |\n|---|---|\n| d [SRC:2] | e |\n\nf', E'| a |\n|---|\n| b [SRC:1] |\n[SRC:2] text', E'| a \\| [SRC:1] | b |\n|---|---|\n| `c | d` [SRC:2] | e |'])
	WITH ORDINALITY AS t(body, n), pg_temp.unsafe(body) AS u ORDER BY n;
-- what a section leaves open
SELECT replace(body, E'\n', '\n') AS body, u.* FROM unnest(ARRAY[E'a [SRC:1]\n\n```', E'a [SRC:1]\n\n- ```\n  b', E'> ```\n> [SRC:1]', E'a [SRC:1]\n\n<!-- b', E'<pre>\n[SRC:1]', E'<script>\nx [SRC:1]', E'<?php\n[SRC:1]', E'<![CDATA[\n[SRC:1]', E'a [SRC:1] `b', E'a [SRC:1] <b', E'a [SRC:1]\n\n````\n```\n', E'a [SRC:1]\\', E'a [SRC:1]\n\n    b', E'a [SRC:1]\n\n1. b\n   ~~~\n   c'])
	WITH ORDINALITY AS t(body, n), pg_temp.unsafe(body) AS u ORDER BY n;
DELETE FROM memocite.deal WHERE deal_id = 4101;
