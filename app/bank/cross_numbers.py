"""What the fields of an item with typed numbers must agree on; works on text that is not yet known to be right."""

from collections.abc import Iterator, Set
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

from pydantic import ValidationError

from app.bank.build import span_of
from app.bank.faults import FieldPath
from app.bank.fields import Complaint, members, repeated, text_of, unregistered
from app.bank.reader import Data
from app.bank.schema import AcceptedForm, WrongForm
from app.items.field import is_whole
from app.items.tolerance import Span, ToleranceKind
from app.kit.decimals import fixed, rounded

F = TypeVar("F", AcceptedForm, WrongForm)
MOST_FIELDS = 12
_COUNTED = {"significant_figures": 1, "decimals": 0}  # kinds that count digits, with the fewest
_MOST_DIGITS = 30
_LISTS = ("accepted", "wrong")


def number_complaints(data: dict[str, Data], known: Set[str] | None) -> Iterator[Complaint]:
    """Everything about the fields: how many, what is accepted, what earns how much, and what can never be met."""
    fields, listed = members(data, "fields"), data.get("fields")
    if isinstance(listed, list) and not 1 <= len(listed) <= MOST_FIELDS:
        yield ("fields",), f"has {len(listed)} members. Write 1 to {MOST_FIELDS}."
    yield from repeated([(("fields", n, "label"), text_of(one, "label")) for n, one in fields], "the label")
    scoring = data.get("scoring")
    in_parts = isinstance(scoring, dict) and text_of(scoring, "all_or_nothing") == "false"
    for place, field in fields:
        where: FieldPath = ("fields", place)
        yield from _shares(field, where, in_parts=in_parts)
        for _, entry, at in _entries(field, where):
            yield from _tolerance(entry, at)
            yield from unregistered(text_of(entry, "misconception"), known, (*at, "misconception"))
        yield from _reached(field, where)


def _entries(field: dict[str, Data], where: FieldPath) -> Iterator[tuple[str, dict[str, Data], FieldPath]]:
    """The accepted numbers of a field, then the wrong ones, each with its list and its place."""
    for name in _LISTS:
        for place, entry in members(field, name):
            yield name, entry, (*where, name, place)


def _shares(field: dict[str, Data], where: FieldPath, *, in_parts: bool) -> Iterator[Complaint]:
    """Something is right as a whole, and a part of the points is only given where points are given in parts."""
    accepted, listed = members(field, "accepted"), field.get("accepted")
    forms = [_form(AcceptedForm, entry) for _, entry in accepted]
    if isinstance(listed, list) and len(forms) == len(listed) and all(forms):
        shares = [form.share for form in forms if form is not None]
        if not any(map(is_whole, shares)):
            yield (*where, "accepted"), "has nothing that is right as a whole. Write one without a share."
        for place, share in enumerate(shares):
            if share and not is_whole(share) and not in_parts:
                yield (
                    (*where, "accepted", place, "share"),
                    "counts only where points are given in parts. Give points for parts of the answer (all_or_nothing: false), or delete it.",
                )


def _tolerance(entry: dict[str, Data], where: FieldPath) -> Iterator[Complaint]:
    """What a value and its tolerance need of each other."""
    tolerance = entry.get("tolerance")
    kind = text_of(tolerance, "kind") if isinstance(tolerance, dict) else None
    if "value" not in entry and kind != ToleranceKind.RANGE:
        yield (*where, "value"), "is missing. Write the number, or a tolerance of kind range."
    if not isinstance(tolerance, dict) or kind not in {*ToleranceKind} - {ToleranceKind.FAIR}:
        return
    needed = {"low", "high"} if kind == ToleranceKind.RANGE else {"amount"}
    for name in ("amount", "low", "high"):
        if name in needed and name not in tolerance:
            yield (*where, "tolerance", name), f"is missing. A tolerance of kind {kind} needs it."
        elif name in tolerance and name not in needed:
            yield (*where, "tolerance", name), f"has no meaning for the kind {kind}. Delete it."
    span = _span(entry)
    if span is not None:
        yield from _amounts(span, (*where, "tolerance"))


def _amounts(span: Span, where: FieldPath) -> Iterator[Complaint]:
    """Whether the numbers of a tolerance say what its kind means."""
    within, value = span.within, span.value
    if within is None:
        return
    amount = within.amount or Decimal(0)
    if within.kind is ToleranceKind.RANGE:
        low, high = span.bounds()
        if low >= high:
            yield (
                (*where, "high"),
                "must be more than low. Swap or correct them, or write a value for one number.",
            )
        elif value is not None and not low <= Fraction(value) <= high:
            yield (*where[:-1], "value"), "lies outside of its range. Correct one of them."
    elif within.kind in _COUNTED:
        least = _COUNTED[within.kind]
        if amount != int(amount) or not least <= amount <= _MOST_DIGITS:
            yield (*where, "amount"), f"counts digits. Write a whole number from {least} to {_MOST_DIGITS}."
    elif amount <= 0:
        yield (*where, "amount"), "must be more than 0. Write such a number, or leave the tolerance out."
    if value == 0 and within.kind in {ToleranceKind.RELATIVE, ToleranceKind.SIGNIFICANT_FIGURES}:
        yield (
            (*where, "kind"),
            f"lets nothing but 0 be right, as {within.kind} is measured by the value. Write absolute.",
        )


def _reached(field: dict[str, Data], where: FieldPath) -> Iterator[Complaint]:
    """Numbers that an accepted one before them takes whole, and a right one whose printed digits are not right."""
    decimals = text_of(field, "decimals") or ""
    asked = int(decimals) if decimals.isascii() and decimals.isdigit() and len(decimals) < 3 else None
    accepted: list[tuple[Fraction, Fraction]] = []
    right: list[tuple[Fraction, Fraction]] = []
    for name, entry, at in _entries(field, where):
        span = _sound_span(entry)
        if span is None:
            continue
        low, high = span.bounds()
        if any(one <= low and high <= other for one, other in (right if name == "wrong" else accepted)):
            told = "is right" if name == "wrong" else "is accepted already"
            yield at, f"can never be met: all of it {told} by what stands before it. Correct or delete it."
        if name == "wrong":
            continue
        accepted.append((low, high))
        form = _form(AcceptedForm, entry)
        if form is None or is_whole(form.share):
            right.append((low, high))
        if asked is not None and span.value is not None:
            shown = rounded(Fraction(span.value), asked)
            if not low <= shown <= high:
                yield (
                    (*at, "value"),
                    f"is shown as {fixed(shown, asked)}, which the tolerance does not accept. "
                    "Ask for more decimals, or widen the tolerance.",
                )


def _span(entry: dict[str, Data]) -> Span | None:
    """The numbers of an entry where they can be read and are all there, else None."""
    form = _form(WrongForm, entry | {"misconception": "any", "rationale": "any"}, "share")
    if form is None:
        return None
    span = span_of(form.value, form.tolerance)
    within = span.within
    if within is None or within.kind is not ToleranceKind.RANGE:
        complete = span.value is not None and (within is None or within.amount is not None)
    else:
        complete = within.low is not None and within.high is not None
    return span if complete else None


def _sound_span(entry: dict[str, Data]) -> Span | None:
    """The numbers of an entry against which nothing can be said."""
    span = _span(entry)
    return None if span is None or any(_amounts(span, ())) else span


def _form(form_class: type[F], entry: dict[str, Data], without: str = "") -> F | None:
    """The filled form, or None where the schema refuses it, which it says itself."""
    try:
        return form_class.model_validate({name: one for name, one in entry.items() if name != without})
    except ValidationError:
        return None
