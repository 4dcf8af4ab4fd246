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
