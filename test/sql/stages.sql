-- The 36 stages of the footnote pipeline: label, order, context and checkpoint
-- are frozen. Order is the list's, not the labels'.
SELECT seq, label, stage_group, name, context, checkpoint FROM memo_stages() ORDER BY seq;
SELECT count(*) AS stages, count(DISTINCT label) AS labels, count(DISTINCT name) AS names,
	bool_and(description <> '') AS described FROM memo_stages();

-- The nine counts of a memo's waterfall, in the order they are taken.
SELECT memo_init() \g /dev/null
INSERT INTO memocite.deal(deal_id, name) VALUES (2101, 'Stages');
INSERT INTO memocite.section(deal_id, section_key, body) VALUES (2101, 'market', 'Rents rose.');
SELECT memo_finalize(2101, DATE '2026-06-30') ->> 'status' AS status;
SELECT seq, checkpoint, stage FROM memocite.checkpoint WHERE deal_id = 2101 ORDER BY seq;

-- Every event names a stage of the list; a stage without rows of its context
-- records noop; stage 3 is permanently skipped.
SELECT event_no, stage, severity, code FROM memocite.event
WHERE deal_id = 2101 AND code <> 'not_built' ORDER BY event_no;
DELETE FROM memocite.deal WHERE deal_id = 2101;
