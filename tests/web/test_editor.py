"""The editor without script: a question from nothing to a text without faults, its two views, undoing, and two who save."""

from datetime import timedelta

import pytest
from fastapi import FastAPI

from app.store.drafts import draft_of_item
from app.store.unit import reading
from tests.web.drafting import BELIEF, begun, found, written_out
from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.visitor import Visitor

NAME = "a-new-question"


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


def text_of(product: Product, item_id: str = NAME) -> str:
    with reading(product.house.database) as unit:
        draft = draft_of_item(unit, item_id)
    assert draft is not None
    return draft.text


def test_nobody_but_an_instructor_opens_or_changes_anything(
    instructor: Visitor, visitor: Visitor, product: Product
) -> None:
    address = begun(instructor)
    visitor.begin()
    before = text_of(product)
    views = ("", "?as=yaml", "/versions")
    for path in [address + view for view in views] + [
        "/authoring/new",
        "/authoring/misconceptions/" + BELIEF,
    ]:
        visitor.get(path)
        assert visitor.status == 403, path
        assert NAME not in visitor.page.one("main").text
    fields = [("version", "1"), ("as", "yaml"), ("text", "stem: theirs"), ("actor", "Eve"), ("to", "1")]
    for act in ("", "/saves", "/preview", "/undo", "/discard"):
        visitor.post(address + act, fields)
        assert visitor.status == 403, act
        instructor.post(address + act, fields)  # without the token of the form
        assert instructor.status == 403, act
    assert text_of(product) == before


def test_a_question_is_written_in_the_form_until_nothing_is_missing(
    instructor: Visitor, product: Product
) -> None:
    address = begun(instructor)
    assert "faults to mend" in found(instructor)
    assert instructor.page.one("p", id="f-stem-fault").text == "Is missing. Write this field."
    written_out(instructor, address)
    assert found(instructor).startswith(("✓", "No fault")), instructor.page.one("ul", id="found-list").text
    shown = instructor.page.one("div", id="preview")
    assert "The standard deviation of a score" in shown.text
    assert "Why, and why not the others" in shown.text
    assert instructor.page.all("math")
    note = instructor.page.one("div", id="f-options-2-misconception-belief").text
    assert "They believe: The division by" in note
    text = text_of(product)
    assert f"misconception: {BELIEF}\n" in text
    made = product.house.services.authoring.publishing()
    with reading(product.house.database) as unit:
        draft = draft_of_item(unit, NAME)
    assert draft is not None
    assert made.ready(draft).item_id == NAME


def test_members_are_added_moved_and_taken_out(instructor: Visitor) -> None:
    address = begun(instructor)
    written_out(instructor, address)
    instructor.send(address, ("act", "add options"))
    assert instructor.response.url.fragment == "list-options-5"
    assert instructor.page.one("input", name="options.count").attrs["value"] == "5"
    instructor.send(address, ("act", "up options 2"))
    assert instructor.response.url.fragment == "list-options-1"
    assert instructor.page.one("fieldset", id="list-options-1")
    assert instructor.page.one("textarea", id="f-options-1-text").text.strip() == "The sum of a row"
    instructor.send(address, ("act", "drop options 5"))
    assert instructor.page.one("input", name="options.count").attrs["value"] == "4"
    assert found(instructor).startswith(("✓", "No fault"))


def test_the_text_keeps_its_comments_when_the_form_changes_it(instructor: Visitor, product: Product) -> None:
    address = begun(instructor)
    written_out(instructor, address)
    commented = "# by hand\n" + text_of(product).replace(
        "level: mechanism", "level: mechanism  # or derivation"
    )
    instructor.get(f"{address}?as=yaml")
    instructor.send(address, ("text", commented))
    instructor.get(address)
    instructor.send(address, ("level", "derivation"))
    text = text_of(product)
    assert text.startswith("# by hand\n")
    assert "level: derivation  # or derivation" in text


def test_faults_of_the_text_stand_at_their_lines_and_what_was_typed_stays(instructor: Visitor) -> None:
    address = begun(instructor)
    instructor.get(f"{address}?as=yaml")
    instructor.send(address, ("text", "\nid: other\nkind: single_choice\nlevel: deep\n"))
    typed = instructor.page.one("textarea", id="text").text.removeprefix("\n")
    assert typed == "\nid: other\nkind: single_choice\nlevel: deep\n"
    list_text = instructor.page.one("ul", id="found-list").text
    assert "Line 4" in list_text
    assert "deep" in list_text
    instructor.send(address, ("text", "stem: [never closed"))
    assert "not YAML" in instructor.page.one("ul", id="found-list").text
    instructor.get(address)
    assert not instructor.page.all("textarea", name="stem")
    assert "comes back when the text can be read" in instructor.page.one("main").text


