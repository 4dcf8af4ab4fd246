"""Variants go to bytes and come back equal."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.plain_engine import PlainEngine
from app.items.answer_key import (
    AnswerKey,
    CellKey,
    ChoiceAnswer,
    FieldKey,
    FieldsAnswer,
    MatchingAnswer,
    NumberAnswer,
    NumberKey,
    NumbersAnswer,
    OptionKey,
    OrderingAnswer,
    Proof,
    ReversalKey,
    StepKey,
    StepsAnswer,
    StepSlip,
    WorkedStep,
)
from app.items.item import Kind, Level, Shape, Tolerance, ToleranceKind
from app.items.public import (
    ChoiceForm,
    FieldForm,
    FieldsForm,
    GridForm,
    MatchingForm,
    Matrix,
    NumbersForm,
    OrderingForm,
    PublicVariant,
    ShownOption,
    StepForm,
    StepsForm,
)
from app.items.slip_table import SlipLayout, SlipTable, StepLayout
from app.items.variant import Variant
from app.variants.bake import bake
from app.variants.decode import decode_answer_key, decode_shown
from app.variants.encode import encode, variant_name
from tests.changing import replace
from tests.unit.variants.samples import revision, seeds

words = st.text(max_size=12)
floats = st.floats(allow_nan=False, allow_infinity=False)


def row(items: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(items, max_size=3).map(tuple)


forms = st.one_of(
    st.builds(
        ChoiceForm,
        st.lists(st.builds(ShownOption, words, st.booleans()), max_size=4).map(tuple),
        st.integers(1, 3),
    ),
    st.builds(NumbersForm, row(words), st.integers(0, 6), words),
    st.builds(MatchingForm, row(words), row(words)),
    st.builds(OrderingForm, row(words)),
    st.builds(GridForm, words, row(words), row(words), st.integers(0, 6)),
    st.builds(
        StepsForm,
        st.lists(st.builds(StepForm, words, row(words), st.integers(0, 6)), max_size=3).map(tuple),
    ),
    st.builds(
        FieldsForm,
        st.lists(st.builds(FieldForm, words, words, st.none() | st.integers(0, 6)), max_size=3).map(tuple),
    ),
)
matrices = st.builds(
    Matrix, words, words, row(words), row(words), st.lists(row(words), max_size=3).map(tuple)
)
shown_variants = st.builds(
    PublicVariant,
    item_id=words,
    kind=st.sampled_from(Kind),
    level=st.sampled_from(Level),
    shape=st.sampled_from(Shape),
    objectives=row(words),
    stem=words,
    matrices=st.lists(matrices, max_size=2).map(tuple),
    conventions=words,
    legend=words,
    form=forms,
)
tolerances = st.builds(Tolerance, st.sampled_from(ToleranceKind), floats, floats, floats)
whole = st.lists(st.integers(1, 7), max_size=4).map(tuple)
numbers = st.lists(st.builds(NumberAnswer, words, floats, floats), max_size=3).map(tuple)
number_keys = st.lists(
    st.builds(NumberKey, words, words, words, words, floats, words, row(words)), max_size=2
).map(tuple)
answers = st.one_of(
    st.builds(
        FieldsAnswer,
        st.lists(
            st.builds(FieldKey, number_keys, number_keys, st.none() | st.integers(0, 6)), max_size=2
        ).map(tuple),
        st.booleans(),
    ),
    st.builds(
        ChoiceAnswer,
        st.lists(st.builds(OptionKey, words, st.booleans(), floats, words, row(words)), max_size=4).map(
            tuple
        ),
        st.booleans(),
    ),
    st.builds(
        NumbersAnswer,
        numbers,
        tolerances,
    ),
    st.builds(
        MatchingAnswer,
        row(words),
        row(words),
        whole,
        st.lists(st.lists(st.builds(CellKey, words, row(words)), max_size=2).map(tuple), max_size=2).map(
            tuple
        ),
        st.booleans(),
    ),
    st.builds(
        OrderingAnswer,
        row(words),
        whole,
        row(words),
        st.lists(
            st.builds(ReversalKey, st.integers(1, 7), st.integers(1, 7), words, row(words)), max_size=2
        ).map(tuple),
        st.booleans(),
    ),
    st.builds(
        StepsAnswer,
        st.lists(st.tuples(words, words), max_size=3).map(tuple),
        st.lists(
            st.builds(
                StepKey,
                words,
                row(words),
                row(words),
                numbers,
                st.integers(0, 6),
                st.lists(st.builds(StepSlip, words, row(words)), max_size=2).map(tuple),
                st.booleans(),
            ),
            max_size=3,
        ).map(tuple),
    ),
)
steps = st.builds(WorkedStep, words, words, words, row(words), row(words))
proofs = st.builds(Proof, row(words), row(words), floats, row(words), floats)
tables = st.builds(
    SlipTable,
    st.builds(
        SlipLayout,
        st.lists(row(words), max_size=4).map(tuple),
        st.integers(1, 4),
        st.integers(1, 3),
        st.lists(st.builds(StepLayout, words, st.integers(1, 9)), max_size=3).map(tuple),
    ),
    st.binary(max_size=64),
)
answer_keys = st.builds(
    AnswerKey, answers, st.lists(steps, max_size=3).map(tuple), st.none() | proofs, st.none() | tables, words
)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(shown_variants, answer_keys)
def test_the_round_trip_is_exact(shown: PublicVariant, answer_key: AnswerKey) -> None:
    variant = Variant("name", "item", "revision", "twin", "seed", shown, answer_key)
    encoded = encode(variant)
    assert decode_shown(encoded.shown) == shown
    assert decode_answer_key(encoded.answer_key, encoded.numbers, encoded.layout) == answer_key


@pytest.mark.parametrize("kind", [Kind.SINGLE_CHOICE, Kind.NUMBERS])
def test_baked_variants_survive(kind: Kind) -> None:
    for variant in bake(revision("output-row", kind), seeds(6), PlainEngine()).variants:
        encoded = encode(variant)
        assert (encoded.id, encoded.twin, encoded.seed) == (variant.id, variant.twin, variant.seed)
        assert decode_shown(encoded.shown) == variant.shown
        back = decode_answer_key(encoded.answer_key, encoded.numbers, encoded.layout)
        assert back == variant.answer_key


def test_the_name_is_the_content() -> None:
    (variant, *_) = bake(revision("weights-row"), seeds(12), PlainEngine()).variants
    assert variant.id == variant_name(variant.revision_id, variant.shown, variant.answer_key)
    other = replace(variant.shown, stem="something else")
    assert variant_name(variant.revision_id, other, variant.answer_key) != variant.id
    assert variant_name("another revision", variant.shown, variant.answer_key) != variant.id


def test_the_table_is_little_endian_and_lies_as_its_layout_says() -> None:
    (variant, *_) = bake(revision("weights-row", Kind.NUMBERS), seeds(12), PlainEngine()).variants
    table = variant.answer_key.slip_table
    assert table is not None
    layout = table.layout
    numbers = np.frombuffer(table.numbers, dtype="<f8")
    per_reading = sum(step.count for step in layout.steps)
    assert numbers.size == len(layout.readings) * 3 * layout.width + layout.stepped * per_reading
    right = next(table.readings())
    assert right.slugs == ()
    steps_of_right = table.steps(())
    assert steps_of_right is not None
    assert steps_of_right["weights"] == right.values
    assert all(
        low <= value <= high for low, value, high in zip(right.low, right.values, right.high, strict=True)
    )
