"""Reads {"deal", "markdown"} a line, prints {"deal", "renderer", "html", "warning"} a line: Python-Markdown."""
import json, sys, warnings

import markdown

for line in sys.stdin:
    memo = json.loads(line)
    with warnings.catch_warnings(record=True) as caught:
        html = markdown.markdown(memo["markdown"], extensions=["footnotes", "tables", "fenced_code", "sane_lists"])
    print(json.dumps({"deal": memo["deal"], "renderer": "Python-Markdown", "html": html,
                      "warning": "; ".join(str(w.message) for w in caught)}))
