"""The page on the bank's format says what the code does: its examples are read, its tables are compared."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from app.bank import schema
from app.bank.cross import Known
from app.bank.exams import parse_exam
from app.bank.faults import BankFaults
from app.bank.findings import Severity
from app.bank.parse import parse_bank, parse_blueprint, parse_item, parse_misconceptions
from app.bank.rules import similar
from app.bank.rules.placed_robots import AS_SHOWN, MATCHERS, SORTERS
from app.bank.rules.registry import RULES
from app.bank.rules.robots import ROBOTS
from app.variants.recipe import RECIPES

PAGE = (Path(__file__).parents[3] / "docs" / "bank-format.md").read_text()
BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.M | re.S)
BLOCKS = [(kind, mark, text) for kind, mark, text in BLOCK.findall(PAGE)]
EXAMPLES = {
    text.splitlines()[0].removeprefix("# "): text
    for kind, mark, text in BLOCKS
    if kind == "yaml" and not mark
}
KNOWN = Known(objectives={"1.2"}, recipes=RECIPES)


@pytest.mark.parametrize("path", EXAMPLES)
def test_every_example_is_read(path: str) -> None:
    text = EXAMPLES[path]
    assert path.startswith("questions/")
    if path.endswith("bank.yaml"):
        parse_bank(text, path)
    elif "misconceptions" in path:
        parse_misconceptions(text, path)
    elif "/exams/" in path:
        parse_exam(text, path, None)
    elif path.endswith("blueprint.yaml"):
        parse_blueprint(text, path)
    else:
        parse_item(text, path, KNOWN)


def test_the_page_has_an_example_of_each_kind() -> None:
    assert len(EXAMPLES) == 11


def test_the_faults_on_the_page_are_those_that_are_told() -> None:
    (faulty,) = (text for kind, mark, text in BLOCKS if mark == "faulty")
    (told,) = (text for kind, mark, text in BLOCKS if mark == "faults")
    with pytest.raises(BankFaults) as caught:
        parse_item(faulty, faulty.splitlines()[0].removeprefix("# "), KNOWN)
    assert str(caught.value) + "\n" == told


def test_every_field_is_on_the_page() -> None:
    forms = [form for form in vars(schema).values() if isinstance(form, type) and issubclass(form, BaseModel)]
    names = {name for form in forms for name in form.model_fields}
    assert [name for name in sorted(names) if not re.search(rf"`{name}\b|\b{name}:", PAGE)] == []


def test_every_rule_is_on_the_page_with_its_severity() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (error|warning) \|", PAGE, re.M)
    rules = [(rule.id, str(rule.severity)) for rule in RULES] + [(similar.RULE, str(Severity.WARNING))]
    assert rows == rules


def test_every_robot_is_on_the_page() -> None:
    names = [*ROBOTS, *MATCHERS, *SORTERS, AS_SHOWN]
    assert [name for name in names if name not in PAGE] == []


def _ranges_at(slug: str) -> dict[str, dict[str, list[str]]]:
    """By each range of a recipe what is drawn, with the difficulties at which it is."""
    found: dict[str, dict[str, list[str]]] = {}
    for difficulty in "123":
        try:
            ranges = RECIPES[slug].at({"difficulty": difficulty}).ranges
        except ValueError:
            continue
        for one in ranges:
            found.setdefault(one.name, {}).setdefault(one.told(), []).append(difficulty)
    return found


def test_every_range_of_every_recipe_is_on_the_page_with_what_is_drawn() -> None:
    rows = []
    for slug in sorted(RECIPES):
        cells = (
            f"`{name}` ({'; '.join(told + ' at ' + ', '.join(at) for told, at in drawn.items())})"
            for name, drawn in _ranges_at(slug).items()
        )
        rows.append(f"| `{slug}` | {', '.join(cells)} |")
    _, _, below = PAGE.partition(
        "| Recipe | What can be narrowed, and what is drawn at which difficulty |\n|---|---|\n"
    )
    assert below.split("\n\n")[0].splitlines() == rows
