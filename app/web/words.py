"""Small words for the pages: letters of options, dates, shares, and the learner's names of kinds and levels."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime

from app.authoring.statistics.records import Count
from app.grading.counts import letter
from app.grading.feedback import Verdict
from app.grading.words import plain as plain
from app.items.item import Kind, Level, Shape
from app.practice.choice import PracticeChoice, PracticeKind
from app.scheduling.evidence import Trend
from app.scheduling.mastery import Sureness
from app.scheduling.memory import State
from app.scheduling.rating import Confidence

KINDS: Mapping[PracticeKind, tuple[str, str]] = {
    PracticeKind.MIXED: ("Mixed", "Concepts and computations in turn"),
    PracticeKind.CONCEPTS: (
        "Concepts",
        "What each part is for, and what the tempting wrong answers get wrong",
    ),
    PracticeKind.COMPUTATIONS: ("Computations", "Scores, weights and outputs worked by hand"),
}
LEVELS: Mapping[Level, tuple[str, str]] = {
    Level.INTUITION: ("Intuition", "what it means"),
    Level.MECHANISM: ("Mechanism", "how it is computed"),
    Level.DERIVATION: ("Derivation", "why it is so"),
}
ITEM_KINDS: Mapping[Kind, str] = {
    Kind.SINGLE_CHOICE: "single choice",
    Kind.MULTIPLE_SELECT: "multiple select",
    Kind.NUMBERS: "typed numbers",
    Kind.MATCHING: "matching",
    Kind.ORDERING: "ordering",
    Kind.GRID: "a whole matrix",
    Kind.STEPS: "step by step",
}
STATES: Mapping[State, tuple[str, str]] = {
    State.ALL: ("All", "what is due before what is new"),
    State.NEW: ("New", "never answered"),
    State.MISSED: ("Missed", "wrong, or right by a guess"),
    State.DUE: ("Due", "time to see them again"),
    State.FLAGGED: ("Flagged", "marked by you"),
}
SHAPES: Mapping[Shape, tuple[str, str]] = {
    Shape.FORMULA: ("The formula", "its symbols and products"),
    Shape.ROLE: ("Roles", "who asks, who is compared, who carries"),
    Shape.ARCHITECTURE: ("All at once", "order, cost, masks, heads"),
    Shape.DERIVATION: ("Why it is so", "spread, saturation, gradients"),
    Shape.COMPUTATION: ("Worked rows", "numbers by hand"),
}
CONFIDENCES: Mapping[Confidence | None, str] = {
    Confidence.SURE: "Sure",
    Confidence.UNSURE: "Unsure",
    Confidence.GUESS: "Guess",
    None: "Not said",
}
THEMES: Mapping[str, tuple[str, str]] = {
    "roles": ("Query, key and value", "roles"),
    "formula": ("What the formula is made of", "formula"),
    "scale": ("The scale", "variance"),
    "derivation": ("Why it is so", "variance"),
    "architecture": ("All at once: order, cost, masks, heads", "parallel"),
    "slips": ("Slips in a computation", "first-example"),
}
RECIPES: Mapping[str, tuple[str, str]] = {
    "masked-weight": ("parallel", "All rows at once"),
    "padded-weight": ("parallel", "All rows at once"),
    "padded-causal-weight": ("parallel", "All rows at once"),
    "reordered-output": ("parallel", "All rows at once"),
    "product-shapes": ("formula", "The formula in four steps"),
    "jacobian-entry": ("saturation", "What a wide spread does"),
    "growth-of-work": ("cost", "What it costs"),
    "score-memory": ("cost", "What it costs"),
}
_MARKED = re.compile(r"[$`*_\\\[\]<&]")
_SYMBOL = re.compile(r"[b-z](?![a-z])")  # "a" is a word
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def spelled(count: int) -> str:
    """A small count in words, a large one in figures."""
    return _SMALL[count] if count < len(_SMALL) else str(count)


def times(count: int) -> str:
    """How often: once, twice, three times."""
    return {1: "once", 2: "twice"}.get(count, f"{spelled(count)} times")


def day(moment: date) -> str:
    """A day as it is written in a sentence: 26 November 2026; of a moment, the day in its own zone."""
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"


def short_day(moment: date) -> str:
    """A day as it stands below a plot: 26 Nov."""
    return f"{moment.day} {_MONTHS[moment.month - 1][:3]}"


def iso(moment: datetime) -> str:
    """A moment for the datetime attribute."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def iso_seconds(moment: datetime) -> str:
    """A moment to the second for the datetime attribute."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def percent(share: float) -> str:
    """A share as a whole percentage, with a narrow space before the sign."""
    return f"{share * 100:.0f}\N{NARROW NO-BREAK SPACE}%"


def capital(text: str) -> str:
    """A phrase with a capital first letter and the rest as it is; a symbol that stands first ("dₖ", "c") stays."""
    return text if _SYMBOL.match(text) else text[:1].upper() + text[1:]


def shade(printed: str) -> int:
    """The shade of a printed weight, 0 (nothing) to 10 (all of it)."""
    try:
        share = float(printed.replace("−", "-"))
    except ValueError:
        return 0
    return round(10 * min(max(share, 0.0), 1.0))


def either(names: Sequence[str]) -> str:
    """Names as alternatives: "A", "A or B", "A, B or C"."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def columns(names: Sequence[str], count: int) -> int:
    """How many numbers of a worked step stand beside each other, 4 at most.

    Rule: names like "A, 1" come token by token, and each token begins a row; else all stand in one row. Rows that are
    too long are cut into equal ones where that can be, and never so that one number is left over.
    """
    tokens = {name.partition(", ")[0] for name in names if ", " in name}
    row = count // len(tokens) if tokens and count % len(tokens) == 0 else count
    return row if row <= 4 else next((width for width in (4, 3) if row % width != 1), 2)


