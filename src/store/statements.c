/*
 * statements.c
 *		The SQL text of the library, but that on stored revisions (statements_stored.c).
 *
 * Names are schema-qualified, operators pg_catalog's (settings_open).  Reads of one
 * finalize see one snapshot; writes are one statement a table, rows come in as arrays.
 * What is ordered here is ordered by bytes (COLLATE "C"): a memo must not depend on
 * the locale of its database.
 */
#include "store/store_internal.h"

#include "catalog/pg_type.h"

/* Finalizes of a deal wait for each other here; writes of its rows do not. */
STATEMENT(stmt_lock_deal, 1, INT8OID)
"SELECT 1 FROM memocite.deal WHERE deal_id = $1 FOR NO KEY UPDATE" END;

/* The settings for all deals: a later name wins. */
#define POLICIES " ARRAY(SELECT p.settings FROM memocite.policy p ORDER BY p.name COLLATE \"C\")"

/* Rows as arrays of an array each, so that they come along with another row; the
 * first two elements order them, in C: there are few, and each sort is set up. */
#define METRIC_ROWS \
" ARRAY(SELECT ARRAY[m.metric, m.variant, m.value::text, m.unit] FROM memocite.metric m " \
"WHERE m.deal_id = $1)"
#define METRIC_KIND_ROWS \
" ARRAY(SELECT ARRAY[k.metric, k.label, k.unit, pg_catalog.array_to_string(k.spellings, E'\\n')," \
" pg_catalog.array_to_string(k.short_spellings, E'\\n')," \
" pg_catalog.array_to_string(k.not_near, E'\\n')] FROM memocite.metric_kind k)"

/* All that is one of a deal, so that what it does not have needs no statement of its own. */
STATEMENT(stmt_load_deal, 1, INT8OID)
"SELECT d.name, d.metadata ->> 'primary_doc_id', d.policy," POLICIES ","
" ARRAY(SELECT q.enqueued_xid FROM memocite.queue q WHERE q.deal_id = $1),"
/* of all passages: id, document, page, src_id, content */
" (SELECT pg_catalog.sha256(pg_catalog.string_agg(pg_catalog.convert_to("
"   pg_catalog.jsonb_build_array(p.passage_id, p.doc_id, p.page, p.src_id)::text, 'UTF8')"
"   || coalesce(p.content_sha256, pg_catalog.sha256(pg_catalog.convert_to(p.content, 'UTF8'))), ''"
"   ORDER BY p.passage_id COLLATE \"C\")) FROM memocite.passage p WHERE p.deal_id = $1),"
" EXISTS (SELECT true FROM memocite.insight i WHERE i.deal_id = $1),"
METRIC_ROWS "," METRIC_KIND_ROWS ","
" EXISTS (SELECT true FROM memocite.chart c WHERE c.deal_id = $1),"
" EXISTS (SELECT true FROM memocite.decision_question), d.metadata ->> 'expected_sections'"
" FROM memocite.deal d WHERE d.deal_id = $1" END;

/* The policy alone. */
STATEMENT(stmt_load_policy, 1, INT8OID)
"SELECT d.policy," POLICIES " FROM memocite.deal d WHERE d.deal_id = $1" END;

STATEMENT(stmt_load_version, 0, 0)
"SELECT v.version, v.extension_version FROM memocite.store_version v"
" ORDER BY v.version DESC LIMIT 1" END;

/* In the order of the keys, NULL for what section_kind does not know. */
STATEMENT(stmt_load_titles, 1, TEXTARRAYOID)
"SELECT k.title FROM unnest($1) WITH ORDINALITY AS u(section_key, ord)"
" LEFT JOIN memocite.section_kind k ON k.section_key = u.section_key ORDER BY u.ord" END;

/* One look in the index for each row of another relation: whatever the planner
 * believes of an array's length or a deal's size, never each with each. */
#define PASSAGE_OF(relation) \
" LATERAL (SELECT i.deal_id, i.passage_id, i.src_id, i.doc_id, i.page, i.content, i.metadata" \
" FROM memocite.passage i" \
"  WHERE i.deal_id = $1 AND i.passage_id = " relation ".passage_id OFFSET 0) p"

