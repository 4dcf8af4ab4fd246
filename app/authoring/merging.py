"""Two changed states of one text made into one, field by field, against what they had in common."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.bank.faults import FieldPath
from app.bank.layout import name_of
from app.bank.reader import Data

_MISSING = "\x00"  # stands where a side does not have a field; no text of a file holds this sign


@dataclass(frozen=True, slots=True)
class Clash:
    """A field that both sides changed, each in its own way; "" for a side that deleted it."""

    where: FieldPath
    file: Data
    database: Data


def merged(common: Data, file: Data, database: Data) -> tuple[Data, tuple[Clash, ...]]:
    """What both sides changed put together, and what only a person can decide, where the database's stands meanwhile.

    Rule: a field that one side changed is taken from it. Mappings are merged name by name, and lists whose members have
    names of their own member by member.
    """
    clashes: list[Clash] = []
    found = _merged((common, file, database), (), clashes)
    return found, tuple(clashes)


def _merged(three: tuple[Data, Data, Data], where: FieldPath, clashes: list[Clash]) -> Data:
    common, file, database = three
    if file in (database, common):
        return database
    if database == common:
        return file
    match common, file, database:
        case dict(), dict(), dict():
            return _mappings((common, file, database), where, clashes)
        case list(), list(), list():
            named = [_by_name(side) for side in (common, file, database)]
            if all(side is not None for side in named):
                found = _mappings(tuple(side or {} for side in named), where, clashes)  # type: ignore[arg-type]
                return list(found.values())
    clashes.append(Clash(where, *("" if side == _MISSING else side for side in (file, database))))
    return database


def _mappings(
    three: tuple[dict[str, Data], dict[str, Data], dict[str, Data]], where: FieldPath, clashes: list[Clash]
) -> dict[str, Data]:
    common, file, database = three
    found: dict[str, Data] = {}
    for name in _order(list(database), list(file)):
        sides = (common.get(name, _MISSING), file.get(name, _MISSING), database.get(name, _MISSING))
        value = _merged(sides, (*where, name), clashes)
        if value != _MISSING:
            found[name] = value
    return found


def _order(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """The names of both, those of the second alone behind what comes before them there."""
    order = list(first)
    for place, name in enumerate(second):
        if name not in order:
            before = next((one for one in reversed(second[:place]) if one in order), None)
            order.insert(0 if before is None else order.index(before) + 1, name)
    return order


def _by_name(members: list[Data]) -> dict[str, Data] | None:
    """The members by their names; None where one has none, or two have the same."""
    names = [name_of(one) for one in members]
    if None in names or len({*names}) != len(names) or any(isinstance(one, str) for one in members):
        return None
    return {
        repr(name) if not isinstance(name, str) else name: one
        for name, one in zip(names, members, strict=True)
    }
