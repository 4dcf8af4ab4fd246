"""Turns what the schema reports into one sentence that says what is wrong and what to do."""

from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel
from pydantic_core import ErrorDetails

_FIXED = {
    "missing": "is missing. Write this field.",
    "string_type": "a list or mapping stands where text belongs. Write text.",
    "tuple_type": "text or a mapping stands where a list belongs. Write each member in a line that starts with - .",
    "list_type": "text or a mapping stands where a list belongs. Write each member in a line that starts with - .",
    "dict_type": "text or a list stands where a mapping belongs. Write names with values below it.",
    "model_type": "text or a list stands where a mapping belongs. Write names with values below it.",
    "model_attributes_type": "text or a list stands where a mapping belongs. Write names with values below it.",
    "string_too_short": "is empty. Write its text, or delete the field if it may be left out.",
    "string_pattern_mismatch": "runs over several lines. Write it in one line.",
}
_WITH_NUMBERS = {
    "too_short": "has too few members. Write at least {min_length}.",
    "string_too_long": "is longer than {max_length} characters. Shorten it.",
    "greater_than": "must be more than {gt}. Write such a number.",
    "greater_than_equal": "must be at least {ge}. Write such a number.",
    "less_than": "must be less than {lt}. Write such a number.",
    "less_than_equal": "must be at most {le}. Write such a number.",
}


def sentence(error: ErrorDetails, model: type[BaseModel]) -> str:
    """The sentence for one error; `model` is the form that was to be filled, for the names of its fields."""
    kind, context = error["type"], error.get("ctx", {})
    if kind in _FIXED:
        return _FIXED[kind]
    if kind in _WITH_NUMBERS:
        return _WITH_NUMBERS[kind].format(**context)
    if kind == "value_error":
        return f"{context['error']}."
    if kind == "extra_forbidden":
        return _unknown_field(error, model)
    if kind in {"enum", "literal_error"}:
        return _one_of(error, context)
    return f"{error['msg']}. Correct it."


def _one_of(error: ErrorDetails, context: dict[str, Any]) -> str:
    if not isinstance(error["input"], str):
        return _FIXED["string_type"]
    allowed = str(context["expected"]).replace("'", "").replace(" or ", ", ")
    given = error["input"].strip()
    if not given:
        return f"is empty. Write one of: {allowed}."
    close = get_close_matches(given, allowed.split(", "), 1)
    return f"is {given!r}. Write one of: {allowed}{f' (perhaps {close[0]})' if close else ''}."


def _unknown_field(error: ErrorDetails, model: type[BaseModel]) -> str:
    fields = _fields_at(error["loc"][:-1], model)
    name = str(error["loc"][-1])
    close = get_close_matches(name, fields, 1)
    if close:
        return f"is no field here. Write {close[0]} if that is meant, or delete it."
    return f"is no field here (the fields are {', '.join(fields)}). Delete it."


def _fields_at(where: tuple[str | int, ...], model: type[BaseModel]) -> list[str]:
    """The field names of the form at a place inside another form."""
    for part in where:
        if isinstance(part, int):
            continue
        inner = _form_in(model.model_fields[part].annotation)
        if inner is None:
            return []
        model = inner
    return list(model.model_fields)


def _form_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        found = _form_in(inner)
        if found is not None:
            return found
    return None
