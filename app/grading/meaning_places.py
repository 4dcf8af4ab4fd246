"""What a matching or an ordering says of whoever gave it: how much is right, and the beliefs behind the rest."""

from app.grading.ordering import given_order, met_reversals
from app.grading.response import MatchingResponse, OrderingResponse
from app.grading.words import Words, count_word, one_line
from app.items.answer_key import MatchingAnswer, OrderingAnswer
from app.items.public import OrderingForm

_MOST = 2  # beliefs in the first sentence


def pairs_meaning(answer: MatchingAnswer, response: MatchingResponse, words: Words) -> str:
    """How many pairs are right, and the beliefs that the wrong ones go with (Markdown)."""
    total = len(answer.right)
    wrong = [
        row[chosen - 1]
        for row, chosen, right in zip(answer.cells, response.chosen, answer.right, strict=True)
        if chosen != right
    ]
    if not wrong:
        return f"All {count_word(total)} pairs are right."
    right = total - len(wrong)
    told = f"{count_word(right).capitalize()} of your {count_word(total)} pairs {'is' if right < 2 else 'are'} right."
    subject = "The wrong pair goes" if len(wrong) == 1 else "The wrong pairs go"
    return _with_beliefs(told, subject, words.beliefs(slug for cell in wrong for slug in cell.slips))


def order_meaning(
    form: OrderingForm, answer: OrderingAnswer, *, response: OrderingResponse, words: Words
) -> str:
    """The first place that is wrong with what belongs there, and the beliefs behind what is reversed (Markdown)."""
    order = given_order(answer, response)
    first = next((place for place, stands in enumerate(order, 1) if stands != place), None)
    if first is None:
        return "Your order is right."
    texts = dict(zip(answer.places, map(one_line, form.entries), strict=True))
    told = (
        f"Your order goes wrong at place {first}: you have “{texts[order[first - 1]]}” there, "
        f"and “{texts[first]}” belongs there."
    )
    met = met_reversals(answer, response)
    return _with_beliefs(told, "Such an order goes", words.beliefs(slug for one in met for slug in one.slips))


def _with_beliefs(told: str, subject: str, beliefs: list[str]) -> str:
    """The sentence with the beliefs after it; more than two are told one by one further down the page."""
    if not beliefs:
        return told
    if len(beliefs) > _MOST:
        return f"{told} {subject} with more than one belief; each is told below."
    return f"{told} {subject} with {'this belief' if len(beliefs) == 1 else 'these beliefs'}: {' '.join(beliefs)}"
