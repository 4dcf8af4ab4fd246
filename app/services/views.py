"""What the services hand to the pages: plain records without any part of an answer key."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from app.grading.feedback import Feedback, SlipNote
from app.grading.response import Invalid
from app.grading.result import Verdict
from app.items.public import PublicVariant
from app.practice.choice import PracticeChoice
from app.scheduling.confidence import ConfidenceLine
from app.scheduling.memory import DueCounts, State
from app.scheduling.rating import Confidence
from app.services.plan_views import PlanLine
from app.services.records import Regraded

Given = tuple[tuple[str, ...], tuple[str, ...]]  # positions as sent, and typed texts


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a practice a question stands."""

    practice_id: str
    n: int
    length: int
    choice: PracticeChoice
    minutes_left: int | None = None  # of a practice by minutes


@dataclass(frozen=True, slots=True)
class Tried:
    """The wrong tries at a question: what was given, what is told of the last one, and how many are left (None: any)."""

    given: tuple[Given, ...]
    notes: tuple[SlipNote, ...]
    coarse: bool
    left: int | None


@dataclass(frozen=True, slots=True)
class ItemView:
    """A question to answer. `variant_id` serves as a cache name on the server and is never printed.

    An answer that is `sealed` waits for the end of the practice, and is in `kept`; one that is `over` was never given.
    """

    place: Place
    variant_id: str
    shown: PublicVariant
    answered: bool
    flagged: bool = False
    note: str = ""
    sealed: bool = False
    over: bool = False
    tried: Tried | None = None
    kept: Given = ((), ())

    @property
    def is_open(self) -> bool:
        """Whether it can be answered."""
        return not (self.answered or self.sealed or self.over)


@dataclass(frozen=True, slots=True)
class FeedbackView:
    """An answered question. `made_before` counts earlier answers with the same slip, `last_made` is the last one."""

    place: Place
    variant_id: str
    shown: PublicVariant
    feedback: Feedback
    has_siblings: bool  # "Same question, new numbers" can be offered
    finished: bool  # the practice has reached its length
    made_before: int = 0
    last_made: datetime | None = None
    confidence: Confidence | None = None  # how sure the learner said to be
    earlier: tuple[
        tuple[tuple[str, ...], tuple[str, ...]], ...
    ] = ()  # given before, where tries were allowed
    experiment: tuple[str, str] | None = None  # slug and title of the one by which its claim can be tried
    lab: str = ""  # the address of its numbers in the lab, where it has matrices
    recipe: str = ""  # by which its numbers were drawn, where they were
    regraded: Regraded | None = None  # where its answer was changed after it was given
    corrected: bool = False  # where its answer was changed after it was shown, and before it was given


class Stage(StrEnum):
    """What comes after an answer that is on disk."""

    SETTLED = "settled"  # its feedback
    TRIED = "tried"  # another try
    SEALED = "sealed"  # the next question; feedback comes at the end


@dataclass(frozen=True, slots=True)
class Saved:
    """An answer that is on disk, and what comes after it."""

    practice_id: str
    n: int
    stage: Stage = Stage.SETTLED


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """One question of a practice, for the summary."""

    n: int
    title: str
    objective: str
    level: str
    answered: bool
    verdict: Verdict | None  # None while nothing is said of the answer
    points: float
    slip_names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SummaryView:
    """A practice at its end, or so far; `confidence` is its own map, `due` what is due of everything.

    While it is `veiled` its answers are kept, and nothing is said of them.
    """

    place: Place
    lines: tuple[SummaryLine, ...]
    right: int  # wholly
    partly: int
    points: float  # of all answers
    answered: int
    finished: bool
    confidence: tuple[ConfidenceLine, ...] = ()
    due: DueCounts = field(default_factory=DueCounts)
    minutes: int = 0  # that it took
    closed: bool = False
    veiled: bool = False
    plan: PlanLine | None = None


@dataclass(frozen=True, slots=True)
class PracticeLine:
    """A past or open practice of this learner."""

    practice_id: str
    started: datetime
    choice: PracticeChoice
    answered: int
    right: int
    partly: int
    open_n: int | None  # the question at which to continue, None when finished

    @property
    def veiled(self) -> bool:
        """Whether nothing is said of its answers yet."""
        return self.choice.late and self.open_n is not None


@dataclass(frozen=True, slots=True)
class StateCounts:
    """How many questions are new to a learner, missed at the last answer, and due; a recipe counts once."""

    new: int
    missed: int
    due: int
    flagged: int = 0

    def by_state(self) -> dict[State, int]:
        """The counts by the state that a practice can be chosen by."""
        return {
            State.NEW: self.new,
            State.MISSED: self.missed,
            State.DUE: self.due,
            State.FLAGGED: self.flagged,
        }


@dataclass(frozen=True, slots=True)
class HomeView:
    """The first page: where to continue, and what there is to practise."""

    continue_at: PracticeLine | None
    concepts: int  # authored items
    recipes: int  # recipe items
    variants: int  # baked variants so far
    baking: str  # "" or a sentence on what is still being baked
    due: int = 0  # questions that are due now
    plan: PlanLine | None = None


@dataclass(frozen=True, slots=True)
class FindingLine:
    """One finding of a check on an item."""

    severity: str  # "error" | "warning"
    rule: str
    message: str
    line: int


@dataclass(frozen=True, slots=True)
class AuthoringItemLine:
    """One item in the instructor's list."""

    item_id: str
    bank: str
    kind: str
    objectives: tuple[str, ...]
    level: str
    findings: tuple[FindingLine, ...]
    variants: int | None  # None for authored items
    refusal_share: float | None


@dataclass(frozen=True, slots=True)
class AuthoringItemView:
    """One item for the instructor: its text, its findings, and one variant of it."""

    line: AuthoringItemLine
    text: str
    path: str
    variant: PublicVariant | None
    forgotten: tuple[int, int] = (
        0,
        0,
    )  # answers of learners who were forgotten, and the right ones among them
    retired: bool = False
    draft_id: str = ""  # of the draft beside it, where there is one


@dataclass(frozen=True, slots=True)
class FigureLine:
    """A measured value of a bank against its limit, over all its questions or those of one domain."""

    name: str
    scope: str
    value: float
    limit: float
    passed: bool


@dataclass(frozen=True, slots=True)
class BankLine:
    """One bank with the results of its bank-wide checks."""

    bank: str
    title: str
    items: tuple[AuthoringItemLine, ...]
    findings: tuple[FindingLine, ...]
    figures: tuple[FigureLine, ...]  # robots, positions, lengths


RespondOutcome = Saved | Invalid
