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

-- A context-gated stage without rows records noop; stage 3 is permanently
-- skipped, with one event.
SELECT stage, severity, code FROM memocite.event
WHERE deal_id = 2101 AND stage IN ('0a', '0b', '0c', '0d', '0e', '0.5', '1', '2', '2.3', '3', '4', '4.2', '4.4', '6', '6.2', '6.6', '7', '7.1') ORDER BY event_no;
DELETE FROM memocite.deal WHERE deal_id = 2101;
