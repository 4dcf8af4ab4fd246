"""The names that an item may refer to, as the database has them, and typed texts read by them."""

from pathlib import PurePosixPath

from app.bank.cross import Known
from app.bank.faults import BankFaults
from app.bank.parse import ParsedItem, fields, mapping, parse_item
from app.services.objectives import kept_objectives
from app.store.images import image_sizes
from app.store.items import item_names
from app.store.misconceptions import all_misconceptions
from app.store.unit import Reading
from app.variants.recipe import RECIPES


def known_names(unit: Reading) -> Known:
    """Misconceptions and objectives as the files last had them, all recipes, and the images that were taken in."""
    return Known(
        frozenset(all_misconceptions(unit)), frozenset(kept_objectives(unit)), RECIPES, image_sizes(unit)
    )


def path_of_typed(text: str, item_id: str, bank: str) -> str:
    """Where the item's file belongs by its first objective; in the folder "unknown" where the text names none."""
    document, _ = mapping(text, "")
    numbers = None if document is None else fields(document).get("objectives")
    first = numbers[0] if isinstance(numbers, list) and numbers else None
    folder = first.strip() if isinstance(first, str) else ""
    return f"{bank}/{folder if folder and PurePosixPath(folder).name == folder else 'unknown'}/{item_id}.yaml"


def parse_typed(text: str, item_id: str, bank: str, *, known: Known) -> ParsedItem:
    """The item in a text as typed. Raises BankFaults with all faults of it."""
    return parse_item(text, path_of_typed(text, item_id, bank), known)


def check_enemies(parsed: ParsedItem, unit: Reading) -> None:
    """Raises BankFaults where an enemy is no other item."""
    header = parsed.item.header
    names = item_names(unit) if header.enemies else frozenset()
    faults = [
        parsed.document.fault(
            ("enemies", place), f"{enemy!r} is no other item. Write the id of an item, or delete it."
        )
        for place, enemy in enumerate(header.enemies)
        if enemy not in names or enemy == header.id
    ]
    if faults:
        raise BankFaults(faults)
