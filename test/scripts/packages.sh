#!/bin/bash
# packages.sh [-t | -f]: prints the pg_config to build with. What is missing for a
# build (with -t: for the tests, -f: for fuzzing, too) is installed first through
# apt-get.
#
# Any PostgreSQL 15 to 18 that can build extensions is taken as it is; PG_CONFIG
# names one of one's own. Nothing is installed where nothing is missing.
# PostgreSQL is installed without the cluster that the package would create and
# start; clusters that exist are left alone. What only some tests use is installed
# where apt has it; else those tests are skipped.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
say() { echo "==> $*" >&2; }

# The major version of a pg_config that can build extensions, else fails. (In
# Debian a server alone has pg_config and pgxs.mk, but no headers.)
major() {
	[ -f "$("$1" --pgxs 2>/dev/null)" ] && [ -f "$("$1" --includedir-server)/postgres.h" ] &&
	"$1" --version | sed -E 's/^[^0-9]*([0-9]+).*/\1/'
}

# The pg_config to use: PG_CONFIG, else the first of a supported version, those
# that have their server before those that do not.
find_pg_config() {
	local candidate second=
	if [ -n "${PG_CONFIG:-}" ]; then
		major "$PG_CONFIG" >/dev/null && realpath -s "$(command -v "$PG_CONFIG")"
		return
	fi
	for candidate in pg_config /usr/lib/postgresql/{15,16,17,18}/bin/pg_config; do
		case "$(major "$candidate")" in 15|16|17|18) ;; *) continue ;; esac
		if [ -x "$("$candidate" --bindir)/postgres" ]; then
			command -v "$candidate"
			return
		fi
		second=${second:-$(command -v "$candidate")}
	done
	[ -n "$second" ] && echo "$second"
}

# The version to install where no pg_config is found: that of the server which
# is there, else the first that the distribution has.
choose_version() {
	local v
	for v in 15 16 17 18; do
		[ ! -x "/usr/lib/postgresql/$v/bin/postgres" ] || { echo "$v"; return; }
	done
	for v in 15 16 17 18; do
		! apt-cache show "postgresql-server-dev-$v" >/dev/null 2>&1 || { echo "$v"; return; }
	done
	echo 15
}

# Can clang link with libFuzzer and the sanitizers?
has_fuzzer() {
	echo 'int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) { return data == 0 && size == 1; }' |
	"${CLANG:-clang}" -x c -fsanitize=fuzzer,address,undefined -o /dev/null - >/dev/null 2>&1
}

has_header() { echo "$1" | "${CC:-cc}" -x c -E - >/dev/null 2>&1; }

# The packages that are missing, one a line.
missing() {
	local found v
	has_header '#include <stdio.h>' || echo gcc libc6-dev
	has_header '#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>' || echo libpcre2-dev
	has_header '#include <jansson.h>' || echo libjansson-dev
	if found=$(find_pg_config); then
		v=$(major "$found")
		[ -x "$("$found" --bindir)/postgres" ] || echo "postgresql-$v"
	else
		v=$(choose_version)
		[ -x "/usr/lib/postgresql/$v/bin/postgres" ] || echo "postgresql-$v"
		echo "postgresql-server-dev-$v"
	fi
	[ "$tools" != -f ] || has_fuzzer || echo clang libclang-rt-dev
	[ "$tools" = -t ] || return 0
	command -v cmark-gfm >/dev/null || echo cmark-gfm
	command -v pandoc >/dev/null || echo pandoc
	command -v lowdown >/dev/null || echo lowdown
	command -v python3 >/dev/null || echo python3
	/usr/bin/python3 -c 'import markdown' 2>/dev/null || echo python3-markdown
	ruby -e 'require "kramdown-parser-gfm"' 2>/dev/null || echo ruby-kramdown-parser-gfm
	perl -MIPC::Run -e 1 2>/dev/null || echo libipc-run-perl
}

