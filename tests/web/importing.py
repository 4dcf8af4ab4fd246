"""An instructor's browser that sends files, as the pages of imports ask for them."""

from fastapi import FastAPI

from tests.web.html_page import HtmlPage
from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.visitor import SAME_ORIGIN, Visitor

IMPORTS = "/authoring/imports"
GIFT = r"""$CATEGORY: Scale

::Why the root:: Why are scaled scores divided by the root of \(d_k\)? {
=The spread of the scores grows with the width#It is a sum of so many products.
~The rows must sum to one#The softmax does that. ~The products would be slow}

$CATEGORY: Heads

::Two of them:: Which two of these are learned by a model in its training on text? {~%50%weights ~%50%biases ~%-50%tokens}

::Who:: Who wrote the paper on attention that everybody reads? {=Vaswani}

::Open:: Never closed {=a ~b
"""


def send_file(
    visitor: Visitor, content: bytes | str = GIFT, name: str = "bank.gift", **fields: str
) -> HtmlPage:
    """Send a file by the form of the list, in the browser of an instructor."""
    visitor.get(IMPORTS)
    kept = dict(visitor.page.form(IMPORTS).fields) | fields
    kept.pop("file", None)
    held = content.encode() if isinstance(content, str) else content
    visitor.response = visitor.client.post(
        IMPORTS, data=kept, files={"file": (name, held)}, headers=SAME_ORIGIN, follow_redirects=True
    )
    visitor.status = visitor.response.status_code
    visitor.path = visitor.response.url.path
    visitor.page = HtmlPage(visitor.response.text)
    return visitor.page


class Importer:
    """An instructor with a file."""

    def __init__(self, app: FastAPI, product: Product) -> None:
        self.visitor: Visitor = instructor_of(app, product)
        self.app = app

    def send(self, content: bytes | str = GIFT, name: str = "bank.gift", **fields: str) -> HtmlPage:
        """Send a file by the form of the list."""
        return send_file(self.visitor, content, name, **fields)

    @property
    def text(self) -> str:
        """The words of the page, blanks made one."""
        return " ".join(self.visitor.page.one("main").text.split())

    def press(self, act: str, *changes: tuple[str, str]) -> HtmlPage:
        """Send the form of an import by one of its other buttons."""
        address = self.visitor.path
        named = {name for name, _ in changes}
        kept = [one for one in self.visitor.page.form(address).fields if one[0] not in named]
        return self.visitor.post(f"{address}/{act}", [*kept, *changes])

    def figures(self) -> dict[str, str]:
        """The figures of the page."""
        names = [one.text for one in self.visitor.page.all("dt")]
        values = [one.text for one in self.visitor.page.all("dd")]
        return dict(zip(names, values, strict=True))

    def value(self, name: str) -> str:
        """What stands in a field, or is chosen in a list."""
        page = self.visitor.page
        fields = page.all("input", name=name)
        if fields:
            return fields[0].attrs.get("value", "")
        form = dict(page.form(self.visitor.path).fields)
        return form.get(name, "")
