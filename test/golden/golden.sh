#!/bin/bash
# golden.sh [--write]: one hash a document over all that a memo is (golden.py),
# compared with golden.txt beside it, or written there. For changes of the code
# that must not change what it does.
#
# Every row behind the hashes is kept in build/golden, by commit: where a hash
# differs and the rows of the old one are there, the first differing row is shown.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ -n "${PGHOST:-}" ] || exec "$here/../scripts/withpg" -t -- "$0" "$@"
top=${WITHPG_HOME:-$(cd "$here/../.." && pwd)}
build=${WITHPG_DIR:-$top}/src/build/golden
mkdir -p "$build/seeds" "$top/build/golden"
unset MAKEFLAGS MFLAGS MAKELEVEL
make -s -C "$here/../fuzz" run BUILD="$build/engine" PG_CONFIG="$PG_CONFIG" CFLAGS='-O0 -fwrapv' -j"$(nproc)"
perl "$here/../fuzz/seeds.pl" "$build/seeds"
exec python3 "$here/golden.py" --seeds "$build/seeds" --run "$build/engine/run" --keep "$top/build/golden" "$@"
