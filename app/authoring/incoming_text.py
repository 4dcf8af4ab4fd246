"""A text that was found, by its markup, as our Markdown."""

import re

from app.authoring.found import FoundText, Markup
from app.authoring.incoming_html import has_blocks, html_markdown, looks_like_html
from app.authoring.incoming_images import shown_in
from app.authoring.incoming_notes import Notes
from app.authoring.incoming_signs import foreign_formulas, lone_dollars_protected, plain_markdown, tidy
from app.bank.dollars import dollars_balance

LONGEST = 60_000  # signs, marks of HTML included
_DOLLAR = re.compile(r"(?<!\\)\$")


def markdown_of(found: FoundText | None, notes: Notes) -> str:
    """The Markdown that shows what the text showed where it comes from; "" for none.

    Raises ValueError with a sentence where it is too large or too deep to be converted.
    """
    if found is None or not found.text.strip():
        return ""
    if len(found.text) > LONGEST:
        raise ValueError(f"a text has {len(found.text):,} signs; {LONGEST:,} are the most. Shorten it")
    match found.markup:
        case Markup.PLAIN:
            return plain_markdown(found.text)
        case Markup.HTML:
            return html_markdown(found.text, notes)
        case Markup.MARKDOWN:
            return _markdown(found.text, notes)
        case Markup.AUTO:
            if not looks_like_html(found.text):
                return plain_markdown(found.text)
            text = found.text if has_blocks(found.text) else found.text.replace("\n", "<br>")
            return html_markdown(text, notes)


def _markdown(text: str, notes: Notes) -> str:
    """Markdown of another system: its formulas in dollars, a dollar that is left over protected, pictures as words."""
    shown = foreign_formulas(tidy(text).strip())
    if "![" in shown:
        shown = shown_in(shown, notes)
    if not dollars_balance(shown):
        notes.changed("a dollar without its partner is the sign itself now")
        kept = lone_dollars_protected(shown)
        shown = kept if dollars_balance(kept) else _DOLLAR.sub(r"\\$", shown)
    return shown
