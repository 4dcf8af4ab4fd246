"""Typed numbers in a row of our own sheet: fields, what is accepted in each, and wrong numbers that are known."""

import re
from collections.abc import Mapping
from decimal import Decimal

from app.bank.reader import Data

Row = Mapping[str, str]
_RANGE = re.compile(r"\s*(\S+?)\s*\.\.\s*(\S+)\s*")
_WITHIN = re.compile(r"\s*(\d{1,60}(?:\.\d{1,60})?(?:[eE][-+]?\d{1,3})?)\s*(%|figures?|decimals?)?\s*")
_NUMBERED = re.compile(r"([a-z]+)_(\d{1,3})(?:_[a-z]+)?")


class BadRow(Exception):
    """What is wrong with a row, in a sentence that says what to do."""


def put(fields: dict[str, Data], name: str, text: str) -> None:
    """Adds a field where there is something to say."""
    if text.strip():
        fields[name] = text.strip()


def parts(row: Row, column: str, fields: dict[str, Data], *names: str) -> dict[str, Data]:
    """The fields with those that stand in columns beside another one, such as option_1_rationale."""
    for name in names:
        put(fields, name, row.get(f"{column}_{name}", ""))
    return fields


def number_fields(row: Row) -> dict[str, Data]:
    """The fields of an item with typed numbers that only these have. Raises BadRow."""
    found: dict[str, Data] = {}
    put(found, "rounding", row.get("rounding", ""))
    put(found, "head_workable", row.get("head_workable", ""))
    places = _places(row, "number")
    if not places:
        raise BadRow("This row has no number. Write the right one in number_1.")
    fields: dict[int, dict[str, Data]] = {}
    for n in places:
        label = row.get(f"number_{n}_label", "").strip() or ("Answer" if len(places) == 1 else f"Answer {n}")
        fields[n] = parts(row, f"number_{n}", {"label": label}, "unit", "decimals")
        fields[n]["accepted"] = [_accepted(row, f"number_{n}")]
    for name, part in (("also", "accepted"), ("wrong", "wrong")):
        for n in _places(row, name):
            listed = fields[_field(row, f"{name}_{n}", fields)].setdefault(part, [])
            assert isinstance(listed, list)  # noqa: S101 — it was made here
            listed.append(_accepted(row, f"{name}_{n}"))
    return {**found, "fields": list(fields.values())}


def counted(row: Row, name: str) -> list[int]:
    """The numbers behind a name among the columns, in order: 1 and 2 of option_1, option_2 and option_2_id."""
    found = (_NUMBERED.fullmatch(column) for column in row)
    return sorted({int(one[2]) for one in found if one and one[1] == name})


def _places(row: Row, name: str) -> list[int]:
    """The numbers behind a name for which a number or a range is written."""
    return [
        n for n in counted(row, name) if any(row.get(f"{name}_{n}{end}", "") for end in ("", "_tolerance"))
    ]


def _field(row: Row, column: str, fields: Mapping[int, object]) -> int:
    """Which field a further number belongs to; with one field it need not be said."""
    written = row.get(f"{column}_field", "").strip() or ("1" if len(fields) == 1 else "")
    if not written.isdigit() or int(written) not in fields:
        raise BadRow(
            f"{column}_field says {written[:20]!r}. Write the number of the field that it belongs to."
        )
    return int(written)


def _accepted(row: Row, column: str) -> dict[str, Data]:
    """A number with how near is near enough, and what is said of it."""
    fields: dict[str, Data] = {}
    put(fields, "value", row.get(column, ""))
    if tolerance := tolerance_fields(row.get(f"{column}_tolerance", "")):
        fields["tolerance"] = tolerance
    return parts(row, column, fields, "share", "misconception", "rationale")


def tolerance_fields(written: str) -> dict[str, Data]:
    """A tolerance as it stands in YAML; nothing where nothing is written.

    Rule: 0.01 is absolute, 1% relative, 3 figures and 2 decimals are roundings, 0.505..0.507 a range. Raises BadRow.
    """
    if not written.strip():
        return {}
    if ends := _RANGE.fullmatch(written):
        return {"kind": "range", "low": ends[1], "high": ends[2]}
    within = _WITHIN.fullmatch(written)
    if within is None:
        raise BadRow(
            f"The tolerance {written[:40]!r} is not known. Write 0.01, 1%, 3 figures, 2 decimals or 0.505..0.507."
        )
    amount, unit = within[1], (within[2] or "").rstrip("s")
    match unit:
        case "":
            return {"kind": "absolute", "amount": amount}
        case "%":
            return {"kind": "relative", "amount": f"{Decimal(amount).scaleb(-2):f}"}
        case "figure":
            return {"kind": "significant_figures", "amount": amount}
        case _:
            return {"kind": "decimals", "amount": amount}
