\echo Use "ALTER EXTENSION memocite UPDATE TO '0.3.0'" to load this file. \quit

/* Version 3 of the store, and what changed in functions since 0.2.0. */

/* ------------------------------------------------------------- the store */

CREATE OR REPLACE FUNCTION memo_store_newest() RETURNS int
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS 'SELECT 3';

CREATE FUNCTION memo_store_3() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
	ALTER TABLE memocite.revision
		DROP CONSTRAINT revision_status_check,
		ADD CONSTRAINT revision_status_check CHECK (status IN ('final', 'held', 'uncited', 'flawed')),
		ADD COLUMN reasons text[] NOT NULL DEFAULT '{}';
	COMMENT ON COLUMN memocite.revision.status IS 'The first that holds: flawed (a repair was not possible), uncited (no reference but rescue notes is left, though the deal has documents, claims or markers), final.';
	COMMENT ON COLUMN memocite.revision.reasons IS 'Every status that held, but final.';
	/* a new store has no views yet */
	IF to_regclass('memocite.metrics') IS NOT NULL THEN
		PERFORM @extschema@.memo_store_metrics();
	END IF;
END
$$;
COMMENT ON FUNCTION memo_store_3() IS
'Part of memo_init: from version 2 of the store to version 3, where a status tells of memos without citations.';
REVOKE EXECUTE ON FUNCTION memo_store_3() FROM PUBLIC;

/* ------------------------------------------- what functions say of themselves */

/* The reference lists what is not part of something else. */
COMMENT ON FUNCTION memo_catalogues() IS
'Part of memo_snapshot: the rows of the catalogues that a memo depends on: {section_kinds, metric_kinds, decision_questions}.';
COMMENT ON FUNCTION memo_check_owner() IS
'Part of memo_work: an error when a superuser would work on the store of a role that is none, which could have triggers in wait.';
COMMENT ON FUNCTION memo_check_queue() IS
'Part of memo_work: an error with a hint when memo_init() has not migrated the store since an upgrade.';
COMMENT ON FUNCTION memo_check_store() IS
'Part of memo_finalize: an error with a hint when the store is missing or has another version.';
COMMENT ON FUNCTION memo_deal_of_prefix(text, text, text) IS
'Part of memo_attach_store: the deal whose sections a namespace has, by external_id, then by deal_id; NULL when the namespace is not of the template, and with a warning when there is no such deal.';
COMMENT ON FUNCTION memo_escape(text) IS
'Part of memo_answer_text: a text on one line, with backslashes before what Markdown or HTML would take for markup.';
COMMENT ON FUNCTION memo_is_open(uuid) IS
'Part of memo_ask_with: does the request wait for an answer?';
COMMENT ON FUNCTION memo_section_fields(jsonb) IS
'Part of memo_attach_store and memo_retry: members of a section that agents wrote as JSON, as columns of memocite.section; what has not the type of its column is NULL.';
COMMENT ON FUNCTION memo_store_column(regclass) IS
'Part of memo_attach_store: the column that has a LangGraph store''s namespaces: prefix (Python, parts joined by ".") or namespace_path (JavaScript, by ":"); an error when the table is no store.';
COMMENT ON FUNCTION memo_strangers() IS
'Part of the worker: what a finalize would run with the rights of the store''s owner although it belongs to a role that has not these rights, NULL when nothing: the schema, a relation in it, a table that refers to it, a function, operator or type that a trigger, rule, policy, default, constraint or index of these uses, or a trigger of nobody knows whom. Workers refuse to work there.';
COMMENT ON FUNCTION memo_take_item(bigint, text, jsonb, text, text) IS
'Part of memo_attach_store: writes an item of a store as section item_key and, when it has an array at claims_path, its claims (memo_claim_rows), which replace those of the section; what is equal is not written again. Documents that do not exist are made, with the claim''s title and path. False, and a warning, when there is no text at body_path.';

