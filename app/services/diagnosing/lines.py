"""The report on diagnosis as text: shares, the confusion matrix, and what cannot be told apart."""

from collections.abc import Iterator, Sequence

from app.services.diagnosing.tally import (
    NO_NUMBER,
    NONE,
    PAIRS_AMONG,
    RIGHT,
    SINGLES_FIRST,
    TOO_FEW,
    UNREAD,
    DiagnosisReport,
    SlipTally,
)

_OTHER = "(pair)"
_NAME = 28
_CELL = 5


def diagnosis_lines(report: DiagnosisReport) -> Iterator[str]:
    """One item. The matrix has a row for each slip that is made and a column for what is named first, in percent.

    "apart" is the percentage of variants in which the slip has numbers of its own.
    """
    people = sum(one.people for one in report.singles if one.told_apart)
    paired = sum(one.people for one in report.pairs if one.told_apart)
    yield f"{report.item_id}: {report.variants:,} variants"
    yield f"  right   {report.accepted:,} of {report.right:,} right answers accepted, however they were rounded"
    yield f"  slips   {report.singles_first:7.2%} of {people:,} named first (at least {SINGLES_FIRST:.0%})"
    yield f"  pairs   {report.pairs_among:7.2%} of {paired:,} named among three (at least {PAIRS_AMONG:.0%}){_apart(report)}"
    yield from _matrix(report)
    for one in report.pairs:
        if one.told_apart and one.among < PAIRS_AMONG * one.people:
            yield f"  missed  {one.name}: {one.among / one.people:.0%} of {one.people:,}; first named: {_others(one)}"
    for one in report.alike:
        yield f"  same    {one.name} has no numbers of its own; named: {_others(one)}"


def summary_lines(reports: Sequence[DiagnosisReport]) -> Iterator[str]:
    """All items together, and those that miss an aim."""
    right, accepted = sum(one.right for one in reports), sum(one.accepted for one in reports)
    yield f"{len(reports)} questions: {accepted:,} of {right:,} right answers accepted"
    missed = [one.item_id for one in reports if not one.well]
    if missed:
        yield f"below an aim: {', '.join(missed)}"
    else:
        yield f"every question: {SINGLES_FIRST:.0%} of slips and more named first, {PAIRS_AMONG:.0%} of pairs and more among three"


def _matrix(report: DiagnosisReport) -> Iterator[str]:
    singles = report.singles
    columns = [one.name for one in singles]
    rest = [
        mark
        for mark in (_OTHER, RIGHT, TOO_FEW, NONE, UNREAD, NO_NUMBER)
        if any(_column(name, columns) == mark for one in singles for name in one.first)
    ]
    titles = [*(str(place) for place in range(1, len(columns) + 1)), *rest]
    widths = [max(_CELL, len(text) + 1) for text in titles]
    yield f"  {'made, and named first':{_NAME + 4}}  apart" + "".join(
        f"{text:>{width}}" for text, width in zip(titles, widths, strict=True)
    )
    for place, one in enumerate(singles, 1):
        counts = dict.fromkeys([*columns, *rest], 0)
        for name, count in one.first.items():
            counts[_column(name, columns)] += count
        cells = "".join(
            f"{_percent(count, one.people):>{width}}"
            for count, width in zip(counts.values(), widths, strict=True)
        )
        yield f"  {place:>3} {one.name:{_NAME}}{_percent(one.told_apart, one.looked):>7}{cells}"


def _apart(report: DiagnosisReport) -> str:
    """In which share of variants a pair has numbers of its own, over the pairs that ever have."""
    pairs = [one for one in report.pairs if one.told_apart]
    if not pairs:
        return ""
    share = sum(one.told_apart for one in pairs) / sum(one.looked for one in pairs)
    return f"; {len(pairs)} pairs, apart from single slips in {share:.0%} of variants"


def _column(name: str, columns: Sequence[str]) -> str:
    """A slip's own column, or that of what is no single slip."""
    return name if name in columns or name.startswith("(") else _OTHER


def _percent(count: int, people: int) -> str:
    if not people:
        return "-"
    return f"{100 * count / people:.0f}" if count else "·"


def _others(one: SlipTally) -> str:
    """What else was named first, the most frequent one first."""
    counts = sorted(one.first.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{name} {count / one.people:.0%}" for name, count in counts if name != one.name)
