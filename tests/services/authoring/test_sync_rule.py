"""Files and the database: each side's changes are taken, kept or shown, and never overwritten."""

from collections.abc import Callable

import pytest

from app.authoring.agreement import Choice
from app.kit.errors import Conflict, NotFound
from app.services.authoring.publishing import Publishing
from app.services.authoring.telling import Synchronised, conflicts_now
from app.services.authoring.whole import is_stale
from app.services.bank_state import banks_current
from app.services.checks import kept_checks
from app.store.exams import exam_item_rows
from app.store.items import item_source, live_items
from app.store.misconceptions import items_using
from app.store.unit import reading
from tests.services.authoring.both import CLOCK, ITEM, NEW, OTHER, STAMP, Both
from tests.services.bank_tree import path_of


def in_conflict(both: Both) -> Both:
    both.publish("level: intuition", "level: mechanism")
    both.edit_file("level: intuition", "level: derivation")
    both.sync()
    return both


def test_a_file_that_alone_changed_is_taken_with_its_comments(both: Both) -> None:
    both.edit_file("level: intuition", "level: mechanism  # they compute")
    assert both.sync() == Synchronised(4, 1, 0)
    assert both.level() == "mechanism"
    state = both.state()
    assert state.common_id == state.revision_id
    assert "# they compute" in (state.source or "")
    assert both.whats() == ["synced", "synced"]


def test_a_comment_alone_is_no_new_revision_and_is_kept(both: Both) -> None:
    before = both.state().revision_id
    both.edit_file("level: intuition", "level: intuition  # so far")
    assert both.sync() == Synchronised(4, 0, 0)
    with reading(both.database) as unit:
        assert "# so far" in (item_source(unit, ITEM) or "")
    assert both.state().revision_id == before
    assert both.whats() == ["synced"]


def test_what_was_changed_here_alone_stays(on_each: Both) -> None:
    published = on_each.publish("level: intuition", "level: mechanism")
    on_each.edit_file("difficulty: ", "difficulty: 0.123 #", OTHER)
    assert on_each.sync() == Synchronised(4, 1, 0, kept=1)
    assert on_each.state().revision_id == published
    assert on_each.state().common_id != published
    assert conflicts_now(on_each.database) == ()


def test_what_was_never_in_a_file_is_not_retired(both: Both) -> None:
    created = both.create()
    both.edit_file("level: intuition", "level: mechanism")
    assert both.sync() == Synchronised(4, 1, 0, kept=1)
    state = both.state(NEW)
    assert (state.revision_id, state.live, state.common_id) == (created, True, None)
    with reading(both.database) as unit:
        assert NEW in exam_item_rows(unit)
        assert NEW in items_using(unit, "swap-query-value")
        assert not is_stale(unit)


def test_a_file_that_is_gone_retires_what_nobody_changed(both: Both) -> None:
    path_of(both.tree, ITEM).unlink()
    assert both.sync() == Synchronised(3, 0, 1)
    assert not both.state().live
    assert both.whats()[-1] == "retired"
    with reading(both.database) as unit:
        assert ITEM not in [row.id for row in live_items(unit)]


def test_what_was_retired_here_stays_retired(both: Both) -> None:
    both.retire()
    both.edit_file("difficulty: ", "difficulty: 0.123 #", OTHER)
    assert both.sync() == Synchronised(4, 1, 0, kept=1)
    assert not both.state().live


