#!/bin/bash
# run.sh DIR: compares one server with a Citus of coordinator and two nodes, in the words of
# TAP. DIR is an installation of Citus below a directory (make install DESTDIR=DIR), for the
# server of PG_CONFIG. Without one it says so and skips.
#
# The sample deal and 50 generated ones are finalized on both, and all that came of it is
# compared, byte by byte. Then the workers of both nodes drain DEALS (default 400) deals while a
# shard moves, each exactly once, and times are printed beside those of one server.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
if [ "${1:-}" != --inside ]; then
	found=$(find -L "${1:-/nowhere}" -name citus.control 2>/dev/null | head -n 1)
	[ -n "$found" ] || { echo "ok - citus # SKIP there is no citus.control below '${1:-}': make citus DIR=..."; exit; }
	exec "$here/test/scripts/withpg" -t -c shared_preload_libraries=memocite -c memocite.databases= -c memocite.debounce=300 \
		-c max_worker_processes=30 -- "$0" --inside "$(cd "$1" && pwd)"
fi
[ -d "$WITHPG_DIR/install" ] || { echo 'ok - citus # SKIP this server loads extensions from its own directories only'; exit; }
cp -rn "$2/." "$WITHPG_DIR/install/"		# not the memocite that may be there, too
log=$WITHPG_DIR/log/citus.log
deals=${DEALS:-400}
declare -A ports=([plain]=$PGPORT [coordinator]=5441 [one]=5442 [two]=5443)
status=0
: >"$log"
chmod a+rw "$log"
trap '[ $? = 0 ] || tail -n 40 "$log" >&2' EXIT

# sql SERVER argument...: psql there
sql() { PGPORT=${ports[$1]} PGOPTIONS="${PGOPTIONS:-} -c client_min_messages=error" psql -XqAt -v ON_ERROR_STOP=1 "${@:2}" 2>>"$log"; }

# holds NAME command...
holds() {
	local name=$1
	shift
	if "$@"; then
		echo "ok - $name"
	else
		echo "not ok - $name"
		status=1
	fi
}

start() {
	$WITHPG_AS initdb -D "$WITHPG_DIR/$1" -U postgres -A trust -N -E UTF8 --locale=C.UTF-8
	{
		cat "$TEMP_CONFIG"
		printf '%s\n' "port = ${ports[$1]}" "unix_socket_directories = '$WITHPG_DIR'" "listen_addresses = ''" 'fsync = off' 'wal_level = logical' \
			"shared_preload_libraries = 'citus,memocite'" "memocite.databases = ''" 'memocite.debounce = 300' 'max_prepared_transactions = 100' \
			'max_connections = 200' 'max_worker_processes = 30' "citus.node_conninfo = 'sslmode=disable'" \
			'citus.enable_version_checks = off' "citus.local_hostname = '$WITHPG_DIR'" "log_line_prefix = '%m [%p] %b %q%a '"
	} | $WITHPG_AS tee -a "$WITHPG_DIR/$1/postgresql.conf"
	$WITHPG_AS pg_ctl -D "$WITHPG_DIR/$1" -l "$WITHPG_DIR/$1.log" -w -s start
	sql "$1" -c 'CREATE EXTENSION citus'
}

for server in coordinator one two; do
	start $server >>"$log"
done
sql coordinator -c "SELECT citus_set_coordinator_host('$WITHPG_DIR', ${ports[coordinator]})" >>"$log"
for node in one two; do
	sql coordinator -c "SELECT citus_add_node('$WITHPG_DIR', ${ports[$node]})" >>"$log"
done

# ------------------------------------------------------------ the same deals on both
data=$WITHPG_DIR/tmp/deals
mkdir "$data"
python3 "$here/test/bench/gen_memos.py" --deals $((50 + deals)) --first 2 --out "$data"
chmod -R a+rX "$data"
for server in plain coordinator; do
	sql $server -f "$here/test/scripts/demo_load.sql" >>"$log"
	sql $server -v data="$data" -f "$here/test/bench/memos.sql" >>"$log"
done
holds 'a plain server refuses memo_distribute()' eval '! sql plain -c "SELECT memo_distribute()" && grep -q "no extension \"citus\"" "$log"'
holds 'rows that are there are distributed' eval '[ "$(sql coordinator -c "SELECT memo_distribute(8)")" = "deals are in 8 shards" ]'
holds 'again it changes nothing' eval '[ "$(sql coordinator -c "SELECT memo_distribute(4)")" = "deals are in 8 shards" ]'
holds 'a node refuses memo_distribute()' eval '! sql one -c "SELECT memo_distribute()" && grep -q "no coordinator" "$log"'
holds 'functions are delegated' eval 'sql coordinator -c "SELECT memo_delegate() > 20" | grep -qx t'
for server in plain coordinator; do
	sql $server -f "$here/test/citus/work.sql" >"$WITHPG_DIR/log/$server.out"
