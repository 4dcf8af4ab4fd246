"""Steps that several browser tests take."""

from playwright.sync_api import Page, expect

from app.authoring.paper import PaperWish
from app.services.authoring.beginning import NewWish
from app.services.authoring.reviewing import On
from tests.browser.conftest import Served
from tests.conftest import GATE
from tests.web.conflicting import CONFLICTS, DIFF, ONE, conflict
from tests.web.importing import GIFT
from tests.web.product import Given, right_answer, wrong_answer

# What no line of a narrow page can take in: a word without a blank, a formula of its own line, and one within a line.
WIDE = (
    "word-without-a-blank".replace("-", "") * 5
    + r"""

  $$\begin{pmatrix}0.125&1.125&2.125&3.125&4.125&5.125&6.125&7.125&8.125&9.125&10.125&11.125\end{pmatrix}$$

  And $\begin{pmatrix}0.125&1.125&2.125&3.125&4.125&5.125&6.125&7.125&8.125\end{pmatrix}$.
  """
)
LAB = (
    "/lab?start=mixed-signs&slip=swap-query-value",
    "/lab?q=x+1&k=1+2~3+4&v=1&paste-v=1+2%0A3&slip=none-such",
)
EXPERIMENTS = ("/experiments", "/experiments/pair?d_k=16", "/experiments/variance?largest=0")
EXAMS = (
    "/exams", "/exams/ncp-genl", "/exams/attention-exam", "/exams/attention-exam?step=rules&agree=yes",
    "/exams/attention-exam?step=rules&time=minutes",
    "/exams/tutorial?at=2&option-2=1&option-2=2&option-2=3&strike-2=4&flagged-1=1",
    "/exams/tutorial?go=review&number-3=x",
)  # fmt: skip
START = "Start: ten mixed questions"
# One question of every shape: computed and written, chosen and typed, one number and many, a whole matrix and steps,
# one option and two, matched and ordered.
EVERY_SHAPE = (
    "weights-row-choice", "weights-row-typed", "why-three-different-vectors", "two-facts-about-a-query",
    "saturation-pair-typed", "weights-matrix-grid", "pipeline-steps", "two-right-shapes",
    "three-vectors-three-jobs", "one-row-step-by-step",
)  # fmt: skip


def start(page: Page, served: Served, *items: str) -> None:
    """From the first page to the first question; `items` are what is asked, in order."""
    if items:
        served.product.will_ask(*items)
    page.goto(served.address)
    page.get_by_role("button", name=START).click()
    page.wait_for_url("**/items/1")
    page.wait_for_load_state()


def fill(page: Page, given: Given) -> None:
    """Choose the options at these positions, type these numbers, or choose a letter or a place for each field."""
    if page.locator("#place-1").count():
        for place in sorted(range(len(given)), key=lambda one: int(given[one])):
            page.locator(f"#place-{place + 1}").select_option(given[place])
        return
    fields = page.locator("input[name=number]")
    if fields.count():
        for place, text in enumerate(given):
            fields.nth(place).fill(text)
    else:
        for position in given:
            page.locator("label.option", has=page.locator(f"input[value='{position}']")).click()


def send(page: Page) -> None:
    """Press the button."""
    page.get_by_role("button", name="Answer", exact=True).click()


def give(page: Page, given: Given) -> None:
    """Answer, and wait for the feedback."""
    fill(page, given)
    send(page)
    page.wait_for_url("**/feedback")
    page.wait_for_load_state()


def give_right(page: Page, served: Served) -> None:
    give(page, right_answer(served.product.at(page.url)))


def give_wrong(page: Page, served: Served) -> None:
    give(page, wrong_answer(served.product.at(page.url)))


def go_on(page: Page) -> None:
    """To the next question."""
    page.get_by_role("button", name="Next question").click()
    page.wait_for_url("**/items/*")
    page.wait_for_load_state()
    expect(page.locator("fieldset#answer")).to_be_visible()


def come_in_as_instructor(page: Page, served: Served) -> str:
    """Trade a fresh link; its address, by now void."""
    link = f"{served.address}/instructor/{served.product.house.services.instructor.new_link_token()}"
    page.goto(link)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Come in as an instructor").click()
    page.wait_for_url("**/authoring")
    return link


