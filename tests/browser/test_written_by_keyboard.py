"""The keyboard alone from an empty house to a question that a learner is asked: written, reviewed, published."""

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, Served
from tests.browser.hands import Hands
from tests.browser.journeys import START, drafted
from tests.web.conflicting import ITEM, ONE, conflict, level
from tests.web.importing import GIFT
from tests.web.product import Product

STEM = "What does a causal mask hide from a position?"
OPTIONS = (
    ("The positions after it", "Text is read from left to right: what follows is not known yet."),
    ("The positions before it", "What came before is what a position builds on."),
    ("Its own position", "A position always sees its own token."),
    ("The padding alone", "Padding has a mask of its own, in either direction."),
)
CHOSEN = {3: "Query carries", 4: "Leaves out the scale"}
READING = 53  # seconds, for what is chosen and approved
CHECKS = """
checks:
  - {name: a second word, chosen: [option-1], expect: right}"""


def opened(browser: Browser, served: Served) -> tuple[Page, Hands]:
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.emulate_media(reduced_motion="reduce")  # or the page still glides when it is looked at
    page.goto(f"{served.address}/instructor/{served.product.house.services.instructor.new_link_token()}")
    hands = Hands(page)
    hands.type("Ada")
    hands.go("Come in as an instructor")
    return page, hands


@pytest.fixture
def empty(empty_product: Product) -> Iterator[Served]:
    serving = Served(empty_product)
    serving.start()
    yield serving
    serving.stop()


def written(hands: Hands) -> None:
    """From no bank to a draft in review."""
    hands.go("Write a first question")
    hands.type(STEM)
    hands.type("Models", "Bank")
    hands.type("1.2", "Objective")
    hands.go("Begin")
    for n, (text, reason) in enumerate(OPTIONS, 1):
        if n == 2:
            hands.go("Make a new one", of="Option 2")
            hands.type("A mask is for padding.")
            hands.type("It hides what follows.", "What is so")
            hands.type("Written by hand", "What it is called")
            hands.go("Make it")
            assert hands.at() == "Misconception"
        elif n in CHOSEN:
            hands.type(CHOSEN[n], "Misconception", of=f"Option {n}")
        hands.type(text, "Option", of=f"Option {n}")
        hands.type(reason, "Reason", of=f"Option {n}")
    hands.type("Vaswani et al. 2017, section 3.2.3", "Source", of="Where")


@pytest.mark.gate
def test_from_an_empty_house_to_a_learner(browser: Browser, empty: Served) -> None:
    page, hands = opened(browser, empty)
    written(hands)
    aside = hands.keys_pressed, hands.decisions
    own_check_and_image(page, hands)
    hands.keys_pressed, hands.decisions = aside
    hands.go("Save, and submit for review")
    assert hands.at().startswith("Submitted.")
    aside = hands.keys_pressed, hands.decisions
    commented(hands)
    hands.keys_pressed, hands.decisions = aside
    hands.instead("Grace", "Your name")
    hands.go("Approve and publish it")
    assert hands.at() == "Published."
    assert hands.seconds + READING < 270  # under five minutes, with thirty seconds for a slow server
    page.goto(empty.address)
    hands.go(START)
    expect(page.locator("#main")).to_contain_text(STEM)
    expect(page.get_by_role("img", name="A square")).to_be_visible()
    assert [*dict.fromkeys(hands.wrong)] == []


def own_check_and_image(page: Page, hands: Hands) -> None:
    """A check of its own in the text, which is left by Tab as the page says, and an image with what it shows."""
    hands.go("Text", back=True)
    hands.reach("Text (YAML)")
    expect(page.locator("#text-ways")).to_be_visible()
    hands.press("Control+End")
    hands.type(CHECKS)
    expect(page.locator("#found-count")).to_have_text(re.compile("No fault"))
    hands.press("Control+f", "Escape")
    assert hands.at() == "Text (YAML)"
    hands.go("Form", back=True)
    hands.go("take in an image")
    hands.reach("A PNG, JPEG or WebP image")
    held = BytesIO()
    Image.new("RGB", (40, 40), "teal").save(held, "PNG")
    picture = {"name": "square.png", "mimeType": "image/png", "buffer": held.getvalue()}
    page.locator(":focus").set_input_files(files=[picture])  # type: ignore[list-item]
    hands.type("A square", "What it shows")
    hands.go("Take it in")
    assert hands.at() == "Line of this image"
    hands.press("Control+a", "Control+c")
    hands.go("Back to the draft", back=True)
    hands.reach("Question")
    hands.press("Control+End", "Enter", "Enter", "Control+v")
    expect(page.locator("#preview").get_by_role("img", name="A square")).to_be_visible()


def commented(hands: Hands) -> None:
    """A comment at a line, which is settled."""
    hands.instead("Grace", "Your name")
    hands.type("7", "At line")
    hands.type("Why so?", "Comment")
    hands.go("Write it")
    assert hands.at() == "Your comment stands at its line."
    hands.go("Settle")
    assert hands.at() == "The comment is settled."


@pytest.mark.gate
def test_the_rest_of_authoring(browser: Browser, served: Served) -> None:
    page, hands = opened(browser, served)
    conflict(served.product)
    drafted(served, served.product.items()[0])
    page.goto(f"{served.address}/authoring/items?q=match-to-be")
    hands.reach("Mark a-match-to-be-made")
    hands.press("Space")
    hands.go("Retire")
    hands.go("Leave everything as it is")
    page.goto(served.address + ONE)
    hands.go("Take the file")
    assert hands.at()
    assert level(served.product) == "derivation"
    page.goto(f"{served.address}/authoring/items/{ITEM}/diff")
    hands.type("Draft", "From")
    hands.go("Compare")
    page.goto(f"{served.address}/authoring/imports")
    hands.reach("A file")
    file = {"name": "bank.gift", "mimeType": "text/plain", "buffer": GIFT.encode()}
    page.locator(":focus").set_input_files(files=[file])  # type: ignore[list-item]
    hands.go("Look through it")
    hands.type("att", "Bank")
    hands.go("Keep choices")
    assert hands.at().startswith("✓")
    hands.go("Bring in as drafts")
    hands.go("Submit them to review")
    assert [*dict.fromkeys(hands.wrong)] == []
