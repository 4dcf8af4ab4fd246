"""A computation of a told family worked the right way and a slipped way, with digits that are certain."""

import math

from app.engine.certify import rounded
from app.engine.families.all import FAMILIES
from app.engine.families.family import Family, Givens, Slips
from app.engine.families.reach import Hand
from app.services.reading_views import Example, WayStep
from app.services.worked.parting import parted
from app.services.worked.rows import DECIMALS, printed
from app.variants.recipes.told_words import WORDS

_GIVENS = {
    "deviations-out": {"score": 24, "d_k": 64, "var_q": 4, "var_k": 36},
    "dominance-factor": {"first": 9, "second": 5, "d_k": 16},
    "duplicated-token": {"first": 8, "second": 6, "d_k": 16},
    "temperature": {"first": 12, "second": 8, "third": 4, "quarters": 8},
    "softmax-gradient": {"first": 6, "second": 2, "d_k": 16},
    "masked-weight": {"first": 3, "second": 5, "third": 2, "fourth": 4, "row": 3},
    "shifted-scores": {"first": 3, "second": 5, "third": 2, "shift": 4},
    "growth-of-work": {"n": 1000, "longer": 3000, "d_k": 64, "wider": 128},
    "score-memory": {"n": 2048, "heads": 8, "d_k": 64, "bytes": 2},
    "padded-weight": {
        "first": 3, "second": 5, "third": 2, "fourth": 4, "fifth": 1, "pads": 1, "row": 2, "logs": 0,
    },
    "padded-causal-weight": {
        "first": 4, "second": 3, "third": 5, "fourth": 2, "fifth": 1, "pads": 1, "row": 2, "logs": 0,
    },
    "cross-weight": {"a1": 3, "a2": 5, "a3": 2, "b1": 4, "b2": 1, "b3": 6, "row": 1, "logs": 0},
    "reordered-output": {
        "first": 3, "second": 5, "third": 2, "value_a": 4, "value_b": 1, "value_c": 2, "order": 0, "logs": 0,
    },
    "jacobian-entry": {"first": 3, "second": 2, "third": 1, "d_k": 16, "logs": 0},
    "width-from-scores": {"raw": 96, "scaled": 16, "heads": 4},
    "unit-variance-divisor": {"d_k": 64, "q": 8, "k": 36, "told": 2},
    "product-shapes": {"n_q": 12, "n_k": 20, "d_model": 512, "heads": 8},
    "head-columns": {"d_model": 512, "heads": 8, "which": 3},
    "joined-column": {"d_model": 512, "heads": 8, "column": 139},
}  # fmt: skip
_FINE = Hand(12)  # a hand that hardly rounds
_SURE = 1e-9  # far more than float64 loses in a few steps


def family_ways(slug: str) -> Example:
    """The right way and the slip's, in the first family that knows the slip."""
    family = next(one for one in FAMILIES.values() if slug in {slip.slug for slip in one.slips})
    givens = _GIVENS[family.slug]
    right, slipped = (_numbers(family, givens, slips) for slips in (frozenset[str](), frozenset((slug,))))
    words = WORDS[family.slug]
    steps = [
        WayStep(name, row.title, row.rule, row.names, right[place], slipped[place], row.names)
        for place, ((name, _), row) in enumerate(zip(family.steps, words.rows(givens), strict=True))
    ]
    return Example(words.page(givens, DECIMALS).stem, (), parted(steps, slug))


def _numbers(family: Family, givens: Givens, slips: Slips) -> list[tuple[str, ...]]:
    """Every step as printed; the last one as the enclosure proves it. Raises AssertionError for doubtful digits."""
    found = family.compute(givens, slips, _FINE)
    texts = [tuple(_text(number.value) for number in step) for step in found]
    proven = []
    for number, ball in zip(found[-1], family.enclose(givens, slips), strict=True):
        if not math.isclose(number.value, float(ball), rel_tol=1e-12):
            raise AssertionError(f"two computations of {family.slug} disagree: {number.value} and {ball}")
        proven.append(_short(printed(rounded(ball, DECIMALS))))
    return [*texts[:-1], tuple(proven)]


def _text(value: float) -> str:
    """The digits of a step, which a float decides only where no rounding edge is near."""
    texts = {f"{value + off:.{DECIMALS}f}" for off in (-_SURE, 0.0, _SURE)}
    if len(texts) > 1:
        raise AssertionError(f"the digits of {value} are not certain")
    return _short(texts.pop())


def _short(text: str) -> str:
    """A whole number without its zeros."""
    return text.removesuffix("." + "0" * DECIMALS).replace("-", "−")
