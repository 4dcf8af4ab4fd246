"""Figures over many questions at once: whether position, length or form gives the answer away."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from app.bank.findings import Figure
from app.bank.rules.base import printed
from app.bank.rules.placed_robots import placed_figures
from app.bank.rules.robots import Posed, commonness, posed, robot_figures
from app.items.item import AuthoredItem, Item, MatchingItem, OrderingItem
from app.kit.draws import Draws

LONGEST_SHARE, SHORTEST_SHARE = 0.30, 0.40
_FEWEST = 10  # shares of fewer questions say nothing
_PRESENTATIONS = 2000
_NORMAL_999 = 3.0902  # the 99.9 % point of the normal distribution


def bank_figures(items: Sequence[Item]) -> tuple[Figure, ...]:
    """All figures of written items: over all of them, by bank where there are several, and by domain.

    Matchings and orderings have robots of their own, over all of them and by domain. An item counts in every domain that one of its objectives belongs to.
    """
    authored = [item for item in items if isinstance(item, AuthoredItem)]
    questions_of = [(item, posed(item)) for item in authored]
    common = commonness(question for _, question in questions_of)
    banks: dict[str, list[Posed]] = defaultdict(list)
    domains: dict[str, list[Posed]] = defaultdict(list)
    for item, question in questions_of:
        banks[f"bank {item.header.bank}"].append(question)
        for domain in {number.split(".")[0] for number in item.header.objectives}:
            domains[f"domain {domain}"].append(question)
    wholes = {"all": [question for _, question in questions_of]} | (banks if len(banks) > 1 else {})
    figures: list[Figure] = []
    for scope, questions in wholes.items():
        figures += form_figures(questions, scope)
        figures += robot_figures(questions, scope, common, whole=True)
    for scope, questions in sorted(domains.items(), key=lambda pair: int(pair[0].split()[1])):
        figures += robot_figures(questions, scope, common, whole=False)
    return (*figures, *_placed([item for item in items if isinstance(item, MatchingItem | OrderingItem)]))


def _placed(items: Sequence[MatchingItem | OrderingItem]) -> Iterator[Figure]:
    yield from placed_figures(items, "all", whole=True)
    domains = {int(number.split(".")[0]) for item in items for number in item.header.objectives}
    for domain in sorted(domains):
        those = [
            item for item in items if any(one.split(".")[0] == str(domain) for one in item.header.objectives)
        ]
        yield from placed_figures(those, f"domain {domain}", whole=False)


def form_figures(questions: Sequence[Posed], scope: str) -> Iterator[Figure]:
    """Position over drawn orders, and how often the right option is strictly the longest or the shortest."""
    if questions:
        yield position_figure(list(shuffled(questions)), scope)
    four = [one for one in questions if len(one.options) == 4 and len(one.right) == 1]
    if len(four) < _FEWEST:
        return
    for name, sign, limit in (("longest", 1, LONGEST_SHARE), ("shortest", -1, SHORTEST_SHARE)):
        share = sum(_stands_out(one, sign) for one in four) / len(four)
        yield Figure(
            f"right option strictly the {name}", scope, share, limit, share <= limit + 1e-9, len(four)
        )


def _stands_out(question: Posed, sign: int) -> bool:
    lengths = [sign * len(printed(option)) for option in question.options]
    (right,) = question.right
    return all(lengths[right - 1] > length for place, length in enumerate(lengths, 1) if place != right)


def shuffled(questions: Sequence[Posed]) -> Iterator[Posed]:
    """The questions with their options in drawn orders, about 2,000 presentations in all."""
    rounds = max(1, _PRESENTATIONS // max(1, len(questions)))
    for number, question in enumerate(questions):
        draws = Draws(f"position|{number}|{question.stem}")
        for turn in range(rounds):
            order = draws.shuffled(f"order:{turn}", range(len(question.options)))
            right = frozenset(place for place, source in enumerate(order, 1) if source + 1 in question.right)
            yield Posed(question.stem, tuple(question.options[source] for source in order), right)


def position_figure(questions: Sequence[Posed], scope: str) -> Figure:
    """Whether every position is right equally often: Pearson's chi-square against its 99.9 % point.

    The statistics of questions with three, four, … options are added, and so are their degrees of freedom.
    """
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for question in questions:
        counts[len(question.options)].update(question.right)
    statistic, freedom = 0.0, 0
    for size, seen in counts.items():
        expected = seen.total() / size
        statistic += sum((seen[place] - expected) ** 2 / expected for place in range(1, size + 1))
        freedom += size - 1
    limit = chi_square_999(freedom)
    name = "chi-square of the right option's position"
    return Figure(name, scope, statistic, limit, statistic <= limit, len(questions))


def chi_square_999(freedom: int) -> float:
    """The 99.9 % point of chi-square after Wilson and Hilferty (1931), 0 to 3 % too high."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + _NORMAL_999 * math.sqrt(part)) ** 3
