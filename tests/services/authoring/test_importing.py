"""Imports, on both databases: kept as found and as wished, brought in whole or not at all, taken back whole or told why not."""

from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from app.authoring.import_wishes import (
    HeaderWish,
    ImportWishes,
    QuestionWish,
    Take,
    wishes_as_json,
    wishes_from,
)
from app.kit.errors import BadInput, Conflict, NotFound
from app.services.authoring import import_bringing
from app.services.authoring.import_views import Became, Stand
from app.services.authoring.importing import Found
from app.services.authoring.publishing import Publishing, Stamp
from app.services.sync_bank import sync_banks
from app.store.database import Database
from app.store.drafts import DraftRow, add_draft, set_state
from app.store.images import image_row
from app.store.items import item_row
from app.store.unit import Writing, reading, writing
from tests.databases import NOW
from tests.services.authoring.import_desk import CLOCK, FILE, HEADER, Desk
from tests.services.bank_tree import path_of
from tests.unit.authoring.moodle_files import choice, quiz


@pytest.fixture
def desk(sqlite_database: Database, tree: Path) -> Desk:
    sync_banks(sqlite_database, tree, CLOCK)
    return Desk(sqlite_database)


@pytest.fixture
def empty(database: Database) -> Desk:
    """A desk without a bank, on both databases."""
    return Desk(database)


def test_what_was_found_is_shown_with_how_it_stands(desk: Desk) -> None:
    import_id = desk.take()
    view = desk.view(import_id)
    assert (view.name, view.format, view.actor) == ("bank.gift", "GIFT", "Ada")
    assert (view.counts.found, view.counts.refused, view.counts.coming) == (4, 1, 3)
    stands = {one.question.slug: one.stand for one in view.questions}
    assert stands == {
        "why-the-root": Stand.NEW,
        "two-of-them": Stand.NEW,
        "who": Stand.REFUSED,
        "how-many": Stand.NEW,
    }
    assert view.categories == (("Scale", 4),)
    assert not desk.drafts()
    assert [one.import_id for one in desk.importing.all()] == [import_id]


def test_wishes_survive_and_the_nearest_one_holds(desk: Desk) -> None:
    import_id = desk.take()
    own = QuestionWish(Take.NEW, HeaderWish(level="intuition"))
    desk.wish(
        import_id,
        lambda wishes: ImportWishes(
            wishes.digest, "attention", HEADER, {"Scale": HeaderWish(objective="1.3")}, {1: own}
        ),
    )
    effective = desk.line(import_id, "why-the-root").effective
    assert (effective.objective, effective.level, effective.shape) == ("1.3", "intuition", "formula")
    assert desk.view(import_id).wishes.of(1) == own


def test_wishes_are_the_same_behind_json() -> None:
    wishes = ImportWishes(
        "abc", "attention", HEADER, {"a/b": HeaderWish(level="x")}, {3: QuestionWish(Take.BOTH, HEADER)}
    )
    assert wishes_from(wishes_as_json(wishes)) == wishes


def test_all_come_in_as_drafts_with_what_was_wished(empty: Desk) -> None:
    import_id = empty.brought()
    drafts = empty.drafts()
    assert set(drafts) == {"why-the-root", "two-of-them", "how-many"}
    draft = drafts["why-the-root"]
    assert (draft.bank, draft.state, draft.author, draft.import_id) == (
        "attention",
        "draft",
        "Ada",
        import_id,
    )
    comment, _, text = draft.text.partition("id: ")
    assert " ".join(comment.replace("\n#", "").split()) == (
        "# Chosen for several questions or parts at once when this came in: objective, level, topic, share that will be "
        "right, source, day of reading."
    )
    assert f"id: {text}".startswith(
        "id: why-the-root\nkind: single_choice\nobjectives: ['1.2']\nlevel: mechanism\n"
    )
    assert empty.whats("why-the-root") == ["imported"]
    view = empty.view(import_id)
    assert view.brought_at == NOW
    assert {one.became.item_id for one in view.questions if one.became} == set(drafts)
    with pytest.raises(Conflict):
        empty.bringing.bring(import_id, actor="Ada")
    with pytest.raises(Conflict):
        empty.wish(import_id, lambda wishes: wishes)


def test_of_two_who_bring_in_at_once_one_does(empty: Desk) -> None:
    import_id = empty.take()
    empty.wish(import_id, lambda wishes: replace(wishes, bank="attention"))

    def bring(name: str) -> int:
        try:
            return empty.bringing.bring(import_id, actor=name)
        except Conflict:
            return 0

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(bring, ("Ada", "Grace", "Emmy", "Mary"))) == [0, 0, 0, 3]
    assert len(empty.drafts()) == 3
    assert empty.whats("how-many") == ["imported"]


