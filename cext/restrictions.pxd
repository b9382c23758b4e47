"""What a bot is told not to do, and what to rush: the options that a restricted seat is asked about.

A restriction forbids options.  Where it forbids all options of a choice it yields: all are allowed, and
SeatC.yields counts it.  Where there is a choice, acts and options that could only end at a forbidden one
(a granted play of cards that must not be played) are left out too, and so is, while a building is
rushed, what takes away from it; that never yields.  Asks nothing and changes nothing but that count.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t

from cext.bits cimport bit, list_cards, lowest, unlikely
from cext.game cimport SeatC, TARGET_BUILDING, TableC
from cext.goods cimport all_kinds, extra_cost, upgraded
from cext.legal cimport anytime_acts, can_draw, can_extend, can_move, effect_counts
from cext.rules cimport RestrictionsC
from cext.types cimport *


cdef enum:
    PLAY_BIT = 1 << ACT_GRANT_PLAY
    DELIVERY_BIT = 1 << ACT_GRANT_DELIVERY
    DONE_BIT = 1 << ACT_DONE
    ABOUT_PLAYS = 1              # bits of TableC.about
    ABOUT_TARGETS = 2
    ABOUT_RUSH = 4


cdef struct RushC:
    # What the rushed buildings of a seat ask for.
    int32_t buildings            # bit per building that is rushed now
    int32_t held                 # bit per Good of which they still want all that there is
    int32_t lacking              # bit per Good that is wanted beyond what there is


cdef inline void note_restricted(TableC *t) noexcept nogil:
    """Once the bots have their seats: who is restricted, and in what."""
    cdef int seat
    t.restricted = 0
    t.places = NULL
    for seat in range(t.r.v.players):
        t.about[seat] = 0
        if t.bots[seat].restrictions.any:
            t.restricted |= 1 << seat
            t.about[seat] = about(&t.bots[seat].restrictions)


cdef inline int about(const RestrictionsC *r) noexcept nogil:
    """What restrictions are about, so that the others need not be looked at."""
    cdef uint32_t cards = 0
    cdef uint32_t values = 0
    cdef bint targets = r.never_deliver != 0
    cdef bint rush = False
    cdef int i
    for i in range(4):
        cards |= r.cards[i]
        values |= r.values[i]
    for i in range(N_BUILDINGS):
        targets = targets or r.not_before[i] or r.not_after[i]
        rush = rush or r.rush_until[i]
    return (
        (ABOUT_PLAYS if values or cards or r.placements else 0)
        | (ABOUT_TARGETS if values or targets else 0)
        | (ABOUT_RUSH if rush else 0)
    )


cdef inline bint is_restricted(TableC *t, int seat) noexcept nogil:
    return unlikely((t.restricted >> seat) & 1)


cdef inline const RestrictionsC *told(TableC *t, int seat) noexcept nogil:
    return &t.bots[seat].restrictions


cdef inline bint in_set(const uint32_t *words, int member) noexcept nogil:
    return (words[member >> 5] >> (member & 31)) & 1


cdef inline uint64_t acts_forbidden(TableC *t, int seat) noexcept nogil:
    """Bit per Act."""
    cdef const RestrictionsC *r = told(t, seat)
    return r.acts[0] | <uint64_t>r.acts[1] << 32


cdef inline bint never_upgrades(TableC *t, int seat) noexcept nogil:
    return in_set(told(t, seat).acts, ACT_GRANT_UPGRADE)


cdef inline bint never_on(const RestrictionsC *told, int value) noexcept nogil:
    """Barrows of this value would put a marker on a hex that is out of bounds (B2)."""
    return in_set(told.values, value)


cdef inline bint target_forbidden(TableC *t, int seat, int target) noexcept nogil:
    """A barrow (card index) or row (128 + building) that must not get a delivery now."""
    cdef const RestrictionsC *r = told(t, seat)
    cdef int building = target - TARGET_BUILDING
    cdef int round = t.g.board.round
    if target < TARGET_BUILDING:
        return never_on(r, t.r.cards[target].barrow_value)
    return (
        (r.never_deliver >> building) & 1
        or (r.not_after[building] and round > r.not_after[building])
        or (round < r.not_before[building] and t.g.seats[seat].row_left[building] == 1)
    )


cdef inline int open_rows(TableC *t, int seat) noexcept nogil:
    """Bit per building to whose row the seat may deliver now."""
    cdef int rows = t.g.board.open & ~t.g.seats[seat].done
    cdef int i
    for i in range(N_BUILDINGS):
        if (rows >> i) & 1 and target_forbidden(t, seat, TARGET_BUILDING + i):
            rows &= ~(1 << i)
    return rows


cdef inline int wanted_kinds(TableC *t, int seat) noexcept nogil:
    """Bit per Good that some barrow or row which may get a delivery still takes."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int kinds = 0
    cdef int rows, i
    if not t.about[seat] & ABOUT_TARGETS:
        return p.need
    rows = open_rows(t, seat)
    for i in range(p.n_barrows):
        if not target_forbidden(t, seat, p.barrows[i]):
            kinds |= t.g.board.wanted[p.barrows[i]]
    for i in range(N_BUILDINGS):
        if (rows >> i) & 1:
            kinds |= p.row_kinds[i]
    return kinds


