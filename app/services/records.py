"""What is stored of an answer as JSON: what was given, and how it was judged."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from app.grading.diagnosis import certain
from app.grading.result import Diagnosis, FieldState, Result, StepResult


def given_json(positions: tuple[str, ...], typed: tuple[str, ...]) -> str:
    """What was sent, as text for the record."""
    return orjson.dumps({"positions": positions, "typed": typed}).decode()


def given_of(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The positions and the typed texts of a record."""
    record: dict[str, list[str]] = orjson.loads(text)
    return tuple(record["positions"]), tuple(record["typed"])


def judged_json(result: Result, *, by: str = "") -> str:
    """The parts of a result that have no column of their own, as text for the record.

    `by` is the later revision of the question that judged it, where its own did not any more.
    """
    diagnosis = result.diagnosis
    record: dict[str, object] = {
        "fields": result.fields,
        "candidates": diagnosis.candidates,
        "coarse": diagnosis.coarse,
    }
    if result.partly:
        record["partly"] = True
    if result.steps:
        record["steps"] = result.steps
    if by:
        record["judged_by"] = by
    return orjson.dumps(record).decode()


@dataclass(frozen=True, slots=True)
class Regraded:
    """The mark of an answer that was graded again: by which revision, when, and what it earned at first."""

    by: str
    at: datetime
    points: float
    correct: bool


def regraded_json(result: Result, judged: str, earned: tuple[float, bool], *, by: str, at: datetime) -> str:
    """How an answer is judged now, with the mark of what it `earned` before; of several the first one stays."""
    first: dict[str, Any] = orjson.loads(judged).get("regraded") or {
        "points": earned[0],
        "correct": earned[1],
    }
    record: dict[str, Any] = orjson.loads(judged_json(result))
    mark = {"by": by, "at": at.isoformat(), "points": first["points"], "correct": first["correct"]}
    return orjson.dumps(record | {"regraded": mark}).decode()


def regraded_of(judged: str) -> Regraded | None:
    """The mark of a record; None where the answer was graded once."""
    if '"regraded"' not in judged:
        return None
    mark = orjson.loads(judged)["regraded"]
    return Regraded(mark["by"], datetime.fromisoformat(mark["at"]), mark["points"], mark["correct"])


def judged_by_of(judged: str) -> str:
    """The later revision by whose text an answer is judged; "" where it is by its own."""
    if mark := regraded_of(judged):
        return mark.by
    return str(orjson.loads(judged).get("judged_by", "")) if '"judged_by"' in judged else ""


def result_of(points: float, correct: bool, judged: str) -> Result:
    """The result as it was when the answer was saved.

    Answers that were stored before it was told whether they are partly right are so where they earned a part.
    """
    record: dict[str, Any] = orjson.loads(judged)
    steps = tuple(_step_of(step) for step in record.get("steps", ()))
    partly = not correct and bool(record.get("partly", 0 < points < 1))
    return Result(points, correct, tuple(record["fields"]), diagnosis_of(judged), steps, partly)


def _step_of(record: dict[str, Any]) -> StepResult:
    fields = tuple(FieldState(state) for state in record["fields"])
    candidates = tuple(map(tuple, record["candidates"]))
    # Answers that were graded before "nearly" was told have none.
    return StepResult(fields, tuple(record["expected"]), candidates, record.get("nearly", False))


def diagnosis_of(judged: str) -> Diagnosis:
    """The diagnosis of a record."""
    record: dict[str, Any] = orjson.loads(judged)
    return Diagnosis(tuple(tuple(slugs) for slugs in record["candidates"]), record["coarse"])


@dataclass(frozen=True, slots=True)
class Hint:
    """What is told of a wrong try: the slips that it certainly shows, or that its value was right but too coarse."""

    slugs: tuple[str, ...] = ()
    coarse: bool = False


def hint_json(result: Result) -> str:
    """The hint at a wrong try, as text for the record."""
    return orjson.dumps({"slugs": certain(result), "coarse": result.diagnosis.coarse}).decode()


def hint_of(text: str | None) -> Hint:
    """The hint of a record."""
    if not text:
        return Hint()
    record: dict[str, Any] = orjson.loads(text)
    return Hint(tuple(record["slugs"]), record["coarse"])
