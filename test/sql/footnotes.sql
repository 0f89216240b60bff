-- Agents' own footnotes: which document and which place in it their notes say.
SELECT memo_init() \g /dev/null
SET client_min_messages = error;	-- ids without a source are many here, and not what it is about
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name, policy) SELECT n, 'Maple Court', '{"keep_revisions": 1, "rescue": false}' FROM generate_series(2601, 2603) AS n;
INSERT INTO memocite.document(deal_id, doc_id, title, path)
SELECT n, d.* FROM generate_series(2601, 2603) AS n, (VALUES
	('app', 'Appraisal', 'appraisal.pdf'), ('om', 'Offering Memorandum', 'om.pdf'), ('rr', 'Rent Roll', 'rent_roll.xlsx'),
	('pca', 'Property Condition Assessment', 'pca.pdf'), ('la', 'Loan Agreement', 'loan.pdf'), ('am', 'Argus Model', 'model.xlsx')) AS d;
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2601, 'a', '');
-- What the memo of a body says, and what is not printed; the memo comes back with its comment, the notes without.
CREATE FUNCTION pg_temp.notes(body text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	memo text;
BEGIN
	UPDATE memocite.section SET body = notes.body WHERE deal_id = 2601;
	UPDATE memocite.document SET url = NULL WHERE deal_id IN (2602, 2603);	-- which the memo before gave it
	PERFORM memo_finalize(2601, DATE '2026-06-30');
	memo := memo_markdown(2601);
	RETURN QUERY SELECT replace(s.body, E'\n', '\n') FROM memocite.revision_section s WHERE s.deal_id = 2601;
	RETURN QUERY SELECT '    ' || concat_ws(' | ', number || ' ' || kind, doc_id, 'page ' || page, locator, definition)
		FROM memocite.footnote WHERE deal_id = 2601 ORDER BY number;
	RETURN QUERY SELECT '    ' || code || ' ' || subject FROM memocite.event WHERE deal_id = 2601 AND code IN ('reference_shortened', 'agent_note_kept', 'marker_other_page') ORDER BY event_no;
	RETURN QUERY SELECT '    BROKEN ' || rule || coalesce(': ' || detail, '') FROM memo_verify(2601) WHERE NOT ok;
	PERFORM memo_import_markdown(2602, memo), memo_import_markdown(2603, regexp_replace(memo, '<!-- memocite.*', ''));
	PERFORM memo_finalize(2602, DATE '2026-06-30'), memo_finalize(2603, DATE '2026-06-30');
	RETURN QUERY SELECT '    OTHER MEMO' WHERE split_part(memo_markdown(2602), '<!-- memocite', 1) <> split_part(memo, '<!-- memocite', 1);
	RETURN QUERY SELECT '    OTHER NOTE ' || f.definition FROM memocite.footnote f WHERE f.deal_id = 2603 AND f.kind = 'source'
		AND f.definition NOT IN (SELECT o.definition FROM memocite.footnote o WHERE o.deal_id = 2601);
	RETURN QUERY SELECT '    LOST NOTE ' || f.definition FROM memocite.footnote f WHERE f.deal_id = 2601 AND f.kind = 'source'
		AND f.definition NOT IN (SELECT o.definition FROM memocite.footnote o WHERE o.deal_id = 2603);
	DELETE FROM memocite.section WHERE deal_id IN (2602, 2603);
	DELETE FROM memocite.claim WHERE deal_id IN (2602, 2603);
END $$;
CREATE FUNCTION pg_temp.defined(VARIADIC definitions text[]) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT pg_temp.notes(string_agg('Fact[^' || n || '].', ' ' ORDER BY n) || E'\n' || string_agg(format(E'\n[^%s]: %s', n, d), '' ORDER BY n))
	FROM unnest(definitions) WITH ORDINALITY AS t(d, n)
$$;

-- two places on one page are two notes, however they are written
SELECT pg_temp.defined('Appraisal, p. 40, Table 5', 'Appraisal, p. 40, Table 6', 'Appraisal, p. 40', 'Table 5 on p. 40 of the Appraisal',
	'See *Appraisal* (May 2026), p. 40, **Table 5**.', 'Appraisal p. 40 (Table 5)', '[Appraisal](https://x.org/a.pdf), Table 5, p. 40', 'Appraisal, p. 40, fig. 3');
-- pages from and to, what follows them, and what stands between name and page
SELECT pg_temp.defined('Offering Memorandum, pp. 12–14, "Market overview"', 'Offering Memorandum, pages 12-14', 'Offering Memorandum, pages 9 and 14',
	'Appraisal, "Sales Comparison Approach," p. 40', 'Appraisal, sales comparison approach, p. 40', 'Loan Agreement dated 3 May 2026, Section 3.2(a), p. 17',
	'Loan Agreement dated 3 May 2026, Section 3.2(a)', 'Section 3.2 of the Loan Agreement');
-- cells, photos and the like; a short name with a place behind it
SELECT pg_temp.defined('Argus Model, Summary!C14', 'Argus Model, p. 3, Summary!C14', 'PCA §3.2, photo 17', 'Property Condition Assessment §3.2, p. 14, photo 17',
	'Rent Roll, tab Unit Mix, row 14', 'Rent Roll, tab "Unit Mix", p. 2', 'Appraisal, p. 40, n. 3; Rent Roll, row 14');
-- a place that an editor changes in the memo is another one, and told of
SELECT pg_temp.notes(E'A[^1]. B[^2].\n\n[^1]: Appraisal, p. 40, Table 5\n[^2]: Rent Roll, tab Unit Mix');
SELECT unnest(unbound) FROM memo_import_markdown(2602, replace(replace(memo_markdown(2601), 'Table 5.', 'Table 7.'), 'Unit Mix.', 'Summary.'));
SELECT memo_finalize(2602, DATE '2026-06-30') ->> 'status';
SELECT definition FROM memocite.footnote WHERE deal_id = 2602 ORDER BY number;
-- what is not printed is told of: dates, publishers, links, quotations that nobody has verified
SELECT pg_temp.defined('Appraisal, May 2026, p. 40', 'Appraisal, p. 40 (accessed 3 May 2026)', 'Appraisal, p. 40: "The cap rate is 5.1%."', 'Appraisal, CBRE, p. 41',
	'[Rent Roll](https://x.org/rr), p. 3', 'the audited Rent Roll, at p. 3.', 'Rent Roll, "", p. 3 ?');
-- neither are an amount, nor the document's other names and the deal's; escapes and character references are what they mean
SELECT pg_temp.defined('Rent Roll, p. 3, cap rate 5.1%', 'Rent Roll, p. 3, $4.2M NOI', 'Rent Roll, tab $/SF', 'Property Condition Assessment (pca.pdf), p. 3', 'Property Condition Assessment, pca.pdf, p. 3, Table 2',
	'Rent Roll, Maple Court, p. 3', 'Rent Roll, p. 3 (doc_id: rr)', 'Rent Roll, March 2026, tab Unit Mix', 'Rent Roll, tab Unit Mix');
SELECT pg_temp.defined('Rent Roll, tab R&amp;M', 'Rent Roll, p. 3, Unit\_Mix', 'Appraisal, p. 40, Table 5\*', 'Appraisal, p. 40 &mdash; Table 6', 'Appraisal, p. 40, & Table 6');
-- forms of lawyers and of models
SELECT pg_temp.defined('Offering Memorandum, Exec. Summary, p. 3', 'Offering Memorandum, Market Overview, p. 14', 'Loan Agreement § 5.1(b)(ii), at 44–45', 'Appraisal p. 40-42, Table 5: Rent Comparables',
	'Argus Model (tab "Cash Flow", cells C14:F14)', 'Rent Roll dated 3/31/2026, unit 214.', 'Offering Memorandum, p. iv', 'Offering Memorandum, pp. 3, 7, 12–14', 'Rent Roll, Summary tab, cell C14', 'Offering Memorandum at 13');
-- a piece of what belongs to another property is none of ours; a page of a range, with a letter, in a picture
SELECT pg_temp.defined('Rent Roll (unit 214 of Harborview Flats)', 'Rent Roll Table 5 for Oak Street', 'Rent Roll tab Unit Mix, row 4', 'Rent Roll (tab Unit Mix)', 'Appraisal, pp. 40 - 42', 'Appraisal, p. 40a', 'Offering Memorandum, p. 12, ![img](x.png)',
	'<em>Appraisal</em>, p. 40, Table 5<br>', 'Appraisal, p. 40, <https://x.org/a>');
-- several documents: each part names one, or is such a list itself
SELECT pg_temp.defined('See Rent Roll, p. 3; see also Offering Memorandum, p. 12; cf. Appraisal, p. 40.', 'Rent Roll, p. 3 / Appraisal, p. 40, Table 5', 'Rent Roll, p. 3; Offering Memorandum, p. 12 and Appraisal, p. 40',
	'Appraisal at 40; accord Rent Roll, tab 2.', 'Rent Roll (tab 2) and Appraisal (p. 40, Table 5)', 'Rent Roll, p. 3; Appraisal and our own view');
-- several references in one bracket; one that is a label itself; where a label has no definition only that one leaves
\set defs '\n\n[^1]: Appraisal, p. 40\n[^2]: Rent Roll, p. 3\n[^a;b]: Rent Roll, p. 5\n[^a]: Offering Memorandum, p. 2'
SELECT pg_temp.notes(E'A[^1, ^2]. B [^1,2] c. D[^1;^2]. E[^1, 2, 1]. F[^a, ^1]. G[^a,1].\nH is wrapped[^2, ^a] here. I[^a;b]. | `[^1, ^2]` \\[^1, ^2]' || E:'defs');
SELECT pg_temp.notes(E'A[^1, ^9]. B[^8,2]. C[^1,x]. D[^Smith, 2020]. E[^1,]. F[^,1]. G[^^, ^^]. H[^,, ^2].\n\n| a |\n|---|\n| 5 [^1, ^2] |' || E:'defs');
SELECT marker, marker_offset, fate, how FROM memocite.citation WHERE deal_id = 2601 ORDER BY citation_no;
SELECT pg_temp.notes(E'A[^1, ^2]. B[^1,2].\n\n## Sources\n\n1. Appraisal, p. 40\n2. Rent Roll, p. 3');
-- labels fold case and are trimmed, of references and of definitions; none stays raw to be read as a note of ours
SELECT pg_temp.notes(E'A[^ 1]. B[^1 ]. C[^ 1 ]. D[^X]. E[^\n1]. F[^ 2 ]. G ![^ 1](x). H[^ x, ^1 ].\n\n[^ 1 ]: Appraisal, p. 40\n[^ x]: Rent Roll, p. 3');
-- addresses in angle brackets stay links in an agent's note, tags are text, also where they are escaped
SELECT pg_temp.defined('See <https://x.org/rr?a=1> of <mailto:a@x.org>, <b>bold</b>, `<https://x.org>`, \<https://x.org>, <https://x.org/a b>, <ftp://x.org>.');
-- source lines and lists of sources
SELECT pg_temp.notes(E'A [SRC:1]. B [SRC:2]. C [SRC:3].\n\n[SRC:1]: Appraisal, p. 40, Table 5\n\n## Sources\n\n- [SRC:2, p. 40] Appraisal, Table 6\n- [SRC:3] – Offering Memorandum, pp. 12–14, "Market overview"');
SELECT pg_temp.notes(E'A[^1]. B[^2].\n\n**References**\n\n1. Appraisal, p. 40, Table 5\n2. Rent Roll, tab Unit Mix, row 14');
-- an entry's number is an id where the list has all that no claim decides; what names no document is an agent's note
SELECT pg_temp.notes(E'A [SRC:1]. B [SRC:2]. C [SRC:3]. D [SRC:4]. E [SRC:5].\n\n**References**\n\n1. Appraisal, p. 40,\n   Table 5\n2. [SRC:2] Rent Roll, tab Unit Mix, row 14\n- [SRC:3] – Offering Memorandum, p. 12\n- [4] PCA §3.2, photo 17\n[SRC:5]: Rent Roll, p. 9');
SELECT pg_temp.notes(E'A [SRC:1, 2].\n\n## Sources\n\n1. Appraisal, p. 40\n2. Sponsor call, 3 May');
SELECT pg_temp.notes(E'A [SRC:1]. B [SRC:7].\n\n## Sources\n\n1. Appraisal, p. 40\n2. Rent Roll, p. 3');
UPDATE memocite.document SET src_id = 1 WHERE deal_id = 2601 AND doc_id = 'om';
UPDATE memocite.section SET id_scope = 'global' WHERE deal_id = 2601;
SELECT pg_temp.notes(E'A [SRC:1].\n\n## Sources\n\n1. Appraisal, p. 40');
SELECT pg_temp.notes(E'A [SRC:1].\n\n## Sources\n\n- [SRC:1] Appraisal, p. 40');
UPDATE memocite.section SET id_scope = NULL WHERE deal_id = 2601;
-- a footnote that says nothing is none
SELECT pg_temp.notes(E'A[^1].\n\n[^1]:\n');
SELECT how FROM memocite.citation WHERE deal_id = 2601;
-- a claim's locator counts beside a page when it says that, too; a claim of the page is cited by a place on it
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, locator, claim_text) VALUES
	(2601, 'a', 1, 'app', 40, 'p. 40, Table 5', NULL), (2601, 'a', 2, 'app', 40, 'Table 6', NULL), (2601, 'a', 3, 'app', 40, 'p. 4', NULL),
	(2601, 'a', NULL, 'om', 12, NULL, 'NOI rose by 4.2% in 2025');
