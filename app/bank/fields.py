"""Small looks into fields whose text is not yet known to be right, and complaints about them."""

from collections.abc import Iterator, Mapping, Set

from app.bank.faults import FieldPath
from app.bank.reader import Data

Complaint = tuple[FieldPath, str]
_DRAWN = {"decimals", "settings", "fixed"}


def is_drawn(data: Mapping[str, Data]) -> bool:
    """Whether these are the fields of an item whose numbers a recipe draws, be its recipe missing or not."""
    return "recipe" in data or ("fields" not in data and bool(_DRAWN & data.keys()))


def members(data: Data | None, name: str) -> list[tuple[int, dict[str, Data]]]:
    """The mappings in a list field, with their places in the list."""
    found = data.get(name) if isinstance(data, dict) else None
    return [(n, m) for n, m in enumerate(found) if isinstance(m, dict)] if isinstance(found, list) else []


def text_of(data: Mapping[str, Data], name: str) -> str | None:
    """A text field without the blanks at its ends, or None."""
    found = data.get(name)
    return found.strip() if isinstance(found, str) else None


def repeated(values: list[tuple[FieldPath, str | None]], what: str) -> Iterator[Complaint]:
    """A complaint for each value that an earlier member has too."""
    seen: set[str] = set()
    for where, value in values:
        if value is not None and value in seen:
            yield where, f"is {value!r}, as {what} before it. Give each its own."
        seen.add(value or "")


def unregistered(slug: str | None, known: Set[str] | None, where: FieldPath) -> Iterator[Complaint]:
    """A complaint where a misconception is named that the registry lacks."""
    if slug and known is not None and slug not in known:
        yield (
            where,
            f"{slug!r} is not in the registry. Choose one that is there, or write it down first: on its pages, or in questions/_facts/misconceptions/.",
        )