/* The same for the passages of a document, but for quotes that a model's API returned. */
#define PASSAGES_OF_DOCUMENT(relation) \
" LATERAL (SELECT i.passage_id, i.doc_id, greatest(coalesce(i.page, 0), 0)::int8 AS page" \
" FROM memocite.passage i WHERE i.deal_id = $1 AND i.doc_id = " relation ".doc_id" \
" AND NOT starts_with(i.passage_id, '" RETURNED_PASSAGE "') OFFSET 0) i"

/* What passages say: those with an id or of a block ($2), of a document ($3), of a document and
 * page ($4, $5); with the columns of input.c. */
STATEMENT(stmt_load_contents, 5, INT8OID, TEXTARRAYOID, TEXTARRAYOID, TEXTARRAYOID, INT8ARRAYOID)
"SELECT p.deal_id, coalesce(u.block, p.passage_id) AS passage_id, p.src_id, p.doc_id, p.page,"
" p.content FROM"
" (SELECT unnest($2) AS passage_id, NULL AS block"
"  UNION SELECT b.passage_id, n.id FROM unnest($2) AS n(id) JOIN memocite.block b ON b.deal_id = $1"
"   AND b.block_id ="
"    CASE WHEN n.id ~ '^BLOCK_CITE_ID_[0-9]{1,18}$' THEN substr(n.id, 15)::bigint END"
"  UNION SELECT i.passage_id, NULL FROM unnest($3) AS d(doc_id)," PASSAGES_OF_DOCUMENT("d")
"  UNION SELECT i.passage_id, NULL FROM (SELECT DISTINCT doc_id FROM unnest($4) AS doc_id) AS d,"
PASSAGES_OF_DOCUMENT("d")
"   WHERE ((i.doc_id, i.page) IN (SELECT * FROM unnest($4, $5))) IS TRUE) AS u," PASSAGE_OF("u")
" ORDER BY coalesce(u.block, p.passage_id) COLLATE \"C\"" END;

/* Where the blocks, else passages that claims name stand, as in memo_trace; one of
 * kind passage stands where its passage does now. */
STATEMENT(stmt_load_places, 3, INT8OID, TEXTARRAYOID, INT8ARRAYOID)
"SELECT c.ord, p.passage_id, p.doc_id, CASE WHEN c.of_block = p.passage_id THEN coalesce(c.page, "
"p.page) ELSE p.page END"
" FROM (SELECT u.ord, coalesce(nullif(u.passage_id, ''), b.passage_id) AS passage_id, "
"b.passage_id AS of_block, b.page"
"  FROM unnest($2, $3) WITH ORDINALITY AS u(passage_id, block_id, ord)"
"  LEFT JOIN LATERAL (SELECT i.passage_id, CASE WHEN i.kind IS DISTINCT FROM 'passage' THEN "
"i.page END AS page FROM memocite.block i"
"   WHERE i.deal_id = $1 AND i.block_id = u.block_id OFFSET 0) b ON true) c," PASSAGE_OF(
"c") " ORDER BY c.ord" END;

/* Has a deal canonical metrics at all? */
STATEMENT(stmt_find_metric, 1, INT8OID)
"SELECT FROM memocite.metric m WHERE m.deal_id = $1 LIMIT 1" END;

/* What the metrics of all deals have in common. */
STATEMENT(stmt_load_metric_kinds, 0, 0)
"SELECT" METRIC_KIND_ROWS "," POLICIES END;

STATEMENT(stmt_load_metric_names, 0, 0)
"SELECT m.metric FROM memocite.metric m GROUP BY m.metric ORDER BY m.metric COLLATE \"C\"" END;

/* One row also where there is no such deal. */
STATEMENT(stmt_load_metrics, 1, INT8OID)
"SELECT" METRIC_ROWS
", d.policy, d.name, EXISTS (SELECT true FROM memocite.claim c WHERE c.deal_id = $1)"
" OR EXISTS (SELECT true FROM memocite.passage p WHERE p.deal_id = $1)"
" FROM (SELECT) AS one LEFT JOIN memocite.deal d ON d.deal_id = $1" END;

