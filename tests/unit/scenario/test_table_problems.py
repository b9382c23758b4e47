"""Every kind of problem of the tables, with file, row or key, and the exact sentence."""

# ruff: noqa: E501 (exact sentences stay whole)

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.scenario.study import BASE, changed, problems, rule_problems, table_text

# A change of card 40's cells (row 41, trigger `card any`, limit 1x) and what is wrong with it.
CELL_PROBLEMS = [
    ({"field": "pig"}, "field", "`pig` is no harvest good; use one of olive, grain, grapes"),
    ({"field": ""}, "field", "the harvest good is missing; write olive or grain or grapes"),
    ({"name": ""}, "name", "the name is missing; write one"),
    ({"extension": "delivery slver"}, "extension", "`slver` is no extension icon; did you mean `silver`?"),
    ({"extension": ""}, "extension", "the extension icon is missing; use delivery, silver, den"),
    ({"barrow_goods": "olive grian"}, "barrow_goods", "`grian` is no farm good; did you mean `grain`?"),
    (
        {"barrow_goods": "commodity"},
        "barrow_goods",
        "`commodity` is no farm good; use one of silver, vp, olive, grain, grapes, pig, food, wine, meat",
    ),
    ({"barrow_goods": "olive " * 11}, "barrow_goods", "11 words are too many; use at most 10"),
    ({"barrow_value": "x"}, "barrow_value", "`x` is no whole number; write a number from 0 to 99"),
    ({"barrow_value": "100"}, "barrow_value", "100 is above 99; use a number from 0 to 99"),
    ({"trigger": "acton"}, "trigger", "`acton` is no trigger; did you mean `action`?"),
    ({"trigger": ""}, "trigger", "the trigger is missing; write one such as static"),
    ({"trigger": "die"}, "trigger", "`die` needs to say which; write `die any` or `die 1`"),
    ({"trigger": "die 7"}, "trigger", "`7` is no word for `die`; use one of 1, 2, 3, 4, 5, 6, any"),
    ({"trigger": "upgrade pgi"}, "trigger", "`pgi` is no word for `upgrade`; did you mean `pig`?"),
    ({"trigger": "roof 3"}, "trigger", "`roof` takes no further word; write `roof`"),
    ({"phases": "fram"}, "phases", "`fram` is no phase; did you mean `farm`?"),
    ({"phases": "any farm"}, "phases", "`any` stands with other phases; write any alone"),
    (
        {"phases": "scoring", "trigger": "action"},
        "phases",
        "an `action` helper needs a phase with turns; use farm, revenue, transport or any",
    ),
    ({"limit": "2x"}, "limit", "`2x` is no limit; use `1x`"),
    ({"cost": "silvr 2"}, "cost", "`silvr` is no cost; did you mean `silver`?"),
    ({"cost": "silver"}, "cost", "`silver` has no number; write it as `silver 1`"),
    ({"cost": "silver 0"}, "cost", "0 is below 1; use a number from 1 to 99"),
    (
        {"condition": "pigs"},
        "condition",
        "`pigs` is no condition; write one such as `pigs >= 3`, with >=, <= or =",
    ),
    ({"condition": "pgis >= 1"}, "condition", "`pgis` is no count of a condition; did you mean `pigs`?"),
    ({"condition": "pigs >= x"}, "condition", "`x` is no whole number; write a number from 0 to 99"),
    (
        {"condition": "donkeys >= 1"},
        "condition",
        "`donkeys` can be counted with the trigger `donkeys` only; use that trigger or another condition",
    ),
    ({"effect": ""}, "effect", "the effect is missing; write one such as `silver 2`"),
    ({"effect": "silvr 2"}, "effect", "`silvr` is no effect; did you mean `silver`?"),
    ({"effect": "silver"}, "effect", "`silver` has no number; write it as `silver 1`"),
    ({"effect": "silver 100"}, "effect", "100 is above 99; use a number from 1 to 99"),
    ({"effect": " + ".join(["vp 1"] * 7)}, "effect", "7 effects are too many; use at most 6"),
    ({"effect": "draw card 1"}, "effect", "`draw card` is no effect; did you mean `draw_card`?"),
    (
        {"effect": "harvest_two_kinds 2"},
        "effect",
        "`harvest_two_kinds` is always with 1; write `harvest_two_kinds 1`",
    ),
    ({"effect": "pig_space 1"}, "effect", "`pig_space` is a modifier; use the trigger `static`"),
    (
        {"effect": "vp 1 + reserve_die 1"},
        "effect",
        "`reserve_die` comes before the roll; use the trigger `before_roll`",
    ),
    ({"effect": "repeat_die 1"}, "effect", "`repeat_die` repeats the last die; use the trigger `last_die`"),
    (
        {"effect": "fill_field 1"},
        "effect",
        "`fill_field` fills the field just played; use the trigger `card field`",
    ),
    (
        {"effect": "second_option 1", "trigger": "die 2 3"},
        "effect",
        "`second_option` works with dice of 2 and 6 only; use the trigger `die 2 6`, `die 2` or `die 6`",
    ),
    (
        {"effect": "second_option 1", "trigger": "die any"},
        "effect",
        "`second_option` works with dice of 2 and 6 only; use the trigger `die 2 6`, `die 2` or `die 6`",
    ),
    (
        {"effect": "revenue_of_round 1 + revenue_of_round 1"},
        "effect",
        "`revenue_of_round` stands here 2 times; keep one of them",
    ),
    ({"source": "mine"}, "source", "`mine` is no source; use one of published, partial, designed"),
    (
        {"trigger": "static", "limit": ""},
        "effect",
        "`draw_card` is no modifier; use another trigger than `static`",
    ),
    (
        {"trigger": "static", "effect": "pig_space 1"},
        "limit",
        "a `static` helper is always on and has no limit; empty the cell or use another trigger",
    ),
    (
        {"trigger": "static", "effect": "pig_space 1", "limit": "", "cost": "vp 1"},
        "cost",
        "a `static` helper is always on and has no cost; empty the cell or use another trigger",
    ),
    (
        {"trigger": "static", "effect": "pig_space 1", "limit": "", "condition": "pigs >= 1"},
        "condition",
        "a `static` helper is always on and has no condition; empty the cell or use another trigger",
    ),
]


