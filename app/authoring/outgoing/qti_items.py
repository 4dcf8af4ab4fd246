"""One question as an item of QTI 2.2: what is declared, what is shown, and how an answer is processed."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import assert_never

from lxml import etree

from app.authoring.outgoing.parts import Part
from app.authoring.outgoing.question import (
    OutChoice,
    OutField,
    OutForm,
    OutNumber,
    OutNumbers,
    OutOrder,
    OutPairs,
    OutQuestion,
)
from app.authoring.outgoing.report import Ledger
from app.authoring.outgoing.tables import whole_stem
from app.authoring.outgoing.texts import xhtml
from app.authoring.outgoing.told import afterwards
from app.items.tolerance import ToleranceKind
from app.kit.decimals import in_full

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p2"
_RESPONSE, _SCORE, _FEEDBACK, _SOLUTION = "RESPONSE", "SCORE", "FEEDBACK", "SOLUTION"
Element = etree._Element


def item_of(question: OutQuestion, ledger: Ledger) -> Element:
    """The item.

    Rules of the format: elements stand in the schema's order; what is right comes first in `equal`, since bounds are
    taken around the first one; `exact` is never written, since numbers are floats; every mapping has both bounds, and
    every entry says whether case counts.
    """
    form = question.form
    root = etree.fromstring(f'<assessmentItem xmlns="{QTI}"/>')
    root.attrib.update({"identifier": named(question), "title": question.id})
    root.attrib.update({"adaptive": "false", "timeDependent": "false", "toolName": "Keyed"})
    _declare_response(root, form, ledger)
    _outcome(root, _SCORE, "float", default="0")
    reasons = _reasons(form)
    if reasons:
        _outcome(root, _FEEDBACK, "identifier", several=_is_several(form))
    _outcome(root, _SOLUTION, "identifier")
    body = _add(root, "itemBody")
    _markdown(_add(body, "div"), whole_stem(question), block=True)
    _interaction(body, form)
    processing = _add(root, "responseProcessing")
    _process(processing, form, told=bool(reasons))
    _set(processing, _SOLUTION, "identifier", "shown")
    for identifier, why in reasons:
        _feedback(root, _FEEDBACK, identifier, why)
    _feedback(root, _SOLUTION, "shown", afterwards(question, ledger, told=None if reasons else _apart(form)))
    _show_pictures(root, question)
    return root


def named(question: OutQuestion) -> str:
    """The name of an item, which may not begin with a digit."""
    return question.id if question.id[:1].isalpha() else f"q-{question.id}"


def _apart(form: OutForm) -> OutForm | None:
    return form if isinstance(form, OutPairs | OutOrder) else None


def _is_several(form: OutForm) -> bool:
    return isinstance(form, OutChoice) and form.choose > 1


def _reasons(form: OutForm) -> list[tuple[str, str]]:
    """What is said by the option that was chosen, or by the range that a number lies in."""
    match form:
        case OutChoice():
            return [(f"c{n}", one.why) for n, one in enumerate(form.options, 1) if one.why]
        case OutNumbers():
            field = form.fields[0]
            return [(f"n{n}", one.why) for n, one in enumerate(_ranges(field), 1) if one.why]
        case OutPairs() | OutOrder():
            return []
        case _:
            assert_never(form)


def _ranges(field: OutField) -> tuple[OutNumber, ...]:
    return (*field.right, *field.wrong)


def _declare_response(root: Element, form: OutForm, ledger: Ledger) -> None:
    match form:
        case OutChoice():
            several = form.choose > 1
            right = [f"c{n}" for n, one in enumerate(form.options, 1) if one.correct]
            declared = _declaration(root, "multiple" if several else "single", "identifier", right)
            if not form.all_or_nothing:
                _mapping(declared, ((f"c{n}", one.weight) for n, one in enumerate(form.options, 1)))
        case OutNumbers():
            first = form.fields[0].right[0]
            value = first.printed or in_full((first.low + first.high) / 2)
            _declaration(root, "single", "float", [value])
        case OutPairs():
            pairs = [f"p{n} m{one.choice}" for n, one in enumerate(form.prompts, 1)]
            declared = _declaration(root, "multiple", "directedPair", pairs)
            if not form.all_or_nothing:
                _mapping(declared, ((pair, 1 / len(pairs)) for pair in pairs))
        case OutOrder():
            entries = [f"e{n}" for n in range(1, len(form.entries) + 1)]
            _declaration(root, "ordered", "identifier", entries)
            if not form.all_or_nothing:
                ledger.changed(Part.SCORING, "QTI compares an order as a whole: all or nothing.")
        case _:
            assert_never(form)


def _declaration(root: Element, cardinality: str, base: str, right: Sequence[str]) -> Element:
    declared = _add(root, "responseDeclaration", identifier=_RESPONSE, cardinality=cardinality, baseType=base)
    correct = _add(declared, "correctResponse")
    for value in right:
        _add(correct, "value").text = value
    return declared


def _mapping(declared: Element, entries: Iterable[tuple[str, float]]) -> None:
    mapping = _add(declared, "mapping", lowerBound="0", upperBound="1", defaultValue="0")
    for name, value in entries:
        _add(mapping, "mapEntry", mapKey=name, mappedValue=real(value), caseSensitive="true")


def _outcome(root: Element, name: str, base: str, *, default: str = "", several: bool = False) -> None:
    cardinality = "multiple" if several else "single"
    declared = _add(root, "outcomeDeclaration", identifier=name, cardinality=cardinality, baseType=base)
    if default:
        _add(_add(declared, "defaultValue"), "value").text = default


def _interaction(body: Element, form: OutForm) -> None:
    match form:
        case OutChoice():
            held = _interact(body, "choiceInteraction", shuffle="true", maxChoices=str(form.choose))
            for n, one in enumerate(form.options, 1):
                _markdown(_add(held, "simpleChoice", identifier=f"c{n}"), one.text)
        case OutNumbers():
            _add(_add(body, "p"), "textEntryInteraction", responseIdentifier=_RESPONSE, expectedLength="12")
        case OutPairs():
            most = str(len(form.prompts))
            held = _interact(body, "matchInteraction", shuffle="true", maxAssociations=most)
            _matched(held, "p", [one.text for one in form.prompts])
            _matched(held, "m", [one.text for one in form.choices])
        case OutOrder():
            held = _interact(body, "orderInteraction", shuffle="true")
            for n, entry in enumerate(form.entries, 1):
                _markdown(_add(held, "simpleChoice", identifier=f"e{n}"), entry.text)
        case _:
            assert_never(form)


def _matched(held: Element, letter: str, side: Sequence[str]) -> None:
    """One side of a matching; nothing of it is used twice."""
    matched = _add(held, "simpleMatchSet")
    for n, text in enumerate(side, 1):
        _markdown(_add(matched, "simpleAssociableChoice", identifier=f"{letter}{n}", matchMax="1"), text)


def _interact(body: Element, name: str, **attributes: str) -> Element:
    return _add(body, name, responseIdentifier=_RESPONSE, **attributes)


def _process(processing: Element, form: OutForm, *, told: bool) -> None:
    """How the points come of an answer, and which reason is shown; as the standard's own templates have it."""
    if isinstance(form, OutNumbers):
        _by_range(_add(processing, "responseCondition"), _ranges(form.fields[0]))
        return
    if form.all_or_nothing or isinstance(form, OutOrder):
        condition = _add(processing, "responseCondition")
        right = _add(condition, "responseIf")
        match = _add(right, "match")
        _add(match, "variable", identifier=_RESPONSE)
        _add(match, "correct", identifier=_RESPONSE)
        _set(right, _SCORE, "float", "1")
        _set(_add(condition, "responseElse"), _SCORE, "float", "0")
    else:
        condition = _add(processing, "responseCondition")
        none = _add(condition, "responseIf")
        _add(_add(none, "isNull"), "variable", identifier=_RESPONSE)
        _set(none, _SCORE, "float", "0")
        mapped = _add(_add(condition, "responseElse"), "setOutcomeValue", identifier=_SCORE)
        _add(mapped, "mapResponse", identifier=_RESPONSE)
    if told:
        _add(_add(processing, "setOutcomeValue", identifier=_FEEDBACK), "variable", identifier=_RESPONSE)


