"""Several processes make of many things what one makes of them, in the same order."""

import os
import subprocess
import sys

from app.kit.side_by_side import FEWEST, in_turn, side_by_side

SCRIPT = """
import os
from app.kit.side_by_side import side_by_side
made = list(side_by_side(lambda one: (one * one, os.getpid()), range({count})))
print([square for square, _ in made] == [one * one for one in range({count})], os.getpid() in {{by for _, by in made}})
"""


def run(script: str) -> list[str]:
    """In a process of its own, as one that runs threads may not be forked."""
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()


def test_many_are_made_by_other_processes_in_their_order() -> None:
    alone = os.cpu_count() == 1
    assert run(SCRIPT.format(count=FEWEST)) == ["True", str(alone)]


def test_few_are_made_by_this_process() -> None:
    things = list(range(FEWEST - 1))
    assert list(side_by_side(lambda one: (one, os.getpid()), things)) == [
        (one, os.getpid()) for one in things
    ]
    assert list(in_turn(str, things)) == [str(one) for one in things]


def test_what_goes_wrong_in_a_process_is_raised_here() -> None:
    script = "from app.kit.side_by_side import side_by_side\ntry:\n    side_by_side(lambda one: 1 // one, range(1000))\nexcept ZeroDivisionError as fault:\n    print('raised')"
    assert run(script) == ["raised"]
