-- Synthesis versions (chapter 8): saved byte for byte, loaded, retried from that version alone, routed.
SELECT memo_init() \g /dev/null
\pset format unaligned
\pset tuples_only on
\set SHOW_CONTEXT never
\set VERBOSITY default
INSERT INTO memocite.deal(deal_id, name) VALUES (6000, 'Synthesis'), (6001, 'Nothing saved');

-- kept verbatim: white space, order and repeated keys of the JSON stay
SELECT memo_save_synthesis(6000, '{"b" :1,  "sections":{"financial":"NOI rose.", "risk" : "  "},"b":2, "big":12345678901234567890.10}', '{financial,risk,exit}');
SELECT memo_load_synthesis(6000);
SELECT version, decision, missing, sha256 = sha256(convert_to(payload::text, 'UTF8')) FROM memocite.synthesis WHERE deal_id = 6000;
-- available says what there is instead of the payload; of a payload without sections no report can be made, so it is incomplete
SELECT memo_save_synthesis(6000, '{"sections": {"a": "x"}}', '{financial,exit}', '{exit,financial,risk}');
SELECT memo_save_synthesis(6000, '"a text"', '{financial,exit}', '{exit,financial,risk}');
SELECT memo_save_synthesis(6000, '[1, 2]');
SELECT version, decision, missing, payload FROM memocite.synthesis WHERE deal_id = 6000 ORDER BY version;
SELECT memo_load_synthesis(6000, 1);
-- what a failed agent left is no section, and no payload is refused for its shape; NULL is no section key
SELECT memo_save_synthesis(6001, '{"sections": {"a": "x", "b": null, "c": 3}}', '{a,b}'), memo_save_synthesis(6001, '{}', '{a,b}'),
	memo_save_synthesis(6001, '{"sections": {"a": "x\u0000y"}}', '{a}'), memo_save_synthesis(6001, '{"sections": {"a": "x"}}', '{a,b}', '{a,NULL}');
SELECT version, decision, missing FROM memocite.synthesis WHERE deal_id = 6001 ORDER BY version;
DELETE FROM memocite.synthesis WHERE deal_id = 6001;
-- errors: never an empty object
SELECT memo_load_synthesis(6001);
SELECT memo_load_synthesis(6000, 9);
SELECT memo_save_synthesis(6099, '{}');
SELECT memo_save_synthesis(6000, NULL);
SELECT * FROM memo_synthesis_sections('{"sections": [{"section_key": "a", "body": "x"}, {"body": "y"}]}');
SELECT * FROM memo_synthesis_sections('{"sections": {"a": 3}}');
-- a damaged payload
UPDATE memocite.synthesis SET payload = '[1, 3]' WHERE deal_id = 6000 AND version = 2;
SELECT memo_load_synthesis(6000, 2);
SELECT memo_retry(6000, 2);
DELETE FROM memocite.synthesis WHERE deal_id = 6000;

-- an incomplete version is refused, with what is missing; so is a deal without a complete one, with what the latest misses
SELECT memo_save_synthesis(6000, '{"sections": {"financial": "NOI rose."}}', '{financial,exit,risk}');
SELECT memo_retry(6000, 1);
SELECT memo_retry(6000);
SELECT memo_route(6000, 'retry');

-- an agents' own payload: sections with their claims, documents, metrics
SELECT memo_save_synthesis(6000, '{"name": "Elm Street", "documents": [{"doc_id": "om", "title": "Offering Memorandum"}, {"doc_id": "rr", "title": "Rent Roll"}],
	"metrics": [{"metric": "irr", "value": 18.5, "unit": "percent"}],
	"sections": [{"section_key": "financial", "title": "Financial", "body": "NOI rose by 4% [SRC:1]. The IRR is 12.0% [SRC:2].",
			"claim_citations": [{"n": 1, "doc_id": "om", "page": 4}, {"citation_number": 2, "document_id": "rr", "page_number": "7", "score": 0.9}]},
		{"section_key": "exit", "content": "The exit is near [SRC:1]."}],
	"claims": [{"section_key": "exit", "src_id": 1, "doc_id": "om", "page": 4}]}', '{exit,financial}');
