#!/usr/bin/env python3
"""realdata.py DIRECTORY: real documents through memo_finalize, and what must hold for each.

Found below the directory, at any depth:
  reports/*.jsonl        reports with markers like [3], sources by number: they become [SRC:3] and claims
  collision.jsonl        sections numbered from 1 each, and the text before that as an oracle
  footnotes/*            whole Markdown documents with footnotes of their own
  credit_opinions.jsonl  long memos without citations
Each file is one psql script, each document one deal of a fresh database. The checks (check_*) read only what
the store and memo_markdown give, none of them asks the engine for its opinion but check_verify.
"""
import collections, concurrent.futures, json, os, pathlib, re, shutil, subprocess, sys

DATABASE = "memocite_realdata"
AS_OF = "2026-06-30"
SOURCE_MARKER = re.compile(r"\[SRC:(\d+)\]")
REFERENCE = re.compile(r"\[\^\d+\]")

Deal = collections.namedtuple("Deal", "name sections documents claims policy kind facts")


# ---- documents to deals: one reader a kind, all yield (document's name, Deal)

def section(number, title, body):
    return {"section_key": "s%02d" % number, "title": title, "position": number, "body": body}


def json_lines(path):
    with open(path, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            yield json.loads(line)


def with_source_markers(part, shift):
    """A report's section with its markers as [SRC:n], and the ids used. A superscript is mostly a unit (km²)."""
    body, used = part["body"], set()
    for marker in sorted(part["markers"], key=lambda m: m["start"], reverse=True):
        if marker["kind"] == "sup":
            continue
        start, end = marker["start"], marker["end"]
        assert body[start:end] == marker["raw"], marker
        ids = [n + shift for n in marker["ids"]]
        body = body[:start] + "".join("[SRC:%d]" % n for n in ids) + body[end:]
        used.update(ids)
    return body, used


def read_reports(path):
    for report in json_lines(path):
        # the grammar has no id 0
        shift = 1 if path.stem == "scholarqa_human" else 0
        sources, documents = collections.defaultdict(list), {}
        for source in report["sources"]:
            doc_id = source.get("url") or "title:" + str(source.get("title"))
            sources[source["n"] + shift].append(doc_id)
            documents[doc_id] = {"doc_id": doc_id, "title": source.get("title"), "path": source.get("url"),
                                 "source_type": "web"}
        sections, claims, missing = [], [], set()
        for number, part in enumerate(report["sections"], 1):
            body, used = with_source_markers(part, shift)
            sections.append(section(number, part["heading"], body))
            missing |= {("s%02d" % number, n) for n in used if n not in sources}
            claims += [{"section_key": "s%02d" % number, "src_id": n, "doc_id": d}
                       for n in sorted(used) for d in sorted(set(sources[n]))]
        kind = "code" if path.stem == "code_traps" else "report"
        yield report["doc_id"], Deal(report["title"], sections, list(documents.values()), claims, {}, kind, missing)


def read_collision(path):
    for report in json_lines(path):
        sections, documents, claims, expected, by_global_id = [], {}, [], [], {}
        for number, part in enumerate(report["sections"], 1):
            sections.append(section(number, part["heading"], part["body_local"]))
            for claim in part["claim_citations"]:
                by_global_id[claim["global_n"]] = (claim["doc_id"], claim["page"])
                documents[claim["doc_id"]] = {"doc_id": claim["doc_id"], "title": claim["title"],
                                              "path": claim["doc_id"], "source_type": "web"}
                claims.append({"section_key": "s%02d" % number, "src_id": claim["src_id"],
                               "doc_id": claim["doc_id"], "page": claim["page"]})
            local = [m.start() for m in SOURCE_MARKER.finditer(part["body_local"])]
            kept = {m.start() for m in outside_code(SOURCE_MARKER, part["body_local"])}
            expected += [("s%02d" % number, int(n)) for at, n in
                         zip(local, SOURCE_MARKER.findall(part["body_global"]), strict=True) if at in kept]
        facts = {"sources": [(key, by_global_id.get(n)) for key, n in expected],
                 "distinct": report["expected"]["distinct_cited_sources"]}
        yield report["doc_id"], Deal(report["title"], sections, list(documents.values()), claims,
                                     {"cluster_cap": 1000}, "collision", facts)


def read_footnotes(path):
    body = path.read_text(encoding="utf-8")
    heading = re.search(r"^#{1,6} +(.+?)[ #]*$", body, re.M)
    yield path.name, Deal(path.name, [section(1, heading.group(1) if heading else path.name, body)], [], [], {},
                          "footnotes", None)


def read_opinions(path):
    for opinion in json_lines(path):
        sections = [section(n, s["heading"], s["body"]) for n, s in enumerate(opinion["sections"], 1)]
        yield opinion["doc_id"], Deal(opinion["title"], sections, [], [], {}, "opinion", None)


def find_files(directory):
    for path in sorted(directory.rglob("*")):
        if path.parent.name == "reports" and path.suffix == ".jsonl":
            yield path, read_reports
        elif path.parent.name == "footnotes" and path.is_file():
            yield path, read_footnotes
        elif path.name == "collision.jsonl":
            yield path, read_collision
        elif path.name == "credit_opinions.jsonl":
            yield path, read_opinions


# ---- one psql script a file

SETUP = """
CREATE EXTENSION memocite;
SELECT memo_init() \\g /dev/null
CREATE FUNCTION finalized(deal bigint, INOUT ms float8, OUT report jsonb) LANGUAGE plpgsql AS $$
DECLARE
    started timestamptz := clock_timestamp();
BEGIN
    report := memo_finalize(deal, DATE '%s');
    ms := extract(epoch FROM clock_timestamp() - started) * 1000;
EXCEPTION WHEN OTHERS THEN
    report := jsonb_build_object('error', SQLERRM);
END $$;
/* a finished memo in a new deal that has only its documents */
CREATE FUNCTION imported(deal bigint, copy bigint, layout text, labels text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    unbound jsonb;
    report jsonb;
BEGIN
    INSERT INTO memocite.deal(deal_id, name, policy) SELECT copy, d.name, d.policy FROM memocite.deal d WHERE d.deal_id = deal;
    INSERT INTO memocite.document(deal_id, doc_id, title, path, source_type)
    SELECT copy, d.doc_id, d.title, d.path, d.source_type FROM memocite.document d WHERE d.deal_id = deal;
    SELECT jsonb_agg(i.section_key) FILTER (WHERE EXISTS (SELECT FROM unnest(i.unbound) AS u WHERE u NOT LIKE 'chart %%')) INTO unbound
    FROM memo_import_markdown(copy, memo_markdown(deal, NULL, layout, labels)) i;
    report := memo_finalize(copy, DATE '%s');
    RETURN jsonb_build_object('markdown', memo_markdown(copy), 'unbound', unbound, 'status', report ->> 'status',
        'replay', memo_replay(copy), 'verify', (SELECT jsonb_agg(v) FROM memo_verify(copy) v WHERE ok IS NOT true));
EXCEPTION WHEN OTHERS THEN
    RETURN jsonb_build_object('error', SQLERRM);
END $$;
/* the memo of a saved version after the deal is another one; the version loads byte for byte; all is taken back */
CREATE FUNCTION retried(deal bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    before text := memo_markdown(deal);
    payload text;
    retry jsonb;
BEGIN
    PERFORM memo_snapshot(deal);
    payload := memo_load_synthesis(deal)::text;
    UPDATE memocite.document d SET title = 'Another', ingested_on = '2020-01-01' WHERE d.deal_id = deal;
    UPDATE memocite.section s SET body = 'Another text [SRC:1].' WHERE s.deal_id = deal;
    DELETE FROM memocite.claim c WHERE c.deal_id = deal;
    retry := memo_retry(deal);
    PERFORM memo_save_synthesis(deal, payload::json);
    RAISE EXCEPTION '%%', CASE WHEN retry ->> 'markdown' <> before THEN 'another memo' WHEN retry ->> 'revision' IS NULL THEN 'another input'
        WHEN memo_load_synthesis(deal)::text <> payload THEN 'another payload' ELSE 'same' END;
EXCEPTION WHEN OTHERS THEN
    RETURN SQLERRM;
END $$;
""" % (AS_OF, AS_OF)

COLUMNS = {
    "deal": "deal_id bigint, name text, policy jsonb",
    "document": "deal_id bigint, doc_id text, title text, path text, source_type text",
    "section": "deal_id bigint, section_key text, title text, position int, body text",
    "claim": "deal_id bigint, section_key text, src_id bigint, doc_id text, page int",
    "chart": "deal_id bigint, chart_id text, section_key text, after_paragraph int, config jsonb",
}

# a chart full of what must not become Markdown, behind the second block and at the end of every section
CHART = {"type": "bar", "title": "</div> --> `code` *x* $y$ {z}\n\n[^1]: x", "xLabel": "[^1] [SRC:1] [1] <!-- | ~~~",
         "series": [{"name": "*[^1]*", "data": [{"x": "a_b_c", "y": 1}]}], "insightCaption": "It's \"quoted\" & <b>bold</b> [SRC:2]."}

RESULT = """
SELECT report -> 'error' IS NULL AS fine, ms, report, %(deal)d AS deal FROM finalized(%(deal)d, 0) \\gset
\\if :fine
SELECT jsonb_build_object('deal', %(deal)d, 'ms', :ms, 'report', :'report'::jsonb,
    'again', (SELECT report FROM finalized(%(deal)d, 0)),
    'markdown', memo_markdown(%(deal)d),
    'replay', memo_replay(%(deal)d),
    'imports', jsonb_build_object('plain, shared', imported(%(deal)d, %(deal)d + 1000000, 'plain', 'shared'),
        'clustered, unique', imported(%(deal)d, %(deal)d + 2000000, 'clustered', 'unique')),
    'waterfall', (SELECT jsonb_agg(w ORDER BY w.seq) FROM memocite.waterfall w WHERE w.deal_id = %(deal)d),
    'verify', (SELECT jsonb_agg(v) FROM memo_verify(%(deal)d) v WHERE ok IS NOT true),
    'sections', (SELECT jsonb_object_agg(s.section_key, jsonb_build_object('body', s.body, 'edits', s.edits))
        FROM memocite.revision_section s WHERE s.deal_id = %(deal)d),
    'notes', (SELECT jsonb_agg(f ORDER BY f.number) FROM memocite.footnote f WHERE f.deal_id = %(deal)d),
    'ledger', (SELECT jsonb_agg(jsonb_build_object('section', c.section_key, 'origin', c.origin, 'marker', c.marker,
            'src_id', c.src_id, 'doc_id', c.doc_id, 'page', c.page, 'fate', c.fate, 'how', c.how)
            ORDER BY c.section_key, c.marker_offset, c.citation_no)
        FROM memocite.citation c WHERE c.deal_id = %(deal)d),
    'retry', retried(%(deal)d));
\\else
SELECT jsonb_build_object('deal', %(deal)d, 'ms', 0, 'report', :'report'::jsonb);
\\endif
"""


def psql(script, database=DATABASE):
    run = subprocess.run(["psql", "-XqAt", "-d", database], input="SET client_min_messages = error;\n" + script,
                         text=True, encoding="utf-8", capture_output=True)
    # CREATE EXTENSION says that memo_init() makes the tables
    return run.stdout.rstrip("\n").split("\n") if run.stdout else [], re.sub(r"INFO: .*\nHINT: .*\n?", "", run.stderr).strip()


def insert(table, rows):
    if not rows:
        return ""
    names = ", ".join(column.split()[0] for column in COLUMNS[table].split(", "))
    return "INSERT INTO memocite.%s(%s) SELECT %s FROM json_to_recordset($json$%s$json$) AS r(%s);\n" % (
        table, names, names, json.dumps(rows), COLUMNS[table])


def charts(deal):
    return [{"chart_id": "%s_%s" % (part["section_key"], place or "end"), "section_key": part["section_key"],
             "after_paragraph": place, "config": dict(CHART, decisionQuestion="What is at %s?" % place)}
            for part in deal.sections for place in (2, None) if deal.kind != "code"]


def load_script(deal_id, deal):
    def of(rows):
        return [dict(row, deal_id=deal_id) for row in rows]
    return "BEGIN;\n" + insert("deal", of([{"name": deal.name or "untitled", "policy": deal.policy}])) + \
        insert("document", of(deal.documents)) + insert("section", of(deal.sections)) + \
        insert("claim", of(deal.claims)) + insert("chart", of(charts(deal))) + "COMMIT;\n" + RESULT % {"deal": deal_id}


# ---- checks: each yields (what is checked, None or what is wrong)

OPAQUE = re.compile(r"""
    ^[ >*+-]* (?P<fence>```+|~~~+) [^\n]*\n .*? (?: ^[ >]*(?P=fence)[`~]*[ \t]*(?=(?:\[SRC:\s*\d+\][ \t]*)*$) | \Z )   # fenced code
    | <!-- .*? -->
    | ^[ ]{0,3} </?(?:div|details|table|p|section|ul|ol|pre)\b .*? (?: \n[ \t]*\n | \Z )      # a block of HTML
    | (?<!`)(?P<ticks>`+)(?!`) .+? (?<!`)(?P=ticks)(?!`)                                # a code span
    """, re.M | re.S | re.X)


def outside_code(pattern, body):
    """Matches of pattern in body but for those in code and HTML, roughly."""
    opaque = [m.span() for m in OPAQUE.finditer(body)]
    return [m for m in pattern.finditer(body) if not any(start <= m.start() < end for start, end in opaque)]


def without_edits(body, edits):
    """The agent's body: the edit script backwards over the rendered one."""
    for offset, removed, inserted, stage in reversed(edits):
        end = offset + len(inserted)
        if body[offset:end] != inserted:
            raise ValueError("edit of stage %s at %d: %r is not %r" % (stage, offset, body[offset:end], inserted))
        body = body[:offset] + removed + body[end:]
    return body


def check_status(deal, result):
    status = result["report"].get("status")
    yield "sound", None if status in ("final", "held", "uncited") else "status is %s" % status
    again = result["again"] or {}
    yield "unchanged", None if again.get("unchanged") is True else "the second run says %s" % str(again)[:200]


def check_charts(deal, result):
    shown = re.findall(r'^<div data-type="chart" data-chart-id="(\w+)" data-config="[^"\n<>\[`]*"></div>\n(?=[ \t]*\n)', result["markdown"], re.M)
    wanted = {chart["chart_id"] for chart in charts(deal)}
    yield "charts", None if set(shown) == wanted and len(shown) == len(wanted) else "%d charts, %d expected" % (len(shown), len(wanted))


def check_verify(deal, result):
    yield "verified", None if not result["verify"] else str(
        [(v["rule"], v["detail"]) for v in result["verify"]])[:400]


def check_conservation(deal, result):
    problem = None
    for part in deal.sections:
        rendered = result["sections"].get(part["section_key"], {"body": "", "edits": []})
        try:
            body = without_edits(rendered["body"], rendered["edits"])
            if body != part["body"]:
                at = len(os.path.commonprefix([body, part["body"]]))
                problem = "%s: %r is not the agent's %r" % (part["section_key"], body[at - 20:at + 40],
                                                           part["body"][at - 20:at + 40])
        except ValueError as error:
            problem = "%s: %s" % (part["section_key"], error)
        # only stage 1 takes words out: definitions and lists of sources that agents wrote
        words = [e for e in rendered["edits"] if e[3] != "1" and re.search(r"\w", re.sub(r"\[[^\]\n]*\]", "", e[1]))]
        if words:
            problem = "%s lost words: %s" % (part["section_key"], str(words)[:200])
        # headings of level 1 and 2 move below the section's own; an address of a document is cited
        changes = [e for e in rendered["edits"] if e[1] != "" or not re.fullmatch(r"#+| ?\[\^\d+\]", e[2])]
        if deal.kind == "code" and changes:
            problem = "%s was changed: %s" % (part["section_key"], str(changes)[:200])
    yield "conserved", problem


def check_ledger(deal, result):
    problem = None
    for part in deal.sections:
        rows = [row for row in result["ledger"] if row["section"] == part["section_key"]]
        fates = collections.Counter(row["fate"] for row in rows)
        shown = len(outside_code(REFERENCE, result["sections"][part["section_key"]]["body"]))
        if fates["kept"] + fates["removed"] != len(rows):
            problem = "%s: fates are %s" % (part["section_key"], dict(fates))
        elif fates["kept"] != shown:
            problem = "%s: %d kept, %d references" % (part["section_key"], fates["kept"], shown)
    yield "balanced", problem


def check_waterfall(deal, result):
    """The nine counts end where the ledger and the notes are."""
    steps = result["waterfall"]
    placed = sum(row["origin"] != "marker" for row in result["ledger"])
    kept = sum(row["fate"] == "kept" for row in result["ledger"])
    first, last = steps[0], steps[-1]
    problem = None
    if len(steps) != 9:
        problem = "%d checkpoints" % len(steps)
    elif (first["markers_open"], first["citations_live"]) != (len(result["ledger"]) - placed, 0):
        problem = "begins with %d open markers, %d rows of the ledger are markers" % (
            first["markers_open"], len(result["ledger"]) - placed)
    elif (last["markers_open"], last["citations_live"], last["notes"]) != (0, kept, len(result["notes"])):
        problem = "ends with %s; %d kept, %d notes" % (last, kept, len(result["notes"]))
    elif any(sum(step[n + "_change"] for step in steps[1:]) != last[n] - first[n]
             for n in ("markers_open", "citations_live", "notes")):
        problem = "the changes do not add up"
    yield "waterfall", problem


def check_replay(deal, result):
    yield "replayed", None if result["replay"] is True else "memo_replay says %s" % result["replay"]


def check_retry(deal, result):
    """A saved version makes the same memo when nothing of the deal is as it was."""
    yield "retried", None if result["retry"] == "same" else result["retry"]


def without_comment(markdown):
    return re.sub(r"<!-- memocite \{.*\} -->\n\Z", "", markdown)


def without_charts(markdown):
    """What a memo says without its charts, which an import leaves out, and without empty lines."""
    return re.sub(r"\n[ \t\n]*\n", "\n", re.sub(r'(?m)^<div data-type="chart" .*</div>\n?', "", markdown))


def check_fixpoint(deal, result):
    """The memo, taken in where only its documents are and finalized, is the same memo."""
    for form, copy in result["imports"].items():
        problem = None
        if "error" in copy:
            problem = copy["error"]
        elif copy["status"] not in ("final", "held", "uncited") or copy["verify"] or copy["replay"] is not True:
            problem = "status %s, replay %s, %s" % (copy["status"], copy["replay"], str(copy["verify"])[:200])
        elif copy["unbound"]:
            problem = "not bound: %s" % copy["unbound"]
        else:
            before, after = (without_charts(without_comment(m)) for m in (result["markdown"], copy["markdown"]))
            if before != after:
                at = len(os.path.commonprefix([before, after]))
                problem = "at %d: %r became %r" % (at, before[max(0, at - 60):at + 60], after[max(0, at - 60):at + 60])
        yield "fixpoint (%s)" % form, problem


def check_missing_sources(deal, result):
    wrong = [row for row in result["ledger"] if (row["section"], row["src_id"]) in deal.facts
             and (row["fate"] != "removed" or row["doc_id"] is not None)]
    seen = {(row["section"], row["src_id"]) for row in result["ledger"]}
    lost = sorted(deal.facts - seen)
    yield "ids without a source", "not in the ledger: %s" % lost if lost else str(wrong[:3]) if wrong else None


def check_oracle(deal, result):
    # an address in the text is a citation, too
    rows = [row for row in result["ledger"] if row["origin"] == "marker" and SOURCE_MARKER.search(row["marker"] or "")]
    found = [(row["section"], (row["doc_id"], row["page"])) for row in rows]
    problem = None
    if found != deal.facts["sources"]:
        pairs = zip(found + [None], deal.facts["sources"] + [None])
        problem = "%d markers, %d expected; first difference: %s" % (
            len(found), len(deal.facts["sources"]), next((p for p in pairs if p[0] != p[1]), None))
    yield "sources", problem
    notes = sum(note["kind"] == "source" for note in result["notes"])
    yield "distinct sources", None if notes == deal.facts["distinct"] else "%d notes, %d expected" % (
        notes, deal.facts["distinct"])


def render(command, markdown):
    run = subprocess.run(command, input=markdown, text=True, encoding="utf-8", capture_output=True)
    return run.returncode, run.stdout, run.stderr.strip()


def visible_text(html):
    """Text of a page without code and tags."""
    return re.sub(r"<!--.*?-->|<(pre|code)\b.*?</\1>|<[^>]*>", "", html, flags=re.S)


def check_cmark(deal, result):
    command = ["cmark-gfm", "-e", "table", "-e", "footnotes"]
    status, html, errors = render(command + ["--unsafe"], result["markdown"])
    if status != 0 or errors:
        yield "cmark-gfm", errors or "exit status %d" % status
        return
    labels = re.findall(r'class="footnote-ref"><a href="#fn-?([^"]+)"[^>]*>(\d+)</a>', html)
    wrong = [(label, number) for label, number in labels if label != number]
    kept = sum(row["fate"] == "kept" for row in result["ledger"])
    # leaves the agents' raw HTML out, which is theirs
    left = REFERENCE.findall(visible_text(render(command, result["markdown"])[1]))
    yield "cmark-gfm", "numbered otherwise: %s" % wrong[:5] if wrong else \
        "%d references rendered, %d kept" % (len(labels), kept) if len(labels) != kept else \
        "left in the text: %s" % left[:5] if left else None


def check_pandoc(deal, result):
    # pandoc prints a reused note once more, under a number of its own
    status, html, errors = render(["pandoc", "-f", "gfm+footnotes", "-t", "html"], result["markdown"])
    numbers = [int(n) for n in re.findall(r'class="footnote-ref"[^>]*><sup>(\d+)</sup>', html)]
    kept = sum(row["fate"] == "kept" for row in result["ledger"])
    left = len(REFERENCE.findall(visible_text(html)))
    raw = sum(len(REFERENCE.findall(s["body"])) - len(outside_code(REFERENCE, s["body"]))
              for s in result["sections"].values())
    yield "pandoc", errors or ("exit status %d" % status if status != 0 else
                               "references are %s" % numbers[:9] if numbers != list(range(1, kept + 1)) else
                               "%d left in the text" % left if left > raw else None)


def checks_of(deal):
    yield from (check_status, check_charts, check_verify, check_conservation, check_ledger, check_waterfall,
                check_replay, check_fixpoint, check_retry)
    if deal.kind in ("report", "code"):
        yield check_missing_sources
    if deal.kind == "collision":
        yield check_oracle
    if shutil.which("cmark-gfm"):
        yield check_cmark
    if shutil.which("pandoc"):
        yield check_pandoc


def outcomes(deal, result):
    if result is None:
        return [("finalized", "no result from psql")]
    if "error" in result["report"]:
        return [("finalized", result["report"]["error"])]
    result["sections"] = result["sections"] or {}
    result["notes"] = result["notes"] or []
    result["ledger"] = result["ledger"] or []
    found = [("finalized", None)]
    for check in checks_of(deal):
        try:
            found += check(deal, result)
        except Exception as error:
            found.append((check.__name__, repr(error)))
    return found


# ---- the run

def summary(name, deals, results):
    done = [r for r in results.values() if "error" not in r["report"]]
    fates = collections.Counter(row["fate"] for r in done for row in r["ledger"])
    held = sum(r["report"]["status"] == "held" for r in done)
    return [name, len(deals), held, sum(len(d.sections) for _, d in deals), sum(fates.values()), fates["kept"],
            fates["removed"], sum(len(r["notes"]) for r in done), round(sum(float(r["ms"]) for r in done))]


def print_table(rows):
    head = ["file", "documents", "held", "sections", "citations", "kept", "removed", "notes", "ms"]
    total = ["all"] + [sum(column) for column in list(zip(*rows))[1:]]
    table = [[str(cell) for cell in row] for row in [head] + rows + [total]]
    widths = [max(map(len, column)) for column in zip(*table)]
    for row in table:
        print("# " + row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:])))


