"""How new questions and banks get their names: of the words that were typed, of nobody else's, or a sentence why not."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from app.authoring.found import ReadWishes
from app.authoring.incoming import IncomingFile
from app.kit.clock import FixedClock
from app.kit.errors import BadInput
from app.services.authoring.bank_names import bank_named
from app.services.authoring.beginning import BeginFault, Beginning, NewWish
from app.services.authoring.drafting import LONGEST_TEXT, Drafting
from app.services.authoring.import_looking import Looking
from app.services.authoring.import_process import Unread
from app.services.authoring.importing import Importing
from app.services.authoring.taking_in import take_in
from app.services.sync_bank import sync_banks
from app.store.database import Database
from app.store.drafts import all_drafts
from app.store.unit import reading
from tests.databases import NOW
from tests.unit.bank import samples

CLOCK = FixedClock(NOW)
ASKED = NewWish("", "attention", "single_choice", "1.2", "What is masked?")


@pytest.fixture
def beginning(database: Database, tree: Path) -> Beginning:
    sync_banks(database, tree, CLOCK)
    return Beginning(database, CLOCK, Drafting(database, CLOCK))


def drafts(database: Database) -> list[str]:
    with reading(database) as unit:
        return sorted(one.item_id for one in all_drafts(unit))


def test_questions_with_the_same_words_that_are_begun_at_once_all_begin(beginning: Beginning) -> None:
    with ThreadPoolExecutor(4) as people:
        begun = list(people.map(lambda who: beginning.new(ASKED, actor=who), ("Ada", "Grace", "Eve", "Joan")))
    names = ["what-is-masked", "what-is-masked-2", "what-is-masked-3", "what-is-masked-4"]
    assert sorted(one.item_id for one in begun) == names == drafts(beginning.database)


@pytest.mark.parametrize(
    ("wish", "of", "said"),
    [
        (replace(ASKED, stem=" "), "name", "Write the question first"),
        (replace(ASKED, stem="注意力是什么？"), "name", "No name can be made of this question"),
        (replace(ASKED, stem="$$?"), "name", "No name can be made of this question"),
        (replace(ASKED, stem="long " * (LONGEST_TEXT // 4)), "stem", "Shorten it"),
        (replace(ASKED, bank="New"), "bank", "The names new and lab are taken"),
        (replace(ASKED, kind="riddle"), "kind", "what kind of question"),
    ],
    ids=["nothing", "no letter of ours", "signs alone", "too long", "a bank that cannot be", "no kind"],
)
def test_what_cannot_begin_is_said_at_its_field(
    beginning: Beginning, wish: NewWish, of: str, said: str
) -> None:
    with pytest.raises(BeginFault, match=said) as fault:
        beginning.new(wish, actor="Ada")
    assert fault.value.of == of
    assert not drafts(beginning.database)


def test_a_typed_name_is_never_made_another_one(beginning: Beginning) -> None:
    wish = replace(ASKED, name="Masked")
    assert beginning.new(wish, actor="Ada").item_id == "masked"
    with pytest.raises(BeginFault, match="named masked exists already"):
        beginning.new(wish, actor="Grace")


def test_a_bank_is_named_in_words_and_never_as_a_page_beside_it() -> None:
    known = {"attention", "heads"}
    assert bank_named("attention", known) == "attention"
    assert bank_named("Large language Models", known) == "large-language-models"
    for typed in ("", "New", "lab", "注意力", "x" * 200):
        assert bank_named(typed, known) == "", typed


def read_here(name: str, content: bytes, wishes: ReadWishes) -> IncomingFile | Unread:
    found = take_in(name, content, wishes)
    return Unread(found) if isinstance(found, str) else found


def test_an_import_names_its_bank_as_the_editor_does(database: Database) -> None:
    importing = Importing(database, CLOCK, read_here)

    def bank(folder: str, typed: str = "") -> str:
        packed = BytesIO()
        with ZipFile(packed, "w") as archive:
            archive.writestr(f"{folder}/1.2/what-is-mixed.yaml", samples.AUTHORED)
        import_id = importing.take("bank.zip", packed.getvalue(), actor="Ada")
        if typed:
            importing.wish(import_id, lambda wishes: replace(wishes, bank=typed))
        return Looking(database).view(import_id, 1).wishes.bank

    assert bank("attention") == "attention"
    assert bank("My Questions") == "my-questions"
    assert bank("new") == ""
    assert bank("new", "Large language Models") == "large-language-models"
    with pytest.raises(BadInput, match="The names new and lab are taken"):
        bank("attention", "Lab")
