"""What holds for every page: well-formed, labelled, named, no inline style or script, and the safety headers."""

import pytest

from tests.web.candidate import candidate
from tests.web.conflicting import CONFLICTS, DIFF, ONE, conflict
from tests.web.html_page import HtmlPage
from tests.web.importing import send_file
from tests.web.product import Product, right_answer, slip_answer
from tests.web.visitor import Visitor

LAB = [
    "/lab",
    "/lab?start=mixed-signs&slip=swap-query-value&mask=causal",
    "/lab?q=x&paste-v=1+2%0A3&slip=none-such",
]
EXPERIMENTS = ["/experiments", "/experiments/pair?d_k=16", "/experiments/variance?largest=0"]
OPEN = [
    "/",
    "/practice",
    "/progress",
    "/progress/import",
    "/forgotten",
    "/plan",
    "/about",
    "/settings",
    "/shortcuts",
    "/tour/1",
    "/tour/2?option=2",
    "/tour/3",
    "/tour/4",
    "/tour/5",
    "/calculator",
    "/calculator?line=1%2B1&expression=ans*3",
    "/calculator?line=1%2B1&expression=ans*",
    "/exams",
    "/exams/ncp-genl",
    "/exams/attention-exam",
    "/exams/attention-exam?step=rules",
    "/exams/attention-exam?step=rules&agree=yes",
    "/exams/tutorial",
    "/exams/tutorial?at=2&option-2=1&strike-2=3&flagged-1=1",
    "/exams/tutorial?at=3&number-3=x",
    "/exams/tutorial?go=review",
    "/exams/tutorial?go=end",
    "/exams/tutorial?go=over",
    "/no-such-page",
    *LAB,
    *EXPERIMENTS,
]
OWN = ["/progress/import", "/progress/forget"]
WITHIN = ["/", "/plan", "/practice", "/progress", "{practice}/items/4", "{practice}/summary", *OWN]
ANSWERED = [
    "{practice}/items/1",
    *[f"{{practice}}/items/{n}/feedback" for n in (1, 2, 3)],
    "{practice}/items/2/proof",
]
INSTRUCTOR = [
    "/authoring/registry",
    "/authoring/registry/new",
    "/authoring/registry/no-scale",
    "/authoring/banks/new",
    "/authoring/banks/attention/about",
    "/authoring/reports",
    "/authoring/reports/1",
    "/authoring",
    "/authoring/banks/attention",
    "/authoring/items/two-facts-about-a-query",
    "/authoring/items/two-facts-about-a-query/history",
    "/authoring/review",
    "/exams/watch?show=all",
    "/exams/watch/{sitting}?events=all",
    "/exams/rulings",
    "/exams/rulings/two-facts-about-a-query",
    "/exams/receipts",
    "/authoring/items/two-facts-about-a-query/statistics",
    "/authoring/banks/attention/statistics",
    "/authoring/images",
    "/authoring/exports?format=gift&ids=two-facts-about-a-query",
    "/authoring/paper",
    "/authoring/items/weights-row-typed/variants",
    "/authoring/items/weights-row-typed/variants/{variant}",
    CONFLICTS,
    ONE,
    DIFF,
]
SITTING = ["/items/1", "/items/3", "/items/4", "/notes", "/review", "/end", "/end?asked=once"]
OVER = ["/over", "/report", "/report/items/1", "/report/items/7?show=wrong"]


@pytest.fixture(scope="module")
def learner(walked_product: Product) -> Visitor:
    """A visitor with three answers in a practice, and an open fourth question."""
    product, visitor = walked_product, Visitor(walked_product.application())
    chosen = product.with_slip("weights-row-choice", "no-scale")
    typed, concept, _ = product.will_ask("weights-row-typed", "state-the-formula", "two-facts-about-a-query")
    product.chance.lined_up.insert(0, chosen)
    visitor.begin()
    for given in (slip_answer(chosen, "no-scale"), slip_answer(typed, "no-scale"), right_answer(concept)):
        visitor.answer(given)
        assert visitor.status == 200
        visitor.send("/next")
    return visitor


def remark(learner: Visitor, feedback: str) -> None:
    """Flag, note and report, so that the pages have all of these to show."""
    learner.get(feedback)
    learner.send("/flag")
    learner.send("/note", ("text", "To look up"))
    learner.send("/report", ("kind", "wording"), ("text", "A comma"))


