"""A changed answer of every written kind: practices and sittings are graded again alike, and told what is right now."""

import pytest

from app.authoring.rekeying import rekeyed
from app.exams.ruling import What
from app.grading.fields import right_number
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.items.answer_key import AnswerKey, ChoiceAnswer, FieldsAnswer, MatchingAnswer, OrderingAnswer
from app.services.authoring.consequences import Unseen
from app.services.authoring.releasing_views import Fate, Wish
from app.services.exams.saving import Change
from app.services.later_texts import item_of_text
from app.store.database import Database
from app.store.rulings import ruling_rows
from app.store.unit import reading
from tests.services.authoring.released import ONE, Given, Shop, shop_over
from tests.services.authoring.reviewed import ITEM
from tests.services.sat import sat
from tests.unit.bank.placed import KNOWN as PLACED
from tests.unit.bank.placed import MATCHING, ORDERING
from tests.unit.bank.typed_numbers import KNOWN as TYPED
from tests.unit.bank.typed_numbers import NUMBERS

SLUGS = sorted({*PLACED.misconceptions, *TYPED.misconceptions})
SEVERAL = """\
id: why-divide
kind: multiple_select
choose: 2
objectives: ["1.2"]
level: mechanism
shape: formula
difficulty: 0.7
source: {citation: "Vaswani et al. 2017, section 3.2.1", as_of: "2026-11-29"}
stem: Which two belong to the scaled score?
options:
  - {id: product, text: A dot product of two vectors, correct: true, rationale: It is what gets scaled.}
  - {id: root, text: A root of the width of keys, correct: true, rationale: It is what divides.}
  - {id: value, text: A Value of the other token, misconception: value-compared, rationale: It is mixed later.}
  - {id: power, text: A power of the number e, misconception: no-exponential, rationale: It belongs to softmax.}
  - {id: mask, text: A mask over later tokens, misconception: key-asks, rationale: It is laid on afterwards.}
"""


def named(text: str) -> str:
    """The question under the name that the shop knows."""
    first, _, rest = text.partition("\n")
    assert first.startswith("id: ")
    return f"id: {ITEM}\n{rest}"


def turned(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


CASES = {
    "multiple": (
        SEVERAL,
        turned(
            SEVERAL,
            ("root, text: A root of the width of keys, correct: true", "root, text: A root of the width of keys, misconception: value-asks"),
            ("Value of the other token, misconception: value-compared", "Value of the other token, correct: true"),
        ),
    ),
    "in part": (SEVERAL, turned(SEVERAL, ("choose: 2\n", "choose: 2\nscoring: {all_or_nothing: false}\n"))),
    "matching": (
        MATCHING,
        turned(
            MATCHING,
            ("The $k$ of a token, choice: fits", "The $k$ of a token, choice: place"),
            ("  - {id: fits, text: Is found by searches}", "  - {id: fits, text: Is found by searches, misconception: key-asks, rationale: No.}"),
        ),
    ),
    "ordering": (
        ORDERING,
        turned(
            ORDERING,
            ("  - {id: scores, text: Scores are taken, rationale: Everything else is made from them.}\n", ""),
            ("  - {id: shares,", "  - {id: scores, text: Scores are taken, rationale: They follow.}\n  - {id: shares,"),
            ("{earlier: scores, later: powers,", "{earlier: powers, later: scores,"),
            ("{earlier: powers, later: shares,", "{earlier: scores, later: shares,"),
        ),
    ),
    "numbers": (NUMBERS, turned(NUMBERS, ("value: 1.50", "value: 1.45"))),
}  # fmt: skip


def given_right(answer_key: AnswerKey) -> Given:
    """What somebody gives who goes by this answer key."""
    match answer_key.answer:
        case ChoiceAnswer() as answer:
            return tuple(map(str, sorted(answer.correct))), ()
        case MatchingAnswer() as answer:
            return (), tuple(map(str, answer.right))
        case OrderingAnswer() as answer:
            return (), tuple(map(str, answer.places))
        case FieldsAnswer() as answer:
            return (), tuple(map(right_number, answer.fields))
        case other:
            raise TypeError(f"no written question has a {type(other).__name__}")


def half_right(answer_key: AnswerKey) -> Given:
    """One of two options right, and the other wrong, by both texts."""
    answer = answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    wrong = next(place for place, one in enumerate(answer.options, 1) if one.option_id == "power")
    kept = next(place for place, one in enumerate(answer.options, 1) if one.option_id == "product")
    return tuple(sorted((str(kept), str(wrong)))), ()


def earned(shop: Shop, answer_key: AnswerKey, variant_id: str, given: Given) -> tuple[float, bool]:
    """What is earned by an answer key, worked out apart from what the services do."""
    response = parse(shop.variant(variant_id).shown.form, positions=given[0], typed=given[1])
    assert not isinstance(response, Invalid)
    result = grade(answer_key, response)
    return result.points, result.correct


@pytest.mark.parametrize("case", sorted(CASES))
def test_practices_and_sittings_are_graded_again_alike(sqlite_database: Database, case: str) -> None:
    old, new = map(named, CASES[case])
    item = item_of_text(new, f"attention/1.2/{ITEM}.yaml")
    with shop_over(sqlite_database, text=old, slugs=SLUGS) as shop:

        def by(variant_id: str) -> tuple[AnswerKey, AnswerKey]:
            """What was right, and what is."""
            variant = shop.variant(variant_id)
            again = rekeyed(variant.shown, variant.answer_key, item)
            assert again is not None
            return variant.answer_key, again

        def given(answer_key: AnswerKey) -> Given:
            return half_right(answer_key) if case == "in part" else given_right(answer_key)

        learner, practice = shop.started()
        asked = shop.house.services.practise.item(learner, practice, 1).variant_id
        shop.give(given(by(asked)[0]), learner, practice)
        sittings = []
        for which in (0, 1):
            one = sat(shop.house, ONE)
            answer = given(by(one.variant(1).id)[which])
            one.send(Change(1, 1, *answer))
            one.finish()
            sittings.append((one, answer))
        on, wish = shop.approved(new), Wish(reason="The answer key was wrong")
        with pytest.raises(Unseen) as unseen:
            shop.releasing.publish(on, wish)
        dry = unseen.value.dry
        assert dry.can[0] is Fate.AGAIN
        assert dry.sittings is not None
        assert dry.sittings.unjudged == 0
        done = shop.releasing.publish(on, wish, dry.digest)
        (stored,) = shop.given()
        was, now = (earned(shop, one, asked, given(by(asked)[0])) for one in by(asked))
        assert was != now
        assert (stored["points"], stored["correct"]) == now
        with reading(shop.desk.database) as unit:
            (ruling,) = ruling_rows(unit, ITEM)
        assert (ruling.ruling.what, ruling.ruling.by) == (What.AGAIN, done.revision_id)
        for one, answer in sittings:
            name = one.variant(1).id
            was, now = (earned(shop, each, name, answer) for each in by(name))
            (row,) = one.results
            assert (row["ruling_id"], row["points"], row["correct"]) == (ruling.id, *now)
            view = shop.house.services.exams.reviewing.item(one.learner, one.name, 1)
            assert view.line.ruling is What.AGAIN
            assert view.feedback is not None
            report = shop.house.services.exams.reporting.report(one.learner, one.name)
            assert report.score is not None
            assert report.score.tally.points == now[0]
            told = [note.sentence for note in report.notices]
            assert len(told) == (was[0] != now[0])
            assert all("as what is right of it was corrected" in sentence for sentence in told)
