"""Typed numbers and words of QTI: what is accepted, by the conditions or by the mapping."""

from collections.abc import Iterator

from app.authoring.formats.qti_conditions import (
    AnyOf,
    Condition,
    Correct,
    Given,
    Near,
    Nothing,
    Text,
    Values,
    exactly,
)
from app.authoring.formats.qti_declared import BadItem
from app.authoring.formats.qti_forms import Asked
from app.authoring.formats.qti_points import highest_told, mapping_of, points_of
from app.authoring.formats.qti_program import SCORE, Branch, Mapped
from app.authoring.found import (
    FoundForm,
    FoundNumber,
    FoundNumbers,
    FoundOption,
    FoundText,
    FoundWords,
    Markup,
)

Accepted = tuple[FoundNumber | Text, float, int]


def typed_form(asked: Asked) -> FoundForm:
    """The accepted numbers or words, with their shares. Raises BadItem."""
    found = list(_accepted(asked))
    highest = max((points for _, points, _ in found), default=0.0)
    if highest <= 0:
        raise BadItem("No answer earns points. Say which one is correct.", asked.answer.line)
    asked.losses.extend(highest_told(highest, asked.answer.line))
    numbers = [one for one in found if isinstance(one[0], FoundNumber)]
    if numbers and len(numbers) < len(found):
        raise BadItem("Numbers and words are both accepted. Write two questions.", asked.answer.line)
    return _numbers(asked, found, highest) if numbers else _words(asked, found, highest)


def _accepted(asked: Asked) -> Iterator[Accepted]:
    """All that is accepted, in the order in which the processing looks at it."""
    for branch in asked.program.scoring():
        value = branch.outcomes.get(SCORE, 0.0)
        if isinstance(value, Mapped):
            yield from _mapped(asked, branch)
        elif branch.condition is None or isinstance(branch.condition, Given):
            if points_of(value, "", asked.answer, branch.line) > 0:
                asked.lose("points", "Every other answer earns points there, and nothing here.", branch.line)
        else:
            points = points_of(value, "", asked.answer, branch.line)
            for one in _of(branch.condition, asked, branch.line):
                yield one, points, branch.line


def _mapped(asked: Asked, branch: Branch) -> Iterator[Accepted]:
    if not (branch.condition is None or isinstance(branch.condition, Correct | Given)):
        raise BadItem("How it is graded cannot be read: a mapping behind a condition.", branch.line)
    mapping = mapping_of(asked.answer, branch.line)
    for entry in mapping.entries:
        points = mapping.points(entry.value)
        if asked.answer.base in ("float", "integer"):
            yield exactly(entry.value, entry.line), points, entry.line
            continue
        if entry.case_counts is None:
            why = f"Whether case counts for {entry.value[:40]!r} is not said; it does here."
            asked.lose("case", why, entry.line)
        yield Text(entry.value, entry.case_counts is not False), points, entry.line
    if mapping.bounded(mapping.otherwise) > 0:
        asked.lose("points", "Every other answer earns points there, and nothing here.", mapping.line)


def _of(condition: Condition, asked: Asked, line: int) -> Iterator[FoundNumber | Text]:
    match condition:
        case Nothing() | Given():
            return
        case Values():
            raise BadItem("Several values are asked for where one is typed. Ask for one.", line)
        case Near(number):
            yield number
        case Text():
            yield condition
        case AnyOf(conditions):
            for one in conditions:
                yield from _of(one, asked, line)
        case Correct():
            if len(asked.answer.correct) != 1:
                raise BadItem(
                    "One value is asked for, and the correct answer is not one. Write it.", asked.answer.line
                )
            value = asked.answer.correct[0]
            is_number = asked.answer.base in ("float", "integer")
            yield exactly(value, asked.answer.line) if is_number else Text(value, case_counts=True)


def _numbers(asked: Asked, found: list[Accepted], highest: float) -> FoundNumbers:
    accepted = []
    for one, points, _ in found:
        assert isinstance(one, FoundNumber)  # noqa: S101 — typed_form has looked
        middle = one.target if one.target is not None else (one.low + one.high) / 2
        said = asked.said(repr(middle))
        accepted.append(
            FoundNumber(one.low, one.high, max(points / highest, -1.0), said, one.target, one.tolerance)
        )
    return FoundNumbers(tuple(accepted), asked.said(None))


def _words(asked: Asked, found: list[Accepted], highest: float) -> FoundWords:
    accepted, cases = [], set()
    for one, points, _ in found:
        assert isinstance(one, Text)  # noqa: S101 — typed_form has looked
        text = one.text.replace("\\", "\\\\").replace("*", "\\*")
        text = f"*{text}*" if one.within else text
        accepted.append(
            FoundOption(FoundText(text, Markup.PLAIN), max(points / highest, -1.0), asked.said(one.text))
        )
        cases.add(one.case_counts)
    if len(cases) == 2:
        asked.lose("case", "Case counts for some answers there; here it counts for all.", asked.answer.line)
    return FoundWords(tuple(accepted), case_counts=True in cases, wildcards=True)
