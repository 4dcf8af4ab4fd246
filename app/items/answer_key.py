"""What is right about a variant and why: the part that leaves the server only after an answer."""

from msgspec import Struct

from app.items.field import is_whole
from app.items.slip_table import SlipTable
from app.items.tolerance import Tolerance


class OptionKey(Struct, frozen=True):
    """What stands behind the option at one position: right or not, what it earns, why, and the slip it betrays."""

    option_id: str
    correct: bool
    weight: float
    rationale: str  # Markdown; empty for computed distractors, whose slip's sentence is the rationale
    slips: tuple[str, ...] = ()  # misconception or slip slugs; two for a compound slip


class ChoiceAnswer(Struct, frozen=True):
    """The options in the order shown, and how points are made of them."""

    options: tuple[OptionKey, ...]
    all_or_nothing: bool = True

    @property
    def correct(self) -> frozenset[int]:
        """The positions (1 is the first) of the right options."""
        return frozenset(place for place, option in enumerate(self.options, 1) if option.correct)


class NumberAnswer(Struct, frozen=True):
    """One right number: its certified digits as printed, and the fair interval that a typed number may lie in."""

    printed: str
    low: float
    high: float


class NumbersAnswer(Struct, frozen=True):
    """The right numbers, one per field."""

    numbers: tuple[NumberAnswer, ...]
    tolerance: Tolerance


class CellKey(Struct, frozen=True):
    """What stands behind one pair of a prompt and a choice: why it is right or wrong, and the slip it betrays."""

    rationale: str
    slips: tuple[str, ...] = ()  # empty for the right pair


class MatchingAnswer(Struct, frozen=True):
    """The right choice of each prompt, by position as shown (1 is the first), and every cell, row by row.

    `prompt_ids` and `choice_ids` are the author's names in the order shown.
    """

    prompt_ids: tuple[str, ...]
    choice_ids: tuple[str, ...]
    right: tuple[int, ...]
    cells: tuple[tuple[CellKey, ...], ...]
    all_or_nothing: bool = True


class ReversalKey(Struct, frozen=True):
    """Two right places (1 is the first) whose entries were exchanged in order, why not, and the slip it betrays."""

    earlier: int
    later: int
    rationale: str
    slips: tuple[str, ...]


class OrderingAnswer(Struct, frozen=True):
    """The right place (1 is the first) of each entry as shown, with the reason for each entry and the reversals.

    `entry_ids` are the author's names in the order shown.
    """

    entry_ids: tuple[str, ...]
    places: tuple[int, ...]
    rationales: tuple[str, ...]
    reversals: tuple[ReversalKey, ...]
    all_or_nothing: bool = True


class StepSlip(Struct, frozen=True):
    """What a slip makes of the numbers of its step: one formula for each, of the same names as the right ones."""

    slug: str
    formulas: tuple[str, ...]


class StepKey(Struct, frozen=True):
    """One step of a computation, by which a learner's own numbers can be carried on.

    `names` are what later formulas call the numbers of this step; `formulas` give them from the givens and from the
    numbers of earlier steps (the language of `app/engine/formula.py`). `numbers` are the right ones with their fair
    intervals, all rounding before included; `decimals` says how coarsely a person writes this step down. A step of
    `counts` has whole numbers, and is right only when they are.
    """

    slug: str
    names: tuple[str, ...]
    formulas: tuple[str, ...]
    numbers: tuple[NumberAnswer, ...]
    decimals: int
    slips: tuple[StepSlip, ...] = ()
    counts: bool = False


class StepsAnswer(Struct, frozen=True):
    """All steps of a computation in order, with the givens by name, each as a formula without names ("ln(3)")."""

    givens: tuple[tuple[str, str], ...]
    steps: tuple[StepKey, ...]

    @property
    def numbers(self) -> tuple[NumberAnswer, ...]:
        """The right numbers of all steps, in order."""
        return tuple(number for step in self.steps for number in step.numbers)


