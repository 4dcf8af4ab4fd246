"""The form's fields for what a recipe lets one narrow: those of the recipe that is named, and of settings that it has not."""

import pytest

from app.authoring.paths import Data
from app.authoring.plan import Plan
from app.authoring.plans import plan_of
from app.authoring.posted import Fields, taken
from app.authoring.range_fields import range_fields, with_ranges, with_sent
from app.bank.reader import read
from app.bank.rewrite import bare, rewrite
from app.items.settings import between
from app.variants.recipe import RECIPES

TEXT = """\
id: rows-to-be-typed  # a name that stays
kind: numbers
recipe: weights-row
decimals: "3"
settings:  # what is drawn
  tokens: "4"  # the longer ones
  entries: -1 to 2
"""


def form(fields: Fields) -> Plan:
    plan = plan_of("numbers", drawn=True)
    assert plan is not None
    return with_ranges(plan, fields)


def fields_of(text: str) -> Fields:
    document, faults = read(text, "")
    assert document is not None
    assert not faults
    assert isinstance(document.data, dict)
    return document.data


def names(fields: Fields) -> list[str]:
    first = form(fields).groups[0]
    return [one.name for one in first.fields] if first.title == "What the recipe draws" else []


def test_each_range_of_the_recipe_has_a_field() -> None:
    assert names(fields_of(TEXT)) == ["settings.tokens", "settings.width", "settings.entries"]
    assert names({"recipe": "temperature"}) == ["settings.scores", "settings.temperature"]
    by_hand: Fields = {"recipe": "temperature", "settings": {"difficulty": "1"}}
    assert names(by_hand) == ["settings.numbers", "settings.temperature"]
    odd: Fields = {"recipe": "temperature", "settings": {"difficulty": "7"}}
    assert names(odd) == names({"recipe": "temperature"})  # what is wrong is said at the difficulty
    assert names({"recipe": "no-such"}) == names({}) == []
    written = plan_of("ordering", drawn=False)
    assert written is not None
    assert with_ranges(written, {}) == written


def test_a_hint_says_what_is_drawn_when_a_field_is_left_empty() -> None:
    tokens, width, entries = range_fields({"recipe": "weights-row"})
    assert (tokens.label, width.label, entries.label) == (
        "Tokens", "Width of a head, d_k", "Entries of the matrices",
    )  # fmt: skip
    assert "Left empty: 3 or 4." in tokens.hint
    assert "Left empty: −2 to 3." in entries.hint
    assert not tokens.needed


@pytest.mark.parametrize("slug", RECIPES)
def test_what_a_hint_writes_as_an_example_is_taken(slug: str) -> None:
    for one in range_fields({"recipe": slug}):
        if "one of them" in one.hint:
            continue
        text = one.hint.rpartition("such as ")[2].removesuffix(".")
        between(text)
        RECIPES[slug].at({one.name.removeprefix("settings."): text})


def test_a_setting_that_the_recipe_does_not_have_can_be_taken_out() -> None:
    """So the fields of another recipe come with its name, and what was set of the one before stays until it is emptied."""
    data = fields_of(TEXT.replace("weights-row", "masked-weight"))
    found = range_fields(data)
    assert [one.name for one in found] == ["settings.scores", "settings.tokens", "settings.entries"]
    assert found[1].label == "Setting “tokens”"
    assert "masked-weight has no such setting" in found[1].hint
    emptied = taken(
        form(data), data, {"settings.tokens": "", "settings.entries": "", "settings.scores": "1 to 3"}
    )
    assert emptied["settings"] == {"scores": "1 to 3"}
    gone = taken(form(data), data, {"settings.tokens": "", "settings.entries": ""})
    assert "settings" not in gone


def test_names_that_are_no_names_of_fields_are_left_to_the_text() -> None:
    odd: dict[str, Data] = {"a.b": "1", "x[1]": "2", "": "3", "tokens": "3"}
    assert [one.name for one in range_fields({"recipe": "pipeline", "settings": odd})] == [
        "settings.entries", "settings.tokens",
    ]  # fmt: skip


def test_the_form_and_the_text_are_two_views_of_one() -> None:
    """What a field says goes into the author's own text, whose comments stay."""
    data = fields_of(TEXT)
    wanted = taken(
        form(data),
        data,
        {"settings.tokens": "3", "settings.width": " 2 to 3 ", "settings.entries": "-1 to 2"},
    )
    text = rewrite(TEXT, wanted)
    assert '  tokens: "3"  # the longer ones\n' in text
    assert "id: rows-to-be-typed  # a name that stays\n" in text
    assert "settings:  # what is drawn\n" in text
    assert bare(dict(fields_of(text)))["settings"] == {"tokens": "3", "entries": "-1 to 2", "width": "2 to 3"}  # type: ignore[index, call-overload]


def test_what_is_typed_into_a_field_of_another_recipe_is_kept() -> None:
    """A page that saves by its script still has the fields that it began with."""
    data: Fields = {"recipe": "masked-weight", "kind": "numbers"}
    sent = {
        "settings.tokens": "3",
        "settings.width": "",
        "settings.a.b": "1",
        "settings.Ugly": "2",
        "stem": "none",
    }
    assert "settings" not in taken(form(data), data, sent)
    assert taken(with_sent(form(data), sent), data, sent)["settings"] == {"tokens": "3"}
    written = plan_of("ordering", drawn=False)
    assert written is not None
    assert with_sent(written, sent) == written
