"""Ranges that items set: every draw lies inside, seeds keep their numbers, and what cannot be drawn is told."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest

from app.engine.families.all import FAMILIES
from app.engine.plain_engine import PlainEngine
from app.engine.tensors.batch import TorchEngine
from app.engine.tensors.device import choose_device
from app.items.item import Kind, RecipeItem, Revision
from app.items.settings import Between, between, canonical
from app.items.variant import Variant
from app.kit.draws import Draws
from app.variants.bake import bake, workshop_of
from app.variants.encode import encode
from app.variants.recipe import RECIPES, Recipe, recipe_of
from app.variants.recipes.ranges import OUTSIDE, Limits, Range, lies_inside
from app.variants.recipes.reverse import spot
from app.variants.recipes.reverse.givens import different_matrices, drawn_matrices
from app.variants.recipes.told_ranges import NOT_NARROWED
from app.variants.recipes.told_ranges import RANGES as TOLD
from app.variants.verify import reprove
from tests.unit.variants.samples import revision, seeds

DIFFICULTIES = ("1", "2", "3")
ENGINE = TorchEngine(choose_device("cpu"))


def at(slug: str, **settings: str) -> Recipe[Any]:
    return RECIPES[slug].at({name.replace("_", "-"): text for name, text in settings.items()})


def difficulties(slug: str) -> list[str]:
    found = []
    for difficulty in DIFFICULTIES:
        try:
            at(slug, difficulty=difficulty)
        except ValueError:
            continue
        found.append(difficulty)
    return found


def written(low: object, high: object) -> str:
    return f"{float(low):.12g} to {float(high):.12g}"  # type: ignore[arg-type]


def parts(one: Range[Any]) -> Iterator[str]:
    """Narrower ranges: without the last number, without the first, and one number alone."""
    values = one.drawn
    middle = values[len(values) // 2]
    yield written(values[0], values[-2])
    yield written(values[1], values[-1])
    yield written(middle, middle)


CASES = [(slug, difficulty) for slug in RECIPES for difficulty in difficulties(slug)]


def narrowed(recipe: Recipe[Any], difficulty: str) -> Iterator[tuple[Range[Any], str, Recipe[Any]]]:
    """The recipe by each part of each range that leaves something."""
    for one in recipe.ranges:
        for text in parts(one):
            try:
                found = recipe.at({"difficulty": difficulty, one.name: text})
            except ValueError:
                continue
            yield one, text, found


@pytest.mark.parametrize(("slug", "difficulty"), CASES)
def test_every_draw_lies_inside(slug: str, difficulty: str) -> None:
    """Of attention in steps by hand some draws find no number; they lie outside, and baking refuses them."""
    whole = RECIPES[slug].at({"difficulty": difficulty})
    assert whole.ranges, "each recipe of today has something to narrow"
    tried = set()
    for one, text, recipe in narrowed(whole, difficulty):
        tried.add(one.name)
        span = between(text)
        assert 0 < recipe.space <= whole.space
        outside = 0
        for seed in seeds(1 if slug.startswith("spot") else 4, f"inside {text}"):
            givens = recipe.draw(Draws(seed))
            numbers = list(one.numbers(givens))
            held = all(map(span.holds, numbers))
            assert held is lies_inside(recipe, givens)
            outside += not held
            assert recipe.record(givens) == recipe.record(recipe.draw(Draws(seed)))
            assert whole.record(whole.read(whole.record(givens))) == whole.record(givens)
        assert outside == 0 or (slug, difficulty) == ("pipeline", "1")
    assert tried == {one.name for one in whole.ranges}


@pytest.mark.parametrize(("slug", "difficulty"), CASES)
def test_what_is_drawn_without_ranges_lies_in_what_is_told(slug: str, difficulty: str) -> None:
    recipe, outside = RECIPES[slug].at({"difficulty": difficulty}), 0
    for seed in seeds(20):
        givens = recipe.draw(Draws(seed))
        for one in recipe.ranges:
            outside += not all(one.drawn[0] <= number <= one.drawn[-1] for number in one.numbers(givens))
    assert outside == 0 or (slug, difficulty) == ("pipeline", "1")


@pytest.mark.parametrize(("slug", "difficulty"), CASES)
def test_the_widest_ranges_change_no_draw(slug: str, difficulty: str) -> None:
    """A seed keeps its numbers where the ranges allow them."""
    whole = RECIPES[slug].at({"difficulty": difficulty})
    widest = {one.name: written(one.drawn[0], one.drawn[-1]) for one in whole.ranges}
    recipe = whole.at({"difficulty": difficulty, **widest})
    assert recipe.space == whole.space or slug in (
        "weights-matrix",
        "spot-the-slip",
        "spot-two-slips",
        "which-mechanism",
    )
    for seed in seeds(8):
        assert recipe.record(recipe.draw(Draws(seed))) == whole.record(whole.draw(Draws(seed)))


def test_every_given_of_a_family_is_in_a_range_or_left_out_on_purpose() -> None:
    assert set(TOLD) == set(FAMILIES)
    for slug, family in FAMILIES.items():
        named = {name for one in TOLD[slug] for name in one.givens}
        assert named | NOT_NARROWED >= set(next(family.everything()))
        assert named <= set(next(family.everything()))


def item_of(slug: str, kind: Kind, **settings: str) -> Revision:
    of = revision(slug, kind)
    assert isinstance(of.item, RecipeItem)
    named = {name.replace("_", "-"): text for name, text in settings.items()}
    return replace(of, item=replace(of.item, settings=named))


def inside(of: Revision, variants: tuple[Variant, ...]) -> bool:
    """Whether the givens that were stored lie inside, read back from their text."""
    assert isinstance(of.item, RecipeItem)
    recipe = recipe_of(of.item)
    return all(lies_inside(recipe, recipe.read(orjson.loads(one.answer_key.givens))) for one in variants)


BAKED = [
    ("raw-score", Kind.SINGLE_CHOICE, {"entries": "1 to 3", "tokens": "4"}),
    ("raw-score", Kind.NUMBERS, {"entries": "-1 to 2"}),
    ("scaled-row", Kind.SINGLE_CHOICE, {"width": "2 to 3"}),
    ("weights-row", Kind.NUMBERS, {"entries": "0 to 2", "tokens": "3", "width": "4"}),
    ("output-row", Kind.SINGLE_CHOICE, {"entries": "-1 to 1"}),
    ("output-row", Kind.NUMBERS, {"difficulty": "1", "numbers": "1 to 4", "entries": "0 to 3"}),
    ("saturation-pair", Kind.NUMBERS, {"width": "64", "gap": "2 to 4"}),
    ("spread", Kind.SINGLE_CHOICE, {"heads": "8 to 16", "variances": "0.25 to 2"}),
    ("masked-weight", Kind.SINGLE_CHOICE, {"scores": "0.5 to 2.5"}),
    ("pipeline", Kind.STEPS, {"entries": "-1 to 2"}),
    ("weights-matrix", Kind.GRID, {"tokens": "2", "width": "4 to 9", "scores": "-2 to 4"}),
    ("which-mechanism", Kind.SINGLE_CHOICE, {"width": "2", "entries": "-1 to 3"}),
]


@pytest.mark.parametrize(("slug", "kind", "settings"), BAKED)
def test_narrowed_variants_are_baked_and_proven_again(
    slug: str, kind: Kind, settings: dict[str, str]
) -> None:
    of = item_of(slug, kind, **settings)
    outcome = bake(of, seeds(16, "narrow"), ENGINE)
    assert len(outcome.variants) >= 4
    assert inside(of, outcome.variants)
    again = bake(of, seeds(16, "narrow"), ENGINE)
    assert [one.id for one in again.variants] == [one.id for one in outcome.variants]
    proofs = reprove(of, [encode(one) for one in outcome.variants], PlainEngine())
    assert [one.faults for one in proofs if one.faults] == []
    wide = item_of(slug, kind, **({"difficulty": settings["difficulty"]} if "difficulty" in settings else {}))
    assert not inside(of, bake(wide, seeds(16, "narrow"), ENGINE).variants)


def test_the_search_and_the_plain_draw_keep_to_the_same_ranges() -> None:
    of = item_of("raw-score", Kind.NUMBERS, entries="2 to 3")
    for engine in (ENGINE, PlainEngine()):
        variants = bake(of, seeds(30), engine).variants
        assert len(variants) > 20
        assert inside(of, variants)  # no half of 2 or 3 either


def test_a_draw_outside_is_refused_by_name() -> None:
    of = item_of("pipeline", Kind.STEPS, difficulty="1", entries="0 to 2")
    outcome = bake(of, seeds(60), PlainEngine())
    assert outcome.refusals[OUTSIDE] > 5
    assert inside(of, outcome.variants)
    assert len(outcome.variants) + sum(outcome.refusals.values()) + outcome.repeated == outcome.drawn == 60


def test_numbers_that_the_author_fixed_may_lie_outside() -> None:
    of = item_of("masked-weight", Kind.NUMBERS, scores="0.5 to 2")
    workshop = workshop_of(of, PlainEngine())
    givens = {"first": 7, "second": 1, "third": 2, "fourth": 3, "row": 3, "logs": 0}
    assert not lies_inside(workshop.recipe, givens)
    variants = bake(of, seeds(5), PlainEngine()).variants
    assert variants
    assert workshop.recipe.read({**givens}) == givens


@pytest.mark.parametrize(
    ("slug", "settings", "sentence"),
    [
        ("weights-row", {"tokens": "two"}, "'two' is no range. Write a number such as 3"),
        ("weights-row", {"tokens": "3-4"}, "'3-4' is no range."),
        ("weights-row", {"tokens": ""}, "'' is no range."),
        ("weights-row", {"tokens": "3 to 10000000000"}, "reaches outside of what weights-row draws: 3 or 4."),
        ("weights-row", {"tokens": "4 to 3"}, "goes from 4 down to 3. Write the lower number first: 3 to 4."),
        ("weights-row", {"entries": "-5 to 2"}, "'-5 to 2' reaches outside of what weights-row draws: −2 to 3."),
        ("weights-row", {"width": "2.2 to 2.8"}, "draws; the nearest are 2 and 3. Write a range with one of them."),
        ("jacobian-entry", {"width": "10 to 15"}, "holds no number that jacobian-entry draws; the nearest are 9 and 16."),
        ("jacobian-entry", {"width": "36"}, "'36' reaches outside of what jacobian-entry draws: 4, 9, 16 or 25."),
        ("weights-row", {"difficulty": "1", "tokens": "3"}, "is no setting of weights-row at difficulty 1. Write one of"),
        ("masked-weight", {"numbers": "1 to 3"}, "is no setting of masked-weight. Write one of difficulty, scores,"),
        ("masked-weight", {"scores": "0.5"}, "'0.5' leaves nothing: no draw of masked-weight has all of these numbers"),
        ("weights-row", {"tokens": "4", "width": "2"}, "the ranges of tokens and width leave nothing that weights-row draws."),
        (
            "weights-row", {"entries": "0 to 1", "tokens": "4", "width": "2"},
            "the ranges of tokens and width leave nothing that weights-row draws.",
        ),
        ("pipeline", {"difficulty": "1", "entries": "2 to 3"}, "'2 to 3' leaves nothing"),
        ("weights-matrix", {"difficulty": "1", "numbers": "9"}, "'9' leaves nothing"),
        ("output-row", {"difficulty": "1", "numbers": "9"}, "'9' leaves nothing"),
    ],
)  # fmt: skip
def test_what_cannot_be_narrowed_is_told(slug: str, settings: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=r"^.") as refused:
        RECIPES[slug].at(settings)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("3", "3"), ("3 to 3", "3"), ("2  to 4", "2 to 4"), ("2\u00a0to\u00a04", "2 to 4"), ("−2 to 2", "-2 to 2"), ("0.50 to 2.0", "0.5 to 2"),
        ("-0", "0"), ("0.1 to 0.7", "0.1 to 0.7"), ("100 to 2000", "100 to 2000"),
    ],
)  # fmt: skip
def test_a_range_is_stored_in_one_way(text: str, stored: str) -> None:
    assert str(between(text)) == stored
    assert between(stored) == between(text)
    assert canonical({"difficulty": "01", "tokens": text}) == {"difficulty": "01", "tokens": stored}
    assert canonical({"tokens": "no range"}) == {"tokens": "no range"}


def test_the_ends_belong_to_a_range() -> None:
    span = between("0.1 to 0.7")
    assert isinstance(span, Between)
    assert [span.holds(number) for number in (0.05, 0.25, 0.5, 0.75)] == [False, True, True, False]
    assert span.holds(span.low)
    assert span.holds(span.high)


def test_what_is_drawn_is_told_in_words() -> None:
    def told(*drawn: float) -> str:
        one: Range[object] = Range("one", "One", lambda givens: [], drawn)
        return one.told()

    assert told(-2, -1, 0, 1) == "−2 to 1"
    assert told(4, 9, 16) == "4, 9 or 16"
    assert told(2, 4) == "2 or 4"
    assert told(*(n / 2 for n in range(1, 8))) == "0.5 to 3.5 in steps of 0.5"
    assert told(*(n * n for n in range(2, 12))) == "some of 4 to 121"


def test_matrices_within_a_narrow_range_are_tried_once_each() -> None:
    one, two = (Limits((("entries", between(text)),)) for text in ("0", "0 to 1"))
    assert len(list(different_matrices(Draws("a"), (2, 4), 0, one, turns=1500))) == 1
    few = list(different_matrices(Draws("a"), (1, 1), 0, two, turns=1500))
    assert len(few) == len(set(few)) == 8
    wide = list(different_matrices(Draws("a"), (2, 4), 0, two, turns=40))
    assert wide == [
        drawn_matrices(Draws("a").under(f"matrices:{turn}"), (2, 4), 0, two) for turn in range(40)
    ]


def test_slips_that_cannot_be_told_apart_within_a_range_are_given_up_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a negative entry nobody drops a sign: a page that waits for many such draws waits for seconds."""
    tried: list[object] = []
    monkeypatch.setattr(spot, "_all_told_apart", tried.append)
    at("spot-the-slip", difficulty="1", entries="0 to 1").draw(Draws("look|1"))
    assert len(tried) == 80
