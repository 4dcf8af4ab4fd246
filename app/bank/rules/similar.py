"""Finds items that ask nearly the same, by the runs of words that they share."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from app.bank.findings import Finding, Severity
from app.bank.load import LoadedItem
from app.bank.rules.base import parts
from app.items.item import AuthoredItem, RecipeItem, WrittenItem

RULE = "near-duplicate"
_RUN = 3
_SAME_STEM, _SAME_CLAIM = 0.7, 0.6
_ENEMY = 0.4
_FEWEST = 6  # runs; shorter stems ("Which statement is so?") may be alike
_COMMON = 50  # runs in more items than this say nothing
_TOKEN = re.compile(r"\\?[A-Za-z]+|\d+|[^\s\w]")

Runs = frozenset[tuple[str, ...]]


@lru_cache(maxsize=1 << 14)
def runs(text: str) -> Runs:
    """All runs of three tokens; formulas count with their signs."""
    tokens = _TOKEN.findall(text.lower())
    return frozenset(tuple(tokens[at : at + _RUN]) for at in range(len(tokens) - _RUN + 1))


def likeness(one: Runs, other: Runs) -> float:
    """The share of runs in common (Jaccard)."""
    return len(one & other) / len(one | other) if one or other else 0.0


def near_duplicates(items: Sequence[LoadedItem]) -> Iterator[Finding]:
    """A warning for each item whose stem, or stem with what is right, is nearly that of an item before it.

    Rule: shared runs of three tokens ≥ 70 % of the stems' (from six runs on), or ≥ 60 % with the right options added.
    """
    told: set[str] = set()
    for item, earlier, share in _alike(items, stem=_SAME_STEM, claim=_SAME_CLAIM):
        if item.revision.id not in told:
            told.add(item.revision.id)
            yield _finding(item, earlier, share)


def alike(items: Sequence[LoadedItem]) -> Iterator[tuple[str, str]]:
    """Pairs of items that should not stand in one exam: four in ten runs are shared."""
    for item, earlier, _ in _alike(items, stem=_ENEMY, claim=_ENEMY):
        yield item.revision.item.header.id, earlier.revision.item.header.id


def _alike(
    items: Sequence[LoadedItem], *, stem: float, claim: float
) -> Iterator[tuple[LoadedItem, LoadedItem, float]]:
    """Each written item with every earlier one that is as like it as that, in order, and by how much."""
    authored = [(one, item) for one in items if not isinstance(item := one.revision.item, RecipeItem)]
    stems = [runs(item.stem) for _, item in authored]
    claims = [runs("\n".join([item.stem, *_claims(item)])) for _, item in authored]
    holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, mine in enumerate(claims):
        shared: Counter[int] = Counter()
        for run in mine:
            if len(holders[run]) <= _COMMON:
                shared.update(holders[run])
            holders[run].append(place)
        for earlier, _ in sorted(shared.items()):
            stem_like = likeness(stems[place], stems[earlier]) if len(stems[place]) >= _FEWEST else 0.0
            claim_like = likeness(mine, claims[earlier])
            if stem_like >= stem or claim_like >= claim:
                yield authored[place][0], authored[earlier][0], max(stem_like, claim_like)


def _claims(item: WrittenItem) -> Iterator[str]:
    """What an item says is so: its right options, or all that is matched or put in order."""
    if isinstance(item, AuthoredItem):
        return (option.text for option in item.options if option.correct)
    return (text for part in parts(item) for text in part.texts)


def _finding(item: LoadedItem, earlier: LoadedItem, share: float) -> Finding:
    header = item.revision.item.header
    message = (
        f"the question is {share:.0%} that of {earlier.revision.item.header.id}. "
        "Ask something else, or keep one of the two."
    )
    line, _ = item.document.place(("stem",))
    return Finding(Severity.WARNING, RULE, message, header.id, item.document.path, line)
