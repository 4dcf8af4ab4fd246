"""Finding what a receipt's code is of, for whoever checks it."""

from dataclasses import dataclass

from app.exams.receipt import Code, Receipt, place_of
from app.exams.sitting import State
from app.services.exams.report_reading import receipt_of
from app.store.database import Database
from app.store.imports import was_brought_in
from app.store.sitting_reports import graded_names, reported_rows
from app.store.sittings import sitting_row
from app.store.unit import Reading, reading


@dataclass(frozen=True, slots=True)
class Receipts:
    """The receipts of graded sittings as they would be made now, points included."""

    database: Database

    def named_by(self, code: Code) -> Receipt | None:
        """The receipt of the sitting that a code names, to be held against the code (`told_of`).

        None where no graded sitting has that name; of a re-opened one there is none until it is graded again, and of one
        that came out of a file there is none at all.
        """
        with reading(self.database) as unit:
            name = next((one for one in graded_names(unit) if place_of(one) == code.place), None)
            return None if name is None else _receipt(unit, name)


def _receipt(unit: Reading, sitting_id: str) -> Receipt | None:
    row = sitting_row(unit, None, sitting_id)
    if row is None or row.clock.state is not State.GRADED or was_brought_in(unit, sitting_id):
        return None
    return receipt_of(row, reported_rows(unit, sitting_id))
