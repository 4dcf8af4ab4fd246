"""How far a question of an exam is filled in, and whether what was sent belongs to it at all."""

from dataclasses import dataclass
from functools import lru_cache

from app.grading.parse import parse
from app.grading.response import Invalid
from app.items.public import ChoiceForm, Form, MatchingForm, OrderingForm

LONGEST = 1000  # signs of a typed text; far fewer can be read as numbers


@dataclass(frozen=True, slots=True)
class Filled:
    """Whether there is an answer that counts, and a sentence where there is something that cannot be read ("").

    What is empty is no answer, and nothing is wrong with it; what cannot be read counts as unanswered at the end.
    """

    answered: bool
    message: str = ""

    @property
    def readable(self) -> bool:
        """Whether everything that stands there can be read."""
        return not self.message


def filled(form: Form, positions: tuple[str, ...], typed: tuple[str, ...]) -> Filled:
    """How far what was given fills a form in; the sentences are those of practice."""
    if isinstance(form, ChoiceForm) and len(positions) == form.choose and _all_there(form, positions):
        return Filled(answered=True)  # nothing more is to be read of a choice
    given = positions if isinstance(form, ChoiceForm) else typed
    if not any(text.strip() for text in given):
        return Filled(answered=False)
    read = parse(form, positions=positions, typed=typed)
    if isinstance(read, Invalid):
        return Filled(answered=False, message=read.faults[0].sentence)
    return Filled(answered=True)


def belongs(form: Form, positions: tuple[str, ...], typed: tuple[str, ...]) -> bool:
    """Whether fields of this form can have sent these values, readable or not.

    Rule: positions name options on the page, each once; texts are at most as many as there are fields, each within its
    length; of the two only one kind is there.
    """
    if isinstance(form, ChoiceForm):
        return not typed and _all_there(form, positions)
    return not positions and len(typed) <= fields(form) and all(len(text) <= LONGEST for text in typed)


def _all_there(form: ChoiceForm, positions: tuple[str, ...]) -> bool:
    """Whether positions name options of a form, each once."""
    return len(set(positions)) == len(positions) and _places(len(form.options)).issuperset(positions)


@lru_cache
def _places(count: int) -> frozenset[str]:
    """What so many options are named by: "1" is the first."""
    return frozenset(str(place) for place in range(1, count + 1))


def strikable(form: Form) -> int:
    """How many options of a form can be struck through."""
    return len(form.options) if isinstance(form, ChoiceForm) else 0


def fields(form: Form) -> int:
    """How many fields are filled by typing or by picking a place; none where options are chosen."""
    match form:
        case ChoiceForm():
            return 0
        case MatchingForm():
            return len(form.prompts)
        case OrderingForm():
            return len(form.entries)
        case _:
            return len(form.labels)
