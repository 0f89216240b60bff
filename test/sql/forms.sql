-- Which spellings of a citation are read, and which are told of: 60 texts written from the documentation of markers, in the style
-- of six kinds of models. None that is a citation may stay in silence. The table is in docs/explanation/markers.md; the lint compares.
SELECT memo_init() \g /dev/null
SET client_min_messages = error;
CREATE TEMP TABLE form(n serial, style text, form text, body text, has_list boolean, cites boolean);
INSERT INTO form(style, form, body, has_list, cites) VALUES
-- told to write the contract
('contract', '[SRC:n]', 'Rents rose 4% [SRC:1].', false, true),
('contract', '[SRC:n], other spellings', 'Rents rose 4% [SRC: 1].', false, true),
('contract', '[SRC:n], other spellings', 'Rents rose 4% [src:1].', false, true),
('contract', '[SRC:n], several', 'Rents rose 4% [SRC:1, 2].', false, true),
('contract', '[SRC:n], several', 'Rents rose 4% [SRC:1; SRC:2].', false, true),
('contract', '[SRC:n] with a page', 'Rents rose 4% [SRC:1, p. 4].', false, true),
('contract', '[SOURCE-X]', 'Rents rose 4% [SOURCE-A].', false, true),
('contract', '[SRC:n], broken', 'Rents rose 4% [SRC:1', false, true),
('contract', '[SRC:n], broken', 'Rents rose 4% {SRC:1}.', false, true),
('contract', 'words of a marker in prose', 'See the [SOURCE DOCUMENTS] folder for the lease.', false, false),
-- chat windows
('chat', '【n†source】', 'Rents rose 4%【1†source】.', true, true),
('chat', '【n†source】', 'Rents rose 4%【4:0†source】.', false, true),
('chat', '【n】', 'Rents rose 4%【2】.', true, true),
('chat', 'turn0search1', 'Rents rose 4% turn0search1.', false, true),
('chat', 'contentReference', 'Rents rose 4% contentReference[oaicite:0]{index=0}.', false, true),
('chat', '[n]', 'Rents rose 4% [1].', true, true),
('chat', '[n](#...)', 'Rents rose 4% [1](#sources).', true, true),
('chat', 'a link', 'Rents rose 4% ([Rent Roll](https://example.com/rr.pdf)).', false, true),
('chat', 'a year in brackets', 'Rents rose 4% [2024] on last year.', false, false),
('chat', '[sic]', 'The lease says "there [sic] rents rise".', false, false),
-- search engines
('search', '[n], several', 'Rents rose 4% [1][2].', true, true),
('search', '[n], several', 'Rents rose 4% [1, 2].', true, true),
('search', '[n], several', 'Rents rose 4% [1-2].', true, true),
('search', '[^n]', E'Rents rose 4%.[^1]\n\n[^1]: Rent Roll', false, true),
('search', '[n] without a list', 'Rents rose 4% [7].', false, true),
('search', '[[n]](address)', 'Rents rose 4% [[1]](https://example.com/rr.pdf).', false, true),
('search', 'an address', 'Rents rose 4%. https://example.com/rr.pdf', false, true),
('search', 'raised digits', 'Rents rose 4%.¹', true, true),
('search', 'units and powers', 'The building has 12,000 m² and emits 3 t of CO₂.', false, false),
('search', 'an interval', 'Occupancy lies in the interval [90, 95] in most years.', false, false),
-- models with a citations API
('api', '<cite>', 'Rents rose 4% <cite source="rent-roll">.', false, true),
('api', '<cite>', '<cite index="1-2">Rents rose 4%</cite>.', false, true),
('api', '<doc:n>', 'Rents rose 4% <doc:1>.', false, true),
('api', '[cite: n]', 'Rents rose 4% [cite: 1].', true, true),
('api', '[citation:n]', 'Rents rose 4% [citation:2].', true, true),
('api', '[name]', 'Rents rose 4% [rent-roll].', false, true),
('api', '[[name]]', 'Rents rose 4% [[rent-roll]].', false, true),
('api', '{{SRC:name}}', 'Rents rose 4% {{SRC:rent-roll}}.', false, true),
('api', 'a task box', E'To do:\n\n- [x] Read the lease.\n- [ ] Visit the site.', false, false),
('api', 'a type hint', 'The function returns Optional[int] when empty.', false, false),
-- open models that answer from passages
('passages', '[Source n]', 'Rents rose 4% [Source 1].', true, true),
('passages', '[Doc n]', 'Rents rose 4% [Doc 2].', true, true),
('passages', '[Document n]', 'Rents rose 4% [Document 1].', true, true),
('passages', '[Ref n]', 'Rents rose 4% [Ref 2].', true, true),
('passages', '[ID:n]', 'Rents rose 4% [ID:1].', true, true),
('passages', '[Source: name]', 'Rents rose 4% [Source: Rent Roll, p. 3].', false, true),
('passages', '(Source: name)', 'Rents rose 4% (Source: Rent Roll, p. 3).', false, true),
('passages', '(ref. n)', 'Rents rose 4% (ref. 2).', true, true),
('passages', 'a number in round brackets', 'The note matures in (3) years.', false, false),
('passages', 'words in brackets', 'The tenant [a grocer] renewed in May.', false, false),
-- writers of reports
('report', '<sup>n</sup>', 'Rents rose 4%<sup>1</sup>.', true, true),
('report', '[name, p. n]', 'Rents rose 4% [Rent Roll, p. 3].', false, true),
('report', '[@name]', 'Rents rose 4% [@rent-roll].', false, true),
('report', 'Source: name, a line of text', E'Rents rose 4%.\n\nSource: Rent Roll', false, false),
('report', '[SRC:n]: text', E'Rents rose 4% [SRC:1].\n\n[SRC:1]: Offering Memorandum', false, true),
('report', 'a list alone', 'Rents rose 4% in the year' || repeat(', and so did the costs of repairs, of insurance and of taxes', 5) || '.', true, true),
('report', 'amounts in brackets', 'Cash flow was ($4.2 million) in 2024.', false, false),
('report', 'a list of steps', E'1. Sign.\n2. Close.\n3. Report.', false, false),
('report', 'a formula', 'Growth is g = (1 + r)^2 - 1.', false, false),
('report', 'a section number', 'Section 3.2 of the lease allows it.', false, false);
INSERT INTO memocite.deal(deal_id, name) SELECT 47000 + n, 'Form' FROM form;
INSERT INTO memocite.document(deal_id, doc_id, title, path, tag)
SELECT 47000 + n, d.* FROM form, (VALUES ('om-12', 'Offering Memorandum', 'files/om.pdf', 'A'), ('rent-roll', 'Rent Roll', 'https://example.com/rr.pdf', 'B')) AS d;
INSERT INTO memocite.section(deal_id, section_key, body)
SELECT 47000 + n, 'risk', body || CASE WHEN has_list THEN E'\n\n**Sources**\n\n1. Rent Roll\n2. Offering Memorandum\n' ELSE '' END FROM form;
INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page)
SELECT 47000 + n, 'risk', c.* FROM form, (VALUES (1, 'om-12', 3), (2, 'rent-roll', 4)) AS c WHERE body ~* 'src: ?[1-9]' AND cites;
SELECT count(memo_finalize(47000 + n, DATE '2026-06-30')) FROM form;
CREATE TEMP TABLE outcome AS
SELECT f.*, EXISTS (SELECT FROM memocite.citation c WHERE c.deal_id = 47000 + n AND c.fate = 'kept' AND c.origin <> 'rescue') AS is_read,
	EXISTS (SELECT FROM memocite.event e WHERE e.deal_id = 47000 + n AND e.section_key = 'risk' AND e.severity <> 'INFO'
		AND e.code IN ('unread_citation', 'unrecognized_bracket', 'citations_removed', 'agent_sources_kept', 'uncited_claims')) AS is_told
