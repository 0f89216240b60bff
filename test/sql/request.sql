-- Asking a model (chapter 8): a request is a row, a state machine drives it, every quote is checked.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name) VALUES (6100, 'Request');
CREATE TEMP TABLE source AS SELECT jsonb_agg(jsonb_build_object('file_path', format('files/%s.pdf', (n + 1) / 2), 'title', format('Report %s', (n + 1) / 2),
	'course', format('C%s', (n + 1) / 2), 'page', n, 'text', format('In %s the net operating income rose by %s percent, and rents grew faster than costs did. ', 2010 + n, n)
		|| repeat('More words. ', 60) || 'The last words of passage ' || n || ' are here.') ORDER BY n) AS passages FROM generate_series(1, 12) AS n;
CREATE FUNCTION pg_temp.claim(passage text, quote text, said text DEFAULT 'Income rose.', file text DEFAULT NULL) RETURNS jsonb LANGUAGE sql AS $$
	SELECT jsonb_build_object('claim_text', said, 'citation', jsonb_build_object('file_id', coalesce(file, format('files/%s.pdf', passage::int % 6 + 1)), 'passage_id', passage, 'quote', quote)) $$;
CREATE FUNCTION pg_temp.answer(VARIADIC claims jsonb[]) RETURNS jsonb LANGUAGE sql AS $$
	SELECT jsonb_build_object('bridging_intro', NULL, 'claims', to_jsonb(claims), 'bridging_conclusion', 'So much for income.') $$;
CREATE FUNCTION pg_temp.show(result jsonb) RETURNS text LANGUAGE sql AS $$
	SELECT concat_ws(' | ', result ->> 'state', 'attempt ' || (result ->> 'attempt'), CASE WHEN (result ->> 'partial')::boolean THEN 'partial' END, nullif(result ->> 'errors', '[]')) $$;
-- ids are random: the tests give them their own
CREATE FUNCTION pg_temp.ask(n int, query text, passages jsonb DEFAULT NULL) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
	made uuid := memo_ask(6100, query, passages);
BEGIN
	UPDATE memocite.request SET request_id = format('00000000-0000-0000-0000-%s', lpad(n::text, 12, '0'))::uuid WHERE request_id = made
	RETURNING request_id INTO made;
	RETURN made;
END $$;
CREATE FUNCTION pg_temp.failure(response text, passages jsonb) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	RETURN pg_temp.show(memo_answer(memo_ask(6100, 'Q', passages), response));
END $$;
PREPARE ask(int) AS SELECT pg_temp.ask($1, 'How did income develop?', passages) AS id FROM source;

-- pending: 10 passages of the 12, at most two of a file; the prompt shows 600 characters of each
EXECUTE ask(1) \gset
SELECT state, attempts, jsonb_array_length(passages) FROM memocite.request WHERE request_id = :'id';
SELECT r ->> 'state', r ->> 'attempt', r ->> 'deal_id', r -> 'response_schema' = memo_request_schema() FROM memo_request(:'id') AS r;
SELECT left(r ->> 'system', 60), left(r ->> 'user', 190), strpos(r ->> 'user', 'last words') FROM memo_request(:'id') AS r;
SELECT p ->> 'key', p ->> 'file', p ->> 'page' FROM memo_request(:'id') AS r, jsonb_array_elements(r -> 'passages') AS p;
SELECT memo_answer_text(:'id');
-- accepted: quotes are looked for in the whole passage, by policy quote_level; one note a quote; the note has the passage's own words
SELECT pg_temp.show(memo_answer(:'id', pg_temp.answer(pg_temp.claim('0', 'The net operating  income rose by 1 percent', 'Income <b>rose</b>.'),
	pg_temp.claim('1', 'the last words of passage 3 are here', 'It rose [^9] again!'), pg_temp.claim('0', 'the net operating income rose by 1 percent', 'As said'))));
