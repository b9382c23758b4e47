"""A rule set under construction: standard files first, then each scenario's tables and overrides."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from analyzer.scenario.problems import Problems, suggestion
from analyzer.scenario.sources import SHIPPED, Cell, RawTable, Row, label, read_table, read_toml
from analyzer.scenario.spec import LEAVES, LISTS, TOKEN_NUMBERS, TOKENS
from analyzer.scenario.tables import CARD_COLUMNS, COLUMNS, standard_file
from cext.types import Size

STANDARD_RULES = SHIPPED / "standard" / "rules.toml"
# Table paths: how many keys name the row, the table, and the columns a path may change.
TABLE_PATHS = {
    "deck": (1, "deck", CARD_COLUMNS[1:]),
    "hexes": (1, "market", ("value", "four_players_only")),
    "roof_tiles": (2, "roofs", ("effect", "phases")),
}
ROW_KEYS = {"deck": ("number",), "hexes": ("hex",), "roof_tiles": ("round", "slot")}


@dataclass
class Draft:
    """Unchecked values by path (lists whole), the file of each path, and the tables as text.

    Changes put new values, entries and rows in the place of the old ones, so that copies share the rest.
    """

    values: dict[str, Any] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    tables: dict[str, RawTable] = field(default_factory=dict)

    def copy(self) -> Draft:
        """One that can be changed by itself."""
        return Draft({**self.values}, {**self.files}, {**self.tables})

    def where(self, path: str) -> str:
        """The place of a path for messages: "standard/rules.toml, `siesta.vp.6`"."""
        file = self.files.get(path) or self.files.get(path.rpartition(".")[0])
        if file is None and path.startswith(f"{TOKENS}."):
            file = self.files.get(TOKENS)
        return f"{file or label(STANDARD_RULES)}, `{path}`"


def standard_draft(problems: Problems) -> Draft:
    """The standard rule set, as its files stand."""
    draft = Draft()
    content = read_toml(STANDARD_RULES, problems)
    if content is not None:
        file = label(STANDARD_RULES)
        override(draft, flatten(content, file, problems), file, problems)
        for path in LEAVES:
            if path not in draft.values:
                problems.add(label(STANDARD_RULES), f"`{path}` is missing", "add it")
    for table in COLUMNS:
        replace_table(draft, table, standard_file(SHIPPED, table), problems)
    return draft


def replace_table(draft: Draft, table: str, path: Path, problems: Problems) -> None:
    """Takes a table from a CSV file; earlier changes of its cells are gone."""
    read = read_table(path, COLUMNS[table], problems)
    if read is not None:
        draft.tables[table] = read


def flatten(content: dict[str, Any], file: str, problems: Problems) -> dict[str, Any]:
    """Nested tables as path -> value; keys may be dotted, quoted or nested, but of one value."""
    flat: dict[str, Any] = {}
    for path, value in _leaves(content, ""):
        if path in flat and flat[path] != value:
            problems.add(f"{file}, `{path}`", f"both {flat[path]} and {value} stand here", "keep one of them")
        flat[path] = value
    return flat


def _leaves(content: dict[str, Any], before: str) -> Iterator[tuple[str, Any]]:
    for key, value in content.items():
        path = f"{before}{key}"
        if isinstance(value, dict):
            yield from _leaves(value, f"{path}.")
        else:
            yield path, value


def override(draft: Draft, changes: dict[str, Any], file: str, problems: Problems) -> None:
    """Puts values at their paths; unknown paths are problems."""
    for path, value in changes.items():
        head = path.partition(".")[0]
        if path in LEAVES:
            draft.values[path] = copy.deepcopy(value)
            for old in [key for key in draft.files if key.startswith(f"{path}.")]:
                del draft.files[old]
            draft.files[path] = file
        elif head in TABLE_PATHS:
            _override_cell(draft, path, value, file, problems)
        elif not _override_entry(draft, path, value, file, problems):
            problems.add(
                f"{file}, `{path}`", "this path is not in the rule set", suggestion(path, _paths(draft))
            )


def _override_entry(draft: Draft, path: str, value: Any, file: str, problems: Problems) -> bool:
    """Changes one entry of a list or token; False if the path is none of these."""
    base = next((leaf for leaf in (*LISTS, TOKENS) if path.startswith(f"{leaf}.")), None)
    entries = draft.values.get(base) if base else None
    if base is None or not isinstance(entries, list):
        return False
    if base == TOKENS and not all(isinstance(token, dict) for token in entries):
        return False
    index, _, key = path.removeprefix(f"{base}.").partition(".")
    if not index.isdecimal() or key not in (TOKEN_NUMBERS if base == TOKENS else ("",)):
        return False
    if int(index) >= len(entries):
        problems.add(
            f"{file}, `{path}`",
            f"`{base}` has {len(entries)} entries, 0 to {len(entries) - 1}",
            f"give the whole list `{base}` to make it longer",
        )
        return True
    entry = {**entries[int(index)], key: value} if base == TOKENS else value
    draft.values[base] = [*entries[: int(index)], entry, *entries[int(index) + 1 :]]
    draft.files[path] = file
    return True


def _override_cell(draft: Draft, path: str, value: Any, file: str, problems: Problems) -> None:
    head, *words = path.split(".")
    n_keys, table_name, columns = TABLE_PATHS[head]
    where = f"{file}, `{path}`"
    if len(words) != n_keys + 1:
        example = {
            "deck": "deck.23.barrow_value",
            "hexes": "hexes.0.value",
            "roof_tiles": "roof_tiles.1.2.effect",
        }
        problems.add(where, "this path names no cell", f"write it like `{example[head]}`")
        return
    if words[-1] not in columns:
        problems.unknown(where, words[-1], "column that a path can change", columns)
        return
    table = draft.tables.get(table_name)
    place = _find_row(table, ROW_KEYS[head], words[:-1]) if table else None
    if table is None or place is None:
        if table is not None:
            problems.add(where, f"{table.name} has no {head} {'.'.join(words[:-1])}", "check the number")
        return
    rows = [*table.rows]
    rows[place] = Row({**rows[place].cells, words[-1]: Cell(_cell_text(value), where)}, rows[place].where)
    draft.tables[table_name] = replace(table, rows=rows)


def _find_row(table: RawTable, keys: tuple[str, ...], wanted: list[str]) -> int | None:
    for place, row in enumerate(table.rows):
        if [row.cell(key).text for key in keys] == wanted:
            return place
    return None


def _cell_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value).strip()


def _paths(draft: Draft) -> list[str]:
    """Paths to suggest."""
    entries = [f"{base}.{index}" for base in LISTS for index in range(len(draft.values.get(base) or ()))]
    tokens = [f"{TOKENS}.{i}.{key}" for i in range(Size.N_TOKENS) for key in TOKEN_NUMBERS]
    return [*LEAVES, *entries, *tokens]
