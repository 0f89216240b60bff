/*
 * statements_stored.c
 *		The SQL text on stored revisions: which text is where, the ledger, the page.
 */
#include "store/store_internal.h"

#include "catalog/pg_type.h"
#include "utils/memutils.h"

/* The texts of a revision, each where it was written last, in the order of its manifest. */
#define SECTIONS_OF_REVISION \
" FROM memocite.revision r," \
" ROWS FROM (pg_catalog.json_to_recordset(r.manifest) AS (section_key text, title text, " \
"revision int))" \
"  WITH ORDINALITY AS m(section_key, title, revision, ord)," \
" memocite.revision_section s"
#define IN_ORDER_OF_MANIFEST \
" WHERE r.deal_id = $1 AND r.revision = $2 AND s.deal_id = $1" \
" AND s.section_key = m.section_key AND s.revision = m.revision ORDER BY m.ord"

/* Which texts need not be written again. */
STATEMENT(stmt_load_stored_hashes, 2, INT8OID, INT4OID)
"SELECT s.section_key, s.revision, s.body_sha256, s.agent_sha256"
SECTIONS_OF_REVISION
IN_ORDER_OF_MANIFEST END;

/* Revision $2; 0 is the latest. */
#define REVISION_OR_LATEST " AND ($2 = 0 OR r.revision = $2) ORDER BY r.revision DESC LIMIT 1"

STATEMENT(stmt_read_report, 2, INT8OID, INT4OID)
"SELECT r.report FROM memocite.revision r WHERE r.deal_id = $1" REVISION_OR_LATEST END;

/* completed from detaillist.def */
Statement stmt_insert_detail;

/* A percentage of the policy is thousandths in the memo. */
STATEMENT(stmt_read_revision, 2, INT8OID, INT4OID)
"SELECT r.revision, r.name, (r.policy ->> 'low_confidence_percent')::int4 * 10,"
" t.cit_quote_verified IS NOT NULL OR t.cit_figures IS DISTINCT FROM t.cit_figures_supported"
" OR 'not_found' = ANY (t.cit_quotation),"
" (r.policy ->> 'quotes_per_note')::int4, t.tail_title, t.tail_text"
" FROM memocite.revision r, memocite.revision_detail t, memocite.deal d"
" WHERE r.deal_id = $1 AND t.deal_id = $1 AND d.deal_id = $1 AND t.revision = "
"r.revision" REVISION_OR_LATEST END;

/* Beside the agent's text of today, NULL when the section is gone. */
STATEMENT(stmt_read_sections, 2, INT8OID, INT4OID)
"SELECT s.section_key, m.title, s.body, a.body, s.body_sha256, s.agent_sha256, a.title, a.position"
SECTIONS_OF_REVISION " LEFT JOIN memocite.section a"
"  ON a.deal_id = $1 AND a.section_key = s.section_key"
IN_ORDER_OF_MANIFEST END;

/* Row by row what an edit script has: [offset, removed, inserted, stage]. */
STATEMENT(stmt_read_edits, 2, INT8OID, INT4OID)
"SELECT (m.ord - 1)::int4, (e.edit ->> 0)::int4, e.edit ->> 1, e.edit ->> 2, e.edit ->> 3"
SECTIONS_OF_REVISION ", pg_catalog.json_array_elements(s.edits) WITH ORDINALITY AS e(edit, ord)"
IN_ORDER_OF_MANIFEST ", e.ord" END;

/* Numbered notes, with the document as it was when the memo was made. */
STATEMENT(stmt_read_notes, 2, INT8OID, INT4OID)
"SELECT n.note_key, n.kind, n.definition, n.refs, s.title, n.doc_id, n.page, n.locator,"
" (n.confidence * 1000)::int4 FROM memocite.footnote n"
" LEFT JOIN (SELECT u.doc_id, u.title FROM memocite.revision_detail t CROSS JOIN LATERAL"
"  unnest(t.source_doc_id, t.source_title) AS u(doc_id, title)"
"  WHERE t.deal_id = $1 AND t.revision = $2) s ON s.doc_id = n.doc_id"
" WHERE n.deal_id = $1 AND n.revision = $2 AND n.note_key IS NOT NULL ORDER BY n.number" END;

