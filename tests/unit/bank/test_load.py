"""A folder of questions is loaded whole, or all faults of all its files are told."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.bank.check import check_tree, lines
from app.bank.load import LoadedBanks, load_tree, tree_digest
from app.kit.clock import FixedClock
from tests.unit.bank.samples import AUTHORED, RECIPE, AnyRecipe
from tests.unit.bank.test_parse import BLUEPRINT

RECIPES = {"weights-row": AnyRecipe()}
ENTRY = "- slug: {0}\n  name: A name\n  belief: This is believed.\n  truth: That is so.\n"
FILES = {
    "_facts/blueprint.yaml": BLUEPRINT.replace("2.1", "2.2").replace("1.1", "1.2"),
    "_facts/misconceptions/roles.yaml": ENTRY.format("carry-keys") + ENTRY.format("plain-mean"),
    "_facts/misconceptions/formula.yaml": ENTRY.format("output-is-scores"),
    "attention/bank.yaml": "id: attention\ntitle: Attention\ndescription: All.\nlicence: CC BY 4.0\n",
    "attention/1.2/what-is-mixed.yaml": AUTHORED,
    "attention/1.2/weights-row-numbers.yaml": RECIPE,
    "LICENSE": "text",
    "attention/notes.md": "a note",
    "attention/1.2/.hidden.yaml": "x",
}


def tree(root: Path, changes: dict[str, str | None] | None = None) -> Path:
    """A folder of questions with some files changed, added, or (None) left out."""
    for inside, text in (FILES | (changes or {})).items():
        if text is not None:
            path = root / "questions" / inside
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    return root / "questions"


def test_a_whole_folder(tmp_path: Path) -> None:
    loaded = load_tree(tree(tmp_path), RECIPES)
    assert isinstance(loaded, LoadedBanks)
    assert [bank.id for bank in loaded.banks] == ["attention"]
    assert [item.revision.item.header.id for item in loaded.items] == ["weights-row-numbers", "what-is-mixed"]
    assert sorted(loaded.misconceptions) == ["carry-keys", "output-is-scores", "plain-mean"]
    assert loaded.blueprint.objective("1.2") is not None
    item = loaded.items[1]
    assert item.document.path == "questions/attention/1.2/what-is-mixed.yaml"
    assert item.document.place(("options", 1, "rationale")) == (20, 16)
    assert item.document.place(("options", 1, "weight")) == (17, 5)


ITEM = "attention/1.2/what-is-mixed.yaml"
FOLDER_FAULTS = [
    ("bank missing", {"attention/bank.yaml": None}, "questions/attention/bank.yaml:1:1: is missing"),
    ("blueprint missing", {"_facts/blueprint.yaml": None}, "questions/_facts/blueprint.yaml:1:1: is missing"),
    ("unknown facts", {"_facts/gpu.yaml": "a: b\n"}, "questions/_facts/gpu.yaml:1:1: is not a file of facts"),
    (
        "loose file",
        {"attention/loose.yaml": AUTHORED},
        "questions/attention/loose.yaml:1:1: belongs to no bank",
    ),
    (
        "wrong ending",
        {"attention/1.2/x.yml": AUTHORED},
        "questions/attention/1.2/x.yml:1:1: belongs to no bank",
    ),
    (
        "entry twice",
        {"_facts/misconceptions/x.yaml": ENTRY.format("plain-mean")},
        "questions/_facts/misconceptions/x.yaml:1:9: [1].slug: 'plain-mean' is in the registry already",
    ),
    (
        "id twice over banks",
        {
            "other/bank.yaml": FILES["attention/bank.yaml"].replace("attention", "other"),
            "other/1.2/what-is-mixed.yaml": AUTHORED,
        },
        "questions/other/1.2/what-is-mixed.yaml:1:5: id: 'what-is-mixed' is the id of "
        "questions/attention/1.2/what-is-mixed.yaml too",
    ),
]


@pytest.mark.parametrize(
    ("changes", "told"), [pytest.param(*case[1:], id=str(case[0])) for case in FOLDER_FAULTS]
)
def test_faults_of_a_folder(tmp_path: Path, changes: dict[str, str | None], told: str) -> None:
    faults = load_tree(tree(tmp_path, changes), RECIPES)
    assert isinstance(faults, tuple)
    assert [str(fault) for fault in faults if str(fault).startswith(told)], list(map(str, faults))


def test_faults_of_all_files_at_once(tmp_path: Path) -> None:
    changes: dict[str, str | None] = {
        "_facts/misconceptions/roles.yaml": "- slug: X\n",
        ITEM: AUTHORED.replace("carry-keys", "never-heard").replace("difficulty: 0.7", "difficulty: 7"),
        "attention/1.2/weights-row-numbers.yaml": RECIPE.replace("decimals: 3", "decimals: x"),
        "attention/bank.yaml": "id: [\n",
    }
    faults = load_tree(tree(tmp_path, changes), RECIPES)
    assert isinstance(faults, tuple)
    assert len({fault.path for fault in faults}) == 4
    assert not [fault for fault in faults if "never-heard" in fault.sentence], (
        "the registry itself is not known"
    )
    assert list(faults) == sorted(faults)


def test_the_digest_follows_paths_and_content(tmp_path: Path) -> None:
    one = tree_digest(tree(tmp_path / "a"))
    assert tree_digest(tree(tmp_path / "b")) == one
    assert tree_digest(tree(tmp_path / "c", {ITEM: AUTHORED + "\n"})) != one
    assert tree_digest(tree(tmp_path / "d", {ITEM: None, "attention/1.2/renamed.yaml": AUTHORED})) != one
    assert tree_digest(tree(tmp_path / "e", {"attention/notes.md": "another note"})) == one


def test_the_report_in_lines(tmp_path: Path) -> None:
    clock = FixedClock(datetime(2026, 11, 1, tzinfo=UTC))
    changed: dict[str, str | None] = {ITEM: AUTHORED.replace("The rows of $V$", "Both A and B")}
    report = check_tree(tree(tmp_path, changed), RECIPES, clock)
    assert not report.passed
    text = lines(report)
    assert "questions/attention/1.2/what-is-mixed.yaml:14: error [position-reference]" in text
    assert "what-is-mixed.yaml:9: error [source-in-future]" in text
    assert "weights-row-numbers.yaml:7: error [source-in-future]" in text
    assert text.splitlines()[-1].startswith("2 items, 0 faults, 3 errors")
    refused = check_tree(tree(tmp_path, {"attention/bank.yaml": "x"}), RECIPES, clock)
    assert not refused.passed
    assert lines(refused).splitlines()[-1].startswith("0 items, 1 fault,")
