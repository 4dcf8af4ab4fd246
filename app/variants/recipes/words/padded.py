"""The words of weights under a padding mask, alone and with a causal mask."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from app.engine.families.family import Givens
from app.engine.families.padded import PADDED, PADDED_CAUSAL, Padded
from app.variants.page import Page, rounding_sentence
from app.variants.recipes.words import logs
from app.variants.recipes.words.parts import SCALED, FamilyWords, StepWords, listed

_NAMES = ("first", "second", "third", "fourth", "fifth")
_HOW_MANY = {1: "one place", 2: "two places"}


def _places(givens: Givens, *, causal: bool) -> tuple[str, ...]:
    """The names of the five places in order."""
    tokens, padding = "ABCD"[: len(_NAMES) - givens["pads"]], "P" * givens["pads"]
    return tuple(padding + tokens if causal else tokens + padding)


def _page(givens: Givens, decimals: int, *, causal: bool) -> Page:
    token = "ABC"[givens["row"] - 1]
    places = _places(givens, causal=causal)
    tokens = listed([place for place in places if place != "P"])
    scores = listed([f"${one}$" for one in logs.scores(givens, _NAMES, parts=2)])
    masks = (
        "The padding is masked, and a causal mask is used as well." if causal else "The padding is masked."
    )
    rule = (
        "Under the causal mask each token may look at itself and at earlier tokens."
        if causal
        else "There is no causal mask."
    )
    return Page(
        stem=f"A sequence of the tokens {tokens} is filled up to five places with {_HOW_MANY[givens['pads']]} of padding "
        f"{'before' if causal else 'behind'} it. Token {token} has the scaled attention scores {scores} with the five "
        f"places, in order. {masks} Which weight does token A get in the row of token {token}?",
        matrices=(),
        conventions=f"{SCALED} A masked place gets no weight from any token. {rule} The softmax takes powers of $e$.{logs.natural(givens)} "
        f"{rounding_sentence(decimals)}",
        legend=f"Weight of A for {token} under {'both masks' if causal else 'the padding mask'}",
        labels=("weight",),
        rationale=f"Only the tokens that {token} may see have a term in the sum; all other scores are $-\\infty$.",
    )


def _rows(givens: Givens, family: Padded) -> tuple[StepWords, ...]:
    places = _places(givens, causal=family.causal)
    seen = [places[place] for place in family.seen(givens)]
    token = "ABC"[givens["row"] - 1]
    made = logs.powers(givens, _NAMES, power=Fraction(1))
    whole = (sum(made[place] for place in family.seen(givens)),) if made else ()
    return (
        StepWords("Take powers of e; P is padding", r"a_j = e^{x_j}", places, logs.shown(made)),
        StepWords(
            f"Add up those that {token} may see",
            f"Z = {' + '.join(f'a_{one}' for one in seen)}",
            (),
            logs.shown(whole),
        ),
        StepWords("A's share of the sum", r"w_A = \frac{a_A}{Z}"),
    )


PADDED_WORDS: Mapping[str, FamilyWords] = MappingProxyType(
    {
        "padded-weight": FamilyWords(
            lambda givens, decimals: _page(givens, decimals, causal=False),
            lambda givens: _rows(givens, PADDED),
        ),
        "padded-causal-weight": FamilyWords(
            lambda givens, decimals: _page(givens, decimals, causal=True),
            lambda givens: _rows(givens, PADDED_CAUSAL),
        ),
    }
)
