#!/usr/bin/env python3
"""truth.py [DIRECTORY]: what checks of figures, quotes and quotations find, and what they accuse wrongly.

The texts are others' (test/data/README.md): figures/faith.jsonl, sentences of 10-K reports beside their tables, right
and with one digit changed; quotes/passages.jsonl, of whose sentences quotes are made here: as typesetters and models
write them, and with one word changed. Each goes through memo_finalize. Prints the table of docs/explanation/figures.md
and fails where a figure is under its floor. Run by `make truth`; TRUTH_DETAILS=yes lists each miss.
"""
import json
import os
import pathlib
import re
import sys

import psycopg

HERE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "test/data")
DETAILS = os.environ.get("TRUTH_DETAILS") == "yes"
failed = False


def lines(path):
    return [json.loads(line) for line in (HERE / path).read_text(encoding="utf-8").splitlines()]


def show(what, hits, count, floor, most=False):
    """A row of the table; floor is a share: at least, or with most at most."""
    global failed
    bad = count == 0 or (hits / count > floor if most else hits / count < floor)
    failed |= bad
    print("| %s | %d of %d | %s %g %% |%s" % (what, hits, count, "at most" if most else "at least", 100 * floor, " **missed**" if bad else ""))


def miss(*what):
    if DETAILS:
        print("#", *what)


def finalize(db, deal, sections, policy="{}"):
    """A deal of sections (body, passage, names_passage, quote): each cites a document of its own, page 1."""
    db.execute("INSERT INTO memocite.deal(deal_id, name, policy) VALUES (%s, 'Truth', %s)", [deal, policy])
    with db.cursor() as cursor:
        for number, (body, passage, names, quote) in enumerate(sections):
            key = "s%05d" % number
            cursor.execute("INSERT INTO memocite.document(deal_id, doc_id, title) VALUES (%s, %s, %s)", [deal, key, key])
            cursor.execute("INSERT INTO memocite.passage(deal_id, passage_id, doc_id, page, content) VALUES (%s, %s, %s, 1, %s)", [deal, key, key, passage])
            cursor.execute("INSERT INTO memocite.section(deal_id, section_key, position, body) VALUES (%s, %s, %s, %s)", [deal, key, number, body])
            cursor.execute("INSERT INTO memocite.claim(deal_id, section_key, src_id, doc_id, page, passage_id, quote) VALUES (%s, %s, 1, %s, 1, %s, %s)",
                           [deal, key, key, key if names else None, quote])
    db.execute("SELECT memo_finalize(%s, '2026-06-30')", [deal])


# ------------------------------------------------------------------- figures

def figure_verdicts(db, deal, rows):
    """The verdict on the figure that each row asks about."""
    found = {}
    for key, text, start, verdict in db.execute(
            "SELECT f.section_key, f.figure, f.start, f.verdict FROM memo_check_figures(%s) AS f", [deal]):
        found.setdefault(int(key[1:]), []).append((start, start + len(text), verdict))
    for number, row in enumerate(rows):
        end = row["start"] + len(row["figure"])
        yield row, next((v for s, e, v in found.get(number, []) if s < end and e > row["start"]), None)


def figures(db):
    rows = lines("figures/faith.jsonl")
    for deal, names, said in ((1, True, "passage"), (2, False, "page")):
        finalize(db, deal, [(row["text"], row["passage"], names, None) for row in rows])
        right, changed = [], []
        for row, verdict in figure_verdicts(db, deal, rows):
            good = verdict in ("supported", "coarser") if row["right"] else verdict in ("missing", "not_seen")
            (right if row["right"] else changed).append(good)
            if not good:
                miss(verdict, row["figure"], row["text"])
        show("right figures of tables, cited by %s: `supported`" % said, sum(right), len(right), 0.95)
        show("one digit changed, by %s: `missing`%s" % (said, "" if names else " or `not_seen`"), sum(changed), len(changed), 0.95)
    rows = [dict(row, passage="\n".join(part)) for row in rows if row["right"] for part in halves(row["passage"].split("\n"))]
    finalize(db, 3, [(row["text"], row["passage"], False, None) for row in rows])
    accused = [row for row, verdict in figure_verdicts(db, 3, rows) if verdict == "missing"]
    for row in accused:
        miss("accused", row["figure"], row["text"])
    show("right figures, half of the page stored: called `missing`", len(accused), len(rows), 0.02, True)


