"""Brings the many ways of writing one character to one, without touching any that means something else."""

THIN = "\u2009"  # stands for every space that is narrow or does not break

_MINUS_SIGNS = "\u2010\u2011\u2012\u2013\u2014\u2212\u2796\ufe63\uff0d"
_UNBROKEN_SPACES = "\u00a0\u2007\u2008\u2009\u200a\u202f"
_OTHER_SPACES = "\t\n\r\v\f\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u205f\u3000"
_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
_ALIKE = {
    "\uff0b": "+",
    "\ufe62": "+",
    "\uff0e": ".",
    "\uff0c": ",",
    "\uff0f": "/",
    "\u2044": "/",
    "\u2215": "/",
    "\uff05": "%",
    "\u2019": "'",
    "\uff07": "'",
    "\u00b7": "·",
    "\u22c5": "·",
    "\u2219": "·",
    "*": "·",
    "\u2217": "·",
    "\u00d7": "·",
    "\u2715": "·",
    "x": "·",
    "X": "·",
    "\uff3e": "^",
    "\uff25": "e",
    "\uff45": "e",
    "E": "e",
}
_TABLE = str.maketrans(
    dict.fromkeys(_MINUS_SIGNS, "-")
    | dict.fromkeys(_UNBROKEN_SPACES, THIN)
    | dict.fromkeys(_OTHER_SPACES, " ")
    | {chr(0xFF10 + digit): str(digit) for digit in range(10)}
    | _ALIKE
    | dict.fromkeys(_INVISIBLE, "")
)

_RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207b\u207a"
RAISED = str.maketrans(_RAISED, "0123456789-+")  # superscripts, which are read after "10" and nowhere else


def plain(text: str) -> str:
    """The text with one sign for minus, plus, times ("·"), and the slash, ASCII digits, and two kinds of space.

    Rule: only characters that look and mean the same are joined. Spaces that do not break become THIN, all others
    an ordinary space; spaces at both ends and invisible marks go. Superscripts stay as they are, so that "5²" is
    never read as 52. Unicode's own folding (NFKC) is not used: it does just that, and leaves U+2212 alone.
    """
    return text.translate(_TABLE).strip(" " + THIN)


def is_raised(text: str) -> bool:
    """Whether every character is a superscript digit or sign."""
    return text != "" and all(mark in _RAISED for mark in text)
