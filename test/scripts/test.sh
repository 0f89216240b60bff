#!/bin/bash
# test.sh [runner...]: every test, or only those of the runners named, against
# one throw-away server (withpg). Runners: regress isolation tap lint unit markdown
# fuzz docs examples cases edits realdata html prosemirror.
#
# A runner's output goes to a log; what is shown is its counts, every 20 seconds
# a sign of life, and on failure its differences and the end of its log. All logs
# are kept in build/test. REGRESS, ISOLATION or PROVE_TESTS in the environment
# choose tests of a runner.
# At the end: what was left out, and why. The last line is "N passed, N failed":
# the results that the runners printed themselves, one more failure for a runner
# that broke off, and for a build that failed. No test at all is a failure, too.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
say() { echo "==> $*"; }

# The outer half: withpg runs this script again, which leaves the counts in $TALLY.
if [ "${1:-}" != --inside ]; then
	TALLY=$(mktemp)
	export TALLY
	trap 'rm -f "$TALLY"' EXIT
	"$here/test/scripts/withpg" -t -f -- "$here/test/scripts/test.sh" --inside "$@" </dev/null &
	trap 'kill -TERM $!' INT TERM HUP
	until wait $!; do
		kill -0 $! 2>/dev/null || break
	done
	read -r passed failed <"$TALLY" || { passed=0 failed=1; }
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ] && [ "$passed" != 0 ]
	exit
fi
shift
wanted=" ${*:-regress isolation tap lint unit markdown fuzz docs examples cases edits realdata html prosemirror} "
passed=0 failed=0 left_out=()
cd "$WITHPG_DIR/src" || exit 1

# Results so far; prove prints those of a test file when it has ended.
results() {
	local logs=("$WITHPG_DIR/log/$1.log")
	[ "$1" != tap ] || logs=(tmp_check/log/regress_log_*)
	cat "${logs[@]}" 2>/dev/null |
		grep -cE '^(\[[0-9:.]+\]\([0-9.]+s\) )?(not )?ok\b|^(test|    ) +[^ ]+ +\.\.\. (ok|failed|FAILED)\b'
}

# run NAME command...: runs it, counts its results, shows them in short.
run() {
	local name=$1 log=$WITHPG_DIR/log/$1.log status p f names before=$SECONDS job pause ended=
	shift
	say "$name"
	"$@" >"$log" 2>&1 &
	job=$!
	until [ "${ended:-}" = "$job" ]; do
		sleep 20 &
		pause=$!
		status=0
		wait -n -p ended "$job" "$pause" || status=$?
		if [ "${ended:-}" != "$job" ]; then
			echo "    ... $name: $((SECONDS - before)) s, $(results "$name") results so far"
			# both ended at once
			kill -0 "$job" 2>/dev/null || { wait "$job"; status=$?; break; }
		fi
	done
	{ kill "$pause"; wait "$pause"; } 2>/dev/null
	read -r p f names < <(perl test/scripts/tally.pl "$status" "$log")
	passed=$((passed + p)) failed=$((failed + f))
	echo "    $p passed, $f failed, $((SECONDS - before)) s"
	if [ "$f" != 0 ]; then
		echo "    failed: $names"
		if [ -s regression.diffs ]; then
			head -n 400 regression.diffs
		else
			grep -vE '^ *ok\b' "$log" | tail -n 100
		fi
	fi
	[ ! -e regression.diffs ] || mv regression.diffs "$WITHPG_DIR/log/$name.diffs"
	leave_out_skipped "$name" "$log"
}

# leave_out RUNNER WHY: is said at once and at the end.
leave_out() {
	say "$1: left out, $2"
	left_out+=("$1: $2")
}