/* what each kept reference says besides its note */
STATEMENT(stmt_read_references, 2, INT8OID, INT4OID)
"SELECT c.section_key, c.note, c.final_offset, c.confidence::int4, CASE WHEN c.verified IS NOT "
"NULL THEN c.quote END, c.verified,"
" c.figures_supported IS DISTINCT FROM c.figures OR c.quotation IS NOT DISTINCT FROM 'not_found',"
" f.missing, starts_with(c.passage_id, '" RETURNED_PASSAGE "')"
" FROM memocite.revision_detail d, unnest(d.cit_section, d.cit_note, d.cit_offset, "
"d.cit_confidence, d.cit_quote, d.cit_quote_verified, d.cit_passage_id,"
"  d.cit_removed, d.cit_figures, d.cit_figures_supported, d.cit_quotation) WITH ORDINALITY AS c("
"section_key, note, final_offset, confidence, quote, verified, passage_id, removed, figures, "
"figures_supported, quotation, citation_no)"
" LEFT JOIN (SELECT (e.detail ->> 'citation_no')::int8 AS citation_no, string_agg(m.missing ->> "
"'figure' || coalesce(' (it has ' || (m.missing ->> 'nearest') || ')', ''), ', '"
" ORDER BY e.event_no, m.ord) AS missing FROM memocite.event e, jsonb_array_elements(CASE e.code"
" WHEN 'figure_unsupported' THEN coalesce(e.detail -> 'missing', '[]') ELSE jsonb_build_array("
"jsonb_build_object('figure', '\"' || (e.detail ->> 'quotation') || '\"')) END)"
" WITH ORDINALITY AS m(missing, ord) WHERE e.deal_id = $1 AND e.revision = $2"
" AND e.code IN ('figure_unsupported', 'quotation_not_found')"
"  GROUP BY 1) f ON f.citation_no = c.citation_no"
" WHERE d.deal_id = $1 AND d.revision = $2 AND c.removed IS NOT TRUE ORDER BY "
"c.citation_no" END;

/* The ledger, row by row. */
STATEMENT(stmt_read_citations, 2, INT8OID, INT4OID)
"SELECT c.section_key, c.origin, c.marker, c.fate, c.how, c.marker_offset, c.note_number, "
"c.final_offset, c.doc_id,"
" c.page, (c.confidence * 1000)::int4, c.src_id, c.quote, c.passage_id"
" FROM memocite.citation c WHERE "
"c.deal_id = $1 AND c.revision = $2 ORDER BY c.citation_no" END;

/* What a diff compares with, when it is not said. */
STATEMENT(stmt_find_revision_before, 2, INT8OID, INT4OID)
"SELECT r.revision FROM memocite.revision r WHERE r.deal_id = $1 AND r.revision < $2"
" ORDER BY r.revision DESC LIMIT 1" END;

/* Status and canonical metrics that differ between revisions $2 and $3. */
STATEMENT(stmt_compare_outcomes, 3, INT8OID, INT4OID, INT4OID)
"WITH said AS (SELECT r.revision, 0 AS ord, 'status_changed' AS kind, NULL AS name,"
" r.status AS value FROM memocite.revision r WHERE r.deal_id = $1"
" UNION ALL SELECT r.revision, m.n, 'metric_changed', m.item ->> 'label',"
" pg_catalog.concat_ws(' ', m.item ->> 'value', m.item ->> 'unit') FROM memocite.revision r,"
" pg_catalog.jsonb_array_elements(r.report -> 'metrics') WITH ORDINALITY AS m(item, n)"
" WHERE r.deal_id = $1)"
" SELECT coalesce(a.kind, b.kind), coalesce(a.name, b.name), a.value, b.value"
" FROM (SELECT * FROM said WHERE revision = $2) AS a"
" FULL JOIN (SELECT * FROM said WHERE revision = $3) AS b"
"  ON b.kind = a.kind AND coalesce(b.name, '') = coalesce(a.name, '')"
" WHERE a.value IS DISTINCT FROM b.value"
" ORDER BY coalesce(b.ord, a.ord), coalesce(a.name, b.name) COLLATE \"C\"" END;

/* ---- what a page shows besides the text */

/* The head of a page. */
STATEMENT(stmt_read_page, 2, INT8OID, INT4OID)
"SELECT r.status, pg_catalog.to_char(r.as_of, 'YYYY-MM-DD'), (r.policy ->> 'stale_days')::int4,"
" (r.report #>> '{citations,total}')::int4, (r.report #>> '{citations,kept}')::int4,"
" (r.report #>> '{documents,total}')::int4, (r.report #>> '{documents,cited}')::int4,"
" r.status = 'flawed', 'uncited' = ANY (r.reasons), "
" memocite_internal.memo_status_line(r.deal_id, r.revision, r.report)"
" FROM memocite.revision r WHERE r.deal_id = $1 AND r.revision = $2" END;

STATEMENT(stmt_read_grades, 2, INT8OID, INT4OID)
"SELECT g.section_key, g.grade, g.words, g.citations, g.budget"
" FROM memocite.grade g WHERE g.deal_id = $1 AND g.revision = $2" END;

