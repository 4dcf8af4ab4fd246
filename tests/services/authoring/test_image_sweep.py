"""Images that nothing shows go after a month, on both databases; what any text names stays, as does what files hold."""

from base64 import b64encode
from dataclasses import dataclass, replace
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from app.authoring.import_wishes import QuestionWish, Take
from app.authoring.pictures import remade
from app.kit.clock import FixedClock
from app.services.authoring import image_sweep
from app.services.authoring.drafting import Drafting
from app.services.authoring.image_sweep import EVERY, KEPT, ImageSweep
from app.services.authoring.imaging import Imaging
from app.services.authoring.import_bringing import Bringing
from app.services.authoring.importing import Importing
from app.services.sync_bank import sync_banks
from app.store.database import Database
from app.store.drafts import all_drafts
from app.store.images import image_names
from app.store.meta import fact
from app.store.unit import reading
from tests.databases import NOW
from tests.services.authoring.import_desk import HEADER, read_here
from tests.services.bank_tree import path_of
from tests.unit.authoring.moodle_files import choice, quiz

LATER = KEPT + timedelta(minutes=1)


def png(colour: str) -> bytes:
    held = BytesIO()
    Image.new("RGB", (8, 6), colour).save(held, "PNG")
    return held.getvalue()


def moodle(*colours: str) -> bytes:
    """A file with a question for each colour, which shows an image of it."""
    questions = []
    for colour in colours:
        inside = b64encode(png(colour)).decode()
        stem = f'<questiontext format="html"><text><![CDATA[<p>Is it {colour}? <img src="@@PLUGINFILE@@/a.png" alt="A box"></p>]]></text>'
        stem += f'<file name="a.png" encoding="base64">{inside}</file></questiontext>'
        questions.append(choice(stem=stem).replace("<text>Q1</text>", f"<text>{colour}</text>"))
    return quiz(*questions)


@dataclass
class Desk:
    """Images with their ways in, over one database and one clock."""

    database: Database
    clock: FixedClock

    def __post_init__(self) -> None:
        self.images = Imaging(self.database, self.clock, remade)
        self.importing = Importing(self.database, self.clock, read_here)
        self.bringing = Bringing(self.database, self.clock)
        self.drafting = Drafting(self.database, self.clock)
        self.sweep = ImageSweep(self.database, self.clock)

    def take(self, colour: str) -> str:
        return self.images.take(png(colour), actor="Ada").id

    def brought(self, *colours: str, leave: tuple[int, ...] = ()) -> str:
        import_id = self.importing.take("bank.xml", moodle(*colours), actor="Ada")
        each = {n: QuestionWish(Take.LEAVE) for n in leave}
        self.importing.wish(
            import_id, lambda wishes: replace(wishes, bank="attention", for_all=HEADER, each=each)
        )
        self.bringing.bring(import_id, actor="Ada")
        return import_id

    def wait(self, time: timedelta = LATER) -> None:
        self.clock.move_to(self.clock.now() + time)

    def names(self) -> frozenset[str]:
        with reading(self.database) as unit:
            return image_names(unit)


@pytest.fixture
def desk(database: Database, tree: Path) -> Desk:
    clock = FixedClock(NOW)
    sync_banks(database, tree, clock)
    return Desk(database, clock)


def test_images_of_an_import_that_was_given_up_go_after_a_month(desk: Desk) -> None:
    import_id = desk.importing.take("bank.xml", moodle("red", "blue"), actor="Ada")
    assert len(desk.names()) == 2
    desk.wait()
    assert desk.sweep.sweep() == 0, "an import under way needs them"
    desk.importing.give_up(import_id)
    assert desk.sweep.sweep() == 2
    assert desk.names() == frozenset()


def test_what_came_lately_stays_and_what_came_again_counts_from_then(desk: Desk) -> None:
    red, blue = desk.take("red"), desk.take("blue")
    desk.wait(KEPT - timedelta(days=1))
    assert desk.sweep.sweep() == 0
    assert desk.take("red") == red
    desk.wait(timedelta(days=2))
    assert (desk.sweep.sweep(), desk.names()) == (1, {red})
    desk.wait()
    assert (desk.sweep.sweep(), blue in desk.names()) == (1, False)


