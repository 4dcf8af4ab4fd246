"""Imports run one way and frameworks stay in their rooms."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.house.sources import APP, ROOT, python_files


def test_the_contracts_are_kept() -> None:
    """import-linter reads the contracts of pyproject.toml."""
    linter = Path(sys.executable).with_name("lint-imports")
    outcome = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_no_import_hides_inside_a_function() -> None:
    """Only the command line and the wiring import late, so that a start stays quick."""
    late = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in python_files(APP)
        if path.name not in {"cli.py", "wiring.py"}
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert late == []


def test_packages_have_empty_roots_and_alembic_has_none() -> None:
    """An `__init__.py` in alembic/ would hide the library of that name."""
    assert [str(path) for path in APP.rglob("__init__.py") if path.read_text().strip()] == []
    assert not (ROOT / "alembic" / "__init__.py").exists()


def test_the_serving_process_is_free_of_torch() -> None:
    """Building the application imports neither torch nor the tensor room."""
    statement = "import sys, app.main; print(sorted(name for name in sys.modules if name == 'torch' or 'tensors' in name))"
    outcome = subprocess.run(
        [sys.executable, "-c", statement], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert outcome.stdout.strip() == "[]"
