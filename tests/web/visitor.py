"""A visitor with a browser that runs no scripts: follows redirects, keeps cookies, sends the forms of a page."""

from collections.abc import Sequence
from urllib.parse import urlencode

from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.web.html_page import HtmlPage

ORIGIN = "http://127.0.0.1:8000"
SAME_ORIGIN = {"Sec-Fetch-Site": "same-origin", "Origin": ORIGIN}


class Visitor:
    """One browser. `page` is the page that it stands on, `status` its status."""

    def __init__(self, app: FastAPI) -> None:
        self.client = TestClient(app, base_url=ORIGIN)

    def get(self, address: str) -> HtmlPage:
        """Open an address."""
        return self._arrive("GET", address, b"")

    def post(self, address: str, fields: list[tuple[str, str]]) -> HtmlPage:
        """Send fields to an address."""
        return self._arrive("POST", address, urlencode(fields).encode())

    def send(self, ending: str, *changes: tuple[str, str]) -> HtmlPage:
        """Send the form of the page whose address ends like this, with fields chosen or typed by hand.

        Fields of a name that is given replace all fields of that name on the page.
        """
        form = self.page.form(ending)
        named = {name for name, _ in changes}
        kept = [(name, value) for name, value in form.fields if name not in named]
        return self.post(form.action, [*kept, *changes])

    def _arrive(self, method: str, address: str, body: bytes) -> HtmlPage:
        headers = (
            {**SAME_ORIGIN, "Content-Type": "application/x-www-form-urlencoded"} if method == "POST" else {}
        )
        self.response = self.client.request(
            method, address, content=body, headers=headers, follow_redirects=True
        )
        self.status = self.response.status_code
        self.path = self.response.url.path
        self.page = HtmlPage(self.response.text)
        return self.page

    def begin(self, *changes: tuple[str, str]) -> HtmlPage:
        """From the first page to the first question."""
        self.get("/")
        return self.send("/practice", *changes)

    def answer(self, given: Sequence[str]) -> HtmlPage:
        """Send the page's answer form with options at these positions, or with these numbers, positions or places."""
        if self.page.all("select", name="place-1"):
            return self.send("/response", *[(f"place-{n}", text) for n, text in enumerate(given, 1)])
        name = "number" if self.page.all("input", name="number") else "option"
        return self.send("/response", *[(name, text) for text in given])
