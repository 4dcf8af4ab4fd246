"""Reads the forms of a page, and fills them in as somebody who agrees to everything and leaves the rest as it is."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

_NOT_SENT = frozenset({"submit", "button", "reset", "image", "file"})


@dataclass
class FilledForm:
    """Where a form goes, and what it sends."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)


class _Reader(HTMLParser):
    """Collects forms: ticks every box, takes the chosen or first of radio buttons and of lists."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[FilledForm] = []
        self._open = False
        self._list = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(FilledForm(given.get("action", ""), given.get("method", "get").lower()))
            self._open = True
        elif not self._open:
            return
        elif tag == "select":
            self._list = given.get("name", "")
        elif tag == "option" and self._list:
            self._choose(self._list, given.get("value", ""), "selected" in given)
        elif tag == "input" and given.get("name"):
            self._fill(given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False
        elif tag == "select":
            self._list = ""

    def _fill(self, given: dict[str, str]) -> None:
        kind = given.get("type", "text")
        value = given.get("value", "on" if kind == "checkbox" else "")
        if kind == "radio":
            self._choose(given["name"], value, "checked" in given)
        elif kind not in _NOT_SENT:
            self.forms[-1].fields.append((given["name"], value))

    def _choose(self, name: str, value: str, chosen: bool) -> None:
        """One of several: the first, until one comes that was chosen."""
        fields = self.forms[-1].fields
        there = [place for place, (known, _) in enumerate(fields) if known == name]
        if not there:
            fields.append((name, value))
        elif chosen:
            fields[there[0]] = (name, value)


def form_to(html: str, action: str, method: str = "post") -> FilledForm:
    """The form of a page that goes to an address. Raises LookupError where there is none."""
    for form in _Reader(html).forms:
        if (form.action, form.method) == (action, method):
            return form
    raise LookupError(f"the page has no form that goes to {action} by {method}")
