"""How a person goes on from the numbers that they have written, whatever these are: apart from all formulas of the bank."""

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

Numbers = Sequence[float]
Own = Mapping[str, Numbers]  # by the step's name, what the person wrote there
Givens = Mapping[str, float]
Way = Callable[[Givens, Own], list[float]]


def _powers(_: Givens, own: Own) -> list[float]:
    return [math.exp(score) for score in own["scaled"]]


def _sum(_: Givens, own: Own) -> list[float]:
    return [sum(own["exponentials"])]


def _shares(_: Givens, own: Own) -> list[float]:
    """Each numerator over the sum, whether a mask hides it or not: one that is hidden is a 0 that was written before."""
    return [one / own["sum"][0] for one in own["exponentials"]]


def _output(givens: Givens, own: Own) -> list[float]:
    return [
        sum(weight * givens[f"v_{token}{n}"] for weight, token in zip(own["weights"], "ABC", strict=True))
        for n in range(1, 5)
    ]


def _slope(givens: Givens, own: Own) -> list[float]:
    weight = own["weights"][0]
    return [weight * (1 - weight) / math.sqrt(givens["d"])]


WAYS: Mapping[str, Mapping[str, Way]] = MappingProxyType(
    {
        "masked-weight": {"sum": _sum, "weights": _shares},
        "deviations-out": {
            "deviation": lambda _, own: [math.sqrt(own["variance"][0])],
            "deviations": lambda givens, own: [givens["s"] / own["deviation"][0]],
        },
        "softmax-gradient": {
            "exponentials": _powers,
            "sum": _sum,
            "weights": _shares,
            "gradient": _slope,
        },
        "pipeline": {
            "scaled": lambda _, own: [score / 2 for score in own["scores"]],
            "exponentials": lambda givens, own: [math.exp(score * givens["L"]) for score in own["scaled"]],
            "sum": _sum,
            "weights": _shares,
            "output": _output,
        },
    }
)