/* What may stand behind a section's numbers: its own claims first, then claims of others and
 * passages under the ids $4 of its text, as far as these mean the same in all of the deal ($3). */
STATEMENT(stmt_load_evidence, 4, INT8OID, TEXTOID, BOOLOID, INT8ARRAYOID)
"WITH shared AS (SELECT id FROM unnest($4) AS id WHERE $3 OR EXISTS (SELECT true FROM "
"memocite.src_range r WHERE r.deal_id = $1 AND id BETWEEN r.first_id AND r.last_id))"
" SELECT c.src_id, c.quote, c.section_key = $2, coalesce(c.passage_id, b.passage_id),"
" coalesce(p.doc_id, CASE WHEN c.quote <> '' THEN c.doc_id END)"
" FROM memocite.claim c LEFT JOIN memocite.block b"
" ON b.deal_id = $1 AND b.block_id = c.block_id"
" LEFT JOIN memocite.passage p ON p.deal_id = $1 AND p.passage_id = coalesce(c.passage_id, "
"b.passage_id)"
" WHERE c.deal_id = $1 AND c.src_id IS NOT NULL AND (c.section_key = $2 OR c.src_id IN (SELECT "
"id FROM shared)) UNION ALL"
" SELECT p.src_id, NULL, false, p.passage_id, p.doc_id FROM memocite.passage p"
" WHERE p.deal_id = $1 AND p.src_id IN (SELECT id FROM shared) ORDER BY 3 DESC, 1, 2, 4" END;

/* In the order of order_sections(). */
STATEMENT(stmt_load_written, 1, INT8OID)
"SELECT s.section_key, s.structured, s.parse_quality = 'partial', s.retry_reason"
" FROM memocite.section s WHERE s.deal_id = $1"
" ORDER BY coalesce(s.position, " CppAsString2(UNPLACED) "), s.section_key COLLATE \"C\"" END;

/* Rows that override a built-in question, or come after them. */
STATEMENT(stmt_load_questions, 0, 0)
"SELECT q.question_key, q.question, q.critical, q.chart_ids FROM memocite.decision_question q"
" ORDER BY q.question_key COLLATE \"C\"" END;

/* The revision that an unchanged deal keeps. */
STATEMENT(stmt_load_latest, 1, INT8OID)
"SELECT r.revision, r.input_sha256, r.report, r.as_of FROM memocite.revision r"
" WHERE r.deal_id = $1 ORDER BY r.revision DESC LIMIT 1" END;

/* Sections whose text is a fifth of an earlier revision's at most, or little more, and how many
 * words that had. */
STATEMENT(stmt_load_earlier, 1, INT8OID)
"SELECT r.section_key, (SELECT g.words FROM memocite.grade g WHERE g.deal_id = $1 AND "
"g.revision = r.revision AND g.section_key = r.section_key)"
" FROM memocite.revision_section r, memocite.section s WHERE r.deal_id = $1 AND s.deal_id = $1"
" AND s.section_key = r.section_key"
" AND pg_catalog.octet_length(s.body) * 4 < pg_catalog.octet_length(r.body)" END;

/* Settings with the type of each value: {"grades": true} is (grades, boolean, true). */
STATEMENT(stmt_policy_pairs, 1, JSONBOID)
"SELECT e.key, pg_catalog.jsonb_typeof(e.value), e.value #>> '{}'"
" FROM pg_catalog.jsonb_each($1) AS e ORDER BY e.key COLLATE \"C\"" END;

/* No row when somebody else made this revision first. */
STATEMENT(stmt_insert_revision, 10, INT8OID, INT4OID, TEXTOID, JSONOID, DATEOID, BYTEAOID, JSONBOID,
		  JSONBOID, TEXTOID, TEXTARRAYOID)
