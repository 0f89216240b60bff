#!/usr/bin/env python3
"""evidence.py DIRECTORY: quotes, diversity, blocks and answers against cases and data that others made.

Found below the directory, at any depth:
  vectors/*.jsonl     inputs with the outputs of earlier implementations of the same functions
  quotes/             checks.jsonl: quotes with the verdict to expect at level case; passages.jsonl
  pdf_blocks.jsonl    blocks of PDF files with page and box in points, from the bottom or the top of the page
Where the rules here differ from the implementations of the vectors, the expectation is worked out below and says so.
"""
import collections, json, os, pathlib, re, sys

from realdata import json_lines, psql

DATABASE = "memocite_evidence"


def literal(value):
    """Any value as an SQL literal of type jsonb."""
    return "E'%s'::jsonb" % json.dumps(value).replace("\\", "\\\\").replace("'", "\\'")


def run(statements):
    """Each statement gives one row of one column, which is JSON; what fails gives {"error": message}."""
    statements = list(statements)
    script = "".join("SELECT tried(%s);\n" % ("$q$%s$q$" % statement) for statement in statements)
    lines, errors = psql(script, DATABASE)
    if errors or len(lines) != len(statements):
        sys.exit("%d rows for %d statements: %s" % (len(lines), len(statements), errors[:2000]))
    return [json.loads(line) for line in lines]


SETUP = """
CREATE EXTENSION memocite;
SELECT memo_init() \\g /dev/null
CREATE FUNCTION tried(statement text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    result jsonb;
BEGIN
    EXECUTE statement INTO result;
    RETURN coalesce(result, 'null');
EXCEPTION WHEN OTHERS THEN
    RETURN jsonb_build_object('error', SQLERRM);
END $$;
"""

COLUMNS = {
    "deal": "deal_id bigint, name text",
    "document": "deal_id bigint, doc_id text, title text",
    "passage": "deal_id bigint, passage_id text, doc_id text, page int, content text, metadata jsonb",
    "block": "deal_id bigint, block_id bigint, passage_id text, block_no int, content text, page int, kind text,"
             " box_left float8, box_top float8, box_width float8, box_height float8",
}


def load(**tables):
    script = ""
    for table, rows in tables.items():
        names = ", ".join(column.split()[0] for column in COLUMNS[table].split(", "))
        script += "INSERT INTO memocite.%s(%s) SELECT %s FROM jsonb_to_recordset(%s) AS r(%s);\n" % (
            table, names, names, literal(rows), COLUMNS[table])
    _, errors = psql(script, DATABASE)
    if errors:
        sys.exit(errors[:2000])


def box_columns(bbox):
    return {"box_" + side: (bbox or {}).get(side) for side in ("left", "top", "width", "height")}


def served(bbox):
    """A box as it is served: None unless valid, four digits."""
    sides = [(bbox or {}).get(side) for side in ("left", "top", "width", "height")]
    if None in sides:
        return None
    left, top, width, height = sides
    if not (0 <= left <= 1 and 0 <= top <= 1 and 0 < width <= 1 and 0 < height <= 1 and width * height <= 0.9):
        return None
    return {side: round(bbox[side], 4) for side in ("left", "top", "width", "height")}


def without_page(bbox):
    return bbox and {side: bbox[side] for side in ("left", "top", "width", "height")}


def differs(got, expected):
    return None if got == expected else "%s, not %s" % (json.dumps(got, ensure_ascii=False)[:300],
                                                        json.dumps(expected, ensure_ascii=False)[:300])


# ---- vectors: each function yields (case, None or what is wrong)

next_deal = iter(range(1, 1000))


def check_diversify(cases):
    got = run("SELECT jsonb_agg(passage -> 'id' ORDER BY rank) FROM memo_diversify(%s%s)" % (
        literal([dict(zip(("id", "file_path", "title", "course"), row)) for row in case["in"]]),
        "".join(", %s => %d" % arg for arg in case["args"].items())) for case in cases)
    for case, ids in zip(cases, got):
        yield case["case"], differs(ids, case["out"])