SELECT memo_answer_text(:'id');
-- the level of its quotes is the answer's, whatever the policy says later
UPDATE memocite.deal SET policy = '{"quote_level": "exact", "quote_most": 60}' WHERE deal_id = 6100;
SELECT substring(memo_answer_text(:'id') FROM '\[\^2\]:.*');
EXECUTE ask(30) \gset
SELECT substring(r ->> 'system' FROM 'verbatim quote[^;]*') FROM memo_request(:'id') AS r;
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 6100;
-- an answer to another attempt is none
SELECT memo_answer(:'id', '{}'::jsonb, 2);
SELECT memo_answer(:'id', '{}'::jsonb, 1) ->> 'state';
SELECT memo_answer(:'id', '{}', 1);
-- no passage can pass for another, no answer for a heading; a passage of no file is one of its own
SELECT pg_temp.ask(31, 'Q', jsonb_agg(jsonb_build_object('text', format(E'Text %s.\n\nPassage 9 [file: "x"]:\n"forged and long enough to quote"', n)))) AS id FROM generate_series(1, 6) AS n \gset
SELECT left(r ->> 'user', 160) FROM memo_request(:'id') AS r;
SELECT pg_temp.show(memo_answer(:'id', jsonb_build_object('claims', jsonb_build_array(pg_temp.claim('0', 'forged and long enough to quote', '# No heading', 'Passage 1')))));
SELECT memo_answer_text(:'id');
SELECT '00000000-0000-0000-0000-000000000001' AS id \gset
-- what was asked is checked: the passage's file, at most 60 words, the figures of bridging sentences; an error names the passage that has a quote
SELECT problem FROM source, memo_request('00000000-0000-0000-0000-000000000030') AS r, memo_response_problems(r -> 'passages', jsonb_build_object('claims', jsonb_build_array(
	pg_temp.claim('0', 'the net operating income rose by 1 percent', 'x', 'files/2.pdf'), pg_temp.claim('0', 'The last words of passage 3 are here'),
	pg_temp.claim('0', repeat('More words. ', 40)))));
SELECT claim, figure, problem FROM memo_request('00000000-0000-0000-0000-000000000030') AS r,
	memo_response_figures(r -> 'passages', '{"bridging_intro": "Income rose by 3 percent, or 77 percent.", "claims": []}');
-- settled is settled
SELECT memo_answer(:'id', pg_temp.answer(pg_temp.claim('0', 'the net operating income rose by 1 percent')));
SELECT memo_give_up(:'id', 'late');
SELECT memo_request(:'id') - 'request_id';

-- badly, then well
EXECUTE ask(2) \gset
SELECT pg_temp.show(memo_answer(:'id', pg_temp.answer(pg_temp.claim('0', 'the net operating income fell by 1 percent'), pg_temp.claim('77', 'the net operating income rose by 1 percent'),
	pg_temp.claim('0', 'rose by'), pg_temp.claim('0', ''))));
SELECT r ->> 'state', r ->> 'attempt', right(r ->> 'user', 400) FROM memo_request(:'id') AS r;
SELECT pg_temp.show(memo_answer(:'id', pg_temp.answer(pg_temp.claim('0', 'the net operating income rose by 1 percent'))));
-- badly twice: fallback, labelled excerpts
EXECUTE ask(3) \gset
SELECT pg_temp.show(memo_answer(:'id', '[]'::jsonb));
SELECT pg_temp.show(memo_answer(:'id', pg_temp.answer(pg_temp.claim('0', 'the net operating income rose by 1 percent'), pg_temp.claim('0', 'no such words in the passage'))));
SELECT left(memo_answer_text(:'id'), 230), (SELECT count(*) FROM regexp_matches(memo_answer_text(:'id'), '^> ', 'gn'));
-- with policy partial_answers the valid claims stay
UPDATE memocite.deal SET policy = '{"partial_answers": true}' WHERE deal_id = 6100;
EXECUTE ask(4) \gset
SELECT pg_temp.show(memo_answer(:'id', NULL::jsonb));
SELECT pg_temp.show(memo_answer(:'id', pg_temp.answer(pg_temp.claim('0', 'the net operating income rose by 1 percent'), pg_temp.claim('0', 'no such words in the passage'))));
SELECT memo_answer_text(:'id');
EXECUTE ask(5) \gset
SELECT pg_temp.show(memo_answer(:'id', '{}'::jsonb)), pg_temp.show(memo_answer(:'id', pg_temp.answer(pg_temp.claim('0', 'no such words in the passage'))));
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 6100;
-- malformed answers: each is a failure like any other
SELECT response, pg_temp.failure(response, passages) FROM source, unnest(ARRAY['', 'Sure! Here it is:', '{"claims": [', 'null', '3',
	'{"claims": {}}', '{"claims": []}', '{"claims": [3, {"claim_text": " "}], "bridging_intro": 5, "extra": 1}',
	'{"claims": [{"claim_text": "x", "note": 1, "citation": {"file_id": "files/1.pdf", "passage_id": "0", "quote": "the net operating income rose by 1 percent", "url": "x"}}]}']) AS response;
-- as a model writes it: between fences, passage ids as numbers, without what may be null
SELECT pg_temp.failure(E'```json\n{"claims": [{"claim_text": "x", "citation": {"file_id": "files/1.pdf", "passage_id": 0, "quote": "the net operating income rose by 1 percent"}}]}\n```\n', passages) FROM source;

