#!/bin/bash
# coverage.sh [-l] [runner...]: which lines of src/ the tests reach. Builds with
# counters in a throw-away directory, runs regress, isolation, tap and docs (or
# the runners of test.sh that are named), and prints the share of lines run, for
# each file, each folder and in total. Ends with 1 when a test failed, the total is
# under COVERAGE percent, 90 unless set, or there are more lines than lines.sh allows.
#   -l  also the functions that were never called and the lines never run
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
list=
if [ "${1:-}" = -l ]; then
	list=-l
	shift
fi
if [ "${1:-}" != --inside ]; then
	# Counters are shared by all servers of a run: one writes after the other.
	export COPT='-O0 --coverage -fprofile-update=atomic'
	exec "$here/test/scripts/withpg" -t -f -- "$0" $list --inside "${@:-regress isolation tap docs}"
fi
shift
status=0
TALLY=$WITHPG_DIR/tally "$here/test/scripts/test.sh" --inside $* || status=1

# A process writes its counters when it ends by itself.
(cd / && $WITHPG_AS pg_ctl -D "$PGDATA" -m fast -w -s stop)
cd "$WITHPG_DIR/src"
gcov=gcov-$("${CC:-cc}" -dumpversion)
command -v "$gcov" >/dev/null || gcov=gcov
"$gcov" --json-format --stdout src/*.gcda src/*/*.gcda | perl test/scripts/coverage.pl $list "${COVERAGE:-90}" "$("$here/test/scripts/lines.sh" --most)" || status=1
exit $status
