"""The reader of the bank's Markdown, with formulas between dollars, for all who draw it."""

from collections.abc import Callable, Mapping

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_inline_dollar

Formula = Callable[[str, Mapping[str, object]], str]


def markdown_reader(formula: Formula, **options: object) -> MarkdownIt:
    """A reader that draws formulas as it is told; what else a page may hold is left to whoever draws it."""
    made = MarkdownIt("commonmark", {"html": False, "typographer": False, **options}).enable("table")
    made.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True, renderer=formula)
    made.inline.ruler.at("math_inline", _at_the_start(math_inline_dollar(False, False, True)))
    return made


def _at_the_start(
    rule: Callable[[StateInline, bool], bool],
) -> Callable[[StateInline, bool], bool]:
    """The rule, for a formula that begins a text too: it looks before the first sign, and finds the text's last one.

    A text that ends in a digit would then have no formula at its start.
    """

    def mended(state: StateInline, silent: bool) -> bool:
        if state.pos:
            return rule(state, silent)
        text = state.src
        state.src = f"{text} "
        try:
            return rule(state, silent)
        finally:
            state.src = text

    return mended