def test_undo_goes_back_step_by_step_and_forward_again(instructor: Visitor, product: Product) -> None:
    address = begun(instructor)
    for stem in ("First", "Second"):
        instructor.get(address)
        instructor.send(address, ("stem", stem))
    steps = []
    for act in ("Undo", "Undo", "Redo", "Redo"):
        form = next(
            one
            for one in instructor.page.all("form")
            if one.attrs["action"].endswith("/undo") and act in one.text
        )
        to = next(one for one in instructor.page.all("input", name="to") if one.inside("form") is form)
        fields = [field for field in instructor.page.form("/undo").fields if field[0] != "to"]
        instructor.post(form.attrs["action"], [*fields, ("to", to.attrs["value"])])
        steps.append(text_of(product).partition("stem: ")[2].split("\n")[0])
    assert steps == ["First", "", "First", "Second"]
    instructor.get(f"{address}/versions")
    assert len([one for one in instructor.page.all("tr") if one.inside("tbody")]) == 7
    instructor.send("/undo", ("to", "2"))
    assert "stem: First" in text_of(product)


def test_two_who_save_lose_nothing(instructor: Visitor, product: Product) -> None:
    address = begun(instructor)
    instructor.get(address)
    stale = instructor.page
    instructor.send(address, ("stem", "Hers"))
    instructor.page = stale
    instructor.send(address, ("stem", "Mine, later"), ("actor", "Grace"))
    assert instructor.status == 409
    both = instructor.page.one("table").text
    assert "stem: Hers" in both
    assert "stem: Mine, later" in both
    assert "stem: Hers" in text_of(product)
    assert instructor.page.one("input", name="actor").attrs["value"] == "Grace"
    instructor.send(address)
    assert instructor.status == 200
    assert "stem: Mine, later" in text_of(product)


def test_a_name_is_asked_for_and_what_was_typed_stays(instructor: Visitor, product: Product) -> None:
    address = begun(instructor)
    before = text_of(product)
    instructor.get(address)
    instructor.send(address, ("stem", "Typed <b>and</b> kept"), ("actor", " "))
    assert instructor.status == 400
    assert instructor.page.one("textarea", id="f-stem").text.strip() == "Typed <b>and</b> kept"
    assert "Write your name" in instructor.page.one("p", id="actor-fault").text
    assert text_of(product) == before
    instructor.send(address, ("actor", "Grace Hopper"))
    assert "Typed <b>and</b> kept" in text_of(product)
    assert instructor.page.one("input", id="actor").attrs["value"] == "Grace Hopper"


@pytest.mark.parametrize("kind", ["multiple_select", "matching", "ordering", "numbers"])
def test_every_kind_has_a_form_and_a_preview_while_it_is_written(instructor: Visitor, kind: str) -> None:
    address = begun(instructor, kind=kind)
    instructor.send(address, ("stem", "A stem that is seen at once"))
    assert "A stem that is seen at once" in instructor.page.one("div", id="preview").text
    ids = [one.attrs["id"] for one in instructor.page.elements if "id" in one.attrs]
    assert len(ids) == len(set(ids))
    labels = {one.attrs.get("for") for one in instructor.page.all("label")}
    fields = [one for tag in ("input", "select", "textarea") for one in instructor.page.all(tag)]
    hidden = {"hidden", "checkbox", "radio"}
    assert {one.attrs["id"] for one in fields if one.attrs.get("type") not in hidden} - {None} <= labels


def test_a_new_question_never_takes_the_name_of_another(instructor: Visitor, product: Product) -> None:
    for name in (product.items()[0], "!?", "long " * 20, ""):
        instructor.get("/authoring/new")
        instructor.send("/new", ("name", name.strip()), ("kind", "matching"))
        assert instructor.status == 400, name
        assert instructor.page.one("p", id="name-fault").text
        assert instructor.page.one("input", id="name").attrs["value"] == name.strip()
        chosen = [one for one in instructor.page.all("input", name="kind") if "checked" in one.attrs]
        assert [one.attrs["value"] for one in chosen] == ["matching"]


def test_a_question_is_named_by_its_words_and_keeps_them(instructor: Visitor) -> None:
    stem = "  What are\n  $Q$ and $K$?"
    for name, called in (
        ("", "what-are-q-and-k"),
        ("", "what-are-q-and-k-2"),
        ("Two Letters", "two-letters"),
    ):
        instructor.get("/authoring/new")
        instructor.send("/new", ("stem", stem), ("name", name), ("kind", "multiple_select"))
        assert instructor.page.one("h1").text == called
        assert instructor.page.one("textarea", id="f-stem").text.strip() == "What are\n  $Q$ and $K$?"
    instructor.get(f"{instructor.path}?as=yaml")
    text = instructor.page.one("textarea", id="text").text
    assert text.index("choose:") < text.index("stem:") < text.index("options:")
    instructor.get("/authoring/new")
    instructor.send("/new", ("stem", "Which weights?"), ("kind", "drawn_numbers"))
    assert instructor.page.one("h1").text == "which-weights"


