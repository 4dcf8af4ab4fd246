"""Questions from files into the database: all or none, nothing twice, and what was shown stays as it was."""

import os
from pathlib import Path

import pytest
from sqlalchemy import func, select

from app.items.item import Kind
from app.kit.clock import FixedClock
from app.kit.errors import NotFound, SetupFault
from app.practice.choice import PracticeChoice, PracticeKind
from app.services.authoring.first_variants import ORDERS
from app.services.authoring.telling import Synchronised
from app.services.bank_state import banks_current
from app.services.bundle import Services, join_services
from app.services.practise import RawAnswer
from app.services.revisions import stored_revision
from app.services.sync_bank import sync_banks
from app.store.answer_keys import whole_variants
from app.store.database import Database
from app.store.items import item_revisions, item_row, live_items
from app.store.unit import reading
from app.store.variants import variants
from tests.databases import NOW
from tests.loops import run
from tests.services.bank_tree import ITEMS, path_of

CLOCK = FixedClock(NOW)


def counts(database: Database) -> tuple[int, int]:
    with reading(database) as unit:
        count = select(func.count())
        return (
            unit.connection.scalar(count.select_from(item_revisions)) or 0,
            unit.connection.scalar(count.select_from(variants)) or 0,
        )


def test_loading_once(database: Database, tree: Path) -> None:
    assert not banks_current(database, tree)
    assert sync_banks(database, tree, CLOCK) == Synchronised(4, 4, 0)
    assert banks_current(database, tree)
    assert sync_banks(database, tree, CLOCK) is None
    with reading(database) as unit:
        rows = live_items(unit)
        revision = stored_revision(unit, rows[0])
    assert [row.id for row in rows] == sorted(ITEMS)
    assert {row.recipe for row in rows} == {None, "raw-score", "weights-row"}
    assert revision.item.header.id == rows[0].id


def test_a_touched_file_is_looked_at_again(database: Database, tree: Path) -> None:
    sync_banks(database, tree, CLOCK)
    os.utime(path_of(tree, "state-the-formula"), (1, 1))
    assert not banks_current(database, tree)
    assert sync_banks(database, tree, CLOCK) is None
    assert banks_current(database, tree)
    path_of(tree, "state-the-formula").unlink()
    assert not banks_current(database, tree)


def test_everything_can_be_asked_at_once(database: Database, tree: Path) -> None:
    """Authored items in all their orders, computations with the variants that their authors fixed."""
    sync_banks(database, tree, CLOCK)
    services = join_services(database, CLOCK)
    for kind in (PracticeKind.CONCEPTS, PracticeKind.COMPUTATIONS):
        asked = walk(services, PracticeChoice(kind, None, 5))
        assert asked <= set(ITEMS)
        assert len(asked) == 2
    with reading(database) as unit:
        row = item_row(unit, "state-the-formula")
        assert row is not None
        stored = list(whole_variants(unit, row.latest_revision_id))
        computed = item_row(unit, "weights-row-typed")
        assert computed is not None
        fixed = list(whole_variants(unit, computed.latest_revision_id))
    assert len(stored) == ORDERS
    assert len({one.shown.form for one in stored}) == ORDERS  # type: ignore[arg-type]
    assert fixed
    assert all(one.fixed and one.shown.kind is Kind.NUMBERS for one in fixed)
    services.close()


def walk(services: Services, choice: PracticeChoice) -> set[str]:
    """Answer a whole practice; the items that were asked."""
    guest = services.guests.welcome().learner_id
    practice_id = services.practise.start(guest, choice)
    asked = set()
    while (n := services.practise.open_next(guest, practice_id)) is not None:
        view = services.practise.item(guest, practice_id, n)
        asked.add(view.shown.item_id)
        typed = ("0.1", "0.2", "0.7")[: len(getattr(view.shown.form, "labels", ()))]
        positions = tuple(str(place) for place in range(1, getattr(view.shown.form, "choose", 0) + 1))
        raw = RawAnswer(positions, typed, "")
        run(services.practise.respond(guest, practice_id, n, raw))
        assert services.practise.feedback(guest, practice_id, n).feedback.answer
    return asked


