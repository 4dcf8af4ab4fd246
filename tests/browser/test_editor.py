"""The editor with its script: faults at their lines as one types, saved by itself, and nothing lost when the line is cut."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.store.drafts import draft_of_item
from app.store.unit import reading
from tests.browser.conftest import Served
from tests.browser.journeys import come_in_as_instructor, drafted
from tests.browser.test_axe import violations

NAME = "a-match-to-be-made"
KEPT_BEHIND = """() => {
    const form = document.getElementById('draft');
    const other = {version: String(form.elements.version.value - 1), [document.getElementById('f-stem').name]: 'Never came'};
    const fields = [...new FormData(form)].map(([name, value]) => [name, other[name] ?? value]);
    localStorage.setItem(`keyed.editor.${form.dataset.draft}.form`, JSON.stringify({at: 1, fields, sent: 'save'}));
}"""


@pytest.fixture
def complaints() -> list[str]:
    """What the browser's console complains of: a style or an image that the page may not have, or an error."""
    return []


@pytest.fixture
def editor(context: BrowserContext, served: Served, complaints: list[str]) -> Page:
    """The form of a new draft."""
    page = context.new_page()
    page.on("console", lambda one: complaints.append(one.text) if one.type in ("error", "warning") else None)
    page.on("pageerror", lambda one: complaints.append(str(one)))
    come_in_as_instructor(page, served)
    page.goto(served.address + drafted(served, served.product.items()[0])[0])
    return page


def text_of(served: Served) -> str:
    with reading(served.product.house.database) as unit:
        draft = draft_of_item(unit, NAME)
    assert draft is not None
    return draft.text


def test_the_text_is_checked_and_saved_as_one_types(
    editor: Page, served: Served, complaints: list[str]
) -> None:
    editor.goto(f"{editor.url}?as=yaml")
    content = editor.get_by_role("textbox", name="Text (YAML)")
    expect(content).to_be_visible()
    before = editor.locator(".cm-lint-marker-error").count()
    content.press("Control+End")
    content.press_sequentially("# mine\nhue: red")
    expect(editor.locator("#found-list")).to_contain_text("hue")
    assert editor.locator(".cm-lint-marker-error").count() > before
    expect(editor.locator("#save-state")).to_have_text(re.compile("Saved as version 2 at"))
    assert text_of(served).endswith("# mine\nhue: red")
    content.press("Tab")
    expect(content).not_to_be_focused()  # nobody is caught in the text
    editor.get_by_role("button", name="Undo").click()
    editor.wait_for_url("**at=1**")
    assert "hue" not in text_of(served)
    assert complaints == []


def test_the_form_follows_and_what_could_not_be_sent_is_offered_again(
    editor: Page, served: Served, complaints: list[str]
) -> None:
    editor.get_by_label("Question").fill(r"What is $\sqrt{d_k}$?")
    expect(editor.locator("#preview math")).to_be_visible()
    expect(editor.locator("#f-stem-fault")).to_be_hidden()
    editor.locator("#f-choices-1-misconception").select_option("no-scale")
    expect(editor.locator("#f-choices-1-misconception-belief")).to_contain_text("They believe")
    expect(editor.locator("#save-state")).to_have_text(re.compile("Saved as version"))
    assert complaints == []
    editor.route("**/saves", lambda route: route.abort())
    editor.get_by_label("Question").fill("Typed while the line was cut")
    expect(editor.locator("#save-state")).to_contain_text("kept in this browser")
    editor.unroute("**/saves")
    editor.goto(editor.url)
    expect(editor.locator("#left-over")).to_be_visible()
    assert "line was cut" not in text_of(served)
    editor.get_by_role("button", name="Save it now").click()
    expect(editor.get_by_label("Question")).to_have_value("Typed while the line was cut")
    expect(editor.locator("#left-over")).to_be_hidden()
    assert "Typed while the line was cut" in text_of(served)
    editor.get_by_label("Question").fill("Typed and saved at once")
    editor.get_by_role("button", name="Save", exact=True).first.click()
    expect(editor.locator("#draft")).to_have_attribute("data-saved-by", re.compile("."))
    editor.reload()
    expect(editor.get_by_label("Question")).to_have_value("Typed and saved at once")
    expect(editor.locator("#left-over")).to_be_hidden()  # what was saved is not offered again
    editor.evaluate(
        KEPT_BEHIND
    )  # sent to a dead server, while an earlier save of the same person was on its way
    editor.reload()
    expect(editor.locator("#left-over")).to_be_visible()


