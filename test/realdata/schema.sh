#!/bin/bash
# schema.sh: memo_metric_schema in ajv (draft 2020-12), which must tell valid from
# invalid structured outputs as memo_check_structured does. AJV is a directory
# with node_modules/ajv; without it, npm fetches ajv into a throw-away directory.
# Without node or npm nothing is tested. Uses the server of the PG* variables;
# without PGHOST, a throw-away one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v node >/dev/null && command -v npm >/dev/null || { echo "skipped: there is no node"; exit 0; }
[ -n "${PGHOST:-}" ] || exec "$here/../scripts/withpg" -t -- "$0"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ -z "${AJV:-}" ]; then
	AJV=$scratch
	(cd "$scratch" && npm install --silent --no-save ajv@8 >/dev/null 2>&1) || { echo "skipped: npm cannot fetch ajv"; exit 0; }
fi

psql -Xq -d postgres -c 'DROP DATABASE IF EXISTS memocite_schema' -c 'CREATE DATABASE memocite_schema' 2>/dev/null
psql -XqAt -d memocite_schema -v ON_ERROR_STOP=1 >"$scratch/cases.json" <<'SQL'
SET client_min_messages = warning;
CREATE EXTENSION memocite;
SELECT memo_init() \g /dev/null
INSERT INTO memocite.deal(deal_id, name) VALUES (1, 'schema');
INSERT INTO memocite.metric VALUES (1, 'irr', '', 18.5, 'percent'), (1, 'dscr', '', 1.35, 'multiple');
WITH field AS (
    SELECT key, (value ->> 'minimum')::numeric AS least, (value ->> 'maximum')::numeric AS most
    FROM jsonb_each(memo_metric_schema() -> 'properties')
), output(o) AS (
    SELECT o::jsonb FROM unnest(ARRAY['{}', 'null', '[]', '3', '"x"', '{"noi": 1}', '{"": 1}', '{"TARGET_IRR_PCT": 1}']) AS o
    UNION ALL
    SELECT jsonb_build_object(key, v) FROM field, LATERAL (VALUES (to_jsonb(least)), (to_jsonb(most)), (to_jsonb(least - 0.001)),
        (to_jsonb(most + 0.001)), (to_jsonb((least + most) / 2)), ('null'), ('"18.5"'), ('true'), ('[1]'), ('{}'), ('1e300'),
        ('-1e300'), ('0'), ('1.35'), ('12')) AS t(v)
    UNION ALL SELECT jsonb_object_agg(key, 10) FROM field
    UNION ALL SELECT jsonb_object_agg(key, 10) || '{"more": null}' FROM field
)
SELECT jsonb_build_object('schema', memo_metric_schema(), 'providers', (SELECT jsonb_agg(memo_metric_schema(1, p))
        FROM unnest(ARRAY['anthropic', 'openai', 'gemini']) AS p),
    'cases', jsonb_agg(jsonb_build_object('output', o, 'valid',
        NOT EXISTS (SELECT FROM memo_check_structured(1, o) AS c WHERE c.verdict = 'invalid'))))
FROM output;
SQL
cat >"$scratch/check.js" <<'JS'
const Ajv = require(process.argv[2] + '/node_modules/ajv/dist/2020').default;
const { schema, providers, cases } = JSON.parse(require('fs').readFileSync(process.argv[3], 'utf8'));
const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
let failed = 0;
const report = (ok, what) => { console.log((ok ? 'ok - ' : 'not ok - ') + what); failed += !ok; };
report(ajv.validateSchema(schema), 'the schema is one of draft 2020-12');
const validate = ajv.compile(schema);
const differ = cases.filter(c => validate(c.output) !== c.valid);
differ.forEach(c => console.log(JSON.stringify(c)));
report(cases.some(c => c.valid) && cases.some(c => !c.valid) && differ.length === 0,
	`ajv and memo_check_structured agree on ${cases.length} outputs`);
report(providers.every(p => ajv.compile(p)({ target_irr_pct: 18.5, dscr: null, ltv_pct: null, cap_rate_pct: null,
	debt_yield_pct: null, equity_multiple: null })), 'so do the schemas for providers on a full output');
process.exit(failed ? 1 : 0);
JS
node "$scratch/check.js" "$AJV" "$scratch/cases.json"
