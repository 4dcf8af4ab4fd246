"""One's own data: taken along as a file, brought in from one, and forgotten."""

from dataclasses import dataclass

from app.kit.clock import Clock
from app.services.exams.grading import Grading
from app.services.own_export import OwnExport
from app.services.own_import import OwnImport
from app.store.audit import own_act, record
from app.store.database import Database
from app.store.forgetting import forget, scrub
from app.store.pages import Pages
from app.store.unit import writing


@dataclass(frozen=True, slots=True)
class OwnData:
    """What a learner can do with everything that is theirs."""

    database: Database
    clock: Clock
    export: OwnExport
    imports: OwnImport

    @classmethod
    def over(cls, database: Database, pages: Pages, clock: Clock) -> "OwnData":
        """The three over one database."""
        return cls(
            database,
            clock,
            OwnExport(database, pages, clock),
            OwnImport(database, pages, clock, Grading(database, clock)),
        )

    def forget(self, learner_id: int) -> None:
        """Remove the learner's tokens, practices, sittings, answers, memories, plan, flags and notes.

        Reports of faults lose their author. How many answers each item had, and how many were right, stays as a count
        that names nobody; so does the record that some learner was forgotten.
        """
        with writing(self.database) as unit:
            forget(unit, learner_id)
            record(unit, own_act(self.clock.now(), "forget a learner"))
            unit.commit()
        scrub(self.database)
