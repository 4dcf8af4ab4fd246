"""A copy of a record with some of its fields changed, whatever kind of record it is."""

import dataclasses
from typing import Any, TypeVar

from msgspec import Struct, structs

R = TypeVar("R")


def replace(record: R, **changes: object) -> R:
    """The record with these fields: a dataclass, or a record that is stored."""
    one: Any = record
    made: R = (
        structs.replace(one, **changes) if isinstance(one, Struct) else dataclasses.replace(one, **changes)
    )
    return made
