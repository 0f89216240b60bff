#!/usr/bin/env python3
"""golden.py: what memocite makes of all of test/data, test/metrics, the sample deal and 2,000 seeds of the fuzzer.

  make      one deal a document, in a fresh database: bodies, edit scripts, ledger, notes, events, counts, grades, charts,
            the memo as Markdown, HTML and ProseMirror, the rows of memo_verify. A document's hash is that of these rows;
            they are kept under it, and all hashes are listed
  kept      are the rows of all hashes kept that differ in two lists? exits with 1 where some are not
  compare   names each document whose hash differs, with its first differing row; then what differs, by kind of row
"""
import argparse, collections, difflib, hashlib, json, os, pathlib, re, subprocess, sys

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


def make(options):
    found = collect(options)
    for rows in found.values():
        kept = options.keep / digest(rows)
        if not kept.exists():
            written = kept.with_suffix(".%d" % os.getpid())  # others may write the same
            written.write_text("\0".join(rows), encoding="utf-8")
            written.rename(kept)
    errors = [name for name, rows in found.items() if rows[-1].startswith("error ")]
    print("# %d documents, %d rows, %d end in an error%s" % (
        len(found), sum(map(len, found.values())), len(errors), "".join("\n#   %s: %s" % (n, found[n][-1][:120]) for n in errors[:10])))
    options.list.write_text("".join("%s %s\n" % (digest(rows), name) for name, rows in found.items()), encoding="utf-8")


def differing(options):
    """(document, its old hash, its new one) where these differ; None where it was or is not."""
    old, new = (dict(reversed(line.split(" ", 1)) for line in path.read_text(encoding="utf-8").splitlines())
                for path in (options.old, options.list))
    return [(name, old.get(name), new.get(name)) for name in list(old) + [n for n in new if n not in old] if old.get(name) != new.get(name)]


def rows_of(options, sha):
    """The rows behind a hash; None when they are not kept."""
    kept = options.keep / (sha or "")
    return [] if sha is None else kept.read_text(encoding="utf-8").split("\0") if kept.is_file() else None


def kept(options):
    sys.exit(any(rows_of(options, old) is None for _, old, _ in differing(options)))


def shortened(row, other):
    """A row from a little before the byte where it differs from another."""
    at = next((i for i, (x, y) in enumerate(zip(row, other)) if x != y), min(len(row), len(other)))
    return ("" if at < 60 else row.split(" ")[0] + " ...") + row[max(0, at - 60):at + 140]


def first_difference(old, new):
    for n, (a, b) in enumerate(zip(old + ["(no row)"], new + ["(no row)"])):
        if a != b:
            return "    - %d: %s\n    + %d: %s" % (n + 1, shortened(a, b), n + 1, shortened(b, a))


def kind(row):
    """What the summary counts a row as: its first word, an event's with its code, a citation's with its fate."""
    word, _, rest = row.partition(" ")
    of = {"event": "code", "citation": "fate"}.get(word)
    found = of and re.search('"%s": "([^"]*)"' % of, rest)
    return "%s %s" % (word, found[1]) if found else word


def summary(pairs):
    """For each kind of row: memos in which some differ, rows that are gone, rows that are new."""
    memos, gone, come = collections.Counter(), collections.Counter(), collections.Counter()
    for old, new in pairs:
        less, more = collections.Counter(old) - collections.Counter(new), collections.Counter(new) - collections.Counter(old)
        memos.update({kind(row) for row in list(less) + list(more)})
        gone.update(kind(row) for row in less.elements())
        come.update(kind(row) for row in more.elements())
    return "".join("# %-40s %5d memos, %6d rows gone, %6d new\n" % (k, n, gone[k], come[k]) for k, n in memos.most_common())


def compare(options):
    different = differing(options)
    pairs = []
    with open(options.diff, "w", encoding="utf-8") as diff:
        for name, old, new in different:
            before, after = rows_of(options, old), rows_of(options, new)
            if before is None:
                print("%s:\n    the rows of %s are not in %s" % (name, old, options.keep))
                continue
            print("%s:\n%s" % (name, first_difference(before, after)))
            pairs.append((before, after))
            diff.writelines(line.rstrip("\n") + "\n" for line in difflib.unified_diff(before, after, name, name, n=0))
    print(summary(pairs), end="")
    if different:
        print("# all differing rows: %s\nnot ok - %d documents differ" % (options.diff, len(different)))
    else:
        print("ok - all documents are as before")
    sys.exit(1 if different else 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("make", "kept", "compare"))
    for name in ("--seeds", "--run", "--keep", "--list", "--old", "--diff"):
        parser.add_argument(name, type=pathlib.Path)
    options = parser.parse_args()
    {"make": make, "kept": kept, "compare": compare}[options.what](options)


if __name__ == "__main__":
    main()
