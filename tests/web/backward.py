"""How one who makes a slip answers questions that go backward: by working what is shown in their own way."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from app.engine.byhand.ground import ByHand
from app.engine.handwork import LINES, Desk, Line, Working
from app.engine.mechanism import Comparison, Mechanism, NotDefined
from app.engine.problem import Problem, matrix
from app.engine.slips import SLIPS, apply, is_defined, pairs_at
from app.engine.stages import Stage
from app.variants.recipes.reverse import words
from tests.web.html_page import Element, HtmlPage

Slugs = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Backward:
    """What a page shows: the matrices, and either the lines of a working or the row that came out at a step."""

    problem: Problem
    stage: Stage
    lines: tuple[tuple[Fraction, ...], ...]
    decimals: int


def cells(page: HtmlPage, table: Element) -> list[list[str]]:
    """The text of the body of a table, row by row."""
    rows: dict[int, list[str]] = {}
    for cell in page.all("td"):
        row = cell.inside("tr")
        if cell.inside("table") is table and row is not None and row.inside("tbody"):
            rows.setdefault(id(row), []).append(cell.text.replace("−", "-"))
    return list(rows.values())


def backward_on(page: HtmlPage, legend: str, decimals: int) -> Backward | None:
    """The question of a page that goes backward, else None."""
    found = re.fullmatch(
        r"(The wrong step of the working for|The two wrong steps of the working for|How the (output|scaled scores) of) token (\w)( came about)?",
        legend.removesuffix(" Choose two."),
    )
    if not found:
        return None
    tables = {
        one.attrs["class"].split()[1]: cells(page, one)
        for one in page.all("table")
        if "matrix" in one.attrs.get("class", "")
    }
    Q, K, V = (matrix([[Fraction(entry) for entry in row] for row in tables[name]]) for name in "QKV")
    rows = tables["plain"] if found[2] else tables["working"]
    lines = tuple(
        tuple(Fraction(number) for entry in row for number in re.findall(r"-?\d+(?:\.\d+)?", entry))
        for row in rows
    )
    stage = Stage.SCALED if found[2] == "scaled scores" else Stage.OUTPUT
    return Backward(Problem(Q, K, V, "ABCDEFGH".index(found[3])), stage, lines, decimals)


def plain(text: str) -> str:
    """A text without all that is drawn differently on a page than it is written: letters and digits alone."""
    return re.sub(r"[^a-z0-9]", "", re.sub(r"\\[a-z]+", "", text).lower())


def told_on(page: HtmlPage, tell: Callable[[Slugs], str], known: Sequence[Slugs]) -> dict[str, Slugs]:
    """By position, the slips that each option tells of."""
    meant = {plain(tell(slugs)): slugs for slugs in known}
    found = {}
    for one in page.all("input", name="option"):
        label = one.inside("label")
        assert label is not None
        text = plain(label.text)
        found[one.attrs["value"]] = meant[max((each for each in meant if text.endswith(each)), key=len)]
    return found


def backward_answer(page: HtmlPage, asked: Backward, slug: str, person: ByHand) -> tuple[str, ...] | None:
    """The option that fits what one finds oneself, or None where none does."""
    if page.all("input", name="option")[0].attrs["type"] == "checkbox":
        return _spot_two(page, asked, slug)
    position = _which(page, asked, slug, person) if len(asked.lines) == 1 else _spot(page, asked, slug)
    return None if position is None else (position,)


def _which(page: HtmlPage, asked: Backward, slug: str, person: ByHand) -> str | None:
    """Computes every option in one's own way, and takes the one that comes nearest to what is shown."""
    known: list[Slugs] = [(), *((one,) for one in words.WAYS)]
    known += [pair for pair in pairs_at(asked.stage) if words.WAYS.keys() >= set(pair)]
    near = 4 * 10.0**-asked.decimals
    found: list[tuple[float, bool, str]] = []
    after = "ABCDEFGH"[(asked.problem.row + 1) % asked.problem.shape.n]
    options = told_on(page, lambda slugs: words.way_text(slugs, after), known)
    for position, slugs in options.items():
        mechanism = _own(asked.problem, slug, asked.stage, slugs)
        if mechanism is None:
            continue
        try:
            row = person.answer(asked.problem, mechanism, asked.stage)
        except ZeroDivisionError:  # scores divided by their sum, where it is zero: nobody takes this option
            continue
        off = max(abs(mine - float(shown)) for mine, shown in zip(row, asked.lines[0], strict=True))
        found.append((max(0.0, off - near), bool(slugs), position))
    distance, _, position = min(found)
    return position if distance <= 0 else None


