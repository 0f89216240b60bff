-- Stage 1 (aggregate): what agents wrote about sources leaves the text and
-- becomes evidence; bodies are made fit to stand in one memo.
SELECT memo_init() \g /dev/null
SET client_min_messages = error;	-- ids without a source are many here, and not what it is about
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (2501, 'Definitions', '{"keep_revisions": 1, "rescue": false}');
INSERT INTO memocite.document(deal_id, doc_id, title, path) VALUES
	(2501, 'om', 'Offering Memorandum', 'deals/offering.pdf'), (2501, 'rr', 'Rent Roll', 'deals/rent_roll.xlsx');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (2501, 'a', 1, ''), (2501, 'b', 2, '');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (2501, 'a', 4, 'om', 12);
-- The finished sections, the definitions of their notes, what was removed, events and broken rules.
CREATE FUNCTION pg_temp.finish(a text, b text DEFAULT '', policy jsonb DEFAULT '{}') RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	UPDATE memocite.deal SET policy = '{"keep_revisions": 1, "rescue": false}' || finish.policy WHERE deal_id = 2501;
	UPDATE memocite.section SET body = CASE section_key WHEN 'a' THEN finish.a ELSE finish.b END WHERE deal_id = 2501;
	PERFORM memo_finalize(2501, DATE '2026-06-30');
	RETURN QUERY SELECT replace(CASE WHEN body = '' THEN '(empty)' ELSE body END, E'\n', '\n') FROM memocite.revision_section
		WHERE deal_id = 2501 AND (section_key = 'a' OR finish.b <> '') ORDER BY section_key;
	RETURN QUERY SELECT '    ' || number || ' ' || kind || ': ' || definition FROM memocite.footnote WHERE deal_id = 2501 ORDER BY number;
	RETURN QUERY SELECT '    removed ' || section_key || ' ' || marker || ' ' || how FROM memocite.citation
		WHERE deal_id = 2501 AND fate = 'removed' ORDER BY citation_no;
	RETURN QUERY SELECT '    event ' || e.stage || ' ' || e.code || coalesce(' in ' || e.section_key, '') || coalesce(' ' || replace(e.subject, E'\n', '\n'), '') FROM memocite.event e
		WHERE e.deal_id = 2501 AND e.stage = '1' ORDER BY e.event_no;
	RETURN QUERY SELECT '    BROKEN ' || rule || coalesce(': ' || detail, '') FROM memo_verify(2501) WHERE NOT ok;
END $$;

-- a definition that names one document of the deal is a citation of it
SELECT pg_temp.finish(E'Rents rose[^1]. Units are 312[^2].\n\n[^1]: Rent Roll, p. 3\n[^2]: See the Offering Memorandum.');
SELECT pg_temp.finish(E'Rents rose[^1].\n\n[^1]: deals/rent_roll.xlsx');
-- one that denies what it names, or means another edition, does not
SELECT pg_temp.finish(E'Rents rose[^1]. So did costs[^2]. NOI fell[^3].\n\n[^1]: No Rent Roll was available.\n[^2]: Unlike the Offering Memorandum, management expects 5%.\n[^3]: Loan No. 4, Rent Roll, p. 2');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (2501, 'rr25', 'Rent Roll 2025');
SELECT pg_temp.finish(E'Rents rose[^1]. So did costs[^2].\n\n[^1]: Rent Roll 2024, p. 3\n[^2]: Rent Roll 2025, p. 4');
DELETE FROM memocite.document WHERE deal_id = 2501 AND doc_id = 'rr25';
-- several documents on one definition line are all cited, when each part names one
SELECT pg_temp.finish(E'Rents rose[^1]. NOI, too[^2].\n\n[^1]: Rent Roll, p. 3; Offering Memorandum, p. 12\n[^2]: Rent Roll and Offering Memorandum.');
-- references stay in the order of the labels, also where one stands for other markers or documents, or is repeated
SELECT pg_temp.finish(E'Rents rose[^1]. NOI, too[^1][^2][^3]. Costs fell[^3][^4][^2].\n\n[^1]: [SRC:4]\n[^2]: Rent Roll, p. 3\n[^3]: See [^1].\n[^4]: Rent Roll, p. 5; Offering Memorandum, p. 6');
SELECT pg_temp.finish(E'Rents rose[^1].\n\n[^1]: Rent Roll, p. 3; our own estimate');
-- a definition ends where another begins at a line; what looks like one within its line is its text
SELECT pg_temp.finish(E'Rents rose[^1]. NOI, too[^2]. Taxes[^3].\n\n[^1]: Rent Roll [^2]: Sponsor call. [^3]: Offering Memorandum, p. 2');
SELECT pg_temp.finish(E'Rents rose[^1]. NOI, too[^2].\n\n[^1]: Our view.\n    [^2]: Rent Roll');
SELECT pg_temp.finish(E'Rents rose[^1]. NOI, too[^2].\n\n[^1]: As in [^2]: good.\n[^2]: Rent Roll');
-- what looks like a definition in a fence is code
SELECT pg_temp.finish(E'Rents rose[^1].\n\n```\n[^1]: Rent Roll\n```');
-- a note that is cited only inside another note goes where that one is cited
SELECT pg_temp.finish(E'Rents rose[^1].\n\n[^1]: Our view, see [^2].\n[^2]: Sponsor call.');

