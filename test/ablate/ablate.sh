#!/bin/bash
# ablate.sh [folder...]: which functions of the engine does no real input need? Each one of at
# least nine lines, of all folders that need no server or of those named, is switched off
# (switches.pl) while everything that reaches it is made again (ablate.py).
#
# Environment: DATA, a directory in the layout of test/data, which it is unless set;
# LEAST, lines of the shortest function; ENOUGH, changed results after which a function is left (1).
# All is in build/ablate; its ablation.tsv is the result.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
data=$(realpath "${DATA:-$top/test/data}")
build=$top/build/ablate
for python in python3 /usr/bin/python3; do
	! "$python" -c 'import psycopg' 2>/dev/null || break
done
unset MAKEFLAGS MFLAGS MAKELEVEL

rm -rf "$build"
mkdir -p "$build/tree"
tar -C "$top" --exclude=./.git --exclude=./build --exclude='*.o' --exclude='*.so' --exclude=./test/node_modules -cf - . | tar -C "$build/tree" -xf -
cd "$build/tree"
perl "$here/switches.pl" "${LEAST:-9}" $(ls src/*/*.c | grep -vE '^src/(store|server|worker)/') >"$build/functions.tsv"
sed "s/NFUNCTIONS/$(wc -l <"$build/functions.tsv")/" "$here/switch.c" >src/ablate_switch.c
export ABLATE_FOLDERS="$*" ABLATE_DATA=$data ABLATE_BUILD=$build PYTHONPATH=$here/../realdata:$here/../golden
exec env COPT='-O1 -Wno-declaration-after-statement -Wno-maybe-uninitialized' \
	"$build/tree/test/scripts/withpg" -t -f -- "$python" "$here/ablate.py"
