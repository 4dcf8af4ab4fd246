"""A folder with a few of the project's own questions, for tests that change files."""

import shutil
from pathlib import Path

import pytest

QUESTIONS = Path(__file__).resolve().parent.parent.parent / "questions"
ITEMS = ("state-the-formula", "twice-the-width", "raw-score-choice", "weights-row-typed")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder with four of the project's own questions."""
    root = tmp_path / "questions"
    shutil.copytree(QUESTIONS / "_facts", root / "_facts")
    folder = root / "attention" / "1.2"
    folder.mkdir(parents=True)
    shutil.copy(QUESTIONS / "attention" / "bank.yaml", root / "attention")
    for name in ITEMS:
        shutil.copy(QUESTIONS / "attention" / "1.2" / f"{name}.yaml", folder)
    return root


def path_of(tree: Path, name: str) -> Path:
    """Where a question of it lies."""
    return tree / "attention" / "1.2" / f"{name}.yaml"