-- one that is only markers (or markers and up to 4 words) is replaced by those
SELECT pg_temp.finish(E'NOI rose[^n]. It fell[^n].\n\n[^n]: [SRC:4]');
SELECT pg_temp.finish(E'NOI rose[^n].\n\n[^n]: Source as cited here [SRC:4].');
-- otherwise it is a note of kind agent, "(agent's note, unverified)"; markers inside move to its reference
SELECT pg_temp.finish(E'NOI rose[^n].\n\n[^n]: The sponsor said so on a call in May.');
SELECT pg_temp.finish(E'NOI rose[^n] in May.\n\n[^n]: The sponsor said so on a call in May [SRC:4].');
-- policy agent_notes strip
SELECT pg_temp.finish(E'NOI rose[^n].\n\n[^n]: The sponsor said so on a call in May.', '', '{"agent_notes": "strip"}');
-- labels are scoped to their section and fold case
SELECT pg_temp.finish(E'One[^A].\n\n[^a]: Note of section a, by its agent.', E'Two[^a].\n\n[^A]: Note of section b, by its agent.');
-- extent as in GFM: lazy lines, indented blocks
SELECT pg_temp.finish(E'One[^1]. Two[^2].\n\n[^1]: A note that is\nwrapped lazily over lines.\n\n[^2]: A note in\n\n    two paragraphs of text.\n\nProse goes on.');
-- the first of two equal labels wins, event
SELECT pg_temp.finish(E'One[^1].\n\n[^1]: First of the two notes here.\n[^1]: Second of the two notes [SRC:4].');
-- a definition that nothing refers to leaves the text; a reference without a definition is removed
SELECT pg_temp.finish(E'One.\n\n[^1]: Nobody refers to this note.');
SELECT pg_temp.finish(E'One[^9] two.');
-- a note never breaks the memo: hostile text in it
SELECT pg_temp.finish(E'One[^1].\n\n[^1]: The agent wrote ] | [^2] `tick` <b> and [link](x) here.');