@pytest.mark.parametrize("file_first", [True, False])
def test_a_change_on_both_sides_is_a_conflict_and_serving_goes_on(on_each: Both, file_first: bool) -> None:
    """Whichever side was first: neither is lost, and what is served stays."""
    changes: list[Callable[[], object]] = [
        lambda: on_each.edit_file("level: intuition", "level: derivation"),
        lambda: on_each.publish("level: intuition", "level: mechanism"),
    ]
    for change in changes if file_first else reversed(changes):
        change()
    assert on_each.sync() == Synchronised(4, 0, 0, conflicts=(ITEM,))
    assert on_each.level() == "mechanism"
    assert banks_current(on_each.database, on_each.tree)
    assert on_each.sync() is None
    view = on_each.conflicts().view(ITEM)
    assert "level: derivation" in (view.file or "")
    assert "level: mechanism" in view.database
    assert on_each.whats().count("conflict") == 1
    on_each.edit_file("difficulty: ", "difficulty: 0.123 #", OTHER)
    assert on_each.sync() == Synchronised(4, 1, 0, conflicts=(ITEM,))
    assert on_each.whats().count("conflict") == 1


def test_the_same_change_on_both_sides_is_none(both: Both) -> None:
    both.publish("level: intuition", "level: mechanism")
    both.edit_file("level: intuition", "level: mechanism")
    assert both.sync() == Synchronised(4, 0, 0)
    assert both.state().common_id == both.state().revision_id


def test_a_new_item_on_both_sides_is_a_conflict(both: Both) -> None:
    both.create()
    path = path_of(both.tree, NEW)
    path.write_text(
        path_of(both.tree, ITEM)
        .read_text()
        .replace(ITEM, NEW)
        .replace("level: intuition", "level: derivation")
    )
    assert both.sync() == Synchronised(5, 0, 0, conflicts=(NEW,))
    assert both.level(NEW) == "intuition"


@pytest.mark.parametrize("retired_here", [True, False])
def test_a_change_and_a_removal_are_a_conflict(both: Both, retired_here: bool) -> None:
    if retired_here:
        both.retire()
        both.edit_file("level: intuition", "level: derivation")
    else:
        both.publish("level: intuition", "level: mechanism")
        path_of(both.tree, ITEM).unlink()
    done = both.sync()
    assert done is not None
    assert done.conflicts == (ITEM,)
    (line,) = both.conflicts().open()
    assert (line.file_gone, line.retired) == (not retired_here, retired_here)
    assert both.state().live is not retired_here
    assert both.conflicts().view(ITEM).rows


def test_a_file_that_goes_back_ends_a_conflict(both: Both) -> None:
    in_conflict(both)
    both.edit_file("level: derivation", "level: intuition")
    assert both.sync() == Synchronised(4, 0, 0, kept=1)
    assert both.conflicts().open() == ()
    assert both.level() == "mechanism"


@pytest.mark.parametrize("choice", Choice)
def test_a_conflict_is_settled_for_good(on_each: Both, choice: Choice) -> None:
    view = in_conflict(on_each).conflicts().view(ITEM)
    on_each.conflicts().settle(ITEM, choice, seen=view.seen, actor="Ada")
    wanted = "derivation" if choice is Choice.FILE else "mechanism"
    assert on_each.level() == wanted
    assert on_each.conflicts().open() == ()
    assert on_each.whats().count("settled") == 1
    on_each.edit_file("difficulty: ", "difficulty: 0.123 #", OTHER)
    done = on_each.sync()
    assert done is not None
    assert done.conflicts == ()
    assert on_each.level() == wanted
    with pytest.raises(NotFound):
        on_each.conflicts().settle(ITEM, choice, seen=view.seen, actor="Ada")
    # What the file says afterwards is one change on one side.
    on_each.edit_file("level: derivation", "level: intuition")
    done = on_each.sync()
    assert done is not None
    assert done.conflicts == (() if choice is Choice.FILE else (ITEM,))


@pytest.mark.parametrize("choice", Choice)
def test_a_file_that_is_gone_is_settled_too(both: Both, choice: Choice) -> None:
    both.publish("level: intuition", "level: mechanism")
    path_of(both.tree, ITEM).unlink()
    both.sync()
    view = both.conflicts().view(ITEM)
    assert view.file is None
    both.conflicts().settle(ITEM, choice, seen=view.seen, actor="Ada")
    assert both.state().live is (choice is Choice.DATABASE)
    both.edit_file("difficulty: ", "difficulty: 0.123 #", OTHER)
    done = both.sync()
    assert done is not None
    assert done.conflicts == ()
    assert both.state().live is (choice is Choice.DATABASE)