def halves(rows):
    return rows[:max(1, len(rows) // 2)], rows[len(rows) // 2:]


# -------------------------------------------------------------------- quotes

# What typesetting and models do to a quote, and to the passage that it is from.
TYPESET = [
    lambda quote, passage: ("..." + quote.rstrip(".") + "...", passage),
    lambda quote, passage: (quote.rstrip(".") + ".", passage),
    lambda quote, passage: ("\u201c" + quote.replace("'", "\u2019") + "\u201d", passage),
    lambda quote, passage: (quote, passage.replace("fi", "\ufb01").replace("ff", "\ufb00")),
    lambda quote, passage: (quote, re.sub(r"\b(\w{4})(\w{4,})\b", "\\1-\n\\2", passage, count=40)),
    lambda quote, passage: (quote, re.sub(r"\b(\w{6,})\b", r"**\1**", passage)),
    lambda quote, passage: (quote.replace(" ", "\u00a0", 2), passage.replace("&", "&amp;").replace("'", "&#8217;")),
    lambda quote, passage: (quote[0].swapcase() + quote[1:], passage.replace(" ", "  ")),
    lambda quote, passage: (quote + ",", passage.replace("-", "\u2013")),
    lambda quote, passage: ("[\u2026] " + quote, passage.replace("o", "o\u00ad", 5)),
]


def sentences(passages):
    """Sentences of 8 to 30 words with their passage, one after the other of all passages."""
    found = []
    for passage in passages:
        for part in re.split(r"(?<=[.!?])\s+", passage):
            words = part.split()
            if 8 <= len(words) <= 30 and part in passage and not re.search(r"[\"\u201c\u201d\u00ab]", part) and "..." not in part:
                found.append((part, passage))
    return found


def changed_word(quote, number):
    """One word in the middle becomes another."""
    words = quote.split()
    at = len(words) // 2
    words[at] = ("seldom", "blue", "eleven", "nearby")[number % 4]
    return " ".join(words)


def quotes(db):
    texts = sentences([row["text"] for row in lines("quotes/passages.jsonl")])
    honest = [TYPESET[i % len(TYPESET)](quote, passage) for i, (quote, passage) in enumerate(texts[:60])]
    false = [(changed_word(quote, i), passage) for i, (quote, passage) in enumerate(texts[:60])]
    for deal, pairs, what, floor, most in ((4, honest, "honest quotes with typesetting: verified", 0.95, False), (5, false, "quotes with one word changed: verified", 0, True)):
        finalize(db, deal, [("It is so [SRC:1].", passage, False, quote) for quote, passage in pairs])
        good = db.execute("SELECT c.quote, c.quote_level <> 'unmatched' FROM memocite.citation c WHERE c.deal_id = %s ORDER BY c.citation_no", [deal]).fetchall()
        for quote, is_found in good:
            if is_found == most:
                miss("quote", quote)
        show(what, sum(1 for _, is_found in good if is_found), len(pairs), floor, most)


def quotations(db):
    texts = sentences([row["text"] for row in lines("quotes/passages.jsonl")])
    marks = [("\u201c", "\u201d"), ('"', '"'), ("\u201e", "\u201c"), ("\u00ab", "\u00bb")]
    honest = [TYPESET[i % len(TYPESET)](quote, passage) for i, (quote, passage) in enumerate(texts[60:160])]
    false = [(changed_word(quote, i), passage) for i, (quote, passage) in enumerate(texts[60:160])]
    for deal, pairs, names, what, floor, most in (
            (6, honest, True, "honest quotations in prose: accused", 0.02, True),
            (7, honest, False, "honest quotations in prose, by page: not seen", 0.02, True),
            (8, false, True, "quotations with one word changed: told of", 0.95, False)):
        bodies = ["The source says %s%s%s [SRC:1]." % (marks[i % 4][0], re.sub("[\"\u201c\u201d]", "", quote), marks[i % 4][1]) for i, (quote, _) in enumerate(pairs)]
        finalize(db, deal, [(body, passage, names, None) for body, (_, passage) in zip(bodies, pairs)])
        told = {int(row[0][1:]) for row in db.execute(
            "SELECT section_key FROM memocite.event WHERE deal_id = %s AND code IN ('quotation_not_found', 'quotation_not_seen')", [deal])}
        for number, body in enumerate(bodies):
            if (number in told) == most:
                miss("quotation", body)
        show(what, len(told), len(pairs), floor, most)


def main():
    print("| measured on | result | wanted |\n| --- | --- | --- |")
    with psycopg.connect("dbname=postgres") as db:
        db.execute("CREATE EXTENSION IF NOT EXISTS memocite")
        db.execute("SELECT memo_init()")
        db.execute("SET client_min_messages = error")
        figures(db)
        quotes(db)
        quotations(db)
        db.rollback()
    sys.exit(failed)


main()