"INSERT INTO memocite.revision(deal_id, revision, status, manifest, as_of, input_sha256, policy,"
" extension_version, report, name, reasons)"
" VALUES ($1, $2, $3, $4, $5, $6, $7, '" MEMOCITE_VERSION "', $8, $9, $10)"
" ON CONFLICT DO NOTHING" END;

STATEMENT(stmt_save_newest, 6, INT8OID, INT4OID, TEXTOID, TEXTARRAYOID, INT4ARRAYOID, DATEARRAYOID)
"INSERT INTO memocite.newest(deal_id, revision, status, names, counts, fresh_until)"
" VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (deal_id) DO UPDATE SET revision = EXCLUDED.revision,"
" status = EXCLUDED.status, created_at = EXCLUDED.created_at, names = EXCLUDED.names,"
" counts = EXCLUDED.counts, fresh_until = EXCLUDED.fresh_until" END;

STATEMENT(stmt_insert_sections, 7, INT8OID, INT4OID, TEXTARRAYOID, TEXTARRAYOID, BYTEAARRAYOID,
		  JSONARRAYOID, BYTEAARRAYOID)
"INSERT INTO memocite.revision_section(deal_id, revision, section_key, body, body_sha256, edits, "
"agent_sha256)"
" SELECT $1, $2, unnest($3), unnest($4), unnest($5), unnest($6), unnest($7)" END;

/* Their texts go by a trigger.  Whoever deletes one has its row and waits for the
 * deal's, which we have: it is left to him. */
STATEMENT(stmt_prune_revisions, 2, INT8OID, INT4OID)
"DELETE FROM memocite.revision r USING (SELECT l.revision FROM memocite.revision l"
"  WHERE l.deal_id = $1 AND NOT l.pinned AND l.revision <= ("
"   SELECT k.revision FROM memocite.revision k WHERE k.deal_id = $1 AND NOT k.pinned"
"   ORDER BY k.revision DESC OFFSET $2 LIMIT 1)"
"  ORDER BY l.revision FOR UPDATE SKIP LOCKED) s"
" WHERE r.deal_id = $1 AND r.revision = s.revision" END;

/* rows that a worker holds are the worker's to delete */
STATEMENT(stmt_delete_requests, 2, INT8OID, INT8ARRAYOID)
"DELETE FROM memocite.queue q USING (SELECT l.enqueued_xid FROM memocite.queue l"
" WHERE l.deal_id = $1 AND l.enqueued_xid = ANY ($2) ORDER BY l.enqueued_xid FOR UPDATE SKIP "
"LOCKED) s"
" WHERE q.deal_id = $1 AND q.enqueued_xid = s.enqueued_xid" END;

/* One a transaction and deal; none for a deal that is gone. */
STATEMENT(stmt_insert_request, 2, INT8OID, INT8OID)
"INSERT INTO memocite.queue(deal_id, enqueued_xid) SELECT $1, $2"
" WHERE EXISTS (SELECT true FROM memocite.deal d WHERE d.deal_id = $1) ON CONFLICT DO NOTHING" END;

STATEMENT(stmt_find_section_kind, 1, TEXTOID)
"SELECT k.position, k.title FROM memocite.section_kind k WHERE k.section_key = $1" END;

/* The first section of a call that is not as it must be, and how. */
STATEMENT(stmt_find_bad_section, 1, JSONBOID)
"SELECT p.problem, p.ord FROM (SELECT e.ord,"
" CASE WHEN pg_catalog.jsonb_typeof(e.value) <> 'object' THEN 'is no object'"
" WHEN coalesce(e.value ->> 'section_key', '') = '' THEN 'has no section_key'"
" WHEN coalesce(pg_catalog.jsonb_typeof(e.value -> 'body'), 'null') <> 'string' THEN 'has no "
"text as body'"
" WHEN coalesce(pg_catalog.jsonb_typeof(e.value -> 'score'), 'null') NOT IN ('null', 'number')"
"  THEN 'has no number as score'"
" WHEN NOT coalesce(e.value ->> 'position', '0') ~ '^-?[0-9]{1,9}$' THEN 'has no whole number "
"as position'"
" WHEN coalesce(e.value ->> 'id_scope', 'local') NOT IN ('local', 'global')"
"  THEN 'has no id_scope local or global'"
" WHEN e.nth > 1 THEN 'repeats a section_key' END AS problem"
" FROM (SELECT l.value, l.ord,"
"   pg_catalog.row_number() OVER (PARTITION BY l.value ->> 'section_key' ORDER BY l.ord) AS nth"
"  FROM pg_catalog.jsonb_array_elements($1) WITH ORDINALITY AS l(value, ord)) AS e) AS p"
" WHERE p.problem IS NOT NULL ORDER BY p.ord LIMIT 1" END;

