"""A sitting in a real browser, of questions that a test chose."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from playwright.sync_api import Page

from app.items.exam import Exam
from app.store.answer_keys import VariantRow
from tests.browser.conftest import Served
from tests.loops import run
from tests.web.candidate import EVERY_KIND, EXAM, chosen


@dataclass(frozen=True)
class Sat:
    """A sitting that was made for the guest of this browser, behind a page of it."""

    page: Page
    served: Served
    learner_id: int
    name: str
    variants: tuple[VariantRow, ...]

    @property
    def address(self) -> str:
        return f"{self.served.address}/exams/sittings/{self.name}"

    def begin(self) -> None:
        """Start the clock, and stand before the first question."""
        self.page.goto(self.address)
        self.page.get_by_role("button", name="Begin", exact=True).click()
        self.page.wait_for_url(f"{self.address}/items/1")

    def taken_elsewhere(self) -> None:
        """Another device takes the sitting over, when its pages have been looked at for so long that it is no rush."""
        clock = self.served.product.clock
        clock.move_to(clock.now() + timedelta(seconds=10))
        run(self.served.product.house.services.exams.saving.take_over(self.learner_id, self.name))


def sit(page: Page, served: Served, items: Sequence[str | VariantRow] = EVERY_KIND, exam: Exam = EXAM) -> Sat:
    """A new guest in this browser, with a sitting of these questions that is not begun."""
    guest = served.product.house.services.guests.welcome()
    page.context.add_cookies(
        [{"name": "keyed_guest", "value": guest.fresh_token or "", "url": served.address}]
    )
    name, variants = chosen(served.product, guest.learner_id, items, exam)
    return Sat(page, served, guest.learner_id, name, variants)
