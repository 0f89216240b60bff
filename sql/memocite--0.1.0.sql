\echo Use "CREATE EXTENSION memocite" to load this file. \quit

/* ------------------------------------------------------------- the store */

CREATE FUNCTION memo_init() RETURNS text
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $memo_init$
DECLARE
	owner_name name;
	col record;
BEGIN
	SELECT pg_get_userbyid(nspowner) INTO owner_name FROM pg_namespace WHERE nspname = 'memocite';
	IF owner_name IS NOT NULL AND owner_name <> current_user
		AND NOT pg_has_role(current_user, owner_name, 'USAGE') THEN
		RAISE EXCEPTION 'schema "memocite" belongs to another role'
			USING ERRCODE = 'insufficient_privilege',
				DETAIL = format('It is owned by "%s"; the store must be owned by the role that calls memo_init().', owner_name),
				HINT = 'Call memo_init() as the owner, or drop the schema if it is not the store of memocite.';
	END IF;
	IF to_regclass('memocite.store_version') IS NOT NULL THEN
		RETURN format('store is at version %s', (SELECT max(version) FROM memocite.store_version));
	END IF;
	IF owner_name IS NULL THEN
		CREATE SCHEMA memocite;
		COMMENT ON SCHEMA memocite IS 'memocite: deals, their sections and evidence, and the finished memos';
	END IF;

	CREATE TABLE memocite.store_version (
		version int PRIMARY KEY,
		extension_version text NOT NULL,
		installed_at timestamptz NOT NULL DEFAULT now());

	/* ---- catalogues: rows override or extend what is built in; empty by default */
	CREATE TABLE memocite.policy (
		name text PRIMARY KEY,
		settings jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(settings) = 'object'));
	CREATE TABLE memocite.section_kind (
		section_key text PRIMARY KEY,
		title text,
		position int NOT NULL);
	CREATE TABLE memocite.decision_question (
		question_key text PRIMARY KEY,
		question text NOT NULL,
		critical boolean NOT NULL DEFAULT false,
		chart_ids text[] NOT NULL DEFAULT '{}');
	CREATE TABLE memocite.metric_kind (
		metric text PRIMARY KEY,
		label text NOT NULL,
		unit text NOT NULL CHECK (unit IN ('percent', 'multiple', 'usd')),
		spellings text[] NOT NULL DEFAULT '{}');
	CREATE TABLE memocite.route_pattern (
		pattern text PRIMARY KEY,
		next_agent text NOT NULL);

	/* ---- input */
	CREATE SEQUENCE memocite.deal_id_seq;
	CREATE TABLE memocite.deal (
		deal_id bigint PRIMARY KEY DEFAULT nextval('memocite.deal_id_seq'),
		name text NOT NULL,
		external_id text,
		metadata jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(metadata) = 'object'),
		policy jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(policy) = 'object'),
		created_at timestamptz NOT NULL DEFAULT now());
	CREATE INDEX deal_external_id ON memocite.deal (external_id) WHERE external_id IS NOT NULL;

	CREATE TABLE memocite.document (
		deal_id bigint NOT NULL REFERENCES memocite.deal ON DELETE CASCADE,
		doc_id text NOT NULL CHECK (doc_id <> ''),
		title text,
		path text,
		source_type text NOT NULL DEFAULT 'other'
			CHECK (source_type IN ('user', 'excel', 'costar', 'pdf', 'web', 'other')),
		tag text CHECK (tag <> ''),
		ingested_on date,
		src_id bigint CHECK (src_id > 0),
		metadata jsonb NOT NULL DEFAULT '{}',
		PRIMARY KEY (deal_id, doc_id));

	CREATE TABLE memocite.passage (
		deal_id bigint NOT NULL,
		passage_id text NOT NULL,
		doc_id text NOT NULL,
		page int,
		src_id bigint CHECK (src_id > 0),
		content text NOT NULL,
		content_sha256 bytea,
		score numeric,
		metadata jsonb NOT NULL DEFAULT '{}',
		PRIMARY KEY (deal_id, passage_id),
		FOREIGN KEY (deal_id, doc_id) REFERENCES memocite.document ON DELETE CASCADE);
	CREATE INDEX passage_doc_id ON memocite.passage (deal_id, doc_id);
	CREATE INDEX passage_src_id ON memocite.passage (deal_id, src_id) WHERE src_id IS NOT NULL;

	CREATE TABLE memocite.block (
		deal_id bigint NOT NULL,
		block_id bigint NOT NULL,
		passage_id text NOT NULL,
		block_no int,
		content text NOT NULL,
		page int,
		box_left double precision,
		box_top double precision,
		box_width double precision,
		box_height double precision,
		kind text,
		confidence numeric(4,3) CHECK (confidence BETWEEN 0 AND 1),
		PRIMARY KEY (deal_id, block_id),
		FOREIGN KEY (deal_id, passage_id) REFERENCES memocite.passage ON DELETE CASCADE);
	CREATE INDEX block_passage_id ON memocite.block (deal_id, passage_id);

	CREATE TABLE memocite.section (
		deal_id bigint NOT NULL REFERENCES memocite.deal ON DELETE CASCADE,
		section_key text NOT NULL CHECK (section_key <> ''),
		title text,
		position int,
		agent text,
		body text NOT NULL DEFAULT '',
		structured jsonb,
		id_scope text CHECK (id_scope IN ('local', 'global')),
		parse_quality text NOT NULL DEFAULT 'full' CHECK (parse_quality IN ('full', 'partial')),
		retry_reason text,
		score numeric,
		word_count int,
		body_sha256 bytea,
		updated_at timestamptz,
		PRIMARY KEY (deal_id, section_key));

	CREATE TABLE memocite.claim (
		deal_id bigint NOT NULL,
		claim_id uuid NOT NULL DEFAULT gen_random_uuid(),
		section_key text NOT NULL,
		src_id bigint CHECK (src_id >= 0),
		claim_text text,
		doc_id text NOT NULL,
		page int,
		passage_id text,
		block_id bigint,
		quote text,
		locator text,
		confidence numeric(4,3) CHECK (confidence BETWEEN 0 AND 1),
		source_type text,
		PRIMARY KEY (deal_id, claim_id),
		FOREIGN KEY (deal_id, section_key) REFERENCES memocite.section ON DELETE CASCADE,
		FOREIGN KEY (deal_id, doc_id) REFERENCES memocite.document ON DELETE CASCADE,
		FOREIGN KEY (deal_id, passage_id) REFERENCES memocite.passage ON DELETE NO ACTION,
		FOREIGN KEY (deal_id, block_id) REFERENCES memocite.block ON DELETE NO ACTION);
	CREATE INDEX claim_section ON memocite.claim (deal_id, section_key);
	CREATE INDEX claim_document ON memocite.claim (deal_id, doc_id);
	CREATE INDEX claim_passage ON memocite.claim (deal_id, passage_id) WHERE passage_id IS NOT NULL;
	CREATE INDEX claim_block ON memocite.claim (deal_id, block_id) WHERE block_id IS NOT NULL;

	CREATE TABLE memocite.metric (
		deal_id bigint NOT NULL REFERENCES memocite.deal ON DELETE CASCADE,
		metric text NOT NULL,
		variant text NOT NULL DEFAULT '',
		value numeric,
		unit text CHECK (unit IN ('percent', 'multiple', 'usd')),
		PRIMARY KEY (deal_id, metric, variant));

	CREATE TABLE memocite.insight (
		deal_id bigint NOT NULL REFERENCES memocite.deal ON DELETE CASCADE,
		insight_id uuid NOT NULL DEFAULT gen_random_uuid(),
		kind text NOT NULL CHECK (kind IN ('ic_note', 'model_warning', 'source_conflict', 'lineage')),
		section_key text,
		anchor text,
		metric text,
		influence numeric,
		message text,
		detail jsonb NOT NULL DEFAULT '{}',
		PRIMARY KEY (deal_id, insight_id));

	CREATE TABLE memocite.chart (
		deal_id bigint NOT NULL,
		chart_id text NOT NULL,
		section_key text NOT NULL,
		config jsonb NOT NULL,
		confidence numeric,
		family text,
		after_paragraph int,
		PRIMARY KEY (deal_id, chart_id),
		FOREIGN KEY (deal_id, section_key) REFERENCES memocite.section ON DELETE CASCADE);
	CREATE INDEX chart_section ON memocite.chart (deal_id, section_key);

	CREATE TABLE memocite.synthesis (
		deal_id bigint NOT NULL REFERENCES memocite.deal ON DELETE CASCADE,
		version int NOT NULL,
		payload json NOT NULL,
		sha256 bytea NOT NULL,
		decision text NOT NULL CHECK (decision IN ('complete', 'incomplete')),
		missing text[] NOT NULL DEFAULT '{}',
		created_at timestamptz NOT NULL DEFAULT now(),
		PRIMARY KEY (deal_id, version));

	CREATE TABLE memocite.allocator (
		deal_id bigint PRIMARY KEY REFERENCES memocite.deal ON DELETE CASCADE,
		next_src_id bigint NOT NULL CHECK (next_src_id > 0));
	CREATE TABLE memocite.src_range (
		deal_id bigint NOT NULL REFERENCES memocite.deal ON DELETE CASCADE,
		first_id bigint NOT NULL,
		last_id bigint NOT NULL,
		agent text NOT NULL,
		reserved_at timestamptz NOT NULL DEFAULT now(),
		PRIMARY KEY (deal_id, first_id),
		CHECK (first_id > 0 AND last_id >= first_id));

	/* ---- output: immutable once committed */
	CREATE TABLE memocite.revision (
		deal_id bigint NOT NULL REFERENCES memocite.deal ON DELETE CASCADE,
		revision int NOT NULL,
		name text NOT NULL,
		status text NOT NULL CHECK (status IN ('final', 'flawed')),
		manifest json NOT NULL,
		as_of date NOT NULL,
		input_sha256 bytea NOT NULL,
		policy jsonb NOT NULL,
		extension_version text NOT NULL,
		report jsonb NOT NULL,
		pinned boolean NOT NULL DEFAULT false,
		created_at timestamptz NOT NULL DEFAULT now(),
		PRIMARY KEY (deal_id, revision));

	CREATE TABLE memocite.revision_section (
		deal_id bigint NOT NULL REFERENCES memocite.deal ON DELETE CASCADE,
		revision int NOT NULL,
		section_key text NOT NULL,
		body text NOT NULL,
		body_sha256 bytea NOT NULL,
		edits json NOT NULL,
		agent_sha256 bytea NOT NULL,
		PRIMARY KEY (deal_id, revision, section_key));

	CREATE TABLE memocite.revision_detail (
		deal_id bigint NOT NULL,
		revision int NOT NULL,
		tail text NOT NULL,
		cit_section text[], cit_origin text[], cit_marker text[], cit_marker_offset int[], cit_part smallint[], cit_parts smallint[],
		cit_src_id bigint[], cit_provisional_id bigint[], cit_global_id bigint[], cit_claim int[],
		cit_doc_id text[], cit_page int[], cit_locator text[], cit_passage_id text[],
		cit_block_id bigint[], cit_quote text[], cit_confidence smallint[], cit_score real[], cit_matched text[],
		cit_removed boolean[], cit_how text[], cit_stage text[], cit_note int[], cit_offset int[],
		claim_section text[], claim_src_id bigint[], claim_id uuid[], claim_outcome text[],
		claim_reason text[], claim_sentence text[], claim_score real[],
		note_key bigint[], note_kind text[], note_doc_id text[], note_page int[], note_locator text[],
		note_definition text[], note_confidence smallint[], note_stale boolean[],
		note_section text[], note_refs int[],
		source_doc_id text[], source_title text[], source_type text[], source_ingested date[],
		event_stage text[], event_severity text[], event_code text[], event_section text[],
		event_subject text[], event_detail json[],
		check_name text[], check_stage text[], check_open int[], check_live int[],
		check_notes int[], check_insights int[],
		grade_section text[], grade_words int[], grade_citations int[], grade_density real[],
		grade_stripped real[], grade_letter text[], grade_budget int[], grade_budget_met boolean[],
		chart_id text[], chart_decision text[], chart_gate text[], chart_reason text[],
		chart_section text[], chart_position int[], chart_questions json[],
		PRIMARY KEY (deal_id, revision),
		FOREIGN KEY (deal_id, revision) REFERENCES memocite.revision ON DELETE CASCADE);

	CREATE TABLE memocite.queue (
		deal_id bigint NOT NULL REFERENCES memocite.deal ON DELETE CASCADE,
		enqueued_xid bigint NOT NULL,
		enqueued_at timestamptz NOT NULL DEFAULT now(),
		enqueued_by text NOT NULL DEFAULT session_user,
		attempts int NOT NULL DEFAULT 0,
		next_attempt_at timestamptz NOT NULL DEFAULT now(),
		last_error text,
		state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'failed')),
		PRIMARY KEY (deal_id, enqueued_xid));

	/* arrays that fit stay in the row: a toasted column costs a row of its own */
	ALTER TABLE memocite.revision_detail SET (toast_tuple_target = 8160);

	/* lz4 costs a sixth of the default pglz; a server built without it keeps the default */
	IF 'lz4' = ANY ((SELECT enumvals FROM pg_settings WHERE name = 'default_toast_compression')::text[]) THEN
		FOR col IN
			SELECT a.attrelid::regclass AS rel, a.attname
			FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
			WHERE c.relnamespace = 'memocite'::regnamespace AND c.relkind = 'r'
				AND a.attnum > 0 AND NOT a.attisdropped AND a.attlen = -1
				AND a.attstorage IN ('x', 'm')
		LOOP
			EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET COMPRESSION lz4', col.rel, col.attname);
		END LOOP;
	END IF;

	/* ---- what a memo's revision says, one row each */
	/* "|| '{}'" and OFFSET 0 detoast the array once, not for each row */
	CREATE VIEW memocite.citation AS
		SELECT d.deal_id, d.revision, c.citation_no::int, c.section_key, coalesce(c.origin, 'marker') AS origin,
			CASE WHEN c.marker IS NULL AND c.marker_offset IS NOT NULL THEN '[SRC:' || c.src_id || ']' ELSE c.marker END
				AS marker,
			c.marker_offset, c.part, c.parts, c.src_id, c.provisional_id,
			nullif(coalesce(c.global_id, c.src_id), -1) AS global_id, k.ids[c.claim] AS claim_id,
			c.doc_id, c.page, c.locator, c.passage_id, c.block_id, c.quote,
			(c.confidence / 1000.0)::numeric(4,3) AS confidence, c.score, c.matched,
			CASE WHEN c.is_removed THEN 'removed' ELSE 'kept' END AS fate, c.how, c.stage, c.note_number, c.final_offset
		FROM memocite.revision_detail d
		CROSS JOIN LATERAL (SELECT d.claim_id || '{}' AS ids OFFSET 0) AS k
		CROSS JOIN LATERAL unnest(d.cit_section, d.cit_origin, d.cit_marker, d.cit_marker_offset, d.cit_part, d.cit_parts,
				d.cit_src_id, d.cit_provisional_id, d.cit_global_id, d.cit_claim, d.cit_doc_id, d.cit_page, d.cit_locator,
				d.cit_passage_id, d.cit_block_id, d.cit_quote, d.cit_confidence, d.cit_score, d.cit_matched, d.cit_removed, d.cit_how,
				d.cit_stage, d.cit_note, d.cit_offset) WITH ORDINALITY
			AS c(section_key, origin, marker, marker_offset, part, parts, src_id, provisional_id, global_id, claim, doc_id,
				page, locator, passage_id, block_id, quote, confidence, score, matched, is_removed, how, stage, note_number,
				final_offset, citation_no);
	CREATE VIEW memocite.claim_outcome AS
		SELECT d.deal_id, d.revision, c.claim_id, c.section_key, c.src_id,
			coalesce(c.outcome, 'placed_by_marker') AS outcome, c.reason, c.sentence, c.score
		FROM memocite.revision_detail d,
			unnest(d.claim_section, d.claim_src_id, d.claim_id, d.claim_outcome, d.claim_reason, d.claim_sentence,
				d.claim_score)
			AS c(section_key, src_id, claim_id, outcome, reason, sentence, score);
	CREATE VIEW memocite.footnote AS
		SELECT d.deal_id, d.revision, n.number::int, lpad(to_hex(n.note_key), 16, '0') AS note_key,
			coalesce(n.kind, 'source') AS kind, n.doc_id, n.page, n.locator, n.definition,
			(n.confidence / 1000.0)::numeric(4,3) AS confidence, n.stale, n.first_section, n.refs
		FROM memocite.revision_detail d,
			unnest(d.note_key, d.note_kind, d.note_doc_id, d.note_page, d.note_locator, d.note_definition,
				d.note_confidence, d.note_stale, d.note_section, d.note_refs) WITH ORDINALITY
			AS n(note_key, kind, doc_id, page, locator, definition, confidence, stale, first_section, refs, number);
	CREATE VIEW memocite.event AS
		SELECT d.deal_id, d.revision, e.event_no::int, e.stage, e.severity, e.code, e.section_key, e.subject,
			e.detail::jsonb AS detail
		FROM memocite.revision_detail d,
			unnest(d.event_stage, d.event_severity, d.event_code, d.event_section, d.event_subject, d.event_detail)
				WITH ORDINALITY AS e(stage, severity, code, section_key, subject, detail, event_no);
	CREATE VIEW memocite.checkpoint AS
		SELECT d.deal_id, d.revision, c.seq::int, c.checkpoint, c.stage, c.markers_open, c.citations_live, c.notes,
			c.insight_notes
		FROM memocite.revision_detail d,
			unnest(d.check_name, d.check_stage, d.check_open, d.check_live, d.check_notes, d.check_insights)
				WITH ORDINALITY AS c(checkpoint, stage, markers_open, citations_live, notes, insight_notes, seq);
	CREATE VIEW memocite.grade AS
		SELECT d.deal_id, d.revision, g.section_key, g.words, g.citations, g.density, g.stripped_share, g.grade,
			g.budget, g.budget_met
		FROM memocite.revision_detail d,
			unnest(d.grade_section, d.grade_words, d.grade_citations, d.grade_density, d.grade_stripped,
				d.grade_letter, d.grade_budget, d.grade_budget_met)
			AS g(section_key, words, citations, density, stripped_share, grade, budget, budget_met);
	CREATE VIEW memocite.chart_decision AS
		SELECT d.deal_id, d.revision, c.chart_id, c.decision, c.gate, c.reason, c.section_key, c.position,
			c.questions::jsonb AS questions
		FROM memocite.revision_detail d,
			unnest(d.chart_id, d.chart_decision, d.chart_gate, d.chart_reason, d.chart_section, d.chart_position,
				d.chart_questions)
			AS c(chart_id, decision, gate, reason, section_key, position, questions);
	CREATE VIEW memocite.coverage AS
		SELECT r.deal_id, r.revision, q.question_key, q.question, q.critical, c.chart_ids IS NOT NULL AS covered,
			coalesce(c.chart_ids, '{}') AS chart_ids
		FROM memocite.revision r
		CROSS JOIN @extschema@.memo_decision_questions() q
		LEFT JOIN LATERAL (
			SELECT array_agg(d.chart_id ORDER BY d.chart_id COLLATE "C") AS chart_ids
			FROM memocite.chart_decision d
			WHERE d.deal_id = r.deal_id AND d.revision = r.revision AND d.decision = 'inserted'
				AND d.questions ? q.question_key) c ON true;
	CREATE VIEW memocite.waterfall AS
		SELECT deal_id, revision, seq, checkpoint, stage, markers_open, citations_live, notes, insight_notes,
			markers_open - lag(markers_open) OVER w AS markers_open_change,
			citations_live - lag(citations_live) OVER w AS citations_live_change,
			notes - lag(notes) OVER w AS notes_change
		FROM memocite.checkpoint
		WINDOW w AS (PARTITION BY deal_id, revision ORDER BY seq);
	CREATE VIEW memocite.status AS
		SELECT d.deal_id, d.name, r.revision, r.status, r.as_of, r.created_at AS finalized_at,
			q.requests IS NOT NULL AS stale,
			CASE WHEN q.failed THEN 'failed' WHEN q.requests IS NOT NULL THEN 'waiting' ELSE 'idle' END AS queue_state,
			q.enqueued_at, q.attempts, q.next_attempt_at, q.last_error
		FROM memocite.deal d
		LEFT JOIN LATERAL (
			SELECT r.revision, r.status, r.as_of, r.created_at FROM memocite.revision r
			WHERE r.deal_id = d.deal_id ORDER BY r.revision DESC LIMIT 1) r ON true
		LEFT JOIN LATERAL (
			SELECT count(*) AS requests, bool_or(state = 'failed') AS failed, min(enqueued_at) AS enqueued_at,
				max(attempts) AS attempts, max(next_attempt_at) AS next_attempt_at, max(last_error) AS last_error
			FROM memocite.queue q WHERE q.deal_id = d.deal_id HAVING count(*) > 0) q ON true;

	/* ---- triggers: fill what is derived, and put the deal in the queue when a row really changed */
	CREATE TRIGGER memo_check BEFORE INSERT OR UPDATE OF policy ON memocite.deal
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_check_policy('policy');
	CREATE TRIGGER memo_check BEFORE INSERT OR UPDATE ON memocite.policy
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_check_policy('settings');
	CREATE TRIGGER memo_fill BEFORE INSERT OR UPDATE ON memocite.section
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_fill_section();
	CREATE TRIGGER memo_fill BEFORE INSERT OR UPDATE ON memocite.passage
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_fill_passage();
	CREATE TRIGGER memo_enqueue AFTER UPDATE OF name, metadata, policy ON memocite.deal
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_enqueue();
	CREATE TRIGGER memo_enqueue AFTER INSERT OR UPDATE OR DELETE ON memocite.document
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_enqueue();
	CREATE TRIGGER memo_enqueue AFTER INSERT OR UPDATE OR DELETE ON memocite.passage
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_enqueue();
	CREATE TRIGGER memo_enqueue AFTER INSERT OR UPDATE OR DELETE ON memocite.section
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_enqueue();
	CREATE TRIGGER memo_enqueue AFTER INSERT OR UPDATE OR DELETE ON memocite.claim
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_enqueue();
	CREATE TRIGGER memo_enqueue AFTER INSERT OR UPDATE OR DELETE ON memocite.metric
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_enqueue();
	CREATE TRIGGER memo_enqueue AFTER INSERT OR UPDATE OR DELETE ON memocite.insight
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_enqueue();
	CREATE TRIGGER memo_enqueue AFTER INSERT OR UPDATE OR DELETE ON memocite.chart
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_enqueue();

	/* ---- comments: what each table, column and view is */
	FOR col IN
		SELECT c.rel, c.attname, c.comment, k.relkind
		FROM (VALUES
			('deal', NULL, 'What one memo is about: the unit of storage, locking and distribution.'),
			('deal', 'deal_id', 'Key; supplied, or the next of deal_id_seq.'),
			('deal', 'name', 'Title of the memo.'),
			('deal', 'external_id', 'The caller''s own id (a UUID, a store key); indexed, not unique. memo_deal_id() finds it.'),
			('deal', 'metadata', 'Free; known keys: primary_doc_id (the rescue''s document), expected_sections (keys the queue waits for).'),
			('deal', 'policy', 'Overrides of the policy for this deal; checked when written.'),
			('deal', 'created_at', 'When the row was made.'),
			('deal_id_seq', NULL, 'Next deal_id where none is supplied.'),
			('document', NULL, 'A source file of a deal.'),
			('document', 'deal_id', 'Deal.'),
			('document', 'doc_id', 'Id of the document in its deal.'),
			('document', 'title', 'Name that definitions print; path or doc_id when empty.'),
			('document', 'path', 'Where the file is.'),
			('document', 'source_type', 'user, excel, costar, pdf, web or other.'),
			('document', 'tag', 'The X of [SOURCE-X].'),
			('document', 'ingested_on', 'Day it was ingested; NULL = unknown.'),
			('document', 'src_id', 'Deal-wide id, when the retriever gives one.'),
			('document', 'metadata', 'Free.'),
			('passage', NULL, 'A retrieved chunk of a document.'),
			('passage', 'deal_id', 'Deal.'),
			('passage', 'passage_id', 'Id of the passage in its deal.'),
			('passage', 'doc_id', 'Its document.'),
			('passage', 'page', 'Page from 1; NULL = none. Below 1 counts as none, with an event.'),
			('passage', 'src_id', 'Deal-wide id, when the retriever gives one.'),
			('passage', 'content', 'Its text; quotes are checked against it.'),
			('passage', 'content_sha256', 'SHA-256 of content; set by a trigger.'),
			('passage', 'score', 'The retriever''s score.'),
			('passage', 'metadata', 'Free: course or category and the like.'),
			('block', NULL, 'A piece of a passage with a box on the page.'),
			('block', 'deal_id', 'Deal.'),
			('block', 'block_id', 'Deal-wide counter, the k of BLOCK_CITE_ID_k.'),
			('block', 'passage_id', 'Its passage.'),
			('block', 'block_no', 'Place in the passage.'),
			('block', 'content', 'Its text.'),
			('block', 'page', 'Page from 1.'),
			('block', 'box_left', 'Left edge as a fraction 0..1 of the page''s width.'),
			('block', 'box_top', 'Top edge as a fraction 0..1 of the page''s height.'),
			('block', 'box_width', 'Width as a fraction of the page''s width.'),
			('block', 'box_height', 'Height as a fraction of the page''s height.'),
			('block', 'kind', 'Text, table, figure and the like.'),
			('block', 'confidence', 'Of the recognition, 0..1.'),
			('section', NULL, 'One agent''s output: the Markdown of one section of the memo.'),
			('section', 'deal_id', 'Deal.'),
			('section', 'section_key', 'Key in its deal, such as executive_summary.'),
			('section', 'title', 'Heading; made from the key when empty.'),
			('section', 'position', 'Reading order; filled from section_kind or the built-in order, else 1000. Ties by key in C order.'),
			('section', 'agent', 'Who wrote it.'),
			('section', 'body', 'Markdown with markers, as the agent wrote it; never changed by memocite but by memo_resolve_collisions().'),
			('section', 'structured', 'The six metric fields of a structured output.'),
			('section', 'id_scope', 'local: ids are the section''s own; global: deal-wide; NULL: as the policy says.'),
			('section', 'parse_quality', 'full, or partial when it should be written again.'),
			('section', 'retry_reason', 'What, where, expected: words to feed back to the model.'),
			('section', 'score', 'The agent''s own score.'),
			('section', 'word_count', 'Words of the prose; filled by a trigger.'),
			('section', 'body_sha256', 'SHA-256 of the body; filled by a trigger.'),
			('section', 'updated_at', 'When the row was last written; filled by a trigger.'),
			('claim', NULL, 'A section''s statement that a local source id n supports a text.'),
			('claim', 'deal_id', 'Deal.'),
			('claim', 'claim_id', 'Key; random, never used for order.'),
			('claim', 'section_key', 'The section that makes it.'),
			('claim', 'src_id', 'The id as the agent wrote it in that section.'),
			('claim', 'claim_text', 'What is claimed; NULL: the claim only says which source the marker means.'),
			('claim', 'doc_id', 'Its document.'),
			('claim', 'page', 'Page from 1; NULL = none.'),
			('claim', 'passage_id', 'The passage that supports it.'),
			('claim', 'block_id', 'The block that supports it.'),
			('claim', 'quote', 'Verbatim words of the passage.'),
			('claim', 'locator', 'Sheet!cell, URL fragment; counts only where the page is NULL.'),
			('claim', 'confidence', '0..1; NULL counts 0.5 where references compete.'),
			('claim', 'source_type', 'As document.source_type, when the agent says it.'),
			('metric', NULL, 'Canonical key metrics of a deal.'),
			('metric', 'deal_id', 'Deal.'),
			('metric', 'metric', 'irr, dscr, ltv, cap_rate, debt_yield, equity_multiple or one of metric_kind.'),
			('metric', 'variant', 'levered, going_in, exit, ...; empty: the unmodified one.'),
			('metric', 'value', 'In percent points, as a multiple, or in US dollars.'),
			('metric', 'unit', 'percent, multiple or usd.'),
			('insight', NULL, 'Model intelligence: analysts'' notes, warnings, source conflicts, assumption lineage.'),
			('insight', 'deal_id', 'Deal.'),
			('insight', 'insight_id', 'Key; random, never used for order.'),
			('insight', 'kind', 'ic_note, model_warning, source_conflict or lineage.'),
			('insight', 'section_key', 'The section it belongs to; NULL: the first that fits.'),
			('insight', 'anchor', 'Text it stands behind.'),
			('insight', 'metric', 'The metric it is about.'),
			('insight', 'influence', '0..1, of an assumption on the metric.'),
			('insight', 'message', 'What the reader is told.'),
			('insight', 'detail', 'Its data, by kind.'),
			('chart', NULL, 'Candidate charts of a section.'),
			('chart', 'deal_id', 'Deal.'),
			('chart', 'chart_id', 'Id in the deal.'),
			('chart', 'section_key', 'Its section.'),
			('chart', 'config', 'ChartConfig.'),
			('chart', 'confidence', '0..1; NULL: the config''s, else 0.5.'),
			('chart', 'family', 'For the cap on charts of one family; NULL = the type.'),
			('chart', 'after_paragraph', 'Where it stands without an anchor: behind this paragraph, list or table, from 1; 0 = first; NULL or beyond the last = the section''s end.'),
			('synthesis', NULL, 'Saved versions of a deal''s synthesis, for retries.'),
			('synthesis', 'deal_id', 'Deal.'),
			('synthesis', 'version', 'From 1.'),
			('synthesis', 'payload', 'As it was given, byte for byte.'),
			('synthesis', 'sha256', 'Of the payload.'),
			('synthesis', 'decision', 'complete or incomplete.'),
			('synthesis', 'missing', 'Section keys that were expected and not available.'),
			('synthesis', 'created_at', 'When it was saved.'),
			('allocator', NULL, 'The next source id of a deal that no range has.'),
			('allocator', 'deal_id', 'Deal.'),
			('allocator', 'next_src_id', 'First id of the next range.'),
			('src_range', NULL, 'Ranges of source ids that agents reserved: ids in them are deal-wide.'),
			('src_range', 'deal_id', 'Deal.'),
			('src_range', 'first_id', 'First id.'),
			('src_range', 'last_id', 'Last id.'),
			('src_range', 'agent', 'Who got it.'),
			('src_range', 'reserved_at', 'When.'),
			('policy', NULL, 'House policies: every row overrides the built-in defaults, in C order of name.'),
			('policy', 'name', 'Name; decides the order.'),
			('policy', 'settings', 'Object of policy keys; checked when written.'),
			('section_kind', NULL, 'Overrides and adds to the built-in reading order of section keys.'),
			('section_kind', 'section_key', 'Key.'),
			('section_kind', 'title', 'Usual title.'),
			('section_kind', 'position', 'Place in the reading order.'),
			('decision_question', NULL, 'Overrides and adds to the built-in investment-committee questions.'),
			('decision_question', 'question_key', 'Key.'),
			('decision_question', 'question', 'The question.'),
			('decision_question', 'critical', 'Charts that answer it are protected.'),
			('decision_question', 'chart_ids', 'Ids, or prefix* patterns, of charts that answer it.'),
			('metric_kind', NULL, 'Overrides and adds to the built-in metrics.'),
			('metric_kind', 'metric', 'Key.'),
			('metric_kind', 'label', 'What readers see.'),
			('metric_kind', 'unit', 'percent, multiple or usd.'),
			('metric_kind', 'spellings', 'How prose names it.'),
			('route_pattern', NULL, 'Overrides and adds to the built-in retry phrases.'),
			('route_pattern', 'pattern', 'Phrase.'),
			('route_pattern', 'next_agent', 'Where it routes to.'),
			('store_version', NULL, 'Layout versions of this store.'),
			('store_version', 'version', 'Version.'),
			('store_version', 'extension_version', 'The extension that made it.'),
			('store_version', 'installed_at', 'When.'),
			('revision', NULL, 'A finished memo; immutable once committed.'),
			('revision', 'deal_id', 'Deal.'),
			('revision', 'revision', 'From 1 in its deal.'),
			('revision', 'name', 'Title of the memo when it was made.'),
			('revision', 'status', 'final, or flawed when a repair was not possible.'),
			('revision', 'manifest', 'Sections in reading order: section_key, title, and the revision whose row has their text.'),
			('revision', 'as_of', 'The memo''s date.'),
			('revision', 'input_sha256', 'Of all inputs, the policy and the version: equal means unchanged.'),
			('revision', 'policy', 'The policy in force.'),
			('revision', 'extension_version', 'The extension that made it.'),
			('revision', 'report', 'What memo_finalize returned.'),
			('revision', 'pinned', 'Never pruned.'),
			('revision', 'created_at', 'When it was made.'),
			('revision_section', NULL, 'Rendered sections; one is written only when its text changed.'),
			('revision_section', 'deal_id', 'Deal.'),
			('revision_section', 'revision', 'The revision that wrote it.'),
			('revision_section', 'section_key', 'Section.'),
			('revision_section', 'body', 'Finished Markdown of the section.'),
			('revision_section', 'body_sha256', 'Of body.'),
			('revision_section', 'edits', 'Edit script [[offset in characters of body, removed, inserted, stage], ...]: applied from last to first it gives the agent''s body.'),
			('revision_section', 'agent_sha256', 'Of the agent''s body.'),
			('queue', NULL, 'Deals that wait to be finalized: one row for each transaction that changed one.'),
			('queue', 'deal_id', 'Deal.'),
			('queue', 'enqueued_xid', 'The transaction that asked; writers of one deal never wait for each other.'),
			('queue', 'enqueued_at', 'When.'),
			('queue', 'enqueued_by', 'Session user.'),
			('queue', 'attempts', 'How often finalizing failed.'),
			('queue', 'next_attempt_at', 'Not before.'),
			('queue', 'last_error', 'Of the last attempt.'),
			('queue', 'state', 'waiting, or failed after 5 attempts.'),
			('citation', NULL, 'The ledger: a row for every citation that existed in a revision''s run.'),
			('claim_outcome', NULL, 'What became of each claim: placed_by_marker, injected, already_cited, unplaced with a reason.'),
			('footnote', NULL, 'The notes of a revision by number.'),
			('event', NULL, 'What an operator must be able to find, by stage.'),
			('checkpoint', NULL, 'The nine counts of a revision.'),
			('grade', NULL, 'Citation grade of each section.'),
			('chart_decision', NULL, 'What became of each candidate chart.'),
			('coverage', NULL, 'Which questions of the investment committee the charts of a revision answer.'),
			('waterfall', NULL, 'Checkpoints in order with the change at each.'),
			('status', NULL, 'Each deal: last revision, whether it is stale, its queue state and last error.'),
			('revision_detail', NULL, 'A revision''s ledger, outcomes, notes, events and counts as parallel arrays; read them through the views.'),
			('revision_detail', 'deal_id', 'Deal.'),
			('revision_detail', 'revision', 'Revision.'),
			('revision_detail', 'tail', 'Sources consulted and data source notes, as rendered.'),
			('citation', 'deal_id', 'Deal.'),
			('citation', 'revision', 'Revision.'),
			('citation', 'citation_no', 'Row of the ledger, from 1.'),
			('citation', 'section_key', 'Section.'),
			('citation', 'origin', 'marker; or what placed it: claim, rescue, note_ref.'),
			('citation', 'marker', 'The marker as written; NULL for placed ones.'),
			('citation', 'marker_offset', 'Characters before it in the agent''s body, from 0.'),
			('citation', 'part', 'Of a group such as [SRC:1, 2]: which part, from 1.'),
			('citation', 'parts', 'Of a group: how many.'),
			('citation', 'src_id', 'The id as written.'),
			('citation', 'provisional_id', 'The id of stage 0a: shifted behind the sections before.'),
			('citation', 'global_id', 'The id after collision remap.'),
			('citation', 'claim_id', 'The claim behind it.'),
			('citation', 'doc_id', 'Document.'),
			('citation', 'page', 'Page.'),
			('citation', 'locator', 'Sheet!cell, URL fragment.'),
			('citation', 'passage_id', 'Passage.'),
			('citation', 'block_id', 'Block.'),
			('citation', 'quote', 'The claim''s quote.'),
			('citation', 'confidence', '0..1.'),
			('citation', 'score', 'Of the evidence, when a stage placed it.'),
			('citation', 'matched', 'The numbers of the sentence that the evidence has, when a stage placed it.'),
			('citation', 'fate', 'kept or removed.'),
			('citation', 'how', 'More: merged_into, duplicate, capped, unresolved, no_prose, ...'),
			('citation', 'stage', 'Label of the stage that decided.'),
			('citation', 'note_number', 'Its note, when kept.'),
			('citation', 'final_offset', 'Characters before its reference in the rendered body, from 0.'),
			('claim_outcome', 'deal_id', 'Deal.'),
			('claim_outcome', 'revision', 'Revision.'),
			('claim_outcome', 'claim_id', 'Claim.'),
			('claim_outcome', 'section_key', 'Section.'),
			('claim_outcome', 'src_id', 'The id as written.'),
			('claim_outcome', 'outcome', 'placed_by_marker, injected, already_cited or unplaced.'),
			('claim_outcome', 'reason', 'Why it is unplaced.'),
			('claim_outcome', 'sentence', 'The sentence found for it.'),
			('claim_outcome', 'score', 'Share of its content words there; 1 = literal.'),
			('footnote', 'deal_id', 'Deal.'),
			('footnote', 'revision', 'Revision.'),
			('footnote', 'number', 'From 1, in reading order.'),
			('footnote', 'note_key', 'The same source has the same key in every revision.'),
			('footnote', 'kind', 'source, agent or rescue.'),
			('footnote', 'doc_id', 'Document.'),
			('footnote', 'page', 'Page.'),
			('footnote', 'locator', 'Sheet!cell, URL fragment.'),
			('footnote', 'definition', 'Markdown, one line.'),
			('footnote', 'confidence', 'Of its most certain reference.'),
			('footnote', 'stale', 'Ingested long before the memo''s date.'),
			('footnote', 'first_section', 'Section of its first reference.'),
			('footnote', 'refs', 'References to it.'),
			('event', 'deal_id', 'Deal.'),
			('event', 'revision', 'Revision.'),
			('event', 'event_no', 'From 1.'),
			('event', 'stage', 'Label.'),
			('event', 'severity', 'INFO, WARNING or ERROR.'),
			('event', 'code', 'See the README''s list.'),
			('event', 'section_key', 'Section; NULL = the memo.'),
			('event', 'subject', 'What it is about.'),
			('event', 'detail', 'More, as JSON.'),
			('checkpoint', 'deal_id', 'Deal.'),
			('checkpoint', 'revision', 'Revision.'),
			('checkpoint', 'seq', 'From 1.'),
			('checkpoint', 'checkpoint', 'Name.'),
			('checkpoint', 'stage', 'The stage before it.'),
			('checkpoint', 'markers_open', 'Evidence markers not decided yet.'),
			('checkpoint', 'citations_live', 'Citations kept so far.'),
			('checkpoint', 'notes', 'Notes they make.'),
			('checkpoint', 'insight_notes', 'Of these, notes of insights.'),
			('grade', 'deal_id', 'Deal.'),
			('grade', 'revision', 'Revision.'),
			('grade', 'section_key', 'Section.'),
			('grade', 'words', 'Words.'),
			('grade', 'citations', 'Live source citations.'),
			('grade', 'density', 'Per 250 words.'),
			('grade', 'stripped_share', 'Of its marker citations removed as unresolved or unrecognized.'),
			('grade', 'grade', 'A to D.'),
			('grade', 'budget', 'Citations it should have.'),
			('grade', 'budget_met', 'Whether it has them.'),
			('chart_decision', 'deal_id', 'Deal.'),
			('chart_decision', 'revision', 'Revision.'),
			('chart_decision', 'chart_id', 'Chart.'),
			('chart_decision', 'decision', 'inserted or dropped.'),
			('chart_decision', 'gate', 'Which gate dropped it: schema, usefulness, duplicate_question, family_cap or max_charts.'),
			('chart_decision', 'reason', 'Why, in words.'),
			('chart_decision', 'section_key', 'Section.'),
			('chart_decision', 'position', 'Among the charts of the section, from 1 in reading order; NULL when dropped.'),
			('chart_decision', 'questions', 'Keys of the questions it answers.'),
			('coverage', 'deal_id', 'Deal.'),
			('coverage', 'revision', 'Revision.'),
			('coverage', 'question_key', 'Key of the question.'),
			('coverage', 'question', 'The question.'),
			('coverage', 'critical', 'Whether a memo should not be without an answer.'),
			('coverage', 'covered', 'Whether a chart in the memo answers it.'),
			('coverage', 'chart_ids', 'These charts.'),
			('waterfall', 'deal_id', 'Deal.'),
			('waterfall', 'revision', 'Revision.'),
			('waterfall', 'seq', 'From 1.'),
			('waterfall', 'checkpoint', 'Name.'),
			('waterfall', 'stage', 'The stage before it.'),
			('waterfall', 'markers_open', 'Evidence markers not decided yet.'),
			('waterfall', 'citations_live', 'Citations kept so far.'),
			('waterfall', 'notes', 'Notes they make.'),
			('waterfall', 'insight_notes', 'Of these, notes of insights.'),
			('waterfall', 'markers_open_change', 'Since the checkpoint before.'),
			('waterfall', 'citations_live_change', 'Since the checkpoint before.'),
			('waterfall', 'notes_change', 'Since the checkpoint before.'),
			('status', 'deal_id', 'Deal.'),
			('status', 'name', 'Name.'),
			('status', 'revision', 'Last revision.'),
			('status', 'status', 'Its status.'),
			('status', 'as_of', 'Its date.'),
			('status', 'finalized_at', 'When it was made.'),
			('status', 'stale', 'Whether changes wait.'),
			('status', 'queue_state', 'idle, waiting or failed.'),
			('status', 'enqueued_at', 'When the first change was made.'),
			('status', 'attempts', 'Failed attempts.'),
			('status', 'next_attempt_at', 'Not before.'),
			('status', 'last_error', 'Of the last attempt.'),
			('revision_detail', 'cit_section', 'Rows of citation.'),
			('revision_detail', 'cit_origin', 'Rows of citation; NULL = marker.'),
			('revision_detail', 'cit_marker', 'Rows of citation; NULL = [SRC:src_id].'),
			('revision_detail', 'cit_marker_offset', 'Rows of citation.'),
			('revision_detail', 'cit_part', 'Rows of citation.'),
			('revision_detail', 'cit_parts', 'Rows of citation.'),
			('revision_detail', 'cit_src_id', 'Rows of citation.'),
			('revision_detail', 'cit_provisional_id', 'Rows of citation.'),
			('revision_detail', 'cit_global_id', 'Rows of citation; NULL = src_id, -1 = none.'),
			('revision_detail', 'cit_claim', 'Rows of citation: which element of claim_id.'),
			('revision_detail', 'cit_doc_id', 'Rows of citation.'),
			('revision_detail', 'cit_page', 'Rows of citation.'),
			('revision_detail', 'cit_locator', 'Rows of citation.'),
			('revision_detail', 'cit_passage_id', 'Rows of citation.'),
			('revision_detail', 'cit_block_id', 'Rows of citation.'),
			('revision_detail', 'cit_quote', 'Rows of citation.'),
			('revision_detail', 'cit_confidence', 'Rows of citation.'),
			('revision_detail', 'cit_score', 'Rows of citation.'),
			('revision_detail', 'cit_matched', 'Rows of citation.'),
			('revision_detail', 'cit_removed', 'Rows of citation; NULL = kept.'),
			('revision_detail', 'cit_how', 'Rows of citation.'),
			('revision_detail', 'cit_stage', 'Rows of citation.'),
			('revision_detail', 'cit_note', 'Rows of citation.'),
			('revision_detail', 'cit_offset', 'Rows of citation.'),
			('revision_detail', 'claim_section', 'Rows of claim_outcome.'),
			('revision_detail', 'claim_src_id', 'Rows of claim_outcome.'),
			('revision_detail', 'claim_id', 'Rows of claim_outcome.'),
			('revision_detail', 'claim_outcome', 'Rows of claim_outcome; NULL = placed_by_marker.'),
			('revision_detail', 'claim_reason', 'Rows of claim_outcome.'),
			('revision_detail', 'claim_sentence', 'Rows of claim_outcome.'),
			('revision_detail', 'claim_score', 'Rows of claim_outcome.'),
			('revision_detail', 'note_key', 'Rows of footnote, shown in hexadecimal.'),
			('revision_detail', 'note_kind', 'Rows of footnote; NULL = source.'),
			('revision_detail', 'note_doc_id', 'Rows of footnote.'),
			('revision_detail', 'note_page', 'Rows of footnote.'),
			('revision_detail', 'note_locator', 'Rows of footnote.'),
			('revision_detail', 'note_definition', 'Rows of footnote.'),
			('revision_detail', 'note_confidence', 'Rows of footnote.'),
			('revision_detail', 'note_stale', 'Rows of footnote.'),
			('revision_detail', 'note_section', 'Rows of footnote.'),
			('revision_detail', 'note_refs', 'Rows of footnote.'),
			('revision_detail', 'source_doc_id', 'Rows of cited documents.'),
			('revision_detail', 'source_title', 'Rows of cited documents.'),
			('revision_detail', 'source_type', 'Rows of cited documents.'),
			('revision_detail', 'source_ingested', 'Rows of cited documents.'),
			('revision_detail', 'event_stage', 'Rows of event.'),
			('revision_detail', 'event_severity', 'Rows of event.'),
			('revision_detail', 'event_code', 'Rows of event.'),
			('revision_detail', 'event_section', 'Rows of event.'),
			('revision_detail', 'event_subject', 'Rows of event.'),
			('revision_detail', 'event_detail', 'Rows of event.'),
			('revision_detail', 'check_name', 'Rows of checkpoint.'),
			('revision_detail', 'check_stage', 'Rows of checkpoint.'),
			('revision_detail', 'check_open', 'Rows of checkpoint.'),
			('revision_detail', 'check_live', 'Rows of checkpoint.'),
			('revision_detail', 'check_notes', 'Rows of checkpoint.'),
			('revision_detail', 'check_insights', 'Rows of checkpoint.'),
			('revision_detail', 'grade_section', 'Rows of grade.'),
			('revision_detail', 'grade_words', 'Rows of grade.'),
			('revision_detail', 'grade_citations', 'Rows of grade.'),
			('revision_detail', 'grade_density', 'Rows of grade.'),
			('revision_detail', 'grade_stripped', 'Rows of grade.'),
			('revision_detail', 'grade_letter', 'Rows of grade.'),
			('revision_detail', 'grade_budget', 'Rows of grade.'),
			('revision_detail', 'grade_budget_met', 'Rows of grade.'),
			('revision_detail', 'chart_id', 'Rows of chart_decision.'),
			('revision_detail', 'chart_decision', 'Rows of chart_decision.'),
			('revision_detail', 'chart_gate', 'Rows of chart_decision.'),
			('revision_detail', 'chart_reason', 'Rows of chart_decision.'),
			('revision_detail', 'chart_section', 'Rows of chart_decision.'),
			('revision_detail', 'chart_position', 'Rows of chart_decision.'),
			('revision_detail', 'chart_questions', 'Rows of chart_decision.')) AS c(rel, attname, comment)
		JOIN pg_class k ON k.relname = c.rel AND k.relnamespace = 'memocite'::regnamespace
	LOOP
		EXECUTE CASE
			WHEN col.attname IS NOT NULL
				THEN format('COMMENT ON COLUMN memocite.%I.%I IS %L', col.rel, col.attname, col.comment)
			ELSE format('COMMENT ON %s memocite.%I IS %L',
				CASE col.relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, col.rel, col.comment)
			END;
	END LOOP;
	INSERT INTO memocite.store_version(version, extension_version) VALUES (1, '0.1.0');
	RETURN 'store is at version 1';
