"""One page of several: the same figures and tables of some runs beside each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import TypeAlias, TypeVar

from reports import words
from reports.merged_tables import merge_tables
from reports.page import Beside, Block, Definition, Figure, Fold, Notice, Page, Ranked, Section, Table, Text
from reports.same_rows import same_rows

T = TypeVar("T")
Key: TypeAlias = tuple[object, ...]
Of: TypeAlias = list[tuple[int, T]]
"""What some of the runs have, each with the number of its run."""

MISSING = Text(("This run has no such figure.",))


def side_by_side(pages: Sequence[Page], runs: Sequence[str], first: Section, games: Sequence[str]) -> Page:
    """The pages of some runs as one.

    ``first``: the chapter about the runs themselves.  ``games``: what each run played, in a few words.
    """
    return Page(
        title=words.listing(list(runs)),
        subtitle=f"{len(runs)} runs of La Granja side by side",
        headline=tuple(
            (page.headline[0][0], run, what) for page, run, what in zip(pages, runs, games, strict=True)
        ),
        warnings=_told([page.warnings for page in pages], runs),
        sections=(first, *_sections(pages, runs)),
        definitions=_definitions([page.definitions for page in pages], runs),
        made=_made([page.made for page in pages], runs),
        notes=tuple(dict.fromkeys(note for page in pages for note in page.notes)),
        foot=" · ".join(runs),
        wide=True,
    )


def _told(warnings: Sequence[tuple[str, ...]], runs: Sequence[str]) -> tuple[str, ...]:
    """Words of caution, with the run's name where they don't hold for all."""
    common = [each for each in warnings[0] if all(each in others for others in warnings)]
    own = [
        f"{run}: {each}"
        for run, of_run in zip(runs, warnings, strict=True)
        for each in of_run
        if each not in common
    ]
    return (*common, *own)


def _definitions(found: Sequence[tuple[Definition, ...]], runs: Sequence[str]) -> tuple[Definition, ...]:
    """Every definition once; what a word means in one run only says so."""
    told: dict[str, dict[Definition, list[str]]] = {}
    for run, definitions in zip(runs, found, strict=True):
        for each in definitions:
            told.setdefault(each.name, {}).setdefault(each, []).append(run)
    return tuple(
        each if len(variants) == 1 else replace(each, name=f"{name}, {words.listing(of_runs)}")
        for name, variants in told.items()
        for each, of_runs in variants.items()
    )


def _made(made: Sequence[tuple[tuple[str, str], ...]], runs: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """How the runs were made: what is the same once, the rest run by run."""
    rows: list[tuple[str, str]] = []
    for name in dict.fromkeys(name for pairs in made for name, _ in pairs):
        values = [
            (run, value) for run, pairs in zip(runs, made, strict=True) for key, value in pairs if key == name
        ]
        if len(values) == len(runs) and len({value for _, value in values}) == 1:
            rows.append((name, values[0][1]))
        else:
            rows += [(f"{name}, {run}", value) for run, value in values]
    return tuple(rows)


def _sections(pages: Sequence[Page], runs: Sequence[str]) -> list[Section]:
    """Chapters that any run has, in their order."""
    sections = []
    keyed = [[((section.id,), section) for section in page.sections] for page in pages]
    for (name, *_), found in _zipped(keyed):
        numbers = [run for run, _ in found]
        merged: list[Block] = []
        for key, of_runs in _zipped(_keyed_blocks([section.blocks for _, section in found])):
            blocks = [
                (numbers[place], _with_origin(block, pages[numbers[place]].foot)) for place, block in of_runs
            ]
            merged += _merge(key, blocks, runs, str(name))
        sections.append(replace(found[0][1], blocks=tuple(merged)))
    return sections


def _with_origin(block: Block, foot: str) -> Block:
    """Figures keep the line that says which games they are of."""
    if isinstance(block, Figure):
        return replace(block, foot=foot)
    if isinstance(block, Fold):
        figures = (replace(each, foot=foot) if isinstance(each, Figure) else each for each in block.blocks)
        return replace(block, blocks=tuple(figures))
    return block


def _keyed_blocks(of_runs: Sequence[Sequence[Block]]) -> list[list[tuple[Key, Block]]]:
    """Blocks with what finds their like: the id, or the place after the last block that has one."""
    keyed = []
    for blocks in of_runs:
        own: list[tuple[Key, Block]] = []
        last, count = "", Counter[str]()
        for block in blocks:
            name = _id(block)
            if name:
                last, count = name, Counter()
            kind = type(block).__name__
            own.append(((kind, last, count[kind]), block))
            count[kind] += 1
        keyed.append(own)
    return keyed


def _id(block: Block) -> str:
    if isinstance(block, Figure | Table | Beside | Ranked):
        return block.id
    return f"fold of {_id(block.blocks[0])}" if isinstance(block, Fold) else ""


def _zipped(of_runs: Sequence[Sequence[tuple[Key, T]]]) -> list[tuple[Key, Of[T]]]:
    """What has the same key, in the order of the first run; others after what precedes them in theirs."""
    order: list[Key] = []
    found: dict[Key, Of[T]] = {}
    for run, items in enumerate(of_runs):
        at = 0
        for key, item in items:
            if key in found:
                at = order.index(key) + 1
            else:
                order.insert(at, key)
                at += 1
            found.setdefault(key, []).append((run, item))
    return [(key, found[key]) for key in order]


def _merge(key: Key, found: Of[Block], runs: Sequence[str], chapter: str) -> list[Block]:
    """The blocks that take the place of one block in each of some runs."""
    blocks = [block for _, block in found]
    named = [runs[run] for run, _ in found]
    if all(isinstance(block, Figure) for block in blocks):
        return [_figures([(run, block) for run, block in found if isinstance(block, Figure)], runs)]
    if all(isinstance(block, Table) for block in blocks):
        return list(merge_tables([block for block in blocks if isinstance(block, Table)], named))
    if all(isinstance(block, Fold) for block in blocks):
        return [_fold([(run, block) for run, block in found if isinstance(block, Fold)], runs)]
    if len(found) == len(runs) and all(block == blocks[0] for block in blocks):
        return [blocks[0]]
    if all(isinstance(block, Text) for block in blocks):
        return _texts(
            [(run, block) for run, block in found if isinstance(block, Text)], runs, f"{chapter}-{_slug(key)}"
        )
    title = blocks[0].title if isinstance(blocks[0], Notice | Ranked) else ""
    items = tuple(
        (runs[run], replace(block, title="") if isinstance(block, Ranked) else block)
        for run, block in found
        if not isinstance(block, Fold | Beside)
    )
    return [Beside(f"{chapter}-{_slug(key)}", title, items)]


def _slug(key: Key) -> str:
    """A key as an id."""
    return "-".join(str(part) for part in key if part != "").lower().replace(" ", "-")


def _figures(found: Of[Figure], runs: Sequence[str]) -> Beside:
    """A figure of each run on a common scale."""
    figures = [figure for _, figure in found]
    drawings = same_rows([figure.drawing for figure in figures])
    titles, readings = {figure.title for figure in figures}, {figure.reading for figure in figures}
    title = _common_words([figure.title for figure in figures])
    items: list[tuple[str, Figure | Text]] = [(run, MISSING) for run in runs]
    for place, (run, figure) in enumerate(found):
        name = runs[run] if len(titles) == 1 else f"{runs[run]}: {figure.title}"
        items[run] = (
            name,
            replace(
                figure,
                id=f"{figure.id}-run-{run + 1}",
                title=f"{figure.title}: {runs[run]}",
                alt=f"{runs[run]}: {figure.alt}",
                reading="" if len(readings) == 1 else figure.reading,
                drawing=drawings[place],
                peers=tuple(drawing for other, drawing in enumerate(drawings) if other != place),
            ),
        )
    return Beside(figures[0].id, title, tuple(items), figures[0].reading if len(readings) == 1 else "")


def _common_words(titles: Sequence[str]) -> str:
    """The words with which all titles begin; the first title if there are none."""
    common = takewhile(
        lambda each: len(set(each)) == 1, zip(*(title.split() for title in titles), strict=False)
    )
    return " ".join(each[0] for each in common).rstrip(",:") or titles[0]


def _fold(found: Of[Fold], runs: Sequence[str]) -> Fold:
    """A fold whose figures stand side by side."""
    titles = Counter(fold.title for _, fold in found)
    named = [fold.title if len(titles) == 1 else f"{runs[run]}: {fold.title}" for run, fold in found]
    numbers = [run for run, _ in found]
    keyed = [[((_id(block),), block) for block in fold.blocks] for _, fold in found]
    besides = [
        _figures([(numbers[place], block) for place, block in of_runs if isinstance(block, Figure)], runs)
        for _, of_runs in _zipped(keyed)
    ]
    return Fold("; ".join(dict.fromkeys(named)), tuple(besides))


def _texts(found: Of[Text], runs: Sequence[str], name: str) -> list[Block]:
    """Paragraphs that are the same in all runs once, then those of each run."""
    common = [
        paragraph
        for paragraph in found[0][1].paragraphs
        if len(found) == len(runs) and all(paragraph in text.paragraphs for _, text in found)
    ]
    own = [(run, tuple(each for each in text.paragraphs if each not in common)) for run, text in found]
    items = tuple((runs[run], Text(paragraphs)) for run, paragraphs in own if paragraphs)
    blocks: list[Block] = [Text(tuple(common))] if common else []
    return [*blocks, *([Beside(name, "", items)] if items else [])]