SELECT r ->> 'synthesis_version', r ->> 'revision', r ->> 'as_of', r ->> 'markdown', r -> 'sections' -> 0 FROM memo_retry(6000, as_of => '2026-06-30') AS r;
-- without a day: that of the deal's first revision since, else that of the version; the first run's counts for the next, a day that was asked for does not
UPDATE memocite.synthesis SET created_at = '2026-05-01 12:00+00' WHERE deal_id = 6000 AND version = 2;
SET client_min_messages = error;
SELECT r ->> 'as_of' FROM memo_retry(6000) AS r;
SELECT as_of = '2026-05-01' FROM memocite.synthesis WHERE deal_id = 6000 AND version = 2;
RESET client_min_messages;
-- of a payload without a name the memo is headed by the name that the deal had when it was saved
SELECT memo_save_synthesis(6001, '{"sections": {"a": "x"}}'), memo_save_synthesis(6001, '{"title": "Oak Court", "sections": {"a": "x"}}');
UPDATE memocite.deal SET name = 'Renamed' WHERE deal_id = 6001;
SELECT version, split_part(memo_retry(6001, version, '2026-06-30') ->> 'markdown', E'\n', 1) FROM memocite.synthesis WHERE deal_id = 6001 ORDER BY version;
UPDATE memocite.deal SET name = 'Nothing saved' WHERE deal_id = 6001;
DELETE FROM memocite.synthesis WHERE deal_id = 6001;
-- nothing of it stays
SELECT deal_id, name FROM memocite.deal WHERE deal_id < 1 OR deal_id BETWEEN 6000 AND 6002 ORDER BY 1;
SELECT count(*) FROM memocite.revision WHERE deal_id IN (6000, 6001);

-- a version that no report can be made of is kept, but incomplete: the latest before it counts
SELECT memo_save_synthesis(6001, '{"sections": {"a": "x"}}', '{a}');
CREATE TEMP TABLE payload AS SELECT memo_save_synthesis(6001, p::json) AS version, p, n FROM unnest(ARRAY['{"note": "progress"}', '"a text"', '[1, 2]', '{"sections": []}', '{"sections": {"a": null}}',
	'{"sections": [{"section_key": "a", "body": "x"}, {"section_key": "a", "body": "y"}]}', '{"sections": {"a": "x\u0000y"}}', '{"sections": {"a": "x"}, "note": "\ud800"}', '{"sections": {"a": 3}}',
	'{"sections": {"a": "x [SRC:1]"}, "claims": [{"section_key": "a", "src_id": 1, "doc_id": "om"}, {"section_key": "a", "src_id": 2}]}',
	'{"sections": {"a": "x [SRC:1]"}, "claims": [{"section_key": "b", "src_id": 1, "doc_id": "om"}]}',
	'{"sections": {"a": "x [SRC:1]"}, "claims": [{"section_key": "a", "src_id": 1, "doc_id": "om", "passage_id": "p"}]}',
	'{"sections": {"a": "x [SRC:1]"}, "claims": [{"section_key": "a", "src_id": 1, "doc_id": "om", "block_id": 3}]}',
	'{"sections": {"a": "x"}, "documents": [{"doc_id": "om"}, {"doc_id": "om"}]}', '{"sections": {"a": "x"}, "documents": {"om": {}}}', '{"sections": {"a": "x"}, "documents": [{"title": "x"}]}',
	'{"sections": {"a": "x"}, "documents": [{"doc_id": "om", "ingested_on": "soon"}]}', '{"sections": {"a": "x"}, "documents": [3]}',
	'{"sections": {"a": "x"}, "documents": [{"doc_id": "om"}], "passages": [{"passage_id": "p", "doc_id": "rr", "content": "x"}]}', '{"sections": {"a": "x"}, "charts": [{"chart_id": "c", "section_key": "b"}]}',
	'{"sections": {"a": "x"}, "metrics": [{"metric": "irr"}, {"metric": "irr", "variant": "levered"}, {"metric": "irr", "variant": ""}]}']) WITH ORDINALITY AS u(p, n);
SELECT s.decision, s.missing, p.p, memo_synthesis_problem(s.payload) FROM payload AS p JOIN memocite.synthesis s ON s.deal_id = 6001 AND s.version = p.version ORDER BY n;
SELECT r -> 'synthesis_version', r -> 'as_of' FROM memo_retry(6001, as_of => '2026-06-30') AS r;
SELECT memo_route(6001, 'retry');
SELECT memo_retry(6001, 2);
SELECT memo_retry(6001, 7);
DELETE FROM memocite.synthesis WHERE deal_id = 6001 AND version = 1;
SELECT memo_retry(6001);
SELECT memo_route(6001, 'retry');
-- keys of their own, of whatever type, are no column's
SELECT memo_synthesis_problem('{"sections": {"a": "x"}, "documents": [{"doc_id": "om", "deal_id": "d-7", "content_sha256": "\\x0", "more": []}], "passages": null}');
-- what only a table refuses is an error that speaks of the version, and nothing is left
DELETE FROM memocite.synthesis WHERE deal_id = 6001;
SELECT memo_save_synthesis(6001, '{"sections": {"a": "x"}, "documents": [{"doc_id": "om", "source_type": "word"}]}'), memo_save_synthesis(6001, '{"sections": {"a": "x"}, "metrics": [{"metric": "irr", "value": 9999, "unit": "percent"}]}'),
	memo_save_synthesis(6001, '{"sections": {"a": "x"}, "insights": [{"kind": "ic_note", "message": "x", "insight_id": "00000000-0000-0000-0000-000000000001"}, {"kind": "ic_note", "message": "y", "insight_id": "00000000-0000-0000-0000-000000000001"}]}');
