"""The forms of all kinds of questions: what each asks for, distractors first by the belief that they stand for."""

from app.authoring.plan import Field, Group, Members, Plan, Widget
from app.items.item import Kind, Level, Shape, ToleranceKind

RECIPE = "recipe"  # the name under which the form of drawn numbers is found, whatever its kind

_STEM = Field(
    "stem",
    "Question",
    Widget.LONG,
    r"Markdown, with formulas between dollars: $\sqrt{d_k}$. Write \$ for a dollar.",
)
_ID = Field(
    "id",
    "Name in the file",
    hint="Small letters, digits and hyphens. It stays, and is never shown.",
    rare=True,
)
_WHY = "Shown after the answer. Name what the option says, never its letter or place."


def _text(label: str, hint: str = "") -> Field:
    return Field("text", label, Widget.TEXT, hint)


def _reason(hint: str, *, needed: bool = True) -> Field:
    return Field("rationale", "Reason", Widget.TEXT, hint, needed=needed)


def _belief(hint: str, *, needed: bool = True) -> Field:
    return Field("misconception", "Misconception", Widget.MISCONCEPTION, hint, needed=needed)


_OPTIONS = Members(
    "options",
    "Options",
    "option",
    (
        Field("correct", "This option is right", Widget.TICK, needed=False),
        _belief("What somebody believes who takes it. Choose it first, then write what they would say."),
        _text("Option"),
        _reason(_WHY),
        Field(
            "weight",
            "Weight",
            hint="May be left out: a right option earns its share of 1, another one 0.",
            needed=False,
            rare=True,
        ),
        _ID,
    ),
    hint="They are shown in an order that is drawn each time.",
)
_PROMPTS = Members(
    "prompts",
    "Lines to be matched",
    "line",
    (
        _text("Line"),
        Field(
            "choice", "Belongs with", Widget.MEMBER, "The choice that is right for this line.", of="choices"
        ),
        _reason("Why that choice belongs here."),
        _ID,
    ),
)
_CHOICES = Members(
    "choices",
    "Choices",
    "choice",
    (
        _belief(
            "What somebody believes who takes it for a wrong line. Pairs below may say otherwise.",
            needed=False,
        ),
        _text("Choice"),
        _reason("Why it does not belong with a wrong line.", needed=False),
        _ID,
    ),
    hint="At least as many as lines. One that is left over makes guessing harder.",
)
_CELLS = Members(
    "cells",
    "Wrong pairs with a reason of their own",
    "pair",
    (
        Field("prompt", "Line", Widget.MEMBER, of="prompts"),
        Field("choice", "Wrong choice", Widget.MEMBER, of="choices"),
        _belief("What somebody believes who makes this pair."),
        _reason("Why they do not belong together."),
    ),
    hint="Each wrong pair needs a reason: here, or at its choice.",
    most=30,
    named=False,
)
_ENTRIES = Members(
    "entries",
    "Entries in their right order",
    "entry",
    (_text("Entry"), _reason("Why it stands at this place."), _ID),
    hint="They are never shown in this order.",
    most=7,
)
_REVERSALS = Members(
    "reversals",
    "What is believed by who exchanges two",
    "exchange",
    (
        Field("earlier", "Comes first", Widget.MEMBER, of="entries"),
        Field("later", "Comes later", Widget.MEMBER, of="entries"),
        _belief("What somebody believes who puts the later one first."),
        _reason("Why it is not so."),
    ),
    hint="Every two neighbours need one.",
    most=21,
    named=False,
)