END
$memo_init$;
COMMENT ON FUNCTION memo_init() IS
'Creates the store (schema memocite, owned by the caller), or migrates an older one; idempotent. Returns the version.';
REVOKE EXECUTE ON FUNCTION memo_init() FROM PUBLIC;

/* ------------------------------------------------------- ids and policy */

CREATE FUNCTION memo_check_store() RETURNS void
LANGUAGE c STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_check_store() IS
'An error with a hint when the store is missing or has another version; returns nothing.';

CREATE FUNCTION memo_deal_id(external_id text) RETURNS bigint
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	found bigint[];
BEGIN
	PERFORM @extschema@.memo_check_store();
	SELECT array_agg(d.deal_id ORDER BY d.deal_id) INTO found
	FROM (SELECT deal_id FROM memocite.deal WHERE deal.external_id = memo_deal_id.external_id
		ORDER BY deal_id LIMIT 3) d;
	IF found IS NULL THEN
		RAISE EXCEPTION 'no deal has external_id "%"', external_id USING ERRCODE = 'no_data_found';
	ELSIF array_length(found, 1) > 1 THEN
		RAISE EXCEPTION 'external_id "%" is ambiguous', external_id
			USING ERRCODE = 'cardinality_violation',
				DETAIL = format('Deals %s and %s have it.', found[1], found[2]),
				HINT = 'Use deal_id.';
	END IF;
	RETURN found[1];
