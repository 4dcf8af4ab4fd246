"""Values inside of a text's fields, found and changed by the names that faults have for them: "fields[1].accepted[2].value"."""

import re

Data = str | list["Data"] | dict[str, "Data"]
Path = tuple[str | int, ...]

_PART = re.compile(r"([^.\[\]]+)|\[([0-9]{1,4})\]")


def path_of(name: str) -> Path:
    """The names and places from the outside in; members of a list are counted from 1 in the name and from 0 in the path."""
    return tuple(word or int(number) - 1 for word, number in _PART.findall(name))


def value_at(data: Data, path: Path) -> Data | None:
    """What stands there; None where there is nothing."""
    found: Data | None = data
    for part in path:
        if isinstance(found, dict) and isinstance(part, str):
            found = found.get(part)
        elif isinstance(found, list) and isinstance(part, int) and 0 <= part < len(found):
            found = found[part]
        else:
            return None
    return found


def with_value(data: Data, path: Path, value: Data) -> Data:
    """The same with a value in its place; an empty one is taken out, and with it the mapping that it leaves empty.

    What stands in the way, a text where a mapping is needed or a member that there is not, stays as it is.
    """
    if not path:
        return value
    part, rest = path[0], path[1:]
    if isinstance(part, str) and isinstance(data, dict):
        inner = with_value(data.get(part, {}), rest, value)
        if inner:
            return data | {part: inner}
        return {name: one for name, one in data.items() if name != part}
    if isinstance(part, int) and isinstance(data, list) and 0 <= part < len(data):
        changed = list(data)
        changed[part] = with_value(data[part], rest, value)
        return changed
    return data


def anchor(name: str) -> str:
    """The name as it can stand in an address: "fields-1-accepted"."""
    return name.replace("[", "-").replace("].", "-").replace("]", "").replace(".", "-")
