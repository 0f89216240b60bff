#!/bin/bash
# docs.sh: runs every sql block of README.md and of the pages in docs/, page by
# page, each page in one psql session on a database of its own. README.md and
# docs/tutorial.md begin with nothing; all other pages go on where the tutorial
# ends, as they tell their readers. A text block that follows an sql block is
# what that block prints, to the letter. One result a block; an error ends its
# page, for what follows builds on it. Needs a server, as withpg gives one.
set -u
cd "$(dirname "$0")/../.." || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

# blocks PAGE: writes a psql script with the lines of the sql blocks at the line
# numbers that they have in the page, so that an error names the line; prints
# the lines where blocks start, and leaves what text blocks expect in LINE.want.
blocks() {
	awk -v script="$scratch/script" -v dir="$scratch" '
		function finish() { if (kind == "sql") { print "\\echo @done " start >script; last = start } else print "" >script
			if (kind == "text" && last) close(dir "/" last ".want")
			if (kind != "sql") last = 0
			kind = "" }
		BEGIN { printf "" >script }
		/^```/ && kind != "" { finish(); next }
		/^```/ { kind = $0 ~ /^```sql[[:space:]]*$/ ? "sql" : $0 ~ /^```text[[:space:]]*$/ && last ? "text" : "other"
			if (kind == "sql") { start = FNR; print start; print "\\echo @begin " start >script } else print "" >script
			if (kind == "text") printf "" >(dir "/" last ".want")
			if (kind == "other") last = 0
			next }
		kind == "sql" { print >script; next }
		{ print "" >script }
		kind == "text" { print >(dir "/" last ".want"); next }
		kind == "" && /[^[:space:]]/ { last = 0 }' "$1"
}

# page FILE DATABASE: one result for each of its sql blocks.
page() {
	local file=$1 database=$2 line lines got=$scratch/got
	rm -f "$scratch"/*.want
	lines=$(blocks "$file")
	[ -n "$lines" ] || return 0
	psql -X -d "$database" -v ON_ERROR_STOP=1 -f "$scratch/script" >"$got" 2>"$scratch/errors" ||
		{ sed "s,$scratch/script,$file," "$scratch/errors" | tail -n 20; status=1; }
	for line in $lines; do
		if ! grep -qx "@done $line" "$got"; then
			echo "not ok - $file, sql block at line $line"
			status=1
			return
		elif [ -e "$scratch/$line.want" ] &&
			! diff <(sed 's/ *$//' "$scratch/$line.want") \
				<(sed -n "/^@begin $line\$/,/^@done $line\$/p" "$got" | sed -e 1d -e '$d' -e 's/ *$//' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'); then
			echo "not ok - $file, what the sql block at line $line prints"
			status=1
		else
			echo "ok - $file, sql block at line $line"
		fi
	done
}

new_database() { psql -Xq -d postgres -c "CREATE DATABASE $1 ${2:+TEMPLATE $2}"; }

new_database docs_readme
page README.md docs_readme
new_database docs_tutorial
page docs/tutorial.md docs_tutorial
n=0
for file in $(find docs -name '*.md' ! -path docs/tutorial.md ! -path 'docs/reference/*' | LC_ALL=C sort); do
	n=$((n + 1))
	new_database "docs_$n" docs_tutorial
	page "$file" "docs_$n"
done
exit $status
