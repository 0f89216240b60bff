-- What changes a result is data (chapter 2): built-in defaults, overridden by
-- rows of memocite.policy and by deal.policy; validated.
SELECT memo_init() \g /dev/null
INSERT INTO memocite.deal(deal_id, name) VALUES (2301, 'Policy');
SELECT jsonb_pretty(memo_policy(2301));

-- rows of memocite.policy override the defaults, in order of name; deal.policy overrides both
BEGIN;
INSERT INTO memocite.policy(name, settings) VALUES
	('b house rules', '{"cluster_cap": 5, "rescue": false}'), ('a firm', '{"cluster_cap": 4, "dedup_scope": "sentence"}');
UPDATE memocite.deal SET policy = '{"rescue": true, "stale_days": 9}' WHERE deal_id = 2301;
SELECT key, value FROM jsonb_each(memo_policy(2301)) WHERE key IN ('cluster_cap', 'rescue', 'dedup_scope', 'stale_days') ORDER BY key;
ROLLBACK;

-- an unknown key, a wrong type, a value out of range: an error that names it
UPDATE memocite.deal SET policy = '{"cluster_capp": 3}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{"rescue": "yes"}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{"rescue": null}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{"rescue": 1}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{"cluster_cap": 0}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{"cluster_cap": 1001}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{"cluster_cap": 2.5}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{"cluster_cap": 99999999999999999999}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{"cluster_cap": "3"}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{"cluster_cap": [3]}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{"src_id_scope": "deal"}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{"src_id_scope": true}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{"dedup_scope": "cluster|sentence"}' WHERE deal_id = 2301;
\set VERBOSITY terse
UPDATE memocite.deal SET policy = '[]' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = NULL WHERE deal_id = 2301;
\set VERBOSITY default
INSERT INTO memocite.policy(name, settings) VALUES ('bad', '{"agent_notes": "drop"}');
INSERT INTO memocite.deal(deal_id, name, policy) VALUES (2302, 'Bad', '{"keep_revisions": -1}');
-- the boundaries themselves are allowed
UPDATE memocite.deal SET policy = '{"cluster_cap": 1, "max_charts": 1000, "budget_least": 0}' WHERE deal_id = 2301;
UPDATE memocite.deal SET policy = '{}' WHERE deal_id = 2301;

-- each revision stores the policy in force
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2301, 'market', 'Rents rose.');
UPDATE memocite.deal SET policy = '{"cluster_cap": 2}' WHERE deal_id = 2301;
SELECT memo_finalize(2301, DATE '2026-06-30') ->> 'revision' AS revision;
UPDATE memocite.deal SET policy = '{"cluster_cap": 7}' WHERE deal_id = 2301;
SELECT memo_finalize(2301, DATE '2026-06-30') ->> 'revision' AS revision;
SELECT revision, policy -> 'cluster_cap' AS cluster_cap, policy - 'cluster_cap' = memo_policy(2301) - 'cluster_cap' AS rest_is_default
FROM memocite.revision WHERE deal_id = 2301 ORDER BY revision;
-- a policy changes the result, never a session setting: the same policy is unchanged
SELECT memo_finalize(2301, DATE '2026-06-30') ->> 'unchanged' AS unchanged;
DELETE FROM memocite.deal WHERE deal_id = 2301;