def test_a_second_tab_that_saves_leads_to_both_texts(
    editor: Page, served: Served, context: BrowserContext
) -> None:
    other = context.new_page()
    other.goto(editor.url)
    other.get_by_label("Question").fill("From the other tab")
    expect(other.locator("#save-state")).to_have_text(re.compile("Saved as version 2"))
    editor.get_by_label("Question").fill("From this tab")
    editor.get_by_role("button", name="Compare both texts").click()
    expect(editor.get_by_role("heading", name="Two versions")).to_be_visible()
    expect(editor.locator("table")).to_contain_text("From the other tab")
    expect(editor.locator("table")).to_contain_text("From this tab")
    editor.get_by_role("button", name="Save this").click()
    expect(editor.get_by_role("textbox", name="Text (YAML)")).to_be_visible()
    assert "stem: From this tab" in text_of(served)


def test_variants_stand_beside_each_other(editor: Page, served: Served) -> None:
    drafting = served.product.house.services.authoring.drafting
    computed = f"/authoring/drafts/{drafting.begin('weights-row-typed', 'Ada').id}"
    editor.set_viewport_size({"width": 360, "height": 900})
    editor.goto(f"{served.address}{computed}/sheet?seeds=1+2+3")
    for fold in editor.locator("summary").all():
        fold.evaluate("one => { one.parentElement.open = true; }")
    expect(editor.get_by_role("heading", name="Seed 1")).to_be_visible()
    expect(editor.locator(".proof").first).to_be_visible()
    assert violations(editor, "the sheet of variants") == []
    for width in (360, 1280):  # the wider one has two beside each other, each with its proofs
        editor.set_viewport_size({"width": width, "height": 900})
        assert editor.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    editor.get_by_label("Pin these numbers").first.check()
    editor.get_by_role("button", name="Draw").click()
    expect(editor.get_by_label("Pin these numbers").first).to_be_checked()


def test_another_recipe_brings_its_fields_as_it_is_chosen(editor: Page, served: Served) -> None:
    draft = served.product.house.services.authoring.drafting.begin("weights-row-typed", "Ada")
    editor.goto(f"{served.address}/authoring/drafts/{draft.id}")
    entries = editor.get_by_label(re.compile("^Entries"))
    entries.fill("0 to 1")
    editor.get_by_label("Recipe").select_option("masked-weight")
    expect(editor.locator("#f-settings-scores")).to_be_visible()
    expect(editor.get_by_label("Setting “entries”")).to_have_value("0 to 1")
    assert violations(editor, "the fields of another recipe") == []


def test_a_check_shows_the_fields_of_its_answer_and_what_it_came_to(editor: Page, served: Served) -> None:
    draft = served.product.house.services.authoring.drafting.begin("keys-and-values-at-hand", "Ada")
    editor.goto(f"{served.address}/authoring/drafts/{draft.id}")
    editor.get_by_role("button", name="Add a check").click()
    check = editor.locator("#list-checks-1")
    ticks = check.get_by_role("group", name="Options that are chosen")
    expect(ticks).to_be_visible()
    expect(check.get_by_label("Misconception that is made")).to_be_hidden()
    check.get_by_label("Answered by").select_option("The right answer")
    expect(ticks).to_be_hidden()
    check.get_by_label("Should be").select_option("Right")
    expect(check.get_by_text("Came out right.")).to_be_visible()
    check.get_by_label("Should be").select_option("Wrong, wholly or in part")
    expect(check.get_by_text("Came out right, and should be wrong.")).to_be_visible()
    expect(check.get_by_label("Told of the misconception")).to_be_visible()
    assert violations(editor, "a check of one's own") == []


def test_coming_back_without_a_script_fills_no_old_text_into_a_newer_version(
    browser: Browser, served: Served
) -> None:
    """A browser fills what was typed into the same form again; over what somebody saved meanwhile it must not."""
    page = browser.new_context(java_script_enabled=False).new_page()
    come_in_as_instructor(page, served)
    drafting = served.product.house.services.authoring.drafting
    address = served.address + drafted(served, served.product.items()[0])[0]
    draft = drafting.draft(address.rpartition("/")[2])
    question = page.get_by_label("Question")
    page.goto(address)
    question.fill("Typed, and not saved")
    page.goto(f"{served.address}/authoring")
    page.go_back()
    expect(question).to_have_value("Typed, and not saved")
    page.goto(f"{served.address}/authoring")
    drafting.save(draft.id, draft.version, f"{draft.text}# hers\n", actor="Grace")
    page.go_back()
    expect(page.locator("#save-state")).to_have_text("Saved as version 2")
    expect(question).to_have_value("")
    page.get_by_role("button", name="Save", exact=True).first.click()
    page.wait_for_url(f"{address}#save-state")
    assert text_of(served).endswith("# hers\n")
    page.context.close()
