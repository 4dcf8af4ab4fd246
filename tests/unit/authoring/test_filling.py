"""What parts lack, and how it is filled in: what the file says stays, nearer wishes go first, and nothing is made up."""

from app.authoring.filling import Filled, FillWish, PartWish, filled, needs
from app.authoring.import_wishes import (
    HeaderWish,
    ImportWishes,
    QuestionWish,
    wishes_as_json,
    wishes_from,
)
from app.bank.reader import Data

CHOICE: dict[str, Data] = {
    "stem": "What?",
    "options": [
        {"id": "a", "text": "This", "correct": "true", "rationale": "It is so."},
        {"id": "b", "text": "That", "rationale": "It is not."},
        {"id": "c", "text": "Those", "misconception": "those"},
    ],
}
PAIRS: dict[str, Data] = {
    "prompts": [{"id": "p", "text": "P", "choice": "x"}, {"id": "q", "text": "Q", "choice": "y"}],
    "choices": [{"id": "x", "text": "X"}, {"id": "y", "text": "Y"}],
    "cells": [{"prompt": "q", "choice": "x", "misconception": "m", "rationale": "No."}],
}
ORDER: dict[str, Data] = {
    "entries": [{"id": "a", "text": "A"}, {"id": "b", "text": "B"}, {"id": "c", "text": "C"}],
    "reversals": [{"earlier": "b", "later": "c", "misconception": "m", "rationale": "No."}],
}
NUMBERS: dict[str, Data] = {
    "fields": [{"label": "Answer", "accepted": [{"value": "8"}], "wrong": [{"value": "9"}]}]
}
ALL = FillWish(misconception="wrong", rationale="The book says so.")


def lacking(kind: str, body: dict[str, Data]) -> list[tuple[str, bool, bool]]:
    return [(one.name, one.misconception, one.rationale) for one in needs(kind, body)]


def test_each_kind_says_what_its_parts_lack() -> None:
    assert lacking("single_choice", CHOICE) == [("options.2", True, False), ("options.3", False, True)]
    assert lacking("matching", PAIRS) == [
        ("prompts.1", False, True),
        ("prompts.2", False, True),
        ("choices.2", True, True),
    ]
    assert lacking("ordering", ORDER) == [
        ("entries.1", False, True),
        ("entries.2", False, True),
        ("entries.3", False, True),
        ("reversals.2", True, True),
    ]
    assert lacking("numbers", NUMBERS) == [
        ("fields.1.accepted.1", False, True),
        ("fields.1.wrong.1", True, True),
    ]
    assert lacking("grid", NUMBERS) == []


def test_what_is_there_stays_and_nothing_is_lacking_once_all_is_wished() -> None:
    for kind, body in (
        ("single_choice", CHOICE),
        ("matching", PAIRS),
        ("ordering", ORDER),
        ("numbers", NUMBERS),
    ):
        made, found = filled(kind, body, ALL)
        assert needs(kind, made) == ()
        assert found != Filled()
        assert filled(kind, made, ALL) == (made, Filled())
        assert filled(kind, body, FillWish()) == (body, Filled())
    made, found = filled("single_choice", CHOICE, ALL)
    assert made["options"] == [
        {"id": "a", "text": "This", "correct": "true", "rationale": "It is so."},
        {"id": "b", "text": "That", "misconception": "wrong", "rationale": "It is not."},
        {"id": "c", "text": "Those", "misconception": "those", "rationale": "The book says so."},
    ]
    assert found.said == ("misconception of option 2", "reason of option 3")


def test_a_part_of_its_own_goes_before_what_is_repeated_and_that_before_what_all_get() -> None:
    repeated = FillWish("wrong", "The book says so.", repeated=True)
    made, found = filled("single_choice", CHOICE, repeated)
    assert made["options"][2]["rationale"] == "It is so."  # type: ignore[call-overload, index]
    alone = FillWish("wrong", "The book says so.", True, {"options.3": PartWish(rationale="Those are none.")})
    made, found = filled("single_choice", CHOICE, alone)
    assert made["options"][2]["rationale"] == "Those are none."  # type: ignore[call-overload, index]
    assert found.said == ("misconception of option 2",)
    nothing_right = filled("ordering", ORDER, FillWish("wrong", "", repeated=True))
    assert nothing_right[1].said == ("misconception of exchange 2",)


def test_an_exchange_is_written_between_the_neighbours_that_lack_one() -> None:
    made, found = filled("ordering", ORDER, ALL)
    new = {"earlier": "a", "later": "b", "misconception": "wrong", "rationale": "The book says so."}
    assert isinstance(made["reversals"], list)
    assert made["reversals"][1] == new
    assert found.said == ("misconception of exchange 2", "reasons of lines 1, 2, 3 and exchange 2")


def test_wishes_for_parts_are_kept_and_the_nearest_header_holds() -> None:
    wishes = ImportWishes(
        "digest",
        "bank",
        for_all=HeaderWish(level="mechanism", misconception="all", rationale="All.", reasons="right"),
        by_category={"Heads": HeaderWish(misconception="heads", reasons="typed")},
        each={2: QuestionWish(None, HeaderWish(rationale="Its own."), {"options.1": PartWish("one", "why")})},
    )
    assert wishes_from(wishes_as_json(wishes)) == wishes
    assert wishes.fill(1, "") == FillWish("all", "All.", True)
    assert wishes.fill(2, "Heads") == FillWish(
        "heads", "Its own.", False, {"options.1": PartWish("one", "why")}
    )
    assert wishes.for_many(1, "", {}) == ("level",)
    assert wishes.for_many(1, "", {"level": "intuition"}) == ()
