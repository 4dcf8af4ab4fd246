"""An answered question's proof made again while its learner waits: by both routes, on the live engine."""

from dataclasses import dataclass

from msgspec.structs import replace

from app.bank.cross import Known
from app.bank.parse import parse_item
from app.grading.explain_proof import proof_note
from app.grading.feedback import ProofNote
from app.items.item import Revision
from app.kit.clock import Clock
from app.kit.errors import Conflict, NotFound, NotReady
from app.services.answering import NO_SUCH_QUESTION
from app.services.live_engine import LiveEngine
from app.services.practise import is_possible
from app.services.vocabulary import Vocabulary
from app.store.answer_keys import stored_variant
from app.store.answered import answered_row
from app.store.database import Database
from app.store.items import item_row, revision_text
from app.store.unit import Reading, reading
from app.variants.decode import decode
from app.variants.encode import EncodedVariant
from app.variants.wire import Proved, ProveOrder

_NOT_ANSWERED = "This question is not answered yet. Answer it first."
_WRITTEN = (
    "This question was written by an author. Nothing in it was computed, so there is nothing to check again."
)
_OLDER = (
    "This question was made by an earlier version of its recipe, and only that version could "
    "make it again. It has not been changed since: its hashes are those of what is stored."
)
_ODD = "The engine answered something else than a proof. Try again."


@dataclass(frozen=True, slots=True)
class ProofView:
    """A proof as it is stored, and as it came out again.

    `again` is None where nothing came out; `faults` say what does not hold, in sentences; `seconds` are those from the
    question to the answer, `engine` those of the two computations alone. `failure` says why there is no second proof.
    """

    n: int
    stored: ProofNote
    again: ProofNote | None = None
    faults: tuple[str, ...] = ()
    seconds: float = 0.0
    engine: float = 0.0
    failure: str = ""

    @property
    def holds(self) -> bool:
        """Whether a second proof was made, and everything that is stored is what came out."""
        return not self.failure and not self.faults


@dataclass(frozen=True, slots=True)
class Proving:
    """Second proofs for learners who may see the first."""

    database: Database
    live: LiveEngine
    vocabulary: Vocabulary
    clock: Clock

    def again(self, learner_id: int, practice_id: str, n: int) -> ProofView:
        """Question `n` of this learner's practice, proven once more.

        Raises NotFound for another's question and for one without a proof, Conflict before its answer is settled.
        """
        with reading(self.database) as unit:
            order = self._order(unit, learner_id, practice_id, n)
        return self._proven(order, n)

    def shown(self, variant_id: str, n: int = 0) -> ProofView:
        """As `again`, of a variant whose proof its learner has been shown as that of question `n`; 0 for instructors."""
        with reading(self.database) as unit:
            order = _order_of(unit, variant_id)
        return self._proven(order, n)

    def _proven(self, order: ProveOrder, n: int) -> ProofView:
        variant, words = decode(order.variants[0]), self.vocabulary.words()
        stored, start = proof_note(variant.shown, variant.answer_key, words), self.clock.steady()
        if stored is None:
            raise NotFound(_WRITTEN)
        try:
            answer = self.live.ask(order)
            if not isinstance(answer, Proved) or len(answer.proofs) != 1:
                raise NotReady(_ODD)
        except NotReady as problem:
            return ProofView(n, stored, failure=problem.sentence)
        (found,) = answer.proofs
        if found.older:
            return ProofView(n, stored, failure=_OLDER)
        proof = None if found.proof is None else replace(found.proof, seal="")
        again = proof_note(variant.shown, replace(variant.answer_key, proof=proof), words)
        seconds = max(self.clock.steady() - start, answer.seconds)
        return ProofView(n, stored, again, found.faults, seconds, answer.seconds)

    def _order(self, unit: Reading, learner_id: int, practice_id: str, n: int) -> ProveOrder:
        """What is asked of the engine. The answer stands before it, as it does before the feedback."""
        found = answered_row(unit, learner_id, practice_id, n) if is_possible(practice_id, n) else None
        if found is None:
            raise NotFound(NO_SUCH_QUESTION)
        if found.given is None:
            raise Conflict(_NOT_ANSWERED)
        return _order_of(unit, found.variant_id)


def _order_of(unit: Reading, variant_id: str) -> ProveOrder:
    variant = stored_variant(unit, variant_id)
    return ProveOrder(_revision(unit, variant), (variant,))


def _revision(unit: Reading, variant: EncodedVariant) -> Revision:
    """The item as the variant was made of it, though it may have changed since."""
    text, row = revision_text(unit, variant.revision_id), item_row(unit, variant.item_id)
    if text is None or row is None:
        raise LookupError(f"the item of variant {variant.id} is not stored")
    return Revision(variant.revision_id, parse_item(text, row.path, Known()).item, text)
