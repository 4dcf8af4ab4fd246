"""The first sentence of the feedback: what the learner's own answer would mean."""

from app.grading.alike import alike_sentence, is_but_for_rounding, more_sentence
from app.grading.meaning_fields import fields_meaning
from app.grading.meaning_places import order_meaning, pairs_meaning
from app.grading.meaning_steps import steps_meaning
from app.grading.printing import decimals_of, number_of, typographic
from app.grading.response import (
    ChoiceResponse,
    MatchingResponse,
    NumbersResponse,
    OrderingResponse,
    StepsResponse,
)
from app.grading.tolerance import is_coarse, is_cut_off
from app.grading.words import Judged, Words, as_row, count_word, counted, one_line, place_words
from app.items.answer_key import (
    AnswerKey,
    ChoiceAnswer,
    FieldsAnswer,
    MatchingAnswer,
    NumbersAnswer,
    OptionKey,
    OrderingAnswer,
    StepsAnswer,
)
from app.items.public import ChoiceForm, GridForm, MatchingForm, OrderingForm, PublicVariant, StepsForm

_MATRIX = "Your matrix"
_COMPARE = "set your steps beside the worked ones"


def meaning(shown: PublicVariant, answer_key: AnswerKey, *, judged: Judged, words: Words) -> str:
    """What the answer itself says, in Markdown: the slip that gives it, the belief behind it, or that none is known.

    Raises TypeError when form, answer and response are not of one kind.
    """
    match shown.form, answer_key.answer, judged.response:
        case GridForm(), NumbersAnswer() as answer, NumbersResponse() as response:
            return _numbers(answer_key, answer, _MATRIX, judged=judged, words=words)
        case _, NumbersAnswer() as answer, NumbersResponse() as response:
            return _numbers(answer_key, answer, typed_row(response), judged=judged, words=words)
        case _, FieldsAnswer() as answer, NumbersResponse() as response:
            return fields_meaning(answer, response, given=typed_row(response), judged=judged, words=words)
        case ChoiceForm() as form, ChoiceAnswer() as answer, ChoiceResponse() as response:
            chosen = sorted(response.positions)
            texts = [one_line(form.options[place - 1].text) for place in chosen]
            options = [answer.options[place - 1] for place in chosen]
            if len(options) == 1:
                numeric = form.options[chosen[0] - 1].numeric
                return _one_choice(texts[0] if numeric else None, options[0], words)
            return _choices(options, words)
        case MatchingForm(), MatchingAnswer() as answer, MatchingResponse() as response:
            return pairs_meaning(answer, response, words)
        case OrderingForm() as form, OrderingAnswer() as answer, OrderingResponse() as response:
            return order_meaning(form, answer, response=response, words=words)
        case StepsForm() as form, StepsAnswer() as answer, StepsResponse() as response:
            return steps_meaning(form, answer, response=response, result=judged.result, words=words)
        case form, answer, response:
            kinds = ", ".join(type(part).__name__ for part in (form, answer, response))
            raise TypeError(f"form, answer and response must be of one kind, not {kinds}")


def typed_row(response: NumbersResponse) -> str:
    """The learner's numbers as we write them back: fractions stay fractions, and minus is the sign that is shown."""
    return typographic(as_row([number.echo.split(" ")[0] for number in response.numbers]))


def _numbers(
    answer_key: AnswerKey, answer: NumbersAnswer, given: str, *, judged: Judged, words: Words
) -> str:
    """Typed numbers; `given` says which: the row itself, or "Your matrix"."""
    response = judged.response
    if not isinstance(response, NumbersResponse):
        raise TypeError(f"numbers are asked for, and a {type(response).__name__} was given")
    if judged.result.correct:
        return _right_numbers(answer, response, given)
    if judged.result.diagnosis.coarse:
        return _coarse_numbers(answer, response, given)
    return _wrong_numbers(answer_key, response, given=given, judged=judged, words=words)


def _right_numbers(answer: NumbersAnswer, response: NumbersResponse, given: str) -> str:
    printed = [right.printed for right in answer.numbers]
    if given == _MATRIX or [number.value for number in response.numbers] == [
        number_of(right) for right in printed
    ]:
        return f"{given} is right."
    return f"{given} is right; to {_decimals(answer)} it is {typographic(as_row(printed))}."


