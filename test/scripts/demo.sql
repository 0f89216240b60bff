-- The sample deal, from markers to the finished memo. Run by demo.sh.
SET client_min_messages = warning;
CREATE EXTENSION memocite;
SELECT memo_init() \g /dev/null
\ir ../data/maple_court.sql
SELECT memo_finalize(1, DATE '2026-06-30') \g /dev/null

\pset footer off
\echo
\echo '--- The memo: its first lines'
\pset format unaligned
\pset tuples_only on
SELECT line
  FROM regexp_split_to_table(memo_markdown(1), E'\n') WITH ORDINALITY AS memo(line, n)
 WHERE n <= 40
 ORDER BY n;
\pset tuples_only off
\pset format aligned

\echo
\echo '--- What became of the citations'
SELECT fate, how, count(*)
  FROM memocite.citation
 WHERE deal_id = 1
 GROUP BY 1, 2
 ORDER BY 1, 2;

\echo '--- What the memo says of the deal''s metrics, and what was corrected'
SELECT subject, section_key, detail
  FROM memocite.event
 WHERE deal_id = 1 AND code = 'metric_corrected'
 ORDER BY event_no;
SELECT s.section_key, c.metric, c.variant, c.found, c.canonical, c.anchored, c.context, c.verdict
  FROM memocite.section s, memo_check_prose(1, s.body) AS c
 WHERE s.deal_id = 1 AND c.role = 'point' AND c.found <> c.canonical
 ORDER BY s.position, c.start;

\echo '--- What became of the charts'
SELECT section_key, chart_id, decision, gate, reason, position
  FROM memocite.chart_decision
 WHERE deal_id = 1
 ORDER BY section_key, chart_id;

\echo '--- Which questions of the investment committee they answer'
SELECT * FROM memo_decision_coverage(1);

\echo '--- The waterfall: counts at each checkpoint'
SELECT * FROM memocite.waterfall WHERE deal_id = 1;

\echo '--- The finished memo, verified'
SELECT * FROM memo_verify(1);