def check_quotes(cases):
    """Quotes are validated without limits of length; with them the short ones are invalid, too."""
    statement = "SELECT jsonb_agg(v ORDER BY v.ord) FROM memo_validate_claims(%s, %s%s) AS v"
    for case in cases:
        claims = literal([{"claim_text": "t", "citation": {"file_id": "f", "passage_id": p, "quote": q}}
                          for p, q in case["claims"]])
        free, limited = run([statement % (claims, literal(case["passages"]), ", '{\"quote_least\": 0}'"),
                             statement % (claims, literal(case["passages"]), "")])
        yield case["case"], differs([[claim for claim, v in zip(case["claims"], free or []) if v["valid"]],
                                     [v["error"] for v in free or [] if not v["valid"]]],
                                    [case["valid"], case["errors"]])
        expected = [claim in case["valid"] and len(" ".join(claim[1].split())) >= 20 for claim in case["claims"]]
        yield case["case"] + " with limits", differs([v["valid"] for v in limited or []], expected)


def check_anchor(cases):
    """What was found literally is found; page and box are the block's, never narrowed to a line."""
    block = next(case["fuzzy"] for case in cases if case["fuzzy"])
    deal = next(next_deal)
    load(deal=[{"deal_id": deal, "name": "anchor"}], document=[{"deal_id": deal, "doc_id": block["doc_id"]}],
         passage=[{"deal_id": deal, "passage_id": "p", "doc_id": block["doc_id"], "content": "x", "metadata": {}}],
         block=[dict(box_columns(block["bbox"]), deal_id=deal, block_id=1, passage_id="p", page=block["page"],
                     content=block["content"])])
    got = run("SELECT memo_cite_source(%d, '1', 1, %s #>> '{}')" % (deal, literal(case["q"])) for case in cases)
    for case, citation in zip(cases, got):
        quote = citation["quote"] or {"matched": False}
        yield case["q"].strip() or "blank", differs([quote["matched"], citation["page"], without_page(citation["bbox"])],
                                                    [case["exact"] is not None, block["page"], served(block["bbox"])])


def load_chunks(deal, chunks, doc_of):
    """Chunks as passages and blocks; blank blocks get the first ids, so that the others are not the vector's."""
    blank = [b for c in chunks for b in c.get("blocks") or [] if not (b.get("content") or "").strip()]
    ids = iter(range(1, len(blank) + 1)), iter(range(len(blank) + 1, 1000))
    passages, blocks = [], []
    for chunk in chunks:
        passage_id = "c-%d" % len(passages)
        passages.append({"deal_id": deal, "passage_id": passage_id, "doc_id": doc_of(chunk), "page": chunk["page_number"],
                         "content": chunk.get("chunk_text", chunk.get("content")) or "",
                         "metadata": {"bbox": chunk.get("bbox")}})
        for number, block in enumerate(chunk.get("blocks") or []):
            content = block.get("content") or ""
            blocks.append(dict(box_columns(block.get("bbox")), deal_id=deal, passage_id=passage_id, block_no=number,
                               block_id=next(ids[1 if content.strip() else 0]), content=content,
                               page=(block.get("bbox") or {}).get("page"), kind="text"))
    load(deal=[{"deal_id": deal, "name": "chunks"}],
         document=[{"deal_id": deal, "doc_id": doc} for doc in sorted({p["doc_id"] for p in passages} or {doc_of({})})],
         passage=passages, block=blocks)
    return [p["passage_id"] for p in passages]


def renamed(text):
    """Blocks and sources numbered in the order of the text, from 1."""
    for pattern in (r"BLOCK_CITE_ID_(\d+)", r"SOURCE_ID: (\d+)"):
        seen = {}
        text = re.sub(pattern, lambda m: m.group(0)[:m.start(1) - m.start()] + str(seen.setdefault(m.group(1), len(seen) + 1)), text)
    return text


def places(meta):
    """The places that the vectors' lookup table has: document, page, box."""
    return [[m["doc_id"], m["page"], served({side: m["bbox_" + side] for side in ("left", "top", "width", "height")})]
            for m in meta]


def check_format_chunks(cases):
    """A chunk without an id cannot be a passage; ids are the deal's."""
    for case in cases:
        deal = next(next_deal)
        passages = load_chunks(deal, [c for c in case["in"] if c["chunk_id"]], lambda chunk: chunk["document_id"])
        got, = run(["SELECT to_jsonb(f) FROM memo_format_blocks(%d, NULL, ARRAY(SELECT jsonb_array_elements_text(%s))) AS f"
                    % (deal, literal(passages))])
        yield "text", differs(renamed(got["text"]), renamed(case["text"]))
        meta = {block: m for table in case["meta"].values() for block, m in table.items()}
        yield "places", differs([[b["doc_id"], b["page"], without_page(b["bbox"])] for b in got["blocks"]],
                                places(meta[block] for block in sorted(meta)))


