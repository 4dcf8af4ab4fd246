"""Which numbers many mechanisms share, so that each is computed once: a tree of states, step by step."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from app.engine.mechanism import (
    Axis,
    Carried,
    Comparison,
    Mask,
    Mechanism,
    Normaliser,
    Product,
    Reading,
    Scale,
    Weighting,
    Written,
)


@dataclass(frozen=True, slots=True)
class ScaledState:
    """What makes scaled logits; `product` and `comparison` alone make the matrix of logits."""

    product: Product
    comparison: Comparison
    reading: Reading
    scale: Scale  # ROOT_D_K_AFTER counts as NONE here


@dataclass(frozen=True, slots=True)
class Group:
    """Weights that one stacked expression computes: one normaliser, one axis, masked or not, many states.

    E^x and 2^x are one normaliser with different bases. `scaled`, `following`, `two`, `after` and `plain` have
    one entry per state: the index of its scaled logits, whether the row after the asked one is read, whether the
    base is 2, whether the weights are divided by √d_k, and whether a plain mean stands in for them.
    """

    normaliser: Normaliser
    axis: Axis
    causal: bool
    scaled: tuple[int, ...]
    following: tuple[bool, ...]
    two: tuple[bool, ...]
    after: tuple[bool, ...]
    plain: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """The tree for a list of mechanisms.

    `scaled_of`, `weights_of` and `output_of` give for each mechanism its state at that step; states of weights are
    numbered through all groups in order. `outputs` are (weights state, carried). `divided` marks the mechanisms
    whose written logits are the scaled ones. `in_matrices` are the scaled states that are needed with all rows.
    """

    scaled: tuple[ScaledState, ...]
    in_matrices: tuple[int, ...]
    groups: tuple[Group, ...]
    outputs: tuple[tuple[int, Carried], ...]
    scaled_of: tuple[int, ...]
    weights_of: tuple[int, ...]
    output_of: tuple[int, ...]
    divided: tuple[bool, ...]


State = TypeVar("State", bound=Hashable)
_WeightsState = tuple[Normaliser, Axis, int, bool, bool, bool, bool, bool]


def _numbered(states: Sequence[State]) -> tuple[tuple[State, ...], tuple[int, ...]]:
    """The different states in order of appearance, and for each entry the number of its state."""
    distinct = tuple(dict.fromkeys(states))
    numbers = {state: number for number, state in enumerate(distinct)}
    return distinct, tuple(numbers[state] for state in states)


def _scaled_state(mechanism: Mechanism) -> ScaledState:
    scale = Scale.NONE if mechanism.scale is Scale.ROOT_D_K_AFTER else mechanism.scale
    return ScaledState(mechanism.product, mechanism.comparison, mechanism.reading, scale)


def _weights_state(mechanism: Mechanism, scaled: int) -> _WeightsState:
    two = mechanism.normaliser is Normaliser.TWO
    return (
        Normaliser.EXP if two else mechanism.normaliser,
        mechanism.axis,
        scaled,
        mechanism.mask is Mask.CAUSAL,
        mechanism.reading is Reading.NEXT,
        two,
        mechanism.scale is Scale.ROOT_D_K_AFTER,
        mechanism.weighting is Weighting.PLAIN_MEAN,
    )


def _group(states: Sequence[_WeightsState]) -> Group:
    normaliser, axis, _, causal = states[0][:4]
    return Group(
        normaliser=normaliser,
        axis=axis,
        causal=causal,
        scaled=tuple(state[2] for state in states),
        following=tuple(state[4] for state in states),
        two=tuple(state[5] for state in states),
        after=tuple(state[6] for state in states),
        plain=tuple(state[7] for state in states),
    )


@lru_cache(maxsize=64)
def plan(mechanisms: tuple[Mechanism, ...]) -> Plan:
    """The tree of states of these mechanisms."""
    scaled, scaled_of = _numbered([_scaled_state(mechanism) for mechanism in mechanisms])
    wanted = [
        _weights_state(mechanism, number) for mechanism, number in zip(mechanisms, scaled_of, strict=True)
    ]
    by_kind: dict[tuple[Normaliser, Axis, bool], list[_WeightsState]] = {}
    for state in dict.fromkeys(wanted):
        by_kind.setdefault((state[0], state[1], state[3]), []).append(state)
    in_order = {state: number for number, state in enumerate(s for group in by_kind.values() for s in group)}
    weights_of = tuple(in_order[state] for state in wanted)
    outputs, output_of = _numbered(
        [(number, mechanism.carried) for number, mechanism in zip(weights_of, mechanisms, strict=True)]
    )
    return Plan(
        scaled=scaled,
        in_matrices=tuple(dict.fromkeys(state[2] for state in wanted if state[1] is not Axis.ROW)),
        groups=tuple(_group(states) for states in by_kind.values()),
        outputs=outputs,
        scaled_of=scaled_of,
        weights_of=weights_of,
        output_of=output_of,
        divided=tuple(mechanism.written is Written.DIVIDED for mechanism in mechanisms),
    )
