"""A question that was changed both in its file and in the database."""

from app.bank.cross import Known
from app.bank.dump import revision_of
from app.bank.parse import parse_item
from app.services.authoring.publication import Stamp
from app.store.item_conflicts import ConflictRow, put_conflict
from app.store.items import item_row, item_source, revision_text
from app.store.unit import reading, writing
from tests.databases import NOW
from tests.web.product import Product

ITEM, PATH = "state-the-formula", "attention/1.2/state-the-formula.yaml"
CONFLICTS, ONE, DIFF = "/authoring/conflicts", f"/authoring/conflicts/{ITEM}", f"/authoring/items/{ITEM}/diff"


def text_of(product: Product) -> str:
    with reading(product.house.database) as unit:
        row = item_row(unit, ITEM)
        assert row is not None
        return item_source(unit, ITEM) or revision_text(unit, row.latest_revision_id) or ""


def level(product: Product) -> str:
    with reading(product.house.database) as unit:
        row = item_row(unit, ITEM)
    assert row is not None
    return row.level


def publish(product: Product, old: str, new: str) -> None:
    authoring = product.house.services.authoring
    draft = authoring.drafting.begin(ITEM, "Ada")
    assert old in draft.text
    draft = authoring.drafting.save(draft.id, 1, draft.text.replace(old, new), actor="Ada")
    authoring.publishing().publish(draft.id, draft.version, Stamp("Grace", NOW))


def conflict(product: Product) -> None:
    """The level was changed here, and to another one in the file; its difficulty in the file alone."""
    before = text_of(product)
    publish(product, "level: intuition", "level: mechanism")
    text = before.replace("level: intuition", "level: derivation  # hard").replace("0.85", "0.7")
    name = revision_of(parse_item(text, PATH, Known()).item).id
    with writing(product.house.database) as unit:
        put_conflict(unit, ConflictRow(ITEM, PATH, text, name, NOW))
        unit.commit()