STATEMENT(stmt_find_unread_members, 1, JSONBOID)
"SELECT pg_catalog.left(pg_catalog.string_agg(DISTINCT '\"' || m.key || '\"', ', '), 200)"
" FROM pg_catalog.jsonb_array_elements($1) AS e(v), pg_catalog.jsonb_object_keys(e.v) AS m(key)"
" WHERE m.key <> ALL"
" ('{agent,body,claims,id_scope,position,score,section_key,structured,title}'::text[])" END;

/* An unscored call does not replace stored text at least 1.2 times as long; a scored one
 * does, and where that is at least twice as long it is told of. */
STATEMENT(stmt_find_longer_sections, 2, INT8OID, JSONBOID)
"SELECT s.section_key, pg_catalog.length(s.body), pg_catalog.length(a.body), NOT z.is_scored FROM "
"memocite.section s,"
" pg_catalog.jsonb_to_recordset($2) AS a(section_key text, body text),"
" (SELECT EXISTS (SELECT FROM pg_catalog.jsonb_to_recordset($2) AS e(score numeric) WHERE "
"e.score <> 0)) AS z(is_scored)"
" WHERE s.deal_id = $1 AND s.section_key = a.section_key"
" AND pg_catalog.length(s.body) > pg_catalog.length(a.body)"
" AND pg_catalog.length(s.body) * 10::int8 >= pg_catalog.length(a.body) * CASE WHEN "
"z.is_scored THEN 20::int8 ELSE 12::int8 END"
" ORDER BY s.section_key COLLATE \"C\"" END;

/* Claims that come with sections, as memo_put_section takes them: before the texts, whose
 * numbers are checked against them. */
STATEMENT(stmt_find_claims, 1, JSONBOID)
"SELECT FROM pg_catalog.jsonb_array_elements($1) AS a(v)"
" WHERE pg_catalog.jsonb_typeof(a.v -> 'claims') <> 'null' LIMIT 1" END;

STATEMENT(stmt_insert_claimed_sections, 2, INT8OID, JSONBOID)
"INSERT INTO memocite.section(deal_id, section_key)"
" SELECT $1, a.v ->> 'section_key' FROM pg_catalog.jsonb_array_elements($2) AS a(v)"
" WHERE pg_catalog.jsonb_typeof(a.v -> 'claims') <> 'null' ON CONFLICT DO NOTHING" END;

STATEMENT(stmt_put_claims, 3, INT8OID, JSONBOID, TEXTARRAYOID)
"SELECT memocite_internal.memo_put_claims($1, a.v ->> 'section_key', a.v -> 'claims', false, false)"
" FROM pg_catalog.jsonb_array_elements($2) AS a(v)"
" WHERE pg_catalog.jsonb_typeof(a.v -> 'claims') <> 'null'"
" AND a.v ->> 'section_key' <> ALL ($3)" END;

