#!/usr/bin/env python3
"""Recounts what Plybench counted, without its counters.

usage: recount.py PLYBENCH DIR...

Each DIR has an experiment.toml, its finished run in run/, the exports of the run in rows.csv and rows.json, and its report in
report/. `plybench trace` records the steps of the same searches (the format: crates/checker/README.md). Every column of the
exports, every number of techniques.csv and the values of three charts are worked out from these steps and compared. A column that
this program cannot work out is an error. So is a column that has one value in all rows of all runs: it would test nothing.

usage: recount.py --engine

Speaks UCI, for runs with an engine. The answer to `go depth N` depends on N alone.
"""

import csv
import json
import math
import re
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict

MATE = 30_000
ENDS = ("mdp_cut", "rule_draw", "table_cut", "technique_cut", "horizon", "mated", "stalemate", "expanded")
ACTS = {
    "Skipped": "skipped", "Reduced": "reduced", "SearchedAgain": "searched_again", "Extended": "extended",
    "Asked": "searches", "Left": "cuts",
}
BY_PLY = ("beta_cutoffs", "mdp_cuts_lower", "mdp_cuts_upper", "table_cuts", "technique_cuts")
BOUNDS = {"alpha": "lower", "beta": "upper"}
GROUPS_OF_SETTINGS = ("draws", "ordering", "table", "techniques")
PANELS = {
    "by a move that failed high": "beta_cutoffs",
    "by the lower bound of mate distance": "mdp_cuts_lower",
    "by the upper bound of mate distance": "mdp_cuts_upper",
    "by the transposition table": "table_cuts",
    "by another technique": "technique_cuts",
}
# The engine's answers at depth 1, 2, …: score, nodes, line.
ANSWERS = [("cp 31 lowerbound", 20, "e2e4"), ("cp -7 upperbound", 75, "d2d4 d7d5"), ("mate -2", 310, "a2a3"), ("cp 12", 400, "a2a4")]


class Node:
    """A node that is open: its window, its best value and line so far, and the move that is being searched."""

    def __init__(self, window, ply):
        self.alpha, self.beta = window
        self.keeps_line = ply == 0 or self.beta > self.alpha + 1
        self.best, self.line, self.move, self.result = -MATE - 2, [], None, None