-- a source line "[SRC:n]: text" leaves the text when it is the closed form of a document or no sentence of an id that nothing else defines, which it is the agent's note of
SELECT pg_temp.finish(E'NOI rose [SRC:7]. Rent [SRC:8].\n\n[SRC:7]: Rent Roll, p. 4\n[SRC:8]: a private conversation');
-- near misses of the marker do so, too, also in a list of sources, where one may say the page
SELECT pg_temp.finish(E'NOI rose [SRC-7]. Rent [src:8]. Costs 【SRC:9】.\n\n[SRC-7]: Rent Roll, p. 4\n[src: 8]: Rent Roll, p. 5\n【SRC:9】: Rent Roll, p. 6');
SELECT pg_temp.finish(E'NOI rose [SRC-7]. Rent [SRC:8]. Costs [SRC:9].\n\n**Sources**\n- [SRC-7] Rent Roll, p. 4\n- [SRC:8, p. 5] Rent Roll\n- [SRC:9, 8] Rent Roll, p. 6');
-- without definitions of its own, a section's [^1] means entry 1 of its list of sources; its own definitions count alone
SELECT pg_temp.finish(E'NOI rose[^1]. Rent[^2]. Costs[^3]. More[^1], and none[^4].\n\n**Footnotes**\n\n1. Rent Roll, p. 4\n2. **Rent Roll**, p. 5\n3. Management call,\n   3 May 2026\n5. Rent Roll, p. 6');
SELECT pg_temp.finish(E'NOI rose[^1]. Rent[^2]. Costs[^3].\n\n## References\n[^1] Rent Roll, p. 4\n[2]: Rent Roll, p. 5\n- **[^3]:** Rent Roll, p. 6');
SELECT pg_temp.finish(E'NOI rose[^1]. Rent[^2].\n\n[^1]: Rent Roll, p. 7\n\n## Sources\n1. Rent Roll, p. 4\n2. Rent Roll, p. 5');
SELECT pg_temp.finish(E'1. first [SRC:7]\n2. second\n\n  [SRC:7]: Rent Roll, p. 3\n  The levered IRR is 17.2% [SRC:7].');
SELECT pg_temp.finish(E'NOI rose [SRC:7].\n\n[SRC:7]: Rent Roll, p. 3\n- Vacancy fell [SRC:7].\n\n> Costs [SRC:7]\n[SRC:8]: Rent Roll, p. 4\n> fell [SRC:8].');
SELECT pg_temp.finish(E'- NOI rose [SRC:7].\n\n[SRC:7]: Rent Roll, p. 3\n\n\tcode');
-- of an id that stands nowhere else it is prose
SELECT pg_temp.finish(E'Two points [SRC:7].\n\n[SRC:7]: Seller confirmed no litigation.\n\n[SRC:8]: Acme vacated Suite 200 in March.');
-- the section's claim counts before the source line
SELECT pg_temp.finish(E'NOI rose [SRC:4].\n\n[SRC:4]: Rent Roll, p. 4');
-- everything else is prose that opens with its citation, and never leaves: also a fact in telegraphic style, a document with a fact beside it, what has a claim
SELECT pg_temp.finish(body) FROM unnest(ARRAY[E'[SRC:4]: The roof needs repair in 2026.', E'Facts [SRC:4].\n\n[SRC:4]: Roof replaced 2019, warranty to 2039\n[SRC:4]: NOI up 3% on renewals\n[SRC:4]: Tenant Acme vacating June 2027.',
	E'[SRC:4]: Rent Roll, two tenants behind on rent\n\n[SRC:4]: Rent Roll: Acme Vacating\n\n[SRC:4]: Rent Roll $82.0M\n\n[SRC:4]: Rent Roll, p. 4 [SRC:4]',
	E'A [SRC:8].\n\n[SRC:8]: Call with the broker. It was in May', E'A [SRC:8].\n\n[SRC:8]: One two three four five six seven eight nine ten eleven twelve thirteen', E'A [SRC:8].\n\n- [SRC:8]: a call', E'A `b\n[SRC:8]: c` d.']) WITH ORDINALITY AS b(body, n) ORDER BY n;
