"""What an address asks of the list: what it does not know asks for nothing, and every list has an address."""

from urllib.parse import parse_qsl

from hypothesis import given
from hypothesis import strategies as st

from app.authoring.listing import Hardness, Noted, Sort, Standing, Wish, read_wish

texts = st.text("abcdef ghi&=+ü$.-_", max_size=12).map(lambda text: " ".join(text.split()))
wishes = st.builds(
    Wish,
    words=texts,
    bank=texts,
    objective=texts,
    misconception=texts,
    kind=texts,
    standing=st.none() | st.sampled_from(Standing),
    hardness=st.none() | st.sampled_from(Hardness),
    noted=st.none() | st.sampled_from(Noted),
    sort=st.sampled_from(Sort),
    page=st.integers(1, 999),
)


@given(wishes)
def test_every_list_has_an_address_that_asks_for_it(wish: Wish) -> None:
    assert read_wish(dict(parse_qsl(wish.address))) == wish


def test_what_is_unknown_asks_for_nothing() -> None:
    odd = {"status": "gone", "difficulty": "7", "noted": "x", "sort": "luck", "page": "-1", "q": "\x00 "}
    assert read_wish(odd) == Wish()
    assert not Wish(sort=Sort.CHANGED, page=3).narrows
    assert Wish(words="root").narrows
    for page in ("0", "two", "²", "1e3", ""):
        assert read_wish({"page": page}).page == 1


def test_each_word_is_looked_for_once_and_not_too_many() -> None:
    assert Wish(words="a b a").terms == ("a", "b")
    assert len(Wish(words=" ".join(map(str, range(50)))).terms) == 8
