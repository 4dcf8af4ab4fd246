"""Two ways of an instructor without documentation: no bank to a published question, fifty of Moodle's to published ones.

Pages are reached by their links, so a link that is gone fails here; what a way costs in pages and forms is counted.
"""

import pytest

from app.store.items import live_items
from app.store.unit import reading
from tests.web.html_page import HtmlPage
from tests.web.importing import send_file
from tests.web.moodle_bank import COUNT, NO_FORM, moodle_bank
from tests.web.product import Product
from tests.web.reviewing import act, main_of
from tests.web.visitor import Visitor

FOR_ALL = [
    ("bank-other", "models"),
    ("all-objective", "1.2"),
    ("all-level", "mechanism"),
    ("all-shape", "architecture"),
    ("all-difficulty", "0.6"),
    ("all-citation", "Course notes, 2026"),
    ("all-as_of", "2026-11-29"),
    ("all-reasons", "right"),
    ("all-rationale", "The notes say it otherwise."),
]
NEW = [
    ("name", "Not told apart yet"),
    ("belief", "Something else than the notes say."),
    ("truth", "The notes say what is so."),
]
ALONE = [
    ("q2-options.2:misconception", "no-scale"),
    ("q2-options.2:rationale", "It is the scores that are divided, before the softmax."),
]
QUESTION = "what-is-divided-by-the-square-root-of-the-key-width"
NAMED = "what-does-a-causal-mask-hide-from-a-position"
OPTIONS = [
    ("", "The positions after it", "Text is read from left to right: what follows is not known yet."),
    ("written-by-hand", "The positions before it", "What came before is what a position builds on."),
    ("query-carries-content", "Its own position", "A position always sees its own token."),
    ("no-scale", "The padding alone", "Padding has a mask of its own, in either direction."),
]


class Walker(Visitor):
    """An instructor who follows links and sends forms, each of which is counted."""

    pages = forms = 0

    def follow(self, words: str) -> HtmlPage:
        """Open the first link that begins with these words."""
        link = next(one for one in self.page.all("a") if " ".join(one.text.split()).startswith(words))
        self.pages += 1
        return self.get(link.attrs["href"].partition("#")[0])

    def _arrive(self, method: str, address: str, body: bytes) -> HtmlPage:
        self.forms += method == "POST"
        return super()._arrive(method, address, body)


@pytest.fixture
def walker(empty_product: Product) -> Walker:
    found = Walker(empty_product.application())
    found.get(f"/instructor/{empty_product.house.services.instructor.new_link_token()}")
    found.send("", ("name", "Ada"))
    found.pages, found.forms = 1, 1
    return found


def published(product: Product) -> list[str]:
    with reading(product.house.database) as unit:
        return [one.id for one in live_items(unit) if one.bank == "models"]


def test_from_no_bank_to_a_published_question(walker: Walker, empty_product: Product) -> None:
    walker.follow("Write a first question")
    stem = "What does a causal mask hide from a position?"
    walker.send("/new", ("stem", stem), ("bank-other", "New"))
    assert "Name the new bank in a few words" in main_of(walker)
    walker.send("/new", ("stem", stem), ("bank-other", "Models"), ("objective", "1.2"))
    draft = walker.path
    walker.send(draft, ("act", "belief options[2].misconception"))
    belief = [
        ("name", "Written by hand"),
        ("belief", "A mask is for padding."),
        ("truth", "It hides what follows."),
    ]
    walker.send("/registry/new", *belief)
    assert walker.path == draft
    assert dict(walker.page.form(draft).fields)["options[2].misconception"] == "written-by-hand"
    options = [
        (f"options[{n}].{name}", text)
        for n, (belief, words, reason) in enumerate(OPTIONS, 1)
        for name, text in (("misconception", belief), ("text", words), ("rationale", reason))
        if text
    ]
    walker.send(draft, ("act", "submit"))
    assert "Saved, and not submitted" in main_of(walker)
    source = "Vaswani et al. 2017, section 3.2.3"
    walker.send(draft, ("source.citation", source), *options, ("act", "submit"))
    assert walker.path == f"{draft}/review"
    act(walker, "approve-and-publish", ("actor", "Ada"))
    assert "somebody else has to" in main_of(walker)
    assert published(empty_product) == []
    act(walker, "approve-and-publish", ("actor", "Grace"))
    assert published(empty_product) == [NAMED]
    assert (walker.pages, walker.forms) == (2, 6 + len(("bank refused", "draft refused", "approval refused")))


def test_fifty_questions_of_moodle_are_published(walker: Walker, empty_product: Product) -> None:
    walker.follow("Bring in questions")
    send_file(walker, moodle_bank(), "bank.xml")
    walker.forms += 1
    told, address = main_of(walker), walker.path
    assert "misconceptions (39 questions), reasons (37 questions)" in told
    walker.send(address, *FOR_ALL, *((f"new-{name}", text) for name, text in NEW), *ALONE)
    told = main_of(walker)
    assert "Of the 44 questions that come in, 44 have all that they need." in told
    assert "misconceptions of options 3, 4; reasons of options 3, 4." in told
    walker.post(f"{address}/bring", [*walker.page.form(address).fields, ("actor", "Ada")])
    walker.follow("Submit them to review")
    for word, actor in (("submit", "Ada"), ("approve", "Grace"), ("publish", "Grace")):
        walker.send("/review", ("act", word), ("actor", actor))
        assert "✓ 44 done." in main_of(walker)
        if word != "publish":
            walker.follow("Next,")
    assert len(published(empty_product)) == COUNT - NO_FORM == 44
    assert (walker.pages, walker.forms) == (5, 7)
    walker.get(f"/authoring/items/{QUESTION}")
    told = main_of(walker)
    assert "Chosen for several questions or parts at once when it came in, and not changed since" in told
    assert "misconceptions of options 3, 4" in told
    assert "belief-repeated" in told
    text = walker.page.all("pre")[0].text
    assert text.count("misconception: not-told-apart-yet") == 2
    assert "misconception: no-scale\n    rationale: It is the scores" in text
    walker.get(f"/authoring/items/{QUESTION}/history")
    assert "Chosen for several questions or parts at once when this came in: objective, level" in main_of(
        walker
    )
