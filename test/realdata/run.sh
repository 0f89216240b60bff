#!/bin/bash
# run.sh DIRECTORY: finalizes every document below a directory as a deal of its
# own and checks the memos (realdata.py says what is looked for and checked),
# imports whole reports (whole.py), looks for marks that are none (hostile.py), then renders them (renderers.py); chart specs are checked by charts.py.
# Uses the server of the PG* variables; without PGHOST, a throw-away one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# = 1 ] && [ -d "$1" ] || { echo "usage: run.sh DIRECTORY" >&2; exit 2; }
[ -n "${PGHOST:-}" ] || exec "$here/../scripts/withpg" -t -- "$0" "$1"
status=0
python3 "$here/realdata.py" "$1" || status=1
python3 "$here/whole.py" "$1" || status=1
python3 "$here/hostile.py" "$1" || status=1
python3 "$here/renderers.py" || status=1
python3 "$here/evidence.py" "$1" || status=1
python3 "$here/charts.py" "$1" || status=1
exit $status