_LEVELS = tuple((one.value, one.value.capitalize()) for one in Level)
_SHAPES = (
    (Shape.FORMULA.value, "The formula and its symbols"),
    (Shape.ROLE.value, "Roles: who asks, who is compared, who carries"),
    (Shape.ARCHITECTURE.value, "Architecture: all at once, order, cost, masks"),
    (Shape.DERIVATION.value, "Why it is so"),
    (Shape.COMPUTATION.value, "A computation"),
)
_ABOUT = Group(
    "What it is about",
    (
        Field("objectives", "Objective", Widget.CHOICE, of="objectives"),
        Field("level", "Level", Widget.CHOICE, choices=_LEVELS),
        Field("shape", "Shape", Widget.CHOICE, choices=_SHAPES),
        Field("difficulty", "Share that will be right", hint="Your guess, between 0 and 1, such as 0.6."),
    ),
)
_SOURCE = Group(
    "Where it stands",
    (
        Field("source.citation", "Source", hint="Where the claim can be looked up."),
        Field("source.as_of", "Read on", hint="Year, month and day, such as 2026-11-29."),
    ),
)
_FURTHER = (
    Field(
        "experiment",
        "Experiment",
        Widget.CHOICE,
        "By which the claim can be tried.",
        of="experiments",
        needed=False,
    ),
    Field(
        "enemies",
        "Never in one exam with",
        Widget.NAMES,
        "Ids of questions that give this one away, or that it gives away.",
        needed=False,
    ),
)
_BY_PARTS = Field("scoring.all_or_nothing", "Points for parts of the answer", Widget.UNTICK, needed=False)
_HEADER = ("id", "kind", "objectives", "level", "shape", "difficulty", "source", "experiment", "enemies")
_INNER = {
    "source": ("citation", "as_of"),
    "options": ("id", "text", "correct", "misconception", "weight", "rationale"),
    "prompts": ("id", "text", "choice", "rationale"),
    "choices": ("id", "text", "misconception", "rationale"),
    "cells": ("prompt", "choice", "misconception", "rationale"),
    "entries": ("id", "text", "rationale"),
    "reversals": ("earlier", "later", "misconception", "rationale"),
    "tolerance": ("kind", "amount", "low", "high"),
    "fields": ("label", "unit", "decimals", "accepted", "wrong"),
    "accepted": ("value", "tolerance", "share", "rationale"),
    "wrong": ("value", "tolerance", "misconception", "rationale"),
}


def _written(*lists: Members, asked: tuple[Field, ...] = (), by_parts: bool = True) -> Plan:
    further = Group("Further", (*_FURTHER, *((_BY_PARTS,) if by_parts else ())))
    return Plan(
        asked=(_STEM, *asked),
        lists=lists,
        groups=(_ABOUT, _SOURCE, further),
        order=(*_HEADER, "choose", "scoring", "stem", *(one.name for one in lists)),
        inner=_INNER,
    )


_TOLERANCES = (
    ("", "Fair: what rounding at each step can reach"),
    (ToleranceKind.ABSOLUTE.value, "So far to either side"),
    (ToleranceKind.RELATIVE.value, "Such a share to either side"),
    (ToleranceKind.SIGNIFICANT_FIGURES.value, "So many significant figures"),
    (ToleranceKind.DECIMALS.value, "So many decimals"),
    (ToleranceKind.RANGE.value, "From a lowest to a highest number"),
)
_DRAWN = Plan(
    asked=(
        Field(
            "recipe",
            "Recipe",
            Widget.CHOICE,
            "It draws the numbers, computes the answer and proves it. Another one brings its own fields, at the latest when you press Save.",
            of="recipes",
        ),
        Field("kind", "Answered by", Widget.CHOICE, of="kinds"),
        Field(
            "settings.difficulty", "Difficulty of the numbers", Widget.CHOICE, of="difficulties", needed=False
        ),
        Field("decimals", "Decimals", hint="To how many decimals is asked, 0 to 10."),
    ),
    lists=(),
    groups=(
        Group(
            "How near a typed number must come",
            (
                Field("tolerance.kind", "Tolerance", Widget.CHOICE, choices=_TOLERANCES, needed=False),
                Field("tolerance.amount", "Amount", needed=False),
                Field("tolerance.low", "Lowest", hint="Of a range.", needed=False),
                Field("tolerance.high", "Highest", hint="Of a range.", needed=False),
            ),
        ),
        _ABOUT,
        _SOURCE,
        Group("Further", _FURTHER),
    ),
    order=(*_HEADER, "recipe", "decimals", "settings", "tolerance", "fixed"),
    inner=_INNER,
)
_SPANS = (("", "This very number"), *_TOLERANCES[1:])
_SPAN = (
    Field("value", "Number", hint="In digits, such as 1.5 or 6.02e23. A range needs none.", needed=False),
    Field("tolerance.kind", "How near", Widget.CHOICE, choices=_SPANS, needed=False),
    Field("tolerance.amount", "Amount", needed=False),
    Field("tolerance.low", "Lowest", hint="Of a range; it counts too.", needed=False),
    Field("tolerance.high", "Highest", hint="Of a range; it counts too.", needed=False),
)