END
$$;
COMMENT ON FUNCTION memo_deal_id(text) IS
'deal_id of the deal with this external_id; an error when none or more than one has it.';

CREATE FUNCTION memo_reserve_src_ids(deal_id bigint, agent text, n int, OUT first_id bigint, OUT last_id bigint)
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
BEGIN
	PERFORM @extschema@.memo_check_store();
	IF n < 1 OR n > 1000000 THEN
		RAISE EXCEPTION 'cannot reserve % ids', n
			USING ERRCODE = 'invalid_parameter_value', DETAIL = 'n is from 1 to 1000000.';
	END IF;
	IF NOT EXISTS (SELECT FROM memocite.deal d WHERE d.deal_id = memo_reserve_src_ids.deal_id) THEN
		RAISE EXCEPTION 'deal % does not exist', memo_reserve_src_ids.deal_id USING ERRCODE = 'no_data_found';
	END IF;
	INSERT INTO memocite.allocator(deal_id, next_src_id)
	SELECT memo_reserve_src_ids.deal_id, 1 + greatest(
		(SELECT max(c.src_id) FROM memocite.claim c WHERE c.deal_id = memo_reserve_src_ids.deal_id),
		(SELECT max(p.src_id) FROM memocite.passage p WHERE p.deal_id = memo_reserve_src_ids.deal_id),
		(SELECT max(d.src_id) FROM memocite.document d WHERE d.deal_id = memo_reserve_src_ids.deal_id),
		(SELECT max(m.id) FROM memocite.section s, @extschema@.memo_markers(s.body) m
			WHERE s.deal_id = memo_reserve_src_ids.deal_id AND m.kind IN ('src', 'src_variant', 'source_line')), 0)
	WHERE NOT EXISTS (SELECT FROM memocite.allocator a WHERE a.deal_id = memo_reserve_src_ids.deal_id)
	ON CONFLICT DO NOTHING;
	UPDATE memocite.allocator a SET next_src_id = a.next_src_id + n
	WHERE a.deal_id = memo_reserve_src_ids.deal_id
	RETURNING a.next_src_id - n, a.next_src_id - 1 INTO first_id, last_id;
	IF last_id > 2147483647 THEN
		RAISE EXCEPTION 'deal % has no ids left', memo_reserve_src_ids.deal_id
			USING ERRCODE = 'sequence_generator_limit_exceeded';
	END IF;
	INSERT INTO memocite.src_range(deal_id, first_id, last_id, agent)
	VALUES (memo_reserve_src_ids.deal_id, first_id, last_id, memo_reserve_src_ids.agent);