cdef inline int permitted_need(TableC *t, int seat) noexcept nogil:
    """SeatC.need without what must not get a delivery now."""
    return wanted_kinds(t, seat) if is_restricted(t, seat) else t.g.seats[seat].need


cdef inline bint play_forbidden(TableC *t, int seat, int card, int placement) noexcept nogil:
    cdef const RestrictionsC *r = told(t, seat)
    return (
        (r.placements >> placement) & 1
        or in_set(r.cards, card)
        or (placement == PLACEMENT_BARROW and never_on(r, t.r.cards[card].barrow_value))
    )


cdef inline bint may_play(TableC *t, int seat) noexcept nogil:
    """Is there a card in hand, with a place for it, that may be played now?"""
    cdef SeatC *p = &t.g.seats[seat]
    cdef int32_t hand[128]
    cdef int n, places, placement, i
    if not t.about[seat] & ABOUT_PLAYS:
        return p.n_hand > 0
    n = list_cards(p.hand, hand)
    places = (
        1 << PLACEMENT_FIELD
        | (t.r.v.max_helpers > 0) << PLACEMENT_HELPER
        | (t.r.v.max_barrows > 0) << PLACEMENT_BARROW
        | can_extend(t, p) << PLACEMENT_EXTENSION
    )
    for i in range(n):
        for placement in range(4):
            if (places >> placement) & 1 and not play_forbidden(t, seat, hand[i], placement):
                return True
    return False