SELECT pg_temp.notes(E'A [SRC:1]. B [SRC:2]. C [SRC:3]. NOI rose by 4.2% in 2025[^1].\n\n[^1]: Offering Memorandum, p. 12, Table 2');
SELECT marker, page, locator, note_number FROM memocite.citation WHERE deal_id = 2601 ORDER BY citation_no;
SELECT src_id, outcome, reason FROM memocite.claim_outcome WHERE deal_id = 2601 ORDER BY src_id;
-- a list that has another document for an id than its claim does not number the others either
SELECT pg_temp.notes(E'A [SRC:2]. B [SRC:9].\n\n## Sources\n\n2. Appraisal, p. 7\n9. Rent Roll, p. 3');
SELECT pg_temp.notes(E'A [SRC:2]. B [SRC:9].\n\n## Sources\n\n2. Loan Agreement\n9. Rent Roll, p. 3');
-- an entry may say its id without brackets, behind its source, or share its line; where each says one, the title needs no emphasis
SELECT pg_temp.notes(E'A [SRC:21]. B [SRC:22].\n\n' || list) FROM unnest(ARRAY[
	E'**Sources:**\n- SRC:21 — Argus Model, Summary!C14\n- **SRC:22**: Appraisal, p. 31', E'## Sources\n\nSRC-21: Rent Roll, p. 3\nSRC-22: Appraisal, p. 5', E'## Sources\n\n- Rent Roll, p. 3 [SRC:21]\n- Appraisal, p. 5 [SRC:22]',
	E'## Sources\n\n[SRC:21] Rent Roll, p. 3; [SRC:22] Appraisal, p. 5', E'Sources:\n1. [SRC:21] Rent Roll, p. 3\n2. [SRC:22] Appraisal, p. 5', E'*Sources*\n\n* **[SRC:21]** – *Rent Roll*, p. 3\n* **[SRC:22]** – *Appraisal*, p. 5',
	E'Sources:\n\n[SRC:21]: Rent Roll, p. 3\n[SRC:22]: Appraisal, p. 5']) WITH ORDINALITY AS t(list, n) ORDER BY n;
