"""A script-per-variant worker as script-based quiz servers have it, our own rebuild: five phases per variant over a pipe.

Each variant goes through generate, prepare, render, parse and grade. The worker stays warm between calls, and its
libraries stay imported; the question's and the elements' scripts are read, compiled and run in every phase, the page
is parsed anew, and the data is copied and checked round every call, as such servers do to keep scripts apart.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PHASES = ("generate", "prepare", "render", "parse", "grade")


class ScriptWorker:
    """One warm worker process; close it when done."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.script_worker.worker"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=HERE.parents[1],
        )  # fmt: skip

    def variant(self, seed: int) -> dict[str, Any]:
        """One variant through all five phases; the data at the end with the page under "html"."""
        data: dict[str, Any] = {
            "params": {}, "correct_answers": {}, "submitted_answers": {}, "raw_submitted_answers": {},
            "format_errors": {}, "partial_scores": {}, "score": 0, "feedback": {}, "variant_seed": seed,
            "options": {}, "panel": "question",
        }  # fmt: skip
        page = ""
        for phase in PHASES:
            if phase == "parse":
                data["submitted_answers"] = {"row": data["correct_answers"]["row"]["letter"]}
            answer = self._ask(phase, data)
            data, page = answer["data"], answer["html"] or page
        return {**data, "html": page}

    def _ask(self, phase: str, data: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        call = {"folder": str(HERE / "question"), "phase": phase, "data": data}
        self._process.stdin.write(json.dumps(call) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())  # type: ignore[no-any-return]

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)
