"""What is published goes back into files: with comments, never over a newer file, never outside of the folder."""

import shutil
from pathlib import Path

import pytest

from app.authoring.agreement import Choice, Verdict, exported, settled, synchronised, verdict
from app.bank.load import LoadedBanks, load_tree, tree_digest
from app.bank.rewrite import comments
from app.kit.draws import Draws
from app.services.authoring.writing_back import Fate
from app.store.database import Database, open_database
from app.store.images import ImageRow, add_image
from app.store.items import item_source, live_items
from app.store.migrate import migrate
from app.store.unit import reading, writing
from app.variants.recipe import RECIPES
from tests.conftest import GATE
from tests.services.authoring.both import CLOCK, ITEM, NEW, OTHER, Both
from tests.services.bank_tree import ITEMS, path_of


def fates(both: Both, folder: Path | None = None) -> dict[str, Fate]:
    return {line.item_id: line.fate for line in both.export(folder).lines}


def revisions(tree: Path) -> dict[str, str]:
    loaded = load_tree(tree, RECIPES)
    assert isinstance(loaded, LoadedBanks), loaded
    return {one.revision.item.header.id: one.revision.id for one in loaded.items}


def test_what_says_the_same_is_not_touched(both: Both) -> None:
    before = tree_digest(both.tree)
    done = both.export()
    assert (done.lines, done.same) == ((), 4)
    assert tree_digest(both.tree) == before


def test_one_field_goes_back_and_the_rest_stays_as_its_author_wrote_it(on_each: Both) -> None:
    path = path_of(on_each.tree, ITEM)
    path.write_text(path.read_text().replace("options:", "\n# the easy ones first\noptions:   # four"))
    on_each.sync()
    before = path.read_text()
    revision = on_each.publish("level: intuition", "level: mechanism")
    assert fates(on_each) == {ITEM: Fate.WRITTEN}
    assert path.read_text() == before.replace("level: intuition", "level: mechanism")
    assert on_each.state().common_id == revision
    assert on_each.whats()[-1] == "exported"
    done = on_each.sync()
    assert done is not None
    assert (done.new, done.kept, done.conflicts) == (0, 0, ())
    assert on_each.state().revision_id == revision
    assert fates(on_each) == {}


def test_comments_of_both_sides_come_together(both: Both) -> None:
    both.publish("level: intuition", "level: mechanism  # they compute")
    both.edit_file("level: intuition", "level: intuition  # so far")
    both.edit_file("\noptions:", "\n# four of them\noptions:")
    both.export()
    text = path_of(both.tree, ITEM).read_text()
    assert comments(text) == {"# they compute": 1, "# so far": 1, "# four of them": 1}
    assert "level: mechanism" in text
    with reading(both.database) as unit:
        assert item_source(unit, ITEM) == text


def test_a_newer_file_is_left_as_it_is(both: Both) -> None:
    both.edit_file("level: intuition", "level: derivation")
    both.publish("difficulty: ", "difficulty: 0.123 #", OTHER)
    before = path_of(both.tree, ITEM).read_text()
    done = both.export()
    assert {line.item_id: line.fate for line in done.lines} == {ITEM: Fate.NEWER, OTHER: Fate.WRITTEN}
    assert [line.item_id for line in done.refused] == [ITEM]
    assert path_of(both.tree, ITEM).read_text() == before


def test_a_file_that_was_deleted_is_not_written_anew(both: Both) -> None:
    path_of(both.tree, ITEM).unlink()
    assert fates(both) == {ITEM: Fate.NEWER}
    assert not path_of(both.tree, ITEM).exists()


def test_what_both_sides_changed_is_left_as_it_is(both: Both) -> None:
    both.edit_file("level: intuition", "level: derivation")
    both.publish("level: intuition", "level: mechanism")
    before = path_of(both.tree, ITEM).read_text()
    assert fates(both) == {ITEM: Fate.CONFLICT}
    assert path_of(both.tree, ITEM).read_text() == before


def test_a_file_with_faults_is_left_as_it_is(both: Both) -> None:
    both.edit_file("level: intuition", "level: [")
    both.publish("level: intuition", "level: mechanism")
    assert fates(both) == {ITEM: Fate.UNREADABLE}
    assert "level: [" in path_of(both.tree, ITEM).read_text()


def test_a_retired_question_loses_its_file_and_gets_it_back(both: Both) -> None:
    before = path_of(both.tree, ITEM).read_text()
    both.retire()
    assert fates(both) == {ITEM: Fate.REMOVED}
    assert not path_of(both.tree, ITEM).exists()
    both.sync()
    assert not both.state().live
    both.revive()
    assert fates(both) == {ITEM: Fate.WRITTEN}
    assert path_of(both.tree, ITEM).read_text() == before
    both.sync()
    assert both.state().live


def test_a_new_question_gets_a_file(both: Both) -> None:
    revision = both.create()
    assert fates(both) == {NEW: Fate.WRITTEN}
    assert revisions(both.tree)[NEW] == revision
    done = both.sync()
    assert done is not None
    assert (done.items, done.new) == (5, 0)


def test_a_question_of_another_objective_moves(both: Both) -> None:
    both.publish('objectives: ["1.2"]', 'objectives: ["1.1", "1.2"]')
    assert fates(both) == {ITEM: Fate.WRITTEN}
    assert not path_of(both.tree, ITEM).exists()
    moved = both.tree / "attention" / "1.1" / f"{ITEM}.yaml"
    assert 'objectives: ["1.1", "1.2"]' in moved.read_text()
    both.sync()
    assert both.state().path == f"attention/1.1/{ITEM}.yaml"