-- a plain title over anything else is text
SELECT pg_temp.notes(E'A [SRC:21].\n\n' || list) FROM unnest(ARRAY[
	E'Sources:\n1. Rent Roll, p. 3', E'Sources:\n- [SRC:21] Rent Roll, p. 3\n- Equity', E'Sources:\n\nThe seller.', 'Sources:']) WITH ORDINALITY AS t(list, n) ORDER BY n;
-- nor do two lists that number differently; the page of a marker counts where its entry has none
SELECT pg_temp.notes(E'A [SRC:11].\n\n## Sources\n\n11. Appraisal, p. 7\n\n## References\n\n11. Rent Roll');
SELECT pg_temp.notes(E'A [SRC:11, p. 7]. B [SRC:12, p. 7].\n\n## Sources\n\n11. Appraisal\n12. Rent Roll, p. 3');
-- a source line elsewhere decides its id, too
SELECT pg_temp.notes(E'A [SRC:21]. B [SRC:22].\n\n[SRC:21]: Appraisal, p. 7\n\n## Sources\n\n22. Rent Roll, p. 3');
-- a note's life is that of its place
SELECT pg_temp.notes(E'A[^1][^1]. B[^2][^2]. C [SRC:2].\n\n[^1]: Appraisal, p. 40, Table 7\n[^2]: Appraisal, p. 40, Table 8');
SELECT number, t.item, t.marker, t.src_id, t.locator, t.fate FROM generate_series(1, 3) AS number, memo_trace(2601, number) AS t ORDER BY number, t.citation_no NULLS FIRST, t.src_id;
-- the place that a footnote's marker says is its second use's, too
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, claim_text) VALUES (2601, 'a', 31, 'app', 'Rents rose');
SELECT pg_temp.notes(E'A[^1]. B[^2]. C[^1].\n\n[^1]: [SRC:31, Table 5]\n[^2]: [SRC:31]');
-- a hyphen makes one word of two: "in-place" is no joint
SELECT pg_temp.defined('Rent Roll, p. 2 (in-place rents)', 'Appraisal, p. 5, at-risk units', 'Appraisal, in-place rent table, p. 5', 'Rent Roll, p. 7, of the tab, check-in');
-- which version of a document it is, and a quotation, are not printed but told of; a title in quotation marks is printed
SELECT pg_temp.defined('Loan Agreement (draft), p. 12', 'Loan Agreement, amended, p. 13', 'Rent Roll, Summary', 'Appraisal, p. 5: "The property was fully leased"', 'Appraisal, p. 6, "in-place NOI"',
	'Offering Memorandum, p. 12, "Market overview"', 'Rent Roll, p. 8, tab "in-place"');
