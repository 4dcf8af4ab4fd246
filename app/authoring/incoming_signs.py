"""Plain text as Markdown that shows exactly that text, and formulas in foreign delimiters as $…$."""

import re

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufeff\ud800-\udfff\ue000-\ue004]")
_LINES = re.compile("\r\n|[\r\x85\u2028\u2029]")
_FORMULA = re.compile(
    r"\\\((?P<round>.{1,2000}?)\\\)"
    r"|\\\[(?P<square>.{1,2000}?)\\\]"
    r"|\[latex\](?P<latex>.{1,2000}?)\[/latex\]"
    r"|\[\$\$\](?P<anki_block>.{1,2000}?)\[/\$\$\]"
    r"|\[\$\](?P<anki>.{1,2000}?)\[/\$\]"
    r"|\$\$(?P<double>[^$]{1,2000}?)\$\$"
    r"|(?<![\\$\w])\$(?P<single>[^\s$](?:[^$\n]{0,2000}[^\s$])?)\$(?![\w$])",
    re.DOTALL | re.IGNORECASE,
)
_BLOCKS = frozenset(("square", "double", "anki_block"))
_LATEX = re.compile(r"[\\^_{}]|^\s*[A-Za-z]\s*$|^[A-Za-z]\s*[=<>+*/-]\s*[\w.]+$")
_WRAP = re.compile(r"^\s*\$+(.*?)\$+\s*$", re.DOTALL)
# Signs of the private use area stand for dollars until a run of text is finished, and for ends of lines in HTML.
LINE_END, _OPEN, _CLOSE, _OPEN_BLOCK, _CLOSE_BLOCK = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
_DOLLARS = {0xE001: "$", 0xE002: "$", 0xE003: "$$", 0xE004: "$$"}
_BEFORE = re.compile(r"((?:\d[\d.,]*)?\d)([\ue001\ue003])")
_AFTER = re.compile(r"([\ue002\ue004])(\d(?:[\d.,]*\d)?)")
_MARKS = re.compile(
    r"[\\`*$]"  # always a sign of Markdown
    r"|(?<!\S)__+(?=[\s.,;:!?)]|$)|(?<![^\W_])_|_(?![^\W_])"  # inside of a word it is none, and a gap is left
    r"|\[(?=[^\]\n]*\][(:\[])|!(?=\[)"
    r"|<(?=[A-Za-z/!?])"
    r"|&(?=#?\w+;)"
)
_STARTS = re.compile(r"^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+\s*$|(\d{1,9})([.)])(?=\s|$))")
_LONE = re.compile(r"(?<!\\)\$")
_INDENT = re.compile(r" *")
_RULE = re.compile(
    r"[|:]?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?|_(\s*_){2,}\s*"
)  # of a page, or below a table's head


def tidy(text: str) -> str:
    """The text without signs that cannot be stored or seen, with plain line ends and blanks in place of tabs."""
    return _UNSEEN.sub("", _LINES.sub("\n", text)).expandtabs(4)


def escaped(words: str) -> str:
    """Words with a backslash before what Markdown would take for a mark, within a line."""
    return _MARKS.sub(lambda match: match[0] if match[0].startswith("__") else f"\\{match[0]}", words)


def line_start(line: str) -> str:
    """A line whose beginning Markdown does not take for a heading, a list, a quotation or a rule."""
    if _RULE.fullmatch(line):
        return f"\\{line}"
    match = _STARTS.match(line)
    if match is None:
        return line
    if match[1]:
        return f"{match[1]}\\{match[2]}{line[match.end() :]}"
    return f"\\{line}"


def formula(latex: str, *, block: bool = False) -> str:
    """LaTeX between the signs that stand for dollars until a run of text is finished."""
    content = " ".join(latex.split())
    return f"{_OPEN_BLOCK}{content}{_CLOSE_BLOCK}" if block else f"{_OPEN}{content}{_CLOSE}"


def marked_up(words: str) -> str:
    r"""Words with what they show and no more, their formulas between signs of their own; `finished` makes dollars of these.

    Rule: \( … \), \[ … \], $$ … $$, [latex] … [/latex], [$] … [/$] and [$$] … [/$$] are formulas. Single dollars are
    formulas only around what looks like LaTeX, as they may be money.
    """
    found: list[str] = []
    at = 0
    for match in _FORMULA.finditer(words):
        kind = str(match.lastgroup)
        content = match[kind]
        if kind in ("latex", "anki") and (wrapped := _WRAP.match(content)):
            content = wrapped[1]
        if (
            not content.strip()
            or "$" in content
            or content.endswith("\\")
            or (kind == "single" and not _LATEX.search(content))
        ):
            continue
        found += [escaped(words[at : match.start()]), formula(content, block=kind in _BLOCKS)]
        at = match.end()
    return "".join([*found, escaped(words[at:])])


def foreign_formulas(markdown: str) -> str:
    r"""Markdown with \( … \), \[ … \] and [latex] … [/latex] as $…$; everything else is left as it is."""

    def dollars(match: re.Match[str]) -> str:
        kind = str(match.lastgroup)
        content = match[kind].strip("$")
        if kind in ("single", "double") or "$" in content or content.endswith("\\"):
            return match[0]
        return finished(formula(content, block=kind in _BLOCKS))

    return _FORMULA.sub(dollars, markdown)


def lone_dollars_protected(markdown: str) -> str:
    """Markdown with a backslash before each dollar that is no mark of what looks like a formula."""
    found: list[str] = []
    at = 0
    for match in _FORMULA.finditer(markdown):
        kind = str(match.lastgroup)
        if kind == "double" or (kind == "single" and _LATEX.search(match[kind])):
            found += [_LONE.sub(r"\\$", markdown[at : match.start()]), match[0]]
            at = match.end()
    return "".join([*found, _LONE.sub(r"\\$", markdown[at:])])


def finished(run: str) -> str:
    """A run of text with dollars around its formulas.

    Rule: neighbouring formulas become one, and a number that touches a formula joins it, since in Markdown $…$ is no
    formula beside a digit or a dollar.
    """
    run = run.replace(_CLOSE + _OPEN, " ").replace(_CLOSE_BLOCK + _OPEN_BLOCK, " ")
    run = run.replace(_CLOSE + _OPEN_BLOCK, f"{_CLOSE} {_OPEN_BLOCK}").replace(
        _CLOSE_BLOCK + _OPEN, f"{_CLOSE_BLOCK} {_OPEN}"
    )
    run = _BEFORE.sub(r"\2\1", run)
    run = _AFTER.sub(r"\2\1", run)
    return run.translate(_DOLLARS)


def plain_markdown(text: str) -> str:
    """A plain text as Markdown: an empty line parts paragraphs, and the end of a line stays one.

    Rule: lines after the first that are set in further than the others of them stay so, as programs need it.
    """
    words = tidy(text).strip()
    before = [len(_INDENT.match(line)[0]) for line in words.split("\n")[1:] if line.strip()]  # type: ignore[index]
    usual = min(before, default=0)
    shown = []
    for paragraph in re.split(r"\n(?:\s*\n)+", marked_up(words)):
        lines = [
            "\u00a0" * max(0, len(line) - len(line.lstrip(" ")) - usual) + line_start(finished(line.strip()))
            for line in paragraph.split("\n")
        ]
        shown.append("\\\n".join(line for line in lines if line))
    return "\n\n".join(one for one in shown if one)
