"""Changes values in a YAML text and leaves everything else of it as its author wrote it: comments, order, layout."""

from collections import Counter
from collections.abc import Mapping

from app.bank.dump import item_fields
from app.bank.layout import Layout, comments_in
from app.bank.reader import Data, read
from app.bank.written import mapping_lines
from app.items.item import Item


def rewrite_item(source: str, item: Item) -> str:
    """The author's text of an item with the values of another state of it. Law: parsing it gives the item."""
    return rewrite(source, item_fields(item))


def rewrite(source: str, wanted: Mapping[str, Data]) -> str:
    """The source with other fields.

    Law: reading it gives the wanted fields, but for blanks at the ends of texts; every comment is still there; and what
    says the same as before stands as it stood. Comments of what is gone stay near its place. Where the layout allows no
    such change, the text is canonical, with all comments before it. Raises ValueError where the source cannot be read.
    """
    text = source.replace("\r\n", "\n")
    fields = {name: bare(value) for name, value in wanted.items()}
    if _read(text) is None:
        raise ValueError("the source cannot be read")
    found = with_comments(Layout.of(text).rewritten(fields), comments(text))
    if _read(found) != fields or comments(text) - comments(found):
        remarks = "".join(f"{comment}\n" for comment in comments(text).elements())
        found = remarks + "\n".join(mapping_lines(fields, 0)) + "\n"
    return found.replace("\n", "\r\n") if "\r\n" in source else found


def comments(text: str) -> Counter[str]:
    """The comments of a text that can be read, and how often each stands there."""
    return Counter(comment for _, comment in comments_in(text))


def _read(text: str) -> dict[str, Data] | None:
    """The fields of a text, without blanks at the ends of texts; None where it has faults."""
    document, faults = read(text, "")
    if document is None or faults or not isinstance(document.data, dict):
        return None
    return {name: bare(value) for name, value in document.data.items()}


def with_comments(text: str, wanted: Counter[str]) -> str:
    """The text with those of these comments at its end that it lacks; as it is where it cannot be read."""
    if not text.endswith("\n"):
        text += "\n"
    if _read(text) is None:
        return text
    return text + "".join(f"{comment}\n" for comment in (wanted - comments(text)).elements())


def bare(data: Data) -> Data:
    """The same without blanks at the ends of texts, which mean nothing."""
    match data:
        case str():
            return data.strip()
        case list():
            return [bare(member) for member in data]
        case dict():
            return {name: bare(member) for name, member in data.items()}
