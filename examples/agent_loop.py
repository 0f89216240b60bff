#!/usr/bin/env python3
"""agent_loop.py DEAL: agents write two sections, a model answers a question, memocite makes the memo of it.

Needs psycopg 3 (Debian: python3-psycopg). The database is that of PGHOST, PGUSER, PGDATABASE and so on. The model is at
MODEL_URL: it gets {system, user, response_schema} in JSON and answers with JSON of that schema.
"""
import json
import os
import sys
import urllib.request
from contextlib import closing

import psycopg
from psycopg.rows import namedtuple_row
from psycopg.types.json import Jsonb

TASKS = {"returns": "The IRR, and the income that supports it.", "risk": "What can go wrong with buildings and tenants."}
QUESTION = "What should a lender look at first?"
SYSTEM = "You write a section of an investment memo from numbered sources, and cite each fact as [SRC:n]."
SCHEMA = {"type": "object", "required": ["body", "claims"], "properties": {
    "body": {"type": "string", "description": "The section in Markdown."},
    "claims": {"type": "array", "description": "One for each source cited.", "items": {
        "type": "object", "required": ["src_id", "quote"], "properties": {
            "src_id": {"type": "integer"}, "quote": {"type": "string", "description": "Copied from the source."}}}}}}


def call_model(request):
    """The model's answer to a request, as text."""
    body = json.dumps({name: request[name] for name in ("system", "user", "response_schema")}).encode()
    post = urllib.request.Request(os.environ["MODEL_URL"], body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(post, timeout=120) as answer:
        return answer.read().decode()


def reserve_sources(db, deal, agent):
    """The deal's passages by source id; no other agent gets these ids."""
    passages = db.execute("""
        SELECT d.title, p.doc_id, p.page, p.passage_id, p.content
        FROM memocite.passage p JOIN memocite.document d USING (deal_id, doc_id)
        WHERE p.deal_id = %s ORDER BY p.score DESC, p.passage_id""", [deal]).fetchall()
    reserved = db.execute("SELECT * FROM memo_reserve_src_ids(%s, %s, %s)", [deal, agent, len(passages)]).fetchone()
    return dict(enumerate(passages, reserved.first_id))


def write_section(db, deal, key, sources, problem=None):
    """Has the model write a section, again if there was a problem, and stores it with its claims."""
    user = TASKS[key] + "\n\nSources:\n" + "\n".join(
        f'[SRC:{src_id}] {s.title}, p. {s.page}: "{s.content}"' for src_id, s in sources.items())
    if problem:
        user += "\n\nYOUR LAST DRAFT WAS REFUSED:\n" + problem
    draft = json.loads(call_model({"system": SYSTEM, "user": user, "response_schema": SCHEMA}))
    # an id that was made up gets no claim: memocite removes its marker
    known = [(claim, sources[claim["src_id"]]) for claim in draft["claims"] if claim["src_id"] in sources]
    db.execute("SELECT memo_put_section(%s, %s, %s, claims => %s, agent => %s)", [deal, key, draft["body"], Jsonb([
        {"src_id": claim["src_id"], "doc_id": source.doc_id, "page": source.page, "passage_id": source.passage_id, "quote": claim["quote"]}
        for claim, source in known]), key])


def ask(db, deal, question):
    """Asks a question and answers it with the model until it is settled: (accepted, the answer's text)."""
    # A connection that only listens: psycopg drops notifications that arrive with the results of other statements.
    with psycopg.connect(autocommit=True) as listener, closing(listener.notifies()) as notices:
        listener.execute("LISTEN memo_request")
        request_id = db.execute("SELECT memo_ask(%s, %s)", [deal, question]).fetchone()[0]
        while (request := read_request(db, request_id))["state"] in ("pending", "retry"):
            # A notification for each answer that is wanted: what follows could as well be another process.
            next(notice for notice in notices if notice.payload == str(request_id))
            try:
                db.execute("SELECT memo_answer(%s, %s::text)", [request_id, call_model(request)])
            except OSError as error:
                db.execute("SELECT memo_give_up(%s, %s)", [request_id, str(error)])
    return request["state"] == "accepted", db.execute("SELECT memo_answer_text(%s)", [request_id]).fetchone()[0]


def read_request(db, request_id):
    return db.execute("SELECT memo_request(%s)", [request_id]).fetchone()[0]


def main():
    deal = int(sys.argv[1])
    # autocommit: nothing is open in the database while a model thinks
    with psycopg.connect(autocommit=True, row_factory=namedtuple_row) as db:
        sources = {key: reserve_sources(db, deal, key) for key in TASKS}
        for key in TASKS:
            write_section(db, deal, key, sources[key])
        for _ in range(3):  # what is wrong after that, memo_finalize corrects, with a note
            for retry in db.execute("SELECT * FROM memo_retries(%s)", [deal]).fetchall():
                if retry.section_key in sources:
                    write_section(db, deal, retry.section_key, sources[retry.section_key], retry.retry_reason)

        accepted, text = ask(db, deal, QUESTION)
        if accepted:
            db.execute("""
                INSERT INTO memocite.section(deal_id, section_key, title, body) VALUES (%s, 'lender', %s, %s)
                ON CONFLICT (deal_id, section_key) DO UPDATE SET body = EXCLUDED.body""", [deal, QUESTION, text])

        db.execute("SELECT memo_finalize(%s)", [deal])
        db.execute("SELECT memo_release_gate(%s)", [deal])  # an error where something holds the memo: memo_holds says what
        print(db.execute("SELECT memo_markdown(%s)", [deal]).fetchone()[0], end="")


main()
