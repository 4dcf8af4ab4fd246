"""Words for scores that are logarithms: how they are shown in a question, and the numbers that come out of them by hand."""

from collections.abc import Sequence
from fractions import Fraction

from app.engine.families.family import Givens
from app.engine.families.scores import in_logs
from app.variants.recipes.words.parts import score

NATURAL = r" $\ln$ is the natural logarithm."


def scores(givens: Givens, names: Sequence[str], *, parts: int = 1) -> list[str]:
    """Scores inside formulas, by name."""
    return [score(givens[name], logs=in_logs(givens), parts=parts) for name in names]


def natural(givens: Givens) -> str:
    """What is said of the sign ln, where there is one."""
    return NATURAL if in_logs(givens) else ""


def log_text(number: Fraction | int) -> str:
    """A logarithm outside of formulas: "ln 3", "ln(3/2)", or 0."""
    if number == 1:
        return "0"
    return f"ln {number}" if Fraction(number).denominator == 1 else f"ln({number})"


def powers(givens: Givens, names: Sequence[str], *, power: Fraction) -> tuple[int, ...]:
    """The numbers raised to a power, which are e to the logarithms times it; none where one is not whole, or no logs."""
    if not in_logs(givens):
        return ()
    found = []
    for name in names:
        whole = givens[name] ** power.numerator
        root = round(whole ** (1 / power.denominator))
        if root**power.denominator != whole:
            return ()
        found.append(root)
    return tuple(found)


def logs_shown(numbers: Sequence[Fraction | int]) -> tuple[str, ...]:
    """Logarithms as a worked row shows them."""
    return tuple(map(log_text, numbers))


def shown(numbers: Sequence[Fraction | int]) -> tuple[str, ...]:
    """Whole numbers and fractions as a worked row shows them."""
    return tuple(map(str, numbers))
