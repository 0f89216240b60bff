#!/usr/bin/env python3
"""gen_memos.py --out DIR [--deals N | --mb SIZE] [--first DEAL] [--seed N]

Writes memos as agents would: N deals of 6 to 12 sections, or one memo of SIZE million bytes; the same
seed gives the same bytes. Sections of 300 to 2,000 words have 20 to 60 markers with ids of their own from 1,
a tenth of them in clusters, some without a source. Files in COPY's text format:
  sections.tsv   deal_id ord key title body
  citations.tsv  deal_id ord n doc_id page chunk_id chunk_text score ingestion_date
  documents.tsv  deal_id doc_id title path
"""
import argparse, datetime, os, random

AS_OF = datetime.date(2025, 6, 30)
SECTIONS = """executive_summary financial risk comparables market property exit debt sponsor tenancy capex
environmental""".split()
ADJECTIVES = """in-place stabilized renovated institutional suburban infill contractual trailing forward conservative
normalized durable cyclical granular modest material recurring deferred structural below-market value-add core-plus
mixed-use garden-style last-mile grocery-anchored triple-net floating-rate fixed-rate mezzanine third-party regional
quarterly blended weighted marginal residual terminal levered unlevered effective economic physical comparable
elevated tight oversupplied emerging mature diversified concentrated long-dated near-term""".split()
NOUNS = """rent-roll occupancy absorption vacancy concession lease renewal tenant sponsor lender borrower covenant
reserve appraisal underwriting basis pricing yield spread margin pipeline permit zoning parcel parking elevator roof
facade amenity lobby access corridor employment payroll migration household income inflation insurance premium tax
assessment abatement expense reimbursement recovery downtime turnover retention delinquency collection utility
warranty guaranty recourse prepayment defeasance maturity extension hedge index liquidity waterfall promote hurdle
reinvestment buyer broker auction portfolio submarket cohort forecast scenario sensitivity contingency milestone
survey easement title lien estoppel casualty remediation monitoring committee diligence closing deposit floor
amortization land shell equipment replacement""".split()
VERBS = """supports constrains offsets reflects implies drives anchors tempers limits extends improves weakens
compresses widens stabilizes erodes preserves protects mitigates amplifies understates confirms contradicts tracks
lags exceeds trails matches explains justifies requires assumes excludes captures absorbs funds replaces defers
triggers restricts favors pressures cushions""".split()
PLACES = "Austin Dallas Phoenix Denver Charlotte Raleigh Nashville Tampa Atlanta Columbus Seattle Portland".split()
NAMES = "Alder Birch Cedar Elmhurst Granite Harbor Juniper Kestrel Linden Meridian Orchard Quarry Ridgeline".split()
FIGURES = [("$%.1fM", .5, 180), ("%.1f%%", .5, 98), ("%d bps", 5, 450), ("%.2fx", .9, 2.9), ("%d units", 40, 1800),
           ("$%d", 1000, 9999999), ("$%d per square foot", 12, 900), ("%d months", 6, 120)]
KINDS = ["Rent Roll", "Operating Statement", "Offering Memorandum", "Appraisal", "Market Report", "Argus Model",
         "Loan Term Sheet", "Condition Report", "Zoning Letter", "Tax Notice", "Lease Abstract"]


def lexicon():
    """5,000 words made of syllables: they bring the entropy near that of prose (a memo gzips to about a third)."""
    r = random.Random(4711)
    onset = "b c d f g l m n p r s t v br ch cl dr fl gr pl pr sh st str tr qu w".split()
    vowel = "a e i o u ai ea ee io ou".split()
    coda = "b ck d ft l ll m n nd ng nt p r rk rm rt s st t th x".split()
    ending = ["", ""] + "ing ed er ion able ment ly al ive ity ous ance ure est".split()
    words = set()
    while len(words) < 5000:
        syllables = (r.choice(onset) + r.choice(vowel) for _ in range(r.randint(1, 2)))
        words.add("".join(syllables) + r.choice(coda) + r.choice(ending))
    return sorted(words)


LEXICON = lexicon()