END
$$;
COMMENT ON FUNCTION memo_reserve_src_ids(bigint, text, int) IS
'Hands an agent n source ids (1 to 1000000) that no other agent of the deal gets. Never reused.';
REVOKE EXECUTE ON FUNCTION memo_reserve_src_ids(bigint, text, int) FROM PUBLIC;

CREATE FUNCTION memo_policy(deal_id bigint) RETURNS jsonb
LANGUAGE c STABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_policy(bigint) IS
'The policy in force for a deal: built-in defaults, then rows of memocite.policy by name, then deal.policy.';

CREATE FUNCTION memo_check_policy() RETURNS trigger
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_check_policy() IS
'Trigger: refuses a policy with an unknown key, a wrong type or a value out of range.';

CREATE FUNCTION memo_fill_section() RETURNS trigger
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_fill_section() IS
'Trigger: fills position, word_count, body_sha256 and updated_at of a section; never touches the body.';

CREATE FUNCTION memo_fill_passage() RETURNS trigger
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_fill_passage() IS
'Trigger: fills content_sha256 of a passage.';

CREATE FUNCTION memo_enqueue() RETURNS trigger
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_enqueue() IS
'Trigger: puts the row''s deal in memocite.queue when the row changed, once per deal and transaction.';

/* ------------------------------------------------------ text functions */

