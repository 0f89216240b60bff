#!/usr/bin/env python3
"""charts.py DIRECTORY: real chart specs through memo_chart_problems and memo_chart_svg.

Reads charts/*.jsonl below the directory: specs of nvBench and Vega-Lite, options of ECharts, configs of Chart.js. Each is
converted into a ChartConfig; what has no such shape is counted. Then, next to test/realdata/chart_types.jsonl with one
chart of each type:
  valid ones pass, those with a null or a blank label are refused, and so is each kind of mutation, for its own reason;
  ajv and memo_chart_schema() tell the same ones apart (where JSON Schema can);
  the drawing has a mark for each point, and no value that is no number.
ajv needs node and the packages of `make npm` below MEMOCITE_NPM, else that is skipped.
"""
import collections, json, os, pathlib, re, shutil, subprocess, sys

from sql import psql

HERE = pathlib.Path(__file__).parent
DATABASE = "memocite_charts"
TYPES = re.findall(r"^CHART_TYPE\((\w+)", (HERE / "../../src/drawing/charttypelist.def").read_text(), re.M)
TYPES = ", ".join(TYPES[:-1]) + " or " + TYPES[-1]


class Unfit(Exception):
    """A spec that is no ChartConfig; the text says why."""


def number(value):
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            raise Unfit("values are texts") from None
    if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise Unfit("values are %s" % type(value).__name__)
    return value


def config(kind, series, about, question):
    series = [s for s in series if s["data"]]
    if not series:
        raise Unfit("no inline data")
    return {"type": kind, "series": series, "insightCaption": (about or "A chart.").ljust(10, "."), "decisionQuestion": question}


def equal_series(rows):
    """Rows (series, x, y) as series of the same x, 0 where there is none."""
    names, labels, cells = {}, {}, {}
    for name, x, y in rows:
        names[name] = labels[x] = True
        cells[name, x] = y
    return [{"name": str(n), "data": [{"x": x, "y": cells.get((n, x), 0)} for x in labels]} for n in names]


def grouped(rows):
    series = collections.OrderedDict()
    for name, x, y in rows:
        series.setdefault(name, []).append({"x": x, "y": y})
    return [{"name": str(name), "data": data} for name, data in series.items()]


def from_vega(kind, spec, about, question):
    values, encoding = spec.get("data", {}).get("values"), spec.get("encoding", {})
    if not isinstance(values, list) or not values or "transform" in spec:
        raise Unfit("no inline data")
    x, y = encoding.get("x"), encoding.get("y")
    if kind == "pie":
        x, y = encoding.get("color"), encoding.get("theta")
    if not all(isinstance(e, dict) and "field" in e and not {"aggregate", "bin", "timeUnit"} & e.keys() for e in (x, y)):
        raise Unfit("computed or missing axes")
    if x.get("type") == "quantitative" and y.get("type") in ("nominal", "ordinal") and kind == "bar":
        x, y, kind = y, x, "horizontal_bar"
    color = (encoding.get("color") or {}).get("field") if kind != "pie" else None
    if any(not isinstance(v, dict) or x["field"] not in v or y["field"] not in v for v in values):
        raise Unfit("points without the fields of the axes")
    rows = [(str(v.get(color, "")), number(v[x["field"]]) if kind == "scatter" else v[x["field"]], number(v[y["field"]]))
            for v in values]
    return config(kind, equal_series(rows) if kind.startswith("stacked") else grouped(rows), about, question)


def read_nvbench(row):
    kinds = {"Bar": "bar", "Pie": "pie", "Stacked Bar": "stacked_bar", "Line": "line", "Grouping Line": "line"}
    return from_vega(kinds.get(row["chart"], "scatter"), row["spec"], row["vis_query"], row["nl_queries"][0])


def read_vegalite(row):
    mark = row["spec"].get("mark")
    mark = mark.get("type") if isinstance(mark, dict) else mark
    kinds = {"bar": "bar", "arc": "pie", "line": "line", "area": "area", "point": "scatter", "circle": "scatter"}
    if mark not in kinds:
        raise Unfit("mark %s" % mark)
    return from_vega(kinds[mark], row["spec"], row["description"], "What does %s show?" % row["id"])


def read_echarts(row):
    option = row["option"]
    series = option.get("series") or []
    series = series if isinstance(series, list) else [series]
    kinds = {s.get("type") for s in series}
    if len(series) > 1 and kinds == {"pie"} or not kinds <= {"bar", "line", "pie"}:
        raise Unfit("series of types %s" % ", ".join(sorted(map(str, kinds))))
    about = "Option %s of the ECharts handbook." % row["id"]
    axis = option.get("xAxis") or {}
    labels = axis.get("data") if isinstance(axis, dict) else None
    result = []
    for s in series:
        points = s.get("data")
        if not isinstance(points, list):
            raise Unfit("no inline data")
        if s["type"] != "pie" and (not labels or len(labels) < len(points)):
            raise Unfit("no labels for the points")
        values = [p.get("value") if isinstance(p, dict) else p for p in points]
        names = [p.get("name") for p in points] if s["type"] == "pie" else labels
        result.append({"name": s.get("name"), "data": [{"x": x, "y": number(y)} for x, y in zip(names, values)]})
        if len(kinds) > 1:
            result[-1]["kind"] = s["type"]
    kind = "combo" if len(kinds) > 1 else next(iter(kinds), "bar")
    return config(kind, result, about, "What does %s show?" % row["id"])


