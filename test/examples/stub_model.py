#!/usr/bin/env python3
"""stub_model.py LOG: a model server for the tests of the examples; no model, the same answers each time.

POST {system, user, response_schema} -> an answer, as the schema has it: claims with quotes of the passages in the user's
text, or a section that cites its sources. The first answer of a conversation is bad: a quote is not in its passage, a
section says an IRR of 12.0%. Once the user's text tells what was wrong, the answer is good. Prints its address, and
writes what it answered to LOG, one line each.
"""
import http.server, json, re, sys

PASSAGE = re.compile(r'^Passage (\S+) \[file: "([^"]*)"[^\n]*\]:\n"(.*?)"$', re.M | re.S)
SOURCE = re.compile(r'^\[SRC:(\d+)\] [^\n]*?: "(.*)"$', re.M)


def quote(text):
    """The first 22 words of a passage."""
    return " ".join(text.split()[:22])


def fact(text):
    """A passage up to its first comma."""
    return text.split(", ")[0].rstrip(".")


def synthesis(user):
    bad = "PREVIOUS ATTEMPT HAD ERRORS" not in user
    claims = [{"claim_text": "The documents say: " + fact(text) + ".",
               "citation": {"file_id": file, "passage_id": key, "quote": quote(text)}}
              for key, file, text in PASSAGE.findall(user)[:3]]
    if bad:
        claims[-1]["citation"]["quote"] = "Allegedly " + claims[-1]["citation"]["quote"]
    return bad, {"bridging_intro": "Income comes first.", "claims": claims, "bridging_conclusion": None}


def section(user):
    task = user.split("\n")[0]
    refused = re.search(r"must be ([\d.]+%)", user)
    bad = "IRR" in task and not refused
    sources = [(int(src_id), text) for src_id, text in SOURCE.findall(user)][0 if "IRR" in task else 1::2]
    body = " ".join("%s [SRC:%d]." % (fact(text), src_id) for src_id, text in sources)
    if bad or refused:
        body = "The IRR is %s. " % (refused[1] if refused else "12.0%") + body
    return bad, {"body": body, "claims": [{"src_id": src_id, "quote": quote(text)} for src_id, text in sources]}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        kind = section if "body" in request["response_schema"]["properties"] else synthesis
        bad, answer = kind(request["user"])
        with open(sys.argv[1], "a") as log:
            log.write("%s %s\n" % ("bad" if bad else "good", kind.__name__))
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print("http://127.0.0.1:%d/" % server.server_port, flush=True)
server.serve_forever()
