"""Points of an item of QTI as shares of the highest ones, with what cannot be kept of their bounds."""

from app.authoring.formats.qti_conditions import HELP, AnyOf, Condition, Correct, Given
from app.authoring.formats.qti_declared import BadItem, Declared, Mapping
from app.authoring.formats.qti_program import SCORE, Branch, Mapped, Program, Value, holds
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


def whole_points(program: Program, line: int) -> float:
    """The points of exactly what is declared as correct, where everything else earns nothing. Raises BadItem."""
    earned: list[float] = []
    for branch in program.scoring():
        value = branch.outcomes.get(SCORE, 0.0)
        if value == 0.0:
            continue
        if not _asks_for_correct(branch) or not isinstance(value, float) or value < 0:
            raise BadItem(f"How it is graded cannot be read: it is neither all nor nothing. {HELP}", line)
        earned.append(value)
    if len(earned) != 1:
        raise BadItem(f"How it is graded cannot be read: no answer earns points. {HELP}", line)
    return earned[0]


def _asks_for_correct(branch: Branch) -> bool:
    found: Condition | None = branch.condition
    if isinstance(found, AnyOf) and len(found.conditions) == 1:
        found = found.conditions[0]
    return isinstance(found, Correct)


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
