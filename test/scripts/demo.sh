#!/bin/bash
# demo.sh: loads the sample deal, finalizes it, shows what came of it (demo.sql),
# and writes memo.md and memo.html at the top of the checkout. Needs a server,
# as withpg gives one.
set -eu
cd "$(dirname "$0")/../.."
export PGDATABASE=memocite_demo PAGER=

# A function's one result, to the byte: records end in \0 instead of a newline.
fetch() { psql -XqAt0 -v ON_ERROR_STOP=1 -c "SELECT $1" | tr -d '\0' >"$2"; }

psql -Xq -d postgres -c 'CREATE DATABASE memocite_demo'
echo "==> the sample deal"
psql -Xq -v ON_ERROR_STOP=1 -f test/scripts/demo.sql
fetch "memo_markdown(1)" memo.md
echo "==> the whole memo: memo.md"
fetch "memo_html(1)" memo.html
echo "==> the same as a page: memo.html"
