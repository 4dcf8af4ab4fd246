"""Every text of the bank fits on the narrowest page: stems, options, rationales, rules of steps, and misconceptions."""

from collections.abc import Iterator

from playwright.sync_api import BrowserContext

from app.house import House
from app.items.answer_key import ChoiceAnswer, MatchingAnswer, OrderingAnswer
from app.items.public import ChoiceForm, MatchingForm, NumbersForm, OrderingForm
from app.services.vocabulary import Vocabulary
from app.store.answer_keys import VariantRow, whole_variants
from app.store.items import live_items
from app.store.unit import reading
from app.web.markup import block, formula, hued, inline
from tests.browser.conftest import Served

NARROWEST = 215  # what an option's text has on a page of 320 pixels
PER_ITEM = 3


def variants_of(house: House) -> Iterator[VariantRow]:
    with reading(house.database) as unit:
        for item in live_items(unit):
            yield from list(whole_variants(unit, item.latest_revision_id))[:PER_ITEM]


def html_of(variant: VariantRow) -> Iterator[str]:
    yield block(variant.shown.stem)
    yield block(variant.shown.conventions)
    match variant.shown.form:
        case ChoiceForm() as form:
            yield from (inline(option.text) for option in form.options)
        case NumbersForm() as form:
            yield from (inline(label) for label in form.labels)
        case MatchingForm() as form:
            yield from map(inline, (*form.prompts, *form.choices))
        case OrderingForm() as form:
            yield from map(inline, form.entries)
    match variant.answer_key.answer:
        case ChoiceAnswer() as answer:
            yield from (block(option.rationale) for option in answer.options)
        case MatchingAnswer() as answer:
            yield from (block(cell.rationale) for row in answer.cells for cell in row)
        case OrderingAnswer() as answer:
            yield from map(block, (*answer.rationales, *(one.rationale for one in answer.reversals)))
    for step in variant.answer_key.solution:
        yield from (hued(step.title), formula(step.rule), *(inline(name) for name in step.names))


def test_no_text_of_the_bank_is_too_wide_or_cannot_be_read(context: BrowserContext, served: Served) -> None:
    house = served.product.house
    words = Vocabulary(house.database).words()
    texts = {text for variant in variants_of(house) for text in html_of(variant)}
    for known in words.misconceptions.values():
        texts |= {inline(known.name), inline(known.belief), inline(known.truth)}
    texts |= {inline(phrase) for phrase in words.phrases.values()}
    assert len(texts) > 500
    assert not [text for text in texts if "<code>\\" in text or "$" in text]

    page = context.new_page()
    page.goto(served.address + "/about")
    wide = page.evaluate(
        """async ([texts, width]) => {
            const main = document.querySelector('main');
            main.innerHTML = texts.map(text => `<div class="measured">${text}</div>`).join('');
            await document.fonts.ready;
            const boxes = [...main.querySelectorAll('.measured')];
            for (const box of boxes) box.style.width = `${width}px`;
            return boxes.filter(box => box.scrollWidth > width).map(box => [box.scrollWidth, box.textContent]);
        }""",
        [sorted(texts), NARROWEST],
    )
    assert wide == []
