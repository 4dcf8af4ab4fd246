"""How a question begins: from a template of its kind, or as a copy of another; the name of another one is never taken."""

import re
from dataclasses import dataclass

from app.authoring.incoming_names import slug
from app.authoring.plans import plan_of
from app.authoring.posted import ordered
from app.authoring.sent import clean
from app.authoring.starters import starter_fields
from app.bank.reader import read
from app.bank.rewrite import rewrite
from app.bank.values import SLUG_FORM
from app.bank.written import written
from app.kit.clock import Clock
from app.kit.errors import BadInput, Conflict, NotFound
from app.services.authoring.bank_names import BAD_BANK, LONGEST_NAME, bank_named
from app.services.authoring.drafting import Drafting
from app.services.checks import kept_checks
from app.services.objectives import kept_objectives
from app.store.database import Database
from app.store.drafts import DraftRow, draft_of_item
from app.store.item_list import listed_banks
from app.store.items import item_row, item_source, live_items, revision_text
from app.store.unit import Reading, reading

_MOST_ALIKE = 100  # questions whose first words are the same
_NAME = re.compile(SLUG_FORM)
_BAD_NAME = "Write a name in a few words, 80 signs at most, such as scaled scores of a row; letters of other scripts and signs cannot stand in it."
_NO_NAME = (
    "Write the question first, of whose words its name is made, or a name, such as scaled-scores-of-a-row."
)
_NO_LETTERS = "No name can be made of this question: names have the letters a to z and digits. Write a name, such as scaled-scores-of-a-row."
_MANY_ALIKE = "Very many questions begin with these words. Write a name that tells this one from them."
_TAKEN = "A question named {name} exists already. Choose another name."
_NO_BANK = "Choose one of the banks, or name a new one."
_NO_KIND = "Choose what kind of question it is to be."
_NO_ITEM = "There is no question of that name."


class BeginFault(BadInput):
    """A field of a new question that cannot be taken: "stem", "name", "bank" or "kind"."""

    def __init__(self, of: str, sentence: str) -> None:
        super().__init__(sentence)
        self.of = of


class Taken(BeginFault):
    """A name that another question has."""


@dataclass(frozen=True, slots=True)
class NewWish:
    """A new question as it is asked for."""

    name: str
    bank: str
    kind: str
    objective: str = ""
    stem: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a new question can be put into: banks with their titles, and objectives with their wording."""

    banks: dict[str, str]
    objectives: dict[str, str]
    usual: str  # the objective that most questions have


@dataclass(frozen=True, slots=True)
class Beginning:
    """Begins drafts of questions that there were not."""

    database: Database
    clock: Clock
    drafting: Drafting

    def shelf(self) -> Shelf:
        """What there is to choose from."""
        with reading(self.database) as unit:
            titles = kept_checks(unit).titles
            names = sorted({*listed_banks(unit), *titles})
            objectives = dict(kept_objectives(unit))
            counted: dict[str, int] = {}
            for item in live_items(unit):
                counted[item.objectives[0]] = counted.get(item.objectives[0], 0) + 1
        usual = max(counted, key=lambda number: (counted[number], number), default=next(iter(objectives), ""))
        return Shelf({name: titles.get(name, name) for name in names}, objectives, usual)

    def new(self, wish: NewWish, *, actor: str) -> DraftRow:
        """A draft by the template of a kind; its name is made of the question's words where none was given.

        Names that are no names yet are made of the words that were typed. Raises BeginFault with what is to be chosen
        otherwise.
        """
        shelf, stem = self.shelf(), clean(wish.stem)
        if not wish.bank:
            raise BeginFault("bank", _NO_BANK)
        bank = bank_named(wish.bank, shelf.banks)
        if not bank:
            raise BeginFault("bank", BAD_BANK)
        objective = wish.objective if wish.objective in shelf.objectives else shelf.usual
        today = self.clock.now().date().isoformat()
        for name in _names(wish, stem):
            fields = starter_fields(wish.kind, name, objective=objective, today=today)
            if fields is None:
                raise BeginFault("kind", _NO_KIND)
            if stem and "recipe" not in fields:
                plan = plan_of(wish.kind, drawn=False)
                fields = ordered({**fields, "stem": stem}, plan.order if plan else ())
            try:
                return self._create(name, bank, written(fields), actor=actor)
            except Taken:
                if wish.name:
                    raise
        raise BeginFault("name", _MANY_ALIKE)

    def duplicate(self, item_id: str, name: str, *, actor: str) -> DraftRow:
        """A draft of a new question with the text of another one, its draft's where it was never published."""
        name = _name_of(name)
        with reading(self.database) as unit:
            bank, text = _text_of(unit, item_id)
        document, faults = read(text, "")
        if document is not None and not faults and isinstance(document.data, dict):
            text = rewrite(text, {**document.data, "id": name})
        return self._create(name, bank, text, actor=actor)

    def _create(self, name: str, bank: str, text: str, *, actor: str) -> DraftRow:
        try:
            return self.drafting.create(name, bank, text, actor=actor)
        except Conflict as taken:
            raise Taken("name", _TAKEN.format(name=name)) from taken
        except BadInput as fault:
            raise BeginFault("stem", fault.sentence) from fault


def _names(wish: NewWish, stem: str) -> list[str]:
    """The name that was typed, else those made of the question, the plainest first. Raises BeginFault."""
    if wish.name:
        return [_name_of(wish.name)]
    name = slug(stem)
    if not name:
        raise BeginFault("name", _NO_LETTERS if stem else _NO_NAME)
    return [name, *(f"{name}-{count}" for count in range(2, _MOST_ALIKE))]


def _name_of(words: str) -> str:
    """What was typed, where it has the form of a name, else a name made of its words. Raises BeginFault."""
    name = words if _NAME.fullmatch(words) else slug(words, LONGEST_NAME)
    if not name or len(words) > LONGEST_NAME:
        raise BeginFault("name", _BAD_NAME)
    return name


def _text_of(unit: Reading, item_id: str) -> tuple[str, str]:
    """A question's bank and text as its author wrote it."""
    item, draft = item_row(unit, item_id), draft_of_item(unit, item_id)
    if item is not None:
        return item.bank, item_source(unit, item_id) or revision_text(unit, item.latest_revision_id) or ""
    if draft is None:
        raise NotFound(_NO_ITEM)
    return draft.bank, draft.text