def _by_range(condition: Element, ranges: Sequence[OutNumber]) -> None:
    """The first range that holds the number gives its points and its reason."""
    for n, number in enumerate(ranges, 1):
        branch = _add(condition, "responseIf" if n == 1 else "responseElseIf")
        _within(branch, number, is_declared=n == 1)
        _set(branch, _SCORE, "float", real(max(0.0, number.share)))
        if number.why:
            _set(branch, _FEEDBACK, "identifier", f"n{n}")
    _set(_add(condition, "responseElse"), _SCORE, "float", "0")


def _within(branch: Element, number: OutNumber, *, is_declared: bool) -> None:
    if number.printed and number.low <= Fraction(number.printed) <= number.high:
        equal = _add(branch, "equal", **_tolerance(number))
        if is_declared:
            _add(equal, "correct", identifier=_RESPONSE)
        else:
            _base(equal, "float", number.printed)
        _add(equal, "variable", identifier=_RESPONSE)
        return
    both = _add(branch, "and")
    for name, end in (("gte", number.low), ("lte", number.high)):
        compared = _add(both, name)
        _add(compared, "variable", identifier=_RESPONSE)
        _base(compared, "float", in_full(end))


def _tolerance(number: OutNumber) -> dict[str, str]:
    """How far to either side of the right number; in percent where an author wrote it so."""
    tolerance = number.tolerance
    if tolerance is not None and tolerance.kind is ToleranceKind.RELATIVE:
        percent = in_full(Fraction(tolerance.amount or 0) * 100)
        return {"toleranceMode": "relative", "tolerance": f"{percent} {percent}"}
    right = Fraction(number.printed)
    ends = (in_full(right - number.low), in_full(number.high - right))
    return {"toleranceMode": "absolute", "tolerance": " ".join(ends)}


