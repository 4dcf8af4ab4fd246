"""The proof of an answer in printed numbers, for whoever opens "How was this checked?"."""

from collections.abc import Sequence

from app.grading.explain_claims import claims_told
from app.grading.feedback import ProofNote, ProofRow
from app.grading.printing import decimals_of, exact, fixed, significant, typographic
from app.grading.words import Words
from app.items.answer_key import AnswerKey, Claim, Evidence, Proof
from app.items.public import (
    ChoiceForm,
    FieldsForm,
    GridForm,
    MatchingForm,
    NumbersForm,
    OrderingForm,
    PublicVariant,
    StepsForm,
)

_FINER = 2  # decimals beyond those that are asked, with which the ends of a fair interval are printed
_CARRIED, _OUTPUT = "V", "output"
_SLACK = 1e-6  # of a unit: the ends of fair intervals are moved outward by less


def proof_note(shown: PublicVariant, answer_key: AnswerKey, words: Words) -> ProofNote | None:
    """The proof in printed numbers, with the nearest slip by its name; without rows where no evidence is stored.

    Where options are told in words, it says what each of them would show. None where nothing was computed.
    """
    proof = answer_key.proof
    if proof is None:
        return None
    evidence, told = proof.evidence, claims_told(shown, answer_key)
    claims = told.proven or (() if evidence is None else (_asked(shown, answer_key, proof, evidence),))
    return ProofNote(
        routes=proof.routes,
        enclosures=proof.enclosures,
        reach=significant(exact(_reach(told.proven) if told.proven else proof.reach), 2),
        nearest=" and ".join(words.name(slug) for slug in proof.nearest) if not told.others else "",
        nearest_distance=significant(exact(proof.nearest_distance), 2) if proof.nearest else "",
        rows=tuple(row for claim in claims for row in _claimed(claim)),
        bits=0 if evidence is None else evidence.bits,
        made_by=() if evidence is None else evidence.made_by,
        seal=proof.seal,
        lead=told.lead,
        others=told.others,
        fair=_fair(claims) if claims else "",
    )


def _fair(claims: Sequence[Claim]) -> str:
    """What the fair intervals are: the number alone, the least interval that there is, or what rounding can reach."""
    if all(claim.low == claim.high for claim in claims):
        return "Only the exact number is right, since nothing is rounded on the way to it."
    numbers = [
        part for one in claims for part in zip(one.values, one.low, one.high, one.printed, strict=True)
    ]
    far = [max(high - value, value - low) for value, low, high, _ in numbers]
    least = [(1 + _SLACK) * 10.0 ** -decimals_of(printed) for *_, printed in numbers]
    if all(reach <= unit for reach, unit in zip(far, least, strict=True)):
        return "Fair is one unit of the last place to either side, and careful rounding at each step reaches no further."
    return (
        "Fair is what careful rounding at each step can reach, and one unit of the last place at least: "
        f"at most {significant(exact(max(far)), 2)} from the exact number."
    )


def _reach(claims: tuple[Claim, ...]) -> float:
    """How far rounding can move a number of these."""
    numbers = [one for claim in claims for one in zip(claim.values, claim.low, claim.high, strict=True)]
    return max(max(high - value, value - low) for value, low, high in numbers)


def _asked(shown: PublicVariant, answer_key: AnswerKey, proof: Proof, evidence: Evidence) -> Claim:
    """The numbers that are asked, or of which an option consists."""
    return Claim(
        option="",
        line=0,
        names=_names(shown, answer_key, len(evidence.values)),
        values=evidence.values,
        enclosures=proof.enclosures,
        low=evidence.low,
        high=evidence.high,
        printed=evidence.printed,
        apart=0.0,
    )


def _claimed(claim: Claim) -> list[ProofRow]:
    where = f"Step {claim.line}, " if claim.line else ""
    parts = zip(
        claim.names, claim.values, claim.enclosures, claim.printed, claim.low, claim.high, strict=True
    )
    return [
        ProofRow(
            name=f"{where}{name}",
            value=typographic(repr(value)),
            enclosure=ball,
            printed=typographic(printed),
            low=_end(low, decimals_of(printed)),
            high=_end(high, decimals_of(printed)),
        )
        for name, value, ball, printed, low, high in parts
    ]


def _end(number: float, decimals: int) -> str:
    return typographic(fixed(exact(number), decimals + _FINER))


def _names(shown: PublicVariant, answer_key: AnswerKey, count: int) -> tuple[str, ...]:
    """What the numbers are called, as many as there are (Markdown); one alone has no need of a name."""
    match shown.form:
        case NumbersForm() as form:
            names = form.labels
        case GridForm() as form:
            names = form.labels
        case StepsForm() as form:
            names = tuple(
                f"Step {place}, {_column(label)}"
                for place, step in enumerate(form.steps, 1)
                for label in step.labels
            )
        case ChoiceForm():
            names = _by_the_page(shown, answer_key, count)
        case MatchingForm() | OrderingForm() | FieldsForm():
            names = ()
    if len(names) == count:
        return names
    return ("The answer",) if count == 1 else tuple(f"Number {place}" for place in range(1, count + 1))


def _by_the_page(shown: PublicVariant, answer_key: AnswerKey, count: int) -> tuple[str, ...]:
    """As the last step of the worked page calls them: tokens, or columns of what is carried."""
    if not answer_key.solution or count == 1:
        return ()
    last = answer_key.solution[-1]
    carried = any(matrix.name == _CARRIED and len(matrix.entries[0]) == count for matrix in shown.matrices)
    if last.slug == _OUTPUT and carried:
        return tuple(_column(str(place)) for place in range(1, count + 1))
    return last.names


def _column(label: str) -> str:
    """A label; of an output, whose numbers are counted, it is a column of what is carried."""
    return f"column {label} of ${_CARRIED}$" if label.isdigit() else label
