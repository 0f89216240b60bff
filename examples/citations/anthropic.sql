-- anthropic.sql: an answer of Anthropic's Messages API, with the citations that the API returned, as a finished memo.
--     psql -v dir=/path/to/examples/citations -f /path/to/examples/citations/anthropic.sql
-- in a database of yours, as often as you like; the answer is recorded in anthropic.json.
CREATE EXTENSION IF NOT EXISTS memocite;
SELECT memo_init() \g /dev/null
\cd :dir
\set answer `cat anthropic.json`
INSERT INTO memocite.deal (deal_id, name) VALUES (801, 'Maple Court') ON CONFLICT DO NOTHING;
SELECT citations, unresolved FROM memo_import_citations(801, 'market', :'answer', 'anthropic');
SELECT memo_finalize(801, DATE '2026-06-30') ->> 'status' AS status;
SELECT memo_markdown(801) \g (format=unaligned tuples_only=on)
