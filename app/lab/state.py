"""What the lab computes: exact matrices, the settings that were chosen, and the slips that are on."""

from dataclasses import dataclass, replace

from app.engine.mechanism import RIGHT, Mask, Mechanism, Scale
from app.engine.problem import Exact, Matrix, Problem
from app.engine.slips import apply
from app.lab.draft import Row, asked_names, asking_names

SCALE_OF = {
    "root": Scale.ROOT_D_K,
    "none": Scale.NONE,
    "d_k": Scale.D_K,
    "times-root": Scale.TIMES_ROOT_D_K,
    "root-n": Scale.ROOT_N,
    "by": Scale.CHOSEN,
}


@dataclass(frozen=True, slots=True)
class LabState:
    """Q (n_q × d_k), K (n × d_k), V (n × d_v); scale and mask belong to the setting and are no slips.

    `divisor` is set where the scale is CHOSEN. The slips change fields of the setting's mechanism.
    """

    Q: Matrix
    K: Matrix
    V: Matrix
    row: int = 0
    decimals: int = 3
    causal: bool = False
    hidden: frozenset[int] = frozenset()
    scale: Scale = Scale.ROOT_D_K
    divisor: Exact | None = None
    slips: Row = ()

    @property
    def problem(self) -> Problem:
        """The computation to be done."""
        return Problem(self.Q, self.K, self.V, self.row, self.hidden, self.divisor)

    @property
    def base(self) -> Mechanism:
        """The mechanism of the setting, without slips."""
        return replace(RIGHT, scale=self.scale, mask=Mask.CAUSAL if self.causal else Mask.NONE)

    @property
    def slipped(self) -> Mechanism | None:
        """The mechanism with the slips, None where none is on."""
        return apply(self.slips, self.base) if self.slips else None

    @property
    def asking(self) -> Row:
        """The names of the Queries."""
        return asking_names(len(self.Q))

    @property
    def asked(self) -> Row:
        """The names of the Keys and Values."""
        return asked_names(len(self.Q), len(self.K))
