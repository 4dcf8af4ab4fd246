"""How the time of a sitting was spent against its budget, with a lesson in plain sentences."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from app.exams.sitting import NOTHING

LONG = 2  # times its share: what took longer cost other questions their time
RUSHED = 5  # an answer within this part of its share was given in haste
_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: how long it was in view, and whether it had an answer that counts at the end."""

    n: int
    spent: timedelta
    answered: bool


@dataclass(frozen=True, slots=True)
class Spending:
    """What time there was and what was used of it, and whether the clock ended the sitting."""

    limit: timedelta
    used: timedelta
    ran_out: bool = False

    @property
    def left(self) -> timedelta:
        """What was not used."""
        return max(self.limit - self.used, NOTHING)


@dataclass(frozen=True, slots=True)
class Pacing:
    """The budget of one question, and the questions that took more than twice that, or were answered in a fifth of it.

    `unseen` are those unanswered ones that were never in view. Without a single known time all of these are empty but
    `unanswered`.
    """

    share: timedelta
    long: tuple[int, ...]
    rushed: tuple[int, ...]
    unanswered: tuple[int, ...]
    unseen: tuple[int, ...]
    sentences: tuple[str, ...]


def pacing(asked: Sequence[Asked], spending: Spending) -> Pacing:
    """The budget and the lesson.

    Rule: a question's share is the limit divided by the number of questions. Raises ValueError without a question.
    """
    if not asked:
        raise ValueError("a sitting without questions has no pace")
    share = spending.limit / len(asked)
    known = any(one.spent for one in asked)
    long = [one for one in asked if one.spent > LONG * share]
    rushed = [one for one in asked if one.answered and NOTHING < one.spent < share / RUSHED]
    unanswered = [one for one in asked if not one.answered]
    unseen = [one for one in unanswered if known and not one.spent]
    sentences = [
        _budget(len(asked), share, spending),
        _said_of_long(long) if known else "How long each question was in view is not known.",
        _said_of_unanswered(unanswered, unseen),
        _what_it_cost(long, share=share, unanswered=len(unanswered)),
        _said_of_the_end(spending, share, rushed=rushed, unanswered=len(unanswered)),
    ]
    return Pacing(
        share=share,
        long=_numbers(long),
        rushed=_numbers(rushed),
        unanswered=_numbers(unanswered),
        unseen=_numbers(unseen),
        sentences=tuple(filter(None, sentences)),
    )


def _budget(count: int, share: timedelta, spending: Spending) -> str:
    questions = "1 question" if count == 1 else f"{count} questions"
    each = "" if count == 1 else f", {span_words(share)} for each"
    return f"There were {span_words(spending.limit)} for {questions}{each}; you took {span_words(spending.used)}."


def _said_of_long(long: Sequence[Asked]) -> str:
    if not long:
        return "No question took more than twice its share."
    together = sum((one.spent for one in long), NOTHING)
    if len(long) == 1:
        return f"Question {long[0].n} took {span_words(together)}, more than twice its share."
    return f"{_listed(long)} took more than twice their share each, {span_words(together)} together."


def _said_of_unanswered(unanswered: Sequence[Asked], unseen: Sequence[Asked]) -> str:
    if not unanswered:
        return ""
    told = f"{_listed(unanswered)} had no answer at the end."
    if not unseen:
        return told
    if len(unseen) == len(unanswered):
        return f"{told} {'It was' if len(unseen) == 1 else 'They were'} never opened."
    return f"{told} Of these, {_numbers_said(unseen)} {'was' if len(unseen) == 1 else 'were'} never opened."


def _what_it_cost(long: Sequence[Asked], *, share: timedelta, unanswered: int) -> str:
    """What the time beyond their share would have been enough for; said where something was left without an answer."""
    if not long or not unanswered:
        return ""
    beyond = sum((one.spent - share for one in long), NOTHING)
    enough = int(beyond / share)
    more = "one more question" if enough == 1 else f"{enough} more questions"
    where = "it" if len(long) == 1 else "them"
    return (
        f"The time beyond the share of {where} is enough for {more}. "
        "When a question takes twice its share, flag it, go on, and come back to it."
    )


def _said_of_the_end(
    spending: Spending, share: timedelta, *, rushed: Sequence[Asked], unanswered: int
) -> str:
    if spending.ran_out:
        return "The time ran out."
    if spending.left < share:
        return ""
    told = f"You ended with {span_words(spending.left)} left."
    if unanswered:
        return f"{told} An answer that is wrong costs no points, so a guess can only win."
    if rushed:
        verb = "was" if len(rushed) == 1 else "were"
        again = "it" if len(rushed) == 1 else "them"
        return f"{told} {_listed(rushed)} {verb} answered within a fifth of the share; there was time to read {again} again."
    return told


def _listed(asked: Sequence[Asked]) -> str:
    return f"{'Question' if len(asked) == 1 else 'Questions'} {_numbers_said(asked)}"


def _numbers_said(asked: Iterable[Asked]) -> str:
    names = [str(one.n) for one in asked]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _numbers(asked: Iterable[Asked]) -> tuple[int, ...]:
    return tuple(one.n for one in asked)


def span_words(span: timedelta) -> str:
    """A span to the second: "1 hour 5 minutes", "1 minute 50 seconds", "no time"; hours are said without seconds."""
    seconds = round(span / _SECOND)
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    parts = [
        _counted(hours, "hour"),
        _counted(minutes, "minute"),
        "" if hours else _counted(seconds, "second"),
    ]
    return " ".join(filter(None, parts)) or "no time"


def _counted(count: int, noun: str) -> str:
    if not count:
        return ""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
