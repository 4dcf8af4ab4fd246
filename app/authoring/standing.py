"""By which text the answers to each revision of an item are judged, after its answer was changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """The answers to some revisions were judged anew by a later one."""

    revisions: frozenset[str]
    by: str


def judged_by(changes: Iterable[Change]) -> Mapping[str, str]:
    """For each revision whose answers were judged anew: by which one, the changes in their order."""
    found: dict[str, str] = {}
    for change in changes:
        found |= dict.fromkeys(change.revisions, change.by)
    return found
