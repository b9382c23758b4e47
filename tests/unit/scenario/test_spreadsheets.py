"""CSV as spreadsheets write it loads as the standard tables do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.scenario import load_scenario, standard_rule_set
from tests.unit.scenario.study import BASE, changed, load, problems, table_text

QUIRKS: dict[str, Callable[[str], bytes]] = {
    "byte-order mark": lambda text: text.encode("utf-8-sig"),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "semicolons": lambda text: text.replace(",", ";").encode(),
    "tabs": lambda text: text.replace(",", "\t").encode(),
    "a sep line": lambda text: b"sep=;\r\n" + text.replace(",", ";").encode(),
    "trailing spaces": lambda text: text.replace("\n", "  \n").replace(",", " , ").encode(),
    "no-break spaces": lambda text: text.replace("\n", "\u00a0\n").encode(),
    "quoted cells": lambda text: "\n".join(
        ",".join(f'"{cell}"' for cell in line.split(",")) for line in text.splitlines()
    ).encode(),
    "empty rows and columns": lambda text: text.replace("\n", ",,\n").encode() + b",,,,\n\n",
    "capitals": lambda text: text.replace("olive", "Olive").replace("static", "STATIC").encode(),
    "numbers with a fraction": lambda text: text.replace(",5,", ",5.0,").encode(),
}


@pytest.mark.parametrize("quirk", QUIRKS)
@pytest.mark.parametrize("table", ["deck", "market", "roofs"])
def test_quirk_is_accepted(tmp_path: Path, table: str, quirk: str) -> None:
    scenario = load(tmp_path, "", **{table: QUIRKS[quirk](table_text(table))})
    assert scenario.rule_set == standard_rule_set()


def test_columns_in_another_order_are_accepted(tmp_path: Path) -> None:
    rows = [line.split(",") for line in table_text("roofs").splitlines()]
    text = "\n".join(",".join(reversed(row)) for row in rows)
    assert load(tmp_path, "", roofs=text).differences == ()


def test_autocorrected_words_are_accepted(tmp_path: Path) -> None:
    deck = changed("deck", ("fields >= 2,harvest", "fields ≥ 2,harvest"), ("pigs <= 0", "pigs<=0"))
    market = changed("market", (",yes,no,", ",TRUE,FALSE,"))
    assert load(tmp_path, "", deck=deck, market=market).differences == ()


def test_toml_with_a_byte_order_mark_and_crlf(tmp_path: Path) -> None:
    (tmp_path / "y.toml").write_bytes("\ufeffextends = 'four-players'\r\nseed = 3\r\n".encode())
    assert load_scenario(str(tmp_path / "y.toml")).seed == 3


def test_another_encoding_is_a_problem(tmp_path: Path) -> None:
    deck = table_text("deck").replace("Chef", "Köchin").encode("latin-1")
    assert problems(tmp_path, BASE, deck=deck) == [
        "deck.csv: row 2 is not UTF-8 text; save it again with the encoding UTF-8."
    ]
