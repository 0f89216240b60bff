-- The sample deal, as its agents left it. Run by demo.sh.
SET client_min_messages = warning;
CREATE EXTENSION memocite;
SELECT memo_init();
\ir ../data/maple_court.sql
