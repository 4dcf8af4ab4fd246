"""<bench-numbers>: prints one number of the parameters with a given count of digits, or in scientific writing."""

import html

from bench.script_worker import support


def prepare(element, data):
    support.check_attributes(element, ["params-name"], ["digits", "scientific", "unit"])
    digits = support.whole_of(element, "digits", 3)
    if not 0 <= digits <= 15:
        raise ValueError("digits must lie between 0 and 15")
    support.flag_of(element, "scientific", False)


def render(element, data):
    name = support.text_of(element, "params-name")
    digits = support.whole_of(element, "digits", 3)
    unit = support.text_of(element, "unit", "")
    if name not in data["params"]:
        return f'<span class="missing">{html.escape(name)}</span>'
    value = data["params"][name]
    text = f"{value:.{digits}e}" if support.flag_of(element, "scientific", False) else f"{value:.{digits}f}"
    if unit:
        text += " " + html.escape(unit)
    return f'<span class="number">{text}</span>'
