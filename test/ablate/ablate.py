#!/usr/bin/env python3
"""ablate.py: what changes where one function is switched off (ablate.sh).

Inputs (inputs.py) are lists of SQL statements; what they return is the result, and all is rolled back. Each input is run
once as it is, which tells the functions that it calls. Then each function is switched off, it returns 0 or nothing at once, a
bool also true, and the inputs that call it are run again until one (ENOUGH) has another result. A function is `nothing` when one of
its two constants changes none of them; such a one stands in nothing.txt with the reason why it stays, or has to go.

A server for each processor, so that one that crashes takes only its own function along.
"""
import collections, hashlib, json, os, pathlib, queue, subprocess, sys, threading, time

import inputs

BUILD = pathlib.Path(os.environ["ABLATE_BUILD"])
HERE = pathlib.Path(__file__).resolve().parent
ENOUGH = int(os.environ.get("ENOUGH", 1))

Function = collections.namedtuple("Function", "number file name lines type")


# ---- a worker: its own server; a task a line on standard input, a result a line on standard output

class Server:
    def __init__(self):
        import psycopg
        self.psycopg = psycopg
        self.connection = None
        inputs.prepare(self.connect("postgres"))

    def connect(self, database=inputs.DATABASE):
        for _ in range(600):  # it may be starting again
            try:
                return self.psycopg.connect("dbname=" + database, autocommit=True)
            except self.psycopg.OperationalError:
                time.sleep(0.05)
        sys.exit("the server does not come back")

    def run(self, statements, function=-1, value=False, seconds=60):
        """Hashes of what the statements return one by one; "crash" or "hang" instead; and a byte for each function called."""
        connection = self.connect()
        watch = threading.Timer(seconds + 5, lambda pid: os.kill(pid, 9), [connection.info.backend_pid])
        watch.start()
        results = []
        try:
            cursor = connection.cursor()
            cursor.execute("SET statement_timeout = %d" % (seconds * 1000))
            cursor.execute("BEGIN")
            cursor.execute("SELECT restart_sequences()")
            cursor.execute("SELECT ablate(%s, %s)", (function, value))
            for statement in statements:
                said = cursor.execute("SELECT tried(%s)", (statement,)).fetchone()[0]
                results.append(hashlib.sha256((said or "").encode()).hexdigest()[:12])
            calls = cursor.execute("SELECT ablate_calls()").fetchone()[0]
            cursor.execute("ROLLBACK")
            return results, calls
        except self.psycopg.errors.QueryCanceled:
            return "hang", b""
        except (self.psycopg.Error, UnicodeDecodeError):  # what it returned is no text any more
            return "crash", b""
        finally:
            watch.cancel()
            connection.close()


def work():
    server = Server()
    known = read_inputs()
    for task in map(json.loads, sys.stdin):
        if "try" in task:
            changed, tried, first = 0, 0, None
            for name, expected, seconds in task["inputs"]:
                switched = known[name], task["try"], task["value"], 5 + 20 * seconds
                got, _ = server.run(*switched)
                if isinstance(got, str):  # or the server was starting again
                    got, _ = server.run(*switched)
                tried += 1
                # what also differs as it is is no change
                if got != expected and (isinstance(got, str) or server.run(known[name])[0] == expected):
                    changed += 1
                    first = first or "%s: %s" % (name, got if isinstance(got, str) else next(
                        s for s, a, b in zip(known[name], got, expected) if a != b)[:60].replace("\n", " "))
                if changed == ENOUGH or isinstance(got, str):
                    break
            task = {"try": task["try"], "value": task["value"], "tried": tried, "changed": changed, "first": first}
        else:
            started = time.time()
            results, calls = server.run(known[task["input"]])
            if isinstance(results, str):  # the machine was busy, or the server starting again
                results, calls = server.run(known[task["input"]])
            task = {"input": task["input"], "results": results, "calls": calls.hex(), "seconds": time.time() - started}
        print(json.dumps(task), flush=True)


