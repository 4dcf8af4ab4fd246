"""Grades a computation in steps, each on the learner's own earlier numbers, and names the slip of each wrong step."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from app.engine.families.reach import NOWHERE, Hand, Reach
from app.engine.formula import evaluate
from app.grading.diagnosis import MOST
from app.grading.printing import exact, fixed, number_of
from app.grading.response import ReadNumber, StepsResponse
from app.grading.result import Diagnosis, FieldState, Result, StepResult
from app.grading.tolerance import is_as_printed, is_coarse, is_right
from app.items.answer_key import NumberAnswer, StepKey, StepsAnswer, StepSlip
from app.items.item import Tolerance

_FAIR = Tolerance()
Row = tuple[Reach, ...]
Typed = tuple[ReadNumber | None, ...]


def grade_steps(answer: StepsAnswer, response: StepsResponse) -> Result:
    """Points for a computation in steps, each judged by itself.

    Rule: a number is right when it lies in the fair interval of the right one, and carried when it lies in that of
    what the step's formula gives from the learner's own earlier numbers, each taken with half a unit of its last
    place to either side. An empty field is carried on with what it would have been, under the slip that alone explains
    its own step or a later one. From a step of nothing but zeros, some of them wrong, nothing is carried, and it shows no
    slip, unless it is what a slip makes of other numbers. A step earns its share, one of as many as there are, when all its numbers
    are right or carried, so one slip costs its own step only. A wrong step is compared with each slip of its own, and
    with those of earlier steps that were left empty. The diagnosis is that of the first wrong step; where every number
    is right or right to too few digits, and none is missing, the answer is coarse.
    Raises ValueError when the response has another number of fields than the answer.
    """
    done: list[_Done] = []
    for step, typed in zip(answer.steps, _rows(answer, response.fields), strict=True):
        done = _judged(answer, done, step=step, typed=typed)
    results = tuple(one.result for one in done)
    states = [state for result in results for state in result.fields]
    first = next((result for result in results if result.is_wrong), None)
    is_whole = not {FieldState.WRONG, FieldState.BLANK} & set(states)
    coarse = FieldState.COARSE in states and is_whole and not has_strayed(answer, response, results)
    return Result(
        points=sum(result.earned for result in results) / len(results),
        correct=all(result.earned for result in results),
        fields=tuple(state.earns for state in states),
        diagnosis=Diagnosis(first.candidates if first else (), coarse),
        steps=results,
    )


def has_strayed(answer: StepsAnswer, response: StepsResponse, results: Sequence[StepResult]) -> bool:
    """Whether some number follows from the learner's own, and is not the right one, not even to fewer digits."""
    rights = (number for step in answer.steps for number in step.numbers)
    states = (state for result in results for state in result.fields)
    return any(
        number is not None
        and state in (FieldState.CARRIED, FieldState.COARSE)
        and not is_coarse(number, right)
        for number, right, state in zip(response.fields, rights, states, strict=True)
    )


@dataclass(frozen=True, slots=True)
class _Done:
    """A step that was judged: what was typed, how it stands, and the numbers that later steps go on from."""

    step: StepKey
    typed: Typed
    result: StepResult
    own: Row
    is_nothing: bool = False  # nothing but zeros, some of them wrong, that no slip explains


@dataclass(frozen=True, slots=True)
class _Fit:
    """A slip that explains a step: how near, the steps before as it has them, and what it makes of this one."""

    distance: Fraction
    slug: str
    before: Sequence[_Done]
    led: Row


def _rows(answer: StepsAnswer, fields: Typed) -> Iterator[Typed]:
    """The fields of each step."""
    if len(fields) != len(answer.numbers):
        raise ValueError(f"{len(fields)} fields were given, and the steps have {len(answer.numbers)}")
    start = 0
    for step in answer.steps:
        yield fields[start : start + len(step.numbers)]
        start += len(step.numbers)


