"""What a check came to when it was tried, in words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of one check of an item: the words, and whether it held; None where it was not tried."""

    words: str
    held: bool | None