-- text is one address: that is what n is
SELECT pg_temp.finish(body) FROM unnest(ARRAY[E'A [SRC:2].\n\n[SRC:2]: https://census.gov/rents', E'A.\n\n[SRC:2]: https://census.gov/rents', E'A [SRC:4].\n\n[SRC:4]: <https://census.gov/rents>']) WITH ORDINALITY AS b(body, n) ORDER BY n;
-- an agent's note keeps all of its text, over its lines, and its markers move along; of two the first is it, the other prose
SELECT pg_temp.finish(body) FROM unnest(ARRAY[E'A [SRC:8].\n\n[SRC:8]: our talk with\nAcme of May, see [SRC:4]', E'A [SRC:8].\n\n[SRC:8]: Rent Roll $82.0M', E'A [SRC:8].\n\n[SRC:8]: Call with Mr. Smith, 3 May\n[SRC:8]: another call']) WITH ORDINALITY AS b(body, n) ORDER BY n;
-- it goes on below when it is not yet all or the next line is indented; what else stands there is the agent's prose. In a list that is what a line goes on with
SELECT pg_temp.finish(E'NOI rose [SRC:7].\n\n[SRC:7]: Rent Roll,\nMay 2026, p. 4\nVacancy fell.');
SELECT pg_temp.finish(E'NOI rose [SRC:7].\n[SRC:7]: Rent Roll\n   p. 4\nVacancy fell to 5%.\n\nCosts fell.');
-- alone on its line, it says what the next one does; of a list, a quote or a table, too, when that is prose
SELECT pg_temp.finish(E'NOI rose [SRC:7]. Costs fell [SRC:8].\n\n[SRC:7]:\nRent Roll, p. 4\n[SRC:8]:\nRent Roll, p. 5');
SELECT pg_temp.finish(E'Intro.\n[SRC:4]:\nNOI was $4.2M, up 3%, and rents rose\nby more. **Costs**\n[SRC:4]:\nTaxes fell by 2% in the same period of the year.');
SELECT pg_temp.finish(E'[SRC:4]:\n- NOI was $4.2M, up 3%, and rents rose.\n\n[SRC:4]:\n| a | b |\n|---|---|\n| 1 | 2 |');
SELECT pg_temp.finish(E'- NOI rose [SRC:7].\n- Costs fell [SRC:8].\n[SRC:7]: Rent Roll, p. 4\n[SRC:8]: Rent Roll, p. 5\n\n    Taxes rose [SRC:7].');
SELECT pg_temp.finish(E'NOI rose [SRC:7].\n\n    code\n\n [SRC:7]: Rent Roll, p. 4\n\n    more code');
SELECT pg_temp.finish(E'NOI rose [SRC:7].\n\n[SRC:7]: Rent Roll, p. 4\n    Vacancy fell to 5% [SRC:8].');

-- one that is only another reference says what that one says, each time, wherever it stands; two that are each other say nothing
SELECT pg_temp.finish(E'Rents are rising[^1].\n\n[^1]: Management estimate of May 2026.\n[^2]: See [^1].\n\nNOI is up[^2]. Costs are up[^2].');
SELECT pg_temp.finish(E'Rents are rising[^1]. NOI is up[^2]. Costs are up[^2]. Taxes[^3]. Roofs[^3].\n\n[^1]: Rent Roll, p. 9\n[^2]: See [^1].\n[^3]: See [^2].');
SELECT pg_temp.finish(E'A[^3]. B[^3].\n\n[^2]: See [^3].\n[^3]: See [^2].');
SELECT pg_temp.finish(E'| Metric | Value |\n|---|---|\n| NOI | 4,199¹ |\n| EGI | 8,100¹ |\n\n¹ See [^a].\n\n[^a]: Management estimate of May 2026.');
-- words that deny the marker are a note beside it
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3].\n\n[^1]: Contradicted by [SRC:4].\n[^2]: Not in [SRC:4].\n[^3]: See [SRC:4].');
-- a source line below it is none of its text
SELECT pg_temp.finish(E'NOI is up[^1], rents fell [SRC:7].\n\n[^1]: Sponsor call, May 2026.\n[SRC:7]: Rent Roll, p. 3');

