"""Authored items become variants by their order alone."""

from collections import Counter
from dataclasses import replace

import pytest

from app.items.answer_key import ChoiceAnswer
from app.items.item import AuthoredItem, Kind, Revision
from app.items.option import AuthoredOption
from app.items.public import ChoiceForm
from app.variants.decode import decode_answer_key, decode_shown
from app.variants.encode import encode
from app.variants.realise import arrangement, realise
from tests.unit.variants.samples import revision, seeds

HEADER = replace(revision("weights-row").item.header, id="authored")


def authored(choose: int = 1) -> Revision:
    options = tuple(
        AuthoredOption(
            name, f"text {name}", place < choose, f"why {name}", None if place < choose else "slip"
        )
        for place, name in enumerate(("one", "two", "three", "four"))
    )
    kind = Kind.SINGLE_CHOICE if choose == 1 else Kind.MULTIPLE_SELECT
    return Revision("revision", AuthoredItem(replace(HEADER, kind=kind), "Why?", options, choose), "")


def test_options_and_what_stands_behind_them_have_one_order() -> None:
    for seed in seeds(20):
        variant = realise(authored(), seed)
        form, answer = variant.shown.form, variant.answer_key.answer
        assert isinstance(form, ChoiceForm)
        assert isinstance(answer, ChoiceAnswer)
        behind = [(f"text {option.option_id}", f"why {option.option_id}") for option in answer.options]
        assert [text for text, _ in behind] == [option.text for option in form.options]
        assert [why for _, why in behind] == [option.rationale for option in answer.options]
        assert sorted(option.weight for option in answer.options) == [0.0, 0.0, 0.0, 1.0]


def test_two_seeds_give_one_variant_exactly_where_they_give_one_order() -> None:
    item = authored().item
    assert isinstance(item, AuthoredItem)
    found = {(realise(authored(), seed).id, arrangement(item, seed)) for seed in seeds(200)}
    assert len(found) == len({name for name, _ in found}) == len({order for _, order in found}) == 24


def test_every_position_is_equally_likely() -> None:
    places: Counter[int] = Counter()
    for seed in seeds(800):
        answer = realise(authored(), seed).answer_key.answer
        assert isinstance(answer, ChoiceAnswer)
        places.update(answer.correct)
    assert all(150 <= places[place] <= 250 for place in range(1, 5))


def test_two_right_options_share_the_points() -> None:
    variant = realise(authored(choose=2), "seed")
    answer = variant.answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    assert sum(option.weight for option in answer.options) == 1.0
    assert {option.slips for option in answer.options if not option.correct} == {("slip",)}
    assert variant.shown.legend == "Choose two"


def test_orders_are_twins_with_names_of_their_own() -> None:
    variants = [realise(authored(), seed) for seed in seeds(60)]
    assert len({variant.twin for variant in variants}) == 1
    assert 12 <= len({variant.id for variant in variants}) <= 24


def test_what_is_shown_has_nothing_of_the_answer() -> None:
    encoded = encode(realise(authored(), "seed"))
    assert b"why" not in encoded.shown
    assert b"correct" not in encoded.shown
    assert encoded.layout == encoded.numbers == b""
    assert decode_shown(encoded.shown) == realise(authored(), "seed").shown
    assert decode_answer_key(encoded.answer_key, b"", b"") == realise(authored(), "seed").answer_key


def test_a_recipe_item_is_not_realised() -> None:
    with pytest.raises(TypeError, match="baked"):
        realise(revision("weights-row"), "seed")