CREATE FUNCTION memo_markers(body text, OUT ord int, OUT kind text, OUT value text, OUT id bigint,
	OUT start int, OUT length int, OUT zone text, OUT paragraph int, OUT sentence int)
RETURNS SETOF record
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 40
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_markers(text) IS
'What the scanner sees in a body: one row a marker, offsets and lengths in characters from 0, paragraph and sentence ordinals from 0.';

CREATE FUNCTION memo_normalize(body text) RETURNS text
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_normalize(text) IS
'The body with markers in their canonical form [SRC:n]: spacing, near misses and escapes repaired, [CANONICAL: ...] stripped; nothing else changes.';

CREATE FUNCTION memo_stages(OUT seq int, OUT label text, OUT stage_group text, OUT name text, OUT context text,
	OUT checkpoint text, OUT description text)
RETURNS SETOF record
LANGUAGE c IMMUTABLE PARALLEL SAFE ROWS 36
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_stages() IS 'The 36 stages of memo_finalize in the order they run.';

/* ------------------------------------------------------------ the memo */

CREATE FUNCTION memo_finalize(deal_id bigint, as_of date DEFAULT current_date, sections jsonb DEFAULT NULL,
	dry_run boolean DEFAULT false) RETURNS jsonb
LANGUAGE c VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_finalize(bigint, date, jsonb, boolean) IS
'Makes the deal''s sections into one cited memo, in one transaction; returns the report. sections: [{section_key, title, body, score, ...}] are upserted first. dry_run: nothing is written, the report has the body.';
REVOKE EXECUTE ON FUNCTION memo_finalize(bigint, date, jsonb, boolean) FROM PUBLIC;

