"""One word has one room: names that mean attention's own things stay in the engine and the recipes."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import APP, ROOT, python_files

ENGINE_WORDS = {"key", "keys", "query", "queries", "head", "heads", "logits"}
ENGINE_ROOMS = ("app/engine/", "app/variants/recipes/")
STORE_WORDS = {"session"}
STORE_ROOMS = ("app/store/",)


def defined_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Names that we give: variables, parameters, functions, classes, fields, attributes that are assigned."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node.lineno
            case ast.arg(arg=name):
                yield name, node.lineno
            case ast.Name(id=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.alias(asname=str(name)):
                yield name, 0


def strays(path: Path) -> Iterator[str]:
    """Words of one file that live in another room."""
    place = str(path.relative_to(ROOT))
    forbidden = set()
    if not place.startswith(ENGINE_ROOMS):
        forbidden |= ENGINE_WORDS
    if not place.startswith(STORE_ROOMS):
        forbidden |= STORE_WORDS
    for name, line in defined_names(ast.parse(path.read_text())):
        if name.strip("_") in forbidden:
            yield f"{place}:{line}: {name}"


def test_every_word_is_in_its_room() -> None:
    assert [stray for path in python_files(APP) for stray in strays(path)] == []


def test_a_stray_word_is_found() -> None:
    """The check itself: each kind of name that we define is seen."""
    source = "def f(key):\n    session = 1\n    x.query = 2\n    for head in y:\n        pass\n"
    assert {name for name, _ in defined_names(ast.parse(source))} == {"f", "key", "session", "query", "head"}


def test_rows_and_posts_are_named_as_such() -> None:
    """Incoming forms end in Post; what a template is given ends in Page, and what several pages share in Part or Frame."""
    rules = (("app/web/posts.py", ("Post",)), ("app/web/pages.py", ("Page", "Part", "Frame")))
    wrong = [
        f"{place}: {node.name}"
        for place, ending in rules
        for node in ast.parse((ROOT / place).read_text()).body
        if isinstance(node, ast.ClassDef) and not node.name.endswith(ending)
        if not node.name.startswith("_")
    ]
    assert wrong == []


def test_records_of_tables_are_named_as_such() -> None:
    """A frozen record that a file of the store reads from or writes to its table ends in Row."""
    with_tables = [path for path in python_files(APP / "store") if "= Table(" in path.read_text()]
    wrong = [
        f"{path.name}: {node.name}"
        for path in with_tables
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and not node.name.endswith("Row") and not node.name.startswith("_")
    ]
    assert len(with_tables) > 5
    assert wrong == []
