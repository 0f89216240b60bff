#!/bin/bash
# unit.sh [folder...]: the tests of the engine's folders without a server (test/unit), in
# the words of TAP; with AddressSanitizer and UndefinedBehaviorSanitizer where the
# compiler has them. Then test/scripts/naive_changes.sh: incomplete changes do not build.
#
# All is in build/unit, or MEMOCITE_UNIT.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
build=${MEMOCITE_UNIT:-$here/build/unit}
unset MAKEFLAGS MFLAGS MAKELEVEL
export PG_CONFIG=${PG_CONFIG:-pg_config}
command -v "$PG_CONFIG" >/dev/null || PG_CONFIG=$("$here/test/scripts/packages.sh")
CC=${CC:-$(command -v gcc || command -v clang || echo cc)}
status=0

# NULL + 0, of arrays that are empty, is no finding: the next C defines it.
sanitize='-fsanitize=address,undefined -fno-sanitize=pointer-overflow -fno-sanitize-recover=undefined'
mkdir -p "$build"
# a compiler may know the words and lack the library
echo 'int main(void) { return 0; }' >"$build/try.c"
{ $CC $sanitize "$build/try.c" -o "$build/try" && "$build/try"; } >/dev/null 2>&1 ||
	{ sanitize=; echo "# without sanitizers, which $CC has not"; }

make -s -C "$here/test/unit" BUILD="$build" CC="$CC" SANITIZE="$sanitize" -j"$(nproc)" ||
	{ echo "not ok - the engine's folders compile without a server"; exit 1; }
echo "ok - the engine's folders compile without a server"
[ $# != 0 ] || set -- $(cd "$here/test/unit" && ls ./*.c | sed 's,^./\(.*\)\.c$,\1,' | grep -v '^unit$')
for folder in "$@"; do
	# what is palloc'ed goes with its context, so nothing leaks
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 "$build/$folder" >"$build/$folder.log" 2>&1
	ended=$?
	sed -E "s/^((not )?ok) [0-9]+ - /\1 - $folder: /; /^1\.\./d" "$build/$folder.log"
	grep '^not ok' "$build/$folder.log" | grep -qv '# TODO' || [ $ended = 0 ] || echo "not ok - $folder: it breaks off, status $ended"
	[ $ended = 0 ] || status=1
done
"$here/test/scripts/naive_changes.sh" || status=1
exit $status
