"""`python -m bench [part …]`: measures this machine and prints medians, ratios and aims; the parts are plan, bake, search, demand, serve, exam, start, lab, authoring, items, memory."""

import argparse
import os
import platform
import tempfile
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path

from bench import authoring, baking, engine_memory, filtering, lab, many_items, on_demand, serving, starting
from bench.exam import measure as exam
from bench.measure import Figure, Gain, Ratio, Table
from bench.planning import compare

Found = Sequence[Figure | Ratio | Gain | Table]
PARTS: dict[str, tuple[str, Callable[[Path, int], Found]]] = {
    "start": ("Start on a loaded database", lambda folder, runs: starting.measure(folder, runs=runs)),
    "serve": (
        "Pages and answers, one process on SQLite",
        lambda folder, runs: serving.measure(folder, runs=runs),
    ),
    "exam": ("Sittings under load", lambda folder, runs: exam.measure(folder, runs=runs)),
    "plan": (
        "A plan against fixed retention, with learners who forget",
        lambda _folder, runs: compare.measure(runs=runs),
    ),
    "bake": (
        "A whole variant of the output row",
        lambda folder, runs: baking.measure(folder, runs=runs),
    ),
    "search": ("The search for good draws", lambda _folder, runs: filtering.measure(runs=runs)),
    "demand": ("One item on demand", lambda folder, runs: on_demand.measure(folder, runs=runs)),
    "lab": (
        "A change of one number in the lab, end to end",
        lambda folder, runs: lab.measure(folder, runs=runs),
    ),
    "authoring": ("What instructors wait for", lambda folder, runs: authoring.measure(folder, runs=runs)),
    "items": (
        "A bank of five thousand questions",
        lambda folder, runs: many_items.measure(folder, runs=runs),
    ),
    "memory": ("Memory of the engine", lambda folder, _runs: engine_memory.measure(folder)),
}


def no_such_part(name: str) -> str:
    """That there is no such part, and which one may be meant: a name near it, or the name of what it measures."""
    by_module = {"on_demand": "demand", "baking": "bake", "filtering": "search", "serving": "serve"}
    meant = by_module.get(name) or next(iter(get_close_matches(name, PARTS, 1, 0.5)), "")
    return f"There is no part {name}{f'; {meant} may be meant' if meant else ''}."


def main(words: Sequence[str] | None = None) -> int:
    """Measures the named parts, or all; exit status 0 when every ratio meets its aim."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument(
        "--runs", type=int, default=5, help="counted runs of each side; for the plan hundreds of learners (5)"
    )
    given = parser.parse_args(words)
    if given.runs < 1:
        parser.error(f"--runs must be 1 or more, not {given.runs}")
    unknown = sorted(set(given.parts) - set(PARTS))
    if unknown:
        parser.error(f"{' '.join(map(no_such_part, unknown))} There are {', '.join(PARTS)}.")
    print(
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )
    print("Medians, with the least and the most in brackets; both sides of a ratio alternate in one run.")
    met = True
    for part in given.parts or PARTS:
        title, measure = PARTS[part]
        print(f"\n{title}", flush=True)
        with tempfile.TemporaryDirectory(prefix="keyed-bench-") as folder:
            for line in measure(Path(folder), given.runs):
                print(line.line(), flush=True)
                met = met and (isinstance(line, Figure | Table) or line.met)
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