def test_a_dry_run_changes_nothing(both: Both) -> None:
    both.publish("level: intuition", "level: mechanism")
    both.create()
    both.retire(OTHER)
    before, state = tree_digest(both.tree), both.state()
    dry = both.export(dry=True)
    assert tree_digest(both.tree) == before
    assert both.state() == state
    assert both.export().lines == dry.lines
    assert tree_digest(both.tree) != before


def test_another_folder_gets_all_that_is_published(both: Both, tmp_path: Path) -> None:
    """It can be loaded elsewhere, and comes to the same there; here nothing is remembered of it."""
    both.edit_file("level: intuition", "level: mechanism  # they compute")
    both.sync()
    both.create()
    both.retire(OTHER)
    before = both.state()
    folder = tmp_path / "elsewhere"
    done = both.export(folder)
    assert {line.fate for line in done.lines} == {Fate.WRITTEN}
    assert both.state() == before
    with reading(both.database) as unit:
        published = {row.id: row.latest_revision_id for row in live_items(unit)}
    assert revisions(folder) == published
    assert "# they compute" in path_of(folder, ITEM).read_text()
    assert both.export(folder).lines == ()
    # Somebody's own edit there is not known here, and a state that was published once is.
    path_of(folder, ITEM).write_text(path_of(folder, ITEM).read_text().replace("mechanism", "derivation"))
    path_of(folder, "raw-score-choice").write_text(path_of(both.tree, "raw-score-choice").read_text())
    both.publish("difficulty: ", "difficulty: 0.123 #", "raw-score-choice")
    assert fates(both, folder) == {ITEM: Fate.CONFLICT, "raw-score-choice": Fate.WRITTEN}


def test_images_go_with_the_questions_that_show_them(both: Both, tmp_path: Path) -> None:
    name = "0123456789abcdef" * 2
    with writing(both.database) as unit:
        add_image(unit, ImageRow(name, "image/png", 1, 1, b"a picture", "Ada", CLOCK.now()))
        add_image(unit, ImageRow(name[::-1], "image/png", 1, 1, b"another one", "Ada", CLOCK.now()))
        unit.commit()
    both.publish("stem: |\n", f"stem: |\n  ![A plot of the weights](image:{name})\n")
    folder = tmp_path / "elsewhere"
    both.export(folder)
    (found,) = (folder / "attention" / "images").iterdir()
    assert (found.name, found.read_bytes()) == (f"{name}.png", b"a picture")


def test_a_bank_that_was_made_here_can_be_loaded_from_its_files(both: Both, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    both.export(folder)
    (folder / "attention" / "bank.yaml").unlink()
    both.export(folder)
    assert revisions(folder).keys() == set(ITEMS)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_nothing_is_written_through_a_link(both: Both, tmp_path: Path, what: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    path = path_of(both.tree, ITEM)
    both.publish("level: intuition", "level: mechanism")
    if what == "file":
        (outside / path.name).write_text(path.read_text())
        path.unlink()
        path.symlink_to(outside / path.name)
    else:
        shutil.copytree(path.parent, outside, dirs_exist_ok=True)
        shutil.rmtree(path.parent)
        path.parent.symlink_to(outside)
    before = tree_digest(outside)
    done = both.export()
    assert tree_digest(outside) == before
    assert {line.fate for line in done.lines} <= {Fate.NEWER, Fate.CONFLICT, Fate.OUTSIDE}
    assert done.refused == done.lines != ()
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    (fresh / "attention").symlink_to(outside)
    assert {line.fate for line in both.export(fresh).lines} == {Fate.OUTSIDE}
    assert tree_digest(outside) == before


LEVELS = ("intuition", "mechanism", "derivation")


@pytest.mark.parametrize("seed", range(20 if GATE else 2))
def test_whatever_people_do_goes_by_the_rule_and_nothing_is_lost(both: Both, seed: int) -> None:
    """A walk over edits, publications, retirements, loading, exports and decisions; the pure rule says what comes of each."""
    draws = Draws(f"two sides|{seed}")
    path = path_of(both.tree, ITEM)
    text, written = path.read_text(), both.sides().file
    for turn in range(60 if GATE else 25):
        act = draws.below(f"act|{turn}", 8)
        level = f"level: {LEVELS[draws.below(f'level|{turn}', 3)]}"
        if act == 0:
            path.write_text(text.replace("level: intuition", level) + f"# {turn}\n")
        elif act == 1 and path.exists():
            path.unlink()
        elif act in (2, 3):
            both.publish_level(level)
        elif act == 4:
            both.retire() if both.state().live else both.revive()
        elif act == 5:
            sides = synchronised(both.sides())
            both.sync()
            assert both.sides() == sides
        elif act == 6:
            sides = exported(both.sides())
            both.export()
            assert both.sides() == sides
        elif verdict(both.sides()) is Verdict.CONFLICT and both.conflicts().open():
            both.sync()
            view = both.conflicts().view(ITEM)
            choice = list(Choice)[draws.below(f"choice|{turn}", 2)]
            sides = settled(both.sides(), choice)
            both.conflicts().settle(ITEM, choice, seen=view.seen, actor="Ada")
            assert both.sides() == sides
        if act in (0, 1):
            written = both.sides().file
        assert written is None or both.sides().file == written or written in both.stored()


def test_what_a_second_database_loads_is_the_same(both: Both, tmp_path: Path) -> None:
    both.publish("level: intuition", "level: mechanism")
    both.create()
    both.export()
    other: Database = open_database(f"sqlite:///{tmp_path / 'other.sqlite3'}")
    from_files = Both(other, both.tree)
    migrate(other, now=CLOCK.now())
    from_files.sync()
    assert {name: from_files.state(name).revision_id for name in (*ITEMS, NEW)} == {
        name: both.state(name).revision_id for name in (*ITEMS, NEW)
    }
    other.close()
