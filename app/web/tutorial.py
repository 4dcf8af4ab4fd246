"""The exam tutorial: three questions to try everything on. All that is tried stands in the address; nothing is kept."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.grading.parse import parse
from app.grading.response import Invalid, NumbersResponse
from app.items.public import ChoiceForm, Form, NumbersForm, ShownOption
from app.web.pages import Frame

_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Trial:
    """A question to try: what it asks, what can be tried on it, and its form."""

    stem: str
    legend: str
    form: Form
    hint: str

    @property
    def options(self) -> tuple[str, ...]:
        """The texts of its options; none where a number is typed."""
        return tuple(one.text for one in self.form.options) if isinstance(self.form, ChoiceForm) else ()

    @property
    def chooses_one(self) -> bool:
        """Whether exactly one option is chosen."""
        return isinstance(self.form, ChoiceForm) and self.form.choose == 1


def _choice(choose: int, *texts: str) -> ChoiceForm:
    return ChoiceForm(tuple(ShownOption(text) for text in texts), choose)


TRIALS = (
    Trial(
        "When does the clock of an exam start?",
        "Choose one.",
        _choice(
            1,
            "When its page is opened",
            "When “Begin” is pressed",
            "With the first answer",
            "With the second question",
        ),
        "Choose an option, and then another one: the last choice counts, and a choice can be taken back. Strike out what you have ruled out; that is a note to yourself and answers nothing. Set the flag if you want to come back.",
    ),
    Trial(
        "What can be done while the clock runs?",
        "Choose two.",
        _choice(
            2,
            "Change an answer",
            "See which answers are right",
            "Go back to an earlier question",
            "Stop the clock for a break",
        ),
        "Some questions want several options, and say how many. In an exam such a question is worth all or nothing. Try to choose one too few or one too many.",
    ),
    Trial(
        "An exam has 20 questions and takes 30 minutes. How many minutes is that for each question?",
        "Type a number.",
        NumbersForm(("Minutes",), 1),
        "Numbers may be written as 1.5, 1,5 or 3/2. What cannot be read is said at once and stays as it is, so that it can be mended; at the end it would count as unanswered.",
    ),
)
LAST = len(TRIALS)


@dataclass(frozen=True, slots=True)
class Tried:
    """What was tried on one question."""

    positions: frozenset[int] = frozenset()
    typed: str = ""
    struck: frozenset[int] = frozenset()
    flagged: bool = False


class Part(StrEnum):
    """Where one stands besides the questions."""

    REVIEW = "review"
    END = "end"  # asked a second time
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TutorialPage:
    """The tutorial at a question (n from 1), or at one of its last pages."""

    frame: Frame
    tried: tuple[Tried, ...]
    n: int = 1
    part: Part | None = None
    trials: Sequence[Trial] = field(default=TRIALS)

    @property
    def trial(self) -> Trial:
        """The question that one stands at."""
        return self.trials[self.n - 1]

    @property
    def here(self) -> Tried:
        """What was tried on it."""
        return self.tried[self.n - 1]

    @property
    def length(self) -> int:
        """How many questions there are."""
        return len(self.trials)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """The fields that carry what was tried elsewhere on from page to page."""
        there = [one for one in range(1, self.length + 1) if self.part or one != self.n]
        return [pair for one in there for pair in fields_of(one, self.tried[one - 1])]

    @property
    def unanswered(self) -> int:
        """How many questions have no answer that can be read."""
        return sum(self.remark(one) != "Answered" for one in range(1, self.length + 1))

    @property
    def flagged(self) -> int:
        """How many questions are flagged."""
        return sum(one.flagged for one in self.tried)

    @property
    def states(self) -> list[tuple[int, str, bool]]:
        """Every question: its number, how it stands in a word, and whether it is flagged."""
        return [(n, self.remark(n), one.flagged) for n, one in enumerate(self.tried, 1)]

    def remark(self, n: int) -> str:
        """How a question stands: "Answered", "Not answered", or "Incomplete"."""
        tried = self.tried[n - 1]
        if not tried.positions and not tried.typed.strip():
            return "Not answered"
        return "Answered" if not self.fault(n) else "Incomplete"

    def fault(self, n: int) -> str:
        """Why what was tried on a question would not count as an answer, or ""; nothing tried is no fault."""
        tried = self.tried[n - 1]
        if not tried.positions and not tried.typed.strip():
            return ""
        found = _read(self.trials[n - 1].form, tried)
        return found.faults[0].sentence if isinstance(found, Invalid) else ""

    @property
    def echo(self) -> str:
        """How a typed number was read, or ""."""
        found = _read(self.trial.form, self.here)
        return found.numbers[0].echo if isinstance(found, NumbersResponse) else ""


def _read(form: Form, tried: Tried) -> object:
    return parse(form, positions=tuple(map(str, sorted(tried.positions))), typed=(tried.typed,))


def fields_of(n: int, tried: Tried) -> list[tuple[str, str]]:
    """What was tried on question n as fields of a form."""
    found = [(f"option-{n}", str(one)) for one in sorted(tried.positions)]
    found += [(f"strike-{n}", str(one)) for one in sorted(tried.struck)]
    found += [(f"number-{n}", tried.typed)] if tried.typed else []
    return [*found, (f"flagged-{n}", "1")] if tried.flagged else found


def tutorial_page(pairs: Iterable[tuple[str, str]], frame: Frame) -> TutorialPage:
    """The page that an address says; what is none of its fields is not looked at."""
    sent: dict[str, list[str]] = {}
    for name, text in pairs:
        sent.setdefault(name, []).append(text[:_LONGEST])
    tried = tuple(_tried(n, sent) for n in range(1, LAST + 1))
    page = _gone(TutorialPage(frame, tried, _number(sent.get("at"), 1)), (sent.get("go") or [""])[-1])
    return replace(page, frame=replace(frame, title=_title(page)))


def _tried(n: int, sent: Mapping[str, list[str]]) -> Tried:
    options = len(TRIALS[n - 1].options)
    positions = _positions(sent.get(f"option-{n}"), options)
    if TRIALS[n - 1].chooses_one:
        positions = frozenset(sorted(positions)[:1])
    return Tried(
        positions=positions,
        typed=(sent.get(f"number-{n}") or [""])[-1],
        struck=_positions(sent.get(f"strike-{n}"), options),
        flagged=f"flagged-{n}" in sent,
    )


def _positions(texts: list[str] | None, most: int) -> frozenset[int]:
    known = {str(one): one for one in range(1, most + 1)}
    return frozenset(known[text] for text in texts or () if text in known)


def _number(texts: list[str] | None, otherwise: int) -> int:
    known = {str(one): one for one in range(1, LAST + 1)}
    return known.get((texts or [""])[-1], otherwise)


def _gone(page: TutorialPage, go: str) -> TutorialPage:
    """The page to which a button leads."""
    match go:
        case "next":
            return replace(page, n=page.n + 1) if page.n < LAST else replace(page, part=Part.REVIEW)
        case "previous":
            return replace(page, n=max(1, page.n - 1))
        case "review" | "end" | "over":
            return replace(page, part=Part(go))
        case _:
            return replace(page, n=_number([go], page.n))


def _title(page: TutorialPage) -> str:
    match page.part:
        case Part.REVIEW:
            return "Tutorial: look it over"
        case Part.END:
            return "Tutorial: end it?"
        case Part.OVER:
            return "Tutorial: that was all"
        case None:
            return f"Tutorial: question {page.n} of {LAST}"
