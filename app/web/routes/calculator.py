"""The calculator as a page: for whoever has no script, and for whoever wants one beside a question of their own."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.practice.calculator.lines import work_out
from app.practice.calculator.tokens import LONGEST
from app.web.comfort_pages import CalculatorPage
from app.web.pages import Frame
from app.web.site import site_of

router = APIRouter()


@router.get("/calculator")
def calculator(request: Request) -> Response:
    """A line to type, what it comes to, and the lines before it, which the form carries along."""
    sent = request.query_params
    before = [text[: LONGEST + 1] for text in sent.getlist("line")]
    typed = sent.get("expression")
    if typed is None:
        page = CalculatorPage(Frame("Calculator", "settings"))
    else:
        typed = typed[: LONGEST + 1]
        lines, fault = work_out(before, typed)
        title = "Not computed. Calculator" if fault else f"{lines[-1].shown}. Calculator"
        page = CalculatorPage(Frame(title, "settings"), typed, lines, fault)
    return site_of(request).page("comfort/calculator.html", page)