CREATE FUNCTION memo_markdown(deal_id bigint, revision int DEFAULT NULL, layout text DEFAULT 'plain',
	labels text DEFAULT 'shared') RETURNS text
LANGUAGE c STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_markdown(bigint, int, text, text) IS
'A finished memo as Markdown; revision NULL is the latest. layout: plain, or clustered (definitions by document). labels: shared, or unique (each reference has a label of its own, for pandoc).';

CREATE FUNCTION memo_report(deal_id bigint, revision int DEFAULT NULL) RETURNS jsonb
LANGUAGE c STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_report(bigint, int) IS 'What memo_finalize returned for a revision; NULL is the latest.';

CREATE FUNCTION memo_verify(deal_id bigint, revision int DEFAULT NULL, OUT rule text, OUT ok boolean, OUT detail text)
RETURNS SETOF record
LANGUAGE c STABLE PARALLEL SAFE ROWS 10
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_verify(bigint, int) IS
'Reads a finished memo again, independently of the pipeline: one row a rule, all ok on every memo of status final.';

CREATE FUNCTION memo_collisions(deal_id bigint, OUT src_id bigint, OUT section_key text, OUT doc_id text,
	OUT page int, OUT decision text, OUT new_id bigint)
RETURNS SETOF record
LANGUAGE c STABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_collisions(bigint) IS
'Source ids that two or more sections use, and what stage 0e decides for each: kept, shared (the same source) or remapped to new_id.';

