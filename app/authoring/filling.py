"""What a question from elsewhere lacks of misconceptions and reasons, part by part, and how that is filled in.

Nothing is made up here: what is filled in was chosen or typed by somebody, or stands in the file already.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import pairwise

from app.bank.fields import members
from app.bank.reader import Data

REPEATED = "right"  # the wish to repeat the reason of what is right

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class PartWish:
    """What is wished of one part alone; empty where nothing is said."""

    misconception: str = ""
    rationale: str = ""


@dataclass(frozen=True, slots=True)
class Need:
    """A part that lacks something. `name` is its own in wishes, `text` is what it says, `path` where it stands."""

    name: str
    called: str
    text: str
    path: Path
    misconception: bool
    rationale: bool
    more: Mapping[str, str] = field(default_factory=dict)  # of a part that is not there yet


@dataclass(frozen=True, slots=True)
class Filled:
    """The parts that were filled in by a wish for more than themselves, as they are called."""

    misconceptions: tuple[str, ...] = ()
    rationales: tuple[str, ...] = ()

    @property
    def said(self) -> tuple[str, ...]:
        """What was filled in, in words."""
        each = [("misconception", self.misconceptions), ("reason", self.rationales)]
        return tuple(f"{_plural(noun, parts)} of {_listed(parts)}" for noun, parts in each if parts)


@dataclass(frozen=True, slots=True)
class FillWish:
    """What parts get: a misconception, a reason, and whether the reason of what is right is repeated before that."""

    misconception: str = ""
    rationale: str = ""
    repeated: bool = False
    parts: Mapping[str, PartWish] = field(default_factory=dict)


def needs(kind: str, body: dict[str, Data]) -> tuple[Need, ...]:
    """The parts that lack a misconception or a reason without which nothing is published, in the order of the text."""
    match kind:
        case "single_choice" | "multiple_select":
            found = _of_options(body)
        case "matching":
            found = _of_pairs(body)
        case "ordering":
            found = _of_entries(body)
        case "numbers":
            found = _of_numbers(body)
        case _:
            return ()
    return tuple(one for one in found if one.misconception or one.rationale)


def filled(kind: str, body: dict[str, Data], wish: FillWish) -> tuple[dict[str, Data], Filled]:
    """The body with what its parts lack, as far as that is wished; and which parts got what was not wished of them alone.

    Rule: what a part says stays. A wish for the part goes before the reason of what is right, where that is to be
    repeated, and that before the reason for all.
    """
    made = deepcopy(body)
    usual = (_said(body) if wish.repeated else "") or wish.rationale
    beliefs, reasons = [], []
    for need in needs(kind, body):
        own = wish.parts.get(need.name, PartWish())
        got: dict[str, Data] = {}
        if need.misconception and (belief := own.misconception or wish.misconception):
            got["misconception"] = belief
            beliefs += [] if own.misconception else [need.called]
        if need.rationale and (reason := own.rationale or usual):
            got["rationale"] = reason
            reasons += [] if own.rationale else [need.called]
        if got:
            _put(made, need, got)
    return made, Filled(tuple(beliefs), tuple(reasons))


def _of_options(body: dict[str, Data]) -> Iterator[Need]:
    for place, one in members(body, "options"):
        wrong = one.get("correct") != "true"
        lacks = wrong and "misconception" not in one
        yield _need(("options", place), "option", one, misconception=lacks)


def _of_pairs(body: dict[str, Data]) -> Iterator[Need]:
    prompts = [one for _, one in members(body, "prompts")]
    cells = {(one.get("prompt"), one.get("choice")) for _, one in members(body, "cells")}
    for place, one in members(body, "prompts"):
        yield _need(("prompts", place), "prompt", one)
    for place, one in members(body, "choices"):
        name = one.get("id")
        covered = all(line.get("choice") == name or (line.get("id"), name) in cells for line in prompts)
        said = one.keys() & {"misconception", "rationale"}
        if said or not covered:
            yield _need(("choices", place), "choice", one, misconception="misconception" not in one)


def _of_entries(body: dict[str, Data]) -> Iterator[Need]:
    entries = [one for _, one in members(body, "entries")]
    for place, one in enumerate(entries):
        yield _need(("entries", place), "line", one)
    known = members(body, "reversals")
    for place, one in known:
        yield _need(("reversals", place), "exchange", one, misconception="misconception" not in one)
    there = {(one.get("earlier"), one.get("later")) for _, one in known}
    new = len(known)
    for earlier, later in pairwise(entries):
        pair = {"earlier": str(earlier.get("id", "")), "later": str(later.get("id", ""))}
        if (pair["earlier"], pair["later"]) not in there:
            text = f"{later.get('text', '')} before {earlier.get('text', '')}"
            name, called = f"reversals.{new + 1}", f"exchange {new + 1}"
            yield Need(name, called, text, ("reversals", new), misconception=True, rationale=True, more=pair)
            new += 1


def _of_numbers(body: dict[str, Data]) -> Iterator[Need]:
    for place, one in members(body, "fields"):
        for name, noun in (("accepted", "number"), ("wrong", "wrong number")):
            for nth, number in members(one, name):
                lacks = name == "wrong" and "misconception" not in number
                yield _need(("fields", place, name, nth), noun, number, misconception=lacks)


def _need(path: Path, noun: str, one: Mapping[str, Data], *, misconception: bool = False) -> Need:
    name = ".".join(str(part + 1) if isinstance(part, int) else part for part in path)
    text = str(one.get("text") or one.get("value") or "")
    called = f"{noun} {int(path[-1]) + 1}"
    return Need(name, called, text, path, misconception=misconception, rationale="rationale" not in one)


def _said(body: dict[str, Data]) -> str:
    """The first reason that stands behind something right."""
    numbers = [one for _, each in members(body, "fields") for _, one in members(each, "accepted")]
    right = [one for _, one in members(body, "options") if one.get("correct") == "true"]
    lines = [one for name in ("prompts", "entries") for _, one in members(body, name)]
    return next((str(one["rationale"]) for one in (*right, *lines, *numbers) if one.get("rationale")), "")


def _put(made: dict[str, Data], need: Need, got: dict[str, Data]) -> None:
    """Lay what a part got over the part, which is begun where it is not there yet."""
    if need.more:
        listed = made.setdefault("reversals", [])
        if isinstance(listed, list):
            listed.append({**need.more, **got})
        return
    found: Data = made
    for part in need.path:
        if isinstance(found, list):
            found = found[int(part)]
        elif isinstance(found, dict):
            found = found[str(part)]
    if isinstance(found, dict):
        reason = found.pop("rationale", None)  # a misconception comes before the reason
        found |= got if reason is None else {**got, "rationale": reason}


def _listed(parts: Sequence[str]) -> str:
    """Parts as words: the noun is said once for neighbours of one kind."""
    nouns: dict[str, list[str]] = {}
    for part in parts:
        noun, _, number = part.rpartition(" ")
        nouns.setdefault(noun, []).append(number)
    return " and ".join(f"{_plural(noun, numbers)} {', '.join(numbers)}" for noun, numbers in nouns.items())


def _plural(noun: str, of: Sequence[str]) -> str:
    return noun if len(of) == 1 else f"{noun}s"
