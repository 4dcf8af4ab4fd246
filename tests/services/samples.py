"""A handful of variants by hand: a row of weights to choose and to type, two concepts, one of them "choose two"."""

import struct

from app.grading.words import Words
from app.items.answer_key import (
    AnswerKey,
    ChoiceAnswer,
    NumberAnswer,
    NumbersAnswer,
    OptionKey,
    Proof,
    WorkedStep,
)
from app.items.item import Kind, Level, Shape, Tolerance
from app.items.misconceptions import Misconception
from app.items.public import ChoiceForm, Matrix, NumbersForm, PublicVariant, ShownOption
from app.items.slip_table import SlipLayout, SlipTable, StepLayout
from app.items.variant import Variant
from tests.changing import replace

_ROWS = (("1", "0", "1", "0"), ("0", "1", "0", "1"), ("1", "1", "0", "0"))
_NAMES = ("A", "B", "C")
_Q = Matrix("Q", "query", _NAMES, (), _ROWS)
_K = Matrix("K", "key", _NAMES, (), (("1", "0", "1", "0"), ("-0.5", "1", "0", "1"), ("1", "1", "0", "0")))
_V = Matrix("V", "value", _NAMES, (), (("1", "2", "0", "0"), ("0", "1", "2", "0"), ("0", "0", "1", "2")))
_STEPS = (
    WorkedStep("logits", "Compare A’s query with every key", r"q_A \cdot k_j", _NAMES, ("2", "0", "1")),
    WorkedStep(
        "scaled",
        r"Divide by $\sqrt{4} = 2$",
        r"\frac{q_A \cdot k_j}{\sqrt{d_k}}",
        _NAMES,
        ("1.0", "0.0", "0.5"),
    ),
    WorkedStep("exponentials", "Exponentials", r"e^{x_j}", _NAMES, ("2.718", "1.000", "1.649")),
    WorkedStep("sum", "Their sum", r"\sum_j e^{x_j}", (), ("5.367",)),
    WorkedStep(
        "weights", "Weights", r"w_j = \frac{e^{x_j}}{\sum_i e^{x_i}}", _NAMES, ("0.506", "0.186", "0.307")
    ),
)
_PROOF = Proof(
    routes=("float64 on one engine", "ball arithmetic, written apart"),
    enclosures=("0.50648039105565 ± 3e-17", "0.18632372392157 ± 1e-17", "0.30719588502278 ± 2e-17"),
    reach=0.001,
    nearest=("divide-by-d-k",),
    nearest_distance=0.087,
)
_READINGS: dict[tuple[str, ...], tuple[float, ...]] = {
    (): (0.50648, 0.18632, 0.30720),
    ("no-scale",): (0.66524, 0.09003, 0.24473),
    ("divide-by-d-k",): (0.41922, 0.25427, 0.32650),
    ("no-exponential",): (0.66667, 0.0, 0.33333),
}
_STEP_NUMBERS = (
    (2, 0, 1, 1.0, 0.0, 0.5, 2.71828, 1.0, 1.64872, 5.367, 0.50648, 0.18632, 0.30720),
    (2, 0, 1, 2.0, 0.0, 1.0, 7.38906, 1.0, 2.71828, 11.10734, 0.66524, 0.09003, 0.24473),
)


def _slip_table() -> SlipTable:
    counts = (("logits", 3), ("scaled", 3), ("exponentials", 3), ("sum", 1), ("weights", 3))
    layout = SlipLayout(tuple(_READINGS), 3, 2, tuple(StepLayout(slug, count) for slug, count in counts))
    numbers: list[float] = []
    for values in _READINGS.values():
        numbers += [*values, *(value - 0.001 for value in values), *(value + 0.001 for value in values)]
    for row in _STEP_NUMBERS:
        numbers += row
    return SlipTable(layout, struct.pack(f"<{len(numbers)}d", *numbers))


WORDS = Words(
    misconceptions={
        one.slug: one
        for one in (
            Misconception(
                "no-scale",
                "no scale",
                r"The raw scores go into softmax as they are, without the division by $\sqrt{d_k}$.",
                r"Every score is divided by $\sqrt{d_k}$ first, so that rows do not sharpen as vectors get longer.",
            ),
            Misconception(
                "divide-by-d-k",
                r"divided by $d_k$ in place of its root",
                r"The scale is $d_k$.",
                r"The spread of $q \cdot k$ grows with $\sqrt{d_k}$, so that is what the scores are divided by.",
            ),
            Misconception(
                "no-exponential",
                "no exponential",
                "A weight is a score over the sum of scores.",
                "Softmax takes the exponential first; a score of 0 still gets a share.",
            ),
            Misconception(
                "scale-normalises-rows",
                "The scale as normaliser",
                "The scale makes each row sum to 1.",
                "Softmax makes rows sum to 1, whatever the scores are divided by.",
            ),
        )
    },
    phrases={
        "no-scale": r"without dividing by $\sqrt{d_k}$",
        "divide-by-d-k": r"with $d_k$ in place of its root",
        "no-exponential": "without the exponential",
    },
)

