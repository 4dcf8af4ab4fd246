"""A computation in steps made by hand: two scores, scaled, exponentials, sum, weights."""

from app.grading.parse import parse
from app.grading.response import StepsResponse
from app.items.answer_key import AnswerKey, NumberAnswer, StepKey, StepsAnswer, StepSlip
from app.items.item import Kind, Level, Shape
from app.items.public import PublicVariant, StepForm, StepsForm


def fair(*printed, reach=0.002):
    """Right numbers as printed, with a fair interval around them."""
    return tuple(NumberAnswer(text, float(text) - reach, float(text) + reach) for text in printed)


# Raw scores 4 and 2 with d_k = 4: scaled 2 and 1, e^2 = 7.389, e^1 = 2.718, their sum 10.107, weights 0.731 and 0.269.
ANSWER = StepsAnswer(
    (("s_A", "4"), ("s_B", "2"), ("d", "4")),
    (
        StepKey(
            "scaled",
            ("x_A", "x_B"),
            ("s_A / sqrt(d)", "s_B / sqrt(d)"),
            fair("2.000", "1.000"),
            3,
            (
                StepSlip("no-scale", ("s_A", "s_B")),
                StepSlip("divide-by-d-k", ("s_A / d", "s_B / d")),
            ),
        ),
        StepKey(
            "exponentials",
            ("a_A", "a_B"),
            ("exp(x_A)", "exp(x_B)"),
            fair("7.389", "2.718"),
            3,
            (StepSlip("no-exponential", ("x_A", "x_B")), StepSlip("base-two", ("2^x_A", "2^x_B"))),
        ),
        StepKey("sum", ("Z",), ("a_A + a_B",), fair("10.107"), 3),
        StepKey("weights", ("w_A", "w_B"), ("a_A / Z", "a_B / Z"), fair("0.731", "0.269"), 3),
    ),
)
FORM = StepsForm(
    (
        StepForm(r"Divide by $\sqrt{d_k}$", ("A", "B"), 3),
        StepForm("Take powers of $e$", ("A", "B"), 3),
        StepForm("Add them up", ("sum",), 3),
        StepForm("Divide each by the sum", ("A", "B"), 3),
    )
)
SHOWN = PublicVariant(
    "a-row-in-steps",
    Kind.STEPS,
    Level.MECHANISM,
    Shape.COMPUTATION,
    ("1.2",),
    "Scores 4 and 2.",
    (),
    "Three decimals.",
    "Steps",
    FORM,
)
STEPS_KEY = AnswerKey(ANSWER)


def read(*texts: str) -> StepsResponse:
    """What was typed, read."""
    found = parse(FORM, positions=(), typed=texts)
    assert isinstance(found, StepsResponse), found
    return found
