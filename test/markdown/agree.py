#!/usr/bin/env python3
"""agree.py PROGRAM NORMALIZE DIRECTORY...: does all Markdown in there read as in cmark-gfm?

NORMALIZE is the directory of normalize.py of the specification's tests. Markdown is each .md
file, and each text of several lines in .json and .jsonl files. Prints TAP.
"""
import json
import pathlib
import re
import subprocess
import sys

# Where cmark-gfm departs from the specification: what makes both the same, and why.
REASONS = [
    (re.compile(r'(\[[^][<]*)<a href="[^"]*">(https?:[^<]*)</a>'), r'\1\2',
     'cmark-gfm links no bare URL in brackets'),
]


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings(item)


def texts(directory):
    for path in sorted(pathlib.Path(directory).rglob('*')):
        if path.suffix == '.md':
            yield path.read_text(encoding='utf8')
        elif path.suffix in ('.json', '.jsonl'):
            lines = path.read_text(encoding='utf8')
            for line in lines.splitlines() if path.suffix == '.jsonl' else [lines]:
                for text in strings(json.loads(line) if line.strip() else None):
                    if '\n' in text.strip():
                        yield text


def cmark(text):
    return subprocess.run(['cmark-gfm', '--unsafe', '-e', 'table', '-e', 'strikethrough', '-e',
                           'autolink'], input=text.encode(), stdout=subprocess.PIPE,
                          check=True).stdout.decode()


def lines_of(html, normalize):
    html = re.sub(r'<tbody>\s*</tbody>', '', html)
    return re.sub(r'(<(?:p|h\d|li|tr|t[dh]|table|ul|ol|blockquote|pre)\b)', r'\n\1',
                  normalize(html)).splitlines()


def main():
    program, directory, *directories = sys.argv[1:]
    sys.path.insert(0, directory)
    from normalize import normalize_html
    found = list(dict.fromkeys(t for d in directories for t in texts(d) if '\0' not in t))
    ours = subprocess.run([program, 'links'], input='\0'.join([*found, '']).encode(),
                          stdout=subprocess.PIPE, check=True).stdout.decode().split('\0')
    counts, failed = {}, 0
    for text, html in zip(found, ours):
        a, b = lines_of(html, normalize_html), lines_of(cmark(text), normalize_html)
        if a == b:
            continue
        reason = next((why for pattern, by, why in REASONS
                       if [pattern.sub(by, x) for x in a] == [pattern.sub(by, x) for x in b]), None)
        if reason:
            counts[reason] = counts.get(reason, 0) + 1
            continue
        failed += 1
        for x, y in [(x, y) for x, y in zip(a, b) if x != y][:3]:
            print(f'# ours      {x[:400]}\n# cmark-gfm {y[:400]}')
    print(f'# {len(found)} texts, {sum(map(len, found))} characters, {failed} differ'
          f', {sum(counts.values())} for a listed reason')
    for reason, count in counts.items():
        print(f'#     {count}: {reason}')
    print(f'{"not " if failed or not found else ""}ok - Markdown of real data reads as in cmark-gfm')
    return bool(failed or not found)


sys.exit(main())
