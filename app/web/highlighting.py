"""Blocks of code with their words marked by what they are, for the languages of this exam."""

from collections.abc import Mapping
from itertools import groupby

from markupsafe import escape
from pygments import lex
from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType, is_token_subtype

# What a word of code can be, and the class it gets; colours stand in static/css/question.css.
_KINDS: Mapping[_TokenType, str] = {
    Token.Keyword: "ck",
    Token.Name.Builtin: "cb",
    Token.Name.Function: "cf",
    Token.Name.Class: "cf",
    Token.Literal.String: "cs",
    Token.Literal.Number: "cn",
    Token.Comment: "cc",
}
CLASSES = frozenset(_KINDS.values())
LANGUAGES = frozenset(("python", "json", "yaml", "bash", "c", "cpp", "cuda", "text"))
_MOST = 20_000  # signs that are gone through


def highlighted(code: str, language: str, _attributes: str) -> str:
    """The code as HTML, each word that is something in a span; as it is in a language that is none of these."""
    if language not in LANGUAGES or language == "text" or len(code) > _MOST:
        return str(escape(code))
    lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    words = ((_class(kind), text) for kind, text in lex(code, lexer))
    return "".join(
        _span(name, "".join(text for _, text in run))
        for name, run in groupby(words, key=lambda word: word[0])
    )


def _class(kind: _TokenType) -> str | None:
    return next((name for known, name in _KINDS.items() if is_token_subtype(kind, known)), None)


def _span(name: str | None, text: str) -> str:
    return str(escape(text)) if name is None else f'<span class="{name}">{escape(text)}</span>'
