-- The latest memo of every deal, a line of JSON each, as check.mjs reads it.
SELECT jsonb_build_object('deal', r.deal_id, 'name', r.name, 'doc', memo_prosemirror(r.deal_id), 'markdown', memo_markdown(r.deal_id),
    'references', (SELECT jsonb_agg(c.note_number ORDER BY s.ord, c.final_offset) FROM memocite.citation c
        JOIN json_array_elements(r.manifest) WITH ORDINALITY AS s(section, ord) ON s.section ->> 'section_key' = c.section_key
        WHERE c.deal_id = r.deal_id AND c.revision = r.revision AND c.fate = 'kept'),
    'notes', (SELECT jsonb_agg(f.note_key ORDER BY f.number) FROM memocite.footnote f WHERE f.deal_id = r.deal_id AND f.revision = r.revision),
    'charts', (SELECT jsonb_object_agg(d.chart_id, c.config) FROM memocite.chart_decision d JOIN memocite.chart c USING (deal_id, chart_id)
        WHERE d.deal_id = r.deal_id AND d.revision = r.revision AND d.decision = 'inserted'))
FROM memocite.revision r
WHERE r.revision = (SELECT max(m.revision) FROM memocite.revision m WHERE m.deal_id = r.deal_id) AND r.deal_id > 0
ORDER BY r.deal_id;
