"""From what a form sent to the fields of a question's text: what the form does not know stays as it is."""

from collections.abc import Mapping, Sequence

from app.authoring.check_plan import WAY, ways_of
from app.authoring.paths import Data, Path, anchor, value_at, with_value
from app.authoring.plan import Field, Members, Plan, Widget, input_name
from app.authoring.posted_checks import taken_check
from app.authoring.sent import NAMES, clean, is_shown, says_as_shown, sent_value

Fields = dict[str, Data]
_OBJECTIVES = Field("objectives", "Objectives", Widget.NAMES)

COUNT = "count"
MOST_MEMBERS = 60


def taken(plan: Plan, data: Fields, sent: Mapping[str, str]) -> Fields:
    """The fields of a text with what the form says of them.

    Rule: a field that the form sent empty is left out of the text; one that the form did not send stays as it is. So does
    what the form has no place for, a list where it has a line, a line where it has fields or members, as long as the form
    says what it showed; what is typed there takes its place. Members keep what the form does not know of them by their
    place. Names come out in the order of `plan.order`, those that the plan does not know last.
    """
    found = dict(data)
    for one in plan.fields():
        found = _set(found, one, sent)
    for many in plan.lists:
        if f"{many.name}.{COUNT}" in sent:
            old = value_at(found, many.path)
            members = _members(many, old, sent)
            if members or old is None or isinstance(old, list):
                found = _placed(found, many.path, members)
    return {name: _inner(plan, name, value) for name, value in ordered(found, plan.order).items()}


def sent_alone(plan: Plan, data: Fields, name: str, value: str) -> dict[str, str]:
    """What a form would send in which this field alone was filled in; a check is answered by what was given for it."""
    sent = {name: value}
    for many in plan.lists:
        found = value_at(data, many.path)
        if name.startswith(f"{many.name}[") and isinstance(found, list):
            sent[f"{many.name}.{COUNT}"] = str(len(found))
            outer, _, inner = name.partition(".")
            if many.tried and inner in ways_of(many):
                sent[f"{outer}.{WAY}"] = inner
    return sent


def acted(plan: Plan, data: Fields, act: str) -> Fields:
    """The fields after a button of a list: "add options", "drop options 2", "up options 2" or "down options 2".

    Places count from 1. What is none of these changes nothing.
    """
    what, name, place = _act(act)
    many = plan.list_of(name)
    if many is None:
        return data
    found = value_at(data, many.path)
    members: list[Data] = list(found) if isinstance(found, list) else []
    at = place - 1
    if what == "add" and len(members) < MOST_MEMBERS:
        members.append(_new(many, members))
    elif what == "drop" and 0 <= at < len(members):
        del members[at]
    elif what == "up" and 0 < at < len(members):
        members[at - 1 : at + 1] = members[at], members[at - 1]
    elif what == "down" and 0 <= at < len(members) - 1:
        members[at : at + 2] = members[at + 1], members[at]
    else:
        return data
    return ordered(_placed(data, many.path, members), plan.order)


def place_of(act: str, count: int) -> str:
    """The name of the member that an act leaves the reader at, as the page names it; "" where it is none.

    `count` is how many members the list had before: what was put in last stands behind them, and where one was taken
    out its place has the one that followed it.
    """
    what, name, place = _act(act)
    moved = {"add": count + 1, "up": place - 1, "down": place + 1, "drop": min(place, count - 1)}.get(what, 0)
    return anchor(f"{name}-{moved}" if name and moved > 0 else name)


def list_of(act: str) -> str:
    """The list that an act is about; "" where it is about none."""
    return _act(act)[1]


def ordered(fields: Mapping[str, Data], order: Sequence[str]) -> Fields:
    """The same with the names in this order; others stand behind, as they were."""
    known = {name: fields[name] for name in order if name in fields}
    return known | {name: value for name, value in fields.items() if name not in known}


