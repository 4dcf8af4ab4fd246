"""From what a form sent to the text of a check: one answer by the way that was chosen, and what it should come to."""

from collections.abc import Collection, Mapping

from app.authoring.check_plan import ANSWERS, GIVEN, WAY, way_of, ways_of
from app.authoring.paths import Data
from app.authoring.plan import Members, Widget, input_name
from app.authoring.sent import clean, is_shown, says_as_shown, sent_value

_SHAPES = {"slip": str, "pairs": dict}  # of what the text has for a way; of the others it is a list
_PLAIN = ("variant", "expect", "name", "points")


def taken_check(
    many: Members, was: Mapping[str, Data], sent: Mapping[str, str], place: int
) -> dict[str, Data]:
    """A check with what the form says of it, whose names begin as those of the member at this place do.

    Rule: the text holds the answer of the chosen way alone. What the form did not send and a way that it does not know stay
    as they are; so does an answer in which nothing was changed, and what the form has no place for until something else is
    typed there than it shows.
    """
    found = dict(was)
    way = sent.get(input_name(many.name, place, WAY), "")
    if way in ways_of(many):
        answer = _answer(many, was, sent, place)
        for name in ANSWERS:
            found.pop(name, None)
        found |= answer
    for one in many.fields:
        value = sent_value(one, sent, input_name(many.name, place, one.name))
        there = was.get("slips" if one.name == "slips[1]" else one.name, "")
        if one.name in _PLAIN and value is not None:
            stays = not is_shown(there, one.widget) and says_as_shown(there, value, one.widget)
            found = found if stays else _with(found, one.name, value)
        if one.name == "slips[1]" and isinstance(value, str) and (value or not there or _members(there)):
            found = _with(found, "slips", [*([value] if value else []), *_members(there)[1:]])
    return found


def _answer(many: Members, was: Mapping[str, Data], sent: Mapping[str, str], place: int) -> dict[str, Data]:
    """The one field of the text in which the answer of the chosen way stands."""
    way = sent[input_name(many.name, place, WAY)]
    if way in GIVEN:
        return {"given": way}
    old = was.get(way) if way_of(dict(was)) == way else None
    named = {one.name: input_name(many.name, place, one.name) for one in many.fields if one.when == way}
    if old is not None and not isinstance(old, _SHAPES.get(way, list)):
        if not any(name in sent or f"{name}.there" in sent for name in named.values()):
            return {way: old}
        if says_as_shown(old if way in named else "", _typed_in(sent, named), Widget.LINE):
            return {way: old}
        old = None
    texts = {
        name: " ".join(clean(sent[inside]).split("\n")) for name, inside in named.items() if inside in sent
    }
    match way:
        case "slip":
            return {way: texts.get(way, old or "")}
        case "chosen":
            return {way: _picked(old, sent, named[way])}
        case "pairs":
            return {way: _pairs(old, {name.partition(".")[2]: text for name, text in texts.items()})}
        case "order":
            listed = [*(text for text in texts.values() if text), *_members(old)[len(named) :]]
            return {way: listed if texts else old or []}
    if any(one.widget is Widget.LINES for one in many.fields if one.when == way):
        lines = sent.get(named[way])
        return {way: (old or []) if lines is None else _lines(lines, old)}
    return {way: _kept_length([*texts.values(), *_members(old)[len(named) :]], old) if texts else old or []}


def _typed_in(sent: Mapping[str, str], named: Mapping[str, str]) -> list[Data]:
    """All that the fields of a way say, ticks as the ids that they stand at."""
    texts = [clean(sent.get(name, "")) for name in named.values()]
    return [*texts, *(full.partition(":")[2] for full in _ticked(sent, named.values()))]


def _ticked(sent: Mapping[str, str], names: Collection[str]) -> list[str]:
    return [full for full, on in sent.items() if on and full.rpartition(":")[0] in names]


def _picked(old: Data | None, sent: Mapping[str, str], name: str) -> list[Data]:
    """The ids that are ticked; those of before stand first, in their order."""
    before = _members(old)
    if f"{name}.there" not in sent:
        return before
    ticked = [full.removeprefix(f"{name}:") for full in _ticked(sent, [name])]
    kept = [one for one in before if isinstance(one, str) and one.strip() in ticked]
    known = {one.strip() for one in kept if isinstance(one, str)}
    return [*kept, *(one for one in ticked if one not in known)]


def _pairs(old: Data | None, chosen: Mapping[str, str]) -> dict[str, Data]:
    """A choice for each prompt that got one; pairs of prompts that the form does not show stay."""
    kept = {name: one for name, one in old.items() if name not in chosen} if isinstance(old, dict) else {}
    return {**kept, **{name: choice for name, choice in chosen.items() if choice}}


def _lines(text: str, old: Data | None) -> list[Data]:
    """A text for each line; an empty one is a field that was left empty."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return _kept_length([clean(line) for line in lines], old)


def _kept_length(texts: list[Data], old: Data | None) -> list[Data]:
    """Without the empty texts at the end that the author did not write."""
    least = len(_members(old))
    while len(texts) > least and not texts[-1]:
        texts = texts[:-1]
    return texts


def _members(data: Data | None) -> list[Data]:
    return list(data) if isinstance(data, list) else []


def _with(found: dict[str, Data], name: str, value: Data) -> dict[str, Data]:
    """With a value under that name, or without one that is empty."""
    return found | {name: value} if value else {other: one for other, one in found.items() if other != name}
