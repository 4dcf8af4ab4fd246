"""The lines of a calculator one after the other, and the questions beside which there is one."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.items.item import Shape
from app.items.public import ChoiceForm, FieldsForm, GridForm, NumbersForm, PublicVariant, StepsForm
from app.practice.calculator.calculate import Found, calculate
from app.practice.calculator.tokens import Fault

MOST_LINES = 8


@dataclass(frozen=True, slots=True)
class Line:
    """An expression as it was typed, with its result as printed."""

    typed: str
    shown: str


def work_out(before: Sequence[str], typed: str) -> tuple[tuple[Line, ...], Fault | None]:
    """The lines with their results, each going on from the one before, and why the last gave none.

    Rule: only the last MOST_LINES are kept; one that cannot be computed is left out.
    """
    lines: list[Line] = []
    found: Found | None = None
    outcome: Found | Fault | None = None
    for expression in (*before[-MOST_LINES:], typed):
        outcome = calculate(expression, found.estimate if found else None)
        if isinstance(outcome, Found):
            found = outcome
            lines.append(Line(expression, outcome.shown))
    return tuple(lines[-MOST_LINES:]), outcome if isinstance(outcome, Fault) else None


def is_computed(shown: PublicVariant) -> bool:
    """Whether a question wants numbers to be worked out, so that a calculator stands beside it.

    They are typed, or chosen from, or what is chosen from is told in words and comes of a computation.
    """
    if shown.shape is Shape.COMPUTATION and shown.matrices:
        return True
    if isinstance(shown.form, ChoiceForm):
        return any(option.numeric for option in shown.form.options)
    return isinstance(shown.form, NumbersForm | GridForm | StepsForm | FieldsForm)
