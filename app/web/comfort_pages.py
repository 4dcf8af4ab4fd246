"""The page on which a learner chooses how to read, and the page of the calculator."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.practice.calculator.lines import Line
from app.practice.calculator.tokens import Fault
from app.web.comfort import CHOICES, Comfort
from app.web.pages import Frame

# Field: the question, and the words for its values in the order in which they are shown.
_WORDS: dict[str, tuple[str, dict[str, str]]] = {
    "text": (
        "How large is the text?",
        {size: f"{size}\N{NARROW NO-BREAK SPACE}%" for size in sorted(CHOICES["text"], key=int)},
    ),
    "spacing": (
        "How much room between lines, words and letters?",
        {"normal": "As set", "loose": "More", "wide": "Much more"},
    ),
    "scheme": ("Light or dark?", {"device": "As the device says", "light": "Light", "dark": "Dark"}),
    "contrast": (
        "How much contrast?",
        {"device": "As the device says", "normal": "Normal", "more": "More"},
    ),
    "motion": (
        "How much may move?",
        {"device": "As the device says", "less": "Less", "none": "Nothing"},
    ),
    "shortcuts": ("Single keys as shortcuts?", {"on": "On", "off": "Off"}),
    "calculator": ("A calculator beside computations?", {"on": "Shown", "off": "Not shown"}),
    "timer": ("The time left in an exam?", {"on": "Shown", "off": "Hidden until five minutes are left"}),
}
_LINES = {
    "text": "It grows on top of the size that the browser is set to.",
    "motion": "Less leaves soft changes of colour. Nothing leaves none.",
    "shortcuts": "They rest while a text field has the focus.",
}


@dataclass(frozen=True, slots=True)
class Group:
    """One thing to choose: its field, the question, a line of help, and the values with their words."""

    name: str
    legend: str
    line: str
    values: tuple[tuple[str, str], ...]
    chosen: str


def groups(comfort: Comfort) -> Iterator[Group]:
    """The things to choose in their order on the page, as they stand."""
    for name, (legend, words) in _WORDS.items():
        yield Group(name, legend, _LINES.get(name, ""), tuple(words.items()), getattr(comfort, name))


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """All that can be chosen, as it stands."""

    frame: Frame
    comfort: Comfort
    saved: bool = False

    @property
    def groups(self) -> Iterator[Group]:
        """The things to choose in their order on the page."""
        return groups(self.comfort)


@dataclass(frozen=True, slots=True)
class CalculatorPage:
    """The line as it was typed, the lines so far, and why there is no result."""

    frame: Frame
    typed: str = ""
    lines: tuple[Line, ...] = ()
    fault: Fault | None = None

    @property
    def shown(self) -> str:
        """The result of the last line."""
        return self.lines[-1].shown if self.lines else ""