def deck_with(cells: dict[str, str]) -> str:
    """The deck with other cells in card 40."""
    lines = table_text("deck").splitlines()
    columns = lines[0].split(",")
    row = dict(zip(columns, lines[40].split(","), strict=True)) | cells
    lines[40] = ",".join(row[column] for column in columns)
    return "\n".join(lines)


@pytest.mark.parametrize(("cells", "column", "problem"), CELL_PROBLEMS)
def test_cell_problem_names_row_and_column(
    tmp_path: Path, cells: dict[str, str], column: str, problem: str
) -> None:
    end = "" if problem.endswith("?") else "."
    assert problems(tmp_path, BASE, deck=deck_with(cells)) == [
        f"deck.csv, row 41, column `{column}`: {problem}{end}"
    ]


@pytest.mark.parametrize(("cells", "column", "problem"), CELL_PROBLEMS[:1])
def test_the_same_problem_of_an_override_names_its_key(
    tmp_path: Path, cells: dict[str, str], column: str, problem: str
) -> None:
    rules = f'deck.40.{column} = "{cells[column]}"'
    assert rule_problems(tmp_path, rules) == [f"x.toml, `deck.40.{column}`: {problem}."]


MARKET_PROBLEMS = [
    (
        ("0,0,-2,4,no", "64,0,-2,4,no"),
        "market.csv, row 2, column `hex`: 64 is above 63; use a number from 0 to 63.",
    ),
    (
        ("\n1,1,-2", "\n0,1,-2"),
        "market.csv, row 3: hex 0 is already in row 2; give it another number or remove it.",
    ),
    (
        ("\n1,1,-2", "\n1,0,-2"),
        "market.csv, row 3: hex 1 lies where hex 0 lies (q 0, r -2); move one of them.",
    ),
    (
        ("29,1,3,6", "29,9,9,6"),
        "market.csv, row 31: hex 29 at q 9, r 9 has no neighbour; move it next to another hex.",
    ),
    (
        ("11,0,0,2,yes,no", "11,0,0,2,yes,yes"),
        (
            "market.csv, row 13, column `four_players_only`: start hex 11 would be closed with fewer than four players; "
            "write no."
        ),
    ),
    (
        ("11,0,0,2,yes", "11,0,0,6,yes"),
        (
            "market.csv: the start hexes have the values 3, 4, 5, 6 (6 in market.csv, row 13, column `value`; "
            "3 in market.csv, row 14, column `value`; 4 in market.csv, row 19, column `value`; "
            "5 in market.csv, row 20, column `value`); give exactly four hexes `start` yes, with the values 2, 3, 4 and 5."
        ),
    ),
    (
        ("10,-1,0,6,no", "10,-1,0,6,perhaps"),
        "market.csv, row 12, column `start`: `perhaps` is neither yes nor no; write yes or no.",
    ),
    (
        ("10,-1,0,6", "10,-1,a,6"),
        "market.csv, row 12, column `r`: `a` is no whole number; write a number from -99 to 99.",
    ),
]


@pytest.mark.parametrize(("change", "sentence"), MARKET_PROBLEMS)
def test_market_problem(tmp_path: Path, change: tuple[str, str], sentence: str) -> None:
    assert problems(tmp_path, BASE, market=changed("market", change)) == [sentence]


