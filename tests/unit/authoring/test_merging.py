"""Two changed texts put together: what one side changed is taken, and what both changed is said."""

from hypothesis import given
from hypothesis import strategies as st

from app.authoring.merging import Clash, merged
from app.bank.reader import Data

TEXT = st.sampled_from(["a", "b", "c"])
NAMES = st.sampled_from(["id", "stem", "options", "level"])


def members(inner: st.SearchStrategy[Data]) -> st.SearchStrategy[Data]:
    named = st.lists(st.sampled_from(["x", "y", "z"]), unique=True, max_size=3).flatmap(
        lambda names: st.tuples(
            *[st.fixed_dictionaries({"id": st.just(name), "text": inner}) for name in names]
        )
    )
    return named.map(list)


TREES: st.SearchStrategy[Data] = st.recursive(
    TEXT,
    lambda inner: st.dictionaries(NAMES, inner, max_size=3) | members(inner) | st.lists(inner, max_size=2),
    max_leaves=6,
)


@given(TREES, TREES)
def test_a_change_on_one_side_is_taken_whole(common: Data, changed: Data) -> None:
    assert merged(common, changed, common) == (changed, ())
    assert merged(common, common, changed) == (changed, ())
    assert merged(common, changed, changed) == (changed, ())


@given(TREES, TREES, TREES)
def test_without_a_clash_neither_side_is_preferred(common: Data, file: Data, database: Data) -> None:
    found, clashes = merged(common, file, database)
    turned, others = merged(common, database, file)
    assert [clash.where for clash in clashes if clash.where == ()] == [
        one.where for one in others if one.where == ()
    ]
    if not clashes and not others:
        assert _unordered(found) == _unordered(turned)
    assert all(clash.file != clash.database for clash in clashes)


def _unordered(data: Data) -> object:
    if isinstance(data, dict):
        return {name: _unordered(one) for name, one in data.items()}
    return sorted(map(repr, map(_unordered, data))) if isinstance(data, list) else data


def option(name: str, text: str) -> dict[str, Data]:
    return {"id": name, "text": text}


COMMON: dict[str, Data] = {
    "stem": "What?",
    "level": "intuition",
    "options": [option("a", "One"), option("b", "Two"), option("c", "Three")],
}


def test_options_are_merged_one_by_one() -> None:
    file = {**COMMON, "options": [option("b", "Two, from the file"), option("a", "One"), option("d", "Four")]}
    database = {
        **COMMON,
        "level": "mechanism",
        "options": [
            option("a", "One, from here"),
            option("b", "Two"),
            option("c", "Three"),
            option("e", "Five"),
        ],
    }
    found, clashes = merged(COMMON, file, database)
    assert clashes == ()
    assert found == {
        "stem": "What?",
        "level": "mechanism",
        "options": [
            option("a", "One, from here"),
            option("d", "Four"),
            option("b", "Two, from the file"),
            option("e", "Five"),
        ],
    }


def test_what_both_changed_is_said_and_the_databases_stands() -> None:
    file: dict[str, Data] = {"stem": "Which?", "options": [option("a", "One"), option("b", "Zwei")]}
    database: dict[str, Data] = {
        "stem": "How?",
        "level": "mechanism",
        "options": [option("a", "One"), option("c", "3")],
    }
    found, clashes = merged(COMMON, file, database)
    assert isinstance(found, dict)
    assert found["stem"] == "How?"
    assert sorted(clashes, key=lambda clash: clash.where) == [
        Clash(("level",), "", "mechanism"),
        Clash(("options", "b"), {"id": "b", "text": "Zwei"}, ""),
        Clash(("options", "c"), "", {"id": "c", "text": "3"}),
        Clash(("stem",), "Which?", "How?"),
    ]