class NumberKey(Struct, frozen=True):
    """Numbers that an author put behind a field: what they earn, why, and the slips that wrong ones betray.

    `value` is the number that stands for them, `low` and `high` are their ends, both included: exact decimals, as text.
    `printed` is how they are shown ("1.50", or "3 to 4" for a range). `share` in [−1, 1] is 0 for wrong ones.
    """

    printed: str
    value: str
    low: str
    high: str
    share: float
    rationale: str
    slips: tuple[str, ...] = ()


class FieldKey(Struct, frozen=True):
    """One field: the accepted numbers, of which the first that fits counts, then the wrong ones that are known.

    `decimals` says how coarsely the number is asked, None where that is not said.
    """

    accepted: tuple[NumberKey, ...]
    wrong: tuple[NumberKey, ...]
    decimals: int | None = None

    @property
    def right(self) -> NumberKey:
        """The first accepted numbers that earn everything."""
        return next(one for one in self.accepted if is_whole(one.share))


class FieldsAnswer(Struct, frozen=True):
    """What an author says of the numbers typed into each field; nothing of it was computed."""

    fields: tuple[FieldKey, ...]
    all_or_nothing: bool = True


KeyedAnswer = ChoiceAnswer | NumbersAnswer | MatchingAnswer | OrderingAnswer | StepsAnswer | FieldsAnswer


class WorkedStep(Struct, frozen=True):
    """One step of the worked solution, laid out as a row of a page: what is done, its rule, its numbers as printed.

    `slug` names the step in the slip table. `rule` is a formula in LaTeX without dollars. `shown` are the numbers
    as printed, with `names` saying which is which (as many, or none).
    """

    slug: str
    title: str
    rule: str
    names: tuple[str, ...]
    shown: tuple[str, ...]


class Claim(Struct, frozen=True):
    """What one way of computing shows, by both routes, in a question whose options are told in words.

    `option` is the id of the option that says so. `line` is the line of the shown working in which it is seen (1 is the
    first), made of the lines that stand above it; 0 where one row alone is shown. `names` (Markdown) say which number is
    which. `values`, `low`, `high` and `printed` are as in the evidence, `enclosures` as in the proof; `apart` is the
    largest distance between its numbers and those that stand there.
    """

    option: str
    line: int
    names: tuple[str, ...]
    values: tuple[float, ...]
    enclosures: tuple[str, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    printed: tuple[str, ...]
    apart: float


class Evidence(Struct, frozen=True, omit_defaults=True):
    """What a proof rests on, in numbers: enough to hold it against a second one.

    `values` are the numeric engine's numbers as it gave them, `low` and `high` the fair interval around each;
    `printed` are the certified digits, and `bits` the precision of the balls that certified them. `made_by` names what
    made the variant, each with its version. `claims` are what every option that is told in words would show; variants
    that were stored before they were kept have none.
    """

    values: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    printed: tuple[str, ...]
    bits: int
    made_by: tuple[str, ...]
    claims: tuple[Claim, ...] = ()


class Proof(Struct, frozen=True):
    """How the answer was checked.

    `routes` name the independent computations that agree; `enclosures` are the rigorous balls of the final numbers
    ("0.50648039105565 ± 3e-17"); `reach` is how far rounding at each step can move a number; `nearest` is the slug
    (or slugs) of the nearest slip with its distance, or None where the item has no slips. Variants that were stored
    before there was `evidence` have none. `seal` is the hash over all that is stored of the variant, its place and the
    evidence; it is set when the variant is packed.
    """

    routes: tuple[str, ...]
    enclosures: tuple[str, ...]
    reach: float
    nearest: tuple[str, ...] = ()
    nearest_distance: float = 0.0
    evidence: Evidence | None = None
    seal: str = ""


class AnswerKey(Struct, frozen=True):
    """Everything about a variant that may not leave before the answer.

    `givens` is canonical JSON of what a recipe drew and what it asks, from which the proof can be repeated; empty
    for authored items. `experiment` names the one by which the claim can be tried, where there is one.
    """

    answer: KeyedAnswer
    solution: tuple[WorkedStep, ...] = ()
    proof: Proof | None = None
    slip_table: SlipTable | None = None
    givens: str = ""
    experiment: str = ""
