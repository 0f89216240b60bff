-- What the ledger says of the sample deal's first memo. Run by demo.sh.
\pset footer off
\pset linestyle ascii

\echo
\echo '==> The ledger: what was repaired, and what was left out'
WITH words(code, what, example) AS (
    VALUES
    ('id_collision', 'ids that meant different documents got ids of their own', '%1$s'),
    ('marker_repaired', 'a marker that was written wrong was read', '%1$s'),
    ('marker_moved', 'sections whose markers were moved behind the sentence', '%2$s'),
    ('metric_corrected', 'a number that contradicts the model was corrected', '%3$s'),
    ('citation_removed', 'sections with a marker that names no document', '%2$s'),
    ('chart_dropped', 'charts that are not in the memo', '%1$s'),
    ('stale_source', 'cited documents that are old', '%1$s'),
    ('low_confidence', 'sections with a source that is marked as weak', '%2$s'))
SELECT count(*) AS times, coalesce(w.what, replace(e.code, '_', ' ')) AS what,
       string_agg(DISTINCT format(coalesce(w.example, '%1$s'), e.subject, e.section_key,
           (e.detail ->> 'found') || ' is now ' || (e.detail ->> 'corrected')), ', ') AS which
  FROM memocite.event e
  LEFT JOIN words w USING (code)
 WHERE e.deal_id = 1 AND e.revision = 1 AND (w.code IS NOT NULL OR e.severity <> 'INFO')
 GROUP BY 2
 ORDER BY min(e.event_no);

\echo '==> The citations: where each of them went'
SELECT fate,
       CASE how WHEN 'anchor' THEN 'a warning, placed by the cell that it names'
                WHEN 'merged_into' THEN 'its note is one that was there already'
                WHEN 'metric' THEN 'a remark on a metric, placed by the metric'
                WHEN 'section' THEN 'a remark on a whole section'
                WHEN 'source_line' THEN 'from a line in which the agent named its sources'
                WHEN 'capped' THEN 'more than three in one place'
                WHEN 'unresolved' THEN 'names no document of the deal'
                ELSE coalesce(how, 'from the claim that the agent made') END AS why,
       count(*)
  FROM memocite.citation
 WHERE deal_id = 1 AND revision = 1
 GROUP BY 1, 2
 ORDER BY 1, 3 DESC, 2;

\echo '==> Proof: memo_verify() reads the finished memo again'
SELECT count(*) FILTER (WHERE ok) AS rules_that_hold, count(*) FILTER (WHERE NOT ok) AS rules_broken
  FROM memo_verify(1);