def _set(parent: Element, name: str, base: str, value: str) -> None:
    _base(_add(parent, "setOutcomeValue", identifier=name), base, value)


def _base(parent: Element, base: str, value: str) -> None:
    _add(parent, "baseValue", baseType=base).text = value


def _feedback(root: Element, outcome: str, identifier: str, markdown: str) -> None:
    shown = _add(root, "modalFeedback", outcomeIdentifier=outcome, identifier=identifier, showHide="show")
    _markdown(shown, markdown)


def _markdown(parent: Element, markdown: str, *, block: bool = False) -> None:
    """Put the elements of a text into another one; all but formulas are of the format's own namespace."""
    held = etree.fromstring(f'<div xmlns="{QTI}">{xhtml(markdown, block=block)}</div>')
    for element in held.iter(f"{{{QTI}}}ol", f"{{{QTI}}}a"):
        for name in ("start", "title"):  # which these elements have in HTML, and not here
            if name in element.attrib:
                del element.attrib[name]
    parent.text = held.text
    parent.extend(list(held))


def real(number: float) -> str:
    """The digits that give the same float again, as a schema's numbers are written."""
    text = repr(number)
    return text.removesuffix(".0")


def _show_pictures(root: Element, question: OutQuestion) -> None:
    """Let images be found beside the items, and tell of those that are not there in words."""
    names = {f"image:{picture.id}": f"../images/{picture.name}" for picture in question.pictures}
    for image in list(root.iter(_name("img"))):
        address = names.get(str(image.get("src")))
        if address is not None:
            image.set("src", address)
            continue
        said = image.get("alt") or ""
        for name in ("src", "alt"):
            del image.attrib[name]
        image.tag = _name("span")
        image.text = f"[image: {said}]"


def _add(parent: Element, name: str, **attributes: str) -> Element:
    return etree.SubElement(parent, _name(name), attributes)


def _name(name: str) -> str:
    return f"{{{QTI}}}{name}"