class Writer:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def figure(self):
        form, low, high = self.r.choice(FIGURES)
        return form % self.r.uniform(low, high)

    def thing(self):
        r = self.r
        return r.choice(["%s %s" % (r.choice(ADJECTIVES), r.choice(NOUNS)),
                         "%s %s" % (r.choice(LEXICON), r.choice(NOUNS)),
                         "%s %s %s" % (r.choice(ADJECTIVES), r.choice(LEXICON), r.choice(LEXICON)),
                         "%s of the %s" % (r.choice(LEXICON), r.choice(LEXICON)),
                         "%s in %s" % (r.choice(NOUNS), r.choice(PLACES))])

    def clause(self):
        r = self.r
        return r.choice(["the {0} {v} the {1}", "{n} of {f} {v} the {0}", "we underwrite {0} at {f} against {1} of {g}",
                         "in {p}, the {0} has averaged {f} since 2019", "the loan carries {f} with a {0} of {g}",
                         "we view the {0} as durable \u2014 the {1} {v} it", "a {0} {v} the {1}, with {n} at {f}",
                         "a DSCR of 1.{d}x on {0} {v} the {1}", "going-in cap rate of 5.{d}% {v} a {0}",
                         "the sponsor\u2019s {0} plan assumes {f} by 2029"]).format(
            self.thing(), self.thing(), v=r.choice(VERBS), n=r.choice(NOUNS), f=self.figure(), g=self.figure(),
            p=r.choice(PLACES), d=r.randrange(10))

    def sentence(self):
        """A sentence in pieces; None is a place for markers."""
        pieces = []
        for i in range(self.r.choice([1, 1, 2, 2, 3])):
            clause = self.clause()
            pieces += [self.r.choice([", while ", ", and ", "; ", " so that "]) + clause if i
                       else clause[0].upper() + clause[1:], None]
        return pieces + ["."]

    def block(self):
        """A heading, table, list or paragraph in pieces."""
        r, kind = self.r, self.r.random()
        if kind < .06:
            return ["### %s %s" % (r.choice(ADJECTIVES).capitalize(), r.choice(NOUNS))]
        if kind < .14:
            pieces = ["| Metric | In-place | Underwritten | Note |\n|---|---:|---:|---|"]
            for _ in range(r.randrange(3, 8)):
                row = (self.thing(), self.figure(), self.figure(), self.thing())
                pieces += ["\n| %s | %s | %s | %s" % row, None, " |"]
            return pieces
        joint, pieces = ("\n- ", ["- "]) if kind < .26 else (" ", [""])
        for i in range(r.randrange(3, 7)):
            pieces += ([joint] if i else []) + self.sentence()
        return pieces

    def marker(self, ids):
        r, kind = self.r, self.r.random()
        if kind < .07:
            return r.choice(["[CoStar]", "[Excel]", "[PDF]"])
        if kind < .12:
            return "[SOURCE-%d]" % r.randint(1, ids)
        # every 66th id has no source; every fifth is written with a blank
        n = ids + r.randrange(1, 9) if r.random() < .015 else r.randint(1, ids)
        return ("[SRC: %d]" if r.random() < .2 else "[SRC:%d]") % n

    def section(self, words, markers, ids):
        r, pieces = self.r, []
        while words > 0:
            block = self.block()
            words -= sum(len(p.split()) for p in block if p)
            pieces += block + ["\n\n"]
        places, at = [i for i, p in enumerate(pieces) if p is None], {}
        while markers > 0:
            cluster = min(markers, r.randrange(2, 7) if r.random() < .1 else 1)
            at.setdefault(r.choice(places), []).extend(self.marker(ids) for _ in range(cluster))
            markers -= cluster
        for i in places:
            more = r.random()
            pieces[i] = "".join([" " + r.choice(["", " "]).join(at[i]) if i in at else "",
                                 " [CANONICAL: irr=%.1f]" % r.uniform(1, 20) if more < .012 else "",
                                 " [note](https://example.com/%s)" % r.choice(NOUNS) if more > .994 else ""])
        return "".join(pieces).rstrip() + "\n"

    def deal(self, size):
        """Sections, citations and documents of a deal; of an ordinary one, or of one of about size bytes."""
        r = self.r
        documents = max(10, min(20000, size // 4000)) if size else r.randrange(10, 40)
        shared = [(r.randint(1, documents), r.randrange(1, 120)) for _ in range(6)]
        keys = SECTIONS[:1] + r.sample(SECTIONS[1:], r.randrange(5, 12))
        sections, citations, written = [], [], 0
        while written < size if size else len(sections) < len(keys):
            number, ids = len(sections) + 1, r.randrange(8, 26)
            key = "%s_%d" % (SECTIONS[number % 12], number) if size else keys[number - 1]
            body = self.section(r.randrange(340, 2250), r.randrange(20, 61), ids)
            sections.append((number, key, key.replace("_", " ").title(), body))
            written += len(body.encode())
            for n in range(1, ids + 1):
                # the same id for the same chunk in several sections, or a chunk of this section's own
                doc, page = shared[n - 1] if n <= 3 and r.random() < .5 else r.choice(shared) if r.random() < .1 else (
                    r.randint(1, documents), r.randrange(1, 120))
                age = datetime.timedelta(days=int(r.expovariate(1 / 150)))
                citations.append((number, n, doc, page, doc * 1000 + page, "; ".join(self.clause() for _ in range(4)),
                                  "%.3f" % min(.99, max(.2, r.gauss(.74, .16))), (AS_OF - age).isoformat()))
        titles = ["%s %s %s" % (r.choice(NAMES), r.choice(PLACES), r.choice(KINDS)) for _ in range(documents)]
        return sections, citations, [(i, t, "deals/%d.pdf" % i) for i, t in enumerate(titles, 1)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--deals", type=int, default=1)
    parser.add_argument("--mb", type=float, default=0)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    names = ["sections", "citations", "documents"]
    files = [open(os.path.join(options.out, name + ".tsv"), "a", encoding="utf-8", newline="\n") for name in names]
    for deal_id in range(options.first, options.first + options.deals):
        for file, rows in zip(files, Writer(options.seed * 1000003 + deal_id).deal(int(options.mb * 1e6))):
            for row in rows:
                file.write("\t".join([str(deal_id)] + [str(v).replace("\\", "\\\\").replace("\t", "\\t").replace(
                    "\n", "\\n") for v in row]) + "\n")


if __name__ == "__main__":
    main()
