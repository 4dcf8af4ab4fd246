"""A matrix and a computation in steps, made by hand and put into the product: a slip, a belief and every state of a field."""

import struct
from math import exp, sqrt

from app.items.answer_key import (
    AnswerKey,
    NumberAnswer,
    NumbersAnswer,
    Proof,
    StepKey,
    StepsAnswer,
    StepSlip,
    WorkedStep,
)
from app.items.item import Kind, Level, Shape, Tolerance
from app.items.public import GridForm, PublicVariant, StepForm, StepsForm
from app.items.slip_table import SlipLayout, SlipTable
from app.items.variant import Variant
from app.store.items import ItemRow, put_item
from app.store.unit import writing
from app.store.variants import add_variants
from app.variants.encode import encode
from tests.changing import replace
from tests.databases import NOW
from tests.web.product import Product

GRID, STEPS = "matrix-by-hand", "steps-by-hand"
_NAMES = ("A", "B", "C")
_SCORES = ((2, 0, 1), (0, 2, 1), (1, 1, 2))
_PROOF = Proof(("float64", "ball arithmetic"), ("0.50648039105565 ± 3e-17",), 0.001, ("no-scale",), 0.087)


def _softmax(scores: tuple[float, ...]) -> list[float]:
    powers = [exp(score) for score in scores]
    return [one / sum(powers) for one in powers]


def _weights(scale: float) -> list[float]:
    return [weight for row in _SCORES for weight in _softmax(tuple(score / scale for score in row))]


def _fair(*values: float, decimals: int = 3) -> tuple[NumberAnswer, ...]:
    return tuple(NumberAnswer(f"{one:.{decimals}f}", one - 0.0015, one + 0.0015) for one in values)


def _table() -> SlipTable:
    numbers = []
    for scale in (2.0, 1.0):
        values = _weights(scale)
        numbers += [*values, *(one - 0.0015 for one in values), *(one + 0.0015 for one in values)]
    layout = SlipLayout(((), ("no-scale",)), 9, 0, ())
    return SlipTable(layout, struct.pack(f"<{len(numbers)}d", *numbers))


def _shown(item_id: str, kind: Kind, form: GridForm | StepsForm, *, stem: str) -> PublicVariant:
    legend = (
        "Weights, one row for each token"
        if kind is Kind.GRID
        else "From the scores of token A to its weights"
    )
    return PublicVariant(
        item_id, kind, Level.MECHANISM, Shape.COMPUTATION, ("1.2",), stem, (),
        "Numbers to three decimals.", legend, form,
    )  # fmt: skip


MATRIX = Variant(
    id="e" * 32, item_id=GRID, revision_id="matrix-1", twin="matrix-twin", seed="by hand",
    shown=_shown(
        GRID, Kind.GRID, GridForm("W", _NAMES, _NAMES, 3),
        stem=r"The raw scores are $(2, 0, 1)$, $(0, 2, 1)$ and $(1, 1, 2)$, with $d_k = 4$. What are the weights?",
    ),
    answer_key=AnswerKey(NumbersAnswer(_fair(*_weights(2)), Tolerance()), (), _PROOF, _table()),
)  # fmt: skip
_SCALED = (1.0, 0.0, 0.5)
_POWERS = tuple(map(exp, _SCALED))
COMPUTATION = Variant(
    id="f" * 32, item_id=STEPS, revision_id="steps-1", twin="steps-twin", seed="by hand",
    shown=_shown(
        STEPS, Kind.STEPS,
        StepsForm((
            StepForm(r"Divide by $\sqrt{d_k}$", _NAMES, 3),
            StepForm("Take the powers of $e$", _NAMES, 3),
            StepForm("Add them up", ("sum",), 3),
            StepForm("Divide each by the sum", _NAMES, 3),
        )),
        stem="The raw scores of token A are 2, 0 and 1, with $d_k = 4$. Work out its weights, step by step.",
    ),
    answer_key=AnswerKey(
        StepsAnswer(
            (("s_A", "2"), ("s_B", "0"), ("s_C", "1"), ("d", "4")),
            (
                StepKey(
                    "scaled", ("x_A", "x_B", "x_C"), tuple(f"s_{one} / sqrt(d)" for one in _NAMES),
                    _fair(*_SCALED), 3,
                    (StepSlip("no-scale", ("s_A", "s_B", "s_C")), StepSlip("divide-by-d-k", ("s_A / d", "s_B / d", "s_C / d"))),
                ),
                StepKey(
                    "exponentials", ("a_A", "a_B", "a_C"), tuple(f"exp(x_{one})" for one in _NAMES),
                    _fair(*_POWERS), 3, (StepSlip("no-exponential", ("x_A", "x_B", "x_C")),),
                ),
                StepKey("sum", ("Z",), ("a_A + a_B + a_C",), _fair(sum(_POWERS)), 3),
                StepKey(
                    "weights", ("w_A", "w_B", "w_C"), tuple(f"a_{one} / Z" for one in _NAMES),
                    _fair(*_softmax(_SCALED)), 3,
                ),
            ),
        ),
        (
            WorkedStep("scaled", r"Divide by $\sqrt{4} = 2$", r"\frac{s_j}{\sqrt{d_k}}", _NAMES, ("1.000", "0.000", "0.500")),
            WorkedStep("exponentials", "Exponentials", "e^{x_j}", _NAMES, ("2.718", "1.000", "1.649")),
            WorkedStep("sum", "Their sum", r"\sum_j e^{x_j}", (), ("5.367",)),
            WorkedStep("weights", "Weights", r"\frac{e^{x_j}}{\sum_i e^{x_i}}", _NAMES, ("0.506", "0.186", "0.307")),
        ),
        _PROOF,
    ),
)  # fmt: skip
RIGHT_STEPS = ("1", "0", "0.5", "2.718", "1", "1.649", "5.367", "0.506", "0.186", "0.307")
# The scale is left out, and everything after it is right by these numbers; the sum is left empty.
NO_SCALE = ("2", "0", "1", "7.389", "1", "2.718", "", "0.665", "0.090", "0.245")
# One number with too few digits, one that no slip gives.
MIXED = ("1", "0", "0.5", "2.7", "1", "1.649", "5.367", "0.506", "0.186", "0.9")
assert sqrt(4) == 2


def slipped_matrix() -> tuple[str, ...]:
    """What comes out of the matrix without the scale."""
    return tuple(f"{one:.3f}" for one in _weights(1))


def put_by_hand(product: Product) -> None:
    """Put both into the store as live questions."""
    with writing(product.house.database) as unit:
        for variant in (MATRIX, COMPUTATION):
            put_item(unit, _row(variant), text=f"id: {variant.item_id}\n", now=NOW)
        again = replace(COMPUTATION, id="9" * 32, twin="steps-again")
        add_variants(unit, [encode(one) for one in (MATRIX, COMPUTATION, again)], now=NOW)
        unit.commit()


def _row(variant: Variant) -> ItemRow:
    return ItemRow(
        id=variant.item_id,
        bank="attention",
        path=f"attention/1.2/{variant.item_id}.yaml",
        kind=variant.shown.kind.value,
        level=variant.shown.level.value,
        shape=variant.shown.shape.value,
        objectives=variant.shown.objectives,
        difficulty=0.5,
        recipe=variant.item_id,
        latest_revision_id=variant.revision_id,
    )
