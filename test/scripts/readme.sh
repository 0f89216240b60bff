#!/bin/bash
# readme.sh: runs every sql block of README.md, in order, in one psql session on
# a new database where nothing is installed. One result a block; an error ends
# the run, for what follows builds on it. Needs a server, as withpg gives one.
set -eu
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A script with the lines of README.md that are in blocks, the others empty, so
# that an error names the line; where a block ends, a line which is printed only
# when it was reached. On the way, the lines where blocks start.
lines=$(awk -v script="$scratch/README.md" '
	/^```/ && inside { inside = 0; print "\\echo @done " start >script; next }
	inside { print >script; next }
	{ print "" >script }
	/^```sql[[:space:]]*$/ { inside = 1; start = FNR; print start }' README.md)
[ -n "$lines" ] || { echo "not ok - README.md has an sql block"; exit 1; }

psql -Xq -d postgres -c 'CREATE DATABASE memocite_readme' 2>&1
status=0
output=$(psql -X -d memocite_readme -v ON_ERROR_STOP=1 -f "$scratch/README.md" 2>&1) || status=1
[ $status = 0 ] || tail -n 30 <<<"${output//$scratch\/}"
for line in $lines; do
	if grep -qx "@done $line" <<<"$output"; then
		echo "ok - README.md, sql block at line $line"
	else
		echo "not ok - README.md, sql block at line $line"
		exit 1
	fi
done
exit $status
