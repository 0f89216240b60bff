#!/usr/bin/env python3
"""hostile.py DIRECTORY: what looks like a number of a source in real text, and is none.

Each text of reports/*.jsonl, credit_opinions.jsonl and footnotes/* below the directory that has such tokens becomes a
section, with a list of sources 1 to 99 behind it that would say what any number is; and documents with the addresses of the
links that are navigation. A row of the ledger at one of the tokens fails.
"""
import collections, json, pathlib, re, subprocess, sys

from sql import literal, psql

DATABASE = "memocite_hostile"
RAISED = "\u00b2\u00b3\u00b9\u2070\u2074-\u2079"
LINK = r"\[[^\]\n]*\]\((https?://[^)\s]+)\)"
KINDS = {
    "raised digit": r"[%s]+" % RAISED,
    "year": r"\[(?:19|20)\d\d\]",
    "index": r"(?<=[A-Za-z_])\[\d{1,3}\](?![(\[])",
    "code of a matrix": r"\[\[\d+(?:, ?\d+)*\]\](?!\()",
    "round brackets": r"\(\d{1,3}\)",
    "number of an item": r"^[ \t]*\d{1,3}[.)](?= )",
    "in code": r"`[^`\n]*\[\d{1,3}\][^`\n]*`",
    "in a fence": r"^```.*?^```",
    "in math": r"\$[^$\n]*\[\d{1,3}\][^$\n]*\$",
    "link in a heading": r"^#{1,6} [^\n]*" + LINK,
    "list of links": r"^[ \t]*[-*+] " + LINK + r"[ \t]*$",
}
SOURCES = "\n\n### Sources\n\n" + "\n".join("[%d] Source %d: https://hostile.example/%d" % (n, n, n) for n in range(100)) + "\n"


def texts(directory):
    for path in sorted(directory.rglob("*")):
        if path.suffix == ".jsonl" and (path.parent.name == "reports" or path.name == "credit_opinions.jsonl"):
            for line in open(path, encoding="utf-8", newline="\n"):
                document = json.loads(line)
                for part in document["sections"]:
                    # what the data says is a citation is one
                    yield document["doc_id"], part["body"], {m["start"] for m in part.get("markers", []) if m["kind"] in ("br", "dbl")}
        elif path.parent.name == "footnotes" and path.is_file():
            yield path.name, path.read_text(encoding="utf-8"), set()


def main():
    subprocess.run(["dropdb", "--if-exists", DATABASE], check=True, capture_output=True)
    subprocess.run(["createdb", DATABASE], check=True)
    psql("CREATE EXTENSION memocite; SELECT memo_init() \\g /dev/null", DATABASE)
    found, taken, deal = collections.Counter(), collections.Counter(), 0
    for name, body, citations in texts(pathlib.Path(sys.argv[1])):
        tokens = [(kind, m) for kind, pattern in KINDS.items() for m in re.finditer(pattern, body, re.M | re.S)
                  if m.start() not in citations]
        if not tokens:
            continue
        deal += 1
        links = {m.group(1) for kind, m in tokens if "link" in kind}
        rows = psql(f"""SET client_min_messages = error;
            INSERT INTO memocite.deal(deal_id, name) VALUES ({deal}, 'Hostile');
            INSERT INTO memocite.document(deal_id, doc_id, url) SELECT {deal}, u, u FROM unnest(ARRAY[{",".join(map(literal, sorted(links)))}]::text[]) AS u;
            INSERT INTO memocite.document(deal_id, doc_id, url) SELECT {deal}, n, 'https://hostile.example/' || n FROM generate_series(0, 99) AS n;
            INSERT INTO memocite.section(deal_id, section_key, body) VALUES ({deal}, 'a', {literal(body + SOURCES)});
            SELECT memo_finalize({deal}, DATE '2026-06-30') \\g /dev/null
            SELECT marker_offset, marker FROM memocite.citation WHERE deal_id = {deal} AND marker_offset IS NOT NULL;""", DATABASE)
        marks = [line.split("|", 1) for line in rows.split("\n") if "|" in line]
        for kind, m in tokens:
            found[kind] += 1
            hits = [mark for at, mark in marks if m.start() <= int(at) < m.end()]
            if hits:
                taken[kind] += 1
                print("# %s: %s %r: %s" % (name, kind, body[max(0, m.start() - 40):m.end() + 20], hits))
    for test, kind in enumerate(KINDS, 1):
        print("%s %d - %s: %d, taken for a mark: %d" % ("not ok" if taken[kind] else "ok", test, kind, found[kind], taken[kind]))
    print("1..%d" % len(KINDS))
    sys.exit(1 if taken else 0)


if __name__ == "__main__":
    main()
