"""What the wording of a told question allows as an answer: an option outside of it would give itself away."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from app.engine.families.family import Givens

Possible = Callable[[Givens, Sequence[float]], bool]
_VALUES = ("value_a", "value_b", "value_c")


def anything(givens: Givens, numbers: Sequence[float]) -> bool:
    """A derivative may be of either sign; that of a weight by another token's score is asked with its sign."""
    return True


def positive(givens: Givens, numbers: Sequence[float]) -> bool:
    """Factors, constants, spreads, memory and widths are more than nothing."""
    return min(numbers) > 0


def share(givens: Givens, numbers: Sequence[float]) -> bool:
    """A weight is one of 0 … 1."""
    return min(numbers) >= 0 and max(numbers) <= 1


def mean_of_values(givens: Givens, numbers: Sequence[float]) -> bool:
    """An output is a mean of the Values, and lies among them."""
    values = [givens[name] for name in _VALUES]
    return min(values) <= min(numbers) and max(numbers) <= max(values)


def columns(givens: Givens, numbers: Sequence[float]) -> bool:
    """Columns are counted from 1 to d_model, and the first of a head does not stand behind its last."""
    width, first, last = numbers
    return 1 <= first <= last <= givens["d_model"] and 1 <= width <= givens["d_model"]


def place_in_head(givens: Givens, numbers: Sequence[float]) -> bool:
    """Heads are counted from 1 to as many as there are, and their columns from 1."""
    which, place = numbers
    return 1 <= which <= givens["heads"] and 1 <= place <= givens["d_model"]


POSSIBLE: Mapping[str, Possible] = MappingProxyType(
    {
        "deviations-out": positive,
        "dominance-factor": positive,
        "duplicated-token": share,
        "temperature": share,
        "softmax-gradient": positive,
        "masked-weight": share,
        "shifted-scores": share,
        "growth-of-work": positive,
        "score-memory": positive,
        "padded-weight": share,
        "padded-causal-weight": share,
        "cross-weight": share,
        "reordered-output": mean_of_values,
        "jacobian-entry": anything,
        "width-from-scores": positive,
        "unit-variance-divisor": positive,
        "product-shapes": positive,
        "head-columns": columns,
        "joined-column": place_in_head,
    }
)
