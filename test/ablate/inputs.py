"""inputs.py: what ablate.py makes of all data: {name: SQL statements}, whose results say everything that memocite says of it.

  deals     of DATA's documents (test/realdata), the sample deal, the marked memos of test/metrics: all outputs, imports, audits
  cases     of test/cases: their own calls
  answers, quotes, blocks, diversity: what evidence.py of test/realdata asks of DATA's vectors, quotes and PDF blocks
  charts    of DATA, valid ones and each of them spoilt
  sentences and passages of test/metrics
"""
import collections, json, os, pathlib, re

import charts, evidence, golden

TEST = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(os.environ["ABLATE_DATA"])
DATABASE = "memocite_ablate"

# What a statement returns as a text, or its error; without uuids, and how long it took.
TRIED = r"""
CREATE FUNCTION tried(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    said text;
BEGIN
    IF statement ~ '^(SELECT|WITH)' THEN
        EXECUTE format('SELECT string_agg(q::text, E''\\n'') FROM (%s) AS q', statement) INTO said;
    ELSE
        EXECUTE statement;
    END IF;
    RETURN regexp_replace(said, 'timings_ms\W+[^}]*|[0-9a-f]{8}-[-0-9a-f]{27}', '', 'g');
EXCEPTION WHEN query_canceled THEN RAISE;
WHEN OTHERS THEN
    RETURN 'error ' || SQLERRM;
END $$;
/* ids are the same each time */
CREATE SEQUENCE ids;
ALTER TABLE memocite.claim ALTER claim_id SET DEFAULT ('00000000-0000-4000-8000-' || lpad(nextval('ids')::text, 12, '0'))::uuid;
CREATE FUNCTION restart_sequences() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    found regclass;
BEGIN
    FOR found IN SELECT oid FROM pg_class WHERE relkind = 'S' LOOP
        EXECUTE format('ALTER SEQUENCE %s RESTART', found);
    END LOOP;
END $$;
CREATE FUNCTION ablate(number int, value boolean) RETURNS void LANGUAGE c AS 'memocite';
CREATE FUNCTION ablate_calls() RETURNS bytea LANGUAGE c AS 'memocite';
"""


def prepare(connection):
    """A database with the extension, for all inputs."""
    connection.execute("CREATE DATABASE " + DATABASE)
    connection.close()
    import psycopg
    with psycopg.connect("dbname=" + DATABASE, autocommit=True) as connection:
        connection.execute("SET client_min_messages = error")
        connection.execute("CREATE EXTENSION memocite")
        connection.execute("SELECT memo_init()")
        connection.execute(golden.ROWS + TRIED)


# ---- deals

# Of deal 1, before it is finalized.
BEFORE = """
SELECT s.section_key, m.* FROM memocite.section s, memo_markers(s.body) AS m WHERE s.deal_id = 1 ORDER BY s.section_key, m.ord
SELECT s.section_key, memo_normalize(s.body), memo_sentence(s.body, 40), s.parse_quality, s.retry_reason FROM memocite.section s WHERE s.deal_id = 1 ORDER BY 1
SELECT s.section_key, p.* FROM memocite.section s, memo_check_prose(1, s.body) AS p WHERE s.deal_id = 1 ORDER BY 1, p.start
SELECT s.section_key, memo_correct_prose(1, s.body) FROM memocite.section s WHERE s.deal_id = 1 ORDER BY 1
SELECT s.section_key, c.* FROM memocite.section s, memo_check_structured(1, s.structured) AS c WHERE s.deal_id = 1 ORDER BY 1, c::text
SELECT * FROM memo_retries(1)
SELECT * FROM memo_collisions(1)
SELECT section_key, src_id, passage_id, matched, level, start, length, cuts_number, error FROM memo_check_quotes(1)
SELECT d.doc_id, f.* FROM memocite.document d, memo_format_blocks(1, d.doc_id) AS f WHERE d.deal_id = 1 ORDER BY 1
SELECT s.section_key, c.* FROM memocite.section s, memo_select_charts(1, s.section_key) AS c WHERE s.deal_id = 1 ORDER BY 1, c.rank, c.chart_id
SELECT c.chart_id, memo_chart_html(c.config), memo_chart_svg(c.config), (SELECT jsonb_agg(p) FROM memo_chart_problems(c.config) AS p) FROM memocite.chart c WHERE c.deal_id = 1 ORDER BY 1
SELECT memo_metric_schema(1), memo_metric_schema(1, 'openai')
""".strip().split("\n")

