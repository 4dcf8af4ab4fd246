"""The words of the four attention recipes: the question, its conventions, and the rows of the worked page."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from app.engine.stages import Stage, up_to
from app.items.answer_key import WorkedStep
from app.variants.page import Page, rounding_sentence
from app.variants.recipes.givens import TOKENS
from app.variants.recipes.matrices import Rows, shown, texts
from app.variants.recipes.words import logs
from app.variants.recipes.words.parts import WHOLE
from app.variants.rounding import MINUS, number_format


class Asked(Struct, frozen=True):
    """What is asked, of which sizes: everything that the words depend on."""

    stage: Stage
    n: int
    d_k: int
    d_v: int
    row: int
    column: int | None
    logs: bool = False

    @property
    def token(self) -> str:
        """The letter of the asked token."""
        return TOKENS[self.row]

    @property
    def tokens(self) -> tuple[str, ...]:
        """The letters of all tokens."""
        return tuple(TOKENS[: self.n])


@dataclass(frozen=True, slots=True)
class _Frame:
    """One step of the worked page without its numbers, which are `start` … `end` of the joined ones."""

    slug: str
    title: str
    rule: str
    names: tuple[str, ...]
    start: int
    end: int


def page(asked: Asked, matrices: tuple[Rows, Rows, Rows], decimals: int) -> Page:
    """The question about Q, K and V."""
    stem, conventions, legend, labels, rationale = _words(asked, decimals)
    Q, K, V = matrices
    return Page(
        stem,
        (shown("Q", Q), shown("K", K, logs=asked.logs), shown("V", V)),
        conventions,
        legend,
        labels,
        rationale,
    )


def worked_row(asked: Asked, steps: Sequence[float], decimals: int) -> tuple[WorkedStep, ...]:
    """One row of the worked page per step; `steps` are rounded already, the logits exact."""
    frames, template = _frames(asked, decimals)
    printed = tuple((template % tuple(steps)).replace("-", MINUS).split("|"))
    return tuple(
        [
            WorkedStep(frame.slug, frame.title, frame.rule, frame.names, printed[frame.start : frame.end])
            for frame in frames
        ]
    )


def worked_score(asked: Asked, products: Sequence[float], score: float) -> tuple[WorkedStep, ...]:
    """The products of the entries, and their sum."""
    other = TOKENS[asked.column or 0]
    names = tuple(str(place) for place in range(1, asked.d_k + 1))
    first = rf"q_{{{asked.token},c}}\, k_{{{other},c}}"
    total = rf"q_{{{asked.token}}} \cdot k_{{{other}}} = \sum_{{c=1}}^{{{asked.d_k}}} {first}"
    return (
        WorkedStep("products", "Multiply entry by entry", first, names, texts(products)),
        WorkedStep(Stage.RAW.value, "Add the products", total, (), texts((score,))),
    )


_CONVENTIONS = (
    "One head of scaled dot-product attention as in the original Transformer, from these tokens to the same tokens, "
    "without a mask or any further projection. The token that gives a score or a weight is the one that asks."
)
_SOFTMAX = " The softmax takes powers of $e$."


def with_logs(rows: tuple[WorkedStep, ...], made: Sequence[int], root: int) -> tuple[WorkedStep, ...]:
    """The rows with logarithms as such: e to the scaled scores are the whole numbers `made`."""
    shown = {
        Stage.RAW.value: logs.logs_shown([one**root for one in made]),
        Stage.SCALED.value: logs.logs_shown(made),
        Stage.EXPONENTIALS.value: logs.shown(made),
        Stage.SUM.value: logs.shown((sum(made),)),
    }
    return tuple(replace(row, shown=shown.get(row.slug, row.shown)) for row in rows)


@lru_cache(maxsize=4096)
def _words(asked: Asked, decimals: int) -> tuple[str, str, str, tuple[str, ...], str]:
    token, tokens = asked.token, asked.tokens
    everyone = f"{', '.join(tokens[:-1])} and {tokens[-1]}"
    start = (
        f"Tokens {everyone} have the Queries $Q$, Keys $K$ and Values $V$ shown, one row for each token, "
        f"with $d_k = {asked.d_k}$. "
    )
    conventions = _CONVENTIONS
    labels: tuple[str, ...] = tokens
    match asked.stage:
        case Stage.RAW:
            other = TOKENS[asked.column or 0]
            with_whom = "itself" if asked.column == asked.row else f"token {other}"
            stem = f"What raw attention score does token {token} give to {with_whom}, before any scaling?"
            legend, labels = f"Raw score that {token} gives to {other}", ("raw score",)
            rationale = (
                f"The products of the entries of {token}'s Query and {other}'s Key, added with their signs."
            )
        case Stage.SCALED:
            stem = f"Which scaled attention scores does token {token} give to {everyone}, just before the softmax?"
            legend = f"Scaled scores of token {token}"
            rationale = rf"The raw scores of token {token}, each divided by $\sqrt{{{asked.d_k}}}$."
        case Stage.WEIGHTS:
            stem = f"Which attention weights does token {token} give to {everyone}?"
            legend = f"Weights of token {token}"
            rationale = rf"The softmax of token {token}'s raw scores divided by $\sqrt{{{asked.d_k}}}$."
            conventions += _SOFTMAX
        case Stage.OUTPUT:
            stem = f"What is the output of attention for token {token}?"
            legend = f"Output of token {token}"
            labels = tuple(f"Entry {place}" for place in range(1, asked.d_v + 1))
            rationale = (
                f"Each token's Value times the weight that token {token} gives to that token, added up."
            )
            conventions += _SOFTMAX
        case other_stage:
            raise ValueError(f"no recipe asks for the step {other_stage}")
    if asked.logs:
        conventions += logs.NATURAL
    last = WHOLE if asked.stage is Stage.RAW and decimals == 0 else rounding_sentence(decimals)
    return start + stem, f"{conventions} {last}", legend, labels, rationale


@lru_cache(maxsize=1024)
def _frames(asked: Asked, decimals: int) -> tuple[tuple[_Frame, ...], str]:
    """The steps without their numbers, and one format for all numbers."""
    token, root = asked.token, rf"\sqrt{{{asked.d_k}}}"
    entries = [str(place) for place in range(1, asked.d_v + 1)]
    by_token = tuple(f"{one}, {entry}" for one in asked.tokens for entry in entries)
    words = {
        Stage.RAW: (f"Raw scores of token {token}", rf"s_j = q_{{{token}}} \cdot k_j", asked.tokens),
        Stage.SCALED: (f"Divide by the root of {asked.d_k}", rf"x_j = \frac{{s_j}}{{{root}}}", asked.tokens),
        Stage.EXPONENTIALS: ("Take powers of e", r"a_j = e^{x_j}", asked.tokens),
        Stage.SUM: ("Add them up", r"Z = \sum_j a_j", ()),
        Stage.WEIGHTS: ("Divide each by the sum", r"w_j = \frac{a_j}{Z}", asked.tokens),
        Stage.WEIGHTED: ("Weight the Values, entry by entry", r"w_j \, v_{j,c}", by_token),
        Stage.OUTPUT: ("Add over the tokens", r"o_c = \sum_j w_j \, v_{j,c}", tuple(entries)),
    }
    frames, formats, start = [], [], 0
    for step in up_to(asked.stage):
        title, rule, names = words[step]
        count = len(names) or 1
        frames.append(_Frame(step.value, title, rule, names, start, start + count))
        formats += ["%.12g" if step is Stage.RAW else number_format(decimals)] * count
        start += count
    return tuple(frames), "|".join(formats)