def all_pages(page: Page, served: Served, items: tuple[str, ...] = EVERY_SHAPE) -> list[str]:
    """Walk through a practice with wrong answers; the addresses of every kind of page, answered ones among them.

    The last question stays open, so that the page of a question that can be answered is among them.
    """
    seen = [served.address + path for path in ("/", "/practice", "/progress", "/about", "/no-such-page")]
    seen += [served.address + path for path in (*LAB, *EXPERIMENTS, *EXAMS)]
    start(page, served, *items)
    for n in range(1, len(items)):
        (give_right if n == 2 else give_wrong)(page, served)
        seen.append(page.url)
        if (
            n == 1 or GATE
        ):  # the page of an answered question is its question without the fields, whatever was asked
            seen.append(page.url.removesuffix("/feedback"))
        if n == 1:
            seen.append(page.url.removesuffix("feedback") + "proof")
        go_on(page)
    seen.append(page.url)
    seen.append(page.url.partition("/items/")[0] + "/summary")
    seen.append(planned(page, served))
    seen.append(come_in_as_instructor(page, served))
    seen += [
        served.address + path for path in remarked(page, served, seen[5 + len((*LAB, *EXPERIMENTS, *EXAMS))])
    ]
    served.product.house.services.authoring.measures.refresh()
    conflict(served.product)
    drafting = served.product.house.services.authoring.drafting
    draft = drafting.begin("state-the-formula", "Ada")
    text = draft.text.replace("0.85", "0.8").replace("stem: |\n  ", f"stem: |\n  {WIDE}")
    draft = drafting.save(draft.id, draft.version, text, actor="Ada")
    reviewing = served.product.house.services.authoring.reviewing()
    reviewing.comment(On(draft.id, draft.version, "Grace"), 2, "Why so?")
    reviewing.submit(On(draft.id, draft.version, "Ada"))
    authoring = [
        "/authoring/review",
        f"/authoring/drafts/{draft.id}/review",
        f"/authoring/items/{draft.item_id}/history",
        "/authoring",
        "/authoring/reports",
        "/authoring/reports/1",
        "/authoring/banks/attention",
        f"/authoring/items/{items[0]}",
        f"/authoring/items/{items[0]}/statistics",
        f"/authoring/items/{items[0]}/variants",
        f"/authoring/items/{items[0]}/variants/{served.product.variants(items[0])[0].id}",
        "/authoring/banks/attention/statistics",
        "/authoring/images",
        "/authoring/registry",
        "/authoring/registry/no-scale",
        "/authoring/banks/new",
        "/authoring/items?kind=matching",
        "/authoring/new",
        *drafted(served, items[0]),
        "/authoring/exports?format=moodle&variants=1",
        "/authoring/paper",
        *printed(served),
        CONFLICTS,
        ONE,
        DIFF,
    ]
    return [*seen, *(served.address + path for path in authoring), *imported(page, served)]


def printed(served: Served) -> list[str]:
    """Draw a paper; its page, its questions and its answers."""
    papering = served.product.house.services.authoring.papering
    at = f"/authoring/paper/{papering.draw(PaperWish(count=25), 'Ada')}"
    return [at, f"{at}/questions", f"{at}/answers"]


def imported(page: Page, served: Served) -> list[str]:
    """Look through files of other systems; the addresses of their pages, of which one asks for columns, and of the list."""
    table = sent_in(page, served, "table.csv", "Was,Ja,Nein,Richtig\nWer fragt?,Query,Key,A\n")
    bank = sent_in(page, served, f"{'a_bank_with_a_long_name' * 6}.gift", GIFT)
    return [f"{served.address}/authoring/imports", table, bank, f"{bank}/questions/1"]


def sent_in(page: Page, served: Served, name: str, text: str) -> str:
    """Send a file in; the address of its page."""
    page.goto(f"{served.address}/authoring/imports")
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.get_by_label("A file", exact=True).set_input_files(files=[file])  # type: ignore[list-item]
    page.get_by_role("button", name="Look through it").click()
    page.get_by_role("heading", name=name).wait_for()
    return page.url


def drafted(served: Served, item_id: str) -> list[str]:
    """Begin drafts; the addresses of the editor's pages."""
    room = served.product.house.services.authoring
    computed = f"/authoring/drafts/{room.drafting.begin(item_id, 'Ada').id}"
    wish = NewWish("a-match-to-be-made", "attention", "matching")
    written = f"/authoring/drafts/{room.beginning.new(wish, actor='Ada').id}"
    return [written, f"{written}?as=yaml", f"{written}/versions", computed]


def planned(page: Page, served: Served) -> str:
    """Make a plan that leaves something out; its address."""
    page.goto(f"{served.address}/plan")
    page.get_by_label("Day of the exam").fill("2026-12-21")
    page.get_by_label("Minutes a day").fill("10")
    page.get_by_label("Time zone").fill("Europe/Berlin")
    page.get_by_role("button", name="Make the plan").click()
    page.get_by_role("heading", name="Your plan").wait_for()
    return page.url


def remarked(page: Page, served: Served, feedback: str) -> list[str]:
    """Flag, note and report on an answered question; the addresses of the pages about one's own data."""
    page.goto(feedback)
    page.get_by_role("button", name="Flag this question").click()
    page.get_by_text("Write a note to yourself").click()
    page.get_by_label("Note to yourself").fill("Look it up")
    page.get_by_role("button", name="Save the note").click()
    page.get_by_text("Report a fault in this question").click()
    page.get_by_label("What is wrong?").select_option("wording")
    page.get_by_label("In your words").fill("A comma is missing")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("The answer will stand here.")).to_be_visible()
    return [
        "/progress/import",
        "/progress/forget",
        "/forgotten",
        "/settings",
        "/shortcuts",
        "/calculator?line=1/3&expression=ans*",
        "/calculator?expression=1/3",
    ]


def open_folds(page: Page) -> None:
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
