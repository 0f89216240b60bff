-- Addresses of documents (chapters 2, 4, 9): what they bind, and that readers get them.
SELECT memo_init() \g /dev/null
\set SHOW_CONTEXT never
\pset format unaligned
\pset tuples_only
INSERT INTO memocite.deal(deal_id, name) SELECT n, 'Maple Court' FROM generate_series(6500, 6501) AS n;
INSERT INTO memocite.document(deal_id, doc_id, title, path, url, source_type) SELECT n, d.* FROM generate_series(6500, 6501) AS n, (VALUES
	('om', 'Offering Memorandum', 'files/om.pdf', 'https://www.x.example/om.pdf?utm_source=a', 'pdf'), ('rr', '^Rent [Roll] | 2026', NULL, 'https://x.example/rr_(1).xlsx', 'excel'),
	('web', NULL, NULL, 'https://w.example/a_b', 'web'), ('old', 'Appraisal', 'http://x.example/old', NULL, 'other'), ('file', 'Lease', 'lease.docx', NULL, 'other')) AS d;

-- a url is http or https
INSERT INTO memocite.document(deal_id, doc_id, url) VALUES (6500, 'bad', 'om.pdf');
-- lines, entries, links and definitions are bound by it, however it is written; a path that is an address counts, too
SELECT parse_quality FROM memo_put_section(6500, 'income', 'NOI was $4.2 million [1]. Rents rose [2][3]. Costs fell ([4](https://www.w.example/a_b/#c)). Leases run on.[^5]

[^5]: Lease, https://l.example/lease.docx#page=3, p. 3

## Sources

1. Some other title, http://x.example/om.pdf#page=12
2. https://x.example/rr_(1).xlsx
3. Retrieved from https://x.example/old');
SELECT memo_finalize(6500, DATE '2026-06-30') ->> 'status';
-- a document's title is a link in its notes and in the table of sources, of a PDF to the page; the address of an entry whose document has none is kept
SELECT memo_markdown(6500);
SELECT jsonb_pretty(jsonb_path_query_array(memo_evidence(6500), '$.documents.*.url'));
SELECT jsonb_path_query(memo_prosemirror(6500), '$.content[*] ? (@.type == "footnotes").content[*].content[*].content[0]');
SELECT unnest(regexp_matches(memo_html(6500, fragment => true), '<li [^>]*id="[^"]*n\d+".*?</a>', 'g'));
SELECT rule, detail FROM memo_verify(6500) WHERE NOT ok;
-- the memo is the same in a deal that has only the documents, which keeps the address that is new to it
SELECT count(*) FROM memo_import_markdown(6501, memo_markdown(6500));
SELECT memo_finalize(6501, DATE '2026-06-30') ->> 'status';
SELECT split_part(memo_markdown(6501), '<!--', 1) = split_part(memo_markdown(6500), '<!--', 1);
SELECT doc_id, url FROM memocite.document WHERE deal_id = 6501 AND doc_id = 'file';
-- a tool that drops the links loses no source
UPDATE memocite.section SET body = '' WHERE deal_id = 6501;
SELECT count(*) FROM memo_import_markdown(6501, regexp_replace(memo_markdown(6500), '\[((?:[^]\\]|\\.)*)\]\(http[^)]*\)', '\1', 'g'));
SELECT memo_finalize(6501, DATE '2026-06-30') ->> 'status';
SELECT split_part(memo_markdown(6501), '<!--', 1) = split_part(memo_markdown(6500), '<!--', 1);
-- of two documents with one address memo_doctor warns
INSERT INTO memocite.document(deal_id, doc_id, path, url) VALUES (6500, 'om2', 'x.pdf', 'http://x.example/om.pdf/');
SELECT level, regexp_replace(detail, '^.*(deal 6500: [^;]*).*$', '\1') FROM memo_doctor() WHERE "check" = 'addresses';