SELECT memo_retry(6001, 1);
SELECT memo_retry(6001, 2);
SELECT memo_retry(6001, 3);
SELECT count(*) FROM memocite.deal WHERE deal_id < 1;
-- a deal without sections can be saved, but there is nothing to make again
DELETE FROM memocite.synthesis WHERE deal_id = 6001;
SELECT memo_snapshot(6001);
SELECT memo_retry(6001, 1);

-- a snapshot of a deal: the same memo, whatever becomes of the tables
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (6002, 'Snapshot', '{"cluster_cap": 2}');
INSERT INTO memocite.document(deal_id, doc_id, title, ingested_on) VALUES (6002, 'om', 'Offering Memorandum', '2025-12-01'), (6002, 'rr', 'Rent Roll', NULL);
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, src_id, content) VALUES (6002, 'p1', 'rr', 2, 40, 'In-place rents average $1,745 a unit.');
INSERT INTO memocite.section(deal_id, section_key, title, body) VALUES
	(6002, 'financial', 'Financial', E'NOI rose by 4% [SRC:1][SRC:2][SRC:3]. The IRR is 12.0%.\n\n# Rents\n\nRents are $1,745 [SRC:40].'),
	(6002, 'risk', 'Risk', 'Few [SRC:1], none [SRC:9].');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id, quote, confidence)
SELECT 6002, 'financial', n, 'om', n, NULL, NULL, 0.9 - n / 10.0 FROM generate_series(1, 3) AS n
UNION ALL SELECT 6002, 'risk', 1, 'rr', 2, 'p1', 'rents average $1,745', NULL;
INSERT INTO memocite.metric VALUES (6002, 'irr', '', 18.5, 'percent');
INSERT INTO memocite.insight(deal_id, kind, section_key, message) VALUES (6002, 'ic_note', 'risk', 'Ask for the flood map.');
SELECT memo_reserve_src_ids(6002, 'financial', 10);
SELECT memo_finalize(6002, '2026-06-30') ->> 'status';
SELECT memo_snapshot(6002);
CREATE TEMP TABLE kept AS SELECT memo_markdown(6002) AS markdown, memo_load_synthesis(6002)::text AS payload;
DELETE FROM memocite.claim WHERE deal_id = 6002;
DELETE FROM memocite.section WHERE deal_id = 6002 AND section_key = 'risk';
UPDATE memocite.section SET body = 'Gone.' WHERE deal_id = 6002;
UPDATE memocite.document SET title = 'Other' WHERE deal_id = 6002;
UPDATE memocite.deal SET name = 'Other', policy = '{}' WHERE deal_id = 6002;
DELETE FROM memocite.metric WHERE deal_id = 6002;
INSERT INTO memocite.policy VALUES ('test', '{"stale_days": 10}');
INSERT INTO memocite.metric_kind VALUES ('irr', 'Yield', 'percent', '{noi}');
SELECT memo_finalize(6002, '2026-07-30') ->> 'status';
SELECT r ->> 'markdown' = k.markdown AS same, r ->> 'revision' AS revision, r ->> 'as_of' AS as_of, memo_load_synthesis(6002)::text = k.payload AS kept
FROM kept AS k, memo_retry(6002) AS r;
SELECT count(*) FROM memocite.metric_kind;
DELETE FROM memocite.policy WHERE name = 'test';
DELETE FROM memocite.metric_kind WHERE metric = 'irr';
SELECT memo_snapshot(6099);