def check_format_document(cases):
    """The same prompt for one document; of a document without passages there is nothing to show."""
    contents = re.compile(r"<BLOCK id=\"BLOCK_CITE_ID_\d+\">\nContent: (.*)\n</BLOCK>")
    for case in cases:
        deal = next(next_deal)
        load_chunks(deal, case["in"]["source_chunks_metadata"], lambda chunk: case["in"]["doc_id"])
        got, = run(["SELECT to_jsonb(f) FROM memo_format_blocks(%d, '%s') AS f" % (deal, case["in"]["doc_id"])])
        fallback = not case["in"]["source_chunks_metadata"]
        yield case["case"], differs(contents.findall(got["text"]), [] if fallback else contents.findall(case["text"]))
        yield case["case"] + " places", differs([[b["doc_id"], b["page"], without_page(b["bbox"])] for b in got["blocks"]],
                                                [] if fallback else places(case["meta"].values()))


def check_process_citations(cases):
    """A bare id is the deal's: doc_b has no block 1 of its own. Calls that name no block or number are errors."""
    for case in cases:
        deal = next(next_deal)
        blocks = {}
        for doc, table in case["tables"].items():
            for block, m in table.items():
                blocks.setdefault(int(block.rsplit("_", 1)[1]), (doc, m))
        load(deal=[{"deal_id": deal, "name": "tools"}],
             document=[{"deal_id": deal, "doc_id": doc} for doc in case["tables"]],
             passage=[{"deal_id": deal, "passage_id": doc, "doc_id": doc, "content": "", "metadata": {}} for doc in case["tables"]],
             block=[dict(box_columns({side: m.get("bbox_" + side) for side in ("left", "top", "width", "height")}),
                         deal_id=deal, block_id=n, passage_id=doc, content="x", page=m["page"])
                    for n, (doc, m) in blocks.items()])
        got = run("SELECT memo_cite_source(%d, '%s', %d, NULL)" % (deal, call["block_id"], call["citation_number"])
                  for call in case["in"])
        out = {str(call["citation_number"]): [c["doc_id"], c["page"], without_page(c["bbox"]), c["method"]]
               for call, c in zip(case["in"], got) if "error" not in c}
        yield "calls", differs(out, {n: [c["doc_id"], c["page"] or None, served(c["bbox"]), c["method"]]
                                     for n, c in case["out"].items()})
        yield "refused", differs(sum("error" in c for c in got), len(case["in"]) - len(case["out"]) - 1)


def check_extract(cases, chunks):
    """A marker of an unknown block, or of none, is taken out and reported; there is no best-block heuristic."""
    deal = next(next_deal)
    passages = load_chunks(deal, [c for c in chunks if c["chunk_id"]], lambda chunk: chunk["document_id"])
    run(["SELECT blocks FROM memo_format_blocks(%d, NULL, ARRAY(SELECT jsonb_array_elements_text(%s)))" % (deal, literal(passages))])
    def ours(text):
        return re.sub(r"BLOCK_CITE_ID_([1-4])\b", lambda m: "BLOCK_CITE_ID_%d" % (int(m.group(1)) + 2), text)
    got = run("SELECT to_jsonb(a) FROM memo_cite_answer(%d, %s #>> '{}') AS a" % (deal, literal(ours(case["in"]))) for case in cases)
    marker = re.compile(r" *\[id:\s*\d+\](?:\s*\(\s*block_cite_id_\d+\s*\))?")
    for case, answer in zip(cases, got):
        if case["case"] in ("unknown_block", "no_block_heuristic", "chunk_fallback"):
            text = re.sub(r" *\[ID: \d\](\(BLOCK_CITE_ID_\d+\))?", "", case["in"])
            yield case["case"], differs([answer["answer"], answer["citations"], len(answer["unresolved"])], [text, [], 1])
            continue
        yield case["case"], differs(
            [answer["answer"], [[c["citation_number"], c["position"], c["end_position"], c["page"], c["doc_id"],
                                 c["block_id"], c["method"], c["cited_text"].lower()] for c in answer["citations"]]],
            [case["text"], [[c["citation_number"], c["position"], c["end_position"], c["page_number"], c["doc_id"],
                             ours(c["block_id"]), c["method"], marker.sub("", c["cited_text"])] for c in case["cits"]]])
        yield case["case"] + " shown", differs(
            [[c["citation_number"], c["block_id"], c["bbox"], c["page"], c["doc_id"]] for c in answer["citations"]],
            [[n, ours(block), bbox and dict(without_page(bbox), page=bbox["page"]), page, doc]
             for n, block, bbox, page, doc, _, _ in case["front"]])


