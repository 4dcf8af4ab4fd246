"""The texts of a question in Moodle XML: their markup, and the files that lie beside them."""

from dataclasses import dataclass, field

from app.authoring.formats.images import Images, from_base64
from app.authoring.formats.xml import Element, all_text, child, children, line_of
from app.authoring.found import Fate, FoundText, Loss, Markup

PLUGIN = "@@PLUGINFILE@@/"
_MARKUPS = {
    "html": Markup.HTML,
    "markdown": Markup.MARKDOWN,
    "plain_text": Markup.PLAIN,
    "moodle_auto_format": Markup.AUTO,
}


class BadQuestion(Exception):
    """What is wrong with a question, with the line, in a sentence that says what to do."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.line = line


@dataclass(slots=True)
class Texts:
    """Reads texts, puts their images with those of the file, and remembers what was lost."""

    images: Images
    losses: list[Loss] = field(default_factory=list)

    def of(self, element: Element | None, usual: Markup) -> FoundText | None:
        """The text that an element holds in <text>, or within itself; None where nothing is said.

        `usual` is the markup where the element names none.
        """
        if element is None:
            return None
        inner = child(element, "text")
        text = self._plain(element if inner is None else inner).strip()
        named = (element.get("format") or "").strip().lower()
        if named and named not in _MARKUPS:
            why = f"The text's format {named[:40]!r} is not known; it is read as plain text."
            self.losses.append(Loss(Fate.CHANGED, "markup", why, line_of(element)))
        markup = _MARKUPS.get(named, Markup.PLAIN) if named else usual
        text = self._with_images(text, element)
        return FoundText(text, markup) if text else None

    def _plain(self, element: Element) -> str:
        inside = next(children(element), None)
        if inside is not None and inside.tag != "file":
            why = "Elements stand in the text that are not protected by CDATA; their words alone are kept."
            self.losses.append(Loss(Fate.CHANGED, "markup", why, line_of(inside)))
        if next(children(element, "file"), None) is not None:
            return element.text or ""
        return all_text(element)

    def _with_images(self, text: str, element: Element) -> str:
        files: dict[str, bytes | None] = {}
        for file in children(element, "file"):
            name = (file.get("path") or "/").lstrip("/") + (file.get("name") or "")
            encoding = (file.get("encoding") or "base64").lower()
            files[name] = from_base64(all_text(file)) if encoding == "base64" else None
            if files[name] is None:
                why = f"The content of the file {name[:80]!r} cannot be read."
                self.losses.append(Loss(Fate.DROPPED, "file", why, line_of(file)))
        shown: set[str] = set()

        def lookup(address: str) -> bytes | None:
            if not address.startswith(PLUGIN):
                return None
            name = address.removeprefix(PLUGIN).partition("?")[0].lstrip("/")
            shown.add(name)
            return files.get(name)

        if "<img" in text.lower() or "![" in text:
            text, losses = self.images.shown(text, lookup, line_of(element))
            self.losses.extend(losses)
        for name in files.keys() - shown:
            if files[name] is not None:
                why = f"The file {name[:80]!r} is no image that the text shows."
                self.losses.append(Loss(Fate.DROPPED, "file", why, line_of(element)))
        return text