/* Its canonical metrics. */
STATEMENT(stmt_read_page_metrics, 2, INT8OID, INT4OID)
"SELECT m.item ->> 'label', m.item ->> 'value', m.item ->> 'unit' FROM memocite.revision r, "
"pg_catalog.jsonb_array_elements(r.report -> 'metrics') WITH ORDINALITY AS m(item, n)"
" WHERE r.deal_id = $1 AND r.revision = $2 ORDER BY m.n" END;

/* For the maker: what judges say of its citations. */
STATEMENT(stmt_read_judged, 2, INT8OID, INT4OID)
"SELECT j.section_key, j.sentence, j.verdict || ', ' || j.judge || coalesce(': ' || j.reason, ''),"
" coalesce(d.title, d.path, j.doc_id) FROM memocite.citation_judgement j"
" LEFT JOIN memocite.document d ON d.deal_id = j.deal_id AND d.doc_id = j.doc_id"
" WHERE j.deal_id = $1 AND j.revision = $2 ORDER BY j.citation_no, j.judge COLLATE \"C\"" END;

/* For the maker: citations that are in the text no more, and why. */
STATEMENT(stmt_read_removed, 2, INT8OID, INT4OID)
"SELECT c.section_key, coalesce(c.marker, c.src_id::text, ''), c.how, coalesce(d.title, d.path, "
"c.doc_id, '')"
" FROM memocite.citation c LEFT JOIN memocite.document d ON d.deal_id = c.deal_id AND d.doc_id = "
"c.doc_id WHERE c.deal_id = $1 AND c.revision = $2 AND c.fate = 'removed'"
" ORDER BY c.citation_no" END;

/* In the order in which they were taken. */
STATEMENT(stmt_read_checkpoints, 2, INT8OID, INT4OID)
"SELECT c.checkpoint, c.markers_open, c.citations_live, c.notes"
" FROM memocite.checkpoint c WHERE c.deal_id = $1 AND c.revision = $2 ORDER BY c.seq" END;

/* What is shown beside a note: is it stale, and where is its passage?  Notes and citations
 * are grouped, for a join of two views might be one of loops. */
STATEMENT(stmt_read_marks, 2, INT8OID, INT4OID)
"SELECT n.number, n.stale, n.passage_id, (SELECT pg_catalog.format('%s %s %s %s', b.box_left,"
"    b.box_top, b.box_width, b.box_height) FROM memocite.block b"
"  WHERE b.deal_id = $1 AND b.block_id = n.block_id AND b.box_left BETWEEN 0 AND 1"
"    AND b.box_top BETWEEN 0 AND 1 AND b.box_width > 0 AND b.box_width <= 1 AND b.box_height > 0"
"    AND b.box_height <= 1 AND b.box_width * b.box_height <= 0.9)"
" FROM (SELECT m.number, pg_catalog.bool_or(m.stale) AS stale,"
"    (pg_catalog.array_agg(m.passage_id ORDER BY m.citation_no)"
"      FILTER (WHERE m.passage_id IS NOT NULL))[1] AS passage_id,"
"    (pg_catalog.array_agg(m.block_id ORDER BY m.citation_no)"
"      FILTER (WHERE m.block_id IS NOT NULL))[1] AS block_id"
"  FROM (SELECT f.number, f.stale, NULL::text AS passage_id, NULL::int8 AS block_id,"
"      0 AS citation_no FROM memocite.footnote f WHERE f.deal_id = $1 AND f.revision = $2"
"    UNION ALL SELECT c.note_number, NULL, c.passage_id, c.block_id, c.citation_no"
"      FROM memocite.citation c WHERE c.deal_id = $1 AND c.revision = $2 AND c.fate = 'kept') m"
"  GROUP BY m.number) n" END;

/* Which charts answer which question. */
STATEMENT(stmt_read_answers, 2, INT8OID, INT4OID)
"SELECT q.key, c.chart_id FROM memocite.chart_decision c, "
"pg_catalog.jsonb_array_elements_text(c.questions) AS q(key)"
" WHERE c.deal_id = $1 AND c.revision = $2 AND c.decision = 'inserted' ORDER BY q.key COLLATE "
"\"C\", c.chart_id COLLATE \"C\"" END;

/* ---- a revision made again */

/* What a revision was made with. */
STATEMENT(stmt_read_recorded, 2, INT8OID, INT4OID)
"SELECT r.revision, r.as_of, r.input_sha256, r.status, r.extension_version, r.policy"
" FROM memocite.revision r, memocite.deal d WHERE r.deal_id = $1 AND d.deal_id = $1"
REVISION_OR_LATEST END;

