"""Which donkey token to choose (T1): its deliveries and hats now, and what is left for later rounds.

All worths are in thousandths of a vp.
"""
from libc.stdint cimport int32_t

from cext.game cimport PlanC, SeatC, TableC
from cext.policies.delivering cimport MAX_VALUES, best_deliveries, useful_deliveries
from cext.policies.plan cimport VP, least, most, weight
from cext.policies.restrained cimport permitted_extras
from cext.policies.weights cimport *
from cext.types cimport *


cdef struct RoundC:
    # What a token can bring in this round.
    int useful                   # deliveries that stock and silver could make
    int n                        # … of which these are worth so much, best targets first
    int values[24]
    int extra                    # extra deliveries that T6 can add


cdef inline int tokens_ahead(TableC *t, int seat, int token) noexcept nogil:
    """What the tokens left would bring in the next two rounds before all are back, the best of them first."""
    cdef int last = t.r.v.tokens_back - 1 if t.g.board.round < t.r.v.tokens_back else t.r.v.rounds
    cdef int rounds = least(last - t.g.board.round, 2)
    cdef int expected = weight(t, seat, WEIGHT_TOKEN_USE)
    cdef int left = t.g.seats[seat].tokens & ~(1 << token)
    cdef int total = 0
    cdef int other, worth, best, best_token
    while rounds > 0 and left:
        best = -1
        best_token = 0
        for other in range(t.r.v.n_tokens):
            if (left >> other) & 1:
                worth = least(t.r.v.token_donkeys[other] * 1000, expected)
                worth = worth * weight(t, seat, WEIGHT_DELIVERY) // 1000
                worth += t.r.v.token_hats[other] * weight(t, seat, WEIGHT_HAT)
                worth += (
                    t.r.v.siesta_vp[least(t.r.v.token_hats[other], t.r.v.track_top)]
                    * weight(t, seat, WEIGHT_TOKEN_SIESTA)
                )
                if worth > best:
                    best = worth
                    best_token = other
        total += best
        left &= ~(1 << best_token)
        rounds -= 1
    return total


cdef inline void look_round(TableC *t, int seat, PlanC *plan, RoundC *now) noexcept nogil:
    cdef SeatC *p = &t.g.seats[seat]
    now.useful = useful_deliveries(t, seat, plan)
    now.n = 0
    if weight(t, seat, WEIGHT_TOKEN_PLAN) > 0:
        now.n = least(best_deliveries(t, seat, plan, now.values), MAX_VALUES)
        now.extra = permitted_extras(t, seat, least(
            t.r.v.extra_limit + p.icons[ICON_DELIVERY] * t.r.v.icon_delivery
            + p.modifiers[MODIFIER_EXTRA_DELIVERY_LIMIT],
            p.have[GOOD_SILVER],
        ))


cdef inline int planned(TableC *t, int seat, const RoundC *now, int donkeys) noexcept nogil:
    """What the round's deliveries are worth with so many donkeys; further ones cost silver (T6)."""
    cdef int price = t.r.v.extra_price * weight(t, seat, WEIGHT_SILVER)
    cdef int total = 0
    cdef int i
    for i in range(least(now.n, donkeys + now.extra)):
        total += now.values[i] if i < donkeys else most(now.values[i] - price, 0)
    return total


cdef inline int hats_worth(TableC *t, int seat, int hats) noexcept nogil:
    """P2: vp that the steps add to this round's scoring."""
    cdef int space = t.g.seats[seat].space
    return (t.r.v.siesta_vp[least(space + hats, t.r.v.track_top)] - t.r.v.siesta_vp[space]) * VP


cdef inline int token_worth(TableC *t, int seat, int token, const RoundC *now) noexcept nogil:
    """T1: deliveries that can be used, hats, and what the donkeys would do later."""
    cdef int donkeys = t.r.v.token_donkeys[token]
    cdef int half_over = t.g.board.round + 1 == t.r.v.tokens_back or t.g.board.round == t.r.v.rounds
    cdef int worth = least(donkeys, now.useful) * weight(t, seat, WEIGHT_DELIVERY)
    worth += t.r.v.token_hats[token] * weight(t, seat, WEIGHT_HAT)
    if not half_over:
        worth -= donkeys * weight(t, seat, WEIGHT_KEEP_TOKEN)
    if weight(t, seat, WEIGHT_TOKENS_AHEAD) > 0:
        worth += tokens_ahead(t, seat, token) * weight(t, seat, WEIGHT_TOKENS_AHEAD) // 1000
    worth += planned(t, seat, now, donkeys) * weight(t, seat, WEIGHT_TOKEN_PLAN) // 1000
    worth += hats_worth(t, seat, t.r.v.token_hats[token]) * weight(t, seat, WEIGHT_TOKEN_SIESTA) // 1000
    return worth


cdef inline int token_choice(TableC *t, int seat, PlanC *plan, const int32_t *options, int n) noexcept nogil:
    """Index of the token with the highest score, the first of equals."""
    cdef RoundC now
    cdef int best = 0
    cdef int i
    look_round(t, seat, plan, &now)
    for i in range(n):
        t.scores[i] = token_worth(t, seat, options[i], &now)
        if t.scores[i] > t.scores[best]:
            best = i
    return best
