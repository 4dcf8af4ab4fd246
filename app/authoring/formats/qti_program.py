"""The response processing of an item of QTI: which outcomes are set, and on what condition."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from app.authoring.formats.qti_conditions import (
    HELP,
    AnyOf,
    Condition,
    Correct,
    Given,
    Near,
    Nothing,
    Text,
    Values,
    condition,
)
from app.authoring.formats.qti_declared import BadItem, Declared, is_number, number
from app.authoring.formats.xml import Element, all_text, child, children, descendants, line_of, local_name

SCORE = "SCORE"
_MATCHES = ("match_correct", "CC2_match", "CC2_match_basic")
_MAPS = ("map_response", "CC2_map_response")


@dataclass(frozen=True, slots=True)
class Mapped:
    """What the mapping says of the answer."""


@dataclass(frozen=True, slots=True)
class Echo:
    """The answer itself, which chooses a feedback of the same name."""


Value = float | str | Mapped | Echo


@dataclass(frozen=True, slots=True)
class Branch:
    """What is set where a condition holds; None is "in every other case"."""

    condition: Condition | None
    outcomes: dict[str, Value]
    line: int


@dataclass(frozen=True, slots=True)
class Program:
    """All groups of branches, of each of which the first one that holds counts."""

    groups: tuple[tuple[Branch, ...], ...] = field(default=())
    low: float | None = None  # between which the points are kept in the end
    high: float | None = None

    def scoring(self) -> tuple[Branch, ...]:
        """The one group that sets the points."""
        return next(group for group in self.groups if any(SCORE in branch.outcomes for branch in group))

    def always(self) -> dict[str, Value]:
        """What is set whatever the answer is."""
        return {
            name: value
            for group in self.groups
            if group[0].condition is None
            for name, value in group[0].outcomes.items()
            if isinstance(value, str)
        }

    def outcomes(self, response: str | None, answer: Declared) -> dict[str, Value]:
        """What is set for a response; None is one that no condition knows."""
        found: dict[str, Value] = {}
        for group in self.groups:
            for branch in group:
                if (
                    branch.condition is None
                    or isinstance(branch.condition, Given)
                    or (response is not None and holds(branch.condition, response, answer))
                ):
                    found |= branch.outcomes
                    break
        return found


def holds(condition_: Condition, response: str, answer: Declared) -> bool:
    """Whether a condition holds for a response of one value."""
    match condition_:
        case Nothing():
            return False
        case Given():
            return True
        case Correct():
            return answer.correct == (response,)
        case Values(values):
            return values == (response,)
        case Text(text, case_counts, within):
            one, other = (text, response) if case_counts else (text.casefold(), response.casefold())
            return one in other if within else one == other
        case Near(found):
            return is_number(response) and found.low <= float(response) <= found.high
        case AnyOf(conditions):
            return any(holds(one, response, answer) for one in conditions)


def program_of(element: Element | None, answer: Declared) -> Program:
    """What the response processing does with this answer. Raises BadItem for what is not known for sure."""
    if element is None:
        return Program((_standard("map_response" if answer.mapping else "match_correct", answer.line),))
    named = (
        (element.get("template") or element.get("templateLocation") or "")
        .rpartition("/")[2]
        .removesuffix(".xml")
    )
    if named:
        if named not in (*_MATCHES, *_MAPS):
            raise BadItem(
                f"How it is graded cannot be read: the template {named[:60]!r}. {HELP}", line_of(element)
            )
        return Program((_standard(named, line_of(element)),))
    low, high, rules = _bounds(element, answer)
    scoring = [group for one in rules if _scores(one) and (group := _group(one, answer))]
    if len(scoring) == 2 and _starts_with_nothing(scoring[0]):
        scoring.pop(0)
    if len(scoring) != 1:
        why = "no rule sets SCORE" if not scoring else "several rules set SCORE"
        raise BadItem(f"How it is graded cannot be read: {why}. {HELP}", line_of(element))
    return Program((_within(scoring[0], low, high), *_others(element, answer)), low, high)


def _within(group: tuple[Branch, ...], low: float | None, high: float | None) -> tuple[Branch, ...]:
    """The branches with their points kept between the bounds; those of a mapping are kept there later."""
    found = []
    for branch in group:
        points = branch.outcomes.get(SCORE)
        if isinstance(points, float):
            points = points if low is None else max(points, low)
            points = points if high is None else min(points, high)
            branch = replace(branch, outcomes={**branch.outcomes, SCORE: points})
        found.append(branch)
    return tuple(found)


def _bounds(element: Element, answer: Declared) -> tuple[float | None, float | None, list[Element]]:
    """Rules that only keep the points between two values, as these; and all other rules."""
    low: float | None = None
    high: float | None = None
    rules = []
    for one in children(element):
        match _bound(one, answer):
            case "lt" | "lte", value:
                low = value
            case "gt" | "gte", value:
                high = value
            case _:
                rules.append(one)
    return low, high, rules


def _bound(element: Element, answer: Declared) -> tuple[str, float] | None:
    """Where points beyond a value become that value: the comparison and the value."""
    branches = list(children(element))
    parts = (
        list(children(branches[0]))
        if len(branches) == 1 and local_name(element) == "responseCondition"
        else []
    )
    if (
        len(parts) != 2
        or parts[1].get("identifier") != SCORE
        or local_name(parts[0]) not in ("lt", "lte", "gt", "gte")
    ):
        return None
    compared, set_to = list(children(parts[0])), list(children(parts[1]))
    if len(compared) != 2 or len(set_to) != 1 or compared[0].get("identifier") != SCORE:
        return None
    value = _set_to(compared[1], answer, SCORE)
    return (
        (local_name(parts[0]), value)
        if isinstance(value, float) and _set_to(set_to[0], answer, SCORE) == value
        else None
    )


def _scores(element: Element) -> bool:
    return element.get("identifier") == SCORE or any(
        one.get("identifier") == SCORE for one in descendants(element, "setOutcomeValue")
    )


def _starts_with_nothing(group: tuple[Branch, ...]) -> bool:
    return len(group) == 1 and group[0].condition is None and group[0].outcomes == {SCORE: 0.0}


def _others(element: Element, answer: Declared) -> Iterator[tuple[Branch, ...]]:
    """The groups that set no points. Rules that cannot be read are left out: the feedback that they choose is a loss."""
    for one in children(element):
        if not _scores(one):
            try:
                yield _group(one, answer)
            except BadItem:
                continue


def _standard(named: str, line: int) -> tuple[Branch, ...]:
    if named in _MAPS:
        return (Branch(None, {SCORE: Mapped()}, line),)
    right: dict[str, Value] = {SCORE: 1.0}
    wrong: dict[str, Value] = {SCORE: 0.0}
    if named == "CC2_match_basic":
        right["FEEDBACKBASIC"], wrong["FEEDBACKBASIC"] = "correct", "incorrect"
    return Branch(Correct(), right, line), Branch(None, wrong, line)


def _group(element: Element, answer: Declared) -> tuple[Branch, ...]:
    match local_name(element):
        case "setOutcomeValue":
            return (Branch(None, dict(_settings([element], answer)), line_of(element)),)
        case "responseCondition":
            return tuple(_branch(one, answer) for one in children(element))
        case name:
            raise BadItem(
                f"How it is graded cannot be read: <{name[:40]}> is not known here. {HELP}", line_of(element)
            )


def _branch(element: Element, answer: Declared) -> Branch:
    parts = list(children(element))
    if local_name(element) == "responseElse":
        return Branch(None, dict(_settings(parts, answer)), line_of(element))
    if local_name(element) not in ("responseIf", "responseElseIf") or not parts:
        raise BadItem(
            f"How it is graded cannot be read: <{local_name(element)[:40]}>. {HELP}", line_of(element)
        )
    outcomes = dict(_settings(parts[1:], answer))
    return Branch(condition(parts[0], answer), outcomes, line_of(element))


def _settings(parts: list[Element], answer: Declared) -> Iterator[tuple[str, Value]]:
    for part in parts:
        inside = list(children(part))
        if local_name(part) != "setOutcomeValue" or len(inside) != 1:
            raise BadItem(
                f"How it is graded cannot be read: <{local_name(part)[:40]}> stands where outcomes are set. {HELP}",
                line_of(part),
            )
        outcome = part.get("identifier") or ""
        try:
            value = _set_to(inside[0], answer, outcome)
        except BadItem:
            if outcome == SCORE:
                raise
            continue
        yield outcome, value


def _set_to(element: Element, answer: Declared, outcome: str) -> Value:
    named = element.get("identifier")
    match local_name(element):
        case "baseValue" if element.get("baseType") in ("float", "integer"):
            return number(all_text(element), line_of(element))
        case "baseValue":
            return " ".join(all_text(element).split())
        case "mapResponse" if named == answer.name:
            return Mapped()
        case "variable" if named == answer.name and outcome != SCORE:
            return Echo()
        case "variable" if named != answer.name and outcome == SCORE:
            return _default(element, named or "")
        case "sum" if outcome == SCORE:
            return _sum(element, answer)
        case "multiple" if outcome != SCORE and len(list(children(element))) == 1:
            return _set_to(next(children(element)), answer, outcome)
        case name:
            raise BadItem(
                f"How it is graded cannot be read: the value <{name[:40]}>. {HELP}", line_of(element)
            )


def _sum(element: Element, answer: Declared) -> Value:
    """The points so far, which are none, and some more: how many programs write "set to"."""
    more = [one for one in children(element) if one.get("identifier") != SCORE]
    if len(more) != 1:
        raise BadItem(f"How it is graded cannot be read: a sum of several values. {HELP}", line_of(element))
    return _set_to(more[0], answer, SCORE)


def _default(element: Element, named: str) -> float:
    """The value with which another outcome (the highest points, usually) begins, where nothing else sets it."""
    root = element.getroottree().getroot()
    for outcome in children(root, "outcomeDeclaration"):
        usual = child(outcome, "defaultValue")
        if outcome.get("identifier") == named and usual is not None:
            return number(all_text(usual), line_of(outcome))
    raise BadItem(f"How it is graded cannot be read: {named[:40]!r} has no value. {HELP}", line_of(element))