def _coarse_numbers(answer: NumbersAnswer, response: NumbersResponse, given: str) -> str:
    if len(response.numbers) == 1:
        return f"{given} is the right value with too few digits; give it to {_decimals(answer)}."
    return f"{given} has the right values with too few digits; give each to {_decimals(answer)}."


def _decimals(answer: NumbersAnswer) -> str:
    return counted(max(decimals_of(right.printed) for right in answer.numbers), "decimal")


def _wrong_numbers(
    answer_key: AnswerKey, response: NumbersResponse, *, given: str, judged: Judged, words: Words
) -> str:
    """One slip named, several listed, none said to be none."""
    candidates = judged.result.diagnosis.candidates
    if len(candidates) == 1:
        nearly = is_but_for_rounding(answer_key, response, candidates[0])
        return f"{given} is{', but for rounding,' if nearly else ''} what comes out {words.phrase(candidates[0])}."
    if candidates:
        ways = "; or ".join(words.phrase(slugs) for slugs in candidates)
        alike = alike_sentence(answer_key, candidates)
        more = more_sentence(answer_key, response, candidates)
        return f"{given} fits more than one slip: it comes out {ways}. {more}{alike}".rstrip()
    cut = _cut_off_numbers(answer_key, response, given=given, fields=judged.result.fields)
    if cut:
        return cut
    tail = f"; {_COMPARE}." if answer_key.solution else "."
    known = ", and no slip that we know gives it, alone or with a second one" if answer_key.slip_table else ""
    right = [place for place, fine in enumerate(judged.result.fields, 1) if fine]
    wrong = [place for place, fine in enumerate(judged.result.fields, 1) if not fine]
    if not right:
        return f"{given} is not right{known}{tail}"
    if given == _MATRIX:
        entries = f"{count_word(len(right))} of its {count_word(len(judged.result.fields))} entries"
        verb = "is" if len(right) == 1 else "are"
        return f"{given} is not right as a whole: {entries} {verb}{known}{tail}"
    verb = "number is" if len(right) == 1 else "numbers are"
    return (
        f"In {given} the {place_words(right)} {verb} right and the {place_words(wrong)} not"
        f"{', and no slip that we know gives the row' if known else ''}{tail}"
    )


def _cut_off_numbers(
    answer_key: AnswerKey, response: NumbersResponse, *, given: str, fields: tuple[bool, ...]
) -> str | None:
    """That digits were cut off and not rounded, where every number is right, coarse, or cut off; else None."""
    answer = answer_key.answer
    if not isinstance(answer, NumbersAnswer) or not any(number.value for number in response.numbers):
        return None
    pairs = zip(response.numbers, answer.numbers, fields, strict=True)
    if not all(
        fine or is_coarse(number, right) or is_cut_off(number, right) for number, right, fine in pairs
    ):
        return None
    asked = _decimals(answer)
    if len(response.numbers) == 1:
        return f"{given} is the right value with its last digits cut off, not rounded; give it rounded to {asked}."
    return (
        f"{given} has the right values, with the last digits of some cut off, not rounded; "
        f"give each rounded to {asked}."
    )


def _one_choice(number: str | None, option: OptionKey, words: Words) -> str:
    """A single choice; `number` is the option's text where it is a number or a row."""
    if option.correct:
        return f"{number or 'Your choice'} is right."
    if option.slips and not option.rationale:
        return f"{number or 'Your choice'} is what comes out {words.phrase(option.slips)}."
    beliefs = words.beliefs(option.slips)
    return f"Your choice goes with this belief: {beliefs[0]}" if beliefs else "Your choice is not right."


def _choices(options: list[OptionKey], words: Words) -> str:
    """Several choices: how many are right, and the beliefs behind the others."""
    right = sum(option.correct for option in options)
    total = count_word(len(options))
    if right == len(options):
        return f"{'Both' if right == 2 else f'All {total}'} of your choices are right."
    verb = "are" if right > 1 else "is"
    told = f"{count_word(right).capitalize()} of your {total} choices {verb} right."
    beliefs = words.beliefs(slug for option in options if not option.correct for slug in option.slips)
    if not beliefs:
        return told
    opening = (
        "The wrong one goes with this belief" if len(beliefs) == 1 else "The wrong ones go with these beliefs"
    )
    return f"{told} {opening}: {' '.join(beliefs)}"