def test_a_start_value_changed_by_path_names_the_key(tmp_path: Path) -> None:
    (sentence,) = rule_problems(tmp_path, "hexes.11.value = 6")
    assert "(6 in x.toml, `hexes.11.value`; 3 in scenarios/standard/market.csv, row 14" in sentence


def test_a_market_of_seven_hexes(tmp_path: Path) -> None:
    rows = table_text("market").splitlines()
    kept = [row for row in rows if row.split(",")[0] in ("hex", "5", "6", "11", "12", "16", "17", "18")]
    assert problems(tmp_path, BASE, market="\n".join(kept)) == [
        "market.csv: the market has 7 hexes; give it 8 to 64."
    ]


ROOF_PROBLEMS = [
    (("4,4,flip_roof", "4,3,flip_roof"), [
        "roofs.csv, row 17: roof 4.3 is already in row 16; give it another number or remove it.",
        "roofs.csv: the roof of round 4, slot 4 is missing; add its row.",
    ]),
    (("6,4,vp 1", "6,4,pig_space 1"), [
        "roofs.csv, row 25, column `effect`: `pig_space` works on helpers only; use an effect that gains something.",
    ]),
    (("6,4,vp 1", "6,4,repeat_die 1"), [
        "roofs.csv, row 25, column `effect`: `repeat_die` works on helpers only; use an effect that gains something.",
    ]),
    (("6,4,vp 1,farm", "6,4,vp 1,scoring"), [
        "roofs.csv, row 25, column `phases`: `scoring` is no phase; use one of farm, revenue, transport, any.",
    ]),
    (("6,4,vp 1", "7,4,vp 1"), [
        "roofs.csv, row 25, column `round`: 7 is above 6; use a number from 1 to 6.",
        "roofs.csv: the roof of round 6, slot 4 is missing; add its row.",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("change", "sentences"), ROOF_PROBLEMS)
def test_roof_problem(tmp_path: Path, change: tuple[str, str], sentences: list[str]) -> None:
    assert problems(tmp_path, BASE, roofs=changed("roofs", change)) == sentences


WHOLE_TABLES = [
    ("", [("deck.csv: the table is empty; give it the columns "
          "number, name, field, extension, barrow_goods, barrow_value, "
          "trigger, phases, limit, cost, condition, effect, source.")]),
    (changed("deck", ("barrow_value", "barow_value")), [
        "deck.csv, row 1: `barow_value` is no column of this table; did you mean `barrow_value`?",
        "deck.csv, row 1: column `barrow_value` is missing; add it.",
    ]),
    (changed("deck", (",source\n", ",source,note\n")), [
        "deck.csv, row 1: `note` is no column of this table; leave it out.",
    ]),
    (changed("deck", (",name,", ",field,")), [
        "deck.csv, row 1: column `field` stands here 2 times; keep one of them.",
        "deck.csv, row 1: column `name` is missing; add it.",
    ]),
    (changed("deck", ("1,Chef,", "1,Chef, cook,")), [
        "deck.csv, row 2: 14 cells for 13 columns; put quotes around cells with a separator.",
    ]),
    (changed("deck", ("\n2,Neg", "\n1,Neg")), [
        "deck.csv, row 3: card 1 is already in row 2; give it another number or remove it.",
    ]),
    (changed("deck", ("\n2,Neg", "\n129,Neg")), [
        "deck.csv, row 3, column `number`: 129 is above 128; use a number from 1 to 128.",
    ]),
    ("\n".join(table_text("deck").splitlines()[:40]), ["deck.csv: the deck has 39 cards; give it at least 40."]),
]  # fmt: skip


@pytest.mark.parametrize(("deck", "sentences"), WHOLE_TABLES)
def test_problem_of_a_whole_table(tmp_path: Path, deck: str, sentences: list[str]) -> None:
    assert problems(tmp_path, BASE, deck=deck)[: len(sentences)] == sentences


def test_every_bad_cell_is_reported(tmp_path: Path) -> None:
    deck = changed("deck", ("static", "statik"))
    found = problems(tmp_path, BASE, deck=deck)
    assert len(found) == table_text("deck").count("static")


def test_too_many_action_helpers_for_one_farm(tmp_path: Path) -> None:
    cells = ",action,any,1x,,,vp 1,designed\n"
    extra = "".join(f"{n},Card {n},olive,silver den,olive grain,2{cells}" for n in range(67, 90))
    sentences = problems(tmp_path, BASE + "rules.farm.max_helpers = 40", deck=table_text("deck") + extra)
    assert sentences == [
        "deck.csv: one farm could hold 33 helpers of trigger `action`; lower `farm.max_helpers` to 28 at most."
    ]


def test_two_cards_of_one_name(tmp_path: Path) -> None:
    assert rule_problems(tmp_path, 'deck.5.name = "chef"') == [
        "x.toml, `deck.5.name`: `chef` is already the name of card 1; give another one."
    ]
