"""Publishing from the pages: the dry run of a changed answer, the history of a question, and reports answered there."""

import pytest
from fastapi import FastAPI

from app.services.authoring.publication import Stamp
from app.services.authoring.reviewing import On
from app.store.drafts import DraftRow
from tests.web.candidate import candidate
from tests.web.instructing import instructor_of
from tests.web.product import Product, right_answer, wrong_answer
from tests.web.reviewing import act, draft_of, main_of
from tests.web.visitor import Visitor

ITEM = "a-cache-out-of-step"
RIGHT = "\n    correct: true"
TURNED = (
    (RIGHT, "\n    misconception: value-compared"),
    ("\n    misconception: values-need-no-pairing", RIGHT),
)


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


def approved(product: Product, *changes: tuple[str, str]) -> DraftRow:
    draft = draft_of(product, ITEM, *changes)
    reviewing = product.house.services.authoring.reviewing()
    reviewing.submit(On(draft.id, draft.version, "Ada"))
    reviewing.approve(On(draft.id, draft.version, "Grace"))
    return draft


def in_review(instructor: Visitor, product: Product, *changes: tuple[str, str]) -> DraftRow:
    """Ada's draft as it waits, on its page."""
    draft = draft_of(product, ITEM, *changes)
    product.house.services.authoring.reviewing().submit(On(draft.id, draft.version, "Ada"))
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    return draft


def answered(app: FastAPI, product: Product, *, right: bool) -> tuple[Visitor, str]:
    """A learner who answered the question, and the address of its feedback."""
    learner = Visitor(app)
    product.will_ask(ITEM)
    learner.begin()
    variant = product.at(learner.path)
    learner.answer(right_answer(variant) if right else wrong_answer(variant))
    return learner, learner.path


def test_nobody_but_an_instructor_publishes_or_sees_a_history(visitor: Visitor, product: Product) -> None:
    draft = approved(product, ("difficulty: 0.", "difficulty: 0.1"))
    visitor.begin()
    visitor.get(f"/authoring/items/{ITEM}/history")
    assert visitor.status == 403
    assert "Grace" not in visitor.response.text
    for address in (f"/authoring/drafts/{draft.id}/publish", f"/authoring/items/{ITEM}/regrade"):
        visitor.post(address, [("csrf_token", "x"), ("version", "2"), ("actor", "Eve")])
        assert visitor.status == 403
    assert product.house.services.authoring.drafting.draft(draft.id).version == draft.version


def test_an_approved_draft_is_published_and_its_history_says_so(
    instructor: Visitor, product: Product
) -> None:
    draft = approved(product, ("difficulty: 0.", "difficulty: 0.1"))
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    act(instructor, "publish")
    assert instructor.path == f"/authoring/items/{ITEM}/history"
    text = main_of(instructor)
    for told in ("Published.", "Approved by Grace", "Submitted for review Ada (unverified)", "from a draft"):
        assert told in text
    assert "without a second person" not in text
    (link,) = [one for one in instructor.page.all("a") if "/diff?to=" in one.attrs.get("href", "")]
    instructor.get(link.attrs["href"])
    assert "difficulty: 0.1" in main_of(instructor)
    instructor.get(f"/authoring/items/{ITEM}")
    assert instructor.page.all("a", href=f"/authoring/items/{ITEM}/history")
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    assert instructor.status == 404


def test_what_is_approved_and_cannot_be_published_is_said_to_be_approved(
    instructor: Visitor, product: Product
) -> None:
    failing = ("difficulty: 0.", "checks:\n  - {given: right, expect: wrong}\ndifficulty: 0.1")
    draft = in_review(instructor, product, failing)
    act(instructor, "approve-and-publish", ("actor", "Grace"), ("note", "Good work"))
    assert instructor.status == 400
    text = main_of(instructor)
    assert "Nothing was done" not in text
    assert (
        "Approved, and not published This cannot be published as it stands. Line 7, own-check: check 1:"
        in text
    )
    assert "Approved by Grace (unverified)" in text
    assert instructor.page.one("textarea", id="note").text.strip() == "", "it was said with the approval"
    act(instructor, "publish")
    assert "Nothing was done This cannot be published" in main_of(instructor)
    assert product.house.services.authoring.drafting.draft(draft.id).version == draft.version


def test_a_changed_answer_is_approved_by_the_press_and_published_after_the_look(
    app: FastAPI, instructor: Visitor, product: Product
) -> None:
    answered(app, product, right=True)
    in_review(instructor, product, *TURNED)
    act(instructor, "approve-and-publish", ("actor", "Grace"))
    assert "It is approved; nothing else has changed yet." in main_of(instructor)
    assert instructor.page.one("input", name="actor").attrs["value"] == "Grace"
    instructor.send("/publish", ("reason", "The answer key was wrong"))
    text = main_of(instructor)
    assert "1 answer of a practice has other points" in text
    assert "Approved by Grace" in text


def test_one_alone_publishes_where_the_house_says_so_and_the_question_says_it(product: Product) -> None:
    product.reopen(lone_review=True)
    instructor = instructor_of(product.application(), product)
    draft = draft_of(product, ITEM, ("difficulty: 0.", "difficulty: 0.1"))
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    instructor.send("/submit")
    act(instructor, "approve")
    assert "Approved by Ada (unverified), without a second person" in main_of(instructor)
    act(instructor, "publish")
    assert "Published without a second person" in main_of(instructor)
    instructor.get(f"/authoring/items/{ITEM}")
    assert "published without a second person" in main_of(instructor)


