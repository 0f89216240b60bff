#!/bin/bash
# demo.sh: finalizes the sample deal, shows what came of it (demo.sql), and writes
# memo.md and memo.html at the top of the checkout. Needs a server, as withpg
# gives one.
set -eu
cd "$(dirname "$0")/../.."
export PGDATABASE=memocite_demo PAGER= PSQLRC=/dev/null

heading() { printf '\n==> %s\n' "$*"; }

# The answer to a query as it is, indented, in lines of at most 100 columns.
tell() { psql -XqAt -v ON_ERROR_STOP=1 -c "$1" | fold -s -w 96 | sed 's/^/    /; s/ *$//'; }

# A function's one result, to the byte: records end in \0 instead of a newline.
fetch() { psql -XqAt0 -v ON_ERROR_STOP=1 -c "SELECT $1" | tr -d '\0' >"$2"; }

# The paragraph of a table's section "exit" that speaks of the base case.
paragraph() { echo "substring(body FROM 'The model capitalizes[^\n]*') FROM $1 WHERE deal_id = 1 AND section_key = 'exit'"; }

cat <<'EOF'

Seven agents each wrote a chapter of a memo: shall we buy Maple Court Apartments?
Their drafts do not fit together yet. [SRC:1] is another document in each chapter.
One chapter has the wrong return, and one chart has a hole in its data.

memo_finalize() makes one memo of them:
  - footnotes numbered through the whole memo, with document, page and quote;
  - numbers that contradict the deal's own model are corrected, and marked;
  - charts are placed where they belong, or left out for a reason;
  - each of these steps is written down in a ledger that you can query.
Two warnings follow. They are wanted: the wrong return and the broken chart.
EOF

psql -Xq -d postgres -c 'CREATE DATABASE memocite_demo'
psql -Xq -v ON_ERROR_STOP=1 -f test/scripts/demo_load.sql >/dev/null
heading "SELECT memo_finalize(1, DATE '2026-06-30')"
psql -Xq -v ON_ERROR_STOP=1 -c "SELECT memo_finalize(1, DATE '2026-06-30')" 2>&1 >/dev/null | sed 's/^/    /'

heading "Before: a paragraph of the chapter \"Exit\", as its agent wrote it"
tell "SELECT $(paragraph memocite.section)"
heading "After: the same paragraph in the memo"
tell "SELECT $(paragraph memocite.revision_section) AND revision = 1"
heading "The notes it refers to"
tell "SELECT format('[^%s]: %s', f.number, f.definition)
	FROM memocite.footnote f
	WHERE f.deal_id = 1 AND f.revision = 1 AND f.number IN
		(SELECT n[1]::int FROM (SELECT $(paragraph memocite.revision_section) AND revision = 1) AS p(body),
			regexp_matches(p.body, '\[\^(\d+)\]', 'g') AS n)
	ORDER BY f.number"

psql -Xq -v ON_ERROR_STOP=1 -f test/scripts/demo.sql
mkdir -p build/demo
for key in financial risk; do
	fetch "body FROM memocite.section WHERE deal_id = 1 AND section_key = '$key'" "build/demo/$key.txt"
done
fetch "memo_markdown(1)" memo.md
fetch "memo_html(1)" memo.html

heading "SELECT memo_release_gate(1): may it be sent?"
tell "SELECT memo_release_gate(1)"
heading "Had the summary a return that the model has not, the memo would be held, until somebody releases it"
psql -Xq <<'EOF' 2>&1 | fold -s -w 96 | sed 's/^/    /; s/ *$//'
BEGIN;
UPDATE memocite.section SET body = body || E'\n\nWe believe that a levered IRR of 17.9% is in reach.\n'
WHERE deal_id = 1 AND section_key = 'executive_summary';
SET client_min_messages = error;
SELECT memo_finalize(1, DATE '2026-06-30') ->> 'status' AS status;
SELECT reason, section_key, text FROM memo_holds(1);
SAVEPOINT gate;
SELECT memo_release_gate(1);
ROLLBACK TO gate;
SELECT memo_approve(1, (SELECT max(revision) FROM memocite.revision WHERE deal_id = 1), 'The sponsor''s number.', 'Anna') AS approved;
SELECT memo_release_gate(1) AS gate;
ROLLBACK;
EOF

heading "The whole memo"
echo "    $PWD/memo.html    open this in a browser"
echo "    $PWD/memo.md      the same as Markdown"
