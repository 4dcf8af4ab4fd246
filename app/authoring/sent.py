"""What a form sent for one field, as it can stand in a text."""

import re
from collections.abc import Mapping

from app.authoring.paths import Data
from app.authoring.plan import Field, Widget

NAMES = re.compile(r"[\s,;]+")
_UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")


def clean(text: str) -> str:
    """What was typed without what no text of the bank may hold; blanks at its ends are cut, as reading does."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ")
    return _UNREADABLE.sub("", lines).strip()


def sent_value(one: Field, sent: Mapping[str, str], name: str) -> Data | None:
    """What was sent for a field: "" to leave it out, None where nothing was sent."""
    if one.widget in (Widget.TICK, Widget.UNTICK):
        word = "true" if one.widget is Widget.TICK else "false"
        shown = f"{name}.there" in sent
        return (word if sent.get(name) == "on" else "") if shown else None
    if name not in sent:
        return None
    text = clean(sent[name])
    if one.widget is Widget.NAMES:
        return [part for part in NAMES.split(text) if part]
    if one.widget in (Widget.TEXT, Widget.LONG):
        return text
    return " ".join(text.split("\n"))


def line_of(data: Data, between: str = " ") -> str:
    """What a field's line shows of its data: of a list the texts in it, of a mapping nothing."""
    if isinstance(data, list):
        return between.join(one for one in data if isinstance(one, str))
    return data.strip() if isinstance(data, str) else ""


def is_shown(data: Data, widget: Widget) -> bool:
    """Whether a field of that widget shows all that its place in the text holds, and can so change it."""
    match widget:
        case Widget.NAMES:  # of a line as well: it is split into names
            return isinstance(data, str) or (
                isinstance(data, list) and all(isinstance(one, str) for one in data)
            )
        case Widget.TICK | Widget.UNTICK:
            return isinstance(data, str) and data.strip() in ("", "true", "false")
        case _:
            return isinstance(data, str)


def says_as_shown(data: Data, value: Data, widget: Widget) -> bool:
    """Whether a field says no more than it showed of its data when its page was made; an empty box is not ticked."""
    if widget in (Widget.TICK, Widget.UNTICK):
        return not value
    said, shown = (
        NAMES.sub(" ", line_of(one)) if widget is Widget.NAMES else line_of(one) for one in (value, data)
    )
    return said.split() == shown.split()