-- a model-written source block at a section's end leaves the text when every entry is in the memo another way; an entry that names another document than its id's claim is told of
SELECT pg_temp.finish(E'NOI rose [SRC:4].\n\n## Sources\n\n- Offering Memorandum\n- [SRC:4] Rent Roll');
SELECT pg_temp.finish(E'NOI rose.\n\n**References:**\n\n1. Offering Memorandum\n2. https://example.com/a\n');
SELECT pg_temp.finish(E'NOI rose.\n\n### Works Cited\nhttps://example.com/a');
SELECT pg_temp.finish(E'NOI rose[^1].\n\n## Footnotes\n\n[^1]: Rent Roll, p. 3');
-- one entry that is nowhere else keeps it: an address without an id that the text cites, a bank reference, a remark; what the others say of ids still counts
SELECT pg_temp.finish(E'NOI rose [SRC:4].\n\n## References\n\n' || list) FROM unnest(ARRAY[E'- [SRC:7] https://census.gov/rents\n- [SRC:4] Offering Memorandum', E'- First National Bank, J. Smith, 555-1234', E'- Offering Memorandum, p. 12\n- Figures are unaudited', E'- [SRC:4]\n- [SRC:5]']) WITH ORDINALITY AS l(list, n) ORDER BY n;
SELECT pg_temp.finish(E'A [SRC:7]. B [SRC:8]. C[^3].\n\n## References\n\n- [SRC:7] Rent Roll, p. 3\n- [SRC:8] Sponsor call\n- [3] Broker call\n- Figures are unaudited');
SELECT pg_temp.finish(E'A [SRC:7].\n\n## References\n\n[SRC:7]: Rent Roll, p. 3\n[SRC:9]: Sponsor call, May');
SELECT pg_temp.finish(E'A [SRC:7].\n\n## References\n\n- [SRC:7] a call\n- [SRC:7] another call');
SELECT pg_temp.finish(E'A [SRC:7].\n\n## References\n\n- Loan: [SRC:7] Rent Roll; more to come');
-- an id with a live marker in the section: the entry is its definition, a document or else the agent's note
SELECT pg_temp.finish(E'A [SRC:7]. B [SRC:8].\n\n## References\n\n- [SRC:7] https://census.gov/rents\n- [SRC:8] **Sponsor** call – 3 May');
SELECT pg_temp.finish(E'A [SRC:7]. B [SRC:8].\n\n## References\n\n- Rent Roll, p. 3 [SRC:7], Offering Memorandum, p. 5 [SRC:8]');
SELECT pg_temp.finish(E'A [SRC:7].\n\n## References\n\n- [SRC:7] Sponsor call', '', '{"agent_notes": "strip"}');
SELECT pg_temp.finish(E'A [SRC:7].\n\n[SRC:7]: Sponsor call\n\n## References\n\n- [SRC:7] Broker call');
-- ids that only unread forms use
SELECT pg_temp.finish(E'A ' || mark || E'. B [SRC:4].\n\n## References\n\n- [SRC:7] Rent Roll\n- [SRC:4] Offering Memorandum') FROM unnest(ARRAY['[7]', '(SRC:7)', '[source:7]', '[citation:7]', '【7:0†source】', '(7)']) WITH ORDINALITY AS m(mark, n) ORDER BY n;
-- a block is none: other titles, prose after it, not at the end, no bold
SELECT pg_temp.finish(E'NOI rose.\n\n### Sources and Uses\n\n- Equity 34.7');
SELECT pg_temp.finish(E'NOI rose.\n\n### Sources\n\n- Offering Memorandum\n\nProse follows the list.');
SELECT pg_temp.finish(E'NOI rose.\n\nSources\n\n- Offering Memorandum');

SELECT pg_temp.finish(E'NOI rose.\n\n## Sources\n\n- Offering Memorandum\n\n**Next steps**\n\n- Sign the LOI by June 3.');
SELECT pg_temp.finish(E'NOI rose.\n\n## Sources\n\n- Offering Memorandum\n\n*We recommend approval.*');
-- link definitions in a source block stay where what stays uses them, notes too
SELECT pg_temp.finish(E'Rents [rose][bls]. Costs fell[^1].\n## Sources\n- Rent Roll\n\n[bls]: https://a.example\n[unused]: https://b.example\n\n## References\n\n- Offering Memorandum\n\n[l]: https://c.example\n\n[^1]: See the [letter][L].');
-- a link of a note has the label that its section's definition got
SELECT pg_temp.finish(E'One [x][l].\n\n[l]: https://a.example', E'Two[^1]. Three[^2]. Four[^3].\n\n[^1]: See the [letter][l].\n[^2]: See [l]\n[^3]: See [L][], too.\n\n[l]: https://b.example');
-- nor are sources of money, and a numbered list that the text refers to
SELECT pg_temp.finish(E'Text.\n\n### Sources\n\n- Senior loan: $53.3M [SRC:4]\n- Sponsor equity: $28.7M');
SELECT pg_temp.finish(E'Rents rose 3% [1]. NOI [2].\n\n## References\n\n[1] Offering Memorandum, p. 12\n[2] Rent Roll');
SELECT pg_temp.finish(E'Rents rose 3% [2].\n\n## References\n\n2. Offering Memorandum, p. 12\n3. Rent Roll');
SELECT pg_temp.finish(body) FROM unnest(ARRAY[E'NOI is up [1] and rents are flat [2].\n\n## References\n\n- [1] Offering Memorandum, p. 12\n- [2] Rent Roll, p. 3',
	E'Rents rose 3% [2].\n\n## References\n\n* **[1]** Offering Memorandum, p. 12\n* **[2]** Rent Roll', E'Rents rose 3% [5, 3].\n\n## References\n\n1. Offering Memorandum\n2. Appraisal\n3. Rent Roll',
	E'Rents rose 3% [1–3].\n\n## References\n\n[2] Offering Memorandum']) WITH ORDINALITY AS b(body, n) ORDER BY n;
