-- Diversity: passages of different files and courses (7, Diversity).
\pset null '(null)'
\set SHOW_CONTEXT never
-- first a file not yet seen and a course not yet seen, then what has room in its file; in pass order
SELECT * FROM memo_diversify('[{"file_path": "a.pdf", "course": "X"}, {"file_path": "a.pdf", "course": "Y"}, {"file_path": "b.pdf", "course": "X"}, {"file_path": "c.pdf", "course": "Z"}, {"file_path": "a.pdf", "course": "Z"}]');
-- without courses there is only the second pass
SELECT rank, ord, file, course FROM memo_diversify('[{"file_path": "a"}, {"file_path": "a"}, {"file_path": "a", "course": ""}, {"file_path": "b", "course": null}]');
-- the file is the title where there is no path; the course may be a category, or stand in the metadata
SELECT rank, ord, file, course FROM memo_diversify('[{"title": "T"}, {"file_path": "", "title": "T", "category": "c"}, {"file_path": "T", "metadata": {"course": "d"}}, {"metadata": {"category": "d"}}, {"file_path": 7, "course": 8, "metadata": 9}]', 1);
-- limits
SELECT rank, ord FROM memo_diversify('[{"file_path": "a", "course": "X"}, {"file_path": "a", "course": "Y"}, {"file_path": "b"}]', 0);
SELECT rank, ord FROM memo_diversify('[{"file_path": "a"}, {"file_path": "b"}]', 2, 1);
SELECT count(*) FROM memo_diversify('[{"file_path": "a"}]', 2, 0);
SELECT count(*) FROM memo_diversify('[]');
SELECT count(*) FROM memo_diversify(NULL);
-- over the rows of a query
SELECT d.rank, d.ord, d.passage ->> 'id' AS id
FROM (SELECT array_agg(q ORDER BY q.score DESC) AS rows FROM (VALUES (1, 0.5, 'a.pdf', 'X'), (2, 0.9, 'a.pdf', 'X'), (3, 0.7, 'b.pdf', 'X'), (4, 0.6, 'b.pdf', 'Y')) AS q(id, score, file_path, course)) AS a, memo_diversify_rows(a.rows, 1) AS d ORDER BY d.rank;
SELECT d.ord, d.file FROM memo_diversify_rows(ARRAY(SELECT q FROM (VALUES ('T', NULL::text), ('U', 'u')) AS q(title, file_path))) AS d ORDER BY d.rank;
SELECT count(*) FROM memo_diversify_rows(NULL::memocite.passage[]);
-- many
SELECT count(*), max(ord) FROM memo_diversify((SELECT jsonb_agg(jsonb_build_object('file_path', n % 1000, 'course', n % 777)) FROM generate_series(1, 50000) AS n), 2, 100000);
-- what is wrong
SELECT memo_diversify('{}');
SELECT memo_diversify('"a"');
SELECT memo_diversify('[{}, 1]');
SELECT memo_diversify('[]', -1);
SELECT memo_diversify('[]', 1, -1);
