"""What fields must agree on with each other and with the rest of the bank; works on text that is not yet known to be right."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from app.bank.cross_checks import check_complaints
from app.bank.cross_numbers import number_complaints
from app.bank.cross_places import matching_complaints, ordering_complaints
from app.bank.dollars import dollars_balance
from app.bank.faults import FieldPath
from app.bank.fields import Complaint, members, repeated, text_of, unregistered
from app.bank.images import Size, image_complaints
from app.bank.reader import Data
from app.engine.experiments.catalogue import EXPERIMENTS
from app.items.item import Kind, ToleranceKind
from app.items.settings import DIFFICULTY

MOST_OPTIONS = 8  # how many are good is said by a rule (rules/form.py)
_DRAWN = {
    Kind.SINGLE_CHOICE,
    Kind.MULTIPLE_SELECT,
    Kind.NUMBERS,
    Kind.GRID,
    Kind.STEPS,
}  # what the schema allows where a recipe is named
_FORMULA_FIELDS = {"stem", "text", "rationale", "name", "belief", "truth", "citation", "label", "rounding"}


class Adjustable(Protocol):
    """A recipe as far as the bank looks at it: the kinds of item it can make, and what items may set of it."""

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds of item that can ask by it."""
        ...

    def at(self, settings: Mapping[str, str]) -> object:
        """The recipe as set. Raises ValueError with a sentence that begins with what is wrong."""
        ...


@dataclass(frozen=True, slots=True)
class Known:
    """The names that items may refer to; None where they are not known because their own file has faults."""

    misconceptions: Set[str] | None = None
    objectives: Set[str] | None = None
    recipes: Mapping[str, Adjustable] | None = None
    images: Mapping[str, Size | None] | None = None


def images(data: Data, known: Mapping[str, Size | None] | None, where: FieldPath = ()) -> Iterator[Complaint]:
    """Texts whose images are named or described wrongly, or are none that is there."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from images(value, known, (*where, name))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from images(value, known, (*where, place))
    elif isinstance(data, str) and "![" in data:
        yield from ((where, sentence) for sentence in image_complaints(data, known))


def dollars(data: Data, where: FieldPath = ()) -> Iterator[Complaint]:
    """Text fields in which a dollar is left over."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from dollars(value, (*where, name))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from dollars(value, (*where, place))
    elif where and where[-1] in _FORMULA_FIELDS and "$" in data and not dollars_balance(data):
        yield (
            where,
            r"has a $ without its partner. Close the formula with $, or write \$ for the sign itself.",
        )


def item_complaints(data: dict[str, Data], known: Known) -> Iterator[Complaint]:
    """Everything about one item that goes across fields."""
    yield from _objectives(data, known.objectives)
    yield from dollars(data)
    yield from check_complaints(data, known.misconceptions)
    yield from images(data, known.images)
    experiment = text_of(data, "experiment")
    if experiment is not None and experiment not in EXPERIMENTS:
        yield ("experiment",), f"{experiment!r} is no experiment. Write one of: {', '.join(EXPERIMENTS)}."
    if "recipe" in data:
        yield from _recipe(data, known.recipes)
    elif text_of(data, "kind") == "matching":
        yield from matching_complaints(data, known.misconceptions)
    elif text_of(data, "kind") == "ordering":
        yield from ordering_complaints(data, known.misconceptions)
    elif text_of(data, "kind") == "numbers":
        yield from number_complaints(data, known.misconceptions)
    else:
        yield from _options(data, known.misconceptions)
        yield from _right_options(data)
        yield from _weights(data)


def _objectives(data: dict[str, Data], known: Set[str] | None) -> Iterator[Complaint]:
    numbers = data.get("objectives")
    if not isinstance(numbers, list):
        return
    if not 1 <= len(numbers) <= 6:
        yield ("objectives",), f"has {len(numbers)} members. Name one to six objectives."
    texts = [(n, value.strip()) for n, value in enumerate(numbers) if isinstance(value, str)]
    yield from repeated([(("objectives", n), value) for n, value in texts], "an objective")
    for place, number in texts:
        if known is not None and number not in known:
            yield ("objectives", place), f"{number!r} is not in the blueprint. Write one of its objectives."


def _options(data: dict[str, Data], known: Set[str] | None) -> Iterator[Complaint]:
    options = members(data, "options")
    yield from repeated([(("options", n, "id"), text_of(o, "id")) for n, o in options], "the id of an option")
    for place, option in options:
        right = text_of(option, "correct") == "true"
        named = text_of(option, "misconception")
        where: FieldPath = ("options", place, "misconception")
        if right and "misconception" in option:
            yield where, "stands at a right option. Delete it: a right option shows no misconception."
        elif not right and "misconception" not in option:
            yield (
                where,
                "is missing. Name the misconception that makes this option tempting, or mark it as right.",
            )
        else:
            yield from unregistered(named, known, where)


def _right_options(data: dict[str, Data]) -> Iterator[Complaint]:
    options, listed = members(data, "options"), data.get("options")
    marks = [text_of(option, "correct") if "correct" in option else "false" for _, option in options]
    if not isinstance(listed, list) or len(marks) != len(listed) or not {*marks} <= {"true", "false"}:
        return
    right, chosen = Counter(marks)["true"], text_of(data, "choose")
    if text_of(data, "kind") == "single_choice":
        choose = 1
        if "choose" in data and chosen != "1":
            yield ("choose",), f"is {chosen!r} in a single choice. Delete it, or make it a multiple_select."
    elif text_of(data, "kind") == "multiple_select":
        if chosen is None or not chosen.isascii() or not chosen.isdigit() or int(chosen[:4]) < 2:
            yield ("choose",), "must say how many options are right, two or more. Write such as choose: 2."
            return
        choose = int(chosen[:4])
    else:
        return
    if right != choose:
        yield ("options",), f"has {right} marked as right, and {choose} to choose. Mark exactly {choose}."
    if not choose < len(marks) <= MOST_OPTIONS:
        where = f"{choose + 1} to {MOST_OPTIONS} where {choose} {'is' if choose == 1 else 'are'} right"
        yield ("options",), f"has {len(marks)} members. Write {where}."


