"""What the fields of a matching and of an ordering must agree on: every pair and every turn has its reason."""

from collections.abc import Iterator, Set
from itertools import pairwise

from app.bank.faults import FieldPath
from app.bank.fields import Complaint, members, repeated, text_of, unregistered
from app.bank.reader import Data

PROMPTS, CHOICES, ENTRIES = (3, 6), (3, 6), (3, 7)  # least and most


def matching_complaints(data: dict[str, Data], known: Set[str] | None) -> Iterator[Complaint]:
    """Everything about a matching that goes across fields."""
    yield from _count(data, "prompts", PROMPTS)
    yield from _count(data, "choices", CHOICES)
    prompts, choices = members(data, "prompts"), members(data, "choices")
    if len(choices) < len(prompts):
        yield (
            ("choices",),
            f"are fewer than the {len(prompts)} prompts. Give each prompt a choice of its own.",
        )
    yield from repeated(
        [(("prompts", n, "id"), text_of(one, "id")) for n, one in prompts], "the id of a prompt"
    )
    yield from repeated(
        [(("choices", n, "id"), text_of(one, "id")) for n, one in choices], "the id of a choice"
    )
    yield from repeated(
        [(("prompts", n, "choice"), text_of(one, "choice")) for n, one in prompts], "the choice of a prompt"
    )
    names = {text_of(one, "id") for _, one in choices}
    for place, prompt in prompts:
        right = text_of(prompt, "choice")
        if right is not None and right not in names:
            yield ("prompts", place, "choice"), f"{right!r} is no choice of this item. Write the id of one."
    for place, choice in choices:
        yield from unregistered(text_of(choice, "misconception"), known, ("choices", place, "misconception"))
        for name, other in (("misconception", "rationale"), ("rationale", "misconception")):
            if name in choice and other not in choice:
                yield ("choices", place, other), f"is missing. Write it beside the {name}, or delete both."
    yield from _cells(data, known)
    yield from _uncovered(data)


def _count(data: dict[str, Data], name: str, bounds: tuple[int, int]) -> Iterator[Complaint]:
    found = data.get(name)
    if isinstance(found, list) and not bounds[0] <= len(found) <= bounds[1]:
        yield (name,), f"has {len(found)} members. Write {bounds[0]} to {bounds[1]}."


def _cells(data: dict[str, Data], known: Set[str] | None) -> Iterator[Complaint]:
    """Cells speak of wrong pairs of this item, each once."""
    right = {text_of(one, "id"): text_of(one, "choice") for _, one in members(data, "prompts")}
    choices = {text_of(one, "id") for _, one in members(data, "choices")}
    seen: set[tuple[str, str]] = set()
    for place, cell in members(data, "cells"):
        where: FieldPath = ("cells", place)
        prompt, choice = text_of(cell, "prompt"), text_of(cell, "choice")
        yield from unregistered(text_of(cell, "misconception"), known, (*where, "misconception"))
        if prompt is not None and prompt not in right:
            yield (*where, "prompt"), f"{prompt!r} is no prompt of this item. Write the id of one."
        if choice is not None and choice not in choices:
            yield (*where, "choice"), f"{choice!r} is no choice of this item. Write the id of one."
        if prompt is None or choice is None:
            continue
        if right.get(prompt) == choice:
            yield (
                (*where, "choice"),
                f"{choice!r} belongs with {prompt!r}. Delete the cell: cells are for wrong pairs.",
            )
        if (prompt, choice) in seen:
            yield where, f"speaks of {prompt!r} with {choice!r} as a cell before it. Keep one."
        seen.add((prompt, choice))


def _uncovered(data: dict[str, Data]) -> Iterator[Complaint]:
    """A choice without a misconception of its own must have a cell for each prompt that it does not belong with."""
    prompts = members(data, "prompts")
    written = {(text_of(one, "prompt"), text_of(one, "choice")) for _, one in members(data, "cells")}
    for place, choice in members(data, "choices"):
        name = text_of(choice, "id")
        if name is None or choice.keys() & {"misconception", "rationale"}:
            continue
        for _, prompt in prompts:
            if text_of(prompt, "choice") != name and (text_of(prompt, "id"), name) not in written:
                yield (
                    ("choices", place, "misconception"),
                    f"is missing, and no cell says what one believes who chooses it for {text_of(prompt, 'id')!r}. "
                    "Write a misconception and a rationale here, or such a cell.",
                )
                break


def ordering_complaints(data: dict[str, Data], known: Set[str] | None) -> Iterator[Complaint]:
    """Everything about an ordering that goes across fields."""
    yield from _count(data, "entries", ENTRIES)
    entries = members(data, "entries")
    yield from repeated(
        [(("entries", n, "id"), text_of(one, "id")) for n, one in entries], "the id of an entry"
    )
    names = [text_of(one, "id") or "" for _, one in entries]
    seen: set[tuple[str, str]] = set()
    for place, reversal in members(data, "reversals"):
        where: FieldPath = ("reversals", place)
        yield from unregistered(text_of(reversal, "misconception"), known, (*where, "misconception"))
        earlier, later = text_of(reversal, "earlier"), text_of(reversal, "later")
        for name, value in (("earlier", earlier), ("later", later)):
            if value is not None and value not in names:
                yield (*where, name), f"{value!r} is no entry of this item. Write the id of one."
        if earlier in names and later in names and earlier is not None and later is not None:
            if names.index(earlier) >= names.index(later):
                yield (
                    (*where, "later"),
                    f"{later!r} does not come after {earlier!r} in the list. Exchange the two.",
                )
            if (earlier, later) in seen:
                yield where, f"speaks of {earlier!r} and {later!r} as a reversal before it. Keep one."
            seen.add((earlier, later))
    for pair in pairwise(names):
        if all(pair) and pair not in seen and isinstance(data.get("reversals"), list):
            yield (
                ("reversals",),
                f"has none for {pair[0]!r} and {pair[1]!r}, which follow each other. "
                "Write what one believes who puts them the other way.",
            )
