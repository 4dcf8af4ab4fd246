"""How often something may be done: a steady rate, and a few at once after a while of nothing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of a burst at a moment on a steady counter of seconds."""

    left: float
    at: float


@dataclass(frozen=True, slots=True)
class Pace:
    """At most `per_second` acts a second in the long run, and `burst` at once."""

    per_second: float
    burst: int

    def fresh(self, now: float) -> Allowance:
        """The allowance of whoever has done nothing for a while."""
        return Allowance(float(self.burst), now)

    def after(self, before: Allowance, now: float) -> Allowance | float:
        """The allowance after one more act, or the seconds to wait until one is allowed.

        Rule: a bucket of `burst` acts that fills by `per_second`; an act takes one, and none is taken of less than one.
        """
        passed = max(now - before.at, 0.0)
        left = min(before.left + passed * self.per_second, float(self.burst))
        if left < 1.0:
            return (1.0 - left) / self.per_second
        return Allowance(left - 1.0, now)
