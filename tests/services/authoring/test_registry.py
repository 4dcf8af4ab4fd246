"""Banks and misconceptions made in the browser: one authority with the files, and nobody's wording overwritten unseen."""

from pathlib import Path

import pytest

from app.bank.load import LoadedBanks, load_tree
from app.bank.parse import Bank
from app.items.misconceptions import Misconception
from app.kit.errors import Conflict, NotFound
from app.services.authoring.registry import EntryFault, Moved, Registry
from app.services.authoring.writing_back import Fate
from app.services.vocabulary import Vocabulary
from app.store.audit import recorded_about
from app.store.misconceptions import all_misconceptions
from app.store.unit import reading
from app.variants.recipe import RECIPES
from tests.services.authoring.both import CLOCK, ITEM, OTHER, Both

NEW = Misconception(
    "rows-are-columns", "Rows as columns", "Rows and columns are one.", "They differ.", "formula"
)
BANK = Bank("algebra", "Linear algebra", "Vectors.", "CC BY 4.0")
KNOWN = "output-is-weights"


@pytest.fixture
def registry(both: Both) -> Registry:
    return Registry(both.database, CLOCK, Vocabulary(both.database))


def entry_file(both: Both, theme: str = "formula") -> Path:
    return both.tree / "_facts" / "misconceptions" / f"{theme}.yaml"


def served(both: Both) -> dict[str, Misconception]:
    with reading(both.database) as unit:
        return all_misconceptions(unit)


def loaded(both: Both) -> LoadedBanks:
    found = load_tree(both.tree, RECIPES)
    assert isinstance(found, LoadedBanks), found
    return found


def fates(both: Both) -> dict[str, Fate]:
    return {line.item_id: line.fate for line in both.export().lines}


def changed(registry: Registry, belief: str, slug: str = KNOWN) -> None:
    view = registry.view("misconception", slug)
    fields = view.fields
    wanted = Misconception(slug, fields["name"], belief, fields["truth"], fields["theme"])
    registry.change(wanted, seen=view.seen, actor="Ada")


def test_what_is_made_here_is_used_at_once_and_survives_loading_the_files(
    both: Both, registry: Registry
) -> None:
    registry.vocabulary.words()
    registry.make(NEW, actor="Ada")
    registry.make(BANK, actor="Ada")
    assert registry.vocabulary.words().misconceptions[NEW.slug] == NEW
    both.publish("misconception: ", f"misconception: {NEW.slug} # ")
    both.edit_file("difficulty: ", "difficulty: 0.123 #", OTHER)
    assert both.sync() is not None
    assert served(both)[NEW.slug] == NEW
    assert registry.view("bank", "algebra").fields["title"] == "Linear algebra"
    with reading(both.database) as unit:
        (act,) = recorded_about(unit, f"misconception {NEW.slug}")
    assert (act.act, act.actor) == ("make", "instructor link: Ada")


def test_an_export_writes_them_with_the_question_and_loading_finds_nothing_new(
    both: Both, registry: Registry
) -> None:
    entry_file(both).write_text("# by hand\n" + entry_file(both).read_text())
    both.sync()
    registry.make(NEW, actor="Ada")
    registry.make(BANK, actor="Ada")
    both.publish("misconception: ", f"misconception: {NEW.slug} # ")
    assert fates(both) == {ITEM: Fate.WRITTEN, "algebra": Fate.WRITTEN, NEW.slug: Fate.WRITTEN}
    found = loaded(both)
    assert found.misconceptions[NEW.slug] == NEW
    assert BANK in found.banks
    assert entry_file(both).read_text().startswith("# by hand\n")
    assert not registry.view("misconception", NEW.slug).waits
    done = both.sync()
    assert done is not None
    assert (done.new, done.kept, done.conflicts) == (0, 0, ())
    assert fates(both) == {}


def test_another_folder_gets_them_too_and_nothing_is_settled_by_that(
    both: Both, registry: Registry, tmp_path: Path
) -> None:
    registry.make(NEW, actor="Ada")
    changed(registry, "Another belief.")
    both.export(tmp_path / "copy")
    found = load_tree(tmp_path / "copy", RECIPES)
    assert isinstance(found, LoadedBanks), found
    assert found.misconceptions[NEW.slug] == NEW
    assert found.misconceptions[KNOWN].belief == "Another belief."
    assert registry.view("misconception", NEW.slug).waits


