"""The pages of statistics: an item's and a bank's, with their plot and how everything was computed."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.authoring.statistics.records import (
    RIGHT,
    SEVERAL,
    UNKNOWN,
    Count,
    Discrimination,
    Flag,
    ItemStatistics,
    OptionLine,
    Reliability,
)
from app.services.authoring.measured import BankMeasures, ItemMeasures
from app.web.drawing import Drawing, drawn
from app.web.pages import Frame
from app.web.plots import Form, Plot, Series, Unit
from app.web.words import percent, plain, signed

_MOST = 4  # options that are drawn; the table has all
_OTHERS: Mapping[str, str] = {
    RIGHT: "right",
    UNKNOWN: "wrong, by no slip that is known",
    SEVERAL: "wrong, as several slips would have it",
}
FLAGS: Mapping[Flag, str] = {
    Flag.NEGATIVE: "The strong are right less often than the weak. Look at the answer key and at what the stem leaves open.",
    Flag.WRONG_KEY: "The strong prefer a wrong option. Usually the answer key is wrong, or two options are right.",
}
_AMISS: Mapping[Flag, str] = {
    Flag.NEGATIVE: "below 0",
    Flag.WRONG_KEY: "the strong prefer a wrong option",
}
_CHANCE = "With so few answers it may be chance."
GROUPS = ("weak", "middle", "strong")


@dataclass(frozen=True, slots=True)
class OptionPart:
    """A line of the table of options."""

    name: str
    correct: bool
    dead: bool
    taken: int
    cells: tuple[str, ...]
    text: str = ""  # Markdown, where an author wrote it


@dataclass(frozen=True, slots=True)
class RevisionPart:
    """A line of the table of revisions."""

    name: str
    stands: bool
    first: Count
    discrimination: str
    amiss: str


@dataclass(frozen=True, slots=True)
class ItemStatisticsPage:
    """One item's statistics."""

    frame: Frame
    instructor: str
    view: ItemMeasures

    @property
    def found(self) -> ItemStatistics | None:
        """The statistics; None before there is an answer."""
        return self.view.statistics

    @property
    def flags(self) -> tuple[str, ...]:
        """What makes the item suspicious, in sentences."""
        if self.found is None:
            return ()
        chance = self.found.perhaps_chance
        return tuple(f"{FLAGS[one]} {_CHANCE}" if one in chance else FLAGS[one] for one in self.found.flags)

    @property
    def revisions(self) -> tuple[RevisionPart, ...]:
        """Each revision with what its first attempts say."""
        if self.found is None:
            return ()
        now = self.found.revision_id
        return tuple(
            RevisionPart(
                one.revision_id[:8],
                one.revision_id == now,
                one.first,
                "–" if one.discrimination is None else _interval(one.discrimination),
                ", ".join(_AMISS[flag] for flag in one.flags),
            )
            for one in self.found.by_revision
        )

    @property
    def options(self) -> tuple[OptionPart, ...]:
        """The options with their shares, as the page prints them."""
        if self.found is None:
            return ()
        dead = self.found.dead
        return tuple(
            OptionPart(
                option_name(one, self.view.names),
                one.correct,
                one.name in dead,
                one.taken,
                tuple("–" if share is None else percent(share) for share in _shares(one)),
                self.view.texts.get(one.name, ""),
            )
            for one in self.found.options
        )

    @property
    def discrimination(self) -> str:
        """The point-biserial with its interval, in words where there is none."""
        found = self.found.discrimination if self.found else None
        if found is None:
            return "not yet known: it takes 20 people who answered five other questions of the bank"
        return _interval(found)

    @property
    def time(self) -> str:
        """The quartiles of the time taken."""
        if self.found is None or self.found.seconds is None:
            return "not known"
        seconds = self.found.seconds
        return f"half within {seconds.half:.0f} s; a quarter within {seconds.quarter:.0f} s, three quarters within {seconds.three_quarters:.0f} s"

    @property
    def drawing(self) -> Drawing | None:
        """Each option's share among the weak, the middle and the strong; None while there are no groups."""
        if self.found is None or not any(self.found.groups):
            return None
        return drawn(options_plot(self.found, self.view.names))


@dataclass(frozen=True, slots=True)
class BankStatisticsPage:
    """One bank's statistics."""

    frame: Frame
    instructor: str
    view: BankMeasures

    @property
    def forms(self) -> tuple[tuple[int, str, str], ...]:
        """Forms of some lengths: items, alpha, and the standard error in points and as a share."""
        found = self.view.statistics
        return tuple(form_line(one) for one in found.forms) if found else ()

    @property
    def lines(self) -> tuple[tuple[str, int, str, str, str], ...]:
        """Each item that has answers: name, first answers, share right, discrimination, and what is amiss."""
        return tuple(
            (
                one.item_id,
                one.responses,
                "–" if one.facility is None else percent(one.facility),
                "–" if one.discrimination is None else signed(one.discrimination),
                FLAGS[Flag(one.flag)].partition(".")[0] if one.flag else "",
            )
            for one in self.view.lines
        )


def form_line(one: Reliability) -> tuple[int, str, str]:
    """The line of a form: its length, alpha, and the standard error of measurement."""
    return one.items, signed(one.value), f"{one.error:.1f} of {one.items} points"


def _interval(found: Discrimination) -> str:
    interval = f"{signed(found.low)} to {signed(found.high)}"
    return f"{signed(found.value)} (95\N{NARROW NO-BREAK SPACE}% interval {interval}, {found.people} people)"


def option_name(one: OptionLine, names: Mapping[str, str]) -> str:
    """What an option is called on the page: the author's own name, or the slip's."""
    return plain(names.get(one.name) or _OTHERS.get(one.name, one.name))


def options_plot(found: ItemStatistics, names: Mapping[str, str]) -> Plot:
    """The shares of the options that most people took, the right ones first, among the weak, the middle and the strong."""
    ranked = sorted(found.options, key=lambda one: (not one.correct, -one.taken))[:_MOST]
    right = sum(one.strong or 0.0 for one in found.options if one.correct)
    weak = sum(one.weak or 0.0 for one in found.options if one.correct)
    says = f"What is right was taken by {percent(min(weak, 1.0))} of the weak and {percent(min(right, 1.0))} of the strong."
    if len(found.options) > _MOST:
        says += f" The {_MOST} options that most people took are drawn; the table above has all."
    return Plot(
        slug="options",
        title="Who took which option",
        says=says,
        first="Learners",
        places=tuple(f"{group}, {count} people" for group, count in zip(GROUPS, found.groups, strict=True)),
        short=GROUPS,
        series=tuple(
            Series(option_name(one, names) + (", right" if one.correct else ""), _shares(one))
            for one in ranked
        ),
        form=Form.LINES,
        unit=Unit.SHARE,
    )


def _shares(one: OptionLine) -> tuple[float | None, float | None, float | None]:
    return one.weak, one.middle, one.strong
