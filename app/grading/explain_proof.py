"""The proof of an answer in printed numbers, for whoever opens "How was this checked?"."""

from app.grading.feedback import ProofNote, ProofRow
from app.grading.printing import decimals_of, exact, fixed, significant, typographic
from app.grading.words import Words
from app.items.answer_key import Evidence, Proof
from app.items.public import (
    ChoiceForm,
    FieldsForm,
    Form,
    GridForm,
    MatchingForm,
    NumbersForm,
    OrderingForm,
    StepsForm,
)

_FINER = 2  # decimals beyond those that are asked, with which the ends of a fair interval are printed


def proof_note(proof: Proof, form: Form, words: Words) -> ProofNote:
    """The proof in printed numbers, with the nearest slip by its name; without rows where no evidence is stored."""
    evidence = proof.evidence
    return ProofNote(
        routes=proof.routes,
        enclosures=proof.enclosures,
        reach=significant(exact(proof.reach), 2),
        nearest=" and ".join(words.name(slug) for slug in proof.nearest),
        nearest_distance=significant(exact(proof.nearest_distance), 2) if proof.nearest else "",
        rows=() if evidence is None else _rows(proof, evidence, form),
        bits=0 if evidence is None else evidence.bits,
        made_by=() if evidence is None else evidence.made_by,
        seal=proof.seal,
    )


def _rows(proof: Proof, evidence: Evidence, form: Form) -> tuple[ProofRow, ...]:
    """One row for each number that is asked, or that an option consists of."""
    names = _names(form, len(evidence.values))
    parts = zip(
        names, evidence.values, proof.enclosures, evidence.printed, evidence.low, evidence.high, strict=True
    )
    return tuple(
        ProofRow(
            name=name,
            value=typographic(repr(value)),
            enclosure=ball,
            printed=typographic(printed),
            low=_end(low, decimals_of(printed)),
            high=_end(high, decimals_of(printed)),
        )
        for name, value, ball, printed, low, high in parts
    )


def _end(number: float, decimals: int) -> str:
    return typographic(fixed(exact(number), decimals + _FINER))


def _names(form: Form, count: int) -> tuple[str, ...]:
    """What the numbers are called, as many as there are (Markdown); one alone has no need of a name."""
    match form:
        case NumbersForm():
            names = form.labels
        case GridForm():
            names = tuple(f"{row}, {column}" for row in form.row_names for column in form.column_names)
        case StepsForm():
            names = tuple(
                f"{place}. {label}" for place, step in enumerate(form.steps, 1) for label in step.labels
            )
        case ChoiceForm() | MatchingForm() | OrderingForm() | FieldsForm():
            names = ()
    if len(names) == count:
        return names
    return ("The answer",) if count == 1 else tuple(f"Number {place}" for place in range(1, count + 1))
