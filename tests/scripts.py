"""Runs our front-end modules under Node, which comes with the packages."""

import json
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "static" / "src"
NODE = Path(sys.executable).parent / "node"


def run_module(module: str, use: str, given: object = None) -> object:
    """What `use` comes to, or promises: an expression over the names that a module of static/src exports and over `given`."""
    script = (
        f"import * as names from {json.dumps((SOURCE / module).as_uri())};"
        "let text = ''; for await (const piece of process.stdin) text += piece;"
        f"const given = JSON.parse(text); const answer = await ((names, given) => ({use}))(names, given);"
        "process.stdout.write(JSON.stringify(answer));"
    )
    done = subprocess.run(
        [NODE, "--input-type=module", "--eval", script],
        input=json.dumps(given), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