def _weights(data: dict[str, Data]) -> Iterator[Complaint]:
    weights = [
        float(text_of(option, "weight") or "nan")
        for _, option in members(data, "options")
        if text_of(option, "correct") == "true" and _plain(text_of(option, "weight"))
    ]
    right = sum(text_of(option, "correct") == "true" for _, option in members(data, "options"))
    if weights and len(weights) == right and abs(sum(weights) - 1) > 1e-6:
        yield ("options",), f"the right options' weights add up to {sum(weights):g}. Let them add up to 1."


def _plain(text: str | None) -> bool:
    return text is not None and text.replace("-", "", 1).replace(".", "", 1).isdigit() and text.isascii()


def _recipe(data: dict[str, Data], known: Mapping[str, Adjustable] | None) -> Iterator[Complaint]:
    recipe = text_of(data, "recipe")
    if recipe is not None and known is not None and recipe not in known:
        yield ("recipe",), f"{recipe!r} is no recipe. Write one of: {', '.join(sorted(known))}."
    elif recipe is not None and known is not None:
        yield from _settings(data, known[recipe])
        yield from _kind(data, recipe, known[recipe].kinds)
    fixed = members(data, "fixed")
    yield from repeated([(("fixed", n, "name"), text_of(f, "name")) for n, f in fixed], "a fixed variant")
    for place, variant in fixed:
        if variant.get("givens") == {}:
            yield ("fixed", place, "givens"), "is empty. Write the numbers of the variant."
    if "tolerance" in data:
        kind = text_of(data, "kind")
        if kind in (Kind.SINGLE_CHOICE, Kind.MULTIPLE_SELECT):
            yield ("tolerance",), "stands at a choice. Delete it: it is for typed numbers."
        if kind == Kind.STEPS:
            yield (
                ("tolerance",),
                "stands at a computation in steps. Delete it: each step has the recipe's own.",
            )
        tolerance = data["tolerance"]
        if isinstance(tolerance, dict):
            yield from _tolerance(tolerance)


def _kind(data: dict[str, Data], recipe: str, kinds: Sequence[str]) -> Iterator[Complaint]:
    """A kind that there is, and that this recipe does not make."""
    kind = text_of(data, "kind")
    if kind in _DRAWN and kind not in kinds:
        yield ("kind",), f"is {kind!r}, which {recipe} does not make. Write one of: {', '.join(kinds)}."


def _settings(data: dict[str, Data], recipe: Adjustable) -> Iterator[Complaint]:
    """What the recipe does not take, each at its own line; else what it does not take together."""
    settings = data.get("settings")
    if not isinstance(settings, dict):
        return
    texts = {name: value.strip() for name, value in settings.items() if isinstance(value, str)}
    level = {name: text for name, text in texts.items() if name == DIFFICULTY}
    fault = _unfit(recipe, level)
    if fault:  # which ranges there are depends on it
        yield ("settings", DIFFICULTY), fault
        return
    faulty = {name: fault for name, text in texts.items() if (fault := _unfit(recipe, {**level, name: text}))}
    yield from ((("settings", name), fault) for name, fault in faulty.items())
    if not faulty and (fault := _unfit(recipe, texts)):
        yield ("settings", _last_one(recipe, texts)), fault


def _last_one(recipe: Adjustable, texts: Mapping[str, str]) -> str:
    """The first range with which those above it leave nothing; the difficulty stands above all of them."""
    together = {name: text for name, text in texts.items() if name == DIFFICULTY}
    for name, text in texts.items():
        together[name] = text
        if _unfit(recipe, together):
            return name
    raise AssertionError(texts)


def _unfit(recipe: Adjustable, settings: Mapping[str, str]) -> str:
    """Why the recipe does not take these settings, or nothing."""
    try:
        recipe.at(settings)
    except ValueError as fault:
        return str(fault)
    return ""


_NEEDED: dict[str, frozenset[str]] = {
    ToleranceKind.FAIR: frozenset(),
    ToleranceKind.RANGE: frozenset({"low", "high"}),
}


def _tolerance(data: dict[str, Data]) -> Iterator[Complaint]:
    kind = text_of(data, "kind") if "kind" in data else "fair"
    if kind not in set(ToleranceKind):
        return
    needed = _NEEDED.get(kind, frozenset({"amount"}))
    for name in ("amount", "low", "high"):
        if name in needed and name not in data:
            yield ("tolerance", name), f"is missing. A tolerance of kind {kind} needs it."
        elif name in data and name not in needed:
            yield ("tolerance", name), f"has no meaning for the kind {kind}. Delete it."
    amount, low, high = (text_of(data, name) or "" for name in ("amount", "low", "high"))
    if kind in {ToleranceKind.SIGNIFICANT_FIGURES, ToleranceKind.DECIMALS} and "." in amount:
        yield ("tolerance", "amount"), "counts digits. Write a whole number."
    if kind != ToleranceKind.DECIMALS and "amount" in needed and _plain(amount) and float(amount) <= 0:
        yield ("tolerance", "amount"), "must be more than 0. Write such a number."
    if kind == ToleranceKind.RANGE and _plain(low) and _plain(high) and float(low) >= float(high):
        yield ("tolerance", "high"), "must be more than low. Swap or correct them."