/* What differs from its inputs, as far as it keeps them. */
STATEMENT(stmt_find_differences, 2, INT8OID, INT4OID)
"WITH was AS (SELECT s.section_key, m.title, s.agent_sha256" SECTIONS_OF_REVISION
IN_ORDER_OF_MANIFEST ")"
" SELECT coalesce(pg_catalog.string_agg(x.what, ', ' ORDER BY x.what COLLATE \"C\" DESC),"
"  'a document, passage, metric, insight or chart, a claim''s words, or the order of sections')"
" FROM ("
" SELECT pg_catalog.format('section \"%s\"%s', coalesce(w.section_key, s.section_key), CASE WHEN"
"   s.section_key IS NULL THEN ' (deleted)' WHEN w.section_key IS NULL THEN ' (new)' END) AS what"
"  FROM was w FULL JOIN (SELECT * FROM memocite.section WHERE deal_id = $1) s USING (section_key)"
"  WHERE s.body_sha256 IS DISTINCT FROM w.agent_sha256 OR coalesce(s.title, w.title) <> w.title"
" UNION ALL SELECT pg_catalog.format('claims (%s new or deleted)', pg_catalog.count(*))"
"  FROM (SELECT pg_catalog.unnest(d.claim_id) AS claim_id FROM memocite.revision_detail d"
"   WHERE d.deal_id = $1 AND d.revision = $2) w"
"  FULL JOIN (SELECT * FROM memocite.claim WHERE deal_id = $1) c USING (claim_id)"
"  WHERE w.claim_id IS NULL OR c.deal_id IS NULL HAVING pg_catalog.count(*) > 0) AS x" END;

/* What only the call or earlier revisions knew, as it was told of. */
STATEMENT(stmt_read_call_events, 2, INT8OID, INT4OID)
"SELECT e.code, coalesce(e.section_key, e.subject, ''), (e.detail ->> 'stored')::int4, "
"(e.detail ->> 'given')::int4, (e.detail ->> 'earlier')::int4"
" FROM memocite.event e WHERE e.deal_id = $1 AND e.revision = $2"
" AND e.code IN ('stored_section_kept', 'stored_section_replaced', 'scores_recomputed', "
"'section_collapsed') ORDER BY e.event_no" END;

/* In the order of the sections; NULL = not scored. */
STATEMENT(stmt_read_scores, 2, INT8OID, INT4OID)
"SELECT (s.section ->> 'score')::float8 FROM memocite.revision r,"
" pg_catalog.jsonb_array_elements(r.report -> 'sections') WITH ORDINALITY AS s(section, ord)"
" WHERE r.deal_id = $1 AND r.revision = $2 ORDER BY s.ord" END;

/* What was written, to be compared byte by byte. */
STATEMENT(stmt_read_written_sections, 2, INT8OID, INT4OID)
"SELECT s.section_key, m.title, s.body, s.edits::text, s.body_sha256, s.agent_sha256"
SECTIONS_OF_REVISION
IN_ORDER_OF_MANIFEST END;

/* All that detaillist.def lists. */
STATEMENT(stmt_read_detail, 2, INT8OID, INT4OID)
"SELECT d.deal_id"
#define DETAIL(name, type, value) ", d." #name
#include "store/detaillist.def"
#undef DETAIL
" FROM memocite.revision_detail d WHERE d.deal_id = $1 AND d.revision = $2" END;

/* Equal but for what is the call's own? */
STATEMENT(stmt_compare_report, 3, INT8OID, INT4OID, JSONBOID)
"SELECT r.report - '{deal_id,revision,unchanged,timings_ms}'::text[] = $3"
" FROM memocite.revision r WHERE r.deal_id = $1 AND r.revision = $2" END;

/* INSERT INTO memocite.revision_detail(deal_id, ...) VALUES ($1, ...). */
void
complete_statement(Statement *statement)
{
	static const Oid types[] = {INT8OID, INT4OID,
#define DETAIL(name, type, value) type##ARRAYOID,
#include "store/detaillist.def"
#undef DETAIL
	};
	StringInfoData sql;

	initStringInfo(&sql);
	appendStringInfoString(&sql, "INSERT INTO memocite.revision_detail(deal_id, revision"
#define DETAIL(name, type, value) ", " #name
#include "store/detaillist.def"
#undef DETAIL
						   ") VALUES ($1");
	for (int i = 1; i < (int) lengthof(types); i++)
		appendStringInfo(&sql, ", $%d", i + 1);
	appendStringInfoChar(&sql, ')');
	memcpy(statement->types, types, sizeof(types));
	statement->nargs = lengthof(types);
	statement->sql = MemoryContextStrdup(TopMemoryContext, sql.data);
}
