"""Small counts in words, and the letters by which options are named."""

_COUNTS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def letter(position: int) -> str:
    """The letter of an option: A for 1, B for 2 and so on."""
    return chr(64 + position)


def counted(count: int, noun: str) -> str:
    """A count with its noun: "1 decimal", "3 decimals"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def counted_word(count: int, noun: str) -> str:
    """A small count in words with its noun: "one row", "three rows"."""
    return f"{count_word(count)} {noun}" if count == 1 else f"{count_word(count)} {noun}s"


def count_word(count: int) -> str:
    """A small count in words."""
    return _COUNTS[count] if count < len(_COUNTS) else str(count)