/* What a call leaves out stays as it is stored; $3 are keys that the call may not replace. */
STATEMENT(stmt_upsert_sections, 3, INT8OID, JSONBOID, TEXTARRAYOID)
"INSERT INTO memocite.section AS s (deal_id, section_key, title, body, score, agent, position, "
"structured, id_scope)"
" SELECT $1, a.section_key, a.title, a.body, a.score, a.agent, coalesce(a.position, "
"o.position), a.structured, a.id_scope"
" FROM pg_catalog.jsonb_to_recordset($2) AS a(section_key text, title text, body text,"
" score numeric, agent text, position int, structured jsonb, id_scope text)"
" LEFT JOIN memocite.section o ON o.deal_id = $1 AND o.section_key = a.section_key"
" WHERE a.section_key <> ALL ($3)"
" ON CONFLICT (deal_id, section_key) DO UPDATE SET body = EXCLUDED.body,"
" title = coalesce(EXCLUDED.title, s.title), score = coalesce(EXCLUDED.score, s.score),"
" agent = coalesce(EXCLUDED.agent, s.agent), position = coalesce(EXCLUDED.position, "
"s.position),"
" structured = coalesce(EXCLUDED.structured, s.structured), id_scope = "
"coalesce(EXCLUDED.id_scope, s.id_scope)" END;

/* ---- a memo taken in again */

/* Notes of kept revisions by what their definitions say; several that say the same are none. */
STATEMENT(stmt_read_defined, 1, INT8OID)
"SELECT n.definition, min(n.kind), min(n.doc_id), min(n.page), min(n.locator) FROM "
"memocite.footnote n"
" WHERE n.deal_id = $1 AND n.kind <> 'agent'"
" GROUP BY n.definition HAVING count(DISTINCT n.note_key) = 1" END;

/* Body, title and place of a stored section are the text's then. */
STATEMENT(stmt_import_sections, 5, INT8OID, TEXTARRAYOID, TEXTARRAYOID, TEXTARRAYOID, INT4ARRAYOID)
"INSERT INTO memocite.section(deal_id, section_key, title, body, position)"
" SELECT $1, s.* FROM unnest($2, $3, $4, $5) AS s"
" ON CONFLICT (deal_id, section_key) DO UPDATE SET body = EXCLUDED.body, title = EXCLUDED.title,"
" position = EXCLUDED.position" END;

/* Claims of an import as parallel arrays; a passage may be gone by now. */
STATEMENT(stmt_import_claims, 9, INT8OID, TEXTARRAYOID, INT4ARRAYOID, TEXTARRAYOID, INT4ARRAYOID,
		  TEXTARRAYOID, INT4ARRAYOID, TEXTARRAYOID, TEXTARRAYOID)
"INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, locator, confidence, "
"quote, passage_id)"
" SELECT $1, c.section_key, c.src_id, c.doc_id, c.page, c.locator, c.confidence / 1000.0, "
"c.quote, p.passage_id FROM unnest($2, $3, $4, $5, $6, $7, $8, $9)"
"  AS c(section_key, src_id, doc_id, page, locator, confidence, quote, passage_id)"
" LEFT JOIN memocite.passage p ON p.deal_id = $1 AND p.passage_id = c.passage_id" END;

STATEMENT(stmt_update_insight, 4, INT8OID, TEXTOID, TEXTOID, TEXTOID)
"UPDATE memocite.insight SET message = $4 WHERE deal_id = $1 AND kind = $2 AND message = $3" END;

/* Is a section another one than in the latest revision, or not in it? */
STATEMENT(stmt_find_changed, 1, INT8OID)
"SELECT s.section_key FROM memocite.section s LEFT JOIN (memocite.revision r CROSS JOIN"
" pg_catalog.json_to_recordset(r.manifest) AS m(section_key text, title text, revision int)"
" JOIN memocite.revision_section t ON t.deal_id = r.deal_id AND t.section_key = m.section_key"
"  AND t.revision = m.revision)"
" ON r.deal_id = $1 AND m.section_key = s.section_key AND r.revision ="
"  (SELECT max(l.revision) FROM memocite.revision l WHERE l.deal_id = $1)"
" WHERE s.deal_id = $1 AND (t.agent_sha256 IS DISTINCT FROM s.body_sha256"
"  OR coalesce(s.title, m.title) <> m.title) LIMIT 1" END;

/* Sections that a revision does not have. */
STATEMENT(stmt_delete_others, 2, INT8OID, TEXTARRAYOID)
"DELETE FROM memocite.section WHERE deal_id = $1 AND section_key <> ALL ($2)"
" RETURNING section_key" END;

