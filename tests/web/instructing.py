"""An instructor's browser, and sittings of the real exams to look at."""

from fastapi import FastAPI

from app.services.exams.starting import Wish
from tests.web.product import Product
from tests.web.visitor import Visitor

QUIZ = "lesson-quiz"


def instructor_of(app: FastAPI, product: Product, name: str = "Ada") -> Visitor:
    """A browser that came by the instructor link."""
    found = Visitor(app)
    found.get(f"/instructor/{product.house.services.instructor.new_link_token()}")
    found.send("", ("name", name))
    return found


def sitting_of(product: Product, *, begun: bool = True) -> tuple[int, str]:
    """A new candidate, and their sitting of the lesson quiz."""
    services = product.house.services
    learner = services.guests.welcome().learner_id
    name = services.exams.starting.create(learner, Wish(QUIZ, 10))
    if begun:
        services.exams.starting.begin(learner, name)
    return learner, name
