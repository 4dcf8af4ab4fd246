"""Variants of a recipe item that nobody was asked yet: drawn at chosen seeds or from pinned numbers, with their proofs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import orjson

from app.bank.dump import revision_of
from app.bank.faults import BankFaults
from app.bank.reader import Data, read
from app.bank.rewrite import bare
from app.bank.written import written
from app.grading.feedback import Feedback
from app.items.item import RecipeItem, Revision
from app.items.public import PublicVariant
from app.kit.errors import BadInput, NotReady
from app.lab.asking import reason_sentence, refusal_sentence
from app.services.authoring.known import known_names, parse_typed
from app.services.authoring.previewing import told
from app.services.live_engine import LiveEngine
from app.services.vocabulary import Vocabulary
from app.store.database import Database
from app.store.drafts import DraftRow
from app.store.unit import reading
from app.variants.decode import decode
from app.variants.encode import EncodedVariant
from app.variants.item_report import FEWEST, LOOKS
from app.variants.wire import Asked, AskOrder, Baked, BakeOrder

Givens = Mapping[str, object]
MOST = 6  # variants side by side
_LONGEST_SEED = 60
_FAULTY = "The text has faults, so no numbers can be drawn. Mend them first: {fault}"
_WRITTEN = "This question was written by its author: no numbers are drawn for it."
_ODD = "The engine answered something else than variants. Try again."
_BY_RECIPE = ("kind", "recipe", "decimals", "settings", "tolerance")
_REST: dict[str, Data] = {
    "objectives": ["1.1"],
    "level": "mechanism",
    "shape": "computation",
    "difficulty": "0.5",
    "source": {"citation": "none", "as_of": "2026-01-01"},
}
_REPEATED = "They are the numbers of an earlier draw."
_BAD_PIN = "The pinned numbers cannot be read. Take the pin out, and pin them again."


@dataclass(frozen=True, slots=True)
class Pin:
    """Numbers that stay while the rest of the item changes, as canonical JSON, under the seed that drew them."""

    seed: str
    givens: str


@dataclass(frozen=True, slots=True)
class Sample:
    """One variant as a learner sees it, with what is told after the right answer, its numbers, and its proof.

    Where the numbers were refused, `refusal` says why, and there is nothing else.
    """

    seed: str
    pinned: bool
    shown: PublicVariant | None = None
    feedback: Feedback | None = None
    givens: str = ""
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Variants side by side, and why other draws of the same item are refused, of so many draws; with what failed, if it did."""

    samples: tuple[Sample, ...]
    drawn: int = 0
    made: int = 0
    refusals: tuple[tuple[str, int], ...] = ()
    failure: str = ""

    @property
    def hardly(self) -> bool:
        """Whether hardly any draw makes a question of its own, so that learners would meet the same ones again."""
        return bool(self.drawn) and self.made < FEWEST


@dataclass(frozen=True, slots=True)
class Sampling:
    """Asks the live engine for variants of a draft's text. Nothing of them is stored."""

    database: Database
    live: LiveEngine
    vocabulary: Vocabulary

    def sheet(self, draft: DraftRow, seeds: Sequence[str], pins: Sequence[Pin] = ()) -> Sheet:
        """The variants of these seeds; of a seed that is pinned the one of its pinned numbers.

        Raises BadInput where the text has faults or is no recipe's.
        """
        revision = self._revision(draft)
        pinned = {pin.seed: _read(pin.givens) for pin in pins}
        wanted = tuple(dict.fromkeys(seed[:_LONGEST_SEED] for seed in seeds if seed))[:MOST]
        try:
            return self._asked(revision, wanted, pinned)
        except NotReady as problem:
            return Sheet((), failure=problem.sentence)

    def _asked(self, revision: Revision, seeds: Sequence[str], pinned: Mapping[str, Givens]) -> Sheet:
        drawn = tuple(seed for seed in seeds if seed not in pinned)
        looks = tuple(f"look|{n}" for n in range(LOOKS))
        answer = self.live.ask(BakeOrder(revision, (*drawn, *looks)))
        if not isinstance(answer, Baked):
            raise NotReady(_ODD)
        found = {one.seed: one for one in answer.variants}
        samples = [
            self._pinned(revision, seed, pinned[seed])
            if seed in pinned
            else self._drawn(seed, found.get(seed))
            for seed in seeds
        ]
        counted = sorted(answer.refusals.items(), key=lambda one: (-one[1], one[0]))
        told_of = [(reason_sentence(reason), count) for reason, count in counted]
        told_of += [(_REPEATED, answer.repeated)] if answer.repeated else []
        return Sheet(tuple(samples), answer.drawn, len(answer.variants), tuple(told_of))

    def _drawn(self, seed: str, variant: EncodedVariant | None) -> Sample:
        if variant is None:
            return Sample(
                seed, False, refusal="These numbers were refused, or another seed drew the same ones."
            )
        return self._sample(seed, variant, pinned=False)

    def _pinned(self, revision: Revision, seed: str, givens: Givens) -> Sample:
        answer = self.live.ask(AskOrder(revision, givens, seed))
        match answer:
            case Asked(variant=EncodedVariant() as variant):
                return self._sample(seed, variant, pinned=True)
            case Asked(refusal=reason):
                return Sample(
                    seed, True, givens=orjson.dumps(givens).decode(), refusal=refusal_sentence(reason)
                )
            case _:
                raise NotReady(_ODD)

    def _sample(self, seed: str, encoded: EncodedVariant, *, pinned: bool) -> Sample:
        variant = decode(encoded)
        feedback = told(variant.shown, variant.answer_key, self.vocabulary.words())
        return Sample(seed, pinned, variant.shown, feedback, variant.answer_key.givens)

    def _revision(self, draft: DraftRow) -> Revision:
        with reading(self.database) as unit:
            known = known_names(unit)
        text = _drawable(draft.text, draft.item_id)
        try:
            parsed = parse_typed(text, draft.item_id, draft.bank, known=known)
        except BankFaults as found:
            fault = found.faults[0]
            raise BadInput(_FAULTY.format(fault=f"{fault.field}: {fault.sentence}")) from found
        if not isinstance(parsed.item, RecipeItem):
            raise BadInput(_WRITTEN)
        return revision_of(parsed.item)


def _drawable(text: str, item_id: str) -> str:
    """The part of a text that numbers are drawn by, with the rest filled in: a source that is missing is in no way."""
    document, _ = read(text, "")
    if document is None or not isinstance(document.data, dict) or "recipe" not in document.data:
        return text
    given = {name: value for name, value in document.data.items() if name in _BY_RECIPE}
    return written({**_REST, "id": item_id, **{name: bare(value) for name, value in given.items()}})


def _read(givens: str) -> Givens:
    try:
        found = orjson.loads(givens)
    except orjson.JSONDecodeError:
        found = None
    if not isinstance(found, dict):
        raise BadInput(_BAD_PIN)
    return found