def read_chartjs(row):
    spec = row["config"]
    kinds = {"bar": "bar", "line": "line", "pie": "pie", "doughnut": "donut", "polarArea": "pie", "scatter": "scatter", "bubble": "bubble"}
    kind, data = kinds.get(spec.get("type")), spec.get("data") or {}
    if kind is None:
        raise Unfit("type %s" % spec.get("type"))
    labels, series = data.get("labels") or [], []
    for dataset in data.get("datasets") or []:
        points = dataset.get("data") or []
        if isinstance(points, dict):
            points = [{"x": x, "y": y} for x, y in points.items()]
        if any(isinstance(p, list) for p in points):
            raise Unfit("floating bars")
        if not all(isinstance(p, dict) for p in points) and len(labels) < len(points):
            raise Unfit("no labels for the points")
        points = [p if isinstance(p, dict) else {"x": labels[n], "y": p} for n, p in enumerate(points)]
        if any(not isinstance(p.get("x"), (str, int, float)) or p["x"] == "" for p in points):
            raise Unfit("points without a label")
        series.append({"data": [dict({"x": p["x"], "y": number(p.get("y"))}, **({"size": p.get("r", 3)} if kind == "bubble" else {}))
                                for p in points]})
    if kind in ("pie", "donut") and len(series) > 1:
        raise Unfit("rings in rings")
    return config(kind, series, "Fixture %s of Chart.js." % row["id"], "What does %s show?" % row["id"])


READERS = {"nvbench": read_nvbench, "vegalite": read_vegalite, "echarts": read_echarts, "chartjs": read_chartjs}


def read(directory):
    """(name, config, what refuses it), and how many specs have no such shape, by reason."""
    charts, unfit = [], collections.Counter()
    for line in open(HERE / "chart_types.jsonl", encoding="utf-8"):
        chart = json.loads(line)
        charts.append(("type " + chart["type"], chart, None))
    for path in sorted(pathlib.Path(directory).rglob("charts/*.jsonl")):
        reader = READERS.get(path.stem.split("_")[0])
        for line in open(path, encoding="utf-8") if reader else ():
            row = json.loads(line)
            try:
                chart = reader(row)
            except Unfit as reason:
                unfit[str(reason)] += 1
                continue
            points = [p for s in chart["series"] for p in s["data"]]
            problem = None
            if any(value is None for p in points for value in p.values()):
                problem = ("schema", "is null")
            elif any(p["x"] == "" for p in points):
                problem = ("schema", "is blank")
            elif chart["type"] == "pie" and any(p["y"] < 0 for p in points):
                problem = ("schema", "is negative")
            elif chart["type"] not in ("line", "area", "scatter", "bubble", "gantt") and any(
                    len({(p["x"], p.get("y") if chart["type"] == "heatmap" else None) for p in s["data"]}) < len(s["data"])
                    for s in chart["series"]):
                problem = ("schema", "repeats point")      # a grid of charts, seen as one
            charts.append(("%s %s" % (path.stem, row["id"]), chart, problem))
    return charts, unfit


def mutations(chart):
    """(name, mutated config, gate, path, problem), each with one fault."""
    def changed(**members):
        return dict(chart, **members)

    def point(**members):
        first = chart["series"][0]
        return changed(series=[dict(first, data=[dict(first["data"][0], **members)] + first["data"][1:])] + chart["series"][1:])

    deep = None
    for _ in range(31):
        deep = [deep]
    value = {"heatmap": "value", "gantt": "end", "tornado": "low"}.get(chart["type"], "y")
    path = "/series/0/data/0/" + value
    if value in chart["series"][0]["data"][0]:
        if chart["type"] != "tornado":
            yield "null", point(**{value: None}), "schema", path, "is null"
        yield "NaN", point(**{value: "NaN"}), "schema", path, 'is "NaN", no finite number'
    yield "missing type", {k: v for k, v in chart.items() if k != "type"}, "schema", "/type", "is missing"
    yield "unknown type", changed(type=chart["type"] + "s"), "schema", "/type", 'is "%ss", but must be %s' % (chart["type"], TYPES)
    yield "empty series", changed(series=[]), "schema", "/series", "is empty"
    yield "no points", changed(series=[{"data": []}]), "schema", "/series/0/data", "has no points"
    if chart["type"] in ("scatter", "bubble"):
        yield "text x", point(x="first"), "schema", "/series/0/data/0/x", 'is "first", no number'
    yield "short caption", changed(insightCaption=" short   "), "usefulness", "/insightCaption", "has 5 characters, needs 10"
    yield "short question", changed(decisionQuestion="Why?"), "usefulness", "/decisionQuestion", "has 4 characters, needs 5"
    yield "deep", changed(extra=[deep]), "schema", "", "is more than 32 levels deep"


