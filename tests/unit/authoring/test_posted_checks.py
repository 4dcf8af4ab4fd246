"""A question's own checks in the form: what is not touched stays as it was, and one answer stands in the text, by the way chosen."""

import pytest

from app.authoring.check_plan import CHECKS, WAY, way_of, with_checks
from app.authoring.paths import Data, value_at
from app.authoring.plan import Members, Plan, Widget, input_name
from app.authoring.plans import plan_of
from app.authoring.posted import COUNT, Fields, acted, taken

CHOICE: Fields = {"kind": "multiple_select", "options": [{"id": "a", "text": "A"}, {"id": "b"}, {"id": "c"}]}
NUMBERS: Fields = {"kind": "numbers", "fields": [{"label": "Low"}, {"label": "High"}]}
MATCHING: Fields = {
    "kind": "matching",
    "prompts": [{"id": "p"}, {"id": "q"}],
    "choices": [{"id": "x"}, {"id": "y"}],
}
ORDERING: Fields = {"kind": "ordering", "entries": [{"id": "first"}, {"id": "then"}, {"id": "last"}]}
DRAWN: Fields = {"kind": "grid", "recipe": "weights-matrix", "fixed": [{"name": "two-tokens"}]}
DRAWN_CHOICE: Fields = {"kind": "single_choice", "recipe": "weights-row"}
ALWAYS: list[Data] = [
    {"given": "right", "expect": "right", "points": "1"},
    {"given": "nothing", "expect": "invalid"},
]
CASES: dict[str, tuple[Fields, list[Data]]] = {
    "choice": (CHOICE, [
        {"name": "both", "chosen": ["b", "a"], "expect": "right"},
        {"chosen": [], "expect": "invalid"},
        {"slip": "no-scale", "expect": "wrong", "slips": ["no-scale", "plain-mean"], "note": "mine"},
        {"chosen": ["gone"], "expect": "wrong"},
    ]),
    "numbers": (NUMBERS, [
        {"typed": ["", "3,5 m"], "expect": "wrong", "points": "0.5"},
        {"typed": ["1"], "expect": "invalid"},
        {"typed": ["1", ""], "expect": "invalid"},
        {"typed": ["1", "2", "3"], "expect": "invalid"},
        {"typed": [], "expect": "invalid"},
        {"typed": ["1"], "given": "right", "expect": "odd"},
        {"expect": "right"},
        {"typed": "1", "expect": "right"},
    ]),
    "matching": (MATCHING, [
        {"pairs": {"p": "x", "q": "y"}, "expect": "right"},
        {"pairs": {"p": "x", "gone": "y"}, "expect": "wrong"},
        {"pairs": {}, "expect": "invalid"},
    ]),
    "ordering": (ORDERING, [
        {"order": ["last", "first", "then"], "expect": "wrong"},
        {"order": ["last"], "expect": "invalid"},
        {"order": ["last", "first", "then", "last"], "expect": "invalid"},
    ]),
    "drawn": (DRAWN, [
        {"typed": ["1", "", "3"], "variant": "two-tokens", "expect": "wrong"},
        {"typed": ["", "2"], "expect": "invalid"},
        {"slip": "no-scale", "variant": "gone", "expect": "wrong", "slips": ["no-scale"]},
    ]),
    "drawn choice": (DRAWN_CHOICE, [{"chosen": ["a"], "expect": "right"}]),
}  # fmt: skip


def form(data: Fields) -> tuple[Plan, Members]:
    fields = data.get("fields")
    plan = plan_of(
        str(data["kind"]), drawn="recipe" in data, fields=len(fields) if isinstance(fields, list) else 0
    )
    assert plan is not None
    plan = with_checks(plan, data)
    checks = plan.list_of(CHECKS)
    assert checks is not None
    return plan, checks


def shown(checks: Members, members: list[Data]) -> dict[str, str]:
    """What the page has of these checks, as a browser sends it back."""
    sent = {f"{CHECKS}.{COUNT}": str(len(members))}
    for place, check in enumerate(members):
        for one in checks.fields:
            name = input_name(CHECKS, place, one.name)
            value = way_of(check) if one.name == WAY else value_at(check, one.path) or ""
            if one.widget is Widget.PICKS:
                sent[f"{name}.there"] = "1"
                for choice in ("a", "b", "c", "gone"):
                    if isinstance(value, list) and choice in value:
                        sent[f"{name}:{choice}"] = "on"
            elif one.widget is Widget.LINES:
                sent[name] = "\r\n".join(map(str, value)) if isinstance(value, list) else str(value)
            else:
                sent[name] = value if isinstance(value, str) else ""
    return sent


@pytest.mark.parametrize("name", CASES)
def test_checks_that_nobody_touched_stay_as_they_are(name: str) -> None:
    data, own = CASES[name]
    members = [*own, *ALWAYS]
    plan, checks = form(data)
    whole: Fields = {**data, CHECKS: members}
    assert taken(plan, whole, shown(checks, members)).get(CHECKS) == members


def changed(data: Fields, check: Data, *changes: tuple[str, str]) -> Data:
    plan, checks = form(data)
    sent = shown(checks, [check]) | {f"{CHECKS}[1].{name}": text for name, text in changes}
    return value_at(taken(plan, {**data, CHECKS: [check]}, sent), (CHECKS, 0))


