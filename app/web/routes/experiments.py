"""Experiments: the list, one of them with its settings, and its result alone for the script that follows it."""

from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from app.kit.errors import BadInput
from app.services.experiments import TURNS, ExperimentView
from app.web.experiment_pages import experiment_page, experiments_page, result_part
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.site import site_of
from app.web.squeeze import squeezed

router = APIRouter(prefix="/experiments")
LONGEST = 2_000  # signs of an address
_TOO_LONG = "This address is longer than an experiment can read. Choose the settings on the page."
Turn = Annotated[int, Query(ge=0, lt=TURNS)]


def _view(request: Request, slug: str, *, turn: int, go: bool) -> ExperimentView:
    if len(request.url.query) > LONGEST:
        raise BadInput(_TOO_LONG)
    typed = dict(parse_qsl(request.url.query, errors="replace"))
    return site_of(request).services.experiments.view(slug, typed, turn=turn, go=go)


def _status(view: ExperimentView) -> int:
    return 422 if view.faults else 503 if view.failure else 200


@router.get("")
def experiments(request: Request) -> Response:
    """All experiments."""
    site = site_of(request)
    page = experiments_page(Frame("Experiments", "lab"), site.services.experiments.all())
    return squeezed(request, site.page("experiments/list.html", page))


@router.get("/{slug}")
def experiment(request: Request, slug: Slug, turn: Turn = 0, stop: str = "") -> Response:
    """One experiment, brought further by this request; `stop` shows how far it is and leaves it there."""
    view = _view(request, slug, turn=turn, go=not stop)
    result = result_part(view, stopped=bool(stop) and view.under_way)
    page = experiment_page(Frame(view.experiment.title, "lab"), view, result)
    site = site_of(request)
    return squeezed(request, site.page("experiments/experiment.html", page, status=_status(view)))


@router.get("/{slug}/result")
def result(request: Request, slug: Slug, turn: Turn = 0) -> Response:
    """The result alone, brought further by this request."""
    view = _view(request, slug, turn=turn, go=True)
    page = result_part(view)
    text = site_of(request).templates.get_template("experiments/result.html").render(page=page)
    return squeezed(request, HTMLResponse(text, _status(view)))
