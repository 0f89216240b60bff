-- langchain.sql: a message of LangChain 1.x, with the citations that the API returned, as a finished memo.
--     psql -v dir=/path/to/examples/citations -f /path/to/examples/citations/langchain.sql
-- in a database of yours, as often as you like; the answer is recorded in langchain.json.
CREATE EXTENSION IF NOT EXISTS memocite;
SELECT memo_init() \g /dev/null
\cd :dir
\set answer `cat langchain.json`
INSERT INTO memocite.deal (deal_id, name) VALUES (804, 'Maple Court') ON CONFLICT DO NOTHING;
SELECT citations, unresolved FROM memo_import_citations(804, 'market', :'answer', 'langchain');
SELECT memo_finalize(804, DATE '2026-06-30') ->> 'status' AS status;
SELECT memo_markdown(804) \g (format=unaligned tuples_only=on)
