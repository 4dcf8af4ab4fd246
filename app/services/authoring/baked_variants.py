"""What was baked of a computed question: why draws were refused, its stored variants by pages, and each one whole."""

import re
import struct
from dataclasses import dataclass, replace

from app.grading.explain import right_answer
from app.grading.explain_proof import proof_note
from app.grading.explain_slips import SlipLine, StepSlips, slip_lines, step_slips
from app.grading.feedback import Feedback, ProofNote
from app.grading.words import Words
from app.items.public import PublicVariant
from app.items.variant import Variant
from app.kit.errors import Conflict, NotFound
from app.services.authoring.previewing import told
from app.services.vocabulary import Vocabulary
from app.store.answer_keys import named_variants
from app.store.bakes import BakeRow, bake_report
from app.store.database import Database
from app.store.items import is_computed
from app.store.presentations import VariantUseRow, variant_uses
from app.store.published import ItemState, item_state
from app.store.unit import Reading, reading
from app.store.variants import counts_around, names_before, names_behind
from app.variants.decode import decode
from app.variants.encode import EncodedVariant

PAGE = 50  # variants of one page of the list
_NAME = re.compile(r"[0-9a-f]{1,32}")
_BEHIND_ALL = "g"  # than which every name is less
_NO_ITEM = "There is no item of that name."
_WRITTEN = "This question was written by its author. No numbers are drawn for it, so that there are no variants to look at."
_NO_VARIANT = (
    "This question has no variant of that name. The list of its variants has all that are asked now; "
    "those of older versions have addresses of their own."
)
_UNREADABLE = (
    "What is stored of this variant cannot be read: something changed it after it was packed. "
    "On the command line, keyed variants verify says what, and names all that were."
)
_FAULTS = (KeyError, TypeError, ValueError, IndexError, struct.error)  # what comes of bytes that were changed
_UNUSED = VariantUseRow()


@dataclass(frozen=True, slots=True)
class VariantLine:
    """One stored variant in the list. `answer` and `nearest` are Markdown; what is not stored is empty, or 0 for bits.

    Without an answer what is stored of it cannot be read.
    """

    variant_id: str
    fixed: str
    answer: str
    nearest: str
    distance: str
    bits: int
    use: VariantUseRow


@dataclass(frozen=True, slots=True)
class BakedView:
    """What is stored for the text of a question as it stands, and one page of it.

    `before` are the variants before the first line. `bake` is None where nobody wrote down how they were drawn.
    """

    item_id: str
    retired: bool
    bake: BakeRow | None
    total: int
    before: int
    lines: tuple[VariantLine, ...]

    @property
    def last(self) -> int:
        """Which one of all the last line is."""
        return self.before + len(self.lines)


@dataclass(frozen=True, slots=True)
class VariantView:
    """One variant: as it is shown, what is told after the right answer, every slip's numbers, and its proof.

    `older` says that the question has another text now. The proof stands apart from what is told.
    """

    item_id: str
    variant_id: str
    seed: str
    fixed: str
    older: bool
    retired: bool
    use: VariantUseRow
    shown: PublicVariant
    feedback: Feedback
    proof: ProofNote | None
    slips: tuple[SlipLine, ...]
    steps: tuple[StepSlips, ...]


@dataclass(frozen=True, slots=True)
class BakedVariants:
    """Reads what was baked, for instructors."""

    database: Database
    vocabulary: Vocabulary

    def page(self, item_id: str, *, after: str = "", before: str = "") -> BakedView:
        """The page of the list behind one name or before another; the nearest one where there is no such page.

        Raises NotFound for a question that is not there, and for one that an author wrote.
        """
        words = self.vocabulary.words()
        with reading(self.database) as unit:
            state = _computed(unit, item_id)
            revision_id = state.revision_id
            names = _names(unit, revision_id, after=_name(after), before=_name(before))
            total, earlier = counts_around(unit, revision_id, names[0] if names else "")
            bake = bake_report(unit, revision_id)
            stored, uses = named_variants(unit, names), variant_uses(unit, names)
        lines = tuple(_line(stored[name], uses.get(name, _UNUSED), words) for name in names)
        return BakedView(item_id, not state.live, bake, total, earlier, lines)

    def one(self, item_id: str, variant_id: str) -> VariantView:
        """One variant of a question, of an older version too.

        Raises NotFound as `page`, and for a name that is none; Conflict where what is stored cannot be read.
        """
        words = self.vocabulary.words()
        with reading(self.database) as unit:
            state = _computed(unit, item_id)
            stored = _variant(unit, item_id, variant_id)
            use = variant_uses(unit, [variant_id]).get(variant_id, _UNUSED)
        try:
            return _view(decode(stored), state, use, words)
        except _FAULTS:
            raise Conflict(_UNREADABLE) from None


def _computed(unit: Reading, item_id: str) -> ItemState:
    """How a question stands that a recipe makes."""
    state = item_state(unit, item_id)
    if state is None:
        raise NotFound(_NO_ITEM)
    if not is_computed(unit, item_id):
        raise NotFound(_WRITTEN)
    return state


def _variant(unit: Reading, item_id: str, variant_id: str) -> EncodedVariant:
    found = named_variants(unit, [_name(variant_id)]).get(variant_id)
    if found is None or found.item_id != item_id:
        raise NotFound(_NO_VARIANT)
    return found


def _name(sent: str) -> str:
    """A name as variants have it; empty for what can be none."""
    return sent if _NAME.fullmatch(sent) else ""


def _names(unit: Reading, revision_id: str, *, after: str, before: str) -> list[str]:
    if before:
        names = names_before(unit, revision_id, before=before, most=PAGE)
        return names if len(names) == PAGE else names_behind(unit, revision_id, after="", most=PAGE)
    names = names_behind(unit, revision_id, after=after, most=PAGE)
    return names or names_before(unit, revision_id, before=_BEHIND_ALL, most=PAGE)


def _view(found: Variant, state: ItemState, use: VariantUseRow, words: Words) -> VariantView:
    feedback = told(found.shown, found.answer_key, words)
    return VariantView(
        item_id=found.item_id,
        variant_id=found.id,
        seed=found.seed,
        fixed=found.fixed or "",
        older=found.revision_id != state.revision_id,
        retired=not state.live,
        use=use,
        shown=found.shown,
        feedback=replace(feedback, proof=None),
        proof=feedback.proof,
        slips=slip_lines(found.answer_key, words),
        steps=step_slips(found.shown, found.answer_key, words),
    )


def _line(stored: EncodedVariant, use: VariantUseRow, words: Words) -> VariantLine:
    name, fixed = stored.id, stored.fixed or ""
    try:
        found = decode(stored)
        proof = proof_note(found.shown, found.answer_key, words)
        answer = right_answer(found.shown, found.answer_key)
    except _FAULTS:
        return VariantLine(name, fixed, answer="", nearest="", distance="", bits=0, use=use)
    if proof is None:
        return VariantLine(name, fixed, answer=answer, nearest="", distance="", bits=0, use=use)
    nearest, distance = proof.nearest, proof.nearest_distance
    return VariantLine(
        name, fixed, answer=answer, nearest=nearest, distance=distance, bits=proof.bits, use=use
    )
