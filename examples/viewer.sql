-- viewer.sql: a memo with its source pages beside it, as one page. Open it and click a number.
--     psql -q -v deal=1 -v dir=/path/to/examples -f /path/to/examples/viewer.sql > viewer.html
-- The memo is memo_html's fragment, what stands behind its numbers memo_evidence's; viewer.html has the script.
\set ON_ERROR_STOP on
\cd :dir
\set page `cat viewer.html`
\pset format unaligned
\pset tuples_only on
SELECT replace(replace(:'page', '{{memo}}', memo_html(:deal, fragment => true)),
    '{{evidence}}', replace(memo_evidence(:deal)::text, '<', '\u003c'));