CREATE FUNCTION memo_resolve_collisions(deal_id bigint, OUT src_id bigint, OUT section_key text, OUT doc_id text,
	OUT page int, OUT decision text, OUT new_id bigint)
RETURNS SETOF record
LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_resolve_collisions(bigint) IS
'Writes the decisions of memo_collisions back into the sections'' bodies and claims; returns them.';
REVOKE EXECUTE ON FUNCTION memo_resolve_collisions(bigint) FROM PUBLIC;

/* -------------------------------------------------------------- charts */

CREATE FUNCTION memo_chart_problems(config jsonb, OUT gate text, OUT path text, OUT problem text)
RETURNS SETOF record
LANGUAGE c IMMUTABLE PARALLEL SAFE ROWS 5
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_chart_problems(jsonb) IS
'All that is wrong with a ChartConfig, none when it is valid. gate: schema (it cannot be drawn) or usefulness; path: JSON Pointer into the config.';

CREATE FUNCTION memo_chart_html(config jsonb) RETURNS text
LANGUAGE c STABLE PARALLEL SAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_chart_html(jsonb) IS
'The memo''s node of a chart: <div data-type="chart" ...>. An invalid chart gives the empty string and a WARNING that says which and why.';

CREATE FUNCTION memo_chart_schema() RETURNS jsonb
LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_chart_schema() IS
'ChartConfig as JSON Schema, draft 2020-12, with the data shape of each type.';

