"""Exams in YAML: read whole, or every fault named with its line."""

from pathlib import Path

import pytest

from app.bank.exams import RESERVED, parse_exam
from app.bank.faults import BankFaults
from app.bank.load import LoadedBanks, load_tree
from app.bank.parse import parse_blueprint
from app.items.exam import Aid, Navigation, Part, Section, When
from app.items.item import Kind, Shape
from app.services.exam_supply import exam_outlooks
from app.variants.recipe import RECIPES
from tests.unit.bank.test_load import RECIPES as ANY
from tests.unit.bank.test_load import tree

ROOT = Path(__file__).parents[3]
BLUEPRINT = parse_blueprint((ROOT / "questions/_facts/blueprint.yaml").read_bytes(), "blueprint.yaml")
PATH = "attention/exams/short.yaml"
EXAM = """\
id: short
title: Short
description: A short one.
source: {citation: A test, as_of: "2026-11-30"}
minutes: 5
counts: [4, 8]
sections:
  - {name: Formulas, percent: 50, objectives: ["1.2"], shapes: [formula]}
  - {name: The rest, percent: 50}
kinds: [single_choice, steps]
pass_mark: {percent: 60, grade: unofficial}
navigation: one_way
review: {points: at_the_end, right: once_released}
aids: [calculator]
extra_time: [1.25, 2]
attempts: {most: 2, wait_days: 14}
"""


def faults(text: str, path: str = PATH) -> list[str]:
    with pytest.raises(BankFaults) as found:
        parse_exam(text, path, BLUEPRINT)
    return [str(fault) for fault in found.value.faults]


def test_a_whole_exam() -> None:
    exam = parse_exam(EXAM, PATH, BLUEPRINT)
    assert (exam.id, exam.bank, exam.minutes, exam.counts) == ("short", "attention", 5, (4, 8))
    assert exam.sections == (
        Section("Formulas", 50, frozenset(("1.2",)), frozenset((Shape.FORMULA,))),
        Section("The rest", 50),
    )
    assert exam.kinds == {Kind.SINGLE_CHOICE, Kind.STEPS}
    assert (exam.pass_mark.percent, exam.pass_mark.grade) == (60, "unofficial")
    assert exam.navigation is Navigation.ONE_WAY
    assert exam.shown(Part.POINTS) is When.AT_THE_END
    assert exam.shown(Part.RIGHT) is When.ONCE_RELEASED
    assert exam.shown(Part.PROOF) is When.NEVER
    assert (exam.aids, exam.extra_time) == ({Aid.CALCULATOR}, (1.25, 2.0))
    assert (exam.attempts.most, exam.attempts.wait_days) == (2, 14)
    assert not exam.head_workable


def test_official_weights_are_those_of_the_blueprint() -> None:
    start, end = EXAM.index("sections:"), EXAM.index("kinds:")
    exam = parse_exam(EXAM[:start] + "weights: official\n" + EXAM[end:], PATH, BLUEPRINT)
    assert [section.percent for section in exam.sections] == [6, 13, 9, 17, 13, 7, 14, 9, 7, 5]
    assert [section.domain for section in exam.sections] == list(range(1, 11))
    assert exam.sections[1].takes("2.3", Shape.ROLE)
    assert not exam.sections[1].takes("4.7", Shape.ROLE)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("id: short", "id: shorter", 1, "is 'shorter' in the file short.yaml"),
        ("minutes: 5", "minutes: 0", 5, "must be at least 1"),
        ("minutes: 5", "minutes: five", 5, "Write a whole number in plain digits"),
        ("[4, 8]", "[4, 4]", 6, "is '4', as one of counts before it"),
        ("[4, 8]", "[]", 6, "has too few members. Write at least 1"),
        ("percent: 50}", "percent: 40}", 8, "have 90 percent together"),
        ('["1.2"]', '["1.9"]', 8, "'1.9' is not in the blueprint"),
        ("[formula]", "[formulas]", 8, "(perhaps formula)"),
        ("name: The rest", "name: Formulas", 9, "as a section before it"),
        ("[single_choice, steps]", "[single_choice, step]", 10, "(perhaps steps)"),
        ("right: once_released", "rihgt: never", 13, "Write"),
        ("kinds:", "weights: official\nkinds:", 8, "Write one of the two"),
        ("[1.25, 2]", "[1]", 15, "must be more than 1"),
        ("most: 2", "most: many", 16, "Write a whole number"),
        ("title: Short\n", "", 1, "is missing"),
    ],
)
def test_every_fault_is_named(old: str, new: str, line: int, words: str) -> None:
    assert old in EXAM
    found = faults(EXAM.replace(old, new, 1))
    assert any(words in one and f"short.yaml:{line}:" in one for one in found), found


