"""Rulings on questions: tried out first, then carried out for everybody in one transaction, and taken back likewise."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.exams.ruling import Ruling, What
from app.items.answer_key import ChoiceAnswer
from app.items.public import ChoiceForm
from app.kit.clock import Clock
from app.kit.errors import BadInput, Conflict, NotFound
from app.services.exams.acting import read_reason
from app.services.exams.ruling_trial import WITHDRAW, Trial, carry_out, trial_of
from app.services.exams.ruling_views import DryRun, ItemRulings, OptionLine, RulingsView
from app.store.answer_keys import VariantRow, keyed_variants
from app.store.database import Database
from app.store.items import ItemRow, item_row
from app.store.rulings import (
    RulingRow,
    asked_items,
    asked_variants,
    hold_rulings,
    ruling_rows,
)
from app.store.unit import Reading, reading, writing
from app.store.variants import variant_ids

BY_HAND = (What.DROP, What.FULL, What.ACCEPT)  # a later text judges where it is published, and not from here
_NO_ITEM = "There is no question of that name."
_NO_CHOICE = "Choose what is to hold for this question."
_NO_OPTIONS = "Other answers can be accepted only where its author wrote options to choose from. Drop it, or give full points."
_FOREIGN = "One of the options is not an option of this question. Load the page again."
_FEW = "Mark at least {count}: that many are to be chosen."
_SAME = "That is what counts already, so there is nothing to rule."
_NONE_STANDS = "No ruling is in force for this question, so there is none to take back."
_MOVED_ON = "Sittings have changed since this was tried out. Look at it again, and confirm it then."


class RulingFault(BadInput):
    """A field of a ruling that cannot be read: "what", "accepted" or "reason"."""

    def __init__(self, of: str, sentence: str) -> None:
        super().__init__(sentence)
        self.of = of


class MovedOn(Conflict):
    """What was confirmed is not what would happen now; with what would."""

    def __init__(self, dry: DryRun) -> None:
        super().__init__(_MOVED_ON)
        self.dry = dry


@dataclass(frozen=True, slots=True)
class RawRuling:
    """A ruling as it was sent: "drop", "full", "accept" or "withdraw", the options that count, and why."""

    what: str
    accepted: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Rulings:
    """What instructors rule of questions."""

    database: Database
    clock: Clock

    def all(self) -> RulingsView:
        """Every ruling, and the items that can be ruled on."""
        with reading(self.database) as unit:
            return RulingsView(tuple(ruling_rows(unit)), tuple(asked_items(unit)))

    def of(self, item_id: str) -> ItemRulings:
        """One item with its options and the rulings on it. Raises NotFound."""
        with reading(self.database) as unit:
            item = _item(unit, item_id)
            variants = _variants(unit, item)
            rulings = tuple(ruling_rows(unit, item_id))
            count = sum(one.sittings for one in asked_items(unit) if one.item_id == item_id)
        options, choose = _options(item, variants)
        return ItemRulings(
            item_id=item_id,
            sittings=count,
            shown=variants[0].shown if variants else None,
            options=options,
            choose=choose,
            standing=_standing(rulings),
            rulings=rulings,
        )

    def try_out(self, item_id: str, raw: RawRuling) -> DryRun:
        """What a ruling would do; nothing changes.

        Raises NotFound, RulingFault for a field that cannot be read, and Conflict where it would change nothing that holds.
        """
        with reading(self.database) as unit:
            return _trial(unit, item_id, raw).dry()

    def rule(self, item_id: str, raw: RawRuling, *, actor: str, digest: str) -> int:
        """Carry out what was tried out; how many graded sittings have other points now.

        Everything happens in one transaction: the ruling, the points, the notices, the record.

        Raises as `try_out` does, and MovedOn where it would do something else now than what was seen.
        """
        at = self.clock.now()
        with writing(self.database) as unit:
            hold_rulings(unit, alone=True)
            trial = _trial(unit, item_id, raw)
            dry = trial.dry()
            if dry.digest != digest:
                raise MovedOn(dry)
            carry_out(unit, trial, actor, at)
            unit.commit()
        return len(dry.moves)


def _trial(unit: Reading, item_id: str, raw: RawRuling) -> Trial:
    item = _item(unit, item_id)
    standing = _standing(ruling_rows(unit, item_id))
    ruling = _read(raw, standing, *_options(item, _variants(unit, item)))
    return trial_of(unit, item, ruling, _reason(raw))


def _read(
    raw: RawRuling, standing: RulingRow | None, options: Sequence[OptionLine], choose: int
) -> Ruling | None:
    """The ruling that was sent; None takes back the one in force."""
    if raw.what == WITHDRAW:
        if standing is None:
            raise Conflict(_NONE_STANDS)
        return None
    what = next((one for one in BY_HAND if one.value == raw.what), None)
    if what is None:
        raise RulingFault("what", _NO_CHOICE)
    accepted = frozenset(raw.accepted) if what is What.ACCEPT else frozenset()
    if what is What.ACCEPT:
        _check(accepted, options, choose)
        if standing is None and accepted == {one.option_id for one in options if one.correct}:
            raise RulingFault("accepted", _SAME)
    ruling = Ruling(what, accepted)
    if standing is not None and standing.ruling == ruling:
        raise RulingFault("what", _SAME)
    return ruling


def _check(accepted: frozenset[str], options: Sequence[OptionLine], choose: int) -> None:
    if not options:
        raise RulingFault("what", _NO_OPTIONS)
    if not accepted <= {one.option_id for one in options}:
        raise RulingFault("accepted", _FOREIGN)
    if len(accepted) < choose:
        raise RulingFault("accepted", _FEW.format(count=choose))


def _reason(raw: RawRuling) -> str:
    return read_reason(raw.reason)


def _item(unit: Reading, item_id: str) -> ItemRow:
    found = item_row(unit, item_id)
    if found is None:
        raise NotFound(_NO_ITEM)
    return found


def _standing(rulings: Sequence[RulingRow]) -> RulingRow | None:
    return next((one for one in rulings if one.withdrawn_at is None), None)


def _variants(unit: Reading, item: ItemRow) -> list[VariantRow]:
    """The variants that sittings ask, else one that could be asked."""
    names = asked_variants(unit, item.id) or variant_ids(unit, item.latest_revision_id)[:1]
    keyed = keyed_variants(unit, names)
    return [keyed[name] for name in names]


def _options(item: ItemRow, variants: Sequence[VariantRow]) -> tuple[tuple[OptionLine, ...], int]:
    """The options of an item by its author, and how many are to be chosen; none where a recipe makes them."""
    found: dict[str, OptionLine] = {}
    choose = 1
    for variant in variants if item.recipe is None else ():
        match variant.shown.form, variant.answer_key.answer:
            case ChoiceForm() as form, ChoiceAnswer() as answer:
                choose = form.choose
                for shown, behind in zip(form.options, answer.options, strict=True):
                    found.setdefault(
                        behind.option_id, OptionLine(behind.option_id, shown.text, behind.correct)
                    )
            case _:
                pass
    return tuple(sorted(found.values(), key=lambda one: (not one.correct, one.option_id))), choose
