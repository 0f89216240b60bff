#!/usr/bin/env python3
"""renderers.py: every finished memo of a database in eight Markdown renderers.

Reads the latest memos of database memocite_realdata (which realdata.py leaves). In each renderer the references are
numbered 1..N in reading order, each leads to the note of the right document, no raw [^n] is left outside code, and
nothing is warned of. pandoc prints a reused note once more, under a number of its own; all others number notes.
lowdown knows only one reference a note: it gets labels => 'unique'.

Needs cmark-gfm, pandoc, lowdown, kramdown (ruby-kramdown-parser-gfm), Python-Markdown (python3-markdown) from Debian, and
remark-gfm, markdown-it and marked from npm below MEMOCITE_NPM (`make npm`); what is missing is skipped.
"""
import html.parser, json, os, pathlib, re, shutil, subprocess, sys

HERE = pathlib.Path(__file__).parent
NPM = ("remark-gfm", "markdown-it", "marked")
DATABASE = "memocite_realdata"
MEMOS = r"""
SELECT jsonb_build_object('deal', r.deal_id, 'name', r.name, 'markdown', memo_markdown(r.deal_id), 'unique', memo_markdown(r.deal_id, labels => 'unique'),
    'references', (SELECT jsonb_agg(c.note_number ORDER BY s.ord, c.final_offset) FROM memocite.citation c
        JOIN json_array_elements(r.manifest) WITH ORDINALITY AS s(section, ord) ON s.section ->> 'section_key' = c.section_key
        WHERE c.deal_id = r.deal_id AND c.revision = r.revision AND c.fate = 'kept'),
    'notes', (SELECT jsonb_object_agg(f.number, d.title) FROM memocite.footnote f
        LEFT JOIN memocite.document d USING (deal_id, doc_id) WHERE f.deal_id = r.deal_id AND f.revision = r.revision))
FROM memocite.revision r
WHERE r.revision = (SELECT max(m.revision) FROM memocite.revision m WHERE m.deal_id = r.deal_id) AND r.deal_id > 0
ORDER BY r.deal_id
"""