FROM form f;
-- a citation in silence: none; a text that is told of: the interval, which reads like two entries of a list
SELECT style, form, body, is_read, is_told FROM outcome WHERE CASE WHEN cites THEN NOT is_read AND NOT is_told ELSE is_read OR is_told END ORDER BY n;
\pset tuples_only on
\pset format unaligned
SELECT format('| %s | %s | %s | %s | %s |', CASE WHEN form ~ '^([[<【{(]|turn|content)' THEN format('`%s`', form) ELSE form END, nullif(count(*) FILTER (WHERE cites AND is_read), 0), nullif(count(*) FILTER (WHERE cites AND NOT is_read AND is_told), 0),
	nullif(count(*) FILTER (WHERE cites AND NOT is_read AND NOT is_told), 0), nullif(count(*) FILTER (WHERE NOT cites AND NOT is_read AND NOT is_told), 0))
FROM outcome GROUP BY form ORDER BY min(n);
SELECT format('| **all 60** | %s | %s | %s | %s |', count(*) FILTER (WHERE cites AND is_read), count(*) FILTER (WHERE cites AND NOT is_read AND is_told),
	count(*) FILTER (WHERE cites AND NOT is_read AND NOT is_told), count(*) FILTER (WHERE NOT cites AND NOT is_read AND NOT is_told)) FROM outcome;
