"""How a learner likes to read: chosen on a page, kept in a plain cookie, and put on the root of every page."""

import re
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace

from markupsafe import Markup
from starlette.responses import Response

COOKIE = "keyed_comfort"  # no secret and no name of anybody; the pages' own script may write it
_YEAR = 365 * 24 * 3600
_SENT = re.compile(rf"(?:^|;)\s*{COOKIE}=\"?([a-z0-9:|]{{0,200}})\"?\s*(?:;|$)")

# What may be chosen; the first of each is what holds where nothing is chosen. On the root: data-text="150".
CHOICES: Mapping[str, tuple[str, ...]] = {
    "text": ("100", "90", "110", "125", "150", "175", "200"),
    "spacing": ("normal", "loose", "wide"),
    "contrast": ("device", "normal", "more"),
    "scheme": ("device", "light", "dark"),
    "motion": ("device", "less", "none"),
    "shortcuts": ("on", "off"),
    "calculator": ("on", "off"),
    "timer": ("on", "off"),
}


@dataclass(frozen=True, slots=True)
class Comfort:
    """What is chosen, field by field; "device" leaves it to the browser's own wishes (media queries)."""

    text: str = "100"
    spacing: str = "normal"
    contrast: str = "device"
    scheme: str = "device"
    motion: str = "device"
    shortcuts: str = "on"
    calculator: str = "on"
    timer: str = "on"

    @property
    def chosen(self) -> dict[str, str]:
        """What differs from the default, in the order of the fields."""
        return {name: getattr(self, name) for name in CHOICES if getattr(self, name) != CHOICES[name][0]}

    @property
    def attributes(self) -> Markup:
        """What differs from the default as attributes of the root: ` data-text="150"`. All values are from CHOICES."""
        return Markup("").join(Markup(' data-{}="{}"').format(*pair) for pair in self.chosen.items())

    @property
    def cookie(self) -> str:
        """What differs from the default as the value of the cookie: `text:150|scheme:dark`."""
        return "|".join(f"{name}:{value}" for name, value in self.chosen.items())


DEFAULT = Comfort()
_current: ContextVar[Comfort] = ContextVar("comfort", default=DEFAULT)


def chosen_from(texts: Mapping[str, str]) -> Comfort:
    """Choices from texts that anybody may have written: a name or a value that is none of ours counts as not said."""
    known = {
        one.name: texts[one.name] for one in fields(Comfort) if texts.get(one.name, "") in CHOICES[one.name]
    }
    return replace(DEFAULT, **known)


def read_comfort(cookies: str) -> Comfort:
    """The choices in a Cookie header. What cannot be read falls to the default, each field by itself."""
    sent = _SENT.search(cookies) if COOKIE in cookies else None
    if sent is None or not sent[1]:
        return DEFAULT
    pairs = (pair.partition(":") for pair in sent[1].split("|"))
    return chosen_from({name: value for name, _, value in pairs})


def remember(cookies: str) -> None:
    """Make the choices in a Cookie header those of the request that is being answered.

    A context variable and no argument, because every page has them on its root: those of each route, and those of
    errors, which are drawn where no route is known. A request has a context of its own, which its thread gets too.
    """
    _current.set(read_comfort(cookies))


def comfort_now() -> Comfort:
    """The choices of the request that is being answered."""
    return _current.get()


def keep(response: Response, comfort: Comfort, *, https: bool) -> None:
    """Keep the choices in the browser for a year; none at all take the cookie away."""
    if comfort == DEFAULT:
        response.delete_cookie(COOKIE, samesite="lax", secure=https)
    else:
        response.set_cookie(COOKIE, comfort.cookie, max_age=_YEAR, samesite="lax", secure=https)