cdef inline RushC rush_of(TableC *t, int seat) noexcept nogil:
    """The rushed buildings whose rows are open, and what they ask for."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef const RestrictionsC *r = told(t, seat)
    cdef RushC rush
    cdef int good, stock, wanted, i, k
    rush.buildings = 0
    rush.held = 0
    rush.lacking = 0
    if not t.about[seat] & ABOUT_RUSH:
        return rush
    for i in range(N_BUILDINGS):
        rush.buildings |= (t.g.board.round <= r.rush_until[i]) << i
    rush.buildings &= open_rows(t, seat) if rush.buildings else 0
    if rush.buildings == 0:
        return rush
    for good in range(N_GOODS):
        wanted = 0
        for i in range(N_BUILDINGS):
            if (rush.buildings >> i) & 1:
                wanted += p.row_need[i * 10 + good]
        stock = p.have[good] + (p.n_full[good - GOOD_OLIVE] if GOOD_OLIVE <= good <= GOOD_GRAPES else 0)
        rush.held |= (wanted > 0 and stock <= wanted) << good
        rush.lacking |= (stock < wanted) << good
    # An upgraded good that is lacking asks for its input.
    for k in range(N_RESOURCES):
        rush.lacking |= ((rush.lacking >> upgraded(k)) & 1) << (GOOD_OLIVE + k)
    return rush


cdef inline bint effect_ends(TableC *t, int seat, int effect) noexcept nogil:
    """Could the effect only end at something forbidden?"""
    if effect == EFFECT_PLAY_CARD:
        return not may_play(t, seat)
    if effect == EFFECT_PLAY_OR_DRAW:
        return not can_draw(t) and not may_play(t, seat)
    if effect == EFFECT_UPGRADE:
        return never_upgrades(t, seat)
    if effect == EFFECT_DELIVERY:
        return wanted_kinds(t, seat) == 0
    return False


cdef inline bint program_ends(
    TableC *t, int seat, const uint8_t *effects, const uint8_t *counts, int n, int slot
) noexcept nogil:
    """The same of a whole program: nothing else in it does something now (A9)."""
    cdef int i
    for i in range(n):
        if effect_counts(t, seat, effects[i], counts[i], slot) and not effect_ends(t, seat, effects[i]):
            return False
    return True


cdef inline bint choice_ends(TableC *t, int seat, int choice) noexcept nogil:
    """The same of an option of a revenue (R3)."""
    if choice == CHOICE_PLAY:
        return effect_ends(t, seat, EFFECT_PLAY_CARD)
    if choice == CHOICE_UPGRADES:
        return effect_ends(t, seat, EFFECT_UPGRADE)
    if choice == CHOICE_UPGRADE_SIESTA:
        return effect_ends(t, seat, EFFECT_UPGRADE) and not can_move(t, seat)
    if choice == CHOICE_DELIVERY:
        return effect_ends(t, seat, EFFECT_DELIVERY)
    return False


cdef inline bint token_allowed(TableC *t, const RestrictionsC *r, int round, int token) noexcept nogil:
    """T1: tokens are known by their donkeys."""
    cdef int donkeys = t.r.v.token_donkeys[token]
    if r.tokens_always[round - 1]:
        return donkeys == r.tokens_always[round - 1] - 1
    return not in_set(&r.tokens_never[4 * (round - 1)], donkeys)


cdef inline int rounds_kept(
    TableC *t, const RestrictionsC *r, int round, int last, int tokens
) noexcept nogil:
    """In how many of the rounds to `last` these tokens allow to do as told."""
    cdef int best = 0
    cdef int token, kept
    if round > last:
        return 0
    for token in range(t.r.v.n_tokens):
        if (tokens >> token) & 1:
            kept = rounds_kept(t, r, round + 1, last, tokens & ~(1 << token))
            kept += token_allowed(t, r, round, token)
            if kept > best:
                best = kept
    return best


cdef inline int token_rank(TableC *t, int seat, int token) noexcept nogil:
    """How much of what is told for later rounds can still be done with the tokens left."""
    cdef int round = t.g.board.round
    cdef int back = t.r.v.tokens_back
    cdef int last = back - 1 if round < back <= t.r.v.rounds else t.r.v.rounds
    return rounds_kept(t, told(t, seat), round + 1, last, t.g.seats[seat].tokens & ~(1 << token))


cdef inline bint option_forbidden(TableC *t, int seat, int kind, int option) noexcept nogil:
    cdef const RestrictionsC *r = told(t, seat)
    if kind == DECISION_CARD:
        return play_forbidden(t, seat, option >> 2, option & 3)
    if kind == DECISION_TOKEN:
        return not token_allowed(t, r, t.g.board.round, option)
    if kind == DECISION_DELIVERY:
        return option >= 0 and target_forbidden(t, seat, option & 255)
    if kind == DECISION_HEX:
        return never_on(r, t.r.market.value[option])
    if kind == DECISION_FIRE:
        return option == 1 and in_set(r.acts, ACT_HELPER)
    if kind == DECISION_UPGRADE:
        return never_upgrades(t, seat)
    if kind == DECISION_ROOF:
        return r.no_roof_purchases
    if kind == DECISION_EXTRA:
        return r.no_extra_deliveries
    return False


cdef inline int option_rank(TableC *t, int seat, const RushC *rush, int kind, int option) noexcept nogil:
    """Of options that are not forbidden those with the highest rank remain."""
    cdef int building
    if kind == DECISION_TOKEN:
        return token_rank(t, seat, option)
    if kind == DECISION_DELIVERY:
        building = (option & 255) - TARGET_BUILDING
        return option >= 0 and building >= 0 and (rush.buildings >> building) & 1
    if kind == DECISION_HARVEST:
        return (rush.lacking >> option) & 1
    if kind == DECISION_UPGRADE:
        return (rush.lacking >> upgraded(option >> 1)) & 1
    if kind == DECISION_PAY:
        return not (rush.held >> (option >> 1)) & 1
    if kind == DECISION_COST:
        return not (rush.held >> option) & 1
    if kind == DECISION_DIE or kind == DECISION_REVENUE:
        return not choice_ends(t, seat, option & 15)
    if kind == DECISION_PLAY_OR_DRAW:
        return option == 1 or may_play(t, seat)
    if kind == DECISION_FIRE:
        return option == 0 or not program_ends(
            t, seat, t.r.cards[t.asked_card].effects, t.r.cards[t.asked_card].counts,
            t.r.cards[t.asked_card].n_effects, -1
        )
    return 0


cdef inline int permitted_options(
    TableC *t, int seat, int kind, const int32_t *options, int n, int32_t *places
) noexcept nogil:
    """Places of the options that a restricted seat may take, in ascending order; returns how many, not 0."""
    cdef RushC rush
    cdef int m = 0
    cdef int k = 0
    cdef int best = -1
    cdef int i, rank
    for i in range(n):
        places[m] = i
        m += not option_forbidden(t, seat, kind, options[i])
    if m == 0:
        t.g.seats[seat].yields += 1
        for i in range(n):
            places[i] = i
        return n
    if m == 1:
        return 1
    rush = rush_of(t, seat)
    for i in range(m):
        rank = option_rank(t, seat, &rush, kind, options[places[i]])
        if rank > best:
            best = rank
            k = 0
        if rank == best:
            places[k] = places[i]
            k += 1
    return k


cdef inline uint64_t acts_ending(TableC *t, int seat, uint64_t acts) noexcept nogil:
    """Of a set of anytime acts those that could only end at something forbidden."""
    cdef SeatC *p = &t.g.seats[seat]
    cdef uint64_t ending = 0
    cdef int n = 0
    cdef int i, card
    if (acts >> (ACT_CASH + CASH_PLAY)) & 1 and not may_play(t, seat):
        ending |= bit(ACT_CASH + CASH_PLAY)
    for i in range(p.n_roofs):
        if (acts >> (ACT_ROOF + i)) & 1 and program_ends(
            t, seat, t.r.roofs[p.roofs[i]].effects, t.r.roofs[p.roofs[i]].counts,
            t.r.roofs[p.roofs[i]].n_effects, i
        ):
            ending |= bit(ACT_ROOF + i)
    for i in range(p.n_helpers):
        card = p.helpers[i]
        if t.r.cards[card].trigger == TRIGGER_ACTION:
            if (acts >> (ACT_HELPER + n)) & 1 and program_ends(
                t, seat, t.r.cards[card].effects, t.r.cards[card].counts, t.r.cards[card].n_effects, -1
            ):
                ending |= bit(ACT_HELPER + n)
            n += 1
    return ending


cdef inline uint64_t acts_taking(const RushC *rush) noexcept nogil:
    """Anytime acts that would take away a good of which a rushed building wants all that there is."""
    cdef uint64_t acts = 0
    cdef int k
    for k in range(N_RESOURCES):
        if not (rush.held >> (GOOD_OLIVE + k)) & 1:
            continue
        acts |= bit(ACT_SELL + k)
        if k < N_HARVEST:
            acts |= bit(ACT_SELL_FIELD + k)
        if not (rush.lacking >> upgraded(k)) & 1:
            acts |= bit(ACT_UPGRADE + k)
            if k < N_HARVEST:
                acts |= bit(ACT_UPGRADE_FIELD + k)
    if (rush.held >> GOOD_COMMODITY) & 1:
        acts |= <uint64_t>((1 << N_CASH) - 1) << ACT_CASH
    return acts


cdef inline uint64_t permitted(TableC *t, int seat, uint64_t acts) noexcept nogil:
    """Of a set of anytime acts (no others) those that the seat's restrictions allow."""
    cdef RushC rush
    if not is_restricted(t, seat):
        return acts
    rush = rush_of(t, seat)
    acts &= ~(acts_forbidden(t, seat) | acts_taking(&rush))
    return acts & ~acts_ending(t, seat, acts)