def _judged(answer: StepsAnswer, done: Sequence[_Done], *, step: StepKey, typed: Typed) -> list[_Done]:
    """The steps so far and this one. Where one slip explains it, later steps go on from empty fields as it has them."""
    led = _values(step.formulas, _named(answer, done))
    is_fine = not any(FieldState.COARSE in one.result.fields for one in done)
    states = tuple(
        _state(step, number, right=right, led=one, is_fine=is_fine)
        for number, right, one in zip(typed, step.numbers, led, strict=True)
    )
    if is_nothing := _is_nothing(step, typed, states):
        states = tuple(FieldState.WRONG if one is FieldState.COARSE else one for one in states)
    is_told = FieldState.WRONG in states and (not is_nothing or _goes_on(done, led))
    fits = _fitting(answer, done, step=step, typed=typed) if is_told else []
    candidates = tuple(dict.fromkeys((fit.slug,) for fit in fits))[:MOST]
    expected = tuple(_printed(one, step.decimals) for one in led)
    nearly = len(candidates) == 1 and not any(_is_as_printed(fit, step, typed) for fit in fits)
    result = StepResult(states, expected, candidates, nearly)
    if len(candidates) == 1:
        done, led = fits[0].before, fits[0].led
    one = _Done(step, typed, result, _carried_on(step, typed, states, led=led), is_nothing and not fits)
    return [*done, _nowhere(one)]


def _nowhere(done: _Done) -> _Done:
    """The step as later ones go on from it: where it is nothing, from none of its numbers but those left empty."""
    if not done.is_nothing:
        return done
    pairs = zip(done.typed, done.own, strict=True)
    own = tuple(one if number is None else NOWHERE for number, one in pairs)
    return _Done(done.step, done.typed, done.result, own, is_nothing=True)


def _is_zeros(step: StepKey, typed: Typed) -> bool:
    """Whether nothing but zeros was typed in a step, as far as it is written down."""
    return all(number is None or abs(number.value) <= Hand(step.decimals).half for number in typed)


def _is_nothing(step: StepKey, typed: Typed, states: Sequence[FieldState]) -> bool:
    """Whether nothing but zeros was typed, and not all of them are right."""
    return not {FieldState.WRONG, FieldState.COARSE}.isdisjoint(states) and _is_zeros(step, typed)


def _goes_on(done: Sequence[_Done], led: Row) -> bool:
    """Whether numbers other than zeros were typed before a step, and lead to some number in it.

    Only then can zeros be what a slip gives, such as a sum of 1 and −1: else they are typed by somebody who gives up.
    """
    return any(map(_is_number, led)) and not all(_is_zeros(one.step, one.typed) for one in done)


def _float(number: ReadNumber) -> float:
    """The typed number in float64; infinite where it is too large for that."""
    try:
        return float(number.value)
    except OverflowError:
        return math.inf if number.value > 0 else -math.inf


def _named(answer: StepsAnswer, done: Sequence[_Done]) -> dict[str, Reach]:
    """The givens, and the numbers of the steps so far, by name."""
    values = dict(_given(answer.givens))
    for one in done:
        values |= zip(one.step.names, one.own, strict=True)
    return values


@lru_cache(maxsize=64)
def _given(givens: tuple[tuple[str, str], ...]) -> Mapping[str, Reach]:
    return MappingProxyType({name: evaluate(formula, {}) for name, formula in givens})


def _values(formulas: Sequence[str], values: Mapping[str, Reach]) -> Row:
    return tuple(evaluate(formula, values) for formula in formulas)


def _is_number(led: Reach) -> bool:
    return led.value == led.value


def _state(
    step: StepKey, number: ReadNumber | None, *, right: NumberAnswer, led: Reach, is_fine: bool
) -> FieldState:
    """How a number stands; `is_fine` says that nothing before it has too few digits, which would excuse its own."""
    if number is None:
        return FieldState.BLANK
    if is_right(number, right, _FAIR):
        return FieldState.RIGHT
    own = NumberAnswer(_printed(led, step.decimals), led.low, led.high)
    if _fits(step, number, led) and (is_fine or number.value == number_of(own.printed)):
        return FieldState.CARRIED
    if is_coarse(number, right) or (own.printed and is_coarse(number, own)):
        return FieldState.COARSE
    return FieldState.CARRIED if _fits(step, number, led) else FieldState.WRONG


