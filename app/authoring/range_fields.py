"""The fields of a drawn question for what its recipe lets it narrow, and for settings that the recipe does not have."""

import re
from collections.abc import Mapping
from dataclasses import replace

from app.authoring.paths import Data
from app.authoring.plan import Field, Group, Plan
from app.items.settings import DIFFICULTY
from app.variants.recipe import RECIPES
from app.variants.recipes.ranges import Range
from app.variants.rounding import exact_text

SETTINGS = "settings"
_NAME = re.compile(r"[a-z][a-z0-9-]{0,40}", re.ASCII)
TITLE = "What the recipe draws"
_HINT = "Left empty: {drawn}. Write one number, or two such as {such}."
_ONE_OF_TWO = "Left empty: {drawn}. Write one of them."
_KEPT = "\u00a0to\u00a0"  # no line breaks inside of an example
_UNKNOWN = "{recipe} has no such setting. Empty this field, and it goes."
_NO_RECIPE = "Which settings there are depends on the recipe. Choose one first."


def with_ranges(plan: Plan, fields: Mapping[str, Data]) -> Plan:
    """The form with a group of fields for the ranges of the recipe that the text names, before its other groups.

    A setting that the recipe does not have, such as one from before it was changed, has a field too: so its fault stands
    there, and it can be taken out.
    """
    found = range_fields(fields) if _is_drawn(plan) else ()
    return replace(plan, groups=(Group(TITLE, found), *plan.groups)) if found else plan


def with_sent(plan: Plan, sent: Mapping[str, str]) -> Plan:
    """The form with a field for each setting that was sent, be it one of a recipe that was exchanged meanwhile.

    A page that saves by its script keeps the fields that it began with; what is typed there shall not be lost.
    """
    known = {one.name for one in plan.fields()}
    names = [name for at, _, name in (one.partition(".") for one in sent) if at == SETTINGS]
    more = tuple(
        _field(name, name, "")
        for name in names
        if _NAME.fullmatch(name) and f"{SETTINGS}.{name}" not in known
    )
    return replace(plan, groups=(*plan.groups, Group(TITLE, more))) if more and _is_drawn(plan) else plan


def _is_drawn(plan: Plan) -> bool:
    """Whether the form is that of a question whose numbers a recipe draws."""
    return any(one.name == f"{SETTINGS}.{DIFFICULTY}" for one in plan.asked)


def range_fields(fields: Mapping[str, Data]) -> tuple[Field, ...]:
    """The fields of the recipe's ranges at the difficulty of a text, and those of its other settings."""
    recipe, settings = fields.get("recipe"), fields.get(SETTINGS)
    named = settings if isinstance(settings, dict) else {}
    slug = recipe.strip() if isinstance(recipe, str) else ""
    ranges = _ranges(slug, named.get(DIFFICULTY))
    known = {DIFFICULTY, *(one.name for one in ranges)}
    return (
        *(_field(one.name, one.label, _hint(one)) for one in ranges),
        *(
            _field(name, f"Setting “{name}”", _UNKNOWN.format(recipe=slug) if slug else _NO_RECIPE)
            for name in named
            if name not in known and _NAME.fullmatch(name)
        ),
    )


def _field(name: str, label: str, hint: str) -> Field:
    return Field(f"{SETTINGS}.{name}", label, hint=hint, needed=False)


def _ranges(slug: str, difficulty: Data | None) -> tuple[Range[object], ...]:
    """What can be narrowed at a difficulty; at the usual one where none is named that the recipe has."""
    recipe = RECIPES.get(slug)
    if recipe is None:
        return ()
    try:
        wanted = (
            {DIFFICULTY: difficulty.strip()} if isinstance(difficulty, str) and difficulty.strip() else {}
        )
        return recipe.at(wanted).ranges
    except ValueError:
        return recipe.ranges


def _hint(one: Range[object]) -> str:
    """What is drawn where nothing is said, and how a range is written: by the example of all but the last number."""
    if len(one.drawn) == 2:
        return _ONE_OF_TWO.format(drawn=one.told())
    first, last = (exact_text(float(number)) for number in (one.drawn[0], one.drawn[-2]))
    return _HINT.format(drawn=one.told(), such=f"{first}{_KEPT}{last}")
