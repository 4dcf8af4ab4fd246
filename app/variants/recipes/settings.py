"""What an item may set of a recipe beside its ranges: its difficulty, a number."""

from collections.abc import Mapping

from app.items.item import Kind
from app.items.settings import DIFFICULTY

OPTIONS_OR_NUMBERS = (Kind.SINGLE_CHOICE, Kind.NUMBERS)  # the kinds of most recipes
BY_HAND, BY_CALCULATOR, HARDER = 1, 2, 3


def difficulty_of(slug: str, settings: Mapping[str, str], difficulties: tuple[int, ...]) -> int:
    """The difficulty that `settings` name, by a calculator where they name none.

    Raises ValueError with a sentence for a difficulty that the recipe does not have.
    """
    named = settings.get(DIFFICULTY, str(BY_CALCULATOR))
    if named not in map(str, difficulties):
        choices = ", ".join(map(str, difficulties))
        raise ValueError(f"{named!r} is no difficulty of {slug}. Write one of: {choices}.")
    return int(named)
