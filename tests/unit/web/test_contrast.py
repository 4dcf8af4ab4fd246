"""Colours: every pair that a reader has to tell apart, in all four palettes, by the formula of WCAG 2.2."""

import re
from itertools import product
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[3] / "static" / "css"
PALETTES = ("light", "light, more", "dark", "dark, more")
_FOUR = re.compile(
    r"--(?P<name>[a-z-]+): var\(--light, var\(--plain, (?P<a>[^()]+)\) var\(--strong, (?P<b>[^()]+)\)\)"
    r" var\(--dark, var\(--plain, (?P<c>[^()]+)\) var\(--strong, (?P<d>[^()]+)\)\);"
)
TEXT = [  # what is read, and what it stands on
    *product(("ink", "soft", "query", "key", "value", "right", "slip"), ("paper", "sheet")),
    ("ink", "right-wash"), ("right", "right-wash"), ("ink", "slip-wash"), ("slip", "slip-wash"),
    ("query", "slip-wash"), ("key", "slip-wash"), ("value", "slip-wash"),
    ("paper", "ink"),  # buttons
]  # fmt: skip
DARKEST_SHADE = 0.55  # of a weight, .w10 in feedback.css
Colour = tuple[float, float, float]


def colours(place: int) -> dict[str, Colour]:
    """The palette at a place of PALETTES, read from the file."""
    text = (CSS / "tokens.css").read_text()
    found = {
        one["name"]: _colour((one["a"], one["b"], one["c"], one["d"])[place]) for one in _FOUR.finditer(text)
    }
    found |= {name: found[other] for name, other in re.findall(r"--([a-z-]+): var\(--([a-z-]+)\);", text)}
    return found


def _colour(written: str) -> Colour:
    if not written.startswith("#"):
        red, green, blue = map(int, written.split())
        return (red, green, blue)
    digits = written[1:] if len(written) == 7 else "".join(2 * one for one in written[1:])
    return (int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16))


def luminance(colour: Colour) -> float:
    """Relative luminance, WCAG 2.2."""
    shares = [one / 255 for one in colour]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def over(upper: Colour, lower: Colour, share: float) -> Colour:
    """A colour of that opacity over another."""
    return tuple(share * a + (1 - share) * b for a, b in zip(upper, lower, strict=True))  # type: ignore[return-value]


def test_the_formula_knows_black_on_white() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("place", range(4), ids=PALETTES)
def test_what_is_read_stands_out_from_what_it_stands_on(place: int) -> None:
    """At least 4.5 to 1 (AA), and 7 to 1 (AAA) where more contrast is chosen."""
    palette = colours(place)
    wanted = 7.0 if place % 2 else 4.5
    pairs = {f"{one} on {other}": contrast(palette[one], palette[other]) for one, other in TEXT}
    for ground in ("paper", "sheet", "slip-wash"):
        shaded = over(palette["shade"], palette[ground], DARKEST_SHADE)
        pairs[f"ink on the darkest shade over {ground}"] = contrast(palette["ink"], shaded)
    assert {name: round(found, 2) for name, found in pairs.items() if found < wanted} == {}


@pytest.mark.parametrize("place", range(4), ids=PALETTES)
def test_edges_of_fields_and_marks_are_seen(place: int) -> None:
    """At least 3 to 1 (1.4.11), and 4.5 to 1 where more contrast is chosen; there even thin rules are seen."""
    palette = colours(place)
    wanted = 4.5 if place % 2 else 3.0
    edges = ["edge", "query", "right", "slip", *(["rule"] if place % 2 else [])]
    for name, ground in product(edges, ("paper", "sheet")):
        assert contrast(palette[name], palette[ground]) >= wanted, (name, ground)


def test_no_colour_is_written_anywhere_but_in_the_palettes() -> None:
    """Black and white on paper, the shadow behind a dialog, and nothing else."""
    written = {
        (path.name, one)
        for path in CSS.glob("*.css")
        if path.name != "tokens.css"
        for one in re.findall(r"(?<![\w&-])#[0-9a-f]{3,8}\b|\brgb\((?!var)[^)]*\)", path.read_text())
    }
    assert written <= {("media.css", "#fff"), ("media.css", "#000"), ("page.css", "rgb(0 0 0 / .35)")}
    palettes = [colours(place) for place in range(4)]
    assert all(len(one) > 12 for one in palettes)
    assert len({one["ink"] for one in palettes}) == 4
