"""What was proven of options that are told in words: what each of them would show, and which one shows what stands there."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.grading.printing import exact, significant, typographic
from app.items.answer_key import AnswerKey, ChoiceAnswer, Claim
from app.items.public import ChoiceForm, PublicVariant

NO_STEP = "none"  # the id of the option that says that no step is wrong


@dataclass(frozen=True, slots=True)
class Told:
    """What is so in one sentence, the claims whose numbers prove it, and what every other option would show (Markdown).

    All empty for other questions; without `proven` where a variant was stored before its claims were.
    """

    lead: str = ""
    proven: tuple[Claim, ...] = ()
    others: tuple[str, ...] = ()


def claims_told(shown: PublicVariant, answer_key: AnswerKey) -> Told:
    """What is proven of a computed question whose options are told in words, the nearest of the others first."""
    form, answer, proof = shown.form, answer_key.answer, answer_key.proof
    if not isinstance(form, ChoiceForm) or not isinstance(answer, ChoiceAnswer) or proof is None:
        return Told()
    if proof.evidence is None or any(option.numeric for option in form.options):
        return Told()
    claims = proof.evidence.claims
    options = list(zip(form.options, answer.options, strict=True))
    texts = {behind.option_id: option.text for option, behind in options}
    right = {behind.option_id for _, behind in options if behind.correct}
    if not claims:
        return _by_reasons(form, answer)
    stands = _lines(shown)
    taken = [claim for claim in claims if claim.option in right]
    lead, proven = _proven(taken, claims, stands=stands, texts=texts)
    wrong = texts.keys() - right
    rest = sorted((claim for claim in claims if claim.option in wrong), key=lambda one: one.apart)
    others = tuple(_other(claim, texts[claim.option], stands) for claim in rest)
    return Told(lead, proven, (f"{others[0]}, the nearest of them", *others[1:]))


def _by_reasons(form: ChoiceForm, answer: ChoiceAnswer) -> Told:
    """What the reasons of the options say, of a variant that was stored before its claims were."""
    options = list(zip(form.options, answer.options, strict=True))
    lead = " ".join(behind.rationale for _, behind in options if behind.correct)
    others = [f"“{option.text}”: {behind.rationale}" for option, behind in options if not behind.correct]
    return Told(lead, (), tuple(others))


def _lines(shown: PublicVariant) -> tuple[str, ...]:
    """The numbers of each line of the shown working; none where one row alone is shown."""
    workings = [matrix for matrix in shown.matrices if matrix.role == "working"]
    return tuple(row[0] for matrix in workings for row in matrix.entries)


def _proven(
    taken: list[Claim], claims: tuple[Claim, ...], *, stands: tuple[str, ...], texts: Mapping[str, str]
) -> tuple[str, tuple[Claim, ...]]:
    """The sentence of what is so, and the claims that the table shows."""
    first = taken[0]
    if not first.line:
        return f"“{texts[first.option]}” gives the numbers that are shown, by both routes.", (first,)
    if first.option == NO_STEP:
        return (
            "No step is wrong: made of the lines above it by the formula, each of them is what stands there, by both routes.",
            tuple(taken),
        )
    by_formula = {one.line: one for one in claims if one.option == NO_STEP}
    wrong = "the wrong one" if len(taken) == 1 else "wrong"
    told = [
        f"Step {one.line} is {wrong}. {stands[one.line - 1]} stands there. Made of the lines above it by the formula, it is "
        f"{_row(by_formula[one.line])}, by both routes. What the answer says, “{texts[one.option]}”, gives {_row(one)}: "
        "what stands there."
        for one in taken
    ]
    return " ".join(told), tuple(by_formula[one.line] for one in taken)


def _other(claim: Claim, text: str, stands: tuple[str, ...]) -> str:
    """What another option would show, and how far that is from what is there."""
    away = significant(exact(claim.apart), 2)
    if not claim.line:
        return f"“{text}” gives {_row(claim)}, up to {away} away"
    return f"“{text}” would show {_row(claim)} in step {claim.line}, where {stands[claim.line - 1]} stands: up to {away} away"


def _row(claim: Claim) -> str:
    """Certain digits as a row; a single number as it is."""
    texts = [typographic(text) for text in claim.printed]
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"