def _fits(step: StepKey, number: ReadNumber, led: Reach) -> bool:
    """Whether a typed number can come from another by rounding it; a count has to be the very one."""
    if not _is_number(led):
        return False
    if step.counts:
        return (
            bool(number.value == round(led.value)) and led.low - _NEAR <= round(led.value) <= led.high + _NEAR
        )
    low, high = Hand(step.decimals).fair(led)
    return Fraction(low) <= number.value <= Fraction(high)


_NEAR = 1e-9  # what float64 loses in a count


def _printed(number: Reach, decimals: int) -> str:
    """The number to so many decimals; empty where there is none."""
    return fixed(exact(number.value), decimals) if _is_number(number) else ""


def _carried_on(step: StepKey, typed: Typed, states: Sequence[FieldState], *, led: Row) -> Row:
    """The numbers that later steps go on from."""
    return tuple(
        _own(step, number, state=state, led=one)
        for number, state, one in zip(typed, states, led, strict=True)
    )


def _own(step: StepKey, number: ReadNumber | None, *, state: FieldState, led: Reach) -> Reach:
    """A typed number with half a unit to either side, or what an empty field would be, written down as a person does.

    Half a unit of the step's last place, or of the typed one where more digits were typed, or fewer of the right
    ones. What is exact has nothing to either side: a count, and the very number where nothing was rounded before it.
    """
    if number is None:
        return Hand(step.decimals).note(led) if _is_number(led) else NOWHERE
    value = _float(number)
    if math.isinf(value):
        return NOWHERE
    if step.counts or (led.is_sharp and Hand(step.decimals).is_same(led, value)):
        return Reach.of(value)
    decimals = step.decimals
    if number.decimals is not None and (number.decimals > decimals or state is FieldState.COARSE):
        decimals = number.decimals
    half = Hand(decimals).half
    return Reach(value, value - half, value + half)


def _fitting(answer: StepsAnswer, done: Sequence[_Done], *, step: StepKey, typed: Typed) -> list[_Fit]:
    """The slips that give all numbers typed in a step, nearest first: its own, else those of earlier empty fields."""
    before = _named(answer, done)
    tried = [(slip, done, _values(slip.formulas, before)) for slip in step.slips]
    found = _matching(step, typed, tried)
    if not found:
        slipped = [
            (slip, _slipped(answer, done, place=place, slip=slip))
            for place, earlier in enumerate(done)
            if None in earlier.typed
            for slip in earlier.step.slips
        ]
        found = _matching(
            step,
            typed,
            [(slip, again, _values(step.formulas, _named(answer, again))) for slip, again in slipped],
        )
    return found


def _matching(
    step: StepKey, typed: Typed, tried: Iterable[tuple[StepSlip, Sequence[_Done], Row]]
) -> list[_Fit]:
    """Those of the tried slips that every typed number fits, nearest first."""
    found = []
    for slip, before, led in tried:
        pairs = [(number, one) for number, one in zip(typed, led, strict=True) if number is not None]
        if all(_fits(step, number, one) for number, one in pairs):
            distance = max(abs(number.value - exact(one.value)) for number, one in pairs)
            found.append(_Fit(distance, slip.slug, before, led))
    return sorted(found, key=lambda fit: fit.distance)


def _is_as_printed(fit: _Fit, step: StepKey, typed: Typed) -> bool:
    """Whether all typed numbers are what the slip gives as printed."""
    return all(
        number is None or is_as_printed(number, exact(led.value), step.decimals)
        for number, led in zip(typed, fit.led, strict=True)
    )


def _slipped(answer: StepsAnswer, done: Sequence[_Done], *, place: int, slip: StepSlip) -> list[_Done]:
    """The steps so far as they would be had the slip been made in one that has empty fields."""
    again: list[_Done] = list(done[:place])
    for later, one in enumerate(done[place:], place):
        formulas = slip.formulas if later == place else one.step.formulas
        led = _values(formulas, _named(answer, again))
        own = _carried_on(one.step, one.typed, one.result.fields, led=led)
        again.append(_nowhere(_Done(one.step, one.typed, one.result, own, one.is_nothing)))
    return again
