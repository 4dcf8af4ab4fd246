"""Banks and misconceptions made in the browser: from nothing to a question that uses them, and nothing typed is lost."""

from fastapi import FastAPI

from tests.web.drafting import begun
from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.visitor import Visitor

BANK = (
    ("title", "Linear <b>algebra</b>"),
    ("id", "linear-algebra"),
    ("description", "Vectors and matrices."),
    ("licence", "CC BY 4.0"),
)
BELIEF = (
    ("belief", "A row is the same as a column, as $x$ shows."),
    ("truth", "They differ."),
    ("name", "Rows as columns"),
    ("slug", "rows-are-columns"),
    ("theme", "linear-algebra"),
)


def faults(visitor: Visitor) -> dict[str, str]:
    return {one.attrs["id"].removesuffix("-fault"): one.text for one in visitor.page.all("p", class_="fault")}


def test_a_bank_a_question_and_what_a_distractor_stands_for(app: FastAPI, product: Product) -> None:
    instructor = instructor_of(app, product)
    instructor.get("/authoring/banks/new")
    instructor.send("/banks/new", *BANK[:1], ("id", "Not so"))
    assert instructor.status == 400
    assert faults(instructor).keys() == {"id", "description", "licence"}
    assert dict(instructor.page.form("/banks/new").fields)["title"] == BANK[0][1]
    instructor.send("/banks/new", *BANK)
    assert instructor.path == "/authoring/banks/linear-algebra"
    assert instructor.page.one("h1").text == BANK[0][1]
    instructor.get("/authoring/new")
    instructor.send("/new", ("name", "a-first-one"), ("bank", "linear-algebra"))
    draft = instructor.path
    instructor.send(draft, ("stem", "What is a row?"), ("act", "belief options[2].misconception"))
    assert instructor.path == "/authoring/registry/new"
    instructor.send("/registry/new", *BELIEF[:-1], ("theme", "Not so"))
    assert faults(instructor).keys() == {"theme"}
    instructor.send("/registry/new", *BELIEF)
    assert instructor.path == draft
    assert "rows-are-columns" in {one.attrs.get("value") for one in instructor.page.all("option")}
    assert instructor.response.url.fragment == "f-options-2-misconception"
    assert (
        "A row is the same as a column"
        in instructor.page.one("div", id="f-options-2-misconception-belief").text
    )
    assert "is not in the registry" not in instructor.response.text
    learner = Visitor(app)
    learner.get("/misconceptions")
    assert "Rows as columns" in learner.response.text
    learner.get("/misconceptions/rows-are-columns")
    assert learner.status == 200


def test_names_that_are_left_out_are_made_of_the_words(app: FastAPI, product: Product) -> None:
    instructor = instructor_of(app, product)
    instructor.get("/authoring/banks/new")
    instructor.send("/banks/new", *(one for one in BANK if one[0] != "id"))
    assert instructor.path == "/authoring/banks/linear-algebra"
    instructor.get("/authoring/registry/new")
    instructor.send("/registry/new", *BELIEF[:2], ("name", "…"))
    assert faults(instructor).keys() == {"slug"}
    instructor.send("/registry/new", *BELIEF[:3])
    assert instructor.path == "/authoring/registry/rows-as-columns"
    instructor.get("/authoring/registry/new")
    instructor.send("/registry/new", *BELIEF[:3])
    assert faults(instructor).keys() == {"slug"}, "it would be the second of that name"


def test_who_comes_second_sees_what_the_first_one_wrote(app: FastAPI, product: Product) -> None:
    instructor, second = instructor_of(app, product), instructor_of(app, product)
    address = "/authoring/registry/output-is-weights"
    for one in (instructor, second):
        one.get(address)
    instructor.send(address, ("belief", "The first one’s."), ("act", "save"))
    assert instructor.path == address
    second.send(address, ("belief", "The second one’s."), ("act", "save"))
    assert second.status == 409
    assert dict(second.page.form(address).fields)["belief"] == "The second one’s."
    assert "The first one’s." in second.page.one("main").text
    second.send(address, ("act", "save"))
    instructor.get(address)
    assert dict(instructor.page.form(address).fields)["belief"] == "The second one’s."


def test_an_image_is_taken_in_on_the_way_and_leads_back(app: FastAPI, product: Product) -> None:
    instructor = instructor_of(app, product)
    draft = begun(instructor)
    instructor.send(draft, ("stem", "What does the plot show?"), ("act", "image"))
    assert instructor.path == "/authoring/images"
    assert draft in {one.attrs.get("href") for one in instructor.page.all("a")}
    assert dict(instructor.page.form("/authoring/images").fields)["draft"] == draft.rpartition("/")[2]


def test_only_instructors_and_only_by_our_form(app: FastAPI, product: Product) -> None:
    learner = Visitor(app)
    for address in ("/authoring/registry", "/authoring/registry/new", "/authoring/banks/new"):
        learner.get(address)
        assert learner.status == 403
    instructor = instructor_of(app, product)
    instructor.get("/authoring/banks/new")
    instructor.send("/banks/new", *BANK, ("csrf_token", "another"))
    assert instructor.status == 403
    instructor.get("/authoring/banks/linear-algebra/about")
    assert instructor.status == 404
