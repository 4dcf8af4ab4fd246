"""Writes our own sheet (CSV), which holds everything that a written item has; its columns stand in docs/import-export.md."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from app.authoring.outgoing.parts import Part, is_weighted, parts_of
from app.authoring.outgoing.question import (
    OutChoice,
    OutNumber,
    OutNumbers,
    OutOrder,
    OutPairs,
    OutQuestion,
    OutWrong,
)
from app.authoring.outgoing.report import Ledger, OutFile, OutLine
from app.authoring.outgoing.tables import whole_stem
from app.authoring.outgoing.texts import written
from app.grading.printing import exact
from app.items.item import Kind
from app.items.tolerance import ToleranceKind
from app.kit.decimals import in_full

FIRST = (
    "id", "bank", "kind", "objectives", "level", "shape", "difficulty", "source", "source_as_of", "experiment",
    "enemies", "tags", "stem", "rounding", "head_workable", "scoring", "right",
)  # fmt: skip
LAST = ("feedback", "variant", "seed")
GROUPS = {
    "option": ("", "_id", "_misconception", "_rationale", "_weight"),
    "prompt": ("", "_id", "_rationale"),
    "choice": ("", "_id", "_misconception", "_rationale"),
    "cell": ("", "_misconception", "_rationale"),
    "entry": ("", "_id", "_rationale"),
    "reversal": ("", "_misconception", "_rationale"),
    "number": ("", "_label", "_unit", "_decimals", "_tolerance", "_share", "_rationale"),
    "also": ("", "_field", "_tolerance", "_share", "_rationale"),
    "wrong": ("", "_field", "_tolerance", "_misconception", "_rationale"),
}
_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
Row = dict[str, str]


def write_sheet(questions: Sequence[OutQuestion]) -> OutFile:
    """A sheet of all questions, with a report of each; only columns that some question needs are written."""
    rows, lines = [], []
    for question in questions:
        ledger = Ledger(list(question.losses))
        rows.append(row_of(question))
        lines.append(_line(question, ledger))
    sizes = {group: max((_size(row, group) for row in rows), default=0) for group in GROUPS}
    columns = [*FIRST]
    for group, endings in GROUPS.items():
        numbered = [f"{group}_{n}{ending}" for n in range(1, sizes[group] + 1) for ending in endings]
        columns += [one for one in numbered if one[-1].isdigit() or any(row.get(one) for row in rows)]
    columns += LAST
    sheet = io.StringIO(newline="")
    writer = csv.DictWriter(sheet, columns, restval="")
    writer.writeheader()
    writer.writerows({name: guarded(written(text)) for name, text in row.items() if text} for row in rows)
    return OutFile(sheet.getvalue().encode(), tuple(lines), len(rows))


def guarded(text: str) -> str:
    """The text with an apostrophe before it where a spreadsheet would take it for a formula."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def _line(question: OutQuestion, ledger: Ledger) -> OutLine:
    parts = parts_of(question)
    if question.variant:
        ledger.changed(Part.STEM, "Its tables, conventions and what is asked for are part of the stem.")
    if Part.IMAGES in parts:
        ledger.dropped(Part.IMAGES, "A sheet holds no images; the texts name them.")
    return ledger.line(question.id, parts)


def _size(row: Row, group: str) -> int:
    return sum(1 for name in row if re.fullmatch(rf"{group}_\d+", name))


def row_of(question: OutQuestion) -> Row:
    """The columns of a question with their values."""
    header = question.header
    stem = whole_stem(question) if question.variant else question.stem
    return {
        "id": question.id,
        "bank": header.bank,
        "kind": _kind(question),
        "objectives": "; ".join(header.objectives),
        "level": header.level.value,
        "shape": header.shape.value,
        "difficulty": _real(header.difficulty),
        "source": header.source.citation,
        "source_as_of": header.source.as_of,
        "experiment": header.experiment,
        "enemies": "; ".join(header.enemies),
        "stem": stem,
        "rounding": "" if question.variant else question.conventions,
        "head_workable": "true" if question.head_workable else "",
        "scoring": "parts" if is_weighted(question) else "",
        "feedback": question.explanation,
        "variant": question.variant,
        "seed": question.seed,
        **dict(_parts(question)),
    }


