"""A row of our own sheet as a question: the whole item, and its form as in any other file."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import cast

from app.authoring.formats.own_numbers import BadRow, Row
from app.authoring.formats.own_sheet import own_fields, parts_of, unguarded
from app.authoring.formats.spans import decimal_of, span
from app.authoring.formats.tables import Table
from app.authoring.found import (
    BadPart,
    Fate,
    FoundChoice,
    FoundColumn,
    FoundFile,
    FoundForm,
    FoundNumber,
    FoundNumbers,
    FoundOption,
    FoundOrder,
    FoundOther,
    FoundPairs,
    FoundQuestion,
    FoundTable,
    FoundText,
    Loss,
    Markup,
)
from app.bank.reader import Data
from app.items.item import ToleranceKind

_PASSED = ("variant", "seed", "bank")
Fields = Mapping[str, Data]


def read_own(table: Table) -> FoundFile:
    """All questions of a sheet of ours; each bad row is left out alone."""
    names = [name.strip().casefold() for name in table.columns]
    questions: list[FoundQuestion] = []
    bad: list[BadPart] = []
    for line, values in table.rows:
        row = {
            name: unguarded(value).strip() for name, value in zip(names, values, strict=True) if value.strip()
        }
        try:
            questions.append(own_question(line, row))
        except (BadRow, ValueError) as fault:
            bad.append(BadPart(line, str(fault)))
    bad.extend(BadPart(fault.line, fault.sentence) for fault in table.faults)
    why = "It is a column of our own sheet."
    columns = tuple(FoundColumn(name, name.strip().casefold(), why) for name in table.columns)
    return FoundFile(tuple(questions), tuple(bad), tables=(FoundTable(table.name, columns, len(table.rows)),))


def own_question(line: int, row: Row) -> FoundQuestion:
    """The question of a row, whose columns are ours and whose values are not empty. Raises BadRow, ValueError."""
    if not row.get("stem"):
        raise BadRow("This row has no stem. Write what is asked.")
    own = own_fields(row)
    ours = {
        name: row.get(name, "")
        for name in ("objectives", "level", "shape", "difficulty", "experiment", "enemies")
    }
    ours |= {"citation": row.get("source", ""), "as_of": row.get("source_as_of", "")}
    losses: tuple[Loss, ...] = ()
    if row.get("variant"):
        why = "Its numbers were drawn by a recipe; it comes in with these numbers alone, as an author's word."
        losses = (Loss(Fate.CHANGED, "recipe", why),)
    return FoundQuestion(
        line=line,
        stem=_text(row["stem"]),
        form=_form(own),
        outer_id=row.get("id", ""),
        tags=tuple(parts_of(row.get("tags", ""))),
        feedback=_text(row["feedback"]) if row.get("feedback") else None,
        losses=losses,
        ours=tuple((name, value) for name, value in ours.items() if value),
        own=own,
    )


def _text(text: object) -> FoundText:
    return FoundText(str(text), Markup.MARKDOWN)


def _list(fields: Fields, name: str) -> list[Fields]:
    return [one for one in cast(list[Data], fields.get(name, [])) if isinstance(one, dict)]


def _said(fields: Fields) -> FoundText | None:
    return _text(fields["rationale"]) if "rationale" in fields else None


def _form(own: Fields) -> FoundForm:
    scoring = cast(dict[str, Data], own["scoring"])
    whole = scoring["all_or_nothing"] == "true"
    match own["kind"]:
        case "matching":
            return _pairs(own, whole=whole)
        case "ordering":
            return FoundOrder(
                tuple(_text(one["text"]) for one in _list(own, "entries")), all_or_nothing=whole
            )
        case "numbers":
            return _numbers(own)
        case kind:
            return _choice(own, several=kind == "multiple_select", whole=whole)


def _choice(own: Fields, *, several: bool, whole: bool) -> FoundChoice:
    options = _list(own, "options")
    count = sum("correct" in one for one in options)
    found = []
    for one in options:
        usual = 1 / count if "correct" in one else 0.0
        share = float(decimal_of(str(one["weight"]))) if "weight" in one else usual
        if not -1 <= share <= 1:
            raise BadRow(f"The weight {one['weight']} is no share. Write one from -1 to 1.")
        found.append(FoundOption(_text(one["text"]), share, _said(one), str(one.get("misconception", ""))))
    return FoundChoice(tuple(found), several, all_or_nothing=several and whole)


def _pairs(own: Fields, *, whole: bool) -> FoundPairs:
    texts = {str(one["id"]): _text(one["text"]) for one in _list(own, "choices")}
    prompts = _list(own, "prompts")
    pairs = [(_text(one["text"]), texts[str(one["choice"])]) for one in prompts]
    used = {str(one["choice"]) for one in prompts}
    pairs += [(FoundText("", Markup.MARKDOWN), text) for name, text in texts.items() if name not in used]
    return FoundPairs(tuple(pairs), all_or_nothing=whole)


def _numbers(own: Fields) -> FoundForm:
    fields = _list(own, "fields")
    accepted = [[_number(one) for one in _list(field, "accepted")] for field in fields]
    if len(fields) > 1:
        why = f"It asks for {len(fields)} numbers; other formats ask for one at a time."
        return FoundOther("several numbers", why)
    return FoundNumbers(tuple(accepted[0]))


def _number(accepted: Fields) -> FoundNumber:
    share = _share(accepted)
    tolerance = cast(dict[str, Data], accepted.get("tolerance", {"kind": "absolute", "amount": "0"}))
    target = decimal_of(str(accepted["value"])) if "value" in accepted else None
    if tolerance["kind"] == "range":
        low, high = (decimal_of(str(tolerance[end])) for end in ("low", "high"))
        if low > high:
            raise BadRow(f"The range {low}..{high} runs backwards. Write the smaller number first.")
        named = None if target is None else float(target)
        return FoundNumber(float(low), float(high), share, _said(accepted), target=named)
    if target is None:
        raise BadRow(
            "A tolerance stands there without its number. Write the number, or a range such as 0.5..0.6."
        )
    found = span(
        target, ToleranceKind(str(tolerance["kind"])), Decimal(str(tolerance["amount"])), _said(accepted)
    )
    return replace(found, share=share)


def _share(accepted: Fields) -> float:
    share = float(decimal_of(str(accepted.get("share", "1"))))
    if not -1 <= share <= 1:
        raise BadRow(f"The share {accepted['share']} is none. Write one from -1 to 1.")
    return share
