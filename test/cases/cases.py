#!/usr/bin/env python3
"""cases.py [FILE] [ID...]: inputs met in public threads, each with the check that must hold.

A line of FILE (public_cases.jsonl beside this program) is a case: `setup_sql` writes deal 1, `call` is what a user
would run, `check` one SQL expression that is true when memocite does what it promises. A case runs in a savepoint of
one session; the rows, notices and errors of the call stand in the temporary table got(stmt, r). Cases marked `reads`
must be read right, not only reported; those marked `open` are not decided, and only printed. A case that does not
hold yet stands in pending.txt with the reason: when it comes to hold, the line has to go.
"""
import json, pathlib, sys

HERE = pathlib.Path(__file__).resolve().parent
try:
    import psycopg
    from psycopg.types.json import Json
except ImportError:
    print("ok 1 - public cases # SKIP there is no psycopg")
    sys.exit(0)


def statements(text):
    """Splits at the semicolons that stand outside quotes."""
    start, quoted = 0, False
    for at, char in enumerate(text):
        if char == "'":
            quoted = not quoted
        elif char == ";" and not quoted:
            yield text[start:at]
            start = at + 1
    yield text[start:]


def run_case(connection, case):
    """What the check says: True, False, None, or an error as text."""
    notices = []
    handler = lambda diagnostic: notices.append(diagnostic.message_primary)  # noqa: E731
    connection.add_notice_handler(handler)
    got = []
    try:
        cursor = connection.cursor()
        cursor.execute("SAVEPOINT one_case")
        cursor.execute(case.get("setup_sql") or "SELECT 1")
        for number, statement in enumerate(filter(str.strip, statements(case["call"])), 1):
            del notices[:]
            cursor.execute("SAVEPOINT one_call")
            try:
                cursor.execute(statement)
                if cursor.description:
                    names = [column.name for column in cursor.description]
                    got += [(number, dict(zip(names, map(plain, row)))) for row in cursor.fetchall()]
            except psycopg.Error as error:
                cursor.execute("ROLLBACK TO one_call")
                got.append((number, {"error": error.diag.message_primary}))
            got += [(number, {"notice": text}) for text in notices]
        cursor.execute("CREATE TEMPORARY TABLE got (stmt int, r jsonb)")
        cursor.executemany("INSERT INTO got VALUES (%s, %s)", [(number, Json(row)) for number, row in got])
        return cursor.execute("SELECT (%s)" % case["check"]).fetchone()[0], got
    except psycopg.Error as error:
        return "error: %s" % error.diag.message_primary, got
    finally:
        connection.cursor().execute("ROLLBACK TO one_case")
        connection.remove_notice_handler(handler)


def plain(value):
    return value if value is None or isinstance(value, (str, int, float, bool, list, dict)) else str(value)


def main():
    arguments = sys.argv[1:]
    path = pathlib.Path(arguments.pop(0)) if arguments and arguments[0].endswith(".jsonl") else HERE / "public_cases.jsonl"
    pending = dict(line.split(" ", 1) for line in (HERE / "pending.txt").read_text(encoding="utf-8").splitlines() if line and line[0] != "#")
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    cases = [case for case in cases if not arguments or case["id"] in arguments]
    failed = 0
    with psycopg.connect("dbname=postgres") as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS memocite")
        connection.execute("SELECT memo_init()")
        for number, case in enumerate(cases, 1):
            holds, got = run_case(connection, case)
            if case.get("open"):
                print("ok %d - %s: %s # SKIP it is not decided" % (number, case["id"], holds))
                continue
            wanted = case["id"] not in pending
            passed = (holds is True) == wanted
            failed += not passed
            print("%sok %d - %s (%s)%s" % ("" if passed else "not ", number, case["id"], case["kind"],
                                          "" if wanted else ", pending: " + pending[case["id"]]))
            if not passed or arguments:
                print("#   expected: %s\n#   the check says %s%s" % (case["expect"], holds, "" if wanted else ", take its line out of pending.txt"))
                for row in got:
                    print("#   %d %s" % (row[0], json.dumps(row[1], ensure_ascii=False)[:2000]))
        connection.rollback()
    print("1..%d" % len(cases))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