# The packages for tests that are skipped without them: missing, and to be had.
# PL/Python is for the very version of the server that is there, else apt would
# bring another server.
optional() {
	local found v version
	[ "$tools" = -t ] || return 0
	/usr/bin/python3 -c 'import psycopg' 2>/dev/null || has_package python3-psycopg
	found=$(find_pg_config) && v=$(major "$found") || v=$(choose_version)
	[ ! -e "/usr/lib/postgresql/$v/lib/plpython3.so" ] || return 0
	case "$("${found:-false}" --pkglibdir)" in ''|"/usr/lib/postgresql/$v/lib") ;; *) return 0 ;; esac
	version=$(dpkg-query -W -f '${Version}' "postgresql-$v" 2>/dev/null) || version=
	has_package "postgresql-plpython3-$v${version:+=$version}"
}

# Prints a package that apt has.
has_package() { ! apt-cache show "$1" >/dev/null 2>&1 || echo "$1"; }

# As root: installs what is missing. No service is started meanwhile; the two
# files that see to this are put back as they were.
install_missing() {
	conf=/etc/postgresql-common/createcluster.conf
	policy=/usr/sbin/policy-rc.d
	local apt=(apt-get -qq -y -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0)
	exec 8</var/lib/dpkg
	flock 8
	[ -n "$(missing)$(optional)" ] || return 0

	undo() {
		[ ! -e "$conf.memocite" ] || mv -f "$conf.memocite" "$conf"
		[ -z "$policy" ] || rm -f "$policy"
	}
	if [ -e "$policy" ]; then
		policy=
	else
		printf '#!/bin/sh\nexit 101\n' >"$policy"
		chmod 755 "$policy"
	fi
	trap undo EXIT
	trap 'exit 130' INT TERM HUP

	export DEBIAN_FRONTEND=noninteractive
	"${apt[@]}" update || true
	case "$(missing)" in
		*postgresql-1*)
			"${apt[@]}" install --no-install-recommends postgresql-common
			cp -p "$conf" "$conf.memocite"
			echo 'create_main_cluster = false' >>"$conf" ;;
	esac
	[ -z "$(missing)" ] || "${apt[@]}" install --no-install-recommends $(missing)
	[ -z "$(optional)" ] || "${apt[@]}" install --no-install-recommends $(optional) || true
}

# Runs the installation as root, its output in a log that is shown on failure.
# Fails when that cannot be done.
become_root() {
	local packages as_root=()
	packages=$({ missing; optional; } | tr '\n' ' ')
	if ! command -v apt-get >/dev/null; then
		say "missing, in Debian's names: $packages"
		return 1
	fi
	if [ "$(id -u)" != 0 ]; then
		if ! command -v sudo >/dev/null; then
			say "as root, install: $packages"
			return 1
		fi
		as_root=(sudo)
	fi
	as_root+=(env)
	for v in PG_CONFIG CC CLANG http_proxy https_proxy; do
		[ -z "${!v:-}" ] || as_root+=("$v=${!v}")
	done
	say "installing packages: $packages"
	if ! "${as_root[@]}" bash "$here/packages.sh" $tools --install >"$log" 2>&1; then
		cat "$log" >&2
		say "this failed; as root, install: $packages"
		return 1
	fi
}

tools= log=
case "${1:-}" in -t|-f) tools=$1; shift ;; esac
if [ "${1:-}" = --install ]; then
	install_missing
	exit
fi
if [ -n "${PG_CONFIG:-}" ] && ! find_pg_config >/dev/null; then
	say "PG_CONFIG=$PG_CONFIG does not lead to the files for building extensions"
	exit 1
fi
if [ -n "$(missing)$(optional)" ]; then
	log=$(mktemp)
	trap 'rm -f "$log"' EXIT
	become_root || [ -z "$(missing)" ] || exit 1
	if [ -n "$(missing)" ]; then
		cat "$log" >&2
		say "still missing: $(missing | tr '\n' ' ')"
		exit 1
	fi
fi
find_pg_config