WEIGHTS_CHOICE = Variant(
    id="a" * 32, item_id="weights-row-choice", revision_id="r1", twin="t1", seed="s1",
    shown=PublicVariant(
        item_id="weights-row-choice", kind=Kind.SINGLE_CHOICE, level=Level.MECHANISM, shape=Shape.COMPUTATION,
        objectives=("1.2",),
        stem=r"Three tokens A, B and C have these queries and keys, with $d_k = 4$. Which attention weights does token A give to A, B and C?",
        matrices=(_Q, _K),
        conventions=r"The formula is $\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V$. Weights to three decimals.",
        legend="Weights of token A",
        form=ChoiceForm(tuple(ShownOption(text, True) for text in (
            "[0.506, 0.186, 0.307]", "[0.665, 0.090, 0.245]", "[0.419, 0.254, 0.326]", "[0.667, 0.000, 0.333]"))),
    ),
    answer_key=AnswerKey(
        ChoiceAnswer((
            OptionKey("right", True, 1.0, ""),
            OptionKey("no-scale", False, 0.0, "", ("no-scale",)),
            OptionKey("divide-by-d-k", False, 0.0, "", ("divide-by-d-k",)),
            OptionKey("no-exponential", False, 0.0, "", ("no-exponential",)),
        )),
        _STEPS, _PROOF, _slip_table(),
    ),
)  # fmt: skip
WEIGHTS_NUMBERS = replace(
    WEIGHTS_CHOICE,
    id="b" * 32,
    item_id="weights-row-numbers",
    shown=replace(
        WEIGHTS_CHOICE.shown,
        item_id="weights-row-numbers",
        kind=Kind.NUMBERS,
        matrices=(_Q, _K, _V),
        form=NumbersForm(("to A", "to B", "to C"), 3),
    ),
    answer_key=replace(
        WEIGHTS_CHOICE.answer_key,
        answer=NumbersAnswer(
            tuple(
                NumberAnswer(printed, float(printed) - 0.001, float(printed) + 0.001)
                for printed in ("0.506", "0.186", "0.307")
            ),
            Tolerance(),
        ),
    ),
)
CONCEPT = Variant(
    id="c" * 32, item_id="what-the-division-is-for", revision_id="r2", twin="t2", seed="s2",
    shown=PublicVariant(
        item_id="what-the-division-is-for", kind=Kind.SINGLE_CHOICE, level=Level.DERIVATION, shape=Shape.DERIVATION,
        objectives=("1.2",),
        stem=r"Entries of $q_i$ and $k_j$ have mean 0 and variance 1. Why are the scores divided by $\sqrt{d_k}$, and not by $d_k$?",
        matrices=(), conventions="", legend="Choose one",
        form=ChoiceForm((
            ShownOption("Only then does every row of weights sum to 1."),
            ShownOption(r"Because $\sqrt{d_k}$ is the standard deviation of $q_i \cdot k_j$, and the division brings it back to 1."),
            ShownOption("It is a convention; any constant does as well once the model is trained."),
            ShownOption(r"Because $d_k$ is the length of a key."),
        )),
    ),
    answer_key=AnswerKey(ChoiceAnswer((
        OptionKey("sum", False, 0.0, "Softmax makes rows sum to 1, with any divisor.", ("scale-normalises-rows",)),
        OptionKey("variance", True, 1.0, r"The variances of $d_k$ independent products add up to $d_k$; its root is the spread."),
        OptionKey("custom", False, 0.0, "The constant follows from the variance, and the training does not choose it."),
        OptionKey("length", False, 0.0, r"$d_k$ counts the entries of a key. Its length is another number."),
    ))),
)  # fmt: skip
CHOOSE_TWO = replace(
    CONCEPT,
    id="d" * 32,
    item_id="two-facts-about-values",
    shown=replace(
        CONCEPT.shown,
        item_id="two-facts-about-values",
        kind=Kind.MULTIPLE_SELECT,
        level=Level.INTUITION,
        stem="Which two statements about the values $V$ are right?",
        legend="Statements",
        form=ChoiceForm(
            (
                ShownOption("They carry what the output is made of."),
                ShownOption("They are compared with the queries."),
                ShownOption("They come from the same embeddings as the keys, by another matrix."),
                ShownOption("They are left out of the output."),
            ),
            choose=2,
        ),
    ),
    answer_key=AnswerKey(
        ChoiceAnswer(
            (
                OptionKey("content", True, 0.5, "The output is a weighted sum of values."),
                OptionKey("compared", False, 0.0, "Keys are compared with queries."),
                OptionKey("embeddings", True, 0.5, "Three matrices are learned, one for each role."),
                OptionKey("left-out", False, 0.0, "Queries and keys are left out, values are not."),
            )
        )
    ),
)
VARIANTS = [WEIGHTS_CHOICE, WEIGHTS_NUMBERS, CONCEPT, CHOOSE_TWO]
