"""The HTML file: self-contained, well-formed, readable without scripts."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from reports.html import render
from reports.page import Page, Section, Text
from tests.unit.reports.conftest import KINDS

Htmls = Callable[[str], str]
VOID = {"meta", "link", "br", "input", "img"}


class Document(HTMLParser):
    """Tags with their attributes, and what is open where."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def all(self, *names: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.tags if tag in names]


@pytest.fixture(params=KINDS)
def text(request: pytest.FixtureRequest, htmls: Htmls) -> str:
    return htmls(request.param)


def test_tags_are_closed_in_order(text: str) -> None:
    document = Document(text)
    assert (document.wrong, document.open) == ([], [])


def test_ids_are_unique_and_links_lead_somewhere(text: str) -> None:
    document = Document(text)
    ids = Counter(attributes["id"] for _, attributes in document.tags if "id" in attributes)
    assert [name for name, count in ids.items() if count > 1] == []
    links = {a["href"][1:] for a in document.all("a")}
    links |= set(re.findall(r'(?:url\(#|xlink:href="#)([^")]+)', text))
    labels = {
        name for _, attributes in document.tags for name in attributes.get("aria-labelledby", "").split()
    }
    assert (links | labels) - set(ids) == set()


def test_nothing_is_fetched(text: str) -> None:
    document = Document(text)
    assert document.all("img", "iframe", "object", "embed", "video", "audio") == []
    assert [a for a in document.all("link") if not a["href"].startswith("data:")] == []
    assert [a for a in document.all("script") if a] == []
    addresses = set(re.findall(r"https?://[^\s\"'<]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "@import" not in text
    assert "Content-Security-Policy" in text


def test_headings_go_down_one_at_a_time(text: str) -> None:
    levels = [int(tag[1]) for tag, _ in Document(text).tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def test_tables_have_headers_and_captions(text: str) -> None:
    document = Document(text)
    assert len(document.all("caption")) == len(document.all("table")) > 5
    assert {attributes.get("scope") for attributes in document.all("th")} == {"row", "col"}


def test_drawings_have_words(text: str) -> None:
    drawings = list(Document(text).all("svg"))
    assert len(drawings) >= 8
    assert all(a["role"] == "img" and len(a["aria-label"]) > 40 for a in drawings)


def test_wide_things_scroll_in_their_own_box(text: str) -> None:
    assert text.count('class="scroll') == len(Document(text).all("table", "svg"))


def test_dark_mode_and_print_have_all_colours(text: str) -> None:
    assert text.count("--level-0:") == 3
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_it_is_small(text: str) -> None:
    assert len(text.encode()) < 2_000_000


def test_words_of_the_user_are_escaped() -> None:
    bad = '<script>alert("x")</script>'
    section = Section("one", bad, bad, (Text((bad,)),))
    page = Page(bad, bad, ((bad, bad, bad),), (bad,), (section,), (), ((bad, bad),), (bad,), bad)
    assert render(page).count("<script>") == 1


def test_the_same_page_gives_the_same_bytes(pages: Callable[[str], Page], htmls: Htmls) -> None:
    assert render(pages("two")) == htmls("two")
