"""Where two ways differ: cell by cell as they are printed, and the first step at which they part."""

from dataclasses import dataclass

from app.engine.stages import STAGES, Stage
from app.engine.worked import Table, Way

Places = frozenset[tuple[int, int]]
TITLES = {
    Stage.RAW: "raw scores",
    Stage.SCALED: "scaled scores",
    Stage.EXPONENTIALS: "powers of e",
    Stage.SUM: "sums",
    Stage.WEIGHTS: "weights",
    Stage.WEIGHTED: "weighted values",
    Stage.OUTPUT: "outputs",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """The places that print differently, step by step; all of them where the tables have different shapes."""

    places: dict[Stage, Places]
    sizes: dict[Stage, int]

    @property
    def first(self) -> Stage | None:
        """The first step that differs, None where nothing does."""
        return next((stage for stage in STAGES if self.places[stage]), None)

    @property
    def sentence(self) -> str:
        """Where the ways part and whether they meet again, in a sentence or two."""
        first = self.first
        if first is None:
            return "At these decimals both ways print the same numbers at every step."
        found, size = len(self.places[first]), self.sizes[first]
        cells = "its only cell" if size == 1 else f"{found} of {size} cells"
        told = f"The ways part at step {STAGES.index(first) + 1}, the {TITLES[first]}, in {cells}."
        last = len(self.places[Stage.OUTPUT])
        if not last:
            return f"{told} The outputs are the same again."
        return f"{told} In the outputs {last} of {self.sizes[Stage.OUTPUT]} cells differ."


def compare(right: Way, slipped: Way) -> Difference:
    """The difference of two ways of one problem."""
    places, sizes = {}, {}
    for stage in STAGES:
        places[stage] = _places(right.at(stage), slipped.at(stage))
        sizes[stage] = sum(map(len, slipped.at(stage).rows))
    return Difference(places, sizes)


def _places(right: Table, slipped: Table) -> Places:
    same_shape = list(map(len, right.rows)) == list(map(len, slipped.rows))
    return frozenset(
        (i, j)
        for i, row in enumerate(slipped.rows)
        for j, cell in enumerate(row)
        if not same_shape or right.rows[i][j].text != cell.text
    )
