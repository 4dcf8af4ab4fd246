"""Two ways of an instructor without documentation: no bank to a published question, fifty of Moodle's to published ones.

Pages are reached by their links, so a link that is gone fails here; what a way costs in pages and forms is counted.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.kit.clock import FixedClock
from app.settings import ROOT
from app.store.items import live_items
from app.store.unit import reading
from tests.databases import NOW
from tests.web.html_page import HtmlPage
from tests.web.importing import send_file
from tests.web.moodle_bank import COUNT, NO_FORM, moodle_bank
from tests.web.product import Chance, Product, opened
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
NAMED = "what-a-causal-mask-hides"
OPTIONS = [
    ("", "The positions after it", "Text is read from left to right: what follows is not known yet."),
    ("query-carries-content", "The positions before it", "What came before is what a position builds on."),
    ("no-scale", "Its own position", "A position always sees its own token."),
    ("written-by-hand", "The padding alone", "Padding has a mask of its own, in either direction."),
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
def bare(tmp_path: Path) -> Iterator[Product]:
    """A house without a bank: the facts about the exam are there, and nothing else."""
    questions = tmp_path / "questions"
    shutil.copytree(ROOT / "questions" / "_facts", questions / "_facts")
    clock = FixedClock(NOW)
    made = Product(tmp_path / "data", opened(tmp_path / "data", clock, questions=questions), Chance(), clock)
    yield made
    made.house.close()


@pytest.fixture
def walker(bare: Product) -> Walker:
    found = Walker(bare.application())
    found.get(f"/instructor/{bare.house.services.instructor.new_link_token()}")
    found.send("", ("name", "Ada"))
    found.pages, found.forms = 1, 1
    return found


def published(product: Product) -> list[str]:
    with reading(product.house.database) as unit:
        return [one.id for one in live_items(unit) if one.bank == "models"]


def test_from_no_bank_to_a_published_question(walker: Walker, bare: Product) -> None:
    walker.follow("Write a first question")
    walker.send("/new", ("name", NAMED), ("bank-other", "No Name"))
    assert "Write the new bank's name in small letters" in main_of(walker)
    walker.send("/new", ("name", NAMED), ("bank-other", "models"), ("objective", "1.2"))
    draft = walker.path
    walker.send(draft, ("act", "belief"))
    belief = [
        ("name", "Written by hand"),
        ("belief", "A mask is for padding."),
        ("truth", "It hides what follows."),
    ]
    walker.send("/registry/new", *belief)
    walker.get(draft)
    options = [
        (f"options[{n}].{name}", text)
        for n, (belief, words, reason) in enumerate(OPTIONS, 1)
        for name, text in (("misconception", belief), ("text", words), ("rationale", reason))
        if text
    ]
    stem, source = "What does a causal mask hide from a position?", "Vaswani et al. 2017, section 3.2.3"
    walker.send(draft, ("stem", stem), ("source.citation", source), *options, ("act", "review"))
    assert walker.path == f"{draft}/review"
    for word, actor in (("submit", "Ada"), ("approve", "Grace"), ("publish", "Grace")):
        act(walker, word, ("actor", actor))
    assert published(bare) == [NAMED]
    assert (walker.pages, walker.forms) == (2, 9)


def test_fifty_questions_of_moodle_are_published(walker: Walker, bare: Product) -> None:
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
    assert len(published(bare)) == COUNT - NO_FORM == 44
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