-- a sentence of its own says something, and stays
SELECT pg_temp.defined('Offering Memorandum, p. 12. Checked by JD.', 'Offering Memorandum, p. 12. The roof leaks.', 'Appraisal, p. 40. See Table 5.', 'Appraisal, p. 40. Sales comparison approach.', 'Appraisal, p. 41. Accessed May 2026.', 'Appraisal, p. 42. CBRE, 2026.');
-- an amount in a source list whose entries say ids or pages makes it no list of money
SELECT pg_temp.notes(E'A [SRC:21]. B [SRC:22].\n\n**Sources:**\n- [SRC:21] Offering Memorandum, p. 12: "NOI of $4.2 million"\n- [SRC:22] Rent Roll');
SELECT pg_temp.notes(E'A[^1]. B[^2].\n\n**Sources:**\n1. Offering Memorandum, p. 12 ($4.2M)\n2. Rent Roll, p. 3');
SELECT pg_temp.notes(E'A.\n\n**Sources:**\n- Senior loan: $53.3M\n- Equity: $20M');
-- an entry that names no document is the agent's note of its id
SELECT pg_temp.notes(E'A [SRC:21]. B [SRC:22].\n\n### References\n\n[SRC:21] Offering Memorandum, page 12\n[SRC:22] Seller''s broker, call of 3 May');
-- forms for each of which one rule is
SELECT pg_temp.defined('Appraisal, #3', 'Loan Agreement, p. 5, Sched. B', 'Loan Agreement, p. 5, Paras. 3-4', 'Loan Agreement, ¶ 3', 'Loan Agreement, Recital B', 'Summary tab of the Rent Roll', 'Appraisal, p. 40 of 112',
	'Appraisal, p. 41, "Rents rose."', 'Appraisal, p. 42, "Table 5 shows 5.1%"', 'Appraisal, p. 43, 2025', 'Appraisal, p. 44, Table 5; note 3', 'Appraisal, Table 4 (p. 45 note 5)', 'Appraisal, p. 46 (Table 5) note 3', 'Appraisal, Table 5, CBRE, p. 47',
	'Appraisal, p. 48, Table 5 <https://x.org/a>', 'Rent Roll, tab Unit Mix, May 2026', 'Rent Roll, tab Unit Mix, received from the broker', 'Rent Roll, tab 4 (as of May 2026)');
