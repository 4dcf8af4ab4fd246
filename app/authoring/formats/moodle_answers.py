"""The answers of a question in Moodle XML, by its kind."""

import re
from decimal import Decimal

from app.authoring.formats.gift_answers import LARGEST, around_target
from app.authoring.formats.moodle_texts import BadQuestion, Texts
from app.authoring.formats.xml import Element, all_text, child, children, line_of
from app.authoring.found import (
    SLACK,
    Fate,
    FoundChoice,
    FoundForm,
    FoundNumber,
    FoundNumbers,
    FoundOption,
    FoundOrder,
    FoundOther,
    FoundPairs,
    FoundText,
    FoundWords,
    Loss,
    Markup,
)

OTHER = {
    "essay": "An essay is read by a person, and nothing here can grade it.",
    "description": "It asks nothing; it is a text between questions.",
    "cloze": "It asks several things within one text. Write each as a question of its own.",
    "multianswer": "It asks several things within one text. Write each as a question of its own.",
    "calculated": "Its numbers come from formulas and sets of data, which are not computed here.",
    "calculatedsimple": "Its numbers come from formulas and sets of data, which are not computed here.",
    "calculatedmulti": "Its numbers come from formulas and sets of data, which are not computed here.",
    "stack": "STACK draws and checks it by a program of its own (Maxima), which does not run here.",
    "coderunner": "CodeRunner checks it by running programs, which does not happen here.",
    "formulas": "Its numbers come from formulas, which are not computed here.",
    "random": "It stands for any question of a category. Export that category.",
    "randomsamatch": "It is put together from other questions by chance. Export those.",
    "ddwtos": "Words are dragged into a text. Write it as matching.",
    "gapselect": "Words are chosen within a text. Write it as matching.",
    "ddimageortext": "Things are dragged onto an image, which has no form here.",
    "ddmarker": "Marks are set on an image, which has no form here.",
    "recordrtc": "It is answered by recording sound or video.",
}
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?")
_YES = {"1", "true"}
_BY_PLACE, _AS_A_WHOLE = (
    ("", "0", "ABSOLUTE_POSITION"),
    ("-1", "ALL_OR_NOTHING"),
)  # of lines to be put in order
_NOISY = 13  # digits from which on a number was written by a program that calculates in floats
_SURE = 12  # digits of it that are meant
_ROUND = 9  # digits at most of a number that was round before: 0.00050000000000017 was, and pi was not


def form_of(kind: str, element: Element, texts: Texts, markup: Markup) -> tuple[FoundForm, tuple[Loss, ...]]:
    """How a question of that kind is answered, and what that loses. Raises BadQuestion."""
    match kind:
        case "multichoice":
            return _choice(element, texts, markup), ()
        case "multichoiceset":
            return _set(element, texts, markup), ()
        case "truefalse":
            return _truth(element, texts, markup), ()
        case "shortanswer":
            return _words(element, texts, markup), ()
        case "numerical":
            return _numbers(element, texts, markup)
        case "matching" | "match":
            return _pairs(element, texts, markup), ()
        case "ordering":
            return _order(element, texts, markup)
        case _:
            return FoundOther(
                kind, OTHER.get(kind, f"Questions of the kind {kind[:40]!r} have no form here.")
            ), ()


def _answers(element: Element) -> list[Element]:
    found = list(children(element, "answer"))
    if not found:
        raise BadQuestion("This question has no answers. Write each in <answer>.", line_of(element))
    return found


def share_of(answer: Element) -> float:
    """The share of the points, from the percentage that an answer names. Raises BadQuestion."""
    written = (answer.get("fraction") or all_text(child(answer, "fraction"))).strip()
    if not _NUMBER.fullmatch(written):
        said = f"fraction={written[:20]!r} is no number" if written else "This answer has no fraction"
        raise BadQuestion(f"{said}. Write the share of the points in percent, such as 100.", line_of(answer))
    share = float(written) / 100
    if not -1 <= share <= 1:
        raise BadQuestion(
            f"fraction={written[:20]} is no share. Write one from -100 to 100.", line_of(answer)
        )
    return share