def _inner(plan: Plan, name: str, value: Data) -> Data:
    """What is inside of a field, in the order of the text, all the way down."""
    if isinstance(value, dict):
        inside = ordered(value, plan.inner.get(name, ()))
        return {inner: _inner(plan, inner, one) for inner, one in inside.items()}
    if isinstance(value, list):
        return [_inner(plan, name, one) for one in value]
    return value


def _set(found: Fields, one: Field, sent: Mapping[str, str]) -> Fields:
    """With one field outside of lists as it was sent, if it was."""
    if one.name == "objectives":
        return _with_objectives(found, sent)
    value = sent_value(one, sent, one.name)
    return found if value is None else _changed(found, one, value)


def _changed(fields: Fields, one: Field, value: Data) -> Fields:
    """With a field's value; what the form cannot show there stays until something else is typed than it shows."""
    there = value_at(fields, one.path)
    stays = there is not None and not is_shown(there, one.widget) and says_as_shown(there, value, one.widget)
    return fields if stays else _placed(fields, one.path, value)


def _placed(fields: Fields, path: Path, value: Data) -> Fields:
    """With a value in its place; what stands in its way goes for it, and for an empty one stays."""
    return _put(_with_way(fields, path), path, value) if value else _put(fields, path, value)


def _put(fields: Fields, path: Path, value: Data) -> Fields:
    changed = with_value(fields, path, value)
    return changed if isinstance(changed, dict) else fields


def _with_way(fields: Data, path: Path) -> Fields:
    """The same with a mapping wherever a name of the path is looked up."""
    inside = dict(fields) if isinstance(fields, dict) else {}
    match path:
        case (str(name), str(), *_):
            inside[name] = _with_way(inside.get(name, {}), path[1:])
        case (str(name), int(at), str(), *_):
            members = inside.get(name)
            if isinstance(members, list) and 0 <= at < len(members):
                inside[name] = [*members[:at], _with_way(members[at], path[2:]), *members[at + 1 :]]
    return inside


def _with_objectives(found: Fields, sent: Mapping[str, str]) -> Fields:
    """The first objective is chosen, others are typed behind it."""
    if "objectives" not in sent:
        return found
    names = [clean(sent["objectives"]), *NAMES.split(clean(sent.get("objectives.more", "")))]
    return _changed(found, _OBJECTIVES, [name for name in names if name])


def _members(many: Members, old: Data | None, sent: Mapping[str, str]) -> list[Data]:
    """The members as sent, each with what the form does not know of the one at its place."""
    text = sent[f"{many.name}.{COUNT}"]
    count = min(int(text), MOST_MEMBERS) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    before = old if isinstance(old, list) else []
    members: list[Data] = []
    for place in range(count):
        was = before[place] if place < len(before) else {}
        member: Fields = dict(was) if isinstance(was, dict) else {}
        if many.tried:
            member = taken_check(many, member, sent, place)
        for one in many.fields if not many.tried else ():
            value = sent_value(one, sent, input_name(many.name, place, one.name))
            if value is not None:
                member = _changed(member, one, value)
        stays = was if not isinstance(was, dict) else None  # what is no member, until something is typed
        members.append(member or stays or _new(many, members))
    return members


def _new(many: Members, members: Sequence[Data]) -> Fields:
    """A member with an id that no other has."""
    if many.start:
        return dict(many.start)
    if not many.named:
        return {one.name: "" for one in many.fields if one.widget is Widget.MEMBER}
    taken_ids = {one.get("id") for one in members if isinstance(one, dict)}
    number = next(n for n in range(1, 2 * MOST_MEMBERS + 2) if f"{many.noun}-{n}" not in taken_ids)
    return {"id": f"{many.noun}-{number}"}


def _act(act: str) -> tuple[str, str, int]:
    parts = act.split(" ")
    if len(parts) == 2:
        return parts[0], parts[1], 0
    if len(parts) == 3 and parts[2].isascii() and parts[2].isdigit() and len(parts[2]) < 4:
        return parts[0], parts[1], int(parts[2])
    return "", "", 0
