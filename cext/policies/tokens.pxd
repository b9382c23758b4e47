"""Which donkey token to choose (T1): its deliveries and hats now, and what is left for later rounds.

All worths are in thousandths of a vp.
"""
from libc.stdint cimport int32_t

from cext.game cimport PlanC, TableC
from cext.policies.delivering cimport useful_deliveries
from cext.policies.plan cimport least, weight
from cext.policies.weights cimport *
from cext.types cimport *


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
                if worth > best:
                    best = worth
                    best_token = other
        total += best
        left &= ~(1 << best_token)
        rounds -= 1
    return total


cdef inline int token_worth(TableC *t, int seat, int token, int useful) noexcept nogil:
    """T1: deliveries that can be used, hats, and what the donkeys would do later."""
    cdef int donkeys = t.r.v.token_donkeys[token]
    cdef int half_over = t.g.board.round + 1 == t.r.v.tokens_back or t.g.board.round == t.r.v.rounds
    cdef int worth = least(donkeys, useful) * weight(t, seat, WEIGHT_DELIVERY)
    worth += t.r.v.token_hats[token] * weight(t, seat, WEIGHT_HAT)
    if not half_over:
        worth -= donkeys * weight(t, seat, WEIGHT_KEEP_TOKEN)
    if weight(t, seat, WEIGHT_TOKENS_AHEAD) > 0:
        worth += tokens_ahead(t, seat, token) * weight(t, seat, WEIGHT_TOKENS_AHEAD) // 1000
    return worth


cdef inline int token_choice(TableC *t, int seat, PlanC *plan, const int32_t *options, int n) noexcept nogil:
    """Index of the token with the highest score, the first of equals."""
    cdef int useful = useful_deliveries(t, seat, plan)
    cdef int best = 0
    cdef int i
    for i in range(n):
        t.scores[i] = token_worth(t, seat, options[i], useful)
        if t.scores[i] > t.scores[best]:
            best = i
    return best
