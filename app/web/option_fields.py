"""The form of a question with options as HTML: drawn here, as `cells.py` draws numbers, since every page has one."""

from functools import lru_cache

from markupsafe import Markup, escape

from app.grading.counts import letter
from app.items.public import ChoiceForm
from app.web.markup import inline, numbers_text
from app.web.pages import FormPart
from app.web.words import spelled

_FIELDS = (
    '<fieldset id="answer" class="answer" aria-describedby="stem%s"%s>\n<legend>%s</legend>\n%s%s</fieldset>'
)
_TRIED = '<em class="tag">tried</em>'


def option_fields(part: FormPart, form: ChoiceForm) -> Markup:
    """The options, each with its letter, with what was chosen, tried and struck out so far."""
    fault = part.fault(0) if part.faults else ""
    single, strikes = form.choose == 1, part.strikes
    rows = []
    for place, option in enumerate(form.options, 1):
        state = (place in part.tried, place in part.positions, strikes, place in part.struck)
        text = numbers_text(option.text) if option.numeric else inline(option.text)
        rows.append(_option(place, single, option.numeric, state) % text)
    found = _FIELDS % (
        " fault-0" if fault else "",
        " disabled" if part.closed else "",
        _legend(part.shown.legend, form.choose),
        f'<p class="fault" id="fault-0">{escape(fault)}</p>' if fault else "",
        "".join(rows),
    )
    return Markup(found)  # noqa: S704 - put together from safe parts


@lru_cache(maxsize=1024)
def _legend(legend: str, choose: int) -> str:
    """What the form asks for, and how many options where that is not one."""
    if choose == 1 or legend.startswith("Choose"):
        return str(escape(legend))
    return f'{escape(legend)} <span class="soft">Choose {spelled(choose)}.</span>'


@lru_cache(maxsize=1024)
def _option(place: int, single: bool, numeric: bool, state: tuple[bool, bool, bool, bool]) -> str:
    """A format for one option around its text; the state says whether it is tried, chosen, can be struck and is."""
    tried, chosen, strikes, struck = state
    names = f"option{' numeric' if numeric else ''}{' tried' if tried else ''}"
    filled = " disabled" if tried else " checked" if chosen else ""
    row = (
        f'<label class="{names}"><input type="{"radio" if single else "checkbox"}" name="option" value="{place}"{filled}>'
        f"<kbd>{letter(place)}</kbd><span>%s</span>{_TRIED if tried else ''}</label>\n"
    )
    if not strikes:
        return row
    strike = (
        f'<label class="strike"><input type="checkbox" name="strike" value="{place}"{" checked" if struck else ""}>'
        f'<span>Strike<span class="unseen"> out option {letter(place)}</span></span></label></div>'
    )
    return f'<div class="choice">{row}{strike}'
