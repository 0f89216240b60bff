#!/bin/bash
# examples.sh: runs the programs of examples/ against a stub model server
# (test/examples/stub_model.py) and looks at what they leave in the database;
# then LangGraph's JavaScript store (test/examples/langgraph_store.mjs), the MCP
# server by a client of its SDK (test/examples/mcp_client.mjs), and the queries
# for an exporter. Each in a new database. Needs a server, as withpg gives one;
# python3-psycopg and PL/Python from Debian, pg, the store and the SDK from npm
# below MEMOCITE_NPM (`make npm`): what is missing is skipped.
set -eu
cd "$(dirname "$0")/../.."
: "${MEMOCITE_NPM:=${WITHPG_HOME:-$PWD}/test}"
export no_proxy=127.0.0.1
status=0 stub=
scratch=$(mktemp -d)
finish() {
	[ -z "$stub" ] || kill "$stub"
	rm -rf "$scratch"
}
trap finish EXIT

# result NAME [actual] [expected]: a result; ok when both are the same.
result() {
	if [ "${2:-}" = "${3:-}" ]; then
		echo "ok - $1"
	else
		printf 'not ok - %s\n# is: %s\n# expected: %s\n' "$1" "${2:-}" "${3:-}"
		status=1
	fi
}

query() { psql -XqAt -v ON_ERROR_STOP=1 -c "$1" 2>&1; }

# new_database NAME: the database that programs find from now on, with deal 7.
new_database() {
	psql -Xq -d postgres -c "CREATE DATABASE $1"
	export PGDATABASE=$1
	psql -Xq -f examples/deal.sql >/dev/null
	: >"$scratch/log"
}

is_accepted() {
	result "$1: the request is accepted at its second answer" \
		"$(query "SELECT state, attempts, partial, errors FROM memocite.request")" 'accepted|2|f|{}'
}

# check_loop NAME: what an agent loop has done, and printed to $scratch/NAME.md.
check_loop() {
	result "$1: the model was asked again for what was bad" "$(tr '\n' ',' <"$scratch/log")" \
		'bad section,good section,good section,bad synthesis,good synthesis,'
	is_accepted "$1"
	result "$1: the section was corrected by its agent" "$(query "
		SELECT s.body ~ 'IRR is 18.5%', (SELECT count(*) FROM memo_retries(7)),
			(SELECT count(*) FROM memocite.event e WHERE e.code = 'metric_corrected')
		FROM memocite.section s WHERE s.section_key = 'returns'")" 't|0|0'
	result "$1: agents' source ids are their own" "$(query "
		SELECT string_agg(format('%s %s-%s', r.agent, r.first_id, r.last_id), ', ' ORDER BY r.first_id) FROM memocite.src_range r")" \
		'returns 1-6, risk 7-12'
	result "$1: the memo is final, every citation kept" "$(query "
		SELECT r.status, r.report -> 'citations' -> 'kept', r.report -> 'citations' -> 'removed', r.report -> 'warnings' FROM memocite.revision r")" 'final|9|0|{}'
	result "$1: memo_verify finds all in order" "$(query "SELECT rule, detail FROM memo_verify(7) WHERE NOT ok")" ''
	result "$1: the answer's notes name the documents" "$(query "
		SELECT string_agg(concat_ws(' ', c.doc_id, c.page), ', ' ORDER BY c.citation_no) FROM memocite.citation c
		WHERE c.section_key = 'lender' AND c.fate = 'kept'")" 'om 4, om 9, pca 5'
	query "SELECT memo_markdown(7)" >"$scratch/memo.md"
	result "$1: it printed the memo" "$(<"$scratch/$1.md")" "$(<"$scratch/memo.md")"
}

# run_example NAME command...: its output into $scratch/NAME.md; false when it fails.
run_example() {
	local name=$1
	shift
	if ! "$@" >"$scratch/$name.md" 2>"$scratch/errors"; then
		result "$name runs" "$(tail -n 20 "$scratch/errors")" 'no error'
		return 1
	fi
	result "$name runs"
}

# has_npm package...: is node there with these packages?
has_npm() {
	local package
	command -v node >/dev/null || return 1
	for package in "$@"; do
		[ -d "$MEMOCITE_NPM/node_modules/$package" ] || return 1
	done
}

python=
for candidate in python3 /usr/bin/python3; do
	if "$candidate" -c 'import psycopg' 2>/dev/null; then
		python=$candidate
		break
	fi
done

: >"$scratch/log"
python3 test/examples/stub_model.py "$scratch/log" >"$scratch/address" &
stub=$!
until [ -s "$scratch/address" ]; do
	kill -0 "$stub"
	sleep 0.1
done
MODEL_URL=$(<"$scratch/address")
export MODEL_URL

# Node looks for packages beside the program.
cp examples/agent_loop.mjs examples/mcp/server.mjs test/examples/{langgraph_store,mcp_client}.mjs "$scratch"
ln -s "$MEMOCITE_NPM/node_modules" "$scratch/node_modules"

if [ -n "$python" ]; then
	new_database memocite_agent_loop_py
	if run_example agent_loop.py "$python" examples/agent_loop.py 7; then
		check_loop agent_loop.py
		if run_example judge.py "$python" examples/judge.py 7 test/examples/verdicts.json; then
			result "judge.py: verdicts that were recorded stand beside the ledger" "$(tr '\n' ',' <"$scratch/judge.py.md")" 'partial 1,supported 2,'
		fi
	fi
