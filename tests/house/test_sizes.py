"""Files, functions and templates stay small, and every module says what it is for."""

import ast
from pathlib import Path

from tests.house.sources import APP, ROOT, python_files

FILE_LINES = 400
FUNCTION_LINES = 50
TEMPLATE_LINES = 200
PARAMETERS = 5
BY_PLACE = 4
MANY_PARAMETERS = (
    "app/web/",
    "app/cli.py",
)  # routes and commands: each parameter is a part of an address or a flag

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(path: Path) -> list[Function]:
    """All functions and methods of one file."""
    return [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, Function)]


def own_parameters(function: Function) -> tuple[int, int]:
    """How many parameters a function has, and how many of them may be given by place (self and cls not counted)."""
    given = function.args
    placed = [arg for arg in (*given.posonlyargs, *given.args) if arg.arg not in {"self", "cls"}]
    return len(placed) + len(given.kwonlyargs), len(placed)


def test_files_are_small() -> None:
    ours = [*python_files(APP), *python_files(ROOT / "tests"), *python_files(ROOT / "bench")]
    ours += [path for kind in ("*.js", "*.mjs", "*.css") for path in (ROOT / "static").rglob(kind)]
    ours = [path for path in ours if "vendor" not in path.parts]
    long = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in ours}
    assert {name: lines for name, lines in long.items() if lines > FILE_LINES} == {}


def test_functions_are_short() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{function.lineno} {function.name}"
        for path in python_files(APP)
        for function in functions(path)
        if (function.end_lineno or 0) - function.lineno >= FUNCTION_LINES
    ]
    assert long == []


def test_functions_take_few_parameters() -> None:
    """At most five, and at most four of them by place; most have two and name the rest."""
    many = []
    for path in python_files(APP):
        place = str(path.relative_to(ROOT))
        if place.startswith(MANY_PARAMETERS):
            continue
        for function in functions(path):
            count, placed = own_parameters(function)
            if count > PARAMETERS or placed > BY_PLACE:
                many.append(f"{place}:{function.lineno} {function.name}({count}, {placed} by place)")
    assert many == []


def test_templates_are_short() -> None:
    long = [
        str(path)
        for path in (ROOT / "templates").rglob("*.html")
        if len(path.read_text().splitlines()) >= TEMPLATE_LINES
    ]
    assert long == []


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in python_files(APP)
        if path.name != "__init__.py" and not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert silent == []
