"""A candidate's browser in the tests of pages and of what lies behind them: one running sitting of the lesson quiz."""

from dataclasses import dataclass
from typing import Any

from starlette.testclient import TestClient

from app.services.exams.starting import Wish
from app.store.answer_keys import VariantRow
from app.store.sittings import slot_rows
from app.store.unit import reading
from app.web.csrf import token_for
from app.web.login import GUEST
from app.wiring import read_secret
from tests.web.product import Product, right_answer
from tests.web.visitor import ORIGIN, SAME_ORIGIN


@dataclass
class Candidate:
    """One browser with its guest, and the sitting that it sits."""

    product: Product
    client: TestClient
    learner: int
    token: str
    name: str

    @property
    def path(self) -> str:
        return f"/exams/sittings/{self.name}"

    def post(self, ending: str, body: object, **headers: str) -> Any:
        """Send JSON to an address of the sitting, as its script does."""
        return self.client.post(f"{self.path}/{ending}", json=body, headers={**SAME_ORIGIN, **headers})

    def send(self, *changes: dict[str, object], holder: int = 1, token: str | None = None) -> Any:
        """Send changes."""
        token = self.token if token is None else token
        return self.post("changes", {"csrf_token": token, "holder": holder, "changes": list(changes)})

    def variant(self, n: int) -> VariantRow:
        """What question `n` is, with what is right."""
        with reading(self.product.house.database) as unit:
            slot = slot_rows(unit, self.name)[n - 1]
        return next(one for one in self.product.variants(slot.item_id) if one.id == slot.variant_id)

    def right(self, n: int, seq: int) -> dict[str, object]:
        """A change that answers question `n` rightly."""
        variant = self.variant(n)
        given = list(right_answer(variant))
        is_choice = hasattr(variant.shown.form, "options")
        return {"n": n, "seq": seq, "positions" if is_choice else "typed": given}


def candidate(product: Product, exam_id: str = "lesson-quiz", count: int = 10) -> Candidate:
    """A new guest who has begun a sitting, in a browser that holds it."""
    services = product.house.services
    guest = services.guests.welcome()
    name = services.exams.starting.create(guest.learner_id, Wish(exam_id, count))
    services.exams.starting.begin(guest.learner_id, name)
    client = TestClient(product.application(), base_url=ORIGIN)
    assert guest.fresh_token
    client.cookies.set(GUEST, guest.fresh_token)
    client.cookies.set(f"keyed_sitting_{name}", "1", path=f"/exams/sittings/{name}")
    token = token_for(read_secret(product.house.settings), guest.fresh_token)
    return Candidate(product, client, guest.learner_id, token, name)
