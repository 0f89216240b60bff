-- A store is distributed where there is a Citus, at its coordinator (make citus); one server says what it lacks.
SELECT memo_init() \g /dev/null
\set SHOW_CONTEXT never
SELECT memo_distribute();
SELECT memo_delegate();
-- and memo_doctor compares no nodes
SELECT count(*) FROM memo_doctor() WHERE "check" = 'nodes';
