#!/usr/bin/env python3
"""golden.py: what memocite makes of all of test/data, test/metrics, the sample deal and 2,000 seeds of the fuzzer.

One deal a document, in a fresh database: bodies, edit scripts, ledger, notes, events, counts, grades, charts, the memo
as Markdown, HTML and ProseMirror, the rows of memo_verify. A document's hash is that of these rows; golden.txt has
them all. Without --write they are compared: a document that differs is named, with its first differing row where the
rows of its old hash are still in --keep.
"""
import argparse, hashlib, json, pathlib, re, subprocess, sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "realdata"))
import realdata  # noqa: E402

DATABASE = "memocite_golden"
SEEDS = 2000

# All that a memo is, one row of text each, in an order that does not depend on chance. Uuids and times are left out.
ROWS = """
CREATE FUNCTION golden_rows(deal bigint) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM memo_finalize(deal, DATE '2026-06-30');
    RETURN QUERY SELECT 'section '::text || jsonb_build_array(s.section_key, s.body, s.edits::jsonb)
        FROM memocite.revision_section s WHERE s.deal_id = deal ORDER BY s.section_key COLLATE "C";
    RETURN QUERY SELECT 'citation '::text || (to_jsonb(c) - CASE WHEN c.figures IS NULL THEN '{deal_id,revision,claim_id,figures,figures_supported}'::text[]
        ELSE '{deal_id,revision,claim_id}' END) FROM memocite.citation c WHERE c.deal_id = deal ORDER BY c.citation_no;
    RETURN QUERY SELECT 'claim '::text || (to_jsonb(c) - '{deal_id,revision,claim_id}'::text[]) FROM memocite.claim_outcome c
        WHERE c.deal_id = deal ORDER BY (to_jsonb(c) - '{claim_id}'::text[])::text COLLATE "C";
    RETURN QUERY SELECT 'note '::text || (to_jsonb(f) - '{deal_id,revision}'::text[])
        FROM memocite.footnote f WHERE f.deal_id = deal ORDER BY f.number;
    RETURN QUERY SELECT 'event '::text || (to_jsonb(e) - '{deal_id,revision}'::text[])
        FROM memocite.event e WHERE e.deal_id = deal ORDER BY e.event_no;
    RETURN QUERY SELECT 'count '::text || (to_jsonb(c) - '{deal_id,revision}'::text[])
        FROM memocite.waterfall c WHERE c.deal_id = deal ORDER BY c.seq;
    RETURN QUERY SELECT 'grade '::text || (to_jsonb(g) - CASE WHEN g.figures IS NULL THEN '{deal_id,revision,figures,figures_supported}'::text[]
        ELSE '{deal_id,revision}' END) FROM memocite.grade g WHERE g.deal_id = deal ORDER BY g.section_key COLLATE "C";
    RETURN QUERY SELECT 'chart '::text || (to_jsonb(c) - '{deal_id,revision}'::text[]) FROM memocite.chart_decision c
        WHERE c.deal_id = deal ORDER BY c.section_key COLLATE "C", c.chart_id COLLATE "C";
    RETURN QUERY SELECT 'markdown '::text || line FROM regexp_split_to_table(memo_markdown(deal, layout => 'clustered', labels => 'unique'), E'\\n') AS line;
    RETURN QUERY SELECT 'html '::text || line FROM regexp_split_to_table(replace(memo_html(deal), format('memo-%s-', deal), 'memo-'), E'\\n') AS line;
    RETURN QUERY SELECT 'prosemirror '::text || node FROM jsonb_array_elements(memo_prosemirror(deal) -> 'content') AS node;
    RETURN QUERY SELECT 'verify '::text || to_jsonb(v) FROM memo_verify(deal) AS v;
EXCEPTION WHEN OTHERS THEN
    RETURN NEXT 'error ' || SQLERRM;
END $$;
"""


def psql(script, database=DATABASE):
    run = subprocess.run(["psql", "-XqAt0", "-v", "ON_ERROR_STOP=1", "-d", database], input="SET client_min_messages = error;\n" + script,
                         text=True, encoding="utf-8", capture_output=True)
    if run.returncode != 0:
        sys.exit(run.stderr)
    return run.stdout.split("\0")[:-1]


def real_documents(directory):
    """(name, script that makes it as a deal) of each real document."""
    for path, reader in realdata.find_files(directory):
        for n, (name, deal) in enumerate(reader(path), 1):
            rows = realdata.load_script(0, deal).split("\nCOMMIT;\n")[0].removeprefix("BEGIN;\n") + "\n"
            yield "%s/%d" % (path.relative_to(directory), n), rows.replace('"deal_id": 0', '"deal_id": %(deal)d')


