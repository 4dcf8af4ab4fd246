"""What a form was made from, kept beside the sitting, so that anybody can put the form together again and compare."""

import orjson

from app.exams.assembly import Refusal, Slot, pool_of
from app.services.exams.supply import Inputs, shelf_of
from app.store.exams import exam_state
from app.store.meta import fact
from app.store.sittings import SittingRow, event_detail
from app.store.unit import Reading

CREATED = "created"
SHELF = "shelf "  # under this, with its name, the questions that some sittings were made from


def inputs_json(inputs: Inputs) -> str:
    """What a form was made from as the record of its sitting; what was met and is not in the pool changes nothing."""
    asked = {fit.candidate.id for fit in inputs.pool.fits} if inputs.seen else frozenset[str]()
    seen = {item_id: count for item_id, count in inputs.seen.items() if item_id in asked}
    return orjson.dumps({"shelf": inputs.shelf.name, "seen": seen, "exposure": inputs.exposure}).decode()


def kept_inputs(unit: Reading, row: SittingRow) -> Inputs | None:
    """What the form of a sitting was made from; None where it was not made here."""
    detail = event_detail(unit, row.id, CREATED)
    record = orjson.loads(detail) if detail else {}
    text = fact(unit, f"{SHELF}{record.get('shelf')}")
    if text is None:
        return None
    exam, shelf = exam_state(unit, row.exam_revision_id), shelf_of(text)
    pool = pool_of(exam, shelf.candidates, shelf.camps)
    return Inputs(exam, shelf, pool, record["seen"], record["exposure"])


def form_again(unit: Reading, row: SittingRow) -> tuple[Slot, ...] | Refusal | None:
    """The form of a sitting, put together once more from its seed and what it was made from; None as `kept_inputs`."""
    inputs = kept_inputs(unit, row)
    return None if inputs is None else inputs.form(row.count, row.seed)
