"""Whether the file of an item or the database holds, when either may have changed since both were alike."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never


class Verdict(StrEnum):
    """What the two sides of one item come to."""

    SAME = "same"  # both say the same
    TAKE = "take"  # only the file changed: the database follows
    KEEP = "keep"  # only the database changed: it stays as it is
    CONFLICT = "conflict"  # both changed, and not alike: a person decides


class Choice(StrEnum):
    """What a person decides about a conflict."""

    FILE = "file"
    DATABASE = "database"


@dataclass(frozen=True, slots=True)
class Sides:
    """An item as both sides have it, each by the name of its revision, None where a side does not have it.

    The database does not have an item that is retired: it is there and is not asked, which is what a missing file
    says. `common` is what both last had in common, None for what was never in a file, or was gone from both.
    """

    common: str | None
    file: str | None
    database: str | None


def verdict(sides: Sides) -> Verdict:
    """The three-way rule.

    Rule: alike → same; else the side that is as it was in common follows the other one; else conflict. A file that is
    gone and an item that is retired are changes like any other.
    """
    if sides.file == sides.database:
        return Verdict.SAME
    if sides.database == sides.common:
        return Verdict.TAKE
    if sides.file == sides.common:
        return Verdict.KEEP
    return Verdict.CONFLICT


def synchronised(sides: Sides) -> Sides:
    """Both sides after files were brought into the database: the file never changes, and no conflict is settled."""
    match verdict(sides):
        case Verdict.SAME | Verdict.TAKE:
            return Sides(sides.file, sides.file, sides.file)
        case Verdict.KEEP | Verdict.CONFLICT:
            return sides
        case other:
            assert_never(other)


def exported(sides: Sides) -> Sides:
    """Both sides after the database was written into files: it never changes, and no newer file is written over."""
    match verdict(sides):
        case Verdict.SAME | Verdict.KEEP:
            return Sides(sides.database, sides.database, sides.database)
        case Verdict.TAKE | Verdict.CONFLICT:
            return sides
        case other:
            assert_never(other)


def settled(sides: Sides, choice: Choice) -> Sides:
    """Both sides after a person settled a conflict.

    Who keeps the database's has seen the file's: it is what both have in common now, and the database goes on from it.
    """
    match choice:
        case Choice.FILE:
            return Sides(sides.file, sides.file, sides.file)
        case Choice.DATABASE:
            return Sides(sides.file, sides.file, sides.database)
        case other:
            assert_never(other)
