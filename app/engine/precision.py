"""The working precision of ball arithmetic: how many bits, and that it is put back afterwards."""

from flint import ctx

BITS = 64  # with which every proof begins
MOST_BITS = 1024  # up to which it is doubled while a rounding edge is too near


class working_at:
    """Balls are computed with so many bits inside the block."""

    __slots__ = ("_before", "_bits")

    def __init__(self, bits: int) -> None:
        self._bits = bits

    def __enter__(self) -> None:
        self._before = ctx.prec
        ctx.prec = self._bits

    def __exit__(self, *_: object) -> None:
        ctx.prec = self._before


def bits_now() -> int:
    """The working precision, but never less than that with which every proof begins."""
    return max(BITS, int(ctx.prec))