def check_renumber(cases):
    """U+2070 is a digit."""
    spec = {"ten": ("X¹ Y²", [[1, "BLOCK_CITE_ID_10"], [2, "BLOCK_CITE_ID_1"]])}
    got = run("SELECT to_jsonb(r) FROM memo_renumber_superscripts(%s #>> '{}', %s) AS r" % (
        literal(case["in"]), literal([{"citation_number": n, "block_id": "BLOCK_CITE_ID_%d" % n} for n in case["nums"]]))
        for case in cases)
    for case, r in zip(cases, got):
        yield case["case"], differs((r["answer"], [[c["citation_number"], c["block_id"]] for c in r["citations"]]),
                                    spec.get(case["case"], (case["out"], case["cits"])))


VECTORS = {
    "anchor": check_anchor, "diversify": check_diversify, "quotes": check_quotes, "renumber": check_renumber,
    "format_chunks_with_block_ids": check_format_chunks, "format_document_with_block_ids": check_format_document,
    "process_citations_from_tools": check_process_citations,
}


def check_vectors(path):
    cases = list(json_lines(path))
    if path.stem == "extract":
        chunks = next(json_lines(path.with_name("format_chunks_with_block_ids.jsonl")))
        yield from check_extract(cases, chunks["in"])
    elif path.stem in VECTORS:
        yield from VECTORS[path.stem](cases)


# ---- data

def check_verdicts(path):
    """Every verdict at level case; and where a quote is found, it stands there."""
    passages = {p["passage_id"]: p["text"] for p in json_lines(path.with_name("passages.jsonl"))}
    checks = list(json_lines(path))
    got = run("SELECT to_jsonb(m) FROM memo_quote_match(%s #>> '{}', %s #>> '{}') AS m" % (
        literal(check["quote"]), literal(passages[check["passage_id"]])) for check in checks)
    wrong, moved, counts = collections.Counter(), 0, collections.Counter()
    for check, m in zip(checks, got):
        counts[check["kind"]] += 1
        wrong[check["kind"]] += m["matched"] != check["expected_valid"]
        if m["matched"]:
            found = passages[check["passage_id"]][m["start"]:m["start"] + m["length"]]
            moved += " ".join(found.lower().split()) != " ".join(check["quote"].lower().split())
    for kind in counts:
        yield "%d of kind %s" % (counts[kind], kind), differs(wrong[kind], 0)
    yield "offsets", differs(moved, 0)


def fractions(row, origin):
    """A box in points as fractions of the page, from its top left corner."""
    width, height, box = row["page_size"]["width"], row["page_size"]["height"], row["bbox"]
    top, bottom = (height - box["t"], height - box["b"]) if origin == "BOTTOMLEFT" else (box["t"], box["b"])
    return {"left": box["l"] / width, "top": top / height, "width": (box["r"] - box["l"]) / width,
            "height": (bottom - top) / height}


def upside_down(row):
    box, height = row["bbox"], row["page_size"]["height"]
    return dict(row, coord_origin="TOPLEFT", bbox=dict(box, t=height - box["t"], b=height - box["b"]))


def load_pdf(deal, rows):
    """A page is a passage; block ids go on from document to document."""
    pages = collections.defaultdict(list)
    for row in rows:
        pages[row["doc_id"], row["page"]].append(row["text"])
    load(deal=[{"deal_id": deal, "name": "PDF"}],
         document=[{"deal_id": deal, "doc_id": doc, "title": doc} for doc in sorted({doc for doc, _ in pages})],
         passage=[{"deal_id": deal, "passage_id": "%s/%d" % key, "doc_id": key[0], "page": key[1],
                   "content": "\n".join(texts), "metadata": {}} for key, texts in pages.items()],
         block=[dict(box_columns(fractions(row, row["coord_origin"])), deal_id=deal, block_id=n, content=row["text"],
                     passage_id="%s/%d" % (row["doc_id"], row["page"]), block_no=row["block_no"], page=row["page"],
                     kind=row["label"]) for n, row in enumerate(rows, 1)])


