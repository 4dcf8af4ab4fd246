"""The engine's process without torch, for tests of what asks it: it bakes with plain Python floats.

The first argument says what goes wrong: nothing, "nothing-new" (every draw was known), or "crash".
"""

import sys

from app.engine.plain_engine import PlainEngine
from app.variants.bake import bake
from app.variants.encode import encode
from app.variants.wire import Baked, BakeOrder, read_message, write_message


def main(fault: str) -> None:
    """Answers orders until the input ends."""
    while isinstance(order := read_message(sys.stdin.buffer), BakeOrder):
        if fault == "crash":
            sys.exit("the engine fell over")
        if fault == "nothing-new":
            answer = Baked((), {}, len(order.seeds), len(order.seeds), 0.0)
        else:
            outcome = bake(order.revision, order.seeds, PlainEngine(), known=order.known)
            variants = tuple(encode(one) for one in outcome.variants)
            answer = Baked(variants, outcome.refusals, outcome.drawn, outcome.repeated, 0.1)
        write_message(sys.stdout.buffer, answer)


if __name__ == "__main__":
    main(sys.argv[1])
