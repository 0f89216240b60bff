#!/bin/bash
# run.sh DIRECTORY: memo_prosemirror in the schema of Tiptap, tiptap-footnotes and docs/how-to/tiptap.md's chart. Checked by check.mjs
# are the memos of every document below the directory, as realdata.py loads them (or left them), and those of hostile.sql.
# Needs node and the packages of `make npm` below MEMOCITE_NPM. Uses the server of the PG* variables; without PGHOST,
# a throw-away one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# = 1 ] && [ -d "$1" ] || { echo "usage: run.sh DIRECTORY" >&2; exit 2; }
[ -n "${PGHOST:-}" ] || exec "$here/../scripts/withpg" -t -- "$0" "$1"

if ! psql -XAtqd memocite_realdata -c '' 2>/dev/null; then
	python3 "$here/../realdata/realdata.py" "$1" | grep '^not ok' || true
fi
psql -Xqd postgres -c 'DROP DATABASE IF EXISTS memocite_hostile' -c 'CREATE DATABASE memocite_hostile' 2>/dev/null
psql -Xqd memocite_hostile -v ON_ERROR_STOP=1 -f "$here/hostile.sql"

cd "${MEMOCITE_NPM:=$here/..}"
program=$(sed -n '/^```js$/,/^```$/{/^```/d;p}' "$here/../../docs/how-to/tiptap.md"; cat "$here/check.mjs")
for database in memocite_realdata memocite_hostile; do
	psql -XAtqd $database -v ON_ERROR_STOP=1 -f "$here/memos.sql"
done | node --input-type=module -e "$program"
