"""A question of one's own: a state of the lab, baked like any other variant, or refused with the reason.

It hangs on a retired item of its own, so that nobody else is ever asked it, and its practice is off the schedule:
who has just watched the numbers being computed shows little of what they remember.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from app.bank.dump import item_path, revision_of
from app.items.item import RecipeItem, Revision
from app.kit.clock import Clock
from app.kit.draws import new_seed
from app.kit.errors import BadInput, NotReady
from app.kit.ids import new_id
from app.lab.asking import ITEMS, NotAsked, givens_of, refusal_sentence
from app.lab.state import LabState
from app.practice.choice import PracticeChoice, PracticeKind
from app.services.live_engine import LiveEngine
from app.services.revisions import stored_revision
from app.services.turns import take
from app.store.database import Database
from app.store.items import ItemRow, OriginRow, item_row, put_item
from app.store.practices import PracticeRow, add_practice
from app.store.presentations import PresentationRow, add_presentation
from app.store.turns import TurnRow
from app.store.unit import reading, writing
from app.store.variants import add_variants
from app.variants.encode import EncodedVariant
from app.variants.wire import Asked, AskOrder

ACT = "ask-lab"
_LAB = OriginRow("lab", live=False)
MOST = 60  # questions of one's own in an hour
_OFTEN = "Sixty questions an hour can be made of the lab. Wait {wait} and ask again."
_CHOICE = PracticeChoice(kind=PracticeKind.COMPUTATIONS, length=1, scheduled=False)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A question that the engine agreed to ask."""

    revision: Revision
    variant: EncodedVariant


@dataclass(frozen=True, slots=True)
class LabQuestions:
    """Makes questions of states."""

    database: Database
    live: LiveEngine
    clock: Clock

    def prepare(self, state: LabState, question: str) -> Prepared | NotAsked:
        """The question, baked and proven, or why it is not asked.

        Raises BadInput for a kind of question that there is none of, NotReady where the engine does not answer.
        """
        if question not in ITEMS:
            raise BadInput("Choose what you want to be asked, and ask again.")
        givens = givens_of(state)
        if isinstance(givens, NotAsked):
            return givens
        revision = self._revision(ITEMS[question], state.decimals)
        answer = self.live.ask(AskOrder(revision, givens, new_seed()))
        match answer:
            case Asked(variant=EncodedVariant() as variant):
                return Prepared(revision, variant)
            case Asked(refusal=reason):
                return NotAsked(refusal_sentence(reason))
            case _:
                raise NotReady("The engine answered something else than a question. Try again.")

    def begin(self, learner_id: int, prepared: Prepared) -> str:
        """Store the question and put it before the learner, in a practice of its own; the practice's name."""
        now = self.clock.now()
        practice = PracticeRow(new_id(), learner_id, _CHOICE, now)
        variant = prepared.variant
        with writing(self.database) as unit:
            take(unit, TurnRow(learner_id, ACT, MOST, timedelta(hours=1)), now, _OFTEN)
            put_item(unit, _row(prepared.revision), text=prepared.revision.text, now=now, written=_LAB)
            add_variants(unit, [variant], now=now)
            add_practice(unit, practice)
            add_presentation(
                unit, PresentationRow(practice.id, 1, learner_id, variant.item_id, variant.id, "asked", now)
            )
            unit.commit()
        return practice.id

    def _revision(self, item_id: str, decimals: int) -> Revision:
        """The bank's item under a name of its own, without fixed variants, printing so many decimals."""
        with reading(self.database) as unit:
            row = item_row(unit, item_id)
            stored = None if row is None else stored_revision(unit, row)
        if stored is None or not isinstance(stored.item, RecipeItem):
            raise NotReady("The bank has no such question now. Choose another one.")
        header = replace(stored.item.header, id=f"own-{item_id}", checks=())
        return revision_of(replace(stored.item, header=header, decimals=decimals, fixed=()))


def _row(revision: Revision) -> ItemRow:
    """The item as it is stored; without a recipe, since its numbers are not drawn and have no siblings."""
    header = revision.item.header
    return ItemRow(
        id=header.id,
        bank=header.bank,
        path=item_path(revision.item),
        kind=header.kind.value,
        level=header.level.value,
        shape=header.shape.value,
        objectives=header.objectives,
        difficulty=header.difficulty,
        recipe=None,
        latest_revision_id=revision.id,
    )