def test_a_draft_is_given_up_and_what_is_published_stays(instructor: Visitor, product: Product) -> None:
    address = begun(instructor)
    instructor.get(address)
    instructor.send("/discard")
    assert instructor.path == "/authoring/items"
    instructor.get(address)
    assert instructor.status == 404
    item = product.items()[0]
    instructor.get(f"/authoring/items/{item}")
    instructor.send("/edit")
    address = instructor.path
    instructor.send("/discard")
    assert instructor.path == f"/authoring/items/{item}"
    assert item in product.items()


def test_a_typed_number_is_written_in_the_form(instructor: Visitor, product: Product) -> None:
    address = begun(instructor, kind="numbers")
    right, wrong = "fields[1].accepted[1]", "fields[1].wrong[1]"
    instructor.send(
        address,
        ("stem", "How many scores does one head compute for a sequence of 12 tokens?"),
        ("source.citation", "Vaswani et al. 2017, equation 1"),
        ("fields[1].label", "Scores"),
        ("fields[1].decimals", "0"),
        (f"{right}.value", "144"),
        (f"{right}.tolerance.kind", "absolute"),
        (f"{right}.rationale", "Each of 12 Queries is compared with each of 12 Keys."),
        (f"{wrong}.value", "12"),
        (f"{wrong}.misconception", BELIEF),
        (f"{wrong}.rationale", "That is one for each token alone."),
    )
    fault = instructor.page.one("p", id="f-fields-1-accepted-1-tolerance-amount-fault")
    assert fault.text == "Is missing. A tolerance of kind absolute needs it."
    instructor.send(address, (f"{right}.tolerance.amount", "0.5"))
    assert "fault" not in found(instructor).replace("No fault", ""), found(instructor)
    assert "there is no check that expects right or wrong or invalid" in instructor.page.one("main").text
    assert "Each of 12 Queries" in instructor.page.one("div", id="preview").text
    text = text_of(product)
    assert "fields:\n  - label: Scores\n    decimals: 0\n    accepted:\n" in text
    assert "- {value: 144, tolerance: {kind: absolute, amount: 0.5}, rationale: " in text
    instructor.send(address, ("act", "add fields[1].wrong"))
    assert instructor.page.one("input", name="fields[1].wrong.count").attrs["value"] == "2"
    made = product.house.services.authoring.publishing()
    instructor.send(address, ("act", "drop fields[1].wrong 2"))
    with reading(product.house.database) as unit:
        draft = draft_of_item(unit, NAME)
    assert draft is not None
    assert made.ready(draft).revision.item.header.kind == "numbers"


def test_the_script_saves_and_its_many_versions_are_thinned(instructor: Visitor, product: Product) -> None:
    address = begun(instructor)
    fields = dict(instructor.page.form(address).fields) | {"as": "yaml"}
    for n in range(2, 26):
        product.clock.move_to(product.clock.now() + timedelta(seconds=300 if n == 25 else 2))
        instructor.post(
            f"{address}/saves", list((fields | {"version": str(n - 1), "text": f"stem: {n}\n"}).items())
        )
        assert instructor.response.json()["version"] == n
    instructor.get(f"{address}/versions")
    kept = [int(one.text) for one in instructor.page.all("th", scope="row")]
    assert kept[0] == 25
    assert kept[-1] == 1
    assert len(kept) < 8
    assert text_of(product) == "stem: 25\n"
    instructor.post(f"{address}/saves", list((fields | {"version": "3", "text": "late"}).items()))
    assert instructor.status == 409
    assert instructor.response.json()["stale"]
    instructor.post(f"{address}/saves", list((fields | {"version": "25", "actor": "", "text": "x"}).items()))
    assert "Write your name" in instructor.response.json()["sentence"]
    instructor.post(f"{address}/preview", list((fields | {"text": "kind: matching\nstem: $x\n"}).items()))
    found = instructor.response.json()
    assert any(one["line"] == 2 and "without its partner" in one["sentence"] for one in found["faults"])
    assert text_of(product) == "stem: 25\n"


def test_a_bank_that_cannot_be_is_told_at_the_field_that_names_it(instructor: Visitor) -> None:
    """The list beside it has a good bank chosen, and is not what has to be mended."""
    instructor.get("/authoring/new")
    instructor.send("/new", ("stem", "What is masked?"), ("bank-other", "New"))
    assert instructor.status == 400
    assert "The names new and lab are taken" in instructor.page.one("p", id="bank-other-fault").text
    field = instructor.page.one("input", id="bank-other")
    assert (field.attrs["value"], field.attrs["aria-invalid"]) == ("New", "true")
    assert field.attrs["aria-describedby"] == "bank-other-hint bank-other-fault"
    assert "aria-invalid" not in instructor.page.one("select", id="bank").attrs
