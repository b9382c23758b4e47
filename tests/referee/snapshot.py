"""Comparing the `state` lines with the referee's own state."""

from __future__ import annotations

from typing import Any

from .scoring import all_tokens
from .state import Context, Farm
from .tables import COUNTS


def read(ctx: Context) -> None:
    """The snapshot that ends a phase."""
    line = ctx.reader.expect("log", "state")
    ctx.grants.clear()
    game = ctx.game
    stated: Any = line["players"]
    farms = [stated[str(seat)] for seat in range(len(stated))] if isinstance(stated, dict) else stated
    if len(farms) != game.players:
        ctx.reader.fatal("state", f"{len(farms)} players, not {game.players}")
    for seat, farm in enumerate(farms):
        _compare_farm(ctx, seat, farm)
    _same(ctx, "market", {int(place): seat for place, seat in line["market"].items()}, game.market)
    _same(ctx, "siesta_stacks", line["siesta_stacks"], game.stacks)
    _same(ctx, "face_up_roofs", sorted(line.get("face_up_roofs") or []), sorted(game.face_up))
    _same(ctx, "closed", line["closed"], game.closed)
    order = line["turn_order"]
    if not (game.solo and order == [0]):
        _same(ctx, "turn_order", order, game.order)
    _same(ctx, "deck", line["deck"], len(game.deck))
    _same(ctx, "discards", line["discards"], len(game.discards))
    _conserve(ctx)


def _same(ctx: Context, name: str, stated: Any, own: Any) -> None:
    if stated != own:
        ctx.reader.problem("state", f"{name} is {stated}, not {own}")


def _after_last_scoring(ctx: Context) -> bool:
    """The rules leave open what is reset after the last round; both readings are accepted."""
    return ctx.reader.phase in ("scoring", "end") and ctx.reader.round >= ctx.rules.rounds


def _compare_farm(ctx: Context, seat: int, stated: dict[str, Any]) -> None:
    farm = ctx.farm(seat)
    who = f"player {seat}: "
    for good in COUNTS:
        _same(ctx, who + good, stated.get(good, 0), farm.counts[good])
    _same(ctx, who + "hand", sorted(stated["hand"]), sorted(farm.hand))
    fields = {entry["card"]: entry["full"] for entry in stated["fields"]}
    _same(ctx, who + "fields", fields, farm.fields)
    barrows = {entry["card"]: sorted(entry["goods"]) for entry in stated["barrows"]}
    _same(ctx, who + "barrows", barrows, {card: sorted(goods) for card, goods in farm.barrows.items()})
    _same(ctx, who + "extensions", sorted(stated["extensions"]), sorted(farm.extensions))
    roofs = {entry["roof"]: entry["used"] for entry in stated["roofs"]}
    _same(ctx, who + "roofs", roofs, farm.roofs)
    _same(ctx, who + "buildings", sorted(stated["buildings"]), sorted(farm.buildings))
    _same(ctx, who + "siesta", stated["siesta"], ctx.game.space(seat))
    _compare_helpers(ctx, who, {entry["card"]: entry["used"] for entry in stated["helpers"]}, farm)
    _compare_tokens(ctx, who, stated["tokens"], farm)
    _compare_rows(ctx, who, stated["rows"], farm)


def _compare_helpers(ctx: Context, who: str, stated: dict[int, bool], farm: Farm) -> None:
    fresh = dict.fromkeys(farm.helpers, False)
    if not (_after_last_scoring(ctx) and stated == fresh):
        _same(ctx, who + "helpers (used)", stated, farm.helpers)


def _compare_tokens(ctx: Context, who: str, stated: list[int], farm: Farm) -> None:
    donkeys = [ctx.rules.num(f"donkeys.tokens.{token}.donkeys") for token in all_tokens(ctx)]
    own = sorted(donkeys[token] for token in farm.tokens)
    full = sorted(donkeys)
    back = ctx.reader.round + 1 == ctx.rules.num("donkeys.back_before_round")
    if not (_after_last_scoring(ctx) and back and sorted(stated) == full):
        _same(ctx, who + "tokens", sorted(stated), own)


def _compare_rows(ctx: Context, who: str, stated: dict[str, list[str]], farm: Farm) -> None:
    """Rows begun; the rows of completed buildings may be left out, empty or full."""
    rows = {int(building): sorted(goods) for building, goods in stated.items() if goods}
    for building in farm.buildings:
        if rows.get(building) == sorted(ctx.rules.row(building)):
            del rows[building]
    _same(ctx, who + "rows", rows, {b: sorted(goods) for b, goods in farm.rows.items() if goods})


def _conserve(ctx: Context) -> None:
    """Every card is in exactly one place."""
    places = [*ctx.game.deck, *ctx.game.discards]
    for farm in ctx.game.farms:
        places += [*farm.hand, *farm.fields, *farm.barrows, *farm.helpers, *farm.extensions]
    if sorted(places) != sorted(ctx.tables.cards):
        twice = sorted({card for card in places if places.count(card) > 1})
        missing = sorted(set(ctx.tables.cards) - set(places))
        ctx.reader.problem("S11", f"cards in two places: {twice}, in none: {missing}")
