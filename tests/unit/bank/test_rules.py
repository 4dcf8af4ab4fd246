"""Every writing rule finds its bad examples and leaves its good ones alone."""

from datetime import date

import pytest

from app.bank.rules.base import Rule, Sample
from app.bank.rules.registry import RULES

TODAY = date(2026, 6, 1)


def cases(kind: str) -> list[object]:
    return [
        pytest.param(rule, example, id=f"{rule.id}-{number}")
        for rule in RULES
        for number, example in enumerate(rule.bad if kind == "bad" else rule.good)
    ]


@pytest.mark.parametrize(("rule", "example"), cases("bad"))
def test_bad_example_is_found(rule: Rule, example: Sample) -> None:
    hits = list(rule.find(example.item(), TODAY))
    assert hits
    for hit in hits:
        assert hit.message.endswith("."), hit.message
        assert not hit.message[0].isupper(), hit.message


@pytest.mark.parametrize(("rule", "example"), cases("good"))
def test_good_example_is_left_alone(rule: Rule, example: Sample) -> None:
    assert list(rule.find(example.item(), TODAY)) == []


def test_rules_have_names_of_their_own_and_advice() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES)
    assert len(RULES) >= 40
    for rule in RULES:
        assert rule.advice.endswith(".")
        assert rule.bad
        assert rule.good