-- no entry has the number
SELECT pg_temp.finish(body) FROM unnest(ARRAY[E'Rents rose 3% [3].\n\n## References\n\n- [1] Offering Memorandum, p. 12\n- [2] Rent Roll, p. 3',
	E'Rents rose 3% [SRC:4].\n\n## References\n\n1. Offering Memorandum']) WITH ORDINALITY AS b(body, n) ORDER BY n;
-- a line that says more than a source is prose that opens with its citation
SELECT pg_temp.finish(E'Key evidence:\n\n[SRC:4] NOI was $4.2M.\n\n[SRC:4]: NOI was $4.2M, up 3%, and rents rose.\n[SRC:4]: vacancy fell\n[SRC:4]: 95.5% occupancy');

-- a definition cites a document only when it says nothing else: else it is a note, with its whole text
SELECT pg_temp.finish(E'Tenant A[^1]. Value[^2]. C[^3]. D[^4].\n\n[^1]: The rent roll expires in 2027 unless the tenant gives notice.\n[^2]: Our estimate; the Offering Memorandum shows 12.0.\n[^3]: Figures differ from Rent Roll because of it\n[^4]: Taxes assume a rent roll at 92% of price');
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3]. D[^4].\n\n[^1]: See Rent Roll (as of May 2026), tab "Units we sold"\n[^2]: Source: Offering Memorandum prepared by CBRE for the sponsor\n[^3]: Rent Roll, line of $186,500\n[^4]: Based on the figures in https://example.com/we-are and Rent Roll');
-- where a marker opens a note, what parted it from the text goes with it
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3]. D[^4].\n\n[^1]: [SRC:4], see tab 3 for the difference of $12,000.\n[^2]: ([SRC:4]) The seller excludes storm income.\n[^3]: [SRC:4] — seller''s figure, which we have not verified.\n[^4]: [SRC:4] -3% is what the seller ([SRC:4]) shows for the year.');
-- a page beside its only marker is the place, for each reference
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3]. D[^2]. E[^3].\n\n[^1]: [SRC:4], p. 40\n[^2]: See [SRC:91] at p. 41.\n[^3]: [SRC:91, p. 42]\n\n[SRC:91]: Rent Roll');
-- nor what joins markers that leave
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3].\n\n[^1]: ([SRC:4], [SRC:2]) The seller excludes storm income.\n[^2]: [SRC:4] and [SRC:2]; the seller''s figure, which we have not verified.\n[^3]: The seller ([SRC:4]; see tab 3) shows [SRC:2] & [SRC:4] for the year.');
-- what is behind the name and says neither where nor from whom is a locator, behind a page or in parentheses a note, in any language
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3]. D[^4]. E[^5].\n\n[^1]: Rent Roll, two tenants behind on rent\n[^2]: Rent Roll (net of concessions)\n[^3]: Rent Roll, zwei Mieter sind seit März im Rückstand\n[^4]: Offering Memorandum, p. 12, dry cleaner next door\n[^5]: Rent Roll – unit mix tab, May 2026, received from the seller''s broker');
-- the part of a document that one names, however it is set off, is the locator
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3]. D[^4]. E[^5]. F[^6]. G[^7].\n\n[^1]: Rent Roll, Section 3.2(a)\n[^2]: Rent Roll (row 14).\n[^3]: Rent Roll § 3.2\n[^4]: Rent Roll, May 2026\n[^5]: Rent Roll Section 3.2(a)\n[^6]: Rent Roll (prior owner)\n[^7]: Rent Roll, p. 40, Table 5');
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3].\n\n[^1]: Rent Roll, Attachment B\n[^2]: Rent Roll, Art. IV\n[^3]: Rent Roll (Addendum 2)');
-- so are numbers, whatever they number, but not a year; "at" says that they are pages, as a file's address does
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3]. D[^4]. E[^5]. F[^6]. G[^7]. H[^8].\n\n[^1]: Offering Memorandum, 22–24.\n[^2]: Offering Memorandum (22, 24)\n[^3]: Offering Memorandum, 2025\n[^4]: Offering Memorandum, 06-30-26\n[^5]: Offering Memorandum, p. xii\n[^6]: See Offering Memorandum at 22–24.\n[^7]: [Offering Memorandum](https://example.com/room/1.pdf#page=25)\n[^8]: Offering Memorandum, 14 units vacant');
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3]. D[^4]. E[^5]. F [SRC:91]. G [SRC:92]. H [SRC:93].\n\n[^1]: Rent Roll, unit mix.\n[^2]: **Rent Roll** – unit mix\n[^3]: Offering Memorandum, p. 12, rent comparables\n[^4]: Rent Roll, unit mix & *notes*\n[^5]: Rent Roll, all units that the seller holds back from us for reasons of its own\n\n[SRC:91]: Rent Roll, unit mix\n\n[SRC:92]: Offering Memorandum, p. 14, low end of the range\n\n[SRC:93]: Rent Roll, low end of the range in the broker''s own view of it all\n');
-- pages as other languages say them
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3]. D[^4].\n\n[^1]: Vgl. Offering Memorandum, S. 12 f.\n[^2]: Offering Memorandum, Seite 13\n[^3]: Véase Offering Memorandum, pág. 14\n[^4]: Voir Offering Memorandum, p. 15');
-- a name and its page in the quotation marks, dashes and blanks of a word processor
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3]. D[^4].\n\n[^1]: “Offering Memorandum,” p.\u00A012\n[^2]: « Offering\u00A0Memorandum » — page 13\n[^3]: “Rent Roll”, two tenants behind on rent\n[^4]: 《Offering Memorandum》，p. 14');
-- the page of a definition, wherever it stands; a cell is a locator
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3]. D[^4]. E[^5]. F[^6]. G[^7]. H[^8].\n\n[^1]: Offering Memorandum, p. 12.\n[^2]: Offering Memorandum, Section 4, page 14.\n[^3]: Offering Memorandum, pages 3–4\n[^4]: p. 7 of the Offering Memorandum\n[^5]: Offering Memorandum p12\n[^6]: Offering Memorandum at 13\n[^7]: Offering Memorandum, Exhibit B, page 16: "rents grew by 4% in the year"\n[^8]: Rent Roll, Summary!C14');
-- which is the same cell however it is set off
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3]. D[^4]. E[^5]. F[^6].\n\n[^1]: Rent Roll, `Summary!C14`\n[^2]: Rent Roll, "Summary!C14"\n[^3]: Rent Roll, **Summary!C14**\n[^4]: Rent Roll (Summary!C14)\n[^5]: Rent Roll Summary!C14\n[^6]: Rent Roll, tab ''Unit Mix''!C14');
-- pages as Chinese and Japanese write them, and as a file's address does; twelve pages in all are none
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (2501, 'lease', '租赁合同'), (2501, 'chin', '賃料表');
SELECT pg_temp.finish(E'A[^1]. B[^2]. C[^3]. D[^4]. E[^5]. F[^6]. G[^7].\n\n[^1]: 《租赁合同》第3页\n[^2]: 租赁合同，第 4-5 页\n[^3]: 賃料表、6ページ\n[^4]: 『賃料表』（7頁）\n[^5]: 賃料表、p. 8\n[^6]: 租赁合同，共12页\n[^7]: deals/offering.pdf#page=9');
DELETE FROM memocite.document WHERE deal_id = 2501 AND doc_id IN ('lease', 'chin');

