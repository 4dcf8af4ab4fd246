"""What a screen reader says, page by page: nothing is nameless, nothing is out of order, nothing is told too early."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from app.items.answer_key import ChoiceAnswer
from tests.browser.conftest import Served
from tests.browser.journeys import give_wrong, go_on, open_folds, send, start
from tests.browser.reading import LANDMARKS, Node, faults, reading, tree
from tests.conftest import GATE
from tests.web.product import right_answer, slip_answer

READ = ("/lesson", "/misconceptions", "/misconceptions/no-scale")

WORD_FOR_WORD = """\
link: Skip to the content
[banner]
link: Keyed
Question 1 of 10
Scaled dot-product attention, mixed
[navigation Site]
link: So far
link: Progress
button: Keys ?
progress: Question 1 of 10, 1 of 10
[main]
heading 1: Question 1 Objective 1.2, mechanism
Tokens A, B and C have the Queries ⟨Q⟩, Keys ⟨K⟩ and Values ⟨V⟩ shown, one row for each token, with ⟨d sub k equals 4⟩. Which attention weights does token A give to A, B and C?
One head of scaled dot-product attention as in the original Transformer, from these tokens to the same tokens, without a mask or any further projection. The token that gives a score or a weight is the one that asks. The softmax takes powers of ⟨e⟩. Numbers to three decimals: round once, at the end, with halves away from zero.
table: Q
A, 1: 1
A, 2: 0
A, 3: 1
A, 4: 0
B, 1: 0
B, 2: 1
B, 3: 0
B, 4: 1
C, 1: 1
C, 2: 1
C, 3: 0
C, 4: 0
table: K
A, 1: 1
A, 2: 0
A, 3: 1
A, 4: 0
B, 1: 0
B, 2: 1
B, 3: 0
B, 4: 1
C, 1: 1
C, 2: 1
C, 3: 0
C, 4: 0
table: V
A, 1: 1
A, 2: 2
A, 3: 0
A, 4: 0
B, 1: 0
B, 2: 1
B, 3: 2
B, 4: 0
C, 1: 0
C, 2: 0
C, 3: 1
C, 4: 2
DisclosureTriangle: Calculator K, folded
group: Weights of token A (Tokens A, B and C have the Queries Q , Keys K and Values V shown, one row for each token, with d sub k equals 4 . Which attention weights does token A give to A, B and C?)
A
textbox: A (To three decimals. Written as 0.5, 0,5, 1/2 or 5e−1, as you like.)
B
textbox: B (To three decimals. Written as 0.5, 0,5, 1/2 or 5e−1, as you like.)
C
textbox: C (To three decimals. Written as 0.5, 0,5, 1/2 or 5e−1, as you like.)
To three decimals. Written as 0.5, 0,5, 1/2 or 5e−1, as you like.
group: How sure are you? If you like
radio: S Sure, not checked
radio: U Unsure, not checked
radio: G Guess, not checked
button: Answer
[region Your remarks on this question]
heading 2: Your remarks on this question
button: Flag this question
DisclosureTriangle: Write a note to yourself, folded"""


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def main(root: Node) -> list[str]:
    """The lines of the page's own part."""
    lines = reading(root)
    first = lines.index("[main]") + 1
    return lines[first : lines.index("[contentinfo]")]


def test_one_question_word_for_word(page: Page, served: Served) -> None:
    """The source lesson's first example, as typed numbers."""
    start(page, served, "weights-row-typed")
    lines = reading(tree(page))
    assert "\n".join(lines[: lines.index("[contentinfo]")]) == WORD_FOR_WORD


def test_before_the_answer_and_after_it(page: Page, served: Served) -> None:
    items = (
        "weights-row-choice",
        "weights-row-typed",
        "state-the-formula",
        "two-facts-about-a-query",
        "weights-matrix-grid",
        "pipeline-steps",
    )
    start(page, served, *items)
    for item in items:
        open_folds(page)
        asked = tree(page)
        assert faults(asked) == [], item
        assert page.evaluate("document.activeElement === document.body"), item
        assert [one for one in main(asked) if any(mark in one for mark in "✓✗")] == [], item
        give_wrong(page, served)
        open_folds(page)
        told = tree(page)
        assert faults(told) == [], item
        lines = main(told)
        placed = item.endswith(("-grid", "-steps"))  # told field by field, further down
        begins = "heading 1: Not right" if placed else "heading 1: Not right Your answer: "
        assert lines[0].startswith(begins), item
        assert any("✓" in one or "✗" in one for one in lines), item
        go_on(page)


def test_pages_to_read_can_be_read_aloud(page: Page, served: Served) -> None:
    """The other pages are held to the same rules where axe walks through them (test_axe)."""
    found = []
    for address in READ:
        page.goto(served.address + address)
        open_folds(page)
        page.wait_for_function("document.fonts.status === 'loaded'")
        found += [f"{address}: {one}" for one in faults(tree(page))]
    assert found == []


