"""Where the time of one thread goes: named functions are wrapped for a while, and what they call is not counted twice."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any
from unittest.mock import patch

Place = tuple[
    Any, str, str
]  # where a function is kept, its name there, and the name of the part that it does


@dataclass
class Stopwatch:
    """Seconds by part."""

    seconds: Counter[str] = field(default_factory=Counter)
    _under_way: list[float] = field(
        default_factory=list
    )  # for each open part, the seconds of parts within it

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Counts what happens inside, but not the parts within it."""
        start = time.perf_counter()
        self._under_way.append(0.0)
        try:
            yield
        finally:
            whole = time.perf_counter() - start
            self.seconds[name] += whole - self._under_way.pop()
            if self._under_way:
                self._under_way[-1] += whole

    @contextmanager
    def watching(self, places: Sequence[Place]) -> Iterator[None]:
        """Wraps the functions at these places."""
        patches = [
            patch.object(owner, name, self._timed(getattr(owner, name), part)) for owner, name, part in places
        ]
        for one in patches:
            one.start()
        try:
            yield
        finally:
            for one in patches:
                one.stop()

    def _timed(self, function: Callable[..., Any], part: str) -> Callable[..., Any]:
        @wraps(function)
        def timed(*given: Any, **named: Any) -> Any:
            with self.part(part):
                return function(*given, **named)

        return timed
