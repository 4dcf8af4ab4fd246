"""The texts of an item of QTI as HTML: its elements without their namespaces, formulas as LaTeX, images of the package."""

from dataclasses import dataclass, field
from html import escape

from app.authoring.formats.images import Images, Lookup
from app.authoring.formats.mathml import NotSimple, latex_of
from app.authoring.formats.xml import Element, all_text, children, line_of, local_name, space_of
from app.authoring.found import IMAGE, Fate, FoundText, Loss, Markup

GAP = "_____"
MATHML = "http://www.w3.org/1998/Math/MathML"
_KEPT = frozenset(
    [
        "p",
        "br",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "td",
        "th",
        "caption",
        "pre",
        "code",
        "kbd",
        "samp",
        "var",
        "b",
        "strong",
        "em",
        "i",
        "u",
        "sub",
        "sup",
        "blockquote",
        "q",
        "cite",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "tt",
        "small",
        "big",
        "abbr",
        "dfn",
    ]
)
_UNWRAPPED = frozenset(
    [
        "div",
        "span",
        "itemBody",
        "prompt",
        "col",
        "colgroup",
        "section",
        "article",
        "figure",
        "figcaption",
        "center",
        "font",
    ]
)
_BLOCKS = (
    "p",
    "div",
    "ul",
    "ol",
    "table",
    "pre",
    "blockquote",
    "dl",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
)
_VOID = frozenset(("br", "hr"))
_TOLD = {
    "rubricBlock": "instructions",
    "feedbackBlock": "feedback within the text",
    "feedbackInline": "feedback within the text",
    "stylesheet": "style",
    "include": "an included file",
    "object": "an embedded file",
    "audio": "sound",
    "video": "a film",
    "script": "a script",
    "iframe": "a frame",
}


@dataclass(slots=True)
class Body:
    """Makes HTML of elements, finds the interactions among them, and remembers what was lost."""

    images: Images
    lookup: Lookup
    losses: list[Loss] = field(default_factory=list)
    interactions: list[Element] = field(default_factory=list)

    def text(self, element: Element) -> FoundText:
        """What an element holds, as HTML."""
        return FoundText(self._inside(element).strip(), Markup.HTML)

    def _inside(self, element: Element) -> str:
        found = [escape(element.text or "", quote=False)]
        for inner in element:
            found.append(self._one(inner))
            found.append(escape(inner.tail or "", quote=False))
        return "".join(found)

    def _one(self, element: Element) -> str:
        name = local_name(element)
        if name == "math" and space_of(element) in (MATHML, ""):
            return self._formula(element)
        if name.endswith("Interaction"):
            return self._interaction(element, name)
        if name == "a":
            return f'<a href="{escape(element.get("href") or "")}">{self._inside(element)}</a>'
        if name == "img" or (name == "object" and (element.get("type") or "").startswith("image/")):
            return self._image(element)
        if name in _VOID:
            return f"<{name}>"
        if name in _KEPT:
            spans = "".join(
                f' {span}="{element.get(span)}"'
                for span in ("colspan", "rowspan")
                if (element.get(span) or "").isdigit()
            )
            return f"<{name}{spans}>{self._inside(element)}</{name}>"
        if name in _TOLD:
            why = f"It holds {_TOLD[name]}, which has no place."
            self.losses.append(Loss(Fate.DROPPED, _TOLD[name], why, line_of(element)))
            return ""
        if name not in _UNWRAPPED:
            why = f"<{name[:40]}> is not known; its words alone are kept."
            self.losses.append(Loss(Fate.CHANGED, "markup", why, line_of(element)))
        around = (
            ("<p>", "</p>")
            if name in ("div", "prompt", "section", "figure") and not _has_blocks(element)
            else ("", "")
        )
        return f"{around[0]}{self._inside(element)}{around[1]}"

    def _interaction(self, element: Element, name: str) -> str:
        self.interactions.append(element)
        if name not in ("textEntryInteraction", "inlineChoiceInteraction"):
            return "".join(self._one(one) for one in children(element, "prompt"))
        return GAP if _has_words_around(element) else ""

    def _formula(self, element: Element) -> str:
        try:
            formula = latex_of(element)
        except NotSimple as sign:
            why = f"A formula in MathML is not simple enough to be read ({str(sign)[:40]}); its signs stand in a row."
            self.losses.append(Loss(Fate.CHANGED, "formula", why, line_of(element)))
            return escape(" ".join(all_text(element).split()), quote=False)
        return rf"\({escape(formula, quote=False)}\)"

    def _image(self, element: Element) -> str:
        address = element.get("src") or element.get("data") or ""
        alt = element.get("alt") or " ".join(all_text(element).split())
        text, losses = self.images.shown(
            f'<img src="{escape(address)}" alt="{escape(alt)}">', self.lookup, line_of(element)
        )
        self.losses.extend(losses)
        return text if IMAGE in text or not losses else escape(alt, quote=False)


def _has_blocks(element: Element) -> bool:
    return any(local_name(one) in _BLOCKS for one in children(element))


def _has_words_around(element: Element) -> bool:
    """Whether a gap stands within a sentence, and not in a line of its own."""
    parent = element.getparent()
    if parent is None:
        return False
    beside = [one for one in children(parent) if one is not element]
    words = any((one.tail or "").strip() for one in parent) or bool((parent.text or "").strip())
    return words or any(local_name(one) not in (*_BLOCKS, "br") for one in beside)