-- H1 and H2 inside a body are shifted below the section's own level; a # in a fence is no heading
SELECT pg_temp.finish(E'# One\n\na\n\n## Two\n\nb\n\n### Three\n\nc');
SELECT pg_temp.finish(E'Title\n=====\n\na\n\nSub\n---\n\nb');
SELECT pg_temp.finish(E'### Fine\n\n```\n# no heading\n```\n\n    ## code\n');
SELECT pg_temp.finish(E'###### Deep\n\na\n\n# Top\n\nb');
-- one that only repeats the section's title leaves with its like, unless nothing else is there or it stands in a quote
UPDATE memocite.section SET title = 'Risk Factors' WHERE deal_id = 2501 AND section_key = 'a';
SELECT pg_temp.finish(body) FROM unnest(ARRAY[E'# Risk Factors\n\n## Market\n\nRents fell [SRC:4].', E'\n   ## **RISK factors:** ##\r\n\n | a | b |\n|---|---|\n| x | y [SRC:4] |', E'Risk Factors\n===\n\n    code\n\n# Risk Factors\nx',
	'# Risk Factors', E'# Risk Factors [SRC:4]\n\nx', E'> # Risk Factors\n\nx', E'# Risk Factors\n\n## Sources\n\n- [SRC:4] Rent Roll', E'# Risk\n\nx', E'# Risk Factors\n\n[^a]: Rent Roll, p. 3\n\nA[^a].',
	E'[SRC:9]: Rent Roll, p. 3\n\n# Risk Factors\n\n## Risk Factors\n\nA [SRC:9].', E'[SRC:4]\n\nRisk Factors [SRC:4]\n===\n\nA.', E'# Risk Factors [TABLE-2]\n\nx', E'# Risk Factors [SRC:4]\n\n[^a]: Rent Roll, p. 3', E'Risk Factors\nof 2026\n===\n\nText.', E'# [CANONICAL: x] Risk Factors\n\nText.']) WITH ORDINALITY AS b(body, n) ORDER BY n;