def _option(answer: Element, texts: Texts, markup: Markup) -> FoundOption:
    text = texts.of(answer, markup)
    if text is None:
        raise BadQuestion("This answer has no text. Write one, or remove the answer.", line_of(answer))
    return FoundOption(text, share_of(answer), texts.of(child(answer, "feedback"), markup))


def _choice(element: Element, texts: Texts, markup: Markup) -> FoundChoice:
    """Rule: where nobody says whether one is taken, one is, if an option earns everything (as Moodle reads it)."""
    options = tuple(_option(answer, texts, markup) for answer in _answers(element))
    single = all_text(child(element, "single")).strip().lower()
    several = single not in _YES if single else not any(option.share > 1 - SLACK for option in options)
    if not any(option.share > 0 for option in options):
        raise BadQuestion('No answer is right. Give the right one fraction="100".', line_of(element))
    return FoundChoice(options, several)


def _set(element: Element, texts: Texts, markup: Markup) -> FoundChoice:
    """Rule of this kind: exactly the right answers together earn all points, anything else none."""
    found = _choice(element, texts, markup)
    right = sum(option.share > 0 for option in found.options)
    options = tuple(
        FoundOption(option.text, 1 / right if option.share > 0 else 0.0, option.feedback)
        for option in found.options
    )
    return FoundChoice(options, several=True, all_or_nothing=True)


def _truth(element: Element, texts: Texts, markup: Markup) -> FoundChoice:
    options = []
    for answer in _answers(element):
        word = all_text(child(answer, "text")).strip().lower()
        if word not in ("true", "false"):
            raise BadQuestion(
                f"{word[:40]!r} is neither true nor false. Write one of the two.", line_of(answer)
            )
        said = texts.of(child(answer, "feedback"), markup)
        options.append(FoundOption(FoundText(word.capitalize(), Markup.PLAIN), share_of(answer), said))
    if sorted(option.text.text for option in options) != ["False", "True"]:
        raise BadQuestion("A question of true or false has both answers, each once.", line_of(element))
    if sum(option.share > 0 for option in options) != 1:
        raise BadQuestion(
            'One of true and false is right. Give it fraction="100" and the other one 0.', line_of(element)
        )
    return FoundChoice(tuple(sorted(options, key=lambda option: option.text.text == "False")))


def _words(element: Element, texts: Texts, markup: Markup) -> FoundWords:
    accepted = []
    for answer in _answers(element):
        text = all_text(child(answer, "text")).strip()
        if not text:
            raise BadQuestion("This answer has no text. Write one, or remove the answer.", line_of(answer))
        said = texts.of(child(answer, "feedback"), markup)
        accepted.append(FoundOption(FoundText(text, Markup.PLAIN), share_of(answer), said))
    case_counts = all_text(child(element, "usecase")).strip() in _YES
    return FoundWords(tuple(accepted), case_counts, wildcards=True)


def _numbers(element: Element, texts: Texts, markup: Markup) -> tuple[FoundNumbers, tuple[Loss, ...]]:
    accepted: list[FoundNumber] = []
    otherwise, losses = None, list(_unit_losses(element))
    answers = _answers(element)
    for answer in answers:
        written = all_text(child(answer, "text")).strip()
        said = texts.of(child(answer, "feedback"), markup)
        if written == "*":
            otherwise = said
            if share_of(answer) > 0:
                why = "Any other number earned something there, and earns nothing here."
                losses.append(Loss(Fate.CHANGED, "points", why, line_of(answer)))
            if answer is not answers[-1]:
                why = "Answers behind the star are never reached there; they are left out."
                losses.append(Loss(Fate.DROPPED, "answers", why, line_of(answer)))
            break
        middle, noise = _decimal(written, answer)
        reach, more = _decimal(all_text(child(answer, "tolerance")).strip() or "0", answer)
        losses.extend((*noise, *more))
        if reach < 0:
            raise BadQuestion(
                f"The tolerance {reach} is below 0. Write how far from the number is still right.",
                line_of(answer),
            )
        accepted.append(around_target(middle, reach, share_of(answer), said))
    if not any(number.share > 0 for number in accepted):
        raise BadQuestion('No number is right. Give the right one fraction="100".', line_of(element))
    return FoundNumbers(tuple(accepted), otherwise), tuple(losses)