# What a runner skipped, in the words of TAP and of prove; one line a reason.
leave_out_skipped() {
	local what why
	while IFS=$'\t' read -r what why; do
		left_out+=("$1 ($what): $why")
	done < <(sed -nE 's/^ *ok\b( [0-9]+)?( -)? (.*) # SKIP:? (.*)$/\4\t\3/ip; s/^(\S+) \.+ skipped: (.*)$/\2\t\1/p' "$2" |
		awk -F '\t' '!($1 in what) { why[++n] = $1 } { what[$1] = what[$1] (what[$1] == "" ? "" : ", ") $2 }
			END { for (i = 1; i <= n; i++) print what[why[i]] "\t" why[i] }')
}

# A test without an answer would end pg_regress: let it only fail.
missing_answers() {
	local name
	for name in test/sql/*.sql test/specs/*.spec; do
		name=$(basename "${name%.*}")
		[ "$name" = '*' ] || [ -e "expected/$name.out" ] || : >"expected/$name.out"
	done
}

regress() { make -s installcheck ISOLATION= ${REGRESS:+REGRESS="$REGRESS"}; }
isolation() { make -s installcheck REGRESS= ${ISOLATION:+ISOLATION="$ISOLATION"}; }
# Two test files at a time where there are processors for them: they wait more than they work.
tap() {
	local flags=--verbose
	[ "$(nproc)" -lt 2 ] || flags="--verbose --jobs=2"
	$WITHPG_AS env HOME="$TMPDIR" \
		make -s prove_installcheck PROVE_FLAGS="$flags" ${PROVE_TESTS:+PROVE_TESTS="$PROVE_TESTS"}
}
lint() { test/scripts/lint.sh; }
unit() { test/scripts/unit.sh; }
markdown() { MEMOCITE_MARKDOWN=${MEMOCITE_MARKDOWN:-$WITHPG_HOME/build/markdown} test/scripts/markdown.sh; }
fuzz() { test/scripts/fuzz.sh --seeds; }
docs() { test/scripts/docs.sh; }
examples() { test/scripts/examples.sh; }
cases() { /usr/bin/python3 test/cases/cases.py; }
edits() { /usr/bin/python3 test/edits/edits.py; }
realdata() { test/realdata/run.sh test/data; }
html() { test/html/run.sh; }
prosemirror() { test/prosemirror/run.sh test/data; }

mkdir -p expected
missing_answers
for runner in regress isolation tap lint unit markdown fuzz docs examples cases edits realdata html prosemirror; do
	case "$wanted" in *" $runner "*) ;; *) continue ;; esac
	case $runner in
		regress) needs='test/sql/*.sql' ;;
		isolation) needs='test/specs/*.spec' ;;
		tap) needs=$("$PG_CONFIG" --pgxs | sed 's,makefiles/pgxs.mk,test/perl/PostgreSQL/Test/Cluster.pm,') ;;
		unit|markdown|fuzz) needs="$("$PG_CONFIG" --libdir)/libpgcommon.a"; [ -e "$needs" ] || needs="$("$PG_CONFIG" --pkglibdir)/libpgcommon.a" ;;
		docs) needs=docs ;;
		examples) needs=examples ;;
		cases) needs=test/cases/cases.py ;;
		edits) needs=test/edits/edits.py ;;
		realdata) needs=test/realdata/run.sh ;;
		html)
			missing=$(test/html/run.sh --missing)
			[ -z "$missing" ] || { leave_out html "there is no $missing"; continue; }
			needs=test/html/run.sh
			;;
		prosemirror)
			export MEMOCITE_NPM=${MEMOCITE_NPM:-$WITHPG_HOME/test}
			command -v node >/dev/null || { leave_out prosemirror "there is no node"; continue; }
			[ -d "$MEMOCITE_NPM/node_modules/tiptap-footnotes" ] || { leave_out prosemirror "there is no tiptap-footnotes (make npm)"; continue; }
			needs=test/prosemirror/run.sh
			;;
		*) needs=. ;;
	esac
	compgen -G "$needs" >/dev/null || { leave_out $runner "there is no $needs"; continue; }
	run $runner $runner
done

# For whoever writes the answers: results and logs, in the checkout.
kept=$WITHPG_HOME/build/test
{
	rm -rf "$kept"
	mkdir -p "$kept"
	cp -r "$WITHPG_DIR/log/." "$WITHPG_LOG" results tmp_check/log "$kept"
} 2>/dev/null
if [ ${#left_out[@]} != 0 ]; then
	say "left out, for what is missing here"
	printf '    %s\n' "${left_out[@]}" | cut -c 1-200
fi
echo "$passed $failed" >"$TALLY"
[ "$failed" = 0 ]
