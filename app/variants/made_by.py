"""What a variant was made by: the versions of the program, of its recipe, and of the two libraries that computed it."""

import platform
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import version
from types import MappingProxyType

import flint

# The recipes whose meaning has changed since they were first published, with the number of that meaning; all others
# are in their first version. CONTRIBUTING.md says when a number is to be raised.
_RAISED: Mapping[str, int] = MappingProxyType(
    dict.fromkeys(
        (
            # Their fair intervals hold every reasonable way of rounding, and some have a slip more.
            "deviations-out", "unit-variance-divisor", "spread", "dominance-factor", "duplicated-token",
            "softmax-gradient", "temperature", "masked-weight", "shifted-scores", "padded-weight",
            "padded-causal-weight", "cross-weight", "reordered-output", "jacobian-entry", "score-memory",
            "joined-column", "pipeline",
        ),
        2,
    )
)  # fmt: skip


def recipe_version(slug: str) -> int:
    """The version of a recipe: variants of another one mean something else, and are proven by that one alone."""
    return _RAISED.get(slug, 1)


def recipe_line(slug: str) -> str:
    """A recipe with its version, as it stands in a proof: "recipe weights-row 1"."""
    return f"recipe {slug} {recipe_version(slug)}"


@lru_cache(maxsize=256)
def made_by(slug: str, engine: str) -> tuple[str, ...]:
    """Keyed, the recipe, what computed the numbers, and what enclosed them, each with its version.

    `engine` is the numeric engine's library with its version, or empty where the recipe computes by itself.
    """
    return (
        f"Keyed {version('keyed')}",
        recipe_line(slug),
        engine or python(),
        f"python-flint {flint.__version__} with FLINT {flint.__FLINT_VERSION__}",
    )


def python() -> str:
    """Python with its version."""
    return f"Python {platform.python_version()}"