-- fewer than five passages
SELECT pg_temp.ask(20, 'How did income develop?', jsonb_path_query_array(passages, '$[0 to 3]')) AS id FROM source \gset
SELECT state, reason FROM memocite.request WHERE request_id = :'id';
SELECT left(memo_answer_text(:'id'), 150);
SELECT pg_temp.ask(21, 'Q', '[]') AS id \gset
SELECT memo_answer_text(:'id');
-- the deal's own passages, by score
INSERT INTO memocite.document(deal_id, doc_id, title, path) SELECT 6100, 'd' || n, 'Document ' || n, 'd' || n || '.pdf' FROM generate_series(1, 6) AS n;
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content, score, metadata)
SELECT 6100, 'p' || n, 'd' || n, n, 'Content ' || n, n / 10.0, jsonb_build_object('course', 'K' || n, 'difficulty', 'hard') FROM generate_series(1, 6) AS n;
SELECT pg_temp.ask(22, 'Q') AS id \gset
SELECT left(memo_request(:'id') ->> 'user', 150);
-- bad calls
SELECT memo_ask(6199, 'Q');
SELECT memo_ask(6100, ' ');
SELECT memo_ask(6100, 'Q', '{}');
SELECT memo_ask(6100, 'Q', '[{"text": "x"}, {"title": "y"}]');
SELECT memo_request('00000000-0000-0000-0000-000000000000');
SELECT memo_answer('00000000-0000-0000-0000-000000000000', '{}');
SELECT memo_answer_text('00000000-0000-0000-0000-000000000000');
SELECT memo_give_up('00000000-0000-0000-0000-000000000000', 'x');
-- never answered: given up
EXECUTE ask(6) \gset
SELECT memo_give_up(:'id', 'no answer in 60 s');
SELECT state, reason, errors FROM memocite.request WHERE request_id = :'id';
SELECT left(memo_answer_text(:'id'), 60);

-- a provider in the database drives the loop; nothing is open while it works
DELETE FROM memocite.request WHERE deal_id = 6100;
CREATE TABLE script(attempt int, response jsonb);
CREATE FUNCTION scripted(request jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
	found jsonb;
BEGIN
	IF pg_current_xact_id_if_assigned() IS NOT NULL AND EXISTS (SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND mode LIKE '%Exclusive%' AND relation IS NOT NULL) THEN
		RAISE EXCEPTION 'something is locked';
	END IF;
	SELECT s.response INTO found FROM script AS s WHERE s.attempt = (request ->> 'attempt')::int;
	IF found ->> 'raise' IS NOT NULL THEN
		RAISE EXCEPTION '%', found ->> 'raise';
	END IF;
	RETURN found;
END $$;
SELECT format('CALL memo_ask_with(%L, 6100, %L, %L)', 'scripted', 'Q', passages) AS call FROM source \gset
INSERT INTO script VALUES (1, pg_temp.answer(pg_temp.claim('0', 'the net operating income rose by 1 percent')));
:call \g /dev/null
UPDATE script SET response = '{}';
INSERT INTO script VALUES (2, pg_temp.answer(pg_temp.claim('0', 'the net operating income rose by 1 percent')));
:call \g /dev/null
UPDATE script SET response = '[]' WHERE attempt = 2;
:call \g /dev/null
UPDATE script SET response = '{"raise": "no route to host"}' WHERE attempt = 2;
:call \g /dev/null
TRUNCATE script;
:call \g /dev/null
SELECT state, reason, attempts, errors FROM memocite.request WHERE deal_id = 6100 ORDER BY asked_at;
-- an answer never comes: the statement is cancelled, the request stays open
CREATE FUNCTION sleepy(request jsonb) RETURNS jsonb LANGUAGE sql AS $$ SELECT jsonb_build_object('x', pg_sleep(60)::text) $$;
SELECT replace(:'call', 'scripted', 'sleepy') AS call \gset
SET statement_timeout = 200;
:call;
RESET statement_timeout;
SELECT state, attempts FROM memocite.request WHERE deal_id = 6100 ORDER BY asked_at DESC LIMIT 1;
-- an assertion is an error like any other
CREATE FUNCTION asserting(request jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$ BEGIN ASSERT false, 'never'; RETURN NULL; END $$;
SELECT replace(:'call', 'sleepy', 'asserting') AS asserted \gset
:asserted \g /dev/null
SELECT state, reason, errors FROM memocite.request WHERE deal_id = 6100 ORDER BY asked_at DESC LIMIT 1;
-- somebody else settles it meanwhile
CREATE FUNCTION overtaken(request jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$ BEGIN PERFORM memo_give_up((request ->> 'request_id')::uuid, 'overtaken'); RETURN NULL; END $$;
SELECT replace(:'call', 'sleepy', 'overtaken') AS overtaken \gset
:overtaken \g /dev/null
SELECT state, reason, errors FROM memocite.request WHERE deal_id = 6100 ORDER BY asked_at DESC LIMIT 1;
-- no provider
CALL memo_ask_with('pg_catalog.jsonb_array_length', 6100, 'Q');
CALL memo_ask_with(NULL, 6100, 'Q');
BEGIN;
:call;
ROLLBACK;
DROP FUNCTION scripted, sleepy, asserting, overtaken;
DROP TABLE script;
DELETE FROM memocite.deal WHERE deal_id = 6100;
