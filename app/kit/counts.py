"""Counts with their nouns, for sentences of one and of many."""


def sized(count: int, noun: str, many: str = "") -> str:
    """A count with its noun, in the plural where it is not one: "1 variant", "1,204 variants", "0 entries"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {many or noun + 's'}"


def verb(count: int, one: str, many: str) -> str:
    """The verb that goes with a count."""
    return one if count == 1 else many