def test_a_changed_item_has_a_new_revision_and_the_old_one_stays(database: Database, tree: Path) -> None:
    sync_banks(database, tree, CLOCK)
    before = counts(database)
    path = path_of(tree, "state-the-formula")
    path.write_text(path.read_text().replace("difficulty: 0.", "difficulty: 0.1"))
    assert sync_banks(database, tree, CLOCK) == Synchronised(4, 1, 0)
    assert counts(database) == (before[0] + 1, before[1] + ORDERS)


def test_an_item_that_is_gone_is_retired_and_may_come_back(database: Database, tree: Path) -> None:
    sync_banks(database, tree, CLOCK)
    before = counts(database)
    services = join_services(database, CLOCK)
    guest = services.guests.welcome().learner_id
    practice_id = services.practise.start(guest, PracticeChoice(PracticeKind.CONCEPTS, None, 5))
    shown = services.practise.item(guest, practice_id, 1).shown
    path = path_of(tree, shown.item_id)
    kept = path.read_text()
    path.unlink()
    assert sync_banks(database, tree, CLOCK) == Synchronised(3, 0, 1)
    assert services.practise.item(guest, practice_id, 1).shown == shown
    positions = tuple(str(place) for place in range(1, shown.form.choose + 1))  # type: ignore[union-attr]
    run(services.practise.respond(guest, practice_id, 1, RawAnswer(positions, (), "")))
    assert services.practise.feedback(guest, practice_id, 1).shown == shown
    assert services.overview.authoring_item(shown.item_id).retired
    path.write_text(kept)
    assert sync_banks(database, tree, CLOCK) == Synchronised(4, 0, 0)
    assert counts(database) == before
    services.close()


def test_a_fault_changes_nothing(database: Database, tree: Path) -> None:
    sync_banks(database, tree, CLOCK)
    before = counts(database)
    path_of(tree, "raw-score-choice").unlink()
    path = path_of(tree, "state-the-formula")
    path.write_text(path.read_text() + "\nunknown: field\n")
    with pytest.raises(SetupFault, match=r"state-the-formula.yaml:\d+") as found:
        sync_banks(database, tree, CLOCK)
    assert "keyed bank check" in found.value.sentence
    assert counts(database) == before
    with reading(database) as unit:
        assert len(live_items(unit)) == 4


def test_a_fixed_variant_that_cannot_be_proven_changes_nothing(database: Database, tree: Path) -> None:
    path = path_of(tree, "weights-row-typed")
    text = path.read_text()
    assert "row: A" in text
    path.write_text(text.replace("row: A", "row: Z"))
    with pytest.raises(SetupFault, match="weights-row-typed"):
        sync_banks(database, tree, CLOCK)
    assert counts(database) == (0, 0)


def test_what_the_checks_said_stands_beside_the_items(database: Database, tree: Path) -> None:
    sync_banks(database, tree, CLOCK)
    services = join_services(database, CLOCK)
    (bank,) = services.overview.authoring_banks()
    assert bank.title
    assert [item.item_id for item in bank.items] == sorted(ITEMS)
    assert bank.figures
    by_id = {item.item_id: item for item in bank.items}
    assert by_id["state-the-formula"].variants is None
    assert (by_id["weights-row-typed"].variants or 0) >= 1
    assert by_id["weights-row-typed"].refusal_share is None
    view = services.overview.authoring_item("state-the-formula")
    assert view.text.startswith("id: state-the-formula")
    assert view.path == "attention/1.2/state-the-formula.yaml"
    assert view.variant is not None
    with pytest.raises(NotFound):
        services.overview.authoring_item("no-such-item")
    services.overview.check_ready()
    services.close()
