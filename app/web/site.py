"""What every route works with: the services, the settings of the site, its clock, its templates and its files."""

from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.scheduling.rating import Confidence
from app.services.bundle import Services
from app.web import markup
from app.web.assets import Assets
from app.web.bodies import Bodies
from app.web.cells import matrix_table
from app.web.comfort import comfort_now
from app.web.door import WebSettings
from app.web.exam_words import EXAM_FILTERS
from app.web.pages import HowSurePart
from app.web.shortcuts import SHORTCUTS, SITTING_SHORTCUTS
from app.web.words import FILTERS
from app.web.worked_page import worked_page

# Parts of pages that only name built files: drawn once, and known to every template.
_FILE_PARTS = (
    "files",
    "reading_files",
    "lab_files",
    "experiment_files",
    "exam_files",
    "comfort_files",
    "sitting_files",
    "more_files",
    "calculator",
    "calculator_files",
    "watch_files",
    "review_files",
    "authoring_files",
    "editor_files",
)


@dataclass(frozen=True, slots=True)
class Site:
    """The parts joined, one per application."""

    services: Services
    settings: WebSettings
    assets: Assets
    templates: Environment
    bodies: Bodies

    def page(self, name: str, page: object, *, status: int = 200) -> HTMLResponse:
        """A template with its page object, and what the visitor finds comfortable, as a response."""
        html = self.templates.get_template(name).render(page=page, comfort=comfort_now())
        return HTMLResponse(html, status)


def site_of(request: Request) -> Site:
    """The site that a request came to."""
    found: Site = request.app.state.site
    return found


def template_environment(folder: Path, assets: Assets) -> Environment:
    """The templates below a folder, each compiled at its first use; a name that is missing is an error and not empty."""
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(FILTERS)
    environment.filters.update(EXAM_FILTERS)
    environment.filters.update(
        block=markup.block,
        inline=markup.inline,
        formula=markup.formula,
        numbers=markup.numbers,
        hued=markup.hued,
        prose=markup.prose,
        matrix_table=matrix_table,
        worked_page=worked_page,
    )
    urls = {name: assets.url(name) for name in assets.names}
    for name in _FILE_PARTS:
        environment.globals[name] = markup.fragment(environment.get_template(f"parts/{name}.html"), urls)
    environment.globals["keys_list"] = markup.fragment(
        environment.get_template("parts/keys_list.html"), SHORTCUTS
    )
    environment.globals["sitting_keys"] = markup.fragment(
        environment.get_template("parts/sitting_keys.html"), SITTING_SHORTCUTS
    )

    how_sure = environment.get_template("parts/how_sure.html")
    environment.globals["how_sure"] = {
        said: markup.fragment(how_sure, HowSurePart(said)) for said in (None, *Confidence)
    }
    return environment
