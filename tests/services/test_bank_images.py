"""Images as files of a bank: named by what they hold, known to its questions, and brought into the database."""

import io
from pathlib import Path

import pytest
from PIL import Image

from app.bank.faults import Fault
from app.bank.load import LoadedBanks, load_tree
from app.kit.clock import FixedClock
from app.kit.errors import BadInput, NotFound
from app.services.authoring.image_files import put_file
from app.services.sync_bank import sync_banks
from app.store.database import Database
from app.store.images import image_row
from app.store.items import live_items, revision_text
from app.store.unit import reading
from app.variants.recipe import RECIPES
from tests.databases import NOW
from tests.house.sources import ROOT


def drawn() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), "teal").save(out, "PNG", pnginfo=None)
    return out.getvalue()


@pytest.fixture
def banks(tmp_path: Path) -> Path:
    """The facts, and a bank of one question."""
    root = tmp_path / "questions"
    for inside in ("_facts", "attention/bank.yaml", "attention/1.2/two-facts-about-a-query.yaml"):
        source = ROOT / "questions" / inside
        for path in [source] if source.is_file() else sorted(source.rglob("*.yaml")):
            target = root / path.relative_to(ROOT / "questions")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    return root


def question(banks: Path) -> Path:
    return banks / "attention/1.2/two-facts-about-a-query.yaml"


def show(banks: Path, line: str) -> None:
    """Put a line into the first rationale of the question."""
    text = question(banks).read_text()
    first = text.index("rationale: ")
    end = text.index("\n", first)
    question(banks).write_text(f"{text[:first]}rationale: '{line}'{text[end:]}")


def faults(banks: Path) -> list[str]:
    found = load_tree(banks, RECIPES)
    return (
        [str(one) for one in found]
        if isinstance(found, tuple) and all(isinstance(one, Fault) for one in found)
        else []
    )


def test_an_image_comes_in_with_the_question_that_shows_it(banks: Path, database: Database) -> None:
    path, line = put_file(banks, "attention", drawn())
    assert path.parent == banks / "attention" / "images"
    show(banks, line.replace("What it shows", "A teal field"))
    assert isinstance(load_tree(banks, RECIPES), LoadedBanks)
    sync_banks(database, banks, FixedClock(NOW))
    with reading(database) as unit:
        row = image_row(unit, path.stem)
        (item,) = live_items(unit)
        text = revision_text(unit, item.latest_revision_id) or ""
    assert row is not None
    assert (row.width, row.height, row.media, row.content) == (40, 30, "image/png", path.read_bytes())
    assert f"image:{path.stem}" in text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"![A field](image:{'0' * 32})", "is not there"),
        ("![A field](https://example.org/x.png)", "fetch nothing from elsewhere"),
        ("![](image:{id})", "without saying what it shows"),
    ],
)
def test_an_image_that_is_wrong_is_a_fault_with_its_line(banks: Path, line: str, said: str) -> None:
    path, _ = put_file(banks, "attention", drawn())
    show(banks, line.replace("{id}", path.stem))
    (fault,) = faults(banks)
    assert said in fault
    assert "two-facts-about-a-query.yaml:" in fault


def test_in_code_there_is_no_image(banks: Path) -> None:
    show(banks, "Written `![x](y)` it is text.")
    assert faults(banks) == []


def test_a_file_is_called_by_what_it_holds(banks: Path) -> None:
    path, _ = put_file(banks, "attention", drawn())
    path.write_bytes(path.read_bytes() + b"more")
    (fault,) = faults(banks)
    assert "not called by what it holds" in fault


def test_what_is_no_image_or_no_bank_is_refused(banks: Path) -> None:
    with pytest.raises(BadInput, match="no PNG"):
        put_file(banks, "attention", b"text")
    with pytest.raises(NotFound, match="no bank named"):
        put_file(banks, "other", drawn())