def test_everybody_who_would_move_is_listed_part_by_part(
    app: FastAPI, instructor: Visitor, product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.review_pages.PART", 2)
    for _ in range(3):
        answered(app, product, right=True)
    draft = approved(product, *TURNED)
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    act(instructor, "publish")

    def listed() -> list[str]:
        return [one.text for one in instructor.page.all("th", scope="row")]

    first = listed()
    assert len(first) == 2
    assert "Answers 1 to 2 of 3" in main_of(instructor)
    instructor.send("/publish", ("look", "2"), ("reason", "The answer key was wrong"))
    assert instructor.status == 200
    assert len(set(listed()) - set(first)) == len(listed()) == 1
    assert "Answers 3 of 3" in main_of(instructor)
    assert instructor.page.one("textarea", name="reason").text.strip() == "The answer key was wrong"
    assert [one.attrs["value"] for one in instructor.page.all("button", name="look")] == ["1", "yes"]
    instructor.send("/publish", ("look", "99"))
    assert len(listed()) == 1
    instructor.send("/publish", ("reason", "The answer key was wrong"))
    assert instructor.path.endswith("/history")


def test_a_changed_answer_is_published_only_once_everybody_was_seen(
    app: FastAPI, instructor: Visitor, product: Product
) -> None:
    learner, feedback = answered(app, product, right=True)
    draft = approved(product, *TURNED)
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    assert "This changes what is right" in main_of(instructor)
    act(instructor, "publish")
    assert instructor.status == 200
    text = main_of(instructor)
    assert "Nothing has changed yet" in text
    assert "1 answer of 1 learner" in text
    assert "1 → 0" in text
    instructor.send("/publish", ("reason", " "))
    assert instructor.status == 409
    assert "Give a reason" in main_of(instructor)
    answered(app, product, right=True)
    instructor.send("/publish", ("reason", "The answer key was wrong"))
    assert instructor.status == 409
    assert "Nothing was published" in main_of(instructor)
    assert instructor.page.one("textarea", id="reason").text == "The answer key was wrong"
    instructor.send("/publish")
    assert instructor.path == f"/authoring/items/{ITEM}/history"
    assert "got other points" in main_of(instructor)
    learner.get(feedback)
    assert "your answer was graded again. Before that it had earned 1 of 1" in main_of(learner)
    assert "Not right" in learner.page.one("h1").text + main_of(learner)


def test_reports_of_faults_are_answered_at_the_question(
    app: FastAPI, instructor: Visitor, product: Product
) -> None:
    learner, feedback = answered(app, product, right=False)
    learner.send("/report", ("kind", "unclear"), ("text", "What is a <b>cache</b>?"))
    for address, tail in (
        (f"/authoring/items/{ITEM}", "item"),
        (f"/authoring/items/{ITEM}/history", "history"),
    ):
        instructor.get(address)
        card = main_of(instructor)
        assert "What is a <b>cache</b>?" in card
        assert "The question as it was shown" in card
        instructor.send("/reports/1", ("answer", f"Words for the {tail}"), ("act", "answer"))
        assert instructor.path == address
    assert "Report of a fault answered" in main_of(instructor)
    assert "Words for the history" in main_of(instructor)
    instructor.send("/reports/1", ("act", "close"))
    assert "Open reports" not in main_of(instructor)
    learner.get(feedback)
    assert "Words for the history" in main_of(learner)


def test_what_comes_late_is_judged_by_what_is_right_now_and_its_learner_is_told(
    app: FastAPI, instructor: Visitor, product: Product
) -> None:
    learner = Visitor(app)
    product.will_ask(ITEM)
    learner.begin()
    draft = approved(product, *TURNED)
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    act(instructor, "publish")
    learner.answer(right_answer(product.at(learner.path)))
    text = main_of(learner)
    assert "corrected after you were shown the question" in text
    assert "Not right" in text
    instructor.get(f"/authoring/items/{ITEM}/history")
    assert "judged otherwise" not in main_of(instructor)


def test_what_a_file_changed_is_graded_again_from_the_history(
    app: FastAPI, instructor: Visitor, product: Product
) -> None:
    answered(app, product, right=True)
    draft = draft_of(product, ITEM, *TURNED)
    publishing = product.house.services.authoring.publishing()
    publishing.publish(draft.id, draft.version, Stamp("the files", product.clock.now(), origin="file"))
    instructor.get(f"/authoring/items/{ITEM}/history")
    assert "1 answer to an earlier text is judged otherwise" in main_of(instructor)
    instructor.get(f"/authoring/items/{ITEM}/regrade")
    assert "1 → 0" in main_of(instructor)
    instructor.send("/regrade", ("reason", "The file was right"))
    assert instructor.path == f"/authoring/items/{ITEM}/history"
    assert "1 answer got other points" in main_of(instructor)
    assert "judged otherwise" not in main_of(instructor)


def test_a_published_change_and_a_retirement_touch_no_word_of_a_running_sitting(
    app: FastAPI, product: Product
) -> None:
    """Its question was shown before: another stem, another right option, and then it is asked no more."""
    sitting = candidate(app, product, [ITEM])
    sitting.begin()

    def page() -> str:
        return " ".join(sitting.go("/items/1").one("main").text.split())

    before = page()
    assert "stores each Value one place further" in before
    draft = draft_of(product, ITEM, *TURNED, ("In a decoder's cache", "In another cache"))
    authoring = product.house.services.authoring
    authoring.publishing().publish(draft.id, draft.version, Stamp("Ada", product.clock.now()))
    assert page() == before
    authoring.retiring.retire([ITEM], actor="Ada")
    assert page() == before
    assert "In another cache" in product.variants(ITEM)[0].shown.stem, (
        "whoever begins now would get the new text"
    )
