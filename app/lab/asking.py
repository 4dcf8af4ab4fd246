"""Turns a state of the lab into the givens of a recipe, or says which setting stands in the way of a question."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.engine.mechanism import Scale
from app.engine.problem import Matrix
from app.lab.draft import asking_names
from app.lab.state import LabState

MOST_DECIMALS = 4
ITEMS: Mapping[str, str] = MappingProxyType(
    {
        "weights-choice": "weights-row-choice",
        "weights-numbers": "weights-row-typed",
        "output-choice": "output-row-choice",
        "output-numbers": "output-row-typed",
    }
)

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "not-finite": "Its numbers are too large to be worked with.",
        "negative-zero": "A number of the answer is so little below zero that it prints as 0, which nobody could tell.",
        "rounding-tie": "A number of the answer lies half way between two printed ones, so that both would be right.",
        "rounding-edge": "A number of the answer is too near a rounding edge for its digits to be certain.",
        "tied-logits": "The row has two equal raw scores, and with ties some slips cannot be told apart.",
        "saturated-weights": "A weight of the row prints as 0 or as 1. Take smaller numbers, or more decimals.",
        "flat-values": "A column of V holds one number only, so that its output does not depend on the weights.",
        "row-sum": "The weights do not add up to 1 as they should.",
        "reach-too-wide": "Who rounds with care at every step could be too far off. Take smaller numbers.",
        "slip-without-digits": "Rounding leaves too few digits, so that a common slip could not be told apart.",
        "slips-alike": "Two common slips give numbers so near each other that a wrong answer would not tell them apart.",
        "slip-in-fair-interval": "A common slip gives numbers so near the right ones that it would pass for them.",
        "slip-is-answer": "A slip gives what is right here though it cannot, so something is computed wrongly.",
        "too-few-slips": "Fewer than three slips give other numbers than the right ones. Ask for numbers instead of a choice.",
        "routes-disagree": "The two computations do not agree on its numbers.",
        "digits-disagree": "Its certain digits are not the engine's number, rounded.",
        "answer-zero": "The answer is zero.",
        "prints-as-zero": "A number of the answer prints as 0. Take other numbers, or more decimals.",
        "outside-of-ranges": "No numbers were found within the ranges that the question sets.",
        "nothing-good-found": "Of all that was tried for it, nothing makes a fair question.",
        "not-by-hand": "Its numbers do not come out by hand.",
        "options-too-near": "Two options would show numbers so near each other that more than one could be right.",
        "pair-equal": "The two weights of the answer print alike, so that their order would not be seen.",
    }
)


@dataclass(frozen=True, slots=True)
class NotAsked:
    """Why a state is no question, in one sentence."""

    sentence: str


def givens_of(state: LabState) -> Mapping[str, object] | NotAsked:
    """What a recipe of attention takes, for the row that is looked at."""
    obstacle = _obstacle(state)
    if obstacle:
        return NotAsked(obstacle)
    row = asking_names(len(state.Q))[state.row]
    return {"Q": _plain(state.Q), "K": _plain(state.K), "V": _plain(state.V), "row": row}


def _plain(rows: Matrix) -> list[list[str]]:
    """As authors write givens: texts of whole numbers, halves and quarters."""
    return [[str(number) for number in row] for row in rows]


def _obstacle(state: LabState) -> str:
    numbers = [number for rows in (state.Q, state.K, state.V) for row in rows for number in row]
    if len(state.Q) != len(state.K):
        return "Questions are about tokens that look at themselves, with as many Queries as Keys. Add or remove some."
    if len(state.K) < 2:
        return "With one token there is nothing to ask: its weight is 1. Add a token."
    if state.scale is not Scale.ROOT_D_K:
        return "Questions divide the scores by √d_k. Set the scale to that first."
    if state.causal:
        return "Questions have no mask. Take the causal mask away first."
    if state.hidden:
        return "Questions hide no token. Show all tokens first."
    if state.decimals > MOST_DECIMALS:
        return f"Questions print at most {MOST_DECIMALS} decimals. Choose fewer first."
    if any(number.denominator not in (1, 2, 4) for number in numbers):
        return "Questions are worked by hand, with whole numbers, halves and quarters. Change the other numbers first."
    return ""


def reason_sentence(reason: str) -> str:
    """Why a draw makes no fair question; a reason that nobody has put into a sentence yet by its name."""
    return REFUSALS.get(reason, f"{reason[:1].upper()}{reason[1:].replace('-', ' ')}.")


def refusal_sentence(reason: str) -> str:
    """Why the engine refuses to ask, for the learner."""
    return f"These numbers make no fair question. {REFUSALS.get(reason, 'They cannot be proven.')}"
