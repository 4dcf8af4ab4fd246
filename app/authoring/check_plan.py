"""The form of a question's own checks: an answer by one of the ways that its kind has, and what it should come to."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.authoring.paths import Data
from app.authoring.plan import Field, Members, Plan, Widget
from app.bank.fields import is_drawn
from app.items.item import TYPED, Kind
from app.items.own_check import Expected, Word

CHECKS = "checks"
WAY = "answered"  # a field of the form alone: which of `WAYS` the text has
WAYS: Mapping[str, str] = {
    "typed": "Typing, as below",
    "chosen": "Choosing options, as below",
    "pairs": "Making pairs, as below",
    "order": "Putting in an order, as below",
    "slip": "What a misconception leads to",
    Word.RIGHT.value: "The right answer",
    Word.NOTHING.value: "No answer at all",
}
GIVEN = frozenset(word.value for word in Word)  # ways that the text has as `given`
ANSWERS = ("given", "slip", "chosen", "typed", "pairs", "order")  # the fields of which a check has one

_MOST = 40
_EXPECTED = (
    (Expected.RIGHT.value, "Right"),
    (Expected.WRONG.value, "Wrong, wholly or in part"),
    (Expected.TOO_FEW_DIGITS.value, "Right, with too few digits"),
    (Expected.INVALID.value, "Refused as no answer, which costs nothing"),
)
_ORDER = ("name", *ANSWERS, "variant", "expect", "slips", "points")
_OWN = {
    Kind.SINGLE_CHOICE.value: "chosen",
    Kind.MULTIPLE_SELECT.value: "chosen",
    Kind.MATCHING.value: "pairs",
    Kind.ORDERING.value: "order",
}
_START: Mapping[str, Mapping[str, Data]] = {
    "typed": {"typed": []},
    "chosen": {"chosen": []},
    "pairs": {"pairs": {}},
    "order": {"order": []},
    Word.RIGHT.value: {"given": Word.RIGHT.value},
}
_HINT = (
    "What is right, each wrong answer that you wrote and no answer at all are tried in any case. A check of yours is a second "
    "word on what an answer should come to."
)
_TYPED_HINT = f"{_HINT} Write one that is right, one that is wrong, and one that cannot be read."
_PLAIN_NAME = re.compile(r"[^.:\[\]\s]+")


def with_checks(plan: Plan, fields: Mapping[str, Data]) -> Plan:
    """The form of a question with that of its checks; which fields these have depends on what the question has."""
    order = plan.order if CHECKS in plan.order else (*plan.order, CHECKS)
    return replace(
        plan,
        lists=(*plan.lists, _checks(fields)),
        order=order,
        inner={**plan.inner, CHECKS: _ORDER},
    )


def way_of(check: Data) -> str:
    """By which way a check is answered; "" where its text has none, or several."""
    present = [name for name in ANSWERS if isinstance(check, dict) and name in check]
    if not isinstance(check, dict) or len(present) != 1:
        return ""
    given = check.get("given")
    if present == ["given"]:
        return given.strip() if isinstance(given, str) and given.strip() in GIVEN else ""
    return present[0]


def ways_of(many: Members) -> frozenset[str]:
    """The ways by which a check of this form can be answered."""
    return frozenset(name for one in many.fields if one.name == WAY for name, _ in one.choices)


def _checks(fields: Mapping[str, Data]) -> Members:
    kind = str(fields.get("kind", "")).strip()
    drawn = is_drawn(fields)
    own = _own_way(kind, drawn=drawn)
    slipped = kind in TYPED or own == "chosen" or drawn
    ways = (own, *(("slip",) if slipped else ()), Word.RIGHT.value, Word.NOTHING.value)
    if drawn and kind in TYPED:
        ways = (*ways[1:], own)  # what is typed there answers one fixed variant
    ways = tuple(dict.fromkeys(ways))
    return Members(
        CHECKS,
        "Checks of your own",
        "check",
        (
            Field(WAY, "Answered by", Widget.CHOICE, choices=tuple((name, WAYS[name]) for name in ways)),
            *_answers(fields, ways, drawn=drawn),
            Field("expect", "Should be", Widget.CHOICE, choices=_EXPECTED),
            Field(
                "slips[1]",
                "Told of the misconception",
                Widget.MISCONCEPTION,
                "Of what is wrong: what the learner must be told. May be any.",
                needed=False,
            ),
            *(_of_variant(fields) if drawn else ()),
            Field("name", "Name", hint="What the check is called in messages.", needed=False, rare=True),
            Field("points", "Points", hint="What the answer earns, from 0 to 1.", needed=False, rare=True),
        ),
        hint=_TYPED_HINT if kind == Kind.NUMBERS and not drawn else _HINT,
        most=_MOST,
        named=False,
        start=_START[ways[0] if ways[0] in _START else Word.RIGHT.value],
        tried=True,
    )


def _own_way(kind: str, *, drawn: bool) -> str:
    """The way by which learners answer that kind; the options of a drawn question have no names to choose by."""
    if drawn and kind not in TYPED:
        return Word.RIGHT.value
    return _OWN.get(kind, "typed")


def _answers(fields: Mapping[str, Data], ways: tuple[str, ...], *, drawn: bool) -> Iterator[Field]:
    """What is asked for under each way."""
    for way in ways:
        match way:
            case "chosen":
                yield Field(way, "Options that are chosen", Widget.PICKS, of="options", when=way)
            case "typed" if drawn:
                hint = "One line for each field, in their order. Without a variant it can only be refused."
                yield Field(way, "What is typed", Widget.LINES, hint, when=way)
            case "typed":
                yield from _typed(fields)
            case "pairs":
                for name, text in _members(fields, "prompts"):
                    yield Field(f"pairs.{name}", text, Widget.MEMBER, of="choices", when=way)
            case "order":
                for nth, _ in enumerate(_members(fields, "entries"), 1):
                    yield Field(f"order[{nth}]", f"Place {nth}", Widget.MEMBER, of="entries", when=way)
            case "slip":
                hint = "Its option, its numbers as printed, or its first step."
                yield Field(way, "Misconception that is made", Widget.MISCONCEPTION, hint, when=way)


def _typed(fields: Mapping[str, Data]) -> Iterator[Field]:
    asked = fields.get("fields")
    for nth, one in enumerate(asked if isinstance(asked, list) else [], 1):
        label = one.get("label") if isinstance(one, dict) else ""
        called = f" as “{label.strip()}”" if isinstance(label, str) and label.strip() else ""
        yield Field(f"typed[{nth}]", f"What is typed{called}", when="typed")


def _of_variant(fields: Mapping[str, Data]) -> Iterator[Field]:
    """Which of the fixed variants is answered, where there are any."""
    fixed = fields.get("fixed")
    names = [one.get("name") for one in fixed if isinstance(one, dict)] if isinstance(fixed, list) else []
    choices = tuple((name.strip(), name.strip()) for name in names if isinstance(name, str))
    hint = "Without one the check speaks of every draw."
    yield Field("variant", "Of the fixed variant", Widget.CHOICE, hint, choices, needed=False)


def _members(fields: Mapping[str, Data], name: str) -> Iterator[tuple[str, str]]:
    """The members of a list whose names can stand in those of fields, each with its text."""
    listed = fields.get(name)
    for one in listed if isinstance(listed, list) else []:
        found = one.get("id") if isinstance(one, dict) else None
        if isinstance(one, dict) and isinstance(found, str) and _PLAIN_NAME.fullmatch(found.strip()):
            text = one.get("text")
            words = " ".join(text.replace("$", "").split())[:60] if isinstance(text, str) else ""
            yield found.strip(), words or found.strip()