else
	echo "ok - agent_loop.py # SKIP there is no psycopg (Debian: python3-psycopg)"
fi

if has_npm pg; then
	new_database memocite_agent_loop_mjs
	if run_example agent_loop.mjs node "$scratch/agent_loop.mjs" 7; then
		check_loop agent_loop.mjs
	fi
else
	echo "ok - agent_loop.mjs # SKIP there is no pg (make npm)"
fi

new_database memocite_provider
result "deal.sql may be run again" "$(psql -Xq -f examples/deal.sql 2>&1 >/dev/null | grep -v NOTICE)" ''
if [ "$(query "SELECT count(*) FROM pg_available_extensions WHERE name = 'plpython3u'")" = 1 ]; then
	# the server may have been started behind a proxy
	if run_example provider.sql psql -XqAt -v url="$MODEL_URL" -v deal=7 -c 'CREATE EXTENSION plpython3u' \
		-c "DO LANGUAGE plpython3u 'import os; os.environ[\"no_proxy\"] = \"127.0.0.1\"'" -f examples/provider.sql; then
		result "provider.sql: the model was asked again for what was bad" "$(tr '\n' ',' <"$scratch/log")" 'bad synthesis,good synthesis,'
		is_accepted provider.sql
		result "provider.sql: it printed the answer" "$(<"$scratch/provider.sql.md")" \
			"$(query 'SELECT memo_answer_text(request_id) FROM memocite.request')"
		result "provider.sql: a model that is not there ends in fallback" "$(psql -XqAt -v ON_ERROR_STOP=1 \
			-c "ALTER FUNCTION ask_model SET model.url = 'http://127.0.0.1:1/'" \
			-c "CALL memo_ask_with('ask_model', 7, 'Who answers?')" \
			-c "SELECT state, reason, array_to_string(errors, ' ') ~ 'refused' FROM memocite.request WHERE query = 'Who answers?'" 2>&1 |
			tail -n 1)" 'fallback|provider_error|t'
	fi
else
	echo "ok - provider.sql # SKIP there is no plpython3u (Debian: postgresql-plpython3-NN)"
fi

new_database memocite_citations
for provider in anthropic openai gemini langchain; do
	PGOPTIONS="-c client_min_messages=warning" psql -XqAt -v ON_ERROR_STOP=1 -v dir=examples/citations -f examples/citations/$provider.sql >"$scratch/$provider.out" 2>&1 || true
	result "$provider.sql: both sources are in the memo, with their notes" \
		"$(sed -n 1,2p "$scratch/$provider.out" | tr '\n' ' '; grep -c '^\[^[12]\]: ' "$scratch/$provider.out")" '2|[] final 2'
	case $provider in anthropic | langchain) quotes=2 ;; *) quotes=0 ;; esac
	result "$provider.sql: at most six lines of SQL, an address that is a link, and the quotes that the API returned" \
		"$(test "$(grep -cE '^(CREATE|SELECT|INSERT)' examples/citations/$provider.sql)" -le 6 && echo few
		grep -c '^\[^[12]\]: \[[^]]*\](https://example.com/austin-rents' "$scratch/$provider.out"
		grep -cE '^\[\^[12]\]: .*" \(as returned by the model.s API\)$' "$scratch/$provider.out")" "few
1
$quotes"
done
result "citations: memo_verify finds all in order" "$(query "
	SELECT d.deal_id, v.rule, v.detail FROM memocite.deal d, memo_verify(d.deal_id) AS v WHERE d.deal_id > 800 AND NOT v.ok")" ''

if has_npm pg @langchain/core @langchain/langgraph-checkpoint @langchain/langgraph-checkpoint-postgres; then
	new_database memocite_langgraph
	node "$scratch/langgraph_store.mjs" || status=1
else
	echo "ok - LangGraph's store # SKIP there is no @langchain/langgraph-checkpoint-postgres (make npm)"
fi

if has_npm pg zod @modelcontextprotocol/sdk; then
	new_database memocite_mcp
	node "$scratch/mcp_client.mjs" "$scratch/server.mjs" || status=1
else
	echo "ok - mcp # SKIP there is no @modelcontextprotocol/sdk (make npm)"
fi

# A role as the exporter has it runs each query: its columns are those declared, and all
# of the names in memocite.metrics are there.
new_database memocite_monitoring
psql -Xq -v ON_ERROR_STOP=1 -c "SELECT memo_finalize(7, sections => '[{\"section_key\": \"risk\", \"body\": \"[SRC:1]\"}]')" \
	-c 'CREATE ROLE memocite_exporter LOGIN' -c 'GRANT pg_monitor TO memocite_exporter' >/dev/null 2>&1
: >"$scratch/exported"
while IFS=$'\t' read -r namespace columns text; do
	result "queries.yaml: $namespace has its columns" "$(psql -XqA -U memocite_exporter -P footer=off -F , -c "$text" 2>&1 | head -n 1)" "${columns//:label/}"
	for column in ${columns//,/ }; do
		case $column in *:label) ;; *) echo "${namespace}_$column" | sed 's/_count$//' >>"$scratch/exported" ;; esac
	done
done < <(ruby test/examples/queries.rb examples/monitoring/queries.yaml)
result "queries.yaml: every name of memocite.metrics is exported" "$(query 'SELECT DISTINCT m.name FROM memocite.metrics m' | grep -vxFf "$scratch/exported")" ''
exit $status