def test_a_dry_run_tells_and_writes_nothing(both: Both, registry: Registry) -> None:
    registry.make(NEW, actor="Ada")
    before = entry_file(both).read_text()
    assert [line.fate for line in both.export(dry=True).lines] == [Fate.WRITTEN]
    assert entry_file(both).read_text() == before
    assert registry.view("misconception", NEW.slug).waits


@pytest.mark.parametrize("files", [True, False])
def test_both_sides_changed_one_and_a_person_decides(both: Both, registry: Registry, *, files: bool) -> None:
    old = served(both)[KNOWN].belief
    changed(registry, "Ours.")
    entry_file(both).write_text(entry_file(both).read_text().replace(old, "Theirs."))
    both.sync()
    assert served(both)[KNOWN].belief == "Ours."
    assert registry.conflicts() == (("misconception", KNOWN),)
    view = registry.view("misconception", KNOWN)
    assert view.file is not None
    assert view.file["belief"] == "Theirs."
    assert fates(both) == {KNOWN: Fate.CONFLICT}
    with pytest.raises(Conflict):
        registry.settle("misconception", KNOWN, files=files, seen="another", actor="Ada")
    registry.settle("misconception", KNOWN, files=files, seen=view.seen, actor="Ada")
    assert registry.conflicts() == ()
    assert served(both)[KNOWN].belief == ("Theirs." if files else "Ours.")
    assert fates(both) == ({} if files else {KNOWN: Fate.WRITTEN})
    assert loaded(both).misconceptions[KNOWN] == served(both)[KNOWN]


def test_two_people_with_one_form_overwrite_nothing_unseen(both: Both, registry: Registry) -> None:
    seen = registry.view("misconception", KNOWN).seen
    changed(registry, "The first one's.")
    there = served(both)[KNOWN]
    late = Misconception(KNOWN, there.name, "The second one's.", there.truth)
    with pytest.raises(Moved):
        registry.change(late, seen=seen, actor="Grace")
    assert served(both)[KNOWN].belief == "The first one's."
    registry.change(late, seen=registry.view("misconception", KNOWN).seen, actor="Grace")
    assert served(both)[KNOWN].belief == "The second one's."
    assert served(both)[KNOWN].theme == "formula"


def test_what_is_typed_back_is_no_change_any_more(both: Both, registry: Registry) -> None:
    old = served(both)[KNOWN].belief
    changed(registry, "For a while.")
    assert registry.view("misconception", KNOWN).waits
    changed(registry, old)
    assert not registry.view("misconception", KNOWN).waits
    assert fates(both) == {}


def test_only_what_nothing_uses_and_no_file_has_is_taken_out(both: Both, registry: Registry) -> None:
    registry.make(NEW, actor="Ada")
    seen = registry.view("misconception", NEW.slug).seen
    both.publish("misconception: ", f"misconception: {NEW.slug} # ")
    with pytest.raises(Conflict, match="used by questions"):
        registry.remove("misconception", NEW.slug, seen=seen, actor="Ada")
    with pytest.raises(Conflict, match="stands in the files"):
        registry.remove("bank", "attention", seen=registry.view("bank", "attention").seen, actor="Ada")
    registry.make(BANK, actor="Ada")
    registry.remove("bank", "algebra", seen=registry.view("bank", "algebra").seen, actor="Ada")
    with pytest.raises(NotFound):
        registry.view("bank", "algebra")
    both.sync()
    assert fates(both) == {ITEM: Fate.WRITTEN, NEW.slug: Fate.WRITTEN}


@pytest.mark.parametrize(
    ("wanted", "fields"),
    [
        (Misconception(KNOWN, "N", "B", "T", "formula"), {"slug"}),
        (Misconception("a b", "", "$x", "T", "Not so"), {"slug", "name", "belief", "theme"}),
        (Bank("attention", "T", "D", "L"), {"id"}),
        (Bank("new", "T", "D", "L"), {"id"}),
        (Bank("_facts", "T", "D", "L"), {"id"}),
    ],
)
def test_what_cannot_be_taken_is_told_by_field(
    registry: Registry, wanted: Bank | Misconception, fields: set[str]
) -> None:
    with pytest.raises(EntryFault) as fault:
        registry.make(wanted, actor="Ada")
    assert fault.value.faults.keys() == fields
