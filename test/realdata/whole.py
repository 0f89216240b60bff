#!/usr/bin/env python3
"""whole.py DIRECTORY: cited reports of others, each imported as one Markdown text with its list of sources.

Of reports/*.jsonl below the directory each becomes a text: headings, bodies as they are, the list behind them; and a
second one with the list in each section. memo_import_markdown(.., make_documents => true) and memo_finalize are all that
is called: no document is there before. A credit is a number of a marker that the report's sources define; it is right when
the ledger has at its place a document with the source's address. What is wrong, or neither read nor reported, fails;
so does a share below FLOORS, but for fewer than MANY credits.
"""
import collections, json, os, pathlib, re, subprocess, sys

from sql import literal, psql

DATABASE = "memocite_whole"
REPORTS = ("odr_gpt5", "drb_claude37", "misc", "scholarqa_human")
MANY = 1000
FLOORS = {"at the end": 0.90, "in each section": 0.95}

FACTS = """
SELECT json_build_object(
    'sections', (SELECT json_agg(json_build_object('key', s.section_key, 'body', s.body) ORDER BY s.position, s.section_key)
        FROM memocite.section s WHERE s.deal_id = {deal}),
    'rows', (SELECT coalesce(json_agg(json_build_array(c.section_key, c.marker_offset, d.url, c.fate, c.how, c.origin, c.marker)), '[]')
        FROM memocite.citation c LEFT JOIN memocite.document d ON d.deal_id = c.deal_id AND d.doc_id = c.doc_id
        WHERE c.deal_id = {deal} AND c.revision = (SELECT max(revision) FROM memocite.revision WHERE deal_id = {deal})),
    'reported', (SELECT coalesce(json_agg(DISTINCT e.section_key), '[]') FROM memocite.event e WHERE e.deal_id = {deal}
        AND e.severity IN ('WARNING', 'ERROR')));
"""


def read_reports(directory):
    for path in sorted(directory.rglob("reports/*.jsonl")):
        if path.stem in REPORTS:
            with open(path, encoding="utf-8", newline="\n") as lines:
                yield from ((path.stem, json.loads(line)) for line in lines)


def source_list(report):
    """As it was written, else one of the sources."""
    if report.get("raw_references"):
        return report["raw_references"].strip()
    entries = ["[%d] %s: %s" % (s["n"], " ".join(s["title"].split()), s["url"]) for s in report["sources"]]
    return "## References\n\n" + "\n".join(entries)


def whole_text(report, is_in_each):
    parts = []
    for section in report["sections"]:
        heading = "#" * section["level"] + " " + section["heading"] + "\n\n" if section["level"] else ""
        body = section["body"].strip("\n")
        # a heading of its own level would make the list a section
        own = "\n\n" + re.sub(r"^#+ ", "### ", source_list(report)) if is_in_each and section["markers"] else ""
        parts.append(heading + body + own)
    return "\n\n".join(parts + ([] if is_in_each else [source_list(report)])) + "\n"


def credits(report):
    """(context, its length up to the mark, addresses by number) of each marker in reading order, None = no citation."""
    sources = collections.defaultdict(set)
    for source in report["sources"]:
        sources[source["n"]].add(source["url"])
    for section in report["sections"]:
        body = section["body"].strip("\n")
        shift = len(section["body"]) - len(section["body"].lstrip("\n"))
        for marker in section["markers"]:
            start, end = marker["start"] - shift, marker["end"] - shift
            # a power, "[[6,2,2]] code", a link of a list of links
            is_none = marker["kind"] in ("sup", "inline_url") or (marker["kind"] == "multi" and body[start - 1:start] == "[")
            context = max(0, start - 40)
            own = re.findall(r"\]\((https?:[^)\s]+)\)$", marker["raw"])    # "[[7]](address)": that counts
            expected = {n: set(own) or sources[n] for n in marker["ids"] if own or n in sources}
            # in a table of HTML nothing is read
            is_none |= body[:start].rfind("<td") > body[:start].rfind("\n\n")
            yield body[context:end], start - context, expected, is_none


def address(url):
    url = re.sub(r"/+$", "", re.sub(r"^https?://(www\.)?", "", url.split("#")[0]))
    return url.split("(")[0]    # where the sources' addresses were cut


