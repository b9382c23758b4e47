"""The table of ``granja cards --use``: how often each card was played in each way, and used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from analyzer.analysis.card_use import HELPER, CardTally, RoofTally, card_tallies, roof_tally
from analyzer.analysis.study import Study, study_of
from analyzer.cli.output import console, say, say_json
from analyzer.recording.schema import PLACEMENT_WORDS
from analyzer.recording.store import open_run, reading
from analyzer.scenario.find_card import find_card
from reports import words

NEVER = "never"


def show_use(run: Path, card: str | None, *, as_json: bool) -> None:
    """Print the table of a run, for one card or for all. Raises UserError."""
    study = study_of(open_run(run))
    wanted = None if card is None else find_card(study.scenario.rule_set, card).number
    with reading(run):
        tallies = [tally for tally in card_tallies(study) if wanted in (None, tally.card.number)]
        roofs = roof_tally(study)
    if as_json:
        say_json(_as_json(run, study, tallies, roofs))
        return
    games = "1 game" if study.games == 1 else f"{study.games:,} games"
    say(f"{study.scenario.name}: {games}, {study.players} players ({', '.join(study.bots)})\n")
    _show_table(tallies)
    say("")
    for sentence in _sentences(study, tallies, roofs if wanted is None else None):
        say(sentence)


def _show_table(tallies: Sequence[CardTally]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)  # 80 columns hold it
    table.add_column("no.", justify="right", no_wrap=True)
    table.add_column("card", no_wrap=True)
    for heading in ("field", "helper", "barrow", "ext.", "used", "% of games"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("source", no_wrap=True)
    for tally in tallies:
        used = "always" if tally.always_on else f"{tally.used:,}"
        table.add_row(
            str(tally.card.number),
            tally.card.name,
            *(_count(tally.played[placement]) for placement in PLACEMENT_WORDS),
            NEVER if "used" in tally.never else used if tally.played[HELPER] else "-",
            _share(tally),
            tally.card.provenance[PLACEMENT_WORDS.index(HELPER)],
            style="bold" if tally.never else None,
        )
    console().print(table)


def _count(plays: int) -> str:
    return f"{plays:,}" if plays else NEVER


def _share(tally: CardTally) -> str:
    """The share of games with its interval, where there is one."""
    share = tally.games
    half = f" {words.plus_minus(share, share=True, decimals=2)}" if share.blocks > 1 else ""
    return f"{100 * share.mean:.2f}{half}" if tally.played[HELPER] else "-"


def _sentences(study: Study, tallies: Sequence[CardTally], roofs: RoofTally | None) -> Iterator[str]:
    """What was never seen, what the columns mean, and the roofs."""
    for placement in PLACEMENT_WORDS:
        unseen = [tally.card.name for tally in tallies if placement in tally.never]
        if unseen:
            yield f"Never played as {placement}: {len(unseen)} ({', '.join(unseen)})."
    if idle := [tally.card.name for tally in tallies if "used" in tally.never]:
        yield f"Played as helper and never used: {len(idle)} ({', '.join(idle)})."
    if not any(tally.never for tally in tallies):
        yield "No use was never seen."
    yield (
        "Used: firings of the helper; `always`: a modifier, which counts from when it is played. "
        "% of games: those in which any player's did something (95 % interval). Source: the helper's."
    )
    if roofs is not None:
        each = study.player_games
        yield (
            f"Roofs: {roofs.bought:,} bought ({roofs.bought / each:.2f} per player and game), "
            f"{roofs.used:,} uses ({roofs.used / each:.2f}); the tables don't hold which roofs."
        )
    yield "Fields, barrows and extensions are designed, but for those of card 23."


def _as_json(run: Path, study: Study, tallies: Sequence[CardTally], roofs: RoofTally) -> dict[str, object]:
    return {
        "run": str(run),
        "games": study.games,
        "blocks": study.blocks,
        "players": study.players,
        "bots": list(study.bots),
        "cards": [
            {
                "number": tally.card.number,
                "name": tally.card.name,
                "played": dict(tally.played),
                "used": None if tally.always_on else tally.used,
                "always_on": tally.always_on,
                "games_used": _finite(tally),
                "never": list(tally.never),
                "provenance": dict(zip(PLACEMENT_WORDS, tally.card.provenance, strict=True)),
            }
            for tally in tallies
        ],
        "roofs": {"bought": roofs.bought, "used": roofs.used},
    }


def _finite(tally: CardTally) -> dict[str, float | None]:
    """The share of games; one block gives no interval."""
    share = tally.games
    known = share.blocks > 1
    return {"share": share.mean, "low": share.low if known else None, "high": share.high if known else None}