def cases(charts):
    for name, chart, problem in charts:
        yield name, chart, "" if problem is None else problem[0], None, "" if problem is None else problem[1]
        if problem is None:
            for kind, mutated, gate, path, text in mutations(chart):
                yield "%s, %s" % (name, kind), mutated, gate, path, text
    # one is enough: what it costs is its size
    yield "large", dict(charts[0][1], extra="x" * 2000000), "schema", "", "has "


def load(all_cases):
    psql("DROP DATABASE IF EXISTS %s; CREATE DATABASE %s" % (DATABASE, DATABASE), "postgres")
    rows = []
    for n, (name, chart, gate, path, problem) in enumerate(all_cases):
        row = json.dumps([name, chart, gate, path, problem]).replace("\\", "\\\\")
        rows.append("%d\t%s\n" % (n, row))
    psql("SET client_min_messages = warning; CREATE EXTENSION memocite; CREATE TABLE cases (n int, c jsonb);\n"
         "COPY cases FROM STDIN;\n" + "".join(rows) + "\\.\n", DATABASE)


WRONG = """
SELECT c ->> 0, coalesce(string_agg(p.path || ' ' || p.problem, '; ' ORDER BY p.path), 'is valid'), c ->> 4
FROM cases LEFT JOIN LATERAL memo_chart_problems(c -> 1) p ON true GROUP BY n, c
HAVING NOT CASE WHEN c ->> 2 = '' THEN count(p.gate) = 0
    ELSE bool_or(p.gate = c ->> 2 AND p.path = coalesce(c ->> 3, p.path) AND p.problem LIKE (c ->> 4) || '%') IS TRUE END ORDER BY n
"""
DRAWN = """
SELECT c ->> 0, marks || ' marks for ' || points || ' points'
FROM cases, LATERAL (SELECT memo_chart_svg(c -> 1) AS svg) AS d,
    LATERAL (SELECT count(*) FROM regexp_matches(svg, '<title>', 'g')) AS m(marks),
    LATERAL (SELECT count(*) FROM jsonb_path_query(c, '$[1].series[*].data[*]')) AS p(points)
WHERE c ->> 2 = '' AND (svg IS NULL OR svg ~ '[" ](nan|inf|-nan|-inf)[" ]' OR marks <> points) ORDER BY n
"""


class Report:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, wrong, count):
        self.passed, self.failed = self.passed + (not wrong), self.failed + bool(wrong)
        print("%sok - %s (%d)" % ("not " if wrong else "", name, count))
        for line in wrong[:20]:
            print("# " + line)


def node(script, lines, package):
    directory = os.environ.get("MEMOCITE_NPM", "")
    if not shutil.which("node") or not directory or not (pathlib.Path(directory) / "node_modules" / package).is_dir():
        return None
    run = subprocess.run(["node", "--input-type=module", "-e", (HERE / script).read_text()], input=lines, text=True,
                         encoding="utf-8", capture_output=True, cwd=directory)
    if run.returncode != 0:
        sys.exit(run.stderr)
    return [json.loads(line) for line in run.stdout.splitlines()]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: charts.py DIRECTORY")
    charts, unfit = read(sys.argv[1])
    all_cases = list(cases(charts))
    load(all_cases)
    print("# %d charts; %d specs have no shape of ours: %s" % (
        len(charts), sum(unfit.values()), "; ".join("%s %d" % item for item in unfit.most_common())))
    report = Report()
    report.check("charts are valid, and mutations refused for their reason", psql(WRONG, DATABASE).splitlines(), len(all_cases))

    # depth, size and what repeats are beyond JSON Schema
    told = [c for c in all_cases if not c[4].startswith(("is more than 32", "has ", "repeats ")) or c[2] == "usefulness" or c[4] == "has no points"]
    lines = psql("SELECT memo_chart_schema()", DATABASE) + "".join(json.dumps({"name": c[0], "config": c[1]}) + "\n" for c in told)
    verdicts = node("schema.mjs", lines, "ajv")
    if verdicts is None:
        print("ok - memo_chart_schema() # SKIP there is no ajv (make npm)")
    else:
        report.check("ajv tells the same apart by memo_chart_schema()",
                     ["%s is %svalid" % (v["name"], "" if v["valid"] else "not ") for v, c in zip(verdicts, told)
                      if v["valid"] != (c[2] == "")], len(told))
    report.check("a drawing has a mark for each point", psql(DRAWN, DATABASE).splitlines(), sum(c[2] == "" for c in all_cases))
    print("%d passed, %d failed" % (report.passed, report.failed))
    sys.exit(1 if report.failed else 0)


if __name__ == "__main__":
    main()
