"""Entries of shared files: read as their files are, and written into them with everything else as its author left it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.bank.parse import Bank, parse_bank, parse_misconceptions
from app.bank.registry import read_bank, read_misconception, with_bank, with_misconception
from app.bank.rewrite import comments
from app.items.misconceptions import Misconception

ODD = """# The first ones.
- slug: a   # odd
  name: A  # a name
  # what they say
  belief: |
    long
    text

  truth: T
# about b
-   slug: b
    name: B
    belief: 'x: y'
    truth: y
"""
TEXTS = st.text("ab: #-'\"|\n$\\é", min_size=1, max_size=30).map(str.strip).filter(bool)
OURS = sorted((Path(__file__).resolve().parents[3] / "questions/_facts/misconceptions").glob("*.yaml"))


@given(st.sampled_from("abc"), TEXTS, TEXTS)
def test_one_entry_changes_and_all_else_stays(slug: str, belief: str, truth: str) -> None:
    found = read_misconception(Misconception(slug, "Name", belief, truth, "odd"))
    if isinstance(found, dict):
        assert found.keys() <= {"belief", "truth"}
        return
    changed = with_misconception(ODD, found)
    entries = {one.slug: one for one in parse_misconceptions(changed, "")[0]}
    before = {one.slug: one for one in parse_misconceptions(ODD, "")[0]}
    assert (entries[slug].belief, entries[slug].truth) == (found.belief, found.truth)
    assert {**entries, slug: None} == {**before, slug: None}
    assert not comments(ODD) - comments(changed)


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.stem))
def test_in_our_own_files_a_change_of_one_field_changes_its_line(path: Path) -> None:
    text = path.read_text()
    for one in parse_misconceptions(text, "")[0]:
        assert with_misconception(text, one) == text
        changed = with_misconception(text, Misconception(one.slug, "Another name", one.belief, one.truth))
        pairs = list(zip(text.split("\n"), changed.split("\n"), strict=True))
        assert [new for old, new in pairs if old != new] == ["  name: Another name"]


def test_a_bank_keeps_the_comments_of_its_file() -> None:
    bank = Bank("odd", "Odd: things", "All of them.", "CC BY 4.0")
    text = f"# ours\n{with_bank(None, bank)}"
    changed = with_bank(text, Bank("odd", "Even things", bank.description, bank.licence))
    assert changed == text.replace("Odd: things", "Even things")
    assert parse_bank(changed, "odd/bank.yaml").title == "Even things"


def test_what_is_wrong_is_told_by_field() -> None:
    assert read_bank(Bank("Not so", "", "x", "x")) == {
        "id": "is 'Not so'. Write a name of small letters, digits and single hyphens, 80 characters at most.",
        "title": "is empty, and is needed.",
    }
    found = read_misconception(Misconception("a", "A", "It is $x", "So.", ""))
    assert isinstance(found, dict)
    assert list(found) == ["belief"]


def test_a_file_that_cannot_be_read_is_not_written() -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        with_misconception("- slug: [a", Misconception("a", "A", "B", "C"))
