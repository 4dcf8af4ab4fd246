"""Where the project's own sources lie, for the tests of the house's rules."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APP = ROOT / "app"


def python_files(folder: Path) -> Iterator[Path]:
    """All Python files below a folder, in order."""
    yield from sorted(folder.rglob("*.py"))


def tracked_files() -> list[Path]:
    """All files of the project that git tracks or would track."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [path for line in sorted(set(listing.stdout.splitlines())) if (path := ROOT / line).is_file()]
