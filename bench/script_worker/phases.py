"""Runs one phase of a question: its script and the scripts of its elements are read, compiled and run anew per phase."""

import json
import random
from pathlib import Path

import lxml.html

from bench.script_worker import support

HERE = Path(__file__).parent
ELEMENTS = {
    "bench-panel": "panel",
    "bench-numbers": "numbers",
    "bench-matrix": "matrix",
    "bench-multiple-choice": "multiple_choice",
}


def load(path):
    """The names that a script defines."""
    names = {"__name__": path.stem, "__file__": str(path)}
    exec(compile(path.read_text(), str(path), "exec"), names)
    return names


class PhaseRun:
    """One phase with its data; a script that several elements share is loaded once within it."""

    def __init__(self, phase, data):
        self.phase, self.data, self.scripts = phase, data, {}

    def script(self, tag):
        if tag not in self.scripts:
            self.scripts[tag] = load(HERE / "elements" / ELEMENTS[tag] / "script.py")
        return self.scripts[tag]


def call_element(element, run):
    phase, data = run.phase, run.data
    act = run.script(element.tag).get(phase)
    if act is None:
        return None
    before = support.snapshot(data)
    outcome = act(element, data)
    support.check_data(before, data, phase)
    return outcome


def each_element(parent, run):
    """Calls every element; in `render` puts what it returns, elements within it rendered too, in its place."""
    for child in list(parent):
        if child.tag in ELEMENTS:
            outcome = call_element(child, run)
            if run.phase == "render":
                made = lxml.html.fragment_fromstring(outcome or "", create_parent="div")
                each_element(made, run)
                made.tail = child.tail
                parent.replace(child, made)
                continue
        each_element(child, run)


def run_phase(folder, phase, data):
    """One phase over the whole question; gives the data, and for `render` the HTML."""
    random.seed(data["variant_seed"])
    if phase in {"generate", "grade"}:
        act = load(folder / "server.py").get(phase)
        if act is not None and phase == "generate":
            before = support.snapshot(data)
            act(data)
            support.check_data(before, data, phase)
    tree = lxml.html.fragment_fromstring((folder / "question.html").read_text(), create_parent="div")
    each_element(tree, PhaseRun(phase, data))
    if phase == "grade":
        scores = data["partial_scores"].values()
        whole = sum(entry["weight"] for entry in scores) or 1
        data["score"] = sum(entry["score"] * entry["weight"] for entry in scores) / whole
        load(folder / "server.py")["grade"](data)
    json.dumps(data, allow_nan=False)
    return lxml.html.tostring(tree, encoding="unicode") if phase == "render" else None
