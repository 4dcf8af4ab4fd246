"""Questions drawn once: the HTML of a variant is the same for everybody, so it is kept by the variant's name."""

from jinja2 import Environment
from markupsafe import Markup

from app.items.public import ChoiceForm, PublicVariant
from app.web.cells import matrix_html
from app.web.markup import block, fragment
from app.web.option_fields import option_fields
from app.web.pages import FormPart

FORM = "parts/form.html"


class Bodies:
    """The last `size` variants, each as its question and its empty form.

    Threads may draw the same variant twice at once; both drawings are equal, so no lock is needed.
    """

    def __init__(self, templates: Environment, size: int = 2048) -> None:
        self._templates = templates
        self._size = size
        self._kept: dict[str, tuple[Markup, Markup]] = {}

    def of(self, variant_id: str, shown: PublicVariant) -> tuple[Markup, Markup]:
        """The question and the empty form of a variant."""
        found = self._kept.get(variant_id)
        if found is None:
            found = (self.question(shown), self.form(FormPart(shown)))
            if len(self._kept) >= self._size:
                self._kept.pop(next(iter(self._kept)), None)
            self._kept[variant_id] = found
        return found

    def preview(self, shown: PublicVariant) -> tuple[Markup, Markup]:
        """A question and its form as a learner sees them, with nothing to fill in."""
        return self.question(shown), self.form(FormPart(shown, closed=True))

    def question(self, shown: PublicVariant) -> Markup:
        """A question drawn afresh: the stem, what it rests on, and the matrices."""
        found = f'<div class="stem" id="stem">{block(shown.stem)}</div>\n'
        if shown.conventions:
            found += (
                f'<div class="side" role="note" aria-label="Conventions">{block(shown.conventions)}</div>\n'
            )
        if shown.matrices:
            tables = "".join([f"{matrix_html(matrix)}\n" for matrix in shown.matrices])
            found += f'<div class="matrices">\n{tables}</div>\n'
        return Markup(found)  # noqa: S704 - put together from safe parts

    def form(self, part: FormPart) -> Markup:
        """A form drawn afresh, with what was given."""
        if isinstance(part.shown.form, ChoiceForm):
            return option_fields(part, part.shown.form)
        return fragment(self._templates.get_template(FORM), part)
