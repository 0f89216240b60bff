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
		influence numeric CHECK (influence BETWEEN 0 AND 1),
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
		claim_reason text[], claim_sentence text[], claim_score real[], claim_quote_level text[],
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
			c.doc_id, c.page, c.locator, c.passage_id, c.block_id, c.quote, k.quote_levels[c.claim] AS quote_level,
			(c.confidence / 1000.0)::numeric(4,3) AS confidence, c.score, c.matched,
			CASE WHEN c.is_removed THEN 'removed' ELSE 'kept' END AS fate, c.how, c.stage, c.note_number, c.final_offset
		FROM memocite.revision_detail d
		CROSS JOIN LATERAL (SELECT d.claim_id || '{}' AS ids, d.claim_quote_level || '{}' AS quote_levels OFFSET 0) AS k
		CROSS JOIN LATERAL unnest(d.cit_section, d.cit_origin, d.cit_marker, d.cit_marker_offset, d.cit_part, d.cit_parts,
				d.cit_src_id, d.cit_provisional_id, d.cit_global_id, d.cit_claim, d.cit_doc_id, d.cit_page, d.cit_locator,
				d.cit_passage_id, d.cit_block_id, d.cit_quote, d.cit_confidence, d.cit_score, d.cit_matched, d.cit_removed, d.cit_how,
				d.cit_stage, d.cit_note, d.cit_offset) WITH ORDINALITY
			AS c(section_key, origin, marker, marker_offset, part, parts, src_id, provisional_id, global_id, claim, doc_id,
				page, locator, passage_id, block_id, quote, confidence, score, matched, is_removed, how, stage, note_number,
				final_offset, citation_no);
	CREATE VIEW memocite.claim_outcome AS
		SELECT d.deal_id, d.revision, c.claim_id, c.section_key, c.src_id,
			coalesce(c.outcome, 'placed_by_marker') AS outcome, c.reason, c.sentence, c.score,
			c.quote_level
		FROM memocite.revision_detail d,
			unnest(d.claim_section, d.claim_src_id, d.claim_id, d.claim_outcome, d.claim_reason, d.claim_sentence,
				d.claim_score, d.claim_quote_level)
			AS c(section_key, src_id, claim_id, outcome, reason, sentence, score, quote_level);
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

	CREATE VIEW memocite.latest_revision AS
		SELECT d.deal_id, d.name, r.revision, r.status, r.as_of, r.policy, r.report, r.created_at
		FROM memocite.deal d
		CROSS JOIN LATERAL (
			SELECT r.revision, r.status, r.as_of, r.policy, r.report, r.created_at FROM memocite.revision r
			WHERE r.deal_id = d.deal_id ORDER BY r.revision DESC LIMIT 1) r;
	CREATE VIEW memocite.stale_source AS
		SELECT r.deal_id, r.name, r.revision, o.doc_id, coalesce(o.title, o.path, o.doc_id) AS document, o.source_type,
			o.ingested_on, CURRENT_DATE - o.ingested_on AS age_days, (r.policy ->> 'stale_days')::int AS stale_days,
			n.stale_in_memo, n.notes, n.refs
		FROM memocite.latest_revision r
		CROSS JOIN LATERAL (
			SELECT f.doc_id, coalesce(bool_or(f.stale), false) AS stale_in_memo, array_agg(f.number ORDER BY f.number) AS notes,
				sum(f.refs)::int AS refs
			FROM memocite.footnote f
			WHERE f.deal_id = r.deal_id AND f.revision = r.revision AND f.doc_id IS NOT NULL
			GROUP BY f.doc_id) n
		JOIN memocite.document o ON o.deal_id = r.deal_id AND o.doc_id = n.doc_id
		WHERE CASE WHEN isfinite(o.ingested_on) THEN CURRENT_DATE - o.ingested_on > (r.policy ->> 'stale_days')::int END;
	CREATE VIEW memocite.blast_radius AS
		SELECT c.doc_id, coalesce(o.title, o.path, c.doc_id) AS document, c.page, c.locator, r.deal_id, r.name, r.revision,
			c.section_key, c.notes, c.refs
		FROM memocite.latest_revision r
		CROSS JOIN LATERAL (
			/* notes and references in one list, sorted by number: a join of the two could be quadratic */
			SELECT l.doc_id, l.page, l.locator, l.section_key, array_agg(DISTINCT l.number ORDER BY l.number) AS notes,
				count(*)::int AS refs
			FROM (
				SELECT u.number, u.section_key, first_value(u.doc_id) OVER w AS doc_id, first_value(u.page) OVER w AS page,
					first_value(u.locator) OVER w AS locator
				FROM (
					SELECT f.number, NULL AS section_key, f.doc_id, f.page, f.locator FROM memocite.footnote f
					WHERE f.deal_id = r.deal_id AND f.revision = r.revision
					UNION ALL
					SELECT c.note_number, c.section_key, NULL, NULL, NULL FROM memocite.citation c
					WHERE c.deal_id = r.deal_id AND c.revision = r.revision AND c.fate = 'kept') u
				WINDOW w AS (PARTITION BY u.number ORDER BY u.section_key IS NOT NULL)) l
			WHERE l.section_key IS NOT NULL AND l.doc_id IS NOT NULL
			GROUP BY l.doc_id, l.page, l.locator, l.section_key) c
		LEFT JOIN memocite.document o ON o.deal_id = r.deal_id AND o.doc_id = c.doc_id;
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
	CREATE VIEW memocite.metrics AS
		SELECT 'memocite_revisions' AS name, jsonb_build_object('pinned', r.pinned) AS labels, count(*)::float8 AS value
		FROM memocite.revision r GROUP BY r.pinned
		UNION ALL
		SELECT 'memocite_deals', jsonb_build_object('status', coalesce(r.status, 'none')), count(*)
		FROM memocite.deal d LEFT JOIN memocite.latest_revision r USING (deal_id) GROUP BY r.status
		UNION ALL
		SELECT 'memocite_flawed_memos', '{}', count(*) FROM memocite.latest_revision r WHERE r.status = 'flawed'
		UNION ALL
		SELECT 'memocite_last_finalize_timestamp_seconds', '{}', extract(epoch FROM max(r.created_at))
		FROM memocite.revision r HAVING count(*) > 0
		UNION ALL
		SELECT 'memocite_queue_deals', jsonb_build_object('state', s.state), count(DISTINCT q.deal_id)
		FROM (VALUES ('waiting'), ('failed')) AS s(state) LEFT JOIN memocite.queue q USING (state) GROUP BY s.state
		UNION ALL
		SELECT 'memocite_queue_oldest_seconds', '{}',
			coalesce(extract(epoch FROM clock_timestamp() - min(q.enqueued_at)), 0)
		FROM memocite.queue q WHERE q.state = 'waiting'
		UNION ALL
		SELECT 'memocite_events', jsonb_build_object('code', e.code, 'severity', e.severity), count(*)
		FROM memocite.latest_revision r JOIN memocite.event e USING (deal_id, revision) GROUP BY e.code, e.severity
		UNION ALL
		SELECT 'memocite_citations', '{"fate": "kept"}', coalesce(sum((r.report #>> '{citations,kept}')::bigint), 0)
		FROM memocite.latest_revision r
		UNION ALL
		SELECT 'memocite_citations', jsonb_build_object('fate', 'removed', 'how', h.how), sum(h.removed::bigint)
		FROM memocite.latest_revision r, jsonb_each_text(r.report #> '{citations,removed_by_reason}') AS h(how, removed)
		GROUP BY h.how
		UNION ALL
		SELECT 'memocite_notes', jsonb_build_object('kind', f.kind), count(*)
		FROM memocite.latest_revision r JOIN memocite.footnote f USING (deal_id, revision) GROUP BY f.kind
		UNION ALL
		SELECT 'memocite_sections', jsonb_build_object('grade', coalesce(g.grade, 'none')), count(*)
		FROM memocite.latest_revision r JOIN memocite.grade g USING (deal_id, revision) GROUP BY g.grade
		UNION ALL
		SELECT 'memocite_stale_sources', '{}', count(*) FROM memocite.stale_source;
	GRANT USAGE ON SCHEMA memocite TO pg_monitor;
	GRANT SELECT ON memocite.metrics TO pg_monitor;

	/* ---- triggers: fill what is derived, and put the deal in the queue when a row really changed */
	CREATE TRIGGER memo_check BEFORE INSERT OR UPDATE OF policy ON memocite.deal
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_check_policy('policy');
	CREATE TRIGGER memo_check BEFORE INSERT OR UPDATE ON memocite.policy
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_check_policy('settings');
	CREATE TRIGGER memo_check BEFORE INSERT OR UPDATE ON memocite.insight
		FOR EACH ROW EXECUTE FUNCTION @extschema@.memo_check_insight();
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
			('claim', 'locator', 'Sheet!cell, URL fragment; counts only where the page is NULL. Empty: the document as such, never a page that its sentence cites.'),
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
			('insight', 'section_key', 'The section it belongs to; NULL: the first that has the anchor or names the metric.'),
			('insight', 'anchor', 'Text it stands behind, found as a claim''s is; NULL: where the section names the metric, else at its end.'),
			('insight', 'metric', 'The metric it is about.'),
			('insight', 'influence', '0..1, of the assumptions on the metric; NULL: the greatest of theirs.'),
			('insight', 'message', 'What the reader is told; required for ic_note and model_warning.'),
			('insight', 'detail', 'ic_note: {author, date}. model_warning: {severity, cell, location}. source_conflict: {values: [{value, unit, source_type, doc_id, ingested_on}, ...]}. lineage: {label, workbook, cell, formula, depth, n_assumptions, assumptions: [{label, cell, value, distance, influence}, ...]}. Checked when written; other keys stay.'),
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
			('citation', 'origin', 'marker; or what placed it: claim, rescue, note_ref, superscript, ic_note, model_warning, source_conflict, lineage.'),
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
			('citation', 'quote_level', 'Level of memo_quote_match() at which the quote was found in the passage; unmatched; NULL = no quote or no passage.'),
			('citation', 'confidence', '0..1; that of an unmatched quote is capped by policy unverified_confidence_percent.'),
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
			('claim_outcome', 'quote_level', 'Level at which its quote was found in its passage; unmatched; NULL = no quote or no passage.'),
			('footnote', 'deal_id', 'Deal.'),
			('footnote', 'revision', 'Revision.'),
			('footnote', 'number', 'From 1, in reading order.'),
			('footnote', 'note_key', 'The same source has the same key in every revision.'),
			('footnote', 'kind', 'source, agent, rescue; of an insight: ic_note, model_warning, source_conflict or lineage.'),
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
			('latest_revision', NULL, 'The newest revision of each deal that has one.'),
			('latest_revision', 'deal_id', 'Deal.'),
			('latest_revision', 'name', 'Name of the deal.'),
			('latest_revision', 'revision', 'Its newest revision.'),
			('latest_revision', 'status', 'final or flawed.'),
			('latest_revision', 'as_of', 'The memo''s date.'),
			('latest_revision', 'policy', 'The policy it was made with.'),
			('latest_revision', 'report', 'What memo_finalize returned.'),
			('latest_revision', 'created_at', 'When it was made.'),
			('stale_source', NULL, 'Cited documents of the newest memos that are stale today, whatever they were when the memo was made.'),
			('stale_source', 'deal_id', 'Deal.'),
			('stale_source', 'name', 'Name of the deal.'),
			('stale_source', 'revision', 'Its newest revision.'),
			('stale_source', 'doc_id', 'Document.'),
			('stale_source', 'document', 'Its title, else path or doc_id.'),
			('stale_source', 'source_type', 'user, excel, costar, pdf, web or other.'),
			('stale_source', 'ingested_on', 'Day it was ingested, as it is known now.'),
			('stale_source', 'age_days', 'Days since then.'),
			('stale_source', 'stale_days', 'Days after which the memo''s policy calls it stale.'),
			('stale_source', 'stale_in_memo', 'Whether the memo says so; false: it became stale since.'),
			('stale_source', 'notes', 'Numbers of the notes that rest on it.'),
			('stale_source', 'refs', 'References to them.'),
			('blast_radius', NULL, 'What rests on a document and page: deals, sections and notes of the newest memos.'),
			('blast_radius', 'doc_id', 'Document, as each deal calls it.'),
			('blast_radius', 'document', 'Its title, else path or doc_id.'),
			('blast_radius', 'page', 'Page; NULL = none.'),
			('blast_radius', 'locator', 'Sheet!cell, URL fragment.'),
			('blast_radius', 'deal_id', 'Deal.'),
			('blast_radius', 'name', 'Name of the deal.'),
			('blast_radius', 'revision', 'Its newest revision.'),
			('blast_radius', 'section_key', 'Section.'),
			('blast_radius', 'notes', 'Numbers of the notes there.'),
			('blast_radius', 'refs', 'References to them in the section.'),
			('coverage', NULL, 'The decision scorecard: which investment-committee questions the charts of a memo answer.'),
			('coverage', 'deal_id', 'Deal.'),
			('coverage', 'revision', 'Revision.'),
			('coverage', 'question_key', 'Question.'),
			('coverage', 'question', 'Its words.'),
			('coverage', 'critical', 'Whether it must be answered.'),
			('coverage', 'covered', 'Whether a chart in the memo answers it.'),
			('coverage', 'chart_ids', 'The charts that do.'),
			('metrics', NULL, 'One flat list of numbers for exporters; readable by pg_monitor.'),
			('metrics', 'name', 'Name of the metric.'),
			('metrics', 'labels', 'What tells its rows apart.'),
			('metrics', 'value', 'A count, seconds, or seconds since 1970.'),
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
			('revision_detail', 'claim_quote_level', 'Rows of claim_outcome, and of citation.'),
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

CREATE FUNCTION memo_check_insight() RETURNS trigger
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_check_insight() IS
'Trigger: refuses an insight whose detail has not the shape of its kind, and says where it is wrong.';

CREATE FUNCTION memo_fill_section() RETURNS trigger
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_fill_section() IS
'Trigger: fills position, word_count, body_sha256 and updated_at of a section, checks it against the canonical metrics (parse_quality, retry_reason); never touches the body.';

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

/* ------------------------------------------------- model intelligence */

CREATE FUNCTION memo_context_problem(context jsonb) RETURNS text
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_context_problem(jsonb) IS
'What memo_load_context would refuse, with the path of it; NULL when the context is good.';

CREATE FUNCTION memo_load_context(deal_id bigint, context jsonb) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	problem text;
	result jsonb;
	own text[] := '{section_key,anchor,metric,metric_tag,metric_label,influence,message,assumptions}';
BEGIN
	PERFORM @extschema@.memo_check_store();
	IF memo_load_context.deal_id IS NULL OR context IS NULL THEN
		RAISE EXCEPTION '% is null', CASE WHEN context IS NULL THEN 'context' ELSE 'deal_id' END
			USING ERRCODE = 'null_value_not_allowed';
	END IF;
	PERFORM FROM memocite.deal d WHERE d.deal_id = memo_load_context.deal_id FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'deal % does not exist', memo_load_context.deal_id USING ERRCODE = 'no_data_found';
	END IF;
	problem := @extschema@.memo_context_problem(context);
	IF problem IS NOT NULL THEN
		RAISE EXCEPTION '%', problem USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'context is {metric_lineage, ic_notes, red_flags, source_conflicts}: arrays, metric_lineage also an object by metric.';
	END IF;
	DELETE FROM memocite.insight i WHERE i.deal_id = memo_load_context.deal_id AND i.kind IN (
		SELECT k.kind FROM (VALUES ('ic_note', 'ic_notes'), ('model_warning', 'red_flags'),
			('source_conflict', 'source_conflicts'), ('lineage', 'metric_lineage')) AS k(kind, context_key)
		WHERE jsonb_typeof(context -> k.context_key) <> 'null');
	INSERT INTO memocite.insight(deal_id, kind, section_key, anchor, metric, influence, message, detail)
	SELECT memo_load_context.deal_id, n.kind, nullif(n.item ->> 'section_key', ''), nullif(n.item ->> 'anchor', ''),
		nullif(n.item ->> 'metric', ''), NULL, n.item ->> 'message', n.item - own
	FROM (VALUES ('ic_note', 'ic_notes'), ('model_warning', 'red_flags'), ('source_conflict', 'source_conflicts')) AS k(kind, context_key),
		LATERAL (SELECT k.kind, e.item FROM jsonb_array_elements(
			CASE WHEN jsonb_typeof(context -> k.context_key) = 'array' THEN context -> k.context_key END) AS e(item)) AS n
	UNION ALL
	SELECT memo_load_context.deal_id, 'lineage', nullif(l.item ->> 'section_key', ''), nullif(l.item ->> 'anchor', ''),
		coalesce(nullif(l.item ->> 'metric', ''), nullif(l.item ->> 'metric_tag', ''), nullif(l.metric, '')),
		(l.item ->> 'influence')::numeric, l.item ->> 'message',
		(l.item - own) || jsonb_strip_nulls(jsonb_build_object(
			'label', coalesce(l.item -> 'label', l.item -> 'metric_label'),
			'assumptions', (
				SELECT jsonb_agg(CASE WHEN a.item ? 'influence_proxy' AND NOT a.item ? 'influence'
					THEN (a.item - 'influence_proxy') || jsonb_build_object('influence', a.item -> 'influence_proxy')
					ELSE a.item END ORDER BY a.nth)
				FROM jsonb_array_elements(CASE WHEN jsonb_typeof(l.item -> 'assumptions') = 'array' THEN l.item -> 'assumptions' END)
					WITH ORDINALITY AS a(item, nth))))
	FROM (SELECT NULL AS metric, e.item FROM jsonb_array_elements(
			CASE WHEN jsonb_typeof(context -> 'metric_lineage') = 'array' THEN context -> 'metric_lineage' END) AS e(item)
		UNION ALL
		SELECT e.metric, e.item FROM jsonb_each(
			CASE WHEN jsonb_typeof(context -> 'metric_lineage') = 'object' THEN context -> 'metric_lineage' END) AS e(metric, item)) AS l;
	SELECT jsonb_object_agg(k.kind, (SELECT count(*) FROM memocite.insight i
			WHERE i.deal_id = memo_load_context.deal_id AND i.kind = k.kind))
	INTO result
	FROM (VALUES ('ic_note', 'ic_notes'), ('model_warning', 'red_flags'),
		('source_conflict', 'source_conflicts'), ('lineage', 'metric_lineage')) AS k(kind, context_key)
	WHERE jsonb_typeof(context -> k.context_key) <> 'null';
	RETURN coalesce(result, '{}') || coalesce((
		SELECT jsonb_build_object('ignored', jsonb_agg(k.name ORDER BY k.name COLLATE "C"))
		FROM jsonb_object_keys(context) AS k(name)
		WHERE k.name NOT IN ('metric_lineage', 'ic_notes', 'red_flags', 'source_conflicts') HAVING count(*) > 0), '{}');
END
$$;
COMMENT ON FUNCTION memo_load_context(bigint, jsonb) IS
'Replaces the deal''s insights by those of a model-intelligence context {metric_lineage, ic_notes, red_flags, source_conflicts}, each kind that is there; returns how many of each. An error names the path of what is wrong, and nothing is written.';
REVOKE EXECUTE ON FUNCTION memo_load_context(bigint, jsonb) FROM PUBLIC;

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

/* ------------------------------------------------------------ evidence */

CREATE FUNCTION memo_quote_match(quote text, passage text, level text DEFAULT 'case', OUT matched boolean, OUT level text,
	OUT start int, OUT length int, OUT cuts_number boolean)
RETURNS record
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_quote_match(text, text, text) IS
'Is the quote in the passage? level is the laxest one tried: exact, space, case, typography or linewrap; returned is the strictest that matched, with start (from 0) and length in characters of the passage as given. cuts_number: the match begins or ends inside a longer number. Unmatched, and for a quote of blanks: matched is false, the rest NULL. An error for an unknown level and for texts over 16 MB.';

CREATE FUNCTION memo_validate_claims(claims jsonb, passages jsonb, policy jsonb DEFAULT '{}', OUT ord int, OUT valid boolean,
	OUT passage_id text, OUT level text, OUT start int, OUT error text, OUT cuts_number boolean)
RETURNS SETOF record
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 10
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_validate_claims(jsonb, jsonb, jsonb) IS
'Checks claims of a model, [{claim_text, citation: {file_id, passage_id, quote}}, ...], against passages {id: text}: one row a claim, ord from 1, in their order. valid: the quote is found, and its length is that of policy quote_least to quote_most (white space counts as one character); level and start (characters, from 0) say how and where; error is what to tell the model. policy: overrides the built-in defaults; memo_policy(deal_id) gives that of a deal. An error when claims is no array, or passages no object of texts.';

CREATE FUNCTION memo_check_quotes(deal_id bigint, OUT section_key text, OUT src_id bigint, OUT claim_id uuid,
	OUT passage_id text, OUT matched boolean, OUT level text, OUT start int, OUT length int, OUT cuts_number boolean,
	OUT error text)
RETURNS SETOF record
LANGUAGE c STABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_check_quotes(bigint) IS
'Checks the quotes of the deal''s claims that name a passage, as memo_finalize does, by policy quote_level: one row a claim in reading order. start and length are characters of the passage, from 0; error says why a quote is not verified.';

CREATE FUNCTION memo_diversify(passages jsonb, max_per_file int DEFAULT 2, max_results int DEFAULT 10, OUT rank int,
	OUT ord int, OUT file text, OUT course text, OUT passage jsonb)
RETURNS SETOF record
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 10
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_diversify(jsonb, int, int) IS
'Chooses passages of different files and courses. passages: [{file_path, title, course, ...}, ...], best first; file is file_path, else title; course may also be called category, or stand in metadata. First those of a file and of a course not seen yet, then all whose file has fewer than max_per_file; at most max_results. rank from 1; ord: place in passages, from 1.';

CREATE FUNCTION memo_diversify_rows(passages anyarray, max_per_file int DEFAULT 2, max_results int DEFAULT 10,
	OUT rank int, OUT ord int, OUT file text, OUT course text, OUT passage jsonb)
RETURNS SETOF record
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 10
AS $$ SELECT * FROM @extschema@.memo_diversify(pg_catalog.to_jsonb($1), $2, $3) $$;
COMMENT ON FUNCTION memo_diversify_rows(anyarray, int, int) IS
'The same over the rows of a query: memo_diversify_rows(array_agg(q ORDER BY q.score DESC)) FROM (SELECT ...) AS q, whose columns are named like the members of memo_diversify.';

/* -------------------------------------------------------------- blocks */

CREATE FUNCTION memo_format_blocks(deal_id bigint, doc_id text DEFAULT NULL, passage_ids text[] DEFAULT NULL,
	OUT text text, OUT blocks jsonb)
RETURNS record
LANGUAGE c VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_format_blocks(bigint, text, text[]) IS
'What a prompt shows a model of the deal''s passages: of one document, of those passages in that order, or of all. text: [SOURCE_ID: n], and each block that is not blank as <BLOCK id="BLOCK_CITE_ID_k">. blocks: [{block_id, source_id, passage_id, doc_id, title, kind, page, bbox, box_problem}, ...], bbox {left, top, width, height, page} in fractions of the page, NULL when it is not valid. A passage without blocks gets one, of kind passage, with the box in its metadata.bbox. An error for an unknown deal, document or passage.';
REVOKE EXECUTE ON FUNCTION memo_format_blocks(bigint, text, text[]) FROM PUBLIC;

CREATE FUNCTION memo_check_boxes(deal_id bigint, OUT block_id bigint, OUT passage_id text, OUT doc_id text, OUT page int,
	OUT box_left double precision, OUT box_top double precision, OUT box_width double precision,
	OUT box_height double precision, OUT problem text)
RETURNS SETOF record
LANGUAGE c STABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_check_boxes(bigint) IS
'The deal''s blocks whose box is not valid, and why: left and top are from 0 to 1, width and height above 0 to 1, and the area is at most 0.9 of the page. Such boxes are stored, and served as NULL.';

CREATE FUNCTION memo_cite_source(deal_id bigint, block_id text, citation_number int, cited_text text) RETURNS jsonb
LANGUAGE c STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_cite_source(bigint, text, int, text) IS
'The citation of a block, for the tool call of a model: {citation_number, block_id, doc_id, title, passage_id, cited_text, quote, confidence, method, page, bbox}. quote: whether the cited text, or its last part in double quotes, is in the block: {text, matched, level, start, length, cuts_number}. Page and box are the block''s. An error for an unknown block and for a citation_number below 1.';

CREATE FUNCTION memo_cite_answer(deal_id bigint, answer text, OUT answer text, OUT citations jsonb, OUT unresolved jsonb)
RETURNS record
LANGUAGE c STABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_cite_answer(bigint, text) IS
'An answer whose markers [ID: X](BLOCK_CITE_ID_N) are numbered [1], [2], ... by position, and one citation for each occurrence, as memo_cite_source returns it, with position and end_position of the marker in the answer given (characters, from 0); cited_text is the marker''s sentence. A marker without a block of the deal is taken out, and is in unresolved: [{marker, block_id, position, reason}, ...].';

CREATE FUNCTION memo_renumber_superscripts(answer text, citations jsonb, OUT answer text, OUT citations jsonb,
	OUT unresolved jsonb)
RETURNS record
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_renumber_superscripts(text, jsonb) IS
'Numbers the superscripts of an answer, and the citation_number of its citations [{citation_number, ...}, ...], by order of appearance. A run of superscripts is one number when a citation has it, else one for each character. Citations that the answer does not have follow with the next numbers; superscripts without a citation stay and are in unresolved: [{superscript, position}, ...]. ft², m³ and other units are text.';

/* ---------------------------------------------------------------- audit */

CREATE FUNCTION memo_trace(deal_id bigint, number int, revision int DEFAULT NULL,
	OUT item text, OUT citation_no int, OUT section_key text, OUT origin text, OUT marker text, OUT marker_offset int,
	OUT src_id bigint, OUT provisional_id bigint, OUT global_id bigint, OUT claim_id uuid, OUT doc_id text,
	OUT document text, OUT page int, OUT locator text, OUT passage_id text, OUT block_id bigint, OUT quote text,
	OUT confidence numeric, OUT score real, OUT fate text, OUT how text, OUT stage text, OUT note_key text,
	OUT final_offset int, OUT detail text)
RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 10
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	note record;
	last_number int;
	claims uuid[];
BEGIN
	PERFORM @extschema@.memo_report(memo_trace.deal_id, memo_trace.revision);
	IF memo_trace.revision IS NULL THEN
		SELECT max(r.revision) INTO memo_trace.revision FROM memocite.revision r WHERE r.deal_id = memo_trace.deal_id;
	END IF;
	SELECT f.*, coalesce(o.title, o.path, f.doc_id) AS document INTO note
	FROM memocite.footnote f LEFT JOIN memocite.document o ON o.deal_id = f.deal_id AND o.doc_id = f.doc_id
	WHERE f.deal_id = memo_trace.deal_id AND f.revision = memo_trace.revision AND f.number = memo_trace.number;
	IF NOT FOUND THEN
		SELECT count(*) INTO last_number FROM memocite.footnote f
		WHERE f.deal_id = memo_trace.deal_id AND f.revision = memo_trace.revision;
		RAISE EXCEPTION 'revision % of deal % has no note %', memo_trace.revision, memo_trace.deal_id, coalesce(memo_trace.number::text, 'null')
			USING ERRCODE = 'no_data_found', DETAIL = format('It has %s notes, from 1.', last_number);
	END IF;
	RETURN QUERY
	SELECT 'note', NULL::int, note.first_section, note.kind, NULL::text, NULL::int, NULL::bigint, NULL::bigint, NULL::bigint,
		NULL::uuid, note.doc_id, note.document, note.page, note.locator, NULL::text, NULL::bigint, NULL::text,
		note.confidence, NULL::real, 'kept', NULL::text, NULL::text, note.note_key, NULL::int, note.definition;
	RETURN QUERY
	WITH behind AS MATERIALIZED (
		/* references, and what was removed though it cites the same source */
		SELECT c.* FROM memocite.citation c
		WHERE c.deal_id = memo_trace.deal_id AND c.revision = memo_trace.revision
			AND (c.note_number = memo_trace.number
				OR (note.kind = 'source' AND c.fate = 'removed' AND c.doc_id = note.doc_id
					AND c.page IS NOT DISTINCT FROM note.page
					AND (c.page IS NOT NULL OR c.locator IS NOT DISTINCT FROM note.locator)))),
	rows AS (
		SELECT b.* FROM behind b
		UNION ALL
		/* repeats that left before anybody looked what they cite */
		SELECT c.* FROM memocite.citation c
		WHERE c.deal_id = memo_trace.deal_id AND c.revision = memo_trace.revision
			AND c.fate = 'removed' AND c.how = 'duplicate' AND c.doc_id IS NULL
			AND ((c.section_key, c.src_id) IN (SELECT b.section_key, b.src_id FROM behind b)
				OR (c.src_id IS NULL
					AND (c.section_key, lower(c.marker)) IN (SELECT b.section_key, lower(b.marker) FROM behind b))))
	SELECT CASE r.fate WHEN 'kept' THEN 'reference' ELSE 'removed' END, r.citation_no, r.section_key, r.origin, r.marker,
		r.marker_offset, r.src_id, r.provisional_id, r.global_id, r.claim_id, r.doc_id, coalesce(o.title, o.path, r.doc_id),
		r.page, r.locator, r.passage_id, r.block_id, r.quote, r.confidence, r.score, r.fate, r.how, r.stage,
		CASE r.fate WHEN 'kept' THEN note.note_key END, r.final_offset, m.claim_text
	FROM rows r
	LEFT JOIN memocite.document o ON o.deal_id = memo_trace.deal_id AND o.doc_id = r.doc_id
	LEFT JOIN memocite.claim m ON m.deal_id = memo_trace.deal_id AND m.claim_id = r.claim_id
	ORDER BY r.citation_no;
	/* claims of the same source that another reference of their sentence speaks for, or that found none;
	 * looked up by a hashed list of ids, for a join of the two could be quadratic */
	SELECT array_agg(m.claim_id) INTO claims FROM memocite.claim m
	WHERE m.deal_id = memo_trace.deal_id AND note.kind = 'source' AND m.doc_id = note.doc_id
		AND (CASE WHEN m.page > 0 THEN m.page END) IS NOT DISTINCT FROM note.page
		AND (m.page > 0 OR nullif(m.locator, '') IS NOT DISTINCT FROM note.locator);
	RETURN QUERY
	WITH outcomes AS MATERIALIZED (
		SELECT * FROM memocite.claim_outcome c
		WHERE c.deal_id = memo_trace.deal_id AND c.revision = memo_trace.revision AND c.claim_id = ANY (claims)
			AND c.outcome NOT IN ('placed_by_marker', 'injected'))
	SELECT 'claim', NULL::int, c.section_key, 'claim', NULL::text, NULL::int, c.src_id, NULL::bigint, NULL::bigint, c.claim_id,
		m.doc_id, note.document, m.page, m.locator, m.passage_id, m.block_id, m.quote, m.confidence::numeric, c.score,
		c.outcome, c.reason, NULL::text, NULL::text, NULL::int, coalesce(c.sentence, m.claim_text)
	FROM outcomes c
	JOIN memocite.claim m ON m.deal_id = memo_trace.deal_id AND m.claim_id = c.claim_id
	ORDER BY c.section_key COLLATE "C", c.src_id, c.claim_id;
END
$$;
COMMENT ON FUNCTION memo_trace(bigint, int, int) IS
'A note''s life: the note itself, each row of the ledger behind it (references, and what was merged, capped or deduplicated into it) and claims of the same source that have no row. Ids as written, provisional and global.';

CREATE FUNCTION memo_replay(deal_id bigint, revision int DEFAULT NULL) RETURNS boolean
LANGUAGE c STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_replay(bigint, int) IS
'Makes a revision again with its policy and date and compares all that was stored byte for byte: true or false; an error when the inputs have changed. Writes nothing.';

CREATE FUNCTION memo_diff(deal_id bigint, from_revision int DEFAULT NULL, to_revision int DEFAULT NULL, OUT kind text,
	OUT note_key text, OUT from_number int, OUT to_number int, OUT section_key text, OUT detail text)
RETURNS SETOF record
LANGUAGE c STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_diff(bigint, int, int) IS
'What changed between two revisions (NULL: the latest and the one before): sections, notes by note_key (added, removed, renumbered, changed), references added and removed, sources swapped where a reference of the same sentence or marker names another document (place_changed: another page of it).';

CREATE FUNCTION memo_import_markdown(deal_id bigint, markdown text, OUT section_key text, OUT title text, OUT words int,
	OUT refs int, OUT unbound text[])
RETURNS SETOF record
LANGUAGE c VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_import_markdown(bigint, text) IS
'Takes a merged memo in: splits it at its H2 headings into sections of the deal and gives each the definitions it uses. A memo of memo_markdown() gets its claims again; unbound says what could not be bound to a source.';
REVOKE EXECUTE ON FUNCTION memo_import_markdown(bigint, text) FROM PUBLIC;

CREATE FUNCTION memo_pin(deal_id bigint, revision int, pinned boolean DEFAULT true) RETURNS boolean
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	was_pinned boolean;
BEGIN
	IF memo_pin.deal_id IS NULL OR memo_pin.revision IS NULL OR memo_pin.pinned IS NULL THEN
		RAISE EXCEPTION 'deal_id, revision or pinned is null' USING ERRCODE = 'null_value_not_allowed';
	END IF;
	PERFORM @extschema@.memo_report(memo_pin.deal_id, memo_pin.revision);
	SELECT r.pinned INTO was_pinned FROM memocite.revision r
	WHERE r.deal_id = memo_pin.deal_id AND r.revision = memo_pin.revision FOR UPDATE;
	IF was_pinned IS NOT DISTINCT FROM memo_pin.pinned THEN
		RETURN false;
	END IF;
	UPDATE memocite.revision r SET pinned = memo_pin.pinned
	WHERE r.deal_id = memo_pin.deal_id AND r.revision = memo_pin.revision;
	RETURN true;
END
$$;
COMMENT ON FUNCTION memo_pin(bigint, int, boolean) IS
'Protects a revision from pruning, or lets it go again; returns whether that changed anything.';
REVOKE EXECUTE ON FUNCTION memo_pin(bigint, int, boolean) FROM PUBLIC;
/* ---------------------------------------------------- canonical metrics */

CREATE FUNCTION memo_metric_schema(deal_id bigint DEFAULT NULL, provider text DEFAULT NULL) RETURNS jsonb
LANGUAGE c STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_metric_schema(bigint, text) IS
'JSON Schema (draft 2020-12) of the six metric fields of a section''s structured output; with a deal, descriptions name its canonical values. provider anthropic, openai or gemini: only the keywords that one takes as response schema.';

/* a type, for a result column has the name of an argument */
CREATE TYPE memo_structured_check AS (metric text, structured numeric, canonical numeric, delta numeric, verdict text);
COMMENT ON TYPE memo_structured_check IS 'A row of memo_check_structured().';

CREATE FUNCTION memo_check_structured(deal_id bigint, structured jsonb) RETURNS SETOF memo_structured_check
LANGUAGE c STABLE STRICT PARALLEL SAFE ROWS 6
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_check_structured(bigint, jsonb) IS
'Compares a structured output with the deal''s canonical metrics: ok, retry (more than 20 % off), not_comparable (no value on one side, or canonical 0), invalid (no number, out of range, unknown field).';

CREATE FUNCTION memo_check_prose(deal_id bigint, body text, OUT metric text, OUT variant text, OUT role text,
	OUT found numeric, OUT unit text, OUT canonical numeric, OUT start int, OUT length int, OUT sentence text,
	OUT anchored boolean, OUT context text, OUT verdict text)
RETURNS SETOF record
LANGUAGE c STABLE STRICT PARALLEL SAFE ROWS 10
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_check_prose(bigint, text) IS
'What a body says of the metrics: one row a number, offsets and lengths in characters from 0. verdict: ok, violation (a headline in prose that contradicts the canonical value, without evidence), review, no_canonical.';

CREATE FUNCTION memo_correct_prose(deal_id bigint, body text) RETURNS text
LANGUAGE c STABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_correct_prose(bigint, text) IS
'The body with its violations rewritten to the canonical values, each with a note on the old one, as memo_finalize does it.';

CREATE FUNCTION memo_retries(deal_id bigint, OUT section_key text, OUT retry_reason text)
RETURNS SETOF record
LANGUAGE c STABLE STRICT PARALLEL SAFE ROWS 5
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_retries(bigint) IS
'Sections to be written again and why: computed from bodies, structured outputs, metrics and claims as they are now, and what callers marked as partial.';

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
