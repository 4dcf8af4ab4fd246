"""Tokens cannot be guessed; hashes name content."""

from app.kit.ids import content_hash, new_id, new_number, new_token, token_hash


def test_tokens_are_long_and_differ() -> None:
    tokens = {new_token() for _ in range(50)}
    assert len(tokens) == 50
    assert all(len(token) == 43 for token in tokens)
    assert len(new_id()) == 16


def test_a_token_is_stored_as_its_hash() -> None:
    assert token_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_equal_content_has_an_equal_name() -> None:
    assert content_hash(b"x") == content_hash(b"x") != content_hash(b"y")
    assert len(content_hash(b"")) == 32


def test_numbers_differ_and_have_one_length() -> None:
    found = {new_number() for _ in range(1000)}
    assert len(found) == 1000
    assert {len(one) for one in found} == {16}
