"""The report on diagnosis as text: shares, the confusion matrix, and what cannot be told apart."""

from collections.abc import Iterator, Sequence

from app.kit.counts import sized
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
    yield f"{report.item_id}: {sized(report.variants, 'variant')}"
    yield f"  right   {report.accepted:,} of {report.right:,} right answers accepted, however they were rounded"
    yield f"  slips   {report.singles_first:7.2%} of {people:,} named first (at least {SINGLES_FIRST:.0%})"
    yield f"  pairs   {report.pairs_among:7.2%} of {paired:,} named among three (at least {PAIRS_AMONG:.0%}){_apart(report)}"
    yield from _matrix(report)
    for one in report.below:
        mark = "missed" if not one.is_named else "crowded" if one.crowded else "near"
        yield f"  {mark:7} {one.name}: {one.among / one.people:.0%} of {one.people:,}{_crowd(one)}; first named: {_others(one)}"
    for one in report.alike:
        why = (
            "has no numbers of its own, and nothing makes it so"
            if one.is_dead
            else "has no numbers of its own"
        )
        yield f"  same    {one.name} {why}; named: {_others(one)}"


def summary_lines(reports: Sequence[DiagnosisReport]) -> Iterator[str]:
    """All items together, and those that miss an aim."""
    right, accepted = sum(one.right for one in reports), sum(one.accepted for one in reports)
    yield f"{sized(len(reports), 'question')}: {accepted:,} of {right:,} right answers accepted"
    for one in reports:
        if one.faults:
            yield f"below an aim: {one.item_id}: {'; '.join(one.faults)}"
    if all(one.well for one in reports):
        yield (
            f"every question: {SINGLES_FIRST:.0%} of slips and more named first, and on average {PAIRS_AMONG:.0%} of pairs "
            "and more among three"
        )
    below = [(one.item_id, [pair.name for pair in one.below if pair.is_named]) for one in reports]
    for item_id, names in below:
        if names:
            yield (
                f"{item_id}: {sized(len(names), 'pair')} below {PAIRS_AMONG:.0%}, since more pairs than three have the same "
                f"numbers in some draws, as the page then says, or by so little that it may be chance: {', '.join(names)}"
            )


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
    return f"; {sized(len(pairs), 'pair')}, apart from single slips in {share:.0%} of variants"


def _crowd(one: SlipTally) -> str:
    """How many made a pair where too many pairs have its numbers, and how it goes elsewhere."""
    clear = one.people - one.crowded
    if not one.crowded or not clear:
        return (
            f", {one.crowded:,} of them where more than three pairs have its numbers" if one.crowded else ""
        )
    elsewhere = (one.among - one.crowded_among) / clear
    return (
        f", {one.crowded:,} of them where more than three pairs have its numbers; {elsewhere:.0%} elsewhere"
    )


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
