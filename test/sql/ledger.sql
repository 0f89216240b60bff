-- The ledger (chapter 4): every citation that ever existed in the run, its fate
-- and how; claims; edit scripts.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
INSERT INTO memocite.deal(deal_id, name, metadata) VALUES (3101, 'Ledger', '{"primary_doc_id": "om"}');
INSERT INTO memocite.document(deal_id, doc_id, title, tag, source_type) VALUES (3101, 'om', 'Offering Memorandum', 'A', 'pdf'), (3101, 'rr', 'Rent Roll', 'B', 'excel');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(3101, 'a', 1, $$# Summary [SRC:1]

NOI of $4.2M [SRC:1, 2] rose [SRC: 3]. Rents [SOURCE-B] fell 净收入[SRC:2]。 [SRC:99] Off [^n] it [REF:9]; [CANONICAL: x=1] and [CITATION NEEDED] too[SRC:1].

[SRC:1] A crowd [SRC:2][SRC:3][SRC:4]. 🏢 Done \[SRC:4\].

```
[SRC:1] stays
```

[^n]: The sponsor told us in May [SRC:4].

[SRC:7]: https://example.com

**Sources**

- Rent Roll [SRC:2]
$$),
	(3101, 'b', 2, E'## One\n\n[SRC:1]\n\n<!-- open'),
	(3101, 'c', 3, repeat('Prose without any marker at all. ', 10)),
	(3101, 'd', 4, '');
INSERT INTO memocite.claim(deal_id, claim_id, section_key, src_id, doc_id, page, confidence, quote, claim_text, passage_id) VALUES
	(3101, '31010000-0000-4000-8000-000000000001', 'a', 1, 'om', 12, 0.9, 'in-place NOI', NULL, NULL),
	(3101, '31010000-0000-4000-8000-000000000002', 'a', 2, 'om', 4, 0.8, NULL, NULL, NULL),
	(3101, '31010000-0000-4000-8000-000000000003', 'a', 3, 'rr', NULL, 0.7, NULL, NULL, NULL),
	(3101, '31010000-0000-4000-8000-000000000004', 'a', 4, 'rr', NULL, 0.2, NULL, NULL, NULL),
	(3101, '31010000-0000-4000-8000-000000000005', 'a', 5, 'rr', 2, 0.5, NULL, 'NOI of $4.2M rose', NULL),
	(3101, '31010000-0000-4000-8000-000000000006', 'a', 6, 'rr', 3, 0.5, NULL, 'nothing that is there', NULL);
SELECT r ->> 'status', r -> 'citations', r -> 'claims', r -> 'ledger_balanced', r -> 'warnings' FROM memo_finalize(3101, DATE '2026-06-30') AS r;

-- a row = one evidence occurrence: src (each id of a group), source_tag, note_ref, unrecognized - and each reference a stage placed
SELECT citation_no, section_key, origin, marker, marker_offset, src_id, global_id, doc_id, page, fate, how, stage, note_number, final_offset
FROM memocite.citation WHERE deal_id = 3101 ORDER BY citation_no;
-- the marker's text stands at its character offset in the agent's body
SELECT count(*) AS markers, count(*) FILTER (WHERE substr(s.body, marker_offset + 1, length(marker)) = marker) AS found
FROM memocite.citation c JOIN memocite.section s USING (deal_id, section_key) WHERE deal_id = 3101 AND marker_offset IS NOT NULL;
-- kept offsets point at their reference in the finished body
SELECT count(*) AS kept, count(*) FILTER (WHERE substr(s.body, final_offset + 1, length('[^' || note_number || ']')) = '[^' || note_number || ']') AS pointing
FROM memocite.citation c JOIN memocite.revision_section s USING (deal_id, revision, section_key) WHERE deal_id = 3101 AND fate = 'kept';
-- per section: rows = kept + removed, and kept = references in its text
SELECT s.section_key, count(c.*) AS rows, count(*) FILTER (WHERE fate = 'kept') AS kept, count(*) FILTER (WHERE fate = 'removed') AS removed,
	(SELECT count(*) FROM memo_markers(s.body) WHERE kind = 'note_ref') AS references
FROM memocite.revision_section s LEFT JOIN memocite.citation c USING (deal_id, revision, section_key) WHERE deal_id = 3101 GROUP BY s.section_key, s.body ORDER BY 1;
-- footnote.refs adds up to the same
SELECT sum(refs) = (SELECT count(*) FROM memocite.citation WHERE deal_id = 3101 AND fate = 'kept') AS refs_agree FROM memocite.footnote WHERE deal_id = 3101;
SELECT number, kind, doc_id, page, refs, first_section, definition FROM memocite.footnote WHERE deal_id = 3101 ORDER BY number;

-- what became of each claim is its own list
SELECT section_key, src_id, outcome, reason, sentence FROM memocite.claim_outcome WHERE deal_id = 3101 ORDER BY claim_id;
-- the waterfall: checkpoints in order with the change at each
SELECT checkpoint, markers_open, citations_live, notes, markers_open_change, citations_live_change, notes_change FROM memocite.waterfall WHERE deal_id = 3101 ORDER BY seq;
-- events
SELECT stage, severity, code, section_key, subject, detail FROM memocite.event WHERE deal_id = 3101 AND code <> 'noop' ORDER BY event_no;

-- the edit script applied backwards gives the agent's body byte for byte: in plain SQL
CREATE FUNCTION pg_temp.undo(body text, edits json) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	e json;
BEGIN
	FOR e IN SELECT value FROM json_array_elements(edits) WITH ORDINALITY AS t(value, n) ORDER BY n DESC LOOP
		IF substr(body, (e ->> 0)::int + 1, length(e ->> 2)) <> e ->> 2 THEN
			RAISE EXCEPTION 'edit % does not stand at its place', e;
		END IF;
		body := left(body, (e ->> 0)::int) || (e ->> 1) || substr(body, (e ->> 0)::int + 1 + length(e ->> 2));
	END LOOP;
	RETURN body;
END $$;
SELECT section_key, pg_temp.undo(r.body, r.edits) = s.body AS restored, sha256(convert_to(s.body, 'UTF8')) = r.agent_sha256 AS agent_hash, sha256(convert_to(r.body, 'UTF8')) = r.body_sha256 AS body_hash
FROM memocite.revision_section r JOIN memocite.section s USING (deal_id, section_key) WHERE deal_id = 3101 ORDER BY 1;
SELECT section_key, e ->> 0 AS place, replace(e ->> 1, E'\n', '\n') AS removed, replace(e ->> 2, E'\n', '\n') AS inserted, e ->> 3 AS stage
FROM memocite.revision_section, json_array_elements(edits) WITH ORDINALITY AS t(e, n) WHERE deal_id = 3101 ORDER BY section_key, n;
SELECT section_key, body FROM memocite.revision_section WHERE deal_id = 3101 AND section_key IN ('a', 'b') ORDER BY 1;
SELECT rule, ok, detail FROM memo_verify(3101);
-- an id that no source can have is no marker of the contract's form: the ledger keeps its text
UPDATE memocite.section SET body = 'Rents rose [SRC:-1]. NOI fell [SRC:1].' WHERE deal_id = 3101 AND section_key = 'a';
SELECT memo_finalize(3101, DATE '2026-06-30') ->> 'status';
SELECT marker, src_id, how FROM memocite.citation WHERE deal_id = 3101 AND section_key = 'a' AND fate = 'removed' ORDER BY citation_no;
SELECT rule, detail FROM memo_verify(3101) WHERE NOT ok;
DELETE FROM memocite.deal WHERE deal_id = 3101;
