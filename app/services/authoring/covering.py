"""What a bank covers of the exam, and which exams it cannot fill."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.authoring.coverage import Covering, ObjectiveCover, coverage
from app.exams.outlook import none_for
from app.items.item import Level
from app.services.weights import kept_weights
from app.store.database import Database
from app.store.exams import GapRow, gaps, live_exams
from app.store.items import live_items
from app.store.unit import reading


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Why an exam cannot be filled, and in which of its lengths for this reason."""

    exam_id: str
    counts: tuple[int, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class CoverView:
    """The objectives of the exam with what a bank's items say of them; what its exams lack."""

    objectives: tuple[ObjectiveCover, ...]
    shortfalls: tuple[Shortfall, ...]

    @property
    def covered(self) -> int:
        """How many objectives have an item."""
        return sum(one.items > 0 for one in self.objectives)


@dataclass(frozen=True, slots=True)
class Coverages:
    """Reads what is published."""

    database: Database

    def of(self, bank: str) -> CoverView:
        """What a bank covers."""
        with reading(self.database) as unit:
            weights = kept_weights(unit)
            items = [item for item in live_items(unit) if item.bank == bank]
            exams = {one.exam.id for one in live_exams(unit) if one.exam.bank == bank}
            found = tuple(one for one in gaps(unit) if one.exam_id in exams)
        covering = [Covering(one.objectives, Level(one.level), one.recipe is not None) for one in items]
        blueprint = {number: (one.wording, one.weight) for number, one in weights.items()}
        return CoverView(coverage(covering, blueprint), shortfalls(found))


def shortfalls(found: Iterable[GapRow]) -> tuple[Shortfall, ...]:
    """What exams lack, each sentence once for all lengths of an exam of which it holds, in the order of the lengths."""
    counts: dict[tuple[str, str], list[int]] = {}
    for one in found:
        none = none_for(one.missing) if one.missing else ""
        for sentence in (none, one.sentence.removeprefix(none).strip()):
            if sentence:
                counts.setdefault((one.exam_id, sentence), []).append(one.count)
    return tuple(Shortfall(exam_id, tuple(many), sentence) for (exam_id, sentence), many in counts.items())
