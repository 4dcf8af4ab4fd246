"""By which experiments one can try what is so where a misconception says something else.

Only what the outcome of an experiment shows, in its plot or its sentence, stands here.
"""

from collections.abc import Mapping
from types import MappingProxyType

from app.engine.experiments.catalogue import EXPERIMENTS

SHOWS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "variance": (
            "variance-constant", "deviation-grows-linearly", "deviation-needs-normal", "scale-is-convention",
            "scale-is-tuned", "variances-ignored", "variances-added",
        ),
        "unusual": ("deviation-is-a-bound", "scores-are-probabilities"),
        "saturation": (
            "saturation-is-more-gradient", "saturation-is-uniform",
            "softmax-does-the-scaling", "scale-is-convention", "scaling-erases-preference", "no-scale", "divide-by-d-k",
        ),
        "pair": (
            "softmax-slope-constant", "softmax-sees-ratios", "scaling-erases-preference", "scale-strengthens-signal",
            "ratio-of-scores", "zero-score-means-zero-weight",
        ),
        "constant": ("constant-shift-matters", "softmax-sees-ratios", "scale-centres-scores"),
        "swap": ("roles-interchangeable", "swap-query-value", "value-asks", "value-compared", "query-carries-content"),
        "order": ("knows-word-order", "order-from-row-index", "nearness-counts", "permutation-changes-nothing"),
        "positions": ("knows-word-order", "position-after-attention"),
        "causal": ("mask-makes-sequential", "mask-is-soft", "parallel-is-approximate"),
        "timing": ("sequential-processing", "recurrence-still-needed", "parallel-is-approximate", "parallel-by-heads"),
    }
)  # fmt: skip


def tried_by(misconception: str) -> tuple[tuple[str, str], ...]:
    """The experiments for a misconception, each with its address and title; none where none shows it."""
    return tuple(
        (slug, one.title) for slug, one in EXPERIMENTS.items() if misconception in SHOWS.get(slug, ())
    )