STATEMENT(stmt_find_unknown_ids, 2, INT8OID, TEXTOID)
"SELECT nullif(memocite_internal.memo_unknown_ids($1, $2), '{}')" END;

/* Documents that the text gives an address, made where the deal has them not. */
STATEMENT(stmt_import_documents, 4, INT8OID, TEXTARRAYOID, TEXTARRAYOID, TEXTARRAYOID)
"INSERT INTO memocite.document AS d (deal_id, doc_id, title, url, source_type)"
" SELECT $1, n.doc_id, nullif(n.title, ''), n.url, 'web'"
" FROM unnest($2, $3, $4) AS n(doc_id, title, url)"
" ON CONFLICT (deal_id, doc_id) DO UPDATE SET url = EXCLUDED.url WHERE d.url IS NULL" END;

/* The document that general sources are. */
STATEMENT(stmt_set_primary, 2, INT8OID, TEXTOID)
"UPDATE memocite.deal SET metadata = metadata || pg_catalog.jsonb_build_object('primary_doc_id', "
"$2)"
" WHERE deal_id = $1" END;

/* New ids in the text, and then in the claims. */
STATEMENT(stmt_update_bodies, 3, INT8OID, TEXTARRAYOID, TEXTARRAYOID)
"UPDATE memocite.section s SET body = n.body FROM unnest($2, $3) AS n(section_key, body)"
" WHERE s.deal_id = $1 AND s.section_key = n.section_key" END;

STATEMENT(stmt_update_claims, 3, INT8OID, UUIDARRAYOID, INT8ARRAYOID)
"UPDATE memocite.claim c SET src_id = n.src_id FROM unnest($2, $3) AS n(claim_id, src_id)"
" WHERE c.deal_id = $1 AND c.claim_id = n.claim_id" END;

/* ---- blocks, for prompts and citations */

/*
 * The columns that block_rows reads.  A block of kind passage stands for all of
 * its passage: text, page and box are the passage's, as it is now.  The box of a
 * passage is metadata.bbox, of which sides that are numbers count; whether it says
 * anything at all is the last column.
 */
#define BBOX_SIDE(side) \
" CASE WHEN pg_catalog.jsonb_typeof(p.metadata -> 'bbox' -> '" side "') = 'number' THEN" \
"  CASE WHEN (p.metadata -> 'bbox' ->> '" side "')::numeric BETWEEN -1000000 AND 1000000" \
"   THEN (p.metadata -> 'bbox' ->> '" side "')::float8 END END"
#define BOX_SIDE(side) \
" CASE WHEN b.kind = 'passage' THEN" BBOX_SIDE(side) " ELSE b.box_" side " END"
#define BLOCK_COLUMNS \
" b.block_id, p.passage_id, p.doc_id," \
" coalesce(nullif(d.title, ''), nullif(d.path, ''), d.url, d.doc_id)," \
" CASE WHEN b.kind = 'passage' THEN p.page ELSE coalesce(b.page, p.page) END," \
BOX_SIDE("left") "," BOX_SIDE("top") "," BOX_SIDE("width") "," BOX_SIDE("height") ", b.kind," \
" (b.confidence * 1000)::int4, CASE WHEN b.kind = 'passage' THEN p.content ELSE b.content END," \
" p.content, b.kind = 'passage' AND" \
" pg_catalog.jsonb_strip_nulls(p.metadata -> 'bbox') NOT IN ('null', '{}')"

#define DOCUMENT_OF_PASSAGE \
" LATERAL (SELECT i.title, i.path, i.url, i.doc_id FROM memocite.document i" \
"  WHERE i.deal_id = $1 AND i.doc_id = p.doc_id OFFSET 0) d"
#define BLOCKS_OF_PASSAGE \
" LEFT JOIN LATERAL (SELECT * FROM memocite.block i" \
"  WHERE i.deal_id = $1 AND i.passage_id = p.passage_id OFFSET 0) b ON true" \
" WHERE ($2 IS NULL OR p.doc_id = $2)"

