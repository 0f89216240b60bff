#!/bin/bash
# run.sh: measures memo_finalize on a throw-away server. Prints medians and ratios.
#
# 100 generated deals are finalized, interleaved with the floor (read the same
# input and write as much with plain SQL: procedures.sql) and with client-side
# pipelines in Python, when MEMOCITE_PEERS is a directory with peer_python.py.
# Then memos of 1 MB and 50 MB, hostile input, and what our triggers cost a bulk
# load (foreign keys are checked in both); what metrics, insights, claim texts, quotes
# and charts cost, each alone and all together, the outputs of such deals and of memos of 0.1,
# 1 and 10 MB, taking them in again, finalizing again at revision 2 and 25, one worker and two,
# storage (features.sql). BENCH_RUNS is the number of repetitions (default 5).
# New WAL files are not filled with zeros: that would take time of whatever is measured when one is full.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
runs=${BENCH_RUNS:-5}
if [ "${1:-}" != --inside ]; then
	exec "$here/../scripts/withpg" -t -c shared_buffers=512MB -c max_wal_size=4GB -c autovacuum=off \
		-c synchronous_commit=off -c wal_init_zero=off -c default_toast_compression=lz4 -- "$0" --inside
fi
export PGDATABASE=memocite_bench
# Memos that are held say so each time.
sql() { PGOPTIONS="${PGOPTIONS:-} -c client_min_messages=error" psql -Xqv ON_ERROR_STOP=1 "$@"; }
say() { echo "==> $*" >&2; }
deals="{$(seq -s, 1 100)}"

# Calls of a procedure in one session; the first warms it up with deal 1.
measure() {
	sql -c "CALL bench.$1('warm-up', 0, '{1}')" -c "DELETE FROM memocite.revision WHERE deal_id = 1" \
		-c "DELETE FROM memocite.revision_section WHERE deal_id = 1" \
		-c "DELETE FROM floor.revision WHERE deal_id = 1" \
		-c "DELETE FROM floor.revision_section WHERE deal_id = 1" -c "CALL bench.$1('$2', $3, '$4')"
}

# 10,000 sections with these arguments of bench.bulk_insert.
bulk() {
	sql -c "CALL bench.bulk_delete()" -c "VACUUM memocite.deal, memocite.section, memocite.metric, memocite.queue" \
		-c "CHECKPOINT" -c "CALL bench.bulk_insert($1)" -c "CALL bench.bulk_delete()"
}

# A peer prints its time as JSON.
peer() {
	"$python" "$MEMOCITE_PEERS/peer_python.py" --dsn "dbname=$PGDATABASE" --style "$1" |
		sed -nE 's/.*"bytes": ([0-9]+),.*"total_s": ([0-9.]+).*/\1 \2/p' |
		while read -r bytes seconds; do
			sql -c "INSERT INTO bench.result VALUES ('$1', $2, $bytes, 1000 * $seconds)"
		done
}

peers=
if [ -n "${MEMOCITE_PEERS:-}" ]; then
	for python in python3 /usr/bin/python3; do
		! "$python" -c 'import psycopg2' 2>/dev/null || { peers="callback token"; break; }
	done
fi
[ -n "$peers" ] || say "no peers: MEMOCITE_PEERS is not set, or psycopg2 is missing"