_SHARE = Field(
    "share",
    "Share of the points",
    hint="May be left out: 1. Less counts only with points for parts of the answer.",
    needed=False,
)
_ROUNDING = Field(
    "rounding",
    "Convention",
    Widget.TEXT,
    "How to round, where that matters. Shown below the question.",
    needed=False,
)
_BY_HEAD = Field("head_workable", "Comes out without a calculator", Widget.TICK, needed=False)


def _numbers(count: int) -> Plan:
    """The form of a question with so many fields for typed numbers."""
    places = [(f"fields[{nth}]", f" of field {nth}" if count > 1 else "") for nth in range(1, count + 1)]
    return Plan(
        asked=(_STEM, _ROUNDING, *(one for at, which in places for one in _of_field(at, which))),
        lists=tuple(one for at, which in places for one in _lists_of_field(at, which)),
        groups=(_ABOUT, _SOURCE, Group("Further", (*_FURTHER, _BY_HEAD, _BY_PARTS))),
        order=(*_HEADER, "head_workable", "scoring", "stem", "rounding", "fields", "checks"),
        inner=_INNER,
    )


def _of_field(at: str, which: str) -> tuple[Field, ...]:
    return (
        Field(f"{at}.label", f"Label{which}", hint="What the field is called on the page."),
        Field(
            f"{at}.unit", f"Unit{which}", hint="It stands beside the field, and may be typed.", needed=False
        ),
        Field(f"{at}.decimals", f"Decimals{which}", hint="To how many decimals is asked.", needed=False),
    )


def _lists_of_field(at: str, which: str) -> tuple[Members, ...]:
    belief = _belief("What somebody does or believes who comes to it.")
    return (
        Members(
            f"{at}.accepted",
            f"What is right{which}",
            "accepted number",
            (*_SPAN, _SHARE, _reason("Why it is right, or what it lacks.")),
            hint="The first that holds what was typed counts.",
            most=10,
            named=False,
        ),
        Members(
            f"{at}.wrong",
            f"Wrong numbers that are known{which}",
            "wrong number",
            (belief, *_SPAN, _reason("Why it is not so.")),
            hint="Each is told by its misconception.",
            most=20,
            named=False,
        ),
    )


PLANS: dict[str, Plan] = {
    Kind.SINGLE_CHOICE.value: _written(_OPTIONS, by_parts=False),
    Kind.MULTIPLE_SELECT.value: _written(
        _OPTIONS, asked=(Field("choose", "How many are right", hint="Two or more."),)
    ),
    Kind.MATCHING.value: _written(_PROMPTS, _CHOICES, _CELLS),
    Kind.ORDERING.value: _written(_ENTRIES, _REVERSALS),
    RECIPE: _DRAWN,
}
_NUMBERS = {count: _numbers(count) for count in range(1, 5)}


def plan_of(kind: str | None, *, drawn: bool, fields: int = 1) -> Plan | None:
    """The form for a question of that kind; one whose numbers are `drawn` has one form for all kinds.

    `fields` says how many typed numbers a written question asks for. None for a kind that there is none of, and for
    more fields than a form holds: then the text is its only view.
    """
    if kind == Kind.NUMBERS and not drawn:
        return _NUMBERS.get(fields)
    return PLANS.get(RECIPE if drawn else kind or "")
