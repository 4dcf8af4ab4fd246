"""Drafts made through the pages, for the tests of the editor."""

from tests.web.visitor import Visitor

BELIEF = "scale-normalises-rows"


def begun(instructor: Visitor, name: str = "a-new-question", kind: str = "single_choice") -> str:
    """A new draft by the template of a kind; its address."""
    instructor.get("/authoring/new")
    instructor.send("/new", ("name", name), ("kind", kind))
    assert instructor.status == 200, instructor.page.one("main").text
    assert instructor.path.startswith("/authoring/drafts/")
    return instructor.path


def written_out(instructor: Visitor, address: str) -> None:
    """Fill the form of a single choice so that nothing is missing."""
    instructor.get(address)
    texts = (
        "The standard deviation of a score",
        "The sum of a row",
        "The length of a Query",
        "The cost of a row",
    )
    options = [
        field
        for n, text in enumerate(texts, 1)
        for field in (
            (f"options[{n}].text", text),
            (f"options[{n}].rationale", "Dividing by the root changes how far scores spread."),
            (f"options[{n}].misconception", "" if n == 1 else BELIEF),
        )
    ]
    instructor.send(
        address,
        ("stem", "What does dividing by $\\sqrt{d_k}$ keep the same?"),
        ("source.citation", "Vaswani et al. 2017, section 3.2.1"),
        *options,
    )


def found(instructor: Visitor) -> str:
    """What the page says was found."""
    return instructor.page.one("p", id="found-count").text