UPDATE memocite.section SET title = NULL WHERE deal_id = 2501;

-- what a section leaves open is closed at its end
SELECT pg_temp.finish(E'a\n\n```sql\nSELECT 1', 'b');
SELECT pg_temp.finish(E'a\n\n~~~~\ntext\n', 'b');
SELECT pg_temp.finish(E'a\n\n<!-- open', 'b');
SELECT pg_temp.finish(E'a\n\n<pre>\nopen', 'b');
SELECT pg_temp.finish(E'a <!-- inline open', 'b');

-- link reference definitions are scoped like notes: a label that two sections define differently is renamed in the later one
SELECT pg_temp.finish(E'See [one][1] and [1].\n\n[1]: https://example.com/a', E'See [two][1], [1] and [x][].\n\n[1]: https://example.com/b\n[x]: https://example.com/x');
SELECT pg_temp.finish(E'See [one][1].\n\n[1]: https://example.com/a', E'See [two][1].\n\n[1]: https://example.com/a');
-- a plain [1] of another section does not become a link
SELECT pg_temp.finish(E'See [one][1].\n\n[1]: https://example.com/a', E'Item [1] of the list.');

-- without documents and claims: nothing to aggregate is nothing changed
DELETE FROM memocite.document WHERE deal_id = 2501;
SELECT pg_temp.finish('Plain prose, no notes.');
-- a deal without any claim: a definition still is a citation of the document it names
INSERT INTO memocite.document(deal_id, doc_id, title, tag) VALUES (2501, 'om', 'Offering Memorandum', 'A');
SELECT pg_temp.finish(E'Rents rose[^1]. NOI, too [SOURCE-A].\n\n[^1]: Offering Memorandum, p. 3');
SELECT citation_no, origin, marker, doc_id, page, fate, how, stage FROM memocite.citation WHERE deal_id = 2501 ORDER BY 1;
DELETE FROM memocite.deal WHERE deal_id = 2501;