def _decimal(written: str, answer: Element) -> tuple[Decimal, tuple[Loss, ...]]:
    """The number as it is meant: where a program wrote the noise of its floats behind the twelfth digit, without it."""
    if not _NUMBER.fullmatch(written):
        raise BadQuestion(
            f"{written[:40]!r} is no number. Write one such as 3.14, with a point.", line_of(answer)
        )
    value = Decimal(written)
    if value.adjusted() > LARGEST:
        raise BadQuestion(f"{written[:40]} is larger than any number that is read here.", line_of(answer))
    meant = Decimal(f"{value:.{_SURE - 1}e}").normalize()
    if len(value.as_tuple().digits) < _NOISY or len(meant.as_tuple().digits) > _ROUND:
        return value, ()
    plain = f"{meant:f}" if -20 < meant.adjusted() < 20 else str(meant)
    why = f"{written[:40]} is read as {plain}: what follows the twelfth digit is noise of the program that wrote it."
    return meant, (Loss(Fate.CHANGED, "number", why, line_of(answer)),)


def _unit_losses(element: Element) -> tuple[Loss, ...]:
    units = child(element, "units")
    names = (
        [all_text(child(unit, "unit_name")).strip() for unit in children(units, "unit")]
        if units is not None
        else []
    )
    names = [name for name in names if name]
    if units is None or not names:
        return ()
    why = f"Units ({', '.join(names)[:80]}) are not read with a number. Name the unit in the text."
    return (Loss(Fate.DROPPED, "units", why, line_of(units)),)


def _pairs(element: Element, texts: Texts, markup: Markup) -> FoundPairs:
    pairs = []
    for one in children(element, "subquestion"):
        left = texts.of(one, markup)
        right = all_text(child(one, "answer")).strip()
        if not right and left is None:
            continue
        if not right:
            raise BadQuestion("Nothing belongs with this part. Write its <answer>.", line_of(one))
        pairs.append((left or FoundText("", markup), FoundText(right, Markup.PLAIN)))
    if not any(left.text for left, _ in pairs):
        raise BadQuestion("There is nothing to match. Write each pair in <subquestion>.", line_of(element))
    return FoundPairs(tuple(pairs))


def _order(element: Element, texts: Texts, markup: Markup) -> tuple[FoundOrder, tuple[Loss, ...]]:
    entries = []
    for answer in _answers(element):
        text = texts.of(answer, markup)
        if text is None:
            raise BadQuestion("This line has no text. Write one, or remove it.", line_of(answer))
        entries.append(text)
    selected = child(element, "selecttype")
    losses: list[Loss] = []
    if selected is not None and all_text(selected).strip().upper() not in ("", "0", "ALL"):
        why = "Only some of its lines are asked there at a time; here all of them are."
        losses.append(Loss(Fate.CHANGED, "selection", why, line_of(selected)))
    grading = child(element, "gradingtype")
    how = all_text(grading).strip().upper()
    if grading is not None and how not in (*_BY_PLACE, *_AS_A_WHOLE):
        why = f"Points are earned by {how[:40].replace('_', ' ').lower()} there; here each line in its place earns its share."
        losses.append(Loss(Fate.CHANGED, "points", why, line_of(grading)))
    return FoundOrder(tuple(entries), all_or_nothing=how in _AS_A_WHOLE), tuple(losses)
