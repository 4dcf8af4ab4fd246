"""The words of questions that go backward: the question, its conventions, and how each way of computing is told."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from app.engine.stages import Stage
from app.items.public import Matrix
from app.variants.block import Reading
from app.variants.page import Page, rounding_sentence
from app.variants.recipes.givens import TOKENS
from app.variants.recipes.matrices import shown
from app.variants.recipes.reverse.givens import ReverseGivens

RIGHT_WAY, NO_STEP = "The formula as it stands", "No step is wrong"

WAYS: Mapping[str, str] = MappingProxyType(
    {
        "no-scale": "Scores not divided by anything",
        "divide-by-d-k": "Scores divided by $d_k$",
        "times-root-d-k": r"Scores multiplied by $\sqrt{d_k}$",
        "root-of-tokens": r"Scores divided by $\sqrt{n}$, for $n$ tokens",
        "scale-after-softmax": r"Weights divided by $\sqrt{d_k}$, not the scores",
        "no-exponential": "Scores divided by their sum, without powers",
        "base-two": "Powers of 2 in the softmax",
        "largest-takes-all": "The whole weight on the largest score",
        "softmax-over-columns": "Softmax down each column",
        "softmax-over-matrix": "Softmax over the whole matrix",
        "swap-query-value": r"Scores from $V K^\top$",
        "swap-query-key": r"Scores from $K Q^\top$",
        "carry-keys": "Weights applied to the Keys",
        "plain-mean": "The same weight for every token",
        "causal-mask-added": "Later tokens hidden by a mask",
        "other-row": "The row of token {after} read",
        "drop-signs": "Minus signs of the products dropped",
        "cosine-compare": "Dot products divided by both lengths",
    }
)
"""How a whole computation differs from the right one; {after} is the token whose row is read."""

ACTS: Mapping[str, str] = MappingProxyType(
    {
        "drop-signs": "the minus signs of the products were dropped",
        "swap-query-key": "the Key of {token} was compared with the Queries",
        "swap-query-value": "the Value of {token} was compared with the Keys",
        "other-row": "the Query of token {after} was compared",
        "no-scale": "the scores were not divided",
        "divide-by-d-k": "the scores were divided by $d_k$",
        "times-root-d-k": r"the scores were multiplied by $\sqrt{{d_k}}$",
        "root-of-tokens": r"the scores were divided by $\sqrt{{n}}$, for $n$ tokens",
        "no-exponential": "no powers were taken",
        "base-two": "powers of 2 were taken",
        "causal-mask-added": "the tokens after {token} were hidden",
        "softmax-over-matrix": "the exponentials of all rows were added",
        "plain-mean": "every token got the same weight",
        "carry-keys": "the weights were applied to the Keys",
    }
)
"""What was done in one step."""

LINE_NAMES: Mapping[Stage, str] = MappingProxyType(
    {
        Stage.RAW: "raw scores",
        Stage.SCALED: "scaled scores",
        Stage.EXPONENTIALS: "exponentials",
        Stage.SUM: "their sum",
        Stage.WEIGHTS: "weights",
        Stage.OUTPUT: "output",
    }
)
_CONVENTIONS = (
    "One head of scaled dot-product attention as in the original Transformer, from these tokens to the same tokens, "
    "without any further projection. The formula is $\\mathrm{softmax}(Q K^\\top / \\sqrt{d_k})\\, V$, with powers of "
    "$e$, along each row, and without a mask."
)
_TABLE = "To three decimals, $e^{-1} = 0.368$, $e^{0.5} = 1.649$, $e = 2.718$, $e^{1.5} = 4.482$ and $e^{2} = 7.389$."
_LONG_TABLE = (
    "To three decimals, $e^{-2} = 0.135$, $e^{-1.5} = 0.223$, $e^{-1} = 0.368$, $e^{-0.5} = 0.607$, $e^{0.5} = 1.649$, "
    "$e = 2.718$, $e^{1.5} = 4.482$, $e^{2} = 7.389$, $e^{2.5} = 12.182$ and $e^{3} = 20.086$."
)
POWERS = frozenset(halves / 2 for halves in range(-4, 7))
"""The exponents of the longer table."""


def way_text(slugs: Reading, after: str) -> str:
    """A way of computing as an option tells it; two slips are joined. `after` is the token behind the asked one."""
    if not slugs:
        return RIGHT_WAY
    first, *others = (WAYS[slug].replace("{after}", after) for slug in slugs)
    return ", and ".join((first, *(_lowered(other) for other in others)))


def act_text(slug: str, line: int, givens: ReverseGivens) -> str:
    """A slip as an option tells it: the step, counted from 1, and what was done there."""
    return f"Step {line}: {act(slug, givens)}"


def act(slug: str, givens: ReverseGivens) -> str:
    """What was done, as the end of a sentence."""
    return ACTS[slug].format(token=TOKENS[givens.base.row], after=after(givens))


def after(givens: ReverseGivens) -> str:
    """The token behind the asked one; the first one is behind the last."""
    return TOKENS[(givens.base.row + 1) % len(givens.base.Q)]


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def which_page(givens: ReverseGivens, output: Sequence[str], decimals: int) -> Page:
    """The matrices with an output, or a row of scaled scores, and the question how it came about."""
    token = TOKENS[givens.base.row]
    scaled = givens.stage is Stage.SCALED
    what = "row of scaled scores, just before the softmax," if scaled else "output"
    numbers = Matrix(
        f"Shown for {token}",
        "plain",
        (token,),
        tuple(TOKENS[: len(output)]) if scaled else (),
        (tuple(output),),
    )
    return Page(
        stem=f"{_start(givens)} Somebody computed the {what} of token {token}, shown last. Which way of computing gives "
        "these numbers?",
        matrices=(*_matrices(givens), numbers),
        conventions=f"{_CONVENTIONS} Every option changes what it says and leaves the rest as in the formula. "
        f"{rounding_sentence(decimals)}",
        legend=f"How the {'scaled scores' if scaled else 'output'} of token {token} came about",
        labels=(),
        rationale="",
    )


def spot_page(givens: ReverseGivens, lines: Sequence[tuple[str, str]], decimals: int) -> Page:
    """The matrices with a worked computation, and the question which of its steps is wrong, or which two are.

    With two tokens it is checked by hand, and the page gives powers of e.
    """
    token = TOKENS[givens.base.row]
    working = Matrix(
        f"Working for token {token}",
        "working",
        tuple(f"{place} {name}" for place, (name, _) in enumerate(lines, 1)),
        ("numbers",),
        tuple((numbers,) for _, numbers in lines),
    )
    two = len(givens.made) == 2
    table = "" if len(givens.base.Q) > 2 else f" {_LONG_TABLE if two else _TABLE}"
    everywhere = " What was done in a step was done for every token." if two else ""
    return Page(
        stem=f"{_start(givens)} Somebody worked out the output of attention for token {token} in six steps, shown last. "
        f"{_ASKS_TWO if two else _ASKS_ONE}",
        matrices=(*_matrices(givens), working),
        conventions=f"{_CONVENTIONS} {rounding_sentence(decimals)[:-1].replace('once, at the end,', 'in every step,')}; "
        f"each step is made of the numbers as they are written above it.{everywhere}{table}",
        legend=f"The {'two wrong steps' if two else 'wrong step'} of the working for token {token}",
        labels=(),
        rationale="",
    )


_ASKS_ONE = (
    "At most one step breaks the rule; the steps after it go on with what it gave. Which step is wrong, and what was done "
    "there?"
)
_ASKS_TWO = (
    "Two steps break the rule; every other step follows from the numbers above it, right or wrong. Which two are they, and "
    "what was done there?"
)


def _start(givens: ReverseGivens) -> str:
    tokens = TOKENS[: len(givens.base.Q)]
    everyone = f"{', '.join(tokens[:-1])} and {tokens[-1]}"
    return (
        f"Tokens {everyone} have the Queries $Q$, Keys $K$ and Values $V$ shown, one row for each token, with "
        f"$d_k = {len(givens.base.K[0])}$."
    )


def _matrices(givens: ReverseGivens) -> tuple[Matrix, ...]:
    base = givens.base
    return shown("Q", base.Q), shown("K", base.K), shown("V", base.V)
