-- Separators between markers leave with the marker they belong to; a clause keeps its own.
SELECT memo_init() \g /dev/null
SET client_min_messages = error;	-- ids without a source are many here, and not what it is about
\pset format unaligned
\pset tuples_only on
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (2805, 'Separators', '{"rescue": false, "keep_revisions": 1}');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (2805, 'om', 'Offering Memorandum');
INSERT INTO memocite.section(deal_id, section_key) VALUES (2805, 'a');
-- ids 1 to 6 are pages of the memorandum, 98 and 99 are nothing
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) SELECT 2805, 'a', n, 'om', n FROM generate_series(1, 6) AS n;
CREATE FUNCTION pg_temp.fin(body text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.section SET body = fin.body WHERE deal_id = 2805;
	PERFORM memo_finalize(2805, DATE '2026-06-30');
	RETURN QUERY SELECT s.body FROM memocite.revision_section AS s WHERE s.deal_id = 2805;
	RETURN QUERY SELECT '    BROKEN ' || rule || coalesce(': ' || detail, '') FROM memo_verify(2805) WHERE NOT ok;
END $$;

SELECT pg_temp.fin('NOI rose [SRC:1], [SRC:99]. More.');
SELECT pg_temp.fin('NOI rose [SRC:99], [SRC:1]. More.');
SELECT pg_temp.fin('NOI rose [SRC:98], [SRC:99]. More.');
SELECT pg_temp.fin('NOI rose [SRC:98], [SRC:99] and fell. More.');
-- a comma that is all there is on the line before them stays, for a reference to stand behind
SELECT pg_temp.fin(', [SRC:99], [SRC:2] rents rose.');
SELECT pg_temp.fin('NOI rose [SRC:1], [SRC:99], [SRC:2]. More.');
SELECT pg_temp.fin('NOI rose [SRC:1], [SRC:2], [SRC:3], [SRC:4]. More.');
SELECT pg_temp.fin('NOI rose [SRC:1]; [SRC:99]. More.');
SELECT pg_temp.fin('NOI rose [SRC:1], [SRC:2], and rents fell. More.');
SELECT pg_temp.fin('NOI rose [SRC:1], [SRC:99], and rents fell. More.');
SELECT pg_temp.fin('NOI rose [SRC:1], [SRC:1]. More.');
SELECT pg_temp.fin('(see [SRC:1], [SRC:99]) here.');
SELECT pg_temp.fin('(see [SRC:99]) here. Or ([SRC:98]) there.');
SELECT pg_temp.fin('NOI rose [SRC:1] and [SRC:99]. More.');
SELECT pg_temp.fin('NOI rose, [SRC:99], in May. More.');
SELECT pg_temp.fin('NOI rose, [SRC:1], in May. More.');
SELECT pg_temp.fin('NOI rose [SRC:1][SRC:2], [SRC:3], [SRC:99]; [SRC:4] here. More.');
SELECT pg_temp.fin(E'| a [SRC:1], [SRC:99] | b [SRC:98], [SRC:2] |\n|---|---|\n| [SRC:98], [SRC:99] | [SRC:1], [SRC:99] |');
SELECT pg_temp.fin(E'- [SRC:98], [SRC:1] item\n- x [SRC:98] (y)\n- x ([SRC:98]). \n- ([SRC:98])\n- f([SRC:98])');
SELECT pg_temp.fin('NOI rose [SRC:1] ([SRC:99]), [SRC:2] here. More.');
SELECT pg_temp.fin(E'- x [SRC:99], [SRC:1]\n- y ([SRC:1], [SRC:99])\n- [SRC:99], [SRC:98]\n- x [SRC:98], [SRC:99] \n\n[SRC:99], [SRC:1] So it is.');
SELECT pg_temp.fin(E'| a, [SRC:99] | b [SRC:98]; [SRC:99] |\n|---|---|\n| ([SRC:98]) | [SRC:99], [SRC:2], [SRC:98] |');
SELECT pg_temp.fin('NOI rose [SRC:99] and [SRC:1]. It rose [SRC:1] or [SRC:2], [SRC:3].');
-- brackets of any script around markers alone: a reference stands in them, and nothing is left around nothing
SELECT pg_temp.fin('租金上涨（[SRC:1]）。租金「[SRC:2]」上“[SRC:3]”涨（[SRC:1]，[SRC:2]）。 X ([SRC:1], [SRC:99]).');
SELECT pg_temp.fin('X ([SRC:99], [SRC:98]). 租金「[SRC:99]」上“[SRC:98]”涨（[SRC:99]、[SRC:98]）。 Y ( [SRC:99] ) z **("[SRC:98]")**, f([SRC:99] and [SRC:98]).');
SELECT pg_temp.fin('He said "so" [SRC:99] "and" left ([SRC:99]) [SRC:1]. A [SRC:1] ([SRC:99]) b.');
-- where lines of markers leave, the next line does not become a link definition that takes the reference along
SELECT pg_temp.fin(E'[SRC:1]\n[Table 3]: see\n\n> [SRC:2]\n> [Table 4]: see\n\n- [SRC:99], [SRC:1]; [SRC:3]\n([SRC:2]). [SRC:1] [Table 5]: see');
SELECT pg_temp.fin(E'[SRC:1]\n[SRC:2]\n[Table 3]: [SRC:3]\n\nNOI [SRC:1]\n[Table 4]: see');
-- nor a list, a heading or code of what only went on with it
SELECT pg_temp.fin(E'[SRC:1]\n2. May was strong.\n\nNOI rose\n[SRC:2]\n     # of units in May.\n\n[SRC:3]\n    and rents, too');
-- the memo, imported into a deal that has only the documents, is the same memo again
SELECT pg_temp.fin(E'([SRC:1]) Rents rose.\n\n- [SRC:1], [SRC:2] debt; [SRC:3] and [SRC:4] equity\n- [SRC:1] ([SRC:2]) debt\n\n租金上涨（[SRC:1]）。\n\n[SRC:5]、[SRC:6]租金上涨。\n\n| a | b |\n|---|---|\n| [SRC:1] / [SRC:2] | [SRC:3]: c |\n\nRents rose\n([SRC:4]). Next\n[SRC:5], so.\n\n> a [SRC:6]\n>\n> [SRC:1]');
INSERT INTO memocite.deal(deal_id, name, policy) SELECT 2806, name, policy FROM memocite.deal WHERE deal_id = 2805;
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (2806, 'om', 'Offering Memorandum');
SELECT refs, unbound FROM memo_import_markdown(2806, memo_markdown(2805));
SELECT memo_finalize(2806, DATE '2026-06-30') ->> 'status';
SELECT rule, detail FROM memo_verify(2806) WHERE NOT ok;
CREATE FUNCTION pg_temp.text_of(deal bigint) RETURNS text LANGUAGE sql AS $$ SELECT regexp_replace(memo_markdown(deal), '<!-- memocite [^\n]*\n$', '') $$;
SELECT pg_temp.text_of(2806) = pg_temp.text_of(2805) AS fixpoint;
DELETE FROM memocite.deal WHERE deal_id IN (2805, 2806);
