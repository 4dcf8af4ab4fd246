"""The worked page as HTML: one row per step, its rule beside it, and where the learner's way parts from the right one."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from markupsafe import Markup

from app.grading.feedback import StepFeedback
from app.web.cells import all_short, shaded, step_cells, step_format, with_shades
from app.web.markup import formula, hued

_Frame = tuple[str, str, tuple[str, ...], str, int, bool]
_WRITTEN = "Each step is made of the numbers as they are written above it."
_COMPUTED = "Each step is computed with all digits, and rounded only to be printed."
_ROW = ("<tr>\n", '<tr class="parts">\n')  # without and with a parting of the ways
_HERE = "<em>here the ways part</em>"


def worked_page(steps: Sequence[StepFeedback], parts: bool, line_by_line: bool = False) -> Markup:
    """All steps as a table; with `parts` the learner's own way stands beside the right one."""
    rows = "".join(map(_of_two, steps)) if parts else _of_one(steps)
    return Markup(f"{_start(parts, line_by_line)}{rows}</tbody>\n</table>\n</section>\n")  # noqa: S704 - safe parts


@lru_cache(maxsize=4)
def _start(parts: bool, line_by_line: bool) -> str:
    """What comes before the rows."""
    yours = '<th scope="col">Yours</th>' if parts else ""
    return (
        '<section class="wide" aria-labelledby="worked-title">\n'
        f'<h2 id="worked-title">{"Where the two ways part" if parts else "Worked, step by step"}</h2>\n'
        f'<p class="soft">{_WRITTEN if line_by_line else _COMPUTED}</p>\n'
        f'<table class="worked{" two" if parts else ""}" aria-labelledby="worked-title">\n'
        '<thead><tr><th scope="col">Step</th><th scope="col">Rule</th>'
        f'<th scope="col">{"Right" if parts else "Numbers"}</th>{yours}</tr></thead>\n'
        "<tbody>\n"
    )


@lru_cache(maxsize=2048)
def _row_start(title: str, rule: str, column: str) -> str:
    """What comes before the right numbers of a step."""
    return (
        f'<th scope="row">{hued(title)}</th>\n<td class="rule">{formula(rule) if rule else ""}</td>\n'
        f'<td data-column="{column}">'
    )


def _of_one(steps: Sequence[StepFeedback]) -> str:
    """The rows of steps with the right numbers alone."""
    frame, texts = [], list[str]()
    for step in steps:
        title, names, slug, printed = step.title, step.names, step.slug, step.right
        frame.append((title, step.rule, names, slug, len(printed), step.parts))
        texts += with_shades(printed, printed) if shaded(names, slug, len(printed)) else printed
    if all_short("|".join(texts)):
        return "".join(chain.from_iterable(zip(_between(tuple(frame)), [*texts, ""], strict=True)))
    return "".join(map(_row_of_one, steps))


@lru_cache(maxsize=1024)
def _between(frame: tuple[_Frame, ...]) -> tuple[str, ...]:
    """What stands between the numbers of steps, each given by title, rule, names, slug, count and whether the ways part."""
    found = [""]
    for title, rule, names, slug, count, parts in frame:
        found[-1] += f"{_ROW[parts]}{_row_start(title, rule, '')}"
        first, *others = [one % () for one in step_format(names, slug, count, False).split("%s")]
        found[-1] += first
        found += others
        found[-1] += "</td>\n</tr>\n"
    return tuple(found)


def _row_of_one(step: StepFeedback) -> str:
    """The row of a step with the right numbers alone."""
    start, cells = _row_start(step.title, step.rule, ""), step_cells(step.right, step.names, step.slug)
    return f"{_ROW[step.parts]}{start}{cells}</td>\n</tr>\n"


def _of_two(step: StepFeedback) -> str:
    """The row of a step with the learner's numbers beside the right ones."""
    start, cells = _row_start(step.title, step.rule, "Right"), step_cells(step.right, step.names, step.slug)
    if step.yours:
        yours = f"{step_cells(step.yours, step.names, step.slug)}{_HERE if step.parts else ''}"
    else:
        yours = f'<span class="soft">{"left out" if step.parts else "–"}</span>'
    end = f'{cells}</td>\n<td data-column="Yours">{yours}</td>\n</tr>\n'
    return f"{_ROW[step.parts]}{start}{end}"
