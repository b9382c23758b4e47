"""What restrictions mean for a bot that plans: what is out of reach or of no use to it, what to rush."""
from libc.stdint cimport int16_t

from cext.game cimport PlanC, SeatC, TARGET_BUILDING, TableC
from cext.legal cimport COST_NONE
from cext.restrictions cimport (
    in_set, is_restricted, never_upgrades, play_forbidden, target_forbidden, told
)
from cext.types cimport *


cdef enum:
    RUSH_VP = 200_000            # worth of a rushed building beyond its own, in thousandths of a vp


cdef inline void restrict_units(TableC *t, int seat, int16_t *unit, int far) noexcept nogil:
    """What one more of each good costs: who never upgrades can't get upgraded goods."""
    if is_restricted(t, seat) and never_upgrades(t, seat):
        unit[GOOD_FOOD] = far
        unit[GOOD_WINE] = far
        unit[GOOD_MEAT] = far


cdef inline bint out_of_reach(TableC *t, int seat, const PlanC *plan, int i) noexcept nogil:
    """A target of the plan that must not get deliveries, or can't get all of them in time."""
    cdef int building = plan.target[i] - TARGET_BUILDING
    cdef int rounds
    if not is_restricted(t, seat):
        return False
    if target_forbidden(t, seat, plan.target[i]):
        return True
    if building < 0 or not told(t, seat).not_after[building] or plan.rounds_left == 0:
        return False
    rounds = told(t, seat).not_after[building] - t.g.board.round
    if rounds >= plan.rounds_left:
        return False
    return plan.left[i] > plan.capacity + (plan.most_left - plan.capacity) * rounds // plan.rounds_left


cdef inline int rush_reward(TableC *t, int seat, int building) noexcept nogil:
    """What a building is worth beyond its own reward, in thousandths of a vp."""
    if not is_restricted(t, seat) or t.g.board.round > told(t, seat).rush_until[building]:
        return 0
    return RUSH_VP


cdef inline int permitted_extras(TableC *t, int seat, int n) noexcept nogil:
    """Of n extra deliveries those that may be bought (T6)."""
    return 0 if is_restricted(t, seat) and told(t, seat).no_extra_deliveries else n


cdef inline bint never_buys(TableC *t, const SeatC *p) noexcept nogil:
    """A2."""
    cdef int seat = <int>(p - &t.g.seats[0])
    return is_restricted(t, seat) and in_set(told(t, seat).acts, ACT_BUY)


cdef inline bint never_plays(TableC *t, int seat, int card, int placement) noexcept nogil:
    return is_restricted(t, seat) and play_forbidden(t, seat, card, placement)


cdef inline bint never_fires(TableC *t, int seat, int card) noexcept nogil:
    """A helper that acts only if its owner wants, of a player who never wants that."""
    return (
        is_restricted(t, seat) and in_set(told(t, seat).acts, ACT_HELPER)
        and (
            t.r.cards[card].trigger == TRIGGER_ACTION or t.r.cards[card].once
            or t.r.cards[card].cost_kind != COST_NONE
        )
    )


cdef inline bint never_turns_roofs(TableC *t, int seat) noexcept nogil:
    """A5."""
    return is_restricted(t, seat) and in_set(told(t, seat).acts, ACT_ROOF)
