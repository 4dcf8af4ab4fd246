"""What an item's own checks must agree on with the item; works on text that is not yet known to be right."""

from collections.abc import Iterator, Set

from app.bank.faults import FieldPath
from app.bank.fields import Complaint, members, repeated, text_of, unregistered
from app.bank.reader import Data
from app.items.item import TYPED
from app.items.own_check import Expected

MOST_CHECKS = 40
_ANSWERS = ("given", "slip", "chosen", "typed", "pairs", "order")
_CHOICES = {"single_choice", "multiple_select"}
_KINDS: dict[str, Set[str]] = {
    "chosen": _CHOICES,
    "typed": TYPED,
    "pairs": {"matching"},
    "order": {"ordering"},
    "slip": _CHOICES | TYPED,
}
_POINTED = {Expected.RIGHT, Expected.WRONG}
_SAID = {
    Expected.RIGHT: "right",
    Expected.WRONG: "wrong",
    Expected.TOO_FEW_DIGITS: "right with too few digits",
    Expected.INVALID: "refused",
}


def check_complaints(data: dict[str, Data], known: Set[str] | None) -> Iterator[Complaint]:
    """Everything about the checks: one answer each, that the item's kind can be given, of members that there are."""
    checks, listed = members(data, "checks"), data.get("checks")
    if isinstance(listed, list) and len(listed) > MOST_CHECKS:
        yield ("checks",), f"has {len(listed)} members. Keep {MOST_CHECKS} that say the most."
    yield from repeated(
        [(("checks", n, "name"), text_of(one, "name")) for n, one in checks], "the name of a check"
    )
    for place, check in checks:
        where: FieldPath = ("checks", place)
        yield from _answer(data, check, where)
        yield from _expected(check, where)
        yield from _variant(data, check, where)
        slips = check.get("slips")
        named = [
            ((*where, "slips", n), slug) for n, slug in enumerate(slips if isinstance(slips, list) else [])
        ]
        for at, slug in (*named, ((*where, "slip"), check.get("slip"))):
            if isinstance(slug, str):
                yield from unregistered(slug.strip(), known, at)


def _answer(data: dict[str, Data], check: dict[str, Data], where: FieldPath) -> Iterator[Complaint]:
    present = [name for name in _ANSWERS if name in check]
    if len(present) != 1:
        told = "has no answer" if not present else f"has {' and '.join(present)}"
        yield where, f"{told}. Write exactly one of: {', '.join(_ANSWERS)}."
        return
    (name,) = present
    kind = text_of(data, "kind") or ""
    if kind and kind not in _KINDS.get(name, {kind}):
        fitting = "given" if name == "slip" else _usual(kind)
        yield (*where, name), f"is no answer to an item of kind {kind}. Write {fitting} in its place."
    elif "recipe" in data and name == "chosen":
        yield (
            (*where, name),
            "names options, and those of a drawn item have no ids. Write given or slip in its place.",
        )
    else:
        yield from _named(data, check, where)


def _usual(kind: str) -> str:
    """The field by which an item of that kind is answered."""
    return next((name for name, kinds in _KINDS.items() if kind in kinds), "given")


def _named(data: dict[str, Data], check: dict[str, Data], where: FieldPath) -> Iterator[Complaint]:
    """Options, entries, prompts and choices that the item does not have."""
    for name, of, noun in (("chosen", "options", "option"), ("order", "entries", "entry")):
        listed = check.get(name)
        for place, one in enumerate(listed if isinstance(listed, list) else []):
            yield from _known(one, _ids(data, of), (*where, name, place), noun)
    pairs = check.get("pairs")
    for prompt, choice in (pairs if isinstance(pairs, dict) else {}).items():
        yield from _known(prompt, _ids(data, "prompts"), (*where, "pairs", prompt), "prompt")
        yield from _known(choice, _ids(data, "choices"), (*where, "pairs", prompt), "choice")
    typed, fields = check.get("typed"), data.get("fields")
    if isinstance(typed, list) and isinstance(fields, list) and len(typed) > len(fields):
        yield (
            (*where, "typed"),
            f"has {len(typed)} members, and the item {len(fields)} fields. Write one for each.",
        )


def _ids(data: dict[str, Data], name: str) -> set[str]:
    return {text_of(one, "id") or "" for _, one in members(data, name)}


def _known(one: Data, ids: Set[str], where: FieldPath, noun: str) -> Iterator[Complaint]:
    if isinstance(one, str) and one.strip() not in ids:
        yield where, f"{one.strip()!r} is no {noun} of this item. Write the id of one."


def _expected(check: dict[str, Data], where: FieldPath) -> Iterator[Complaint]:
    said = text_of(check, "expect")
    if said not in set(Expected):
        return
    expect = Expected(said)
    if "slips" in check and expect != Expected.WRONG:
        yield (
            (*where, "slips"),
            f"stands at an answer that should be {_SAID[expect]}. Delete it: only what is wrong names slips.",
        )
    if "points" in check and expect not in _POINTED:
        yield (
            (*where, "points"),
            f"stands at an answer that should be {_SAID[expect]}. Delete it: that earns nothing.",
        )


def _variant(data: dict[str, Data], check: dict[str, Data], where: FieldPath) -> Iterator[Complaint]:
    names = {text_of(one, "name") for _, one in members(data, "fixed")}
    variant = text_of(check, "variant")
    if "variant" in check and variant not in names:
        yield (
            (*where, "variant"),
            f"{variant!r} is no fixed variant of this item. Write the name of one, or delete it.",
        )
    if (
        "recipe" in data
        and "typed" in check
        and "variant" not in check
        and text_of(check, "expect") != "invalid"
    ):
        yield (
            (*where, "typed"),
            "is given to numbers that are drawn. Name the fixed variant that it answers, or write given or slip.",
        )
