"""Pages that stand in the way of a sitting: held elsewhere, paused, a closed part, the way into the next one, the end."""

from dataclasses import dataclass, replace

from app.exams.places import Fill, Reach
from app.exams.saving import Fate
from app.exams.sitting import State
from app.services.exams.showing import SittingView
from app.web.comfort import Comfort
from app.web.holding import sitting_path
from app.web.pages import Frame
from app.web.sitting_parts import BarPart, bar_part, some, time_of_day

_KEPT_LATE = "Kept as late, for an instructor to look at, and not counted: {what}."
_REPORT = "See the report"
NOT_SAVED = {
    Fate.OLDER: "A newer answer was saved for this question while this page was open, so what it sent was not saved.",
    Fate.OUSTED: "This exam was open somewhere else when this was sent, so it was not saved.",
    Fate.WAITING: "The clock stood still when this was sent, so it was not saved.",
    Fate.LATE: "This came after the end, so it was not saved.",
}


@dataclass(frozen=True, slots=True)
class NoticePage:
    """A page with something to say, at most one thing to do, and some places to go.

    `back` is the address within the sitting that stays the aim; `typed` is what was given and could not be saved, in a
    line, and `long` the same where it is a text.
    """

    frame: Frame
    bar: BarPart | None
    title: str
    heading: str
    lines: tuple[str, ...]
    act: str = ""
    act_address: str = ""
    back: str = ""
    typed: str = ""
    links: tuple[tuple[str, str], ...] = ()
    extra: tuple[tuple[str, str], ...] = ()  # fields that the form sends
    long: str = ""


def _frame(view: SittingView, heading: str, csrf_token: str) -> Frame:
    return Frame(f"{heading}: {view.exam.title}", "exams", csrf_token)


def _bar(view: SittingView, comfort: Comfort, at: str) -> BarPart:
    """The bar of a page on which nothing can be changed, the shown time included."""
    return replace(bar_part(view, comfort, tail="", at=at), may_hide=False)


def held_elsewhere(
    view: SittingView, comfort: Comfort, csrf_token: str, *, back: str, typed: str
) -> NoticePage:
    """The page of a device or browser that does not hold the sitting."""
    heading = "This exam is open somewhere else"
    kept = "What you gave here was not saved, and is kept: it stands in the question again when you have taken over."
    lines = (
        "Only one browser at a time can answer, so that an older page never overwrites a newer answer.",
        "If you go on here, the other one can save nothing more. What it saved so far stays, and the time runs on either way.",
        *([kept] if typed else []),
    )
    return NoticePage(
        frame=_frame(view, heading, csrf_token),
        bar=_bar(view, comfort, "Open somewhere else"),
        title=view.exam.title,
        heading=heading,
        lines=lines,
        act="Go on here",
        act_address=f"{sitting_path(view.id)}/take-over",
        back=back,
        typed=typed,
    )


def paused(view: SittingView, comfort: Comfort, csrf_token: str, *, back: str, typed: str) -> NoticePage:
    """The page of a sitting whose clock an instructor has stopped."""
    heading = "The exam is paused"
    kept = "What you gave last came while it stood still, so it was not saved. It stands in the question again when the exam goes on."
    return NoticePage(
        frame=_frame(view, heading, csrf_token),
        bar=_bar(view, comfort, "Paused"),
        title=view.exam.title,
        heading=heading,
        lines=(
            "An instructor has stopped the clock. No time is lost, and nothing can be answered until it goes on.",
            *([kept] if typed else []),
        ),
        typed=typed,
        links=((f"{sitting_path(view.id)}/{back}", "Look again"),),
    )


