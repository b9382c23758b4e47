"""A run folder for a notebook: its tables as lazy frames, its scenario, and what the columns mean."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from analyzer.recording.dictionary import Entry, entries
from analyzer.recording.manifest import Manifest
from analyzer.recording.run_studies import studies_left_out, studies_of
from analyzer.recording.schema import TABLES, Players
from analyzer.recording.store import open_run
from analyzer.recording.studies import StudyManifest
from analyzer.recording.study_schema import TYPES, WhatIfs
from analyzer.scenario import Scenario, scenario_from_dict


@dataclass(frozen=True, slots=True, eq=False)
class LoadedRun:
    """A run; each table is an attribute too: ``run.players``, ``run.placements`` and so on.

    ``tables``: name to lazy frame, rows in order of blocks, words as enums.  ``studies``: the same for
    the extra games played beside the run, by the name of the study; ``variants``: what each study
    changed in the rows of a variant (columns variant, key, words; a study of single decisions has none).
    """

    path: Path
    scenario: Scenario
    manifest: Manifest
    tables: Mapping[str, pl.LazyFrame]
    studies: Mapping[str, pl.LazyFrame]
    variants: Mapping[str, pl.DataFrame]

    def __getattr__(self, name: str) -> pl.LazyFrame:
        if name in TABLES:
            return self.tables[name]
        raise AttributeError(f"a run has no table {name!r}; it has {', '.join(TABLES)}")

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *TABLES})

    def __repr__(self) -> str:
        found = ", ".join((*self.tables, *self.studies))
        return f"<run {str(self.path)!r} of {self.scenario.name}: {found}>"

    def describe(self, *tables: str) -> pl.DataFrame:
        """The data dictionary of these tables and studies, or of all: a row per column.

        Raises KeyError for a table that the run has not.
        """
        found = {**self.tables, **self.studies}
        wanted = {table: found[table] for table in tables or found}
        return as_frame(entry for table, rows in wanted.items() for entry in entries(table, _bots(rows)))


def load(path: str | Path) -> LoadedRun:
    """Open a run folder, and warn of studies that have nothing to read.  Raises UserError as ``open_run``."""
    run = open_run(Path(path))
    studies = studies_of(run.path)
    for sentence in studies_left_out(run.path):
        warnings.warn(sentence, stacklevel=3)
    return LoadedRun(
        run.path,
        scenario_from_dict(run.manifest.scenario),
        run.manifest,
        {table: run.lazy(table) for table in TABLES},
        {name: study.lazy() for name, study in studies.items()},
        {name: _variants(study.manifest) for name, study in studies.items()},
    )


def _bots(rows: pl.LazyFrame) -> tuple[str, ...]:
    """The names of the bots in a table; a study may have others than its run."""
    words = rows.collect_schema().get(Players.BOT.value)
    return tuple(words.categories) if isinstance(words, pl.Enum) else ()


def _variants(manifest: StudyManifest) -> pl.DataFrame:
    """What a study changed, by the number that its rows name; the type is that of the rows."""
    return pl.DataFrame(
        [(number, variant.key, variant.words) for number, variant in enumerate(manifest.variants)],
        schema={
            WhatIfs.VARIANT.value: TYPES[WhatIfs.VARIANT.value],
            "key": pl.String(),
            "words": pl.String(),
        },
        orient="row",
    )


def as_frame(described: Iterable[Entry]) -> pl.DataFrame:
    """Entries of the data dictionary as a frame, a row for each."""
    return pl.DataFrame(
        [
            (e.table, e.column, e.type, e.unit, e.meaning, e.missing, ", ".join(e.words or ()))
            for e in described
        ],
        schema={
            "table": pl.String,
            "column": pl.String,
            "type": pl.String,
            "unit": pl.String,
            "meaning": pl.String,
            "may be missing": pl.Boolean,
            "words": pl.String,
        },
        orient="row",
    )