def exam_pages(learner: Visitor, product: Product) -> dict[str, HtmlPage]:
    """The pages of a sitting from its begin to its report, by address."""
    sat = candidate(learner.client.app, product)  # type: ignore[arg-type]
    found = {sat.root: sat.go()}
    sat.begin()
    for tail in SITTING:
        found[sat.root + tail] = sat.go(tail)
        assert sat.at == tail.partition("?")[0]
    sat.press("end")
    for tail in OVER:
        found[sat.root + tail] = sat.go(tail)
        assert sat.at == tail.partition("?")[0]
    return found


def sitting_of(pages: dict[str, HtmlPage]) -> str:
    return next(path for path in pages if path.startswith("/exams/sittings/")).split("/")[3]


@pytest.fixture(scope="module")
def pages(learner: Visitor, walked_product: Product) -> dict[str, HtmlPage]:
    """Every page of the site, by address."""
    product = walked_product
    practice = learner.path.partition("/items/")[0]
    remark(learner, f"{practice}/items/1/feedback")
    learner.get("/plan")
    learner.send("/plan", ("exam_day", "2026-12-21"), ("minutes", "10"), ("zone", "Asia/Tokyo"))
    stranger = Visitor(learner.client.app)  # type: ignore[arg-type]
    found = {f"open {path}": stranger.get(path) for path in OPEN}
    link = f"/instructor/{product.house.services.instructor.new_link_token()}"
    found[link] = learner.get(link)
    learner.send(link, ("name", "Ada"))
    found |= exam_pages(learner, product)
    conflict(product)
    variant = product.variants("weights-row-typed")[0].id
    for path in WITHIN + ANSWERED + INSTRUCTOR:
        names = {"practice": practice, "sitting": sitting_of(found), "variant": variant}
        found[path] = learner.get(path.format(**names))
        assert learner.status == 200, path
    learner.get(f"/authoring/items/weights-row-typed/variants/{variant}")
    found["/authoring/items/weights-row-typed/variants/proof"] = learner.send("/proof")
    learner.get("/authoring/paper")
    found["/authoring/paper/one"] = learner.send("/authoring/paper", ("count", "6"))
    paper = learner.path
    found |= {f"{paper}/{tail}": learner.get(f"{paper}/{tail}") for tail in ("questions", "answers")}
    found["/authoring/imports"] = send_file(learner)
    found["/authoring/imports/one"] = learner.get(f"{learner.path}/questions/1")
    learner.get(f"{practice}/items/4")
    found["invalid"] = learner.send("/response")
    assert learner.status == 422
    return found


def test_every_page_says_its_language_its_title_and_one_first_heading(pages: dict[str, HtmlPage]) -> None:
    for path, page in pages.items():
        assert page.one("html").attrs["lang"] == "en", path
        (title,) = (one for one in page.all("title") if not one.inside("svg"))
        assert title.text.endswith(" – Keyed"), path
        assert len(title.text) > len(" – Keyed"), path
        assert len(page.all("h1")) == 1, path
        assert page.one("main").attrs["id"] == "main", path


def test_no_two_pages_of_a_learner_have_the_same_title_unless_they_are_the_same(
    pages: dict[str, HtmlPage],
) -> None:
    titles = [page.one("title").text for path, page in pages.items() if "items/" in path]
    assert len(titles) == len(set(titles))


def test_ids_are_unique_and_what_refers_to_them_finds_them(pages: dict[str, HtmlPage]) -> None:
    for path, page in pages.items():
        ids = [one.attrs["id"] for one in page.elements if "id" in one.attrs]
        assert len(ids) == len(set(ids)), path
        for one in page.elements:
            for name in ("for", "aria-labelledby", "aria-describedby"):
                assert set(one.attrs.get(name, "").split()) <= set(ids), (path, one.tag, one.attrs)
            if one.attrs.get("href", "").startswith("#"):
                assert one.attrs["href"][1:] in ids, (path, one.attrs)