cdef inline uint64_t permitted_acts(TableC *t, int seat) noexcept nogil:
    """Act bits of all anytime actions that are legal now and allowed: what policies choose from."""
    return permitted(t, seat, anytime_acts(t, seat))


cdef inline bint main_ends(TableC *t, int seat) noexcept nogil:
    """Could the turn's main act only end at something forbidden?"""
    cdef SeatC *p = &t.g.seats[seat]
    cdef const RestrictionsC *r = told(t, seat)
    cdef int step = t.g.board.step
    cdef int kinds = all_kinds(p)
    if step == STEP_PLAY:
        return not may_play(t, seat)
    if step == STEP_ROOF:
        return r.no_roof_purchases
    if step == STEP_DELIVER:
        return kinds & wanted_kinds(t, seat) == 0
    if step != STEP_EXTRA:
        return False
    if not t.r.v.one_at_a_time:
        return r.no_extra_deliveries
    if p.have[GOOD_SILVER] == extra_cost(t, p):
        kinds &= ~(1 << GOOD_SILVER)
    return r.no_extra_deliveries or kinds & wanted_kinds(t, seat) == 0


cdef inline bint rush_delivers(TableC *t, int seat) noexcept nogil:
    """Is something at hand that a rushed building takes?"""
    cdef RushC rush = rush_of(t, seat)
    cdef int i
    for i in range(N_BUILDINGS):
        if (rush.buildings >> i) & 1 and all_kinds(&t.g.seats[seat]) & t.g.seats[seat].row_kinds[i]:
            return True
    return False


