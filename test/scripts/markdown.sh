#!/bin/bash
# markdown.sh: the reader of Markdown (src/markdown) against what others say, in the words
# of TAP: every example of CommonMark and of GFM as the specifications print it, all
# Markdown of test/data (and of MEMOCITE_DATA) as cmark-gfm reads it, and inputs that are
# slow in other readers: of MEMOCITE_MB megabytes, else of 1.
#
# The specifications come from the npm package commonmark-spec and from Debian's source
# package cmark-gfm; what cannot be fetched is left out.  All is in build/markdown, or
# MEMOCITE_MARKDOWN.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
build=${MEMOCITE_MARKDOWN:-$here/build/markdown}
unset MAKEFLAGS MFLAGS MAKELEVEL

fetch() {
	local work
	work=$(mktemp -d "$build/fetch.XXXXXX")
	trap "rm -rf '$work'" EXIT
	cd "$work"
	if [ ! -e "$build/commonmark.txt" ] && npm pack commonmark-spec >log 2>&1; then
		tar xf commonmark-spec-*.tgz
		mv package/spec.txt "$build/commonmark.txt"
	fi
	if [ ! -e "$build/gfm/spec.txt" ] && "$here/test/scripts/source.sh" cmark-gfm source >log 2>&1; then
		mv source/test "$build/gfm"
	fi
}

# try NAME FILE command...: runs it when the file is there.
try() {
	local name=$1 file=$2
	shift 2
	if [ -e "$file" ]; then
		"$@" || status=1
	else
		echo "ok - $name # SKIP there is no $file"
	fi
}

mkdir -p "$build"
(fetch) || true
export PG_CONFIG=${PG_CONFIG:-pg_config}
command -v "$PG_CONFIG" >/dev/null || PG_CONFIG=$("$here/test/scripts/packages.sh")
CC=${CC:-$(command -v gcc || command -v clang || echo cc)}
make -s -C "$here/test/unit" -f Makefile -f ../markdown/Makefile markdown BUILD="$build/engine" CC="$CC" \
	CFLAGS='-O2 -g' -j"$(nproc)" || { echo "not ok - the reader compiles without a server"; exit 1; }
status=0
cd "$here/test/markdown"
html=$build/engine/html
try "examples of CommonMark" "$build/commonmark.txt" ./spec.py "$html" CommonMark "$build/commonmark.txt"
try "examples of GFM" "$build/gfm/spec.txt" ./spec.py "$html" GFM "$build/gfm/spec.txt"
if command -v cmark-gfm >/dev/null; then
	try "real data as in cmark-gfm" "$build/gfm/normalize.py" \
		./agree.py "$html" "$build/gfm" "$here/test/data" ${MEMOCITE_DATA:+"$MEMOCITE_DATA"}
else
	echo "ok - real data as in cmark-gfm # SKIP there is no cmark-gfm"
fi
"$build/engine/linear" "${MEMOCITE_MB:-1}" || status=1
exit $status