say "generating and loading"
data=$(mktemp -d)
python3 "$here/gen_memos.py" --deals 100 --out "$data"
python3 "$here/gen_memos.py" --mb 1 --first 101 --out "$data"
python3 "$here/gen_memos.py" --mb 0.1 --first 103 --out "$data"
chmod -R a+rX "$data"
psql -Xq -d postgres -c "CREATE DATABASE $PGDATABASE"
sed -E 's/^( *)\(1, /\1(99999, /; s/memo_load_context\(1,/memo_load_context(99999,/' "$here/../data/maple_court.sql" >"$data/sample.sql"
sql -v data="$data" -f "$here/load.sql" -f "$data/sample.sql" -f "$here/procedures.sql" -f "$here/hostile.sql"
cat "$here"/../data/reports/*.jsonl "$here"/../data/credit_opinions.jsonl |
	sql -c "COPY bench.document FROM STDIN WITH (FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')" -c "CALL bench.add_documents()"
sql -c "CALL bench.finalize('first run', 1, '$deals')" -c "CALL bench.save()" -c "VACUUM ANALYZE"

say "finalize, floor${peers:+, $peers}: $runs runs"
for run in $(seq "$runs"); do
	sql -c "CALL bench.forget()" -c "CHECKPOINT"
	measure finalize finalize "$run" "$deals"
	measure floor floor "$run" "$deals"
	for style in $peers; do
		peer "$style" "$run"
	done
done

say "memos of 1 MB and 50 MB, hostile input, triggers: $runs runs"
for run in $(seq "$runs"); do
	sql -c "CALL bench.forget()"
	for memo in '1 MB:101' '50 MB:102'; do
		sql -c "CHECKPOINT"		# what was written before is on disk, and takes no time now
		measure finalize "${memo%:*}" "$run" "{${memo#*:}}"
	done
done
for run in $(seq "$runs"); do
	sql -c "CALL bench.forget()"
	echo "SELECT format('CALL bench.finalize(%L, $run, ''{%s}'')', name || CASE WHEN half THEN ', half' ELSE '' END,
		deal_id) FROM bench.hostile ORDER BY deal_id \gexec" | sql
	for kind in generated sample real; do
		for triggers in ENABLE DISABLE; do
			sql -c "ALTER TABLE memocite.section $triggers TRIGGER USER"
			bulk "'insert, $triggers, $kind', $run, '$kind'"
		done
		sql -c "ALTER TABLE memocite.section ENABLE TRIGGER USER"
		bulk "'insert, metrics, $kind', $run, '$kind', true"
	done
done

say "deals with metrics, insights, claim texts, quotes, charts, everything; outputs; re-finalizing: $runs runs"
sql -c "CALL bench.forget()" -f "$here/features.sql"
features="SELECT format('CALL bench.finalize(%L, %s, bench.deals_of(%L))', 'deals: ' || name, :run, name) FROM bench.feature ORDER BY first \\gexec"
for run in $(seq "$runs"); do
	sql -c "CALL bench.forget()"
	sql -c "CALL bench.finalize('warm-up', 0, '{1}')" -c "CALL bench.finalize('warm-up', 0, bench.deals_of('plain'))" -c "CALL bench.finalize('warm-up', 0, bench.deals_of('everything'))" -c "CALL bench.forget()" -c "CHECKPOINT"
	echo "$features" | sql -v run="$run"
	sql -c "CALL bench.again('finalize again, revision 2', $run, bench.deals_of('plain'), 1)" \
		-c "CALL bench.again('warm-up', 0, bench.deals_of('everything'), 1)"
	sql -c "CALL bench.outputs('plain', $run, bench.deals_of('plain'))" -c "CALL bench.outputs('everything', $run, bench.deals_of('everything'))"
	sql -c "CALL bench.again('finalize again, revision 25', $run, bench.deals_of('plain'), 23)"
	for memo in '0.1 MB:103' '1 MB:101' '10 MB:104'; do
		sql -c "CHECKPOINT" -c "CALL bench.finalize('warm-up', 0, '{1}')" -c "CALL bench.finalize('finalize, ${memo%:*}', $run, '{${memo#*:}}')" \
			-c "CALL bench.again('warm-up', 0, '{${memo#*:}}', 1)" -c "CALL bench.outputs('${memo%:*}', $run, '{${memo#*:}}')"
	done
done
sql -c "INSERT INTO bench.result SELECT 'storage of the memos of ' || f.name || ', kB', 1, NULL,
	(SELECT sum(pg_column_size(r.*)) FROM memocite.revision r WHERE r.deal_id = ANY (bench.deals_of(f.name)) AND r.revision = (SELECT min(m.revision) FROM memocite.revision m WHERE m.deal_id = r.deal_id)) / 1000.0
	+ (SELECT sum(pg_column_size(s.*)) FROM memocite.revision_section s WHERE s.deal_id = ANY (bench.deals_of(f.name)) AND s.revision = (SELECT min(m.revision) FROM memocite.revision m WHERE m.deal_id = s.deal_id)) / 1000.0
	+ (SELECT sum(pg_column_size(d.*)) FROM memocite.revision_detail d WHERE d.deal_id = ANY (bench.deals_of(f.name)) AND d.revision = (SELECT min(m.revision) FROM memocite.revision m WHERE m.deal_id = d.deal_id)) / 1000.0
	FROM bench.feature f WHERE f.name IN ('plain', 'everything')"
sql -c "LOAD 'memocite'" -c "ALTER SYSTEM SET memocite.debounce = 0"
for run in $(seq "$runs"); do
	for workers in 1 2; do
		sql -c "LOAD 'memocite'" -c "ALTER SYSTEM SET memocite.workers = $workers" -c "SELECT pg_reload_conf()" -c "SELECT memo_worker_start()" -c "SELECT pg_sleep(0.5)" >/dev/null
		sql -c "CALL bench.worker('$workers worker$([ $workers = 1 ] || echo s), 1,000 deals', $run)"
		sql -c "SELECT memo_worker_stop()" >/dev/null
	done
done
for run in $(seq "$runs"); do
	sql -c "CALL bench.scrape($run)"
done
sql -f "$here/report.sql"