def main(directory):
    files = list(find_files(directory))
    if not files:
        sys.exit("no documents in %s" % directory)
    psql("DROP DATABASE IF EXISTS %s;\nCREATE DATABASE %s;" % (DATABASE, DATABASE),
         os.environ.get("PGDATABASE", "postgres"))
    _, errors = psql(SETUP)
    if errors:
        sys.exit(errors)
    for tool in ("cmark-gfm", "pandoc"):
        if not shutil.which(tool):
            print("ok - %s # SKIP it is not installed" % tool)

    passed = failed = deal_id = 0
    rows, footnotes = [], ("footnotes", [], {})
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, reader in files:
            name = str(path.relative_to(directory))
            deals = [(doc, deal) for doc, deal in reader(path)]
            lines, errors = psql("".join(load_script(deal_id + n, deal) for n, (_, deal) in enumerate(deals, 1)))
            results = {r["deal"] - deal_id: r for r in map(json.loads, lines)}
            for line in dict.fromkeys(errors.splitlines()):
                print("# " + line)
            jobs = [pool.submit(outcomes, deal, results.get(n)) for n, (_, deal) in enumerate(deals, 1)]
            for n, result in results.items():
                if result["report"].get("status") == "held":
                    print("# held: %s: %s" % (deals[n - 1][0], ", ".join(result["report"]["reasons"])))
            for (doc, _), job in zip(deals, jobs):
                for what, problem in job.result():
                    passed, failed = passed + (problem is None), failed + (problem is not None)
                    print("%sok - %s%s, %s%s" % ("not " if problem else "", name, "" if doc in name else " " + doc, what,
                                                 ": " + problem.replace("\n", " ") if problem else ""), flush=True)
            if reader is read_footnotes:
                footnotes[1].extend(deals)
                footnotes[2].update((deal_id + n, r) for n, r in results.items())
            else:
                rows.append(summary(name, deals, results))
            deal_id += len(deals)
    if footnotes[1]:
        rows.append(summary(*footnotes))
    print_table(rows)
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