cdef inline uint64_t permitted_progress(TableC *t, int seat, uint64_t progress) noexcept nogil:
    """Of the main act, grants and `done` those that a restricted seat may take; never empty."""
    cdef uint64_t acts = progress & ~acts_forbidden(t, seat)
    if acts & 1 << ACT_MAIN and main_ends(t, seat):
        acts &= ~(<uint64_t>1 << ACT_MAIN)
    if acts & PLAY_BIT and not may_play(t, seat):
        acts &= ~<uint64_t>PLAY_BIT
    if acts & DELIVERY_BIT and all_kinds(&t.g.seats[seat]) & wanted_kinds(t, seat) == 0:
        acts &= ~<uint64_t>DELIVERY_BIT
    if acts & DELIVERY_BIT or (acts & 1 << ACT_MAIN and t.g.board.step == STEP_DELIVER):
        if acts & DONE_BIT and rush_delivers(t, seat):
            acts &= ~<uint64_t>DONE_BIT
    # Without `done` the main act is there and can't be passed: the choice it leads to yields.
    return acts if acts else progress & 1 << ACT_MAIN


cdef inline int obeying_act(TableC *t, int seat, uint64_t progress, int act) noexcept nogil:
    """A policy's act, or another one in place of what its restrictions forbid; progress as allowed."""
    if (progress >> act) & 1 or (act > ACT_DONE and permitted(t, seat, bit(act))):
        return act
    if progress & DELIVERY_BIT:
        return ACT_GRANT_DELIVERY
    if progress & 1 << ACT_MAIN and t.g.board.step == STEP_DELIVER:
        return ACT_MAIN
    return ACT_DONE if progress & DONE_BIT else lowest(progress)
