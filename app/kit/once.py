"""Something that is made when it is first asked for, and then kept."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """Calls `make` for whoever comes first; whoever comes meanwhile waits for it, and everybody gets the same."""

    __slots__ = ("_lock", "_made", "_make")

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: list[T] = []
        self._lock = threading.Lock()

    @property
    def made(self) -> T | None:
        """What was made; None where nobody asked for it yet."""
        return self._made[0] if self._made else None

    def __call__(self) -> T:
        """What was made. Raises what making raises; then the next who comes tries again."""
        if not self._made:
            with self._lock:
                if not self._made:
                    self._made.append(self._make())
        return self._made[0]
