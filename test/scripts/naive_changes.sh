#!/bin/bash
# naive_changes.sh: changes that are incomplete are made to a copy of src, one at a time;
# each must be refused by the compiler, lint_lists.pl or lint_deals.pl. In the words of TAP.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
includes=$("${PG_CONFIG:-pg_config}" --includedir-server)
status=0

lints() { perl "$here/test/scripts/lint_lists.pl" "$work"; perl "$here/test/scripts/lint_deals.pl" "$work"; }

# Does a file of the engine compile?
compiles() {
	${CC:-cc} -std=gnu99 -Wall -Werror=switch -D_GNU_SOURCE -DFRONTEND -DUSE_PRIVATE_ENCODING_FUNCS -fsyntax-only \
		-I"$work/src" -I"$here/test/fuzz" -I"$here/test/unit" -isystem "$includes" "$1" 2>/dev/null
}

copy_sources() {
	rm -rf "${work:?}"/*
	(cd "$here" && tar -cf - --exclude='*.o' --exclude='*.bc' --exclude='*.d' src sql) | tar -C "$work" -xf -
}

# naive WHAT FILE SED COMPILED: the change must change FILE, and be refused.
naive() {
	copy_sources
	sed -i "$3" "$work/$2"
	if cmp -s "$here/$2" "$work/$2"; then
		echo "not ok - naive change: $1 (it changes nothing in $2)"
		status=1
	elif { [ -z "$4" ] || compiles "$4"; } && [ -z "$(lints)" ]; then
		echo "not ok - naive change: $1 is accepted"
		status=1
	else
		echo "ok - naive change: $1 is refused"
	fi
}

copy_sources
left=$(lints)
if [ -n "$left" ] || ! compiles "$here/test/unit/evidence.c"; then
	echo "$left"
	echo "not ok - lists and statements are complete"
	status=1
else
	echo "ok - lists and statements are complete"
fi
naive "a chart type in its list alone" src/drawing/charttypelist.def '$aCHART_TYPE(radar, CATEGORY, draw_radar, 0)' ''
naive "a chart type without a schema" src/drawing/charttypelist.def '$aCHART_TYPE(radar, CATEGORY, draw_bars, 0)' ''
naive "a quote level" src/evidence/evidence.h 's/X(QUOTE_LINEWRAP, "linewrap")/& X(QUOTE_LOOSE, "loose")/' ''
naive "a quote level without a case in make unit" src/evidence/evidence.h 's/X(QUOTE_LINEWRAP, "linewrap")/& X(QUOTE_LOOSE, "loose")/' \
	"$here/test/unit/evidence.c"
naive "a marker prefix" src/markers/marker.c 's/^\t{MARKER_TABLE_TAG,.*/&\n\t{MARKER_SOURCE_TAG, "\\\\[EXHIBIT-([A-Z])\\\\]"},/' ''
naive "a spelling of ids" src/markers/marker.c 's/^#define PREFIX.*"(?:/&S:|/' ''
naive "a prefix among those of no id" src/markers/marker.c 's/^#define WORDS.*(?:/&ANNEX|/' ''
naive "a ledger column without its script" "$(cd "$here" && ls src/store/*detail*.def)" '$aDETAIL(grade_reason, TEXT, NULL)' ''
naive "a policy key that nobody reads" src/memo/policylist.def '$aPOLICY_BOOL(no_such_key, true, "x")' ''
naive "an event that nobody raises" src/memo/eventlist.def '$aEVENT(no_such_event, INFO, "x")' ''
script=$(cd "$here" && ls sql/memocite--*.sql)
naive "a join over all deals" "$script" 's/JOIN memocite.block b ON b.deal_id = memo_resolve_claims.deal_id AND /JOIN memocite.block b ON /' ''
naive "a parameter in LANGUAGE sql" "$script" 's/LANGUAGE plpgsql\( STABLE PARALLEL SAFE .* SET enable_seqscan = off AS\)/LANGUAGE sql\1/' ''
naive "a volatile function in SET" "$script" 's/THEN at END/THEN clock_timestamp() END/' ''
naive "EXISTS over no column" "$script" 's/EXISTS (SELECT true FROM memocite.claim c WHERE c.deal_id = deal/EXISTS (SELECT FROM memocite.claim c WHERE c.deal_id = deal/' ''
naive "EXISTS over no column in C" src/store/statements.c 's/EXISTS (SELECT true FROM memocite.insight/EXISTS (SELECT FROM memocite.insight/' ''
naive "a row locked by half of its key" "$script" 's/WHERE r.deal_id = asked.deal_id AND r.request_id = asked.request_id FOR UPDATE/WHERE r.request_id = asked.request_id FOR UPDATE/' ''
naive "a parameter in ON CONFLICT of INSERT .. SELECT" "$script" 's/VALUES (deal, section, f.title, \(.*\))$/SELECT deal, section, f.title, \1/' ''
naive "locks over all deals" "$script" 's/WHERE q.deal_id = memo_take.deal_id ORDER BY \(.*\) FOR UPDATE SKIP LOCKED/WHERE true ORDER BY \1 FOR UPDATE SKIP LOCKED/' ''
exit $status
