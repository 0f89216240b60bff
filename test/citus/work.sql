-- What deals 1 to 51 become: by one statement over all nodes, then all that is stored and read of them.
\set ON_ERROR_STOP on
SET citus.allow_nested_distributed_execution = on;
BEGIN;
SELECT deal_id, memo_finalize(deal_id, '2026-06-30') -> 'status' FROM memocite.deal WHERE deal_id <= 51 ORDER BY 1;
COMMIT;
SELECT memo_put_section(2, 'extra', 'Rents rose 4% [SRC:1], it says [SRC:9].', make_documents => true,
  claims => '[{"src_id": 1, "title": "A new one", "page": 3, "quote": "rose 4%"}]');
SELECT memo_reserve_src_ids(2, 'agent', 3);
SELECT memo_finalize(2, '2026-06-30') -> 'status';
SELECT d, md5(memo_markdown(d)), md5(memo_html(d)), md5(memo_prosemirror(d)::text), md5(memo_evidence(d)::text) FROM generate_series(1, 51) AS d;
SELECT d, (SELECT bool_and(v.ok) FROM memo_verify(d) AS v), memo_replay(d) FROM generate_series(1, 51) AS d;
SELECT memo_holds(1);
SELECT memo_diff(2);
SELECT memo_revisions(2) IS NOT NULL;
SELECT memo_collisions(2), memo_check_quotes(1), memo_check_figures(1) LIMIT 50;
SELECT memo_judge_requests(1);
SELECT memo_decision_coverage(1);
SELECT format('SELECT %L, to_jsonb(t) - %L::text[] FROM memocite.%I AS t WHERE deal_id <= 51 ORDER BY (to_jsonb(t) - %2$L::text[])::text COLLATE "C"', c.relname,
  '{created_at,updated_at,finalized_at,reserved_at,insight_id,report}', c.relname)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'deal_id'
WHERE c.relnamespace = 'memocite'::regnamespace AND c.relkind IN ('r', 'v') AND c.relname NOT IN ('allocator', 'queue')
ORDER BY c.relname COLLATE "C" \gexec
