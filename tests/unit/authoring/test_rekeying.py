"""Old variants by a new text: which changes change the answer, and what an old answer earns by the new one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.authoring.rekeying import changes_answer, rekeyed
from app.bank.parse import parse_item
from app.grading.grade import grade
from app.grading.response import ChoiceResponse
from app.grading.right import right_response
from app.items.answer_key import ChoiceAnswer, NumberAnswer, NumbersAnswer
from app.items.item import (
    AuthoredItem,
    Header,
    Item,
    Kind,
    Level,
    MatchingItem,
    NumbersItem,
    OrderingItem,
    RecipeItem,
    Revision,
    Scoring,
    Shape,
    Source,
    Tolerance,
    ToleranceKind,
)
from app.items.option import AuthoredOption
from app.items.pairing import MatchChoice, MatchPrompt, OrderEntry, Reversal
from app.variants.realise import realise
from tests.changing import replace
from tests.unit.bank.typed_numbers import KNOWN, NUMBERS, PATH


def header(kind: Kind) -> Header:
    return Header(
        "why", "own", kind, ("1.1",), Level.INTUITION, Shape.ROLE, 0.5, Source("A book", "2026-01-02")
    )


def option(name: str, *, right: bool = False, text: str = "") -> AuthoredOption:
    slip = None if right else "a-slip"
    return AuthoredOption(name, text or f"Text of {name}", right, f"Why {name}", slip, 1.0 if right else 0.0)


def choice(*right: str, names: str = "abcd", **changes: object) -> AuthoredItem:
    options = tuple(option(name, right=name in right) for name in names)
    kind = Kind.SINGLE_CHOICE if len(right) == 1 else Kind.MULTIPLE_SELECT
    item = AuthoredItem(header(kind), "Which?", options, len(right))
    return replace(item, **changes)  # type: ignore[arg-type]


MATCHING = MatchingItem(
    header(Kind.MATCHING),
    "Match",
    tuple(MatchPrompt(f"p{n}", f"P{n}", f"c{n}", "why") for n in range(1, 4)),
    tuple(MatchChoice(f"c{n}", f"C{n}", "a-slip", "why not") for n in range(1, 4)),
)
ORDERING = OrderingItem(
    header(Kind.ORDERING),
    "Order",
    tuple(OrderEntry(f"e{n}", f"E{n}", "why") for n in range(1, 4)),
    (Reversal("e1", "e2", "a-slip", "why not"), Reversal("e2", "e3", "a-slip", "why not")),
)
RECIPE = RecipeItem(header(Kind.NUMBERS), "weights-row", 3, {})
SWAPPED = replace(MATCHING, prompts=(replace(MATCHING.prompts[0], choice="c2"), replace(MATCHING.prompts[1], choice="c1"), MATCHING.prompts[2]))  # fmt: skip
TURNED = replace(ORDERING, entries=ORDERING.entries[::-1], reversals=(Reversal("e3", "e2", "a-slip", "no"), Reversal("e2", "e1", "a-slip", "no")))  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (choice("a"), choice("a", stem="Which one?"), False),
        (choice("a"), choice("a", names="abc"), False),
        (choice("a"), choice("a", names="abcde"), False),
        (choice("a"), choice("b"), True),
        (choice("a"), choice("e", names="bcde"), False),  # the right one under another name and text
        (choice("a"), choice("e", names="abcde"), True),
        (choice("a", "b"), choice("a", "c"), True),
        (choice("a", "b"), choice("a", "b", scoring=Scoring(all_or_nothing=False)), True),
        (choice("a"), MATCHING, True),
        (MATCHING, replace(MATCHING, stem="Pair them"), False),
        (MATCHING, SWAPPED, True),
        (ORDERING, replace(ORDERING, stem="Sort"), False),
        (ORDERING, TURNED, True),
        (RECIPE, replace(RECIPE, decimals=2), False),
        (RECIPE, replace(RECIPE, tolerance=Tolerance(ToleranceKind.ABSOLUTE, 0.1)), True),
        (RECIPE, replace(RECIPE, recipe="output-row"), True),
        (RECIPE, choice("a"), True),
    ],
)
def test_which_changes_change_the_answer(old: Item, new: Item, expected: bool) -> None:
    assert changes_answer(old, new) is expected


def test_texts_that_change_places_change_the_answer_though_the_names_stay() -> None:
    old = choice("a")
    texts = {"a": "Text of b", "b": "Text of a"}
    options = tuple(replace(one, text=texts.get(one.id, one.text)) for one in old.options)
    assert changes_answer(old, replace(old, options=options))


@given(st.text("abcdefgh", max_size=4), st.sampled_from("abcd"), st.sampled_from("abcd"))
def test_an_old_answer_earns_what_the_new_text_says_of_its_option(seed: str, was: str, now: str) -> None:
    old, new = choice(was), choice(now)
    asked = realise(Revision("1", old, ""), seed)
    again = rekeyed(asked.shown, asked.answer_key, new)
    assert again is not None
    assert isinstance(asked.answer_key.answer, ChoiceAnswer)
    for place, behind in enumerate(asked.answer_key.answer.options, 1):
        result = grade(again, ChoiceResponse(frozenset((place,))))
        assert result.points == (1.0 if behind.option_id == now else 0.0)
        assert bool(result.diagnosis.candidates) == (behind.option_id != now)


@pytest.mark.parametrize(("old", "new"), [(MATCHING, SWAPPED), (ORDERING, TURNED)])
def test_what_is_right_now_is_right_in_the_old_order_too(old: Item, new: Item) -> None:
    for seed in ("one", "two", "three"):
        asked, told = realise(Revision("1", old, ""), seed), realise(Revision("2", new, ""), "other")
        again = rekeyed(asked.shown, asked.answer_key, new)
        assert again is not None
        assert grade(again, right_response(again)).correct
        assert not grade(again, right_response(asked.answer_key)).correct
        back = rekeyed(told.shown, told.answer_key, old)
        assert back is not None
        there_and_back = rekeyed(asked.shown, again, old)
        assert there_and_back == asked.answer_key


def test_what_the_new_text_says_nothing_about_is_not_judged_by_it() -> None:
    asked = realise(Revision("1", choice("a"), ""), "seed")
    for new in (choice("e", names="abcde"), choice("a", "b"), MATCHING):
        assert rekeyed(asked.shown, asked.answer_key, new) is None
    matched = realise(Revision("1", MATCHING, ""), "seed")
    fewer = replace(MATCHING, prompts=MATCHING.prompts[:2])
    assert rekeyed(matched.shown, matched.answer_key, fewer) is None


def test_of_a_computation_the_tolerance_is_taken_over_and_nothing_else() -> None:
    loose = replace(RECIPE, tolerance=Tolerance(ToleranceKind.ABSOLUTE, 0.1))
    asked = realise(Revision("1", choice("a"), ""), "seed")
    shown = replace(asked.shown, kind=Kind.NUMBERS)
    answer = NumbersAnswer((NumberAnswer("0.506", 0.5055, 0.5065),), RECIPE.tolerance)
    written = replace(asked.answer_key, answer=answer)
    assert rekeyed(shown, written, loose) is None, "what no recipe drew has no numbers of a recipe"
    again = rekeyed(shown, replace(written, givens="{}"), loose)
    assert again is not None
    assert again.answer == replace(answer, tolerance=loose.tolerance)


def test_typed_numbers_of_an_author_go_by_their_places_and_units() -> None:
    item = parse_item(NUMBERS, PATH, KNOWN).item
    assert isinstance(item, NumbersItem)
    (first, *rest) = item.fields
    wider = replace(
        item,
        fields=(replace(first, accepted=(*first.accepted, replace(first.accepted[0], share=0.25))), *rest),
    )
    nats = replace(item, fields=(replace(first, unit="nats"), *rest))
    asked = realise(Revision("1", item, ""), "seed")
    assert not changes_answer(item, replace(item, stem="Another stem"))
    assert changes_answer(item, wider)
    assert rekeyed(asked.shown, asked.answer_key, wider) is not None
    assert rekeyed(asked.shown, asked.answer_key, nats) is None
    assert rekeyed(asked.shown, asked.answer_key, replace(RECIPE)) is None
