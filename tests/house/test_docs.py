"""What the documents say is so: examples parse, commands and settings exist, links lead somewhere."""

import re
from pathlib import Path

import pytest
from typer.main import get_command

from app.bank.cross import Known
from app.bank.load import LoadedBanks, load_tree
from app.bank.parse import parse_item
from app.bank.rules.chapter import chapter
from app.bank.rules.registry import RULES
from app.cli import app
from app.settings import Settings
from app.variants.recipe import RECIPES
from tests.house.sources import ROOT, tracked_files

README = (ROOT / "README.md").read_text()
PAGES = [path for path in tracked_files() if path.suffix == ".md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!image:)([^)#\s]+)", page.read_text())
    broken = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert broken == []


def test_the_example_of_the_readme_is_an_item() -> None:
    """It parses, names misconceptions and objectives that exist, and keeps the writing rules' form."""
    loaded = load_tree(ROOT / "questions", RECIPES)
    assert isinstance(loaded, LoadedBanks)
    example = re.search(r"```yaml\n(.*?)```", README, re.DOTALL)
    place = re.search(r"for example `(questions/[^`]+)`", README)
    assert example
    assert place
    objectives = {objective.number for domain in loaded.blueprint.domains for objective in domain.objectives}
    known = Known(
        misconceptions=frozenset(loaded.misconceptions), objectives=frozenset(objectives), recipes=None
    )
    item = parse_item(example.group(1), place.group(1), known).item
    assert item.header.id == "who-asks"


def test_the_misconceptions_of_the_documents_exist() -> None:
    loaded = load_tree(ROOT / "questions", RECIPES)
    assert isinstance(loaded, LoadedBanks)
    named = {
        slug
        for page in PAGES
        for slug in re.findall(r"misconception: ([a-z]+(?:-[a-z]+)+)", page.read_text())
    }
    assert len(named) > 8
    assert named - set(loaded.misconceptions) == set()


def test_the_commands_of_the_readme_exist() -> None:
    named = set(re.findall(r"^\| `keyed ([a-z ]+)` \|", README, re.MULTILINE))
    there = set()
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        inner = getattr(command, "commands", None)
        there |= {f"{name} {sub}" for sub in inner} if inner else {name}
    assert named == there


def test_the_settings_of_the_readme_are_all_there_are() -> None:
    named = {
        name
        for line in README.splitlines()
        if line.startswith("| `KEYED_")
        for name in re.findall(r"`KEYED_([A-Z_]+)`", line)
    }
    assert named == {name.upper() for name in Settings.model_fields}


def test_the_makes_of_the_documents_exist() -> None:
    rules = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {word for page in PAGES for word in re.findall(r"`make ([a-z]+)`", page.read_text())}
    assert {"run", "test", "gate", "bench", "lock"} <= named
    assert named <= rules


def test_what_every_project_has_is_there() -> None:
    wanted = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "questions/LICENSE", "docs/house.md"]
    wanted += [
        "docs/glossary.md",
        "docs/bank-format.md",
        "docs/decisions/0001-stack-and-set-up.md",
        ".ci/run",
    ]
    assert [name for name in wanted if not (ROOT / name).is_file()] == []
    assert "not affiliated with or endorsed by NVIDIA" in README


def test_no_path_or_host_of_a_machine_is_in_the_project() -> None:
    """Nothing names a home folder, a mirror of a package index, or a file of a private machine."""
    pattern = re.compile(r"/(?:root|home/[a-z]+)/|https?://[^/\s\"']*(?:pypi|npmjs|registry)[^/\s\"']*")
    found = []
    for path in tracked_files():
        if path.suffix in {".png", ".woff2"} or path == Path(__file__):
            continue
        found += [f"{path.relative_to(ROOT)}: {hit}" for hit in pattern.findall(path.read_text())]
    assert found == []


def test_files_are_light_and_none_is_a_third_partys() -> None:
    heavy = [str(path.relative_to(ROOT)) for path in tracked_files() if path.stat().st_size > 400_000]
    assert heavy == []
    assert [
        str(path)
        for path in tracked_files()
        if "vendor" in path.parts or path.suffix in {".woff", ".woff2", ".ttf"}
    ] == []


def test_the_chapter_on_writing_items_is_printed_from_the_rules() -> None:
    """Print it anew: .venv/bin/keyed bank rules > docs/writing-items.md."""
    assert (ROOT / "docs" / "writing-items.md").read_text() == chapter()
    assert all(f"### {rule.id}\n" in chapter() for rule in RULES)
    assert len(RULES) >= 40


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_files_that_a_document_names_exist(page: Path) -> None:
    named = re.findall(r"`((?:app|tests|static|templates|bench|alembic)/[\w./-]+\.\w+)`", page.read_text())
    assert [one for one in named if not (ROOT / one).exists()] == []