def test_who_plans_while_another_brings_in_is_told_so(empty: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the other's drafts are seen already, all is as it was, and nothing would come in; that is not what is said."""
    import_id = empty.take()
    empty.wish(import_id, lambda wishes: replace(wishes, bank="attention"))
    read = import_bringing.found_of

    def late(text: str) -> Found:
        monkeypatch.setattr(import_bringing, "found_of", read)
        assert empty.bringing.bring(import_id, actor="Grace") == 3
        return read(text)

    monkeypatch.setattr(import_bringing, "found_of", late)
    with pytest.raises(Conflict, match="brought in already"):
        empty.bringing.bring(import_id, actor="Ada")
    assert empty.whats("how-many") == ["imported"]


def test_a_name_that_is_taken_meanwhile_brings_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    import_id = desk.take()
    desk.wish(import_id, lambda wishes: replace(wishes, bank="attention"))
    planned = import_bringing.mark_brought

    def late(unit: Writing, import_id: str, at: datetime) -> bool:
        draft = DraftRow("x" * 16, "how-many", "b", None, "hers", 1, "draft", "Grace", NOW, NOW)
        assert add_draft(unit, draft)
        return planned(unit, import_id, at)

    monkeypatch.setattr(import_bringing, "mark_brought", late)
    with pytest.raises(Conflict, match="meanwhile"):
        desk.bringing.bring(import_id, actor="Ada")
    assert not desk.drafts()
    assert desk.view(import_id).brought_at is None


def test_what_a_draft_lacks_is_told_and_nothing_else(desk: Desk) -> None:
    import_id = desk.take()
    before = {one.field for one in desk.line(import_id, "why-the-root").lacks}
    assert {"objectives", "level", "shape", "difficulty", "source"} <= before
    desk.wish(import_id, lambda wishes: replace(wishes, bank="attention", for_all=HEADER))
    assert {one.field for one in desk.line(import_id, "why-the-root").lacks} == {
        "options[2].misconception",
        "options[3].misconception",
        "options[3].rationale",
    }


def test_one_that_cannot_come_in_whole_brings_nothing(desk: Desk) -> None:
    import_id = desk.take()
    desk.wish(import_id, lambda wishes: replace(wishes, bank=""))
    with pytest.raises(BadInput, match="bank"):
        desk.bringing.bring(import_id, actor="Ada")
    desk.wish(import_id, lambda wishes: replace(wishes, bank="attention"))
    desk.takes(import_id, why_the_root=Take.LEAVE, two_of_them=Take.LEAVE, how_many=Take.LEAVE)
    with pytest.raises(BadInput, match="left out"):
        desk.bringing.bring(import_id, actor="Ada")
    assert not desk.drafts()
    assert desk.view(import_id).brought_at is None


def test_the_same_file_again_finds_its_first_and_leaves_it(empty: Desk) -> None:
    first = empty.brought()
    again = empty.take(name="other.gift")
    view = empty.view(again)
    assert [one.import_id for one in view.again] == [first]
    assert {one.stand for one in view.questions} == {Stand.SAME, Stand.REFUSED}
    assert (view.counts.coming, view.counts.undecided) == (0, 0)


def test_a_changed_question_replaces_its_draft_or_stands_beside_it(empty: Desk) -> None:
    empty.brought()
    first = empty.drafts()["why-the-root"]
    again = empty.take(FILE.replace(b"The spread of scores", b"The variance of scores"))
    assert empty.line(again, "why-the-root").stand is Stand.CHANGED
    assert empty.view(again).counts.undecided == 1
    empty.takes(again, why_the_root=Take.REPLACE)
    assert empty.bringing.bring(again, actor="Grace") == 1
    now = empty.drafts()["why-the-root"]
    assert (now.id, now.version) == (first.id, 2)
    assert "The variance" in now.text
    empty.bringing.undo(again, actor="Grace")
    back = empty.drafts()["why-the-root"]
    assert (back.version, back.text) == (3, first.text)
    third = empty.take(FILE.replace(b"The spread of scores", b"The width of scores"))
    empty.takes(third, why_the_root=Take.BOTH)
    empty.bringing.bring(third, actor="Grace")
    assert empty.drafts()["why-the-root-2"].version == 1
    assert empty.drafts()["why-the-root"].text == first.text


def test_a_published_item_is_never_touched_by_replacing(desk: Desk) -> None:
    with reading(desk.database) as unit:
        item = item_row(unit, "state-the-formula")
        assert item is not None
    import_id = desk.take(b"::State the formula:: Which of these? {=a ~b ~c}")
    assert desk.line(import_id, "state-the-formula").stand is Stand.TAKEN
    desk.takes(import_id, state_the_formula=Take.REPLACE)
    desk.bringing.bring(import_id, actor="Ada")
    draft = desk.drafts()["state-the-formula"]
    assert (draft.base_revision_id, draft.version) == (item.latest_revision_id, 1)
    with reading(desk.database) as unit:
        assert item_row(unit, "state-the-formula") == item
    assert desk.bringing.undo(import_id, actor="Ada").removed == ("state-the-formula",)
    assert not desk.drafts()


def test_nothing_comes_over_a_draft_in_review(desk: Desk) -> None:
    desk.brought()
    draft = desk.drafts()["why-the-root"]
    with writing(desk.database) as unit:
        set_state(unit, draft.id, draft.version, "in_review")
        unit.commit()
    again = desk.take(FILE.replace(b"The spread of scores", b"The variance of scores"))
    line = desk.line(again, "why-the-root")
    assert (line.stand, Take.REPLACE in line.takes) == (Stand.REVIEWED, False)
    desk.takes(again, why_the_root=Take.REPLACE)
    assert desk.line(again, "why-the-root").take is Take.LEAVE


def test_undoing_takes_all_away_and_keeps_what_was_changed_and_tells_it(empty: Desk) -> None:
    import_id = empty.brought()
    edited, reviewed = empty.drafts()["two-of-them"], empty.drafts()["how-many"]
    empty.drafting.save(edited.id, 1, edited.text + "# more\n", actor="Grace")
    with writing(empty.database) as unit:
        set_state(unit, reviewed.id, 1, "in_review")
        unit.commit()
    undone = empty.bringing.undo(import_id, actor="Ada")
    assert undone.removed == ("why-the-root",)
    assert undone.kept == (("two-of-them", "it was edited since"), ("how-many", "it is in review"))
    assert set(empty.drafts()) == {"two-of-them", "how-many"}
    assert empty.view(import_id).undone == undone
    assert empty.whats("why-the-root") == ["imported", "undone"]
    with pytest.raises(Conflict):
        empty.bringing.undo(import_id, actor="Ada")


def test_an_import_of_which_something_is_published_is_not_undone(desk: Desk, tree: Path) -> None:
    text = path_of(tree, "state-the-formula").read_text()
    content = text.replace("id: state-the-formula", "id: stated-anew").encode()
    import_id = desk.take(content, "stated-anew.yaml")
    desk.takes(import_id, stated_anew=Take.NEW)
    desk.bringing.bring(import_id, actor="Ada")
    draft = desk.drafts()["stated-anew"]
    Publishing(desk.database, CLOCK).publish(draft.id, draft.version, Stamp("Grace", NOW))
    with pytest.raises(Conflict, match="stated-anew was published"):
        desk.bringing.undo(import_id, actor="Ada")
    view = desk.view(import_id)
    assert view.undone_at is None
    assert view.stays.startswith(
        "stated-anew was published since"
    )  # so no button offers what would be refused
    (became,) = (one.became for one in view.questions)
    assert became == Became("stated-anew", None, published=True)  # and not only that its draft is gone


def test_a_file_of_ours_comes_in_with_its_comments_and_is_known_again(desk: Desk, tree: Path) -> None:
    path = path_of(tree, "state-the-formula")
    text = "# a remark\n" + path.read_text()
    import_id = desk.take(text.encode(), path.name)
    assert desk.line(import_id, "state-the-formula").stand is Stand.SAME
    changed = text.replace("difficulty: 0.85", "difficulty: 0.8")
    import_id = desk.take(changed.encode(), path.name)
    line = desk.line(import_id, "state-the-formula")
    assert (line.stand, line.lacks) == (Stand.TAKEN, ())
    desk.takes(import_id, state_the_formula=Take.REPLACE)
    desk.bringing.bring(import_id, actor="Ada")
    assert desk.drafts()["state-the-formula"].text == changed


def test_what_the_bank_asks_already_is_told_and_left_out(desk: Desk) -> None:
    desk.brought()
    again = desk.take(FILE.replace(b"::Why the root:: ", b"::Another name:: "))
    line = desk.line(again, "another-name")
    assert [(one.name, one.in_bank) for one in line.likes] == [("why-the-root", True)]
    assert (line.stand, line.take) == (Stand.NEW, Take.LEAVE)
    desk.takes(again, another_name=Take.NEW)
    assert desk.line(again, "another-name").take is Take.NEW


def test_an_import_that_was_not_brought_in_can_be_given_up(desk: Desk) -> None:
    import_id = desk.take()
    desk.importing.give_up(import_id)
    with pytest.raises(NotFound):
        desk.view(import_id)
    brought = desk.brought()
    with pytest.raises(Conflict):
        desk.importing.give_up(brought)


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"<!DOCTYPE a [<!ENTITY b 'c'>]><quiz>&b;</quiz>"])
def test_what_cannot_be_read_is_a_sentence_and_keeps_nothing(desk: Desk, content: bytes) -> None:
    with pytest.raises(BadInput):
        desk.take(content)
    assert not desk.importing.all()


def test_images_of_a_file_are_kept_and_its_drafts_know_them(desk: Desk) -> None:
    held = BytesIO()
    Image.new("RGB", (8, 6), "red").save(held, "PNG")
    inside = b64encode(held.getvalue()).decode()
    stem = '<questiontext format="html"><text><![CDATA[<p>So? <img src="@@PLUGINFILE@@/a.png" alt="A box"></p>]]></text>'
    stem += f'<file name="a.png" encoding="base64">{inside}</file></questiontext>'
    import_id = desk.take(quiz(choice(stem=stem)), "bank.xml")
    text = desk.looking.one(import_id, 1).text
    name = text.partition("](image:")[2][:32]
    with reading(desk.database) as unit:
        kept = image_row(unit, name)
    assert kept is not None
    assert (kept.media, kept.width, kept.height, kept.actor) == ("image/png", 8, 6, "Ada")
    assert not [one for one in desk.view(import_id).questions[0].lacks if "image" in one.sentence]