CREATE FUNCTION memo_chart_vega(config jsonb) RETURNS jsonb
LANGUAGE c STABLE PARALLEL SAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_chart_vega(jsonb) IS
'A Vega-Lite v5 spec of a chart. What cannot be drawn gives NULL and a WARNING.';

CREATE FUNCTION memo_select_charts(deal_id bigint, section_key text, max_charts int DEFAULT NULL,
	OUT chart_id text, OUT rank int, OUT decision text, OUT reason text)
RETURNS SETOF record
LANGUAGE c STABLE PARALLEL SAFE ROWS 10
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_select_charts(bigint, text, int) IS
'What memo_finalize decides about a section''s candidate charts, by rank; reason is the gate that dropped one, or protected. max_charts NULL: the policy''s.';

CREATE FUNCTION memo_decision_questions(OUT question_key text, OUT question text, OUT critical boolean,
	OUT chart_ids text[])
RETURNS SETOF record
LANGUAGE c STABLE PARALLEL SAFE ROWS 10
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_decision_questions() IS
'The questions of the investment committee in force: ten are built in, rows of memocite.decision_question override or follow them.';

CREATE FUNCTION memo_decision_coverage(deal_id bigint, revision int DEFAULT NULL, OUT question_key text,
	OUT question text, OUT critical boolean, OUT covered boolean, OUT chart_ids text[])
RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 10
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	wanted int := (@extschema@.memo_report(memo_decision_coverage.deal_id, memo_decision_coverage.revision) ->> 'revision')::int;
BEGIN
	RETURN QUERY
		SELECT c.question_key, c.question, c.critical, c.covered, c.chart_ids
		FROM @extschema@.memo_decision_questions() WITH ORDINALITY AS q(question_key, question, critical, chart_ids, ord)
		JOIN memocite.coverage c ON c.question_key = q.question_key
		WHERE c.deal_id = memo_decision_coverage.deal_id AND c.revision = wanted
		ORDER BY q.ord;
END
$$;
COMMENT ON FUNCTION memo_decision_coverage(bigint, int) IS
'Which questions of the investment committee the charts in a finished memo answer; revision NULL is the latest.';

/* ------------------------------------------------------------ the queue */

CREATE FUNCTION memo_work(max_deals int DEFAULT NULL) RETURNS int
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	candidate bigint;
	requests bigint[];
	tries int;
	done int := 0;
BEGIN
	PERFORM @extschema@.memo_check_store();
	IF max_deals < 0 THEN
		RAISE EXCEPTION 'max_deals is %', max_deals
			USING ERRCODE = 'invalid_parameter_value', DETAIL = 'It is a count of deals, or NULL for all.';
	END IF;
	FOR candidate IN
		SELECT q.deal_id FROM memocite.queue q
		JOIN memocite.deal d ON d.deal_id = q.deal_id
		WHERE NOT EXISTS (
			SELECT FROM jsonb_array_elements_text(
				CASE WHEN jsonb_typeof(d.metadata -> 'expected_sections') = 'array'
					THEN d.metadata -> 'expected_sections' END) AS expected(key)
			WHERE NOT EXISTS (SELECT FROM memocite.section s WHERE s.deal_id = d.deal_id AND s.section_key = expected.key))
		GROUP BY q.deal_id
		HAVING bool_and(q.state = 'waiting') AND max(q.next_attempt_at) <= now()
		ORDER BY min(q.enqueued_at), q.deal_id
	LOOP
		EXIT WHEN done >= max_deals;
		SELECT array_agg(l.enqueued_xid), max(l.attempts) INTO requests, tries
		FROM (SELECT q.enqueued_xid, q.attempts FROM memocite.queue q
			WHERE q.deal_id = candidate ORDER BY q.enqueued_xid FOR UPDATE SKIP LOCKED) l;
		CONTINUE WHEN requests IS NULL;
		BEGIN
			PERFORM @extschema@.memo_finalize(candidate);
			DELETE FROM memocite.queue q WHERE q.deal_id = candidate AND q.enqueued_xid = ANY (requests);
		EXCEPTION WHEN OTHERS THEN
			UPDATE memocite.queue q
			SET attempts = tries + 1, last_error = SQLERRM,
				state = CASE WHEN tries + 1 >= 5 THEN 'failed' ELSE 'waiting' END,
				next_attempt_at = now() + least(interval '1 hour', interval '1 second' * 8 ^ tries)
			WHERE q.deal_id = candidate AND q.enqueued_xid = ANY (requests);
		END;
		done := done + 1;
	END LOOP;
	RETURN done;
END
$$;
COMMENT ON FUNCTION memo_work(int) IS
'Finalizes queued deals in the caller''s session, at most max_deals; returns how many it took. A deal that fails stays queued with its error.';
REVOKE EXECUTE ON FUNCTION memo_work(int) FROM PUBLIC;
