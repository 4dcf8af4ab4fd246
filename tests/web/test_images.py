"""Images in the text of questions: taken in from instructors, shown to learners, described, and never fetched elsewhere."""

import io

import pytest
from fastapi import FastAPI
from PIL import Image

from app.web.markup import block, inline
from tests.web.drafting import begun
from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.visitor import SAME_ORIGIN, Visitor

ID = "0123456789abcdef" * 2


def png(colour: str = "teal") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(out, "PNG")
    return out.getvalue()


def give(visitor: Visitor, content: bytes, token: str | None = None) -> int:
    """Send a file by the form of the page; the status where it ends."""
    form = visitor.page.form("/authoring/images") if token is None else None
    value = dict(form.fields)["csrf_token"] if form else token or ""
    visitor.response = visitor.client.post(
        "/authoring/images",
        data={"csrf_token": value, "shows": "A [teal]  plot"},
        files={"file": ("plot.png", content, "image/png")},
        headers=SAME_ORIGIN,
        follow_redirects=False,
    )
    return visitor.response.status_code


def test_an_image_is_taken_in_and_shown(app: FastAPI, product: Product) -> None:
    instructor = instructor_of(app, product)
    instructor.get("/authoring/images")
    assert give(instructor, png()) == 303
    instructor.get(instructor.response.headers["location"])
    (shown,) = instructor.page.all("img")
    assert (shown.attrs["width"], shown.attrs["height"]) == ("40", "30")
    line = instructor.page.all("input", class_="image-line")[0].attrs["value"]
    assert line.startswith(r"![A \[teal\] plot](image:")
    assert f'src="{shown.attrs["src"]}"' in block(line)
    learner = Visitor(app)
    learner.get(shown.attrs["src"])
    assert (learner.status, learner.response.headers["content-type"]) == (200, "image/png")
    assert "immutable" in learner.response.headers["cache-control"]
    assert learner.response.headers["x-content-type-options"] == "nosniff"
    with Image.open(io.BytesIO(learner.response.content)) as again:
        assert again.convert("RGB").getpixel((5, 5)) == (0, 128, 128)
    address = begun(instructor)
    instructor.get(address)
    instructor.send(address, ("stem", line.replace('"40x30"', '"4000x1"')))
    instructor.get(address)
    assert "as 4000x1, and it is 40x30" in instructor.page.one("p", id="f-stem-fault").text


def test_what_is_no_image_is_refused_with_a_sentence(app: FastAPI, product: Product) -> None:
    instructor = instructor_of(app, product)
    instructor.get("/authoring/images")
    assert give(instructor, b"<svg onload='alert(1)'/>") == 400
    assert "no PNG, JPEG or WebP image" in instructor.response.text
    assert product.house.services.images.latest() == []


def test_nobody_else_can_put_an_image_here(app: FastAPI, product: Product) -> None:
    visitor = Visitor(app)
    visitor.get("/authoring/images")
    assert visitor.status == 403
    assert give(visitor, png(), "x" * 43) == 403
    instructor = instructor_of(app, product)
    instructor.get("/authoring/images")
    assert give(instructor, png(), "x" * 43) == 403
    assert product.house.services.images.latest() == []


def test_a_file_beyond_the_limit_is_refused_before_it_is_read(app: FastAPI, product: Product) -> None:
    instructor = instructor_of(app, product)
    instructor.get("/authoring/images")
    assert give(instructor, b"x" * (5 * 2**20 + 2**16)) in {413, 422}
    assert "5 M" in instructor.response.text


@pytest.mark.parametrize("address", [f"/images/{ID}", "/images/../secret", "/images/x"])
def test_there_is_nothing_under_other_names(app: FastAPI, address: str) -> None:
    visitor = Visitor(app)
    visitor.get(address)
    assert visitor.status == 404


def test_only_images_of_ours_are_shown() -> None:
    assert block(f'![A plot](image:{ID} "640x360")') == (
        f'<p><img src="/images/{ID}" alt="A plot" width="640" height="360" loading="lazy"></p>\n'
    )
    for elsewhere in (
        "https://example.org/x.png",
        "data:image/png;base64,AAAA",
        "/images/x",
        "image:x",
        "javascript:1",
    ):
        assert "img" not in block(f"![A <b>plot</b>]({elsewhere})")
        assert "plot" in block(f"![A plot]({elsewhere})")
    assert 'alt="&lt;&quot;&gt;"' in block(f'![<">](image:{ID})')
    assert "width" not in inline(f'![A plot](image:{ID} "9x onload=1")')


def test_code_is_marked_by_what_it_is_and_stays_text() -> None:
    html = block("```python\ndef f(x):  # <script>\n    return 'a' + 2.5\n```")
    for part in ('<span class="ck">def</span>', '<span class="cf">f</span>', "<span class=\"cs\">'a'</span>"):
        assert part in html
    assert '<span class="cn">2.5</span>' in html
    assert '<span class="cc"># &lt;script&gt;</span>' in html
    for unknown in ("brainfuck", "", "text"):
        assert "<span" not in block(f"```{unknown}\nif x < 1: pass\n```")
        assert "&lt;" in block(f"```{unknown}\nif x < 1: pass\n```")


def test_a_table_is_a_table() -> None:
    html = block("| width | heads |\n|---|---|\n| $d_k$ | 8 |")
    assert "<th>width</th>" in html
    assert "<math" in html
    assert "<span" not in html