done
holds 'all that came of 51 deals is the same' diff "$WITHPG_DIR/log/plain.out" "$WITHPG_DIR/log/coordinator.out"

# ------------------------------------------------------------- both nodes drain

# drain SERVER...: what their workers need until nothing waits at the first, which is asked, seldom, for that
# keeps a cluster busy; in seconds up to the last memo
drain() {
	local from=$EPOCHREALTIME server
	for server in "${@:2}"; do
		sql "$server" -c 'SELECT memo_worker_start()' >>"$log"
	done
	until [ "$(sql "$1" -c "SELECT count(*) FROM memocite.queue WHERE state = 'waiting'")" = 0 ]; do sleep 1; done
	perl -e 'printf "%.1f\n", $ARGV[1] - $ARGV[0]' "$from" "$(sql "$1" -c 'SELECT extract(epoch FROM max(created_at)) FROM memocite.revision')"
	for server in "${@:2}"; do
		sql "$server" -c 'SELECT memo_worker_stop()' >>"$log"
	done
}
revisions="SELECT count(*), count(DISTINCT deal_id), max(revision) FROM memocite.revision WHERE deal_id > 51"
memos="SELECT md5(string_agg(md5(memo_markdown(deal_id)), ',' ORDER BY deal_id)) FROM memocite.deal WHERE deal_id > 51"
change="UPDATE memocite.section SET body = body || ' It says so.' WHERE deal_id > 51 AND position = 1"

plain=$(drain plain plain)
nodes=$(drain coordinator one two)
echo "# $deals deals: one server $plain s, two nodes on the same processors $nodes s, $(perl -e 'printf "%.2f", $ARGV[1] / $ARGV[0]' "$plain" "$nodes") times"
holds 'each deal has one revision' eval '[ "$(sql coordinator -c "$revisions")" = "$deals|$deals|1" ]'

# calls SERVER: what memo_finalize of a changed deal takes there, the median of 25 calls of a session, in ms
calls() {
	sql "$1" -c "${change/deal_id > 51/deal_id BETWEEN 52 AND 76}"
	for deal in $(seq 52 76); do
		printf '\\o /dev/null\n\\timing on\nSELECT memo_finalize(%s);\n' "$deal"
	done | sql "$1" -f - | sed -nE 's/^Time: ([0-9.]+) ms.*/\1/p' | sort -n | sed -n 13p
}
echo "# memo_finalize of a changed deal: one server $(calls plain) ms, delegated $(calls coordinator) ms"

for server in plain coordinator; do
	sql $server -c "$change"
done
echo "# changed deals: one server $(drain plain plain) s"
drain coordinator one two >"$WITHPG_DIR/log/drain" &
drained=$!
for from in one two; do
	to=$([ $from = one ] && echo two || echo one)
	sql coordinator -c "SELECT citus_move_shard_placement(min(shardid), '$WITHPG_DIR', ${ports[$from]}, '$WITHPG_DIR', ${ports[$to]}, 'force_logical')
		FROM pg_dist_placement JOIN pg_dist_shard USING (shardid) JOIN pg_dist_node USING (groupid)
		WHERE logicalrelid = 'memocite.deal'::regclass AND nodeport = ${ports[$from]}" >>"$log"
done
left=$(sql coordinator -c "SELECT count(DISTINCT deal_id) FROM memocite.queue")
wait $drained
echo "# two nodes $(cat "$WITHPG_DIR/log/drain") s, two shards moved meanwhile, $left deals waited then"
holds 'each changed deal has one revision more' eval '[ "$(sql coordinator -c "$revisions")" = "$((2 * deals + 25))|$deals|3" ]'
holds 'none failed' eval '[ "$(sql coordinator -c "SELECT count(*) FROM memocite.queue")" = 0 ]'
holds 'the memos are the same' eval '[ "$(sql coordinator -c "$memos")" = "$(sql plain -c "$memos")" ]'
holds 'memo_doctor finds all nodes alike' eval 'sql coordinator -c "SELECT level, detail FROM memo_doctor() WHERE \"check\" = '"'nodes'"'" | tee -a "$log" | grep -q "no worker"'
exit $status