-- a claim's locator beside a page is read as a footnote's; one that is only the page is none
DELETE FROM memocite.claim WHERE deal_id = 2601;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, locator) VALUES (2601, 'a', 1, 'om', 12, 'pp. 12-14'), (2601, 'a', 2, 'om', 12, 'p. 12 of 40'), (2601, 'a', 3, 'om', 12, 'p. 12; Table 5'), (2601, 'a', 4, 'om', 12, 'pp. 12, 14'),
	(2601, 'a', 5, 'om', 12, 'p. 12. '), (2601, 'a', 6, 'om', 12, NULL), (2601, 'a', 7, 'om', 12, 'Page 12 (Table 6)'), (2601, 'a', 8, 'om', 12, 'p. 40, Table 7'), (2601, 'a', 9, 'om', 12, 'p. 12'), (2601, 'a', 10, 'om', 0, 'Summary!C14');
SELECT pg_temp.notes('A [SRC:1]. B [SRC:2]. C [SRC:3]. D [SRC:4]. E [SRC:5]. F [SRC:6]. G [SRC:7]. H [SRC:8]. I [SRC:9]. J [SRC:10].');
-- the place that a marker says: beside its page, in quotation marks, over the end of a line
DELETE FROM memocite.claim WHERE deal_id = 2601;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, locator) VALUES (2601, 'a', 1, 'om', NULL, NULL), (2601, 'a', 2, 'rr', 6, NULL), (2601, 'a', 3, 'app', NULL, 'Summary'), (2601, 'a', 4, 'la', NULL, 'Section 5.3'), (2601, 'a', 5, 'app', NULL, 'p. 4');
SELECT pg_temp.notes('A [SRC:1, p. 40, Table 3]. B [SRC:1, Table 3, p. 40]. C [SRC:1, pp. 40-42]. D [SRC:1, p. 40; SRC:1, p. 40, Table 3]. E [SRC:1 (p. 7)]. F [SRC:1, page 8]. G [SRC:1 at 9]. H [SRC:1, p. 4 (Table 2)]. I [SRC:1, Table 4 †L2].');
SELECT pg_temp.notes('A [SRC:1, tab "Move to"; SRC:4]. B [SRC:1, ''Budget and 2026''!C4]. C [SRC:1, tab "T12"]. D [SRC:1, tab "Unit Mix 2026"]. E [SRC:1, ''P&L''!C4].');
SELECT pg_temp.notes(E'The lease (see it [SRC:1,\np. 40]). Rents rose [SRC:1,\np. 6]. The in-[SRC:1,\np. 12]place rent is $4[SRC:1,\n2].2M.');
-- another place than the source says is told of, and more than it says
SELECT pg_temp.notes('A [SRC:5, p. 4]. B [SRC:2, p. 9, Table 6]. C [SRC:4, Table 5]. D [SRC:4, § 5.3]. E [SRC:4, Exhibit 3]. F [SRC:2, pp. 4-8]. G [SRC:2, p. 4, Table 9]. H [SRC:2, Table 3]. I [SRC:3, Summary!C14]. J [SRC:5, p. 9].');
SELECT pg_temp.notes(E'A [SRC:50]. B [SRC:51].\n\n## Sources\n\n- [SRC:50, Table 7] Appraisal\n- [SRC:51, p. 3] Rent Roll');
-- what decides an id: a source line before a list, a list's number beside markers that none has, no number beyond the list
SELECT pg_temp.notes(E'A [SRC:50].\n\n[SRC:50]: Rent Roll, p. 9\n\n## Sources\n\n50. Appraisal, p. 40');
SELECT pg_temp.notes(E'A [SRC:50].\n\n## Sources\n\n50. Appraisal, p. 40\n51. Sponsor call [SRC:98, 99]');
SELECT pg_temp.notes(E'A [SRC:50]. B [SRC:5000].\n\n## Sources\n\n50. Appraisal, p. 40');
SELECT pg_temp.notes(E'A [SRC:50].\n\n## Sources\n\nSRC 50: Appraisal, p. 40');
-- the page beside several markers is nobody's; a definition has one label; a group is of 32 at most
SELECT pg_temp.notes(E'A[^1]. B[^2].\n\n[^1]: [SRC:1] and [SRC:2], p. 40\n[^2]: [SRC:1, p. 3]');
SELECT pg_temp.notes(E'A.\n\n[^1, ^2]: Appraisal, p. 3\n\nB[^1].');
SELECT pg_temp.notes('A[^' || string_agg(n::text, ',' ORDER BY n) || E'].\n\n' || string_agg('[^' || n || ']: Appraisal, p. ' || n, E'\n' ORDER BY n)) FROM generate_series(1, 40) AS n;
-- HTML of headings and declarations is opaque, whatever their level and case
SELECT pg_temp.notes(E'<h3>A</h3> x [^n] y\n\n<!doctype [^n]>\n\nB [SRC:1].');
DELETE FROM memocite.deal WHERE deal_id BETWEEN 2601 AND 2603;
