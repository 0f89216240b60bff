#!/bin/bash
# fuzz.sh [seconds]: the engine without a server under libFuzzer (test/fuzz),
# with AddressSanitizer and UndefinedBehaviorSanitizer, for so many seconds (600)
# of one process. Ends with 0 when nothing was found; else what was found stays,
# and how to run it again is printed.
#
# fuzz.sh --seeds: builds it with any compiler and reads the seeds once, in the
# words of TAP; a part of `make test`. Nothing is downloaded for that.
#
# All is in build/fuzz, or MEMOCITE_FUZZ: the corpus grows there from run to run.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
build=${MEMOCITE_FUZZ:-$here/build/fuzz}
seconds=${1:-600}
say() { echo "==> $*" >&2; }
unset MAKEFLAGS MFLAGS MAKELEVEL

# build TARGET DIRECTORY variable=value...
build() {
	make -s -C "$here/test/fuzz" "$1" BUILD="$2" PG_CONFIG="$PG_CONFIG" -j"$(nproc)" "${@:3}"
}

write_seeds() {
	rm -rf "$1"
	mkdir -p "$1"
	perl "$here/test/fuzz/seeds.pl" "$1"
}

if [ "$seconds" = --seeds ]; then
	PG_CONFIG=${PG_CONFIG:-pg_config}
	build run "$build/plain" CFLAGS='-O0 -fwrapv'
	echo "ok - the engine compiles without a server"
	write_seeds "$build/seeds"
	"$build/plain/run" "$build"/seeds/* >"$build/seeds.log" 2>&1 || { grep -v '^ok' "$build/seeds.log"; ls "$build/seeds" |
		sed -n "$(($(grep -c '^ok' "$build/seeds.log") + 1))s,^,not ok - $build/seeds/,p"; exit 1; }
	echo "ok - all $(wc -l <"$build/seeds.log") seeds"
	exit
fi
case $seconds in ''|*[!0-9]*) echo "usage: fuzz.sh [seconds]" >&2; exit 2 ;; esac
PG_CONFIG=$("$here/test/scripts/packages.sh" -f)
# NULL + 0, of arrays that are empty, is no finding: the next C defines it.
build fuzz "$build/clang" CC="${CLANG:-clang}" SANITIZE='-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize=pointer-overflow' \
	CFLAGS='-O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=undefined'
build run "$build/plain" CFLAGS='-O0 -fwrapv'
write_seeds "$build/seeds"
mkdir -p "$build/corpus" "$build/found"
status=0
"$build/clang/fuzz" -max_total_time="$seconds" -dict="$here/test/fuzz/markers.dict" -max_len=4096 -timeout=20 \
	-rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix="$build/found/" "$build/corpus" "$build/seeds" \
	>"$build/log" 2>&1 || status=$?
if [ $status != 0 ]; then
	grep -aE 'property broken|ERROR: |runtime error|SUMMARY' "$build/log" | head -n 5
	finding=$(sed -n 's/.*Test unit written to //p' "$build/log" | tail -n 1)
	say "a finding (log: $build/log); to run, minimize and see it on a server:"
	echo "$build/clang/fuzz $finding"
	echo "$build/clang/fuzz -minimize_crash=1 -runs=100000 $finding"
	echo "$build/plain/run --sql $finding"
	exit 1
fi
tail -n 8 "$build/log"
say "nothing found"