class Page(html.parser.HTMLParser):
    """References (number, target) in reading order, text of notes by id, visible text without code."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.references, self.notes, self.text = [], {}, []
        self.open_notes, self.sup, self.link, self.code = [], 0, None, 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "sup":
            self.sup += 1
        elif tag in ("pre", "code"):
            self.code += 1
        elif tag == "li":
            self.open_notes.append(attributes.get("id"))
            self.notes.setdefault(attributes.get("id"), "")
        elif tag == "a":
            target = attributes.get("href") or ""
            self.link = [target[1:], "", self.sup > 0] if target.startswith("#") else None
        if self.link and tag == "sup":
            self.link[2] = True

    def handle_endtag(self, tag):
        if tag == "sup":
            self.sup -= 1
        elif tag in ("pre", "code"):
            self.code -= 1
        elif tag == "li" and self.open_notes:
            self.open_notes.pop()
        elif tag == "a" and self.link:
            target, text, in_sup = self.link
            number = re.fullmatch(r"\[?(\d+)(?::\d+)?\]?", text.strip())
            if in_sup and number and "ref" not in target:
                self.references.append((int(number[1]), target))
            self.link = None

    def handle_data(self, data):
        if self.link:
            self.link[1] += data
        if not self.code:
            self.text.append(data)
        for note in self.open_notes:
            self.notes[note] += data


def letters(text):
    return re.sub(r"[\W_]+", "", text or "").lower()


def by_command(command, labels="markdown"):
    def render(memos):
        for memo in memos:
            run = subprocess.run(command, input=memo[labels], text=True, encoding="utf-8", capture_output=True)
            yield memo["deal"], run.stdout, run.stderr.strip() or ("" if run.returncode == 0 else "exit status %d" % run.returncode)
    return render


def by_program(command, directory=None):
    """A program that renders all memos, a line of JSON each."""
    def render(memos):
        lines = "".join(json.dumps({"deal": m["deal"], "markdown": m["markdown"]}) + "\n" for m in memos)
        run = subprocess.run(command, input=lines, text=True, encoding="utf-8", capture_output=True, cwd=directory)
        if run.returncode != 0:
            raise RuntimeError(run.stderr.strip()[-300:])
        return [json.loads(line) for line in run.stdout.splitlines()]
    return render


def available():
    """Renderers: name, function from memos to (deal, html, warning)."""
    commands = {"cmark-gfm": ["cmark-gfm", "-e", "table", "-e", "footnotes"],
                "pandoc": ["pandoc", "-f", "gfm+footnotes", "-t", "html"], "lowdown": ["lowdown", "-Thtml"]}
    for name, command in commands.items():
        yield name, by_command(command, "unique" if name == "lowdown" else "markdown") if shutil.which(command[0]) else None
    programs = {"kramdown": (["ruby", str(HERE / "render.rb")], None),
                "Python-Markdown": (["/usr/bin/python3", str(HERE / "render.py")], None)}
    npm = os.environ.get("MEMOCITE_NPM", "")
    for name in NPM:
        programs[name] = (["node", "--input-type=module", "-e", (HERE / "render.mjs").read_text()], npm)
    done = {}
    for name, (command, directory) in programs.items():
        def render(memos, name=name, command=command, directory=directory):
            if str(command) not in done:
                done[str(command)] = by_program(command, directory)(memos)
            return [(r["deal"], r["html"], r["warning"]) for r in done[str(command)] if r["renderer"] == name]
        yield name, render if is_installed(name, command, directory) else None


def is_installed(name, command, directory):
    if not shutil.which(command[0]):
        return False
    if command[0] == "node":
        return bool(directory) and (pathlib.Path(directory) / "node_modules" / name).is_dir()
    test = ["ruby", "-e", 'require "kramdown-parser-gfm"'] if command[0] == "ruby" else [command[0], "-c", "import markdown"]
    return subprocess.run(test, capture_output=True).returncode == 0


def problem_of(memo, name, page, warning):
    wanted = memo["references"] or []
    # kramdown also looks for notes in the HTML that agents wrote
    warning = "; ".join(w for w in warning.split("; ") if w and not (
        re.match(r"Footnote definition for '(.*)' not found", w) and w.split("'")[1] not in (memo["notes"] or {})))
    if warning:
        return warning[:200]
    page = Page(page)
    numbers = [number for number, _ in page.references]
    # these give each reference a number of its own
    if numbers != (list(range(1, len(wanted) + 1)) if name in ("pandoc", "lowdown") else wanted):
        return "numbered %s..., %s... expected" % (numbers[:12], wanted[:12])
    for (_, target), number in zip(page.references, wanted):
        title = letters((memo["notes"] or {}).get(str(number)))
        if title and title not in letters(page.notes.get(target)):
            return "[%d] leads to %r" % (number, (page.notes.get(target) or "")[:80])
    label = re.compile(r"\[\^[^\]\s]+\]")
    left = label.findall("".join(page.text))
    # what the agents wrote about footnotes in code or HTML is no reference
    others = len(label.findall(memo["markdown"])) - len(wanted) - len(memo["notes"] or {})
    return "%s is left in the text" % left[0] if len(left) > others else None


def main():
    run = subprocess.run(["psql", "-XAtqd", DATABASE, "-c", MEMOS], text=True, encoding="utf-8", capture_output=True)
    if run.returncode != 0:
        sys.exit(run.stderr)
    memos = [json.loads(line) for line in run.stdout.splitlines()]
    passed = failed = 0
    for name, render in available():
        if render is None:
            print("ok - %s # SKIP it is not installed%s" % (name, " (make npm)" if name in NPM else ""))
            continue
        by_deal = {memo["deal"]: memo for memo in memos}
        problems = [(deal, problem_of(by_deal[deal], name, page, warning)) for deal, page, warning in render(memos)]
        wrong = [(deal, problem) for deal, problem in problems if problem]
        passed, failed = passed + len(memos) - len(wrong), failed + len(wrong)
        print("%sok - %s renders %d memos" % ("not " if wrong else "", name, len(memos)))
        for deal, problem in wrong:
            print("# deal %d: %s" % (deal, problem.replace("\n", " ")))
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
