#!/bin/bash
# lines.sh: how many executable lines src/ has, by folder, as gcov counts them. Ends
# with 1 when they are more than the number below, which only ever falls.
#   --most  prints that number
set -eu
most=28600
[ "${1:-}" != --most ] || { echo $most; exit; }
cd "$(dirname "$0")/../.."
PG_CONFIG=$(test/scripts/packages.sh)
build=build/lines
gcov=gcov-$("${CC:-cc}" -dumpversion)
command -v "$gcov" >/dev/null || gcov=gcov

rm -rf $build
for folder in src/*/; do
	mkdir -p "$build/$folder"
done
printf '%s\n' src/*.c src/*/*.c | sed 's/\.c$//' |
	xargs -P "$(nproc)" -I @ "${CC:-cc}" -std=gnu99 -D_GNU_SOURCE -O0 --coverage -Isrc -isystem "$("$PG_CONFIG" --includedir-server)" -c @.c -o $build/@.o
"$gcov" --json-format --stdout $build/src/*.gcno $build/src/*/*.gcno 2>$build/gcov.log | perl test/scripts/coverage.pl 0 $most
