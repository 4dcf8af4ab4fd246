"""From draft to published: who may take a text further, and what takes an approval back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from app.authoring.review import (
    Case,
    NotNow,
    Stage,
    approved,
    changed,
    clearance,
    folded,
    is_same_person,
    item_stage,
    sent_back,
    submitted,
)

SPELLINGS = {
    "Ada": ("Ada", " ADA ", "ａｄａ", "A da", "a\u200bda"),
    "Bo": ("Bo", "BO", "b o"),
    "Straße": ("Straße", "STRASSE", "strasse\u00a0"),
}
PEOPLE = st.sampled_from([(who, spelt) for who, all_of in SPELLINGS.items() for spelt in all_of])


@pytest.mark.parametrize("who", SPELLINGS)
def test_spellings_of_one_name_are_one_person(who: str) -> None:
    assert {folded(spelt) for spelt in SPELLINGS[who]} == {folded(who)}
    assert not any(is_same_person(who, other) for other in SPELLINGS if other != who)
    assert not is_same_person("José", "Jose")


@given(st.text())
def test_folding_is_settled(name: str) -> None:
    assert folded(folded(name)) == folded(name)


class Reviews(RuleBasedStateMachine):
    """Acts in any order; beside them, what everybody did, in plain words."""

    lone = False

    def __init__(self) -> None:
        super().__init__()
        self.case = Case(1, ("Ada",))
        self.wrote = {"Ada"}
        self.in_review = False
        self.seconded: str | None = None  # who approved the version as it is now

    def refuses(self, act: object, *args: object, **named: object) -> bool:
        try:
            self.case = act(*args, **named)  # type: ignore[operator]
        except NotNow:
            return True
        return False

    @rule(person=PEOPLE)
    def change(self, person: tuple[str, str]) -> None:
        self.case = changed(self.case, person[1])
        self.wrote.add(person[0])
        self.in_review, self.seconded = False, None

    @rule()
    def submit(self) -> None:
        assert self.refuses(submitted, self.case) == self.in_review
        if not self.in_review:
            self.seconded = None
        self.in_review = True

    @rule(person=PEOPLE)
    def approve(self, person: tuple[str, str]) -> None:
        own = person[0] in self.wrote
        ready = self.in_review and self.seconded is None and (self.lone or not own)
        assert self.refuses(approved, self.case, person[1], lone=self.lone) != ready
        if ready:
            self.seconded = person[0]
            assert self.case.approval is not None
            assert self.case.approval.second != own

    @rule()
    def send_back(self) -> None:
        assert self.refuses(sent_back, self.case) != self.in_review
        self.in_review, self.seconded = False, None

    @invariant()
    def published_only_when_seen_by_a_second_person(self) -> None:
        try:
            approval = clearance(self.case)
        except NotNow:
            assert self.seconded is None
            return
        assert self.in_review
        assert approval.version == self.case.version
        assert approval.second or self.lone
        assert is_same_person(approval.by, self.seconded or "")
        assert approval.second == (self.seconded not in self.wrote)

    @invariant()
    def the_stage_says_it(self) -> None:
        expected = Stage.APPROVED if self.seconded else Stage.IN_REVIEW if self.in_review else Stage.DRAFT
        assert self.case.stage is expected


class LoneReviews(Reviews):
    """The same where one person is alone in the house."""

    lone = True


TestReviews = Reviews.TestCase
TestLoneReviews = LoneReviews.TestCase


@pytest.mark.parametrize(
    ("published", "retired", "stage"),
    [
        (False, False, Stage.DRAFT),
        (True, False, Stage.PUBLISHED),
        (True, True, Stage.RETIRED),
        (False, True, Stage.DRAFT),
    ],
)
def test_how_an_item_stands(published: bool, retired: bool, stage: Stage) -> None:
    assert item_stage(published=published, retired=retired) is stage
