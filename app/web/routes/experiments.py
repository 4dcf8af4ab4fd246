"""Experiments: the list, one of them with its settings, and its result alone for the script that follows it."""

from urllib.parse import parse_qsl

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.kit.errors import BadInput
from app.services.experiments import ExperimentView
from app.web.experiment_pages import experiment_page, experiments_page, result_part
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.site import site_of
from app.web.squeeze import squeezed

router = APIRouter(prefix="/experiments")
LONGEST = 12_000  # signs of an address; what the fields of the largest form can hold has some 7,000
_TOO_LONG = "This address is longer than an experiment can read. Choose the settings on the page."


def _view(request: Request, slug: str, *, go: bool) -> ExperimentView:
    if len(request.url.query) > LONGEST:
        raise BadInput(_TOO_LONG)
    found = parse_qsl(request.url.query, errors="replace")
    typed = {name: text for name, text in found if name not in ("turn", "stop")}
    return site_of(request).services.experiments.view(slug, typed, turn=dict(found).get("turn", ""), go=go)


def _status(view: ExperimentView) -> int:
    return 422 if view.faults else 503 if view.failure else 200


@router.get("")
def experiments(request: Request) -> Response:
    """All experiments."""
    site = site_of(request)
    page = experiments_page(Frame("Experiments", "lab"), site.services.experiments.all())
    return squeezed(request, site.page("experiments/list.html", page))


@router.get("/{slug}")
def experiment(request: Request, slug: Slug, stop: str = "") -> Response:
    """One experiment, brought further by this request; `stop` shows how far it is and leaves it there."""
    view = _view(request, slug, go=not stop)
    result = result_part(view, stopped=bool(stop) and view.under_way)
    page = experiment_page(Frame(view.experiment.title, "lab"), view, result)
    site = site_of(request)
    return squeezed(request, site.page("experiments/experiment.html", page, status=_status(view)))


@router.get("/{slug}/result")
def result(request: Request, slug: Slug) -> Response:
    """The result alone, brought further by this request."""
    view = _view(request, slug, go=True)
    page = result_part(view)
    text = site_of(request).templates.get_template("experiments/result.html").render(page=page)
    return squeezed(request, HTMLResponse(text, _status(view)))
