"""What a form was made from, kept beside the sitting, so that anybody can put the form together again and compare."""

import orjson

from app.exams.assembly import CAP, Refusal, Slot, assemble
from app.items.exam import Exam
from app.services.exams.supply import Inputs, Shelf, shelf_of
from app.store.exams import exam_state
from app.store.meta import fact, keep_fact
from app.store.sittings import SittingRow, event_detail
from app.store.unit import Reading, Writing

CREATED = "created"
_SHELF = "shelf "


def form_of(exam: Exam, count: int, inputs: Inputs, *, seed: str) -> tuple[Slot, ...] | Refusal:
    """The form of so many questions, or why there is none; the same for the same inputs and seed."""
    return assemble(exam, count, inputs.candidates(), camps=inputs.shelf.camps, seed=seed)


def keep_shelf(unit: Writing, shelf: Shelf) -> None:
    """Keep what can be asked under its name; every sitting of the same state of the banks shares it."""
    keep_fact(unit, _SHELF + shelf.name, shelf.text)


def inputs_json(inputs: Inputs) -> str:
    """What a form was made from as the record of its sitting. Of the shares only those over the cap change anything."""
    over = {item_id: share for item_id, share in inputs.exposure.items() if share > CAP}
    known = inputs.shelf.candidates.keys()
    seen = {item_id: count for item_id, count in inputs.seen.items() if item_id in known}
    return orjson.dumps({"shelf": inputs.shelf.name, "seen": seen, "exposure": over}).decode()


def kept_inputs(unit: Reading, sitting_id: str) -> Inputs | None:
    """What the form of a sitting was made from; None where it was not made here."""
    detail = event_detail(unit, sitting_id, CREATED)
    if detail is None:
        return None
    record = orjson.loads(detail)
    text = fact(unit, _SHELF + record["shelf"])
    return None if text is None else Inputs(shelf_of(text), record["seen"], record["exposure"])


def form_again(unit: Reading, row: SittingRow) -> tuple[Slot, ...] | Refusal | None:
    """The form of a sitting, put together once more from its seed and what it was made from; None as `kept_inputs`."""
    inputs = kept_inputs(unit, row.id)
    if inputs is None:
        return None
    return form_of(exam_state(unit, row.exam_revision_id), row.count, inputs, seed=row.seed)
