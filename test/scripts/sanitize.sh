#!/bin/bash
# sanitize.sh [runner...]: the regression and isolation tests (or the runners of
# test.sh that are named) with AddressSanitizer and UndefinedBehaviorSanitizer,
# on a server built for it. A finding ends the backend, so that its test fails;
# all findings are printed at the end. Ends with 0 when there was none.
#
# The distribution's server hangs under AddressSanitizer and cannot see what
# happens inside of palloc's blocks. So the first run builds one, in some five
# minutes, from the source package postgresql-15 of Debian: with assertions, and
# with the memory contexts' hooks for valgrind bound to AddressSanitizer
# (test/sanitize). It stays in MEMOCITE_SANITIZE, by default ~/.cache/memocite,
# as root /var/cache/memocite, where user postgres can read it; remove that
# directory to build it again.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
default=${XDG_CACHE_HOME:-$HOME/.cache}/memocite
[ "$(id -u)" != 0 ] || default=/var/cache/memocite
cache=${MEMOCITE_SANITIZE:-$default}
server=$cache/postgresql-15-asan
package=postgresql-15
say() { echo "==> $*" >&2; }

build_server() {
	local options=
	cp -r "$here/test/sanitize" "$server/shim"
	cd source
	# for the TAP tests, which are run when they are named
	! perl -MIPC::Run -e 1 2>/dev/null || options=--enable-tap-tests
	./configure --prefix="$server" --enable-cassert --enable-debug --without-readline --without-zlib $options \
		CFLAGS='-g -O1 -fno-omit-frame-pointer -fsanitize=address' CPPFLAGS="-DUSE_VALGRIND -I$server/shim"
	make -s -j"$(nproc)"
	make -s install
	touch "$server/complete"
}

# A make in a make does not generate the server's headers.
unset MAKEFLAGS MFLAGS MAKELEVEL
# Without leaks, over which the programs that configure runs would fail.
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0
if [ "${1:-}" = --build ]; then
	cd "$2"
	"$here/test/scripts/source.sh" $package source
	build_server
	exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
if [ ! -e "$server/complete" ]; then
	rm -rf "$server"
	mkdir -p "$server"
	say "building $server, log in $server.log"
	"$0" --build "$work" >"$server.log" 2>&1 || { tail -n 40 "$server.log" >&2; say "this failed"; exit 1; }
	rm -rf "${work:?}"/*
fi

# User postgres writes there, as root.
findings=$work/findings
chmod 755 "$work"
mkdir -m 1777 "$findings"
# PGXS adds -fwrapv, with which signed overflow is nothing to report.
export PG_CONFIG=$server/bin/pg_config WITHPG_STOP=fast
export COPT='-O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-wrapv -fno-sanitize-recover=undefined'
export ASAN_OPTIONS=$ASAN_OPTIONS:detect_odr_violation=0:abort_on_error=1:log_path=$findings/address
export UBSAN_OPTIONS=print_stacktrace=1:log_path=$findings/undefined
status=0
[ $# -gt 0 ] || set -- regress isolation
"$here/test/scripts/test.sh" "$@" || status=$?
if compgen -G "$findings/*" >/dev/null; then
	status=1
	for finding in "$findings"/*; do
		say "a finding"
		head -n 60 "$finding"
	done
fi
[ $status != 0 ] || say "no finding"
exit $status