def metric_documents(directory):
    """The marked memos of the corpus on metrics, each a deal with its canonical values."""
    memos = []
    for line in map(json.loads, (directory / "memos.jsonl").read_text(encoding="utf-8").splitlines()):
        if isinstance(line, dict):
            memos.append((line, []))
        else:
            memos[-1][1].append(line)
    for model, sections in memos:
        script = "INSERT INTO memocite.deal(deal_id, name) VALUES (%(deal)d, 'Metrics');\n"
        for metric, variant, value in model["metrics"]:
            script += "INSERT INTO memocite.metric(deal_id, metric, variant, value) VALUES (%%(deal)d, '%s', '%s', %s);\n" % (metric, variant, value)
        rows = [{"deal_id": 0, "section_key": "s%02d" % n, "title": key, "position": n,
                 "body": re.sub(r"\{[WCL] \w+ ([^}]*)\}", r"\1", body)} for n, (key, body, *_) in enumerate(sections, 1)]
        yield "metrics/" + model["model"], script + realdata.insert("section", rows).replace("%", "%%").replace('"deal_id": 0', '"deal_id": %(deal)d')


def seed_documents(directory, run):
    """The fuzzer's seeds, then each with the lines of another one behind it, until there are enough."""
    paths = sorted(directory.iterdir())
    texts = [(path.name, path.read_bytes()) for path in paths]
    step = 389  # a prime: neighbours in the list are of one kind
    for n in range(SEEDS - len(texts)):
        (name, text), (other, more) = texts[n], texts[(n * step + 7) % len(texts)]
        path = directory / ("%s+%s" % (name, other))
        path.write_bytes(text.rstrip(b"\n") + b"\n\n" + more)
        paths.append(path)
    paths = paths[:SEEDS]
    for path in paths:
        yield path.name, path


def collect(options):
    data = HERE.parent / "data"
    documents, scripts = [], []

    def add(name, script):
        documents.append(name)
        scripts.append(script)

    add("maple_court", (data / "maple_court.sql").read_text(encoding="utf-8"))
    for name, script in list(real_documents(data)) + list(metric_documents(HERE.parent / "metrics")):
        add(name, script.replace("%(deal)d", str(len(documents) + 1)).replace("%%", "%"))
    seeds = list(seed_documents(options.seeds, options.run))
    first = len(documents) + 1
    rows = subprocess.run([options.run, "--rows", str(first)] + [str(path) for _, path in seeds],
                          stdout=subprocess.PIPE, check=True).stdout.decode("utf-8")
    documents += [name for name, _ in seeds]
    psql("DROP DATABASE IF EXISTS %s;" % DATABASE, "postgres")
    psql("CREATE DATABASE %s;" % DATABASE, "postgres")
    psql("CREATE EXTENSION memocite;\nSELECT memo_init() \\g /dev/null\n" + ROWS)
    psql("".join(scripts))
    # what a table refuses of a seed is left out of its deal
    subprocess.run(["psql", "-XqAt", "-d", DATABASE], input="SET client_min_messages = panic;\nSET synchronous_commit = off;\n" + rows,
                   text=True, encoding="utf-8", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    found = {}
    for line in psql("".join("SELECT %d || ' ' || r FROM golden_rows(%d) WITH ORDINALITY AS g(r, n) ORDER BY n;\n" % (n, n)
                             for n in range(1, len(documents) + 1))):
        number, row = line.split(" ", 1)
        found.setdefault(documents[int(number) - 1], []).append(row)
    return found


def digest(rows):
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:10]


def first_difference(old, new):
    for n, (a, b) in enumerate(zip(old + ["(no row)"], new + ["(no row)"])):
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            return "\n".join("    %s %d: %s%s" % (sign, n + 1, "" if at < 60 else row.split(" ")[0] + " ...", row[max(0, at - 60):at + 140])
                             for sign, row in (("-", a), ("+", b)))
    return "    same rows"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    for name in ("--seeds", "--run", "--keep"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    options = parser.parse_args()
    golden = HERE / "golden.txt"
    found = collect(options)
    for name, rows in found.items():
        kept = options.keep / digest(rows)
        if not kept.exists():
            kept.write_text("\0".join(rows), encoding="utf-8")
    errors = [name for name, rows in found.items() if rows[-1].startswith("error ")]
    print("# %d documents, %d rows, %d end in an error%s" % (
        len(found), sum(map(len, found.values())), len(errors), "".join("\n#   %s: %s" % (n, found[n][-1][:120]) for n in errors[:10])))
    if options.write:
        text = "".join("%s %s\n" % (digest(rows), name) for name, rows in found.items())
        golden.write_text(text, encoding="utf-8")
        if pathlib.Path(options.keep).parent.parent.joinpath("test/golden").is_dir():
            pathlib.Path(options.keep).parent.parent.joinpath("test/golden/golden.txt").write_text(text, encoding="utf-8")
        print("ok - written")
        return
    old = dict(reversed(line.split(" ", 1)) for line in golden.read_text(encoding="utf-8").splitlines())
    different = [name for name in list(old) + [n for n in found if n not in old] if old.get(name) != (digest(found[name]) if name in found else None)]
    for name in different[:40]:
        kept = options.keep / old.get(name, "none")
        print("%s:\n%s" % (name, first_difference(kept.read_text(encoding="utf-8").split("\0"), found.get(name, []))
                           if kept.exists() else "    its old rows are not in %s" % options.keep))
    for name in different[40:]:
        print(name)
    print("not ok - %d of %d documents differ" % (len(different), len(old)) if different else "ok - all %d documents are as before" % len(old))
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
