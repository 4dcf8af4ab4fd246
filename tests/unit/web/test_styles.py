"""Styles that a page of one state would not show: what scrolls holds what is placed in it, and folded rows keep their names."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def test_what_scrolls_holds_what_is_placed_in_it() -> None:
    """Text for the ear alone lies outside of the flow: a box that scrolls and is no place for it would widen the page."""
    found = [
        (path.name, names.strip())
        for path in sorted((ROOT / "static" / "css").glob("*.css"))
        for names, said in RULE.findall(COMMENT.sub("", path.read_text(encoding="utf-8")))
        if re.search(r"overflow(-x)?: auto", said)
        and not re.search(r"position: (relative|sticky|fixed)", said)
    ]
    assert found == [("authoring.css", ".form-field textarea.yaml")]  # a field holds text alone


def test_folded_rows_have_names_beside_their_values() -> None:
    """A table that names its cells where it folds is of a class whose style sets names and values side by side."""
    placed = {
        "items",
        "answers",
        "cover",
        "worked",
        "fields",
        "corrections",
        "matrix",
        "told-grid",
        "reviewed",
        "ways",
    }
    tables = re.compile(r'<table class="([^"{]*)[^>]*>(.*?)</table>', re.DOTALL)
    found = [
        (path.name, classes)
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for classes, inside in tables.findall(path.read_text(encoding="utf-8"))
        if "data-column" in inside and not placed & set(classes.split())
    ]
    assert found == []
