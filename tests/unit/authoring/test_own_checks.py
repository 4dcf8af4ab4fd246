"""An item's own checks: run on its variants, true where it is right, and told with what came where they fail."""

from collections.abc import Sequence
from functools import lru_cache

import pytest
from hypothesis import given, settings

from app.authoring.checks.answers import sent
from app.authoring.checks.run import RULE, own_findings
from app.authoring.checks.usual import usual_checks
from app.bank.cross import Known
from app.bank.dump import item_path, revision_of
from app.bank.findings import Finding
from app.bank.load import LoadedItem
from app.bank.parse import parse_item
from app.engine.plain_engine import PlainEngine
from app.items.answer_key import ChoiceAnswer, FieldsAnswer, NumbersAnswer
from app.items.item import NumbersItem, RecipeItem
from app.items.own_check import Slipped
from app.items.tolerance import Tolerance, ToleranceKind
from app.items.variant import Variant
from app.variants.bake import bake, bake_fixed
from app.variants.realise import realise
from app.variants.recipe import RECIPES
from tests.changing import replace
from tests.unit.bank import placed, samples
from tests.unit.bank.test_dump import numbers_items
from tests.unit.bank.typed_numbers import NUMBERS
from tests.unit.bank.typed_numbers import PATH as NUMBERS_PATH

SEVERAL = (
    samples.AUTHORED.replace("kind: single_choice", "kind: multiple_select\nchoose: 2").replace(
        "    misconception: plain-mean\n", "    correct: true\n"
    )
    + "  - {id: sums, text: Sums of rows, misconception: carry-keys, rationale: Sums have no weights.}\n"
)
DRAWN = """\
id: drawn
kind: numbers
objectives: ["1.2"]
level: mechanism
shape: computation
difficulty: 0.6
source: {citation: "Vaswani et al. 2017, section 3.2.1", as_of: "2026-11-29"}
recipe: weights-row
decimals: 3
fixed:
  - name: two-tokens
    citation: An example of our own
    givens: {Q: [[1, 0], [0, 1]], K: [[1, 1], [0, 2]], V: [[1, 0], [0, 1]], row: A}
"""
DRAWN_PATH = "questions/attention/1.2/drawn.yaml"
STEPS = (
    DRAWN.replace("kind: numbers", "kind: steps")
    .replace("recipe: weights-row", "recipe: pipeline")
    .split("fixed:")[0]
)
TEXTS = {
    "choice": (samples.AUTHORED, samples.PATH),
    "several": (SEVERAL, samples.PATH),
    "matching": (placed.MATCHING, placed.MATCHING_PATH),
    "ordering": (placed.ORDERING, placed.ORDERING_PATH),
    "numbers": (NUMBERS, NUMBERS_PATH),
    "drawn": (DRAWN, DRAWN_PATH),
    "steps": (STEPS, DRAWN_PATH),
}
KNOWN = Known(recipes=RECIPES)


def loaded(name: str, *checks: str) -> LoadedItem:
    text, path = TEXTS[name]
    if checks:
        text += "checks:\n" + "".join(f"  - {{{check}}}\n" for check in checks)
    parsed = parse_item(text, path, KNOWN)
    return LoadedItem(revision_of(parsed.item), parsed.document)


@lru_cache(maxsize=8)
def variants(name: str) -> Sequence[Variant]:
    revision = loaded(name).revision
    if not isinstance(revision.item, RecipeItem):
        return tuple(realise(revision, f"order|{n}") for n in range(3))
    drawn = bake(revision, [f"check|{n}" for n in range(4)], PlainEngine()).variants
    return (*bake_fixed(revision, PlainEngine()), *drawn)


def findings(item: LoadedItem, tried: Sequence[Variant]) -> tuple[Finding, ...]:
    return own_findings(item.revision.item, item.document, tried)


def told(name: str, *checks: str) -> list[str]:
    found = findings(loaded(name, *checks), variants(name))
    assert all(one.rule == RULE and one.line > 0 for one in found)
    return [one.message for one in found]


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_right_passes_without_a_written_check(name: str) -> None:
    assert told(name) == []
    expected = {check.expect.value for one in variants(name) for check in usual_checks(one.answer_key)}
    assert expected >= ({"right", "invalid"} if name == "steps" else {"right", "wrong", "invalid"})


