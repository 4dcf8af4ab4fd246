"""Where one may start in the lab: the lesson's two worked examples, and the matrices in which signs and roles show."""

from collections.abc import Mapping
from types import MappingProxyType

from app.lab.draft import Draft, Texts
from app.lab.matrix_text import cells_of

DEFAULT = "example-1"


def _rows(text: str) -> Texts:
    return cells_of(text)


_V = _rows("1 2 0 0;0 1 2 0;0 0 1 2")
STARTS: Mapping[str, Draft] = MappingProxyType(
    {
        "example-1": Draft(Q=_rows("1 0 1 0;0 1 0 1;1 1 0 0"), K=_rows("1 0 1 0;0 1 0 1;1 1 0 0"), V=_V),
        # The lesson's raw scores 40 and 2 at d_k = 64, made by two short vectors and divided by 8 = √64.
        "example-2": Draft(
            Q=_rows("4 2"), K=_rows("9 2;0 1"), V=_rows("1 0;0 1"),
            decimals="5", scale="by", by="8", slips=("no-scale",),
        ),
        "mixed-signs": Draft(Q=_rows("1 -1 0 1;0 1 1 0;2 0 0 1"), K=_rows("1 0 1 1;0 1 0 1;1 0 0 0"), V=_V),
    }
)  # fmt: skip
