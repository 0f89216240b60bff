-- gemini.sql: an answer of Gemini's generateContent, with the citations that the API returned, as a finished memo.
--     psql -v dir=/path/to/examples/citations -f /path/to/examples/citations/gemini.sql
-- in a database of yours, as often as you like; the answer is recorded in gemini.json.
CREATE EXTENSION IF NOT EXISTS memocite;
SELECT memo_init() \g /dev/null
\cd :dir
\set answer `cat gemini.json`
INSERT INTO memocite.deal (deal_id, name) VALUES (803, 'Maple Court') ON CONFLICT DO NOTHING;
SELECT citations, unresolved FROM memo_import_citations(803, 'market', :'answer', 'gemini');
SELECT memo_finalize(803, DATE '2026-06-30') ->> 'status' AS status;
SELECT memo_markdown(803) \g (format=unaligned tuples_only=on)
