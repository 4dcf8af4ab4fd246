"""Reviews on both databases: who takes a draft further, comments at lines, and two reviewers at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from app.authoring.lines import Side
from app.authoring.review import NotNow, Stage
from app.kit.errors import BadInput, Conflict, NotFound, Problem
from app.services.authoring.reviewing import LONGEST_COMMENT, Moved
from app.store.database import Database
from tests.services.authoring.reviewed import TEXT, Desk, desk_over, with_right

BETTER = TEXT.replace("Why is their product", "For what reason is their product")


@pytest.fixture
def desk(database: Database) -> Desk:
    return desk_over(database)


@pytest.fixture
def on_file(sqlite_database: Database) -> Desk:
    return desk_over(sqlite_database)


def outcome(act: Callable[[], object]) -> str:
    try:
        act()
    except Problem as problem:
        return type(problem).__name__
    return "done"


def test_from_draft_to_approved_and_every_act_is_an_event(desk: Desk) -> None:
    draft, reviewing = desk.draft(text=BETTER), desk.reviewing
    assert reviewing.view(draft.id).stage is Stage.DRAFT
    assert reviewing.waiting() == ()
    reviewing.submit(desk.on(draft, "Ada"), "Please look at the stem")
    assert reviewing.view(draft.id).stage is Stage.IN_REVIEW
    (line,) = reviewing.waiting()
    assert (line.draft.item_id, line.writers, line.submitted_by) == ("why-divide", ("Ada",), "Ada")
    assert line.approval is None
    for own in ("Ada", " ADA", "ａｄａ"):
        with pytest.raises(NotNow):
            reviewing.approve(desk.on(draft, own))
    assert reviewing.approve(desk.on(draft, "Grace"), "Clear now").second
    view = reviewing.view(draft.id)
    assert view.stage is Stage.APPROVED
    assert view.case.approval is not None
    assert view.case.approval.by == "Grace"
    told = [(one.what, one.actor, one.version, one.verified, one.note) for one in desk.events()]
    assert told == [
        ("begun", "Ada", 1, False, ""),
        ("submitted", "Ada", 2, False, "Please look at the stem"),
        ("approved", "Grace", 2, False, "Clear now"),
    ]


def test_a_change_takes_the_approval_back(desk: Desk) -> None:
    draft, reviewing = desk.draft(text=BETTER), desk.reviewing
    reviewing.submit(desk.on(draft, "Ada"))
    reviewing.approve(desk.on(draft, "Grace"))
    changed = desk.drafting.save(draft.id, draft.version, TEXT + "\n", actor="Grace")
    assert reviewing.view(draft.id).stage is Stage.DRAFT
    reviewing.submit(desk.on(changed, "Ada"))
    assert reviewing.view(draft.id).stage is Stage.IN_REVIEW, "an approval is of one version"
    with pytest.raises(NotNow):
        reviewing.approve(desk.on(changed, "Grace"))  # she wrote some of it
    reviewing.approve(desk.on(changed, "Mary"))


def test_sent_back_with_a_reason_and_waiting_longest_first(desk: Desk) -> None:
    draft, reviewing = desk.draft(text=BETTER), desk.reviewing
    other = desk.drafting.create(
        "other", "attention", TEXT.replace("id: why-divide", "id: other"), actor="Bo"
    )
    reviewing.submit(desk.on(other, "Bo"))
    desk.clock.move_to(desk.clock.now() + timedelta(hours=1))
    reviewing.submit(desk.on(draft, "Ada"))
    assert [(one.draft.item_id, one.is_new) for one in reviewing.waiting()] == [
        ("other", True),
        ("why-divide", False),
    ]
    with pytest.raises(BadInput):
        reviewing.send_back(desk.on(other, "Grace"), "  ")
    reviewing.send_back(desk.on(other, "Grace"), "It has two readings")
    assert [one.draft.item_id for one in reviewing.waiting()] == ["why-divide"]
    with pytest.raises(NotNow):
        reviewing.send_back(desk.on(other, "Grace"), "Again")
    with pytest.raises(NotNow):
        reviewing.submit(desk.on(draft, "Ada"))


def test_one_alone_may_approve_where_the_house_says_so(sqlite_database: Database) -> None:
    desk = desk_over(sqlite_database, lone=True)
    draft = desk.draft(text=BETTER)
    desk.reviewing.submit(desk.on(draft, "Ada"))
    assert not desk.reviewing.approve(desk.on(draft, "Ada")).second
    assert desk.events()[-1].detail["second"] is False
    assert desk.reviewing.view(draft.id).stage is Stage.APPROVED


def test_comments_stay_and_move_with_their_lines(desk: Desk) -> None:
    draft, reviewing = desk.draft(), desk.reviewing
    stem = next(n for n, line in enumerate(draft.text.splitlines(), 1) if "Why is their product" in line)
    at_stem = reviewing.comment(desk.on(draft, "Grace"), stem, "Two questions in one?\r\nSplit it.")
    at_id = reviewing.comment(desk.on(draft, "Grace"), 1, "A better name?")
    whole = reviewing.comment(desk.on(draft, "Grace"), 0, "Good")
    moved = "# A note of its author\n" + draft.text.replace("Why is their product", "Why then is it")
    later = desk.drafting.save(draft.id, draft.version, moved, actor="Ada")
    placed = {one.comment_id: one for one in reviewing.view(draft.id).comments}
    assert placed[at_id].line == 2
    assert placed[at_stem].line is None
    assert "Why is their product" in placed[at_stem].quote
    assert placed[at_stem].text == "Two questions in one?\nSplit it."
    assert (placed[whole].line, placed[whole].version) == (0, 1)
    reviewing.settle(desk.on(draft, "Ada"), at_stem)  # by the page of the version before
    with pytest.raises(Conflict):
        reviewing.settle(desk.on(later, "Ada"), at_stem)
    with pytest.raises(NotFound):
        reviewing.settle(desk.on(later, "Ada"), 999)
    view = reviewing.view(draft.id)
    assert view.open_comments == 2
    assert next(one for one in view.comments if one.comment_id == at_stem).settled_by == "Ada"
    assert [one.what for one in desk.events()][1:] == ["commented"] * 3 + ["settled"]


@pytest.mark.parametrize(
    ("line", "text"), [(1, " "), (-1, "x"), (999, "x"), (1, "x" * (LONGEST_COMMENT + 1))]
)
def test_a_comment_that_says_nothing_or_stands_nowhere_is_refused(
    on_file: Desk, line: int, text: str
) -> None:
    with pytest.raises(BadInput):
        on_file.reviewing.comment(on_file.on(on_file.draft(), "Grace"), line, text)


def test_what_is_said_of_the_text(on_file: Desk) -> None:
    draft = on_file.draft(text=with_right(TEXT, "rows"))
    view = on_file.reviewing.view(draft.id)
    assert view.changes_answer
    assert not view.base_moved
    assert [one.right for one in view.right] == [False, True, False]
    assert view.shown is not None
    assert {one.text for one in view.compared if one.side is Side.OLD} & {"    correct: true"}
    typo = on_file.drafting.save(draft.id, draft.version, BETTER, actor="Ada")
    assert not on_file.reviewing.view(draft.id).changes_answer
    broken = on_file.drafting.save(draft.id, typo.version, TEXT.replace("options:", "optoins:"), actor="Ada")
    view = on_file.reviewing.view(draft.id)
    assert view.faults
    assert (view.shown, view.right, view.findings) == (None, (), ())
    with pytest.raises(BadInput) as refused:
        on_file.reviewing.submit(on_file.on(broken, "Ada"))
    assert "line 1" in refused.value.sentence or "line" in refused.value.sentence


def test_an_act_on_an_older_version_does_nothing(desk: Desk) -> None:
    draft, reviewing = desk.draft(), desk.reviewing
    old = desk.on(draft, "Grace")
    reviewing.submit(desk.on(draft, "Ada"))
    later = desk.drafting.save(draft.id, draft.version, BETTER, actor="Ada")
    reviewing.submit(desk.on(later, "Ada"))
    before = desk.events()
    for act in (
        lambda: reviewing.submit(old),
        lambda: reviewing.approve(old),
        lambda: reviewing.send_back(old, "why"),
        lambda: reviewing.comment(old, 1, "text"),
    ):
        assert outcome(act) == Moved.__name__
    assert desk.events() == before


def test_two_reviewers_at_once_decide_one_after_the_other(desk: Desk) -> None:
    for turn in range(4):
        draft = desk.drafting.create(
            f"turn-{turn}", "attention", TEXT.replace("why-divide", f"turn-{turn}"), actor="Ada"
        )
        desk.reviewing.submit(desk.on(draft, "Ada"))
        acts: list[Callable[[], object]] = [
            lambda draft=draft: desk.reviewing.approve(desk.on(draft, "Grace")),  # type: ignore[misc]
            lambda draft=draft: desk.reviewing.send_back(desk.on(draft, "Mary"), "No"),  # type: ignore[misc]
            lambda draft=draft: desk.drafting.save(draft.id, 1, BETTER, actor="Ada"),  # type: ignore[misc]
        ]
        with ThreadPoolExecutor(3) as pool:
            came = list(pool.map(outcome, acts))
        assert "done" in came
        view = desk.reviewing.view(draft.id)
        if came[2] == "done":
            assert view.stage is Stage.DRAFT
        else:
            assert view.stage is (Stage.DRAFT if came[1] == "done" else Stage.APPROVED)
