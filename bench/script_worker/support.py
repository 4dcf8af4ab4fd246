"""What all element scripts share: attributes with types and defaults, and the check of the data after every call."""

import copy
import html
import numbers
import re

from lxml import etree

FIELDS = {
    "params": dict, "correct_answers": dict, "submitted_answers": dict, "raw_submitted_answers": dict,
    "format_errors": dict, "partial_scores": dict, "score": numbers.Real, "feedback": dict, "variant_seed": int,
    "options": dict, "panel": str,
}  # fmt: skip
MAY_CHANGE = {
    "generate": {"params", "correct_answers", "feedback"},
    "prepare": {"params", "correct_answers", "feedback"},
    "render": set(),
    "parse": {"submitted_answers", "format_errors", "feedback"},
    "grade": {"partial_scores", "score", "feedback", "format_errors"},
}


def check_attributes(element, required, optional):
    """Every required attribute is there and no unknown one is."""
    for name in required:
        if name not in element.attrib:
            raise ValueError(f'the attribute "{name}" is missing from <{element.tag}>')
    for name in element.attrib:
        if name not in required and name not in optional:
            raise ValueError(f'the attribute "{name}" of <{element.tag}> is not known')


def text_of(element, name, default=None):
    return element.attrib.get(name, default)


def flag_of(element, name, default=False):
    value = element.attrib.get(name)
    if value is None:
        return default
    if value.lower() in {"true", "yes", "1"}:
        return True
    if value.lower() in {"false", "no", "0"}:
        return False
    raise ValueError(f'the attribute "{name}" must be true or false, not "{value}"')


def whole_of(element, name, default=None):
    value = element.attrib.get(name)
    if value is None:
        return default
    if not re.fullmatch(r"[+-]?\d+", value):
        raise ValueError(f'the attribute "{name}" must be a whole number, not "{value}"')
    return int(value)


def inner_html(element):
    parts = [html.escape(element.text or "", quote=False)]
    parts += [etree.tostring(child, encoding="unicode", method="html") for child in element]
    return "".join(parts)


def substitute(text, params):
    """Puts parameters into {{params.name}} places."""
    return re.sub(
        r"\{\{\s*params\.(\w+)\s*\}\}", lambda found: html.escape(str(params[found.group(1)])), text
    )


def snapshot(data):
    return copy.deepcopy(data)


def check_data(before, after, phase):
    """The phase changed only what it may change, and every field still has its type."""
    for name, kind in FIELDS.items():
        if name not in after:
            raise ValueError(f'the field "{name}" was removed')
        if not isinstance(after[name], kind):
            raise ValueError(f'the field "{name}" has another type')
        if name not in MAY_CHANGE[phase] and before[name] != after[name]:
            raise ValueError(f'the field "{name}" may not change in {phase}')
    for name in after:
        if name not in FIELDS:
            raise ValueError(f'the field "{name}" is not known')
