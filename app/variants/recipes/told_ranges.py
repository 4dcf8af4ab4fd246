"""What can be narrowed of each family that is told in words: its givens by name, in the units in which they are shown."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from app.engine.families.divisor import DEVIATIONS
from app.engine.families.family import Givens
from app.variants.recipes.ranges import Number

_LOGS = "logs"


@dataclass(frozen=True, slots=True)
class GivenRange:
    """Numbers of a family's givens that an item may narrow; where nothing differs over the draws there is nothing to."""

    name: str
    label: str
    numbers: Callable[[Givens], Iterable[Number]]
    givens: tuple[str, ...]  # the names that it speaks of


def _plain(name: str, label: str, *givens: str, parts: int = 1) -> GivenRange:
    """The givens themselves, each counted in so many parts of one."""

    def numbers(found: Givens) -> Iterable[Number]:
        return [Fraction(found[given], parts) for given in givens]

    return GivenRange(name, label, numbers, givens)


def _scores(*givens: str, parts: int = 1, label: str = "Scaled scores") -> tuple[GivenRange, GivenRange]:
    """Scores, and at another difficulty the numbers whose logarithms they are."""

    def scores(found: Givens) -> Iterable[Number]:
        return [] if found[_LOGS] else [Fraction(found[given], parts) for given in givens]

    def numbers(found: Givens) -> Iterable[Number]:
        return [found[given] for given in givens] if found[_LOGS] else []

    return (
        GivenRange("scores", label, scores, givens),
        GivenRange("numbers", "Numbers whose logarithms the scores are", numbers, givens),
    )


def _gap(found: Givens) -> Iterable[Number]:
    return [] if found[_LOGS] else [abs(found["first"] - found["second"])]


def _head_width(found: Givens) -> Iterable[Number]:
    return [found["d_model"] // found["heads"]]


def _shift(found: Givens) -> Iterable[Number]:
    return [] if found[_LOGS] else [Fraction(found["shift"], 2)]


def _told_as(deviation: bool) -> Callable[[Givens], Iterable[Number]]:
    def numbers(found: Givens) -> Iterable[Number]:
        flags = zip(("q", "k"), DEVIATIONS[found["told"]], strict=True)
        return [Fraction(found[name], 4) for name, is_deviation in flags if is_deviation is deviation]

    return numbers


_WIDTH = _plain("width", "Width of a head, d_k", "d_k")
_HEADS = _plain("heads", "Heads", "heads")
_MODEL = _plain("model-width", "Width of the model, d_model", "d_model")
_OF_HEAD = GivenRange("width", "Width of a head, d_k", _head_width, ("d_model", "heads"))
_PAIR = (
    *_scores("first", "second", label="Raw scores"),
    GivenRange("gap", "Gap between the raw scores", _gap, ("first", "second")),
    _WIDTH,
)
_THREE, _FIVE = ("first", "second", "third"), ("first", "second", "third", "fourth", "fifth")
_PADDED = (*_scores(*_FIVE, parts=2), _plain("padding", "Places that are padding", "pads"))
RANGES: Mapping[str, tuple[GivenRange, ...]] = MappingProxyType(
    {
        "deviations-out": (
            _plain("scores", "Score", "score"), _WIDTH, _plain("variances", "Variances", "var_q", "var_k", parts=4),
        ),
        "dominance-factor": _PAIR,
        "duplicated-token": _PAIR,
        "softmax-gradient": _PAIR,
        "temperature": (*_scores(*_THREE, parts=4), _plain("temperature", "Temperature", "quarters", parts=4)),
        "masked-weight": _scores(*_FIVE[:4], parts=2),
        "shifted-scores": (
            *_scores(*_THREE, parts=2), GivenRange("shift", "What is added to every score", _shift, ("shift",)),
        ),
        "growth-of-work": (
            _plain("tokens", "Tokens before", "n"), _plain("tokens-after", "Tokens after", "longer"),
            _plain("width", "Width before, d_k", "d_k"), _plain("width-after", "Width after, d_k", "wider"),
        ),
        "score-memory": (
            _plain("tokens", "Tokens", "n"), _HEADS, _WIDTH, _plain("bytes", "Bytes of a number", "bytes"),
        ),
        "padded-weight": _PADDED,
        "padded-causal-weight": _PADDED,
        "cross-weight": _scores("a1", "a2", "a3", "b1", "b2", "b3", parts=2),
        "reordered-output": (
            *_scores(*_THREE, parts=2), _plain("values", "Values", "value_a", "value_b", "value_c"),
        ),
        "jacobian-entry": (*_scores(*_THREE, label="Raw scores"), _WIDTH),
        "width-from-scores": (
            _plain("raw", "Raw score", "raw", parts=4), _plain("scaled", "Scaled score", "scaled", parts=4), _HEADS,
        ),
        "unit-variance-divisor": (
            _WIDTH,
            GivenRange("variances", "Variances that are told", _told_as(deviation=False), ("q", "k")),
            GivenRange("deviations", "Standard deviations that are told", _told_as(deviation=True), ("q", "k")),
        ),
        "product-shapes": (_plain("tokens", "Tokens of either side", "n_q", "n_k"), _MODEL, _HEADS, _OF_HEAD),
        "head-columns": (_MODEL, _HEADS, _OF_HEAD, _plain("which", "Head that is asked about", "which")),
        "joined-column": (_MODEL, _HEADS, _OF_HEAD, _plain("column", "Column that is asked about", "column")),
    }
)  # fmt: skip
NOT_NARROWED = frozenset(("logs", "row", "told", "order"))  # who asks, and in which way it is told