class Workers:
    """Hands tasks out, and their results back in any order."""

    def __init__(self, count):
        self.tasks, self.results, self.threads = queue.Queue(), queue.Queue(), []
        for _ in range(count):
            process = subprocess.Popen([str(HERE.parent / "scripts/withpg"), "-c", "wal_level=minimal", "-c", "max_wal_senders=0",
                                        "-c", "synchronous_commit=off", "-c", "autovacuum=off", "--", sys.executable, __file__, "work"],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.threads.append(threading.Thread(target=self.serve, args=(process,), daemon=True))
            self.threads[-1].start()

    def serve(self, process):
        while True:
            task = self.tasks.get()
            process.stdin.write(json.dumps(task) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
            self.results.put(json.loads(line) if line else None)
            if not line:
                return

    def run(self, tasks, what):
        for task in tasks:
            self.tasks.put(task)
        for n in range(len(tasks)):
            result = self.results.get()
            if result is None:
                sys.exit("a worker ended")
            if n % 50 == 49 or n == len(tasks) - 1:
                print("# %s %d of %d, %d s" % (what, n + 1, len(tasks), time.time() - STARTED), file=sys.stderr, flush=True)
            yield result


# ---- all of it

def read_inputs():
    return json.loads((BUILD / "inputs.json").read_text(encoding="utf-8"))


def read_functions():
    with open(BUILD / "functions.tsv", encoding="utf-8") as lines:
        functions = [Function(int(n), file, name, int(size), kind) for n, file, name, size, kind in (line.rstrip("\n").split("\t") for line in lines)]
    folders = os.environ["ABLATE_FOLDERS"].split()
    return [f for f in functions if not folders or f.file.split("/")[1] in folders]


def run_as_it_is(workers, known):
    """{input: (results, calls, seconds)} of what is the same twice."""
    names = list(known)
    runs = {}
    for result in workers.run([{"input": name} for name in names * 2], "inputs"):
        runs.setdefault(result["input"], []).append(result)
    for name in names:
        first, second = runs[name]
        ends = [r["results"] for r in (first, second) if isinstance(r["results"], str)]
        if ends:
            sys.exit("%s: %s" % (name, ends[0]))
        if first["results"] != second["results"]:
            where = next(s for s, a, b in zip(
                known[name], first["results"], second["results"]) if a != b)[:80]
            sys.exit("%s is not the same twice: %s" % (name, where))
    return {name: (runs[name][0]["results"], bytes.fromhex(runs[name][0]["calls"]), min(r["seconds"] for r in runs[name])) for name in names}


def exempt():
    """Functions that stay, "file name", and why."""
    lines = (HERE / "nothing.txt").read_text(encoding="utf-8").splitlines()
    return {" ".join(line.split()[:2]): " ".join(line.split()[2:]) for line in lines if line and not line.startswith("#")}


def main():
    functions = read_functions()
    known = inputs.all_inputs()
    (BUILD / "inputs.json").write_text(json.dumps(known), encoding="utf-8")
    workers = Workers(os.cpu_count())
    reference = run_as_it_is(workers, known)
    by_time = sorted(reference, key=lambda name: reference[name][2])
    reached = {f.number: [name for name in by_time if reference[name][1][f.number]] for f in functions}
    tasks = [{"try": f.number, "value": value, "inputs": [(n, reference[n][0], reference[n][2]) for n in reached[f.number]]}
             for f in functions if reached[f.number] for value in ([False, True] if f.type == "bool" else [False])]
    tried = collections.defaultdict(list)
    for result in workers.run(tasks, "functions"):
        tried[result["try"]].append(result)

    rows = []
    for f in functions:
        least = min(tried[f.number], key=lambda r: r["changed"], default={"tried": 0, "changed": 0, "first": None})
        effect = "unreached" if not reached[f.number] else "nothing" if least["changed"] == 0 else "changes"
        rows.append((effect, f.file, f.name, f.lines, len(reached[f.number]), least["tried"], least["changed"], least["first"] or ""))
    rows.sort(key=lambda r: (r[0] == "changes", r[1], r[2]))
    with open(BUILD / "ablation.tsv", "w", encoding="utf-8") as out:
        out.write("effect\tfile\tfunction\tlines\tinputs_that_reach_it\ttried\tchanged\tfirst\n")
        out.writelines("\t".join(map(str, row)) + "\n" for row in rows)

    stays = exempt()
    wrong = 0
    idle = {"%s %s" % (r[1], r[2]) for r in rows if r[0] != "changes"}
    for effect, file, name, lines, reach, *_ in rows:
        if effect != "changes":
            reason = stays.get("%s %s" % (file, name))
            wrong += reason is None
            print("%-9s %-34s %-28s %3d lines, %3d inputs%s" % (effect, file, name, lines, reach, ": " + reason if reason else ""))
    chosen = {"%s %s" % (f.file, f.name) for f in functions}
    known = chosen if os.environ["ABLATE_FOLDERS"] else None
    for name in stays:
        if name not in idle and (known is None or name in known):
            wrong += 1
            print("%s: its line in nothing.txt can go" % name)
    idle_lines = sum(r[3] for r in rows if r[0] != "changes")
    print("# %d functions, %d inputs, %d s; %d functions (%d lines) change nothing, %d of them without a reason in nothing.txt" % (
        len(functions), len(reference), time.time() - STARTED, len(idle), idle_lines, len(idle - set(stays))))
    sys.exit(1 if wrong else 0)


STARTED = time.time()
if __name__ == "__main__":
    work() if sys.argv[1:] == ["work"] else main()
