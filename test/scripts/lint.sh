#!/bin/bash
# lint.sh: the rules of the architecture, one result a rule. What breaks a rule
# is printed before its result. Rules about the built library, and those that
# need a server (as withpg gives one), are left out where there is none.
set -u
cd "$(dirname "$0")/../.." || exit 1
shopt -s nullglob
status=0
scripts=(sql/*.sql)

# rule NAME command...: kept when the command prints nothing.
rule() {
	local name=$1 found
	shift
	found=$("$@" 2>&1)
	if [ -z "$found" ]; then
		echo "ok - $name"
	else
		printf '%s\n' "$found" | head -n 30
		echo "not ok - $name"
		status=1
	fi
}

unfinished() { grep -srnwE 'TODO|FIXME|XXX|HACK' src sql README.md docs CONTRIBUTING.md --include='*.[ch]' --include='*.sql' --include='*.md'; }
trailing_blanks() { grep -rnIE '[[:blank:]]+$' Makefile *.control .ci src sql docs examples test/examples test/scripts test/t test/specs 2>/dev/null | grep -vE '^[^:]*\.(o|bc):'; }
warnings() { grep -E 'warning:' "$build_log"; }

# A regular expression for a marker, as a C string holds it: \\[SRC and then
# something that only a pattern has. One place: marker.c.
marker_patterns() {
	grep -nE '\\\\\[(\(|\?|:|\^)*(SRC|SOURCE|TABLE|CANONICAL|VERIFIED|CHART)\b[^"]*(\\\\[dsw]|[+*?]|\[[\^0-9])' src/*.[ch] src/*/*.[ch] |
		grep -v '^src/markers/marker\.c:'
}

# The postgres executable exports a json_object() of its own, to which a call of
# jansson's would be bound.
json_object() { nm -D --undefined-only memocite.so | awk '$NF ~ /^json_object(@|$)/ { print "memocite.so calls " $NF }'; }

# Function bodies as pgindent lays them out: { and } alone in the first column.
long_functions() {
	awk 'FNR == 1 { inside = 0; start = 0 }
		/^[A-Za-z_].*\(/ && !/;$/ && !inside { start = FNR; name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
		/^\{/ { inside = 1 }
		/^\}$/ && start && FNR - start > 80 { print FILENAME ": " name " has " FNR - start + 1 " lines" }
		/^\}/ { inside = 0; start = 0 }' src/*.c src/*/*.c
}

# One release everywhere: two numbers for the extension, whose SQL all releases of it
# share, and a third for the release.
versions() {
	local version release
	version=$(sed -n "s/^default_version = '\(.*\)'/\1/p" memocite.control)
	release=$(sed -nE 's/^## ([0-9.]+) .*/\1/p' CHANGELOG.md | head -n 1)
	[ "${scripts[*]}" = "sql/memocite--$version.sql" ] || echo "the install script is not sql/memocite--$version.sql alone: ${scripts[*]}"
	[ "${release%.*}" = "$version" ] || echo "CHANGELOG.md begins with $release, memocite.control has $version"
	head -n 1 debian/changelog | grep -q "^memocite ($release-" || echo "debian/changelog does not begin with $release"
	grep -q "^Version $release\b" README.md || echo "README.md does not name version $release"
	perl -MJSON::PP -e '
		local $/; my ($v) = shift; my $m = decode_json(<STDIN>);
		print "META.json: version $m->{version}\n" if $m->{version} ne $v;
		print "META.json: provides version $m->{provides}{memocite}{version}\n" if $m->{provides}{memocite}{version} ne $v;
	' "$release" <META.json
}

# A version of an npm package that a page names is the one that the tests use.
pins() {
	{
		grep -rnoE '[@a-z][a-z/-]*@[0-9]+(\.[0-9]+)+' README.md docs --include='*.md'
		sed -nE 's/.*"(.*)": "([0-9.]+)".*/examples:\1@\2/p' examples/*/package.json
	} |
		while IFS= read -r pin; do
			grep -qxF "${pin##*:}" <(sed -nE 's/.*"(.*)": "(.*)".*/\1@\2/p' test/package.json) || echo "$pin is not in test/package.json"
		done
}

# The rules of the PGXN meta spec 1.0.0 (https://pgxn.org/spec) that META.json can break.
meta() { perl test/scripts/lint_meta.pl META.json; }

# docs/reference is what the database says of itself; `make docs` makes it again.
reference() {
	local made said
	made=$(mktemp -d)
	said=$(test/scripts/reference.pl "$made" 2>&1) || echo "$said"
	diff -r docs/reference "$made" | cut -c 1-200
	rm -rf "$made"
}

# sql_rule NAME: prints the functions of the install script that break it.
sql_rule() { perl test/scripts/lint_sql.pl "$1" "${scripts[@]}"; }

rule "marker patterns only in marker.c" marker_patterns
rule "lists are complete" perl test/scripts/lint_lists.pl
rule "statements run where Citus distributes deals, too" perl test/scripts/lint_deals.pl
rule "word tables are as words.pl makes them" perl test/scripts/words.pl src check
rule "no unfinished words" unfinished
rule "no function over 80 lines" long_functions
rule "no trailing blanks" trailing_blanks
rule "one version everywhere" versions
rule "packages are those of test/package.json" pins
rule "META.json fits the PGXN meta spec" meta
rule "every SQL function states its volatility" sql_rule volatility
rule "every SQL function states its parallel safety" sql_rule parallel
rule "every SQL function has a comment" sql_rule comment
rule "the script adopts nobody else's objects" sql_rule adopt
perl test/scripts/lint_layers.pl src || status=1
[ -z "${PGHOST:-}" ] || rule "docs/reference is as make docs makes it" reference
perl test/scripts/docs_lint.pl || status=1
[ ! -f memocite.so ] || rule "memocite.so does not call json_object()" json_object
build_log=${WITHPG_DIR:+$WITHPG_DIR/log/build.log}
[ ! -f "$build_log" ] || rule "no compiler warnings" warnings
exit $status
