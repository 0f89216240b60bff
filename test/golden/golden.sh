#!/bin/bash
# golden.sh [--write] [--base COMMIT]: one hash a document over all that a memo is
# (golden.py), compared with golden.txt beside it, or with what COMMIT makes; or
# written there. For changes of the code that must not change what it does.
#
# Every row behind the hashes is kept in build/golden of the repository's first
# checkout, under its document's hash. Where the rows of an old hash are not there,
# the commit that wrote golden.txt is built beside this checkout, and makes them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=${WITHPG_HOME:-$(cd "$here/../.." && pwd)}
unset MAKEFLAGS MFLAGS MAKELEVEL

if [ "${1:-}" = --inside ]; then
	build=$WITHPG_DIR/src/build/golden
	mkdir -p "$build/seeds"
	make -s -C "$here/../fuzz" run BUILD="$build/engine" PG_CONFIG="$PG_CONFIG" CFLAGS='-O0 -fwrapv' -j"$(nproc)"
	perl "$here/../fuzz/seeds.pl" "$build/seeds"
	exec python3 "$here/golden.py" make --seeds "$build/seeds" --run "$build/engine/run" --keep "$2" --list "$3"
fi

write= base=
while [ $# -gt 0 ]; do
	case $1 in
		--write) write=yes ;;
		--base) base=$2; shift ;;
		*) echo "usage: golden.sh [--write] [--base COMMIT]" >&2; exit 2 ;;
	esac
	shift
done
common=$(git -C "$top" rev-parse --path-format=absolute --git-common-dir 2>/dev/null) || common=
keep=${common:+$(dirname "$common")}
keep=${keep:-$top}/build/golden
list=$top/build/golden.txt
mkdir -p "$keep" "$top/build"

# All rows of a commit, made by its own golden.sh; its hashes are then in $keep/COMMIT.txt.
make_base() {
	local commit=$1 dir
	[ ! -e "$keep/$commit.txt" ] || return 0
	echo "==> building $(git -C "$top" log -1 --format='%h (%s)' "$commit"), to compare with" >&2
	dir=$(mktemp -d "${TMPDIR:-/tmp}/golden.XXXXXX")
	# in a process of its own, so that the directory goes however it ends
	(
		trap 'rm -rf "$dir"' EXIT
		git -C "$top" archive "$commit" | tar -C "$dir" -xf -
		make -s -C "$dir" golden WRITE=1 >&2
		find "$dir/build/golden" -maxdepth 1 -type f -exec mv -t "$keep" {} +
		mv "$dir/test/golden/golden.txt" "$keep/$commit.txt"
	)
}

"$here/../scripts/withpg" -t -- "$0" --inside "$keep" "$list"
if [ -n "$write" ]; then
	cp "$list" "$here/golden.txt"
	echo "ok - written"
	exit
fi
old=$here/golden.txt
if [ -n "$base" ]; then
	base=$(git -C "$top" rev-parse --verify "$base^{commit}")
	make_base "$base"
	old=$keep/$base.txt
elif [ -n "$common" ] && ! python3 "$here/golden.py" kept --keep "$keep" --old "$old" --list "$list"; then
	make_base "$(git -C "$top" log -1 --format=%H -- test/golden/golden.txt)"
fi
exec python3 "$here/golden.py" compare --keep "$keep" --old "$old" --list "$list" --diff "$top/build/golden.diff"
