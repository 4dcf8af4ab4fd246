"""The proof in printed numbers: one row for each number, under the name that the question gives it."""

import pytest

from app.grading.explain_proof import proof_note
from app.grading.feedback import ProofNote, ProofRow
from app.items.answer_key import AnswerKey, ChoiceAnswer, Evidence, OptionKey, Proof, WorkedStep
from app.items.kinds import Kind
from app.items.public import ChoiceForm, Form, GridForm, NumbersForm, ShownOption, StepForm, StepsForm
from tests.changing import replace
from tests.unit.grading.samples import PROOF, shown
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


def told(proof: Proof, form: Form, solution: tuple[WorkedStep, ...] = ()) -> ProofNote:
    answer = ChoiceAnswer((OptionKey("a", True, 1.0, ""), OptionKey("b", False, 0.0, "")))
    answer_key = AnswerKey(answer=answer, solution=solution, proof=proof)
    note = proof_note(shown(form, Kind.SINGLE_CHOICE), answer_key, WORDS)
    assert note is not None
    return note


def rows(proof: Proof, form: Form) -> tuple[ProofRow, ...]:
    return told(proof, form).rows


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
        (GridForm("A", ("A",), ("A", "B"), 3), ("row A, column A", "row A, column B")),
        (StepsForm((StepForm("First", ("A",), 3), StepForm("Then", ("Z",), 3))), ("Step 1, A", "Step 2, Z")),
        (
            StepsForm((StepForm("Weights times Values", ("1", "2"), 3),)),
            ("Step 1, column 1 of $V$", "Step 1, column 2 of $V$"),
        ),
        (ChoiceForm(TWO), ("Number 1", "Number 2")),
        (NumbersForm(("A",), 3), ("Number 1", "Number 2")),
    ],
)
def test_numbers_are_called_as_the_question_calls_them(form: Form, names: tuple[str, ...]) -> None:
    assert tuple(row.name for row in rows(WHOLE, form)) == names


def test_what_is_said_of_the_whole() -> None:
    note = told(WHOLE, NumbersForm(("A", "B"), 3))
    assert (note.bits, note.made_by, note.seal) == (128, ("Keyed 1", "recipe x 1"), "0123456789abcdef")
    assert note.nearest
    old = told(PROOF, NumbersForm(("A",), 3))
    assert (old.rows, old.bits, old.made_by, old.seal) == ((), 0, (), "")
    assert old.enclosures == PROOF.enclosures


def test_a_row_among_options_is_called_as_its_step_on_the_worked_page() -> None:
    step = WorkedStep("weights", "Divide", "w", ("A", "B"), ("0.4", "0.6"))
    assert [row.name for row in told(WHOLE, ChoiceForm(TWO), (step,)).rows] == ["A", "B"]


def test_one_number_is_the_answer() -> None:
    single = Evidence((0.5,), (0.4,), (0.6,), ("0.5",), 64, ())
    proof = replace(WHOLE, enclosures=("0.5",), evidence=single)
    assert [row.name for row in rows(proof, ChoiceForm(TWO))] == ["The answer"]


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        ((-0.5074803910556546, -0.0009999), (-0.5054803910556546, 0.0010001), "Fair is one unit of the last"),
        ((-0.50848, -0.001), (-0.50548, 0.001), "at most 0.0020 from the exact number."),
        (EVIDENCE.values, EVIDENCE.values, "Only the exact number is right"),
    ],
)
def test_what_is_fair_is_said_of_the_numbers_at_hand(
    low: tuple[float, ...], high: tuple[float, ...], said: str
) -> None:
    proof = replace(WHOLE, evidence=replace(EVIDENCE, low=low, high=high))
    assert said in told(proof, NumbersForm(("A", "B"), 3)).fair
    assert told(PROOF, NumbersForm(("A",), 3)).fair == ""