def test_the_usual_checks_try_every_mistake() -> None:
    tried = {
        name: {
            slug for one in variants(name) for check in usual_checks(one.answer_key) for slug in check.slips
        }
        for name in TEXTS
    }
    assert tried["choice"] == {"carry-keys", "output-is-scores", "plain-mean"}
    assert tried["matching"] == {
        "key-asks",
        "key-carries-content",
        "knows-word-order",
        "value-compared",
        "value-asks",
    }
    assert tried["ordering"] >= {"no-exponential"}
    assert tried["numbers"] == {"divide-by-d-k", "no-scale", "multiply-by-root"}
    assert {"no-scale", "no-exponential", "divide-by-d-k"} <= tried["drawn"]


GOOD = [
    ("choice", "chosen: [values], expect: right, points: 1"),
    ("choice", "chosen: [keys], expect: wrong, slips: [carry-keys]"),
    ("choice", "chosen: [], expect: invalid"),
    ("choice", "chosen: [values, keys], expect: invalid"),
    ("choice", "slip: plain-mean, expect: wrong, slips: [plain-mean]"),
    ("several", "chosen: [values, keys], expect: wrong, slips: [carry-keys], points: 0"),
    ("matching", "pairs: {query: asks, key: fits, value: gives}, expect: right"),
    ("matching", "pairs: {query: fits, key: asks, value: gives}, expect: wrong, slips: [key-asks], points: 0.333333"),
    ("matching", "pairs: {query: asks}, expect: invalid"),
    ("ordering", "order: [scores, powers, shares, sum], expect: right"),
    ("ordering", "order: [scores, shares, powers, sum], expect: wrong, slips: [no-exponential]"),
    ("ordering", "order: [scores], expect: invalid"),
    ("numbers", "typed: ['1,50 bits'], expect: right"),
    ("numbers", "typed: ['1.45'], expect: wrong, points: 0.5"),
    ("numbers", "typed: ['1.5 kg'], expect: invalid"),
    ("numbers", "typed: [''], expect: invalid"),
    ("numbers", "slip: no-scale, expect: wrong, slips: [no-scale]"),
    ("drawn", "given: right, expect: right"),
    ("drawn", "given: nothing, expect: invalid"),
    ("drawn", "slip: no-scale, expect: wrong, slips: [no-scale]"),
    ("drawn", "typed: ['0.670', '0.330'], variant: two-tokens, expect: right"),
    ("drawn", "typed: ['0.7', '0.3'], variant: two-tokens, expect: too_few_digits"),
    ("drawn", "typed: [a half], expect: invalid"),
    ("steps", "given: right, expect: right, points: 1"),
    ("steps", "slip: no-scale, expect: wrong, slips: [no-scale]"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "check"), GOOD)
def test_a_check_that_is_true_finds_nothing(name: str, check: str) -> None:
    assert told(name, check) == []


BAD = [
    ("choice", "chosen: [keys], expect: right", "check 1: the choice of keys should be right, and came out wrong with carry-keys, for 0 points."),
    ("choice", "name: my own, chosen: [keys], expect: wrong, slips: [plain-mean]", "check 1 (my own): the choice of keys should be wrong with plain-mean, and came out wrong with carry-keys, for 0 points."),
    ("choice", "chosen: [values], expect: invalid", "should be refused as no answer, and came out right."),
    ("choice", "slip: no-scale, expect: wrong", "check 1: what no-scale gives is no answer to any of 3 variants."),
    ("matching", "pairs: {query: asks, key: fits, value: gives}, expect: wrong", "the pairs query: asks, key: fits, value: gives should be wrong, and came out right."),
    ("ordering", "order: [powers, scores, shares, sum], expect: right", "the order powers, scores, shares, sum should be right, and came out wrong with"),
    ("numbers", "typed: ['1.45'], expect: wrong, points: 0.75", "what is typed as 1.45 should be wrong for 0.75 points, and came out wrong without a named slip, for 0.5 points."),
    ("numbers", "typed: ['1.5 kg'], expect: right", "what is typed as 1.5 kg should be right, and came out refused as no answer."),
    ("drawn", "given: right, expect: wrong", "the right answer in two-tokens should be wrong, and came out right."),
    ("drawn", "typed: ['0.7', '0.3'], variant: two-tokens, expect: right", "should be right, and came out right with too few digits."),
    ("drawn", "slip: carry-keys, expect: wrong", "what carry-keys gives is no answer to any of 4 variants."),
    ("steps", "slip: no-scale, expect: right", "what no-scale gives in the draw check|0 should be right, and came out wrong with no-scale"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "check", "message"), BAD)
