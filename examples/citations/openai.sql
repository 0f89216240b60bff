-- openai.sql: an answer of OpenAI's Responses API, with the citations that the API returned, as a finished memo.
--     psql -v dir=/path/to/examples/citations -f /path/to/examples/citations/openai.sql
-- in a database of yours, as often as you like; the answer is recorded in openai.json.
CREATE EXTENSION IF NOT EXISTS memocite;
SELECT memo_init() \g /dev/null
\cd :dir
\set answer `cat openai.json`
INSERT INTO memocite.deal (deal_id, name) VALUES (802, 'Maple Court') ON CONFLICT DO NOTHING;
SELECT citations, unresolved FROM memo_import_citations(802, 'market', :'answer', 'openai');
SELECT memo_finalize(802, DATE '2026-06-30') ->> 'status' AS status;
SELECT memo_markdown(802) \g (format=unaligned tuples_only=on)