def answer_to(rows):
    """An answer that cites every block with text, quotes its first words, and names a block that is not there
    after each tenth."""
    text, cited, unknown = "", [], 0
    for n, row in enumerate(rows, 1):
        if not row["text"].strip():
            continue
        words = re.sub(r"[\"“”\[\]()*_`<>|$\\~]", " ", row["text"]).split()
        words = words[:6] if " ".join(words[:6]) in " ".join(row["text"].split()) else []
        text += "Number %d%s [ID: 1](BLOCK_CITE_ID_%d).\n\n" % (n, ' is "%s"' % " ".join(words) if words else "", n)
        cited.append((n, row, bool(words)))
        if len(cited) % 10 == 0:
            text += "This is not there [ID: 2](BLOCK_CITE_ID_%d).\n\n" % (n + 1000000)
            unknown += 1
    return text, cited, unknown


def check_pdf(path):
    rows = list(json_lines(path))
    prompts = {}
    for deal, given in ((next(next_deal), rows), (next(next_deal), [upside_down(row) for row in rows])):
        load_pdf(deal, given)
        docs = sorted({row["doc_id"] for row in rows})
        prompts[deal] = run("SELECT to_jsonb(f) FROM memo_format_blocks(%d, '%s') AS f" % (deal, doc) for doc in docs)
        text, cited, unknown = answer_to(rows)
        answer, boxes = run(["SELECT to_jsonb(a) FROM memo_cite_answer(%d, %s #>> '{}') AS a" % (deal, literal(text)),
                             "SELECT jsonb_agg(b) FROM memo_check_boxes(%d) AS b" % deal])
        origin = given[0]["coord_origin"]
        yield origin + " prompts", differs(
            sorted(int(n) for p in prompts[deal] for n in re.findall(r"^<BLOCK id=\"BLOCK_CITE_ID_(\d+)\">$", p["text"], re.M)),
            [n for n, _, _ in cited])
        yield origin + " numbers", differs([int(n) for n in re.findall(r" \[(\d+)\]\.$", answer["answer"], re.M)],
                                           list(range(1, len(cited) + 1)))
        yield origin + " blocks", differs([[c["citation_number"], c["block_id"]] for c in answer["citations"]],
                                          [[i, "BLOCK_CITE_ID_%d" % n] for i, (n, _, _) in enumerate(cited, 1)])
        yield origin + " places", differs(
            [[c["doc_id"], c["page"], without_page(c["bbox"])] for c in answer["citations"]],
            [[row["doc_id"], row["page"], served(fractions(row, "BOTTOMLEFT"))] for _, row, _ in cited])
        yield origin + " quotes", differs([bool(c["quote"]["matched"]) for c, (_, _, q) in zip(answer["citations"], cited) if q],
                                          [True for _, _, q in cited if q])
        yield origin + " unknown blocks", differs([len(answer["unresolved"]), "not there." in answer["answer"]],
                                                  [unknown, unknown > 0])
        yield origin + " boxes", differs(boxes, None)
    first, second = prompts.values()
    yield "both origins alike", differs(second, first)


def find_files(directory):
    for path in sorted(directory.rglob("*.jsonl")):
        if path.parent.name == "vectors" and (path.stem in VECTORS or path.stem == "extract"):
            yield path, check_vectors
        elif path.parent.name == "quotes" and path.name == "checks.jsonl":
            yield path, check_verdicts
        elif path.name == "pdf_blocks.jsonl":
            yield path, check_pdf


def main(directory):
    files = list(find_files(directory))
    if not files:
        return
    psql("DROP DATABASE IF EXISTS %s;\nCREATE DATABASE %s;" % (DATABASE, DATABASE), os.environ.get("PGDATABASE", "postgres"))
    _, errors = psql(SETUP, DATABASE)
    if errors:
        sys.exit(errors)
    passed = failed = 0
    for path, check in files:
        for what, problem in check(path):
            passed, failed = passed + (problem is None), failed + (problem is not None)
            print("%sok - %s, %s%s" % ("not " if problem else "", path.relative_to(directory), what,
                                       ": " + problem.replace("\n", " ") if problem else ""), flush=True)
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
