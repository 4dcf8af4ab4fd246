"""The proof in printed numbers: one row for each number, under the name that the question gives it."""

import pytest

from app.grading.explain_proof import proof_note
from app.grading.feedback import ProofRow
from app.items.answer_key import Evidence, Proof
from app.items.public import ChoiceForm, Form, GridForm, NumbersForm, ShownOption, StepForm, StepsForm
from tests.changing import replace
from tests.unit.grading.samples import PROOF
from tests.unit.grading.test_explain import WORDS

EVIDENCE = Evidence(
    values=(-0.5064803910556546, 1e-7),
    low=(-0.50748, -0.001),
    high=(-0.50548, 0.001),
    printed=("-0.506", "0.000"),
    bits=128,
    made_by=("Keyed 1", "recipe x 1"),
)
WHOLE = replace(
    PROOF, enclosures=("-0.50648039105565 ± 3e-17", "1e-7"), evidence=EVIDENCE, seal="0123456789abcdef"
)
TWO = (ShownOption("[1, 2]", True), ShownOption("[3, 4]", True))


def rows(proof: Proof, form: Form) -> tuple[ProofRow, ...]:
    return proof_note(proof, form, WORDS).rows


def test_every_digit_of_the_engine_and_finer_ends_of_the_interval() -> None:
    first, second = rows(WHOLE, NumbersForm(("A", "B"), 3))
    assert first == ProofRow(
        "A", "−0.5064803910556546", "-0.50648039105565 ± 3e-17", "−0.506", "−0.50748", "−0.50548"
    )
    assert (second.value, second.printed, second.low) == ("1e−07", "0.000", "−0.00100")


@pytest.mark.parametrize(
    ("form", "names"),
    [
        (NumbersForm(("A", "B"), 3), ("A", "B")),
        (GridForm("A", ("A",), ("A", "B"), 3), ("A, A", "A, B")),
        (StepsForm((StepForm("First", ("A",), 3), StepForm("Then", ("Z",), 3))), ("1. A", "2. Z")),
        (ChoiceForm(TWO), ("Number 1", "Number 2")),
        (NumbersForm(("A",), 3), ("Number 1", "Number 2")),
    ],
)
def test_numbers_are_called_as_the_question_calls_them(form: Form, names: tuple[str, ...]) -> None:
    assert tuple(row.name for row in rows(WHOLE, form)) == names


def test_what_is_said_of_the_whole() -> None:
    note = proof_note(WHOLE, NumbersForm(("A", "B"), 3), WORDS)
    assert (note.bits, note.made_by, note.seal) == (128, ("Keyed 1", "recipe x 1"), "0123456789abcdef")
    assert note.nearest
    old = proof_note(PROOF, NumbersForm(("A",), 3), WORDS)
    assert (old.rows, old.bits, old.made_by, old.seal) == ((), 0, (), "")
    assert old.enclosures == PROOF.enclosures


def test_one_number_is_the_answer() -> None:
    single = Evidence((0.5,), (0.4,), (0.6,), ("0.5",), 64, ())
    proof = replace(WHOLE, enclosures=("0.5",), evidence=single)
    assert [row.name for row in rows(proof, ChoiceForm(TWO))] == ["The answer"]
