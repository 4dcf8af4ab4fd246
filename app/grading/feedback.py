"""What a learner is told after an answer: what their own answer means, what is right, and the worked page."""

from dataclasses import dataclass

from msgspec import Struct

from app.grading.result import FieldState
from app.grading.result import Verdict as Verdict


@dataclass(frozen=True, slots=True)
class SlipNote:
    """A slip or misconception that explains the answer, in the learner's language (Markdown)."""

    slug: str
    name: str
    belief: str
    truth: str


@dataclass(frozen=True, slots=True)
class OptionFeedback:
    """One option after the answer, in the order shown."""

    text: str
    numeric: bool
    correct: bool
    chosen: bool
    why: str  # Markdown: the rationale, or the slip's sentence
    names: tuple[str, ...] = ()  # names of its misconceptions


@dataclass(frozen=True, slots=True)
class FieldFeedback:
    """One typed number after the answer."""

    label: str
    typed: str
    echo: str
    printed: str  # what is right, certified digits
    correct: bool


@dataclass(frozen=True, slots=True)
class NumberNote:
    """What an author says of numbers that can be typed into a field, after the answer.

    `label` is the field's, empty where there is only one. `ends` says from where to where they go, empty for one number
    alone; `percent` is what they earn of the field's points, where that is neither all nor nothing.
    """

    label: str
    printed: str
    ends: str
    correct: bool
    met: bool  # what was typed is among them
    why: str  # Markdown
    percent: str = ""
    names: tuple[str, ...] = ()  # names of the misconceptions that lead there


class StepFeedback(Struct, frozen=True):
    """One row of the worked page; `yours` are the numbers of the slip that explains the answer, where there is one."""

    title: str
    rule: str  # LaTeX without dollars
    names: tuple[str, ...]
    right: tuple[str, ...]
    yours: tuple[str, ...] = ()
    parts: bool = False  # the first step at which the two ways part
    slug: str = ""  # the step's name in the slip table ("weights" is shown as shaded cells)


@dataclass(frozen=True, slots=True)
class PairFeedback:
    """One prompt of a matching after the answer, in the order shown; positions of choices count from 1.

    `why` says why the right choice belongs here, `why_not` why the chosen one does not ("" where it is right).
    """

    prompt: str
    chosen: int
    chosen_text: str
    right: int
    right_text: str
    why: str
    why_not: str = ""
    names: tuple[str, ...] = ()  # names of the misconceptions behind the chosen one

    @property
    def correct(self) -> bool:
        """Whether the right choice was taken."""
        return self.chosen == self.right


@dataclass(frozen=True, slots=True)
class StandFeedback:
    """One place of an ordering after the answer: the entry that was put there, and the one that belongs there."""

    yours: str
    right: str
    why: str  # why the right one stands here
    correct: bool


@dataclass(frozen=True, slots=True)
class ReversalFeedback:
    """Two entries that were exchanged in order."""

    earlier: str
    later: str
    why: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OrderFeedback:
    """An ordering after the answer, place by place, and what was reversed."""

    stands: tuple[StandFeedback, ...]
    reversals: tuple[ReversalFeedback, ...]


@dataclass(frozen=True, slots=True)
class GivenField:
    """One number of a computation in steps after the answer; `typed` is empty where nothing was typed.

    `expected` is what the learner's own earlier numbers lead to, as printed ("none" where they lead to no number);
    empty where that is the right number.
    """

    label: str
    typed: str
    echo: str
    printed: str  # what is right, certified digits
    state: FieldState
    expected: str = ""


@dataclass(frozen=True, slots=True)
class GivenStep:
    """One step of a computation after the answer, with the slips that its wrong numbers show.

    `why` says what the wrong numbers are (Markdown); empty where none is wrong.
    """

    title: str
    fields: tuple[GivenField, ...]
    earned: bool
    first_wrong: bool
    slips: tuple[SlipNote, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class ProofRow:
    """One number of an answer by both routes, with its certified digits and the ends of its fair interval, printed."""

    name: str  # Markdown
    value: str
    enclosure: str
    printed: str
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class ProofNote:
    """How the answer was checked, in plain sentences and numbers.

    `rows`, `bits`, `made_by`, `seal` and `fair` are empty for variants that were stored before they were kept. `lead` and
    `others` (Markdown) are for questions whose options are told in words: what is so, and what every other option would
    show.
    """

    routes: tuple[str, ...]
    enclosures: tuple[str, ...]
    reach: str
    nearest: str = ""
    nearest_distance: str = ""
    rows: tuple[ProofRow, ...] = ()
    bits: int = 0
    made_by: tuple[str, ...] = ()
    seal: str = ""
    lead: str = ""
    others: tuple[str, ...] = ()
    fair: str = ""


@dataclass(frozen=True, slots=True)
class Feedback:
    """Everything that the feedback page shows about one answered variant.

    `meaning` is the first sentence: what the learner's own answer would mean ("0.665 is what comes out without
    dividing by √d_k"), Markdown. `slips` are the notes behind it: none, one, or several that cannot be told apart.
    """

    verdict: Verdict
    meaning: str
    slips: tuple[SlipNote, ...]
    options: tuple[OptionFeedback, ...]
    fields: tuple[FieldFeedback, ...]
    answer: str  # what is right, in one line; Markdown
    steps: tuple[StepFeedback, ...]
    proof: ProofNote | None
    pairs: tuple[PairFeedback, ...] = ()
    order: OrderFeedback | None = None
    given_steps: tuple[GivenStep, ...] = ()
    notes: tuple[NumberNote, ...] = ()
    by_author: bool = False  # what is right is an author's word, and nothing was computed that could be wrong
    rule: str = (
        ""  # how points are made of what is right; said of what is partly right, where its parts count
    )
