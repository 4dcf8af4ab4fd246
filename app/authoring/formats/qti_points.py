"""Points of an item of QTI as shares of the highest ones, with what cannot be kept of their bounds."""

from dataclasses import dataclass

from app.authoring.formats.qti_conditions import HELP, AnyOf, Condition, Correct, Given, Values
from app.authoring.formats.qti_declared import BadItem, Declared, Mapping
from app.authoring.formats.qti_program import SCORE, Mapped, Program, Value, holds
from app.authoring.found import SLACK, Fate, Loss


def mapping_of(answer: Declared, line: int) -> Mapping:
    """The mapping that the processing asks for. Raises BadItem."""
    if answer.mapping is None or not answer.mapping.entries:
        raise BadItem(
            "Points by value are asked for (mapResponse), and there is no <mapping>. Write one.", line
        )
    return answer.mapping


def highest_told(highest: float, line: int) -> tuple[Loss, ...]:
    """That another number of points than one can be earned there."""
    if abs(highest - 1) <= SLACK:
        return ()
    why = f"At most {highest:g} points are earned there; here every question is worth one."
    return (Loss(Fate.CHANGED, "points", why, line),)


def points_of(value: Value, response: str, answer: Declared, line: int) -> float:
    """The points of one response. Raises BadItem."""
    if isinstance(value, Mapped):
        return mapping_of(answer, line).points(response)
    if isinstance(value, float):
        return value
    raise BadItem(f"How it is graded cannot be read: SCORE is no number. {HELP}", line)


def single_points(program: Program, response: str, answer: Declared) -> float:
    """What a response of one value earns."""
    for branch in program.scoring():
        if branch.condition is None or holds(branch.condition, response, answer):
            return points_of(branch.outcomes.get(SCORE, 0.0), response, answer, branch.line)
    return 0.0


def is_mapped(program: Program) -> bool:
    """Whether every response that is one earns what the mapping says."""
    return all(
        isinstance(branch.outcomes.get(SCORE), Mapped) or branch.outcomes.get(SCORE, 0.0) == 0.0
        for branch in program.scoring()
    ) and any(
        (branch.condition is None or isinstance(branch.condition, Given))
        and isinstance(branch.outcomes.get(SCORE), Mapped)
        for branch in program.scoring()
    )


@dataclass(frozen=True, slots=True)
class Whole:
    """What earns all points, how many these are, and what earns a part of them there."""

    values: tuple[str, ...]
    points: float
    losses: tuple[Loss, ...]


def whole(program: Program, answer: Declared) -> Whole:
    """The one answer of several values that earns all points. Raises BadItem where the rules say something else."""
    earned: list[tuple[float, tuple[str, ...]]] = []
    for branch in program.scoring():
        value = branch.outcomes.get(SCORE, 0.0)
        if value == 0.0:
            continue
        values = _values_of(branch.condition, answer)
        if values is None or not isinstance(value, float):
            raise BadItem(
                f"How it is graded cannot be read: it is neither all nor nothing. {HELP}", branch.line
            )
        earned.append((value, values))
    points, right = max(earned, default=(0.0, ()))
    if points <= 0:
        raise BadItem(f"How it is graded cannot be read: no answer earns points. {HELP}", answer.line)
    losses = highest_told(points, answer.line)
    if len(earned) > 1:
        why = "Other answers earn or cost a part of the points there; here they earn nothing."
        losses = (*losses, Loss(Fate.CHANGED, "points", why, answer.line))
    return Whole(right, points, losses)


def _values_of(condition: Condition | None, answer: Declared) -> tuple[str, ...] | None:
    match condition:
        case AnyOf((one,)):
            return _values_of(one, answer)
        case Correct():
            return answer.correct
        case Values(values):
            return values
        case _:
            return None


def sums(mapping: Mapping) -> tuple[float, tuple[Loss, ...]]:
    """The highest sum of a mapping of several values, and what its bounds and its points below 0 lose."""
    highest = sum(entry.points for entry in mapping.entries if entry.points > 0)
    top = mapping.bounded(highest)
    if top <= 0:
        raise BadItem("No answer earns points. Give the right ones points above 0.", mapping.line)
    losses = list(highest_told(top, mapping.line))
    below = any(entry.points < 0 for entry in mapping.entries) or mapping.otherwise < 0
    if mapping.low is not None and mapping.low > 0:
        why = f"At least {mapping.low:g} points are earned there, whatever is chosen; here none are."
        losses.append(Loss(Fate.CHANGED, "points", why, mapping.line))
    elif below and (mapping.low is None or mapping.low < 0):
        why = "A sum below 0 counts there; here it counts as nothing."
        losses.append(Loss(Fate.CHANGED, "points", why, mapping.line))
    if any(entry.points > top for entry in mapping.entries):
        why = "One answer earns more than all points there, which makes up for wrong ones; here it earns all."
        losses.append(Loss(Fate.CHANGED, "points", why, mapping.line))
    return top, tuple(losses)