def test_an_exam_outside_a_bank() -> None:
    assert "Move it to <bank>/exams/<id>.yaml" in faults(EXAM, "short.yaml")[0]


@pytest.mark.parametrize("name", RESERVED)
def test_no_exam_has_the_address_of_another_page(name: str) -> None:
    found = faults(EXAM.replace("id: short", f"id: {name}"), f"attention/exams/{name}.yaml")
    assert [one for one in found if "is the address of another page. Choose another name." in one]


def test_exams_are_loaded_with_the_banks(tmp_path: Path) -> None:
    loaded = load_tree(tree(tmp_path, {PATH: EXAM.replace('objectives: ["1.2"], ', "")}), ANY)
    assert isinstance(loaded, LoadedBanks)
    assert [exam.id for exam in loaded.exams] == ["short"]
    twice: dict[str, str | None] = {PATH: EXAM, "other/exams/short.yaml": EXAM}
    found = load_tree(tree(tmp_path / "b", twice), ANY)
    assert isinstance(found, tuple)
    assert any("is the id of" in fault.sentence for fault in found)


def test_enemies_have_to_exist(tmp_path: Path) -> None:
    item = "attention/1.2/what-is-mixed.yaml"
    text = (tree(tmp_path / "a") / item).read_text()
    for enemy, fine in (("weights-row-numbers", True), ("nobody", False), ("what-is-mixed", False)):
        changed: dict[str, str | None] = {item: text + f"enemies: [{enemy}]\n"}
        found = load_tree(tree(tmp_path / enemy, changed), ANY)
        assert isinstance(found, LoadedBanks) is fine
        if isinstance(found, tuple):
            assert "is no other item" in found[0].sentence


def test_what_is_shipped_can_be_filled_or_says_what_is_missing() -> None:
    """The two exams on attention can be filled; the full form names the domains for which there is no question."""
    loaded = load_tree(ROOT / "questions", RECIPES)
    assert isinstance(loaded, LoadedBanks)
    found = {(one.exam.id, one.count): one for one in exam_outlooks(loaded)}
    assert found["lesson-quiz", 10].refusal is None
    assert found["attention-exam", 20].refusal is None
    having = {item.revision.item.header.objectives[0].split(".")[0] for item in loaded.items}
    for count in (60, 65, 70):
        refusal = found["ncp-genl", count].refusal
        missing = [domain.name for domain in loaded.blueprint.domains if str(domain.number) not in having]
        assert list(refusal.missing if refusal else ()) == missing


def test_what_is_shipped_says_on_whose_word_it_rests_and_for_whom_time_is_made_longer() -> None:
    loaded = load_tree(ROOT / "questions", RECIPES)
    assert isinstance(loaded, LoadedBanks)
    exams = {exam.id: exam for exam in loaded.exams}
    assert {name: (exam.minutes, exam.counts) for name, exam in exams.items()} == {
        "lesson-quiz": (15, (10,)),
        "attention-exam": (30, (20,)),
        "ncp-genl": (120, (65, 60, 70)),
    }
    for exam in exams.values():
        assert exam.source.citation
        assert exam.extra_time == (1.25, 1.5, 2.0)
        assert Aid.STRIKE_THROUGH in exam.aids
        assert (exam.attempts.most, exam.attempts.wait_days) == (0, 0)
        assert {exam.shown(part) for part in Part} == {When.AT_THE_END}
    full = exams.pop("ncp-genl")
    assert full.pass_mark.grade == "unofficial"
    assert full.head_workable
    assert Aid.CALCULATOR not in full.aids
    assert full.kinds == {Kind.SINGLE_CHOICE, Kind.MULTIPLE_SELECT}
    for exam in exams.values():
        assert any(section.takes("1.2", Shape.ROLE) for section in exam.sections)
        assert not any(section.takes("5.2", shape) for section in exam.sections for shape in Shape)
