"""Variants made by hand for the tests of grading: the lesson's row of weights with three slips and one pair."""

import struct
from math import exp

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
from app.items.public import ChoiceForm, NumbersForm, PublicVariant, ShownOption
from app.items.slip_table import SlipLayout, SlipTable, StepLayout

NAN = float("nan")
SLIPS = ("no-scale", "divide-by-d-k", "largest-takes-all")


def steps_of(divisor):
    """Scaled scores, exponentials, sum and weights of the scores 2, 0, 1."""
    scaled = [score / divisor for score in (2.0, 0.0, 1.0)]
    powers = [exp(number) for number in scaled]
    return [*scaled, *powers, sum(powers), *(power / sum(powers) for power in powers)]


def around(numbers, reach=0.001):
    return [*numbers, *(number - reach for number in numbers), *(number + reach for number in numbers)]


def table(readings, steps):
    """A slip table of rows of three from readings (slugs → three values) and the steps of the first ones."""
    layout = SlipLayout(
        readings=tuple(readings),
        width=3,
        stepped=len(steps),
        steps=(
            StepLayout("scaled", 3),
            StepLayout("exponentials", 3),
            StepLayout("sum", 1),
            StepLayout("weights", 3),
        ),
    )
    numbers = [number for values in readings.values() for number in around(values)]
    numbers += [number for each in steps for number in each]
    return SlipTable(layout, struct.pack(f"<{len(numbers)}d", *numbers))


RIGHT, UNSCALED, OVERSCALED = steps_of(2.0), steps_of(1.0), steps_of(4.0)
TABLE = table(
    {
        (): RIGHT[-3:],
        ("no-scale",): UNSCALED[-3:],
        ("divide-by-d-k",): OVERSCALED[-3:],
        ("largest-takes-all",): [1.0, 0.0, 0.0],
        ("undefined-here",): [NAN, NAN, NAN],
        ("no-scale", "largest-takes-all"): [1.0, 0.0, 0.0],
        ("no-scale", "carry-keys"): [0.8, 0.1, 0.1],
    },
    [RIGHT, UNSCALED, OVERSCALED],
)
SOLUTION = (
    WorkedStep("scaled", "Divide", r"s/\sqrt{d_k}", ("A", "B", "C"), ("1", "0", "0.5")),
    WorkedStep("exponentials", "Exponentials", "e^{s}", ("A", "B", "C"), ("2.718", "1.000", "1.649")),
    WorkedStep("sum", "Their sum", "Z", (), ("5.367",)),
    WorkedStep("weights", "Weights", "a/Z", ("A", "B", "C"), ("0.506", "0.186", "0.307")),
)
PROOF = Proof(
    routes=("float64 by steps", "ball arithmetic"),
    enclosures=("0.50648039105565 ± 3e-17",),
    reach=0.00104,
    nearest=("divide-by-d-k",),
    nearest_distance=0.0874,
)
PHRASES = {
    "no-scale": r"without dividing by $\sqrt{d_k}$",
    "divide-by-d-k": "with division by $d_k$ itself",
    "largest-takes-all": "when the largest score takes all",
    "carry-keys": "with Keys carried for Values",
}
MISCONCEPTIONS = {
    slug: Misconception(slug, slug.replace("-", " ").capitalize(), f"Belief of {slug}.", f"Truth of {slug}.")
    for slug in (*SLIPS, "carry-keys", "scale-is-tuned", "order-matters")
}


def shown(form, kind):
    return PublicVariant(
        item_id="weights-row",
        kind=kind,
        level=Level.MECHANISM,
        shape=Shape.COMPUTATION,
        objectives=("1.2",),
        stem="Weights?",
        matrices=(),
        conventions="",
        legend="Weights",
        form=form,
    )


def numbers_variant(
    printed=("0.506", "0.186", "0.307"), *, slip_table=TABLE, solution=SOLUTION, tolerance=None
):
    """A typed row; its fair interval is one unit of the last place to either side."""
    answers = tuple(
        NumberAnswer(text, number - 0.001, number + 0.001)
        for text, number in ((text, float(text.replace("−", "-"))) for text in printed)
    )
    labels = tuple("ABCDEFGH"[: len(printed)])
    answer_key = AnswerKey(NumbersAnswer(answers, tolerance or Tolerance()), solution, PROOF, slip_table)
    return shown(NumbersForm(labels, 3), Kind.NUMBERS), answer_key


def computed_choice():
    """Four rows: B is without the scale, C divided by d_k, D a pair."""
    options = (
        ("[0.506, 0.186, 0.307]", OptionKey("right", True, 1.0, "", ())),
        ("[0.665, 0.090, 0.245]", OptionKey("b", False, 0.0, "", ("no-scale",))),
        ("[0.419, 0.254, 0.326]", OptionKey("c", False, 0.0, "", ("divide-by-d-k",))),
        ("[0.800, 0.100, 0.100]", OptionKey("d", False, 0.0, "", ("no-scale", "carry-keys"))),
    )
    form = ChoiceForm(tuple(ShownOption(text, numeric=True) for text, _ in options))
    answer_key = AnswerKey(ChoiceAnswer(tuple(entry for _, entry in options)), SOLUTION, PROOF, TABLE)
    return shown(form, Kind.SINGLE_CHOICE), answer_key


def authored_choice(*, choose=1, all_or_nothing=True):
    """Four texts, the first `choose` right; the others carry misconceptions, the last an unknown one."""
    wrong = ["scale-is-tuned", "order-matters", "gone-from-registry"]
    entries = tuple(
        OptionKey(f"right-{place}", True, 1 / choose, f"Why {place} holds.")
        if place <= choose
        else OptionKey(f"wrong-{place}", False, -0.5, f"Why {place} fails.", (wrong[place - 2],))
        for place in range(1, 5)
    )
    form = ChoiceForm(tuple(ShownOption(f"Text\n{place}") for place in range(1, 5)), choose)
    kind = Kind.SINGLE_CHOICE if choose == 1 else Kind.MULTIPLE_SELECT
    return shown(form, kind), AnswerKey(ChoiceAnswer(entries, all_or_nothing))
