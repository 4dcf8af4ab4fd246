"""Styles that a page of one state would not show: what scrolls holds what is placed in it, and folded rows keep their names."""

import re
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CELL = re.compile(r'<td data-column="[^"]*"[^>]*>(.*?)</td>', re.DOTALL)
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


class _Loose(HTMLParser):
    """Text that stands in a cell behind an element, and in none itself."""

    depth, behind, text = 0, False, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"input", "br"}:
            self.depth, self.behind = self.depth + 1, self.behind or not self.depth

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1

    def handle_data(self, data: str) -> None:
        if self.behind and not self.depth:
            self.text += data.strip()


def test_no_loose_text_falls_below_the_name_of_a_folded_cell() -> None:
    """Names and values stand in two columns: text behind an element would begin a row of its own, in the column of names."""
    tables = re.compile(r'<table class="[^"]*\b(?:items|answers)\b.*?</table>', re.DOTALL)
    found = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for table in tables.findall(path.read_text(encoding="utf-8")):
            for cell in CELL.findall(table):
                for branch in re.split(r"\{% (?:else|elif) .*?%\}", cell):
                    reader = _Loose()
                    reader.feed(re.sub(r"\{%.*?%\}", " ", re.sub(r"\{\{.*?\}\}", "x", branch)))
                    found += [(path.name, reader.text)] if reader.text else []
    assert found == []