def test_each_cell_of_a_matrix_is_said_with_its_row_and_its_column(page: Page, served: Served) -> None:
    start(page, served, "weights-row-choice")
    lines = main(tree(page))
    at = lines.index("table: Q")
    shown = served.product.at(page.url).shown.matrices[0]
    cells = [
        f"{name}, {column}: {entry.replace('-', '−')}"
        for name, row in zip(shown.row_names, shown.entries, strict=True)
        for column, entry in enumerate(row, 1)
    ]
    assert lines[at + 1 : at + 1 + len(cells)] == cells


def test_the_worked_page_says_where_the_ways_part(page: Page, served: Served) -> None:
    chosen = served.product.with_slip("weights-row-choice", "no-scale")
    served.product.chance.lined_up[:] = [chosen]
    page.goto(served.address)
    page.get_by_role("button", name="Start: ten mixed questions").click()
    page.wait_for_url("**/items/1")
    page.locator("label.option").nth(int(slip_answer(chosen, "no-scale")[0]) - 1).click()
    send(page)
    page.wait_for_url("**/feedback")
    lines = main(tree(page))
    parting = [one for one in lines if "here the ways part" in one]
    assert len(parting) == 1
    assert parting[0] == "Divide by the root of 4, Yours: A 2.000, B 0.000, C 1.000 here the ways part"


def test_a_number_that_cannot_be_read_is_said_first_and_at_its_field(page: Page, served: Served) -> None:
    start(page, served, "weights-row-typed")
    page.get_by_label("A", exact=True).fill("0.5.5")
    send(page)
    expect(page.locator("#faults")).to_be_focused()
    root = tree(page)
    assert faults(root) == []
    lines = main(root)
    assert lines[1] == "alert:"
    assert lines[2] == "heading 2: Not read yet, and nothing is counted"
    assert lines[4].startswith("link: There is more than one decimal sign here")
    field = next(one for one in lines if one.startswith("textbox: A,"))
    assert "invalid" in field
    assert "There is more than one decimal sign here; write the number like 1234.5." in field
    assert "holds “0.5.5”" in field


def test_the_lab_is_read_step_by_step(page: Page, served: Served) -> None:
    """Each field says its matrix, its row and its column; each step is a table, and what differs is said."""
    page.goto(f"{served.address}/lab?slip=no-scale")
    page.wait_for_function("document.fonts.status === 'loaded'")
    open_folds(page)
    root = tree(page)
    assert faults(root) == []
    fields = [one.name for one in root.of("textbox")]
    assert len(fields) == len(set(fields)) >= 12
    lines = main(root)
    assert lines[0] == "heading 1: The lab"
    assert len([one for one in lines if one.startswith("table: ")]) >= 5
    page.goto(f"{served.address}/lab?q=x+1&k=1+2~3+4&v=1&slip=none-such")
    root = tree(page)
    assert faults(root) == []
    invalid = [one for one in root.of("textbox") if one.states.get("invalid") == "true"]
    assert invalid
    assert all(one.description for one in invalid)


def test_options_with_formulas_are_told_apart(page: Page, served: Served) -> None:
    """Authored questions with options, all with KEYED_GATE=1: no two of them have the same name, and each says what it shows."""
    items = [
        item
        for item in served.product.items()
        if isinstance(answer := served.product.variants(item)[0].answer_key.answer, ChoiceAnswer)
        and any("$" in one.text for one in served.product.variants(item)[0].shown.form.options)  # type: ignore[union-attr]
        and answer
    ]
    assert len(items) > 10
    some = items if GATE else items[:: max(1, len(items) // 3)]
    start(page, served, *some)
    for item in some:
        names = [one.name for one in tree(page).of("radio", "checkbox") if one.name.split()[0] in "ABCDEF"]
        assert len(names) == len(set(names)) >= 3, item
        assert not [name for name in names if len(name) < 3], item
        give_wrong(page, served)
        if item != some[-1]:
            go_on(page)


def test_nothing_of_the_answer_is_read_before_it(page: Page, served: Served) -> None:
    """Whatever is in the tree, also what the eye does not see: names of slips, explanations, marks."""
    start(page, served, "weights-row-choice")
    said = "\n".join(reading(tree(page)))
    variant = served.product.at(page.url)
    assert isinstance(variant.answer_key.answer, ChoiceAnswer)
    slips = {slug for one in variant.answer_key.answer.options for slug in one.slips}
    assert slips
    assert not [slug for slug in slips if slug.replace("-", " ") in said]
    states = [one.states.get("checked") for one in tree(page).of("radio")]
    assert set(states) == {"false"}
    assert right_answer(variant)


def test_the_rules_find_what_they_are_for(page: Page, served: Served) -> None:
    """The rules themselves: each fault of a made-up page is named."""
    page.goto(served.address)
    page.evaluate(
        "document.querySelector('main').innerHTML = `<h1>One</h1><h3>Three</h3><button></button><nav><a href='/'>x</a></nav>"
        "<input aria-label='n' aria-invalid='true'><table role='table'><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>"
        "<math><mo>→</mo></math>`"
    )
    found = "\n".join(faults(tree(page)))
    for said in ("a heading jumps from 1 to 3", "button has no name", "navigation has no name", "does not say why",
                 "a table has no name", "no column headings", "a row has no heading", "a formula says nothing"):  # fmt: skip
        assert said in found
    assert set(LANDMARKS) >= {one.role for one in tree(page).of("main", "banner", "contentinfo")}
