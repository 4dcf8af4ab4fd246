"""Lists of words that give an answer away or that carry no content, and how words are compared."""

from functools import lru_cache

from app.bank.rules.base import words


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


ABSOLUTE = _listed(
    "always never every none nothing entirely completely exactly impossible must cannot guarantees guaranteed "
    "solely all only any no"
)
STRONG = ABSOLUTE - _listed("all only any no every none exactly must cannot nothing")
HEDGES = _listed(
    "usually often typically generally sometimes may might could tends tend mostly roughly approximately "
    "largely normally commonly likely probably possibly partly about nearly"
)
PLAIN = _listed(
    "a an and are as at be been being but by can does do each for from had has have if in into is it its itself "
    "more not of on or other so than that the their them then there these they this those to two was were what "
    "when where which while who whose why will with would one same between after before both because over under "
    "such most least only very also how all any no nor without within through about against instead rather "
    "still since yet up down out off per via just like makes make made takes take gives give given let lets "
    "option options statement statements following right true correct choose question answer"
)


@lru_cache(maxsize=1 << 16)
def content_words(text: str, *, shortest: int = 4) -> frozenset[str]:
    """The words of a text that carry content, cut to a common stem (plural and -ing, -ed lost)."""
    return frozenset(stem for word in words(text) if word not in PLAIN and len(stem := cut(word)) >= shortest)


_ENDINGS = ("ations", "ation", "ings", "ing", "ied", "ies", "ed", "es", "s", "e", "y")


@lru_cache(maxsize=1 << 15)
def cut(word: str) -> str:
    """A word without its commonest endings: "scaling", "scaled", "scales" → "scal"."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def hedges_in(text: str) -> list[str]:
    """The hedging words of a text, in order."""
    return [word for word in words(text) if word in HEDGES]


def absolutes_in(text: str) -> list[str]:
    """The strong absolute words of a text, in order."""
    return [word for word in words(text) if word in STRONG]