# And after; deal 2 takes its memo in, and deal 1 an edited one.
AFTER = """
SELECT * FROM golden_rows(1)
SELECT memo_markdown(1), memo_markdown(1, NULL, 'plain', 'unique', 'table')
SELECT memo_html(1, NULL, 'table', 'author', true)
SELECT memo_replay(1), memo_report(1) - 'timings_ms'
SELECT * FROM memo_check_figures(1)
SELECT memo_trace_text(1, n) FROM generate_series(1, 3) AS n
SELECT * FROM memo_decision_coverage(1)
INSERT INTO memocite.deal(deal_id, name, policy) SELECT 2, name, policy FROM memocite.deal WHERE deal_id = 1
INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type) SELECT 2, doc_id, title, path, source_type FROM memocite.document WHERE deal_id = 1
SELECT * FROM memo_import_markdown(2, memo_markdown(1, NULL, 'clustered', 'unique'))
SELECT * FROM golden_rows(2)
SELECT * FROM memo_import_markdown(1, regexp_replace(replace(memo_markdown(1), ' the ', ' this '), '\\[\\^2\\]', '', 'g'))
SELECT memo_finalize(1, DATE '2026-06-30') - 'timings_ms'
SELECT memo_markdown(1), (SELECT jsonb_agg(v) FROM memo_verify(1) AS v)
SELECT * FROM memo_diff(1)
SELECT * FROM memo_resolve_collisions(1)
SELECT section_key, body FROM memocite.section WHERE deal_id = 1 ORDER BY 1
""".strip().split("\n")


def deals():
    yield "maple_court", [(TEST / "data/maple_court.sql").read_text(encoding="utf-8")] + BEFORE + AFTER
    for name, script in list(golden.real_documents(DATA)) + list(golden.metric_documents(TEST / "metrics")):
        yield name, [script.replace("%(deal)d", "1").replace("%%", "%")] + BEFORE + AFTER


# ---- what has no deal, or its own

def statements_of(text):
    """SQL text at the semicolons outside of quotes."""
    return [part for part in (p.strip() for p in re.findall(r"(?:[^;']|'[^']*')+", text)) if part]


def cases():
    for line in (TEST / "cases/public_cases.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        yield "case " + case["id"], [case.get("setup_sql") or ""] + statements_of(case["call"]) + ["DELETE FROM memocite.revision"] + AFTER


def asked():
    """What evidence.py asks about each file: it is run on a server, and what it sends is kept."""
    sent = []
    run, load, psql = evidence.run, evidence.load, evidence.psql

    def keep_run(statements):
        statements = list(statements)
        sent.extend(statements)
        return run(statements)

    def keep_load(**tables):
        def keep_psql(script, database):
            sent.append(script)
            return psql(script, database)
        evidence.psql = keep_psql
        load(**tables)
        evidence.psql = psql

    evidence.run, evidence.load = keep_run, keep_load
    psql("DROP DATABASE IF EXISTS %s;\nCREATE DATABASE %s;" % (evidence.DATABASE, evidence.DATABASE), "postgres")
    psql(evidence.SETUP, evidence.DATABASE)
    for path, check in evidence.find_files(DATA):
        sent.clear()
        collections.deque(check(path), 0)
        yield "%s/%s" % (path.parent.name, path.name), list(sent)


def quoted(value):
    return "$quoted$%s$quoted$" % (value if isinstance(value, str) else json.dumps(value))


def chart_inputs():
    """Real charts, ten at a time, and all faults of the first of each type."""
    all_charts = charts.read(DATA)[0]
    spoilt = [case[1] for chart in {c[1]["type"]: c for c in all_charts}.values() if chart[2] is None for case in charts.mutations(chart[1])]
    configs = [c[1] for c in all_charts] + spoilt
    statement = "SELECT c.*, memo_chart_html(c), memo_chart_svg(c), (SELECT jsonb_agg(p) FROM memo_chart_problems(c) AS p) FROM jsonb_array_elements(%s) AS c"
    yield "chart schema", ["SELECT memo_chart_schema()"]
    for n in range(0, len(configs), 10):
        yield "charts %d" % n, [statement % quoted(configs[n:n + 10])]


def passages_with_metrics():
    """The marked sentences and passages of test/metrics, each file's in groups under their model."""
    for name in ("sentences", "rows"):
        head, lines = {}, []
        for line in map(json.loads, (TEST / "metrics" / (name + ".jsonl")).read_text(encoding="utf-8").splitlines() + ["{}"]):
            if not isinstance(line, dict):
                lines.append(line if isinstance(line, str) else line[0])
                continue
            metrics = head.get("metrics", [["irr", "", 18.5], ["dscr", "", 1.35], ["ltv", "", 65]])
            for n in range(0, len(lines), 60):
                yield "%s %s %s %d" % (name, head.get("kind", "real"), head.get("model", head.get("source", ""))[:30], n), [
                    "INSERT INTO memocite.deal(deal_id, name) VALUES (1, 'Metrics')"] + [
                    "INSERT INTO memocite.metric(deal_id, metric, variant, value) VALUES (1, '%s', '%s', %s)" % tuple(m) for m in metrics] + [
                    "SELECT t, f.*, memo_correct_prose(1, t) FROM jsonb_array_elements_text(%s) AS t, memo_check_prose(1, t) AS f" % quoted(lines[n:n + 60]),
                    "SELECT t, f.* FROM jsonb_array_elements_text(%s) AS t, memo_figures(t, NULL, ARRAY[t, 'IRR 14.2%%, DSCR of 1.35x']) AS f" % quoted(lines[n:n + 20])]
            head, lines = line, []


def all_inputs():
    """Needs a server."""
    sources = (deals(), cases(), asked(), chart_inputs(), passages_with_metrics())
    return {name: statements for source in sources for name, statements in source}
