"""Reads a page as a browser without scripts would: its elements, and its forms with what they would send."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "hr", "img"}


@dataclass
class Element:
    """An element with its attributes, its parent, and all text inside it."""

    tag: str
    attrs: dict[str, str]
    parent: "Element | None"
    text: str = ""

    def inside(self, tag: str) -> "Element | None":
        """The nearest element of that tag around this one."""
        found = self.parent
        while found is not None and found.tag != tag:
            found = found.parent
        return found


@dataclass
class Form:
    """Where a form goes and what it sends as it stands."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)


class HtmlPage(HTMLParser):
    """A page, checked while it is read: every element that is opened is closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(html)
        self.close()
        assert not self._open, f"never closed: {[one.tag for one in self._open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice in <{tag} {names}>"
        element = Element(
            tag, {name: value or "" for name, value in attrs}, self._open[-1] if self._open else None
        )
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1].tag == tag, f"</{tag}> closes <{self._open[-1].tag} {self._open[-1].attrs}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def all(self, tag: str, **attrs: str) -> list[Element]:
        """Elements of a tag with these attributes (an underscore stands for a hyphen)."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attrs.items()}
        return [one for one in self.elements if one.tag == tag and wanted.items() <= one.attrs.items()]

    def one(self, tag: str, **attrs: str) -> Element:
        """The only such element."""
        found = self.all(tag, **attrs)
        assert len(found) == 1, f"{len(found)} of <{tag} {attrs}>"
        return found[0]

    def form(self, ending: str) -> Form:
        """The form whose address ends like this, or that a button sends there, with its fields as they stand."""
        forms = [one for one in self.all("form") if one.attrs.get("action", "").endswith(ending)]
        if not forms:
            return self._by_button(ending)
        return self._sent(forms[0])

    def _by_button(self, ending: str) -> Form:
        """What a button sends that names an address of its own: its form's fields, and its name."""
        button = next(one for one in self.all("button") if one.attrs.get("formaction", "").endswith(ending))
        element = (
            self.one("form", id=button.attrs["form"]) if "form" in button.attrs else button.inside("form")
        )
        assert element is not None
        form = self._sent(element)
        form.action = button.attrs["formaction"]
        if "name" in button.attrs:
            form.fields.append((button.attrs["name"], button.attrs.get("value", "")))
        return form

    def _sent(self, element: Element) -> Form:
        """Where a form goes, with its fields as they stand."""
        form = Form(element.attrs["action"])

        def belongs(one: Element) -> bool:
            """Whether a field is sent with the form: it lies inside, or it names the form that it belongs to."""
            named = one.attrs.get("form")
            return named == element.attrs.get("id") if named else one.inside("form") is element

        for one in self.all("input"):
            if not belongs(one) or "name" not in one.attrs:
                continue
            if one.attrs.get("type") in {"radio", "checkbox"} and "checked" not in one.attrs:
                continue
            form.fields.append((one.attrs["name"], one.attrs.get("value", "")))
        for one in self.all("option"):
            select = one.inside("select")
            if select is not None and belongs(select) and "selected" in one.attrs:
                form.fields.append((select.attrs["name"], one.attrs.get("value", "")))
        for one in self.all("textarea"):
            if belongs(one):
                form.fields.append((one.attrs["name"], one.text.removeprefix("\n")))
        return form
