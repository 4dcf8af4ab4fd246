"""<bench-matrix>: prints a matrix of the parameters as a table, with a copy in two other notations behind a button."""

import html

import numpy as np

from bench.script_worker import support

OPTIONAL = ["label", "digits", "suppress-zero", "show-copies", "prefix", "suffix", "row-names"]


def prepare(element, data):
    support.check_attributes(element, ["params-name"], OPTIONAL)
    digits = support.whole_of(element, "digits", 2)
    if not 0 <= digits <= 15:
        raise ValueError("digits must lie between 0 and 15")
    support.flag_of(element, "suppress-zero", False)
    support.flag_of(element, "show-copies", True)


def as_python(matrix, digits):
    rows = ("[" + ", ".join(f"{entry:.{digits}f}" for entry in row) + "]" for row in matrix)
    return "[" + ", ".join(rows) + "]"


def as_matlab(matrix, digits):
    return "[" + "; ".join(" ".join(f"{entry:.{digits}f}" for entry in row) for row in matrix) + "]"


def as_latex(matrix, digits):
    rows = r" \\ ".join(" & ".join(f"{entry:.{digits}f}" for entry in row) for row in matrix)
    return r"\begin{bmatrix} " + rows + r" \end{bmatrix}"


def render(element, data):
    name = support.text_of(element, "params-name")
    if name not in data["params"]:
        return f'<span class="missing">{html.escape(name)}</span>'
    digits = support.whole_of(element, "digits", 2)
    matrix = np.array(data["params"][name], dtype=float)
    if matrix.ndim != 2:
        raise ValueError(f"{name} must have two dimensions, not {matrix.ndim}")
    if support.flag_of(element, "suppress-zero", False):
        matrix = np.where(np.abs(matrix) < 10.0**-digits, 0.0, matrix)
    label = html.escape(support.text_of(element, "label", name))
    parts = [
        f'<figure class="matrix"><figcaption>{label}</figcaption><span>\\({as_latex(matrix, digits)}\\)</span>'
    ]
    if support.flag_of(element, "show-copies", True):
        parts.append(f"<details><summary>Copy</summary><pre>{as_python(matrix, digits)}</pre>")
        parts.append(f"<pre>{as_matlab(matrix, digits)}</pre></details>")
    parts.append("</figure>")
    return "".join(parts)
