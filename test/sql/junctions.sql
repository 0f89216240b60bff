-- Where a marker leaves, or a reference comes, right beside other Markdown: links, brackets, emphasis, addresses, tables.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;	-- ids without a source are many here, and not what it is about
SELECT memo_init();
-- Status, bodies, and what memo_verify finds: sections s1, s2, ... whose id 1 is page 1, 2, ... of a document.
CREATE FUNCTION pg_temp.memo(VARIADIC bodies text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM memocite.deal WHERE deal_id = 5900;
	INSERT INTO memocite.deal(deal_id, name, policy) VALUES (5900, 'Junctions', '{"rescue": false}');
	INSERT INTO memocite.document(deal_id, doc_id, title, tag) VALUES (5900, 'om', 'Offering Memorandum', NULL), (5900, 'rr', 'Rent Roll', 'T2');
	INSERT INTO memocite.section(deal_id, section_key, body, position) SELECT 5900, 's' || n, body, n FROM unnest(bodies) WITH ORDINALITY AS t(body, n);
	INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 5900, 's' || n, id, 'om', 10 * id + n FROM generate_subscripts(bodies, 1) AS n, generate_series(1, 2) AS id;
	RETURN NEXT memo_finalize(5900, DATE '2026-06-30') ->> 'status';
	RETURN QUERY SELECT section_key || ': ' || body FROM memocite.revision_section WHERE deal_id = 5900 ORDER BY section_key COLLATE "C";
	RETURN QUERY SELECT 'not ok: ' || rule || ': ' || detail FROM memo_verify(5900) WHERE NOT ok;
END $$;
-- a link that is a label alone, "[x]", stays one before a reference
SELECT pg_temp.memo(E'[x]: https://a.b/one\n\nSee [x] [SRC:1] and [x][SRC:1], [x][][SRC:1], [y][x] [SRC:1] and [y](u)[SRC:1] with ![x][SRC:1], [x] [SRC:99] [SRC:1] or [x] [SRC:99] but [z] [SRC:1] end [x]');
-- and where it is renamed, the new label comes before the reference
SELECT pg_temp.memo(E'[1]: https://a.b/one\n\nSee [1].', E'[1]: https://a.b/two\n\nSee [1] [SRC:1] and [1][SRC:2], [1][SRC:99] or [t][1] [SRC:1] with ![1] [SRC:1].');
SELECT pg_temp.memo('See [1].', E'[1]: https://a.b/two\n[1]: https://a.b/three\n\nSee [1].');
SELECT pg_temp.memo('See [one][1]([SRC:1]).', E'[1]: https://a.b/two\n\nSee [1].');
-- labels fold the case of any script
SELECT pg_temp.memo(E'x[^é].\n\n[^É]: Rent Roll, p. 4', E'[Ét  É]: http://a\n\n[ ét é ]', E'[ét É]: http://b\n\nq [ÉT é] x');
-- what is left of a bracket is no marker
SELECT pg_temp.memo('A [SRC:1] C [SRC:[SRC:99]2] D.', '[SR[SRC:99]C:2] x', '[SOURCE-[CANONICAL: x]T2] x', 'C [SRC:[CANONICAL: x]2].', '[SRC:[SRC:98][SRC:99]2] [see [SRC:99] here] [a [SRC:1] b]');
SELECT pg_temp.memo('A [SRC:1]. B [^1 [SRC:99]] C [^1[SRC:2]] D [^1[CANONICAL: x]].', '[^note [SRC:1]] y [^ [SRC:99] n].');
SELECT pg_temp.memo('A [SRC:1]. x ![^1](u) y', 'x ![^a](u) y ![a [^1]](u)');
-- nor what is left in parentheses a destination, nor what is left of a line the beginning of another block
SELECT pg_temp.memo('[10-K](exhibit [SRC:1]) x', '![x](see [SRC:1] [SRC:2]) x', '[a]([SRC:1]) x [b](two words [SRC:2]) y', '#[SRC:99] Market', '-[SRC:99] x', '1.[SRC:99] x', E'a\n-[SRC:99]--', '-[SRC:1] Rents rose.', '[SRC:99] #hashtag', E'[sic] ([SRC:98]) \n[SRC:99], [CANONICAL: x]: y [SRC:1]');
-- also where more of the line leaves, and in a row of a table
SELECT pg_temp.memo('[SRC:1] #[SRC:99] Market', '“[SRC:99]” #[SRC:99] Market', E'x\n[SRC:99] 1[SRC:98]. y', '[SRC:99] 1[SRC:1]. y', '[SRC:99] [SRC:98] -[SRC:99] x', '[SRC:99] <b>a</b> [SRC:99] b', '[SRC:99] **a** [SRC:99] b', E'a|b\n-|-\nc|d\n-[SRC:99] e\n\n    [SRC:1]');
-- blanks leave with a marker before what closes
SELECT pg_temp.memo('**Strong demand [SRC:1]**—rents', '**营收增长 [SRC:1]**，利润 [SRC:1]，营收', '*Note [SRC:99]*—x *y [SRC:99]* z *v [SRC:99]*w', '**x [SRC:1]**_y_ and _**z [SRC:1]**_.', '**Note [SRC:99]**“y” **中 [SRC:99]**文', E'a [SRC:99]\u00A0b [SRC:1]\u00A0c');
-- a backslash escapes what it escaped before: the brackets that leave with their marker, never what comes behind
SELECT pg_temp.memo(E'A \\([SRC:99]; [SRC:98])`code [SRC:1]` b', E'A \\([SRC:99]\\)*em* b \\([SRC:1]\\)*em* c \\\\([SRC:99])*em*', E'c \\ [SRC:99]`d` e \\ [SRC:99]. f \\ [SRC:1] g \\ [SRC:1].', E'c \\ [SRC:99]\nd \\ [SRC:1]\ne',
	E'x\\, [SRC:99]. y\\. [SRC:1] Next a\\\u00A0[SRC:99]. b', E'**b \\ [SRC:1]** c **d \\ [SRC:99]** e', E'\\([SRC:99]) x', E'- \\([SRC:1]) x', E'|a|\n|-|\n|x \\ [SRC:1]|\n|y \\ [SRC:99]|');
-- lines of markers in a list's paragraph leave, and what is below stays in the list
SELECT pg_temp.memo(E'- one\n [SRC:2]\n[SRC:1]\n\n    two [SRC:1]\n\n b', E'- one\n [T2][SRC:99] \n([SRC:2]).  \n\n    two [SRC:1]\n\n b');
-- back-ticks at a line's start stay as many, and open neither a fence nor a span
SELECT pg_temp.memo(E'[SRC:1] ```two ` ticks`` x', E'[SRC:99] ```foo\nbar`` x', E'[SRC:99] ~~~ x\ny ~~z~~');
-- several markers behind a closing fence, of any kind, leave, and it closes
SELECT pg_temp.memo(E'A.\n\n```\ncode\n``` [SRC:1][SRC:2]\n\nB [SRC:1].', E'A.\n\n~~~\ncode\n~~~ [SRC:1] [SRC:99] \n\nB [SRC:1].', E'- A\n  ```\n  code\n  ```【SRC:1】[SRC:99][SRC-2]\n\nB [SRC:1].', E'A.\n\n~~~\ncode\n~~~ [SRC:98][SRC:99]', E'A.\n\n```\ncode\n``` [^1][SOURCE-T2]\n\nB[^1].\n\n[^1]: Rent Roll, p. 4');
-- marks that one marker took along are not there for the next, which leaves all the same
SELECT pg_temp.memo('x *“[SRC:99]”*[SRC:1]*', 'Rents **([SRC:99])**[SRC:1]** rose.', 'Rents *rose* *([SRC:99])* [SRC:1] fast.');
-- a line of markers and a no-break space is no sentence that goes on
SELECT pg_temp.memo(E'[SRC:1]\u00A0\n[SRC:2], rents rose.', E'Rents rose.\n\n[SRC:99]\u00A0\n([SRC:1]). Costs fell.', E'Rents rose\u00A0\n([SRC:2]). Costs fell.');
-- an apostrophe closes nothing
SELECT pg_temp.memo('CoStar [SRC:1]''s estimate, CoStar [SRC:2]’s view and the ''word [SRC:1]'' end.');
-- the mark of an image ends no sentence
SELECT pg_temp.memo(E'[SRC:1]\n\n营收增长。![x](y)z', 'Really?![x](y)[SRC:1] z.');
-- an address is no part of the word before
SELECT pg_temp.memo('see[SRC:1]https://a.b/c x', 'Marché[SRC:1]https://a.b/c x', 'see[SRC:1]www.a.b x [SRC:1]cap[SRC:1]rate');
-- tables end where GFM ends them
SELECT pg_temp.memo(E'|a|b|\n|-|-|\n|c [SRC:1]|d|\n---\n\nx', E'|a|b|\n|-|-|\n|c [SRC:1]|d|\n===\n\nx', E'|a|b|\n|---|---|\n|c [SRC:1]|d|\n---\n', E'|a|b|\n|-|-|\n|c|d|\n    [SRC:1] code\n    [SRC:2]\n\n[SRC:1] y', E'- |a|b|\n  |-|-|\n  |c|d|\n    |e [SRC:1]|f|');
SELECT pg_temp.memo(E'|a|b|\n|-|-|\n|c|d|\n- [SRC:1]\n    price', E'|a|b|\n|-|-|\n|c|d|\n> [SRC:1] x\n    price', E'- |a|b|\n  |-|-|\n  |c|d|\n- [SRC:1]\n    price');
-- what a body's last bytes open
SELECT pg_temp.memo(E'x\n\n<!--', E'x\n\n<![CDATA[', E'x\n\n```', 'x <!--');
-- definitions that say more than where it stands are notes
SELECT pg_temp.memo(E'a[^a] b[^b] c[^c] d[^d].\n\n[^a]: Rent Roll, p. 2\n\n    The sponsor disputes this number.\n\n[^b]: Offering Memorandum of the neighbouring property, p. 2\n[^c]: Rent Roll,\n    tab 2, p. 4\n\n\n[^d]: Rent Roll, disputed');
SELECT number, kind, definition FROM memocite.footnote WHERE deal_id = 5900 ORDER BY number;
DELETE FROM memocite.deal WHERE deal_id = 5900;
