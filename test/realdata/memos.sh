#!/bin/bash
# memos.sh [DIRECTORY]: which numbers of marked memos (files as in
# test/data/metric_memos) are corrected, and that none of another case is, in
# them and in test/data/metric_other.txt. Uses
# the server of the PG* variables; without PGHOST, a throw-away one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
directory=$(realpath "${1:-$here/../data/metric_memos}")
[ -n "${PGHOST:-}" ] || exec "$here/../scripts/withpg" -t -- "$0" "$directory"
export MEMOCITE_OTHER="$here/../data/metric_other.txt"
psql -Xq -d postgres -c 'DROP DATABASE IF EXISTS memocite_memos' -c 'CREATE DATABASE memocite_memos' 2>/dev/null
output=$(awk 'FNR == 1 {f = FILENAME; sub(".*/", "", f)} {printf "%s\002%d\002%s\n", f, FNR, $0}' "$directory"/*.txt |
	psql -X -d memocite_memos -f "$here/memos.sql" 2>&1) || { echo "$output"; exit 1; }
echo "$output"
! grep -q '^not ok' <<<"$output"
