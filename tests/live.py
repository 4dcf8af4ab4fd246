"""The engine's process without the process: orders are answered where they are asked, by the worker's own code."""

from app.engine.plain_engine import PlainEngine
from app.kit.clock import SystemClock
from app.kit.errors import NotReady
from app.variants.wire import Answer, Fault, Introduction, Order
from app.worker import answer


class Here:
    """A client of the live engine that needs no start."""

    running = True

    def ask(self, order: Order, *, within: float, starts_within: float) -> Answer:
        assert 0 < within + starts_within <= 10
        introduction = Introduction("none", "cpu", "a test")
        found = answer(order, PlainEngine(), introduction=introduction, clock=SystemClock())
        if isinstance(found, Fault):
            raise NotReady(f"The engine could not do this: {found.sentence}")
        return found

    def close(self) -> None:
        """Nothing was started."""


class Gone:
    """A client whose process cannot be had."""

    running = False

    def ask(self, order: Order, *, within: float, starts_within: float) -> Answer:
        raise NotReady("The engine's process ended with status 1: No module named torch.")

    def close(self) -> None:
        """Nothing was started."""