STATEMENT(stmt_load_passage_blocks, 2, INT8OID, TEXTOID)
"SELECT" BLOCK_COLUMNS " FROM memocite.passage p," DOCUMENT_OF_PASSAGE BLOCKS_OF_PASSAGE
					   " AND p.deal_id = $1"
					   " ORDER BY p.doc_id COLLATE \"C\", p.page, p.passage_id COLLATE \"C\", "
					   "b.block_no, b.block_id" END;

STATEMENT(stmt_load_named_blocks, 3, INT8OID, TEXTOID, TEXTARRAYOID)
"SELECT" BLOCK_COLUMNS
" FROM (SELECT u.passage_id, min(u.ord) AS ord"
"  FROM unnest($3) WITH ORDINALITY AS u(passage_id, ord) GROUP BY u.passage_id) w,"
PASSAGE_OF("w") "," DOCUMENT_OF_PASSAGE BLOCKS_OF_PASSAGE
" ORDER BY w.ord, b.block_no, b.block_id" END;

STATEMENT(stmt_load_blocks, 2, INT8OID, INT8ARRAYOID)
"SELECT" BLOCK_COLUMNS
" FROM unnest($2) AS u(block_id),"
" LATERAL (SELECT * FROM memocite.block i WHERE i.deal_id = $1 AND i.block_id = u.block_id "
"OFFSET 0) b," PASSAGE_OF("b") "," DOCUMENT_OF_PASSAGE " ORDER BY b.block_id" END;

STATEMENT(stmt_load_document_blocks, 2, INT8OID, TEXTARRAYOID)
"SELECT" BLOCK_COLUMNS " FROM memocite.passage p," DOCUMENT_OF_PASSAGE ","
					   " LATERAL (SELECT * FROM memocite.block i WHERE i.deal_id = $1 AND "
					   "i.passage_id = p.passage_id OFFSET 0) b"
					   " WHERE p.deal_id = $1 AND p.doc_id = ANY ($2) ORDER BY b.block_id" END;

STATEMENT(stmt_load_boxes, 1, INT8OID)
"SELECT" BLOCK_COLUMNS
" FROM memocite.block b," PASSAGE_OF("b") "," DOCUMENT_OF_PASSAGE
" WHERE b.deal_id = $1 AND (b.kind = 'passage' OR b.box_left IS NOT NULL OR b.box_top IS NOT NULL"
"  OR b.box_width IS NOT NULL OR b.box_height IS NOT NULL) ORDER BY b.block_id" END;

STATEMENT(stmt_find_unknown, 3, INT8OID, TEXTOID, TEXTARRAYOID)
"SELECT u.kind, u.id FROM ("
" SELECT 'document' AS kind, $2 AS id, 0 AS ord WHERE $2 IS NOT NULL AND NOT EXISTS"
"  (SELECT true FROM memocite.document d WHERE d.deal_id = $1 AND d.doc_id = $2)"
" UNION ALL SELECT 'passage', w.id, w.ord FROM unnest($3) WITH ORDINALITY AS w(id, ord) WHERE"
"  (SELECT true FROM memocite.passage p WHERE p.deal_id = $1 AND p.passage_id = w.id) IS NULL) AS u"
" ORDER BY u.ord LIMIT 1" END;

/* No copy of what is the passage's: it could grow old.  No id that a deleted
 * block had: an answer may still cite it. */
STATEMENT(stmt_add_passage_blocks, 2, INT8OID, TEXTARRAYOID)
"INSERT INTO memocite.block(deal_id, block_id, passage_id, block_no, content, kind)"
" SELECT $1, greatest((SELECT max(m.block_id) FROM memocite.block m WHERE m.deal_id = $1), 0,"
"   (SELECT a.next_block_id - 1 FROM memocite.allocator a WHERE a.deal_id = $1))"
"  + row_number() OVER (ORDER BY n.ord), n.passage_id, 0, '', 'passage'"
" FROM unnest($2) WITH ORDINALITY AS n(passage_id, ord)"
" WHERE (SELECT count(*) FROM memocite.block b"
"  WHERE b.deal_id = $1 AND b.passage_id = n.passage_id AND b.kind = 'passage') = 0" END;
