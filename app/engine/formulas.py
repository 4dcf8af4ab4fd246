"""The rule of every step under a mechanism, as LaTeX without dollars."""

from app.engine.mechanism import (
    Axis,
    Carried,
    Comparison,
    Mask,
    Mechanism,
    Normaliser,
    Product,
    Scale,
    Weighting,
    Written,
)
from app.engine.stages import Stage

_LETTERS = {
    Product.QUERY_KEY: ("q", "k"),
    Product.VALUE_KEY: ("v", "k"),
    Product.KEY_QUERY: ("k", "q"),
}
_SCALED = {
    Scale.ROOT_D_K: r"\frac{%s}{\sqrt{d_k}}",
    Scale.NONE: "%s",
    Scale.D_K: r"\frac{%s}{d_k}",
    Scale.TIMES_ROOT_D_K: r"%s\,\sqrt{d_k}",
    Scale.ROOT_N: r"\frac{%s}{\sqrt{n}}",
    Scale.ROOT_D_K_AFTER: "%s",
    Scale.CHOSEN: r"\frac{%s}{c}",
}
_MADE = {
    Normaliser.EXP: "e^{x_j}",
    Normaliser.TWO: "2^{x_j}",
    Normaliser.NONE: "x_j",
    Normaliser.LARGEST: r"1 \text{ if } x_j \text{ is the largest, else } 0",
}


def _logits(mechanism: Mechanism) -> str:
    asks, compared = _LETTERS[mechanism.product]
    match mechanism.comparison:
        case Comparison.DOT:
            product = rf"{asks} \cdot {compared}_j"
        case Comparison.SIGNLESS:
            product = rf"\sum_c |{asks}_c\,{compared}_{{jc}}|"
        case Comparison.COSINE:
            product = rf"\frac{{{asks} \cdot {compared}_j}}{{|{asks}|\,|{compared}_j|}}"
    if mechanism.written is Written.DIVIDED:
        product = _SCALED[mechanism.scale] % product
    return f"s_j = {product}"


def _scaled(mechanism: Mechanism) -> str:
    divided = mechanism.written is Written.DIVIDED
    return "x_j = s_j" if divided else f"x_j = {_SCALED[mechanism.scale] % 's_j'}"


def _exponentials(mechanism: Mechanism) -> str:
    rule = f"a_j = {_MADE[mechanism.normaliser]}"
    if mechanism.mask is Mask.CAUSAL:
        rule += r",\quad a_j = 0 \text{ for } j > i"
    return rule


def _sum(mechanism: Mechanism) -> str:
    match mechanism.axis:
        case Axis.ROW:
            return r"Z = \sum_j a_j"
        case Axis.COLUMN:
            return r"Z_j = \sum_i a_{ij}"
        case Axis.MATRIX:
            return r"Z = \sum_i \sum_j a_{ij}"


def _weights(mechanism: Mechanism) -> str:
    if mechanism.weighting is Weighting.PLAIN_MEAN:
        return r"w_j = \frac{1}{n}" if mechanism.mask is Mask.NONE else r"w_j = \frac{1}{i}"
    total = "Z_j" if mechanism.axis is Axis.COLUMN else "Z"
    after = r"\,\sqrt{d_k}" if mechanism.scale is Scale.ROOT_D_K_AFTER else ""
    return rf"w_j = \frac{{a_j}}{{{total}{after}}}"


def formula(mechanism: Mechanism, stage: Stage) -> str:
    """The rule by which `mechanism` makes the numbers of `stage`; i is the row that is read, j a token."""
    match stage:
        case Stage.RAW:
            return _logits(mechanism)
        case Stage.SCALED:
            return _scaled(mechanism)
        case Stage.EXPONENTIALS:
            return _exponentials(mechanism)
        case Stage.SUM:
            return _sum(mechanism)
        case Stage.WEIGHTS:
            return _weights(mechanism)
        case Stage.WEIGHTED:
            return "p_j = w_j\\,k_j" if mechanism.carried is Carried.KEYS else "p_j = w_j\\,v_j"
        case Stage.OUTPUT:
            return r"o = \sum_j p_j"