class Recount:
    """The counts of a search, from its steps."""

    def __init__(self, settings):
        self.settings = settings
        self.counts = defaultdict(int, {f"ends_{end}": 0 for end in ENDS})
        for technique, value in settings["techniques"].items():
            self.counts |= {column(technique, act): None if value in (False, "off") else 0 for act in ACTS.values()}
        self.lists = {f"{name}_by_ply": Counter() for name in BY_PLY} | {"beta_cutoffs_by_move": Counter()}
        self.nodes = self.nodes_to_pv = 0
        self.open = []

    def take(self, step):
        kind, node = step["step"], self.open[-1] if self.open else None
        if node and node.move and kind not in ("Entered", "SearchedAgain"):
            self.finish_move(node)
        if step.get("by") and kind in ACTS:
            self.counts[column(step["by"], ACTS[kind])] += 1
        if kind == "DepthChanged":
            act = "reduced" if step["depth"] < step["from"] else "extended"
            self.counts[column(step["by"], act)] += 1
        match kind:
            case "Iteration":
                self.depth, self.nodes_to_pv, self.line, self.values = step["depth"], self.nodes, [], {}
            case "Entered":
                self.nodes += 1
                self.open.append(Node((step["alpha"], step["beta"]), step["ply"]))
            case "KingCaptured":
                self.nodes += 1
                self.counts["ends_king_captured"] += 1
            case "Narrowed":
                node.alpha = step["alpha"]
                self.counts[f"mdp_narrowed_{BOUNDS[step['side']]}"] += 1
            case "Closed":
                self.lists[f"mdp_cuts_{BOUNDS[step['side']]}_by_ply"][step["ply"]] += 1
            case "TableHit":
                self.counts["table_hits"] += 1
            case "Stored":
                self.counts["table_overwrites"] += step["overwrote"]
            case "Refuted":
                self.lists["beta_cutoffs_by_ply"][step["ply"]] += 1
                self.lists["beta_cutoffs_by_move"][min(step["number"], 31)] += 1
            case "Searched" | "SearchedAgain":
                node.move, node.result = step["move"], None
            case "Left":
                self.leave(self.open.pop(), step)

    def leave(self, node, step):
        end, value = step["end"], step["value"]
        self.counts[f"ends_{end}"] += 1
        if f"{end}s_by_ply" in self.lists:
            self.lists[f"{end}s_by_ply"][step["ply"]] += 1
        if not self.open:
            self.value, self.line = value, node.line or self.line
        elif self.open[-1].move:
            # If another value is returned, quiescence stands pat.
            self.open[-1].result = (-value, node.line if node.best == value else [], self.nodes)

    def finish_move(self, node):
        """The move is not searched again: its value counts."""
        move, node.move = node.move, None
        if node.result is None:
            # The node limit ended the search first.
            return
        value, line, nodes = node.result
        keeps_window = len(self.open) == 1 and self.settings["driver"] == "every-move"
        if keeps_window:
            self.values[move] = value
        if value > max(node.best, node.alpha):
            if node.keeps_line:
                node.line = [move, *line]
            if len(self.open) == 1:
                self.nodes_to_pv = nodes
            if self.settings["scout"] != "minimax" and not keeps_window:
                node.alpha = value
        node.best = max(node.best, value)

    def row(self):
        """The columns of a completed iteration."""
        lists = {name: [counts[at] for at in range(max(counts, default=-1) + 1)] for name, counts in self.lists.items()}
        row = {"depth": self.depth, "nodes": self.nodes, "nodes_to_pv": self.nodes_to_pv, "pv": " ".join(self.line)}
        row |= dict(self.counts) | lists | {name: sum(lists[f"{name}_by_ply"]) for name in BY_PLY[:3]}
        for name in ("mdp_narrowed_lower", "mdp_narrowed_upper", "table_hits", "table_overwrites"):
            row.setdefault(name, 0)
        row.setdefault("ends_king_captured", None)
        row["values"] = self.values
        row["beta_cutoffs_first_move"] = self.lists["beta_cutoffs_by_move"][0]
        plies = MATE - abs(self.value)
        if plies > 1_000:
            return row | score(cp=self.value)
        return row | score(mate=(plies + 1) // 2 if self.value > 0 else -(plies // 2))


def column(*names):
    return "_".join(names).replace("-", "_")


def score(cp=None, mate=None, bound="exact"):
    plies = None if mate is None else 2 * mate - (mate > 0)
    kind = "cp" if mate is None else "mate"
    return {"score_kind": kind, "score_cp": cp, "score_mate": mate, "score_plies": plies, "score_bound": bound}


def regret(values, move):
    """The columns of what a move loses against the best one."""
    best, chosen = max(values.values()), values[move]
    is_mate, is_mated = ([sign * value > MATE - 1_000 for value in (best, chosen)] for sign in (1, -1))
    if best == chosen or not any(is_mate + is_mated):
        return {"regret_cp": best - chosen, "regret_mate": None}
    if is_mate[0]:
        return {"regret_cp": None, "regret_mate": "delayed" if is_mate[1] else "missed"}
    return {"regret_cp": None, "regret_mate": "hastened" if is_mated[0] else "allowed"}


def in_toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {in_toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value)


def setting_columns(settings, group=""):
    """The columns that settings would have, without the parameters of techniques."""
    for name, value in settings.items():
        if name in GROUPS_OF_SETTINGS:
            yield from setting_columns(value, name)
        elif isinstance(value, dict):
            value = "true" if group == "techniques" else ",".join(f"{key}:{one}" for key, one in value.items())
            yield column("set", name), value
        else:
            yield column("set", name), value if isinstance(value, str) else json.dumps(value)


def traced(plybench, home, fen, variant, experiment):
    """The rows of a search."""
    command = [plybench, "trace", fen, "--variant", variant["base"], "--depth", str(experiment["depth"]), "--json"]
    command += ["--out", f"{home}/steps.trace"]
    command += ["--nodes", str(experiment["nodes"])] if "nodes" in experiment else []
    for name, value in variant.get("set", {}).items():
        command += ["--set", f"{name}={in_toml(value)}"]
    output = subprocess.run(command, capture_output=True, check=True).stdout
    header, *steps, _ = map(json.loads, output.splitlines())
    settings = header["header"]["settings"]
    recount, rows = Recount(settings), []
    for step in steps:
        if step["step"] == "Iteration" and recount.nodes:
            rows.append(recount.row())
        recount.take(step)
    is_stopped = steps[-1]["end"] == "stopped"
    rows += [] if is_stopped else [recount.row()]
    ended = "nodes" if is_stopped else "depth"
    # A mate in n plies is proved at depth n: a shorter one would have been seen.
    proved = [at for at, row in enumerate(rows) if row["score_plies"] is not None and abs(row["score_plies"]) <= row["depth"]]
    if experiment.get("stop-at-mate") and proved:
        rows, ended = rows[:proved[0] + 1], "mate"
    # A table may add moves to the line, and the steps do not say whether quiescence prefers standing pat to an equal move.
    line = {"ends_anywhere": settings["table"]["size"] != "off" or settings["quiescence"]}
    return [row | dict(setting_columns(settings)) | {"ended": ended} | line for row in rows]


def answered(experiment):
    """The rows of the engine."""
    for depth, (answer, nodes, pv) in enumerate(ANSWERS[:experiment["depth"]], start=1):
        kind, value, *bound = answer.split()
        found = score(**{kind: int(value)}, bound=bound[0].removesuffix("bound") if bound else "exact")
        yield found | {"depth": depth, "ended": "depth", "nodes": nodes, "pv": pv}


def read(path, parse):
    with open(path, encoding="utf-8", newline="") as file:
        return parse(file)


def json_lines(file):
    return [json.loads(line) for line in file]


def recounted(plybench, home, positions):
    """The rows of each job, by variant and position."""
    experiment = tomllib.loads(read(f"{home}/experiment.toml", lambda file: file.read()))
    times = {job["job"]: job["seconds"] for job in read(f"{home}/run/timings.jsonl", json_lines)}
    records = read(f"{home}/run/records.jsonl", json_lines)[1:]
    jobs = {(job["variant"], job["position"]): job["job"] for job in records if job["variant"] != "judge"}
    stored = read(f"{home}/run/positions.jsonl", json_lines)
    solutions = {one["position"]: [one.get(key, []) for key in ("best_moves", "avoided_moves")] for one in stored}
    solutions = {position: moves if any(moves) else None for position, moves in solutions.items()}
    given = {one["id"]: one["fen"] for one in experiment.get("positions", [])}
    results = {}
    for position, (category, fen) in positions.items():
        assert given.get(position, fen) == fen and (position in given) == (category == "positions"), position
        for variant in experiment["variants"]:
            results[variant["name"], position] = traced(plybench, home, fen, variant, experiment)
        for engine in experiment.get("engine", []):
            results[engine["name"], position] = [*answered(experiment)]
        judge, judged = experiment.get("judge"), []
        if judge:
            every_move = {"base": judge["base"], "set": judge.get("set", {}) | {"driver": "every-move"}}
            judged = traced(plybench, home, fen, every_move, {"depth": experiment["depth"], "nodes": judge["nodes"]})
        solution = solutions[position]
        # The distance to mate of a data set that has any is the one that the baseline finds.
        dtm = None if position in given or solution else results[experiment["baseline"], position][-1]["score_mate"]
        for key in [key for key in results if key[1] == position]:
            for row, seconds in zip(results[key], times[jobs[key]]):
                row |= {"job": jobs[key], "variant": key[0], "position": position, "category": category, "fen": fen, "dtm": dtm}
                move = row["pv"].split(" ")[0] or None
                row |= {"best_move": move, "seconds": math.floor(seconds * 1e6 + 0.5) / 1e6, "regret_cp": None, "regret_mate": None, "solved": None}
                row.pop("values", None)
                if move and row["depth"] <= len(judged):
                    row |= regret(judged[row["depth"] - 1]["values"], move)
                if solution:
                    best, avoided = solution
                    row["solved"] = str((not best or move in best) and move not in avoided).lower()
    assert len({*jobs.values()}) == len(jobs) == len(results)
    return results


def compare_export(results, in_json, in_csv, seen):
    """Compares each cell. `seen` gathers the values of each column."""
    places = {key: iter(rows) for key, rows in results.items()}
    known = {name for rows in results.values() for row in rows for name in row}
    for cells, texts in zip(in_json, in_csv, strict=True):
        row = next(places[cells["variant"], cells["position"]])
        assert list(cells) == list(texts)
        for name, cell in cells.items():
            place = f"{name} of {cells['variant']} on {cells['position']} at depth {cells['depth']}"
            assert name in known, f"{name}: no recount of this column"
            wanted = row.get(name)
            if name == "pv" and row.get("ends_anywhere") and all(one == other for one, other in zip(cell.split(), wanted.split())):
                wanted = cell
            assert cell == wanted, f"{place}: {cell} was exported, and {wanted} recounted"
            text = texts[name]
            if isinstance(cell, str):
                # A name that begins like a formula has an apostrophe in CSV.
                assert text.removeprefix("'") == cell, f"{place}: {text} in CSV"
            else:
                assert (json.loads(text) if text else None) == cell, f"{place}: {text} in CSV"
            seen[name].add(text)
        missing = [name for name in row if name not in cells and not name.startswith("set_") and name != "ends_anywhere" and row[name]]
        assert not missing, f"not exported: {missing}"
    assert all(next(rest, None) is None for rest in places.values()), "rows are missing"


def numbers(row):
    """The numbers of a row and those of its lists, by name and by name and index."""
    lists = {(name, at): count for name, cell in row.items() if isinstance(cell, list) for at, count in enumerate(cell)}
    return {name: cell for name, cell in row.items() if isinstance(cell, int)} | lists


def compare_report(results, directory):
    """Compares sums at the deepest depth that all variants completed at a position."""
    of_charts, of_techniques, by_depth = defaultdict(Counter), defaultdict(Counter), defaultdict(Counter)
    for position in dict.fromkeys(position for _, position in results):
        here = {variant: rows for (variant, one), rows in results.items() if one == position}
        common = min(map(len, here.values()))
        ends = {(rows[-1]["ended"], rows[-1]["score_mate"]) for rows in here.values() if rows}
        for variant, rows in here.items() if common else ():
            for row in rows[:common]:
                by_depth[variant, row["depth"]].update(numbers(row))
            # Variants that stopped with the same mate did the same work.
            is_same_mate = len(ends) == 1 and rows[-1]["ended"] == "mate"
            of_techniques[variant].update(numbers(rows[-1 if is_same_mate else common - 1]))
            of_charts[variant].update(numbers(rows[common - 1]))
    for row in read(f"{directory}/techniques.csv", lambda file: [*csv.DictReader(file)]):
        total, technique = of_techniques[row.pop("variant")], row.pop("technique")
        assert int(row.pop("nodes")) == total["nodes"], f"techniques.csv: nodes, not {total['nodes']}"
        for act, count in row.items():
            assert int(count or 0) == total[column(technique, act)], f"techniques.csv: {technique} {act} {count}"
    page, charts = read(f"{directory}/index.html", lambda file: file.read()), {}
    for name, values in re.findall('<figure class="chart" id="chart-([^"]*)".*?class="rows">(.*?)</script>', page, re.DOTALL):
        values = json.loads(values)
        charts[name] = [[values["texts"][at] for at in row] for row in values["rows"]]
    drawn = {(variant, PANELS[panel], int(ply)): int(count) for panel, variant, ply, count in charts.get("cuts-by-ply", [])}
    wanted = {(variant, name, key[1]): count for name in BY_PLY for variant, total in of_charts.items()
              for key, count in total.items() if key[0] == f"{name}_by_ply" and count}
    assert drawn == wanted, f"cuts-by-ply: {drawn.items() ^ wanted.items()}"
    shares = charts.get("beta-cutoffs-by-move", [])
    for series, number, share in shares:
        variant, first = re.fullmatch("(.*), first move (.*) %", series).groups()
        total = of_charts[variant]
        for shown, at, precision in ((share, int(number) - 1, 1e-3), (first, 0, 0.005)):
            recounted = 100 * total["beta_cutoffs_by_move", at] / total["beta_cutoffs"]
            assert abs(float(shown) - recounted) <= precision, f"beta-cutoffs-by-move: {series} {number} {shown} {recounted}"
    assert bool(shares) == any(total["beta_cutoffs"] for total in of_charts.values())
    for *panel, variant, depth, share in charts.get("techniques-by-depth", []):
        total = by_depth[variant, int(depth)]
        if panel:
            recounted = 1_000 * total[column(*re.split("[: ]+", panel[0]))] / total["nodes"]
            assert abs(float(share) - recounted) <= 1e-3, f"techniques-by-depth: {panel} {variant} {depth} {share} {recounted}"


def speak_uci():
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                print("id name recount\nuciok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["go", "depth", depth, *_]:
                answer, nodes, pv = ANSWERS[int(depth) - 1]
                print(f"info depth {depth} score {answer} nodes {nodes} pv {pv}\nbestmove {pv.split()[0]}", flush=True)
            case ["quit"]:
                return


def main(plybench, *homes):
    seen = defaultdict(set)
    for home in homes:
        in_json = read(f"{home}/rows.json", json.load)
        in_csv = read(f"{home}/rows.csv", lambda file: [*csv.DictReader(file, strict=True)])
        positions = {row["position"]: (row["category"], row["fen"]) for row in in_json}
        results = recounted(plybench, home, positions)
        compare_export(results, in_json, in_csv, seen)
        compare_report(results, f"{home}/report")
    same = sorted(name for name, values in seen.items() if len(values) < 2)
    assert not same, f"the same in all rows, so nothing is tested: {same}"
    print(f"recounted {len(seen)} columns of {len(homes)} runs")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["-h" | "--help"]:
            print(__doc__.strip())
        case ["--engine"]:
            speak_uci()
        case [plybench, *homes] if homes and not plybench.startswith("-"):
            main(plybench, *homes)
        case _:
            print(__doc__.strip(), file=sys.stderr)
            sys.exit(2)