def _own(problem: Problem, slug: str, stage: Stage, slugs: Slugs) -> Mechanism | None:
    """An option as one works it who makes a slip wherever the option does not say otherwise; None where nobody can."""
    changed = {SLIPS[one].field for one in slugs}
    mine = (slug,) if slug in SLIPS and slug != "scaled-already" and SLIPS[slug].field not in changed else ()
    lengthless = any(not any(row) for row in (*problem.Q, *problem.K))
    for way in ((*slugs, *mine), slugs):
        mechanism = apply(way)
        if mechanism.comparison is Comparison.COSINE and lengthless:
            continue
        if is_defined(mechanism, problem.shape, stage):
            return mechanism
    return None


def _spot(page: HtmlPage, asked: Backward, slug: str) -> str | None:
    """Works each line from the written one above it, and takes the option that says what happened in the first that is off."""
    desk = Desk(asked.problem, asked.decimals)
    off = next((stage for stage in LINES if not _agrees(desk, asked, stage, slug)), None)

    def tell(slugs: Slugs) -> str:
        return _act(asked, slugs[0]) if slugs else words.NO_STEP

    options = told_on(page, tell, [(), *((one,) for one in words.ACTS)])
    for position, slugs in options.items():
        if off is None and not slugs:
            return position
        if off is not None and slugs and _step(slugs[0]) is off and _agrees(desk, asked, off, slugs[0]):
            return position
    return None


def _spot_two(page: HtmlPage, asked: Backward, slug: str) -> tuple[str, ...] | None:
    """Works each line from the written one above it, and takes the options that speak of those that are off."""
    desk = Desk(asked.problem, asked.decimals)
    off = {stage for stage in LINES if not _agrees(desk, asked, stage, slug)}
    options = told_on(page, lambda slugs: _act(asked, slugs[0]), [(one,) for one in words.ACTS])
    taken = tuple(position for position, slugs in options.items() if _step(slugs[0]) in off)
    return taken if len(taken) == 2 else None


def _step(slug: str) -> Stage:
    stage = SLIPS[slug].first_stage
    return Stage.OUTPUT if stage is Stage.WEIGHTED else stage


def _act(asked: Backward, slug: str) -> str:
    row, n = asked.problem.row, asked.problem.shape.n
    act = words.ACTS[slug].format(token="ABCDEFGH"[row], after="ABCDEFGH"[(row + 1) % n])
    return f"Step {LINES.index(_step(slug)) + 1}: {act}"


def _agrees(desk: Desk, asked: Backward, stage: Stage, slug: str) -> bool:
    """Whether a line is what one makes of the lines above it, rounding somehow."""
    working = _as_shown(desk, asked)
    try:
        line = desk.line(working, stage, apply((slug,)) if slug in SLIPS else Mechanism())
    except NotDefined:
        line = desk.line(working, stage, Mechanism())
    shown = working.at(stage).numbers
    return all(low <= float(n) <= high for low, n, high in zip(line.low, shown, line.high, strict=True))


def _as_shown(desk: Desk, asked: Backward) -> Working:
    """The working with the lines of the page; scores of other rows are one's own."""
    working = desk.work(Mechanism())
    lines = [Line(stage, numbers, (), (), (), ()) for stage, numbers in zip(LINES, asked.lines, strict=True)]
    return replace(working, lines=tuple(lines))
