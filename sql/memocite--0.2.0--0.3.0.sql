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
	/* ---- quotes of references */
	ALTER TABLE memocite.revision_detail ADD COLUMN cit_quote_verified boolean[];
	COMMENT ON COLUMN memocite.revision_detail.cit_quote_verified IS 'Rows of citation: does a kept reference show its quote? true: it was found in a passage; false: not checked, as no passage of its document is stored; NULL: no.';
	/* ---- figures of references and sections */
	ALTER TABLE memocite.revision_detail ADD COLUMN cit_figures int[], ADD COLUMN cit_figures_supported int[],
		ADD COLUMN grade_figures int[], ADD COLUMN grade_figures_supported int[];
	COMMENT ON COLUMN memocite.revision_detail.cit_figures IS 'Rows of citation: figures.';
	COMMENT ON COLUMN memocite.revision_detail.cit_figures_supported IS 'Rows of citation: figures_supported.';
	COMMENT ON COLUMN memocite.revision_detail.grade_figures IS 'Rows of grade: figures.';
	COMMENT ON COLUMN memocite.revision_detail.grade_figures_supported IS 'Rows of grade: figures_supported.';
	ALTER TABLE memocite.request ADD COLUMN events jsonb;
	COMMENT ON COLUMN memocite.request.events IS 'Of an accepted second answer: [{code: figure_unsupported, claim, figure, nearest}, ...], figures that are neither in their quote nor in its passage; NULL: none.';
	/* ---- status uncited */
	UPDATE memocite.revision SET reasons = ARRAY[status] WHERE status <> 'final';
	IF to_regclass('memocite.status') IS NOT NULL THEN
		PERFORM @extschema@.memo_store_status();
	END IF;
	/* ---- keys of a context that nobody reads */
	ALTER TABLE memocite.deal ADD COLUMN ignored_context text[];
	COMMENT ON COLUMN memocite.deal.ignored_context IS 'Keys of the last memo_load_context that nobody reads; NULL: all are read.';
	PERFORM @extschema@.memo_store_3_metrics();
	/* what deleted revisions left: the next one of their number could not be written */
	DELETE FROM memocite.revision_section s
	WHERE NOT EXISTS (
		SELECT FROM memocite.revision r, json_to_recordset(r.manifest) AS m(section_key text, revision int)
		WHERE r.deal_id = s.deal_id AND m.section_key = s.section_key AND m.revision = s.revision);
	/* a new store has no views yet */
	IF to_regclass('memocite.metrics') IS NOT NULL THEN
		PERFORM @extschema@.memo_store_metrics();
	END IF;
END
$$;
COMMENT ON FUNCTION memo_store_3() IS
'Part of memo_init: from version 2 of the store to version 3, where a status tells of memos without citations.';
REVOKE EXECUTE ON FUNCTION memo_store_3() FROM PUBLIC;

/* ------------------------------------------------------- quotes of claims */

COMMENT ON FUNCTION memo_check_quotes(bigint) IS
'Checks the quotes of the deal''s claims, as memo_finalize does, by policy quote_level: one row a claim in reading order. A claim that names no passage is checked where passages of its document are stored: passage_id is the one of its page, else of the document, that has the quote. start and length are characters of the passage, from 0; error says why a quote is not verified.';
/* ------------------------------------- status uncited, and where it is seen */

CREATE OR REPLACE FUNCTION memo_store_status() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = to_regclass('memocite.revision') AND a.attname = 'reasons') THEN
		RETURN;					/* a store on its way from version 1 or 2: memo_store_3() calls again */
	END IF;
	CREATE OR REPLACE VIEW memocite.status WITH (security_invoker = true) AS
		SELECT d.deal_id, d.name, r.revision, r.status, r.as_of, r.created_at AS finalized_at,
			q.requests IS NOT NULL AS stale,
			CASE WHEN q.failed THEN 'failed' WHEN q.taken THEN 'working' WHEN q.requests IS NOT NULL THEN 'waiting' ELSE 'idle' END
				AS queue_state,
			q.enqueued_at, q.attempts, q.next_attempt_at, q.last_error, r.reasons, r.notice
		FROM memocite.deal d
		LEFT JOIN LATERAL (
			SELECT r.revision, r.status, r.as_of, r.created_at, r.reasons, r.report ->> 'notice' AS notice FROM memocite.revision r
			WHERE r.deal_id = d.deal_id ORDER BY r.revision DESC LIMIT 1) r ON true
		LEFT JOIN LATERAL (
			SELECT count(*) AS requests, bool_or(state = 'failed') AS failed, bool_or(taken_at IS NOT NULL) AS taken,
				min(enqueued_at) AS enqueued_at, max(attempts) AS attempts, max(next_attempt_at) AS next_attempt_at,
				max(last_error) AS last_error
			FROM memocite.queue q WHERE q.deal_id = d.deal_id HAVING count(*) > 0) q ON true;
	COMMENT ON COLUMN memocite.status.status IS 'Of the latest memo: final, uncited or flawed; see memocite.revision.';
	COMMENT ON COLUMN memocite.status.queue_state IS 'idle, waiting, working or failed.';
	COMMENT ON COLUMN memocite.status.reasons IS 'Every status that holds, but final.';
	COMMENT ON COLUMN memocite.status.notice IS 'What the report and the page say of citations without a source; NULL: too few to say so (policy warn_lost_percent).';
END
$$;

/* ------------------------------------- what is written and read by nobody */