def _kind(question: OutQuestion) -> str:
    """The kind by the form: grids and steps are numbers here."""
    match question.form:
        case OutChoice() as form:
            return (Kind.SINGLE_CHOICE if form.choose == 1 else Kind.MULTIPLE_SELECT).value
        case OutPairs():
            return Kind.MATCHING.value
        case OutOrder():
            return Kind.ORDERING.value
        case OutNumbers():
            return Kind.NUMBERS.value


def _parts(question: OutQuestion) -> Iterator[tuple[str, str]]:
    match question.form:
        case OutChoice() as form:
            yield from _options(form)
        case OutPairs() as form:
            yield from _pairs(form)
        case OutOrder() as form:
            for n, entry in enumerate(form.entries, 1):
                yield from _group("entry", n, (entry.text, entry.id, entry.why))
            yield from _wrong("reversal", form.reversals)
        case OutNumbers() as form:
            yield from _fields(form)


def _options(form: OutChoice) -> Iterator[tuple[str, str]]:
    yield "right", "; ".join(str(n) for n, one in enumerate(form.options, 1) if one.correct)
    for n, one in enumerate(form.options, 1):
        usual = 1 / form.choose if one.correct else 0.0
        weight = "" if one.weight == usual else _real(one.weight)
        yield from _group("option", n, (one.text, one.id, one.misconception, one.why, weight))


def _pairs(form: OutPairs) -> Iterator[tuple[str, str]]:
    yield "right", "; ".join(str(one.choice) for one in form.prompts)
    for n, prompt in enumerate(form.prompts, 1):
        yield from _group("prompt", n, (prompt.text, prompt.id, prompt.why))
    for n, choice in enumerate(form.choices, 1):
        yield from _group("choice", n, (choice.text, choice.id, choice.misconception, choice.why))
    yield from _wrong("cell", form.cells)


def _wrong(group: str, pairs: Sequence[OutWrong]) -> Iterator[tuple[str, str]]:
    for n, one in enumerate(pairs, 1):
        yield from _group(group, n, (f"{one.first} > {one.second}", one.misconception, one.why))


def _fields(form: OutNumbers) -> Iterator[tuple[str, str]]:
    """The first right number of each field with the field itself, then the others and the wrong ones that are known."""
    others: list[tuple[int, OutNumber]] = []
    wrong: list[tuple[int, OutNumber]] = []
    for n, field in enumerate(form.fields, 1):
        one = field.right[0]
        decimals = "" if field.decimals is None else str(field.decimals)
        about = (one.printed, field.label, field.unit, decimals)
        yield from _group("number", n, (*about, _tolerance(one), _share(one), one.why))
        others += [(n, number) for number in field.right[1:]]
        wrong += [(n, number) for number in field.wrong]
    for place, (n, one) in enumerate(others, 1):
        yield from _group("also", place, (one.printed, str(n), _tolerance(one), _share(one), one.why))
    for place, (n, one) in enumerate(wrong, 1):
        yield from _group("wrong", place, (one.printed, str(n), _tolerance(one), one.misconception, one.why))


def _share(number: OutNumber) -> str:
    return "" if number.share == 1 else _real(number.share)


def _group(group: str, n: int, values: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for ending, value in zip(GROUPS[group], values, strict=True):
        yield f"{group}_{n}{ending}", value


def _real(number: float) -> str:
    return in_full(exact(number))


def _tolerance(number: OutNumber) -> str:
    """How near is near enough, in the words of the sheet; nothing where a number is right alone."""
    within = number.tolerance
    if within is None:
        alone = number.low == number.high
        return "" if alone else f"{in_full(number.low)}..{in_full(number.high)}"
    amount = Fraction(within.amount or 0)
    match within.kind:
        case ToleranceKind.FAIR | ToleranceKind.RANGE:
            return f"{in_full(number.low)}..{in_full(number.high)}"
        case ToleranceKind.ABSOLUTE:
            return in_full(amount)
        case ToleranceKind.RELATIVE:
            return f"{in_full(amount * 100)}%"
        case ToleranceKind.SIGNIFICANT_FIGURES:
            return f"{in_full(amount)} figures"
        case ToleranceKind.DECIMALS:
            return f"{in_full(amount)} decimals"
