#!/bin/bash
# run.sh: memo_html's pages in a browser (check.mjs says what must hold): the
# deals of deals.sql, and all finished memos of database memocite_realdata,
# which realdata.py leaves (it is run first where there is none).
# Needs a server, as withpg gives one; chromium from Debian; html-validate,
# axe-core and playwright-core from npm below MEMOCITE_NPM (`make npm`): where
# one is missing, all is skipped. Screenshots go to build/test/html.
#
# run.sh --missing: prints what is missing, if anything is.
set -eu
cd "$(dirname "$0")/../.."
: "${MEMOCITE_NPM:=${WITHPG_HOME:-$PWD}/test}"
export MEMOCITE_NPM
pictures=${WITHPG_DIR:+$WITHPG_DIR/log}
pictures=${pictures:-$PWD/build/test}/html

MEMOCITE_CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome || :)
export MEMOCITE_CHROMIUM

missing() {
	local package
	command -v node >/dev/null || { echo "node"; return; }
	for package in html-validate axe-core playwright-core; do
		[ -d "$MEMOCITE_NPM/node_modules/$package" ] || { echo "$package (make npm)"; return; }
	done
	[ -n "$MEMOCITE_CHROMIUM" ] || echo "chromium (Debian: chromium)"
}

missing=$(missing)
if [ "${1:-}" = --missing ]; then
	echo "$missing"
	exit
elif [ -n "$missing" ]; then
	echo "ok - pages in a browser # SKIP there is no $missing"
	exit
fi

# pages DATABASE condition: a line of JSON for each page of the latest memos
pages() {
	psql -XqAt -v ON_ERROR_STOP=1 -d "$1" -c "
		SELECT json_build_object('name', '$1 ' || r.deal_id || ' ' || c.charts, 'deal', r.deal_id, 'charts', c.charts,
			'html', memo_html(r.deal_id, NULL, c.charts, CASE c.charts WHEN 'table' THEN 'author' ELSE 'reader' END),
			'fragment', CASE WHEN c.charts = 'svg' AND r.deal_id = 1 THEN memo_html(r.deal_id, NULL, c.charts, 'reader', true) END,
			'references', (SELECT coalesce(json_agg(k.note_number ORDER BY s.ord, k.final_offset), '[]')
				FROM memocite.citation k
				JOIN json_array_elements(r.manifest) WITH ORDINALITY AS s(section, ord) ON s.section ->> 'section_key' = k.section_key
				WHERE k.deal_id = r.deal_id AND k.revision = r.revision AND k.fate = 'kept'),
			'notes', (SELECT count(*) FROM memocite.footnote f WHERE f.deal_id = r.deal_id AND f.revision = r.revision),
			'inserted', (SELECT count(*) FROM memocite.chart_decision d
				WHERE d.deal_id = r.deal_id AND d.revision = r.revision AND d.decision = 'inserted'))
		FROM memocite.revision r, (VALUES ('svg'), ('table')) AS c(charts)
		WHERE r.revision = (SELECT max(m.revision) FROM memocite.revision m WHERE m.deal_id = r.deal_id)
			AND r.deal_id BETWEEN 1 AND 999999 AND ($2)
		ORDER BY c.charts, r.deal_id"
}

mkdir -p "$pictures"
psql -Xq -d postgres -c 'DROP DATABASE IF EXISTS memocite_html' -c 'CREATE DATABASE memocite_html' 2>/dev/null
psql -Xq -v ON_ERROR_STOP=1 -d memocite_html -f test/html/deals.sql >/dev/null
if [ -z "$(psql -XqAt -d postgres -c "SELECT 1 FROM pg_database WHERE datname = 'memocite_realdata'")" ]; then
	python3 test/realdata/realdata.py "${1:-test/data}" >/dev/null || :
fi
psql -Xq -d memocite_html -v deal=1 -v dir=examples -f examples/viewer.sql >"$pictures/viewer.html"
{
	pages memocite_html true
	pages memocite_realdata "c.charts = 'svg'"
} | node test/html/check.mjs "$pictures"