def test_another_way_takes_the_place_of_the_answer() -> None:
    typed: Data = {"typed": ["1", "2"], "expect": "right"}
    assert changed(NUMBERS, typed, (WAY, "right")) == {"given": "right", "expect": "right"}
    assert changed(NUMBERS, typed, (WAY, "slip"), ("slip", "no-scale")) == {
        "slip": "no-scale",
        "expect": "right",
    }
    assert changed(NUMBERS, typed, (WAY, "slip")) == {"slip": "", "expect": "right"}
    assert changed(NUMBERS, {"given": "right"}, (WAY, "typed"), ("typed[2]", " 3\t4\r\n")) == {
        "typed": ["", "3    4"]
    }


def test_answers_of_each_kind_are_filled_in() -> None:
    start: Data = {"given": "nothing", "expect": "invalid"}
    ticked = changed(
        CHOICE, start, (WAY, "chosen"), ("chosen:c", "on"), ("chosen:a", "on"), ("expect", "wrong")
    )
    assert ticked == {"chosen": ["c", "a"], "expect": "wrong"}
    pairs = changed(MATCHING, start, (WAY, "pairs"), ("pairs.q", "x"))
    assert pairs == {"pairs": {"q": "x"}, "expect": "invalid"}
    order = changed(ORDERING, start, (WAY, "order"), ("order[1]", "last"), ("order[3]", "then"))
    assert order == {"order": ["last", "then"], "expect": "invalid"}
    lines = changed(
        DRAWN, start, (WAY, "typed"), ("typed", "\r\n0.5\r\n\r\n1\r\n\r\n"), ("variant", "two-tokens")
    )
    assert lines == {"typed": ["", "0.5", "", "1"], "expect": "invalid", "variant": "two-tokens"}


def test_what_must_be_told_is_the_first_of_its_list() -> None:
    wrong: Data = {"given": "right", "expect": "wrong", "slips": ["a", "b"]}
    assert value_at(changed(CHOICE, wrong, ("slips[1]", "c")), ("slips",)) == ["c", "b"]
    assert value_at(changed(CHOICE, wrong, ("slips[1]", "")), ("slips",)) == ["b"]
    assert changed(CHOICE, {"given": "right", "slips": ["a"]}, ("slips[1]", "")) == {"given": "right"}


@pytest.mark.parametrize(
    ("data", "way", "odd", "shown", "typed", "becomes"),
    [
        (CHOICE, "chosen", "b", {"chosen.there": "1", "chosen:b": "on"}, {"chosen:a": "on"}, ["b", "a"]),
        (CHOICE, "slip", ["a", "b"], {"slip": "a b"}, {"slip": "no-scale"}, "no-scale"),
        (NUMBERS, "typed", "1", {"typed[1]": "", "typed[2]": ""}, {"typed[2]": "3"}, ["", "3"]),
        (MATCHING, "pairs", "p x", {"pairs.p": "", "pairs.q": ""}, {"pairs.q": "x"}, {"q": "x"}),
        (ORDERING, "order", {"a": "b"}, {"order[1]": ""}, {"order[1]": "last"}, ["last"]),
        (DRAWN, "typed", "0.5", {"typed": "0.5"}, {"typed": "0.5\n1"}, ["0.5", "1"]),
    ],
)
def test_an_answer_that_the_form_cannot_show_stays_until_it_is_given_anew(
    data: Fields, way: str, odd: Data, shown: dict[str, str], typed: dict[str, str], becomes: Data
) -> None:
    check: Data = {way: odd, "expect": "wrong"}
    assert changed(data, check, (WAY, way), *shown.items()) == check
    assert changed(data, check, (WAY, way), *(shown | typed).items()) == {way: becomes, "expect": "wrong"}


def test_what_is_no_line_in_a_check_stays_until_something_else_is_typed() -> None:
    check: Data = {"given": "right", "name": {"a": "b"}, "expect": ["wrong"], "slips": "no-scale"}
    assert changed(CHOICE, check, ("name", ""), ("expect", "wrong"), ("slips[1]", "")) == check
    assert changed(CHOICE, check, ("name", "N"), ("expect", "right"), ("slips[1]", "a")) == {
        "given": "right",
        "name": "N",
        "expect": "right",
        "slips": ["a"],
    }
    assert changed(CHOICE, "a line", (WAY, ""), ("expect", "")) == "a line"


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("choice", {"chosen": []}),
        ("numbers", {"typed": []}),
        ("matching", {"pairs": {}}),
        ("ordering", {"order": []}),
        ("drawn", {"given": "right"}),
        ("drawn choice", {"given": "right"}),
    ],
)
def test_a_new_check_begins_with_the_answer_of_its_kind(name: str, start: Data) -> None:
    data, _ = CASES[name]
    plan, _ = form(data)
    assert acted(plan, data, f"add {CHECKS}")[CHECKS] == [start]
    assert way_of(start) in dict(form(data)[1].fields[0].choices)


def test_a_way_that_the_kind_does_not_have_is_not_offered() -> None:
    offered = {name: set(dict(form(data)[1].fields[0].choices)) for name, (data, _) in CASES.items()}
    assert offered["matching"] == {"pairs", "right", "nothing"}
    assert offered["ordering"] == {"order", "right", "nothing"}
    assert offered["drawn choice"] == {"slip", "right", "nothing"}
    assert offered["numbers"] == offered["drawn"] == {"typed", "slip", "right", "nothing"}