def kept_here(
    view: SittingView, csrf_token: str, *, fate: Fate, here: str, again: tuple[tuple[str, str], ...]
) -> NoticePage:
    """The page that keeps what could not be saved and is too long to be carried by an address.

    Where the clock stands still, its button sends all of it again.
    """
    heading, waits = "Not saved yet", fate is Fate.WAITING
    lines = (
        NOT_SAVED[fate],
        "What you gave stands below. Keep this page open, and send it again when the exam goes on."
        if waits
        else "What you gave stands below, for you to copy. Nothing of what was saved before has changed.",
    )
    address = f"{sitting_path(view.id)}/{here}"
    return NoticePage(
        frame=_frame(view, heading, csrf_token),
        bar=None,
        title=view.exam.title,
        heading=heading,
        lines=lines,
        act="Send it again" if waits else "",
        act_address=address,
        links=((address, "To what is saved"),),
        extra=again,
    )


def closed_part(
    view: SittingView, comfort: Comfort, csrf_token: str, *, n: int, late: bool = False
) -> NoticePage:
    """The page of a question that lies in a part which was left, or which is not entered yet.

    `late` says that something came for it after it was closed.
    """
    heading = "That part is closed" if view.place(n).reach is Reach.CLOSED else "That part is not open yet"
    why = (
        f"Question {n} lies in a part that you have left, and this exam has no way back. What was saved there stays as it is."
        if view.place(n).reach is Reach.CLOSED
        else f"Question {n} lies in a later part. It opens when you close the part that you are in."
    )
    root = sitting_path(view.id)
    return NoticePage(
        frame=_frame(view, heading, csrf_token),
        bar=_bar(view, comfort, "Part by part"),
        title=view.exam.title,
        heading=heading,
        lines=(why, _KEPT_LATE.format(what=f"question {n}")) if late else (why,),
        links=((f"{root}/items/{view.first.n}", f"To question {view.first.n}"), (f"{root}/review", "Review")),
    )


def next_part(view: SittingView, comfort: Comfort, csrf_token: str) -> NoticePage:
    """The page that asks whether to close a part and go on to the next one."""
    here = [place for place in view.places if place.reach is Reach.HERE]
    lacking = sum(place.fill is not Fill.ANSWERED for place in here)
    nth, parts = view.parts.part(here[0].n)
    heading = f"Close part {nth} of {parts}?"
    root = sitting_path(view.id)
    told = (
        f"In it {some(lacking)} {'is' if lacking == 1 else 'are'} unanswered."
        if lacking
        else "All of it is answered."
    )
    return NoticePage(
        frame=_frame(view, heading, csrf_token),
        bar=_bar(view, comfort, f"Part {nth} of {parts}"),
        title=view.exam.title,
        heading=heading,
        lines=(told, "There is no way back into a part that is closed."),
        act=f"Close it and begin part {nth + 1}",
        act_address=f"{root}/part",
        extra=(("from", str(here[0].n)),),
        links=((f"{root}/items/{here[-1].n}", "Stay in it"),),
    )


def at_the_end(view: SittingView, csrf_token: str, *, late: tuple[int, ...]) -> NoticePage:
    """The page of a sitting that is over, or whose time is up: when it ended, what counts, and what came too late."""
    root, clock = sitting_path(view.id), view.clock
    is_closing = clock.state is State.RUNNING
    by_hand = clock.state is not State.EXPIRED and view.ended_by != "clock" and not is_closing
    heading = "The exam is over" if by_hand else "The time is up"
    moment = clock.deadline(view.now) if is_closing else clock.finished_at
    ended = f"The exam ended at {time_of_day(moment, view.days)}." if moment else "The exam is over."
    counts = "What was saved by then counts, and nothing can be changed any more."
    lines = [ended, counts]
    if late:
        names = ", ".join(f"question {n}" if n else "the scratch notes" for n in late)
        lines.append(_KEPT_LATE.format(what=names))
    links = ((f"{root}/over", "Look again"),) if is_closing else ((f"{root}/report", _REPORT),)
    if is_closing:
        lines.append(
            "Answers that were under way are still being taken in; the report is ready in a few seconds."
        )
    return NoticePage(
        frame=_frame(view, heading, csrf_token),
        bar=None,
        title=view.exam.title,
        heading=heading,
        lines=tuple(lines),
        links=(*links, ("/exams", "All exams")),
    )
