"""The tests that docs/reliability.md names are there."""

import ast
import re

from tests.house.sources import ROOT, python_files

PAGE = (ROOT / "docs/reliability.md").read_text()
NAMED = re.compile(r"`(test_\w+\.py)::(test_\w+)`")
CASES = re.compile(r"^\| (B\d+) \|", re.MULTILINE)


def test_every_test_that_is_named_exists() -> None:
    there = {
        (path.name, node.name)
        for path in python_files(ROOT / "tests")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
    }
    named = set(NAMED.findall(PAGE))
    assert len(named) > 10
    assert named - there == set()


def test_every_file_that_is_named_exists() -> None:
    named = re.findall(r"`((?:app|bench|tests)/[\w/]+\.py)`", PAGE)
    assert len(named) > 5
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_each_case_stands_once_and_has_its_test() -> None:
    assert len(CASES.findall(PAGE)) == len(set(CASES.findall(PAGE))) > 10
    rows = [line for line in PAGE.splitlines() if CASES.match(line)]
    assert [row for row in rows if not NAMED.search(row)] == []
