"""Whatever is missing at set-up, `make run` ends with one clear sentence."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.sources import ROOT

FILES = (
    "Makefile",
    "pyproject.toml",
    "constraints.txt",
    "package.json",
    "package-lock.json",
    ".npmrc",
    "README.md",
    "LICENSE",
)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the files that set-up reads, and nothing installed."""
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__init__.py").touch()
    return tmp_path


def fake_python(folder: Path, lines: str) -> Path:
    """An interpreter that answers as the shell lines say."""
    path = folder / "fake-python"
    path.write_text(f"#!/bin/sh\n{lines}\n")
    path.chmod(0o755)
    return path


def make(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs make in that folder, without the settings of a make that runs this test."""
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "PIP_", "MFLAGS"))
    }
    return subprocess.run(
        ["make", *words],
        cwd=folder,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_a_python_that_is_too_old(clone: Path) -> None:
    outcome = make(clone, f"PY={fake_python(clone, 'exit 1')}", "run")
    assert outcome.returncode != 0
    assert "Keyed needs Python 3.11 or newer" in outcome.stderr
    assert "make PY=" in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_a_python_that_is_missing(clone: Path) -> None:
    outcome = make(clone, "PY=no-such-python", "run")
    assert outcome.returncode != 0
    assert "older or missing" in outcome.stderr


def test_a_missing_venv_module(clone: Path) -> None:
    lines = 'case "$2" in *ensurepip*) exit 1;; esac; exit 0'
    outcome = make(clone, f"PY={fake_python(clone, lines)}", "run")
    assert outcome.returncode != 0
    assert "apt install python3-venv" in outcome.stderr


def test_a_folder_in_which_nothing_can_be_made(clone: Path) -> None:
    (clone / ".venv").write_text("in the way")
    outcome = make(clone, f"PY={sys.executable}", "run")
    assert outcome.returncode != 0
    assert "Is this folder writable" in outcome.stderr


def test_a_missing_network(clone: Path) -> None:
    """Nothing listens on port 9 of this machine, so no package can be had."""
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0", "PIP_CONFIG_FILE": os.devnull}
    outcome = make(clone, f"PY={sys.executable}", "run", PIP_TIMEOUT="2", **nowhere)
    assert outcome.returncode != 0
    assert "needs the network" in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_help_lists_every_command(clone: Path) -> None:
    listed = {line.split()[0] for line in make(clone, "help").stdout.splitlines()}
    assert listed == {"help", "setup", "run", "test", "gate", "bench", "lint", "lock", "clean"}
