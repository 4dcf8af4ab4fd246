"""Settings of a question in Moodle XML that have no place here, each told as a loss."""

from collections.abc import Iterator

from app.authoring.formats.xml import Element, all_text, child, children, line_of
from app.authoring.found import Fate, Loss

_COMBINED = {
    "correctfeedback": "who is right",
    "partiallycorrectfeedback": "who is partly right",
    "incorrectfeedback": "who is wrong",
}
_NO = {"", "0", "false"}


def setting_losses(element: Element) -> tuple[Loss, ...]:
    """What of the question's settings is lost or changed, and why."""
    return (*_points(element), *_said(element), *_shown(element))


def _points(element: Element) -> Iterator[Loss]:
    grade, penalty = child(element, "defaultgrade"), child(element, "penalty")
    if grade is not None and _number(grade) not in (None, 1.0):
        why = f"It is worth {all_text(grade).strip()[:20]} points there; here every question is worth one."
        yield Loss(Fate.CHANGED, "points", why, line_of(grade))
    if penalty is not None and _number(penalty) not in (None, 0.0):
        why = f"Each wrong try costs {all_text(penalty).strip()[:20]} there; here the first try counts."
        yield Loss(Fate.DROPPED, "penalty", why, line_of(penalty))


def _said(element: Element) -> Iterator[Loss]:
    for name, who in _COMBINED.items():
        said = child(element, name)
        if said is not None and (words := " ".join(all_text(child(said, "text")).split())):
            why = f"To {who} it says “{words[:120]}” there, which has no place."
            yield Loss(Fate.DROPPED, "combined feedback", why, line_of(said))
    hints = [hint for hint in children(element, "hint") if all_text(child(hint, "text")).strip()]
    if hints:
        many = "Its hint has" if len(hints) == 1 else f"Its {len(hints)} hints have"
        yield Loss(Fate.DROPPED, "hints", f"{many} no place between tries.", line_of(hints[0]))


def _shown(element: Element) -> Iterator[Loss]:
    shuffle = child(element, "shuffleanswers")
    if shuffle is not None and all_text(shuffle).strip().lower() in _NO:
        why = "Its answers keep their order there; here the order is drawn each time."
        yield Loss(Fate.CHANGED, "order", why, line_of(shuffle))
    numbering = child(element, "answernumbering")
    if numbering is not None and all_text(numbering).strip() not in ("", "abc", "none"):
        why = f"Its answers are numbered as {all_text(numbering).strip()[:20]} there; here by letters."
        yield Loss(Fate.CHANGED, "numbering", why, line_of(numbering))
    hidden = child(element, "hidden")
    if hidden is not None and all_text(hidden).strip() not in _NO:
        yield Loss(
            Fate.CHANGED, "hidden", "It is hidden there; it comes in like every other.", line_of(hidden)
        )


def _number(element: Element) -> float | None:
    try:
        return float(all_text(element))
    except ValueError:
        return None
