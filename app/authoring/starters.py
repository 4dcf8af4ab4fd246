"""What a new question begins with: the fields of each kind, with nothing in them that an author has to delete."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.authoring.paths import Data
from app.authoring.posted import Fields
from app.items.item import Kind, Level, Shape


@dataclass(frozen=True, slots=True)
class Starter:
    """A template: its name in addresses, what it is called, and what it is for."""

    name: str
    title: str
    purpose: str


STARTERS: tuple[Starter, ...] = (
    Starter("single_choice", "Single choice", "One of three to five options is right."),
    Starter(
        "multiple_select", "Multiple select", "Two or more options are right, and the question says how many."
    ),
    Starter("matching", "Matching", "Each line gets one of the choices."),
    Starter("ordering", "Ordering", "Entries are put in their only right order."),
    Starter("numbers", "Typed numbers", "A number is typed, or several, and you say what is right."),
    Starter(
        "drawn_choice",
        "Drawn numbers, with options",
        "A recipe draws the numbers; slips give the wrong options.",
    ),
    Starter("drawn_numbers", "Drawn numbers, typed", "A recipe draws the numbers; the answer is typed."),
    Starter("drawn_grid", "Drawn numbers, a whole matrix", "A recipe draws the numbers; a matrix is typed."),
    Starter("drawn_steps", "Drawn numbers, step by step", "A recipe draws the numbers; every step is typed."),
)
_DRAWN: Mapping[str, tuple[Kind, str]] = {
    "drawn_choice": (Kind.SINGLE_CHOICE, "weights-row"),
    "drawn_numbers": (Kind.NUMBERS, "weights-row"),
    "drawn_grid": (Kind.GRID, "weights-matrix"),
    "drawn_steps": (Kind.STEPS, "pipeline"),
}


def starter_fields(name: str, item_id: str, *, objective: str, today: str) -> Fields | None:
    """The fields of a new question by the template of that name; None where there is no such template."""
    kind = _DRAWN[name][0].value if name in _DRAWN else name
    about: Fields = {
        "id": item_id,
        "kind": kind,
        "objectives": [objective],
        "level": Level.MECHANISM.value,
        "shape": Shape.COMPUTATION.value if name in (*_DRAWN, Kind.NUMBERS) else Shape.FORMULA.value,
        "difficulty": "0.6",
        "source": {"as_of": today},
    }
    if name in _DRAWN:
        return about | {"recipe": _DRAWN[name][1], "decimals": "3"}
    match name:
        case Kind.SINGLE_CHOICE:
            return about | {"options": _options(4, right=1)}
        case Kind.MULTIPLE_SELECT:
            return about | {"choose": "2", "options": _options(5, right=2)}
        case Kind.MATCHING:
            prompts: list[Data] = [{"id": f"line-{n}", "choice": f"choice-{n}"} for n in range(1, 4)]
            return about | {"prompts": prompts, "choices": _named("choice", 4)}
        case Kind.ORDERING:
            return about | {"entries": _named("entry", 4), "reversals": _neighbours("entry", 4)}
        case Kind.NUMBERS:
            return about | {"fields": [{"label": "Answer", "accepted": [{}], "wrong": [{}]}]}
    return None


def _options(count: int, *, right: int) -> list[Data]:
    return [{"id": f"option-{n}", **({"correct": "true"} if n <= right else {})} for n in range(1, count + 1)]


def _named(noun: str, count: int) -> list[Data]:
    return [{"id": f"{noun}-{n}"} for n in range(1, count + 1)]


def _neighbours(noun: str, count: int) -> list[Data]:
    return [{"earlier": f"{noun}-{n}", "later": f"{noun}-{n + 1}"} for n in range(1, count)]
