"""The engine's process: reads orders from standard input, computes with torch, answers on standard output.

It never opens the database, keeps standard output for answers alone, and ends when its input closes.
"""

import os
import signal
import sys
from importlib.metadata import version
from typing import BinaryIO, assert_never

from app.engine.batching import NumericEngine
from app.engine.mechanism import Mechanism, NotDefined
from app.engine.proving import prove_whole
from app.engine.tensors.batch import TorchEngine
from app.engine.tensors.device import choose_device
from app.engine.tensors.experiments.measure import measure
from app.engine.tensors.whole import NAME, whole
from app.engine.worked import NoWay, Way, WorkedAnswer, WorkedOrder
from app.kit.clock import Clock, SystemClock
from app.variants.bake import bake_given, bake_packed
from app.variants.report import report
from app.variants.verify import reprove
from app.variants.wire import (
    Answer,
    Asked,
    AskOrder,
    Baked,
    BakeOrder,
    Fault,
    Hello,
    Introduction,
    MeasureOrder,
    Order,
    Parts,
    Ping,
    Pong,
    Proved,
    ProveOrder,
    Reported,
    ReportOrder,
    read_message,
    write_message,
)

NO_MEMORY = (
    "There was not enough memory for this, so the engine was stopped. It is started anew by itself: try again, "
    "or ask for something smaller."
)


def main() -> None:
    """Serves the parent. The device is KEYED_DEVICE's, or the first argument's, or chosen by itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's: our input closes when it goes
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(
        sys.stderr.fileno(), sys.stdout.fileno()
    )  # whatever a library prints cannot reach the parent's pipe
    wish = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("KEYED_DEVICE")
    device = choose_device(wish)
    introduction = Introduction(version("torch"), device.name, device.reason, refuses=not device.as_wished)
    serve(sys.stdin.buffer, sink, TorchEngine(device), introduction=introduction)


def serve(source: BinaryIO, sink: BinaryIO, engine: NumericEngine, *, introduction: Introduction) -> None:
    """Answers orders one after the other until the source ends.

    Where the device that was named does not work, it only says so: whoever names one wants that one.
    """
    clock = SystemClock()
    while True:
        order = read_message(source)
        match order:
            case None:
                return
            case order if isinstance(order, Order):
                write_message(sink, answer(order, engine, introduction=introduction, clock=clock))
            case _:
                write_message(sink, Fault(f"{type(order).__name__} is an answer, not an order"))


def answer(order: Order, engine: NumericEngine, *, introduction: Introduction, clock: Clock) -> Answer:
    """What one order gives. Memory that is missing ends the process, since nobody knows what is left of it."""
    if introduction.refuses and not isinstance(order, Hello | Ping):
        return Fault(f"{introduction.reason}; KEYED_DEVICE=auto or cpu computes on the processor.")
    try:
        return _answered(order, engine, introduction, clock)
    except MemoryError:
        return Fault(NO_MEMORY, ends=True)
    except RuntimeError as problem:
        if "memory" in str(problem):  # torch has no other name for it on a processor
            return Fault(NO_MEMORY, ends=True)
        return Fault(f"this cannot be computed: {problem}")


def _answered(order: Order, engine: NumericEngine, introduction: Introduction, clock: Clock) -> Answer:
    match order:
        case Hello():
            return introduction
        case Ping():
            return Pong()
        case BakeOrder():
            return _baked(order, engine, clock)
        case ReportOrder():
            return _reported(order, engine, clock)
        case WorkedOrder():
            return WorkedAnswer(tuple(_way(order, one) for one in order.mechanisms), NAME)
        case AskOrder():
            return _asked(order, engine)
        case MeasureOrder():
            return _measured(order, introduction.device, clock)
        case ProveOrder():
            return _proved(order, engine, clock)
        case _:
            assert_never(order)


def _baked(order: BakeOrder, engine: NumericEngine, clock: Clock) -> Baked | Fault:
    start = clock.steady()
    try:
        found = bake_packed(order.revision, order.seeds, engine, known=order.known)
    except (KeyError, TypeError, ValueError) as problem:
        return Fault(f"{order.revision.item.header.id} cannot be baked: {problem}")
    return Baked(found.variants, found.refusals, found.drawn, found.repeated, clock.steady() - start)


def _reported(order: ReportOrder, engine: NumericEngine, clock: Clock) -> Reported | Fault:
    try:
        return Reported(report(order.revision, order.seeds, engine, clock=clock))
    except (KeyError, TypeError, ValueError) as problem:
        return Fault(f"{order.revision.item.header.id} cannot be reported on: {problem}")


def _way(order: WorkedOrder, mechanism: Mechanism) -> Way | NoWay:
    try:
        numbers = whole(order.problem, mechanism)
        return prove_whole(order.problem, mechanism, numbers, decimals=order.decimals)
    except NotDefined as fault:
        return NoWay(str(fault))


def _asked(order: AskOrder, engine: NumericEngine) -> Asked | Fault:
    try:
        found = bake_given(order.revision, order.givens, engine, seed=order.seed)
    except (KeyError, TypeError, ValueError) as problem:
        return Fault(f"these numbers cannot be asked: {problem}")
    return Asked(None, found) if isinstance(found, str) else Asked(found)


def _measured(order: MeasureOrder, device: str, clock: Clock) -> Parts | Fault:
    try:
        return Parts(tuple(measure(unit, device=device, clock=clock) for unit in order.units))
    except (KeyError, ValueError) as problem:
        return Fault(f"this cannot be measured: {problem}")


def _proved(order: ProveOrder, engine: NumericEngine, clock: Clock) -> Proved | Fault:
    start = clock.steady()
    try:
        proofs = reprove(order.revision, order.variants, engine)
    except TypeError as problem:
        return Fault(f"{order.revision.item.header.id} cannot be proven again: {problem}")
    return Proved(proofs, clock.steady() - start)


if __name__ == "__main__":
    main()