def test_every_field_has_a_label(pages: dict[str, HtmlPage]) -> None:
    for path, page in pages.items():
        labelled = {label.attrs.get("for") for label in page.all("label")}
        for field in [*page.all("input"), *page.all("textarea"), *page.all("select")]:
            if field.attrs.get("type") != "hidden":
                assert field.attrs.get("id", "") in labelled or field.inside("label"), (path, field.attrs)


def test_every_table_has_headings_with_a_scope_and_a_name(pages: dict[str, HtmlPage]) -> None:
    for path, page in pages.items():
        for table in page.all("table"):
            named = "aria-labelledby" in table.attrs or any(
                caption.parent is table for caption in page.all("caption")
            )
            assert named, (path, table.attrs)
        for heading in page.all("th"):
            assert heading.attrs.get("scope") in {"row", "col", "rowgroup"}, (path, heading.text)


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(pages: dict[str, HtmlPage]) -> None:
    for path, page in pages.items():
        assert not page.all("style"), path
        for one in page.elements:
            assert "style" not in one.attrs, (path, one.tag)
            assert not any(name.startswith("on") for name in one.attrs), (path, one.attrs)
            for name in ("src", "action"):
                assert one.attrs.get(name, "/").startswith("/"), (path, one.attrs)
            if one.tag == "link":
                assert one.attrs["href"].startswith("/static/"), path
        for script in page.all("script"):
            assert script.attrs["src"].startswith("/static/"), path
            assert not script.text, path


def test_every_form_that_changes_something_carries_the_visitors_token(pages: dict[str, HtmlPage]) -> None:
    for path, page in pages.items():
        if path.startswith("open"):
            continue
        for form in page.all("form", method="post"):
            fields = [one.attrs for one in page.all("input", name="csrf_token") if one.inside("form") is form]
            changes_nothing = form.attrs["action"] == "/lab"  # sent in a body only because it can be long
            if not form.attrs["action"].startswith("/instructor/") and not changes_nothing:
                assert [len(one["value"]) for one in fields] == [43], (path, form.attrs)


def test_no_page_but_a_papers_answers_and_those_of_variants_prints_the_name_of_one(
    pages: dict[str, HtmlPage], walked_product: Product
) -> None:
    product = walked_product
    names = {variant.id for item in product.items() for variant in product.variants(item)}
    for path, page in pages.items():
        written = page.one("html").text + " ".join(
            value for one in page.elements for value in one.attrs.values()
        )
        printed = [name for name in names if name in written]
        answers = path.startswith("/authoring/paper/") and path.endswith("/answers")
        assert bool(printed) == (answers or "/variants" in path), path


def test_the_minus_sign_is_a_true_one(visitor: Visitor, product: Product) -> None:
    product.will_ask("weights-row-typed")
    visitor.begin()
    visitor.answer(("-0.5", "0.5", "1"))
    cells = [cell.text for cell in visitor.page.all("td", data_column="Yours")]
    assert any(text.startswith("−0.5") for text in cells)
    assert not any("-0.5" in text for text in cells)


def test_matrices_have_names_for_rows_and_their_own_sign(pages: dict[str, HtmlPage]) -> None:
    page = pages["{practice}/items/1"]
    tables = [table for table in page.all("table") if "matrix" in table.attrs["class"]]
    assert [table.attrs["class"] for table in tables[:2]] == ["matrix Q", "matrix K"]
    rows = [heading.text for heading in page.all("th", scope="row") if heading.inside("table") is tables[0]]
    assert rows[:2] == ["A", "B"]


def test_weights_are_shaded_by_class_with_their_number_printed(pages: dict[str, HtmlPage]) -> None:
    """The lesson's first example: 0.506, 0.186, 0.307; without the scale 0.665, 0.090, 0.245."""
    page = pages["{practice}/items/2/feedback"]
    shades = [span.attrs["class"] for span in page.all("span") if span.attrs.get("class", "").startswith("w")]
    assert shades == ["w5", "w2", "w3", "w7", "w1", "w2"]


@pytest.mark.parametrize("n", [1, 2])
def test_the_worked_page_marks_where_the_two_ways_part(pages: dict[str, HtmlPage], n: int) -> None:
    page = pages[f"{{practice}}/items/{n}/feedback"]
    (row,) = page.all("tr", class_="parts")
    assert row.text.strip().startswith("Divide by")
    assert "here the ways part" in row.text
