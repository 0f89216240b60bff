#!/usr/bin/env python3
"""judge.py DEAL [VERDICTS]: has a judge say whether the sources of a memo support its sentences.

The judge is DeepEval's faithfulness metric (pip install deepeval; it asks the model that its own settings name). With
VERDICTS, a file of {sentence: [verdict, reason]}, what it said before is taken from there, and no model is asked.
Needs psycopg 3 (Debian: python3-psycopg). The database is that of PGHOST, PGUSER, PGDATABASE and so on.
"""
import json
import sys

import psycopg
from psycopg.rows import namedtuple_row


def recorded(path):
    """A judge that says what it said before; of other sentences it says nothing."""
    with open(path, encoding="utf-8") as file:
        verdicts = json.load(file)
    return "recorded", lambda request: verdicts.get(request.sentence)


def deepeval():
    from deepeval.metrics import FaithfulnessMetric
    from deepeval.test_case import LLMTestCase

    def ask(request):
        metric = FaithfulnessMetric()
        metric.measure(LLMTestCase(input=request.sentence, actual_output=request.sentence, retrieval_context=[request.evidence]))
        return "supported" if metric.score == 1 else "unsupported" if metric.score == 0 else "partial", metric.reason

    return "deepeval faithfulness", ask


def main(deal, path=None):
    name, judge = recorded(path) if path else deepeval()
    with psycopg.connect(row_factory=namedtuple_row) as db:
        asked = {request.sha256: request for request in db.execute("SELECT * FROM memo_judge_requests(%s)", [deal])}
        for request in asked.values():
            verdict = judge(request)
            if verdict:
                db.execute("SELECT memo_judge(%s, %s, %s, %s, %s)", [deal, request.sha256, name, *verdict])
        for row in db.execute("""
                SELECT verdict, count(*) FROM memocite.citation_judgement
                WHERE deal_id = %s AND revision = (SELECT max(revision) FROM memocite.revision WHERE deal_id = %s)
                GROUP BY verdict ORDER BY verdict""", [deal, deal]):
            print(row.verdict, row.count)


if __name__ == "__main__":
    main(*sys.argv[1:3])
