"""Parts of pages that are a learner's own: the remarks below a question, and their list on the progress page."""

from markupsafe import Markup
from starlette.requests import Request

from app.services.guests import Guest
from app.web.login import form_token
from app.web.markup import fragment
from app.web.own_pages import OwnPart, RemarksPart
from app.web.site import site_of


def remarks_part(request: Request, part: RemarksPart) -> Markup:
    """The flag, the note and the reports of a question, with what was refused of them, if anything was."""
    return fragment(site_of(request).templates.get_template("parts/remarks.html"), part)


def own_part(request: Request, guest: Guest | None) -> Markup:
    """What one flagged and noted, and the ways to take one's data along, to bring it in and to be forgotten."""
    site = site_of(request)
    lines = site.services.remarks.mine(guest.learner_id) if guest else ()
    part = OwnPart(form_token(request), lines, guest is not None)
    return fragment(site.templates.get_template("parts/own.html"), part)
