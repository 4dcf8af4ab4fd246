"""Reads options that are nothing but numbers, for rules that look at their order and their digits."""

import re
from functools import lru_cache

_DRESS = re.compile(
    r"[$\[\](){}|]|\\[,;:! ]|\\q?quad\b|\\left\b|\\right\b|\\[lr][bv]rac[ek]\b|\\begin|\\end|\*\*|≈|="
)
_FRACTION = re.compile(r"\\[dt]?frac\s*\{\s*(-?\d+)\s*\}\s*\{\s*(\d+)\s*\}|(-?\d+)/(\d+)")
_ONE = re.compile(r"[-−+]?\d+(?:\.\d+)?(?:\s?\\?%|\s?(?:[A-Z][A-Za-z]{0,2}|ms|s)\b)?")


@lru_cache(maxsize=1 << 16)
def numbers_in(text: str) -> tuple[float, ...]:
    """The numbers of an option such as "0.506", "[0.506, 0.186]", "1/2" or "8 GB"; empty where there is more than that."""
    plain = _FRACTION.sub(_divided, text)
    plain = _DRESS.sub(" ", plain).strip(" .")
    parts = [part.strip() for part in re.split(r"[,;&]|\s{1,}(?=[-−+]?\d)", plain) if part.strip()]
    if not parts or not all(_ONE.fullmatch(part) for part in parts):
        return ()
    return tuple(float(re.sub(r"[^\d.\-]", "", part.replace("−", "-"))) for part in parts)


def _divided(match: re.Match[str]) -> str:
    above, below = int(match[1] or match[3]), int(match[2] or match[4])
    return f"{above / below:.9f}" if below else match[0]
