-- A judge (chapter 7): requests, verdicts by the hash of sentence and evidence, the release gate.
SELECT memo_init() \g /dev/null
\pset null '-'
\set SHOW_CONTEXT never
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (5970, 'Judged', '{"hold_on": ["judge"]}');
INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (5970, 'om', 'Offering Memorandum'), (5970, 'rr', 'Rent Roll');
INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES
	(5970, 'p1', 'om', 1, 'The sponsor sold two of its four assets.'), (5970, 'p2', 'om', 2, 'Demand is weak.'), (5970, 'p3', 'om', 2, 'Rents fell.');
INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES
	(5970, 'a', 1, 'The sponsor is experienced [SRC:1]. Demand is strong [SRC:2][SRC:1], and nobody knows [SRC:3]. It ends.'), (5970, 'b', 2, E'| Who |\n| --- |\n| A strong sponsor [SRC:1] |');
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id)
SELECT 5970, s, c.* FROM unnest('{a,b}'::text[]) AS s, (VALUES (1, 'om', 1, 'p1'), (2, 'om', 2, NULL), (3, 'rr', 1, NULL)) AS c;
SELECT memo_finalize(5970, DATE '2026-06-30') ->> 'status' AS status;
-- each sentence with the text that it rests on; without one nothing is asked
SELECT citation_no, section_key, sentence, evidence, doc_id, page, length(sha256) FROM memo_judge_requests(5970);
SELECT memo_release_gate(5970);
-- a verdict is of sentence and evidence; of one judge the last counts
SELECT count(memo_judge(5970, sha256, 'model', CASE citation_no WHEN 2 THEN 'unsupported' ELSE 'supported' END, 'so I read it')) FROM memo_judge_requests(5970);
SELECT memo_judge(5970, sha256, 'reader', 'partial') FROM memo_judge_requests(5970) WHERE citation_no = 1 \g /dev/null
SELECT memo_judge(5970, sha256, 'reader', 'unclear') FROM memo_judge_requests(5970) WHERE citation_no = 1 \g /dev/null
SELECT memo_judge(5970, '\x00', 'reader', 'good');
SELECT citation_no, sentence, judge, verdict, reason FROM memocite.citation_judgement WHERE deal_id = 5970 AND revision = 1 ORDER BY 1, 3;
-- nothing of the revision changes; the gate reads it, and an approval lets it pass
SELECT memo_report(5970) ->> 'status' AS status, bool_and(ok), memo_replay(5970, 1) FROM memo_verify(5970);
SELECT reason, section_key, text, hint FROM memo_holds(5970);
SELECT memo_release_gate(5970);
SELECT memo_approve(5970, 1, 'read it', 'A. Reader') ~ '^released by A. Reader on' AS released;
SELECT memo_release_gate(5970) ~ '^released by A. Reader on' AS released;
-- it holds for the next revision where sentence and evidence stay
UPDATE memocite.section SET body = 'Much is new. The sponsor is experienced [SRC:1]. Demand is weak [SRC:2].' WHERE deal_id = 5970 AND section_key = 'a';
SELECT memo_finalize(5970, DATE '2026-06-30') ->> 'revision' AS revision;
SELECT citation_no, sentence, judge, verdict FROM memocite.citation_judgement WHERE deal_id = 5970 AND revision = 2 ORDER BY 1, 3;
SELECT memo_release_gate(5970);
-- the author's page lists them
SELECT count(*) FROM regexp_matches(memo_html(5970, audience => 'author'), 'experienced\.</td><td>supported, model: so I read it</td><td>Offering Memorandum', 'g');
SELECT * FROM memo_judge_requests(5979);
DELETE FROM memocite.deal WHERE deal_id = 5970;
