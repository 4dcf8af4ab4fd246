"""Publishing what was approved; a changed answer moves nobody unseen, and no stored variant ever."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from app.authoring.review import NotNow, Stage
from app.exams.ruling import What
from app.kit.errors import Problem
from app.practice.choice import UNTIL_RIGHT, PracticeChoice
from app.services.authoring.consequences import Unseen
from app.services.authoring.measured import item_statistics_of
from app.services.authoring.measuring import Measured, Measuring
from app.services.authoring.releasing_views import Fate, ReleaseDry, Wish
from app.services.authoring.reviewing import On
from app.services.exams.ruling import RawRuling
from app.services.records import judged_by_of, regraded_of
from app.store.database import Database
from app.store.drafts import draft_of_item
from app.store.item_statistics import kept_statistics
from app.store.items import item_row
from app.store.memories import memories_of
from app.store.rulings import ruling_rows
from app.store.sittings import sitting_notices, slot_rows
from app.store.unit import reading
from tests.loops import run
from tests.services.authoring.released import OTHER_RIGHT, Shop, shop_over
from tests.services.authoring.reviewed import ITEM, TEXT, publish_plainly

BETTER = TEXT.replace("Why is their product", "For what reason is their product")
WISH = Wish(reason="The answer key was wrong")


@pytest.fixture
def shop(database: Database) -> Iterator[Shop]:
    with shop_over(database) as opened:
        yield opened


@pytest.fixture
def on_file(sqlite_database: Database) -> Iterator[Shop]:
    with shop_over(sqlite_database) as opened:
        yield opened


def looked(shop: Shop, on: object, wish: Wish = WISH) -> ReleaseDry:
    with pytest.raises(Unseen) as unseen:
        shop.releasing.publish(on, wish)  # type: ignore[arg-type]
    assert unseen.value.sentence == ""
    return unseen.value.dry


def latest(shop: Shop) -> str:
    with reading(shop.desk.database) as unit:
        row = item_row(unit, ITEM)
        assert row is not None
        return row.latest_revision_id


def test_only_what_a_second_person_approved_is_published(shop: Shop) -> None:
    before = latest(shop)
    draft = shop.desk.draft(text=BETTER)
    on = shop.desk.on(draft, "Ada")
    for _ in range(2):
        with pytest.raises(NotNow):
            shop.releasing.publish(on, Wish())
        if shop.desk.now(draft).state == "draft":
            shop.desk.reviewing.submit(on)
    shop.desk.reviewing.approve(shop.desk.on(draft, "Grace"))
    shop.practised("spread")
    done = shop.releasing.publish(on, Wish())
    assert (done.revision_id, done.second, done.answers) == (latest(shop), True, 0)
    assert latest(shop) != before
    last = shop.desk.events()[-1]
    assert (last.what, last.actor, last.verified, last.version) == ("published", "Ada", False, 2)
    assert (last.detail["approved_by"], last.detail["second"]) == ("Grace", True)
    with reading(shop.desk.database) as unit:
        assert draft_of_item(unit, ITEM) is None
    learner, practice = shop.started()
    shown = shop.house.services.practise.item(learner, practice, 1)
    assert "For what reason" in shown.shown.stem


def test_alone_is_said_in_the_history(sqlite_database: Database) -> None:
    with shop_over(sqlite_database, lone=True) as shop:
        on = shop.approved(BETTER, by="ADA")
        assert not shop.releasing.publish(on, Wish()).second
        assert shop.desk.events()[-1].detail["second"] is False


def test_a_changed_answer_shows_everybody_first_and_moves_them_once_confirmed(shop: Shop) -> None:
    learner, practice = shop.practised("spread")
    shop.practised("rows")
    shop.practised("length")
    right, wrong, running = shop.sat("spread"), shop.sat("rows"), shop.sat("rows", finish=False)
    given, results, stored = shop.given(), (right.results, wrong.results), shop.stored()
    with reading(shop.desk.database) as unit:
        slots = slot_rows(unit, running.name)
    on = shop.approved(OTHER_RIGHT)
    shop.desk.clock.move_to(shop.desk.clock.now() + timedelta(minutes=1))
    dry = looked(shop, on)
    assert (dry.answers.count, dry.answers.learners, dry.answers.same) == (2, 2, 1)
    assert [(one.before, one.after) for one in dry.answers.lines] == [(1.0, 0.0), (0.0, 1.0)]
    assert dry.sittings is not None
    moved = {
        one.move.sitting_id: (one.move.before.points, one.move.after.points) for one in dry.sittings.moves
    }
    assert moved == {right.name: (1.0, 0.0), wrong.name: (0.0, 1.0)}
    assert (dry.sittings.waiting, dry.asked) == (1, 3)
    assert (shop.given(), right.results, wrong.results) == (given, *results), "a dry run changes nothing"
    with pytest.raises(Unseen) as unseen:
        shop.releasing.publish(on, replace(WISH, reason=" "), dry.digest)
    assert "Give a reason" in unseen.value.sentence
    done = shop.releasing.publish(on, WISH, dry.digest)
    assert (done.answers, done.sittings) == (2, 2)
    assert [one["points"] for one in shop.given()] == [0.0, 1.0, 0.0]
    marks = [regraded_of(one["judged"]) for one in shop.given()]
    assert [(mark.points, mark.by) if mark else None for mark in marks] == [
        (1.0, done.revision_id),
        (0.0, done.revision_id),
        None,
    ]
    assert (right.results[0]["points"], wrong.results[0]["points"]) == (0.0, 1.0)
    assert "went from 1 of 1 to 0 of 1" in right.rows(sitting_notices)[-1]["sentence"]
    assert {name: stored[name] for name in stored} == {name: shop.stored()[name] for name in stored}, (
        "what was shown stays as it was stored"
    )
    with reading(shop.desk.database) as unit:
        assert slot_rows(unit, running.name) == slots
        (ruling,) = ruling_rows(unit, ITEM)
        memory = memories_of(unit, learner)[ITEM]
    assert (ruling.ruling.what, ruling.ruling.by) == (What.AGAIN, done.revision_id)
    assert (memory.plan.due, memory.last_right, memory.right) == (shop.desk.clock.now(), False, 0)
    feedback = shop.house.services.practise.feedback(learner, practice, 1)
    assert feedback.regraded is not None
    assert feedback.regraded.points == 1.0
    assert [one.correct for one in feedback.feedback.options].count(True) == 1
    running.finish()
    assert running.results[0]["points"] == 1.0, "graded by the ruling once it is over"
    later = shop.sat("rows")
    assert later.results[0] | {"points": 1.0, "ruling_id": None} == later.results[0]


def test_what_was_not_seen_is_not_published(shop: Shop) -> None:
    shop.practised("spread")
    on = shop.approved(OTHER_RIGHT)
    dry = looked(shop, on)
    shop.practised("rows")
    with pytest.raises(Unseen) as unseen:
        shop.releasing.publish(on, WISH, dry.digest)
    assert unseen.value.sentence
    assert unseen.value.dry.answers.count == 2
    assert [one["points"] for one in shop.given()] == [1.0, 0.0]
    with pytest.raises(Unseen):
        shop.releasing.publish(on, replace(WISH, practice=Fate.LEAVE), unseen.value.dry.digest)
    shop.releasing.publish(on, WISH, unseen.value.dry.digest)
    assert [one["points"] for one in shop.given()] == [0.0, 1.0]


def test_answers_may_be_left_and_sittings_given_full_points(on_file: Shop) -> None:
    shop = on_file
    shop.practised("spread")
    wrong = shop.sat("rows")
    on = shop.approved(OTHER_RIGHT)
    wish = Wish(Fate.LEAVE, Fate.FULL, "It could be read in two ways")
    dry = looked(shop, on, wish)
    assert dry.answers.count == 0
    shop.releasing.publish(on, wish, dry.digest)
    assert [one["points"] for one in shop.given()] == [1.0]
    assert wrong.results[0]["points"] == 1.0
    later = shop.sat("length")
    assert later.results[0]["points"] == 0.0, "the ruling speaks of the old text alone"
    assert shop.releasing.earlier(ITEM, Wish()) is None, "what was left on purpose is not asked about again"


def test_what_comes_later_to_an_old_variant_is_judged_by_what_is_right_now(shop: Shop) -> None:
    """It was shown before the change; its learner is told what is right now, and why their answer is judged by it."""
    (learner, practice), other = shop.started(), shop.started()
    on = shop.approved(OTHER_RIGHT)
    done = shop.releasing.publish(on, Wish())  # nobody answered yet, so there is nothing to see
    shop.answer(learner, practice, "rows")
    shop.answer(*other, "spread")
    assert [(one["points"], one["correct"]) for one in shop.given()] == [(1.0, True), (0.0, False)]
    assert [judged_by_of(one["judged"]) for one in shop.given()] == [done.revision_id] * 2
    feedback = shop.house.services.practise.feedback(learner, practice, 1)
    assert (feedback.corrected, feedback.regraded) == (True, None)
    assert [one.correct for one in feedback.feedback.options].count(True) == 1
    assert feedback.feedback.verdict.value == "right"
    with reading(shop.desk.database) as unit:
        assert memories_of(unit, learner)[ITEM].last_right
        assert not memories_of(unit, other[0])[ITEM].last_right
    late = shop.releasing.earlier(ITEM, WISH)
    assert late is not None
    assert (late.answers.count, late.answers.same, late.moves) == (0, 2, False)
    back = shop.approved(TEXT)
    dry = looked(shop, back)
    assert dry.answers.count == 2, "and another change moves it as any other answer"
    shop.releasing.publish(back, WISH, dry.digest)
    assert [one["points"] for one in shop.given()] == [0.0, 1.0]


@pytest.mark.parametrize("tries", [1, 0])
def test_what_waits_for_the_end_or_for_another_try_is_judged_by_what_is_right_now(
    on_file: Shop, tries: int
) -> None:
    """With late feedback, and where one tries until it is right; both hold answers that were given before the change."""
    shop, practise = on_file, on_file.house.services.practise
    learner = shop.house.guest()
    practice = practise.start(learner, PracticeChoice(length=5, tries=tries or UNTIL_RIGHT, late=bool(tries)))
    assert practise.open_next(learner, practice) == 1
    shop.answer(learner, practice, "rows")
    assert shop.given() == [], "it is kept as a try"
    shop.releasing.publish(shop.approved(OTHER_RIGHT), Wish())
    if tries:
        run(practise.finish(learner, practice, by_learner=True))
    else:
        run(practise.give_up(learner, practice, 1))
    (given,) = shop.given()
    assert (given["points"], given["correct"]) == (1.0, True)
    assert practise.feedback(learner, practice, 1).corrected


def test_what_was_left_as_it_was_stays_so_for_late_answers(on_file: Shop) -> None:
    shop = on_file
    learner, practice = shop.started()
    shop.practised("spread")
    wish = Wish(Fate.LEAVE, Fate.LEAVE, "The old text was right about itself")
    on = shop.approved(OTHER_RIGHT)
    shop.releasing.publish(on, wish, looked(shop, on, wish).digest)
    shop.answer(learner, practice, "spread")
    assert [one["points"] for one in shop.given()] == [1.0, 1.0]
    assert not shop.house.services.practise.feedback(learner, practice, 1).corrected


def test_an_answer_that_a_file_changed_is_looked_at_from_the_history(on_file: Shop) -> None:
    shop = on_file
    shop.practised("spread")
    missed = shop.sat("rows")
    publish_plainly(shop.desk.database, OTHER_RIGHT)
    dry = shop.releasing.earlier(ITEM, WISH)
    assert dry is not None
    assert dry.sittings is not None
    assert (dry.answers.count, len(dry.sittings.moves), dry.moves) == (1, 1, True)
    done = shop.releasing.regrade(ITEM, WISH, dry.digest, actor="Ada")
    assert (done.answers, done.sittings) == (1, 1)
    assert missed.results[0]["points"] == 1.0
    again = shop.releasing.earlier(ITEM, WISH)
    assert again is not None
    assert not again.moves


def test_a_ruling_in_force_speaks_of_the_text_before_from_then_on(on_file: Shop) -> None:
    shop = on_file
    first = shop.sat("length")
    rulings = shop.house.services.exams.rulings
    raw = RawRuling("drop", (), "It has two readings")
    rulings.rule(ITEM, raw, actor="Ada", digest=rulings.try_out(ITEM, raw).digest)
    wish = replace(WISH, sittings=Fate.LEAVE)
    on = shop.approved(OTHER_RIGHT)
    dry = looked(shop, on, wish)
    assert dry.standing
    shop.releasing.publish(on, wish, dry.digest)
    assert first.results[0]["ruling_id"] is not None
    assert shop.sat("length").results[0]["ruling_id"] is None


def test_two_who_publish_at_once_and_a_text_that_was_published_meanwhile(shop: Shop) -> None:
    def outcome(act: Callable[[], object]) -> str:
        try:
            act()
        except Problem as problem:
            return type(problem).__name__
        return "done"

    on = shop.approved(BETTER)
    with ThreadPoolExecutor(2) as pool:
        came = list(pool.map(outcome, [lambda: shop.releasing.publish(on, Wish())] * 2))
    assert sorted(came) == ["NotFound", "done"]
    again = shop.approved(TEXT.replace("difficulty: 0.6", "difficulty: 0.7"))
    publish_plainly(shop.desk.database, TEXT.replace("difficulty: 0.6", "difficulty: 0.8"))
    assert outcome(lambda: shop.releasing.publish(again, Wish())) == "Moved"
    reviewing = shop.desk.reviewing
    assert reviewing.view(again.draft_id).base_moved
    reviewing.build_on(again)
    assert outcome(lambda: reviewing.build_on(again)) == "Moved"
    later = On(again.draft_id, again.version + 1, "Ada")
    assert outcome(lambda: reviewing.build_on(later)) == "Conflict"
    view = reviewing.view(again.draft_id)
    assert (view.base_moved, view.stage, view.draft.version) == (False, Stage.DRAFT, later.version)
    reviewing.submit(later)
    reviewing.approve(On(later.draft_id, later.version, "Grace"))
    assert outcome(lambda: shop.releasing.publish(later, Wish())) == "done"


def test_statistics_are_counted_anew_when_what_is_right_moved_between_two(on_file: Shop) -> None:
    """One loses the point that the other one gains, so that no sum and no count tells of it."""
    shop, measuring = on_file, Measuring(on_file.desk.database, on_file.desk.clock)
    shop.practised("spread")
    shop.practised("rows")
    shop.practised("rows")
    shop.practised("spread")
    assert measuring.refresh() == Measured(4, 1)
    assert measuring.refresh() is None
    before = latest(shop)
    on = shop.approved(OTHER_RIGHT)
    assert measuring.refresh() is None, "a draft is not what is counted"
    shop.releasing.publish(on, WISH, looked(shop, on).digest)
    assert measuring.refresh() == Measured(4, 1)
    with reading(shop.desk.database) as unit:
        kept = kept_statistics(unit, ITEM)
    assert kept is not None
    found = item_statistics_of(kept.record)
    assert (found.revision_id, found.first.answers) == (latest(shop), 0)
    assert [(one.revision_id, one.first.right) for one in found.by_revision] == [(before, 2)]