def imported(deal, report, is_in_each):
    out = psql(f"""SET client_min_messages = error;
        INSERT INTO memocite.deal(deal_id, name) VALUES ({deal}, {literal(report['doc_id'])});
        SELECT count(*) FROM memo_import_markdown({deal}, {literal(whole_text(report, is_in_each))}, make_documents => true) \\g /dev/null
        SELECT memo_finalize({deal}, DATE '2026-06-30') \\g /dev/null
        {FACTS.format(deal=deal)}""", DATABASE)
    return json.loads(out.strip().split("\n")[-1])


def measure(facts, report, show):
    """Counts: right, wrong, reported, lost."""
    counts = collections.Counter()
    rows = collections.defaultdict(list)
    for key, offset, url, fate, how, origin, marker in facts["rows"]:
        if origin not in ("rescue", "budget", "claim", "reinject"):
            rows[key, offset].append((url, fate, how, marker))
    sections, at, pos = facts["sections"], 0, 0
    seen = set()
    for context, before, expected, is_none in credits(report):
        found = -1
        for i in range(at, len(sections)):
            found = sections[i]["body"].find(context, max(0, pos - before) if i == at else 0)
            if found >= 0:
                at, pos = i, found + before + 1
                break
        if found < 0:
            counts["not found"] += not is_none
            show("NOT FOUND", context)
            continue
        place = sections[at]["key"], found + before
        seen.add(place)
        urls = {address(r[0]) for r in rows[place] if r[0]}
        allowed = {address(u) for us in expected.values() for u in us}
        if urls - allowed or (is_none and urls):
            counts["wrong"] += 1
            show("WRONG", context, urls - allowed)
        for n, us in expected.items():
            if is_none:
                continue
            if urls & {address(u) for u in us}:
                counts["right"] += 1
            elif rows[place] or place[0] in facts["reported"]:
                counts["reported"] += 1
                show("REPORTED", context, rows[place])
            else:
                counts["lost"] += 1
                show("LOST", context)
    for place, cited in rows.items():
        # a link in the text cites its own address; a few numbers are in no marker of the data
        by_number = {address(s["url"]) for s in report["sources"] for r in cited if str(s["n"]) in re.findall(r"\d+", r[3] or "")}
        if place not in seen and any(r[0] and r[0] not in (r[3] or "") and address(r[0]) not in by_number for r in cited):
            counts["elsewhere"] += 1
            show("ELSEWHERE", cited)
    return counts


def main():
    directory = pathlib.Path(sys.argv[1])
    details = os.environ.get("WHOLE_DETAILS")
    subprocess.run(["dropdb", "--if-exists", DATABASE], check=True, capture_output=True)
    subprocess.run(["createdb", DATABASE], check=True)
    psql("CREATE EXTENSION memocite; SELECT memo_init() \\g /dev/null", DATABASE)
    deal, status, test = 0, 0, 0
    reports = list(read_reports(directory))
    for where, floor in FLOORS.items():
        total, by_file = collections.Counter(), collections.defaultdict(collections.Counter)
        for file, report in reports:
            deal += 1
            facts = imported(deal, report, where == "in each section")
            def show(kind, *what):
                if details and kind in details:
                    print("#", report["doc_id"], kind, *(repr(w)[:300] for w in what))
            by_file[file].update(measure(facts, report, show))
        for file, counts in by_file.items():
            total.update(counts)
            print("# list %s: %s %s" % (where, file, dict(counts)))
        all_credits = sum(total[k] for k in ("right", "reported", "lost", "not found"))
        share = total["right"] / max(1, all_credits)
        for what, ok in (("%d of %d credits at the right address (%.3f, at least %.2f)" % (total["right"], all_credits, share, floor), share >= floor or all_credits < MANY),
                         ("wrong: %d" % (total["wrong"] + total["elsewhere"]), total["wrong"] + total["elsewhere"] == 0),
                         ("neither read nor reported: %d" % (total["lost"] + total["not found"]), total["lost"] + total["not found"] == 0)):
            test += 1
            status |= not ok
            print("%s %d - list %s: %s" % ("ok" if ok else "not ok", test, where, what))
    print("1..%d" % test)
    sys.exit(status)


if __name__ == "__main__":
    main()