-- saved before the first run, and of values that no agent writes: still the first run's memo
INSERT INTO memocite.deal(deal_id, name) VALUES (6003, 'Before');
INSERT INTO memocite.document(deal_id, doc_id, title, ingested_on) VALUES (6003, 'd', 'Doc', '2026-01-01');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (6003, 'b', 1700000000, 'First [SRC:123456789].'), (6003, 'a', 1700000001, 'Second. The IRR is 40%.');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page) VALUES (6003, 'b', 123456789, 'd', 0);
INSERT INTO memocite.metric VALUES (6003, 'irr', '', 15, 'percent');
SET client_min_messages = error;
SELECT memo_snapshot(6003), memo_finalize(6003, '2026-03-01') ->> 'status';
-- a version of agents, made with the policy and catalogues of its day
SELECT memo_save_synthesis(6003, '{"metrics": [{"metric": "irr", "value": 15, "unit": "percent"}], "sections": {"zeta": "The IRR is 40%. [SRC:1]", "alpha": "A text."},
	"documents": [{"doc_id": "d1", "title": "Doc", "ingested_on": "2025-01-01"}], "claims": [{"section_key": "zeta", "src_id": 1, "doc_id": "d1"}]}');
CREATE TEMP TABLE first AS SELECT memo_retry(6003, 2) AS r;
SELECT r ->> 'as_of' = '2031-01-01' FROM memo_retry(6003, 2, '2031-01-01') AS r;
INSERT INTO memocite.policy VALUES ('later', '{"stale_days": 100000, "enforce_metrics": "reject"}');
INSERT INTO memocite.section_kind VALUES ('zeta', 'Z', -5);
SELECT r ->> 'as_of', r ->> 'revision', r ->> 'markdown' = memo_markdown(6003) FROM memo_retry(6003, 1) AS r;
SELECT memo_retry(6003, 2) = r FROM first;
DELETE FROM memocite.policy WHERE name = 'later';
DELETE FROM memocite.section_kind WHERE section_key = 'zeta';
RESET client_min_messages;
DELETE FROM memocite.deal WHERE deal_id = 6003;

-- the messages that ask for the report again, and those that do not
SELECT message, memo_route(6002, message) FROM unnest(ARRAY['retry', 'Retry!', 'please  retry', 'try again', 'run it again, please', 'regenerate report',
	'Regenerate the report.', 'fix the slides', 'make the slides again', 'Could you rebuild the memo?', 'retry the report generation', 'try making the deck again',
	'make the report', 'don''t retry', 'why did you regenerate the report?', 'Should we retry the lease negotiation?', 'what is the IRR?', 'let’s retry', 'retry…', 'Regenerate', 'redo it', 'make me the slides again', 'I want you to regenerate the PDF report', 'retry the synthesis', 'Hey, regenerate the IC memo', 'regenerate all the slides', 'fix these slides', 'fix the credit report', '', repeat('retry ', 100000)])
	WITH ORDINALITY AS m(message, n) WHERE length(message) < 100 OR memo_route(6002, message) <> '{"next_agent": null}' ORDER BY n;
SELECT memo_route(6002, NULL);
SELECT memo_route(6099, 'retry');
-- patterns are rows: added, overridden, turned off
INSERT INTO memocite.route_pattern VALUES ('^(once more|noch einmal)', 'report_generation'), ('^fix the slides$', 'slide_agent'), ('^try again$', '');
SELECT message, memo_route(6002, message) FROM unnest(ARRAY['Noch einmal bitte', 'Fix the slides.', 'try again', 'retry']) AS message;
INSERT INTO memocite.route_pattern VALUES ('(', 'x');
DELETE FROM memocite.route_pattern;
-- nothing saved
DELETE FROM memocite.synthesis WHERE deal_id = 6001;
SELECT memo_route(6001, 'retry');
DELETE FROM memocite.deal WHERE deal_id IN (6000, 6001, 6002);

-- A saved synthesis still gives its bytes where a metric or metric kind is refused by now: they are taken as they were
INSERT INTO memocite.deal(deal_id, name) VALUES (3050, 'Before the checks');
SET memocite.restoring = on;
INSERT INTO memocite.metric VALUES (3050, 'IRR', '', 0.185, 'percent'), (3050, 'noi', '', 4200000, 'usd');
INSERT INTO memocite.metric_kind VALUES ('noi', 'NOI', 'usd', '{net operating income}');
RESET memocite.restoring;
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (3050, 'returns', 'The IRR is 18.5%.');
SELECT memo_finalize(3050, DATE '2026-06-30') ->> 'revision';
SELECT memo_snapshot(3050);
CREATE TEMP TABLE first_run AS SELECT memo_markdown(3050) AS markdown;
DELETE FROM memocite.metric WHERE deal_id = 3050;
DELETE FROM memocite.metric_kind;
SELECT r ->> 'revision', r ->> 'markdown' = k.markdown AS same FROM memo_retry(3050) AS r, first_run AS k;
SELECT code, subject, detail FROM memocite.event WHERE deal_id = 3050 AND code LIKE 'metric%';
DROP TABLE first_run;
SHOW memocite.restoring;
DELETE FROM memocite.deal WHERE deal_id = 3050;
