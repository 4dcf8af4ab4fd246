"""Matchings and orderings become variants by their order alone, and an ordering never stands in its right one."""

from collections import Counter

from app.bank.dump import revision_of
from app.bank.parse import parse_item
from app.items.answer_key import MatchingAnswer, OrderingAnswer
from app.items.item import MatchingItem, OrderingItem
from app.items.public import MatchingForm, OrderingForm
from app.services.uses import misconceptions_of
from app.variants.realise import arrangement, realise
from tests.unit.bank.placed import KNOWN, MATCHING, MATCHING_PATH, ORDERING, ORDERING_PATH
from tests.unit.variants.samples import seeds

PAIRS = revision_of(parse_item(MATCHING, MATCHING_PATH, KNOWN).item)
STEPS = revision_of(parse_item(ORDERING, ORDERING_PATH, KNOWN).item)


def test_prompts_choices_and_cells_have_one_order() -> None:
    item = PAIRS.item
    assert isinstance(item, MatchingItem)
    texts = {one.id: one.text for one in (*item.prompts, *item.choices)}
    wrong = {(one.prompt, one.choice): one for one in item.wrong_pairs()}
    rights = {one.id: one for one in item.prompts}
    for seed in seeds(20):
        variant = realise(PAIRS, seed)
        form, answer = variant.shown.form, variant.answer_key.answer
        assert isinstance(form, MatchingForm)
        assert isinstance(answer, MatchingAnswer)
        assert form.prompts == tuple(texts[name] for name in answer.prompt_ids)
        assert form.choices == tuple(texts[name] for name in answer.choice_ids)
        assert not answer.all_or_nothing
        for prompt, right, row in zip(answer.prompt_ids, answer.right, answer.cells, strict=True):
            assert answer.choice_ids[right - 1] == rights[prompt].choice
            for choice, cell in zip(answer.choice_ids, row, strict=True):
                pair = wrong.get((prompt, choice))
                expected = (pair.rationale, (pair.misconception,)) if pair else (rights[prompt].rationale, ())
                assert (cell.rationale, cell.slips) == expected


def test_every_position_of_a_choice_is_right_equally_often() -> None:
    counts: Counter[tuple[int, int]] = Counter()
    for seed in seeds(400):
        answer = realise(PAIRS, seed).answer_key.answer
        assert isinstance(answer, MatchingAnswer)
        counts.update(enumerate(answer.right))
    assert len(counts) == 3 * 4
    assert all(60 <= count <= 140 for count in counts.values()), counts


def test_every_order_but_the_right_one_is_shown_equally_often() -> None:
    item = STEPS.item
    assert isinstance(item, OrderingItem)
    counts: Counter[tuple[int, ...]] = Counter()
    for seed in seeds(1150):
        variant = realise(STEPS, seed)
        form, answer = variant.shown.form, variant.answer_key.answer
        assert isinstance(form, OrderingForm)
        assert isinstance(answer, OrderingAnswer)
        entries = [item.entries[place - 1] for place in answer.places]
        assert form.entries == tuple(entry.text for entry in entries)
        assert answer.entry_ids == tuple(entry.id for entry in entries)
        assert answer.rationales == tuple(entry.rationale for entry in entries)
        assert [(one.earlier, one.later) for one in answer.reversals] == [(1, 2), (2, 3), (3, 4), (1, 4)]
        counts[answer.places] += 1
    assert (1, 2, 3, 4) not in counts
    assert len(counts) == 23
    assert all(25 <= count <= 80 for count in counts.values()), counts


def test_nothing_that_is_shown_has_an_author_s_name() -> None:
    for revision in (PAIRS, STEPS):
        shown = str(realise(revision, "a seed").shown)
        for name in ("'asks'", "'fits'", "'gives'", "'scores'", "'powers'", "'shares'"):
            assert name not in shown


def test_the_twin_is_the_same_for_all_orders() -> None:
    for revision in (PAIRS, STEPS):
        variants = [realise(revision, seed) for seed in seeds(12)]
        assert len({one.twin for one in variants}) == 1
        assert len({one.id for one in variants}) > 6
        assert realise(revision, "seed 1") == realise(revision, "seed 1")


def test_what_they_can_betray_is_counted() -> None:
    assert misconceptions_of(PAIRS.item) == {
        "key-asks", "key-carries-content", "knows-word-order", "value-compared", "value-asks",
    }  # fmt: skip
    assert misconceptions_of(STEPS.item) == {
        "knows-word-order", "no-exponential", "value-compared", "value-asks",
    }  # fmt: skip


def test_two_seeds_give_one_variant_exactly_where_they_give_one_order() -> None:
    for revision in (PAIRS, STEPS):
        item = revision.item
        assert isinstance(item, MatchingItem | OrderingItem)
        names = {seed: realise(revision, seed).id for seed in seeds(200)}
        orders = {seed: arrangement(item, seed) for seed in seeds(200)}
        assert 1 < len(set(orders.values())) < len(orders)
        assert len(set(zip(names.values(), orders.values(), strict=True))) == len(set(names.values()))
        assert len(set(names.values())) == len(set(orders.values()))
