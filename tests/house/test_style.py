"""Style and types are part of the tests."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.sources import ROOT

BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("ruff", "check", "."), id="ruff-check"),
        pytest.param(("ruff", "format", "--check", "."), id="ruff-format"),
        pytest.param(("mypy",), id="mypy", marks=pytest.mark.gate),  # a minute; `make lint` has it too
    ],
)
def test_clean(command: tuple[str, ...]) -> None:
    outcome = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
