"""sql.py: statements through psql, and text as a literal in them."""
import subprocess, sys


def psql(script, database):
    """What the statements return; the first error ends the program."""
    run = subprocess.run(["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-d", database, "-f", "-"], input=script, text=True, encoding="utf-8",
                         capture_output=True)
    if run.returncode != 0:
        sys.exit(run.stderr)
    return run.stdout


def literal(text):
    return "'" + text.replace("'", "''") + "'"