CREATE OR REPLACE FUNCTION memo_retry(deal_id bigint, version int DEFAULT NULL, as_of date DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	deal bigint := memo_retry.deal_id;
	asked int := memo_retry.version;
	kept memocite.synthesis;
	payload json;
	scratch bigint;
	result jsonb;
	problem text;
	detail text;
	rel text;
	latest memocite.synthesis;
BEGIN
	PERFORM @extschema@.memo_check_store();
	SELECT s.* INTO kept FROM memocite.synthesis s
	WHERE s.deal_id = deal AND CASE WHEN asked IS NULL THEN s.decision = 'complete' ELSE s.version = asked END
	ORDER BY s.version DESC LIMIT 1;
	IF NOT FOUND THEN
		SELECT s.* INTO latest FROM memocite.synthesis s WHERE asked IS NULL AND s.deal_id = deal ORDER BY s.version DESC LIMIT 1;
		IF FOUND THEN
			RAISE EXCEPTION 'deal % has no complete synthesis', deal
				USING ERRCODE = 'object_not_in_prerequisite_state',
					DETAIL = CASE WHEN latest.missing <> '{}' THEN format('The latest, %s, misses: %s.', latest.version, array_to_string(latest.missing, ', '))
						ELSE format('No report can be made of the latest, %s: %s.', latest.version,
							coalesce(@extschema@.memo_synthesis_problem(latest.payload), 'it is incomplete')) END,
					HINT = CASE WHEN latest.missing <> '{}' THEN 'Run the agents of these sections again and save a new version.'
						ELSE 'Save a version that is a report''s.' END;
		END IF;
		RAISE EXCEPTION 'deal % has no %', deal, coalesce('synthesis of version ' || asked, 'complete synthesis')
			USING ERRCODE = 'no_data_found', HINT = 'memo_save_synthesis or memo_snapshot saves one.';
	END IF;
	IF kept.missing <> '{}' THEN
		RAISE EXCEPTION 'synthesis % of deal % is incomplete', kept.version, deal
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = 'Missing: ' || array_to_string(kept.missing, ', ') || '.',
				HINT = 'Run the agents of these sections again and save a new version.';
	END IF;
	payload := @extschema@.memo_load_synthesis(deal, kept.version);
	problem := @extschema@.memo_synthesis_problem(payload);
	IF problem IS NOT NULL OR kept.decision <> 'complete' THEN
		RAISE EXCEPTION 'no report can be made of synthesis % of deal %', kept.version, deal
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = coalesce(problem || '.', 'It is incomplete.'),
				HINT = 'Save a version that is a report''s; memo_retry(deal_id) takes the latest complete one.';
	END IF;
	IF memo_retry.as_of IS NULL THEN
		memo_retry.as_of := coalesce(kept.as_of, (SELECT r.as_of FROM memocite.revision r
			WHERE r.deal_id = deal AND r.created_at >= kept.created_at ORDER BY r.revision LIMIT 1), (kept.created_at AT TIME ZONE 'UTC')::date);
		UPDATE memocite.synthesis s SET as_of = memo_retry.as_of
		WHERE s.deal_id = deal AND s.version = kept.version AND s.as_of IS NULL;
	END IF;
	/* The same code on the same rows: they are written as a deal of their own, finalized, and all of it is rolled back. */
	SELECT least(min(d.deal_id), 0) - 1 INTO scratch FROM memocite.deal d;
	BEGIN
		PERFORM @extschema@.memo_restore_synthesis(payload, kept.basis, scratch);
		result := @extschema@.memo_finalize(scratch, memo_retry.as_of, NULL::jsonb, false);
		result := jsonb_build_object('markdown', @extschema@.memo_markdown(scratch, NULL::int, 'plain'::text, 'shared'::text),
			'revision', (SELECT max(r.revision) FROM memocite.revision r, memocite.revision m
				WHERE r.deal_id = deal AND m.deal_id = scratch AND r.input_sha256 = m.input_sha256 AND r.as_of = m.as_of),
			'sections', (SELECT jsonb_agg(jsonb_build_object('section_key', s.section_key, 'body', s.body) ORDER BY m.ord)
				FROM memocite.revision r, json_array_elements(r.manifest) WITH ORDINALITY AS m(row, ord), memocite.revision_section s
				WHERE r.deal_id = scratch AND s.deal_id = scratch AND s.section_key = m.row ->> 'section_key'),
			'report', result - '{deal_id,revision,unchanged,timings_ms}'::text[]);
		RAISE EXCEPTION USING ERRCODE = 'MC001', MESSAGE = 'memo_retry takes back what it wrote';
	EXCEPTION
		WHEN SQLSTATE 'MC001' THEN
			NULL;
		WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded THEN
			/* what a table refuses; nobody knows the deal of its own */
			GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, rel = TABLE_NAME;
			problem := CASE WHEN SQLSTATE IN ('23503', '23505') THEN format('%s: %s', rel, regexp_replace(detail, '\(deal_id, ([^)]*)\)=\(-?[0-9]+, ', '(\1)=('))
				ELSE replace(SQLERRM, 'deal ' || scratch, 'deal ' || deal) || '.' END;
			RAISE EXCEPTION 'no report can be made of synthesis % of deal %', kept.version, deal
				USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = problem;
	END;
	RETURN jsonb_build_object('deal_id', deal, 'synthesis_version', kept.version, 'as_of', memo_retry.as_of) || result;
END
$$;

CREATE OR REPLACE FUNCTION memo_load_context(deal_id bigint, context jsonb) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	problem text;
	result jsonb;
	ignored text[];
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
	SELECT array_agg(k.name ORDER BY k.name COLLATE "C") INTO ignored FROM jsonb_object_keys(context) AS k(name)
	WHERE k.name NOT IN ('metric_lineage', 'ic_notes', 'red_flags', 'source_conflicts');
	UPDATE memocite.deal d SET ignored_context = ignored
	WHERE d.deal_id = memo_load_context.deal_id AND d.ignored_context IS DISTINCT FROM ignored;
	IF ignored IS NOT NULL THEN
		RAISE WARNING 'keys of the context that are not read: %', array_to_string(ignored, ', ')
			USING HINT = 'context is {metric_lineage, ic_notes, red_flags, source_conflicts}.';
	END IF;
	RETURN coalesce(result, '{}') || CASE WHEN ignored IS NULL THEN '{}' ELSE jsonb_build_object('ignored', ignored) END;
END
$$;

CREATE FUNCTION memo_claims_elsewhere(item jsonb, claims_path text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
	SELECT min(m.key COLLATE "C") FROM jsonb_each(CASE WHEN jsonb_typeof(item) = 'object'
		AND coalesce(jsonb_typeof(item #> string_to_array(claims_path, '.')), 'null') = 'null' THEN item END) AS m
	WHERE m.key IN ('citations', 'claims', 'claim_citations') AND jsonb_typeof(m.value) IN ('array', 'object') AND m.value NOT IN ('[]', '{}')
$$;
COMMENT ON FUNCTION memo_claims_elsewhere(jsonb, text) IS
'Part of memo_take_item and memo_doctor: the member of a store''s item that looks like its claims, when it has none at claims_path; NULL when all is well.';

CREATE OR REPLACE FUNCTION memo_take_item(deal_id bigint, item_key text, value jsonb, body_path text, claims_path text) RETURNS boolean
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	deal bigint := memo_take_item.deal_id;
	section text := memo_take_item.item_key;
	item jsonb := CASE WHEN jsonb_typeof(value) = 'object' THEN value ELSE '{}' END;
	body jsonb := item #> string_to_array(body_path, '.');
	claims jsonb := item #> string_to_array(claims_path, '.');
	skipped int;
	unknown int;
	elsewhere text := @extschema@.memo_claims_elsewhere(value, claims_path);
BEGIN
	IF section = '' OR coalesce(jsonb_typeof(body), 'null') <> 'string' THEN
		RAISE WARNING 'section "%" of deal % is not taken from the store', section, deal
			USING DETAIL = format('Its value has no text at "%s".', body_path);
		RETURN false;
	END IF;
	INSERT INTO memocite.section AS s (deal_id, section_key, title, position, agent, body, structured, id_scope, score)
	SELECT deal, section, f.title, f."position", f.agent, body #>> '{}', f.structured, f.id_scope, f.score
	FROM @extschema@.memo_section_fields(item) AS f
	ON CONFLICT (deal_id, section_key) DO UPDATE SET body = EXCLUDED.body, title = coalesce(EXCLUDED.title, s.title),
		position = CASE WHEN item ? 'position' THEN EXCLUDED.position ELSE s.position END, agent = coalesce(EXCLUDED.agent, s.agent),
		structured = coalesce(EXCLUDED.structured, s.structured), id_scope = coalesce(EXCLUDED.id_scope, s.id_scope),
		score = coalesce(EXCLUDED.score, s.score)
	WHERE (s.body, s.title, s.agent, s.structured, s.id_scope, s.score) IS DISTINCT FROM (EXCLUDED.body, coalesce(EXCLUDED.title, s.title),
			coalesce(EXCLUDED.agent, s.agent), coalesce(EXCLUDED.structured, s.structured), coalesce(EXCLUDED.id_scope, s.id_scope),
			coalesce(EXCLUDED.score, s.score))
		OR (item ? 'position' AND s.position IS DISTINCT FROM EXCLUDED.position);
	IF elsewhere IS NOT NULL THEN
		RAISE WARNING 'section "%" of deal % has no claims at "%", but has "%"', section, deal, claims_path, elsewhere
			USING HINT = format('memo_attach_store(.., claims_path => %L) reads them there.', elsewhere);
	END IF;
	IF coalesce(jsonb_typeof(claims), 'null') = 'null' THEN
		RETURN true;			/* the item does not say which claims there are */
	END IF;
	INSERT INTO memocite.document(deal_id, doc_id, title, path)
	SELECT deal, c.doc_id, max(c.title), max(c.path) FROM @extschema@.memo_claim_rows(claims, NULL::text) c WHERE c.doc_id IS NOT NULL GROUP BY c.doc_id
	ORDER BY c.doc_id COLLATE "C"
	ON CONFLICT DO NOTHING;
	WITH wanted AS MATERIALIZED (
		SELECT coalesce(c.claim_id, md5(format('%s %s %s', section, c.src_id, row_number() OVER (PARTITION BY c.src_id ORDER BY c.ord)))::uuid) AS id, c.*,
			CASE WHEN EXISTS (SELECT FROM memocite.passage p WHERE p.deal_id = deal AND p.passage_id = c.passage_id) THEN c.passage_id END AS known_passage,
			CASE WHEN EXISTS (SELECT FROM memocite.block b WHERE b.deal_id = deal AND b.block_id = c.block_id) THEN c.block_id END AS known_block
		FROM @extschema@.memo_claim_rows(claims, NULL::text) AS c WHERE c.doc_id IS NOT NULL),
	gone AS (
		DELETE FROM memocite.claim o WHERE o.deal_id = deal AND o.section_key = section
			AND NOT EXISTS (SELECT FROM wanted w WHERE w.id = o.claim_id)),
	written AS (
		INSERT INTO memocite.claim AS o (deal_id, claim_id, section_key, src_id, claim_text, doc_id, page, passage_id, block_id, quote,
			locator, confidence, source_type)
		SELECT DISTINCT ON (w.id) deal, w.id, section, w.src_id, w.claim_text, w.doc_id, w.page, w.known_passage, w.known_block, w.quote,
			w.locator, round(w.confidence, 3), w.source_type
		FROM wanted w ORDER BY w.id, w.ord
		ON CONFLICT (deal_id, claim_id) DO UPDATE SET section_key = EXCLUDED.section_key, src_id = EXCLUDED.src_id,
			claim_text = EXCLUDED.claim_text, doc_id = EXCLUDED.doc_id, page = EXCLUDED.page, passage_id = EXCLUDED.passage_id,
			block_id = EXCLUDED.block_id, quote = EXCLUDED.quote, locator = EXCLUDED.locator, confidence = EXCLUDED.confidence,
			source_type = EXCLUDED.source_type
		WHERE (o.section_key, o.src_id, o.claim_text, o.doc_id, o.page, o.passage_id, o.block_id, o.quote, o.locator, o.confidence, o.source_type)
			IS DISTINCT FROM (EXCLUDED.section_key, EXCLUDED.src_id, EXCLUDED.claim_text, EXCLUDED.doc_id, EXCLUDED.page, EXCLUDED.passage_id,
				EXCLUDED.block_id, EXCLUDED.quote, EXCLUDED.locator, EXCLUDED.confidence, EXCLUDED.source_type))
	SELECT CASE WHEN jsonb_typeof(claims) = 'array' THEN jsonb_array_length(claims) ELSE 1 END - count(*) INTO skipped FROM wanted;
	SELECT count(*) INTO unknown FROM @extschema@.memo_claim_rows(claims, NULL::text) AS c WHERE c.passage_id IS NOT NULL
		AND NOT EXISTS (SELECT FROM memocite.passage p WHERE p.deal_id = deal AND p.passage_id = c.passage_id);
	IF unknown > 0 THEN
		RAISE WARNING '% of the claims of section "%" of deal % name a passage that the deal has not', unknown, section, deal
			USING DETAIL = 'Their quotes cannot be checked.';
	END IF;
	IF skipped > 0 THEN
		RAISE WARNING '% of the claims of section "%" of deal % are not taken from the store', skipped, section, deal
			USING DETAIL = format('"%s" is an array of objects, each with a doc_id.', claims_path);
	END IF;
	RETURN true;
END
$$;

CREATE FUNCTION memo_attached_stores(OUT rel regclass, OUT arguments text[]) RETURNS SETOF record
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
	/* each argument ends with a zero byte, which encode() writes as \000 */
	SELECT t.tgrelid, ARRAY(
		SELECT convert_from(decode(a.argument, 'escape'), getdatabaseencoding())
		FROM unnest(string_to_array(encode(t.tgargs, 'escape'), E'\\000')) WITH ORDINALITY AS a(argument, nth) ORDER BY a.nth)
	FROM pg_trigger t
	WHERE t.tgfoid = '@extschema@.memo_from_store()'::regprocedure AND t.tgname = 'memo_from_store'
$$;
COMMENT ON FUNCTION memo_attached_stores() IS
'Part of memo_doctor: the tables that memo_attach_store attached, each with its column of namespaces, prefix_template, body_path and claims_path.';

CREATE FUNCTION memo_untaken_items(OUT rel regclass, OUT homeless bigint, OUT homeless_deal text, OUT unclaimed bigint, OUT unclaimed_key text,
	OUT claims_path text, OUT elsewhere text) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	store record;
	separator text;
	joined text;
BEGIN
	/* to read a table may run what its owner made: only of owners who may write sections */
	FOR store IN
		SELECT s.rel, s.arguments FROM @extschema@.memo_attached_stores() AS s
		JOIN pg_class c ON c.oid = s.rel
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = s.arguments[1] AND a.atttypid = 'text'::regtype
		WHERE c.relkind IN ('r', 'p') AND has_table_privilege(c.oid, 'SELECT') AND has_schema_privilege(c.relnamespace, 'USAGE')
			AND has_table_privilege(c.relowner, to_regclass('memocite.section'), 'INSERT')
		ORDER BY s.rel
	LOOP
		separator := CASE store.arguments[1] WHEN 'prefix' THEN '.' ELSE ':' END;
		joined := replace(store.arguments[2], '.', separator);
		rel := store.rel;
		claims_path := store.arguments[4];
		/* deals as memo_deal_of_prefix finds them */
		EXECUTE format($query$
			WITH item AS (
				SELECT s.key, substr(s.%1$I, length($1) + 1, length(s.%1$I) - length($1) - length($2)) AS deal,
					@extschema@.memo_claims_elsewhere(s.value, $4) AS elsewhere
				FROM %2$s AS s
				WHERE starts_with(s.%1$I, $1) AND right(s.%1$I, length($2)) = $2 AND length(s.%1$I) > length($1) + length($2)),
			known AS (
				SELECT n.deal, e.deals = 1 OR e.deals = 0 AND EXISTS (SELECT FROM memocite.deal d
					WHERE d.deal_id = CASE WHEN n.deal ~ '^-?[0-9]{1,18}$' THEN n.deal::bigint END) AS is_known
				FROM (SELECT DISTINCT i.deal FROM item i WHERE strpos(i.deal, $3) = 0) AS n,
					LATERAL (SELECT count(*) AS deals FROM memocite.deal d WHERE d.external_id = n.deal) AS e)
			SELECT count(*) FILTER (WHERE NOT k.is_known), min(i.deal COLLATE "C") FILTER (WHERE NOT k.is_known),
				count(i.elsewhere) FILTER (WHERE k.is_known), min(i.key COLLATE "C") FILTER (WHERE k.is_known AND i.elsewhere IS NOT NULL),
				min(i.elsewhere) FILTER (WHERE k.is_known)
			FROM item i JOIN known k USING (deal)$query$, store.arguments[1], store.rel)
		INTO homeless, homeless_deal, unclaimed, unclaimed_key, elsewhere
		USING split_part(joined, '{deal}', 1), split_part(joined, '{deal}', 2), separator, claims_path;
		RETURN NEXT;
	END LOOP;
END
$$;
COMMENT ON FUNCTION memo_untaken_items() IS
'Part of memo_doctor: of each attached store that may be read, how many items are of no deal, and how many have their claims elsewhere than at claims_path, with an example of each.';

CREATE FUNCTION memo_doctor_inputs(OUT "check" text, OUT ok boolean, OUT detail text, OUT hint text) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	deals bigint;
BEGIN
	IF @extschema@.memo_readable('store_version') IS NULL OR @extschema@.memo_readable('deal') IS NULL
		OR NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = @extschema@.memo_readable('deal') AND a.attname = 'ignored_context') THEN
		RETURN;					/* memo_doctor_store says it */
	END IF;
	SELECT count(*) INTO deals FROM memocite.deal d WHERE d.ignored_context <> '{}';
	"check" := 'context';
	ok := deals = 0;
	detail := CASE WHEN ok THEN 'all keys are known' ELSE (
		SELECT string_agg(format('deal %s: %s', d.deal_id, array_to_string(d.ignored_context, ', ')), '; ' ORDER BY d.deal_id)
		FROM (SELECT d.deal_id, d.ignored_context FROM memocite.deal d WHERE d.ignored_context <> '{}' ORDER BY d.deal_id LIMIT 10) AS d)
		|| CASE WHEN deals > 10 THEN format(' and %s deals more', deals - 10) ELSE '' END END;
	hint := CASE WHEN NOT ok THEN 'memo_load_context reads metric_lineage, ic_notes, red_flags and source_conflicts: load the context again.' END;
	RETURN NEXT;

	"check" := 'attached stores';
	SELECT coalesce(bool_and(u.homeless = 0 AND u.unclaimed = 0), true),
		coalesce(string_agg(format('%s: ', u.rel) || concat_ws(', ', format('%s items of no deal%s', u.homeless, ' ("' || u.homeless_deal || '")'),
			format('%s with claims elsewhere than at "%s"%s', u.unclaimed, u.claims_path, ' ("' || u.unclaimed_key || '" has "' || u.elsewhere || '")')),
			'; ' ORDER BY u.rel), 'none'),
		nullif(concat_ws(' ', CASE WHEN max(u.homeless) > 0 THEN 'memo_ingest_store(deal_id) takes them when a deal has that external_id or deal_id.' END,
			CASE WHEN max(u.unclaimed) > 0 THEN 'memo_attach_store(.., claims_path => ..) reads claims where they are, then memo_ingest_store(deal_id).' END), '')
	INTO ok, detail, hint FROM @extschema@.memo_untaken_items() AS u;
	RETURN NEXT;
END
$$;
COMMENT ON FUNCTION memo_doctor_inputs() IS 'Part of memo_doctor: what was written and is read by nobody, in contexts and in attached stores.';

-- A new check needs its row here or in the part that it belongs to (memo_doctor_store,
-- _metrics, _inputs, _queue), its name in the COMMENT below (then `make docs`), and a test in
-- test/sql/operations.sql of how it looks when all is well and when not. detail has the
-- figures (operations.sql prints it: the same on each machine); hint what to do, NULL when ok.
-- It must be ok on a server as installed (test/t/002 to 005). A part that stands in an older
-- script is stated again here with CREATE OR REPLACE. test/sql/security.sql and
-- docs/how-to/monitoring.md list the checks.
CREATE OR REPLACE FUNCTION memo_doctor(OUT "check" text, OUT ok boolean, OUT detail text, OUT hint text) RETURNS SETOF record
LANGUAGE sql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp
AS $$
	SELECT 'library', l.version = e.extversion, format('library %s, SQL %s', l.version, e.extversion),
		CASE WHEN l.version <> e.extversion
			THEN 'ALTER EXTENSION memocite UPDATE brings the SQL to a newer library; sessions from before its installation keep the older one.' END
	FROM @extschema@.memo_library() AS l, pg_extension AS e WHERE e.extname = 'memocite'
	UNION ALL
	SELECT 'encoding', getdatabaseencoding() = 'UTF8', getdatabaseencoding()::text,
		CASE WHEN getdatabaseencoding() <> 'UTF8' THEN 'CREATE DATABASE .. ENCODING ''UTF8'' TEMPLATE template0' END
	UNION ALL
	SELECT 'jit', l.jit, CASE WHEN l.jit THEN 'patterns are machine code' ELSE 'patterns are interpreted' END,
		CASE WHEN NOT l.jit THEN 'All works, slower: this pcre2 was built without JIT, or the system forbids it.' END
	FROM @extschema@.memo_library() AS l
	UNION ALL
	SELECT 'privileges', @extschema@.memo_doctor_role() <> 'none', format('%I: %s', current_user, @extschema@.memo_doctor_role()),
		CASE @extschema@.memo_doctor_role() WHEN 'none' THEN 'memo_grant() gives a role the rights of a level.' END
	UNION ALL
	SELECT * FROM @extschema@.memo_doctor_store()
	UNION ALL
	SELECT * FROM @extschema@.memo_doctor_metrics()
	UNION ALL
	SELECT * FROM @extschema@.memo_doctor_inputs()
	UNION ALL
	SELECT * FROM @extschema@.memo_doctor_queue()
$$;
COMMENT ON FUNCTION memo_doctor() IS
'What is in order and what is not, with a hint what to do: library, encoding, jit, privileges of the calling role, store, triggers, owner, metrics, context, attached stores, preload, worker, queue, last error. The first thing to run when something is off.';
/* ------------------------------------------- what prose says of the metrics */

DROP FUNCTION memo_check_prose(bigint, text);
CREATE FUNCTION memo_check_prose(deal_id bigint, body text, OUT metric text, OUT variant text, OUT role text,
	OUT found numeric, OUT unit text, OUT canonical numeric, OUT start int, OUT length int, OUT sentence text,
	OUT anchored boolean, OUT context text, OUT verdict text, OUT rewritable boolean)
RETURNS SETOF record
LANGUAGE c STABLE PARALLEL SAFE ROWS 10
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_check_prose(bigint, text) IS
'What a body says of the metrics: one row a number, offsets and lengths in characters from 0. verdict: ok, violation (a headline, in prose or as a table row''s one number, that contradicts the canonical value without evidence), review, no_canonical. rewritable: a violation so plainly said that memo_finalize corrects it.';
COMMENT ON FUNCTION memo_correct_prose(bigint, text) IS
'The body with its rewritable violations rewritten to the canonical values, each with a note on the old one, as memo_finalize does it.';
COMMENT ON FUNCTION memo_retries(bigint) IS
'Sections to be written again and why: computed from bodies, structured outputs, metrics and claims as they are now, and what callers marked as partial. A violation that was asked for once and that the section repeats is left out.';
COMMENT ON FUNCTION memo_fill_section() IS
'Trigger: fills position, word_count, body_sha256 and updated_at of a section, checks it against the canonical metrics (parse_quality, retry_reason), asking for each violation once; never touches the body.';

/* --------------------------------------------------- canonical metrics */

COMMENT ON FUNCTION memo_check_metric() IS
'Trigger: refuses a canonical value that is not finite or, of a built-in metric, in another unit, out of range or, if a plain percent, a fraction; writes the key of a built-in metric in lower case.';

CREATE FUNCTION memo_check_metric_kind() RETURNS trigger
LANGUAGE c VOLATILE PARALLEL UNSAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_check_metric_kind() IS
'Trigger: refuses a unit whose numbers are not read.';


/* A saved synthesis has rows as they were, which may be older than a check. */
ALTER FUNCTION memo_restore_synthesis(json, jsonb, bigint) SET memocite.restoring = on;

CREATE FUNCTION memo_store_3_metrics() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
SET memocite.restoring = on
AS $$
DECLARE
	built_in CONSTANT text[] := '{irr,dscr,ltv,cap_rate,debt_yield,equity_multiple}';
BEGIN
	COMMENT ON COLUMN memocite.section.retry_reason IS 'What, where, expected: words to feed back to the model. Each violation is asked for once: in a full section this has those that its text repeats, so that they are not asked for again.';
	COMMENT ON COLUMN memocite.metric.metric IS 'irr, dscr, ltv, cap_rate, debt_yield, equity_multiple, in any case, or one of metric_kind.';
	COMMENT ON COLUMN memocite.metric.value IS 'In percent points, as a multiple, or in US dollars; of the six metrics in the range of memo_metric_schema(), a plain percent of them not between 0 and 1. NULL: not known.';
	COMMENT ON COLUMN memocite.metric.unit IS 'That of the metric: percent, multiple, number or a currency.';
	ALTER TABLE memocite.metric DROP CONSTRAINT IF EXISTS metric_unit_check;
	ALTER TABLE memocite.metric_kind DROP CONSTRAINT IF EXISTS metric_kind_unit_check;
	ALTER TABLE memocite.metric_kind ADD COLUMN IF NOT EXISTS short_spellings text[] DEFAULT '{}',
		ADD COLUMN IF NOT EXISTS not_near text[] DEFAULT '{}';
	COMMENT ON COLUMN memocite.metric_kind.unit IS 'percent, multiple, number or the code of a currency: usd, eur, gbp, ...';
	COMMENT ON COLUMN memocite.metric_kind.spellings IS 'How prose names it, besides the label.';
	COMMENT ON COLUMN memocite.metric_kind.short_spellings IS 'Short names that count only beside a number of the unit.';
	COMMENT ON COLUMN memocite.metric_kind.not_near IS 'Words within four words of which a name means something else.';
	/* IRR is irr: of two rows the one that was read stays */
	DELETE FROM memocite.metric m USING memocite.metric o
	WHERE o.deal_id = m.deal_id AND o.variant = m.variant AND lower(o.metric) = lower(m.metric) AND o.metric COLLATE "C" < m.metric COLLATE "C"
		AND lower(m.metric) = ANY (built_in);
	UPDATE memocite.metric m SET metric = lower(m.metric) WHERE lower(m.metric) = ANY (built_in) AND m.metric <> lower(m.metric);
END
$$;
COMMENT ON FUNCTION memo_store_3_metrics() IS
'Part of memo_store_3: canonical metrics, whose built-in keys are in lower case.';
REVOKE EXECUTE ON FUNCTION memo_store_3_metrics() FROM PUBLIC;
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
DROP FUNCTION memo_markdown(bigint, int, text, text);
CREATE FUNCTION memo_markdown(deal_id bigint, revision int DEFAULT NULL, layout text DEFAULT 'plain',
	labels text DEFAULT 'shared', charts text DEFAULT 'node') RETURNS text
LANGUAGE c STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_markdown(bigint, int, text, text, text) IS
'A finished memo as Markdown. revision: NULL is the latest. layout: plain, or clustered (definitions by document). labels: shared, or unique (each reference has a label of its own, for pandoc). charts: node, which a page draws and memo_import_markdown reads, or table (caption and data, for pandoc, Word and GitHub). An error when the deal has no such memo.';
DROP FUNCTION memo_html(bigint, int, text);
CREATE FUNCTION memo_html(deal_id bigint, revision int DEFAULT NULL, charts text DEFAULT 'svg', audience text DEFAULT 'reader',
	fragment boolean DEFAULT false) RETURNS text
LANGUAGE c STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_html(bigint, int, text, text, boolean) IS
'A finished memo as one self-contained HTML page without scripts. revision: NULL is the latest. charts: svg (drawn, with the data folded), table (each as its data), or vega (as Vega-Lite specs for a host page that has vega-embed). audience: reader, or author, whose page has grades, decision coverage, the path of the citations, those that were removed, and what was corrected. fragment: only the article, with a style that is its own, for a page of yours. An error when the deal has no such memo.';
COMMENT ON FUNCTION memo_prosemirror(bigint, int) IS
'A finished memo as a ProseMirror document for Tiptap (StarterKit, tables, tiptap-footnotes 3 and a node chart). revision: NULL is the latest. An error when the deal has no such memo.';
COMMENT ON FUNCTION memo_report(bigint, int) IS
'What memo_finalize returned for a revision. revision: NULL is the latest. An error when the deal has no such memo.';
COMMENT ON FUNCTION memo_verify(bigint, int) IS
'Reads a finished memo again, independently of the pipeline: one row a rule, all ok on every memo of status final. rule: what must hold of references, definitions, markers, edits, ledger, offsets or hash; the text that is generated from rows memo_replay proves. detail: where it is broken first, and how often; NULL when it holds.';
COMMENT ON FUNCTION memo_trace(bigint, int, int) IS
'A note''s life, by its number. item: note (the note itself), reference (a row of the ledger that leads to it), removed (what was merged, capped or dropped as a repeat), or claim (of the same source, without a row). src_id, provisional_id and global_id: its id as written, as shifted behind the sections before, and after collisions. detail: the definition of a note, the text of a claim. An error when the memo has no such note.';
COMMENT ON FUNCTION memo_diff(bigint, int, int) IS
'What changed between two revisions (NULL: the latest and the one before). kind: section_added, section_removed, section_renamed, section_changed (its prose, not its numbers), note_added, note_removed, note_renumbered, note_changed (its definition), reference_added, reference_removed, source_swapped (a reference of the same sentence names another document) or place_changed (another page of it). note_key: the same source has the same key in every revision. An error when there is only one.';
COMMENT ON FUNCTION memo_cite_answer(bigint, text) IS
'An answer whose markers [ID: X](BLOCK_CITE_ID_N) are numbered [1], [2], ... by position, and one citation for each occurrence, as memo_cite_source returns it, with position and end_position of the marker in the answer given (characters, from 0); cited_text is the marker''s sentence, and quote what of it in double quotes the marker stands in, behind, or, where another one does not follow, before. A marker without a block of the deal is taken out, and is in unresolved: [{marker, block_id, position, reason}, ...]; a block that is named outside of a marker stays, and is there with reason not_read.';
COMMENT ON FUNCTION memo_pin(bigint, int, boolean) IS
'Protects a revision from pruning, or lets it go again; returns whether that changed anything. An error when there is no such revision.';
COMMENT ON FUNCTION memo_markers(text) IS
'What the scanner sees in a body: one row a marker, in reading order. kind: one of 15, such as src or note_ref. value: what stands in the marker. id: its first source id, where it has one. start and length: in characters, from 0. zone: where it stands: prose, heading, table or link_label; in code, HTML tags, destinations of links and images it is text, and no row. paragraph and sentence: which one, from 0.';
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
/* ------------------------------------------ revisions, triggers, the queue */

CREATE FUNCTION memo_drop_sections() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
AS $$
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		DELETE FROM memocite.revision_section;
		RETURN NULL;
	END IF;
	/* no finalize may take over a text that is being deleted; of a deal that is deleted itself all goes */
	PERFORM FROM memocite.deal d WHERE d.deal_id = OLD.deal_id FOR NO KEY UPDATE;
	IF FOUND THEN
		DELETE FROM memocite.revision_section s
		USING json_to_recordset(OLD.manifest) AS o(section_key text, revision int)
		WHERE s.deal_id = OLD.deal_id AND s.section_key = o.section_key AND s.revision = o.revision
			AND NOT EXISTS (
				SELECT FROM memocite.revision r, json_to_recordset(r.manifest) AS m(section_key text, revision int)
				WHERE r.deal_id = OLD.deal_id AND m.section_key = s.section_key AND m.revision = s.revision);
	END IF;
	RETURN NULL;
END
$$;
COMMENT ON FUNCTION memo_drop_sections() IS
'Trigger: with a revision go the texts that no other revision has.';

CREATE OR REPLACE FUNCTION memo_store_trigger_list(OUT rel text, OUT name text, OUT event text, OUT call text) RETURNS SETOF record
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
	VALUES
		('deal', 'memo_check', 'BEFORE INSERT OR UPDATE OF policy', 'memo_check_policy(''policy'')'),
		('policy', 'memo_check', 'BEFORE INSERT OR UPDATE', 'memo_check_policy(''settings'')'),
		('insight', 'memo_check', 'BEFORE INSERT OR UPDATE', 'memo_check_insight()'),
		('metric', 'memo_check', 'BEFORE INSERT OR UPDATE', 'memo_check_metric()'),
		('metric_kind', 'memo_check', 'BEFORE INSERT OR UPDATE', 'memo_check_metric_kind()'),
		('section', 'memo_fill', 'BEFORE INSERT OR UPDATE', 'memo_fill_section()'),
		('passage', 'memo_fill', 'BEFORE INSERT OR UPDATE', 'memo_fill_passage()'),
		('deal', 'memo_enqueue', 'AFTER UPDATE OF name, metadata, policy', 'memo_enqueue()'),
		('document', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('passage', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('section', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('claim', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('metric', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('insight', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('chart', 'memo_enqueue', 'AFTER INSERT OR UPDATE OR DELETE', 'memo_enqueue()'),
		('block', 'memo_enqueue', 'AFTER UPDATE OF passage_id, page', 'memo_enqueue()'),
		('block', 'memo_keep_id', 'AFTER DELETE OR UPDATE OF deal_id, block_id', 'memo_keep_block_id()'),
		('queue', 'memo_dequeued', 'AFTER DELETE', 'memo_dequeued()'),
		('revision', 'memo_drop_sections', 'AFTER DELETE', 'memo_drop_sections()'),
		('revision', 'memo_truncate', 'AFTER TRUNCATE', 'memo_drop_sections()'),
		('queue', 'memo_truncate', 'AFTER TRUNCATE', 'memo_dequeued()'),
		('document', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('passage', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('section', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('claim', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('metric', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('insight', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('chart', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()'),
		('block', 'memo_truncate', 'BEFORE TRUNCATE', 'memo_enqueue()')
$$;

CREATE OR REPLACE FUNCTION memo_store_triggers() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	was_away CONSTANT boolean := NOT EXISTS (
		SELECT FROM pg_trigger g WHERE g.tgrelid = to_regclass('memocite.section') AND g.tgname = 'memo_enqueue');
	col record;
BEGIN
	/* ---- triggers: fill what is derived, and put the deal in the queue when a row really changed */
	FOR col IN
		SELECT t.rel, t.name, t.event, t.call, CASE WHEN t.event LIKE '%TRUNCATE' THEN 'STATEMENT' ELSE 'ROW' END AS level
		FROM @extschema@.memo_store_trigger_list() AS t
		WHERE NOT EXISTS (
			SELECT FROM pg_trigger g WHERE g.tgrelid = to_regclass('memocite.' || t.rel) AND g.tgname = t.name)
	LOOP
		EXECUTE format('CREATE TRIGGER %I %s ON memocite.%I FOR EACH %s EXECUTE FUNCTION @extschema@.%s',
			col.name, col.event, col.rel, col.level, col.call);
	END LOOP;
	IF (SELECT count(*) FROM pg_attribute a WHERE a.attname = 'figures'
		AND a.attrelid IN (to_regclass('memocite.citation'), to_regclass('memocite.grade'))) < 2 THEN
		PERFORM @extschema@.memo_store_figures();
	END IF;
	COMMENT ON COLUMN memocite.latest_revision.status IS 'final, uncited or flawed; see memocite.revision.';
	/* what changed while there were none, nobody knows; a deal that did not costs a worker but a look */
	IF was_away THEN
		PERFORM @extschema@.memo_enqueue_deal(s.deal_id) FROM (SELECT DISTINCT deal_id FROM memocite.section) AS s;
	END IF;
END
$$;
COMMENT ON FUNCTION memo_store_triggers() IS
'Part of memo_init: makes the triggers that are missing. Where DROP EXTENSION .. CASCADE took them, all deals with sections are put in the queue.';

CREATE OR REPLACE FUNCTION memo_take(deal_id bigint) RETURNS bigint[]
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	requests bigint[];
	tries int;
BEGIN
	/* the deal first, its requests then, as whoever deletes it; one that somebody is at is not waited for */
	PERFORM FROM memocite.deal d WHERE d.deal_id = memo_take.deal_id FOR NO KEY UPDATE SKIP LOCKED;
	IF NOT FOUND THEN
		RETURN NULL;
	END IF;
	SELECT array_agg(l.enqueued_xid), max(l.attempts) INTO requests, tries
	FROM (SELECT q.enqueued_xid, q.attempts, q.state, q.next_attempt_at FROM memocite.queue q
		WHERE q.deal_id = memo_take.deal_id ORDER BY q.enqueued_xid FOR UPDATE SKIP LOCKED) l
	HAVING bool_and(l.state = 'waiting') AND max(l.next_attempt_at) <= now();
	IF requests IS NULL THEN
		RETURN NULL;
	END IF;
	UPDATE memocite.queue q
	SET attempts = least(tries, 4) + 1, taken_at = CASE WHEN tries < 5 THEN clock_timestamp() END,
		state = CASE WHEN tries < 5 THEN 'waiting' ELSE 'failed' END,
		last_error = CASE WHEN tries < 5 THEN q.last_error ELSE coalesce(q.last_error, 'the server or the worker ended during the attempt') END,
		next_attempt_at = now() + least(interval '1 hour', interval '1 second' * 8 ^ tries)
	WHERE q.deal_id = memo_take.deal_id AND q.enqueued_xid = ANY (requests);
	RETURN CASE WHEN tries < 5 THEN requests END;
END
$$;
/* -------------------------------------------------------------- source ids */

CREATE FUNCTION memo_used_src_ids(deal_id bigint) RETURNS SETOF bigint
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
AS $$
	SELECT u.id FROM (
		SELECT c.src_id FROM memocite.claim c WHERE c.deal_id = memo_used_src_ids.deal_id
		UNION ALL SELECT p.src_id FROM memocite.passage p WHERE p.deal_id = memo_used_src_ids.deal_id
		UNION ALL SELECT d.src_id FROM memocite.document d WHERE d.deal_id = memo_used_src_ids.deal_id
		UNION ALL
		SELECT CASE WHEN n ~ '^[0-9]{1,10}$' THEN n::bigint END		/* [SRC:2-5] has two */
		FROM memocite.section s, @extschema@.memo_markers(@extschema@.memo_normalize(s.body)) m, regexp_split_to_table(m.value, '[^0-9]+') AS n
		WHERE s.deal_id = memo_used_src_ids.deal_id AND m.kind IN ('src', 'src_variant', 'source_line')) AS u(id)
	WHERE u.id BETWEEN 1 AND 2147483647		/* what no marker can say is in nobody's way */
$$;
COMMENT ON FUNCTION memo_used_src_ids(bigint) IS
'Part of memo_reserve_src_ids: the source ids that a deal has, in claims, passages, documents and markers, with repetitions.';

CREATE FUNCTION memo_src_id_room(deal_id bigint, OUT first_id bigint, OUT n bigint)
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
AS $$
	WITH used(first, last) AS (
		VALUES (0::bigint, 0::bigint), (2147483648, 2147483648)
		UNION ALL SELECT r.first_id, r.last_id FROM memocite.src_range r WHERE r.deal_id = memo_src_id_room.deal_id
		UNION ALL SELECT u.id, u.id FROM @extschema@.memo_used_src_ids(memo_src_id_room.deal_id) AS u(id))
	SELECT g.after + 1, g.before - g.after - 1
	FROM (SELECT max(u.last) OVER w AS after, lead(u.first) OVER w AS before FROM used u WINDOW w AS (ORDER BY u.first, u.last)) AS g
	WHERE g.before IS NOT NULL
	ORDER BY 2 DESC, 1 LIMIT 1
$$;
COMMENT ON FUNCTION memo_src_id_room(bigint) IS
'Part of memo_reserve_src_ids: the widest room between the source ids that a deal has and those that were reserved: its first id, and how many there are.';

CREATE OR REPLACE FUNCTION memo_reserve_src_ids(deal_id bigint, agent text, n int, OUT first_id bigint, OUT last_id bigint)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
	deal CONSTANT bigint := memo_reserve_src_ids.deal_id;
	room record;
BEGIN
	IF memo_reserve_src_ids.deal_id IS NULL OR memo_reserve_src_ids.agent IS NULL OR memo_reserve_src_ids.n IS NULL THEN
		RAISE EXCEPTION '% is null', CASE WHEN memo_reserve_src_ids.deal_id IS NULL THEN 'deal_id' WHEN memo_reserve_src_ids.agent IS NULL THEN 'agent' ELSE 'n' END
			USING ERRCODE = 'null_value_not_allowed';
	END IF;
	PERFORM @extschema@.memo_check_store();
	IF memo_reserve_src_ids.n < 1 OR memo_reserve_src_ids.n > 1000000 THEN
		RAISE EXCEPTION 'cannot reserve % ids', memo_reserve_src_ids.n
			USING ERRCODE = 'invalid_parameter_value', DETAIL = 'n is from 1 to 1000000.';
	END IF;
	IF NOT EXISTS (SELECT FROM memocite.deal d WHERE d.deal_id = deal) THEN
		RAISE EXCEPTION 'deal % does not exist', deal USING ERRCODE = 'no_data_found';
	END IF;
	/* above all ids that the deal has */
	INSERT INTO memocite.allocator(deal_id, next_src_id)
	SELECT deal, 1 + coalesce((SELECT max(u.id) FROM @extschema@.memo_used_src_ids(deal) AS u(id)), 0)
	WHERE NOT EXISTS (SELECT FROM memocite.allocator a WHERE a.deal_id = deal AND a.next_src_id IS NOT NULL)
	ON CONFLICT (deal_id) DO UPDATE SET next_src_id = EXCLUDED.next_src_id WHERE allocator.next_src_id IS NULL;
	UPDATE memocite.allocator a SET next_src_id = a.next_src_id + memo_reserve_src_ids.n
	WHERE a.deal_id = deal
	RETURNING a.next_src_id - memo_reserve_src_ids.n, a.next_src_id - 1 INTO first_id, last_id;
	IF NOT FOUND THEN			/* deleted by somebody else meanwhile, and its row with it */
		RAISE EXCEPTION 'deal % does not exist', deal USING ERRCODE = 'no_data_found';
	END IF;
	/* beyond the last id, or somebody has written one of these meanwhile: the widest room between all */
	IF last_id > 2147483647
		OR EXISTS (SELECT FROM memocite.claim c WHERE c.deal_id = deal AND c.src_id BETWEEN memo_reserve_src_ids.first_id AND memo_reserve_src_ids.last_id)
		OR EXISTS (SELECT FROM memocite.passage p WHERE p.deal_id = deal AND p.src_id BETWEEN memo_reserve_src_ids.first_id AND memo_reserve_src_ids.last_id)
		OR EXISTS (SELECT FROM memocite.document d WHERE d.deal_id = deal AND d.src_id BETWEEN memo_reserve_src_ids.first_id AND memo_reserve_src_ids.last_id)
		OR memo_reserve_src_ids.first_id <= (SELECT r.last_id FROM memocite.src_range r
			WHERE r.deal_id = deal AND r.first_id <= memo_reserve_src_ids.last_id ORDER BY r.first_id DESC LIMIT 1)
	THEN
		SELECT r.first_id, r.n INTO room FROM @extschema@.memo_src_id_room(deal) AS r;
		IF room.n IS NULL OR room.n < memo_reserve_src_ids.n THEN
			RAISE EXCEPTION 'deal % has no room for % ids', deal, memo_reserve_src_ids.n
				USING ERRCODE = 'sequence_generator_limit_exceeded',
					DETAIL = format('Ids end at 2147483647; of those that are neither reserved nor in use, %s at most follow each other.', coalesce(room.n, 0));
		END IF;
		first_id := room.first_id;
		last_id := room.first_id + memo_reserve_src_ids.n - 1;
		UPDATE memocite.allocator a SET next_src_id = memo_reserve_src_ids.last_id + 1 WHERE a.deal_id = deal;
	END IF;
	INSERT INTO memocite.src_range(deal_id, first_id, last_id, agent)
	VALUES (deal, memo_reserve_src_ids.first_id, memo_reserve_src_ids.last_id, memo_reserve_src_ids.agent);
END
$$;
COMMENT ON FUNCTION memo_reserve_src_ids(bigint, text, int) IS
'Hands an agent n source ids (1 to 1000000) that no other agent of the deal gets, and that the deal does not have. Never reused.';

/* ----------------------------------------------------------- what is wrong */

CREATE OR REPLACE FUNCTION memo_doctor_queue(OUT "check" text, OUT ok boolean, OUT detail text, OUT hint text) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	worker record;
	waiting record;
	failed record;
	is_served boolean;
BEGIN
	SELECT * INTO worker FROM @extschema@.memo_worker_status();
	is_served := worker.launcher IS NOT NULL AND NOT worker.stopped;
	"check" := 'preload';
	ok := worker.preloaded;
	detail := CASE WHEN ok THEN 'workers come back after a restart of the server' ELSE 'the library is not in shared_preload_libraries' END;
	hint := CASE WHEN NOT ok THEN 'Without it memo_worker_start() lasts until the next restart; memo_work() works without any worker.' END;
	RETURN NEXT;

	"check" := 'worker';
	ok := is_served AND worker.problem IS NULL;
	detail := CASE WHEN worker.stopped THEN 'stopped by memo_worker_stop()'
		WHEN NOT is_served THEN 'none for this database'
		WHEN worker.problem IS NOT NULL THEN worker.problem
		ELSE format('launcher %s, %s processes, last look %s', worker.launcher, worker.workers,
			coalesce(format('%s s ago', ceil(extract(epoch FROM clock_timestamp() - worker.looked_at))), 'never')) END;
	hint := CASE WHEN NOT is_served THEN
			'SELECT memo_worker_start() starts one; memocite.databases names the databases of the preloaded launcher.'
		WHEN worker.problem LIKE 'no worker can start%' THEN
			'Raise max_worker_processes and restart the server, or end what takes the places: see backend_type in pg_stat_activity. SELECT memo_work() works without a worker.' END;
	RETURN NEXT;

	IF @extschema@.memo_readable('store_version') IS NULL THEN
		RETURN;					/* memo_doctor_store says it */
	ELSIF EXISTS (SELECT FROM unnest('{queue,deal,section}'::text[]) AS name WHERE @extschema@.memo_readable(name) IS NULL) THEN
		"check" := 'queue';
		ok := false;
		detail := 'table queue, deal or section is missing, or this role may not read it';
		hint := 'They are tables of the store: restore them.';
		RETURN NEXT;
		RETURN;
	END IF;
	SELECT count(*) AS deals, count(*) FILTER (WHERE NOT q.is_complete) AS incomplete,
		coalesce(ceil(extract(epoch FROM clock_timestamp() - min(q.enqueued_at) FILTER (WHERE q.is_complete))), 0) AS age
	INTO waiting FROM (
		SELECT q.deal_id, min(q.enqueued_at) AS enqueued_at, @extschema@.memo_is_complete(q.deal_id) AS is_complete
		FROM memocite.queue q WHERE q.state = 'waiting' GROUP BY q.deal_id) q;
	"check" := 'queue';
	ok := waiting.age < 900;
	detail := CASE WHEN waiting.deals = 0 THEN 'empty'
		ELSE format('%s deals wait, the oldest for %s s; %s for their sections', waiting.deals - waiting.incomplete, waiting.age, waiting.incomplete) END;
	hint := CASE WHEN NOT ok THEN 'A deal waits for its back-off or for a worker: see memocite.status. SELECT memo_work() works now.' END;
	RETURN NEXT;

	SELECT q.deal_id, q.state, q.attempts, q.last_error INTO failed
	FROM memocite.queue q WHERE q.last_error IS NOT NULL ORDER BY q.state, q.next_attempt_at DESC, q.deal_id LIMIT 1;
	"check" := 'last error';
	ok := failed IS NULL;
	detail := CASE WHEN ok THEN 'none' ELSE format('deal %s, %s after %s attempts: %s', failed.deal_id, failed.state, failed.attempts, failed.last_error) END;
	hint := CASE WHEN NOT ok THEN format('Mend the cause, then SELECT memo_requeue(%s).', failed.deal_id) END;
	RETURN NEXT;
END
$$;

COMMENT ON FUNCTION memo_worker_status() IS
'The worker of this database: whether the library is preloaded, pid of the launcher that serves it (NULL = none), worker processes now (an idle one leaves), whether it was stopped, its last look into the queue; since the server started: deals finalized and attempts that failed; what was wrong with the last look, or kept a worker from starting.';

/* --------------------------------------- every figure against its evidence */

CREATE FUNCTION memo_figures(body text, places int[], evidence text[], OUT reference int, OUT figure text, OUT start int,
	OUT length int, OUT verdict text, OUT nearest text)
RETURNS SETOF record
LANGUAGE c IMMUTABLE PARALLEL SAFE ROWS 10
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_figures(text, int[], text[]) IS
'The figures of a text, and whether its evidence has them. places: where its references stand (characters from 0, ascending), evidence: the text behind each, NULL = none is stored; places NULL: every figure of the text is looked for in all of the evidence. One row a figure of a cited sentence: the reference that it is counted for (from 1), start and length in characters, verdict supported, missing or no_text, and the nearest number that the evidence has beside the same word.';

CREATE FUNCTION memo_store_figures() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
	CREATE OR REPLACE VIEW memocite.citation WITH (security_invoker = true) AS
		SELECT d.deal_id, d.revision, c.citation_no::int, c.section_key, coalesce(c.origin, 'marker') AS origin,
			CASE WHEN c.marker IS NULL AND c.marker_offset IS NOT NULL THEN '[SRC:' || c.src_id || ']' ELSE c.marker END
				AS marker,
			c.marker_offset, c.part, c.parts, c.src_id, c.provisional_id,
			nullif(coalesce(c.global_id, c.src_id), -1) AS global_id, k.ids[c.claim] AS claim_id,
			c.doc_id, c.page, c.locator, c.passage_id, c.block_id, c.quote, k.quote_levels[c.claim] AS quote_level,
			(c.confidence / 1000.0)::numeric(4,3) AS confidence, c.score, c.matched,
			CASE WHEN c.is_removed THEN 'removed' ELSE 'kept' END AS fate, c.how, c.stage, c.note_number, c.final_offset,
			c.figures, c.figures_supported
		FROM memocite.revision_detail d
		CROSS JOIN LATERAL (SELECT d.claim_id || '{}' AS ids, d.claim_quote_level || '{}' AS quote_levels OFFSET 0) AS k
		CROSS JOIN LATERAL unnest(d.cit_section, d.cit_origin, d.cit_marker, d.cit_marker_offset, d.cit_part, d.cit_parts,
				d.cit_src_id, d.cit_provisional_id, d.cit_global_id, d.cit_claim, d.cit_doc_id, d.cit_page, d.cit_locator,
				d.cit_passage_id, d.cit_block_id, d.cit_quote, d.cit_confidence, d.cit_score, d.cit_matched, d.cit_removed, d.cit_how,
				d.cit_stage, d.cit_note, d.cit_offset, d.cit_figures, d.cit_figures_supported) WITH ORDINALITY
			AS c(section_key, origin, marker, marker_offset, part, parts, src_id, provisional_id, global_id, claim, doc_id,
				page, locator, passage_id, block_id, quote, confidence, score, matched, is_removed, how, stage, note_number,
				final_offset, figures, figures_supported, citation_no);
	COMMENT ON COLUMN memocite.citation.marker IS 'The marker as written; of a chart the source as its config has it; NULL for placed ones.';
	COMMENT ON COLUMN memocite.citation.origin IS 'marker; or what placed it: claim, budget, reinject, rescue, note_ref, superscript, chart (a source of a chart''s config), ic_note, model_warning, source_conflict, lineage.';
	COMMENT ON COLUMN memocite.citation.figures IS 'Numbers of its sentence that are counted for it and were looked for in evidence; NULL: none, or no text of evidence is stored. memo_check_figures() lists them.';
	COMMENT ON COLUMN memocite.citation.figures_supported IS 'Of these, found in it.';
	CREATE OR REPLACE VIEW memocite.grade WITH (security_invoker = true) AS
		SELECT d.deal_id, d.revision, g.section_key, g.words, g.citations, g.density, g.stripped_share, g.grade,
			g.budget, g.budget_met, g.figures, g.figures_supported
		FROM memocite.revision_detail d,
			unnest(d.grade_section, d.grade_words, d.grade_citations, d.grade_density, d.grade_stripped,
				d.grade_letter, d.grade_budget, d.grade_budget_met, d.grade_figures, d.grade_figures_supported)
			AS g(section_key, words, citations, density, stripped_share, grade, budget, budget_met, figures, figures_supported);
	COMMENT ON COLUMN memocite.grade.figures IS 'Sum of its citations'' figures; NULL: none.';
	COMMENT ON COLUMN memocite.grade.figures_supported IS 'Of these, found in evidence.';
END
$$;
COMMENT ON FUNCTION memo_store_figures() IS
'Part of memo_init: views citation and grade with what was found of their figures.';
REVOKE EXECUTE ON FUNCTION memo_store_figures() FROM PUBLIC;

CREATE FUNCTION memo_check_figures(deal_id bigint, revision int DEFAULT NULL, OUT section_key text, OUT citation_no int,
	OUT figure text, OUT start int, OUT length int, OUT verdict text, OUT nearest text)
RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	kept memocite.revision;
BEGIN
	PERFORM @extschema@.memo_check_store();
	SELECT r.* INTO kept FROM memocite.revision r
	WHERE r.deal_id = memo_check_figures.deal_id AND r.revision = coalesce(memo_check_figures.revision, r.revision)
	ORDER BY r.revision DESC LIMIT 1;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'deal % has no revision%', deal_id, coalesce(' ' || revision, '') USING ERRCODE = 'no_data_found',
			HINT = 'memo_finalize makes one.';
	END IF;
	RETURN QUERY
		SELECT m.section_key, c.numbers[f.reference], f.figure, f.start, f.length, f.verdict, f.nearest
		FROM ROWS FROM (json_to_recordset(kept.manifest) AS (section_key text, revision int)) WITH ORDINALITY AS m(section_key, revision, ord)
		JOIN memocite.revision_section s ON s.deal_id = kept.deal_id AND s.section_key = m.section_key AND s.revision = m.revision
		JOIN (SELECT c.section_key, array_agg(c.citation_no ORDER BY c.place, c.row) AS numbers,
				array_agg(c.place ORDER BY c.place, c.row) AS places, array_agg(nullif(p.content, '') ORDER BY c.place, c.row) AS evidence
			FROM (
				/* a repetition that left the text is evidence of the reference beside which it stood */
				SELECT c.section_key, c.citation_no AS row, c.passage_id,
					CASE WHEN c.fate = 'kept' THEN c.citation_no WHEN w.is_next THEN c.next[2] ELSE c.before[2] END AS citation_no,
					CASE WHEN c.fate = 'kept' THEN c.final_offset WHEN w.is_next THEN c.next[3] ELSE c.before[3] END AS place
				FROM (SELECT c.*,
						max(ARRAY[c.marker_offset, c.citation_no, c.final_offset]) FILTER (WHERE c.fate = 'kept' AND c.marker_offset IS NOT NULL)
							OVER (PARTITION BY c.section_key ORDER BY c.citation_no) AS before,
						min(ARRAY[c.marker_offset, c.citation_no, c.final_offset]) FILTER (WHERE c.fate = 'kept' AND c.marker_offset IS NOT NULL)
							OVER (PARTITION BY c.section_key ORDER BY c.citation_no DESC) AS next
					FROM memocite.citation c WHERE c.deal_id = kept.deal_id AND c.revision = kept.revision) AS c
				CROSS JOIN LATERAL (SELECT coalesce(c.next[1] - c.marker_offset < c.marker_offset - c.before[1], c.before IS NULL) AS is_next) AS w
				WHERE c.fate = 'kept' OR c.how IN ('duplicate', 'capped') AND c.marker_offset IS NOT NULL) AS c
			LEFT JOIN memocite.passage p ON p.deal_id = kept.deal_id AND p.passage_id = c.passage_id
			WHERE c.place IS NOT NULL
			GROUP BY c.section_key) AS c ON c.section_key = m.section_key
		CROSS JOIN LATERAL @extschema@.memo_figures(s.body, c.places, c.evidence) WITH ORDINALITY AS f
		ORDER BY m.ord, f.ordinality;
END
$$;
COMMENT ON FUNCTION memo_check_figures(bigint, int) IS
'Each figure of the cited sentences of a revision (NULL = the latest), and whether the passages that they cite have it: supported; missing, when at least one has a text and none has it, with the nearest number that the evidence has beside the same word; no_text. Computed from the stored text and the passages as they are today, so it may say more than the ledger, where memo_finalize counted (figures, figures_supported). citation_no: the row of memocite.citation that it is counted for; start and length are characters of the section''s body. An error when the deal has no such revision.';

/* ------------------------------------------------------- behind a note */

CREATE FUNCTION memo_evidence(deal_id bigint, revision int DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	kept memocite.revision;
BEGIN
	PERFORM @extschema@.memo_report(memo_evidence.deal_id, memo_evidence.revision);
	SELECT r.* INTO kept FROM memocite.revision r
	WHERE r.deal_id = memo_evidence.deal_id AND r.revision = coalesce(memo_evidence.revision, r.revision)
	ORDER BY r.revision DESC LIMIT 1;
	RETURN (
		WITH reference AS MATERIALIZED (
			SELECT c.*, row_number() OVER (ORDER BY m.ord, c.final_offset) AS place
			FROM memocite.citation c
			LEFT JOIN json_array_elements(kept.manifest) WITH ORDINALITY AS m(section, ord) ON m.section ->> 'section_key' = c.section_key
			WHERE c.deal_id = kept.deal_id AND c.revision = kept.revision AND c.fate = 'kept'),
		passage AS MATERIALIZED (
			SELECT p.* FROM memocite.passage p
			WHERE p.deal_id = kept.deal_id AND p.passage_id IN (SELECT r.passage_id FROM reference r)),
		box AS (
			/* of the block, else the passage's; one that is not valid is none */
			SELECT b.block_id, b.page, CASE WHEN w.block_id IS NULL AND b.box_left + b.box_top + b.box_width + b.box_height IS NOT NULL
				THEN jsonb_build_object('left', b.box_left, 'top', b.box_top, 'width', b.box_width, 'height', b.box_height) END AS box
			FROM memocite.block b LEFT JOIN @extschema@.memo_check_boxes(kept.deal_id) w ON w.block_id = b.block_id
			WHERE b.deal_id = kept.deal_id AND b.block_id IN (SELECT r.block_id FROM reference r)),
		figure AS (
			SELECT f.citation_no, jsonb_agg(jsonb_build_object('figure', f.figure, 'start', f.start, 'length', f.length,
				'verdict', f.verdict, 'nearest', f.nearest) ORDER BY f.start) AS figures
			FROM @extschema@.memo_check_figures(kept.deal_id, kept.revision) f GROUP BY f.citation_no),
		shown AS (
			SELECT r.note_number, jsonb_agg(jsonb_build_object('citation_no', r.citation_no, 'section_key', r.section_key,
					'offset', r.final_offset, 'origin', r.origin, 'marker', r.marker, 'claim_id', r.claim_id,
					'page', coalesce(b.page, r.page), 'locator', r.locator, 'box', b.box, 'block_id', r.block_id,
					'passage_id', r.passage_id, 'quote', r.quote, 'quote_level', r.quote_level, 'quote_start', q.start,
					'quote_length', q.length, 'confidence', r.confidence, 'figures', coalesce(f.figures, '[]'))
				ORDER BY r.place) AS items
			FROM reference r
			LEFT JOIN box b ON b.block_id = r.block_id
			LEFT JOIN passage p ON p.passage_id = r.passage_id
			LEFT JOIN figure f ON f.citation_no = r.citation_no
			LEFT JOIN LATERAL @extschema@.memo_quote_match(r.quote, p.content, nullif(r.quote_level, 'unmatched')) q ON true
			GROUP BY r.note_number)
		SELECT jsonb_build_object('deal_id', kept.deal_id, 'revision', kept.revision,
			'notes', (
				SELECT coalesce(jsonb_object_agg(n.note_key, jsonb_build_object('number', n.number, 'kind', n.kind,
					'definition', n.definition, 'doc_id', n.doc_id, 'page', n.page, 'locator', n.locator, 'stale', n.stale,
					'confidence', n.confidence, 'references', coalesce(s.items, '[]'))), '{}')
				FROM memocite.footnote n LEFT JOIN shown s ON s.note_number = n.number
				WHERE n.deal_id = kept.deal_id AND n.revision = kept.revision),
			'documents', (
				SELECT coalesce(jsonb_object_agg(d.doc_id, jsonb_build_object('title', coalesce(d.title, d.path, d.doc_id),
					'source_type', d.source_type, 'path', d.path, 'url', substring(d.path FROM '^https?://.*$'),
					'ingested_on', d.ingested_on)), '{}')
				FROM memocite.document d
				WHERE d.deal_id = kept.deal_id AND d.doc_id IN (SELECT r.doc_id FROM reference r)),
			'passages', (
				SELECT coalesce(jsonb_object_agg(p.passage_id, jsonb_build_object('doc_id', p.doc_id, 'page', p.page,
					'text', p.content)), '{}')
				FROM passage p)));
END
$$;
COMMENT ON FUNCTION memo_evidence(bigint, int) IS
'What stands behind the notes of a revision (NULL = the latest), for a viewer that shows the page when a number is clicked: {deal_id, revision, notes, documents, passages}. notes: by note_key, which is the data-id of memo_prosemirror and the data-key of memo_html: {number, kind, definition, doc_id, page, locator, stale, confidence, references}. references: in reading order, [{citation_no, section_key, offset (characters of the section''s text), origin, marker, claim_id, page, locator, box: {left, top, width, height} in fractions of the page, block_id, passage_id, quote, quote_level, quote_start and quote_length (characters of the passage), confidence, figures: [{figure, start, length, verdict, nearest}]}]. documents: by doc_id: {title, source_type, path, url, ingested_on}; url is a path that is one. passages: by passage_id: {doc_id, page, text}. References, notes and quotes are the revision''s; documents, passages and boxes are today''s. An error when the deal has no such memo.';

CREATE FUNCTION memo_sentence(body text, place int) RETURNS text
LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_sentence(text, int) IS
'The sentence of a body that a place belongs to (characters, from 0); in a table its cell. A place behind a full stop belongs to the sentence before. NULL where there is none.';

CREATE FUNCTION memo_trace_text(deal_id bigint, number int, revision int DEFAULT NULL) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	kept memocite.revision;
	head text;
	life text;
BEGIN
	/* also the errors: no such memo, no such note */
	SELECT format(E'Note %s: %s\n%s', memo_trace_text.number, t.detail,
		concat_ws(', ', 'key ' || t.note_key, 'document ' || t.doc_id || coalesce(' (' || d.source_type || ')', ''),
			'ingested ' || to_char(d.ingested_on, 'YYYY-MM-DD'), 'path ' || d.path, 'confidence ' || t.confidence))
	INTO head
	FROM @extschema@.memo_trace(memo_trace_text.deal_id, memo_trace_text.number, memo_trace_text.revision) t
	LEFT JOIN memocite.document d ON d.deal_id = memo_trace_text.deal_id AND d.doc_id = t.doc_id
	WHERE t.item = 'note';
	SELECT r.* INTO kept FROM memocite.revision r
	WHERE r.deal_id = memo_trace_text.deal_id AND r.revision = coalesce(memo_trace_text.revision, r.revision)
	ORDER BY r.revision DESC LIMIT 1;
	SELECT string_agg(l.line, E'\n\n' ORDER BY l.ord) INTO life
	FROM (
		SELECT t.ord, CASE t.item
			WHEN 'claim' THEN format('Claim without a reference, section %s', t.section_key)
			ELSE format('%s, section %s', CASE t.item WHEN 'reference' THEN 'Reference' ELSE 'Removed' END, t.section_key) END
			|| coalesce(E'\n  sentence  ' || ltrim(@extschema@.memo_sentence(s.body, t.final_offset), '† '), '')
			|| coalesce(E'\n  written   ' || t.marker || CASE t.origin WHEN 'chart' THEN ', as a source of a chart' ELSE coalesce(' at character ' || t.marker_offset || ' of the agent''s text', '') END,
				CASE t.item WHEN 'claim' THEN NULL ELSE E'\n  written   by no agent: ' || t.origin END, '')
			|| coalesce(E'\n  id        ' || nullif(concat_ws(' -> ', t.src_id, nullif(t.provisional_id, t.src_id), nullif(t.global_id, coalesce(t.provisional_id, t.src_id))), ''), '')
			|| coalesce(E'\n  claim     ' || t.claim_id || coalesce(': ' || t.detail, ''), '')
			|| coalesce(E'\n  source    ' || nullif(concat_ws(', ', t.document, coalesce(t.locator, 'p. ' || t.page), 'block ' || t.block_id), ''), '')
			|| coalesce(E'\n  passage   ' || t.passage_id || ': ' || CASE WHEN q.start IS NULL THEN left(p.content, 300)
				ELSE CASE WHEN q.start > 120 THEN '...' ELSE '' END || substr(p.content, greatest(q.start - 119, 1), least(q.start, 120))
					|| '>>' || substr(p.content, q.start + 1, q.length) || '<<' || substr(p.content, q.start + q.length + 1, 120) END, '')
			|| coalesce(E'\n  quote     ' || CASE WHEN t.quote IS NULL THEN NULL WHEN q.start IS NULL THEN '"' || t.quote || '", not found there'
				ELSE 'found, level ' || q.level END, '')
			|| coalesce(E'\n  figures   ' || c.figures_supported || ' of ' || c.figures || ' in the evidence', '')
			|| CASE t.item WHEN 'removed' THEN E'\n  removed   ' || concat_ws(', stage ', t.how, t.stage) ELSE coalesce(E'\n  decided   ' || concat_ws(', ', t.how, 'stage ' || t.stage), '') END
			AS line
		FROM @extschema@.memo_trace(memo_trace_text.deal_id, memo_trace_text.number, memo_trace_text.revision) WITH ORDINALITY
			AS t(item, citation_no, section_key, origin, marker, marker_offset, src_id, provisional_id, global_id, claim_id, doc_id,
				document, page, locator, passage_id, block_id, quote, confidence, score, fate, how, stage, note_key, final_offset, detail, ord)
		LEFT JOIN json_to_recordset(kept.manifest) AS m(section_key text, revision int) ON m.section_key = t.section_key
		LEFT JOIN memocite.revision_section s ON s.deal_id = kept.deal_id AND s.section_key = m.section_key AND s.revision = m.revision
		LEFT JOIN memocite.citation c ON c.deal_id = kept.deal_id AND c.revision = kept.revision AND c.citation_no = t.citation_no
		LEFT JOIN memocite.passage p ON p.deal_id = kept.deal_id AND p.passage_id = t.passage_id
		LEFT JOIN LATERAL @extschema@.memo_quote_match(t.quote, p.content, nullif(c.quote_level, 'unmatched')) q ON true
		WHERE t.item <> 'note') AS l;
	RETURN head || coalesce(E'\n\n' || life, '');
END
$$;
COMMENT ON FUNCTION memo_trace_text(bigint, int, int) IS
'memo_trace() to be read: where a note comes from, on one screen. Of each reference the sentence, the marker as written, its ids as written, as shifted and after collisions, the claim, the source, the passage with the quote between >> and <<, and how many of its figures the evidence has; then what was merged or dropped, and claims without a reference. An error when the memo has no such note.';

CREATE FUNCTION memo_response_figures(passages jsonb, response jsonb, OUT claim int, OUT figure text, OUT nearest text, OUT problem text)
RETURNS SETOF record
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
	SELECT c.ord::int, f.figure, f.nearest, format('Claim %s has the figure %s, which is neither in its quote nor in passage %s', c.ord, f.figure, p.v ->> 'key')
		|| coalesce(': that has "' || f.nearest || '"', '')
	FROM jsonb_array_elements(CASE WHEN jsonb_typeof(response -> 'claims') = 'array' THEN response -> 'claims' ELSE '[]' END) WITH ORDINALITY AS c(v, ord)
	JOIN jsonb_array_elements(passages) AS p(v) ON p.v ->> 'key' = c.v #>> '{citation,passage_id}'
	CROSS JOIN LATERAL @extschema@.memo_figures(c.v ->> 'claim_text', NULL, ARRAY[p.v ->> 'text']) WITH ORDINALITY AS f
	WHERE f.verdict = 'missing'
	ORDER BY c.ord, f.ordinality
$$;
COMMENT ON FUNCTION memo_response_figures(jsonb, jsonb) IS
'The figures of a model''s claims that are neither in their quote nor in the passage that it is of, with the nearest number of the passage beside the same word, and the words to tell the model. claim: which one, from 1. No row: all are there.';

CREATE OR REPLACE FUNCTION memo_answer(request_id uuid, response jsonb, attempt int DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	asked memocite.request;
	policy jsonb;
	found_errors text[];
	good int[];
	n int;
	next_state text;
	next_reason text;
	figures jsonb;
BEGIN
	PERFORM @extschema@.memo_check_store();
	SELECT r.* INTO asked FROM memocite.request r WHERE r.request_id = memo_answer.request_id FOR UPDATE;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'request % does not exist', memo_answer.request_id USING ERRCODE = 'no_data_found';
	ELSIF asked.state NOT IN ('pending', 'retry') THEN
		RAISE EXCEPTION 'request % is settled', asked.request_id USING ERRCODE = 'object_not_in_prerequisite_state',
			DETAIL = format('Its state is "%s"; only one that is "pending" or "retry" takes an answer.', asked.state);
	END IF;
	IF attempt <> asked.attempts + 1 THEN
		RAISE EXCEPTION 'request % is at attempt %, this answers attempt %', asked.request_id, asked.attempts + 1, attempt
			USING ERRCODE = 'object_not_in_prerequisite_state', HINT = 'memo_request(request_id) is the request as it is now.';
	END IF;
	policy := @extschema@.memo_policy(asked.deal_id);
	n := CASE WHEN jsonb_typeof(response -> 'claims') = 'array' THEN jsonb_array_length(response -> 'claims') ELSE 0 END;
	SELECT coalesce(array_agg(p.problem), '{}'), ARRAY(SELECT generate_series(1, n) EXCEPT SELECT unnest(array_agg(p.claim)) ORDER BY 1)
	INTO found_errors, good
	FROM @extschema@.memo_response_problems(asked.passages, response, policy) AS p;
	/* figures without evidence are asked about once */
	SELECT coalesce(jsonb_agg(jsonb_build_object('code', 'figure_unsupported', 'claim', f.claim, 'figure', f.figure, 'nearest', f.nearest)
			ORDER BY f.ord), '[]'),
		CASE WHEN asked.state = 'pending' THEN found_errors || coalesce(array_agg(f.problem ORDER BY f.ord), '{}') ELSE found_errors END
	INTO figures, found_errors
	FROM @extschema@.memo_response_figures(asked.passages, response) WITH ORDINALITY AS f(claim, figure, nearest, problem, ord)
	WHERE asked.state = 'pending' OR f.claim = ANY (good);
	IF found_errors = '{}' THEN
		next_state := 'accepted';
	ELSIF asked.state = 'pending' THEN
		next_state := 'retry';
	ELSIF good <> '{}' AND (policy ->> 'partial_answers')::boolean THEN
		next_state := 'accepted';
	ELSE
		next_state := 'fallback';
		next_reason := 'invalid_answers';
	END IF;
	UPDATE memocite.request r
	SET state = next_state, reason = next_reason, attempts = r.attempts + 1, errors = found_errors, answered_at = now(),
		partial = next_state = 'accepted' AND found_errors <> '{}',
		events = CASE WHEN next_state = 'accepted' THEN nullif(figures, '[]') END,
		answer = CASE WHEN next_state = 'accepted' THEN jsonb_build_object(
			'quote_level', policy -> 'quote_level', 'bridging_intro', CASE WHEN jsonb_typeof(response -> 'bridging_intro') = 'string' THEN response -> 'bridging_intro' END,
			'claims', (SELECT jsonb_agg(c.v ORDER BY c.ord) FROM jsonb_array_elements(response -> 'claims') WITH ORDINALITY AS c(v, ord)
				WHERE c.ord = ANY (good)),
			'bridging_conclusion', CASE WHEN jsonb_typeof(response -> 'bridging_conclusion') = 'string' THEN response -> 'bridging_conclusion' END) END
	WHERE r.deal_id = asked.deal_id AND r.request_id = asked.request_id;
	IF next_state = 'retry' THEN
		PERFORM pg_notify('memo_request', asked.request_id::text);
	END IF;
	RETURN jsonb_build_object('request_id', asked.request_id, 'state', next_state, 'attempt', asked.attempts + 1,
			'partial', next_state = 'accepted' AND found_errors <> '{}', 'errors', to_jsonb(found_errors))
		|| CASE WHEN next_state = 'accepted' AND figures <> '[]' THEN jsonb_build_object('events', figures) ELSE '{}' END
		|| CASE WHEN next_state = 'retry' THEN jsonb_build_object('request', @extschema@.memo_request(asked.request_id)) ELSE '{}' END;
END
$$;
COMMENT ON FUNCTION memo_answer(uuid, jsonb, int) IS
'A model''s answer to a request: {request_id, state, attempt, partial, errors, events, request}. Good by memo_response_problems, and each figure of its claims in their passages (memo_response_figures): accepted. Else the first time retry, with the request to send next; the second time accepted with the valid claims and partial true, when there are such and policy partial_answers is on, else fallback. Figures that a second answer still has without evidence are no failure: they are in events, and in the request''s row. NULL counts as a bad answer. attempt: the one of the request that is answered, for those who share the work. An error when the request is settled, or at another attempt.';

/* ------------------------------------------------------------ charts, drawn */

CREATE FUNCTION memo_chart_svg(config jsonb, width int DEFAULT 640) RETURNS text
LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION memo_chart_svg(jsonb, int) IS
'A chart config as one inline SVG with its style sheet: the same bytes each time, no script, no font file. width: pixels it is laid out for, 200 to 4000; it scales to what shows it. NULL, and a warning, when memo_chart_problems finds a problem of gate schema.';