def test_what_an_import_left_among_drafts_or_in_the_history_stays(desk: Desk) -> None:
    import_id = desk.brought("red", "blue")
    desk.wait()
    assert desk.sweep.sweep() == 0, "drafts show them"
    desk.bringing.undo(import_id, actor="Ada")
    with reading(desk.database) as unit:
        assert all_drafts(unit) == []
    assert desk.sweep.sweep() == 0, "the history has the texts of the drafts that were taken back"
    assert len(desk.names()) == 2


def test_what_an_import_left_out_goes_once_it_was_taken_back(desk: Desk) -> None:
    import_id = desk.brought("red", "blue", leave=(2,))
    with reading(desk.database) as unit:
        (draft,) = all_drafts(unit)
    desk.wait()
    assert desk.sweep.sweep() == 0
    desk.bringing.undo(import_id, actor="Ada")
    assert desk.sweep.sweep() == 1
    (left,) = desk.names()
    assert f"image:{left}" in draft.text


@pytest.mark.parametrize("then", ["a later version without it", "nothing more"])
def test_an_image_that_any_version_of_a_draft_shows_stays(desk: Desk, then: str) -> None:
    name = desk.take("red")
    draft = desk.drafting.begin("state-the-formula", "Ada")
    shown = desk.drafting.save(
        draft.id, draft.version, f"{draft.text}# ![A box](image:{name})\n", actor="Ada"
    )
    if then != "nothing more":
        desk.drafting.save(draft.id, shown.version, draft.text, actor="Ada")
    spare = desk.take("blue")
    desk.wait()
    assert desk.sweep.sweep() == 1
    assert desk.names() == {name}
    assert spare != name


def test_an_image_of_a_published_text_stays(desk: Desk, tree: Path) -> None:
    name = desk.take("red")
    path = path_of(tree, "state-the-formula")
    text = path.read_text(encoding="utf-8")
    folder = tree / "attention" / "images"
    folder.mkdir()
    (folder / f"{name}.png").write_bytes(remade(png("red")).content)
    path.write_text(text.replace("stem: |\n", f"stem: |\n  ![A box](image:{name})\n", 1), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    sync_banks(desk.database, tree, desk.clock)
    path.write_text(text, encoding="utf-8")
    (folder / f"{name}.png").unlink()
    sync_banks(desk.database, tree, desk.clock)
    desk.wait()
    assert (desk.sweep.sweep(), desk.names()) == (0, {name}), "an earlier revision shows it"


def test_files_and_their_images_are_left_alone(desk: Desk, tree: Path) -> None:
    picture = remade(png("red"))
    folder = tree / "attention" / "images"
    folder.mkdir(exist_ok=True)
    (folder / f"{picture.id}.png").write_bytes(picture.content)
    sync_banks(desk.database, tree, desk.clock)
    assert desk.names() == {picture.id}
    desk.wait()
    assert (desk.sweep.sweep(), desk.names()) == (0, {picture.id})


def test_it_sweeps_once_a_day(desk: Desk) -> None:
    desk.take("red")
    assert desk.sweep.daily() == 0
    with reading(desk.database) as unit:
        first = fact(unit, "images-swept")
    desk.wait(EVERY - timedelta(seconds=1))
    desk.sweep.daily()
    with reading(desk.database) as unit:
        assert fact(unit, "images-swept") == first
    desk.wait()
    assert desk.sweep.daily() == 1


def test_what_comes_to_be_shown_during_a_sweep_stays(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    name, spare = desk.take("red"), desk.take("blue")
    desk.wait()
    looked = image_sweep.images_shown

    def then_saved(*args: object) -> frozenset[str]:
        found = looked(*args)  # type: ignore[arg-type]
        if len(args) == 1:  # the first look, before anything is held
            draft = desk.drafting.begin("state-the-formula", "Ada")
            text = f"{draft.text}# ![A box](image:{name})\n"
            desk.drafting.save(draft.id, draft.version, text, actor="Ada")
        return found

    monkeypatch.setattr(image_sweep, "images_shown", then_saved)
    assert desk.sweep.sweep() == 1
    assert desk.names() == {name}
    assert spare != name