def level_name(level: str) -> str:
    """The learner's name of a level."""
    return next((name for known, (name, _) in LEVELS.items() if known == level), level)


def kind_name(kind: PracticeKind) -> str:
    """The learner's name of a kind of practice."""
    return KINDS[kind][0]


def theme_name(theme: str) -> str:
    """The learner's name of a theme; one that is new to the pages is called as its file is."""
    return THEMES[theme][0] if theme in THEMES else capital(theme.replace("-", " "))


def theme_section(theme: str) -> str:
    """The section of the lesson that is about a theme."""
    return THEMES[theme][1] if theme in THEMES else "formula"


def shape_name(shape: Shape) -> str:
    """The shape of a question as a word in a line."""
    return {Shape.ROLE: "roles", Shape.FORMULA: "the formula"}.get(shape, str(shape))


def topic_name(shape: Shape) -> str:
    """The shape of a question as a topic, with what it is about: "Why it is so: spread, saturation, gradients"."""
    name, about = SHAPES[shape]
    return f"{name}: {about}"


def choice_name(choice: PracticeChoice) -> str:
    """What a practice is about, in a few words."""
    if choice.sitting_id is not None:
        return "Missed in an exam"
    if choice.misconception is not None:
        return "One misconception"
    if choice.objective is not None:
        return f"Objective {choice.objective}"
    if choice.state is State.PLAN:
        return "Today's plan"
    if choice.state is not State.ALL:
        kind = "questions" if choice.kind is PracticeKind.MIXED else kind_name(choice.kind).lower()
        return f"{STATES[choice.state][0]} {kind}"
    return capital(shape_name(choice.shape)) if choice.shape is not None else kind_name(choice.kind)


def length_name(choice: PracticeChoice) -> str:
    """How long a practice was meant to be: "10 questions", "15 minutes"."""
    if choice.minutes is not None:
        return f"{choice.minutes} minutes"
    return "1 question" if choice.length == 1 else f"{choice.length} questions"


def time_left(minutes: int) -> str:
    """How much time is left, roughly, in words without a clock."""
    return {0: "the time is used up", 1: "about a minute left"}.get(minutes, f"about {minutes} minutes left")


def choice_fields(choice: PracticeChoice) -> tuple[tuple[str, str], ...]:
    """The fields by which a form, or a link to the page of choices, says this choice."""
    default = PracticeChoice()
    length = str(choice.length) if choice.minutes is None else f"{choice.minutes}m"
    fields = {
        "kind": choice.kind.value,
        "level": choice.level or "",
        "length": length,
        "misconception": choice.misconception or "",
        "shape": choice.shape or "",
        "state": choice.state.value,
        "objective": choice.objective or "",
        "form": choice.form or "",
        "feedback": "end" if choice.late else "",
        "tries": "" if choice.tries == default.tries else str(choice.tries),
        "schedule": "" if choice.scheduled else "off",
    }
    return tuple((name, text) for name, text in fields.items() if text)


