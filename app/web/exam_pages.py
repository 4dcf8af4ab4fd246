"""The pages before a sitting: all exams, what one agrees to, and the rules; put together from what is known of an exam."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.exams.warnings import time_left, warnings
from app.items.exam import MOST_MINUTES, Aid, Exam, Navigation, Part, When
from app.items.item import Kind
from app.items.objectives import Fact
from app.scheduling.days import Days
from app.services.exams.catalogue import CatalogueView, ExamOffer, OfferView, SatLine
from app.services.exams.starting import USUAL, Wish
from app.web.pages import Frame
from app.web.words import spelled

AIDS: Mapping[Aid, str] = {
    Aid.STRIKE_THROUGH: "striking out options",
    Aid.CALCULATOR: "a calculator on the page",
    Aid.NOTES: "scratch notes on the page, which are kept with the sitting and never graded",
}
PARTS: Mapping[Part, str] = {
    Part.POINTS: "your points, in all and by part",
    Part.GIVEN: "your answers, and which of them are right",
    Part.RIGHT: "the right answers",
    Part.REASONS: "the reasons, and which slip a wrong answer shows",
    Part.PROOF: "the proofs",
}
WHEN: Mapping[When, str] = {
    When.AT_THE_END: "As soon as the sitting is over",
    When.ONCE_RELEASED: "Once an instructor shows them",
    When.NEVER: "Never",
}
SIGNS = (
    ("1 to 9, or A to E", "choose an option"),
    ("N and P", "go to the next question, and to the previous one"),
    ("F", "flag the question"),
    ("X, then a letter", "strike an option out"),
    ("R", "look over all questions"),
    ("G, then a number", "go to that question"),
    ("T", "say how much time is left"),
)
_MANY_KINDS = frozenset((Kind.MATCHING, Kind.ORDERING, Kind.GRID, Kind.STEPS))


@dataclass(frozen=True, slots=True)
class ExamsPage:
    """All exams, what is open, and what was sat."""

    frame: Frame
    view: CatalogueView

    @property
    def open(self) -> tuple[SatLine, ...]:
        """The sittings to go on with."""
        return tuple(one.open for one in self.view.offers if one.open)

    @property
    def days(self) -> Days:
        """The visitor's calendar."""
        return self.view.days


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen on the first page, as texts: the length, the time, and whether one agrees."""

    count: str = ""
    time: str = str(USUAL)  # a factor in percent, or "minutes"
    minutes: str = ""
    agree: bool = False

    def wish(self, exam: Exam, lengths: tuple[int, ...]) -> Wish | str:
        """What is wished, or a sentence on what cannot be read."""
        counts = {str(one): one for one in lengths}
        count = counts.get(self.count or str(lengths[0]))
        if count is None:
            return "Choose one of the lengths."
        if self.time == "minutes":
            more = _minutes(self.minutes)
            if more is None:
                return f"Type how many minutes more as a whole number from 1 to {MOST_MINUTES}, or choose another time."
            return Wish(exam.id, count, more=more)
        factor = {str(one): one for one in factors(exam)}.get(self.time)
        return "Choose one of the times." if factor is None else Wish(exam.id, count, factor)


def _minutes(text: str) -> int | None:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        return None
    return int(text) if 1 <= int(text) <= MOST_MINUTES else None


def factors(exam: Exam) -> tuple[int, ...]:
    """The factors in percent by which the time can be chosen; with 100 alone there is nothing to choose."""
    return (USUAL, *(round(one * USUAL) for one in exam.extra_time))


@dataclass(frozen=True, slots=True)
class TimePick:
    """One of the times to choose: what the form sends, how it reads, and whether it is chosen."""

    value: str
    name: str
    line: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ExamPage:
    """What one agrees to, with what is to be chosen; `fault` says why nothing began."""

    frame: Frame
    view: OfferView
    choice: Choice = field(default_factory=Choice)
    fault: str = ""
    baking: str = ""

    @property
    def offer(self) -> ExamOffer:
        """The exam as it can be sat now."""
        return self.view.offer

    @property
    def exam(self) -> Exam:
        """The exam."""
        return self.view.offer.exam

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is known of the real exam, each with its grade."""
        return self.view.facts

    @property
    def count(self) -> int:
        """The length that is chosen."""
        return next(
            (one for one in self.offer.lengths if str(one) == self.choice.count), self.offer.lengths[0]
        )

    @property
    def times(self) -> tuple[TimePick, ...]:
        """The times to choose from."""
        minutes = self.exam.minutes
        return tuple(
            TimePick(
                str(one),
                _clock(minutes * 60 * one // USUAL),
                "as it is" if one == USUAL else f"×{one / USUAL:g}",
                self.choice.time == str(one),
            )
            for one in factors(self.exam)
        )

    @property
    def most_minutes(self) -> int:
        """How many minutes more one may take."""
        return MOST_MINUTES

    @property
    def aids(self) -> str:
        """What one may use, in words."""
        return aids_line(self.exam)


def aids_line(exam: Exam) -> str:
    """What an exam allows beside pencil and paper."""
    names = [AIDS[one] for one in Aid if one in exam.aids]
    return "; ".join(names)


def _clock(seconds: int) -> str:
    """A span as it is read: "1 hour 52 minutes 30 seconds"."""
    hours, rest = divmod(seconds, 3600)
    minutes, rest = divmod(rest, 60)
    parts = ((hours, "hour"), (minutes, "minute"), (rest, "second"))
    return " ".join(f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in parts if count)


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of one exam for what was chosen."""

    frame: Frame
    exam: Exam
    wish: Wish
    choice: Choice
    facts: tuple[Fact, ...]
    signs: tuple[tuple[str, str], ...] = SIGNS

    @property
    def limit(self) -> str:
        """The time that there is."""
        return _clock(round(self.wish.limit(self.exam).total_seconds()))

    @property
    def warned(self) -> str:
        """When one is told how much is left."""
        left = [time_left(one) for one in warnings(self.wish.limit(self.exam))]
        return " and ".join([", ".join(left[:-1]), left[-1]] if len(left) > 1 else left)

    @property
    def is_free(self) -> bool:
        """Whether one may move anywhere at any time."""
        return self.exam.navigation is Navigation.FREE

    @property
    def aids(self) -> str:
        """What one may use, in words."""
        return aids_line(self.exam)

    @property
    def no_calculator(self) -> bool:
        """Whether numbers are to be worked without one."""
        return Aid.CALCULATOR not in self.exam.aids

    @property
    def has_several(self) -> bool:
        """Whether questions of which several options are chosen are asked."""
        return Kind.MULTIPLE_SELECT in self.exam.kinds

    @property
    def has_parts(self) -> bool:
        """Whether there are questions of several parts."""
        return bool(self.exam.kinds & _MANY_KINDS)

    @property
    def has_numbers(self) -> bool:
        """Whether numbers are typed."""
        return bool(self.exam.kinds & {Kind.NUMBERS, Kind.GRID, Kind.STEPS})

    @property
    def shown(self) -> list[tuple[str, str]]:
        """What is shown of the sitting, and from when on."""
        return [
            (WHEN[when], "; ".join(PARTS[part] for part in Part if self.exam.shown(part) is when))
            for when in When
            if any(self.exam.shown(part) is when for part in Part)
        ]

    @property
    def often(self) -> str:
        """How often, and how soon, the exam may be sat."""
        most, wait = self.exam.attempts.most, self.exam.attempts.wait_days
        if not most and not wait:
            return "You may sit it as often as you like."
        often = f"You may sit it {'once' if most == 1 else f'{spelled(most)} times'}." if most else ""
        between = (
            f"{'One day lies' if wait == 1 else f'{wait} days lie'} between two sittings." if wait else ""
        )
        return f"{often} {between}".strip()

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What was chosen, as fields of a form or an address."""
        found = [("count", str(self.wish.count)), ("time", self.choice.time)]
        return [*found, ("minutes", self.choice.minutes)] if self.choice.time == "minutes" else found
