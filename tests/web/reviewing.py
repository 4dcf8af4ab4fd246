"""An instructor's browser at the reviews of drafts, and drafts to look at."""

from app.store.drafts import DraftRow
from tests.web.product import Product
from tests.web.visitor import Visitor

ITEM = "what-the-division-is-for"


def some_item(product: Product) -> str:
    """A written single choice of the bank."""
    return next(
        name
        for name in product.items()
        if product.variants(name)[0].shown.kind == "single_choice"
        and not product.variants(name)[0].answer_key.solution
    )


def draft_of(product: Product, item_id: str, *changes: tuple[str, str], author: str = "Ada") -> DraftRow:
    """A draft of an item with some of its text exchanged."""
    drafting = product.house.services.authoring.drafting
    draft = drafting.begin(item_id, author)
    text = draft.text
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return drafting.save(draft.id, draft.version, text, actor=author)


def act(visitor: Visitor, word: str, *changes: tuple[str, str]) -> None:
    """Press a button of the page's form of decisions that goes elsewhere than the form does."""
    form = visitor.page.form("/submit")
    named = {name for name, _ in changes}
    fields = [*((name, value) for name, value in form.fields if name not in named), *changes]
    visitor.post(form.action.removesuffix("submit") + word, fields)


def main_of(visitor: Visitor) -> str:
    return " ".join(visitor.page.one("main").text.split())
