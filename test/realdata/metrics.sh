#!/bin/bash
# metrics.sh [FILE]: precision and recall of memo_check_prose over marked
# sentences (JSON lines as test/data/metric_sentences.jsonl), per metric, with
# each miss. Uses the server of the PG* variables; without PGHOST, a throw-away one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
file=$(realpath "${1:-$here/../data/metric_sentences.jsonl}")
[ -r "$file" ] || { echo "usage: metrics.sh [FILE]" >&2; exit 2; }
[ -n "${PGHOST:-}" ] || exec "$here/../scripts/withpg" -t -- "$0" "$file"
psql -Xq -d postgres -c 'DROP DATABASE IF EXISTS memocite_metrics' -c 'CREATE DATABASE memocite_metrics' 2>/dev/null
output=$(psql -X -d memocite_metrics -v sentences="$file" -f "$here/metrics.sql" 2>&1) || { echo "$output"; exit 1; }
echo "$output"
! grep -q '^not ok' <<<"$output"
