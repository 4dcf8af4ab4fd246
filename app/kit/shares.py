"""The interval of a share that was found in a sample, which is right at 0 and at 1 too."""

from math import sqrt

Z_95 = 1.959963984540054  # the normal quantile of 0.975


def wilson_interval(share: float, count: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share among `count` that were looked at; (0, 1) where nothing was.

    Formula, with p = share, n = count, z = 1.96: (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n).
    Raises ValueError unless 0 ≤ share ≤ 1 and count ≥ 0.
    Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927).
    """
    if not 0 <= share <= 1 or count < 0:
        raise ValueError(f"{share} of {count} is not a share")
    if count == 0:
        return 0.0, 1.0
    square = Z_95**2
    middle = share + square / (2 * count)
    reach = Z_95 * sqrt(share * (1 - share) / count + square / (4 * count**2))
    scale = 1 + square / count
    low, high = (middle - reach) / scale, (middle + reach) / scale
    return (0.0 if share == 0 else low), (1.0 if share == 1 else high)