SURENESS: Mapping[Sureness, str] = {
    Sureness.NOTHING: "",
    Sureness.LITTLE: "too few answers to tell",
    Sureness.ROUGH: "a rough figure",
    Sureness.FIRM: "a firm figure",
}
TRENDS: Mapping[Trend, str] = {Trend.LIVE: "Live", Trend.FADING: "Fading", Trend.GONE: "Gone"}


def sureness_name(found: Sureness) -> str:
    """How much a share says, in words."""
    return SURENESS[found]


def trend_name(found: Trend) -> str:
    """The learner's name of how a slip stands."""
    return TRENDS[found]


def since(count: int, chances: int) -> str:
    """How often a slip was made and what came after it, for the misconception map."""
    if not chances:
        return f"made {times(count)}"
    where = "the one question" if chances == 1 else f"the {spelled(chances)} questions"
    return f"made {times(count)}, and not in {where} since then in which it leads astray"


def confidence_name(confidence: Confidence | None) -> str:
    """The learner's name of a confidence; None is that nothing was said."""
    return CONFIDENCES[confidence]


def said_of(verdict: Verdict, confidence: Confidence | None, *, scheduled: bool) -> str:
    """What follows from how sure a learner said to be, in a sentence or two; "" where nothing does."""
    if confidence is Confidence.SURE and verdict in (Verdict.WRONG, Verdict.PARTLY):
        told = "You were sure of this one. That is the most useful kind of mistake, and here is the place to meet it."
        return f"{told} The question will come before everything else that is due." if scheduled else told
    if confidence is Confidence.GUESS and verdict is Verdict.RIGHT:
        told = "A guess that went right does not count as known."
        return f"{told} The question comes back soon." if scheduled else told
    return ""


def lesson_section(shape: Shape, level: Level, recipe: str = "") -> tuple[str, str]:
    """The section of the lesson that helps with such a question: its place on the page, and its name (Markdown).

    A recipe that the worked examples say nothing of has a section of its own.
    """
    if recipe in RECIPES:
        return RECIPES[recipe]
    match shape:
        case Shape.ROLE:
            return "roles", "Three vectors, three jobs"
        case Shape.FORMULA:
            return "formula", "The formula in four steps"
        case Shape.ARCHITECTURE:
            return "parallel", "All rows at once"
        case Shape.DERIVATION:
            return "variance", r"Why the divisor is $\sqrt{d_k}$"
        case Shape.COMPUTATION if level is Level.DERIVATION:
            return "second-example", "Second worked example"
        case Shape.COMPUTATION:
            return "first-example", "First worked example"


def lettered(markdown: str, position: int) -> str:
    """A choice as it stands in a list that opens: its letter, with its text where that is nothing but text."""
    return letter(position) if _MARKED.search(markdown) else f"{letter(position)}. {markdown}"


def count_text(one: Count) -> str:
    """A count as the page prints it: the share right, its interval, and of how many."""
    if one.share is None:
        return "no answer yet"
    interval = f"{percent(one.low)} to {percent(one.high)}"
    return f"{percent(one.share)} of {one.answers} (95\N{NARROW NO-BREAK SPACE}% interval {interval})"


def signed(value: float) -> str:
    """A correlation with two decimals and a true minus sign."""
    return f"{value:.2f}".replace("-", "\N{MINUS SIGN}")


FILTERS: Mapping[str, Callable[..., object]] = {
    "count_text": count_text,
    "letter": letter,
    "lettered": lettered,
    "spelled": spelled,
    "times": times,
    "day": day,
    "iso": iso,
    "iso_seconds": iso_seconds,
    "percent": percent,
    "capital": capital,
    "shade": shade,
    "columns": columns,
    "level_name": level_name,
    "kind_name": kind_name,
    "choice_name": choice_name,
    "topic": topic_name,
    "length_name": length_name,
    "time_left": time_left,
    "confidence_name": confidence_name,
    "sureness_name": sureness_name,
    "trend_name": trend_name,
    "since": since,
    "theme_name": theme_name,
    "theme_section": theme_section,
    "plain": plain,
}
