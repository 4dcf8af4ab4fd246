"""What a question consists of, by the names that a loss report uses, and what a format has no place for."""

from collections.abc import Collection
from enum import StrEnum

from app.authoring.outgoing.question import OutChoice, OutNumber, OutNumbers, OutOrder, OutPairs, OutQuestion
from app.authoring.outgoing.report import Ledger
from app.authoring.outgoing.texts import has_image


class Part(StrEnum):
    """The parts of a question."""

    STEM = "stem"
    FORM = "form"
    RIGHT = "right answer"
    REASONS = "reasons"
    TOLERANCE = "tolerance"
    SCORING = "scoring"
    MISCONCEPTIONS = "misconceptions"
    SOLUTION = "worked solution"
    SOURCE = "source"
    TAGS = "objectives, level and shape"
    DIFFICULTY = "difficulty"
    EXPERIMENT = "experiment"
    ENEMIES = "enemies"
    IMAGES = "images"


_MISSING = {
    Part.REASONS: "has no place for why an answer is right or wrong.",
    Part.TOLERANCE: "has no numbers that are typed.",
    Part.SCORING: "knows only all or nothing.",
    Part.MISCONCEPTIONS: "has no place for the belief behind a wrong answer.",
    Part.SOLUTION: "has no place for what is said to everybody afterwards.",
    Part.SOURCE: "has no place for a source.",
    Part.TAGS: "has no place for what a question is about.",
    Part.DIFFICULTY: "has no place for a guess of how many will be right.",
    Part.EXPERIMENT: "has no place for the experiment by which the claim can be tried.",
    Part.ENEMIES: "has no place for questions that give each other away.",
    Part.IMAGES: "is written without images: what they show stands there in words.",
}


def parts_of(question: OutQuestion) -> tuple[Part, ...]:
    """The parts that this question has."""
    form, header = question.form, question.header
    has = {
        Part.STEM: True,
        Part.FORM: True,
        Part.RIGHT: True,
        Part.REASONS: any(whys(question)),
        Part.TOLERANCE: isinstance(form, OutNumbers),
        Part.SCORING: is_weighted(question),
        Part.MISCONCEPTIONS: any(beliefs(question)),
        Part.SOLUTION: bool(question.explanation),
        Part.SOURCE: True,
        Part.TAGS: True,
        Part.DIFFICULTY: True,
        Part.EXPERIMENT: bool(header.experiment),
        Part.ENEMIES: bool(header.enemies),
        Part.IMAGES: any(map(has_image, (question.stem, *texts(form)))),
    }
    return tuple(part for part in Part if has[part])


def note_missing(ledger: Ledger, question: OutQuestion, name: str, *, holds: Collection[Part]) -> None:
    """Note all parts that the question has and the format of this name has no place for."""
    for part in parts_of(question):
        if part not in holds:
            ledger.dropped(part, f"{name} {_MISSING[part]}")


def texts(form: OutChoice | OutNumbers | OutPairs | OutOrder) -> tuple[str, ...]:
    """What is shown of a form."""
    match form:
        case OutChoice():
            return tuple(one.text for one in form.options)
        case OutNumbers():
            return tuple(one.label for one in form.fields)
        case OutPairs():
            return (*(one.text for one in form.prompts), *(one.text for one in form.choices))
        case OutOrder():
            return tuple(one.text for one in form.entries)


def whys(question: OutQuestion) -> tuple[str, ...]:
    """Every reason that stands behind a part of the form."""
    match question.form:
        case OutChoice() as form:
            return tuple(one.why for one in form.options)
        case OutNumbers() as form:
            return tuple(one.why for one in numbers_of(form))
        case OutPairs() as form:
            prompts, choices = [one.why for one in form.prompts], [one.why for one in form.choices]
            return (*prompts, *choices, *(one.why for one in form.cells))
        case OutOrder() as form:
            return (*(one.why for one in form.entries), *(one.why for one in form.reversals))


def beliefs(question: OutQuestion) -> tuple[str, ...]:
    """The misconceptions behind the parts of the form."""
    match question.form:
        case OutChoice() as form:
            return tuple(one.misconception for one in form.options)
        case OutNumbers() as form:
            return tuple(one.misconception for one in numbers_of(form))
        case OutPairs() as form:
            return (*(one.misconception for one in form.choices), *(one.misconception for one in form.cells))
        case OutOrder() as form:
            return tuple(one.misconception for one in form.reversals)


def is_weighted(question: OutQuestion) -> bool:
    """Whether an answer can earn a part of the points."""
    return not question.form.all_or_nothing


def numbers_of(form: OutNumbers) -> tuple[OutNumber, ...]:
    """All numbers of all fields, right ones and wrong ones."""
    return tuple(one for field in form.fields for one in (*field.right, *field.wrong))