@pytest.mark.parametrize("choice", Choice)
def test_who_decides_about_something_else_than_they_saw_is_told(both: Both, choice: Choice) -> None:
    view = in_conflict(both).conflicts().view(ITEM)
    both.edit_file("difficulty: ", "difficulty: 0.123 #")
    both.sync()
    with pytest.raises(Conflict, match="has changed since"):
        both.conflicts().settle(ITEM, choice, seen=view.seen, actor="Ada")
    with pytest.raises(Conflict, match="has changed since"):
        both.conflicts().merge(ITEM, seen=view.seen, actor="Ada")
    assert both.level() == "mechanism"
    assert both.conflicts().open()


def test_a_merge_holds_both_changes_and_settles_when_it_is_published(both: Both) -> None:
    both.publish("level: intuition", "level: mechanism")
    both.edit_file("difficulty: ", "difficulty: 0.123 #")
    both.edit_file("level: intuition", "level: derivation  # hard")
    both.sync()
    view = both.conflicts().view(ITEM)
    draft = both.conflicts().merge(ITEM, seen=view.seen, actor="Ada")
    assert "difficulty: 0.123" in draft.text
    assert "level: mechanism" in draft.text
    assert "# Both sides changed level" in draft.text
    assert "#   derivation" in draft.text
    assert both.conflicts().view(ITEM).draft_id == draft.id
    with pytest.raises(Conflict, match="has a draft already"):
        both.conflicts().merge(ITEM, seen=view.seen, actor="Ada")
    Publishing(both.database, CLOCK).publish(draft.id, 1, STAMP)
    assert both.conflicts().open() == ()
    assert both.state().common_id == view.seen.split(".")[0]
    both.edit_file("difficulty: ", "difficulty: 0.123 #", OTHER)
    assert both.sync() == Synchronised(4, 1, 0, kept=1)


def test_a_merge_of_an_older_state_of_the_file_settles_nothing(both: Both) -> None:
    view = in_conflict(both).conflicts().view(ITEM)
    draft = both.conflicts().merge(ITEM, seen=view.seen, actor="Ada")
    both.edit_file("difficulty: ", "difficulty: 0.123 #")
    both.sync()
    Publishing(both.database, CLOCK).publish(draft.id, 1, STAMP)
    assert len(both.conflicts().open()) == 1


def test_publishing_what_the_file_says_ends_a_conflict(both: Both) -> None:
    in_conflict(both).publish("level: mechanism", "level: derivation")
    assert both.conflicts().open() == ()
    assert both.state().common_id == both.state().revision_id


def test_a_file_that_names_what_is_gone_is_not_taken(both: Both) -> None:
    """The registry lost a name meanwhile, which the file of a conflict still uses."""
    in_conflict(both)
    registry = both.tree / "_facts" / "misconceptions"
    both.edit_file("misconception: sum-before-softmax", "misconception: swap-query-value")
    view = both.conflicts().view(ITEM)
    for path in registry.iterdir():
        path.write_text(path.read_text().replace("slug: sum-before-softmax", "slug: renamed-meanwhile"))
    both.edit_file("swap-query-value", "renamed-meanwhile", ITEM)
    for name in ("raw-score-choice", "weights-row-typed"):
        path_of(both.tree, name).unlink()
    both.sync()
    with reading(both.database) as unit:
        findings = kept_checks(unit).findings[ITEM]
    assert any("sum-before-softmax" in one.message and one.rule == "outdated" for one in findings)
    with pytest.raises(Conflict):
        both.conflicts().settle(ITEM, Choice.FILE, seen=view.seen, actor="Ada")
