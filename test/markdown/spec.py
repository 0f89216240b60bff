#!/usr/bin/env python3
"""spec.py PROGRAM NAME SPEC: every example of a specification, as the HTML that it prints.

Bare URLs are links only in the examples that are tagged so, and list items tasks only where
the specification says that they are: neither is CommonMark. Prints TAP.
"""
import re
import subprocess
import sys

# (specification, example): why ours is another. At most five.
DEVIATIONS = {
    ('CommonMark', 540): 'labels compare in lower case, and capital sharp s has one, not "ss"',
    ('GFM', 645): 'comments are those of CommonMark 0.31.2: "--" may stand in one',
    ('GFM', 646): 'comments are those of CommonMark 0.31.2: "<!-->" is one',
}
EXAMPLE = re.compile(r'^`{32} example([^\n]*)\n(.*?)^\.\n(.*?)^`{32}$', re.M | re.S)
# GFM's filter of tags is for HTML that is shown; ours never is
FILTERED = re.compile(r'<(?=/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|'
                      r'plaintext))', re.I)


def read_examples(path):
    text = open(path, encoding='utf8').read().replace('\r\n', '\n').replace('→', '\t')
    return [(m.group(2), m.group(3), m.group(1).strip()) for m in EXAMPLE.finditer(text)]


def convert(program, flags, texts):
    done = subprocess.run([program, *flags], input='\0'.join([*texts, '']).encode(),
                          stdout=subprocess.PIPE, check=True)
    return done.stdout.decode('utf8').split('\0')


def main():
    program, name, path = sys.argv[1:]
    examples = read_examples(path)
    texts = [e[0] for e in examples]
    plain = convert(program, [], texts)
    with_links = convert(program, ['links'], texts)
    with_tasks = convert(program, ['tasks'], texts)
    failed, known = [], []
    for i, (markdown, html, tag) in enumerate(examples):
        got = {'autolink': with_links, 'disabled': with_tasks}.get(tag, plain)[i]
        if tag == 'tagfilter':
            got = FILTERED.sub('&lt;', got)
        if got.replace('<tbody></tbody>', '').strip() == html.strip():
            continue
        if (name, i + 1) in DEVIATIONS:
            known.append(i + 1)
            continue
        failed.append(i + 1)
        print(f'# example {i + 1} {tag}\n{markdown}--- expected\n{html}--- got\n{got}'
              .replace('\n', '\n#     '))
    stale = [n for s, n in DEVIATIONS if s == name and n not in known]
    print(f'# {name}: {len(examples)} examples, {len(examples) - len(failed) - len(known)} as '
          f'expected, {len(known)} listed')
    for number in known:
        print(f'#     {number}: {DEVIATIONS[name, number]}')
    print(f'{"not " if failed or stale or not examples else ""}ok - all examples of {name}, but'
          f' those that are listed')
    if failed or stale:
        print(f'#     failed: {failed}; listed and right: {stale}')
    return bool(failed or stale or not examples)


sys.exit(main())