def test_a_check_that_fails_says_what_was_expected_and_what_came(name: str, check: str, message: str) -> None:
    (found,) = told(name, check)
    assert message in found


def test_a_failing_check_is_told_at_its_own_line() -> None:
    item = loaded("numbers", "given: right, expect: right", "given: right, expect: wrong")
    (found,) = findings(item, variants("numbers"))
    lines = (TEXTS["numbers"][0] + "checks:\n  -\n  -\n").splitlines()
    assert found.line == len(lines)


def without_slips(variant: Variant) -> Variant:
    answer = variant.answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    options = tuple(replace(one, slips=()) if one.option_id == "keys" else one for one in answer.options)
    return replace(variant, answer_key=replace(variant.answer_key, answer=replace(answer, options=options)))


def too_wide(variant: Variant) -> Variant:
    answer = variant.answer_key.answer
    assert isinstance(answer, NumbersAnswer)
    wide = replace(answer, tolerance=Tolerance(ToleranceKind.ABSOLUTE, 0.5))
    return replace(variant, answer_key=replace(variant.answer_key, answer=wide))


def printed_wrong(variant: Variant) -> Variant:
    answer = variant.answer_key.answer
    assert isinstance(answer, FieldsAnswer)
    (field,) = answer.fields
    right = replace(field.accepted[0], value="1.7")
    spoiled = replace(field, accepted=(right, *field.accepted[1:]))
    return replace(variant, answer_key=replace(variant.answer_key, answer=replace(answer, fields=(spoiled,))))


def test_the_usual_checks_find_what_was_spoiled() -> None:
    """A tolerance in which slips lie, a right number that is not accepted, and a check that a spoiled option fails."""
    (found, *_) = findings(loaded("drawn"), [too_wide(variants("drawn")[0])])
    assert "in two-tokens should be wrong with" in found.message
    assert "and came out right. Correct the item." in found.message
    (found, *_) = findings(loaded("numbers"), [printed_wrong(variants("numbers")[0])])
    assert found.message.startswith(
        "the right answer should be right for 1 point, and came out wrong without a named slip"
    )
    item = loaded("choice", "chosen: [keys], expect: wrong, slips: [carry-keys]")
    (found,) = findings(item, [without_slips(variants("choice")[0])])
    assert "should be wrong with carry-keys, and came out wrong without a named slip" in found.message


def test_shares_that_do_not_make_a_whole_are_found() -> None:
    """One right option has a weight of its own, the other its usual half."""
    text = SEVERAL.replace("stem: |", "scoring: {all_or_nothing: false}\nstem: |").replace(
        "    correct: true\n    rationale: The output",
        "    correct: true\n    weight: 0.25\n    rationale: The output",
    )
    parsed = parse_item(text, samples.PATH, KNOWN)
    variant = realise(revision_of(parsed.item), "order|0")
    (found,) = own_findings(parsed.item, parsed.document, [variant])
    assert found.message == (
        "the right answer should be right for 1 point, and came out right, for 0.75 points. Correct the item."
    )


@settings(max_examples=40, derandomize=True, deadline=None)
@given(numbers_items())
def test_whatever_numbers_an_author_writes_the_usual_checks_hold(item: NumbersItem) -> None:
    revision = revision_of(item)
    parsed = parse_item(revision.text, f"questions/{item_path(item)}", KNOWN)
    assert own_findings(item, parsed.document, [realise(revision, "order|0")]) == ()


def test_a_slip_in_steps_is_right_until_it_is_made_and_empty_after() -> None:
    variant = variants("steps")[0]
    found = sent(Slipped("no-scale"), variant.answer_key)
    assert found is not None
    assert found.typed[0]
    assert found.typed[-1] == ""