/* Shapes, units and errors that were not said. */
COMMENT ON FUNCTION memo_finalize(bigint, date, jsonb, boolean) IS
'Makes the deal''s sections into one cited memo, in one transaction, and returns the report: {deal_id, revision, status, unchanged, citations, claims, documents, charts, sections, warnings, ...}. as_of: the memo''s date; sources age up to it. sections: [{section_key, title, body, score, ...}, ...] are written first, as rows of memocite.section. dry_run: nothing is written, the report has the body. Where nothing changed since the latest memo, that is it, and unchanged is true. Bad data is told of in memocite.event; an error for an unknown deal.';
COMMENT ON FUNCTION memo_init() IS
'Creates the store (schema memocite, owned by the caller), migrates an older one, or puts back triggers and views that are missing; idempotent. Returns a sentence with the store''s version. An error when the schema exists and is not the caller''s, or its version is newer than the library.';
COMMENT ON FUNCTION memo_markdown(bigint, int, text, text) IS
'A finished memo as Markdown. revision: NULL is the latest. layout: plain, or clustered (definitions by document). labels: shared, or unique (each reference has a label of its own, for pandoc). An error when the deal has no such memo.';
COMMENT ON FUNCTION memo_html(bigint, int, text) IS
'A finished memo as one self-contained HTML page without scripts. revision: NULL is the latest. charts: table (each as its data), or vega (as Vega-Lite specs for a host page that has vega-embed). An error when the deal has no such memo.';
COMMENT ON FUNCTION memo_prosemirror(bigint, int) IS
'A finished memo as a ProseMirror document for Tiptap (StarterKit, tables, tiptap-footnotes 3 and a node chart). revision: NULL is the latest. An error when the deal has no such memo.';
COMMENT ON FUNCTION memo_report(bigint, int) IS
'What memo_finalize returned for a revision. revision: NULL is the latest. An error when the deal has no such memo.';
COMMENT ON FUNCTION memo_verify(bigint, int) IS
'Reads a finished memo again, independently of the pipeline: one row a rule, all ok on every memo of status final. rule: what must hold of references, definitions, markers, sources, sums, edits, ledger, offsets or hash. detail: where it is broken first, and how often; NULL when it holds.';
COMMENT ON FUNCTION memo_trace(bigint, int, int) IS
'A note''s life, by its number. item: note (the note itself), reference (a row of the ledger that leads to it), removed (what was merged, capped or dropped as a repeat), or claim (of the same source, without a row). src_id, provisional_id and global_id: its id as written, as shifted behind the sections before, and after collisions. detail: the definition of a note, the text of a claim. An error when the memo has no such note.';
COMMENT ON FUNCTION memo_diff(bigint, int, int) IS
'What changed between two revisions (NULL: the latest and the one before). kind: section_added, section_removed, section_renamed, section_changed (its prose, not its numbers), note_added, note_removed, note_renumbered, note_changed (its definition), reference_added, reference_removed, source_swapped (a reference of the same sentence or marker names another document) or place_changed (another page of it). note_key: the same source has the same key in every revision. An error when there is only one.';
COMMENT ON FUNCTION memo_pin(bigint, int, boolean) IS
'Protects a revision from pruning, or lets it go again; returns whether that changed anything. An error when there is no such revision.';
COMMENT ON FUNCTION memo_markers(text) IS
'What the scanner sees in a body: one row a marker, in reading order. kind: one of 14, such as src or note_ref. value: what stands in the marker. id: its first source id, where it has one. start and length: in characters, from 0. zone: where it stands: prose, heading, table or link_label; in code, HTML tags, destinations of links and images it is text, and no row. paragraph and sentence: which one, from 0.';
COMMENT ON FUNCTION memo_stages() IS
'The 36 stages of memo_finalize in the order they run. context: what a stage needs to have anything to do; NULL: sections are enough. checkpoint: the count that is taken after it; NULL: none.';
COMMENT ON FUNCTION memo_check_structured(bigint, jsonb) IS
'Compares a structured output with the deal''s canonical metrics, one row a field. delta: their distance as a share of the canonical value, 0.2 = 20 %. verdict: ok, retry (more than 20 % off), not_comparable (no value on one side, or canonical 0), invalid (no number, out of range, unknown field).';
COMMENT ON FUNCTION memo_select_charts(bigint, text, int) IS
'What memo_finalize decides about a section''s candidate charts. rank: from 1; NULL: dropped. decision: inserted or dropped. reason: the gate that dropped it; protected: it answers a critical question; else NULL. max_charts: NULL is the policy''s.';
COMMENT ON FUNCTION memo_decision_coverage(bigint, int) IS
'Which questions of the investment committee the charts in a finished memo answer. revision: NULL is the latest. critical: must be answered. chart_ids: the charts that do.';
COMMENT ON FUNCTION memo_metric_schema(bigint, text) IS
'JSON Schema (draft 2020-12) of the six metric fields of a section''s structured output. deal_id: descriptions name that deal''s canonical values. provider: anthropic, openai or gemini; only the keywords that one takes as response schema.';
COMMENT ON FUNCTION memo_diversify_rows(anyarray, int, int) IS
'The same over the rows of a query. passages: array_agg(q ORDER BY q.score DESC) of a query q whose columns are named like the members of memo_diversify.';
COMMENT ON FUNCTION memo_import_markdown(bigint, text) IS
'Takes a merged memo in: splits it at its H2 headings into sections of the deal and gives each the definitions it uses. A memo of memo_markdown() gets its claims again. One row a section. refs: its references. unbound: what could not be bound to a source, and why. An error when the last line of our memos, a comment, is broken or in a raw block.';
COMMENT ON FUNCTION memo_grant(regrole, text) IS
'Gives a role the rights of a level, and takes those above it; returns the level. level: reader (reads deals, evidence and memos), writer (writes what memos are made of: sections, claims, documents and the like, reserves ids, asks models), operator (all of it: finalizes, works the queue, starts workers, keeps the catalogues, makes the store), or none. To be called by a superuser, or by the owner of both extension and store; once more after an upgrade.';
