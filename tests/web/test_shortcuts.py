"""Shortcuts: the page, the list on questions and the script say the same."""

from app.web.shortcuts import SHORTCUTS, SITTING_SHORTCUTS
from tests.scripts import run_module
from tests.web.product import Product
from tests.web.visitor import Visitor


def test_the_page_and_the_script_have_the_same_table() -> None:
    in_script = run_module(
        "keys.js", "names.KEYS.map(({name, signs, always}) => [name, signs, Boolean(always)])"
    )
    assert in_script == [[one.name, list(one.signs), not one.is_single] for one in SHORTCUTS]


def test_the_page_and_the_script_of_exams_have_the_same_table() -> None:
    in_script = run_module(
        "exam/shortcuts.js",
        "names.sittingKeys({}).map(({name, signs, always}) => [name, signs, Boolean(always)])",
    )
    on_pages = [[one.name, list(one.signs), not one.is_single] for one in SITTING_SHORTCUTS]
    assert sorted(in_script) == sorted(on_pages)
    assert in_script[0][0] == "struck"  # it takes signs that mean something else unless X came before


def test_no_sign_does_two_things() -> None:
    signs = [sign for one in SHORTCUTS for sign in one.signs]
    assert len(signs) == len(set(signs)) > 20


def test_the_page_lists_each_with_what_it_does_and_where(visitor: Visitor) -> None:
    visitor.get("/shortcuts")
    rows = [row.text for row in visitor.page.all("tr")][1:]
    listed = (*SHORTCUTS, *SITTING_SHORTCUTS)
    assert len(rows) == len(listed)
    for row, one in zip(rows, listed, strict=True):
        assert one.written in row
        assert one.what.lower() in row.lower()
        assert one.where.lower() in row.lower()
    assert visitor.page.all("a", href="/settings#shortcuts")
    visitor.get("/settings")
    assert visitor.page.one("fieldset", id="shortcuts").text.count("shortcuts")


def test_a_question_lists_the_same(visitor: Visitor, product: Product) -> None:
    product.will_ask("weights-row-typed")
    visitor.begin()
    assert [one.text for one in visitor.page.all("dt")] == [one.written for one in SHORTCUTS]


def test_signs_are_shown_as_keys_of_the_keyboard() -> None:
    shown = {one.name: str(one.shown) for one in SHORTCUTS}
    assert shown["confidence"] == "<kbd>S</kbd>, <kbd>U</kbd>, <kbd>G</kbd>"
    assert shown["answer"] == "<kbd>Enter</kbd>"
    assert shown["list"] == "<kbd>?</kbd>"
