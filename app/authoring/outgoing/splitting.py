"""Questions as formats want them that ask one thing at a time, and have no order to be given."""

from dataclasses import replace

from app.authoring.found import Fate, Loss
from app.authoring.outgoing.parts import Part
from app.authoring.outgoing.question import (
    OutMatch,
    OutNumbers,
    OutOrder,
    OutPairs,
    OutPrompt,
    OutQuestion,
)
from app.authoring.outgoing.report import Ledger
from app.authoring.outgoing.texts import is_bare, plain
from app.kit.draws import Draws


def one_by_one(question: OutQuestion) -> tuple[OutQuestion, ...]:
    """A question with one field as it is; of one with several fields a question for each, with the field's name."""
    form = question.form
    if not isinstance(form, OutNumbers) or len(form.fields) == 1:
        return (question,)
    loss = Loss(Fate.CHANGED, Part.FORM, "Each of its numbers is asked in a question of its own.")
    asks = question.asks.rstrip(".:")
    return tuple(
        replace(
            question,
            id=f"{question.id}-{place}",
            form=OutNumbers((one,), form.all_or_nothing),
            asks=f"{asks}: {one.name}" if asks else one.name,
            losses=(*question.losses, loss),
        )
        for place, one in enumerate(form.fields, 1)
    )


def as_pairs(question: OutQuestion) -> OutQuestion:
    """An ordering as a matching of entries with places, its entries in a drawn order; others as they are."""
    form = question.form
    if not isinstance(form, OutOrder):
        return question
    places = [OutMatch(f"place-{place}", str(place)) for place in range(1, len(form.entries) + 1)]
    prompts = [OutPrompt(one.id, one.text, place, one.why) for place, one in enumerate(form.entries, 1)]
    drawn = Draws(f"export|{question.id}").shuffled("entries", prompts)
    loss = Loss(Fate.CHANGED, Part.FORM, "There is no ordering: each line is matched with its place.")
    return replace(
        question,
        form=OutPairs(tuple(drawn), tuple(places), all_or_nothing=form.all_or_nothing),
        asks="Match each line with its place, 1 is the first.",
        losses=(*question.losses, loss),
    )


def note_pairs(form: OutPairs, ledger: Ledger) -> None:
    """Note what a matching loses in the formats of Moodle, besides reasons."""
    if form.all_or_nothing:
        ledger.changed(Part.SCORING, "Moodle gives a part of the points for each right pair.")
    if any(not is_bare(one.text) or "\\(" in plain(one.text) for one in form.choices):
        ledger.changed(
            Part.FORM, "Moodle shows choices as plain text: marks are gone, and formulas are LaTeX."
        )
