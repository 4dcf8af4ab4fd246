"""One published item with its variants on a real database, and a draft of it, for the tests of reviews."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.bank.cross import Known
from app.bank.dump import item_path, revision_of
from app.bank.parse import parse_item
from app.items.item import RecipeItem, Revision
from app.items.misconceptions import Misconception
from app.items.objectives import Blueprint, Domain, Objective
from app.items.variant import Variant
from app.kit.clock import FixedClock
from app.services.authoring.drafting import Drafting
from app.services.authoring.reviewing import On, Reviewing
from app.services.objectives import put_objectives
from app.store.database import Database
from app.store.drafts import DraftRow
from app.store.item_history import ItemEventRow, events_of
from app.store.items import ItemRow, put_item
from app.store.misconceptions import replace_misconceptions
from app.store.unit import reading, writing
from app.store.variants import add_variants
from app.variants.encode import encode
from app.variants.realise import realise
from tests.databases import NOW

ITEM = "why-divide"
SLUGS = ("scale-normalises-rows", "scale-is-key-length")
_DOMAIN = Domain(1, "Foundations", 100, (Objective("1.2", "Explain attention"),))
BLUEPRINT = Blueprint("exam", (_DOMAIN,), "A source", "2026-11-30")
TEXT = """\
id: why-divide
kind: single_choice
objectives: ["1.2"]
level: derivation
shape: derivation
difficulty: 0.6
source:
  citation: Lesson M1-01, section L3
  as_of: "2026-11-29"
stem: |
  Entries of a query and a key have mean 0 and variance 1. Why is their product divided by the root of the width?
options:
  - id: spread
    text: Its spread is that root, and the division brings it back to 1.
    correct: true
    rationale: The variances of as many products add up.
  - id: rows
    text: Only then does every row of weights sum to 1.
    misconception: scale-normalises-rows
    rationale: Softmax makes rows sum to 1 with any divisor.
  - id: length
    text: That root is the length of every key.
    misconception: scale-is-key-length
    rationale: The length of a key is another number.
"""


def with_right(text: str, option: str) -> str:
    """The text with another option called right."""
    lines, inside = [], ""
    for line in text.splitlines():
        if line.startswith("  - id: "):
            inside = line.removeprefix("  - id: ")
        if line == "    correct: true":
            continue
        if line.startswith("    misconception: ") and inside == option:
            continue
        lines.append(line)
        if line.startswith("    text: ") and inside == option:
            lines.append("    correct: true")
        elif line.startswith("    text: ") and inside == "spread":
            lines.append("    misconception: scale-normalises-rows")
    return "\n".join(lines) + "\n"


def revision(text: str) -> Revision:
    item = parse_item(text, f"attention/1.2/{ITEM}.yaml", Known()).item
    return revision_of(item)


def publish_plainly(database: Database, text: str, slugs: Iterable[str] = SLUGS) -> list[Variant]:
    """Put an item with two orders into the database, as loading a file does; its variants."""
    made = revision(text)
    item = made.item
    assert not isinstance(item, RecipeItem)
    header = item.header
    row = ItemRow(
        header.id, header.bank, item_path(item), header.kind.value, header.level.value, header.shape.value,
        header.objectives, header.difficulty, None, made.id,
    )  # fmt: skip
    with writing(database) as unit:
        put_item(unit, row, text=made.text, now=NOW)
        variants = [realise(made, f"order {n}") for n in range(2)]
        add_variants(unit, [encode(one) for one in variants], now=NOW)
        replace_misconceptions(unit, [Misconception(slug, slug, "Believed", "True") for slug in slugs])
        put_objectives(unit, BLUEPRINT)
        unit.commit()
    return variants


@dataclass
class Desk:
    """Drafts and reviews over one database."""

    database: Database
    clock: FixedClock
    drafting: Drafting
    reviewing: Reviewing

    def draft(self, author: str = "Ada", text: str = "") -> DraftRow:
        """The draft of the item, with a text of its author's if one is given."""
        draft = self.drafting.begin(ITEM, author)
        return self.drafting.save(draft.id, draft.version, text, actor=author) if text else draft

    def on(self, draft: DraftRow, actor: str) -> On:
        return On(draft.id, draft.version, actor)

    def now(self, draft: DraftRow) -> DraftRow:
        return self.drafting.draft(draft.id)

    def events(self) -> list[ItemEventRow]:
        with reading(self.database) as unit:
            return events_of(unit, ITEM)


def desk_over(database: Database, *, lone: bool = False) -> Desk:
    clock = FixedClock(NOW)
    publish_plainly(database, TEXT)
    return Desk(database, clock, Drafting(database, clock), Reviewing(database, clock, lone))
